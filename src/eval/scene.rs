//! Everything that one judgement looks at, indexed once.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::program::{Confirm, EntryId, EntryKind, Expr, ExprKind, Mapping, Program, Root, TableId, Tier, Tool, Type};
use crate::snapshot::{CallOutcome, PriorRecord, Quote, Snapshot};
use crate::value::{Map, Value};
use crate::verdict::{Layout, write_json};

use super::Story;
use super::arguments::Arguments;
use super::budget::Budgets;
use super::history::{History, Past};
use super::mask;
use super::observe;
use super::operate;
use super::outcome::{Outcome, Unknown};
use super::said::Said;
use super::search::At;
use super::seen::{Seen, Watched};
use super::standing::Standings;

/// What a judgement looks at.
pub(crate) struct Scene<'a> {
    pub(crate) program: &'a Program,
    pub(crate) snapshot: &'a Snapshot,
    /// The tool of the call, where it is declared.
    pub(crate) tool: Option<&'a Tool>,
    pub(crate) arguments: Arguments,
    pub(crate) said: Said<'a>,
    pub(crate) history: History<'a>,
    /// What came back, under the names of a result block.
    pub(crate) result: Map,
    /// What is made of it, once it is made.
    pub(crate) envelope: Option<Value>,
    /// The arguments of the call, once they are settled.
    pub(crate) settled: Option<Settled>,
    /// What happened in the turn and in the session, each as it is and as it may be shown.
    happened: [OnceCell<Value>; 4],
    /// Whether the very same call was made for the latest message, once something asks.
    pub(super) repeated: OnceCell<bool>,
    /// Which filters took something and which did not, where somebody measures that.
    pub(super) watched: Option<Watched>,
    /// The arguments of the host's observations, once something asks for one.
    measured: OnceCell<Vec<Map>>,
}

