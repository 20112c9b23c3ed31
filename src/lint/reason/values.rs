//! The values that something can have: at least all of those that it can really have.

use std::collections::BTreeSet;

use crate::program::{CompareOp, Type};
use crate::value::{Date, DateTime, Duration, Value};

use super::interval::Intervals;
use super::sample::{days, integer};
use super::texts::Texts;

/// A set of values, each kind by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lint) struct Values {
    pub(in crate::lint) null: bool,
    pub(super) numbers: Intervals,
    /// Whether the numbers are integers.
    pub(super) whole: bool,
    /// Days since 1970.
    pub(super) dates: Intervals,
    /// Nanoseconds since 1970.
    pub(super) moments: Intervals,
    /// Nanoseconds.
    pub(super) lengths: Intervals,
    pub(super) texts: Texts,
    pub(in crate::lint) yes: bool,
    pub(in crate::lint) no: bool,
    /// Lists and maps that are empty, and others.
    pub(in crate::lint) bare: bool,
    pub(in crate::lint) filled: bool,
}

impl Values {
    pub(super) fn none() -> Values {
        Values {
            null: false,
            numbers: Intervals::none(),
            whole: false,
            dates: Intervals::none(),
            moments: Intervals::none(),
            lengths: Intervals::none(),
            texts: Texts::none(),
            yes: false,
            no: false,
            bare: false,
            filled: false,
        }
    }

    pub(super) fn all() -> Values {
        Values {
            null: true,
            numbers: Intervals::all(),
            whole: false,
            dates: Intervals::all(),
            moments: Intervals::all(),
            lengths: Intervals::all(),
            texts: Texts::all(),
            yes: true,
            no: true,
            bare: true,
            filled: true,
        }
    }

    pub(super) fn truth(truth: bool) -> Values {
        Values { yes: truth, no: !truth, ..Values::none() }
    }

    pub(super) fn truths() -> Values {
        Values { yes: true, no: true, ..Values::none() }
    }

    pub(super) fn numbers(numbers: Intervals, whole: bool) -> Values {
        Values { numbers: if whole { numbers.whole() } else { numbers }, whole, ..Values::none() }
    }

    /// The set of one value. Of a list, a map, or a time without a zone it holds more.
    pub(super) fn of(value: &Value) -> Values {
        let none = Values::none();
        match value {
            Value::Null => Values { null: true, ..none },
            Value::Bool(truth) => Values::truth(*truth),
            Value::Number(number) => Values { numbers: Intervals::point(number.clone()), ..none },
            Value::Text(text) => Values { texts: Texts::one(text), ..none },
            Value::Date(date) => Values { dates: Intervals::point(days(date)), ..none },
            Value::DateTime(at) => {
                let moments = match at.has_zone().then(|| at.instant(None)).flatten() {
                    Some(instant) => integer(instant).map_or_else(Intervals::all, Intervals::point),
                    None => Intervals::all(),
                };
                Values { moments, ..none }
            }
            Value::Duration(length) => {
                let nanos = integer(length.as_nanos());
                Values { lengths: nanos.map_or_else(Intervals::all, Intervals::point), ..none }
            }
            Value::List(_) | Value::Map(_) => {
                let bare = value.is_blank();
                Values { bare, filled: !bare, ..none }
            }
        }
    }

    /// What a type alone allows; refinements are looked at elsewhere.
    pub(super) fn of_type(ty: &Type) -> Values {
        let none = Values::none();
        match ty {
            Type::Any => Values::all(),
            Type::Text | Type::Effect => Values { texts: Texts::all(), ..none },
            Type::Integer => Values::numbers(Intervals::all(), true),
            Type::Decimal => Values::numbers(Intervals::all(), false),
            Type::Boolean(_) => Values::truths(),
            Type::Date => Values { dates: Intervals::all(), ..none },
            Type::DateTime => Values { moments: Intervals::all(), ..none },
            Type::Duration => Values { lengths: Intervals::all(), ..none },
            Type::Null => Values { null: true, ..none },
            Type::Enum(values) => values.iter().fold(none, |all, each| all.join(&Values::of(&each.value))),
            Type::List(_) | Type::Map(_) | Type::Object(_) => Values { bare: true, filled: true, ..none },
            Type::Union(types) => types.iter().fold(none, |all, each| all.join(&Values::of_type(each))),
            Type::Refined(of, _) => Values::of_type(of),
            Type::Trigger => {
                let kinds = ["immediate", "scheduled", "conditional", "recurring"];
                kinds.iter().fold(none, |all, kind| all.join(&Values::of(&Value::from(*kind))))
            }
        }
    }

