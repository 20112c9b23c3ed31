//! Every condition of a policy: what it decides, and where it stands.

use std::collections::HashSet;

use crate::program::{
    Confirm, Entry, EntryId, EntryKind, Expr, ExprKind, Optional, QuantifierKind, ResultClause, ResultClauseKind, Slot,
    Step, Tier, Type,
};

use super::desk::Desk;
use super::reason::context::{Context, Shared};

/// What a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Require,
    Forbid,
    Confirm,
    Notice,
    Guard,
    Where,
    Optional,
    /// A clause of a result.
    Result,
    /// `ok when`
    Ok,
    Let,
    /// A part of another condition.
    Part,
}

/// A condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition<'p> {
    pub(super) expr: &'p Expr,
    pub(super) role: Role,
    /// What it belongs to: a rule, a slot, a guard.
    pub(super) name: &'p str,
    pub(super) entry: Option<EntryId>,
}

/// What is called with each condition and the place where it stands.
pub(super) type Visit<'v, 's, 'p> = &'v mut dyn FnMut(&Context<'s, 'p>, Condition<'p>);

/// Calls `visit` for every tool, and once for what belongs to none.
pub(super) fn each_place<'p>(desk: &Desk<'p>, visit: &mut dyn FnMut(&Shared<'p>)) {
    desk.program.tools.iter().for_each(|tool| visit(&Shared::new(desk.program, Some(tool))));
    visit(&Shared::new(desk.program, None));
}

/// Calls `visit` on every condition of a place: the whole ones, not their parts.
pub(super) fn conditions<'s, 'p>(shared: &'s Shared<'p>, visit: Visit<'_, 's, 'p>) {
    let context = shared.context();
    match shared.tool {
        Some(tool) => {
            for (at, entry) in tool.entries.iter().enumerate() {
                let id = u32::try_from(at).map(EntryId).ok();
                of_entry(&context, entry, id, visit);
            }
            tool.result.clauses.iter().for_each(|clause| of_clause(&context, clause, &tool.bare_name, visit));
        }
        None => {
            for guard in &shared.program.guards {
                visit(&context, Condition { expr: &guard.when, role: Role::Guard, name: &guard.id, entry: None });
            }
            let unlisted = &shared.program.unlisted_result;
            unlisted.clauses.iter().for_each(|clause| of_clause(&context, clause, "result", visit));
        }
    }
}

fn of_entry<'s, 'p>(context: &Context<'s, 'p>, entry: &'p Entry, id: Option<EntryId>, visit: Visit<'_, 's, 'p>) {
    let name = &*entry.name;
    let mut whole = |role, expr| visit(context, Condition { expr, role, name, entry: id });
    match &entry.kind {
        EntryKind::Slot(slot) => of_slot(context, slot, visit),
        EntryKind::Let(expr) if is_condition(expr) => whole(Role::Let, expr),
        EntryKind::Let(_) => {}
        EntryKind::Condition(condition) => {
            whole(if condition.unmet_when { Role::Forbid } else { Role::Require }, &condition.expr);
        }
        EntryKind::Confirm(confirm) => {
            let role = if is_due_for_drafts(context.shared, confirm) { Role::Part } else { Role::Confirm };
            confirm.when.iter().for_each(|when| whole(role, when));
        }
        EntryKind::Notice(notice) => notice.when.iter().for_each(|when| whole(Role::Notice, when)),
    }
}

/// Whether a confirm is due for what the model wrote, whatever its condition says.
pub(super) fn is_due_for_drafts(shared: &Shared<'_>, confirm: &Confirm) -> bool {
    let is_irreversible = shared.tool.is_some_and(|tool| tool.tier == Tier::Irreversible);
    is_irreversible && confirm.binds.iter().filter_map(|id| shared.slot(*id)).any(has_drafts)
}

fn has_drafts(slot: &Slot) -> bool {
    fn in_type(ty: &Type) -> bool {
        match ty.base() {
            Type::Object(fields) => fields.iter().any(has_drafts),
            Type::List(of) | Type::Map(of) => in_type(of),
            Type::Union(types) => types.iter().any(in_type),
            _ => false,
        }
    }
    slot.drafted || in_type(&slot.ty)
}

fn of_slot<'s, 'p>(context: &Context<'s, 'p>, slot: &'p Slot, visit: Visit<'_, 's, 'p>) {
    let condition = |role, expr| Condition { expr, role, name: &slot.name, entry: None };
    if let Some(refinement) = &slot.refinement {
        visit(&context.refining(&slot.ty), condition(Role::Where, refinement));
    }
    if let Optional::When(when) = &slot.optional {
        visit(context, condition(Role::Optional, when));
    }
    of_type(context, &slot.ty, &slot.name, visit);
}

fn of_type<'s, 'p>(context: &Context<'s, 'p>, ty: &'p Type, name: &'p str, visit: Visit<'_, 's, 'p>) {
    match ty {
        Type::Refined(of, refinement) => {
            visit(&context.refining(of), Condition { expr: refinement, role: Role::Where, name, entry: None });
            of_type(context, of, name, visit);
        }
        Type::List(of) | Type::Map(of) => of_type(context, of, name, visit),
        Type::Union(types) => types.iter().for_each(|ty| of_type(context, ty, name, visit)),
        Type::Object(fields) => fields.iter().for_each(|field| of_slot(context, field, visit)),
        _ => {}
    }
}

fn of_clause<'s, 'p>(context: &Context<'s, 'p>, clause: &'p ResultClause, name: &'p str, visit: Visit<'_, 's, 'p>) {
    match &clause.kind {
        ResultClauseKind::Failure { when, kind, .. } => {
            visit(context, Condition { expr: when, role: Role::Result, name: kind.as_str(), entry: None });
        }
        ResultClauseKind::Parts { path, ok_when } => {
            let condition = Condition { expr: ok_when, role: Role::Ok, name, entry: None };
            visit(&context.within(&[path]), condition);
        }
    }
}

/// Whether an expression says that something is so.
pub(super) fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(_)
        | ExprKind::Logic(..)
        | ExprKind::Compare(..)
        | ExprKind::In { .. }
        | ExprKind::InWhitelist { .. }
        | ExprKind::InLiterals { .. }
        | ExprKind::InToolEffects { .. }
        | ExprKind::Matches(..)
        | ExprKind::Is { .. } => true,
        ExprKind::Quantifier { kind, .. } => matches!(kind, QuantifierKind::Any | QuantifierKind::All),
        ExprKind::If(_, then, otherwise) => is_condition(then) && is_condition(otherwise),
        _ => false,
    }
}

