//! Days, moments and lengths of time. What needs "now" or a zone is given both: no clock and no environment is asked.

use std::fmt;

use jiff::civil;
use jiff::tz::{Offset, TimeZone};

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(pub(crate) civil::Date);

/// A moment, or a wall-clock time where no zone is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateTime {
    pub(crate) civil: civil::DateTime,
    pub(crate) offset: Option<Offset>,
}

/// A length of time in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub(crate) i128);

/// The zone in which times without one are read.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone(pub(crate) TimeZone);

impl Zone {
    /// An IANA zone (`Asia/Seoul`) or `UTC`, from the tables that the library brings.
    pub fn parse(name: &str) -> Option<Zone> {
        TimeZone::get(name).ok().map(Zone)
    }
}

impl Date {
    /// Reads `2026-03-11`.
    pub fn parse(text: &str) -> Option<Date> {
        let shape = text.len() == 10
            && text
                .bytes()
                .enumerate()
                .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
        shape.then(|| text.parse().ok().map(Date)).flatten()
    }
}

impl DateTime {
    /// Reads `2026-03-11T09:24:07Z`; seconds, fraction and zone may be missing.
    pub fn parse(text: &str) -> Option<DateTime> {
        let (civil, offset) = match text.strip_suffix('Z') {
            Some(rest) => (rest, Some(Offset::UTC)),
            None => (text, None),
        };
        civil.parse().ok().map(|civil| DateTime { civil, offset })
    }

    /// The moment as nanoseconds since 1970, in its own zone or the one given; none without either.
    pub fn instant(&self, zone: Option<&Zone>) -> Option<i128> {
        let timestamp = match (self.offset, zone) {
            (Some(offset), _) => offset.to_timestamp(self.civil).ok()?,
            (None, Some(zone)) => zone.0.to_timestamp(self.civil).ok()?,
            (None, None) => return None,
        };
        Some(timestamp.as_nanosecond())
    }

    /// The day, in the zone given where the time has one of its own.
    pub fn date(&self, zone: Option<&Zone>) -> Option<Date> {
        match (self.offset, zone) {
            (Some(offset), Some(zone)) => Some(Date(zone.0.to_datetime(offset.to_timestamp(self.civil).ok()?).date())),
            _ => Some(Date(self.civil.date())),
        }
    }

    /// Later by a duration (or earlier, by a negative one).
    pub fn plus(&self, duration: Duration) -> Option<DateTime> {
        let span = jiff::SignedDuration::from_nanos_i128(duration.0);
        self.civil.checked_add(span).ok().map(|civil| DateTime { civil, offset: self.offset })
    }
}

impl Duration {
    /// Reads `30s`, `1.5h`, `200ms`, `2d`.
    pub fn parse(text: &str) -> Option<Duration> {
        let at = text.find(|c: char| c.is_ascii_alphabetic())?;
        let unit: i64 = match text.get(at..)? {
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            "d" => 86_400_000_000_000,
            _ => return None,
        };
        let nanos = super::Number::parse(text.get(..at)?)?.multiply(&super::Number::from(unit));
        nanos.to_string().parse().ok().map(Duration)
    }

    /// The length between two moments, in nanoseconds.
    pub fn from_nanos(nanos: i128) -> Duration {
        Duration(nanos)
    }

    /// In nanoseconds.
    pub fn as_nanos(&self) -> i128 {
        self.0
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.civil)?;
        match self.offset {
            Some(offset) if offset == Offset::UTC => f.write_str("Z"),
            Some(offset) => write!(f, "{offset}"),
            None => Ok(()),
        }
    }
}

/// In the largest unit that leaves no fraction.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [
            (86_400_000_000_000, "d"),
            (3_600_000_000_000, "h"),
            (60_000_000_000, "m"),
            (1_000_000_000, "s"),
            (1_000_000, "ms"),
        ];
        match units.iter().find(|(unit, _)| self.0 % unit == 0) {
            Some((unit, word)) => write!(f, "{}{word}", self.0 / unit),
            None => write!(f, "{}ns", self.0),
        }
    }
}
