//! Example values in the description of an argument: a model that knows nothing better sends them.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::span::Span;
use crate::syntax::ast::{ClauseKind, Item, ItemKind, Slot, TypeKind};

use super::desk::Desk;

/// What an example begins with.
const MARKERS: &[&str] = &["e.g.", "for example", "for instance", "such as", "example:", "examples:"];

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let items = desk.items();
    let tools = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Tool(tool) => Some(tool.items.as_slice()),
        _ => None,
    });
    for tool in tools {
        let mut inside = Vec::new();
        tool.iter().for_each(|item| super::desk::inside(item, &mut inside));
        findings.extend(inside.into_iter().filter_map(|item| finding(desk, item)));
    }
}

fn finding(desk: &Desk, item: &Item) -> Option<Diagnostic> {
    let ItemKind::Slot(slot) = &item.kind else { return None };
    let doc = item.doc.as_deref().filter(|_| is_open(slot))?;
    let value = example(doc)?;
    let message = format!("the description of `{}` gives `{value}` as an example", slot.name.text);
    Some(
        Diagnostic::new(Code::ExampleInDescription, place(desk, item, value).unwrap_or(slot.name.span), message)
            .here("a model that knows nothing better sends it")
            .help("say what it is and how it looks, without a value that could be sent"),
    )
}

/// Whether a model writes it, and could write anything.
fn is_open(slot: &Slot) -> bool {
    slot.computed.is_none()
        && !slot.clauses.iter().any(|clause| clause.kind == ClauseKind::Supplied)
        && !matches!(slot.ty.kind, TypeKind::Enum(_) | TypeKind::Boolean(_))
}

/// The value that a text gives as an example: what stands in quotes or backquotes behind the words for it, or a word that
/// is none of prose.
fn example(doc: &str) -> Option<&str> {
    let lower = doc.to_ascii_lowercase();
    let after = |marker: &&str| lower.find(marker).and_then(|at| doc.get(at + marker.len()..));
    MARKERS.iter().filter_map(after).find_map(|rest| {
        let sentence = rest.find(". ").map_or(rest, |end| rest.get(..end).unwrap_or(rest));
        let quoted = ['`', '"'].iter().filter_map(|mark| sentence.split(*mark).nth(1)).find(|value| !value.is_empty());
        let first = sentence.split_whitespace().next().map(|word| word.trim_matches([',', ':', ';', '.', ')', '(']));
        quoted.or_else(|| first.filter(|word| is_no_prose(word)))
    })
}

fn is_no_prose(word: &str) -> bool {
    let is_code = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    is_code || word.chars().any(|c| c.is_ascii_digit() || c == '@')
}

/// Where a text stands in the doc comment above an item.
fn place(desk: &Desk, item: &Item, text: &str) -> Option<Span> {
    let file = item.span.file;
    let mut end = item.span.start as usize;
    for line in desk.text(Span::new(file, 0, end)).split_inclusive('\n').rev() {
        let start = end.saturating_sub(line.len());
        if let Some(at) = line.rfind(text).filter(|_| line.trim_start().starts_with("##")) {
            return Some(Span::new(file, start + at, start + at + text.len()));
        }
        end = start;
    }
    None
}
