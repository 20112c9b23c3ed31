//! The earlier calls of a conversation, worked out once, however many snapshots tell of them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::program::{Program, ToolId};
use crate::snapshot::{CallOutcome, PastCall, Snapshot};
use crate::value::{Map, Value};

use super::super::arguments::Arguments;
use super::super::operate;
use super::past::Past;
use super::same_key;

/// What does not change of a call once it is told, and where those stand that something looks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    calls: Vec<Indexed>,
    /// By the tool's full name.
    tools: HashMap<Arc<str>, OfTool>,
    /// The calls that may have made an observation old.
    changes: Vec<usize>,
    /// The failures that no later success of the same call made good.
    failures: BTreeSet<usize>,
}

/// A call as it is read.
#[derive(Clone, Debug)]
pub(super) struct Indexed {
    pub(super) tool: Option<ToolId>,
    pub(super) arguments: Arc<Map>,
}

/// The places of a tool's calls, in order.
#[derive(Clone, Debug, Default)]
struct OfTool {
    all: Vec<usize>,
    timed_out: Vec<usize>,
    /// By a text that is the same for the same calls, so that few are compared with each. Those without one may be the
    /// same as any.
    alike: HashMap<Option<String>, Vec<usize>>,
    /// Of these the failures that nothing made good, with their arguments as they are compared.
    failed: HashMap<Option<String>, Vec<(usize, Value)>>,
}

/// The calls of earlier messages and those of the latest.
pub(super) fn lists(snapshot: &Snapshot) -> (&[PastCall], &[PastCall]) {
    let session = snapshot.session.as_ref().and_then(|session| session.calls.as_deref());
    let turn = snapshot.turn.as_ref().and_then(|turn| turn.calls.as_deref());
    (session.unwrap_or_default(), turn.unwrap_or_default())
}

impl Index {
    /// Takes in the calls that this snapshot tells of and no earlier one of the same conversation did.
    pub(crate) fn extend(&mut self, program: &Program, snapshot: &Snapshot) {
        let (session, turn) = lists(snapshot);
        session.iter().chain(turn).skip(self.calls.len()).for_each(|call| self.push(program, call));
    }

    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Indexed> {
        self.calls.get(at)
    }

    /// The calls of a tool.
    pub(super) fn of_tool(&self, name: &str) -> &[usize] {
        self.tools.get(name).map(|own| own.all.as_slice()).unwrap_or_default()
    }

    /// Those of them that timed out.
    pub(super) fn timed_out(&self, name: &str) -> &[usize] {
        self.tools.get(name).map(|own| own.timed_out.as_slice()).unwrap_or_default()
    }

    /// Those of them that may be the same as a call with this trace.
    pub(super) fn alike(&self, name: &str, trace: Option<String>) -> Vec<usize> {
        let Some(own) = self.tools.get(name) else { return Vec::new() };
        if trace.is_none() {
            return own.all.clone();
        }
        let mut alike: Vec<usize> =
            [&trace, &None].into_iter().filter_map(|t| own.alike.get(t)).flatten().copied().collect();
        alike.sort_unstable();
        alike
    }

    pub(super) fn changes(&self) -> &[usize] {
        &self.changes
    }

    pub(super) fn failures(&self) -> &BTreeSet<usize> {
        &self.failures
    }

    fn push(&mut self, program: &Program, call: &PastCall) {
        let tool = program.tool(&call.tool);
        let arguments = match tool {
            Some((_, tool)) if call.outcome == CallOutcome::Held => {
                Arguments::normalise(tool, &call.arguments).proposed
            }
            Some((_, tool)) => Arguments::settled(tool, &call.arguments).proposed,
            None => call.arguments.as_map().cloned().unwrap_or_default(),
        };
        let (at, arguments) = (self.calls.len(), Arc::new(arguments));
        let past = Past { call, tool, in_turn: false, arguments: &arguments };
        let trace = past.trace();
        let own = self.tools.entry(Arc::clone(past.name())).or_default();
        own.all.push(at);
        own.timed_out.extend(past.timed_out().then_some(at));
        if past.is_failure() {
            self.failures.insert(at);
            own.failed.entry(trace.clone()).or_default().push((at, past.compared()));
        } else if past.is_success() {
            own.make_good(&past, &trace, &mut self.failures);
        }
        own.alike.entry(trace).or_default().push(at);
        if past.may_have_changed() && tool.is_some_and(|(_, tool)| !tool.changes.is_empty()) {
            self.changes.push(at);
        }
        self.calls.push(Indexed { tool: tool.map(|(id, _)| id), arguments });
    }
}

impl OfTool {
    /// A success closes the failures of the same call.
    fn make_good(&mut self, success: &Past<'_>, trace: &Option<String>, failures: &mut BTreeSet<usize>) {
        if self.failed.is_empty() {
            return;
        }
        let compared = success.compared();
        let is_same = |failed: &Value| match (success.tool, failed, &compared) {
            (Some((_, tool)), Value::Map(failed), Value::Map(own)) => same_key(tool, own, failed),
            _ => operate::same(&compared, failed),
        };
        let mut close = |failed: &mut Vec<(usize, Value)>| {
            failed.retain(|(at, failed)| !(is_same(failed) && failures.remove(at)));
        };
        match trace {
            None => self.failed.values_mut().for_each(close),
            Some(_) => {
                for alike in [trace, &None] {
                    self.failed.get_mut(alike).into_iter().for_each(&mut close);
                }
            }
        }
    }
}
