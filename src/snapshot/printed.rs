//! A protocol's result as Python prints it: `meta=None content=[TextContent(type='text', text='...')] isError=False`.
//!
//! Hosts log what a client library hands them with `str(...)`, and then the flag, the parts and the errors in them stand in
//! one text. The form is exact, so it is read like JSON is: as a whole, or not at all.

use std::sync::Arc;

use crate::value::{Map, Value};

use super::limits::{MAX_DEPTH, MAX_EXPONENT, MAX_NODES};
use super::scalar;

/// The fields of a result in a text that as a whole is a printed one: at least its `content` and its flag.
pub(crate) fn parse_printed_result(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text.trim(), left: MAX_NODES };
    let wrapped = reader.eat("CallToolResult(");
    let fields = reader.fields(if wrapped { ", " } else { " " }, 0)?;
    let ended = !wrapped || reader.eat(")");
    let is_result = fields.get("content").is_some_and(|content| content.as_list().is_some())
        && fields.get("isError").is_some_and(|flag| flag.as_bool().is_some());
    (ended && is_result && reader.rest.is_empty()).then(|| Value::Map(fields.into()))
}

struct Reader<'t> {
    rest: &'t str,
    /// How much may still be read, in values.
    left: usize,
}

impl<'t> Reader<'t> {
    fn eat(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn take(&mut self, while_: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !while_(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn spend(&mut self, count: usize) -> Option<()> {
        self.left = self.left.checked_sub(count)?;
        Some(())
    }

    fn name(&mut self) -> Option<&'t str> {
        let name = self.take(|c| c.is_alphanumeric() || c == '_' || c == '.');
        (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
    }

    /// `a=1, b=2`, up to whatever is no separator.
    fn fields(&mut self, separator: &str, depth: usize) -> Option<Map> {
        let mut fields = Map::default();
        loop {
            let name = self.name()?;
            if !self.eat("=") {
                return None;
            }
            let value = self.value(depth)?;
            // A name that stands twice is no field of one result.
            if fields.insert(name.into(), value).is_some() {
                return None;
            }
            if !self.eat(separator) {
                return Some(fields);
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth >= MAX_DEPTH {
            return None;
        }
        self.spend(1)?;
        let depth = depth + 1;
        if self.eat("[") {
            return Some(Value::list(self.items("]", depth)?));
        }
        if self.eat("(") {
            return Some(Value::list(self.items(")", depth)?));
        }
        if self.eat("{") {
            return self.entries(depth);
        }
        if self.rest.starts_with(['\'', '"']) {
            return Some(Value::Text(self.string()?));
        }
        // An enum's member, `<Role.user: 'user'>`, is its value.
        if self.eat("<") {
            self.name()?;
            let value = self.eat(": ").then(|| self.value(depth))??;
            return self.eat(">").then_some(value);
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            let number = self.take(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'));
            if number.contains(['e', 'E']) {
                // It is written out, as long as its exponent says.
                self.spend(MAX_EXPONENT as usize)?;
            }
            return scalar::number(number).ok().map(Value::Number);
        }
        match self.name()? {
            "None" => Some(Value::Null),
            "True" => Some(Value::Bool(true)),
            "False" => Some(Value::Bool(false)),
            _ if self.eat("()") => Some(Value::Map(Map::default().into())),
            _ if self.eat("(") => {
                // `AnyUrl('https://...')` is what it wraps; `TextContent(type='text', ...)` its fields.
                let value = match self.rest.starts_with(['\'', '"']) {
                    true => Value::Text(self.string()?),
                    false => Value::Map(self.fields(", ", depth)?.into()),
                };
                self.eat(")").then_some(value)
            }
            _ => None,
        }
    }

    fn items(&mut self, end: &str, depth: usize) -> Option<Vec<Value>> {
        let mut items = Vec::new();
        if self.eat(end) {
            return Some(items);
        }
        loop {
            items.push(self.value(depth)?);
            // A tuple of one is printed `(1,)`.
            let more = self.eat(", ");
            if !more {
                self.eat(",");
                return self.eat(end).then_some(items);
            }
        }
    }

    fn entries(&mut self, depth: usize) -> Option<Value> {
        let mut map = Map::default();
        if self.eat("}") {
            return Some(Value::Map(map.into()));
        }
        loop {
            let key = self.string()?;
            if !self.eat(": ") {
                return None;
            }
            map.insert(key, self.value(depth)?);
            if !self.eat(", ") {
                return self.eat("}").then(|| Value::Map(map.into()));
            }
        }
    }

    fn string(&mut self) -> Option<Arc<str>> {
        let mut chars = self.rest.chars();
        let quote = chars.next().filter(|quote| matches!(quote, '\'' | '"'))?;
        let mut text = String::new();
        loop {
            match chars.next()? {
                c if c == quote => break,
                '\\' => {
                    let digits = |chars: &mut std::str::Chars<'_>, count: usize| {
                        let digits: String = chars.take(count).collect();
                        let whole = digits.len() == count && digits.chars().all(|c| c.is_ascii_hexdigit());
                        whole.then(|| u32::from_str_radix(&digits, 16).ok()).flatten().and_then(char::from_u32)
                    };
                    text.push(match chars.next()? {
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        'x' => digits(&mut chars, 2)?,
                        'u' => digits(&mut chars, 4)?,
                        'U' => digits(&mut chars, 8)?,
                        c @ ('\\' | '\'' | '"') => c,
                        _ => return None,
                    });
                }
                c => text.push(c),
            }
        }
        self.rest = chars.as_str();
        Some(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        parse_printed_result(text).map(|value| crate::digest::canonical_json(&value))
    }

    #[test]
    fn a_printed_result_is_its_fields() {
        for (text, expected) in [
            (
                r#"meta=None content=[TextContent(type='text', text='it\'s "\n\\n" \xe9', annotations=None)] isError=False"#,
                r#"{"content":[{"annotations":null,"text":"it's \"\n\\n\" é","type":"text"}],"isError":false,"meta":null}"#,
            ),
            ("meta=None content=[] isError=True", r#"{"content":[],"isError":true,"meta":null}"#),
            (
                "CallToolResult(content=[ResourceLink(uri=AnyUrl('file:///a'), size=12)], structuredContent={'a': (1,), 'b': []}, isError=False)",
                r#"{"content":[{"size":12,"uri":"file:///a"}],"isError":false,"structuredContent":{"a":[1],"b":[]}}"#,
            ),
            ("content=[1e-05, -2] isError=False", r#"{"content":[0.00001,-2],"isError":false}"#),
            (
                "content=[A(annotations=Annotations(audience=[<Role.user: 'user'>], priority=0.5))] isError=False",
                r#"{"content":[{"annotations":{"audience":["user"],"priority":0.5}}],"isError":false}"#,
            ),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn any_other_text_is_none() {
        for text in [
            "",
            "meta=None",
            "content=[] isError=maybe",
            "content=[] isError=False and more",
            "See: content=[] isError=False",
            "content=[TextContent(text='a) isError=False",
            r"content=['\q'] isError=False",
            r"content=['\ud800'] isError=False",
            "content=[1e] isError=False",
            "content=[] content=[] isError=False",
            "CallToolResult(content=[], isError=False",
            "{'content': [], 'isError': False}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let costly = format!("content=[{}1] isError=False", "1e300, ".repeat(MAX_NODES / 100));
        assert_eq!(read(&costly), None);
        let deep = format!("content={}{} isError=False", "[".repeat(10_000), "]".repeat(10_000));
        assert_eq!(read(&deep), None);
    }
}
