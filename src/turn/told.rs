//! What a host tells a conversation of: settings, records, words, rounds, observations.

use std::sync::Arc;

use super::Conversation;
use crate::snapshot::{
    CallOutcome, Message, Observation, Observed, Preset, PresetTree, PriorRecord, Segment, Trust, Turn,
};
use crate::value::{DateTime, Number, Value};

impl Conversation {
    /// Sets a setting; a path has dots, as `accounts.main`. A setting in the place of a branch, or the other way round,
    /// replaces it.
    pub fn preset(&mut self, path: &str, preset: Preset) {
        let mut tree = &mut self.base.preset;
        for name in path.split('.') {
            if matches!(tree, PresetTree::Leaf(_)) {
                *tree = PresetTree::default();
            }
            let PresetTree::Branch(branch) = tree else { return };
            tree = branch.entry(name.into()).or_default();
        }
        *tree = PresetTree::Leaf(preset);
    }

    /// Adds a record of an earlier execution.
    pub fn recorded(&mut self, record: PriorRecord) {
        self.base.prior.push(record);
    }

    /// The person's message: a new turn begins, and the calls so far are the session's. Says which segment it is, for
    /// quotes.
    pub fn user_said(&mut self, text: impl Into<Arc<str>>, at: DateTime) -> usize {
        let text = text.into();
        let fresh = Turn { rounds: Some(0), answered: Some(false), calls: Some(Vec::new()), ..Turn::default() };
        if let Some(turn) = self.base.turn.replace(fresh) {
            let session = self.base.session.get_or_insert_default();
            session.calls.get_or_insert_default().extend(turn.calls.unwrap_or_default());
            session.fired.extend(turn.fired);
            if let Some(rounds) = turn.rounds.filter(|rounds| *rounds > 0) {
                session.rounds = Some(session.rounds.unwrap_or(0).saturating_add(rounds));
            }
            if let Some(cost) = turn.cost {
                session.cost = Some(session.cost.as_ref().map_or_else(|| cost.clone(), |sum| sum.add(&cost)));
            }
        }
        self.base.message = Some(Message { text: Some(text.clone()), at: Some(at) });
        self.said(text, Trust::User, None)
    }

    /// What the model said to the person, who is answered by it.
    pub fn assistant_said(&mut self, text: impl Into<Arc<str>>) -> usize {
        self.base.turn.get_or_insert_default().answered = Some(true);
        self.said(text.into(), Trust::Assistant, None)
    }

    /// What neither of them said: a mail, a page, a tool's text.
    pub fn untrusted(&mut self, text: impl Into<Arc<str>>, origin: impl Into<Arc<str>>) -> usize {
        self.said(text.into(), Trust::Untrusted, Some(origin.into()))
    }

    fn said(&mut self, text: Arc<str>, trust: Trust, origin: Option<Arc<str>>) -> usize {
        self.base.instruction.push(Segment { text, trust, origin });
        self.base.instruction.len() - 1
    }

    /// A round of the model starts, with these tools on offer. Retries are rounds too.
    pub fn round_started<T: AsRef<str>>(&mut self, tools: impl IntoIterator<Item = T>) {
        let tools = Value::list(tools.into_iter().map(|tool| Value::from(tool.as_ref())));
        self.round(tools);
    }

    /// A round of the model starts, and the tools on offer could not be listed.
    pub fn round_started_without_tools(&mut self, why: &str) {
        self.round(Value::map([("failed", Value::from(why))]));
    }

    fn round(&mut self, tools: Value) {
        self.round_began();
        self.base.turn.get_or_insert_default().tools = Some(tools);
    }

    /// A round of the model starts, and nobody knows with which tools.
    pub(crate) fn round_began(&mut self) {
        let turn = self.base.turn.get_or_insert_default();
        turn.rounds = Some(turn.rounds.unwrap_or(0) + 1);
        turn.tools = None;
        turn.hidden = None;
    }

    /// These tools are withheld in the round that started last.
    pub fn hidden<T: AsRef<str>>(&mut self, tools: impl IntoIterator<Item = T>) {
        let tools = tools.into_iter().map(|tool| Value::from(tool.as_ref()));
        self.base.turn.get_or_insert_default().hidden = Some(Value::list(tools));
    }

    /// Adds to what the turn cost.
    pub fn cost(&mut self, cost: &Number) {
        let turn = self.base.turn.get_or_insert_default();
        turn.cost = Some(turn.cost.as_ref().map_or_else(|| cost.clone(), |sum| sum.add(cost)));
    }

    /// Adds to what the latest executed call of this message cost, and with it to what the turn did. Without such a call it is the
    /// turn's alone.
    pub fn call_cost(&mut self, cost: &Number) {
        let calls = self.base.turn.iter_mut().flat_map(|turn| turn.calls.iter_mut().flatten());
        if let Some(call) = calls.filter(|call| call.outcome == CallOutcome::Executed).last() {
            call.cost = Some(call.cost.as_ref().map_or_else(|| cost.clone(), |sum| sum.add(cost)));
        }
        self.cost(cost);
    }

    /// What a tool returned that the host called by itself, as a verdict's lookups ask, or why it failed. A read that was
    /// proposed and executed counts without it.
    pub fn observed(
        &mut self,
        tool: impl Into<Arc<str>>,
        arguments: impl IntoIterator<Item = (Arc<str>, Value)>,
        at: DateTime,
        outcome: Result<Value, Arc<str>>,
    ) {
        let of = Observed::Tool { tool: tool.into(), arguments: arguments.into_iter().collect() };
        self.base.measured.push(Observation { of, at: Some(at), outcome });
    }

    /// What the host measured for a lookup `by host`, or why it failed.
    pub fn measured(
        &mut self,
        lookup: impl Into<Arc<str>>,
        arguments: impl IntoIterator<Item = (Arc<str>, Value)>,
        at: DateTime,
        outcome: Result<Value, Arc<str>>,
    ) {
        let of = Observed::Lookup { lookup: lookup.into(), arguments: arguments.into_iter().collect() };
        self.base.measured.push(Observation { of, at: Some(at), outcome });
    }
}
