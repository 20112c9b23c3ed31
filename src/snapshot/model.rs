//! What a snapshot holds, typed. Values are untyped until a slot reads them.

use std::sync::Arc;

use super::SnapshotDigest;
use crate::value::{DateTime, Map, Number, Value, Zone};

/// Everything that is known when one verdict is made. Nothing else enters it: no clock, no file, no environment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// What is judged.
    pub phase: Phase,
    /// The time of the judgement.
    pub now: Option<DateTime>,
    /// The zone in which times without one are read.
    pub zone: Option<Zone>,
    /// Whose action it is.
    pub user: Option<Arc<str>>,
    /// The proposed call.
    pub call: Option<Call>,
    /// The whole conversation.
    pub instruction: Vec<Segment>,
    /// Where the model says it found a slot, by the slot's name.
    pub quotes: Vec<(Arc<str>, Quote)>,
    /// What the person answered, by question or slot; null answers "none".
    pub answers: Map,
    /// Settings: a tree whose leaves are [`Preset`]s.
    pub preset: PresetTree,
    /// The host's log of observations, in order.
    pub measured: Vec<Observation>,
    /// Records of earlier executions, in order.
    pub prior: Vec<PriorRecord>,
    /// Approvals that a person gave.
    pub approvals: Vec<Approval>,
    /// Notices that the person was shown.
    pub shown: Vec<Shown>,
    /// How often a slot was asked about, by its name.
    pub asked: Vec<(Arc<str>, usize)>,
    /// How often a slot was sent back to the model, by its name.
    pub revised: Vec<(Arc<str>, usize)>,
    /// Whether a deferred action fires now.
    pub trigger: Trigger,
    /// The person's latest message, where it is not the last user segment.
    pub message: Option<Message>,
    /// What happened since the message.
    pub turn: Option<Turn>,
    /// What happened in earlier messages.
    pub session: Option<Session>,
    /// The request about to be sent.
    pub request: Option<Value>,
    /// What came back from a call.
    pub result: Option<CallResult>,
    /// The model's text.
    pub answer: Option<Value>,
    /// What is about to be remembered.
    pub entry: Option<Value>,
    /// Free data of the host; never read.
    pub extra: Option<Value>,
    /// `sha256:...` of the snapshot's canonical form.
    pub digest: SnapshotDigest,
}

/// What a verdict judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The model round that would start.
    Request,
    /// A proposed call.
    #[default]
    Call,
    /// What came back from a call.
    Result,
    /// The text, before a person sees it.
    Answer,
    /// An entry, before it is remembered.
    Memory,
}

impl Phase {
    /// Every phase.
    pub const ALL: [Phase; 5] = [Phase::Request, Phase::Call, Phase::Result, Phase::Answer, Phase::Memory];

    /// The word of the language.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Request => "request",
            Phase::Call => "call",
            Phase::Result => "result",
            Phase::Answer => "answer",
            Phase::Memory => "memory",
        }
    }

    /// The phase of this name.
    pub fn from_name(name: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.as_str() == name)
    }
}

/// A proposed call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The tool as proposed.
    pub tool: Arc<str>,
    /// The arguments as proposed: a map, or a text that holds one as JSON; null where there are none.
    pub arguments: Value,
    /// The digest of the tool's definition.
    pub definition: Option<Arc<str>>,
}

/// One piece of the conversation.
#[derive(Clone, Debug)]
pub struct Segment {
    /// What it says.
    pub text: Arc<str>,
    /// Who said it.
    pub trust: Trust,
    /// Where it came from.
    pub origin: Option<Arc<str>>,
}

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// Anybody else.
    Untrusted,
}

/// Where the model says it found a slot.
#[derive(Clone, Debug)]
pub struct Quote {
    /// The value; without it the text is the value.
    pub value: Option<Value>,
    /// The fields that an intent fixes.
    pub with: Map,
    /// Which segment.
    pub segment: usize,
    /// Unicode scalars, half open.
    pub span: (usize, usize),
}

/// A tree of settings.
#[derive(Clone, Debug)]
pub enum PresetTree {
    /// A setting.
    Leaf(Preset),
    /// Settings by name.
    Branch(indexmap::IndexMap<Arc<str>, PresetTree>),
}

impl Default for PresetTree {
    fn default() -> PresetTree {
        PresetTree::Branch(indexmap::IndexMap::new())
    }
}

/// One setting.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Its value.
    pub value: Value,
    /// Who set it; only `user` bears anything out.
    pub trust: Trust,
    /// Where it was set.
    pub origin: Option<Arc<str>>,
}

/// One observation: what a call of a tool, or the host's own lookup, returned.
#[derive(Clone, Debug)]
pub struct Observation {
    /// A tool's call, or a lookup of the host.
    pub of: Observed,
    /// When it was made.
    pub at: Option<DateTime>,
    /// What it holds, or why it failed.
    pub outcome: Result<Value, Arc<str>>,
}

/// What an observation is of.
#[derive(Clone, Debug)]
pub enum Observed {
    /// A call.
    Tool {
        /// The tool.
        tool: Arc<str>,
        /// With exactly these arguments.
        arguments: Map,
    },
    /// A lookup that the application measures, by its name, with its arguments.
    Lookup {
        /// The lookup.
        lookup: Arc<str>,
        /// Its arguments by parameter.
        arguments: Map,
    },
}

