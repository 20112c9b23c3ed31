//! The marks and words around the clauses of an item.

use super::super::token::TokenKind;
use super::super::words::is_clause_word;
use super::{Slip, Spot};

impl Spot<'_> {
    /// What stands between an item's name, its condition and its message, or between the clauses of a slot.
    pub(super) fn clause(&self) -> Option<Slip> {
        let at = self.at;
        let (item, word) = (self.item_word(), self.text_of(at));
        let named = self.item().is_some_and(|item| item + 2 == at);
        let is_value = matches!(self.back(1), "is" | "not" | "matches" | "in" | "by" | "unless" | "strip");
        let is_text = self.this().kind == TokenKind::Text && !is_value;
        Some(match (item, word) {
            _ if is_text && self.item().is_some_and(|item| item + 1 == at) => return self.quoted_name(),
            ("forbid" | "guard", "if" | ":") if named => self.swap("when"),
            ("guard", "if") => self.swap("when"),
            ("confirm" | "notice", "if") if named => self.swap("when"),
            ("confirm", ":") if named && self.token(at + 1).kind == TokenKind::Text => self.swap("ask"),
            ("notice", ":") if named && self.token(at + 1).kind == TokenKind::Text => self.swap("show"),
            ("confirm" | "notice", ":") if named => self.swap("when"),
            ("confirm" | "notice" | "forbid" | "guard", "unless") => Slip::told("write `when not (CONDITION)`"),
            ("require", "when" | "if" | "=" | "that") if named => {
                let from = self.token(at - 1).end;
                let help = format!("a colon stands behind the name: `require {}: CONDITION`", self.back(1));
                Slip { help, edit: Some((from, self.this().end, ":".to_owned())) }
            }
            ("confirm", _) if is_text => self.put_in("ask ", "write `ask` in front of the question"),
            ("notice", _) if is_text => self.put_in("show ", "write `show` in front of what is shown"),
            ("forbid", _) if is_text => self.put_in("because ", "write `because` in front of the reason"),
            ("require", _) if is_text && self.back(1) == "ask" && self.back(2) == "else" => Slip::told(
                "`else ask SLOT \"...\"` asks for a slot; to have the person agree write `confirm NAME when CONDITION ask \"...\"`",
            ),
            ("require", _) if is_text && self.back(1) == "else" => self.put_in("hold ", "write `else hold \"...\"`"),
            ("require", _) if is_text => self.put_in("else hold ", "write `else hold \"...\"`"),
            ("slot" | "fact", _) if is_text && !is_clause_word(self.back(1)) => {
                self.put_in("ask ", "write `ask` in front of the question; what it is for stands above in `## ...`")
            }
            ("guard", _) if named && self.back(1) == "on" => {
                Slip::told("it has no name; it is written `guard NAME on PHASE when CONDITION then ACTION`")
            }
            ("require", "hold" | "ask") if self.back(1) != "else" => {
                self.put_in("else ", format!("write `else {word} ...`"))
            }
            ("require", "because" | "otherwise" | "then" | "or" | ":")
                if self.ahead(1) == "hold" || word == "because" =>
            {
                let to = if word == "because" { at + 1 } else { at + 2 };
                self.replaced(at, to, "else hold", "a `require` ends with `else hold \"...\"`")
            }
            ("require", "otherwise") => self.swap("else"),
            ("require", "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "is" | "not" | "matches" | "contains")
                if !self.has_before(":") =>
            {
                Slip::told("it has no name; it is written `require NAME: CONDITION else hold \"...\"`")
            }
            ("require", "then") if !self.has_before("if") => {
                Slip::told("a `require` says what happens where it does not hold: `else hold \"...\"`")
            }
            ("require", other) if self.back(1) == "else" && is_refusal(other) => self.swap("hold"),
            ("forbid", "else") if self.ahead(1) == "hold" => {
                self.replaced(at, at + 2, "because", "a `forbid` ends with `because \"...\"`")
            }
            ("forbid", "hold" | "then") if self.token(at + 1).kind == TokenKind::Text => self.swap("because"),
            ("confirm", "show" | "hold" | "because" | "with") if self.token(at + 1).kind == TokenKind::Text => {
                self.swap("ask")
            }
            ("notice", "ask" | "hold" | "because" | "with") if self.token(at + 1).kind == TokenKind::Text => {
                self.swap("show")
            }
            ("lookup" | "effect" | "after", "=") if self.in_braces() => {
                let help = format!("write `{}: {}`", self.back(1), self.ahead(1));
                Slip { help, edit: Some((self.token(at - 1).end, self.this().end, ":".to_owned())) }
            }
            ("lookup", "from" | "via" | "using") => self.swap("by"),
            ("lookup", "=") if named || self.back(1) == ")" => self.swap("by"),
            ("lookup", "(") if self.has_before("by") => Slip::told(
                "what is passed on stands in braces: `by TOOL { argument: parameter }`; without any, leave it out",
            ),
            ("slot" | "fact", "=") if named => {
                let name = self.back(1);
                Slip::told(format!(
                    "a type stands behind the name: `{item} {name}: TYPE`, then `from SOURCE` or `= VALUE`"
                ))
            }
            ("tier", ":") if matches!(self.ahead(1), "irreversible" | "reversible" | "read_only") => {
                let tier = self.ahead(1);
                self.replaced(at - 1, at + 2, tier, format!("in a tool it stands alone: `{tier}`"))
            }
            ("budget", ":") if self.back(1) == "budget" && self.token(at + 1).kind == TokenKind::Number => {
                let (count, what) = (self.ahead(1), self.text_of(at + 2));
                let edit = Some((self.token(at - 1).end, self.token(at + 2).end, format!(" {what} {count}")));
                Slip { help: format!("write `budget {what} {count} per message`"), edit }
            }
            ("unlisted", _) if self.back(1) == "tools" => self.swap("hold"),
            ("provider" | "tool", ":") if named => {
                Slip::told(format!("what it holds stands in braces: `{item} {} {{ ... }}`", self.back(1)))
            }
            ("for", "when" | "if") => {
                Slip::told("a condition stands in each rule: `confirm NAME when CONDITION ask \"...\"`")
            }
            ("guard", ">") if matches!(self.back(1), "-" | "=") => {
                self.replaced(at - 1, at + 1, "then", "write `then`")
            }
            ("require", "unless") => Slip::told("what lifts it is joined by `or`: `CONDITION or OTHER`"),
            ("lookup", "fresh" | "ttl" | "max_age" | "for" | "cache") => {
                Slip::told("how old it may be is said by `within 30s`")
            }
            ("let", ":") if named => self.swap("="),
            ("slot" | "fact", "[") if self.back(1) == "from" => {
                let close = self.closing(at)?;
                let inside = self.text.get(self.this().end..self.token(close).start)?.trim();
                self.replaced(at, close + 1, inside, "sources stand without brackets: `from SOURCE, SOURCE`")
            }
            ("slot" | "fact", "or" | "and" | "|" | "then") if is_source(self.ahead(1)) => {
                let from = self.token(at - 1).end;
                Slip {
                    help: "sources stand with commas between them: `from SOURCE, SOURCE`".to_owned(),
                    edit: Some((from, self.this().end, ",".to_owned())),
                }
            }
            ("slot" | "fact", ":" | "=") if is_clause_word(self.back(1)) => {
                self.left_out(at, at + 1, format!("leave out `{word}`: a clause is its word and what follows"))
            }
            (_, ":" | "=") if self.leads(self.back(1)) => {
                self.left_out(at, at + 1, format!("leave out `{word}` behind `{}`", self.back(1)))
            }
            ("slot" | "fact", _) => return self.clause_of_elsewhere(word),
            ("budget", _) if self.this().kind == TokenKind::Number && self.token(at + 1).kind == TokenKind::Word => {
                let (count, what) = (word, self.ahead(1));
                self.replaced(
                    at,
                    at + 2,
                    &format!("{what} {count}"),
                    format!("write `budget {what} {count} per message`"),
                )
            }
            _ => return None,
        })
    }

    fn swap(&self, word: &str) -> Slip {
        let from = if self.is_first(self.at) { self.this().start } else { self.token(self.at - 1).end };
        let blank = if from == self.this().start { "" } else { " " };
        Slip { help: format!("write `{word}`"), edit: Some((from, self.this().end, format!("{blank}{word}"))) }
    }

    /// A name in quotation marks.
    fn quoted_name(&self) -> Option<Slip> {
        if matches!(self.item_word(), "use" | "pattern") {
            return None;
        }
        let name = self.text_of(self.at).trim_matches('"');
        let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_plain && !matches!(self.item_word(), "confirm" | "notice") {
            let help = format!("a name stands without quotation marks: `{name}`");
            return Some(self.replaced(self.at, self.at + 1, name, help));
        }
        Some(Slip::told(match self.item_word() {
            "confirm" => "it has no name yet: `confirm NAME ask \"...\"`",
            "notice" => "it has no name yet: `notice NAME show \"...\"`",
            "forbid" => "it has no name yet: `forbid NAME when CONDITION because \"...\"`",
            "require" => "it has no name yet: `require NAME: CONDITION else hold \"...\"`",
            _ => "a name stands without quotation marks; one with other letters stands in backquotes",
        }))
    }

    /// Whether the spot is inside braces of its item.
    fn in_braces(&self) -> bool {
        let depth = (self.item().unwrap_or(self.at)..self.at).fold(0isize, |depth, at| match self.text_of(at) {
            "{" => depth + 1,
            "}" => depth - 1,
            _ => depth,
        });
        depth > 0
    }

    fn has_before(&self, word: &str) -> bool {
        (self.item().unwrap_or(self.at)..self.at).any(|at| self.text_of(at) == word)
    }

    /// Whether a word is followed by what it says at once.
    fn leads(&self, word: &str) -> bool {
        matches!(
            word,
            "ask"
                | "hold"
                | "because"
                | "show"
                | "when"
                | "then"
                | "per"
                | "within"
                | "use"
                | "by"
                | "calls"
                | "rounds"
                | "cost"
                | "asks"
                | "revisions"
                | "scope"
                | "else"
                | "verify"
                | "said"
                | "as"
                | "on"
                | "failure"
                | "budget"
                | "once"
                | "same"
                | "other"
                | "changes"
                | "only"
        )
    }

    /// A clause that other languages have.
    fn clause_of_elsewhere(&self, word: &str) -> Option<Slip> {
        let next = self.ahead(1);
        let value = if self.token(self.at + 1).kind == TokenKind::Number { next } else { "N" };
        Some(Slip::told(match word.to_ascii_lowercase().as_str() {
            "min" | "minimum" if matches!(self.ahead(2), "max" | "maximum") => {
                format!("write `where it >= {value} and it <= {}`", self.ahead(3))
            }
            "min" | "minimum" | "gte" | "ge" => format!("write `where it >= {value}`"),
            "matches" => return Some(self.put_in("where it ", "write `where it matches /.../`")),
            "max" | "maximum" | "lte" | "le" => format!("write `where it <= {value}`"),
            "min_length" | "minlength" => format!("write `where length(it) >= {value}`"),
            "max_length" | "maxlength" => format!("write `where length(it) <= {value}`"),
            "range" | "between" => "write `where it >= N and it <= N`".to_owned(),
            "pattern" | "regex" | "format" | "match" => "write `where it matches /.../`".to_owned(),
            "values" | "choices" | "one_of" | "oneof" | "in" => {
                "the values stand in the type: `enum { a, b }`".to_owned()
            }
            "nullable" => "write `optional`".to_owned(),
            "description" | "doc" | "desc" | "comment" => "say it in a doc comment above: `## ...`".to_owned(),
            "prompt" | "question" => "write `ask \"...\"`".to_owned(),
            "source" | "sources" => "write `from SOURCE`".to_owned(),
            "if" | "when" if self.back(1) == "required" => {
                "a slot always counts unless it is `optional when CONDITION`".to_owned()
            }
            "hidden" | "sensitive" | "private" | "masked" => "write `secret`".to_owned(),
            _ => return None,
        }))
    }
}

/// Words of other languages for keeping a call back.
fn is_refusal(word: &str) -> bool {
    matches!(
        word,
        "deny"
            | "reject"
            | "block"
            | "refuse"
            | "fail"
            | "stop"
            | "error"
            | "raise"
            | "throw"
            | "abort"
            | "forbid"
            | "because"
            | "say"
            | "show"
            | "return"
            | "message"
    )
}

fn is_source(word: &str) -> bool {
    matches!(word, "user_answer" | "instruction" | "preset" | "measured" | "prior_state")
}
