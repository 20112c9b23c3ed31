//! The different words of a text and where each stands: made once, so that looking for what the text does not hold costs
//! no pass over it, and each word's forms are worked out once, however often it is repeated.

use std::hash::{BuildHasher, RandomState};
use std::sync::{LazyLock, OnceLock};

use super::inflection::{derived, inflected};
use super::token::{Gap, Tokens};

/// How many of its first bytes every form of a word keeps: the shortest stem has three letters.
const KEPT: usize = 3;

/// How many different words a short text has.
const FEW: u32 = 64;

/// Behind a word that something belongs to.
const POSSESSIVE: &str = "'s";

/// Stands for every mark.
const MARK: u32 = u32::MAX;

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
}

/// Stands for no word.
const NONE: u32 = u32::MAX;

/// An inverted index of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Lexicon {
    /// The number of each different word, in the order in which they come, where its hash leads: as many places as a power of
    /// two, the next free one taken.
    numbers: Vec<u32>,
    /// Where each different word stands first.
    firsts: Vec<u32>,
    /// For each word or mark the number of its word; [`MARK`] for marks.
    of_place: Vec<u32>,
    /// The places of the word `n` are `places[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    places: Vec<u32>,
    has_possessive: bool,
    /// The words by their first bytes, made where a form of a word is first looked for.
    by_beginning: OnceLock<Beginnings>,
}

/// The numbers of words in groups, those with the same first bytes in one.
#[derive(Clone, Debug, Default)]
struct Beginnings {
    /// The group `n` is `numbers[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Beginnings {
    fn new(lexicon: &Lexicon, tokens: &Tokens) -> Beginnings {
        // As many groups as words, by and large.
        let groups = lexicon.firsts.len().next_power_of_two();
        let mut starts = vec![0u32; groups + 1];
        let group = |word: &str| group(word, groups);
        for word in lexicon.words(tokens) {
            if let Some(count) = starts.get_mut(group(word) + 1) {
                *count += 1;
            }
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let (mut next, mut numbers) = (starts.clone(), vec![0; lexicon.firsts.len()]);
        for (number, word) in lexicon.words(tokens).enumerate() {
            if let Some(slot) = next.get_mut(group(word)) {
                if let Some(place) = numbers.get_mut(*slot as usize) {
                    *place = offset(number);
                }
                *slot += 1;
            }
        }
        Beginnings { starts, numbers }
    }

    /// The words with which a word is in one group.
    fn like(&self, word: &str) -> &[u32] {
        let at = group(word, self.starts.len().saturating_sub(1));
        let range = self.starts.get(at).zip(self.starts.get(at + 1));
        range.and_then(|(from, to)| self.numbers.get(*from as usize..*to as usize)).unwrap_or_default()
    }
}

/// The group of a word by its first bytes, of so many: a power of two.
fn group(word: &str, groups: usize) -> usize {
    let first = beginning(word).iter().fold(0usize, |sum, byte| sum * 37 + usize::from(*byte));
    first & groups.saturating_sub(1)
}

impl Lexicon {
    pub(super) fn new(tokens: &Tokens) -> Lexicon {
        let mut lexicon = Lexicon { numbers: vec![NONE; 16], ..Lexicon::default() };
        lexicon.of_place.reserve_exact(tokens.len());
        let mut counts: Vec<u32> = Vec::new();
        for (at, _) in tokens.iter() {
            let Some(word) = tokens.word(at) else {
                lexicon.of_place.push(MARK);
                continue;
            };
            let (found, slot) = lexicon.slot(hash(word), |number| lexicon.word(tokens, number) == word);
            let number = found.unwrap_or_else(|| {
                let number = offset(counts.len());
                lexicon.has_possessive |= word.ends_with(POSSESSIVE);
                lexicon.firsts.push(offset(at));
                counts.push(0);
                if let Some(place) = lexicon.numbers.get_mut(slot) {
                    *place = number;
                }
                number
            });
            if let Some(count) = counts.get_mut(number as usize) {
                *count += 1;
            }
            lexicon.of_place.push(number);
            if 2 * counts.len() > lexicon.numbers.len() {
                lexicon.numbers = vec![NONE; 4 * lexicon.numbers.len()];
                for number in 0..offset(counts.len()) {
                    let (_, slot) = lexicon.slot(hash(lexicon.word(tokens, number)), |_| false);
                    if let Some(place) = lexicon.numbers.get_mut(slot) {
                        *place = number;
                    }
                }
            }
        }
        // Counted out, so that the places need no sorting.
        let mut end = 0;
        lexicon.starts.reserve_exact(counts.len() + 1);
        lexicon.starts.push(0);
        for count in &counts {
            end += count;
            lexicon.starts.push(end);
        }
        let mut next = lexicon.starts.clone();
        lexicon.places = vec![0; end as usize];
        for (at, number) in lexicon.of_place.iter().enumerate() {
            if let Some(slot) = next.get_mut(*number as usize) {
                if let Some(place) = lexicon.places.get_mut(*slot as usize) {
                    *place = offset(at);
                }
                *slot += 1;
            }
        }
        lexicon
    }

