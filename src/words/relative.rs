//! Days that are counted from today: `tomorrow`, `in 3 days`, `next Friday`, `the end of the month`.
//!
//! A phrase is written as words, some of which stand for many:
//!
//! | written | stands for |
//! |---|---|
//! | `<n>` | `3`, `three`, `a`, `an` |
//! | `<unit>` | `day`, `days`, `week`, `weeks`, `fortnight`, `month`, `months`, `year`, `years` |
//! | `<period>` | `month`, `year` |
//! | `<weekday>` | `friday` |
//! | `<nth>` | `12th` |
//! | `<ordinal>` | `first` to `fifth`, `last` |
//! | `<month>` | `may`, `may 2026` |
//!
//! Which day a phrase is, today being known, is counted in `day.rs`.

mod phrases;

use std::sync::LazyLock;

use crate::value::Date;

use super::date::{month, weekday, weekdays, year};
use super::day::{Day, Edge, Which, YearlessDay, nth_weekday};
use super::moved::moved;
use super::numeral;
use super::token::Tokens;
use super::word_map::WordMap;
use Sense::{
    Count, Days, MonthEdge, NthIn, OfMonth, Period, PeriodEdge, WeekOf, Weekday, WeekdayNth, WeekdayOf, WeekdayOfMonth,
    WeekdayOfPeriod, Weekend,
};
use phrases::{PHRASES, Sense};

/// What is a day's name of its own with a day of the week in it.
const FEASTS: &[&str] =
    &["black", "good", "ash", "palm", "easter", "whit", "cyber", "super", "holy", "maundy", "shrove", "giving"];

/// What makes a day of the week another than the coming one, where it stands before or behind.
const UNSETTLED_BEFORE: &[&str] =
    &["every", "each", "after", "before", "from", "alternate", "other", "previous", "past", "since", "final"];
const UNSETTLED_BEHIND: &[&str] = &["after", "before", "week", "fortnight", "the"];

/// Before a count that is none to the day, and behind one.
const ABOUT: &[&str] =
    &["about", "around", "roughly", "approximately", "almost", "nearly", "over", "under", "than", "least"];
const OR_SO: &[&str] = &["so", "more", "less", "sooner", "earlier", "later"];

/// The words that may stand behind `the 12th` where it is a day: behind any other it counts things ("on the 12th floor").
const BEHIND_NTH: &[&str] = &[
    "and", "or", "but", "at", "for", "from", "to", "until", "till", "through", "with", "in", "please", "if", "so",
    "then", "because", "as", "since", "when", "is", "was", "will", "would", "i", "we", "it",
];

/// The phrases by their first word.
static BY_FIRST: LazyLock<WordMap<Vec<Phrase>>> = LazyLock::new(|| {
    let mut table = WordMap::default();
    for (words, sense) in PHRASES {
        let words: Vec<&str> = words.split(' ').collect();
        table.push(words.first().copied().unwrap_or_default(), (words, *sense));
    }
    table
});

/// The words of a phrase, and what it says.
type Phrase = (Vec<&'static str>, Sense);

/// The words that a phrase may begin with.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    let counts = numeral::small_names().chain(["a", "an"]).filter(|word| number(word).is_some());
    let ordinals = ORDINALS.iter().map(|(name, _)| *name);
    BY_FIRST.words().filter(|word| !word.starts_with('<')).chain(counts).chain(weekdays()).chain(ordinals)
}

/// The words that are a phrase alone.
pub(super) fn alone() -> impl Iterator<Item = &'static str> {
    PHRASES.iter().map(|(words, _)| *words).filter(|words| !words.contains([' ', '<'])).chain(weekdays())
}

/// The words that may be second in a phrase, but for figures.
pub(super) fn seconds() -> impl Iterator<Item = &'static str> {
    let words = PHRASES.iter().filter_map(|(words, _)| words.split(' ').nth(1)).filter(|word| !word.starts_with('<'));
    let counts = numeral::small_names().chain(["a", "an"]);
    words.chain(counts).chain(UNITS.iter().copied()).chain(weekdays()).chain(["month", "month's", "year", "year's"])
}

/// What the places of a phrase hold.
#[derive(Default)]
struct Held {
    count: i64,
    unit: Option<Unit>,
    /// What is added to them: "and 2 days".
    more: Option<(i64, Unit)>,
    weekday: i8,
    is_year: bool,
    nth: i8,
    /// From 1 for the first; 0 is the last.
    ordinal: i8,
    month: i8,
    year: Option<i16>,
}

