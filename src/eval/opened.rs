//! Opening what came back: a protocol's result in whatever it was wrapped, and the flags in it.

use std::sync::Arc;

use crate::snapshot::{self, CallResult};
use crate::value::{Map, Value};

use super::ansi;

/// How deep a result inside a result is opened.
pub const MAX_RESULT_DEPTH: usize = 4;

/// What came back, under the names that clauses use, and whether there is more inside than is opened.
pub(crate) fn open(result: &CallResult, leave_text: bool) -> (Map, bool) {
    let mut map = Map::default();
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            map.insert(name.into(), value);
        }
    };
    put("elapsed", result.elapsed.map(Value::Duration));
    put("deadline", result.deadline.map(Value::Duration));
    put("attempt", result.attempt.map(Value::from));
    put("status", result.status.clone().filter(|status| *status != Value::Null));
    put("exit", result.exit.clone().filter(|exit| *exit != Value::Null));
    let mut is_error = result.is_error;
    let mut text = result.text.clone();
    // The body, and whether it is the text, which then goes with it when the body is opened.
    let read = |body: Option<Value>, text: &Option<Arc<str>>| match body {
        None | Some(Value::Null) => match text.as_deref().and_then(|text| parse(text, leave_text)) {
            Some(parsed) => (Some(parsed), true),
            None => (body, false),
        },
        body => (body, false),
    };
    let (mut body, mut is_text) = read(result.body.clone(), &text);
    let mut flags = Flags { leave_text, is_deeper: false };
    if !is_text && let Some(text) = &text {
        // Beside a body the text is not opened, but what it says of itself counts.
        is_error = either(is_error, flags.of_text(text, 0));
    }
    let mut depth = 0;
    let is_deeper = loop {
        if let Some(body) = &body {
            is_error = either(is_error, flag(body));
            is_error = either(is_error, flags.of_wrapped(body, depth));
        }
        let Some(inner) = body.as_ref().and_then(inner) else { break flags.is_deeper };
        if depth == MAX_RESULT_DEPTH {
            break true;
        }
        if let Some(body) = body.as_ref().filter(|_| !inner.is_whole) {
            is_error = either(is_error, flags.of_parts(body, depth));
        }
        depth += 1;
        text = inner.text.or(text.filter(|_| !is_text));
        (body, is_text) = read(inner.body, &text);
    };
    put("is_error", is_error.map(Value::Bool));
    put("text", text.clone().map(Value::Text));
    put("body", body.clone());
    put("data", body.filter(|body| *body != Value::Null).or(text.map(Value::Text)));
    (map, is_deeper)
}

/// What two places say: a failure wins.
fn either(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one || other),
        (one, other) => one.or(other),
    }
}

/// A text that as a whole is JSON, an object or a list, or a protocol's result as Python prints it. A bare number or word
/// stays text. Where the text is content, only a protocol's result is taken out of it: its flag has to be seen.
fn parse(text: &str, is_content: bool) -> Option<Value> {
    let text = &*ansi::shown(text);
    snapshot::parse_json(text)
        .filter(|value| matches!(value, Value::Map(_) | Value::List(_)))
        .or_else(|| snapshot::parse_printed_result(text))
        .filter(|value| !is_content || flag(value).is_some() && inner(value).is_some())
}

/// The flags that stand where nothing is opened: in parts that are joined, beside a body, under what wraps a result.
struct Flags {
    /// The text is content, and only a protocol's result is taken out of it.
    leave_text: bool,
    /// There was a result deeper than is looked.
    is_deeper: bool,
}

impl Flags {
    /// What a text says of itself where it is a result.
    fn of_text(&mut self, text: &str, depth: usize) -> Option<bool> {
        let body = parse(text, self.leave_text)?;
        self.of_body(&body, depth)
    }

    fn of_body(&mut self, body: &Value, depth: usize) -> Option<bool> {
        let own = flag(body);
        if inner(body).is_none() {
            return either(own, self.of_wrapped(body, depth));
        }
        if depth == MAX_RESULT_DEPTH {
            self.is_deeper = true;
            return own;
        }
        either(own, either(self.of_parts(body, depth), self.of_wrapped(body, depth)))
    }

