//! Rows that are borne out as one thing: values of one row, never a mixture.

use std::sync::Arc;

use crate::program::{Group, Slot, Source, SourceSpec};
use crate::value::{Map, Value};
use crate::verdict::{Evidence, Reason, SourceKind};

use super::super::accept;
use super::super::expr::View;
use super::super::mask;
use super::super::operate;
use super::super::said::{Asked, Hit};
use super::super::spent::Spent;
use super::super::standing::Standing;
use super::measured::{Measured, measured};
use super::trail::Trail;
use super::{At, answer, end, preset, prior};

/// What the row sources of an object say.
pub(super) enum Row {
    /// It has none: each field is looked up on its own.
    Own,
    /// One row bears these fields out.
    Borne(Vec<(Arc<str>, Standing)>),
    /// None does.
    Unknown(Box<Standing>),
}

/// A row that a source holds.
struct Candidate {
    row: Map,
    source: SourceKind,
    origin: SourceKind,
    evidence: Evidence,
    /// The only one that its source holds: it fills, and contradicts.
    is_single: bool,
}

/// An object's row. Fields with sources of their own are not the row's business.
pub(super) fn object(at: &At<'_>, slot: &Slot, fields: &[Slot], map: &Map, view: &View<'_>) -> Row {
    if !slot.sources.iter().any(|source| !matches!(source.kind, SourceSpec::UserAnswer)) {
        return Row::Own;
    }
    let covered: Vec<&Slot> = fields.iter().filter(|field| is_covered(field)).collect();
    if covered.is_empty() {
        // Every field names its own sources: there is no row left to bear out.
        return Row::Own;
    }
    let proposal = Value::Map(Arc::new(map.clone()));
    match find(at, slot, &slot.sources, &covered, map, &[], view) {
        Ok(standings) => Row::Borne(standings),
        Err(Miss::Conflict(standing)) => Row::Unknown(standing),
        Err(Miss::Nothing(trail)) => Row::Unknown(Box::new(end(at, slot, Some(&proposal), *trail, view))),
    }
}

fn is_covered(field: &Slot) -> bool {
    field.sources.is_empty() && field.computed.is_none() && field.needs_source && !field.drafted
}

enum Miss {
    Conflict(Box<Standing>),
    Nothing(Box<Trail>),
}

/// The first row, in the order of the sources, that holds every proposed value of the covered fields, and what the person
/// answered for the others. The only row that there is also fills what nobody proposed.
fn find(
    at: &At<'_>,
    slot: &Slot,
    sources: &[Source],
    covered: &[&Slot],
    map: &Map,
    answered: &[Held<'_>],
    view: &View<'_>,
) -> Result<Vec<(Arc<str>, Standing)>, Miss> {
    let mut trail = Trail::default();
    let mut proposed: Vec<Held<'_>> = Vec::new();
    for field in covered {
        match map.get(&field.name).filter(|value| **value != Value::Null) {
            None => {}
            Some(value) => match accept::accept(field, value, view) {
                Ok(value) => proposed.push((*field, value)),
                Err(misfit) => return Err(Miss::Conflict(Box::new(super::refused(misfit, Some(value), view)))),
            },
        }
    }
    for source in sources {
        if let SourceSpec::Instruction(words) = &source.kind {
            if let Some(standings) = said(at, &proposed, words, view) {
                return Ok(standings);
            }
            continue;
        }
        let Some(candidates) = candidates(at, slot, source, &mut trail, view) else { break };
        trail.holds_value |= !candidates.is_empty();
        for candidate in &candidates {
            if !proposed.is_empty() && proposed.iter().chain(answered).all(|held| candidate.holds(held, view)) {
                let own = proposed.iter().map(|(field, value)| (field.name.clone(), borne(candidate, field, value)));
                let mut standings: Vec<_> = own.collect();
                if candidate.is_single {
                    let open = covered.iter().filter(|field| !map.contains_key(&field.name)).copied();
                    standings.extend(open.filter_map(|field| filled(candidate, field, view)));
                }
                return Ok(standings);
            }
        }
        if let ([only], false) = (candidates.as_slice(), proposed.is_empty())
            && only.is_single
        {
            let found = Value::Map(Arc::new(only.row.clone()));
            let mut standing = super::conflict(&Value::Map(Arc::new(map.clone())), &found);
            standing.evidence = Some(only.evidence.clone());
            return Err(Miss::Conflict(Box::new(standing)));
        }
    }
    Err(Miss::Nothing(Box::new(trail)))
}

/// A field of the row and the value that it has to have.
type Held<'s> = (&'s Slot, Value);

