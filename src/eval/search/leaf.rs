//! A slot of one value.

use crate::program::{Slot, SourceSpec, Type, Words};
use crate::value::Value;
use crate::verdict::{Evidence, SourceKind};

use super::super::accept::{self, Misfit};
use super::super::expr::View;
use super::super::operate;
use super::super::said::{Asked, Hit};
use super::super::spent::Spent;
use super::super::standing::Standing;
use super::ambiguous::ambiguous;
use super::list::is_element;
use super::measured::{Measured, measured};
use super::trail::{MOST_CANDIDATES, Trail};
use super::{At, answer, conflict, end, is_answerable, is_bearable, preset, quote, recorded, refused};

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
                match measured(at, slot, read, text.as_deref(), proposal.is_some(), &mut trail, view) {
                    Measured::Failed => break,
                    Measured::Nothing => None,
                    Measured::One(value, evidence) => {
                        let found = Found::new(SourceKind::Measured, evidence);
                        single(at, slot, &value, found, accepted.as_ref(), &mut trail, view)
                    }
                    Measured::Set(set) => member(slot, set, source.unambiguous, accepted.as_ref(), &mut trail, view),
                    Measured::Texts(texts) => {
                        inside(Asked::slot(slot), &texts, text.as_deref(), accepted.as_ref(), &mut trail, view)
                    }
                }
            }
            SourceSpec::PriorState(read) => match recorded(slot, read, accepted.as_ref(), view) {
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
pub(super) struct Found {
    pub(super) source: SourceKind,
    pub(super) origin: SourceKind,
    pub(super) evidence: Evidence,
}

impl Found {
    pub(super) fn new(source: SourceKind, evidence: Evidence) -> Found {
        Found { source, origin: source, evidence }
    }

    pub(super) fn bears(self, value: Value) -> Standing {
        let mut standing = Standing::known(value, self.source, Some(self.evidence));
        standing.origin_source = Some(self.origin);
        standing
    }
}

/// A source that yields one value fills the slot, or contradicts the proposal.
pub(super) fn single(
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
    // One value that could stand in a list is not the list, which somebody can still name.
    if let Type::List(inner) = slot.ty.base()
        && slot.sources.iter().any(is_answerable)
        && is_element(value, inner, view)
    {
        trail.candidate(value);
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
pub(super) fn inside(
    asked: Asked<'_>,
    texts: &[(String, Evidence)],
    words: Option<&Words>,
    accepted: Option<&Value>,
    trail: &mut Trail,
    view: &View<'_>,
) -> Option<Standing> {
    let words = words?;
    for (text, evidence) in texts {
        let segment = crate::words::Segment::new(text);
        // Any words of it are a text, so the model can do better; of other types only what reads as one.
        trail.holds_value |= match asked.ty.base() {
            Type::Text => !text.trim().is_empty(),
            _ => !view.scene.said.readings_in(&segment, asked.ty).is_empty(),
        };
        let Some(proposed) = accepted else { continue };
        if let Some((span, read_as)) = view.scene.said.bears_in(&segment, proposed, asked, words) {
            let evidence = match evidence.clone() {
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
        trail.said = Some(slot.ty.clone());
        return None;
    }
    if let Some(standing) = quote::quoted(at, slot, words, accepted, view) {
        return Some(standing);
    }
    if words.quoted {
        trail.said = Some(slot.ty.clone());
        return None;
    }
    if words.whole {
        trail.said = Some(slot.ty.clone());
        return whole(at, slot, words, accepted, view);
    }
    // One more than is ever shown, since the value itself is none of the others; a note says how many others there are.
    let readings = said.readings(&slot.ty, if unambiguous { usize::MAX } else { MOST_CANDIDATES + 1 });
    let spent = Spent::new(view.scene, at);
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
                trail.said = Some(slot.ty.clone());
                return None;
            }
            if let Some(hit) = said.bears(value, Asked::slot(slot), words, &spent, view) {
                return Some(settle(value, &hit));
            }
            // One phrase alone was said, and it says another value.
            match said.fills(slot, words, &spent).as_slice() {
                [(other, hit)] => {
                    let mut standing = conflict(value, other);
                    standing.evidence = Some(hit.evidence(Vec::new()));
                    Some(standing)
                }
                _ => {
                    trail.said = Some(slot.ty.clone());
                    readings.iter().for_each(|(value, _)| trail.candidate(value));
                    said.days_to_offer(&slot.ty, words).iter().for_each(|day| trail.candidate(day));
                    None
                }
            }
        }
        None => {
            let fills = said.fills(slot, words, &spent);
            match fills.as_slice() {
                [(value, hit)] => match accept::accept(slot, value, view) {
                    Ok(value) => Some(settle(&value, hit)),
                    Err(misfit) => Some(refused(misfit, Some(value), view)),
                },
                _ => {
                    fills.iter().for_each(|(value, _)| trail.candidate(value));
                    trail.said = Some(slot.ty.clone());
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
