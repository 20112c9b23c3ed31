//! A policy beside a whole loop.

use std::sync::Arc;

use crate::Policy;
use crate::snapshot::{Call, CallResult, SnapshotError};
use crate::value::{DateTime, Value};
use crate::verdict::{Decision, Part, Verdict};

use super::Conversation;

/// A conversation that asks its policy at each point of the loop, and keeps what follows from the answer: rounds, budgets, which
/// guards acted, what was executed, held, replayed and disclosed.
///
/// The host does what only a host can: it runs the model and the tools, asks the person and shows them texts. Each method below is one
/// point of the loop and gives the verdict on it; what a host does with it stands in `docs/library.md`.
///
/// ```
/// use chk::turn::{Companion, Conversation};
/// use chk::value::{DateTime, Value};
/// use chk::snapshot::CallResult;
/// use chk::{Decision, Policy};
///
/// let policy = Policy::from_text("lamp.chk", r#"
/// language 1
/// provider lamp { tool dim { reversible  slot level: integer from user_answer, instruction } }
/// "#)?;
/// let now = DateTime::parse("2026-03-11T09:24:00Z").ok_or("no time")?;
/// let mut companion = Companion::new(policy, Conversation::new());
/// companion.conversation().user_said("dim the lamp to 40", now);
///
/// let request = Value::map([("tools", Value::list(["lamp.dim".into()]))]);
/// assert_eq!(companion.request(request, now)?.decision, Decision::Pass);
/// let arguments = Value::map([("level", Value::from(40_i64))]);
/// assert_eq!(companion.proposed("lamp.dim", arguments, now)?.decision, Decision::Execute);
/// let broken = CallResult { is_error: Some(true), text: Some("no bulb".into()), ..CallResult::default() };
/// companion.returned(broken, now)?;
/// let shown = companion.answer(Value::map([("text", Value::from("Done."))]), now)?;
/// assert_eq!(shown.text(), Some("Done.\n\n`lamp.dim` did not succeed: it failed: no bulb"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Companion {
    policy: Policy,
    conversation: Conversation,
    /// Which attempt of the same call runs, from 1: `on failure retry` makes further ones.
    attempt: usize,
}

impl Companion {
    /// A policy beside a conversation.
    pub fn new(policy: Policy, conversation: Conversation) -> Companion {
        Companion { policy, conversation, attempt: 1 }
    }

    /// The conversation, for what is said, looked up, answered and approved.
    pub fn conversation(&mut self) -> &mut Conversation {
        &mut self.conversation
    }

    /// A round of the model would start. With `pass` it has started, with the request's `tools` but those that the verdict hides.
    ///
    /// # Errors
    /// Where what was said is over the limits of a snapshot, as for all methods here: no verdict, so nothing may go on.
    pub fn request(&mut self, request: Value, now: DateTime) -> Result<Verdict, SnapshotError> {
        let tools = request.field("tools").and_then(Value::as_list).map(<[Value]>::to_vec).unwrap_or_default();
        let snapshot = self.conversation.request(request, now)?;
        let verdict = self.judged(&snapshot);
        if let (Decision::Pass, Part::Request(part)) = (verdict.decision, &verdict.part) {
            let names = tools.iter().filter_map(Value::as_text);
            let is_hidden = |tool: &str| part.hide.iter().any(|hidden| super::given::same_tool(hidden, tool));
            self.conversation.round_started(names.filter(|tool| !is_hidden(tool)));
            self.conversation.hidden(&part.hide);
        }
        Ok(verdict)
    }

    /// The model proposes a call, one at a time: what came back of one that may run is told before the next. What the verdict does not leave open has its outcome: it was held, or replayed.
    ///
    /// # Errors
    /// As [`request`](Companion::request).
    pub fn proposed(
        &mut self,
        tool: impl Into<Arc<str>>,
        arguments: Value,
        now: DateTime,
    ) -> Result<Verdict, SnapshotError> {
        self.proposed_call(Call { tool: tool.into(), arguments, definition: None }, now)
    }

    /// The same with the digest of the tool's definition.
    ///
    /// # Errors
    /// As [`request`](Companion::request).
    pub fn proposed_call(&mut self, call: Call, now: DateTime) -> Result<Verdict, SnapshotError> {
        if self.conversation.runs() {
            let message = "a call that may run has not come back, and another is proposed";
            return Err(SnapshotError::told(message, "tell what came back of it first: `returned`"));
        }
        self.attempt = 1;
        let snapshot = self.conversation.proposed_call(call, now)?;
        Ok(self.call(&snapshot, now))
    }

    /// The verdict on the same call, with what was looked up, answered, approved or shown since, or after a `retry` of its result.
    ///
    /// # Errors
    /// As [`request`](Companion::request); and where no call is open.
    pub fn again(&mut self, now: DateTime) -> Result<Verdict, SnapshotError> {
        let snapshot = self.conversation.again(now)?;
        Ok(self.call(&snapshot, now))
    }

    /// What came back from the call that ran. The model reads the verdict's envelope. With `retry` the same call is open once more:
    /// [`again`](Companion::again) judges it.
    ///
    /// # Errors
    /// As [`request`](Companion::request); and where no call may run: what came back of nothing is judged as nothing.
    pub fn returned(&mut self, result: CallResult, now: DateTime) -> Result<Verdict, SnapshotError> {
        if !self.conversation.runs() {
            let message = "a result came back, and no call may run";
            return Err(SnapshotError::told(message, "run a call after its verdict is `execute`, once"));
        }
        let text = result.text.clone();
        let open = self.conversation.open_call();
        let result = CallResult { attempt: Some(self.attempt), ..result };
        let snapshot = self.conversation.result(result, now)?;
        let verdict = self.judged(&snapshot);
        let envelope = verdict.became().map_or(Value::Null, |envelope| envelope.to_value());
        self.conversation.executed(envelope, text.as_deref(), now);
        if let (Decision::Retry, Some(call)) = (verdict.decision, open) {
            self.attempt += 1;
            self.conversation.proposed_call(call, now)?;
        }
        Ok(verdict)
    }

    /// The model's text, before the person sees it. What the verdict says is shown counts as said, and its failures as disclosed.
    ///
    /// # Errors
    /// As [`request`](Companion::request).
    pub fn answer(&mut self, answer: Value, now: DateTime) -> Result<Verdict, SnapshotError> {
        let snapshot = self.conversation.answer(answer, now)?;
        let verdict = self.judged(&snapshot);
        self.conversation.told(&verdict);
        Ok(verdict)
    }

    /// What would be remembered.
    ///
    /// # Errors
    /// As [`request`](Companion::request).
    pub fn remembered(&mut self, entry: Value, now: DateTime) -> Result<Verdict, SnapshotError> {
        let snapshot = self.conversation.entry(entry, now)?;
        Ok(self.judged(&snapshot))
    }

    fn call(&mut self, snapshot: &crate::Snapshot, now: DateTime) -> Verdict {
        let verdict = self.judged(snapshot);
        match verdict.decision {
            Decision::Hold | Decision::Revise | Decision::Retry | Decision::Reply => self.conversation.held(now),
            Decision::Replay => {
                let replay = verdict.call().and_then(|call| call.replay.as_ref());
                let result = replay.and_then(|replay| replay.result.clone());
                self.conversation.replayed(result, now);
            }
            _ => {}
        }
        verdict
    }

    fn judged(&mut self, snapshot: &crate::Snapshot) -> Verdict {
        let verdict = self.policy.evaluate(snapshot);
        self.conversation.note(&verdict);
        verdict
    }
}
