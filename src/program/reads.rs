//! Which entries an entry reads: the edges of the graph.

use super::{
    Confirm, Entry, EntryId, EntryKind, Expr, LookupRead, Message, MessagePart, Notice, Optional, Slot, Source,
    SourceSpec, Step, Type,
};

impl Entry {
    /// The entries that it reads to be judged, in order, each once. (The slot that an `else ask` names is not read.)
    pub fn reads(&self) -> Vec<EntryId> {
        let mut reads = Reads::default();
        match &self.kind {
            EntryKind::Slot(slot) => reads.slot(slot),
            EntryKind::Let(expr) => reads.expr(expr),
            EntryKind::Condition(condition) => reads.expr(&condition.expr),
            EntryKind::Confirm(Confirm { when, ask, binds }) => {
                when.iter().for_each(|when| reads.expr(when));
                reads.message(ask);
                binds.iter().for_each(|id| reads.entry(*id));
            }
            EntryKind::Notice(Notice { when, show }) => {
                when.iter().for_each(|when| reads.expr(when));
                reads.message(show);
            }
        }
        reads.0
    }
}

/// The entries that a group's sources read.
pub fn of_sources(sources: &[Source]) -> Vec<EntryId> {
    let mut reads = Reads::default();
    sources.iter().for_each(|source| reads.source(source));
    reads.0
}

#[derive(Default)]
struct Reads(Vec<EntryId>);

impl Reads {
    fn entry(&mut self, id: EntryId) {
        if !self.0.contains(&id) {
            self.0.push(id);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        expr.entries().into_iter().for_each(|id| self.entry(id));
    }

    fn message(&mut self, message: &Message) {
        for part in &message.parts {
            if let MessagePart::Insert(expr) = part {
                self.expr(expr);
            }
        }
    }

    fn slot(&mut self, slot: &Slot) {
        slot.computed.iter().for_each(|expr| self.expr(expr));
        slot.refinement.iter().for_each(|expr| self.expr(expr));
        if let Optional::When(expr) = &slot.optional {
            self.expr(expr);
        }
        slot.sources.iter().for_each(|source| self.source(source));
        self.ty(&slot.ty);
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::List(inner) | Type::Map(inner) => self.ty(inner),
            Type::Object(fields) => fields.iter().for_each(|field| self.slot(field)),
            Type::Union(types) => types.iter().for_each(|each| self.ty(each)),
            Type::Refined(inner, refinement) => {
                self.ty(inner);
                self.expr(refinement);
            }
            _ => {}
        }
    }

    fn source(&mut self, source: &Source) {
        match &source.kind {
            SourceSpec::UserAnswer | SourceSpec::Instruction(_) => {}
            SourceSpec::Preset(steps) | SourceSpec::PriorState(_, steps) => self.steps(steps),
            SourceSpec::Measured { read: LookupRead { arguments, steps, .. }, .. } => {
                arguments.iter().flatten().for_each(|argument| self.expr(argument));
                self.steps(steps);
            }
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        Step::walk(steps, &mut |expr| {
            if let super::ExprKind::Entry(id) = expr.kind {
                self.entry(id);
            }
        });
    }
}