    /// What the parts of a protocol's result say, each by itself: joined they can no longer be read.
    fn of_parts(&mut self, body: &Value, depth: usize) -> Option<bool> {
        let parts = body.field("content").and_then(Value::as_list).unwrap_or_default();
        parts.iter().fold(None, |said, part| {
            let text = part.field("text").and_then(Value::as_text);
            let inside = text.and_then(|text| self.of_text(text, depth + 1));
            either(said, either(flag(part), inside))
        })
    }

    /// What stands under a key that only says that the call was taken.
    fn of_wrapped(&mut self, body: &Value, depth: usize) -> Option<bool> {
        if depth == MAX_RESULT_DEPTH {
            return None;
        }
        let wrapped = ["result", "data", "response", "output"].into_iter().filter_map(|name| body.field(name));
        wrapped.fold(None, |said, wrapped| {
            let parts = inner(wrapped).and_then(|_| self.of_parts(wrapped, depth + 1));
            either(said, either(flag(wrapped), parts))
        })
    }
}

struct Inner {
    text: Option<Arc<str>>,
    body: Option<Value>,
    /// Whether nothing but this was inside, so that opening it shows all.
    is_whole: bool,
}

/// The protocol's flag on a body. One that is no boolean was meant to say something, and is true where it does not plainly
/// say no.
fn flag(body: &Value) -> Option<bool> {
    let says = |name: &str| match body.field(name)? {
        Value::Null => None,
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => Some(!number.is_zero()),
        Value::Text(text) => Some(text.trim() != "0" && !text.trim().eq_ignore_ascii_case("false")),
        _ => Some(true),
    };
    either(says("isError"), says("is_error"))
}

/// A protocol's result inside a body: text parts joined, structured content. A result without parts is one where it
/// says so by its other keys. What a remote call answered stands under `result`, with the envelope of the call or without.
fn inner(body: &Value) -> Option<Inner> {
    let map = body.as_map()?;
    if map.get("jsonrpc").is_some_and(|version| version.as_text().is_some()) {
        let result = map.get("result").filter(|result| **result != Value::Null)?;
        return Some(match result {
            Value::Text(text) => Inner { text: Some(text.clone()), body: None, is_whole: true },
            result => Inner { text: None, body: Some(result.clone()), is_whole: true },
        });
    }
    if map.len() == 1
        && let Some(result) = map.get("result")
        && content(result).is_some()
    {
        return Some(Inner { text: None, body: Some(result.clone()), is_whole: true });
    }
    content(body)
}

/// What a protocol's result holds.
fn content(body: &Value) -> Option<Inner> {
    let map = body.as_map()?;
    let parts = map.get("content").and_then(Value::as_list)?;
    let is_part = |part: &Value| part.field("type").is_some_and(|kind| kind.as_text().is_some());
    let structured = map.get("structuredContent").or_else(|| map.get("structured_content"));
    let is_result = parts.iter().all(is_part) && (!parts.is_empty() || structured.is_some() || flag(body).is_some());
    if !is_result {
        return None;
    }
    let texts: Vec<&str> = parts.iter().filter_map(|part| part.field("text").and_then(Value::as_text)).collect();
    let text: Option<Arc<str>> = (!texts.is_empty()).then(|| texts.join("\n").into());
    let structured = structured.filter(|body| **body != Value::Null).cloned();
    // Pictures and files are an answer as well: without a text that speaks for them they are the data.
    let is_silent = texts.len() < parts.len() && texts.iter().all(|text| text.trim().is_empty());
    let is_whole = structured.is_none() && parts.len() == 1 && parts.iter().all(|part| flag(part).is_none());
    let body = structured.or_else(|| is_silent.then(|| Value::list(parts.iter().cloned())));
    Some(Inner { text: text.filter(|_| !is_silent), body, is_whole })
}
