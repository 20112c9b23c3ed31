//! Slips of the pen that come from other languages: what is written instead. The grammar alone would only say what it
//! expected.

use crate::diagnostic::{Code, Diagnostic};

/// Gives the syntax errors that are such a slip the help that fits.
pub(super) fn helped(diagnostics: Vec<Diagnostic>, text: &str) -> Vec<Diagnostic> {
    diagnostics
        .into_iter()
        .map(|diagnostic| {
            let help = match (diagnostic.code(), diagnostic.span()) {
                (Code::SyntaxError, Some(span)) => help(text, span.start as usize),
                _ => None,
            };
            diagnostic.maybe_help(help)
        })
        .collect()
}

/// What to write where the grammar stopped at a byte.
fn help(text: &str, at: usize) -> Option<String> {
    let (before, rest) = text.split_at_checked(at)?;
    let rest = rest.lines().next().unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.trim().is_empty() && rest.starts_with("- ") {
        return Some("leave out `-`".into());
    }
    let word = line.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if word == "enum" {
        let values = values(rest);
        return (!values.is_empty()).then(|| format!("write `enum {{ {} }}`", values.join(", ")));
    }
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let unit = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    match (is_number, self::unit(unit)) {
        (true, Some(unit)) => Some(format!("write `{word}{unit}`")),
        _ => None,
    }
}

/// The names that stand one after another with commas between them.
fn values(rest: &str) -> Vec<&str> {
    let mut values = Vec::new();
    for (index, part) in rest.split(',').enumerate() {
        let mut words = part.split_whitespace();
        let Some(value) = words.next() else { break };
        let is_name = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        // Without a comma behind it, and no first value, it is where something else begins.
        if !is_name || (index == 0 && super::words::is_clause_word(value)) {
            break;
        }
        values.push(value);
        if words.next().is_some() {
            break;
        }
    }
    values
}

/// The unit of a length of time as it is written out.
fn unit(word: &str) -> Option<&'static str> {
    Some(match word {
        "ms" | "millisecond" | "milliseconds" => "ms",
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        "m" | "min" | "mins" | "minute" | "minutes" => "m",
        "h" | "hour" | "hours" => "h",
        "d" | "day" | "days" => "d",
        _ => return None,
    })
}
