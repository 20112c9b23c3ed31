//! A boolean without phrases, by the words of its own name: "with trip protection", "without trip protection", "turn the
//! power saving off" for `trip_protection` and `powerSaveEnabled`.
//!
//! Words that only make a name of it ("is", "enable", "included") are left out, and what is left has to stand together,
//! each word in any of its forms. A name that denies (`no_smoking`, `disable_cache`) turns the answer around. One short or
//! general word is said by accident, so that it needs a word like "with" or "include" before it.

use super::inflection::{derived, words_of_name};
use super::lexicon::Step;
use super::negation::{Stance, is_negated, stance};
use super::negator::word_before;
use super::reading::Reading;
use super::search::{Bounds, Needle};
use super::segment::Segment;
use super::token::Tokens;

/// In front of what a flag is about.
const OPENINGS: &[&str] = &[
    "is", "has", "have", "are", "use", "uses", "using", "enable", "enabled", "allow", "allows", "include", "includes",
    "with", "should", "want", "wants", "need", "needs", "get", "show", "do", "can", "add", "set", "make", "be",
    "require", "requires", "apply", "return", "force", "prefer",
];

/// Behind it.
const CLOSINGS: &[&str] = &[
    "enabled",
    "enable",
    "allowed",
    "included",
    "required",
    "needed",
    "flag",
    "option",
    "active",
    "on",
    "wanted",
    "only",
    "requested",
    "preferred",
    "mode",
];

/// What a setting's name ends with.
pub(super) const SETTINGS: &[&str] =
    &["level", "mode", "operation", "setting", "state", "status", "preference", "switch", "option", "amount"];

/// In front of a name that denies.
const DENIALS: &[&str] =
    &["no", "non", "not", "without", "disable", "disabled", "exclude", "skip", "hide", "ignore", "omit", "suppress"];

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
];

/// Behind what shall not be.
const OFF_BEHIND: &[&str] = &["off", "disabled", "excluded", "deactivated"];

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

/// Behind the word of a mode or a function that is asked for, "in eco mode", and what stands before it then.
const MODES: &[&str] = &["mode", "function", "program", "programme", "cycle"];
const INTO: &[&str] = &["in", "into", "to", "the", "its", "on", "put"];

/// Words before "mode" that name none.
const NO_MODES: &[&str] = &["new", "old", "own", "any", "one", "two"];

/// One word that may stand anywhere.
const GENERAL: &[&str] = &[
    "data",
    "type",
    "user",
    "name",
    "time",
    "date",
    "list",
    "text",
    "value",
    "file",
    "mode",
    "this",
    "that",
    "page",
    "item",
    "order",
    "result",
    "results",
    "search",
    "available",
    "active",
    "status",
    "number",
    "message",
    "public",
    "private",
    "open",
    "closed",
    "free",
    "full",
    "good",
    "best",
    "same",
    "more",
    "all",
    "first",
    "last",
    "other",
    "return",
    "default",
];

/// The most words between a denial and what it denies.
const MAX_BETWEEN: usize = 4;

/// A boolean's name as words.
#[derive(Clone, Debug)]
pub struct Flag {
    stems: Vec<String>,
    /// The same as one word, as names of values have it: `air_clean`.
    name: Needle,
    is_denial: bool,
    needs_on: bool,
    /// `working_hours_only`: "not just" says no.
    is_only: bool,
}

impl Flag {
    /// The flag of this name; none where nothing of the name is left that could be said.
    pub fn new(name: &str) -> Option<Flag> {
        Flag::of(words_of_name(name))
    }

    /// The same of a setting, whose name says at its end that it is one: `sweetness_level`.
    pub fn of_setting(name: &str) -> Option<Flag> {
        let mut words = words_of_name(name);
        while words.len() > 1 && words.last().is_some_and(|word| SETTINGS.contains(&word.as_str())) {
            words.pop();
        }
        Flag::of(words)
    }

    fn of(mut words: Vec<String>) -> Option<Flag> {
        let mut is_denial = false;
        while words.len() > 1 && words.first().is_some_and(|word| OPENINGS.contains(&word.as_str())) {
            words.remove(0);
        }
        if words.len() > 1 && words.first().is_some_and(|word| DENIALS.contains(&word.as_str())) {
            words.remove(0);
            is_denial = true;
        }
        let is_only = [words.first(), words.last()].into_iter().flatten().any(|word| word == "only");
        while words.len() > 1 && words.last().is_some_and(|word| CLOSINGS.contains(&word.as_str())) {
            words.pop();
        }
        let needs_on = match words.as_slice() {
            [] => return None,
            [only] => only.len() < 4 || GENERAL.contains(&only.as_str()),
            _ => false,
        };
        let name = Needle::new(&words.join("_"));
        Some(Flag { name, stems: words.iter().map(|word| derived(word)).collect(), is_denial, needs_on, is_only })
    }