impl Candidate {
    fn holds(&self, (field, value): &Held<'_>, view: &View<'_>) -> bool {
        let Some(own) = self.row.get(&field.name) else { return false };
        // A record holds the digest of what is secret.
        (self.hides(field) && operate::same(own, &mask::shown(field, value)))
            || accept::read(&field.ty, own, view)
                .is_ok_and(|own| operate::equal(&own, value, view.zone()) == Some(true))
    }

    /// Whether it holds digests in the place of the field's value.
    fn hides(&self, field: &Slot) -> bool {
        self.source == SourceKind::PriorState && (field.secret || mask::hides(&field.ty))
    }
}

/// What the row holds for a field that nobody proposed.
fn filled(candidate: &Candidate, field: &Slot, view: &View<'_>) -> Option<(Arc<str>, Standing)> {
    let own = candidate.row.get(&field.name).filter(|_| !candidate.hides(field))?;
    let value = accept::accept(field, own, view).ok()?;
    Some((field.name.clone(), borne(candidate, field, &value)))
}

fn borne(candidate: &Candidate, field: &Slot, value: &Value) -> Standing {
    let evidence = match candidate.evidence.clone() {
        Evidence::Observation { lookup, observation, path, of, read } => {
            Evidence::Observation { lookup, observation, path: super::super::path::join(&path, &field.name), of, read }
        }
        Evidence::Preset(path) => Evidence::Preset(super::super::path::join(&path, &field.name)),
        other => other,
    };
    let mut standing = Standing::known(value.clone(), candidate.source, Some(evidence));
    standing.origin_source = Some(candidate.origin);
    standing
}

/// All of the row said in one segment of the person's.
fn said(
    at: &At<'_>,
    proposed: &[(&Slot, Value)],
    words: &crate::program::Words,
    view: &View<'_>,
) -> Option<Vec<(Arc<str>, Standing)>> {
    if proposed.is_empty() || words.quoted || words.whole {
        return None;
    }
    let spent = Spent::new(view.scene, at);
    view.scene.said.user_segments().find_map(|segment| {
        proposed
            .iter()
            .map(|(field, value)| {
                // The row's source is one; what is asked for, each field says for itself.
                let words = crate::program::Words { asked: field.asked.clone(), ..words.clone() };
                let hit: Hit = view.scene.said.bears_at(segment, value, Asked::slot(field), &words, &spent)?;
                let standing = Standing::known(value.clone(), SourceKind::Instruction, Some(hit.evidence(Vec::new())));
                Some((field.name.clone(), standing))
            })
            .collect()
    })
}

/// The rows that a source holds; none where a failed lookup ends the search.
fn candidates(at: &At<'_>, slot: &Slot, source: &Source, trail: &mut Trail, view: &View<'_>) -> Option<Vec<Candidate>> {
    let rows = |value: Value, source: SourceKind, origin: SourceKind, evidence: Evidence, is_single: bool| match value {
        Value::Map(map) => vec![Candidate { row: Map::clone(&map), source, origin, evidence, is_single }],
        Value::List(list) => list
            .iter()
            .enumerate()
            .filter_map(|(index, row)| {
                let evidence = match evidence.clone() {
                    Evidence::Observation { lookup, observation, path, of, read } => {
                        Evidence::Observation { lookup, observation, path: format!("{path}[{index}]"), of, read }
                    }
                    other => other,
                };
                Some(Candidate { row: row.as_map()?.clone(), source, origin, evidence, is_single: false })
            })
            .collect(),
        _ => Vec::new(),
    };
    let hang = |trail: &mut Trail, unknown| {
        trail.hang(unknown);
        Some(Vec::new())
    };
    match &source.kind {
        SourceSpec::UserAnswer | SourceSpec::Instruction(_) => Some(Vec::new()),
        SourceSpec::Preset(steps) => match preset(steps, view) {
            Ok(found) => Some(found.map_or_else(Vec::new, |(value, path)| {
                rows(value, SourceKind::Preset, SourceKind::Preset, Evidence::Preset(path), true)
            })),
            Err(unknown) => hang(trail, unknown),
        },
        SourceSpec::PriorState(read) => match prior(read, view) {
            Ok(found) => Some(found.map_or_else(Vec::new, |(value, record, origin)| {
                rows(value, SourceKind::PriorState, origin, Evidence::Record { record }, true)
            })),
            Err(unknown) => hang(trail, unknown),
        },
        SourceSpec::Measured { read, text } => match measured(at, slot, read, text.as_deref(), true, trail, view) {
            Measured::Failed => None,
            Measured::Nothing | Measured::Texts(_) => Some(Vec::new()),
            Measured::One(value, evidence) => {
                Some(rows(value, SourceKind::Measured, SourceKind::Measured, evidence, true))
            }
            Measured::Set(set) => Some(
                set.into_iter()
                    .flat_map(|(value, evidence)| {
                        rows(value, SourceKind::Measured, SourceKind::Measured, evidence, false)
                    })
                    .collect(),
            ),
        },
    }
}

