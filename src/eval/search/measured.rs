//! A measured source: one value that fills, or a set of which the proposal must be a member.

use crate::program::{LookupRead, Optional, Slot, Words};
use crate::value::Value;
use crate::verdict::Evidence;

use super::super::accept;
use super::super::distinct::Distinct;
use super::super::expr::View;
use super::super::observe::{self, Reading};
use super::trail::Trail;
use super::{At, is_shown};

/// What a measured source holds for a slot.
pub(super) enum Measured {
    /// Nothing that could count; the trail says why.
    Nothing,
    /// The lookup failed: the search ends.
    Failed,
    /// One value; it fills.
    One(Value, Evidence),
    /// Several; a proposal must be one of them.
    Set(Vec<(Value, Evidence)>),
    /// Running texts, to be searched by the rules of words.
    Texts(Vec<(String, Evidence)>),
}

/// Reads a measured source.
pub(super) fn measured(
    at: &At<'_>,
    slot: &Slot,
    read: &LookupRead,
    text: Option<&Words>,
    is_proposed: bool,
    trail: &mut Trail,
    view: &View<'_>,
) -> Measured {
    // Neither a running text nor a set ever fills. So a slot that may be empty, and for which nothing is proposed, has
    // nothing to gain from them, and a lookup that was not made is none that is missing.
    let never_fills = text.is_some() || read.never_fills();
    let is_idle = !is_proposed && never_fills && matches!(slot.optional, Optional::Always);
    let Some(lookup) = view.scene.program.lookups.get(read.lookup.index()) else { return Measured::Nothing };
    let (values, is_set) = match observe::read(read, view) {
        Reading::Values { values, is_set, lost, stale } => {
            if values.is_empty() {
                trail.note = trail.note.take().or(lost);
            }
            // What is fresh may bear the slot out; where it does not, what is too old might once it is looked up again.
            trail.stale |= !is_idle && !stale.is_empty();
            trail.wants.extend(stale);
            (values, is_set)
        }
        Reading::Failed => {
            trail.failed = true;
            return Measured::Failed;
        }
        Reading::Missing(_) | Reading::Stale(_) if is_idle => return Measured::Nothing,
        Reading::Missing(want) => {
            trail.missing = true;
            trail.wants.extend(want);
            return Measured::Nothing;
        }
        Reading::Stale(want) => {
            trail.stale = true;
            trail.wants.extend(want);
            return Measured::Nothing;
        }
        Reading::Unknown(unknown) => {
            trail.hang(unknown);
            return Measured::Nothing;
        }
    };
    let values: Vec<_> = values.into_iter().filter(|(value, _, _)| *value != Value::Null).collect();
    if values.is_empty() {
        return Measured::Nothing;
    }
    let evidence = |path: &str, observation: usize, of: usize| Evidence::Observation {
        lookup: lookup.name.clone(),
        observation,
        path: path.into(),
        of,
        read: None,
    };
    // One distinct value that `[where ...]` leaves is that value, among however many observations it was found; `[*]` is a
    // set, however many it holds.
    let distinct = distinct(&values, slot, view);
    let is_choice = is_set && !(read.narrows() && distinct == 1);
    let needs_confirm = lookup.outside || (is_choice && view.scene.is_irreversible());
    if needs_confirm {
        match is_shown(at, view) {
            Ok(true) => {}
            // No other choice of the model's would count either, so that nothing is to be had from it.
            Ok(false) => {
                trail.note = Some(match lookup.outside {
                    true => format!("others wrote what `{}` holds, and no due confirm shows the value", lookup.name),
                    false => format!("`{}` holds several values, and no due confirm shows which", lookup.name),
                });
                return Measured::Nothing;
            }
            Err(unknown) => {
                trail.hang(unknown);
                return Measured::Nothing;
            }
        }
    }
    if text.is_some() {
        let texts = values.iter().filter_map(|(value, path, index)| {
            value.as_text().map(|text| (text.to_owned(), evidence(path, *index, distinct)))
        });
        return Measured::Texts(texts.collect());
    }
    if is_choice {
        let set = values.into_iter().map(|(value, path, index)| (value, evidence(&path, index, distinct)));
        return Measured::Set(set.collect());
    }
    match values.into_iter().next() {
        Some((value, path, index)) => Measured::One(value, evidence(&path, index, distinct)),
        None => Measured::Nothing,
    }
}

fn distinct(values: &[(Value, String, usize)], slot: &Slot, view: &View<'_>) -> usize {
    let mut seen = Distinct::default();
    for (value, _, _) in values {
        let value = accept::read(&slot.ty, value, view).unwrap_or_else(|_| value.clone());
        seen.add(&value, view.zone());
    }
    seen.len()
}
