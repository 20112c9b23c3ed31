//! A text cut into tokens, for what has to look at it without the grammar: the limits, the comments, the way back after a
//! mistake. What is accepted is the grammar's business alone.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A name in backquotes.
    Quoted,
    /// A number, a date, a duration, and what sticks to it.
    Number,
    /// A text in quotation marks.
    Text,
    /// A regular expression.
    Regex,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// An operator or another mark.
    Mark,
    /// A character that no token begins with.
    Stray,
    /// A comment.
    Comment,
    /// The end of the text.
    End,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether its end is the line's, because its closing mark is missing.
    pub(crate) unterminated: bool,
}

impl Token {
    /// The end of the text.
    pub(crate) fn end(text: &str) -> Token {
        Token { kind: TokenKind::End, start: text.len(), end: text.len(), unterminated: false }
    }

    /// What it says.
    pub(crate) fn text(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// The tokens of a text, comments included.
pub(crate) fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }, last: ["", ""] }
}

/// May open a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// An iterator over tokens.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// The last token but one, and the last.
    last: [&'t str; 2],
}

impl<'t> Tokens<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The number of bytes at the start of the rest that are like this.
    fn run(&self, from: usize, like: impl Fn(u8) -> bool) -> usize {
        let bytes = self.rest().as_bytes();
        from + bytes.iter().skip(from).take_while(|byte| like(**byte)).count()
    }

    /// The length of a token that ends with `mark` on its line; none where the mark is missing.
    fn closed(&self, mark: u8, escapes: bool) -> Option<usize> {
        let mut bytes = self.rest().bytes().enumerate().skip(1);
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'\n' => return None,
                b'\\' if escapes && bytes.next()?.1 == b'\n' => return None,
                b'\\' if escapes => {}
                _ if byte == mark => return Some(at + 1),
                _ => {}
            }
        }
        None
    }

    /// The length of what is left of the line; closing brackets at its end are taken as meant.
    fn line(&self) -> usize {
        let line = self.rest().split('\n').next().unwrap_or("").trim_end();
        let end = line.trim_end_matches([' ', '\t', '}', ')', ']']).len().max(1);
        let mut open = line.get(1..end).unwrap_or("").bytes().fold(0usize, |open, byte| match byte {
            b'(' | b'[' | b'{' => open + 1,
            b')' | b']' | b'}' => open.saturating_sub(1),
            _ => open,
        });
        // What was opened in it is closed in it.
        let closing = line.bytes().enumerate().skip(end);
        let mut outside = closing.skip_while(|(_, byte)| {
            let inside = open > 0 || byte.is_ascii_whitespace();
            open = open.saturating_sub(usize::from(!byte.is_ascii_whitespace()));
            inside
        });
        outside.next().map_or(line.len().max(1), |(at, _)| line.get(..at).unwrap_or("").trim_end().len().max(1))
    }

    /// The length of a name whose closing backquote is missing: as far as it may be one.
    fn open_name(&self) -> usize {
        let end = |c: char| c.is_whitespace() || matches!(c, ':' | ',' | '=' | '(' | ')' | '{' | '}' | '[' | ']' | '"');
        self.rest().find(end).unwrap_or(self.rest().len()).max(1)
    }

    fn name(&self) -> usize {
        let bytes = self.rest().as_bytes();
        let mut end = self.run(0, is_name_byte);
        while bytes.get(end) == Some(&b'-') && bytes.get(end + 1).is_some_and(|byte| is_name_byte(*byte)) {
            end = self.run(end + 1, is_name_byte);
        }
        end
    }

    fn number(&self) -> usize {
        let mut end = 0;
        let mut chars = self.rest().chars().peekable();
        while let Some(c) = chars.next() {
            // Dates and times hold these between digits.
            let joins = (end == 4 || end > 6) && matches!(c, '-' | ':' | '+') && self.dated(end);
            let glued = c.is_alphanumeric() || matches!(c, '_' | '.') || joins;
            if !glued || (joins && !chars.peek().is_some_and(char::is_ascii_digit)) {
                break;
            }
            end += c.len_utf8();
        }
        end
    }

    /// Whether the first bytes are a date's, as far as they go.
    fn dated(&self, end: usize) -> bool {
        let head = self.rest().as_bytes();
        head.iter().take(4).all(u8::is_ascii_digit) && (end == 4 || head.get(4) == Some(&b'-'))
    }

    /// Whether a slash here begins a regular expression: after what a pattern follows, and not after a value.
    fn slash_opens(&self) -> bool {
        match self.last {
            [_, "=" | "," | "("] => true,
            [before, "matches" | "by" | "unless" | "strip"] => !is_operator(before),
            _ => false,
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.at += self.run(0, |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        let rest = self.rest();
        let first = rest.chars().next()?;
        let pair = |mark: &str| rest.starts_with(mark);
        let (kind, length) = match first {
            '#' => (TokenKind::Comment, Some(rest.split('\n').next().unwrap_or("").trim_end_matches('\r').len())),
            '"' => (TokenKind::Text, self.closed(b'"', true)),
            '`' => (TokenKind::Quoted, self.closed(b'`', false)),
            '/' if self.slash_opens() => (TokenKind::Regex, self.closed(b'/', true)),
            'a'..='z' | 'A'..='Z' | '_' => (TokenKind::Word, Some(self.name())),
            '0'..='9' => (TokenKind::Number, Some(self.number())),
            '(' | '[' | '{' => (TokenKind::Open, Some(1)),
            ')' | ']' | '}' => (TokenKind::Close, Some(1)),
            '=' | '!' | '<' | '>' if rest.as_bytes().get(1) == Some(&b'=') => (TokenKind::Mark, Some(2)),
            '&' | '|' if pair("&&") || pair("||") => (TokenKind::Stray, Some(2)),
            '=' | '<' | '>' | '+' | '-' | '*' | '/' | ',' | ':' | '.' => (TokenKind::Mark, Some(1)),
            other => (TokenKind::Stray, Some(other.len_utf8())),
        };
        let start = self.at;
        self.at =
            start + length.unwrap_or_else(|| if kind == TokenKind::Quoted { self.open_name() } else { self.line() });
        if kind == TokenKind::Regex && length.is_some() {
            self.at += self.run(0, |byte| byte.is_ascii_alphabetic());
        }
        let token = Token { kind, start, end: self.at, unterminated: length.is_none() };
        if kind != TokenKind::Comment {
            self.last = [self.last[1], token.text(self.text)];
        }
        Some(token)
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a token wants a value behind it, so that a word there is none of the language's.
fn is_operator(token: &str) -> bool {
    matches!(token, "+" | "-" | "*" | "/" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or" | "not" | "in" | "is")
}
