//! Expressions: the grammar's flat rule, ordered by how tightly the operators bind.

mod path;

use std::cell::RefCell;
use std::sync::LazyLock;

use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::syntax::ast::{ArithmeticOp, CompareOp, Expr, ExprKind, LogicOp, Quantifier, QuantifierKind};
use crate::syntax::grammar::{Children, Node, Rule};
use crate::syntax::limits::MAX_EXPRESSION_DEPTH;
use crate::value::Value;

/// From loosest to tightest.
static PRATT: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::or_op))
        .op(left(Rule::and_op))
        .op(Op::prefix(Rule::not_op))
        .op(left(Rule::equal)
            | left(Rule::not_equal)
            | left(Rule::less)
            | left(Rule::less_equal)
            | left(Rule::greater)
            | left(Rule::greater_equal)
            | left(Rule::in_op)
            | left(Rule::not_in_op)
            | left(Rule::contains_op)
            | left(Rule::subset_of)
            | left(Rule::starts_with)
            | left(Rule::ends_with)
            | Op::postfix(Rule::is_test)
            | Op::postfix(Rule::matches_test)
            | Op::postfix(Rule::in_list))
        .op(left(Rule::plus) | left(Rule::minus))
        .op(left(Rule::times) | left(Rule::divide))
});

/// An expression on the way, with what its neighbours have to know.
struct Built {
    expr: Expr,
    /// How many levels it has.
    depth: usize,
    /// What stands outermost in it, without brackets around.
    outermost: Outermost,
}

#[derive(Clone, Copy, PartialEq)]
enum Outermost {
    /// The operator of a comparison, whose place this is.
    Comparison(Span),
    /// A `not`.
    Not,
    /// Anything else.
    Other,
}

impl Builder<'_> {
    /// An `expr` node.
    pub(super) fn expr(&mut self, node: Node<'_>) -> Option<Expr> {
        let outside = std::mem::take(&mut self.deepest);
        let first = node.clone().into_inner().next()?;
        let built = match first.as_rule() {
            Rule::conditional => self.conditional(first),
            _ => self.flat(node),
        };
        self.deepest = self.deepest.max(outside);
        built
    }

    /// The next expression among the children.
    pub(super) fn next_expr(&mut self, children: &mut Children<'_>) -> Option<Expr> {
        let node = children.seek(Rule::expr)?;
        self.expr(node)
    }

    fn conditional(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let mut part = || self.next_expr(&mut children).map(Box::new);
        let kind = ExprKind::If(part()?, part()?, part()?);
        self.deepest += 1;
        Some(Expr { kind, span })
    }

    fn flat(&mut self, node: Node<'_>) -> Option<Expr> {
        let this = RefCell::new(self);
        let built = PRATT
            .map_primary(|node| this.borrow_mut().operand(node))
            .map_prefix(|op, right| this.borrow_mut().not(&op, right?))
            .map_postfix(|left, op| this.borrow_mut().test(left?, op))
            .map_infix(|left, op, right| this.borrow_mut().binary(left?, &op, right?))
            .parse(node.into_inner())?;
        this.into_inner().deepest = built.depth;
        Some(built.expr)
    }

    fn operand(&mut self, node: Node<'_>) -> Option<Built> {
        let outside = std::mem::take(&mut self.deepest);
        let span = self.span(&node);
        let expr = match node.as_rule() {
            Rule::grouped => self.next_expr(&mut Children::of(node)).map(|expr| Expr { span, ..expr }),
            Rule::quantifier => self.quantifier(Children::of(node)).map(|kind| Expr { kind, span }),
            Rule::path | Rule::find_call => self.path(node).map(|path| Expr { kind: ExprKind::Path(path), span }),
            _ => self.literal(&node).map(|literal| Expr { kind: ExprKind::Literal(literal.value), span }),
        };
        let depth = std::mem::replace(&mut self.deepest, outside) + 1;
        Some(self.bounded(Built { expr: expr?, depth, outermost: Outermost::Other }))
    }

    fn not(&mut self, op: &Node<'_>, right: Built) -> Option<Built> {
        let span = self.span(op).to(right.expr.span);
        let expr = Expr { kind: ExprKind::Not(Box::new(right.expr)), span };
        Some(self.bounded(Built { expr, depth: right.depth + 1, outermost: Outermost::Not }))
    }

    /// `is`, `matches` or `in (...)`, after a value.
    fn test(&mut self, left: Built, op: Node<'_>) -> Option<Built> {
        let place = self.span(&op);
        self.one_comparison(&left, place);
        let span = left.expr.span.to(place);
        let of = Box::new(left.expr);
        let rule = op.as_rule();
        let mut children = Children::of(op);
        let kind = match rule {
            Rule::is_test => {
                children.pass(Rule::kw_is);
                let negated = children.pass(Rule::kw_not);
                ExprKind::Is { of, negated, what: children.seek(Rule::state_word).map(|node| self.name(&node))? }
            }
            Rule::matches_test => ExprKind::Matches(of, self.next_pattern(&mut children)?),
            _ => {
                let negated = children.pass(Rule::kw_not);
                let values = children.filter_map(|node| self.literal(&node)).collect();
                ExprKind::InList { negated, item: of, values }
            }
        };
        let outermost = Outermost::Comparison(place);
        Some(self.bounded(Built { expr: Expr { kind, span }, depth: left.depth + 1, outermost }))
    }

    fn binary(&mut self, left: Built, op: &Node<'_>, right: Built) -> Option<Built> {
        let place = self.span(op);
        let span = left.expr.span.to(right.expr.span);
        let depth = left.depth.max(right.depth) + 1;
        let rule = op.as_rule();
        if rule == Rule::minus {
            self.minus(op, place);
        }
        let logic = matches!(rule, Rule::or_op | Rule::and_op);
        if !logic && right.outermost == Outermost::Not {
            let message = format!("`not` binds looser than `{}`", op.as_str().trim_end());
            let help = "put brackets around the `not` and what it negates";
            self.report(Diagnostic::new(Code::SyntaxError, right.expr.span, message).help(help));
        }
        let comparison = is_comparison(rule);
        if comparison {
            self.one_comparison(&left, place);
        }
        let outermost = if comparison { Outermost::Comparison(place) } else { Outermost::Other };
        let kind = binary_kind(rule, Box::new(left.expr), Box::new(right.expr))?;
        Some(self.bounded(Built { expr: Expr { kind, span }, depth, outermost }))
    }

    /// Reports a comparison whose left side is one, without brackets.
    fn one_comparison(&mut self, left: &Built, place: Span) {
        if let Outermost::Comparison(first) = left.outermost {
            self.report(
                Diagnostic::new(Code::ChainedComparison, place, "two comparisons stand in a row")
                    .here("the second")
                    .label(first, "the first")
                    .help("say each for itself and join them: `a < b and b < c`"),
            );
        }
    }

    /// Reports a minus without a blank on both sides.
    fn minus(&mut self, op: &Node<'_>, place: Span) {
        let text = op.as_span().get_input();
        let before = text.get(..op.as_span().start()).unwrap_or("");
        let after = text.get(op.as_span().end()..).unwrap_or("");
        let blank = |c: Option<char>| c.is_some_and(char::is_whitespace);
        if !blank(before.chars().next_back()) || !blank(after.chars().next()) {
            let message = "a minus between two values has a blank on both sides";
            let help = "write ` - `; without blanks `a-b` is one name, and `-5` a number";
            self.report(Diagnostic::new(Code::MinusWithoutBlanks, place, message).help(help));
        }
    }

    /// Keeps the tree shallow enough to be walked: past the limit the value of a placeholder goes on in its place.
    fn bounded(&mut self, built: Built) -> Built {
        if built.depth <= MAX_EXPRESSION_DEPTH {
            return built;
        }
        let span = built.expr.span;
        let message = format!("this expression has more than {MAX_EXPRESSION_DEPTH} levels");
        let help = "give parts of it a name with `let`, or put the values in a `whitelist`";
        self.report(Diagnostic::new(Code::OverLimit, span, message).help(help));
        let expr = Expr { kind: ExprKind::Literal(Value::Null), span };
        Built { expr, depth: 1, outermost: Outermost::Other }
    }

    fn quantifier(&mut self, mut children: Children<'_>) -> Option<ExprKind> {
        let kind = match children.seek(Rule::quantifier_word)?.as_str() {
            "any" => QuantifierKind::Any,
            "all" => QuantifierKind::All,
            "sum" => QuantifierKind::Sum,
            _ => QuantifierKind::Count,
        };
        let (mut variables, mut lists, mut filter, mut body) = (Vec::new(), Vec::new(), None, None);
        for node in children {
            match node.as_rule() {
                Rule::name => variables.push(self.name(&node)),
                Rule::list_operand => {
                    let path = self.path(node.into_inner().next()?)?;
                    lists.push(Expr { span: path.span, kind: ExprKind::Path(path) });
                }
                Rule::expr => filter = Some(Box::new(self.expr(node)?)),
                Rule::quantified => body = Some(Box::new(self.next_expr(&mut Children::of(node))?)),
                _ => {}
            }
        }
        Some(ExprKind::Quantifier(Quantifier { kind, variables, lists, filter, body }))
    }
}

