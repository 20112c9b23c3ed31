//! Values as a document holds them: days, moments and lengths of time are texts there.

use std::borrow::Cow;
use std::sync::Arc;

use crate::snapshot::Snapshot;
use crate::value::Value;

/// Makes the values of a snapshot's own parts such that a document holds them; those of past calls were made so when the
/// calls were kept.
pub(super) fn snapshot(snapshot: &mut Snapshot) {
    if let Some(call) = &mut snapshot.call {
        value(&mut call.arguments);
    }
    snapshot.approvals.iter_mut().flat_map(|approval| approval.bound.values_mut()).for_each(value);
    snapshot.answers.values_mut().for_each(value);
}

/// The same for one value.
pub(super) fn value(value: &mut Value) {
    if let Cow::Owned(plain) = plain(value) {
        *value = plain;
    }
}

fn plain(value: &Value) -> Cow<'_, Value> {
    let is_plain = |value: &Value| matches!(plain(value), Cow::Borrowed(_));
    match value {
        Value::Date(_) | Value::DateTime(_) | Value::Duration(_) => Cow::Owned(Value::text(value.to_string())),
        Value::List(items) if !items.iter().all(is_plain) => {
            Cow::Owned(Value::list(items.iter().map(|item| plain(item).into_owned())))
        }
        Value::Map(map) if !map.values().all(is_plain) => {
            let plain = map.iter().map(|(key, value)| (key.clone(), plain(value).into_owned()));
            Cow::Owned(Value::Map(Arc::new(plain.collect())))
        }
        other => Cow::Borrowed(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;
    use crate::snapshot::CallResult;
    use crate::turn::Conversation;
    use crate::value::DateTime;
    use crate::verdict::{Decision, Layout, write_json};

    /// The verdicts on a small conversation and the snapshots that they were made from.
    fn told(mut conversation: Conversation) -> Result<Vec<String>, Box<dyn std::error::Error>> {
        let policy = Policy::from_text(
            "room.chk",
            r#"
language 1
provider room {
  tool book {
    reversible
    slot day: date from user_answer, instruction
    confirm agreed ask "Book {day}?"
  }
}
"#,
        )?;
        let now = DateTime::parse("2026-03-11T09:24:00Z").ok_or("no time")?;
        let mut seen = Vec::new();
        for _ in 0..2 {
            conversation.user_said("book the room for 2026-04-01", now);
            conversation.round_started(["room.book"]);
            let arguments = Value::map([("day", Value::from("2026-04-01"))]);
            let mut snapshot = conversation.proposed("room.book", arguments, now)?;
            for _ in 0..2 {
                let verdict = policy.evaluate(&snapshot);
                conversation.note(&verdict);
                seen.push(write_json(&snapshot.to_value(), Layout::Line));
                seen.push(write_json(&verdict.to_value(), Layout::Line));
                let call = verdict.call().ok_or("no call")?;
                for question in &call.questions {
                    conversation.approved_question(question, now, None);
                }
                if verdict.decision == Decision::AskUser {
                    snapshot = conversation.again(now)?;
                }
            }
            let result = CallResult { text: Some("booked".into()), ..CallResult::default() };
            let snapshot = conversation.result(result, now)?;
            let verdict = policy.evaluate(&snapshot);
            seen.push(write_json(&snapshot.to_value(), Layout::Line));
            let envelope = verdict.envelope().map_or(Value::Null, |envelope| envelope.to_value());
            conversation.executed(envelope, Some("booked"), now);
        }
        let without_digest = |text: String| match text.split_once("\"snapshot_digest\"") {
            Some((before, _)) => before.to_owned(),
            None => text,
        };
        Ok(seen.into_iter().map(without_digest).collect())
    }

    #[test]
    fn what_is_trusted_is_what_the_reader_would_have_made() -> Result<(), Box<dyn std::error::Error>> {
        let trusted = told(Conversation::trusted(Snapshot::default()))?;
        assert_eq!(trusted, told(Conversation::new())?);
        assert!(trusted.iter().any(|text| text.contains("\"decision\":\"execute\"")));
        Ok(())
    }
}
