//! Quantities that are one together: "1 hour 30 minutes", "5 ft 10", "five dollars and fifty cents", "2 hours and a half". Their
//! parts say nothing of their own but where a slot is called by the part's unit alone (`hours`, `minutes`).

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::value::Number;

use super::super::amount::Amount;
use super::super::negation::{Stance, stance};
use super::super::number;
use super::super::numeral;
use super::super::role::Roles;
use super::super::scale;
use super::super::unit::Unit;
use super::Reader;

/// The most quantities that are one together: "1 hour 30 minutes 20 seconds".
const MAX_PARTS: usize = 4;

/// The unit that a bare number behind another is meant in, and how many of it make one of the other.
const BELOW: &[(&str, &str, i64)] = &[
    ("hour", "minute", 60),
    ("minute", "second", 60),
    ("foot", "inch", 12),
    ("meter", "centimeter", 100),
    ("dollar", "cent", 100),
    ("euro", "euro cent", 100),
];

/// The same by the units of the names.
static SMALLER: LazyLock<Vec<(&[Unit], &str, i64)>> =
    LazyLock::new(|| BELOW.iter().map(|(larger, smaller, limit)| (Unit::by_name(larger), *smaller, *limit)).collect());

/// A quantity that may be a part of a larger one.
pub(super) struct Part {
    number: Number,
    /// What it is meant in; of several the first.
    pub unit: Unit,
    units: Cow<'static, [Unit]>,
    first: usize,
    end: usize,
    /// Where it stands among the readings.
    place: usize,
}

