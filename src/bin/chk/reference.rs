//! What the documentation says of a word: of the language, or of a verdict. The pages themselves are the source; what their tables have
//! in front, and what their paragraphs begin with, is explained there.

mod example;

/// A page, by the path that a reader knows it under.
struct Source {
    path: &'static str,
    text: &'static str,
}

const SOURCES: [Source; 2] = [
    Source { path: "docs/language.md", text: include_str!("../../../docs/language.md") },
    Source { path: "docs/verdict.md", text: include_str!("../../../docs/verdict.md") },
];

/// Tables of examples: what stands in front there is no word.
const EXAMPLES: &[&str] = &["expression", "slot", "path", "what it is", "it reads", "limit", "`a`", "written by"];

/// Heads of columns that say nothing of what stands below them.
const PLAIN: &[&str] = &["meaning", "is", "does", "says", "values", "holds"];

/// How a row begins that says where something may stand.
const PLACES: &str = "may stand in ";

/// Where nothing explains a word, so many passages that speak of it.
const MOST_MENTIONS: usize = 4;

/// Something that a page says.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    /// `docs/language.md`
    pub(crate) page: &'static str,
    /// The title above it.
    pub(crate) section: &'static str,
    /// What stands in front in a table; of a paragraph nothing.
    pub(crate) term: &'static str,
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

/// What a passage is on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The paragraph below a title.
    Introduction,
    Paragraph,
    /// A row of a table.
    Row,
}

/// What is said of a word.
#[derive(Debug)]
pub(crate) struct Explained {
    pub(crate) passages: Vec<Passage>,
    pub(crate) example: Option<String>,
}

/// The words of a section, in the order of their pages.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) section: &'static str,
    pub(crate) words: Vec<&'static str>,
}

/// What is said of a word or a few, as `once per`; none where no page speaks of it.
pub(crate) fn explain(word: &str) -> Option<Explained> {
    let all = passages();
    let of = |is: &dyn Fn(&Passage) -> bool| all.iter().filter(|passage| is(passage)).cloned().collect::<Vec<_>>();
    let mut found = of(&|passage| passage.explains(word));
    // What a section is about, its first paragraph says.
    let introduces = |passage: &&Passage| passage.kind == Kind::Introduction && is_about(passage.section, word);
    let introductions = all.iter().filter(introduces).filter(|passage| !passage.explains(word)).cloned();
    found.splice(0..0, introductions.collect::<Vec<_>>());
    for mentions in [Passage::names, Passage::mentions] {
        if found.is_empty() {
            found = of(&|passage| mentions(passage, word));
            found.truncate(MOST_MENTIONS);
        }
    }
    found.sort_by_key(|passage| passage.text.starts_with(PLACES));
    let sections: Vec<&str> = found.iter().map(|passage| passage.section).collect();
    let is_function = found.iter().flat_map(Passage::heads).any(|head| head.starts_with(&format!("{word}(")));
    let example = example::example(word, is_function, &sections);
    (!found.is_empty()).then_some(Explained { passages: found, example })
}

/// Every word that the pages explain, by section.
pub(crate) fn words() -> Vec<Words> {
    let mut all: Vec<Words> = Vec::new();
    for passage in passages() {
        let words = passage.heads().map(opening).filter(|word| !word.is_empty());
        for word in words {
            if all.last().is_none_or(|last| last.section != passage.section) {
                all.push(Words { section: passage.section, words: Vec::new() });
            }
            if let Some(last) = all.last_mut().filter(|last| !last.words.contains(&word)) {
                last.words.push(word);
            }
        }
    }
    all
}

impl Passage {
    /// What it is about: the code in front of a row, or the code with which a paragraph describes the form of something.
    fn heads(&self) -> impl Iterator<Item = &'static str> + use<> {
        spans(self.term)
    }

    fn explains(&self, word: &str) -> bool {
        let bold = self.text.split("**").nth(1).filter(|_| self.term.is_empty());
        self.heads().any(|head| begins(head, word))
            || bold.is_some_and(|bold| bold.trim_end_matches('.').eq_ignore_ascii_case(word))
    }

    fn names(&self, word: &str) -> bool {
        self.heads().any(|head| has_word(head, word))
    }

    fn mentions(&self, word: &str) -> bool {
        spans(&self.text).any(|span| has_word(span, word))
    }
}

/// Everything that the pages say, in order.
fn passages() -> Vec<Passage> {
    let mut all = Vec::new();
    for source in &SOURCES {
        let (mut section, mut is_first) = ("", false);
        for block in blocks(source.text) {
            let passage = |term, text, kind| Passage { page: source.path, section, term, text, kind };
            if let Some(title) = block.strip_prefix("## ") {
                (section, is_first) = (title.trim(), true);
            } else if block.starts_with('|') {
                is_first = false;
                let mut lines = block.lines();
                let columns = lines.next().map(cells).unwrap_or_default();
                if columns.first().is_some_and(|first| !EXAMPLES.contains(first)) {
                    let rows = lines.skip(1).map(cells).filter(|row| !is_elsewhere(row));
                    all.extend(rows.filter_map(|row| Some(passage(row.first()?, told(&columns, &row), Kind::Row))));
                }
            } else if !block.starts_with("```") && !block.starts_with(['#', '<', '[']) {
                for item in items(block) {
                    let text = item.split_whitespace().collect::<Vec<_>>().join(" ");
                    let kind = if std::mem::take(&mut is_first) { Kind::Introduction } else { Kind::Paragraph };
                    all.push(passage(form(item), text, kind));
                }
            }
        }
    }
    all
}

