//! A thing that is turned on or off in so many words: "turn on the oven", "switch the oven off", "start the oven".

use super::super::negator::word_before;
use super::super::reading::Reading;
use super::super::subject::is_determiner;
use super::super::token::Tokens;
use super::{FOLLOWING, is_request, sentence};

/// Verbs that "on" or "off" belongs to.
const TURN: &[&str] = &["turn", "switch", "power", "put", "leave", "keep", "flip", "shut"];
const START: &[&str] = &["start", "activate", "enable", "run", "launch", "boot", "preheat"];
const STOP: &[&str] = &["stop", "deactivate", "disable", "kill", "unplug"];

/// What is asked of the thing at each of its places: to be on, or to be off.
pub(super) fn turned(tokens: &Tokens, places: &[(usize, usize)]) -> Vec<Reading<bool>> {
    let read = |(first, last): &(usize, usize)| {
        let (verb, value, end) = command(tokens, *first, *last)?;
        let (start, _) = sentence(tokens, verb)?;
        is_request(tokens, start, verb).then(|| Reading::new(tokens, value, verb, end, "set"))
    };
    places.iter().filter_map(read).collect()
}

/// The verb that governs a thing, whether it turns it on, and where the command ends.
fn command(tokens: &Tokens, first: usize, last: usize) -> Option<(usize, bool, usize)> {
    let mut begin = first;
    // "turn on the kitchen lights"
    if word_before(tokens, begin)
        .is_some_and(|(at, _)| word_before(tokens, at).is_some_and(|(_, word)| is_determiner(word)))
    {
        begin -= 1;
    }
    while word_before(tokens, begin).is_some_and(|(_, word)| is_determiner(word)) {
        begin -= 1;
    }
    let is_whole = |at: usize| tokens.word(at).is_none_or(|word| FOLLOWING.contains(&word));
    let (at, word) = word_before(tokens, begin)?;
    let before = word_before(tokens, at);
    match word {
        "on" | "off" | "down" => {
            let (verb, turn) = before?;
            let is_turn = TURN.contains(&turn) && (word != "down" || matches!(turn, "shut" | "power"));
            (is_turn && turn != "put" && is_whole(last + 1)).then_some((verb, word == "on", last))
        }
        _ if START.contains(&word) || STOP.contains(&word) => {
            is_whole(last + 1).then_some((at, START.contains(&word), last))
        }
        _ if TURN.contains(&word) => {
            let behind = last + 1 + usize::from(tokens.word(last + 1) == Some("back"));
            let value = match tokens.word(behind)? {
                "on" => true,
                "off" => false,
                "down" if word == "shut" || word == "power" => false,
                _ => return None,
            };
            is_whole(behind + 1).then_some((at, value, behind))
        }
        _ => None,
    }
}
