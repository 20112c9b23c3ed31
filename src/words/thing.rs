//! A switch of a thing, by what is asked of the thing: "set the oven to 180" says that the oven is to be on, since what shall be
//! set to something is to run. The rule `set`.
//!
//! It is read where a request sets the thing, or a property that it has only while it runs, to a value: a number, a level, a
//! colour, a mode, or a value that another slot of the tool can take. A report ("the oven is set to 180", "I set the oven to
//! 180"), a question, a condition and what is for later ask for nothing now, and neither does what a thing keeps while it is
//! off, its clock or its name. Where the message has an "off", a "stop" or a "don't turn on" for it, nothing is read, and what
//! was read before is taken back.

mod named;
mod turned;

use super::inflection::words_of_name;
use super::negation::Stance;
use super::negator::is_no;
use super::reading::Reading;
use super::search::{Bounds, Needle};
use super::segment::Segment;
use super::stem::{Stems, Step};
use super::subject::is_determiner;
use super::token::{Gap, Tokens};
use super::unit::Unit;
use named::{of_comment, of_name};
use turned::turned;

/// The verbs of a request that sets.
const VERBS: &[&str] = &["set", "put", "change", "switch", "turn", "adjust", "bring"];

/// Directly before the verb of a request.
const LEADS: &[&str] = &["then", "and", "now", "so", "but", "ok", "okay"];
/// Before "you" and the verb.
const ASKING: &[&str] = &["can", "could", "would", "will"];
/// Before "to" and the verb.
const WISHES: &[&str] = &["like", "want", "need", "love", "prefer", "wish", "you"];

/// Who did something, before the verb: "I came home and set the oven to 180" is a report.
const SUBJECTS: &[&str] =
    &["i", "i've", "i'd", "he", "she", "they", "we", "we've", "who", "someone", "somebody", "nobody"];

/// A sentence with one of these says what is, may be or comes later, and asks for nothing now.
const NOT_NOW: &[&str] = &[
    "if", "when", "whenever", "unless", "once", "whether", "how", "why", "what", "suppose", "soon", "later",
    "tomorrow", "tonight", "next", "every", "daily", "did", "does", "not", "never", "without", "default", "before",
    "after", "which",
];

/// What a thing has only while it runs.
const PROPERTIES: &[&str] = &[
    "mode",
    "temperature",
    "temp",
    "speed",
    "brightness",
    "colour",
    "color",
    "volume",
    "heat",
    "power",
    "strength",
    "intensity",
    "level",
    "setting",
];
/// Beside them.
const OF_PROPERTIES: &[&str] =
    &["job", "operation", "operating", "working", "target", "cooking", "heating", "cooling", "current"];

/// Between the thing and its value.
const JOINTS: &[&str] = &["to", "on", "at", "in", "into"];

/// Values of anything.
const LEVELS: &[&str] = &[
    "low",
    "medium",
    "high",
    "max",
    "maximum",
    "min",
    "minimum",
    "full",
    "half",
    "lowest",
    "highest",
    "auto",
    "automatic",
];
const COLOURS: &[&str] =
    &["red", "green", "blue", "yellow", "orange", "purple", "violet", "pink", "white", "turquoise", "magenta", "cyan"];
/// Behind a word that makes a value of it.
const KINDS: &[&str] = &["mode", "mod", "setting", "level", "speed", "program", "programme", "cycle", "scene"];

/// Kinds of units in which a thing is set.
const MEASURES: &[&str] = &["temperature", "share", "time", "angle", "power", "frequency", "speed"];

/// Values of a thing that rests.
const RESTING: &[&str] = &[
    "off",
    "stop",
    "stopped",
    "standby",
    "stand",
    "sleep",
    "idle",
    "none",
    "no",
    "zero",
    "0",
    "pause",
    "paused",
    "mute",
    "away",
    "hibernate",
    "black",
    "dark",
    "inactive",
    "disabled",
    "vacation",
    "holiday",
];

/// What ends a thing's run.
const OFF: &[&str] = &[
    "off",
    "stop",
    "stops",
    "stopped",
    "stopping",
    "shut",
    "shutdown",
    "deactivate",
    "disable",
    "unplug",
    "kill",
    "standby",
    "cancel",
    "undo",
    "forget",
    "nevermind",
    "kidding",
];
/// What a negation forbids with a thing that is to rest.
const RUNNING: &[&str] = &[
    "on",
    "start",
    "starting",
    "run",
    "running",
    "preheat",
    "heat",
    "activate",
    "activating",
    "power",
    "use",
    "using",
    "switch",
    "switching",
    "turn",
    "turning",
    "begin",
    // "never mind"
    "mind",
];
/// Stands for a thing.
const PRONOUNS: &[&str] = &["it", "them", "they", "that", "this", "everything", "all", "both", "those", "these"];

