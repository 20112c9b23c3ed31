//! Calls whose tool stands in the header of a message: `<|channel|>commentary to=functions.wind <|constrain|>json<|message|>`
//! and then the arguments.

use crate::snapshot::parse_json_first;
use crate::value::Value;

use super::object::MAX_DEPTH;
use super::{Shape, to_next_tag};

/// The longest header that is read, in bytes.
const LONGEST: usize = 256;

/// The call that the text begins with, and where it ends, in bytes: before the tag that closes it.
pub(super) fn read(text: &str) -> Option<(Shape, usize)> {
    let rest = text.strip_prefix("<|channel|>").or_else(|| text.strip_prefix("<|start|>"))?;
    // Nobody looks for the end of a header through a whole text.
    let end = rest.char_indices().map(|(at, _)| at).find(|at| {
        *at > LONGEST
            || rest.get(*at..).is_some_and(|rest| rest.starts_with(['\n', '\r']) || rest.starts_with("<|message|>"))
    })?;
    let (header, rest) = rest.split_at_checked(end)?;
    let rest = rest.strip_prefix("<|message|>")?;
    let (_, to) = header.split_once("to=")?;
    let name = to.split(|c: char| c.is_whitespace() || c == '<').next().filter(|name| !name.is_empty())?;
    let rest = rest.trim_start();
    let at = text.len() - rest.len();
    let (arguments, len) = match parse_json_first(rest, MAX_DEPTH) {
        Some((value @ Value::Map(_), len)) => (value, len),
        _ => (Value::Null, to_next_tag(rest)),
    };
    Some((Shape::new(name, arguments), at + len))
}
