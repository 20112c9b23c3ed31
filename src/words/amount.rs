//! How much is said: a number and the units that it may be meant in.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::value::Number;

use super::unit::Unit;

/// A number with its units. Two are the same where their numbers are: "not 500" takes back "500 dollars".
#[derive(Clone, Debug)]
pub struct Amount {
    /// The number, as it was said.
    pub number: Number,
    /// What it may be meant in: `5m` may be metres or minutes. None where no unit was said.
    pub units: Cow<'static, [Unit]>,
    /// Where the unit ends, in Unicode scalars of the text, if the mention ends before it.
    pub end: Option<u32>,
    /// Whether it is a value only where a unit is asked for: "a decade" is 10 years, and no 1; `5m` alone is neither 5
    /// nor five million.
    pub needs_unit: bool,
    /// Whether it is a part of a larger quantity, the ten minutes of "1 hour 10 minutes".
    pub is_part: bool,
    /// What the letter of its scale is where the slot asks for that unit alone, and how many: "300 K" are 300 kelvins.
    pub(super) letter: Option<Box<(Unit, Number)>>,
}

impl Amount {
    pub(super) fn of(number: Number) -> Amount {
        Amount { number, units: Cow::Borrowed(&[]), end: None, needs_unit: false, is_part: false, letter: None }
    }

    pub(super) fn in_units(self, units: impl Into<Cow<'static, [Unit]>>) -> Amount {
        Amount { units: units.into(), ..self }
    }

    pub(super) fn only_in_units(self, units: impl Into<Cow<'static, [Unit]>>) -> Amount {
        Amount { units: units.into(), needs_unit: true, ..self }
    }
}

impl PartialEq for Amount {
    fn eq(&self, other: &Amount) -> bool {
        self.number == other.number
    }
}

impl Eq for Amount {}

impl Hash for Amount {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// The units in which a slot takes its numbers.
#[derive(Clone, Debug, Default)]
pub struct Target {
    units: Vec<Unit>,
    /// Whether the policy's own `unit` clause names them, and not a comment.
    is_declared: bool,
    /// Whether a share is asked for as a fraction of one.
    is_fraction: bool,
    /// Whether the slot is called by its unit alone (`hours`), so that a part of a quantity may be all it asks for.
    takes_parts: bool,
}

impl Target {
    /// No unit.
    pub const fn none() -> Target {
        Target { units: Vec::new(), is_declared: false, is_fraction: false, takes_parts: false }
    }

    /// What a slot's `unit`, its name and its comment ask for. The clause comes before the comment, the comment before
    /// the name.
    pub fn new(unit: Option<&str>, name: &str, doc: Option<&str>) -> Target {
        let declared = unit.map(Unit::named).filter(|units| !units.is_empty());
        let is_declared = declared.is_some();
        let doc = doc.unwrap_or_default();
        let units = match declared {
            Some(units) => units.to_vec(),
            None => Some(in_comment(doc)).filter(|units| !units.is_empty()).unwrap_or_else(|| in_name(name)),
        };
        let lower = doc.to_lowercase();
        let is_fraction = !is_declared
            && ["as a decimal", "as a fraction", "between 0 and 1", "from 0 to 1", "0 to 1", "0.0 to 1.0"]
                .iter()
                .any(|words| lower.contains(words));
        let takes_parts = !Unit::by_name(&name.to_lowercase()).is_empty();
        Target { units, is_declared, is_fraction, takes_parts }
    }

