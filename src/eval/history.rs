//! What happened before this call: the proposals of the turn and the session, and what became of them.

mod index;
mod past;

use std::sync::Arc;

use crate::program::{EntryKind, Optional, Program, Source, SourceSpec, Tool, Type};
use crate::snapshot::{CallOutcome, PastCall, Settled, Snapshot};
use crate::value::{Map, Value};

use super::mask;
use super::operate;

pub(crate) use index::Index;
pub(crate) use past::Past;

/// Every earlier proposal, the session's first.
#[derive(Debug)]
pub(crate) struct History<'a> {
    program: &'a Program,
    /// Whether the turn's calls are known; without them repetition is not judged.
    pub(crate) is_known: bool,
    session: &'a [PastCall],
    turn: &'a [PastCall],
    index: Arc<Index>,
}

impl<'a> History<'a> {
    /// By the index of the conversation's calls where there is one.
    pub(crate) fn new(program: &'a Program, snapshot: &'a Snapshot, known: Option<&Arc<Index>>) -> History<'a> {
        let (session, turn) = index::lists(snapshot);
        let index = known.cloned().unwrap_or_else(|| {
            let mut index = Index::default();
            index.extend(program, snapshot);
            Arc::new(index)
        });
        debug_assert_eq!(index.len(), session.len() + turn.len());
        let is_known = snapshot.turn.as_ref().is_some_and(|turn| turn.calls.is_some());
        History { program, is_known, session, turn, index }
    }

    /// How many there were before the latest message.
    pub(crate) fn earlier(&self) -> usize {
        self.session.len()
    }

    /// All of them, in order.
    pub(crate) fn calls(&self) -> impl DoubleEndedIterator<Item = Past<'_>> {
        (0..self.index.len()).filter_map(|at| self.get(at))
    }

    /// Those of one tool, in order, each with its place.
    pub(crate) fn of_tool(&self, tool: &Tool) -> impl DoubleEndedIterator<Item = (usize, Past<'_>)> {
        self.at(self.index.of_tool(&tool.name))
    }

    /// Those that may have made an observation old, in order.
    pub(crate) fn changes(&self) -> impl Iterator<Item = Past<'_>> {
        self.at(self.index.changes()).map(|(_, past)| past)
    }

    fn at<'h>(&'h self, places: &'h [usize]) -> impl DoubleEndedIterator<Item = (usize, Past<'h>)> {
        places.iter().filter_map(|at| Some((*at, self.get(*at)?)))
    }

    fn get(&self, at: usize) -> Option<Past<'_>> {
        let (call, in_turn) = match self.session.get(at) {
            Some(call) => (call, false),
            None => (self.turn.get(at.checked_sub(self.session.len())?)?, true),
        };
        let own = self.index.get(at)?;
        let tool = own.tool.and_then(|id| Some((id, self.program.tools.get(id.index())?)));
        Some(Past { call, tool, in_turn, arguments: &own.arguments })
    }

    /// The same calls as this one, in order: of the same tool, with the same values in all that makes them the same.
    pub(crate) fn same<'h>(
        &'h self,
        tool: &'h Tool,
        key: &'h Map,
    ) -> impl DoubleEndedIterator<Item = (usize, Past<'h>)> {
        self.which_are(tool, key, self.index.alike(&tool.name, past::trace(tool, key)))
    }

    /// Those of them that timed out.
    pub(crate) fn timed_out<'h>(
        &'h self,
        tool: &'h Tool,
        key: &'h Map,
    ) -> impl DoubleEndedIterator<Item = (usize, Past<'h>)> {
        self.which_are(tool, key, self.index.timed_out(&tool.name).to_vec())
    }

    fn which_are<'h>(
        &'h self,
        tool: &'h Tool,
        key: &'h Map,
        places: Vec<usize>,
    ) -> impl DoubleEndedIterator<Item = (usize, Past<'h>)> {
        let all = places.into_iter().filter_map(|at| Some((at, self.get(at)?)));
        all.filter(move |(_, past)| same_key(tool, past.arguments, key))
    }

    /// Whether a call that ran may be this one: the same, as far as neither says nothing of what a source may have filled.
    pub(crate) fn may_be_same(tool: &Tool, past: &Past<'_>, proposed: &Map) -> bool {
        let mut entries = tool.same_by.iter().filter_map(|id| tool.entries.get(id.index()));
        entries.all(|entry| match (past.arguments.get(&entry.name), proposed.get(&entry.name)) {
            (None, None) => true,
            (Some(ran), Some(own)) => mask::is_same(entry, ran, own),
            (Some(one), None) | (None, Some(one)) => *one == Value::Null || may_be_filled(&entry.kind),
        })
    }

    /// The failures that nothing made good: no later success of the same call, no person's word on a timeout, and not the
    /// verifying call.
    pub(crate) fn failures(&self) -> impl Iterator<Item = (usize, Past<'_>)> {
        let failures = self.index.failures().iter().filter_map(|at| Some((*at, self.get(*at)?)));
        failures
            .filter(|(at, past)| !(past.timed_out() && (past.call.settled.is_some() || self.verified(*at).is_some())))
    }

    /// What the verifying call says of a call that timed out: its envelope's kind, the latest that settled it.
    pub(crate) fn verified(&self, at: usize) -> Option<(Settled, Past<'_>)> {
        let timed_out = self.get(at)?;
        let (_, tool) = timed_out.tool?;
        let verify = tool.verify.as_ref()?;
        let verifier = self.program.tools.get(verify.tool.index())?;
        let mut wanted = Map::default();
        for (name, expr) in &verify.arguments {
            wanted.insert(Arc::clone(name), of_past(tool, expr, timed_out.arguments)?);
        }
        let later = self.of_tool(verifier).rev().take_while(|(place, _)| *place > at);
        later.map(|(_, later)| later).find_map(|later| {
            if later.call.outcome != CallOutcome::Executed || !exactly(verifier, later.arguments, &wanted, &[]) {
                return None;
            }
            match (later.is_ok(), later.error_kind()) {
                (true, _) => Some((Settled::Happened, later)),
                (false, Some("not_found")) => Some((Settled::NotHappened, later)),
                _ => None,
            }
        })
    }

    /// The failures that hold gated calls: neither made good nor disclosed, of tools whose failure halts.
    pub(crate) fn unresolved(&self) -> impl Iterator<Item = (usize, Past<'_>)> {
        self.failures().filter(|(_, past)| !past.call.disclosed && past.halts(self.program))
    }
}

