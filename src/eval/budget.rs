//! What is left of the budgets.

use std::sync::Arc;

use crate::program::Budget;
use crate::value::{Map, Number, Value};
use crate::verdict::Undecided;

/// The budgets that a verdict counted.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// What is left, by id.
    pub(crate) left: Map,
    /// Those that cannot be counted.
    pub(crate) undecided: Vec<Undecided>,
    /// One of them is used up, or cannot be shown to hold.
    pub(crate) is_over: bool,
}

impl Counted {
    /// Counts one; none where the snapshot does not say what was used.
    pub(crate) fn count(&mut self, budget: &Budget, used: Option<Number>) {
        match used {
            Some(used) => {
                let left = budget.limit.subtract(&used).max(Number::zero());
                self.is_over |= left.is_zero();
                self.left.insert(Arc::clone(&budget.id), Value::Number(left));
            }
            None => {
                self.is_over = true;
                let why = "the snapshot does not say what was used: `turn` is missing or incomplete".into();
                self.undecided.push(Undecided { id: Arc::clone(&budget.id), why });
            }
        }
    }
}
