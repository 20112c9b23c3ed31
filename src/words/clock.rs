//! Times of the day: `5 pm`, `17:30`, `half past five in the evening`, `noon`.
//!
//! A time is one where nobody could read another: with `am`, `pm` or the part of the day, or in 24 hours (`17:30`,
//! `09:00`). `5:30` and `five o'clock` may be in the morning or in the evening, and are two.

mod range;
mod shift;
mod spoken;

use std::sync::LazyLock;

use super::date::Days;
use super::number::is_figures;
use super::numeral;
use super::reading::Reading;
use super::token::Tokens;
use super::word_map::WordSet;
use range::{in_24_hours, ranged};
use shift::{is_alone, is_shifted};
use spoken::spoken;

/// A time of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// From 0 to 23.
    pub hour: i8,
    /// From 0 to 59.
    pub minute: i8,
    /// From 0 to 59.
    pub second: i8,
}

/// A time of the day as it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SaidTime {
    /// One time.
    One(Clock),
    /// This one, or the one twelve hours later.
    Either(Clock),
}

impl SaidTime {
    /// Every time that it may be.
    pub(super) fn candidates(self) -> Vec<Clock> {
        match self {
            SaidTime::One(clock) => vec![clock],
            SaidTime::Either(clock) => vec![clock, Clock { hour: clock.hour + 12, ..clock }],
        }
    }

    pub(super) fn one(self) -> Option<Clock> {
        match self {
            SaidTime::One(clock) => Some(clock),
            SaidTime::Either(_) => None,
        }
    }
}

/// Which half of the day a word says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Am,
    Pm,
    Night,
}

/// Before a number that is an hour.
const BEFORE_HOUR: &[&str] = &["at", "by", "around", "until", "till", "from", "to", "before", "after"];

/// All times of a text in order, each with its first and last word.
pub(super) fn clocks(
    tokens: &Tokens,
    days: &Days,
    openings: impl Iterator<Item = usize>,
) -> Vec<(Reading<SaidTime>, usize, usize)> {
    let mut found = tokens.room(&openings);
    let mut spent = days.spent.iter().peekable();
    let mut next = 0;
    for at in openings {
        if at < next || is_bare_number(tokens, at) {
            continue;
        }
        while spent.next_if(|(_, last)| *last < at).is_some() {}
        let is_spent = spent.peek().is_some_and(|(first, _)| *first <= at);
        // The second time of "3-4pm" is glued to the first.
        let is_glued = || tokens.is_glued(at) && !(tokens.text(at - 1) == "-" && at > 1 && next == at - 1);
        let read = if is_spent || is_glued() || is_shifted(tokens, at) { None } else { clock(tokens, at) };
        if let Some((time, last)) = read {
            // The part of the day before it belongs to the mention, so that its span reads as the time by itself.
            let first = half_before(tokens, at).map_or(at, |(_, first)| first);
            let first = if needs_half(tokens, at) { first } else { at };
            let end = ranged(tokens, at).map_or(last, |(.., end)| end);
            found.push((Reading::new(tokens, time, first, end, "time"), first, last));
            next = last + 1;
        }
    }
    in_24_hours(tokens, &mut found);
    found
}

/// Whether digits stand there and nothing beside them makes a time of them: of many numbers few are times. None has three
/// figures in a row.
fn is_bare_number(tokens: &Tokens, at: usize) -> bool {
    static BEHIND: LazyLock<WordSet> = LazyLock::new(|| {
        let range = ["to", "till", "until", "and", "past", "after"];
        let half = ["am", "pm", "a", "p", "o'clock", "in", "at", "tonight", "this", "tomorrow", "yesterday"];
        WordSet::of(range.into_iter().chain(half))
    });
    let Some(word) = tokens.word(at).filter(|word| is_figures(word)) else { return false };
    let is_joined = || match tokens.word(at + 1) {
        Some(next) => BEHIND.has(next),
        None => matches!(tokens.text(at + 1), ":" | "-" | "–"),
    };
    let is_long = word.len() > 2 && !word.contains('.');
    is_long || !(is_joined() || at.checked_sub(1).is_some_and(|at| joins_part(tokens.text(at))))
}

/// Whether a word joins a part of the day to the time behind it: "tomorrow evening at 8".
fn joins_part(word: &str) -> bool {
    matches!(word, "at" | "by" | "around")
}

