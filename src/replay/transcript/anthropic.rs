//! Messages whose content is blocks: `tool_use` and `tool_result`.

use super::Event;
use super::message::{Reading, Results, arguments, result, text};
use crate::diagnostic::Code;
use crate::snapshot::{Call, Node};

/// Whether a message holds a block that only this form has.
pub(super) fn is_told_by(message: &Node) -> bool {
    blocks(message).iter().any(|block| matches!(kind(block), Some("tool_use" | "tool_result")))
}

/// Reads messages; user texts for which `is_machine` holds were not written by the person.
pub(super) fn read(messages: &[Node], reading: &mut Reading<'_>, is_machine: impl Fn(&str) -> bool) {
    let mut results = Results::default();
    let mut place = 0;
    for message in messages {
        for block in blocks(message) {
            if kind(block) == Some("tool_result") {
                results.add(place, block.get("tool_use_id").and_then(Node::as_text).map(|id| &**id), block);
            }
            place += 1;
        }
    }
    let mut place = 0;
    for (index, message) in messages.iter().enumerate() {
        reading.enter(index, message);
        let first = place;
        place += blocks(message).len();
        let Some(role) = reading.text(message, "role", "a message") else { continue };
        let said = text(message.get("content")).filter(|text| !text.trim().is_empty());
        match &**role {
            "user" => {
                for (offset, block) in blocks(message).iter().enumerate() {
                    if kind(block) == Some("tool_result") && !results.is_taken(first + offset) {
                        reading.push(Event::Stray { tool: "".into(), result: result(block) });
                    }
                }
                match said {
                    Some(text) if is_machine(&text) => {
                        reading.push(Event::Untrusted { text, origin: "a program, as the user".into() });
                    }
                    Some(text) => reading.push(Event::User(text)),
                    None => {}
                }
            }
            "system" => {
                if let Some(text) = said {
                    reading.push(Event::Untrusted { text, origin: role.clone() });
                }
            }
            "assistant" => {
                reading.push(Event::Round);
                let is_call = |block: &Node| kind(block) == Some("tool_use");
                if let Some(text) = said {
                    let is_aside = blocks(message).iter().any(is_call);
                    reading.push(if is_aside { Event::Aside(text) } else { Event::Answer(text) });
                }
                for block in blocks(message).iter().filter(|block| is_call(block)) {
                    let Some(tool) = reading.text(block, "name", "a `tool_use`") else { continue };
                    let call = Call { tool: tool.clone(), arguments: arguments(block.get("input")), definition: None };
                    let id = block.get("id").and_then(Node::as_text).map(|id| &**id);
                    let result = results.take(id, first).map(result);
                    reading.push(Event::Call { call, result });
                }
            }
            other => {
                let what = format!("no message is of the role `{other}`");
                let role = message.get("role").unwrap_or(message);
                reading.problem(Code::BadValue, role, what, "it is `user`, `assistant` or `system`");
            }
        }
    }
}

fn blocks(message: &Node) -> &[Node] {
    message.get("content").and_then(Node::items).unwrap_or_default()
}

fn kind(block: &Node) -> Option<&str> {
    block.get("type")?.as_text().map(|kind| &**kind)
}
