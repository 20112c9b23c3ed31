//! Texts of policies and snapshots on their way to a terminal.

use std::borrow::Cow;

/// Writes out what could steer a terminal or reorder a line, as `\u{1b}`: controls (but for line breaks and tabs),
/// bidi marks, separators and tags that nobody sees.
pub fn sanitise(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_unsafe(letter) {
            safe.extend(letter.escape_unicode());
        } else {
            safe.push(letter);
        }
    }
    Cow::Owned(safe)
}

/// JSON text in which the same characters are escaped as JSON has it. They occur in its texts alone, so that the
/// document stays what it is.
pub fn sanitise_json(json: &str) -> Cow<'_, str> {
    if !json.chars().any(is_unsafe) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if is_unsafe(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            safe.push(letter);
        }
    }
    Cow::Owned(safe)
}

/// Whether a character may steer a terminal, or cannot be seen and changes what is.
pub(crate) fn is_unsafe(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_and_bidi_marks_are_written_out() {
        assert_eq!(sanitise("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(sanitise("pay \u{202e}001"), "pay \\u{202e}001");
        assert_eq!(sanitise("c1 \u{9b}2J del \u{7f}\r"), "c1 \\u{9b}2J del \\u{7f}\\u{d}");
    }

    #[test]
    fn what_people_write_stays() {
        for text in ["a line\n\tand another", "Grüße, 안녕, 👨‍👩‍👧", "don’t"] {
            assert!(matches!(sanitise(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn json_stays_the_same_document() {
        let json = "{\"a\":\"\u{202e}\u{9b}\u{e0041}\"}";
        assert_eq!(sanitise_json(json), "{\"a\":\"\\u202e\\u009b\\udb40\\udc41\"}");
    }
}
