//! What takes a mention back: "not 500", "no, make it 300". The words for it are data; the rules are these.
//!
//! **Negated** is a value with one of [`NEGATORS`] directly before it, or one of [`VERB_NEGATORS`] and one other word
//! ("don't send 500"), but none of [`AFFIRMING`] ("don't forget 500"). Up to three of [`FILLERS`] may stand between
//! ("not to the 500"), and quotation marks and currency signs; any other mark ends the search, so "no, 300" negates
//! nothing. A negated mention is none, and takes back what was said of the same value before it.
//!
//! **Correcting** is a value with one of [`CORRECTIONS`] at the start of a clause before it, and nothing between but
//! commas, dashes and up to five of [`LINKS`] ("no, make it 300"), or one with "instead" behind it ("300 instead"). It
//! takes back every value of its type that was said before it. A clause starts at the start of the text or a line, after
//! a mark, after one of [`OPENERS`], or after another correction ("no wait, 300").
//!
//! **A text** has no type whose other values could be known. It is taken back by a correction directly behind it ("to
//! Anna, no, to Bob"), where what follows has the same preposition, begins with a capital letter, or is all there is.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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
}

/// Directly before a value. `no` is none before a digit: in "no 300" and "flight no 12" it says something else.
const NEGATORS: &[&str] =
    &["not", "instead of", "rather than", "other than", "anything but", "except", "except for", "no", "never"];

/// Before a verb and a value.
const VERB_NEGATORS: &[&str] = &[
    "do not",
    "don't",
    "dont",
    "does not",
    "doesn't",
    "did not",
    "didn't",
    "should not",
    "shouldn't",
    "must not",
    "mustn't",
    "will not",
    "won't",
    "would not",
    "wouldn't",
    "cannot",
    "can not",
    "can't",
    "never",
    "stop",
];

/// Verbs that a negation turns into a request.
const AFFIRMING: &[&str] = &["forget", "hesitate", "mind", "worry", "wait"];

/// Small words between a negation and its value.
const FILLERS: &[&str] = &[
    "a", "an", "the", "to", "for", "of", "in", "on", "at", "by", "with", "from", "as", "my", "your", "his", "her",
    "our", "their", "its", "this", "that", "these", "those",
];

/// At the start of a clause before the right value.
const CORRECTIONS: &[&str] = &[
    "no",
    "nope",
    "wait",
    "hold on",
    "actually",
    "sorry",
    "oops",
    "i mean",
    "i meant",
    "or rather",
    "rather",
    "correction",
    "scratch that",
    "strike that",
    "instead",
    "make it",
    "make that",
    "change it to",
    "change that to",
    "better",
    "on second thought",
    "on second thoughts",
    "my mistake",
    "my bad",
];

/// Small words between a correction and its value.
const LINKS: &[&str] = &[
    "a", "an", "the", "to", "for", "of", "in", "on", "at", "by", "with", "from", "my", "it", "it's", "its", "that",
    "that's", "is", "be", "should", "i", "i'd", "want", "need", "like", "meant", "mean", "said", "make", "change",
    "let's", "please", "send", "pay", "transfer", "give", "use", "book", "take", "get", "set", "do", "go", "say",
    "just", "only", "exactly", "about", "rather", "instead", "prefer", "would", "amount", "number", "date",
];

/// Words after which a clause may begin.
const OPENERS: &[&str] = &[
    "and", "but", "or", "oh", "ah", "um", "uh", "hmm", "well", "so", "ok", "okay", "then", "please", "yes", "yeah",
    "also", "now",
];

/// What is said alone without correcting anything.
const SMALL_TALK: &[&str] = &[
    "thanks", "thank", "please", "ok", "okay", "yes", "problem", "worries", "way", "idea", "i", "i'm", "i'll", "i've",
];

const MAX_FILLERS: usize = 3;
const MAX_LINKS: usize = 5;
/// How many corrections may stand one behind the other.
const MAX_CHAIN: usize = 4;

/// How the value at `first..=last` is said.
pub(super) fn stance(tokens: &Tokens, first: usize, last: usize) -> Stance {
    if is_negated(tokens, first) {
        Stance::Negated
    } else if is_correcting(tokens, first) || is_instead(tokens, last) {
        Stance::Correcting
    } else {
        Stance::Said
    }
}

