//! Takes the values of `secret` slots out of what is recorded.
//!
//! In three layers, since a secret stands in more places than the slot that names it:
//!
//! 1. Arguments under a secret slot's name or alias become their digests, in the call and in every earlier one.
//! 2. Whatever a verdict found to be a secret becomes its digest where it is a value, and as many `•` as it has letters where it stands inside
//!    a text: the places of all other evidence stay true.
//! 3. A secret slot that this verdict did not settle may hang on anything that stands in its sources: nobody can tell yet which of the words is
//!    the secret. These sources are masked as a whole, and the line says which, so that nobody judges by them again.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::entry::Digest;
use crate::digest::{canonical_json, digest};
use crate::eval::mask;
use crate::program::{EntryKind, Program, Slot, Source, SourceSpec, Step, Tool, Type};
use crate::snapshot::{CallResult, Observation, Observed, PastCall, PresetTree, Snapshot, parse_json};
use crate::value::{Map, Value};
use crate::verdict::{Evidence, Layout, Part, SlotReport, State, Verdict, write_json};

/// What stands in a text for a letter of a secret.
const HIDDEN: char = '•';

/// A secret shorter than this is found as a whole word alone: two digits stand in every date.
const SHORT: usize = 4;

/// Secrets that are known, to be taken out of whatever is written. They live in memory as long as the record's handle.
#[derive(Clone, Default)]
pub(super) struct Secrets {
    known: Vec<Secret>,
}

#[derive(Clone)]
struct Secret {
    canonical: String,
    letters: Vec<char>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secrets({} of them)", self.known.len())
    }
}

impl Secrets {
    /// Adds the scalars of a value. Of two possible values nothing can be kept secret, and blanks stand everywhere.
    pub(super) fn add(&mut self, value: &Value) {
        match value {
            Value::List(list) => list.iter().for_each(|value| self.add(value)),
            Value::Map(map) => map.values().for_each(|value| self.add(value)),
            Value::Null | Value::Bool(_) => {}
            Value::Text(text) if text.trim().is_empty() || Digest::parse(text).is_some() => {}
            scalar => {
                let canonical = canonical_json(scalar);
                if !self.known.iter().any(|known| known.canonical == canonical) {
                    let letters = scalar.to_string().trim().chars().map(folded).collect();
                    self.known.push(Secret { canonical, letters });
                    // The longest first: of a secret that stands inside another nothing is left over.
                    self.known.sort_by_key(|secret| std::cmp::Reverse(secret.letters.len()));
                }
            }
        }
    }

    /// A value without them.
    pub(super) fn value(&self, value: &Value) -> Value {
        match value {
            Value::List(list) => Value::list(list.iter().map(|value| self.value(value))),
            Value::Map(map) => Value::Map(Arc::new(self.map(map))),
            Value::Null | Value::Bool(_) => value.clone(),
            scalar => {
                let canonical = canonical_json(scalar);
                match (self.known.iter().any(|secret| secret.canonical == canonical), scalar) {
                    (true, _) => Value::text(digest(scalar)),
                    (false, Value::Text(text)) => Value::Text(self.text(text)),
                    // A number is written in more than one way, and a part of it may be the secret.
                    (false, scalar) => {
                        let (written, hidden) = (scalar.to_string(), self.text(&scalar.to_string()));
                        if written == *hidden { scalar.clone() } else { Value::Text(hidden) }
                    }
                }
            }
        }
    }

    pub(super) fn map(&self, map: &Map) -> Map {
        map.iter().map(|(key, value)| (self.text(key), self.value(value))).collect()
    }

    /// A text without them, as long as it was.
    pub(super) fn text(&self, text: &str) -> Arc<str> {
        if self.known.is_empty() || Digest::parse(text).is_some() {
            return text.into();
        }
        let mut letters: Vec<char> = text.chars().collect();
        let mut folded: Vec<char> = letters.iter().copied().map(self::folded).collect();
        for secret in &self.known {
            hide(&secret.letters, &mut letters, &mut folded);
        }
        letters.into_iter().collect::<String>().into()
    }

