//! Evaluating an expression of a checklist against what is known so far.

use crate::program::{Expr, ExprKind, Function, Is, LogicOp, QuantifierKind, Root, Step};
use crate::snapshot::Snapshot;
use crate::value::{Date, Map, Number, Value, Zone};
use crate::verdict::{Reason, State};
use crate::words;

use super::asserted;
use super::operate;
use super::outcome::{Outcome, Unknown, both, connect, truth};
use super::path::{self, Found};
use super::pattern;
use super::scene::Scene;
use super::standing::Standings;
use super::written;

/// What an expression can see: the scene, what stands so far, bound names, and the object around a nested slot.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) standings: &'a Standings,
    /// Bound names, the innermost last.
    pub(crate) locals: &'a [Value],
    /// The object that is being looked up.
    pub(crate) object: Option<&'a Map>,
    /// What is secret in what happened reads as its digest.
    pub(crate) is_masked: bool,
    /// Nobody asks why a path leads nowhere, which takes longer to say than to see.
    pub(crate) is_quiet: bool,
}

impl<'a> View<'a> {
    pub(crate) fn new(scene: &'a Scene<'a>, standings: &'a Standings) -> View<'a> {
        View { scene, standings, locals: &[], object: None, is_masked: false, is_quiet: false }
    }

    pub(crate) fn snapshot(&self) -> &'a Snapshot {
        self.scene.snapshot
    }

