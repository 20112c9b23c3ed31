//! Words that begin a day only with the next one: most of "in", "to" and "this" begin none, and whether they do needs no phrase to be
//! tried.

use std::sync::LazyLock;

use super::super::numeral;
use super::super::relative;
use super::super::token::Tokens;
use super::super::word_map::WordSet;

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
