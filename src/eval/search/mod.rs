//! Looking a slot up in its whitelisted sources, in their fixed order, until one bears a value out.

mod ambiguous;
mod composite;
mod leaf;
mod list;
mod measured;
mod quote;
mod row;
mod trail;

use std::sync::Arc;

use crate::program::{EntryId, Optional, PriorRead, Slot, Source, SourceSpec, Step};
use crate::snapshot::{Preset, PresetTree, Trust};
use crate::value::Value;
use crate::verdict::{Evidence, Reason, SourceKind};

use super::accept::{self, Misfit};
use super::arguments::Disputed;
use super::expr::View;
use super::mask;
use super::message;
use super::operate;
use super::outcome::{Unknown, truth};
use super::path;
use super::standing::{Part, PartAsks, Standing};
use trail::Trail;

pub(crate) use row::group;

/// The slot that is looked up, and under which names the snapshot may speak of it.
#[derive(Clone, Debug)]
pub(crate) struct At<'s> {
    /// The entry of the checklist that it is, or is a part of.
    pub(crate) entry: EntryId,
    /// The entry's id and name.
    pub(crate) id: &'s str,
    pub(crate) name: &'s str,
    /// `[0].sku`: which part of the entry.
    pub(crate) suffix: String,
    /// The confirms that show it.
    pub(crate) shown_by: &'s [EntryId],
    /// The other slots of its row, each with the confirms that show it: a row is shown where all of it is.
    pub(crate) row: Vec<(EntryId, &'s [EntryId])>,
}

impl At<'_> {
    pub(crate) fn full_id(&self) -> String {
        format!("{}{}", self.id, self.suffix)
    }

    fn part(&self, suffix: &str) -> Self {
        At { suffix: format!("{}{suffix}", self.suffix), ..self.clone() }
    }
}

/// Looks one slot up.
pub(crate) fn search(at: &At<'_>, slot: &Slot, proposal: Option<&Value>, view: &View<'_>) -> Standing {
    if let Some(expr) = &slot.computed {
        return computed(at, slot, expr, proposal, view);
    }
    if slot.drafted || !slot.needs_source {
        return unsourced(at, slot, proposal, view);
    }
    match composite::shape(&slot.ty) {
        composite::Shape::Object(fields) => composite::object(at, slot, fields, proposal, view),
        composite::Shape::Objects(fields) => composite::objects(at, slot, fields, proposal, view),
        composite::Shape::List(inner) => list::list(at, slot, inner, proposal, view),
        composite::Shape::Leaf => leaf::leaf(at, slot, proposal, view),
    }
}

/// `= EXPR`: a differing proposal is a conflict.
fn computed(
    at: &At<'_>,
    slot: &Slot,
    expr: &crate::program::Expr,
    proposal: Option<&Value>,
    view: &View<'_>,
) -> Standing {
    let value = match view.evaluate(expr).map(|value| accept::accept(slot, &value, view)) {
        Err(unknown) => return blocked(unknown, view),
        Ok(Err(misfit)) => return refused(misfit, None, view),
        Ok(Ok(value)) => value,
    };
    let proposed = proposal.map(|proposal| accept::read(&slot.ty, proposal, view).unwrap_or_else(|_| proposal.clone()));
    match proposed {
        Some(proposed) if operate::equal(&proposed, &value, view.zone()) != Some(true) => {
            conflict(&proposed, &value).note(format!("`{}` is computed, and the proposal differs", at.name))
        }
        _ => {
            let from: Vec<Arc<str>> = expr.entries().into_iter().filter_map(|id| view.scene.id(id)).collect();
            Standing::known(value, SourceKind::Computed, Some(Evidence::Computed(from)))
        }
    }
}

/// What the model writes itself, or what nothing has to bear out.
fn unsourced(at: &At<'_>, slot: &Slot, proposal: Option<&Value>, view: &View<'_>) -> Standing {
    let source = if slot.drafted { SourceKind::ModelDraft } else { SourceKind::Proposal };
    let blank = proposal.is_none_or(|value| slot.drafted && value.is_blank());
    match proposal {
        Some(value) if !blank => match accept::accept(slot, value, view) {
            Ok(value) => Standing::known(value, source, None),
            Err(_) if slot.cosmetic => Standing::empty(),
            Err(misfit) => refused(misfit, Some(value), view),
        },
        _ => match may_be_empty(slot, view) {
            _ if slot.cosmetic => Standing::empty(),
            Ok(true) => Standing::empty(),
            Ok(false) => Standing::unknown(Reason::NoResult).note(format!("`{}` is missing", at.name)),
            Err(unknown) => blocked(unknown, view),
        },
    }
}

