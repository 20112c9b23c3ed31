//! Digits with a mark between them or behind: shares, ranges, degrees, nouns on a hyphen.

use crate::value::Number;

use super::super::amount::Amount;
use super::super::number;
use super::super::numeral;
use super::super::scale;
use super::super::token::Gap;
use super::super::unit::Unit;
use super::Reader;

impl Reader<'_> {
    /// Digits with a mark glued to them: `50%`, `2-bedroom`, `1/2`, `37.2°C`.
    pub(super) fn marked(&mut self, at: usize, first: usize, number: Number, digits: &str) -> Option<usize> {
        let tokens = self.tokens;
        let end = tokens.token_end(at);
        match tokens.mark(at + 1)? {
            // "40+ people"
            "+" if end == at + 1 => {
                self.push(Amount::of(number), first, at, "number");
                Some(end)
            }
            "%" if end == at + 1 => {
                self.push(Amount::of(number).in_units(Unit::named("%")), first, end, "percent");
                Some(end)
            }
            "-" if tokens.is_glued(at + 2) && self.starts_with_digit(at + 2) => self.range(at, first, number),
            "-" if tokens.word(at + 2).is_some_and(|word| word.len() > 2 && word.chars().all(char::is_alphabetic)) => {
                let word = tokens.text(at + 2);
                let units = Unit::by_name(word);
                self.push(Amount::of(number).in_units(units), first, at, "compound");
                Some(end)
            }
            "-" if tokens.is_sign(at + 2) => self.range(at, first, number),
            "/" => match self.fraction(at) {
                Some((part, last)) if first == at => {
                    self.push(Amount::of(part), at, last, "fraction");
                    Some(last)
                }
                _ => self.pair(at, first, number, digits),
            },
            "°" => {
                let span = tokens.span(at + 1, end);
                let written = self.original(span[0], span[1]);
                let (units, last) = match &*written {
                    // "35.7° N", "37.2° C"
                    "°" => match self.letter_behind(end) {
                        Some(found) => found,
                        None => (Unit::named("°"), end),
                    },
                    _ => (Unit::named(&written), end),
                };
                if units.is_empty() {
                    return None;
                }
                if self.is_below_zero(last) && !number.is_negative() {
                    self.push(Amount::of(number.negate()).in_units(units), first, last + 2, "unit");
                    return Some(last + 2);
                }
                self.push(Amount::of(number).in_units(units), first, last, "unit");
                Some(last)
            }
            _ => None,
        }
    }

    /// The letter behind a degree's sign and a blank: a hemisphere or a scale.
    fn letter_behind(&self, last: usize) -> Option<(&'static [Unit], usize)> {
        self.tokens.get(last + 1).filter(|token| token.is_capital() && token.gap == Gap::Blank)?;
        let written = match self.tokens.text(last + 1) {
            "w" | "s" => "S",
            "c" => "°C",
            "f" => "°F",
            _ => return None,
        };
        Some((Unit::named(written), last + 1))
    }

    /// `5–10`, `$300-$400`, "between 5-10": both ends of a range. Without a dash, a word, a currency or a unit that says
    /// so, digits on a hyphen may be anything.
    pub(super) fn range(&mut self, at: usize, first: usize, low: Number) -> Option<usize> {
        let tokens = self.tokens;
        let mut end = at + 2;
        if tokens.is_sign(end) {
            end += 1;
        }
        let word = tokens.word(end)?;
        let digits = word.get(..number::length(word))?;
        let high = Number::parse(&number::plain(digits)?).filter(|_| digits.len() == 1 || !digits.starts_with('0'))?;
        if low.is_negative() || high.subtract(&low).is_negative() || high == low || first != at {
            return None;
        }
        let last = tokens.token_end(end);
        let after = tokens.span(end, last);
        let tail = self.original(after[0] + digits.chars().count(), after[1]);
        let (units, last) = if tail.is_empty() {
            let signed = self.currency(at, end);
            match self.unit_behind(end) {
                Some((units, _)) => (units, end),
                None => (signed, end),
            }
        } else {
            (Unit::named(&tail), last)
        };
        if !tail.is_empty() && units.is_empty() {
            return None;
        }
        let is_announced = at
            .checked_sub(1)
            .and_then(|at| tokens.word(at))
            .is_some_and(|word| matches!(word, "between" | "from" | "range" | "ages" | "aged" | "of"));
        // "20-30 people"
        let is_counted = tail.is_empty()
            && digits.len() <= 3
            && numeral::is_noun(tokens, last + 1)
            && is_plural(tokens.text(last + 1));
        if tokens.mark(at + 1) != Some("–") && units.is_empty() && !is_announced && !is_counted {
            return None;
        }
        self.push(Amount::of(low).in_units(units), at, at, "range");
        let span = tokens.span(end, end);
        let high = Amount::of(high).in_units(units);
        self.push_more(high, (at, at), [span[0], span[0] + digits.chars().count()], "range");
        Some(last)
    }

    /// Whether a comma parts the fraction: `1.234,50`, and `12,5` before a unit, a share or a currency's sign.
    pub(super) fn is_continental(&self, at: usize, digits: &str, rest: &str) -> bool {
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        let Some((whole, fraction)) = digits.rsplit_once(',') else {
            // `1.234.567`
            return digits.bytes().filter(|byte| *byte == b'.').count() > 1;
        };
        if whole.contains(',') || fraction.contains('.') {
            return false;
        }
        let is_measured = || {
            !rest.is_empty()
                || self.tokens.text(at + 1) == "%"
                || !self.currency(at, at).is_empty()
                || self.unit_behind(at).is_some()
                || scale::behind(self.tokens, at + 1).is_some()
        };
        whole.contains('.') || (fraction.len() != 3 && is_measured())
    }
}

/// Whether a word is of several.
fn is_plural(word: &str) -> bool {
    matches!(word, "people" | "men" | "women" | "children")
        || (word.len() > 3 && word.ends_with('s') && !word.ends_with("ss"))
}
