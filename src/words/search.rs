//! Looking for a text among the words and marks of another, in one pass however the two repeat themselves.

use super::letter::OPAQUE;
use super::lexicon::Lexicon;
use super::sketch::Sketch;
use super::token::Tokens;

/// Where an occurrence has to begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bounds {
    /// At the ends of tokens: `a-b` holds no `a`. The last word may stand in the possessive.
    Tokens,
    /// At the ends of words: `a-b` holds an `a`, `can't` no `can`.
    Words,
}

/// A text to look for, read once.
#[derive(Clone, Debug)]
pub(super) struct Needle {
    tokens: Tokens,
    /// For each length of a part found: the longest shorter part that is found with it (Knuth, Morris and Pratt).
    fallback: Vec<usize>,
    /// Whether there is a word in it.
    has_word: bool,
}

/// An occurrence: its first and last word or mark, and its Unicode scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    pub first: usize,
    pub last: usize,
    pub span: [usize; 2],
}

impl Needle {
    /// Reads a text to look for. One in which nothing is to be seen, or something else than is written, is never found.
    pub(super) fn new(text: &str) -> Needle {
        Needle::of(Tokens::new(text))
    }

    /// The same for a text that has been read.
    pub(super) fn of(tokens: Tokens) -> Needle {
        let mut tokens = tokens;
        if tokens.iter().any(|(at, _)| tokens.text(at).contains(OPAQUE)) {
            tokens = Tokens::default();
        }
        let mut fallback = vec![0; tokens.len()];
        let mut found = 0;
        for at in 1..tokens.len() {
            while found > 0 && !agree(&tokens, found, &tokens, at) {
                found = fallback.get(found - 1).copied().unwrap_or(0);
            }
            if agree(&tokens, found, &tokens, at) {
                found += 1;
            }
            if let Some(slot) = fallback.get_mut(at) {
                *slot = found;
            }
        }
        let has_word = tokens.iter().any(|(_, token)| token.is_word());
        Needle { tokens, fallback, has_word }
    }

    /// Whether it is words and blanks alone.
    pub(super) fn is_words(&self) -> bool {
        self.tokens.iter().all(|(_, token)| token.is_word())
    }

    /// Its words.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        (0..self.tokens.len()).filter_map(|at| self.tokens.word(at))
    }

    /// Every occurrence, in order; they may overlap.
    pub(super) fn find(&self, text: &Tokens, bounds: Bounds) -> Vec<Hit> {
        let Some(last) = self.tokens.len().checked_sub(1) else { return Vec::new() };
        let mut hits = Vec::new();
        // How many words and marks before the last one end here. The last one is compared apart, for its possessive.
        let mut found = 0;
        for (at, _) in text.iter() {
            if found == last {
                hits.extend(self.hit(text, at, bounds));
                found = self.shorter(found);
            }
            if last == 0 {
                continue;
            }
            while found > 0 && !agree(&self.tokens, found, text, at) {
                found = self.shorter(found);
            }
            if agree(&self.tokens, found, text, at) {
                found += 1;
            }
        }
        hits
    }

    /// Which words it has.
    pub(super) fn sketch(&self) -> &Sketch {
        self.tokens.sketch()
    }

    /// The same by an index of the text: where one of its words stands nowhere there is none, and where its first word is
    /// rare only those places are compared.
    pub(super) fn find_by(&self, text: &Tokens, lexicon: &Lexicon, bounds: Bounds) -> Vec<Hit> {
        if !self.words().all(|word| lexicon.knows(text, word)) {
            return Vec::new();
        }
        let (Some(offset), Some(last)) =
            (self.tokens.iter().position(|(_, token)| token.is_word()), self.tokens.len().checked_sub(1))
        else {
            return self.find(text, bounds);
        };
        let word = self.tokens.text(offset);
        let mut places: Vec<usize> = lexicon.places(text, word).collect();
        // The last word may stand in the possessive.
        if offset == last {
            places.extend(lexicon.possessives(text, word));
            places.sort_unstable();
        }
        if places.len().saturating_mul(self.tokens.len()) > text.len() {
            return self.find(text, bounds);
        }
        let hit = |place: usize| {
            let first = place.checked_sub(offset)?;
            (0..last)
                .all(|at| agree(&self.tokens, at, text, first + at))
                .then(|| self.hit(text, first + last, bounds))
                .flatten()
        };
        places.into_iter().filter_map(hit).collect()
    }

    /// Whether marks without a word stand for themselves: in quotation marks or brackets, or, where they are not those
    /// that close a sentence, between blanks. The full stop of "do it." says no `.`.
    fn stands_alone(&self, text: &Tokens, first: usize, last: usize) -> bool {
        let is_closing =
            self.tokens.iter().all(|(at, _)| matches!(self.tokens.text(at), "." | "," | ":" | ";" | "!" | "?" | "-"));
        let is_wrap = |at: Option<usize>| {
            at.and_then(|at| text.mark(at))
                .is_some_and(|mark| matches!(mark, "\"" | "'" | "“" | "”" | "«" | "»" | "(" | ")" | "[" | "]"))
        };
        let is_blank = |at: usize| text.get(at).is_none_or(|token| token.gap.is_blank());
        let (is_wrapped_before, is_wrapped_after) = (is_wrap(first.checked_sub(1)), is_wrap(Some(last + 1)));
        if is_closing {
            return is_wrapped_before && is_wrapped_after && !is_blank(first) && !is_blank(last + 1);
        }
        (is_wrapped_before || is_blank(first)) && (is_wrapped_after || is_blank(last + 1))
    }

    /// Whether brackets stand directly beside others: `(x+1)` in `(x+1)(x-1)`.
    fn is_factor(&self, text: &Tokens, first: usize, last: usize) -> bool {
        let is_at = |at: usize, bracket: &str| text.mark(at) == Some(bracket);
        let is_joined = |at: usize| text.get(at).is_some_and(|token| !token.gap.is_blank());
        (is_at(first, "(") && is_at(last, ")"))
            && ((is_joined(last + 1) && is_at(last + 1, "("))
                || (is_joined(first) && first.checked_sub(1).is_some_and(|before| is_at(before, ")"))))
    }

    /// The longest shorter part that ends where a part of this length ends.
    fn shorter(&self, found: usize) -> usize {
        found.checked_sub(1).and_then(|at| self.fallback.get(at)).copied().unwrap_or(0)
    }

    /// The occurrence whose last word or mark stands at `at`, where all before it is found.
    fn hit(&self, text: &Tokens, at: usize, bounds: Bounds) -> Option<Hit> {
        let last = self.tokens.len().checked_sub(1)?;
        let first = at.checked_sub(last)?;
        let token = text.get(at)?;
        let mut end = token.end;
        if !agree(&self.tokens, last, text, at) {
            end = token.stem_end();
            let is_stem = bounds == Bounds::Tokens
                && end < token.end
                && text.text(at).strip_suffix("'s") == Some(self.tokens.text(last));
            if !is_stem || !(last == 0 || same_gap(&self.tokens, last, text, at)) {
                return None;
            }
        }
        let span = [text.get(first)?.start as usize, end as usize];
        let is_bounded = match bounds {
            Bounds::Words => true,
            Bounds::Tokens => text.is_whole(first, at) && (self.has_word || self.stands_alone(text, first, at)),
        };
        (is_bounded && !self.is_factor(text, first, at)).then_some(Hit { first, last: at, span })
    }
}

