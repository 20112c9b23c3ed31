//! The operators over values. What cannot be compared has no outcome, never a wrong one.

use std::cmp::Ordering;

use crate::program::{ArithmeticOp, CompareOp};
use crate::value::{Date, DateTime, Number, Value, Zone};
use crate::words;

use super::outcome::{Outcome, Unknown};

/// `A == B` and its like.
pub(crate) fn compare(op: CompareOp, left: &Value, right: &Value, zone: Option<&Zone>) -> Outcome {
    let incomparable = || Unknown::not_comparable(format!("`{left}` {} `{right}` cannot be compared", op.as_str()));
    let holds = match op {
        CompareOp::Equal => equal(left, right, zone),
        CompareOp::NotEqual => equal(left, right, zone).map(|equal| !equal),
        CompareOp::Less => order(left, right, zone).map(Ordering::is_lt),
        CompareOp::LessEqual => order(left, right, zone).map(Ordering::is_le),
        CompareOp::Greater => order(left, right, zone).map(Ordering::is_gt),
        CompareOp::GreaterEqual => order(left, right, zone).map(Ordering::is_ge),
        CompareOp::SubsetOf => match (left, right) {
            (Value::List(left), Value::List(right)) => {
                all_decided(left.iter().map(|item| contains_item(right, item, zone)))
            }
            _ => None,
        },
        CompareOp::Contains => match (left, right) {
            (Value::List(list), item) => contains_item(list, item, zone),
            (Value::Text(text), Value::Text(part)) => Some(words::contains_words(text, part)),
            (Value::Text(text), Value::Number(number)) => Some(words::contains_number(text, number)),
            _ => None,
        },
        CompareOp::StartsWith => texts(left, right).map(|(text, part)| words::starts_with(text, part)),
        CompareOp::EndsWith => texts(left, right).map(|(text, part)| words::ends_with(text, part)),
    };
    holds.map(Value::Bool).ok_or_else(incomparable)
}

/// Whether two values are the same; none where their kinds cannot be compared. Null is like nothing but null.
pub(crate) fn equal(left: &Value, right: &Value, zone: Option<&Zone>) -> Option<bool> {
    match (left, right) {
        (Value::Null, Value::Null) => Some(true),
        (Value::Null, _) | (_, Value::Null) => Some(false),
        (Value::Text(left), Value::Text(right)) => Some(left == right),
        (Value::Number(left), Value::Number(right)) => Some(left == right),
        (Value::DateTime(left), Value::DateTime(right)) => {
            if left == right {
                Some(true)
            } else {
                left.compare(right, zone).map(Ordering::is_eq)
            }
        }
        (Value::List(left), Value::List(right)) => {
            if left.len() != right.len() {
                return Some(false);
            }
            all_decided(left.iter().zip(right.iter()).map(|(left, right)| equal(left, right, zone)))
        }
        (Value::Map(left), Value::Map(right)) => {
            if left.len() != right.len() {
                return Some(false);
            }
            all_decided(left.iter().map(|(key, value)| match right.get(key) {
                Some(other) => equal(value, other, zone),
                None => Some(false),
            }))
        }
        _ => match alike(left, right) {
            Some((left, right)) => equal(&left, &right, zone),
            None if std::mem::discriminant(left) == std::mem::discriminant(right) => Some(left == right),
            None => None,
        },
    }
}

fn order(left: &Value, right: &Value, zone: Option<&Zone>) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Some(left.cmp(right)),
        (Value::Date(left), Value::Date(right)) => Some(left.cmp(right)),
        (Value::DateTime(left), Value::DateTime(right)) => left.compare(right, zone),
        (Value::Duration(left), Value::Duration(right)) => Some(left.cmp(right)),
        _ => {
            let (left, right) = alike(left, right)?;
            order(&left, &right, zone)
        }
    }
}

/// A text beside a date is read as a date, beside a datetime as a datetime: what lookups return is text until it is
/// compared.
fn alike(left: &Value, right: &Value) -> Option<(Value, Value)> {
    let read = |text: &str, like: &Value| match like {
        Value::Date(_) => Date::parse(text).map(Value::Date),
        Value::DateTime(_) => DateTime::from_tool(text).map(Value::DateTime),
        Value::Duration(_) => crate::value::Duration::parse(text).map(Value::Duration),
        _ => None,
    };
    match (left, right) {
        (Value::Text(text), other) => Some((read(text, other)?, other.clone())),
        (other, Value::Text(text)) => Some((other.clone(), read(text, other)?)),
        _ => None,
    }
}

