//! Judging a checklist: every entry once, each after all that it reads.

use crate::program::{Condition, Confirm, Entry, EntryId, EntryKind, Notice, Otherwise, Slot, Tier, Tool, Type};
use crate::value::{Map, Value};
use crate::verdict::{Reason, SourceKind, State};

use super::approval;
use super::expr::View;
use super::message;
use super::operate;
use super::outcome::{Unknown, truth};
use super::scene::Scene;
use super::search::{self, At, blocked};
use super::standing::{Assumed, Standing, Standings};

/// A checklist, judged.
pub(crate) struct Judged {
    pub(crate) standings: Standings,
    /// Conditions that do not hold, with their messages.
    pub(crate) unmet: Vec<(EntryId, String)>,
    /// Every requirement of the first stage that speaks of the tool holds.
    pub(crate) fits: bool,
    /// The action waits for its trigger.
    pub(crate) deferred: bool,
    /// The approvals that counted, by their places in the snapshot.
    pub(crate) approvals: Vec<usize>,
    /// Conditions that sent a slot back, each pass with how everything stood then.
    pub(crate) refusing: Vec<(Vec<EntryId>, Standings)>,
}

/// Judges every entry of the tool's checklist.
pub(crate) fn judge(scene: &Scene<'_>, tool: &Tool) -> Judged {
    let first_stage = &tool.first_stage;
    let mut rejected: Vec<(EntryId, String)> = Vec::new();
    let mut refuted: Vec<Assumed> = Vec::new();
    let mut refusing: Vec<(Vec<EntryId>, Standings)> = Vec::new();
    loop {
        let mut pass = Pass::new(scene, tool, &refuted, &rejected);
        tool.order.iter().for_each(|id| pass.entry(*id));
        // A set was taken to be shown by a confirm that is not due: it bears nothing out.
        let wrong = pass.standings.wrongly_assumed();
        if !wrong.is_empty() {
            refuted.extend(wrong);
            continue;
        }
        // A requirement that sends a slot back makes it unknown for everything that reads it: judge anew. Each pass
        // sends back a slot more, so this ends.
        let more: Vec<_> =
            pass.sent_back.drain(..).filter(|(id, _)| !rejected.iter().any(|(known, _)| known == id)).collect();
        if more.is_empty() {
            let fits = pass.fits(first_stage);
            let deferred = pass.trigger.is_some();
            let approvals = pass.approvals;
            return Judged { standings: pass.standings, unmet: pass.unmet, fits, deferred, approvals, refusing };
        }
        refusing.push((pass.refusing, pass.standings));
        rejected.extend(more);
    }
}

struct Pass<'p, 'a> {
    scene: &'p Scene<'a>,
    tool: &'p Tool,
    standings: Standings,
    unmet: Vec<(EntryId, String)>,
    /// Slots that a requirement sends back, with its question.
    sent_back: Vec<(EntryId, String)>,
    /// The requirements that do.
    refusing: Vec<EntryId>,
    rejected: &'p [(EntryId, String)],
    /// The trigger that the action waits for.
    trigger: Option<EntryId>,
    approvals: Vec<usize>,
}

impl<'p, 'a> Pass<'p, 'a> {
    fn new(
        scene: &'p Scene<'a>,
        tool: &'p Tool,
        refuted: &[Assumed],
        rejected: &'p [(EntryId, String)],
    ) -> Pass<'p, 'a> {
        let standings = Standings::new(tool.entries.len(), refuted);
        Pass {
            scene,
            tool,
            standings,
            unmet: Vec::new(),
            sent_back: Vec::new(),
            refusing: Vec::new(),
            rejected,
            trigger: None,
            approvals: Vec::new(),
        }
    }
}

