//! The verdict on a text that a person would see.

use std::sync::Arc;

use indexmap::IndexSet;

use crate::diagnostic::is_unsafe;
use crate::program::Program;
use crate::snapshot::{Phase, Snapshot};
use crate::value::Value;
use crate::verdict::{AnswerPart, Cause, Decision, Disclosed, Part};

use super::budget::Budgets;
use super::expr::View;
use super::guard::Guarded;
use super::history::Past;
use super::scene::Scene;
use super::seen::Seen;
use super::standing::Standings;
use super::tell;
use super::{Outcome, Story};

/// Judges the snapshot's answer.
pub(super) fn answer(
    program: &Program,
    snapshot: &Snapshot,
    story: Option<&Story>,
    seen: Option<&mut Seen>,
) -> Outcome {
    let scene = Scene::new(program, snapshot, None, story).watched(seen.as_deref());
    let budgets = Budgets::of(&scene);
    let standings = Standings::default();
    let view = View::new(&scene, &standings);
    let guarded = Guarded::judge(&view, Phase::Answer, &budgets);
    seen.into_iter().for_each(|seen| seen.guards(&view, Phase::Answer, &guarded));
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
    let shown = match decision {
        Decision::Pass => Some(guarded.applied(&view, text.unwrap_or_default())),
        Decision::Reply => Some(guarded.applied(&view, &guarded.reply.join("\n\n"))),
        _ => None,
    };
    if let Some(text) = shown {
        let (text, disclosed) = with_failures(&view, &guarded, text);
        part = AnswerPart { text: Some(text), disclosed, ..part };
    }
    if decision == Decision::Retry {
        part.hide = guarded.hide;
        part.attach = guarded.attach;
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

/// The most scalars of what a failure says of itself that a person is told.
const MAX_SAID: usize = 500;

/// What the person is shown: the text, and every failure that nobody told of, each as a line of its own. That the text seems to
/// speak of one already tells nothing.
pub(super) fn with_failures(view: &View<'_>, guarded: &Guarded, mut text: String) -> (String, Disclosed) {
    let mut disclosed = Disclosed::default();
    let history = &view.scene.history;
    let mut lines: IndexSet<String> = IndexSet::new();
    for (at, past) in history.unresolved() {
        lines.insert(guarded.stripped(view, &failure(&past)));
        match at.checked_sub(history.earlier()) {
            Some(index) => disclosed.turn.push(index),
            None => disclosed.earlier.push(at),
        }
    }
    for line in lines {
        let gap = if text.is_empty() { "" } else { "\n\n" };
        text.push_str(gap);
        text.push_str(&line);
    }
    (text, disclosed)
}

/// A failure as the person is told of it, in one line.
fn failure(past: &Past<'_>) -> String {
    let tool = past.tool.map_or_else(|| Arc::clone(&past.call.tool), |(_, tool)| Arc::clone(&tool.name));
    let how = match past.error_kind() {
        Some("partial") => "was done only in part",
        Some("timeout") => "did not finish in time, and may have happened",
        _ => "did not succeed",
    };
    match past.said() {
        Some(message) => format!("`{tool}` {how}: {}", in_one_line(message)),
        None => format!("`{tool}` {how}."),
    }
}

/// What a tool says of itself is others' text: it may neither be a heading of the answer nor turn its letters round.
fn in_one_line(message: &str) -> String {
    let plain: String = message.chars().map(|c| if is_unsafe(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let line = words.join(" ");
    let short: String = line.chars().take(MAX_SAID).collect();
    if short.len() < line.len() { format!("{short}…") } else { short }
}
