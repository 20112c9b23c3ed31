//! Numbers in a text: digits that stand alone, by value.
//!
//! Read are `500`, `-5`, `2,000`, `1,234,567.89`, `.5`, `$500`, `500€`, in the English notation and in the digits of any
//! script. Not read is what only holds digits: parts of ids, versions and addresses, dates and times, ordinals, numbers
//! with a unit glued on (`5k`, `50%`), numbers with leading zeros, commas that part no thousands, `#5`, fractions and
//! ranges (`1/2`, `5-10`). A number that is not read bears nothing out, so it is asked about.

use crate::value::Number;

use super::reading::Reading;
use super::token::{Tokens, is_currency};

/// All numbers in order, but for those in `spent`: first and last word of what was read as something else, in order.
pub(super) fn numbers(tokens: &Tokens, spent: &[(usize, usize)]) -> Vec<Reading<Number>> {
    let mut spent = spent.iter().peekable();
    let mut numbers = Vec::new();
    for (at, _) in tokens.iter() {
        while spent.next_if(|(_, last)| *last < at).is_some() {}
        if spent.peek().is_some_and(|(first, _)| *first <= at) {
            continue;
        }
        if let Some((number, first)) = read(tokens, at) {
            numbers.push(Reading::new(tokens, number, first, at, "number"));
        }
    }
    numbers
}

/// The number whose digits stand at `at`, with the place of its sign.
fn read(tokens: &Tokens, at: usize) -> Option<(Number, usize)> {
    let digits = tokens.word(at).filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    // "5–10" is a range as "5-10" is, though a dash elsewhere parts clauses ("500—no, 300").
    let is_range = tokens.mark(at + 1) == Some("–") && tokens.text(at + 2).starts_with(|c: char| c.is_ascii_digit());
    if tokens.is_glued(at + 1)
        || is_measured(tokens, at + 1)
        || (is_range && follows(tokens, at + 1) && follows(tokens, at + 2))
    {
        return None;
    }
    let mut text = plain(digits)?;
    let mut first = at;
    if tokens.is_glued(at) && mark_before(tokens, at) == Some(".") && !digits.contains(['.', ',']) {
        // The digits are all behind the point, so they may begin with a nought; `text` was read without one.
        text = format!("0.{digits}");
        first -= 1;
    } else if digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.") {
        return None;
    }
    let mut start = first;
    let mut sign = None;
    // A sign, a currency's sign, or both in either order.
    for _ in 0..2 {
        match mark_before(tokens, start) {
            Some(mark @ ("-" | "+")) if sign.is_none() => {
                start -= 1;
                first = start;
                sign = Some(mark);
            }
            Some(mark) if mark.chars().all(is_currency) => start -= 1,
            // A dash may be meant as a sign, and an order's number is no quantity.
            Some("#" | "–") => return None,
            _ => break,
        }
    }
    if tokens.is_glued(start) {
        return None;
    }
    let number = Number::parse(&text)?;
    Some((if sign == Some("-") { number.negate() } else { number }, first))
}

/// The mark directly before `at`, no blank between.
fn mark_before(tokens: &Tokens, at: usize) -> Option<&str> {
    tokens.mark(at.checked_sub(1)?).filter(|_| follows(tokens, at))
}

/// Whether there is no blank before what stands at `at`.
fn follows(tokens: &Tokens, at: usize) -> bool {
    tokens.get(at).is_some_and(|token| !token.gap.is_blank())
}

/// Whether what follows makes a number something else: a time of the day, a share.
fn is_measured(tokens: &Tokens, at: usize) -> bool {
    let is_dotted = matches!(tokens.text(at), "a" | "p") && tokens.text(at + 1) == "." && tokens.text(at + 2) == "m";
    is_dotted || matches!(tokens.text(at), "am" | "pm" | "o'clock" | "%")
}

/// Digits without the commas that part thousands.
fn plain(digits: &str) -> Option<String> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let is_grouped = whole.contains(',');
    let fits =
        is_plain(first) && (!is_grouped || first.len() <= 3) && groups.all(|group| group.len() == 3 && is_plain(group));
    if !fits || !is_plain(fraction) {
        return None;
    }
    let whole = whole.replace(',', "");
    Some(if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") })
}
