//! How far a number goes on: "5 hundred thousand", "2 thousand 500", "2 point 5", "3 and a half", "a million and a half",
//! "7 hundredths". What goes on so that nobody can say what it comes to is no number, and neither are its parts.

use crate::value::Number;

use super::super::fraction::{denominator, fraction};
use super::super::numeral;
use super::super::role::Roles;
use super::super::scale::{self, Scale};
use super::super::token::Gap;
use super::Reader;
use super::shape::vulgar;

/// The most scales and groups of one number: "3 million 200 thousand 50".
const MAX_GROUPS: usize = 8;

/// A number with all that belongs to it.
pub(super) struct Whole {
    pub number: Number,
    pub last: usize,
    /// The rule by which it was read, where that is another than that of its first word.
    pub rule: Option<&'static str>,
    pub is_settled: bool,
}

impl Whole {
    fn unsettled(last: usize) -> Whole {
        Whole { number: Number::zero(), last, rule: None, is_settled: false }
    }
}

impl Reader<'_> {
    /// The whole of the number that was read at `first..=last`.
    pub(super) fn whole(&self, number: Number, first: usize, last: usize) -> Whole {
        let tokens = self.tokens;
        let mut whole = Whole { number, last, rule: None, is_settled: true };
        let is_fraction = self.starts_with_digit(last + 1) && tokens.mark(last + 2) == Some("/");
        if !tokens.has(last + 1, Roles::MORE) && !is_fraction && scale::scale(tokens.text(last)).is_none() {
            return whole;
        }
        if let Some((number, last)) = self.point(&whole.number, last) {
            whole = Whole { number, last, rule: Some("number-words"), is_settled: true };
        }
        // "3 and a half", "3 ½": behind a scale it is a part of that ("a million and a half").
        let mut ceiling = scale::scale(tokens.text(whole.last));
        self.add_part(&mut whole, ceiling);
        if let Some(parts) = self.parts(&whole.number, whole.last) {
            return Whole { number: parts, last: whole.last + 1, rule: Some("fraction"), is_settled: true };
        }
        // "10 to the power of 5"
        if (1..).zip(["to", "the", "power", "of"]).all(|(more, word)| tokens.text(whole.last + more) == word) {
            return Whole::unsettled(whole.last + 5);
        }
        let mut is_new = true;
        for _ in 0..MAX_GROUPS {
            match scale::behind(tokens, whole.last + 1) {
                Some(Scale::Times(times)) if is_new || ceiling.is_some_and(|ceiling| ceiling < times) => {
                    whole.number = whole.number.multiply(&Number::from(times));
                    ceiling = Some(if is_new { times } else { ceiling.unwrap_or(1).saturating_mul(times) });
                    (whole.last, whole.rule, is_new) = (whole.last + 1, Some("scale"), false);
                    continue;
                }
                Some(_) => return Whole::unsettled(whole.last + 1),
                None => {}
            }
            let Some(limit) = ceiling else { break };
            match self.group(first, whole.last, limit) {
                Some(Group { value, last, own }) => {
                    let Some(value) = value else { return Whole::unsettled(last) };
                    whole.number = whole.number.add(&value);
                    (whole.last, ceiling, is_new) = (last, own, false);
                    whole.rule = whole.rule.or(Some("number-words"));
                }
                None => break,
            }
        }
        if !is_new || ceiling.is_some() {
            self.add_part(&mut whole, ceiling);
        }
        whole
    }

    /// "2 point 5", "2 point five".
    fn point(&self, number: &Number, last: usize) -> Option<(Number, usize)> {
        let tokens = self.tokens;
        if tokens.text(last + 1) != "point"
            || !self.is_near(last + 1)
            || !self.is_near(last + 2)
            || !number.is_integer()
        {
            return None;
        }
        let figures = tokens.word(last + 2).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        if let Some(figures) = figures.filter(|_| !tokens.is_glued(last + 3)) {
            return Some((Number::parse(&format!("{number}.{figures}"))?, last + 2));
        }
        let mut digits = String::new();
        let mut end = last + 1;
        while let Some(digit) = tokens.word(end + 1).and_then(numeral::small).filter(|digit| *digit < 10) {
            digits.push_str(&digit.to_string());
            end += 1;
        }
        Some((Number::parse(&format!("{number}.{digits}")).filter(|_| !digits.is_empty())?, end))
    }

    /// "7 hundredths", "2 thirds"; three quarters may be as many quarters of a year.
    fn parts(&self, number: &Number, last: usize) -> Option<Number> {
        let over = number.as_i64().filter(|over| *over > 1)?;
        let word = self.tokens.word(last + 1).filter(|_| self.is_near(last + 1) && !self.tokens.is_glued(last + 2))?;
        let under = denominator(word, over).filter(|under| !matches!(under, 2 | 4))?;
        number.divide(&Number::from(under))
    }

    /// Adds a half, a quarter and the like that stands behind.
    fn add_part(&self, whole: &mut Whole, ceiling: Option<i64>) {
        if let Some((part, last)) = self.part_behind(&whole.number, whole.last) {
            match ceiling {
                None => whole.number = whole.number.add(&part),
                // "two hundred and a half" may be either.
                Some(100) => whole.is_settled = false,
                Some(ceiling) => whole.number = whole.number.add(&part.multiply(&Number::from(ceiling))),
            }
            (whole.last, whole.rule) = (last, Some("fraction"));
        }
    }

    /// The fraction that a whole number goes on with: "and a half", "½", "1/4".
    pub(super) fn part_behind(&self, number: &Number, last: usize) -> Option<(Number, usize)> {
        let tokens = self.tokens;
        if !number.is_integer() || !self.is_near(last + 1) {
            return None;
        }
        if let Some(part) = vulgar(tokens.text(last + 1)).filter(|_| !tokens.is_glued(last + 2)) {
            return Some((part, last + 1));
        }
        let is_joined = tokens.text(last + 1) == "and" && self.is_near(last + 2);
        let at = if is_joined { last + 2 } else { last + 1 };
        let written = self.fraction(at);
        // "2 and a third of it" may be two things.
        let said = || {
            let found = fraction(tokens, at).filter(|_| is_joined);
            found.filter(|(_, end)| tokens.text(end + 1) != "of" || tokens.text(*end) == "half")
        };
        written.or_else(said)
    }

    /// What is added to a number whose last scale was `limit`; no value where nobody can say what it comes to.
    fn group(&self, first: usize, last: usize, limit: i64) -> Option<Group> {
        let tokens = self.tokens;
        let (is_comma, is_and) = (tokens.text(last + 1) == ",", tokens.text(last + 1) == "and");
        let at = if is_comma || is_and { last + 2 } else { last + 1 };
        if !self.is_near(at) || !tokens.has(at, Roles::AMOUNT) {
            return None;
        }
        let (value, mut end) = match self.starts_with_digit(at) {
            true => {
                let word = tokens.word(at).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))?;
                (word.parse::<i64>().ok()?, at)
            }
            false => {
                let found = numeral::numeral(tokens, at).filter(|found| found.read_as == "number-words")?;
                (found.number.as_i64()?, found.last)
            }
        };
        if tokens.is_glued(end + 1) {
            return None;
        }
        let mut own = scale::scale(tokens.text(end));
        let mut value = value;
        if let Some(Scale::Times(times)) = scale::behind(tokens, end + 1) {
            value = value.checked_mul(times)?;
            own = Some(times);
            end += 1;
        }
        let is_fitting = value > 0 && value < limit && (own.is_some() || value.saturating_mul(10) >= limit);
        let is_between =
            first.checked_sub(1).is_some_and(|at| matches!(tokens.text(at), "between" | "both" | "either"));
        match () {
            // A list has numbers of their own.
            () if value >= limit || (is_comma && own.is_none()) || (is_and && (is_between || !is_fitting)) => None,
            () if is_and || !is_fitting => Some(Group { value: None, last: end, own }),
            () => Some(Group { value: Some(Number::from(value)), last: end, own }),
        }
    }

    pub(super) fn is_near(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.gap == Gap::Blank)
    }
}

/// A further group of a number, "five hundred" behind "2 thousand".
struct Group {
    value: Option<Number>,
    last: usize,
    /// The scale that it ends with.
    own: Option<i64>,
}
