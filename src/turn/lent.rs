//! Snapshots that are lent and not given: made without the reader, for whoever judges thousands of them. They have no
//! digest, and only what came from a document within the limits may be told.

use crate::snapshot::{Call, CallResult, Phase, Snapshot};
use crate::value::{DateTime, Value};

use super::{Conversation, plain};

impl Conversation {
    /// One that goes on from here.
    pub(crate) fn from_start(start: Snapshot) -> Conversation {
        let new = Conversation::new();
        let turn = start.turn.clone().or(new.base.turn.clone());
        let session = start.session.clone().or(new.base.session.clone());
        Conversation { base: Snapshot { turn, session, ..start }, ..new }
    }

    /// As [`proposed_call`](Conversation::proposed_call).
    pub(crate) fn lend_proposed(&mut self, call: Call, now: DateTime) -> &Snapshot {
        self.propose(call, now);
        self.lend_again(now)
    }

    /// As [`again`](Conversation::again).
    pub(crate) fn lend_again(&mut self, now: DateTime) -> &Snapshot {
        self.lend(Phase::Call, now, |_| {})
    }

    /// As [`result`](Conversation::result).
    pub(crate) fn lend_result(&mut self, result: CallResult, now: DateTime) -> &Snapshot {
        self.came_back(&result);
        self.lend(Phase::Result, now, |snapshot| snapshot.result = Some(result))
    }

    /// As [`answer`](Conversation::answer).
    pub(crate) fn lend_answer(&mut self, answer: Value, now: DateTime) -> &Snapshot {
        let request = self.sent.clone();
        self.lend(Phase::Answer, now, |snapshot| {
            snapshot.answer = Some(answer);
            snapshot.request = request;
        })
    }

    /// What stays is where it was: a conversation of many calls would cost the more to copy the longer it is.
    fn lend(&mut self, phase: Phase, now: DateTime, part: impl FnOnce(&mut Snapshot)) -> &Snapshot {
        let mut snapshot = std::mem::take(&mut self.base);
        self.fill(&mut snapshot, phase, now);
        part(&mut snapshot);
        plain::snapshot(&mut snapshot);
        self.base = snapshot;
        &self.base
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Story;
    use crate::verdict::{Decision, Layout, Verdict, write_json};
    use crate::{Policy, SnapshotError};

    /// What a conversation is asked for.
    enum Wanted {
        Proposed(Call),
        Again,
        Result(CallResult),
        Answer(Value),
    }

    fn given(conversation: &mut Conversation, wanted: Wanted, now: DateTime) -> Result<Snapshot, SnapshotError> {
        match wanted {
            Wanted::Proposed(call) => conversation.proposed_call(call, now),
            Wanted::Again => conversation.again(now),
            Wanted::Result(result) => conversation.result(result, now),
            Wanted::Answer(answer) => conversation.answer(answer, now),
        }
    }

    fn lent(conversation: &mut Conversation, wanted: Wanted, now: DateTime) -> Result<Snapshot, SnapshotError> {
        Ok(match wanted {
            Wanted::Proposed(call) => conversation.lend_proposed(call, now),
            Wanted::Again => conversation.lend_again(now),
            Wanted::Result(result) => conversation.lend_result(result, now),
            Wanted::Answer(answer) => conversation.lend_answer(answer, now),
        }
        .clone())
    }

    /// The verdicts on a small conversation and the snapshots that they were made from.
    fn told(
        take: fn(&mut Conversation, Wanted, DateTime) -> Result<Snapshot, SnapshotError>,
        mut judge: impl FnMut(&Policy, &Snapshot) -> Verdict,
    ) -> Result<Vec<String>, Box<dyn std::error::Error>> {
        let policy = Policy::from_text(
            "room.chk",
            r#"
language 1
provider room {
  lookup bookings(day) by room.list { day: day }
  tool list { read_only  slot day: date from user_answer, instruction }
  tool book {
    reversible
    slot day: date from user_answer, instruction
    fact taken: list of any from measured(bookings(day))
    require free: size(taken) < 1 else hold "It is taken."
    confirm agreed ask "Book {day}?"
  }
}
"#,
        )?;
        let now = DateTime::parse("2026-03-11T09:24:00Z").ok_or("no time")?;
        let mut conversation = Conversation::new();
        let mut seen = Vec::new();
        let mut judged = |conversation: &mut Conversation, wanted: Wanted| -> Result<Verdict, SnapshotError> {
            let snapshot = take(conversation, wanted, now)?;
            let verdict = judge(&policy, &snapshot);
            conversation.note(&verdict);
            seen.push(write_json(&snapshot.to_value(), Layout::Line));
            seen.push(write_json(&verdict.to_value(), Layout::Line));
            Ok(verdict)
        };
        let returns = |text: &str, is_error| CallResult {
            text: Some(text.into()),
            is_error: Some(is_error),
            ..CallResult::default()
        };
        // The day is free, the booking fails, and is made good; the same is asked for once more.
        let calls = [("room.list", "[]", false), ("room.book", "full", true), ("room.book", "booked", false)];
        for _ in 0..2 {
            conversation.user_said("book the room for 2026-04-01", now);
            for (tool, text, fails) in calls {
                conversation.round_started(["room.list", "room.book"]);
                let arguments = Value::map([("day", Value::from("2026-04-01"))]);
                let call = Call { tool: tool.into(), arguments, definition: None };
                let mut verdict = judged(&mut conversation, Wanted::Proposed(call))?;
                if verdict.decision == Decision::AskUser {
                    for question in verdict.call().map(|call| call.questions.clone()).unwrap_or_default() {
                        conversation.approved_question(&question, now, None);
                    }
                    verdict = judged(&mut conversation, Wanted::Again)?;
                }
                if verdict.decision != Decision::Execute {
                    conversation.held(now);
                    continue;
                }
                let verdict = judged(&mut conversation, Wanted::Result(returns(text, fails)))?;
                let envelope = verdict.envelope().map_or(Value::Null, |envelope| envelope.to_value());
                conversation.executed(envelope, Some(text), now);
            }
            let answer = Value::map([("text", Value::from("It is booked."))]);
            let verdict = judged(&mut conversation, Wanted::Answer(answer))?;
            conversation.told(&verdict);
        }
        let without_digest = |text: String| match text.split_once("\"snapshot_digest\"") {
            Some((before, _)) => before.to_owned(),
            None => text,
        };
        Ok(seen.into_iter().map(without_digest).collect())
    }

    #[test]
    fn what_is_lent_and_known_is_what_the_reader_would_have_made() -> Result<(), Box<dyn std::error::Error>> {
        let mut story = Story::default();
        let lent = told(lent, |policy, snapshot| policy.evaluate_next(snapshot, &mut story))?;
        assert_eq!(lent, told(given, Policy::evaluate)?);
        assert!(lent.iter().any(|text| text.contains("\"decision\":\"execute\"")));
        Ok(())
    }
}
