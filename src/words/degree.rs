//! A value of an ordered scale by how far it goes: "strongest wind strength" and "wind strength at the maximum" for `HIGH` of
//! `LOW`, `MID`, `HIGH`, "volume on the lowest" for `quiet` of `quiet`, `normal`, `loud`: the rule `degree`.
//!
//! The word stands directly beside the slot's own words. It is one for any amount ("highest", "maximum", "least"), or one for
//! this kind of property or this scale ("fastest" for a speed). A word of another kind says nothing: the fastest is not the
//! loudest.

use super::inflection::{superlative, words_of_name};
use super::negator::{phrase_after, word_before};
use super::segment::Segment;
use super::subject::{Named, Subject, is_determiner};
use super::token::Tokens;

/// Names of values in their order, those in one step meaning the same.
const SCALES: &[&[&[&str]]] = &[
    &[
        &["lowest", "min", "minimum", "minimal", "very low"],
        &["low", "lo"],
        &["medium low"],
        &["medium", "mid", "med", "middle", "moderate", "normal", "average", "standard", "regular", "intermediate"],
        &["medium high"],
        &["high", "hi"],
        &["highest", "max", "maximum", "maximal", "very high", "critical", "urgent", "extreme", "full", "turbo"],
    ],
    &[
        &["very weak"],
        &["weak", "mild", "gentle", "light", "soft"],
        &["medium", "mid", "moderate", "normal"],
        &["strong", "intense", "heavy", "powerful"],
        &["very strong", "turbo", "max", "maximum"],
    ],
    &[&["very slow"], &["slow"], &["medium", "mid", "moderate", "normal"], &["fast", "quick"], &["very fast", "turbo"]],
    &[
        &["tiny", "extra small", "xs"],
        &["small", "little"],
        &["medium", "mid", "regular", "normal"],
        &["large", "big"],
        &["extra large", "xl", "huge"],
    ],
    &[&["very short"], &["short"], &["medium", "mid", "normal"], &["long"], &["very long"]],
    &[
        &["cheap", "inexpensive", "budget"],
        &["medium", "moderate", "mid"],
        &["expensive", "pricey"],
        &["very expensive", "luxury"],
    ],
    &[&["silent"], &["quiet", "soft"], &["medium", "moderate", "normal"], &["loud"], &["very loud"]],
    &[
        &["very easy"],
        &["easy", "beginner"],
        &["medium", "moderate", "normal", "intermediate"],
        &["hard", "difficult", "advanced"],
        &["very hard", "expert"],
    ],
    &[&["cold"], &["cool"], &["lukewarm"], &["warm"], &["hot"], &["very hot"]],
    &[&["dark"], &["dim"], &["medium", "normal"], &["bright"], &["very bright"]],
];

/// Values beside a scale, which are no step of it.
const NO_STEPS: &[&str] =
    &["off", "none", "no", "auto", "automatic", "manual", "custom", "default", "any", "unknown", "unspecified"];

/// What says the least, the most and the middle of any amount.
const LEAST: &[&str] = &["lowest", "least"];
const MOST: &[&str] = &["highest", "greatest", "utmost", "top", "full"];
const MINIMUM: &[&str] = &["minimum", "min", "minimal"];
const MAXIMUM: &[&str] = &["maximum", "max", "maximal"];
const MIDDLE: &[&str] = &["medium", "middle", "moderate", "average", "normal", "intermediate"];

/// Of these a maximum is a limit: "a maximum price of 50".
const LIMITED: &[&str] = &["price", "cost", "budget", "fare", "size", "length", "duration"];

/// Those that, before a bare thing, say which one it is: the top lamp, the lowest fan.
const OF_PROPERTY: &[&str] = &["lowest", "highest", "top", "full"];

