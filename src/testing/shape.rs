//! What an expectation can speak of: the keys and words of a verdict. Whatever is none of them would never match.

use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::snapshot::{Node, NodeKind, Phase};
use crate::span::{FileId, Span};
use crate::verdict::{Cause, Decision, ErrorKind, Kind, Reason, Route, SourceKind, State};

/// What stands at one place of a verdict.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Anything.
    Any,
    /// One of these words.
    Words(fn() -> Vec<&'static str>),
    /// The id of a slot or a rule.
    Id,
    /// The name of a lookup.
    Lookup,
    /// Ids in order.
    Ids,
    /// These keys.
    Map(&'static [(&'static str, Shape)]),
    /// Maps in order; a text stands for the one with this id under the key.
    Records(&'static str, &'static [(&'static str, Shape)]),
    /// Slots by name.
    Slots,
}

/// A whole verdict, of any phase.
pub(super) const VERDICT: Shape = Shape::Map(&[
    ("chk", Shape::Any),
    ("phase", Shape::Words(|| Phase::ALL.iter().map(|phase| phase.as_str()).collect())),
    ("tool", Shape::Any),
    ("action_key", Shape::Any),
    ("decision", Shape::Words(|| Decision::ALL.iter().map(|decision| decision.as_str()).collect())),
    ("cause", Shape::Words(|| Cause::ALL.iter().map(|cause| cause.as_str()).collect())),
    ("unknown_count", Shape::Any),
    ("slots", Shape::Slots),
    ("unmet", Shape::Records("slot", &[("slot", Shape::Id), ("message", Shape::Any)])),
    ("lookups", Shape::Records("lookup", LOOKUP)),
    ("repairs", Shape::Ids),
    ("questions", Shape::Records("slots", QUESTION)),
    ("normalised", Shape::Records("what", NORMALISED)),
    ("arguments", Shape::Any),
    ("replay", Shape::Map(&[("at", Shape::Any), ("outcome", Shape::Any), ("result", Shape::Any)])),
    ("guards", Shape::Records("id", &[("id", Shape::Id), ("step", Shape::Any), ("found", Shape::Any)])),
    ("undecided", Shape::Records("id", &[("id", Shape::Id), ("why", Shape::Any)])),
    ("tell", Shape::Any),
    ("budget", Shape::Any),
    ("unused", Shape::Any),
    ("policy_digest", Shape::Any),
    ("snapshot_digest", Shape::Any),
    ("text", Shape::Any),
    ("hide", Shape::Any),
    ("append", Shape::Any),
    ("attach", Shape::Any),
    ("deadline", Shape::Any),
    ("disclosed", Shape::Any),
    ("disclosed_earlier", Shape::Any),
    ("envelope", Shape::Map(ENVELOPE)),
    ("withheld", Shape::Map(ENVELOPE)),
]);

const LOOKUP: &[(&str, Shape)] =
    &[("lookup", Shape::Lookup), ("tool", Shape::Any), ("arguments", Shape::Any), ("for", Shape::Ids)];

const QUESTION: &[(&str, Shape)] = &[
    ("id", Shape::Any),
    ("kind", Shape::Words(kinds)),
    ("slots", Shape::Ids),
    ("text", Shape::Any),
    ("candidates", Shape::Any),
    ("binds", Shape::Any),
];

const NORMALISED: &[(&str, Shape)] =
    &[("what", Shape::Any), ("from", Shape::Any), ("to", Shape::Any), ("slot", Shape::Any)];

const ENVELOPE: &[(&str, Shape)] = &[
    ("ok", Shape::Any),
    ("error_kind", Shape::Words(|| ErrorKind::ALL.iter().map(|kind| kind.as_str()).collect())),
    ("retriable", Shape::Any),
    ("partial_results", Shape::Any),
    ("data", Shape::Any),
    ("message", Shape::Any),
];

/// The report of one slot.
pub(super) const SLOT: Shape = Shape::Map(&[
    ("id", Shape::Id),
    ("kind", Shape::Words(kinds)),
    ("state", Shape::Words(|| State::ALL.iter().map(|state| state.as_str()).collect())),
    ("value", Shape::Any),
    ("source", Shape::Words(sources)),
    ("origin_source", Shape::Words(sources)),
    ("evidence", Shape::Map(EVIDENCE)),
    ("reason", Shape::Words(|| Reason::ALL.iter().map(|reason| reason.as_str()).collect())),
    ("route", Shape::Words(|| Route::ALL.iter().map(|route| route.as_str()).collect())),
    ("blocked_by", Shape::Ids),
    ("proposed", Shape::Any),
    ("found", Shape::Any),
    ("candidates", Shape::Any),
    ("waits", Shape::Any),
    ("needed", Shape::Any),
    ("note", Shape::Any),
]);

const EVIDENCE: &[(&str, Shape)] = &[
    ("segment", Shape::Any),
    ("span", Shape::Any),
    ("read_as", Shape::Any),
    ("others", Shape::Any),
    ("lookup", Shape::Lookup),
    ("observation", Shape::Any),
    ("path", Shape::Any),
    ("of", Shape::Any),
    ("preset", Shape::Any),
    ("question", Shape::Any),
    ("record", Shape::Any),
    ("computed", Shape::Ids),
];

fn kinds() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.as_str()).collect()
}

