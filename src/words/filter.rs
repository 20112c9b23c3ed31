//! Which words a text may hold. Looking for what is not there is most of a search, so that no search begins without it.

use super::token::Tokens;

/// How many bits a word of the text has to itself: two of them are set, so that one in about sixty other words passes.
const BITS: usize = 16;

/// A Bloom filter: it knows every word of a text, with and without its possessive, and takes few others for known. Words that
/// were chosen to look alike make a search slower, and none wrong.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    bits: Vec<u64>,
}

impl Filter {
    pub(super) fn new(tokens: &Tokens) -> Filter {
        let mut filter = Filter { bits: vec![0; tokens.len() * BITS / 64 + 1] };
        for (at, _) in tokens.iter() {
            let word = tokens.word(at).unwrap_or_default();
            filter.add(word);
            if let Some(bare) = word.strip_suffix("'s") {
                filter.add(bare);
            }
        }
        filter
    }

    fn add(&mut self, word: &str) {
        for (at, bit) in self.places(word) {
            if let Some(bits) = self.bits.get_mut(at) {
                *bits |= bit;
            }
        }
    }

    /// Whether the text may hold the word; where it does not say so, it does not.
    pub(super) fn may_hold(&self, word: &str) -> bool {
        self.places(word).into_iter().all(|(at, bit)| self.bits.get(at).is_some_and(|bits| bits & bit != 0))
    }

    /// The two bits of a word.
    fn places(&self, word: &str) -> [(usize, u64); 2] {
        // FNV-1a of 64 bits; its halves are far enough from each other for two places.
        let hash = word
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        let size = self.bits.len() as u64;
        [hash, hash >> 32].map(|half| {
            let half = half & u64::from(u32::MAX);
            (usize::try_from(half / 64 % size).unwrap_or_default(), 1 << (half % 64))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_text_may_be_there_and_few_others() {
        let text: String = (0..500).map(|at| format!("word{at} ")).collect();
        let filter = Filter::new(&Tokens::new(&text));
        assert!((0..500).all(|at| filter.may_hold(&format!("word{at}"))));
        // Two of sixteen bits: a share of (2 / 16)^2, 1 in 64, is to be expected; a quarter more than twice that is a fault.
        assert!((500..10_500).filter(|at| filter.may_hold(&format!("word{at}"))).count() < 10_000 / 25);
    }

    #[test]
    fn a_possessive_is_its_word_too() {
        let filter = Filter::new(&Tokens::new("Ann's dog"));
        assert!(["ann", "ann's", "dog"].iter().all(|word| filter.may_hold(word)));
    }

    #[test]
    fn an_empty_text_holds_nothing() {
        assert!(!Filter::new(&Tokens::new("")).may_hold("word"));
    }
}
