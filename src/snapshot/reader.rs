//! Reads a text as a document: which syntax it is, and what neither may hold.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::limits::{MAX_BYTES, MAX_DEPTH, MAX_EXPONENTS, MAX_NODES};
use super::node::{Entry, Node, NodeKind, Text};
use super::problem::{Problem, Problems, SnapshotError, shortened};
use super::{json, plain, yaml};
use crate::diagnostic::Code;

/// Reads one document, YAML or JSON, within the limits.
///
/// A text that begins with `{` or `[` is read as JSON. Where it is none, it may still be YAML, whose lists and maps can be
/// written so.
///
/// # Errors
/// Everything that is wrong with the text, with its places.
pub fn read(text: &str) -> Result<Node, SnapshotError> {
    let mut problems = Problems::default();
    match read_with(text, &mut problems) {
        Some(node) if problems.is_empty() => Ok(node),
        _ => Err(problems.into_error(text)),
    }
}

/// The same for a text that is not known to be UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Node, SnapshotError> {
    match utf8(bytes) {
        Ok(text) => read(text),
        Err(error) => Err(error),
    }
}

/// A text that as a whole is one JSON document, within the limits; none for anything else.
pub(crate) fn parse_json(text: &str) -> Option<crate::value::Value> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let plainly = plain::value(text);
    debug_assert!(plainly.is_none() || plainly == parse_tree(text), "both readers come to the same");
    plainly.or_else(|| parse_tree(text))
}

fn parse_tree(text: &str) -> Option<crate::value::Value> {
    let mut problems = Problems::default();
    let node: Node<Cow<'_, str>> = json::read(text, 0, &mut problems).ok()?;
    problems.is_empty().then(|| node.to_value())
}

/// One JSON document and nothing else, with its places.
pub(crate) fn read_json(text: &str) -> Result<Node, SnapshotError> {
    let mut problems = Problems::default();
    match read_json_with(text, &mut problems) {
        Some(node) if problems.is_empty() => Ok(node),
        _ => Err(problems.into_error(text)),
    }
}

/// The JSON value that a text begins with, and where it ends, in bytes. What it costs is what is read of it: it stops at
/// the first character that no JSON could hold there, and where lists and maps stand in each other deeper than this.
pub(crate) fn parse_json_first(text: &str, max_depth: usize) -> Option<(crate::value::Value, usize)> {
    let mut problems = Problems::default();
    let node: Node<Cow<'_, str>> = json::read_first(text, max_depth, &mut problems).ok()?;
    problems.is_empty().then(|| (node.to_value(), node.span.end))
}

/// The text of these bytes.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, SnapshotError> {
    let mut problems = Problems::default();
    if bytes.len() > MAX_BYTES {
        problems.push(too_large(bytes.len()));
        return Err(problems.into_error(""));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        // What could not be read is one U+FFFD in the text that is shown.
        let shown = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
        let problem = Problem::new(Code::NotUtf8, shown, format!("byte {at} is not UTF-8"));
        problems.push(problem.help("write the text in UTF-8"));
        problems.into_error(&String::from_utf8_lossy(bytes))
    })
}

fn too_large(size: usize) -> Problem {
    Problem::new(Code::OverLimit, 0..0, format!("the document has {size} bytes; at most {MAX_BYTES} are read"))
}

/// Why a reader gave up.
pub(super) enum Stop {
    /// The text is not of this syntax.
    Syntax(Box<Problem>),
    /// It is, and holds what is not read.
    Refused(Box<Problem>),
}

/// Reads as much as can be read. What can be passed over is only added to the problems.
pub(super) fn read_with(text: &str, problems: &mut Problems) -> Option<Node> {
    attempt(text, problems, |body, base, problems| {
        if body.trim_ascii_start().starts_with(['{', '[']) {
            either(body, base, problems)
        } else {
            yaml::read(body, base, problems)
        }
    })
}

/// The same for JSON alone.
pub(super) fn read_json_with<'t, S>(text: &'t str, problems: &mut Problems) -> Option<Node<S>>
where
    S: Text + From<Cow<'t, str>>,
{
    attempt(text, problems, json::read)
}

fn attempt<'t, S>(
    text: &'t str,
    problems: &mut Problems,
    read: impl FnOnce(&'t str, usize, &mut Problems) -> Result<Node<S>, Stop>,
) -> Option<Node<S>> {
    if text.len() > MAX_BYTES {
        problems.push(too_large(text.len()));
        return None;
    }
    let (base, body) = match text.strip_prefix('\u{feff}') {
        Some(rest) => ('\u{feff}'.len_utf8(), rest),
        None => (0, text),
    };
    if body.starts_with('\u{feff}') {
        let problem = Problem::new(Code::NotADocument, base..base * 2, "a second byte order mark follows the first");
        problems.push(problem.help("leave it out"));
        return None;
    }
    // What is forbidden is one byte long, and no part of a longer character looks like it. Whether there is any is asked of
    // many bytes at once; the first is then looked for one by one.
    let is_clean = !body.bytes().fold(false, |any, byte| any | is_forbidden(byte));
    let mut bytes = body.bytes().enumerate();
    let first = || bytes.find(|(_, byte)| is_forbidden(*byte));
    if let Some((at, bad)) = (!is_clean).then(first).flatten() {
        let message = format!("the control character U+{bad:04X} stands in the document");
        let at = base + at;
        problems.push(
            Problem::new(Code::NotADocument, at..at + 1, message)
                .help("write it as an escape in a text in double quotes"),
        );
        return None;
    }
    match read(body, base, problems) {
        Ok(node) => Some(node),
        Err(Stop::Syntax(problem) | Stop::Refused(problem)) => {
            problems.push(*problem);
            None
        }
    }
}

