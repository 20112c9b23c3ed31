//! Which thing a switch turns on, by the switch's name and comment.

use super::super::inflection::words_of_name;
use super::super::subject::is_determiner;

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

/// The thing in a switch's name: what is left without the words that make a switch of it.
pub(super) fn of_name(name: &str, is_switch: bool) -> Option<Vec<String>> {
    let mut words = words_of_name(name);
    let mut is_named = is_switch;
    // `auto_power_off` turns nothing on.
    if !is_switch && words.iter().any(|word| word == "off") && !words.iter().any(|word| word == "on") {
        return None;
    }
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
pub(super) fn of_comment(doc: &str, is_switch: bool) -> Vec<Vec<String>> {
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
                word if TURNING.contains(&word) => {
                    let is_on = rest.iter().take(switched).any(|word| *word == "on");
                    is_on || matches!(behind, ["on", ..] | ["off", "or" | "and", "on", ..])
                }
                "whether" | "if" => matches!(
                    behind,
                    ["is" | "are", "on" | "running" | "enabled" | "active" | "activated", ..]
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
