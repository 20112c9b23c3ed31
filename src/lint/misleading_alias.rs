//! An alias that is the name of something else elsewhere: a model that means the one fills the other.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Slot, Tool};
use crate::span::Span;
use crate::syntax::ast::{ClauseKind, Name};

use super::desk::Desk;
use super::meaning::Meaning;

/// How many meanings of one name are compared; so many are no name any more.
const MAX_MEANINGS: usize = 8;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let mut named: HashMap<&str, Vec<(Meaning, &Tool, &Slot)>> = HashMap::new();
    for tool in &desk.program.tools {
        for slot in arguments(tool) {
            let meaning = Meaning::of(slot, desk.program);
            let meanings = named.entry(&slot.name).or_default();
            if meanings.len() < MAX_MEANINGS && meanings.iter().all(|(known, ..)| *known != meaning) {
                meanings.push((meaning, tool, slot));
            }
        }
    }
    let trees: HashMap<Span, &[_]> = desk.slots().map(|slot| (slot.name.span, slot.clauses.as_slice())).collect();
    for tool in &desk.program.tools {
        for slot in arguments(tool) {
            let aliases =
                trees.get(&slot.declared).copied().into_iter().flatten().flat_map(|clause| match &clause.kind {
                    ClauseKind::Alias(names) => names.as_slice(),
                    _ => &[],
                });
            for alias in aliases {
                let own = Meaning::of(slot, desk.program);
                let others = named.get(&*alias.text).into_iter().flatten();
                if let Some((_, other, meant)) = others.into_iter().find(|(meaning, ..)| own.contradicts(meaning)) {
                    findings.add(finding(tool, slot, alias, other, meant));
                }
            }
        }
    }
}

/// The slots that are arguments of a tool.
pub(super) fn arguments(tool: &Tool) -> impl Iterator<Item = &Slot> {
    tool.arguments.iter().filter_map(|id| match tool.entries.get(id.index()).map(|entry| &entry.kind) {
        Some(EntryKind::Slot(slot)) => Some(&**slot),
        _ => None,
    })
}

fn finding(tool: &Tool, slot: &Slot, alias: &Name, other: &Tool, meant: &Slot) -> Diagnostic {
    let (alias_text, name) = (&alias.text, &slot.name);
    let message = format!("`{alias_text}` stands for `{name}` here, and means something else in `{}`", other.name);
    Diagnostic::new(Code::MisleadingAlias, alias.span, message)
        .here(format!("a model that means the other one fills `{name}` of `{}`", tool.bare_name))
        .label(meant.declared, "the other meaning")
        .help("take the alias out: what the model calls by another name is then held and named")
}
