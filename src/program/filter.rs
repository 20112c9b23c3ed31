//! What decides which values, rows and gaps are taken: `where` in all its places, and `optional when`.

use super::{Entry, EntryKind, Expr, ExprKind, Optional, Slot, SourceSpec, Step, Tool, Type};

/// A condition on what is taken, with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Filter<'p> {
    /// `where` of a slot or a type; `it` is the value.
    Value(&'p Expr),
    /// `[where ...]` in a path, and `where` behind the list that is walked.
    Row(&'p Expr),
    /// `optional when`
    Optional(&'p Expr),
}

impl<'p> Filter<'p> {
    pub(crate) fn expr(self) -> &'p Expr {
        match self {
            Filter::Value(expr) | Filter::Row(expr) | Filter::Optional(expr) => expr,
        }
    }
}

impl Tool {
    /// All that stand in an entry of it.
    pub(crate) fn filters<'p>(&'p self, entry: &'p Entry) -> Vec<Filter<'p>> {
        let mut found = Vec::new();
        match &entry.kind {
            EntryKind::Slot(slot) => {
                self.of_sources(slot, &mut found);
                of_slot(slot, &mut found);
            }
            EntryKind::Let(expr) => found.extend(expr.filters()),
            EntryKind::Condition(condition) => found.extend(condition.expr.filters()),
            EntryKind::Confirm(confirm) => found.extend(confirm.when.iter().flat_map(Expr::filters)),
            EntryKind::Notice(notice) => found.extend(notice.when.iter().flat_map(Expr::filters)),
        }
        found
    }

    /// Those in the sources of its row.
    fn of_sources<'p>(&'p self, slot: &Slot, found: &mut Vec<Filter<'p>>) {
        let group = slot.group.and_then(|group| self.groups.get(group.index()));
        group.iter().flat_map(|group| &group.sources).for_each(|source| of_source(&source.kind, found));
    }
}

fn of_slot<'p>(slot: &'p Slot, found: &mut Vec<Filter<'p>>) {
    let mut add = |filter: Filter<'p>| {
        found.push(filter);
        found.extend(filter.expr().filters());
    };
    slot.refinement.iter().for_each(|refinement| add(Filter::Value(refinement)));
    if let Optional::When(when) = &slot.optional {
        add(Filter::Optional(when));
    }
    found.extend(slot.computed.iter().flat_map(|computed| computed.filters()));
    slot.sources.iter().for_each(|source| of_source(&source.kind, found));
    of_type(&slot.ty, found);
}

fn of_type<'p>(ty: &'p Type, found: &mut Vec<Filter<'p>>) {
    match ty {
        Type::Refined(of, refinement) => {
            found.push(Filter::Value(refinement));
            found.extend(refinement.filters());
            of_type(of, found);
        }
        Type::List(of) | Type::Map(of) => of_type(of, found),
        Type::Object(fields) => fields.iter().for_each(|field| of_slot(field, found)),
        Type::Union(types) => types.iter().for_each(|ty| of_type(ty, found)),
        _ => {}
    }
}

fn of_source<'p>(source: &'p SourceSpec, found: &mut Vec<Filter<'p>>) {
    match source {
        SourceSpec::Measured { read, .. } => {
            found.extend(read.arguments.iter().flatten().flat_map(Expr::filters));
            of_steps(&read.steps, found);
        }
        SourceSpec::Preset(steps) => of_steps(steps, found),
        SourceSpec::PriorState(read) => of_steps(&read.steps, found),
        SourceSpec::UserAnswer | SourceSpec::Instruction(_) => {}
    }
}

fn of_steps<'p>(steps: &'p [Step], found: &mut Vec<Filter<'p>>) {
    for step in steps {
        match step {
            Step::Where(filter) => {
                found.push(Filter::Row(filter));
                found.extend(filter.filters());
            }
            Step::Key(key) => found.extend(key.filters()),
            Step::Field(_) | Step::All => {}
        }
    }
}

impl Expr {
    /// All that stand in an expression, at any depth.
    pub(crate) fn filters(&self) -> Vec<Filter<'_>> {
        let mut found = Vec::new();
        self.walk(&mut |expr| match &expr.kind {
            ExprKind::Path(_, steps) => found.extend(steps.iter().filter_map(|step| match step {
                Step::Where(filter) => Some(Filter::Row(filter)),
                _ => None,
            })),
            ExprKind::Quantifier { filter: Some(filter), .. } => found.push(Filter::Row(filter)),
            _ => {}
        });
        found
    }
}