/// Flat slots that are one row: all of them by one row of the group's sources.
pub(crate) fn group(group: &Group, slots: &[(At<'_>, &Slot)], proposals: &Map, view: &View<'_>) -> Vec<Standing> {
    // An answer replaces the proposal of its slot, and what bears the rest out has to be a row of that answer.
    let answers: Vec<Option<Standing>> =
        slots.iter().map(|(at, slot)| answer(at, slot, &group.sources, view)).collect();
    let open: Vec<&(At<'_>, &Slot)> =
        slots.iter().zip(&answers).filter(|(_, answer)| answer.is_none()).map(|(slot, _)| slot).collect();
    let Some((first, slot)) = open.first() else { return answers.into_iter().flatten().collect() };
    let covered: Vec<&Slot> = open.iter().map(|(_, slot)| *slot).collect();
    let answered: Vec<Held<'_>> = slots
        .iter()
        .zip(&answers)
        .filter_map(|((_, slot), answer)| Some((*slot, answer.as_ref()?.value.clone()?)))
        .collect();
    let row = open.iter().skip(1).map(|(at, _)| (at.entry, at.shown_by)).collect();
    let first = &At { row, ..first.clone() };
    let mut map = Map::default();
    for slot in &covered {
        if let Some(value) = proposals.get(&slot.name) {
            map.insert(slot.name.clone(), value.clone());
        }
    }
    let found = if map.is_empty() { fill(first, slot, group, &covered, &answered, view) } else { None };
    let found = match found {
        Some(standings) => Ok(standings),
        None => find(first, slot, &group.sources, &covered, &map, &answered, view),
    };
    let standing_of = |at: &At<'_>, slot: &Slot| match &found {
        Ok(standings) => match standings.iter().find(|(name, _)| *name == slot.name) {
            Some((_, standing)) => standing.clone(),
            None => end(at, slot, None, Trail::default(), view),
        },
        Err(Miss::Conflict(standing)) => {
            let mut standing = (**standing).clone();
            standing.proposed = map.get(&slot.name).cloned();
            standing.found = standing.found.as_ref().and_then(|found| found.field(&slot.name)).cloned();
            standing
        }
        Err(Miss::Nothing(trail)) => {
            let mut standing = end(at, slot, map.get(&slot.name), (**trail).clone(), view);
            if standing.reason == Some(Reason::NotBorneOut) && trail.note.is_none() {
                standing.note = Some(format!("no row of `{}` holds these values together", group.name));
            }
            standing
        }
    };
    slots.iter().zip(answers).map(|((at, slot), answer)| answer.unwrap_or_else(|| standing_of(at, slot))).collect()
}

/// A single row fills the whole group where nothing was proposed.
fn fill(
    at: &At<'_>,
    slot: &Slot,
    group: &Group,
    covered: &[&Slot],
    answered: &[Held<'_>],
    view: &View<'_>,
) -> Option<Vec<(Arc<str>, Standing)>> {
    for source in &group.sources {
        let candidates = candidates(at, slot, source, &mut Trail::default(), view)?;
        if let [only] = candidates.as_slice()
            && only.is_single
            && answered.iter().all(|held| only.holds(held, view))
        {
            return Some(covered.iter().filter_map(|field| filled(only, field, view)).collect());
        }
    }
    None
}
