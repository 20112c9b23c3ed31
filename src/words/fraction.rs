//! Fractions in words: "a half", "three quarters", "two-thirds", "7 hundredths". A second is a stretch of time.

use std::sync::LazyLock;

use crate::value::Number;

use super::numeral::{is_noun, joined, ordinal, ordinal_names, small};
use super::token::Tokens;
use super::word_map::WordMap;

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

/// The parts that are no ordinals of a day.
const PARTS: [(&str, i64); 6] =
    [("half", 2), ("halve", 2), ("quarter", 4), ("hundredth", 100), ("thousandth", 1_000), ("millionth", 1_000_000)];

/// The words for several parts.
pub(super) fn plurals() -> impl Iterator<Item = &'static str> {
    static PLURALS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let parts = PARTS.into_iter().map(|(part, _)| part).chain(ordinal_names());
        parts.map(|part| format!("{part}s")).collect()
    });
    PLURALS.iter().map(String::as_str)
}

/// What so many of it are parts of: 3 for the "thirds" of two.
pub(super) fn denominator(word: &str, over: i64) -> Option<i64> {
    static UNDER: LazyLock<WordMap<i64>> = LazyLock::new(|| {
        let ordinals = ordinal_names().filter(|name| *name != "second");
        PARTS.into_iter().chain(ordinals.filter_map(|name| Some((name, ordinal(name)?)))).collect()
    });
    let single = word.strip_suffix('s').unwrap_or(word);
    let under = *UNDER.get(single)?;
    (over > 0 && (single != word) == (over > 1)).then_some(under)
}
