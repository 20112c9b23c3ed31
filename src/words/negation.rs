//! What takes a mention back: "not 500", "no, make it 300". The words for it are data; the rules are these.
//!
//! **Negated** is a value with one of [`NEGATORS`] directly before it, or one of [`VERB_NEGATORS`] (a phrase that is a
//! verb: "don't pay") or that and one other word ("don't send 500"), but none of [`AFFIRMING`] ("don't forget 500"). Up to three small words may stand between
//! ("not to the 500"), and quotation marks and currency signs; any other mark ends the search, so "no, 300" negates
//! nothing. A negated mention is none, and takes back what was said of the same value before it.
//!
//! **Correcting** is a value with one of [`CORRECTIONS`] at the start of a clause before it, and nothing between but
//! commas, dashes and up to five small words ("no, make it 300"), or one with "instead" behind it ("300 instead"). It
//! takes back every value of its type that was said before it. A clause starts at the start of the text or a line, after
//! a mark, after one of [`OPENERS`], or after another correction ("no wait, 300").
//!
//! **Quoted** is what stands in a line that begins with `>`: it is another's, says nothing and takes nothing back.
//!
//! A text has no type whose other values could be known: `correction.rs`.

use super::negator::{AFFIRMING, CORRECTIONS, NEGATORS, OF_WORDS, VERB_NEGATORS, phrase_before, word_before};
use super::reach::{MAX_LINKED, is_negator, is_reached, is_unequal};
use super::role::Roles;
use super::token::{Gap, Tokens};

/// How a value is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// As it stands.
    Said,
    /// It is not this one.
    Negated,
    /// This one, and none of those before.
    Correcting,
    /// By somebody else, whom the text quotes.
    Quoted,
    /// In a sentence that the next one takes back.
    Retracted,
}

impl Stance {
    /// Whether the mention does anything at all.
    pub(super) fn counts(self) -> bool {
        !matches!(self, Stance::Quoted | Stance::Retracted)
    }
}

const MAX_FILLERS: usize = 3;
const MAX_LINKS: usize = 5;
/// How many marks may stand beside each word before a value.
const MAX_MARKS: usize = 4;
/// How many words and marks before a value at most what takes it back, or others for it, ends: most values have no such word
/// anywhere near.
const NEAR: u8 = ((MAX_LINKS + 1) * (1 + MAX_MARKS)) as u8;
const _: () = assert!(MAX_LINKED <= NEAR as usize);
/// How many corrections may stand one behind the other.
const MAX_CHAIN: usize = 4;

/// How the value at `first..=last` is said.
pub(super) fn stance(tokens: &Tokens, first: usize, last: usize) -> Stance {
    if tokens.is_quoted(first) {
        Stance::Quoted
    } else if tokens.is_retracted(first) {
        Stance::Retracted
    } else if is_denied(tokens, first, last) {
        Stance::Negated
    } else if (tokens.has_denial(first, NEAR) && is_correcting(tokens, first))
        || is_instead(tokens, last)
        || is_starred(tokens, first, last)
    {
        Stance::Correcting
    } else {
        Stance::Said
    }
}

/// Whether what stands at `first..=last` is negated, by what stands before it or from afar.
pub(super) fn is_denied(tokens: &Tokens, first: usize, last: usize) -> bool {
    is_unequal(tokens, first)
        || (tokens.has_denial(first, NEAR) && (is_negated(tokens, first) || is_reached(tokens, first, last)))
}

