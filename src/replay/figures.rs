//! What came of a replay, in numbers. They are added up as they come: what is kept grows with the policy, not with the
//! transcripts.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::verdict::{CallVerdict, Cause, Decision, Disclosed, Kind, Reason, Route, State, Verdict};

use super::interval::Rate;
use super::walk::{Moment, What, is_failure};

/// The most names of tools and rules that are kept apart. Transcripts may name any tool.
const MOST_NAMES: usize = 1_000;

/// What stands for all names beyond those.
const OTHERS: &str = "(others)";

/// How often.
pub type Tally<K> = BTreeMap<K, usize>;

/// Everything that is counted.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Conversations.
    pub conversations: usize,
    /// Of these, pieces of a log that goes on.
    pub cut: usize,
    /// Lines of a record, each a verdict of its own.
    pub recorded: usize,
    /// The persons' messages.
    pub tasks: usize,
    /// Messages that were followed by a call at which the person was to be asked something.
    pub tasks_asked: usize,
    /// Of these, the ones at which every question was answered by a click: an approval or a notice.
    pub tasks_clicked: usize,
    /// Calls.
    pub calls: Calls,
    /// Results.
    pub results: Results,
    /// Answers.
    pub answers: Answers,
    /// By tool.
    pub tools: IndexMap<Arc<str>, ToolFigures>,
    /// By rule: conditions, approvals, notices, slots and guards that something came of.
    pub rules: IndexMap<Arc<str>, RuleFigures>,
    /// How the task that is open was asked: not at all, by a click, by a question.
    open: Asked,
    is_open: bool,
}

/// Verdicts by what they decide, and why where they hold.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// By decision.
    pub decisions: Tally<Decision>,
    /// By cause.
    pub causes: Tally<Cause>,
}

/// What is counted of calls.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// How many.
    pub count: usize,
    /// Of these, without a result in the transcript.
    pub without_result: usize,
    /// Their verdicts.
    pub verdicts: Decisions,
    /// What was unknown: why, and who can answer it.
    pub unknowns: Tally<(Reason, Option<Route>)>,
    /// What the person was to be asked.
    pub questions: Questions,
}

/// What is counted of questions.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Calls at which the person was to be asked: the questions of a call are one batch.
    pub batches: usize,
    /// Of these, the ones that a click answers: approvals and notices alone.
    pub clicks: usize,
    /// Questions by kind.
    pub kinds: Tally<Kind>,
    /// Questions that the person's plain yes in the transcript answered.
    pub answered: usize,
}

/// What is counted of results.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// How many.
    pub count: usize,
    /// Of these, without a call in the transcript.
    pub without_call: usize,
    /// Their verdicts.
    pub verdicts: Decisions,
    /// Failures by kind; "it ran, and there is nothing" is none.
    pub failures: Tally<&'static str>,
    /// Failures whose own flag said that all is well.
    pub failures_flagged_ok: usize,
    /// Failures whose own flag said so.
    pub failures_flagged: usize,
    /// Results whose flag said that they failed, and that are read as a success or as nothing found.
    pub flagged_alone: usize,
    /// Results that say that there is nothing.
    pub not_found: usize,
}

/// What is counted of answers.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// How many.
    pub count: usize,
    /// Their verdicts.
    pub verdicts: Decisions,
    /// Answers behind a failure that no later call made good.
    pub after_failure: usize,
    /// Of these, the ones without any word for a failure.
    pub silent: usize,
    /// Answers that the engine would add undisclosed failures to.
    pub undisclosed: usize,
    /// Answers whose claims could be judged.
    pub judged_claims: usize,
    /// Of these, the ones that claim what no call did.
    pub claiming: usize,
    /// What they claim, by effect.
    pub claims: Tally<Arc<str>>,
}

/// What is counted of one tool.
#[derive(Clone, Debug, Default)]
pub struct ToolFigures {
    /// Whether the policy declares it.
    pub is_listed: bool,
    /// Its calls.
    pub calls: Calls,
    /// Its results.
    pub results: Results,
}

