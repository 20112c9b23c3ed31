//! Objects and lists of objects: each field by its own sources, or the whole row by the object's.

use std::sync::Arc;

use crate::program::{Slot, Type};
use crate::snapshot;
use crate::value::{Map, Value};
use crate::verdict::{Reason, State};

use super::super::accept;
use super::super::arguments::Disputed;
use super::super::expr::View;
use super::super::standing::{Part, Standing};
use super::row::{self, Row};
use super::{At, answer, blocked, may_be_empty, part, search};

/// How a type is looked up.
pub(super) enum Shape<'t> {
    Object(&'t [Slot]),
    Objects(&'t [Slot]),
    List(&'t Type),
    Leaf,
}

pub(super) fn shape(ty: &Type) -> Shape<'_> {
    match ty.base() {
        Type::Object(fields) => Shape::Object(fields),
        Type::List(inner) => match inner.base() {
            Type::Object(fields) => Shape::Objects(fields),
            _ => Shape::List(inner),
        },
        _ => Shape::Leaf,
    }
}

/// A value that arrives as a JSON text is opened.
fn opened(proposal: Option<&Value>) -> Option<Value> {
    let value = proposal?;
    match value {
        Value::Text(text) => Some(snapshot::parse_json(text).unwrap_or_else(|| value.clone())),
        other => Some(other.clone()),
    }
}

/// An object.
pub(super) fn object(at: &At<'_>, slot: &Slot, fields: &[Slot], proposal: Option<&Value>, view: &View<'_>) -> Standing {
    if let Some(standing) = answer(at, slot, &slot.sources, view) {
        return standing;
    }
    let proposal = opened(proposal);
    let (map, disputed) = match &proposal {
        Some(Value::Map(map)) => accept::rename(fields, map),
        Some(other) => return violates(other, slot, "object"),
        None => return unproposed(at, slot, fields, view),
    };
    if let Some(key) = map.keys().find(|key| !fields.iter().any(|field| field.name == **key)) {
        return violates(&Value::Map(Arc::new(map.clone())), slot, &format!("object without `{key}`"));
    }
    let mut parts = Vec::new();
    let value = match one(at, "", slot, (fields, &map, &disputed), view, &mut parts) {
        Ok(value) => value,
        Err(standing) => return *standing,
    };
    whole(at, slot, value, parts, view)
}

/// A list of objects.
pub(super) fn objects(
    at: &At<'_>,
    slot: &Slot,
    fields: &[Slot],
    proposal: Option<&Value>,
    view: &View<'_>,
) -> Standing {
    if let Some(standing) = answer(at, slot, &slot.sources, view) {
        return standing;
    }
    let proposal = opened(proposal);
    let list = match &proposal {
        Some(Value::List(list)) if list.is_empty() => {
            // `[]` is no value that words bear out.
            let mut standing = unproposed(at, slot, fields, view);
            if standing.state == State::Empty || standing.reason.is_some() {
                standing = Standing::unknown(Reason::NotBorneOut);
                standing.proposed = proposal;
            }
            return standing;
        }
        Some(Value::List(list)) => list,
        Some(other) => return violates(other, slot, "list of objects"),
        None => return unproposed(at, slot, fields, view),
    };
    let mut parts = Vec::new();
    let mut items = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let Value::Map(map) = item else { return violates(item, slot, "object") };
        let (map, disputed) = accept::rename(fields, map);
        if let Some(key) = map.keys().find(|key| !fields.iter().any(|field| field.name == **key)) {
            return violates(item, slot, &format!("object without `{key}`"));
        }
        match one(at, &format!("[{index}]"), slot, (fields, &map, &disputed), view, &mut parts) {
            Ok(value) => items.push(value),
            Err(standing) => return *standing,
        }
    }
    let value = items.into_iter().collect::<Option<Vec<Value>>>().map(|items| Value::List(items.into()));
    whole(at, slot, value, parts, view)
}

