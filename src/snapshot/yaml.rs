//! Reads YAML. The only file that names the YAML crate, which is read event by event: only its events tell a plain scalar
//! from a quoted one, and say where each stands.

use std::ops::Range;
use std::sync::Arc;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, Span};

use super::advice;
use super::limits::MAX_DEPTH;
use super::node::{Node, NodeKind};
use super::problem::{Problem, Problems, shortened};
use super::reader::{Count, MapBuilder, Stop, too_deep};
use super::scalar;
use crate::diagnostic::Code;

/// Reads one document, whose first byte is `base` of the whole text.
///
/// Left out of YAML, since each lets a text say something else than what stands there: tags, anchors and aliases, merge
/// keys, directives, keys that are no texts, further documents.
pub(super) fn read(text: &str, base: usize, problems: &mut Problems) -> Result<Node, Stop> {
    let options = granit_parser::options! {
        disallow_directives: true,
        emit_unresolved_aliases: true,
        emit_comments: false,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut builder = Builder { text, base, problems, stack: Vec::new(), count: Count::default(), root: None };
    for next in Parser::new_from_str_with_options(text, options) {
        match next {
            Ok((event, span)) => builder.event(event, &span)?,
            Err(error) => return Err(builder.stop(&error)),
        }
    }
    let end = builder.visible(base + text.len());
    builder.root.ok_or_else(|| {
        let problem = Problem::new(Code::NotADocument, end, "the document is empty");
        Stop::Syntax(problem.help("a snapshot begins with `chk: 1`").into())
    })
}

struct Builder<'a> {
    text: &'a str,
    base: usize,
    problems: &'a mut Problems,
    stack: Vec<Frame>,
    count: Count,
    root: Option<Node>,
}

