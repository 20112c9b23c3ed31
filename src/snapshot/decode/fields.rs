//! Reading one value of a document as the type that its key holds, and saying what is wrong where it is not.

use std::marker::PhantomData;
use std::sync::Arc;

use super::super::advice;
use super::super::node::{Entry, Node, NodeKind, Text};
use super::super::problem::{Problem, Problems, shortened};
use crate::diagnostic::Code;
use crate::nearest::nearest;
use crate::value::{DateTime, Duration, Map, Number, Value};

/// What stands where something is wrong, put into words only then.
pub(super) type What<'w> = std::fmt::Arguments<'w>;

/// Collects what is wrong while a document is decoded.
pub(super) struct Decoder<'a, S> {
    problems: &'a mut Problems,
    /// Where the reader found something; the same place is not complained about again.
    read: Vec<std::ops::Range<usize>>,
    /// The texts of the documents that it decodes.
    of: PhantomData<S>,
}

/// The entries of a map whose keys are known.
pub(super) struct Fields<'n, S> {
    what: &'static str,
    node: &'n Node<S>,
    entries: &'n [Entry<S>],
}

impl<'n, S: Text> Fields<'n, S> {
    /// The value under a key; null is none.
    pub(super) fn get(&self, key: &str) -> Option<&'n Node<S>> {
        self.raw(key).filter(|node| !node.is_null())
    }

    /// The value under a key, null included.
    pub(super) fn raw(&self, key: &str) -> Option<&'n Node<S>> {
        self.entries.iter().find(|entry| &*entry.key == key).map(|entry| &entry.value)
    }
}

