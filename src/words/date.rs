//! Days and moments in a text: the ISO forms, and days with the name of their month.
//!
//! Read are `2024-05-20`, `2024-05-20T09:30Z`, `2024-05-20 09:30` (which says the day too), `May 20, 2024`,
//! `20 May 2024`, `20th of May 2024`, `20-May-2024`. `05/06/2024` may be one of two days and is none. A day without a
//! year is kept apart: which year is meant is for a rule to say.

use crate::value::{Date, DateTime};

use super::reading::Reading;
use super::token::{Gap, Tokens, is_currency};

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

/// All days and moments of a text, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Days {
    pub dates: Vec<Reading<Date>>,
    pub datetimes: Vec<Reading<DateTime>>,
    pub yearless: Vec<Reading<YearlessDay>>,
    /// The first and last word of everything that was read as a day or looks like one: no number is found there.
    pub spent: Vec<(usize, usize)>,
}

impl Days {
    pub(super) fn new(tokens: &Tokens) -> Days {
        let mut days = Days::default();
        let mut at = 0;
        while at < tokens.len() {
            let last = if tokens.is_glued(at) {
                None
            } else {
                days.read_iso(tokens, at).or_else(|| days.read_written(tokens, at))
            };
            if let Some(last) = last {
                days.spent.push((at, last));
            }
            at = last.unwrap_or(at) + 1;
        }
        days
    }

    /// The last word of the day that begins at `first`.
    pub(super) fn end_at(&self, first: usize) -> Option<usize> {
        let at = self.spent.binary_search_by_key(&first, |(first, _)| *first).ok()?;
        self.spent.get(at).map(|(_, last)| *last)
    }

    /// Reads the token at `first`; says where it ends.
    fn read_iso(&mut self, tokens: &Tokens, first: usize) -> Option<usize> {
        tokens.word(first).filter(|word| word.len() == 4 && is_digits(word))?;
        let last = tokens.token_end(first);
        let text = tokens.joined(first, last);
        if let Some(date) = Date::parse(text) {
            self.dates.push(Reading::new(tokens, date, first, last, "date"));
            let end = tokens.token_end(last + 1);
            let is_near = tokens.get(last + 1).is_some_and(|next| next.gap.is_blank());
            let clock = tokens.joined(last + 1, end);
            match DateTime::parse(&format!("{text}T{}", clock.to_ascii_uppercase())).filter(|_| is_near) {
                Some(time) => {
                    self.datetimes.push(Reading::new(tokens, time, first, end, "datetime"));
                    return Some(end);
                }
                None => return Some(last),
            }
        }
        let time = DateTime::parse(&text.to_ascii_uppercase())?;
        self.datetimes.push(Reading::new(tokens, time, first, last, "datetime"));
        Some(last)
    }

    /// Reads a day with the name of its month from `first`; says where it ends.
    fn read_written(&mut self, tokens: &Tokens, first: usize) -> Option<usize> {
        let word = tokens.word(first)?;
        let (month, day, mut last) = if let Some(month) = month(word) {
            let at = skip(tokens, first + 1, &[".", "-"]);
            if let Some(last) = year(tokens, at).and_then(|_| ends(tokens, at)) {
                // "May 2024": a month is no day, and its year is no quantity.
                return Some(last);
            }
            (month, day(tokens.word(at)?)?, at)
        } else {
            let is_amount = tokens.get(first)?.gap == Gap::Edge
                && tokens.mark(first.checked_sub(1)?).is_some_and(|mark| mark == "#" || mark.chars().all(is_currency));
            let day = day(word).filter(|_| !is_amount)?;
            let at = skip(tokens, skip(tokens, first + 1, &["-", "."]), &["of"]);
            let month = month(tokens.word(at)?)?;
            // "12 may be enough"
            if tokens.text(at) == "may" && tokens.word(at + 1).is_some_and(|next| ["be", "not", "have"].contains(&next))
            {
                return None;
            }
            // "20 May 5, 2024": the month belongs to the later day.
            if self::day(tokens.text(at + 1)).is_some() && !tokens.is_glued(at + 1) {
                return None;
            }
            (month, day, at)
        };
        let at = skip(tokens, last + 1, &[",", ".", "-", "of"]);
        let year = year(tokens, at).filter(|_| ends(tokens, at).is_some());
        if year.is_some() {
            last = at;
        }
        ends(tokens, last)?;
        match year {
            Some(year) => {
                // A day that the calendar has not ("Feb 30, 2024") says nothing, not even a number.
                let date = Date::new(year, month, day);
                self.dates.extend(date.map(|date| Reading::new(tokens, date, first, last, "date")));
            }
            None => self.yearless.push(Reading::new(tokens, YearlessDay { month, day }, first, last, "date")),
        }
        Some(last)
    }
}

fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The place itself, where a token ends there.
fn ends(tokens: &Tokens, at: usize) -> Option<usize> {
    (!tokens.is_glued(at + 1)).then_some(at)
}

