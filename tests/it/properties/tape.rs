//! A tape of random choices. Whatever is built from it shrinks with it: an empty tape makes the plainest thing.

use proptest::prelude::*;

/// Choices, read in order; past the end every choice is the first.
#[derive(Clone)]
pub(crate) struct Tape {
    choices: Vec<u16>,
    at: usize,
}

impl std::fmt::Debug for Tape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a tape of {} choices", self.choices.len())
    }
}

/// Any tape.
pub(crate) fn tape() -> impl Strategy<Value = Tape> {
    prop::collection::vec(any::<u16>(), 0..900).prop_map(|choices| Tape { choices, at: 0 })
}

impl Tape {
    /// One of `0..count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(choice) % count
    }

    /// Whether something happens that happens in so many of a hundred cases; never on an empty tape.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    /// One of several.
    pub(crate) fn of<'t, T>(&mut self, several: &'t [T]) -> &'t T {
        &several[self.below(several.len())]
    }

    /// The same things in another order.
    pub(crate) fn shuffled<T: Clone>(&mut self, things: &[T]) -> Vec<T> {
        let mut things = things.to_vec();
        for at in (1..things.len()).rev() {
            let other = self.below(at + 1);
            // An empty tape leaves the order as it is.
            things.swap(at, at - other);
        }
        things
    }
}