    /// The number of the word to which a hash leads, and where its number stands, or would stand.
    fn slot(&self, hash: u64, is_word: impl Fn(u32) -> bool) -> (Option<u32>, usize) {
        let mask = self.numbers.len().saturating_sub(1);
        let mut slot = usize::try_from(hash).unwrap_or(usize::MAX) & mask;
        loop {
            match self.numbers.get(slot) {
                Some(number) if *number != NONE => {
                    if is_word(*number) {
                        return (Some(*number), slot);
                    }
                }
                _ => return (None, slot),
            }
            slot = (slot + 1) & mask;
        }
    }

    fn number(&self, tokens: &Tokens, word: &str) -> Option<u32> {
        self.slot(hash(word), |number| self.word(tokens, number) == word).0
    }

    /// The number of a word with its possessive.
    fn possessive(&self, tokens: &Tokens, word: &str) -> Option<u32> {
        if !self.has_possessive {
            return None;
        }
        let is_word = |number: u32| self.word(tokens, number).strip_suffix(POSSESSIVE) == Some(word);
        self.slot(!hash(word), is_word).0
    }

    /// Whether a word stands in the text at all, with a possessive or without: looking for what does not is most of a
    /// search.
    pub(super) fn knows(&self, tokens: &Tokens, word: &str) -> bool {
        self.number(tokens, word).is_some() || self.possessive(tokens, word).is_some()
    }