/// Whether the text at `b` is what the needle has at `a`. What stands before the needle's first word is not compared.
fn agree(needle: &Tokens, a: usize, text: &Tokens, b: usize) -> bool {
    let hash = |tokens: &Tokens, at| tokens.get(at).map(|token| token.hash);
    hash(needle, a) == hash(text, b) && needle.text(a) == text.text(b) && (a == 0 || same_gap(needle, a, text, b))
}

/// White space is alike, and where the needle has none there must be none.
fn same_gap(needle: &Tokens, a: usize, text: &Tokens, b: usize) -> bool {
    let gap = |tokens: &Tokens, at| tokens.get(at).map(|token| token.gap.is_blank());
    gap(needle, a) == gap(text, b)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn firsts(needle: &str, text: &str) -> Vec<usize> {
        Needle::new(needle).find(&Tokens::new(text), Bounds::Tokens).iter().map(|hit| hit.first).collect()
    }

    #[test]
    fn white_space_is_alike_and_only_where_there_is_some() {
        assert_eq!(firsts("new york", "New\n  York"), [0]);
        assert_eq!(firsts("new york", "newyork"), [0; 0]);
        assert_eq!(firsts("a , b", "a, b"), [0; 0]);
    }

    #[test]
    fn occurrences_may_overlap() {
        assert_eq!(firsts("a b a", "a b a b a"), [0, 2]);
        assert_eq!(firsts("a a", "a a a a"), [0, 1, 2]);
    }

    #[test]
    fn nothing_is_found_nowhere() {
        for needle in ["", "  ", "\u{200b}", "\u{202e}a"] {
            assert_eq!(firsts(needle, "a b"), [0; 0]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The same as comparing at every place.
        #[test]
        fn one_pass_finds_what_a_search_at_every_place_finds(needle in "[ab](( |-)[ab]){0,4}", text in "([ab]( |-)){0,24}[ab]") {
            let (n, t) = (Needle::new(&needle), Tokens::new(&text));
            let all: Vec<usize> = (0..t.len())
                .filter(|first| (0..n.tokens.len()).all(|at| agree(&n.tokens, at, &t, first + at)))
                .filter(|first| t.is_whole(*first, first + n.tokens.len() - 1))
                .collect();
            prop_assert_eq!(firsts(&needle, &text), all.clone());
            let by_index = n.find_by(&t, &Lexicon::new(&t), Bounds::Tokens);
            prop_assert_eq!(by_index.iter().map(|hit| hit.first).collect::<Vec<_>>(), all);
        }
    }
}