    fn string(&self, text: &str) -> String {
        (*self.text(text)).to_owned()
    }
}

fn folded(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

fn hide(secret: &[char], letters: &mut [char], folded: &mut [char]) {
    let (Some(first), length) = (secret.first().copied(), secret.len()) else { return };
    let mut at = 0;
    while let Some(found) = folded.get(at..).and_then(|rest| rest.iter().position(|letter| *letter == first)) {
        let start = at + found;
        let end = start + length;
        let is_here = folded.get(start..end).is_some_and(|here| here == secret);
        let is_inner = |place: Option<usize>| {
            place.and_then(|place| folded.get(place)).is_some_and(|letter| letter.is_alphanumeric())
        };
        if is_here && (length >= SHORT || !(is_inner(start.checked_sub(1)) || is_inner(Some(end)))) {
            for text in [&mut *letters, &mut *folded] {
                text.get_mut(start..end).into_iter().flatten().for_each(|letter| *letter = HIDDEN);
            }
            at = end;
        } else {
            at = start + 1;
        }
    }
}

/// What may be written of a verdict and its snapshot.
pub(super) struct Redacted {
    pub(super) snapshot: Snapshot,
    pub(super) verdict: Verdict,
    /// The keys of the snapshot that were masked for a secret that is not settled: judging by them again says nothing.
    pub(super) withheld: Vec<&'static str>,
    /// Whether anything was taken out.
    pub(super) is_changed: bool,
}

/// Takes secrets out of both, and keeps in mind those that the verdict found.
pub(super) fn redact(program: &Program, snapshot: &Snapshot, verdict: &Verdict, secrets: &mut Secrets) -> Redacted {
    if let Some(call) = verdict.call() {
        call.ground.secrets.iter().for_each(|value| secrets.add(value));
    }
    let mut redacted =
        Redacted { snapshot: snapshot.clone(), verdict: verdict.clone(), withheld: Vec::new(), is_changed: false };
    let owners: Vec<(&Tool, Vec<Owned<'_>>)> =
        program.tools.iter().map(|tool| (tool, owned(tool))).filter(|(_, owned)| !owned.is_empty()).collect();
    if owners.is_empty() && secrets.known.is_empty() {
        return redacted;
    }
    let before = (snapshot.to_value(), verdict.to_value());
    mask_arguments(&mut redacted.snapshot, program, secrets);
    mask_evidence(&mut redacted.snapshot, verdict);
    let open = Open::of(program, &owners, verdict);
    open.withhold(&mut redacted.snapshot, &mut redacted.withheld);
    clean_snapshot(&mut redacted.snapshot, secrets);
    clean_verdict(&mut redacted.verdict, secrets);
    redacted.is_changed = before != (redacted.snapshot.to_value(), redacted.verdict.to_value());
    redacted
}

/// A slot that is secret or holds something that is.
struct Owned<'p> {
    id: &'p Arc<str>,
    sources: Vec<&'p Source>,
}

fn owned(tool: &Tool) -> Vec<Owned<'_>> {
    let mut owned = Vec::new();
    for entry in &tool.entries {
        let EntryKind::Slot(slot) = &entry.kind else { continue };
        if slot.secret || mask::hides(&slot.ty) {
            let mut sources = Vec::new();
            of_slot(slot, &mut sources);
            let group = slot.group.and_then(|group| tool.groups.get(group.index()));
            sources.extend(group.iter().flat_map(|group| &group.sources));
            owned.push(Owned { id: &entry.id, sources });
        }
    }
    owned
}

fn of_slot<'p>(slot: &'p Slot, sources: &mut Vec<&'p Source>) {
    sources.extend(&slot.sources);
    of_type(&slot.ty, sources);
}

fn of_type<'p>(ty: &'p Type, sources: &mut Vec<&'p Source>) {
    match ty {
        Type::Object(fields) => fields.iter().for_each(|field| of_slot(field, sources)),
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => of_type(of, sources),
        Type::Union(types) => types.iter().for_each(|ty| of_type(ty, sources)),
        _ => {}
    }
}

