//! When something shall happen, in the phrases shipped with the language.
//!
//! A phrase is written as words, some of which stand for many:
//!
//! | written | stands for |
//! |---|---|
//! | `<word>` | any word |
//! | `<weekday>` | `friday`, `fri` |
//! | `<span>` | `hour`, `days`, `weekend`, `morning` |
//! | `<count>` | `2`, `two`, `a`, `a few` |
//! | `<clock>` | `5 pm`, `5pm`, `17:00`, `noon`; never a bare number |
//! | `<day>` | a date, with or without its year |
//!
//! No phrase hides one of another kind: "From now on send 500 every month" says `immediate` and `recurring`, so neither
//! settles the timing. Where two phrases of one kind overlap, the longer is reported.

use std::sync::LazyLock;

use super::date::{Days, is_weekday};
use super::negation::{Stance, is_negated};
use super::reading::Reading;
use super::token::Tokens;
use super::word_map::WordMap;

/// When something shall happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TriggerKind {
    /// At once.
    Immediate,
    /// At a date or time to come.
    Scheduled,
    /// As soon as something is the case.
    Conditional,
    /// Again and again.
    Recurring,
}

impl TriggerKind {
    /// Its name in the language.
    pub fn name(self) -> &'static str {
        match self {
            TriggerKind::Immediate => "immediate",
            TriggerKind::Scheduled => "scheduled",
            TriggerKind::Conditional => "conditional",
            TriggerKind::Recurring => "recurring",
        }
    }
}

/// A phrase of the table.
struct Phrase {
    kind: TriggerKind,
    words: &'static str,
    /// The phrase does not say this where one of these words stands before it.
    not_after: &'static [&'static str],
    /// Nor where one of these stands behind it.
    not_before: &'static [&'static str],
}

const fn says(kind: TriggerKind, words: &'static str) -> Phrase {
    Phrase { kind, words, not_after: &[], not_before: &[] }
}

use TriggerKind::{Conditional, Immediate, Recurring, Scheduled};

/// The phrases, English first.
const PHRASES: &[Phrase] = &[
    says(Immediate, "now"),
    says(Immediate, "right now"),
    says(Immediate, "right away"),
    says(Immediate, "at once"),
    says(Immediate, "immediately"),
    says(Scheduled, "tomorrow"),
    says(Scheduled, "tonight"),
    says(Scheduled, "later today"),
    says(Scheduled, "this <span>"),
    says(Scheduled, "this <weekday>"),
    says(Scheduled, "next <span>"),
    says(Scheduled, "next <weekday>"),
    says(Scheduled, "on <weekday>"),
    says(Scheduled, "on <day>"),
    says(Scheduled, "on the <day>"),
    says(Scheduled, "at <clock>"),
    says(Scheduled, "at <day>"),
    says(Scheduled, "in <count> <span>"),
    says(Recurring, "every <word>"),
    says(Recurring, "each <word>"),
    says(Recurring, "daily"),
    says(Recurring, "weekly"),
    says(Recurring, "monthly"),
    says(Recurring, "yearly"),
    says(Recurring, "from now on"),
    // "once a week"
    says(Recurring, "once a <span>"),
    says(Recurring, "once per <span>"),
    says(Conditional, "if"),
    says(Conditional, "when"),
    says(Conditional, "as soon as"),
    says(Conditional, "unless"),
    // "once the money is in", but neither "at once" nor "once a week" nor "send it once."
    Phrase { kind: Conditional, words: "once <word>", not_after: &["at"], not_before: &[] },
];

/// What "once" is followed by where it counts times.
const TIMES: &[&str] = &["a", "per", "every", "more", "again", "or", "and"];

/// A phrase with its words.
type Split = (&'static Phrase, Vec<&'static str>);

/// The phrases by their first word.
static BY_FIRST: LazyLock<WordMap<Vec<Split>>> = LazyLock::new(|| {
    let mut table = WordMap::default();
    for phrase in PHRASES {
        let words: Vec<&str> = phrase.words.split(' ').collect();
        table.push(words.first().copied().unwrap_or_default(), (phrase, words));
    }
    table
});

/// All phrases of a text, in order.
pub(super) fn triggers(
    tokens: &Tokens,
    days: &Days,
    openings: impl Iterator<Item = usize>,
) -> Vec<Reading<TriggerKind>> {
    let mut found: Vec<Reading<TriggerKind>> = Vec::new();
    for first in openings {
        let Some(phrases) = BY_FIRST.get(tokens.text(first)) else { continue };
        for (phrase, words) in phrases {
            let Some(last) = read(tokens, days, phrase, words, first) else { continue };
            let mut reading = Reading::new(tokens, phrase.kind, first, last, "phrase");
            // "don't send it if it rains" has a condition all the same.
            if phrase.kind == Conditional && reading.stance == Stance::Negated && !is_negated(tokens, first) {
                reading.stance = Stance::Said;
            }
            // In order of their starts, so only one that reaches as far and began before, or now, can cover it.
            let mut same = found.iter_mut().rev().take(4).filter(|other| other.value == phrase.kind);
            match same.find(|other| {
                other.mention.is_within(reading.mention.span) || reading.mention.is_within(other.mention.span)
            }) {
                Some(other) if other.mention.is_within(reading.mention.span) => *other = reading,
                Some(_) => {}
                None => found.push(reading),
            }
        }
    }
    found
}

/// The words that a phrase may begin with.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    BY_FIRST.words()
}

