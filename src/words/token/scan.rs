//! Where words and marks begin and end, and what parts tokens.

use unicode_normalization::char::is_combining_mark;

use super::super::hash::hash;
use super::super::letter::{Letter, Letters, OPAQUE, is_settled};
use super::super::role::Roles;
use super::{Gap, Shape, Token, Tokens, is_currency, offset};

/// Reads the words and marks of a part of a text, behind such a gap; says what stands behind the last of them.
pub(super) fn scan<L: Letters + ?Sized>(letters: &L, out: &mut Tokens, gap: Gap) -> Gap {
    Scanner { letters, out, run_end: 0, run_parts: false }.run(gap)
}

struct Scanner<'a, L: ?Sized> {
    letters: &'a L,
    out: &'a mut Tokens,
    /// Where the run of closing marks ends that was judged last, and whether it parts.
    run_end: usize,
    run_parts: bool,
}

impl<L: Letters + ?Sized> Scanner<'_, L> {
    fn run(mut self, gap: Gap) -> Gap {
        let (mut at, mut gap) = (0, gap);
        while let Some(c) = self.at(at) {
            if c == ' ' || c == '\n' {
                gap = if c == '\n' || gap == Gap::Line { Gap::Line } else { Gap::Blank };
                at += 1;
                continue;
            }
            let is_word = is_word(c);
            let (end, parts) = if is_word { (self.word_end(at), false) } else { (at + 1, self.parts(at, c)) };
            if parts && gap == Gap::Glue {
                gap = Gap::Edge;
            }
            self.push(at, end, gap, is_word);
            gap = if parts { Gap::Edge } else { Gap::Glue };
            at = end;
        }
        gap
    }

    fn at(&self, at: usize) -> Option<char> {
        self.letters.at(at)
    }

    fn before(&self, at: usize) -> Option<char> {
        at.checked_sub(1).and_then(|at| self.at(at))
    }

    fn push(&mut self, start: usize, end: usize, gap: Gap, is_word: bool) {
        let (Some(first), Some(last)) = (self.letters.letter(start), self.letters.letter(end - 1)) else { return };
        let from = self.out.buffer.len();
        self.letters.append(start, end, &mut self.out.buffer);
        let is_possessive = end > start + 2 && last.c == 's' && self.at(end - 2) == Some('\'');
        let apostrophe: Option<Letter> = if is_possessive { self.letters.letter(end - 2) } else { None };
        let (mut roles, mut hashed) = (Roles::default(), 0);
        if is_word {
            let word = self.out.buffer.get(from..).unwrap_or_default();
            hashed = hash(word);
            roles = Roles::of(word, hashed);
            self.out.sketch_word(from, hashed);
        }
        self.out.push(Token {
            text: offset(from),
            start: first.start,
            end: last.end,
            roles,
            // Half of it tells words apart as well.
            hash: hashed as u32,
            gap,
            shape: match is_word {
                true if first.upper => Shape::Capital,
                true => Shape::Word,
                false => Shape::Mark,
            },
            // One with more accents than that is none.
            possessive: apostrophe.and_then(|mark| u8::try_from(last.end - mark.start).ok()).unwrap_or_default(),
            denial: 0,
        });
    }

    fn word_end(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            at += 1;
            at += self.letters.run(at, is_word);
            let Some(c) = self.at(at) else { return at };
            let around =
                |fits: fn(char) -> bool| self.before(at).is_some_and(fits) && self.at(at + 1).is_some_and(fits);
            let is_joined = match c {
                '\'' => around(is_word),
                '.' | ',' => around(|c| c.is_ascii_digit()),
                _ => false,
            };
            if !is_joined {
                return at;
            }
        }
    }

    /// Whether the mark at `at` parts what stands on both sides of it.
    fn parts(&mut self, at: usize, c: char) -> bool {
        let (before, next) = (self.before(at), self.at(at + 1));
        if matches!(c, '(' | '[' | '{') && before.is_some_and(is_word) {
            return false;
        }
        if is_separator(c) || is_currency(c) {
            return true;
        }
        if c == '#' {
            return before.is_none_or(|before| matches!(before, ' ' | '\n') || is_separator(before))
                && next.is_some_and(is_word);
        }
        // "*510", as people correct a number.
        if c == '*' && next.is_some_and(|next| next.is_ascii_digit()) {
            return before.is_none_or(|before| matches!(before, ' ' | '\n'));
        }
        if c == '=' {
            // `a=2`: a name alone before it, so that a URL stays whole.
            return before.is_some_and(is_word)
                && self.out.list.last().is_some_and(|last| last.is_word() && last.gap != Gap::Glue)
                && next.is_some_and(|next| is_word(next) || is_currency(next) || matches!(next, '+' | '-' | '.'));
        }
        if !is_closing(c) {
            return false;
        }
        if at >= self.run_end {
            // Judged once for a whole run of marks, so that a long one costs no more than its length.
            let run = self.letters.run(at, is_closing);
            let is_dots = (at..at + 3).all(|at| self.at(at) == Some('.'));
            let is_dash = c == '-' && next == Some('-') && before.is_some_and(is_word);
            let after = self.at(at + run);
            self.run_end = at + run;
            self.run_parts = is_dots || is_dash || after.is_none_or(|c| matches!(c, ' ' | '\n') || is_separator(c));
        }
        let is_keyed = c == ':' && matches!(before, Some('"' | '\'' | '”' | '’'));
        let is_label = c == ':'
            && before.is_some_and(char::is_alphabetic)
            && next.is_some_and(|next| is_word(next) || is_currency(next) || matches!(next, '+' | '-'));
        self.run_parts || is_label || is_keyed
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || c == '_'
        || (!c.is_ascii() && (is_settled(c) || c.is_alphanumeric() || is_combining_mark(c)))
}

/// Closes a sentence or a clause where no more of the token follows.
fn is_closing(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ':' | ',' | '-')
}

/// Parts tokens wherever it stands.
fn is_separator(c: char) -> bool {
    match c {
        '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ';' | '|' | ',' => true,
        '°' | '‰' | '″' | '×' | '÷' | '·' | OPAQUE => false,
        _ => !c.is_ascii() && !is_word(c),
    }
}
