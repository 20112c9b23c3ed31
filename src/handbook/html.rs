//! The page for a browser: no script, nothing from elsewhere, every text escaped.

use std::fmt::Write;

use crate::diagnostic::sanitise;

use super::sentence::{Piece, Sentence};
use super::{Chapter, Handbook, PREFACE, Point};

/// Forbids everything but the page's own style, should a text ever find a way out of its element.
const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1f24; --faint: #57606a; --line: #d0d7de; --code: #eff2f6 }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171c; --text: #e6e9ee; --faint: #9aa4b1; --line: #333b46; --code: #232931 }
}
body { background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; max-width: 58rem; margin: 2rem auto; padding: 0 1rem }
h2 { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1rem }
h3 { margin-bottom: 0.3rem }
code { background: var(--code); border-radius: 4px; padding: 0.1em 0.3em; font-size: 0.88em; overflow-wrap: anywhere }
em { color: var(--faint) }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid var(--line); padding: 0.35rem 0.6rem; text-align: left; vertical-align: top }
td.number { text-align: right }
.sign td { height: 3.5rem }
li { margin: 0.2rem 0 }
@media print { body { max-width: none } h2, h3 { break-after: avoid } li { break-inside: avoid } }
</style>
"#;

pub(super) fn write(handbook: &Handbook) -> String {
    let mut page = Page { text: HEAD.to_owned() };
    let policy = escape(&handbook.policy);
    page.put(format_args!(
        "<title>The policy {policy}</title>\n</head>\n<body>\n<h1>The policy {}</h1>",
        code(&handbook.policy)
    ));
    for paragraph in PREFACE {
        let paragraph = paragraph.replace("Words in this type", "<code>Words in this type</code>");
        page.put(format_args!("<p>{paragraph}</p>"));
    }
    let files: Vec<String> = handbook.files.iter().map(|file| code(file)).collect();
    let digest = code(&handbook.digest);
    page.put(format_args!("<p>It is read from {}. Its digest is {digest}.</p>", files.join(", ")));
    page.put(format_args!("<h2>All tools</h2>\n<table>\n<tr><th>tool</th><th>tier</th><th>approvals</th><th>lookups</th><th>has to hold</th><th>forbidden</th></tr>"));
    for (at, row) in handbook.rows.iter().enumerate() {
        let names = |names: &[std::sync::Arc<str>]| {
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ")
            }
        };
        page.put(format_args!(
            "<tr><td><a href=\"#c{at}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            code(&row.tool), row.tier, names(&row.approvals), names(&row.lookups), row.required, row.forbidden
        ));
    }
    page.put(format_args!("</table>"));
    handbook.chapters.iter().enumerate().for_each(|(at, chapter)| page.chapter(at, chapter));
    page.put(format_args!(
        "<h2>Signature</h2>\n<p>I have read this page, which says what the policy with the digest {digest} does.</p>"
    ));
    page.put(format_args!("<table class=\"sign\">\n<tr><th>name</th><th>date</th><th>signature</th></tr>\n<tr><td></td><td></td><td></td></tr>\n</table>\n</body>\n</html>"));
    page.text
}

struct Page {
    text: String,
}

impl Page {
    /// Writing to a text does not fail.
    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    fn chapter(&mut self, at: usize, chapter: &Chapter) {
        self.put(format_args!("<h2 id=\"c{at}\">{}</h2>", inline(&chapter.title)));
        for sentence in &chapter.lead {
            self.put(format_args!("<p>{}</p>", inline(sentence)));
        }
        for part in &chapter.parts {
            if let Some(title) = part.title {
                self.put(format_args!("<h3>{title}</h3>"));
            }
            self.points(&part.points);
        }
    }

    fn points(&mut self, points: &[Point]) {
        if points.is_empty() {
            return;
        }
        self.put(format_args!("<ul>"));
        for point in points {
            self.put(format_args!("<li>{}", inline(&point.text)));
            self.points(&point.below);
            self.put(format_args!("</li>"));
        }
        self.put(format_args!("</ul>"));
    }
}

fn inline(sentence: &Sentence) -> String {
    sentence.0.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Words(words) => escape(words),
        Piece::Code(text) => code(text),
        Piece::Said(text) => format!("“{}”", escape(text)),
        Piece::Doc(text) => format!("<em>{}</em>", escape(text)),
        Piece::All(pieces) => pieces.iter().map(self::piece).collect(),
    }
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

/// A text as text, in elements and in attributes.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in sanitise(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
