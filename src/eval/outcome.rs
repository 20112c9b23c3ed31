//! What an expression comes to: a value, or the reason why there is none. Logic over it is Kleene's.

use crate::program::EntryId;
use crate::value::Value;

/// A value, or why there is none.
pub(crate) type Outcome = Result<Value, Unknown>;

/// Why an expression has no value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Unknown {
    /// The entries that it hangs on, in order, each once.
    pub(crate) blockers: Vec<EntryId>,
    /// It hangs on something that waits for the trigger.
    pub(crate) waits: bool,
    /// What cannot be compared or is not there, in words.
    pub(crate) because: Option<String>,
    /// Something is there that cannot be compared.
    pub(crate) incomparable: bool,
}

impl Unknown {
    /// It hangs on an entry.
    pub(crate) fn blocked_by(entry: EntryId, waits: bool) -> Unknown {
        Unknown { blockers: vec![entry], waits, ..Unknown::default() }
    }

    /// It cannot be compared.
    pub(crate) fn not_comparable(because: impl Into<String>) -> Unknown {
        Unknown { because: Some(because.into()), incomparable: true, ..Unknown::default() }
    }

    /// A path leads nowhere.
    pub(crate) fn nowhere(because: impl Into<String>) -> Unknown {
        Unknown { because: Some(because.into()), ..Unknown::default() }
    }

    /// Both reasons together.
    pub(crate) fn and(mut self, other: Unknown) -> Unknown {
        for entry in other.blockers {
            if !self.blockers.contains(&entry) {
                self.blockers.push(entry);
            }
        }
        self.waits |= other.waits;
        self.because = self.because.or(other.because);
        self.incomparable |= other.incomparable;
        self
    }
}

/// Both values, or why one of them is missing.
pub(crate) fn both(left: Outcome, right: Outcome) -> Result<(Value, Value), Unknown> {
    match (left, right) {
        (Ok(left), Ok(right)) => Ok((left, right)),
        (Err(left), Err(right)) => Err(left.and(right)),
        (Err(unknown), _) | (_, Err(unknown)) => Err(unknown),
    }
}

/// The truth of an outcome.
pub(crate) fn truth(outcome: Outcome) -> Result<bool, Unknown> {
    match outcome? {
        Value::Bool(truth) => Ok(truth),
        other => Err(Unknown::not_comparable(format!("`{other}` is neither true nor false"))),
    }
}

/// Kleene's `and` (`decisive` is false) and `or` (`decisive` is true).
pub(crate) fn connect(decisive: bool, left: Outcome, right: impl FnOnce() -> Outcome) -> Outcome {
    let left = truth(left);
    if left == Ok(decisive) {
        return Ok(Value::Bool(decisive));
    }
    match (left, truth(right())) {
        (_, Ok(right)) if right == decisive => Ok(Value::Bool(decisive)),
        (Ok(_), Ok(right)) => Ok(Value::Bool(right)),
        (Err(left), Err(right)) => Err(left.and(right)),
        (Err(unknown), _) | (_, Err(unknown)) => Err(unknown),
    }
}
