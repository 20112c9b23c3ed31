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
