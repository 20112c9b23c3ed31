//! An example of a word, out of those of the pages.

use super::{SOURCES, begins, blocks, has_word};

/// As much of an example as is shown.
const MOST_LINES: usize = 12;

/// The first example that uses the word: in one of these sections, or else in any. A line with what stands deeper below it.
pub(super) fn example(word: &str, is_function: bool, sections: &[&str]) -> Option<String> {
    let examples = examples();
    let call = format!("{word}(");
    let opens = |line: &str| begins(line.trim_start(), word) && (!is_function || line.trim_start().starts_with(&call));
    let holds = |line: &str| if is_function { line.contains(&call) } else { has_word(line, word) };
    // Where it opens a line it is what the line is about.
    let is: [&dyn Fn(&str) -> bool; 2] = [&opens, &holds];
    let in_sections = |own: bool| examples.iter().filter(move |(section, _)| !own || sections.contains(section));
    let mut tries = [true, false].into_iter().flat_map(|own| is.map(|is| (own, is)));
    tries.find_map(|(own, is)| in_sections(own).find_map(|(_, block)| excerpt(block, is)))
}

/// Each with its section.
fn examples() -> Vec<(&'static str, &'static str)> {
    let (mut section, mut examples) = ("", Vec::new());
    for block in SOURCES.iter().flat_map(|source| blocks(source.text)) {
        if let Some(title) = block.strip_prefix("## ") {
            section = title.trim();
        } else if block.starts_with("```chk") {
            examples.push((section, block.trim_end().trim_end_matches("```")));
        }
    }
    examples
}

fn excerpt(block: &str, is_it: impl Fn(&str) -> bool) -> Option<String> {
    let lines: Vec<&str> = block.lines().skip(1).collect();
    let at = lines.iter().position(|line| !line.trim_start().starts_with('#') && is_it(line))?;
    let depth = |line: &str| line.len() - line.trim_start().len();
    let (first, below) = lines.get(at..)?.split_first()?;
    let indent = depth(first);
    let is_below = |line: &&&str| {
        line.trim().is_empty() || depth(line) > indent || (line.trim_start().starts_with('}') && depth(line) == indent)
    };
    let below = below.iter().take_while(is_below);
    let mut shown: Vec<&str> =
        std::iter::once(first).chain(below).map(|line| line.get(indent..).unwrap_or_default()).collect();
    while shown.last().is_some_and(|last| last.is_empty()) {
        shown.pop();
    }
    match shown.len() > MOST_LINES {
        true => Some(shown.iter().take(MOST_LINES).chain([&"  ..."]).copied().collect::<Vec<_>>().join("\n")),
        false => Some(shown.join("\n")),
    }
}
