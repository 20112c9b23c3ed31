//! What a message inserts and nobody knows there: the person reads "an unknown value".

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{
    Action, Condition, Entry, EntryId, EntryKind, Expr, ExprKind, Guard, LogicOp, Message, MessagePart, Optional,
    Otherwise, QuantifierKind, Slot, SourceSpec, Tool,
};
use crate::snapshot::Phase;
use crate::span::Span;

use super::desk::Desk;
use super::expressions::of_entry;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for guard in desk.program.guards.iter().filter(|guard| desk.is_own(guard.declared)) {
        findings.extend(of_guard(guard));
    }
    for tool in &desk.program.tools {
        findings.extend(of_tool(desk, tool));
    }
}

fn of_guard(guard: &Guard) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let actions = guard.steps.iter().flat_map(|step| &step.actions);
    for message in actions.filter_map(message) {
        let Some(span) = message.declared else { continue };
        let inserts = |part: fn(&MessagePart) -> bool| message.parts.iter().any(part);
        if inserts(|part| matches!(part, MessagePart::Found)) && !finds(&guard.when) {
            found.push(
                Diagnostic::new(
                    Code::BlankInsertion,
                    span,
                    "`{found}` is an unknown value: the condition finds nothing",
                )
                .label(guard.when.span, "no pattern and no `any` in it")
                .help("write what it is about, or find it: `any(x in LIST: ...)`, `... matches PATTERN`"),
            );
        }
        let judges_a_call = matches!(guard.phase, Phase::Call | Phase::Result);
        if inserts(|part| matches!(part, MessagePart::Call)) && !judges_a_call {
            let message = format!("`{{call}}` inserts nothing: a guard on `{}` judges no call", guard.phase.as_str());
            found.push(
                Diagnostic::new(Code::BlankInsertion, span, message).help("take it out, or insert `{turn.last.tool}`"),
            );
        }
    }
    found
}

fn message(action: &Action) -> Option<&Message> {
    match action {
        Action::Append(message) | Action::Reply(message) | Action::Hold(message) | Action::Retry(message) => {
            Some(message)
        }
        _ => None,
    }
}

/// Whether anything of a condition that holds can be told.
fn finds(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Matches(..) | ExprKind::Find(..) | ExprKind::Call(..) => true,
        ExprKind::Quantifier { kind, .. } => matches!(kind, QuantifierKind::Any | QuantifierKind::Count),
        ExprKind::Logic(LogicOp::And | LogicOp::Or, left, right) | ExprKind::Compare(_, left, right) => {
            finds(left) || finds(right)
        }
        ExprKind::Path(head, _) => finds(head),
        ExprKind::Is { of, .. } => finds(of),
        ExprKind::In { item, .. } | ExprKind::InWhitelist { item, .. } | ExprKind::InLiterals { item, .. } => {
            finds(item)
        }
        _ => false,
    }
}

/// The facts that a tool's messages alone read: nothing hangs on them, so they are not looked up.
fn of_tool(desk: &Desk, tool: &Tool) -> Vec<Diagnostic> {
    let mut candidates = tool.entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Condition(condition) => condition_message(condition).map(|message| (entry, message)),
        _ => None,
    });
    let mut found = Vec::new();
    let Some(first) = candidates.next() else { return found };
    let read = read(tool);
    for (entry, message) in std::iter::once(first).chain(candidates) {
        for part in &message.parts {
            let MessagePart::Insert(expr) = part else { continue };
            for id in expr.entries() {
                if let Some(fact) = tool.entries.get(id.index()).and_then(fact)
                    && !read.contains(&id)
                    && desk.is_own(expr.span)
                {
                    found.push(finding(entry, expr.span, fact));
                }
            }
        }
    }
    found
}

fn finding(entry: &Entry, span: Span, fact: &Slot) -> Diagnostic {
    let message = format!("nothing looks `{}` up where only a message inserts it", fact.name);
    Diagnostic::new(Code::BlankInsertion, span, message)
        .here(format!("`{}` is told without it", entry.name))
        .label(fact.declared, "declared here")
        .help("mark the fact `required`, or let the condition read it")
}

fn condition_message(condition: &Condition) -> Option<&Message> {
    let (Otherwise::Hold(message) | Otherwise::Ask(_, message)) = &condition.otherwise;
    message.parts.iter().any(|part| matches!(part, MessagePart::Insert(_))).then_some(message)
}

/// A fact that is looked up only where something hangs on it.
fn fact(entry: &Entry) -> Option<&Slot> {
    let EntryKind::Slot(slot) = &entry.kind else { return None };
    let is_measured = !slot.sources.is_empty()
        && slot.sources.iter().all(|source| matches!(source.kind, SourceSpec::Measured { .. }));
    (slot.is_fact && is_measured && !slot.required && matches!(slot.optional, Optional::No)).then_some(slot)
}

/// The entries that anything but a condition's message reads.
fn read(tool: &Tool) -> HashSet<EntryId> {
    let mut read: HashSet<EntryId> = tool.entries.iter().flat_map(of_entry).flat_map(Expr::entries).collect();
    for entry in &tool.entries {
        match &entry.kind {
            EntryKind::Confirm(confirm) => {
                read.extend(&confirm.binds);
                read.extend(inserted(&confirm.ask));
            }
            EntryKind::Notice(notice) => read.extend(inserted(&notice.show)),
            EntryKind::Slot(slot) => read.extend(slot.sources.iter().flat_map(|source| sources(&source.kind))),
            EntryKind::Let(_) | EntryKind::Condition(_) => {}
        }
    }
    read.extend(tool.groups.iter().flat_map(|group| &group.sources).flat_map(|source| sources(&source.kind)));
    read
}

fn inserted(message: &Message) -> Vec<EntryId> {
    let parts = message.parts.iter().filter_map(|part| match part {
        MessagePart::Insert(expr) => Some(expr.entries()),
        _ => None,
    });
    parts.flatten().collect()
}

/// What the path of a source reads.
fn sources(source: &SourceSpec) -> Vec<EntryId> {
    let mut ids = Vec::new();
    let steps = match source {
        SourceSpec::Measured { read, .. } => {
            ids.extend(read.arguments.iter().flatten().flat_map(Expr::entries));
            &read.steps
        }
        SourceSpec::Preset(steps) => steps,
        SourceSpec::PriorState(read) => &read.steps,
        SourceSpec::UserAnswer | SourceSpec::Instruction(_) => return ids,
    };
    crate::program::Step::walk(steps, &mut |expr| {
        if let ExprKind::Entry(id) = expr.kind {
            ids.push(id);
        }
    });
    ids
}
