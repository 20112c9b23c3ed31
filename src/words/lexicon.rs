//! Where each word of a text stands: made once, so that looking for what the text does not hold costs no pass over it, and
//! each word's forms are worked out once, however often it is repeated.

use std::sync::OnceLock;

use super::hash::hash;
use super::role::Roles;
use super::stem::{Step, hash_beginning, next_word};
use super::token::{Tokens, offset};

/// Behind a word that something belongs to.
const POSSESSIVE: &str = "'s";

/// An inverted index of one text.
#[derive(Clone, Debug)]
pub(super) struct Lexicon {
    /// The places of the words by their hashes. Words that differ may be in one group.
    by_hash: Groups,
    has_possessive: bool,
    /// Where each different word stands first, in order; but for figures, which are many and few of them alike.
    firsts: OnceLock<Vec<u32>>,
    /// The same by the first bytes of the words, made where a form of a word is first looked for.
    by_beginning: OnceLock<Groups>,
}

/// Places in groups, those of each in order.
#[derive(Clone, Debug)]
struct Groups {
    /// The group `n` is `places[starts[n]..starts[n + 1]]`. There are as many as a power of two.
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Groups {
    /// Of places, each with the number that tells its group. They are counted out, so that nothing is compared.
    fn new<P: Iterator<Item = (u32, usize)>>(places: impl Fn() -> P) -> Groups {
        let count = places().count();
        // A few places in each: more groups would take more memory than they spare looks.
        let many = (count / 4).next_power_of_two();
        let group = |number: usize| number & (many - 1);
        let mut starts = vec![0u32; many + 1];
        for (_, number) in places() {
            if let Some(count) = starts.get_mut(group(number) + 1) {
                *count += 1;
            }
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let (mut next, mut sorted) = (starts.clone(), vec![0; count]);
        for (place, number) in places() {
            if let Some(slot) = next.get_mut(group(number)) {
                if let Some(sorted) = sorted.get_mut(*slot as usize) {
                    *sorted = place;
                }
                *slot += 1;
            }
        }
        Groups { starts, places: sorted }
    }

    /// The group that a number tells.
    fn get(&self, number: usize) -> &[u32] {
        let at = number & self.starts.len().saturating_sub(2);
        let range = self.starts.get(at).zip(self.starts.get(at + 1));
        range.and_then(|(from, to)| self.places.get(*from as usize..*to as usize)).unwrap_or_default()
    }
}

impl Lexicon {
    pub(super) fn new(tokens: &Tokens) -> Lexicon {
        let words = || tokens.iter().filter(|(_, token)| token.is_word());
        let has_possessive = words().any(|(_, token)| token.is_possessive());
        let by_hash = Groups::new(|| words().map(|(at, token)| (offset(at), token.hash as usize)));
        Lexicon { by_hash, has_possessive, firsts: OnceLock::new(), by_beginning: OnceLock::new() }
    }

    /// Where a word stands, without a possessive, in order.
    pub(super) fn places(&self, tokens: &Tokens, word: &str) -> impl Iterator<Item = usize> {
        self.places_of(tokens, word, hash(word) as u32)
    }

    /// The same of a word with its hash.
    fn places_of(&self, tokens: &Tokens, word: &str, hash: u32) -> impl Iterator<Item = usize> {
        let is_word =
            move |at: &usize| tokens.get(*at).is_some_and(|token| token.hash == hash) && tokens.text(*at) == word;
        self.by_hash.get(hash as usize).iter().map(|at| *at as usize).filter(is_word)
    }

    /// Where it stands with one.
    pub(super) fn possessives(&self, tokens: &Tokens, word: &str) -> Vec<usize> {
        let possessive = || self.places(tokens, &format!("{word}{POSSESSIVE}")).collect();
        if self.has_possessive { possessive() } else { Vec::new() }
    }

    /// Whether a word stands in the text at all, with a possessive or without: looking for what does not is most of a
    /// search.
    pub(super) fn knows(&self, tokens: &Tokens, word: &str) -> bool {
        self.places(tokens, word).next().is_some() || !self.possessives(tokens, word).is_empty()
    }

    /// Whether a word stands nowhere before.
    pub(super) fn is_first(&self, tokens: &Tokens, at: usize) -> bool {
        let token = tokens.get(at);
        token.is_some_and(|token| self.places_of(tokens, tokens.text(at), token.hash).next() == Some(at))
    }

    /// Where each different word stands first that is no figure.
    fn firsts(&self, tokens: &Tokens) -> &[u32] {
        self.firsts.get_or_init(|| {
            // In the order of the text, which the memory is in too.
            let words = tokens.iter().filter(|(_, token)| token.is_word() && !token.roles.has(Roles::FIGURE));
            words.map(|(at, _)| at).filter(|at| self.is_first(tokens, *at)).map(offset).collect()
        })
    }

    /// Where the words that leave a stem stand first.
    fn forms(&self, tokens: &Tokens, stem: &str, step: Step) -> Vec<usize> {
        if stem.starts_with(|c: char| c.is_ascii_digit()) {
            let like = tokens.with(Roles::FIGURE).filter(|at| step.leaves(tokens.text(*at), stem));
            return like.filter(|at| self.is_first(tokens, *at)).collect();
        }
        let by_beginning = self.by_beginning.get_or_init(|| {
            let firsts = self.firsts(tokens);
            let number = |at: &u32| (*at, hash_beginning(tokens.text(*at as usize)) as usize);
            Groups::new(|| firsts.iter().map(number))
        });
        let like = by_beginning.get(hash_beginning(stem) as usize).iter().map(|at| *at as usize);
        like.filter(|at| step.leaves(tokens.text(*at), stem)).collect()
    }

    /// The places of all words that something may begin with, in order: most words begin nothing, and each that is no figure is
    /// judged once.
    pub(super) fn openings(&self, tokens: &Tokens, begins: impl Fn(&str) -> bool) -> Vec<usize> {
        let firsts = self.firsts(tokens).iter().map(|at| tokens.text(*at as usize)).filter(|word| begins(word));
        let figures = tokens.with(Roles::FIGURE).filter(|at| begins(tokens.text(*at)));
        let mut places: Vec<usize> = firsts.flat_map(|word| self.places(tokens, word)).chain(figures).collect();
        places.sort_unstable();
        places
    }

    /// Where words with these stems stand one behind the other, blanks or hyphens between them, as whole tokens.
    pub(super) fn find(&self, tokens: &Tokens, wanted: &[String], step: Step) -> Vec<(usize, usize)> {
        let forms: Vec<Vec<usize>> = wanted.iter().map(|stem| self.forms(tokens, stem, step)).collect();
        let Some((head, rest)) = forms.split_first().filter(|_| forms.iter().all(|each| !each.is_empty())) else {
            return Vec::new();
        };
        let is_same = |at: usize, other: usize| {
            tokens.get(at).map(|token| token.hash) == tokens.get(other).map(|token| token.hash)
                && tokens.text(at) == tokens.text(other)
        };
        let from = |first: usize| {
            let next = |last: usize, each: &Vec<usize>| {
                next_word(tokens, last).filter(|at| each.iter().any(|form| is_same(*at, *form)))
            };
            let last = rest.iter().try_fold(first, next)?;
            tokens.is_whole(first, last).then_some((first, last))
        };
        let mut firsts: Vec<usize> = head.iter().flat_map(|at| self.places(tokens, tokens.text(*at))).collect();
        firsts.sort_unstable();
        firsts.into_iter().filter_map(from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_where_it_stands() {
        let tokens = Tokens::new("Ann's cat, a cat");
        let lexicon = Lexicon::new(&tokens);
        assert_eq!(lexicon.places(&tokens, "cat").collect::<Vec<_>>(), [1, 4]);
        assert_eq!(lexicon.possessives(&tokens, "ann"), [0]);
        let knows = |word| lexicon.knows(&tokens, word);
        assert!(knows("ann") && knows("ann's") && !knows("an") && !knows(","));
        assert_eq!(lexicon.find(&tokens, &["cat".to_owned()], Step::Inflected), [(1, 1), (4, 4)]);
    }
}
