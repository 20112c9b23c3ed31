//! The parts that only one phase judges.

use super::super::CallResult;
use super::super::node::{Node, NodeKind, Text};
use super::super::problem::shortened;
use super::fields::{Decoder, What};
use crate::value::{DateTime, Duration, Number, Value};

impl<'a, S: Text> Decoder<'a, S> {
    pub(super) fn request(&mut self, node: &Node<S>, _: What<'_>) -> Option<Value> {
        let fields = self.fields(node, "`request`", &["purpose", "tools", "tokens", "deadline"])?;
        self.optional(&fields, "purpose", Decoder::text);
        self.optional(&fields, "tools", |decoder, node, what| decoder.list(node, what, |_, _| Some(())));
        self.optional(&fields, "tokens", Decoder::count);
        self.optional(&fields, "deadline", Decoder::deadline);
        Some(node.to_value())
    }

    /// How long from now, or until when.
    fn deadline(&mut self, node: &Node<S>, what: What<'_>) -> Option<()> {
        let text = self.text(node, what)?;
        let is_length = Duration::parse(&text).is_some_and(|length| length.as_nanos() >= 0);
        if is_length || DateTime::parse(&text).is_some() {
            return Some(());
        }
        let help = "write how long, as `90s`, or until when, as `2026-03-11T09:24:07Z`".to_owned();
        self.bad_value(node, format!("{what} is no length of time and no time: `{}`", shortened(&text)), Some(help));
        None
    }

    pub(super) fn result(&mut self, node: &Node<S>, _: What<'_>) -> Option<CallResult> {
        let keys = &["elapsed", "deadline", "attempt", "status", "exit", "is_error", "text", "body"];
        let fields = self.fields(node, "`result`", keys)?;
        Some(CallResult {
            elapsed: self.optional(&fields, "elapsed", Decoder::duration),
            deadline: self.optional(&fields, "deadline", Decoder::duration),
            attempt: self.optional(&fields, "attempt", Decoder::ordinal),
            status: self.optional(&fields, "status", Decoder::code),
            exit: self.optional(&fields, "exit", Decoder::code),
            is_error: self.optional(&fields, "is_error", Decoder::boolean),
            text: self.optional(&fields, "text", Decoder::text),
            // A body that is null is a body: the tool said so.
            body: fields.raw("body").map(Node::to_value),
        })
    }

    /// What a transport or a process ended with. Hosts hand it on as a text as well, and then it is the same number: a text
    /// is like no number, and a failure would pass for an answer.
    fn code(&mut self, node: &Node<S>, what: What<'_>) -> Option<Value> {
        match &node.kind {
            NodeKind::Number(_) => Some(node.to_value()),
            NodeKind::Text(text) => {
                let digits = text.strip_prefix('-').unwrap_or(text);
                // `007` is no number that would be written back as it was.
                let is_whole =
                    digits == "0" || (!digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit()));
                let number = Number::parse(text).filter(|_| is_whole);
                if number.is_none() {
                    let help =
                        "write its number, as `500`; what was said with it belongs in `text` or `body`".to_owned();
                    self.bad_value(node, format!("{what} is no whole number: `{}`", shortened(text)), Some(help));
                }
                number.map(Value::Number)
            }
            _ => {
                self.wrong_type(node, what, "a number");
                None
            }
        }
    }

    pub(super) fn answer(&mut self, node: &Node<S>, _: What<'_>) -> Option<Value> {
        let fields = self.fields(node, "`answer`", &["text", "calls", "usage", "timed_out"])?;
        self.optional(&fields, "text", Decoder::text);
        self.optional(&fields, "calls", |decoder, node, what| decoder.list(node, what, |_, _| Some(())));
        self.optional(&fields, "usage", Decoder::map);
        self.optional(&fields, "timed_out", Decoder::boolean);
        Some(node.to_value())
    }

    pub(super) fn entry(&mut self, node: &Node<S>, _: What<'_>) -> Option<Value> {
        let fields = self.fields(node, "`entry`", &["kind", "text"])?;
        self.optional(&fields, "kind", Decoder::text);
        self.optional(&fields, "text", Decoder::text);
        Some(node.to_value())
    }
}
