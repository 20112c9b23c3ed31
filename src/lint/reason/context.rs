//! Where a condition stands, and what the declarations say of what it reads.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::program::{ArithmeticOp, Entry, EntryId, EntryKind, Expr, ExprKind, Function, Optional, Program};
use crate::program::{QuantifierKind, Slot, Step, Tool, Type};
use crate::value::Number;

use super::interval::Intervals;
use super::key;
use super::state::{Atom, State};
use super::values::Values;

/// A bound name.
#[derive(Clone, Debug)]
pub(in crate::lint) struct Bound<'p> {
    ty: Option<&'p Type>,
    values: Values,
}

/// What the conditions of one tool share.
pub(in crate::lint) struct Shared<'p> {
    pub(in crate::lint) program: &'p Program,
    pub(in crate::lint) tool: Option<&'p Tool>,
    /// The `let`s that are not looked into: what comes to one value only, so that what reads them is not judged by that,
    /// and what is too large.
    pub(in crate::lint) opaque: RefCell<HashSet<EntryId>>,
    known: RefCell<HashMap<EntryId, Values>>,
    /// Whether what `where` says of slots counts.
    refined: bool,
}

/// Where a condition stands.
#[derive(Clone)]
pub(in crate::lint) struct Context<'s, 'p> {
    pub(in crate::lint) shared: &'s Shared<'p>,
    /// Bound names, the innermost last.
    locals: Vec<Bound<'p>>,
}

impl<'p> Shared<'p> {
    pub(in crate::lint) fn new(program: &'p Program, tool: Option<&'p Tool>) -> Shared<'p> {
        let opaque = RefCell::new(tool.map(large_lets).unwrap_or_default());
        Shared { program, tool, opaque, known: RefCell::default(), refined: true }
    }

    /// The same, where no `where` counts.
    pub(in crate::lint) fn unrefined(&self) -> Shared<'p> {
        let opaque = RefCell::new(self.opaque.borrow().clone());
        Shared { opaque, refined: false, ..Shared::new(self.program, self.tool) }
    }

    pub(in crate::lint) fn context(&self) -> Context<'_, 'p> {
        Context { shared: self, locals: Vec::new() }
    }

    pub(in crate::lint) fn entry(&self, id: EntryId) -> Option<&'p Entry> {
        self.tool.and_then(|tool| tool.entries.get(id.index()))
    }

    pub(in crate::lint) fn slot(&self, id: EntryId) -> Option<&'p Slot> {
        match &self.entry(id)?.kind {
            EntryKind::Slot(slot) => Some(slot),
            _ => None,
        }
    }
}

/// The most expressions that a `let` may stand for, those of the `let`s that it reads among them.
const MAX_SIZE: usize = 500;

/// The `let`s that stand for more than can be looked into: each that reads another one twice doubles it.
fn large_lets(tool: &Tool) -> HashSet<EntryId> {
    let mut sizes: HashMap<EntryId, usize> = HashMap::new();
    let mut large = HashSet::new();
    for id in &tool.order {
        let Some(EntryKind::Let(of)) = tool.entries.get(id.index()).map(|entry| &entry.kind) else { continue };
        let mut size = 0usize;
        of.walk(&mut |expr| {
            let read = match expr.kind {
                ExprKind::Entry(id) => sizes.get(&id).copied(),
                _ => None,
            };
            size = size.saturating_add(read.unwrap_or(1));
        });
        if size > MAX_SIZE {
            large.insert(*id);
            size = 1;
        }
        sizes.insert(*id, size);
    }
    large
}

impl<'s, 'p> Context<'s, 'p> {
    /// The place of a refinement of a value of this type.
    pub(in crate::lint) fn refining(&self, ty: &'p Type) -> Context<'s, 'p> {
        let bound = Bound { ty: Some(ty), values: self.typed(ty) };
        Context { shared: self.shared, locals: vec![bound] }
    }

    /// The place behind a quantifier's lists, or of a filter of a path.
    pub(in crate::lint) fn within(&self, lists: &[&'p Expr]) -> Context<'s, 'p> {
        let mut inner = self.clone();
        for list in lists {
            let ty = self.type_of(list).and_then(|ty| match ty.base() {
                Type::List(of) => Some(&**of),
                _ => None,
            });
            inner.locals.push(Bound { ty, values: ty.map_or_else(Values::all, |ty| self.typed(ty)) });
        }
        inner
    }

    /// The same place among others of what is shared.
    pub(in crate::lint) fn elsewhere<'o>(&self, shared: &'o Shared<'p>) -> Context<'o, 'p> {
        Context { shared, locals: self.locals.clone() }
    }