    /// Every different word.
    pub(super) fn words<'t>(&self, tokens: &'t Tokens) -> impl Iterator<Item = &'t str> {
        (0..self.count()).map(|number| self.word(tokens, number))
    }

    /// How many different words there are.
    fn count(&self) -> u32 {
        offset(self.firsts.len())
    }

    /// Where a word stands, without a possessive.
    pub(super) fn places(&self, tokens: &Tokens, word: &str) -> &[u32] {
        self.number(tokens, word).map_or(&[], |number| self.places_of(number))
    }

    /// Where it stands with one.
    pub(super) fn possessives(&self, tokens: &Tokens, word: &str) -> &[u32] {
        self.possessive(tokens, word).map_or(&[], |number| self.places_of(number))
    }

    fn places_of(&self, number: u32) -> &[u32] {
        let at = number as usize;
        let range = self.starts.get(at).zip(self.starts.get(at + 1));
        range.and_then(|(from, to)| self.places.get(*from as usize..*to as usize)).unwrap_or_default()
    }

    /// The words that leave a stem.
    fn forms(&self, tokens: &Tokens, stem: &str, step: Step) -> Vec<u32> {
        let wanted = beginning(stem);
        let leaves = |number: &u32| {
            let word = self.word(tokens, *number);
            beginning(word) == wanted && step.stem(word.strip_suffix("'s").unwrap_or(word)) == stem
        };
        // A short text is looked through faster than it is put in order.
        if self.count() <= FEW {
            return (0..self.count()).filter(leaves).collect();
        }
        let by_beginning = self.by_beginning.get_or_init(|| Beginnings::new(self, tokens));
        by_beginning.like(stem).iter().copied().filter(leaves).collect()
    }

    /// The word of a number.
    fn word<'t>(&self, tokens: &'t Tokens, number: u32) -> &'t str {
        self.firsts.get(number as usize).map(|first| tokens.text(*first as usize)).unwrap_or_default()
    }

    /// The places of all words that something may begin with, in order: most words begin nothing, and each is judged once.
    pub(super) fn openings(&self, tokens: &Tokens, begins: impl Fn(&str) -> bool) -> Vec<usize> {
        let begin: Vec<bool> = self.words(tokens).map(begins).collect();
        let is_begun = |number: &u32| begin.get(*number as usize).copied().unwrap_or_default();
        let places = self.of_place.iter().enumerate().filter(|(_, number)| is_begun(number));
        places.map(|(at, _)| at).collect()
    }

    /// Where words with these stems stand one behind the other, blanks or hyphens between them, as whole tokens.
    pub(super) fn find(&self, tokens: &Tokens, wanted: &[String], step: Step) -> Vec<(usize, usize)> {
        let mut forms = Vec::with_capacity(wanted.len());
        for stem in wanted {
            let found = self.forms(tokens, stem, step);
            if found.is_empty() {
                return Vec::new();
            }
            forms.push(found);
        }
        let Some((head, rest)) = forms.split_first() else { return Vec::new() };
        let from = |first: usize| {
            let mut last = first;
            for each in rest {
                last = next_word(tokens, last)?;
                self.of_place.get(last).filter(|number| each.contains(number))?;
            }
            tokens.is_whole(first, last).then_some((first, last))
        };
        let mut firsts: Vec<u32> = head.iter().flat_map(|number| self.places_of(*number)).copied().collect();
        firsts.sort_unstable();
        firsts.into_iter().filter_map(|first| from(first as usize)).collect()
    }
}

/// Mixed into every hash: whoever writes a text must not know which words meet in one place.
static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

/// A hash of a word. With a possessive behind it, it is turned around.
fn hash(word: &str) -> u64 {
    let (stem, has_possessive) = match word.strip_suffix(POSSESSIVE) {
        Some(stem) => (stem, true),
        None => (word, false),
    };
    let mut state = *SEED ^ stem.len() as u64;
    for chunk in stem.as_bytes().chunks(8) {
        let part = chunk.iter().fold(0u64, |part, byte| part << 8 | u64::from(*byte));
        let product = u128::from(state ^ part) * 0x9e37_79b9_7f4a_7c15;
        state = product as u64 ^ (product >> 64) as u64;
    }
    if has_possessive { !state } else { state }
}

/// Texts of 4 GiB and more are beyond every limit of a snapshot; the conversion only saturates in theory.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The first bytes of a word, noughts behind a shorter one. The possessive is no part of a form.
fn beginning(word: &str) -> [u8; KEPT] {
    let mut first = [0; KEPT];
    let bare = word.strip_suffix("'s").unwrap_or(word);
    first.iter_mut().zip(bare.bytes()).for_each(|(slot, byte)| *slot = byte);
    first
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_word_is_known_where_it_stands() {
        let tokens = Tokens::new("Ann's cat, a cat");
        let lexicon = Lexicon::new(&tokens);
        assert_eq!(lexicon.places(&tokens, "cat"), [1, 4]);
        assert_eq!(lexicon.possessives(&tokens, "ann"), [0]);
        let knows = |word| lexicon.knows(&tokens, word);
        assert!(knows("ann") && knows("ann's") && !knows("an") && !knows(","));
        assert_eq!(lexicon.find(&tokens, &["cat".to_owned()], Step::Inflected), [(1, 1), (4, 4)]);
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
