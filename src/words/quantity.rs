//! How much a text says: its numbers, in digits and in words, each with the unit that it is said in.
//!
//! Digits are read by `number`, words by `numeral`; here is what may stand around either: a scale ("213 million", `1.5k`),
//! a share (`50%`), a fraction (`1/2`, `2½`), groups of thousands (`1 000 000`), a counter (`5개`), an ordinal (`18th century`), a noun on a hyphen (`2-bedroom`), the ends of a
//! range (`$300-$400`), two readings over each other (`120/80`), the parts of a point (`2,3,4`, `1920x1080`), the terms of a polynomial (`3x^2 - 4`), a hemisphere (`119.5° W`),
//! a unit (`5 km`, `5ft 10in`, `37.2°C`), and a stretch without a number ("the past decade").

mod alone;
mod chain;
mod counter;
mod glued;
mod lettered;
mod marked;
mod reckoning;
mod shape;
mod spoken;
mod stretch;
mod whole;

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::value::Number;

use super::amount::Amount;
use super::fraction;
use super::negation::{Stance, stance};
use super::number::{self, Digits};
use super::numeral;
use super::reading::{Mention, Reading};
use super::role::Roles;
use super::scale;
use super::token::{Gap, Tokens, is_currency};
use super::unit::{DOLLARS, Unit};
use chain::Part;
pub(super) use reckoning::words as reckonings;
use whole::Whole;

/// All amounts of a text in order, but for those in `spent`: first and last word of what was read as something else.
pub(super) fn amounts(
    text: &str,
    tokens: &Tokens,
    openings: impl Iterator<Item = usize>,
    spent: &[(usize, usize)],
) -> Vec<Reading<Amount>> {
    let mut spent = spent.iter().peekable();
    let mut reader = Reader { out: tokens.room(&openings), ..Reader::new(text, tokens) };
    let mut next = 0;
    for at in openings {
        if at < next {
            continue;
        }
        while spent.next_if(|(_, last)| *last < at).is_some() {}
        if let Some((_, last)) = spent.peek().filter(|(first, _)| *first <= at) {
            next = last + 1;
            reader.chain.clear();
            continue;
        }
        next = reader.read(at).unwrap_or(at) + 1;
    }
    reader.out
}

/// The words that an amount may begin with.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    numeral::openings()
        .chain(["past", "last", "next", "coming", "quarter"])
        .chain(shape::VULGAR.iter().map(|(mark, ..)| *mark))
}

