//! A capital letter behind digits that is a scale nearly everywhere and a unit where a slot asks for that unit alone: "300 K" are
//! 300 kelvins for a slot in kelvins, "12 M" are 12 moles per litre for one in mol/L.

use crate::value::Number;

use super::super::amount::Amount;
use super::super::token::Gap;
use super::super::unit::Unit;
use super::Reader;

impl Reader<'_> {
    /// Notes what the letter behind the digits at `at` may be as a unit: at the reading that takes it for a scale, or, where
    /// there is none, at one of its own.
    pub(super) fn lettered(&mut self, at: usize) {
        let tokens = self.tokens;
        let Some(word) = tokens.word(at) else { return };
        let is_bare = word.bytes().all(|byte| !byte.is_ascii_alphabetic());
        let last = if is_bare { at + 1 } else { at };
        let is_apart = tokens.get(last).is_some_and(|token| !is_bare || token.gap == Gap::Blank);
        if !is_apart || tokens.is_glued(last + 1) || !matches!(tokens.text(last).bytes().last(), Some(b'k' | b'm')) {
            return;
        }
        let [from, end] = tokens.span(at, last);
        let (name, scale) = match &*self.original(end.saturating_sub(1), end) {
            "K" => ("kelvin", 1_000i64),
            "M" => ("mol/L", 1_000_000),
            _ => return,
        };
        let Some(unit) = Unit::named(name).first().copied() else { return };
        let known =
            self.out.last_mut().filter(|reading| reading.mention.span[1] == end && reading.mention.read_as == "scale");
        match known {
            Some(reading) => {
                let number = reading.value.number.divide(&Number::from(scale));
                reading.value.letter =
                    number.filter(|_| reading.value.units.is_empty()).map(|number| Box::new((unit, number)));
            }
            // "12 M" is no number of its own.
            None if is_bare && tokens.text(last).len() == 1 => {
                let is_read = self.out.last().is_some_and(|reading| reading.mention.span[1] > from);
                let number = Number::parse(word).filter(|_| !is_read && !tokens.is_glued(at));
                if let Some(number) = number {
                    let amount = Amount {
                        letter: Some(Box::new((unit, number.clone()))),
                        ..Amount::of(number).only_in_units(&[])
                    };
                    self.push(amount, at, last, "unit");
                }
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::value::Number;
    use crate::words::{Segment, Target};

    /// Whether a text says a number for a slot with this comment.
    fn says(doc: &str, text: &str, value: i64) -> bool {
        let (target, value) = (Target::new(None, "x", Some(doc)), Number::from(value));
        Segment::new(text).amounts().iter().any(|(amount, said)| target.reads(amount, said.read_as, &value).is_some())
    }

    #[test]
    fn a_capital_letter_is_the_unit_that_a_slot_asks_for() {
        for text in ["at 300 K", "at 300K.", "300 K, please"] {
            assert!(says("The temperature in kelvin.", text, 300), "{text}");
            assert!(!says("The temperature in kelvin.", text, 300_000), "{text}");
            assert!(says("How many.", text, 300_000) && !says("How many.", text, 300), "{text}");
        }
        for text in ["12 M acid", "12M acid"] {
            assert!(says("The concentration in mol/L.", text, 12), "{text}");
            assert!(!says("The concentration in mol/L.", text, 12_000_000), "{text}");
            assert!(!says("How many.", text, 12), "{text}");
        }
        assert!(says("The temperature in kelvin.", "300 thousand", 300_000));
        for text in ["300 k", "x300 K"] {
            assert!(!says("The temperature in kelvin.", text, 300), "{text}");
        }
        for text in ["size M", "a12 M", "1-2 M"] {
            assert!(!says("The concentration in mol/L.", text, 12), "{text}");
        }
    }
}
