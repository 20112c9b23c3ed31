//! Whether a condition may come to nothing at all.

use crate::program::{Expr, ExprKind, Is, LogicOp};
use crate::value::Value;

use super::context::Context;
use super::key;
use super::state::{Atom, State};
use super::values::Values;

impl<'p> Context<'_, 'p> {
    /// Whether the condition may come to this in the state.
    pub(in crate::lint) fn may_be(&self, expr: &'p Expr, truth: bool, state: &State<'p>) -> bool {
        !self.assume(expr, truth, vec![state.clone()]).is_empty()
    }

    /// Whether the condition may be undecided in the state.
    pub(in crate::lint) fn may_be_unknown(&self, expr: &'p Expr, state: &State<'p>) -> bool {
        let expr = self.open(expr);
        match &expr.kind {
            ExprKind::Literal(value) => !matches!(value, Value::Bool(_)),
            ExprKind::Not(of) => self.may_be_unknown(of, state),
            ExprKind::Logic(op, left, right) => {
                let decisive = *op == LogicOp::Or;
                let (left, right) = (self.three(left, state), self.three(right, state));
                let decides = |side: &(bool, bool, bool)| match decisive {
                    true => !side.1 && !side.2,
                    false => !side.0 && !side.2,
                };
                (left.2 || right.2) && !decides(&left) && !decides(&right)
            }
            ExprKind::If(condition, then, otherwise) => {
                [condition, then, otherwise].iter().any(|part| self.may_be_unknown(part, state))
            }
            ExprKind::Compare(op, left, right) if super::assume::is_order(*op) => {
                let (left, right) = (self.read(left, state), self.read(right, state));
                let is_equality = super::values::turned(*op) == *op;
                is_open(&left) || is_open(&right) || !left.values.always_compares(&right.values, is_equality)
            }
            ExprKind::InLiterals { item, values, .. } => self.is_apart(item, values, state),
            ExprKind::InWhitelist { item, set, .. } => {
                let values = self.shared.program.whitelists.get(set.index()).map_or(&[][..], |list| &list.values);
                self.is_apart(item, values, state)
            }
            ExprKind::Matches(of, _) => {
                let atom = self.read(of, state);
                is_open(&atom) || !atom.values.is_text()
            }
            ExprKind::Is { of, what, .. } if !matches!(what, Is::Failed | Is::Said) => self.read(of, state).unknown,
            _ => match state.atoms.get(&key::fact(expr).0) {
                Some(atom) => is_open(atom) || !atom.values.is_truth(),
                None => {
                    let atom = self.read(expr, state);
                    is_open(&atom) || !atom.values.is_truth()
                }
            },
        }
    }

    /// Whether the condition is decided wherever all that it reads is known.
    pub(in crate::lint) fn is_decided_where_known(&self, expr: &'p Expr) -> bool {
        let mut state = State::default();
        self.know(expr, &mut state);
        !self.may_be_unknown(expr, &state)
    }

    fn know(&self, expr: &'p Expr, state: &mut State<'p>) {
        let expr = self.open(expr);
        match &expr.kind {
            ExprKind::Entry(_) | ExprKind::Path(..) | ExprKind::Root(_) => {
                let atom = Atom { unknown: false, ..self.start(expr, state) };
                state.atoms.insert(key::of(expr), atom);
            }
            ExprKind::Call(_, arguments) => arguments.iter().for_each(|of| self.know(of, state)),
            _ => super::replay::parts(expr).into_iter().for_each(|part| self.know(part, state)),
        }
    }

    /// Whether it may come to true, to false, and to nothing.
    fn three(&self, expr: &'p Expr, state: &State<'p>) -> (bool, bool, bool) {
        (self.may_be(expr, true, state), self.may_be(expr, false, state), self.may_be_unknown(expr, state))
    }

    fn is_apart(&self, item: &'p Expr, set: &[Value], state: &State<'p>) -> bool {
        let atom = self.read(item, state);
        is_open(&atom) || set.iter().any(|each| !atom.values.always_compares(&Values::of(each), true))
    }
}

fn is_open(atom: &Atom<'_>) -> bool {
    atom.unknown || atom.nowhere
}
