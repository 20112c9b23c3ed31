//! What takes back that something shall be, without a name for it: "no, without it", "skip it", "I don't need that anymore".
//!
//! What "it" is nobody can tell, so nothing is read from it: every boolean that was asked for before is asked about again. It begins
//! a clause, behind corrections and what politely stands before a wish ([`BEFORE`]).

use std::sync::LazyLock;

use super::correction::after_marks;
use super::negator::{correction_after, phrase_after};
use super::role::Roles;
use super::token::{Gap, Token, Tokens};
use super::word_map::WordSet;

/// Takes back that something shall be. `<it>` is one of [`PRONOUNS`], `<not>` one of [`NOT`].
const OFF: &[&str] = &[
    "without",
    "skip",
    "do without",
    "do without <it>",
    "go without",
    "go without <it>",
    "not with <it>",
    "not for <it>",
    "drop <it>",
    "remove <it>",
    "scrap <it>",
    "ditch <it>",
    "lose <it>",
    "exclude <it>",
    "disable <it>",
    "deactivate <it>",
    "leave <it>",
    "leave <it> out",
    "leave out <it>",
    "leave <it> off",
    "keep <it> off",
    "take <it> out",
    "take <it> off",
    "take off <it>",
    "turn <it> off",
    "turn off <it>",
    "switch <it> off",
    "get rid of <it>",
    "pass on <it>",
    "hold off on <it>",
    "no need",
    "no need for <it>",
    "no more",
    "no more of <it>",
    "not needed",
    "not necessary",
    "not required",
    "not wanted",
    "isn't needed",
    "isn't necessary",
    "is not needed",
    "is not necessary",
    "won't be needed",
    "won't be necessary",
    "<not> want <it>",
    "<not> want to",
    "<not> need <it>",
    "<not> need to",
    "<not> include <it>",
    "<not> add <it>",
    "<not> use <it>",
    "<not> have <it>",
    "<not> do <it>",
    "<not> bother",
    "<not> bother with <it>",
];

/// The same, whatever follows behind "it" or "them": "skip it for this order".
const OPEN: &[&str] = &["without <it>", "skip <it>", "omit <it>", "forget about <it>"];

/// The same behind a correction, since "cancel it" alone may ask to cancel something.
const BEHIND_CORRECTION: &[&str] = &["cancel <it>", "cancel", "stop <it>", "stop", "delete <it>", "<not>"];

/// Takes back whatever was wished.
const ALL: &[&str] = &[
    "not anymore",
    "not any more",
    "not any longer",
    "not after all",
    "not this time",
    "not now",
    "no longer",
    "rather not",
    "better not",
    "maybe not",
    "perhaps not",
    "probably not",
    "never mind",
    "never mind <it>",
    "nevermind",
    "forget <it>",
    "forget what i said",
    "scratch <it>",
    "strike <it>",
    "ignore <it>",
    "disregard <it>",
    "undo <it>",
    "take <it> back",
    "changed my mind",
    "changed my mind about <it>",
];

const PRONOUNS: &[&str] = &["it", "them", "that", "this", "those", "these", "one", "any", "both"];
const NOT: &[&str] =
    &["don't", "dont", "do not", "won't", "will not", "wouldn't", "would not", "no longer", "never", "not"];

/// Before it in its clause, beside corrections.
static BEFORE: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of([
        "i", "i'd", "i'll", "i've", "we", "we'd", "we'll", "we've", "you", "can", "could", "would", "will", "think",
        "guess", "suppose", "want", "like", "prefer", "rather", "better", "maybe", "perhaps", "probably", "just",
        "really", "to", "thanks", "fine", "right", "alright", "sure", "hm", "oh", "it", "it's", "that", "that's",
        "have", "after", "all", "afterall",
    ])
});

