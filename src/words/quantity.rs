//! How much a text says: its numbers, in digits and in words, each with the unit that it is said in.
//!
//! Digits are read by `number`, words by `numeral`; here is what may stand around either: a scale ("213 million", `1.5k`),
//! a share (`50%`), a fraction (`1/2`, `2½`), groups of thousands (`1 000 000`), a counter (`5개`), an ordinal (`18th century`), a noun on a hyphen (`2-bedroom`), the ends of a
//! range (`$300-$400`), two readings over each other (`120/80`), the parts of a point (`2,3,4`, `1920x1080`), the terms of a polynomial (`3x^2 - 4`), a hemisphere (`119.5° W`),
//! a unit (`5 km`, `5ft 10in`, `37.2°C`), and a stretch without a number ("the past decade").

mod counter;
mod shape;
mod stretch;

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::value::Number;

use super::amount::Amount;
use super::negation::{Stance, stance};
use super::number::{self, Digits};
use super::numeral;
use super::reading::{Mention, Reading};
use super::role::Roles;
use super::token::{Gap, Tokens, is_currency};
use super::unit::Unit;
use counter::counter;
use shape::vulgar;

/// The most quantities that are one together: "1 hour 30 minutes 20 seconds".
const MAX_PARTS: usize = 4;

/// All amounts of a text in order, but for those in `spent`: first and last word of what was read as something else.
pub(super) fn amounts(
    text: &str,
    tokens: &Tokens,
    openings: &[usize],
    spent: &[(usize, usize)],
) -> Vec<Reading<Amount>> {
    let mut spent = spent.iter().peekable();
    let mut reader = Reader {
        text,
        tokens,
        chars: OnceCell::new(),
        is_ascii: OnceCell::new(),
        out: Vec::new(),
        chain: Vec::new(),
        term_end: None,
    };
    let mut next = 0;
    for at in openings.iter().copied() {
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
    numeral::openings().chain(["past", "last", "next", "coming"])
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t Tokens,
    /// The text's scalars: units are told apart by case, which the tokens have not.
    chars: OnceCell<Vec<char>>,
    /// Whether every byte of it is one.
    is_ascii: OnceCell<bool>,
    out: Vec<Reading<Amount>>,
    /// The quantities directly before, for "5ft 10in": number, unit, first and last.
    chain: Vec<(Number, Unit, usize, usize)>,
    /// Where the latest term of a polynomial ends.
    term_end: Option<usize>,
}

impl<'t> Reader<'t> {
    /// Reads what begins at `at`; says where it ends.
    fn read(&mut self, at: usize) -> Option<usize> {
        if self.starts_with_digit(at) { self.digits(at) } else { self.words(at) }
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

    /// A quantity, and what it is together with those directly before it.
    /// It ends at `end` with its unit, and is mentioned up to `last`.
    fn quantity(
        &mut self,
        number: Number,
        units: &[Unit],
        (first, last, end): (usize, usize, usize),
        read_as: &'static str,
    ) {
        let mut amount = Amount::of(number.clone()).in_units(units);
        amount.end = Some(self.tokens.span(first, end)[1]);
        self.push(amount, first, last, read_as);
        match units.first() {
            Some(unit) => self.join(number, *unit, first, end),
            None => self.chain.clear(),
        }
    }

    /// Adds a quantity to those directly before it, where it goes on with them.
    fn join(&mut self, number: Number, unit: Unit, first: usize, end: usize) {
        if !number.is_integer() && self.chain.is_empty() {
            return;
        }
        let is_next = |(_, larger, _, end): &(Number, Unit, usize, usize)| {
            let between = (end + 1..first).all(|at| matches!(self.tokens.text(at), "and" | ","));
            first <= end + 3 && between && larger.is_larger(unit)
        };
        if !self.chain.last().is_some_and(is_next) || self.chain.len() >= MAX_PARTS {
            self.chain.clear();
        }
        self.chain.push((number, unit, first, end));
        if self.chain.len() > 1 {
            let whole = self
                .chain
                .iter()
                .try_fold(Number::zero(), |sum, (number, of, ..)| Some(sum.add(&of.convert(number, unit)?)));
            let start = self.chain.first().map_or(first, |(_, _, first, _)| *first);
            if let Some(whole) = whole {
                let span = self.tokens.span(start, end);
                self.push_more(Amount::of(whole).only_in_units(&[unit]), (start, end), span, "unit");
            }
        }
    }

    /// What begins with digits.
    fn digits(&mut self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        let word = tokens.word(at)?;
        let (digits, rest) = word.split_at_checked(number::length(word))?;
        if rest.starts_with('\'') {
            return self.apostrophes(at, word);
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
        // "2 1/2"
        if number.is_integer()
            && tokens.get(at + 1).is_some_and(|token| token.gap == Gap::Blank)
            && let Some((part, last)) = self.fraction(at + 1)
        {
            return self.behind(number.add(&part), first, last, "fraction");
        }
        // "2 and a half"
        if number.is_integer()
            && let (number, last) = self.and_a_half(number.clone(), at)
            && last > at
        {
            return self.behind(number, first, last, "fraction");
        }
        self.behind(number, first, at, if is_continental { "continental" } else { "number" })
    }

    /// What stands behind a number of its own: a scale, a share, a unit, a hemisphere.
    fn behind(&mut self, number: Number, first: usize, last: usize, read_as: &'static str) -> Option<usize> {
        let tokens = self.tokens;
        let is_near = tokens.get(last + 1).is_some_and(|token| token.gap == Gap::Blank);
        let (mut number, mut last, mut read_as) = (number, last, read_as);
        if let Some(scale) = numeral::scale(tokens.text(last + 1)).filter(|_| is_near && !tokens.is_glued(last + 2)) {
            number = number.multiply(&Number::from(scale));
            last += 1;
            read_as = "scale";
        }
        let currency = self.currency(first, last);
        if !currency.is_empty() {
            // The sign is why the comma parts a fraction.
            let is_sign = |at: usize| tokens.mark(at).is_some_and(|mark| mark.chars().all(is_currency));
            let (first, last) = match (read_as, first.checked_sub(1).filter(|at| is_sign(*at))) {
                ("continental", Some(sign)) => (sign, last),
                ("continental", None) => (first, last + 1),
                _ => (first, last),
            };
            self.quantity(number, currency, (first, last, last), read_as);
            return Some(last);
        }
        match self.unit_behind(last) {
            // "60 W" is watts, "119.5383 W" is west.
            Some((units, end)) if !number.is_integer() && units.iter().any(|unit| unit.kind() == "hemisphere") => {
                self.push(Amount::of(number).in_units(units), first, end, read_as);
                Some(end)
            }
            Some((units, end)) if units.iter().any(|unit| unit.kind() == "share") => {
                self.push(Amount::of(number).in_units(units), first, end, "percent");
                Some(end)
            }
            Some((units, end)) => {
                let is_plain = read_as == "number";
                let units: Vec<Unit> = units.iter().copied().filter(|unit| unit.kind() != "hemisphere").collect();
                // The number alone is the mention, as it is where nothing is known of the word behind it.
                self.quantity(number, &units, (first, if is_plain { last } else { end }, end), read_as);
                Some(end)
            }
            None => {
                self.chain.clear();
                self.push(Amount::of(number), first, last, read_as);
                Some(last)
            }
        }
    }

    /// The currency whose sign stands before or behind.
    fn currency(&self, first: usize, last: usize) -> &'static [Unit] {
        let sign = |at: Option<usize>| {
            let mark = at.and_then(|at| self.tokens.mark(at))?;
            mark.chars().all(is_currency).then(|| Unit::named(mark))
        };
        let is_adjacent = self.tokens.get(last + 1).is_some_and(|token| token.gap != Gap::Line);
        sign(first.checked_sub(1)).or_else(|| sign(Some(last + 1)).filter(|_| is_adjacent)).unwrap_or(&[])
    }

    /// The unit that is written behind `last`, and where it ends.
    fn unit_behind(&self, last: usize) -> Option<(&'static [Unit], usize)> {
        let tokens = self.tokens;
        // "10 more minutes"
        let is_more = matches!(tokens.word(last + 1), Some("more" | "additional" | "extra" | "further"));
        let start = if is_more { last + 2 } else { last + 1 };
        if tokens.get(start)?.gap != Gap::Blank {
            return None;
        }
        if tokens.get(start)?.is_word && !tokens.has(start, Roles::UNIT) {
            return None;
        }
        let end = tokens.token_end(start);
        let is_long = tokens.has(start, Roles::UNIT_NAME);
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
        // "5 in Paris"
        let units = if written == "in" { &[] } else { Unit::named(&written) };
        (!units.is_empty()).then_some((units, end))
    }

    /// Digits with something glued to them: `1.5k`, `6mm`, `18th`, `2½`.
    fn glued(&mut self, at: usize, first: usize, number: Number, digits: &str, rest: &str) -> Option<usize> {
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
            self.quantity(number, units, (first, at, at), "counter");
            return Some(at);
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
                let kind = self.chain.last().map_or("time", |(_, larger, ..)| larger.kind());
                match units.iter().find(|unit| unit.kind() == kind).or(units.first()) {
                    Some(unit) => self.join(number, *unit, first, end),
                    None => self.chain.clear(),
                }
            }
            _ => self.quantity(number, units, (first, end, end), "unit"),
        }
        Some(end)
    }

    /// Digits with a mark glued to them: `50%`, `2-bedroom`, `1/2`, `37.2°C`.
    fn marked(&mut self, at: usize, first: usize, number: Number, digits: &str) -> Option<usize> {
        let tokens = self.tokens;
        let end = tokens.token_end(at);
        match tokens.mark(at + 1)? {
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
            "-" if tokens.mark(at + 2).is_some_and(|mark| mark.chars().all(is_currency)) => {
                self.range(at, first, number)
            }
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
                self.push(Amount::of(number).in_units(units), first, last, "unit");
                Some(last)
            }
            _ => None,
        }
    }

    /// The letter behind a degree's sign and a blank: a hemisphere or a scale.
    fn letter_behind(&self, last: usize) -> Option<(&'static [Unit], usize)> {
        self.tokens.get(last + 1).filter(|token| token.upper && token.gap == Gap::Blank)?;
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
    fn range(&mut self, at: usize, first: usize, low: Number) -> Option<usize> {
        let tokens = self.tokens;
        let mut end = at + 2;
        if tokens.mark(end).is_some_and(|mark| mark.chars().all(is_currency)) {
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
        if tokens.mark(at + 1) != Some("–") && units.is_empty() && !is_announced {
            return None;
        }
        self.push(Amount::of(low).in_units(units), at, at, "range");
        let span = tokens.span(end, end);
        let high = Amount::of(high).in_units(units);
        self.push_more(high, (at, at), [span[0], span[0] + digits.chars().count()], "range");
        Some(last)
    }

    /// Whether a comma parts the fraction: `1.234,50`, and `12,5` before a unit, a share or a currency's sign.
    fn is_continental(&self, at: usize, digits: &str, rest: &str) -> bool {
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
        };
        whole.contains('.') || (fraction.len() != 3 && is_measured())
    }

    /// What is said in words: a number, or a stretch without one ("the past decade").
    fn words(&mut self, at: usize) -> Option<usize> {
        let tokens = self.tokens;
        let word = tokens.word(at)?;
        if !tokens.is_glued(at)
            && let Some((number, unit_at)) = self.stretch(at, word)
        {
            let (units, unit_at) = self.named(unit_at);
            let (number, last) = self.and_a_half(number, unit_at);
            self.push(Amount::of(number.clone()).only_in_units(units), at, last, "unit");
            // "an hour and 15 minutes"
            match units.first() {
                Some(unit) => self.join(number, *unit, at, last),
                None => self.chain.clear(),
            }
            return Some(last);
        }
        let found = numeral::numeral(tokens, at)?;
        let (first, number) =
            match at.checked_sub(1).filter(|_| tokens.get(at).is_some_and(|token| token.gap == Gap::Blank)) {
                Some(before) if matches!(tokens.text(before), "minus" | "negative") => (before, found.number.negate()),
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
}

/// Whether a word behind `3x` says how much more.
fn is_compared(word: &str) -> bool {
    word.ends_with("er")
        || matches!(
            word,
            "more" | "less" | "as" | "speed" | "zoom" | "leverage" | "magnification" | "daily" | "weekly" | "per"
        )
}

#[cfg(test)]
mod tests;
