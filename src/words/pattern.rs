//! `words { "..." }`: whole words and phrases as a pattern.

use regex::{Regex, RegexBuilder};

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
    /// Finds a word of each phrase, where each has one of ASCII letters and digits: an ASCII text without any of them need not be
    /// read. In other texts letters are folded in more ways than this knows.
    hint: Option<Regex>,
}

impl WordsPattern {
    /// The phrases of a pattern.
    pub fn new<P: AsRef<str>>(phrases: impl IntoIterator<Item = P>) -> WordsPattern {
        let phrases: Vec<Needle> = phrases.into_iter().map(|phrase| Needle::new(phrase.as_ref())).collect();
        let hint = hint(&phrases);
        WordsPattern { phrases, hint }
    }

    /// Whether one of the phrases occurs.
    pub fn matches(&self, text: &str) -> bool {
        !self.find(text).is_empty()
    }

    /// Where the phrases occur, in Unicode scalars, in order.
    pub fn find(&self, text: &str) -> Vec<[usize; 2]> {
        // What stands in an ASCII text is read as it stands, but for control characters, which a reader may not see.
        let is_plain =
            || text.bytes().all(|byte| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        let is_there = |hint: &Regex| hint.is_match(text) || !is_plain();
        if self.hint.as_ref().is_none_or(is_there) { self.find_among(&Tokens::new(text)) } else { Vec::new() }
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

/// Finds the longest plain word of every phrase.
fn hint(phrases: &[Needle]) -> Option<Regex> {
    let is_plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric());
    let longest = |phrase: &Needle| phrase.words().filter(is_plain).max_by_key(|word| word.len()).map(str::to_owned);
    let words = phrases.iter().map(longest).collect::<Option<Vec<String>>>()?;
    // An alternation of plain words is searched for in one pass, however many they are.
    RegexBuilder::new(&words.join("|")).case_insensitive(true).unicode(false).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_only_where_it_holds_a_word_of_a_phrase() {
        let pattern = WordsPattern::new(["not found", "can't do", "50"]);
        assert!(pattern.matches("NOT FOUND") && pattern.matches("I can't do it") && pattern.matches("in 50 days"));
        assert!(!pattern.matches("it was found") && !pattern.matches("nothing of it"));
        // Whatever folds a letter: the sign of the kelvin is a k.
        assert!(WordsPattern::new(["kelvin"]).matches("one \u{212a}elvin"));
        // A phrase without such a word turns the hint off, and none is none.
        assert!(WordsPattern::new(["naïve", "plain"]).matches("a naïve one"));
        assert!(!WordsPattern::new(Vec::<&str>::new()).matches("anything"));
    }

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
