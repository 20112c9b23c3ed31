//! Conditions that can only come to one thing.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Expr, ExprKind, LogicOp, Tool};
use crate::snapshot::Snapshot;
use crate::span::Span;
use crate::value::Value;

use super::condition::{Condition, Role, conditions, each_place, makes_a_fact_needed, parts};
use super::desk::Desk;
use super::reason::context::Context;
use super::reason::replay::{Example, Replay};
use super::reason::state::State;
use super::tally::Tally;
use super::tell;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let snapshot = Snapshot::default();
    let mut tally: Tally<Span> = Tally::new();
    each_place(desk, &mut |shared| {
        conditions(shared, &mut |context, whole| {
            if !desk.is_own(whole.expr.span) {
                return;
            }
            parts(context, whole, &mut |context, condition| {
                tally.look(condition.expr.span, || {
                    let truth = constant(desk, context, condition, &snapshot)?;
                    if let (Role::Let, Some(id)) = (condition.role, condition.entry) {
                        shared.opaque.borrow_mut().insert(id);
                    }
                    Some((finding(desk, context, condition, &truth), usize::from(truth.holds)))
                });
            });
        });
    });
    tally.outermost(findings);
    findings.extend(desk.program.tools.iter().filter_map(|tool| without_effect(desk, tool)));
}

/// A tool without an effect under a rule, of whatever file, by which the person's intent has to be one of the tool's.
fn without_effect(desk: &Desk<'_>, tool: &Tool) -> Option<Diagnostic> {
    if !desk.is_own(tool.declared) || !tool.effects.is_empty() {
        return None;
    }
    let rule = tool.entries.iter().find(|entry| match &entry.kind {
        EntryKind::Condition(condition) => !condition.unmet_when && asks_for_effect(&condition.expr),
        _ => false,
    })?;
    let message = format!("no call of `{}` gets past `{}`: it has no effect", tool.bare_name, rule.name);
    Some(
        Diagnostic::new(Code::AlwaysFalse, tool.declared, message)
            .label(rule.declared, "the person's intent has to be one of the tool's effects")
            .help("say what it changes: `effect NAME { field: slot }`; an effect is declared at the top of the file"),
    )
}

/// Whether it holds only where something is among the tool's effects.
fn asks_for_effect(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::InToolEffects { negated, .. } => !negated,
        ExprKind::Logic(LogicOp::And, left, right) => asks_for_effect(left) || asks_for_effect(right),
        _ => false,
    }
}

/// What a condition can only come to.
struct Constant<'p> {
    holds: bool,
    /// Whether only what `where` says of slots makes it so.
    by_where: bool,
    example: Option<Example<'p>>,
}

/// The truth that a condition always has, where it has only one and the evaluator agrees.
fn constant<'p>(
    desk: &Desk<'p>,
    context: &Context<'_, 'p>,
    condition: Condition<'p>,
    snapshot: &Snapshot,
) -> Option<Constant<'p>> {
    let expr = condition.expr;
    let holds = only_truth(context, expr)?;
    if is_meant(condition, holds) || speaks_of_effect(desk, expr) || makes_a_fact_needed(context.shared, expr) {
        return None;
    }
    // `status < 400 or status >= 400` asks whether it is a number, where nobody knows what it is.
    if holds && condition.role != Role::Forbid && !context.is_decided_where_known(expr) {
        return None;
    }
    if is_literal(expr) {
        return Some(Constant { holds, by_where: false, example: None });
    }
    let replay = Replay::new(context, snapshot);
    let examples = replay.examples(&[expr], &[State::default()]);
    let mut shown = None;
    for example in examples {
        match replay.holds(expr, &example) {
            Some(truth) if truth != holds => return None,
            Some(_) if shown.as_ref().is_none_or(|shown| !tell::is_plain(shown) && tell::is_plain(&example)) => {
                shown = Some(example);
            }
            _ => {}
        }
    }
    let unrefined = context.shared.unrefined();
    let by_where = condition.role != Role::Where && only_truth(&context.elsewhere(&unrefined), expr).is_none();
    Some(Constant { holds, by_where, example: Some(shown?) })
}

