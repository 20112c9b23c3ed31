//! The page as Markdown. No text of a policy becomes markup.

use crate::diagnostic::sanitise;

use super::sentence::{Piece, Sentence};
use super::{Chapter, Handbook, PREFACE, Point};

pub(super) fn write(handbook: &Handbook) -> String {
    let mut page = Page { text: String::new() };
    page.block(&format!("# The policy {}", code(&handbook.policy)));
    for paragraph in PREFACE {
        page.block(paragraph.replace("Words in this type", "`Words in this type`").as_str());
    }
    let files: Vec<String> = handbook.files.iter().map(|file| code(file)).collect();
    page.block(&format!("It is read from {}. Its digest is {}.", files.join(", "), code(&handbook.digest)));
    page.block("## All tools");
    page.row(&["tool", "tier", "approvals", "lookups", "has to hold", "forbidden"].map(str::to_owned));
    page.row(&["---", "---", "---", "---", "---:", "---:"].map(str::to_owned));
    for row in &handbook.rows {
        let names = |names: &[std::sync::Arc<str>]| {
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ")
            }
        };
        let (required, forbidden) = (row.required.to_string(), row.forbidden.to_string());
        page.row(&[
            code(&row.tool),
            row.tier.to_owned(),
            names(&row.approvals),
            names(&row.lookups),
            required,
            forbidden,
        ]);
    }
    page.text.push('\n');
    handbook.chapters.iter().for_each(|chapter| page.chapter(chapter));
    page.block("## Signature");
    page.block(&format!(
        "I have read this page, which says what the policy with the digest {} does.",
        code(&handbook.digest)
    ));
    page.row(&["name", "date", "signature"].map(str::to_owned));
    page.row(&["---", "---", "---"].map(str::to_owned));
    page.row(&["&nbsp;", "&nbsp;", "&nbsp;"].map(str::to_owned));
    page.text
}

struct Page {
    text: String,
}

impl Page {
    fn block(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push_str("\n\n");
    }

    fn row(&mut self, cells: &[String]) {
        // A bar would end the cell, in code too.
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        self.text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }

    fn chapter(&mut self, chapter: &Chapter) {
        self.block(&format!("## {}", inline(&chapter.title)));
        chapter.lead.iter().for_each(|sentence| self.block(&inline(sentence)));
        for part in &chapter.parts {
            if let Some(title) = part.title {
                self.block(&format!("### {title}"));
            }
            part.points.iter().for_each(|point| self.point(point, 0));
            self.text.push('\n');
        }
    }

    fn point(&mut self, point: &Point, depth: usize) {
        self.text.push_str(&format!("{}- {}\n", "  ".repeat(depth), inline(&point.text)));
        point.below.iter().for_each(|below| self.point(below, depth + 1));
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
        Piece::Doc(text) => format!("*{}*", escape(text)),
        Piece::All(pieces) => pieces.iter().map(self::piece).collect(),
    }
}

/// A span of code: between more backquotes than it holds.
fn code(text: &str) -> String {
    let text = one_line(text);
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in one_line(text).chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '|' | '~' | '$') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn one_line(text: &str) -> String {
    sanitise(text).replace(['\n', '\t'], " ")
}
