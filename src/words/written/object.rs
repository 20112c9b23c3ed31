//! Calls written as JSON.

use crate::snapshot::{parse_json, parse_json_first};
use crate::value::Value;

use super::Shape;

/// How deep lists and maps may stand in each other. What it costs to read many that are never closed grows with it.
pub(super) const MAX_DEPTH: usize = 32;

/// What a text that begins with `{` or `[` holds there.
pub(super) enum Read {
    /// Calls and nothing else, and where they end.
    Calls(Vec<Shape>, usize),
    /// Something else, and where it ends.
    Other(usize),
    /// Nothing that parses.
    Broken,
}

/// Reads the value that the text begins with.
pub(super) fn read(text: &str) -> Read {
    match parse_json_first(text, MAX_DEPTH) {
        Some((value, end)) => shapes(&value).map_or(Read::Other(end), |calls| Read::Calls(calls, end)),
        None => Read::Broken,
    }
}

/// The calls of a list that breaks off, as far as they are whole.
pub(super) fn cut_off_list(text: &str) -> Option<(Vec<Shape>, usize)> {
    let (mut calls, mut end) = (Vec::new(), 0);
    let mut rest = text.strip_prefix('[')?;
    while rest.trim_ascii_start().starts_with('{')
        && let Some((value, len)) = parse_json_first(rest, MAX_DEPTH)
        && let Some(call) = shape(&value)
    {
        calls.push(call);
        rest = rest.get(len..)?;
        end = text.len() - rest.len();
        match rest.trim_ascii_start().strip_prefix(',') {
            Some(behind) => rest = behind,
            None => break,
        }
    }
    (!calls.is_empty()).then_some((calls, end))
}

fn shapes(value: &Value) -> Option<Vec<Shape>> {
    match value {
        Value::List(list) if !list.is_empty() => list.iter().map(shape).collect(),
        _ => Some(vec![shape(value)?]),
    }
}

/// A name, `arguments` or `parameters`, and nothing else.
fn shape(value: &Value) -> Option<Shape> {
    let map = value.as_map().filter(|map| map.len() == 2)?;
    let name = map.get("name")?.as_text().filter(|name| !name.is_empty())?;
    let arguments = arguments(map.get("arguments").or_else(|| map.get("parameters"))?)?;
    // The schema of a tool's parameters: the tool is described, not called.
    let is_schema = arguments.field("type").and_then(Value::as_text) == Some("object")
        && arguments.field("properties").is_some_and(|properties| properties.as_map().is_some());
    (!is_schema).then(|| Shape { name: name.to_owned(), arguments })
}

/// An object, or the text of one.
pub(super) fn arguments(value: &Value) -> Option<Value> {
    match value {
        Value::Map(_) => Some(value.clone()),
        Value::Text(text) => parse_json(text).filter(|value| value.as_map().is_some()),
        _ => None,
    }
}

/// The name of a call whose arguments are broken or cut off: what stands before them is whole.
pub(super) fn broken(text: &str) -> Option<Shape> {
    let rest = text.strip_prefix('[').unwrap_or(text).trim_start();
    let rest = rest.strip_prefix('{')?.trim_start().strip_prefix("\"name\"")?.trim_start();
    let rest = rest.strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let end = rest.find(['"', '\\', '\n'])?;
    let (name, rest) = rest.split_at_checked(end)?;
    let rest = rest.strip_prefix('"')?.trim_start().strip_prefix(',')?.trim_start();
    let keyed = ["\"arguments\"", "\"parameters\""].iter().any(|key| rest.starts_with(key));
    (keyed && !name.is_empty()).then(|| Shape { name: name.to_owned(), arguments: Value::Null })
}
