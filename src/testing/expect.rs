//! Whether a verdict is what a case expects: maps match as subsets, lists exactly, null where nothing stands.

use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::did_you_mean;
use crate::snapshot::{Node, NodeKind};
use crate::span::{FileId, Span};
use crate::value::Value;

use super::names::{Meaning, Names, ends_in};
use super::shape::{SLOT, Shape, VERDICT, help};

/// One place at which a verdict is not what was expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The place in the verdict: `slots.amount.state`.
    pub path: String,
    /// What the case expects there.
    pub expected: Value,
    /// What stands there, if anything does.
    pub got: Option<Value>,
    /// The line of the test file that expects it, from 1.
    pub line: usize,
    pub(super) span: Span,
}

/// What can be known of names besides the verdict itself.
pub(super) struct Known<'a> {
    /// The names of this verdict.
    pub(super) here: &'a Names,
    /// Those of all verdicts of the file.
    pub(super) everywhere: &'a Names,
    /// The policy's lookups.
    pub(super) lookups: &'a [&'a str],
    /// Whether the policy speaks of a name at all.
    pub(super) in_policy: &'a dyn Fn(&str) -> bool,
}

/// What differs, or what in the expectation can never match.
pub(super) fn compare(
    file: FileId,
    expected: &Node,
    verdict: &Value,
    known: &Known<'_>,
) -> Result<Vec<Difference>, Vec<Diagnostic>> {
    let mut comparison =
        Comparison { file, known, slots: verdict.field("slots"), differences: Vec::new(), wrong: Vec::new() };
    comparison.node(VERDICT, "", expected, Some(verdict));
    let got = verdict.field("arguments");
    for entry in expected.get("arguments").and_then(Node::entries).unwrap_or_default() {
        if got.and_then(|got| got.field(&entry.key)).is_none() {
            let span = Span::new(file, entry.key_span.start, entry.key_span.end);
            comparison.argument(&entry.key, span);
        }
    }
    if comparison.wrong.is_empty() { Ok(comparison.differences) } else { Err(comparison.wrong) }
}

struct Comparison<'a> {
    file: FileId,
    known: &'a Known<'a>,
    slots: Option<&'a Value>,
    differences: Vec<Difference>,
    wrong: Vec<Diagnostic>,
}

