//! Makes snapshots out of what happens. Nobody should write one by hand: a host tells a [`Conversation`] of messages,
//! calls and results as they come, and asks it for the snapshot of each phase.

mod companion;
mod given;
mod lent;
mod outcome;
mod plain;
mod told;

use std::sync::Arc;

use crate::snapshot::{
    Approval, Call, CallResult, Phase, Quote, Session, Shown, Snapshot, SnapshotError, Trigger, Turn,
};
use crate::value::{DateTime, Map, Value, Zone};
use crate::verdict::Decision;
pub use companion::Companion;
use given::Given;

/// A conversation as it goes on: what was said, measured, proposed and done, and what a person gave.
///
/// The order of one call is `proposed`, the verdict, [`note`](Conversation::note) of the verdict, and then what became of
/// it: `executed`, `refused`, `held` or `replayed`. While the verdict asks for lookups or answers, they are added
/// (`observed`, `answered`, `approved`, `shown`) and [`again`](Conversation::again) makes the next snapshot of the same
/// call.
///
/// ```
/// use chk::turn::Conversation;
/// use chk::value::{DateTime, Value};
///
/// let now = |second| DateTime::parse(&format!("2026-03-11T09:24:{second:02}Z")).unwrap();
/// let mut conversation = Conversation::new().user("u_1042");
/// conversation.user_said("send 500 to my landlord", now(0));
/// conversation.round_started(["bank.transfer"]);
/// let payees = Value::list([Value::map([("name", "landlord"), ("account", "1102534471")].map(|(k, v)| (k, Value::from(v))))]);
/// conversation.observed("bank.list_payees", [], now(1), Ok(payees));
/// let snapshot = conversation.proposed("bank.transfer", Value::map([("amount", Value::from(500_i64))]), now(7))?;
///
/// let written = chk::Snapshot::from_yaml(r#"
/// chk: 1
/// phase: call
/// now: 2026-03-11T09:24:07Z
/// user: u_1042
/// call: { tool: bank.transfer, arguments: { amount: 500 } }
/// instruction: [{ text: send 500 to my landlord, trust: user }]
/// message: { text: send 500 to my landlord, at: 2026-03-11T09:24:00Z }
/// measured:
///   - { tool: bank.list_payees, arguments: {}, at: 2026-03-11T09:24:01Z, value: [{ name: landlord, account: "1102534471" }] }
/// turn: { rounds: 1, tools: [bank.transfer], answered: false, calls: [] }
/// session: { calls: [] }
/// "#)?;
/// assert_eq!(snapshot.digest, written.digest);
/// # Ok::<(), chk::SnapshotError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Conversation {
    /// What stays from one snapshot to the next.
    base: Snapshot,
    answers: Given<(Arc<str>, Value)>,
    shown: Given<Shown>,
    asked: Given<(Arc<str>, usize)>,
    revised: Given<(Arc<str>, usize)>,
    /// Quotes for the proposal that comes next.
    quotes: Vec<(Arc<str>, Quote)>,
    pending: Option<Pending>,
    /// What was sent last: an answer is judged beside it.
    sent: Option<Value>,
    /// How many calls were executed, for the names of executions.
    executions: usize,
}

/// A call that was proposed and has no outcome yet.
#[derive(Clone, Debug)]
struct Pending {
    call: Call,
    quotes: Vec<(Arc<str>, Quote)>,
    /// The tool's full name and the arguments to run with, as a verdict said.
    settled: Option<(Arc<str>, Map)>,
    /// The values that its questions for approval showed: what a refusal refuses, proposed or not.
    shown: Map,
    /// The full name, once a verdict said it.
    tool: Arc<str>,
    /// The approval slots that the verdict on it found given, by id.
    confirms: Vec<Arc<str>>,
    /// Questions of the verdict on it: their ids and slots.
    questions: Vec<(Arc<str>, Vec<Arc<str>>)>,
    /// The decision of that verdict.
    decision: Option<Decision>,
    attempt: Option<usize>,
}

impl Default for Conversation {
    fn default() -> Conversation {
        Conversation::new()
    }
}

