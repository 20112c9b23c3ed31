//! Sets of texts: some, or all but some.

use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Texts {
    /// These.
    Some(BTreeSet<Arc<str>>),
    /// All but these.
    AllBut(BTreeSet<Arc<str>>),
}

impl Texts {
    pub(super) fn none() -> Texts {
        Texts::Some(BTreeSet::new())
    }

    pub(super) fn all() -> Texts {
        Texts::AllBut(BTreeSet::new())
    }

    pub(super) fn one(text: &str) -> Texts {
        Texts::Some([Arc::from(text)].into())
    }

    pub(super) fn is_none(&self) -> bool {
        matches!(self, Texts::Some(texts) if texts.is_empty())
    }

    pub(super) fn holds(&self, text: &str) -> bool {
        match self {
            Texts::Some(texts) => texts.contains(text),
            Texts::AllBut(texts) => !texts.contains(text),
        }
    }

    /// Every one, where there are only some.
    pub(super) fn listed(&self) -> Option<&BTreeSet<Arc<str>>> {
        match self {
            Texts::Some(texts) => Some(texts),
            Texts::AllBut(_) => None,
        }
    }

    pub(super) fn outside(&self) -> Texts {
        match self {
            Texts::Some(texts) => Texts::AllBut(texts.clone()),
            Texts::AllBut(texts) => Texts::Some(texts.clone()),
        }
    }

    pub(super) fn meet(&self, other: &Texts) -> Texts {
        match (self, other) {
            (Texts::Some(some), other) | (other, Texts::Some(some)) => {
                Texts::Some(some.iter().filter(|text| other.holds(text)).cloned().collect())
            }
            (Texts::AllBut(one), Texts::AllBut(other)) => Texts::AllBut(one.union(other).cloned().collect()),
        }
    }

    pub(super) fn join(&self, other: &Texts) -> Texts {
        self.outside().meet(&other.outside()).outside()
    }
}
