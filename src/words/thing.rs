//! A switch of a thing, by what is asked of the thing: "set the oven to 180" says that the oven is to be on, since what shall be
//! set to something is to run. The rule `set`.
//!
//! It is read where a request sets the thing, or a property that it has only while it runs, to a value: a number, a level, a
//! colour, a mode, or a value that another slot of the tool can take. A report ("the oven is set to 180", "I set the oven to
//! 180"), a question, a condition and what is for later ask for nothing now, and neither does what a thing keeps while it is
//! off, its clock or its name. Where the message has an "off", a "stop" or a "don't turn on" for it, nothing is read, and what
//! was read before is taken back.

use super::inflection::{inflected, words_of_name};
use super::lexicon::Step;
use super::negation::Stance;
use super::reading::Reading;
use super::search::{Bounds, Needle};
use super::segment::Segment;
use super::subject::is_determiner;
use super::token::{Gap, Tokens};

/// What makes a switch of a name: `lightPower`, `is_oven_on`.
const SWITCHES: &[&str] = &[
    "power",
    "on",
    "off",
    "switch",
    "switched",
    "turn",
    "turned",
    "running",
    "operation",
    "state",
    "status",
    "toggle",
    "powered",
];
/// What else a switch's name holds beside its thing.
const BESIDE: &[&str] = &["is", "set", "the", "mode", "or", "and", "to", "should", "be", "command", "enabled"];

/// In a comment, before the thing that is switched.
const TURNING: &[&str] =
    &["turn", "turning", "turns", "switch", "switching", "switches", "power", "powering", "powers"];
/// The same as nouns: "the power state of the oven".
const STATES: &[&str] = &["power", "operation", "operating", "state", "status", "mode", "switch", "on", "off", "or"];
/// Where the thing of a comment ends.
const ENDS: &[&str] = &[
    "on", "off", "is", "are", "should", "shall", "to", "in", "at", "with", "and", "or", "itself", "process", "that",
    "which", "by", "be", "must", "has", "for", "of",
];
/// The most words of a thing.
const MOST: usize = 3;

/// The verbs of a request that sets.
const VERBS: &[&str] = &["set", "put", "change", "switch", "turn", "adjust", "bring"];

/// Directly before the verb of a request.
const LEADS: &[&str] = &["please", "kindly", "then", "and", "now", "also", "just", "so", "but", "ok", "okay", "let's"];
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
    "after",
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
    names: Vec<Vec<String>>,
    values: Vec<Needle>,
}

