//! Marks that other languages have.

use super::super::token::TokenKind;
use super::{Slip, Spot};

impl Spot<'_> {
    /// A mark that is written otherwise here, or not at all.
    pub(super) fn mark(&self) -> Option<Slip> {
        let at = self.at;
        Some(match self.text_of(at) {
            "&&" | "&" => self.instead(at, at + 1, "and"),
            "||" | "|" => self.instead(at, at + 1, "or"),
            "!" if self.takes_value() => self.replaced(at, at + 1, "not ", "write `not`, and `!=` for unequal"),
            "'" | "\u{2018}" | "\u{2019}" | "\u{201c}" | "\u{201d}" => return self.quoted(),
            "=" => return self.equals(),
            ":" if self.ahead(1) == "=" => self.replaced(at, at + 2, "==", "to compare, write `==`"),
            ">" if self.back(1) == "<" => self.instead(at - 1, at + 1, "!="),
            "<" | ">" | "<=" | ">=" | "==" | "!=" if self.takes_value() => return self.one_sided(),
            "~" => Slip::told("to match a text, write `matches /.../`"),
            "?" => Slip::told("write `if CONDITION then VALUE else VALUE`"),
            "%" if self.kind_back(1) == TokenKind::Number => {
                Slip::told("a number has no `%` here: leave it out, or write the share as `0.05`")
            }
            "%" => Slip::told("there is no remainder: there are `+`, `-`, `*` and `/`"),
            "*" if self.back(1) == "*" => Slip::told("there are no powers: multiply, `x * x`"),
            "^" => Slip::told("there are no powers: multiply, `x * x`"),
            "$" | "€" | "£" => Slip::told(UNIT),
            "," => return self.digits().or_else(|| self.comma()),
            "[" | "{" if self.back(1) == "in" => return self.listed(),
            "{" if self.in_conditional() => Slip::told("write `if CONDITION then VALUE else VALUE`, without braces"),
            _ => return None,
        })
    }

    /// Whether a value has to stand here: something that goes on is in front.
    fn takes_value(&self) -> bool {
        matches!(self.back(1), "and" | "or" | "not" | "where" | "when" | ":" | "(" | "=" | "if" | "then" | "else")
    }

    /// `=` in a comparison, alone or with another mark.
    fn equals(&self) -> Option<Slip> {
        let at = self.at;
        let glued_back = at > 0 && self.token(at - 1).end == self.this().start;
        Some(match self.back(1) {
            "==" | "!=" if glued_back => self.instead(at - 1, at + 1, self.back(1)),
            "<" | ">" if glued_back => self.instead(at - 1, at + 1, &format!("{}=", self.back(1))),
            _ if self.ahead(1) == "~" => {
                let help = "to match a text, write `matches /.../`";
                self.replaced(
                    at,
                    at + 2,
                    if self.kind_back(1) == TokenKind::Word { " matches" } else { "matches" },
                    help,
                )
            }
            _ if self.ahead(1) == ">" && self.is_glued() => self.instead(at, at + 2, ">="),
            _ if self.ahead(1) == "<" && self.is_glued() => self.instead(at, at + 2, "<="),
            _ if self.is_in_condition() && self.is_value(at + 1) && self.is_value(at.checked_sub(1)?) => {
                self.replaced(at, at + 1, "==", "to compare, write `==`")
            }
            _ => return None,
        })
    }

    /// Whether a condition or a value is written here.
    fn is_in_condition(&self) -> bool {
        let from = self.item().unwrap_or(self.at);
        let clause = (from..self.at)
            .rev()
            .map(|at| self.text_of(at))
            .find(|word| super::super::words::is_clause_word(word) || *word == "when");
        match self.item_word() {
            "slot" | "fact" => matches!(clause, Some("where" | "when")),
            word => matches!(word, "require" | "forbid" | "confirm" | "notice" | "guard" | "let" | "result"),
        }
    }

    /// Whether a value stands here.
    fn is_value(&self, at: usize) -> bool {
        let kind = self.token(at).kind;
        matches!(kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number | TokenKind::Text)
            || matches!(self.text_of(at), ")" | "]" | "(")
    }

    /// `a > 5 and < 9`
    fn one_sided(&self) -> Option<Slip> {
        let comparison = self.text_of(self.at);
        if self.back(1) == "where" {
            let help = format!("`it` is the value: write `where it {comparison} {}`", self.ahead(1));
            return Some(self.put_in("it ", help));
        }
        let side = (0..self.at).rev().take(8).find(|at| is_comparison(self.text_of(*at)));
        let side = side.and_then(|at| self.value_before(at)).unwrap_or("VALUE");
        Some(Slip::told(format!(
            "each comparison says both sides: write `{side} {comparison} {}`{}",
            self.ahead(1),
            if self.back(1) == "not" { ", with brackets behind `not`" } else { "" }
        )))
    }

    /// A text in marks of another kind.
    fn quoted(&self) -> Option<Slip> {
        let help = "a text stands in straight double quotation marks: `\"...\"`";
        let start = self.this().start;
        let line = self.text.get(start..)?.lines().next().unwrap_or_default();
        let mut letters = line.char_indices();
        let open = letters.next()?.1;
        let close = match open {
            '\u{2018}' => '\u{2019}',
            '\u{201c}' => '\u{201d}',
            other => other,
        };
        let end = letters.find(|(_, letter)| *letter == close).map(|(end, _)| end);
        let inner = end.and_then(|end| Some((end, line.get(open.len_utf8()..end)?)));
        Some(match inner {
            Some((end, inner)) if !inner.contains(['"', '\\']) => {
                let edit = Some((start, start + end + close.len_utf8(), format!("\"{inner}\"")));
                Slip { help: help.to_owned(), edit }
            }
            _ => Slip::told(help),
        })
    }

    /// `in ["a", "b"]`
    fn listed(&self) -> Option<Slip> {
        let close = self.closing(self.at)?;
        let inside = self.at + 1..close;
        let is_literal = |at: usize| match self.token(at).kind {
            TokenKind::Text | TokenKind::Number => true,
            TokenKind::Word => matches!(self.text_of(at), "true" | "false" | "null"),
            _ => self.text_of(at) == ",",
        };
        let written = self.text.get(self.this().end..self.token(close).start)?.trim();
        if !inside.is_empty() && inside.clone().all(is_literal) {
            return Some(self.instead(self.at, close + 1, &format!("({written})")));
        }
        let is_named = |at: usize| self.token(at).kind == TokenKind::Word || self.text_of(at) == ",";
        if !inside.is_empty() && inside.clone().all(is_named) {
            let texts: Vec<String> =
                inside.filter(|at| self.text_of(*at) != ",").map(|at| format!("\"{}\"", self.text_of(at))).collect();
            return Some(Slip::told(format!("values stand in round brackets, as texts: `in ({})`", texts.join(", "))));
        }
        Some(Slip::told("values stand in round brackets: `in (\"a\", \"b\")`; a list that has a name stands bare"))
    }

    /// `1,000`
    fn digits(&self) -> Option<Slip> {
        let at = self.at;
        let next = self.token(at + 1);
        let groups = self.kind_back(1) == TokenKind::Number
            && self.is_glued()
            && self.token(at - 1).end == self.this().start
            && next.kind == TokenKind::Number
            && next.end - next.start == 3;
        if !groups {
            return None;
        }
        Some(self.instead(at - 1, at + 2, &format!("{}{}", self.back(1), self.ahead(1))))
    }

    /// A comma between what stands one after another without.
    fn comma(&self) -> Option<Slip> {
        let next = self.ahead(1);
        let parts = super::super::words::is_clause_word(next)
            || super::is_item_word(next)
            || matches!(next, "else" | "hold" | "ask" | "because" | "show" | "then" | "when");
        parts.then(|| self.left_out(self.at, self.at + 1, "leave out the comma: only a list has them"))
    }

    /// Whether an `if` stands in front, in the same item.
    fn in_conditional(&self) -> bool {
        let from = self.item().unwrap_or(self.at);
        (from..self.at).any(|at| self.text_of(at) == "if")
    }
}

pub(super) const UNIT: &str =
    "write the number alone; what it counts is said where it is declared: `slot NAME: decimal unit USD`";

fn is_comparison(word: &str) -> bool {
    matches!(word, "<" | ">" | "<=" | ">=" | "==" | "!=")
}
