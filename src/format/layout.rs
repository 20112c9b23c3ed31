//! From the pieces of a text to a document: each token once, in order, with what stands between two of them.

use super::around::Around;
use super::doc::{Doc, STEP};
use crate::syntax::{Form, Piece};

/// Makes the document.
pub(super) struct Layout<'t> {
    pub(super) around: Around<'t>,
    pub(super) docs: Vec<Doc<'t>>,
    /// The token before; none where nothing is to stand in front of the next one.
    last: Option<Form>,
    /// How many blanks follow the next token, so that what comes then stands in a column.
    pub(super) pad: usize,
}

impl<'t> Layout<'t> {
    pub(super) fn new(around: Around<'t>) -> Layout<'t> {
        Layout { around, docs: Vec::new(), last: None, pad: 0 }
    }

    /// A piece, with a blank in front of it where one belongs there.
    pub(super) fn piece(&mut self, piece: &Piece<'t>) {
        match piece.form {
            Form::File => self.file(piece),
            Form::Section | Form::For | Form::Tool | Form::Object | Form::Result | Form::Table => self.block(piece),
            Form::Rows | Form::Entries | Form::Values => self.list(piece),
            Form::Expr => self.expr(piece, STEP),
            Form::Conditional => self.conditional(piece),
            Form::Quantifier => self.quantifier(piece),
            _ if self.item(piece) => {}
            _ if piece.pieces.is_empty() => self.token(piece),
            _ => self.all(&piece.pieces),
        }
    }

    pub(super) fn all(&mut self, pieces: &[Piece<'t>]) {
        pieces.iter().for_each(|piece| self.piece(piece));
    }

    fn token(&mut self, token: &Piece<'t>) {
        self.gap(token);
        self.above(token);
        self.docs.push(Doc::Text(token.text));
        self.behind(token);
        if self.pad > 0 {
            self.docs.push(Doc::Blanks(std::mem::take(&mut self.pad)));
        }
        self.last = Some(token.form);
    }

    /// The blank in front of a token.
    fn gap(&mut self, next: &Piece<'t>) {
        let sticks = matches!(
            (self.last, next.form),
            (None | Some(Form::Tight | Form::Paren | Form::Dot), _)
                | (_, Form::Comma | Form::Colon | Form::End | Form::Dot | Form::Tight)
                | (Some(Form::Open), Form::Close)
        );
        if !sticks {
            self.docs.push(Doc::Blank);
        }
        self.last = None;
    }

    /// The comments above a token.
    pub(super) fn above(&mut self, token: &Piece<'t>) {
        let comments = self.around.take_above(token.start);
        let documents = comments.last().is_some_and(|last| is_doc(last.text));
        let any = !comments.is_empty();
        self.docs.extend(comments.iter().map(|one| Doc::Above { text: one.text, blank: one.apart }));
        // A doc comment stands directly above what it is about.
        if any && !documents && self.around.is_directly_apart(token.start) {
            self.docs.push(Doc::Apart);
        }
    }

    /// What stands in front of the first token of a group stands outside of it.
    pub(super) fn start(&mut self, pieces: &[Piece<'t>]) {
        if let Some(first) = pieces.first().map(Piece::first) {
            self.gap(first);
            self.above(first);
        }
    }

    /// The comments behind a token.
    pub(super) fn behind(&mut self, token: &Piece<'t>) {
        let comments = self.around.take_behind(token.end());
        self.docs.extend(comments.into_iter().map(Doc::Behind));
    }

    /// What `write` adds, apart.
    fn aside(&mut self, write: impl FnOnce(&mut Self)) -> Vec<Doc<'t>> {
        let outside = std::mem::take(&mut self.docs);
        write(self);
        std::mem::replace(&mut self.docs, outside)
    }

    /// What `write` adds stands together on one line of at most `width` characters, or is broken.
    pub(super) fn group(&mut self, width: usize, write: impl FnOnce(&mut Self)) {
        let inner = self.aside(write);
        self.docs.push(Doc::group(inner, width));
    }

    pub(super) fn indent(&mut self, by: usize, write: impl FnOnce(&mut Self)) {
        let inner = self.aside(write);
        self.docs.push(Doc::Indent(by, inner));
    }

    /// What `write` adds goes to the next line where it does not fit on this one.
    pub(super) fn fill(&mut self, write: impl FnOnce(&mut Self)) {
        self.last = None;
        let inner = self.aside(write);
        self.docs.push(Doc::Fill(inner));
    }

    /// A place where the line may end.
    pub(super) fn line(&mut self, flat: usize) {
        self.separate(Doc::Line { flat, blank: false });
    }

    /// A place where the line ends.
    pub(super) fn end_line(&mut self) {
        self.separate(Doc::Break { blank: false });
    }

    pub(super) fn separate(&mut self, line: Doc<'t>) {
        self.docs.push(line);
        self.last = None;
    }

    /// A piece of its own: the comments around it break nothing in it.
    pub(super) fn framed(&mut self, piece: &Piece<'t>, write: impl FnOnce(&mut Self)) {
        self.start(std::slice::from_ref(piece));
        let behind = self.around.take_behind(piece.last().end());
        write(self);
        self.docs.extend(behind.into_iter().map(Doc::Behind));
    }

    /// Whether a comment that is not written yet stands in front of any token of these, or behind it.
    pub(super) fn is_commented(&self, pieces: &[&Piece<'t>]) -> bool {
        let mut tokens = pieces.iter().flat_map(|piece| piece.tokens());
        tokens.any(|token| self.around.is_commented(token.start) || self.around.is_commented_behind(token.end()))
    }
}

/// Whether a comment is a doc comment.
pub(super) fn is_doc(comment: &str) -> bool {
    comment.starts_with("##") && !comment.starts_with("###")
}