/// The words that a time may begin with, besides figures.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    let hours = numeral::small_names().filter(|word| named_hour(word).is_some());
    hours.chain(["noon", "midday", "midnight", "half", "quarter", "twenty"])
}

/// Whether the time at `at` is one of two by itself.
fn needs_half(tokens: &Tokens, at: usize) -> bool {
    plain(tokens, at)
        .is_some_and(|(time, last)| matches!(time, Bare::Open(_)) && half_behind(tokens, last + 1).is_none())
}

/// The time that begins at `at`, and its last word.
pub(super) fn clock(tokens: &Tokens, at: usize) -> Option<(SaidTime, usize)> {
    if let Some((time, last, _)) = ranged(tokens, at) {
        return Some((time, last));
    }
    let (bare, last) = plain(tokens, at)?;
    let (clock, is_hour) = match bare {
        Bare::Sure(clock) => return Some((SaidTime::One(clock), last)),
        Bare::Open(clock) => (clock, false),
        Bare::Hour(clock) => (clock, true),
    };
    let behind = half_behind(tokens, last + 1);
    // "a table for 8 tonight" counts people.
    let is_timed = at.checked_sub(1).and_then(|at| tokens.word(at)).is_some_and(|word| BEFORE_HOUR.contains(&word));
    let is_timed = is_timed
        || (is_alone(tokens, at)
            && behind.is_some_and(|(half, _)| half != Half::Night)
            && matches!(tokens.text(last + 1), "in" | "tomorrow" | "this"));
    if is_hour && !is_timed {
        return None;
    }
    match behind.map(|(half, _)| half).or(half_before(tokens, at).map(|(half, _)| half)) {
        Some(half) => {
            let end = behind.map_or(last, |(_, end)| end);
            in_half(clock, half).map(|clock| (SaidTime::One(clock), end))
        }
        None if is_hour => None,
        None => Some((SaidTime::Either(Clock { hour: clock.hour % 12, ..clock }), last)),
    }
}

/// The time at `at` as it stands there, where its hour has two digits: of twelve hours or of 24, which it does not say itself.
pub(super) fn as_written(tokens: &Tokens, at: usize) -> Option<Clock> {
    match plain(tokens, at)?.0 {
        Bare::Open(clock) if clock.hour >= 10 => Some(clock),
        _ => None,
    }
}

/// A time before the part of the day is looked for.
enum Bare {
    Sure(Clock),
    /// Of twelve hours.
    Open(Clock),
    /// A number that is a time only with a part of the day.
    Hour(Clock),
}

fn plain(tokens: &Tokens, at: usize) -> Option<(Bare, usize)> {
    let word = tokens.word(at)?;
    let sure = |hour| Bare::Sure(Clock { hour, minute: 0, second: 0 });
    match word {
        "noon" | "midday" => return whole(tokens, at).map(|last| (sure(12), last)),
        "midnight" => return whole(tokens, at).map(|last| (sure(0), last)),
        _ => {}
    }
    if let Some(found) = spoken(tokens, at) {
        return Some(found);
    }
    // "5pm", "5.30pm", "17h30"
    let split = word.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(word.len());
    let (digits, letters) = word.split_at_checked(split)?;
    let (hour, minute) = match digits.split_once('.') {
        Some((hour, minute)) => (two(hour, 24)?, exactly_two(minute)?),
        None => (two(digits, 24)?, 0),
    };
    let is_dotted = digits.contains('.');
    let mut clock = Clock { hour, minute, second: 0 };
    match letters {
        "am" | "pm" => {
            return half_of(clock, letters).zip(whole(tokens, at)).map(|(clock, last)| (Bare::Sure(clock), last));
        }
        "" => {}
        _ => {
            let minute = exactly_two(letters.strip_prefix('h')?)?;
            return whole(tokens, at).map(|last| (Bare::Sure(Clock { minute, ..clock }), last));
        }
    }
    let mut last = at;
    let mut has_minutes = is_dotted;
    while !is_dotted
        && last < at + 4
        && tokens.text(last + 1) == ":"
        && tokens.is_glued(last + 1)
        && tokens.is_glued(last + 2)
    {
        let word = tokens.word(last + 2)?;
        let split = word.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(word.len());
        let (digits, letters) = word.split_at_checked(split)?;
        let part = exactly_two(digits)?;
        if last == at {
            clock.minute = part;
        } else {
            clock.second = part;
        }
        last += 2;
        has_minutes = true;
        if !letters.is_empty() {
            return half_of(clock, letters).zip(whole(tokens, last)).map(|(clock, last)| (Bare::Sure(clock), last));
        }
    }
    if let Some((half, end)) = meridiem(tokens, last + 1) {
        let clock = half_of(clock, half)?;
        return Some((Bare::Sure(clock), end));
    }
    if is_dotted {
        return None;
    }
    let last = whole(tokens, last)?;
    if tokens.text(last + 1) == "o'clock" {
        return open(clock).map(|bare| (bare, last + 1));
    }
    if has_minutes {
        let is_sure = !(1..=12).contains(&hour) || word.starts_with('0');
        return if is_sure { Some((Bare::Sure(clock), last)) } else { open(clock).map(|bare| (bare, last)) };
    }
    (1..=12).contains(&hour).then_some((Bare::Hour(clock), last))
}

