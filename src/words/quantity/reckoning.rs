//! Numbers that are only a part of a reckoning: "twice 5", "5 times ten", "three score", "half of 80". What it comes to is said by
//! nobody, so none of them says anything.

use crate::value::Number;

use super::super::amount::Amount;
use super::super::numeral;
use super::super::role::Roles;
use super::super::scale;
use super::Reader;
use super::shape::vulgar;

/// Directly before a number.
const TIMES: &[&str] = &["twice", "thrice", "double", "triple", "treble", "quadruple"];
/// Directly behind one.
const CHANGED: &[&str] = &["doubled", "tripled", "quadrupled", "halved"];
/// Between the numbers of a reckoning, or behind one.
const BETWEEN: &[&str] = &["of", "times", "score"];
/// Before a half that is one of two: "the first half of 2026".
const WHICH: &[&str] =
    &["other", "latter", "last", "final", "upper", "lower", "top", "bottom", "front", "back", "better"];

/// How many words or parts a number has at most.
const MOST: usize = 16;

/// All words that make a number a part of one.
pub(in crate::words) fn words() -> impl Iterator<Item = &'static str> {
    [TIMES, CHANGED, BETWEEN].into_iter().flatten().copied()
}

impl Reader<'_> {
    /// The last word of a reckoning that begins with the number at `at`, or that a word before it makes one.
    pub(super) fn reckoning(&self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        // Most numbers stand beside none of these words.
        let most = if self.starts_with_digit(at) { self.short_end(at)? + 2 } else { at + MOST };
        if !(at.saturating_sub(2)..=most).any(|at| tokens.has(at, Roles::RECKONING)) {
            return None;
        }
        let before = |at: usize| at.checked_sub(1).filter(|_| self.is_near(at)).map_or("", |at| tokens.text(at));
        let signed = at.checked_sub(1).filter(|sign| tokens.is_sign(*sign)).unwrap_or(at);
        if TIMES.contains(&before(signed)) {
            return self.extent(at);
        }
        let next = |at: usize| if self.is_near(at) { tokens.text(at) } else { "" };
        let part = self.part_end(at).filter(|end| next(end + 1) == "of");
        if let Some(end) = part.filter(|_| !is_one_of_two(before(at))) {
            return self.other(end + 2);
        }
        let end = self.extent(at)?;
        match next(end + 1) {
            "times" => self.other(end + 2),
            word if CHANGED.contains(&word) => Some(end + 1),
            // "three score and ten"
            "score" if numeral::small(tokens.text(end)).is_some() => {
                let more = Some(end + 3).filter(|_| next(end + 2) == "and").and_then(|at| self.extent(at));
                Some(more.unwrap_or(end + 1))
            }
            _ => None,
        }
    }

    /// Notes a reckoning at `at..=last`, which is no value but may correct one, and passes over all that may belong to it: "twice $5
    /// and 50 cents". The last word of that.
    pub(super) fn unsettled(&mut self, at: usize, last: usize) -> usize {
        let tokens = self.tokens;
        let signed = at.checked_sub(1).filter(|sign| tokens.is_sign(*sign)).unwrap_or(at);
        let first = signed.checked_sub(1).filter(|at| TIMES.contains(&tokens.text(*at))).unwrap_or(at);
        self.chain.clear();
        self.push(Amount::of(Number::zero()).only_in_units(&[]), first, last, "number");
        let goes_on = |at: usize| tokens.has(at, Roles::UNIT | Roles::AMOUNT | Roles::MORE) || tokens.is_sign(at);
        (last..last + MOST).find(|at| !goes_on(at + 1)).unwrap_or(last + MOST)
    }

    /// The last word of another number, which may have a currency's sign.
    fn other(&self, at: usize) -> Option<usize> {
        let is_number = |at: usize| self.starts_with_digit(at) || numeral::small(self.tokens.text(at)).is_some();
        let number = if self.tokens.is_sign(at) { at + 1 } else { at };
        self.extent(number).filter(|_| self.is_near(at) && is_number(number))
    }

    /// The last word of a number in digits or in words; none where there is none.
    fn extent(&self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        let end = match self.starts_with_digit(at) {
            true => self.short_end(at)?,
            false => {
                numeral::small(tokens.text(at))?;
                numeral::numeral(tokens, at)?.last
            }
        };
        Some(end + usize::from(scale::behind(tokens, end + 1).is_some()))
    }

    /// The last part of a token; none of one with more parts than any number has.
    fn short_end(&self, at: usize) -> Option<usize> {
        (at..at + MOST).find(|at| !self.tokens.is_glued(at + 1))
    }

    /// The last word of a part of one: "half", "a third", "three quarters", `½`, `1/2`.
    fn part_end(&self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        if self.starts_with_digit(at) {
            return self.fraction(at).map(|(_, end)| end);
        }
        if vulgar(tokens.text(at)).is_some() {
            return Some(at);
        }
        numeral::numeral(tokens, at).filter(|found| found.read_as == "fraction").map(|found| found.last)
    }
}

fn is_one_of_two(before: &str) -> bool {
    numeral::ordinal(before).is_some() || WHICH.contains(&before)
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    fn numbers(text: &str) -> Vec<String> {
        Segment::new(text).numbers().into_iter().map(|(number, _)| number.to_string()).collect()
    }

    #[test]
    fn a_part_of_a_reckoning_says_nothing() {
        for text in [
            "twice 5",
            "double 50",
            "double $50",
            "triple 20k",
            "twice five hundred",
            "5 times ten",
            "five times 10",
            "3 times $40",
            "three score",
            "three score and ten",
            "half of 80",
            "half of $80",
            "a third of ninety",
            "three quarters of 80",
            "½ of 80",
            "1/2 of 80",
            "50 doubled",
        ] {
            assert_eq!(numbers(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_reckoning_corrects_and_leaves_no_part_behind() {
        for text in [
            "5, no, half of 8",
            "send 500, no, 5 times ten",
            "500. No, three score",
            "send 500, no, make it twice 20",
            "twice $5 and 50 cents",
            "half of five dollars and fifty cents",
            "half of 3 million 200 thousand",
            "twice 2 thousand 5",
            "5 times 2 hours 30 minutes",
            "double 5 ft 10",
        ] {
            assert_eq!(numbers(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_only_stands_beside_such_a_word_is_a_number() {
        for (text, said) in [
            ("ring 5 times", "5"),
            ("twice a week for 3 weeks", "3"),
            ("book it twice: 5 rooms", "5"),
            ("book it twice, 5 rooms", "5"),
            ("a double room for 5 nights", "5"),
            ("half of the 80 seats", "80"),
            ("the first half of 2026", "2026"),
            ("a score of 5", "5"),
            ("5 times a day", "5"),
            ("3 scores", "3"),
            ("a 4.5 score", "4.5"),
            ("one of 5", "5"),
        ] {
            assert!(numbers(text).contains(&said.to_owned()), "{text}: {:?}", numbers(text));
        }
        assert_eq!(numbers("5 times, 10 minutes each"), ["5", "10"]);
    }
}
