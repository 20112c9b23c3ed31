//! Diagnostics as people read them: drawn by miette, or narrated.

use chk::diagnostic::{Diagnostic, Severity, reports};
use chk::span::FileSet;
use miette::{GraphicalReportHandler, GraphicalTheme, NarratableReportHandler, ThemeCharacters, ThemeStyles};

use crate::terminal::Terminal;

/// Nobody reads more drawings of one policy; the JSON form has them all.
const MOST_DRAWN: usize = 200;

/// Draws diagnostics, with an empty line after each.
pub(crate) fn draw(terminal: Terminal, files: &FileSet, diagnostics: &[Diagnostic]) -> String {
    let mut drawing = String::new();
    let graphical = handler(terminal);
    let drawn = diagnostics.get(..MOST_DRAWN).unwrap_or(diagnostics);
    for report in reports(files, drawn) {
        // Writing to a text fails only where a place lies outside its file; the message then stands by itself.
        let written = if terminal.narrated {
            NarratableReportHandler::new().render_report(&mut drawing, &report)
        } else {
            graphical.render_report(&mut drawing, &report)
        };
        if written.is_err() {
            drawing.push_str(&format!("{report}\n"));
        }
        drawing.push('\n');
    }
    if drawn.len() < diagnostics.len() {
        let rest = diagnostics.len() - drawn.len();
        drawing.push_str(&format!("and {rest} more, which `--format json` lists\n\n"));
    }
    drawing
}

fn handler(terminal: Terminal) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if terminal.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if terminal.colour { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme).with_links(false).with_width(terminal.width)
}

/// `2 errors, 1 warning`
pub(crate) fn tally(diagnostics: &[Diagnostic]) -> String {
    let words = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Advice, "hint", "hints"),
    ];
    let counts: Vec<String> = words
        .into_iter()
        .filter_map(|(severity, one, many)| {
            let count = diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
            (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
        })
        .collect();
    if counts.is_empty() { "nothing is wrong".to_owned() } else { counts.join(", ") }
}