/// Arguments under a secret slot's name: digests in their place, and the values from now on known.
fn mask_arguments(snapshot: &mut Snapshot, program: &Program, secrets: &mut Secrets) {
    let past = snapshot.turn.iter_mut().flat_map(|turn| turn.calls.iter_mut().flatten());
    let past = past.chain(snapshot.session.iter_mut().flat_map(|session| session.calls.iter_mut().flatten()));
    past.for_each(|call| mask_call(program, &call.tool, &mut call.arguments, secrets));
    if let Some(call) = &mut snapshot.call {
        mask_call(program, &call.tool, &mut call.arguments, secrets);
    }
}

fn mask_call(program: &Program, tool: &str, arguments: &mut Value, secrets: &mut Secrets) {
    // Of a name that two providers have, nobody can tell whose arguments these are: those of each are masked.
    let bare = program.tools.iter().filter(|other| *other.bare_name == *tool);
    let tools: Vec<&Tool> = program.tools.iter().filter(|other| *other.name == *tool).chain(bare).collect();
    // Models send arguments as one text, too.
    let opened = arguments.as_text().and_then(parse_json);
    let is_text = opened.is_some();
    let Some(map) = opened.as_ref().unwrap_or(arguments).as_map() else { return };
    let mut masked = map.clone();
    let mut is_changed = false;
    for (key, value) in &mut masked {
        let entries = tools.iter().flat_map(|tool| tool.arguments.iter().filter_map(|id| tool.entries.get(id.index())));
        let slots = entries.filter_map(|entry| match &entry.kind {
            EntryKind::Slot(slot) => Some(slot),
            _ => None,
        });
        for slot in slots.filter(|slot| slot.name == *key || slot.aliases.contains(key)) {
            let is_digest = value.as_text().is_some_and(|text| Digest::parse(text).is_some());
            let shown = if is_digest { value.clone() } else { mask::shown(slot, value) };
            if shown != *value {
                let mut hidden = Vec::new();
                mask::hidden(&shown, value, &mut hidden);
                hidden.iter().for_each(|value| secrets.add(value));
                *value = shown;
                is_changed = true;
            }
        }
    }
    if is_changed {
        let masked = Value::Map(Arc::new(masked));
        *arguments = if is_text { Value::text(write_json(&masked, Layout::Line)) } else { masked };
    }
}

/// Words that a secret was read from, however they write it.
fn mask_evidence(snapshot: &mut Snapshot, verdict: &Verdict) {
    let slots = verdict.call().map(|call| call.slots.as_slice()).unwrap_or_default();
    for slot in slots.iter().filter(|slot| slot.secret) {
        let Some(Evidence::Words { segment, span: (start, end), .. }) = slot.evidence else { continue };
        let Some(said) = snapshot.instruction.get_mut(segment) else { continue };
        let letters = said.text.chars().enumerate();
        let hidden = letters.map(|(at, letter)| if (start..end).contains(&at) { HIDDEN } else { letter });
        let hidden: Arc<str> = hidden.collect::<String>().into();
        if let Some(message) = snapshot.message.as_mut().filter(|message| message.text.as_ref() == Some(&said.text)) {
            message.text = Some(Arc::clone(&hidden));
        }
        said.text = hidden;
    }
}

/// The sources in which a secret may stand that this verdict did not settle.
#[derive(Default)]
struct Open<'p> {
    answers: bool,
    words: bool,
    presets: Vec<Vec<&'p str>>,
    tools: BTreeSet<&'p str>,
    lookups: BTreeSet<&'p str>,
}

