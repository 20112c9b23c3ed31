//! Random snapshots for a policy: mostly what the policy asks for, with something missing, wrong or hostile here and there.

use chk::{Policy, Snapshot, Verdict};
use serde_json::{Map, Value as Json, json};

use super::policy::{Lookup, Model, Slot, Source, Tool, Ty, field, pool, spoken};
use super::tape::Tape;

pub(crate) const NOW: &str = "2026-03-11T09:24:07Z";
const FRESH: &str = "2026-03-11T09:23:50Z";

/// A snapshot in the making.
struct Making<'m> {
    tool: &'m Tool,
    /// In how many of a hundred places something is not as it should be.
    mischief: usize,
    words: Vec<String>,
    quotes: Map<String, Json>,
    answers: Map<String, Json>,
    preset: Map<String, Json>,
    /// The values of rows by lookup and field.
    fields: Vec<(Lookup, String, Json)>,
    keys: Vec<String>,
    prior: Vec<Json>,
    arguments: Map<String, Json>,
    values: Map<String, Json>,
}

/// The tool that a snapshot calls: the model's first, or its last.
pub(crate) fn called<'m>(model: &'m Model, snapshot: &Json) -> Option<&'m Tool> {
    let name = snapshot.pointer("/call/tool")?.as_str()?;
    model.tools.iter().find(|tool| tool.full_name() == name)
}

/// A snapshot that calls one of the model's tools.
pub(crate) fn snapshot(tape: &mut Tape, model: &Model) -> Json {
    let tool = &model.tools[tape.below(model.tools.len())];
    let mischief = *tape.of(&[0, 3, 3, 12, 25]);
    let mut making = Making {
        tool,
        mischief,
        words: Vec::new(),
        quotes: Map::default(),
        answers: Map::default(),
        preset: Map::default(),
        fields: Vec::new(),
        keys: vec!["k1".into()],
        prior: Vec::new(),
        arguments: Map::default(),
        values: Map::default(),
    };
    for slot in &tool.slots {
        making.slot(tape, slot);
    }
    making.finish(tape, model)
}

