//! The words of a verdict in plain language.

use chk::snapshot::Phase;
use chk::verdict::{Cause, Decision, Kind, Reason, Route, SourceKind, Verdict};

/// What a decision means for the reader.
pub(super) fn meaning(verdict: &Verdict) -> &'static str {
    match (verdict.decision, verdict.cause) {
        (Decision::Execute, _) => "the call may run, with exactly these arguments",
        (Decision::Pass, _) => "no guard objects",
        (Decision::Retry, _) if verdict.phase == Phase::Result => "the same call goes through its verdict once more",
        (Decision::Retry, _) => "the model is asked once more",
        (Decision::Reply, _) => "the turn ends with a fixed text",
        (Decision::Replay, _) => "not run again: the outcome of the same call is given once more",
        (Decision::Lookup, _) => "not run yet: first run the lookups below",
        (Decision::Revise, _) => "not run yet: it goes back to the model, with what is wrong",
        (Decision::AskUser, _) => "not run yet: first ask the person",
        (Decision::Deferred, _) => "not run yet: everything is settled and waits for its time",
        (Decision::Escalate, _) => "handed over to the host's fallback",
        (Decision::Hold, Some(Cause::Budget)) if verdict.phase == Phase::Request => {
            "no round starts: the budget of rounds is used up, or cannot be counted"
        }
        (Decision::Hold, _) if verdict.phase == Phase::Request => "no round starts: a guard holds it",
        (Decision::Hold, _) if verdict.phase == Phase::Result => "not given to the model: a guard holds it",
        (Decision::Hold, _) if verdict.phase == Phase::Answer => "not shown: a guard holds it",
        (Decision::Hold, _) if verdict.phase == Phase::Memory => "not remembered: a guard holds it",
        (Decision::Hold, Some(cause)) => held(cause),
        (Decision::Hold, None) => "does not run",
    }
}

fn held(cause: Cause) -> &'static str {
    match cause {
        Cause::UnlistedTool => "does not run: the policy does not know this tool",
        Cause::DefinitionChanged => "does not run: the tool's definition is not the pinned one",
        Cause::UndeclaredArgument => "does not run: an argument is none of the tool's slots",
        Cause::OutcomeUnknown => "does not run: the same call timed out before and may have happened",
        Cause::FailureUnresolved => "does not run: an earlier failure was neither made good nor told to the person",
        Cause::Budget => "does not run: a budget is used up, or cannot be counted",
        Cause::Guard => "does not run: a guard holds it",
        Cause::Unmet => "does not run: a condition does not hold",
        Cause::DefinitionRepair => "does not run: somebody has to repair the policy or one of its sources",
        Cause::Conversation => "does not run: the person was asked as often as the policy allows",
    }
}

/// Why something is unknown.
pub(super) fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Violates => "its value is not one that the policy accepts",
        Reason::Rejected => "a requirement turned it down",
        Reason::LookupFailed => "the lookup failed",
        Reason::Conflict => "the sources contradict the proposal or each other",
        Reason::Blocked => "it waits for what else is missing",
        Reason::Stale => "what was observed is too old",
        Reason::NotBorneOut => "no source bears out what the model proposed",
        Reason::NoResult => "no source holds anything",
        Reason::NotComparable => "it cannot be compared",
        Reason::NeedsApproval => "the person has not approved it",
        Reason::NotShown => "the person was not shown it",
    }
}

/// Who can answer it.
pub(super) fn route(route: Route) -> &'static str {
    match route {
        Route::Conversation => "asked often enough: talk it over with the person",
        Route::SystemLookup => "a lookup can tell",
        Route::Revise => "the model can put it right",
        Route::AskUser => "the person can tell",
        Route::DefinitionRepair => "only a repair of the policy or of a source can tell",
    }
}

/// Where a value came from.
pub(super) fn source(source: SourceKind) -> &'static str {
    match source {
        SourceKind::UserAnswer => "the person's answer",
        SourceKind::Instruction => "the person's words",
        SourceKind::Preset => "the settings",
        SourceKind::Measured => "an observation",
        SourceKind::PriorState => "an earlier execution",
        SourceKind::Computed => "computed",
        SourceKind::ModelDraft => "written by the model",
        SourceKind::Proposal => "as proposed: it needs no source",
    }
}

/// What kind of thing is asked for.
pub(super) fn asked_for(kind: Kind) -> &'static str {
    match kind {
        Kind::Value | Kind::Condition => "answer",
        Kind::Intent => "what should be different afterwards",
        Kind::Approval => "approval",
        Kind::Notice => "to be shown",
    }
}

/// What was done to an argument.
pub(super) fn normalised(what: &str) -> &str {
    match what {
        "alias" => "another name for it",
        "ignored" => "ignored: the correct name was there too",
        "type" => "read as its type",
        "json" => "opened: the arguments came as one text",
        "dropped" => "dropped",
        "strip" => "stripped",
        "default" => "dropped: it is the tool's own default",
        "supplied" => "ignored: the application supplies it",
        "tool" => "the tool's full name",
        other => other,
    }
}
