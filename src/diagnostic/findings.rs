//! What was found so far: one diagnostic for one mistake.

use std::collections::HashSet;

use crate::span::Span;

use super::{Code, Diagnostic, Severity};

/// Diagnostics as they are found. A rule is looked at once for each tool that it concerns, so the same mistake comes
/// up again and again: of one code at one place only the first is kept.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    seen: HashSet<(Code, Option<Span>)>,
    silent: usize,
}

impl Findings {
    /// Keeps a diagnostic, unless its mistake is known.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) {
        if self.silent == 0 && self.seen.insert((diagnostic.code(), diagnostic.span())) {
            self.list.push(diagnostic);
        }
    }

    /// Keeps what there is, as [`Findings::add`] does.
    pub(crate) fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        diagnostics.into_iter().for_each(|diagnostic| self.add(diagnostic));
    }

    /// Starts to drop what is found: something is looked at ahead of its turn.
    pub(crate) fn mute(&mut self) {
        self.silent += 1;
    }

    /// Ends what [`Findings::mute`] started.
    pub(crate) fn unmute(&mut self) {
        self.silent = self.silent.saturating_sub(1);
    }

    /// Whether a mistake of this code was found inside a place.
    pub(crate) fn has(&self, code: Code, inside: Span) -> bool {
        let is = |one: &Diagnostic| one.code() == code && one.span().is_some_and(|span| span.overlaps(inside));
        self.list.iter().any(is)
    }

    /// Whether anything keeps the policy from loading.
    pub(crate) fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    /// Everything, by place; `rank` says the order of the files.
    pub(crate) fn into_sorted(self, rank: impl Fn(Span) -> usize) -> Vec<Diagnostic> {
        let mut list = self.list;
        list.sort_by_key(|diagnostic| diagnostic.span().map(|span| (rank(span), span.start, span.end)));
        list
    }
}
