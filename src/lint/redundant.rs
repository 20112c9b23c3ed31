//! Parts of a condition that follow from the rest of it.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{Expr, ExprKind, LogicOp};
use crate::snapshot::Snapshot;
use crate::span::Span;

use super::condition::{conditions, each_place, makes_a_fact_needed, parts};
use super::constant::only_truth;
use super::desk::Desk;
use super::reason::context::Context;
use super::reason::key;
use super::reason::replay::{Example, Replay};
use super::reason::state::State;
use super::tally::Tally;
use super::tell;

/// The most parts of one `and` or `or` that are held against each other.
const MAX_PARTS: usize = 24;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let snapshot = Snapshot::default();
    let mut tally: Tally<Span> = Tally::new();
    each_place(desk, &mut |shared| {
        conditions(shared, &mut |context, whole| {
            if !desk.is_own(whole.expr.span) {
                return;
            }
            // The parts of a longer chain are chains by themselves: only whole ones are looked at.
            let mut inner: Vec<*const Expr> = Vec::new();
            parts(context, whole, &mut |context, condition| {
                let ExprKind::Logic(op, left, right) = &condition.expr.kind else { return };
                let continues = |side: &Expr| matches!(&side.kind, ExprKind::Logic(other, ..) if other == op);
                let sides = [left, right].into_iter().filter(|side| continues(side));
                inner.extend(sides.map(|side| std::ptr::from_ref::<Expr>(side)));
                if inner.contains(&std::ptr::from_ref(condition.expr)) {
                    return;
                }
                let mut chain = Vec::new();
                flatten(*op, condition.expr, &mut chain);
                if chain.len() <= MAX_PARTS {
                    of_chain(desk, context, *op, &chain, &snapshot, &mut tally);
                }
            });
        });
    });
    tally.all(findings);
}

/// The parts of a chain of one operator.
fn flatten<'p>(op: LogicOp, expr: &'p Expr, chain: &mut Vec<&'p Expr>) {
    match &expr.kind {
        ExprKind::Logic(own, left, right) if *own == op => {
            flatten(op, left, chain);
            flatten(op, right, chain);
        }
        _ => chain.push(expr),
    }
}

fn of_chain<'p>(
    desk: &Desk<'p>,
    context: &Context<'_, 'p>,
    op: LogicOp,
    chain: &[&'p Expr],
    snapshot: &Snapshot,
    tally: &mut Tally<Span>,
) {
    // Of two that say the same the later one is superfluous.
    let mut left: Vec<&'p Expr> = chain.to_vec();
    for part in chain.iter().rev() {
        tally.look(part.span, || {
            let rest: Vec<&'p Expr> = left.iter().copied().filter(|other| other.span != part.span).collect();
            let because = implied(context, op, part, &rest)?;
            if makes_a_fact_needed(context.shared, part) || only_truth(context, part).is_some() {
                return None;
            }
            let example = replayed(context, op, part, &rest, snapshot)?;
            left.retain(|other| other.span != part.span);
            Some((finding(desk, context, op, part, because, &example), 0))
        });
    }
}

/// Whether a part adds nothing to the rest of its chain, whatever is known and unknown: with the part of the rest that it
/// follows from by itself, where there is one.
fn implied<'p>(context: &Context<'_, 'p>, op: LogicOp, part: &'p Expr, rest: &[&'p Expr]) -> Option<Option<&'p Expr>> {
    let by_one = rest.iter().copied().find(|one| adds_nothing(context, op, part, &[one]));
    (by_one.is_some() || (rest.len() > 1 && adds_nothing(context, op, part, rest))).then_some(by_one)
}

fn adds_nothing<'p>(context: &Context<'_, 'p>, op: LogicOp, part: &'p Expr, rest: &[&'p Expr]) -> bool {
    let decisive = op == LogicOp::Or;
    let surely = |expr: &'p Expr, truth: bool, state: &State<'p>| {
        !context.may_be(expr, !truth, state) && !context.may_be_unknown(expr, state)
    };
    let open = rest.iter().fold(vec![State::default()], |states, other| context.assume(other, !decisive, states));
    let decided = context.assume(part, decisive, vec![State::default()]);
    !open.is_empty()
        && !decided.is_empty()
        && open.iter().all(|state| surely(part, !decisive, state))
        && decided.iter().all(|state| rest.iter().any(|other| surely(other, decisive, state)))
}

/// An example in which the rest leaves it to the part, after the evaluator made the same of the rest with it and without
/// it in every one.
fn replayed<'p>(
    context: &Context<'_, 'p>,
    op: LogicOp,
    part: &'p Expr,
    rest: &[&'p Expr],
    snapshot: &Snapshot,
) -> Option<Example<'p>> {
    let replay = Replay::new(context, snapshot);
    let mut exprs = rest.to_vec();
    exprs.push(part);
    let decisive = op == LogicOp::Or;
    let mut states = rest.iter().fold(vec![State::default()], |states, other| context.assume(other, !decisive, states));
    states.push(State::default());
    let mut shown: Option<Example<'p>> = None;
    for example in replay.examples(&exprs, &states) {
        let of_rest: Vec<Option<bool>> = rest.iter().map(|other| replay.holds(other, &example)).collect();
        let of_part = replay.holds(part, &example);
        let without = together(decisive, of_rest.iter().copied());
        if together(decisive, of_rest.into_iter().chain([of_part])) != without {
            return None;
        }
        let is_better = shown.as_ref().is_none_or(|shown| !tell::is_plain(shown) && tell::is_plain(&example));
        if without == Some(!decisive) && of_part == Some(!decisive) && is_better {
            shown = Some(example);
        }
    }
    shown
}

/// Kleene's `and`, or `or` where true is decisive.
fn together(decisive: bool, parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(!decisive);
    for part in parts {
        match part {
            Some(truth) if truth == decisive => return Some(decisive),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

fn finding<'p>(
    desk: &Desk<'p>,
    context: &Context<'_, 'p>,
    op: LogicOp,
    part: &'p Expr,
    because: Option<&'p Expr>,
    example: &Example<'p>,
) -> Diagnostic {
    let text = tell::shown(desk, part);
    let (word, truth) = if op == LogicOp::And { ("and", true) } else { ("or", false) };
    let is_same = because.is_some_and(|other| key::of(other) == key::of(part));
    let message = match because {
        Some(_) if is_same => format!("`{text}` is written twice"),
        Some(other) if truth => format!("`{text}` follows from `{}` beside it", tell::shown(desk, other)),
        Some(other) => format!("where `{text}` is true, `{}` beside it is true already", tell::shown(desk, other)),
        None => format!("`{text}` changes nothing: what stands beside it decides the same"),
    };
    let mut finding = Diagnostic::new(Code::ImpliedCondition, part.span, message);
    if let Some(with) = tell::example(desk, example) {
        finding = finding.here(format!("{truth} {with}, as is what stands beside it"));
    }
    if let Some(other) = because {
        finding = finding.label(other.span, if is_same { "here first" } else { "it follows from this" });
    }
    tell::declarations(context, &[part], finding)
        .help(format!("take it out with its `{word}`, or write what was meant beside the other"))
}