impl<'p> Open<'p> {
    fn of(program: &'p Program, owners: &[(&'p Tool, Vec<Owned<'p>>)], verdict: &Verdict) -> Open<'p> {
        let slots = verdict.call().map(|call| call.slots.as_slice()).unwrap_or_default();
        let is_settled = |id: &str| {
            let own = slots.iter().find(|slot: &&SlotReport| *slot.id == *id);
            own.is_some_and(|slot| slot.state == State::Known)
        };
        let mut open = Open::default();
        let unsettled = owners.iter().flat_map(|(_, owned)| owned).filter(|owned| !is_settled(owned.id));
        for source in unsettled.flat_map(|owned| &owned.sources) {
            match &source.kind {
                SourceSpec::UserAnswer => open.answers = true,
                SourceSpec::Instruction(_) => open.words = true,
                SourceSpec::Preset(steps) => open.presets.push(steps.iter().map_while(name).collect()),
                SourceSpec::Measured { read, .. } => {
                    let Some(lookup) = program.lookups.get(read.lookup.index()) else { continue };
                    open.lookups.insert(&lookup.name);
                    let tool = lookup.tool.and_then(|tool| program.tools.get(tool.index()));
                    if let Some(tool) = tool {
                        open.tools.extend([&*tool.name, &*tool.bare_name]);
                    }
                }
                // A record holds digests already.
                SourceSpec::PriorState(..) => {}
            }
        }
        open
    }

    fn withhold(&self, snapshot: &mut Snapshot, withheld: &mut Vec<&'static str>) {
        let mut said = |key: &'static str, is_masked: bool| {
            if is_masked && !withheld.contains(&key) {
                withheld.push(key);
            }
        };
        if self.answers {
            said("answers", snapshot.answers.values().any(|answer| *answer != Value::Null));
            snapshot.answers.values_mut().for_each(|answer| *answer = blank(answer));
        }
        for path in &self.presets {
            said("preset", blank_setting(&mut snapshot.preset, path));
        }
        for observation in &mut snapshot.measured {
            let is_open = match &observation.of {
                Observed::Tool { tool, .. } => self.tools.contains(&**tool),
                Observed::Lookup { lookup, .. } => self.lookups.contains(&**lookup),
            };
            if let (true, Observation { outcome: Ok(value), .. }) = (is_open, observation) {
                *value = blank(value);
                said("measured", true);
            }
        }
        let open_call = snapshot.call.as_ref().is_some_and(|call| self.tools.contains(&*call.tool));
        let calls = |calls: &mut Option<Vec<PastCall>>| {
            let mut is_masked = false;
            for call in calls.iter_mut().flatten().filter(|call| self.words || self.tools.contains(&*call.tool)) {
                is_masked |= call.result.is_some() || call.text.is_some();
                if self.tools.contains(&*call.tool) {
                    call.result = call.result.as_ref().map(blank_envelope);
                }
                call.text = call.text.as_deref().map(dotted);
            }
            is_masked
        };
        said("turn", snapshot.turn.as_mut().is_some_and(|turn| calls(&mut turn.calls)));
        said("session", snapshot.session.as_mut().is_some_and(|session| calls(&mut session.calls)));
        if let (true, Some(CallResult { text, body, .. })) = (open_call, &mut snapshot.result) {
            said("result", text.is_some() || body.is_some());
            (*text, *body) = (text.as_deref().map(dotted), body.as_ref().map(blank));
        }
        if self.words {
            said("instruction", !snapshot.instruction.is_empty() || snapshot.message.is_some());
            for segment in &mut snapshot.instruction {
                segment.text = dotted(&segment.text);
            }
            if let Some(message) = &mut snapshot.message {
                message.text = message.text.as_deref().map(dotted);
            }
            let parts =
                [("answer", &mut snapshot.answer), ("entry", &mut snapshot.entry), ("request", &mut snapshot.request)];
            for (key, part) in parts {
                said(key, part.is_some());
                *part = part.as_ref().map(blank);
            }
            said("quotes", snapshot.quotes.iter().any(|(_, quote)| quote.value.is_some() || !quote.with.is_empty()));
            for (_, quote) in &mut snapshot.quotes {
                quote.value = quote.value.as_ref().map(blank);
                quote.with.values_mut().for_each(|value| *value = blank(value));
            }
        }
    }
}

fn name(step: &Step) -> Option<&str> {
    match step {
        Step::Field(name) => Some(name),
        _ => None,
    }
}