/// Whether the slot may stay empty.
pub(crate) fn may_be_empty(slot: &Slot, view: &View<'_>) -> Result<bool, Unknown> {
    match &slot.optional {
        Optional::No => Ok(false),
        Optional::Always => Ok(true),
        Optional::When(condition) => view.holds(condition),
    }
}

/// Unknown because of what it needs.
pub(crate) fn blocked(unknown: Unknown, view: &View<'_>) -> Standing {
    let reason = if unknown.blockers.is_empty() { Reason::NotComparable } else { Reason::Blocked };
    let mut standing = Standing::unknown(reason);
    standing.waits = unknown.waits;
    standing.blocked_by = unknown.blockers.iter().filter_map(|id| view.scene.id(*id)).collect();
    standing.note = unknown.because.filter(|_| reason == Reason::NotComparable);
    standing
}

fn refused(misfit: Misfit, proposed: Option<&Value>, view: &View<'_>) -> Standing {
    match misfit {
        Misfit::Violates(why) => {
            let mut standing = Standing::unknown(Reason::Violates).note(why);
            standing.proposed = proposed.cloned();
            standing
        }
        Misfit::Undecided(unknown) => {
            let mut standing = blocked(unknown, view);
            standing.proposed = proposed.cloned();
            standing
        }
    }
}

/// Two names of one slot hold different values: neither is the proposal.
pub(crate) fn disputed(disputed: &Disputed) -> Standing {
    conflict(&disputed.one, &disputed.other).note(format!("two names for `{}` hold different values", disputed.name))
}

fn conflict(proposed: &Value, found: &Value) -> Standing {
    let mut standing = Standing::unknown(Reason::Conflict);
    standing.proposed = Some(proposed.clone());
    standing.found = Some(found.clone());
    standing.holds_value = true;
    standing
}

/// The person's answer, where `sources` take one: the value, whatever was proposed. Null answers "none".
fn answer(at: &At<'_>, slot: &Slot, sources: &[Source], view: &View<'_>) -> Option<Standing> {
    if !sources.iter().any(|source| matches!(source.kind, SourceSpec::UserAnswer)) {
        return None;
    }
    let (question, answer) = view.scene.answer(at)?;
    if *answer == Value::Null {
        return match may_be_empty(slot, view) {
            Ok(true) => Some(Standing::empty()),
            _ => None,
        };
    }
    Some(match accept::accept(slot, answer, view) {
        Ok(value) => Standing::known(value, SourceKind::UserAnswer, Some(Evidence::Question(question))),
        Err(misfit) => refused(misfit, Some(answer), view),
    })
}

/// What a setting holds, where the person set it.
fn preset(steps: &[Step], view: &View<'_>) -> Result<Option<(Value, String)>, Unknown> {
    let mut tree = &view.scene.snapshot.preset;
    let mut path = String::new();
    let mut rest = steps.iter();
    loop {
        match tree {
            PresetTree::Leaf(Preset { value, trust: Trust::User, .. }) => {
                let found = path::walk(value.clone(), rest.as_slice(), view)?;
                return Ok(match (found.is_set, <[_; 1]>::try_from(found.values)) {
                    (false, Ok([(value, further)])) => {
                        let separator = if further.is_empty() || further.starts_with('[') { "" } else { "." };
                        Some((value, format!("{path}{separator}{further}")))
                    }
                    _ => None,
                });
            }
            PresetTree::Leaf(_) => return Ok(None),
            PresetTree::Branch(branch) => {
                let key: Arc<str> = match rest.next() {
                    Some(Step::Field(name)) => Arc::clone(name),
                    Some(Step::Key(key)) => view.evaluate(key)?.to_string().into(),
                    _ => return Ok(None),
                };
                match branch.get(&key) {
                    Some(next) => {
                        path = path::join(&path, &key);
                        tree = next;
                    }
                    None => return Ok(None),
                }
            }
        }
    }
}

