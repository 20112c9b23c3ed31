//! A boolean without phrases, by the words of its own name: "with trip protection", "without trip protection", "turn the
//! power saving off" for `trip_protection` and `powerSaveEnabled`.
//!
//! Words that only make a name of it ("is", "enable", "included") are left out, and what is left has to stand together,
//! each word in any of its forms. A name that denies (`no_smoking`, `disable_cache`) turns the answer around. One short or
//! general word is said by accident, so that it needs a word like "with" or "include" before it.

mod parted;
mod wish;

use super::inflection::words_of_name;
use super::negation::{Stance, stance};
use super::negator::word_before;
use super::reading::Reading;
use super::search::{Bounds, Needle};
use super::segment::Segment;
use super::stem::{Stems, Step};
use super::token::Tokens;
use parted::Parted;
use wish::{Wish, is_on, is_widened, told, wish};

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

/// Behind the word of a mode or a function that is asked for, "in eco mode", and what stands before it then.
const MODES: &[&str] = &["mode", "function", "program", "programme", "cycle"];
const INTO: &[&str] = &["in", "into", "to", "the", "its", "on", "put"];

/// Between a verb and its noun.
const SMALL: &[&str] = &["a", "an", "the", "my", "our", "any", "some", "me", "us", "them"];

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

/// A boolean's name as words.
#[derive(Clone, Debug)]
pub struct Flag {
    stems: Stems,
    /// The words one by one, where there are two of them.
    verb_and_noun: Option<(Stems, Stems)>,
    /// The same, where one of them alone is denied.
    parted: Option<Parted>,
    /// Whether there is one alone.
    is_single: bool,
    /// The same as one word, as names of values have it: `air_clean`.
    name: Needle,
    /// "non-smoking"
    non: Needle,
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
        let stems = |words: &[String]| Stems::new(Step::Derived, words.iter().map(String::as_str));
        let pair = <&[String; 2]>::try_from(words.as_slice()).ok();
        let verb_and_noun =
            pair.map(|[verb, noun]| (stems(std::slice::from_ref(verb)), stems(std::slice::from_ref(noun))));
        // "no smoking" agrees with `smoke_free`.
        let parted = pair.filter(|[_, other]| other != "free").map(|[one, other]| Parted::new(one, other));
        let name = Needle::new(&words.join("_"));
        let non = Needle::new(&format!("non-{}", words.join("-")));
        let is_single = words.len() == 1;
        Some(Flag { stems: stems(&words), verb_and_noun, parted, is_single, name, non, is_denial, needs_on, is_only })
    }

    /// Whether who says this value wants something to be: `true`, and either where the name denies.
    pub(crate) fn wants(&self, value: bool) -> bool {
        value || self.is_denial
    }

    /// The two words of the name with small ones between: "send me a notification".
    fn apart(&self, segment: &Segment) -> Vec<(usize, usize)> {
        let Some((verb, noun)) = &self.verb_and_noun else { return Vec::new() };
        let verbs = segment.find_stems(verb);
        let nouns = if verbs.is_empty() { Vec::new() } else { segment.find_stems(noun) };
        let is_small = |at: usize| segment.tokens.word(at).is_some_and(|word| SMALL.contains(&word));
        let behind = |(first, last): (usize, usize)| {
            let behind = nouns.get(nouns.partition_point(|(noun, _)| *noun < last + 2)..).unwrap_or_default();
            let mut near = behind.iter().take_while(|(noun, _)| *noun <= last + 3);
            Some((first, near.find(|(noun, _)| (last + 1..*noun).all(is_small))?.1))
        };
        verbs.into_iter().filter_map(behind).collect()
    }

    /// Where it is said, and what.
    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<bool>> {
        let tokens = &segment.tokens;
        let mut hits = segment.find_stems(&self.stems);
        hits.extend(self.apart(segment));
        hits.extend(found(segment, if self.is_single { &self.non } else { &self.name }));
        hits.sort_unstable();
        hits.dedup();
        let readings: Vec<Reading<bool>> = hits
            .into_iter()
            .filter_map(|(first, last)| {
                let is_non = first < last && self.is_single;
                let wish = if is_non { Wish::Off } else { wish(tokens, first, last) };
                let is_off = wish == Wish::Off || (self.is_only && is_widened(tokens, first));
                let is_wanted = is_on(tokens, first) || is_mode(tokens, first, last) || told(tokens, last).is_some();
                let is_open = wish == Wish::Open && !is_off;
                if is_open || (self.needs_on && !is_off && !is_wanted) {
                    return None;
                }
                let mut reading = Reading::new(tokens, is_off == self.is_denial, first, last, "flag");
                // A denial is a mention of its own, of the other value.
                if stance(tokens, first, last) == Stance::Negated {
                    reading.stance = Stance::Said;
                }
                Some(reading)
            })
            .collect();
        // What is said now takes back what an earlier message said; who says both in one message says neither.
        let is_one = readings.windows(2).all(|pair| matches!(pair, [one, other] if one.value == other.value));
        let denied = |reading: &Reading<bool>, value| Reading { value, stance: Stance::Negated, ..reading.clone() };
        let mut said: Vec<Reading<bool>> = match readings.first() {
            Some(first) if is_one => std::iter::once(denied(first, !first.value)).chain(readings.clone()).collect(),
            Some(first) => [true, false].map(|value| denied(first, value)).into(),
            None => Vec::new(),
        };
        said.extend(self.withdrawn(segment, readings.last()));
        said
    }

    /// What takes back that it shall be, by a part of its name alone, behind the last reading of it.
    fn withdrawn(&self, segment: &Segment, last: Option<&Reading<bool>>) -> Option<Reading<bool>> {
        let tokens = &segment.tokens;
        let end = last.map_or(0, |last| tokens.first_from(last.mention.span[1]));
        let at = self.parted.as_ref()?.withdrawn(segment).into_iter().filter(|at| *at >= end).max()?;
        let reading = Reading::new(tokens, !self.is_denial, at, at, "flag");
        Some(Reading { stance: Stance::Negated, ..reading }).filter(|_| !tokens.is_quoted(at))
    }
}