/// What says the least and the most of properties of one kind, or of a scale with such a value.
const KINDS: &[(&[&str], &[&str], &[&str])] = &[
    (
        &["strength", "power", "force", "intensity", "pressure", "weak", "strong", "mild", "gentle"],
        &["weakest", "gentlest", "mildest", "lightest", "softest"],
        &["strongest", "most powerful", "most intense", "heaviest"],
    ),
    (&["speed", "pace", "slow", "fast"], &["slowest"], &["fastest", "quickest"]),
    (&["volume", "sound", "loudness", "noise", "quiet", "loud"], &["quietest", "softest"], &["loudest"]),
    (&["brightness", "dim", "bright"], &["dimmest", "darkest"], &["brightest"]),
    (&["temperature", "heat", "warmth", "cold", "hot"], &["coldest", "coolest"], &["hottest", "warmest"]),
    (
        &["price", "cost", "budget", "fare", "cheap", "expensive"],
        &["cheapest", "least expensive"],
        &["most expensive", "priciest"],
    ),
    (&["size", "small", "large"], &["smallest", "tiniest"], &["largest", "biggest"]),
    (&["length", "duration", "short", "long"], &["shortest", "briefest"], &["longest"]),
    (&["difficulty", "easy", "hard"], &["easiest", "least difficult"], &["hardest", "most difficult"]),
    (&["quality"], &["worst", "poorest"], &["best"]),
    (
        &["priority", "urgency", "importance", "severity"],
        &["least urgent", "least important"],
        &["most urgent", "most important"],
    ),
    (&["level", "flow", "frequency", "sensitivity", "volatility", "resolution", "humidity", "concentration"], &[], &[]),
];

/// Between a degree and the words that it is of: "the highest possible setting for the wind".
const BEFORE: &[&[&str]] =
    &[&["possible", "available"], &["level", "setting", "value"], &["of", "for", "on"], &["the", "my", "our", "its"]];

/// Between the words and their degree: "wind strength set to its highest".
const BEHIND: &[&str] = &[
    "to", "at", "on", "in", "be", "should", "as", "its", "the", "their", "a", "an", "set", "level", "setting", "up",
    "down",
];
const MOST_BEHIND: usize = 4;

/// What may follow a degree that stands behind: anything else would be what it is of.
const FOLLOWING: &[&str] = &[
    "and",
    "but",
    "or",
    "please",
    "with",
    "for",
    "in",
    "on",
    "at",
    "to",
    "from",
    "now",
    "while",
    "then",
    "so",
    "possible",
    "available",
    "level",
    "setting",
    "value",
    "speed",
    "strength",
    "power",
    "intensity",
    "mode",
    "as",
    "because",
    "since",
    "until",
    "when",
    "if",
    "by",
    "too",
    "also",
    "thanks",
    "thank",
    "today",
    "tonight",
    "again",
    "instead",
    "all",
    "the",
    "i",
    "it",
    "it's",
    "is",
];

/// Before a degree that is not reached.
const SHORT_OF: &[&str] = &[
    "second",
    "third",
    "next",
    "half",
    "below",
    "under",
    "above",
    "over",
    "than",
    "near",
    "nearly",
    "almost",
    "exceed",
    "exceeding",
    "from",
    "between",
    "beyond",
    "within",
    "what",
    "what's",
    "which",
];

