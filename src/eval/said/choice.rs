//! The values of enums and booleans: what is chosen among a few.

use crate::program::{EnumValue, Slot};
use crate::value::{Duration, Value};
use crate::words::{Flag, Listed, Segment, Thing, words_of_name};

use super::super::documented::{by_names, is_meant as is_code_meant};
use super::super::spoken;
use super::{Asked, Hit, Said, Text, slots};

/// Names of values that are words of any sentence: the code of Italy, the symbol of an inch.
const COMMON: &[&str] = &[
    "a", "am", "an", "as", "at", "be", "by", "do", "go", "he", "i", "if", "in", "is", "it", "me", "my", "of", "or",
    "so", "to", "us", "we",
];

/// Before one of several that are called by a letter.
const NAMING: &[&str] = &[
    "option", "choice", "type", "plan", "class", "grade", "answer", "variant", "group", "level", "tier", "size",
    "category",
];

/// Before an "on" that turns something on, and before one that turns nothing on.
const TURNING: &[&str] = &["turn", "turned", "turning", "switch", "switched", "switching", "power", "flip"];
const GOING: &[&str] =
    &["come", "go", "going", "goes", "went", "hold", "carry", "later", "now", "based", "depends", "move", "early"];

/// Behind what something shall be.
const BEHIND_STATE: &[&str] = &[
    "and", "but", "or", "please", "now", "at", "for", "until", "when", "if", "too", "again", "in", "while", "then",
    "by", "so",
];

/// Slots whose values are codes, by the words of their names.
const SYSTEMS: &[(&[&str], Listed)] = &[
    (&["lang", "language", "locale"], Listed::Languages),
    (&["country", "nation", "nationality"], Listed::Countries),
    (&["currency", "currencies"], Listed::Currencies),
    (&["state"], Listed::States),
    (&["airport", "iata"], Listed::Airports),
    (&["ticker"], Listed::Tickers),
];

impl Said<'_> {
    /// Every place where a text says one of the values of an enum, or of a boolean with phrases.
    pub(super) fn choice(&self, text: Text<'_>, values: &[EnumValue], value: &Value, asked: Asked<'_>) -> Vec<Hit> {
        let own = value.to_string();
        let is_alike = |each: &&EnumValue| each.value.to_string().to_lowercase() == own.to_lowercase();
        // `AA` and `Aa` are two values: how it is written says which.
        let is_written = values.iter().filter(is_alike).count() > 1;
        let is_common = COMMON.contains(&&*own.to_lowercase());
        let is_on = own.eq_ignore_ascii_case("on");
        let doc = asked.doc();
        let system = asked.slot.and_then(|slot| system(values, &slot.name, doc));
        let is_value = |(index, hit): &(usize, Hit)| {
            values.get(*index).is_some_and(|each| each.value == *value)
                && (!is_written || text.slice(hit) == Some(&*own))
                && (!is_on || is_state(text, hit))
                && match system {
                    Some(_) => is_code_meant(text, hit, &own),
                    None => !is_common || is_meant(text, hit, &own, asked),
                }
                && (hit.read_as != "abbreviated" || is_comparing(text, hit))
        };
        let name = asked.slot.map(|slot| &*slot.name).unwrap_or_default();
        let said = text.family(&spoken::family(values, name, asked.doc())).into_iter();
        let mut hits: Vec<Hit> = said.filter(is_value).map(|(_, hit)| hit).collect();
        let is_named = values.iter().any(|each| each.value == *value && each.phrases.is_empty());
        if is_named && !is_written && hits.is_empty() {
            // Of its own spelling the phrases have judged.
            let is_other = |hit: &Hit| text.slice(hit).is_some_and(|said| said.to_lowercase() != own.to_lowercase());
            hits = text.spellings(&own.replace('_', " ")).into_iter().filter(is_other).collect();
        }
        if is_named && hits.is_empty() {
            hits = length(&own).map(|length| text.durations_equal(length)).unwrap_or_default();
        }
        if is_named && let Some(listed) = system {
            hits.extend(listed.by_code(&own).map(|row| by_names(text, listed, row)).unwrap_or_default());
        }
        let Some(slot) = asked.slot else { return hits };
        if let Some((flag, said)) = spoken::switch(values, value, &slot.name) {
            let flags = text.flags(&flag);
            // "no, with gift wrap please" answers something else.
            if flags.iter().any(|(own, _)| *own != said) {
                hits.clear();
            }
            hits.extend(flags.into_iter().filter(|(own, _)| *own == said).map(|(_, hit)| hit));
            hits.extend(self.set(text, slot, said, true));
            text.retain_wished(&mut hits, flag.wants(said));
        } else if let Value::Bool(value) = value {
            text.retain_wished(&mut hits, wants(Some(slot), *value));
        }
        hits
    }

    /// Every place where a text says a boolean without phrases.
    pub(super) fn boolean(&self, text: Text<'_>, value: bool, asked: Asked<'_>) -> Vec<Hit> {
        let Some(slot) = asked.slot else { return Vec::new() };
        let flag = Flag::new(&slot.name);
        let said = flag.as_ref().map(|flag| text.flags(flag)).unwrap_or_default().into_iter();
        let mut hits: Vec<Hit> = said.filter(|(said, _)| *said == value).map(|(_, hit)| hit).collect();
        hits.extend(self.set(text, slot, value, false));
        hits.extend(text.told(value, asked.doc()));
        text.retain_wished(&mut hits, flag.map_or(value, |flag| flag.wants(value)));
        hits
    }

    /// Where the thing of a switch is turned on or off, or set to something, which turns it on. An enum of two values like
    /// `on` and `off` is a switch whatever it is called.
    fn set(&self, text: Text<'_>, slot: &Slot, value: bool, is_switch: bool) -> Vec<Hit> {
        let names: Vec<String> =
            self.tool.into_iter().flat_map(slots).flat_map(|slot| spoken::names(&slot.ty)).collect();
        let doc = slot.doc.as_deref().unwrap_or_default();
        let thing = Thing::new(&slot.name, doc, is_switch, names.iter().map(String::as_str));
        let said = thing.map(|thing| text.things(&thing)).unwrap_or_default().into_iter();
        said.filter(|(said, _)| *said == value).map(|(_, hit)| hit).collect()
    }
}

