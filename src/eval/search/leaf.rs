//! A slot of one value, and a list of such values.

use crate::program::{Slot, SourceSpec, Type, Words};
use crate::value::Value;
use crate::verdict::{Evidence, Reason, SourceKind};

use super::super::accept::{self, Misfit};
use super::super::expr::View;
use super::super::operate;
use super::super::said::{Asked, Hit};
use super::super::standing::Standing;
use super::ambiguous::{ambiguous, stranger};
use super::measured::{Measured, measured};
use super::trail::{MOST_CANDIDATES, Trail};
use super::{At, answer, blocked, conflict, end, is_bearable, part, preset, quote, recorded, refused};

/// A slot of one value.
pub(super) fn leaf(at: &At<'_>, slot: &Slot, proposal: Option<&Value>, view: &View<'_>) -> Standing {
    let mut trail = Trail::default();
    let accepted = match proposal.map(|value| accept::accept(slot, value, view)) {
        None => None,
        Some(Ok(value)) => Some(value),
        Some(Err(Misfit::Undecided(unknown))) => {
            trail.hang(unknown);
            None
        }
        Some(Err(Misfit::Violates(why))) => {
            trail.violation = Some(why);
            None
        }
    };
    // A proposal that is refused for itself is a proposal all the same: only an answer replaces it.
    let is_refused = proposal.is_some() && accepted.is_none();
    for source in &slot.sources {
        let settled = match &source.kind {
            SourceSpec::UserAnswer => answer(at, slot, &slot.sources, view),
            SourceSpec::Instruction(words) => {
                instruction(at, slot, words, source.unambiguous, accepted.as_ref(), is_refused, &mut trail, view)
            }
            SourceSpec::Preset(steps) => match preset(steps, view) {
                Ok(Some((value, path))) => single(
                    at,
                    slot,
                    &value,
                    Found::new(SourceKind::Preset, Evidence::Preset(path)),
                    accepted.as_ref(),
                    &mut trail,
                    view,
                ),
                Ok(None) => None,
                Err(unknown) => {
                    trail.hang(unknown);
                    None
                }
            },
            SourceSpec::Measured { read, text } => {
                match measured(at, slot, read, text.as_ref(), proposal.is_some(), &mut trail, view) {
                    Measured::Failed => break,
                    Measured::Nothing => None,
                    Measured::One(value, evidence) => {
                        let found = Found::new(SourceKind::Measured, evidence);
                        single(at, slot, &value, found, accepted.as_ref(), &mut trail, view)
                    }
                    Measured::Set(set) => member(slot, set, source.unambiguous, accepted.as_ref(), &mut trail, view),
                    Measured::Texts(texts) => inside(slot, texts, text.as_ref(), accepted.as_ref(), &mut trail, view),
                }
            }
            SourceSpec::PriorState(name, steps) => match recorded(slot, name, steps, accepted.as_ref(), view) {
                Ok(Some((value, record, origin))) => {
                    let found = Found { origin, ..Found::new(SourceKind::PriorState, Evidence::Record { record }) };
                    single(at, slot, &value, found, accepted.as_ref(), &mut trail, view)
                }
                Ok(None) => None,
                Err(unknown) => {
                    trail.hang(unknown);
                    None
                }
            },
        };
        if let Some(standing) = settled {
            return standing;
        }
    }
    end(at, slot, proposal, trail, view)
}

/// Which source a value comes from.
#[derive(Clone)]
struct Found {
    source: SourceKind,
    origin: SourceKind,
    evidence: Evidence,
}

impl Found {
    fn new(source: SourceKind, evidence: Evidence) -> Found {
        Found { source, origin: source, evidence }
    }

    fn bears(self, value: Value) -> Standing {
        let mut standing = Standing::known(value, self.source, Some(self.evidence));
        standing.origin_source = Some(self.origin);
        standing
    }
}

/// A source that yields one value fills the slot, or contradicts the proposal.
fn single(
    at: &At<'_>,
    slot: &Slot,
    value: &Value,
    found: Found,
    accepted: Option<&Value>,
    trail: &mut Trail,
    view: &View<'_>,
) -> Option<Standing> {
    if trail.violation.is_some() {
        trail.holds_value = true;
        return None;
    }
    match accept::accept(slot, value, view) {
        Err(misfit) => {
            let mut standing = refused(misfit, None, view);
            standing.found = Some(value.clone());
            standing.note = standing.note.map(|note| format!("{note}, and `{}` comes from {}", at.name, found.source));
            Some(standing)
        }
        Ok(value) => match accepted {
            Some(proposed) if operate::equal(proposed, &value, view.zone()) != Some(true) => {
                let mut standing = conflict(proposed, &value);
                standing.evidence = Some(found.evidence);
                Some(standing)
            }
            _ => Some(found.bears(value)),
        },
    }
}

