//! What is shown of values that are secret, or hold something that is: digests in their place.

use std::sync::Arc;

use crate::digest;
use crate::program::{Entry, EntryKind, Expr, ExprKind, Slot, Step, Type};
use crate::value::{Map, Value};

use super::operate;
use super::standing::Part;

/// A slot's value as it may be shown.
pub(crate) fn shown(slot: &Slot, value: &Value) -> Value {
    if slot.secret { digested(value) } else { of_type(&slot.ty, value) }
}

/// The same of an entry; what is no slot hides nothing.
pub(crate) fn of_entry(entry: &Entry, value: &Value) -> Value {
    match &entry.kind {
        EntryKind::Slot(slot) => shown(slot, value),
        _ => value.clone(),
    }
}

/// Whether an entry's value is secret, or holds something that is.
pub(crate) fn hides_entry(entry: &Entry) -> bool {
    matches!(&entry.kind, EntryKind::Slot(slot) if slot.secret || hides(&slot.ty))
}

/// Whether a value is this one, or what is shown of it.
pub(crate) fn is_same(entry: &Entry, given: &Value, value: &Value) -> bool {
    operate::same(given, value) || (hides_entry(entry) && operate::same(given, &of_entry(entry, value)))
}

fn digested(value: &Value) -> Value {
    if *value == Value::Null { Value::Null } else { Value::text(digest::digest(value)) }
}

fn of_type(ty: &Type, value: &Value) -> Value {
    if !hides(ty) {
        return value.clone();
    }
    match (ty, value) {
        (Type::Object(fields), Value::Map(map)) => {
            let shown_field = |(name, value): (&Arc<str>, &Value)| {
                let field = fields.iter().find(|field| field.name == *name || field.aliases.contains(name));
                (Arc::clone(name), field.map_or_else(|| value.clone(), |field| shown(field, value)))
            };
            Value::Map(Arc::new(map.iter().map(shown_field).collect::<Map>()))
        }
        (Type::List(of), Value::List(list)) => Value::list(list.iter().map(|value| of_type(of, value))),
        (Type::Map(of), Value::Map(map)) => {
            Value::Map(Arc::new(map.iter().map(|(key, value)| (Arc::clone(key), of_type(of, value))).collect::<Map>()))
        }
        (Type::Refined(of, _), value) => of_type(of, value),
        (Type::Union(types), value) => types.iter().fold(value.clone(), |value, ty| of_type(ty, &value)),
        // A value of another shape than declared may hold the secret anywhere.
        (_, Value::Null) => Value::Null,
        (_, value) => digested(value),
    }
}

/// The scalars of a value that what is shown of it does not show.
pub(crate) fn hidden(shown: &Value, value: &Value, secrets: &mut Vec<Value>) {
    match (shown, value) {
        (Value::Map(shown), Value::Map(map)) => {
            for (key, value) in map.iter() {
                shown.get(key).into_iter().for_each(|shown| hidden(shown, value, secrets));
            }
        }
        (Value::List(shown), Value::List(list)) => {
            shown.iter().zip(list.iter()).for_each(|(shown, value)| hidden(shown, value, secrets));
        }
        _ if shown == value => {}
        _ => scalars(value, secrets),
    }
}

/// The same of the parts of an object or a list that stand for themselves.
pub(crate) fn hidden_parts(parts: &[Part], secrets: &mut Vec<Value>) {
    for part in parts {
        let held = [&part.standing.value, &part.standing.proposed, &part.standing.found];
        let held = held.into_iter().flatten().chain(&part.standing.candidates);
        held.filter(|_| part.asks.secret).for_each(|value| scalars(value, secrets));
        hidden_parts(&part.standing.parts, secrets);
    }
}

fn scalars(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Map(map) => map.values().for_each(|value| scalars(value, found)),
        Value::List(list) => list.iter().for_each(|value| scalars(value, found)),
        scalar if !found.contains(scalar) => found.push(scalar.clone()),
        _ => {}
    }
}

/// Whether a part of the type is secret.
pub(crate) fn hides(ty: &Type) -> bool {
    match ty {
        Type::Object(fields) => fields.iter().any(|field| field.secret || hides(&field.ty)),
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => hides(of),
        Type::Union(types) => types.iter().any(hides),
        _ => false,
    }
}

/// Whether a value read off a slot is secret or holds something that is.
pub(crate) fn is_secret(slot: &Slot, expr: &Expr) -> bool {
    if slot.secret || !hides(&slot.ty) {
        return slot.secret;
    }
    let mut ty = &slot.ty;
    let ExprKind::Path(head, steps) = &expr.kind else { return true };
    if !matches!(head.kind, ExprKind::Entry(_)) {
        return true;
    }
    for step in steps {
        while let Type::Refined(of, _) = ty {
            ty = of;
        }
        ty = match (ty, step) {
            (Type::Object(fields), Step::Field(name)) => match fields.iter().find(|field| field.name == *name) {
                Some(field) if field.secret => return true,
                Some(field) => &field.ty,
                None => return true,
            },
            (Type::List(of), Step::Key(_) | Step::All | Step::Where(_)) | (Type::Map(of), Step::Key(_)) => of,
            _ => return true,
        };
    }
    hides(ty)
}
