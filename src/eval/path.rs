//! Walking a path into a value, with the way back for the evidence.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::nearest::nearest;
use crate::program::{Expr, Step};
use crate::value::Value;

use super::culprit;
use super::expr::View;
use super::outcome::Unknown;

/// What a path leads to.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Each value with its own path.
    pub(crate) values: Vec<(Value, String)>,
    /// Whether `[*]` or `[where ...]` made it a set.
    pub(crate) is_set: bool,
    /// Where it does not fit what is there: how far it led, and what is there instead.
    pub(crate) lost: Option<(String, String)>,
}

/// Follows the steps. A field or key that is not there leads nowhere; a row that cannot be decided makes the whole
/// unknown.
pub(crate) fn walk(start: Value, steps: &[Step], view: &View<'_>) -> Result<Found, Unknown> {
    let mut found = Found { values: vec![(start, String::new())], is_set: false, lost: None };
    for step in steps {
        let mut next = Vec::new();
        let first = found.values.first().cloned();
        for (value, path) in found.values {
            match step {
                Step::Field(name) => {
                    if let Some(field) = value.field(name) {
                        next.push((field.clone(), join(&path, name)));
                    }
                }
                Step::Key(key) => match (view.evaluate(key)?, &value) {
                    (Value::Number(number), Value::List(list)) => {
                        if let Some((index, item)) = number.as_usize().and_then(|index| Some((index, list.get(index)?)))
                        {
                            next.push((item.clone(), format!("{path}[{index}]")));
                        }
                    }
                    (key, Value::Map(map)) => {
                        let key: Arc<str> = key.to_string().into();
                        if let Some(item) = map.get(&key) {
                            next.push((item.clone(), join(&path, &key)));
                        }
                    }
                    _ => {}
                },
                Step::All => next.extend(rows(&value, &path)),
                Step::Where(filter) => {
                    for (row, path) in rows(&value, &path) {
                        if view.takes(filter, &row)? {
                            next.push((row, path));
                        }
                    }
                }
            }
        }
        found.is_set |= matches!(step, Step::All | Step::Where(_));
        if let (Some((value, path)), true, None, false) = (first, next.is_empty(), &found.lost, view.is_quiet) {
            found.lost = misfit(step, &value).map(|why| (path, why));
        }
        found.values = next;
    }
    Ok(found)
}

/// Why a step leads nowhere in a value; none where it could have led somewhere in a value of this shape.
fn misfit(step: &Step, value: &Value) -> Option<String> {
    match (step, value) {
        (Step::Field(name), Value::Map(map)) => {
            let names = || map.keys().map(|key| &**key);
            let near = nearest(name, names()).map(|near| format!("; did you mean `{near}`?"));
            Some(format!("has no `{name}`{}", near.unwrap_or_default()))
        }
        (Step::Field(name), other) => Some(format!("has no `{name}`; it is {}", what(other))),
        (Step::Key(_), Value::Map(_) | Value::List(_)) => None,
        (Step::All | Step::Where(_), Value::Map(_) | Value::List(_)) => None,
        (Step::Key(_) | Step::All | Step::Where(_), other) => Some(format!("is {} and no list", what(other))),
    }
}

/// What is said of a path that leads to nothing: how it is written, and what is there instead.
pub(crate) fn nowhere(head: &Expr, steps: &[Step], found: Option<&(String, String)>, view: &View<'_>) -> String {
    let Some(start) = culprit::head(head, view) else { return "the path leads nowhere".into() };
    let written = culprit::follow(start.clone(), steps);
    match found {
        Some((at, why)) => {
            let at = match at.as_str() {
                "" => start,
                at if at.starts_with('[') => format!("{start}{at}"),
                at => format!("{start}.{at}"),
            };
            format!("`{written}` leads nowhere: `{at}` {why}")
        }
        None => format!("`{written}` leads nowhere"),
    }
}

fn what(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::Bool(_) => "a boolean".into(),
        Value::Number(_) => "a number".into(),
        Value::Text(_) => "a text".into(),
        Value::Date(_) | Value::DateTime(_) | Value::Duration(_) => "a time".into(),
        Value::List(list) => format!("a list of {}", list.len()),
        Value::Map(_) => "a map".into(),
    }
}

fn rows(value: &Value, path: &str) -> Vec<(Value, String)> {
    match value {
        Value::List(list) => {
            list.iter().enumerate().map(|(index, row)| (row.clone(), format!("{path}[{index}]"))).collect()
        }
        Value::Map(map) => map.iter().map(|(key, row)| (row.clone(), join(path, key))).collect(),
        _ => Vec::new(),
    }
}

/// `path.name`, or `path["na me"]` where the name would not be read back.
pub(crate) fn join(path: &str, name: &str) -> String {
    let mut joined = String::from(path);
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if plain {
        if !joined.is_empty() {
            joined.push('.');
        }
        joined.push_str(name);
    } else {
        // Writing to a string cannot fail.
        let _ = write!(joined, "[{name:?}]");
    }
    joined
}
