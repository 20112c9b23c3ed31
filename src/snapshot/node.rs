//! A document as it was written: values with their places, whether it came as YAML or as JSON.

use std::borrow::Cow;
use std::hash::Hash;
use std::ops::{Deref, Range};
use std::sync::Arc;

use super::limits::MAX_DEPTH;
use crate::value::{Number, Value};

/// How a document holds a text: shared with what is made of it, or borrowed from what is read.
pub trait Text: Deref<Target = str> + Clone + Eq + Hash {
    /// The same text, to keep.
    fn share(&self) -> Arc<str>;
}

impl Text for Arc<str> {
    fn share(&self) -> Arc<str> {
        Arc::clone(self)
    }
}

impl Text for Cow<'_, str> {
    fn share(&self) -> Arc<str> {
        Arc::from(&**self)
    }
}

/// One value of a document and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<S = Arc<str>> {
    /// What it is.
    pub kind: NodeKind<S>,
    /// Where it stands, in bytes of the text.
    pub span: Range<usize>,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind<S = Arc<str>> {
    /// `null`, `~` or nothing at all.
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, exactly as its text says.
    Number(Number),
    /// A text.
    Text(S),
    /// Values in order.
    List(Vec<Node<S>>),
    /// Values by name, in the order in which they stand; no name twice.
    Map(Vec<Entry<S>>),
}

/// One entry of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<S = Arc<str>> {
    /// Its name.
    pub key: S,
    /// Where the name stands.
    pub key_span: Range<usize>,
    /// Its value.
    pub value: Node<S>,
}

impl<S: Text> Node<S> {
    /// The value without the places.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            NodeKind::Null => Value::Null,
            NodeKind::Bool(truth) => Value::Bool(*truth),
            NodeKind::Number(number) => Value::Number(number.clone()),
            NodeKind::Text(text) => Value::Text(text.share()),
            NodeKind::List(items) => Value::list(items.iter().map(Node::to_value)),
            NodeKind::Map(entries) => {
                Value::map(entries.iter().map(|entry| (entry.key.share(), entry.value.to_value())))
            }
        }
    }

    /// The value under a key of a map.
    pub fn get(&self, key: &str) -> Option<&Node<S>> {
        self.entries()?.iter().find(|entry| &*entry.key == key).map(|entry| &entry.value)
    }

    /// The entries of a map.
    pub fn entries(&self) -> Option<&[Entry<S>]> {
        match &self.kind {
            NodeKind::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn items(&self) -> Option<&[Node<S>]> {
        match &self.kind {
            NodeKind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The text of a text.
    pub fn as_text(&self) -> Option<&S> {
        match &self.kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, NodeKind::Null)
    }

    /// What it is, in a message.
    pub(crate) fn what(&self) -> &'static str {
        match self.kind {
            NodeKind::Null => "null",
            NodeKind::Bool(_) => "a boolean",
            NodeKind::Number(_) => "a number",
            NodeKind::Text(_) => "a text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a map",
        }
    }
}

impl Node {
    /// A value as a document without places; none where it is nested deeper than [`MAX_DEPTH`]. Days, moments and lengths
    /// of time become their texts, as a document would hold them.
    pub fn from_value(value: &Value) -> Option<Node> {
        from_value(value, 0)
    }
}

fn from_value(value: &Value, depth: usize) -> Option<Node> {
    let kind = match value {
        Value::List(_) | Value::Map(_) if depth >= MAX_DEPTH => return None,
        Value::Null => NodeKind::Null,
        Value::Bool(truth) => NodeKind::Bool(*truth),
        Value::Number(number) => NodeKind::Number(number.clone()),
        Value::Text(text) => NodeKind::Text(text.clone()),
        Value::Date(date) => NodeKind::Text(date.to_string().into()),
        Value::DateTime(datetime) => NodeKind::Text(datetime.to_string().into()),
        Value::Duration(duration) => NodeKind::Text(duration.to_string().into()),
        Value::List(items) => {
            NodeKind::List(items.iter().map(|item| from_value(item, depth + 1)).collect::<Option<_>>()?)
        }
        Value::Map(map) => {
            let entry = |(key, value): (&Arc<str>, &Value)| {
                Some(Entry { key: key.clone(), key_span: 0..0, value: from_value(value, depth + 1)? })
            };
            NodeKind::Map(map.iter().map(entry).collect::<Option<_>>()?)
        }
    };
    Some(Node { kind, span: 0..0 })
}
