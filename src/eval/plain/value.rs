//! Values as a plain call takes them, and expressions over them.

use std::borrow::Cow;

use crate::program::{Expr, ExprKind, Is, LogicOp, Slot, Type};
use crate::value::{Date, DateTime, Duration, Value};

use super::super::{operate, pattern};
use super::source::fields;
use super::{Known, Plain};

impl<'a> Plain<'a> {
    /// The value as the slot takes it: its type, then its `where`.
    pub(super) fn accepted(&self, slot: &'a Slot, value: &'a Value) -> Option<Known<'a>> {
        let value = self.typed(&slot.ty, value)?;
        match &slot.refinement {
            _ if slot.strip.is_some() => None,
            None => Some(value),
            Some(refinement) => self.truth(refinement, Some(&value))?.then_some(value),
        }
    }

    /// The value as the type takes it, where nothing has to be put together for that.
    fn typed(&self, ty: &'a Type, value: &'a Value) -> Option<Known<'a>> {
        match (ty, value) {
            (Type::Any, _)
            | (Type::Text, Value::Text(_))
            | (Type::Decimal, Value::Number(_))
            | (Type::Boolean(_), Value::Bool(_))
            | (Type::Date, Value::Date(_))
            | (Type::DateTime, Value::DateTime(_))
            | (Type::Duration, Value::Duration(_))
            | (Type::Null, Value::Null) => Some(Cow::Borrowed(value)),
            (Type::Integer, Value::Number(number)) => number.is_integer().then_some(Cow::Borrowed(value)),
            (Type::Date, Value::Text(text)) => Date::parse(text).map(|date| Cow::Owned(Value::Date(date))),
            (Type::DateTime, Value::Text(text)) => DateTime::parse(text).map(|at| Cow::Owned(Value::DateTime(at))),
            (Type::Duration, Value::Text(text)) => Duration::parse(text).map(|for_| Cow::Owned(Value::Duration(for_))),
            (Type::Enum(values), _) => {
                let same = values.iter().find(|each| operate::equal(&each.value, value, None) == Some(true));
                same.map(|each| Cow::Borrowed(&each.value))
            }
            (Type::List(inner), Value::List(list)) => {
                let is_unchanged = |item| matches!(self.typed(inner, item), Some(Cow::Borrowed(_)));
                let is_plain = !matches!(inner.base(), Type::Enum(_));
                (is_plain && list.iter().all(is_unchanged)).then_some(Cow::Borrowed(value))
            }
            (Type::Refined(inner, refinement), _) => {
                let value = self.typed(inner, value)?;
                self.truth(refinement, Some(&value))?.then_some(value)
            }
            _ => None,
        }
    }

    /// Whether an expression holds; `it` is what it speaks of.
    pub(super) fn truth(&self, expr: &'a Expr, it: Option<&Known<'a>>) -> Option<bool> {
        self.value(expr, it)?.as_bool()
    }

    /// What an expression comes to.
    pub(super) fn value(&self, expr: &'a Expr, it: Option<&Known<'a>>) -> Option<Known<'a>> {
        let truth = |holds: bool| Some(Cow::Owned(Value::Bool(holds)));
        let zone = self.snapshot.zone.as_ref();
        match &expr.kind {
            ExprKind::Literal(value) => Some(Cow::Borrowed(value)),
            ExprKind::Entry(id) => self.read(*id),
            ExprKind::Local(0) => it.cloned(),
            ExprKind::Now => self.snapshot.now.map(|now| Cow::Owned(Value::DateTime(now))),
            ExprKind::Path(head, steps) => match self.value(head, it)? {
                Cow::Borrowed(value) => fields(value, steps)?.map(Cow::Borrowed),
                Cow::Owned(_) => None,
            },
            ExprKind::Not(of) => truth(!self.truth(of, it)?),
            ExprKind::Logic(op, left, right) => {
                let decisive = *op == LogicOp::Or;
                truth(if self.truth(left, it)? == decisive { decisive } else { self.truth(right, it)? })
            }
            ExprKind::Compare(op, left, right) => {
                let (left, right) = (self.value(left, it)?, self.value(right, it)?);
                operate::compare(*op, &left, &right, zone).ok().map(Cow::Owned)
            }
            ExprKind::In { item, set, negated } => {
                let (item, set) = (self.value(item, it)?, self.value(set, it)?);
                truth(operate::contains_item(set.as_list()?, &item, zone)? != *negated)
            }
            ExprKind::InWhitelist { item, set, negated } => {
                let (item, set) = (self.value(item, it)?, self.program.whitelists.get(set.index())?);
                truth(operate::contains_item(&set.values, &item, zone)? != *negated)
            }
            ExprKind::InLiterals { item, values, negated } => {
                let item = self.value(item, it)?;
                truth(operate::contains_item(values, &item, zone)? != *negated)
            }
            ExprKind::Matches(of, id) => {
                let of = self.value(of, it)?;
                truth(pattern::matches(self.program, *id, of.as_text()?))
            }
            ExprKind::Is { of, what, negated } => {
                let of = self.value(of, it)?;
                let holds = match what {
                    Is::Known => *of != Value::Null,
                    Is::Null => *of == Value::Null,
                    Is::Empty => of.is_blank(),
                    Is::Failed | Is::Said => return None,
                };
                truth(holds != *negated)
            }
            ExprKind::Arithmetic(op, left, right) => {
                let (left, right) = (self.value(left, it)?, self.value(right, it)?);
                operate::arithmetic(*op, &left, &right, zone).ok().map(Cow::Owned)
            }
            ExprKind::If(condition, then, otherwise) => {
                self.value(if self.truth(condition, it)? { then } else { otherwise }, it)
            }
            _ => None,
        }
    }
}
