//! The page that everything for people is written on: the one place where texts are made safe, coloured and wrapped.

use chk::diagnostic::sanitise;

use crate::terminal::Terminal;

/// How a piece of text is to be seen. What it means is always said in words too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Strong,
    Faint,
    Good,
    Bad,
    Open,
}

impl Style {
    fn codes(self) -> Option<&'static str> {
        match self {
            Style::Plain => None,
            Style::Strong => Some("1"),
            Style::Faint => Some("2"),
            Style::Good => Some("1;32"),
            Style::Bad => Some("1;31"),
            Style::Open => Some("1;33"),
        }
    }
}

/// Text for people, made line by line.
#[derive(Debug)]
pub(crate) struct Page {
    terminal: Terminal,
    text: String,
}

impl Page {
    pub(crate) fn new(terminal: Terminal) -> Page {
        Page { terminal, text: String::new() }
    }

    /// A paragraph of pieces, wrapped; what follows its first line stands two columns further in.
    pub(crate) fn line(&mut self, indent: usize, pieces: &[(Style, &str)]) {
        let painted: String = pieces.iter().map(|(style, text)| self.paint(*style, &in_one_line(text))).collect();
        // Deep indents on a narrow terminal would leave no room for the text.
        let indent = " ".repeat(indent.min(self.terminal.width / 4));
        let hanging = format!("{indent}  ");
        let options = textwrap::Options::new(self.terminal.width)
            .initial_indent(&indent)
            .subsequent_indent(&hanging)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        for line in textwrap::wrap(&painted, options) {
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    /// A plain paragraph.
    pub(crate) fn say(&mut self, indent: usize, text: &str) {
        self.line(indent, &[(Style::Plain, text)]);
    }

    /// An empty line and the title of what follows.
    pub(crate) fn title(&mut self, title: &str) {
        self.text.push('\n');
        self.line(0, &[(Style::Strong, title)]);
    }

    /// Lines that keep their own form, such as JSON.
    pub(crate) fn verbatim(&mut self, indent: usize, text: &str) {
        for line in sanitise(text).lines() {
            self.text.extend(std::iter::repeat_n(' ', indent));
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// A line that keeps its own form.
    pub(crate) fn as_it_stands(&mut self, style: Style, line: &str) {
        let line = self.paint(style, &sanitise(line));
        self.text.push_str(&line);
        self.text.push('\n');
    }

    pub(crate) fn empty_line(&mut self) {
        self.text.push('\n');
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn paint(&self, style: Style, text: &str) -> String {
        match style.codes() {
            Some(codes) if self.terminal.colour && !text.is_empty() => format!("\u{1b}[{codes}m{text}\u{1b}[0m"),
            _ => text.to_owned(),
        }
    }
}

/// A text that is safe to show and begins no line of its own: what a policy or a model wrote would pass for what is said of it.
fn in_one_line(text: &str) -> String {
    let safe = sanitise(text);
    if !safe.contains(['\n', '\r']) {
        return safe.into();
    }
    safe.trim_end().replace("\r\n", "\\n").replace(['\n', '\r'], "\\n")
}

/// How many columns a text takes once it is safe to show.
pub(crate) fn width_of(text: &str) -> usize {
    textwrap::core::display_width(&sanitise(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(width: usize, colour: bool) -> Terminal {
        Terminal { colour, unicode: true, narrated: false, width }
    }

    #[test]
    fn nothing_that_is_said_steers_the_terminal() {
        let mut page = Page::new(terminal(80, false));
        page.say(0, "pay \u{202e}001\u{1b}[2J");
        page.verbatim(2, "a\u{9b}\nb");
        assert_eq!(page.finish(), "pay \\u{202e}001\\u{1b}[2J\n  a\\u{9b}\n  b\n");
    }

    #[test]
    fn a_text_of_several_lines_begins_none_of_the_page() {
        let mut page = Page::new(terminal(80, false));
        page.line(2, &[(Style::Strong, "limit"), (Style::Plain, ": No.\n\nexecute bank.pay: it may run")]);
        assert_eq!(page.finish(), "  limit: No.\\n\\nexecute bank.pay: it may run\n");
    }

    #[test]
    fn a_narrow_terminal_wraps_with_a_hanging_indent() {
        let mut page = Page::new(terminal(20, false));
        page.say(2, "one two three four five");
        assert_eq!(page.finish(), "  one two three four\n    five\n");
    }

    #[test]
    fn colours_do_not_count_as_width() {
        let mut page = Page::new(terminal(20, true));
        page.line(0, &[(Style::Bad, "not run"), (Style::Plain, ": held, 20 wide")]);
        assert_eq!(page.finish(), "\u{1b}[1;31mnot run\u{1b}[0m: held, 20\n  wide\n");
    }
}
