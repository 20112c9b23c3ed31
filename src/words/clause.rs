//! The clauses of a sentence: the parts of it that claim or deny by themselves. "I removed it, since you will not need it"
//! denies nothing of the removal.
//!
//! The tables are English. A sentence of another language is one clause, and so is one where the tables see no joint: what
//! denies a part of it then denies all of it.

use std::ops::Range;

/// A clause and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// In bytes of the sentence, without the word that joins it.
    pub(crate) at: Range<usize>,
    /// Whether it asks, though the question mark stands behind another one.
    pub(crate) asks: bool,
}

/// Join a clause that gives a reason or a contrast, with a comma before them or without.
const ALWAYS: &[&str] = &["because", "although", "whereas"];
/// Do so behind a comma, or before a subject.
const PERHAPS: &[&str] = &["since", "while", "though"];
/// Begin a clause behind a comma, and are a part of it.
const BEHIND_A_COMMA: &[&str] = &["which", "who", "whose", "where", "not", "nothing"];
const DASHES: &[&str] = &["—", "–", "-", "--"];

const PRONOUNS: &[&str] =
    &["i", "you", "it", "we", "they", "he", "she", "there", "nothing", "nobody", "everything", "everybody"];
const DETERMINERS: &[&str] =
    &["the", "this", "these", "those", "your", "my", "our", "its", "their", "a", "an", "all", "both", "no", "none"];
const NEGATIONS: &[&str] = &["not", "never", "nothing", "none", "nobody", "no"];
const AUXILIARIES: &[&str] = &[
    "am", "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "could", "will", "would",
    "shall", "should", "may", "might", "must",
];
/// What is only supposed before an "and" or a "so" is only supposed behind it: "I can have it deleted, and it is gone".
const SUPPOSES: &[&str] =
    &["will", "would", "can", "could", "shall", "should", "may", "might", "must", "if", "unless", "once"];
/// Suppose where they begin a clause.
const SUPPOSES_FIRST: &[&str] = &["when", "whenever", "before", "after", "until"];
/// Begin a question.
const ASKS_FIRST: &[&str] = &["what", "why", "how", "when", "who", "want", "need"];

/// The clauses of one sentence, in order. The first begins where the sentence does, the last ends where it does.
pub(crate) fn clauses(sentence: &str) -> Vec<Clause> {
    let words = words(sentence);
    let mut clauses: Vec<(Range<usize>, bool)> = Vec::new();
    let (mut start, mut first) = (0, 0);
    for index in 1..words.len() {
        let Some(joint) = joint(&words, first, index) else { continue };
        let (Some(before), Some(next)) = (words.get(index - 1), words.get(index + usize::from(!joint.belongs))) else {
            continue;
        };
        clauses.push((start..before.at.end, joint.subordinates));
        (start, first) = (next.at.start, index + usize::from(!joint.belongs));
    }
    clauses.push((start..sentence.len(), false));
    let is_question = sentence.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?').ends_with('?');
    let mut asks = is_question;
    let mut read: Vec<Clause> = Vec::with_capacity(clauses.len());
    for (at, subordinates) in clauses.into_iter().rev() {
        let is_last = read.is_empty();
        let begins = || {
            let word = words.iter().find(|word| word.at.start >= at.start);
            word.is_some_and(|word| word.is(AUXILIARIES) || word.is(ASKS_FIRST))
        };
        // A clause that hangs on this one asks with it.
        asks = is_question && (is_last || (subordinates && asks) || begins());
        read.push(Clause { at, asks: asks && !is_last });
    }
    read.reverse();
    read
}

struct Word {
    at: Range<usize>,
    /// In small letters, without the marks around it.
    text: String,
    comma_follows: bool,
}

impl Word {
    /// Whether it is one of these, or one with a verb glued to it.
    fn is(&self, list: &[&str]) -> bool {
        let bare = self.text.split('\'').next().unwrap_or_default();
        list.iter().any(|word| self.text == *word || (bare == *word && !self.denies()))
    }

    fn denies(&self) -> bool {
        self.text.ends_with("n't") || NEGATIONS.contains(&self.text.as_str())
    }
}

struct Joint {
    /// Whether the word is a part of the clause that it begins.
    belongs: bool,
    /// Whether that clause hangs on the one before.
    subordinates: bool,
}

