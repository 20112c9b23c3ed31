//! The verdict: what is known and from where, what is unknown and who can answer it, and the decision that follows.

mod form;
mod json;
mod word;
mod writer;

use std::sync::Arc;

use crate::snapshot::Phase;
use crate::span::Span;
use crate::value::{DateTime, Map, Value};

pub use word::{Cause, Decision, ErrorKind, Kind, Reason, Route, SourceKind, State};
pub use writer::{Layout, write_json};

/// The outcome of one evaluation.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What was judged.
    pub phase: Phase,
    /// What follows.
    pub decision: Decision,
    /// Why, with `hold`.
    pub cause: Option<Cause>,
    /// What the model may be told; none with `execute` and `pass`.
    pub tell: Option<String>,
    /// Guards that acted.
    pub guards: Vec<GuardReport>,
    /// What could not be decided.
    pub undecided: Vec<Undecided>,
    /// What is left of the budgets, by id.
    pub budget: Map,
    /// Names in the snapshot that stand for nothing in the policy. They change no decision.
    pub unused: Vec<Unused>,
    /// The digest of the policy.
    pub policy_digest: Arc<str>,
    /// The digest of the snapshot.
    pub snapshot_digest: Arc<str>,
    /// What belongs to the phase alone.
    pub part: Part,
}

/// A name in the snapshot that stands for nothing in the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// What it would be the name of: `slot`, `confirm`, `notice`, `tool`, `lookup`.
    pub kind: &'static str,
    /// Where it stands: `shown[0].notice`; `answers` where it is a key of that map.
    pub at: String,
    /// The name.
    pub name: Arc<str>,
    /// It stands for nothing because several have it.
    pub is_shared: bool,
    /// The nearest name that there is; of one that several have the full name of the first.
    pub near: Option<Arc<str>>,
}

impl Unused {
    /// What may have been meant.
    pub fn help(&self) -> Option<String> {
        self.near.as_ref().map(|near| match self.is_shared {
            true => format!("write the full name, as `{near}`"),
            false => format!("did you mean `{near}`?"),
        })
    }
}

/// `no notice is called ...`
impl std::fmt::Display for Unused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.is_shared {
            true => write!(f, "`{}` is the name of more than one {}", self.name, self.kind),
            false => write!(f, "no {} is called `{}`", self.kind, self.name),
        }
    }
}

/// What belongs to one phase alone.
#[derive(Clone, Debug)]
pub enum Part {
    /// A proposed call.
    Call(Box<CallVerdict>),
    /// What came back from a call.
    Result {
        /// What the model reads; none with `hold`.
        envelope: Option<Envelope>,
        /// What became of the call where a guard withholds what came back, without any of that: for the history.
        withheld: Option<Envelope>,
    },
    /// A request about to be sent.
    Request(Box<RequestPart>),
    /// A text about to be shown.
    Answer(Box<AnswerPart>),
    /// An entry to remember: `text` as it is kept.
    Text(Option<String>),
}

/// What guards make of a request.
#[derive(Clone, Debug, Default)]
pub struct RequestPart {
    /// What ends the turn, with `reply`.
    pub text: Option<String>,
    /// The failures that it tells of.
    pub disclosed: Disclosed,
    /// The tools to withhold.
    pub hide: Vec<Arc<str>>,
    /// What the model is told besides, in order.
    pub append: Vec<String>,
    /// What is sent along.
    pub attach: Vec<Attached>,
    /// When the round is to be aborted, where the host limits it.
    pub deadline: Option<DateTime>,
}

/// What guards make of an answer.
#[derive(Clone, Debug, Default)]
pub struct AnswerPart {
    /// What the person is shown.
    pub text: Option<String>,
    /// The failures that it tells of.
    pub disclosed: Disclosed,
    /// The tools to withhold in the retried round.
    pub hide: Vec<Arc<str>>,
    /// What is sent along in the retried round.
    pub attach: Vec<Attached>,
}

/// The failures that a text tells of, which nobody was told of before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disclosed {
    /// By their places in `turn.calls`.
    pub turn: Vec<usize>,
    /// By their places in `session.calls`: of earlier messages.
    pub earlier: Vec<usize>,
}

/// A value that is sent along with a request.
#[derive(Clone, Debug)]
pub struct Attached {
    /// Where it stands in the snapshot.
    pub path: String,
    /// What stands there.
    pub value: Value,
}

