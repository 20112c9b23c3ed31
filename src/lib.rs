//! Checklists that decide whether a language model's tool call may run.

#![allow(missing_docs, unreachable_pub, dead_code, unused_imports, reason = "while the rooms are being built")]

pub mod diagnostic;
pub mod nearest;
pub mod span;
pub mod syntax;
pub mod value;