/// How the word at this place begins a clause, if it does. The clause before it begins at `first`.
fn joint(words: &[Word], first: usize, index: usize) -> Option<Joint> {
    let word = words.get(index)?;
    let next = words.get(index + 1)?;
    let comma = words.get(index.checked_sub(1)?)?.comma_follows;
    let is_first = index == first;
    let has_subject = next.is(PRONOUNS) || next.is(DETERMINERS);
    let denies = next.denies() || (next.is(AUXILIARIES) && words.get(index + 2).is_some_and(Word::denies));
    let joins = |belongs, subordinates| (!is_first).then_some(Joint { belongs, subordinates });
    match word.text.as_str() {
        text if ALWAYS.contains(&text) => joins(false, true),
        text if PERHAPS.contains(&text) && (comma || has_subject) => joins(false, true),
        text if BEHIND_A_COMMA.contains(&text) && comma => joins(true, true),
        text if DASHES.contains(&text) => joins(false, false),
        "as" if comma && has_subject => joins(false, true),
        "but" if comma || has_subject || denies => joins(false, false),
        "so" if (has_subject || next.text == "that") && !supposes(words, first, index) => joins(false, false),
        "and" if (comma && has_subject) || next.is(PRONOUNS) || denies => {
            if supposes(words, first, index) {
                None
            } else {
                joins(false, false)
            }
        }
        "without" => {
            let is_doing = next.text.ends_with("ing") && !next.text.ends_with("thing");
            if is_doing { joins(true, true) } else { None }
        }
        _ => None,
    }
}

/// Whether the clause up to this place only supposes what it says. "I can confirm" says that it is so.
fn supposes(words: &[Word], first: usize, index: usize) -> bool {
    let begins = words.get(first).is_some_and(|word| word.is(SUPPOSES_FIRST));
    begins
        || words.get(first..index).unwrap_or_default().iter().enumerate().any(|(at, word)| {
            // Nor does "I could not": that is how it was.
            let states = words.get(first + at + 1).is_some_and(|next| next.text == "confirm" || next.denies());
            (word.is(SUPPOSES) || word.text.ends_with("'ll")) && !states
        })
}

fn words(sentence: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    for piece in sentence.split_inclusive(char::is_whitespace) {
        let start = at;
        at += piece.len();
        let piece = piece.trim_end();
        if piece.is_empty() {
            continue;
        }
        let core = piece.trim_matches(|c: char| !c.is_alphanumeric());
        // A dash is a word of its own here.
        let text = if core.is_empty() { piece } else { core };
        words.push(Word {
            at: start..start + piece.len(),
            text: text.replace(['’', 'ʼ'], "'").to_lowercase(),
            comma_follows: piece.ends_with(','),
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clauses with ` | ` between them, a `?` behind those that ask with another.
    fn of(sentence: &str) -> String {
        let clause = |clause: Clause| format!("{}{}", &sentence[clause.at], if clause.asks { "?" } else { "" });
        clauses(sentence).into_iter().map(clause).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn a_reason_a_contrast_and_a_second_subject_begin_a_clause() {
        for (sentence, expected) in [
            ("I deleted it, since you will not need it.", "I deleted it, | you will not need it."),
            ("I deleted it because it was not used.", "I deleted it | it was not used."),
            ("I removed a.txt without touching the rest.", "I removed a.txt | without touching the rest."),
            ("I removed a.txt, but not b.txt.", "I removed a.txt, | not b.txt."),
            ("I removed a.txt, not b.txt.", "I removed a.txt, | not b.txt."),
            ("I removed a.txt and did not touch b.txt.", "I removed a.txt | did not touch b.txt."),
            ("I removed a.txt and nothing else.", "I removed a.txt | nothing else."),
            ("I removed it, which you’ll not notice.", "I removed it, | which you’ll not notice."),
            ("I removed it — it won't come back.", "I removed it | it won't come back."),
            ("I removed it so that it won't come back.", "I removed it | that it won't come back."),
            ("I can confirm that it is gone and it's not back.", "I can confirm that it is gone | it's not back."),
        ] {
            assert_eq!(of(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn what_is_only_listed_or_supposed_begins_none() {
        for sentence in [
            "I have not deleted, moved, and renamed it.",
            "I can have it deleted, and it is gone.",
            "If you agree, it is deleted, and the mail is sent.",
            "I did it without anything.",
            "It has been quiet since Monday.",
            "So it was deleted.",
            "Because it was old.",
            "Nothing was deleted, moved or sent.",
            "",
            "-",
        ] {
            assert_eq!(of(sentence), sentence, "{sentence}");
        }
    }

    #[test]
    fn a_question_is_asked_by_the_clauses_that_ask_it() {
        for (sentence, expected) in [
            ("I deleted a.txt, but should b.txt go, too?", "I deleted a.txt, | should b.txt go, too?"),
            ("Was it deleted, and was it sent?", "Was it deleted, and was it sent?"),
            ("Was it deleted, but it is not gone?", "Was it deleted,? | it is not gone?"),
            ("It was deleted without asking?", "It was deleted? | without asking?"),
        ] {
            assert_eq!(of(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn a_long_sentence_is_split_in_one_pass() {
        for piece in ["and it ", "but ", ", ", "- ", "a, and the ", "without being "] {
            let _ = clauses(&piece.repeat(60_000 / piece.len()));
        }
    }
}
