//! Of a guard's steps the first that is not used up acts: behind one that is never used up, none ever does.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::BudgetKind;
use crate::snapshot::Phase;
use crate::syntax::ast::{Guard, GuardStep, ItemKind};
use crate::value::Number;

use super::desk::Desk;

/// A `retry` is passed over where fewer rounds are left.
const ROUNDS_OF_RETRY: i64 = 2;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for item in desk.items() {
        if let ItemKind::Guard(guard) = &item.kind {
            findings.extend(behind_an_endless_one(guard));
            findings.extend(too_few_rounds(desk, guard));
        }
    }
}

fn retries(step: &GuardStep) -> bool {
    step.actions.iter().any(|action| action.word.text == "retry")
}

/// The steps behind one without a limit. A `retry` has one of its own.
fn behind_an_endless_one(guard: &Guard) -> Option<Diagnostic> {
    let endless = guard.steps.iter().position(|step| step.at_most.is_none() && !retries(step))?;
    let (step, next, last) = (guard.steps.get(endless)?, guard.steps.get(endless + 1)?, guard.steps.last()?);
    Some(
        Diagnostic::new(Code::UnreachableStep, next.span.to(last.span), "what stands here is never done")
            .label(step.span, "has no limit, so it acts every time")
            .help("give the step before it a limit, as `at most 1 per message`, or take out what stands behind it"),
    )
}

/// A `retry` that the message's rounds never leave room for: the first one has begun when an answer or a call is judged.
fn too_few_rounds(desk: &Desk, guard: &Guard) -> Vec<Diagnostic> {
    let begun = match Phase::from_name(&guard.phase.text) {
        Some(Phase::Answer | Phase::Call) => 1,
        _ => 0,
    };
    let rounds = desk.program.budgets.iter().filter(|budget| budget.what == BudgetKind::Rounds);
    let Some(budget) = rounds.min_by(|a, b| a.limit.cmp(&b.limit)) else { return Vec::new() };
    if budget.limit >= Number::from(begun + ROUNDS_OF_RETRY) {
        return Vec::new();
    }
    let passed_over = guard.steps.iter().filter(|step| retries(step)).map(|step| {
        Diagnostic::new(Code::UnreachableStep, step.span, "this `retry` is always passed over")
            .here("starts a round, and leaves one to answer it")
            .label(budget.declared, "leaves no room for two more")
            .help(format!("allow {} rounds, or take the step out", begun + ROUNDS_OF_RETRY))
    });
    passed_over.collect()
}
