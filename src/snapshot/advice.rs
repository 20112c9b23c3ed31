//! What is most likely wrong where a text is no YAML. A reader only knows where it could not go on; what an author did is
//! seen from the lines around.

use std::ops::Range;

use granit_parser::ErrorKind;

/// What to say in place of the reader's own words.
pub(super) struct Advice {
    pub(super) message: String,
    pub(super) help: String,
    /// The place, in bytes.
    pub(super) span: Range<usize>,
    /// Another place that it involves.
    pub(super) related: Option<(Range<usize>, &'static str)>,
}

/// The advice for a reader that stopped at a byte of the text; none where nothing is likely.
pub(super) fn advise(text: &str, at: usize, kind: &ErrorKind) -> Option<Advice> {
    let before = text.get(..at)?;
    let brackets = brackets(text);
    if let Some(open) = brackets.iter().find(|open| open.at == at && open.closed.is_none()) {
        return Some(unclosed(open));
    }
    let open = brackets.iter().rev().find(|open| open.at < at && open.closed.is_none_or(|closed| closed >= at));
    match open {
        Some(open) => flow(text, at, open),
        None => {
            let lines: Vec<Line<'_>> = lines(text).collect();
            let own = lines.iter().rposition(|line| line.start <= before.len())?;
            block(&lines, own, at, kind)
        }
    }
}

/// A plain key that was to be a key and a value: `weight:3`.
pub(super) fn glued(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let is_name = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    (is_name && !value.is_empty() && !value.starts_with([' ', '/', ':'])).then_some((key, value))
}

/// How a key that is glued to its value is written.
pub(super) fn apart((key, value): (&str, &str)) -> String {
    format!("a blank follows the colon: `{key}: {value}`")
}

fn flow(text: &str, at: usize, open: &Bracket) -> Option<Advice> {
    let rest = text.get(at..)?;
    let is_later = text.get(open.at..at).is_some_and(|between| between.contains('\n'));
    if open.closed.is_none() && (is_later || rest.trim().is_empty()) {
        let span = at..at + rest.chars().next().map_or(0, char::len_utf8);
        return Some(Advice { span, related: Some((open.at..open.at + 1, "this one")), ..unclosed(open) });
    }
    if !rest.starts_with(':') {
        return None;
    }
    let entry = text.get(open.at + 1..at)?.rsplit(',').next()?;
    let (_, value) = entry.split_once(": ")?;
    let or_comma = if value.trim().contains(' ') { ", or write `,` between two entries" } else { "" };
    Some(Advice {
        message: "`: ` stands inside a text that is not quoted".into(),
        help: format!("quote a text that holds `: `{or_comma}"),
        span: at..at + 1,
        related: None,
    })
}

fn unclosed(open: &Bracket) -> Advice {
    let (bracket, end) = if open.is_map { ('{', '}') } else { ('[', ']') };
    Advice {
        message: format!("a `{bracket}` is not closed"),
        help: format!("write `{end}` where its entries end"),
        span: open.at..open.at + 1,
        related: None,
    }
}

fn block(lines: &[Line<'_>], own: usize, at: usize, kind: &ErrorKind) -> Option<Advice> {
    let line = lines.get(own)?;
    let above = lines.get(..own)?;
    let last = above.last()?;
    let is_first_colon = at
        .checked_sub(line.start + line.indent)
        .and_then(|at| line.content.get(..at))
        .is_some_and(|key| !key.contains(": "));
    match kind {
        ErrorKind::MappingValueNotAllowed if !is_first_colon => Some(Advice {
            message: "`: ` stands inside a text that is not quoted".into(),
            help: "quote a text that holds `: `".into(),
            span: at..at + 1,
            related: None,
        }),
        ErrorKind::MappingValueNotAllowed => match glued(last.entry()) {
            Some(glued) => Some(Advice {
                message: format!("`{}` is one word", last.entry()),
                help: apart(glued),
                span: last.span(),
                related: None,
            }),
            None => misplaced(line, above),
        },
        ErrorKind::ExpectedBlockMappingKey if line.is_entry() => {
            let first =
                above.iter().rev().take_while(|line_above| line_above.indent >= line.indent && !line_above.is_entry());
            first.last().map(|first| no_dash(first))
        }
        ErrorKind::ExpectedBlockMappingKey if line.content.starts_with('{') && last.content.starts_with('{') => {
            let first = above.iter().rev().take_while(|line| line.content.starts_with('{'));
            first.last().map(|first| no_dash(first))
        }
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => misplaced(line, above),
        ErrorKind::ExpectedBlockSequenceEntry => {
            let is_beside = above.iter().rev().find(|line_above| line_above.indent <= line.indent);
            match is_beside {
                Some(beside) if beside.indent == line.indent && beside.is_entry() => Some(no_dash(line)),
                _ => misplaced(line, above),
            }
        }
        _ => None,
    }
}

fn no_dash(line: &Line<'_>) -> Advice {
    Advice {
        message: "an entry of a list begins with `- `".into(),
        help: "write `- ` in front of it".into(),
        span: line.span(),
        related: None,
    }
}

/// A line that is indented like none of those that it could go on from.
fn misplaced(line: &Line<'_>, above: &[Line<'_>]) -> Option<Advice> {
    let mut levels: Vec<usize> = Vec::new();
    for line in above.iter().rev() {
        for level in [line.indent + line.dash(), line.indent] {
            if levels.last().is_none_or(|last| level < *last) {
                levels.push(level);
            }
        }
    }
    let near = levels.iter().min_by_key(|level| level.abs_diff(line.indent))?;
    let blanks = if *near == 1 { "1 blank".to_owned() } else { format!("{near} blanks") };
    (!levels.contains(&line.indent)).then(|| Advice {
        message: "this line is indented like none of those above it".into(),
        help: format!("indent it like the line above that it belongs beside, perhaps by {blanks}"),
        span: line.span(),
        related: None,
    })
}

/// A line that says something.
struct Line<'t> {
    /// Its first byte.
    start: usize,
    indent: usize,
    content: &'t str,
}

