//! The proposed arguments under their own names: the first thing that happens to a call.

use std::sync::Arc;

use crate::nearest::nearest;
use crate::program::{EntryKind, OtherArguments, Slot, Tool};
use crate::snapshot;
use crate::value::{Map, Value};
use crate::verdict::Normalised;

use super::mask;
use super::operate;

/// A call's arguments, normalised.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    /// By slot.
    pub(crate) proposed: Map,
    /// Passed on although no slot declares them.
    pub(crate) passed: Map,
    /// What was done.
    pub(crate) notes: Vec<Normalised>,
    /// Arguments that no slot declares and that hold the call, with the nearest name.
    pub(crate) undeclared: Vec<(Arc<str>, Option<Arc<str>>)>,
    /// What came in the place of an object of names and values, which holds the call too.
    pub(crate) malformed: Option<&'static str>,
    /// Slots that two aliases fill differently; neither value is proposed.
    pub(crate) disputed: Vec<Disputed>,
}

/// A slot, or a field of an object, that two of its aliases fill differently.
#[derive(Clone, Debug)]
pub(crate) struct Disputed {
    pub(crate) name: Arc<str>,
    pub(crate) one: Value,
    pub(crate) other: Value,
}

/// The top-level slots of a tool.
pub(crate) fn slots(tool: &Tool) -> impl Iterator<Item = &Slot> {
    tool.arguments.iter().filter_map(|id| match &tool.entries.get(id.index())?.kind {
        EntryKind::Slot(slot) => Some(&**slot),
        _ => None,
    })
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::List(_) => "a list",
        Value::Map(_) => "an object",
        _ => "a single value",
    }
}

impl Arguments {
    /// Opens, renames and sorts out what was proposed.
    pub(crate) fn normalise(tool: &Tool, proposed: &Value) -> Arguments {
        let mut arguments = Arguments::named(tool, proposed);
        for slot in slots(tool) {
            arguments.settle(slot, slot.supplied);
        }
        arguments
    }

    /// The same of a call that got as far as a person or ran: what the application supplied to it is its own.
    pub(crate) fn settled(tool: &Tool, ran: &Value) -> Arguments {
        let mut arguments = Arguments::named(tool, ran);
        for slot in slots(tool) {
            arguments.settle(slot, false);
        }
        arguments
    }

    /// Opened, and under their own names.
    fn named(tool: &Tool, proposed: &Value) -> Arguments {
        let mut arguments = Arguments::default();
        let map = match proposed {
            Value::Null => return arguments,
            Value::Map(map) => Map::clone(map),
            Value::Text(text) => {
                // Where nothing is needed, models send nothing at all.
                let json = if text.trim().is_empty() {
                    Some(Value::Map(Arc::new(Map::default())))
                } else {
                    snapshot::parse_json(text)
                };
                match json {
                    Some(Value::Map(map)) => {
                        arguments.note("json", Value::text(Arc::clone(text)), None, None);
                        Map::clone(&map)
                    }
                    other => {
                        arguments.malformed = Some(other.map_or("no JSON, or broken off", |other| kind(&other)));
                        return arguments;
                    }
                }
            }
            other => {
                arguments.malformed = Some(kind(other));
                return arguments;
            }
        };
        for (key, value) in &map {
            if slots(tool).any(|slot| slot.name == *key) {
                arguments.proposed.insert(Arc::clone(key), value.clone());
            }
        }
        for (key, value) in &map {
            if arguments.proposed.contains_key(key) && slots(tool).any(|slot| slot.name == *key) {
                continue;
            }
            match slots(tool).find(|slot| slot.aliases.contains(key)) {
                Some(slot) => arguments.rename(slot, key, value, map.contains_key(&slot.name)),
                None => arguments.undeclared(tool, key, value),
            }
        }
        arguments
    }

    /// Whether they hold the call, whatever it is.
    pub(crate) fn hold(&self) -> bool {
        !self.undeclared.is_empty() || self.malformed.is_some()
    }

    fn note(&mut self, what: &'static str, from: Value, to: Option<Value>, slot: Option<&Slot>) {
        self.notes.push(Normalised { what, from, to, slot: slot.map(|slot| Arc::clone(&slot.name)) });
    }

    fn rename(&mut self, slot: &Slot, key: &Arc<str>, value: &Value, named: bool) {
        let from = Value::text(Arc::clone(key));
        if self.disputed.iter().any(|disputed| disputed.name == slot.name) {
            return;
        }
        match self.proposed.get(&slot.name) {
            // A correctly named key is never overwritten.
            Some(_) if named => self.note("ignored", from, None, None),
            Some(other) if operate::same(other, value) => self.note("ignored", from, None, None),
            Some(one) => {
                let (name, one, other) = (Arc::clone(&slot.name), one.clone(), value.clone());
                self.disputed.push(Disputed { name, one, other });
                self.proposed.shift_remove(&slot.name);
            }
            None => {
                self.proposed.insert(Arc::clone(&slot.name), value.clone());
                self.note("alias", from, Some(Value::text(Arc::clone(&slot.name))), None);
            }
        }
    }

    fn undeclared(&mut self, tool: &Tool, key: &Arc<str>, value: &Value) {
        let from = Value::text(Arc::clone(key));
        match tool.other_arguments {
            OtherArguments::Hold => {
                let near = nearest(key, slots(tool).map(|slot| &*slot.name)).map(Arc::from);
                self.note("undeclared", from, None, None);
                self.undeclared.push((Arc::clone(key), near));
            }
            OtherArguments::Drop => self.note("dropped", from, None, None),
            OtherArguments::Pass => {
                self.note("passed", from, None, None);
                self.passed.insert(Arc::clone(key), value.clone());
            }
        }
    }

    /// What the application supplies is not the model's to propose; the tool's own default is no value.
    fn settle(&mut self, slot: &Slot, is_supplied: bool) {
        if is_supplied {
            self.disputed.retain(|disputed| disputed.name != slot.name);
        }
        let Some(value) = self.proposed.get(&slot.name).cloned() else { return };
        let is_default = slot.default.as_ref().is_some_and(|default| operate::same(default, &value));
        let what = match (is_supplied, is_default) {
            (true, _) => "supplied",
            (false, true) => "default",
            (false, false) => return,
        };
        self.proposed.shift_remove(&slot.name);
        let shown = mask::shown(slot, &value);
        self.note(what, shown, None, Some(slot));
    }
}
