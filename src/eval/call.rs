//! The verdict on a proposed call.

use std::sync::Arc;

use crate::nearest::nearest;
use crate::program::{BudgetKind, EntryId, EntryKind, OnFailure, Program, Scope, Tool};
use crate::snapshot::{CallOutcome, Phase, Settled as Word, Snapshot};
use crate::value::{Map, Value};
use crate::verdict::{
    CallVerdict, Cause, Decision, Disclosed, Evidence, Ground, Normalised, Part, Replay, Route, State, Unmet,
};

use super::accept;
use super::answer::with_failures;
use super::budget::Budgets;
use super::expr::View;
use super::guard::Guarded;
use super::history::{Past, same_key};
use super::judge::{Judged, judge};
use super::mask;
use super::outcome::Unknown;
use super::report::{Concern, Reports, report};
use super::reread::{self, Reread};
use super::scene::{Scene, Settled};
use super::seen::Seen;
use super::standing::Standings;
use super::tell;
use super::{Outcome, Story};

/// What is pinned: tools by the digest of their definition.
pub(crate) type Pins = std::collections::BTreeMap<Arc<str>, Arc<str>>;

/// Judges the snapshot's call.
pub(crate) fn call(
    program: &Program,
    pins: &Pins,
    snapshot: &Snapshot,
    story: Option<&Story>,
    seen: Option<&mut Seen>,
) -> Outcome {
    let name: Arc<str> = snapshot.call.as_ref().map_or_else(|| "".into(), |call| Arc::clone(&call.tool));
    match program.tool(&name) {
        None => unlisted(program, snapshot, name, story, seen),
        Some((_, tool)) => {
            let scene = Scene::new(program, snapshot, Some(tool), story).watched(seen.as_deref());
            Judgement { scene, tool, pins }.outcome(seen)
        }
    }
}

fn unlisted(
    program: &Program,
    snapshot: &Snapshot,
    name: Arc<str>,
    story: Option<&Story>,
    seen: Option<&mut Seen>,
) -> Outcome {
    let known = program.tools_by_name.keys().chain(program.tools_by_bare_name.keys());
    let near = nearest(&name, known.map(|known| &**known));
    let tell = tell::unlisted(&name, near);
    let call = CallVerdict {
        action_key: format!("{}:{name}", snapshot.user.as_deref().unwrap_or("")).into(),
        tool: name,
        ..CallVerdict::default()
    };
    let scene = Scene::new(program, snapshot, None, story).watched(seen.as_deref());
    let budgets = Budgets::of(&scene);
    let standings = Standings::default();
    let view = View::new(&scene, &standings);
    let guarded = Guarded::judge(&view, Phase::Call, &budgets);
    seen.into_iter().for_each(|seen| seen.guards(&view, Phase::Call, &guarded));
    Outcome {
        decision: Decision::Hold,
        cause: Some(Cause::UnlistedTool),
        tell: Some(tell),
        guards: guarded.reports,
        undecided: guarded.undecided,
        budget: budgets.left(),
        part: Part::Call(Box::new(call)),
    }
}

/// The budgets that a call is held by: rounds are counted where one would start.
const COUNTED: &[BudgetKind] = &[BudgetKind::Calls, BudgetKind::Cost];

/// What guards or an earlier outcome decide before anything is asked.
fn decided(guarded: &Guarded, replays: bool) -> Option<Decision> {
    match guarded {
        Guarded { retry, .. } if !retry.is_empty() => Some(Decision::Retry),
        Guarded { reply, .. } if !reply.is_empty() => Some(Decision::Reply),
        _ => replays.then_some(Decision::Replay),
    }
}

struct Judgement<'a> {
    scene: Scene<'a>,
    tool: &'a Tool,
    pins: &'a Pins,
}

