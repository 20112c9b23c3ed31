//! Calls whose name stands before their arguments, behind a tag that announces them.
//!
//! The families differ in what parts the two: nothing (`[TOOL_CALLS]wind{...}`), a tag (`wind[ARGS]{...}`,
//! `functions.wind:0<|tool_call_argument_begin|>{...}`, `wind<｜tool▁sep｜>{...}`), a fence of code that belongs to the form
//! (`function<｜tool▁sep｜>wind`, a line break, the fence), or tags of their own for each argument
//! (`wind`, then `<arg_key>at</arg_key><arg_value>1</arg_value>`).

use std::borrow::Cow;

use crate::snapshot::parse_json_first;
use crate::value::{Map, Value};

use super::markup::{blanks, unbroken};
use super::object::{self, MAX_DEPTH};
use super::{Shape, to_next_tag};

/// The tags between the kind of a call, its name and its arguments.
const PARTING: &[&str] = &["<｜tool▁sep｜>", "<|tool▁sep|>", "<|tool_sep|>", "<|tool_call_argument_begin|>", "[ARGS]"];
const FENCE: &str = "```";

/// Whether a text ends with a tag that parts.
pub(super) fn ends_parted(text: &str) -> bool {
    let text = text.trim_end();
    PARTING.iter().any(|tag| text.ends_with(tag))
}

/// The call that the text begins with, and where it ends, in bytes. `is_parted`: a tag that parts stands before it. A word
/// that names no tool is a word, and nothing behind it is looked at.
pub(super) fn read(text: &str, is_parted: bool, is_tool: &dyn Fn(&str) -> bool) -> Option<(Shape, usize)> {
    let mut at = 0;
    let mut is_parted = is_parted;
    if let Some(rest) = text.strip_prefix("function")
        && let Some(len) = parting(rest)
    {
        at = text.len() - rest.len() + len;
        at += blanks(text, at);
        is_parted = true;
    }
    let (name, len) = name(text.get(at..)?).filter(|(name, _)| is_tool(name))?;
    at += len + blanks(text, at + len);
    if let Some(rest) = text.get(at..)?.strip_prefix("[CALL_ID]") {
        at = text.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    }
    if let Some(len) = parting(text.get(at..)?) {
        at += len + blanks(text, at + len);
        is_parted = true;
    }
    let rest = text.get(at..)?;
    let call = |arguments, end| Some((Shape::new(name, arguments), end));
    if let Some((inside, opening)) = opening_fence(rest).filter(|_| is_parted) {
        let (arguments, len) = match parse_json_first(inside, MAX_DEPTH) {
            Some((value, len)) => (object::arguments(&value).unwrap_or(Value::Null), len),
            None => (Value::Null, broken_end(inside)),
        };
        let end = at + opening + len;
        let closing = blanks(text, end);
        let is_closed = text.get(end + closing..)?.starts_with(FENCE);
        return call(arguments, if is_closed { end + closing + FENCE.len() } else { end });
    }
    if rest.starts_with('{') {
        return match parse_json_first(rest, MAX_DEPTH) {
            Some((value, len)) => call(value, at + len),
            // A brace alone is a mark like any.
            None => {
                let inside = rest.get(1..)?.trim_start();
                let is_begun = is_parted || inside.is_empty() || inside.starts_with(['"', '\'']);
                if is_begun { call(Value::Null, at + to_next_tag(rest)) } else { None }
            }
        };
    }
    if rest.starts_with("<arg_key>") {
        let (arguments, len) = pairs(rest)?;
        return call(arguments, at + len);
    }
    // Without any argument, up to the closing tag.
    if rest.starts_with("</tool_call>") {
        return call(Value::Map(Map::default().into()), at);
    }
    (is_parted && rest.is_empty()).then_some((Shape::new(name, Value::Null), at))
}

