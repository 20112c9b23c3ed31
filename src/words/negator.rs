//! The words that negate and correct, as data; what they do is in `negation.rs`. English in this version: another
//! language is more rows. All are lower case, with plain apostrophes, as normalised words are.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::role::Roles;
use super::token::Tokens;

/// Directly before a value. `no` is none before a digit: in "no 300" and "flight no 12" it says something else.
pub(super) const NEGATORS: &[&str] =
    &["not", "instead of", "rather than", "other than", "anything but", "except", "except for", "no", "never"];

/// Before a verb and a value.
pub(super) const VERB_NEGATORS: &[&str] = &[
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

/// Verbs that a negation turns into a request or a limit.
pub(super) const AFFIRMING: &[&str] = &["forget", "hesitate", "mind", "worry", "wait", "exceed"];

/// Small words between a negation and its value.
pub(super) const FILLERS: &[&str] = &[
    "a", "an", "the", "to", "into", "for", "of", "in", "on", "at", "by", "with", "from", "as", "my", "your", "his",
    "her", "our", "their", "its", "this", "that", "these", "those", "too", "very", "so", "quite", "really",
];

/// At the start of a clause before the right value.
pub(super) const CORRECTIONS: &[&str] = &[
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
pub(super) const LINKS: &[&str] = &[
    "a", "an", "the", "to", "for", "of", "in", "on", "at", "by", "with", "from", "my", "it", "it's", "its", "that",
    "that's", "is", "be", "should", "i", "i'd", "want", "need", "like", "meant", "mean", "said", "make", "change",
    "let's", "please", "send", "pay", "transfer", "give", "use", "book", "take", "get", "set", "do", "go", "say",
    "just", "only", "exactly", "about", "rather", "instead", "prefer", "would", "amount", "number", "date",
];

/// Words after which a clause may begin.
pub(super) const OPENERS: &[&str] = &[
    "and", "but", "or", "oh", "ah", "um", "uh", "hmm", "well", "so", "ok", "okay", "then", "please", "yes", "yeah",
    "also", "now",
];

/// What is said alone without correcting anything.
pub(super) const SMALL_TALK: &[&str] = &[
    "thanks", "thank", "please", "ok", "okay", "yes", "problem", "worries", "way", "idea", "i", "i'm", "i'll", "i've",
];

/// The word that ends before `end`, with its place.
pub(super) fn word_before(tokens: &Tokens, end: usize) -> Option<(usize, &str)> {
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

/// Those last words.
pub(super) fn endings() -> impl Iterator<Item = &'static str> {
    BY_LAST.keys().copied()
}

/// Where one of the phrases begins that ends before `end`.
pub(super) fn phrase_before(tokens: &Tokens, end: usize, phrases: &[&str]) -> Option<usize> {
    let (last, word) = word_before(tokens, end)?;
    let ending = tokens.has(last, Roles::DENIAL).then(|| BY_LAST.get(word)).flatten()?;
    ending.iter().filter(|phrase| phrases.contains(phrase)).find_map(|phrase| {
        phrase
            .rsplit(' ')
            .try_fold(end, |end, word| word_before(tokens, end).filter(|found| found.1 == word).map(|found| found.0))
    })
}

/// Where one of the phrases ends that begins at `start`.
pub(super) fn phrase_after(tokens: &Tokens, start: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().find_map(|phrase| {
        phrase.split(' ').try_fold(start, |at, word| (tokens.word(at) == Some(word)).then_some(at + 1))
    })
}
