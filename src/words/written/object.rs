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
        Value::Map(map) if map.contains_key("tool_calls") => {
            // What a message of a model's interface holds beside its calls says nothing.
            let is_blank = |value: &Value| matches!(value, Value::Null) || value.as_text() == Some("");
            let is_message = map.iter().all(|(key, value)| match &**key {
                "tool_calls" => true,
                "content" => is_blank(value),
                "role" => value.as_text() == Some("assistant"),
                _ => false,
            });
            let calls = map.get("tool_calls")?.as_list().filter(|calls| is_message && !calls.is_empty())?;
            calls.iter().map(shape).collect()
        }
        _ => Some(vec![shape(value)?]),
    }
}

/// A name and arguments and nothing else, bare or as interfaces wrap it.
fn shape(value: &Value) -> Option<Shape> {
    let map = value.as_map()?;
    let is_function = map.get("type").and_then(Value::as_text) == Some("function");
    let (name, arguments, is_loose) = match map.get("function") {
        // With the id that the interface gave it.
        Some(Value::Map(inner)) => {
            let is_wrap = |key: &str| matches!(key, "function" | "id" | "index") || (key == "type" && is_function);
            let is_whole = inner.len() == 2 && map.keys().all(|key| is_wrap(key));
            (inner.get("name").filter(|_| is_whole)?, inner.get("arguments")?, false)
        }
        _ => {
            let is_pair = map.len() == if is_function { 3 } else { 2 };
            let of = |keys: &[&str]| keys.iter().find_map(|key| map.get(*key)).filter(|_| is_pair);
            match map.get("name") {
                Some(name) => (name, of(&["arguments", "parameters"])?, false),
                None => match map.get("tool") {
                    Some(name) => (name, of(&["arguments", "args", "input", "parameters"])?, true),
                    None => (map.get("action")?, of(&["action_input"])?, true),
                },
            }
        }
    };
    let name = name.as_text().filter(|name| !name.is_empty())?.to_owned();
    let arguments = self::arguments(arguments)?;
    // The schema of a tool's parameters: the tool is described, not called.
    let is_schema = arguments.field("type").and_then(Value::as_text) == Some("object")
        && arguments.field("properties").is_some_and(|properties| properties.as_map().is_some());
    (!is_schema).then_some(Shape { name, arguments, is_loose })
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
    let mut rest = text.strip_prefix('[').unwrap_or(text).trim_start().strip_prefix('{')?;
    for wrap in
        [&["\"tool_calls\"", ":", "[", "{"][..], &["\"type\"", ":", "\"function\"", ","], &["\"function\"", ":", "{"]]
    {
        rest = after(rest, wrap).unwrap_or(rest);
    }
    let key = ["\"name\"", "\"tool\"", "\"action\""].into_iter().find(|key| rest.trim_start().starts_with(key))?;
    let rest = after(rest, &[key, ":", "\""])?;
    let end = rest.find(['"', '\\', '\n'])?;
    let (name, rest) = rest.split_at_checked(end)?;
    let rest = after(rest, &["\"", ","])?.trim_start();
    let keys: &[&str] = match key {
        "\"name\"" => &["\"arguments\"", "\"parameters\""],
        "\"tool\"" => &["\"arguments\"", "\"args\"", "\"input\"", "\"parameters\""],
        _ => &["\"action_input\""],
    };
    let keyed = keys.iter().any(|key| rest.starts_with(key));
    (keyed && !name.is_empty()).then(|| Shape::new(name, Value::Null))
}

/// What follows these pieces, with blanks before each.
fn after<'t>(text: &'t str, pieces: &[&str]) -> Option<&'t str> {
    pieces.iter().try_fold(text, |rest, piece| rest.trim_start().strip_prefix(piece))
}
