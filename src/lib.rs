//! Checklists that decide whether a language model's tool call may run.
//!
//! A policy lists what must be confirmed before a call runs and where each item may be looked up. Code looks everything
//! up and counts; the verdict is what stays unknown, each with who can answer it, and `execute` only when nothing does.
//!
//! ```
//! use chk::{Decision, Policy, Snapshot};
//!
//! let policy = Policy::from_text("bank.chk", r#"
//! language 1
//! provider bank {
//!   tool transfer {
//!     irreversible
//!     slot amount: decimal where it > 0 from user_answer, instruction
//!   }
//! }
//! "#)?;
//! let call = |amount: u32| Snapshot::from_yaml(&format!(r#"
//! chk: 1
//! call: {{ tool: bank.transfer, arguments: {{ amount: {amount} }} }}
//! instruction: [{{ text: "send 500 to my landlord", trust: user }}]
//! "#));
//! assert_eq!(policy.evaluate(&call(500)?).decision, Decision::Execute);
//! assert_eq!(policy.evaluate(&call(900)?).decision, Decision::Revise);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The stages, each with a type of its own:
//!
//! ```text
//!  .chk text ─ syntax ─ load ─ resolve ─ check ─ graph ─ compile ─► Program ┐
//!                                                                            ├─ eval ─► Verdict
//!  YAML/JSON ─ snapshot ───────────────────────────────────────► Snapshot ──┘
//! ```

// Ground: nothing here knows a stage.
pub mod diagnostic;
pub mod digest;
pub mod nearest;
pub mod span;
pub mod value;
pub mod words;

// From text to a policy that is checked and runnable.
mod check;
mod compile;
pub mod graph;
pub mod handbook;
pub mod load;
#[expect(dead_code, reason = "units, docs and places of every part are kept for the tools that describe a policy")]
mod program;
mod resolve;
pub mod syntax;

// From text to the same text in its canonical form.
pub mod format;

// From a policy and a snapshot to a verdict.
mod eval;
mod policy;
pub mod snapshot;
pub mod verdict;

// Over the library.
pub mod lint;
#[cfg(feature = "record")]
pub mod record;
pub mod replay;
pub mod testing;
pub mod turn;
pub mod why;

pub use diagnostic::{Code, Diagnostic};
pub use policy::{Policy, PolicyErrors};
pub use snapshot::{Snapshot, SnapshotError};
pub use value::Value;
pub use verdict::{Cause, Decision, Reason, Route, State, Verdict};
