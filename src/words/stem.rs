//! The stems of a text's words, and where a sequence of them stands.

use super::inflection::{derived, inflected};
use super::token::{Gap, Tokens};

/// For each word the stem that its inflection leaves and the one that its derivation leaves; empty for a mark.
#[derive(Clone, Debug, Default)]
pub(super) struct Stems {
    inflected: Vec<String>,
    derived: Vec<String>,
}

impl Stems {
    pub(super) fn new(tokens: &Tokens) -> Stems {
        let word = |at: usize| {
            let word = tokens.word(at).unwrap_or_default();
            word.strip_suffix("'s").unwrap_or(word)
        };
        Stems {
            inflected: (0..tokens.len()).map(|at| inflected(word(at))).collect(),
            derived: (0..tokens.len()).map(|at| derived(word(at))).collect(),
        }
    }

    pub(super) fn inflected(&self, at: usize) -> &str {
        self.inflected.get(at).map_or("", String::as_str)
    }

    pub(super) fn derived(&self, at: usize) -> &str {
        self.derived.get(at).map_or("", String::as_str)
    }

    /// Where words with these stems stand one behind the other, blanks or hyphens between them, as whole tokens.
    pub(super) fn find<'s>(
        &'s self,
        tokens: &Tokens,
        wanted: &[String],
        stem: impl Fn(&'s Stems, usize) -> &'s str,
    ) -> Vec<(usize, usize)> {
        let Some((head, rest)) = wanted.split_first().filter(|(head, _)| !head.is_empty()) else { return Vec::new() };
        let from = |first: usize| {
            let mut last = first;
            for each in rest {
                last = next_word(tokens, last)?;
                if stem(self, last) != each {
                    return None;
                }
            }
            tokens.is_whole(first, last).then_some((first, last))
        };
        (0..tokens.len()).filter(|at| stem(self, *at) == head).filter_map(from).collect()
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
