//! From a [`Snapshot`] back to a document, for whoever made one without a text. What is not there is left out.

use std::sync::Arc;

use super::{
    Approval, Call, CallOutcome, CallResult, Message, Observation, Observed, PastCall, Preset, PresetTree, PriorRecord,
    PriorSlot, Quote, Segment, Session, Shown, Snapshot, Trigger, Trust, Turn,
};
use crate::value::{DateTime, Map, Value};

impl Snapshot {
    /// The document that reads as this snapshot.
    ///
    /// ```
    /// let snapshot = chk::Snapshot::from_yaml("chk: 1\ncall: { tool: bank.transfer, arguments: { amount: 5e2 } }")?;
    /// let again = chk::Snapshot::from_value(&snapshot.to_value())?;
    /// assert_eq!(again.to_value(), snapshot.to_value());
    /// # Ok::<(), chk::SnapshotError>(())
    /// ```
    pub fn to_value(&self) -> Value {
        let mut form = Form::default();
        form.put("chk", 1_i64);
        form.put("phase", self.phase.as_str());
        form.time("now", self.now);
        form.maybe("zone", self.zone.as_ref().map(|zone| Value::from(zone.name())));
        form.text("user", &self.user);
        form.maybe("call", self.call.as_ref().map(call));
        form.list("instruction", &self.instruction, segment);
        form.named("quotes", &self.quotes, quote);
        form.map("answers", &self.answers);
        let preset = preset(&self.preset);
        form.maybe("preset", (!preset.is_blank()).then_some(preset));
        form.list("measured", &self.measured, observation);
        form.list("prior", &self.prior, record);
        form.list("approvals", &self.approvals, approval);
        form.list("shown", &self.shown, shown);
        form.named("asked", &self.asked, |count| Value::from(*count));
        form.named("revised", &self.revised, |count| Value::from(*count));
        form.maybe("trigger", trigger(&self.trigger));
        form.maybe("message", self.message.as_ref().map(message));
        form.maybe("turn", self.turn.as_ref().map(turn));
        form.maybe("session", self.session.as_ref().map(session));
        form.maybe("request", self.request.clone());
        form.maybe("result", self.result.as_ref().map(result));
        form.maybe("answer", self.answer.clone());
        form.maybe("entry", self.entry.clone());
        form.maybe("extra", self.extra.clone());
        form.done()
    }
}

/// A map that is being filled.
#[derive(Default)]
struct Form(Map);

impl Form {
    fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.into(), value.into());
    }

    fn maybe(&mut self, key: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    fn text(&mut self, key: &str, text: &Option<Arc<str>>) {
        self.maybe(key, text.clone().map(Value::Text));
    }

    fn time(&mut self, key: &str, time: Option<DateTime>) {
        self.maybe(key, time.map(|time| Value::text(time.to_string())));
    }

    fn map(&mut self, key: &str, map: &Map) {
        if !map.is_empty() {
            self.put(key, Value::Map(Arc::new(map.clone())));
        }
    }

    fn list<T>(&mut self, key: &str, items: &[T], item: impl Fn(&T) -> Value) {
        if !items.is_empty() {
            self.put(key, Value::list(items.iter().map(item)));
        }
    }

    fn named<T>(&mut self, key: &str, entries: &[(Arc<str>, T)], value: impl Fn(&T) -> Value) {
        if !entries.is_empty() {
            self.put(key, Value::map(entries.iter().map(|(key, entry)| (key.clone(), value(entry)))));
        }
    }

    fn done(self) -> Value {
        Value::Map(Arc::new(self.0))
    }
}

fn texts(texts: &[Arc<str>]) -> Value {
    Value::list(texts.iter().cloned().map(Value::Text))
}

fn trust(trust: Trust) -> &'static str {
    match trust {
        Trust::User => "user",
        Trust::Assistant => "assistant",
        Trust::Untrusted => "untrusted",
    }
}

fn call(call: &Call) -> Value {
    let mut form = Form::default();
    form.put("tool", Value::Text(call.tool.clone()));
    form.put("arguments", call.arguments.clone());
    form.text("definition", &call.definition);
    form.done()
}

fn segment(segment: &Segment) -> Value {
    let mut form = Form::default();
    form.put("text", Value::Text(segment.text.clone()));
    form.put("trust", trust(segment.trust));
    form.text("origin", &segment.origin);
    form.done()
}

fn quote(quote: &Quote) -> Value {
    let mut form = Form::default();
    form.maybe("value", quote.value.clone());
    form.map("with", &quote.with);
    form.put("segment", quote.segment);
    form.put("span", Value::list([Value::from(quote.span.0), Value::from(quote.span.1)]));
    form.done()
}

