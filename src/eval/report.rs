//! From a judged checklist to its reports: every slot with its state, its route, and what it needs.

use std::collections::HashSet;
use std::sync::Arc;

use crate::digest;
use crate::program::{BudgetKind, Entry, EntryId, EntryKind, Slot, Tool, Type};
use crate::value::Value;
use crate::verdict::{Evidence, Kind, LookupRequest, Question, Reason, Route, SlotReport};

use super::expr::View;
use super::judge::{Judged, bound};
use super::mask;
use super::message;
use super::scene::{Scene, question_id};
use super::search::{At, is_answerable};
use super::standing::{PartAsks, Standing};
use super::taken::Taken;
use super::wording;

/// The reports of a checklist, and what follows from them.
#[derive(Default)]
pub(crate) struct Reports {
    pub(crate) slots: Vec<SlotReport>,
    pub(crate) lookups: Vec<LookupRequest>,
    pub(crate) repairs: Vec<Arc<str>>,
    pub(crate) questions: Vec<Question>,
    /// How many are unknown.
    pub(crate) unknown: usize,
    /// Something would have gone back to the model once more.
    pub(crate) has_no_revision_left: bool,
}

/// Which entries a verdict speaks of.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Concern {
    /// All of them.
    Everything,
    /// The first stage alone: the tool does not fit yet.
    FirstStage,
    /// The arguments alone: the same call is replayed.
    Arguments,
}

/// Reports on every entry that the call concerns.
pub(crate) fn report(scene: &Scene<'_>, tool: &Tool, judged: &Judged, concern: Concern) -> Reports {
    let mut reporter = Reporter {
        scene,
        tool,
        judged,
        hanging: hanging(tool, judged, concern),
        taken: Taken::of(tool, judged),
        reports: Reports::default(),
        asks: ceiling(scene, tool, BudgetKind::Asks),
        revisions: ceiling(scene, tool, BudgetKind::Revisions).or(Some(1)),
    };
    for (index, entry) in tool.entries.iter().enumerate() {
        let Ok(id) = u32::try_from(index).map(EntryId) else { continue };
        if concerns(tool, id, entry, concern) {
            reporter.entry(id, entry);
        }
    }
    reporter.reports
}

fn concerns(tool: &Tool, id: EntryId, entry: &Entry, concern: Concern) -> bool {
    let is_first = tool.first_stage.get(id.index()).copied().unwrap_or(false);
    match concern {
        Concern::Everything => true,
        Concern::FirstStage => is_first,
        Concern::Arguments => match &entry.kind {
            EntryKind::Slot(slot) => tool.arguments.contains(&id) || (is_first && !slot.is_fact),
            _ => false,
        },
    }
}

/// The facts on which something undecided hangs.
fn hanging(tool: &Tool, judged: &Judged, concern: Concern) -> Vec<Arc<str>> {
    let mut hanging: Vec<Arc<str>> = Vec::new();
    let standing = |id: &str| {
        let index = tool.entries.iter().position(|entry| *entry.id == *id)?;
        judged.standings.get(EntryId(u32::try_from(index).ok()?))
    };
    let mut open: Vec<Arc<str>> = Vec::new();
    for (index, entry) in tool.entries.iter().enumerate() {
        let Ok(id) = u32::try_from(index).map(EntryId) else { continue };
        let is_counted = match &entry.kind {
            EntryKind::Slot(slot) => !slot.is_fact || slot.required,
            _ => true,
        };
        if let (true, true, Some(standing)) = (is_counted, concerns(tool, id, entry, concern), judged.standings.get(id))
            && standing.is_unknown()
        {
            open.extend(standing.blocked_by.iter().cloned());
            open.extend(standing.parts.iter().flat_map(|part| part.standing.blocked_by.iter().cloned()));
        }
    }
    while let Some(id) = open.pop() {
        if !hanging.contains(&id) {
            if let Some(standing) = standing(&id) {
                open.extend(standing.blocked_by.iter().cloned());
            }
            hanging.push(id);
        }
    }
    hanging
}

