//! Days and moments in a text: the ISO forms, days with the name of their month, and where the other forms are read.
//!
//! Read are `2024-05-20`, `2024-05-20T09:30Z`, `2024-05-20 09:30` (which says the day too), `May 20, 2024`,
//! `20 May 2024`, `20th of May 2024`, `20-May-2024`; the ranges `May 20 to 25, 2024`, `20-25 May 2024` and
//! `May 20 to June 2, 2024`, whose days share what one of them has. Days in digits are in `calendar.rs`, those that are
//! counted from today in `relative.rs`. A day without a year is kept apart: which year is meant is for a rule to say.

mod bare;
mod form;
mod names;

use crate::value::{Date, DateTime};

use super::calendar::numeric;
use super::day::{Day, YearlessDay};
use super::moment::{names_zone, offset};
use super::moved::{moved, named};
use super::numeral;
use super::reading::Reading;
use super::relative::relative;
use super::token::{Gap, Tokens, is_currency};
use bare::{is_bare_number, is_bare_word};
use form::{compact, is_verb, named_day};
use names::MONTHS;
pub(super) use names::{is_weekday, month, weekday, weekdays};
pub(crate) use names::{month_names, names_of_month};

/// All days and moments of a text, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Days {
    pub said: Vec<Reading<Day>>,
    pub datetimes: Vec<Reading<DateTime>>,
    /// The first and last word of each of `said`.
    pub places: Vec<(usize, usize)>,
    /// The day that the person says it is ("today is 2024-05-20"), the last time that they say it.
    pub today: Option<Date>,
    /// The first and last word of everything that was read as a day or looks like one: no number is found there.
    pub spent: Vec<(usize, usize)>,
}

/// Between the two days of a range, or two days that share a month or a year.
const RANGE_WORDS: &[&str] = &["to", "until", "till", "through", "thru", "and", "or", "-", "–"];

impl Days {
    /// Reads the days that begin at these places.
    pub(super) fn new(tokens: &Tokens, openings: impl Iterator<Item = usize>) -> Days {
        let (said, places, spent) = (tokens.room(&openings), tokens.room(&openings), tokens.room(&openings));
        let mut days = Days { said, places, spent, ..Days::default() };
        let mut next = 0;
        for at in openings {
            if at >= next && !tokens.is_glued(at) && !is_bare_number(tokens, at) && !is_bare_word(tokens, at) {
                next = days.read(tokens, at).unwrap_or(at) + 1;
            }
        }
        days
    }

    /// Whether nothing that could be a day is said.
    pub(super) fn is_empty(&self) -> bool {
        self.said.is_empty() && self.datetimes.is_empty() && self.spent.is_empty()
    }

    /// The last word of the day that begins at `first`.
    pub(super) fn end_at(&self, first: usize) -> Option<usize> {
        let at = self.spent.binary_search_by_key(&first, |(first, _)| *first).ok()?;
        self.spent.get(at).map(|(_, last)| *last)
    }

    /// Reads what begins at `first`; says where it ends.
    fn read(&mut self, tokens: &Tokens, first: usize) -> Option<usize> {
        let named = self.read_iso(tokens, first).or_else(|| self.read_written(tokens, first)).or_else(|| {
            let (day, last) = numeric(tokens, first)?;
            if let Some(day) = day {
                self.push(tokens, day, first, last);
            }
            Some(last)
        });
        if let Some(last) = named {
            self.spent.push((first, last));
            self.share_year(tokens);
            return Some(last);
        }
        let has_previous = self.places.last().is_some_and(|(_, last)| last + 1 == first);
        if let Some(date) = compact(tokens, first) {
            // It may be a number as well.
            self.push(tokens, Day::Date(date), first, first);
            return Some(first);
        }
        let (day, last) = relative(tokens, first, has_previous)?;
        let Some(day) = day else { return Some(last) };
        // The count in "in 3 days" stays a number, the day in "on the 12th" is none.
        if matches!(day, Day::OfMonth { .. } | Day::OfOtherMonth { .. }) {
            self.spent.push((first, last));
        }
        self.push(tokens, day, first, last);
        Some(last)
    }

    fn push(&mut self, tokens: &Tokens, day: Day, first: usize, last: usize) {
        let day = match (day, named(tokens, first, last)) {
            // Whoever says a day with the wrong day of the week says neither.
            (Day::Date(date), Some(weekday)) if date.weekday() != weekday => return,
            (Day::Yearless(day), Some(weekday)) => Day::YearlessOn(day, weekday),
            (day, _) => day,
        };
        if !day.is_relative() && moved(tokens, &day, first, last).is_some() {
            return;
        }
        if let Day::Date(date) = day
            && is_todays(tokens, first)
        {
            self.today = Some(date);
        }
        self.said.push(Reading::new(tokens, day, first, last, day.rule()));
        self.places.push((first, last));
    }

