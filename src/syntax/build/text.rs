//! Strings: escapes, and the insertions of messages.

use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{DottedName, Message, MessagePart, Name, Text};
use crate::syntax::grammar::{Children, Node, Rule};

impl Builder<'_> {
    /// A string, its escapes read.
    pub(super) fn text(&mut self, node: &Node<'_>) -> Text {
        let span = self.span(node);
        let raw = node.as_str();
        let inner = raw.get(1..raw.len().saturating_sub(1)).unwrap_or("");
        if !inner.contains('\\') {
            return Text { text: inner.to_owned(), span };
        }
        let mut text = String::with_capacity(inner.len());
        let mut rest = Rest { node, raw, at: 1 };
        while let Some(c) = rest.next() {
            if c == '\\' {
                text.extend(self.escape(&mut rest));
            } else {
                text.push(c);
            }
        }
        Text { text, span }
    }

    /// The next string among the children, as a text.
    pub(super) fn next_text(&mut self, children: &mut Children<'_>) -> Option<Text> {
        children.seek(Rule::string).map(|node| self.text(&node))
    }

    /// All the strings among the children that are left.
    pub(super) fn texts(&mut self, children: Children<'_>) -> Vec<Text> {
        children.filter(|node| node.as_rule() == Rule::string).map(|node| self.text(&node)).collect()
    }

    /// A string with insertions.
    pub(super) fn message(&mut self, node: &Node<'_>) -> Message {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = Rest { node, raw: node.as_str(), at: 1 };
        while let Some(c) = rest.next() {
            match c {
                '\\' => literal.extend(self.escape(&mut rest)),
                '{' if rest.eat('{') => literal.push('{'),
                '}' if rest.eat('}') => literal.push('}'),
                '{' => {
                    if let Some(name) = self.insertion(&mut rest) {
                        if !literal.is_empty() {
                            parts.push(MessagePart::Literal(std::mem::take(&mut literal)));
                        }
                        parts.push(MessagePart::Insert(name));
                    }
                }
                '}' => {
                    let help = "write `}}` for a brace";
                    self.bad_escape(&rest, rest.at - 1, "`}` ends no insertion", help);
                }
                c => literal.push(c),
            }
        }
        if !literal.is_empty() || parts.is_empty() {
            parts.push(MessagePart::Literal(literal));
        }
        Message { parts, span: self.span(node) }
    }

    /// The next string among the children, as a message.
    pub(super) fn next_message(&mut self, children: &mut Children<'_>) -> Option<Message> {
        children.seek(Rule::string).map(|node| self.message(&node))
    }

    /// What follows a backslash.
    fn escape(&mut self, rest: &mut Rest<'_, '_>) -> Option<char> {
        let start = rest.at - 1;
        match rest.next()? {
            'n' => Some('\n'),
            't' => Some('\t'),
            c @ ('"' | '\\') => Some(c),
            'u' => {
                let digits = rest.eat('{').then(|| rest.until('}')).flatten().unwrap_or("");
                let code = (digits.len() <= 6).then(|| u32::from_str_radix(digits, 16).ok()).flatten();
                let found = code.and_then(char::from_u32);
                if found.is_none() {
                    let help = "write one to six hexadecimal digits of a Unicode character: `\\u{e9}`";
                    self.bad_escape(rest, start, "this escape names no character", help);
                }
                found
            }
            c => {
                let help = "the escapes are `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{...}`; a backslash itself is `\\\\`";
                self.bad_escape(rest, start, format!("`\\{c}` is no escape"), help);
                None
            }
        }
    }

    /// What follows an opening brace: `name}` or `effect.name}`.
    fn insertion(&mut self, rest: &mut Rest<'_, '_>) -> Option<DottedName> {
        let start = rest.at - 1;
        let help = "insert a name, `{amount}` or `{effect.amount}`, or write `{{` for a brace";
        let Some(inner) = rest.until('}') else {
            self.bad_escape(rest, start, "this insertion is not closed", help);
            return None;
        };
        let mut at = start + 1;
        let mut parts = Vec::new();
        for part in inner.split('.') {
            let bare = part.trim();
            let from = at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            let quoted = bare.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
            if !quoted.map_or_else(|| is_name(bare), |name| !name.is_empty()) {
                let message = match inner.trim() {
                    "" => "nothing is inserted here".to_owned(),
                    other => format!("`{other}` is no name"),
                };
                self.bad_escape(rest, start, message, help);
                return None;
            }
            let span = self.part(rest.node, from, from + bare.len());
            parts.push(Name { text: quoted.unwrap_or(bare).to_owned(), span, quoted: quoted.is_some() });
        }
        let span = self.part(rest.node, start + 1, rest.at - 1);
        Some(DottedName { parts, span })
    }

    /// Reports what stands from `start` to where reading is.
    fn bad_escape(&mut self, rest: &Rest<'_, '_>, start: usize, message: impl Into<String>, help: &str) {
        let span = self.part(rest.node, start, rest.at);
        self.report(Diagnostic::new(Code::BadEscape, span, message).help(help));
    }
}

/// Whether a word is a name without backquotes.
pub(in crate::syntax) fn is_name(word: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    !word.starts_with(|c: char| c.is_ascii_digit()) && word.split('-').all(part)
}

/// What is left of a string token, its closing quotation mark excepted.
struct Rest<'a, 't> {
    node: &'a Node<'t>,
    raw: &'t str,
    at: usize,
}

impl<'t> Rest<'_, 't> {
    fn left(&self) -> &'t str {
        self.raw.get(self.at..self.raw.len().saturating_sub(1)).unwrap_or("")
    }

    fn next(&mut self) -> Option<char> {
        let c = self.left().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.left().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// The text up to `end`, which is passed over; none, and nothing is passed over, where it does not come.
    fn until(&mut self, end: char) -> Option<&'t str> {
        let found = self.left().split_once(end)?.0;
        self.at += found.len() + end.len_utf8();
        Some(found)
    }
}
