//! Words that each lead to something, and lists of words. Most words of a text are none of them, which one look tells.

use std::borrow::Cow;

use super::hash::hash;
use super::token::offset;

/// A map from words, and names of several words. It keeps the order in which they come, since that of the hashes is another
/// one in every process.
#[derive(Debug)]
pub(super) struct WordMap<T> {
    words: Vec<(Cow<'static, str>, T)>,
    /// One more than the place of the word to which a hash leads, or the next free one; as many as a power of two.
    slots: Vec<u32>,
    /// A bit for each first letter, by how long the words are: most others are none of them by that alone.
    letters: [u32; LENGTHS],
}

/// A list of words.
pub(super) type WordSet = WordMap<()>;

/// All words that are as long or longer share the last place of `letters`.
const LENGTHS: usize = 24;

impl<T> Default for WordMap<T> {
    fn default() -> WordMap<T> {
        WordMap { words: Vec::new(), slots: vec![0; 64], letters: [0; LENGTHS] }
    }
}

impl<T> WordMap<T> {
    #[inline]
    pub(super) fn get(&self, word: &str) -> Option<&T> {
        if self.may_have(word) { self.get_hashed(word, hash(word)) } else { None }
    }

    /// The same for whoever knows the hash of the word already.
    #[inline]
    pub(super) fn get_hashed(&self, word: &str, hash: u64) -> Option<&T> {
        self.words.get(self.slot(word, hash).0?).map(|(_, value)| value)
    }

    #[inline]
    pub(super) fn has(&self, word: &str) -> bool {
        self.get(word).is_some()
    }

    #[inline]
    fn may_have(&self, word: &str) -> bool {
        self.letters.get(length(word)).is_some_and(|letters| letters & letter(word) != 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.words.iter().map(|(word, value)| (&**word, value))
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(word, _)| word)
    }

    /// What a word leads to, made where it leads to nothing yet.
    pub(super) fn entry(&mut self, word: impl Into<Cow<'static, str>>, new: impl FnOnce() -> T) -> Option<&mut T> {
        let word = word.into();
        let place = match self.slot(&word, hash(&word)).0 {
            Some(place) => place,
            None => self.add(word, new()),
        };
        self.words.get_mut(place).map(|(_, value)| value)
    }

    fn add(&mut self, word: Cow<'static, str>, value: T) -> usize {
        // A quarter of the slots is filled at most, so that most other words meet an empty one.
        if 4 * (self.words.len() + 1) > self.slots.len() {
            self.slots = vec![0; 4 * self.slots.len()];
            for place in 0..self.words.len() {
                self.fill(place);
            }
        }
        if let Some(letters) = self.letters.get_mut(length(&word)) {
            *letters |= letter(&word);
        }
        self.words.push((word, value));
        self.fill(self.words.len() - 1);
        self.words.len() - 1
    }

    /// Lets the hash of a word lead to it.
    fn fill(&mut self, place: usize) {
        let Some(word) = self.words.get(place).map(|(word, _)| &**word) else { return };
        let free = self.slot(word, hash(word)).1;
        if let Some(slot) = self.slots.get_mut(free) {
            *slot = offset(place + 1);
        }
    }

    /// The place of a word, and the slot in which it stands, or would stand.
    #[inline]
    fn slot(&self, word: &str, hash: u64) -> (Option<usize>, usize) {
        let mask = self.slots.len().saturating_sub(1);
        let mut slot = usize::try_from(hash >> 40).unwrap_or_default() & mask;
        loop {
            let place = self.slots.get(slot).and_then(|place| (*place as usize).checked_sub(1));
            match place.and_then(|place| self.words.get(place)) {
                Some((own, _)) if **own == *word => return (place, slot),
                Some(_) => slot = (slot + 1) & mask,
                None => return (None, slot),
            }
        }
    }
}

impl<V> WordMap<Vec<V>> {
    /// Adds to the several things that a word leads to.
    pub(super) fn push(&mut self, word: impl Into<Cow<'static, str>>, value: V) {
        if let Some(known) = self.entry(word, Vec::new) {
            known.push(value);
        }
    }
}

impl WordSet {
    pub(super) fn of(words: impl IntoIterator<Item = &'static str>) -> WordSet {
        words.into_iter().map(|word| (word, ())).collect()
    }
}

fn length(word: &str) -> usize {
    word.len().min(LENGTHS - 1)
}

/// The bit of a word's first letter; all that is no small letter shares one.
fn letter(word: &str) -> u32 {
    match word.bytes().next() {
        Some(first @ b'a'..=b'z') => 1 << (first - b'a'),
        Some(_) => 1 << 31,
        None => 1 << 30,
    }
}

impl<W: Into<Cow<'static, str>>, T> FromIterator<(W, T)> for WordMap<T> {
    /// Of a word that comes twice the first counts.
    fn from_iter<I: IntoIterator<Item = (W, T)>>(words: I) -> WordMap<T> {
        let mut map = WordMap::default();
        for (word, value) in words {
            map.entry(word, || value);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_leads_to_its_own() {
        let words: Vec<String> = (0..1000).map(|number| format!("word {number}")).collect();
        let map: WordMap<usize> = words.iter().cloned().zip(0..).collect();
        assert!(words.iter().enumerate().all(|(at, word)| map.get(word) == Some(&at)));
        assert!(["", "word", "word 1000", "Word 1"].iter().all(|word| map.get(word).is_none()));
        assert!(map.words().eq(words.iter().map(String::as_str)));
        assert!(map.words.len() <= map.slots.len() / 4);
    }

    #[test]
    fn a_list_has_its_words_and_no_others() {
        let long = "the longest of all its words by far";
        let list = WordSet::of(["two", "ten", "1st", "é", long]);
        assert!(["two", "ten", "1st", "é", long].iter().all(|word| list.has(word)));
        assert!(
            ["", "too", "2nd", "twos", "è", "the longest of all its words so far"].iter().all(|word| !list.has(word))
        );
    }

    #[test]
    fn of_a_word_that_comes_twice_the_first_counts() {
        let map: WordMap<u8> = [("a", 1), ("b", 2), ("a", 3)].into_iter().collect();
        assert_eq!(map.iter().collect::<Vec<_>>(), [("a", &1), ("b", &2)]);
    }
}