impl Conversation {
    /// One in which nothing was said yet.
    pub fn new() -> Conversation {
        let turn = Turn { rounds: Some(0), answered: Some(false), calls: Some(Vec::new()), ..Turn::default() };
        let session = Session { calls: Some(Vec::new()), ..Session::default() };
        Conversation {
            base: Snapshot { turn: Some(turn), session: Some(session), ..Snapshot::default() },
            answers: Given::default(),
            shown: Given::default(),
            asked: Given::default(),
            revised: Given::default(),
            quotes: Vec::new(),
            pending: None,
            sent: None,
            executions: 0,
        }
    }

    /// Whose actions they are.
    pub fn user(mut self, user: impl Into<Arc<str>>) -> Conversation {
        self.base.user = Some(user.into());
        self
    }

    /// The zone in which times without one are read.
    pub fn zone(mut self, zone: Zone) -> Conversation {
        self.base.zone = Some(zone);
        self
    }

    /// Where the model says it found a slot of the call that it proposes next.
    pub fn quoted(&mut self, slot: impl Into<Arc<str>>, quote: Quote) {
        let slot = slot.into();
        self.quotes.retain(|(name, _)| *name != slot);
        self.quotes.push((slot, quote));
    }

    /// The model proposes a call: the snapshot of phase `call`. An earlier proposal that a verdict did not let run, and that
    /// has no outcome, was held.
    ///
    /// # Errors
    /// Where what was said is over the limits of a snapshot, or a quote or a cost is none.
    pub fn proposed(
        &mut self,
        tool: impl Into<Arc<str>>,
        arguments: Value,
        now: DateTime,
    ) -> Result<Snapshot, SnapshotError> {
        let call = Call { tool: tool.into(), arguments, definition: None };
        self.proposed_call(call, now)
    }

    /// The same with the digest of the tool's definition.
    ///
    /// # Errors
    /// As [`proposed`](Conversation::proposed).
    pub fn proposed_call(&mut self, call: Call, now: DateTime) -> Result<Snapshot, SnapshotError> {
        self.propose(call, now);
        self.again(now)
    }

    fn propose(&mut self, call: Call, now: DateTime) {
        if self.pending.as_ref().is_some_and(|old| old.decision.is_some_and(|decision| decision != Decision::Execute)) {
            self.held(now);
        }
        self.pending = Some(Pending {
            tool: call.tool.clone(),
            call,
            quotes: std::mem::take(&mut self.quotes),
            settled: None,
            shown: Map::default(),
            confirms: Vec::new(),
            questions: Vec::new(),
            decision: None,
            attempt: None,
        });
    }

    /// The snapshot of phase `call` of the same proposal, with what was added since.
    ///
    /// # Errors
    /// As [`proposed`](Conversation::proposed); and where nothing is proposed.
    pub fn again(&self, now: DateTime) -> Result<Snapshot, SnapshotError> {
        self.snapshot(Phase::Call, now, |_| {})
    }

    /// What came back from the proposed call: the snapshot of phase `result`.
    ///
    /// # Errors
    /// As [`proposed`](Conversation::proposed).
    pub fn result(&mut self, result: CallResult, now: DateTime) -> Result<Snapshot, SnapshotError> {
        self.came_back(&result);
        self.snapshot(Phase::Result, now, |snapshot| snapshot.result = Some(result))
    }

    fn came_back(&mut self, result: &CallResult) {
        if let Some(pending) = &mut self.pending {
            pending.attempt = result.attempt;
        }
    }

    /// The round that would start: the snapshot of phase `request`.
    ///
    /// # Errors
    /// As [`proposed`](Conversation::proposed).
    pub fn request(&mut self, request: Value, now: DateTime) -> Result<Snapshot, SnapshotError> {
        self.sent = Some(request.clone());
        self.snapshot(Phase::Request, now, |snapshot| snapshot.request = Some(request))
    }

    /// The model's text, before the person sees it: the snapshot of phase `answer`.
    ///
    /// # Errors
    /// As [`proposed`](Conversation::proposed).
    pub fn answer(&self, answer: Value, now: DateTime) -> Result<Snapshot, SnapshotError> {
        self.snapshot(Phase::Answer, now, |snapshot| {
            snapshot.answer = Some(answer);
            snapshot.request = self.sent.clone();
        })
    }

