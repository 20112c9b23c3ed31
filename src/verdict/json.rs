//! The verdict's JSON form: the shape that others build on, in the order in which it is documented.
//!
//! The form is made first and then written, or turned into a [`Value`]: numbers stay exact, and whatever reads verdicts (the
//! test runner, a record) sees precisely what is written.

use super::form::{Form, Object};
use super::writer::{Layout, write_form};
use super::{
    AnswerPart, Attached, CallVerdict, Disclosed, Envelope, Evidence, GuardReport, LookupRequest, Normalised, Part,
    Question, Replay, RequestPart, SlotReport, Undecided, Unmet, Unused, Verdict,
};
use crate::value::Value;

/// The version of the form.
const VERSION: i64 = 1;

impl Verdict {
    /// The JSON form in one line. The same verdict gives the same bytes.
    pub fn to_json(&self) -> String {
        write_form(&self.form(), Layout::Line)
    }

    /// The JSON form with a line for every entry.
    pub fn to_json_pretty(&self) -> String {
        write_form(&self.form(), Layout::Pretty)
    }

    /// What [`Verdict::to_json`] writes, as a value.
    pub fn to_value(&self) -> Value {
        self.form().to_value()
    }

    fn form(&self) -> Form<'_> {
        let mut form = Object::default();
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

    fn call_form<'v>(&'v self, form: &mut Object<'v>, call: &'v CallVerdict) {
        form.put("tool", &call.tool);
        form.put("action_key", &call.action_key);
        self.outcome(form);
        form.put("unknown_count", call.unknown_count);
        form.list("slots", &call.slots, slot);
        form.list("unmet", &call.unmet, unmet);
        form.list("lookups", &call.lookups, lookup);
        form.put("repairs", Form::list(&call.repairs));
        form.list("questions", &call.questions, question);
        form.list("normalised", &call.normalised, normalised);
        form.put("arguments", call.arguments.as_ref());
        form.maybe("replay", call.replay.as_ref().map(replay));
        form.maybe("text", call.text.as_deref());
        disclosed(form, &call.disclosed);
        form.list("guards", &self.guards, guard);
        // A call whose rules were all decided, under no budget, says neither: they belong to what guards can do.
        if !self.undecided.is_empty() {
            form.list("undecided", &self.undecided, undecided);
        }
        form.put("tell", self.tell.as_deref());
        if !self.budget.is_empty() {
            form.put("budget", &self.budget);
        }
    }

    fn other_form<'v>(&'v self, form: &mut Object<'v>) {
        self.outcome(form);
        match &self.part {
            Part::Call(_) => {}
            Part::Result { envelope: read, withheld } => {
                form.put("envelope", read.as_ref().map(envelope));
                form.maybe("withheld", withheld.as_ref().map(envelope));
            }
            Part::Request(part) => request(form, part),
            Part::Answer(part) => answer(form, part),
            Part::Text(text) => form.put("text", text.as_deref()),
        }
        form.list("guards", &self.guards, guard);
        form.list("undecided", &self.undecided, undecided);
        form.put("tell", self.tell.as_deref());
        form.put("budget", &self.budget);
    }

    fn outcome(&self, form: &mut Object<'_>) {
        form.put("decision", self.decision.as_str());
        form.put("cause", self.cause.map(|cause| cause.as_str()));
    }
}

fn slot(report: &SlotReport) -> Form<'_> {
    let mut form = Object::default();
    form.put("id", &report.id);
    form.put("kind", report.kind.as_str());
    form.put("state", report.state.as_str());
    form.maybe("value", report.value.as_ref());
    form.maybe("source", report.source.map(|source| source.as_str()));
    form.maybe("origin_source", report.origin_source.map(|source| source.as_str()));
    form.maybe("evidence", report.evidence.as_ref().map(evidence));
    form.maybe("reason", report.reason.map(|reason| reason.as_str()));
    form.maybe("route", report.route.map(|route| route.as_str()));
    form.some("blocked_by", &report.blocked_by);
    form.maybe("proposed", report.proposed.as_ref());
    form.maybe("found", report.found.as_ref());
    form.some("candidates", &report.candidates);
    form.maybe("waits", report.waits.then_some(true));
    form.maybe("needed", (!report.needed).then_some(false));
    form.maybe("note", report.note.as_deref());
    form.done()
}

