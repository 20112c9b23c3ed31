//! A whole file, and the line that opens it.

use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::Item;
use crate::syntax::grammar::{Children, Node, Rule};

/// The one version of the language.
const VERSION: &str = "1";

impl Builder<'_> {
    /// The items of a file, and a report where `language 1` does not open it.
    pub(in crate::syntax) fn file(&mut self, children: Children<'_>) -> Vec<Item> {
        let mut opened = None;
        let mut items = Vec::new();
        for node in children {
            let rule = node.as_rule();
            let span = self.span(&node);
            match (rule, opened) {
                (Rule::EOI, None) => self.not_opened(span),
                (Rule::language_line, None) => self.version(node),
                (Rule::language_line, Some(first)) => self.opened_again(first, span),
                (_, None) => {
                    self.not_opened(span);
                    items.extend(self.item(node));
                }
                _ => items.extend(self.item(node)),
            }
            opened = opened.or(Some(span));
        }
        items
    }

    /// Reports a version that is not this one.
    pub(in crate::syntax) fn version(&mut self, node: Node<'_>) {
        let Some(number) = Children::of(node).seek(Rule::number) else { return };
        if number.as_str() != VERSION {
            let message = format!("this is version `{}` of the language, which is not known", number.as_str());
            let help = format!("write `language {VERSION}`; there is no other version yet");
            self.report(Diagnostic::new(Code::LanguageLine, self.span(&number), message).help(help));
        }
    }

    /// Reports a file that begins with something else.
    pub(in crate::syntax) fn not_opened(&mut self, span: Span) {
        let message = format!("the file does not begin with `language {VERSION}`");
        let help = format!("write `language {VERSION}` as its first line");
        self.report(Diagnostic::new(Code::LanguageLine, span, message).help(help));
    }

    /// Reports a second language line.
    pub(in crate::syntax) fn opened_again(&mut self, first: Span, second: Span) {
        let message = format!("`language {VERSION}` stands once, at the beginning of the file");
        let help = "take this line out";
        let mut diagnostic = Diagnostic::new(Code::LanguageLine, second, message).help(help);
        if first != second {
            diagnostic = diagnostic.label(first, "the file begins here");
        }
        self.report(diagnostic);
    }
}