/// The name of a tool; a number that counts the calls is none of it.
fn name(text: &str) -> Option<(&str, usize)> {
    let is_of = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/');
    let end = text.find(|c| !is_of(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    let counted = rest.strip_prefix(':').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts.then_some((name, text.len() - counted.unwrap_or(rest).len()))
}

fn parting(text: &str) -> Option<usize> {
    PARTING.iter().find(|tag| text.starts_with(*tag)).map(|tag| tag.len())
}

/// What stands behind a fence and the word for its content, and how long these are.
fn opening_fence(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix(FENCE)?;
    let inside = inside.strip_prefix("json").unwrap_or(inside).trim_start();
    Some((inside, text.len() - inside.len()))
}

/// How far broken arguments in a fence reach: to its end, or to the next tag.
fn broken_end(inside: &str) -> usize {
    let to_tag = to_next_tag(inside);
    inside.get(..to_tag).and_then(|before| before.find(FENCE)).unwrap_or(to_tag)
}

/// `<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`, one after another, and where they end. A value is the text that
/// stands there: what type it has, the tool's slot says.
fn pairs(text: &str) -> Option<(Value, usize)> {
    let mut arguments = Map::default();
    let (mut at, mut is_whole) = (0, true);
    while let Some(rest) = text.get(at..)?.strip_prefix("<arg_key>") {
        let Some((key, value, behind)) = pair(rest) else { return Some((Value::Null, text.len())) };
        is_whole &= arguments.insert(key.trim().into(), Value::text(unbroken(value))).is_none();
        at = text.len() - behind.trim_start().len();
    }
    Some((if is_whole { Value::Map(arguments.into()) } else { Value::Null }, at))
}

fn pair(text: &str) -> Option<(&str, &str, &str)> {
    let (key, rest) = text.split_once("</arg_key>")?;
    let (value, behind) = rest.trim_start().strip_prefix("<arg_value>")?.split_once("</arg_value>")?;
    Some((key, value, behind))
}

/// The text with blanks for the fences that belong to calls, so that they make no code of what stands in them and behind
/// them. Every byte stays in its place.
pub(super) fn unfenced(text: &str) -> Cow<'_, str> {
    let mut out: Vec<usize> = Vec::new();
    for (at, sep) in PARTING.iter().flat_map(|sep| text.match_indices(sep)) {
        let at = at + sep.len();
        let fences = |rest: &str| {
            let (_, len) = name(rest)?;
            let start = len + blanks(rest, len);
            let (inside, opening) = opening_fence(rest.get(start..)?)?;
            let len = match parse_json_first(inside, MAX_DEPTH) {
                Some((_, len)) => len,
                None => broken_end(inside),
            };
            let end = start + opening + len;
            let closing = end + blanks(rest, end);
            Some((start, rest.get(closing..)?.starts_with(FENCE).then_some(closing)))
        };
        let Some((opening, closing)) = text.get(at..).and_then(fences) else { continue };
        out.extend([Some(opening), closing].into_iter().flatten().map(|offset| at + offset));
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.sort_unstable();
    let mut masked = String::with_capacity(text.len());
    for at in out {
        // One fence may close what another opens.
        if let Some(before) = text.get(masked.len()..at) {
            masked.push_str(before);
            masked.push_str("   ");
        }
    }
    masked.push_str(text.get(masked.len()..).unwrap_or_default());
    Cow::Owned(masked)
}

#[cfg(test)]
mod tests {
    use super::super::tag::tag;
    use super::*;

    #[test]
    fn what_parts_is_a_tag() {
        for parting in PARTING {
            assert_eq!(tag(parting).map(|tag| tag.len), Some(parting.len()), "{parting}");
        }
    }

    #[test]
    fn fences_of_calls_are_taken_out_and_no_others() {
        let call = "function<｜tool▁sep｜>wind\n```json\n{\"a\": \"```\"}\n```<｜tool▁call▁end｜>\n```\nx\n```";
        let expected = "function<｜tool▁sep｜>wind\n   json\n{\"a\": \"```\"}\n   <｜tool▁call▁end｜>\n```\nx\n```";
        assert_eq!(unfenced(call), expected);
        assert_eq!(unfenced("wind\n```json\n{}\n```"), "wind\n```json\n{}\n```");
    }
}
