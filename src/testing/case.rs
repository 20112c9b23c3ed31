//! Test files as they are written: a policy, a base snapshot, and cases that overlay it.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::snapshot::{Entry, Node, NodeKind};
use crate::span::{FileId, Span};

use super::overlay::{Step, merge, parse_path, remove};
use super::shape;

/// A test file.
#[derive(Debug)]
pub(super) struct TestFile {
    /// The policy's path, from the folder of the test file.
    pub(super) policy: Arc<str>,
    /// Where it is named.
    pub(super) policy_span: Span,
    pub(super) base: Option<Node>,
    pub(super) cases: Vec<Case>,
}

/// One case; a row of an `each` is a case of its own.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) name: String,
    /// Where its name stands.
    pub(super) span: Span,
    pub(super) with: Option<Node>,
    pub(super) without: Vec<(Vec<Step>, Span)>,
    pub(super) row: Option<Node>,
    pub(super) expect: Node,
}

impl Case {
    /// The snapshot of this case: the base, without what is to be removed, then `with`, then the row, which is the most
    /// particular. What only the overlay brought in can be removed as well.
    pub(super) fn snapshot(&self, base: Option<&Node>) -> (Node, Vec<Diagnostic>) {
        let mut node = base.cloned().unwrap_or(Node { kind: NodeKind::Map(Vec::new()), span: 0..0 });
        let missed: Vec<_> = self.without.iter().filter(|(path, _)| !remove(&mut node, path)).collect();
        for upper in [&self.with, &self.row].into_iter().flatten() {
            merge(&mut node, upper);
        }
        let wrong = missed
            .into_iter()
            .filter(|(path, _)| !remove(&mut node, path))
            .map(|(_, span)| {
                Diagnostic::new(Code::UnknownKey, *span, "`without` names a path at which nothing stands")
                    .help("remove the path, or correct it: keys are joined by dots, list elements are `[0]`")
            })
            .collect();
        (node, wrong)
    }
}

/// Reads a test file, with everything that is wrong in it.
pub(super) fn parse(file: FileId, document: &Node) -> Result<TestFile, Vec<Diagnostic>> {
    let mut reader = Reader { file, wrong: Vec::new() };
    let read = reader.test_file(document);
    match read {
        Some(read) if reader.wrong.is_empty() => Ok(read),
        _ => {
            reader.wrong.sort_by_key(Diagnostic::span);
            Err(reader.wrong)
        }
    }
}

struct Reader {
    file: FileId,
    wrong: Vec<Diagnostic>,
}

impl Reader {
    fn test_file(&mut self, document: &Node) -> Option<TestFile> {
        let entries = self.map(document, "a test file", &["policy", "base", "cases"])?;
        let policy = self.text(find(entries, "policy"), document, "policy");
        let base = find(entries, "base").filter(|base| !base.is_null()).cloned();
        if let Some(base) = base.as_ref().filter(|base| base.entries().is_none()) {
            self.say(Code::WrongType, base, format!("`base` is a snapshot, not {}", base.what()));
        }
        let mut cases = Vec::new();
        match find(entries, "cases") {
            Some(list) => match list.items() {
                Some(items) => items.iter().for_each(|item| self.case(item, &mut cases)),
                None if list.is_null() => {}
                None => self.say(Code::WrongType, list, format!("`cases` is a list, not {}", list.what())),
            },
            None => self.missing(document, "a test file has no `cases`", "write `cases:` and a list of cases"),
        }
        let (policy, policy_span) = policy?;
        Some(TestFile { policy, policy_span, base, cases })
    }

