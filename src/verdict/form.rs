//! What a verdict's JSON says, before it is text or a value: borrowed from the verdict, entries in their order.

use std::sync::Arc;

use crate::value::{Map, Value};

/// One value of the form.
pub(super) enum Form<'v> {
    /// One that was made for it.
    Own(Value),
    Value(&'v Value),
    Text(&'v str),
    Shared(&'v Arc<str>),
    Map(&'v Map),
    List(Vec<Form<'v>>),
    Object(Vec<(&'static str, Form<'v>)>),
}

impl<'v> Form<'v> {
    pub(super) fn list<T: Into<Form<'v>>>(items: impl IntoIterator<Item = T>) -> Form<'v> {
        Form::List(items.into_iter().map(Into::into).collect())
    }

    pub(super) fn to_value(&self) -> Value {
        match self {
            Form::Own(value) => value.clone(),
            Form::Value(value) => Value::clone(value),
            Form::Text(text) => Value::from(*text),
            Form::Shared(text) => Value::Text(Arc::clone(text)),
            Form::Map(map) => Value::Map(Arc::new(Map::clone(map))),
            Form::List(items) => Value::list(items.iter().map(Form::to_value)),
            Form::Object(entries) => Value::map(entries.iter().map(|(key, form)| (*key, form.to_value()))),
        }
    }
}

/// An object that is being made, in the order of its entries.
#[derive(Default)]
pub(super) struct Object<'v>(Vec<(&'static str, Form<'v>)>);

impl<'v> Object<'v> {
    pub(super) fn put(&mut self, key: &'static str, form: impl Into<Form<'v>>) {
        self.0.push((key, form.into()));
    }

    /// Leaves out what is absent.
    pub(super) fn maybe(&mut self, key: &'static str, form: Option<impl Into<Form<'v>>>) {
        if let Some(form) = form {
            self.put(key, form);
        }
    }

    /// Leaves out a list of nothing.
    pub(super) fn some<T: Into<Form<'v>>>(&mut self, key: &'static str, items: impl IntoIterator<Item = T>) {
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.put(key, Form::list(items));
        }
    }

    pub(super) fn list<T>(&mut self, key: &'static str, items: &'v [T], form: impl Fn(&'v T) -> Form<'v>) {
        self.put(key, Form::list(items.iter().map(form)));
    }

    pub(super) fn done(self) -> Form<'v> {
        Form::Object(self.0)
    }
}

macro_rules! own {
    ($($type:ty)*) => {$(
        impl From<$type> for Form<'_> {
            fn from(value: $type) -> Self {
                Form::Own(value.into())
            }
        }
    )*};
}

own!(bool i64 usize Value);

impl<'v> From<&'v Value> for Form<'v> {
    fn from(value: &'v Value) -> Form<'v> {
        Form::Value(value)
    }
}

impl<'v> From<&'v str> for Form<'v> {
    fn from(text: &'v str) -> Form<'v> {
        Form::Text(text)
    }
}

impl<'v> From<&'v Arc<str>> for Form<'v> {
    fn from(text: &'v Arc<str>) -> Form<'v> {
        Form::Shared(text)
    }
}

impl<'v> From<&'v Map> for Form<'v> {
    fn from(map: &'v Map) -> Form<'v> {
        Form::Map(map)
    }
}

/// Null where there is none.
impl<'v, T: Into<Form<'v>>> From<Option<T>> for Form<'v> {
    fn from(value: Option<T>) -> Form<'v> {
        value.map_or(Form::Own(Value::Null), Into::into)
    }
}