/// One object: its row first, then each field that the row does not cover. None where a field is unknown.
fn one(
    at: &At<'_>,
    prefix: &str,
    slot: &Slot,
    (fields, map, disputed): (&[Slot], &Map, &[Disputed]),
    view: &View<'_>,
    parts: &mut Vec<Part>,
) -> Result<Option<Value>, Box<Standing>> {
    let covered = match row::object(&at.part(prefix), slot, fields, map, view) {
        Row::Borne(standings) => standings,
        Row::Own => Vec::new(),
        Row::Unknown(standing) => {
            let suffix = if prefix.is_empty() { String::new() } else { prefix.to_owned() };
            if suffix.is_empty() {
                return Err(standing);
            }
            parts.push(part(suffix, slot, *standing, view));
            return Ok(None);
        }
    };
    let mut value = Map::default();
    let mut complete = true;
    // Fields settle in order, so that one may read those before it.
    let mut settled = map.clone();
    for field in fields {
        let suffix = format!("{prefix}.{}", field.name);
        let borne = covered.iter().find(|(name, _)| *name == field.name);
        let standing = match (disputed.iter().find(|disputed| disputed.name == field.name), borne) {
            (Some(disputed), _) => super::disputed(disputed),
            (None, Some((_, standing))) => standing.clone(),
            (None, None) => {
                let view = View { object: Some(&settled), ..*view };
                search(&at.part(&suffix), field, map.get(&field.name), &view)
            }
        };
        match (standing.state, &standing.value) {
            (State::Known, Some(known)) => {
                value.insert(Arc::clone(&field.name), known.clone());
                settled.insert(Arc::clone(&field.name), known.clone());
            }
            (State::Unknown, _) => complete = false,
            _ => {}
        }
        parts.push(part(suffix, field, standing, view));
    }
    Ok(complete.then(|| Value::Map(Arc::new(value))))
}

/// The whole: known where every part is, refined by its own `where`, else blocked by its parts.
fn whole(at: &At<'_>, slot: &Slot, value: Option<Value>, parts: Vec<Part>, view: &View<'_>) -> Standing {
    let mut standing = match value.map(|value| accept::accept(slot, &value, view)) {
        Some(Ok(value)) => Standing::settled(Some(value)),
        Some(Err(misfit)) => super::refused(misfit, None, view),
        None => {
            let mut standing = Standing::unknown(Reason::Blocked);
            standing.blocked_by = parts
                .iter()
                .filter(|part| part.standing.is_unknown() && !part.asks.optional)
                .map(|part| format!("{}{}", at.full_id(), part.suffix).into())
                .collect();
            standing
        }
    };
    let mut sources = parts.iter().filter_map(|part| part.standing.source);
    if let (State::Known, Some(first)) = (standing.state, sources.next())
        && sources.all(|source| source == first)
    {
        standing.source = Some(first);
        standing.origin_source = parts.iter().find_map(|part| part.standing.origin_source);
    }
    standing.parts = parts;
    standing
}

/// Nobody proposed it: a source fills it, it stays empty, or its required fields are missing.
fn unproposed(at: &At<'_>, slot: &Slot, fields: &[Slot], view: &View<'_>) -> Standing {
    let standing = super::leaf::leaf(at, slot, None, view);
    if standing.reason != Some(Reason::NoResult) || !standing.wants.is_empty() {
        return standing;
    }
    let is_list = matches!(shape(&slot.ty), Shape::Objects(_));
    let prefix = if is_list { "[0]" } else { "" };
    let empty = Map::default();
    let mut parts: Vec<Part> = Vec::new();
    for field in fields {
        let view = View { object: Some(&empty), ..*view };
        match may_be_empty(field, &view) {
            Ok(true) => {
                // Whether it stays empty is settled with the object.
                let suffix = format!("{prefix}.{}", field.name);
                let mut open = part(suffix, field, Standing::unknown(Reason::NoResult), &view);
                open.asks.optional = true;
                parts.push(open);
                continue;
            }
            Ok(false) => {}
            Err(unknown) => {
                parts.push(part(format!("{prefix}.{}", field.name), field, blocked(unknown, &view), &view));
                continue;
            }
        }
        let suffix = format!("{prefix}.{}", field.name);
        let found = search(&at.part(&suffix), field, None, &view);
        if found.is_unknown() {
            parts.push(part(suffix, field, found, &view));
        }
    }
    // A row that only the object's own sources bear out is asked about as one thing.
    if fields.iter().all(|field| field.sources.is_empty() && field.computed.is_none()) {
        return standing;
    }
    if parts.iter().all(|part| part.asks.optional) {
        return Standing { parts, ..standing };
    }
    whole(at, slot, None, parts, view)
}

fn violates(value: &Value, slot: &Slot, expected: &str) -> Standing {
    let mut standing =
        Standing::unknown(Reason::Violates).note(format!("`{}` takes a different shape than {expected}", slot.name));
    standing.proposed = Some(value.clone());
    standing
}