    /// Where it is said, and what.
    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<bool>> {
        let tokens = &segment.tokens;
        let mut hits = segment.lexicon().find(tokens, &self.stems, Step::Derived);
        if self.stems.len() > 1 {
            hits.extend(segment.find(&self.name, Bounds::Tokens).into_iter().map(|hit| (hit.first, hit.last)));
            hits.sort_unstable();
        }
        hits.into_iter()
            .filter_map(|(first, last)| {
                if is_indifferent(tokens, first) {
                    return None;
                }
                let is_no = |end: usize| {
                    word_before(tokens, end).is_some_and(|(_, word)| word == "not" || word.ends_with("n't"))
                };
                let is_widened = self.is_only
                    && word_before(tokens, first)
                        .is_some_and(|(at, word)| matches!(word, "just" | "only") && is_no(at));
                let is_off = is_negated(tokens, first) || is_off(segment, first, last) || is_widened;
                if self.needs_on && !is_off && !is_on(segment, first) && !is_mode(&segment.tokens, first, last) {
                    return None;
                }
                let mut reading = Reading::new(tokens, is_off == self.is_denial, first, last, "flag");
                // A denial is a mention of its own, of the other value.
                if stance(tokens, first, last) == Stance::Negated {
                    reading.stance = Stance::Said;
                }
                Some(reading)
            })
            .collect()
    }
}

fn is_off(segment: &Segment, first: usize, last: usize) -> bool {
    let tokens = &segment.tokens;
    let mut end = first;
    for _ in 0..=MAX_BETWEEN {
        let Some((at, word)) = word_before(tokens, end) else { break };
        if OFF.contains(&word) || word.ends_with("n't") {
            return true;
        }
        if !BETWEEN.contains(&word) {
            break;
        }
        end = at;
    }
    (1..=2).any(|behind| tokens.word(last + behind).is_some_and(|word| OFF_BEHIND.contains(&word)))
}

fn is_on(segment: &Segment, first: usize) -> bool {
    let words = [first, first.saturating_sub(1)].map(|end| word_before(&segment.tokens, end).map(|(_, word)| word));
    words.into_iter().flatten().any(|word| ON.contains(&word))
}

/// "I don't care about the garage" says neither that there shall be one nor that there shall be none.
fn is_indifferent(tokens: &Tokens, first: usize) -> bool {
    let words: Vec<&str> = (first.saturating_sub(4)..first).filter_map(|at| tokens.word(at)).collect();
    let cares = words.iter().position(|word| matches!(*word, "care" | "mind" | "matter" | "fuss"));
    cares.and_then(|at| words.get(at.checked_sub(1)?)).is_some_and(|word| word.ends_with("n't") || *word == "not")
}

/// Whether it is asked for as a mode or a function.
fn is_mode(tokens: &Tokens, first: usize, last: usize) -> bool {
    tokens.word(last + 1).is_some_and(|word| MODES.contains(&word))
        && word_before(tokens, first).is_some_and(|(_, word)| INTO.contains(&word))
        && !GENERAL.contains(&tokens.text(first))
        && !NO_MODES.contains(&tokens.text(first))
}

#[cfg(test)]
mod tests {
    use crate::words::{Flag, Segment};

    fn said(name: &str, text: &str) -> Vec<bool> {
        let Some(flag) = Flag::new(name) else { return Vec::new() };
        Segment::new(text).find_flag(&flag).into_iter().map(|(value, _)| value).collect()
    }

    #[test]
    fn a_flag_is_said_by_the_words_of_its_name() {
        for (name, text, value) in [
            ("trip_protection", "with trip protection included", true),
            ("trip_protection", "without trip protection", false),
            ("trip_protection", "I don't need any trip protection", false),
            ("powerSaveEnabled", "disable the power-saving mode", false),
            ("powerSaveEnabled", "turn power saving off", false),
            ("waterResistance", "they need to be water-resistant", true),
            ("is_case_sensitive", "make it case sensitive", true),
            ("no_smoking", "a no smoking room", true),
            ("disable_cache", "with the cache disabled", true),
            ("include_tax", "including tax", true),
            ("include_tax", "excluding tax", false),
            ("working_hours_only", "not just working hours", false),
            ("working_hours_only", "only working hours", true),
            ("restock", "nothing to restock", false),
            ("reminders", "Don't bug me with reminders", false),
            ("reminders", "please do not send me any reminders", false),
            ("detail", "give me detail information", true),
            ("airClean", "set it to AIR_CLEAN mode", true),
            ("airClean", "not in AIR_CLEAN mode", false),
            ("eco", "run it in eco mode", true),
            ("eco", "turn eco mode off", false),
            ("silent", "in silent mode", true),
        ] {
            assert_eq!(said(name, text), [value], "{name}: {text}");
        }
    }

    #[test]
    fn what_only_holds_the_word_says_no_flag() {
        for (name, text) in [
            ("has_garage", "I don't care about garage space"),
            ("has_garage", "I do not mind the garage"),
            ("new", "a flight to New York"),
            ("include_tax", "my tax number is 12"),
            ("trip_protection", "a trip with eye protection"),
            ("eco", "an eco friendly lamp"),
            ("new", "switch to a new mode"),
            ("new", "switch to the new function"),
            ("full", "in the full mode"),
            ("return", "return to Berlin"),
            ("", "anything"),
        ] {
            assert_eq!(said(name, text), [false; 0], "{name}: {text}");
        }
    }
}
