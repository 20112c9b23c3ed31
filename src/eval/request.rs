//! The verdict on a round that would start.

use crate::program::{BudgetKind, Program};
use crate::snapshot::{Phase, Snapshot};
use crate::value::{DateTime, Duration, Value};
use crate::verdict::{Cause, Decision, Part, RequestPart};

use super::answer::with_failures;
use super::budget::Budgets;
use super::expr::View;
use super::guard::Guarded;
use super::scene::Scene;
use super::seen::Seen;
use super::standing::Standings;
use super::tell;
use super::{Outcome, Story};

/// The round is one of the message's total, retries included.
const COUNTED: &[BudgetKind] = &[BudgetKind::Rounds];

/// Judges the snapshot's request.
pub(super) fn request(
    program: &Program,
    snapshot: &Snapshot,
    story: Option<&Story>,
    seen: Option<&mut Seen>,
) -> Outcome {
    let scene = Scene::new(program, snapshot, None, story).watched(seen.as_deref());
    let budgets = Budgets::of(&scene);
    let standings = Standings::default();
    let view = View::new(&scene, &standings);
    let guarded = Guarded::judge(&view, Phase::Request, &budgets);
    if let Some(seen) = seen {
        seen.guards(&view, Phase::Request, &guarded);
        seen.budgets(&budgets, COUNTED);
    }
    let (decision, cause) = match (budgets.is_over(COUNTED), guarded.hold.is_empty()) {
        (true, _) => (Decision::Hold, Some(Cause::Budget)),
        (false, false) => (Decision::Hold, Some(Cause::Guard)),
        (false, true) if !guarded.reply.is_empty() => (Decision::Reply, None),
        (false, true) => (Decision::Pass, None),
    };
    let mut part = RequestPart::default();
    let tell = tell::request(decision, cause, &guarded);
    let mut undecided = budgets.undecided(COUNTED);
    undecided.extend(guarded.undecided.iter().cloned());
    match decision {
        Decision::Reply => {
            let (text, disclosed) = with_failures(&view, &guarded, guarded.reply.join("\n\n"));
            (part.text, part.disclosed) = (Some(text), disclosed);
        }
        Decision::Pass => {
            part.hide = guarded.hide;
            part.append = guarded.append;
            part.attach = guarded.attach;
            part.deadline = deadline(snapshot);
        }
        _ => {}
    }
    let part = Part::Request(Box::new(part));
    Outcome { decision, cause, tell, guards: guarded.reports, undecided, budget: budgets.left(), part }
}

/// When the round is to be aborted: a timeout that cancels nothing goes on in the background.
fn deadline(snapshot: &Snapshot) -> Option<DateTime> {
    match snapshot.request.as_ref()?.field("deadline")? {
        Value::DateTime(at) => Some(*at),
        Value::Duration(long) => snapshot.now?.plus(*long),
        Value::Text(text) => DateTime::parse(text).or_else(|| snapshot.now?.plus(Duration::parse(text)?)),
        _ => None,
    }
}
