//! Repairs: the edits of findings, put into the texts that they are about.

use std::collections::BTreeMap;

use crate::span::{FileId, FileSet, Span};

use super::{Diagnostic, Edit};

/// The texts of the files in which findings can be mended, mended. Of repairs that touch the same place only the first is
/// made; the others wait for the next round.
///
/// ```
/// use chk::diagnostic::{Code, Diagnostic, mended};
/// use chk::span::{FileSet, Span};
///
/// let mut files = FileSet::new();
/// let file = files.add("lamp.chk", "from instruction, user_answer");
/// let span = Span::new(file, 5, 29);
/// let finding = Diagnostic::new(Code::SourceOrder, span, "in another order").edit(span, "user_answer, instruction");
/// assert_eq!(mended(&files, &[finding])[&file], "from user_answer, instruction");
/// ```
pub fn mended(files: &FileSet, findings: &[Diagnostic]) -> BTreeMap<FileId, String> {
    let mut chosen: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
    for finding in findings {
        let touches = |edit: &Edit| {
            let others = chosen.get(&edit.span.file).into_iter().flatten();
            others.into_iter().any(|other| meets(edit.span, other.span))
        };
        if !finding.fix().iter().any(touches) {
            finding.fix().iter().for_each(|edit| chosen.entry(edit.span.file).or_default().push(edit));
        }
    }
    chosen.into_iter().filter_map(|(id, edits)| Some((id, with(files.file(id)?.text(), edits)?))).collect()
}

/// Whether two edits cannot both be made: they share a byte, or both put something in at one place.
fn meets(one: Span, other: Span) -> bool {
    one.overlaps(other) || one.start == other.start
}

fn with(text: &str, mut edits: Vec<&Edit>) -> Option<String> {
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut mended, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        mended.push_str(text.get(at..edit.span.start as usize)?);
        mended.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    mended.push_str(text.get(at..)?);
    Some(mended)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn of_repairs_that_touch_each_other_the_first_is_made() {
        let mut files = FileSet::new();
        let file = files.add("a", "abcdef");
        let find = |edits: &[(usize, usize, &str)]| {
            let start = Diagnostic::new(Code::SourceOrder, Span::new(file, 0, 0), "");
            edits.iter().fold(start, |one, (from, to, text)| one.edit(Span::new(file, *from, *to), *text))
        };
        let findings = [find(&[(1, 2, "B"), (4, 5, "E")]), find(&[(0, 1, "A"), (4, 6, "")]), find(&[(2, 2, "-")])];
        assert_eq!(mended(&files, &findings).get(&file).map(String::as_str), Some("aB-cdEf"));
    }

    #[test]
    fn an_edit_outside_of_its_file_changes_nothing() {
        let mut files = FileSet::new();
        let file = files.add("a", "é");
        for (from, to) in [(1, 2), (5, 6)] {
            let finding =
                Diagnostic::new(Code::SourceOrder, Span::new(file, 0, 0), "").edit(Span::new(file, from, to), "");
            assert!(mended(&files, &[finding]).is_empty());
        }
    }
}