/// Whether what stands at `first` is negated.
pub(super) fn is_negated(tokens: &Tokens, first: usize) -> bool {
    let is_digits = tokens.text(first).starts_with(|c: char| c.is_ascii_digit());
    let mut end = before_marks(tokens, first, is_wrapping);
    for _ in 0..=MAX_FILLERS {
        if let Some(start) = phrase_before(tokens, end, NEGATORS)
            && !(is_digits && end == start + 1 && tokens.text(start) == "no")
        {
            return true;
        }
        let Some((verb, word)) = word_before(tokens, end) else { return false };
        if !AFFIRMING.contains(&word) && phrase_before(tokens, verb, VERB_NEGATORS).is_some() {
            return true;
        }
        if !FILLERS.contains(&word) {
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
        if phrase_before(tokens, end, CORRECTIONS).is_some_and(|start| starts_clause(tokens, start)) {
            return true;
        }
        match word_before(tokens, end) {
            Some((start, word)) if LINKS.contains(&word) => end = start,
            _ => return false,
        }
    }
    false
}

/// Whether "instead" stands behind what ends at `last`, one word between at most ("300 euros instead").
fn is_instead(tokens: &Tokens, last: usize) -> bool {
    let at = |offset| tokens.word(last + offset) == Some("instead") && tokens.word(last + offset + 1) != Some("of");
    at(1) || (tokens.word(last + 1).is_some() && at(2))
}

/// Whether a text at `first..=last` is corrected directly behind it.
pub(super) fn is_text_corrected(tokens: &Tokens, first: usize, last: usize) -> bool {
    let mut at = after_marks(tokens, last + 1);
    if at == last + 1 {
        return false;
    }
    let mut corrections = 0;
    while let Some(end) = phrase_after(tokens, at, CORRECTIONS).filter(|_| corrections < MAX_CHAIN) {
        corrections += 1;
        at = after_marks(tokens, end);
    }
    let mut preposition = None;
    for _ in 0..MAX_LINKS {
        let Some(word) = tokens.word(at).filter(|word| LINKS.contains(word)) else { break };
        preposition = Some(word);
        at = after_marks(tokens, at + 1);
    }
    let (Some(word), Some(token)) = (tokens.word(at), tokens.get(at)) else { return false };
    if corrections == 0 || SMALL_TALK.contains(&word) || NEGATORS.contains(&word) {
        return false;
    }
    let is_digits = |at| tokens.text(at).starts_with(|c: char| c.is_ascii_digit());
    if is_digits(first) || is_digits(at) {
        return is_digits(first) && is_digits(at);
    }
    let same_place = preposition.is_some() && word_before(tokens, first).map(|(_, word)| word) == preposition;
    let is_all = tokens.get(at + 1).is_none_or(|next| !next.is_word || next.gap == Gap::Line);
    same_place || token.upper || is_all
}

/// Whether a clause may begin at `start`.
fn starts_clause(tokens: &Tokens, start: usize) -> bool {
    let mut start = start;
    for _ in 0..MAX_CHAIN {
        if tokens.get(start).is_none_or(|token| token.gap == Gap::Line) {
            return true;
        }
        match word_before(tokens, start) {
            None => return true,
            Some((_, word)) if OPENERS.contains(&word) => return true,
            Some(_) => match phrase_before(tokens, start, CORRECTIONS) {
                Some(earlier) => start = earlier,
                None => return false,
            },
        }
    }
    false
}

/// Belongs to the writing of a value.
fn is_wrapping(mark: &str) -> bool {
    mark.chars().all(super::token::is_currency)
        || matches!(mark, "\"" | "'" | "“" | "”" | "„" | "«" | "»" | "(" | "[" | "#" | "*")
}

/// Parts a correction from its value.
fn is_pause(mark: &str) -> bool {
    matches!(mark, "," | ":" | "-" | "–" | "—" | "." | "…")
}

/// The place behind the last word or other mark before `end`.
fn before_marks(tokens: &Tokens, end: usize, is_passed: impl Fn(&str) -> bool) -> usize {
    let mut end = end;
    // No more marks than anybody writes there, so that a long run of them costs nothing.
    for _ in 0..4 {
        match end.checked_sub(1).and_then(|at| tokens.mark(at)) {
            Some(mark) if is_passed(mark) => end -= 1,
            _ => break,
        }
    }
    end
}

/// The place of the first word from `start` on, past a few marks.
fn after_marks(tokens: &Tokens, start: usize) -> usize {
    (start..start + 4).find(|at| tokens.mark(*at).is_none()).unwrap_or(start + 4)
}

/// The word that ends before `end`, with its place.
fn word_before(tokens: &Tokens, end: usize) -> Option<(usize, &str)> {
    let at = end.checked_sub(1)?;
    tokens.word(at).map(|word| (at, word))
}

/// The phrases of both kinds of negation and of corrections, by their last words: most words end none of them.
static BY_LAST: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut table: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for phrase in [NEGATORS, VERB_NEGATORS, CORRECTIONS].into_iter().flatten() {
        table.entry(phrase.rsplit(' ').next().unwrap_or_default()).or_default().push(phrase);
    }
    table
});

/// Where one of the phrases begins that ends before `end`.
fn phrase_before(tokens: &Tokens, end: usize, phrases: &[&str]) -> Option<usize> {
    let ending = BY_LAST.get(word_before(tokens, end)?.1)?;
    ending.iter().filter(|phrase| phrases.contains(phrase)).find_map(|phrase| {
        phrase
            .rsplit(' ')
            .try_fold(end, |end, word| word_before(tokens, end).filter(|found| found.1 == word).map(|found| found.0))
    })
}

/// Where one of the phrases ends that begins at `start`.
fn phrase_after(tokens: &Tokens, start: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().find_map(|phrase| {
        phrase.split(' ').try_fold(start, |at, word| (tokens.word(at) == Some(word)).then_some(at + 1))
    })
}
