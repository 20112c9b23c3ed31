//! What happened: the turn, the session and their calls.

use std::sync::Arc;

use super::super::node::{Node, NodeKind, Text};
use super::super::{Call, CallOutcome, PastCall, Session, Settled, Turn};
use super::fields::{Decoder, Fields, What};
use crate::value::Value;
use crate::verdict::ErrorKind;

const OUTCOMES: &[(&str, CallOutcome)] = &[
    ("executed", CallOutcome::Executed),
    ("refused", CallOutcome::Refused),
    ("held", CallOutcome::Held),
    ("replayed", CallOutcome::Replayed),
];

const SETTLED: &[(&str, Settled)] = &[("happened", Settled::Happened), ("not_happened", Settled::NotHappened)];

impl<'a, S: Text> Decoder<'a, S> {
    pub(super) fn call(&mut self, node: &Node<S>, _: What<'_>) -> Option<Call> {
        let fields = self.fields(node, "`call`", &["tool", "arguments", "definition"])?;
        let tool = self.required(&fields, "tool", Decoder::text);
        let arguments = self.arguments(&fields);
        let definition = self.optional(&fields, "definition", Decoder::text);
        Some(Call { tool: tool?, arguments: arguments?, definition })
    }

    /// What was proposed: a map, or a text that holds one as JSON; null where there is none.
    fn arguments(&mut self, fields: &Fields<'_, S>) -> Option<Value> {
        match fields.get("arguments") {
            None => Some(Value::Null),
            Some(node) => match node.kind {
                NodeKind::Map(_) | NodeKind::Text(_) => Some(node.to_value()),
                _ => {
                    self.wrong_type(node, format_args!("`arguments`"), "a map");
                    None
                }
            },
        }
    }

    pub(super) fn turn(&mut self, node: &Node<S>, _: What<'_>) -> Option<Turn> {
        let keys = &["rounds", "cost", "tools", "hidden", "answered", "fired", "calls"];
        let fields = self.fields(node, "`turn`", keys)?;
        Some(Turn {
            rounds: self.optional(&fields, "rounds", Decoder::count),
            cost: self.optional(&fields, "cost", Decoder::cost),
            tools: self.optional(&fields, "tools", Decoder::tools),
            hidden: self.optional(&fields, "hidden", Decoder::tools),
            answered: self.optional(&fields, "answered", Decoder::boolean),
            fired: self.optional(&fields, "fired", Decoder::texts).unwrap_or_default(),
            calls: self.optional(&fields, "calls", Decoder::calls),
        })
    }

    pub(super) fn session(&mut self, node: &Node<S>, _: What<'_>) -> Option<Session> {
        let fields = self.fields(node, "`session`", &["rounds", "cost", "calls", "fired"])?;
        Some(Session {
            rounds: self.optional(&fields, "rounds", Decoder::count),
            cost: self.optional(&fields, "cost", Decoder::cost),
            calls: self.optional(&fields, "calls", Decoder::calls),
            fired: self.optional(&fields, "fired", Decoder::texts).unwrap_or_default(),
        })
    }

    fn cost(&mut self, node: &Node<S>, what: What<'_>) -> Option<crate::value::Number> {
        let cost = self.number(node, what)?;
        if cost.is_negative() {
            self.bad_value(node, format!("{what} is below zero"), None);
            return None;
        }
        Some(cost)
    }

    /// Names, or why they are not known.
    fn tools(&mut self, node: &Node<S>, what: What<'_>) -> Option<Value> {
        if node.entries().is_some() {
            let fields = self.fields(node, "a list that failed", &["failed"])?;
            self.required(&fields, "failed", Decoder::text)?;
        } else {
            self.texts(node, what)?;
        }
        Some(node.to_value())
    }

    fn calls(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<PastCall>> {
        let keys = &[
            "tool",
            "arguments",
            "outcome",
            "result",
            "text",
            "at",
            "approval",
            "attempt",
            "cost",
            "disclosed",
            "settled",
        ];
        self.list(node, what, |decoder, node| {
            let fields = decoder.fields(node, "an entry of `calls`", keys)?;
            let tool: Option<Arc<str>> = decoder.required(&fields, "tool", Decoder::text);
            let arguments = decoder.arguments(&fields);
            let outcome = decoder.required(&fields, "outcome", |d, node, what| d.word(node, what, OUTCOMES));
            let result = decoder.optional(&fields, "result", Decoder::envelope);
            let text = decoder.optional(&fields, "text", Decoder::text);
            let at = decoder.optional(&fields, "at", Decoder::datetime);
            let approval = decoder.optional(&fields, "approval", Decoder::text);
            let attempt = decoder.optional(&fields, "attempt", Decoder::ordinal);
            let cost = decoder.optional(&fields, "cost", Decoder::cost);
            let disclosed = decoder.optional(&fields, "disclosed", Decoder::boolean).unwrap_or(false);
            let settled = decoder.optional(&fields, "settled", |d, node, what| d.word(node, what, SETTLED));
            Some(PastCall {
                tool: tool?,
                arguments: arguments?,
                outcome: outcome?,
                result,
                text,
                at,
                approval,
                attempt,
                cost,
                disclosed,
                settled,
            })
        })
    }

    /// An envelope, of which only `ok` has to be there: what says nothing of success is no envelope.
    fn envelope(&mut self, node: &Node<S>, _: What<'_>) -> Option<Value> {
        let keys = &["ok", "error_kind", "retriable", "partial_results", "data", "message"];
        let fields = self.fields(node, "an envelope", keys)?;
        self.required(&fields, "ok", Decoder::boolean);
        self.optional(&fields, "error_kind", |decoder, node, what| {
            let words: Vec<_> = ErrorKind::ALL.iter().map(|kind| (kind.as_str(), *kind)).collect();
            decoder.word(node, what, &words)
        });
        self.optional(&fields, "retriable", Decoder::boolean);
        self.optional(&fields, "message", Decoder::text);
        Some(node.to_value())
    }
}
