//! What is to be written, and where it may break; and the writing, which breaks a line only where it does not fit.

/// The most characters of a line, where it can be broken.
pub(super) const WIDTH: usize = 120;

/// The most characters of a line that holds what as well might stand on two.
pub(super) const NARROW: usize = 80;

/// How much what belongs to a line stands further to the right below it.
pub(super) const STEP: usize = 2;

/// A piece of what is to be written.
#[derive(Debug)]
pub(super) enum Doc<'t> {
    /// As it stands.
    Text(&'t str),
    /// One blank.
    Blank,
    /// So many blanks.
    Blanks(usize),
    /// A line end where the group around it does not fit on a line, else so many blanks.
    Line { flat: usize, blank: bool },
    /// A line end; `blank` leaves a line empty.
    Break { blank: bool },
    /// Together on one line of at most `width` characters, or broken at each of its lines.
    Group { inner: Vec<Doc<'t>>, width: usize, broken: bool },
    /// What stands further to the right by so much, where a line begins in it.
    Indent(usize, Vec<Doc<'t>>),
    /// Behind one blank, or on a line of its own where it does not fit.
    Fill(Vec<Doc<'t>>),
    /// Written only where the group around it is broken.
    IfBroken(&'t str),
    /// A comment on a line of its own.
    Above { text: &'t str, blank: bool },
    /// A line is left empty behind the comment before.
    Apart,
    /// A comment at the end of a line.
    Behind(&'t str),
}

impl<'t> Doc<'t> {
    pub(super) fn group(inner: Vec<Doc<'t>>, width: usize) -> Doc<'t> {
        let broken = inner.iter().any(Doc::breaks);
        Doc::Group { inner, width, broken }
    }

    /// Whether a line ends in it, however wide it may be.
    fn breaks(&self) -> bool {
        match self {
            Doc::Break { .. } | Doc::Above { .. } | Doc::Behind(_) => true,
            Doc::Group { broken, .. } => *broken,
            Doc::Indent(_, inner) | Doc::Fill(inner) => inner.iter().any(Doc::breaks),
            _ => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

/// What is yet to be written, with the column where its lines begin.
type Step<'d, 't> = (usize, Mode, &'d Doc<'t>);

/// Writes a document; every line ends in a line feed, none in a blank.
pub(super) fn write(docs: &[Doc<'_>]) -> String {
    let mut writer = Writer { out: String::new(), column: 0, at_start: true, due: None };
    let mut stack: Vec<Step<'_, '_>> = docs.iter().rev().map(|doc| (0, Mode::Broken, doc)).collect();
    while let Some((indent, mode, doc)) = stack.pop() {
        match doc {
            Doc::Text(text) => writer.text(indent, text),
            Doc::Blank => writer.blanks(1),
            Doc::Blanks(count) => writer.blanks(*count),
            Doc::Line { flat, .. } if mode == Mode::Flat => writer.blanks(*flat),
            Doc::Line { blank, .. } | Doc::Break { blank } => writer.line(indent, *blank),
            Doc::Group { inner, width, broken } => {
                let flat = !broken && fits(width.saturating_sub(writer.next_column(indent)), inner, &stack);
                let mode = if flat || mode == Mode::Flat { Mode::Flat } else { Mode::Broken };
                stack.extend(inner.iter().rev().map(|doc| (indent, mode, doc)));
            }
            Doc::Indent(by, inner) => stack.extend(inner.iter().rev().map(|doc| (indent + by, mode, doc))),
            Doc::Fill(inner) => {
                if mode == Mode::Flat || fits(WIDTH.saturating_sub(writer.column + 1), inner, &stack) {
                    writer.blanks(1);
                } else {
                    writer.line(indent, false);
                }
                stack.extend(inner.iter().rev().map(|doc| (indent, mode, doc)));
            }
            Doc::IfBroken(text) if mode == Mode::Broken => writer.text(indent, text),
            Doc::IfBroken(_) => {}
            Doc::Above { text, blank } => writer.above(indent, text, *blank),
            Doc::Apart => writer.due = writer.due.map(|due| Due { blank: true, ..due }),
            Doc::Behind(text) => writer.behind(indent, text),
        }
    }
    writer.finish()
}

/// Whether `docs` fit on what is left of the line, with what follows up to the next place where it may be broken.
fn fits(room: usize, docs: &[Doc<'_>], after: &[Step<'_, '_>]) -> bool {
    let mut room = room;
    let mut rest = after.iter().rev();
    let mut stack: Vec<(Mode, &Doc<'_>)> = docs.iter().rev().map(|doc| (Mode::Flat, doc)).collect();
    loop {
        let Some((mode, doc)) = stack.pop().or_else(|| rest.next().map(|(_, mode, doc)| (*mode, *doc))) else {
            return true;
        };
        let width = match doc {
            Doc::Text(text) => text.chars().count(),
            Doc::Blank => 1,
            Doc::Blanks(count) => *count,
            Doc::Line { flat, .. } if mode == Mode::Flat => *flat,
            Doc::Fill(inner) if mode == Mode::Flat => {
                stack.extend(inner.iter().rev().map(|doc| (mode, doc)));
                1
            }
            Doc::Line { .. } | Doc::Break { .. } | Doc::Fill(_) | Doc::Above { .. } | Doc::Behind(_) => return true,
            Doc::Group { inner, .. } | Doc::Indent(_, inner) => {
                stack.extend(inner.iter().rev().map(|doc| (mode, doc)));
                0
            }
            Doc::IfBroken(text) if mode == Mode::Broken => text.chars().count(),
            Doc::IfBroken(_) | Doc::Apart => 0,
        };
        if width > room {
            return false;
        }
        room -= width;
    }
}

/// The line end that a comment calls for.
#[derive(Clone, Copy)]
struct Due {
    /// Whether a line is left empty behind it.
    blank: bool,
    /// Where the next line begins, if not where its text says.
    column: Option<usize>,
}

struct Writer {
    out: String,
    /// Where the next character stands.
    column: usize,
    /// Whether nothing stands on this line yet.
    at_start: bool,
    /// Whether the line has to end before anything else, since a comment does.
    due: Option<Due>,
}

impl Writer {
    fn next_column(&self, indent: usize) -> usize {
        self.due.map_or(self.column, |due| due.column.unwrap_or(indent))
    }

    fn blanks(&mut self, count: usize) {
        if !self.at_start && self.due.is_none() {
            self.out.extend(std::iter::repeat_n(' ', count));
            self.column += count;
        }
    }

    fn line(&mut self, indent: usize, blank: bool) {
        let blank = blank || self.due.is_some_and(|due| due.blank);
        self.due = None;
        if !self.out.is_empty() && !self.at_start {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.push_str(if blank { "\n\n" } else { "\n" });
        }
        self.column = indent;
        self.at_start = true;
    }

    /// Ends the line where a comment stands on it, and moves to where something may be written.
    fn begin(&mut self, indent: usize) {
        if let Some(due) = self.due {
            self.line(due.column.unwrap_or(indent), false);
        }
        if self.at_start {
            self.out.extend(std::iter::repeat_n(' ', self.column));
            self.at_start = false;
        }
    }

    fn text(&mut self, indent: usize, text: &str) {
        self.begin(indent);
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    fn above(&mut self, indent: usize, text: &str, blank: bool) {
        if !self.at_start {
            self.line(indent, blank);
        }
        self.text(indent, text);
        self.due = Some(Due { blank: false, column: Some(self.column - text.chars().count()) });
    }

    fn behind(&mut self, indent: usize, text: &str) {
        self.begin(indent);
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push_str("  ");
        self.out.push_str(text);
        self.due = Some(Due { blank: false, column: None });
    }

    fn finish(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }
}