/// What is counted of one rule.
#[derive(Clone, Debug, Default)]
pub struct RuleFigures {
    /// What it is; none for a guard.
    pub kind: Option<Kind>,
    /// Verdicts in which it was unmet.
    pub unmet: usize,
    /// Verdicts in which it was unknown, by reason.
    pub unknown: Tally<Reason>,
    /// Calls at which the person was to be asked about it.
    pub questions: usize,
    /// Verdicts in which it acted, of a guard.
    pub acted: usize,
    /// Verdicts in which it could not be decided.
    pub undecided: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    #[default]
    Nothing,
    Click,
    Question,
}

impl Figures {
    /// A conversation begins.
    pub(super) fn begin(&mut self, is_cut: bool, is_record: bool) {
        if is_record {
            self.recorded += 1;
        } else {
            self.conversations += 1;
            self.cut += usize::from(is_cut);
        }
    }

    /// A conversation is over.
    pub(super) fn end(&mut self) {
        self.close();
    }

    pub(super) fn add(&mut self, moment: &Moment<'_>) {
        match &moment.what {
            What::Task => {
                self.close();
                self.tasks += 1;
                self.is_open = true;
            }
            What::Call { verdict, asked, answered, has_result } => self.call(verdict, *asked, *answered, *has_result),
            What::Result { tool, flag, verdict, has_call } => {
                self.guards(verdict);
                self.results.add(*flag, verdict, *has_call);
                self.tool(tool).results.add(*flag, verdict, *has_call);
            }
            What::Answer { verdict, failures, told, claims } => {
                self.guards(verdict);
                self.answers.add(verdict, *failures, *told, claims.as_deref());
            }
            What::Other { verdict } => self.guards(verdict),
        }
    }

    fn call(&mut self, verdict: &Verdict, asked: Option<&CallVerdict>, answered: usize, has_result: bool) {
        self.guards(verdict);
        let Some(call) = verdict.call() else { return };
        self.calls.add(verdict, call, asked, answered, has_result);
        let tool = self.tool(&call.tool);
        tool.is_listed |= verdict.cause != Some(Cause::UnlistedTool);
        tool.calls.add(verdict, call, asked, answered, has_result);
        for unmet in &call.unmet {
            self.rule(&unmet.slot).unmet += 1;
        }
        for slot in &call.slots {
            if slot.state == State::Unknown && slot.needed && !slot.waits {
                let rule = self.rule(&slot.id);
                rule.kind = Some(slot.kind);
                if let Some(reason) = slot.reason {
                    *rule.unknown.entry(reason).or_default() += 1;
                }
            }
        }
        let Some(asked) = asked else { return };
        for question in &asked.questions {
            for slot in &question.slots {
                let rule = self.rule(slot);
                rule.kind = Some(question.kind);
                rule.questions += 1;
            }
        }
        if self.is_open {
            self.open = self.open.max(if is_click(asked) { Asked::Click } else { Asked::Question });
        }
    }

    fn guards(&mut self, verdict: &Verdict) {
        for guard in &verdict.guards {
            self.rule(&guard.id).acted += 1;
        }
        for undecided in &verdict.undecided {
            self.rule(&undecided.id).undecided += 1;
        }
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            let asked = std::mem::take(&mut self.open);
            self.tasks_asked += usize::from(asked != Asked::Nothing);
            self.tasks_clicked += usize::from(asked == Asked::Click);
        }
    }

    fn tool(&mut self, name: &Arc<str>) -> &mut ToolFigures {
        let is_known = self.tools.contains_key(name);
        let name = if is_known || self.tools.len() < MOST_NAMES { name.clone() } else { OTHERS.into() };
        self.tools.entry(name).or_default()
    }

    fn rule(&mut self, id: &Arc<str>) -> &mut RuleFigures {
        let id = without_places(id);
        let is_known = self.rules.contains_key(&id);
        let id = if is_known || self.rules.len() < MOST_NAMES { id } else { OTHERS.into() };
        self.rules.entry(id).or_default()
    }
}

