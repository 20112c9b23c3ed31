//! Moments, and wall-clock times without a zone. What needs "now" or a zone is given both: no clock and no environment
//! is asked.

use std::cmp::Ordering;
use std::fmt;

use jiff::Timestamp;
use jiff::civil;
use jiff::tz::Offset;

use super::{Date, Duration, Zone};

/// A moment, or a wall-clock time where no zone is given.
///
/// Equality is structural: the same time written in two zones is two values. [`DateTime::compare`] goes by the moment.
///
/// ```
/// use chk::value::{DateTime, Zone};
/// let (seoul, utc) = (DateTime::parse("2026-03-11T09:24").unwrap(), DateTime::parse("2026-03-11T00:24Z").unwrap());
/// assert_eq!(seoul.compare(&utc, None), None);
/// assert_eq!(seoul.compare(&utc, Zone::parse("Asia/Seoul").as_ref()), Some(std::cmp::Ordering::Equal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateTime {
    pub(crate) civil: civil::DateTime,
    pub(crate) offset: Option<Offset>,
}

impl DateTime {
    /// Reads `2026-03-11T09:24:07.5+09:00`; the fraction (up to nine digits), the seconds and the zone (`Z` or
    /// `+hh:mm`) may be missing, and nothing else may.
    pub fn parse(text: &str) -> Option<DateTime> {
        let (date, rest) = text.split_at_checked("2026-03-11".len())?;
        let date = Date::parse(date)?.0;
        let (clock, offset) = split_offset(rest.strip_prefix('T')?)?;
        let (hour, rest) = clock.split_at_checked(2)?;
        let (minute, rest) = rest.strip_prefix(':')?.split_at_checked(2)?;
        let (second, rest) = if rest.is_empty() { ("00", "") } else { rest.strip_prefix(':')?.split_at_checked(2)? };
        let fraction = if rest.is_empty() { 0 } else { nanoseconds(rest.strip_prefix('.')?)? };
        let (hour, minute, second) = (two_digits(hour)?, two_digits(minute)?, two_digits(second)?);
        let time = civil::Time::new(hour, minute, second, fraction).ok()?;
        Some(DateTime { civil: civil::DateTime::from_parts(date, time), offset })
    }

    /// Reads a time as tools write it: the same with a blank in the place of the `T`, which RFC 3339 allows.
    ///
    /// ```
    /// use chk::value::DateTime;
    /// assert_eq!(DateTime::from_tool("2026-03-11 09:24"), DateTime::parse("2026-03-11T09:24"));
    /// assert_eq!(DateTime::from_tool("2026-03-11  09:24"), None);
    /// ```
    pub fn from_tool(text: &str) -> Option<DateTime> {
        match text.split_once(' ') {
            Some((date, rest)) => DateTime::parse(&format!("{date}T{rest}")),
            None => DateTime::parse(text),
        }
    }

    /// The wall-clock time of a day, in no zone.
    pub fn on(date: Date, hour: i8, minute: i8, second: i8) -> Option<DateTime> {
        let time = civil::Time::new(hour, minute, second, 0).ok()?;
        Some(DateTime { civil: civil::DateTime::from_parts(date.0, time), offset: None })
    }

    /// Whether the clocks of the zone show it exactly once: not where they are put forward over it, nor where they are
    /// put back and show it twice.
    pub fn is_unique_in(&self, zone: &Zone) -> bool {
        self.offset.is_some() || !zone.0.to_ambiguous_timestamp(self.civil).is_ambiguous()
    }

    /// Whether it names its zone.
    pub fn has_zone(&self) -> bool {
        self.offset.is_some()
    }

    /// The moment as nanoseconds since 1970, in its own zone or the one given; none without either.
    pub fn instant(&self, zone: Option<&Zone>) -> Option<i128> {
        self.timestamp(zone).map(Timestamp::as_nanosecond)
    }

    /// Which is earlier, a time without a zone read in the one given. None where one of them has no zone and none is
    /// given: such a time is not comparable, not even with another of its kind.
    pub fn compare(&self, other: &DateTime, zone: Option<&Zone>) -> Option<Ordering> {
        Some(self.instant(zone)?.cmp(&other.instant(zone)?))
    }

    /// The time from `other` to this; negative where the other is later, none where they are not comparable.
    pub fn since(&self, other: &DateTime, zone: Option<&Zone>) -> Option<Duration> {
        self.instant(zone)?.checked_sub(other.instant(zone)?).map(Duration)
    }

