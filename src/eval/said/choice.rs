//! The values of enums and booleans: what is chosen among a few.

use crate::program::{EnumValue, Slot};
use crate::value::Value;
use crate::words::{Flag, Thing};

use super::super::spoken;
use super::{Asked, Hit, Said, Text, slots};

impl Said<'_> {
    /// Every place where a text says one of the values of an enum, or of a boolean with phrases.
    pub(super) fn choice(&self, text: Text<'_>, values: &[EnumValue], value: &Value, asked: Asked<'_>) -> Vec<Hit> {
        let own = value.to_string();
        let is_alike = |each: &&EnumValue| each.value.to_string().to_lowercase() == own.to_lowercase();
        // `AA` and `Aa` are two values: how it is written says which.
        let is_written = values.iter().filter(is_alike).count() > 1;
        let is_value = |(index, hit): &(usize, Hit)| {
            values.get(*index).is_some_and(|each| each.value == *value)
                && (!is_written || text.slice(hit) == Some(&*own))
        };
        let name = asked.slot.map(|slot| &*slot.name).unwrap_or_default();
        let said = text.family(&spoken::family(values, name, asked.doc())).into_iter();
        let mut hits: Vec<Hit> = said.filter(is_value).map(|(_, hit)| hit).collect();
        let is_named = values.iter().any(|each| each.value == *value && each.phrases.is_empty());
        if is_named && !is_written && hits.is_empty() {
            // Of its own spelling the phrases have judged.
            let is_other = |hit: &Hit| text.slice(hit).is_some_and(|said| said.to_lowercase() != own.to_lowercase());
            hits = text.spellings(&own).into_iter().filter(is_other).collect();
        }
        let Some(slot) = asked.slot else { return hits };
        if let Some((flag, said)) = spoken::switch(values, value, &slot.name) {
            let flags = text.flags(&flag).into_iter();
            hits.extend(flags.filter(|(own, _)| *own == said).map(|(_, hit)| hit));
            if said {
                hits.extend(self.set(text, slot, true));
            }
        }
        hits
    }

    /// Every place where a text says a boolean without phrases.
    pub(super) fn boolean(&self, text: Text<'_>, value: bool, asked: Asked<'_>) -> Vec<Hit> {
        let Some(slot) = asked.slot else { return Vec::new() };
        let said = Flag::new(&slot.name).map(|flag| text.flags(&flag)).unwrap_or_default().into_iter();
        let mut hits: Vec<Hit> = said.filter(|(said, _)| *said == value).map(|(_, hit)| hit).collect();
        if value {
            hits.extend(self.set(text, slot, false));
        }
        hits.extend(text.told(value, asked.doc()));
        hits
    }

    /// Where the thing that a switch turns on is set to something. An enum of two values like `on` and `off` is a switch
    /// whatever it is called.
    fn set(&self, text: Text<'_>, slot: &Slot, is_switch: bool) -> Vec<Hit> {
        let names: Vec<String> =
            self.tool.into_iter().flat_map(slots).flat_map(|slot| spoken::names(&slot.ty)).collect();
        let doc = slot.doc.as_deref().unwrap_or_default();
        let thing = Thing::new(&slot.name, doc, is_switch, names.iter().map(String::as_str));
        thing.map(|thing| text.things(&thing)).unwrap_or_default()
    }
}