    /// By which rule the amount says the value here; none where it does not.
    pub fn reads(&self, amount: &Amount, read_as: &'static str, value: &Number) -> Option<&'static str> {
        self.reads_by(amount, read_as, value, |from, to| from.convert(value, to))
    }

    /// The same, where `wanted` converts the value: many amounts are said in few units.
    pub(crate) fn reads_by(
        &self,
        amount: &Amount,
        read_as: &'static str,
        value: &Number,
        wanted: impl Fn(Unit, Unit) -> Option<Number>,
    ) -> Option<&'static str> {
        if amount.is_part && !self.takes_parts {
            return None;
        }
        if let Some((_, number)) = amount.letter.as_deref().filter(|(unit, _)| self.units == [*unit]) {
            return (value == number).then_some("unit");
        }
        // What measures the same says nothing but its conversion, and nothing at all where there is none.
        let mut is_of_kind = false;
        for unit in amount.units.iter() {
            for target in self.units.iter().filter(|target| target.dimension() == unit.dimension()) {
                is_of_kind = true;
                if amount.is_part && unit != target {
                    continue;
                }
                if wanted(*target, *unit).as_ref() == Some(&amount.number) {
                    let as_said = unit == target && (!amount.needs_unit || amount.is_part);
                    return Some(if as_said { read_as } else { "unit" });
                }
            }
        }
        let is_share = amount.units.iter().any(|unit| unit.kind() == "share");
        if is_share && !self.is_declared {
            let is_value = *value == amount.number && !self.is_fraction;
            let is_hundredth = || value.multiply(&Number::from(100i64)) == amount.number;
            return (is_value || is_hundredth()).then_some("percent");
        }
        if amount.units.iter().any(|unit| unit.kind() == "hemisphere") && amount.number.negate() == *value {
            return Some("hemisphere");
        }
        let has = |units: &[Unit], dimension| units.iter().any(|unit| unit.dimension() == dimension);
        // "77 degrees" are those that a temperature is asked for in.
        let is_warmth = has(&amount.units, "angle") && has(&self.units, "temperature");
        let is_other_kind = self.is_declared && !amount.units.is_empty() && !is_warmth;
        if is_of_kind || amount.needs_unit || is_other_kind {
            return None;
        }
        (*value == amount.number).then_some(read_as)
    }
}

/// The units that a comment names: behind "in", or in brackets, or else by their full names.
fn in_comment(doc: &str) -> Vec<Unit> {
    let words: Vec<&str> = doc.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && !"°%²³".contains(c)).to_owned();
    let (mut asked, mut named) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let is_bracketed = word.starts_with('(') && word.trim_end_matches(['.', ',', ';', ':']).ends_with(')');
        let is_asked = is_bracketed
            || at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| word.eq_ignore_ascii_case("in"));
        let mut taken = 1;
        for count in (1..=3).rev() {
            let phrase =
                words.get(at..at + count).unwrap_or_default().iter().map(|word| bare(word)).collect::<Vec<_>>();
            if phrase.len() < count {
                continue;
            }
            let phrase = phrase.join(" ");
            let units =
                if is_asked && phrase != "in" { Unit::named(&phrase) } else { Unit::by_name(&phrase.to_lowercase()) };
            if !units.is_empty() {
                if is_asked {
                    asked.extend_from_slice(units)
                } else {
                    named.extend_from_slice(units)
                }
                taken = count;
                break;
            }
        }
        at += taken;
    }
    if asked.is_empty() { named } else { asked }
}

/// The unit that ends a name: `duration_seconds`, `weightKg`.
fn in_name(name: &str) -> Vec<Unit> {
    let words = super::inflection::words_of_name(name);
    match words.split_last() {
        // "check_in" is no number of inches.
        Some((last, rest)) if !rest.is_empty() && last.len() > 1 && last != "in" => Unit::named(last).to_vec(),
        // `temp_c`
        Some((last, rest)) if rest.iter().any(|word| matches!(word.as_str(), "temp" | "temperature")) => {
            match &**last {
                "c" => Unit::named("°C").to_vec(),
                "f" => Unit::named("°F").to_vec(),
                "k" => Unit::by_name("kelvin").to_vec(),
                _ => Vec::new(),
            }
        }
        // `months`: how many.
        Some((only, _))
            if (only.ends_with('s') && only.len() > 4) || matches!(only.as_str(), "days" | "feet" | "lbs") =>
        {
            Unit::by_name(only).to_vec()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(Number::zero)
    }

    fn amount(text: &str, unit: &str) -> Amount {
        Amount::of(number(text)).in_units(Unit::named(unit))
    }

    #[test]
    fn a_comment_says_what_is_asked_for() {
        let reads = |doc: &str, amount: &Amount, value: &str| {
            Target::new(None, "x", Some(doc)).reads(amount, "number", &number(value))
        };
        assert_eq!(reads("Length in seconds.", &amount("3", "minutes"), "180"), Some("unit"));
        assert_eq!(reads("Length in seconds.", &amount("3", "minutes"), "3"), None);
        assert_eq!(reads("Length in minutes.", &amount("3", "minutes"), "3"), Some("number"));
        assert_eq!(reads("The inductance (L) in henries (H).", &amount("50", "mH"), "0.05"), Some("unit"));
        assert_eq!(reads("How many nights.", &amount("3", "minutes"), "3"), Some("number"));
        assert_eq!(reads("In euros.", &amount("3", "dollars"), "3"), None);
        assert_eq!(reads("The rate, as a decimal.", &amount("5", "%"), "0.05"), Some("percent"));
        assert_eq!(reads("The rate, as a decimal.", &amount("5", "%"), "5"), None);
        assert_eq!(reads("The rate.", &amount("5", "%"), "5"), Some("percent"));
    }

    #[test]
    fn a_declared_unit_takes_no_other_kind() {
        let kilos = Target::new(Some("kg"), "x", None);
        assert_eq!(kilos.reads(&amount("500", "g"), "number", &number("0.5")), Some("unit"));
        assert_eq!(kilos.reads(&amount("5", "km"), "number", &number("5")), None);
        assert_eq!(kilos.reads(&Amount::of(number("5")), "number", &number("5")), Some("number"));
    }
}