    pub(super) fn is_none(&self) -> bool {
        *self == Values { whole: self.whole, ..Values::none() }
    }

    pub(super) fn meet(&self, other: &Values) -> Values {
        let whole = self.whole || other.whole;
        let numbers = self.numbers.meet(&other.numbers);
        Values {
            null: self.null && other.null,
            numbers: if whole { numbers.whole() } else { numbers },
            whole,
            dates: self.dates.meet(&other.dates).whole(),
            moments: self.moments.meet(&other.moments),
            lengths: self.lengths.meet(&other.lengths).whole(),
            texts: self.texts.meet(&other.texts),
            yes: self.yes && other.yes,
            no: self.no && other.no,
            bare: self.bare && other.bare,
            filled: self.filled && other.filled,
        }
    }

    pub(super) fn join(&self, other: &Values) -> Values {
        let whole = (self.whole || self.numbers.is_none()) && (other.whole || other.numbers.is_none());
        Values {
            null: self.null || other.null,
            numbers: self.numbers.join(&other.numbers),
            whole,
            dates: self.dates.join(&other.dates),
            moments: self.moments.join(&other.moments),
            lengths: self.lengths.join(&other.lengths),
            texts: self.texts.join(&other.texts),
            yes: self.yes || other.yes,
            no: self.no || other.no,
            bare: self.bare || other.bare,
            filled: self.filled || other.filled,
        }
    }

    pub(super) fn holds(&self, value: &Value) -> bool {
        match value {
            Value::Number(number) => self.numbers.holds(number) && (!self.whole || number.is_integer()),
            value => !self.meet(&Values::of(value)).is_none(),
        }
    }

    /// Null left out.
    pub(super) fn known(&self) -> Values {
        Values { null: false, ..self.clone() }
    }

    /// What `is empty` says yes to, or no.
    pub(super) fn empty(&self, is_empty: bool) -> Values {
        let blank = Texts::one("");
        if is_empty {
            Values { null: self.null, texts: self.texts.meet(&blank), bare: self.bare, ..Values::none() }
        } else {
            Values { null: false, texts: self.texts.meet(&blank.outside()), bare: false, ..self.clone() }
        }
    }

    /// A text beside a time is read as one: with what these texts are then.
    fn with_times(&self) -> Values {
        let mut with = self.clone();
        match self.texts.listed() {
            None => {
                (with.dates, with.moments, with.lengths) = (Intervals::all(), Intervals::all(), Intervals::all());
            }
            Some(texts) => {
                for text in texts {
                    let read = [
                        Date::parse(text).map(Value::Date),
                        DateTime::parse(text).map(Value::DateTime),
                        Duration::parse(text).map(Value::Duration),
                    ];
                    read.iter().flatten().for_each(|value| with = with.join(&Values::of(value)));
                }
            }
        }
        with
    }

    fn has_times(&self) -> bool {
        !(self.dates.is_none() && self.moments.is_none() && self.lengths.is_none())
    }