#[derive(Clone, Copy)]
enum Unit {
    Days(i64),
    Months(i32),
}

/// The day that is counted from today in the words from `first` on, and the last of them: none where they say one that is
/// counted otherwise. `has_previous` says whether a day stands directly before.
pub(super) fn relative(tokens: &Tokens, first: usize, has_previous: bool) -> Option<(Option<Day>, usize)> {
    let word = tokens.word(first)?;
    let own = BY_FIRST.get(word).into_iter().flatten();
    // A count stands before its unit in every phrase.
    let is_counting = number(word).is_some() && tokens.word(first + 1).is_some_and(|next| unit(next).is_some());
    let stands_for = [
        is_counting.then_some("<n>"),
        weekday(word).map(|_| "<weekday>"),
        nth(word).map(|_| "<nth>"),
        ordinal(word).map(|_| "<ordinal>"),
    ];
    let others = stands_for.into_iter().flatten().filter_map(|kind| BY_FIRST.get(kind)).flatten();
    let read = own.chain(others).filter_map(|phrase| read(tokens, phrase, first, has_previous));
    let (day, last) = read.max_by_key(|(_, last)| *last)?;
    match day.and_then(|day| moved(tokens, &day, first, last)) {
        Some(end) => Some((None, end)),
        None => Some((day, last)),
    }
}

fn read(tokens: &Tokens, phrase: &Phrase, first: usize, has_previous: bool) -> Option<(Option<Day>, usize)> {
    let (words, sense) = phrase;
    let mut held = Held::default();
    let mut at = first;
    for part in words {
        let word = tokens.word(at)?;
        match *part {
            "<n>" => held.count = number(word)?,
            "<unit>" => {
                held.unit = Some(unit(word)?);
                if let Some((count, unit)) = more(tokens, at) {
                    held.more = Some((count, unit));
                    at += 3;
                }
            }
            "<weekday>" => held.weekday = weekday(word).filter(|_| is_named(tokens, at, first))?,
            "<period>" => {
                held.is_year = matches!(word, "year" | "year's").then_some(true).or(is_month(word).then_some(false))?
            }
            "<nth>" => held.nth = nth(word)?,
            "<ordinal>" => held.ordinal = ordinal(word)?,
            "<month>" => {
                held.month = month(word)?;
                let next = if matches!(tokens.text(at + 1), "," | "of") { at + 2 } else { at + 1 };
                held.year = year(tokens, next).filter(|_| !tokens.is_glued(next + 1));
                at = if held.year.is_some() { next } else { at };
            }
            word_of_phrase if word == word_of_phrase => {}
            _ => return None,
        }
        at += 1;
    }
    let last = at - 1;
    if !tokens.is_whole(first, last) {
        return None;
    }
    let before = first.checked_sub(1).and_then(|at| tokens.word(at));
    let behind = tokens.word(last + 1);
    let day = match *sense {
        Days(days) => {
            // "two days after tomorrow" is read as a whole, "the week after tomorrow" not at all.
            if before.is_some_and(|word| matches!(word, "after" | "before")) {
                return None;
            }
            Day::Days(days)
        }
        Count { .. } if is_about(tokens, first, last) => return Some((None, last)),
        Count { sign, from } => match held.unit? {
            Unit::Days(days) if let Some((count, unit)) = held.more => match unit {
                Unit::Days(more) => Day::Days(sign * (held.count * days + count * more) + from),
                Unit::Months(_) => return Some((None, last)),
            },
            Unit::Months(_) if held.more.is_some() => return Some((None, last)),
            Unit::Days(days) => Day::Days(sign * held.count * days + from),
            Unit::Months(months) if from == 0 => Day::Months(i32::try_from(sign * held.count).ok()? * months),
            Unit::Months(_) => return None,
        },
        Weekday(which) => {
            let is_unsettled = before
                .is_some_and(|word| UNSETTLED_BEFORE.contains(&word) || FEASTS.contains(&word) || is_ordinal(word))
                && !(before == Some("from") && which != Which::Bare);
            let is_unsettled = is_unsettled && !is_range_start(tokens, first);
            if is_unsettled
                || behind.is_some_and(|word| UNSETTLED_BEHIND.contains(&word) || word == "of")
                || names_date(tokens, last)
            {
                return None;
            }
            Day::Weekday(which, held.weekday)
        }
        WeekdayOf(weeks) => Day::WeekdayOf { weekday: held.weekday, weeks },
        WeekdayOfPeriod(_) if held.is_year => return Some((None, last)),
        WeekdayOfPeriod(months) => Day::WeekdayOfMonth { ordinal: held.ordinal, weekday: held.weekday, months },
        // Without its year it is another day from year to year.
        WeekdayOfMonth => {
            let first = held.year.and_then(|year| Date::new(year, held.month, 1));
            let date = first.and_then(|first| nth_weekday(first, held.ordinal, held.weekday));
            return Some((date.map(Day::Date), last));
        }
        WeekdayNth if is_of_month(tokens, last) || behind.is_some_and(|word| !BEHIND_NTH.contains(&word)) => {
            return None;
        }
        WeekdayNth => Day::WeekdayNth { weekday: held.weekday, day: held.nth },
        NthIn => match held.year {
            Some(year) => return Some((Date::new(year, held.month, held.nth).map(Day::Date), last)),
            None => Day::Yearless(YearlessDay { month: held.month, day: held.nth }),
        },
        Weekend(which) => Day::Weekend(which),
        Period(offset) if held.is_year => Day::Year(offset),
        Period(offset) => Day::Month(i32::from(offset)),
        PeriodEdge(offset, edge) if held.is_year => Day::YearEdge(offset, edge),
        PeriodEdge(offset, edge) => Day::MonthEdge(i32::from(offset), edge),
        OfMonth { months: Some(months), .. } => Day::OfOtherMonth { day: held.nth, months },
        OfMonth { follows, .. } => {
            let is_counting = behind.is_some_and(|word| !BEHIND_NTH.contains(&word)) || is_of_month(tokens, last);
            // "to the 12th" alone may be a way as much as an end.
            if is_counting || (follows && !has_previous) {
                return None;
            }
            Day::OfMonth { day: held.nth, follows }
        }
        MonthEdge(edge) => month_edge(held.month, held.year, edge)?,
        WeekOf => week_of(held.ordinal, held.month, held.year)?,
    };
    Some((Some(day), last))
}

