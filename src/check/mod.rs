//! What can be said before anything runs: types and how they combine, the words of the language, clauses that exclude
//! each other, and slots that nothing can bear out.

pub(crate) mod bearers;
pub(crate) mod clauses;
pub(crate) mod functions;
pub(crate) mod operators;
pub(crate) mod roots;
pub(crate) mod ty;
pub(crate) mod words;

pub(crate) use ty::{Field, Ty};
