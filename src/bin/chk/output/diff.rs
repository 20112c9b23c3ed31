//! What would change in a file, as a unified difference.

use std::time::Duration;

use similar::TextDiff;

use super::human::{Page, Style};
use crate::terminal::Terminal;

/// A smaller difference is looked for no longer than this; then a larger one is taken.
const PATIENCE: Duration = Duration::from_secs(2);

/// A unified difference, as `patch` takes it.
pub(crate) fn unified(file: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
    diff.unified_diff().header(file, file).to_string()
}

/// A unified difference in colours, with whatever would steer a terminal written out.
pub(crate) fn diff(terminal: Terminal, file: &str, before: &str, after: &str) -> String {
    let unified = unified(file, before, after);
    let mut page = Page::new(terminal);
    for (number, line) in unified.strip_suffix('\n').unwrap_or(&unified).split('\n').enumerate() {
        let style = match line.chars().next() {
            _ if number < 2 => Style::Strong,
            Some('+') => Style::Good,
            Some('-') => Style::Bad,
            Some('@') => Style::Faint,
            _ => Style::Plain,
        };
        page.as_it_stands(style, line);
    }
    page.finish()
}
