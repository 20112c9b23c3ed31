//! What takes back all that the last sentence said, with nothing in its place: "Scratch that.", "no wait, cancel that".
//!
//! It is a sentence of its own: one of [`RETRACTIONS`], or, behind a correction, one of [`CALLS_OFF`], since "Cancel that." alone
//! may ask to cancel something. Behind a comma or a dash it takes back its own sentence.

use super::correction::after_marks;
use super::negator::{correction_after, phrase_after};
use super::role::Roles;
use super::token::{Gap, Tokens};

const RETRACTIONS: &[&str] = &[
    "never mind",
    "nevermind",
    "scratch that",
    "strike that",
    "scrap that",
    "forget it",
    "forget that",
    "forget about it",
    "forget what i said",
    "ignore that",
    "disregard that",
    "undo that",
    "take that back",
    "i take that back",
    "i changed my mind",
    "i've changed my mind",
    "don't",
    "do not",
    "don't do it",
    "don't do that",
    "let's not",
];

/// Behind a correction.
const CALLS_OFF: &[&str] = &[
    "cancel that",
    "cancel it",
    "cancel",
    "stop",
    "stop that",
    "drop it",
    "drop that",
    "skip it",
    "skip that",
    "scrap it",
    "leave it",
    "leave that",
    "leave it out",
    "leave that out",
];

/// Behind the retraction.
const COURTESIES: &[&str] = &["please", "thanks", "thank you", "sorry", "then", "for now"];

/// How many openers and corrections may stand before it.
const MAX_OPENERS: usize = 4;

/// Where a retraction ends that begins at `start`, as far as its sentence does.
fn end(tokens: &Tokens, start: usize) -> Option<usize> {
    let (mut at, mut is_corrected) = (start, false);
    for _ in 0..=MAX_OPENERS {
        if tokens.has(at, Roles::RETRACTION) {
            let called_off = || phrase_after(tokens, at, CALLS_OFF).filter(|_| is_corrected);
            let mut ends =
                RETRACTIONS.iter().map(|phrase| phrase_after(tokens, at, &[*phrase])).chain([called_off()]).flatten();
            if let Some(end) = ends.find_map(|end| closed(tokens, end)) {
                return Some(end);
            }
        }
        if let Some(end) = correction_after(tokens, at) {
            (at, is_corrected) = (after_marks(tokens, end), true);
        } else if tokens.has(at, Roles::OPENER) {
            at = after_marks(tokens, at + 1);
        } else {
            return None;
        }
    }
    None
}

/// The end of a sentence that has no more than a courtesy behind `end`.
fn closed(tokens: &Tokens, end: usize) -> Option<usize> {
    let is_end = |at| match tokens.get(at) {
        Some(token) => token.gap == Gap::Line || matches!(tokens.mark(at), Some("." | "!" | "?" | ";" | "…")),
        None => true,
    };
    if is_end(end) {
        return Some(end);
    }
    let at = end + usize::from(tokens.mark(end) == Some(","));
    phrase_after(tokens, at, COURTESIES).filter(|end| is_end(*end))
}

/// Whether the sentence or the clause at `start` is a retraction.
pub(super) fn is_retraction(tokens: &Tokens, start: usize) -> bool {
    tokens.has_any(Roles::RETRACTION) && end(tokens, start).is_some()
}

/// The first and last word or mark of everything that is taken back in a text.
pub(super) fn retracted(tokens: &Tokens) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    if !tokens.has_any(Roles::RETRACTION) {
        return found;
    }
    let (mut previous, mut sentence) = (0, 0);
    for (at, token) in tokens.iter() {
        let behind = at.checked_sub(1).and_then(|at| tokens.mark(at));
        let is_parted = token.gap.is_blank();
        if token.gap == Gap::Line || (is_parted && matches!(behind, Some("." | "!" | "?" | ";" | "…"))) {
            (previous, sentence) = (sentence, at);
        } else if !(is_parted && matches!(behind, Some("," | "-" | "–" | "—"))) {
            continue;
        }
        if at > 0 && is_retraction(tokens, at) {
            found.push((if sentence == at { previous } else { sentence }, at - 1));
        }
    }
    found
}

/// Where the last sentence of a text begins.
pub(super) fn last_sentence(tokens: &Tokens) -> usize {
    let begins = |at: usize| {
        tokens.get(at).is_some_and(|token| token.gap == Gap::Line)
            || (tokens.get(at).is_some_and(|token| token.gap.is_blank())
                && at.checked_sub(1).is_some_and(|at| matches!(tokens.mark(at), Some("." | "!" | "?" | ";" | "…"))))
    };
    let first = (0..tokens.len()).rev().find(|at| begins(*at)).unwrap_or_default();
    tokens.get(first).map_or(0, |token| token.start as usize)
}

/// Their first words.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    RETRACTIONS.iter().chain(CALLS_OFF).map(|phrase| phrase.split(' ').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::words::{Conversation, Segment};

    #[test]
    fn a_retraction_takes_back_the_sentence_before() {
        let numbers = |text: &str| Segment::new(text).numbers().len();
        let stands = |texts: &[(&'static str, usize)]| -> Vec<&'static str> {
            texts.iter().filter(|(text, left)| numbers(text) != *left).map(|(text, _)| *text).collect()
        };
        let wrong = stands(&[
            ("send 500. Scratch that.", 0),
            ("send 500. No wait, cancel that!", 0),
            ("send 500, never mind", 0),
            ("send 500. Don't.", 0),
            ("take 20 of them. Send 500. Scratch that, please.", 1),
            ("send 500\nforget it", 0),
            ("send 500. Scratch that. Send 300.", 1),
            ("send 500. Never mind, thanks", 0),
            // These speak of something else.
            ("it is order 500. Cancel that.", 1),
            ("it is order 500. Please cancel that order.", 1),
            ("send 500. Never mind the fee", 1),
            ("send 500. Forget about Bob", 1),
            ("send 500. Don't worry", 1),
            ("send 500. Stop", 1),
        ]);
        assert_eq!(wrong, [""; 0]);
        assert!(Segment::new("pay Ann. Scratch that.").find_text("Ann").is_empty());
    }

    #[test]
    fn a_message_takes_back_the_last_sentence_of_the_one_before() {
        let numbers = |texts: &[&str]| Conversation::new(texts.iter().map(|text| (*text, true))).numbers().len();
        assert_eq!(numbers(&["send 500", "never mind"]), 0);
        assert_eq!(numbers(&["send 500", "no wait, cancel that"]), 0);
        assert_eq!(numbers(&["take 20. Send 500", "Scratch that."]), 1);
        assert_eq!(numbers(&["send 500", "never mind", "send 500"]), 1);
        assert_eq!(numbers(&["send 500", "never mind the fee"]), 1);
        let talk = Conversation::new([("send 500", true), ("Never mind", false), ("ok", true)]);
        assert_eq!(talk.numbers().len(), 1);
    }
}
