//! Paths and calls.

use crate::syntax::ast::{Argument, ExprKind, Literal, Name, Path, Step, StepKind};
use crate::syntax::build::Builder;
use crate::syntax::grammar::{Children, Node, Rule};
use crate::value::Value;

impl Builder<'_> {
    /// A `path` or `find_call` node.
    pub(in crate::syntax::build) fn path(&mut self, node: Node<'_>) -> Option<Path> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let head = self.name(&children.next()?);
        let (mut arguments, mut free, mut steps) = (None, Vec::new(), Vec::new());
        for node in children {
            match node.as_rule() {
                Rule::arguments | Rule::find_arguments => {
                    let (list, left_free) = self.arguments(node);
                    (arguments, free) = (Some(list), left_free);
                }
                _ => steps.push(self.step(node)?),
            }
        }
        Some(Path { head, arguments, free, steps, span })
    }

    /// The next path among the children.
    pub(in crate::syntax::build) fn next_path(&mut self, children: &mut Children<'_>) -> Option<Path> {
        let node = children.seek(Rule::path)?;
        self.path(node)
    }

    /// What stands in round brackets, and the arguments that are left free behind them.
    fn arguments(&mut self, node: Node<'_>) -> (Vec<Argument>, Vec<Name>) {
        let (mut arguments, mut free) = (Vec::new(), Vec::new());
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::every => arguments.push(Argument::Any(self.span(&node))),
                Rule::expr => arguments.extend(self.expr(node).map(Argument::Expr)),
                Rule::pattern | Rule::regex | Rule::words => {
                    arguments.extend(self.pattern(node).map(Argument::Pattern))
                }
                Rule::free => {
                    let entries = node.into_inner().filter(|node| node.as_rule() == Rule::free_entry);
                    free = entries.filter_map(|entry| self.next_name(&mut Children::of(entry))).collect();
                }
                _ => {}
            }
        }
        (arguments, free)
    }

    fn step(&mut self, node: Node<'_>) -> Option<Step> {
        let span = self.span(&node);
        let field = node.as_rule() == Rule::field_step;
        let mut children = Children::of(node);
        if field {
            let name = self.next_name(&mut children)?;
            let kind = match children.next() {
                Some(node) => {
                    let (arguments, free) = self.arguments(node);
                    StepKind::Call(name, arguments, free)
                }
                None => StepKind::Field(name),
            };
            return Some(Step { kind, span });
        }
        let inner = children.nth(1)?;
        let kind = match inner.as_rule() {
            Rule::every => StepKind::All,
            Rule::kw_where => StepKind::Where(Box::new(self.next_expr(&mut children)?)),
            _ => {
                let expr = self.expr(inner)?;
                match expr.kind {
                    ExprKind::Literal(value @ Value::Number(_)) => StepKind::Index(Literal { value, span: expr.span }),
                    _ => StepKind::Key(Box::new(expr)),
                }
            }
        };
        Some(Step { kind, span })
    }
}
