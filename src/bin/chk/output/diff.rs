//! What would change in a file, as a unified diff.

use similar::{ChangeTag, TextDiff};

use super::human::{Page, Style};
use crate::terminal::Terminal;

/// Lines around each change.
const CONTEXT: usize = 3;

/// The change from one text to another; nothing where they are the same.
pub(crate) fn diff(terminal: Terminal, name: &str, old: &str, new: &str) -> String {
    let mut page = Page::new(terminal);
    let changes = TextDiff::from_lines(old, new);
    let groups = changes.unified_diff().context_radius(CONTEXT).iter_hunks().count();
    if groups == 0 {
        return String::new();
    }
    page.verbatim_in(Style::Strong, &format!("--- {name}"));
    page.verbatim_in(Style::Strong, &format!("+++ {name}"));
    for hunk in changes.unified_diff().context_radius(CONTEXT).iter_hunks() {
        page.verbatim_in(Style::Faint, &hunk.header().to_string());
        for change in hunk.iter_changes() {
            let style = match change.tag() {
                ChangeTag::Equal => Style::Plain,
                ChangeTag::Delete => Style::Bad,
                ChangeTag::Insert => Style::Good,
            };
            page.verbatim_in(style, &format!("{}{}", change.tag(), change.value().trim_end_matches('\n')));
        }
    }
    page.finish()
}