impl Reader<'_> {
    /// A quantity, and what it is together with those directly before it; says where it ends.
    /// It ends at `end` with its unit, and is mentioned up to `last`.
    pub(super) fn quantity(
        &mut self,
        number: Number,
        units: impl Into<Cow<'static, [Unit]>>,
        (first, last, end): (usize, usize, usize),
        read_as: &'static str,
    ) -> usize {
        let units = units.into();
        if let Some((part, behind)) = self.part_of_it(&number, &units, end) {
            self.chain.clear();
            self.push(Amount::of(number.add(&part)).in_units(units), first, behind, "fraction");
            return behind;
        }
        // "2 hours less 10 minutes"
        if matches!(self.tokens.text(end + 1), "less" | "minus" | "plus") && self.tokens.has(end + 2, Roles::AMOUNT) {
            self.chain.clear();
            return end + 2;
        }
        let mut amount = Amount::of(number.clone()).in_units(units.clone());
        amount.end = self.tokens.get(end).map(|last| last.end);
        self.push(amount, first, last, read_as);
        self.join(number, units, first, end);
        self.trailing(end).unwrap_or(end)
    }

    /// "a week", "an hour and a half": it counts only where a unit is asked for.
    pub(super) fn stretched(&mut self, number: Number, units: &'static [Unit], first: usize, end: usize) -> usize {
        // "an hour or two"
        let is_open = self.tokens.text(end + 1) == "or"
            && numeral::small(self.tokens.text(end + 2)).is_some()
            && self.unit_behind(end + 2).is_none();
        if is_open {
            self.chain.clear();
            return end + 2;
        }
        if let Some((part, behind)) = self.part_of_it(&number, units, end) {
            self.chain.clear();
            self.push(Amount::of(number.add(&part)).only_in_units(units), first, behind, "unit");
            return behind;
        }
        self.push(Amount::of(number.clone()).only_in_units(units), first, end, "unit");
        // "an hour and 15 minutes"
        self.join(number, units, first, end);
        self.trailing(end).unwrap_or(end)
    }

    /// "and a half" behind a unit; "and a half teaspoon" is another quantity.
    pub(super) fn part_of_it(&self, number: &Number, units: &[Unit], end: usize) -> Option<(Number, usize)> {
        let is_joined = !units.is_empty() && self.tokens.text(end + 1) == "and";
        let part = if is_joined { self.part_behind(number, end) } else { None };
        part.filter(|(_, end)| !numeral::is_noun(self.tokens, end + 1))
    }

    /// Adds a quantity to those directly before it, where it goes on with them.
    pub(super) fn join(&mut self, number: Number, units: impl Into<Cow<'static, [Unit]>>, first: usize, end: usize) {
        let units = units.into();
        let Some(unit) = units.first().copied() else {
            self.chain.clear();
            return;
        };
        if !number.is_integer() && self.chain.is_empty() {
            return;
        }
        let smaller =
            |larger: &Part| units.iter().copied().find(|unit| larger.units.iter().any(|of| of.is_larger(*unit)));
        let next = self.chain.last().filter(|part| self.goes_on(part, first)).and_then(smaller);
        if next.is_none() || self.chain.len() >= MAX_PARTS {
            self.chain.clear();
        }
        let place = self.out.len().saturating_sub(1);
        self.chain.push(Part { number, unit: next.unwrap_or(unit), units, first, end, place });
        let Some(unit) = next.filter(|_| self.chain.len() > 1) else { return };
        let in_kind = |part: &Part| {
            let of = part.units.iter().find(|of| of.kind() == unit.kind())?;
            of.convert(&part.number, unit)
        };
        let sum = self.chain.iter().try_fold(Number::zero(), |sum, part| Some(sum.add(&in_kind(part)?)));
        let Some((sum, start)) = sum.zip(self.chain.first().map(|part| part.first)) else { return };
        let places: Vec<usize> = self.chain.iter().map(|part| part.place).collect();
        self.hide(&places);
        let span = self.tokens.span(start.checked_sub(1).filter(|at| self.tokens.is_sign(*at)).unwrap_or(start), end);
        // Sums of money are read in the larger unit, whatever is asked for.
        let whole = match self.chain.first().and_then(|part| part.units.iter().find(|of| of.kind() == unit.kind())) {
            Some(of) if of.is_currency() => match unit.convert(&sum, *of) {
                Some(sum) => Amount::of(sum).in_units(vec![*of]),
                None => return,
            },
            _ => Amount::of(sum).only_in_units(vec![unit]),
        };
        // What was the whole without this part is no longer.
        if self.chain.len() > 2
            && let Some(shorter) = place.checked_sub(1).and_then(|at| self.out.get_mut(at))
        {
            shorter.value.units = Cow::Borrowed(&[]);
        }
        self.push_more(whole, (start, end), span, "unit");
    }

    /// Marks readings as parts of a larger quantity.
    fn hide(&mut self, places: &[usize]) {
        for place in places {
            if let Some(reading) = self.out.get_mut(*place) {
                reading.value.is_part = true;
                reading.value.needs_unit = true;
            }
        }
    }

    /// Whether what begins at `first` goes on with a quantity.
    fn goes_on(&self, part: &Part, first: usize) -> bool {
        let is_short = || self.tokens.text(part.end).len() <= 3;
        let is_link = |at: usize| match self.tokens.text(at) {
            "and" | "," => true,
            // "5 ft. 10 in."
            "." => is_short(),
            _ => false,
        };
        let is_between = part.first.checked_sub(1).is_some_and(|at| self.tokens.text(at) == "between");
        first <= part.end + 3 && (part.end + 1..first).all(is_link) && !is_between
    }

    /// A bare number behind a quantity, which counts the next smaller unit: "5 ft 10", "1 hour 40". Where it ends.
    fn trailing(&mut self, end: usize) -> Option<usize> {
        let larger = self.chain.last().filter(|part| part.end == end)?;
        let (place, larger) = (larger.place, larger.unit);
        let (_, name, limit) = SMALLER.iter().find(|(units, ..)| units.contains(&larger))?;
        // "an hour and twenty"
        let is_joined = self.tokens.text(end + 1) == "and" && self.is_near(end + 1) && *limit == 60;
        let at = if is_joined { end + 2 } else { end + 1 };
        // "$5 50" may be two prices.
        if larger.is_currency() && self.starts_with_digit(end) {
            return None;
        }
        if !self.is_near(at) || !self.tokens.has(at, Roles::AMOUNT) {
            return None;
        }
        let (value, last) = self.bare(at)?;
        let tokens = self.tokens;
        let is_other = tokens.is_glued(last + 1)
            || numeral::is_noun(tokens, last + 1)
            || number::is_measured(tokens, last + 1)
            || tokens.has(last + 1, Roles::DAY)
            || tokens.text(last + 1) == "%"
            || scale::behind(tokens, last + 1).is_some()
            || self.unit_behind(last).is_some();
        let value = value.as_i64().filter(|value| !is_other && (0..*limit).contains(value))?;
        // "1 hour 5" may be anything.
        if value < 10 && *limit > 12 {
            self.hide(&[place]);
            if let Some(reading) = self.out.get_mut(place) {
                reading.value.units = Cow::Borrowed(&[]);
            }
            self.chain.clear();
            return Some(last);
        }
        let below = Unit::by_name(name);
        Some(self.quantity(Number::from(value), below, (at, last, last), "unit"))
    }

    /// `1h20m`, `2h30`, `1d12h`: ever smaller units of time in one word, in seconds; the last may go without its unit.
    pub(super) fn clocked(&mut self, at: usize, word: &str) -> Option<usize> {
        const SECONDS: [(char, i64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];
        let place = |unit: char| SECONDS.iter().position(|(name, _)| *name == unit);
        let (mut sum, mut latest, mut rest) = (0i64, None, word);
        while !rest.is_empty() {
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (digits, behind) = rest.split_at_checked(length).filter(|_| (1..=3).contains(&length))?;
            let unit = behind.chars().next();
            let at = match (unit, latest) {
                (Some(unit), _) => place(unit)?,
                // `2h30`; `5m30` may be metres.
                (None, Some(1)) if length == 2 => 2,
                (None, _) => return None,
            };
            if latest.is_some_and(|latest| at <= latest) {
                return None;
            }
            sum = sum.checked_add(digits.parse::<i64>().ok()?.checked_mul(SECONDS.get(at)?.1)?)?;
            rest = behind.get(1..).unwrap_or_default();
            latest = Some(at);
        }
        let is_several =
            word.bytes().filter(u8::is_ascii_alphabetic).count() > 1 || !word.ends_with(char::is_alphabetic);
        if !is_several || !self.tokens.is_whole(at, at) {
            return None;
        }
        self.chain.clear();
        self.push(Amount::of(Number::from(sum)).only_in_units(Unit::by_name("second")), at, at, "unit");
        Some(at)
    }

    /// Whether a number that ends at `last` stands behind feet.
    pub(super) fn is_behind_feet(&self, last: usize) -> bool {
        let is_foot = |part: &Part| Unit::by_name("foot").contains(&part.unit) && self.goes_on(part, last);
        self.chain.last().is_some_and(is_foot)
    }

    /// A whole number alone, in digits or in words, and its last word.
    fn bare(&self, at: usize) -> Option<(Number, usize)> {
        if self.starts_with_digit(at) {
            let word = self.tokens.word(at).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))?;
            return Some((Number::parse(word)?, at));
        }
        let found = numeral::numeral(self.tokens, at).filter(|found| found.read_as == "number-words")?;
        Some((found.number, found.last))
    }

    /// The unit of a number without one that shares another's: "2 or 3 hours", "between 1 and 2 hours", "3 hours, no, 4".
    pub(super) fn shared_unit(&self, first: usize, last: usize) -> Cow<'static, [Unit]> {
        let tokens = self.tokens;
        let before = first.checked_sub(1).map_or("", |at| tokens.text(at));
        let link = match (tokens.text(last + 1), tokens.text(last + 2)) {
            ("or" | "to" | "through", _) => 1,
            ("and", _) if before == "between" => 1,
            ("instead", "of") | ("rather", "than") | (",", "not") | ("but", "not") => 2,
            ("not", _) => 1,
            _ => 0,
        };
        let next = last + link + 1;
        if link > 0 && self.is_near(next) && tokens.has(next, Roles::AMOUNT) {
            let unit = self.bare(next).and_then(|(_, end)| self.unit_behind(end));
            return unit.map(|(units, _)| units.into()).unwrap_or_default();
        }
        // "20 seconds or 30", "not 5 minutes but 10"
        let is_other = matches!(before, "or" | "but") && !numeral::is_noun(tokens, last + 1);
        if is_other && let Some(part) = self.chain.last().filter(|part| part.end + 2 == first) {
            return part.units.clone();
        }
        let taken = self.out.last().filter(|reading| !reading.value.units.is_empty());
        let is_correcting = || !numeral::is_noun(tokens, last + 1) && stance(tokens, first, last) == Stance::Correcting;
        taken.filter(|_| is_correcting()).map(|reading| reading.value.units.clone()).unwrap_or_default()
    }
}
