//! A whole file, and the line that opens it.

use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::Item;
use crate::syntax::grammar::{Children, Node, Rule};

/// The one version of the language.
const VERSION: &str = "1";

/// What a file begins with, as far as it has been read.
#[derive(Default)]
pub(in crate::syntax) struct Opening {
    /// The first item.
    item: Option<Span>,
    /// The language line.
    line: Option<Span>,
}

impl Builder<'_> {
    /// The items of a file.
    pub(in crate::syntax) fn file(&mut self, children: Children<'_>) -> Vec<Item> {
        let mut opening = Opening::default();
        let mut items = Vec::new();
        for node in children {
            match node.as_rule() {
                Rule::language_line => self.language_line(&mut opening, node),
                Rule::EOI => self.opened(&opening, node.as_span().end()),
                _ => {
                    let span = self.span(&node);
                    opening.saw_item(span);
                    items.extend(self.item(node));
                }
            }
        }
        items
    }

    /// A language line, in its place or not.
    pub(in crate::syntax) fn language_line(&mut self, opening: &mut Opening, node: Node<'_>) {
        let span = self.span(&node);
        let line = format!("language {VERSION}");
        match (opening.line, opening.item) {
            (Some(first), _) => self.report(
                Diagnostic::new(
                    Code::LanguageLine,
                    span,
                    format!("`{line}` stands once, at the beginning of the file"),
                )
                .label(first, "here already")
                .help("take this line out"),
            ),
            (None, Some(item)) => self.report(
                Diagnostic::new(
                    Code::LanguageLine,
                    span,
                    format!("`{line}` does not stand at the beginning of the file"),
                )
                .label(item, "this stands in front of it")
                .help("move it to the first line"),
            ),
            (None, None) => self.version(node),
        }
        opening.saw_line(span);
    }

    /// Reports a version that is not this one.
    fn version(&mut self, node: Node<'_>) {
        let Some(number) = Children::of(node).seek(Rule::number) else { return };
        if number.as_str() != VERSION {
            let message = format!("this is version `{}` of the language, which is not known", number.as_str());
            let help = format!("write `language {VERSION}`; there is no other version yet");
            self.report(Diagnostic::new(Code::LanguageLine, self.span(&number), message).help(help));
        }
    }

    /// Reports a file that has no language line; `end` is where the file ends.
    pub(in crate::syntax) fn opened(&mut self, opening: &Opening, end: usize) {
        if opening.line.is_none() {
            let span = opening.item.unwrap_or_else(|| self.place(end, end));
            let message = format!("the file does not begin with `language {VERSION}`");
            let help = format!("write `language {VERSION}` as its first line");
            self.report(Diagnostic::new(Code::LanguageLine, span, message).help(help));
        }
    }
}

impl Opening {
    /// Something else than the language line was read. What opens a section is enough of it.
    pub(in crate::syntax) fn saw_item(&mut self, span: Span) {
        self.item = self.item.or(Some(span));
    }

    /// The language line was read, or something that is meant to be it.
    pub(in crate::syntax) fn saw_line(&mut self, span: Span) {
        self.line = self.line.or(Some(span));
    }
}
