//! One conversation, told to a policy as it happened.

use std::collections::HashSet;
use std::sync::Arc;

use crate::Policy;
use crate::eval::Story;
use crate::snapshot::{Call, CallResult, Message, Phase, Snapshot};
use crate::turn::Conversation;
use crate::value::{DateTime, Duration, Value, Zone};
use crate::verdict::{CallVerdict, Decision, Verdict};

use super::consent::Consent;
use super::told::mentions_a_failure;
use super::transcript::{Event, Step, Transcript};

/// Between two steps whose times are not said.
const TICK: Duration = Duration(1_000_000_000);

/// When conversations begin that say no times.
const BEGINNING: &str = "2026-01-01T00:00:00Z";

/// A point at which something was judged, or a person's message.
#[derive(Debug)]
pub(super) struct Moment<'a> {
    /// Which step of the transcript it is, from 0.
    pub(super) step: usize,
    /// Which message of the transcript it belongs to, from 0.
    pub(super) message: usize,
    pub(super) what: What<'a>,
}

#[derive(Debug)]
pub(super) enum What<'a> {
    /// The person's message.
    Task,
    /// A call that the transcript has.
    Call {
        verdict: &'a Verdict,
        /// The first verdict, where the person was to be asked.
        asked: Option<&'a CallVerdict>,
        /// How many of its questions the person's plain yes answered.
        answered: usize,
        has_result: bool,
    },
    /// What came back.
    Result {
        tool: Arc<str>,
        /// What the transcript's own flag says.
        flag: Option<bool>,
        verdict: &'a Verdict,
        has_call: bool,
    },
    /// The model's text.
    Answer {
        verdict: &'a Verdict,
        /// Failures since the last answer, that no later call made good.
        failures: usize,
        /// Whether the text has a word for a failure.
        told: bool,
        /// Effects that it asserts and no call had, where the policy asserts any.
        claims: Option<Vec<Arc<str>>>,
    },
    /// A verdict on anything else, of a record.
    Other { verdict: &'a Verdict },
}

/// What every conversation begins with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    base: Snapshot,
}

impl Start {
    /// With the user, the zone, the time, the settings, the records and the observations of a snapshot.
    pub fn new(base: Snapshot) -> Start {
        Start { base: Snapshot { call: None, result: None, answer: None, request: None, entry: None, ..base } }
    }
}

/// Goes through conversations, one after the other.
#[derive(Debug)]
pub(super) struct Walk {
    policy: Policy,
    start: Start,
    /// Of a record's lines: the message of the line before.
    message: Option<(Option<Arc<str>>, Option<DateTime>)>,
}

impl Walk {
    pub(super) fn new(policy: Policy, start: Start) -> Walk {
        Walk { policy, start, message: None }
    }

    pub(super) fn go(&mut self, transcript: &Transcript, tell: &mut dyn FnMut(Moment<'_>)) {
        let first = transcript.steps.iter().find_map(|step| step.at);
        let now = self.start.base.now.or(first).or_else(|| DateTime::parse(BEGINNING));
        let Some(now) = now else { return };
        let mut told = Told {
            policy: &self.policy,
            conversation: Conversation::from_start(self.start.base.clone()),
            tools: transcript.tools.as_deref(),
            now,
            consent: Consent::default(),
            failures: HashSet::new(),
            story: Story::default(),
            place: (0, 0),
            tell,
        };
        for (at, step) in transcript.steps.iter().enumerate() {
            told.place = (at, step.message);
            if let Event::Judged(snapshot) = &step.event {
                record(&self.policy, &mut self.message, told.place, snapshot, told.tell);
            } else {
                told.step(step, self.start.base.zone.as_ref());
            }
        }
    }
}

/// A line of a record is judged as it stands.
fn record(
    policy: &Policy,
    last: &mut Option<(Option<Arc<str>>, Option<DateTime>)>,
    (step, message): (usize, usize),
    snapshot: &Snapshot,
    tell: &mut dyn FnMut(Moment<'_>),
) {
    let said = || snapshot.instruction.iter().rev().find(|segment| segment.trust == crate::snapshot::Trust::User);
    let task = snapshot.message.as_ref().map(|Message { text, at }| (text.clone(), *at));
    let task = task.unwrap_or_else(|| (said().map(|segment| segment.text.clone()), None));
    if last.as_ref() != Some(&task) {
        *last = Some(task);
        tell(Moment { step, message, what: What::Task });
    }
    let verdict = policy.evaluate(snapshot);
    let what = match snapshot.phase {
        Phase::Call => {
            let asked = verdict.call().filter(|_| verdict.decision == Decision::AskUser);
            What::Call { verdict: &verdict, asked, answered: 0, has_result: true }
        }
        Phase::Result => {
            let name = snapshot.call.as_ref().map_or("", |call| &call.tool);
            let tool = policy.tool_name(name).unwrap_or_else(|| name.into());
            let flag = snapshot.result.as_ref().and_then(|result| result.is_error);
            What::Result { tool, flag, verdict: &verdict, has_call: true }
        }
        Phase::Answer => {
            let claims = policy.claims(snapshot, None);
            What::Answer { verdict: &verdict, failures: 0, told: false, claims }
        }
        Phase::Request | Phase::Memory => What::Other { verdict: &verdict },
    };
    tell(Moment { step, message, what });
}

/// A conversation that is being told.
struct Told<'w> {
    policy: &'w Policy,
    conversation: Conversation,
    tools: Option<&'w [Arc<str>]>,
    now: DateTime,
    consent: Consent,
    /// Calls that failed since the last answer.
    failures: HashSet<(Arc<str>, Value)>,
    /// What was read of the conversation so far.
    story: Story,
    /// Which step is told, and which message it stands in.
    place: (usize, usize),
    tell: &'w mut dyn FnMut(Moment<'_>),
}

