//! Mentions that an executed call rested on: they bear no further call of that tool out.

use std::cell::OnceCell;

use crate::program::Tool;
use crate::value::Value;

use super::history::History;
use super::operate;
use super::said::Hit;
use super::scene::Scene;
use super::search::At;

/// The mentions that executed gated calls of the tool rested on. A mention of the latest message is spent only on the very
/// same call: "downgrade both bookings" says one word for two calls.
pub(crate) struct Spent<'s> {
    scene: &'s Scene<'s>,
    at: &'s At<'s>,
    /// The calls are gone through once a mention is found.
    before: OnceCell<Before>,
}

/// What calls for earlier messages rested on.
#[derive(Default)]
struct Before {
    /// Values that they were run with.
    values: Vec<Value>,
    places: Vec<(usize, (usize, usize))>,
    /// All that was said.
    everything: bool,
}

impl<'s> Spent<'s> {
    /// For a slot, or a part of one.
    pub(crate) fn new(scene: &'s Scene<'s>, at: &'s At<'s>) -> Spent<'s> {
        Spent { scene, at, before: OnceCell::new() }
    }

    /// Whether a mention that says this value is spent.
    pub(crate) fn covers(&self, hit: &Hit, value: &Value) -> bool {
        let Some(tool) = self.scene.tool.filter(|tool| tool.tier.is_gated()) else { return false };
        if hit.segment >= self.scene.said.latest().unwrap_or(0) {
            return *self.scene.repeated.get_or_init(|| is_repeated(self.scene, tool));
        }
        let before = self.before.get_or_init(|| self.before(tool));
        let overlaps = |(segment, span): &(usize, (usize, usize))| {
            *segment == hit.segment && span.0 < hit.span.1 && hit.span.0 < span.1
        };
        before.everything
            || before.values.iter().any(|spent| operate::same(spent, value))
            || before.places.iter().any(overlaps)
    }

    fn before(&self, tool: &Tool) -> Before {
        let mut before = Before::default();
        let is_argument = tool.arguments.contains(&self.at.entry);
        let ran = self.scene.history.of_tool(tool).map(|(_, past)| past);
        for past in ran.filter(|past| !past.in_turn && past.is_done()) {
            match is_argument {
                true => before.values.extend(leaves(past.arguments.get(self.at.name))),
                false => before.everything = true,
            }
        }
        if let Some(key) = self.scene.action_key() {
            let full = self.at.full_id();
            for record in self.scene.snapshot.prior.iter().filter(|record| *record.action_key == *key) {
                let own = record.slots.iter().filter(|slot| *slot.id == *full);
                before.places.extend(own.filter_map(|slot| place(slot.evidence.as_ref()?)));
            }
        }
        before
    }
}

/// Whether the very same call was made for the latest message.
fn is_repeated(scene: &Scene<'_>, tool: &Tool) -> bool {
    let ran = scene.history.of_tool(tool).map(|(_, past)| past).filter(|past| past.in_turn && past.is_done());
    ran.into_iter().any(|past| History::may_be_same(tool, &past, &scene.arguments.proposed))
}

/// Every scalar in a value: what a mention could have been for.
fn leaves(value: Option<&Value>) -> Vec<Value> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::List(list)) => list.iter().flat_map(|item| leaves(Some(item))).collect(),
        Some(Value::Map(map)) => map.values().flat_map(|item| leaves(Some(item))).collect(),
        Some(other) => vec![other.clone()],
    }
}

/// Segment and span of recorded evidence.
fn place(evidence: &Value) -> Option<(usize, (usize, usize))> {
    let segment = evidence.field("segment")?.as_number()?.as_usize()?;
    let [start, end] = evidence.field("span")?.as_list()? else { return None };
    Some((segment, (start.as_number()?.as_usize()?, end.as_number()?.as_usize()?)))
}
