//! Text to tree.
//!
//! A text is parsed strictly first. Only where that fails is it read again with an eye on its lines, so that every
//! mistake is found in one run and lines never decide what is accepted.

pub mod ast;
mod build;
mod concrete;
mod depth;
mod expect;
mod grammar;
pub mod limits;
mod line;
mod recover;
mod repair;
mod slip;
mod token;
mod trivia;
mod words;

use pest::Parser;

use self::build::Builder;
use self::depth::Depth;
use self::grammar::{Children, Grammar, Rule};
use self::limits::{MAX_DIAGNOSTICS, MAX_FILE_BYTES, MAX_NESTING};
use self::recover::Recovery;
use self::repair::{MissingBrace, Shifts};
use self::trivia::{Docs, Trivia, TriviaReader};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{FileId, Span};

pub(crate) use self::concrete::{Form, Piece};
pub(crate) use self::slip::type_of_elsewhere;
pub(crate) use self::token::{Token, TokenKind, tokens};
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
    /// Whether a confirm could not be read: what it shows nobody knows.
    pub lost_confirm: bool,
    /// Whether a section or a tool has no brace: what stands in it seems to stand around it.
    pub lost_head: bool,
    /// Findings that are meant to be there.
    pub allows: Vec<Allow>,
    /// Every comment, in the order of the text.
    pub comments: Vec<Comment>,
}

/// Reads one text. Never panics, whatever the text.
pub fn parse(file: FileId, text: &str) -> Parsed {
    let mut trivia = match read_tokens(file, text) {
        Ok(trivia) => trivia,
        Err(diagnostic) => return Parsed::nothing(diagnostic),
    };
    let mut bad_names = Vec::new();
    let (mut lost_confirm, mut lost_head) = (false, false);
    let (items, mut diagnostics) = match Grammar::parse(Rule::file, text) {
        Ok(mut nodes) => {
            let shifts = Shifts::default();
            let mut builder = Builder::new(file, text, &mut trivia.docs, &shifts);
            let items = nodes.next().map(|node| builder.file(Children::of(node))).unwrap_or_default();
            let mut diagnostics = builder.diagnostics;
            diagnostics.append(&mut repair::unseen(file, text));
            (items, diagnostics)
        }
        Err(_) => {
            let mut recovered = Recovered::of(file, text, &mut trivia.docs, &[]);
            // A closing brace that closes nothing may be that of an opening one which the grammar missed. With that in its
            // place, what stands in the braces is read for what it is.
            if recovered.stray_brace && !recovered.missing_braces.is_empty() {
                recovered = Recovered::of(file, text, &mut trivia.docs, &recovered.missing_braces);
            }
            bad_names = recovered.bad_names;
            (lost_confirm, lost_head) = (recovered.lost_confirm, recovered.lost_head);
            (recovered.items, slip::helped(recovered.diagnostics, text))
        }
    };
    diagnostics.extend(trivia.docs.stray());
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| (span.start, span.end)));
    if let Some(last) = diagnostics.get(MAX_DIAGNOSTICS).and_then(Diagnostic::span) {
        diagnostics.truncate(MAX_DIAGNOSTICS - 1);
        let message = format!("this file has more than {MAX_DIAGNOSTICS} mistakes; the others are not shown");
        diagnostics.push(Diagnostic::new(Code::OverLimit, last, message).help("correct those above first"));
    }
    let (allows, comments) = (trivia.allows, trivia.comments);
    Parsed { file: ast::File { items }, diagnostics, bad_names, lost_confirm, lost_head, allows, comments }
}

impl Parsed {
    /// A text that was not read at all.
    fn nothing(diagnostic: Diagnostic) -> Parsed {
        Parsed {
            file: ast::File { items: Vec::new() },
            diagnostics: vec![diagnostic],
            bad_names: Vec::new(),
            lost_confirm: false,
            lost_head: false,
            allows: Vec::new(),
            comments: Vec::new(),
        }
    }
}

/// What a text says that the grammar does not take.
struct Recovered {
    items: Vec<ast::Item>,
    bad_names: Vec<ast::Name>,
    lost_confirm: bool,
    lost_head: bool,
    diagnostics: Vec<Diagnostic>,
    missing_braces: Vec<MissingBrace>,
    /// Whether a closing brace closes nothing.
    stray_brace: bool,
}

impl Recovered {
    /// Reads a text that has mistakes, with the braces that are known to be missing.
    fn of(file: FileId, text: &str, docs: &mut Docs, missing_braces: &[MissingBrace]) -> Recovered {
        let repaired = repair::repair(file, text, missing_braces);
        let mut recovery = Recovery::new(&repaired.text, Builder::new(file, text, docs, &repaired.shifts));
        let items = recovery.file();
        let (lost_confirm, lost_head) = (recovery.lost_confirm, recovery.lost_head);
        let (bad_names, found, missing_braces) =
            (recovery.bad_names, recovery.builder.diagnostics, recovery.missing_braces);
        let stray_brace = repaired.stray_brace;
        Recovered {
            items,
            bad_names,
            lost_confirm,
            lost_head,
            diagnostics: repaired.all_mistakes(text, found),
            missing_braces,
            stray_brace,
        }
    }
}

/// Reads the comments, and sees to it that the text is neither too large nor nested too deep for the grammar.
fn read_tokens(file: FileId, text: &str) -> Result<Trivia, Diagnostic> {
    if text.len() > MAX_FILE_BYTES {
        let message = format!("this file has {} bytes, more than {MAX_FILE_BYTES}", text.len());
        let first = text.chars().next().map_or(0, char::len_utf8);
        return Err(Diagnostic::new(Code::OverLimit, Span::new(file, 0, first), message)
            .help("split it, and join the parts with `use`"));
    }
    let mut trivia = TriviaReader::new(file, text);
    let mut depth = Depth::default();
    for token in token::tokens(text) {
        trivia.see(token);
        if depth.exceeded_by(token, text) {
            let message = format!("more than {MAX_NESTING} levels are nested here");
            let help = "give an inner part a name with `let`, or close what is open";
            return Err(Diagnostic::new(Code::OverLimit, Span::new(file, token.start, token.end), message).help(help));
        }
    }
    Ok(trivia.finish())
}