/// The lowest limit of the budgets of this kind that count the tool.
fn ceiling(scene: &Scene<'_>, tool: &Tool, kind: BudgetKind) -> Option<usize> {
    let budgets = tool.budgets.iter().filter_map(|index| scene.program.budgets.get(*index));
    budgets.filter(|budget| budget.what == kind).filter_map(|budget| budget.limit.as_usize()).min()
}

struct Reporter<'r, 'a> {
    scene: &'r Scene<'a>,
    tool: &'r Tool,
    judged: &'r Judged,
    hanging: Vec<Arc<str>>,
    taken: Taken,
    reports: Reports,
    asks: Option<usize>,
    revisions: Option<usize>,
}

/// What a route depends on, besides the standing.
struct Asked<'s> {
    at: At<'s>,
    kind: Kind,
    /// A person can fill it.
    answerable: bool,
    /// Nothing has to bear it out, or the model writes it.
    is_models: bool,
    /// It is an argument that the model can propose again.
    is_argument: bool,
    secret: bool,
    /// The slot that it is, where it is no part of one.
    slot: Option<&'s Slot>,
    declared: crate::span::Span,
    /// What words the question, where one is asked.
    of: Of<'s>,
}

/// What a report is of.
#[derive(Clone, Copy)]
enum Of<'s> {
    Entry(&'s Entry),
    Part(&'s PartAsks),
}

impl Asked<'_> {
    /// Whether it is secret, or holds something that is.
    fn hides(&self) -> bool {
        self.secret || self.slot.is_some_and(|slot| mask::hides(&slot.ty))
    }
}

impl Reporter<'_, '_> {
    fn entry(&mut self, id: EntryId, entry: &Entry) {
        let Some(standing) = self.judged.standings.get(id) else { return };
        let needed = match &entry.kind {
            EntryKind::Slot(slot) if slot.is_fact && !slot.required => {
                !standing.is_unknown() || self.hanging.contains(&entry.id)
            }
            _ => true,
        };
        let asked = self.asked(id, entry);
        self.one(&asked, standing, needed);
        let EntryKind::Slot(slot) = &entry.kind else { return };
        for part in &standing.parts {
            let at = At { suffix: part.suffix.clone(), ..asked.at.clone() };
            let part_asked = Asked {
                of: Of::Part(&part.asks),
                at,
                kind: Kind::Value,
                answerable: part.asks.answerable || (slot.sources.iter().any(is_answerable) && part.asks.needs_source),
                is_models: part.asks.drafted || !part.asks.needs_source,
                is_argument: asked.is_argument,
                secret: part.asks.secret || asked.secret,
                slot: None,
                declared: part.asks.declared.unwrap_or(entry.declared),
            };
            self.one(&part_asked, &part.standing, needed && !part.asks.optional);
        }
    }

