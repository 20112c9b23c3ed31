//! What a proposal's type made of it: a text that is a number, one that is an object, wherever they stand in it.

use crate::program::{Slot, Type};
use crate::snapshot;
use crate::value::{Number, Value};

use super::accept;
use super::mask;
use super::path;

/// One value that was read as another kind.
#[derive(Debug, PartialEq)]
pub(crate) struct Reread {
    /// The slot, or the place inside it (`boxes[0].size`).
    pub(crate) at: String,
    pub(crate) from: Value,
    pub(crate) to: Value,
}

/// Every value of a proposal that is known as another kind of value, what holds before what it holds. Nothing that is secret
/// is told, nor a text that holds something secret.
pub(crate) fn rereads(ty: &Type, proposed: &Value, known: &Value, at: &str) -> Vec<Reread> {
    let mut found = Vec::new();
    walk(Some(ty), proposed, known, at, &mut found);
    found
}

fn walk(ty: Option<&Type>, proposed: &Value, known: &Value, at: &str, found: &mut Vec<Reread>) {
    let ty = ty.map(Type::base);
    let mut push = || {
        if !ty.is_some_and(mask::hides) {
            found.push(Reread { at: at.to_owned(), from: proposed.clone(), to: known.clone() });
        }
    };
    match (proposed, known) {
        (Value::Text(text), Value::Number(number)) if Number::parse(text).as_ref() == Some(number) => push(),
        (Value::Text(text), Value::Bool(known)) if **text == *known.to_string() => push(),
        (Value::Number(number), Value::Text(text)) if **text == *number.to_string() => push(),
        (Value::Text(text), Value::List(_) | Value::Map(_)) => {
            if let Some(opened @ (Value::List(_) | Value::Map(_))) = snapshot::parse_json(text) {
                push();
                walk(ty, &opened, known, at, found);
            }
        }
        (Value::List(proposed), Value::List(known)) if proposed.len() == known.len() => {
            let item = match ty {
                Some(Type::List(item)) => Some(&**item),
                _ => None,
            };
            for (index, (proposed, known)) in proposed.iter().zip(known.iter()).enumerate() {
                walk(item, proposed, known, &format!("{at}[{index}]"), found);
            }
        }
        (Value::Map(proposed), Value::Map(known)) => {
            let fields: &[Slot] = match ty {
                Some(Type::Object(fields)) => fields,
                // Which of several types it was, no value says.
                Some(ty @ Type::Union(_)) if mask::hides(ty) => return,
                _ => &[],
            };
            let (proposed, _) = accept::rename(fields, proposed);
            for (key, known) in known.iter() {
                let field = fields.iter().find(|field| field.name == *key);
                let Some(proposed) = proposed.get(key).filter(|_| !field.is_some_and(|field| field.secret)) else {
                    continue;
                };
                let inner = match ty {
                    Some(Type::Map(inner)) => Some(&**inner),
                    _ => field.map(|field| &field.ty),
                };
                walk(inner, proposed, known, &path::join(at, key), found);
            }
        }
        _ => {}
    }
}
