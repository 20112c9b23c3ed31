//! A query made of a person's own words: in their order, with small words left out. "the effects of the new law on rents"
//! says `effects of new law on rents`. Nothing stands between that says more, no word is put in another's place, and a value
//! with one word that was not said is not said.

use std::sync::LazyLock;

use super::correction::is_text_corrected;
use super::reading::Reading;
use super::search::Needle;
use super::segment::Segment;
use super::sketch::Sketch;
use super::token::{Gap, Tokens};
use super::word_map::WordSet;

/// What a query leaves out.
static LEFT_OUT: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of([
        "a", "an", "the", "some", "any", "my", "our", "your", "this", "that", "these", "those", "of", "in", "on", "at",
        "for", "to", "from", "by", "with", "about", "and", "are", "is",
    ])
});

/// The most of them between two words.
const MOST: usize = 3;

/// The words of a query.
#[derive(Clone, Debug)]
pub(super) struct Thinned {
    words: Vec<String>,
    sketch: Sketch,
}

impl Thinned {
    /// The words of a text; none where there are fewer than two that say something, or more than words.
    pub(super) fn new(text: &str) -> Thinned {
        let needle = Needle::new(text);
        let words: Vec<String> = needle.words().map(str::to_owned).collect();
        let says = words.iter().filter(|word| !LEFT_OUT.has(word)).count();
        let is_query = needle.is_words() && says > 1;
        Thinned { words: if is_query { words } else { Vec::new() }, sketch: *needle.sketch() }
    }

    /// Where they stand.
    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<()>> {
        let tokens = &segment.tokens;
        let Some((first, rest)) = self.words.split_first() else { return Vec::new() };
        if !tokens.sketch().covers(&self.sketch) {
            return Vec::new();
        }
        let places: Vec<usize> = match segment.lexicon() {
            Some(lexicon) if rest.iter().all(|word| lexicon.knows(tokens, word)) => {
                lexicon.places(tokens, first).collect()
            }
            Some(_) => Vec::new(),
            None => (0..tokens.len()).filter(|at| tokens.word(*at) == Some(first)).collect(),
        };
        let from = |start: usize| {
            let last = rest.iter().try_fold(start, |at, word| next(tokens, at, word))?;
            let stands = tokens.is_whole(start, last) && !is_text_corrected(tokens, start, last);
            stands.then(|| Reading::new(tokens, (), start, last, "thinned"))
        };
        places.into_iter().filter_map(from).collect()
    }
}

/// Where a word stands behind another, a few small words between them.
fn next(tokens: &Tokens, at: usize, word: &str) -> Option<usize> {
    for next in at + 1..=at + 1 + MOST {
        let found = tokens.word(next).filter(|_| tokens.get(next).is_some_and(|token| token.gap == Gap::Blank))?;
        if found == word {
            return Some(next);
        }
        if !LEFT_OUT.has(found) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    #[test]
    fn a_query_may_leave_small_words_out_and_nothing_else() {
        let says = |query: &str| {
            let said = "find cheap flights to the south of France for me. Not the trains to Spain. \
                        A ship to the Azores, no, to Iceland";
            !Segment::new(said).find_thinned(query).is_empty()
        };
        assert!(says("cheap flights south France") && says("flights to south of France"));
        for query in [
            "cheap flights from the south of France",
            "flights France",
            "south flights",
            "France me Not",
            "trains Spain",
            "ship Azores",
            "flights",
            "the south",
        ] {
            assert!(!says(query), "{query}");
        }
    }
}
