//! A day and a time of the day that stand together: `tomorrow at 5 pm`, `17:30 on May 20, 2026`.

use crate::value::Date;

use super::clock::{Clock, SaidTime, as_written};
use super::date::Days;
use super::negation::Stance;
use super::reading::Reading;
use super::token::Tokens;

/// A time of the day, and the place in [`Days::said`] of the day that it belongs to, past the end where nobody says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    pub day: usize,
    pub time: SaidTime,
    /// How many minutes its clocks are ahead of UTC, where that is said.
    pub offset: Option<i16>,
}

/// What may stand between a day and its time, and between a time and its day.
const BEFORE_TIME: &[&str] = &[",", "at", "@", "around", "by", "a", "from", "between"];
const BEFORE_DAY: &[&str] = &[",", "on", "of", "the"];

/// Between two times of one day: "17:30 to 18:00".
const BETWEEN_TIMES: &[&str] = &["to", "until", "till", "and", "-", "–"];

/// The zones that people name by letters, some of which mean several.
const ZONES: &[&str] = &[
    "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "akst", "akdt", "hst", "et", "ct", "mt", "pt", "cet",
    "cest", "bst", "wet", "eet", "eest", "msk", "ist", "jst", "kst", "hkt", "sgt", "aest", "aedt", "acst", "acdt",
    "awst", "nzst", "nzdt", "brt", "sast", "gst", "pkt", "z", "zulu", "eastern", "central", "pacific",
];

/// Before "time" where it is somebody's or some place's: "5 pm local time", "5 pm London time".
const WHOSE: &[&str] =
    &["my", "our", "your", "their", "his", "her", "local", "mountain", "standard", "server", "system"];

/// Every day with a time directly before or behind it, or with one directly behind that. A time between two days belongs to
/// neither. One that corrects a time is of that one's day, and one that corrects anything else takes back what was said.
pub(super) fn moments(
    tokens: &Tokens,
    days: &Days,
    clocks: &[(Reading<SaidTime>, usize, usize)],
) -> Vec<Reading<Moment>> {
    let mut moments = Vec::new();
    // The latest time that stands behind a day, where that begins and the time ends.
    let mut latest: Option<(usize, usize, usize)> = None;
    let mut corrected = Vec::new();
    for (time, first, last) in clocks {
        if names_zone(tokens, *last) {
            latest = None;
            continue;
        }
        // The first day that begins behind the time, and the last one before it.
        let behind = days.places.partition_point(|(start, _)| *start < *first);
        let before = behind.checked_sub(1).filter(|day| is_joined(tokens, days, *day, *first));
        // "tonight at 8": the part of the day is the day too.
        let is_within = |day: &usize| days.places.get(*day).is_some_and(|(_, end)| *end >= *first && *end < *last);
        let before = before.or_else(|| behind.checked_sub(1).filter(is_within));
        let end = offset(tokens, *last).map_or(*last, |(_, end)| end);
        let behind = Some(behind).filter(|day| {
            days.places.get(*day).is_some_and(|(start, _)| *start <= end || all(tokens, end + 1, *start, BEFORE_DAY))
        });
        let (day, from, to) = match (before, behind) {
            (Some(day), None) => (day, days.places.get(day).map_or(*first, |(start, _)| *start), *last),
            (None, Some(day)) => (day, *first, days.places.get(day).map_or(*last, |(_, end)| (*end).max(*last))),
            (None, None) if time.stance == Stance::Correcting => {
                let day = latest.take().map_or(usize::MAX, |(day, ..)| day);
                let moment = Moment { day, time: time.value, offset: offset(tokens, *last).map(|(offset, _)| offset) };
                corrected.push(Reading { value: moment, mention: time.mention, stance: time.stance });
                continue;
            }
            (None, None) => match latest.take() {
                Some((day, from, end)) if *first == end + 2 && BETWEEN_TIMES.contains(&tokens.text(end + 1)) => {
                    (day, from, *last)
                }
                _ => continue,
            },
            _ => continue,
        };
        latest = before.map(|day| (day, from, *last));
        let written = || as_written(tokens, *first).filter(|_| is_iso(tokens, days, day)).map(SaidTime::One);
        let time = match time.value {
            SaidTime::Either(_) => written().unwrap_or(time.value),
            SaidTime::One(_) => time.value,
        };
        let (offset, to) = match offset(tokens, *last) {
            Some((offset, end)) => (Some(offset), to.max(end)),
            None => (None, to),
        };
        let moment = Moment { day, time, offset };
        moments.push(Reading::new(tokens, moment, from.min(*first), to, "datetime"));
    }
    moments.extend(corrected);
    moments.extend(days.said.iter().filter(|day| day.stance == Stance::Correcting).map(|day| Reading {
        value: Moment {
            day: usize::MAX,
            time: SaidTime::Either(Clock { hour: 0, minute: 0, second: 0 }),
            offset: None,
        },
        mention: day.mention,
        stance: day.stance,
    }));
    moments.sort_by_key(|reading| reading.mention.span);
    moments
}

