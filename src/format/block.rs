//! What holds items: files, sections, tools and the like. Each item stands on lines of its own.

use super::doc::{Doc, NARROW, STEP, WIDTH};
use super::layout::Layout;
use super::list::bracketed;
use crate::syntax::{Form, Piece};

impl<'t> Layout<'t> {
    pub(super) fn file(&mut self, file: &Piece<'t>) {
        let Some((end, items)) = file.pieces.split_last() else { return };
        self.items(&items.iter().collect::<Vec<_>>());
        let blank = self.around.is_apart(end.start);
        self.separate(Doc::Break { blank });
        self.above(end);
    }

    /// Something that ends in braces with items between them.
    pub(super) fn block(&mut self, block: &Piece<'t>) {
        let (head, items, tail) = bracketed(&block.pieces);
        self.all(head);
        let mut items: Vec<&Piece<'t>> = items.iter().collect();
        if block.form == Form::Tool && !self.is_commented(&items) {
            items.sort_by_key(|item| item.form != Form::Tier);
        }
        if items.is_empty() && !tail.first().is_some_and(|close| self.around.is_commented(close.start)) {
            // Nothing stands between the braces.
        } else if is_short(block.form, &items) {
            let width = if block.form == Form::Result { NARROW } else { WIDTH };
            self.braces(width, tail, |layout| layout.row(&items));
        } else {
            self.indent(STEP, |layout| {
                layout.end_line();
                layout.items(&items);
                if let Some(close) = tail.first() {
                    let blank = !items.is_empty()
                        && layout.around.is_apart(close.start)
                        && layout.around.is_commented(close.start);
                    layout.separate(Doc::Break { blank });
                    layout.above(close);
                }
            });
            self.end_line();
        }
        self.all(tail);
    }

    /// Items on lines of their own. Empty lines between them are the author's, one at most, and stand around what takes
    /// several lines in any case.
    fn items(&mut self, items: &[&Piece<'t>]) {
        let (pads, tall): (Vec<usize>, Vec<bool>) =
            (self.pads(items), items.iter().map(|item| self.is_tall(item)).collect());
        let mut before: Option<(&Piece<'t>, bool)> = None;
        for ((item, pad), tall) in items.iter().zip(pads).zip(tall) {
            if let Some((before, tall_before)) = before {
                let apart = tall || tall_before || (is_head(before) && !is_head(item));
                let blank = apart || self.around.is_apart(item.first().start);
                self.separate(Doc::Break { blank });
            }
            self.framed(item, |layout| {
                layout.pad = pad;
                layout.piece(item);
            });
            before = Some((item, tall));
        }
    }

    /// Whether an item takes several lines in any case.
    fn is_tall(&self, item: &Piece<'t>) -> bool {
        let items: Vec<&Piece<'t>> = bracketed(&item.pieces).1.iter().collect();
        match item.form {
            Form::Section | Form::For => true,
            Form::Tool => !is_short(Form::Tool, &items) || self.is_commented(&items),
            _ => false,
        }
    }

    /// Items in one line where they fit on it.
    fn row(&mut self, items: &[&Piece<'t>]) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                let blank = self.around.is_apart(item.first().start);
                self.separate(Doc::Line { flat: 2, blank });
            }
            self.framed(item, |layout| layout.piece(item));
        }
    }

    /// By how much the first words of clauses and rows are widened, so that what follows them stands in a column: over each
    /// run with nothing between the lines.
    fn pads(&self, items: &[&Piece<'t>]) -> Vec<usize> {
        let width = |item: &Piece<'_>| match item.form {
            Form::ResultKind | Form::ResultOther | Form::Row => Some(item.first().text.chars().count()),
            _ => None,
        };
        let mut pads = Vec::with_capacity(items.len());
        let in_run = |_: &&Piece<'t>, next: &&Piece<'t>| {
            let start = next.first().start;
            !self.around.is_apart(start) && !self.around.is_commented(start)
        };
        for run in items.chunk_by(in_run) {
            let widest = run.iter().filter_map(|item| width(item)).max().unwrap_or(0);
            pads.extend(run.iter().map(|item| width(item).map_or(0, |width| widest - width)));
        }
        pads
    }
}

/// Whether the items may stand on the line of their braces: the tier of a tool, slots that say little more than a type, the
/// only clause of a result.
fn is_short(form: Form, items: &[&Piece<'_>]) -> bool {
    let plain = |item: &Piece<'_>| {
        let clauses = item.pieces.iter().map(|piece| piece.form);
        let long = |form: Form| (Form::From..=Form::Ask).contains(&form);
        item.form == Form::Slot && !clauses.into_iter().any(long)
    };
    match form {
        Form::Tool => items.iter().all(|item| item.form == Form::Tier || plain(item)),
        Form::Result => items.len() == 1,
        Form::Object => items.iter().all(|item| plain(item)),
        _ => false,
    }
}

/// Whether an item belongs to the head of a file.
fn is_head(item: &Piece<'_>) -> bool {
    matches!(item.form, Form::Language | Form::Use)
}
