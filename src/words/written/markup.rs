//! Calls whose tags name the tool: `<function=NAME>` or `<invoke name="NAME">`, with their arguments as one JSON object or
//! as `<parameter=KEY>` or `<parameter name="KEY">` each.

use crate::snapshot::parse_json_first;
use crate::value::{Map, Value};

use super::object::MAX_DEPTH;
use super::{Shape, to_next_tag};

/// The call that the text begins with, and where it ends, in bytes: before the closing tag, which is a tag like any.
///
/// A value is the text that stands there, without the line breaks next to its tags: what type it has, the tool's slot says.
pub(super) fn read(text: &str) -> Option<(Shape, usize)> {
    let (opening, mut at) = named(text, &["function", "invoke"])?;
    let call = |arguments, end| Some((Shape::new(opening.name, arguments), end));
    at += blanks(text, at);
    let rest = text.get(at..)?;
    if rest.starts_with('{') {
        return match parse_json_first(rest, MAX_DEPTH) {
            Some((value @ Value::Map(_), len)) => call(value, at + len),
            _ => call(Value::Null, at + to_next_tag(rest)),
        };
    }
    let mut arguments = Map::default();
    let mut is_whole = true;
    while let Some((parameter, len)) = text.get(at..).and_then(|rest| named(rest, &["parameter"])) {
        at += len;
        let rest = text.get(at..)?;
        let closing = format!("</{}>", parameter.element);
        let Some(end) = rest.find(&closing) else { return call(Value::Null, text.len()) };
        let value = unbroken(rest.get(..end)?);
        is_whole &= arguments.insert(parameter.name.into(), Value::text(value)).is_none();
        at += end + closing.len();
        at += blanks(text, at);
    }
    let rest = text.get(at..)?;
    if arguments.is_empty() && !rest.starts_with(&format!("</{}>", opening.element)) {
        // Cut off, or a tag that is only spoken of.
        return if rest.is_empty() { call(Value::Null, at) } else { None };
    }
    call(if is_whole { Value::Map(arguments.into()) } else { Value::Null }, at)
}

/// What stands between two tags, without the line breaks next to them.
pub(super) fn unbroken(value: &str) -> &str {
    let value = value.strip_prefix("\r\n").or_else(|| value.strip_prefix('\n')).unwrap_or(value);
    value.strip_suffix('\n').map_or(value, |value| value.strip_suffix('\r').unwrap_or(value))
}

/// An opening tag that names something.
struct Named<'t> {
    element: &'t str,
    name: &'t str,
}

/// `<element=NAME>` or `<element name="NAME">`, where the element is one of these, in any name space.
fn named<'t>(text: &'t str, elements: &[&str]) -> Option<(Named<'t>, usize)> {
    let inner = text.strip_prefix('<')?;
    let (inside, rest) = inner.split_at_checked(inner.find(['<', '>', '\n'])?)?;
    let rest = rest.strip_prefix('>')?;
    let (element, behind) = inside.split_at_checked(inside.find(['=', ' '])?)?;
    let bare = element.rsplit(':').next()?;
    if !elements.contains(&bare) {
        return None;
    }
    let name = match behind.strip_prefix('=') {
        Some(name) => name,
        None => behind.trim_start().strip_prefix("name=")?,
    };
    let quoted = name.strip_prefix(['"', '\'']).map(|name| name.split(['"', '\'']).next().unwrap_or(name));
    let name = quoted.unwrap_or(name).trim();
    (!name.is_empty()).then_some((Named { element, name }, text.len() - rest.len()))
}

/// How many bytes of blanks stand there.
pub(super) fn blanks(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.len() - rest.trim_start().len()
}
