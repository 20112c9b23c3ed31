//! A model, a person and tools that are played: what the model does in ten plays, and what is seen of it.

use std::collections::VecDeque;

use chk::snapshot::CallResult;
use chk::value::{DateTime, Value};
use chk::verdict::{Decision, Verdict};

/// What the model does in one round.
pub enum Move {
    /// Proposes a call.
    Call(&'static str, Value),
    /// Writes to the person.
    Answer(Value),
    /// Wants to remember something.
    Remember(Value),
}

/// One play: a message, what the model makes of it, and what the verdicts say.
pub struct Played {
    pub name: &'static str,
    pub message: &'static str,
    /// What the play is about: a verdict that has to be seen.
    #[allow(dead_code, reason = "the test reads it")]
    pub caught: &'static str,
    /// Whether the tools work.
    works: bool,
    moves: VecDeque<Move>,
    /// The verdicts that stopped or changed something.
    pub seen: Vec<String>,
}

impl Played {
    /// The model's next move. This one reads nothing of what it is told.
    pub fn next(&mut self, _told: &[String]) -> Move {
        self.moves.pop_front().unwrap_or_else(|| text("I have nothing more to say."))
    }

    /// A verdict of the loop.
    pub fn saw(&mut self, verdict: &Verdict) {
        let by = verdict.guards.iter().map(|guard| guard.id.to_string());
        let by = by.chain(verdict.cause.map(|cause| cause.to_string())).collect::<Vec<_>>().join(", ");
        if !matches!(verdict.decision, Decision::Pass | Decision::Execute) || !by.is_empty() {
            self.seen.push(format!("{} {}: {by}", verdict.phase.as_str(), verdict.decision));
        }
        let is_appended = verdict.text().is_some_and(|text| text.contains("did not succeed"));
        if is_appended && verdict.decision == Decision::Pass {
            self.seen.push("answer pass: a failure was appended".to_owned());
        }
    }

    /// Runs a tool.
    pub fn run(&mut self, tool: &str) -> CallResult {
        let text = match tool {
            _ if !self.works => "Error: the mail server refused the connection",
            "desk.search" => "Oslo: 4 degrees, light rain",
            _ => "sent as M-1",
        };
        CallResult { text: Some(text.into()), ..CallResult::default() }
    }

    /// Runs a lookup that a verdict asks for.
    pub fn look_up(&mut self, _tool: &str) -> Value {
        Value::list([map(&[("name", "Bea"), ("address", "bea@hill.example")])])
    }

    /// What the person answers.
    pub fn answer(&self) -> Value {
        "bea@hill.example".into()
    }
}

/// The time in every play.
pub fn now() -> DateTime {
    DateTime::parse("2026-03-11T09:24:00Z").unwrap_or_else(|| unreachable!("it is a time"))
}

/// What is sent to the model in each round.
pub fn request() -> Value {
    let tools = ["desk.send", "desk.contacts", "desk.search"].map(Value::from);
    Value::map([("purpose", Value::from("chat")), ("tools", Value::list(tools))])
}

/// The ten plays.
pub fn plays() -> Vec<Played> {
    let send = |to: &str| Move::Call("send", map(&[("recipient", to), ("body", "I come at noon.")]));
    let search = || Move::Call("desk.search", map(&[("query", "weather in Oslo")]));
    let mail = "write to Bea that I come at noon";
    let weather = "what is the weather in Oslo?";
    let written = r#"<tool_call>{"name": "desk.search", "arguments": {"query": "weather in Oslo"}}</tool_call>"#;
    let proof = "<tool_response>{\"sent\": true}</tool_response>\nYour mail has arrived.";
    vec![
        play("an address that it invented", mail, "call revise", [send("bea@vale.example")]),
        play("a tool that there is not", mail, "call hold: unlisted_tool", [Move::Call("desk.fax", map(&[]))]),
        play("a call written as text", weather, "fixed.call_as_text", [text(written)]),
        play("an action that it only announces", mail, "fixed.narrated", [text("I'll write to Bea now.")]),
        play(
            "a claim that no call made true",
            mail,
            "fixed.not_done",
            [text("I sent the mail."), text("I sent the mail.")],
        ),
        play(
            "the same confirmed call twice",
            mail,
            "call replay",
            [send("bea@hill.example"), send("bea@hill.example")],
        ),
        Played {
            works: false,
            ..play(
                "a failure that it goes on from",
                mail,
                "a failure was appended",
                [send("bea@hill.example"), text("All is well.")],
            )
        },
        play("an empty answer", weather, "fixed.empty_answer", [search(), text(""), text("")]),
        play("a proof that it wrote itself", mail, "fixed.own_proof", [text(proof), text(proof)]),
        play(
            "a memory of keys and values",
            "remember that I live in Oslo",
            "fixed.form",
            [
                Move::Remember(map(&[("kind", "fact"), ("text", "city: Oslo")])),
                Move::Remember(map(&[("kind", "fact"), ("text", "I live in Oslo.")])),
            ],
        ),
    ]
}

fn play<const N: usize>(name: &'static str, message: &'static str, caught: &'static str, moves: [Move; N]) -> Played {
    Played { name, message, caught, works: true, moves: moves.into(), seen: Vec::new() }
}

fn text(text: &str) -> Move {
    Move::Answer(map(&[("text", text)]))
}

fn map(entries: &[(&str, &str)]) -> Value {
    Value::map(entries.iter().map(|(key, value)| (*key, Value::from(*value))))
}
