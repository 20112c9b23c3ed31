//! Checklists that decide whether a language model's tool call may run.

#![allow(missing_docs, unreachable_pub, dead_code, unused_imports, reason = "while the rooms are being built")]

pub mod diagnostic;
pub mod eval;
pub mod digest;
pub mod load;
pub mod nearest;
pub mod policy;
pub mod program;
pub mod snapshot;
pub mod span;
pub mod syntax;
pub mod testing;
pub mod value;
pub mod verdict;
pub mod words;

pub use snapshot::{Snapshot, SnapshotError};
