//! Tags: what marks a part of a text for a program, not for a reader.

/// The longest tag that is read, in bytes.
const LONGEST: usize = 256;

/// A tag at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    /// In bytes.
    pub len: usize,
    /// Whether it says that a call follows: it opens, and its name speaks of a tool, a function, a call.
    pub announces: bool,
}

/// The tag that a text begins with: `<name>`, `</name>`, `<name key="value">`, `<|name|>`, `[NAME]`, `[/NAME]`.
pub(super) fn tag(text: &str) -> Option<Tag> {
    let (name, len) = match text.bytes().next()? {
        b'<' => special(text).or_else(|| element(text))?,
        b'[' => bracket(text)?,
        // Some models write the word and then the list.
        b'f' if text.starts_with("functools[") => ("functools", "functools".len()),
        _ => return None,
    };
    let name = name.to_lowercase();
    let closes = name.starts_with('/') || name.split(['_', '▁', '-', ' ']).any(|part| part == "end");
    let speaks = ["tool", "func", "call", "invoke", "python_tag", "action", "plugin"];
    let answers = ["result", "response", "output"];
    let announces =
        !closes && speaks.iter().any(|word| name.contains(word)) && !answers.iter().any(|word| name.contains(word));
    Some(Tag { len, announces })
}

/// `<|name|>`, with bars of either width.
fn special(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix("<|").or_else(|| text.strip_prefix("<｜"))?;
    let end = inner.find(|c: char| c.is_whitespace() || matches!(c, '|' | '｜' | '<' | '>'))?;
    let name = inner.get(..end).filter(|name| !name.is_empty() && name.len() <= LONGEST)?;
    let rest = inner.get(end..)?;
    let rest = rest.strip_prefix("|>").or_else(|| rest.strip_prefix("｜>"))?;
    Some((name, text.len() - rest.len()))
}

/// `<name ...>` or `</name>`.
fn element(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('<')?;
    let name_start = inner.strip_prefix('/').unwrap_or(inner).chars().next()?;
    if !(name_start.is_alphabetic() || name_start == '_') {
        return None;
    }
    let end = inner.find(['<', '>', '\n']).filter(|end| *end <= LONGEST)?;
    let (inside, rest) = inner.split_at_checked(end)?;
    let rest = rest.strip_prefix('>')?;
    let name = inside.split([' ', '=', '\t']).next()?.trim_end_matches('/');
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.' | '▁' | '/');
    name.chars().all(is_name).then_some((name, text.len() - rest.len()))
}

/// `[NAME]`: of capitals, or one that speaks of tools. A reference or a link is none.
fn bracket(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('[')?;
    let end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '/' | ' ')))?;
    let (name, rest) = inner.split_at_checked(end).filter(|(name, _)| name.len() <= LONGEST)?;
    let rest = rest.strip_prefix(']')?;
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_loud = letters >= 2 && !name.bytes().any(|byte| byte.is_ascii_lowercase());
    let bare = name.trim_start_matches('/');
    let speaks = ["tool_", "function_call"].iter().any(|word| bare.starts_with(word));
    (is_loud || speaks).then_some((name, text.len() - rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_to_their_end_and_some_announce_a_call() {
        for (text, len, announces) in [
            ("<tool_call>{", 11, true),
            ("<tool_call id=\"1\">{", 18, true),
            ("</tool_call>", 12, false),
            ("<b>", 3, false),
            ("<br/>", 5, false),
            ("<|tool_call_start|>[", 19, true),
            ("<|tool_call_end|>", 17, false),
            ("<|python_tag|>", 14, true),
            ("<|im_end|>", 10, false),
            ("<｜tool▁calls▁begin｜>x", 28, true),
            ("<minimax:tool_call>", 19, true),
            ("<tool_response>{", 15, false),
            ("[TOOL_CALLS] [", 12, true),
            ("[/TOOL_CALLS]", 13, false),
            ("[TOOL_REQUEST]", 14, true),
            ("[END_TOOL_REQUEST]", 18, false),
            ("functools[{", 9, true),
        ] {
            assert_eq!(tag(text), Some(Tag { len, announces }), "{text}");
        }
    }

    #[test]
    fn what_is_no_tag_is_read_as_text() {
        for text in
            ["<", "< b>", "<3 you>", "<a\nb>", "<|>", "<|a b|>", "[1]", "[x]", "[link](a)", "[A", "[f(x)]", "f", ""]
        {
            assert_eq!(tag(text), None, "{text}");
        }
        assert_eq!(tag(&format!("<{}>", "a".repeat(300))), None);
    }
}