/// Whether what stands at `first` is negated by what stands before it.
pub(super) fn is_negated(tokens: &Tokens, first: usize) -> bool {
    // Two negations make a request, and so does "why not".
    let is_affirmed =
        |start| is_negator(tokens, start) || word_before(tokens, start).is_some_and(|(_, word)| word == "why");
    let mut end = before_marks(tokens, first, is_wrapping);
    for _ in 0..=MAX_FILLERS {
        let Some((verb, word)) = word_before(tokens, end) else { return false };
        // Most words are neither.
        if !tokens.has(verb, Roles::DENIAL | Roles::FILLER)
            && !verb.checked_sub(1).is_some_and(|at| tokens.has(at, Roles::DENIAL))
        {
            return false;
        }
        if let Some(start) = phrase_before(tokens, end, NEGATORS)
            && !(tokens.is_figure(first) && end == start + 1 && OF_WORDS.contains(&word))
            // "to forget Ann" asks for nothing.
            && (tokens.text(start) != "forget" || starts_clause(tokens, start) || is_affirmed(start))
        {
            return !is_affirmed(start);
        }
        if let Some(start) = phrase_before(tokens, end, VERB_NEGATORS) {
            return !is_affirmed(start);
        }
        if let Some(start) = phrase_before(tokens, verb, VERB_NEGATORS).filter(|_| !AFFIRMING.contains(&word)) {
            return !is_affirmed(start);
        }
        if !tokens.has(verb, Roles::FILLER) {
            return false;
        }
        end = before_marks(tokens, verb, is_wrapping);
    }
    false
}

/// Whether a correction introduces what stands at `first`.
fn is_correcting(tokens: &Tokens, first: usize) -> bool {
    let mut end = first;
    for _ in 0..=MAX_LINKS {
        end = before_marks(tokens, end, |mark| is_wrapping(mark) || is_pause(mark));
        // "500 nope 510" has no marks.
        let is_between =
            |start: usize| tokens.is_figure(first) && start.checked_sub(1).is_some_and(|at| tokens.is_figure(at));
        if phrase_before(tokens, end, CORRECTIONS)
            .is_some_and(|start| starts_clause(tokens, start) || is_between(start))
        {
            return true;
        }
        match word_before(tokens, end) {
            Some((start, _)) if tokens.has(start, Roles::LINK) => end = start,
            _ => return false,
        }
    }
    false
}

/// "*510" alone corrects the message before, as people write it; "*510*" is emphasis, "* 510" an item of a list.
fn is_starred(tokens: &Tokens, first: usize, last: usize) -> bool {
    let star = before_marks(tokens, first, |mark| mark != "*" && is_wrapping(mark));
    star == 1
        && tokens.mark(0) == Some("*")
        && !tokens.get(1).is_some_and(|next| next.gap.is_blank())
        && tokens.text(last + 1) != "*"
}

/// Whether "instead" stands behind what ends at `last`, one word between at most ("300 euros instead").
fn is_instead(tokens: &Tokens, last: usize) -> bool {
    let is_word = |at| tokens.has(at, Roles::CORRECTION) && tokens.word(at) == Some("instead");
    let at = |offset| is_word(last + offset) && tokens.word(last + offset + 1) != Some("of");
    at(1) || (tokens.word(last + 1).is_some() && at(2))
}

/// Whether a clause may begin at `start`.
pub(super) fn starts_clause(tokens: &Tokens, start: usize) -> bool {
    let mut start = start;
    for _ in 0..MAX_CHAIN {
        if tokens.get(start).is_none_or(|token| token.gap == Gap::Line) {
            return true;
        }
        match word_before(tokens, start) {
            None => return true,
            Some((before, _)) if tokens.has(before, Roles::OPENER) => return true,
            Some(_) => match phrase_before(tokens, start, CORRECTIONS) {
                Some(earlier) => start = earlier,
                None => return false,
            },
        }
    }
    false
}

/// Belongs to the writing of a value.
pub(super) fn is_wrapping(mark: &str) -> bool {
    mark.chars().all(super::token::is_currency)
        || matches!(mark, "\"" | "'" | "“" | "”" | "„" | "«" | "»" | "(" | "[" | "#" | "*")
}

/// Parts a correction from its value.
fn is_pause(mark: &str) -> bool {
    matches!(mark, "," | ":" | "-" | "–" | "—" | "." | "!" | "…")
}

