//! Slips of the pen that come from other languages: what is written instead. The grammar alone would only say what it
//! expected.

mod clause;
mod foreign;
mod mark;
mod types;
mod word;

use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

use super::line::Lines;
use super::token::{Token, TokenKind, tokens};
use super::words::is_item_word;

pub(crate) use types::ours as type_of_elsewhere;

/// What is written in the place of a slip.
struct Slip {
    help: String,
    /// The bytes that give way, and to what; only where it is certain.
    edit: Option<(usize, usize, String)>,
}

impl Slip {
    fn told(help: impl Into<String>) -> Slip {
        Slip { help: help.into(), edit: None }
    }
}

/// Gives the syntax errors that are such a slip the help that fits, and its repair.
pub(super) fn helped(diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    if !diagnostics.iter().any(|diagnostic| diagnostic.code() == Code::SyntaxError) {
        return diagnostics;
    }
    let all: Vec<Token> = tokens(text).filter(|token| token.kind != TokenKind::Comment).collect();
    let lines = Lines::of(text);
    diagnostics
        .into_iter()
        .map(|diagnostic| {
            let Some(span) = diagnostic.span().filter(|_| diagnostic.code() == Code::SyntaxError) else {
                return diagnostic;
            };
            let at = all.partition_point(|token| token.end <= span.start as usize);
            let spot = Spot { text, tokens: &all, lines: &lines, at };
            match spot.slip() {
                Some(Slip { help, edit }) => {
                    let diagnostic = diagnostic.help(help);
                    // A comment would be lost with what it stands in.
                    let takes_comment = |start, end, with: &str| {
                        text.get(start..end).is_some_and(|taken: &str| taken.contains('#') && !with.contains('#'))
                    };
                    match edit.filter(|(start, end, with)| !takes_comment(*start, *end, with)) {
                        Some((start, end, text)) => diagnostic.edit(Span::new(span.file, start, end), text),
                        None => diagnostic,
                    }
                }
                None => diagnostic,
            }
        })
        .collect()
}

/// How far around a mistake is looked for what it belongs to: a file may have as many mistakes as it has words.
const MOST_TOKENS: usize = 256;

/// A token at which the grammar stopped, and those around it.
#[derive(Clone, Copy)]
struct Spot<'t> {
    text: &'t str,
    tokens: &'t [Token],
    lines: &'t Lines,
    at: usize,
}

impl<'t> Spot<'t> {
    fn slip(&self) -> Option<Slip> {
        self.foreign_item()
            .or_else(|| self.foreign_type())
            .or_else(|| self.clause())
            .or_else(|| self.mark())
            .or_else(|| self.word_of_elsewhere())
    }

    fn token(&self, at: usize) -> Token {
        self.tokens.get(at).copied().unwrap_or_else(|| Token::end(self.text))
    }

    fn text_of(&self, at: usize) -> &'t str {
        self.token(at).text(self.text)
    }

    /// What stands so many tokens further on.
    fn ahead(&self, by: usize) -> &'t str {
        self.text_of(self.at + by)
    }

    /// What stands so many tokens further back.
    fn back(&self, by: usize) -> &'t str {
        self.at.checked_sub(by).map_or("", |at| self.text_of(at))
    }

    fn this(&self) -> Token {
        self.token(self.at)
    }

    fn kind_back(&self, by: usize) -> TokenKind {
        self.at.checked_sub(by).map_or(TokenKind::End, |at| self.token(at).kind)
    }

    /// Whether nothing stands between this token and the next.
    fn is_glued(&self) -> bool {
        self.this().end == self.token(self.at + 1).start
    }

    fn is_first(&self, at: usize) -> bool {
        self.lines.is_first(self.token(at).start)
    }

    /// Where the item begins in which the spot is.
    fn item(&self) -> Option<usize> {
        let opens = |at: &usize| {
            let before = at.checked_sub(1).map_or("{", |before| self.text_of(before));
            is_item_word(self.text_of(*at)) && (self.is_first(*at) || matches!(before, "{" | "}"))
        };
        (0..=self.at.min(self.tokens.len().saturating_sub(1))).rev().take(MOST_TOKENS).find(opens)
    }

    /// The word of that item.
    fn item_word(&self) -> &'t str {
        self.item().map_or("", |at| self.text_of(at))
    }

    /// The bracket that closes the one at a place, on whatever line.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in (open..self.tokens.len()).take(MOST_TOKENS) {
            match self.token(at).kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The tokens `from..to` give way to a text, which is also what to write.
    fn instead(&self, from: usize, to: usize, with: &str) -> Slip {
        self.replaced(from, to, with, format!("write `{}`", with.trim()))
    }

    fn replaced(&self, from: usize, to: usize, with: &str, help: impl Into<String>) -> Slip {
        let (start, end) = (self.token(from).start, self.token(to.saturating_sub(1)).end);
        Slip { help: help.into(), edit: Some((start, end.max(start), with.to_owned())) }
    }

    /// The tokens `from..to` are too many.
    fn left_out(&self, from: usize, to: usize, help: impl Into<String>) -> Slip {
        let start = from.checked_sub(1).map_or(0, |before| self.token(before).end);
        let blank = if self.token(to).start > self.token(to.saturating_sub(1)).end { "" } else { " " };
        let (start, blank) = if self.is_first(from) { (self.token(from).start, "") } else { (start, blank) };
        let end = if self.is_first(from) { self.token(to).start } else { self.token(to.saturating_sub(1)).end };
        Slip { help: help.into(), edit: Some((start, end, blank.to_owned())) }
    }

    /// Something is missing in front of this token.
    fn put_in(&self, with: &str, help: impl Into<String>) -> Slip {
        let start = self.this().start;
        Slip { help: help.into(), edit: Some((start, start, with.to_owned())) }
    }

    /// A value as it would be repeated in help: a path or a literal in front of a place.
    fn value_before(&self, at: usize) -> Option<&'t str> {
        let last = at.checked_sub(1)?;
        let mut from = last;
        if !matches!(self.token(last).kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number) {
            return None;
        }
        while from >= 2 && self.text_of(from - 1) == "." {
            from -= 2;
        }
        self.text.get(self.token(from).start..self.token(last).end)
    }
}
