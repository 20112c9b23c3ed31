//! The mistakes that a text has as a row of tokens: marks that nothing closes, brackets without a partner, characters that
//! nobody can see. Each is reported and mended, so that the grammar can go on looking for others.

mod bracket;

use std::collections::HashSet;

use super::line::Lines;
use super::token::{Token, TokenKind, tokens};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{FileId, Span};

/// A text without such mistakes, and what was wrong.
#[derive(Debug)]
pub(super) struct Repaired {
    pub(super) text: String,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) shifts: Shifts,
    /// Whether a closing brace closes nothing.
    pub(super) stray_brace: bool,
}

/// An opening brace that the grammar missed.
#[derive(Debug)]
pub(super) struct MissingBrace {
    /// Where it would stand in the text.
    pub(super) at: usize,
    /// What is said about it.
    pub(super) diagnostic: Diagnostic,
}

impl Repaired {
    /// Everything that is wrong, with what the grammar found in the mended text; what follows from a bracket is no mistake of
    /// its own.
    pub(super) fn all_mistakes(self, file: &str, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let lines = Lines::of(file);
        let line = |diagnostic: &Diagnostic| diagnostic.span().map_or(0, |span| lines.start(span.start as usize));
        // An open brace at the end of its line leaves what else is on the line alone.
        let is_inline = |diagnostic: &&Diagnostic| {
            let at = diagnostic.span().map_or(0, |span| span.start as usize);
            let rest = file.get(at..).and_then(|rest| rest.lines().next()).unwrap_or("");
            let behind = rest.strip_prefix('{').map(str::trim_start);
            !rest.starts_with('}') && behind.is_none_or(|behind| !behind.is_empty() && !behind.starts_with('#'))
        };
        let of = |code: Code| self.diagnostics.iter().filter(move |diagnostic| diagnostic.code() == code);
        let unterminated: HashSet<usize> = of(Code::Unterminated).map(line).collect();
        let brackets: HashSet<usize> = of(Code::UnbalancedBracket).filter(is_inline).map(line).collect();
        let is_own = |diagnostic: &Diagnostic| match diagnostic.code() {
            Code::UnbalancedBracket => !unterminated.contains(&line(diagnostic)),
            Code::SyntaxError | Code::ChainedComparison | Code::MinusWithoutBlanks => {
                !unterminated.contains(&line(diagnostic)) && !brackets.contains(&line(diagnostic))
            }
            _ => true,
        };
        self.diagnostics.iter().chain(&found).filter(|diagnostic| is_own(diagnostic)).cloned().collect()
    }
}

/// How far behind the text each place of the mended text is.
#[derive(Debug, Default)]
pub(super) struct Shifts {
    /// From this byte of the mended text on, this many bytes more than in the text.
    shifts: Vec<(usize, isize)>,
}

impl Shifts {
    /// The byte of the text that a byte of the mended text stands for.
    pub(super) fn original(&self, at: usize) -> usize {
        if self.shifts.is_empty() {
            return at;
        }
        let index = self.shifts.partition_point(|(from, _)| *from <= at);
        let shift = index.checked_sub(1).and_then(|index| self.shifts.get(index)).map_or(0, |(_, shift)| *shift);
        at.saturating_add_signed(-shift)
    }
}

/// A change to the text.
#[derive(Debug)]
struct Edit {
    at: usize,
    remove: usize,
    insert: &'static str,
}