/// The place behind the last word or other mark before `end`.
pub(super) fn before_marks(tokens: &Tokens, end: usize, is_passed: impl Fn(&str) -> bool) -> usize {
    let mut end = end;
    // No more marks than anybody writes there, so that a long run of them costs nothing.
    for _ in 0..MAX_MARKS {
        match end.checked_sub(1).and_then(|at| tokens.mark(at)) {
            Some(mark) if is_passed(mark) => end -= 1,
            _ => break,
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    /// The numbers that stand at the end of a text.
    fn numbers(text: &str) -> Vec<String> {
        Segment::new(text).numbers().into_iter().map(|(number, _)| number.to_string()).collect()
    }

    /// The days that stand at the end of a text.
    fn dates(text: &str) -> Vec<String> {
        Segment::new(text).dates().into_iter().map(|(date, _)| date.to_string()).collect()
    }

    /// Whether a text value is said.
    fn says(text: &str, value: &str) -> bool {
        !Segment::new(text).find_text(value).is_empty()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn a_negated_mention_is_none() {
        for text in [
            "not 500",
            "not the 500",
            "not \"500\"",
            "not $500",
            "instead of 500",
            "rather than 500",
            "don't send 500",
            "Do not pay the 500",
            "I didn't say 500",
            "send 500. Not 500!",
            "except 500",
        ] {
            assert_eq!(numbers(text), NONE, "{text}");
        }
        assert!(!says("pay Bob, not Ann", "Ann"));
        assert!(says("pay Bob, not Ann", "Bob"));
        assert!(!says("no insurance", "insurance"));
        assert!(!says("pay Ann. No, not Ann, Bob", "Ann"));
    }

    #[test]
    fn a_negation_of_something_else_negates_nothing() {
        for text in [
            "don't forget to send 500",
            "don't wait, send 500",
            "why don't you send 500",
            "no, 500",
            "flight no 500",
            "not more than 500",
            "it must not exceed 500",
            "I do not mind, send 500",
            "not only that: 500",
        ] {
            assert_eq!(numbers(text), ["500"], "{text}");
        }
    }

    #[test]
    fn a_correction_takes_back_what_was_said_before() {
        for text in [
            "send 500, no, make it 300",
            "send 500 ... no wait, 300",
            "send 500. Actually 300",
            "send 500. Actually, please send 300",
            "send 500 - sorry, I meant 300",
            "send 500\nno 300",
            "send 500. Make it 300",
            "send 500. And make that 300",
            "send 500? No, 300.",
            "send 300 instead of 500",
            "send 500. Send 300 euros instead.",
            "not 500 but 300",
            "send 500, or rather 300",
        ] {
            assert_eq!(numbers(text), ["300"], "{text}");
        }
    }

    #[test]
    fn what_is_no_correction_takes_nothing_back() {
        for text in [
            "send 500. No, that is all, and 300 more",
            "I actually have 500 and 300",
            "500, no problem, then 300",
            "send 500 and 300",
        ] {
            assert_eq!(numbers(text), ["500", "300"], "{text}");
        }
        assert_eq!(numbers("not 500? fine: 500"), ["500"]);
        assert_eq!(numbers("send 500. No, on 2026-05-01"), ["500"]);
        assert_eq!(dates("on 2026-05-01, no, on May 2, 2026"), ["2026-05-02"]);
    }

    #[test]
    fn a_text_is_corrected_directly_behind_it() {
        for text in [
            "to Anna, no, to Bob",
            "pay Anna. No, Bob!",
            "pay Anna - I mean Bob",
            "pay anna, no wait, bob",
            "Anna, sorry, Bob please",
        ] {
            assert!(!says(text, "Anna"), "{text}");
            assert!(says(text, "Bob"), "{text}");
        }
        for text in [
            "pay Anna. Actually, what is my balance?",
            "pay Anna. No, thanks",
            "pay Anna, no, 300",
            "pay Anna 500. No, 300",
            "Anna, please",
        ] {
            assert!(says(text, "Anna"), "{text}");
        }
        assert!(!says("from 1102534471, no, 2209981107", "1102534471"));
    }

    #[test]
    fn a_quote_out_of_a_negation_is_known_to_be_one() {
        let segment = Segment::new("not 500 but 300");
        assert!(segment.is_negated([4, 7]));
        assert!(!segment.is_negated([12, 15]));
    }
}
