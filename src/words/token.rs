//! Words and marks, and where one token ends and the next begins.
//!
//! A **word** is a run of letters, digits, accents and `_`, with an apostrophe between two of them (`can't`) and a point
//! or comma between two digits (`1,234.56`). Every other visible character is a **mark** of its own. A run of letters
//! without blanks is one word in every script: nothing is found inside `大阪市` or `서울에서`, since a search there would
//! be a substring search.
//!
//! A **token** is what no blank, quotation mark, bracket, comma, dash or closing punctuation parts: `a@b.co`,
//! `10.0.0.1`, `/etc/passwd`, `Ann-Marie`, `2026-03-11`. A mark joins what stands on both sides of it, except:
//!
//! - quotation marks, brackets, `;`, `|`, commas, dashes, ellipses and all symbols beyond ASCII part;
//! - `.` `!` `?` `:` `-` part where nothing of the token follows, as at the end of a sentence, and so do `...` and `--`;
//! - `:` parts after a letter and before a letter, a digit or a sign (`amount:500`, not `10:30`, not `https://`), and
//!   behind a quotation mark (`"amount":500`);
//! - `=` parts a name that begins the token from its value (`a=2`, not `?d=e` in a URL);
//! - an opening bracket directly behind a word parts nothing: `file(1).txt` says no `file`;
//! - currency signs part, and so does `#` at the start of a token (`#12345` says `12345`), and `*` before a digit there.

mod scan;
mod shape;

use super::hash::hash;
use super::letter::{Plain, parts, read};
use super::retraction::retracted;
use super::role::Roles;
use super::sketch::Sketch;
use super::stem::hash_beginning;
use scan::scan;
pub(super) use shape::{Gap, Shape, Token};

/// How many mails that quote each other a line may go through.
const MOST_QUOTED: usize = 8;

/// How many bytes a word or mark has with its blank, by and large: what is made room for.
const LENGTH: usize = 4;

/// How many words and marks a short text has at most.
const SHORT: usize = 128;

/// The words and marks of a text, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    /// The normalised texts, one behind the other.
    buffer: String,
    list: Vec<Token>,
    /// The places of all words that a reader looks for: most words are none.
    noted: Vec<u32>,
    /// The roles of all of them.
    roles: Roles,
    /// The words, with their possessives and without.
    sketch: Sketch,
    /// How they begin.
    beginnings: Sketch,
    /// The first and last of each line that is quoted with `>`.
    quoted: Vec<(usize, usize)>,
    /// The first and last of all that is taken back with its sentence.
    retracted: Vec<(usize, usize)>,
}

impl Tokens {
    /// Reads a text.
    pub(super) fn new(text: &str) -> Tokens {
        let mut tokens = Tokens {
            buffer: String::with_capacity(text.len()),
            list: Vec::with_capacity(text.len() / LENGTH),
            ..Tokens::default()
        };
        let (mut plain, mut letters, mut from, mut gap) = (String::new(), Vec::new(), 0, Gap::Line);
        for part in parts(text) {
            if let Some(read) = Plain::new(part, from, &mut plain) {
                gap = scan(&read, &mut tokens, gap);
                from = from.saturating_add(offset(part.len()));
                continue;
            }
            letters.clear();
            from = read(part, from, &mut letters);
            gap = scan(letters.as_slice(), &mut tokens, gap);
        }
        if tokens.is_short() {
            tokens.list.shrink_to_fit();
        } else {
            (tokens.sketch, tokens.beginnings) = (Sketch::FULL, Sketch::FULL);
        }
        if text.contains('>') || text.contains('＞') {
            tokens.quoted = tokens.quoted_lines();
        }
        tokens.retracted = retracted(&tokens);
        tokens
    }

    /// The lines that begin with `>` and a blank or a letter: what a mail quotes of another.
    fn quoted_lines(&self) -> Vec<(usize, usize)> {
        let mut lines: Vec<(usize, usize)> = Vec::new();
        let mut is_quoted = false;
        for (at, token) in self.iter() {
            if token.gap == Gap::Line {
                let behind = (at + 1..at + MOST_QUOTED).find(|at| self.mark(*at) != Some(">"));
                let begins = |at: usize| {
                    self.get(at).is_some_and(|next| next.gap.is_blank())
                        || self.word(at).is_some_and(|word| word.starts_with(char::is_alphabetic))
                };
                let is_apart = behind.is_some_and(begins);
                is_quoted = self.mark(at) == Some(">") && is_apart;
                if is_quoted {
                    lines.push((at, at));
                }
            }
            if let Some((_, last)) = lines.last_mut().filter(|_| is_quoted) {
                *last = at;
            }
        }
        lines
    }

