//! A case's snapshot: the base, less what `without` names, with what `with` and the row say laid over it.

use std::sync::Arc;

use crate::snapshot::{Entry, Node, NodeKind};

/// One step into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Under this key.
    Key(Arc<str>),
    /// At this place of a list, from 0.
    Index(usize),
}

/// Reads `call.arguments.amount`, `measured[0].value`; a key with other signs in it stands in backquotes.
pub fn parse_path(text: &str) -> Option<Vec<Step>> {
    let (mut steps, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (index, after) = inner.split_once(']')?;
            steps.push(Step::Index(index.parse().ok()?));
            rest = after;
        } else {
            let from = if steps.is_empty() { rest } else { rest.strip_prefix('.')? };
            let (key, after) = key(from)?;
            steps.push(Step::Key(key.into()));
            rest = after;
        }
    }
    (!steps.is_empty()).then_some(steps)
}

fn key(text: &str) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('`') {
        return quoted.split_once('`').filter(|(key, _)| !key.is_empty());
    }
    let end = text.find(['.', '[']).unwrap_or(text.len());
    text.split_at_checked(end).filter(|(key, _)| !key.is_empty())
}

/// Lays one document over another: maps merge at every depth, whatever else the upper one holds stands in the place of
/// the lower. `~` is null, a value like any other.
pub fn merge(lower: &mut Node, upper: &Node) {
    match (&mut lower.kind, &upper.kind) {
        (NodeKind::Map(entries), NodeKind::Map(over)) => {
            for entry in over {
                match entries.iter_mut().find(|below| below.key == entry.key) {
                    Some(below) => merge_entry(below, entry),
                    None => entries.push(entry.clone()),
                }
            }
        }
        _ => *lower = upper.clone(),
    }
}

fn merge_entry(below: &mut Entry, over: &Entry) {
    merge(&mut below.value, &over.value);
    // What is wrong with the merged entry is looked for where it was written last.
    below.key_span = over.key_span.clone();
}

/// Takes out what stands at a path; says whether anything did.
pub fn remove(node: &mut Node, path: &[Step]) -> bool {
    let Some((step, rest)) = path.split_first() else { return false };
    match (step, &mut node.kind) {
        (Step::Key(key), NodeKind::Map(entries)) => {
            let Some(at) = entries.iter().position(|entry| entry.key == *key) else { return false };
            if rest.is_empty() {
                entries.remove(at);
                return true;
            }
            entries.get_mut(at).is_some_and(|entry| remove(&mut entry.value, rest))
        }
        (Step::Index(at), NodeKind::List(items)) => {
            if rest.is_empty() && *at < items.len() {
                items.remove(*at);
                return true;
            }
            items.get_mut(*at).is_some_and(|item| remove(item, rest))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on ends")]

    use super::*;
    use crate::snapshot::read;
    use crate::verdict::{Layout, write_json};

    fn merged(lower: &str, upper: &str) -> String {
        let mut node = read(lower).unwrap();
        merge(&mut node, &read(upper).unwrap());
        write_json(&node.to_value(), Layout::Line)
    }

    fn without(text: &str, path: &str) -> (bool, String) {
        let mut node = read(text).unwrap();
        let removed = remove(&mut node, &parse_path(path).unwrap());
        (removed, write_json(&node.to_value(), Layout::Line))
    }

    #[test]
    fn maps_merge_at_every_depth() {
        assert_eq!(merged("{a: {b: 1, c: 2}}", "{a: {c: 3, d: 4}, e: 5}"), r#"{"a":{"b":1,"c":3,"d":4},"e":5}"#);
    }

    #[test]
    fn a_list_replaces() {
        assert_eq!(merged("{a: [{b: 1}, {c: 2}]}", "{a: [{d: 3}]}"), r#"{"a":[{"d":3}]}"#);
    }

    #[test]
    fn null_is_a_value() {
        assert_eq!(merged("{a: {b: 1}}", "{a: ~}"), r#"{"a":null}"#);
        assert_eq!(merged("{a: ~}", "{a: {b: 1.50}}"), r#"{"a":{"b":1.5}}"#);
    }

    #[test]
    fn a_path_removes_what_stands_there() {
        assert_eq!(without("{a: {b: 1, c: 2}}", "a.b"), (true, r#"{"a":{"c":2}}"#.into()));
        assert_eq!(without("{a: [{b: 1, c: 2}]}", "a[0].c"), (true, r#"{"a":[{"b":1}]}"#.into()));
        assert_eq!(without("{a: [1, 2]}", "a[0]"), (true, r#"{"a":[2]}"#.into()));
        assert_eq!(without("{x.y: 1}", "`x.y`"), (true, "{}".into()));
    }

    #[test]
    fn a_path_to_nothing_says_so() {
        for path in ["b", "a.x", "a[2]", "a.b.c", "a[0].b"] {
            assert!(!without("{a: [1, 2]}", path).0, "{path}");
        }
    }

    #[test]
    fn what_is_no_path_is_none() {
        for text in ["", ".", "a.", "a..b", "a[x]", "a[1", "a[1]b", "``"] {
            assert_eq!(parse_path(text), None, "{text}");
        }
    }
}
