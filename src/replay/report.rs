//! A replay's outcome, and its JSON.

use std::sync::Arc;

use crate::value::{Map, Value};
use crate::verdict::{Kind, Reason, Route};

use super::change::{Change, Changes, Decided};
use super::figures::{Answers, Calls, Decisions, Figures, Questions, Results, RuleFigures, Tally};
use super::interval::Rate;
use super::runs::Runs;
use super::transcript::Unread;

/// What came of a replay.
#[derive(Debug, Default)]
pub struct Report {
    /// What was counted.
    pub figures: Figures,
    /// What the older policy would have decided otherwise.
    pub changes: Option<Changes>,
    /// What became of repeated runs.
    pub runs: Option<Runs>,
    /// What could not be read: the first of it.
    pub unread: Vec<Unread>,
    /// How much could not be read.
    pub unread_count: usize,
}

impl Report {
    /// The document of `--format json`, without what could not be read.
    pub fn to_value(&self) -> Value {
        let figures = &self.figures;
        let tools = figures.tools.iter().map(|(name, tool)| {
            let own = Value::map([
                ("listed", Value::from(tool.is_listed)),
                ("calls", calls(&tool.calls)),
                ("results", results(&tool.results)),
            ]);
            (name.clone(), own)
        });
        let mut document = Map::default();
        let mut put = |key: &str, value: Value| document.insert(key.into(), value);
        put("conversations", figures.conversations.into());
        put("cut", figures.cut.into());
        put("recorded", figures.recorded.into());
        put("unread", self.unread_count.into());
        put("tasks", tasks(figures));
        put("calls", calls(&figures.calls));
        put("results", results(&figures.results));
        put("answers", answers(&figures.answers));
        put("tools", Value::map(tools));
        put("rules", Value::map(figures.rules.iter().map(|(id, figures)| (id.clone(), rule(figures)))));
        if let Some(changes) = &self.changes {
            put("changes", compared(changes));
        }
        if let Some(runs) = &self.runs {
            put("runs", grouped(runs));
        }
        Value::Map(Arc::new(document))
    }
}

fn tasks(figures: &Figures) -> Value {
    let questions = figures.tasks_asked - figures.tasks_clicked;
    Value::map([
        ("count", Value::from(figures.tasks)),
        ("asked", Rate::new(figures.tasks_asked, figures.tasks).to_value()),
        ("clicks_only", Rate::new(figures.tasks_clicked, figures.tasks).to_value()),
        ("real_questions", Rate::new(questions, figures.tasks).to_value()),
    ])
}

fn tally<K: Copy>(tally: &Tally<K>, name: fn(K) -> &'static str) -> Value {
    Value::map(tally.iter().map(|(key, count)| (name(*key), Value::from(*count))))
}

fn decisions(decisions: &Decisions) -> [(&'static str, Value); 2] {
    [
        ("decisions", tally(&decisions.decisions, |decision| decision.as_str())),
        ("causes", tally(&decisions.causes, |cause| cause.as_str())),
    ]
}

fn calls(calls: &Calls) -> Value {
    let unknown = |((reason, route), count): (&(Reason, Option<Route>), &usize)| {
        Value::map([
            ("reason", Value::from(reason.as_str())),
            ("route", route.map_or(Value::Null, |route| route.as_str().into())),
            ("count", (*count).into()),
        ])
    };
    let [verdicts, causes] = decisions(&calls.verdicts);
    Value::map([
        ("count", Value::from(calls.count)),
        ("without_result", calls.without_result.into()),
        verdicts,
        causes,
        ("executed", calls.executed().to_value()),
        ("held", calls.held().to_value()),
        ("revised", calls.revised().to_value()),
        ("asked", calls.asked().to_value()),
        ("unknowns", Value::list(calls.unknowns.iter().map(unknown))),
        ("questions", questions(&calls.questions)),
    ])
}

fn questions(questions: &Questions) -> Value {
    Value::map([
        ("count", Value::from(questions.count())),
        ("batches", questions.batches.into()),
        ("clicks_only", Rate::new(questions.clicks, questions.batches).to_value()),
        ("kinds", tally(&questions.kinds, Kind::as_str)),
        ("answered", Rate::new(questions.answered, questions.count()).to_value()),
    ])
}

fn results(results: &Results) -> Value {
    let [verdicts, causes] = decisions(&results.verdicts);
    let failures = results.failed().count;
    Value::map([
        ("count", Value::from(results.count)),
        ("without_call", results.without_call.into()),
        verdicts,
        causes,
        ("failed", results.failed().to_value()),
        ("failures", tally(&results.failures, |kind| kind)),
        ("flagged_ok", Rate::new(results.failures_flagged_ok, failures).to_value()),
        ("flagged", Rate::new(results.failures_flagged, failures).to_value()),
        ("flagged_alone", results.flagged_alone.into()),
        ("not_found", results.not_found.into()),
    ])
}

fn answers(answers: &Answers) -> Value {
    let [verdicts, causes] = decisions(&answers.verdicts);
    let claims = answers.claims.iter().map(|(effect, count)| (effect.clone(), Value::from(*count)));
    Value::map([
        ("count", Value::from(answers.count)),
        verdicts,
        causes,
        ("after_failure", answers.after_failure.into()),
        ("silent", Rate::new(answers.silent, answers.after_failure).to_value()),
        ("undisclosed", answers.undisclosed.into()),
        ("claiming", Rate::new(answers.claiming, answers.judged_claims).to_value()),
        ("claims", Value::map(claims)),
    ])
}

fn rule(rule: &RuleFigures) -> Value {
    Value::map([
        ("kind", Value::from(rule.kind.map_or("guard", Kind::as_str))),
        ("unmet", rule.unmet.into()),
        ("unknown", tally(&rule.unknown, |reason| reason.as_str())),
        ("questions", rule.questions.into()),
        ("acted", rule.acted.into()),
        ("undecided", rule.undecided.into()),
    ])
}

fn compared(changes: &Changes) -> Value {
    let kinds = changes.kinds.iter().map(|((before, after), count)| {
        Value::map([
            ("before", Value::from(before.as_str())),
            ("after", after.as_str().into()),
            ("count", (*count).into()),
        ])
    });
    Value::map([
        ("changed", Rate::new(changes.count(), changes.compared).to_value()),
        ("kinds", Value::list(kinds)),
        ("list", Value::list(changes.list.iter().map(change))),
    ])
}

fn change(change: &Change) -> Value {
    let text = |text: &Option<Arc<str>>| text.clone().map_or(Value::Null, Value::Text);
    Value::map([
        ("file", Value::Text(change.file.clone())),
        ("line", change.line.into()),
        ("id", text(&change.id)),
        ("message", change.message.into()),
        ("phase", change.phase.as_str().into()),
        ("tool", text(&change.tool)),
        ("before", decided(change.before)),
        ("after", decided(change.after)),
    ])
}

fn decided(decided: Decided) -> Value {
    Value::map([
        ("decision", Value::from(decided.decision.as_str())),
        ("cause", decided.cause.map_or(Value::Null, |cause| cause.as_str().into())),
    ])
}

fn grouped(runs: &Runs) -> Value {
    let counts = runs.counts();
    Value::map([
        ("cases", Value::from(counts.cases)),
        ("runs", counts.runs.into()),
        ("single", counts.single.into()),
        ("nameless", runs.nameless.into()),
        ("all", Rate::new(counts.all, counts.cases).to_value()),
        ("some", Rate::new(counts.some, counts.cases).to_value()),
        ("none", Rate::new(counts.none, counts.cases).to_value()),
    ])
}
