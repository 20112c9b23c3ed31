//! Text to tree.
//!
//! A text is parsed strictly first. Only where that fails is it read again with an eye on its lines, so that every
//! mistake is found in one run and lines never decide what is accepted.

pub mod ast;
mod build;
mod grammar;
pub mod limits;
mod token;
mod trivia;

use pest::Parser;

use self::build::Builder;
use self::grammar::{Children, Grammar, Rule};
use self::limits::MAX_FILE_BYTES;
use self::trivia::Trivia;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::span::{FileId, Span};

pub use self::trivia::{Allow, Comment};

/// What a text says, and what is wrong with it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; partial where a diagnostic is an error.
    pub file: ast::File,
    /// Everything that is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The names of items that could not be read: what they name is declared, nobody knows as what.
    pub bad_names: Vec<ast::Name>,
    /// Findings that are meant to be there.
    pub allows: Vec<Allow>,
    /// Every comment, in the order of the text.
    pub comments: Vec<Comment>,
}

/// Reads one text. Never panics, whatever the text.
pub fn parse(file: FileId, text: &str) -> Parsed {
    let mut parsed = Parsed {
        file: ast::File { items: Vec::new() },
        diagnostics: Vec::new(),
        bad_names: Vec::new(),
        allows: Vec::new(),
        comments: Vec::new(),
    };
    let mut trivia = Trivia::read(file, text);
    match Grammar::parse(Rule::file, text) {
        Ok(mut pairs) => {
            let mut builder = Builder::new(file, 0, &mut trivia.docs);
            if let Some(root) = pairs.next() {
                parsed.file.items = builder.file(Children::of(root));
            }
            parsed.diagnostics.append(&mut builder.diagnostics);
            parsed.diagnostics.extend(trivia.docs.stray());
        }
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) => at,
                pest::error::InputLocation::Span((at, _)) => at,
            };
            let span = Span::new(file, at, at + 1);
            parsed.diagnostics.push(Diagnostic::new(Code::SyntaxError, span, format!("{:?}", error.variant)));
        }
    }
    parsed.allows = trivia.allows;
    parsed.comments = trivia.comments;
    parsed
}
