//! A file as a drawing shows it: safe for a terminal, and found by line without being searched from its start.

use std::sync::Arc;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::sanitise;
use super::sanitise::is_unsafe;
use crate::span::{File, Span};

/// Where more than this stands before or after what is to be seen, the lines around it are cut.
const LONGEST_WAY: usize = 2_000;

/// What is left of them.
const SHORT_WAY: usize = 120;

/// One file, prepared once for all drawings.
#[derive(Debug)]
pub(super) struct Source {
    name: String,
    text: Arc<str>,
    line_starts: Vec<usize>,
    /// Where characters were written out: from this offset of the file on, places move by so many bytes.
    moves: Vec<(usize, usize)>,
}

impl Source {
    pub(super) fn new(file: &File) -> Source {
        let name = sanitise(file.name()).into_owned();
        if file.text().trim().is_empty() {
            // A drawing of nothing has no place to point at.
            return Source { name, text: " ".into(), line_starts: vec![0], moves: Vec::new() };
        }
        let dangerous = |at: usize, letter: char| is_unsafe(letter) && !is_line_end(file.text(), at, letter);
        if !file.text().char_indices().any(|(at, letter)| dangerous(at, letter)) {
            let (text, line_starts) = (Arc::clone(file.text()), file.line_starts().to_vec());
            return Source { name, text, line_starts, moves: Vec::new() };
        }
        let (mut text, mut moves) = (String::with_capacity(file.text().len()), Vec::new());
        for (at, letter) in file.text().char_indices() {
            if dangerous(at, letter) {
                text.extend(letter.escape_unicode());
                let after = at + letter.len_utf8();
                moves.push((after, text.len() - after));
            } else {
                text.push(letter);
            }
        }
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Source { name, text: text.into(), line_starts, moves }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Start and length of what is underlined for a span: never beyond its first line nor longer than can be read, and
    /// never nothing at the end of the file, where it would not be drawn.
    pub(super) fn visible(&self, span: Span) -> (usize, usize) {
        let (start, end) = (self.moved(span.start as usize), self.moved(span.end as usize));
        let written = self.text.trim_end().len();
        if start >= written {
            let last = self.text.get(..written).and_then(|text| text.chars().next_back()).map_or(1, char::len_utf8);
            return (written.saturating_sub(last), last.min(self.text.len()));
        }
        let rest = self.text.get(start..end).unwrap_or("");
        let length = rest.find('\n').map_or(rest.len(), |line_end| rest.get(..line_end).unwrap_or("").trim_end().len());
        // Of what is longer than anybody reads the beginning is underlined.
        let length = if length > LONGEST_WAY { rest.floor_char_boundary(SHORT_WAY) } else { length };
        (start, length)
    }

    /// Where a byte of the file stands in the prepared text.
    fn moved(&self, offset: usize) -> usize {
        let passed = self.moves.partition_point(|(after, _)| *after <= offset);
        let shift = passed.checked_sub(1).and_then(|index| self.moves.get(index)).map_or(0, |(_, shift)| *shift);
        self.text.floor_char_boundary(offset.saturating_add(shift))
    }

    fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line).copied().unwrap_or(self.text.len())
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset().saturating_add(span.len()));
        if end > self.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let first = self.line_of(start).saturating_sub(before);
        let last = self.line_of(end.saturating_sub(usize::from(!span.is_empty()))).saturating_add(after);
        let (mut from, mut to) = (self.line_start(first), self.line_start(last.saturating_add(1)));
        // Lines of a length that nobody reads would make a drawing as long as the file.
        if start - from > LONGEST_WAY {
            let near = self.text.floor_char_boundary(start.saturating_sub(SHORT_WAY));
            from = self.line_start(self.line_of(start)).max(near);
        }
        if to.saturating_sub(end) > LONGEST_WAY {
            to = self.text.ceil_char_boundary(end.saturating_add(SHORT_WAY).min(self.text.len()));
        }
        let line = self.line_of(from);
        let place = if before == 0 { start.max(from) } else { from };
        let column = self.text.get(self.line_start(line)..place).map_or(0, |text| text.chars().count());
        let data = self.text.get(from..to).ok_or(MietteError::OutOfBounds)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            data.as_bytes(),
            SourceSpan::from((from, to - from)),
            line,
            column,
            data.lines().count(),
        )))
    }
}

/// A carriage return before a line feed ends the line and is not drawn.
fn is_line_end(text: &str, at: usize, letter: char) -> bool {
    letter == '\r' && text.as_bytes().get(at + 1) == Some(&b'\n')
}
