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

pub(super) use self::language::Opening;
pub(super) use self::section::SectionHead;
use super::grammar::{Node, end};
use super::repair::Shifts;
use super::trivia::Docs;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{FileId, Span};

/// Builds the tree of one text, or of a piece of it.
pub(super) struct Builder<'d> {
    file: FileId,
    /// The text as it was given.
    text: &'d str,
    /// Where the piece that pest saw begins.
    base: usize,
    shifts: &'d Shifts,
    docs: &'d mut Docs,
    /// How deep the expressions built since the last reset were.
    deepest: usize,
    /// What is wrong with what was built.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'d> Builder<'d> {
    pub(super) fn new(file: FileId, text: &'d str, docs: &'d mut Docs, shifts: &'d Shifts) -> Builder<'d> {
        Builder { file, text, base: 0, shifts, docs, deepest: 0, diagnostics: Vec::new() }
    }

    /// What is built next is a piece that begins at this byte.
    pub(super) fn start_at(&mut self, base: usize) {
        self.base = base;
    }

    /// The bytes `start..end` of the piece, as they stand in the file. Nothing is nowhere to be seen: its place is the last
    /// character in front of it.
    pub(super) fn place(&self, start: usize, end: usize) -> Span {
        let (start, end) = (self.shifts.original(self.base + start), self.shifts.original(self.base + end));
        if start < end {
            return Span::new(self.file, start, end);
        }
        let before = self.text.get(..end).unwrap_or(self.text).trim_end();
        match before.char_indices().next_back() {
            Some((at, _)) => Span::new(self.file, at, before.len()),
            None => Span::new(self.file, 0, self.text.chars().next().map_or(0, char::len_utf8)),
        }
    }

    /// Where a node stands in the file.
    fn span(&self, node: &Node<'_>) -> Span {
        self.place(node.as_span().start(), end(node))
    }

    /// A piece of a token, in bytes from the token's start.
    fn part(&self, node: &Node<'_>, start: usize, end: usize) -> Span {
        let token = node.as_span().start();
        self.place(token + start, token + end)
    }

    /// The doc comment in front of what begins at `span`.
    pub(super) fn doc(&mut self, span: Span) -> Option<String> {
        self.docs.take(span.start)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Counts the doc comments in a piece that was not understood as belonging to something.
    pub(super) fn take_docs(&mut self, span: Span) {
        self.docs.take_within(span);
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