    /// Those for which `these op other` can come to `truth`, for one of the others; op is `==` or one of the orders.
    pub(super) fn against(&self, op: CompareOp, other: &Values, truth: bool) -> Values {
        let Some(op) = (if truth { Some(op) } else { negated(op) }) else { return self.clone() };
        let times = other.with_times();
        let is_apart = op == CompareOp::NotEqual;
        let narrow = |own: &Intervals, other: &Intervals| -> Intervals {
            if other.is_none() {
                return Intervals::none();
            }
            match op {
                CompareOp::Equal => own.meet(other),
                CompareOp::NotEqual => {
                    other.only().map_or_else(|| own.clone(), |only| own.meet(&Intervals::point(only.clone()).outside()))
                }
                CompareOp::Less => own.meet(&other.up_to(false)),
                CompareOp::LessEqual => own.meet(&other.up_to(true)),
                CompareOp::Greater => own.meet(&other.down_to(false)),
                CompareOp::GreaterEqual => own.meet(&other.down_to(true)),
                _ => own.clone(),
            }
        };
        let is_equality = is_apart || op == CompareOp::Equal;
        let texts = match other.texts.listed() {
            // Read as a time, it may be like any.
            _ if times.has_times() && other.has_times() => self.texts.clone(),
            _ if !is_equality || other.texts.is_none() => Texts::none(),
            Some(only) if is_apart && only.len() == 1 => self.texts.meet(&other.texts.outside()),
            _ if is_apart => self.texts.clone(),
            _ => self.texts.meet(&other.texts),
        };
        let bits = |own: bool, same: bool, opposite: bool| {
            own && if is_apart { opposite } else { op == CompareOp::Equal && same }
        };
        let lists = other.bare || other.filled;
        let met = Values {
            null: bits(self.null, other.null, *other != Values { null: true, ..Values::none() }),
            numbers: narrow(&self.numbers, &other.numbers),
            whole: self.whole,
            dates: narrow(&self.dates, &times.dates),
            moments: narrow(&self.moments, &times.moments),
            lengths: narrow(&self.lengths, &times.lengths),
            texts,
            yes: bits(self.yes, other.yes, other.no),
            no: bits(self.no, other.no, other.yes),
            bare: bits(self.bare, other.bare, other.filled),
            filled: bits(self.filled, other.filled, lists),
        };
        // Null is unlike everything else.
        let met = if is_apart && other.null { met.join(&self.known()) } else { met };
        met.meet(self)
    }

    /// Whether comparing any of these with any of those always comes to something.
    pub(super) fn always_compares(&self, other: &Values, is_equality: bool) -> bool {
        if !is_equality && (self.null || other.null) {
            return false;
        }
        let both = self.known().join(&other.known());
        let kinds = [
            !both.numbers.is_none(),
            !both.dates.is_none(),
            !both.lengths.is_none(),
            is_equality && !both.texts.is_none(),
            is_equality && (both.yes || both.no),
        ];
        let never = !both.moments.is_none()
            || both.bare
            || both.filled
            || (!is_equality && (!both.texts.is_none() || both.yes || both.no));
        !never && kinds.iter().filter(|kind| **kind).count() <= 1
    }

    pub(super) fn is_text(&self) -> bool {
        *self == Values { texts: self.texts.clone(), whole: self.whole, ..Values::none() }
    }

    pub(super) fn is_list(&self) -> bool {
        *self == Values { bare: self.bare, filled: self.filled, whole: self.whole, ..Values::none() }
    }

    pub(super) fn is_truth(&self) -> bool {
        *self == Values { yes: self.yes, no: self.no, whole: self.whole, ..Values::none() }
    }

    pub(super) fn texts_only(&self) -> Values {
        Values { texts: self.texts.clone(), ..Values::none() }
    }

    /// Its texts, where there are only some.
    pub(super) fn listed_texts(&self) -> Option<&BTreeSet<std::sync::Arc<str>>> {
        self.texts.listed()
    }
}

/// The comparison that holds where this one is decided and does not.
fn negated(op: CompareOp) -> Option<CompareOp> {
    Some(match op {
        CompareOp::Equal => CompareOp::NotEqual,
        CompareOp::NotEqual => CompareOp::Equal,
        CompareOp::Less => CompareOp::GreaterEqual,
        CompareOp::LessEqual => CompareOp::Greater,
        CompareOp::Greater => CompareOp::LessEqual,
        CompareOp::GreaterEqual => CompareOp::Less,
        _ => return None,
    })
}

/// The comparison with its sides changed.
pub(super) fn turned(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessEqual => CompareOp::GreaterEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterEqual => CompareOp::LessEqual,
        other => other,
    }
}