/// The place behind one of these words or marks.
fn skip(tokens: &Tokens, at: usize, passed: &[&str]) -> usize {
    if passed.contains(&tokens.text(at)) { at + 1 } else { at }
}

fn year(tokens: &Tokens, at: usize) -> Option<i16> {
    tokens
        .word(at)
        .filter(|word| word.len() == 4 && is_digits(word))
        .and_then(|word| word.parse().ok())
        .filter(|year| (1000..3000).contains(year))
}

/// `5`, `05`, `5th`
fn day(word: &str) -> Option<i8> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    let fits = (1..=2).contains(&digits.len()) && is_digits(digits);
    fits.then(|| digits.parse().ok()).flatten().filter(|day| (1..=31).contains(day))
}

/// The English names of the months and their usual short forms.
fn month(word: &str) -> Option<i8> {
    Some(match word {
        "january" | "jan" => 1,
        "february" | "feb" => 2,
        "march" | "mar" => 3,
        "april" | "apr" => 4,
        "may" => 5,
        "june" | "jun" => 6,
        "july" | "jul" => 7,
        "august" | "aug" => 8,
        "september" | "sept" | "sep" => 9,
        "october" | "oct" => 10,
        "november" | "nov" => 11,
        "december" | "dec" => 12,
        _ => return None,
    })
}

/// The names of the days of the week.
pub(super) fn is_weekday(word: &str) -> bool {
    matches!(
        word,
        "monday"
            | "tuesday"
            | "wednesday"
            | "thursday"
            | "friday"
            | "saturday"
            | "sunday"
            | "mon"
            | "tue"
            | "tues"
            | "wed"
            | "thu"
            | "thur"
            | "thurs"
            | "fri"
            | "sat"
            | "sun"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Segment;

    /// The numbers that stand at the end of a text.
    fn numbers(text: &str) -> Vec<String> {
        Segment::new(text).numbers().into_iter().map(|(number, _)| number.to_string()).collect()
    }

    /// The days that stand at the end of a text.
    fn dates(text: &str) -> Vec<String> {
        Segment::new(text).dates().into_iter().map(|(date, _)| date.to_string()).collect()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn a_date_is_said_in_unambiguous_forms() {
        for text in [
            "on 2024-05-20.",
            "May 20, 2024",
            "May 20 2024",
            "may 20th, 2024",
            "20 May 2024",
            "20th of May 2024",
            "20-May-2024",
            "on the 20th of May, 2024",
            "20. May 2024",
            "(2024-05-20)",
        ] {
            assert_eq!(dates(text), ["2024-05-20"], "{text}");
        }
        assert_eq!(dates("Sept. 3, 2026 and 4 Dec 2026"), ["2026-09-03", "2026-12-04"]);
        for text in [
            "05/06/2024",
            "2024-5-20",
            "2024-02-30",
            "Feb 30, 2024",
            "x2024-05-20",
            "2024-05-201",
            "May 20",
            "20.05.2024",
        ] {
            assert_eq!(dates(text), NONE, "{text}");
        }
    }

    #[test]
    fn a_moment_is_said_in_iso_form() {
        let said = |text: &str| Segment::new(text).datetimes().iter().map(|(time, _)| *time).collect::<Vec<_>>();
        let time: Vec<_> = DateTime::parse("2026-03-11T09:24:07Z").into_iter().collect();
        assert_eq!(said("at 2026-03-11T09:24:07Z."), time);
        assert_eq!(said("2026-03-11 09:24:07Z"), time);
        assert_eq!(dates("2026-03-11 09:24"), ["2026-03-11"]);
        assert_eq!(dates("2026-03-11T09:24"), NONE);
        assert_eq!(said("2026-03-11 and 09:24"), []);
    }

    #[test]
    fn a_day_without_a_year_is_kept_apart() {
        let said = Segment::new("by May 20").dates_without_year();
        assert_eq!(said.iter().map(|(day, _)| (day.month, day.day)).collect::<Vec<_>>(), [(5, 20)]);
        let today = |text| Date::parse(text);
        let day = YearlessDay { month: 5, day: 20 };
        assert_eq!(today("2026-05-20").and_then(|today| day.soonest(today)), Date::parse("2026-05-20"));
        assert_eq!(today("2026-05-21").and_then(|today| day.soonest(today)), Date::parse("2027-05-20"));
    }

    #[test]
    fn an_amount_before_a_month_is_no_day() {
        for text in ["pay $20 May 5, 2024", "pay 20 May 5, 2024"] {
            assert_eq!((numbers(text), dates(text)), (vec!["20".to_owned()], vec!["2024-05-05".to_owned()]), "{text}");
        }
    }

    #[test]
    fn a_modal_verb_is_no_month() {
        assert_eq!(numbers("12 may be enough"), ["12"]);
    }
}