/// Whether a call may run with a value here that nobody proposed.
fn may_be_filled(kind: &EntryKind) -> bool {
    let EntryKind::Slot(slot) = kind else { return false };
    let has_phrases = matches!(slot.ty.base(), Type::Enum(_) | Type::Boolean(Some(_)));
    let fills = |source: &Source| match &source.kind {
        SourceSpec::UserAnswer => false,
        SourceSpec::Instruction(words) => words.whole || has_phrases,
        SourceSpec::Preset(_) | SourceSpec::Measured { .. } | SourceSpec::PriorState(..) => true,
    };
    // What may not stay empty was filled, or the call did not run.
    !matches!(slot.optional, Optional::Always) || slot.computed.is_some() || slot.sources.iter().any(fills)
}

/// A record may hold the digest of a secret in its place.
pub(crate) fn same_key(tool: &Tool, left: &Map, right: &Map) -> bool {
    tool.same_by.iter().filter_map(|id| tool.entries.get(id.index())).all(|entry| {
        match (left.get(&entry.name), right.get(&entry.name)) {
            (None, None) => true,
            (Some(left), Some(right)) => mask::is_same(entry, left, right) || mask::is_same(entry, right, left),
            (Some(one), None) | (None, Some(one)) => *one == Value::Null,
        }
    })
}

/// Whether a call has exactly these arguments, and no others but cosmetic and open ones.
pub(crate) fn exactly(tool: &Tool, arguments: &Map, wanted: &Map, open: &[Arc<str>]) -> bool {
    let cosmetic = |name: &Arc<str>| super::arguments::slots(tool).any(|slot| slot.cosmetic && slot.name == *name);
    wanted.iter().all(|(name, value)| arguments.get(name).is_some_and(|own| operate::same(own, value)))
        && arguments.iter().all(|(name, value)| {
            wanted.contains_key(name) || open.contains(name) || cosmetic(name) || *value == Value::Null
        })
}

/// What an expression over slots was in an earlier call.
pub(crate) fn of_past(tool: &Tool, expr: &crate::program::Expr, arguments: &Map) -> Option<Value> {
    use crate::program::ExprKind;
    match &expr.kind {
        ExprKind::Literal(value) => Some(value.clone()),
        ExprKind::Entry(id) => arguments.get(&tool.entries.get(id.index())?.name).cloned(),
        _ => None,
    }
}
