//! What compiling shares: the model, what was found, the patterns, and what many tools say alike.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::diagnostic::Findings;
use crate::program::Changed;
use crate::resolve::Model;
use crate::words::Asked;

use super::pattern::Patterns;

/// Everything that is shared while a policy is compiled.
#[derive(Debug)]
pub(super) struct Session<'m, 'a> {
    /// The resolved policy.
    pub(super) model: &'m Model<'a>,
    /// What was found so far.
    pub(super) findings: Findings,
    /// The patterns, anonymous ones included.
    pub(super) patterns: Patterns,
    /// The names that stand in the program, each kept once: slots of many tools are called alike.
    names: HashSet<Arc<str>>,
    /// What slots ask for, each kept once; it is nothing for most.
    asked: Vec<Arc<Asked>>,
    /// The same by the name of a slot that has nothing but its name.
    asked_by_name: HashMap<Arc<str>, Arc<Asked>>,
    /// The lookups of a section, by its index.
    lookups: HashMap<usize, Arc<[Changed]>>,
}

impl<'m, 'a> Session<'m, 'a> {
    pub(super) fn new(model: &'m Model<'a>, findings: Findings, patterns: Patterns) -> Session<'m, 'a> {
        let (names, lookups) = (HashSet::new(), HashMap::new());
        Session { model, findings, patterns, names, asked: Vec::new(), asked_by_name: HashMap::new(), lookups }
    }

    /// A name, to keep.
    pub(super) fn name(&mut self, text: &str) -> Arc<str> {
        if let Some(name) = self.names.get(text) {
            return Arc::clone(name);
        }
        let name: Arc<str> = text.into();
        self.names.insert(Arc::clone(&name));
        name
    }

    /// What a slot asks for, to keep; `has_pattern` as [`Asked::of`] has it.
    pub(super) fn asked(&mut self, name: &Arc<str>, doc: Option<&str>, has_pattern: bool) -> Arc<Asked> {
        if doc.is_some() || has_pattern {
            return self.kept(Asked::of(name, doc, has_pattern));
        }
        if let Some(known) = self.asked_by_name.get(name) {
            return Arc::clone(known);
        }
        let asked = self.kept(Asked::of(name, None, false));
        self.asked_by_name.insert(Arc::clone(name), Arc::clone(&asked));
        asked
    }

    fn kept(&mut self, asked: Asked) -> Arc<Asked> {
        if let Some(known) = self.asked.iter().find(|known| ***known == asked) {
            return Arc::clone(known);
        }
        let asked = Arc::new(asked);
        self.asked.push(Arc::clone(&asked));
        asked
    }

    /// What a call makes stale where its tool does not say: everything that the section looks up.
    pub(super) fn own_lookups(&mut self, section: usize) -> Arc<[Changed]> {
        let own = || self.model.section(section).into_iter().flat_map(|section| section.lookups.values().copied());
        let all = || own().map(|lookup| Changed { lookup, arguments: None }).collect();
        Arc::clone(self.lookups.entry(section).or_insert_with(all))
    }
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test may fail")]
mod tests {
    use std::sync::Arc;

    use crate::policy::Policy;
    use crate::program::{EntryKind, Slot, Tool};

    fn slot(tool: &Tool) -> &Slot {
        match tool.entries.first().map(|entry| &entry.kind) {
            Some(EntryKind::Slot(slot)) => slot,
            _ => panic!("no slot"),
        }
    }

    #[test]
    fn what_two_tools_say_alike_is_kept_once() {
        let tool = |name: &str| format!("tool {name} {{ reversible slot to: text from user_answer }}");
        let text = format!("language 1\nprovider a {{ lookup b by host\n {}\n {} }}", tool("c"), tool("d"));
        let Ok(policy) = Policy::from_text("a.chk", &text) else { panic!("it does not load") };
        let [one, other] = policy.program().tools.as_slice() else { panic!("two tools") };
        assert_eq!(one.changes.len(), 1);
        assert!(Arc::ptr_eq(&one.changes, &other.changes));
        assert!(Arc::ptr_eq(&slot(one).name, &slot(other).name));
        assert!(Arc::ptr_eq(&slot(one).asked, &slot(other).asked));
    }
}
