//! Whether what a flag is about shall be or not, by the words around it: "without breakfast", "breakfast isn't needed".

use super::super::negation::is_negated;
use super::super::negator::{is_no, word_before};
use super::super::token::Tokens;

/// What is wished of what stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// It shall be, or is only named.
    On,
    /// It shall not be.
    Off,
    /// Neither: it does not matter, is asked about, or is there already.
    Open,
}

/// Before what shall not be.
const OFF: &[&str] = &[
    "without",
    "no",
    "not",
    "nothing",
    "disable",
    "disabled",
    "disabling",
    "exclude",
    "excluding",
    "skip",
    "skipping",
    "omit",
    "remove",
    "deactivate",
    "off",
    "never",
    "minus",
    "decline",
    "cancel",
    "avoid",
    "ignore",
    "ignoring",
    "hate",
    "refuse",
    "reject",
    "drop",
    "ditch",
    "hold",
    "forget",
    "neither",
    "nor",
    "non",
    "zero",
    "forgo",
    "mute",
    "silence",
];

/// Those that are verbs: "don't skip it" wants it.
const OFF_VERBS: &[&str] = &[
    "disable",
    "exclude",
    "skip",
    "omit",
    "remove",
    "deactivate",
    "decline",
    "cancel",
    "avoid",
    "drop",
    "ditch",
    "forget",
    "ignore",
];

/// Behind what shall not be.
const OFF_BEHIND: &[&str] =
    &["off", "disabled", "excluded", "deactivated", "skipped", "omitted", "dropped", "removed", "muted", "silenced"];

/// Between it and them: "notifications should stay off".
const STAYING: &[&str] =
    &["should", "can", "must", "may", "be", "is", "are", "stay", "remain", "please", "set", "to", "turned"];

/// At which a denial before ends.
const BORDERS: &[&str] = &["but", "then", "so", "while", "because", "instead"];

/// How many words before are looked through for a denial.
const MOST_BEFORE: usize = 8;

/// Behind a negation that stands behind it: it shall not be.
const NEEDED: &[&str] = &[
    "needed",
    "necessary",
    "required",
    "wanted",
    "allowed",
    "desired",
    "included",
    "enabled",
    "requested",
    "permitted",
    "welcome",
    "ok",
    "okay",
    "needing",
];

/// What belongs to what a flag is about, and is another thing.
const PARTS: &[&str] = &[
    "number", "id", "company", "card", "fee", "fees", "cost", "costs", "price", "code", "policy", "agent", "claim",
    "question",
];

/// A verb that a negation may stand behind.
const VERBS: &[&str] =
    &["is", "are", "was", "were", "be", "do", "does", "did", "will", "would", "should", "need", "must", "can"];

/// Between a denial and what it denies.
const BETWEEN: &[&str] = &[
    "the",
    "a",
    "an",
    "any",
    "my",
    "your",
    "of",
    "for",
    "include",
    "including",
    "need",
    "want",
    "use",
    "using",
    "add",
    "adding",
    "enable",
    "have",
    "having",
    "require",
    "apply",
    "get",
    "like",
    "with",
    "to",
    "is",
    "it",
    "extra",
    "please",
    "on",
    "turn",
    "bug",
    "bother",
    "disturb",
    "annoy",
    "spam",
    "send",
    "give",
    "show",
    "me",
    "us",
    "them",
    "about",
    "be",
    "been",
    "needing",
    "wanting",
    "longer",
];

/// Before what shall be.
const ON: &[&str] = &[
    "with",
    "include",
    "including",
    "add",
    "adding",
    "plus",
    "enable",
    "enabling",
    "want",
    "need",
    "use",
    "using",
    "activate",
    "start",
    "starting",
    "run",
];

/// The most words between a denial and what it denies.
const MAX_BETWEEN: usize = 4;

