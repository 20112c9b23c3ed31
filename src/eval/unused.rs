//! Names in the snapshot that stand for nothing in the policy. Nothing reads them, so that they change no decision, and
//! whoever misspelt one would not notice.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::nearest::nearest;
use crate::program::{Named, Program};
use crate::snapshot::{Observed, Snapshot};
use crate::verdict::Unused;

/// How many of them get their nearest name: it is looked for among all names of the policy.
const MAX_NEAREST: usize = 50;

/// Every name that stands for nothing, each once for each key of the snapshot, in its order.
pub(crate) fn unused(program: &Program, snapshot: &Snapshot) -> Vec<Unused> {
    let mut search = Search { program, seen: BTreeSet::new(), unused: Vec::new() };
    snapshot.quotes.iter().for_each(|(name, _)| search.key(Named::Slot, "quotes", name));
    snapshot.answers.keys().for_each(|name| search.key(Named::Slot, "answers", name));
    for (index, observation) in snapshot.measured.iter().enumerate() {
        match &observation.of {
            Observed::Tool { tool, .. } => search.field(Named::Tool, "measured", index, tool),
            Observed::Lookup { lookup, .. } => search.field(Named::Lookup, "measured", index, lookup),
        }
    }
    for (index, approval) in snapshot.approvals.iter().enumerate() {
        search.field(Named::Tool, "approvals", index, &approval.tool);
        search.field(Named::Confirm, "approvals", index, &approval.confirm);
    }
    for (index, shown) in snapshot.shown.iter().enumerate() {
        search.field(Named::Notice, "shown", index, &shown.notice);
    }
    snapshot.asked.iter().for_each(|(name, _)| search.key(Named::Asked, "asked", name));
    snapshot.revised.iter().for_each(|(name, _)| search.key(Named::Slot, "revised", name));
    search.unused
}

struct Search<'a> {
    program: &'a Program,
    seen: BTreeSet<(&'static str, Named, &'a Arc<str>)>,
    unused: Vec<Unused>,
}

impl<'a> Search<'a> {
    /// A key that names a slot, or a question by its id, which nobody writes by hand.
    fn key(&mut self, kind: Named, key: &'static str, name: &'a Arc<str>) {
        if !name.starts_with("q:") {
            self.name(kind, key, || key.to_owned(), name);
        }
    }

    fn field(&mut self, kind: Named, key: &'static str, index: usize, name: &'a Arc<str>) {
        self.name(kind, key, || format!("{key}[{index}].{}", kind.as_str()), name);
    }

    fn name(&mut self, kind: Named, key: &'static str, at: impl FnOnce() -> String, name: &'a Arc<str>) {
        if self.program.is_named(kind, name) || !self.seen.insert((key, kind, name)) {
            return;
        }
        let full = self.program.full_name(kind, name);
        let near = || (self.unused.len() < MAX_NEAREST).then(|| nearest(name, self.program.names_of(kind))).flatten();
        let (is_shared, near) = (full.is_some(), full.or_else(near).map(Arc::from));
        self.unused.push(Unused { kind: kind.as_str(), at: at(), name: Arc::clone(name), is_shared, near });
    }
}
