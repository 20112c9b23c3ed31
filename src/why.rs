//! Why a verdict is what it is: from each value back to the words, the setting or the measurement that it came from, and, of
//! what does not run, what would change that.
//!
//! It reads a verdict and the snapshot that it was made from as data, as a record holds them, so that it can be told long after and without
//! the policy.

use std::fmt;
use std::sync::Arc;

use crate::value::{Map, Value};
use crate::verdict::{Layout, write_json};

/// So many steps back are followed: a chain of computed slots is no longer.
const MAX_STEPS: usize = 100;

/// Why a verdict is what it is.
#[derive(Clone, Debug)]
pub struct Why {
    /// What was decided.
    pub decision: Arc<str>,
    /// Why, of a `hold`.
    pub cause: Option<Arc<str>>,
    /// Each value that is known with where it came from: the arguments of a call that runs.
    pub chains: Vec<Chain>,
    /// What has to be another before the call can run: all of it, since while one of these is left the call does not run. Behind it more
    /// may be asked for. Empty where a call runs.
    pub changes: Vec<Change>,
}

/// A value and where it came from.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The slot's id.
    pub slot: Arc<str>,
    /// Its value, as the verdict shows it.
    pub value: Value,
    /// The source.
    pub source: Arc<str>,
    /// Where in it.
    pub place: Place,
    /// What it was made from in turn: the slots that it was computed from, or its source in an earlier execution.
    pub from: Vec<Chain>,
}

/// Where in a source a value stands.
#[derive(Clone, Debug)]
pub enum Place {
    /// In what was said.
    Words {
        /// The segment's number.
        segment: Value,
        /// The words themselves.
        words: String,
        /// The rule by which they were read.
        read_as: Arc<str>,
    },
    /// In what a tool or the host measured.
    Observation {
        /// The lookup and the path in it.
        path: String,
        /// The tool or the host's lookup, where the observation is one of `measured`.
        tool: Option<Arc<str>>,
        /// With these arguments.
        arguments: Value,
        /// When.
        at: Option<Value>,
    },
    /// In the settings.
    Preset {
        /// Under this path.
        path: Arc<str>,
        /// Where it was set.
        origin: Option<Arc<str>>,
    },
    /// The person's answer to this question.
    Answer(Arc<str>),
    /// An earlier execution.
    Record {
        /// When.
        at: Option<Value>,
    },
    /// Where an earlier execution's record says; the snapshot of that time is not here.
    Noted(Option<Value>),
    /// Made from other slots.
    Computed,
    /// Nowhere: the model wrote it.
    Model,
}

/// What would change a decision.
#[derive(Clone, Debug)]
pub enum Change {
    /// The host looks something up.
    LookUp {
        /// The lookup.
        lookup: Arc<str>,
        /// The tool, or `host`.
        tool: Arc<str>,
        /// With these arguments.
        arguments: Value,
        /// For these slots.
        slots: Vec<Arc<str>>,
    },
    /// The person answers, approves or is shown something.
    Ask {
        /// The question's id.
        question: Arc<str>,
        /// What an answer settles: `value`, `intent`, `approval`, `notice`.
        kind: Arc<str>,
        /// About these slots.
        slots: Vec<Arc<str>>,
        /// What is asked or shown.
        text: Arc<str>,
    },
    /// The model proposes the slot anew.
    Propose {
        /// The slot.
        slot: Arc<str>,
        /// Why.
        reason: Option<Arc<str>>,
    },
    /// A condition has to hold: something that it reads has to be another.
    Meet {
        /// The condition.
        condition: Arc<str>,
        /// What it says.
        message: Arc<str>,
    },
    /// Whoever keeps the policy or the source repairs it.
    Repair {
        /// The slot that nobody can supply.
        slot: Arc<str>,
    },
    /// What a cause asks for, in words.
    Settle(&'static str),
}

impl Why {
    /// Why a verdict, written as JSON is, of this snapshot is what it is.
    ///
    /// ```
    /// let policy = chk::Policy::from_text("lamp.chk", r#"
    /// language 1
    /// provider lamp { tool dim { reversible  slot level: integer from user_answer, instruction } }
    /// "#)?;
    /// let snapshot = chk::Snapshot::from_yaml(r#"
    /// chk: 1
    /// call: { tool: lamp.dim, arguments: { level: 40 } }
    /// instruction: [{ text: "Dim the lamp to 40", trust: user }]
    /// "#)?;
    /// let verdict = policy.evaluate(&snapshot);
    /// let why = chk::why::Why::of(&verdict.to_value(), &snapshot.to_value());
    /// assert_eq!(why.chains[0].to_string(), r#"provider.lamp.dim.level = 40: "40" in segment 0, read as number"#);
    /// assert!(why.changes.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(verdict: &Value, snapshot: &Value) -> Why {
        let reader = Reader { verdict, snapshot };
        let decision = text(verdict.field("decision")).unwrap_or_else(|| "hold".into());
        let cause = text(verdict.field("cause"));
        let known = list(verdict.field("slots")).iter().filter(|slot| text(slot.field("source")).is_some());
        let chains = known.filter_map(|slot| reader.chain(slot, 0)).collect();
        let changes = reader.changes(&decision, cause.as_deref());
        Why { decision, cause, chains, changes }
    }