/// A paragraph, or each item of a list.
fn items(block: &'static str) -> impl Iterator<Item = &'static str> {
    let is_list = block.starts_with("- ");
    let cut = move |item: &'static str| if is_list { item.strip_prefix("- ").unwrap_or(item) } else { item };
    block.split(if is_list { "\n- " } else { "\0" }).map(cut)
}

/// Whether a title names the word: `Lookups and paths`, `lookup`.
fn is_about(title: &str, word: &str) -> bool {
    let mut words = title.split(' ').map(str::to_lowercase);
    words.any(|own| own == word || own.strip_suffix('s') == Some(word))
}

/// The parts of a page between its empty lines; an example is one.
fn blocks(text: &'static str) -> Vec<&'static str> {
    let mut blocks = Vec::new();
    let (mut start, mut at, mut is_example) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        is_example ^= line.starts_with("```");
        if line.trim().is_empty() && !is_example {
            blocks.extend(text.get(start..at));
            start = at + line.len();
        }
        at += line.len();
    }
    blocks.extend(text.get(start..));
    blocks.into_iter().filter(|block| !block.trim().is_empty()).collect()
}

/// The code of a paragraph that describes the form of something: `lookup NAME ...`; else the code that it begins with.
fn form(block: &'static str) -> &'static str {
    let is_form = |span: &&str| {
        let rest = span.strip_prefix(opening(span)).unwrap_or_default().trim_start();
        !opening(span).is_empty() && rest.starts_with(|c: char| c.is_uppercase() || c == '{')
    };
    let begins = spans(block).next().filter(|_| block.starts_with('`'));
    let span = spans(block).find(is_form).or(begins).unwrap_or_default();
    // With its backquotes, as a term of a table has them.
    let at = block.find(&format!("`{span}`")).unwrap_or(0);
    block.get(at..at + span.len() + 2).filter(|_| !span.is_empty()).unwrap_or_default()
}

/// `| a | b |`; a bar inside of code parts nothing.
fn cells(row: &'static str) -> Vec<&'static str> {
    let inner = row.trim();
    let inner = inner.strip_prefix('|').and_then(|inner| inner.strip_suffix('|')).unwrap_or(inner);
    let mut is_code = false;
    let is_bar = move |c: char| {
        is_code ^= c == '`';
        c == '|' && !is_code
    };
    inner.split(is_bar).map(str::trim).collect()
}

/// A row that only says where more is said.
fn is_elsewhere(row: &[&str]) -> bool {
    row.get(1).is_some_and(|cell| cell.starts_with("see ["))
}

/// What a row says behind its first cell, each cell under its own head where that says more than "meaning".
fn told(columns: &[&str], row: &[&str]) -> String {
    let filled = columns.iter().zip(row).skip(1).filter(|(_, cell)| !cell.is_empty());
    if columns.get(1) == Some(&"`fixed`") {
        let places = filled.map(|(column, cell)| {
            let place = column.trim_start_matches("in ");
            if *cell == "yes" { place.to_owned() } else { format!("{place} {cell}") }
        });
        return format!("{PLACES}{}", places.collect::<Vec<_>>().join(", "));
    }
    let told = filled
        .map(|(column, cell)| if PLAIN.contains(column) { (*cell).to_owned() } else { format!("{column}: {cell}") });
    told.collect::<Vec<_>>().join("; ")
}

/// What stands between backquotes.
fn spans(text: &str) -> impl Iterator<Item = &str> + use<'_> {
    text.split('`').skip(1).step_by(2).filter(|span| !span.is_empty())
}

/// The words of the language with which a form begins: `once per` of `once per message`, `require` of `require NAME: EXPR`.
fn opening(form: &str) -> &str {
    let is_word = |c: char| c.is_ascii_lowercase() || c == '_' || c == ' ';
    let end = form.find(|c| !is_word(c)).unwrap_or(form.len());
    let words = form.get(..end).unwrap_or_default().trim_end();
    // A name in a path, as `accounts` of `accounts.main`, is nobody's word.
    if form.get(end..).is_some_and(|rest| rest.starts_with(['.', '-', '/'])) { "" } else { words }
}

fn begins(form: &str, word: &str) -> bool {
    let rest = form.strip_prefix(word);
    rest.is_some_and(|rest| !rest.starts_with(is_part)) && !opening(form).is_empty()
}

/// Whether the word stands in a text as a whole, outside of what is quoted there.
fn has_word(text: &str, word: &str) -> bool {
    let unquoted: Vec<&str> = text.split('"').step_by(2).collect();
    unquoted.iter().any(|part| {
        part.match_indices(word).any(|(at, _)| {
            let before = part.get(..at).is_none_or(|before| !before.ends_with(is_part));
            before && part.get(at + word.len()..).is_none_or(|after| !after.starts_with(is_part))
        })
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}
