//! One mistake in the author's words.

use super::Recovery;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::expect::{Expected, is_reserved};
use crate::syntax::token::TokenKind;
use crate::syntax::words::{is_clause_word, is_item_word};

/// A place at which the grammar could not go on.
pub(super) struct Mistake {
    /// The token that could not stand there, or the end.
    pub(super) at: usize,
    /// The first token of the piece.
    pub(super) first: usize,
    /// The first token behind it.
    pub(super) end: usize,
    pub(super) expected: Expected,
}

/// The longest word of the text that a message quotes whole.
const MAX_QUOTED: usize = 40;

impl Recovery<'_, '_> {
    /// Says what is wrong, and which token is to blame.
    pub(super) fn report(&mut self, mut mistake: Mistake) -> usize {
        if self.row.word(mistake.first) == "effect" {
            mistake.expected.effect(self.top);
        }
        let Mistake { at, first, ref expected, .. } = mistake;
        let missing = self.is_missing(&mistake);
        let behind = if at > first { format!(" after {}", self.quote(at - 1)) } else { String::new() };
        let message = match expected.phrase() {
            Some(wanted) if missing => format!("expected {wanted}{behind}"),
            Some(wanted) if expected.is_single() => format!("expected {wanted}{behind}, found {}", self.quote(at)),
            Some(wanted) => format!("expected {wanted}, found {}", self.quote(at)),
            None => format!("{} cannot stand here", self.quote(at)),
        };
        let blamed = if missing { at - 1 } else { at };
        let token = self.row.token(blamed);
        self.builder.start_at(0);
        let span = self.builder.place(token.start, token.end);
        let code = if self.row.word(first) == "language" { Code::LanguageLine } else { Code::SyntaxError };
        let help = match self.row.word(blamed) {
            "," if missing && self.row.kind(at) == TokenKind::Close => {
                Some("a comma behind the last one stands only inside `{ }`".to_owned())
            }
            _ if missing => self.shape(&mistake),
            _ => self.help(&mistake),
        };
        self.builder.report(Diagnostic::new(code, span, message).maybe_help(help));
        blamed
    }

    /// Whether something is missing at the end of a line or in front of a closing bracket: it is missed there, and what comes
    /// next is not to blame.
    fn is_missing(&self, mistake: &Mistake) -> bool {
        let Mistake { at, first, end, .. } = *mistake;
        let closed = matches!(self.row.kind(at), TokenKind::End | TokenKind::Close);
        // Where a clause could stand, whatever stands there instead is to blame.
        let ends =
            closed || at >= end || (self.row.is_first(at) && (!mistake.expected.part || self.row.opens_something(at)));
        at > first && ends && !self.is_misspelt(mistake)
    }

    /// Whether the word at the mistake is near to one that could have stood there.
    pub(super) fn is_misspelt(&self, mistake: &Mistake) -> bool {
        self.meant(mistake).is_some()
    }

    /// The word that was meant by the one at the mistake; a word of the language is not misspelt.
    fn meant<'m>(&self, mistake: &'m Mistake) -> Option<&'m str> {
        let word = self.row.word(mistake.at);
        let known = is_reserved(word) || is_clause_word(word) || is_item_word(word);
        (self.row.kind(mistake.at) == TokenKind::Word && !known).then(|| mistake.expected.nearest(word)).flatten()
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
        let Mistake { at, first, ref expected, .. } = *mistake;
        let word = self.row.word(at);
        // Its name is missing.
        if at == first + 1
            && expected.name
            && is_named(self.row.word(first))
            && matches!(self.row.kind(at), TokenKind::Word | TokenKind::Mark)
        {
            return self.shape(mistake).map(|shape| format!("it has no name; {shape}"));
        }
        let fixed = match word {
            "=" | "equals" if expected.operator => "to compare, write `==`",
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
            _ if is_reserved(word) && expected.value && !matches!(word, "and" | "or" | "then" | "else") => {
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
            "=" if matches!(self.row.word(first), "slot" | "fact") => "`= VALUE` stands right behind the type",
            "drafted" | "supplied" | "cosmetic" if at > first && self.row.word(at - 1) == "from" => {
                return Some(format!("it is no source: write `{word}` without `from`"));
            }
            "{" if at > first && self.row.kind(at - 1) == TokenKind::Text => {
                "a quotation mark inside a text is written `\\\"`"
            }
            _ if self.row.kind(at) == TokenKind::Text && expected.state => {
                "`is` asks for a state: to compare, write `==` or `!=`"
            }
            _ if expected.pattern => "a pattern is written `/.../` or `words { \"...\" }`, or is a pattern's name",
            _ if self.row.kind(at) == TokenKind::Text && !expected.text && has_messages(self.row.word(first)) => {
                "a message has its word in front: `ask`, `hold`, `because` or `show`"
            }
            _ => "",
        };
        if !fixed.is_empty() {
            return Some(fixed.to_owned());
        }
        let meant = self.meant(mistake).map(|meant| format!("did you mean `{meant}`?"));
        meant.or_else(|| self.shape(mistake))
    }

    /// How the innermost part around the mistake is written.
    fn shape(&self, mistake: &Mistake) -> Option<String> {
        let Mistake { at, first, .. } = *mistake;
        let mut part = self.row.word(first);
        let mut outer = Vec::new();
        for index in first..at {
            let word = self.row.word(index);
            match self.row.bracket(index) {
                1 => {
                    outer.push(part);
                    let before = if index > first { self.row.word(index - 1) } else { part };
                    part = if is_bracketed(before) { before } else { part };
                }
                -1 => part = outer.pop().unwrap_or(part),
                _ if outer.is_empty() && is_clause_word(word) && matches!(self.row.word(first), "slot" | "fact") => {
                    part = word
                }
                _ => {}
            }
        }
        // In brackets that have no form of their own, that of what is around them says it.
        let state = mistake.expected.state.then_some("is");
        let mut parts =
            state.into_iter().chain(std::iter::once(part)).chain(outer.into_iter().rev()).chain([self.row.word(first)]);
        parts.find_map(form).map(|form| format!("it is written {form}"))
    }
}

