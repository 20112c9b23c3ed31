//! What a slot is about, by its name and its comment: a property ("wind strength", "volume") and the thing that has it
//! ("wind", "air flow"). What the person says directly beside these words is said of this slot.

use super::flag::SETTINGS;
use super::inflection::words_of_name;
use super::segment::Segment;
use super::stem::{Stems, Step};

/// What a name or a comment begins with and people leave out.
const OPENINGS: &[&str] = &[
    "the",
    "a",
    "an",
    "current",
    "currently",
    "target",
    "desired",
    "new",
    "preferred",
    "default",
    "selected",
    "requested",
    "set",
    "required",
    "chosen",
];

/// The most words of a thing.
const MOST: usize = 3;

/// The words of a slot's property and of the thing that has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Subject {
    properties: Vec<Stems>,
    things: Vec<Stems>,
    /// What kind of property it is: "strength", "speed".
    pub(super) kind: Option<String>,
}

/// A place where a slot's own words stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    pub(super) first: usize,
    pub(super) last: usize,
    /// The thing alone, without its property.
    pub(super) is_thing: bool,
}

impl Subject {
    /// The subject of a slot. `is_kind` tells the words for properties that many things have.
    pub(super) fn of(name: &str, doc: &str, is_kind: impl Fn(&str) -> bool) -> Subject {
        let mut subject = Subject::default();
        let mut words = words_of_name(name);
        let is_setting = |words: &[String]| words.last().is_some_and(|word| SETTINGS.contains(&word.as_str()));
        let was_setting = is_setting(&words);
        while is_setting(&words) {
            words.pop();
        }
        while words.len() > 1 && words.first().is_some_and(|word| OPENINGS.contains(&word.as_str())) {
            words.remove(0);
        }
        match words.split_last() {
            Some((kind, thing)) if is_kind(kind) => {
                subject.kind = Some(kind.clone());
                subject.add_thing(thing);
                subject.properties.push(stems(&words));
            }
            Some(_) if was_setting => subject.add_thing(&words),
            Some(_) => subject.properties.push(stems(&words)),
            None => {}
        }
        subject.read(doc, is_kind);
        subject
    }

    fn add_thing(&mut self, words: &[String]) {
        if !words.is_empty() {
            self.things.push(stems(words));
        }
    }

    /// "The strength of the air flow", "The volume level".
    fn read(&mut self, doc: &str, is_kind: impl Fn(&str) -> bool) {
        let first = doc.split(['.', ',', ';', ':', '(', '\n']).next().unwrap_or_default().to_lowercase();
        let words: Vec<&str> = first.split_whitespace().skip_while(|word| OPENINGS.contains(word)).collect();
        let Some((kind, mut rest)) = words.split_first() else { return };
        let is_own = is_kind(kind);
        if !is_own && !SETTINGS.contains(kind) {
            return;
        }
        if is_own {
            self.kind.get_or_insert_with(|| (*kind).to_owned());
        }
        rest = rest.strip_prefix(&["level"]).or_else(|| rest.strip_prefix(&["setting"])).unwrap_or(rest);
        match rest.split_first() {
            Some((of, thing)) if matches!(*of, "of" | "for") => {
                let thing: Vec<String> =
                    thing.iter().skip_while(|word| is_determiner(word)).map(|word| (*word).to_owned()).collect();
                if thing.len() <= MOST {
                    self.add_thing(&thing);
                }
            }
            None if is_own => self.properties.push(stems(&[(*kind).to_owned()])),
            _ => {}
        }
    }

    /// Where its words stand.
    pub(super) fn places(&self, segment: &Segment) -> Vec<Named> {
        let find = |names: &[Stems], is_thing: bool| {
            let found = names.iter().flat_map(|stems| segment.find_stems(stems));
            found.map(|(first, last)| Named { first, last, is_thing }).collect::<Vec<_>>()
        };
        let mut places = find(&self.properties, false);
        places.extend(find(&self.things, true));
        places.sort_unstable();
        places
    }
}

fn stems(words: &[String]) -> Stems {
    Stems::new(Step::Inflected, words.iter().map(String::as_str))
}

/// Before a noun.
pub(super) fn is_determiner(word: &str) -> bool {
    matches!(
        word,
        "the" | "a" | "an" | "my" | "our" | "your" | "this" | "that" | "these" | "those" | "all" | "both" | "its"
    )
}
