//! Calls on two lines, as agents that reason aloud write them: `Action: wind`, and `Action Input: {"at": 1}` below.
//!
//! Other texts speak of actions too, so this is a call of an offered tool alone, and its input an object. What follows an
//! input is the model's own affair: an `Observation:` is found by a pattern.

use crate::snapshot::parse_json_first;
use crate::value::Value;

use super::Shape;
use super::object::MAX_DEPTH;

/// The call that the text begins with, and where it ends, in bytes.
pub(super) fn read(text: &str) -> Option<(Shape, usize)> {
    let rest = labelled(text, "Action")?;
    let (name, rest) = rest.split_once('\n')?;
    let name = name.trim().trim_matches('`');
    let rest = labelled(rest.trim_start_matches([' ', '\t']), "Action Input")?.trim_start();
    let (value, len) = parse_json_first(rest, MAX_DEPTH).filter(|(value, _)| matches!(value, Value::Map(_)))?;
    let shape = Shape { name: name.to_owned(), arguments: value, is_loose: true };
    (!name.is_empty()).then_some((shape, text.len() - rest.len() + len))
}

/// What stands behind `LABEL:`, also where it is set in bold.
fn labelled<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let bare = |text: &'t str| text.strip_prefix("**").unwrap_or(text);
    Some(bare(bare(bare(text).strip_prefix(label)?).strip_prefix(':')?))
}
