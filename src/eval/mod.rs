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
mod report;
mod request;
mod reread;
mod result;
mod said;
mod scene;
mod search;
mod spoken;
mod standing;
mod taken;
mod tell;
pub(crate) mod trial;
mod unused;
mod written;

use std::sync::Arc;

use crate::program::Program;
use crate::snapshot::{Phase, Snapshot};
use crate::value::Map;
use crate::verdict::{Cause, Decision, GuardReport, Part, Undecided, Verdict};

pub(crate) use call::Pins;
pub(crate) use claims::claims;

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

/// The person's words, read once for all snapshots in which they are the same.
pub(crate) type Words = Arc<crate::words::Conversation>;

/// Reads them.
pub(crate) fn words(snapshot: &Snapshot) -> Words {
    Arc::new(said::read(snapshot))
}

/// Judges a snapshot. What goes wrong inside is a state, a reason and a route, never an error.
pub(crate) fn evaluate(
    program: &Program,
    pins: &Pins,
    policy_digest: &Arc<str>,
    snapshot: &Snapshot,
    words: Option<&Words>,
) -> Verdict {
    let outcome = match snapshot.phase {
        Phase::Request => request::request(program, snapshot),
        Phase::Call => call::call(program, pins, snapshot, words),
        Phase::Result => result::result(program, snapshot),
        Phase::Answer => answer::answer(program, snapshot),
        Phase::Memory => memory::memory(program, snapshot),
    };
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
        snapshot_digest: Arc::clone(&snapshot.digest),
        part: outcome.part,
    }
}
