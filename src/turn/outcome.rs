//! What became of the proposed call, and what a verdict says that the next snapshot has to hold.

use std::sync::Arc;

use super::given::same_tool;
use super::{Conversation, Given, Pending, plain};
use crate::snapshot::{Approval, CallOutcome, PastCall, Settled, Trigger};
use crate::value::{DateTime, Value};
use crate::verdict::{CallVerdict, Decision, Kind, Question, Route, State, Verdict};

impl Conversation {
    /// Keeps of a verdict what later snapshots count: which guards acted, which slots are asked about or went back to the
    /// model, and with which arguments the call runs. Once for each verdict that the host acts on.
    pub fn note(&mut self, verdict: &Verdict) {
        let acted = verdict.guards.iter().filter_map(|guard| Some((&guard.id, guard.step?)));
        let fired = acted.map(|(id, step)| format!("{id}#{step}").into());
        self.base.turn.get_or_insert_default().fired.extend(fired);
        let Some(call) = verdict.call() else { return };
        if let Some(pending) = &mut self.pending {
            pending.decision = Some(verdict.decision);
            pending.tool = call.tool.clone();
            pending.settled = call.arguments.as_ref().map(|arguments| (call.tool.clone(), arguments.clone()));
            pending.shown = call.questions.iter().filter_map(|question| question.binds.clone()).flatten().collect();
            pending.confirms = given_approvals(call);
            pending.questions =
                call.questions.iter().map(|question| (question.id.clone(), question.slots.clone())).collect();
        }
        match verdict.decision {
            Decision::AskUser => {
                let slots = call.questions.iter().flat_map(|question| &question.slots);
                slots.for_each(|slot| count(&mut self.asked, &call.tool, slot));
            }
            Decision::Revise => {
                let sent_back = call.slots.iter().filter(|slot| slot.route == Some(Route::Revise));
                sent_back.for_each(|slot| count(&mut self.revised, &call.tool, &slot.id));
            }
            _ => {}
        }
    }

    /// The proposed call ran, and this is its envelope (null where a guard withheld it), with the text that came back. Answers, notices and approvals that
    /// led to it are used up. Without a proposed call, this and the other outcomes do nothing.
    pub fn executed(&mut self, envelope: Value, text: Option<&str>, at: DateTime) {
        let Some(pending) = self.pending.take() else { return };
        self.executions += 1;
        let approval = self.use_approvals(&pending);
        self.answers.use_up(&pending.tool);
        self.shown.use_up(&pending.tool);
        self.asked.use_up(&pending.tool);
        self.revised.use_up(&pending.tool);
        self.base.trigger = Trigger::default();
        let past = pending.past(CallOutcome::Executed, at);
        let result = (envelope != Value::Null).then_some(envelope);
        self.push(PastCall { result, text: text.map(Arc::from), approval, ..past });
    }

    /// A person refused the proposed call.
    pub fn refused(&mut self, at: DateTime) {
        self.end(CallOutcome::Refused, None, at);
    }

    /// A verdict held the proposed call, or sent it back to the model.
    pub fn held(&mut self, at: DateTime) {
        self.end(CallOutcome::Held, None, at);
    }

    /// The outcome of the same call was given again.
    pub fn replayed(&mut self, envelope: Option<Value>, at: DateTime) {
        self.end(CallOutcome::Replayed, envelope, at);
    }

    /// A person's word on the latest call of a tool that timed out.
    pub fn settled(&mut self, tool: &str, word: Settled) {
        let timed_out = |call: &&mut PastCall| {
            let kind = call.result.as_ref().and_then(|envelope| envelope.field("error_kind"));
            same_tool(&call.tool, tool) && kind.and_then(Value::as_text) == Some("timeout")
        };
        let turn = self.base.turn.iter_mut().flat_map(|turn| turn.calls.iter_mut().flatten());
        let session = self.base.session.iter_mut().flat_map(|session| session.calls.iter_mut().flatten());
        if let Some(call) = session.chain(turn).filter(timed_out).last() {
            call.settled = Some(word);
        }
    }

    /// The person was shown the failures of these calls, by their place in the turn, as a verdict of phase `answer` lists
    /// them.
    pub fn disclosed(&mut self, calls: &[usize]) {
        disclose(self.base.turn.as_mut().and_then(|turn| turn.calls.as_mut()), calls);
    }

    /// The person was shown the text of a verdict of phase `answer`, or of the one that ended the turn: it is said, and the failures that it
    /// tells of are disclosed. Where nothing was to be shown, this does nothing.
    pub fn told(&mut self, verdict: &Verdict) {
        self.disclosed_by(verdict);
        if let Some(text) = verdict.text() {
            self.assistant_said(text);
        }
    }

    /// The failures that the text of a verdict tells of are disclosed.
    pub(crate) fn disclosed_by(&mut self, verdict: &Verdict) {
        if let Some(disclosed) = verdict.disclosed() {
            disclose(self.base.turn.as_mut().and_then(|turn| turn.calls.as_mut()), &disclosed.turn);
            disclose(self.base.session.as_mut().and_then(|session| session.calls.as_mut()), &disclosed.earlier);
        }
    }

    /// The person said yes to a question of kind approval about the proposed call: it binds what the question shows.
    pub fn approved_question(&mut self, question: &Question, at: DateTime, expires: Option<DateTime>) {
        let Some(tool) = self.tool().cloned() else { return };
        for slot in &question.slots {
            self.approved(Approval {
                id: None,
                tool: tool.clone(),
                confirm: slot.clone(),
                bound: question.binds.clone().unwrap_or_default(),
                shown: Some(question.text.as_str().into()),
                at: Some(at),
                expires,
                used_by: None,
            });
        }
    }

