//! The verdict's JSON form: the shape that others build on, in the order in which it is documented.
//!
//! The form is built as a [`Value`] first, so that numbers stay exact and whatever reads verdicts (the test runner, a
//! record) sees precisely what is written.

use std::sync::Arc;

use super::writer::{Layout, write_json};
use super::{
    AnswerPart, Attached, CallVerdict, Disclosed, Envelope, Evidence, GuardReport, LookupRequest, Normalised, Part,
    Question, Replay, RequestPart, SlotReport, Undecided, Unmet, Unused, Verdict,
};
use crate::value::{Map, Value};

/// The version of the form.
const VERSION: i64 = 1;

impl Verdict {
    /// The JSON form in one line. The same verdict gives the same bytes.
    pub fn to_json(&self) -> String {
        write_json(&self.to_value(), Layout::Line)
    }

    /// The JSON form with a line for every entry.
    pub fn to_json_pretty(&self) -> String {
        write_json(&self.to_value(), Layout::Pretty)
    }

    /// What [`Verdict::to_json`] writes, as a value.
    pub fn to_value(&self) -> Value {
        let mut form = Form::default();
        form.put("chk", VERSION);
        form.put("phase", self.phase.as_str());
        match &self.part {
            Part::Call(call) => self.call_form(&mut form, call),
            _ => self.other_form(&mut form),
        }
        if !self.unused.is_empty() {
            form.list("unused", &self.unused, unused);
        }
        form.put("policy_digest", &self.policy_digest);
        form.put("snapshot_digest", &self.snapshot_digest);
        form.done()
    }

    fn call_form(&self, form: &mut Form, call: &CallVerdict) {
        form.put("tool", &call.tool);
        form.put("action_key", &call.action_key);
        self.outcome(form);
        form.put("unknown_count", call.unknown_count.map_or(Value::Null, Value::from));
        form.list("slots", &call.slots, slot);
        form.list("unmet", &call.unmet, unmet);
        form.list("lookups", &call.lookups, lookup);
        form.put("repairs", texts(&call.repairs));
        form.list("questions", &call.questions, question);
        form.list("normalised", &call.normalised, normalised);
        form.put("arguments", call.arguments.as_ref().map_or(Value::Null, map));
        form.maybe("replay", call.replay.as_ref().map(replay));
        form.maybe("text", call.text.as_deref().map(Value::from));
        disclosed(form, &call.disclosed);
        form.list("guards", &self.guards, guard);
        // A call whose rules were all decided, under no budget, says neither: they belong to what guards can do.
        if !self.undecided.is_empty() {
            form.list("undecided", &self.undecided, undecided);
        }
        form.put("tell", self.tell.as_deref().map_or(Value::Null, Value::from));
        if !self.budget.is_empty() {
            form.put("budget", map(&self.budget));
        }
    }

    fn other_form(&self, form: &mut Form) {
        self.outcome(form);
        match &self.part {
            Part::Call(_) => {}
            Part::Result { envelope: read, withheld } => {
                form.put("envelope", read.as_ref().map_or(Value::Null, envelope));
                form.maybe("withheld", withheld.as_ref().map(envelope));
            }
            Part::Request(part) => request(form, part),
            Part::Answer(part) => answer(form, part),
            Part::Text(text) => form.put("text", text.as_deref().map_or(Value::Null, Value::from)),
        }
        form.list("guards", &self.guards, guard);
        form.list("undecided", &self.undecided, undecided);
        form.put("tell", self.tell.as_deref().map_or(Value::Null, Value::from));
        form.put("budget", map(&self.budget));
    }

    fn outcome(&self, form: &mut Form) {
        form.put("decision", self.decision.as_str());
        form.put("cause", self.cause.map_or(Value::Null, |cause| cause.as_str().into()));
    }
}

fn slot(report: &SlotReport) -> Value {
    let mut form = Form::default();
    form.put("id", &report.id);
    form.put("kind", report.kind.as_str());
    form.put("state", report.state.as_str());
    form.maybe("value", report.value.clone());
    form.maybe("source", report.source.map(|source| source.as_str().into()));
    form.maybe("origin_source", report.origin_source.map(|source| source.as_str().into()));
    form.maybe("evidence", report.evidence.as_ref().map(evidence));
    form.maybe("reason", report.reason.map(|reason| reason.as_str().into()));
    form.maybe("route", report.route.map(|route| route.as_str().into()));
    form.some("blocked_by", texts(&report.blocked_by));
    form.maybe("proposed", report.proposed.clone());
    form.maybe("found", report.found.clone());
    form.some("candidates", Value::list(report.candidates.iter().cloned()));
    form.maybe("waits", report.waits.then_some(Value::Bool(true)));
    form.maybe("needed", (!report.needed).then_some(Value::Bool(false)));
    form.maybe("note", report.note.as_deref().map(Value::from));
    form.done()
}

fn evidence(evidence: &Evidence) -> Value {
    let mut form = Form::default();
    match evidence {
        Evidence::Words { segment, span, read_as, others } => {
            form.put("segment", *segment);
            form.put("span", range(*span));
            form.put("read_as", *read_as);
            form.some("others", Value::list(others.iter().cloned()));
        }
        Evidence::Observation { lookup, observation, path, of, read } => {
            form.put("lookup", lookup);
            form.put("observation", *observation);
            form.put("path", path.as_str());
            form.put("of", *of);
            if let Some((span, read_as)) = read {
                form.put("span", range(*span));
                form.put("read_as", *read_as);
            }
        }
        Evidence::Preset(path) => form.put("preset", path.as_str()),
        Evidence::Question(id) => form.put("question", id),
        Evidence::Record { record } => form.put("record", *record),
        Evidence::Computed(ids) => form.put("computed", texts(ids)),
    }
    form.done()
}

