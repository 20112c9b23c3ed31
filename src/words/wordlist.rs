//! A list of words that most words are not in.

/// Words, sorted, with the first letters that they begin with by how long they are: one look tells of most other words that
/// they are none of these.
#[derive(Debug)]
pub(super) struct WordList {
    words: Vec<Box<str>>,
    /// A bit for each first letter, by length; a longer word is no word of a list.
    letters: [u32; MOST],
}

/// One more than the bytes of the longest word.
const MOST: usize = 24;

impl WordList {
    pub(super) fn new<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> WordList {
        let words = words.into_iter().filter(|word| !word.as_ref().is_empty()).map(|word| word.as_ref().into());
        let mut list = WordList { words: words.collect(), letters: [0; MOST] };
        list.words.sort_unstable();
        list.words.dedup();
        for word in &list.words {
            debug_assert!(word.len() < MOST, "{word}");
            if let Some(letters) = list.letters.get_mut(word.len()) {
                *letters |= letter(word);
            }
        }
        list
    }

    #[inline]
    pub(super) fn has(&self, word: &str) -> bool {
        self.letters.get(word.len()).is_some_and(|letters| letters & letter(word) != 0)
            && self.words.binary_search_by(|own| (**own).cmp(word)).is_ok()
    }
}

/// The bit of a word's first letter; digits and what is beyond ASCII share theirs.
fn letter(word: &str) -> u32 {
    match word.bytes().next() {
        Some(first @ b'a'..=b'z') => 1 << (first - b'a'),
        Some(_) => 1 << 31,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_its_words_and_no_others() {
        let list = WordList::new(["two", "ten", "1st", ""]);
        assert!(["two", "ten", "1st"].iter().all(|word| list.has(word)));
        assert!(["", "too", "2nd", "twos", "é"].iter().all(|word| !list.has(word)));
        assert!(!list.has(&"t".repeat(MOST)));
    }
}