impl<'a, S: Text> Decoder<'a, S> {
    pub(super) fn new(problems: &'a mut Problems) -> Decoder<'a, S> {
        let read = problems.spans();
        Decoder { problems, read, of: PhantomData }
    }

    /// Adds a problem, unless the reader found one in the same place.
    pub(super) fn report(&mut self, problem: Problem) {
        let span = problem.span();
        // A missing key of a map is no consequence of what is wrong inside of it.
        let known = problem.code() != Code::MissingKey && self.read.contains(&span);
        if !known {
            self.problems.push(problem);
        }
    }

    pub(super) fn wrong_type(&mut self, node: &Node<S>, what: What<'_>, expected: &str) {
        let message = format!("{what} is {}, not {expected}", node.what());
        let help = match &node.kind {
            NodeKind::Number(_) | NodeKind::Bool(_) if expected == "a text" => {
                Some(format!("quote it: `\"{}\"`", shortened(&node.to_value().to_string())))
            }
            NodeKind::Text(text) if expected == "a map" => advice::glued(text).map(advice::apart),
            _ => None,
        };
        self.report(Problem::new(Code::WrongType, node.span.clone(), message).maybe_help(help));
    }

    /// A map with no other keys than these.
    pub(super) fn fields<'n>(
        &mut self,
        node: &'n Node<S>,
        what: &'static str,
        known: &[&str],
    ) -> Option<Fields<'n, S>> {
        let fields = self.open_fields(node, what)?;
        for entry in fields.entries {
            if self.problems.is_full() {
                break;
            }
            if !known.contains(&&*entry.key) {
                let message = format!("{what} knows no key `{}`", shortened(&entry.key));
                let help = match nearest(&entry.key, known.iter().copied()) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("it knows {}", listed(known)),
                };
                self.report(Problem::new(Code::UnknownKey, entry.key_span.clone(), message).help(help));
            }
        }
        Some(fields)
    }

    /// A map whose other keys are passed over.
    pub(super) fn open_fields<'n>(&mut self, node: &'n Node<S>, what: &'static str) -> Option<Fields<'n, S>> {
        match node.entries() {
            Some(entries) => Some(Fields { what, node, entries }),
            None => {
                self.wrong_type(node, format_args!("{what}"), "a map");
                None
            }
        }
    }

    /// What stands under a key, where it stands there.
    pub(super) fn optional<'n, T>(
        &mut self,
        fields: &Fields<'n, S>,
        key: &'static str,
        read: impl FnOnce(&mut Decoder<'a, S>, &'n Node<S>, What<'_>) -> Option<T>,
    ) -> Option<T> {
        let node = fields.get(key)?;
        read(self, node, format_args!("`{key}`"))
    }

    /// What stands under a key that has to be there.
    pub(super) fn required<'n, T>(
        &mut self,
        fields: &Fields<'n, S>,
        key: &'static str,
        read: impl FnOnce(&mut Decoder<'a, S>, &'n Node<S>, What<'_>) -> Option<T>,
    ) -> Option<T> {
        if fields.get(key).is_none() {
            self.missing(fields, key);
        }
        self.optional(fields, key, read)
    }

    /// Reports that a key is missing, unless it stands there and could not be read.
    pub(super) fn missing(&mut self, fields: &Fields<'_, S>, key: &str) {
        if fields.raw(key).is_some_and(|node| self.read.contains(&node.span)) {
            return;
        }
        // The first key rather than the whole map, which may be the whole document.
        let span = fields.entries.first().map_or(fields.node.span.clone(), |entry| entry.key_span.clone());
        let problem = Problem::new(Code::MissingKey, span, format!("{} has no `{key}`", fields.what));
        self.report(problem.maybe_help(how(key).map(str::to_owned)));
    }

    /// Every element of a list.
    pub(super) fn list<'n, T>(
        &mut self,
        node: &'n Node<S>,
        what: What<'_>,
        mut item: impl FnMut(&mut Decoder<'a, S>, &'n Node<S>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Some(items) = node.items() else {
            self.wrong_type(node, what, "a list");
            return None;
        };
        Some(items.iter().filter_map(|node| item(self, node)).collect())
    }

    pub(super) fn text(&mut self, node: &Node<S>, what: What<'_>) -> Option<Arc<str>> {
        let text = node.as_text().map(S::share);
        if text.is_none() {
            self.wrong_type(node, what, "a text");
        }
        text
    }

    pub(super) fn texts(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<Arc<str>>> {
        self.list(node, what, |decoder, node| decoder.text(node, format_args!("an entry of {what}")))
    }

    pub(super) fn boolean(&mut self, node: &Node<S>, what: What<'_>) -> Option<bool> {
        match node.kind {
            NodeKind::Bool(truth) => Some(truth),
            _ => {
                self.wrong_type(node, what, "`true` or `false`");
                None
            }
        }
    }

    pub(super) fn number(&mut self, node: &Node<S>, what: What<'_>) -> Option<Number> {
        match &node.kind {
            NodeKind::Number(number) => Some(number.clone()),
            _ => {
                self.wrong_type(node, what, "a number");
                None
            }
        }
    }

    /// A number that counts something.
    pub(super) fn count(&mut self, node: &Node<S>, what: What<'_>) -> Option<usize> {
        let number = self.number(node, what)?;
        let count = number.as_usize();
        if count.is_none() {
            self.bad_value(node, format!("{what} is {number}, not a whole number from 0"), None);
        }
        count
    }

    /// A number that counts something from 1.
    pub(super) fn ordinal(&mut self, node: &Node<S>, what: What<'_>) -> Option<usize> {
        let count = self.count(node, what)?;
        if count == 0 {
            self.bad_value(node, format!("{what} is counted from 1"), None);
        }
        (count > 0).then_some(count)
    }

    pub(super) fn map(&mut self, node: &Node<S>, what: What<'_>) -> Option<Map> {
        match &node.kind {
            NodeKind::Map(entries) => {
                Some(entries.iter().map(|entry| (entry.key.share(), entry.value.to_value())).collect())
            }
            _ => {
                self.wrong_type(node, what, "a map");
                None
            }
        }
    }

    /// Entries of one type by names that the author chose.
    pub(super) fn named<'n, T>(
        &mut self,
        node: &'n Node<S>,
        what: What<'_>,
        mut read: impl FnMut(&mut Decoder<'a, S>, &'n Node<S>, What<'_>) -> Option<T>,
    ) -> Option<Vec<(Arc<str>, T)>> {
        let Some(entries) = node.entries() else {
            self.wrong_type(node, what, "a map");
            return None;
        };
        let entry = |entry: &'n Entry<S>| {
            let value = read(self, &entry.value, format_args!("`{}` of {what}", shortened(&entry.key)))?;
            Some((entry.key.share(), value))
        };
        Some(entries.iter().filter_map(entry).collect())
    }

    pub(super) fn datetime(&mut self, node: &Node<S>, what: What<'_>) -> Option<DateTime> {
        let text = self.text(node, what)?;
        let datetime = DateTime::parse(&text);
        if datetime.is_none() {
            let help = "write it as `2026-03-11T09:24:07Z`; seconds, fraction and zone may be missing".to_owned();
            self.bad_value(node, format!("{what} is no time: `{}`", shortened(&text)), Some(help));
        }
        datetime
    }

    pub(super) fn duration(&mut self, node: &Node<S>, what: What<'_>) -> Option<Duration> {
        let text = self.text(node, what)?;
        let duration = Duration::parse(&text).filter(|duration| duration.as_nanos() >= 0);
        if duration.is_none() {
            let help = "write a number with its unit, `ms`, `s`, `m`, `h` or `d`, as `5s`".to_owned();
            self.bad_value(node, format!("{what} is no length of time: `{}`", shortened(&text)), Some(help));
        }
        duration
    }

    /// One of these words.
    pub(super) fn word<T: Copy>(&mut self, node: &Node<S>, what: What<'_>, words: &[(&'static str, T)]) -> Option<T> {
        let text = self.text(node, what)?;
        let found = words.iter().find(|(word, _)| *word == &*text).map(|(_, meaning)| *meaning);
        if found.is_none() {
            let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let help = match nearest(&text, names.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("it is one of {}", listed(&names)),
            };
            self.bad_value(node, format!("{what} cannot be `{}`", shortened(&text)), Some(help));
        }
        found
    }

    pub(super) fn bad_value(&mut self, node: &Node<S>, message: String, help: Option<String>) {
        self.report(Problem::new(Code::BadValue, node.span.clone(), message).maybe_help(help));
    }

    /// Whatever stands there.
    pub(super) fn value(&mut self, node: &Node<S>, _: What<'_>) -> Option<Value> {
        Some(node.to_value())
    }
}

/// How a key that has to be there is written.
fn how(key: &str) -> Option<&'static str> {
    Some(match key {
        "chk" => "write `chk: 1`",
        "call" => "write `call: { tool: PROVIDER.NAME, arguments: { ... } }`",
        "request" => "write `request: { purpose: ..., tools: [...] }`",
        "result" => "write `result: { text: \"...\" }` or `result: { body: ... }`",
        "answer" => "write `answer: { text: \"...\" }`",
        "entry" => "write `entry: { text: \"...\" }`",
        "tool" => "write `tool: PROVIDER.NAME`",
        "text" => "write `text: \"...\"`",
        "trust" => "it is one of `user`, `assistant`, `untrusted`",
        "segment" => "write its place in `instruction`, from 0, as `segment: 0`",
        "span" => "write where it begins and ends, as `span: [0, 8]`",
        "outcome" => "it is one of `executed`, `refused`, `held`, `replayed`",
        "ok" => "write `ok: true` or `ok: false`",
        "confirm" => "write `confirm: NAME`",
        "notice" => "write `notice: NAME`",
        "action_key" => "write `action_key: USER:TOOL`",
        "decision" => "write `decision: executed`",
        _ => return None,
    })
}

/// The names in backquotes, with commas.
fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
