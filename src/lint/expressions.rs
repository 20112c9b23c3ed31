//! The expressions of a program, each with what its bound names stand for.

use crate::program::{Entry, EntryKind, Expr, ExprKind, Optional, Root, Step};

/// What a bound name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// A call that was made.
    Call,
    /// Anything else.
    Other,
}

/// Every expression that an entry says.
pub(super) fn of_entry(entry: &Entry) -> Vec<&Expr> {
    match &entry.kind {
        EntryKind::Slot(slot) => {
            let when = match &slot.optional {
                Optional::When(when) => Some(&**when),
                Optional::No | Optional::Always => None,
            };
            [slot.refinement.as_deref(), slot.computed.as_deref(), when].into_iter().flatten().collect()
        }
        EntryKind::Let(expr) => vec![expr],
        EntryKind::Condition(condition) => vec![&condition.expr],
        EntryKind::Confirm(confirm) => confirm.when.iter().collect(),
        EntryKind::Notice(notice) => notice.when.iter().collect(),
    }
}

/// Calls `see` on an expression and on all below it, with what the names stand for that are bound there, the innermost
/// last.
pub(super) fn walk<'e>(expr: &'e Expr, bound: &mut Vec<Bound>, see: &mut dyn FnMut(&'e Expr, &[Bound])) {
    see(expr, bound);
    match &expr.kind {
        ExprKind::Path(head, steps) => {
            walk(head, bound, see);
            for (at, step) in steps.iter().enumerate() {
                match step {
                    Step::Key(key) => walk(key, bound, see),
                    Step::Where(filter) => {
                        bound.push(listed(head, steps.get(..at).unwrap_or_default()));
                        walk(filter, bound, see);
                        bound.pop();
                    }
                    Step::Field(_) | Step::All => {}
                }
            }
        }
        ExprKind::Quantifier { lists, filter, body, .. } => {
            lists.iter().for_each(|list| walk(list, bound, see));
            let outer = bound.len();
            bound.extend(lists.iter().map(|list| match &list.kind {
                ExprKind::Path(head, steps) => listed(head, steps),
                _ => Bound::Other,
            }));
            filter.iter().chain(body).for_each(|part| walk(part, bound, see));
            bound.truncate(outer);
        }
        _ => expr.each_part(&mut |part| walk(part, bound, see)),
    }
}

/// What the elements of a list are: `turn.calls`, or a part of it.
fn listed(head: &Expr, steps: &[Step]) -> Bound {
    let (Some(Step::Field(list)), true) =
        (steps.first(), steps.iter().skip(1).all(|step| matches!(step, Step::Where(_))))
    else {
        return Bound::Other;
    };
    let is_past = matches!(head.kind, ExprKind::Root(Root::Turn | Root::Session));
    match is_past && matches!(&**list, "calls" | "done" | "failures" | "refusals") {
        true => Bound::Call,
        false => Bound::Other,
    }
}