/// "5 pm EST", "17:00 (CET)", "5 pm London time", "17:00 +02:00": a zone whose clocks are not known here.
pub(super) fn names_zone(tokens: &Tokens, time: usize) -> bool {
    let at = time + 1 + usize::from(matches!(tokens.text(time + 1), "(" | ","));
    let Some(word) = tokens.word(at) else {
        let is_offset = |word: &str| word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        return matches!(tokens.text(at), "+" | "-")
            && tokens.is_glued(at + 1)
            && tokens.word(at + 1).is_some_and(is_offset);
    };
    let is_name = |at: usize| tokens.get(at).is_some_and(|token| token.is_word() && token.is_capital());
    let is_time = |at: usize| tokens.word(at) == Some("time");
    ZONES.contains(&word)
        || (WHOSE.contains(&word) && (is_time(at + 1) || is_time(at + 2)))
        || (is_name(at) && (is_time(at + 1) || (is_name(at + 1) && is_time(at + 2))))
}

/// "16:00 UTC", "16:00 at UTC+1", "5 pm GMT-03:30": the minutes ahead of UTC, and the last word of it.
pub(super) fn offset(tokens: &Tokens, time: usize) -> Option<(i16, usize)> {
    let at = time + 1 + usize::from(matches!(tokens.text(time + 1), "at" | "in" | "," | "("));
    if !matches!(tokens.word(at)?, "utc" | "gmt") {
        return None;
    }
    let sign = match tokens.mark(at + 1).filter(|_| tokens.is_glued(at + 1) && tokens.is_glued(at + 2)) {
        Some("+") => 1,
        Some("-") => -1,
        _ => return Some((0, at)),
    };
    let number = |at: usize| tokens.word(at).filter(|word| word.len() <= 2).and_then(|word| word.parse::<i16>().ok());
    let hours = number(at + 2)?;
    match number(at + 4).filter(|_| tokens.mark(at + 3) == Some(":") && tokens.is_glued(at + 4)) {
        Some(minutes) => Some((sign * (60 * hours + minutes), at + 4)),
        None => Some((sign * 60 * hours, at + 2)),
    }
}

/// Whether a day is written as `2026-05-16` or `2026/05/16`. Whoever writes days so writes times in 24 hours.
fn is_iso(tokens: &Tokens, days: &Days, day: usize) -> bool {
    let written =
        days.places.get(day).map(|(start, end)| (*start..=*end).map(|at| tokens.text(at)).collect::<String>());
    written.is_some_and(|written| Date::parse(&written.replace('/', "-")).is_some())
}

/// Whether a day ends where a time begins.
fn is_joined(tokens: &Tokens, days: &Days, day: usize, time: usize) -> bool {
    days.places.get(day).is_some_and(|(_, end)| *end < time && all(tokens, end + 1, time, BEFORE_TIME))
}

/// Whether nothing but these stands there.
fn all(tokens: &Tokens, from: usize, to: usize, passed: &[&str]) -> bool {
    from <= to && to - from <= 3 && (from..to).all(|at| passed.contains(&tokens.text(at)) || is_part(tokens, at))
}

/// "tomorrow evening at 8": the part of the day belongs to the time.
fn is_part(tokens: &Tokens, at: usize) -> bool {
    matches!(tokens.text(at), "morning" | "afternoon" | "evening" | "night")
}