/// Calls `visit` on a condition and on every condition inside, the outer ones first.
pub(super) fn parts<'s, 'p>(context: &Context<'s, 'p>, whole: Condition<'p>, visit: Visit<'_, 's, 'p>) {
    visit(context, whole);
    inside(context, whole.expr, Condition { role: Role::Part, entry: None, ..whole }, visit);
}

fn inside<'s, 'p>(context: &Context<'s, 'p>, expr: &'p Expr, part: Condition<'p>, visit: Visit<'_, 's, 'p>) {
    let mut condition = |context: &Context<'s, 'p>, expr: &'p Expr, is_condition: bool| {
        if is_condition {
            visit(context, Condition { expr, ..part });
        }
        inside(context, expr, part, visit);
    };
    match &expr.kind {
        ExprKind::Not(of) => condition(context, of, true),
        ExprKind::Logic(_, left, right) => [left, right].iter().for_each(|side| condition(context, side, true)),
        ExprKind::If(when, then, otherwise) => {
            condition(context, when, true);
            [then, otherwise].iter().for_each(|branch| condition(context, branch, is_condition(branch)));
        }
        ExprKind::Quantifier { kind, lists, filter, body } => {
            let inner = context.within(&lists.iter().collect::<Vec<_>>());
            filter.iter().for_each(|filter| condition(&inner, filter, true));
            let says = matches!(kind, QuantifierKind::Any | QuantifierKind::All);
            body.iter().filter(|_| says).for_each(|body| condition(&inner, body, true));
            lists.iter().for_each(|list| condition(context, list, false));
        }
        ExprKind::Path(head, steps) => {
            for step in steps {
                if let Step::Where(filter) = step {
                    condition(&context.within_any(), filter, true);
                }
            }
            condition(context, head, false);
        }
        ExprKind::Compare(_, left, right)
        | ExprKind::Arithmetic(_, left, right)
        | ExprKind::In { item: left, set: right, .. } => {
            [left, right].iter().for_each(|side| condition(context, side, false));
        }
        ExprKind::Is { of, .. } | ExprKind::InLiterals { item: of, .. } | ExprKind::Matches(of, _) => {
            condition(context, of, false);
        }
        ExprKind::Call(_, arguments) => arguments.iter().for_each(|of| condition(context, of, false)),
        _ => {}
    }
}

/// Whether a condition is the only one that reads a fact. A fact is looked up only where something reads it, so that a
/// condition which decides nothing may still be what it is looked up for.
pub(super) fn makes_a_fact_needed(shared: &Shared<'_>, expr: &Expr) -> bool {
    let own = facts(shared, expr);
    let Some(tool) = shared.tool.filter(|_| !own.is_empty()) else { return false };
    let mut all = Vec::new();
    for entry in &tool.entries {
        match &entry.kind {
            EntryKind::Condition(condition) => all.extend(facts(shared, &condition.expr)),
            EntryKind::Confirm(confirm) => all.extend(confirm.when.iter().flat_map(|when| facts(shared, when))),
            EntryKind::Notice(notice) => all.extend(notice.when.iter().flat_map(|when| facts(shared, when))),
            EntryKind::Slot(_) | EntryKind::Let(_) => {}
        }
    }
    let count = |facts: &[EntryId], id: EntryId| facts.iter().filter(|fact| **fact == id).count();
    own.iter().any(|id| count(&all, *id) <= count(&own, *id))
}

/// The facts that are looked up for an expression, as often as it reads them, and through each `let` once.
fn facts(shared: &Shared<'_>, expr: &Expr) -> Vec<EntryId> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut rest = vec![expr];
    while let Some(next) = rest.pop() {
        next.walk(&mut |expr| {
            let ExprKind::Entry(id) = expr.kind else { return };
            match shared.entry(id).map(|entry| &entry.kind) {
                Some(EntryKind::Slot(slot)) if slot.is_fact && !slot.required => found.push(id),
                Some(EntryKind::Let(of)) if seen.insert(id) => rest.push(of),
                _ => {}
            }
        });
    }
    found
}
