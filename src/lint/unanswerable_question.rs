//! Questions whose answer fills nothing: the slot takes neither an answer nor the person's words.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Otherwise, Slot, Source, SourceSpec, Tool, Type};
use crate::span::Span;
use crate::syntax::ast::{self, ClauseKind};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    // What an `only` takes away is not the mistake of whoever wrote the slot and its question.
    let takes_words_as_written: HashSet<Span> =
        desk.slots().filter(|slot| is_written_to_take_words(slot)).map(|slot| slot.name.span).collect();
    for tool in &desk.program.tools {
        for entry in &tool.entries {
            match &entry.kind {
                EntryKind::Slot(slot) => {
                    let asked = slot.ask.as_ref().and_then(|ask| ask.declared);
                    let is_open = is_answerable(slot, tool) || takes_words_as_written.contains(&slot.declared);
                    findings.extend(asked.filter(|_| !is_open).map(|asked| finding(slot, asked)));
                }
                EntryKind::Condition(condition) => {
                    let Otherwise::Ask(id, message) = &condition.otherwise else { continue };
                    let Some(EntryKind::Slot(slot)) = tool.entries.get(id.index()).map(|entry| &entry.kind) else {
                        continue;
                    };
                    let asked = message.declared.filter(|_| !is_answerable(slot, tool));
                    findings.extend(asked.map(|asked| finding(slot, asked)));
                }
                _ => {}
            }
        }
    }
}

/// Whether what the person says can fill it, or any part of it.
fn is_answerable(slot: &Slot, tool: &Tool) -> bool {
    let row = slot.group.and_then(|group| tool.groups.get(group.index()));
    let row = row.map(|group| group.sources.as_slice()).unwrap_or_default();
    slot.sources.iter().chain(row).any(takes_words) || in_type(&slot.ty)
}

/// Whether a source bears out what the person says.
pub(super) fn takes_words(source: &Source) -> bool {
    matches!(source.kind, SourceSpec::UserAnswer | SourceSpec::Instruction(_))
}

fn is_written_to_take_words(slot: &ast::Slot) -> bool {
    let sources = slot.clauses.iter().filter_map(|clause| match &clause.kind {
        ClauseKind::From(sources) => Some(sources),
        _ => None,
    });
    sources.flatten().any(|source| matches!(source.word.text.as_str(), "user_answer" | "instruction"))
}

fn in_type(ty: &Type) -> bool {
    match ty {
        Type::Object(fields) => fields.iter().any(|field| field.sources.iter().any(takes_words) || in_type(&field.ty)),
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => in_type(of),
        Type::Union(types) => types.iter().any(in_type),
        _ => false,
    }
}

fn finding(slot: &Slot, asked: Span) -> Diagnostic {
    let name = &slot.name;
    Diagnostic::new(Code::UnanswerableQuestion, asked, format!("nobody can answer this: `{name}` takes no answer"))
        .label(slot.declared, "no answer and no words fill it")
        .help("take the question out, or write `user_answer` where a person does know it")
}
