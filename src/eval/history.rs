//! What happened before this call: the proposals of the turn and the session, and what became of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::program::{EntryKind, OnFailure, Optional, Program, Source, SourceSpec, Tier, Tool, ToolId, Type};
use crate::snapshot::{CallOutcome, PastCall, Settled, Snapshot};
use crate::value::{Map, Value};

use super::arguments::Arguments;
use super::mask;
use super::operate;

/// Every earlier proposal, the session's first.
#[derive(Debug)]
pub(crate) struct History<'a> {
    /// Whether the turn's calls are known; without them repetition is not judged.
    pub(crate) is_known: bool,
    pub(crate) calls: Vec<Past<'a>>,
    /// Of each call which of `successes` may be the same.
    kinds: Vec<usize>,
    /// The places of the calls that were ok, in order.
    successes: Vec<Vec<usize>>,
}

/// One earlier proposal.
#[derive(Debug)]
pub(crate) struct Past<'a> {
    pub(crate) call: &'a PastCall,
    /// The tool, where it is declared.
    pub(crate) tool: Option<(ToolId, &'a Tool)>,
    /// Whether it belongs to the latest message.
    pub(crate) in_turn: bool,
    /// The arguments under their own names.
    pub(crate) arguments: Map,
}

impl<'a> History<'a> {
    pub(crate) fn new(program: &'a Program, snapshot: &'a Snapshot) -> History<'a> {
        let turn = snapshot.turn.as_ref().and_then(|turn| turn.calls.as_ref());
        let session = snapshot.session.as_ref().and_then(|session| session.calls.as_ref());
        let past = |call: &'a PastCall, in_turn| {
            let tool = program.tool(&call.tool);
            let arguments = match tool {
                Some((_, tool)) if call.outcome == CallOutcome::Held => {
                    Arguments::normalise(tool, &call.arguments).proposed
                }
                Some((_, tool)) => Arguments::settled(tool, &call.arguments).proposed,
                None => call.arguments.as_map().cloned().unwrap_or_default(),
            };
            Past { call, tool, in_turn, arguments }
        };
        let mut calls: Vec<Past<'a>> = session.into_iter().flatten().map(|call| past(call, false)).collect();
        calls.extend(turn.into_iter().flatten().map(|call| past(call, true)));
        let kinds = kinds(&calls);
        let mut successes = vec![Vec::new(); kinds.iter().max().map_or(0, |last| last + 1)];
        for (at, (past, kind)) in calls.iter().zip(&kinds).enumerate() {
            if let (CallOutcome::Executed, true, Some(places)) =
                (past.call.outcome, past.is_ok(), successes.get_mut(*kind))
            {
                places.push(at);
            }
        }
        History { is_known: turn.is_some(), calls, kinds, successes }
    }

    /// The same calls as this one, in order: of the same tool, with the same values in all that makes them the same.
    pub(crate) fn same<'h>(&'h self, tool: &'h Tool, key: &'h Map) -> impl Iterator<Item = (usize, &'h Past<'a>)> {
        self.calls.iter().enumerate().filter(move |(_, past)| past.is_of(tool) && same_key(tool, &past.arguments, key))
    }

    /// Whether a call that ran may be this one: the same, as far as neither says nothing of what a source may have filled.
    pub(crate) fn may_be_same(tool: &Tool, past: &Past<'_>, proposed: &Map) -> bool {
        let entries = tool.same_by.iter().filter_map(|id| tool.entries.get(id.index()));
        past.is_of(tool)
            && entries.into_iter().all(|entry| match (past.arguments.get(&entry.name), proposed.get(&entry.name)) {
                (None, None) => true,
                (Some(ran), Some(own)) => mask::is_same(entry, ran, own),
                (Some(one), None) | (None, Some(one)) => *one == Value::Null || may_be_filled(&entry.kind),
            })
    }

    /// Whether a failure was made good: by a later success of the same call, by a person's word on a timeout, or by
    /// the verifying call.
    pub(crate) fn is_made_good(&self, at: usize) -> bool {
        let Some(failed) = self.calls.get(at) else { return true };
        if failed.timed_out() && (failed.call.settled.is_some() || self.verified(at).is_some()) {
            return true;
        }
        let successes = self.kinds.get(at).and_then(|kind| self.successes.get(*kind));
        let successes = successes.map(Vec::as_slice).unwrap_or_default();
        let later = successes.get(successes.partition_point(|success| *success <= at)..).unwrap_or_default();
        later.iter().filter_map(|success| self.calls.get(*success)).any(|later| match failed.tool {
            Some((_, tool)) => same_key(tool, &later.arguments, &failed.arguments),
            None => operate::same(&later.call.arguments, &failed.call.arguments),
        })
    }

    /// What the verifying call says of a call that timed out: its envelope's kind, the latest that settled it.
    pub(crate) fn verified(&self, at: usize) -> Option<(Settled, &Past<'a>)> {
        let timed_out = self.calls.get(at)?;
        let (_, tool) = timed_out.tool?;
        let verify = tool.verify.as_ref()?;
        let mut wanted = Map::new();
        for (name, expr) in &verify.arguments {
            wanted.insert(Arc::clone(name), of_past(tool, expr, &timed_out.arguments)?);
        }
        self.calls.iter().skip(at + 1).rev().find_map(|later| {
            let (id, verifier) = later.tool?;
            if id != verify.tool
                || later.call.outcome != CallOutcome::Executed
                || !exactly(verifier, &later.arguments, &wanted)
            {
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
    pub(crate) fn unresolved<'h>(&'h self, program: &'h Program) -> impl Iterator<Item = (usize, &'h Past<'a>)> {
        self.calls.iter().enumerate().filter(move |(at, past)| {
            past.is_failure() && !past.call.disclosed && past.halts(program) && !self.is_made_good(*at)
        })
    }
}

/// Numbers for the calls: those that are the same have the same, so that each is compared with few others.
fn kinds(calls: &[Past<'_>]) -> Vec<usize> {
    // Where one cannot be told from its text, all of a tool's calls may be the same.
    let traces: Option<Vec<String>> = calls.iter().map(Past::trace).collect();
    let traces = traces.unwrap_or_else(|| vec![String::new(); calls.len()]);
    let mut known: HashMap<(&str, &str), usize> = HashMap::new();
    let mut numbers = Vec::with_capacity(calls.len());
    for (past, trace) in calls.iter().zip(&traces) {
        let next = known.len();
        numbers.push(*known.entry((past.name(), trace)).or_insert(next));
    }
    numbers
}

impl<'a> Past<'a> {
    /// A text that is the same for the same calls. Of what is secret a record holds digests: it stands in no text.
    fn trace(&self) -> Option<String> {
        let mut text = String::new();
        let Some((_, tool)) = self.tool else {
            operate::trace(&self.call.arguments, &mut text)?;
            return Some(text);
        };
        let entries = tool.same_by.iter().filter_map(|id| tool.entries.get(id.index()));
        for entry in entries.into_iter().filter(|entry| !mask::hides_entry(entry)) {
            match self.arguments.get(&entry.name) {
                None | Some(Value::Null) => {}
                Some(value) => {
                    text.push_str(&entry.name);
                    operate::trace(value, &mut text)?;
                }
            }
        }
        Some(text)
    }

    /// The tool's full name; as it was called where it is not declared.
    fn name(&self) -> &'a str {
        self.tool.map_or(&self.call.tool, |(_, tool)| &tool.name)
    }
}

impl Past<'_> {
    pub(crate) fn is_of(&self, tool: &Tool) -> bool {
        self.tool.is_some_and(|(_, own)| own.name == tool.name)
    }

    fn result(&self, key: &str) -> Option<&Value> {
        self.call.result.as_ref().and_then(|result| result.field(key))
    }

    pub(crate) fn is_ok(&self) -> bool {
        self.result("ok") == Some(&Value::Bool(true))
    }

    pub(crate) fn error_kind(&self) -> Option<&str> {
        self.result("error_kind").and_then(Value::as_text)
    }

    /// The message of its envelope.
    pub(crate) fn said(&self) -> Option<&str> {
        self.result("message").and_then(Value::as_text).filter(|message| !message.trim().is_empty())
    }

    pub(crate) fn is_retriable(&self) -> bool {
        self.result("retriable") == Some(&Value::Bool(true))
    }

    /// It ran and failed; that nothing was found is no failure.
    pub(crate) fn is_failure(&self) -> bool {
        self.call.outcome == CallOutcome::Executed
            && self.call.result.is_some()
            && !self.is_ok()
            && self.error_kind() != Some("not_found")
    }

    pub(crate) fn timed_out(&self) -> bool {
        self.call.outcome == CallOutcome::Executed && self.error_kind() == Some("timeout")
    }

    fn halts(&self, program: &Program) -> bool {
        let on_failure = match self.tool {
            Some((_, tool)) => Some(tool.on_failure),
            None => program.unlisted_on_failure,
        };
        !matches!(on_failure, Some(OnFailure::Continue))
    }

    /// An executed call that may have changed something.
    pub(crate) fn may_have_changed(&self) -> bool {
        self.call.outcome == CallOutcome::Executed && self.tool.is_none_or(|(_, tool)| tool.tier != Tier::ReadOnly)
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

/// Whether a call has exactly these arguments, and no others but cosmetic ones.
pub(crate) fn exactly(tool: &Tool, arguments: &Map, wanted: &Map) -> bool {
    let cosmetic = |name: &Arc<str>| super::arguments::slots(tool).any(|slot| slot.cosmetic && slot.name == *name);
    wanted.iter().all(|(name, value)| arguments.get(name).is_some_and(|own| operate::same(own, value)))
        && arguments.iter().all(|(name, value)| wanted.contains_key(name) || cosmetic(name) || *value == Value::Null)
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
