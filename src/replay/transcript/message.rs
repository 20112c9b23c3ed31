//! What messages of all kinds have in common.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::{Event, Step};
use crate::diagnostic::Code;
use crate::snapshot::{CallResult, Node, NodeKind, Problem, Problems, parse_json};
use crate::value::{DateTime, Value};

/// The keys under which loggers write the time of a message, as RFC 3339.
const TIMES: [&str; 4] = ["at", "time", "timestamp", "created_at"];

/// Steps as they are read, with what is wrong.
pub(super) struct Reading<'p> {
    pub(super) steps: Vec<Step>,
    problems: &'p mut Problems,
    /// Which message is read.
    message: usize,
    at: Option<DateTime>,
}

impl<'p> Reading<'p> {
    pub(super) fn new(problems: &'p mut Problems) -> Reading<'p> {
        Reading { steps: Vec::new(), problems, message: 0, at: None }
    }

    /// What follows stands in this message.
    pub(super) fn enter(&mut self, message: usize, node: &Node) {
        self.message = message;
        self.at = time(node);
    }

    pub(super) fn push(&mut self, event: Event) {
        self.steps.push(Step { message: self.message, at: self.at, event });
    }

    pub(super) fn problem(&mut self, code: Code, node: &Node, message: impl Into<String>, help: &str) {
        self.problems.push(Problem::new(code, node.span.clone(), message).help(help));
    }

    /// The text under a key that has to be there.
    pub(super) fn text<'n>(&mut self, node: &'n Node, key: &str, of: &str) -> Option<&'n Arc<str>> {
        match node.get(key) {
            Some(found) => {
                if found.as_text().is_none() {
                    let message = format!("`{key}` of {of} is {}, not a text", found.what());
                    self.problem(Code::WrongType, found, message, "write it as a text");
                }
                found.as_text()
            }
            None => {
                let message = format!("{of} has no `{key}`");
                self.problem(Code::MissingKey, node, message, "without it the transcript cannot be told apart");
                None
            }
        }
    }

    /// The elements of a list, where there is one.
    pub(super) fn list<'n>(&mut self, node: &'n Node, key: &str) -> &'n [Node] {
        match node.get(key).filter(|found| !found.is_null()) {
            None => &[],
            Some(found) => found.items().unwrap_or_else(|| {
                let message = format!("`{key}` is {}, not a list", found.what());
                self.problem(Code::WrongType, found, message, "write a list, or leave it out");
                &[]
            }),
        }
    }
}

/// When a message was written.
pub(super) fn time(node: &Node) -> Option<DateTime> {
    TIMES.iter().find_map(|key| DateTime::parse(node.get(key)?.as_text()?))
}

/// The text of a message's content: a text, or blocks, of which those of type `text` count.
pub(super) fn text(content: Option<&Node>) -> Option<Arc<str>> {
    match &content?.kind {
        NodeKind::Text(text) => Some(text.clone()),
        NodeKind::List(blocks) => {
            let texts: Vec<&str> = blocks.iter().filter_map(block_text).collect();
            (!texts.is_empty()).then(|| texts.join("\n").into())
        }
        _ => None,
    }
}

fn block_text(block: &Node) -> Option<&str> {
    match &block.kind {
        NodeKind::Text(text) => Some(text),
        _ => {
            let kind = block.get("type").and_then(Node::as_text).map_or("text", |kind| kind);
            matches!(kind, "text" | "input_text" | "output_text" | "refusal")
                .then(|| block.get("text").or_else(|| block.get("refusal"))?.as_text().map(|text| &**text))
                .flatten()
        }
    }
}

/// What a result message says: its text, what is no text as it stands, and the flag.
pub(super) fn result(message: &Node) -> CallResult {
    let content = message.get("content").filter(|content| !content.is_null());
    let text = text(content);
    let body = match (&text, content) {
        (None, Some(content)) => Some(content.to_value()),
        _ => None,
    };
    CallResult { is_error: flag(message), text, body, ..CallResult::default() }
}

/// Whether a result is marked as an error: by a truth, or by the error's text beside the content.
fn flag(message: &Node) -> Option<bool> {
    ["is_error", "isError", "error", "x_error"].iter().find_map(|key| match &message.get(key)?.kind {
        NodeKind::Bool(truth) => Some(*truth),
        NodeKind::Text(text) => Some(!text.is_empty()),
        NodeKind::Map(_) => Some(true),
        _ => None,
    })
}

/// Arguments as they were called with: a text that holds a map as JSON is how some write a map.
pub(super) fn arguments(node: Option<&Node>) -> Value {
    match node.map(|node| &node.kind) {
        Some(NodeKind::Text(text)) if text.trim().is_empty() => Value::Map(Arc::default()),
        Some(NodeKind::Text(text)) => match parse_json(text) {
            Some(map @ Value::Map(_)) => map,
            _ => Value::Text(text.clone()),
        },
        Some(NodeKind::Map(_)) => node.map(Node::to_value).unwrap_or(Value::Null),
        Some(NodeKind::Null) | None => Value::Map(Arc::default()),
        // What is no map is nothing that a tool takes; as a text it is held for what it is.
        Some(_) => Value::text(node.map(|node| node.to_value().to_string()).unwrap_or_default()),
    }
}

/// Results by the id of their call, each in order; what is taken is gone.
#[derive(Default)]
pub(super) struct Results<'n> {
    by_id: HashMap<&'n str, VecDeque<(usize, &'n Node)>>,
    nameless: VecDeque<(usize, &'n Node)>,
    taken: HashSet<usize>,
}

impl<'n> Results<'n> {
    /// A result, with the message that it stands in and its place among all results.
    pub(super) fn add(&mut self, place: usize, id: Option<&'n str>, node: &'n Node) {
        match id {
            Some(id) => self.by_id.entry(id).or_default().push_back((place, node)),
            None => self.nameless.push_back((place, node)),
        }
    }

    /// The first result of this call that stands behind a place.
    pub(super) fn take(&mut self, id: Option<&str>, behind: usize) -> Option<&'n Node> {
        let queue = match id.and_then(|id| self.by_id.get_mut(id)) {
            Some(queue) => queue,
            None => &mut self.nameless,
        };
        while queue.front().is_some_and(|(place, _)| *place < behind) {
            queue.pop_front();
        }
        let (place, node) = queue.pop_front()?;
        self.taken.insert(place);
        Some(node)
    }

    /// Whether the result at this place was taken by a call.
    pub(super) fn is_taken(&self, place: usize) -> bool {
        self.taken.contains(&place)
    }
}
