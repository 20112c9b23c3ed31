//! What no source can ever settle: facts that only sets bear out, and one place that is read as two kinds of values.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Slot, Source, SourceSpec, Type};
use crate::span::Span;

use super::desk::Desk;
use super::meaning::kind;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let mut read_as: HashMap<String, (&'static str, Span)> = HashMap::new();
    for entry in desk.program.tools.iter().flat_map(|tool| &tool.entries) {
        let EntryKind::Slot(slot) = &entry.kind else { continue };
        if slot.is_fact && !has_fields(&slot.ty) {
            findings.extend(never_filled(slot));
        }
        for source in &slot.sources {
            let (Some(place), Some(kind)) = (place(desk, source), kind(&slot.ty)) else { continue };
            match read_as.get(&place) {
                Some((first, span)) if apart(first, kind) => {
                    findings.add(two_kinds(slot, source, kind, (first, *span)));
                }
                Some(_) => {}
                None => {
                    read_as.insert(place, (kind, source.declared));
                }
            }
        }
    }
}

/// Nobody proposes a fact's value, and neither a set nor most words fill.
fn never_filled(slot: &Slot) -> Option<Diagnostic> {
    let is_words = |source: &Source| matches!(source.kind, SourceSpec::Instruction(_));
    let never_fills = |source: &Source| match &source.kind {
        SourceSpec::Measured { read, text } => text.is_some() || read.never_fills(),
        SourceSpec::Instruction(words) => !words.whole && !is_said_by_phrases(&slot.ty),
        _ => false,
    };
    let first = slot.sources.first()?;
    if !slot.sources.iter().all(never_fills) {
        return None;
    }
    let message = format!("the fact `{}` is never known", slot.name);
    let finding = Diagnostic::new(Code::NeverSettled, first.declared, message);
    Some(match is_words(first) {
        true => finding
            .here("words bear a proposal out, and nobody proposes a fact")
            .help("make it a `slot`, which the model proposes; or ask for it: `from user_answer`"),
        false => finding.here("a set and a running text bear a proposal out, and nobody proposes a fact").help(
            "read one value: `[where ...]` that leaves one row, or `any(x in LIST: ...)` over a fact that is the list",
        ),
    })
}

/// Whether words alone may say a value of the type: a phrase of each stands in the policy, or in what is shipped.
fn is_said_by_phrases(ty: &Type) -> bool {
    match ty.base() {
        Type::Effect | Type::Trigger => true,
        Type::Enum(values) | Type::Boolean(Some(values)) => values.iter().all(|value| !value.phrases.is_empty()),
        _ => false,
    }
}

fn two_kinds(slot: &Slot, source: &Source, kind: &str, (first, span): (&str, Span)) -> Diagnostic {
    let message = format!("`{}` is {kind}, and another place reads {first} there", slot.name);
    Diagnostic::new(Code::NeverSettled, source.declared, message)
        .here(format!("read as {kind}"))
        .label(span, format!("read as {first}"))
        .help("no value is both, so that one of the two is never known: give both the type that stands there")
}

/// Kinds of values of which none can be read as the other; a text may be read as a number or a time.
fn apart(one: &str, other: &str) -> bool {
    one != other && [one, other].iter().all(|kind| !matches!(*kind, "a text" | "a time"))
}

/// Where a source looks, where that is one value.
fn place(desk: &Desk, source: &Source) -> Option<String> {
    match &source.kind {
        SourceSpec::Preset(_) => {}
        SourceSpec::Measured { read, text: None } if !read.is_set() => {}
        _ => return None,
    }
    let path = desk.text(source.declared);
    // A source that gives no path is the setting of its slot's name.
    path.contains('(').then(|| path.split_whitespace().collect())
}

fn has_fields(ty: &Type) -> bool {
    match ty {
        Type::Object(_) => true,
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => has_fields(of),
        Type::Union(types) => types.iter().any(has_fields),
        _ => false,
    }
}
