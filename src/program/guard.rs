//! Guards: what a phase judges, and what it does then.

use std::sync::Arc;

use crate::snapshot::Phase;
use crate::span::Span;

use super::{Expr, Message, PatternId, Scope, ToolId};

/// A guard.
#[derive(Debug)]
pub struct Guard {
    /// Its id.
    pub id: Arc<str>,
    /// Its doc comment.
    pub doc: Option<Arc<str>>,
    /// What it judges.
    pub phase: Phase,
    /// The tools whose calls it judges; none: whatever the phase brings.
    pub tools: Option<Vec<ToolId>>,
    /// When it acts.
    pub when: Expr,
    /// What it does: the first step that is not used up.
    pub steps: Vec<GuardStep>,
    /// Where.
    pub declared: Span,
}

/// One `then` of a guard.
#[derive(Debug)]
pub struct GuardStep {
    /// What is done.
    pub actions: Vec<Action>,
    /// How often it may be done; a `retry` without a limit has one of its own.
    pub limit: Option<Limit>,
}

impl GuardStep {
    /// Whether it asks the model once more.
    pub fn retries(&self) -> bool {
        self.actions.iter().any(|action| matches!(action, Action::Retry(_)))
    }

    /// Whether it holds.
    pub fn holds(&self) -> bool {
        self.actions.iter().any(|action| matches!(action, Action::Hold(_)))
    }
}

/// `at most N per message|session`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How often.
    pub times: usize,
    /// In which span of time.
    pub per: Scope,
}

impl Limit {
    /// That of a `retry` that states none.
    pub const OF_RETRY: Limit = Limit { times: 1, per: Scope::Message };
}

/// What a step does.
#[derive(Debug)]
pub enum Action {
    /// Withholds tools.
    Hide(Vec<ToolId>),
    /// Adds a text to whatever is shown.
    Append(Message),
    /// Sends a value along.
    Attach {
        /// Where it stands, as the author wrote it.
        path: Arc<str>,
        /// What stands there.
        value: Expr,
    },
    /// Ends the turn with a fixed text.
    Reply(Message),
    /// Lets nothing through.
    Hold(Message),
    /// Asks the model once more.
    Retry(Message),
    /// Gives the outcome of the same call in this message.
    Replay,
    /// Hands over to the host's fallback.
    Escalate,
    /// Takes out what a pattern matches.
    Strip(PatternId),
    /// Is only reported.
    Record,
}
