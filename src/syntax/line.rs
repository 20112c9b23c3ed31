//! The lines of a text. They decide nothing about what is accepted, but authors see a text as lines when one is missing
//! something.

/// The lines of a text with their indentation.
#[derive(Debug)]
pub(super) struct Lines {
    /// Where each line starts, and where its first character that is no blank stands.
    lines: Vec<(usize, usize)>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Lines {
        let mut start = 0;
        let lines = text.split('\n').map(|line| {
            let this = (start, start + line.len() - line.trim_start().len());
            start += line.len() + 1;
            this
        });
        Lines { lines: lines.collect() }
    }

    fn line(&self, at: usize) -> (usize, usize) {
        let index = self.lines.partition_point(|(start, _)| *start <= at);
        index.checked_sub(1).and_then(|index| self.lines.get(index)).copied().unwrap_or((0, 0))
    }

    /// Where the line starts in which this byte stands.
    pub(super) fn start(&self, at: usize) -> usize {
        self.line(at).0
    }

    /// The indentation of the line in which this byte stands.
    pub(super) fn indent(&self, at: usize) -> usize {
        let (start, first) = self.line(at);
        first - start
    }

    /// Whether nothing but blanks stands in front of this byte on its line.
    pub(super) fn is_first(&self, at: usize) -> bool {
        self.line(at).1 == at
    }
}
