//! A verdict that stands in a record.

use crate::snapshot::{Approval, Snapshot};
use crate::value::{DateTime, Value};
use crate::verdict::{CallVerdict, Decision, Verdict};

use super::deferred::{Deferred, Drift};
use super::entry::Digest;

/// Whether what a verdict says is done. It stands outside of the policy, so that a new rule can be counted before it blocks anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Enforcement {
    /// Nothing runs without a permit.
    #[default]
    Enforce,
    /// Verdicts are recorded as what they would have been, and the host goes on as it would without them. No permit is made.
    Shadow,
}

impl Enforcement {
    /// The word of the record.
    pub fn as_str(self) -> &'static str {
        match self {
            Enforcement::Enforce => "enforce",
            Enforcement::Shadow => "shadow",
        }
    }
}

/// A verdict that stands in a record. Only [`Record::verdict`](super::Record::verdict) makes one.
///
/// ```compile_fail
/// use chk::record::{Enforcement, Recorded};
/// fn invented(verdict: chk::Verdict, line: chk::record::Digest, at: chk::value::DateTime) -> Recorded {
///     Recorded { verdict, line, seq: 1, at, enforcement: Enforcement::Enforce, ..todo!() }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Recorded {
    pub(super) verdict: Verdict,
    pub(super) line: Digest,
    pub(super) seq: u64,
    pub(super) at: DateTime,
    pub(super) enforcement: Enforcement,
    pub(super) approvals: Vec<GivenApproval>,
    pub(super) deferred: Option<Box<Deferred>>,
    pub(super) drift: Vec<Drift>,
}

/// An approval that a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenApproval {
    pub(super) digest: Digest,
    /// It led to an execution before, which is known not to have happened; how many lines of the record were known then.
    pub(super) again: Option<u64>,
}

impl Recorded {
    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The digest of its line.
    pub fn line(&self) -> Digest {
        self.line
    }

    /// The number of its line, from 1.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When it was recorded.
    pub fn at(&self) -> DateTime {
        self.at
    }

    /// Whether the host goes on: with `execute` and `pass`, and in shadow always.
    pub fn proceeds(&self) -> bool {
        self.enforcement == Enforcement::Shadow || matches!(self.verdict.decision, Decision::Execute | Decision::Pass)
    }
}

/// What tells an approval from every other: whose action it is for, and all that it says but by whom it was used.
pub(super) fn approval_digest(action_key: &str, approval: &Approval) -> Digest {
    let time = |time: Option<DateTime>| time.map_or(Value::Null, |time| Value::text(time.to_string()));
    let text = |text: &Option<std::sync::Arc<str>>| text.clone().map_or(Value::Null, Value::Text);
    Digest::of_value(&Value::map([
        ("action_key", Value::from(action_key)),
        ("id", text(&approval.id)),
        ("tool", Value::Text(approval.tool.clone())),
        ("confirm", Value::Text(approval.confirm.clone())),
        ("bound", Value::Map(std::sync::Arc::new(approval.bound.clone()))),
        ("shown", text(&approval.shown)),
        ("at", time(approval.at)),
        ("expires", time(approval.expires)),
    ]))
}

/// The approvals that counted for a verdict, of which so many lines of the record were known.
pub(super) fn given(call: &CallVerdict, snapshot: &Snapshot, lines: u64) -> Vec<GivenApproval> {
    let counted = call.ground.approvals.iter().filter_map(|index| snapshot.approvals.get(*index));
    let mut given: Vec<GivenApproval> = Vec::new();
    for approval in counted {
        let digest = approval_digest(&call.action_key, approval);
        if !given.iter().any(|other| other.digest == digest) {
            given.push(GivenApproval { digest, again: approval.used_by.as_ref().map(|_| lines) });
        }
    }
    given
}
