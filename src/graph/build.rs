//! What each entry of a checklist reads.

use std::collections::HashSet;

use crate::program::{
    Entry, EntryKind, Expr, Group, Lookup, LookupRead, Message, MessagePart, Optional, Otherwise, Slot, Source,
    SourceSpec, Step, Type,
};

/// The entries that each entry reads, by index, each once and in order.
///
/// A slot that a set or an `outside` lookup may bear out also reads what decides whether a confirm that shows it is
/// due, unless that in turn reads the slot: such a confirm counts as due.
pub(crate) fn reads(entries: &[Entry], groups: &[Group], lookups: &[Lookup]) -> Vec<Vec<usize>> {
    let mut reads: Vec<Vec<usize>> = entries.iter().map(|entry| of_entry(entry, groups)).collect();
    for (node, entry) in entries.iter().enumerate() {
        let EntryKind::Slot(slot) = &entry.kind else { continue };
        if !needs_confirm(slot, groups, lookups) {
            continue;
        }
        for confirm in &slot.shown_by {
            let Some(EntryKind::Confirm(confirm)) = entries.get(confirm.index()).map(|entry| &entry.kind) else {
                continue;
            };
            let Some(when) = &confirm.when else { continue };
            let read: Vec<usize> = when.entries().into_iter().map(|id| id.index()).collect();
            if read.iter().any(|from| reaches(&reads, *from, node)) {
                continue;
            }
            if let Some(own) = reads.get_mut(node) {
                own.extend(read);
                own.sort_unstable();
                own.dedup();
            }
        }
    }
    reads
}

fn of_entry(entry: &Entry, groups: &[Group]) -> Vec<usize> {
    let mut reads = Reads(Vec::new());
    match &entry.kind {
        EntryKind::Slot(slot) => {
            reads.slot(slot);
            if let Some(group) = slot.group.and_then(|id| groups.get(id.index())) {
                group.sources.iter().for_each(|source| reads.source(source));
            }
        }
        EntryKind::Let(expr) => reads.expr(expr),
        EntryKind::Condition(condition) => {
            reads.expr(&condition.expr);
            let (Otherwise::Hold(message) | Otherwise::Ask(_, message)) = &condition.otherwise;
            reads.message(message);
        }
        EntryKind::Confirm(confirm) => {
            confirm.when.iter().for_each(|when| reads.expr(when));
            reads.message(&confirm.ask);
            reads.0.extend(confirm.binds.iter().map(|id| id.index()));
        }
        EntryKind::Notice(notice) => {
            notice.when.iter().for_each(|when| reads.expr(when));
            reads.message(&notice.show);
        }
    }
    let mut list = reads.0;
    list.sort_unstable();
    list.dedup();
    list
}

struct Reads(Vec<usize>);

impl Reads {
    fn expr(&mut self, expr: &Expr) {
        self.0.extend(expr.entries().into_iter().map(|id| id.index()));
    }

    fn message(&mut self, message: &Message) {
        for part in &message.parts {
            if let MessagePart::Insert(expr) = part {
                self.expr(expr);
            }
        }
    }

    fn slot(&mut self, slot: &Slot) {
        slot.refinement.iter().chain(&slot.computed).for_each(|expr| self.expr(expr));
        if let Optional::When(when) = &slot.optional {
            self.expr(when);
        }
        slot.sources.iter().for_each(|source| self.source(source));
        self.ty(&slot.ty);
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::List(of) | Type::Map(of) => self.ty(of),
            Type::Object(slots) => slots.iter().for_each(|slot| self.slot(slot)),
            Type::Union(types) => types.iter().for_each(|ty| self.ty(ty)),
            Type::Refined(of, refinement) => {
                self.ty(of);
                self.expr(refinement);
            }
            _ => {}
        }
    }

    fn source(&mut self, source: &Source) {
        match &source.kind {
            SourceSpec::UserAnswer | SourceSpec::Instruction(_) => {}
            SourceSpec::Preset(steps) => self.steps(steps),
            SourceSpec::PriorState(read) => self.steps(&read.steps),
            SourceSpec::Measured { read, .. } => {
                read.arguments.iter().flatten().for_each(|argument| self.expr(argument));
                self.steps(&read.steps);
            }
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            if let Step::Key(expr) | Step::Where(expr) = step {
                self.expr(expr);
            }
        }
    }
}

/// Whether some source bears the slot out only where a confirm shows it.
fn needs_confirm(slot: &Slot, groups: &[Group], lookups: &[Lookup]) -> bool {
    let group = slot.group.and_then(|id| groups.get(id.index()));
    let row = group.map(|group| group.sources.as_slice()).unwrap_or_default();
    slot.sources.iter().chain(row).any(|source| needs(source, lookups)) || nested(&slot.ty, lookups)
}

fn nested(ty: &Type, lookups: &[Lookup]) -> bool {
    match ty {
        Type::Object(slots) => slots
            .iter()
            .any(|slot| slot.sources.iter().any(|source| needs(source, lookups)) || nested(&slot.ty, lookups)),
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => nested(of, lookups),
        Type::Union(types) => types.iter().any(|ty| nested(ty, lookups)),
        _ => false,
    }
}

fn needs(source: &Source, lookups: &[Lookup]) -> bool {
    let outside = |read: &LookupRead| lookups.get(read.lookup.index()).is_some_and(|lookup| lookup.outside);
    matches!(&source.kind, SourceSpec::Measured { read, .. } if read.is_set() || outside(read))
}

fn reaches(reads: &[Vec<usize>], from: usize, to: usize) -> bool {
    let (mut stack, mut seen) = (vec![from], HashSet::new());
    while let Some(node) = stack.pop() {
        if node == to {
            return true;
        }
        if seen.insert(node) {
            stack.extend(reads.get(node).into_iter().flatten());
        }
    }
    false
}
