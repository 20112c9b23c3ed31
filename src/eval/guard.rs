//! Guards: all of a phase are judged on the same input, and what they do is put together.

use std::sync::Arc;

use crate::program::{Action, Guard, GuardStep, Limit, PatternId, Scope, Tool};
use crate::snapshot::Phase;
use crate::value::{Number, Value};
use crate::verdict::{Attached, GuardReport, Undecided};

use super::budget::Budgets;
use super::expr::View;
use super::found;
use super::message;
use super::outcome::{Unknown, truth};
use super::pattern;

/// Fewer rounds than these are not enough for a `retry`: the one that it starts has to be answered, too.
const ROUNDS_OF_RETRY: i64 = 2;

/// What the guards of a phase do together, in the order of their ids.
#[derive(Debug, Default)]
pub(crate) struct Guarded {
    /// Those that acted.
    pub(crate) reports: Vec<GuardReport>,
    /// Those that could not be decided.
    pub(crate) undecided: Vec<Undecided>,
    /// Why nothing goes through.
    pub(crate) hold: Vec<String>,
    /// What the model is told with the further round.
    pub(crate) retry: Vec<String>,
    /// What ends the turn.
    pub(crate) reply: Vec<String>,
    pub(crate) replay: bool,
    pub(crate) escalate: bool,
    pub(crate) hide: Vec<Arc<str>>,
    pub(crate) append: Vec<String>,
    pub(crate) attach: Vec<Attached>,
    pub(crate) strip: Vec<PatternId>,
}

impl Guarded {
    /// Judges every guard of the phase that concerns the call's tool.
    pub(crate) fn judge(view: &View<'_>, phase: Phase, budgets: &Budgets<'_>) -> Guarded {
        let mut guarded = Guarded::default();
        for guard in &view.scene.program.guards {
            if guard.phase == phase && concerns(guard, view.scene.tool, view) {
                guarded.guard(guard, view, budgets);
            }
        }
        guarded
    }

    /// A text as it is shown after what the guards strip and append.
    pub(crate) fn applied(&self, view: &View<'_>, text: &str) -> String {
        let mut text = self.stripped(view, text);
        for more in &self.append {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(more);
        }
        text
    }

    /// A text without what the guards strip.
    pub(crate) fn stripped(&self, view: &View<'_>, text: &str) -> String {
        let strip = |text: String, id: &PatternId| pattern::strip(view.scene.program, *id, &text).into_owned();
        self.strip.iter().fold(text.to_owned(), strip)
    }

    fn guard(&mut self, guard: &Guard, view: &View<'_>, budgets: &Budgets<'_>) {
        let step = guard.steps.iter().enumerate().find(|(at, step)| !is_used_up(guard, *at, step, view, budgets));
        match truth(view.evaluate(&guard.when)) {
            Ok(false) => {}
            Ok(true) => {
                let found = found::found(view, &guard.when);
                for action in step.iter().flat_map(|(_, step)| &step.actions) {
                    self.act(action, view, found.as_ref());
                }
                // A call or an entry that only the rounds keep from going back is not let through for that.
                if step.is_none() && matches!(guard.phase, Phase::Call | Phase::Memory) {
                    self.hold.extend(passed_over(guard, view, budgets, found.as_ref()));
                }
                self.report(guard, step.map(|(at, _)| at), found);
            }
            Err(unknown) => {
                self.undecided.push(Undecided { id: Arc::clone(&guard.id), why: why(&unknown, view) });
                // Guarding fails closed. What waits for a slot is not let through anyhow.
                if let Some((at, step)) = step.filter(|(_, step)| step.holds() && unknown.blockers.is_empty()) {
                    let holds = step.actions.iter().filter(|action| matches!(action, Action::Hold(_)));
                    holds.for_each(|action| self.act(action, view, None));
                    self.report(guard, Some(at), None);
                }
            }
        }
    }

    fn report(&mut self, guard: &Guard, step: Option<usize>, found: Option<Value>) {
        self.reports.push(GuardReport { id: Arc::clone(&guard.id), step: step.map(|at| at + 1), found });
    }

