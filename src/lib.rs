//! Checklists that decide whether a language model's tool call may run.

#![allow(missing_docs, unreachable_pub, dead_code, unused_imports, reason = "while the rooms are being built")]

pub(crate) mod check;
pub mod compile;
pub mod diagnostic;
pub mod eval;
pub mod digest;
pub mod load;
pub(crate) mod graph;
pub mod nearest;
pub mod policy;
pub mod program;
pub(crate) mod resolve;
pub mod snapshot;
pub mod span;
pub mod syntax;
pub mod testing;
pub mod turn;
pub mod value;
pub mod verdict;
pub mod words;

pub use snapshot::{Snapshot, SnapshotError};
pub use policy::{Policy, PolicyErrors};
pub use verdict::{Cause, Decision, Reason, Route, State, Verdict};
