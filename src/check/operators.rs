//! How types combine: arithmetic, order, equality.

use crate::syntax::ast::ArithmeticOp;

use super::Ty;

/// The type of an arithmetic expression; none where the operands do not fit.
pub(crate) fn arithmetic(op: ArithmeticOp, left: &Ty, right: &Ty) -> Option<Ty> {
    let mut results = Vec::new();
    for a in left.alternatives() {
        for b in right.alternatives() {
            results.extend(one(op, a, b));
        }
    }
    (!results.is_empty()).then(|| Ty::common(results))
}

fn one(op: ArithmeticOp, left: &Ty, right: &Ty) -> Option<Ty> {
    use ArithmeticOp::{Add, Divide, Multiply, Subtract};
    use Ty::{Any, Date, DateTime, Decimal, Duration, Integer};
    let number = |ty: &Ty| matches!(ty, Integer | Decimal | Ty::Enum(_)) && ty.may_be_number();
    Some(match (op, left, right) {
        (_, Any, Any) => Any,
        (Add | Subtract, Any, _) => match right {
            Duration => Any,
            Date | DateTime if op == Subtract => Duration,
            Date | DateTime => right.clone(),
            _ if number(right) => Decimal,
            _ => return None,
        },
        (Add | Subtract, _, Any) => match left {
            Duration => Any,
            Date | DateTime => Any,
            _ if number(left) => Decimal,
            _ => return None,
        },
        (Multiply | Divide, Any, _) if number(right) || *right == Duration => Any,
        (Multiply | Divide, _, Any) if number(left) || *left == Duration => Any,
        (Divide, Integer | Decimal, Integer | Decimal) => Decimal,
        (_, Integer, Integer) => Integer,
        (_, a, b) if number(a) && number(b) => Decimal,
        (Add, Date | DateTime, Duration) => left.clone(),
        (Add, Duration, Date | DateTime) => right.clone(),
        (Subtract, Date | DateTime, Duration) => left.clone(),
        (Subtract, Date, Date) | (Subtract, DateTime, DateTime) => Duration,
        (Add | Subtract, Duration, Duration) => Duration,
        (Multiply | Divide, Duration, b) if number(b) => Duration,
        (Multiply, a, Duration) if number(a) => Duration,
        (Divide, Duration, Duration) => Decimal,
        _ => return None,
    })
}

/// Whether `<` and its like have an answer.
pub(crate) fn ordered(left: &Ty, right: &Ty) -> bool {
    let one = |a: &Ty, b: &Ty| match (a, b) {
        (Ty::Date, Ty::Date) | (Ty::DateTime, Ty::DateTime) | (Ty::Duration, Ty::Duration) => true,
        (Ty::Any, b) | (b, Ty::Any) => has_order(b),
        (a, b) => a.may_be_number() && b.may_be_number(),
    };
    left.alternatives().iter().any(|a| right.alternatives().iter().any(|b| one(a, b)))
}

/// Whether there is a smaller and a larger among its values.
pub(crate) fn has_order(ty: &Ty) -> bool {
    ty.may_be(|ty| matches!(ty, Ty::Date | Ty::DateTime | Ty::Duration)) || ty.may_be_number()
}

/// Whether a value of the one can equal a value of the other.
pub(crate) fn comparable(left: &Ty, right: &Ty) -> bool {
    left.alternatives().iter().any(|a| right.alternatives().iter().any(|b| equal(a, b)))
}

fn equal(left: &Ty, right: &Ty) -> bool {
    match (left, right) {
        (Ty::Any | Ty::Null, _) | (_, Ty::Any | Ty::Null) => true,
        (Ty::List(a), Ty::List(b)) | (Ty::Map(a), Ty::Map(b)) => comparable(a, b),
        (Ty::Map(_) | Ty::Object(_), Ty::Map(_) | Ty::Object(_)) => true,
        (Ty::Enum(a), Ty::Enum(b)) => a.iter().any(|value| b.contains(value)),
        (Ty::Enum(values), other) | (other, Ty::Enum(values)) => {
            values.iter().any(|value| equal(&Ty::of_value(value), other))
        }
        (Ty::Integer | Ty::Decimal, Ty::Integer | Ty::Decimal) => true,
        (Ty::Text | Ty::Effect | Ty::Trigger, Ty::Text | Ty::Effect | Ty::Trigger) => {
            !matches!((left, right), (Ty::Effect, Ty::Trigger) | (Ty::Trigger, Ty::Effect))
        }
        (a, b) => a == b,
    }
}

/// Whether a value of `found` may stand where `wanted` is declared.
pub(crate) fn assignable(found: &Ty, wanted: &Ty) -> bool {
    found.alternatives().iter().any(|found| {
        wanted.alternatives().iter().any(|wanted| match (found, wanted) {
            (Ty::Any, _) | (_, Ty::Any) => true,
            (Ty::Decimal, Ty::Integer) => false,
            (Ty::List(a), Ty::List(b)) | (Ty::Map(a), Ty::Map(b)) => assignable(a, b),
            (Ty::Null, wanted) => **wanted == Ty::Null,
            (found, wanted) => **wanted != Ty::Null && equal(found, wanted),
        })
    })
}