/// What goes on behind a value, or behind a verb without an object.
const FOLLOWING: &[&str] = &[
    "and",
    "but",
    "or",
    "please",
    "with",
    "for",
    "in",
    "at",
    "to",
    "of",
    "from",
    "so",
    "while",
    "then",
    "now",
    "as",
    "until",
    "by",
    "on",
    "too",
    "also",
    "again",
    "yet",
    "degrees",
    "percent",
    "thanks",
    "because",
    "since",
    "though",
    "immediately",
    "instead",
];

/// The most words between a thing and the "it" that stands for it.
const NEAR: usize = 12;
/// The most words on either side that belong to one sentence.
const LONGEST: usize = 80;
/// How many words a sentence has that names nothing: "off please", "now turn off".
const SHORT: usize = 4;

/// A switch's thing, by its words as stems, and the values that it can be set to.
#[derive(Clone, Debug)]
pub struct Thing {
    names: Vec<Stems>,
    values: Vec<Needle>,
}

impl Thing {
    /// The thing of a switch of this name and comment, and what the tool's other slots can be set to. A name of two values
    /// like `on` and `off` is a switch's whatever it is called (`is_switch`), one of a boolean where it says so.
    pub fn new<'v>(name: &str, doc: &str, is_switch: bool, values: impl IntoIterator<Item = &'v str>) -> Option<Thing> {
        let names = of_name(name, is_switch).into_iter().chain(of_comment(doc, is_switch));
        let stems = |words: Vec<String>| Stems::new(Step::Inflected, words.iter().map(String::as_str));
        let names: Vec<Stems> = names.map(stems).collect();
        let values = values.into_iter().map(|value| Needle::new(&words_of_name(value).join(" "))).collect();
        (!names.is_empty()).then_some(Thing { names, values })
    }

    /// Where it is set to something, or, where it is to rest, that.
    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<bool>> {
        let tokens = &segment.tokens;
        let mut places: Vec<(usize, usize)> = self.names.iter().flat_map(|stems| segment.find_stems(stems)).collect();
        places.sort_unstable();
        let mut readings = turned(tokens, &places);
        if let Some(at) = off(segment, &places) {
            readings.retain(|reading| !reading.value);
            let mut taken_back = Reading::new(tokens, true, at, at, "set");
            taken_back.stance = Stance::Negated;
            readings.push(taken_back);
            return readings;
        }
        if places.is_empty() {
            return Vec::new();
        }
        let mut verbs: Vec<usize> = VERBS.iter().flat_map(|verb| segment.places_of(verb)).collect();
        verbs.sort_unstable();
        let set = verbs.into_iter().filter_map(|verb| Some((verb, self.set(segment, &places, verb)?)));
        readings.extend(set.map(|(verb, last)| Reading::new(tokens, true, verb, last, "set")));
        readings.sort_by_key(|reading| reading.mention.span);
        readings
    }

    /// The last word of the value to which a request sets the thing, where the verb at this place does.
    fn set(&self, segment: &Segment, places: &[(usize, usize)], verb: usize) -> Option<usize> {
        let tokens = &segment.tokens;
        let (start, end) = sentence(tokens, verb)?;
        let is_now = (start..end)
            .filter_map(|at| tokens.word(at))
            .all(|word| !NOT_NOW.contains(&word) && !word.ends_with("n't"));
        if !is_now || !is_request(tokens, start, verb) {
            return None;
        }
        let joint = match tokens.word(verb + 1) {
            Some("it" | "them") => antecedent(tokens, places, start, verb).map(|()| verb + 2)?,
            _ => target(tokens, places, verb + 1)?,
        };
        let joint = joint + usize::from(matches!(tokens.word(joint), Some("up" | "down" | "back")));
        let word = tokens.word(joint).filter(|word| JOINTS.contains(word))?;
        self.value(segment, word, joint + 1)
    }

    /// The last word of a value that stands behind a joint.
    fn value(&self, segment: &Segment, joint: &str, start: usize) -> Option<usize> {
        let tokens = &segment.tokens;
        let is_quoted = tokens.mark(start).is_some_and(|mark| matches!(mark, "\"" | "'" | "“" | "‘" | "`"));
        let at = start + usize::from(is_quoted);
        let named = at + usize::from(tokens.word(at).is_some_and(is_determiner));
        let words = |from: usize| (from..from + 3).map_while(|at| tokens.word(at));
        if words(named).take(2).any(|word| RESTING.contains(&word)) {
            return None;
        }
        // "in silent mode", "to the cool mode"
        let kind = words(named).position(|word| KINDS.contains(&word)).filter(|at| *at > 0).map(|more| named + more);
        if kind.is_some() || joint == "in" || joint == "into" {
            return kind;
        }
        let span = tokens.span(at, at);
        let amount =
            segment.read_amounts().iter().find(|amount| amount.mention.span[0] == span[0] && span[1] > span[0]);
        if let Some(amount) = amount {
            let last = tokens.first_from(amount.mention.span[1]).saturating_sub(1);
            // "on 2 chairs", "at 3 metres" say where.
            let is_measure = |unit: &Unit| MEASURES.contains(&unit.kind());
            let is_plain = tokens.word(last + 1).is_none_or(|next| FOLLOWING.contains(&next));
            let is_value = !amount.value.number.is_zero() && (is_plain || amount.value.units.iter().any(is_measure));
            return is_value.then_some(last);
        }
        let word = tokens.word(at)?;
        let is_level = LEVELS.contains(&word) || (COLOURS.contains(&word) && joint != "at");
        if is_level && tokens.word(at + 1).is_none_or(|next| FOLLOWING.contains(&next)) {
            return Some(at);
        }
        let is_own = |needle: &Needle| segment.find(needle, Bounds::Tokens).into_iter().find(|hit| hit.first == at);
        self.values.iter().filter(|_| joint == "to").find_map(is_own).map(|hit| hit.last)
    }
}

