//! What belongs to one action until it is executed: answers, notices, how often was asked.

use std::sync::Arc;

/// Things by the tool that they were given for; none where they are for whichever tool comes.
#[derive(Clone, Debug)]
pub(super) struct Given<T> {
    list: Vec<(Option<Arc<str>>, T)>,
}

impl<T> Default for Given<T> {
    fn default() -> Given<T> {
        Given { list: Vec::new() }
    }
}

impl<T> Given<T> {
    /// Adds a thing in place of those of the same tool that it replaces.
    pub(super) fn put(&mut self, tool: Option<&Arc<str>>, thing: T, replaces: impl Fn(&T) -> bool) {
        self.list.retain(|(for_tool, old)| for_tool.as_ref() != tool || !replaces(old));
        self.list.push((tool.cloned(), thing));
    }

    /// A thing of this tool, to be changed.
    pub(super) fn find(&mut self, tool: Option<&Arc<str>>, wanted: impl Fn(&T) -> bool) -> Option<&mut T> {
        let found = self.list.iter_mut().find(|(for_tool, thing)| for_tool.as_ref() == tool && wanted(thing));
        found.map(|(_, thing)| thing)
    }

    /// What counts for a call of this tool, in the order in which it was given.
    pub(super) fn of<'a>(&'a self, tool: Option<&'a str>) -> impl Iterator<Item = &'a T> {
        self.list.iter().filter(move |(for_tool, _)| counts(for_tool.as_deref(), tool)).map(|(_, thing)| thing)
    }

    /// Drops what an execution of this tool used up.
    pub(super) fn use_up(&mut self, tool: &str) {
        self.list.retain(|(for_tool, _)| !counts(for_tool.as_deref(), Some(tool)));
    }
}

/// Whether what was given for one tool counts for a call of another name of it: `transfer` is `bank.transfer`.
fn counts(given_for: Option<&str>, tool: Option<&str>) -> bool {
    match (given_for, tool) {
        (Some(given_for), Some(tool)) => same_tool(given_for, tool),
        _ => true,
    }
}

/// Whether two names are of one tool: the same, or one the bare name of the other.
pub(super) fn same_tool(a: &str, b: &str) -> bool {
    let bare = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|provider| provider.ends_with('.'));
    a == b || bare(a, b) || bare(b, a)
}
