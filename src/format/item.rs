//! Items and clauses, each with the places where its lines end.

use super::doc::{Doc, NARROW, STEP, WIDTH};
use super::expr::has_operands;
use super::layout::Layout;
use super::list::bracketed;
use crate::syntax::{Form, Piece};

/// The length of `from` and its blank, below which its further lines stand.
const FROM: usize = 5;

impl<'t> Layout<'t> {
    /// Writes an item or a clause that has a layout of its own; says whether it has one.
    pub(super) fn item(&mut self, item: &Piece<'t>) -> bool {
        match item.form {
            Form::Slot => self.group(WIDTH, |layout| layout.slot(&item.pieces)),
            Form::From => self.hanging(&item.pieces, FROM),
            Form::SaidAs | Form::Listed | Form::Step => self.hanging(&item.pieces, STEP),
            Form::ForHead => self.hanging(&item.pieces, STEP + STEP),
            Form::Lookup => self.group(WIDTH, |layout| layout.lookup(&item.pieces)),
            Form::Effect => self.effect(&item.pieces),
            Form::Assertion => self.assertion(&item.pieces),
            Form::Pattern => self.group(WIDTH, |layout| layout.pattern(&item.pieces)),
            Form::Require => self.require(&item.pieces),
            Form::Forbid => self.forbid(&item.pieces),
            Form::Asked => self.asked(&item.pieces),
            Form::Guard => self.guard(&item.pieces),
            Form::Group => self.broken_at(&item.pieces, Form::From),
            Form::ResultKind => self.clauses(&item.pieces),
            _ => return false,
        }
        true
    }

