//! A replay's report as people read it on a terminal.

use chk::replay::{Rate, Report};
use chk::span::FileSet;

use super::page::width_of;
use super::table;
use super::{Page, Style};
use crate::output::sheet::{Body, Share, sheet, title};
use crate::terminal::Terminal;

/// The report.
pub(crate) fn write(terminal: Terminal, policy: &str, report: &Report) -> String {
    let figures = &report.figures;
    let mut page = Page::new(terminal);
    let mut read = title("conversation", figures.conversations);
    if figures.recorded > 0 {
        read = format!("{read}, {}", title("line of a record", figures.recorded));
    }
    if figures.cut > 0 {
        read = format!("{read} ({} cut out of a longer log)", figures.cut);
    }
    page.line(0, &[(Style::Strong, policy), (Style::Plain, &format!(" over {read}"))]);
    if figures.calls.without_result > 0 {
        let what = title("call", figures.calls.without_result);
        page.say(0, &format!("{what} without a result in the transcript"));
    }
    for part in sheet(report) {
        page.title(&part.title);
        match part.body {
            Body::Shares(shares) => write_shares(&mut page, terminal, &shares),
            Body::Table { heads, rows, is_numbers, more } => {
                table::write(&mut page, terminal, &heads, &rows, is_numbers);
                if more > 0 {
                    page.say(1, &format!("and {more} more, which `--format json` lists"));
                }
            }
        }
    }
    page.finish()
}

/// What was not read, a line for each mistake.
pub(crate) fn unread(terminal: Terminal, report: &Report) -> String {
    let mut page = Page::new(terminal);
    for unread in &report.unread {
        let mut files = FileSet::new();
        for diagnostic in unread.error.diagnostics(&mut files) {
            let at = diagnostic.span().and_then(|span| Some(files.file(span.file)?.location(span.start as usize)));
            let place = match (unread.line, at) {
                (0, _) | (_, None) => unread.file.to_string(),
                (line, Some(at)) => format!("{}:{}:{}", unread.file, line + at.line - 1, at.column),
            };
            let help = diagnostic.help_text().map(|help| format!(" ({help})")).unwrap_or_default();
            let message = format!(": {}{help}", diagnostic.message());
            page.line(
                0,
                &[(Style::Bad, "error"), (Style::Plain, ": "), (Style::Strong, &place), (Style::Plain, &message)],
            );
        }
    }
    if report.unread_count > report.unread.len() {
        page.say(0, &format!("and {} more", report.unread_count - report.unread.len()));
    }
    if report.unread_count > 0 {
        let what = match report.unread_count {
            1 => "1 part was not read; the figures are without it".to_owned(),
            many => format!("{many} parts were not read; the figures are without them"),
        };
        page.line(0, &[(Style::Bad, &what)]);
    }
    page.finish()
}

/// `55.2 % (51.0 to 59.4)`: the share, and where it lies with 95 % confidence.
pub(crate) fn share(rate: Rate) -> String {
    match (rate.share(), rate.interval()) {
        (Some(share), Some((low, high))) => {
            format!("{:.1} % ({:.1} to {:.1})", share * 100.0, low * 100.0, high * 100.0)
        }
        _ => "of none".to_owned(),
    }
}

fn write_shares(page: &mut Page, terminal: Terminal, shares: &[Share]) {
    let label = |share: &Share| format!("{}{}", "  ".repeat(share.depth), share.label);
    let names = shares.iter().map(|share| width_of(&label(share))).max().unwrap_or(0);
    let counts = shares.iter().map(|share| share.rate.count.to_string().len()).max().unwrap_or(0);
    let is_wide = 2 + names + 2 + counts + 2 + 24 <= terminal.width;
    for one in shares {
        let (name, count) = (label(one), one.rate.count.to_string());
        if is_wide {
            let gap = " ".repeat(names - width_of(&name) + 2 + counts - count.len());
            page.verbatim(2, &format!("{name}{gap}{count}  {}", share(one.rate)));
        } else {
            page.say(1 + one.depth, &format!("{} {count}, {}", one.label, share(one.rate)));
        }
    }
}
