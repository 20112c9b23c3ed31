//! Lengths of time: `2 hours`, `90 mins`, `1 hour 30 minutes`, `2h`, `half an hour`, `an hour and a half`, `PT2H`.
//!
//! A week has seven days and a day 24 hours. Months and years have no one length, and are none.

use crate::value::{Duration, Number};

use super::amount::Amount;
use super::negation::Stance;
use super::numeral;
use super::reading::{Mention, Reading};
use super::token::Tokens;
use super::unit::Unit;

/// All lengths of time of a text, in order: its amounts of time, and what is written as ISO 8601 writes it.
pub(super) fn durations(
    tokens: &Tokens,
    amounts: &[Reading<Amount>],
    openings: impl Iterator<Item = usize>,
) -> Vec<Reading<Duration>> {
    let mut is_correcting = false;
    let spoken = amounts.iter().filter_map(|reading| {
        // What is corrected by the first part is by the whole.
        is_correcting |= reading.value.is_part && reading.stance == Stance::Correcting;
        let [start, end] = reading.mention.span;
        let span = [start, reading.value.end.map_or(end, |end| end as usize)];
        let mention = Mention { span, read_as: "duration" };
        let value = spoken(&reading.value)?;
        let stance = if std::mem::take(&mut is_correcting) { Stance::Correcting } else { reading.stance };
        Some(Reading { value, mention, stance })
    });
    let written = openings.filter(|at| !tokens.is_glued(*at));
    let written = written.filter_map(|at| Some(Reading::new(tokens, iso(tokens, at)?, at, at, "iso-duration")));
    let mut found: Vec<_> = spoken.chain(written).collect();
    found.sort_by_key(|reading| reading.mention.span);
    found
}

/// How long an amount of time is.
fn spoken(amount: &Amount) -> Option<Duration> {
    let unit = amount.units.iter().find(|unit| unit.kind() == "time").filter(|_| !amount.is_part)?;
    let second = Unit::by_name("second").first()?;
    let nanos = unit.convert(&amount.number, *second)?.multiply(&Number::from(1_000_000_000i64));
    nanos.as_i128().map(Duration::from_nanos)
}

/// The words that a length may begin with, besides figures.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    numeral::small_names().filter(|word| named(word).is_some()).chain(["half", "a", "an"])
}

/// `PT2H`, `P1DT12H`, `P2W` (ISO 8601): ever smaller units, each with its figures.
fn iso(tokens: &Tokens, at: usize) -> Option<Duration> {
    let text = tokens.word(at)?.strip_prefix('p').filter(|_| tokens.is_whole(at, at))?;
    let (days, clock) = match text.split_once('t') {
        Some((days, clock)) => (days, Some(clock).filter(|clock| !clock.is_empty())?),
        None => (text, ""),
    };
    let (mut sum, mut last) = (Duration::from_nanos(0), None);
    for (mut rest, units) in [(days, ["week", "d", "d"]), (clock, ["h", "m", "s"])] {
        while !rest.is_empty() {
            let (count, behind) = rest.split_at_checked(rest.find(|c: char| c.is_ascii_alphabetic())?)?;
            let (name, behind) = behind.split_at_checked(1)?;
            let name = if name == "w" { "week" } else { name };
            let unit = units.contains(&name).then(|| unit(name)).flatten()?;
            if last.is_some_and(|last| unit >= last) {
                return None;
            }
            sum = sum.add(times(&Number::parse(count)?, unit)?)?;
            (last, rest) = (Some(unit), behind);
        }
    }
    last.map(|_| sum)
}

/// So many of a unit.
fn times(count: &Number, unit: Duration) -> Option<Duration> {
    let nanos = Number::from(i64::try_from(unit.as_nanos()).ok()?);
    Some(Duration::from_nanos(count.multiply(&nanos).as_i128()?))
}

/// The length that begins at `first` with its last word and the largest of its units: parts of ever smaller units, with "and" or a comma between.
pub(super) fn length(tokens: &Tokens, first: usize) -> Option<(Duration, usize, Duration)> {
    let (mut sum, mut unit, mut last) = part(tokens, first)?;
    let largest = unit;
    loop {
        let mut at = last + 1;
        if matches!(tokens.text(at), "and" | ",") {
            at += 1;
        }
        if tokens.text(at) == "a" && tokens.text(at + 1) == "half" && tokens.text(last + 1) == "and" {
            return Some((sum.add(Duration::from_nanos(unit.as_nanos() / 2))?, at + 1, largest));
        }
        match part(tokens, at) {
            Some((more, smaller, end)) if smaller < unit => (sum, unit, last) = (sum.add(more)?, smaller, end),
            _ => return Some((sum, last, largest)),
        }
    }
}