/// What is wished of what stands at `first..=last`.
pub(super) fn wish(tokens: &Tokens, first: usize, last: usize) -> Wish {
    if let Some(wish) = told(tokens, last) {
        return wish;
    }
    let is_too = tokens.word(last + 1) == Some("is") && tokens.word(last + 2) == Some("too");
    let is_open = is_indifferent(tokens, first) || is_asked(tokens, first) || is_there(tokens, first);
    if is_open || is_too || is_part(tokens, first, last) {
        return Wish::Open;
    }
    if is_affirmed(tokens, first) {
        return Wish::On;
    }
    let denials = denials(tokens, first);
    let is_off = is_negated(tokens, first) || is_off_before(tokens, first) || is_left_out(tokens, first, last);
    let is_off_behind = off_behind(tokens, last);
    match negated_behind(tokens, last) {
        // "never without it", "why not add it", "don't turn it off": who denies twice may mean either.
        _ if denials > 1 || (denials > 0 && is_off_behind) => Wish::Open,
        Some(word) if NEEDED.contains(&word) => Wish::Off,
        Some(_) => Wish::Open,
        None if is_off || is_off_behind => Wish::Off,
        // What a denial further away is about nobody can tell: "no card or gift wrap", "I don't think I need it".
        None if denials > 0 || is_refused_behind(tokens, last) => Wish::Open,
        None => Wish::On,
    }
}

/// How many words before deny, in the same clause.
fn denials(tokens: &Tokens, first: usize) -> usize {
    let mut next = None;
    let clause = words_before(tokens, first).take(MOST_BEFORE).take_while(|(_, word)| {
        let is_border = BORDERS.contains(word) || (*word == "and" && next.is_some_and(|next| ON.contains(&next)));
        next = Some(*word);
        !is_border
    });
    clause.filter(|(_, word)| OFF.contains(word) || is_no(word) || matches!(*word, "stop" | "why")).count()
}

/// "notifications off", "notifications should stay disabled"
fn off_behind(tokens: &Tokens, last: usize) -> bool {
    let mut behind = (last + 1..=last + 4).map_while(|at| tokens.word(at)).enumerate();
    behind.find(|(_, word)| !STAYING.contains(word)).is_some_and(|(at, word)| {
        OFF_BEHIND.contains(&word) || (at == 0 && tokens.word(last + 2).is_some_and(|word| OFF_BEHIND.contains(&word)))
    })
}

/// "gift wrap, please don't"
fn is_refused_behind(tokens: &Tokens, last: usize) -> bool {
    let at = last + 2 + usize::from(tokens.word(last + 2) == Some("please"));
    tokens.mark(last + 1).is_some_and(|mark| matches!(mark, "," | "-" | "–" | "—"))
        && tokens.word(at).is_some_and(is_no)
        && tokens.word(at + 1).is_none()
}

/// "insurance: no", "draft=false", "set insurance to true", "insurance? no thanks"
pub(super) fn told(tokens: &Tokens, last: usize) -> Option<Wish> {
    let is_question = tokens.mark(last + 1) == Some("?");
    let is_joint = is_question
        || matches!(tokens.mark(last + 1), Some(":" | "="))
        || matches!(tokens.word(last + 1), Some("to" | "is" | "as"));
    let at = last + 2 + usize::from(matches!(tokens.mark(last + 2), Some("\"" | "'" | "`" | "=")));
    match tokens.word(at).filter(|_| is_joint)? {
        "no" | "nope" | "nah" => Some(Wish::Off),
        "false" | "off" | "disabled" | "none" | "never" if !is_question => Some(Wish::Off),
        "yes" | "true" | "on" | "enabled" if !is_question => Some(Wish::On),
        _ => None,
    }
}

/// "leave archived ones out"
fn is_left_out(tokens: &Tokens, first: usize, last: usize) -> bool {
    let is_out = (1..=3).map_while(|more| tokens.word(last + more)).any(|word| word == "out");
    is_out && before(tokens, first).iter().any(|(_, word)| matches!(*word, "leave" | "keep" | "take"))
}

/// "my insurance number" is another thing.
fn is_part(tokens: &Tokens, first: usize, last: usize) -> bool {
    let is_noun = tokens.word(last + 1).is_some_and(|word| PARTS.contains(&word));
    is_noun && !is_on(tokens, first)
}

