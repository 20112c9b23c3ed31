//! Numbers in words, each with what stands behind it: "two hundred rooms", "three-bedroom", "the past decade".

use crate::value::Number;

use super::super::amount::Amount;
use super::super::number;
use super::super::numeral;
use super::super::token::Gap;
use super::super::unit::Unit;
use super::Reader;
use super::shape::vulgar;

/// The most words of a number that does not add up.
const MAX_RUN: usize = 12;

impl Reader<'_> {
    /// What is said in words: a number, or a stretch without one ("the past decade").
    pub(super) fn words(&mut self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        let word = tokens.word(at)?;
        if !tokens.is_glued(at)
            && let Some((number, unit_at)) = self.stretch(at, word)
        {
            let (units, end) = self.named(unit_at);
            return Some(self.stretched(number, units, at, end));
        }
        // "¾ cup"
        if !tokens.is_glued(at)
            && !tokens.is_glued(at + 1)
            && let Some(part) = vulgar(word)
        {
            return self.behind(part, at, at, "fraction");
        }
        if let Some(last) = self.coded(at, word) {
            return Some(last);
        }
        // "point five" has lost its whole.
        if at.checked_sub(1).is_some_and(|before| tokens.text(before) == "point") {
            return None;
        }
        let Some(found) = numeral::numeral(tokens, at) else { return self.unsettled_run(at, word) };
        let (first, number) =
            match at.checked_sub(1).filter(|_| tokens.get(at).is_some_and(|token| token.gap == Gap::Blank)) {
                Some(before) if number::is_minus(tokens.text(before)) => (before, found.number.negate()),
                _ => (at, found.number),
            };
        if tokens.is_glued(found.last + 1) {
            // "three-bedroom"; "one-way" and "two-" say nothing.
            let noun = tokens.word(found.last + 2).filter(|_| tokens.is_glued(found.last + 2));
            let counted = noun.filter(|noun| {
                tokens.mark(found.last + 1) == Some("-")
                    && number != Number::from(1i64)
                    && noun.len() > 2
                    && found.read_as == "number-words"
            })?;
            self.push(Amount::of(number).in_units(Unit::by_name(counted)), first, found.last, "compound");
            return Some(tokens.token_end(found.last));
        }
        if found.read_as == "ordinal" {
            self.push(Amount::of(number), first, found.last, "ordinal");
            return Some(found.last);
        }
        self.behind(number, first, found.last, found.read_as)
    }

    /// "two three", "one fifty", "nineteen ninety": words for numbers that do not add up to one say none of theirs. The last
    /// of them.
    fn unsettled_run(&self, at: usize, word: &str) -> Option<usize> {
        let is_small = |at: usize| self.tokens.word(at).is_some_and(|word| numeral::small(word).is_some());
        numeral::small(word)?;
        let mut last = at;
        while let Some(next) = numeral::joined(self.tokens, last).filter(|next| is_small(*next) && next - at <= MAX_RUN)
        {
            last = next;
        }
        (last > at).then_some(last)
    }
}
