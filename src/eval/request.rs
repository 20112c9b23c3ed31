//! The verdict on a round that would start.

use crate::program::{BudgetKind, Program};
use crate::snapshot::{Phase, Snapshot};
use crate::verdict::{Cause, Decision, Part, RequestPart};

use super::Outcome;
use super::budget::Budgets;
use super::expr::View;
use super::guard::Guarded;
use super::scene::Scene;
use super::standing::Standings;
use super::tell;

/// The round is one of the message's total, retries included.
const COUNTED: &[BudgetKind] = &[BudgetKind::Rounds];

/// Judges the snapshot's request.
pub(super) fn request(program: &Program, snapshot: &Snapshot) -> Outcome {
    let mut scene = Scene::new(program, snapshot, None);
    let budgets = Budgets::of(&scene);
    scene.budget = Some(budgets.root());
    let guarded = Guarded::judge(&View::new(&scene, &Standings::default()), Phase::Request, &budgets);
    let (decision, cause) = match (budgets.is_over(COUNTED), guarded.hold.is_empty()) {
        (true, _) => (Decision::Hold, Some(Cause::Budget)),
        (false, false) => (Decision::Hold, Some(Cause::Guard)),
        (false, true) if !guarded.reply.is_empty() => (Decision::Reply, None),
        (false, true) => (Decision::Pass, None),
    };
    let mut part = RequestPart::default();
    let tell = tell::request(decision, cause, &guarded);
    let mut undecided = budgets.undecided(COUNTED);
    undecided.extend(guarded.undecided);
    match decision {
        Decision::Reply => part.text = Some(guarded.reply.join("\n\n")),
        Decision::Pass => {
            part.hide = guarded.hide;
            part.append = guarded.append;
            part.attach = guarded.attach;
        }
        _ => {}
    }
    let part = Part::Request(Box::new(part));
    Outcome { decision, cause, tell, guards: guarded.reports, undecided, budget: budgets.left(), part }
}