fn preset(tree: &PresetTree) -> Value {
    match tree {
        PresetTree::Leaf(Preset { value, trust: by, origin }) => {
            let mut form = Form::default();
            form.put("value", value.clone());
            form.put("trust", trust(*by));
            form.text("origin", origin);
            form.done()
        }
        PresetTree::Branch(branch) => Value::map(branch.iter().map(|(name, tree)| (name.clone(), preset(tree)))),
    }
}

fn observation(observation: &Observation) -> Value {
    let mut form = Form::default();
    let (key, name, arguments) = match &observation.of {
        Observed::Tool { tool, arguments } => ("tool", tool, arguments),
        Observed::Lookup { lookup, arguments } => ("lookup", lookup, arguments),
    };
    form.put(key, Value::Text(name.clone()));
    form.put("arguments", Value::Map(Arc::new(arguments.clone())));
    form.time("at", observation.at);
    match &observation.outcome {
        Ok(value) => form.put("value", value.clone()),
        Err(why) => form.put("failed", Value::Text(why.clone())),
    }
    form.done()
}

fn record(record: &PriorRecord) -> Value {
    let mut form = Form::default();
    form.put("action_key", Value::Text(record.action_key.clone()));
    form.put("decision", Value::Text(record.decision.clone()));
    form.time("at", record.at);
    form.list("slots", &record.slots, |slot: &PriorSlot| {
        let mut form = Form::default();
        form.put("id", Value::Text(slot.id.clone()));
        form.maybe("value", slot.value.clone());
        form.text("source", &slot.source);
        form.text("origin_source", &slot.origin_source);
        form.maybe("evidence", slot.evidence.clone());
        form.done()
    });
    form.done()
}

fn approval(approval: &Approval) -> Value {
    let mut form = Form::default();
    form.text("id", &approval.id);
    form.put("tool", Value::Text(approval.tool.clone()));
    form.put("confirm", Value::Text(approval.confirm.clone()));
    form.map("bound", &approval.bound);
    form.text("shown", &approval.shown);
    form.time("at", approval.at);
    form.time("expires", approval.expires);
    form.text("used_by", &approval.used_by);
    form.done()
}

fn shown(shown: &Shown) -> Value {
    Value::map([("notice", Value::Text(shown.notice.clone())), ("text", Value::Text(shown.text.clone()))])
}

fn trigger(trigger: &Trigger) -> Option<Value> {
    let mut form = Form::default();
    form.put("fired", trigger.fired);
    form.time("at", trigger.at);
    (trigger.fired || trigger.at.is_some()).then(|| form.done())
}

fn message(message: &Message) -> Value {
    let mut form = Form::default();
    form.text("text", &message.text);
    form.time("at", message.at);
    form.done()
}

fn turn(turn: &Turn) -> Value {
    let mut form = Form::default();
    form.maybe("rounds", turn.rounds.map(Value::from));
    form.maybe("cost", turn.cost.clone().map(Value::Number));
    form.maybe("tools", turn.tools.clone());
    form.maybe("hidden", turn.hidden.clone());
    form.maybe("answered", turn.answered.map(Value::from));
    form.maybe("fired", (!turn.fired.is_empty()).then(|| texts(&turn.fired)));
    form.maybe("calls", turn.calls.as_deref().map(calls));
    form.done()
}

fn session(session: &Session) -> Value {
    let mut form = Form::default();
    form.maybe("rounds", session.rounds.map(Value::from));
    form.maybe("cost", session.cost.clone().map(Value::Number));
    form.maybe("calls", session.calls.as_deref().map(calls));
    form.maybe("fired", (!session.fired.is_empty()).then(|| texts(&session.fired)));
    form.done()
}

fn calls(calls: &[PastCall]) -> Value {
    Value::list(calls.iter().map(past_call))
}

fn past_call(call: &PastCall) -> Value {
    let mut form = Form::default();
    form.put("tool", Value::Text(call.tool.clone()));
    form.put("arguments", call.arguments.clone());
    form.put("outcome", CallOutcome::as_str(call.outcome));
    form.maybe("result", call.result.clone());
    form.text("text", &call.text);
    form.time("at", call.at);
    form.text("approval", &call.approval);
    form.maybe("attempt", call.attempt.map(Value::from));
    form.maybe("cost", call.cost.clone().map(Value::Number));
    if call.disclosed {
        form.put("disclosed", true);
    }
    form.maybe("settled", call.settled.map(|word| Value::from(word.as_str())));
    form.done()
}

fn result(result: &CallResult) -> Value {
    let mut form = Form::default();
    form.maybe("elapsed", result.elapsed.map(|length| Value::text(length.to_string())));
    form.maybe("deadline", result.deadline.map(|length| Value::text(length.to_string())));
    form.maybe("attempt", result.attempt.map(Value::from));
    form.maybe("status", result.status.clone());
    form.maybe("exit", result.exit.clone());
    form.maybe("is_error", result.is_error.map(Value::from));
    form.text("text", &result.text);
    form.maybe("body", result.body.clone());
    form.done()
}
