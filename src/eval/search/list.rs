//! A list of values that are no objects: as a whole where a source yields one list, element by element in words, in
//! running texts, in sets and in single values.

use crate::program::{Slot, SourceSpec, Type};
use crate::value::Value;
use crate::verdict::{Evidence, Reason, SourceKind};

use super::super::accept;
use super::super::expr::View;
use super::super::operate;
use super::super::said::{Asked, Hit};
use super::super::spent::Spent;
use super::super::standing::Standing;
use super::ambiguous::stranger;
use super::leaf::{Found, inside, leaf, single};
use super::measured::{Measured, measured};
use super::trail::Trail;
use super::{At, answer, blocked, conflict, end, is_bearable, part, preset, recorded};

/// The proposed elements, each with what bears it out.
struct Elements<'l> {
    values: &'l [Value],
    inner: &'l Type,
    borne: Vec<Option<Standing>>,
}

impl Elements<'_> {
    /// Asks for each element that nothing bears out yet.
    fn bear(&mut self, mut bears: impl FnMut(&Value) -> Option<Standing>) {
        for (place, value) in self.borne.iter_mut().zip(self.values).filter(|(place, _)| place.is_none()) {
            *place = bears(value);
        }
    }

    /// Those that are one of these values.
    fn bear_members(&mut self, set: &[(Value, Found)], view: &View<'_>) {
        let inner = self.inner;
        self.bear(|value| {
            let same = |each: &&(Value, Found)| {
                accept::read(inner, &each.0, view)
                    .is_ok_and(|own| operate::equal(&own, value, view.zone()) == Some(true))
            };
            set.iter().find(same).map(|(_, found)| found.clone().bears(value.clone()))
        });
    }
}

/// A list is known where one source yields it as a whole, or where each element is borne out by some source.
pub(super) fn list(at: &At<'_>, slot: &Slot, inner: &Type, proposal: Option<&Value>, view: &View<'_>) -> Standing {
    let accepted = match proposal.map(|value| accept::accept(slot, value, view)) {
        Some(Ok(Value::List(list))) => list,
        _ => return leaf(at, slot, proposal, view),
    };
    let mut trail = Trail::default();
    let mut elements = Elements { values: &accepted, inner, borne: vec![None; accepted.len()] };
    let whole = Value::List(accepted.clone());
    for source in &slot.sources {
        let found = match &source.kind {
            SourceSpec::UserAnswer => match answer(at, slot, &slot.sources, view) {
                Some(standing) => return standing,
                None => continue,
            },
            SourceSpec::Preset(steps) => match preset(steps, view) {
                Ok(found) => found.map(|(value, path)| (value, Found::new(SourceKind::Preset, Evidence::Preset(path)))),
                Err(unknown) => return blocked(unknown, view),
            },
            SourceSpec::PriorState(read) => match recorded(slot, read, Some(&whole), view) {
                Ok(found) => found.map(|(value, record, origin)| {
                    (value, Found { origin, ..Found::new(SourceKind::PriorState, Evidence::Record { record }) })
                }),
                Err(unknown) => return blocked(unknown, view),
            },
            SourceSpec::Instruction(words) => {
                let spent = Spent::new(view.scene, at);
                if !words.quoted && !words.whole {
                    elements.bear(|value| {
                        let asked = Asked::slot(slot).as_type(inner);
                        let hit = view.scene.said.bears(value, asked, words, &spent, view);
                        let found = Found::new(SourceKind::Instruction, hit?.evidence(Vec::new()));
                        is_bearable(value).then(|| found.bears(value.clone()))
                    });
                }
                if source.unambiguous {
                    let places: Vec<(Value, Hit)> = view.scene.said.places(inner).collect();
                    if let Some(other) = stranger(places.iter().map(|(value, _)| value), &accepted, view) {
                        return conflict(&whole, other);
                    }
                }
                trail.said = Some(inner.clone());
                None
            }
            SourceSpec::Measured { read, text } => {
                match measured(at, slot, read, text.as_deref(), proposal.is_some(), &mut trail, view) {
                    Measured::Failed => break,
                    Measured::One(value, evidence) => Some((value, Found::new(SourceKind::Measured, evidence))),
                    Measured::Nothing => None,
                    Measured::Texts(texts) => {
                        let asked = Asked::slot(slot).as_type(inner);
                        elements.bear(|value| {
                            let value = Some(value).filter(|value| is_bearable(value));
                            inside(asked, &texts, text.as_deref(), value, &mut trail, view)
                        });
                        None
                    }
                    Measured::Set(set) => {
                        trail.holds_value = true;
                        let values: Vec<Value> =
                            set.iter().filter_map(|(value, _)| accept::read(inner, value, view).ok()).collect();
                        if let Some(other) = stranger(values.iter(), &accepted, view).filter(|_| source.unambiguous) {
                            return conflict(&whole, other);
                        }
                        let found = |(value, evidence)| (value, Found::new(SourceKind::Measured, evidence));
                        elements.bear_members(&set.into_iter().map(found).collect::<Vec<_>>(), view);
                        None
                    }
                }
            }
        };
        match found {
            // One value that could stand in the list bears that element out, and says nothing of the others.
            Some((value, found)) if is_element(&value, inner, view) => {
                trail.holds_value = true;
                elements.bear_members(&[(value, found)], view);
            }
            Some((value, found)) => {
                if let Some(standing) = single(at, slot, &value, found, Some(&whole), &mut trail, view) {
                    return standing;
                }
            }
            None => {}
        }
        if !accepted.is_empty() && elements.borne.iter().all(Option::is_some) {
            let mut standing = Standing::settled(Some(Value::List(accepted.clone())));
            let first = elements.borne.iter().flatten().next();
            standing.source = first.and_then(|first| first.source);
            standing.origin_source = first.and_then(|first| first.origin_source);
            standing.parts = elements
                .borne
                .into_iter()
                .flatten()
                .enumerate()
                .map(|(index, standing)| part(format!("[{index}]"), slot, standing, view))
                .collect();
            return standing;
        }
    }
    let missing: Vec<String> = elements
        .borne
        .iter()
        .zip(accepted.iter())
        .filter(|(place, _)| place.is_none())
        .map(|(_, value)| format!("`{value}`"))
        .collect();
    let has_note = trail.note.is_some() || trail.unknown.is_some();
    let mut standing = end(at, slot, proposal, trail, view);
    if standing.reason == Some(Reason::NotBorneOut) && !missing.is_empty() && !has_note {
        standing.note = Some(format!("nothing bears out {}", missing.join(", ")));
    }
    standing
}

/// Whether a value is no list itself and could be one of the list's elements.
pub(super) fn is_element(value: &Value, inner: &Type, view: &View<'_>) -> bool {
    let opened =
        matches!(value, Value::List(_)) || matches!(value, Value::Text(text) if text.trim_start().starts_with('['));
    !opened && accept::read(inner, value, view).is_ok()
}
