//! What a search met on its way, for the case that no source settles it.

use crate::program::{Slot, Type};
use crate::value::Value;
use crate::verdict::{LookupRequest, Reason};

use super::super::distinct::Distinct;
use super::super::expr::View;
use super::super::outcome::Unknown;
use super::super::standing::Standing;
use super::{At, blocked, may_be_empty};

/// The most values that a question offers: nobody looks through more.
pub(super) const MOST_CANDIDATES: usize = 100;

/// The way of one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// Why the proposal itself is not accepted.
    pub(super) violation: Option<String>,
    /// A lookup failed: the search ended there.
    pub(super) failed: bool,
    /// What a lookup's arguments, a row or a confirm hang on.
    pub(super) unknown: Option<Unknown>,
    /// An observation was too old.
    pub(super) stale: bool,
    /// An observation was missing.
    pub(super) missing: bool,
    /// What to look up.
    pub(super) wants: Vec<LookupRequest>,
    /// A searched source holds a value of the type.
    pub(super) holds_value: bool,
    /// The type of which the words were searched.
    pub(super) said: Option<Type>,
    /// What the words hold.
    pub(super) candidates: Distinct,
    /// Why a source bears nothing out: a set that is not shown, a path that does not fit.
    pub(super) note: Option<String>,
}

impl Trail {
    pub(super) fn hang(&mut self, unknown: Unknown) {
        self.unknown = Some(self.unknown.take().unwrap_or_default().and(unknown));
    }

    pub(super) fn candidate(&mut self, value: &Value) {
        if self.candidates.len() < MOST_CANDIDATES {
            self.candidates.add(value, None);
        }
    }

    /// Nothing settled the slot: why, or that it stays empty.
    pub(super) fn end(self, at: &At<'_>, slot: &Slot, proposal: Option<&Value>, view: &View<'_>) -> Standing {
        let looked_up = !self.stale && !self.missing && !self.failed && self.unknown.is_none();
        if proposal.is_none() && looked_up {
            match may_be_empty(slot, view) {
                Ok(true) => return Standing { note: self.note, ..Standing::empty() },
                Ok(false) => {}
                Err(unknown) => return blocked(unknown, view),
            }
        }
        let reason = if self.violation.is_some() {
            Reason::Violates
        } else if self.failed {
            Reason::LookupFailed
        } else if self.unknown.as_ref().is_some_and(|unknown| !unknown.blockers.is_empty()) {
            Reason::Blocked
        } else if self.stale {
            Reason::Stale
        } else if proposal.is_some() {
            Reason::NotBorneOut
        } else if self.unknown.is_some() {
            Reason::NotComparable
        } else {
            Reason::NoResult
        };
        let because = self.unknown.as_ref().and_then(|unknown| unknown.because.clone());
        let mut standing = match (reason, self.unknown) {
            (Reason::Blocked | Reason::NotComparable, Some(unknown)) => blocked(unknown, view),
            _ => Standing::unknown(reason),
        };
        standing.note = self.violation.or(standing.note).or(self.note).or(because).or_else(|| match reason {
            Reason::NotBorneOut => Some(format!("nothing bears out what was proposed for `{}`", at.name)),
            _ => None,
        });
        standing.proposed = proposal.cloned();
        standing.candidates = self.candidates.into_values();
        standing.holds_value = self.holds_value;
        standing.said = self.said;
        standing.wants = self.wants;
        standing
    }
}