pub(super) fn only_truth<'p>(context: &Context<'_, 'p>, expr: &'p Expr) -> Option<bool> {
    let start = State::default();
    match (context.may_be(expr, true, &start), context.may_be(expr, false, &start)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Value::Bool(_)))
}

/// Where a bare `true` or `false` is how something is said: a guard or a clause always, a call never.
fn is_meant(condition: Condition<'_>, holds: bool) -> bool {
    is_literal(condition.expr)
        && match condition.role {
            Role::Guard | Role::Result | Role::Ok | Role::Forbid => holds,
            Role::Require => !holds,
            Role::Let => true,
            _ => false,
        }
}

/// Whether it reads a field of an effect that the tool maps to a literal: the rule is for others as well.
fn speaks_of_effect(desk: &Desk<'_>, expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |expr| {
        found |= matches!(expr.kind, ExprKind::Literal(_)) && desk.text(expr.span).starts_with("effect");
    });
    found
}

fn finding<'p>(
    desk: &Desk<'p>,
    context: &Context<'_, 'p>,
    condition: Condition<'p>,
    constant: &Constant<'p>,
) -> Diagnostic {
    let Constant { holds, by_where, example } = constant;
    let (code, says) = match (by_where, holds) {
        (false, true) => (Code::AlwaysTrue, "can only be true"),
        (false, false) => (Code::AlwaysFalse, "can only be false"),
        (true, true) => (Code::ImpliedCondition, "follows from what `where` says"),
        (true, false) => (Code::ContradictingConditions, "contradicts what `where` says"),
    };
    let (what, so) = told(desk, condition, *holds);
    let mut finding = Diagnostic::new(code, condition.expr.span, format!("{what} {says}{so}"));
    if let Some(with) = example.as_ref().and_then(|example| tell::example(desk, example)) {
        finding = finding.here(format!("{holds} {with}, and never {}", !holds));
    }
    finding = tell::declarations(context, &[condition.expr], finding);
    finding.help(match condition.role {
        Role::Part => format!("take it out, or write what is meant to be able to be {}", !holds),
        Role::Confirm | Role::Notice if *holds => "leave `when` out where it is meant to be so always".to_owned(),
        _ => format!("write a condition that can be {}, or take it out", !holds),
    })
}

/// What a condition is, and what follows from its being always so.
fn told(desk: &Desk<'_>, condition: Condition<'_>, holds: bool) -> (String, &'static str) {
    let name = condition.name;
    let what = match condition.role {
        Role::Where => format!("the `where` of `{name}`"),
        Role::Optional => format!("what `optional` asks of `{name}`"),
        Role::Let => format!("`{name}`"),
        Role::Part => format!("`{}`", tell::shown(desk, condition.expr)),
        _ => format!("the condition of `{name}`"),
    };
    let so = match (condition.role, holds) {
        (Role::Require, true) | (Role::Forbid, false) => ": it never keeps a call back",
        (Role::Require, false) | (Role::Forbid, true) => ": no call gets past it",
        (Role::Confirm, true) => ": it is asked before every call",
        (Role::Confirm, false) => ": it is never asked",
        (Role::Notice, true) => ": it is shown before every call",
        (Role::Notice, false) => ": it is never shown",
        (Role::Guard, true) => ": it acts every time",
        (Role::Guard, false) => ": it acts on nothing that is known",
        (Role::Where, true) => ": it refuses no value",
        (Role::Where, false) => ": it accepts no value",
        (Role::Optional, true) => ": it may always stay empty",
        (Role::Optional, false) => ": it may never stay empty",
        (Role::Result, true) => ": every result is read so",
        (Role::Result, false) => ": no result is ever read so",
        (Role::Ok, true) => ": every part is taken to be ok",
        (Role::Ok, false) => ": no part is ever taken to be ok",
        (Role::Let | Role::Part, _) => "",
    };
    (what, so)
}
