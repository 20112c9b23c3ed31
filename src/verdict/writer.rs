//! Values as JSON text, with every digit.

use crate::value::Value;

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
            Value::Number(number) => self.out.push_str(&number.to_string()),
            Value::Text(text) => self.text(text),
            Value::Date(_) | Value::DateTime(_) | Value::Duration(_) => self.text(&value.to_string()),
            Value::List(items) => self.group('[', ']', items.iter(), Writer::value),
            Value::Map(map) => self.group('{', '}', map.iter(), |writer, (key, value)| {
                writer.text(key);
                writer.out.push_str(if writer.layout == Layout::Pretty { ": " } else { ":" });
                writer.value(value);
            }),
        }
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

    /// Escapes what JSON must have escaped, in its shortest form, and nothing else.
    fn text(&mut self, text: &str) {
        self.out.push('"');
        for letter in text.chars() {
            match letter {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                '\u{8}' => self.out.push_str("\\b"),
                '\u{c}' => self.out.push_str("\\f"),
                control if control < ' ' => self.out.push_str(&format!("\\u{:04x}", u32::from(control))),
                plain => self.out.push(plain),
            }
        }
        self.out.push('"');
    }
}