/// A value of the same form in which nothing can be read.
fn blank(value: &Value) -> Value {
    match value {
        Value::List(list) => Value::list(list.iter().map(blank)),
        Value::Map(map) => Value::map(map.iter().map(|(key, value)| (Arc::clone(key), blank(value)))),
        Value::Null | Value::Bool(_) => value.clone(),
        Value::Text(text) => Value::Text(dotted(text)),
        scalar => Value::Text(dotted(&scalar.to_string())),
    }
}

/// The same of an envelope, which stays one.
fn blank_envelope(envelope: &Value) -> Value {
    let Some(map) = envelope.as_map() else { return blank(envelope) };
    let is_payload = |key: &str| matches!(key, "data" | "partial_results" | "message");
    Value::map(
        map.iter().map(|(key, value)| (Arc::clone(key), if is_payload(key) { blank(value) } else { value.clone() })),
    )
}

fn blank_setting(tree: &mut PresetTree, path: &[&str]) -> bool {
    match (tree, path) {
        (PresetTree::Leaf(preset), _) => {
            preset.value = blank(&preset.value);
            true
        }
        (PresetTree::Branch(branch), [name, rest @ ..]) => {
            branch.get_mut(*name).is_some_and(|tree| blank_setting(tree, rest))
        }
        (PresetTree::Branch(branch), []) => {
            let mut is_masked = false;
            for tree in branch.values_mut() {
                is_masked |= blank_setting(tree, &[]);
            }
            is_masked
        }
    }
}

fn dotted(text: &str) -> Arc<str> {
    text.chars().map(|letter| if letter.is_alphanumeric() { HIDDEN } else { letter }).collect::<String>().into()
}

fn clean_snapshot(snapshot: &mut Snapshot, secrets: &Secrets) {
    let text = |text: &mut Arc<str>| *text = secrets.text(text);
    let maybe = |part: &mut Option<Arc<str>>| *part = part.as_deref().map(|part| secrets.text(part));
    let value = |part: &mut Value| *part = secrets.value(part);
    let some = |part: &mut Option<Value>| *part = part.as_ref().map(|part| secrets.value(part));
    let map = |part: &mut Map| *part = secrets.map(part);
    if let Some(call) = &mut snapshot.call {
        // A text of arguments is cleaned as what it holds, where quotes are no backslashes.
        match call.arguments.as_text().and_then(parse_json) {
            Some(opened) => call.arguments = Value::text(write_json(&secrets.value(&opened), Layout::Line)),
            None => value(&mut call.arguments),
        }
    }
    for segment in &mut snapshot.instruction {
        text(&mut segment.text);
        maybe(&mut segment.origin);
    }
    for (_, quote) in &mut snapshot.quotes {
        some(&mut quote.value);
        map(&mut quote.with);
    }
    map(&mut snapshot.answers);
    clean_settings(&mut snapshot.preset, secrets);
    for observation in &mut snapshot.measured {
        let (Observed::Tool { arguments, .. } | Observed::Lookup { arguments, .. }) = &mut observation.of;
        map(arguments);
        match &mut observation.outcome {
            Ok(held) => value(held),
            Err(why) => text(why),
        }
    }
    for slot in snapshot.prior.iter_mut().flat_map(|record| &mut record.slots) {
        some(&mut slot.value);
        some(&mut slot.evidence);
    }
    for approval in &mut snapshot.approvals {
        map(&mut approval.bound);
        maybe(&mut approval.shown);
    }
    snapshot.shown.iter_mut().for_each(|shown| text(&mut shown.text));
    if let Some(message) = &mut snapshot.message {
        maybe(&mut message.text);
    }
    let turn = snapshot.turn.iter_mut().flat_map(|turn| turn.calls.iter_mut().flatten());
    for call in turn.chain(snapshot.session.iter_mut().flat_map(|session| session.calls.iter_mut().flatten())) {
        match call.arguments.as_text().and_then(parse_json) {
            Some(opened) => call.arguments = Value::text(write_json(&secrets.value(&opened), Layout::Line)),
            None => value(&mut call.arguments),
        }
        call.result = call.result.as_ref().map(|result| clean_envelope(result, secrets));
        maybe(&mut call.text);
    }
    if let Some(result) = &mut snapshot.result {
        maybe(&mut result.text);
        some(&mut result.body);
    }
    [&mut snapshot.request, &mut snapshot.answer, &mut snapshot.entry, &mut snapshot.extra].into_iter().for_each(some);
}

