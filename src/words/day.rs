//! A day as people say it, and which day that is.
//!
//! What names its day (`May 20, 2024`) is that day. What is counted from today (`tomorrow`, `next Friday`) is one only
//! where today is known, and only where everybody would count to the same day: the days that different people may mean are
//! all kept, and where they are more than one, none is said.

use crate::value::Date;

/// A day that is said without its year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YearlessDay {
    /// The month, from 1.
    pub month: i8,
    /// The day of the month, from 1.
    pub day: i8,
}

impl YearlessDay {
    /// The first such day that is not before `today`.
    ///
    /// ```
    /// use chk::{value::Date, words::YearlessDay};
    /// let leap = YearlessDay { month: 2, day: 29 };
    /// assert_eq!(leap.soonest(Date::parse("2026-03-11").unwrap()), Date::parse("2028-02-29"));
    /// ```
    pub fn soonest(&self, today: Date) -> Option<Date> {
        // Two 29ths of February are at most eight years apart.
        (0..=8).filter_map(|years| Date::new(today.year() + years, self.month, self.day)).find(|date| *date >= today)
    }
}

/// Which of several that are named alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Which {
    /// `Friday`, `on Friday`
    Bare,
    /// `this Friday`
    This,
    /// `next Friday`
    Next,
    /// `last Friday`
    Last,
    /// `this coming Friday`
    Coming,
}

/// Which end of a stretch of days a slot asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Its first day.
    First,
    /// Its last day.
    Last,
}

/// A day, or a stretch of days, as it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Day {
    /// With its year.
    Date(Date),
    /// Without.
    Yearless(YearlessDay),
    /// Without, on a day of the week.
    YearlessOn(YearlessDay, i8),
    /// Of this year, the next or the last.
    InYear(YearlessDay, i16),
    /// One of two, as `03/04/2023` is.
    Either(Date, Date),
    /// `in 3 days`, `yesterday`
    Days(i64),
    /// `in 2 months`, `a year ago`
    Months(i32),
    /// A day of the week, from 1 for Monday.
    Weekday(Which, i8),
    /// The day of the week in this week, from 0, or in one so many weeks away: `Friday next week`.
    WeekdayOf { weekday: i8, weeks: i64 },
    /// `the first Monday of next month`; 0 is the last.
    WeekdayOfMonth { ordinal: i8, weekday: i8, months: i32 },
    /// `Friday the 13th`
    WeekdayNth { weekday: i8, day: i8 },
    /// `on the 12th`; behind `until` and another day the first such day from that on.
    OfMonth { day: i8, follows: bool },
    /// `the 12th of next month`
    OfOtherMonth { day: i8, months: i32 },
    /// `the end of the month`
    MonthEdge(i32, Edge),
    /// `the end of the year`
    YearEdge(i16, Edge),
    /// From one day to another.
    Dates(Date, Date),
    /// The same without the year.
    YearlessDays(YearlessDay, YearlessDay),
    /// `this weekend`
    Weekend(Which),
    /// `next month`
    Month(i32),
    /// `last year`
    Year(i16),
}

/// What a day comes to, today being known or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Settled {
    /// One day.
    One(Date),
    /// A day of a year that is not said.
    Yearless(YearlessDay),
    /// The same on a day of the week, which it has not in every year.
    YearlessOn(YearlessDay, i8),
    /// A stretch of days: it says neither of its ends by itself.
    Span(Date, Date),
    /// The same without the year.
    YearlessSpan(YearlessDay, YearlessDay),
    /// One of several days, or of nobody knows how many.
    Open(Vec<Date>),
}

impl Settled {
    /// The day; of a stretch the end that is asked for.
    pub fn date(&self, edge: Option<Edge>) -> Option<Date> {
        match (self, edge) {
            (Settled::One(date), _) => Some(*date),
            (Settled::Span(first, _), Some(Edge::First)) => Some(*first),
            (Settled::Span(_, last), Some(Edge::Last)) => Some(*last),
            _ => None,
        }
    }

    /// The next such day from today on, where its year is not said.
    pub fn soonest(&self, today: Date, edge: Option<Edge>) -> Option<Date> {
        match (self, edge) {
            (Settled::Yearless(day), _) => day.soonest(today),
            (Settled::YearlessOn(day, weekday), _) => day.soonest(today).filter(|date| date.weekday() == *weekday),
            (Settled::YearlessSpan(first, _), Some(Edge::First)) => first.soonest(today),
            (Settled::YearlessSpan(first, last), Some(Edge::Last)) => {
                first.soonest(today).and_then(|from| last.soonest(from))
            }
            _ => None,
        }
    }

