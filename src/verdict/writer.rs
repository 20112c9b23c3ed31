//! Values as JSON text, with every digit.

use std::fmt::Write;

use super::form::Form;
use crate::digest::write_text;
use crate::value::{Map, Value};

/// How the text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In one line, without a blank.
    Line,
    /// A line for every entry, indented by two blanks.
    Pretty,
}

/// Writes a value as JSON, keys in their order. Numbers are written as exact decimals; of a quotient that has none, as many
/// digits as a number shows.
pub fn write_json(value: &Value, layout: Layout) -> String {
    let mut writer = Writer { out: String::new(), layout, depth: 0 };
    writer.value(value);
    writer.out
}

/// The same for what a verdict says.
pub(super) fn write_form(form: &Form<'_>, layout: Layout) -> String {
    let mut writer = Writer { out: String::new(), layout, depth: 0 };
    writer.form(form);
    writer.out
}

struct Writer {
    out: String,
    layout: Layout,
    depth: usize,
}

impl Writer {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(truth) => self.out.push_str(if *truth { "true" } else { "false" }),
            Value::Number(number) => {
                // A text takes whatever is written into it.
                let _ = write!(self.out, "{number}");
            }
            Value::Text(text) => self.text(text),
            Value::Date(_) | Value::DateTime(_) | Value::Duration(_) => self.text(&value.to_string()),
            Value::List(items) => self.group('[', ']', items.iter(), Writer::value),
            Value::Map(map) => self.map(map),
        }
    }

    fn form(&mut self, form: &Form<'_>) {
        match form {
            Form::Own(value) => self.value(value),
            Form::Value(value) => self.value(value),
            Form::Text(text) => self.text(text),
            Form::Shared(text) => self.text(text),
            Form::Map(map) => self.map(map),
            Form::List(items) => self.group('[', ']', items.iter(), Writer::form),
            Form::Object(entries) => self.group('{', '}', entries.iter(), |writer, (key, form)| {
                writer.key(key);
                writer.form(form);
            }),
        }
    }

    fn map(&mut self, map: &Map) {
        self.group('{', '}', map.iter(), |writer, (key, value)| {
            writer.key(key);
            writer.value(value);
        });
    }

    fn key(&mut self, key: &str) {
        self.text(key);
        self.out.push_str(if self.layout == Layout::Pretty { ": " } else { ":" });
    }

    fn group<T>(
        &mut self,
        open: char,
        close: char,
        items: impl ExactSizeIterator<Item = T>,
        each: impl Fn(&mut Writer, T),
    ) {
        self.out.push(open);
        let empty = items.len() == 0;
        self.depth += 1;
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.new_line();
            each(self, item);
        }
        self.depth -= 1;
        if !empty {
            self.new_line();
        }
        self.out.push(close);
    }

    fn new_line(&mut self) {
        if self.layout == Layout::Pretty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", self.depth));
        }
    }

    fn text(&mut self, text: &str) {
        // It never fails either.
        let _ = write_text(text, &mut self.out);
    }
}