    /// What follows commas fills its lines, which begin further to the right by so much.
    fn hanging(&mut self, pieces: &[Piece<'t>], indent: usize) {
        let Some((word, values)) = pieces.split_first() else { return };
        self.piece(word);
        self.indent(indent, |layout| layout.filled(values));
    }

    /// A line may end in front of these pieces.
    fn broken_at(&mut self, pieces: &[Piece<'t>], form: Form) {
        self.start(pieces);
        self.group(WIDTH, |layout| {
            layout.indent(STEP, |layout| {
                for piece in pieces {
                    if piece.form == form {
                        layout.line(1);
                    }
                    layout.piece(piece);
                }
            });
        });
    }

    /// A slot or a fact: what is asked stands on a line of its own, and then so do the sources and the other names.
    fn slot(&mut self, pieces: &[Piece<'t>]) {
        let is_clause = |piece: &&Piece<'_>| piece.form <= Form::Ask;
        let head = pieces.iter().take_while(|piece| !is_clause(piece));
        let clauses = self.in_order(pieces.iter().filter(is_clause).collect());
        let asks = clauses.iter().any(|clause| clause.form == Form::Ask);
        head.for_each(|piece| self.piece(piece));
        self.indent(STEP, |layout| {
            for clause in clauses {
                match clause.form {
                    Form::From | Form::AtTrigger | Form::Alias | Form::Ask if asks => layout.end_line(),
                    Form::From | Form::AtTrigger | Form::Alias => layout.line(1),
                    _ => {
                        layout.fill(|layout| layout.piece(clause));
                        continue;
                    }
                }
                layout.piece(clause);
            }
        });
    }

    /// Clauses whose order means nothing, in that in which they are written. A comment keeps its place, and with it every
    /// clause keeps its own.
    fn in_order<'p>(&self, mut clauses: Vec<&'p Piece<'t>>) -> Vec<&'p Piece<'t>> {
        if !self.is_commented(&clauses) {
            clauses.sort_by_key(|clause| clause.form);
        }
        clauses
    }

    fn lookup(&mut self, pieces: &[Piece<'t>]) {
        let is_clause = |piece: &&Piece<'_>| matches!(piece.form, Form::Within | Form::Outside);
        let clauses = self.in_order(pieces.iter().filter(is_clause).collect());
        self.indent(STEP, |layout| {
            for piece in pieces.iter().filter(|piece| !is_clause(piece)) {
                if piece.form == Form::By {
                    layout.line(1);
                }
                layout.piece(piece);
            }
            clauses.into_iter().for_each(|clause| layout.fill(|layout| layout.piece(clause)));
        });
    }

    fn assertion(&mut self, pieces: &[Piece<'t>]) {
        let unless = pieces.iter().position(|piece| piece.form == Form::Unless).unwrap_or(pieces.len());
        let (claim, unless) = pieces.split_at(unless);
        self.all(claim);
        if !unless.is_empty() {
            self.indent(STEP, |layout| layout.fill(|layout| layout.all(unless)));
        }
    }

    fn effect(&mut self, pieces: &[Piece<'t>]) {
        let (head, fields, tail) = bracketed(pieces);
        self.group(NARROW, |layout| {
            layout.all(head);
            layout.entries(fields, tail, Form::Entries);
            layout.indent(STEP, |layout| {
                for piece in tail {
                    if piece.form == Form::SaidAs {
                        layout.line(1);
                    }
                    layout.piece(piece);
                }
            });
        });
    }

    /// Several patterns stand on a line each where they do not fit on one.
    fn pattern(&mut self, pieces: &[Piece<'t>]) {
        let (head, patterns) = pieces.split_at(3.min(pieces.len()));
        self.all(head);
        if let [only] = patterns {
            return self.piece(only);
        }
        self.indent(STEP, |layout| {
            for (index, piece) in patterns.iter().enumerate() {
                if piece.form != Form::Comma {
                    let blank = index > 0 && layout.around.is_apart(piece.first().start);
                    layout.separate(Doc::Line { flat: 1, blank });
                }
                layout.piece(piece);
            }
        });
    }

    fn require(&mut self, pieces: &[Piece<'t>]) {
        let otherwise = pieces.iter().position(|piece| piece.form == Form::Else).unwrap_or(pieces.len());
        let (condition, otherwise) = pieces.split_at(otherwise);
        self.group(WIDTH, |layout| {
            for piece in condition {
                if piece.form == Form::Expr && has_operands(piece) {
                    layout.indent(STEP, |layout| {
                        layout.line(1);
                        layout.expr(piece, 0);
                    });
                } else {
                    layout.piece(piece);
                }
            }
        });
        self.below(otherwise);
    }

    fn forbid(&mut self, pieces: &[Piece<'t>]) {
        let because = pieces.iter().position(|piece| piece.form == Form::Because).unwrap_or(pieces.len());
        let (condition, because) = pieces.split_at(because);
        self.broken_at(condition, Form::When);
        self.below(because);
    }

    /// What always stands on a line of its own.
    fn below(&mut self, pieces: &[Piece<'t>]) {
        self.indent(STEP, |layout| {
            layout.end_line();
            layout.all(pieces);
        });
    }

    /// `confirm` and `notice`: with a condition, the text stands on the same line only where that is short.
    fn asked(&mut self, pieces: &[Piece<'t>]) {
        let message = pieces.iter().position(|piece| piece.form == Form::Message).unwrap_or(pieces.len());
        let (condition, message) = pieces.split_at(message);
        let is_conditional = condition.iter().any(|piece| piece.form == Form::When);
        self.group(if is_conditional { NARROW } else { WIDTH }, |layout| {
            layout.broken_at(condition, Form::When);
            layout.indent(STEP, |layout| {
                layout.line(1);
                layout.all(message);
            });
        });
    }

    fn guard(&mut self, pieces: &[Piece<'t>]) {
        let steps = pieces.iter().position(|piece| piece.form == Form::Step).unwrap_or(pieces.len());
        let (head, steps) = pieces.split_at(steps);
        self.broken_at(head, Form::When);
        steps.iter().for_each(|step| self.below(std::slice::from_ref(step)));
    }

    /// A clause of a result.
    fn clauses(&mut self, pieces: &[Piece<'t>]) {
        let is_clause = |piece: &&Piece<'_>| matches!(piece.form, Form::Retriable | Form::Keep | Form::Because);
        let clauses = self.in_order(pieces.iter().filter(is_clause).collect());
        pieces.iter().filter(|piece| !is_clause(piece)).for_each(|piece| self.piece(piece));
        self.indent(STEP, |layout| {
            clauses.into_iter().for_each(|clause| layout.fill(|layout| layout.piece(clause)));
        });
    }
}