/// "and 2 days" behind a unit.
fn more(tokens: &Tokens, unit_at: usize) -> Option<(i64, Unit)> {
    let count = number(tokens.word(unit_at + 2)?).filter(|_| tokens.word(unit_at + 1) == Some("and"))?;
    Some((count, unit(tokens.word(unit_at + 3)?)?))
}

/// "in a week or two", "2 or 3 days ago", "about 3 days ago", "in a week and a half"
fn is_about(tokens: &Tokens, first: usize, last: usize) -> bool {
    let before = |back: usize| first.checked_sub(back).map_or("", |at| tokens.text(at));
    let is_counted = |word: &str| number(word).is_some() || unit(word).is_some();
    let is_end = tokens.word(first).and_then(number).is_some()
        && (ABOUT.contains(&before(1))
            || (matches!(before(1), "or" | "to" | "and" | "-" | "–") && is_counted(before(2))));
    let next = tokens.text(last + 2);
    let is_open = match tokens.text(last + 1) {
        "or" => {
            number(next).is_some_and(|_| next != "a" && next != "an")
                || OR_SO.contains(&next)
                || is_unit_at(tokens, last + 3)
        }
        "and" => next == "half" || matches!(tokens.text(last + 3), "half" | "bit") || is_hours(tokens.text(last + 3)),
        "to" | "-" | "–" => number(next).is_some() && is_unit_at(tokens, last + 3),
        _ => false,
    };
    is_end || is_open
}

fn is_unit_at(tokens: &Tokens, at: usize) -> bool {
    tokens.word(at).and_then(unit).is_some()
}

fn is_hours(word: &str) -> bool {
    matches!(word, "hour" | "hours" | "minute" | "minutes" | "min" | "mins")
}

/// "the 12th in April", "the 13th of May"
fn is_of_month(tokens: &Tokens, last: usize) -> bool {
    matches!(tokens.text(last + 1), "in" | "of") && tokens.word(last + 2).and_then(month).is_some()
}

/// A short name of a day of the week is one only where something before it says so: "sat" and "sun" are words.
fn is_named(tokens: &Tokens, at: usize, first: usize) -> bool {
    let is_short = tokens.word(at).is_some_and(|word| word.len() < 6);
    let before = at.checked_sub(1).and_then(|at| tokens.word(at));
    !is_short || at > first || before.is_some_and(|word| matches!(word, "on" | "by" | "until" | "till"))
}

