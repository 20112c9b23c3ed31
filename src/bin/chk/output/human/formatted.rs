//! What `chk fmt` says to people.

use super::{Page, Style};
use crate::commands::fmt::{Formatted, Outcome};
use crate::output::formatted::Report;
use crate::terminal::Terminal;

/// A line for each file that is not as it was, or would not be, and one for all of them.
pub(crate) fn summary(terminal: Terminal, all: &[Formatted], report: Report) -> String {
    let mut page = Page::new(terminal);
    let (mut changed, mut failed) = (0, 0);
    for one in all {
        match &one.outcome {
            Outcome::Same { .. } => {}
            Outcome::Changed { .. } => {
                changed += 1;
                let word = if report.keeps { "would change " } else { "formatted " };
                page.line(0, &[(Style::Strong, word), (Style::Plain, &one.file)]);
            }
            Outcome::Wrong { .. } => failed += 1,
            Outcome::Kept { why } => {
                failed += 1;
                page.line(0, &[(Style::Bad, "left "), (Style::Plain, &format!("{}: {why}", one.file))]);
            }
        }
    }
    let count = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
    let mut parts = Vec::new();
    let mut part = |number: usize, words: &str| {
        if number > 0 {
            parts.push(format!("{number} {words}"));
        }
    };
    part(changed, if report.keeps { "would change" } else { "formatted" });
    part(all.len() - changed - failed, "in canonical form");
    part(failed, "left as they are");
    let style = if failed > 0 || (report.keeps && changed > 0) { Style::Bad } else { Style::Good };
    page.line(0, &[(Style::Plain, &format!("{}: ", count(all.len()))), (style, &parts.join(", "))]);
    page.finish()
}
