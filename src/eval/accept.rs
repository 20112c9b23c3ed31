//! Reading a value as a type: lossless, led by the type, every step of it noted. Text is never touched.

use std::sync::Arc;

use crate::program::{Slot, Type};
use crate::snapshot;
use crate::value::{Date, DateTime, Duration, Map, Number, Value};

use super::arguments::Disputed;
use super::expr::View;
use super::operate;
use super::outcome::Unknown;
use super::search::may_be_empty;

/// Why a value is not accepted.
#[derive(Clone, Debug)]
pub(crate) enum Misfit {
    /// Its type or its refinement refuses it; why, for people.
    Violates(String),
    /// The refinement cannot be decided.
    Undecided(Unknown),
}

/// The value as the slot takes it: its type, then its `where`.
pub(crate) fn accept(slot: &Slot, value: &Value, view: &View<'_>) -> Result<Value, Misfit> {
    let value = read(&slot.ty, value, view)?;
    let value = match (slot.strip, &value) {
        (Some(pattern), Value::Text(text)) => {
            Value::text(super::pattern::strip(view.scene.program, pattern, text).into_owned())
        }
        _ => value,
    };
    match &slot.refinement {
        None => Ok(value),
        Some(refinement) => match view.takes(refinement, &value) {
            Ok(true) => Ok(value),
            Ok(false) => Err(Misfit::Violates(format!("`{value}` is not accepted for `{}`", slot.name))),
            Err(unknown) => Err(Misfit::Undecided(unknown)),
        },
    }
}

/// The value as the type reads it.
pub(crate) fn read(ty: &Type, value: &Value, view: &View<'_>) -> Result<Value, Misfit> {
    let refuse = || {
        let expected = describe(ty);
        Err(Misfit::Violates(match expected.strip_prefix("one of ") {
            Some(names) => format!("`{value}` is none of {names}"),
            None => format!("`{value}` is no {expected}"),
        }))
    };
    match (ty, value) {
        (Type::Any, _) => Ok(value.clone()),
        (Type::Text, Value::Text(_)) => Ok(value.clone()),
        (Type::Text, Value::Number(number)) if number.is_integer() => Ok(Value::text(number.to_string())),
        (Type::Integer, Value::Number(number)) if number.is_integer() => Ok(value.clone()),
        (Type::Decimal, Value::Number(_)) => Ok(value.clone()),
        (Type::Integer, Value::Text(text)) => match Number::parse(text) {
            Some(number) if number.is_integer() => Ok(Value::Number(number)),
            _ => refuse(),
        },
        (Type::Decimal, Value::Text(text)) => Number::parse(text).map(Value::Number).map_or_else(refuse, Ok),
        (Type::Boolean(_), Value::Bool(_)) => Ok(value.clone()),
        (Type::Boolean(_), Value::Text(text)) => match &**text {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => refuse(),
        },
        (Type::Date, Value::Date(_)) | (Type::DateTime, Value::DateTime(_)) | (Type::Duration, Value::Duration(_)) => {
            Ok(value.clone())
        }
        (Type::Date, Value::Text(text)) => Date::parse(text).map(Value::Date).map_or_else(refuse, Ok),
        (Type::DateTime, Value::Text(text)) => DateTime::from_tool(text).map(Value::DateTime).map_or_else(refuse, Ok),
        (Type::Duration, Value::Text(text)) => Duration::parse(text).map(Value::Duration).map_or_else(refuse, Ok),
        (Type::Null, Value::Null) => Ok(Value::Null),
        (Type::Enum(values), _) => {
            let same = |each: &Value| operate::equal(each, value, None) == Some(true);
            match values.iter().find(|each| same(&each.value)) {
                Some(each) => Ok(each.value.clone()),
                // A number that arrives as text, or a text that arrives as a number.
                None => match values.iter().find(|each| each.value.to_string() == value.to_string()) {
                    Some(each) if !matches!(value, Value::Null | Value::List(_) | Value::Map(_)) => {
                        Ok(each.value.clone())
                    }
                    _ => refuse(),
                },
            }
        }
        (Type::List(inner), Value::List(list)) => {
            let items: Result<Vec<Value>, Misfit> = list.iter().map(|item| read(inner, item, view)).collect();
            Ok(Value::List(items?.into()))
        }
        (Type::Map(inner), Value::Map(map)) => {
            let mut read_map = Map::default();
            for (key, item) in map.iter() {
                read_map.insert(Arc::clone(key), read(inner, item, view)?);
            }
            Ok(Value::Map(Arc::new(read_map)))
        }
        (Type::Object(fields), Value::Map(map)) => object(fields, map, view),
        (Type::List(_) | Type::Map(_) | Type::Object(_), Value::Text(text)) => match snapshot::parse_json(text) {
            Some(opened @ (Value::List(_) | Value::Map(_))) => read(ty, &opened, view),
            _ => refuse(),
        },
        (Type::Union(types), _) => {
            // A member that takes the value as it is comes before one that has to read it as something else.
            let mut reread = None;
            for each in types.iter() {
                match read(each, value, view) {
                    Ok(read) if read == *value => return Ok(read),
                    Ok(read) => reread = reread.or(Some(read)),
                    Err(Misfit::Undecided(unknown)) => return Err(Misfit::Undecided(unknown)),
                    Err(Misfit::Violates(_)) => {}
                }
            }
            reread.map_or_else(refuse, Ok)
        }
        (Type::Refined(inner, refinement), _) => {
            let value = read(inner, value, view)?;
            match view.takes(refinement, &value) {
                Ok(true) => Ok(value),
                Ok(false) => Err(Misfit::Violates(format!("`{value}` is not accepted"))),
                Err(unknown) => Err(Misfit::Undecided(unknown)),
            }
        }
        (Type::Effect, Value::Text(name)) => {
            match view.scene.program.effects.iter().any(|effect| effect.name == *name) {
                true => Ok(value.clone()),
                false => refuse(),
            }
        }
        (Type::Trigger, Value::Text(name)) => match super::said::trigger(name) {
            Some(_) => Ok(value.clone()),
            None => refuse(),
        },
        _ => refuse(),
    }
}