/// JSON where it is JSON, else YAML; of two mistakes the one that comes later in the text, since its reader got further.
fn either(body: &str, base: usize, problems: &mut Problems) -> Result<Node, Stop> {
    let mut found = Problems::default();
    let json = match json::read(body, base, &mut found) {
        Err(Stop::Syntax(problem)) => problem,
        done => {
            *problems = found;
            return done;
        }
    };
    match yaml::read(body, base, problems) {
        Err(Stop::Syntax(yaml)) if yaml.span().start <= json.span().start => Err(Stop::Syntax(json)),
        done => done,
    }
}

/// Controls that neither syntax allows as they are. A reader that takes NUL for the end would not see what follows it.
fn is_forbidden(byte: u8) -> bool {
    (byte < 0x20) & (byte != b'\t') & (byte != b'\n') & (byte != b'\r')
}

/// Counts the values of a document while it is read.
#[derive(Default)]
pub(super) struct Count {
    values: usize,
    exponents: usize,
}

impl Count {
    pub(super) fn one(&mut self, span: &Range<usize>) -> Result<(), Stop> {
        self.values += 1;
        if self.values > MAX_NODES {
            let message = format!("the document has more than {MAX_NODES} values");
            return Err(Stop::Refused(Problem::new(Code::OverLimit, span.clone(), message).into()));
        }
        Ok(())
    }

    /// Counts what a number's exponent makes of it: eight bytes may mean three hundred digits.
    pub(super) fn number(&mut self, text: &str, span: &Range<usize>) -> Result<(), Stop> {
        let exponent = text.split_once(['e', 'E']).map_or(0, |(_, exponent)| {
            exponent.parse::<i64>().map_or(0, |power| usize::try_from(power.unsigned_abs()).unwrap_or(0))
        });
        self.exponents = self.exponents.saturating_add(exponent.min(MAX_EXPONENTS));
        if self.exponents > MAX_EXPONENTS {
            let message = format!("the exponents of the document's numbers sum up to more than {MAX_EXPONENTS}");
            return Err(Stop::Refused(Problem::new(Code::OverLimit, span.clone(), message).into()));
        }
        Ok(())
    }
}

/// The problem of a list or map that stands too deep.
pub(super) fn too_deep(span: Range<usize>) -> Stop {
    let message = format!("lists and maps stand in each other more than {MAX_DEPTH} deep");
    Stop::Refused(Problem::new(Code::OverLimit, span, message).into())
}

/// The error of a value that a program nested too deep; it has no text.
pub(super) fn too_deep_value() -> SnapshotError {
    let mut problems = Problems::default();
    let (Stop::Syntax(problem) | Stop::Refused(problem)) = too_deep(0..0);
    problems.push(*problem);
    problems.into_error("")
}

/// The keys of a map from which on they stand in a table.
const FEW_KEYS: usize = 12;

/// The entries of a map while it is read: a second entry of one name is a problem and is passed over.
pub(super) struct MapBuilder<S> {
    entries: Vec<Entry<S>>,
    seen: Option<HashMap<S, usize>>,
}

impl<S: Text> MapBuilder<S> {
    pub(super) fn new() -> MapBuilder<S> {
        MapBuilder { entries: Vec::new(), seen: None }
    }

    pub(super) fn add(&mut self, key: S, key_span: Range<usize>, value: Node<S>, problems: &mut Problems) {
        // Of a few keys a look at each is cheaper than a table.
        let known = match &self.seen {
            None => self.entries.iter().position(|entry| entry.key == key),
            Some(seen) => seen.get(&key).copied(),
        };
        if let Some(first) = known.and_then(|at| self.entries.get(at)) {
            problems.push(
                Problem::new(
                    Code::DuplicateKey,
                    key_span,
                    format!("the key `{}` stands twice in one map", shortened(&key)),
                )
                .related(first.key_span.clone(), "first here")
                .help("remove one of them"),
            );
            return;
        }
        if let Some(seen) = &mut self.seen {
            seen.insert(key.clone(), self.entries.len());
        }
        self.entries.push(Entry { key, key_span, value });
        if self.entries.len() == FEW_KEYS {
            self.seen = Some(self.entries.iter().enumerate().map(|(at, entry)| (entry.key.clone(), at)).collect());
        }
    }

    pub(super) fn finish(self) -> NodeKind<S> {
        NodeKind::Map(self.entries)
    }
}
