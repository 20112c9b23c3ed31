//! Turning whatever came back into an envelope in which a failure cannot be read as an answer.

use std::collections::HashMap;
use std::sync::Arc;

use crate::program::{
    DataClause, Expr, ExprKind, OnFailure, Owner, Program, ResultClause, ResultClauseKind, ResultPlan, Root,
};
use crate::snapshot::{CallResult, Phase, Snapshot};
use crate::value::{Map, Value};
use crate::verdict::{Cause, Decision, Envelope, ErrorKind, Part};

use super::accept;
use super::ansi;
use super::budget::Budgets;
use super::culprit;
use super::expr::View;
use super::guard::Guarded;
use super::message;
use super::opened::{MAX_RESULT_DEPTH, open};
use super::outcome::{Unknown, truth};
use super::scene::Scene;
use super::seen::Seen;
use super::standing::Standings;
use super::tell;
use super::{Outcome, Story};

/// The most scalars of what came back that a default message repeats.
const MAX_ECHO: usize = 500;

/// The envelope of the snapshot's result, what guards make of it, and what follows.
pub(crate) fn result(
    program: &Program,
    snapshot: &Snapshot,
    story: Option<&Story>,
    mut seen: Option<&mut Seen>,
) -> Outcome {
    let tool = snapshot.call.as_ref().and_then(|call| program.tool(&call.tool)).map(|(_, tool)| tool);
    let empty = CallResult::default();
    let came_back = snapshot.result.as_ref().unwrap_or(&empty);
    let mut scene = Scene::new(program, snapshot, tool, story).watched(seen.as_deref());
    let plan = tool.map_or(&program.unlisted_result, |tool| &tool.result);
    let (result, is_deeper) = open(came_back, plan.data.as_deref().is_some_and(is_verbatim_text));
    scene.result = result;
    let mut envelope =
        Reader { scene: &scene, plan, standings: &Standings::default(), is_deeper }.envelope(seen.as_deref_mut());
    scene.envelope = Some(envelope.to_value());
    let budgets = Budgets::of(&scene);
    let standings = Standings::default();
    let view = View::new(&scene, &standings);
    let guarded = Guarded::judge(&view, Phase::Result, &budgets);
    seen.into_iter().for_each(|seen| seen.guards(&view, Phase::Result, &guarded));
    let attempt = came_back.attempt.unwrap_or(1);
    let decision = match tool.map(|tool| tool.on_failure) {
        _ if !guarded.hold.is_empty() => Decision::Hold,
        Some(OnFailure::Retry(times)) if !envelope.ok && envelope.retriable && attempt <= times => Decision::Retry,
        _ => Decision::Pass,
    };
    apply(&guarded, &view, &mut envelope);
    let part = match decision {
        // What came back is shown to nobody, and still the call has become what it is.
        Decision::Hold => {
            let withheld = Envelope { partial_results: None, data: None, message: None, ..envelope };
            Part::Result { envelope: None, withheld: Some(withheld) }
        }
        _ => Part::Result { envelope: Some(envelope), withheld: None },
    };
    Outcome {
        decision,
        cause: (decision == Decision::Hold).then_some(Cause::Guard),
        tell: tell::result(decision, &guarded),
        part,
        guards: guarded.reports,
        undecided: guarded.undecided,
        budget: budgets.left(),
    }
}

/// What guards strip and append.
fn apply(guarded: &Guarded, view: &View<'_>, envelope: &mut Envelope) {
    if !guarded.strip.is_empty() {
        for part in [&mut envelope.data, &mut envelope.partial_results].into_iter().flatten() {
            *part = stripped(guarded, view, part);
        }
        envelope.message = envelope.message.take().map(|message| guarded.stripped(view, &message));
    }
    if !guarded.append.is_empty() {
        let said = envelope.message.take().into_iter().chain(guarded.append.iter().cloned());
        envelope.message = Some(said.collect::<Vec<_>>().join("\n"));
    }
}

/// A value with what guards strip taken out of every text in it, keys among them. Keys that are alike afterwards are
/// counted, so that no value goes with them.
fn stripped(guarded: &Guarded, view: &View<'_>, value: &Value) -> Value {
    match value {
        Value::Text(text) => Value::text(guarded.stripped(view, text)),
        Value::List(list) => Value::list(list.iter().map(|item| stripped(guarded, view, item))),
        Value::Map(map) => {
            let mut kept = Map::default();
            let mut alike: HashMap<String, usize> = HashMap::new();
            for (key, value) in map.iter() {
                let bare = guarded.stripped(view, key);
                let mut name = bare.clone();
                // A key that nothing was taken out of keeps its name.
                while *bare != **key && (map.contains_key(name.as_str()) || kept.contains_key(name.as_str())) {
                    let count = alike.entry(bare.clone()).or_insert(1);
                    *count += 1;
                    name = format!("{bare} ({count})");
                }
                kept.insert(name.into(), stripped(guarded, view, value));
            }
            Value::Map(Arc::new(kept))
        }
        other => other.clone(),
    }
}

struct Reader<'r, 'a> {
    scene: &'r Scene<'a>,
    plan: &'r ResultPlan,
    standings: &'r Standings,
    /// There is a result inside that was not opened.
    is_deeper: bool,
}