/// A call's arguments, settled.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    /// Those that are known, by name; null where a slot is empty.
    pub(crate) arguments: Map,
    /// Why the others are not.
    pub(crate) open: BTreeMap<Arc<str>, Unknown>,
    /// What makes two calls the same.
    pub(crate) key: Map,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(
        program: &'a Program,
        snapshot: &'a Snapshot,
        tool: Option<&'a Tool>,
        story: Option<&Story>,
    ) -> Scene<'a> {
        let proposed = snapshot.call.as_ref().map_or(&Value::Null, |call| &call.arguments);
        let arguments = tool.map(|tool| Arguments::normalise(tool, proposed)).unwrap_or_default();
        let said = Said::new(program, tool, snapshot, story.map(|story| &story.words));
        let history = History::new(program, snapshot, story.map(|story| &story.calls));
        Scene {
            program,
            snapshot,
            tool,
            arguments,
            said,
            history,
            result: Map::default(),
            envelope: None,
            settled: None,
            happened: Default::default(),
            repeated: OnceCell::new(),
            watched: None,
            measured: OnceCell::new(),
        }
    }

    /// The same, with its filters watched where somebody measures them.
    pub(super) fn watched(mut self, seen: Option<&Seen>) -> Scene<'a> {
        self.watched = seen.map(|_| Watched::default());
        self
    }

    /// The arguments of the host's observations, under their own names.
    pub(super) fn measured(&self) -> &[Map] {
        self.measured.get_or_init(|| observe::measured(self.program, self.snapshot))
    }

    pub(crate) fn is_irreversible(&self) -> bool {
        self.tool.is_none_or(|tool| tool.tier == Tier::Irreversible)
    }

    pub(crate) fn entry(&self, id: EntryId) -> Option<&'a crate::program::Entry> {
        self.tool.and_then(|tool| tool.entries.get(id.index()))
    }

    pub(crate) fn id(&self, id: EntryId) -> Option<Arc<str>> {
        self.entry(id).map(|entry| Arc::clone(&entry.id))
    }

    pub(crate) fn confirm(&self, id: EntryId) -> Option<&'a Confirm> {
        match &self.entry(id)?.kind {
            EntryKind::Confirm(confirm) => Some(confirm),
            _ => None,
        }
    }

    /// Whether an expression reads a slot whose value is shown to nobody.
    pub(crate) fn is_secret(&self, expr: &Expr) -> bool {
        expr.entries().iter().filter_map(|id| self.entry(*id)).any(|entry| match &entry.kind {
            EntryKind::Slot(slot) => mask::is_secret(slot, expr),
            EntryKind::Let(expr) => self.is_secret(expr),
            _ => false,
        })
    }

    /// `user:tool`: whose action it is.
    pub(crate) fn action_key(&self) -> Option<String> {
        Some(format!("{}:{}", self.snapshot.user.as_ref()?, self.tool?.name))
    }

    /// The newest execution under the same action key.
    pub(crate) fn newest_prior(&self) -> Option<(usize, &'a PriorRecord)> {
        let key = self.action_key()?;
        let executed = |record: &&PriorRecord| *record.action_key == *key && &*record.decision == "executed";
        let zone = self.snapshot.zone.as_ref();
        let mut newest: Option<(usize, &PriorRecord)> = None;
        for (index, record) in self.snapshot.prior.iter().enumerate().filter(|(_, record)| executed(record)) {
            let newer = match (newest.and_then(|(_, newest)| newest.at), record.at) {
                (Some(best), Some(at)) => at.compare(&best, zone).is_some_and(|order| order.is_ge()),
                (Some(_), None) => false,
                (None, _) => true,
            };
            if newer {
                newest = Some((index, record));
            }
        }
        newest
    }

    /// Whether a name of the snapshot means this slot: its full id, or its last name where that is unique.
    pub(crate) fn is_named(&self, at: &At<'_>, key: &str) -> bool {
        if key == at.full_id() {
            return true;
        }
        let unique = self.tool.is_none_or(|tool| tool.is_unique(at.name));
        unique && key.strip_prefix(at.name) == Some(&*at.suffix)
    }

    /// What the person answered for a slot, with the name that the answer stands under. Where it stands under several,
    /// the most exact name counts, whatever the order of the keys.
    pub(crate) fn answer(&self, at: &At<'_>) -> Option<(Arc<str>, &'a Value)> {
        if self.snapshot.answers.is_empty() {
            return None;
        }
        let full = at.full_id();
        let answers = || self.snapshot.answers.iter();
        let found = answers()
            .find(|(key, _)| ***key == *full)
            .or_else(|| answers().find(|(key, _)| is_question(key, &full)))
            .or_else(|| answers().find(|(key, _)| self.is_named(at, key)));
        found.map(|(key, value)| (Arc::clone(key), value))
    }

    /// What the model quotes for a slot; the full id counts before the name.
    pub(crate) fn quote(&self, at: &At<'_>) -> Option<&'a Quote> {
        let full = at.full_id();
        let quotes = || self.snapshot.quotes.iter();
        let found = quotes().find(|(key, _)| **key == *full);
        found.or_else(|| quotes().find(|(key, _)| self.is_named(at, key))).map(|(_, quote)| quote)
    }

    fn count(&self, counts: &[(Arc<str>, usize)], at: &At<'_>) -> usize {
        if counts.is_empty() {
            return 0;
        }
        let full = at.full_id();
        let own = |key: &str| is_question(key, &full) || self.is_named(at, key);
        counts.iter().filter(|(key, _)| own(key)).map(|(_, times)| *times).max().unwrap_or(0)
    }

    pub(crate) fn asked(&self, at: &At<'_>) -> usize {
        self.count(&self.snapshot.asked, at)
    }

    pub(crate) fn revised(&self, at: &At<'_>) -> usize {
        self.count(&self.snapshot.revised, at)
    }

    /// The last user segment and its place.
    pub(crate) fn latest(&self) -> Option<(usize, &'a str)> {
        let latest = self.said.latest()?;
        self.snapshot.instruction.get(latest).map(|segment| (latest, &*segment.text))
    }

    pub(crate) fn is_said(&self, value: &Value) -> bool {
        self.said.says(value)
    }

    /// Whether the tool produces the effect, and no literal contradicts what the intent fixes.
    pub(crate) fn fits(
        &self,
        standings: &Standings,
        item: &Expr,
        evaluate: impl FnOnce() -> Outcome,
    ) -> Result<bool, Unknown> {
        let value = evaluate()?;
        let Some(tool) = self.tool else { return Ok(false) };
        if tool.effects.is_empty() && tool.tier.is_gated() {
            return Err(Unknown::not_comparable(format!("`{}` declares no effect", tool.name)));
        }
        let with = match item.kind {
            ExprKind::Entry(id) => standings.get(id).map(|standing| standing.with.clone()).unwrap_or_default(),
            _ => Map::default(),
        };
        Ok(tool.effects.iter().any(|mapping| self.mapping_fits(mapping, &value, &with)))
    }

    fn mapping_fits(&self, mapping: &Mapping, effect: &Value, with: &Map) -> bool {
        let Some(own) = self.program.effects.get(mapping.effect.index()) else { return false };
        effect.as_text() == Some(&own.name)
            && own.fields.iter().zip(&mapping.fields).all(|((name, _), mapped)| match (&mapped.kind, with.get(name)) {
                (ExprKind::Literal(literal), Some(fixed)) => operate::same(literal, fixed),
                _ => true,
            })
    }

    /// What the intent fixes of a slot: the first mapping that fits and maps a fixed field to it.
    pub(crate) fn fixed_by_intent(&self, standings: &Standings, slot: EntryId) -> Option<(EntryId, Value)> {
        let tool = self.tool?;
        tool.entries.iter().enumerate().find_map(|(index, entry)| {
            let EntryKind::Slot(intent) = &entry.kind else { return None };
            if !matches!(intent.ty.base(), Type::Effect) {
                return None;
            }
            let id = EntryId(u32::try_from(index).ok()?);
            let standing = standings.get(id)?;
            let effect = standing.value.as_ref()?;
            let mapping = tool.effects.iter().find(|mapping| self.mapping_fits(mapping, effect, &standing.with))?;
            let own = self.program.effects.get(mapping.effect.index())?;
            own.fields.iter().zip(&mapping.fields).find_map(|((name, _), mapped)| match mapped.kind {
                ExprKind::Entry(mapped) if mapped == slot => Some((id, standing.with.get(name)?.clone())),
                _ => None,
            })
        })
    }

    pub(crate) fn table(&self, id: TableId, row: &Value, column: &Value) -> Outcome {
        let unknown = || Unknown::not_comparable(format!("the table has no cell for `{row}` and `{column}`"));
        let table = self.program.tables.get(id.index()).ok_or_else(unknown)?;
        let at = |values: &[Value], wanted: &Value| values.iter().position(|value| operate::same(value, wanted));
        let cell = at(&table.rows, row).zip(at(&table.columns, column));
        cell.and_then(|(row, column)| table.cells.get(row)?.get(column)).cloned().ok_or_else(unknown)
    }

    /// What a root holds; `is_masked` with digests in the place of secret arguments.
    pub(crate) fn root(&self, root: Root, is_masked: bool) -> Outcome {
        let missing = |name: &str| Unknown::nowhere(format!("the snapshot has no `{name}`"));
        match root {
            Root::Message => {
                let text = self.snapshot.message.as_ref().and_then(|message| message.text.clone());
                let text = text.or_else(|| self.latest().map(|(_, text)| text.into()));
                text.map(|text| Value::map([("text", Value::Text(text))])).ok_or_else(|| missing("message"))
            }
            Root::Turn => {
                self.snapshot.turn.as_ref().map(|_| self.since(true, is_masked)).ok_or_else(|| missing("turn"))
            }
            Root::Session => Ok(self.since(false, is_masked)),
            Root::Call => self.call(is_masked).ok_or_else(|| missing("call")),
            Root::Tool => self.tool_value().ok_or_else(|| missing("tool")),
            Root::Request => self.request().ok_or_else(|| missing("request")),
            Root::Policy => {
                let tools = self.program.tools.iter().map(|tool| Value::text(Arc::clone(&tool.name)));
                Ok(Value::map([("tools", Value::list(tools))]))
            }
            Root::Answer => self.snapshot.answer.clone().ok_or_else(|| missing("answer")),
            Root::Entry => self.snapshot.entry.clone().ok_or_else(|| missing("entry")),
            Root::Result => Ok(Value::Map(Arc::new(self.result.clone()))),
            Root::Envelope => self.envelope.clone().ok_or_else(|| missing("envelope")),
            Root::Budget => Ok(Budgets::of(self).root()),
            Root::Elapsed => self.of_result("elapsed"),
            Root::Deadline => self.of_result("deadline"),
            Root::Status => self.of_result("status"),
            Root::Exit => self.of_result("exit"),
            Root::IsError => self.of_result("is_error"),
            Root::Text => self.of_result("text"),
            Root::Body => self.of_result("body"),
            Root::Data => self.of_result("data"),
        }
    }

    /// What is about to be sent, its tools by their full names.
    fn request(&self) -> Option<Value> {
        let request = self.snapshot.request.as_ref()?;
        let Value::Map(map) = request else { return Some(request.clone()) };
        let mut map = Map::clone(map);
        if let Some(tools) = map.get_mut("tools") {
            *tools = self.full_names(tools);
        }
        Some(Value::Map(Arc::new(map)))
    }

    /// A list of tools by their full names, where the policy knows them.
    fn full_names(&self, tools: &Value) -> Value {
        let full = |name: &Value| match name.as_text().and_then(|name| self.program.tool(name)) {
            Some((_, tool)) => Value::text(Arc::clone(&tool.name)),
            None => name.clone(),
        };
        match tools {
            Value::List(list) => Value::list(list.iter().map(full)),
            other => other.clone(),
        }
    }

    fn of_result(&self, name: &str) -> Outcome {
        self.result.get(name).cloned().ok_or_else(|| Unknown::nowhere(format!("the result has no `{name}`")))
    }

    fn tool_value(&self) -> Option<Value> {
        let tool = self.tool?;
        let tier = match tool.tier {
            Tier::ReadOnly => "read_only",
            Tier::Reversible => "reversible",
            Tier::Irreversible => "irreversible",
        };
        let effects = tool.effects.iter().filter_map(|mapping| self.program.effects.get(mapping.effect.index()));
        Some(Value::map([
            ("name", Value::text(Arc::clone(&tool.bare_name))),
            ("provider", Value::text(Arc::clone(&tool.provider))),
            ("tier", Value::from(tier)),
            ("effects", Value::list(effects.map(|effect| Value::text(Arc::clone(&effect.name))))),
        ]))
    }

    fn call(&self, is_masked: bool) -> Option<Value> {
        let call = self.snapshot.call.as_ref()?;
        let mut map = Map::default();
        let Some(tool) = self.tool else {
            map.insert("tool".into(), Value::text(Arc::clone(&call.tool)));
            map.insert("arguments".into(), call.arguments.clone());
            return Some(Value::Map(Arc::new(map)));
        };
        let proposed = &self.arguments.proposed;
        let (arguments, key) = match &self.settled {
            Some(settled) => (&settled.arguments, &settled.key),
            None => (proposed, proposed),
        };
        map.insert("tool".into(), Value::text(Arc::clone(&tool.name)));
        map.insert("arguments".into(), shown_arguments(tool, arguments, is_masked));
        if self.history.is_known {
            let same: Vec<Past<'_>> =
                self.history.same(tool, key).map(|(_, past)| past).filter(Past::is_repeat).collect();
            map.insert("repeated".into(), Value::from(same.len()));
            let returned = |past: &&Past<'_>| same.last().is_some_and(|last| past.returned_the_same(last));
            map.insert("stalled".into(), Value::from(same.iter().rev().take_while(returned).count()));
        }
        Some(Value::Map(Arc::new(map)))
    }

    /// What happened since the latest message, or in the whole session: put together once, however often it is read.
    fn since(&self, in_turn: bool, is_masked: bool) -> Value {
        let [turn, turn_masked, session, session_masked] = &self.happened;
        let place = match (in_turn, is_masked) {
            (true, false) => turn,
            (true, true) => turn_masked,
            (false, false) => session,
            (false, true) => session_masked,
        };
        place.get_or_init(|| self.happened(in_turn, is_masked)).clone()
    }

    fn happened(&self, in_turn: bool, is_masked: bool) -> Value {
        let mut map = Map::default();
        let turn = self.snapshot.turn.as_ref();
        let earlier = self.snapshot.session.as_ref().filter(|_| !in_turn);
        let mut put = |name: &str, value: Option<Value>| value.map(|value| map.insert(name.into(), value));
        put("tools", turn.and_then(|turn| turn.tools.as_ref()).map(|tools| self.full_names(tools)));
        put("hidden", turn.and_then(|turn| turn.hidden.as_ref()).map(|tools| self.full_names(tools)));
        put("answered", turn.and_then(|turn| turn.answered).map(Value::Bool));
        let rounds = turn
            .and_then(|turn| turn.rounds)
            .map(|rounds| rounds.saturating_add(earlier.and_then(|session| session.rounds).unwrap_or(0)));
        put("rounds", rounds.map(Value::from));
        let cost = turn.and_then(|turn| turn.cost.clone());
        let cost = cost.map(|cost| match earlier.and_then(|session| session.cost.as_ref()) {
            Some(before) => before.add(&cost),
            None => cost,
        });
        put("cost", cost.map(Value::Number));
        let fired =
            earlier.into_iter().flat_map(|session| &session.fired).chain(turn.into_iter().flat_map(|turn| &turn.fired));
        put("fired", Some(Value::list(fired.map(|id| Value::text(Arc::clone(id))))));
        if !self.history.is_known {
            return Value::Map(Arc::new(map));
        }
        let is_meant = |past: &Past<'_>| past.in_turn || !in_turn;
        let calls: Vec<Past<'_>> = self.history.calls().filter(is_meant).collect();
        let listed = |keep: &dyn Fn(&Past<'_>) -> bool| {
            Value::list(calls.iter().filter(|past| keep(past)).map(|past| past.value(is_masked)))
        };
        let failures = self.history.failures().map(|(_, past)| past).filter(is_meant);
        map.insert("calls".into(), listed(&|_| true));
        map.insert("done".into(), listed(&|past| past.is_done()));
        map.insert("failures".into(), Value::list(failures.map(|past| past.value(is_masked))));
        map.insert("refusals".into(), listed(&|past| past.call.outcome == CallOutcome::Refused));
        let done = calls.iter().filter(|past| past.is_done());
        let effects = done.filter_map(|past| past.tool).flat_map(|(_, tool)| &tool.effects);
        let names = effects.filter_map(|mapping| self.program.effects.get(mapping.effect.index()));
        map.insert("effects".into(), Value::list(names.map(|effect| Value::text(Arc::clone(&effect.name)))));
        let texts = calls.iter().flat_map(Past::returned);
        map.insert("results".into(), Value::list(texts.map(Value::Text)));
        let last = calls.iter().rfind(|past| past.is_success());
        if let Some(past) = last {
            map.insert("last".into(), past.value(is_masked));
        }
        Value::Map(Arc::new(map))
    }
}

