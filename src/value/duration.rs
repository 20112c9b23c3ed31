//! Lengths of time.

use std::fmt;

use super::Number;

/// A length of time in nanoseconds. A day has 24 hours.
///
/// Packed, since a sixteen-byte alignment would make every [`Value`](super::Value) a third larger.
#[repr(C, packed(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub(crate) i128);

pub(super) const NANOS_PER_DAY: i128 = 86_400_000_000_000;
const NANOS_PER_MILLISECOND: i128 = 1_000_000;

/// The units of the language, largest first.
const UNITS: [(i128, &str); 5] = [
    (NANOS_PER_DAY, "d"),
    (3_600_000_000_000, "h"),
    (60_000_000_000, "m"),
    (1_000_000_000, "s"),
    (NANOS_PER_MILLISECOND, "ms"),
];

impl Duration {
    /// Reads `30s`, `1.5h`, `200ms`, `2d`; none where it is no whole number of nanoseconds.
    pub fn parse(text: &str) -> Option<Duration> {
        let at = text.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, word) = text.split_at_checked(at)?;
        let (unit, _) = UNITS.iter().find(|(_, name)| *name == word)?;
        let unit = Number::from(i64::try_from(*unit).ok()?);
        Number::parse(number)?.multiply(&unit).as_i128().map(Duration)
    }

    /// The length between two moments, in nanoseconds.
    pub fn from_nanos(nanos: i128) -> Duration {
        Duration(nanos)
    }

    /// In nanoseconds.
    pub fn as_nanos(&self) -> i128 {
        self.0
    }

    /// The sum; none where it is out of range.
    pub fn add(&self, other: Duration) -> Option<Duration> {
        self.0.checked_add(other.0).map(Duration)
    }

    /// The difference; none where it is out of range.
    pub fn subtract(&self, other: Duration) -> Option<Duration> {
        self.0.checked_sub(other.0).map(Duration)
    }

    /// The same length backwards; none where it is out of range.
    pub fn negate(&self) -> Option<Duration> {
        self.0.checked_neg().map(Duration)
    }

    /// As jiff has it; none where it is out of its range.
    pub(super) fn to_jiff(self) -> Option<jiff::SignedDuration> {
        jiff::SignedDuration::try_from_nanos_i128(self.0)
    }
}

/// In the largest unit that leaves no fraction; below a millisecond as a fraction of one, so that it can be read back.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        if let Some((unit, word)) = UNITS.iter().find(|(unit, _)| self.0 % unit == 0) {
            return write!(f, "{}{word}", self.0 / unit);
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0 / NANOS_PER_MILLISECOND, self.0 % NANOS_PER_MILLISECOND);
        let fraction = format!("{:06}", rest.unsigned_abs());
        write!(f, "{sign}{}.{}ms", whole.unsigned_abs(), fraction.trim_end_matches('0'))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_duration_is_a_number_and_a_unit() {
        assert_eq!(Duration::parse("30s").unwrap().as_nanos(), 30_000_000_000);
        assert_eq!(Duration::parse("1.5h"), Duration::parse("90m"));
        for text in ["", "5", "s", "5 s", "5w", "5sec", "5S", "1.2.3s", "0.0000001ms", "5µs"] {
            assert_eq!(Duration::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_largest_unit_without_a_fraction_is_shown() {
        for (text, shown) in [
            ("90m", "90m"),
            ("120m", "2h"),
            ("48h", "2d"),
            ("1500ms", "1500ms"),
            ("0d", "0s"),
            ("0.0015ms", "0.0015ms"),
        ] {
            assert_eq!(Duration::parse(text).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn overflow_is_none() {
        let most = Duration::from_nanos(i128::MAX);
        assert_eq!(most.add(Duration::from_nanos(1)), None);
        assert_eq!(Duration::from_nanos(i128::MIN).negate(), None);
        assert_eq!(Duration::parse(&format!("{}d", "9".repeat(40))), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_shown_reads_as_the_same_duration(nanos in any::<i128>()) {
            let duration = Duration::from_nanos(nanos);
            prop_assert_eq!(Duration::parse(&duration.to_string()), Some(duration));
        }
    }
}
