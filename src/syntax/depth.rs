//! How deep a text is nested, seen before the grammar sees it: the grammar recurses, and so does all that comes after.

use super::limits::MAX_NESTING;
use super::token::{Token, TokenKind};

/// Counts what makes parsing recurse: brackets, `not not`, `else if`, `list of list of`.
#[derive(Debug, Default)]
pub(super) struct Depth {
    /// What was counted around each bracket that is open.
    outer: Vec<Level>,
    level: Level,
    /// Whether the last token but one was `of`.
    after_of: bool,
    last: Word,
}

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    brackets: usize,
    nots: usize,
    ifs: usize,
    lists: usize,
}

impl Level {
    fn depth(self) -> usize {
        self.brackets + self.nots + self.ifs + self.lists
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Word {
    Not,
    /// `then` or `else`.
    Branch,
    Of,
    #[default]
    Other,
}

impl Depth {
    /// Looks at the next token, and says whether it nests deeper than is allowed.
    pub(super) fn exceeded_by(&mut self, token: Token, text: &str) -> bool {
        let last = self.last;
        self.last = Word::Other;
        let after_of = std::mem::replace(&mut self.after_of, last == Word::Of);
        match token.kind {
            TokenKind::Open => {
                self.outer.push(self.level);
                let depth = self.level.depth() + 1;
                self.level = Level { brackets: depth, ..Level::default() };
            }
            TokenKind::Close => self.level = self.outer.pop().unwrap_or_default(),
            TokenKind::Word => match token.text(text) {
                "not" => {
                    self.level.nots = if last == Word::Not { self.level.nots + 1 } else { 0 };
                    self.last = Word::Not;
                }
                "if" => self.level.ifs = if last == Word::Branch { self.level.ifs + 1 } else { 0 },
                "of" => {
                    self.level.lists = if after_of { self.level.lists + 1 } else { 0 };
                    self.last = Word::Of;
                }
                "then" | "else" => self.last = Word::Branch,
                _ => {}
            },
            _ => {}
        }
        self.level.depth() > MAX_NESTING
    }
}
