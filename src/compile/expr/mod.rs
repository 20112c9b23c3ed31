//! Expressions: names resolved, types checked and the tree lowered in one pass.

mod call;
mod compare;
mod head;
mod narrow;
mod path;
mod quantifier;

use std::sync::Arc;

use indexmap::IndexMap;

use crate::check::roots::Reach;
use crate::check::{Field, Ty, operators, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Expr, ExprKind, Is, PatternId, ToolId};
use crate::span::Span;
use crate::syntax::ast::{self, ArithmeticOp, LogicOp};
use crate::value::Value;

use super::checklist::{Checklist, Stand};
use super::render;
use super::session::Session;

/// A lowered expression with all that is known of its value.
#[derive(Debug)]
pub(super) struct Typed {
    pub(super) expr: Expr,
    pub(super) ty: Ty,
    /// Whether it comes from a slot that may be empty, with nothing around it that says that it is not.
    pub(super) empty: bool,
    pub(super) unit: Option<Arc<str>>,
    /// What a test like `cap is known` is about, where it is a plain path.
    pub(super) key: Option<String>,
}

impl Typed {
    fn new(kind: ExprKind, span: Span, ty: Ty) -> Typed {
        Typed { expr: Expr { kind, span }, ty, empty: false, unit: None, key: None }
    }

    /// What stands in for something that was reported: it fits everywhere, so that nothing follows from it.
    fn unknown(span: Span) -> Typed {
        Typed::new(ExprKind::Literal(Value::Null), span, Ty::Any)
    }
}

/// A name that an expression binds.
#[derive(Clone, Debug)]
struct Local {
    name: String,
    ty: Ty,
}

/// Lowers the expressions of one place.
#[derive(Debug)]
pub(super) struct Lowerer<'s, 'm, 'a> {
    pub(super) session: &'s mut Session<'m, 'a>,
    /// The checklist whose entries are in reach.
    pub(super) list: Option<&'s Checklist<'m, 'a>>,
    /// Where the expression stands.
    pub(super) stand: Stand,
    /// Which roots are in reach.
    pub(super) reach: Reach,
    /// The tools whose `call.arguments` a guard or a result reads; none: any tool's.
    pub(super) tools: Option<Vec<ToolId>>,
    locals: Vec<Local>,
    siblings: Option<Arc<IndexMap<String, Field>>>,
    /// What is known not to be empty here.
    known: Vec<String>,
    /// The `let`s that are being put in, where there is no entry to read.
    inlined: Vec<Span>,
    inlinings: usize,
}

