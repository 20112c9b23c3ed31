//! One mistake in the author's words.

use super::Recovery;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::expect::{Expected, is_reserved};
use crate::syntax::token::TokenKind;
use crate::syntax::words::is_clause_word;

/// A place at which the grammar could not go on.
pub(super) struct Mistake {
    /// The token that could not stand there, or the end.
    pub(super) at: usize,
    /// The first token of the piece.
    pub(super) first: usize,
    pub(super) expected: Expected,
}

/// The longest word of the text that a message quotes whole.
const MAX_QUOTED: usize = 40;

impl Recovery<'_, '_> {
    /// Says what is wrong.
    pub(super) fn report(&mut self, mistake: Mistake) {
        let Mistake { at, first, expected } = &mistake;
        let (at, first) = (*at, *first);
        let found = self.row.token(at);
        let before = (at > first).then(|| self.row.token(at - 1));
        // What is missing at the end of a line is missed there, not at the head of the next one.
        let missing =
            before.filter(|_| found.kind == TokenKind::End || found.kind == TokenKind::Close || self.row.is_first(at));
        let missing = missing.filter(|_| !self.is_misspelt(&mistake));
        let wanted = expected.phrase();
        let message = match (&wanted, missing, before) {
            (Some(wanted), Some(_), Some(_)) => format!("expected {wanted} after {}", self.quote(at - 1)),
            (Some(wanted), _, _) => format!("expected {wanted}, found {}", self.quote(at)),
            (None, _, _) => format!("{} cannot stand here", self.quote(at)),
        };
        let token = missing.or(before.filter(|_| found.kind == TokenKind::End)).unwrap_or(found);
        self.builder.start_at(0);
        let span = self.builder.place(token.start, token.end);
        let code = if self.row.word(first) == "language" { Code::LanguageLine } else { Code::SyntaxError };
        let help = self.help(&mistake);
        self.builder.report(Diagnostic::new(code, span, message).maybe_help(help));
    }

    /// Whether the word at the mistake is near to one that could have stood there.
    fn is_misspelt(&self, mistake: &Mistake) -> bool {
        self.row.kind(mistake.at) == TokenKind::Word && mistake.expected.nearest(self.row.word(mistake.at)).is_some()
    }

    /// A token as a message names it.
    fn quote(&self, index: usize) -> String {
        match self.row.kind(index) {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Text => "a text".to_owned(),
            TokenKind::Regex => "a regular expression".to_owned(),
            TokenKind::Quoted => "a name in backquotes".to_owned(),
            _ => match self.row.word(index).char_indices().nth(MAX_QUOTED) {
                Some((end, _)) => format!("`{}…`", self.row.word(index).get(..end).unwrap_or("")),
                None => format!("`{}`", self.row.word(index)),
            },
        }
    }

    /// What to do.
    fn help(&self, mistake: &Mistake) -> Option<String> {
        let Mistake { at, first, expected } = mistake;
        let (at, first) = (*at, *first);
        let word = self.row.word(at);
        let before = if at > first { self.row.word(at - 1) } else { "" };
        let fixed = match word {
            "=" if expected.operator => "to compare, write `==`",
            "&&" => "write `and`",
            "||" => "write `or`",
            "!" => "write `not`, and `!=` for unequal",
            "'" | "\u{2018}" | "\u{2019}" | "\u{201c}" | "\u{201d}" => {
                "a text stands in straight double quotation marks: `\"...\"`"
            }
            ";" => "nothing stands between items: leave it out",
            "/" if self.row.word(at + 1) == "/" => "a comment begins with `#`",
            "-" if expected.value => "a minus makes no name negative: write `0 - x`",
            "not" if expected.value => "put brackets around the `not` and what it negates",
            ")" | "]" if before == "," => "a comma behind the last one stands only inside `{ }`",
            _ if is_reserved(word) && expected.value => {
                return Some(format!(
                    "`{word}` is a word of the language here; a slot of that name is written `` `{word}` ``"
                ));
            }
            _ if is_clause_word(word) && expected.name && !expected.value => {
                return Some(format!("a name that is also the word of a clause is written `` `{word}` `` here"));
            }
            _ if self.row.kind(at) == TokenKind::Stray && word.chars().all(char::is_alphabetic) => {
                "a name with letters other than `a` to `z` stands in backquotes"
            }
            _ if self.row.kind(at) == TokenKind::Text && !expected.text => {
                "a message has its word in front: `ask`, `hold`, `because` or `show`"
            }
            _ => "",
        };
        if !fixed.is_empty() {
            return Some(fixed.to_owned());
        }
        if self.row.kind(at) == TokenKind::Word {
            if let Some(meant) = expected.nearest(word) {
                return Some(format!("did you mean `{meant}`?"));
            }
        }
        self.shape(first).map(|shape| format!("it is written {shape}"))
    }

    /// How an item is written.
    fn shape(&self, first: usize) -> Option<&'static str> {
        Some(match self.row.word(first) {
            "slot" => "`slot NAME: TYPE`, and its clauses behind it",
            "fact" => "`fact NAME: TYPE`, and its clauses behind it",
            "require" => "`require NAME: CONDITION else hold \"...\"`",
            "forbid" => "`forbid NAME when CONDITION because \"...\"`",
            "confirm" => "`confirm NAME when CONDITION ask \"...\"`",
            "notice" => "`notice NAME when CONDITION show \"...\"`",
            "let" => "`let NAME = VALUE`",
            "guard" => "`guard NAME on PHASE when CONDITION then ACTION`",
            "lookup" => "`lookup NAME(param) by TOOL { argument: param } within DURATION`",
            "budget" => "`budget calls 3 per message`",
            "effect" => "`effect NAME { field: TYPE }`, in a tool `effect NAME { field: slot }`",
            "group" => "`group NAME { a, b } from SOURCE`",
            "tool" => "`tool NAME { ... }`",
            "provider" => "`provider NAME { ... }`",
            "fixed" | "user" => "`fixed { ... }`, `user { ... }`",
            "for" => "`for TOOL, effect NAME { ... }`",
            "use" => "`use \"PATH\"`",
            "pattern" => "`pattern NAME = /.../`",
            "whitelist" => "`whitelist NAME { \"a\", \"b\" }`",
            "vocabulary" => "`vocabulary NAME { \"said\" = \"meant\" }`",
            "table" => "`table NAME(row, column) { column { a, b } x { 1, 2 } }`",
            "assertion" => "`assertion EFFECT by PATTERN`",
            "only" => "`only SLOT from SOURCE`",
            "on" => "`on failure halt`",
            "same" => "`same by SLOT`",
            "once" => "`once per message`",
            "after" => "`after timeout verify by TOOL { argument: slot }`",
            "other" => "`other arguments hold`",
            "unlisted" => "`unlisted tools hold`",
            "changes" => "`changes LOOKUP` or `changes nothing`",
            "tier" => "`tier irreversible`",
            "language" => "`language 1`",
            _ => return None,
        })
    }
}