impl<'a> Judgement<'a> {
    fn outcome(mut self, seen: Option<&mut Seen>) -> Outcome {
        let tool = self.tool;
        let judged = judge(&self.scene, tool);
        let key = self.key(&judged);
        let open = self.open(&key);
        let budgets = Budgets::of(&self.scene);
        self.scene.settled = Some(self.settled(&judged, &key));
        let guarded = Guarded::judge(&View::new(&self.scene, &judged.standings), Phase::Call, &budgets);
        let again = guarded.replay.then(|| self.in_message(&key)).flatten();
        let mut causes = self.holds(open, &key);
        causes.extend(budgets.is_over(COUNTED).then_some(Cause::Budget));
        let holds = !guarded.hold.is_empty() || (guarded.replay && again.is_none());
        causes.extend(holds.then_some(Cause::Guard));
        let is_given_again = again.is_some();
        let replay = again.or_else(|| self.replay(&key, open));
        let concern = match (&replay, judged.fits) {
            (Some(_), _) => Concern::Arguments,
            (None, true) => Concern::Everything,
            (None, false) => Concern::FirstStage,
        };
        let reports = report(&self.scene, tool, &judged, concern);
        if let Some(seen) = seen {
            seen.guards(&View::new(&self.scene, &judged.standings), Phase::Call, &guarded);
            seen.call(&self.scene, tool, &judged, &reports);
            seen.budgets(&budgets, COUNTED);
            let verified =
                self.scene.history.timed_out(tool, &key).any(|(at, _)| self.scene.history.verified(at).is_some());
            seen.repeated(tool, replay.is_some() && !is_given_again, open.is_some(), verified);
        }
        let unmet = self.unmet(&judged, concern);
        let decided = decided(&guarded, replay.is_some());
        let routes = |route: Route| reports.slots.iter().any(|slot| slot.route == Some(route));
        if causes.is_empty() && decided.is_none() {
            causes.extend((!unmet.is_empty()).then_some(Cause::Unmet));
            causes.extend(routes(Route::DefinitionRepair).then_some(Cause::DefinitionRepair));
            causes.extend(routes(Route::Conversation).then_some(Cause::Conversation));
        }
        let cause = causes.first().copied();
        let decision = match (cause, decided) {
            (Some(_), _) => Decision::Hold,
            (None, Some(decided)) => decided,
            (None, None) if routes(Route::SystemLookup) => Decision::Lookup,
            (None, None) if routes(Route::Revise) => Decision::Revise,
            (None, None) if routes(Route::AskUser) => Decision::AskUser,
            // Whatever is unknown and has no route of its own hangs on something that has one; should nothing remain
            // to be done about it, it is held all the same.
            (None, None) if reports.unknown > 0 || concern == Concern::FirstStage => Decision::Hold,
            (None, None) if judged.deferred => Decision::Deferred,
            (None, None) => Decision::Execute,
        };
        let cause = match (decision, cause) {
            (Decision::Hold, None) => Some(Cause::DefinitionRepair),
            (Decision::Hold, cause) => cause,
            _ => None,
        };
        let mut call = self.verdict(&judged, reports, unmet, decision, cause, replay, concern);
        if decision == Decision::Reply {
            let view = View::new(&self.scene, &judged.standings);
            let (text, disclosed) = with_failures(&view, &guarded, guarded.reply.join("\n\n"));
            (call.text, call.disclosed) = (Some(text), disclosed);
        }
        let tell = tell::call(&call, decision, cause, self.tool, &self.scene.arguments, &guarded);
        let mut undecided = budgets.undecided(COUNTED);
        undecided.extend(guarded.undecided);
        let part = Part::Call(Box::new(call));
        Outcome { decision, cause, tell, guards: guarded.reports, undecided, budget: budgets.left(), part }
    }

    /// The arguments as guards read them: what is known, null where a slot is empty, and why the rest is not there.
    fn settled(&self, judged: &Judged, key: &Map) -> Settled {
        let mut settled =
            Settled { arguments: self.scene.arguments.passed.clone(), key: key.clone(), ..Settled::default() };
        for id in &self.tool.arguments {
            let Some(entry) = self.tool.entries.get(id.index()) else { continue };
            let name = Arc::clone(&entry.name);
            match judged.standings.get(*id) {
                Some(standing) if !standing.is_unknown() => {
                    settled.arguments.insert(name, standing.value.clone().unwrap_or(Value::Null));
                }
                standing => {
                    let waits = standing.is_some_and(|standing| standing.waits);
                    settled.open.insert(name, Unknown::blocked_by(*id, waits));
                }
            }
        }
        settled
    }

