//! Numbers in digits, by value.
//!
//! Read are `500`, `-5`, "minus 5", `2,000`, `1,234,567.89`, `.5`, `$500`, `500€`, in the English notation and in the
//! digits of any script, and `1.234,50` where the comma can only part the fraction. Not read is what only holds digits:
//! parts of ids, versions and addresses, dates and times, numbers with leading zeros, commas that part no thousands, `#5`.
//! What else may stand around a number is in `quantity`. A number that is not read bears nothing out, so it is asked about.

use std::borrow::Cow;

use crate::value::Number;

use super::token::{Gap, Tokens, is_currency};

/// A number in digits, with the place of its sign.
pub(super) struct Digits {
    pub number: Number,
    pub first: usize,
}

/// The number whose digits begin the word at `at`. What stands behind them is for others to judge.
pub(super) fn digits(tokens: &Tokens, at: usize, digits: &str, is_continental: bool) -> Option<Digits> {
    let mut text = if is_continental { continental(digits)?.into() } else { plain(digits)? };
    let mut first = at;
    // "Rs.40", "no.40"
    let is_behind_word = at >= 2
        && tokens.is_glued(at)
        && tokens.is_glued(at - 1)
        && tokens.text(at - 1) == "."
        && matches!(tokens.text(at - 2), "rs" | "no" | "nr");
    if !is_behind_word
        && tokens.is_glued(at)
        && mark_before(tokens, at) == Some(".")
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        // The digits are all behind the point, so they may begin with a nought; `text` was read without one.
        text = format!("0.{digits}").into();
        first -= 1;
    } else if digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.") && !digits.starts_with("0,") {
        return None;
    }
    let mut start = if is_behind_word { at - 2 } else { first };
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
            // "~40"
            Some("~" | "≈") => start -= 1,
            // A dash may be meant as a sign, and an order's number is no quantity.
            Some("#" | "№" | "–") => return None,
            Some(_) if is_joint(tokens, start - 1) && start >= 2 && starts_with_digit(tokens, start - 2) => {
                return None;
            }
            _ => break,
        }
    }
    if tokens.is_glued(start) {
        return None;
    }
    let mut is_negative = sign == Some("-");
    // "minus 5", "minus $5", but not "10 minus 5".
    if sign.is_none()
        && let Some(before) =
            start.checked_sub(1).filter(|_| tokens.get(start).is_some_and(|token| token.gap == Gap::Blank))
        && is_minus(tokens.text(before))
        && !before.checked_sub(1).is_some_and(|at| starts_with_digit(tokens, at))
    {
        is_negative = true;
        first = before;
    }
    let number = Number::parse(&text)?;
    Some(Digits { number: if is_negative { number.negate() } else { number }, first })
}

/// How many bytes of a word are digits with their points and commas.
pub(super) fn length(word: &str) -> usize {
    word.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',')).count()
}

/// Whether a word is digits with their points and commas.
pub(super) fn is_figures(word: &str) -> bool {
    length(word) == word.len()
}

/// Digits with points between thousands and a comma before the fraction.
fn continental(digits: &str) -> Option<String> {
    let swapped: String = digits
        .chars()
        .map(|c| {
            if c == '.' {
                ','
            } else if c == ',' {
                '.'
            } else {
                c
            }
        })
        .collect();
    plain(&swapped).map(Cow::into_owned)
}

/// The mark directly before `at`, no blank between.
fn mark_before(tokens: &Tokens, at: usize) -> Option<&str> {
    tokens.mark(at.checked_sub(1)?).filter(|_| follows(tokens, at))
}

/// Whether a mark beyond ASCII stands between two things without a blank. Between two numbers it joins them to something
/// else, "5–10" as much as "5-10". Dashes that part clauses ("500—no, 300"), quotation marks and full stops do not.
pub(super) fn is_joint(tokens: &Tokens, at: usize) -> bool {
    let is_open = |mark: &str| mark.is_ascii() || matches!(mark, "—" | "…" | "、" | "。" | "“" | "”" | "„" | "«" | "»");
    tokens.mark(at).is_some_and(|mark| !is_open(mark)) && follows(tokens, at) && follows(tokens, at + 1)
}

fn starts_with_digit(tokens: &Tokens, at: usize) -> bool {
    tokens.is_figure(at)
}

/// Whether there is no blank before what stands at `at`.
fn follows(tokens: &Tokens, at: usize) -> bool {
    tokens.get(at).is_some_and(|token| !token.gap.is_blank())
}