/// Whether a common word is the name of a value where it stands: in capitals in a text that is not, behind a number or a
/// word like "option", or in quotation marks.
fn is_meant(text: Text<'_>, hit: &Hit, own: &str, asked: Asked<'_>) -> bool {
    let said = text.slice(hit).unwrap_or_default();
    if said.to_lowercase() != own.to_lowercase() {
        return true;
    }
    let before = text.before(hit).unwrap_or_default().trim_end();
    let is_marked = before.ends_with(['"', '\'', '“', '`']) || before.ends_with(|c: char| c.is_ascii_digit());
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let is_capital = said.chars().all(char::is_uppercase) && (own.len() > 1 || said == own);
    let is_shouted = || text.segment(hit.segment).is_none_or(|segment| !segment.text().chars().any(char::is_lowercase));
    let is_called = || asked.slot.is_some_and(|slot| words_of_name(&slot.name).contains(&word));
    is_marked || NAMING.contains(&&*word) || is_called() || (is_capital && !is_shouted())
}

/// Whether an "on" is what something shall be, and not where something is: "switch it on", "turn on the lamp".
fn is_state(text: Text<'_>, hit: &Hit) -> bool {
    let before = text.before(hit).unwrap_or_default().trim_end().to_lowercase();
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let behind = text.behind(hit).unwrap_or_default().to_lowercase();
    let next = behind.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_end = next.is_empty() || BEHIND_STATE.contains(&next);
    !before.is_empty() && (TURNING.contains(&word) || (is_end && !GOING.contains(&word)))
}

/// "over 500" compares, "over there" does not.
fn is_comparing(text: Text<'_>, hit: &Hit) -> bool {
    spoken::compares_number(text.slice(hit).unwrap_or_default(), text.behind(hit).unwrap_or_default())
}

/// The length of time that the name of a value is: `4h`.
fn length(name: &str) -> Option<Duration> {
    let figures = name.starts_with(|c: char| c.is_ascii_digit());
    let said = figures.then(|| Segment::new(name).durations())?;
    match said.as_slice() {
        [(length, mention)] if mention.span == [0, name.chars().count()] => Some(*length),
        _ => None,
    }
}

/// The system of codes of which all values are, for a slot that is called after it.
fn system(values: &[EnumValue], slot: &str, doc: &str) -> Option<Listed> {
    let mut words = words_of_name(slot);
    words.extend(words_of_name(doc));
    let (_, listed) = SYSTEMS.iter().find(|(names, _)| words.iter().any(|word| names.contains(&word.as_str())))?;
    let is_code = |each: &EnumValue| {
        let name = each.value.to_string();
        listed.by_code(&name).is_some_and(|row| row.codes.iter().any(|code| code.eq_ignore_ascii_case(&name)))
    };
    (values.len() > 1 && values.iter().all(is_code)).then_some(*listed)
}

/// Whether who says a boolean for a slot wants something to be.
pub(super) fn wants(slot: Option<&Slot>, value: bool) -> bool {
    slot.and_then(|slot| Flag::new(&slot.name)).map_or(value, |flag| flag.wants(value))
}
