//! Days in fewer marks than most, `20260520` and "twenty-fifth", and what looks like one: "I may 5 times".

use crate::value::Date;

use super::super::numeral;
use super::super::role::Roles;
use super::super::token::Tokens;
use super::{ends, is_digits, skip};

/// `20260520`
pub(super) fn compact(tokens: &Tokens, at: usize) -> Option<Date> {
    let word = tokens.word(at).filter(|word| word.len() == COMPACT && is_digits(word))?;
    let is_marked = at
        .checked_sub(1)
        .and_then(|at| tokens.mark(at))
        .is_some_and(|mark| tokens.get(at).is_some_and(|token| !token.gap.is_blank()) && mark != "(");
    let (year, rest) = word.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    let year = year.parse().ok().filter(|year| (1900..2100).contains(year) && !is_marked)?;
    ends(tokens, at).and_then(|_| Date::new(year, month.parse().ok()?, day.parse().ok()?))
}

/// "I may 5 times", "march 12 miles"
pub(super) fn is_verb(tokens: &Tokens, first: usize, day: usize) -> bool {
    let word = tokens.text(first);
    let before = first.checked_sub(1).map_or("", |at| tokens.text(at));
    let behind = tokens.text(day + 1);
    let is_counting = (tokens.has(day + 1, Roles::UNIT) && behind.len() > 2 && !TIMES.contains(&behind))
        || matches!(behind, "times" | "people" | "steps" | "laps" | "blocks" | "rounds");
    (word == "may" && SUBJECTS.contains(&before)) || (matches!(word, "may" | "march") && is_counting)
}

/// Of whom "may" tells.
const SUBJECTS: &[&str] = &["i", "you", "we", "they", "he", "she", "who", "there"];

/// What is a unit, and a part of a day's name too: "May 5 day trip".
const TIMES: &[&str] = &["day", "night", "week", "month", "year", "hour", "minute", "second", "quarter"];

/// How many figures `20260520` has.
pub(super) const COMPACT: usize = 8;

/// "fifth", "twenty-fifth"; and its last word.
pub(super) fn named_day(tokens: &Tokens, at: usize) -> Option<(i8, usize)> {
    let word = tokens.word(at)?;
    let (day, last) = match numeral::ordinal(word) {
        Some(day) => (day, at),
        None => {
            let tens = numeral::small(word).filter(|tens| matches!(tens, 20 | 30))?;
            let next = skip(tokens, at + 1, &["-"]);
            (tens + numeral::ordinal(tokens.word(next)?).filter(|day| *day < 10)?, next)
        }
    };
    ends(tokens, last)?;
    Some((i8::try_from(day).ok().filter(|day| *day <= 31)?, last))
}
