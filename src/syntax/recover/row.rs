//! The tokens of a text in a row, without comments, and where pieces begin in it.

use super::parse;
use crate::nearest::nearest;
use crate::syntax::grammar::Rule;
use crate::syntax::line::Lines;
use crate::syntax::token::{Token, TokenKind, tokens};
use crate::syntax::words::{CLAUSE_WORDS, MODE_WORDS, RESERVED_WORDS, RESULT_WORDS, is_clause_word, is_item_word};

/// The most tokens that tell an item from a name.
const MAX_START: usize = 16;

/// The words with which an item goes on, besides those of clauses and sources.
const CONTINUATIONS: &[&str] = &[
    "and",
    "or",
    "not",
    "in",
    "is",
    "matches",
    "contains",
    "starts",
    "ends",
    "subset",
    "then",
    "else",
    "hold",
    "because",
    "show",
    "when",
    "within",
    "outside",
    "by",
    "unless",
    "said",
    "as",
    "per",
    "retriable",
    "keep",
    "for",
    "ok",
    "verbatim",
    "most",
    "failure",
    "verify",
];

/// All tokens, with the end of the text behind the last.
pub(super) struct Row<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    lines: Lines,
}

impl<'t> Row<'t> {
    pub(super) fn of(text: &'t str) -> Row<'t> {
        let tokens = tokens(text).filter(|token| token.kind != TokenKind::Comment).collect();
        Row { text, tokens, lines: Lines::of(text) }
    }

    pub(super) fn token(&self, index: usize) -> Token {
        self.tokens.get(index).copied().unwrap_or_else(|| Token::end(self.text))
    }

    pub(super) fn kind(&self, index: usize) -> TokenKind {
        self.token(index).kind
    }

    pub(super) fn word(&self, index: usize) -> &'t str {
        self.token(index).text(self.text)
    }

    /// The index of the end.
    pub(super) fn end(&self) -> usize {
        self.tokens.len()
    }

    /// The first token that begins at this byte or behind it.
    pub(super) fn after(&self, at: usize) -> usize {
        self.tokens.partition_point(|token| token.start < at)
    }

    /// The token in which this byte stands, or the next one.
    pub(super) fn containing(&self, at: usize) -> usize {
        self.tokens.partition_point(|token| token.end <= at)
    }

    pub(super) fn is_first(&self, index: usize) -> bool {
        self.lines.is_first(self.token(index).start)
    }

    /// Whether a token begins its line, no deeper than the line of another.
    pub(super) fn is_outdented(&self, index: usize, than: usize) -> bool {
        self.is_first(index) && self.indent(index) <= self.indent(than)
    }

    /// Whether a word is one that opens a clause, an item or another part.
    pub(super) fn opens_something(&self, index: usize) -> bool {
        let word = self.word(index);
        is_item_word(word) || is_clause_word(word) || matches!(word, "because" | "show" | "hold" | "when" | "by")
    }

    fn indent(&self, index: usize) -> usize {
        self.lines.indent(self.token(index).start)
    }

    /// How brackets change the depth at a token.
    pub(super) fn bracket(&self, index: usize) -> isize {
        match self.kind(index) {
            TokenKind::Open => 1,
            TokenKind::Close => -1,
            _ => 0,
        }
    }

    /// Whether a token is in no brackets that were opened since another one.
    pub(super) fn is_outermost(&self, index: usize, since: usize) -> bool {
        (since..index).map(|index| self.bracket(index)).sum::<isize>() == 0
    }

    /// Where the piece that begins at `index` ends at the latest: where another begins, or the bracket around it is closed.
    pub(super) fn boundary(&self, index: usize, results: bool) -> usize {
        let mut depth = 0;
        for next in index..self.tokens.len() {
            if depth == 0 && next > index && self.opens(next, index, results) {
                return next;
            }
            depth += self.bracket(next);
            if depth < 0 {
                return next;
            }
        }
        self.tokens.len()
    }

    /// Whether a piece begins here, that of `start` apart.
    fn opens(&self, index: usize, start: usize, results: bool) -> bool {
        // A word written twice opens one piece.
        let twice = index == start + 1 && self.word(index) == self.word(start);
        if twice {
            return false;
        }
        // As in a list of YAML.
        if self.word(index) == "-" && !results {
            return self.is_outdented(index, start) && is_item_word(self.word(index + 1));
        }
        if self.kind(index) != TokenKind::Word {
            return false;
        }
        let (word, next) = (self.word(index), self.word(index + 1));
        if !results && self.is_foreign(index, start) {
            return true;
        }
        if results {
            return self.is_first(index) && (RESULT_WORDS.contains(&word) || next == "when");
        }
        if !is_item_word(word) {
            return false;
        }
        let shaped = match word {
            "read_only" | "reversible" | "irreversible" => self.is_first(index),
            "use" => self.kind(index + 1) == TokenKind::Text,
            "language" => self.kind(index + 1) == TokenKind::Number,
            "table" | "tier" | "changes" => self.is_first(index) && self.is_name(index + 1),
            // A guard has a `for` of its own.
            "for" => self.word(start) != "guard" && self.is_name(index + 1),
            "effect" if self.word(start) == "for" || self.word(index - 1) == "for" => false,
            // Behind a comma on its line an effect is one of several selectors.
            "effect" if self.word(index - 1) == "," && !self.is_first(index) => false,
            _ => {
                let (start, end) = (self.token(index).start, self.token(index + MAX_START).end);
                parse(Rule::item_start, self.text.get(start..end).unwrap_or("")).is_ok()
            }
        };
        // At the head of a line, no deeper than this piece, an item with a mistake right behind its word begins as well.
        let named = self.is_name(index + 1) || !self.is_open(index);
        shaped || (word != "for" && self.is_outdented(index, start) && named)
    }

    /// Whether something begins here that the language does not have: a word at the head of a line, no deeper than the piece,
    /// with which nothing goes on.
    fn is_foreign(&self, index: usize, start: usize) -> bool {
        if index <= start || !self.is_outdented(index, start) || self.is_open(index) {
            return false;
        }
        let (word, next) = (self.word(index), index + 1);
        let named =
            matches!(self.kind(next), TokenKind::Word | TokenKind::Quoted | TokenKind::Number | TokenKind::Text)
                || matches!(self.word(next), ":" | "{");
        // Nothing that is foreign has clauses.
        let has_clauses = is_item_word(self.word(start));
        let misspelt = || nearest(word, CLAUSE_WORDS.iter().copied()).is_some();
        let goes_on = MODE_WORDS.contains(&word)
            || CONTINUATIONS.contains(&word)
            || (has_clauses && (is_clause_word(word) || misspelt()));
        named && !is_item_word(word) && !goes_on
    }

    /// Whether what stands in front of a token waits for something.
    fn is_open(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or("", |before| self.word(before));
        let mark = index.checked_sub(1).is_some_and(|before| self.kind(before) == TokenKind::Mark);
        (mark && before != "-")
            || RESERVED_WORDS.contains(&before)
            || CONTINUATIONS.contains(&before)
            || is_clause_word(before)
    }

    /// Whether an item begins here, behind an opening brace: its word and its name, where a list would go on with a mark.
    pub(super) fn opens_item(&self, index: usize) -> bool {
        self.opens(index, index, false) && self.is_name(index + 1)
    }

    fn is_name(&self, index: usize) -> bool {
        matches!(self.kind(index), TokenKind::Word | TokenKind::Quoted)
    }
}