fn object(fields: &[Slot], map: &Map, view: &View<'_>) -> Result<Value, Misfit> {
    let (map, disputed) = rename(fields, map);
    if let Some(disputed) = disputed.first() {
        return Err(Misfit::Violates(format!("two names for `{}` hold different values", disputed.name)));
    }
    if let Some(other) = map.keys().find(|key| !fields.iter().any(|field| field.name == **key)) {
        return Err(Misfit::Violates(format!("there is no field `{other}`")));
    }
    let mut read_map = Map::default();
    for field in fields {
        let view = View { object: Some(&map), ..*view };
        match map.get(&field.name) {
            Some(value) => {
                read_map.insert(Arc::clone(&field.name), accept(field, value, &view)?);
            }
            None if field.cosmetic || field.computed.is_some() => {}
            None => match may_be_empty(field, &view) {
                Ok(true) => {}
                Ok(false) => return Err(Misfit::Violates(format!("`{}` is missing", field.name))),
                Err(unknown) => return Err(Misfit::Undecided(unknown)),
            },
        }
    }
    Ok(Value::Map(Arc::new(read_map)))
}

/// The fields of an object under their own names: an alias counts where the right key is missing, and two that hold
/// different values are disputed.
pub(crate) fn rename(fields: &[Slot], map: &Map) -> (Map, Vec<Disputed>) {
    let mut renamed = Map::default();
    let mut disputed: Vec<Disputed> = Vec::new();
    for (key, value) in map {
        let own = fields.iter().any(|field| field.name == *key);
        let target = fields.iter().find(|field| field.aliases.contains(key)).filter(|_| !own);
        match target {
            Some(field) if map.contains_key(&field.name) => {}
            Some(field) if disputed.iter().any(|disputed| disputed.name == field.name) => {}
            Some(field) => match renamed.get(&field.name) {
                Some(one) if !operate::same(one, value) => {
                    let (name, one, other) = (Arc::clone(&field.name), one.clone(), value.clone());
                    renamed.shift_remove(&name);
                    disputed.push(Disputed { name, one, other });
                }
                Some(_) => {}
                None => {
                    renamed.insert(Arc::clone(&field.name), value.clone());
                }
            },
            None => {
                renamed.insert(Arc::clone(key), value.clone());
            }
        }
    }
    (renamed, disputed)
}

/// What is sent under another name somewhere inside a value: the place as it was sent, and that of the field, or nothing
/// where the field's own name is there and counts.
pub(crate) fn renames(ty: &Type, value: &Value, at: &str) -> Vec<(String, Option<String>)> {
    match (ty.base(), value) {
        (Type::Object(_) | Type::List(_), Value::Text(text)) => match snapshot::parse_json(text) {
            Some(opened @ (Value::List(_) | Value::Map(_))) => renames(ty, &opened, at),
            _ => Vec::new(),
        },
        (Type::List(inner), Value::List(list)) => {
            let items = list.iter().enumerate();
            items.flat_map(|(index, item)| renames(inner, item, &format!("{at}[{index}]"))).collect()
        }
        (Type::Object(fields), Value::Map(map)) => {
            let mut steps = Vec::new();
            for (key, value) in map.iter() {
                let from = format!("{at}.{key}");
                if let Some(field) = fields.iter().find(|field| field.name == *key) {
                    steps.extend(renames(&field.ty, value, &from));
                } else if let Some(field) = fields.iter().find(|field| field.aliases.contains(key)) {
                    let to = format!("{at}.{}", field.name);
                    steps.push((from, (!map.contains_key(&field.name)).then_some(to.clone())));
                    steps.extend(renames(&field.ty, value, &to));
                }
            }
            steps
        }
        _ => Vec::new(),
    }
}

/// A type in the words of the language.
pub(crate) fn describe(ty: &Type) -> String {
    match ty {
        Type::Any => "value".into(),
        Type::Text => "text".into(),
        Type::Integer => "integer".into(),
        Type::Decimal => "decimal".into(),
        Type::Boolean(_) => "boolean".into(),
        Type::Date => "date".into(),
        Type::DateTime => "datetime".into(),
        Type::Duration => "duration".into(),
        Type::Null => "null".into(),
        Type::Enum(values) => {
            let names: Vec<String> = values.iter().map(|each| each.value.to_string()).collect();
            format!("one of {}", names.join(", "))
        }
        Type::List(inner) => format!("list of {}", describe(inner)),
        Type::Map(inner) => format!("map of {}", describe(inner)),
        Type::Object(_) => "object".into(),
        Type::Union(types) => types.iter().map(describe).collect::<Vec<_>>().join(" or "),
        Type::Refined(inner, _) => describe(inner),
        Type::Effect => "effect".into(),
        Type::Trigger => "trigger".into(),
    }
}