/// The words and marks of the sentence around a place; none where it is longer than anybody looks through.
fn sentence(tokens: &Tokens, at: usize) -> Option<(usize, usize)> {
    let is_end = |at: usize| {
        tokens.mark(at).is_some_and(|mark| matches!(mark, "." | "!" | "?" | ";") && !tokens.is_glued(at + 1))
    };
    let begins = |at: usize| at == 0 || is_end(at - 1) || tokens.get(at).is_some_and(|token| token.gap == Gap::Line);
    let start = (at.saturating_sub(LONGEST)..=at).rev().find(|at| begins(*at))?;
    let end = (at + 1..=at + LONGEST).find(|at| is_end(*at) || begins(*at) || *at >= tokens.len())?;
    Some((start, end))
}

/// Whether a verb asks for something: at the start of a sentence, behind "please", "can you", "I'd like to" and the like.
fn is_request(tokens: &Tokens, start: usize, verb: usize) -> bool {
    let is_polite = |word: &str| matches!(word, "please" | "kindly" | "just" | "also");
    let begin = (start..verb).rev().take_while(|at| tokens.word(*at).is_some_and(is_polite)).last().unwrap_or(verb);
    if begin == start {
        return true;
    }
    let before = |back: usize| begin.checked_sub(back).filter(|at| *at >= start).and_then(|at| tokens.word(at));
    let is_report = || {
        let wishes = |word: &str| WISHES.contains(&word) || ASKING.contains(&word);
        let tells = |at: usize| {
            tokens.word(at).is_some_and(|word| SUBJECTS.contains(&word)) && !tokens.word(at + 1).is_some_and(wishes)
        };
        begin == verb && (start..verb).any(tells)
    };
    match before(1) {
        None => tokens.mark(begin - 1).is_some_and(|mark| matches!(mark, "," | "-" | "–" | "—")) && !is_report(),
        Some("let's") => true,
        Some("you") => before(2).is_some_and(|word| ASKING.contains(&word)),
        Some("to") => match (before(2), before(3), before(4)) {
            (Some("you"), Some("like" | "want" | "need"), _) => true,
            (Some("like" | "love" | "prefer"), Some("i'd" | "we'd" | "would"), _) => true,
            (Some("want" | "need" | "wish"), Some("i" | "we"), asked) => {
                !asked.is_some_and(|word| ASKING.contains(&word) || matches!(word, "do" | "should"))
            }
            _ => false,
        },
        Some(word) => LEADS.contains(&word) && !is_report(),
    }
}

