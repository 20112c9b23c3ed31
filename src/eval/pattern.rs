//! Matching a compiled pattern.

use std::borrow::Cow;

use crate::program::{Matcher, PatternId, Program};

use super::ansi;

/// Whether the pattern occurs in the text, or in what a terminal shows of it: a colour before the first word hides nothing.
pub(crate) fn matches(program: &Program, id: PatternId, text: &str) -> bool {
    let shown = ansi::shown(text);
    occurs(program, id, text) || (matches!(shown, Cow::Owned(_)) && occurs(program, id, &shown))
}

fn occurs(program: &Program, id: PatternId, text: &str) -> bool {
    program.patterns.get(id.index()).is_some_and(|pattern| {
        pattern.any.iter().any(|matcher| match matcher {
            Matcher::Regex(regex, _) => regex.get().is_some_and(|regex| regex.is_match(text)),
            Matcher::Words(words) => words.matches(text),
            Matcher::Pattern(other) => occurs(program, *other, text),
        })
    })
}

/// Every place where the pattern occurs, in Unicode scalars, half open, in order. A place inside another, as the
/// alternatives of a pattern find them, is found with that one.
pub(crate) fn find(program: &Program, id: PatternId, text: &str) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    if let Some(pattern) = program.patterns.get(id.index()) {
        for matcher in &pattern.any {
            match matcher {
                Matcher::Regex(regex, _) => {
                    spans.extend(regex.get().into_iter().flat_map(|regex| regex.find_iter(text)).map(|found| {
                        let scalars = |end: usize| text.get(..end).map_or(0, |before| before.chars().count());
                        (scalars(found.start()), scalars(found.end()))
                    }))
                }
                Matcher::Words(words) => spans.extend(words.find(text).into_iter().map(|[start, end]| (start, end))),
                Matcher::Pattern(other) => spans.extend(find(program, *other, text)),
            }
        }
    }
    spans.sort_unstable_by_key(|(start, end)| (*start, std::cmp::Reverse(*end)));
    let mut reached = None;
    spans.retain(|(_, end)| {
        let is_outside = reached.is_none_or(|reached| *end > reached);
        if is_outside {
            reached = Some(*end);
        }
        is_outside
    });
    spans
}

/// How often a text is gone over. What is taken out brings together what stood around it, and that may match again.
const MAX_ROUNDS: usize = 10;

/// The text without what the pattern matches, and without the blanks that this leaves. Nothing is left of a text in which
/// something matches after every round: it was made so that some of it stays.
pub(crate) fn strip<'t>(program: &Program, id: PatternId, text: &'t str) -> Cow<'t, str> {
    let mut kept = Cow::Borrowed(text);
    for _ in 0..MAX_ROUNDS {
        match without(program, id, &kept) {
            Some(less) => kept = Cow::Owned(less),
            None => return kept,
        }
    }
    if without(program, id, &kept).is_some() { Cow::Owned(String::new()) } else { kept }
}

/// The text after one round; none where nothing is taken out.
fn without(program: &Program, id: PatternId, text: &str) -> Option<String> {
    let mut spans = find(program, id, text);
    // A pattern that matches nothing at all, as `/a*/` does between letters, takes nothing out.
    spans.retain(|(start, end)| start < end);
    if spans.is_empty() {
        return None;
    }
    let mut spans = spans.into_iter().peekable();
    let mut kept = String::new();
    let mut is_joint = false;
    for (at, c) in text.chars().enumerate() {
        while spans.next_if(|(_, end)| *end <= at).is_some() {}
        if spans.peek().is_some_and(|(start, _)| *start <= at) {
            is_joint = true;
            continue;
        }
        // Of the blanks on both sides of what is taken out, those before it stay.
        let doubled = c.is_whitespace() && kept.chars().next_back().is_none_or(char::is_whitespace);
        if is_joint && doubled {
            continue;
        }
        is_joint = false;
        kept.push(c);
    }
    Some(kept.trim().to_owned())
}