/// "from Friday to Sunday" begins on Friday, "a week from Friday" does not.
fn is_range_start(tokens: &Tokens, first: usize) -> bool {
    first.checked_sub(1).and_then(|at| tokens.word(at)) == Some("from")
        && first.checked_sub(2).and_then(|at| tokens.word(at)).is_none_or(|word| unit(word).is_none())
}

/// "Friday, March 13": the date says the day.
fn names_date(tokens: &Tokens, last: usize) -> bool {
    let at = if matches!(tokens.text(last + 1), "," | ".") { last + 2 } else { last + 1 };
    tokens.word(at).is_some_and(|word| {
        (month(word).is_some() && tokens.text(at + 1).starts_with(|c: char| c.is_ascii_digit()))
            || (word.starts_with(|c: char| c.is_ascii_digit()) && !is_clock(tokens, at))
    })
}

/// Whether digits are a time of the day.
fn is_clock(tokens: &Tokens, at: usize) -> bool {
    super::clock::clock(tokens, at).is_some()
}

fn month_edge(month: i8, year: Option<i16>, edge: Edge) -> Option<Day> {
    let first = |year| Date::new(year, month, 1);
    match (year, edge) {
        (Some(year), Edge::First) => first(year).map(Day::Date),
        (Some(year), Edge::Last) => first(year)?.last_of_month(0).map(Day::Date),
        (None, Edge::First) => Some(Day::Yearless(YearlessDay { month, day: 1 })),
        // The end of February is another day from year to year.
        (None, Edge::Last) if month == 2 => None,
        (None, Edge::Last) => Some(Day::Yearless(YearlessDay { month, day: first(2000)?.last_of_month(0)?.day() })),
    }
}

/// The first week of a month is its first seven days, the last one its last seven.
fn week_of(ordinal: i8, month: i8, year: Option<i16>) -> Option<Day> {
    // The fifth week is of seven days in no month.
    if ordinal > 4 || (ordinal == 0 && year.is_none() && month == 2) {
        return None;
    }
    let last = Date::new(year.unwrap_or(2000), month, 1)?.last_of_month(0)?.day();
    let (from, to) = if ordinal == 0 { (last - 6, last) } else { (ordinal * 7 - 6, ordinal * 7) };
    match year {
        Some(year) => Some(Day::Dates(Date::new(year, month, from)?, Date::new(year, month, to)?)),
        None => Some(Day::YearlessDays(YearlessDay { month, day: from }, YearlessDay { month, day: to })),
    }
}

/// "the second Tuesday", "the 3rd Friday"
fn is_ordinal(word: &str) -> bool {
    word != "last" && (ordinal(word).is_some() || nth(word).is_some() || numeral::ordinal(word).is_some())
}

/// How many: few enough that nobody writes a longer way.
pub(super) fn number(word: &str) -> Option<i64> {
    let is_digits = (1..=4).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits {
        return word.parse().ok();
    }
    if matches!(word, "a" | "an") { Some(1) } else { numeral::small(word).filter(|number| *number > 0) }
}

/// What a count may count.
pub(super) const UNITS: &[&str] =
    &["day", "days", "week", "weeks", "fortnight", "fortnights", "month", "months", "year", "years"];

fn unit(word: &str) -> Option<Unit> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "day" => Unit::Days(1),
        "week" => Unit::Days(7),
        "fortnight" => Unit::Days(14),
        "month" => Unit::Months(1),
        "year" => Unit::Months(12),
        _ => return None,
    })
}

fn is_month(word: &str) -> bool {
    matches!(word, "month" | "month's")
}

/// `12th`
fn nth(word: &str) -> Option<i8> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending))?;
    let fits = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| digits.parse().ok()).flatten().filter(|day| (1..=31).contains(day))
}

const ORDINALS: [(&str, i8); 11] = [
    ("first", 1),
    ("1st", 1),
    ("second", 2),
    ("2nd", 2),
    ("third", 3),
    ("3rd", 3),
    ("fourth", 4),
    ("4th", 4),
    ("fifth", 5),
    ("5th", 5),
    ("last", 0),
];

fn ordinal(word: &str) -> Option<i8> {
    ORDINALS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number)
}
