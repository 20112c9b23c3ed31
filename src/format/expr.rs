//! Expressions: broken in front of the operators that bind loosest.

use super::doc::{STEP, WIDTH};
use super::layout::Layout;
use crate::syntax::{Form, Piece};

impl<'t> Layout<'t> {
    /// An expression, whose further lines begin further to the right by so much.
    pub(super) fn expr(&mut self, expr: &Piece<'t>, indent: usize) {
        match expr.pieces.as_slice() {
            [only] => self.piece(only),
            pieces => self.operation(pieces, indent),
        }
    }

    fn operation(&mut self, pieces: &[Piece<'t>], indent: usize) {
        let Some(operator) = loosest(pieces) else { return self.all(pieces) };
        let mut parts = pieces.split(|piece| piece.form == operator);
        let operators = pieces.iter().filter(|piece| piece.form == operator);
        let first = parts.next().unwrap_or_default();
        self.start(pieces);
        self.group(WIDTH, |layout| {
            layout.indent(indent, |layout| layout.operation(first, STEP));
            layout.indent(indent, |layout| {
                for (operator, part) in operators.zip(parts) {
                    layout.line(1);
                    layout.piece(operator);
                    layout.operation(part, STEP);
                }
            });
        });
    }

    /// `if A then B else if C then D else E`: every `else` on a line, or all on one.
    pub(super) fn conditional(&mut self, piece: &Piece<'t>) {
        self.start(&piece.pieces);
        self.group(WIDTH, |layout| layout.indent(STEP, |layout| layout.branches(piece)));
    }

    fn branches(&mut self, piece: &Piece<'t>) {
        for part in &piece.pieces {
            match part.pieces.as_slice() {
                [next] if next.form == Form::Conditional && part.form == Form::Expr => self.branches(next),
                _ if part.form == Form::Else => {
                    self.line(1);
                    self.piece(part);
                }
                _ => self.piece(part),
            }
        }
    }

    /// `any(x in LIST where C: E)`: what is said of each goes to the next line as a whole.
    pub(super) fn quantifier(&mut self, piece: &Piece<'t>) {
        let colon = piece.pieces.iter().position(|part| part.form == Form::Colon);
        let (head, rest) = piece.pieces.split_at(colon.map_or(piece.pieces.len(), |colon| colon + 1));
        let filter = head.iter().position(|part| part.form == Form::Filter).unwrap_or(head.len());
        let (lists, filter) = head.split_at(filter);
        self.start(&piece.pieces);
        self.group(WIDTH, |layout| {
            layout.group(WIDTH, |layout| {
                layout.all(lists);
                layout.indent(STEP + STEP, |layout| {
                    if !filter.is_empty() {
                        layout.line(1);
                    }
                    layout.all(filter);
                });
            });
            let [quantified, close @ ..] = rest else { return };
            layout.indent(STEP, |layout| {
                layout.line(1);
                quantified.pieces.iter().for_each(|expr| layout.expr(expr, 0));
            });
            layout.all(close);
        });
    }
}

/// Whether an expression can be broken between its operands.
pub(super) fn has_operands(expr: &Piece<'_>) -> bool {
    loosest(&expr.pieces).is_some()
}

/// The form of the operators that bind loosest, of those in front of which a line may end.
fn loosest(pieces: &[Piece<'_>]) -> Option<Form> {
    let has = |form| pieces.iter().any(|piece| piece.form == form);
    // A sum within a comparison is broken together with what it is compared with, or not at all.
    let sum = has(Form::Sum) && !has(Form::Compare);
    [Form::Or, Form::And].into_iter().find(|form| has(*form)).or(sum.then_some(Form::Sum))
}
