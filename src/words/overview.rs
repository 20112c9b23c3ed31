//! Which words the many messages of a conversation may hold: what stands in none of them is looked for in none.

use super::hash::hash;
use super::stem::{hash_beginning, without_possessive};
use super::token::Tokens;

/// How many numbers of 64 bits. Of ten thousand different words each seventh other one seems to be among them.
const PARTS: usize = 1 << 10;

/// A bit for each word, with its possessive and without, and one for how it begins.
#[derive(Clone, Debug)]
pub(super) struct Overview {
    words: Bits,
    beginnings: Bits,
}

impl Overview {
    pub(super) fn new<'t>(texts: impl Iterator<Item = &'t Tokens>) -> Overview {
        let mut overview = Overview { words: Bits::new(), beginnings: Bits::new() };
        for tokens in texts {
            for (at, token) in tokens.iter().filter(|(_, token)| token.is_word()) {
                let word = tokens.text(at);
                let stem = without_possessive(word);
                overview.words.add(token.hash);
                overview.beginnings.add(hash_beginning(word) as u32);
                if stem.len() < word.len() {
                    overview.words.add(hash(stem) as u32);
                }
            }
        }
        overview
    }

    /// Whether a word may be among them.
    pub(super) fn may_have(&self, word: &str) -> bool {
        self.words.may_have(hash(word) as u32)
    }

    /// Whether a word that begins like a stem may be among them.
    pub(super) fn may_have_like(&self, stem: &str) -> bool {
        self.beginnings.may_have(hash_beginning(stem) as u32)
    }
}

#[derive(Clone, Debug)]
struct Bits(Box<[u64]>);

impl Bits {
    fn new() -> Bits {
        Bits(vec![0; PARTS].into())
    }

    fn add(&mut self, hash: u32) {
        if let Some(part) = self.0.get_mut(hash as usize / 64 % PARTS) {
            *part |= 1 << (hash % 64);
        }
    }

    fn may_have(&self, hash: u32) -> bool {
        self.0.get(hash as usize / 64 % PARTS).is_some_and(|part| part >> (hash % 64) & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::words::{Conversation, Family};

    #[test]
    fn a_phrase_is_found_among_many_messages_in_all_its_forms() {
        let mut family = Family::new([vec!["economy class", "zinc"], vec!["page_view"], vec![]]);
        family.add_words(2, &["receive".to_owned(), "mail".to_owned()]);
        family.add_joined(1, "doubleclick");
        for (said, value) in [
            ("Economy class", 0),
            ("some zinc", 0),
            ("the zinc's price", 0),
            ("a page-view", 1),
            ("double click", 1),
            ("receiving mails", 2),
        ] {
            let mut talk = vec!["the other day"; 200];
            talk.push(said);
            let found = Conversation::new(talk.into_iter().map(|text| (text, true))).find_family(&family);
            assert_eq!(
                found.iter().map(|(value, said)| (*value, said.segment)).collect::<Vec<_>>(),
                [(value, 200)],
                "{said}"
            );
        }
        let talk = Conversation::new(
            ["the other class", "a page", "economy"].repeat(100).into_iter().map(|text| (text, true)),
        );
        assert_eq!(talk.find_family(&family), []);
    }

    #[test]
    fn a_long_message_is_looked_through_whatever_the_others_hold() {
        let long = format!("{}zinc", "and so on ".repeat(100));
        let talk =
            Conversation::new([vec!["the other day"; 200], vec![&long]].concat().into_iter().map(|text| (text, true)));
        assert_eq!(talk.find_family(&Family::new([["zinc"]])).len(), 1);
    }
}