/// What the newest execution under the same action key rested on.
fn prior(read: &PriorRead, view: &View<'_>) -> Result<Option<(Value, usize, SourceKind)>, Unknown> {
    let Some((index, record)) = view.scene.newest_prior() else { return Ok(None) };
    let slot = record.slots.iter().find(|slot| slot.id == read.slot).or_else(|| {
        let mut named = record.slots.iter().filter(|slot| slot.id.rsplit('.').next() == Some(&*read.slot));
        named.next().filter(|_| named.next().is_none())
    });
    let Some((slot, value)) = slot.and_then(|slot| Some((slot, slot.value.as_ref()?))) else { return Ok(None) };
    let origin = slot.origin_source.as_ref().or(slot.source.as_ref()).and_then(|name| SourceKind::from_name(name));
    let found = path::walk(value.clone(), &read.steps, view)?;
    Ok(match <[_; 1]>::try_from(found.values) {
        Ok([(value, _)]) if !found.is_set => Some((value, index, origin.unwrap_or(SourceKind::PriorState))),
        _ => None,
    })
}

/// The same for a slot. Of a secret the record holds the digest: it bears the same value out, and is no value itself.
fn recorded(
    slot: &Slot,
    read: &PriorRead,
    proposed: Option<&Value>,
    view: &View<'_>,
) -> Result<Option<(Value, usize, SourceKind)>, Unknown> {
    let Some((value, record, origin)) = prior(read, view)? else { return Ok(None) };
    if !slot.secret && !mask::hides(&slot.ty) {
        return Ok(Some((value, record, origin)));
    }
    Ok(proposed.map(|proposed| match operate::same(&value, &mask::shown(slot, proposed)) {
        true => (proposed.clone(), record, origin),
        false => (value, record, origin),
    }))
}

/// Whether a set, or what others wrote, may bear the slot out: only where a due confirm shows it.
fn is_shown(at: &At<'_>, view: &View<'_>) -> Result<bool, Unknown> {
    let mut undecided: Option<Unknown> = None;
    for (slot, shown_by) in [(at.entry, at.shown_by)].iter().chain(&at.row) {
        match is_slot_shown(*slot, shown_by, view) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(unknown) => undecided = Some(unknown),
        }
    }
    undecided.map_or(Ok(true), Err)
}

fn is_slot_shown(slot: EntryId, shown_by: &[EntryId], view: &View<'_>) -> Result<bool, Unknown> {
    let mut undecided: Option<Unknown> = None;
    for id in shown_by {
        match view.scene.confirm(*id).map(|confirm| &confirm.when) {
            Some(None) => return Ok(true),
            Some(Some(when)) => {
                // A condition that reads the slot itself counts as due.
                if when.entries().contains(&slot) {
                    return Ok(true);
                }
                match truth(view.evaluate(when)) {
                    Ok(true) => return Ok(true),
                    Ok(false) => {}
                    // It hangs on the slot by way of what is looked up with it: taken to be due, and judged anew
                    // should it turn out that it is not.
                    Err(unknown) if unknown.blockers.iter().any(|id| view.standings.is_pending(*id)) => {
                        if view.standings.assume_due(*id, slot) {
                            return Ok(true);
                        }
                    }
                    Err(unknown) => undecided = Some(unknown),
                }
            }
            None => {}
        }
    }
    undecided.map_or(Ok(false), Err)
}

/// What a part's report needs to know of its slot.
fn asks(slot: &Slot, view: &View<'_>) -> PartAsks {
    PartAsks {
        answerable: slot.sources.iter().any(is_answerable),
        needs_source: slot.needs_source,
        drafted: slot.drafted,
        optional: false,
        // An object with something secret in it is shown by its parts alone.
        secret: slot.secret || mask::hides(&slot.ty),
        declared: Some(slot.declared),
        ask: slot.ask.as_ref().and_then(|ask| message::render(ask, view).ok()),
    }
}

/// Whether a person can fill it.
pub(crate) fn is_answerable(source: &Source) -> bool {
    matches!(source.kind, SourceSpec::UserAnswer | SourceSpec::Instruction(_))
}

fn part(suffix: String, slot: &Slot, standing: Standing, view: &View<'_>) -> Part {
    Part { suffix, standing, asks: asks(slot, view) }
}

/// Whether a value is of a type that words bear out at all.
fn is_bearable(value: &Value) -> bool {
    !value.is_blank()
}

/// Ends a search that no source settled.
fn end(at: &At<'_>, slot: &Slot, proposal: Option<&Value>, trail: Trail, view: &View<'_>) -> Standing {
    trail.end(at, slot, proposal, view)
}
