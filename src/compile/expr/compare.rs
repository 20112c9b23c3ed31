//! Comparisons: equality, order, membership.

use crate::check::{Ty, operators, ty, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::{ExprKind, Root, Step};
use crate::span::Span;
use crate::syntax::ast::{self, CompareOp, StepKind};
use crate::value::Value;

use super::{Lowerer, Typed};

impl Lowerer<'_, '_, '_> {
    pub(super) fn compare(&mut self, op: CompareOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Typed {
        let a = self.operand(left, right);
        let b = match self.set_as_list(right).filter(|_| op == CompareOp::SubsetOf) {
            Some(set) => set,
            None => self.operand(right, left),
        };
        match op {
            CompareOp::Equal | CompareOp::NotEqual => {
                self.equal_types(op.as_str(), &a, &b, span);
                self.same_unit(&a, &b, span);
            }
            CompareOp::Less | CompareOp::LessEqual | CompareOp::Greater | CompareOp::GreaterEqual => {
                self.needs_value(&a, left, op.as_str());
                self.needs_value(&b, right, op.as_str());
                if !operators::ordered(&a.ty, &b.ty) {
                    self.unfit(op.as_str(), &a, &b, span);
                }
                self.same_unit(&a, &b, span);
            }
            CompareOp::SubsetOf => {
                for (side, tree) in [(&a, left), (&b, right)] {
                    if side.ty.element().is_none() {
                        self.mismatch(
                            tree.span,
                            format!("`subset of` compares lists, and this is {}", side.ty.describe()),
                        );
                    }
                }
            }
            CompareOp::Contains => {
                let element = a.ty.element();
                if !a.ty.may_be_text() && element.is_none() {
                    self.mismatch(
                        left.span,
                        format!("`contains` reads a text or a list, and this is {}", a.ty.describe()),
                    );
                } else if !a.ty.may_be_text() && !element.is_some_and(|ty| operators::comparable(&ty, &b.ty)) {
                    self.unfit("contains", &a, &b, span);
                }
            }
            CompareOp::StartsWith | CompareOp::EndsWith => {
                for (side, tree) in [(&a, left), (&b, right)] {
                    if !side.ty.may_be_text() {
                        self.mismatch(
                            tree.span,
                            format!("`{}` compares texts, and this is {}", op.as_str(), side.ty.describe()),
                        );
                    }
                }
            }
        }
        boolean(ExprKind::Compare(op, Box::new(a.expr), Box::new(b.expr)), span)
    }

    /// A side of a comparison. A bare name that means nothing may be meant as a value of the other side's enum.
    fn operand(&mut self, tree: &ast::Expr, other: &ast::Expr) -> Typed {
        if let ast::ExprKind::Path(path) = &tree.kind
            && path.arguments.is_none()
            && path.steps.is_empty()
            && self.head(path).is_none()
            && matches!(&other.kind, ast::ExprKind::Path(other) if other.arguments.is_none() && other.steps.is_empty())
        {
            self.session.findings.mute();
            let other = self.expr(other);
            self.session.findings.unmute();
            let values = enum_values(&other.ty);
            if values.iter().any(|value| value.as_text() == Some(&path.head.text)) {
                let name = &path.head.text;
                self.report(
                    Diagnostic::new(Code::UnknownName, tree.span, format!("nothing is called `{name}` here"))
                        .help(format!("an enum's value is written as a text: `\"{name}\"`")),
                );
                return Typed::unknown(tree.span);
            }
        }
        self.expr(tree)
    }

    /// A whitelist as a list: what `subset of` may have on its right.
    fn set_as_list(&self, tree: &ast::Expr) -> Option<Typed> {
        let declared = self.session.model.whitelists.get(self.set_name(tree)?.as_str())?;
        let values: Vec<Value> = declared.tree.values.iter().map(|literal| literal.value.clone()).collect();
        let value = Value::list(values);
        let ty = Ty::of_value(&value);
        Some(Typed::new(ExprKind::Literal(value), tree.span, ty))
    }

    /// The name of the whitelist that stands here, where nothing nearer has that name.
    fn set_name(&self, tree: &ast::Expr) -> Option<String> {
        let ast::ExprKind::Path(path) = &tree.kind else { return None };
        if path.arguments.is_some() || self.head(path).is_some() {
            return None;
        }
        let mut name = path.head.text.clone();
        for step in &path.steps {
            let StepKind::Field(part) = &step.kind else { return None };
            name.push('.');
            name.push_str(&part.text);
        }
        Some(name)
    }

    pub(super) fn is_in(&mut self, negated: bool, item: &ast::Expr, set: &ast::Expr, span: Span) -> Typed {
        let typed = self.expr(item);
        if let Some(name) = self.set_name(set) {
            let model = self.session.model;
            if let Some(id) = model.whitelist_id(&name) {
                if let Some(list) = self.set_as_list(set) {
                    self.member(&typed, &list.ty, span);
                }
                return boolean(ExprKind::InWhitelist { item: Box::new(typed.expr), set: id, negated }, span);
            }
            if let ast::ExprKind::Path(path) = &set.kind
                && path.steps.is_empty()
                && !model.bad_names.contains(&name)
                && !model.lookups.iter().any(|lookup| lookup.tree.name.text == name)
            {
                let names = self.names_in_reach();
                let known = model.whitelists.keys().copied().chain(names.iter().map(String::as_str));
                let near = nearest(&name, known);
                self.report(
                    Diagnostic::new(Code::UnknownName, set.span, format!("no whitelist or list is called `{name}`"))
                        .maybe_help(near.map(|near| format!("did you mean `{near}`?"))),
                );
                return Typed { ty: Ty::Boolean, ..Typed::unknown(span) };
            }
        }
        let list = self.expr(set);
        if let ExprKind::Path(head, steps) = &list.expr.kind
            && matches!((&head.kind, &**steps), (ExprKind::Root(Root::Tool), [Step::Field(field)]) if **field == *"effects")
        {
            self.equal_types("in", &typed, &Typed::new(ExprKind::Root(Root::Tool), set.span, Ty::Effect), span);
            return boolean(ExprKind::InToolEffects { item: Box::new(typed.expr), negated }, span);
        }
        match list.ty.element() {
            Some(element) => {
                let element = Typed::new(ExprKind::Root(Root::Tool), set.span, element);
                self.equal_types("in", &typed, &element, span);
            }
            None if list.ty.may_be(|ty| matches!(ty, Ty::Map(_) | Ty::Object(_))) => {}
            None => {
                let message = format!("`in` looks into a list, and this is {}", list.ty.describe());
                let finding = Diagnostic::new(Code::TypeMismatch, set.span, message);
                self.report(match list.ty.may_be_text() {
                    true => finding.help("for a text write `... contains ...`"),
                    false => finding,
                });
            }
        }
        boolean(ExprKind::In { item: Box::new(typed.expr), set: Box::new(list.expr), negated }, span)
    }

    fn member(&mut self, item: &Typed, list: &Ty, span: Span) {
        let element = list.element().unwrap_or(Ty::Any);
        if !operators::comparable(&item.ty, &element) {
            let message = format!("`in` compares {} with {}", item.ty.describe(), element.describe());
            self.mismatch(span, message);
        }
    }

    pub(super) fn in_list(&mut self, negated: bool, item: &ast::Expr, values: &[ast::Literal], span: Span) -> Typed {
        let typed = self.expr(item);
        for literal in values {
            let value =
                Typed::new(ExprKind::Literal(literal.value.clone()), literal.span, Ty::of_value(&literal.value));
            self.equal_types("in", &typed, &value, literal.span);
        }
        let values = values.iter().map(|literal| literal.value.clone()).collect();
        boolean(ExprKind::InLiterals { item: Box::new(typed.expr), values, negated }, span)
    }

    /// Reports a pair of which the one can never equal the other.
    fn equal_types(&mut self, operator: &str, a: &Typed, b: &Typed, span: Span) {
        if !operators::comparable(&a.ty, &b.ty) {
            self.unfit(operator, a, b, span);
            return;
        }
        for (literal, other) in [(a, b), (b, a)] {
            let ExprKind::Literal(value @ Value::Text(text)) = &literal.expr.kind else { continue };
            if matches!(other.expr.kind, ExprKind::Literal(_)) {
                continue;
            }
            self.literal_fits(value, text, &other.ty, literal.expr.span);
        }
    }

    /// Checks a text against the values of an enum, the effects, or the kinds of a trigger.
    pub(in crate::compile) fn literal_fits(&mut self, value: &Value, text: &str, ty: &Ty, span: Span) {
        let alternatives = ty.alternatives();
        if alternatives.iter().any(|ty| matches!(ty, Ty::Any | Ty::Text)) {
            return;
        }
        let model = self.session.model;
        let mut known: Vec<String> = Vec::new();
        let mut what = "value of the enum";
        for ty in alternatives {
            match ty {
                Ty::Enum(values) if values.contains(value) => return,
                Ty::Enum(values) => known.extend(values.iter().filter_map(Value::as_text).map(str::to_owned)),
                Ty::Effect => {
                    what = "effect";
                    known.extend(model.effects.keys().cloned());
                }
                Ty::Trigger => {
                    what = "kind of trigger";
                    known.extend(ty::TRIGGERS.iter().map(|kind| (*kind).to_owned()));
                }
                _ => {}
            }
        }
        if known.iter().any(|known| known == text) || model.bad_names.contains(text) {
            return;
        }
        let finding = words::unknown_name(what, text, span, known.iter().map(String::as_str));
        self.report(match finding.help_text() {
            None if !known.is_empty() => finding.help(format!("one of {}", words::list(&known))),
            _ => finding,
        });
    }

    fn unfit(&mut self, operator: &str, a: &Typed, b: &Typed, span: Span) {
        let message = format!("`{operator}` compares {} with {}", a.ty.describe(), b.ty.describe());
        let mut finding = Diagnostic::new(Code::TypeMismatch, span, message);
        if a.expr.span != b.expr.span && a.expr.span != span && b.expr.span != span {
            finding = finding.label(a.expr.span, a.ty.describe()).label(b.expr.span, b.ty.describe());
        }
        self.report(match (&a.ty, &b.ty) {
            _ if [a, b].iter().any(|side| matches!(side.expr.kind, ExprKind::Now))
                && [a, b].iter().any(|side| side.ty == Ty::Date) =>
            {
                finding.help("for a day write `today` instead of `now`")
            }
            (Ty::Date, Ty::DateTime) | (Ty::DateTime, Ty::Date) => finding.help("take the day of the one: `date(...)`"),
            (Ty::Text, Ty::Integer | Ty::Decimal) | (Ty::Integer | Ty::Decimal, Ty::Text) => {
                finding.help("write a number without quotation marks, and a text with them")
            }
            (Ty::Duration, Ty::Integer) | (Ty::Integer, Ty::Duration) => {
                finding.help("write a duration with its unit: `30m`, `24h` or `7d`")
            }
            (Ty::Text, Ty::Text) => finding.help("texts have no order"),
            _ => finding,
        });
    }
}

fn enum_values(ty: &Ty) -> Vec<Value> {
    ty.alternatives()
        .into_iter()
        .filter_map(|ty| match ty {
            Ty::Enum(values) => Some(values.to_vec()),
            _ => None,
        })
        .flatten()
        .collect()
}

fn boolean(kind: ExprKind, span: Span) -> Typed {
    Typed::new(kind, span, Ty::Boolean)
}
