//! From a document to a [`Snapshot`]. Nothing is guessed: a key that nothing reads, a value of another type and a missing
//! part are problems, and all that are independent are found in one run.

mod fields;
mod past;
mod phases;
mod sources;

use std::sync::Arc;

use super::node::{Node, NodeKind, Text};
use super::problem::{Problem, Problems, shortened};
use super::{Message, Phase, Snapshot, SnapshotDigest, Trigger};
use crate::diagnostic::Code;
use crate::nearest::nearest;
use crate::value::{Number, Zone};
use fields::{Decoder, Fields, What};

pub(super) use sources::TRUST;

/// The version of snapshots that is read.
pub(super) const VERSION: usize = 1;

const KEYS: &[&str] = &[
    "chk",
    "phase",
    "now",
    "zone",
    "user",
    "call",
    "instruction",
    "quotes",
    "answers",
    "preset",
    "measured",
    "prior",
    "approvals",
    "shown",
    "asked",
    "revised",
    "trigger",
    "message",
    "turn",
    "session",
    "request",
    "result",
    "answer",
    "entry",
    "extra",
];

const PHASES: &[(&str, Phase)] = &[
    ("request", Phase::Request),
    ("call", Phase::Call),
    ("result", Phase::Result),
    ("answer", Phase::Answer),
    ("memory", Phase::Memory),
];

/// Zones that people name, for the nearest one of a misspelt name. The tables hold many more.
const ZONES: &[&str] = &[
    "UTC",
    "Africa/Cairo",
    "Africa/Johannesburg",
    "Africa/Lagos",
    "Africa/Nairobi",
    "America/Bogota",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Mexico_City",
    "America/New_York",
    "America/Sao_Paulo",
    "America/Toronto",
    "Asia/Bangkok",
    "Asia/Dubai",
    "Asia/Ho_Chi_Minh",
    "Asia/Hong_Kong",
    "Asia/Jakarta",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Manila",
    "Asia/Seoul",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Asia/Taipei",
    "Asia/Tokyo",
    "Australia/Melbourne",
    "Australia/Sydney",
    "Europe/Amsterdam",
    "Europe/Berlin",
    "Europe/Istanbul",
    "Europe/Lisbon",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Moscow",
    "Europe/Paris",
    "Europe/Rome",
    "Europe/Vienna",
    "Europe/Warsaw",
    "Europe/Zurich",
    "Pacific/Auckland",
];

/// Decodes a document, but for its digest. What is wrong goes to the problems.
pub(super) fn decode<S: Text>(root: &Node<S>, problems: &mut Problems) -> Option<Snapshot> {
    let decoder = &mut Decoder::new(problems);
    version(decoder, root)?;
    let fields = decoder.fields(root, "the snapshot", KEYS)?;
    if fields.get("chk").is_none() {
        decoder.missing(&fields, "chk");
    }
    let phase = match fields.get("phase") {
        Some(node) => decoder.word(node, format_args!("`phase`"), PHASES),
        None => Some(Phase::Call),
    };
    if let Some(phase) = phase {
        decoder.part_of(&fields, phase);
    }
    Some(Snapshot {
        phase: phase.unwrap_or_default(),
        now: decoder.optional(&fields, "now", Decoder::datetime),
        zone: decoder.optional(&fields, "zone", Decoder::zone),
        user: decoder.optional(&fields, "user", Decoder::text),
        call: decoder.optional(&fields, "call", Decoder::call),
        instruction: decoder.optional(&fields, "instruction", Decoder::instruction).unwrap_or_default(),
        quotes: decoder.optional(&fields, "quotes", Decoder::quotes).unwrap_or_default(),
        answers: decoder.optional(&fields, "answers", Decoder::map).unwrap_or_default(),
        preset: decoder.optional(&fields, "preset", Decoder::preset).unwrap_or_default(),
        measured: decoder.optional(&fields, "measured", Decoder::measured).unwrap_or_default(),
        prior: decoder.optional(&fields, "prior", Decoder::prior).unwrap_or_default(),
        approvals: decoder.optional(&fields, "approvals", Decoder::approvals).unwrap_or_default(),
        shown: decoder.optional(&fields, "shown", Decoder::shown).unwrap_or_default(),
        asked: decoder.optional(&fields, "asked", Decoder::counts).unwrap_or_default(),
        revised: decoder.optional(&fields, "revised", Decoder::counts).unwrap_or_default(),
        trigger: decoder.optional(&fields, "trigger", Decoder::trigger).unwrap_or_default(),
        message: decoder.optional(&fields, "message", Decoder::message),
        turn: decoder.optional(&fields, "turn", Decoder::turn),
        session: decoder.optional(&fields, "session", Decoder::session),
        request: decoder.optional(&fields, "request", Decoder::request),
        result: decoder.optional(&fields, "result", Decoder::result),
        answer: decoder.optional(&fields, "answer", Decoder::answer),
        entry: decoder.optional(&fields, "entry", Decoder::entry),
        extra: decoder.optional(&fields, "extra", Decoder::value),
        digest: SnapshotDigest::default(),
    })
}

/// Whether the rest can be read at all: a snapshot of another version may mean anything.
fn version<S: Text>(decoder: &mut Decoder<'_, S>, root: &Node<S>) -> Option<()> {
    let Some(node) = root.get("chk").filter(|node| !node.is_null()) else {
        return Some(());
    };
    match &node.kind {
        NodeKind::Number(number) if *number == Number::from(VERSION) => Some(()),
        NodeKind::Number(number) => {
            let message = format!("this is a snapshot of version {number}");
            let help = format!("version {VERSION} is what is read");
            decoder.report(Problem::new(Code::OtherVersion, node.span.clone(), message).help(help));
            None
        }
        _ => {
            decoder.wrong_type(node, format_args!("`chk`"), "a number");
            Some(())
        }
    }
}

impl<'a, S: Text> Decoder<'a, S> {
    /// Holds that the part that the phase judges is there.
    fn part_of(&mut self, fields: &Fields<'_, S>, phase: Phase) {
        let part = match phase {
            Phase::Request => "request",
            Phase::Call => "call",
            Phase::Result => "result",
            Phase::Answer => "answer",
            Phase::Memory => "entry",
        };
        if fields.get(part).is_none() {
            self.missing(fields, part);
        }
    }

    fn zone(&mut self, node: &Node<S>, what: What<'_>) -> Option<Zone> {
        let text = self.text(node, what)?;
        let zone = Zone::parse(&text);
        if zone.is_none() {
            let help = match nearest(&text, ZONES.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => "write `UTC` or a name of the IANA tables, as `Asia/Seoul`".to_owned(),
            };
            self.bad_value(node, format!("there is no zone `{}`", shortened(&text)), Some(help));
        }
        zone
    }

    /// How often, by name.
    fn counts(&mut self, node: &Node<S>, what: What<'_>) -> Option<Vec<(Arc<str>, usize)>> {
        self.named(node, what, Decoder::count)
    }

    fn trigger(&mut self, node: &Node<S>, _: What<'_>) -> Option<Trigger> {
        let fields = self.fields(node, "`trigger`", &["fired", "at"])?;
        Some(Trigger {
            fired: self.optional(&fields, "fired", Decoder::boolean).unwrap_or(false),
            at: self.optional(&fields, "at", Decoder::datetime),
        })
    }

    fn message(&mut self, node: &Node<S>, _: What<'_>) -> Option<Message> {
        let fields = self.fields(node, "`message`", &["text", "at"])?;
        Some(Message {
            text: self.optional(&fields, "text", Decoder::text),
            at: self.optional(&fields, "at", Decoder::datetime),
        })
    }
}
