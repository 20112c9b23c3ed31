//! What a plain scalar says: one rule for both syntaxes, exact, and strict about numbers that other readers read
//! otherwise.

use super::limits::{MAX_DIGITS, MAX_EXPONENT};
use super::node::NodeKind;
use super::problem::shortened;
use crate::value::Number;

/// Why a scalar cannot be read.
pub(super) struct BadScalar {
    pub(super) message: String,
    pub(super) help: &'static str,
}

const QUOTE_IT: &str = "quote it where it is a text; a number is written as digits, with a point or an exponent";

/// Reads a plain scalar by the core schema of YAML 1.2, but for numbers in any notation that JSON does not have: `017`,
/// `1_000`, `+5`, `.5`, `0x1F`. They are refused, since readers disagree about them and an account number would lose its
/// zeros.
pub(super) fn plain(text: &str) -> Result<NodeKind, BadScalar> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(NodeKind::Null),
        "true" | "True" | "TRUE" => return Ok(NodeKind::Bool(true)),
        "false" | "False" | "FALSE" => return Ok(NodeKind::Bool(false)),
        _ => {}
    }
    if is_json_number(text) {
        return number(text).map(NodeKind::Number);
    }
    if is_no_number(text) {
        let message = format!("`{text}` is no number that can be compared");
        return Err(BadScalar { message, help: "quote it where it is a text, or leave it out" });
    }
    if looks_like_a_number(text) {
        return Err(BadScalar { message: format!("`{}` is no number here", shortened(text)), help: QUOTE_IT });
    }
    Ok(NodeKind::Text(text.into()))
}

/// Reads a whole number of so few digits that nothing about it has to be asked, as most are.
pub(super) fn short_number(text: &str) -> Option<Number> {
    let digit = |number: i64, byte: u8| byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0'));
    let is_short = (1..=18).contains(&text.len()) && (text == "0" || !text.starts_with('0'));
    is_short.then(|| text.bytes().try_fold(0, digit)).flatten().map(Number::from)
}

/// Reads a number in the notation of JSON.
pub(super) fn number(text: &str) -> Result<Number, BadScalar> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let help = "quote it where it is a text";
    if mantissa.bytes().filter(u8::is_ascii_digit).count() > MAX_DIGITS {
        let message = format!("a number has more than {MAX_DIGITS} digits");
        return Err(BadScalar { message, help });
    }
    let out_of_reach = || BadScalar {
        message: format!("`{}` is out of reach: an exponent is at most {MAX_EXPONENT}", shortened(text)),
        help,
    };
    let power: i64 = exponent.parse().map_err(|_| out_of_reach())?;
    if power.unsigned_abs() > u64::from(MAX_EXPONENT) {
        return Err(out_of_reach());
    }
    Number::parse_json(text).ok_or_else(out_of_reach)
}

/// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
pub(super) fn is_json_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What YAML and the extended JSON of other writers call infinite or no number.
fn is_no_number(text: &str) -> bool {
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    matches!(body, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN" | "NaN" | "Infinity")
}

/// A number in some notation of YAML 1.1 or 1.2.
fn looks_like_a_number(text: &str) -> bool {
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    for prefix in ["0x", "0X", "0o", "0O", "0b", "0B"] {
        if let Some(rest) = body.strip_prefix(prefix) {
            return !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
        }
    }
    let (mantissa, exponent) = match body.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (body, None),
    };
    let begins = mantissa.strip_prefix('.').unwrap_or(mantissa).starts_with(|c: char| c.is_ascii_digit());
    let shape = mantissa.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_' || byte == b'.');
    begins && shape && mantissa.matches('.').count() <= 1 && exponent.is_none_or(digits)
}