    /// Whether it stands in a line that is quoted.
    pub(super) fn is_quoted(&self, at: usize) -> bool {
        is_in(&self.quoted, at)
    }

    /// Whether its sentence is taken back.
    pub(super) fn is_retracted(&self, at: usize) -> bool {
        is_in(&self.retracted, at)
    }

    /// Whether one of its words may do something.
    pub(super) fn has_any(&self, role: Roles) -> bool {
        self.roles.has(role)
    }

    /// Adds a word or mark with another text than its own.
    pub(super) fn append(&mut self, text: &str, token: Token) {
        let from = self.buffer.len();
        self.buffer.push_str(text);
        let hash = if token.is_word() { hash(text) } else { 0 };
        if token.is_word() {
            self.sketch_word(from, hash);
        }
        self.push(Token { text: offset(from), hash: hash as u32, ..token });
    }

    /// Adds a word or mark whose text is in the buffer.
    #[inline]
    fn push(&mut self, token: Token) {
        let (before, since) = self.list.last().map_or((Roles::default(), u8::MAX), |last| (last.roles, last.denial));
        let roles = token.roles.behind(before);
        if roles.has(Roles::NOTED) {
            self.noted.push(offset(self.list.len()));
        }
        self.roles = self.roles | roles;
        let denial = if roles.has(Roles::DENIAL) { 0 } else { since.saturating_add(1) };
        self.list.push(Token { roles, denial, ..token });
    }

    /// What is looked for in a short text is looked for in sketches first; a long one would fill them.
    #[inline]
    fn sketch_word(&mut self, from: usize, hash: u64) {
        if self.list.len() < SHORT {
            let word = self.buffer.get(from..).unwrap_or_default();
            self.sketch.add_hashed(word, hash);
            self.beginnings.add(hash_beginning(word));
        }
    }

    /// Whether it is looked through faster than an index of it is made.
    pub(super) fn is_short(&self) -> bool {
        self.list.len() <= SHORT
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Room for what is read at these openings: of a long text at once, since to move it again and again costs more than the
    /// reading, and memory that nothing is written to costs nothing.
    pub(super) fn room<T>(&self, openings: &impl Iterator<Item = usize>) -> Vec<T> {
        let most = if self.is_short() { 0 } else { openings.size_hint().1.unwrap_or_default() };
        Vec::with_capacity(most)
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        step();
        self.list.get(at)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Token)> {
        self.list.iter().enumerate()
    }

    /// Whether a word may do something in the text.
    #[inline]
    pub(super) fn has(&self, at: usize, role: Roles) -> bool {
        step();
        self.list.get(at).is_some_and(|token| token.roles.has(role))
    }

    /// Whether a word begins with a digit.
    pub(super) fn is_figure(&self, at: usize) -> bool {
        self.has(at, Roles::FIGURE)
    }

    /// The places of all words that may do something.
    pub(super) fn with(&self, role: Roles) -> impl Iterator<Item = usize> {
        debug_assert!(Roles::NOTED.has(role), "of no other roles the places are kept");
        let noted = if self.roles.has(role) { self.noted.as_slice() } else { &[] };
        noted.iter().map(|at| *at as usize).filter(move |at| self.has(*at, role))
    }

    /// Whether a negation or a correction ends among so many words and marks before one.
    #[inline]
    pub(super) fn has_denial(&self, before: usize, within: u8) -> bool {
        before.checked_sub(1).and_then(|at| self.list.get(at)).is_some_and(|token| token.denial < within)
    }

    /// Which words may stand here.
    pub(super) fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// How words may begin here.
    pub(super) fn beginnings(&self) -> &Sketch {
        &self.beginnings
    }

    /// The normalised text of a word or mark; empty past the end.
    #[inline]
    pub(super) fn text(&self, at: usize) -> &str {
        step();
        self.list.get(at).map_or("", |token| self.written(token, at))
    }

    #[inline]
    fn written(&self, token: &Token, at: usize) -> &str {
        self.buffer.get(token.text as usize..self.text_end(at)).unwrap_or("")
    }

    /// Where the normalised text of a word or mark ends in the buffer.
    #[inline]
    fn text_end(&self, at: usize) -> usize {
        self.list.get(at + 1).map_or(self.buffer.len(), |next| next.text as usize)
    }

    /// The normalised text from one word or mark to another of the same token.
    pub(super) fn joined(&self, first: usize, last: usize) -> &str {
        step();
        let from = self.list.get(first).filter(|_| last < self.list.len());
        from.and_then(|first| self.buffer.get(first.text as usize..self.text_end(last))).unwrap_or("")
    }

    /// The word at a place; none for a mark or past the end.
    #[inline]
    pub(super) fn word(&self, at: usize) -> Option<&str> {
        step();
        self.list.get(at).filter(|token| token.is_word()).map(|token| self.written(token, at))
    }

    /// The mark at a place; none for a word or past the end.
    #[inline]
    pub(super) fn mark(&self, at: usize) -> Option<&str> {
        step();
        self.list.get(at).filter(|token| !token.is_word()).map(|token| self.written(token, at))
    }

    /// Whether a mark is the sign of a currency.
    pub(super) fn is_sign(&self, at: usize) -> bool {
        self.mark(at).is_some_and(|mark| mark.chars().all(is_currency))
    }

    /// Whether what stands there continues a token.
    #[inline]
    pub(super) fn is_glued(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.gap == Gap::Glue)
    }

