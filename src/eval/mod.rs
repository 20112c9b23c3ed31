//! From a runnable policy and a snapshot to a verdict. Nothing here touches a clock, a file, the environment or the
//! order of a hash map.

mod accept;
mod ansi;
mod answer;
mod approval;
mod arguments;
mod asserted;
mod budget;
mod call;
mod claims;
mod culprit;
mod distinct;
mod documented;
mod expr;
mod found;
mod guard;
mod history;
mod judge;

pub(crate) mod mask;
mod memory;
mod message;
mod observe;
mod opened;
mod operate;
mod outcome;
mod path;
mod pattern;
mod plain;
mod report;
mod request;
mod reread;
mod result;
mod said;
mod scene;
mod search;
mod seen;
mod spent;
pub(crate) mod spoken;
mod standing;
mod story;
mod taken;
mod tell;
pub(crate) mod trial;
mod unused;
mod wording;
mod written;

use std::sync::Arc;

use crate::program::Program;
use crate::snapshot::{Phase, Snapshot};
use crate::value::Map;
use crate::verdict::{Cause, Decision, GuardReport, Part, Undecided, Verdict};

pub(crate) use call::Pins;
pub(crate) use claims::claims;
pub use seen::{Clause, Side};
pub(crate) use seen::{Seen, is_joined};
pub(crate) use story::Story;

/// What a phase comes to: a verdict without the digests.
struct Outcome {
    decision: Decision,
    cause: Option<Cause>,
    tell: Option<String>,
    guards: Vec<GuardReport>,
    undecided: Vec<Undecided>,
    budget: Map,
    part: Part,
}

/// Judges a snapshot. What goes wrong inside is a state, a reason and a route, never an error. What the clauses came to is
/// told to whoever asks.
pub(crate) fn evaluate(
    program: &Program,
    pins: &Pins,
    policy_digest: &Arc<str>,
    snapshot: &Snapshot,
    story: Option<&Story>,
    seen: Option<&mut Seen>,
) -> Verdict {
    // First, so that the words are read into the memory that this frees: fresh pages cost more than the reading.
    let snapshot_digest = snapshot.digest.to_text();
    let outcome = outcome(program, pins, snapshot, story, seen);
    // Two ways to one decision: whoever works on either sees in every test that they agree.
    debug_assert!(outcome.decision == Decision::Execute || !plain::runs(program, pins, snapshot));
    Verdict {
        phase: snapshot.phase,
        decision: outcome.decision,
        cause: outcome.cause,
        tell: outcome.tell,
        guards: outcome.guards,
        undecided: outcome.undecided,
        budget: outcome.budget,
        unused: unused::unused(program, snapshot),
        policy_digest: Arc::clone(policy_digest),
        snapshot_digest,
        part: outcome.part,
    }
}

/// What is decided, without the verdict around it.
pub(crate) fn decide(program: &Program, pins: &Pins, snapshot: &Snapshot) -> Decision {
    match plain::runs(program, pins, snapshot) {
        true => Decision::Execute,
        false => outcome(program, pins, snapshot, None, None).decision,
    }
}

fn outcome(
    program: &Program,
    pins: &Pins,
    snapshot: &Snapshot,
    story: Option<&Story>,
    seen: Option<&mut Seen>,
) -> Outcome {
    match snapshot.phase {
        Phase::Request => request::request(program, snapshot, story, seen),
        Phase::Call => call::call(program, pins, snapshot, story, seen),
        Phase::Result => result::result(program, snapshot, story, seen),
        Phase::Answer => answer::answer(program, snapshot, story, seen),
        Phase::Memory => memory::memory(program, snapshot, story, seen),
    }
}
