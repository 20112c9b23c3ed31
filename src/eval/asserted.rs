//! What a model's text says was done.

use std::sync::Arc;

use crate::program::Program;
use crate::words;

use super::pattern;

/// The effects that a text claims, each once, in the order in which it claims them first. Each sentence is judged by
/// itself: what one denies takes nothing back that another one says.
pub(crate) fn asserted(program: &Program, text: &str) -> Vec<Arc<str>> {
    let mut claimed: Vec<Arc<str>> = Vec::new();
    for sentence in words::sentences(text) {
        let mut here: Vec<(usize, Arc<str>)> = Vec::new();
        for effect in program.effects.iter().filter(|effect| !claimed.contains(&effect.name)) {
            let claims = effect.assertions.iter().filter_map(|(by, unless)| {
                let at = pattern::find(program, *by, &sentence).first().map(|(start, _)| *start)?;
                let denied = unless.is_some_and(|unless| pattern::matches(program, unless, &sentence));
                (!denied).then_some(at)
            });
            here.extend(claims.min().map(|at| (at, Arc::clone(&effect.name))));
        }
        // Stable, so that two claims in one place keep the order of their declarations.
        here.sort_by_key(|(at, _)| *at);
        claimed.extend(here.into_iter().map(|(_, name)| name));
    }
    claimed
}