impl Thing {
    /// The thing of a switch of this name and comment, and what the tool's other slots can be set to. A name of two values
    /// like `on` and `off` is a switch's whatever it is called (`is_switch`), one of a boolean where it says so.
    pub fn new<'v>(name: &str, doc: &str, is_switch: bool, values: impl IntoIterator<Item = &'v str>) -> Option<Thing> {
        let mut names: Vec<Vec<String>> =
            of_name(name, is_switch).into_iter().chain(of_comment(doc, is_switch)).collect();
        names.iter_mut().flatten().for_each(|word| *word = inflected(word));
        let values = values.into_iter().map(|value| Needle::new(&words_of_name(value).join(" "))).collect();
        (!names.is_empty()).then_some(Thing { names, values })
    }

    /// Where it is set to something, or, where it is to rest, that.
    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<bool>> {
        let tokens = &segment.tokens;
        let mut places: Vec<(usize, usize)> =
            self.names.iter().flat_map(|stems| segment.lexicon().find(tokens, stems, Step::Inflected)).collect();
        places.sort_unstable();
        if let Some(at) = off(segment, &places) {
            let mut taken_back = Reading::new(tokens, true, at, at, "set");
            taken_back.stance = Stance::Negated;
            return vec![taken_back];
        }
        if places.is_empty() {
            return Vec::new();
        }
        let mut verbs: Vec<usize> = VERBS.iter().flat_map(|verb| places_of(segment, verb)).collect();
        verbs.sort_unstable();
        let set = verbs.into_iter().filter_map(|verb| Some((verb, self.set(segment, &places, verb)?)));
        set.map(|(verb, last)| Reading::new(tokens, true, verb, last, "set")).collect()
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
            return (!amount.value.number.is_zero())
                .then(|| tokens.first_from(amount.mention.span[1]).saturating_sub(1));
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

/// The thing in a switch's name: what is left without the words that make a switch of it.
fn of_name(name: &str, is_switch: bool) -> Option<Vec<String>> {
    let mut words = words_of_name(name);
    let mut is_named = is_switch;
    let is_tail = |word: &str| SWITCHES.contains(&word) || (is_switch && BESIDE.contains(&word));
    while words.last().is_some_and(|word| is_tail(word)) {
        let word = words.pop().unwrap_or_default();
        is_named |= matches!(word.as_str(), "power" | "on" | "switch" | "running" | "powered");
    }
    let turns = |words: &[String]| matches!(words, [turn, on, ..] if matches!(turn.as_str(), "turn" | "switch" | "power") && on == "on");
    while words.first().is_some_and(|word| matches!(word.as_str(), "is" | "set" | "the" | "should")) || turns(&words) {
        is_named |= turns(&words);
        words.drain(..if turns(&words) { 2 } else { 1 });
    }
    (is_named && !words.is_empty() && words.len() <= MOST).then_some(words)
}

/// The things that a comment says to be switched: "turning the oven on or off", "the power state of the oven", "whether the
/// oven is on".
fn of_comment(doc: &str, is_switch: bool) -> Vec<Vec<String>> {
    let doc = doc.to_lowercase().replace('/', " or ");
    let mut things = Vec::new();
    for clause in doc.split(['.', ',', ';', ':', '(', ')', '\n']) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let rest = words.get(at + 1..).unwrap_or_default();
            let is_on = |word: &&&str| matches!(**word, "on" | "off" | "or" | "and");
            let switched = rest.iter().take_while(is_on).count();
            let (thing, behind) = thing(rest.get(switched..).unwrap_or_default());
            let is_state = |words: &[&str]| words.last().is_some_and(|last| STATES.contains(last));
            let is_thing = match *word {
                word if TURNING.contains(&word) => switched > 0 || matches!(behind, ["on" | "off", ..]),
                "whether" | "if" => matches!(
                    behind,
                    ["is" | "are", "on" | "running", ..]
                        | ["is" | "are", "turned" | "switched" | "powered" | "currently", "on", ..]
                        | ["should", "be", "on" | "running", ..]
                        | ["should", "be", "turned" | "switched" | "powered", "on", ..]
                ),
                "of" | "for" => is_switch && switched == 0 && is_state(words.get(..at).unwrap_or_default()),
                _ => false,
            };
            let is_noun = thing.first().is_some_and(|first| !TURNING.contains(first));
            if is_thing && is_noun && thing.len() <= MOST {
                things.push(thing.iter().map(|word| (*word).to_owned()).collect());
            }
        }
    }
    things
}

/// The thing that words begin with, without its article, and what stands behind it.
fn thing<'w, 'd>(words: &'w [&'d str]) -> (&'w [&'d str], &'w [&'d str]) {
    let article = words.iter().take_while(|word| is_determiner(word)).count();
    let words = words.get(article..).unwrap_or_default();
    words.split_at(words.iter().position(|word| ENDS.contains(word)).unwrap_or(words.len()))
}

fn places_of<'s>(segment: &'s Segment, word: &str) -> impl Iterator<Item = usize> + use<'s> {
    segment.lexicon().places(&segment.tokens, word).iter().map(|place| *place as usize)
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
    if verb == start {
        return true;
    }
    let before = |back: usize| verb.checked_sub(back).filter(|at| *at >= start).and_then(|at| tokens.word(at));
    let is_report = || {
        (start..verb).any(|at| {
            let wishes = |word: &str| WISHES.contains(&word) || ASKING.contains(&word);
            tokens.word(at).is_some_and(|word| SUBJECTS.contains(&word)) && !tokens.word(at + 1).is_some_and(wishes)
        })
    };
    match before(1) {
        None => tokens.mark(verb - 1).is_some_and(|mark| matches!(mark, "," | ":" | "-" | "–" | "—")) && !is_report(),
        Some("please" | "kindly" | "let's") => true,
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
    let denied = segment.lexicon().openings(tokens, |word| OFF.contains(&word) || is_no(word)).into_iter();
    let mut rests = denied.filter_map(|at| match is_no(tokens.word(at)?) {
        true => (at + 1..=at + 3)
            .find(|at| tokens.word(*at).is_some_and(|word| RUNNING.contains(&word)))
            .map(|verb| (at, verb)),
        false => Some((at, at)),
    });
    rests.find(|(_, verb)| is_for_thing(tokens, places, *verb)).map(|(at, _)| at)
}

