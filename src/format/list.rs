//! Lists in brackets.

use super::doc::{Doc, STEP, WIDTH};
use super::layout::Layout;
use crate::syntax::{Form, Piece};

impl<'t> Layout<'t> {
    /// A list whose values stand in brackets, with what stands before and behind these.
    pub(super) fn list(&mut self, piece: &Piece<'t>) {
        let (head, values, tail) = bracketed(&piece.pieces);
        self.all(head);
        match piece.form {
            Form::Values if head.last().is_some_and(|open| open.form != Form::Open) => self.values(values),
            _ => self.entries(values, tail, piece.form),
        }
        self.all(tail);
    }

    /// Values that fill their lines.
    pub(super) fn values(&mut self, values: &[Piece<'t>]) {
        self.indent(STEP, |layout| layout.filled(values));
    }

    /// Values with commas between them, each behind the one before where it fits.
    pub(super) fn filled(&mut self, values: &[Piece<'t>]) {
        let mut after_comma = false;
        for value in values {
            if after_comma {
                self.above(value.first());
                self.fill(|layout| layout.piece(value));
            } else {
                self.piece(value);
            }
            after_comma = value.form == Form::Comma;
        }
    }

    /// Entries between braces: all on one line, or on lines of their own with a comma behind each.
    pub(super) fn entries(&mut self, pieces: &[Piece<'t>], tail: &[Piece<'t>], form: Form) {
        let is_commented = |piece: &Piece<'t>| self.around.is_commented(piece.start);
        if pieces.is_empty() && !tail.first().is_some_and(is_commented) {
            return;
        }
        let entries: Vec<&[Piece<'t>]> = pieces.split_inclusive(|piece| piece.form == Form::Comma).collect();
        self.braces(WIDTH, tail, |layout| {
            for (index, entry) in entries.iter().enumerate() {
                let Some(first) = entry.first().map(Piece::first) else { continue };
                let last = index + 1 == entries.len();
                // The author's lines group values that belong together.
                if index > 0 && form != Form::Entries && !layout.around.begins_line(first.start) {
                    layout.fill(|layout| layout.entry(entry, last));
                    continue;
                }
                if index > 0 {
                    let blank = layout.around.is_apart(first.start);
                    layout.separate(Doc::Line { flat: 1, blank });
                }
                layout.entry(entry, last);
            }
        });
    }

    /// What stands between braces, of which the opening one is written: on their line, or on lines of its own.
    pub(super) fn braces(&mut self, width: usize, tail: &[Piece<'t>], write: impl FnOnce(&mut Self)) {
        self.group(width, |layout| {
            layout.indent(STEP, |layout| {
                layout.line(1);
                write(layout);
                // Comments in front of the closing brace are about what stands in the braces.
                if let Some(close) = tail.first() {
                    layout.above(close);
                }
            });
            layout.line(1);
        });
    }

    /// One entry with its comma, which is written behind the last one only where it ends a line.
    fn entry(&mut self, entry: &[Piece<'t>], last: bool) {
        match entry.split_last() {
            Some((comma, value)) if comma.form == Form::Comma && last => {
                self.all(value);
                if self.around.is_commented(comma.start) || self.around.is_commented_behind(comma.end()) {
                    self.piece(comma);
                } else {
                    self.docs.push(Doc::IfBroken(","));
                }
            }
            Some((end, _)) if last => {
                let behind = self.around.take_behind(end.last().end());
                self.all(entry);
                self.docs.push(Doc::IfBroken(","));
                self.docs.extend(behind.into_iter().map(Doc::Behind));
            }
            _ => self.all(entry),
        }
    }
}

/// What stands up to the first opening bracket, between it and its closing one, and from there on.
pub(super) fn bracketed<'p, 't>(pieces: &'p [Piece<'t>]) -> (&'p [Piece<'t>], &'p [Piece<'t>], &'p [Piece<'t>]) {
    let opens = |piece: &Piece<'_>| matches!(piece.form, Form::Open | Form::Paren | Form::Tight);
    let closes = |piece: &Piece<'_>| matches!(piece.form, Form::Close | Form::End);
    let open = pieces.iter().position(opens).map_or(pieces.len(), |open| open + 1);
    let (head, rest) = pieces.split_at(open);
    let close = rest.iter().position(closes).unwrap_or(rest.len());
    let (inner, tail) = rest.split_at(close);
    (head, inner, tail)
}