/// Whether the thing is what "it" stands for: named in the same sentence before, and nothing else since.
fn antecedent(tokens: &Tokens, places: &[(usize, usize)], start: usize, verb: usize) -> Option<()> {
    let (_, last) = places.iter().rev().find(|(first, last)| *first >= start && *last < verb)?;
    let between = last + 1..verb;
    let is_copula = |word: &str| matches!(word, "is" | "are" | "was" | "were" | "has" | "have");
    let words = || between.clone().filter_map(|at| tokens.word(at));
    let is_whole = tokens.word(last + 1).is_none_or(|word| is_copula(word) || matches!(word, "and" | "but"));
    let is_only = words().all(|word| !is_determiner(word)) && words().filter(|word| is_copula(word)).count() <= 1;
    (between.len() <= NEAR && is_whole && is_only).then_some(())
}

/// The place behind the thing that is set, its property with it.
fn target(tokens: &Tokens, places: &[(usize, usize)], start: usize) -> Option<usize> {
    let is_property =
        |at: usize| tokens.word(at).is_some_and(|word| PROPERTIES.contains(&word) || OF_PROPERTIES.contains(&word));
    let articles = |at: usize| at + (at..at + 2).take_while(|at| tokens.word(*at).is_some_and(is_determiner)).count();
    let properties = |at: usize| at + (at..at + 3).take_while(|at| is_property(*at)).count();
    let mut at = articles(start);
    let property = properties(at);
    if property > at && matches!(tokens.word(property), Some("of" | "for" | "on" | "in")) {
        at = articles(property + 1);
    }
    // "the kitchen lights"
    let describes = |at: usize| tokens.word(at).is_some_and(|word| !FOLLOWING.contains(&word) && !word.ends_with("'s"));
    let (first, last) = places.iter().rev().find(|(first, _)| (at..=at + 2).contains(first))?;
    if !(at..*first).all(describes) {
        return None;
    }
    let behind = properties(last + 1);
    (behind > last + 1 || !tokens.text(*last).ends_with("'s")).then_some(behind)
}

/// The place of the first word that says that the thing is to rest.
fn off(segment: &Segment, places: &[(usize, usize)]) -> Option<usize> {
    let tokens = &segment.tokens;
    let denied = segment.openings(|word| OFF.contains(&word) || denies(word)).into_iter();
    let mut rests = denied.filter_map(|at| match denies(tokens.word(at)?) {
        true => (at + 1..=at + 3)
            .find(|at| tokens.word(*at).is_some_and(|word| RUNNING.contains(&word)))
            .or(tokens.word(at + 1).is_none().then_some(at))
            .map(|verb| (at, verb)),
        false => Some((at, at)),
    });
    rests.find(|(_, verb)| is_for_thing(tokens, places, *verb)).map(|(at, _)| at)
}

fn denies(word: &str) -> bool {
    is_no(word) || matches!(word, "without" | "dont")
}

/// Whether an "off" is the thing's: not with another thing of its own, and in a sentence that names it, or no thing at all.
fn is_for_thing(tokens: &Tokens, places: &[(usize, usize)], off: usize) -> bool {
    let Some((start, end)) = sentence(tokens, off) else { return true };
    let is_named = |from: usize, to: usize| {
        places.iter().any(|(first, _)| (from..to).contains(first))
            || (from..to).any(|at| tokens.word(at).is_some_and(|word| PRONOUNS.contains(&word) && !is_determiner(word)))
    };
    // "turn the lights off"
    let verb = (off.saturating_sub(5).max(start)..off).rev().find(|at| {
        tokens.word(*at).is_some_and(|word| {
            matches!(word, "turn" | "turned" | "switch" | "shut" | "power" | "keep" | "leave" | "put")
        })
    });
    if let Some(verb) = verb.filter(|verb| verb + 1 < off) {
        return is_named(verb, off);
    }
    // "turn off the lights", "stop the music"
    let mut at = off + 1;
    while tokens.word(at).is_some_and(|word| is_determiner(word) || matches!(word, "on" | "off")) {
        at += 1;
    }
    let has_object = tokens.word(at).is_some_and(|word| !FOLLOWING.contains(&word) && !PRONOUNS.contains(&word));
    if has_object && at < end {
        return is_named(at, at + 3);
    }
    let is_short = (start..end).filter(|at| tokens.word(*at).is_some()).count() <= SHORT;
    is_short
        || is_named(start, end)
        || (start..end).any(|at| tokens.word(at).is_some_and(|word| PRONOUNS.contains(&word)))
}

#[cfg(test)]
mod tests;