fn is_no(word: &str) -> bool {
    matches!(word, "not" | "never" | "without" | "dont") || word.ends_with("n't")
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
mod tests {
    use crate::words::{Conversation, Thing};

    fn is_on(thing: &Thing, said: &[&str]) -> bool {
        !Conversation::new(said.iter().map(|text| (*text, true))).find_thing(thing).is_empty()
    }

    fn thing(name: &str, doc: &str) -> Thing {
        let values = ["COOL", "AIR_DRY", "convection_bake", "off", "sleep"];
        Thing::new(name, doc, true, values).expect("a switch of a thing")
    }

    #[test]
    fn a_thing_that_shall_be_set_to_something_is_to_run() {
        let oven = thing("power", "Whether to turn the oven on or off.");
        for text in [
            "set the oven to 180",
            "Set the oven at 180 degrees, please",
            "I'd like you to set the oven to 180",
            "please set my oven temperature to 180 degrees",
            "can you put the oven on high?",
            "It's late. Change the oven to convection bake",
            "the oven is at 150, but I'd like to change it to 180",
            "turn the oven up to 200",
            "set the temperature of the oven to 180",
            "set the oven's temperature to twenty degrees",
            "turn the lights off, then set the oven to 180",
            "set the oven to 180 and turn off the lights",
            "put the oven in grill mode",
            "open the door and set the oven to 180",
            "I want to bake and set the oven to 180",
        ] {
            assert!(is_on(&oven, &[text]), "{text}");
        }
        let lights = thing("lightPower", "");
        assert!(is_on(&lights, &["put the lights on blue"]));
        assert!(is_on(&lights, &["the lights are dim, set them to 80%"]));
        assert!(is_on(&lights, &["set the kitchen lights to 'COOL'"]));
        assert!(is_on(
            &thing("airConOperationMode", "The operation mode of the air conditioner itself."),
            &[
                "I've noticed that the current job mode of the air conditioner is set to clean, but I'd like to change it to cool mod"
            ]
        ));
    }

    #[test]
    fn a_thing_of_which_nothing_is_asked_now_stays_as_it_is() {
        let oven = thing("power", "Whether to turn the oven on or off.");
        for text in [
            "the oven is set to 180",
            "I set the oven to 180 yesterday",
            "I came home and set the oven to 180",
            "She opened the door, set the oven to 180 and left",
            "should I set the oven to 180?",
            "do I need to set the oven to 180?",
            "how to set the oven to 180",
            "did you set the oven to 180?",
            "if it is cold, set the oven to 180",
            "set the oven to 180 when I call",
            "tomorrow set the oven to 180",
            "don't set the oven to 180",
            "he wants to set the oven to 180",
            "set the oven's clock to 10",
            "set the oven timer to 20 minutes",
            "set the oven light to 50",
            "set the name of the oven to Bob",
            "set the default oven temperature to 180",
            "set the oven to off",
            "set the oven to 0",
            "set the oven to sleep",
            "put the oven in standby mode",
            "put the oven on the table",
            "put the oven in the kitchen",
            "turn the oven to the left",
            "change the oven to the new model",
            "put the oven on low shelves",
            "set the grill to 180",
            "set the oven to 180, then turn it off",
            "set the oven to 180. Then shut it off.",
            "set the oven to 180, but don't turn it on yet",
            "set the oven to 180 and stop",
            "set the oven to 180 without turning it on",
            "set the oven to 180. Off, please",
            "turn the oven off and set the lights to blue",
            "the oven is hot and the music is loud, change it to 20",
            "the oven light is red, change it to blue",
            "the oven is hot. Change it to 20",
        ] {
            assert!(!is_on(&oven, &[text]), "{text}");
        }
        assert!(!is_on(&oven, &["set the oven to 180", "turn it off"]));
        assert!(is_on(&oven, &["turn it off", "set the oven to 180"]));
        assert!(is_on(&oven, &["set the oven to 180", "turn the lights off"]));
    }

    #[test]
    fn only_a_switch_has_a_thing() {
        let is_switch = |name, doc, is_switch| Thing::new(name, doc, is_switch, []).is_some();
        assert!(is_switch("lightPower", "", false) && is_switch("turn_on_heater", "", false));
        assert!(is_switch("is_on", "Whether the fan is on.", false) && is_switch("fan", "", true));
        assert!(is_switch("fan", "Turn the fan on/off.", false));
        for (name, doc) in [
            ("powerSaveEnabled", "A flag to enable or disable power-saving mode."),
            ("on_sale", "Whether the article is for sale."),
            ("include_tax", "Whether the tax is included."),
            ("order_status", "The status of the order."),
            ("is_on", ""),
        ] {
            assert!(!is_switch(name, doc, false), "{name}");
        }
    }
}
