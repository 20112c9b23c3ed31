//! Literal values: the grammar takes whatever sticks together as one token, and here it is judged.

use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Literal;
use crate::syntax::grammar::{Node, Rule};
use crate::syntax::limits::MAX_NUMBER_LENGTH;
use crate::value::{Date, DateTime, Duration, Number, Value};

/// The units of durations.
const UNITS: [&str; 5] = ["ms", "s", "m", "h", "d"];

impl Builder<'_> {
    /// A literal; none for a node of another kind. A bad one is reported and stands for null.
    pub(super) fn literal(&mut self, node: &Node<'_>) -> Option<Literal> {
        let value = match node.as_rule() {
            Rule::kw_true => Value::Bool(true),
            Rule::kw_false => Value::Bool(false),
            Rule::kw_null => Value::Null,
            Rule::string => Value::text(self.text(node).text),
            Rule::date => self.judged(node, Date::parse(node.as_str()).map(Value::Date)),
            Rule::datetime => self.judged(node, DateTime::parse(node.as_str()).map(Value::DateTime)),
            Rule::number => self.judged(node, number(node.as_str())),
            _ => return None,
        };
        Some(Literal { value, span: self.span(node) })
    }

    /// A literal that has to be a number.
    pub(super) fn number_literal(&mut self, node: &Node<'_>) -> Option<Literal> {
        let literal = self.literal(node)?;
        if let Value::Duration(_) = literal.value {
            self.bad(node, "a number is needed here, not a duration", "write the number without a unit".into());
        }
        Some(literal)
    }

    /// A literal that has to be a duration.
    pub(super) fn duration_literal(&mut self, node: &Node<'_>) -> Option<Literal> {
        let literal = self.literal(node)?;
        if let Value::Number(number) = &literal.value {
            let help = format!("glue the unit to the number: `{number}s`, `{number}m`, `{number}h`");
            self.bad(node, "a duration is needed here, not a number", help);
        }
        Some(literal)
    }

    /// The value, or null and a report of why the token is none.
    fn judged(&mut self, node: &Node<'_>, value: Option<Value>) -> Value {
        value.unwrap_or_else(|| {
            let text = node.as_str();
            if text.len() > MAX_NUMBER_LENGTH {
                let message = format!("this number has {} characters, more than {MAX_NUMBER_LENGTH}", text.len());
                let help = "write an identifier this long as a text in quotation marks";
                self.report(Diagnostic::new(Code::OverLimit, self.span(node), message).help(help));
                return Value::Null;
            }
            let (message, help) = match node.as_rule() {
                Rule::date => (
                    format!("`{text}` is no date"),
                    "a date is a day of the calendar with four, two and two digits: `2026-03-11`".to_owned(),
                ),
                Rule::datetime => (
                    format!("`{text}` is no date with a time"),
                    "write `2026-03-11T09:24:07Z`; the seconds, their fraction and the zone may be missing".to_owned(),
                ),
                _ => (format!("`{text}` is no number"), advice(text)),
            };
            self.bad(node, message, help);
            Value::Null
        })
    }

    fn bad(&mut self, node: &Node<'_>, message: impl Into<String>, help: String) {
        self.report(Diagnostic::new(Code::BadLiteral, self.span(node), message).help(help));
    }
}

/// A number or a duration.
fn number(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if leading_zero(digits) {
        return None;
    }
    Number::parse(text).map(Value::Number).or_else(|| Duration::parse(text).map(Value::Duration))
}

fn leading_zero(digits: &str) -> bool {
    digits.strip_prefix('0').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// What to do about a number that is none.
fn advice(text: &str) -> String {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let whole = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
    let (number, rest) = digits.split_at(whole);
    if leading_zero(digits) {
        let plain = digits.trim_start_matches('0');
        return format!("a number has no leading zero: write `{plain}`, or quotation marks around an identifier");
    }
    if rest.starts_with('_') {
        return format!("write the digits without `_`: `{}`", digits.replace('_', ""));
    }
    if rest.starts_with(['e', 'E']) && rest.chars().skip(1).all(|c| c.is_ascii_digit() || c == '+' || c == '-') {
        return "a number has no exponent: write its digits out".to_owned();
    }
    if rest.is_empty() {
        return "a number is digits, and digits after one point: `3`, `0.5`".to_owned();
    }
    match UNITS.iter().find(|unit| rest.to_ascii_lowercase().starts_with(**unit)) {
        Some(unit) => format!("for a duration write `{number}{unit}`; the units are `ms`, `s`, `m`, `h` and `d`"),
        None => {
            "a number ends where letters begin: put a blank between them, or quotation marks around both".to_owned()
        }
    }
}
