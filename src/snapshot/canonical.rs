//! The digest of a JSON text, whose canonical form is written while it is read: the values in between would cost more than all
//! the rest of it.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use super::json::Lexer;
use super::scalar;
use crate::digest::{by_key, digest_of_parts, write_text};

/// The digest of a map in a text that is known to be JSON within the limits; none where it is not.
pub(super) fn digest_of_json(text: &str) -> Option<String> {
    let lexer = Lexer::new(text, 0);
    let mut writer = Writer { lexer, form: String::with_capacity(text.len()), entries: Vec::new() };
    let Some(order) = writer.map_in_order()? else { return Some(digest_of_parts([&*writer.form])) };
    // Most of a document stands in one of its entries: they are not put into order, only read in it.
    let entries = order.iter().enumerate().filter_map(|(index, place)| {
        let comma = if index > 0 { "," } else { "" };
        Some([comma, writer.form.get(place.clone())?])
    });
    Some(digest_of_parts(["{"].into_iter().chain(entries.flatten()).chain(["}"])))
}

struct Writer<'t> {
    lexer: Lexer<'t>,
    /// What is written.
    form: String,
    /// The keys of the maps that are not at their end, the innermost last, and where their entries stand in the form.
    entries: Vec<(Cow<'t, str>, Range<usize>)>,
}

impl<'t> Writer<'t> {
    fn value(&mut self) -> Option<()> {
        self.lexer.skip_blanks();
        match self.lexer.peek()? {
            b'{' => self.map(),
            b'[' => self.within(b'[', b']', Writer::value),
            b'"' => self.text().map(drop),
            b'-' | b'0'..=b'9' => self.number(),
            _ => {
                self.form.push_str(self.lexer.word().ok()?);
                Some(())
            }
        }
    }

    /// A map deep in others is copied once for each of them that is out of order.
    fn map(&mut self) -> Option<()> {
        let start = self.form.len() + 1;
        if let Some(order) = self.map_in_order()? {
            let entries: Vec<&str> = order.into_iter().filter_map(|place| self.form.get(place)).collect();
            let sorted = entries.join(",");
            self.form.truncate(start);
            self.form.push_str(&sorted);
            self.form.push('}');
        }
        Some(())
    }

    /// Writes a map as it stands. Where that is not the order of its keys, says where its entries stand in that order.
    fn map_in_order(&mut self) -> Option<Option<Vec<Range<usize>>>> {
        let outer = self.entries.len();
        self.within(b'{', b'}', |writer| {
            let start = writer.form.len();
            writer.lexer.skip_blanks();
            let key = writer.text()?;
            writer.lexer.skip_blanks();
            writer.lexer.eat(b':').then(|| writer.form.push(':'))?;
            writer.value()?;
            writer.entries.push((key, start..writer.form.len()));
            Some(())
        })?;
        let entries = self.entries.get_mut(outer..)?;
        let is_sorted = entries.is_sorted_by(|(one, _), (other, _)| by_key(one, other).is_lt());
        let order = (!is_sorted).then(|| {
            entries.sort_by(|(one, _), (other, _)| by_key(one, other));
            entries.iter().map(|(_, place)| place.clone()).collect()
        });
        self.entries.truncate(outer);
        Some(order)
    }

    fn text(&mut self) -> Option<Cow<'t, str>> {
        let text = self.lexer.string().ok()?;
        match &text {
            // Without an escape it is written as it stands.
            Cow::Borrowed(plain) => {
                self.form.push('"');
                self.form.push_str(plain);
                self.form.push('"');
            }
            Cow::Owned(text) => write_text(text, &mut self.form).ok()?,
        }
        Some(text)
    }

    fn number(&mut self) -> Option<()> {
        let text = self.lexer.number();
        match scalar::short_number(text) {
            Some(_) => self.form.push_str(text),
            None => write!(self.form, "{}", scalar::number(text).ok()?).ok()?,
        }
        Some(())
    }

    /// Goes through what stands between two brackets, with commas.
    fn within(&mut self, open: u8, close: u8, mut part: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.lexer.skip_blanks();
        self.mark(open)?;
        self.lexer.skip_blanks();
        if self.mark(close).is_some() {
            return Some(());
        }
        loop {
            part(self)?;
            self.lexer.skip_blanks();
            if self.mark(close).is_some() {
                return Some(());
            }
            self.mark(b',')?;
        }
    }

    /// Writes a mark where it stands next.
    fn mark(&mut self, mark: u8) -> Option<()> {
        self.lexer.eat(mark).then(|| self.form.push(char::from(mark)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reader::parse_json;
    use super::digest_of_json;
    use crate::digest::{digest, sha256_hex};

    #[test]
    fn the_form_is_the_canonical_one() {
        for (text, form) in [
            ("{}", "{}"),
            (r#" { "b" : [ ] , "a" : { } } "#, r#"{"a":{},"b":[]}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"b":2}"#),
            (
                r#"{"c":{"z":0,"y":[{"k":1,"j":2},3]},"b":null,"a":true}"#,
                r#"{"a":true,"b":null,"c":{"y":[{"j":2,"k":1},3],"z":0}}"#,
            ),
            (
                r#"{"a":1e3,"b":1.50,"c":-0,"d":-5,"e":0.0,"f":12345678901234567890123,"g":25E-1}"#,
                r#"{"a":1000,"b":1.5,"c":0,"d":-5,"e":0,"f":12345678901234567890123,"g":2.5}"#,
            ),
            (r#"{"\u0061":"\u00e9\/\u000a\"\\\u0001\ud83d\udc4d"}"#, "{\"a\":\"é/\\n\\\"\\\\\\u0001👍\"}"),
            // A shorter key is first, and so is half of a pair before what lies behind all of them.
            (r#"{"aa":1,"\ufb33":2,"😀":3,"a":4,"é":5}"#, "{\"a\":4,\"aa\":1,\"é\":5,\"😀\":3,\"\u{fb33}\":2}"),
            (r#"{"a\"":1,"a":"b\tc"}"#, r#"{"a":"b\tc","a\"":1}"#),
        ] {
            assert_eq!(digest_of_json(text), Some(sha256_hex(form.as_bytes())), "{text}");
            assert_eq!(digest_of_json(text), parse_json(text).as_ref().map(digest), "{text}");
        }
    }

    /// A map of these values, in any order.
    fn map(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
        let entry =
            (r#"[a-c]{0,2}|é|😀|\u{fb33}|\\n|\\u0062"#, value).prop_map(|(key, value)| format!("\"{key}\" :{value}"));
        let map = prop::collection::vec(entry, 0..5).prop_map(|entries| format!("{{{}}}", entries.join(" , ")));
        map.prop_filter("no key stands twice", |text| parse_json(text).is_some())
    }

    /// What a document may hold.
    fn value() -> impl Strategy<Value = String> {
        let text = r#""([a-c é😀\u{fb33}]|\\[nt/"\\]|\\u00[0-9a-f]{2})*""#;
        let number = r"-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,3})?([eE][+-]?[0-9])?";
        let leaf = prop_oneof![Just("null".to_owned()), Just("true".to_owned()), number, text];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let list = prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{} ]", items.join(" ,")));
            prop_oneof![map(inner), list]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_is_the_digest_of_the_value(text in map(value())) {
            prop_assert_eq!(digest_of_json(&text), parse_json(&text).as_ref().map(digest));
        }
    }
}