/// The words that a number may go on with.
pub(super) fn continuations() -> impl Iterator<Item = &'static str> {
    ["point", "and", "to"].into_iter().chain(scale::words()).chain(fraction::plurals())
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t Tokens,
    /// The text's scalars: units are told apart by case, which the tokens have not.
    chars: OnceCell<Vec<char>>,
    /// Whether every byte of it is one.
    is_ascii: OnceCell<bool>,
    out: Vec<Reading<Amount>>,
    /// The quantities directly before, for "5ft 10in".
    chain: Vec<Part>,
    /// Where the latest term of a polynomial ends.
    term_end: Option<usize>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, tokens: &'t Tokens) -> Reader<'t> {
        let (chars, is_ascii) = (OnceCell::new(), OnceCell::new());
        Reader { text, tokens, chars, is_ascii, out: Vec::new(), chain: Vec::new(), term_end: None }
    }

    /// Reads what begins at `at`; says where it ends.
    fn read(&mut self, at: usize) -> Option<usize> {
        self.alone(at).or_else(|| self.in_context(at))
    }

    /// The same by all rules.
    fn in_context(&mut self, at: usize) -> Option<usize> {
        if let Some(last) = self.reckoning(at) {
            return Some(self.unsettled(at, last));
        }
        if !self.starts_with_digit(at) {
            return self.words(at);
        }
        let last = self.digits(at);
        self.lettered(at);
        last
    }

    fn starts_with_digit(&self, at: usize) -> bool {
        self.tokens.is_figure(at)
    }

    /// The scalars of the original.
    fn original(&self, start: usize, end: usize) -> Cow<'t, str> {
        if *self.is_ascii.get_or_init(|| self.text.is_ascii()) {
            return self.text.get(start..end).unwrap_or_default().into();
        }
        let chars = self.chars.get_or_init(|| self.text.chars().collect());
        chars.get(start..end).unwrap_or_default().iter().copied().collect()
    }

    fn push(&mut self, amount: Amount, first: usize, last: usize, read_as: &'static str) {
        self.out.push(Reading::new(self.tokens, amount, first, last, read_as));
    }

    /// A further reading of something that was read already: what it takes back, the first reading does.
    fn push_more(&mut self, amount: Amount, (first, last): (usize, usize), span: [usize; 2], read_as: &'static str) {
        let stance = match stance(self.tokens, first, last) {
            Stance::Correcting => Stance::Said,
            stance => stance,
        };
        self.out.push(Reading { value: amount, mention: Mention { span, read_as }, stance });
    }

    /// What begins with digits.
    fn digits(&mut self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        let word = tokens.word(at)?;
        let (digits, rest) = word.split_at_checked(number::length(word))?;
        if rest.starts_with('\'') {
            return self.apostrophes(at, word);
        }
        if rest.is_empty()
            && let Some(last) = self.feet(at, digits)
        {
            return Some(last);
        }
        if rest.is_empty()
            && let Some(number) = self.indian(at, digits)
        {
            return self.behind(number, at, at, "grouped");
        }
        if rest.is_empty() && self.listed(at, digits).is_some() {
            return Some(at);
        }
        let is_continental = self.is_continental(at, digits, rest);
        let Digits { number, first } = number::digits(tokens, at, digits, is_continental)?;
        if let Some(last) = self.coefficient(at, &number, rest) {
            return Some(last);
        }
        if let Some(last) = self.product(at, first, &number, rest) {
            return Some(last);
        }
        if !rest.is_empty()
            && let Some(last) = self.clocked(at, word)
        {
            return Some(last);
        }
        if !rest.is_empty() {
            return self.glued(at, first, number, digits, rest);
        }
        if tokens.is_glued(at + 1) {
            return self.marked(at, first, number, digits);
        }
        if let Some((number, last)) = self.grouped(at, digits, number.is_negative()) {
            return self.behind(number, first, last, "grouped");
        }
        if number::is_measured(tokens, at + 1) {
            return None;
        }
        if number::is_joint(tokens, at + 1) && self.starts_with_digit(at + 2) {
            return self.range(at, first, number);
        }
        self.behind(number, first, at, if is_continental { "continental" } else { "number" })
    }

    /// What stands behind a number of its own: more of it, a scale, a share, a unit, a hemisphere.
    fn behind(&mut self, number: Number, first: usize, last: usize, read_as: &'static str) -> Option<usize> {
        let tokens = self.tokens;
        let Whole { number, last, rule, is_settled } = self.whole(number, first, last);
        if !is_settled {
            self.chain.clear();
            return Some(last);
        }
        let read_as = rule.unwrap_or(read_as);
        let unit = self.unit_behind(last);
        if let Some(last) = self.below_zero(&number, unit, first, last) {
            return Some(last);
        }
        if let Some(last) = self.part_of_unit(&number, first, last) {
            return Some(last);
        }
        let currency = self.currency(first, last);
        if !currency.is_empty() {
            // The sign is why the comma parts a fraction.
            let (first, last) = match (read_as, first.checked_sub(1).filter(|at| tokens.is_sign(*at))) {
                ("continental", Some(sign)) => (sign, last),
                ("continental", None) => (first, last + 1),
                _ => (first, last),
            };
            return Some(self.quantity(number, currency, (first, last, last), read_as));
        }
        match unit {
            // "60 W" is watts, "119.5383 W" is west, and so is what stands behind a latitude.
            Some((units, end))
                if units.iter().any(|unit| unit.kind() == "hemisphere")
                    && (!number.is_integer() || self.is_longitude(first)) =>
            {
                let west: Vec<Unit> = units.iter().copied().filter(|unit| unit.kind() == "hemisphere").collect();
                let amount = Amount::of(number);
                let is_whole = amount.number.is_integer();
                self.push(if is_whole { amount.in_units(west) } else { amount.in_units(units) }, first, end, read_as);
                Some(end)
            }
            Some((units, end)) if units.iter().any(|unit| unit.kind() == "share") => {
                self.push(Amount::of(number).in_units(units), first, end, "percent");
                Some(end)
            }
            Some((units, end)) => {
                let is_plain = read_as == "number";
                let is_other = |unit: &Unit| unit.kind() != "hemisphere";
                let units: Cow<'static, [Unit]> = match units.iter().all(is_other) {
                    true => units.into(),
                    false => units.iter().copied().filter(is_other).collect(),
                };
                // The number alone is the mention, as it is where nothing is known of the word behind it.
                Some(self.quantity(number, units, (first, if is_plain { last } else { end }, end), read_as))
            }
            None => {
                let units = self.shared_unit(first, last);
                self.chain.clear();
                self.push(Amount::of(number).in_units(units), first, last, read_as);
                Some(last)
            }
        }
    }

    /// The currency whose sign stands before or behind, or whose name stands before.
    fn currency(&self, first: usize, last: usize) -> &'static [Unit] {
        let tokens = self.tokens;
        let sign = |at: Option<usize>| {
            let mark = at.and_then(|at| tokens.mark(at))?;
            if !mark.chars().all(is_currency) {
                return None;
            }
            // "C$500"
            let is_apart = at.and_then(|at| tokens.get(at)).is_none_or(|sign| sign.gap.is_blank());
            let whose = at.and_then(|at| tokens.word(at.checked_sub(1)?)).filter(|_| !is_apart);
            let dollar = DOLLARS.iter().find(|(before, _)| mark == "$" && whose == Some(*before));
            Some(dollar.map_or_else(|| Unit::named(mark), |(_, code)| Unit::by_name(code)))
        };
        let is_adjacent = tokens.get(last + 1).is_some_and(|token| token.gap != Gap::Line);
        // "minus $5"
        let inside = (first..last).find_map(|at| sign(Some(at)));
        let signed = inside.or_else(|| sign(first.checked_sub(1)));
        signed.or_else(|| sign(Some(last + 1)).filter(|_| is_adjacent)).unwrap_or_else(|| self.code_before(first))
    }

    /// "CHF 500", "Rs. 500"; not the unit of another number.
    fn code_before(&self, first: usize) -> &'static [Unit] {
        let tokens = self.tokens;
        let is_point = |at: usize| tokens.mark(at) == Some(".") && at > 0 && tokens.text(at - 1) == "rs";
        let at = first.checked_sub(1).map(|at| if is_point(at) { at - 1 } else { at });
        let near =
            |at: &usize| tokens.get(first).is_some_and(|token| token.gap != Gap::Line) && tokens.has(*at, Roles::UNIT);
        let Some(at) = at.filter(near) else { return &[] };
        if at.checked_sub(1).is_some_and(|number| tokens.has(number, Roles::AMOUNT)) {
            return &[];
        }
        let span = tokens.span(at, at);
        let units = Unit::named(&self.original(span[0], span[1]));
        if units.iter().all(|unit| unit.is_currency()) { units } else { &[] }
    }

    /// The unit that is written behind `last`, and where it ends.
    fn unit_behind(&self, last: usize) -> Option<(&'static [Unit], usize)> {
        let tokens = self.tokens;
        // "10 more minutes"
        let start = if tokens.word(last + 1).is_some_and(is_more) { last + 2 } else { last + 1 };
        if tokens.get(start)?.gap != Gap::Blank {
            return None;
        }
        if tokens.get(start)?.is_word() && !tokens.has(start, Roles::UNIT) {
            return None;
        }
        let end = tokens.token_end(start);
        let is_long = tokens.has(start, Roles::UNIT_NAME) && tokens.has(start + 1, Roles::UNIT_MORE);
        for last in [start + 2, start + 1].into_iter().filter(|_| is_long) {
            let is_apart = |at: usize| tokens.get(at).is_some_and(|token| token.gap == Gap::Blank);
            let words: Option<Vec<&str>> = (start..=last).map(|at| tokens.word(at).filter(|_| is_apart(at))).collect();
            let units = words.map_or(&[][..], |words| Unit::by_name(&words.join(" ")));
            if !units.is_empty() && !tokens.is_glued(last + 1) {
                return Some((units, last));
            }
        }
        let span = tokens.span(start, end);
        let written = self.original(span[0], span[1]);
        // "5 in Paris", but "5 ft 10 in"
        let units = if written == "in" && !self.is_behind_feet(last) { &[] } else { Unit::named(&written) };
        (!units.is_empty()).then_some((units, end))
    }
}

/// Whether a word says that a quantity comes to what there is: "10 more minutes".
fn is_more(word: &str) -> bool {
    matches!(word, "more" | "additional" | "extra" | "further")
}

#[cfg(test)]
mod tests;
