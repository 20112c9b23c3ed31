//! What was worked out for one snapshot of a conversation and holds for those after it.

use std::sync::Arc;

use crate::program::Program;
use crate::snapshot::{Snapshot, Trust};
use crate::words::Conversation;

use super::history::Index;
use super::said;

/// The words and the calls of a conversation, each read once. It goes on: a later snapshot has what an earlier one had, and
/// more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    pub(super) words: Arc<Conversation>,
    pub(super) calls: Arc<Index>,
    /// How many segments were looked at.
    segments: usize,
}

impl Story {
    /// Reads what this snapshot has beyond those before it.
    pub(crate) fn learn(&mut self, program: &Program, snapshot: &Snapshot) {
        let new = snapshot.instruction.get(self.segments..).unwrap_or_default();
        if new.iter().any(|segment| segment.trust == Trust::User) {
            self.words = Arc::new(said::read(snapshot, &self.words));
        }
        self.segments = snapshot.instruction.len();
        Arc::make_mut(&mut self.calls).extend(program, snapshot);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Policy;
    use crate::snapshot::{Call, CallOutcome, PastCall, Phase, Segment, Session, Settled, Turn};
    use crate::value::{DateTime, Duration, Value};
    use crate::verdict::{Layout, write_json};

    const POLICY: &str = r#"
language 1
provider bank {
  lookup account(id) by bank.get_account { account_id: id } within 1m
  tool get_account { read_only  slot account_id: text }
  tool find { read_only  slot to: text }
  tool transfer {
    irreversible
    after timeout verify by find { to: to }
    slot to: text from user_answer, instruction
    slot pin: text secret from user_answer, instruction
    fact balance: decimal from measured(account(to).balance)
    require covered: balance >= 5 else hold "There is not enough."
    changes account(to)
  }
  tool note { reversible  once per message  on failure retry 1  slot to: text from user_answer, instruction }
}
"#;

    /// A call of a tool with one of few values, and what came of it.
    fn call() -> impl Strategy<Value = PastCall> {
        let tool =
            prop_oneof![Just("bank.get_account"), Just("find"), Just("transfer"), Just("bank.note"), Just("strange")];
        let outcome = prop_oneof![
            4 => Just(CallOutcome::Executed),
            1 => Just(CallOutcome::Held),
            1 => Just(CallOutcome::Refused),
            1 => Just(CallOutcome::Replayed),
        ];
        let kind = prop_oneof![3 => Just(None), 1 => Just(Some("timeout")), 1 => Just(Some("upstream_error")), 1 => Just(Some("not_found"))];
        (tool, 0..2_usize, outcome, kind, any::<[bool; 3]>()).prop_map(|(tool, value, outcome, kind, more)| {
            let to = ["ann", "bob"].get(value).copied().unwrap_or_default();
            let data = Value::map([("balance", Value::from(if more[2] { 9_i64 } else { 3 }))]);
            let result = match kind {
                None => Value::map([("ok", Value::Bool(true)), ("data", data)]),
                Some(kind) => Value::map([
                    ("ok", Value::Bool(false)),
                    ("error_kind", Value::from(kind)),
                    ("retriable", Value::Bool(more[2])),
                ]),
            };
            let name = if tool == "bank.get_account" { "account_id" } else { "to" };
            let mut arguments = vec![(name, Value::from(to))];
            if tool == "transfer" {
                arguments.push(("pin", Value::from("12")));
            }
            PastCall {
                tool: tool.into(),
                arguments: Value::map(arguments),
                outcome,
                result: (outcome == CallOutcome::Executed).then_some(result),
                text: None,
                at: None,
                approval: None,
                attempt: None,
                cost: None,
                disclosed: more[0],
                settled: (more[1] && kind == Some("timeout")).then_some(Settled::Happened),
            }
        })
    }

    /// The snapshots of a conversation: before each call the ones before it, of which the first stood in earlier messages.
    fn snapshots(calls: &[PastCall], earlier: usize) -> Vec<Snapshot> {
        let start = DateTime::parse("2026-03-11T09:24:00Z");
        let at = |place: usize| start.and_then(|at| at.plus(Duration(i128::try_from(place).ok()? * 20_000_000_000)));
        let past: Vec<PastCall> =
            calls.iter().enumerate().map(|(place, call)| PastCall { at: at(place), ..call.clone() }).collect();
        let said = Segment { text: "send 5 to ann and bob, pin 12".into(), trust: Trust::User, origin: None };
        let snapshot = |(place, call): (usize, &PastCall)| {
            let before = past.get(..place).unwrap_or_default();
            let (session, turn) = before.split_at(earlier.min(place));
            Snapshot {
                phase: Phase::Call,
                now: at(place),
                call: Some(Call { tool: call.tool.clone(), arguments: call.arguments.clone(), definition: None }),
                instruction: vec![said.clone(); 1 + usize::from(place > 3)],
                turn: Some(Turn { rounds: Some(1), calls: Some(turn.to_vec()), ..Turn::default() }),
                session: Some(Session { calls: Some(session.to_vec()), ..Session::default() }),
                ..Snapshot::default()
            }
        };
        calls.iter().enumerate().map(snapshot).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_was_read_before_is_what_would_be_read_anew(
            calls in proptest::collection::vec(call(), 1..12),
            earlier in 0..6_usize,
        ) {
            let policy = Policy::from_text("bank.chk", POLICY).map_err(|error| TestCaseError::fail(format!("{:?}", error.diagnostics())))?;
            let mut story = Story::default();
            for snapshot in snapshots(&calls, earlier) {
                for phase in [Phase::Call, Phase::Answer] {
                    let snapshot = Snapshot { phase, ..snapshot.clone() };
                    let (next, anew) = (policy.evaluate_next(&snapshot, &mut story), policy.evaluate(&snapshot));
                    let written = |verdict: &crate::verdict::Verdict| write_json(&verdict.to_value(), Layout::Pretty);
                    prop_assert_eq!(written(&next), written(&anew));
                }
            }
        }
    }
}
