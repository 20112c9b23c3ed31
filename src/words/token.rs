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

use unicode_normalization::char::is_combining_mark;

use super::letter::{Letter, Letters, OPAQUE, Plain, is_settled, parts, read};
use super::retraction::retracted;
use super::role::{Roles, Table};
use super::sketch::{Sketch, hash};
use super::stem::hash_beginning;

/// How many mails that quote each other a line may go through.
const MOST_QUOTED: usize = 8;

/// How many bytes a word or mark has with its blank, by and large: what is made room for.
const LENGTH: usize = 5;

/// How many words and marks a short text has at most.
const SHORT: usize = 128;

/// What stands before a word or mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
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
    pub(super) fn is_blank(self) -> bool {
        matches!(self, Gap::Line | Gap::Blank)
    }
}

/// A word or a mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Where its normalised text stands in the buffer.
    text: [u32; 2],
    /// The Unicode scalars of the original.
    pub start: u32,
    pub end: u32,
    /// Where the word ends without its possessive `'s`; its own end where it has none.
    pub stem_end: u32,
    /// Of a word, by which it is looked up.
    pub hash: u32,
    pub roles: Roles,
    pub gap: Gap,
    pub is_word: bool,
    /// Whether it began with an upper-case letter.
    pub upper: bool,
}