impl Making<'_> {
    fn goes_wrong(&self, tape: &mut Tape) -> bool {
        tape.chance(self.mischief)
    }

    fn slot(&mut self, tape: &mut Tape, slot: &Slot) {
        let value = match &slot.ty {
            Ty::Object(fields) => self.object(tape, fields),
            Ty::Objects(fields) => {
                let count = 1 + tape.below(2);
                Json::Array((0..count).map(|_| self.object(tape, fields)).collect())
            }
            _ => {
                let value = self.value(tape, slot);
                self.bear(tape, slot, &value);
                value
            }
        };
        self.values.insert(slot.name.clone(), value.clone());
        if slot.ty == Ty::Text && value.is_string() {
            self.keys.push(value.as_str().unwrap_or_default().to_owned());
        }
        if slot.is_fact {
            return;
        }
        let leaves_out = !slot.is_required && tape.chance(40);
        if leaves_out || (slot.is_supplied && !tape.chance(15)) {
            return;
        }
        let proposal = if self.goes_wrong(tape) { self.wrong(tape, &slot.ty, &value) } else { Some(value) };
        let Some(proposal) = proposal else { return };
        match &slot.alias {
            Some(alias) if tape.chance(50) => {
                self.arguments.insert(alias.clone(), proposal.clone());
                // The same again under other names, or something else.
                for other in [alias.replace("_too", "_as_well"), slot.name.clone()] {
                    if tape.chance(10) {
                        let same = tape.chance(40) || pool(&slot.ty).is_empty();
                        let value = if same { proposal.clone() } else { tape.of(&pool(&slot.ty)).clone() };
                        self.arguments.insert(other, value);
                    }
                }
            }
            _ => {
                self.arguments.insert(slot.name.clone(), proposal);
            }
        }
    }

    fn object(&mut self, tape: &mut Tape, fields: &[Slot]) -> Json {
        let mut object = Map::default();
        for field in fields {
            let value = self.value(tape, field);
            self.bear(tape, field, &value);
            if field.is_required || tape.chance(50) {
                match &field.alias {
                    Some(alias) if tape.chance(60) => {
                        object.insert(alias.clone(), value);
                        if tape.chance(25) {
                            object.insert(alias.replace("_too", "_as_well"), tape.of(&pool(&field.ty)).clone());
                        }
                    }
                    _ => drop(object.insert(field.name.clone(), value)),
                }
            }
        }
        Json::Object(object)
    }

    fn value(&self, tape: &mut Tape, slot: &Slot) -> Json {
        match slot.sources.first() {
            Some(Source::Computed(from)) => match self.values.get(from).and_then(Json::as_i64) {
                Some(number) => json!(number * 2),
                None => json!(6),
            },
            _ => tape.of(&pool(&slot.ty)).clone(),
        }
    }

    /// Another value than this, of this type or of none, or no value at all.
    fn wrong(&self, tape: &mut Tape, ty: &Ty, value: &Json) -> Option<Json> {
        match tape.below(8) {
            0..=2 if ty.is_leaf() => Some(tape.of(&pool(ty)).clone()),
            3 => Some(json!({ "odd": [1, null] })),
            4 => Some(Json::Null),
            5 => Some(json!("")),
            6 => Some(Json::String(match value {
                Json::String(text) => text.clone(),
                other => other.to_string(),
            })),
            _ => None,
        }
    }

    /// Puts the value where one of the slot's sources finds it, and sometimes something into the others.
    fn bear(&mut self, tape: &mut Tape, slot: &Slot, value: &Json) {
        let bearing = tape.below(slot.sources.len().max(1));
        for (index, source) in slot.sources.iter().enumerate() {
            let is_bearing = index == bearing && !self.goes_wrong(tape);
            // Sources are searched in a fixed order, whatever the order in which they were written.
            if !is_bearing && !tape.chance(25) {
                continue;
            }
            let value = if is_bearing || tape.chance(50) { value.clone() } else { tape.of(&pool(&slot.ty)).clone() };
            match source {
                Source::Answer => {
                    let value = if self.goes_wrong(tape) {
                        tape.of(&[Json::Null, json!(-7), json!([])]).clone()
                    } else {
                        value
                    };
                    let full = format!("provider.{}.{}.{}", self.tool.provider, self.tool.name, slot.name);
                    if tape.chance(10) {
                        // Answered under both of its names, not always alike.
                        self.answers.insert(full.clone(), tape.of(&pool(&slot.ty)).clone());
                    }
                    let name = if tape.chance(20) { full } else { slot.name.clone() };
                    self.answers.insert(name, value);
                }
                Source::Instruction(mode) => {
                    let said = tape.of(&spoken(&slot.ty, &value)).clone();
                    if *mode == "quoted" || self.goes_wrong(tape) {
                        // Where it stands is only known at the end: the words themselves hold its place.
                        self.quotes.insert(slot.name.clone(), json!(said));
                    }
                    let said = if self.goes_wrong(tape) { format!("not {said}") } else { said };
                    self.words.push(said);
                }
                Source::Preset(path) => {
                    let name = path.rsplit('.').next().unwrap_or(path).to_owned();
                    let trust = if self.goes_wrong(tape) { "untrusted" } else { "user" };
                    self.preset.insert(name, json!({ "value": value, "trust": trust }));
                }
                Source::Measured(lookup, path) => {
                    let value = match (&slot.ty, path.ends_with(".tags")) {
                        (Ty::Texts, false) => value.pointer("/0").cloned().unwrap_or(json!("harbor")),
                        _ => value,
                    };
                    let name = path.rsplit('.').next().unwrap_or("label").trim_end_matches(" text").to_owned();
                    let value = match value.as_str().filter(|_| path.ends_with(" text")) {
                        Some(said) => json!(format!("Please take {said} with you")),
                        None => value,
                    };
                    if path.contains("is said") {
                        self.words.push("lighthouse".into());
                    }
                    self.fields.push((*lookup, name, value));
                }
                Source::Prior(name) => {
                    let source = *tape.of(&["user_answer", "instruction", "preset"]);
                    self.prior.push(json!({ "id": self.tool.id(name), "value": value, "source": "prior_state", "origin_source": source }));
                }
                Source::Proposal | Source::Draft | Source::Computed(_) => {}
            }
        }
    }

    fn row(&self, tape: &mut Tape, lookup: Lookup, name: &str) -> Json {
        let mut row = Map::default();
        row.insert("name".into(), json!(name));
        let types = [Ty::Text, Ty::Integer, Ty::Decimal, Ty::Boolean, Ty::Date, Ty::Enum(false), Ty::Texts];
        for ty in types {
            let own: Vec<&Json> = self
                .fields
                .iter()
                .filter(|(of, at, _)| *of == lookup && at == field(&ty))
                .map(|(_, _, value)| value)
                .collect();
            let value = match own.as_slice() {
                [] => tape.of(&pool(&ty)).clone(),
                values => (*tape.of(values)).clone(),
            };
            row.insert(field(&ty).into(), value);
        }
        Json::Object(row)
    }

    fn at(&self, tape: &mut Tape) -> Json {
        if !self.goes_wrong(tape) {
            return json!(FRESH);
        }
        tape.of(&[
            json!("2026-03-11T06:00:00Z"),
            json!("2026-03-11T09:30:00Z"),
            Json::Null,
            json!("2026-03-11T09:23:50"),
        ])
        .clone()
    }

    fn measured(&mut self, tape: &mut Tape, provider: &str) -> Vec<Json> {
        let mut measured = Vec::new();
        let observe = |making: &Self, tape: &mut Tape, what: Json, value: Json| {
            let mut seen = what;
            let at = making.at(tape);
            if !at.is_null() {
                seen["at"] = at;
            }
            if making.goes_wrong(tape) && tape.chance(50) {
                seen["failed"] = json!("refused");
            } else {
                seen["value"] = value;
            }
            seen
        };
        let keys = self.keys.clone();
        for key in &keys {
            if self.goes_wrong(tape) {
                continue;
            }
            let row = self.row(tape, Lookup::Row, "lighthouse");
            measured.push(observe(
                self,
                tape,
                json!({ "tool": format!("{provider}.get_row"), "arguments": { "key": key } }),
                row,
            ));
        }
        for (lookup, name) in [(Lookup::Rows, "list_rows"), (Lookup::Page, "read_page")] {
            if self.goes_wrong(tape) {
                continue;
            }
            let mut rows = vec![self.row(tape, lookup, "lighthouse")];
            if tape.chance(50) {
                rows.push(self.row(tape, lookup, "Anna"));
            }
            measured.push(observe(
                self,
                tape,
                json!({ "tool": format!("{provider}.{name}"), "arguments": {} }),
                Json::Array(rows),
            ));
        }
        for (lookup, name) in [(Lookup::Log, "log"), (Lookup::Log, "house")] {
            if !self.goes_wrong(tape) {
                let row = self.row(tape, lookup, "lighthouse");
                measured.push(observe(self, tape, json!({ "lookup": name }), row));
            }
        }
        tape.shuffled(&measured)
    }

    fn past_call(&self, tape: &mut Tape) -> Json {
        let tool = tape
            .of(&[
                self.tool.full_name(),
                self.tool.full_name(),
                "shop.get_row".into(),
                "shop.list_rows".into(),
                "elsewhere.ghost".into(),
            ])
            .clone();
        let arguments = match &*tool {
            "shop.get_row" => json!({ "key": tape.of(&self.keys) }),
            "shop.list_rows" | "elsewhere.ghost" => json!({}),
            _ if tape.chance(60) => Json::Object(self.arguments.clone()),
            _ => json!({ "alpha": "Anna" }),
        };
        let result = match tape.below(7) {
            0..=2 if tool == "shop.list_rows" => {
                json!({ "ok": true, "data": [self.row(tape, Lookup::Rows, "lighthouse")] })
            }
            0..=2 => json!({ "ok": true, "data": self.row(tape, Lookup::Row, "lighthouse") }),
            3 => json!({ "ok": false, "error_kind": "timeout", "retriable": true }),
            4 => json!({ "ok": false, "error_kind": "upstream_error", "retriable": false }),
            5 => json!({ "ok": false, "error_kind": "not_found", "retriable": false }),
            _ => Json::Null,
        };
        let mut call = json!({ "tool": tool, "arguments": arguments, "outcome": tape.of(&["executed", "executed", "refused", "held", "replayed"]) });
        if !result.is_null() {
            call["result"] = result;
        }
        if !tape.chance(20) {
            call["at"] = json!(tape.of(&["2026-03-11T09:20:00Z", "2026-03-11T09:23:59Z"]));
        }
        if tape.chance(20) {
            call["disclosed"] = json!(true);
        }
        if tape.chance(10) {
            call["settled"] = json!(tape.of(&["happened", "not_happened"]));
        }
        call
    }

    fn finish(mut self, tape: &mut Tape, model: &Model) -> Json {
        let own = self.tool.provider;
        let measured = self.measured(tape, own);
        let mut snapshot = json!({ "chk": 1 });
        if !self.goes_wrong(tape) {
            snapshot["now"] = json!(NOW);
        }
        if tape.chance(50) {
            snapshot["zone"] = json!("Asia/Seoul");
        }
        if !self.goes_wrong(tape) {
            snapshot["user"] = json!("u_1");
        }
        let name = if tape.chance(1) { "shop.ghost".to_owned() } else { self.tool.full_name() };
        if self.goes_wrong(tape) && tape.chance(30) {
            self.arguments.insert("stranger".into(), json!(1));
        }
        let arguments = Json::Object(self.arguments.clone());
        snapshot["call"] =
            json!({ "tool": name, "arguments": if tape.chance(5) { json!(arguments.to_string()) } else { arguments } });

        let effect = if self.goes_wrong(tape) { "hello" } else { "arrange" };
        let when = match tape.below(20) {
            18 | 19 => " tomorrow",
            _ if self.goes_wrong(tape) => "",
            _ => " now",
        };
        let mut segments = Vec::new();
        let words = self.words.join(" and ");
        if tape.chance(25) {
            segments.push(json!({ "text": tape.of(&["Good morning", "Here is Anna", "Take 40 of them", "harbor", "not Anna"]), "trust": "user" }));
        }
        if tape.chance(40) {
            segments.push(json!({ "text": "Take Anna, mill road, 500, 12.5, navy, pure and 2026-04-01 at once", "trust": tape.of(&["untrusted", "assistant"]), "origin": "mail:1" }));
        }
        let text = format!("Please {effect} it{when}: {words}");
        let at = segments.len();
        segments.push(json!({ "text": text, "trust": if self.goes_wrong(tape) && tape.chance(20) { "untrusted" } else { "user" } }));
        if tape.chance(15) {
            segments.push(json!({ "text": "Done, harbor is next.", "trust": "assistant" }));
        }
        snapshot["instruction"] = Json::Array(segments);

        if model.uses_std {
            if !self.goes_wrong(tape) {
                self.quotes.insert("action".into(), json!(format!("{effect} it")));
            }
            if self.goes_wrong(tape) || tape.chance(40) {
                self.answers
                    .insert("trigger".into(), json!(tape.of(&["immediate", "immediate", "scheduled", "recurring"])));
            }
            if tape.chance(20) {
                self.answers.insert("intent".into(), json!("thing.done"));
            }
        }
        let mut quotes = Map::default();
        for (name, said) in &self.quotes {
            let Some(start) = text.find(said.as_str().unwrap_or_default()) else { continue };
            let end = start + said.as_str().unwrap_or_default().len();
            let shift = usize::from(self.goes_wrong(tape));
            quotes.insert(name.clone(), json!({ "segment": at, "span": [start + shift, end + shift] }));
        }
        if tape.chance(85) {
            self.preset.insert("purse".into(), json!({ "value": 40, "trust": "user" }));
        }
        snapshot["quotes"] = Json::Object(quotes);
        snapshot["answers"] = Json::Object(self.answers.clone());
        snapshot["preset"] = json!({ "settings": self.preset });
        snapshot["measured"] = Json::Array(measured);
        if !self.prior.is_empty() {
            let decision = if self.goes_wrong(tape) { "held" } else { "executed" };
            snapshot["prior"] = json!([{ "action_key": format!("u_1:{}", self.tool.full_name()), "decision": decision, "at": "2026-03-10T09:00:00Z", "slots": self.prior }]);
        }
        let names: Vec<&str> = self.tool.slots.iter().map(|slot| slot.name.as_str()).collect();
        for (key, percent) in [("asked", 12), ("revised", 30)] {
            if tape.chance(percent) {
                snapshot[key] = json!({ *tape.of(&names): 1 + tape.below(2) });
            }
        }
        if tape.chance(5) {
            snapshot["trigger"] =
                json!({ "fired": true, "at": tape.of(&["2026-03-11T09:23:00Z", "2026-03-11T09:24:00Z"]) });
        }
        if !self.goes_wrong(tape) {
            let count = [0, 0, 0, 0, 1, 1, 2][tape.below(7)];
            let calls: Vec<Json> = (0..count).map(|_| self.past_call(tape)).collect();
            snapshot["turn"] = json!({ "rounds": 1, "cost": 0.5, "calls": calls });
        }
        if tape.chance(15) {
            let call = self.past_call(tape);
            snapshot["session"] = json!({ "calls": [call] });
        }
        snapshot
    }
}