    /// As JSON, in the order of the verdict.
    pub fn to_value(&self) -> Value {
        Value::map([
            ("decision", Value::Text(Arc::clone(&self.decision))),
            ("cause", self.cause.clone().map_or(Value::Null, Value::Text)),
            ("chains", Value::list(self.chains.iter().map(Chain::to_value))),
            ("changes", Value::list(self.changes.iter().map(Change::to_value))),
        ])
    }
}

impl Chain {
    fn to_value(&self) -> Value {
        let mut form = vec![
            ("slot", Value::Text(Arc::clone(&self.slot))),
            ("value", self.value.clone()),
            ("source", Value::Text(Arc::clone(&self.source))),
            ("place", Value::text(self.place.to_string())),
        ];
        if !self.from.is_empty() {
            form.push(("from", Value::list(self.from.iter().map(Chain::to_value))));
        }
        Value::map(form)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}: {}", self.slot, write_json(&self.value, Layout::Line), self.place)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = |value: &Value| write_json(value, Layout::Line);
        match self {
            Place::Words { segment, words, read_as } => {
                write!(f, "{} in segment {segment}, read as {read_as}", json(&Value::text(words.as_str())))
            }
            Place::Observation { path, tool, arguments, at } => {
                write!(f, "{path}")?;
                if let Some(tool) = tool {
                    write!(f, ", measured by {tool} {}", json(arguments))?;
                }
                at.iter().try_for_each(|at| write!(f, " at {at}"))
            }
            Place::Preset { path, origin } => {
                write!(f, "the setting {path}")?;
                origin.iter().try_for_each(|origin| write!(f, ", set in {origin}"))
            }
            Place::Answer(question) => write!(f, "the person's answer to {question}"),
            Place::Record { at: Some(at) } => write!(f, "the execution at {at}"),
            Place::Record { at: None } => f.write_str("an earlier execution"),
            Place::Noted(Some(evidence)) => write!(f, "as noted then: {}", json(evidence)),
            Place::Noted(None) => f.write_str("as noted then"),
            Place::Computed => f.write_str("made from other slots"),
            Place::Model => f.write_str("the model's own, and it needs no source"),
        }
    }
}

impl Change {
    fn to_value(&self) -> Value {
        let word = |text: &Arc<str>| Value::Text(Arc::clone(text));
        let words = |texts: &[Arc<str>]| Value::list(texts.iter().map(word));
        match self {
            Change::LookUp { lookup, tool, arguments, slots } => Value::map([
                ("what", Value::from("lookup")),
                ("lookup", word(lookup)),
                ("tool", word(tool)),
                ("arguments", arguments.clone()),
                ("for", words(slots)),
            ]),
            Change::Ask { question, kind, slots, text } => Value::map([
                ("what", Value::from("answer")),
                ("question", word(question)),
                ("kind", word(kind)),
                ("slots", words(slots)),
                ("text", word(text)),
            ]),
            Change::Propose { slot, reason } => Value::map([
                ("what", Value::from("proposal")),
                ("slot", word(slot)),
                ("reason", reason.as_ref().map_or(Value::Null, word)),
            ]),
            Change::Meet { condition, message } => Value::map([
                ("what", Value::from("condition")),
                ("condition", word(condition)),
                ("message", word(message)),
            ]),
            Change::Repair { slot } => Value::map([("what", Value::from("repair")), ("slot", word(slot))]),
            Change::Settle(text) => Value::map([("what", Value::from("other")), ("text", Value::from(*text))]),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::LookUp { lookup, tool, arguments, slots } => {
                let arguments = write_json(arguments, Layout::Line);
                write!(f, "look up {lookup} by {tool} {arguments}, for {}", slots.join(", "))
            }
            Change::Ask { kind, slots, text, .. } => match &**kind {
                "approval" => write!(f, "the person's yes to \"{text}\""),
                "notice" => write!(f, "the person is shown \"{text}\""),
                _ => write!(f, "the person's answer to \"{text}\", for {}", slots.join(", ")),
            },
            Change::Propose { slot, reason: Some(reason) } => write!(f, "another proposal of {slot} ({reason})"),
            Change::Propose { slot, reason: None } => write!(f, "another proposal of {slot}"),
            Change::Meet { condition, message } => write!(f, "{condition} has to hold: {message}"),
            Change::Repair { slot } => write!(f, "a source that can supply {slot}"),
            Change::Settle(text) => f.write_str(text),
        }
    }
}

