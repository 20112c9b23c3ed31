//! The stems of a text's words, and where a sequence of them stands.

use std::collections::HashMap;

use super::inflection::{derived, inflected};
use super::token::{Gap, Tokens};

/// A stem, by its number in one text.
type Stem = u32;

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
    pub(super) fn stem(self, word: &str) -> String {
        match self {
            Step::Inflected => inflected(word),
            Step::Derived => derived(word),
        }
    }
}

/// The stems of each word of a text. A text repeats its words, so that each is stemmed once.
#[derive(Clone, Debug, Default)]
pub(super) struct Stems {
    /// For each word or mark the number of its word.
    words: Vec<u32>,
    /// For each word its two stems.
    of_word: Vec<[Stem; 2]>,
    by_stem: HashMap<String, Stem>,
}

impl Stems {
    pub(super) fn new(tokens: &Tokens) -> Stems {
        let mut stems = Stems::default();
        let mut known: HashMap<&str, u32> = HashMap::new();
        for (at, _) in tokens.iter() {
            let word = tokens.word(at).unwrap_or_default();
            let number = match known.get(word) {
                Some(number) => *number,
                None => {
                    let number = u32::try_from(stems.of_word.len()).unwrap_or(u32::MAX);
                    let bare = word.strip_suffix("'s").unwrap_or(word);
                    let both = [Step::Inflected, Step::Derived].map(|step| stems.number(step.stem(bare)));
                    stems.of_word.push(both);
                    known.insert(word, number);
                    number
                }
            };
            stems.words.push(number);
        }
        stems
    }

    fn number(&mut self, stem: String) -> Stem {
        let next = u32::try_from(self.by_stem.len()).unwrap_or(u32::MAX);
        *self.by_stem.entry(stem).or_insert(next)
    }

    fn at(&self, at: usize, step: Step) -> Option<Stem> {
        let word = self.of_word.get(*self.words.get(at)? as usize)?;
        word.get(usize::from(step == Step::Derived)).copied()
    }

    /// Where words with these stems stand one behind the other, blanks or hyphens between them, as whole tokens.
    pub(super) fn find(&self, tokens: &Tokens, wanted: &[String], step: Step) -> Vec<(usize, usize)> {
        // A stem that the text has not is found nowhere in it.
        let Some(wanted) = wanted
            .iter()
            .map(|stem| self.by_stem.get(stem).copied().filter(|_| !stem.is_empty()))
            .collect::<Option<Vec<Stem>>>()
        else {
            return Vec::new();
        };
        let Some((head, rest)) = wanted.split_first() else { return Vec::new() };
        let from = |first: usize| {
            let mut last = first;
            for each in rest {
                last = next_word(tokens, last)?;
                if self.at(last, step) != Some(*each) {
                    return None;
                }
            }
            tokens.is_whole(first, last).then_some((first, last))
        };
        (0..tokens.len()).filter(|at| self.at(*at, step) == Some(*head)).filter_map(from).collect()
    }
}

/// The word behind one: after a blank or a hyphen.
fn next_word(tokens: &Tokens, at: usize) -> Option<usize> {
    let next = tokens.get(at + 1)?;
    if next.is_word {
        return (next.gap == Gap::Blank).then_some(at + 1);
    }
    let is_hyphen = tokens.text(at + 1) == "-" && tokens.is_glued(at + 1) && tokens.is_glued(at + 2);
    (is_hyphen && tokens.word(at + 2).is_some()).then_some(at + 2)
}