/// The steps of an enum's values, and the slot's own words beside which a degree has to stand.
#[derive(Clone, Debug)]
pub(super) struct Degree {
    subject: Subject,
    /// What is said, and the value.
    said: Vec<(&'static str, usize)>,
    /// The superlatives of the values' own names, "highest" for `high`: they count anywhere, where the slot's words are not said.
    own: Vec<(String, usize)>,
}

/// A degree that is said: its first and last word, the value, and the rule.
pub(super) type Hit = (usize, usize, usize, &'static str);

/// The values that lie at the ends of a scale and in its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) least: usize,
    pub(crate) middle: Option<usize>,
    pub(crate) most: usize,
}

/// The ends of the scale that the values of an enum form; none where they form none.
pub(crate) fn ends(names: &[String]) -> Option<Ends> {
    let names: Vec<(usize, String)> = names.iter().map(|name| words_of_name(name).join(" ")).enumerate().collect();
    let names: Vec<&(usize, String)> = names.iter().filter(|(_, name)| !NO_STEPS.contains(&name.as_str())).collect();
    let step = |scale: &[&[&str]], name: &str| scale.iter().position(|step| step.contains(&name));
    SCALES.iter().find_map(|scale| {
        let mut steps: Vec<(usize, usize)> =
            names.iter().map(|(at, name)| Some((step(scale, name)?, *at))).collect::<Option<_>>()?;
        steps.sort_unstable();
        let is_ordered = steps.windows(2).all(|pair| matches!(pair, [(one, _), (other, _)] if one < other));
        let (least, most) = (steps.first()?.1, steps.last()?.1);
        let middle = match steps.as_slice() {
            [_, (_, middle), _] => Some(*middle),
            _ => None,
        };
        (is_ordered && steps.len() > 1).then_some(Ends { least, middle, most })
    })
}

impl Degree {
    /// The degrees of an enum's values, for the slot of this name and comment; none where the values form no scale.
    pub(super) fn new(names: &[String], name: &str, doc: &str) -> Option<Degree> {
        let Ends { least, middle, most } = ends(names)?;
        let subject = Subject::of(name, doc, |word| KINDS.iter().any(|(kinds, ..)| kinds.contains(&word)));
        let mut said = Vec::new();
        let mut add = |words: &[&'static str], value: usize| said.extend(words.iter().map(|word| (*word, value)));
        add(LEAST, least);
        add(MOST, most);
        if !subject.kind.as_deref().is_some_and(|kind| LIMITED.contains(&kind)) {
            add(MINIMUM, least);
            add(MAXIMUM, most);
        }
        if let Some(middle) = middle {
            add(MIDDLE, middle);
        }
        let kinds: Vec<String> = names.iter().map(|name| name.to_lowercase()).chain(subject.kind.clone()).collect();
        for (of, lowest, highest) in KINDS {
            if kinds.iter().any(|kind| of.contains(&kind.as_str())) {
                add(lowest, least);
                add(highest, most);
            }
        }
        let own = [least, most].into_iter().filter_map(|at| Some((superlative(names.get(at)?)?, at))).collect();
        Some(Degree { subject, said, own })
    }

    /// Where they are said.
    pub(super) fn hits(&self, segment: &Segment) -> Vec<Hit> {
        let tokens = &segment.tokens;
        let (mut hits, mut places) = (Vec::new(), None);
        let own = self.own.iter().map(|(own, value)| (own.as_str(), *value));
        for (phrase, value) in self.said.iter().copied().chain(own) {
            let word = phrase.split(' ').next().unwrap_or_default();
            for first in segment.places_of(word) {
                let Some(end) = phrase_after(tokens, first, &[phrase]).filter(|end| tokens.is_whole(first, end - 1))
                else {
                    continue;
                };
                let places: &Vec<Named> = places.get_or_insert_with(|| self.subject.places(segment));
                let is_own = || self.own.iter().any(|(own, _)| own == phrase);
                if places.is_empty() && is_own() {
                    hits.push((first, end - 1, value, "inflected"));
                } else if !is_short_of(tokens, first)
                    && places.iter().any(|named| is_beside(tokens, first, end, *named))
                {
                    hits.push((first, end - 1, value, "degree"));
                }
            }
        }
        hits
    }
}

/// Whether a degree stands directly before or behind the words of its slot.
fn is_beside(tokens: &Tokens, first: usize, end: usize, named: Named) -> bool {
    let word = tokens.text(first);
    if named.first >= end {
        if (MINIMUM.contains(&word) || MAXIMUM.contains(&word)) && has_number(tokens, named.last + 1) {
            return false;
        }
        return !(named.is_thing && OF_PROPERTY.contains(&word)) && passed(tokens, end, BEFORE) == named.first;
    }
    let behind = match tokens.mark(named.last + 1) {
        Some(":" | "=") => named.last + 2,
        _ => named.last + 1,
    };
    let is_near = first >= behind && first - behind <= MOST_BEHIND && word != "top";
    let is_linked = |at: usize| tokens.word(at).is_some_and(|word| BEHIND.contains(&word));
    is_near && (behind..first).all(is_linked) && tokens.word(end).is_none_or(|word| FOLLOWING.contains(&word))
}

/// Whether a number is said for the property: "a maximum wind strength of 5", not "for 5 minutes".
fn has_number(tokens: &Tokens, start: usize) -> bool {
    let words: Vec<&str> = (start..start + 3).map_while(|at| tokens.word(at)).collect();
    let number = words.iter().position(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    number.is_some_and(|at| {
        at.checked_sub(1).and_then(|at| words.get(at)).is_none_or(|word| !FOLLOWING.contains(word) || *word == "is")
    })
}

/// Behind one word of each list, in their order, where it stands there.
fn passed(tokens: &Tokens, start: usize, lists: &[&[&str]]) -> usize {
    lists.iter().fold(start, |at, list| at + usize::from(tokens.word(at).is_some_and(|word| list.contains(&word))))
}

/// Whether something less than the degree is said: "half the maximum", "at least", "5 min".
fn is_short_of(tokens: &Tokens, first: usize) -> bool {
    let mut end = first;
    while let Some((at, _)) = word_before(tokens, end).filter(|(_, word)| is_determiner(word) || *word == "is") {
        end = at;
    }
    word_before(tokens, end).is_some_and(|(_, word)| {
        let is_count = word.starts_with(|c: char| c.is_ascii_digit());
        SHORT_OF.contains(&word) || is_count || (word == "at" && end == first && tokens.word(first) == Some("least"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Family;

    fn said(names: &[&str], slot: &str, doc: &str, text: &str) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut family = Family::new(names.iter().map(|name| [name]));
        family.add_degrees(&names, slot, doc);
        let said = Segment::new(text).find_family(&family);
        said.into_iter().filter_map(|(at, _)| names.get(at).cloned()).collect()
    }

    const WIND: [&str; 3] = ["LOW", "HIGH", "MID"];

    #[test]
    fn a_degree_beside_the_slots_own_words_is_the_value_at_that_end() {
        for (text, value) in [
            ("with the strongest wind strength", "HIGH"),
            ("the strongest wind, please", "HIGH"),
            ("wind strength at maximum", "HIGH"),
            ("set the wind strength to the max", "HIGH"),
            ("put the wind strength on its lowest setting", "LOW"),
            ("the minimum level of wind strength", "LOW"),
            ("at full wind strength", "HIGH"),
            ("an average wind strength", "MID"),
            ("the weakest air flow", "LOW"),
            ("wind strength: max", "HIGH"),
            ("the maximum wind strength for 5 minutes", "HIGH"),
        ] {
            assert_eq!(said(&WIND, "windStrength", "The strength of the air flow.", text), [value], "{text}");
        }
    }

    #[test]
    fn a_degree_of_something_else_is_none() {
        for text in [
            "the strongest coffee, wind off",
            "not the highest wind strength",
            "the lowest price and some wind",
            "the fastest wind strength",
            "the loudest wind",
            "wind strength of the strongest storm",
            "wind strength to the maximum temperature",
            "half the maximum wind strength",
            "below the maximum wind strength",
            "wind strength for 5 min",
            "wind, at least",
            "the wind strength is at its highest, turn it down",
            "the second highest wind strength",
            "the wind. Strongest coffee",
            "what is the maximum wind strength?",
            "a maximum wind strength of 5",
        ] {
            assert_eq!(said(&WIND, "windStrength", "The strength of the air flow.", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_scale_has_words_of_its_own() {
        let volume = ["quiet", "normal", "loud"];
        assert_eq!(said(&volume, "volume", "", "volume on the lowest"), ["quiet"]);
        assert_eq!(said(&volume, "volume", "", "the loudest volume"), ["loud"]);
        assert_eq!(said(&volume, "volume", "", "the fastest volume"), [""; 0]);
        let speed = ["slow", "medium", "fast"];
        assert_eq!(said(&speed, "fan_speed", "", "the fan on max, please"), ["fast"]);
        assert_eq!(said(&speed, "fan_speed", "", "the fan at its fastest"), ["fast"]);
        assert_eq!(said(&speed, "fan_speed", "", "the loudest fan"), [""; 0]);
        assert_eq!(said(&["cheap", "expensive"], "price", "", "a maximum price of fifty"), [""; 0]);
        assert_eq!(said(&["cheap", "expensive"], "price", "", "the lowest price"), ["cheap"]);
        assert_eq!(said(&["low", "high"], "light_brightness", "", "the top light"), [""; 0]);
        assert_eq!(said(&["low", "high"], "light_brightness", "", "the lowest light"), [""; 0]);
        assert_eq!(said(&["low", "high"], "light_brightness", "", "the brightest light"), ["high"]);
    }

    #[test]
    fn only_the_ends_of_a_scale_are_its_extremes() {
        let ends = |names: &[&str]| super::ends(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(ends(&["LOW", "HIGH", "MID"]), Some(Ends { least: 0, middle: Some(2), most: 1 }));
        assert_eq!(ends(&["low", "medium", "high", "critical"]), Some(Ends { least: 0, middle: None, most: 3 }));
        assert_eq!(ends(&["auto", "small", "large"]), Some(Ends { least: 1, middle: None, most: 2 }));
        assert_eq!(ends(&["low", "small"]), None);
        assert_eq!(ends(&["red", "green"]), None);
        assert_eq!(ends(&["low", "lo"]), None);
        let priority = ["low", "medium", "high", "critical"];
        assert_eq!(said(&priority, "priority", "", "of the highest priority"), ["critical"]);
        assert_eq!(said(&["low", "high"], "priority", "", "the highest priority"), ["high"]);
        assert_eq!(said(&["low", "high"], "priority", "", "the highest of all"), ["high"]);
        assert_eq!(said(&["low", "high"], "priority", "", "the lowest price, of some priority"), [""; 0]);
    }
}
