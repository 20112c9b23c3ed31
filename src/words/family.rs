//! The phrases of one enum, boolean or set of effects: values that exclude each other.

use std::collections::BTreeMap;

use super::reading::Reading;
use super::search::{Bounds, Needle};
use super::token::Tokens;

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
    phrases: Vec<(usize, Needle)>,
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
                phrases.push((value, Needle::new(form)));
                if form.contains('_') {
                    phrases.extend([" ", "-"].map(|joint| (value, Needle::new(&form.replace('_', joint)))));
                }
            }
        }
        Family { phrases }
    }

    /// Every occurrence that no longer one covers in part, with its value, in order.
    pub(super) fn readings(&self, tokens: &Tokens) -> Vec<Reading<usize>> {
        let mut hits: Vec<_> = self
            .phrases
            .iter()
            .flat_map(|(value, phrase)| phrase.find(tokens, Bounds::Tokens).into_iter().map(move |hit| (hit, *value)))
            .collect();
        // Words, not letters, make a phrase the longer one; an underscore's form counts as what it covers.
        let width = |span: [usize; 2]| span[1] - span[0];
        let mut widest: BTreeMap<usize, usize> = BTreeMap::new();
        for (hit, _) in &hits {
            for at in hit.first..=hit.last {
                let most = widest.entry(at).or_insert(0);
                *most = width(hit.span).max(*most);
            }
        }
        hits.retain(|(hit, _)| widest.range(hit.first..=hit.last).all(|(_, most)| *most <= width(hit.span)));
        hits.sort_by_key(|(hit, value)| (hit.first, hit.last, *value));
        hits.dedup();
        hits.into_iter()
            .map(|(hit, value)| {
                let mut reading = Reading::new(tokens, value, hit.first, hit.last, "phrase");
                reading.mention.span = hit.span;
                reading
            })
            .collect()
    }
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
        let bag = Family::new([["with"], ["without"]]);
        assert_eq!(values(&bag, "without a bag"), [1]);
    }

    #[test]
    fn a_phrase_is_said_as_whole_words() {
        assert_eq!(Segment::new("Please SEND it").find_phrase("send").len(), 1);
        assert_eq!(Segment::new("the sender").find_phrase("send").len(), 0);
    }
}
