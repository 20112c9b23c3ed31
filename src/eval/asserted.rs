//! What a model's text says was done.

use std::ops::Range;
use std::sync::Arc;

use crate::program::{PatternId, Program};
use crate::words;

use super::pattern;

/// The effects that a text claims, each once, in the order in which it claims them first. Each sentence is judged by
/// itself, and in it the clauses in which the claim stands: what others deny takes nothing of it back.
pub(crate) fn asserted(program: &Program, text: &str) -> Vec<Arc<str>> {
    let mut claimed: Vec<Arc<str>> = Vec::new();
    for sentence in words::sentences(text) {
        let mut here: Vec<(usize, Arc<str>)> = Vec::new();
        for effect in program.effects.iter().filter(|effect| !claimed.contains(&effect.name)) {
            let claims = effect.assertions.iter().filter_map(|(by, unless)| claim(program, *by, *unless, &sentence));
            here.extend(claims.min().map(|at| (at, Arc::clone(&effect.name))));
        }
        // Stable, so that two claims in one place keep the order of their declarations.
        here.sort_by_key(|(at, _)| *at);
        claimed.extend(here.into_iter().map(|(_, name)| name));
    }
    claimed
}

/// Where a sentence first claims something that its own clauses do not deny.
fn claim(program: &Program, by: PatternId, unless: Option<PatternId>, sentence: &str) -> Option<usize> {
    let found = pattern::find(program, by, sentence);
    let Some(unless) = unless else { return found.first().map(|(start, _)| *start) };
    let clauses = if found.is_empty() { Vec::new() } else { words::clauses(sentence) };
    // Long sentences are judged once for each run of clauses, not for each claim in it.
    let mut denied: Option<(Range<usize>, bool)> = None;
    found.into_iter().find_map(|(start, end)| {
        let bytes = |at: usize| sentence.char_indices().nth(at).map_or(sentence.len(), |(at, _)| at);
        let (from, to) = (bytes(start), bytes(end));
        let mut around = clauses.iter().filter(|clause| clause.at.start < to && from < clause.at.end);
        let first = around.next()?;
        let last = around.next_back().unwrap_or(first);
        let run = first.at.start.min(from)..last.at.end.max(to);
        if denied.as_ref().is_none_or(|(judged, _)| *judged != run) {
            let mut said = sentence.get(run.clone())?.to_owned();
            said.push_str(if last.asks { "?" } else { "" });
            denied = Some((run, pattern::matches(program, unless, &said)));
        }
        denied.as_ref().is_some_and(|(_, denied)| !denied).then_some(start)
    })
}