    fn case(&mut self, node: &Node, cases: &mut Vec<Case>) {
        let Some(entries) = self.map(node, "a case", &["name", "with", "without", "each", "expect"]) else { return };
        let name = self.text(find(entries, "name"), node, "name");
        let with = find(entries, "with").filter(|with| !with.is_null()).cloned();
        if let Some(with) = with.as_ref().filter(|with| with.entries().is_none()) {
            self.say(Code::WrongType, with, format!("`with` is a map, not {}", with.what()));
        }
        let without = self.without(find(entries, "without"));
        let rows = self.rows(find(entries, "each"));
        let Some(expect) = find(entries, "expect") else {
            return self.missing(
                node,
                "a case has no `expect`",
                "write what it expects, as `expect: { decision: hold }`",
            );
        };
        match expect.entries() {
            None => self.say(Code::WrongType, expect, format!("`expect` is a map, not {}", expect.what())),
            Some([]) => self.say(Code::BadValue, expect, "a case that expects nothing always holds".to_owned()),
            Some(_) => self.wrong.extend(shape::check(self.file, expect)),
        }
        let Some((name, span)) = name else { return };
        let case = Case { name: name.to_string(), span, with, without, row: None, expect: expect.clone() };
        match rows {
            None => cases.push(case),
            Some(rows) => cases.extend((1..).zip(rows).map(|(number, row)| Case {
                name: format!("{name} (row {number})"),
                span: self.span(&row),
                row: Some(row),
                ..case.clone()
            })),
        }
    }

    fn without(&mut self, node: Option<&Node>) -> Vec<(Vec<Step>, Span)> {
        let Some(node) = node.filter(|node| !node.is_null()) else { return Vec::new() };
        let Some(items) = node.items() else {
            self.say(Code::WrongType, node, format!("`without` is a list of paths, not {}", node.what()));
            return Vec::new();
        };
        let mut paths = Vec::new();
        for item in items {
            match item.as_text().and_then(|text| parse_path(text)) {
                Some(path) => paths.push((path, self.span(item))),
                None => {
                    self.say(Code::BadValue, item, "not a path, as `call.arguments.amount` or `measured[0]`".to_owned())
                }
            }
        }
        paths
    }

    fn rows(&mut self, node: Option<&Node>) -> Option<Vec<Node>> {
        let node = node.filter(|node| !node.is_null())?;
        let Some(items) = node.items() else {
            self.say(Code::WrongType, node, format!("`each` is a list of rows, not {}", node.what()));
            return None;
        };
        if items.is_empty() {
            self.say(Code::BadValue, node, "`each` has no row, so the case never runs".to_owned());
        }
        for item in items.iter().filter(|item| item.entries().is_none()) {
            self.say(Code::WrongType, item, format!("a row is a map, not {}", item.what()));
        }
        Some(items.to_vec())
    }

    /// The entries of a map that knows these keys alone.
    fn map<'a>(&mut self, node: &'a Node, what: &str, keys: &[&str]) -> Option<&'a [Entry]> {
        let Some(entries) = node.entries() else {
            self.say(Code::WrongType, node, format!("{what} is a map, not {}", node.what()));
            return None;
        };
        for entry in entries.iter().filter(|entry| !keys.contains(&&*entry.key)) {
            let span = Span::new(self.file, entry.key_span.start, entry.key_span.end);
            let message = format!("{what} knows no key `{}`", entry.key);
            self.wrong.push(Diagnostic::new(Code::UnknownKey, span, message).maybe_help(shape::help(&entry.key, keys)));
        }
        Some(entries)
    }

    fn text(&mut self, node: Option<&Node>, parent: &Node, key: &str) -> Option<(Arc<str>, Span)> {
        let Some(node) = node else {
            let help = match key {
                "policy" => "write `policy: NAME.chk`, a path from the folder of the test file",
                _ => "write what it says, as `name: what was said runs`",
            };
            self.missing(parent, &format!("there is no `{key}`"), help);
            return None;
        };
        let text = node.as_text().cloned();
        if text.is_none() {
            self.say(Code::WrongType, node, format!("`{key}` is a text, not {}", node.what()));
        }
        text.map(|text| (text, self.span(node)))
    }

    fn missing(&mut self, node: &Node, message: &str, help: &str) {
        self.wrong.push(Diagnostic::new(Code::MissingKey, self.span(node), message).help(help));
    }

    fn say(&mut self, code: Code, node: &Node, message: String) {
        let span = self.span(node);
        self.wrong.push(Diagnostic::new(code, span, message));
    }

    fn span(&self, node: &Node) -> Span {
        Span::new(self.file, node.span.start, node.span.end)
    }
}

fn find<'a>(entries: &'a [Entry], key: &str) -> Option<&'a Node> {
    entries.iter().find(|entry| &*entry.key == key).map(|entry| &entry.value)
}