/// Whether a word before a number makes it negative.
pub(super) fn is_minus(word: &str) -> bool {
    matches!(word, "minus" | "negative")
}

/// Whether what follows makes a number something else: a time of the day, a share.
pub(super) fn is_measured(tokens: &Tokens, at: usize) -> bool {
    match tokens.text(at) {
        "am" | "pm" | "o'clock" => true,
        "a" | "p" => tokens.text(at + 1) == "." && tokens.text(at + 2) == "m",
        _ => false,
    }
}

/// Digits without the commas that part thousands.
pub(super) fn plain(digits: &str) -> Option<Cow<'_, str>> {
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain(digits) {
        return Some(digits.into());
    }
    let is_decimal = || {
        let (whole, fraction) = digits.split_once('.')?;
        (is_plain(whole) && !fraction.is_empty() && is_plain(fraction)).then(|| digits.into())
    };
    if !digits.bytes().any(|byte| byte == b',')
        && let Some(decimal) = is_decimal()
    {
        return Some(decimal);
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let is_grouped = whole.contains(',');
    let fits =
        is_plain(first) && (!is_grouped || first.len() <= 3) && groups.all(|group| group.len() == 3 && is_plain(group));
    if !fits || !is_plain(fraction) {
        return None;
    }
    if !is_grouped {
        return Some(if fraction.is_empty() { whole } else { digits }.into());
    }
    let whole = whole.replace(',', "");
    Some(if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") }.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Mention, Segment};

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(Number::zero)
    }

    /// The numbers that stand at the end of a text.
    fn numbers(text: &str) -> Vec<String> {
        Segment::new(text).numbers().into_iter().map(|(number, _)| number.to_string()).collect()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn a_number_is_said_by_value() {
        for (text, said) in [
            ("send 500 to Bob", "500"),
            ("500.", "500"),
            ("(500)", "500"),
            ("2,000", "2000"),
            ("1,234,567.89", "1234567.89"),
            ("$1,200.00", "1200"),
            ("500€", "500"),
            ("US$500", "500"),
            ("-$5", "-5"),
            ("$-5", "-5"),
            ("\u{2212}5", "-5"),
            ("+5", "5"),
            (".05", "0.05"),
            ("0.5", "0.5"),
            ("amount:500", "500"),
            ("٥٠٠", "500"),
            ("١٬٢٣٤٫٥", "1234.5"),
            ("５００", "500"),
            ("send \"500\"", "500"),
            ("~500", "500"),
            ("Rs.500", "500"),
            ("minus $500", "-500"),
            ("negative 500", "-500"),
            ("wait...500", "500"),
            ("5\u{200b}00", "500"),
        ] {
            assert_eq!(numbers(text), [said], "{text}");
        }
        assert_eq!(numbers("５００．５ 500—no"), ["500.5", "500"]);
    }

    #[test]
    fn digits_that_are_no_quantity_say_no_number() {
        for text in [
            "500원쯤",
            "3时",
            "5个半小时",
            "5千元",
            "请寄3个",
            "3rd",
            "A12",
            "12A",
            "v1.2.3",
            "1.2.3",
            "10.0.0.1",
            "2024-05-12",
            "10:30",
            "5 pm",
            "5 p.m. sharp",
            "12 o'clock",
            "10²",
            "5-10",
            "007",
            "12,34",
            "1,0000",
            "#12345",
            "a#5",
            "May 12",
            "12 May",
            "May 12, 2024",
            "May 2024",
            "--5",
            "–5",
            "x.5",
            "a@5.com",
            "5→10",
            "5•10",
            "10∶30",
            "№5",
            "f(500)",
            "credit_card_7815826",
            "\u{202e}005",
        ] {
            assert_eq!(numbers(text), NONE, "{text}");
        }
    }

    #[test]
    fn a_number_inside_another_is_not_said() {
        assert!(Segment::new("12").find_number(&number("1")).is_empty());
        assert!(Segment::new("1,234").find_number(&number("234")).is_empty());
        assert!(Segment::new("12.5").find_number(&number("12")).is_empty());
    }

    #[test]
    fn a_mention_has_its_place_in_scalars() {
        // é and the two emoji are one scalar each, so 5 stands behind "é 👍👍 " at 5.
        let said = Segment::new("é 👍👍 500").find_number(&number("500"));
        assert_eq!(said, [Mention { span: [5, 8], read_as: "number" }]);
        assert_eq!(
            Segment::new("send 500 to my landlord").find_number(&number("500")).first().map(|said| said.span),
            Some([5, 8])
        );
    }
}
