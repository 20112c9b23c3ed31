//! What was found, tried through the evaluator: with concrete values at every edge, before anything is said.

use std::collections::HashMap;

use crate::eval::trial::{Given, Trial};
use crate::program::{EntryId, Expr, ExprKind, Is, Step};
use crate::snapshot::Snapshot;
use crate::value::Value;

use super::context::Context;
use super::key;
use super::state::{Atom, State};

/// The most situations that are tried.
const MAX_TRIALS: usize = 300;

/// A concrete situation: what everything holds that the conditions read.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct Example<'p> {
    held: Vec<(String, &'p Expr, Given)>,
}

impl<'p> Example<'p> {
    /// What it holds, with the places where that is read. What is bound or only assumed to be true or false is left out.
    pub(in crate::lint) fn shown(&self) -> impl Iterator<Item = (&'p Expr, &Given)> {
        self.held.iter().filter(|(_, expr, _)| is_reading(expr)).map(|(_, expr, given)| (*expr, given))
    }
}

fn is_reading(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Entry(_)
            | ExprKind::Path(..)
            | ExprKind::Local(_)
            | ExprKind::Root(_)
            | ExprKind::Sibling(_)
            | ExprKind::Call(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Today
            | ExprKind::Now
    )
}

/// Tries conditions on examples.
pub(in crate::lint) struct Replay<'c, 's, 'p> {
    context: &'c Context<'s, 'p>,
    trial: Trial<'c>,
}

