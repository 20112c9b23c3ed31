//! The code in a text: what stands there as a sample and is not said.
//!
//! Code is a block between fences (three or more backticks or tildes, to the end of the text where none closes it), what
//! stands between as many backticks within a paragraph, and the inside of `<code>` and `<pre>`.

use std::collections::HashMap;
use std::ops::Range;

/// Where the code of a text stands, in bytes, in order and apart from each other.
pub(super) fn code(text: &str) -> Vec<Range<usize>> {
    let mut found = blocks(text);
    for (open, close) in [("<pre", "</pre>"), ("<code", "</code>")] {
        elements(text, open, close, &mut found);
    }
    merged(found)
}

/// Ranges in order, those that overlap or touch as one.
pub(super) fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match apart.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => apart.push(range),
        }
    }
    apart
}

/// A fence: which character, how often, and what stands behind it.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    // A fence may stand in a quoted or listed part.
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let line = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line).trim_start();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = line.trim_start_matches(mark);
    let length = line.len() - rest.len();
    // Backticks behind backticks are code within a line.
    (length >= 3 && !(mark == '`' && rest.contains('`'))).then_some((mark, length, rest))
}

fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(char, usize, usize)> = None;
    let (mut at, mut paragraph) = (0, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        match (open, fence(line)) {
            (Some((mark, length, start)), Some((closing, closing_length, rest)))
                if closing == mark && closing_length >= length && rest.trim().is_empty() =>
            {
                found.push(start..end);
                open = None;
                paragraph = end;
            }
            (Some(_), _) => {}
            (None, Some((mark, length, _))) => {
                spans(text, paragraph..at, &mut found);
                open = Some((mark, length, at));
            }
            (None, None) if line.trim().is_empty() => {
                spans(text, paragraph..at, &mut found);
                paragraph = end;
            }
            (None, None) => {}
        }
        at = end;
    }
    match open {
        Some((_, _, start)) => found.push(start..text.len()),
        None => spans(text, paragraph..text.len(), &mut found),
    }
    found
}

/// Code within a paragraph: from a run of backticks to the next run of the same length.
fn spans(text: &str, paragraph: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.get(paragraph.clone()).unwrap_or_default().match_indices('`') {
        let at = paragraph.start + at;
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end += 1,
            None => runs.push(at..at + 1),
        }
    }
    // From behind, so that each run knows its partner without looking for it.
    let mut next: HashMap<usize, usize> = HashMap::new();
    let mut partners: Vec<Option<usize>> =
        runs.iter().enumerate().rev().map(|(index, run)| next.insert(run.len(), index)).collect();
    partners.reverse();
    let mut index = 0;
    while let Some(run) = runs.get(index) {
        match partners.get(index).copied().flatten().and_then(|partner| Some((partner, runs.get(partner)?))) {
            Some((partner, closing)) => {
                found.push(run.start..closing.end);
                index = partner + 1;
            }
            None => index += 1,
        }
    }
}

/// What stands between a tag, whatever its attributes, and its closing one.
fn elements(text: &str, open: &str, close: &str, found: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(open)).map(|offset| at + offset) {
        at = start + open.len();
        if !text.get(at..).is_some_and(|rest| rest.starts_with(['>', ' '])) {
            continue;
        }
        let Some(end) = text.get(at..).and_then(|rest| rest.find(close)) else { return };
        at += end + close.len();
        found.push(start..at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        code(text).into_iter().filter_map(|range| text.get(range)).collect()
    }

    #[test]
    fn fenced_blocks_are_code_to_their_fence_or_to_the_end() {
        assert_eq!(of("a\n```c\nint x;\n```\nb"), ["```c\nint x;\n```\n"]);
        assert_eq!(of("~~~~\n~~~\n```\n~~~~~\nb"), ["~~~~\n~~~\n```\n~~~~~\n"]);
        assert_eq!(of("a\n  ```\nx\n\ny"), ["  ```\nx\n\ny"]);
        assert_eq!(of("> ```\n> x\n> ```\nb"), ["> ```\n> x\n> ```\n"]);
        assert_eq!(of("``\nx\n"), [""; 0]);
    }

    #[test]
    fn backticks_pair_by_their_number_within_a_paragraph() {
        assert_eq!(of("a `b` c ``d ` e`` f"), ["`b`", "``d ` e``"]);
        assert_eq!(of("a `b\nc` d"), ["`b\nc`"]);
        assert_eq!(of("a `b\n\nc` d"), [""; 0]);
        assert_eq!(of("```a``` b"), ["```a```"]);
        assert_eq!(of("a ` b"), [""; 0]);
    }

    #[test]
    fn elements_of_code_are_code() {
        assert_eq!(
            of("a <code>b</code> <pre class='x'>c\n\nd</pre>"),
            ["<code>b</code>", "<pre class='x'>c\n\nd</pre>"]
        );
        assert_eq!(of("<codex>b</code> <code>c"), [""; 0]);
    }
}
