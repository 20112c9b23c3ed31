//! Takes the values of `secret` slots out of what is recorded.
//!
//! In three layers, since a secret stands in more places than the slot that names it:
//!
//! 1. What stands under a secret slot's name or alias becomes its digest: arguments, in the call and in every earlier one, what approvals bind, and
//!    slots of earlier executions. Arguments that no slot of such a tool declares are masked.
//! 2. Whatever a verdict found to be a secret becomes its digest where it is a value, and as many `•` as it has letters where it stands inside
//!    a text: the places of all other evidence stay true.
//! 3. A secret slot that this verdict did not settle may hang on anything that stands in its sources: nobody can tell yet which of the words is
//!    the secret. These sources are masked as a whole, and the line says which, so that nobody judges by them again.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::entry::Digest;
use super::secret::{HIDDEN, Secrets};
use crate::eval::mask;
use crate::program::{EntryKind, Program, Slot, Source, SourceSpec, Step, Tool, Type};
use crate::snapshot::{CallResult, Observation, Observed, PastCall, PresetTree, Snapshot, parse_json};
use crate::value::{Map, Value};
use crate::verdict::{Evidence, Layout, Part, SlotReport, State, Verdict, write_json};

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
    if owners.is_empty() && secrets.is_empty() {
        return redacted;
    }
    let before = (snapshot.to_value(), verdict.to_value());
    redacted.withheld = mask_named(&mut redacted.snapshot, program, secrets);
    mask_evidence(&mut redacted.snapshot, verdict);
    let open = Open::of(program, &owners, verdict);
    open.withhold(&mut redacted.snapshot, &mut redacted.withheld);
    clean_snapshot(&mut redacted.snapshot, secrets);
    clean_verdict(&mut redacted.verdict, secrets);
    // What was measured with a secret is found by it, and by no digest.
    let is_found =
        redacted.snapshot.measured.iter().zip(&snapshot.measured).all(|(shown, own)| asked(shown) == asked(own));
    if !is_found && !redacted.withheld.contains(&"measured") {
        redacted.withheld.push("measured");
    }
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

/// What stands under a secret slot's name, in calls, approvals and records: digests in its place, and the values from now on known. Gives the keys of
/// the snapshot in which something was masked that may be one, while nobody can tell.
fn mask_named(snapshot: &mut Snapshot, program: &Program, secrets: &mut Secrets) -> Vec<&'static str> {
    let mut withheld = Vec::new();
    let mut call = |key: &'static str, tool: &str, arguments: &mut Value| {
        if mask_call(program, tool, arguments, secrets) && !withheld.contains(&key) {
            withheld.push(key);
        }
    };
    for past in snapshot.turn.iter_mut().flat_map(|turn| turn.calls.iter_mut().flatten()) {
        call("turn", &past.tool, &mut past.arguments);
    }
    for past in snapshot.session.iter_mut().flat_map(|session| session.calls.iter_mut().flatten()) {
        call("session", &past.tool, &mut past.arguments);
    }
    if let Some(own) = &mut snapshot.call {
        call("call", &own.tool, &mut own.arguments);
    }
    for observation in &mut snapshot.measured {
        // Parameters of a lookup have no slots; where one is secret, so is the slot of the tool that it is given to.
        if let Observed::Tool { tool, arguments } = &mut observation.of {
            let mut given = Value::Map(Arc::new(std::mem::take(arguments)));
            call("measured", tool, &mut given);
            *arguments = given.as_map().cloned().unwrap_or_default();
        }
    }
    for approval in &mut snapshot.approvals {
        let (tools, _) = named(program, &approval.tool);
        for (key, value) in &mut approval.bound {
            let last = key.rsplit('.').next().unwrap_or(key);
            slots(&tools, last).for_each(|slot| _ = mask_value(slot, value, secrets));
        }
    }
    for prior in snapshot.prior.iter_mut().flat_map(|record| &mut record.slots) {
        let entries = program.tools.iter().flat_map(|tool| &tool.entries).filter(|entry| entry.id == prior.id);
        for (slot, value) in entries.filter_map(|entry| of_entry(&entry.kind)).zip(&mut prior.value) {
            mask_value(slot, value, secrets);
        }
    }
    withheld
}

fn asked(observation: &Observation) -> &Map {
    let (Observed::Tool { arguments, .. } | Observed::Lookup { arguments, .. }) = &observation.of;
    arguments
}

fn of_entry(kind: &EntryKind) -> Option<&Slot> {
    match kind {
        EntryKind::Slot(slot) => Some(slot),
        _ => None,
    }
}

/// The tools that a name may mean, and whether it means any. Of a name that two providers have, nobody can tell whose arguments these are: those of each are
/// masked; of one that nobody has, those of all.
fn named<'p>(program: &'p Program, name: &str) -> (Vec<&'p Tool>, bool) {
    let tools: Vec<&Tool> =
        program.tools.iter().filter(|tool| *tool.name == *name || *tool.bare_name == *name).collect();
    if tools.is_empty() { (program.tools.iter().collect(), false) } else { (tools, true) }
}

/// The slots of an argument's name.
fn slots<'p>(tools: &[&'p Tool], key: &str) -> impl Iterator<Item = &'p Slot> {
    let entries = tools.iter().flat_map(|tool| tool.arguments.iter().filter_map(|id| tool.entries.get(id.index())));
    entries
        .filter_map(|entry| of_entry(&entry.kind))
        .filter(move |slot| *slot.name == *key || slot.aliases.iter().any(|alias| **alias == *key))
}

/// Whether anything of it was secret.
fn mask_value(slot: &Slot, value: &mut Value, secrets: &mut Secrets) -> bool {
    if value.as_text().is_some_and(|text| Digest::parse(text).is_some()) {
        return false;
    }
    let shown = mask::shown(slot, value);
    let is_secret = shown != *value;
    if is_secret {
        let mut hidden = Vec::new();
        mask::hidden(&shown, value, &mut hidden);
        hidden.iter().for_each(|value| secrets.add(value));
        *value = shown;
    }
    is_secret
}

/// Whether something was masked that no slot tells of: a secret under a name that is none, or in arguments that are none.
fn mask_call(program: &Program, tool: &str, arguments: &mut Value, secrets: &mut Secrets) -> bool {
    let (tools, is_listed) = named(program, tool);
    let has_secret = tools.iter().any(|tool| !owned(tool).is_empty());
    // Models send arguments as one text, too.
    let opened = arguments.as_text().and_then(parse_json);
    let is_text = opened.is_some();
    let Some(map) = opened.as_ref().unwrap_or(arguments).as_map() else {
        let is_masked = has_secret && *arguments != Value::Null;
        if is_masked {
            *arguments = blank(arguments);
        }
        return is_masked;
    };
    let mut masked = map.clone();
    let (mut is_changed, mut is_withheld) = (false, false);
    for (key, value) in &mut masked {
        let mut is_declared = false;
        for slot in slots(&tools, key) {
            is_declared = true;
            is_changed |= mask_value(slot, value, secrets);
        }
        if has_secret && is_listed && !is_declared {
            *value = blank(value);
            (is_changed, is_withheld) = (true, true);
        }
    }
    if is_changed {
        let masked = Value::Map(Arc::new(masked));
        *arguments = if is_text { Value::text(write_json(&masked, Layout::Line)) } else { masked };
    }
    is_withheld
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