    /// Whether an answer settles a slot of a `fixed` section, as far as the verdict on the proposed call tells.
    pub(super) fn is_of_fixed(&self, question: &str) -> bool {
        let Some(pending) = &self.pending else { return true };
        let asked = pending.questions.iter().filter(|(id, slots)| {
            **id == *question || slots.iter().any(|slot| **slot == *question || last_name(slot) == question)
        });
        let mut slots = asked.flat_map(|(_, slots)| slots).peekable();
        question.starts_with("fixed.") || (slots.peek().is_some() && slots.all(|slot| slot.starts_with("fixed.")))
    }

    fn end(&mut self, outcome: CallOutcome, result: Option<Value>, at: DateTime) {
        if let Some(pending) = self.pending.take() {
            let past = pending.past(outcome, at);
            self.push(PastCall { result, ..past });
        }
    }

    fn push(&mut self, mut call: PastCall) {
        plain::value(&mut call.arguments);
        if let Some(result) = &mut call.result {
            plain::value(result);
        }
        self.base.turn.get_or_insert_default().calls.get_or_insert_default().push(call);
    }

    /// Marks the approvals that an execution rests on as used, and says the first one's id. Rather one too many than one
    /// that is used again: where none is bound to these very values, all for its confirms are used up.
    fn use_approvals(&mut self, pending: &Pending) -> Option<Arc<str>> {
        let execution: Arc<str> = format!("execution-{}", self.executions).into();
        let due = |approval: &&mut Approval| approval.used_by.is_none() && pending.is_for(approval);
        let bound = self.base.approvals.iter_mut().filter(due).any(|approval| pending.agrees(approval));
        let mut first = None;
        for approval in self.base.approvals.iter_mut().filter(due) {
            if !bound || pending.agrees(approval) {
                approval.used_by = Some(execution.clone());
                first = first.or_else(|| approval.id.clone());
            }
        }
        first
    }
}

impl Pending {
    fn past(&self, outcome: CallOutcome, at: DateTime) -> PastCall {
        let arguments = match &self.settled {
            Some((_, arguments)) if outcome == CallOutcome::Executed => Value::Map(Arc::new(arguments.clone())),
            _ if outcome == CallOutcome::Refused => self.refused_arguments(),
            _ => self.call.arguments.clone(),
        };
        PastCall {
            tool: self.tool.clone(),
            arguments,
            outcome,
            result: None,
            text: None,
            at: Some(at),
            approval: None,
            attempt: self.attempt,
            cost: None,
            disclosed: false,
            settled: None,
        }
    }

    /// The proposal with the values that the person saw: where they were filled, the same call is known by them.
    fn refused_arguments(&self) -> Value {
        match &self.call.arguments {
            Value::Map(proposed) => {
                let shown = self.shown.iter().map(|(slot, value)| (Arc::clone(slot), value.clone()));
                let proposed = proposed.iter().map(|(name, value)| (Arc::clone(name), value.clone()));
                Value::Map(Arc::new(proposed.chain(shown).collect()))
            }
            other => other.clone(),
        }
    }

    /// Whether an approval is for this call: for its tool, and a confirm that was due as far as a verdict told.
    fn is_for(&self, approval: &Approval) -> bool {
        let confirm = &*approval.confirm;
        let due =
            self.decision.is_none() || self.confirms.iter().any(|id| **id == *confirm || last_name(id) == confirm);
        same_tool(&approval.tool, &self.tool) && due
    }

    /// Whether the values that an approval is bound to are those of the arguments, as far as they are arguments.
    fn agrees(&self, approval: &Approval) -> bool {
        let Some((_, arguments)) = &self.settled else { return false };
        // A full id of another section's is no argument, whatever its last name.
        let is_own = |slot: &str| match slot.rsplit_once('.') {
            Some((of, _)) => of.strip_prefix("provider.").is_some_and(|tool| same_tool(tool, &self.tool)),
            None => true,
        };
        let agrees = |(slot, value): (&Arc<str>, &Value)| {
            !is_own(slot) || arguments.get(last_name(slot)).is_none_or(|other| other == value)
        };
        approval.bound.iter().all(agrees)
    }
}

fn disclose(calls: Option<&mut Vec<PastCall>>, told: &[usize]) {
    let calls = calls.into_iter().flatten().enumerate();
    calls.filter(|(index, _)| told.contains(index)).for_each(|(_, call)| call.disclosed = true);
}

/// The approvals that were due and given.
fn given_approvals(call: &CallVerdict) -> Vec<Arc<str>> {
    let given = call.slots.iter().filter(|slot| slot.kind == Kind::Approval && slot.state == State::Known);
    given.map(|slot| slot.id.clone()).collect()
}

/// Counts a slot once more, one of a `fixed` section for whichever tool comes: proposing another asks nothing anew.
fn count(given: &mut Given<(Arc<str>, usize)>, tool: &Arc<str>, slot: &Arc<str>) {
    let tool = (!slot.starts_with("fixed.")).then_some(tool);
    match given.find(tool, |(name, _)| name == slot) {
        Some((_, count)) => *count += 1,
        None => given.put(tool, (slot.clone(), 1), |_| false),
    }
}

/// The part of an id behind its last dot. A name that has dots itself stands in no id that is asked about.
fn last_name(id: &str) -> &str {
    id.rsplit_once('.').map_or(id, |(_, name)| name)
}
