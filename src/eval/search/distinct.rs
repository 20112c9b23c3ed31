//! Several values, each once.

use std::collections::HashSet;

use crate::value::{Value, Zone};

/// The values met so far; moments in two zones are one where they are the same moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Distinct {
    values: HashSet<Value>,
    moments: HashSet<i128>,
}

impl Distinct {
    /// Whether the value is met for the first time.
    pub(super) fn is_new(&mut self, value: &Value, zone: Option<&Zone>) -> bool {
        let is_new_moment = match value {
            Value::DateTime(at) => at.instant(zone).is_none_or(|instant| self.moments.insert(instant)),
            _ => true,
        };
        self.values.insert(value.clone()) && is_new_moment
    }
}