fn evidence(evidence: &Evidence) -> Form<'_> {
    let mut form = Object::default();
    match evidence {
        Evidence::Words { segment, span, read_as, others } => {
            form.put("segment", *segment);
            form.put("span", range(*span));
            form.put("read_as", *read_as);
            form.some("others", others);
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
        Evidence::Computed(ids) => form.put("computed", Form::list(ids)),
    }
    form.done()
}

fn unmet(unmet: &Unmet) -> Form<'_> {
    let mut form = Object::default();
    form.put("slot", &unmet.slot);
    form.put("message", unmet.message.as_str());
    form.done()
}

fn lookup(request: &LookupRequest) -> Form<'_> {
    let mut form = Object::default();
    form.put("lookup", &request.lookup);
    form.put("tool", &request.tool);
    form.put("arguments", &request.arguments);
    form.put("for", Form::list(&request.slots));
    form.done()
}

fn question(question: &Question) -> Form<'_> {
    let mut form = Object::default();
    form.put("id", &question.id);
    form.put("kind", question.kind.as_str());
    form.put("slots", Form::list(&question.slots));
    form.put("text", question.text.as_str());
    form.some("candidates", &question.candidates);
    form.maybe("binds", question.binds.as_ref());
    form.done()
}

fn normalised(step: &Normalised) -> Form<'_> {
    let mut form = Object::default();
    form.put("what", step.what);
    form.put("from", &step.from);
    form.maybe("to", step.to.as_ref());
    form.maybe("slot", step.slot.as_deref());
    form.done()
}

fn replay(replay: &Replay) -> Form<'_> {
    let mut form = Object::default();
    form.put("at", replay.at.as_ref());
    form.put("outcome", &replay.outcome);
    form.put("result", replay.result.as_ref());
    form.done()
}

fn guard(report: &GuardReport) -> Form<'_> {
    let mut form = Object::default();
    form.put("id", &report.id);
    form.put("step", report.step);
    form.maybe("found", report.found.as_ref());
    form.done()
}

fn undecided(undecided: &Undecided) -> Form<'_> {
    let mut form = Object::default();
    form.put("id", &undecided.id);
    form.put("why", undecided.why.as_str());
    form.done()
}

fn unused(unused: &Unused) -> Form<'_> {
    let mut form = Object::default();
    form.put("at", unused.at.as_str());
    form.put("name", &unused.name);
    form.maybe("near", unused.near.as_deref());
    form.done()
}

fn envelope(envelope: &Envelope) -> Form<'_> {
    let mut form = Object::default();
    form.put("ok", envelope.ok);
    form.put("error_kind", envelope.error_kind.map(|kind| kind.as_str()));
    form.put("retriable", envelope.retriable);
    form.put("partial_results", envelope.partial_results.as_ref());
    form.put("data", envelope.data.as_ref());
    form.put("message", envelope.message.as_deref());
    form.done()
}

impl Envelope {
    /// The envelope as the model reads it: every part stands, null where there is none.
    pub fn to_value(&self) -> Value {
        envelope(self).to_value()
    }
}

fn request<'v>(form: &mut Object<'v>, part: &'v RequestPart) {
    form.put("text", part.text.as_deref());
    disclosed(form, &part.disclosed);
    form.put("hide", Form::list(&part.hide));
    form.put("append", Form::list(part.append.iter().map(String::as_str)));
    form.list("attach", &part.attach, attached);
    form.maybe("deadline", part.deadline.map(Value::DateTime));
}

fn answer<'v>(form: &mut Object<'v>, part: &'v AnswerPart) {
    form.put("text", part.text.as_deref());
    form.put("disclosed", Form::list(part.disclosed.turn.iter().copied()));
    form.some("disclosed_earlier", part.disclosed.earlier.iter().copied());
    form.put("hide", Form::list(&part.hide));
    form.list("attach", &part.attach, attached);
}

/// Which failures a text that ends the turn tells of, where there are any.
fn disclosed<'v>(form: &mut Object<'v>, disclosed: &'v Disclosed) {
    form.some("disclosed", disclosed.turn.iter().copied());
    form.some("disclosed_earlier", disclosed.earlier.iter().copied());
}

fn attached(attached: &Attached) -> Form<'_> {
    let mut form = Object::default();
    form.put("path", attached.path.as_str());
    form.put("value", &attached.value);
    form.done()
}

fn range((start, end): (usize, usize)) -> Form<'static> {
    Form::list([start, end])
}