fn texts<'v>(left: &'v Value, right: &'v Value) -> Option<(&'v str, &'v str)> {
    left.as_text().zip(right.as_text())
}

/// Whether a list holds an item; none where an undecided comparison could change it.
pub(crate) fn contains_item(list: &[Value], item: &Value, zone: Option<&Zone>) -> Option<bool> {
    let mut undecided = false;
    for each in list {
        match equal(each, item, zone) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => undecided = true,
        }
    }
    if undecided { None } else { Some(false) }
}

fn all_decided(decisions: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut undecided = false;
    for decision in decisions {
        match decision {
            Some(false) => return Some(false),
            Some(true) => {}
            None => undecided = true,
        }
    }
    if undecided { None } else { Some(true) }
}

/// `A + B` and its like.
pub(crate) fn arithmetic(op: ArithmeticOp, left: &Value, right: &Value, zone: Option<&Zone>) -> Outcome {
    use ArithmeticOp::{Add, Divide, Multiply, Subtract};
    let result = match (op, left, right) {
        (Add, Value::Number(left), Value::Number(right)) => Some(Value::Number(left.add(right))),
        (Subtract, Value::Number(left), Value::Number(right)) => Some(Value::Number(left.subtract(right))),
        (Multiply, Value::Number(left), Value::Number(right)) => Some(Value::Number(left.multiply(right))),
        (Divide, Value::Number(left), Value::Number(right)) => left.divide(right).map(Value::Number),
        (Add, Value::Duration(left), Value::Duration(right)) => left.add(*right).map(Value::Duration),
        (Subtract, Value::Duration(left), Value::Duration(right)) => left.subtract(*right).map(Value::Duration),
        (Multiply, Value::Duration(length), Value::Number(times))
        | (Multiply, Value::Number(times), Value::Duration(length)) => scale(length.as_nanos(), times),
        (Divide, Value::Duration(length), Value::Number(times)) => {
            Number::from(1i64).divide(times).and_then(|times| scale(length.as_nanos(), &times))
        }
        (Add, Value::DateTime(at), Value::Duration(length)) | (Add, Value::Duration(length), Value::DateTime(at)) => {
            at.plus_in(*length, zone).map(Value::DateTime)
        }
        (Subtract, Value::DateTime(at), Value::Duration(length)) => {
            length.negate().and_then(|length| at.plus_in(length, zone)).map(Value::DateTime)
        }
        (Subtract, Value::DateTime(left), Value::DateTime(right)) => left.since(right, zone).map(Value::Duration),
        (Add, Value::Date(day), Value::Duration(length)) | (Add, Value::Duration(length), Value::Date(day)) => {
            day.plus(*length).map(Value::Date)
        }
        (Subtract, Value::Date(day), Value::Duration(length)) => day.minus(*length).map(Value::Date),
        (Subtract, Value::Date(left), Value::Date(right)) => Some(Value::Duration(left.since(right))),
        _ => match alike(left, right) {
            Some((left, right)) => return arithmetic(op, &left, &right, zone),
            None => None,
        },
    };
    result.ok_or_else(|| Unknown::not_comparable(format!("`{left} {} {right}` has no value", op.as_str())))
}

fn scale(nanos: i128, times: &Number) -> Option<Value> {
    let nanos = Number::parse(&nanos.to_string())?.multiply(times);
    nanos.as_i128().map(|nanos| Value::Duration(crate::value::Duration::from_nanos(nanos)))
}

/// Whether two values are the same once both are read as the same type: `5` and `"5"`, a date and its text. For
/// finding the same call again, never for bearing anything out.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    let scalar = |value: &Value| !matches!(value, Value::Null | Value::List(_) | Value::Map(_));
    match (left, right) {
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(left, right)| same(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        (Value::Text(left), Value::Text(right)) => left == right,
        _ => {
            equal(left, right, None) == Some(true)
                || (scalar(left) && scalar(right) && left.to_string() == right.to_string())
        }
    }
}

/// Writes a text that is the same for values that are the same, so that few others have to be compared with each. None
/// for moments and the like, which equal texts in more than one notation.
pub(crate) fn trace(value: &Value, text: &mut String) -> Option<()> {
    const END: char = '\u{1f}';
    match value {
        Value::Date(_) | Value::DateTime(_) | Value::Duration(_) => return None,
        Value::List(list) => list.iter().try_for_each(|item| trace(item, text))?,
        Value::Map(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            for (key, value) in entries {
                text.push_str(key);
                text.push(END);
                trace(value, text)?;
            }
        }
        Value::Text(plain) => text.push_str(plain),
        other => text.push_str(&other.to_string()),
    }
    text.push(END);
    Some(())
}