    /// The outcome of the same call in this message, which a guard gives again.
    fn in_message(&self, key: &Map) -> Option<Replay> {
        let same = self.scene.history.same(self.tool, key).rev().map(|(_, past)| past);
        let past = same.take_while(|past| past.in_turn).find(|past| past.call.outcome != CallOutcome::Held)?;
        let at = past.call.at.map(Value::DateTime);
        Some(Replay { at, outcome: past.call.outcome.as_str().into(), result: past.call.result.clone() })
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one verdict, put together in one place")]
    fn verdict(
        &self,
        judged: &Judged,
        reports: Reports,
        unmet: Vec<Unmet>,
        decision: Decision,
        cause: Option<Cause>,
        replay: Option<Replay>,
        concern: Concern,
    ) -> CallVerdict {
        let early = [Cause::DefinitionChanged, Cause::UndeclaredArgument, Cause::OutcomeUnknown];
        let is_counted = concern != Concern::FirstStage && !cause.is_some_and(|cause| early.contains(&cause));
        let mut normalised = self.scene.arguments.notes.clone();
        normalised.extend(self.retyped(judged));
        CallVerdict {
            tool: Arc::clone(&self.tool.name),
            action_key: format!("{}:{}", self.scene.snapshot.user.as_deref().unwrap_or(""), self.tool.name).into(),
            unknown_count: is_counted.then_some(reports.unknown),
            slots: reports.slots,
            unmet,
            lookups: reports.lookups,
            repairs: reports.repairs,
            questions: reports.questions,
            normalised,
            arguments: (decision == Decision::Execute).then(|| self.arguments(judged)),
            replay: replay.filter(|_| decision == Decision::Replay),
            text: None,
            disclosed: Disclosed::default(),
            ground: self.ground(judged, decision),
        }
    }

    /// What is shown to nobody: the record takes it out of what it keeps, the permit carries it to the tool.
    fn ground(&self, judged: &Judged, decision: Decision) -> Ground {
        let mut ground = Ground { approvals: judged.approvals.clone(), ..Ground::default() };
        for (index, entry) in self.tool.entries.iter().enumerate() {
            let EntryKind::Slot(slot) = &entry.kind else { continue };
            if !slot.secret && !mask::hides(&slot.ty) {
                continue;
            }
            let id = u32::try_from(index).map(EntryId);
            let standing = id.ok().and_then(|id| judged.standings.get(id));
            let candidates = standing.iter().flat_map(|standing| &standing.candidates);
            let held = standing.iter().flat_map(|standing| [&standing.value, &standing.proposed, &standing.found]);
            let proposed = self.scene.arguments.proposed.get(&entry.name);
            for value in held.flatten().chain(candidates).chain(proposed) {
                mask::hidden(&mask::shown(slot, value), value, &mut ground.secrets);
            }
            standing.iter().for_each(|standing| mask::hidden_parts(&standing.parts, &mut ground.secrets));
            if let Some(Evidence::Words { others, .. }) = standing.and_then(|standing| standing.evidence.as_ref()) {
                others.iter().for_each(|other| mask::hidden(&mask::shown(slot, other), other, &mut ground.secrets));
            }
            let value =
                standing.filter(|standing| standing.state == State::Known).and_then(|standing| standing.value.clone());
            if let (Decision::Execute, Some(value), true) =
                (decision, value, id.is_ok_and(|id| self.tool.arguments.contains(&id)))
            {
                ground.arguments.insert(Arc::clone(&entry.name), value);
            }
        }
        ground
    }

    /// The values that make two calls the same: proposed or filled, borne out or not.
    fn key(&self, judged: &Judged) -> Map {
        let mut key = Map::default();
        for id in &self.tool.same_by {
            let Some(entry) = self.tool.entries.get(id.index()) else { continue };
            let known = judged.standings.get(*id).and_then(|standing| standing.value.clone());
            if let Some(value) = known.or_else(|| self.scene.arguments.proposed.get(&entry.name).cloned()) {
                key.insert(Arc::clone(&entry.name), value);
            }
        }
        key
    }

    /// The same call that timed out and may have happened, if nothing settled it yet: its place in the history.
    fn open(&self, key: &Map) -> Option<usize> {
        if !self.tool.tier.is_gated() {
            return None;
        }
        let history = &self.scene.history;
        let unsettled = history.timed_out(self.tool, key).filter(|(_, past)| past.call.settled.is_none());
        unsettled.map(|(at, _)| at).rfind(|at| history.verified(*at).is_none())
    }

    /// What holds the call before anything is asked.
    fn holds(&self, open: Option<usize>, key: &Map) -> Vec<Cause> {
        let mut causes = Vec::new();
        let call = self.scene.snapshot.call.as_ref();
        if let Some(pinned) = self.pins.get(&self.tool.name)
            && call.and_then(|call| call.definition.as_ref()) != Some(pinned)
        {
            causes.push(Cause::DefinitionChanged);
        }
        causes.extend(self.scene.arguments.hold().then_some(Cause::UndeclaredArgument));
        causes.extend(open.is_some().then_some(Cause::OutcomeUnknown));
        causes.extend(self.failure_unresolved(key).then_some(Cause::FailureUnresolved));
        causes
    }

    /// An earlier failure that was neither made good nor disclosed. Reads run, and so does the failed call where it
    /// may succeed now.
    fn failure_unresolved(&self, key: &Map) -> bool {
        if !self.tool.tier.is_gated() {
            return false;
        }
        let history = &self.scene.history;
        history.unresolved().any(|(_, past)| {
            let is_same = past.is_of(self.tool) && same_key(self.tool, past.arguments, key);
            let settled_otherwise = past.timed_out();
            let may_retry = match self.tool.on_failure {
                OnFailure::Retry(times) => past.is_retriable() && past.call.attempt.unwrap_or(1) <= times,
                OnFailure::Halt | OnFailure::Continue => past.is_retriable(),
            };
            !(is_same && (may_retry || settled_otherwise))
        })
    }

    /// The outcome of the same call, where it is not run again.
    fn replay(&self, key: &Map, open: Option<usize>) -> Option<Replay> {
        if open.is_some() || !self.tool.tier.is_gated() {
            return None;
        }
        let history = &self.scene.history;
        let outcome = |(at, past)| self.outcome_of(at, &past);
        match self.tool.once {
            None => history.timed_out(self.tool, key).rev().find_map(outcome),
            Some(_) => history.same(self.tool, key).rev().find_map(outcome),
        }
    }

    /// What is given again of an earlier call that is the same, where it is.
    fn outcome_of(&self, at: usize, past: &Past<'_>) -> Option<Replay> {
        let outcome = |outcome: &str, result: Option<Value>| {
            Some(Replay { at: past.call.at.map(Value::DateTime), outcome: outcome.into(), result })
        };
        // A timeout that turned out to have happened is never run again, `once` or not.
        if past.timed_out() {
            let verified = self.scene.history.verified(at);
            let settled = past.call.settled.or(verified.map(|(settled, _)| settled));
            if settled != Some(Word::Happened) {
                return None;
            }
            // A person's word tells that it happened, and no result: the timeout's envelope would deny it.
            return outcome("executed", verified.and_then(|(_, verifier)| verifier.call.result.clone()));
        }
        if self.tool.once.is_none() || (self.tool.once == Some(Scope::Message) && !past.in_turn) {
            return None;
        }
        match past.call.outcome {
            CallOutcome::Executed | CallOutcome::Replayed if past.is_ok() => {
                outcome(past.call.outcome.as_str(), past.call.result.clone())
            }
            CallOutcome::Refused => outcome("refused", past.call.result.clone()),
            _ => None,
        }
    }

    fn unmet(&self, judged: &Judged, concern: Concern) -> Vec<Unmet> {
        let is_concerned = |id: EntryId| match concern {
            Concern::Everything => true,
            Concern::FirstStage => self.tool.first_stage.get(id.index()).copied().unwrap_or(false),
            Concern::Arguments => false,
        };
        let mut unmet: Vec<_> = judged.unmet.iter().filter(|(id, _)| is_concerned(*id)).collect();
        unmet.sort_by_key(|(id, _)| *id);
        unmet
            .into_iter()
            .filter_map(|(id, message)| {
                let entry = self.tool.entries.get(id.index())?;
                Some(Unmet { slot: Arc::clone(&entry.id), message: message.clone(), declared: Some(entry.declared) })
            })
            .collect()
    }

    /// The arguments to run with: assembled from the slots, never copied from the proposal.
    fn arguments(&self, judged: &Judged) -> Map {
        let mut arguments = Map::default();
        for id in &self.tool.arguments {
            let Some(entry) = self.tool.entries.get(id.index()) else { continue };
            let EntryKind::Slot(slot) = &entry.kind else { continue };
            let Some(standing) = judged.standings.get(*id) else { continue };
            if let (State::Known, Some(value)) = (standing.state, &standing.value) {
                arguments.insert(Arc::clone(&entry.name), mask::shown(slot, value));
            }
        }
        for (name, value) in &self.scene.arguments.passed {
            arguments.insert(Arc::clone(name), value.clone());
        }
        arguments
    }

    /// What was read under another name inside a proposal, or as another kind of value.
    fn retyped(&self, judged: &Judged) -> Vec<Normalised> {
        let mut notes = Vec::new();
        for id in &self.tool.arguments {
            let Some(entry) = self.tool.entries.get(id.index()) else { continue };
            let EntryKind::Slot(slot) = &entry.kind else { continue };
            let proposed = self.scene.arguments.proposed.get(&entry.name);
            for (from, to) in proposed.iter().flat_map(|proposed| accept::renames(&slot.ty, proposed, &entry.name)) {
                let (from, to) = (Value::text(from), to.map(Value::text));
                let what = if to.is_some() { "alias" } else { "ignored" };
                notes.push(Normalised { what, from, to, slot: Some(Arc::clone(&entry.name)) });
            }
            let known = judged.standings.get(*id).and_then(|standing| standing.value.as_ref());
            if let (Some(proposed), Some(known), false) = (proposed, known, slot.secret) {
                for Reread { at, from, to } in reread::rereads(&slot.ty, proposed, known, &entry.name) {
                    notes.push(Normalised { what: "type", from, to: Some(to), slot: Some(at.into()) });
                }
            }
            if let (Some(proposed), Some(known), false) = (proposed, known, slot.secret || mask::hides(&slot.ty)) {
                let is_stripped =
                    slot.strip.is_some() && matches!((proposed, known), (Value::Text(a), Value::Text(b)) if a != b);
                if is_stripped {
                    let (from, to) = (proposed.clone(), Some(known.clone()));
                    notes.push(Normalised { what: "strip", from, to, slot: Some(Arc::clone(&entry.name)) });
                }
            }
        }
        notes
    }
}
