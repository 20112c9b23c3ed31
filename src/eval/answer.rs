//! The verdict on a text that a person would see.

use std::sync::Arc;

use crate::program::Program;
use crate::snapshot::{Phase, Snapshot};
use crate::value::Value;
use crate::verdict::{AnswerPart, Cause, Decision, Part};

use super::Outcome;
use super::budget::Budgets;
use super::expr::View;
use super::guard::Guarded;
use super::history::Past;
use super::scene::Scene;
use super::standing::Standings;
use super::tell;

/// Judges the snapshot's answer.
pub(super) fn answer(program: &Program, snapshot: &Snapshot) -> Outcome {
    let mut scene = Scene::new(program, snapshot, None);
    let budgets = Budgets::of(&scene);
    scene.budget = Some(budgets.root());
    let standings = Standings::default();
    let view = View::new(&scene, &standings);
    let guarded = Guarded::judge(&view, Phase::Answer, &budgets);
    let decision = match &guarded {
        Guarded { hold, .. } if !hold.is_empty() => Decision::Hold,
        Guarded { retry, .. } if !retry.is_empty() => Decision::Retry,
        Guarded { reply, .. } if !reply.is_empty() => Decision::Reply,
        Guarded { escalate: true, .. } => Decision::Escalate,
        _ => Decision::Pass,
    };
    let text = snapshot.answer.as_ref().and_then(|answer| answer.field("text")).and_then(Value::as_text);
    let tell = tell::answer(decision, &guarded);
    let mut part = AnswerPart::default();
    match decision {
        Decision::Pass => part = shown(&view, guarded.applied(&view, text.map_or("", |text| text))),
        Decision::Reply => part = shown(&view, guarded.applied(&view, &guarded.reply.join("\n\n"))),
        Decision::Retry => {
            part.hide = guarded.hide;
            part.attach = guarded.attach;
        }
        _ => {}
    }
    Outcome {
        decision,
        cause: (decision == Decision::Hold).then_some(Cause::Guard),
        tell,
        guards: guarded.reports,
        undecided: guarded.undecided,
        budget: budgets.left(),
        part: Part::Answer(Box::new(part)),
    }
}

/// What the person is shown: the text, and every failure that nobody told of.
fn shown(view: &View<'_>, mut text: String) -> AnswerPart {
    let mut part = AnswerPart::default();
    let history = &view.scene.history;
    let earlier = history.calls.iter().filter(|past| !past.in_turn).count();
    for (at, past) in history.unresolved(view.scene.program) {
        let line = failure(past);
        if !text.contains(&line) {
            let gap = if text.is_empty() { "" } else { "\n\n" };
            text.push_str(gap);
            text.push_str(&line);
        }
        match at.checked_sub(earlier) {
            Some(index) => part.disclosed.push(index),
            None => part.disclosed_earlier.push(at),
        }
    }
    part.text = Some(text);
    part
}

/// A failure as the person is told of it.
fn failure(past: &Past<'_>) -> String {
    let tool = past.tool.map_or_else(|| Arc::clone(&past.call.tool), |(_, tool)| Arc::clone(&tool.name));
    let how = match past.error_kind() {
        Some("partial") => "was done only in part",
        Some("timeout") => "did not finish in time, and may have happened",
        _ => "did not succeed",
    };
    match past.said() {
        Some(message) => format!("`{tool}` {how}: {message}"),
        None => format!("`{tool}` {how}."),
    }
}