/// Where a needle stands.
fn found(segment: &Segment, needle: &Needle) -> impl Iterator<Item = (usize, usize)> {
    segment.find(needle, Bounds::Tokens).into_iter().map(|hit| (hit.first, hit.last))
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
    use crate::words::{Conversation, Flag, Segment};

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
            ("send_notification", "send me a notification", true),
            ("send_notification", "don't send any notification", false),
            ("smoking", "a non-smoking room", false),
            ("insurance", "insurance: no", false),
            ("insurance", "set insurance to false", false),
            ("insurance", "insurance? no thanks", false),
            ("draft", "draft=false", false),
            ("tax", "tax: yes", true),
            ("verbose", "verbose: true", true),
            ("include_archived", "leave archived ones out", false),
            ("recursive", "search recursively", true),
            ("breakfast", "leave out the breakfast", false),
            ("breakfast", "breakfast isn't needed", false),
            ("breakfast", "breakfast is not needed", false),
            ("breakfast", "we won't be needing breakfast", false),
            ("breakfast", "drop the breakfast", false),
            ("breakfast", "don't skip breakfast", true),
            ("breakfast", "don't forget the breakfast", true),
            ("gift_wrap", "it needn't be gift wrapped", false),
            ("insurance", "neither insurance nor a child seat", false),
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
            ("include_breakfast", "breakfast not included", false),
            ("notifications", "notifications should stay off", false),
            ("notifications", "mute the notifications", false),
            ("gift_wrap", "I no longer need gift wrap", false),
            ("gift_wrap", "opt out of gift wrap", false),
            ("gift_wrap", "no card, but gift wrap please", true),
            ("gift_wrap", "don't send a card and add gift wrap", true),
        ] {
            assert_eq!(said(name, text), [value], "{name}: {text}");
        }
    }

    #[test]
    fn a_part_of_the_name_takes_back_what_was_said() {
        let says = |texts: [&'static str; 2]| {
            let flag = Flag::new("gift_wrap");
            let talk = Conversation::new(texts.map(|text| (text, true)));
            flag.is_some_and(|flag| talk.find_flag(&flag).iter().any(|(value, _)| *value))
        };
        for next in
            ["skip the wrapping", "no wrapping, thanks", "nope, lose the wrap", "don't wrap it", "without a wrapping"]
        {
            assert!(!says(["gift wrap please", next]), "{next}");
        }
        for next in
            ["don't forget the wrapping", "no gift card", "wrap it well", "the wrapping paper is red", "skip the card"]
        {
            assert!(says(["gift wrap please", next]), "{next}");
        }
        assert!(says(["no wrapping", "gift wrap please"]));
        assert!(!says(["", "gift wrap please. No, skip the wrapping."]));
    }

    #[test]
    fn what_only_holds_the_word_says_no_flag() {
        for (name, text) in [
            ("has_garage", "I don't care about garage space"),
            ("has_garage", "I do not mind the garage"),
            ("insurance", "what does the insurance cost?"),
            ("insurance", "my insurance number is 12"),
            ("insurance", "insurance is too expensive"),
            ("gift_wrap", "should I gift wrap it?"),
            ("insurance", "I already have insurance"),
            ("insurance", "do I need insurance?"),
            ("vegetarian", "I used to be vegetarian"),
            ("parking", "parking is not important"),
            ("parking", "parking doesn't matter"),
            ("new", "a flight to New York"),
            ("include_tax", "my tax number is 12"),
            ("trip_protection", "a trip with eye protection"),
            ("eco", "an eco friendly lamp"),
            ("new", "switch to a new mode"),
            ("new", "switch to the new function"),
            ("full", "in the full mode"),
            ("return", "return to Berlin"),
            ("permanent_delete", "delete it, but not permanently"),
            ("permanent_delete", "delete it. But not permanently"),
            ("permanent_delete", "don't delete it, but not permanently"),
            ("permanent_delete", "delete it, not permanently"),
            ("permanent_delete", "should I delete it, but not permanently?"),
            ("permanent_delete", "archive it, but not permanently"),
            ("gift_wrap", "never without gift wrap"),
            ("gift_wrap", "why not add gift wrap"),
            ("gift_wrap", "no card or gift wrap"),
            ("gift_wrap", "I don't think I need gift wrap"),
            ("gift_wrap", "gift wrap, please don't"),
            ("gift_wrap", "with gift wrap, no, without gift wrap"),
            ("air_cleaning", "do not turn the air cleaning off"),
            ("", "anything"),
        ] {
            assert_eq!(said(name, text), [false; 0], "{name}: {text}");
        }
    }
}