/// Arguments by name; digests in the place of what is secret where they are shown.
fn shown_arguments(tool: &Tool, arguments: &Map, is_masked: bool) -> Value {
    let mut shown = arguments.clone();
    if is_masked {
        for entry in tool.arguments.iter().filter_map(|id| tool.entries.get(id.index())) {
            if let Some(value) = shown.get_mut(&entry.name) {
                *value = mask::of_entry(entry, value);
            }
        }
    }
    Value::Map(Arc::new(shown))
}

impl Past<'_> {
    /// Whether it counts as the call having been made in this message: it ran, or its outcome was given again.
    fn is_repeat(&self) -> bool {
        self.in_turn && matches!(self.call.outcome, CallOutcome::Executed | CallOutcome::Replayed)
    }

    fn returned_the_same(&self, other: &Past<'_>) -> bool {
        let same = |one: Option<&Value>, other: Option<&Value>| match (one, other) {
            (Some(one), Some(other)) => operate::same(one, other),
            (None, None) => true,
            _ => false,
        };
        same(self.call.result.as_ref(), other.call.result.as_ref()) && self.call.text == other.call.text
    }

    /// What the model could read of it: the text that came back, or else the data in the envelope, and its message.
    fn returned(&self) -> Vec<Arc<str>> {
        let text = |value: &Value| match value {
            Value::Null => None,
            Value::Text(text) => Some(Arc::clone(text)),
            other => Some(write_json(other, Layout::Line).into()),
        };
        let field = |name: &str| self.call.result.as_ref().and_then(|result| result.field(name)).and_then(text);
        let content = self.call.text.clone().or_else(|| field("data").or_else(|| field("partial_results")));
        let message = field("message").filter(|message| Some(message) != content.as_ref());
        content.into_iter().chain(message).collect()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.call.outcome == CallOutcome::Executed && (self.is_ok() || self.error_kind() == Some("partial"))
    }

    /// As conditions read it.
    fn value(&self, is_masked: bool) -> Value {
        let mut map = Map::default();
        let tool = self.tool.map_or_else(|| Arc::clone(&self.call.tool), |(_, tool)| Arc::clone(&tool.name));
        map.insert("tool".into(), Value::text(tool));
        let arguments = match self.tool {
            Some((_, tool)) => shown_arguments(tool, self.arguments, is_masked),
            None => Value::Map(Arc::clone(self.arguments)),
        };
        map.insert("arguments".into(), arguments);
        map.insert("outcome".into(), Value::from(self.call.outcome.as_str()));
        let mut put = |name: &str, value: Option<Value>| value.map(|value| map.insert(name.into(), value));
        put("result", self.call.result.clone());
        put("text", self.call.text.clone().map(Value::Text));
        put("at", self.call.at.map(Value::DateTime));
        put("approval", self.call.approval.clone().map(Value::Text));
        put("attempt", self.call.attempt.map(Value::from));
        put("cost", self.call.cost.clone().map(Value::Number));
        put("settled", self.call.settled.map(|settled| Value::from(settled.as_str())));
        put("disclosed", Some(Value::Bool(self.call.disclosed)));
        Value::Map(Arc::new(map))
    }
}

/// Whether a name of the snapshot is the question about this slot alone.
fn is_question(key: &str, slot: &str) -> bool {
    key.starts_with("q:") && *key == *question_id(&[slot])
}

/// `q:...`: the same for the same slots.
pub(crate) fn question_id(slots: &[&str]) -> Arc<str> {
    let digest = crate::digest::sha256_hex(slots.join("\n").as_bytes());
    let hex = digest.strip_prefix("sha256:").unwrap_or(&digest);
    format!("q:{}", hex.get(..12).unwrap_or(hex)).into()
}
