//! The parts in which a slot may be looked up: words, settings, observations, records; and what a person gave.

use std::sync::Arc;

use super::super::node::{Node, Text};
use super::super::problem::{Problem, shortened};
use super::super::{
    Approval, Observation, Observed, Preset, PresetTree, PriorRecord, PriorSlot, Quote, Segment, Shown, Trust,
};
use super::fields::{Decoder, What};
use crate::diagnostic::Code;

pub(in crate::snapshot) const TRUST: &[(&str, Trust)] =
    &[("user", Trust::User), ("assistant", Trust::Assistant), ("untrusted", Trust::Untrusted)];

impl<'a, S: Text> Decoder<'a, S> {
    /// Who said it has to be said for every segment: words of unknown origin would be nobody's.
    pub(super) fn instruction(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<Segment>> {
        self.list(node, what, |decoder, node| {
            let fields = decoder.fields(node, "an entry of `instruction`", &["text", "trust", "origin"])?;
            let text = decoder.required(&fields, "text", Decoder::text);
            let trust = decoder.required(&fields, "trust", Decoder::trust);
            let origin = decoder.optional(&fields, "origin", Decoder::text);
            Some(Segment { text: text?, trust: trust?, origin })
        })
    }

    fn trust(&mut self, node: &Node<S>, what: What<'_>) -> Option<Trust> {
        self.word(node, what, TRUST)
    }

    pub(super) fn quotes(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<(Arc<str>, Quote)>> {
        self.named(node, what, |decoder, node, _| {
            let fields = decoder.fields(node, "a quote", &["value", "with", "segment", "span"])?;
            let value = decoder.optional(&fields, "value", Decoder::value);
            let with = decoder.optional(&fields, "with", Decoder::map).unwrap_or_default();
            let segment = decoder.required(&fields, "segment", Decoder::count);
            let span = decoder.required(&fields, "span", Decoder::span);
            Some(Quote { value, with, segment: segment?, span: span? })
        })
    }

    /// `[start, end]`. Whether the segment is that long is not known here.
    fn span(&mut self, node: &Node<S>, what: What<'_>) -> Option<(usize, usize)> {
        let ends = self.list(node, what, |decoder, node| decoder.count(node, format_args!("an end of a `span`")))?;
        match (ends.as_slice(), node.items().map_or(0, <[_]>::len)) {
            ([start, end], 2) if start <= end => Some((*start, *end)),
            (_, 2) if ends.len() < 2 => None,
            _ => {
                let help = "write where the words start and where they end, as `[0, 23]`".to_owned();
                self.bad_value(node, format!("{what} is no pair of a start and an end"), Some(help));
                None
            }
        }
    }

    /// A map with a key `value` is a setting, any other map a branch; so no branch can have a setting called `value`. A
    /// setting that does not say who set it is nobody's, and bears nothing out.
    pub(super) fn preset(&mut self, node: &Node<S>, what: What<'_>) -> Option<PresetTree> {
        let Some(entries) = node.entries() else {
            let value = node.to_value();
            let written = value.to_string();
            let example = if value.as_list().is_some() { "...".into() } else { shortened(&written) };
            let help = format!("a setting is a map: `{{ value: {example}, trust: user }}`");
            let message = format!("{what} is {}, not a map", node.what());
            self.report(Problem::new(Code::WrongType, node.span.clone(), message).help(help));
            return None;
        };
        if entries.iter().any(|entry| &*entry.key == "value") {
            let fields = self.fields(node, "a setting", &["value", "trust", "origin"])?;
            let value = fields.raw("value").map(Node::to_value)?;
            let trust = self.optional(&fields, "trust", Decoder::trust).unwrap_or(Trust::Untrusted);
            let origin = self.optional(&fields, "origin", Decoder::text);
            return Some(PresetTree::Leaf(Preset { value, trust, origin }));
        }
        let mut branch = indexmap::IndexMap::new();
        for entry in entries {
            // No setting here, as anywhere else where a key is null.
            if entry.value.is_null() {
                continue;
            }
            if let Some(tree) = self.preset(&entry.value, format_args!("the setting `{}`", shortened(&entry.key))) {
                branch.insert(entry.key.share(), tree);
            }
        }
        Some(PresetTree::Branch(branch))
    }

    pub(super) fn measured(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<Observation>> {
        self.list(node, what, Decoder::observation)
    }

    fn observation(&mut self, node: &Node<S>) -> Option<Observation> {
        let what = "an entry of `measured`";
        let fields = self.fields(node, what, &["tool", "lookup", "arguments", "at", "value", "failed"])?;
        let tool = self.optional(&fields, "tool", Decoder::text);
        let lookup = self.optional(&fields, "lookup", Decoder::text);
        let arguments = self.optional(&fields, "arguments", Decoder::map).unwrap_or_default();
        let at = self.optional(&fields, "at", Decoder::datetime);
        let failed = self.optional(&fields, "failed", Decoder::text);
        // A tool may return null, so only a missing key says that there is no value.
        let value = fields.raw("value");
        let of = match (tool, lookup) {
            (Some(tool), None) => Some(Observed::Tool { tool, arguments }),
            (None, Some(lookup)) => Some(Observed::Lookup { lookup, arguments }),
            (Some(_), Some(_)) => {
                self.either(
                    Code::BadValue,
                    node,
                    "an entry of `measured` is of a tool and of a lookup",
                    "leave out `tool` or `lookup`",
                );
                None
            }
            (None, None) => {
                if fields.get("tool").is_none() && fields.get("lookup").is_none() {
                    let help = "say which call it observes, `tool: ...` with its `arguments`, or which `lookup`";
                    self.either(Code::MissingKey, node, "an entry of `measured` has no `tool` and no `lookup`", help);
                }
                None
            }
        };
        let outcome = match (value, failed) {
            (_, Some(why)) if value.is_none_or(Node::is_null) => Some(Err(why)),
            (Some(value), None) if fields.get("failed").is_none() => Some(Ok(value.to_value())),
            (Some(_), _) => {
                if fields.get("failed").is_some_and(|node| node.as_text().is_some()) {
                    self.either(
                        Code::BadValue,
                        node,
                        "an entry of `measured` holds a value and failed",
                        "leave out `value` or `failed`",
                    );
                }
                None
            }
            (None, _) => {
                if fields.get("failed").is_none() {
                    let help = "write what was observed under `value`, or why it could not be under `failed`";
                    self.either(Code::MissingKey, node, "an entry of `measured` has no `value` and no `failed`", help);
                }
                None
            }
        };
        Some(Observation { of: of?, at, outcome: outcome? })
    }

    /// Reports that of two keys exactly one has to stand there.
    fn either(&mut self, code: Code, node: &Node<S>, message: &str, help: &str) {
        let first = node.entries().and_then(<[_]>::first).map_or(node.span.clone(), |entry| entry.key_span.clone());
        self.report(Problem::new(code, first, message).help(help));
    }

    pub(super) fn prior(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<PriorRecord>> {
        self.list(node, what, |decoder, node| {
            let fields = decoder.fields(node, "an entry of `prior`", &["action_key", "decision", "at", "slots"])?;
            let action_key = decoder.required(&fields, "action_key", Decoder::text);
            let decision = decoder.required(&fields, "decision", Decoder::text);
            let at = decoder.optional(&fields, "at", Decoder::datetime);
            let slots = decoder.optional(&fields, "slots", Decoder::prior_slots).unwrap_or_default();
            Some(PriorRecord { action_key: action_key?, decision: decision?, at, slots })
        })
    }

    /// Slots as a verdict wrote them. What else a verdict says of a slot is passed over, so that later versions may say
    /// more.
    fn prior_slots(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<PriorSlot>> {
        self.list(node, what, |decoder, node| {
            let fields = decoder.open_fields(node, "a slot of `prior`")?;
            let id = decoder.required(&fields, "id", Decoder::text);
            let value = decoder.optional(&fields, "value", Decoder::value);
            let source = decoder.optional(&fields, "source", Decoder::text);
            let origin_source = decoder.optional(&fields, "origin_source", Decoder::text);
            let evidence = decoder.optional(&fields, "evidence", Decoder::value);
            Some(PriorSlot { id: id?, value, source, origin_source, evidence })
        })
    }

    pub(super) fn approvals(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<Approval>> {
        let keys = &["id", "tool", "confirm", "bound", "shown", "at", "expires", "used_by"];
        self.list(node, what, |decoder, node| {
            let fields = decoder.fields(node, "an approval", keys)?;
            let id = decoder.optional(&fields, "id", Decoder::text);
            let tool = decoder.required(&fields, "tool", Decoder::text);
            let confirm = decoder.required(&fields, "confirm", Decoder::text);
            let bound = decoder.optional(&fields, "bound", Decoder::map).unwrap_or_default();
            let shown = decoder.optional(&fields, "shown", Decoder::text);
            let at = decoder.optional(&fields, "at", Decoder::datetime);
            let expires = decoder.optional(&fields, "expires", Decoder::datetime);
            let used_by = decoder.optional(&fields, "used_by", Decoder::text);
            Some(Approval { id, tool: tool?, confirm: confirm?, bound, shown, at, expires, used_by })
        })
    }

    pub(super) fn shown(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<Shown>> {
        self.list(node, what, |decoder, node| {
            let fields = decoder.fields(node, "an entry of `shown`", &["notice", "text"])?;
            let notice = decoder.required(&fields, "notice", Decoder::text);
            let text = decoder.required(&fields, "text", Decoder::text);
            Some(Shown { notice: notice?, text: text? })
        })
    }
}
