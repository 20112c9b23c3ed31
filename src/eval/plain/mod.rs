//! The calls that plainly run, told without building anything: no evidence, no report, no copy of a value.
//!
//! A shortcut of [`judge`](super::judge) and [`call`](super::call) for one outcome alone. It goes through the same entries in
//! the same order and gives up at whatever is not plain: an unknown, a source that bears nothing out, a due confirm, a
//! guard, a history. `None` says nothing of the call; the whole judgement tells.

mod source;
mod value;

use std::borrow::Cow;
use std::hash::BuildHasher;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::program::{
    BudgetKind, Confirm, Entry, EntryId, EntryKind, MessagePart, Notice, Program, Slot, Tier, Tool, ToolId, Type,
};
use crate::snapshot::{Call, PastCall, Phase, Snapshot};
use crate::value::{Map, Value};

use super::arguments::slots;
use super::call::Pins;
use super::judge::holds_a_draft;

/// The most entries of a tool that is judged here: they stand on the stack.
const MOST: usize = 32;

/// So many names are few.
const FEW: usize = 8;

/// What an entry comes to: a value of the snapshot or the policy, or a small one of its own.
type Known<'a> = Cow<'a, Value>;

/// What an entry without a value reads as.
static NOTHING: Value = Value::Null;

/// Whether the call plainly runs.
pub(crate) fn runs(program: &Program, pins: &Pins, snapshot: &Snapshot) -> bool {
    plainly(program, pins, snapshot).is_some()
}

fn plainly(program: &Program, pins: &Pins, snapshot: &Snapshot) -> Option<()> {
    let call = snapshot.call.as_ref().filter(|_| snapshot.phase == Phase::Call)?;
    let (id, tool) = program.tool(&call.tool)?;
    let is_as_pinned = pins.get(&tool.name).is_none_or(|pinned| call.definition.as_ref() == Some(pinned));
    // Answers to questions by their ids are looked up by the whole judgement.
    let has_question = snapshot.answers.keys().any(|key| key.starts_with("q:"));
    if !is_as_pinned || has_question || has_history(snapshot) || is_counted(program, tool) || is_guarded(program, id) {
        return None;
    }
    let mut plain = Plain { program, snapshot, tool, proposed: proposed(tool, call)?, known: [const { None }; MOST] };
    tool.order.iter().try_for_each(|id| plain.entry(*id))
}

fn has_history(snapshot: &Snapshot) -> bool {
    let turn = snapshot.turn.as_ref().and_then(|turn| turn.calls.as_ref());
    let session = snapshot.session.as_ref().and_then(|session| session.calls.as_ref());
    let is_any = |calls: Option<&Vec<PastCall>>| calls.is_some_and(|calls| !calls.is_empty());
    is_any(turn) || is_any(session) || snapshot.trigger.fired
}

/// Whether a budget holds calls of the tool.
fn is_counted(program: &Program, tool: &Tool) -> bool {
    let budgets = tool.budgets.iter().filter_map(|index| program.budgets.get(*index));
    budgets.into_iter().any(|budget| matches!(budget.what, BudgetKind::Calls | BudgetKind::Cost))
}

fn is_guarded(program: &Program, id: ToolId) -> bool {
    let concerns = |tools: &Option<Vec<ToolId>>| tools.as_ref().is_none_or(|tools| tools.contains(&id));
    program.guards.iter().any(|guard| guard.phase == Phase::Call && concerns(&guard.tools))
}

/// What is proposed, where it is as the tool declares it: no alias, nothing that is passed over, no default.
fn proposed<'a>(tool: &Tool, call: &'a Call) -> Option<Option<&'a Map>> {
    let map = match &call.arguments {
        Value::Null => return Some(None),
        Value::Map(map) => map,
        _ => return None,
    };
    let is_own = |name: &str| slots(tool).any(|slot| *slot.name == *name && !slot.supplied && slot.default.is_none());
    map.keys().all(|name| is_own(name)).then_some(Some(&**map))
}