    /// The day, in the zone given where the time has one of its own.
    pub fn date(&self, zone: Option<&Zone>) -> Option<Date> {
        match (self.offset, zone) {
            (Some(_), Some(zone)) => {
                let local = zone.0.to_datetime(self.timestamp(None)?);
                Date::new(local.year(), local.month(), local.day())
            }
            _ => Some(Date(self.civil.date())),
        }
    }

    /// Later by a duration (or earlier, by a negative one), on the wall clock where it has no zone.
    pub fn plus(&self, duration: Duration) -> Option<DateTime> {
        let civil = self.civil.checked_add(duration.to_jiff()?).ok()?;
        Date::new(civil.year(), civil.month(), civil.day())?;
        Some(DateTime { civil, offset: self.offset })
    }

    /// Earlier by a duration, on the wall clock where it has no zone.
    pub fn minus(&self, duration: Duration) -> Option<DateTime> {
        self.plus(duration.negate()?)
    }

    /// Later by a duration, by the moment: a time without a zone is read in the one given and comes out with the offset
    /// that holds there then, so that `(time + d) - time` is `d` across a change of the clocks too.
    pub fn plus_in(&self, duration: Duration, zone: Option<&Zone>) -> Option<DateTime> {
        let (None, Some(zone)) = (self.offset, zone) else { return self.plus(duration) };
        let moment = self.timestamp(Some(zone))?.checked_add(duration.to_jiff()?).ok()?;
        let civil = zone.0.to_datetime(moment);
        Date::new(civil.year(), civil.month(), civil.day())?;
        Some(DateTime { civil, offset: Some(zone.0.to_offset(moment)) })
    }

    /// The same on clocks that are so many minutes ahead of UTC.
    pub(crate) fn ahead_of_utc(self, minutes: i16) -> Option<DateTime> {
        let offset = Offset::from_seconds(i32::from(minutes) * 60).ok()?;
        Some(DateTime { offset: Some(offset), ..self })
    }

    /// The beginning of its minute.
    pub(crate) fn to_the_minute(self) -> Option<DateTime> {
        let time = civil::Time::new(self.civil.hour(), self.civil.minute(), 0, 0).ok()?;
        Some(DateTime { civil: civil::DateTime::from_parts(self.civil.date(), time), offset: self.offset })
    }

    fn timestamp(&self, zone: Option<&Zone>) -> Option<Timestamp> {
        match (self.offset, zone) {
            (Some(offset), _) => offset.to_timestamp(self.civil).ok(),
            // jiff's "compatible" rule for the hour that is skipped and the hour that comes twice.
            (None, Some(zone)) => zone.0.to_timestamp(self.civil).ok(),
            (None, None) => None,
        }
    }
}

