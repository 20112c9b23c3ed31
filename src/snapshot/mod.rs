//! The snapshot: everything that is known when one verdict is made.

mod model;

pub use model::*;