/// A judgement of a plain call.
struct Plain<'a> {
    program: &'a Program,
    snapshot: &'a Snapshot,
    tool: &'a Tool,
    proposed: Option<&'a Map>,
    /// What is known so far, by entry.
    known: [Option<Known<'a>>; MOST],
}

impl<'a> Plain<'a> {
    fn entry(&mut self, id: EntryId) -> Option<()> {
        let entry = self.tool.entries.get(id.index())?;
        let known = match &entry.kind {
            EntryKind::Let(expr) => self.value(expr, None)?,
            EntryKind::Slot(slot) => self.slot(id, entry, slot)?,
            EntryKind::Condition(condition) => {
                let holds = self.truth(&condition.expr, None)? != condition.unmet_when;
                Cow::Owned(Value::Bool(holds.then_some(true)?))
            }
            EntryKind::Confirm(confirm) => (!self.is_due(confirm)?).then_some(Cow::Borrowed(&NOTHING))?,
            EntryKind::Notice(notice) => self.is_shown(entry, notice)?.then_some(Cow::Borrowed(&NOTHING))?,
        };
        *self.known.get_mut(id.index())? = Some(known);
        Some(())
    }

    fn slot(&self, id: EntryId, entry: &'a Entry, slot: &'a Slot) -> Option<Known<'a>> {
        let is_argument = self.tool.arguments.contains(&id);
        let proposed = self.proposed.filter(|_| is_argument).and_then(|map| get(map, &entry.name));
        if slot.group.is_some() || slot.computed.is_some() || !is_leaf(&slot.ty, proposed.is_some()) {
            return None;
        }
        if !slot.drafted && slot.needs_source {
            return self.sourced(entry, slot, proposed);
        }
        match proposed {
            Some(value) if !(slot.drafted && value.is_blank()) => self.accepted(slot, value),
            _ => (slot.cosmetic || may_be_empty(slot)).then_some(Cow::Borrowed(&NOTHING)),
        }
    }

    fn is_due(&self, confirm: &Confirm) -> Option<bool> {
        let shows_a_draft = |id: &EntryId| {
            let slot = match &self.tool.entries.get(id.index())?.kind {
                EntryKind::Slot(slot) => slot,
                _ => return Some(false),
            };
            Some(holds_a_draft(slot, self.known.get(id.index())?.as_ref()?))
        };
        if self.tool.tier == Tier::Irreversible {
            for id in &confirm.binds {
                if shows_a_draft(id)? {
                    return Some(true);
                }
            }
        }
        confirm.when.as_ref().map_or(Some(true), |when| self.truth(when, None))
    }

    /// Whether the notice is not due, or was shown word for word.
    fn is_shown(&self, entry: &Entry, notice: &Notice) -> Option<bool> {
        if let Some(when) = &notice.when
            && !self.truth(when, None)?
        {
            return Some(true);
        }
        let [MessagePart::Literal(text)] = notice.show.parts.as_slice() else { return None };
        let mut own = self.snapshot.shown.iter().filter(|shown| self.tool.is_named(entry, &shown.notice));
        Some(own.any(|shown| *shown.text == **text))
    }
}

/// The value under a name. Of a few names a look at each is cheaper than the digest that a table goes by.
fn get<'m, V, S: BuildHasher>(map: &'m IndexMap<Arc<str>, V, S>, name: &str) -> Option<&'m V> {
    match map.len() {
        ..=FEW => map.iter().find(|(key, _)| ***key == *name).map(|(_, value)| value),
        _ => map.get(name),
    }
}

fn may_be_empty(slot: &Slot) -> bool {
    matches!(slot.optional, crate::program::Optional::Always)
}

/// Whether a slot of this type is looked up as one value. A proposed list is looked up element by element.
fn is_leaf(ty: &Type, is_proposed: bool) -> bool {
    match ty.base() {
        Type::List(inner) => !is_proposed && is_leaf(inner, false),
        Type::Object(_) | Type::Map(_) | Type::Union(_) | Type::Effect | Type::Trigger => false,
        _ => true,
    }
}
