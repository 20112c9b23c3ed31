//! Brackets without a partner. Which one of many is meant, the indentation says: authors indent what they open.

use std::collections::HashSet;

use super::Edit;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{FileId, Span};
use crate::syntax::line::Lines;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::words::{is_clause_word, is_item_word};

/// The most tokens that are looked at to see what closes a bracket.
const MAX_LOOK: usize = 32;

/// What was wrong with the brackets, and how it is mended.
#[derive(Default)]
pub(super) struct Balance {
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether a closing brace closes nothing.
    pub(super) stray_brace: bool,
    /// Where a missing brace stands for which a closing one was found.
    pub(super) found_braces: HashSet<usize>,
    pub(super) edits: Vec<Edit>,
}

/// Finds a partner for every bracket. An opening one of no length is a brace that is missing in the text: it is there only
/// if something closes it.
pub(super) fn balance(file: FileId, text: &str, tokens: &[Token]) -> Balance {
    let mut reader = Reader {
        file,
        text,
        tokens,
        lines: Lines::of(text),
        open: Vec::new(),
        surplus: 0,
        balance: Balance::default(),
    };
    if !reader.is_balanced() {
        reader.read();
    }
    reader.balance
}

struct Reader<'t> {
    file: FileId,
    text: &'t str,
    tokens: &'t [Token],
    lines: Lines,
    open: Vec<Open>,
    /// How many more braces are opened than closed in the whole text, as far as nothing is mended yet.
    surplus: isize,
    balance: Balance,
}

#[derive(Clone, Copy)]
struct Open {
    /// Its place among the tokens.
    index: usize,
    token: Token,
    mark: &'static str,
    /// The indentation of its line.
    indent: usize,
}

