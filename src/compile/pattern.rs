//! Patterns: named ones, and those that stand where they are used.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::graph;
use crate::program::{MAX_REGEX_LENGTH, Matcher, Pattern, PatternId, Regex};
use crate::resolve::{Model, dotted, to_u32};
use crate::span::{FileId, Span};
use crate::syntax::ast::{self, PatternKind};
use crate::words::WordsPattern;

/// The flags that an author may write.
const FLAGS: &[&str] = &["i", "m", "s", "x"];

/// The patterns of a program. A rule is compiled once for each tool, its patterns only once.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    pub(super) list: Vec<Pattern>,
    by_place: HashMap<Span, PatternId>,
    /// The files that the library brings.
    shipped: HashSet<FileId>,
}

impl Patterns {
    /// Compiles the named patterns, whose ids are their places in the model.
    pub(super) fn named(model: &Model<'_>, shipped: HashSet<FileId>, findings: &mut Findings) -> Patterns {
        let mut patterns = Patterns { shipped, ..Patterns::default() };
        for (name, declared) in &model.patterns {
            let any =
                declared.tree.patterns.iter().filter_map(|tree| patterns.matcher(model, tree, findings)).collect();
            patterns.list.push(Pattern {
                name: Some(Arc::from(*name)),
                any,
                doc: declared.doc.map(Arc::from),
                written: declared.tree.patterns.iter().map(|tree| tree.span).reduce(Span::to).unwrap_or(declared.span),
            });
        }
        patterns.cycles(model, findings);
        patterns
    }

    /// The pattern that stands here.
    pub(super) fn intern(&mut self, model: &Model<'_>, tree: &ast::Pattern, findings: &mut Findings) -> PatternId {
        if let Some(id) = self.by_place.get(&tree.span) {
            return *id;
        }
        let id = match self.matcher(model, tree, findings) {
            Some(Matcher::Pattern(id)) => id,
            matcher => {
                let id = PatternId(to_u32(self.list.len()));
                self.list.push(Pattern {
                    name: None,
                    any: matcher.into_iter().collect(),
                    doc: None,
                    written: tree.span,
                });
                id
            }
        };
        self.by_place.insert(tree.span, id);
        id
    }

    fn cycles(&self, model: &Model<'_>, findings: &mut Findings) {
        let reads: Vec<Vec<usize>> = self
            .list
            .iter()
            .map(|pattern| {
                let named = pattern.any.iter().filter_map(|matcher| match matcher {
                    Matcher::Pattern(id) => Some(id.index()),
                    _ => None,
                });
                named.collect()
            })
            .collect();
        for cycle in graph::cycles(&reads) {
            let places = cycle.iter().filter_map(|index| model.patterns.get_index(*index));
            let places: Vec<(&str, Span)> = places.map(|(name, declared)| (*name, declared.span)).collect();
            findings.extend(graph::cycle_finding(&places, "take one of the names out"));
        }
    }

    fn matcher(&self, model: &Model<'_>, tree: &ast::Pattern, findings: &mut Findings) -> Option<Matcher> {
        match &tree.kind {
            PatternKind::Name(name) => {
                let text = dotted(name);
                let id = model.pattern_id(&text);
                if id.is_none() && !model.bad_names.contains(&text) {
                    findings.add(words::unknown_name("pattern", &text, name.span, model.patterns.keys().copied()));
                }
                id.map(Matcher::Pattern)
            }
            PatternKind::Regex(source, flags) => match regex(source, flags, self.shipped.contains(&tree.span.file)) {
                Ok(regex) => Some(Matcher::Regex(regex, tree.span)),
                Err((message, help)) => {
                    findings.add(Diagnostic::new(Code::BadPattern, tree.span, message).help(help));
                    None
                }
            },
            PatternKind::Words(phrases) => {
                for phrase in phrases {
                    if !phrase.text.chars().any(char::is_alphanumeric) {
                        findings.add(
                            Diagnostic::new(Code::BadPattern, phrase.span, "a phrase without a letter or a digit")
                                .help("take it out: it would match between any two words"),
                        );
                    }
                }
                Some(Matcher::Words(WordsPattern::new(phrases.iter().map(|phrase| phrase.text.as_str()))))
            }
        }
    }
}

/// Compiles a regular expression, or says what is wrong with it and what to do.
fn regex(source: &str, flags: &str, is_shipped: bool) -> Result<Regex, (String, String)> {
    if let Some(flag) = flags.chars().find(|flag| !FLAGS.contains(&&*flag.to_string())) {
        return Err((format!("`{flag}` is no flag"), format!("one of {}", words::list(FLAGS))));
    }
    if source.len() > MAX_REGEX_LENGTH {
        let message = format!("the regular expression has {} bytes, more than {MAX_REGEX_LENGTH}", source.len());
        return Err((message, "split it: a pattern may name several, with commas".to_owned()));
    }
    if is_shipped {
        return Ok(Regex::shipped(source, flags));
    }
    Regex::checked(source, flags).map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => {
            ("the regular expression is too large".to_owned(), "ask for fewer repetitions".to_owned())
        }
        error => {
            let text = error.to_string();
            let reason = text.lines().rev().find_map(|line| line.trim().strip_prefix("error: ")).unwrap_or("invalid");
            (format!("the regular expression is not valid: {reason}"), advice(reason).to_owned())
        }
    })
}

fn advice(reason: &str) -> &'static str {
    if reason.contains("look-around") || reason.contains("backreference") {
        "the engine runs in linear time, so it has neither look-around nor backreferences"
    } else if reason.contains("unclosed group") || reason.contains("unopened group") {
        "close every `(`, or write `\\(` for the character"
    } else if reason.contains("unclosed character class") {
        "close every `[`, or write `\\[` for the character"
    } else if reason.contains("unclosed counted repetition") || reason.contains("decimal") {
        "close the braces behind how often: `{2}`, `{2,5}`; or write `\\{` for the character"
    } else if reason.contains("invalid repetition count range") {
        "write the smaller number first: `{2,5}`"
    } else if reason.contains("repetition operator missing expression") {
        "write what is to be repeated in front of it, `.*` for anything; or `\\*` for the character"
    } else if reason.contains("escape") {
        "write `\\\\` for a backslash, or leave it out in front of a letter"
    } else if reason.contains("invalid character class range") {
        "write the smaller end first, `a-z`; or put the `-` last, for the character"
    } else {
        "write `\\` before a character that is meant as itself"
    }
}
