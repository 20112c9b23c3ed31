//! A verdict as people read it: the decision, what is known and from where, what is missing and who can answer it.

use std::cmp::Ordering;
use std::sync::Arc;

use chk::snapshot::{Approval, Snapshot};
use chk::span::{FileSet, Span};
use chk::value::Value;
use chk::verdict::{Attached, CallVerdict, Decision, Kind, Layout, Part, SlotReport, State, Verdict, write_json};

use super::{Page, Style, evidence, words};
use crate::terminal::Terminal;

/// The whole verdict.
pub(crate) fn write(terminal: Terminal, files: &FileSet, snapshot: &Snapshot, verdict: &Verdict) -> String {
    let mut writer = Writer { page: Page::new(terminal), files, snapshot, verdict };
    writer.headline();
    match &verdict.part {
        Part::Call(call) => writer.call(call),
        Part::Result { envelope, .. } => {
            if let Some(envelope) = envelope {
                writer.json("what the model reads", &envelope.to_value());
            }
        }
        Part::Request(part) => {
            writer.shown(part.text.as_deref());
            writer.names("tools withheld", &part.hide);
            part.append.iter().for_each(|text| writer.text("told to the model besides", text));
            writer.attached("sent along", &part.attach);
            part.deadline.iter().for_each(|at| writer.text("to be aborted at", &at.to_string()));
        }
        Part::Answer(part) => {
            writer.shown(part.text.as_deref());
            writer.names("tools withheld in the next round", &part.hide);
            writer.attached("sent along with the next round", &part.attach);
        }
        Part::Text(text) => writer.shown(text.as_deref()),
    }
    writer.guards();
    writer.told();
    writer.unused();
    writer.page.finish()
}

struct Writer<'a> {
    page: Page,
    files: &'a FileSet,
    snapshot: &'a Snapshot,
    verdict: &'a Verdict,
}

