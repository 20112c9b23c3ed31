//! Messages with their insertions filled in.

use crate::program::{EntryId, EntryKind, Expr, ExprKind, Message, MessagePart, Slot, Tool};
use crate::value::Value;

use super::expr::View;
use super::mask;
use super::outcome::Unknown;

/// What stands for a value that a message may not show.
const MASK: &str = "•••";

/// What stands for a value that there is not.
const UNKNOWN: &str = "an unknown value";

/// A guard's message, with what it found.
pub(crate) fn of_guard(message: &Message, view: &View<'_>, found: Option<&Value>) -> String {
    let found = match found {
        Some(Value::List(list)) => list.iter().map(Value::to_string).collect::<Vec<_>>().join(", "),
        Some(value) => value.to_string(),
        None => UNKNOWN.into(),
    };
    compose(message, &view.masked(), &found, |_| Ok(UNKNOWN.into())).unwrap_or_default()
}

/// The message, or why an insertion has no value.
pub(crate) fn render(message: &Message, view: &View<'_>) -> Result<String, Unknown> {
    compose(message, view, "", Err)
}

/// The message, with a word where an insertion has no value.
pub(crate) fn render_anyway(message: &Message, view: &View<'_>) -> String {
    compose(message, view, "", |_| Ok(UNKNOWN.into())).unwrap_or_default()
}

fn compose(
    message: &Message,
    view: &View<'_>,
    found: &str,
    missing: impl Fn(Unknown) -> Result<String, Unknown>,
) -> Result<String, Unknown> {
    let mut text = String::new();
    for part in &message.parts {
        match part {
            MessagePart::Literal(literal) => text.push_str(literal),
            MessagePart::Insert(expr) => {
                let value = match (object(expr, view), view.scene.is_secret(expr)) {
                    // Of a whole object its own parts are masked alone.
                    (Some((id, slot)), _) => view.standings.read(id).map(|value| mask::shown(slot, &value)),
                    (None, true) => Ok(Value::text(MASK)),
                    (None, false) => view.evaluate(expr).map(|value| match value {
                        Value::Null => default(view, expr).cloned().unwrap_or(Value::Null),
                        value => value,
                    }),
                };
                text.push_str(&value.map_or_else(&missing, |value| Ok(value.to_string()))?);
            }
            MessagePart::Call => text.push_str(&call(view)),
            MessagePart::Found => text.push_str(found),
        }
    }
    Ok(text)
}

/// Whether the message inserts what may be shown to nobody.
pub(crate) fn holds_secret(message: &Message, view: &View<'_>) -> bool {
    message.parts.iter().any(|part| match part {
        MessagePart::Insert(expr) => view.scene.is_secret(expr),
        MessagePart::Call => {
            view.scene.tool.is_some_and(|tool| shown(tool).any(|(_, _, slot)| slot.secret || mask::hides(&slot.ty)))
        }
        MessagePart::Literal(_) | MessagePart::Found => false,
    })
}

/// The most scalars of a text that a note repeats.
const MAX_REPEATED: usize = 100;

/// The head of a text of the snapshot, for a note.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_REPEATED) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// What the tool takes where the slot stays empty.
fn default<'v>(view: &View<'v>, expr: &Expr) -> Option<&'v Value> {
    let ExprKind::Entry(id) = expr.kind else { return None };
    match &view.scene.entry(id)?.kind {
        EntryKind::Slot(slot) => slot.default.as_deref(),
        _ => None,
    }
}

/// A slot that is not secret itself and holds something that is.
fn object<'v>(expr: &Expr, view: &View<'v>) -> Option<(EntryId, &'v Slot)> {
    let ExprKind::Entry(id) = expr.kind else { return None };
    match &view.scene.entry(id)?.kind {
        EntryKind::Slot(slot) if !slot.secret && mask::hides(&slot.ty) => Some((id, &**slot)),
        _ => None,
    }
}

/// `{call}`: the tool and its arguments but cosmetic and supplied ones.
fn call(view: &View<'_>) -> String {
    let Some(tool) = view.scene.tool else { return String::new() };
    let shown: Vec<String> = shown(tool)
        .filter_map(|(id, name, slot)| match view.standings.read(id) {
            Ok(Value::Null) | Err(_) => None,
            Ok(_) if slot.secret => Some(format!("{name}: {MASK}")),
            Ok(value) => Some(format!("{name}: {}", mask::shown(slot, &value))),
        })
        .collect();
    format!("{} ({})", tool.bare_name, shown.join(", "))
}

fn shown(tool: &Tool) -> impl Iterator<Item = (EntryId, &str, &Slot)> {
    tool.arguments.iter().filter_map(|id| {
        let entry = tool.entries.get(id.index())?;
        match &entry.kind {
            EntryKind::Slot(slot) if !slot.cosmetic && !slot.supplied => Some((*id, &*entry.name, &**slot)),
            _ => None,
        }
    })
}
