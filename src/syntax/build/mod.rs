//! From pest's nodes to the tree. What a grammar cannot say is judged here: chained comparisons, clauses given twice,
//! numbers and escapes that are none.

mod expr;
mod guard;
mod item;
mod language;
mod literal;
mod name;
mod pattern;
mod section;
mod slot;
mod text;
mod types;

use super::grammar::{Node, end};
use super::trivia::Docs;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{FileId, Span};

/// Builds the tree of one text, or of a piece of it.
pub(super) struct Builder<'d> {
    file: FileId,
    /// Where the piece that pest saw begins.
    base: usize,
    docs: &'d mut Docs,
    /// How deep the expressions built since the last reset were.
    deepest: usize,
    /// What is wrong with what was built.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'d> Builder<'d> {
    pub(super) fn new(file: FileId, base: usize, docs: &'d mut Docs) -> Builder<'d> {
        Builder { file, base, docs, deepest: 0, diagnostics: Vec::new() }
    }

    /// Where a node stands in the file.
    fn span(&self, node: &Node<'_>) -> Span {
        Span::new(self.file, self.base + node.as_span().start(), self.base + end(node))
    }

    /// A piece of a token that begins at `node`, in bytes from there.
    fn part(&self, node: &Node<'_>, start: usize, end: usize) -> Span {
        let base = self.base + node.as_span().start();
        Span::new(self.file, base + start, base + end)
    }

    /// The doc comment in front of what begins at `span`.
    fn doc(&mut self, span: Span) -> Option<String> {
        self.docs.take(span.start)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports that one thing is said twice.
    fn twice(&mut self, word: &str, first: Span, second: Span) {
        self.report(
            Diagnostic::new(Code::DuplicateClause, second, format!("`{word}` is given twice"))
                .here("the second")
                .label(first, "the first")
                .help("keep one of the two"),
        );
    }
}