struct Reader<'v> {
    verdict: &'v Value,
    snapshot: &'v Value,
}

impl Reader<'_> {
    fn chain(&self, slot: &Value, depth: usize) -> Option<Chain> {
        let source = text(slot.field("source"))?;
        let evidence = slot.field("evidence");
        let part = |name: &str| evidence.and_then(|evidence| evidence.field(name));
        let mut from = Vec::new();
        let place = if let Some(segment) = part("segment") {
            let read_as = text(part("read_as")).unwrap_or_default();
            let said = self.words(segment, part("span"));
            // Words that say a secret say it too.
            let words = if slot.field("value").is_some_and(holds_digest) { hidden(&said) } else { said };
            Place::Words { segment: segment.clone(), words, read_as }
        } else if let Some(lookup) = text(part("lookup")) {
            let observation = part("observation").and_then(|at| self.observation(at));
            let path = text(part("path")).unwrap_or_default();
            let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
            let of = |name: &str| observation.and_then(|observation| observation.field(name));
            Place::Observation {
                path: format!("{lookup}{dot}{path}"),
                tool: text(of("tool")).or_else(|| text(of("lookup"))),
                arguments: of("arguments").cloned().unwrap_or_else(|| Value::Map(Arc::new(Map::default()))),
                at: of("at").cloned(),
            }
        } else if let Some(path) = text(part("preset")) {
            let steps = path.split('.');
            let leaf = steps.fold(self.snapshot.field("preset"), |tree, name| tree.and_then(|tree| tree.field(name)));
            let origin = text(leaf.and_then(|leaf| leaf.field("origin")));
            Place::Preset { path, origin }
        } else if let Some(question) = text(part("question")) {
            Place::Answer(question)
        } else if let Some(record) = part("record") {
            let prior = nth(self.snapshot.field("prior"), record);
            let own = list(prior.and_then(|prior| prior.field("slots")));
            from.extend(own.iter().find(|own| own.field("id") == slot.field("id")).and_then(earlier));
            Place::Record { at: prior.and_then(|prior| prior.field("at").cloned()) }
        } else if part("computed").is_some() {
            let ids = list(part("computed"));
            let slots = list(self.verdict.field("slots")).iter();
            if depth < MAX_STEPS {
                let read = slots.filter(|slot| slot.field("id").is_some_and(|id| ids.contains(id)));
                from.extend(read.filter_map(|slot| self.chain(slot, depth + 1)));
            }
            Place::Computed
        } else {
            Place::Model
        };
        let value = slot.field("value").cloned().unwrap_or(Value::Null);
        Some(Chain { slot: text(slot.field("id"))?, value, source, place, from })
    }

    /// Behind `measured` the places count on through the calls of the session and the turn.
    fn observation(&self, at: &Value) -> Option<&Value> {
        let calls = |part: &str| list(self.snapshot.field(part).and_then(|part| part.field("calls"))).iter();
        let measured = list(self.snapshot.field("measured")).iter();
        measured.chain(calls("session")).chain(calls("turn")).nth(at.as_number()?.as_usize()?)
    }

    fn words(&self, segment: &Value, span: Option<&Value>) -> String {
        let said = nth(self.snapshot.field("instruction"), segment).and_then(|segment| segment.field("text"));
        let ends: Vec<usize> = list(span).iter().filter_map(|end| end.as_number()?.as_usize()).collect();
        match (said.and_then(Value::as_text), ends.as_slice()) {
            (Some(said), [start, end]) => said.chars().skip(*start).take(end.saturating_sub(*start)).collect(),
            _ => String::new(),
        }
    }

    /// A decision hangs on all that it lists of its own kind: while one of them is left the call does not run. A part of them may lead on to a
    /// lookup that waited for it.
    fn changes(&self, decision: &str, cause: Option<&str>) -> Vec<Change> {
        let slots = || list(self.verdict.field("slots")).iter();
        let routed =
            |route: &'static str| slots().filter(move |slot| text(slot.field("route")).as_deref() == Some(route));
        match (decision, cause) {
            ("lookup", _) => list(self.verdict.field("lookups")).iter().filter_map(look_up).collect(),
            ("revise", _) => routed("revise")
                .filter_map(|slot| {
                    Some(Change::Propose { slot: text(slot.field("id"))?, reason: text(slot.field("reason")) })
                })
                .collect(),
            ("ask_user", _) => list(self.verdict.field("questions")).iter().filter_map(ask).collect(),
            ("hold", Some("unmet")) => list(self.verdict.field("unmet"))
                .iter()
                .filter_map(|unmet| {
                    let message = text(unmet.field("message")).unwrap_or_default();
                    Some(Change::Meet { condition: text(unmet.field("slot"))?, message })
                })
                .collect(),
            ("hold", Some("definition_repair")) => routed("definition_repair")
                .filter_map(|slot| Some(Change::Repair { slot: text(slot.field("id"))? }))
                .collect(),
            ("hold", Some(cause)) => settle(cause).into_iter().map(Change::Settle).collect(),
            ("retry" | "reply", _) => vec![Change::Settle("what the guards that acted ask for")],
            ("replay", _) => vec![Change::Settle("another call, or the person's wish to have it once more")],
            ("deferred", _) => vec![Change::Settle("its time")],
            ("escalate", _) => vec![Change::Settle("an answer that no guard hands over")],
            _ => Vec::new(),
        }
    }
}

