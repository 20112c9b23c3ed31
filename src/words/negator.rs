//! The words that negate and correct, as data; what they do is in `negation.rs`. English in this version: another
//! language is more rows. All are lower case, with plain apostrophes, as normalised words are.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::role::Roles;
use super::token::Tokens;

/// Directly before a value.
/// `*` is any word.
pub(super) const NEGATORS: &[&str] = &[
    "not",
    "not even",
    "not exactly",
    "not necessarily",
    "not free",
    "not available",
    "no longer",
    "instead of",
    "rather than",
    "other than",
    "apart from",
    "aside from",
    "anything but",
    "anyone but",
    "anybody but",
    "anywhere but",
    "everything but",
    "everyone but",
    "everybody but",
    "everywhere but",
    "all but",
    "any * but",
    "every * but",
    "except",
    "except for",
    "excluding",
    "exclude",
    "without",
    "avoid",
    "skip",
    "omit",
    "leave out",
    "forget",
    "forget about",
    "never mind",
    "no",
    "never",
    "neither",
    "nor",
    "isn't",
    "isnt",
    "wasn't",
    "aren't",
    "weren't",
    "ain't",
];

/// Of those the ones that negate no figures: "flight no 300", "skip 10 rows".
pub(super) const OF_WORDS: &[&str] = &["no", "skip"];

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
    "never ever",
    "stop",
    "nobody",
    "no one",
    "no need to",
    "let's not",
];

/// Verbs that a negation turns into a request or a limit.
pub(super) const AFFIRMING: &[&str] = &[
    "forget", "hesitate", "mind", "worry", "wait", "exceed", "delay", "fail", "miss", "lose", "overlook", "neglect",
    "but",
];

/// Small words between a negation and its value.
pub(super) const FILLERS: &[&str] = &[
    "a", "an", "the", "to", "into", "for", "of", "in", "on", "at", "by", "with", "from", "as", "my", "your", "his",
    "her", "our", "their", "its", "this", "that", "these", "those", "too", "very", "so", "quite", "really",
];

/// At the start of a clause before the right value.
pub(super) const CORRECTIONS: &[&str] = &[
    "no",
    "nope",
    "nah",
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
    "better still",
    "better yet",
    "even better",
    "never mind",
    "nevermind",
    "can you make it",
    "could you make it",
    "can we make it",
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
    "also", "now", "let's", "lets",
];

/// What is said alone without correcting anything.
pub(super) const SMALL_TALK: &[&str] = &[
    "thanks", "thank", "please", "ok", "okay", "yes", "problem", "worries", "way", "idea", "i", "i'm", "i'll", "i've",
];

/// Whether a word denies the verb beside it.
pub(super) fn is_no(word: &str) -> bool {
    word == "not" || word == "never" || word.ends_with("n't")
}

/// The word that ends before `end`, with its place.
pub(super) fn word_before(tokens: &Tokens, end: usize) -> Option<(usize, &str)> {
    let at = end.checked_sub(1)?;
    tokens.word(at).map(|word| (at, word))
}

/// Before a clause that forbids what is in it, whatever stands between: at its start.
pub(super) const FORBIDDING: &[&str] = &["do not", "don't", "dont", "never", "never ever"];

/// The same behind a subject, where one of [`WISHES`] follows.
pub(super) const UNWISHED: &[&str] =
    &["do not", "don't", "dont", "does not", "doesn't", "did not", "didn't", "never", "would not", "wouldn't"];

/// "I don't want to send 500".
pub(super) const WISHES: &[&str] =
    &["want", "wanna", "wish", "need", "like", "intend", "plan", "authorize", "authorise", "approve", "agree", "allow"];

/// Whoever it is that shall not.
pub(super) const OBLIGING: &[&str] = &[
    "should not",
    "shouldn't",
    "must not",
    "mustn't",
    "let's not",
    "lets not",
    "let us not",
    "no need to",
    "needn't",
    "need not",
    "not to",
    "not going to",
    "not gonna",
    "nobody",
    "no one",
    "rather not",
    "under no circumstances",
    "by no means",
];

/// Behind "I", "we" and "you": "I won't be sending 500", but "the site won't take my card 500".
pub(super) const UNWILLING: &[&str] = &["will not", "won't"];

/// Before a verb in "-ing": "stop sending him 500".
pub(super) const OF_VERBS: &[&str] = &[
    "stop",
    "avoid",
    "quit",
    "without",
    "instead of",
    "rather than",
    "not",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "hold off on",
    "refrain from",
];

/// Verbs in "-ing" that tell what is amiss: "I'm not seeing order 500".
pub(super) const TELLING: &[&str] = &[
    "working",
    "seeing",
    "getting",
    "receiving",
    "showing",
    "finding",
    "having",
    "loading",
    "arriving",
    "coming",
    "remembering",
    "knowing",
    "thinking",
    "wondering",
];

/// At these the reach of a negation ends.
pub(super) const JOINTS: &[&str] = &[
    "but",
    "because",
    "so",
    "then",
    "just",
    "only",
    "if",
    "when",
    "while",
    "until",
    "till",
    "unless",
    "before",
    "after",
    "once",
    "since",
    "than",
    "over",
    "above",
    "below",
    "under",
    "exceeding",
    "beyond",
    "instead",
    "please",
    "i",
    "i'm",
    "i'll",
    "i'd",
    "we",
    "he",
    "she",
    "they",
    "actually",
    "sorry",
];

/// All that take back by a clause: none of them in a text is seen at once.
static FAR: &[&[&str]] = &[FORBIDDING, UNWISHED, OBLIGING, UNWILLING, OF_VERBS, NEGATORS];

/// Their last words.
pub(super) fn far_endings() -> impl Iterator<Item = &'static str> {
    FAR.iter().copied().flatten().map(|phrase| phrase.rsplit(' ').next().unwrap_or_default())
}

/// The phrases of both kinds of negation and of corrections, by their last words: most words end none of them.
static BY_LAST: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut table: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for phrase in FAR.iter().chain(&[VERB_NEGATORS, CORRECTIONS]).copied().flatten() {
        let same = table.entry(phrase.rsplit(' ').next().unwrap_or_default()).or_default();
        if !same.contains(phrase) {
            same.push(phrase);
        }
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
        phrase.rsplit(' ').try_fold(end, |end, word| {
            word_before(tokens, end).filter(|found| found.1 == word || word == "*").map(|found| found.0)
        })
    })
}

/// Where one of the phrases ends that begins at `start`.
pub(super) fn phrase_after(tokens: &Tokens, start: usize, phrases: &[&str]) -> Option<usize> {
    let first = tokens.word(start)?;
    phrases.iter().find_map(|phrase| {
        // Most phrases begin with another word.
        let rest =
            (phrase.as_bytes().first() == first.as_bytes().first()).then(|| phrase.strip_prefix(first)).flatten()?;
        match rest.strip_prefix(' ') {
            Some(rest) => {
                rest.split(' ').try_fold(start + 1, |at, word| (tokens.word(at) == Some(word)).then_some(at + 1))
            }
            None => rest.is_empty().then_some(start + 1),
        }
    })
}
