//! What another policy would have decided, call by call.

use std::collections::{BTreeMap, HashMap};
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

    /// Compares what two policies decided on the same steps. A step on which one of them alone decided is compared with
    /// nothing.
    pub(super) fn add(&mut self, transcript: &Transcript, before: &[Point], after: &[Point]) {
        let before: HashMap<(usize, Phase), &Point> = before.iter().map(|old| (old.of(), old)).collect();
        for new in after {
            let Some(old) = before.get(&new.of()) else { continue };
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
    step: usize,
    message: usize,
    phase: Phase,
    tool: Option<Arc<str>>,
    decided: Decided,
}

impl Point {
    pub(super) fn at(moment: &Moment<'_>) -> Option<Point> {
        let (verdict, tool): (&Verdict, _) = match &moment.what {
            What::Call { verdict, .. } => (verdict, verdict.call().map(|call| call.tool.clone())),
            What::Result { verdict, tool, .. } => (verdict, Some(tool.clone())),
            What::Answer { verdict, .. } | What::Other { verdict } => (verdict, None),
            What::Task => return None,
        };
        let decided = Decided { decision: verdict.decision, cause: verdict.cause };
        let Moment { step, message, .. } = *moment;
        Some(Point { step, message, phase: verdict.phase, tool, decided })
    }

    /// What it is a decision on: a step has one in each phase.
    fn of(&self) -> (usize, Phase) {
        (self.step, self.phase)
    }

    /// Whether nothing was held, asked or sent back here.
    pub(super) fn goes_through(&self) -> bool {
        matches!(self.decided.decision, Decision::Execute | Decision::Pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(step: usize, phase: Phase, decision: Decision) -> Point {
        let decided = Decided { decision, cause: None };
        // Steps 1 and 2 are calls of one message.
        Point { step, message: step.min(1), phase, tool: None, decided }
    }

    #[test]
    fn what_one_policy_alone_decided_on_does_not_shift_the_rest() {
        let transcript = Transcript {
            file: "trace".into(),
            line: 7,
            id: None,
            case: None,
            tools: None,
            steps: Vec::new(),
            is_cut: false,
        };
        let before = [
            point(0, Phase::Call, Decision::Execute),
            point(1, Phase::Call, Decision::Hold),
            point(1, Phase::Result, Decision::Pass),
            point(2, Phase::Call, Decision::Execute),
        ];
        let after = [
            point(0, Phase::Call, Decision::Execute),
            point(1, Phase::Result, Decision::Pass),
            point(2, Phase::Call, Decision::AskUser),
            point(3, Phase::Answer, Decision::Pass),
        ];
        let mut changes = Changes::default();
        changes.add(&transcript, &before, &after);
        // Compared are the call of step 0, the result of step 1 and the call of step 2, which alone differs.
        assert_eq!((changes.compared, changes.count()), (3, 1));
        let listed: Vec<_> =
            changes.list.iter().map(|one| (one.message, one.before.decision, one.after.decision)).collect();
        assert_eq!(listed, [(1, Decision::Execute, Decision::AskUser)]);
    }
}
