//! Days of the calendar.

use std::fmt;

use jiff::civil;

use super::duration::NANOS_PER_DAY;
use super::{DateTime, Duration, Zone};

/// A day of the calendar, in the years 0000 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(pub(crate) civil::Date);

impl Date {
    /// Reads `2026-03-11`, and nothing of any other shape.
    pub fn parse(text: &str) -> Option<Date> {
        let shape = text.len() == 10
            && text
                .bytes()
                .enumerate()
                .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
        let [year, month, day] = [text.get(..4)?, text.get(5..7)?, text.get(8..)?];
        shape.then(|| Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)).flatten()
    }

    /// The day with this year, month and day of the month; none where the calendar has none.
    pub fn new(year: i16, month: i8, day: i8) -> Option<Date> {
        civil::Date::new(year, month, day).ok().and_then(Date::written)
    }

    /// The day that it is, in the zone, at the moment `now`.
    pub fn today(now: &DateTime, zone: Option<&Zone>) -> Option<Date> {
        now.date(zone)
    }

    /// The year.
    pub fn year(&self) -> i16 {
        self.0.year()
    }

    /// The month, from 1.
    pub fn month(&self) -> i8 {
        self.0.month()
    }

    /// The day of the month, from 1.
    pub fn day(&self) -> i8 {
        self.0.day()
    }

    /// The day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
    pub fn weekday(&self) -> i8 {
        self.0.weekday().to_monday_one_offset()
    }

    /// So many days later, or earlier.
    pub fn plus_days(&self, days: i64) -> Option<Date> {
        self.plus(Duration(i128::from(days) * NANOS_PER_DAY))
    }

    /// The same day so many months later, or earlier; none where that month has no such day.
    pub fn plus_months(&self, months: i32) -> Option<Date> {
        let (year, month) = self.month_after(months)?;
        Date::new(year, month, self.day())
    }

    /// The last day of the month that is so many months later, or earlier.
    pub fn last_of_month(&self, months: i32) -> Option<Date> {
        let (year, month) = self.month_after(months)?;
        (28..=31).rev().find_map(|day| Date::new(year, month, day))
    }

    fn month_after(&self, months: i32) -> Option<(i16, i8)> {
        let count = i32::from(self.year()) * 12 + i32::from(self.month()) - 1;
        let count = count.checked_add(months)?;
        Some((i16::try_from(count.div_euclid(12)).ok()?, i8::try_from(count.rem_euclid(12) + 1).ok()?))
    }

    /// Later by a duration (or earlier, by a negative one); none where that is not a whole number of days.
    pub fn plus(&self, duration: Duration) -> Option<Date> {
        let days =
            (duration.0 % NANOS_PER_DAY == 0).then(|| i64::try_from(duration.0 / NANOS_PER_DAY).ok()).flatten()?;
        // Ten thousand years; beyond it the span itself would be out of jiff's range.
        let span = (days.unsigned_abs() < 3_700_000).then(|| jiff::SignedDuration::from_hours(days * 24))?;
        self.0.checked_add(span).ok().and_then(Date::written)
    }

    /// Earlier by a duration; none where that is not a whole number of days.
    pub fn minus(&self, duration: Duration) -> Option<Date> {
        self.plus(duration.negate()?)
    }

    /// The days since another day, each of 24 hours; negative where the other is later.
    pub fn since(&self, other: &Date) -> Duration {
        Duration(self.0.duration_since(other.0).as_nanos())
    }

    /// The day, where four digits can write its year.
    fn written(date: civil::Date) -> Option<Date> {
        (0..=9999).contains(&date.year()).then_some(Date(date))
    }
}

/// `2026-03-11`
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    #[test]
    fn only_the_written_shape_is_a_date() {
        assert_eq!(Date::parse("2026-03-11").unwrap().to_string(), "2026-03-11");
        for text in
            ["2026-3-1", "2026-02-29", "20260311", "2026-03-11 ", "+2026-03-1", "2026-13-01", "", "２０２６-03-11"]
        {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_added_and_counted() {
        let date = Date::parse("2024-02-28").unwrap();
        let days = |text| Duration::parse(text).unwrap();
        assert_eq!(date.plus(days("2d")), Date::parse("2024-03-01"));
        assert_eq!(date.plus(days("48h")), Date::parse("2024-03-01"));
        assert_eq!(date.minus(days("28d")), Date::parse("2024-01-31"));
        assert_eq!(date.plus(days("36h")), None);
        assert_eq!(Date::parse("2024-03-01").unwrap().since(&date), days("2d"));
    }

    #[test]
    fn months_are_counted_by_the_calendar() {
        let date = Date::parse("2026-01-31").unwrap();
        assert_eq!(date.weekday(), 6);
        assert_eq!(date.plus_months(1), None);
        assert_eq!(date.plus_months(-1), Date::parse("2025-12-31"));
        assert_eq!(date.last_of_month(1), Date::parse("2026-02-28"));
        assert_eq!(date.last_of_month(i32::MAX), None);
    }

    #[test]
    fn the_calendar_ends_without_a_crash() {
        let last = Date::parse("9999-12-31").unwrap();
        assert_eq!(last.plus(Duration::parse("1d").unwrap()), None);
        assert_eq!(Date::parse("0000-01-01").unwrap().minus(Duration::parse("1d").unwrap()), None);
        assert_eq!(last.plus(Duration(i128::MAX - i128::MAX % NANOS_PER_DAY)), None);
        assert_eq!(last.minus(Duration(i128::MIN)), None);
    }
}