fn unmet(unmet: &Unmet) -> Value {
    let mut form = Form::default();
    form.put("slot", &unmet.slot);
    form.put("message", unmet.message.as_str());
    form.done()
}

fn lookup(request: &LookupRequest) -> Value {
    let mut form = Form::default();
    form.put("lookup", &request.lookup);
    form.put("tool", &request.tool);
    form.put("arguments", map(&request.arguments));
    form.put("for", texts(&request.slots));
    form.done()
}

fn question(question: &Question) -> Value {
    let mut form = Form::default();
    form.put("id", &question.id);
    form.put("kind", question.kind.as_str());
    form.put("slots", texts(&question.slots));
    form.put("text", question.text.as_str());
    form.some("candidates", Value::list(question.candidates.iter().cloned()));
    form.maybe("binds", question.binds.as_ref().map(map));
    form.done()
}

fn normalised(step: &Normalised) -> Value {
    let mut form = Form::default();
    form.put("what", step.what);
    form.put("from", step.from.clone());
    form.maybe("to", step.to.clone());
    form.maybe("slot", step.slot.as_deref().map(Value::from));
    form.done()
}

fn replay(replay: &Replay) -> Value {
    let mut form = Form::default();
    form.put("at", replay.at.clone().unwrap_or(Value::Null));
    form.put("outcome", &replay.outcome);
    form.put("result", replay.result.clone().unwrap_or(Value::Null));
    form.done()
}

fn guard(report: &GuardReport) -> Value {
    let mut form = Form::default();
    form.put("id", &report.id);
    form.put("step", report.step.map_or(Value::Null, Value::from));
    form.maybe("found", report.found.clone());
    form.done()
}

fn undecided(undecided: &Undecided) -> Value {
    let mut form = Form::default();
    form.put("id", &undecided.id);
    form.put("why", undecided.why.as_str());
    form.done()
}

fn unused(unused: &Unused) -> Value {
    let mut form = Form::default();
    form.put("at", unused.at.as_str());
    form.put("name", &unused.name);
    form.maybe("near", unused.near.as_deref().map(Value::from));
    form.done()
}

fn envelope(envelope: &Envelope) -> Value {
    let mut form = Form::default();
    form.put("ok", envelope.ok);
    form.put("error_kind", envelope.error_kind.map_or(Value::Null, |kind| kind.as_str().into()));
    form.put("retriable", envelope.retriable);
    form.put("partial_results", envelope.partial_results.clone().unwrap_or(Value::Null));
    form.put("data", envelope.data.clone().unwrap_or(Value::Null));
    form.put("message", envelope.message.as_deref().map_or(Value::Null, Value::from));
    form.done()
}

impl Envelope {
    /// The envelope as the model reads it: every part stands, null where there is none.
    pub fn to_value(&self) -> Value {
        envelope(self)
    }
}

fn request(form: &mut Form, part: &RequestPart) {
    form.put("text", part.text.as_deref().map_or(Value::Null, Value::from));
    disclosed(form, &part.disclosed);
    form.put("hide", texts(&part.hide));
    form.put("append", Value::list(part.append.iter().map(|text| text.as_str().into())));
    form.list("attach", &part.attach, attached);
    form.maybe("deadline", part.deadline.map(Value::DateTime));
}

fn answer(form: &mut Form, part: &AnswerPart) {
    form.put("text", part.text.as_deref().map_or(Value::Null, Value::from));
    form.put("disclosed", places(&part.disclosed.turn));
    form.some("disclosed_earlier", places(&part.disclosed.earlier));
    form.put("hide", texts(&part.hide));
    form.list("attach", &part.attach, attached);
}

/// Which failures a text that ends the turn tells of, where there are any.
fn disclosed(form: &mut Form, disclosed: &Disclosed) {
    form.some("disclosed", places(&disclosed.turn));
    form.some("disclosed_earlier", places(&disclosed.earlier));
}

fn places(calls: &[usize]) -> Value {
    Value::list(calls.iter().map(|call| Value::from(*call)))
}

fn attached(attached: &Attached) -> Value {
    let mut form = Form::default();
    form.put("path", attached.path.as_str());
    form.put("value", attached.value.clone());
    form.done()
}

fn map(map: &Map) -> Value {
    Value::Map(Arc::new(map.clone()))
}

fn texts(ids: &[Arc<str>]) -> Value {
    Value::list(ids.iter().map(|id| Value::Text(Arc::clone(id))))
}

fn range((start, end): (usize, usize)) -> Value {
    Value::list([start.into(), end.into()])
}

/// An object that is being written, in the order of its entries.
#[derive(Default)]
struct Form(Map);

impl Form {
    fn put(&mut self, key: &'static str, value: impl Entry) {
        self.0.insert(key.into(), value.entry());
    }

    /// Leaves out what is absent.
    fn maybe(&mut self, key: &'static str, value: Option<Value>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Leaves out what is blank.
    fn some(&mut self, key: &'static str, value: Value) {
        self.maybe(key, (!value.is_blank()).then_some(value));
    }

    fn list<T>(&mut self, key: &'static str, items: &[T], form: impl Fn(&T) -> Value) {
        self.put(key, Value::list(items.iter().map(form)));
    }

    fn done(self) -> Value {
        Value::Map(Arc::new(self.0))
    }
}

/// What an object's entry can be made from; shares texts instead of copying them.
trait Entry {
    fn entry(self) -> Value;
}

impl<T: Into<Value>> Entry for T {
    fn entry(self) -> Value {
        self.into()
    }
}

impl Entry for &Arc<str> {
    fn entry(self) -> Value {
        Value::Text(Arc::clone(self))
    }
}
