//! What a condition says about emptiness: `cap is known` guards `amount <= cap`.

use crate::syntax::ast::{self, CompareOp, LogicOp, StepKind};
use crate::value::Value;

use super::Lowerer;

impl Lowerer<'_, '_, '_> {
    /// Goes on knowing that these are not empty.
    pub(super) fn knowing<R>(&mut self, keys: Vec<String>, then: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.known.len();
        self.known.extend(keys);
        let result = then(self);
        self.known.truncate(outer);
        result
    }

    /// What is not empty wherever the condition is `truth`. Only tests that an empty value answers with yes or no
    /// count; `cap > 1` itself is undecided on one, so it guards nothing.
    pub(super) fn facts(&self, tree: &ast::Expr, truth: bool) -> Vec<String> {
        match &tree.kind {
            ast::ExprKind::Not(of) => self.facts(of, !truth),
            ast::ExprKind::Logic(op, left, right) => {
                let (left, right) = (self.facts(left, truth), self.facts(right, truth));
                // A true `and` and a false `or` say both; otherwise only what both sides say is certain.
                if (*op == LogicOp::And) == truth {
                    left.into_iter().chain(right).collect()
                } else {
                    left.into_iter().filter(|key| right.contains(key)).collect()
                }
            }
            ast::ExprKind::Is { of, negated, what } => {
                let says = match what.text.as_str() {
                    "known" | "said" => truth != *negated,
                    "null" | "empty" => truth == *negated,
                    _ => false,
                };
                self.keys(says, of)
            }
            ast::ExprKind::Compare(CompareOp::Equal, left, right) => self.equal(left, right, truth),
            ast::ExprKind::Compare(CompareOp::NotEqual, left, right) => self.equal(left, right, !truth),
            ast::ExprKind::InList { negated, item, values } => {
                let says = truth != *negated && values.iter().all(|literal| literal.value != Value::Null);
                self.keys(says, item)
            }
            _ => Vec::new(),
        }
    }

    fn equal(&self, left: &ast::Expr, right: &ast::Expr, truth: bool) -> Vec<String> {
        let literal = |tree: &ast::Expr| match &tree.kind {
            ast::ExprKind::Literal(value) => Some(*value == Value::Null),
            _ => None,
        };
        match (literal(left), literal(right)) {
            (None, Some(null)) => self.keys(truth != null, left),
            (Some(null), None) => self.keys(truth != null, right),
            _ => Vec::new(),
        }
    }

    fn keys(&self, says: bool, tree: &ast::Expr) -> Vec<String> {
        match &tree.kind {
            ast::ExprKind::Path(path) if says => self.key(path).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// What a plain path is about.
    fn key(&self, path: &ast::Path) -> Option<String> {
        if path.arguments.is_some() {
            return None;
        }
        let (mut key, skipped) = self.head_key(path)?;
        for step in path.steps.iter().skip(skipped) {
            let StepKind::Field(name) = &step.kind else { return None };
            key.push('.');
            key.push_str(&name.text);
        }
        Some(key)
    }
}