/// Behind it: nothing that "that" could belong to.
const BEHIND: &[&str] = &[
    "part",
    "bit",
    "one",
    "option",
    "please",
    "thanks",
    "thank you",
    "sorry",
    "then",
    "now",
    "for now",
    "anymore",
    "any more",
    "any longer",
    "after all",
    "this time",
    "at all",
    "today",
    "instead",
    "actually",
    "ok",
    "okay",
    "again",
    "either",
    "really",
    "anyway",
    "altogether",
    "completely",
    "and",
    "but",
    "so",
    "because",
    "since",
    "as",
    "if",
    "when",
    "unless",
    "until",
];

/// A "no" with one of these is a second thought: "actually, no".
const SECOND_THOUGHTS: &[&str] = &["wait", "actually", "on second thought", "on second thoughts", "hold on", "oops"];
const NO: &[&str] = &["no", "nope", "nah"];

/// How much may stand before it in its clause.
const MOST_BEFORE: usize = 8;

/// The words that they begin with.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    let phrases = [OFF, OPEN, BEHIND_CORRECTION, ALL].into_iter().flatten().chain(NOT);
    phrases.filter_map(|phrase| phrase.split(' ').next())
}

/// What a clause takes back.
#[derive(PartialEq, Eq)]
enum Withdrawal {
    /// That something shall be.
    Being,
    /// Whatever was wished: that it shall be, or that it shall not.
    Any,
}

/// Where a text last takes back, without a name for it, that something shall be (`is_on`) or that it shall not: in scalars.
pub(super) fn withdrawn(tokens: &Tokens, is_on: bool) -> Option<usize> {
    if !tokens.has_any(Roles::WITHDRAWAL | Roles::CORRECTION) {
        return None;
    }
    let takes_back = |at| withdraws(tokens, at).is_some_and(|withdrawal| is_on || withdrawal == Withdrawal::Any);
    let is_withdrawal = |at: &usize| !tokens.is_quoted(*at) && begins_clause(tokens, *at) && takes_back(*at);
    let at = (0..tokens.len()).rev().find(is_withdrawal)?;
    tokens.get(at).map(|token| token.start as usize)
}

fn begins_clause(tokens: &Tokens, at: usize) -> bool {
    let is_joint = |word: &str| matches!(word, "and" | "but" | "so" | "then");
    let is_parted = |token: &Token| token.gap.is_blank();
    tokens.word(at).is_some()
        && (at == 0
            || tokens.get(at).is_some_and(|token| token.gap == Gap::Line)
            || tokens.word(at - 1).is_some_and(is_joint)
            || (tokens.get(at).is_some_and(is_parted) && tokens.mark(at - 1).is_some_and(is_pause)))
}

/// Parts clauses; more marks than part a correction from its value.
fn is_pause(mark: &str) -> bool {
    matches!(mark, "." | "!" | "?" | ";" | "…" | "," | "-" | "–" | "—" | ":" | ")" | "(")
}

/// What the clause at `start` takes back.
fn withdraws(tokens: &Tokens, start: usize) -> Option<Withdrawal> {
    let (mut at, mut is_corrected, mut is_no, mut is_second_thought) = (start, false, false, false);
    for _ in 0..=MOST_BEFORE {
        // Most words begin none of them.
        let begins = tokens.has(at, Roles::WITHDRAWAL);
        let ends = |phrases: &'static [&'static str]| {
            let phrases = if begins { phrases } else { &[] };
            phrases.iter().filter_map(move |phrase| end(tokens, at, phrase))
        };
        let closed = |phrases| ends(phrases).any(|end| is_closed(tokens, end));
        let open =
            || ends(OPEN).any(|end| is_closed(tokens, end) || matches!(tokens.word(end - 1), Some("it" | "them")));
        if closed(ALL) {
            return Some(Withdrawal::Any);
        }
        if open() || closed(OFF) || is_left_without(tokens, at) || (is_corrected && closed(BEHIND_CORRECTION)) {
            return Some(Withdrawal::Being);
        }
        if let Some(end) = correction_after(tokens, at) {
            is_no |= phrase_after(tokens, at, NO).is_some();
            is_second_thought |= phrase_after(tokens, at, SECOND_THOUGHTS).is_some();
            (at, is_corrected) = (after_marks(tokens, end), true);
        } else if tokens.has(at, Roles::OPENER) || tokens.word(at).is_some_and(|word| BEFORE.has(word)) {
            at = after_marks(tokens, at + 1);
        } else {
            break;
        }
    }
    (is_no && is_second_thought && at >= tokens.len()).then_some(Withdrawal::Being)
}

