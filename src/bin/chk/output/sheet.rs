//! The figures of a replay as titled parts, which are then written for a terminal or as a page.

use chk::replay::{Calls, Changes, Decisions, Figures, Rate, Report, Runs};
use chk::verdict::Decision;

/// The most rows of a table of rules and of a list of changes.
const MOST_ROWS: usize = 40;

/// A part of the report.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) title: String,
    pub(crate) body: Body,
}

/// What a part holds.
#[derive(Debug)]
pub(crate) enum Body {
    /// Shares of a whole, each with its interval.
    Shares(Vec<Share>),
    /// Rows under heads; the first column is names, the others are numbers where `is_numbers`.
    Table { heads: Vec<&'static str>, rows: Vec<Vec<String>>, is_numbers: bool, more: usize },
}

/// A share.
#[derive(Debug)]
pub(crate) struct Share {
    pub(crate) label: String,
    pub(crate) rate: Rate,
    /// How deep it stands below the one before.
    pub(crate) depth: usize,
}

fn share(label: impl Into<String>, rate: Rate) -> Share {
    Share { label: label.into(), rate, depth: 0 }
}

fn below(label: impl Into<String>, rate: Rate) -> Share {
    Share { label: label.into(), rate, depth: 1 }
}

/// Everything that a report says, in the order in which it is read.
pub(crate) fn sheet(report: &Report) -> Vec<Part> {
    let figures = &report.figures;
    let mut parts = Vec::new();
    let mut add = |title: String, body: Body| {
        let is_empty = match &body {
            Body::Shares(shares) => shares.is_empty(),
            Body::Table { rows, .. } => rows.is_empty(),
        };
        if !is_empty {
            parts.push(Part { title, body: in_lines(body) });
        }
    };
    let shares = |shares: Vec<Share>| Body::Shares(shares);
    add(title("call", figures.calls.count), shares(decided(&figures.calls.verdicts, figures.calls.count)));
    add("what was unknown at calls".into(), unknowns(&figures.calls));
    add(title("message of a person", figures.tasks), shares(asked(figures)));
    add(title("result", figures.results.count), shares(results(figures)));
    add(title("answer", figures.answers.count), shares(answers(figures)));
    add("by tool".into(), tools(figures));
    add("by rule".into(), rules(figures));
    if let Some(changes) = &report.changes {
        add(format!("what changed, of {} verdicts", changes.compared), shares(kinds(changes)));
        add("where".into(), places(changes));
    }
    if let Some(runs) = &report.runs {
        add("repeated runs".into(), shares(repeated(runs)));
    }
    parts
}

/// Keeps every name in its line: a name with a break in it would be read as a row of its own.
fn in_lines(mut body: Body) -> Body {
    let keep = |text: &mut String| *text = text.replace(['\n', '\r', '\t'], " ");
    match &mut body {
        Body::Shares(shares) => shares.iter_mut().for_each(|share| keep(&mut share.label)),
        Body::Table { rows, .. } => rows.iter_mut().flatten().for_each(keep),
    }
    body
}

/// `1 call`, `2 calls`
pub(crate) fn title(what: &str, count: usize) -> String {
    match (count, what.split_once(' ')) {
        (1, _) => format!("1 {what}"),
        (count, Some((noun, rest))) => format!("{count} {noun}s {rest}"),
        (count, None) => format!("{count} {what}s"),
    }
}

fn decided(verdicts: &Decisions, of: usize) -> Vec<Share> {
    let mut shares = Vec::new();
    // What runs first, what is held last.
    for (decision, count) in verdicts.decisions.iter().rev() {
        shares.push(share(decision.as_str(), Rate::new(*count, of)));
        if *decision == Decision::Hold {
            shares.extend(verdicts.causes.iter().map(|(cause, count)| below(cause.as_str(), Rate::new(*count, of))));
        }
    }
    shares
}

fn unknowns(calls: &Calls) -> Body {
    let row = |((reason, route), count): (&(_, Option<chk::Route>), &usize)| {
        let reason: &chk::Reason = reason;
        vec![reason.to_string(), route.map_or("waits for another", chk::Route::as_str).to_owned(), count.to_string()]
    };
    let rows = calls.unknowns.iter().map(row).collect();
    Body::Table { heads: vec!["reason", "route", "slots"], rows, is_numbers: false, more: 0 }
}

fn asked(figures: &Figures) -> Vec<Share> {
    if figures.tasks == 0 {
        return Vec::new();
    }
    let tasks = |count| Rate::new(count, figures.tasks);
    let questions = &figures.calls.questions;
    let mut shares = vec![
        share("the person would be asked", tasks(figures.tasks_asked)),
        below("by a click alone", tasks(figures.tasks_clicked)),
        below("by a real question", tasks(figures.tasks_asked - figures.tasks_clicked)),
    ];
    let all = questions.count();
    for (kind, count) in &questions.kinds {
        shares.push(share(format!("questions of kind {kind}"), Rate::new(*count, all)));
    }
    if all > 0 {
        shares.push(share("questions answered by a plain yes", Rate::new(questions.answered, all)));
    }
    shares
}

fn results(figures: &Figures) -> Vec<Share> {
    let results = &figures.results;
    if results.count == 0 {
        return Vec::new();
    }
    let failed = results.failed();
    let mut shares = vec![share("failures found", failed)];
    shares.extend(results.failures.iter().map(|(kind, count)| below(*kind, Rate::new(*count, results.count))));
    if failed.count > 0 {
        shares.push(share("failures whose flag says ok", Rate::new(results.failures_flagged_ok, failed.count)));
        shares.push(share("failures whose flag says so", Rate::new(results.failures_flagged, failed.count)));
    }
    let mut rest = |label: &str, count: usize| {
        if count > 0 {
            shares.push(share(label, Rate::new(count, results.count)));
        }
    };
    rest("flagged as failed, read as none", results.flagged_alone);
    rest("ran and found nothing", results.not_found);
    rest("without a call in the transcript", results.without_call);
    for (decision, count) in results.verdicts.decisions.iter().filter(|(decision, _)| **decision != Decision::Pass) {
        rest(decision.as_str(), *count);
    }
    shares
}

fn answers(figures: &Figures) -> Vec<Share> {
    let answers = &figures.answers;
    let mut shares = decided(&answers.verdicts, answers.count);
    if answers.after_failure > 0 {
        shares.push(share("behind a failure", Rate::new(answers.after_failure, answers.count)));
        shares.push(below("without a word of it", Rate::new(answers.silent, answers.after_failure)));
    }
    if answers.undisclosed > 0 {
        shares.push(share("would get undisclosed failures added", Rate::new(answers.undisclosed, answers.count)));
    }
    if answers.judged_claims > 0 {
        shares.push(share("claims what no call did", Rate::new(answers.claiming, answers.judged_claims)));
        let of = answers.judged_claims;
        shares.extend(answers.claims.iter().map(|(effect, count)| below(&**effect, Rate::new(*count, of))));
    }
    shares
}

fn tools(figures: &Figures) -> Body {
    let mut tools: Vec<_> = figures.tools.iter().collect();
    tools.sort_by(|(a, one), (b, other)| other.calls.count.cmp(&one.calls.count).then_with(|| a.cmp(b)));
    let row = |(name, tool): &(&std::sync::Arc<str>, &chk::replay::ToolFigures)| {
        let of = |decision| tool.calls.verdicts.of(decision).to_string();
        let failed = tool.results.failed().count;
        vec![
            match (tool.is_listed, name.is_empty()) {
                (true, _) => name.to_string(),
                (false, true) => "(no name)".to_owned(),
                (false, false) => format!("{name} (not listed)"),
            },
            tool.calls.count.to_string(),
            of(Decision::Execute),
            of(Decision::AskUser),
            of(Decision::Revise),
            of(Decision::Lookup),
            of(Decision::Hold),
            tool.calls.questions.count().to_string(),
            failed.to_string(),
        ]
    };
    let more = tools.len().saturating_sub(MOST_ROWS);
    let rows = tools.iter().take(MOST_ROWS).map(row).collect();
    let heads = vec!["tool", "calls", "execute", "ask_user", "revise", "lookup", "hold", "questions", "failed"];
    Body::Table { heads, rows, is_numbers: true, more }
}

fn rules(figures: &Figures) -> Body {
    let mut rules: Vec<_> = figures
        .rules
        .iter()
        .map(|(id, rule)| {
            (id, rule, [rule.unmet, rule.unknown.values().sum(), rule.questions, rule.acted, rule.undecided])
        })
        .collect();
    rules.sort_by(|(a, _, one), (b, _, other)| {
        other.iter().sum::<usize>().cmp(&one.iter().sum::<usize>()).then_with(|| a.cmp(b))
    });
    let more = rules.len().saturating_sub(MOST_ROWS);
    let row = |(id, rule, counts): &(&std::sync::Arc<str>, &chk::replay::RuleFigures, [usize; 5])| {
        let kind = rule.kind.map_or(if rule.unmet > 0 { "condition" } else { "guard" }, |kind| kind.as_str());
        let mut row = vec![format!("{id} ({kind})")];
        row.extend(counts.iter().map(usize::to_string));
        row
    };
    let rows = rules.iter().take(MOST_ROWS).map(row).collect();
    let heads = vec!["rule", "unmet", "unknown", "asked", "acted", "undecided"];
    Body::Table { heads, rows, is_numbers: true, more }
}

fn kinds(changes: &Changes) -> Vec<Share> {
    let mut shares = vec![share("changed", Rate::new(changes.count(), changes.compared))];
    let kind = |((before, after), count): (&(Decision, Decision), &usize)| {
        below(format!("{before} -> {after}"), Rate::new(*count, changes.compared))
    };
    shares.extend(changes.kinds.iter().map(kind));
    shares
}

fn places(changes: &Changes) -> Body {
    let decided = |decided: chk::replay::Decided| match decided.cause {
        Some(cause) => format!("{} ({cause})", decided.decision),
        None => decided.decision.to_string(),
    };
    let row = |change: &chk::replay::Change| {
        let id = change.id.as_deref().map(|id| format!(" {id}")).unwrap_or_default();
        let what = change.tool.as_deref().map(|tool| format!("{} {tool}", change.phase.as_str()));
        vec![
            format!("{}:{}{id} message {}", change.file, change.line, change.message),
            what.unwrap_or_else(|| change.phase.as_str().to_owned()),
            decided(change.before),
            decided(change.after),
        ]
    };
    let more = changes.count().saturating_sub(MOST_ROWS);
    let rows = changes.list.iter().take(MOST_ROWS).map(row).collect();
    Body::Table { heads: vec!["place", "what", "before", "after"], rows, is_numbers: false, more }
}

fn repeated(runs: &Runs) -> Vec<Share> {
    let counts = runs.counts();
    let cases = |count| Rate::new(count, counts.cases);
    let mut shares = vec![
        share("cases that go through in every run", cases(counts.all)),
        share("in some runs", cases(counts.some)),
        share("in none", cases(counts.none)),
        share("with a single run, which tells little", cases(counts.single)),
    ];
    if runs.nameless > 0 {
        shares.push(share("conversations that name no case", Rate::new(runs.nameless, runs.nameless + counts.runs)));
    }
    shares
}
