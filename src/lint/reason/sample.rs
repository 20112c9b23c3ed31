//! Some of the values of a set, and the set in words.

use std::sync::Arc;

use crate::value::{Date, DateTime, Duration, Number, Value};

use super::interval::Intervals;
use super::texts::Texts;
use super::values::Values;

impl Values {
    /// Some of these: what is at the edges, what is next to it, and each where there are few.
    pub(super) fn samples(&self, near: &[Value]) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        let one = Number::from(1i64);
        let mut edges = |intervals: &Intervals, make: &dyn Fn(&Number) -> Option<Value>| {
            let ends = intervals.parts().iter().flat_map(|part| [&part.low, &part.high]).flatten();
            let mut numbers: Vec<Number> = ends.map(|edge| edge.at.clone()).collect();
            numbers.push(Number::zero());
            let steps = [Number::zero(), one.clone(), one.negate()];
            for number in &numbers {
                found.extend(steps.iter().filter_map(|step| make(&number.add(step))));
            }
            for (one, other) in numbers.iter().zip(numbers.iter().skip(1)) {
                found.extend(one.add(other).divide(&Number::from(2i64)).and_then(|middle| make(&middle)));
            }
        };
        edges(&self.numbers, &|number| Some(Value::Number(number.clone())));
        edges(&self.dates, &date);
        edges(&self.moments, &moment);
        edges(&self.lengths, &length);
        found.extend(self.texts.listed().into_iter().flatten().take(40).map(|text| Value::text(Arc::clone(text))));
        found.extend([Value::from("abc"), Value::from(""), Value::Null, Value::Bool(true), Value::Bool(false)]);
        found.extend([Value::list([]), Value::list([Value::from(1i64)])]);
        for value in near {
            found.push(value.clone());
            if let Value::Number(number) = value {
                found.extend([&one, &one.negate()].map(|step| Value::Number(number.add(step))));
            }
        }
        found.retain(|value| self.holds(value));
        let mut kept: Vec<Value> = Vec::new();
        for value in found {
            if !kept.contains(&value) {
                kept.push(value);
            }
        }
        kept
    }

    /// In words, where it says more than that there is something of one type.
    pub(in crate::lint) fn describe(&self) -> Option<String> {
        let mut parts = Vec::new();
        let mut told = false;
        let mut kind = |intervals: &Intervals, show: &dyn Fn(&Number) -> String, whole: &str| {
            if !intervals.is_none() {
                told |= !intervals.is_all();
                parts.push(if intervals.is_all() { whole.to_owned() } else { intervals.describe(show) });
            }
        };
        let shown = |value: Option<Value>| value.map_or_else(|| "a time".to_owned(), |value| value.to_string());
        kind(&self.numbers, &|number| number.to_string(), "any number");
        kind(&self.dates, &|days| shown(date(days)), "any day");
        kind(&self.moments, &|nanos| shown(moment(nanos)), "any time");
        kind(&self.lengths, &|nanos| shown(length(nanos)), "any length of time");
        match &self.texts {
            Texts::Some(texts) => {
                told |= !texts.is_empty();
                parts.extend(texts.iter().map(|text| format!("\"{text}\"")));
            }
            Texts::AllBut(_) => parts.push("any text".to_owned()),
        }
        match (self.yes, self.no) {
            (true, false) => parts.push("true".to_owned()),
            (false, true) => parts.push("false".to_owned()),
            (true, true) => parts.push("true or false".to_owned()),
            (false, false) => {}
        }
        if self.bare || self.filled {
            return None;
        }
        if self.null {
            parts.push("empty".to_owned());
        }
        (told && parts.len() <= 6).then(|| parts.join(" or "))
    }
}

pub(super) fn integer(number: i128) -> Option<Number> {
    Number::parse(&number.to_string())
}

fn epoch() -> Option<Date> {
    Date::new(1970, 1, 1)
}

pub(super) fn days(date: &Date) -> Number {
    const DAY: i128 = 86_400_000_000_000;
    let since = epoch().map_or(0, |epoch| date.since(&epoch).as_nanos());
    integer(since / DAY).unwrap_or_else(Number::zero)
}

fn date(days: &Number) -> Option<Value> {
    epoch()?.plus_days(days.as_i64()?).map(Value::Date)
}

fn moment(nanos: &Number) -> Option<Value> {
    let epoch = DateTime::parse("1970-01-01T00:00:00Z")?;
    epoch.plus(Duration::from_nanos(nanos.as_i128()?)).map(Value::DateTime)
}

fn length(nanos: &Number) -> Option<Value> {
    nanos.as_i128().map(|nanos| Value::Duration(Duration::from_nanos(nanos)))
}
