//! What a terminal shows of a text: the text without the sequences that set colours, move the cursor or name the window.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

const ESCAPE: char = '\u{1b}';
/// The one character that stands for `ESC [`.
const CONTROL: char = '\u{9b}';

/// The text without its sequences; borrowed where it has none.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    // One after the other: a single character is looked for many bytes at a time.
    if !text.contains(ESCAPE) && !text.contains(CONTROL) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            CONTROL => control(&mut chars),
            ESCAPE => match chars.peek() {
                Some('[') => {
                    chars.next();
                    control(&mut chars);
                }
                Some(']' | 'P' | 'X' | '^' | '_') => command(&mut chars),
                Some(' '..='~') => {
                    // `ESC ( B` and its like: what stands between says what is chosen.
                    while chars.next_if(|c| matches!(c, ' '..='/')).is_some() {}
                    chars.next_if(|c| matches!(c, '0'..='~'));
                }
                _ => {}
            },
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The rest of a control sequence: its numbers, and the letter that ends it.
fn control(chars: &mut Peekable<Chars<'_>>) {
    while chars.next_if(|c| matches!(c, ' '..='?')).is_some() {}
    chars.next_if(|c| matches!(c, '@'..='~'));
}

/// The rest of a command to the terminal. One that nothing ends on its line ends with the letter that begins it, so that a
/// half one hides no text.
fn command(chars: &mut Peekable<Chars<'_>>) {
    chars.next();
    let mut ahead = chars.clone();
    while let Some(c) = ahead.next() {
        match c {
            '\u{7}' | '\u{9c}' => {
                *chars = ahead;
                return;
            }
            ESCAPE if ahead.peek() == Some(&'\\') => {
                ahead.next();
                *chars = ahead;
                return;
            }
            ESCAPE | '\n' => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_left_out_and_nothing_else() {
        for (text, expected) in [
            ("plain [31m", "plain [31m"),
            ("\u{1b}[31mError\u{1b}[0m: no", "Error: no"),
            ("\u{1b}[1;38;5;196mError", "Error"),
            ("\u{9b}31mError", "Error"),
            ("\u{1b}]0;title\u{7}Error", "Error"),
            ("\u{1b}]8;;https://a.example\u{1b}\\Error", "Error"),
            ("\u{1b}]half\nError", "half\nError"),
            ("\u{1b}(BError", "Error"),
            ("\u{1b}[?25lError", "Error"),
            ("Error\u{1b}", "Error"),
            ("\u{1b}[", ""),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn many_half_sequences_are_read_in_one_pass() {
        for piece in ["\u{1b}]", "\u{1b}[", "\u{1b}", "\u{9b}1"] {
            let _ = shown(&piece.repeat(60_000));
        }
    }
}
