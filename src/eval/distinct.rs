//! Values without repetitions.

use std::collections::HashMap;

use crate::value::{Value, Zone};

use super::operate;

/// Values that differ from each other, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distinct {
    values: Vec<Value>,
    /// Where those stand of which the trace is this.
    places: HashMap<String, Vec<usize>>,
    /// Some have no trace: each may equal any other.
    is_untold: bool,
}

impl Distinct {
    /// Adds a value unless it equals one of them.
    pub(crate) fn add(&mut self, value: &Value, zone: Option<&Zone>) {
        let mut trace = String::new();
        self.is_untold |= operate::trace(value, &mut trace).is_none();
        let same = |own: &Value| operate::equal(own, value, zone) == Some(true);
        let places = self.places.entry(trace).or_default();
        let is_known = match self.is_untold {
            true => self.values.iter().any(same),
            false => places.iter().filter_map(|place| self.values.get(*place)).any(same),
        };
        if !is_known {
            places.push(self.values.len());
            self.values.push(value.clone());
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn into_values(self) -> Vec<Value> {
        self.values
    }
}