impl Reader<'_, '_> {
    fn view(&self) -> View<'_> {
        View::new(self.scene, self.standings)
    }

    fn envelope(&self, mut seen: Option<&mut Seen>) -> Envelope {
        let verbatim = self.plan.data.as_ref().is_some_and(|data| data.verbatim);
        let mut overruled: Option<Envelope> = None;
        for clause in &self.plan.clauses {
            if verbatim && clause.is_default && reads_a_pattern(clause) {
                continue;
            }
            let found = self.clause(clause);
            // What a provider's further clauses say behind its "nothing found" counts for nothing.
            if overruled.is_none() || clause.owner != Owner::Provider {
                seen.iter_mut().for_each(|seen| seen.result(clause, found.is_some(), &self.view()));
            }
            let Some(envelope) = found else { continue };
            match &overruled {
                // A provider's "nothing found" gives way to whatever `fixed` or `user` see in it.
                Some(_) if clause.owner == Owner::Provider => {}
                Some(_) => return envelope,
                None if clause.owner == Owner::Provider && envelope.error_kind == Some(ErrorKind::NotFound) => {
                    overruled = Some(envelope);
                }
                None => return envelope,
            }
        }
        if let Some(envelope) = self.flagged() {
            return envelope;
        }
        overruled.unwrap_or_else(|| self.ok())
    }

    /// What no policy has to say: a deadline that passed, and the protocol's own flag.
    fn flagged(&self) -> Option<Envelope> {
        let result = &self.scene.result;
        if let (Some(Value::Duration(elapsed)), Some(Value::Duration(deadline))) =
            (result.get("elapsed"), result.get("deadline"))
            && elapsed >= deadline
        {
            return Some(self.failure(ErrorKind::Timeout, true, None, None));
        }
        if self.is_deeper {
            let because =
                format!("results stand in each other more than {MAX_RESULT_DEPTH} deep: what it says was not read");
            return Some(self.failure(ErrorKind::UpstreamError, false, None, Some(because)));
        }
        (result.get("is_error") == Some(&Value::Bool(true)))
            .then(|| self.failure(ErrorKind::UpstreamError, false, None, None))
    }

    fn clause(&self, clause: &ResultClause) -> Option<Envelope> {
        let view = self.view();
        match &clause.kind {
            ResultClauseKind::Failure { kind, when, retriable, keep, because } => {
                match truth(view.quiet().evaluate(when)) {
                    Ok(true) => {
                        let kept = keep.as_ref().and_then(|keep| view.masked().evaluate(keep).ok());
                        let because = because.as_ref().map(|because| message::render_anyway(because, &view.masked()));
                        Some(self.failure(*kind, *retriable, kept, because))
                    }
                    Ok(false) => None,
                    // Most clauses speak of fields that are not there.
                    Err(unknown) if !(clause.own && unknown.incomparable) => None,
                    Err(unknown) => {
                        self.incomparable(clause, when, truth(view.evaluate(when)).err().unwrap_or(unknown))
                    }
                }
            }
            ResultClauseKind::Parts { path, ok_when } => {
                let parts = match view.evaluate(path) {
                    Ok(Value::List(parts)) => parts,
                    Ok(Value::Null) | Err(_) => return None,
                    Ok(other) => {
                        let because = format!("its parts are no list, but {}", other.kind());
                        return self.incomparable(clause, path, Unknown::not_comparable(because));
                    }
                };
                let is_ok = |part: &Value| view.bind(part.clone(), |view| truth(view.evaluate(ok_when))) == Ok(true);
                let (done, failed): (Vec<Value>, Vec<Value>) = parts.iter().cloned().partition(is_ok);
                if failed.is_empty() {
                    return None;
                }
                if done.is_empty() {
                    let because = match failed.iter().find_map(reason) {
                        Some(said) => format!("no part of it was done: {}", shortened(said)),
                        None => "no part of it was done".into(),
                    };
                    return Some(self.failure(ErrorKind::UpstreamError, false, None, Some(because)));
                }
                let because = format!("{} of {} parts were done", done.len(), parts.len());
                let kept = Value::map([("done", Value::list(done)), ("failed", Value::list(failed))]);
                Some(self.failure(ErrorKind::Partial, false, Some(kept), Some(because)))
            }
        }
    }

    /// One of the tool's own clauses that cannot be compared is a failure itself, and says what it reads there; any other
    /// does not match.
    fn incomparable(&self, clause: &ResultClause, reads: &Expr, unknown: Unknown) -> Option<Envelope> {
        (clause.own && unknown.incomparable).then(|| {
            let paths: Vec<String> =
                culprit::paths(&self.view(), reads).into_iter().map(|path| format!("`{path}`")).collect();
            let at = if paths.is_empty() { String::new() } else { format!(" at {}", paths.join(", ")) };
            let because = unknown.because.unwrap_or_else(|| "what came back cannot be compared".into());
            let message = format!("the result is not as declared{at}: {because}");
            self.failure(ErrorKind::UpstreamError, false, None, Some(message))
        })
    }

    fn failure(&self, kind: ErrorKind, retriable: bool, kept: Option<Value>, because: Option<String>) -> Envelope {
        let mut message = because.unwrap_or_else(|| self.default_message(kind));
        if kind == ErrorKind::NotFound {
            self.add_scope(&mut message);
        }
        Envelope {
            ok: false,
            error_kind: Some(kind),
            retriable,
            partial_results: kept.filter(|_| kind == ErrorKind::Partial),
            data: None,
            message: Some(message),
        }
    }

    fn default_message(&self, kind: ErrorKind) -> String {
        let said = self.said();
        let with = |text: &str| match &said {
            Some(said) => format!("{text}: {said}"),
            None => text.to_owned(),
        };
        match kind {
            ErrorKind::Timeout => match self.scene.result.get("deadline") {
                Some(deadline) => {
                    format!("it did not finish within {deadline}, so this says nothing about what exists or happened")
                }
                None => "it did not finish in time, so this says nothing about what exists or happened".into(),
            },
            ErrorKind::Exception => with("the tool broke"),
            ErrorKind::UpstreamError => with("it failed"),
            ErrorKind::Partial => with("only a part of it was done"),
            ErrorKind::NotFound => "it ran and found nothing".into(),
        }
    }

    /// What came back says about itself.
    fn said(&self) -> Option<String> {
        let result = &self.scene.result;
        let body = result.get("body");
        let inside = |name: &str| body.and_then(|body| body.field(name)).and_then(reason);
        let words = |name: &str| body?.field(name).and_then(Value::as_text).filter(|said| !said.trim().is_empty());
        let said = body
            .and_then(reason)
            .or_else(|| ["result", "data", "response", "output"].into_iter().find_map(inside))
            .or_else(|| ["result", "output"].into_iter().find_map(words))
            .or_else(|| result.get("text").and_then(Value::as_text))?;
        Some(shortened(said))
    }

    fn add_scope(&self, message: &mut String) {
        if let Some(scope) = &self.plan.scope {
            message.push_str("; ");
            message.push_str(&message::render_anyway(scope, &self.view().masked()));
        }
    }

    fn ok(&self) -> Envelope {
        let data = match &self.plan.data {
            None => self.scene.result.get("data").cloned().unwrap_or(Value::Null),
            Some(data) => {
                let wrong = |what: String| self.failure(ErrorKind::UpstreamError, false, None, Some(what));
                match self.view().evaluate(&data.path) {
                    Err(_) => return wrong(format!("the result has no `{}`", data.path_text)),
                    Ok(Value::Null) if data.ty.is_none() => Value::Null,
                    Ok(value) => match &data.ty {
                        None => value,
                        Some(ty) => match accept::read(ty, &value, &self.view()) {
                            Ok(value) => value,
                            Err(_) => {
                                let expected = accept::describe(ty);
                                return wrong(format!("`{}` is no {expected}", data.path_text));
                            }
                        },
                    },
                }
            }
        };
        let mut message = data.is_blank().then(|| "it ran and returned nothing".to_owned());
        if let Some(message) = &mut message {
            self.add_scope(message);
        }
        Envelope { ok: true, error_kind: None, retriable: false, partial_results: None, data: Some(data), message }
    }
}

