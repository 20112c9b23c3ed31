//! A flag of two words of which one is said and the other denied behind it: "delete it, but not permanently" for
//! `permanent_delete`, "ship it, but not by express" for `express_shipping`. One of them denied alone says nothing, and takes
//! back what was said before: "skip the wrapping" for `gift_wrap`.

use super::super::negation::is_negated;
use super::super::negator::{is_no, word_before};
use super::super::segment::Segment;
use super::super::stem::{Stems, Step};
use super::super::token::{Gap, Tokens};
use super::super::withdrawal::is_closed;

/// Between "not" and the word.
const SMALL: &[&str] =
    &["a", "an", "the", "my", "our", "any", "by", "for", "with", "to", "in", "as", "via", "me", "us", "them"];
const MOST_SMALL: usize = 3;

/// Before what shall not be.
const OFF: &[&str] =
    &["no", "without", "skip", "drop", "lose", "ditch", "omit", "remove", "scrap", "forget", "exclude", "cancel"];
/// Between them and it.
const DETERMINERS: &[&str] = &["a", "an", "the", "that", "this", "any", "all", "my"];

/// The most words and marks between the two.
const NEAR: usize = 12;

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

    /// Where the word stands that is denied.
    pub(super) fn denied(&self, segment: &Segment) -> Vec<(usize, usize)> {
        let (one, other) = (places(segment, &self.one), places(segment, &self.other));
        let mut denied = behind(&segment.tokens, &one, &other);
        denied.extend(behind(&segment.tokens, &other, &one));
        denied
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

fn behind(tokens: &Tokens, denied: &[(usize, usize)], said: &[(usize, usize)]) -> Vec<(usize, usize)> {
    denied.iter().copied().filter(|(first, last)| is_denied_behind(tokens, *first, *last, said)).collect()
}

/// Whether "but not" stands before the one, and the other before that in the same sentence.
fn is_denied_behind(tokens: &Tokens, first: usize, last: usize, said: &[(usize, usize)]) -> bool {
    let is_small = |at: &usize| tokens.word(*at).is_some_and(|word| SMALL.contains(&word));
    let small = (0..first).rev().take(MOST_SMALL).take_while(is_small).count();
    let Some(but) = (first - small).checked_sub(2) else { return false };
    let is_end = |at: usize| {
        matches!(tokens.mark(at), Some("." | "!" | "?" | ";"))
            || tokens.get(at).is_some_and(|next| next.gap == Gap::Line)
    };
    let nearest = said.get(..said.partition_point(|(_, end)| *end < but)).and_then(<[_]>::last);
    tokens.word(but) == Some("but")
        && tokens.word(but + 1) == Some("not")
        && nearest.is_some_and(|(start, end)| {
            but - end <= NEAR && !(end + 1..but).any(is_end) && !is_negated(tokens, *start)
        })
        // Who asks wishes nothing.
        && (last + 1..last + NEAR).find(|at| is_end(*at)).is_none_or(|at| tokens.mark(at) != Some("?"))
}