/// A set never fills: the proposal must be one of its values.
fn member(
    slot: &Slot,
    set: Vec<(Value, Evidence)>,
    unambiguous: bool,
    accepted: Option<&Value>,
    trail: &mut Trail,
    view: &View<'_>,
) -> Option<Standing> {
    let of_type: Vec<(Value, Evidence)> = set
        .into_iter()
        .filter_map(|(value, evidence)| Some((accept::accept(slot, &value, view).ok()?, evidence)))
        .collect();
    trail.holds_value |= !of_type.is_empty();
    let Some(proposed) = accepted else {
        of_type.iter().for_each(|(value, _)| trail.candidate(value));
        return None;
    };
    let own = of_type.iter().position(|(value, _)| operate::equal(value, proposed, view.zone()) == Some(true))?;
    let other = of_type.iter().find(|(value, _)| operate::equal(value, proposed, view.zone()) != Some(true));
    if let (true, Some(_)) = (unambiguous, other) {
        return Some(ambiguous(proposed, of_type.iter().map(|(value, _)| value), "the source holds", view));
    }
    let (value, evidence) = of_type.into_iter().nth(own)?;
    Some(Found::new(SourceKind::Measured, evidence).bears(value))
}

/// The value inside a running text that was measured.
fn inside(
    slot: &Slot,
    texts: Vec<(String, Evidence)>,
    words: Option<&Words>,
    accepted: Option<&Value>,
    trail: &mut Trail,
    view: &View<'_>,
) -> Option<Standing> {
    let words = words?;
    for (text, evidence) in texts {
        let segment = crate::words::Segment::new(&text);
        // Any words of it are a text, so the model can do better; of other types only what reads as one.
        trail.holds_value |= match slot.ty.base() {
            Type::Text => !text.trim().is_empty(),
            _ => !view.scene.said.readings_in(&segment, &slot.ty).is_empty(),
        };
        let Some(proposed) = accepted else { continue };
        if let Some((span, read_as)) = view.scene.said.bears_in(&segment, proposed, Asked::slot(slot), words) {
            let evidence = match evidence {
                Evidence::Observation { lookup, observation, path, of, .. } => {
                    Evidence::Observation { lookup, observation, path, of, read: Some((span, read_as)) }
                }
                other => other,
            };
            return Some(Found::new(SourceKind::Measured, evidence).bears(proposed.clone()));
        }
    }
    None
}

/// The person's words.
#[expect(clippy::too_many_arguments, reason = "one search in its whole context, called from one place")]
fn instruction(
    at: &At<'_>,
    slot: &Slot,
    words: &Words,
    unambiguous: bool,
    accepted: Option<&Value>,
    is_refused: bool,
    trail: &mut Trail,
    view: &View<'_>,
) -> Option<Standing> {
    let said = &view.scene.said;
    if is_refused {
        trail.said.extend(said.places(&slot.ty));
        return None;
    }
    if let Some(standing) = quote::quoted(at, slot, words, accepted, view) {
        return Some(standing);
    }
    if words.quoted {
        trail.said.extend(said.places(&slot.ty));
        return None;
    }
    if words.whole {
        trail.said.extend(said.places(&slot.ty));
        return whole(at, slot, words, accepted, view);
    }
    let readings = said.readings(&slot.ty);
    let spent = view.scene.spent(at);
    let known = |value: &Value, hit: &Hit| {
        let others = readings.iter().map(|(other, _)| other);
        let others = others.filter(|other| operate::equal(other, value, view.zone()) != Some(true));
        (others.take(MOST_CANDIDATES).cloned().collect::<Vec<Value>>(), hit.clone())
    };
    let settle = |value: &Value, hit: &Hit| {
        let (others, hit) = known(value, hit);
        if unambiguous && !others.is_empty() {
            return ambiguous(value, readings.iter().map(|(value, _)| value), "the words hold", view);
        }
        Found::new(SourceKind::Instruction, hit.evidence(others)).bears(value.clone())
    };
    match accepted {
        Some(value) => {
            if !is_bearable(value) {
                trail.said.extend(said.places(&slot.ty));
                return None;
            }
            if let Some(hit) = said.bears(value, Asked::slot(slot), words, &spent, view) {
                return Some(settle(value, &hit));
            }
            // One phrase alone was said, and it says another value.
            match said.fills(&slot.ty, words, &spent).as_slice() {
                [(other, hit)] => {
                    let mut standing = conflict(value, other);
                    standing.evidence = Some(hit.evidence(Vec::new()));
                    Some(standing)
                }
                _ => {
                    trail.said.extend(said.places(&slot.ty));
                    readings.iter().for_each(|(value, _)| trail.candidate(value));
                    said.days_to_offer(&slot.ty, words).iter().for_each(|day| trail.candidate(day));
                    None
                }
            }
        }
        None => {
            let fills = said.fills(&slot.ty, words, &spent);
            match fills.as_slice() {
                [(value, hit)] => match accept::accept(slot, value, view) {
                    Ok(value) => Some(settle(&value, hit)),
                    Err(misfit) => Some(refused(misfit, Some(value), view)),
                },
                _ => {
                    fills.iter().for_each(|(value, _)| trail.candidate(value));
                    trail.said.extend(said.places(&slot.ty));
                    readings.iter().for_each(|(value, _)| trail.candidate(value));
                    said.days_to_offer(&slot.ty, words).iter().for_each(|day| trail.candidate(day));
                    None
                }
            }
        }
    }
}