fn is_comparison(rule: Rule) -> bool {
    compare_op(rule).is_some() || matches!(rule, Rule::in_op | Rule::not_in_op)
}

fn compare_op(rule: Rule) -> Option<CompareOp> {
    Some(match rule {
        Rule::equal => CompareOp::Equal,
        Rule::not_equal => CompareOp::NotEqual,
        Rule::less => CompareOp::Less,
        Rule::less_equal => CompareOp::LessEqual,
        Rule::greater => CompareOp::Greater,
        Rule::greater_equal => CompareOp::GreaterEqual,
        Rule::subset_of => CompareOp::SubsetOf,
        Rule::contains_op => CompareOp::Contains,
        Rule::starts_with => CompareOp::StartsWith,
        Rule::ends_with => CompareOp::EndsWith,
        _ => return None,
    })
}

fn binary_kind(rule: Rule, a: Box<Expr>, b: Box<Expr>) -> Option<ExprKind> {
    Some(match rule {
        Rule::or_op => ExprKind::Logic(LogicOp::Or, a, b),
        Rule::and_op => ExprKind::Logic(LogicOp::And, a, b),
        Rule::in_op => ExprKind::In { negated: false, item: a, set: b },
        Rule::not_in_op => ExprKind::In { negated: true, item: a, set: b },
        Rule::plus => ExprKind::Arithmetic(ArithmeticOp::Add, a, b),
        Rule::minus => ExprKind::Arithmetic(ArithmeticOp::Subtract, a, b),
        Rule::times => ExprKind::Arithmetic(ArithmeticOp::Multiply, a, b),
        Rule::divide => ExprKind::Arithmetic(ArithmeticOp::Divide, a, b),
        _ => ExprKind::Compare(compare_op(rule)?, a, b),
    })
}
