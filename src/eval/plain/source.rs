//! Where a plain slot is looked up: answers, settings, and one observation that is fresh.

use crate::program::{Entry, EntryId, Expr, Lookup, LookupArgument, LookupRead, Slot, SourceSpec, Step};
use crate::snapshot::{Observation, Observed, Preset, PresetTree, Trust};
use crate::value::{DateTime, Map, Value};

use super::super::arguments::slots;
use super::super::operate;
use super::{Known, NOTHING, Plain, get, may_be_empty};

impl<'a> Plain<'a> {
    /// The value that the first source holds which holds one, where the proposal is the same.
    pub(super) fn sourced(&self, entry: &Entry, slot: &'a Slot, proposed: Option<&'a Value>) -> Option<Known<'a>> {
        let proposal = match proposed {
            Some(value) => Some(self.accepted(slot, value)?),
            None => None,
        };
        for source in &slot.sources {
            let found = match &source.kind {
                // An answer replaces the proposal.
                SourceSpec::UserAnswer => match self.answer(entry)? {
                    Some(answer) => return self.accepted(slot, answer),
                    None => None,
                },
                SourceSpec::Preset(steps) => self.preset(steps)?,
                SourceSpec::Measured { read, text: None } => Some(self.measured(read)?),
                SourceSpec::Measured { .. } | SourceSpec::Instruction(_) | SourceSpec::PriorState(..) => return None,
            };
            if let Some(found) = found {
                let found = self.accepted(slot, found)?;
                let zone = self.snapshot.zone.as_ref();
                let is_same = proposal.is_none_or(|own| operate::equal(&own, &found, zone) == Some(true));
                return is_same.then_some(found);
            }
        }
        (proposal.is_none() && may_be_empty(slot)).then_some(Known::Borrowed(&NOTHING))
    }

    /// What the person answered for the entry; its id counts before its name.
    fn answer(&self, entry: &Entry) -> Option<Option<&'a Value>> {
        let under = |name: &str| get(&self.snapshot.answers, name);
        let named = || under(&entry.name).filter(|_| self.tool.is_unique(&entry.name));
        let answer = under(&entry.id).or_else(named);
        (!matches!(answer, Some(Value::Null))).then_some(answer)
    }

    /// What a setting of the person's holds.
    fn preset(&self, steps: &[Step]) -> Option<Option<&'a Value>> {
        let mut tree = &self.snapshot.preset;
        let mut rest = steps.iter();
        loop {
            match tree {
                PresetTree::Leaf(Preset { value, trust: Trust::User, .. }) => return fields(value, rest.as_slice()),
                PresetTree::Leaf(_) => return Some(None),
                PresetTree::Branch(branch) => match rest.next() {
                    Some(Step::Field(name)) => match get(branch, name) {
                        Some(next) => tree = next,
                        None => return Some(None),
                    },
                    _ => return None,
                },
            }
        }
    }

    /// What the one observation of a lookup holds.
    fn measured(&self, read: &LookupRead) -> Option<&'a Value> {
        let lookup = self.program.lookups.get(read.lookup.index())?;
        let parameters = read.arguments.as_ref().filter(|_| read.free.is_empty() && !lookup.outside)?;
        let mut own = None;
        for observation in &self.snapshot.measured {
            if self.is_of(observation, lookup, parameters)? && own.replace(observation).is_some() {
                return None;
            }
        }
        let own: &Observation = own?;
        let value = own.outcome.as_ref().ok()?;
        if !self.is_fresh(own.at.as_ref()?, lookup)? {
            return None;
        }
        fields(value, &read.steps)?.filter(|value| !matches!(value, Value::Null))
    }

    fn is_fresh(&self, at: &DateTime, lookup: &Lookup) -> Option<bool> {
        let age = match &self.snapshot.now {
            Some(now) => now.since(at, self.snapshot.zone.as_ref())?,
            None => return None,
        };
        Some(age.as_nanos() >= 0 && lookup.within.is_none_or(|within| age <= within))
    }

    /// Whether it is an observation of the lookup with these values for its parameters.
    fn is_of(&self, observation: &Observation, lookup: &Lookup, parameters: &'a [Expr]) -> Option<bool> {
        match &observation.of {
            Observed::Lookup { lookup: name, arguments } => {
                let is_own = **name == *lookup.name || **name == *lookup.id;
                if !is_own || arguments.len() != lookup.parameters.len() {
                    return Some(false);
                }
                let mut expected = lookup.parameters.iter().zip(parameters);
                self.all(&mut expected, |plain, (name, expr)| plain.holds(arguments, name, expr))
            }
            Observed::Tool { tool, arguments } => {
                let Some((_, tool)) = self.program.tool(tool).filter(|(id, _)| Some(*id) == lookup.tool) else {
                    return Some(false);
                };
                let slot = |name: &str| slots(tool).find(|slot| *slot.name == *name);
                let is_plain = |slot: &Slot| !slot.supplied && slot.default.is_none();
                if !arguments.keys().all(|name| slot(name).is_some_and(is_plain)) {
                    return None;
                }
                let is_given = |name: &str| lookup.arguments.iter().any(|(given, _)| **given == *name);
                let is_cosmetic = |name: &str| slot(name).is_some_and(|slot| slot.cosmetic);
                let mut others = arguments.iter().filter(|(name, _)| !is_given(name));
                if !others.all(|(name, value)| is_cosmetic(name) || matches!(value, Value::Null)) {
                    return Some(false);
                }
                self.all(&mut lookup.arguments.iter(), |plain, (name, from)| match from {
                    LookupArgument::Literal(value) => {
                        Some(get(arguments, name).is_some_and(|own| operate::same(own, value)))
                    }
                    LookupArgument::Parameter(index) => plain.holds(arguments, name, parameters.get(*index)?),
                })
            }
        }
    }

    fn all<T>(
        &self,
        items: &mut dyn Iterator<Item = T>,
        holds: impl Fn(&Plain<'a>, T) -> Option<bool>,
    ) -> Option<bool> {
        for item in items {
            if !holds(self, item)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn holds(&self, arguments: &Map, name: &str, expr: &'a Expr) -> Option<bool> {
        let expected = self.value(expr, None)?;
        Some(get(arguments, name).is_some_and(|own| operate::same(own, &expected)))
    }

    /// What an entry came to.
    pub(super) fn read(&self, id: EntryId) -> Option<Known<'a>> {
        self.known.get(id.index())?.clone()
    }
}

/// Follows a path of names.
pub(super) fn fields<'v>(value: &'v Value, steps: &[Step]) -> Option<Option<&'v Value>> {
    let mut at = value;
    for step in steps {
        let Step::Field(name) = step else { return None };
        match at.as_map().and_then(|map| get(map, name)) {
            Some(field) => at = field,
            None => return Some(None),
        }
    }
    Some(Some(at))
}