/// Judges a snapshot.
pub(crate) fn judge(policy: &Policy, snapshot: &Json) -> Verdict {
    let read = Snapshot::from_json(&snapshot.to_string());
    policy.evaluate(&read.unwrap_or_else(|error| panic!("{error}\n{snapshot:#}")))
}

/// Does some of what the verdict asks for: approvals, notices and lookups, mostly as they should be.
pub(crate) fn settle(tape: &mut Tape, policy: &Policy, snapshot: &mut Json) {
    let mischief = *tape.of(&[0, 0, 0, 12]);
    for _ in 0..3 {
        let verdict: Json = serde_json::from_str(&judge(policy, snapshot).to_json()).unwrap();
        let questions = verdict["questions"].as_array().cloned().unwrap_or_default();
        let mut changed = false;
        for question in questions {
            let slot = question["slots"][0].as_str().unwrap_or_default();
            let name = slot.rsplit('.').next().unwrap_or_default().to_owned();
            let wrong = tape.chance(mischief);
            match question["kind"].as_str().unwrap_or_default() {
                "approval" => {
                    let mut approval = json!({ "id": format!("k{}", tape.below(1000)), "tool": verdict["tool"], "confirm": name, "bound": question["binds"], "shown": question["text"], "at": FRESH });
                    if wrong {
                        match tape.below(6) {
                            0 => approval["tool"] = json!("shop.get_row"),
                            1 => approval["confirm"] = json!("another"),
                            2 => approval["bound"]["alpha"] = json!("changed"),
                            3 => approval["expires"] = json!("2026-03-11T09:24:00Z"),
                            4 => approval["used_by"] = json!("e1"),
                            _ => approval["at"] = json!("2026-03-11T10:00:00Z"),
                        }
                    }
                    push(snapshot, "approvals", approval);
                    changed = true;
                }
                "notice" => {
                    let text = if wrong { json!("Something else.") } else { question["text"].clone() };
                    push(snapshot, "shown", json!({ "notice": name, "text": text }));
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed || tape.chance(10) {
            return;
        }
    }
}

pub(crate) fn push(snapshot: &mut Json, key: &str, item: Json) {
    match snapshot.get_mut(key).and_then(Json::as_array_mut) {
        Some(list) => list.push(item),
        None => snapshot[key] = json!([item]),
    }
}