impl Line<'_> {
    fn is_entry(&self) -> bool {
        self.content == "-" || self.content.starts_with("- ")
    }

    /// How far `- ` moves what follows it.
    fn dash(&self) -> usize {
        if self.is_entry() { self.content.len() - self.entry().len() } else { 0 }
    }

    /// What stands behind `- `.
    fn entry(&self) -> &str {
        if self.is_entry() { self.content.trim_start_matches('-').trim_start() } else { self.content }
    }

    fn span(&self) -> Range<usize> {
        let start = self.start + self.indent;
        start..start + self.content.len()
    }
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |whole| {
        let begin = start;
        start += whole.len();
        let line = whole.trim_end();
        let content = line.trim_start_matches(' ');
        let says = !content.is_empty() && !content.starts_with('#');
        says.then_some(Line { start: begin, indent: line.len() - content.len(), content })
    })
}

/// `{` or `[`.
struct Bracket {
    at: usize,
    is_map: bool,
    closed: Option<usize>,
}

/// The brackets of the lists and maps that are written with them, as far as they can be told in a text that is no YAML.
fn brackets(text: &str) -> Vec<Bracket> {
    let mut brackets: Vec<Bracket> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut quote = None;
    let mut last = '\n';
    let mut is_comment = false;
    // Whether a value could begin here: elsewhere a bracket or a quotation mark is a letter like any other.
    let mut begins = true;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (_, '\n') if is_comment => is_comment = false,
            _ if is_comment => continue,
            (Some(mark), _) if c == mark && last != '\\' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if begins => quote = Some(c),
            (None, '#') if last.is_whitespace() => is_comment = true,
            (None, '{' | '[') if begins || !open.is_empty() => {
                open.push(brackets.len());
                brackets.push(Bracket { at, is_map: c == '{', closed: None });
            }
            (None, '}' | ']') => {
                let own = open.last().and_then(|index| brackets.get_mut(*index));
                if let Some(bracket) = own.filter(|bracket| bracket.is_map == (c == '}')) {
                    bracket.closed = Some(at);
                    open.pop();
                }
            }
            _ => {}
        }
        begins = match c {
            '\n' | '{' | '[' | ',' => true,
            ' ' => begins || matches!(last, ':' | '-'),
            _ => false,
        };
        last = c;
    }
    brackets
}