    /// The place of a filter in a path, whose rows are of no known type.
    pub(in crate::lint) fn within_any(&self) -> Context<'s, 'p> {
        let mut inner = self.clone();
        inner.locals.push(Bound { ty: None, values: Values::all() });
        inner
    }

    /// The expression itself, or what the `let` stands for that it reads.
    pub(in crate::lint) fn open(&self, expr: &'p Expr) -> &'p Expr {
        let mut expr = expr;
        while let ExprKind::Entry(id) = expr.kind {
            match self.shared.entry(id).map(|entry| &entry.kind) {
                Some(EntryKind::Let(of)) if !self.shared.opaque.borrow().contains(&id) => expr = of,
                _ => break,
            }
        }
        expr
    }

    /// What is known of something in a state.
    pub(in crate::lint) fn read(&self, expr: &'p Expr, state: &State<'p>) -> Atom<'p> {
        let expr = self.open(expr);
        let own = self.start(expr, state);
        match state.atoms.get(&key::of(expr)) {
            Some(known) => Atom { values: known.values.meet(&own.values), ..known.clone() },
            None => own,
        }
    }

    /// What is known of something by itself.
    pub(in crate::lint) fn start(&self, expr: &'p Expr, state: &State<'p>) -> Atom<'p> {
        let whole = |low: Option<i64>| {
            let numbers = low.map_or_else(Intervals::all, |low| Intervals::at_least(Number::from(low)));
            Values::numbers(numbers, true)
        };
        let anywhere = |values| Atom { expr, values, unknown: true, nowhere: true };
        let here = |values| Atom { expr, values, unknown: true, nowhere: false };
        match &expr.kind {
            ExprKind::Literal(value) => Atom { expr, values: Values::of(value), unknown: false, nowhere: false },
            ExprKind::Entry(id) => here(self.entry(*id)),
            ExprKind::Local(depth) => {
                let bound = self.locals.iter().rev().nth(*depth);
                let values = bound.map_or_else(Values::all, |bound| bound.values.clone());
                Atom { expr, values, unknown: bound.is_none(), nowhere: false }
            }
            ExprKind::Path(head, steps) => {
                anywhere(self.field(head, steps).map_or_else(Values::all, |slot| self.of_slot(slot)))
            }
            ExprKind::Arithmetic(op, left, right) => self.arithmetic(expr, *op, left, right, state),
            ExprKind::If(_, then, otherwise) => {
                here(self.read(then, state).values.join(&self.read(otherwise, state).values))
            }
            ExprKind::Table(id, ..) => {
                let cells = self
                    .shared
                    .program
                    .tables
                    .get(id.index())
                    .into_iter()
                    .flat_map(|table| table.cells.iter().flatten());
                here(cells.fold(Values::none(), |all, cell| all.join(&Values::of(cell))))
            }
            ExprKind::Call(function @ (Function::Size | Function::Length), arguments) => {
                let is_sized = arguments.first().map(|of| self.read(of, state)).is_some_and(|of| {
                    let fits = if *function == Function::Size { of.values.is_list() } else { of.values.is_text() };
                    fits && !of.unknown && !of.nowhere
                });
                Atom { expr, values: whole(Some(0)), unknown: !is_sized, nowhere: !is_sized }
            }
            ExprKind::Quantifier { kind: QuantifierKind::Count, .. } => here(whole(Some(0))),
            ExprKind::Quantifier { kind: QuantifierKind::Sum, .. } => here(Values::numbers(Intervals::all(), false)),
            ExprKind::Today | ExprKind::Call(Function::Date, _) => here(Values::of_type(&Type::Date)),
            ExprKind::Now => here(Values::of_type(&Type::DateTime)),
            ExprKind::Not(_)
            | ExprKind::Logic(..)
            | ExprKind::Compare(..)
            | ExprKind::In { .. }
            | ExprKind::InWhitelist { .. }
            | ExprKind::InLiterals { .. }
            | ExprKind::InToolEffects { .. }
            | ExprKind::Matches(..)
            | ExprKind::Is { .. }
            | ExprKind::Quantifier { .. } => here(Values::truths()),
            ExprKind::Sibling(_) | ExprKind::Root(_) | ExprKind::Call(..) | ExprKind::Find(..) => {
                anywhere(Values::all())
            }
        }
    }

    fn entry(&self, id: EntryId) -> Values {
        if let Some(known) = self.shared.known.borrow().get(&id) {
            return known.clone();
        }
        let Some(slot) = self.shared.slot(id) else { return Values::all() };
        // While it is being looked at: a refinement that reads the slot itself.
        self.shared.known.borrow_mut().insert(id, Values::all());
        let values = self.of_slot(slot);
        self.shared.known.borrow_mut().insert(id, values.clone());
        values
    }

    /// What a slot can hold by its type and its refinement, null where it may be empty.
    fn of_slot(&self, slot: &'p Slot) -> Values {
        let mut values = self.typed(&slot.ty);
        if let Some(refinement) = slot.refinement.as_ref().filter(|_| self.shared.refined) {
            values = self.narrowed(&slot.ty, values, refinement);
        }
        values.null |= slot.cosmetic || !matches!(slot.optional, Optional::No);
        values
    }

    /// What a type allows.
    fn typed(&self, ty: &'p Type) -> Values {
        match ty {
            Type::Refined(of, refinement) if self.shared.refined => self.narrowed(of, self.typed(of), refinement),
            Type::Union(types) => types.iter().fold(Values::none(), |all, ty| all.join(&self.typed(ty))),
            ty => Values::of_type(ty),
        }
    }

    fn narrowed(&self, ty: &'p Type, values: Values, refinement: &'p Expr) -> Values {
        let inner = Context { shared: self.shared, locals: vec![Bound { ty: Some(ty), values: values.clone() }] };
        let accepted = inner.assume(refinement, true, vec![State::default()]);
        accepted.iter().fold(Values::none(), |all, state| {
            all.join(&state.atoms.get("local 0").map_or_else(|| values.clone(), |atom| atom.values.clone()))
        })
    }

    fn type_of(&self, expr: &'p Expr) -> Option<&'p Type> {
        let expr = self.open(expr);
        match &expr.kind {
            ExprKind::Entry(id) => self.shared.slot(*id).map(|slot| &slot.ty),
            ExprKind::Local(depth) => self.locals.iter().rev().nth(*depth)?.ty,
            ExprKind::Path(head, steps) => self.field(head, steps).map(|slot| &slot.ty),
            _ => None,
        }
    }

    /// The slot, or the field of one, that an expression reads.
    pub(in crate::lint) fn slot_of(&self, expr: &'p Expr) -> Option<&'p Slot> {
        match &expr.kind {
            ExprKind::Entry(id) => self.shared.slot(*id),
            ExprKind::Path(head, steps) => self.field(head, steps),
            _ => None,
        }
    }

    /// The field that a path of plain names leads to.
    fn field(&self, head: &'p Expr, steps: &'p [Step]) -> Option<&'p Slot> {
        let mut ty = self.type_of(head)?;
        let mut found = None;
        for step in steps {
            let (Step::Field(name), Type::Object(fields)) = (step, ty.base()) else { return None };
            let field = fields.iter().find(|field| field.name == *name)?;
            ty = &field.ty;
            found = Some(field);
        }
        found
    }

    fn arithmetic(
        &self,
        expr: &'p Expr,
        op: ArithmeticOp,
        left: &'p Expr,
        right: &'p Expr,
        state: &State<'p>,
    ) -> Atom<'p> {
        let (left, right) = (self.read(left, state), self.read(right, state));
        let certain = !left.unknown && !left.nowhere && !right.unknown && !right.nowhere;
        let (a, b) = (&left.values, &right.values);
        if *a != Values::numbers(a.numbers.clone(), a.whole) || *b != Values::numbers(b.numbers.clone(), b.whole) {
            return Atom { expr, values: Values::all(), unknown: true, nowhere: true };
        }
        let numbers = match (op, a.numbers.only(), b.numbers.only()) {
            (ArithmeticOp::Add, ..) => a.numbers.add(&b.numbers),
            (ArithmeticOp::Subtract, ..) => a.numbers.add(&b.numbers.negate()),
            (ArithmeticOp::Multiply, Some(factor), _) => b.numbers.times(factor),
            (ArithmeticOp::Multiply, _, Some(factor)) => a.numbers.times(factor),
            (ArithmeticOp::Divide, _, Some(factor)) => match Number::from(1i64).divide(factor) {
                Some(factor) => a.numbers.times(&factor),
                None => Intervals::all(),
            },
            _ => Intervals::all(),
        };
        let whole = a.whole && b.whole && op != ArithmeticOp::Divide;
        let divides = op == ArithmeticOp::Divide && b.numbers.holds(&Number::zero());
        Atom { expr, values: Values::numbers(numbers, whole), unknown: !certain || divides, nowhere: false }
    }
}