fn open(clock: Clock) -> Option<Bare> {
    (1..=12).contains(&clock.hour).then_some(Bare::Open(clock))
}

/// `am`, `p.m.`: which, and the last word of it.
fn meridiem(tokens: &Tokens, at: usize) -> Option<(&'static str, usize)> {
    match tokens.word(at)? {
        "am" => Some(("am", whole(tokens, at)?)),
        "pm" => Some(("pm", whole(tokens, at)?)),
        // The last point may end the sentence, and is no part of the token then.
        half @ ("a" | "p") if tokens.text(at + 1) == "." && tokens.text(at + 2) == "m" && tokens.is_glued(at + 2) => {
            Some((if half == "a" { "am" } else { "pm" }, at + 2))
        }
        _ => None,
    }
}

/// "in the evening", "tonight", "tomorrow morning" behind a time; the last word of it.
fn half_behind(tokens: &Tokens, at: usize) -> Option<(Half, usize)> {
    match tokens.word(at)? {
        "in" if tokens.word(at + 1) == Some("the") => Some((part(tokens.word(at + 2)?)?, at + 2)),
        "at" if tokens.word(at + 1) == Some("night") => Some((Half::Night, at + 1)),
        "tonight" => Some((Half::Night, at)),
        "this" | "tomorrow" | "yesterday" => Some((part(tokens.word(at + 1)?)?, at + 1)),
        _ => None,
    }
}

/// "tomorrow evening at" before a time; the first word of the part of the day.
fn half_before(tokens: &Tokens, at: usize) -> Option<(Half, usize)> {
    let at = at.checked_sub(2)?;
    let is_joined = tokens.word(at + 1).is_some_and(joins_part);
    let half = if tokens.word(at)? == "tonight" { Half::Night } else { part(tokens.word(at)?)? };
    is_joined.then_some((half, at))
}

fn part(word: &str) -> Option<Half> {
    match word {
        "morning" => Some(Half::Am),
        "afternoon" | "evening" => Some(Half::Pm),
        "night" => Some(Half::Night),
        _ => None,
    }
}

/// A time of twelve hours in a part of the day; none where people differ ("12 in the morning").
fn in_half(clock: Clock, half: Half) -> Option<Clock> {
    let hour = clock.hour;
    let hour = match half {
        Half::Am if hour < 12 => hour,
        Half::Pm if hour == 12 => 12,
        Half::Pm => hour + 12,
        Half::Night if hour == 12 => 0,
        Half::Night if hour >= 6 => hour + 12,
        _ => return None,
    };
    Some(Clock { hour, ..clock })
}

fn half_of(clock: Clock, half: &str) -> Option<Clock> {
    if !(1..=12).contains(&clock.hour) {
        return None;
    }
    let hour = clock.hour % 12;
    match half {
        "am" => Some(Clock { hour, ..clock }),
        "pm" => Some(Clock { hour: hour + 12, ..clock }),
        _ => None,
    }
}

/// The place, where the token ends there.
fn whole(tokens: &Tokens, last: usize) -> Option<usize> {
    (!tokens.is_glued(last + 1)).then_some(last)
}

