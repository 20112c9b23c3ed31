//! Values as they are said, and which of them still stand at the end.

use std::collections::HashSet;
use std::hash::Hash;

use super::negation::{Stance, stance};
use super::token::Tokens;

/// Where a value is said, and by which rule it was read there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mention {
    /// Unicode scalars of the segment's text, half open.
    pub span: [usize; 2],
    /// The rule, by its name in evidence: `number`, `words`, `phrase`, `date`, `datetime`.
    pub read_as: &'static str,
}

impl Mention {
    /// Whether it stands inside a span.
    pub fn is_within(&self, span: [usize; 2]) -> bool {
        span[0] <= self.span[0] && self.span[1] <= span[1]
    }
}

/// A value with its mention and its stance.
#[derive(Clone, Debug)]
pub(super) struct Reading<T> {
    pub value: T,
    pub mention: Mention,
    pub stance: Stance,
}

impl<T> Reading<T> {
    /// The value said at the words and marks `first..=last`.
    pub(super) fn new(tokens: &Tokens, value: T, first: usize, last: usize, read_as: &'static str) -> Reading<T> {
        let mention = Mention { span: tokens.span(first, last), read_as };
        Reading { value, mention, stance: stance(tokens, first, last) }
    }
}

/// What of the values of one type still stands, in the order in which it was said. The readings come in that order,
/// each with its place. What is quoted or retracted is none; a negation takes back its own value, a correction every value before it.
pub(super) fn standing<'a, P, T: Eq + Hash>(
    readings: impl DoubleEndedIterator<Item = (P, &'a Reading<T>)>,
) -> Vec<(P, &'a Reading<T>)> {
    let mut denied = HashSet::new();
    let mut stands = Vec::new();
    for (place, reading) in readings.rev().filter(|(_, reading)| reading.stance.counts()) {
        if reading.stance == Stance::Negated {
            denied.insert(&reading.value);
            continue;
        }
        if !denied.contains(&reading.value) {
            stands.push((place, reading));
        }
        if reading.stance == Stance::Correcting {
            break;
        }
    }
    stands.reverse();
    stands
}
