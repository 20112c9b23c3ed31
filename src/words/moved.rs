//! Words that make a day another than the one that they stand at: "a week on Friday", "the day before May 20", "today in a
//! week", "Monday in April". Where they come to is said by nobody else, so such a day is read as none.

use super::date::{is_weekday, month, year};
use super::day::Day;
use super::relative::{UNITS, number};
use super::token::Tokens;

/// Between a day and what moves it.
const PASSED: &[&str] = &["the", "on", "from"];

/// What may be "before" or "after" a day, besides the units.
const PARTS: &[&str] = &["night", "nights", "evening", "morning", "eve", "weekend", "hours", "hour"];

/// Before a stretch of days.
const WHICH: &[&str] = &["next", "last", "this", "that", "the", "following", "previous", "every", "each", "coming"];

/// Stretches that a day of the week or a number of the month may belong to.
const STRETCHES: &[&str] = &["week", "weekend", "month", "quarter", "semester", "term", "year", "decade"];

/// The last word of a day that something before or behind it moves, together with what stands behind.
pub(super) fn moved(tokens: &Tokens, day: &Day, first: usize, last: usize) -> Option<usize> {
    let end = behind(tokens, last, day.is_relative());
    if end.is_none() && !is_moved_before(tokens, first, day) {
        return None;
    }
    Some(end.unwrap_or(last))
}

/// "a week on", "the day before", "the eve of", "a year ago", "next week, on"
fn is_moved_before(tokens: &Tokens, first: usize, day: &Day) -> bool {
    let before = |end: usize| end.checked_sub(1).map_or("", |at| tokens.text(at));
    let mut end = first;
    while first - end < 2 && PASSED.contains(&before(end)) && (day.is_relative() || before(end) != "from") {
        end -= 1;
    }
    let is_stretch = |word: &str| word == "week" || word == "weekend";
    if before(end) == "," && end > 1 && is_stretch(before(end - 1)) && end > 2 && WHICH.contains(&before(end - 2)) {
        return day.is_relative();
    }
    let (word, other) = (before(end), end.checked_sub(1).map_or("", before));
    match word {
        // "3 days later than May 3"
        "than" if matches!(other, "later" | "earlier") => true,
        "before" | "after" | "past" | "following" | "preceding" => {
            UNITS.contains(&other) || PARTS.contains(&other) || is_weekday(other)
        }
        "of" => matches!(other, "eve" | "anniversary" | "week"),
        "ago" => day.is_relative(),
        "born" => matches!(day, Day::Yearless(_) | Day::YearlessOn(..)),
        _ if !day.is_relative() || !UNITS.contains(&word) => false,
        _ => number(other).is_some() || (is_stretch(word) && WHICH.contains(&other)),
    }
}

/// The last word of what moves a day from behind.
fn behind(tokens: &Tokens, last: usize, is_relative: bool) -> Option<usize> {
    let at = last + 1;
    let counted = |at: usize| {
        let is_count = tokens.word(at).and_then(number).is_some() && UNITS.contains(&tokens.text(at + 1));
        is_count.then_some(at + 1)
    };
    match tokens.text(at) {
        // "May 3 + 7 days"
        "+" | "plus" | "minus" | "-" | "–" => return counted(at + 1),
        "week" | "fortnight" if is_relative => return Some(at),
        "in" if is_relative => {
            if let Some(end) = counted(at + 1).or_else(|| month_at(tokens, at + 1)) {
                return Some(end);
            }
        }
        "of" if is_relative => {
            if let Some(end) = month_at(tokens, at + 1) {
                return Some(end);
            }
        }
        "after" if is_relative && tokens.text(at + 1) == "next" => return Some(at + 1),
        _ => {}
    }
    if let Some(end) = counted(at)
        && matches!(tokens.text(end + 1), "ago" | "later" | "earlier" | "before" | "after" | "hence")
    {
        return Some(end + 1);
    }
    // "of next week", "in the month", "last year"
    let which = if matches!(tokens.text(at), "of" | "in") { at + 1 } else { at };
    let is_stretch = WHICH.contains(&tokens.text(which)) && STRETCHES.contains(&tokens.text(which + 1));
    (is_relative && is_stretch).then_some(which + 1)
}

/// A month, with its year where it has one.
fn month_at(tokens: &Tokens, at: usize) -> Option<usize> {
    month(tokens.word(at)?)?;
    let next = if tokens.text(at + 1) == "," { at + 2 } else { at + 1 };
    Some(if year(tokens, next).is_some() { next } else { at })
}

/// The day of the week that stands beside a day: "Tuesday, November 3", "November 3 (Tuesday)".
pub(super) fn named(tokens: &Tokens, first: usize, last: usize) -> Option<i8> {
    let weekday = |at: usize| tokens.word(at).and_then(super::date::weekday);
    let mut at = first.checked_sub(1);
    for passed in ["the", ".", ","] {
        at = if at.is_some_and(|at| tokens.text(at) == passed) { at.and_then(|at| at.checked_sub(1)) } else { at };
    }
    let is_apposed = matches!(tokens.text(last + 1), "(" | ",");
    at.and_then(weekday).or_else(|| weekday(last + 2).filter(|_| is_apposed))
}
