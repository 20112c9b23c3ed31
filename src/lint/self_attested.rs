//! A provider's rule that holds as soon as somebody says so.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{Entry, EntryId, EntryKind, Expr, ExprKind, Otherwise, Owner, Slot, SourceSpec, Tool, Type};

use super::desk::Desk;
use super::unanswerable_question::takes_words;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for tool in &desk.program.tools {
        for entry in tool.entries.iter().filter(|entry| entry.owner == Owner::Provider) {
            let EntryKind::Condition(condition) = &entry.kind else { continue };
            // That it holds whatever is said is the greater mistake, and the same one.
            let is_constant = findings.has(Code::AlwaysTrue, condition.expr.span);
            if matches!(condition.otherwise, Otherwise::Hold(_)) && !is_constant {
                findings.extend(finding(entry, &condition.expr, tool));
            }
        }
    }
}

fn finding(entry: &Entry, condition: &Expr, tool: &Tool) -> Option<Diagnostic> {
    let mut read = Read::default();
    read.expr(condition, tool);
    let first = read.slots.first()?;
    // A rule about an argument limits what is passed on, whoever said it. What is only told is passed nowhere.
    let is_told = |slot: &&Slot| {
        (slot.is_fact || matches!(slot.ty.base(), Type::Boolean(_))) && slot.sources.iter().any(takes_words)
    };
    if read.holds_more || !read.slots.iter().all(is_told) {
        return None;
    }
    let source = first.sources.iter().find(|source| takes_words(source))?;
    let word = if matches!(source.kind, SourceSpec::UserAnswer) { "user_answer" } else { "instruction" };
    let message = format!("`{}` holds as soon as the person says so: `{}` comes from `{word}`", entry.name, first.name);
    Some(
        Diagnostic::new(Code::SelfAttested, entry.declared, message)
            .label(source.declared, "who wants the call fills it")
            .help("look it up: `from measured(LOOKUP.FIELD)`; an answer only shows what the person claims"),
    )
}

/// What a condition hangs on.
#[derive(Default)]
struct Read<'p> {
    slots: Vec<&'p Slot>,
    seen: Vec<EntryId>,
    /// Something that no slot holds: the call, the turn, the time.
    holds_more: bool,
}

impl<'p> Read<'p> {
    fn expr(&mut self, expr: &'p Expr, tool: &'p Tool) {
        let mut entries = Vec::new();
        expr.walk(&mut |expr| match &expr.kind {
            ExprKind::Entry(id) => entries.push(*id),
            ExprKind::Root(_) | ExprKind::Now | ExprKind::Today | ExprKind::InToolEffects { .. } => {
                self.holds_more = true;
            }
            _ => {}
        });
        for id in entries {
            if self.seen.contains(&id) {
                continue;
            }
            self.seen.push(id);
            match tool.entries.get(id.index()).map(|entry| &entry.kind) {
                Some(EntryKind::Slot(slot)) => match &slot.computed {
                    Some(computed) => self.expr(computed, tool),
                    None => self.slots.push(slot),
                },
                Some(EntryKind::Let(value)) => self.expr(value, tool),
                _ => self.holds_more = true,
            }
        }
    }
}