/// An envelope without secrets, which stays one.
pub(super) fn clean_envelope(envelope: &Value, secrets: &Secrets) -> Value {
    let Some(map) = envelope.as_map() else { return secrets.value(envelope) };
    let is_payload = |key: &str| matches!(key, "data" | "partial_results" | "message");
    let part = |(key, value): (&Arc<str>, &Value)| {
        (Arc::clone(key), if is_payload(key) { secrets.value(value) } else { value.clone() })
    };
    Value::map(map.iter().map(part))
}

fn clean_settings(tree: &mut PresetTree, secrets: &Secrets) {
    match tree {
        PresetTree::Leaf(preset) => {
            preset.value = secrets.value(&preset.value);
            preset.origin = preset.origin.as_deref().map(|origin| secrets.text(origin));
        }
        PresetTree::Branch(branch) => branch.values_mut().for_each(|tree| clean_settings(tree, secrets)),
    }
}

fn clean_verdict(verdict: &mut Verdict, secrets: &Secrets) {
    let string = |text: &mut String| *text = secrets.string(text);
    let maybe = |text: &mut Option<String>| *text = text.as_deref().map(|text| secrets.string(text));
    let some = |value: &mut Option<Value>| *value = value.as_ref().map(|value| secrets.value(value));
    let list = |values: &mut Vec<Value>| values.iter_mut().for_each(|value| *value = secrets.value(value));
    let map = |map: &mut Map| *map = secrets.map(map);
    maybe(&mut verdict.tell);
    verdict.guards.iter_mut().for_each(|guard| some(&mut guard.found));
    verdict.undecided.iter_mut().for_each(|undecided| string(&mut undecided.why));
    for unused in &mut verdict.unused {
        string(&mut unused.at);
        unused.name = secrets.text(&unused.name);
    }
    match &mut verdict.part {
        Part::Call(call) => {
            for slot in &mut call.slots {
                // Whether a condition holds is no secret, and the digest of one stands for it already.
                some(&mut slot.value);
                some(&mut slot.proposed);
                some(&mut slot.found);
                list(&mut slot.candidates);
                maybe(&mut slot.note);
                if let Some(Evidence::Words { others, .. }) = &mut slot.evidence {
                    list(others);
                }
            }
            call.unmet.iter_mut().for_each(|unmet| string(&mut unmet.message));
            call.lookups.iter_mut().for_each(|lookup| map(&mut lookup.arguments));
            for question in &mut call.questions {
                string(&mut question.text);
                list(&mut question.candidates);
                question.binds.iter_mut().for_each(map);
            }
            for step in &mut call.normalised {
                step.from = secrets.value(&step.from);
                some(&mut step.to);
            }
            call.arguments.iter_mut().for_each(map);
            if let Some(replay) = &mut call.replay {
                replay.result = replay.result.as_ref().map(|result| clean_envelope(result, secrets));
            }
            maybe(&mut call.text);
        }
        Part::Result { envelope, withheld } => {
            for envelope in [envelope, withheld].into_iter().flatten() {
                some(&mut envelope.data);
                some(&mut envelope.partial_results);
                maybe(&mut envelope.message);
            }
        }
        Part::Request(part) => {
            maybe(&mut part.text);
            part.append.iter_mut().for_each(string);
            part.attach.iter_mut().for_each(|attached| attached.value = secrets.value(&attached.value));
        }
        Part::Answer(part) => {
            maybe(&mut part.text);
            part.attach.iter_mut().for_each(|attached| attached.value = secrets.value(&attached.value));
        }
        Part::Text(text) => maybe(text),
    }
}