impl Told<'_> {
    fn step(&mut self, step: &Step, zone: Option<&Zone>) {
        // Time never runs backwards: an observation would be from the future.
        let tick = self.now.plus(TICK).unwrap_or(self.now);
        let is_later = |at: &DateTime| at.compare(&self.now, zone).is_some_and(|order| order.is_ge());
        self.now = step.at.filter(is_later).unwrap_or(tick);
        match &step.event {
            Event::User(text) => {
                self.consent.said(text);
                self.conversation.user_said(text.clone(), self.now);
                self.tell(What::Task);
            }
            Event::Untrusted { text, origin } => {
                self.consent.interrupted();
                self.conversation.untrusted(text.clone(), origin.clone());
            }
            Event::Round => match self.tools {
                Some(tools) => self.conversation.round_started(tools),
                None => self.conversation.round_began(),
            },
            Event::Aside(text) => {
                self.conversation.assistant_said(text.clone());
            }
            Event::Answer(text) => self.answer(text),
            Event::Call { call, result } => self.call(call, result.as_ref()),
            Event::Stray { tool, result } => {
                self.consent.interrupted();
                let call = Call { tool: tool.clone(), arguments: Value::Null, definition: None };
                self.conversation.lend_proposed(call, self.now);
                let name = self.policy.tool_name(tool).unwrap_or_else(|| tool.clone());
                self.result(name, &Value::Null, result, false);
            }
            Event::Judged(_) => {}
        }
    }

    fn call(&mut self, call: &Call, result: Option<&CallResult>) {
        self.consent.interrupted();
        let snapshot = self.conversation.lend_proposed(call.clone(), self.now);
        let first = self.policy.evaluate_next(snapshot, &mut self.story);
        self.conversation.note(&first);
        let mut answered = 0;
        let mut later = None;
        if let (Decision::AskUser, Some(asked)) = (first.decision, first.call()) {
            answered = self.consent.answer(asked, &mut self.conversation, self.now);
            if answered > 0 {
                let verdict = self.policy.evaluate_next(self.conversation.lend_again(self.now), &mut self.story);
                self.conversation.note(&verdict);
                later = Some(verdict);
            }
        }
        let asked = first.call().filter(|_| first.decision == Decision::AskUser);
        let verdict = later.as_ref().unwrap_or(&first);
        self.tell(What::Call { verdict, asked, answered, has_result: result.is_some() });
        let tool = verdict.call().map_or_else(|| call.tool.clone(), |call| call.tool.clone());
        match result {
            Some(result) => self.result(tool, &call.arguments, result, true),
            None => self.conversation.held(self.now),
        }
    }

    /// The transcript's call ran, whatever the verdict on it was, and this came back.
    fn result(&mut self, tool: Arc<str>, arguments: &Value, result: &CallResult, has_call: bool) {
        let snapshot = self.conversation.lend_result(result.clone(), self.now);
        let verdict = self.policy.evaluate_next(snapshot, &mut self.story);
        self.conversation.note(&verdict);
        let envelope = verdict.envelope();
        let failed = envelope.is_some_and(is_failure);
        let value = envelope.map_or(Value::Null, |envelope| envelope.to_value());
        self.conversation.executed(value, result.text.as_deref(), self.now);
        let this = (tool.clone(), arguments.clone());
        match failed {
            true => self.failures.insert(this),
            false => self.failures.remove(&this),
        };
        self.tell(What::Result { tool, flag: result.is_error, verdict: &verdict, has_call });
    }

    fn answer(&mut self, text: &Arc<str>) {
        let answer = Value::map([("text", Value::Text(text.clone()))]);
        let snapshot = self.conversation.lend_answer(answer, self.now);
        let verdict = self.policy.evaluate_next(snapshot, &mut self.story);
        let claims = self.policy.claims(snapshot, Some(&self.story));
        self.conversation.note(&verdict);
        let failures = std::mem::take(&mut self.failures).len();
        let told = failures > 0 && mentions_a_failure(text);
        // Under the policy the person would have been told; the words are the transcript's own.
        self.conversation.disclosed_by(&verdict);
        self.conversation.assistant_said(text.clone());
        self.consent.answered(text);
        self.tell(What::Answer { verdict: &verdict, failures, told, claims });
    }

    fn tell(&mut self, what: What<'_>) {
        let (step, message) = self.place;
        (self.tell)(Moment { step, message, what });
    }
}

/// "It ran, and there is nothing" is no failure.
pub(super) fn is_failure(envelope: &crate::verdict::Envelope) -> bool {
    !envelope.ok && envelope.error_kind != Some(crate::verdict::ErrorKind::NotFound)
}