impl<'c, 's, 'p> Replay<'c, 's, 'p> {
    pub(in crate::lint) fn new(context: &'c Context<'s, 'p>, snapshot: &'c Snapshot) -> Replay<'c, 's, 'p> {
        let shared = context.shared;
        Replay { context, trial: Trial::new(shared.program, snapshot, shared.tool) }
    }

    /// What the evaluator makes of a condition in this situation.
    pub(in crate::lint) fn holds(&self, expr: &'p Expr, example: &Example<'p>) -> Option<bool> {
        let mut slots: Vec<(EntryId, Given)> = Vec::new();
        let mut values: HashMap<&str, &Given> = HashMap::new();
        for (key, expr, given) in &example.held {
            match expr.kind {
                ExprKind::Entry(id) if self.context.shared.slot(id).is_some() => slots.push((id, given.clone())),
                _ => drop(values.insert(key, given)),
            }
        }
        self.trial.holds(&self.filled_in(expr, &values), &slots)
    }

    /// Situations for these conditions, in each of the states: what the state says where it says something, and otherwise
    /// what the types allow.
    pub(in crate::lint) fn examples(&self, exprs: &[&'p Expr], states: &[State<'p>]) -> Vec<Example<'p>> {
        let mut near = vec![];
        exprs.iter().for_each(|expr| self.literals(expr, &mut near));
        let count = (MAX_TRIALS / states.len().max(1)).max(8);
        states.iter().flat_map(|state| self.of_state(exprs, state, &near, count)).collect()
    }

    fn of_state(&self, exprs: &[&'p Expr], state: &State<'p>, near: &[Value], count: usize) -> Vec<Example<'p>> {
        let mut atoms: Vec<(String, Atom<'p>)> =
            state.atoms.iter().map(|(key, atom)| (key.clone(), atom.clone())).collect();
        // What is put together from others is left to the evaluator.
        atoms.retain(|(_, atom)| !matches!(atom.expr.kind, ExprKind::Arithmetic(..)));
        exprs.iter().for_each(|expr| self.atoms(expr, state, &mut atoms));
        let choices: Vec<Vec<Given>> = atoms.iter().map(|(_, atom)| choices(atom, near)).collect();
        let total = choices.iter().try_fold(1usize, |total, each| total.checked_mul(each.len())).unwrap_or(usize::MAX);
        let mut examples = Vec::new();
        for at in 0..count.min(total) {
            // All of them where there are few; otherwise spread over them, with another remainder for each.
            let mut rest = if total <= count { at } else { at.wrapping_mul(2_654_435_761) };
            let held = atoms.iter().zip(&choices).filter_map(|((key, atom), each)| {
                let given = each.get(rest % each.len().max(1))?.clone();
                rest = if total <= count { rest / each.len().max(1) } else { rest.rotate_right(7).wrapping_add(at) };
                Some((key.clone(), atom.expr, given))
            });
            examples.push(Example { held: held.collect() });
        }
        examples
    }

    /// What a condition reads and the state does not mention.
    fn atoms(&self, expr: &'p Expr, state: &State<'p>, found: &mut Vec<(String, Atom<'p>)>) {
        let expr = self.context.open(expr);
        let (key, _) = key::fact(expr);
        if found.iter().any(|(known, _)| *known == key) {
            return;
        }
        let parts = parts(expr);
        if parts.is_empty() && !matches!(expr.kind, ExprKind::Literal(_)) {
            found.push((key, self.context.start(expr, state)));
        }
        parts.into_iter().for_each(|part| self.atoms(part, state, found));
    }

    fn literals(&self, expr: &'p Expr, found: &mut Vec<Value>) {
        let expr = self.context.open(expr);
        match &expr.kind {
            ExprKind::Literal(value) => found.push(value.clone()),
            ExprKind::InLiterals { values, .. } => found.extend(values.iter().take(20).cloned()),
            ExprKind::InWhitelist { set, .. } => {
                let set = self.context.shared.program.whitelists.get(set.index());
                found.extend(set.into_iter().flat_map(|set| &set.values).take(20).cloned());
            }
            _ => {}
        }
        parts(expr).into_iter().for_each(|part| self.literals(part, found));
    }

    /// The expression with what is given in the place of what is read, slots left as they are.
    fn filled_in(&self, expr: &Expr, values: &HashMap<&str, &Given>) -> Expr {
        let (key, negated) = key::fact(expr);
        if let Some(given) = values.get(key.as_str()) {
            let kind = match given {
                Given::Value(Value::Bool(truth)) => ExprKind::Literal(Value::Bool(*truth != negated)),
                Given::Value(value) => ExprKind::Literal(value.clone()),
                Given::Nowhere => ExprKind::Path(
                    Box::new(Expr { kind: ExprKind::Literal(Value::Null), span: expr.span }),
                    [Step::Field("nowhere".into())].into(),
                ),
                Given::Unknown => ExprKind::Entry(EntryId(u32::MAX)),
            };
            return Expr { kind, span: expr.span };
        }
        if let ExprKind::Entry(id) = expr.kind
            && let Some(entry) = self.context.shared.entry(id)
            && let crate::program::EntryKind::Let(of) = &entry.kind
            && !self.context.shared.opaque.borrow().contains(&id)
        {
            return self.filled_in(of, values);
        }
        let mut filled = expr.clone();
        parts_mut(&mut filled).into_iter().for_each(|part| *part = self.filled_in(part, values));
        filled
    }
}

/// The parts of an expression that the evaluator is left to put together, of one that is read or changed.
macro_rules! parts {
    ($kind:expr) => {
        match $kind {
            ExprKind::Not(of)
            | ExprKind::InWhitelist { item: of, .. }
            | ExprKind::InLiterals { item: of, .. }
            | ExprKind::Matches(of, _) => vec![of],
            ExprKind::Is { of, what, .. } if !matches!(what, Is::Failed | Is::Said) => vec![of],
            ExprKind::Logic(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Arithmetic(_, left, right) => vec![left, right],
            ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
            _ => Vec::new(),
        }
    };
}

pub(super) fn parts(expr: &Expr) -> Vec<&Expr> {
    parts!(&expr.kind)
}

fn parts_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    parts!(&mut expr.kind)
}

/// What an atom may hold, as few as tell the cases apart.
fn choices(atom: &Atom<'_>, near: &[Value]) -> Vec<Given> {
    let mut choices: Vec<Given> = atom.values.samples(near).into_iter().map(Given::Value).collect();
    if atom.nowhere {
        choices.push(Given::Nowhere);
    }
    if atom.unknown {
        choices.push(Given::Unknown);
    }
    choices
}