fn hour(word: &str) -> Option<i8> {
    named_hour(word).or_else(|| two(word, 13).filter(|hour| *hour > 0))
}

fn named_hour(word: &str) -> Option<i8> {
    numeral::small(word).filter(|hour| (1..=12).contains(hour)).and_then(|hour| i8::try_from(hour).ok())
}

fn two(text: &str, below: i8) -> Option<i8> {
    let fits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten().filter(|number| *number < below)
}

fn exactly_two(text: &str) -> Option<i8> {
    if text.len() == 2 { two(text, 60) } else { None }
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    /// The times that stand at the end of a text.
    fn times(text: &str) -> Vec<String> {
        let clocks = Segment::new(text).clocks().into_iter();
        clocks.map(|(clock, _)| format!("{:02}:{:02}", clock.hour, clock.minute)).collect()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn a_time_is_said_with_its_half_of_the_day_or_in_24_hours() {
        for (text, time) in [
            ("at 5 pm", "17:00"),
            ("at 5pm.", "17:00"),
            ("at 5 p.m. sharp", "17:00"),
            ("at 5:30 PM", "17:30"),
            ("at 5:30pm", "17:30"),
            ("at 5.30pm", "17:30"),
            ("12 am", "00:00"),
            ("12 pm", "12:00"),
            ("at 17:30", "17:30"),
            ("at 17:30:15", "17:30"),
            ("at 09:00", "09:00"),
            ("09:00 AM", "09:00"),
            ("0:30", "00:30"),
            ("17h30", "17:30"),
            ("at noon", "12:00"),
            ("until midnight", "00:00"),
            ("4:30 in the afternoon", "16:30"),
            ("at 5 in the afternoon", "17:00"),
            ("half past five in the evening", "17:30"),
            ("quarter to six tomorrow morning", "05:45"),
            ("five o'clock this evening", "17:00"),
            ("five pm", "17:00"),
            ("half past 6 pm", "18:30"),
            ("a quarter to 7 p.m. sharp", "18:45"),
            ("quarter to one pm", "12:45"),
            ("ten past 6 pm", "18:10"),
            ("twenty to 7 pm", "18:40"),
            ("half past 12 am", "00:30"),
            ("6 in the morning", "06:00"),
            ("tomorrow, 6 in the morning", "06:00"),
            ("7 tomorrow evening", "19:00"),
            ("from ten to 7 pm", "19:00"),
            ("before 5 pm", "17:00"),
            ("at 8 tonight", "20:00"),
            ("tonight at 8", "20:00"),
            ("tomorrow evening at 7:15", "19:15"),
            ("at 12 at night", "00:00"),
        ] {
            assert_eq!(times(text), [time], "{text}");
        }
        for (text, both) in [
            ("from 23:10 to 6:55", ["23:10", "06:55"]),
            ("3 to 4 pm", ["15:00", "16:00"]),
            ("3-4pm", ["15:00", "16:00"]),
            ("9:30 – 11 am", ["09:30", "11:00"]),
            ("12 to 1pm", ["12:00", "13:00"]),
            ("from 5 to 6pm", ["17:00", "18:00"]),
            ("between 3 and 4 p.m. sharp", ["15:00", "16:00"]),
        ] {
            assert_eq!(times(text), both, "{text}");
        }
        for (text, time) in [("11 to 1pm", "13:00"), ("5 to 6pm", "18:00"), ("3 and 4pm", "16:00")] {
            assert_eq!(times(text), [time], "{text}");
        }
    }

    #[test]
    fn a_time_that_may_be_two_is_none() {
        for text in [
            "at 5:30",
            "half past five",
            "at 5:30, no later than half past nine",
            "five o'clock",
            "at 5",
            "13 pm",
            "0 am",
            "24:00",
            "17:60",
            "1:2",
            "10:30:99",
            "a 5:30x",
            "12 in the morning",
            "3 at night",
            "from five to ten",
            "afternoon",
            "10.0.0.1",
            "v5.30",
            "not at 5 pm",
            "a table for 8 tonight",
            "a table for 6 in the morning",
            "I saw 6 in the morning",
            "ten to 7 pm",
            "quarter to 12 pm",
            "an hour before 5 pm",
            "10 minutes past 5 pm",
            "half an hour after noon",
        ] {
            assert_eq!(times(text), NONE, "{text}");
        }
    }
}