    /// What would be remembered: the snapshot of phase `memory`.
    ///
    /// # Errors
    /// As [`proposed`](Conversation::proposed).
    pub fn entry(&self, entry: Value, now: DateTime) -> Result<Snapshot, SnapshotError> {
        self.snapshot(Phase::Memory, now, |snapshot| snapshot.entry = Some(entry))
    }

    /// The deferred action fires: observations from before are stale. Holds until it is executed.
    pub fn trigger_fired(&mut self, at: DateTime) {
        self.base.trigger = Trigger { fired: true, at: Some(at) };
    }

    /// The person answered a question, by its id or by the slot's name; null is "none". For the proposed call alone,
    /// except what a `fixed` section asks, which is for whichever tool the person is served with.
    pub fn answered(&mut self, question: impl Into<Arc<str>>, answer: Value) {
        let question = question.into();
        let tool = self.tool().filter(|_| !self.is_of_fixed(&question)).cloned();
        self.answers.put(tool.as_ref(), (question.clone(), answer), |(other, _)| *other == question);
    }

    /// The person approved what a confirm showed.
    pub fn approved(&mut self, approval: Approval) {
        let id = approval.id.clone().unwrap_or_else(|| format!("approval-{}", self.base.approvals.len() + 1).into());
        self.base.approvals.push(Approval { id: Some(id), ..approval });
    }

    /// The person was shown a notice of the proposed call, as this text.
    pub fn shown(&mut self, notice: impl Into<Arc<str>>, text: impl Into<Arc<str>>) {
        let shown = Shown { notice: notice.into(), text: text.into() };
        let (tool, notice) = (self.tool().cloned(), shown.notice.clone());
        self.shown.put(tool.as_ref(), shown, |other| other.notice == notice);
    }

    /// Whether the proposed call may run and has not come back.
    pub(super) fn runs(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.decision == Some(Decision::Execute))
    }

    /// The proposed call that has no outcome yet.
    pub fn open_call(&self) -> Option<Call> {
        self.pending.as_ref().map(|pending| pending.call.clone())
    }

    /// The tool of the proposed call.
    fn tool(&self) -> Option<&Arc<str>> {
        self.pending.as_ref().map(|pending| &pending.tool)
    }

    fn snapshot(
        &self,
        phase: Phase,
        now: DateTime,
        part: impl FnOnce(&mut Snapshot),
    ) -> Result<Snapshot, SnapshotError> {
        let mut snapshot = self.base.clone();
        self.fill(&mut snapshot, phase, now);
        part(&mut snapshot);
        // Through the reader, so that it is what a text would have been, digest included.
        Snapshot::from_value(&snapshot.to_value())
    }

    /// Fills in all that does not stay from one snapshot to the next.
    fn fill(&self, snapshot: &mut Snapshot, phase: Phase, now: DateTime) {
        (snapshot.phase, snapshot.now) = (phase, Some(now));
        (snapshot.call, snapshot.quotes) = (None, Vec::new());
        (snapshot.result, snapshot.request, snapshot.answer, snapshot.entry) = (None, None, None, None);
        if let Some(pending) = self.pending.as_ref().filter(|_| matches!(phase, Phase::Call | Phase::Result)) {
            let mut call = pending.call.clone();
            if let Some((tool, arguments)) = pending.settled.as_ref().filter(|_| phase == Phase::Result) {
                call.tool = tool.clone();
                call.arguments = Value::Map(Arc::new(arguments.clone()));
            }
            snapshot.call = Some(call);
            snapshot.quotes = pending.quotes.clone();
        }
        let tool = self.tool().map(|tool| &**tool);
        snapshot.answers = self.answers.of(tool).cloned().collect();
        snapshot.shown = self.shown.of(tool).cloned().collect();
        snapshot.asked = self.asked.of(tool).cloned().collect();
        snapshot.revised = self.revised.of(tool).cloned().collect();
    }
}