    pub(crate) fn zone(&self) -> Option<&'a Zone> {
        self.scene.snapshot.zone.as_ref()
    }

    /// Runs `evaluate` with one more bound name.
    pub(crate) fn bind<T>(&self, value: Value, evaluate: impl FnOnce(&View<'_>) -> T) -> T {
        let mut locals = self.locals.to_vec();
        locals.push(value);
        evaluate(&View { locals: &locals, ..*self })
    }

    /// Whether a filter takes what is in reach; noted for whoever measures which filters the cases show.
    pub(crate) fn holds(&self, filter: &Expr) -> Result<bool, Unknown> {
        let holds = truth(self.evaluate(filter));
        if let (Some(watched), Ok(holds)) = (&self.scene.watched, &holds) {
            watched.note(filter.span, *holds);
        }
        holds
    }

    /// Whether a filter takes a value, which it calls `it`.
    pub(crate) fn takes(&self, filter: &Expr, value: &Value) -> Result<bool, Unknown> {
        self.bind(value.clone(), |view| view.holds(filter))
    }

    /// The same as it may be shown: digests in the place of secret arguments.
    pub(crate) fn masked(&self) -> View<'a> {
        View { is_masked: true, ..*self }
    }

    /// The same, for somebody who asks whether and not why.
    pub(crate) fn quiet(&self) -> View<'a> {
        View { is_quiet: true, ..*self }
    }

    /// The value of an expression, or why there is none.
    pub(crate) fn evaluate(&self, expr: &Expr) -> Outcome {
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Entry(id) => self.standings.read(*id),
            ExprKind::Sibling(name) => match self.object.and_then(|object| object.get(name)) {
                Some(value) => Ok(value.clone()),
                None => Err(Unknown::nowhere(format!("`{name}` is not filled"))),
            },
            ExprKind::Local(depth) => {
                self.locals.iter().rev().nth(*depth).cloned().ok_or_else(|| Unknown::nowhere("nothing is bound here"))
            }
            ExprKind::Now => match self.snapshot().now {
                Some(now) => Ok(Value::DateTime(now)),
                None => Err(Unknown::not_comparable("the snapshot has no `now`")),
            },
            ExprKind::Today => match self.snapshot().now.and_then(|now| Date::today(&now, self.zone())) {
                Some(today) => Ok(Value::Date(today)),
                None => Err(Unknown::not_comparable("the snapshot has no `now`")),
            },
            ExprKind::Root(root) => self.scene.root(*root, self.is_masked),
            ExprKind::Path(head, steps) => self.path(head, steps),
            ExprKind::Not(of) => truth(self.evaluate(of)).map(|truth| Value::Bool(!truth)),
            ExprKind::Logic(op, left, right) => {
                connect(*op == LogicOp::Or, self.evaluate(left), || self.evaluate(right))
            }
            ExprKind::Compare(op, left, right) => {
                let (left, right) = both(self.evaluate(left), self.evaluate(right))?;
                operate::compare(*op, &left, &right, self.zone())
            }
            ExprKind::In { item, set, negated } => {
                let (item, set) = both(self.evaluate(item), self.evaluate(set))?;
                let held = match &set {
                    Value::List(list) => operate::contains_item(list, &item, self.zone()),
                    Value::Map(map) => item.as_text().map(|key| map.contains_key(key)),
                    _ => None,
                };
                member(held, *negated, &item)
            }
            ExprKind::InWhitelist { item, set, negated } => {
                let item = self.evaluate(item)?;
                let values = self.scene.program.whitelists.get(set.index()).map_or(&[][..], |list| &list.values);
                member(operate::contains_item(values, &item, self.zone()), *negated, &item)
            }
            ExprKind::InLiterals { item, values, negated } => {
                let item = self.evaluate(item)?;
                member(operate::contains_item(values, &item, self.zone()), *negated, &item)
            }
            ExprKind::InToolEffects { item, negated } => {
                let fits = self.scene.fits(self.standings, item, || self.evaluate(item))?;
                Ok(Value::Bool(fits != *negated))
            }
            ExprKind::Matches(of, id) => match self.evaluate(of)? {
                Value::Text(text) => Ok(Value::Bool(pattern::matches(self.scene.program, *id, &text))),
                other => Err(Unknown::not_comparable(format!("`{other}` is no text to match"))),
            },
            ExprKind::Is { of, what, negated } => self.is(of, *what).map(|holds| Value::Bool(holds != *negated)),
            ExprKind::Arithmetic(op, left, right) => {
                let (left, right) = both(self.evaluate(left), self.evaluate(right))?;
                operate::arithmetic(*op, &left, &right, self.zone())
            }
            ExprKind::If(condition, then, otherwise) => match truth(self.evaluate(condition)) {
                Ok(true) => self.evaluate(then),
                Ok(false) => self.evaluate(otherwise),
                // Both branches alike decide it although the condition does not.
                Err(unknown) => match both(self.evaluate(then), self.evaluate(otherwise)) {
                    Ok((then, otherwise)) if then == otherwise => Ok(then),
                    _ => Err(unknown),
                },
            },
            ExprKind::Quantifier { kind, lists, filter, body } => {
                self.quantify(*kind, lists, filter.as_deref(), body.as_deref())
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Find(id, of) => match self.evaluate(of)? {
                Value::Text(text) => Ok(Value::list(
                    pattern::find(self.scene.program, *id, &text)
                        .into_iter()
                        .map(|(start, end)| Value::text(super::said::scalars(&text, start, end).unwrap_or_default())),
                )),
                other => Err(Unknown::not_comparable(format!("`{other}` is no text to search"))),
            },
            ExprKind::Table(id, row, column) => {
                let (row, column) = both(self.evaluate(row), self.evaluate(column))?;
                self.scene.table(*id, &row, &column)
            }
        }
    }

    fn path(&self, head: &Expr, steps: &[Step]) -> Outcome {
        if let (ExprKind::Root(Root::Call), [Step::Field(arguments), Step::Field(name), ..]) = (&head.kind, steps)
            && **arguments == *"arguments"
            && let Some(unsettled) = self.scene.settled.as_ref().and_then(|settled| settled.open.get(name))
        {
            return Err(unsettled.clone());
        }
        let head_value = self.evaluate(head)?;
        let Found { mut values, is_set, lost } = path::walk(head_value, steps, self)?;
        if is_set {
            return Ok(Value::list(values.into_iter().map(|(value, _)| value)));
        }
        match values.pop() {
            Some((value, _)) => Ok(value),
            None if self.is_quiet => Err(Unknown::default()),
            None => Err(Unknown::nowhere(path::nowhere(head, steps, lost.as_ref(), self))),
        }
    }

    fn is(&self, of: &Expr, what: Is) -> Result<bool, Unknown> {
        if what == Is::Said {
            let value = self.evaluate(of)?;
            return Ok(self.scene.is_said(&value));
        }
        if let ExprKind::Entry(id) = of.kind
            && let Some(standing) = self.standings.get(id)
            && standing.state == State::Unknown
        {
            return match (what, standing.reason) {
                (Is::Failed, Some(Reason::LookupFailed)) => Ok(true),
                _ => Err(Unknown::blocked_by(id, standing.waits)),
            };
        }
        let outcome = self.evaluate(of);
        if let Err(unknown) = &outcome
            && (!unknown.blockers.is_empty() || unknown.incomparable)
        {
            return Err(unknown.clone());
        }
        // A path that is not there is decided here and nowhere else.
        Ok(match what {
            Is::Known => outcome.is_ok_and(|value| value != Value::Null),
            Is::Null => outcome.map_or(true, |value| value == Value::Null),
            Is::Empty => outcome.map_or(true, |value| value.is_blank()),
            Is::Failed | Is::Said => outcome.is_ok_and(|value| value.field("failed").is_some()),
        })
    }

    fn quantify(&self, kind: QuantifierKind, lists: &[Expr], filter: Option<&Expr>, body: Option<&Expr>) -> Outcome {
        let mut columns = Vec::new();
        for list in lists {
            columns.push(match self.evaluate(list)? {
                Value::List(list) => list.to_vec(),
                Value::Map(map) => map.values().cloned().collect(),
                other => return Err(Unknown::not_comparable(format!("`{other}` is no list"))),
            });
        }
        let length = columns.first().map_or(0, Vec::len);
        if columns.iter().any(|column| column.len() != length) {
            return match kind {
                QuantifierKind::Any | QuantifierKind::All => Ok(Value::Bool(false)),
                QuantifierKind::Sum | QuantifierKind::Count => {
                    Err(Unknown::not_comparable("the lists are not equally long"))
                }
            };
        }
        let mut total = Number::zero();
        let mut unknown: Option<Unknown> = None;
        let mut note = |reason: Unknown| unknown = Some(unknown.take().unwrap_or_default().and(reason));
        for row in 0..length {
            let mut locals = self.locals.to_vec();
            locals.extend(columns.iter().filter_map(|column| column.get(row).cloned()));
            let view = View { locals: &locals, ..*self };
            let kept = filter.map_or(Ok(true), |filter| view.holds(filter));
            if kept == Ok(false) {
                continue;
            }
            match (kind, body) {
                (QuantifierKind::Count, _) => match kept {
                    Ok(_) => total = total.add(&Number::from(1i64)),
                    Err(reason) => note(reason),
                },
                (QuantifierKind::Sum, Some(body)) => match (kept, view.evaluate(body)) {
                    (Err(reason), _) | (_, Err(reason)) => note(reason),
                    (Ok(_), Ok(Value::Number(number))) => total = total.add(&number),
                    (Ok(_), Ok(other)) => note(Unknown::not_comparable(format!("`{other}` is no number"))),
                },
                (_, Some(body)) => {
                    let decisive = kind == QuantifierKind::Any;
                    match (kept, truth(view.evaluate(body))) {
                        (Ok(_), Ok(holds)) if holds == decisive => return Ok(Value::Bool(decisive)),
                        (_, Ok(holds)) if holds != decisive => {}
                        (Err(reason), _) | (_, Err(reason)) => note(reason),
                        (Ok(_), Ok(_)) => {}
                    }
                }
                (_, None) => return Err(Unknown::not_comparable("nothing is asked of the list")),
            }
        }
        match (unknown, kind) {
            (Some(unknown), _) => Err(unknown),
            (None, QuantifierKind::Any) => Ok(Value::Bool(false)),
            (None, QuantifierKind::All) => Ok(Value::Bool(true)),
            (None, QuantifierKind::Sum | QuantifierKind::Count) => Ok(Value::Number(total)),
        }
    }

    fn call(&self, function: Function, arguments: &[Expr]) -> Outcome {
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.evaluate(argument)?);
        }
        let nothing = || Unknown::nowhere("there is nothing to work on");
        let mut given = values.iter();
        let first = given.next().ok_or_else(nothing)?;
        let second = given.next();
        let pick = |less: bool| match second {
            Some(second) => {
                let op =
                    if less { crate::program::CompareOp::LessEqual } else { crate::program::CompareOp::GreaterEqual };
                let keep = truth(operate::compare(op, first, second, self.zone()))?;
                Ok(if keep { first.clone() } else { second.clone() })
            }
            None => Err(nothing()),
        };
        match (function, first) {
            (Function::Size, Value::List(list)) => Ok(Value::from(list.len())),
            (Function::Size, Value::Map(map)) => Ok(Value::from(map.len())),
            (Function::Length, Value::Text(text)) => Ok(Value::from(text.chars().count())),
            (Function::Min, _) => pick(true),
            (Function::Max, _) => pick(false),
            (Function::First, Value::List(list)) => list.first().cloned().ok_or_else(nothing),
            (Function::Last, Value::List(list)) => list.last().cloned().ok_or_else(nothing),
            (Function::Date, Value::DateTime(at)) => at.date(self.zone()).map(Value::Date).ok_or_else(nothing),
            (Function::Date, Value::Date(day)) => Ok(Value::Date(*day)),
            (Function::Date, Value::Text(text)) => crate::value::DateTime::from_tool(text)
                .and_then(|at| at.date(self.zone()))
                .or_else(|| Date::parse(text))
                .map(Value::Date)
                .ok_or_else(|| Unknown::not_comparable(format!("`{text}` is no date"))),
            (Function::CallsIn, Value::Text(text)) => Ok(written::calls_in(self, text)),
            (Function::Quotes, Value::Text(text)) => Ok(Value::list(words::quotes(text).into_iter().map(Value::text))),
            (Function::Asserted, Value::Text(text)) => {
                Ok(Value::list(asserted::asserted(self.scene.program, text).into_iter().map(Value::Text)))
            }
            (_, Value::Null) => Err(Unknown::not_comparable("there is only null")),
            (_, other) => Err(Unknown::not_comparable(format!("`{other}` is a {}", other.kind()))),
        }
    }
}

fn member(held: Option<bool>, negated: bool, item: &Value) -> Outcome {
    match held {
        Some(held) => Ok(Value::Bool(held != negated)),
        None => Err(Unknown::not_comparable(format!("`{item}` cannot be compared with what the set holds"))),
    }
}
