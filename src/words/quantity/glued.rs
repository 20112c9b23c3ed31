//! Digits with letters glued to them: `1.5k`, `6mm`, `18th`, `2½`, `3x`.

use std::borrow::Cow;

use crate::value::Number;

use super::super::amount::Amount;
use super::super::numeral;
use super::super::unit::Unit;
use super::Reader;
use super::counter::counter;
use super::shape::{self, vulgar};

impl Reader<'_> {
    /// Digits with something glued to them: `1.5k`, `6mm`, `18th`, `2½`.
    pub(super) fn glued(&mut self, at: usize, first: usize, number: Number, digits: &str, rest: &str) -> Option<usize> {
        let tokens = self.tokens;
        let end = tokens.token_end(at);
        let span = tokens.span(at, end);
        let written = self.original(span[0] + digits.chars().count(), span[1]);
        if let (true, Some(part)) = (end == at, vulgar(rest)) {
            self.push(Amount::of(number.add(&part)), first, at, "fraction");
            return Some(at);
        }
        if end == at
            && let Some(units) = counter(rest)
        {
            return Some(self.quantity(number, units, (first, at, at), "counter"));
        }
        // "3x pork bao" are three; "3x faster" is no number of things.
        if end == at && rest == "x" && numeral::is_noun(tokens, at + 1) && !is_compared(tokens.text(at + 1)) {
            self.push(Amount::of(number), first, at, "counter");
            return Some(at);
        }
        if end == at && matches!(rest, "st" | "nd" | "rd" | "th") {
            let is_counted = number.is_integer() && numeral::is_noun(tokens, at + 1);
            if is_counted {
                self.push(Amount::of(number), first, at, "ordinal");
            }
            return is_counted.then_some(at);
        }
        if let Some(power) = shape::power(digits, &written) {
            return self.behind(number.multiply(&power), first, end, "scientific");
        }
        let currency = self.currency(first, end);
        let scale = match &*written {
            "k" | "K" => Some(1_000i64),
            "mn" | "mln" | "M" => Some(1_000_000),
            "m" if !currency.is_empty() => Some(1_000_000),
            "bn" => Some(1_000_000_000),
            "b" | "B" if !currency.is_empty() => Some(1_000_000_000),
            _ => None,
        };
        if let Some(scale) = scale {
            self.push(Amount::of(number.multiply(&Number::from(scale))).in_units(currency), first, end, "scale");
            return Some(end);
        }
        // `5m` is metres, minutes or millions: it says something only where one of the first two is asked for.
        let units = Unit::named(&written);
        match &*written {
            _ if units.is_empty() => return None,
            // So does any single letter: "seat 12A" is no current.
            single if single.chars().count() == 1 => {
                self.push(Amount::of(number.clone()).only_in_units(units), first, end, "unit");
                // "1h 20m": what it is behind another, else a time before all.
                let kind = self.chain.last().map_or("time", |part| part.unit.kind());
                let meant: Vec<Unit> = units.iter().copied().filter(|unit| unit.kind() == kind).collect();
                self.join(number, if meant.is_empty() { units.into() } else { Cow::from(meant) }, first, end);
            }
            _ => return Some(self.quantity(number, units, (first, end, end), "unit")),
        }
        Some(end)
    }
}

/// Whether a word behind `3x` says how much more.
fn is_compared(word: &str) -> bool {
    word.ends_with("er")
        || matches!(
            word,
            "more" | "less" | "as" | "speed" | "zoom" | "leverage" | "magnification" | "daily" | "weekly" | "per"
        )
}
