//! Stretches without a number in digits: "an hour and a half", "a week", "a quarter of an hour", "half a cubic metre", "the
//! past decade".

use crate::value::Number;

use super::super::role::Roles;
use super::super::token::Gap;
use super::super::unit::Unit;
use super::Reader;

impl Reader<'_> {
    /// "an hour and a half": the number with what stands behind its unit, and where that ends.
    pub(super) fn and_a_half(&self, number: Number, last: usize) -> (Number, usize) {
        let is_half = (1..).zip(["and", "a", "half"]).all(|(more, word)| self.tokens.word(last + more) == Some(word));
        match Number::parse("0.5").filter(|_| is_half && !self.tokens.is_glued(last + 4)) {
            Some(half) => (number.add(&half), last + 3),
            None => (number, last),
        }
    }

    /// "a week", "half an hour", "the past decade": the number, and where the unit stands.
    pub(super) fn stretch(&self, at: usize, word: &str) -> Option<(Number, usize)> {
        let tokens = self.tokens;
        let (number, unit_at) = match word {
            "a" | "an" | "past" | "last" | "next" | "coming" => (Number::from(1i64), at + 1),
            "three" if tokens.text(at + 1) == "quarters" => (Number::from(1i64), at + 1),
            "half" if matches!(tokens.text(at + 1), "a" | "an") => (Number::parse("0.5")?, at + 2),
            _ => return None,
        };
        // "a quarter of an hour"
        let quarters = match word {
            "a" => Some("0.25"),
            "three" => Some("0.75"),
            _ => None,
        };
        let is_quarter = matches!(tokens.text(at + 1), "quarter" | "quarters")
            && tokens.text(at + 2) == "of"
            && matches!(tokens.text(at + 3), "a" | "an");
        let (number, unit_at) = match quarters.filter(|_| is_quarter) {
            Some(quarters) => (Number::parse(quarters)?, at + 4),
            None => (number, unit_at),
        };
        let name = tokens.word(unit_at).filter(|_| tokens.get(unit_at).is_some_and(|token| token.gap == Gap::Blank))?;
        let (units, end) = self.named(unit_at);
        let is_unit =
            units.iter().any(|unit| matches!(unit.kind(), "time" | "months" | "length" | "mass" | "volume" | "area"));
        // "wait a second", "just a minute"
        let is_idiom = matches!(word, "a")
            && matches!(name, "second" | "minute" | "sec" | "min" | "bit")
            && self.and_a_half(Number::from(1i64), end).1 == end;
        let is_single = !name.ends_with('s');
        (is_unit && is_single && !is_idiom && !tokens.is_glued(end + 1)).then_some((number, unit_at))
    }

    /// The units of the name that stands here, "hour" or "cubic metre", and its last word.
    pub(super) fn named(&self, at: usize) -> (&'static [Unit], usize) {
        let name = self.tokens.text(at);
        let whole = self.tokens.word(at + 1).filter(|_| self.tokens.has(at, Roles::UNIT_NAME));
        let units = whole.map_or(&[][..], |second| Unit::by_name(&format!("{name} {second}")));
        if units.is_empty() { (Unit::by_name(name), at) } else { (units, at + 1) }
    }
}
