//! What is found of a rule that is unfolded for many tools: it is said where it is so for every one of them.

use std::hash::Hash;

use indexmap::IndexMap;

use crate::diagnostic::{Diagnostic, Findings};
use crate::span::Span;

/// Findings by what they are about; none where it is not so everywhere.
pub(super) struct Tally<K> {
    /// In the order in which they were looked at first.
    found: IndexMap<K, Option<(Diagnostic, usize)>>,
}

impl<K: Hash + Eq> Tally<K> {
    pub(super) fn new() -> Tally<K> {
        Tally { found: IndexMap::new() }
    }

    /// Looks at it once more: `find` finds what is said, and a number that has to be the same each time.
    pub(super) fn look(&mut self, key: K, find: impl FnOnce() -> Option<(Diagnostic, usize)>) {
        match self.found.get_mut(&key) {
            None => drop(self.found.insert(key, find())),
            Some(None) => {}
            Some(known) => {
                if find().map(|(_, what)| what) != known.as_ref().map(|(_, what)| *what) {
                    *known = None;
                }
            }
        }
    }

    /// What is so everywhere; of one inside another only the outer one.
    pub(super) fn outermost(self, findings: &mut Findings) {
        let found = self.found.into_values().flatten().map(|(finding, _)| finding);
        let mut found: Vec<(Span, Diagnostic)> = found.filter_map(|finding| Some((finding.span()?, finding))).collect();
        found.sort_by_key(|(span, _)| (span.file.0, span.start, std::cmp::Reverse(span.end)));
        let mut last: Option<Span> = None;
        for (span, finding) in found {
            let is_inside = last.is_some_and(|last| last.file == span.file && span.end <= last.end);
            if !is_inside {
                last = Some(span);
                findings.add(finding);
            }
        }
    }

    /// What is so everywhere.
    pub(super) fn all(self, findings: &mut Findings) {
        self.found.into_values().flatten().for_each(|(finding, _)| findings.add(finding));
    }
}
