//! Words that stand in conditions elsewhere.

use super::super::token::TokenKind;
use super::super::words::RESERVED_WORDS;
use super::mark::UNIT;
use super::{Slip, Spot};

impl Spot<'_> {
    /// A word in a condition that is said otherwise here.
    pub(super) fn word_of_elsewhere(&self) -> Option<Slip> {
        let at = self.at;
        let word = self.text_of(at);
        if self.kind_back(1) == TokenKind::Number && self.this().kind == TokenKind::Word {
            return self.unit(word);
        }
        let value = self.value_before(at).unwrap_or("VALUE");
        let lower = word.to_ascii_lowercase();
        Some(match lower.as_str() {
            _ if self.this().kind == TokenKind::Text && self.back(1) == "is" => self.compared(at - 1, "=="),
            _ if self.this().kind == TokenKind::Text && self.back(1) == "not" && self.back(2) == "is" => {
                self.compared(at - 2, "!=")
            }
            _ if self.this().kind == TokenKind::Text && self.back(1) == "matches" => return self.regex(),
            _ if self.is_listed_name() => {
                let text = format!("\"{word}\"");
                self.replaced(at, at + 1, &text, format!("values stand here as texts: `{text}`"))
            }
            "in" | "matches" | "contains" if self.back(1) == "is" => {
                self.left_out(at - 1, at, format!("leave out `is`: `{word}` stands alone"))
            }
            "in" if self.back(1) == "not" && self.back(2) == "is" => {
                self.left_out(at - 2, at - 1, "leave out `is`: write `not in`")
            }
            "null" | "none" | "nil" | "empty" | "known" if self.back(1) == "not" => {
                let state = if matches!(&*lower, "none" | "nil") { "null" } else { &*lower };
                self.replaced(at - 1, at + 1, &format!("is not {state}"), format!("write `is not {state}`"))
            }
            "equals" | "eq" => self.replaced(at, at + 1, "==", "to compare, write `==`"),
            "ne" | "neq" => self.replaced(at, at + 1, "!=", "to compare, write `!=`"),
            "gt" => self.replaced(at, at + 1, ">", "to compare, write `>`"),
            "lt" => self.replaced(at, at + 1, "<", "to compare, write `<`"),
            "gte" | "ge" => self.replaced(at, at + 1, ">=", "to compare, write `>=`"),
            "lte" | "le" => self.replaced(at, at + 1, "<=", "to compare, write `<=`"),
            "between" if self.ahead(2) == "and" => {
                Slip::told(format!("write `{value} >= {} and {value} <= {}`", self.ahead(1), self.ahead(3)))
            }
            "like" | "regex" | "match" | "rlike" => Slip::told(format!("write `{value} matches /.../`")),
            "startswith" | "beginswith" | "begins" => Slip::told(format!("write `{value} starts with ...`")),
            "endswith" => Slip::told(format!("write `{value} ends with ...`")),
            "includes" | "include" | "has" => Slip::told(format!("write `{value} contains ...`")),
            "exists" | "exist" | "defined" | "present" | "isset" => Slip::told(format!("write `{value} is known`")),
            "xor" => Slip::told("write `a != b`"),
            "x" | "i" | "item" if matches!(self.back(1), "some" | "every" | "for" | "exists" | "forall") => {
                Slip::told("write `any(x in LIST: CONDITION)` or `all(x in LIST: CONDITION)`")
            }
            "in" if matches!(self.back(2), "some" | "every" | "for") => {
                Slip::told("write `any(x in LIST: CONDITION)` or `all(x in LIST: CONDITION)`")
            }
            "if" | "for" if self.back(3) == "in" || self.back(5) == "in" => {
                Slip::told("it is written `any(x in LIST where CONDITION: CONDITION)`")
            }
            lower if lower != word && RESERVED_WORDS.contains(&lower) => self.instead(at, at + 1, lower),
            _ if matches!(self.back(1), "exists" | "exist" | "defined" | "has" | "isset") => {
                Slip::told(format!("write `{word} is known`"))
            }
            _ => return None,
        })
    }

    /// Whether a name stands among the values of `in (...)`.
    fn is_listed_name(&self) -> bool {
        let open = (0..self.at)
            .rev()
            .take(super::MOST_TOKENS)
            .take_while(|at| self.text_of(*at) != ")")
            .find(|at| self.text_of(*at) == "(");
        let after_in = open.and_then(|open| open.checked_sub(1)).is_some_and(|before| self.text_of(before) == "in");
        after_in && self.this().kind == TokenKind::Word && matches!(self.ahead(1), "," | ")")
    }

    /// `is "x"` from its first word on.
    fn compared(&self, from: usize, with: &str) -> Slip {
        let help = "`is` asks for a state: to compare, write `==` or `!=`";
        self.replaced(from, self.at, with, help)
    }

    /// A regular expression in quotation marks.
    fn regex(&self) -> Option<Slip> {
        let inner = self.text_of(self.at).strip_prefix('"')?.strip_suffix('"')?;
        let help = "a regular expression stands between slashes: `/.../`";
        if inner.is_empty() || inner.contains(['/', '\\']) {
            return Some(Slip::told(help));
        }
        Some(self.replaced(self.at, self.at + 1, &format!("/{inner}/"), help))
    }

    /// What a number counts, behind it.
    fn unit(&self, word: &str) -> Option<Slip> {
        let number = self.back(1);
        if number.bytes().all(|byte| byte.is_ascii_digit())
            && let Some(unit) = duration(word)
        {
            let written = format!("{number}{unit}");
            return Some(self.instead(self.at - 1, self.at + 1, &written));
        }
        let is_unit = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase())
            || matches!(word, "dollars" | "euros" | "percent" | "kg" | "km" | "items" | "units");
        is_unit.then(|| Slip::told(UNIT))
    }
}

/// The unit of a length of time as it is written out.
fn duration(word: &str) -> Option<&'static str> {
    Some(match word {
        "ms" | "millisecond" | "milliseconds" => "ms",
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        "m" | "min" | "mins" | "minute" | "minutes" => "m",
        "h" | "hour" | "hours" => "h",
        "d" | "day" | "days" => "d",
        _ => return None,
    })
}
