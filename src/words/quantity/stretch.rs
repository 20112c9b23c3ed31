//! Stretches without a number in digits: "a week", "half a cubic metre", "three quarters of an hour", "the past decade"; and what
//! stands behind a number of degrees.

use crate::value::Number;

use super::super::amount::Amount;
use super::super::numeral::joined;
use super::super::role::Roles;
use super::super::token::Gap;
use super::super::unit::Unit;
use super::Reader;

/// Before "of an hour": it is not the whole of it.
const SHARES: &[&str] = &[
    "half",
    "third",
    "quarter",
    "quarters",
    "thirds",
    "most",
    "part",
    "fraction",
    "rest",
    "remainder",
    "percent",
    "%",
    "short",
    "shy",
];

impl Reader<'_> {
    /// "a week", "half an hour", "the past decade": the number, and where the unit stands.
    pub(super) fn stretch(&self, at: usize, word: &str) -> Option<(Number, usize)> {
        let tokens = self.tokens;
        let next = tokens.text(at + 1);
        let half = || Number::parse("0.5");
        let quarter = || Number::parse("0.25");
        let (number, unit_at) = match (word, next) {
            ("half", "a" | "an") => (half()?, at + 2),
            ("half", _) => (half()?, joined(tokens, at)?),
            ("quarter", _) => (quarter()?, joined(tokens, at)?),
            ("a", "half") => (half()?, joined(tokens, at + 1)?),
            ("a", "quarter") => (quarter()?, joined(tokens, at + 1)?),
            ("a" | "an" | "past" | "last" | "next" | "coming", _) => (Number::from(1i64), at + 1),
            _ => return None,
        };
        let token = tokens.get(unit_at)?;
        let name = tokens.word(unit_at).filter(|_| token.gap == Gap::Blank || token.gap == Gap::Glue)?;
        let (units, end) = self.named(unit_at);
        let is_unit =
            units.iter().any(|unit| matches!(unit.kind(), "time" | "months" | "length" | "mass" | "volume" | "area"));
        // "wait a second", "just a minute"
        let is_idiom = word == "a"
            && !at
                .checked_sub(1)
                .is_some_and(|before| matches!(tokens.text(before), "for" | "after" | "every" | "than" | "within"))
            && matches!(name, "second" | "minute" | "sec" | "min" | "bit")
            && self.part_of_it(&number, units, end).is_none();
        let is_share =
            at.checked_sub(2).is_some_and(|share| tokens.text(at - 1) == "of" && SHARES.contains(&tokens.text(share)));
        let is_single = !name.ends_with('s');
        (is_unit && is_single && !is_idiom && !is_share && !tokens.is_glued(end + 1)).then_some((number, unit_at))
    }

    /// "three quarters of an hour", "half of a mile": the last word of it.
    pub(super) fn part_of_unit(&mut self, part: &Number, first: usize, last: usize) -> Option<usize> {
        let tokens = self.tokens;
        let is_part = !part.is_integer() && !part.is_negative() && !Number::from(1i64).subtract(part).is_negative();
        if !is_part || tokens.text(last + 1) != "of" || !matches!(tokens.text(last + 2), "a" | "an" | "one") {
            return None;
        }
        let (units, end) = self.named(last + 3);
        if units.is_empty() || tokens.is_glued(end + 1) {
            return None;
        }
        self.chain.clear();
        self.push(Amount::of(part.clone()).only_in_units(units), first, end, "unit");
        Some(end)
    }

    /// "5 below zero", "5 degrees below zero": the last word of it.
    pub(super) fn below_zero(
        &mut self,
        number: &Number,
        unit: Option<(&'static [Unit], usize)>,
        first: usize,
        last: usize,
    ) -> Option<usize> {
        let (units, end) = unit.unwrap_or((&[], last));
        if !self.is_below_zero(end) {
            return None;
        }
        self.chain.clear();
        if !number.is_negative() {
            self.push(Amount::of(number.negate()).in_units(units), first, end + 2, "number-words");
        }
        Some(end + 2)
    }

    pub(super) fn is_below_zero(&self, last: usize) -> bool {
        self.tokens.text(last + 1) == "below" && matches!(self.tokens.text(last + 2), "zero" | "0")
    }

    /// Whether a number stands behind a latitude: "40.7 N, 74.0 W".
    pub(super) fn is_longitude(&self, first: usize) -> bool {
        let tokens = self.tokens;
        let is_latitude = |comma: usize| {
            comma >= 2 && matches!(tokens.text(comma - 1), "n" | "s") && self.starts_with_digit(comma - 2)
        };
        first.checked_sub(1).is_some_and(|at| tokens.mark(at) == Some(",") && is_latitude(at))
    }

    /// The units of the name that stands here, "hour" or "cubic metre", and its last word.
    pub(super) fn named(&self, at: usize) -> (&'static [Unit], usize) {
        let name = self.tokens.text(at);
        let is_long = self.tokens.has(at, Roles::UNIT_NAME) && self.tokens.has(at + 1, Roles::UNIT_MORE);
        let whole = self.tokens.word(at + 1).filter(|_| is_long);
        let units = whole.map_or(&[][..], |second| Unit::by_name(&format!("{name} {second}")));
        if units.is_empty() { (Unit::by_name(name), at) } else { (units, at + 1) }
    }
}