/// Finds the mistakes of a text that is known to have some. Braces that are missing are put in where a closing one is found
/// for them.
pub(super) fn repair(file: FileId, text: &str, missing_braces: &[MissingBrace]) -> Repaired {
    let mut diagnostics = unseen(file, text);
    let mut edits = Vec::new();
    let mut all: Vec<Token> = tokens(text).filter(|token| token.kind != TokenKind::Comment).collect();
    for token in all.iter().filter(|token| token.unterminated) {
        let (what, mark, insert) = match token.kind {
            TokenKind::Quoted => {
                // Backquotes around nothing are no name.
                ("this name in backquotes", "a backquote", if token.end - token.start > 1 { "`" } else { "_`" })
            }
            TokenKind::Regex => ("this regular expression", "`/`", "/"),
            _ => ("this text", "`\"`", "\""),
        };
        let span = Span::new(file, token.start, token.end);
        let help = format!(
            "close it with {mark}{}",
            if token.kind == TokenKind::Text { "; for a new line write `\\n`" } else { "" }
        );
        let message = format!("{what} does not end on its line");
        diagnostics.push(Diagnostic::new(Code::Unterminated, span, message).help(help));
        edits.push(Edit { at: token.end, remove: 0, insert });
    }
    let missing = |at: usize| Token { kind: TokenKind::Open, start: at, end: at, unterminated: false };
    all.extend(missing_braces.iter().map(|brace| missing(brace.at)));
    all.sort_by_key(|token| (token.start, token.end));
    let mut brackets = bracket::balance(file, text, &all);
    diagnostics.append(&mut brackets.diagnostics);
    let found = missing_braces.iter().filter(|brace| brackets.found_braces.contains(&brace.at));
    diagnostics.extend(found.map(|brace| brace.diagnostic.clone()));
    edits.append(&mut brackets.edits);
    apply(text, edits, diagnostics, brackets.stray_brace)
}

fn apply(text: &str, mut edits: Vec<Edit>, diagnostics: Vec<Diagnostic>, stray_brace: bool) -> Repaired {
    // What is put in stands in front of what is taken out at the same place.
    edits.sort_by_key(|edit| (edit.at, edit.remove));
    let mut repaired =
        Repaired { text: String::with_capacity(text.len()), diagnostics, shifts: Shifts::default(), stray_brace };
    let mut at = 0;
    let mut shift = 0isize;
    for edit in edits {
        repaired.text.push_str(text.get(at..edit.at).unwrap_or(""));
        repaired.text.push_str(edit.insert);
        at = edit.at + edit.remove;
        shift += edit.insert.len() as isize - edit.remove as isize;
        repaired.shifts.shifts.push((repaired.text.len(), shift));
    }
    repaired.text.push_str(text.get(at..).unwrap_or(""));
    // What nobody can see is white space for the grammar, of the same length.
    if repaired.text.contains(is_unseen) {
        repaired.text = repaired.text.chars().fold(String::with_capacity(repaired.text.len()), |mut seen, c| {
            if is_unseen(c) {
                seen.extend(std::iter::repeat_n(' ', c.len_utf8()));
            } else {
                seen.push(c);
            }
            seen
        });
    }
    repaired
}

/// Reports every character that nobody can see, runs of them once.
pub(super) fn unseen(file: FileId, text: &str) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    // Most texts are plain, and many bytes at once tell so.
    if text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')) {
        return diagnostics;
    }
    let mut end = None;
    for (at, found) in text.match_indices(is_unseen) {
        if at == 0 && found == "\u{feff}" {
            continue;
        }
        if end != Some(at) {
            let code = found.chars().next().map_or(0, u32::from);
            let span = Span::new(file, at, at + found.len());
            let message = format!("an invisible character, U+{code:04X}, stands here");
            let help = format!("take it out; in a text write `\\u{{{code:x}}}` where it is meant");
            diagnostics.push(Diagnostic::new(Code::InvisibleCharacter, span, message).help(help));
        }
        end = Some(at + found.len());
    }
    diagnostics
}

/// Whether a character is a control character, moves the text around it, or looks like nothing or like a blank: what a
/// reader sees would not be what a machine reads.
fn is_unseen(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{61c}' => true,
        '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{feff}' => true,
        // Blanks of other scripts, letters that fill a place, and the tags that hide a text behind one character.
        '\u{1680}' | '\u{180e}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}
