//! What another policy would have decided, call by call.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::snapshot::Phase;
use crate::verdict::{Cause, Decision, Verdict};

use super::transcript::Transcript;
use super::walk::{Moment, What};

/// The most changes that are listed one by one; all are counted.
const MOST_LISTED: usize = 1_000;

/// A decision, and why where it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decided {
    /// What was decided.
    pub decision: Decision,
    /// Why.
    pub cause: Option<Cause>,
}

/// A place where two policies decide differently.
#[derive(Clone, Debug)]
pub struct Change {
    /// The transcript's file.
    pub file: Arc<str>,
    /// The line that the conversation begins in.
    pub line: usize,
    /// The conversation's id.
    pub id: Option<Arc<str>>,
    /// The message, from 0.
    pub message: usize,
    /// What was judged.
    pub phase: Phase,
    /// The tool, of a call and of a result.
    pub tool: Option<Arc<str>>,
    /// Under the old policy.
    pub before: Decided,
    /// Under the new one.
    pub after: Decided,
}

/// Everything that would change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The first of them.
    pub list: Vec<Change>,
    /// How many of each kind.
    pub kinds: BTreeMap<(Decision, Decision), usize>,
    /// How many places were compared.
    pub compared: usize,
}

impl Changes {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.kinds.values().sum()
    }

    /// Compares what two policies decided on the same steps.
    pub(super) fn add(&mut self, transcript: &Transcript, before: &[Point], after: &[Point]) {
        for (old, new) in before.iter().zip(after) {
            self.compared += 1;
            if old.decided == new.decided {
                continue;
            }
            *self.kinds.entry((old.decided.decision, new.decided.decision)).or_default() += 1;
            if self.list.len() < MOST_LISTED {
                self.list.push(Change {
                    file: transcript.file.clone(),
                    line: transcript.line,
                    id: transcript.id.clone(),
                    message: new.message,
                    phase: new.phase,
                    tool: new.tool.clone(),
                    before: old.decided,
                    after: new.decided,
                });
            }
        }
    }
}

/// What was decided at one step.
#[derive(Clone, Debug)]
pub(super) struct Point {
    message: usize,
    phase: Phase,
    tool: Option<Arc<str>>,
    decided: Decided,
}

impl Point {
    pub(super) fn of(moment: &Moment<'_>) -> Option<Point> {
        let (verdict, tool): (&Verdict, _) = match &moment.what {
            What::Call { verdict, .. } => (verdict, verdict.call().map(|call| call.tool.clone())),
            What::Result { verdict, tool, .. } => (verdict, Some(tool.clone())),
            What::Answer { verdict, .. } | What::Other { verdict } => (verdict, None),
            What::Task => return None,
        };
        let decided = Decided { decision: verdict.decision, cause: verdict.cause };
        Some(Point { message: moment.message, phase: verdict.phase, tool, decided })
    }

    /// Whether nothing was held, asked or sent back here.
    pub(super) fn goes_through(&self) -> bool {
        matches!(self.decided.decision, Decision::Execute | Decision::Pass)
    }
}
