//! Values as a policy compares them: exact, typed, cheap to clone.

mod date;
mod datetime;
mod digits;
mod duration;
mod number;
mod zone;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use indexmap::IndexMap;

pub use date::Date;
pub use datetime::DateTime;
pub use duration::Duration;
pub use number::{MAX_DIGITS, Number};
pub use zone::Zone;

/// A value of a slot, a snapshot or a policy.
///
/// Dates, datetimes and durations exist only where a type says so: a snapshot's text is text until a slot of type
/// `date` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An exact number.
    Number(Number),
    /// A text, never changed.
    Text(Arc<str>),
    /// A day.
    Date(Date),
    /// A moment, or a wall-clock time without a zone.
    DateTime(DateTime),
    /// A length of time.
    Duration(Duration),
    /// Values in order.
    List(Arc<[Value]>),
    /// Values by name, in the order in which they came; equality ignores the order.
    Map(Arc<Map>),
}

/// Equal values hash alike. The order of a map's entries says nothing: what each comes to is added up.
impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Null => {}
            Value::Bool(value) => value.hash(state),
            Value::Number(number) => number.hash(state),
            Value::Text(text) => text.hash(state),
            Value::Date(date) => date.hash(state),
            Value::DateTime(at) => at.hash(state),
            Value::Duration(length) => length.hash(state),
            Value::List(values) => values.hash(state),
            Value::Map(map) => {
                let of_entry = |entry: (&Arc<str>, &Value)| {
                    let mut own = DefaultHasher::new();
                    entry.hash(&mut own);
                    own.finish()
                };
                map.iter().map(of_entry).fold(0, u64::wrapping_add).hash(state);
            }
        }
    }
}

/// Values by name, in the order in which they were written. Names are short and looked up often: the hasher is made for that,
/// and seeded for each process.
pub type Map = IndexMap<Arc<str>, Value, foldhash::fast::RandomState>;

impl Value {
    /// A text.
    pub fn text(text: impl Into<Arc<str>>) -> Value {
        Value::Text(text.into())
    }

    /// A list.
    pub fn list(values: impl IntoIterator<Item = Value>) -> Value {
        Value::List(values.into_iter().collect())
    }

    /// A map.
    pub fn map<K: Into<Arc<str>>>(entries: impl IntoIterator<Item = (K, Value)>) -> Value {
        Value::Map(Arc::new(entries.into_iter().map(|(key, value)| (key.into(), value)).collect()))
    }

    /// The text of a text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number of a number.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The truth of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The entries of a map.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The value under a key of a map.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.as_map().and_then(|map| map.get(name))
    }

    /// Whether there is nothing in it: `null`, `""`, `[]` or `{}`.
    pub fn is_blank(&self) -> bool {
        match self {
            Value::Null => true,
            Value::Text(text) => text.is_empty(),
            Value::List(list) => list.is_empty(),
            Value::Map(map) => map.is_empty(),
            _ => false,
        }
    }

    /// What kind of value it is, in the words of the language.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::Text(_) => "text",
            Value::Date(_) => "date",
            Value::DateTime(_) => "datetime",
            Value::Duration(_) => "duration",
            Value::List(_) => "list",
            Value::Map(_) => "object",
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Bool(truth)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(Number::from(number))
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Number(Number::from(number))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::text(text)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Value {
        Value::Number(number)
    }
}

/// As a message shows it: texts bare, lists with commas, maps as JSON.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("nothing"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
            Value::Date(date) => write!(f, "{date}"),
            Value::DateTime(datetime) => write!(f, "{datetime}"),
            Value::Duration(duration) => write!(f, "{duration}"),
            Value::List(list) => {
                for (index, value) in list.iter().enumerate() {
                    if index > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{value}")?;
                }
                Ok(())
            }
            Value::Map(map) => {
                for (index, (key, value)) in map.iter().enumerate() {
                    if index > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{key}: {value}")?;
                }
                Ok(())
            }
        }
    }
}
