//! Messages with `tool_calls`, and messages of role `tool`.

use std::sync::Arc;

use super::Event;
use super::message::{Reading, Results, arguments, result, text};
use crate::diagnostic::Code;
use crate::snapshot::{Call, Node};

/// Reads messages; user messages for which `is_machine` holds were not written by the person.
pub(super) fn read(messages: &[Node], reading: &mut Reading<'_>, is_machine: impl Fn(&str) -> bool) {
    let mut results = Results::default();
    for (index, message) in messages.iter().enumerate() {
        if matches!(role(message), Some("tool" | "function")) {
            results.add(index, id(message, "tool_call_id"), message);
        }
    }
    for (index, message) in messages.iter().enumerate() {
        reading.enter(index, message);
        let Some(role) = reading.text(message, "role", "a message") else { continue };
        let said = text(message.get("content"));
        match &**role {
            "user" => match said {
                Some(text) if is_machine(&text) => {
                    reading.push(Event::Untrusted { text, origin: "a program, as the user".into() });
                }
                Some(text) => reading.push(Event::User(text)),
                None => {}
            },
            "system" | "developer" => {
                if let Some(text) = said {
                    reading.push(Event::Untrusted { text, origin: role.clone() });
                }
            }
            "assistant" => assistant(index, message, said, &mut results, reading),
            "tool" | "function" => {
                if !results.is_taken(index) {
                    let tool = message.get("name").and_then(Node::as_text).cloned().unwrap_or_else(|| "".into());
                    reading.push(Event::Stray { tool, result: result(message) });
                }
            }
            other => {
                let what = format!("no message is of the role `{other}`");
                let help = "it is `system`, `developer`, `user`, `assistant`, `tool` or `function`";
                reading.problem(Code::BadValue, message.get("role").unwrap_or(message), what, help);
            }
        }
    }
}

fn assistant(
    index: usize,
    message: &Node,
    said: Option<Arc<str>>,
    results: &mut Results<'_>,
    reading: &mut Reading<'_>,
) {
    reading.push(Event::Round);
    let said = said.filter(|text| !text.trim().is_empty());
    let calls: Vec<&Node> = reading.list(message, "tool_calls").iter().collect();
    let single = message.get("function_call").filter(|call| !call.is_null());
    if let Some(text) = said {
        let is_aside = !calls.is_empty() || single.is_some();
        reading.push(if is_aside { Event::Aside(text) } else { Event::Answer(text) });
    }
    for call in calls {
        // Some write the function itself in the place of the call.
        let function = call.get("function").or_else(|| call.get("custom")).unwrap_or(call);
        let given = function.get("arguments").or_else(|| function.get("input"));
        one(index, function, given, id(call, "id"), results, reading);
    }
    if let Some(function) = single {
        one(index, function, function.get("arguments"), None, results, reading);
    }
}

fn one(
    index: usize,
    function: &Node,
    given: Option<&Node>,
    id: Option<&str>,
    results: &mut Results<'_>,
    reading: &mut Reading<'_>,
) {
    let Some(tool) = reading.text(function, "name", "a call") else { return };
    let call = Call { tool: tool.clone(), arguments: arguments(given), definition: None };
    let result = results.take(id, index).map(result);
    reading.push(Event::Call { call, result });
}

fn role(message: &Node) -> Option<&str> {
    message.get("role")?.as_text().map(|role| &**role)
}

fn id<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key)?.as_text().map(|id| &**id)
}
