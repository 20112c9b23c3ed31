//! Patterns, as they are matched.

use std::sync::{Arc, OnceLock};

use super::PatternId;
use crate::span::Span;
use crate::words::WordsPattern;

/// The most bytes that one compiled regular expression may take.
const MAX_REGEX_BYTES: usize = 4 * 1024 * 1024;
/// The most bytes that one is written with: of a class of characters each may take a hundred times as many to read.
pub const MAX_REGEX_LENGTH: usize = 16 * 1024;
/// How deep its groups may stand in each other.
const MAX_REGEX_NESTING: u32 = 100;

/// A pattern, compiled.
#[derive(Debug)]
pub struct Pattern {
    /// Its name, where it has one.
    pub name: Option<Arc<str>>,
    /// Any of these.
    pub any: Vec<Matcher>,
    /// Its doc comment.
    pub doc: Option<Arc<str>>,
    /// What is written behind its name.
    pub written: Span,
}

/// One way in which a pattern matches.
#[derive(Debug)]
pub enum Matcher {
    /// A regular expression, and where it is written.
    Regex(Regex, Span),
    /// Whole words and phrases.
    Words(WordsPattern),
    /// Another pattern.
    Pattern(PatternId),
}

/// A regular expression with its flags.
///
/// Those of a policy are compiled when it is loaded, since only that shows whether they are valid. Those that the library
/// brings are known to be, and most calls match none of them: each is compiled when it is matched first.
#[derive(Debug)]
pub struct Regex {
    source: Box<str>,
    flags: Box<str>,
    compiled: OnceLock<Option<regex::Regex>>,
}

impl Regex {
    /// One that may be invalid or too large. The flags are `i`, `m`, `s` and `x`.
    pub fn checked(source: &str, flags: &str) -> Result<Regex, regex::Error> {
        let regex = Regex::shipped(source, flags);
        let compiled = regex.compile()?;
        Ok(Regex { compiled: OnceLock::from(Some(compiled)), ..regex })
    }

    /// One that the library brings.
    pub fn shipped(source: &str, flags: &str) -> Regex {
        Regex { source: source.into(), flags: flags.into(), compiled: OnceLock::new() }
    }

    /// Ready to match.
    pub fn get(&self) -> Option<&regex::Regex> {
        self.compiled.get_or_init(|| self.compile().ok()).as_ref()
    }

    fn compile(&self) -> Result<regex::Regex, regex::Error> {
        let has = |flag| self.flags.contains(flag);
        regex::RegexBuilder::new(&self.source)
            .size_limit(MAX_REGEX_BYTES)
            .nest_limit(MAX_REGEX_NESTING)
            .case_insensitive(has('i'))
            .multi_line(has('m'))
            .dot_matches_new_line(has('s'))
            .ignore_whitespace(has('x'))
            .build()
    }
}