impl Pass<'_, '_> {
    fn view(&self) -> View<'_> {
        View::new(self.scene, &self.standings)
    }

    fn entry(&mut self, id: EntryId) {
        // A group judges its slots together.
        if !self.standings.is_pending(id) {
            return;
        }
        let Some(entry) = self.tool.entries.get(id.index()) else { return };
        match &entry.kind {
            EntryKind::Let(expr) => {
                let outcome = self.view().evaluate(expr);
                self.standings.derive(id, outcome);
            }
            EntryKind::Slot(slot) => match slot.group {
                Some(group) if !self.row_waits(group.index()) => self.group(group.index()),
                _ => {
                    let standing = self.slot(id, entry, slot);
                    self.standings.set(id, standing);
                }
            },
            EntryKind::Condition(condition) => {
                let standing = self.condition(id, condition);
                self.standings.set(id, standing);
            }
            EntryKind::Confirm(confirm) => {
                let standing = self.confirm(entry, confirm);
                self.standings.set(id, standing);
            }
            EntryKind::Notice(notice) => {
                let standing = self.notice(entry, notice);
                self.standings.set(id, standing);
            }
        }
    }

    fn at<'e>(id: EntryId, entry: &'e Entry, slot: &'e Slot) -> At<'e> {
        At {
            entry: id,
            id: &entry.id,
            name: &entry.name,
            suffix: String::new(),
            shown_by: &slot.shown_by,
            row: Vec::new(),
        }
    }

    fn waits(&self, slot: &Slot) -> bool {
        slot.at_trigger && self.trigger.is_some()
    }

    /// A row is settled as one thing: it waits where one of its slots does.
    fn row_waits(&self, group: usize) -> bool {
        let slots = self.tool.groups.get(group).map(|group| group.slots.as_slice()).unwrap_or_default();
        slots.iter().any(|id| match self.tool.entries.get(id.index()).map(|entry| &entry.kind) {
            Some(EntryKind::Slot(slot)) => self.waits(slot),
            _ => false,
        })
    }

    fn slot(&mut self, id: EntryId, entry: &Entry, slot: &Slot) -> Standing {
        if self.waits(slot) || slot.group.is_some_and(|group| self.row_waits(group.index())) {
            let mut standing = Standing::unknown(Reason::Blocked);
            standing.waits = true;
            standing.blocked_by = self.trigger.and_then(|trigger| self.scene.id(trigger)).into_iter().collect();
            return standing;
        }
        let at = Self::at(id, entry, slot);
        let proposal = self.proposal(id, entry);
        if let Some(standing) = self.disputed(id, entry) {
            // An answer settles it all the same.
            return match search::search(&at, slot, None, &self.view()) {
                found if found.source == Some(SourceKind::UserAnswer) => found,
                _ => standing,
            };
        }
        let standing = search::search(&at, slot, proposal, &self.view());
        let standing = self.fixed_by_intent(id, standing);
        let standing = self.sent_back(id, standing);
        if matches!(slot.ty.base(), Type::Trigger)
            && standing.value.as_ref().and_then(Value::as_text).is_some_and(|kind| kind != "immediate")
            && !self.scene.snapshot.trigger.fired
        {
            self.trigger = Some(id);
        }
        standing
    }

    fn proposal(&self, id: EntryId, entry: &Entry) -> Option<&Value> {
        self.tool.arguments.contains(&id).then(|| self.scene.arguments.proposed.get(&entry.name)).flatten()
    }

    /// Two aliases that hold different values.
    fn disputed(&self, id: EntryId, entry: &Entry) -> Option<Standing> {
        let disputed = self.scene.arguments.disputed.iter().find(|disputed| disputed.name == entry.name)?;
        self.tool.arguments.contains(&id).then(|| search::disputed(disputed))
    }

    /// A field that the intent fixes makes the slot's value equal it.
    fn fixed_by_intent(&self, id: EntryId, standing: Standing) -> Standing {
        let Some((intent, fixed)) = self.scene.fixed_by_intent(&self.standings, id) else { return standing };
        // Of an empty slot the tool's own default is what the call comes to.
        let own = match standing.state {
            State::Known => standing.value.as_ref(),
            State::Empty => self.default(id),
            State::Unknown | State::NotDue => return standing,
        };
        if operate::same(own.unwrap_or(&Value::Null), &fixed) {
            return standing;
        }
        let says = own.map_or_else(|| "nothing".to_owned(), |own| format!("`{own}`"));
        let mut conflict =
            Standing::unknown(Reason::Conflict).note(format!("the intent says `{fixed}`, and the call says {says}"));
        conflict.proposed = own.cloned();
        conflict.found = Some(fixed);
        conflict.holds_value = true;
        conflict.together = vec![intent];
        conflict
    }

    fn default(&self, id: EntryId) -> Option<&Value> {
        match self.tool.entries.get(id.index()).map(|entry| &entry.kind) {
            Some(EntryKind::Slot(slot)) => slot.default.as_deref(),
            _ => None,
        }
    }

    /// A requirement sent the slot back: unknown, with that question.
    fn sent_back(&self, id: EntryId, standing: Standing) -> Standing {
        match self.rejected.iter().find(|(rejected, _)| *rejected == id) {
            Some((_, question)) if standing.state != State::Unknown => {
                let mut rejected = Standing::unknown(Reason::Rejected);
                rejected.proposed = standing.value;
                rejected.question = Some(question.clone());
                rejected
            }
            _ => standing,
        }
    }

    fn group(&mut self, index: usize) {
        let Some(group) = self.tool.groups.get(index) else { return };
        let mut slots: Vec<(At<'_>, &Slot)> = Vec::new();
        let mut ids = Vec::new();
        for id in &group.slots {
            if let Some(entry) = self.tool.entries.get(id.index())
                && let EntryKind::Slot(slot) = &entry.kind
            {
                slots.push((Self::at(*id, entry, slot), slot));
                ids.push(*id);
            }
        }
        let standings = search::group(group, &slots, &self.scene.arguments.proposed, &self.view());
        for (id, standing) in ids.into_iter().zip(standings) {
            let disputed = self.tool.entries.get(id.index()).and_then(|entry| self.disputed(id, entry));
            let standing = match disputed {
                Some(disputed) if standing.source != Some(SourceKind::UserAnswer) => disputed,
                _ => standing,
            };
            let standing = self.sent_back(id, self.fixed_by_intent(id, standing));
            self.standings.set(id, standing);
        }
    }

    fn condition(&mut self, id: EntryId, condition: &Condition) -> Standing {
        match truth(self.view().evaluate(&condition.expr)) {
            Err(unknown) => blocked(unknown, &self.view()),
            Ok(value) if value != condition.unmet_when => Standing::settled(Some(Value::Bool(true))),
            Ok(_) => match &condition.otherwise {
                Otherwise::Hold(message) => {
                    let text = message::render_anyway(message, &self.view());
                    self.unmet.push((id, text));
                    Standing::settled(Some(Value::Bool(false)))
                }
                Otherwise::Ask(slot, message) => {
                    let text = message::render_anyway(message, &self.view());
                    self.sent_back.push((*slot, text));
                    self.refusing.push(id);
                    blocked(Unknown::blocked_by(*slot, false), &self.view())
                }
            },
        }
    }

    fn confirm(&mut self, entry: &Entry, confirm: &Confirm) -> Standing {
        let view = self.view();
        let due = confirm.when.as_ref().map_or(Ok(true), |when| truth(view.evaluate(when)));
        match due {
            _ if self.shows_a_draft(confirm) => {}
            Ok(true) => {}
            Ok(false) => return Standing::not_due(),
            Err(unknown) => return blocked(unknown, &view),
        }
        let mut unknown: Option<Unknown> = None;
        for id in &confirm.binds {
            if let Err(reason) = self.standings.read(*id) {
                unknown = Some(unknown.take().unwrap_or_default().and(reason));
            }
        }
        if let Some(unknown) = unknown {
            return blocked(unknown, &view);
        }
        let bound = bound(self.tool, confirm, &self.standings);
        let (standing, approval) = approval::judge(self.scene, self.tool, entry, confirm, &bound);
        self.approvals.extend(approval);
        standing
    }

    /// In an irreversible tool a draft is shown whenever it is not empty.
    fn shows_a_draft(&self, confirm: &Confirm) -> bool {
        self.tool.tier == Tier::Irreversible
            && confirm.binds.iter().any(|id| match self.tool.entries.get(id.index()).map(|entry| &entry.kind) {
                Some(EntryKind::Slot(slot)) => self.standings.read(*id).is_ok_and(|value| holds_a_draft(slot, &value)),
                _ => false,
            })
    }

    fn notice(&self, entry: &Entry, notice: &Notice) -> Standing {
        let view = self.view();
        let due = notice.when.as_ref().map_or(Ok(true), |when| truth(view.evaluate(when)));
        let text = match due {
            Ok(true) => message::render(&notice.show, &view),
            Ok(false) => return Standing::not_due(),
            Err(unknown) => Err(unknown),
        };
        match text {
            Err(unknown) => blocked(unknown, &view),
            Ok(text) => {
                let mut own = self.scene.snapshot.shown.iter().filter(|shown| self.tool.is_named(entry, &shown.notice));
                match (own.clone().any(|shown| *shown.text == *text), own.next_back()) {
                    (true, _) => Standing::settled(Some(Value::Bool(true))),
                    (false, None) => Standing::unknown(Reason::NotShown),
                    (false, Some(_)) if message::holds_secret(&notice.show, &view) => {
                        Standing::unknown(Reason::NotShown).note("another text was shown")
                    }
                    (false, Some(other)) => Standing::unknown(Reason::NotShown)
                        .note(format!("another text was shown: \"{}\"", message::shortened(&other.text))),
                }
            }
        }
    }

    /// Whether every requirement of the first stage that speaks of the tool holds.
    fn fits(&self, first_stage: &[bool]) -> bool {
        self.tool.entries.iter().enumerate().all(|(index, entry)| match &entry.kind {
            EntryKind::Condition(condition)
                if condition.speaks_of_tool && first_stage.get(index).copied().unwrap_or(false) =>
            {
                let id = u32::try_from(index).map(EntryId);
                let standing = id.ok().and_then(|id| self.standings.get(id));
                standing.is_some_and(|standing| standing.value == Some(Value::Bool(true)))
            }
            _ => true,
        })
    }
}

/// Whether the model wrote the value, or a part of it that is not empty.
pub(crate) fn holds_a_draft(slot: &Slot, value: &Value) -> bool {
    (slot.drafted && !value.is_blank()) || has_draft(&slot.ty, value)
}

fn has_draft(ty: &Type, value: &Value) -> bool {
    match (ty.base(), value) {
        (Type::Object(fields), Value::Map(map)) => {
            fields.iter().any(|field| map.get(&field.name).is_some_and(|value| holds_a_draft(field, value)))
        }
        (Type::List(of), Value::List(list)) => list.iter().any(|value| has_draft(of, value)),
        (Type::Map(of), Value::Map(map)) => map.values().any(|value| has_draft(of, value)),
        (Type::Union(types), value) => types.iter().any(|each| has_draft(each, value)),
        _ => false,
    }
}

/// The values that a confirm binds, by slot; null where one is empty.
pub(crate) fn bound(tool: &Tool, confirm: &Confirm, standings: &Standings) -> Map {
    let mut bound = Map::default();
    for id in &confirm.binds {
        if let Some(entry) = tool.entries.get(id.index()) {
            bound.insert(tool.key(entry), standings.read(*id).unwrap_or(Value::Null));
        }
    }
    bound
}