impl<'s, 'm, 'a> Lowerer<'s, 'm, 'a> {
    pub(super) fn new(
        session: &'s mut Session<'m, 'a>,
        list: Option<&'s Checklist<'m, 'a>>,
        stand: Stand,
        reach: Reach,
    ) -> Lowerer<'s, 'm, 'a> {
        Lowerer {
            session,
            list,
            stand,
            reach,
            tools: None,
            locals: Vec::new(),
            siblings: None,
            known: Vec::new(),
            inlined: Vec::new(),
            inlinings: 0,
        }
    }

    /// Something that must be true or false.
    pub(super) fn condition(&mut self, tree: &ast::Expr) -> Expr {
        self.boolean(tree, "a condition").expr
    }

    /// A refinement of a value of this type, which is `it`.
    pub(super) fn refinement(&mut self, tree: &ast::Expr, it: Ty) -> Expr {
        let outer = std::mem::replace(&mut self.locals, vec![Local { name: "it".to_owned(), ty: it }]);
        let lowered = self.condition(tree);
        self.locals = outer;
        lowered
    }

    /// Goes on with the fields of an object in reach.
    pub(super) fn among<R>(&mut self, siblings: Arc<IndexMap<String, Field>>, then: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.siblings.replace(siblings);
        let result = then(self);
        self.siblings = outer;
        result
    }

    pub(super) fn report(&mut self, finding: Diagnostic) {
        self.session.findings.add(finding);
    }

    pub(super) fn pattern(&mut self, tree: &ast::Pattern) -> PatternId {
        let session = &mut *self.session;
        session.patterns.intern(session.model, tree, &mut session.findings)
    }

    /// An expression of any type.
    pub(super) fn expr(&mut self, tree: &ast::Expr) -> Typed {
        let span = tree.span;
        match &tree.kind {
            ast::ExprKind::Literal(value) => Typed::new(ExprKind::Literal(value.clone()), span, Ty::of_value(value)),
            ast::ExprKind::Path(path) => self.path(path),
            ast::ExprKind::Not(of) => {
                let of = self.boolean(of, "what `not` negates").expr;
                Typed::new(ExprKind::Not(Box::new(of)), span, Ty::Boolean)
            }
            ast::ExprKind::Logic(op, left, right) => self.logic(*op, left, right, span),
            ast::ExprKind::Compare(op, left, right) => self.compare(*op, left, right, span),
            ast::ExprKind::In { negated, item, set } => self.is_in(*negated, item, set, span),
            ast::ExprKind::InList { negated, item, values } => self.in_list(*negated, item, values, span),
            ast::ExprKind::Matches(of, pattern) => {
                let text = self.expr(of);
                if !text.ty.may_be_text() {
                    self.mismatch(of.span, format!("`matches` reads a text, and this is {}", text.ty.describe()));
                }
                self.needs_value(&text, of, "matches");
                let pattern = self.pattern(pattern);
                Typed::new(ExprKind::Matches(Box::new(text.expr), pattern), span, Ty::Boolean)
            }
            ast::ExprKind::Is { of, negated, what } => self.is(of, *negated, what, span),
            ast::ExprKind::Arithmetic(op, left, right) => self.arithmetic(*op, left, right, span),
            ast::ExprKind::If(condition, then, otherwise) => self.either(condition, then, otherwise, span),
            ast::ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, span),
        }
    }

    fn boolean(&mut self, tree: &ast::Expr, what: &str) -> Typed {
        let typed = self.expr(tree);
        if !typed.ty.may_be_boolean() {
            let message = format!("{what} is true or false, and this is {}", typed.ty.describe());
            let help = format!("compare it with something: `{} == ...`", render::expr(tree));
            self.report(Diagnostic::new(Code::TypeMismatch, tree.span, message).help(help));
        }
        typed
    }

    /// Each side is judged with what the other one says about emptiness: logic is truth-functional, so that the order
    /// of `cap is null or amount <= cap` makes no difference.
    fn logic(&mut self, op: LogicOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed {
        let what = if op == LogicOp::And { "each side of `and`" } else { "each side of `or`" };
        let (from_left, from_right) = (self.facts(left, op == LogicOp::And), self.facts(right, op == LogicOp::And));
        let left = self.knowing(from_right, |this| this.boolean(left, what));
        let right = self.knowing(from_left, |this| this.boolean(right, what));
        Typed::new(ExprKind::Logic(op, Box::new(left.expr), Box::new(right.expr)), span, Ty::Boolean)
    }

    fn is(&mut self, of: &ast::Expr, negated: bool, what: &ast::Name, span: Span) -> Typed {
        let asked = match what.text.as_str() {
            "known" => Some(Is::Known),
            "null" => Some(Is::Null),
            "empty" => Some(Is::Empty),
            "failed" => Some(Is::Failed),
            "said" => Some(Is::Said),
            _ => None,
        };
        let typed = self.expr(of);
        let Some(asked) = asked else {
            self.report(words::unknown(what, "word after `is`", words::IS));
            return Typed { ty: Ty::Boolean, ..Typed::unknown(span) };
        };
        Typed::new(ExprKind::Is { of: Box::new(typed.expr), what: asked, negated }, span, Ty::Boolean)
    }

    fn arithmetic(&mut self, op: ArithmeticOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed {
        let (a, b) = (self.expr(left), self.expr(right));
        self.needs_value(&a, left, op.as_str());
        self.needs_value(&b, right, op.as_str());
        let ty = operators::arithmetic(op, &a.ty, &b.ty).unwrap_or_else(|| {
            let message = format!("`{}` does not take {} and {}", op.as_str(), a.ty.describe(), b.ty.describe());
            let finding = Diagnostic::new(Code::TypeMismatch, span, message)
                .label(left.span, a.ty.describe())
                .label(right.span, b.ty.describe());
            self.report(match (&a.ty, &b.ty) {
                (Ty::Date, Ty::DateTime) | (Ty::DateTime, Ty::Date) => {
                    finding.help("take the day of the one: `date(...)`")
                }
                _ => finding,
            });
            Ty::Any
        });
        let unit = match op {
            ArithmeticOp::Add | ArithmeticOp::Subtract => {
                self.same_unit(&a, &b, span);
                a.unit.or(b.unit)
            }
            // A product of two units and a quotient by one is something else, which no unit names.
            ArithmeticOp::Multiply => {
                if a.unit.is_some() && b.unit.is_some() {
                    None
                } else {
                    a.unit.or(b.unit)
                }
            }
            ArithmeticOp::Divide => {
                if b.unit.is_some() {
                    None
                } else {
                    a.unit
                }
            }
        };
        let kind = ExprKind::Arithmetic(op, Box::new(a.expr), Box::new(b.expr));
        Typed { unit, ..Typed::new(kind, span, ty) }
    }

    fn either(&mut self, condition: &ast::Expr, then: &ast::Expr, otherwise: &ast::Expr, span: Span) -> Typed {
        let (if_true, if_false) = (self.facts(condition, true), self.facts(condition, false));
        let condition = self.boolean(condition, "what `if` asks");
        let then = self.knowing(if_true, |this| this.expr(then));
        let otherwise = self.knowing(if_false, |this| this.expr(otherwise));
        let kind = ExprKind::If(Box::new(condition.expr), Box::new(then.expr), Box::new(otherwise.expr));
        let unit = if then.unit == otherwise.unit { then.unit } else { then.unit.xor(otherwise.unit) };
        Typed {
            empty: then.empty || otherwise.empty,
            unit,
            ..Typed::new(kind, span, Ty::common([then.ty, otherwise.ty]))
        }
    }

    fn mismatch(&mut self, span: Span, message: String) {
        self.report(Diagnostic::new(Code::TypeMismatch, span, message));
    }

    /// Reports a slot that may be empty where a value is needed.
    fn needs_value(&mut self, typed: &Typed, tree: &ast::Expr, operator: &str) {
        if !typed.empty {
            return;
        }
        let name = render::cause(tree);
        self.report(
            Diagnostic::new(
                Code::MayBeEmpty,
                tree.span,
                format!("`{name}` may be empty, and `{operator}` needs a value"),
            )
            .here("may be empty")
            .help(format!(
                "say what holds then: `{name} is null or ...` is true where it is empty, `{name} is known and ...` is false"
            )),
        );
    }

    fn same_unit(&mut self, a: &Typed, b: &Typed, span: Span) {
        if let (Some(left), Some(right)) = (&a.unit, &b.unit)
            && left != right
        {
            let message = format!("`{left}` and `{right}` are different units");
            let help = format!("convert one of them first: `fact NAME: decimal = VALUE * FACTOR unit {right}`");
            let (left, right) = (format!("in `{left}`"), format!("in `{right}`"));
            self.report(
                Diagnostic::new(Code::UnitMismatch, span, message)
                    .label(a.expr.span, left)
                    .label(b.expr.span, right)
                    .help(help),
            );
        }
    }
}