fn sources() -> Vec<&'static str> {
    SourceKind::ALL.iter().map(|source| source.as_str()).collect()
}

/// What is wrong with an expectation, whatever the verdict.
pub(super) fn check(file: FileId, expected: &Node) -> Vec<Diagnostic> {
    let mut checker = Checker { file, wrong: Vec::new() };
    checker.node(VERDICT, expected, "a verdict");
    checker.wrong
}

struct Checker {
    file: FileId,
    wrong: Vec<Diagnostic>,
}

impl Checker {
    fn node(&mut self, shape: Shape, node: &Node, what: &str) {
        // Null expects that nothing stands there, which every part of a verdict may fulfil.
        if node.is_null() {
            return;
        }
        match (shape, &node.kind) {
            (Shape::Any, _) | (Shape::Id | Shape::Lookup, NodeKind::Text(_)) => {}
            (Shape::Words(words), NodeKind::Text(word)) => {
                let words = words();
                if !words.contains(&&**word) {
                    self.say(node, Code::BadValue, format!("{what} is never `{word}`"), help(word, &words));
                }
            }
            (Shape::Map(keys), NodeKind::Map(_)) => self.map(keys, node, what),
            (Shape::Slots, NodeKind::Map(entries)) => {
                for entry in entries {
                    self.node(SLOT, &entry.value, "a slot");
                }
            }
            (Shape::Ids, NodeKind::List(items)) => {
                items.iter().for_each(|item| self.node(Shape::Id, item, what));
            }
            (Shape::Records(_, keys), NodeKind::List(items)) => {
                for item in items {
                    match &item.kind {
                        NodeKind::Text(_) => {}
                        NodeKind::Map(_) => self.map(keys, item, what),
                        _ => self.never(item, "each of ", what, "a map, a name"),
                    }
                }
            }
            (Shape::Id | Shape::Lookup | Shape::Words(_), _) => self.never(node, "", what, "a text"),
            (Shape::Map(_) | Shape::Slots, _) => self.never(node, "", what, "a map"),
            (Shape::Ids | Shape::Records(..), _) => self.never(node, "", what, "a list"),
        }
    }

    fn map(&mut self, keys: &'static [(&'static str, Shape)], node: &Node, what: &str) {
        for entry in node.entries().unwrap_or_default() {
            match keys.iter().find(|(key, _)| *key == &*entry.key) {
                Some((key, shape)) => self.node(*shape, &entry.value, &format!("`{key}`")),
                None => {
                    let names: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
                    let span = Span::new(self.file, entry.key_span.start, entry.key_span.end);
                    let message = format!("{what} has no `{}`", entry.key);
                    self.wrong
                        .push(Diagnostic::new(Code::UnknownKey, span, message).maybe_help(help(&entry.key, &names)));
                }
            }
        }
    }

    fn never(&mut self, node: &Node, each: &str, what: &str, right: &str) {
        let message = format!("{each}{what} is {right} or null, never {}", node.what());
        self.say(node, Code::WrongType, message, None);
    }

    fn say(&mut self, node: &Node, code: Code, message: String, help: Option<String>) {
        let span = Span::new(self.file, node.span.start, node.span.end);
        self.wrong.push(Diagnostic::new(code, span, message).maybe_help(help));
    }
}

/// What may have been meant, or all that can be.
pub(super) fn help(word: &str, words: &[&str]) -> Option<String> {
    match nearest(word, words.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if (1..=12).contains(&words.len()) => Some(format!("it is one of {}", words.join(", "))),
        None => None,
    }
}