    /// Whether `first..=last` begins and ends where tokens do.
    pub(super) fn is_whole(&self, first: usize, last: usize) -> bool {
        !self.is_glued(first) && !self.is_glued(last + 1)
    }

    /// The last part of the token that goes on from `at`.
    pub(super) fn token_end(&self, at: usize) -> usize {
        let more = self.list.get(at + 1..).unwrap_or_default();
        let is_glued = |token: &&Token| {
            step();
            token.gap == Gap::Glue
        };
        at + more.iter().take_while(is_glued).count()
    }

    /// The Unicode scalars from one word or mark to another.
    pub(super) fn span(&self, first: usize, last: usize) -> [usize; 2] {
        let place = self.list.get(first).zip(self.list.get(last));
        place.map_or([0, 0], |(first, last)| [first.start as usize, last.end as usize])
    }

    /// The first word or mark that begins at a place in the original or behind it.
    pub(super) fn first_from(&self, scalar: usize) -> usize {
        self.list.partition_point(|token| (token.start as usize) < scalar)
    }

    /// Whether a place in the original falls inside no word and no mark.
    pub(super) fn is_boundary(&self, scalar: usize) -> bool {
        let before = self.list.partition_point(|token| (token.start as usize) < scalar);
        before.checked_sub(1).and_then(|at| self.list.get(at)).is_none_or(|token| token.end as usize <= scalar)
    }
}

/// Whether a place lies in one of several stretches that follow each other.
#[inline]
fn is_in(stretches: &[(usize, usize)], at: usize) -> bool {
    if stretches.is_empty() {
        return false;
    }
    let next = stretches.partition_point(|(_, last)| *last < at);
    stretches.get(next).is_some_and(|(first, _)| *first <= at)
}

/// Whether a mark is a sign of a currency.
pub(super) fn is_currency(c: char) -> bool {
    matches!(
        c,
        '$' | '¢'
            | '£'
            | '¤'
            | '¥'
            | '\u{58f}'
            | '\u{60b}'
            | '\u{9f2}'
            | '\u{9f3}'
            | '\u{af1}'
            | '\u{bf9}'
            | '\u{e3f}'
            | '\u{17db}'
            | '\u{20a0}'..='\u{20c0}' | '\u{fdfc}'
    )
}

/// Texts of 4 GiB and more are beyond every limit of a snapshot; the conversion only saturates in theory.
pub(super) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Counts how often a word or mark is looked at, so that a test can hold the readers to it.
#[cfg(test)]
pub(super) mod steps {
    use std::cell::Cell;

    thread_local! { static TAKEN: Cell<u64> = const { Cell::new(0) } }

    pub(in super::super) fn step() {
        TAKEN.set(TAKEN.get() + 1);
    }

    pub(in super::super) fn taken() -> u64 {
        TAKEN.get()
    }
}

#[cfg(test)]
use steps::step;

#[cfg(not(test))]
fn step() {}

#[cfg(test)]
mod tests;
