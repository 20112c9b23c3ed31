//! What can be known of a condition before there is a call: which of true, false and unknown it can come to.
//!
//! Everything errs on one side. [`Values`](values::Values) holds at least the values that something can have, a
//! [`State`](state::State) at least the situations in which something was assumed; what is empty cannot happen. Whatever
//! follows is replayed through the evaluator before it is said ([`replay`]).

mod assume;
pub(super) mod context;
mod interval;
pub(super) mod key;
pub(super) mod replay;
mod sample;
pub(super) mod state;
mod texts;
pub(super) mod unknown;
pub(super) mod values;
