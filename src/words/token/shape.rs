//! A word or a mark: what it looks like, what stands before it, and what it may do.

use super::super::role::Roles;

/// What stands before a word or mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::words) enum Gap {
    /// The start of the text, or white space with a line break.
    Line,
    /// White space.
    Blank,
    /// The end of another token.
    Edge,
    /// Nothing: the same token goes on.
    Glue,
}

impl Gap {
    /// Whether there is room to be seen.
    pub(in crate::words) fn is_blank(self) -> bool {
        matches!(self, Gap::Line | Gap::Blank)
    }
}

/// What it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::words) enum Shape {
    Mark,
    Word,
    /// A word that began with an upper-case letter.
    Capital,
}

/// A word or a mark, in as few bytes as it takes: a long text has many.
#[derive(Clone, Copy, Debug)]
pub(in crate::words) struct Token {
    /// Where its normalised text begins in the buffer. It ends where the next one begins.
    pub(super) text: u32,
    /// The Unicode scalars of the original.
    pub start: u32,
    pub end: u32,
    /// Of a word, by which it is looked up.
    pub hash: u32,
    pub roles: Roles,
    pub gap: Gap,
    pub shape: Shape,
    /// How many scalars of it are a possessive `'s`.
    pub(super) possessive: u8,
    /// How many words and marks ago a negation or a correction ended; the most there is stands for all that is further.
    pub(super) denial: u8,
}

impl Token {
    pub(in crate::words) fn is_word(&self) -> bool {
        self.shape != Shape::Mark
    }

    pub(in crate::words) fn is_capital(&self) -> bool {
        self.shape == Shape::Capital
    }

    pub(in crate::words) fn is_possessive(&self) -> bool {
        self.possessive > 0
    }

    /// Where the word ends without its possessive; its own end where it has none.
    pub(in crate::words) fn stem_end(&self) -> u32 {
        self.end - u32::from(self.possessive)
    }
}