    /// "May 20 to June 2, 2024", "May 20, 2024 to June 2": both are of that year, where the second is the later one.
    fn share_year(&mut self, tokens: &Tokens) {
        let ([.., one, other], [.., (first, end), (start, last)]) = (self.said.as_mut_slice(), self.places.as_slice())
        else {
            return;
        };
        let is_range = *start == end + 2 && RANGE_WORDS.contains(&tokens.text(end + 1));
        let (yearless, date) = match (one.value, other.value) {
            (Day::Yearless(day), Day::Date(date)) | (Day::Date(date), Day::Yearless(day)) if is_range => (day, date),
            _ => return,
        };
        let Some(shared) = Date::new(date.year(), yearless.month, yearless.day) else { return };
        let is_first = matches!(one.value, Day::Yearless(_));
        if (is_first && shared <= date) || (!is_first && date <= shared) {
            let reading = Reading::new(tokens, Day::Date(shared), *first, *last, "date");
            *if is_first { one } else { other } = reading;
        }
    }

    /// Reads the token at `first`; says where it ends.
    fn read_iso(&mut self, tokens: &Tokens, first: usize) -> Option<usize> {
        tokens.word(first).filter(|word| word.len() == 4 && is_digits(word))?;
        let last = tokens.token_end(first);
        let text = tokens.joined(first, last);
        if let Some(date) = Date::parse(text) {
            self.push(tokens, Day::Date(date), first, last);
            let end = tokens.token_end(last + 1);
            let is_near = tokens.get(last + 1).is_some_and(|next| next.gap.is_blank());
            let clock = tokens.joined(last + 1, end);
            match DateTime::parse(&format!("{text}T{}", clock.to_ascii_uppercase())).filter(|_| is_near) {
                Some(time) => return Some(self.push_moment(tokens, time, first, end)),
                None => return Some(last),
            }
        }
        let time = DateTime::parse(&text.to_ascii_uppercase())?;
        if let Some(date) = text.get(..10).and_then(Date::parse) {
            self.push(tokens, Day::Date(date), first, last);
        }
        Some(self.push_moment(tokens, time, first, last))
    }

    /// Keeps a moment in ISO form, with the zone that stands behind it; says where it ends.
    fn push_moment(&mut self, tokens: &Tokens, time: DateTime, first: usize, last: usize) -> usize {
        let zone = offset(tokens, last).filter(|_| !time.has_zone());
        if let Some((offset, end)) = zone {
            let time = time.ahead_of_utc(offset);
            self.datetimes.extend(time.map(|time| Reading::new(tokens, time, first, end, "datetime")));
            return end;
        }
        if time.has_zone() || !names_zone(tokens, last) {
            self.datetimes.push(Reading::new(tokens, time, first, last, "datetime"));
        }
        last
    }

    /// Reads a day with the name of its month from `first`; says where it ends.
    fn read_written(&mut self, tokens: &Tokens, first: usize) -> Option<usize> {
        let word = tokens.word(first)?;
        let (month, one, other, mut last) = if let Some(month) = month(word) {
            let at = skip(tokens, skip(tokens, first + 1, &[".", "-"]), &["the"]);
            if let Some(last) = year(tokens, at).and_then(|_| ends(tokens, at)) {
                // "May 2024": a month is no day, and its year is no quantity.
                if let Some(days) = year(tokens, at).and_then(|year| whole_month(tokens, year, month, first, last)) {
                    self.push(tokens, days, first, last);
                }
                return Some(last);
            }
            let (one, at) = match day(tokens.word(at)?) {
                Some(one) => (one, at),
                None => named_day(tokens, at).filter(|_| !matches!(word, "may" | "march"))?,
            };
            if is_verb(tokens, first, at) {
                return None;
            }
            let is_closed = |last: usize| year_behind(tokens, last).is_some() || is_between(tokens, first, last);
            match range(tokens, at).filter(|(_, last, is_mark)| *is_mark || is_closed(*last)) {
                Some((other, last, _)) => (month, one, Some(other), last),
                None => (month, one, None, at),
            }
        } else {
            let is_amount = tokens.get(first)?.gap == Gap::Edge
                && tokens.mark(first.checked_sub(1)?).is_some_and(|mark| mark == "#" || mark.chars().all(is_currency));
            let (one, end) = match day(word).filter(|_| !is_amount) {
                Some(one) => (one, first),
                None => named_day(tokens, first).filter(|(_, end)| tokens.text(end + 1) == "of")?,
            };
            let (other, from) = match range(tokens, first) {
                Some((other, last, _)) if month_behind(tokens, last).is_some() => (Some(other), last),
                _ => (None, end),
            };
            let at = month_behind(tokens, from)?;
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
            (month, one, other, at)
        };
        let year = year_behind(tokens, last);
        if let Some((_, at)) = year {
            last = at;
        }
        ends(tokens, last)?;
        // "April 6 '88"
        if year.is_none() && tokens.text(last + 1) == "'" && day_digits(tokens.text(last + 2)) {
            return Some(last + 2);
        }
        for day in [Some(one), other].into_iter().flatten() {
            match year {
                Some((year, _)) => {
                    // A day that the calendar has not ("Feb 30, 2024") says nothing, not even a number.
                    if let Some(date) = Date::new(year, month, day) {
                        self.push(tokens, Day::Date(date), first, last);
                    }
                }
                None => match which_year(tokens, last + 1) {
                    Some((years, end)) => self.push(tokens, Day::InYear(YearlessDay { month, day }, years), first, end),
                    None => self.push(tokens, Day::Yearless(YearlessDay { month, day }), first, last),
                },
            }
        }
        Some(last)
    }
}

