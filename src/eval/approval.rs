//! Approvals: whether a person's yes is for exactly the present values, in time and not used up, and why not.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::program::{Confirm, Entry, Tool};
use crate::snapshot::{Approval, CallOutcome, Settled};
use crate::value::{DateTime, Map, Value};
use crate::verdict::Reason;

use super::history::Past;
use super::mask;
use super::message::shortened;
use super::scene::Scene;
use super::standing::Standing;

/// Whether the confirm is approved with the values that it binds now. Of several yeses that do not count the latest one
/// of the list says why. With the place of the one that counts.
pub(crate) fn judge(
    scene: &Scene<'_>,
    tool: &Tool,
    entry: &Entry,
    confirm: &Confirm,
    bound: &Map,
) -> (Standing, Option<usize>) {
    let asked = Asked { scene, tool, confirm, bound };
    let given = scene.snapshot.approvals.iter().enumerate();
    let own = given.filter(|(_, approval)| asked.is_own(entry, approval));
    let mut why_not = None;
    for (index, approval) in own {
        match asked.void(approval) {
            None => return (Standing::settled(Some(Value::Bool(true))), Some(index)),
            why => why_not = why,
        }
    }
    (Standing { note: why_not, ..Standing::unknown(Reason::NeedsApproval) }, None)
}

/// What is to be approved.
struct Asked<'s, 'a> {
    scene: &'s Scene<'a>,
    tool: &'s Tool,
    confirm: &'s Confirm,
    bound: &'s Map,
}

impl Asked<'_, '_> {
    fn is_own(&self, entry: &Entry, approval: &Approval) -> bool {
        let is_bare = || self.scene.program.tool(&approval.tool).is_some_and(|(_, tool)| tool.name == self.tool.name);
        (*approval.tool == *self.tool.name || is_bare()) && self.tool.is_named(entry, &approval.confirm)
    }

    /// Why it does not count; none where it does.
    fn void(&self, approval: &Approval) -> Option<String> {
        let snapshot = self.scene.snapshot;
        let zone = snapshot.zone.as_ref();
        let not_after =
            |limit: &DateTime, at: &DateTime| at.compare(limit, zone).is_some_and(|order| order != Ordering::Greater);
        if let Some(why) = self.other_names(approval).or_else(|| self.other_values(approval)) {
            return Some(why);
        }
        match (&approval.expires, &snapshot.now) {
            (Some(expires), Some(now)) if !not_after(expires, now) => {
                return Some(format!("an approval for it ended at {expires}"));
            }
            (Some(_), None) => {
                return Some("whether an approval for it has ended cannot be told: the snapshot has no `now`".into());
            }
            _ => {}
        }
        match (&approval.at, &snapshot.now) {
            (Some(at), Some(now)) if !not_after(now, at) => {
                return Some(format!("an approval for it is of {at}, which is later than `now`"));
            }
            _ => {}
        }
        (!self.is_unused(approval)).then(|| "an approval for it is used up".into())
    }

    /// What the question shows.
    fn binds(&self) -> impl Iterator<Item = &Entry> {
        self.confirm.binds.iter().filter_map(|id| self.tool.entries.get(id.index()))
    }

    /// Within what one confirm shows a name may be enough.
    fn is_named(&self, key: &str, entry: &Entry) -> bool {
        key == &*entry.id || (key == &*entry.name && self.binds().filter(|other| *other.name == *key).count() == 1)
    }

    /// It binds what the question does not show, or lacks what it shows.
    fn other_names(&self, approval: &Approval) -> Option<String> {
        let is_strange = |key: &&Arc<str>| !self.binds().any(|entry| self.is_named(key, entry));
        let strange: Vec<&Arc<str>> = approval.bound.keys().filter(is_strange).collect();
        let is_bound = |entry: &&Entry| approval.bound.keys().any(|key| self.is_named(key, entry));
        let lacking: Vec<String> =
            self.binds().filter(|entry| !is_bound(entry)).map(|entry| quoted(&self.tool.key(entry))).collect();
        let is_slot = |key: &Arc<str>| self.tool.entries.iter().any(|entry| self.tool.is_named(entry, key));
        let why = match strange.as_slice() {
            keys if keys.iter().any(|key| is_slot(key)) => "which the question does not show",
            [_, _, ..] => "which are no slots",
            _ => "which is no slot",
        };
        let strange: Vec<String> = strange.into_iter().map(quoted).collect();
        let (strange, more, lacking) = (strange.join(", "), !lacking.is_empty(), lacking.join(", "));
        match (strange.is_empty(), more) {
            (true, false) if approval.bound.len() != self.bound.len() => {
                Some("an approval for it binds a slot under two names".into())
            }
            (true, false) => None,
            (true, true) => Some(format!("an approval for it lacks {lacking}")),
            (false, false) => Some(format!("an approval for it binds {strange}, {why}")),
            (false, true) => Some(format!("an approval for it binds {strange}, {why}; it lacks {lacking}")),
        }
    }

    /// It is for other values: which, and what they are now. Of a secret only that it is another.
    fn other_values(&self, approval: &Approval) -> Option<String> {
        let changed: Vec<String> = self
            .binds()
            .filter_map(|entry| {
                let (_, own) = approval.bound.iter().find(|(key, _)| self.is_named(key, entry))?;
                let key = self.tool.key(entry);
                let value = self.bound.get(&key)?;
                if mask::is_same(entry, own, value) || (*own == Value::Null && *value == Value::Null) {
                    return None;
                }
                Some(match mask::hides_entry(entry) {
                    true => format!("`{key}` was another"),
                    false => format!("`{key}` was {} and is {}", spoken(own), spoken(value)),
                })
            })
            .collect();
        (!changed.is_empty()).then(|| format!("an approval for it is for other values: {}", changed.join(", ")))
    }

    /// Not used up, or used by the very call that timed out and did not happen.
    fn is_unused(&self, approval: &Approval) -> bool {
        let history = &self.scene.history;
        if approval.used_by.is_none() && !history.calls().any(|past| is_use(&past, approval)) {
            return true;
        }
        let mut uses = history.calls().enumerate().filter(|(_, past)| is_use(past, approval)).peekable();
        uses.peek().is_some()
            && uses.all(|(at, past)| {
                let settled = past.call.settled.or(history.verified(at).map(|(settled, _)| settled));
                past.timed_out() && settled == Some(Settled::NotHappened)
            })
    }
}

fn is_use(past: &Past<'_>, approval: &Approval) -> bool {
    past.call.outcome == CallOutcome::Executed && approval.id.is_some() && past.call.approval == approval.id
}

fn quoted(name: &Arc<str>) -> String {
    format!("`{name}`")
}

fn spoken(value: &Value) -> String {
    shortened(&value.to_string())
}
