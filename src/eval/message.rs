//! Messages with their insertions filled in.

use crate::program::{EntryKind, Message, MessagePart, Tool};
use crate::value::Value;

use super::expr::View;
use super::outcome::Unknown;

/// What stands for a value that a message may not show.
const MASK: &str = "•••";

/// The message, or why an insertion has no value.
pub(crate) fn render(message: &Message, view: &View<'_>) -> Result<String, Unknown> {
    compose(message, view, Err)
}

/// The message, with a word where an insertion has no value.
pub(crate) fn render_anyway(message: &Message, view: &View<'_>) -> String {
    compose(message, view, |_| Ok("an unknown value".into())).unwrap_or_default()
}

fn compose(
    message: &Message,
    view: &View<'_>,
    missing: impl Fn(Unknown) -> Result<String, Unknown>,
) -> Result<String, Unknown> {
    let mut text = String::new();
    for part in &message.parts {
        match part {
            MessagePart::Literal(literal) => text.push_str(literal),
            MessagePart::Insert(expr) if view.scene.is_secret(expr) => text.push_str(MASK),
            MessagePart::Insert(expr) => match view.evaluate(expr) {
                Ok(value) => text.push_str(&value.to_string()),
                Err(unknown) => text.push_str(&missing(unknown)?),
            },
            MessagePart::Call => text.push_str(&call(view)),
            MessagePart::Found => {}
        }
    }
    Ok(text)
}

/// `{call}`: the tool and its arguments but cosmetic and supplied ones.
fn call(view: &View<'_>) -> String {
    let Some(tool) = view.scene.tool else { return String::new() };
    let shown: Vec<String> = shown(tool)
        .filter_map(|(id, name, secret)| match view.standings.read(id) {
            Ok(Value::Null) | Err(_) => None,
            Ok(_) if secret => Some(format!("{name}: {MASK}")),
            Ok(value) => Some(format!("{name}: {value}")),
        })
        .collect();
    format!("{} ({})", tool.bare_name, shown.join(", "))
}

fn shown(tool: &Tool) -> impl Iterator<Item = (crate::program::EntryId, &str, bool)> {
    tool.arguments.iter().filter_map(|id| {
        let entry = tool.entries.get(id.index())?;
        match &entry.kind {
            EntryKind::Slot(slot) if !slot.cosmetic && !slot.supplied => Some((*id, &*entry.name, slot.secret)),
            _ => None,
        }
    })
}
