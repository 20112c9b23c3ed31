//! Words that begin a day only with the next one: most of "in", "to" and "this" begin none, and whether they do needs no phrase to be
//! tried.

use std::sync::LazyLock;

use super::super::number::is_figures;
use super::super::numeral;
use super::super::relative;
use super::super::token::Tokens;
use super::super::word_map::WordSet;
use super::form::COMPACT;
use super::names::MONTHS;
use super::{RANGE_WORDS, is_digits};

static ALONE: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(relative::alone()));

/// The words that may be second in a day, but for figures: "may the 5th", "the first of May", "twenty fifth of May".
static SECOND: LazyLock<WordSet> =
    LazyLock::new(|| WordSet::of(relative::seconds().chain(numeral::ordinal_names()).chain(["the", "of"])));

/// Whether the word there is no day alone, and the next one goes on with none.
pub(super) fn is_bare_word(tokens: &Tokens, at: usize) -> bool {
    tokens.word(at + 1).is_some_and(|next| !SECOND.has(next))
        && !tokens.is_figure(at + 1)
        && !tokens.is_figure(at)
        && !ALONE.has(tokens.text(at))
}

/// Behind the figures of a day.
static BEHIND_DAY: LazyLock<WordSet> = LazyLock::new(|| {
    let words = [RANGE_WORDS, &["of"], relative::UNITS].into_iter().flatten().copied();
    WordSet::of(words.chain(MONTHS.iter().map(|(name, _)| *name)))
});

/// Whether digits stand there and nothing behind them makes a day of them: of many numbers few are days.
pub(super) fn is_bare_number(tokens: &Tokens, at: usize) -> bool {
    let Some(word) = tokens.word(at).filter(|word| word.len() != COMPACT) else { return false };
    if !is_digits(word) {
        // "12.5", "1,234"; "14.3.2026" has two points.
        return is_figures(word) && word.bytes().filter(|byte| *byte == b'.').count() < 2;
    }
    let is_more = |at: usize| tokens.is_figure(at) || BEHIND_DAY.has(tokens.text(at));
    match (tokens.word(at + 1), tokens.mark(at + 1)) {
        (Some(word), _) if tokens.is_figure(at + 1) => !word.contains(['년', '年', '월', '月']),
        (Some(word), _) => !BEHIND_DAY.has(word),
        (_, Some(mark)) => !(matches!(mark, "-" | "–" | "." | "/") && is_more(at + 2)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::role::Roles;
    use super::super::{Days, openings};
    use super::*;

    /// Words that days are said with, and some others.
    fn word() -> impl Strategy<Value = String> {
        let words: Vec<&str> =
            openings().chain(relative::seconds()).chain(["the", "of", "week", "now", "ago"]).collect();
        let other = ["5", "12th", "2024", "1st", "2024-05-20", "rent", "it", "it's", "from", "hotel"];
        prop_oneof![4 => prop::sample::select(words), 1 => prop::sample::select(other.to_vec())].prop_map(str::to_owned)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn what_is_passed_over_begins_no_day(words in prop::collection::vec((word(), " |, |-|\\. "), 1..8)) {
            let text: String = words.iter().map(|(word, gap)| format!("{word}{gap}")).collect();
            let tokens = Tokens::new(&text);
            let mut days = Days::default();
            for at in tokens.with(Roles::DAY) {
                let is_bare = is_bare_word(&tokens, at);
                prop_assert!(days.read(&tokens, at).is_none() || !is_bare, "{text}: {}", tokens.text(at));
            }
        }
    }
}
