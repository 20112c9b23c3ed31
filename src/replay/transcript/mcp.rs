//! JSON-RPC as the Model Context Protocol speaks it: requests of `tools/call`, and what came back.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::Event;
use super::message::{Reading, arguments, text};
use crate::diagnostic::Code;
use crate::snapshot::{Call, CallResult, Node};

/// The message of an event: the event itself, or what a logger wrapped.
pub(super) fn message(event: &Node) -> Option<&Node> {
    let wrapped = ["message", "payload", "data"].iter().filter_map(|key| event.get(key));
    std::iter::once(event).chain(wrapped).find(|node| node.get("jsonrpc").is_some())
}

/// Whether a new session begins with this event.
pub(super) fn is_first(event: &Node) -> bool {
    message(event).and_then(method) == Some("initialize")
}

/// Reads the events of one session, and which tools were listed in it.
pub(super) fn read(events: &[Node], reading: &mut Reading<'_>) -> Option<Vec<Arc<str>>> {
    let mut open: HashMap<String, VecDeque<(usize, &str)>> = HashMap::new();
    let mut tools = None;
    for (index, event) in events.iter().enumerate() {
        reading.enter(index, event);
        let Some(message) = message(event) else {
            reading.problem(
                Code::MissingKey,
                event,
                "an event has no `jsonrpc`",
                "one event a line: the message itself, or under `message`, `payload` or `data`",
            );
            continue;
        };
        let id = message.get("id").filter(|id| !id.is_null()).map(|id| id.to_value().to_string());
        match (method(message), id) {
            (Some("tools/call"), id) => {
                let Some(parameters) = message.get("params") else {
                    reading.problem(Code::MissingKey, message, "a call has no `params`", "it has a `name` there");
                    continue;
                };
                let Some(tool) = reading.text(parameters, "name", "a call") else { continue };
                let arguments = arguments(parameters.get("arguments"));
                reading.push(Event::Round);
                if let Some(id) = id {
                    open.entry(id).or_default().push_back((reading.steps.len(), "tools/call"));
                }
                let call = Call { tool: tool.clone(), arguments, definition: None };
                reading.push(Event::Call { call, result: None });
            }
            // Either side asks, with ids of its own: an answer is to the oldest question of its id.
            (Some(method), Some(id)) => open.entry(id).or_default().push_back((0, method)),
            (Some(_), None) => {}
            (None, id) => {
                let asked = id.and_then(|id| open.get_mut(&id)).and_then(VecDeque::pop_front);
                match asked {
                    Some((at, "tools/call")) => {
                        let back = result(message);
                        if let Some(Event::Call { result, .. }) = reading.steps.get_mut(at).map(|step| &mut step.event)
                        {
                            *result = Some(back);
                        }
                    }
                    Some((_, "tools/list")) => tools = listed(message).or(tools),
                    _ => {}
                }
            }
        }
    }
    tools
}

fn method(message: &Node) -> Option<&str> {
    message.get("method")?.as_text().map(|method| &**method)
}

fn listed(message: &Node) -> Option<Vec<Arc<str>>> {
    let tools = message.get("result")?.get("tools")?.items()?;
    Some(tools.iter().filter_map(|tool| tool.get("name")?.as_text().cloned()).collect())
}

/// A result of the protocol: text parts joined, structured content, the flag. An error of the protocol is one of the call.
fn result(message: &Node) -> CallResult {
    if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
        let said = error.get("message").and_then(Node::as_text).map_or("no message", |text| text);
        let code = error.get("code").map(|code| code.to_value().to_string()).unwrap_or_default();
        let text = format!("protocol error {code}: {said}");
        return CallResult { is_error: Some(true), text: Some(text.into()), ..CallResult::default() };
    }
    let Some(result) = message.get("result") else { return CallResult::default() };
    let flag = match result.get("isError").map(Node::to_value) {
        Some(crate::Value::Bool(truth)) => Some(truth),
        // What the protocol leaves out is no error.
        _ => Some(false),
    };
    let body = result.get("structuredContent").filter(|body| !body.is_null()).map(Node::to_value);
    CallResult { is_error: flag, text: text(result.get("content")), body, ..CallResult::default() }
}
