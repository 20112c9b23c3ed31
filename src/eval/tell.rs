//! What the model may be told: what is needed, never that the tool failed, never a tool that was not called.

use std::sync::Arc;

use crate::program::Tool;
use crate::verdict::{CallVerdict, Cause, Decision, Reason, Route, SlotReport};

use super::arguments::{Arguments, slots};
use super::guard::Guarded;

/// An undeclared tool.
pub(crate) fn unlisted(tool: &str, near: Option<&str>) -> String {
    match near {
        Some(near) => format!("Not run, and nothing has failed. There is no tool `{tool}`; did you mean `{near}`?"),
        None => format!("Not run, and nothing has failed. There is no tool `{tool}`."),
    }
}

/// A judged call; nothing with `execute`.
pub(crate) fn call(
    call: &CallVerdict,
    decision: Decision,
    cause: Option<Cause>,
    tool: &Tool,
    arguments: &Arguments,
    guarded: &Guarded,
) -> Option<String> {
    let text = match (decision, cause) {
        (Decision::Execute | Decision::Pass, _) => return None,
        (_, Some(Cause::UndeclaredArgument)) => undeclared(call, tool, arguments),
        (_, Some(Cause::DefinitionChanged)) => {
            "The definition of this tool is not the one that was approved. It has to be reviewed first.".into()
        }
        (_, Some(Cause::OutcomeUnknown)) => {
            "The same call did not finish in time and may have happened. It has to be settled first whether it did."
                .into()
        }
        (_, Some(Cause::FailureUnresolved)) => {
            "An earlier call failed. Tell the person about it, or make it good, before anything else is changed.".into()
        }
        (_, Some(Cause::Budget)) => {
            "The budget for this message is used up, or cannot be counted. Answer with what there is.".into()
        }
        (_, Some(Cause::Guard)) if guarded.hold.is_empty() => {
            "The same call is not run again, and no outcome of it is known.".into()
        }
        (_, Some(Cause::Guard)) => guarded.hold.join(" "),
        (_, Some(Cause::Unmet)) => {
            let messages: Vec<&str> = call.unmet.iter().map(|unmet| unmet.message.as_str()).collect();
            messages.join(" ")
        }
        (_, Some(Cause::Conversation)) => {
            format!("Talk with the person about {} before proposing it again.", open(call, Route::Conversation))
        }
        (_, Some(_)) => format!("Nobody can supply {} as things are set up.", open(call, Route::DefinitionRepair)),
        (Decision::Retry, _) => guarded.retry.join(" "),
        (Decision::Reply, _) => guarded.reply.join(" "),
        (Decision::Lookup, _) => {
            let several = call.slots.iter().filter(|slot| slot.route == Some(Route::SystemLookup)).count() > 1;
            let verb = if several { "have" } else { "has" };
            format!("{} {verb} to be looked up first.", capital(open(call, Route::SystemLookup)))
        }
        (Decision::Revise, _) => revise(call),
        (Decision::AskUser, _) => "The person is being asked; wait for the answer.".into(),
        (Decision::Deferred, _) => "Everything is settled; it runs when its time has come.".into(),
        (Decision::Replay, _) => match call.replay.as_ref().map(|replay| &*replay.outcome) {
            Some("refused") => {
                return Some("Not run: the person has refused this already. Do not propose it again.".into());
            }
            _ if call.replay.as_ref().is_some_and(|replay| replay.result.is_none()) => {
                return Some("Not run again: it has been done already; what it returned is not known.".into());
            }
            _ => return Some("Not run again: it has been done already, with the result given here.".into()),
        },
        (Decision::Hold | Decision::Escalate, None) => "It is held.".into(),
    };
    Some(format!("Not run, and nothing has failed. {text}"))
}

/// A round that does not start, or ends the turn.
pub(crate) fn request(decision: Decision, cause: Option<Cause>, guarded: &Guarded) -> Option<String> {
    match (decision, cause) {
        (Decision::Hold, Some(Cause::Budget)) => {
            Some("No further round for this message. Answer with what there is.".into())
        }
        (Decision::Hold, _) => Some(format!("No round is started, and nothing has failed. {}", guarded.hold.join(" "))),
        (Decision::Reply, _) => Some(guarded.reply.join(" ")),
        _ => None,
    }
}

