//! The roots: what the snapshot holds besides slots, which of them are in reach where, and what they hold.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::program::Root;
use crate::snapshot::Phase;
use crate::value::Value;

use super::{Field, Ty};

/// Where an expression stands, as far as roots go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// In a checklist: slots come first.
    Checklist,
    /// In a guard of this phase.
    Guard(Phase),
    /// In a `result` block.
    Result,
}

impl Reach {
    /// The roots in reach, by name.
    pub(crate) fn roots(self) -> Vec<(&'static str, Root)> {
        let mut roots = vec![("message", Root::Message), ("turn", Root::Turn), ("session", Root::Session)];
        match self {
            Reach::Checklist => roots.extend([("call", Root::Call), ("tool", Root::Tool)]),
            Reach::Guard(phase) => {
                roots.extend([("budget", Root::Budget), ("policy", Root::Policy)]);
                match phase {
                    Phase::Request => roots.push(("request", Root::Request)),
                    Phase::Call => roots.extend([("call", Root::Call), ("tool", Root::Tool)]),
                    Phase::Result => roots.extend([
                        ("result", Root::Result),
                        ("envelope", Root::Envelope),
                        ("call", Root::Call),
                        ("tool", Root::Tool),
                    ]),
                    // What was sent belongs to what came back.
                    Phase::Answer => roots.extend([("answer", Root::Answer), ("request", Root::Request)]),
                    Phase::Memory => roots.push(("entry", Root::Entry)),
                }
            }
            Reach::Result => roots.extend([
                ("elapsed", Root::Elapsed),
                ("deadline", Root::Deadline),
                ("status", Root::Status),
                ("exit", Root::Exit),
                ("is_error", Root::IsError),
                ("text", Root::Text),
                ("body", Root::Body),
                ("data", Root::Data),
                ("call", Root::Call),
                ("tool", Root::Tool),
            ]),
        }
        roots
    }

    /// The root of this name, where it is in reach.
    pub(crate) fn root(self, name: &str) -> Option<Root> {
        self.roots().into_iter().find(|(known, _)| *known == name).map(|(_, root)| root)
    }
}

/// Where a root that is not in reach would be.
pub(crate) fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "request" => "a guard on `request` or `answer`",
        "result" | "envelope" => "a guard on `result`",
        "answer" => "a guard on `answer`",
        "entry" => "a guard on `memory`",
        "budget" | "policy" => "a guard",
        "elapsed" | "deadline" | "status" | "exit" | "is_error" | "body" => "a `result` block",
        _ => return None,
    })
}

/// What a root holds.
pub(crate) fn ty(root: Root) -> Ty {
    let list = |ty: Ty| Ty::List(Box::new(ty));
    let happened = || {
        let call = past_call();
        vec![
            ("calls", list(call.clone())),
            ("done", list(call.clone())),
            ("failures", list(call.clone())),
            ("refusals", list(call.clone())),
            ("effects", list(Ty::Effect)),
            ("results", list(Ty::Text)),
            ("last", call),
            ("fired", list(Ty::Text)),
            ("rounds", Ty::Integer),
            ("cost", Ty::Decimal),
            ("tools", Ty::Any),
            ("hidden", Ty::Any),
            ("answered", Ty::Boolean),
        ]
    };
    match root {
        Root::Message => object([("text", Ty::Text)]),
        Root::Turn | Root::Session => object(happened()),
        Root::Call => {
            object([("tool", Ty::Text), ("arguments", Ty::Any), ("repeated", Ty::Integer), ("stalled", Ty::Integer)])
        }
        Root::Tool => object([
            ("name", Ty::Text),
            ("provider", Ty::Text),
            ("tier", Ty::Enum(super::words::TIERS.iter().map(|tier| Value::text(*tier)).collect())),
            ("effects", list(Ty::Effect)),
        ]),
        Root::Result => object([
            ("elapsed", Ty::Duration),
            ("deadline", Ty::Duration),
            ("attempt", Ty::Integer),
            ("status", Ty::Integer),
            ("exit", Ty::Integer),
            ("is_error", Ty::Boolean),
            ("text", Ty::Text),
            ("body", Ty::Any),
            ("data", Ty::Any),
        ]),
        Root::Envelope => object([
            ("ok", Ty::Boolean),
            ("error_kind", Ty::Enum(super::words::KINDS.iter().map(|kind| Value::text(*kind)).collect())),
            ("retriable", Ty::Boolean),
            ("partial_results", Ty::Any),
            ("data", Ty::Any),
            ("message", Ty::Text),
        ]),
        Root::Budget => object([("rounds", Ty::Integer), ("calls", Ty::Integer), ("cost", Ty::Decimal)]),
        Root::Policy => object([("tools", list(Ty::Text))]),
        // A snapshot with any other key than these is not read.
        Root::Request => {
            object([("purpose", Ty::Text), ("tools", list(Ty::Any)), ("tokens", Ty::Integer), ("deadline", Ty::Any)])
        }
        Root::Answer => object([
            ("text", Ty::Text),
            ("calls", list(Ty::Any)),
            ("usage", Ty::Map(Box::new(Ty::Any))),
            ("timed_out", Ty::Boolean),
        ]),
        Root::Entry => object([("kind", Ty::Text), ("text", Ty::Text)]),
        // What a tool sends back is its own.
        Root::Body | Root::Data => Ty::Any,
        Root::Elapsed | Root::Deadline => Ty::Duration,
        Root::Status | Root::Exit => Ty::Integer,
        Root::IsError => Ty::Boolean,
        Root::Text => Ty::Text,
    }
}