/// The verdict on a proposed call.
#[derive(Clone, Debug, Default)]
pub struct CallVerdict {
    /// The tool's full name; as proposed where it is not declared.
    pub tool: Arc<str>,
    /// Whose action it is: `user:tool`.
    pub action_key: Arc<str>,
    /// How many slots are unknown; none where no count was made.
    pub unknown_count: Option<usize>,
    /// Every slot that the call concerns.
    pub slots: Vec<SlotReport>,
    /// Conditions that do not hold.
    pub unmet: Vec<Unmet>,
    /// Lookups that the host can run now.
    pub lookups: Vec<LookupRequest>,
    /// Slots that only a repair of the policy or of a source settles, by id.
    pub repairs: Vec<Arc<str>>,
    /// What to ask the person, in one batch.
    pub questions: Vec<Question>,
    /// What was done to the arguments before anything else.
    pub normalised: Vec<Normalised>,
    /// The arguments to run with; only with `execute`.
    pub arguments: Option<Map>,
    /// The outcome of the same call, with `replay`.
    pub replay: Option<Replay>,
    /// What ends the turn, with `reply`.
    pub text: Option<String>,
    /// The failures that it tells of.
    pub disclosed: Disclosed,
    /// What it rests on and shows to nobody.
    pub ground: Ground,
}

/// What a verdict rests on and shows to nobody: the values of `secret` slots, and which approvals counted. It stands in no JSON and in no
/// debug output; a record takes secrets out by it, and a permit carries them to the tool.
#[derive(Clone, Default)]
pub struct Ground {
    /// Scalars that a `secret` slot holds, was proposed, or found.
    pub(crate) secrets: Vec<Value>,
    /// The arguments that are secret or hold something that is, as the tool needs them; only with `execute`.
    pub(crate) arguments: Map,
    /// Which of the snapshot's approvals counted, by index.
    #[cfg_attr(not(feature = "record"), expect(dead_code, reason = "the permit is bound to them"))]
    pub(crate) approvals: Vec<usize>,
}

impl std::fmt::Debug for Ground {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ground(..)")
    }
}

/// One slot, condition, approval or notice.
#[derive(Clone, Debug)]
pub struct SlotReport {
    /// Section, provider, tool and item, joined by dots.
    pub id: Arc<str>,
    /// What it is.
    pub kind: Kind,
    /// What is known of it.
    pub state: State,
    /// Its value, masked where it is secret; of a condition, whether it holds.
    pub value: Option<Value>,
    /// The source that bore it out.
    pub source: Option<SourceKind>,
    /// The first source of all.
    pub origin_source: Option<SourceKind>,
    /// Where in the source.
    pub evidence: Option<Evidence>,
    /// Why it is unknown.
    pub reason: Option<Reason>,
    /// Who can answer it.
    pub route: Option<Route>,
    /// What blocks it, by id.
    pub blocked_by: Vec<Arc<str>>,
    /// What the model proposed and no source bore out.
    pub proposed: Option<Value>,
    /// What a source holds instead, with `conflict`.
    pub found: Option<Value>,
    /// What the words hold without a proposal.
    pub candidates: Vec<Value>,
    /// Waits for the trigger.
    pub waits: bool,
    /// `false` for a fact on which no undecided condition hangs.
    pub needed: bool,
    /// Its value is shown to nobody.
    pub secret: bool,
    /// A sentence for people: what is missing or wrong, in the author's words.
    pub note: Option<String>,
    /// Where the policy declares it.
    pub declared: Option<Span>,
}

impl SlotReport {
    /// A report of which nothing but its state is known.
    pub fn new(id: impl Into<Arc<str>>, kind: Kind, state: State) -> SlotReport {
        SlotReport {
            id: id.into(),
            kind,
            state,
            value: None,
            source: None,
            origin_source: None,
            evidence: None,
            reason: None,
            route: None,
            blocked_by: Vec::new(),
            proposed: None,
            found: None,
            candidates: Vec::new(),
            waits: false,
            needed: true,
            secret: false,
            note: None,
            declared: None,
        }
    }
}

/// Where in a source a value stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// In the conversation.
    Words {
        /// Which segment.
        segment: usize,
        /// Unicode scalars, half open.
        span: (usize, usize),
        /// The rule by which it was read.
        read_as: &'static str,
        /// The other readings of the same type.
        others: Vec<Value>,
    },
    /// In an observation.
    Observation {
        /// The lookup.
        lookup: Arc<str>,
        /// Index into `measured`, or none where the observation is a call of the turn or session.
        observation: usize,
        /// Where in it.
        path: String,
        /// How many distinct values it was one of.
        of: usize,
        /// Where in its text, for `measured(path) text`: span and rule.
        read: Option<((usize, usize), &'static str)>,
    },
    /// In the settings.
    Preset(String),
    /// An answer.
    Question(Arc<str>),
    /// An earlier execution.
    Record {
        /// Its index in `prior`.
        record: usize,
    },
    /// The slots that it was computed from, by id.
    Computed(Vec<Arc<str>>),
}