/// The last words before, the nearest first.
fn before(tokens: &Tokens, first: usize) -> Vec<(usize, &str)> {
    words_before(tokens, first).take(MAX_BETWEEN + 1).collect()
}

/// All words before up to a mark, the nearest first.
fn words_before(tokens: &Tokens, first: usize) -> impl Iterator<Item = (usize, &str)> {
    std::iter::successors(word_before(tokens, first), |(at, _)| word_before(tokens, *at))
}

fn is_off_before(tokens: &Tokens, first: usize) -> bool {
    for (at, word) in before(tokens, first) {
        // "leave out the breakfast"
        let is_left = word == "out"
            && word_before(tokens, at).is_some_and(|(_, verb)| matches!(verb, "leave" | "take" | "keep" | "opt"));
        if is_left || OFF.contains(&word) || word.ends_with("n't") {
            return true;
        }
        if !BETWEEN.contains(&word) {
            break;
        }
    }
    false
}

/// "don't skip breakfast", "do not forget the breakfast".
fn is_affirmed(tokens: &Tokens, first: usize) -> bool {
    let words = before(tokens, first);
    let verb = words.iter().take_while(|(_, word)| BETWEEN.contains(word) || OFF_VERBS.contains(word));
    let verb = verb.copied().find(|(_, word)| OFF_VERBS.contains(word));
    verb.is_some_and(|(at, _)| word_before(tokens, at).is_some_and(|(_, word)| is_no(word)))
}

/// The word that a negation behind denies: "isn't needed", "is not important", "doesn't matter".
fn negated_behind(tokens: &Tokens, last: usize) -> Option<&str> {
    let no = match tokens.word(last + 1)? {
        word if is_no(word) => last + 1,
        verb if VERBS.contains(&verb) && tokens.word(last + 2).is_some_and(is_no) => last + 2,
        _ => return None,
    };
    tokens.word(no + 1 + usize::from(matches!(tokens.word(no + 1), Some("be" | "really" | "at"))))
}

/// "I don't care about the garage" says neither that there shall be one nor that there shall be none.
fn is_indifferent(tokens: &Tokens, first: usize) -> bool {
    let words: Vec<&str> = (first.saturating_sub(4)..first).filter_map(|at| tokens.word(at)).collect();
    let cares = words.iter().position(|word| matches!(*word, "care" | "mind" | "matter" | "fuss"));
    cares.and_then(|at| words.get(at.checked_sub(1)?)).is_some_and(|word| is_no(word))
}

/// "should I wrap it?", "do we need insurance?", "what does insurance cost?", "if I need insurance"
fn is_asked(tokens: &Tokens, first: usize) -> bool {
    let words = before(tokens, first);
    words.windows(2).any(|pair| {
        matches!(
            pair,
            [(_, "i" | "we"), (_, "should" | "do" | "must" | "shall" | "if")]
                | [(_, "does" | "is" | "are" | "about"), (_, "what")]
                | [(_, "much" | "many" | "does" | "is"), (_, "how")]
                | [(_, "about"), (_, "me" | "know" | "ask" | "question" | "information")]
        )
    })
}

/// "I already have insurance", "I used to be a vegetarian".
fn is_there(tokens: &Tokens, first: usize) -> bool {
    let words = before(tokens, first);
    words.iter().any(|(_, word)| *word == "already")
        || words.windows(2).any(|pair| matches!(pair, [(_, "to"), (_, "used")]))
}

/// "not just working hours"
pub(super) fn is_widened(tokens: &Tokens, first: usize) -> bool {
    word_before(tokens, first).is_some_and(|(at, word)| {
        matches!(word, "just" | "only") && word_before(tokens, at).is_some_and(|(_, word)| is_no(word))
    })
}

pub(super) fn is_on(tokens: &Tokens, first: usize) -> bool {
    let words = [first, first.saturating_sub(1)].map(|end| word_before(tokens, end).map(|(_, word)| word));
    words.into_iter().flatten().any(|word| ON.contains(&word))
}
