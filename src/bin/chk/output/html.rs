//! A replay's report as one page: no script, nothing from elsewhere, every text escaped. Transcripts are hostile.

use std::fmt::Write;

use chk::replay::Report;

use super::human::replay::share as written;
use super::sheet::{Body, Part, Share, title};
use super::xml::escape;

/// Forbids everything but the page's own style, should a text ever find a way out of its element.
const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title>
<style>
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1f24; --faint: #57606a; --line: #d0d7de; --bar: #2f6fb5; --mark: #9a3412 }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171c; --text: #e6e9ee; --faint: #9aa4b1; --line: #333b46; --bar: #6ea8e5; --mark: #f2a65a }
}
body { background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
p { color: var(--faint) } .bad { color: var(--mark); font-weight: 600 }
.wide { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: middle; overflow-wrap: anywhere }
th { color: var(--faint); font-weight: 600 } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .below { padding-left: 1.5rem }
.code { font-family: ui-monospace, monospace; font-size: .875rem } .code td { padding: 0 .75rem 0 0; border: 0; vertical-align: top; white-space: pre-wrap }
.open { color: var(--mark); font-weight: 600 } .seen { color: var(--faint) }
svg { display: block } .track { fill: var(--line) } .bar { fill: var(--bar) } .interval { stroke: var(--mark); stroke-width: 2 }
</style>
</head>
<body>
"#;

/// The width of a plot, in pixels.
const WIDTH: f64 = 240.0;

/// The page.
pub(crate) fn page(policy: &str, report: &Report, parts: &[Part]) -> String {
    let mut page = head("chk replay");
    let read = title("conversation", report.figures.conversations);
    put(&mut page, format_args!("<h1>{} over {}</h1>\n", escape(policy), escape(&read)));
    if report.unread_count > 0 {
        let what = format!("Not read: {}. The figures are without it.", title("part", report.unread_count));
        put(&mut page, format_args!("<p class=\"bad\">{}</p>\n", escape(&what)));
    }
    page.push_str("<p>Bars are shares; the line across is Wilson's interval of 95 % confidence.</p>\n");
    for part in parts {
        put(&mut page, format_args!("<h2>{}</h2>\n<div class=\"wide\">\n", escape(&part.title)));
        match &part.body {
            Body::Shares(shares) => write_shares(&mut page, shares),
            Body::Table { heads, rows, is_numbers, more } => write_table(&mut page, heads, rows, *is_numbers, *more),
        }
        page.push_str("</div>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// The head of a page, with the style that all share.
pub(crate) fn head(title: &str) -> String {
    HEAD.replacen("TITLE", &escape(title), 1)
}

/// Writing to a text does not fail.
pub(crate) fn put(page: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = page.write_fmt(what);
}

fn write_shares(page: &mut String, shares: &[Share]) {
    page.push_str("<table>\n");
    for share in shares {
        let below = if share.depth > 0 { " class=\"below\"" } else { "" };
        let (label, count, told) = (escape(&share.label), share.rate.count, escape(&written(share.rate)));
        put(page, format_args!("<tr><td{below}>{label}</td><td class=\"number\">{count}</td>"));
        put(page, format_args!("<td>{}</td><td class=\"number\">{told}</td></tr>\n", plot(share)));
    }
    page.push_str("</table>\n");
}

/// A bar, and the interval across it.
fn plot(share: &Share) -> String {
    let (Some(part), Some((low, high))) = (share.rate.share(), share.rate.interval()) else { return String::new() };
    let at = |share: f64| format!("{:.1}", share * WIDTH);
    let label = escape(&format!("{}: {}", share.label, written(share.rate)));
    format!(
        "<svg width=\"{WIDTH}\" height=\"16\" role=\"img\" aria-label=\"{label}\">\
         <rect class=\"track\" y=\"3\" width=\"{WIDTH}\" height=\"10\" rx=\"2\"/>\
         <rect class=\"bar\" y=\"3\" width=\"{}\" height=\"10\" rx=\"2\"/>\
         <line class=\"interval\" x1=\"{}\" y1=\"8\" x2=\"{}\" y2=\"8\"/></svg>",
        at(part),
        at(low),
        at(high)
    )
}

fn write_table(page: &mut String, heads: &[&str], rows: &[Vec<String>], is_numbers: bool, more: usize) {
    let class = |at: usize| if is_numbers && at > 0 { " class=\"number\"" } else { "" };
    page.push_str("<table>\n<tr>");
    for (at, head) in heads.iter().enumerate() {
        put(page, format_args!("<th{}>{}</th>", class(at), escape(head)));
    }
    page.push_str("</tr>\n");
    for row in rows {
        page.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            put(page, format_args!("<td{}>{}</td>", class(at), escape(cell)));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
    if more > 0 {
        put(page, format_args!("<p>and {more} more, which <code>--format json</code> lists</p>\n"));
    }
}