/// A condition that does not hold.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// Its id.
    pub slot: Arc<str>,
    /// What is said.
    pub message: String,
    /// Where the policy states it.
    pub declared: Option<Span>,
}

/// A lookup that the host can run now.
#[derive(Clone, Debug)]
pub struct LookupRequest {
    /// The lookup.
    pub lookup: Arc<str>,
    /// The tool, or `host`.
    pub tool: Arc<str>,
    /// With these arguments.
    pub arguments: Map,
    /// For these slots, by id.
    pub slots: Vec<Arc<str>>,
}

/// One question to the person.
#[derive(Clone, Debug)]
pub struct Question {
    /// `q:...`, the same for the same question about the same values.
    pub id: Arc<str>,
    /// What an answer settles.
    pub kind: Kind,
    /// The slots asked about, by id.
    pub slots: Vec<Arc<str>>,
    /// What to ask.
    pub text: String,
    /// The values that may be meant.
    pub candidates: Vec<Value>,
    /// What an approval would be bound to, by slot.
    pub binds: Option<Map>,
}

/// What was done to the arguments.
#[derive(Clone, Debug)]
pub struct Normalised {
    /// `alias`, `ignored`, `type`, `json`, `dropped`, `strip`, `default`, `supplied`, `tool`.
    pub what: &'static str,
    /// What stood there.
    pub from: Value,
    /// What stands there now.
    pub to: Option<Value>,
    /// The slot concerned, by name, where `from` and `to` are values.
    pub slot: Option<Arc<str>>,
}

/// The outcome of the same call.
#[derive(Clone, Debug)]
pub struct Replay {
    /// When it ran.
    pub at: Option<Value>,
    /// What became of it.
    pub outcome: Arc<str>,
    /// Its envelope.
    pub result: Option<Value>,
}

/// A result in which a failure cannot be read as an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// Whether it is one to work with.
    pub ok: bool,
    /// Which failure.
    pub error_kind: Option<ErrorKind>,
    /// Whether the same call may succeed later.
    pub retriable: bool,
    /// What there is, only when `partial`.
    pub partial_results: Option<Value>,
    /// The payload, only when `ok`.
    pub data: Option<Value>,
    /// What to know about it.
    pub message: Option<String>,
}

/// A guard that acted.
#[derive(Clone, Debug)]
pub struct GuardReport {
    /// Its id.
    pub id: Arc<str>,
    /// Which step, from 1; none where all are used up, and it is only recorded.
    pub step: Option<usize>,
    /// What it found.
    pub found: Option<Value>,
}

/// What could not be decided.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// Which rule, by id.
    pub id: Arc<str>,
    /// Why.
    pub why: String,
}

impl Verdict {
    /// The part of a `call` verdict.
    pub fn call(&self) -> Option<&CallVerdict> {
        match &self.part {
            Part::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The failures that the text tells of.
    pub fn disclosed(&self) -> Option<&Disclosed> {
        match &self.part {
            Part::Call(call) => Some(&call.disclosed),
            Part::Request(part) => Some(&part.disclosed),
            Part::Answer(part) => Some(&part.disclosed),
            Part::Result { .. } | Part::Text(_) => None,
        }
    }

    /// The text that is shown, kept, or ends the turn.
    pub fn text(&self) -> Option<&str> {
        match &self.part {
            Part::Call(call) => call.text.as_deref(),
            Part::Request(part) => part.text.as_deref(),
            Part::Answer(part) => part.text.as_deref(),
            Part::Text(text) => text.as_deref(),
            Part::Result { .. } => None,
        }
    }

    /// The envelope of a `result` verdict.
    pub fn envelope(&self) -> Option<&Envelope> {
        match &self.part {
            Part::Result { envelope, .. } => envelope.as_ref(),
            _ => None,
        }
    }

    /// What became of a call: the envelope of a `result` verdict, or what stands for it where a guard withholds it.
    pub fn became(&self) -> Option<&Envelope> {
        match &self.part {
            Part::Result { envelope, withheld } => envelope.as_ref().or(withheld.as_ref()),
            _ => None,
        }
    }
}