/// The last user segment as it stands: it fills.
fn whole(at: &At<'_>, slot: &Slot, words: &Words, accepted: Option<&Value>, view: &View<'_>) -> Option<Standing> {
    let (segment, text) = view.scene.latest()?;
    let stripped = match words.strip {
        Some(pattern) => super::super::pattern::strip(view.scene.program, pattern, text).into_owned(),
        None => text.to_owned(),
    };
    if stripped.is_empty() {
        return None;
    }
    let evidence = Evidence::Words { segment, span: (0, text.chars().count()), read_as: "whole", others: Vec::new() };
    let mut trail = Trail::default();
    let found = Found::new(SourceKind::Instruction, evidence);
    single(at, slot, &Value::text(stripped), found, accepted, &mut trail, view)
}

/// A list of values that are no objects: as a whole where a source yields one list, element by element in words and
/// sets.
pub(super) fn list(at: &At<'_>, slot: &Slot, inner: &Type, proposal: Option<&Value>, view: &View<'_>) -> Standing {
    let accepted = match proposal.map(|value| accept::accept(slot, value, view)) {
        Some(Ok(Value::List(list))) => list,
        _ => return leaf(at, slot, proposal, view),
    };
    let mut trail = Trail::default();
    let mut borne: Vec<Option<Standing>> = vec![None; accepted.len()];
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
            SourceSpec::PriorState(name, steps) => match recorded(slot, name, steps, Some(&whole), view) {
                Ok(found) => found.map(|(value, record, origin)| {
                    (value, Found { origin, ..Found::new(SourceKind::PriorState, Evidence::Record { record }) })
                }),
                Err(unknown) => return blocked(unknown, view),
            },
            SourceSpec::Instruction(words) => {
                let spent = view.scene.spent(at);
                for (place, value) in borne.iter_mut().zip(accepted.iter()) {
                    if place.is_none()
                        && is_bearable(value)
                        && !words.quoted
                        && !words.whole
                        && let Some(hit) =
                            view.scene.said.bears(value, Asked::slot(slot).as_type(inner), words, &spent, view)
                    {
                        let found = Found::new(SourceKind::Instruction, hit.evidence(Vec::new()));
                        *place = Some(found.bears(value.clone()));
                    }
                }
                let readings = view.scene.said.readings(inner);
                trail.said.extend(view.scene.said.places(inner));
                let values = readings.iter().map(|(value, _)| value);
                if let Some(other) = stranger(values, &accepted, view).filter(|_| source.unambiguous) {
                    return conflict(&whole, other);
                }
                None
            }
            SourceSpec::Measured { read, text } => {
                match measured(at, slot, read, text.as_ref(), proposal.is_some(), &mut trail, view) {
                    Measured::Failed => break,
                    Measured::One(value, evidence) => Some((value, Found::new(SourceKind::Measured, evidence))),
                    Measured::Nothing | Measured::Texts(_) => None,
                    Measured::Set(set) => {
                        trail.holds_value = true;
                        let values: Vec<Value> =
                            set.iter().filter_map(|(value, _)| accept::read(inner, value, view).ok()).collect();
                        if let Some(other) = stranger(values.iter(), &accepted, view).filter(|_| source.unambiguous) {
                            return conflict(&whole, other);
                        }
                        for (place, value) in borne.iter_mut().zip(accepted.iter()).filter(|(place, _)| place.is_none())
                        {
                            let same = |each: &&(Value, Evidence)| {
                                accept::read(inner, &each.0, view)
                                    .is_ok_and(|own| operate::equal(&own, value, view.zone()) == Some(true))
                            };
                            if let Some((_, evidence)) = set.iter().find(same) {
                                let found = Found::new(SourceKind::Measured, evidence.clone());
                                *place = Some(found.bears(value.clone()));
                            }
                        }
                        None
                    }
                }
            }
        };
        if let Some((value, found)) = found
            && let Some(standing) = single(at, slot, &value, found, Some(&whole), &mut trail, view)
        {
            return standing;
        }
        if !accepted.is_empty() && borne.iter().all(Option::is_some) {
            let mut standing = Standing::settled(Some(Value::List(accepted.clone())));
            let first = borne.iter().flatten().next();
            standing.source = first.and_then(|first| first.source);
            standing.origin_source = first.and_then(|first| first.origin_source);
            standing.parts = borne
                .into_iter()
                .flatten()
                .enumerate()
                .map(|(index, standing)| part(format!("[{index}]"), slot, standing, view))
                .collect();
            return standing;
        }
    }
    let missing: Vec<String> = borne
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
