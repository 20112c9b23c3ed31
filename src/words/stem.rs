//! Words in any of their forms, one behind the other.

use super::hash::hash_number;
use super::inflection::{derived, inflected};
use super::lexicon::Lexicon;
use super::overview::Overview;
use super::sketch::Sketch;
use super::token::{Gap, Tokens};

/// How many of its first bytes every form of a word keeps: the shortest stem has three letters.
const KEPT: usize = 3;

/// Which of a word's two stems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// What its inflection leaves.
    Inflected,
    /// What its derivation leaves.
    Derived,
}

impl Step {
    /// The stem of a word in lower case.
    fn stem(self, word: &str) -> String {
        match self {
            Step::Inflected => inflected(word),
            Step::Derived => derived(word),
        }
    }

    /// Whether a word leaves a stem, with its possessive or without.
    pub(super) fn leaves(self, word: &str, stem: &str) -> bool {
        beginning(word) == beginning(stem) && self.stem(without_possessive(word)) == stem
    }
}

/// The stems of words, one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Stems {
    step: Step,
    stems: Vec<String>,
    beginnings: Sketch,
}

impl Stems {
    /// Those of words in lower case.
    pub(super) fn new<'w>(step: Step, words: impl IntoIterator<Item = &'w str>) -> Stems {
        let stems: Vec<String> = words.into_iter().map(|word| step.stem(word)).collect();
        let mut beginnings = Sketch::default();
        stems.iter().for_each(|stem| beginnings.add(hash_beginning(stem)));
        Stems { step, stems, beginnings }
    }

    /// Whether words that begin like them may stand in a text.
    #[inline]
    pub(super) fn may_be_in(&self, tokens: &Tokens) -> bool {
        !self.stems.is_empty() && tokens.beginnings().covers(&self.beginnings)
    }

    /// Whether words that begin like them may be among others.
    pub(super) fn may_be_among(&self, words: &Overview) -> bool {
        !self.stems.is_empty() && self.stems.iter().all(|stem| words.may_have_like(stem))
    }

    /// Where words that leave them stand one behind the other, blanks or hyphens between them, as whole tokens; with the index
    /// of a text that has one.
    pub(super) fn find(&self, tokens: &Tokens, lexicon: Option<&Lexicon>) -> Vec<(usize, usize)> {
        let Some((head, rest)) = self.stems.split_first() else { return Vec::new() };
        if let Some(lexicon) = lexicon {
            return lexicon.find(tokens, &self.stems, self.step);
        }
        let leaves = |at: usize, stem: &str| tokens.word(at).is_some_and(|word| self.step.leaves(word, stem));
        let from = |first: usize| {
            let next = |last, stem: &String| next_word(tokens, last).filter(|at| leaves(*at, stem));
            let last = rest.iter().try_fold(first, next)?;
            tokens.is_whole(first, last).then_some((first, last))
        };
        (0..tokens.len()).filter(|first| leaves(*first, head)).filter_map(from).collect()
    }
}

/// The word behind one: after a blank or a hyphen.
pub(super) fn next_word(tokens: &Tokens, at: usize) -> Option<usize> {
    let next = tokens.get(at + 1)?;
    if next.is_word() {
        return (next.gap == Gap::Blank).then_some(at + 1);
    }
    let is_hyphen = tokens.text(at + 1) == "-" && tokens.is_glued(at + 1) && tokens.is_glued(at + 2);
    (is_hyphen && tokens.word(at + 2).is_some()).then_some(at + 2)
}

/// The first bytes of a word, noughts behind a shorter one. The possessive is no part of a form.
pub(super) fn beginning(word: &str) -> [u8; KEPT] {
    match without_possessive(word).as_bytes() {
        [a, b, c, ..] => [*a, *b, *c],
        [a, b] => [*a, *b, 0],
        [a] => [*a, 0, 0],
        [] => [0; KEPT],
    }
}

/// A word without its possessive; every word of a text is asked for it.
#[inline]
pub(super) fn without_possessive(word: &str) -> &str {
    match word.as_bytes() {
        [rest @ .., b'\'', b's'] => word.get(..rest.len()).unwrap_or(word),
        _ => word,
    }
}

/// Words that are forms of one have the same, with a possessive or without.
#[inline]
pub(super) fn hash_beginning(word: &str) -> u64 {
    let [a, b, c] = beginning(word);
    hash_number(u32::from_be_bytes([0, a, b, c]).into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn forms_stand_one_behind_the_other() {
        let find = |words: &[&str], text: &str| {
            let (stems, tokens) = (Stems::new(Step::Inflected, words.iter().copied()), Tokens::new(text));
            let found = stems.find(&tokens, None);
            assert_eq!(stems.find(&tokens, Some(&Lexicon::new(&tokens))), found, "{text}");
            found
        };
        assert_eq!(find(&["save", "power"], "saving power, saves-power, powers saving"), [(0, 1), (3, 5)]);
        assert_eq!(find(&["save"], "the bank's saving's rate"), [(2, 2)]);
        assert_eq!(find(&["save"], "savings-bank"), []);
        assert_eq!(find(&[], "saving"), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// What the search by first bytes rests on.
        #[test]
        fn every_form_keeps_the_first_bytes(word in "[a-z]{1,5}(ies|ied|sses|es|ing|ed|s|ization|ational|ically|ainous|ance|ly|e|al|ion|y|i)?") {
            for step in [Step::Inflected, Step::Derived] {
                prop_assert_eq!(beginning(&step.stem(&word)), beginning(&word), "{:?}", step.stem(&word));
            }
        }
    }
}
