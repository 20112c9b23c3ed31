//! Moments that are counted from now in hours and less: `in two hours`, `in 90 minutes`, `half an hour from now`, `2 hours
//! ago`. Whole days are counted in `relative.rs`: nobody means the very minute with "in three days".

use crate::value::Duration;

use super::duration::length;
use super::reading::Reading;
use super::token::{Gap, Tokens};

const DAY: i128 = 86_400_000_000_000;

/// Behind a length that is worked at and not waited for ("in two hours of work").
const BEHIND: &[&str] = &["of", "or", "to", "and", "a", "per", "each"];

/// All of a text in order: how far from now they are.
pub(super) fn ahead(tokens: &Tokens, openings: impl Iterator<Item = usize>) -> Vec<Reading<Duration>> {
    let mut found = Vec::new();
    let mut next = 0;
    for at in openings.filter(|at| !tokens.is_glued(*at)) {
        if at >= next
            && let Some((length, first, last)) = counted(tokens, at)
        {
            found.push(Reading::new(tokens, length, first, last, "relative-time"));
            next = last + 1;
        }
    }
    found
}

/// The words that one may begin with.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    super::duration::openings().chain(["in"])
}

/// What begins at `at`, with its first and last word.
fn counted(tokens: &Tokens, at: usize) -> Option<(Duration, usize, usize)> {
    let is_near = |at: usize| tokens.get(at).is_some_and(|token| token.gap == Gap::Blank);
    if tokens.word(at) == Some("in") && is_near(at + 1) {
        let (length, last) = short(tokens, at + 1)?;
        return (!BEHIND.contains(&tokens.text(last + 1))).then_some((length, at, last));
    }
    let (length, last) = short(tokens, at)?;
    match (tokens.text(last + 1), tokens.text(last + 2)) {
        ("from", "now") if !tokens.is_glued(last + 3) => Some((length, at, last + 2)),
        ("ago", _) if !tokens.is_glued(last + 2) => Some((length.negate()?, at, last + 1)),
        _ => None,
    }
}

/// A length of less than a day, counted in no larger unit than hours, so that "in 1 day" stays a day.
fn short(tokens: &Tokens, at: usize) -> Option<(Duration, usize)> {
    let (length, last, unit) = length(tokens, at)?;
    (unit.as_nanos() < DAY && length.as_nanos() > 0).then_some((length, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let tokens = Tokens::new(text);
        ahead(&tokens, 0..tokens.len()).iter().map(|reading| reading.value.to_string()).collect()
    }

    #[test]
    fn a_moment_is_counted_from_now() {
        for (text, length) in [
            ("call me in two hours", "2h"),
            ("in 90 minutes, please", "90m"),
            ("in half an hour", "30m"),
            ("in an hour and a half", "90m"),
            ("in 1 hour and 15 minutes", "75m"),
            ("an hour from now", "1h"),
            ("it came 20 minutes ago", "-20m"),
        ] {
            assert_eq!(read(text), [length], "{text}");
        }
        for text in
            ["in two hours of work", "in 3 days", "two hours", "within 2 hours", "in 2 or 3 hours", "in 0 hours"]
        {
            assert!(read(text).is_empty(), "{text}");
        }
    }
}
