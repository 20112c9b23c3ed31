//! `words { "..." }`: whole words and phrases as a pattern.

use super::search::{Bounds, Needle};
use super::segment::Segment;
use super::token::Tokens;

/// Phrases any of which matches: at word boundaries, whatever the case, all apostrophes and white space alike.
///
/// A word is bounded by anything but letters, digits, accents and `_`; an apostrophe inside a word belongs to it.
///
/// ```
/// use chk::words::WordsPattern;
/// let pattern = WordsPattern::new(["can't", "timed out"]);
/// assert!(pattern.matches("I CAN’T do that"));
/// assert!(pattern.matches("It timed\nout."));
/// assert!(!WordsPattern::new(["can"]).matches("I can't"));
/// ```
#[derive(Clone, Debug)]
pub struct WordsPattern {
    phrases: Vec<Needle>,
}

impl WordsPattern {
    /// The phrases of a pattern.
    pub fn new<P: AsRef<str>>(phrases: impl IntoIterator<Item = P>) -> WordsPattern {
        WordsPattern { phrases: phrases.into_iter().map(|phrase| Needle::new(phrase.as_ref())).collect() }
    }

    /// Whether one of the phrases occurs.
    pub fn matches(&self, text: &str) -> bool {
        !self.find(text).is_empty()
    }

    /// Where the phrases occur, in Unicode scalars, in order.
    pub fn find(&self, text: &str) -> Vec<[usize; 2]> {
        self.find_among(&Tokens::new(text))
    }

    /// Where the phrases occur in a text that has been read.
    pub fn find_in(&self, segment: &Segment) -> Vec<[usize; 2]> {
        self.find_among(&segment.tokens)
    }

    fn find_among(&self, tokens: &Tokens) -> Vec<[usize; 2]> {
        let hits = self.phrases.iter().flat_map(|phrase| phrase.find(tokens, Bounds::Words));
        let mut spans: Vec<[usize; 2]> = hits.map(|hit| hit.span).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_bounded_as_people_read_them() {
        let finds = |phrase: &str, text: &str| WordsPattern::new([phrase]).matches(text);
        assert!(finds("error", "error-prone"));
        assert!(finds("sent", "Done.Sent!"));
        assert!(finds("can't", "can`t"));
        assert!(finds("it is done", "It  is\ndone"));
        assert!(finds("déjà", "DÉJÀ vu"));
        assert!(finds("하겠습니다", "지금 하겠습니다."));
        for (phrase, text) in
            [("error", "errors"), ("caf", "café"), ("can", "can't"), ("not", "not_found"), ("a b", "a, b"), ("", "a")]
        {
            assert!(!finds(phrase, text), "{phrase}: {text}");
        }
        assert_eq!(WordsPattern::new(["b", "a b"]).find("a b"), [[0, 3], [2, 3]]);
    }
}