/// Where a phrase ends that begins at `first`.
fn read(tokens: &Tokens, days: &Days, phrase: &Phrase, words: &[&str], first: usize) -> Option<usize> {
    let before = first.checked_sub(1).and_then(|at| tokens.word(at));
    if before.is_some_and(|word| phrase.not_after.contains(&word)) {
        return None;
    }
    let mut at = first;
    for part in words {
        at = match *part {
            "<word>" => tokens.word(at).map(|_| at + 1),
            "<weekday>" => tokens.word(at).filter(|word| is_weekday(word)).map(|_| at + 1),
            "<span>" => tokens.word(at).filter(|word| is_span(word)).map(|_| at + 1),
            "<count>" => count(tokens, at),
            "<clock>" => clock(tokens, at),
            "<day>" => days.end_at(at).map(|last| last + 1),
            word => (tokens.word(at) == Some(word)).then_some(at + 1),
        }?;
    }
    let last = at - 1;
    let is_times = phrase.words == "once <word>" && TIMES.contains(&tokens.text(last));
    let is_other = tokens.word(at).is_some_and(|word| phrase.not_before.contains(&word));
    (!is_times && !is_other && tokens.is_whole(first, last)).then_some(last)
}

/// A stretch of time, or a part of the day.
fn is_span(word: &str) -> bool {
    matches!(
        word.strip_suffix('s').unwrap_or(word),
        "second"
            | "sec"
            | "minute"
            | "min"
            | "hour"
            | "hr"
            | "day"
            | "week"
            | "fortnight"
            | "weekend"
            | "month"
            | "quarter"
            | "year"
            | "morning"
            | "afternoon"
            | "evening"
            | "night"
    )
}

/// How many.
fn count(tokens: &Tokens, at: usize) -> Option<usize> {
    let word = tokens.word(at)?;
    if word == "a" && matches!(tokens.text(at + 1), "few" | "couple") {
        let of = at + 2;
        return Some(if tokens.text(of) == "of" { of + 1 } else { of });
    }
    let is_count = word.bytes().all(|byte| byte.is_ascii_digit())
        || matches!(
            word,
            "a" | "an"
                | "one"
                | "two"
                | "three"
                | "four"
                | "five"
                | "six"
                | "seven"
                | "eight"
                | "nine"
                | "ten"
                | "eleven"
                | "twelve"
                | "several"
                | "some"
        );
    is_count.then_some(at + 1)
}

/// A time of the day.
fn clock(tokens: &Tokens, at: usize) -> Option<usize> {
    let word = tokens.word(at)?;
    if matches!(word, "noon" | "midnight") {
        return Some(at + 1);
    }
    let is_hour = |digits: &str| (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let half = |at| match tokens.text(at) {
        "am" | "pm" | "o'clock" => Some(at + 1),
        // "p.m." without its last point, which ends the token
        "a" | "p" if tokens.text(at + 1) == "." && tokens.text(at + 2) == "m" => Some(at + 3),
        _ => None,
    };
    if word.strip_suffix("am").or(word.strip_suffix("pm")).is_some_and(is_hour) {
        return Some(at + 1);
    }
    if !is_hour(word) {
        return None;
    }
    if tokens.text(at + 1) == ":" {
        let minutes = tokens.word(at + 2).filter(|_| tokens.is_glued(at + 2))?;
        let digits = minutes.strip_suffix("am").or(minutes.strip_suffix("pm")).unwrap_or(minutes);
        return is_hour(digits).then(|| half(at + 3).unwrap_or(at + 3));
    }
    half(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Segment;

    /// The kinds of timing that are said, each once.
    fn timing(text: &str) -> Vec<&'static str> {
        let mut kinds: Vec<_> = Segment::new(text).trigger_kinds().into_iter().map(|(kind, _)| kind).collect();
        kinds.sort();
        kinds.dedup();
        kinds.into_iter().map(TriggerKind::name).collect()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn the_shipped_phrases_say_their_kind() {
        for (kind, texts) in [
            ("immediate", ["do it now", "right now", "right away", "at once!", "Immediately"].as_slice()),
            (
                "scheduled",
                [
                    "tomorrow",
                    "on Friday",
                    "at 5 pm",
                    "at 5pm",
                    "at 17:00",
                    "in two hours",
                    "in 2 hours",
                    "in a few days",
                    "next week",
                    "next Friday",
                    "on 2026-05-01",
                    "on May 1",
                    "at 5 p.m. sharp",
                    "at noon",
                    "this evening",
                ]
                .as_slice(),
            ),
            (
                "recurring",
                ["every month", "each Friday", "daily", "weekly", "weekly, from then on", "once a week"].as_slice(),
            ),
            (
                "conditional",
                ["if it rains", "when it rains", "once it rains", "as soon as it rains", "unless it rains"].as_slice(),
            ),
        ] {
            for text in texts {
                assert_eq!(timing(text), [kind], "{text}");
            }
        }
        for text in [
            "send 500",
            "not now",
            "at 500",
            "in 2 parts",
            "knowing",
            "everyone",
            "every",
            "send it once.",
            "on foot",
            "monthly-ish",
        ] {
            assert_eq!(timing(text), NONE, "{text}");
        }
    }

    #[test]
    fn an_incidental_now_does_not_settle_the_timing() {
        assert_eq!(timing("From now on send 500 every month"), ["immediate", "recurring"]);
        assert_eq!(timing("Tomorrow, not now"), ["scheduled"]);
    }

    #[test]
    fn the_longest_phrase_of_a_kind_is_reported() {
        let said = Segment::new("do it right now").trigger_kinds();
        assert_eq!(said.iter().map(|(_, mention)| mention.span).collect::<Vec<_>>(), [[6, 15]]);
    }
}