impl Writer<'_> {
    fn headline(&mut self) {
        let style = match self.verdict.decision {
            Decision::Execute | Decision::Pass => Style::Good,
            Decision::Hold => Style::Bad,
            _ => Style::Open,
        };
        let about = match &self.verdict.part {
            Part::Call(call) => call.tool.to_string(),
            _ => self.verdict.phase.as_str().to_owned(),
        };
        let (decision, meaning) = (self.verdict.decision.as_str(), words::meaning(self.verdict));
        self.page.line(0, &[(style, decision), (Style::Plain, &format!(" {about}: {meaning}"))]);
    }

    fn call(&mut self, call: &CallVerdict) {
        self.shown(call.text.as_deref());
        if let Some(arguments) = &call.arguments {
            self.json("arguments", &Value::Map(Arc::new(arguments.clone())));
        }
        if let Some(replay) = &call.replay {
            let when = replay.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
            self.page.title("the same call");
            self.page.say(2, &format!("{}{when}", replay.outcome));
            if let Some(result) = &replay.result {
                self.page.verbatim(4, &write_json(result, Layout::Pretty));
            }
        }
        self.slots("known", call, |slot| slot.state == State::Known && slot.kind != Kind::Condition);
        self.slots("empty, after looking", call, |slot| slot.state == State::Empty);
        self.slots("missing", call, |slot| slot.state == State::Unknown && slot.needed && !slot.waits);
        self.slots("waits for its time", call, |slot| slot.waits);
        self.questions(call);
        self.lookups(call);
        self.unmet(call);
        self.normalised(call);
    }

    fn slots(&mut self, title: &str, call: &CallVerdict, belongs: impl Fn(&SlotReport) -> bool) {
        let mut slots = call.slots.iter().filter(|slot| belongs(slot)).peekable();
        if slots.peek().is_none() {
            return;
        }
        self.page.title(title);
        for slot in slots {
            self.slot(call, slot);
        }
    }

    fn slot(&mut self, call: &CallVerdict, slot: &SlotReport) {
        let name = short(call, &slot.id);
        let place = self.place(slot.declared);
        let what = match (&slot.value, slot.reason) {
            (Some(value), _) => format!(" = {}", evidence::value(value)),
            (None, Some(reason)) => format!(": {}", words::reason(reason)),
            (None, None) => String::new(),
        };
        self.page.line(2, &[(Style::Strong, &name), (Style::Plain, &what), (Style::Faint, &place)]);
        let origin = evidence::origin(slot, call, self.snapshot);
        let blocked_by: Vec<String> = slot.blocked_by.iter().map(|id| short(call, id)).collect();
        let details = [
            (!origin.is_empty()).then_some(origin),
            self.given(call, slot),
            slot.note.clone(),
            slot.proposed.as_ref().map(|value| format!("proposed: {}", evidence::value(value))),
            slot.found.as_ref().map(|value| format!("found: {}", evidence::value(value))),
            (!blocked_by.is_empty()).then(|| format!("waits for {}", blocked_by.join(", "))),
            slot.route.map(|route| words::route(route).to_owned()),
        ];
        for detail in details.into_iter().flatten() {
            self.page.say(4, &detail);
        }
    }

    /// Where an approval that was given, or a notice that was shown, stands in the snapshot. Of several that may be it, all.
    fn given(&self, call: &CallVerdict, slot: &SlotReport) -> Option<String> {
        if slot.state != State::Known {
            return None;
        }
        let name = slot.id.rsplit('.').next()?;
        let is_own = |id: &str| id == &*slot.id || id.rsplit('.').next() == Some(name);
        let (what, list, places): (_, _, Vec<String>) = match slot.kind {
            Kind::Approval => {
                let (tool, now) = (call.tool.rsplit('.').next()?, self.snapshot.now.as_ref());
                let zone = self.snapshot.zone.as_ref();
                let holds = |approval: &Approval| {
                    is_own(&approval.confirm)
                        && approval.tool.rsplit('.').next() == Some(tool)
                        && approval.used_by.is_none()
                        && approval
                            .expires
                            .as_ref()
                            .is_none_or(|end| now.and_then(|now| now.compare(end, zone)).is_some_and(Ordering::is_le))
                };
                let given = self.snapshot.approvals.iter().enumerate().filter(|(_, approval)| holds(approval));
                let place = |(at, approval): (usize, &Approval)| match &approval.id {
                    Some(id) => format!("{at} ({id})"),
                    None => at.to_string(),
                };
                ("the person approved it", "approvals", given.map(place).collect())
            }
            Kind::Notice => {
                let shown = self.snapshot.shown.iter().enumerate().filter(|(_, shown)| is_own(&shown.notice));
                ("the person was shown it", "shown", shown.map(|(at, _)| at.to_string()).collect())
            }
            _ => return None,
        };
        Some(match places.is_empty() {
            true => what.to_owned(),
            false => format!("{what}: {} of `{list}`", places.join(" or ")),
        })
    }

    fn questions(&mut self, call: &CallVerdict) {
        if call.questions.is_empty() {
            return;
        }
        self.page.title(match self.verdict.decision {
            Decision::AskUser => "ask the person",
            _ => "to ask the person, once it gets that far",
        });
        for question in &call.questions {
            let slots: Vec<String> = question.slots.iter().map(|id| short(call, id)).collect();
            let about = format!(" ({} for {})", words::asked_for(question.kind), slots.join(", "));
            self.page.line(2, &[(Style::Plain, &question.text), (Style::Faint, &about)]);
            if !question.candidates.is_empty() {
                let candidates: Vec<String> = question.candidates.iter().map(evidence::value).collect();
                self.page.say(4, &format!("perhaps {}", candidates.join(" or ")));
            }
            if let Some(binds) = &question.binds {
                self.page.say(4, &format!("binds {}", evidence::value(&Value::Map(Arc::new(binds.clone())))));
            }
        }
    }

    fn lookups(&mut self, call: &CallVerdict) {
        if call.lookups.is_empty() {
            return;
        }
        self.page.title("look up");
        for lookup in &call.lookups {
            let arguments = evidence::value(&Value::Map(Arc::new(lookup.arguments.clone())));
            let slots: Vec<String> = lookup.slots.iter().map(|id| short(call, id)).collect();
            let how = match &*lookup.tool {
                "host" => ": measured by the application".to_owned(),
                tool => format!(": call {tool} with {arguments}"),
            };
            let purpose = format!(" (for {})", slots.join(", "));
            self.page.line(2, &[(Style::Strong, &lookup.lookup), (Style::Plain, &how), (Style::Faint, &purpose)]);
        }
    }

    fn unmet(&mut self, call: &CallVerdict) {
        if call.unmet.is_empty() {
            return;
        }
        self.page.title("does not hold");
        for unmet in &call.unmet {
            let (name, place) = (short(call, &unmet.slot), self.place(unmet.declared));
            let message = format!(": {}", unmet.message);
            self.page.line(2, &[(Style::Strong, &name), (Style::Plain, &message), (Style::Faint, &place)]);
        }
    }

    fn normalised(&mut self, call: &CallVerdict) {
        if call.normalised.is_empty() {
            return;
        }
        self.page.title("changed in the arguments before anything else");
        for step in &call.normalised {
            let slot = step.slot.as_ref().map_or_else(String::new, |slot| format!("{slot}: "));
            let to = step.to.as_ref().map_or_else(String::new, |to| format!(" -> {}", evidence::value(to)));
            let what = words::normalised(step.what);
            self.page.say(2, &format!("{slot}{}{to} ({what})", evidence::value(&step.from)));
        }
    }

    fn guards(&mut self) {
        if !self.verdict.guards.is_empty() {
            self.page.title("guards that acted");
        }
        for guard in &self.verdict.guards {
            let found = guard.found.as_ref().map_or_else(String::new, |found| format!(": {}", evidence::value(found)));
            let step = guard.step.map_or("only recorded".to_owned(), |step| format!("step {step}"));
            self.page.say(2, &format!("{} ({step}){found}", guard.id));
        }
        if !self.verdict.undecided.is_empty() {
            self.page.title("could not be decided");
        }
        for undecided in &self.verdict.undecided {
            self.page.say(2, &format!("{}: {}", undecided.id, undecided.why));
        }
    }

    fn told(&mut self) {
        if let Some(tell) = &self.verdict.tell {
            self.page.title("told to the model");
            self.page.say(2, tell);
        }
    }

    /// What stands in the snapshot and was read by nothing.
    fn unused(&mut self) {
        if !self.verdict.unused.is_empty() {
            self.page.title("not used");
        }
        for unused in &self.verdict.unused {
            let help = unused.help().map_or_else(String::new, |help| format!("; {help}"));
            self.page.say(2, &format!("{}: {unused}{help}", unused.at));
        }
    }

    fn shown(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.text("text", text);
        }
    }

    fn text(&mut self, title: &str, text: &str) {
        self.page.title(title);
        self.page.verbatim(2, text);
    }

    fn attached(&mut self, title: &str, attached: &[Attached]) {
        for part in attached {
            self.json(&format!("{title}: {}", part.path), &part.value);
        }
    }

    fn names(&mut self, title: &str, names: &[Arc<str>]) {
        if !names.is_empty() {
            self.page.title(title);
            self.page.say(2, &names.join(", "));
        }
    }

    fn json(&mut self, title: &str, value: &Value) {
        self.page.title(title);
        self.page.verbatim(2, &write_json(value, Layout::Pretty));
    }

    /// Where the policy says it: `  bank.chk:17`.
    fn place(&self, declared: Option<Span>) -> String {
        let place = declared.and_then(|span| {
            let file = self.files.file(span.file)?;
            Some(format!("  {}:{}", file.name(), file.location(span.start as usize).line))
        });
        place.unwrap_or_default()
    }
}

/// The last name of an id where no other slot of the verdict has it.
pub(super) fn short(call: &CallVerdict, id: &str) -> String {
    let last = id.rsplit('.').next().unwrap_or(id);
    let same = call.slots.iter().filter(|slot| slot.id.rsplit('.').next() == Some(last)).count();
    if same > 1 { id.to_owned() } else { last.to_owned() }
}

#[cfg(test)]
mod tests;