/// What came back and is not given to the model, or is asked for again.
pub(crate) fn result(decision: Decision, guarded: &Guarded) -> Option<String> {
    match decision {
        Decision::Hold => Some(format!("What came back is not shown. {}", guarded.hold.join(" "))),
        Decision::Retry => Some("The same call is made again.".into()),
        _ => None,
    }
}

/// An answer that is not shown as it stands.
pub(crate) fn answer(decision: Decision, guarded: &Guarded) -> Option<String> {
    match decision {
        Decision::Hold => Some(format!("Not shown, and nothing has failed. {}", guarded.hold.join(" "))),
        Decision::Retry => Some(guarded.retry.join(" ")),
        Decision::Reply => Some(guarded.reply.join(" ")),
        Decision::Escalate => Some("Not shown: it is handed over.".into()),
        _ => None,
    }
}

/// An entry that is not remembered.
pub(crate) fn memory(decision: Decision, guarded: &Guarded) -> Option<String> {
    match decision {
        Decision::Hold => Some(format!("Not remembered, and nothing has failed. {}", guarded.hold.join(" "))),
        Decision::Retry => Some(format!("Not remembered, and nothing has failed. {}", guarded.retry.join(" "))),
        _ => None,
    }
}

/// Arguments that are none of the tool's, and those that are missing, as one mistake: the one is often the other.
fn undeclared(call: &CallVerdict, tool: &Tool, arguments: &Arguments) -> String {
    let list = |names: Vec<String>| names.join(", ");
    let named = |(name, near): &(Arc<str>, Option<Arc<str>>)| match near {
        Some(near) => format!("`{name}` (did you mean `{near}`?)"),
        None => format!("`{name}`"),
    };
    let mut text = match arguments.malformed {
        Some(malformed) => format!("The arguments have to be an object of names and values, and are {malformed}."),
        None => {
            let names = arguments.undeclared.iter().map(named).collect();
            format!("The call has arguments that do not exist: {}.", list(names))
        }
    };
    let is_missing = |slot: &&SlotReport| slot.reason == Some(Reason::NoResult) && slot.route == Some(Route::Revise);
    let missing: Vec<String> = call.slots.iter().filter(is_missing).map(name).collect();
    match missing.as_slice() {
        [] => {}
        [one] => text.push_str(&format!(" {one} is missing.")),
        _ => text.push_str(&format!(" {} are missing.", list(missing))),
    }
    if arguments.malformed.is_some() || arguments.undeclared.iter().any(|(_, near)| near.is_none()) {
        let own = slots(tool).filter(|slot| !slot.supplied).map(|slot| format!("`{}`", slot.name)).collect::<Vec<_>>();
        text.push_str(&match own.is_empty() {
            true => " It takes none.".to_owned(),
            false => format!(" It takes {}.", list(own)),
        });
    }
    match arguments.malformed {
        Some(_) => text.push_str(" Propose the call again."),
        None => text.push_str(" Leave them out or correct them."),
    }
    text
}

fn name(slot: &SlotReport) -> String {
    format!("`{}`", slot.id.rsplit('.').next().unwrap_or(&slot.id))
}

fn open(call: &CallVerdict, route: Route) -> String {
    let names: Vec<String> = call.slots.iter().filter(|slot| slot.route == Some(route)).map(name).collect();
    match names.is_empty() {
        true => "what is missing".into(),
        false => names.join(", "),
    }
}

fn capital(text: String) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Back to the model: why, and where to look; never a value.
fn revise(call: &CallVerdict) -> String {
    let lines: Vec<String> = call
        .slots
        .iter()
        .filter(|slot| slot.route == Some(Route::Revise))
        .map(|slot| {
            let why = match slot.reason {
                Some(Reason::NoResult) => "is missing",
                Some(Reason::Violates) => "is not a value that it takes",
                Some(Reason::Conflict) => "is not what its source holds; take it from there",
                _ => "was not said by the person and stands in no source; take it from what was said or looked up",
            };
            format!("{} {why}.", name(slot))
        })
        .collect();
    format!("{} Propose the call again.", lines.join(" "))
}