impl Comparison<'_> {
    fn node(&mut self, shape: Shape, path: &str, expected: &Node, got: Option<&Value>) {
        let got = got.filter(|value| **value != Value::Null);
        match (shape, &expected.kind, got) {
            (_, NodeKind::Null, None) => {}
            (Shape::Slots, NodeKind::Map(entries), _) => {
                for entry in entries {
                    let span = Span::new(self.file, entry.key_span.start, entry.key_span.end);
                    self.slot(&join(path, &entry.key), &entry.key, span, &entry.value);
                }
            }
            (Shape::Id, NodeKind::Text(name), Some(Value::Text(id))) => {
                if !self.same(name, id, expected) {
                    self.differ(path, expected, got);
                }
            }
            (Shape::Lookup, NodeKind::Text(name), Some(Value::Text(id))) if ends_in(id, name) => {}
            (Shape::Records(key, fields), NodeKind::List(items), Some(Value::List(values))) => {
                self.records(path, (key, fields), (expected, items), values);
            }
            (_, NodeKind::List(items), Some(Value::List(values))) if items.len() == values.len() => {
                let inner = if matches!(shape, Shape::Ids) { Shape::Id } else { Shape::Any };
                for (index, (item, value)) in items.iter().zip(values.iter()).enumerate() {
                    self.node(inner, &format!("{path}[{index}]"), item, Some(value));
                }
            }
            (_, NodeKind::Map(entries), Some(Value::Map(values))) => {
                for entry in entries {
                    let inner = inner(shape, &entry.key);
                    self.node(inner, &join(path, &entry.key), &entry.value, values.get(&entry.key));
                }
            }
            (_, _, Some(value)) if plain(value) == expected.to_value() => {}
            _ => {
                match shape {
                    Shape::Id => self.name("id", expected),
                    Shape::Ids => expected.items().unwrap_or_default().iter().for_each(|item| self.name("id", item)),
                    _ => {}
                }
                self.differ(path, expected, got);
            }
        }
    }

    /// The report of the slot that a name stands for.
    fn slot(&mut self, path: &str, name: &str, span: Span, expected: &Node) {
        let got = match self.known.here.meaning(name) {
            Meaning::One(id) => self.report(&id).cloned(),
            Meaning::Many(ids) => return self.ambiguous(name, span, &ids),
            Meaning::Nothing => {
                if !self.is_known_at(name, span) {
                    return;
                }
                None
            }
        };
        self.node(SLOT, path, expected, got.as_ref());
    }

    fn report(&self, id: &str) -> Option<&Value> {
        let slots = self.slots.and_then(Value::as_list)?;
        slots.iter().find(|slot| slot.field("id").and_then(Value::as_text) == Some(id))
    }

    /// A list of maps, in which a text stands for the map with this id.
    fn records(
        &mut self,
        path: &str,
        (key, fields): (&'static str, &'static [(&'static str, Shape)]),
        (expected, items): (&Node, &[Node]),
        values: &[Value],
    ) {
        let texts = items.iter().filter(|item| matches!(item.kind, NodeKind::Text(_)));
        texts.for_each(|item| self.name(key, item));
        if items.len() != values.len() {
            if !self.names_in_order(key, items, values) {
                self.differ(path, expected, Some(&Value::list(values.iter().cloned())));
            }
            return;
        }
        for (index, (item, value)) in items.iter().zip(values).enumerate() {
            let path = format!("{path}[{index}]");
            match (&item.kind, value.field(key)) {
                (NodeKind::Text(name), Some(Value::List(ids))) => {
                    let about = ids.iter().filter_map(Value::as_text).any(|id| ends_in(id, name));
                    if !about {
                        self.differ(&path, item, value.field(key));
                    }
                }
                (NodeKind::Text(name), Some(Value::Text(id))) if ends_in(id, name) => {}
                (NodeKind::Text(_), id) => self.differ(&path, item, id),
                _ => self.node(Shape::Map(fields), &path, item, Some(value)),
            }
        }
    }

    /// Whether the names are those of all records one after another, where one question is about several slots.
    fn names_in_order(&self, key: &str, items: &[Node], values: &[Value]) -> bool {
        let of = |value: &Value| value.field(key).and_then(Value::as_list).unwrap_or_default().to_vec();
        let ids: Vec<Value> = values.iter().flat_map(of).collect();
        let matches = |(item, id): (&Node, &Value)| matches!((item.as_text(), id.as_text()), (Some(name), Some(id)) if ends_in(id, name));
        !ids.is_empty() && ids.len() == items.len() && items.iter().zip(&ids).all(matches)
    }

    /// Whether a name stands for an id.
    fn same(&mut self, name: &str, id: &str, at: &Node) -> bool {
        self.name("id", at);
        ends_in(id, name)
    }

    /// A name that is no name, or one of several, is a mistake of the test file.
    fn name(&mut self, key: &str, at: &Node) {
        let Some(name) = at.as_text() else { return };
        let span = Span::new(self.file, at.span.start, at.span.end);
        // Lookups and steps of normalisation have names of their own.
        match key {
            "lookup" => return self.lookup(name, span),
            "what" => return,
            _ => {}
        }
        match self.known.here.meaning(name) {
            Meaning::One(_) => {}
            Meaning::Many(ids) => self.ambiguous(name, span, &ids),
            Meaning::Nothing => {
                self.is_known_at(name, span);
            }
        }
    }

    fn lookup(&mut self, name: &str, span: Span) {
        if !self.known.lookups.iter().any(|lookup| ends_in(lookup, name)) {
            let message = format!("no lookup is called `{name}`");
            let near = help(name, self.known.lookups);
            self.wrong.push(Diagnostic::new(Code::UnknownName, span, message).maybe_help(near));
        }
    }

    /// An argument that the verdict does not have and of which the policy does not speak: a misspelling where a slot is
    /// called nearly so.
    fn argument(&mut self, name: &str, span: Span) {
        let near = did_you_mean(name, self.known.everywhere.last_names());
        if let (Some(near), false) = (near, (self.known.in_policy)(name)) {
            let message = format!("no argument is called `{name}`");
            self.wrong.push(Diagnostic::new(Code::UnknownName, span, message).help(near));
        }
    }

    /// Whether anything in the file's verdicts or in the policy has this name; else it is a mistake.
    fn is_known_at(&mut self, name: &str, span: Span) -> bool {
        if self.known.everywhere.meaning(name) != Meaning::Nothing || (self.known.in_policy)(name) {
            return true;
        }
        let names: Vec<&str> = self.known.everywhere.last_names().collect();
        let message = format!("no slot or rule is called `{name}`");
        self.wrong.push(Diagnostic::new(Code::UnknownName, span, message).maybe_help(help(name, &names)));
        false
    }

    fn ambiguous(&mut self, name: &str, span: Span, ids: &[std::sync::Arc<str>]) {
        let message = format!("`{name}` is the name of {} slots or rules", ids.len());
        let help = format!("write the full id: {}", ids.join(" or "));
        self.wrong.push(Diagnostic::new(Code::UnknownName, span, message).help(help));
    }

    fn differ(&mut self, path: &str, expected: &Node, got: Option<&Value>) {
        self.differences.push(Difference {
            path: path.to_owned(),
            expected: expected.to_value(),
            got: got.map(plain),
            line: 0,
            span: Span::new(self.file, expected.span.start, expected.span.end),
        });
    }
}

/// The shape of a key of a map.
fn inner(shape: Shape, key: &str) -> Shape {
    match shape {
        Shape::Map(keys) => keys.iter().find(|(name, _)| *name == key).map_or(Shape::Any, |(_, shape)| *shape),
        _ => Shape::Any,
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Days and times as a test file writes them.
fn plain(value: &Value) -> Value {
    match value {
        Value::Date(_) | Value::DateTime(_) | Value::Duration(_) => Value::text(value.to_string()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