    fn asked<'s>(&self, id: EntryId, entry: &'s Entry) -> Asked<'s> {
        let at = |shown_by: &'s [EntryId]| At {
            entry: id,
            id: &entry.id,
            name: &entry.name,
            suffix: String::new(),
            shown_by,
            row: Vec::new(),
        };
        let (kind, answerable, is_models, secret, shown_by): (_, _, _, _, &[EntryId]) = match &entry.kind {
            EntryKind::Slot(slot) => {
                let kind = if matches!(slot.ty.base(), Type::Effect) { Kind::Intent } else { Kind::Value };
                let in_group = slot.group.and_then(|group| self.tool.groups.get(group.index()));
                let answerable = slot.sources.iter().any(is_answerable)
                    || in_group.is_some_and(|group| group.sources.iter().any(is_answerable));
                let is_models = slot.drafted || !slot.needs_source;
                (kind, answerable, is_models, slot.secret, &slot.shown_by)
            }
            EntryKind::Confirm(_) => (Kind::Approval, true, false, false, &[]),
            EntryKind::Notice(_) => (Kind::Notice, true, false, false, &[]),
            EntryKind::Condition(_) | EntryKind::Let(_) => (Kind::Condition, false, false, false, &[]),
        };
        let is_argument = self.tool.arguments.contains(&id);
        let slot = match &entry.kind {
            EntryKind::Slot(slot) => Some(&**slot),
            _ => None,
        };
        Asked {
            at: at(shown_by),
            kind,
            answerable,
            is_models,
            is_argument,
            secret,
            slot,
            declared: entry.declared,
            of: Of::Entry(entry),
        }
    }

    /// What the person is asked.
    fn question(&self, asked: &Asked<'_>) -> String {
        let view = View::new(self.scene, &self.judged.standings);
        let entry = match asked.of {
            Of::Entry(entry) => entry,
            Of::Part(asks) => {
                let slot = match self.tool.entries.get(asked.at.entry.index()).map(|entry| &entry.kind) {
                    Some(EntryKind::Slot(slot)) => slot.part(asked.declared),
                    _ => None,
                };
                let worded = || slot.map(|slot| wording::question(slot, asked.at.name, &asked.at.suffix));
                return asks.ask.clone().or_else(worded).unwrap_or_default();
            }
        };
        match &entry.kind {
            EntryKind::Slot(slot) => slot
                .ask
                .as_ref()
                .and_then(|ask| message::render(ask, &view).ok())
                .unwrap_or_else(|| wording::question(slot, &entry.name, "")),
            EntryKind::Confirm(confirm) => message::render_anyway(&confirm.ask, &view),
            EntryKind::Notice(notice) => message::render_anyway(&notice.show, &view),
            EntryKind::Condition(_) | EntryKind::Let(_) => String::new(),
        }
    }

    fn one(&mut self, asked: &Asked<'_>, standing: &Standing, needed: bool) {
        let id: Arc<str> = asked.at.full_id().into();
        let is_open = standing.is_unknown() && needed && !standing.waits;
        let route = if is_open { self.route(asked, standing) } else { None };
        let mask = |value: &Option<Value>| match (asked.secret, asked.slot, value) {
            (true, _, Some(value)) if *value != Value::Null => Some(Value::text(digest::digest(value))),
            (_, Some(slot), Some(value)) => Some(mask::shown(slot, value)),
            (.., value) => value.clone(),
        };
        if is_open {
            self.reports.unknown += 1;
        }
        match route {
            Some(Route::AskUser) => self.ask(&id, asked, standing),
            Some(Route::DefinitionRepair) => self.reports.repairs.push(Arc::clone(&id)),
            Some(Route::SystemLookup) => self.look_up(&id, &standing.wants),
            _ => {}
        }
        let value = match asked.kind {
            Kind::Value | Kind::Intent => mask(&standing.value),
            _ => None,
        };
        let hides = asked.hides();
        let candidates = if is_open { self.candidates(asked, standing) } else { Vec::new() };
        self.reports.slots.push(SlotReport {
            id,
            kind: asked.kind,
            state: standing.state,
            value,
            source: standing.source,
            origin_source: standing.origin_source,
            evidence: standing
                .evidence
                .clone()
                .map(|evidence| if asked.secret { discreet(evidence) } else { evidence }),
            reason: standing.reason,
            route,
            blocked_by: standing.blocked_by.clone(),
            proposed: mask(&standing.proposed),
            found: mask(&standing.found),
            candidates,
            waits: standing.waits,
            needed,
            secret: asked.secret,
            note: if hides { None } else { standing.note.clone() },
            declared: Some(asked.declared),
        });
    }

    /// Who can answer it; nobody where something else has to be answered first.
    fn route(&mut self, asked: &Asked<'_>, standing: &Standing) -> Option<Route> {
        let reason = standing.reason?;
        if reason == Reason::Blocked {
            return None;
        }
        let can_be_asked = asked.answerable || matches!(asked.kind, Kind::Approval | Kind::Notice);
        if can_be_asked && self.asks.is_some_and(|most| self.scene.asked(&asked.at) >= most) {
            return Some(Route::Conversation);
        }
        if !standing.wants.is_empty() {
            return Some(Route::SystemLookup);
        }
        let revisions_left = self.revisions.is_none_or(|most| self.scene.revised(&asked.at) < most);
        let is_said = || {
            let mut said = standing.said.iter().flat_map(|ty| self.scene.said.places(ty));
            said.any(|(_, hit)| !self.taken.covers(&asked.at, &hit))
        };
        let refused = standing.proposed.is_some() && reason != Reason::Rejected && (standing.holds_value || is_said());
        let models = asked.is_models && matches!(reason, Reason::Violates | Reason::NoResult);
        if asked.is_argument && standing.question.is_none() && (refused || models) {
            if revisions_left {
                return Some(Route::Revise);
            }
            self.reports.has_no_revision_left = true;
        }
        if can_be_asked && reason != Reason::NotComparable {
            return Some(Route::AskUser);
        }
        Some(Route::DefinitionRepair)
    }

    /// What the words hold for a slot. Beside a proposal that is refused what belongs to another slot is none of it.
    fn candidates(&self, asked: &Asked<'_>, standing: &Standing) -> Vec<Value> {
        // Those whose every place is another's; asked until each has a place of its own.
        let mut taken: HashSet<Value> = HashSet::new();
        let mut open: HashSet<&Value> = HashSet::new();
        if standing.proposed.is_some() {
            open.extend(&standing.candidates);
        }
        if let Some(ty) = standing.said.as_ref().filter(|_| !open.is_empty()) {
            for (said, hit) in self.scene.said.places(ty) {
                if self.taken.covers(&asked.at, &hit) {
                    if open.contains(&said) {
                        taken.insert(said);
                    }
                } else if open.remove(&said) {
                    taken.remove(&said);
                    if open.is_empty() {
                        break;
                    }
                }
            }
        }
        let is_other = |value: &Value| taken.contains(value);
        match (asked.hides(), &standing.proposed) {
            (true, _) => Vec::new(),
            (false, None) => standing.candidates.clone(),
            (false, Some(_)) => standing.candidates.iter().filter(|value| !is_other(value)).cloned().collect(),
        }
    }

    fn look_up(&mut self, slot: &Arc<str>, wants: &[LookupRequest]) {
        for want in wants {
            let same = |known: &&mut LookupRequest| {
                known.lookup == want.lookup && known.tool == want.tool && known.arguments == want.arguments
            };
            match self.reports.lookups.iter_mut().find(same) {
                Some(known) => known.slots.push(Arc::clone(slot)),
                None => {
                    self.reports.lookups.push(LookupRequest { slots: vec![Arc::clone(slot)], ..want.clone() });
                }
            }
        }
    }

    fn ask(&mut self, id: &Arc<str>, asked: &Asked<'_>, standing: &Standing) {
        let mut slots = vec![Arc::clone(id)];
        slots.extend(standing.together.iter().filter_map(|other| self.scene.id(*other)));
        let ids: Vec<&str> = slots.iter().map(|id| &**id).collect();
        let text = match &standing.question {
            Some(question) => question.clone(),
            None => self.question(asked),
        };
        let binds = match self.tool.entries.get(asked.at.entry.index()).map(|entry| &entry.kind) {
            Some(EntryKind::Confirm(confirm)) => {
                let mut binds = bound(self.tool, confirm, &self.judged.standings);
                for entry in confirm.binds.iter().filter_map(|id| self.tool.entries.get(id.index())) {
                    if let Some(value) = binds.get_mut(&self.tool.key(entry)) {
                        *value = mask::of_entry(entry, value);
                    }
                }
                Some(binds)
            }
            _ => None,
        };
        let candidates = self.candidates(asked, standing);
        self.reports.questions.push(Question {
            id: question_id(&ids),
            kind: asked.kind,
            slots,
            text,
            candidates,
            binds,
        });
    }
}

/// Evidence without values: of a secret the other readings are as telling as its own.
fn discreet(evidence: Evidence) -> Evidence {
    match evidence {
        Evidence::Words { segment, span, read_as, .. } => {
            Evidence::Words { segment, span, read_as, others: Vec::new() }
        }
        other => other,
    }
}
