//! What a slot means, as far as a policy says it: its type, its unit, and where it is looked up.

use std::collections::BTreeSet;

use crate::program::{Program, Slot, SourceSpec, Step, Type};

/// The meaning of a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Meaning {
    kind: Option<&'static str>,
    unit: Option<String>,
    /// The fields of lookups, and the settings: `bank.payees.account`, `preset(accounts.main)`.
    pub(super) places: BTreeSet<String>,
}

impl Meaning {
    pub(super) fn of(slot: &Slot, program: &Program) -> Meaning {
        let places = slot.sources.iter().filter_map(|source| match &source.kind {
            SourceSpec::Measured { read, text: None } => {
                let lookup = program.lookups.get(read.lookup.index())?;
                Some(format!("{}{}", lookup.id, fields(&read.steps)))
            }
            SourceSpec::Preset(steps) => Some(format!("preset({})", fields(steps).trim_start_matches('.'))),
            _ => None,
        });
        let unit = slot.unit.as_ref().map(|unit| unit.to_string());
        Meaning { kind: kind(&slot.ty), unit, places: places.collect() }
    }

    /// Whether it is a name of something that is looked up: an amount of the same place may well be another amount.
    pub(super) fn names_a_thing(&self) -> bool {
        !self.places.is_empty() && self.kind == Some("a text")
    }

    /// What the places are called in themselves: `account`, `main`.
    fn fields(&self) -> impl Iterator<Item = &str> {
        self.places.iter().filter_map(|place| place.trim_end_matches(')').rsplit(['.', '(']).next())
    }

    /// Whether no value could well be meant as both.
    pub(super) fn contradicts(&self, other: &Meaning) -> bool {
        let differ = |one: Option<&str>, other: Option<&str>| one.zip(other).is_some_and(|(one, other)| one != other);
        differ(self.kind, other.kind)
            || differ(self.unit.as_deref(), other.unit.as_deref())
            || !self.places.is_empty()
                && !other.places.is_empty()
                && self.fields().all(|own| other.fields().all(|field| own != field))
    }
}

/// The kind of a type's values, where they are of one kind that no other type shares.
pub(super) fn kind(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Boolean(_) => "a boolean",
        Type::Integer | Type::Decimal => "a number",
        Type::Date | Type::DateTime => "a time",
        Type::Text | Type::Enum(_) => "a text",
        Type::List(_) => "a list",
        Type::Object(_) | Type::Map(_) => "an object",
        Type::Refined(of, _) => return kind(of),
        Type::Any | Type::Duration | Type::Null | Type::Union(_) | Type::Effect | Type::Trigger => return None,
    })
}

fn fields(steps: &[Step]) -> String {
    steps
        .iter()
        .filter_map(|step| match step {
            Step::Field(name) => Some(format!(".{name}")),
            _ => None,
        })
        .collect()
}