    /// Every day that it may be.
    pub fn candidates(&self) -> impl Iterator<Item = Date> {
        let (one, other, open): (_, _, &[Date]) = match self {
            Settled::One(date) => (Some(*date), None, &[]),
            Settled::Span(first, last) => (Some(*first), Some(*last), &[]),
            Settled::Open(dates) => (None, None, dates),
            Settled::Yearless(_) | Settled::YearlessOn(..) | Settled::YearlessSpan(..) => (None, None, &[]),
        };
        one.into_iter().chain(other).chain(open.iter().copied())
    }

    fn one_of(mut dates: Vec<Date>) -> Settled {
        dates.sort_unstable();
        dates.dedup();
        match dates.as_slice() {
            [date] => Settled::One(*date),
            _ => Settled::Open(dates),
        }
    }
}

impl Day {
    /// Whether it is counted from today.
    pub(super) fn is_relative(&self) -> bool {
        !matches!(
            self,
            Day::Date(_)
                | Day::Yearless(_)
                | Day::YearlessOn(..)
                | Day::Either(..)
                | Day::Dates(..)
                | Day::YearlessDays(..)
        )
    }

    /// The name of the rule that reads it.
    pub(super) fn rule(&self) -> &'static str {
        if self.is_relative() { "relative-date" } else { "date" }
    }

    /// Which day it is; `previous` is the day that was said last.
    pub(super) fn settle(&self, today: Option<Date>, previous: Option<Date>) -> Settled {
        match self {
            Day::Date(date) => return Settled::One(*date),
            Day::Yearless(day) => return Settled::Yearless(*day),
            Day::YearlessOn(day, weekday) => return Settled::YearlessOn(*day, *weekday),
            Day::Either(one, other) => return Settled::one_of(vec![*one, *other]),
            Day::Dates(first, last) => return Settled::Span(*first, *last),
            Day::YearlessDays(first, last) => return Settled::YearlessSpan(*first, *last),
            Day::OfMonth { day, follows: true } => return one(previous.and_then(|from| next_of_month(from, *day))),
            _ => {}
        }
        match today {
            Some(today) => self.count(today),
            None => Settled::Open(Vec::new()),
        }
    }

    /// Counts from today.
    fn count(&self, today: Date) -> Settled {
        match *self {
            Day::InYear(day, years) => one(Date::new(today.year() + years, day.month, day.day)),
            Day::Days(days) => one(today.plus_days(days)),
            Day::Months(months) => one(today.plus_months(months)),
            Day::Weekday(which, weekday) => Settled::one_of(weekdays(today, which, weekday)),
            Day::WeekdayOf { weekday, weeks } => Settled::one_of(weekdays_of(today, weekday, weeks)),
            Day::WeekdayOfMonth { ordinal, weekday, months } => {
                one(first_of(today.last_of_month(months)).and_then(|month| nth_weekday(month, ordinal, weekday)))
            }
            Day::WeekdayNth { weekday, day } => one(next_of_month(today, day).filter(|date| date.weekday() == weekday)),
            Day::OfMonth { day, .. } => one(next_of_month(today, day)),
            Day::OfOtherMonth { day, months } => {
                one(today.last_of_month(months).and_then(|last| Date::new(last.year(), last.month(), day)))
            }
            Day::MonthEdge(months, Edge::First) => one(first_of(today.last_of_month(months))),
            Day::MonthEdge(months, Edge::Last) => one(today.last_of_month(months)),
            Day::YearEdge(years, Edge::First) => one(Date::new(today.year() + years, 1, 1)),
            Day::YearEdge(years, Edge::Last) => one(Date::new(today.year() + years, 12, 31)),
            Day::Weekend(which) => weekend(today, which),
            Day::Month(months) => span(first_of(today.last_of_month(months)), today.last_of_month(months)),
            Day::Year(years) => span(Date::new(today.year() + years, 1, 1), Date::new(today.year() + years, 12, 31)),
            _ => Settled::Open(Vec::new()),
        }
    }
}

fn one(date: Option<Date>) -> Settled {
    date.map_or(Settled::Open(Vec::new()), Settled::One)
}

fn span(first: Option<Date>, last: Option<Date>) -> Settled {
    first.zip(last).map_or(Settled::Open(Vec::new()), |(first, last)| Settled::Span(first, last))
}

fn first_of(date: Option<Date>) -> Option<Date> {
    date.and_then(|date| Date::new(date.year(), date.month(), 1))
}

/// The first day of this number from a day on: of its month, or of the next one. Neither has it: none.
fn next_of_month(from: Date, day: i8) -> Option<Date> {
    let own = Date::new(from.year(), from.month(), day).filter(|date| *date >= from);
    own.or_else(|| from.last_of_month(1).and_then(|next| Date::new(next.year(), next.month(), day)))
}