fn past_call() -> Ty {
    object([
        ("tool", Ty::Text),
        ("arguments", Ty::Any),
        ("outcome", Ty::Enum(["executed", "refused", "held", "replayed"].map(Value::text).into_iter().collect())),
        ("result", ty(Root::Envelope)),
        ("text", Ty::Text),
        ("at", Ty::DateTime),
        ("approval", Ty::Text),
        ("attempt", Ty::Integer),
        ("cost", Ty::Decimal),
        ("disclosed", Ty::Boolean),
        ("settled", Ty::Enum(["happened", "not_happened"].map(Value::text).into_iter().collect())),
    ])
}

fn object<'n>(fields: impl IntoIterator<Item = (&'n str, Ty)>) -> Ty {
    let fields: IndexMap<String, Field> =
        fields.into_iter().map(|(name, ty)| (name.to_owned(), Field { ty, optional: false, unit: None })).collect();
    Ty::Object(Arc::new(fields))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;
    use crate::{Policy, Snapshot};

    const PHASES: [(Phase, &str); 5] = [
        (Phase::Request, "request"),
        (Phase::Call, "call"),
        (Phase::Result, "result"),
        (Phase::Answer, "answer"),
        (Phase::Memory, "memory"),
    ];

    /// Everything that a snapshot can say, so that each field has what it is made from.
    const FULL: &str = r#"
chk: 1
now: 2026-03-11T09:24:07Z
instruction: [{ text: hello, trust: user }]
message: { text: hello, at: 2026-03-11T09:24:00Z }
call: { tool: p.t, arguments: { x: hello } }
turn:
  rounds: 2
  cost: 0.02
  tools: [p.t]
  hidden: [p.t]
  answered: false
  fired: ["user.g#1"]
  calls:
    - { tool: p.t, arguments: { x: a }, outcome: executed, result: { ok: true, data: R }, text: R, at: 2026-03-11T09:24:01Z,
        approval: k1, attempt: 1, cost: 0.01, disclosed: false, settled: happened }
session: { rounds: 4, cost: 0.3, fired: [], calls: [] }
request: { purpose: chat, tools: [p.t], tokens: 5, deadline: 5s }
result: { elapsed: 5s, deadline: 6s, attempt: 1, status: 200, exit: 0, is_error: false, text: "[1]", body: [1] }
answer: { text: hello, calls: [], usage: { prompt: 1 }, timed_out: false }
entry: { kind: note, text: hello }
"#;

    /// The guards on a phase that acted, of one for each path.
    fn known(phase: &str, paths: &[String], snapshot: &str) -> Vec<String> {
        let mut text = String::from(
            "language 1\neffect e.f {}\nprovider p { tool t { reversible effect e.f {} slot x: text from user_answer, instruction } }\n\
             user { budget rounds 9 per message budget calls 9 per message budget cost 9 per message\n",
        );
        for (at, path) in paths.iter().enumerate() {
            text.push_str(&format!("guard g{at} on {phase} when {path} is known then record\n"));
        }
        text.push('}');
        let policy = Policy::from_text("case.chk", &text).unwrap();
        let snapshot = Snapshot::from_yaml(&format!("{snapshot}phase: {phase}\n")).unwrap();
        let acted: Vec<String> =
            policy.evaluate(&snapshot).guards.iter().map(|guard| guard.id.replace("user.g", "")).collect();
        let is = |at: usize| acted.contains(&at.to_string());
        paths.iter().enumerate().filter(|(at, _)| is(*at)).map(|(_, path)| path.clone()).collect()
    }

    #[test]
    fn every_field_that_is_in_reach_of_a_guard_is_filled_by_some_snapshot() {
        // What a call came to is either an answer or a failure.
        let failed = FULL.replace("is_error: false", "is_error: true").replace(
            "{ ok: true, data: R }",
            "{ ok: false, error_kind: partial, retriable: true, partial_results: [1] }",
        );
        let unsettled = failed.replace("settled: happened", "settled: ~");
        for (phase, word) in PHASES {
            let mut paths = Vec::new();
            for (name, root) in Reach::Guard(phase).roots() {
                let Ty::Object(fields) = ty(root) else { continue };
                paths.extend(fields.keys().map(|field| format!("{name}.{field}")));
            }
            let mut open: Vec<String> = paths.clone();
            for snapshot in [FULL, failed.as_str(), unsettled.as_str()] {
                let filled = known(word, &paths, snapshot);
                open.retain(|path| !filled.contains(path));
            }
            // Only a result that a clause keeps a part of has one.
            open.retain(|path| path != "envelope.partial_results");
            assert!(open.is_empty(), "nothing ever fills {open:?} on `{word}`");
        }
    }
}
