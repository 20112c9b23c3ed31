//! The situations in which a condition comes to true, or to false.

use crate::eval::trial;
use crate::program::{CompareOp, Expr, ExprKind, Function, Is, LogicOp, QuantifierKind};
use crate::value::Value;

use super::context::Context;
use super::key;
use super::state::{Atom, Order, State};
use super::values::{Values, turned};

/// The most situations that are told apart. Where there are more, what splits them further is left out.
const MAX_STATES: usize = 48;

impl<'p> Context<'_, 'p> {
    /// Of these situations the ones in which the condition is decided and comes to `truth`; none is left out in which
    /// it does.
    pub(in crate::lint) fn assume(&self, expr: &'p Expr, truth: bool, states: Vec<State<'p>>) -> Vec<State<'p>> {
        let expr = self.open(expr);
        if states.is_empty() || states.len() > MAX_STATES {
            return states;
        }
        match &expr.kind {
            ExprKind::Not(of) => self.assume(of, !truth, states),
            ExprKind::Logic(op, left, right) => {
                if (*op == LogicOp::And) == truth {
                    let states = self.assume(left, truth, states);
                    self.assume(right, truth, states)
                } else {
                    let mut either = self.assume(left, truth, states.clone());
                    either.extend(self.assume(right, truth, states));
                    either
                }
            }
            ExprKind::If(condition, then, otherwise) => {
                let held = self.assume(condition, true, states.clone());
                let mut either = self.assume(then, truth, held);
                let failed = self.assume(condition, false, states.clone());
                either.extend(self.assume(otherwise, truth, failed));
                // Undecided, where both branches are alike.
                let alike = self.assume(then, truth, states);
                either.extend(self.assume(otherwise, truth, alike));
                either
            }
            _ => states.into_iter().filter_map(|state| self.leaf(expr, truth, state)).collect(),
        }
    }

    fn leaf(&self, expr: &'p Expr, truth: bool, state: State<'p>) -> Option<State<'p>> {
        match &expr.kind {
            ExprKind::Literal(value) => (*value == Value::Bool(truth)).then_some(state),
            ExprKind::Compare(op, left, right) if is_order(*op) => self.compare(*op, left, right, truth, state),
            ExprKind::InLiterals { item, values, negated } => self.member(item, values, truth != *negated, state),
            ExprKind::InWhitelist { item, set, negated } => {
                let values = self.shared.program.whitelists.get(set.index()).map_or(&[][..], |list| &list.values);
                self.member(item, values, truth != *negated, state)
            }
            ExprKind::Is { of, what, negated } if !matches!(what, Is::Failed | Is::Said) => {
                self.is(of, *what, truth != *negated, state)
            }
            ExprKind::Matches(of, _) => {
                let state = self.refine(state, of, |values| values.texts_only())?;
                self.fact(expr, truth, state)
            }
            ExprKind::Compare(CompareOp::StartsWith | CompareOp::EndsWith, left, right) => {
                let state = self.refine(state, left, |values| values.texts_only())?;
                let state = self.refine(state, right, |values| values.texts_only())?;
                self.fact(expr, truth, state)
            }
            ExprKind::Quantifier { kind: QuantifierKind::Any, lists, .. } if truth => {
                let state = lists.iter().try_fold(state, |state, list| self.filled(list, state))?;
                self.fact(expr, truth, state)
            }
            ExprKind::Quantifier { kind: QuantifierKind::All, lists, .. } if !truth && lists.len() == 1 => {
                let state = lists.iter().try_fold(state, |state, list| self.filled(list, state))?;
                self.fact(expr, truth, state)
            }
            _ => self.fact(expr, truth, state),
        }
    }

    fn filled(&self, list: &'p Expr, state: State<'p>) -> Option<State<'p>> {
        self.refine(state, list, |values| Values { filled: values.filled, ..Values::none() })
    }

    /// Something that is true or false and is not looked into.
    fn fact(&self, expr: &'p Expr, truth: bool, state: State<'p>) -> Option<State<'p>> {
        let (key, negated) = key::fact(expr);
        self.note(state, key, expr, |values| values.meet(&Values::truth(truth != negated)))
    }

    fn compare(
        &self,
        op: CompareOp,
        left: &'p Expr,
        right: &'p Expr,
        truth: bool,
        state: State<'p>,
    ) -> Option<State<'p>> {
        let (left, right) = (self.open(left), self.open(right));
        let (a, b) = (self.read(left, &state), self.read(right, &state));
        let (one, other) = (key::of(left), key::of(right));
        if one == other && !Order::of(op, truth).equal {
            return None;
        }
        let state = self.refine(state, left, |values| values.against(op, &b.values, truth))?;
        let state = self.refine(state, right, |values| values.against(turned(op), &a.values, truth))?;
        let is_literal = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(_));
        if one == other || is_literal(left) || is_literal(right) {
            return Some(state);
        }
        state.order(one, other, Order::of(op, truth))
    }

    fn member(&self, item: &'p Expr, set: &[Value], held: bool, state: State<'p>) -> Option<State<'p>> {
        let like = |values: &Values, each: &Value| values.against(CompareOp::Equal, &Values::of(each), held);
        self.refine(state, item, |values| match held {
            true => set.iter().fold(Values::none(), |all, each| all.join(&like(&values, each))),
            false => set.iter().fold(values, |left, each| like(&left, each)),
        })
    }

    fn is(&self, of: &'p Expr, what: Is, holds: bool, state: State<'p>) -> Option<State<'p>> {
        let narrow = |values: &Values| match what {
            Is::Known => {
                if holds {
                    values.known()
                } else {
                    null_of(values)
                }
            }
            Is::Null => {
                if holds {
                    null_of(values)
                } else {
                    values.known()
                }
            }
            _ => values.empty(holds),
        };
        let is_there = (what == Is::Known) == holds;
        if is_there {
            return self.refine(state, of, |values| narrow(&values));
        }
        let of = self.open(of);
        let atom = self.read(of, &state);
        let values = narrow(&atom.values);
        if values.is_none() && !atom.nowhere {
            return None;
        }
        let mut state = state;
        state.atoms.insert(key::of(of), Atom { values, unknown: false, ..atom });
        self.settled(state)
    }

    /// Leaves those of its values that `keep` keeps: it is there, and known. None where nothing is left.
    fn refine(&self, state: State<'p>, expr: &'p Expr, keep: impl FnOnce(Values) -> Values) -> Option<State<'p>> {
        let expr = self.open(expr);
        if matches!(expr.kind, ExprKind::Literal(_)) {
            return (!keep(self.read(expr, &state).values).is_none()).then_some(state);
        }
        self.note(state, key::of(expr), expr, keep)
    }

    fn note(
        &self,
        mut state: State<'p>,
        key: String,
        expr: &'p Expr,
        keep: impl FnOnce(Values) -> Values,
    ) -> Option<State<'p>> {
        let known = state.atoms.get(&key).map(|atom| atom.values.clone());
        let own = self.start(expr, &state);
        let values = keep(known.map_or_else(|| own.values.clone(), |known| known.meet(&own.values)));
        if values.is_none() {
            return None;
        }
        state.atoms.insert(key, Atom { expr: own.expr, values, unknown: false, nowhere: false });
        self.settled(state)
    }

    /// With what follows from one thing for another: patterns from texts of which there are only some, lengths from what
    /// is empty. None where they contradict each other.
    fn settled(&self, mut state: State<'p>) -> Option<State<'p>> {
        let decided = state.atoms.values().filter(|atom| !atom.unknown && !atom.nowhere);
        let noted: Vec<(&'p Expr, Values)> = decided.map(|atom| (atom.expr, atom.values.clone())).collect();
        for (expr, values) in noted {
            match &expr.kind {
                ExprKind::Matches(of, _) | ExprKind::Compare(CompareOp::StartsWith | CompareOp::EndsWith, of, _) => {
                    self.match_texts(expr, of, &values, &mut state)?;
                }
                ExprKind::Call(Function::Size | Function::Length, arguments) => {
                    if let [of] = &**arguments {
                        self.match_size(of, &values, &mut state)?;
                    }
                }
                _ => {}
            }
        }
        Some(state)
    }

    fn match_texts(&self, expr: &'p Expr, of: &'p Expr, truth: &Values, state: &mut State<'p>) -> Option<()> {
        let of = self.open(of);
        let Some(atom) = state.atoms.get_mut(&key::of(of)) else { return Some(()) };
        let Some(texts) = atom.values.listed_texts() else { return Some(()) };
        let kept = texts.iter().filter(|text| match self.text_fact(expr, text) {
            Some(true) => truth.yes,
            Some(false) => truth.no,
            None => true,
        });
        let kept = kept.fold(Values::none(), |all, text| all.join(&Values::of(&Value::Text(text.clone()))));
        atom.values = kept;
        (!atom.values.is_none()).then_some(())
    }

    /// What the evaluator says of a text.
    fn text_fact(&self, expr: &Expr, text: &str) -> Option<bool> {
        match &expr.kind {
            ExprKind::Matches(_, pattern) => Some(trial::matches(self.shared.program, *pattern, text)),
            ExprKind::Compare(op, _, right) => match &right.kind {
                ExprKind::Literal(right) => trial::compare(*op, &Value::from(text), right),
                _ => None,
            },
            _ => None,
        }
    }

    fn match_size(&self, of: &'p Expr, size: &Values, state: &mut State<'p>) -> Option<()> {
        let of = self.open(of);
        let atom = self.read(of, state);
        let zero = Values::of(&Value::from(0i64));
        let can_be_nothing = !size.meet(&zero).is_none();
        let can_be_more = *size != Values { whole: size.whole, ..zero };
        let mut values = Values::none();
        if can_be_nothing {
            values = values.join(&atom.values.known().empty(true));
        }
        if can_be_more {
            values = values.join(&atom.values.empty(false));
        }
        if values.is_none() {
            return None;
        }
        state.atoms.insert(key::of(of), Atom { values, unknown: false, nowhere: false, ..atom });
        Some(())
    }
}

pub(super) fn is_order(op: CompareOp) -> bool {
    turned(op) != op || matches!(op, CompareOp::Equal | CompareOp::NotEqual)
}

fn null_of(values: &Values) -> Values {
    Values { null: values.null, ..Values::none() }
}
