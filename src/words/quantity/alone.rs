//! Numbers that stand alone, with nothing beside them that could make them more or other than they are. Most numbers of a text are
//! such, and for them nothing else has to be tried.

use crate::value::Number;

use super::super::amount::Amount;
use super::super::number;
use super::super::role::Roles;
use super::{Reader, is_more};

impl Reader<'_> {
    /// The place of a number alone, once it is read.
    pub(super) fn alone(&mut self, at: usize) -> Option<usize> {
        let number = self.number_alone(at).filter(|_| self.is_alone_before(at) && self.is_alone_behind(at))?;
        let units = self.shared_unit(at, at);
        self.chain.clear();
        self.push(Amount::of(number).in_units(units), at, at, "number");
        Some(at)
    }

    /// The number of a word that is digits and no more, in the English notation.
    fn number_alone(&self, at: usize) -> Option<Number> {
        let word = self.tokens.word(at)?;
        let has_nought = word.len() > 1 && word.starts_with('0') && !word.starts_with("0.");
        // `1,23,456` may be a number of India.
        if has_nought || !number::is_figures(word) || word.bytes().filter(|byte| *byte == b',').count() > 1 {
            return None;
        }
        Number::parse(&number::plain(word)?)
    }

    /// Whether nothing before it belongs to it: no sign, no currency, no "minus", no "twice".
    fn is_alone_before(&self, at: usize) -> bool {
        let tokens = self.tokens;
        let is_apart = tokens.get(at).is_some_and(|token| token.gap.is_blank());
        let Some(before) = at.checked_sub(1) else { return is_apart };
        is_apart
            && match tokens.word(before) {
                Some(word) => !tokens.has(before, Roles::UNIT | Roles::RECKONING) && !number::is_minus(word),
                None => {
                    matches!(tokens.text(before), "," | "." | ";" | ":" | "!" | "?")
                        // "Rs. 500"
                        && before.checked_sub(1).is_none_or(|at| !tokens.has(at, Roles::UNIT | Roles::RECKONING))
                }
            }
    }

    /// Whether nothing behind it does: no unit, no scale, no further figures.
    fn is_alone_behind(&self, at: usize) -> bool {
        let tokens = self.tokens;
        let next = at + 1;
        if tokens.is_glued(next) {
            return false;
        }
        match tokens.word(next) {
            Some(word) => {
                // "1 000", "1 1/2"
                let is_part = || tokens.text(at).len() <= 3 || tokens.mark(next + 1) == Some("/");
                let goes_on = tokens.has(next, Roles::UNIT | Roles::MORE | Roles::RECKONING)
                    || (tokens.has(next, Roles::FIGURE) && is_part())
                    // "5 more minutes", "5 below zero"
                    || is_more(word)
                    || word == "below";
                !goes_on && !number::is_measured(tokens, next)
            }
            None => matches!(tokens.text(next), "" | "," | "." | ";" | "!" | "?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::token::Tokens;
    use super::*;

    /// What stands beside numbers.
    const BESIDE: &[&str] = &[
        "rooms",
        "for",
        "the",
        "of",
        "and",
        "or",
        "to",
        "but",
        "no",
        "not",
        "instead",
        "minus",
        "twice",
        "km",
        "m",
        "K",
        "rs",
        "USD",
        "$",
        "€",
        "%",
        "°",
        "'",
        "\"",
        "(",
        ")",
        "[",
        "]",
        "#",
        "*",
        "+",
        "-",
        "–",
        "=",
        "/",
        "×",
        "x",
        ",",
        ".",
        ":",
        "?",
        "5",
        "1/2",
        "12",
        "1,234",
        "000",
        "million",
        "point",
        "thirds",
        "half",
        "½",
        "times",
        "more minutes",
        "below zero",
        "am",
        "o'clock",
        "a.m.",
        "between",
        "hour",
        "hours",
        "feet",
        "in",
        "degrees",
        "W",
        "each",
        "two",
        "only",
    ];
    const NUMBERS: &[&str] = &["5", "12", "007", "0.5", "12.5", "1,234", "1,23,456", "1.234,5", "12,5", "3000"];
    const GAPS: &[&str] = &[" ", " ", " ", "", "\n"];

    fn beside() -> impl Strategy<Value = String> {
        prop::collection::vec((prop::sample::select(BESIDE), prop::sample::select(GAPS)), 0..3)
            .prop_map(|words| words.into_iter().map(|(word, gap)| format!("{word}{gap}")).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 10_000, ..ProptestConfig::default() })]

        #[test]
        fn a_number_alone_is_what_it_is_by_all_rules(
            before in beside(), number in prop::sample::select(NUMBERS), gap in prop::sample::select(GAPS), behind in beside()
        ) {
            let text = format!("{before}{number}{gap}{behind}");
            let tokens = Tokens::new(&text);
            for at in tokens.with(Roles::FIGURE) {
                let (mut short, mut long) = (Reader::new(&text, &tokens), Reader::new(&text, &tokens));
                let Some(last) = short.alone(at) else { continue };
                prop_assert_eq!(Some(last), long.in_context(at), "{}", text);
                prop_assert_eq!(format!("{:?}", short.out), format!("{:?}", long.out), "{}", text);
                prop_assert!(long.chain.is_empty(), "{}", text);
            }
        }
    }
}
