//! Where comments and empty lines stand: between which tokens.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::{Token, TokenKind, tokens};

/// A comment in front of a token, on a line of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above<'t> {
    pub(super) text: &'t str,
    /// Whether a line above it is empty.
    pub(super) apart: bool,
}

/// What stands between the tokens of a text. What is in front of a token is known by the token's first byte, what is behind
/// it by the byte after its last: a negative number is two tokens here, and one for the grammar.
#[derive(Debug, Default)]
pub(super) struct Around<'t> {
    above: BTreeMap<usize, Vec<Above<'t>>>,
    behind: BTreeMap<usize, Vec<&'t str>>,
    /// Tokens that begin a line.
    lines: BTreeSet<usize>,
    /// Tokens with an empty line above them.
    apart: BTreeSet<usize>,
}

impl<'t> Around<'t> {
    pub(super) fn of(text: &'t str) -> Around<'t> {
        let mut around = Around::default();
        let (mut pending, mut last, mut end) = (Vec::new(), None::<Token>, 0);
        let mut commas = Vec::new();
        for token in tokens(text).chain([Token::end(text)]) {
            let ends = text.get(end..token.start).unwrap_or("").bytes().filter(|byte| *byte == b'\n').count();
            let written = token.text(text);
            end = token.end;
            if token.kind == TokenKind::Comment {
                let comment = written.trim_end();
                match last {
                    Some(last) if ends == 0 => around.behind.entry(last.end).or_default().push(comment),
                    _ => pending.push(Above { text: comment, apart: ends > 1 }),
                }
                continue;
            }
            if let (",", Some(last)) = (written, last) {
                commas.push((last, token));
            }
            if ends > 0 {
                around.lines.insert(token.start);
            }
            if ends > 1 {
                around.apart.insert(token.start);
            }
            if !pending.is_empty() {
                around.above.insert(token.start, std::mem::take(&mut pending));
            }
            last = Some(token);
        }
        commas.into_iter().for_each(|(value, comma)| around.pass_comma(value, comma));
        around
    }

    /// A comment between a value and its comma goes behind the comma, which ends the line then.
    fn pass_comma(&mut self, value: Token, comma: Token) {
        if self.above.contains_key(&comma.start) || self.behind.contains_key(&comma.end) {
            return;
        }
        if let Some(comments) = self.behind.remove(&value.end) {
            self.behind.insert(comma.end, comments);
        }
    }

    pub(super) fn take_above(&mut self, token: usize) -> Vec<Above<'t>> {
        self.above.remove(&token).unwrap_or_default()
    }

    pub(super) fn take_behind(&mut self, end: usize) -> Vec<&'t str> {
        self.behind.remove(&end).unwrap_or_default()
    }

    pub(super) fn begins_line(&self, token: usize) -> bool {
        self.lines.contains(&token)
    }

    /// Whether an empty line stands above a token, or above the comments that stand above it.
    pub(super) fn is_apart(&self, token: usize) -> bool {
        match self.above.get(&token).and_then(|comments| comments.first()) {
            Some(first) => first.apart,
            None => self.apart.contains(&token),
        }
    }

    /// Whether an empty line stands between a token and what is above it, be that a comment or not.
    pub(super) fn is_directly_apart(&self, token: usize) -> bool {
        self.apart.contains(&token)
    }

    pub(super) fn is_commented(&self, token: usize) -> bool {
        self.above.contains_key(&token)
    }

    pub(super) fn is_commented_behind(&self, end: usize) -> bool {
        self.behind.contains_key(&end)
    }
}