/// A list or a map that is not complete.
enum Frame {
    List { start: usize, items: Vec<Node> },
    Map { start: usize, map: MapBuilder<Arc<str>>, key: Option<(Arc<str>, Range<usize>)> },
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), Stop> {
        let range = self.range(span);
        match event {
            Event::DocumentStart(..) if self.root.is_some() => {
                let message = "a second document begins here";
                let range = self.visible(range.start);
                return Err(Stop::Refused(
                    Problem::new(Code::NotADocument, range, message).help("one text holds one document").into(),
                ));
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse(anchor, tag.is_some(), span, &range);
                if self.wants_key() {
                    self.key(&text, style, range);
                } else {
                    let kind = self.scalar(&text, style, &range)?;
                    self.value(Node { kind, span: range })?;
                }
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                let message = "aliases are not read";
                self.problems.push(
                    Problem::new(Code::UnsupportedYaml, range.clone(), message)
                        .help("write the value out wherever it belongs, or quote it where it is a text"),
                );
                if self.wants_key() {
                    self.set_key("".into(), range);
                } else {
                    self.value(Node { kind: NodeKind::Null, span: range })?;
                }
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.refuse(anchor, tag.is_some(), span, &range);
                self.open(Frame::List { start: range.start, items: Vec::new() }, range)?;
            }
            Event::MappingStart(_, anchor, tag) => {
                self.refuse(anchor, tag.is_some(), span, &range);
                self.open(Frame::Map { start: range.start, map: MapBuilder::new(), key: None }, range)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let end = self.end_of(range.end);
                let node = match self.stack.pop() {
                    Some(Frame::List { start, items }) => {
                        Node { kind: NodeKind::List(items), span: start..end.max(start) }
                    }
                    Some(Frame::Map { start, map, .. }) => Node { kind: map.finish(), span: start..end.max(start) },
                    None => return Ok(()),
                };
                self.place(node);
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the next node is a key of a map.
    fn wants_key(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Map { key: None, .. }))
    }

    fn open(&mut self, frame: Frame, range: Range<usize>) -> Result<(), Stop> {
        let range = self.visible(range.start);
        if self.wants_key() {
            let problem = Problem::new(Code::WrongType, range, "a list or a map stands where a key belongs");
            return Err(Stop::Refused(problem.help("a key is a text").into()));
        }
        if self.stack.len() >= MAX_DEPTH {
            return Err(too_deep(range));
        }
        self.count.one(&range)?;
        self.stack.push(frame);
        Ok(())
    }

    fn key(&mut self, text: &str, style: ScalarStyle, range: Range<usize>) {
        if style == ScalarStyle::Plain {
            let problem =
                |message: String, help: &str| Problem::new(Code::WrongType, range.clone(), message).help(help);
            if text == "<<" {
                let help = "write the entries out, or quote the key where `<<` is its name";
                self.problems
                    .push(Problem::new(Code::UnsupportedYaml, range.clone(), "merge keys are not read").help(help));
            } else if !matches!(scalar::plain(text), Ok(NodeKind::Text(_))) {
                let message = if text.is_empty() {
                    "a key is missing".to_owned()
                } else {
                    format!("the key `{}` is no text", shortened(text))
                };
                self.problems.push(problem(message, "quote the key"));
            }
        }
        self.set_key(text.into(), range);
    }

    fn set_key(&mut self, text: Arc<str>, range: Range<usize>) {
        if let Some(Frame::Map { key, .. }) = self.stack.last_mut() {
            *key = Some((text, range));
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, range: &Range<usize>) -> Result<NodeKind, Stop> {
        if style != ScalarStyle::Plain {
            return Ok(NodeKind::Text(text.into()));
        }
        if scalar::is_json_number(text) {
            self.count.number(text, range)?;
        }
        Ok(scalar::plain(text).unwrap_or_else(|bad| {
            self.problems.push(Problem::new(Code::BadNumber, range.clone(), bad.message).help(bad.help));
            NodeKind::Null
        }))
    }

    fn value(&mut self, node: Node) -> Result<(), Stop> {
        self.count.one(&node.span)?;
        self.place(node);
        Ok(())
    }

    fn place(&mut self, node: Node) {
        // `weight:3` is a key of that name to YAML, without a value: to an author it never is.
        let is_plain = |key: &str, place: &Range<usize>| {
            self.text.get(place.start.saturating_sub(self.base)..).is_some_and(|text| text.starts_with(key))
        };
        match self.stack.last_mut() {
            Some(Frame::List { items, .. }) => items.push(node),
            Some(Frame::Map { map, key, .. }) => {
                if let Some((key, key_span)) = key.take() {
                    if let Some(glued) = advice::glued(&key)
                        .filter(|_| node.is_null() && node.span.is_empty() && is_plain(&key, &key_span))
                    {
                        let message = format!("`{}` is a key without a value", shortened(&key));
                        self.problems.push(
                            Problem::new(Code::NotADocument, key_span.clone(), message).help(advice::apart(glued)),
                        );
                    }
                    map.add(key, key_span, node, self.problems);
                }
            }
            None => self.root = Some(node),
        }
    }

    /// Reports an anchor or a tag of a node.
    fn refuse(&mut self, anchor: usize, tagged: bool, span: &Span, range: &Range<usize>) {
        let mut report = |range: Range<usize>, message: &str, help: &str| {
            self.problems.push(Problem::new(Code::UnsupportedYaml, range, message).help(help));
        };
        if tagged {
            let place = span.tag_span().and_then(|tag| tag.byte_range());
            let place = place.map_or(range.clone(), |tag| self.base + tag.start..self.base + tag.end);
            report(place, "tags are not read", "quote a text; anything else says what it is by itself");
        }
        if anchor != 0 {
            report(range.clone(), "anchors are not read", "write the value out wherever it belongs");
        }
    }

    fn range(&self, span: &Span) -> Range<usize> {
        let range = span.byte_range().unwrap_or(0..0);
        self.base + range.start..self.base + range.end
    }

    /// Where a block really ends: the parser closes it only where the next thing begins.
    fn end_of(&self, end: usize) -> usize {
        let before = self.text.get(..end.saturating_sub(self.base)).unwrap_or_default();
        self.base + before.trim_end().len()
    }

    /// The character at a byte, or the last one of the text.
    fn visible(&self, at: usize) -> Range<usize> {
        let at = at.saturating_sub(self.base);
        let width = |c: char| c.len_utf8();
        match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            Some(c) => self.base + at..self.base + at + width(c),
            None => {
                let last = self.text.chars().next_back().map_or(0, width);
                self.base + self.text.len() - last..self.base + self.text.len()
            }
        }
    }

    fn stop(&self, error: &ScanError) -> Stop {
        let marker = error.marker();
        let offset = marker
            .byte_offset()
            .unwrap_or_else(|| self.text.char_indices().nth(marker.index()).map_or(self.text.len(), |(at, _)| at));
        let range = self.visible(self.base + offset);
        let help = match error.kind() {
            ErrorKind::RecursionLimitExceeded => return too_deep(range),
            ErrorKind::DirectiveDisallowed => {
                let problem = Problem::new(Code::UnsupportedYaml, range, "directives are not read");
                return Stop::Refused(problem.help("leave the line out; YAML 1.2 is what is read").into());
            }
            ErrorKind::TabInIndentation | ErrorKind::TabInBlockIndentation | ErrorKind::TabNotAllowed => {
                Some("indent with blanks")
            }
            ErrorKind::UnexpectedCharacter { .. } => Some("quote a text that begins with a mark"),
            _ => None,
        };
        if let Some(advice) = advice::advise(self.text, offset, error.kind()) {
            let moved = |place: Range<usize>| self.base + place.start..self.base + place.end;
            let message = format!("this is no YAML: {}", advice.message);
            let span = if advice.span.is_empty() { range } else { moved(advice.span) };
            let problem = Problem::new(Code::NotADocument, span, message).help(advice.help);
            return Stop::Syntax(match advice.related {
                Some((place, text)) => problem.related(moved(place), text).into(),
                None => problem.into(),
            });
        }
        let message = format!("this is no YAML: {}", error.kind());
        Stop::Syntax(Problem::new(Code::NotADocument, range, message).maybe_help(help.map(str::to_owned)).into())
    }
}
