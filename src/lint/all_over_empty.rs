//! `all` over a list that may be empty: it is true then, of nothing.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::eval::trial::Trial;
use crate::program::{CompareOp, EntryKind, Expr, ExprKind, LogicOp, QuantifierKind, Step};
use crate::snapshot::Snapshot;
use crate::span::Span;
use crate::value::Value;

use super::condition::each_place;
use super::desk::Desk;
use super::reason::context::{Context, Shared};
use super::reason::state::State;
use super::tally::Tally;
use super::tell;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let snapshot = Snapshot::default();
    let mut tally: Tally<Span> = Tally::new();
    each_place(desk, &mut |shared| {
        let rules = rules(shared);
        for (expr, wanted) in &rules {
            if !desk.is_own(expr.span) {
                continue;
            }
            let context = shared.context();
            let mut found = Vec::new();
            alls(&context, expr, *wanted, &mut found);
            for (all, list) in found.into_iter().filter(|(all, _)| desk.is_own(all.span)) {
                tally.look(all.span, || {
                    let met = states(&context, &rules, list);
                    let may_be_bare = met.iter().any(|state| context.read(list, state).values.bare);
                    let holds = holds_of_nothing(shared, &snapshot, all);
                    (may_be_bare && holds).then(|| (finding(desk, shared, all, list), 0))
                });
            }
        }
    });
    tally.all(findings);
}

/// What has to hold before a call runs, with what it has to come to.
fn rules<'p>(shared: &Shared<'p>) -> Vec<(&'p Expr, bool)> {
    let entries = shared.tool.map(|tool| tool.entries.as_slice()).unwrap_or_default();
    let conditions = entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Condition(condition) => Some((&condition.expr, !condition.unmet_when)),
        _ => None,
    });
    conditions.collect()
}

/// Every `all` whose truth lets a call go on, with its list.
fn alls<'p>(context: &Context<'_, 'p>, expr: &'p Expr, wanted: bool, found: &mut Vec<(&'p Expr, &'p Expr)>) {
    let expr = context.open(expr);
    match &expr.kind {
        ExprKind::Not(of) => alls(context, of, !wanted, found),
        ExprKind::Logic(_, left, right) => {
            alls(context, left, wanted, found);
            alls(context, right, wanted, found);
        }
        ExprKind::If(_, then, otherwise) => {
            alls(context, then, wanted, found);
            alls(context, otherwise, wanted, found);
        }
        ExprKind::Quantifier { kind: QuantifierKind::All, lists, body: Some(body), .. } if wanted => {
            if let [list] = &**lists
                && is_looked_up(context, list)
                && !denies(body)
            {
                found.push((expr, list));
            }
        }
        _ => {}
    }
}

/// A fact, or something in one: what is looked up may be empty, where a person's words bear no empty list out.
fn is_looked_up<'p>(context: &Context<'_, 'p>, list: &'p Expr) -> bool {
    let list = context.open(list);
    match &list.kind {
        ExprKind::Entry(id) => context.shared.slot(*id).is_some_and(|slot| slot.is_fact),
        ExprKind::Path(head, steps) => {
            steps.iter().all(|step| matches!(step, Step::Field(_) | Step::Key(_))) && is_looked_up(context, head)
        }
        _ => false,
    }
}

/// Whether it says what nothing in the list may be: of an empty list that is meant to be true.
fn denies(body: &Expr) -> bool {
    match &body.kind {
        ExprKind::Not(_) | ExprKind::Compare(CompareOp::NotEqual, ..) => true,
        ExprKind::In { negated, .. }
        | ExprKind::InLiterals { negated, .. }
        | ExprKind::InWhitelist { negated, .. }
        | ExprKind::Is { negated, .. } => *negated,
        ExprKind::Logic(LogicOp::Or, left, right) => denies(left) || denies(right),
        ExprKind::Logic(LogicOp::And, left, right) => denies(left) && denies(right),
        _ => false,
    }
}

/// The situations in which every rule that reads the list is met.
fn states<'p>(context: &Context<'_, 'p>, rules: &[(&'p Expr, bool)], list: &'p Expr) -> Vec<State<'p>> {
    let read = context.open(list).entries();
    let reads = |expr: &'p Expr| {
        let mut entries = expr.entries();
        // What a `let` reads, one step down.
        for id in expr.entries() {
            if let Some(EntryKind::Let(of)) = context.shared.entry(id).map(|entry| &entry.kind) {
                entries.extend(of.entries());
            }
        }
        entries.iter().any(|id| read.contains(id))
    };
    let near = rules.iter().filter(|(expr, _)| reads(expr));
    near.fold(vec![State::default()], |states, (expr, wanted)| context.assume(expr, *wanted, states))
}

/// Whether the evaluator says so.
fn holds_of_nothing(shared: &Shared<'_>, snapshot: &Snapshot, all: &Expr) -> bool {
    let mut tried = all.clone();
    if let ExprKind::Quantifier { lists, .. } = &mut tried.kind {
        lists.iter_mut().for_each(|list| list.kind = ExprKind::Literal(Value::list([])));
    }
    Trial::new(shared.program, snapshot, shared.tool).holds(&tried, &[]) == Some(true)
}

fn finding(desk: &Desk<'_>, shared: &Shared<'_>, all: &Expr, list: &Expr) -> Diagnostic {
    let name = tell::shown(desk, list);
    let message = format!("this is true of an empty `{name}` too");
    let mut finding = Diagnostic::new(Code::AllOverEmpty, all.span, message);
    for slot in list.entries().into_iter().filter_map(|id| shared.slot(id)) {
        finding = finding.label(slot.declared, "nothing says that there is something in it");
    }
    finding.help(format!("write `size({name}) > 0 and ...` where there has to be one"))
}
