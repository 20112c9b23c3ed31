//! The phrases of one enum, boolean or set of effects: values that exclude each other.

use std::collections::BTreeMap;

use super::degree::Degree;
use super::negation::Stance;
use super::overview::Overview;
use super::reading::Reading;
use super::search::{Bounds, Hit, Needle};
use super::segment::Segment;
use super::stem::{Stems, Step};
use super::token::{Gap, Tokens};

/// Values with the phrases that say them. Among the phrases of one family a longer one takes a shorter one with it:
/// "basic economy" does not say `economy`. A correction ("economy, no, business") goes through the whole family.
///
/// ```
/// use chk::words::{Family, Segment};
/// let cabin = Family::new([["basic_economy"], ["economy"], ["business"]]);
/// let said = Segment::new("Basic economy, please").find_family(&cabin);
/// assert_eq!(said.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [0]);
/// ```
#[derive(Clone, Debug)]
pub struct Family {
    /// A phrase and the place of its value.
    phrases: Vec<(usize, Needle, &'static str)>,
    /// The stems of a phrase's words, where its forms count too.
    inflected: Vec<(usize, Stems, &'static str)>,
    derived: Vec<(usize, Stems)>,
    /// The two words of names in one, `doubleclick`, `SEV2`, that may be written as two.
    joined: Vec<(usize, [String; 2])>,
    /// Where the values are steps of a scale.
    degree: Option<Degree>,
}

impl Family {
    /// The phrases of each value, in the order of the values. A phrase is found as whole words, folded; one with `_`
    /// in it, as names have them, also with blanks or hyphens instead.
    pub fn new<V, P>(values: V) -> Family
    where
        V: IntoIterator<Item = P>,
        P: IntoIterator,
        P::Item: AsRef<str>,
    {
        let mut phrases = Vec::new();
        for (value, forms) in values.into_iter().enumerate() {
            for form in forms {
                let form = form.as_ref();
                phrases.push((value, Needle::new(form), "phrase"));
                if form.contains('_') {
                    let joined = |joint| (value, Needle::new(&form.replace('_', joint)), "phrase");
                    phrases.extend([" ", "-"].map(joined));
                }
            }
        }
        Family { phrases, inflected: Vec::new(), derived: Vec::new(), joined: Vec::new(), degree: None }
    }

    /// Other words for a value, in any inflection.
    pub fn add_phrase(&mut self, value: usize, phrase: &str, read_as: &'static str) {
        self.phrases.push((value, Needle::new(phrase), read_as));
        let stems = Stems::new(Step::Inflected, phrase.to_lowercase().split_whitespace());
        self.inflected.push((value, stems, read_as));
    }

    /// The words of a value's name in any form: inflected, and made into an adjective or a noun.
    pub fn add_words(&mut self, value: usize, words: &[String]) {
        if words.len() > 1 {
            let joined = |joint| (value, Needle::new(&words.join(joint)), "name");
            self.phrases.extend([" ", "-", ""].map(joined));
        }
        let stems = |step| Stems::new(step, words.iter().map(String::as_str));
        self.inflected.push((value, stems(Step::Inflected), "inflected"));
        self.derived.push((value, stems(Step::Derived)));
    }

    /// A value's name in one word, which may be said as two: "double click", "sev 2".
    pub fn add_joined(&mut self, value: usize, name: &str) {
        if name.len() > 3 && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            let name = name.to_ascii_lowercase();
            self.joined.extend(halves(&name).map(|(one, other)| (value, [one.to_owned(), other.to_owned()])));
        }
    }

    /// What says how far along a scale the values of these names lie, beside the words of the slot's name and comment.
    pub fn add_degrees(&mut self, names: &[String], slot: &str, doc: &str) {
        self.degree = Degree::new(names, slot, doc);
    }

    /// Whether one of the values may be said where no other words stand.
    pub(super) fn may_be_among(&self, words: &Overview) -> bool {
        self.degree.is_some()
            || self.phrases.iter().any(|(_, phrase, _)| phrase.words().all(|word| words.may_have(word)))
            || self.inflected.iter().any(|(_, stems, _)| stems.may_be_among(words))
            || self.derived.iter().any(|(_, stems)| stems.may_be_among(words))
            || self.joined.iter().any(|(_, halves)| halves.iter().all(|word| words.may_have(word)))
    }

    /// Every occurrence that no longer one covers in part, with its value, in order. A form that may be one of two values
    /// is none of them, and where a phrase itself stands no form of another is looked for.
    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<usize>> {
        let tokens = &segment.tokens;
        // How far a reading is from the phrase itself: 0 the phrase, 1 an inflection, 2 a derivation.
        let mut hits: Vec<(Hit, usize, &'static str, u8)> = Vec::new();
        // Pushed one by one, since most are looked for in vain.
        for (value, phrase, read_as) in &self.phrases {
            for hit in segment.find(phrase, Bounds::Tokens) {
                hits.push((hit, *value, read_as, 0));
            }
        }
        let hit = |(first, last): (usize, usize)| Hit { first, last, span: tokens.span(first, last) };
        for (value, stems, read_as) in &self.inflected {
            for place in segment.find_stems(stems) {
                hits.push((hit(place), *value, read_as, 1));
            }
        }
        for (value, stems) in &self.derived {
            for place in segment.find_stems(stems) {
                hits.push((hit(place), *value, "derived", 2));
            }
        }
        for (value, [one, other]) in &self.joined {
            for place in together(segment, one, other) {
                hits.push((hit(place), *value, "name", 0));
            }
        }
        for (first, last, value, read_as) in self.degree.iter().flat_map(|degree| degree.hits(segment)) {
            hits.push((hit((first, last)), value, read_as, 1));
        }
        if hits.is_empty() {
            return Vec::new();
        }
        // Words, not letters, make a phrase the longer one; an underscore's form counts as what it covers.
        let width = |span: [usize; 2]| span[1] - span[0];
        let mut widest: BTreeMap<usize, usize> = BTreeMap::new();
        let mut nearest: BTreeMap<(usize, usize), u8> = BTreeMap::new();
        for (hit, _, _, distance) in &hits {
            for at in hit.first..=hit.last {
                let most = widest.entry(at).or_insert(0);
                *most = width(hit.span).max(*most);
            }
            let least = nearest.entry((hit.first, hit.last)).or_insert(*distance);
            *least = (*distance).min(*least);
        }
        hits.retain(|(hit, _, _, distance)| {
            widest.range(hit.first..=hit.last).all(|(_, most)| *most <= width(hit.span))
                && nearest.get(&(hit.first, hit.last)) == Some(distance)
        });
        hits.sort_by_key(|(hit, value, _, _)| (hit.first, hit.last, *value));
        hits.dedup_by_key(|(hit, value, _, _)| (hit.first, hit.last, *value));
        let mut values_at: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for (hit, ..) in &hits {
            *values_at.entry((hit.first, hit.last)).or_insert(0) += 1;
        }
        hits.retain(|(hit, _, _, distance)| *distance == 0 || values_at.get(&(hit.first, hit.last)) == Some(&1));
        hits.into_iter()
            .map(|(hit, value, read_as, _)| {
                let mut reading = Reading::new(tokens, value, hit.first, hit.last, read_as);
                reading.mention.span = hit.span;
                if reading.stance == Stance::Said && is_too_dear(tokens, hit.last) {
                    reading.stance = Stance::Negated;
                }
                reading
            })
            .collect()
    }
}

/// The two words that a word may be written as: of three letters and more each, or letters and figures.
fn halves(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_figures = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (2..name.len()).filter_map(|at| name.split_at_checked(at)).filter(move |(one, other)| {
        is_letters(one) && (is_figures(other) || (is_letters(other) && one.len() > 2 && other.len() > 2))
    })
}

/// Where two words stand one behind the other, with a blank or a hyphen between.
fn together(segment: &Segment, one: &str, other: &str) -> Vec<(usize, usize)> {
    let tokens = &segment.tokens;
    let places = if segment.places_of(other).is_empty() { Vec::new() } else { segment.places_of(one) };
    let behind = places.into_iter().filter_map(|first| {
        let is_hyphen = tokens.text(first + 1) == "-" && tokens.is_glued(first + 1) && tokens.is_glued(first + 2);
        let last = if is_hyphen { first + 2 } else { first + 1 };
        let is_near = is_hyphen || tokens.get(last).is_some_and(|token| token.gap == Gap::Blank);
        (is_near && tokens.word(last) == Some(other) && tokens.is_whole(first, last)).then_some((first, last))
    });
    behind.collect()
}

/// "comfort is too pricey" chooses something else.
fn is_too_dear(tokens: &Tokens, last: usize) -> bool {
    let verb = last + 1 + usize::from(tokens.word(last + 1) == Some("would"));
    matches!(tokens.word(verb), Some("is" | "are" | "was" | "be" | "seems"))
        && tokens.word(verb + 1) == Some("too")
        && matches!(tokens.word(verb + 2), Some("expensive" | "pricey" | "costly" | "dear" | "much"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Segment;

    fn values(family: &Family, text: &str) -> Vec<usize> {
        Segment::new(text).find_family(family).iter().map(|(value, _)| *value).collect()
    }

    #[test]
    fn a_longer_phrase_takes_a_shorter_one_with_it() {
        let cabin = Family::new([["basic_economy"], ["economy"], ["business"]]);
        assert_eq!(values(&cabin, "basic economy"), [0]);
        assert_eq!(values(&cabin, "Basic_Economy"), [0]);
        assert_eq!(values(&cabin, "basic-economy"), [0]);
        assert_eq!(values(&cabin, "economy, the basic one"), [1]);
        assert_eq!(values(&cabin, "basic economy or economy"), [0, 1]);
        assert_eq!(values(&cabin, "economy class, not basic economy"), [1]);
        let said = Segment::new("basic economy").find_phrases_longest(&["basic economy", "economy"]);
        assert_eq!(said.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn a_correction_goes_through_the_family() {
        let cabin = Family::new([["economy"], ["business"]]);
        assert_eq!(values(&cabin, "economy for Bob. No, make it business"), [1]);
        assert_eq!(values(&cabin, "business, not economy"), [1]);
        assert_eq!(values(&cabin, "business is too expensive, economy"), [0]);
        assert_eq!(values(&cabin, "business. Business is too much"), [0; 0]);
        assert_eq!(values(&cabin, "business is too good"), [1]);
        let bag = Family::new([["with"], ["without"]]);
        assert_eq!(values(&bag, "without a bag"), [1]);
    }

    #[test]
    fn a_phrase_is_said_as_whole_words() {
        assert_eq!(Segment::new("Please SEND it").find_phrase("send").len(), 1);
        assert_eq!(Segment::new("the sender").find_phrase("send").len(), 0);
    }
}