/// What a cause asks for.
fn settle(cause: &str) -> Option<&'static str> {
    Some(match cause {
        "unlisted_tool" => "a tool that the policy declares",
        "definition_changed" => "a review of the tool's definition, and a new pin",
        "undeclared_argument" => "a call without the arguments that no slot declares",
        "outcome_unknown" => {
            "whether the same call that timed out has happened: the verifying call, or a person's word"
        }
        "failure_unresolved" => "the earlier failure made good, or told to the person",
        "budget" => "a new message of the person, or a larger budget",
        "guard" => "what the guard that holds asks for",
        "conversation" => "the person's word on what was asked as often as the policy allows",
        _ => return None,
    })
}

fn look_up(lookup: &Value) -> Option<Change> {
    Some(Change::LookUp {
        lookup: text(lookup.field("lookup"))?,
        tool: text(lookup.field("tool"))?,
        arguments: lookup.field("arguments").cloned().unwrap_or(Value::Null),
        slots: texts(lookup.field("for")),
    })
}

fn ask(question: &Value) -> Option<Change> {
    Some(Change::Ask {
        question: text(question.field("id"))?,
        kind: text(question.field("kind"))?,
        slots: texts(question.field("slots")),
        text: text(question.field("text")).unwrap_or_default(),
    })
}

/// A slot of an earlier execution: its own source, as its record says.
fn earlier(slot: &Value) -> Option<Chain> {
    let source = text(slot.field("source"))?;
    let value = slot.field("value").cloned().unwrap_or(Value::Null);
    let place = Place::Noted(slot.field("evidence").cloned());
    Some(Chain { slot: text(slot.field("id"))?, value, source, place, from: Vec::new() })
}

/// Whether it is, or holds, what a verdict shows of a secret.
fn holds_digest(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.strip_prefix("sha256:").is_some_and(|digits| digits.len() == 64),
        Value::List(list) => list.iter().any(holds_digest),
        Value::Map(map) => map.values().any(holds_digest),
        _ => false,
    }
}

fn hidden(words: &str) -> String {
    words.chars().map(|letter| if letter.is_whitespace() { letter } else { '•' }).collect()
}

fn text(value: Option<&Value>) -> Option<Arc<str>> {
    value.and_then(Value::as_text).map(Arc::from)
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_list).unwrap_or_default()
}

fn texts(value: Option<&Value>) -> Vec<Arc<str>> {
    list(value).iter().filter_map(|item| text(Some(item))).collect()
}

fn nth<'v>(values: Option<&'v Value>, at: &Value) -> Option<&'v Value> {
    list(values).get(at.as_number()?.as_usize()?)
}
