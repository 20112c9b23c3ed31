//! Checklists that decide whether a language model's tool call may run.

#![allow(missing_docs, unreachable_pub, dead_code, unused_imports, reason = "while the rooms are being built")]

pub(crate) mod check;
pub mod compile;
pub mod diagnostic;
pub(crate) mod graph;
pub mod nearest;
pub mod policy;
pub mod program;
pub(crate) mod resolve;
pub mod snapshot;
pub mod span;
pub mod syntax;
pub mod value;
pub mod verdict;
