//! The verdict on an entry that would be remembered.

use crate::program::Program;
use crate::snapshot::{Phase, Snapshot};
use crate::value::Value;
use crate::verdict::{Cause, Decision, Part};

use super::budget::Budgets;
use super::expr::View;
use super::guard::Guarded;
use super::scene::Scene;
use super::seen::Seen;
use super::standing::Standings;
use super::tell;
use super::{Outcome, Story};

/// Judges the snapshot's entry.
pub(super) fn memory(
    program: &Program,
    snapshot: &Snapshot,
    story: Option<&Story>,
    seen: Option<&mut Seen>,
) -> Outcome {
    let scene = Scene::new(program, snapshot, None, story).watched(seen.as_deref());
    let budgets = Budgets::of(&scene);
    let standings = Standings::default();
    let view = View::new(&scene, &standings);
    let guarded = Guarded::judge(&view, Phase::Memory, &budgets);
    seen.into_iter().for_each(|seen| seen.guards(&view, Phase::Memory, &guarded));
    let (decision, cause) = match (guarded.hold.is_empty(), guarded.retry.is_empty()) {
        (false, _) => (Decision::Hold, Some(Cause::Guard)),
        (true, false) => (Decision::Retry, None),
        (true, true) => (Decision::Pass, None),
    };
    let text = snapshot.entry.as_ref().and_then(|entry| entry.field("text")).and_then(Value::as_text);
    let kept = text.filter(|_| decision == Decision::Pass).map(|text| guarded.stripped(&view, text));
    Outcome {
        decision,
        cause,
        tell: tell::memory(decision, &guarded),
        guards: guarded.reports,
        undecided: guarded.undecided,
        budget: budgets.left(),
        part: Part::Text(kept),
    }
}