/// Whether what stands in the brackets behind a word has a form of its own.
fn is_bracketed(word: &str) -> bool {
    matches!(word, "enum" | "words" | "in" | "any" | "all" | "sum" | "count")
}

/// Whether a name stands behind the word of an item.
fn is_named(word: &str) -> bool {
    let others = [
        "budget", "tier", "on", "once", "same", "other", "unlisted", "changes", "only", "use", "language", "for",
        "after",
    ];
    is_item_word(word) && !others.contains(&word)
}

/// Whether an item holds messages.
fn has_messages(word: &str) -> bool {
    matches!(word, "slot" | "fact" | "require" | "forbid" | "confirm" | "notice" | "guard" | "let")
}

/// How an item or a part of one is written.
fn form(word: &str) -> Option<&'static str> {
    Some(match word {
        "enum" => "`enum { a, b (\"phrase\") }`",
        "words" => "`words { \"...\", \"...\" }`",
        "in" => "`x in (\"a\", \"b\")`, with values alone, or `x in LIST`",
        "any" | "all" | "sum" | "count" => "`any(x in LIST where CONDITION: CONDITION)`",
        "timeout" => "`timeout when CONDITION`",
        "exception" => "`exception when CONDITION`",
        "upstream_error" => "`upstream_error when CONDITION`",
        "partial" => "`partial when CONDITION keep PATH`",
        "not_found" => "`not_found when CONDITION`",
        "parts" => "`parts PATH ok when CONDITION`",
        "data" => "`data PATH: TYPE verbatim`; the type and `verbatim` may be missing",
        "scope" => "`scope \"...\"`",
        "is" => "`x is known`, `null`, `empty`, `failed` or `said`, or with `is not`",
        "from" => {
            "`from SOURCE, SOURCE`; a source is `user_answer`, `instruction`, `preset(PATH)`, `measured(LOOKUP.PATH)` or `prior_state(PATH)`"
        }
        "where" => "`where CONDITION`",
        "ask" => "`ask \"...\"`",
        "optional" => "`optional` or `optional when CONDITION`",
        "default" => "`default VALUE`",
        "alias" => "`alias A, B`",
        "unit" => "`unit NAME`",
        "strip" => "`strip PATTERN`",
        "at" => "`at trigger`",
        "slot" => "`slot NAME: TYPE`, and its clauses behind it",
        "fact" => "`fact NAME: TYPE`, and its clauses behind it",
        "require" => "`require NAME: CONDITION else hold \"...\"`",
        "forbid" => "`forbid NAME when CONDITION because \"...\"`",
        "confirm" => "`confirm NAME when CONDITION ask \"...\"`",
        "notice" => "`notice NAME when CONDITION show \"...\"`",
        "let" => "`let NAME = VALUE`",
        "guard" => "`guard NAME on PHASE when CONDITION then ACTION`",
        "lookup" => "`lookup NAME(param) by TOOL { argument: param } within DURATION`",
        "budget" => {
            "`budget calls 3 per message`, or of `rounds` or `cost`; `budget asks 2 per slot`, or of `revisions`"
        }
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
        "table" => {
            "`table fare(cabin, class) { class { low, high } economy { 1, 2 } first { 3, 4 } }`, read as `fare(cabin, class)`"
        }
        "assertion" => "`assertion EFFECT by PATTERN`",
        "only" => "`only SLOT from SOURCE`",
        "result" => "`result { ... }`",
        "on" => "`on failure halt`, `on failure retry 1` or `on failure continue`",
        "same" => "`same by SLOT`",
        "once" => "`once per message` or `once per session`",
        "after" => "`after timeout verify by TOOL { argument: slot }`",
        "other" => "`other arguments hold`, `drop` or `pass`",
        "unlisted" => "`unlisted tools hold`",
        "changes" => "`changes LOOKUP` or `changes nothing`",
        "tier" => "`tier reversible` or `tier irreversible`",
        "language" => "`language 1`",
        _ => return None,
    })
}
