//! From a runnable policy and a snapshot to a verdict. Nothing here touches a clock, a file, the environment or the
//! order of a hash map.

mod accept;
mod arguments;
mod asserted;
mod budget;
mod call;
mod expr;
mod history;
mod judge;
mod mask;
mod message;
mod observe;
mod operate;
mod outcome;
mod path;
mod pattern;
mod report;
mod result;
mod said;
mod scene;
mod search;
mod standing;
mod tell;

use std::sync::Arc;

use crate::program::{BudgetKind, Program};
use crate::snapshot::{Phase, Snapshot};
use crate::value::{Map, Number};
use crate::verdict::{Cause, Decision, Part, Undecided, Verdict};

use budget::Counted;
use history::History;

pub(crate) use call::Pins;

/// Judges a snapshot. What goes wrong inside is a state, a reason and a route, never an error.
pub(crate) fn evaluate(program: &Program, pins: &Pins, policy_digest: &Arc<str>, snapshot: &Snapshot) -> Verdict {
    let mut verdict = Verdict {
        phase: snapshot.phase,
        decision: Decision::Hold,
        cause: None,
        tell: None,
        guards: Vec::new(),
        undecided: Vec::new(),
        budget: Map::new(),
        policy_digest: Arc::clone(policy_digest),
        snapshot_digest: Arc::clone(&snapshot.digest),
        part: Part::Text(None),
    };
    match snapshot.phase {
        Phase::Call => {
            let outcome = call::call(program, pins, snapshot);
            verdict.decision = outcome.decision;
            verdict.cause = outcome.cause;
            verdict.tell = outcome.tell;
            verdict.undecided = outcome.undecided;
            verdict.budget = outcome.budget;
            verdict.part = Part::Call(Box::new(outcome.call));
        }
        Phase::Result => {
            let (decision, envelope) = result::result(program, snapshot);
            verdict.decision = decision;
            verdict.part = Part::Result(Some(envelope));
        }
        // An answer has to carry the failures that nobody was told of; until it does, it is not shown.
        Phase::Answer if History::new(program, snapshot).unresolved(program).next().is_some() => {
            verdict.cause = Some(Cause::FailureUnresolved);
            verdict.tell = Some("Not shown: an earlier call failed, and the person has not been told.".into());
        }
        // The round that would start is one of the message's total, retries included.
        Phase::Request => {
            let turn = snapshot.turn.as_ref();
            let mut budgets = Counted::default();
            for budget in program.budgets.iter().filter(|budget| budget.what == BudgetKind::Rounds) {
                budgets.count(budget, turn.and_then(|turn| turn.rounds).map(Number::from));
            }
            if budgets.is_over {
                verdict.cause = Some(Cause::Budget);
                verdict.tell = Some("No further round for this message. Answer with what there is.".into());
            } else {
                verdict.decision = Decision::Pass;
            }
            verdict.undecided = budgets.undecided;
            verdict.budget = budgets.left;
        }
        Phase::Answer | Phase::Memory => verdict.decision = Decision::Pass,
    }
    unjudged(program, &mut verdict);
    verdict
}

/// Guards are resolved and checked but not evaluated yet: the verdict says so. Where a phase is nothing but guards,
/// one that was not judged holds.
fn unjudged(program: &Program, verdict: &mut Verdict) {
    for guard in program.guards.iter().filter(|guard| guard.phase == verdict.phase) {
        verdict.undecided.push(Undecided { id: Arc::clone(&guard.id), why: "guards are not evaluated yet".into() });
        if verdict.decision == Decision::Pass && verdict.phase != Phase::Result {
            verdict.decision = Decision::Hold;
            verdict.cause = Some(Cause::Guard);
        }
    }
    if verdict.decision == Decision::Hold && verdict.cause == Some(Cause::Guard) {
        verdict.tell = Some("Not shown, and nothing has failed. A guard of this phase could not be judged.".into());
    }
}
