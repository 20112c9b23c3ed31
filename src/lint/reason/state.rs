//! A situation: what is known of everything that a condition reads.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::program::{CompareOp, Expr};

use super::values::Values;

/// Something that an expression reads and that is not looked into further.
#[derive(Clone, Debug)]
pub(in crate::lint) struct Atom<'p> {
    pub(in crate::lint) expr: &'p Expr,
    pub(in crate::lint) values: Values,
    /// Whether it may be unknown.
    pub(in crate::lint) unknown: bool,
    /// Whether its path may lead nowhere.
    pub(in crate::lint) nowhere: bool,
}

/// How two things may stand to each other where both are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) less: bool,
    pub(super) equal: bool,
    pub(super) greater: bool,
    /// Unlike and without an order.
    pub(super) apart: bool,
}

impl Order {
    pub(super) const ANY: Order = Order { less: true, equal: true, greater: true, apart: true };

    /// With which `left op right` comes to `truth`.
    pub(super) fn of(op: CompareOp, truth: bool) -> Order {
        let order = |less, equal, greater| Order { less, equal, greater, apart: false };
        match (op, truth) {
            (CompareOp::Equal, true) | (CompareOp::NotEqual, false) => order(false, true, false),
            (CompareOp::Equal, false) | (CompareOp::NotEqual, true) => Order { equal: false, ..Order::ANY },
            (CompareOp::Less, true) | (CompareOp::GreaterEqual, false) => order(true, false, false),
            (CompareOp::LessEqual, true) | (CompareOp::Greater, false) => order(true, true, false),
            (CompareOp::Greater, true) | (CompareOp::LessEqual, false) => order(false, false, true),
            (CompareOp::GreaterEqual, true) | (CompareOp::Less, false) => order(false, true, true),
            _ => Order::ANY,
        }
    }

    fn meet(self, other: Order) -> Order {
        Order {
            less: self.less && other.less,
            equal: self.equal && other.equal,
            greater: self.greater && other.greater,
            apart: self.apart && other.apart,
        }
    }

    fn is_none(self) -> bool {
        !(self.less || self.equal || self.greater || self.apart)
    }
}

/// A situation. What it does not mention can be anything that its type allows.
#[derive(Clone, Debug, Default)]
pub(in crate::lint) struct State<'p> {
    pub(in crate::lint) atoms: IndexMap<String, Atom<'p>>,
    orders: BTreeMap<(String, String), Order>,
}

impl State<'_> {
    /// Notes how two things stand; none where they cannot stand so.
    pub(super) fn order(mut self, left: String, right: String, order: Order) -> Option<Self> {
        let (pair, order) = if left <= right {
            ((left, right), order)
        } else {
            ((right, left), Order { less: order.greater, greater: order.less, ..order })
        };
        let known = self.orders.entry(pair).or_insert(Order::ANY);
        *known = known.meet(order);
        (!known.is_none()).then_some(self)
    }
}
