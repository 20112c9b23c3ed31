//! Where something stands: files, byte spans, lines and columns.

use std::sync::{Arc, OnceLock};

/// A file of a [`FileSet`], by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u32);

/// A half-open range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        // Files over the size limit (well under 4 GiB) never get a span, so the conversion only saturates in theory.
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// Whether a byte stands in both.
    pub fn overlaps(self, other: Span) -> bool {
        self.file == other.file && self.start < other.end && other.start < self.end
    }

    /// From the start of `self` to the end of `other`, which stands in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place in a text as people count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Line, from 1.
    pub line: usize,
    /// Column in Unicode scalars, from 1.
    pub column: usize,
    /// Offset in bytes, from 0.
    pub offset: usize,
}

/// One text with the starts of its lines.
#[derive(Debug)]
pub struct File {
    name: String,
    text: Arc<str>,
    /// Looked for when a line is asked for, which a policy without mistakes seldom is.
    line_starts: OnceLock<Box<[usize]>>,
}

impl File {
    fn new(name: String, text: Arc<str>) -> File {
        File { name, text, line_starts: OnceLock::new() }
    }

    /// The name under which the file was read.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Line and column of a byte offset; an offset past the end is the end.
    pub fn location(&self, offset: usize) -> Location {
        let offset = self.text.floor_char_boundary(offset);
        let starts = self.line_starts();
        let line = starts.partition_point(|start| *start <= offset);
        let start = starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = self.text.get(start..offset).map_or(0, |before| before.chars().count()) + 1;
        Location { line, column, offset }
    }

    /// The byte offsets at which lines start; the first is 0.
    pub fn line_starts(&self) -> &[usize] {
        let behind_each = || self.text.match_indices('\n').map(|(at, _)| at + 1);
        self.line_starts.get_or_init(|| std::iter::once(0).chain(behind_each()).collect())
    }
}

/// All files that a policy was read from, in the order in which they were met.
#[derive(Debug, Default)]
pub struct FileSet {
    files: Vec<File>,
}

impl FileSet {
    /// An empty set.
    pub fn new() -> FileSet {
        FileSet::default()
    }

    /// Adds a file and says its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(File::new(name.into(), text.into()));
        id
    }

    /// The file with this id, where it is one of this set's.
    pub fn file(&self, id: FileId) -> Option<&File> {
        self.files.get(id.0 as usize)
    }

    /// All files with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        (0u32..).map(FileId).zip(&self.files)
    }

    /// The text that a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).and_then(|file| file.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }
}