    fn act(&mut self, action: &Action, view: &View<'_>, found: Option<&Value>) {
        let said = |message| message::of_guard(message, view, found);
        match action {
            Action::Hold(message) => self.hold.push(said(message)),
            Action::Retry(message) => self.retry.push(said(message)),
            Action::Reply(message) => self.reply.push(said(message)),
            Action::Append(message) => self.append.push(said(message)),
            Action::Replay => self.replay = true,
            Action::Escalate => self.escalate = true,
            Action::Strip(pattern) => self.strip.push(*pattern),
            Action::Record => {}
            Action::Hide(tools) => {
                let names = tools.iter().filter_map(|id| view.scene.program.tools.get(id.index()));
                for tool in names {
                    if !self.hide.contains(&tool.name) {
                        self.hide.push(Arc::clone(&tool.name));
                    }
                }
            }
            // What is not there is not sent along.
            Action::Attach { path, value } => {
                if let Ok(value) = view.masked().evaluate(value) {
                    self.attach.push(Attached { path: path.to_string(), value });
                }
            }
        }
    }
}

pub(super) fn concerns(guard: &Guard, tool: Option<&Tool>, view: &View<'_>) -> bool {
    let Some(tools) = &guard.tools else { return true };
    let selected = tools.iter().filter_map(|id| view.scene.program.tools.get(id.index()));
    tool.is_some_and(|tool| selected.into_iter().any(|selected| std::ptr::eq(selected, tool)))
}

/// Whether a step acts no more: as often as it may, or a `retry` for which too few rounds are left.
fn is_used_up(guard: &Guard, at: usize, step: &GuardStep, view: &View<'_>, budgets: &Budgets<'_>) -> bool {
    let limit = step.limit.or(step.retries().then_some(Limit::OF_RETRY));
    limit.is_some_and(|limit| fired(guard, at, limit.per, view) >= limit.times)
        || (step.retries() && is_too_late(budgets))
}

/// The text of a `retry` that too few rounds are left for and that has not acted as often as it may.
fn passed_over(guard: &Guard, view: &View<'_>, budgets: &Budgets<'_>, found: Option<&Value>) -> Option<String> {
    let limit = |step: &GuardStep| step.limit.unwrap_or(Limit::OF_RETRY);
    let open = |(at, step): &(usize, &GuardStep)| fired(guard, *at, limit(step).per, view) < limit(step).times;
    let (_, step) = guard.steps.iter().enumerate().filter(|(_, step)| step.retries()).find(open)?;
    is_too_late(budgets).then_some(())?;
    step.actions.iter().find_map(|action| match action {
        Action::Retry(message) => Some(message::of_guard(message, view, found)),
        _ => None,
    })
}

fn is_too_late(budgets: &Budgets<'_>) -> bool {
    let left = budgets.least(crate::program::BudgetKind::Rounds);
    left.is_some_and(|left| left < Number::from(ROUNDS_OF_RETRY))
}

/// How often a step acted.
fn fired(guard: &Guard, at: usize, per: Scope, view: &View<'_>) -> usize {
    let entry = format!("{}#{}", guard.id, at + 1);
    let snapshot = view.snapshot();
    let turn = snapshot.turn.iter().flat_map(|turn| &turn.fired);
    let earlier = snapshot.session.iter().flat_map(|session| &session.fired).filter(|_| per == Scope::Session);
    turn.chain(earlier).filter(|fired| ***fired == *entry).count()
}

fn why(unknown: &Unknown, view: &View<'_>) -> String {
    let blockers: Vec<String> =
        unknown.blockers.iter().filter_map(|id| view.scene.id(*id)).map(|id| format!("`{id}`")).collect();
    match (&unknown.because, blockers.is_empty()) {
        (_, false) => format!("it waits for {}", blockers.join(", ")),
        (Some(because), true) => because.clone(),
        (None, true) => "what it reads is not known".into(),
    }
}
