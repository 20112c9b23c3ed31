//! Fractions in words: "a half", "three quarters", "two-thirds", "7 hundredths". A second is a stretch of time.

use crate::value::Number;

use super::numeral::{is_noun, joined, ordinal, small};
use super::token::Tokens;

/// The fraction that begins at `first`, and its last word.
pub(super) fn fraction(tokens: &Tokens, first: usize) -> Option<(Number, usize)> {
    let word = tokens.word(first)?;
    let over = match word {
        "a" | "an" => 1,
        _ => small(word).or_else(|| word.parse().ok().filter(|over| *over < 100))?,
    };
    let at = joined(tokens, first)?;
    let under = denominator(tokens.word(at)?, over)?;
    // "a third option"
    let is_ordinal = over == 1 && !matches!(under, 2 | 4) && is_noun(tokens, at + 1);
    if is_ordinal || tokens.is_glued(at + 1) {
        return None;
    }
    Some((Number::from(over).divide(&Number::from(under))?, at))
}

/// What so many of it are parts of: 3 for the "thirds" of two.
pub(super) fn denominator(word: &str, over: i64) -> Option<i64> {
    let single = word.strip_suffix('s').unwrap_or(word);
    let under = match single {
        "half" | "halve" => 2,
        "quarter" => 4,
        "second" => return None,
        "hundredth" => 100,
        "thousandth" => 1_000,
        "millionth" => 1_000_000,
        _ => ordinal(single)?,
    };
    (over > 0 && (single != word) == (over > 1)).then_some(under)
}
