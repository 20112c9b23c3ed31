//! Which words a text may hold, in few bits: what is not in a sketch does not stand in the text, so that most of many
//! short texts are not looked through.

use super::hash::hash;
use super::stem::without_possessive;

/// How many numbers of 64 bits.
const PARTS: usize = 8;

/// A Bloom filter (B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970) with two bits a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sketch([u64; PARTS]);

impl Sketch {
    /// A sketch of a text that may hold any word.
    pub(super) const FULL: Sketch = Sketch([u64::MAX; PARTS]);

    /// Puts a word in, without its possessive too.
    pub(super) fn add_word(&mut self, word: &str) {
        self.add_hashed(word, hash(word));
    }

    /// The same for whoever knows the hash of the word already.
    #[inline]
    pub(super) fn add_hashed(&mut self, word: &str, own: u64) {
        self.add(own);
        let stem = without_possessive(word);
        if stem.len() < word.len() {
            self.add(hash(stem));
        }
    }

    /// Puts in the word with this hash.
    #[inline]
    pub(super) fn add(&mut self, hash: u64) {
        for (part, bit) in places(hash) {
            if let Some(part) = self.0.get_mut(part) {
                *part |= bit;
            }
        }
    }

    /// Whether all that is in another may be in this one.
    #[inline]
    pub(super) fn covers(&self, other: &Sketch) -> bool {
        // Without an early end, which would keep the processor from comparing all parts at once.
        self.0.iter().zip(&other.0).fold(0, |missing, (own, other)| missing | (other & !own)) == 0
    }

    /// Whether a word, without its possessive, may be in it.
    pub(super) fn may_have(&self, word: &str) -> bool {
        places(hash(word)).into_iter().all(|(part, bit)| self.0.get(part).is_some_and(|part| part & bit != 0))
    }
}

/// The two bits of a word, each in a part.
#[inline]
fn places(hash: u64) -> [(usize, u64); 2] {
    let place = |bits: u64| (bits as usize / 64 % PARTS, 1 << (bits % 64));
    [place(hash >> 32), place(hash >> 48)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_covers_what_is_in_it() {
        let sketch = |words: &[&str]| {
            let mut sketch = Sketch::default();
            words.iter().for_each(|word| sketch.add_word(word));
            sketch
        };
        let text = sketch(&["send", "500", "to", "landlord", "international"]);
        assert!(text.covers(&sketch(&["to", "send"])) && text.covers(&Sketch::default()));
        assert!(text.may_have("send") && Sketch::FULL.may_have("ann"));
        let others = ["ann", "bob", "rent", "internationale", "sent", "t"];
        assert!(others.iter().filter(|word| text.covers(&sketch(&[word]))).count() < 2);
    }
}
