//! A flag of two words of which one alone is denied: that says nothing, and takes back what was said before ("skip the wrapping"
//! for `gift_wrap`).

use super::super::negation::is_negated;
use super::super::negator::{is_no, word_before};
use super::super::segment::Segment;
use super::super::stem::{Stems, Step};
use super::super::withdrawal::is_closed;

/// Before what shall not be.
const OFF: &[&str] =
    &["no", "without", "skip", "drop", "lose", "ditch", "omit", "remove", "scrap", "forget", "exclude", "cancel"];
/// Between them and it.
const DETERMINERS: &[&str] = &["a", "an", "the", "that", "this", "any", "all", "my"];

/// The two words of a name, each in its forms.
#[derive(Clone, Debug)]
pub(super) struct Parted {
    one: Vec<Stems>,
    other: Vec<Stems>,
}

impl Parted {
    pub(super) fn new(one: &str, other: &str) -> Parted {
        Parted { one: forms(one), other: forms(other) }
    }

    /// Where one of the two is denied by itself.
    pub(super) fn withdrawn(&self, segment: &Segment) -> Vec<usize> {
        let tokens = &segment.tokens;
        let is_off = |first: usize| {
            let mut before = word_before(tokens, first);
            while let Some((at, _)) = before.filter(|(_, word)| DETERMINERS.contains(word)) {
                before = word_before(tokens, at);
            }
            let is_affirmed = |at: usize| word_before(tokens, at).is_some_and(|(_, word)| is_no(word));
            is_negated(tokens, first) || before.is_some_and(|(at, word)| OFF.contains(&word) && !is_affirmed(at))
        };
        let is_alone = |last: usize| {
            is_closed(tokens, last + 1) || matches!(tokens.word(last + 1), Some("it" | "them" | "that" | "this"))
        };
        let all = [&self.one, &self.other].into_iter().flat_map(|forms| places(segment, forms));
        all.filter(|(first, last)| is_alone(*last) && is_off(*first)).map(|(first, _)| first).collect()
    }
}

/// A word's stems, and those of its adverb where that leaves another: "permanently".
fn forms(word: &str) -> Vec<Stems> {
    let adverb = Some(format!("{word}ly")).filter(|_| word.ends_with("ent") || word.ends_with("ant"));
    [Some(word.to_owned()), adverb].iter().flatten().map(|word| Stems::new(Step::Derived, [word.as_str()])).collect()
}

fn places(segment: &Segment, forms: &[Stems]) -> Vec<(usize, usize)> {
    let mut places: Vec<(usize, usize)> = forms.iter().flat_map(|stems| segment.find_stems(stems)).collect();
    places.sort_unstable();
    places
}