/// Exactly two ASCII digits.
fn two_digits(text: &str) -> Option<i8> {
    (text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// The digits behind the point of a second.
fn nanoseconds(fraction: &str) -> Option<i32> {
    let digits = (1..=9).contains(&fraction.len()) && fraction.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| format!("{fraction:0<9}").parse().ok()).flatten()
}

/// Takes `Z`, `+hh:mm` or `-hh:mm` off the end of a clock time.
fn split_offset(text: &str) -> Option<(&str, Option<Offset>)> {
    if let Some(clock) = text.strip_suffix('Z') {
        return Some((clock, Some(Offset::UTC)));
    }
    let Some(at) = text.find(['+', '-']) else { return Some((text, None)) };
    let (clock, offset) = text.split_at_checked(at)?;
    let (sign, digits) = offset.split_at_checked(1)?;
    let (hours, minutes) = digits.split_once(':')?;
    let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    let seconds = i32::from(hours) * 3600 + i32::from(minutes) * 60;
    Offset::from_seconds(if sign == "-" { -seconds } else { seconds }).ok().map(|offset| (clock, Some(offset)))
}

/// As it is read: `2026-03-11T09:24:07Z`, `2026-03-11T09:24:07.5+09:00`.
impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.civil)?;
        match self.offset.map(Offset::seconds) {
            Some(0) => f.write_str("Z"),
            Some(seconds) => {
                let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime {
        DateTime::parse(text).unwrap()
    }

    #[test]
    fn seconds_fraction_and_zone_may_be_missing() {
        for (text, shown) in [
            ("2026-03-11T09:24:07Z", "2026-03-11T09:24:07Z"),
            ("2026-03-11T09:24", "2026-03-11T09:24:00"),
            ("2026-03-11T09:24Z", "2026-03-11T09:24:00Z"),
            ("2026-03-11T09:24+09:00", "2026-03-11T09:24:00+09:00"),
            ("2026-03-11T09:24:07.250-05:30", "2026-03-11T09:24:07.25-05:30"),
            ("2026-03-11T09:24:07+00:00", "2026-03-11T09:24:07Z"),
        ] {
            assert_eq!(time(text).to_string(), shown);
            assert_eq!(time(shown), time(text));
        }
    }

    #[test]
    fn no_other_shape_is_a_datetime() {
        for text in [
            "2026-03-11",
            "2026-3-1T09:24",
            "2026-03-11 09:24",
            "2026-03-11t09:24z",
            "2026-03-11T9:24",
            "2026-03-11T09",
            "2026-03-11T09:24.5",
            "2026-03-11T09:24:07.",
            "2026-03-11T09:24:60Z",
            "2026-03-11T24:00",
            "2026-03-11T09:24+9",
            "2026-03-11T09:24+0900",
            "2026-03-11T09:24+25:00",
            "2026-03-11T09:24ZZ",
            "2026-03-11T09:24Z+09:00",
            "",
            "2026-03-11T09:24:07:01",
            "2026-03-11T09:24[UTC]",
            "2026-03-11T09:24:07.0123456789",
        ] {
            assert_eq!(DateTime::parse(text), None, "{text}");
        }
    }

    #[test]
    fn moments_are_compared_whatever_their_zone() {
        assert_eq!(time("2026-03-11T09:00+09:00").compare(&time("2026-03-11T00:00Z"), None), Some(Ordering::Equal));
        assert_eq!(time("2026-03-11T09:00").compare(&time("2026-03-11T10:00"), None), None);
        assert_eq!(time("2026-03-11T09:00").compare(&time("2026-03-11T10:00Z"), None), None);
        let seoul = Zone::parse("Asia/Seoul");
        assert_eq!(time("2026-03-11T09:00").compare(&time("2026-03-11T10:00"), seoul.as_ref()), Some(Ordering::Less));
    }

    #[test]
    fn a_day_is_read_in_the_zone() {
        let seoul = Zone::parse("Asia/Seoul");
        assert_eq!(time("2026-03-10T15:00Z").date(seoul.as_ref()), Date::parse("2026-03-11"));
        assert_eq!(time("2026-03-10T15:00Z").date(None), Date::parse("2026-03-10"));
        assert_eq!(time("2026-03-10T23:00").date(seoul.as_ref()), Date::parse("2026-03-10"));
        assert_eq!(Date::today(&time("2026-03-10T15:00Z"), seoul.as_ref()), Date::parse("2026-03-11"));
    }

    #[test]
    fn a_day_across_a_change_of_the_clocks_has_24_hours_by_the_moment() {
        // New York puts its clocks forward on 2026-03-08 at 02:00.
        let zone = Zone::parse("America/New_York");
        let day = Duration::parse("1d").unwrap();
        let later = time("2026-03-07T12:00").plus_in(day, zone.as_ref()).unwrap();
        assert_eq!(later.to_string(), "2026-03-08T13:00:00-04:00");
        assert_eq!(later.since(&time("2026-03-07T12:00"), zone.as_ref()), Some(day));
        assert_eq!(time("2026-03-07T12:00").plus(day), Some(time("2026-03-08T12:00")));
    }

    #[test]
    fn a_skipped_hour_is_read_forward_and_a_doubled_one_as_the_first() {
        let zone = Zone::parse("America/New_York");
        let same = |a: &str, b: &str| time(a).compare(&time(b), zone.as_ref()) == Some(Ordering::Equal);
        assert!(same("2026-03-08T02:30", "2026-03-08T03:30-04:00"));
        assert!(same("2026-11-01T01:30", "2026-11-01T01:30-04:00"));
    }

    #[test]
    fn the_edges_of_time_are_none() {
        let far = Duration::from_nanos(i128::MAX);
        assert_eq!(time("9999-12-31T23:59Z").plus(Duration::parse("1d").unwrap()), None);
        assert_eq!(time("2026-03-11T09:24").plus(far), None);
        assert_eq!(time("2026-03-11T09:24").minus(Duration::from_nanos(i128::MIN)), None);
        assert_eq!(time("2026-03-11T09:24").plus_in(far, Zone::parse("UTC").as_ref()), None);
    }
}
