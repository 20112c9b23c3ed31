//! Texts within XML and HTML.

use chk::diagnostic::sanitise;

/// A text as text, in elements and in attributes. What steers a terminal or turns letters round, and what XML cannot hold
/// at all, stands as its number.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in sanitise(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // As they stand, an attribute would lose them, and a line could begin with what is a command to a build service.
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            // The two that are letters to Rust and not to XML.
            '\u{fffe}' | '\u{ffff}' => escaped.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_a_part_of_the_page() {
        let text = "<script>alert('x')</script>\" onload=\"x&y\u{202e}";
        let escaped = escape(text);
        assert!(!escaped.contains(['<', '>', '"', '\'', '\u{202e}']), "{escaped}");
        assert!(escaped.contains("&lt;script&gt;") && escaped.contains("x&amp;y"), "{escaped}");
    }

    #[test]
    fn a_line_break_stays_and_begins_no_line() {
        assert_eq!(escape("a\n::error::b\tc"), "a&#10;::error::b&#9;c");
    }

    #[test]
    fn what_xml_cannot_hold_stands_as_its_number() {
        assert_eq!(escape("a\u{0}b\u{1b}c\u{fffe}d"), "a\\u{0}b\\u{1b}c\\u{fffe}d");
    }
}
