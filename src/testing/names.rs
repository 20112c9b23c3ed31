//! The names by which expectations speak of slots: the full id, or its end where that is unique.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::value::Value;

/// The ids of one verdict.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    ids: BTreeSet<Arc<str>>,
}

/// What a name stands for.
#[derive(Debug, PartialEq)]
pub(super) enum Meaning {
    /// One id.
    One(Arc<str>),
    /// Several, in order.
    Many(Vec<Arc<str>>),
    /// None.
    Nothing,
}

impl Names {
    /// Every id that a verdict speaks of.
    pub(super) fn of(verdict: &Value) -> Names {
        let mut names = Names::default();
        for (list, keys) in [
            ("slots", &["id", "blocked_by"][..]),
            ("unmet", &["slot"]),
            ("lookups", &["for"]),
            ("questions", &["slots"]),
            ("guards", &["id"]),
            ("undecided", &["id"]),
        ] {
            for entry in verdict.field(list).and_then(Value::as_list).unwrap_or_default() {
                keys.iter().filter_map(|key| entry.field(key)).for_each(|ids| names.add(ids));
            }
        }
        if let Some(repairs) = verdict.field("repairs") {
            names.add(repairs);
        }
        names
    }

    fn add(&mut self, ids: &Value) {
        match ids {
            Value::Text(id) => {
                self.ids.insert(Arc::clone(id));
            }
            Value::List(ids) => ids.iter().for_each(|id| self.add(id)),
            _ => {}
        }
    }

    /// Takes over the names of another verdict.
    pub(super) fn join(&mut self, other: &Names) {
        self.ids.extend(other.ids.iter().cloned());
    }

    /// What a name stands for. A field of an object gives way to a slot of the same name.
    pub(super) fn meaning(&self, name: &str) -> Meaning {
        if let Some(id) = self.ids.get(name) {
            return Meaning::One(Arc::clone(id));
        }
        let mut found: Vec<Arc<str>> = self.ids.iter().filter(|id| ends_in(id, name)).cloned().collect();
        if found.len() > 1 {
            let plain: Vec<Arc<str>> = found.iter().filter(|id| !id.contains('[')).cloned().collect();
            if plain.len() == 1 {
                found = plain;
            }
        }
        match (found.pop(), found.is_empty()) {
            (Some(id), true) => Meaning::One(id),
            (Some(id), false) => {
                found.push(id);
                Meaning::Many(found)
            }
            (None, _) => Meaning::Nothing,
        }
    }

    /// The last names of all ids.
    pub(super) fn last_names(&self) -> impl Iterator<Item = &str> {
        self.ids.iter().map(|id| id.rsplit('.').next().unwrap_or(id))
    }
}

/// Whether an id is this name, or ends in it after a dot.
pub(super) fn ends_in(id: &str, name: &str) -> bool {
    id.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(ids: &[&str]) -> Names {
        Names { ids: ids.iter().map(|id| Arc::from(*id)).collect() }
    }

    #[test]
    fn the_end_of_an_id_will_do_where_it_is_unique() {
        let names = names(&["provider.bank.transfer.amount", "user.daily_amount", "provider.bank.transfer.to"]);
        assert_eq!(names.meaning("amount"), Meaning::One("provider.bank.transfer.amount".into()));
        assert_eq!(names.meaning("transfer.amount"), Meaning::One("provider.bank.transfer.amount".into()));
        assert_eq!(names.meaning("mount"), Meaning::Nothing);
    }

    #[test]
    fn a_name_of_two_slots_is_said_to_be_one() {
        let names = names(&["user.limit", "provider.bank.limit"]);
        assert_eq!(names.meaning("limit"), Meaning::Many(vec!["provider.bank.limit".into(), "user.limit".into()]));
        assert_eq!(names.meaning("user.limit"), Meaning::One("user.limit".into()));
    }

    #[test]
    fn a_slot_comes_before_the_field_of_an_object() {
        let names = names(&["provider.shop.order.name", "provider.shop.order.items[0].name"]);
        assert_eq!(names.meaning("name"), Meaning::One("provider.shop.order.name".into()));
        assert_eq!(names.meaning("items[0].name"), Meaning::One("provider.shop.order.items[0].name".into()));
    }
}