/// The words and marks of a text, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    /// The normalised texts, one behind the other.
    buffer: String,
    list: Vec<Token>,
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
        if text.contains(['>', '＞']) {
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
        let hash = if token.is_word { hash(text) } else { 0 };
        if token.is_word {
            self.sketch_word(from, hash);
        }
        self.roles = self.roles | token.roles;
        let text = [offset(from), offset(self.buffer.len())];
        self.list.push(Token { text, hash: hash as u32, ..token });
    }

    /// What is looked for in a short text is looked for in sketches first; a long one would fill them.
    #[inline]
    fn sketch_word(&mut self, from: usize, hash: u64) {
        if self.list.len() < SHORT {
            let word = self.buffer.get(from..).unwrap_or_default();
            let stem = word.strip_suffix("'s").unwrap_or(word);
            self.sketch.add(hash);
            self.beginnings.add(hash_beginning(stem));
            if stem.len() < word.len() {
                self.sketch.add_word(stem);
            }
        }
    }

    /// Whether it is looked through faster than an index of it is made.
    pub(super) fn is_short(&self) -> bool {
        self.list.len() <= SHORT
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
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
        self.text(at).bytes().next().is_some_and(|byte| byte.is_ascii_digit())
    }

    /// The places of all words that may do something: most words do nothing.
    pub(super) fn with(&self, role: Roles) -> Vec<usize> {
        if !self.roles.has(role) {
            return Vec::new();
        }
        self.iter().filter(|(_, token)| token.roles.has(role)).map(|(at, _)| at).collect()
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
        self.list.get(at).map_or("", |token| self.written(token))
    }

    #[inline]
    fn written(&self, token: &Token) -> &str {
        self.buffer.get(token.text[0] as usize..token.text[1] as usize).unwrap_or("")
    }

    /// The normalised text from one word or mark to another of the same token.
    pub(super) fn joined(&self, first: usize, last: usize) -> &str {
        step();
        let place = self.list.get(first).zip(self.list.get(last));
        place.and_then(|(first, last)| self.buffer.get(first.text[0] as usize..last.text[1] as usize)).unwrap_or("")
    }

    /// The word at a place; none for a mark or past the end.
    #[inline]
    pub(super) fn word(&self, at: usize) -> Option<&str> {
        step();
        self.list.get(at).filter(|token| token.is_word).map(|token| self.written(token))
    }

    /// The mark at a place; none for a word or past the end.
    #[inline]
    pub(super) fn mark(&self, at: usize) -> Option<&str> {
        step();
        self.list.get(at).filter(|token| !token.is_word).map(|token| self.written(token))
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
        at + more.iter().take_while(|token| token.gap == Gap::Glue).count()
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
fn is_in(stretches: &[(usize, usize)], at: usize) -> bool {
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
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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

/// Reads the words and marks of a part of a text, behind such a gap; says what stands behind the last of them.
fn scan<L: Letters + ?Sized>(letters: &L, out: &mut Tokens, gap: Gap) -> Gap {
    Scanner { letters, out, table: Table::shipped(), run_end: 0, run_parts: false }.run(gap)
}

struct Scanner<'a, L: ?Sized> {
    letters: &'a L,
    out: &'a mut Tokens,
    table: &'static Table,
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
            roles = self.table.of(word, hashed);
            self.out.sketch_word(from, hashed);
            self.out.roles = self.out.roles | roles;
        }
        self.out.list.push(Token {
            text: [offset(from), offset(self.out.buffer.len())],
            start: first.start,
            end: last.end,
            stem_end: apostrophe.map_or(last.end, |apostrophe| apostrophe.start),
            roles,
            // Half of it tells words apart as well.
            hash: hashed as u32,
            gap,
            is_word,
            upper: first.upper,
        });
    }

    fn word_end(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            at += 1;
            let Some(c) = self.at(at) else { return at };
            if is_word(c) {
                continue;
            }
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
                && self.out.list.last().is_some_and(|last| last.is_word && last.gap != Gap::Glue)
                && next.is_some_and(|next| is_word(next) || is_currency(next) || matches!(next, '+' | '-' | '.'));
        }
        if !is_closing(c) {
            return false;
        }
        if at >= self.run_end {
            // Judged once for a whole run of marks, so that a long one costs no more than its length.
            let run = (at..).take_while(|at| self.at(*at).is_some_and(is_closing)).count();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of a text, a blank between their words and marks.
    fn tokens(text: &str) -> Vec<String> {
        let tokens = Tokens::new(text);
        let mut read: Vec<String> = Vec::new();
        for (at, _) in tokens.iter() {
            match read.last_mut().filter(|_| tokens.is_glued(at)) {
                Some(last) => last.push_str(tokens.text(at)),
                None => read.push(tokens.text(at).to_owned()),
            }
        }
        read
    }

    #[test]
    fn a_token_is_what_nothing_parts() {
        for text in [
            "a@b.co",
            "10.0.0.1",
            "/etc/passwd",
            "ann-marie",
            "2026-03-11t09:24:07z",
            "c++",
            ".env",
            "../x",
            "1,234.56",
            "https://a.b/c?d=e&f=g",
            "x_1",
            "50%",
            "c:\\users",
            "~/notes.txt",
            "--force",
            "10:30",
            "-5",
            "can't",
            "l'hôtel",
        ] {
            assert_eq!(tokens(text), [text], "{text}");
        }
    }

    #[test]
    fn what_parts_is_no_part_of_a_token() {
        assert_eq!(tokens("(HAT001)."), ["(", "hat001", ")", "."]);
        assert_eq!(tokens("“Bob”, ‘Al’"), ["“", "bob", "”", ",", "'", "al", "'"]);
        assert_eq!(tokens("a@b.co, x!?"), ["a@b.co", ",", "x", "!", "?"]);
        assert_eq!(
            tokens("amount:500 wait...500 a--b"),
            ["amount", ":", "500", "wait", ".", ".", ".", "500", "a", "-", "-", "b"]
        );
        assert_eq!(tokens("$500 500€ #12 a#1"), ["$", "500", "500", "€", "#", "12", "a#1"]);
        assert_eq!(tokens("5–10 👍500"), ["5", "–", "10", "👍", "500"]);
        assert_eq!(tokens("500- no"), ["500", "-", "no"]);
        assert_eq!(tokens("f(1).txt"), ["f(1", ")", ".txt"]);
        assert_eq!(tokens(""), [""; 0]);
    }

    /// A long text is read in parts.
    #[test]
    fn where_a_text_is_cut_changes_nothing() {
        let line = "Ann's a@b.co, 5 (é) \u{1112}\u{1161}\u{11ab} \"x\". #12 a=2 wait...\n";
        let long = line.repeat(600);
        let (tokens, one) = (Tokens::new(&long), Tokens::new(line));
        let length = line.chars().count() as u32;
        for (at, token) in tokens.iter() {
            let (line, own) = (at / one.len(), at % one.len());
            let start = token.start - length * line as u32;
            let expected = one.get(own).map(|expected| (one.text(own), expected.gap, expected.start));
            assert_eq!(Some((tokens.text(at), token.gap, start)), expected, "{at}");
        }
        assert_eq!(tokens.len(), 600 * one.len());
    }

    #[test]
    fn a_boundary_lies_in_no_word() {
        let tokens = Tokens::new("ab c");
        let at: Vec<bool> = (0..=4).map(|scalar| tokens.is_boundary(scalar)).collect();
        assert_eq!(at, [true, false, true, true, true]);
    }
}
