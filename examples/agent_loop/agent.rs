//! The loop that a host writes: it runs the model and the tools, and asks its companion at each point.

use chk::snapshot::SnapshotError;
use chk::turn::Companion;
use chk::value::Value;
use chk::verdict::{Decision, Kind, Layout, Verdict, write_json};

use super::model::{self, Move, Played, now};

/// Answers one message of the person, and says what is shown.
pub fn turn(companion: &mut Companion, played: &mut Played) -> Result<String, SnapshotError> {
    companion.conversation().user_said(played.message, now());
    let mut told = Vec::new();
    loop {
        let round = companion.request(model::request(), now())?;
        played.saw(&round);
        if round.decision != Decision::Pass {
            return Ok(round.text().unwrap_or("I could not finish this.").to_owned());
        }
        let verdict = match played.next(&told) {
            Move::Call(tool, arguments) => call(companion, played, tool, arguments, &mut told)?,
            Move::Remember(entry) => companion.remembered(entry, now())?,
            Move::Answer(answer) => companion.answer(answer, now())?,
        };
        played.saw(&verdict);
        match verdict.decision {
            Decision::Execute | Decision::Replay => {}
            Decision::Pass | Decision::Reply => return Ok(verdict.text().unwrap_or_default().to_owned()),
            Decision::Escalate => return Ok("Somebody else will answer.".to_owned()),
            _ => told.push(verdict.tell.unwrap_or_default()),
        }
    }
}

/// Takes a proposed call as far as it goes: what the model reads of it is added to what it is told.
fn call(
    companion: &mut Companion,
    played: &mut Played,
    tool: &str,
    arguments: Value,
    told: &mut Vec<String>,
) -> Result<Verdict, SnapshotError> {
    let mut verdict = companion.proposed(tool, arguments, now())?;
    loop {
        let Some(call) = verdict.call().cloned() else { return Ok(verdict) };
        match verdict.decision {
            Decision::Execute => {
                let back = companion.returned(played.run(&call.tool), now())?;
                let envelope = back.envelope().map(|envelope| write_json(&envelope.to_value(), Layout::Line));
                told.extend(envelope.or(back.tell));
                if back.decision != Decision::Retry {
                    return Ok(verdict);
                }
            }
            Decision::Replay => {
                let result = call.replay.and_then(|replay| replay.result);
                told.extend(result.map(|result| write_json(&result, Layout::Line)).or(verdict.tell.clone()));
                return Ok(verdict);
            }
            Decision::Lookup => {
                for lookup in call.lookups {
                    let found = Ok(played.look_up(&lookup.tool));
                    companion.conversation().observed(lookup.tool, lookup.arguments, now(), found);
                }
            }
            Decision::AskUser => {
                for question in &call.questions {
                    match question.kind {
                        Kind::Approval => companion.conversation().approved_question(question, now(), None),
                        _ => companion.conversation().answered(question.id.clone(), played.answer()),
                    }
                }
            }
            _ => return Ok(verdict),
        }
        verdict = companion.again(now())?;
    }
}