/// One count and its unit; the length, the unit and the last word.
fn part(tokens: &Tokens, first: usize) -> Option<(Duration, Duration, usize)> {
    let word = tokens.word(first)?;
    if word == "half" && matches!(tokens.text(first + 1), "a" | "an") {
        let unit = unit(tokens.word(first + 2)?)?;
        return Some((Duration::from_nanos(unit.as_nanos() / 2), unit, first + 2));
    }
    let quarters = match word {
        "a" => 1,
        "three" => 3,
        _ => 0,
    };
    let is_quarter = matches!(tokens.text(first + 1), "quarter" | "quarters") && tokens.text(first + 2) == "of";
    if quarters > 0 && is_quarter && matches!(tokens.text(first + 3), "a" | "an") {
        let unit = unit(tokens.word(first + 4)?)?;
        return Some((Duration::from_nanos(unit.as_nanos() / 4 * quarters), unit, first + 4));
    }
    // "2h", "90min", "1.5h"
    let split = word.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(word.len());
    let (digits, letters) = word.split_at_checked(split)?;
    let (count, letters, last) = if !digits.is_empty() && !letters.is_empty() {
        (Number::parse(digits)?, letters, first)
    } else {
        let count = match digits {
            "" => Number::from(named(word)?),
            digits => Number::parse(digits)?,
        };
        // "30-minute", "30 minutes"
        let at = if tokens.text(first + 1) == "-" && tokens.is_glued(first + 2) { first + 2 } else { first + 1 };
        let is_single = matches!(word, "a" | "an");
        let name = tokens.word(at).filter(|name| !(is_single && *name == "second"))?;
        (count, name, at)
    };
    if tokens.is_glued(last + 1) || (last > first && tokens.is_glued(last) && tokens.text(last - 1) != "-") {
        return None;
    }
    let unit = unit(letters)?;
    Some((times(&count, unit)?, unit, last))
}

fn unit(word: &str) -> Option<Duration> {
    const SECOND: i128 = 1_000_000_000;
    let nanos = match word {
        "ms" | "millisecond" | "milliseconds" => SECOND / 1000,
        "s" | "sec" | "secs" | "second" | "seconds" => SECOND,
        "m" | "min" | "mins" | "minute" | "minutes" => SECOND * 60,
        "h" | "hr" | "hrs" | "hour" | "hours" => SECOND * 3600,
        "d" | "day" | "days" => SECOND * 86_400,
        "week" | "weeks" => SECOND * 86_400 * 7,
        "fortnight" | "fortnights" => SECOND * 86_400 * 14,
        _ => return None,
    };
    Some(Duration::from_nanos(nanos))
}

fn named(word: &str) -> Option<i64> {
    if matches!(word, "a" | "an") { Some(1) } else { numeral::small(word).filter(|number| *number > 0) }
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    /// The lengths that stand at the end of a text.
    fn lengths(text: &str) -> Vec<String> {
        Segment::new(text).durations().into_iter().map(|(length, _)| length.to_string()).collect()
    }

    #[test]
    fn a_length_is_said_by_its_count_and_unit() {
        for (text, length) in [
            ("wait 2 hours", "2h"),
            ("wait 2h", "2h"),
            ("90 mins", "90m"),
            ("a 30-minute call", "30m"),
            ("1 hour 30 minutes", "90m"),
            ("1 hour and 30 minutes", "90m"),
            ("an hour and a half", "90m"),
            ("half an hour", "30m"),
            ("1.5 hours", "90m"),
            ("two weeks", "14d"),
            ("PT2H", "2h"),
            ("a timeout of PT1H30M.", "90m"),
            ("P1DT12H", "36h"),
            ("P2W", "14d"),
            ("PT0.5H", "30m"),
        ] {
            assert_eq!(lengths(text), [length], "{text}");
        }
        for text in [
            "2 months",
            "a second opinion",
            "the second",
            "5 meters",
            "v2h",
            "not 2 hours",
            "x-2h",
            "P2M",
            "PT",
            "P",
            "P2",
            "PT2M2H",
            "P2H",
            "PT2D",
            "PT2H-x",
        ] {
            assert!(lengths(text).is_empty(), "{text}");
        }
        assert_eq!(lengths("2 hours or 3 hours"), ["2h", "3h"]);
    }
}
