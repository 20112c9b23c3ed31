//! What happened in a conversation, whatever wrote it down.

mod anthropic;
mod document;
mod mcp;
mod message;
mod openai;
mod record;
mod stream;

use std::sync::Arc;

use crate::Snapshot;
use crate::snapshot::{Call, CallResult};
use crate::value::DateTime;

pub use stream::{Options, Stream, Unread};

/// How transcripts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Messages with `tool_calls`, and messages of role `tool`.
    OpenAi,
    /// Messages whose content is blocks: `tool_use` and `tool_result`.
    Anthropic,
    /// JSON-RPC: requests of `tools/call` and what came back.
    Mcp,
    /// This program's own record: lines of verdicts that hold their snapshots.
    Record,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 4] = [Form::OpenAi, Form::Anthropic, Form::Mcp, Form::Record];

    /// The word of the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Form::OpenAi => "openai",
            Form::Anthropic => "anthropic",
            Form::Mcp => "mcp",
            Form::Record => "record",
        }
    }
}

/// One conversation.
#[derive(Debug)]
pub struct Transcript {
    /// Where it stands.
    pub file: Arc<str>,
    /// The line that it begins in, from 1.
    pub line: usize,
    /// Its own `id`.
    pub id: Option<Arc<str>>,
    /// What the field of `--runs` says, up to the last `#`.
    pub case: Option<Arc<str>>,
    /// The tools that were offered, where it says so.
    pub tools: Option<Vec<Arc<str>>>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// Whether it goes on: an endless log is cut into pieces.
    pub is_cut: bool,
}

/// One thing that happened.
#[derive(Debug)]
pub struct Step {
    /// Which message, event or line it stands in, from 0.
    pub message: usize,
    /// When, where that is said.
    pub at: Option<DateTime>,
    /// What.
    pub event: Event,
}

/// What happened.
#[derive(Debug)]
pub enum Event {
    /// The person said something.
    User(Arc<str>),
    /// Somebody said something who is neither the person nor the model.
    Untrusted {
        /// What.
        text: Arc<str>,
        /// Who, or where it stands.
        origin: Arc<str>,
    },
    /// A round of the model.
    Round,
    /// What the model said beside calls.
    Aside(Arc<str>),
    /// The model's answer to the person.
    Answer(Arc<str>),
    /// A call, and what came back from it.
    Call {
        /// The call.
        call: Call,
        /// Its result; none where the transcript has none.
        result: Option<CallResult>,
    },
    /// A result whose call the transcript does not have.
    Stray {
        /// The tool, where the result names it.
        tool: Arc<str>,
        /// The result.
        result: CallResult,
    },
    /// A snapshot that was judged.
    Judged(Box<Snapshot>),
}