/// The days that a day of the week may be. Some people begin the week on Monday and some on Sunday, and some mean by
/// "next Friday" the first one to come and some the one of the next week.
fn weekdays(today: Date, which: Which, weekday: i8) -> Vec<Date> {
    let now = i64::from(today.weekday());
    let ahead = (i64::from(weekday) - now).rem_euclid(7);
    // The day in the week of today: the week from Monday, and the week from Sunday.
    let from_monday = i64::from(weekday) - now;
    let from_sunday = i64::from(weekday % 7) - now.rem_euclid(7);
    let days = match which {
        Which::Bare if ahead == 0 => vec![0, 7],
        Which::Bare => vec![ahead],
        Which::Coming => vec![if ahead == 0 { 7 } else { ahead }],
        Which::This => vec![ahead, from_monday, from_sunday],
        Which::Next => vec![if ahead == 0 { 7 } else { ahead }, from_monday + 7, from_sunday + 7],
        Which::Last => vec![if ahead == 0 { -7 } else { ahead - 7 }, from_monday - 7, from_sunday - 7],
    };
    days.into_iter().filter_map(|days| today.plus_days(days)).collect()
}

/// A day of the week so many weeks from this one, which begins on Monday or on Sunday.
fn weekdays_of(today: Date, weekday: i8, weeks: i64) -> Vec<Date> {
    let now = i64::from(today.weekday());
    let from_sunday = i64::from(weekday % 7) - now.rem_euclid(7);
    let days = [i64::from(weekday) - now, from_sunday];
    days.into_iter().filter_map(|days| today.plus_days(days + 7 * weeks)).collect()
}

/// The first, second, ... such day of the week in the month that begins on a day, 0 for the last.
pub(super) fn nth_weekday(month: Date, ordinal: i8, weekday: i8) -> Option<Date> {
    if ordinal == 0 {
        let last = month.last_of_month(0)?;
        return last.plus_days(-i64::from(last.weekday() - weekday).rem_euclid(7));
    }
    let ahead = i64::from(weekday - month.weekday()).rem_euclid(7);
    month.plus_days(ahead + 7 * i64::from(ordinal - 1)).filter(|date| date.month() == month.month())
}

/// Saturday and Sunday. On a weekday "next weekend" is the coming one to some and the one after to others.
fn weekend(today: Date, which: Which) -> Settled {
    let now = i64::from(today.weekday());
    let is_weekend = now >= 6;
    let saturday = 6 - now;
    let days = match which {
        Which::Bare | Which::This => Some(saturday),
        Which::Coming if !is_weekend => Some(saturday),
        Which::Next | Which::Coming => is_weekend.then_some(saturday + 7),
        Which::Last => (!is_weekend).then_some(saturday - 7),
    };
    let days = days.and_then(|days| Some((today.plus_days(days)?, today.plus_days(days + 1)?)));
    days.map_or(Settled::Open(Vec::new()), |(first, last)| Settled::Span(first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weekday(today: &str, which: Which, weekday: i8) -> Vec<String> {
        let settled = Date::parse(today).map(|today| Day::Weekday(which, weekday).settle(Some(today), None));
        settled.map(|settled| settled.candidates().map(|day| day.to_string()).collect()).unwrap_or_default()
    }

    // 2026-03-11 is a Wednesday.
    #[test]
    fn a_day_of_the_week_is_one_where_everybody_counts_to_the_same() {
        assert_eq!(weekday("2026-03-11", Which::Bare, 5), ["2026-03-13"]);
        assert_eq!(weekday("2026-03-11", Which::Bare, 3), ["2026-03-11", "2026-03-18"]);
        assert_eq!(weekday("2026-03-11", Which::This, 5), ["2026-03-13"]);
        assert_eq!(weekday("2026-03-11", Which::This, 1), ["2026-03-09", "2026-03-16"]);
        assert_eq!(weekday("2026-03-11", Which::Next, 5), ["2026-03-13", "2026-03-20"]);
        assert_eq!(weekday("2026-03-11", Which::Next, 1), ["2026-03-16"]);
        assert_eq!(weekday("2026-03-13", Which::Next, 5), ["2026-03-20"]);
        // On a Sunday the week has just begun, or is about to end.
        assert_eq!(weekday("2026-03-15", Which::Next, 5), ["2026-03-20", "2026-03-27"]);
        assert_eq!(weekday("2026-03-11", Which::Last, 5), ["2026-03-06"]);
        assert_eq!(weekday("2026-03-14", Which::Last, 5), ["2026-03-06", "2026-03-13"]);
        assert_eq!(weekday("2026-03-11", Which::Coming, 3), ["2026-03-18"]);
    }

    #[test]
    fn a_day_of_the_month_is_the_next_one_that_is_there() {
        let next =
            |from: &str, day| Date::parse(from).and_then(|from| next_of_month(from, day)).map(|date| date.to_string());
        assert_eq!(next("2026-03-11", 12).as_deref(), Some("2026-03-12"));
        assert_eq!(next("2026-03-11", 11).as_deref(), Some("2026-03-11"));
        assert_eq!(next("2026-03-11", 10).as_deref(), Some("2026-04-10"));
        assert_eq!(next("2026-01-31", 30), None);
    }
}