/// "send it without", "order them without that"
fn is_left_without(tokens: &Tokens, start: usize) -> bool {
    let is_without = matches!(tokens.word(start + 1), Some("it" | "them")) && tokens.word(start + 2) == Some("without");
    let end = start + 3;
    let behind = end + usize::from(tokens.word(end).is_some_and(|word| PRONOUNS.contains(&word)));
    is_without && is_closed(tokens, behind)
}

/// Where a phrase ends that begins at `start`.
fn end(tokens: &Tokens, start: usize, phrase: &str) -> Option<usize> {
    phrase.split(' ').try_fold(start, |at, word| match word {
        "<it>" => phrase_after(tokens, at, PRONOUNS),
        "<not>" => phrase_after(tokens, at, NOT),
        word => (tokens.word(at)? == word).then_some(at + 1),
    })
}

/// Whether nothing stands at `end` that could belong to what ends there.
pub(super) fn is_closed(tokens: &Tokens, end: usize) -> bool {
    tokens.get(end).is_none_or(|token| token.gap == Gap::Line)
        || tokens.mark(end).is_some_and(is_pause)
        || phrase_after(tokens, end, BEHIND).is_some()
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    fn withdraws(text: &str, is_on: bool) -> bool {
        Segment::new(text).withdrawn(is_on).is_some()
    }

    #[test]
    fn what_was_asked_for_is_taken_back_without_its_name() {
        for text in [
            "no, without it",
            "without it please",
            "skip it",
            "on second thought, skip it",
            "Hmm, let's skip that.",
            "ok, skip it then, it is too expensive",
            "skip it for this order",
            "leave it out",
            "actually, drop that",
            "I don't need it anymore",
            "we no longer want that",
            "you can leave that off, thanks",
            "I'd rather do without",
            "just send it without",
            "I'd rather not have it",
            "skip that part",
            "nah, skip",
            "not for this one",
            "that won't be necessary after all",
            "no need for that",
            "no, cancel it",
            "wait, no",
            "on second thought, no.",
            "actually, don't",
            "Ship it to Berlin, but without it.",
            "Ship it to Berlin\nskip it",
        ] {
            assert!(withdraws(text, true) && !withdraws(text, false), "{text}");
        }
        for text in [
            "not anymore",
            "forget it",
            "Never mind.",
            "actually I changed my mind",
            "I'd rather not",
            "maybe not",
            "I changed my mind about that",
            "never mind that",
        ] {
            assert!(withdraws(text, true) && withdraws(text, false), "{text}");
        }
    }

    #[test]
    fn what_speaks_of_something_else_takes_nothing_back() {
        for text in [
            "no",
            "no, thanks",
            "I can't live without it",
            "never without it",
            "don't skip it",
            "don't forget it",
            "please do not leave it out",
            "skip that meeting",
            "without sugar",
            "skip the fee",
            "cancel it",
            "yes, cancel it",
            "leave it at the door",
            "drop it off at noon",
            "I don't need it before Friday",
            "why not",
            "not now Bob",
            "do not forget about it",
            "I forgot it",
            "how much is it without it?",
            "> skip it",
            "the one with it",
            "",
        ] {
            assert!(!withdraws(text, true) && !withdraws(text, false), "{text}");
        }
    }

    /// Long texts of one word cost no more than their length.
    #[test]
    fn a_clause_is_looked_through_a_few_words_far() {
        for word in ["and ", "no ", "i ", "no, ", "and without "] {
            assert!(!withdraws(&word.repeat(2_000), false), "{word}");
        }
    }
}