/// What a value says of why it failed.
fn reason(value: &Value) -> Option<&str> {
    let first = |name: &str| value.field(name).and_then(Value::as_list).and_then(<[Value]>::first);
    let of = |value| text_of(value, &["message", "detail", "description"]);
    text_of(value, &["message"])
        // Where a word stands for people beside a code, the word says more.
        .or_else(|| text_of(value, &["error_description", "error"]))
        .or_else(|| of(value.field("error")?))
        .or_else(|| text_of(value, &["detail", "details"]))
        .or_else(|| ["errors", "details", "detail"].into_iter().find_map(|name| of(first(name)?)))
        .or_else(|| ["errors", "details", "detail"].into_iter().find_map(|name| first(name)?.as_text()))
        .or_else(|| of(value.field("details").or_else(|| value.field("detail"))?))
}

/// The first of these fields that is a text and says something.
fn text_of<'v>(value: &'v Value, names: &[&str]) -> Option<&'v str> {
    let text = |name: &&str| value.field(name).and_then(Value::as_text).filter(|said| !said.trim().is_empty());
    names.iter().find_map(text)
}

fn shortened(said: &str) -> String {
    let said = &*ansi::shown(said);
    let short: String = said.chars().take(MAX_ECHO).collect();
    if short.len() < said.len() { format!("{short}…") } else { short }
}

/// Whether the payload is the text as it stands.
fn is_verbatim_text(data: &DataClause) -> bool {
    data.verbatim && matches!(data.path.kind, ExprKind::Root(Root::Text))
}

/// Whether a clause judges a text by a pattern: content is left alone by those.
fn reads_a_pattern(clause: &ResultClause) -> bool {
    let ResultClauseKind::Failure { when, .. } = &clause.kind else { return false };
    let mut reads = false;
    when.walk(&mut |expr| reads |= matches!(expr.kind, ExprKind::Matches(..) | ExprKind::Find(..)));
    reads
}