/// The second day of "20-25" or "20 to 25", the day being at `at`; where it stands, and whether a mark joins the two.
fn range(tokens: &Tokens, at: usize) -> Option<(i8, usize, bool)> {
    RANGE_WORDS.contains(&tokens.text(at + 1)).then_some(())?;
    let one = day(tokens.word(at)?)?;
    let other = day(tokens.word(at + 2)?).filter(|other| *other > one)?;
    Some((other, at + 2, tokens.word(at + 1).is_none()))
}

/// The place of a month behind a day.
fn month_behind(tokens: &Tokens, day: usize) -> Option<usize> {
    let at = skip(tokens, skip(tokens, day + 1, &["-", "."]), &["of"]);
    month(tokens.word(at)?).map(|_| at)
}

/// The year behind a day or a month, and its place.
fn year_behind(tokens: &Tokens, last: usize) -> Option<(i16, usize)> {
    let at = skip(tokens, last + 1, &[",", ".", "-", "of", "in"]);
    let year = year(tokens, at).filter(|_| ends(tokens, at).is_some())?;
    Some((year, at))
}

/// "this year" behind a day, counted from the present one, and the last word of it.
fn which_year(tokens: &Tokens, at: usize) -> Option<(i16, usize)> {
    let at = skip(tokens, skip(tokens, at, &[","]), &["of"]);
    let years = match tokens.word(at)? {
        "this" => 0,
        "next" => 1,
        "last" => -1,
        _ => return None,
    };
    (tokens.word(at + 1) == Some("year")).then_some((years, at + 1))
}

/// "in April 2026": from its first day to its last. "before April 2026" is neither.
fn whole_month(tokens: &Tokens, year: i16, month: i8, first: usize, last: usize) -> Option<Day> {
    let before = first.checked_sub(1).map_or("", |at| tokens.text(at));
    let is_range = RANGE_WORDS.contains(&tokens.text(last + 1));
    if !matches!(before, "in" | "during" | "throughout") || is_range {
        return None;
    }
    let start = Date::new(year, month, 1)?;
    Some(Day::Dates(start, start.last_of_month(0)?))
}

/// "between April 6 and 9": of the same month, where nothing is counted.
fn is_between(tokens: &Tokens, first: usize, last: usize) -> bool {
    let behind =
        tokens.word(last + 1).is_none_or(|word| matches!(word, "and" | "for" | "with" | "please" | "if" | "but"));
    first.checked_sub(1).is_some_and(|at| matches!(tokens.text(at), "between" | "from")) && behind
}

fn day_digits(word: &str) -> bool {
    word.len() == 2 && is_digits(word)
}

/// "today is ...", "today's date is ...", "today: ..."
fn is_todays(tokens: &Tokens, first: usize) -> bool {
    let Some(at) = first.checked_sub(1) else { return false };
    let before = |back: usize| at.checked_sub(back).map_or("", |at| tokens.text(at));
    match before(0) {
        "is" | ":" | "=" => before(1) == "today" || (before(1) == "date" && before(2) == "today's"),
        word => word == "today's" || (word == "date" && before(1) == "today's"),
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

pub(super) fn year(tokens: &Tokens, at: usize) -> Option<i16> {
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

/// The words that a day may begin with.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    let ordinals = numeral::ordinal_names().chain(["twenty", "thirty"]);
    MONTHS.iter().map(|(name, _)| *name).chain(super::relative::openings()).chain(ordinals)
}

#[cfg(test)]
mod tests;
