//! Rows under heads, as wide as they need to be, or a paragraph a row where the terminal is too narrow.

use super::Page;
use super::page::width_of;
use crate::terminal::Terminal;

/// Writes it; the first column is names, the others are numbers where `is_numbers`.
pub(super) fn write(page: &mut Page, terminal: Terminal, heads: &[&str], rows: &[Vec<String>], is_numbers: bool) {
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(at, head)| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| width_of(cell));
            cells.max().unwrap_or(0).max(width_of(head))
        })
        .collect();
    if 2 + widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1) > terminal.width {
        // Too narrow for a table: a paragraph a row, without what is nothing.
        for row in rows {
            let Some((name, rest)) = row.split_first() else { continue };
            let told = heads.iter().skip(1).zip(rest).filter(|(_, cell)| !is_numbers || *cell != "0" && *cell != "-");
            let told: Vec<String> = told.map(|(head, cell)| format!("{head} {cell}")).collect();
            page.say(1, &format!("{name}: {}", told.join(", ")));
        }
        return;
    }
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = String::new();
        for ((at, cell), width) in cells.enumerate().zip(&widths) {
            let gap = " ".repeat(width.saturating_sub(width_of(cell)));
            let is_right = is_numbers && at > 0;
            let padded = if is_right { format!("{gap}{cell}") } else { format!("{cell}{gap}") };
            line.push_str(if at > 0 { "  " } else { "" });
            line.push_str(&padded);
        }
        line.trim_end().to_owned()
    };
    page.verbatim(2, &line(&mut heads.iter().copied()));
    for row in rows {
        page.verbatim(2, &line(&mut row.iter().map(String::as_str)));
    }
}