fn partner(mark: &str) -> &'static str {
    match mark {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// Whether a bracket is one that is missing in the text.
fn is_missing(token: Token) -> bool {
    token.start == token.end
}

impl<'t> Reader<'t> {
    fn is_balanced(&mut self) -> bool {
        let mut open = Vec::new();
        let mut matched = !self.tokens.iter().copied().any(is_missing);
        for token in self.tokens {
            let mark = token.text(self.text);
            match token.kind {
                TokenKind::Open => {
                    self.surplus += isize::from(partner(mark) == "}");
                    open.push(partner(mark));
                }
                TokenKind::Close => {
                    self.surplus -= isize::from(mark == "}");
                    matched &= open.pop() == Some(mark);
                }
                _ => {}
            }
        }
        matched && open.is_empty()
    }

    fn read(&mut self) {
        for (index, token) in self.tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open => {
                    let mark = match token.text(self.text) {
                        "(" => "(",
                        "[" => "[",
                        _ => "{",
                    };
                    self.open.push(Open { index, token: *token, mark, indent: self.lines.indent(token.start) });
                }
                TokenKind::Close => self.close(index, *token),
                TokenKind::Word if !self.open.is_empty() && self.opens_section(index, *token) => {
                    while let Some(open) = self.open.pop() {
                        self.unclosed(open, index);
                    }
                }
                _ => {}
            }
        }
        while let Some(open) = self.open.pop() {
            self.unclosed(open, self.tokens.len());
        }
    }

    fn close(&mut self, index: usize, token: Token) {
        let mark = token.text(self.text);
        let first = mark == "}" && self.lines.is_first(token.start);
        let indent = self.lines.indent(token.start);
        loop {
            let Some(top) = self.open.last().copied() else { return self.stray(token) };
            // A brace that stands less deep than a head is not that of what the head would have opened.
            if is_missing(top.token) && first && indent < top.indent {
                self.open.pop();
                self.unclosed(top, index);
                continue;
            }
            if partner(top.mark) == mark {
                let below = self.open.iter().rev().skip(1);
                let outer = || below.clone().any(|open| open.mark == "{" && open.indent == indent);
                if self.surplus > 0 && first && indent < top.indent && outer() {
                    self.open.pop();
                    self.unclosed(top, index);
                    continue;
                }
                if self.surplus < 0 && mark == "}" && self.is_beside(top, index, token) {
                    return self.stray(token);
                }
                self.open.pop();
                if is_missing(top.token) {
                    self.balance.found_braces.insert(top.token.start);
                    self.balance.edits.push(Edit { at: top.token.start, remove: 0, insert: "{" });
                }
                return;
            }
            if mark == "}" && self.next_closes(top, index) {
                return self.stray(token);
            }
            let meant = self.open.iter().any(|open| partner(open.mark) == mark);
            self.open.pop();
            if !meant {
                if top.mark == "{" || self.next_closes(top, index) {
                    self.open.push(top);
                    return self.stray(token);
                }
                return self.mismatched(top, token);
            }
            self.unclosed(top, index);
        }
    }

    /// Whether a closing brace does not look like that of what is open: it stands behind something on a later line, or the next
    /// one looks more like it.
    fn is_beside(&self, open: Open, index: usize, token: Token) -> bool {
        if !self.lines.is_first(token.start) {
            return self.lines.start(token.start) != self.lines.start(open.token.start);
        }
        let next =
            self.tokens.get(index + 1).filter(|next| next.text(self.text) == "}" && self.lines.is_first(next.start));
        let fits = |token: Token| self.lines.indent(token.start) == open.indent;
        !fits(token) && next.is_some_and(|next| fits(*next))
    }

    /// Whether the next closing bracket on the line closes what is open.
    fn next_closes(&self, open: Open, index: usize) -> bool {
        let line = self.tokens.get(index).map_or(0, |token| self.lines.start(token.start));
        let after = self.tokens.iter().skip(index + 1);
        let mut same = after.take_while(|token| self.lines.start(token.start) == line).take(MAX_LOOK);
        let mut depth = 0;
        let next = same.find(|token| match token.kind {
            TokenKind::Open => {
                depth += 1;
                false
            }
            TokenKind::Close => {
                depth -= 1;
                depth < 0
            }
            _ => false,
        });
        next.is_some_and(|next| next.text(self.text) == partner(open.mark))
    }

    /// A bracket that stays open: it is closed where the line is that can no longer be in it, at the latest before `index`.
    fn unclosed(&mut self, open: Open, index: usize) {
        self.surplus -= isize::from(open.mark == "{");
        if is_missing(open.token) {
            return;
        }
        let close = partner(open.mark);
        let place = self.place(open, index);
        let before = place.checked_sub(1).and_then(|place| self.tokens.get(place)).copied().unwrap_or(open.token);
        let mut diagnostic = Diagnostic::new(Code::UnbalancedBracket, self.span(open.token), self.message(open))
            .help(format!("write `{close}` where it ends"));
        if let Some(next) = self.tokens.get(place) {
            diagnostic = diagnostic.label(self.span(*next), format!("`{close}` is missing before this"));
        }
        self.balance.diagnostics.push(diagnostic);
        self.balance.edits.push(Edit { at: before.end, remove: 0, insert: close });
    }

    /// In front of which token an open bracket is closed: one at the head of a line that can no longer be in it.
    fn place(&self, open: Open, index: usize) -> usize {
        let mut depth = 0;
        let before = open.index.checked_sub(1).and_then(|index| self.tokens.get(index));
        let listed = before.is_some_and(|token| matches!(token.text(self.text), "enum" | "boolean" | "words"));
        let inner = self.tokens.get(open.index + 1).map_or(0, |token| self.lines.indent(token.start));
        for (place, token) in self.tokens.iter().enumerate().take(index).skip(open.index + 1) {
            let word = token.text(self.text);
            if depth == 0 && self.lines.is_first(token.start) {
                let indent = self.lines.indent(token.start);
                let opens = is_clause_word(word)
                    || is_item_word(word)
                    || matches!(word, "else" | "then" | "because" | "ask" | "show");
                let ends = match open.mark {
                    "{" if listed => opens,
                    // A clause that stands less deep than the fields of an object is none of theirs.
                    "{" => indent <= open.indent || (indent < inner && is_clause_word(word)),
                    _ => opens || indent <= open.indent,
                };
                if ends {
                    // Where the list around round or square brackets goes on, its comma is not in them.
                    let goes_on = open.mark != "{" && !opens;
                    let comma = self.tokens.get(place - 1).is_some_and(|before| before.text(self.text) == ",");
                    return place - usize::from(goes_on && comma);
                }
            }
            // Round and square brackets may be open themselves.
            match word {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ if is_missing(*token) && self.balance.found_braces.contains(&token.start) => depth += 1,
                _ => {}
            }
        }
        index
    }

    fn message(&self, open: Open) -> String {
        let line = self.lines.start(open.token.start);
        let near = line + 80 > open.token.start;
        let head = self.text.get(line..open.token.start).filter(|_| near).unwrap_or("").trim();
        match open.mark {
            "{" if !head.is_empty() && !head.contains(['"', '`', '{']) => {
                format!("the `{{` of `{head}` is not closed")
            }
            mark => format!("this `{mark}` is not closed"),
        }
    }

    fn mismatched(&mut self, open: Open, token: Token) {
        let (mark, close) = (token.text(self.text), partner(open.mark));
        self.balance.diagnostics.push(
            Diagnostic::new(
                Code::UnbalancedBracket,
                self.span(token),
                format!("`{mark}` does not close `{}`", open.mark),
            )
            .label(self.span(open.token), "this is open")
            .help(format!("write `{close}`")),
        );
        self.balance.edits.push(Edit { at: token.start, remove: 1, insert: close });
    }

    fn stray(&mut self, token: Token) {
        self.surplus += isize::from(token.text(self.text) == "}");
        let message = format!("this `{}` closes nothing", token.text(self.text));
        let help = "take it out, or write the bracket that it is to close";
        self.balance.diagnostics.push(Diagnostic::new(Code::UnbalancedBracket, self.span(token), message).help(help));
        if token.text(self.text) == "}" {
            self.balance.stray_brace = true;
        }
        self.balance.edits.push(Edit { at: token.start, remove: 1, insert: " " });
    }

    /// Whether a section begins here: it is never inside of anything.
    fn opens_section(&self, index: usize, token: Token) -> bool {
        let next = |by: usize| self.tokens.get(index + by).map_or("", |token| token.text(self.text));
        self.lines.is_first(token.start)
            && match token.text(self.text) {
                "fixed" | "user" => next(1) == "{",
                "provider" => next(2) == "{",
                _ => false,
            }
    }

    fn span(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }
}