/// The id of a rule: `passengers[0].name` and `passengers[1].name` are one.
fn without_places(id: &Arc<str>) -> Arc<str> {
    if !id.contains('[') {
        return id.clone();
    }
    let (mut text, mut is_inside) = (String::new(), false);
    for c in id.chars() {
        match c {
            '[' => is_inside = true,
            ']' => {
                is_inside = false;
                text.push_str("[]");
            }
            c if !is_inside => text.push(c),
            _ => {}
        }
    }
    text.into()
}

/// Whether a click answers all that is asked.
fn is_click(call: &CallVerdict) -> bool {
    call.questions.iter().all(|question| matches!(question.kind, Kind::Approval | Kind::Notice))
}

impl Decisions {
    fn add(&mut self, verdict: &Verdict) {
        *self.decisions.entry(verdict.decision).or_default() += 1;
        if let Some(cause) = verdict.cause {
            *self.causes.entry(cause).or_default() += 1;
        }
    }

    /// How many decided this.
    pub fn of(&self, decision: Decision) -> usize {
        self.decisions.get(&decision).copied().unwrap_or(0)
    }
}

impl Calls {
    fn add(
        &mut self,
        verdict: &Verdict,
        call: &CallVerdict,
        asked: Option<&CallVerdict>,
        answered: usize,
        has_result: bool,
    ) {
        self.count += 1;
        self.without_result += usize::from(!has_result);
        self.verdicts.add(verdict);
        for slot in &call.slots {
            if let (State::Unknown, true, false, Some(reason)) = (slot.state, slot.needed, slot.waits, slot.reason) {
                *self.unknowns.entry((reason, slot.route)).or_default() += 1;
            }
        }
        if let Some(asked) = asked {
            self.questions.batches += 1;
            self.questions.clicks += usize::from(is_click(asked));
            self.questions.answered += answered;
            for question in &asked.questions {
                *self.questions.kinds.entry(question.kind).or_default() += 1;
            }
        }
    }

    /// How many of them would have run.
    pub fn executed(&self) -> Rate {
        Rate::new(self.verdicts.of(Decision::Execute), self.count)
    }

    /// How many of them would have been held.
    pub fn held(&self) -> Rate {
        Rate::new(self.verdicts.of(Decision::Hold), self.count)
    }

    /// How many of them would have gone back to the model.
    pub fn revised(&self) -> Rate {
        Rate::new(self.verdicts.of(Decision::Revise), self.count)
    }

    /// At how many of them the person would have been asked.
    pub fn asked(&self) -> Rate {
        Rate::new(self.questions.batches, self.count)
    }
}

impl Questions {
    /// How many there are in all.
    pub fn count(&self) -> usize {
        self.kinds.values().sum()
    }
}

impl Results {
    fn add(&mut self, flag: Option<bool>, verdict: &Verdict, has_call: bool) {
        self.count += 1;
        self.without_call += usize::from(!has_call);
        self.verdicts.add(verdict);
        let Some(envelope) = verdict.envelope() else { return };
        if is_failure(envelope) {
            let kind = envelope.error_kind.map_or("unknown", |kind| kind.as_str());
            *self.failures.entry(kind).or_default() += 1;
            self.failures_flagged_ok += usize::from(flag == Some(false));
            self.failures_flagged += usize::from(flag == Some(true));
        } else {
            self.flagged_alone += usize::from(flag == Some(true));
            self.not_found += usize::from(!envelope.ok);
        }
    }

    /// How many of them are failures.
    pub fn failed(&self) -> Rate {
        Rate::new(self.failures.values().sum(), self.count)
    }
}

impl Answers {
    fn add(&mut self, verdict: &Verdict, failures: usize, told: bool, claims: Option<&[Arc<str>]>) {
        self.count += 1;
        self.verdicts.add(verdict);
        self.after_failure += usize::from(failures > 0);
        self.silent += usize::from(failures > 0 && !told);
        if let crate::verdict::Part::Answer(part) = &verdict.part {
            self.undisclosed += usize::from(part.disclosed != Disclosed::default());
        }
        if let Some(claims) = claims {
            self.judged_claims += 1;
            self.claiming += usize::from(!claims.is_empty());
            for effect in claims {
                *self.claims.entry(effect.clone()).or_default() += 1;
            }
        }
    }
}
