//! The words that negate and correct, as data; what they do is in `negation.rs`. English in this version: another
//! language is more rows. All are lower case, with plain apostrophes, as normalised words are.

use std::sync::LazyLock;

use super::role::Roles;
use super::token::Tokens;
use super::word_map::WordMap;

/// Directly before a value.
/// `*` is any word.
pub(super) const NEGATORS: Phrases = Phrases::of(
    Kind::Negator,
    &[
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
    ],
);

/// Of those the ones that negate no figures: "flight no 300", "skip 10 rows".
pub(super) const OF_WORDS: &[&str] = &["no", "skip"];

/// Before a verb and a value.
pub(super) const VERB_NEGATORS: Phrases = Phrases::of(
    Kind::VerbNegator,
    &[
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
    ],
);

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
pub(super) const CORRECTIONS: Phrases = Phrases::of(
    Kind::Correction,
    &[
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
    ],
);

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
pub(super) const FORBIDDING: Phrases =
    Phrases::of(Kind::Forbidding, &["do not", "don't", "dont", "never", "never ever"]);

/// The same behind a subject, where one of [`WISHES`] follows.
pub(super) const UNWISHED: Phrases = Phrases::of(
    Kind::Unwished,
    &["do not", "don't", "dont", "does not", "doesn't", "did not", "didn't", "never", "would not", "wouldn't"],
);

/// "I don't want to send 500".
pub(super) const WISHES: &[&str] =
    &["want", "wanna", "wish", "need", "like", "intend", "plan", "authorize", "authorise", "approve", "agree", "allow"];

/// Whoever it is that shall not.
pub(super) const OBLIGING: Phrases = Phrases::of(
    Kind::Obliging,
    &[
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
    ],
);

/// Behind "I", "we" and "you": "I won't be sending 500", but "the site won't take my card 500".
pub(super) const UNWILLING: Phrases = Phrases::of(Kind::Unwilling, &["will not", "won't"]);

/// Before a verb in "-ing": "stop sending him 500".
pub(super) const OF_VERBS: Phrases = Phrases::of(
    Kind::OfVerb,
    &[
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
    ],
);

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

/// What a list of phrases is for.
#[derive(Clone, Copy)]
enum Kind {
    Negator,
    VerbNegator,
    Correction,
    Forbidding,
    Unwished,
    Obliging,
    Unwilling,
    OfVerb,
}

/// Phrases of one kind, by its bit in [`ENDING`].
#[derive(Clone, Copy)]
pub(super) struct Phrases {
    kind: u16,
    list: &'static [&'static str],
}

impl Phrases {
    const fn of(kind: Kind, list: &'static [&'static str]) -> Phrases {
        Phrases { kind: 1 << kind as u16, list }
    }

    pub(super) fn has(self, phrase: &str) -> bool {
        self.list.contains(&phrase)
    }
}

/// All that take back by a clause: none of them in a text is seen at once.
const FAR: [Phrases; 6] = [FORBIDDING, UNWISHED, OBLIGING, UNWILLING, OF_VERBS, NEGATORS];

/// A phrase by its last word.
struct Phrase {
    /// The words before it, the last of them first; `*` is any.
    before: Vec<&'static str>,
    kinds: u16,
}

/// The phrases of all kinds by their last words.
static ENDING: LazyLock<WordMap<Vec<Phrase>>> = LazyLock::new(|| {
    let mut table = WordMap::default();
    for phrases in FAR.into_iter().chain([VERB_NEGATORS, CORRECTIONS]) {
        for phrase in phrases.list {
            let mut words = phrase.rsplit(' ');
            let Some(same) = table.entry(words.next().unwrap_or_default(), Vec::<Phrase>::new) else { continue };
            let before: Vec<&str> = words.collect();
            match same.iter_mut().find(|known| known.before == before) {
                Some(known) => known.kinds |= phrases.kind,
                None => same.push(Phrase { before, kinds: phrases.kind }),
            }
        }
    }
    table
});

/// How a phrase ends.
pub(super) enum Ending<'p> {
    /// With this word, whatever stands before it.
    Alone(&'p str),
    /// With these two.
    Behind(&'p str, &'p str),
}

/// The ends of the phrases that may reach far, or of all.
pub(super) fn endings(is_far: bool) -> impl Iterator<Item = Ending<'static>> {
    let far = FAR.iter().fold(0, |kinds, phrases| kinds | phrases.kind);
    let phrases = ENDING.iter().flat_map(|(last, phrases)| phrases.iter().map(move |phrase| (last, phrase)));
    phrases.filter(move |(_, phrase)| !is_far || phrase.kinds & far != 0).map(|(last, phrase)| {
        match phrase.before.first().copied().filter(|before| *before != "*") {
            Some(before) => Ending::Behind(before, last),
            None => Ending::Alone(last),
        }
    })
}

/// The words that begin a correction.
pub(super) fn correction_openings() -> impl Iterator<Item = &'static str> {
    CORRECTIONS.list.iter().filter_map(|phrase| phrase.split(' ').next())
}

/// Where one of the phrases begins that ends before `end`.
pub(super) fn phrase_before(tokens: &Tokens, end: usize, phrases: Phrases) -> Option<usize> {
    let last = end.checked_sub(1).filter(|last| tokens.has(*last, Roles::DENIAL))?;
    let ending = ENDING.get(tokens.word(last)?)?;
    ending.iter().filter(|phrase| phrase.kinds & phrases.kind != 0).find_map(|phrase| {
        phrase.before.iter().try_fold(last, |end, word| {
            word_before(tokens, end).filter(|found| found.1 == *word || *word == "*").map(|found| found.0)
        })
    })
}

/// Where a correction ends that begins at `start`.
pub(super) fn correction_after(tokens: &Tokens, start: usize) -> Option<usize> {
    tokens.has(start, Roles::CORRECTION).then(|| phrase_after(tokens, start, CORRECTIONS.list)).flatten()
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