/// A record of an earlier execution.
#[derive(Clone, Debug)]
pub struct PriorRecord {
    /// Whose action it was.
    pub action_key: Arc<str>,
    /// What became of it; `executed` counts.
    pub decision: Arc<str>,
    /// When.
    pub at: Option<DateTime>,
    /// Its slots as in a verdict.
    pub slots: Vec<PriorSlot>,
}

/// A slot of an earlier execution.
#[derive(Clone, Debug)]
pub struct PriorSlot {
    /// Its id.
    pub id: Arc<str>,
    /// Its value.
    pub value: Option<Value>,
    /// The source that bore it out.
    pub source: Option<Arc<str>>,
    /// The first source.
    pub origin_source: Option<Arc<str>>,
    /// Its evidence.
    pub evidence: Option<Value>,
}

/// An approval that a person gave.
#[derive(Clone, Debug)]
pub struct Approval {
    /// Its id.
    pub id: Option<Arc<str>>,
    /// For which tool.
    pub tool: Arc<str>,
    /// For which confirm.
    pub confirm: Arc<str>,
    /// The values that it is bound to, by slot.
    pub bound: Map,
    /// What was shown.
    pub shown: Option<Arc<str>>,
    /// When it was given.
    pub at: Option<DateTime>,
    /// When it ends.
    pub expires: Option<DateTime>,
    /// The execution that used it up.
    pub used_by: Option<Arc<str>>,
}

/// A notice that the person was shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Which notice.
    pub notice: Arc<str>,
    /// The text as shown.
    pub text: Arc<str>,
}

/// Whether a deferred action fires now.
#[derive(Clone, Debug, Default)]
pub struct Trigger {
    /// Whether it fires.
    pub fired: bool,
    /// When it fired; older observations are stale.
    pub at: Option<DateTime>,
}

/// The person's latest message.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it says.
    pub text: Option<Arc<str>>,
    /// When.
    pub at: Option<DateTime>,
}

/// What happened since the person's latest message.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// Model rounds started so far, retries included.
    pub rounds: Option<usize>,
    /// What they cost.
    pub cost: Option<Number>,
    /// The tools offered in the latest round: names, or `{failed: why}`.
    pub tools: Option<Value>,
    /// The tools withheld in it.
    pub hidden: Option<Value>,
    /// Whether the person was answered.
    pub answered: Option<bool>,
    /// Which guards acted.
    pub fired: Vec<Arc<str>>,
    /// Every proposal, in order.
    pub calls: Option<Vec<PastCall>>,
}

/// The same for earlier messages.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Model rounds.
    pub rounds: Option<usize>,
    /// What they cost.
    pub cost: Option<Number>,
    /// Every proposal, in order.
    pub calls: Option<Vec<PastCall>>,
    /// Which guards acted.
    pub fired: Vec<Arc<str>>,
}

/// A proposal and what became of it.
#[derive(Clone, Debug)]
pub struct PastCall {
    /// The tool.
    pub tool: Arc<str>,
    /// The arguments.
    pub arguments: Value,
    /// What became of it.
    pub outcome: CallOutcome,
    /// The envelope.
    pub result: Option<Value>,
    /// The text that came back.
    pub text: Option<Arc<str>>,
    /// When.
    pub at: Option<DateTime>,
    /// The approval that it used.
    pub approval: Option<Arc<str>>,
    /// Which attempt it was, from 1.
    pub attempt: Option<usize>,
    /// What it cost.
    pub cost: Option<Number>,
    /// Whether its failure was shown to the person.
    pub disclosed: bool,
    /// A person's word on a timeout.
    pub settled: Option<Settled>,
}

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// It ran.
    Executed,
    /// A person refused it.
    Refused,
    /// A verdict held it.
    Held,
    /// An earlier result was given again.
    Replayed,
}

impl CallOutcome {
    /// The word of the snapshot.
    pub fn as_str(self) -> &'static str {
        match self {
            CallOutcome::Executed => "executed",
            CallOutcome::Refused => "refused",
            CallOutcome::Held => "held",
            CallOutcome::Replayed => "replayed",
        }
    }
}

/// A person's word on a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It happened.
    Happened,
    /// It did not.
    NotHappened,
}

impl Settled {
    /// The word of the snapshot.
    pub fn as_str(self) -> &'static str {
        match self {
            Settled::Happened => "happened",
            Settled::NotHappened => "not_happened",
        }
    }
}

/// What came back from a call.
#[derive(Clone, Debug, Default)]
pub struct CallResult {
    /// How long it took.
    pub elapsed: Option<crate::value::Duration>,
    /// How long it had.
    pub deadline: Option<crate::value::Duration>,
    /// Which attempt it was, from 1.
    pub attempt: Option<usize>,
    /// The transport's status.
    pub status: Option<Value>,
    /// The process's exit code.
    pub exit: Option<Value>,
    /// The protocol's flag.
    pub is_error: Option<bool>,
    /// What came back as text.
    pub text: Option<Arc<str>>,
    /// What came back as data; none where the key is missing, null where it is null.
    pub body: Option<Value>,
}
