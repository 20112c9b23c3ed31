//! The different words of a text and where each stands: made once, so that looking for what the text does not hold costs
//! no pass over it, and each word's forms are worked out once, however often it is repeated.

use std::sync::OnceLock;

use super::sketch::hash;
use super::stem::{Step, beginning, next_word};
use super::token::Tokens;

/// Behind a word that something belongs to.
const POSSESSIVE: &str = "'s";

/// Stands for every mark.
const MARK: u32 = u32::MAX;

/// Where no hash leads.
const FREE: (u32, u32) = (0, u32::MAX);

/// An inverted index of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Lexicon {
    /// The hash of each different word and its number, in the order in which they come, where the hash leads: as many places
    /// as a power of two, the next free one taken.
    numbers: Vec<(u32, u32)>,
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
        let mut lexicon = Lexicon { numbers: vec![FREE; 16], ..Lexicon::default() };
        lexicon.of_place.reserve_exact(tokens.len());
        let mut counts: Vec<u32> = Vec::new();
        for (at, token) in tokens.iter() {
            let Some(word) = tokens.word(at) else {
                lexicon.of_place.push(MARK);
                continue;
            };
            let (found, slot) = lexicon.slot(tokens, word, token.hash);
            let number = found.unwrap_or_else(|| {
                let number = offset(counts.len());
                lexicon.has_possessive |= word.ends_with(POSSESSIVE);
                lexicon.firsts.push(offset(at));
                counts.push(0);
                if let Some(place) = lexicon.numbers.get_mut(slot) {
                    *place = (token.hash, number);
                }
                number
            });
            if let Some(count) = counts.get_mut(number as usize) {
                *count += 1;
            }
            lexicon.of_place.push(number);
            if 2 * counts.len() > lexicon.numbers.len() {
                lexicon.grow();
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

    /// Makes room for more words.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.numbers);
        self.numbers = vec![FREE; 4 * old.len()];
        for (hash, number) in old.into_iter().filter(|place| *place != FREE) {
            let free = self.places_from(hash).find(|slot| self.numbers.get(*slot) == Some(&FREE));
            if let Some(place) = free.and_then(|slot| self.numbers.get_mut(slot)) {
                *place = (hash, number);
            }
        }
    }

    /// Where a word with a hash may stand, one after the other.
    fn places_from(&self, hash: u32) -> impl Iterator<Item = usize> + use<> {
        let mask = self.numbers.len().saturating_sub(1);
        (hash as usize..).map(move |slot| slot & mask)
    }

    /// The number of a word with its hash, and where that stands, or would stand.
    fn slot(&self, tokens: &Tokens, word: &str, hash: u32) -> (Option<u32>, usize) {
        let found = self.places_from(hash).find_map(|slot| match self.numbers.get(slot) {
            Some((own, number)) if *number != FREE.1 => {
                (*own == hash && self.word(tokens, *number) == word).then_some((Some(*number), slot))
            }
            _ => Some((None, slot)),
        });
        found.unwrap_or_default()
    }

    fn number(&self, tokens: &Tokens, word: &str) -> Option<u32> {
        self.slot(tokens, word, hash(word) as u32).0
    }

    /// The number of a word with its possessive.
    fn possessive(&self, tokens: &Tokens, word: &str) -> Option<u32> {
        self.has_possessive.then(|| self.number(tokens, &format!("{word}{POSSESSIVE}"))).flatten()
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
        let leaves = |number: &u32| step.leaves(self.word(tokens, *number), stem);
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

/// Texts of 4 GiB and more are beyond every limit of a snapshot; the conversion only saturates in theory.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
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
}
