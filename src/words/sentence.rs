//! The sentences of a text, as one speaks for itself: without code and quotations.
//!
//! A sentence ends at `.` `!` or `?` before a blank or the end, at `;`, and at the full stops of other scripts. A line break
//! is a blank, as it is where the text is shown; an empty line, a heading, an item of a list or a row of a table ends one.
//! Marks of emphasis and characters that nobody sees are left out. The point of an abbreviation or an initial ends none, nor one inside a word (`legacy.cfg`, `3.5`), nor an
//! ellipsis after which the text goes on in lower case.

use super::code::code;
use super::quotation::quotations;

/// Stands where code or a quotation was left out: a mark, so that no phrase is found across it.
const LEFT_OUT: char = '\u{fffc}';

/// Ends whatever stands before it.
const BREAK: char = '\u{2029}';

/// The sentences of a text in order, each with the marks that end it. In the place of code and of a quotation stands one
/// mark that is no blank and no letter, U+FFFC.
///
/// ```
/// use chk::words::sentences;
/// let text = "I took legacy.cfg out. Shall I delete `a.txt`, too? It said \"done\".";
/// assert_eq!(sentences(text), ["I took legacy.cfg out.", "Shall I delete \u{fffc}, too?", "It said \u{fffc}."]);
/// ```
pub fn sentences(text: &str) -> Vec<String> {
    let text: String = text.chars().filter(|c| !is_unseen(*c)).collect();
    let prose = flowing(&prose(&text));
    let mut sentences = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some((at, c)) = prose.get(from..).and_then(|rest| rest.char_indices().find(|(_, c)| is_end(*c))) {
        let at = from + at;
        let run =
            prose.get(at..).map_or(0, |rest| rest.len() - rest.trim_start_matches(|c| is_end(c) && c != '\n').len());
        let marks_end = at + run.max(c.len_utf8());
        let behind = prose.get(marks_end..).unwrap_or_default();
        let rest = behind.trim_start_matches(is_closer);
        let end = prose.len() - rest.len();
        from = marks_end;
        let before = prose.get(start..at).unwrap_or_default();
        let marks = prose.get(at..marks_end).unwrap_or_default();
        if ends(before, marks, rest) {
            from = end;
            push(&mut sentences, prose.get(start..end));
            start = end;
        }
    }
    push(&mut sentences, prose.get(start..));
    sentences
}

fn push(sentences: &mut Vec<String>, text: Option<&str>) {
    let text = text.unwrap_or_default().trim();
    if text.chars().any(|c| c.is_alphanumeric()) {
        sentences.push(text.to_owned());
    }
}

/// The text with one mark for each piece of code and each quotation. A block of code stands between sentences; a
/// quotation that ends a sentence of its own and stands at the end of one ends that as well.
fn prose(text: &str) -> String {
    let code = code(text);
    let mut out: Vec<(usize, usize, String)> = Vec::new();
    for range in &code {
        let code = text.get(range.clone()).unwrap_or_default();
        let is_block = code.contains('\n') && (!code.starts_with('`') || code.starts_with("```"));
        out.push((range.start, range.end, if is_block { "\n\n".to_owned() } else { LEFT_OUT.to_string() }));
    }
    for quotation in quotations(text, &code) {
        let last = text.get(quotation.inner).and_then(|inner| inner.trim_end().chars().next_back());
        let last = last.filter(|c| is_end(*c) && *c != ';');
        out.push((quotation.outer.start, quotation.outer.end, [LEFT_OUT].into_iter().chain(last).collect()));
    }
    out.sort_unstable_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
    let mut prose = String::with_capacity(text.len());
    let mut at = 0;
    for (start, end, instead) in out {
        // Code inside a quotation is gone with it.
        if start >= at {
            prose.push_str(text.get(at..start).unwrap_or_default());
            prose.push_str(&instead);
            at = end;
        }
    }
    prose.push_str(text.get(at..).unwrap_or_default());
    prose
}

/// Characters that turn the direction of a text or join letters, and show nothing.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// The prose as it is shown: its lines run on, and no mark of its layout is left.
fn flowing(prose: &str) -> String {
    let mut flowing = String::with_capacity(prose.len());
    let mut before: Option<Line<'_>> = None;
    for line in prose.split('\n') {
        let line = Line::read(line);
        if let Some(before) = &before {
            let runs_on = before.runs_on && line.runs_in && before.depth == line.depth;
            flowing.push(if runs_on { ' ' } else { BREAK });
        }
        bare(line.text, &mut flowing);
        before = Some(line);
    }
    flowing
}

/// A line without what makes it a heading or quoted.
struct Line<'t> {
    text: &'t str,
    /// How often it is quoted.
    depth: usize,
    /// Whether the line before may run on in it.
    runs_in: bool,
    /// Whether it may run on in the next.
    runs_on: bool,
}

impl<'t> Line<'t> {
    fn read(line: &'t str) -> Line<'t> {
        // Other marks that end a line do so wherever they stand.
        let is_blank = |c: char| c.is_whitespace() && !is_end(c);
        let mut text = line.strip_suffix('\r').unwrap_or(line).trim_matches(is_blank);
        let mut depth = 0;
        while let Some(rest) = text.strip_prefix('>') {
            text = rest.trim_start_matches(is_blank);
            depth += 1;
        }
        let title = text.trim_start_matches('#');
        let is_heading =
            (1..=6).contains(&(text.len() - title.len())) && (title.is_empty() || title.starts_with([' ', '\t']));
        if is_heading {
            text = title.trim().trim_end_matches('#').trim_end();
        }
        // Lines of dashes and the like as well: nothing is said in them.
        let is_empty = !text.contains(|c: char| c.is_alphanumeric() || c == LEFT_OUT);
        let is_apart = is_heading || is_empty || text.starts_with('|');
        Line { text, depth, runs_in: !is_apart && !is_item(text), runs_on: !is_apart }
    }
}

/// Whether a line begins an item of a list.
fn is_item(line: &str) -> bool {
    let behind = match line.strip_prefix(['-', '*', '+', '•', '–', '—', '◦', '▪', '✓', '✔', '✅', '☐', '☑'])
    {
        Some(behind) => behind,
        None => {
            let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let count = line.len() - digits.len();
            match digits.strip_prefix(['.', ')']).filter(|_| (1..=9).contains(&count)) {
                Some(behind) => behind,
                None => return false,
            }
        }
    };
    behind.starts_with([' ', '\t', '\u{fe0f}'])
}

/// A line without marks of emphasis: `*` and `~~` beside anything but blanks, `_` at the border of a word.
fn bare(line: &str, into: &mut String) {
    let mut before = ' ';
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        // `\*` is shown as the mark, and hides a claim no less.
        if c == '\\' && chars.peek().copied().is_some_and(is_mark) {
            continue;
        }
        if !is_mark(c) {
            into.push(c);
            before = c;
            continue;
        }
        let mut count = 1;
        while chars.next_if(|next| *next == c).is_some() {
            count += 1;
        }
        let after = chars.peek().copied().unwrap_or(' ');
        let is_single = before.is_whitespace() && after.is_whitespace();
        let is_inside = before.is_alphanumeric() && after.is_alphanumeric();
        let is_sum = before.is_numeric() && after.is_numeric();
        let is_emphasis = match c {
            '*' => !is_single && !is_sum,
            '_' => !is_single && !is_inside,
            _ => !is_single && count == 2,
        };
        if !is_emphasis {
            into.extend(std::iter::repeat_n(c, count));
            before = c;
        }
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '*' | '_' | '~')
}

fn is_end(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | ';'
            | '\n'
            | '\r'
            | '\u{2028}'
            | '\u{2029}'
            | '…'
            | '؟'
            | '۔'
            | '।'
            | '。'
            | '！'
            | '？'
            | '；'
    )
}

fn is_closer(c: char) -> bool {
    matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '›' | '*' | '_')
}

/// Whether marks end a sentence, between what stands in it so far and what follows.
fn ends(before: &str, marks: &str, rest: &str) -> bool {
    let is_clear =
        |c| matches!(c, ';' | '\n' | '\r' | '\u{2028}' | '\u{2029}' | '؟' | '۔' | '।' | '。' | '！' | '？' | '；');
    if marks.contains(is_clear) {
        return true;
    }
    if rest.chars().next().is_some_and(|c| !c.is_whitespace()) {
        return false;
    }
    let mut next =
        rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '\'' | '“' | '„' | '«')).chars();
    let next = next.next();
    let goes_on = next.is_some_and(char::is_lowercase);
    if marks.contains(['!', '?']) {
        return true;
    }
    match marks {
        "." => next.is_none() || !is_abbreviation(before, next.is_some_and(char::is_numeric), goes_on),
        // An ellipsis.
        _ => !goes_on,
    }
}

/// Words whose point never ends a sentence: titles, and what is always followed by more.
const ALWAYS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "approx", "resp", "incl", "excl", "esp", "cf", "ca", "bzw", "vgl",
    "ggf", "inkl", "evtl", "sog", "hr", "fr", "mme", "mlle", "sra", "srta", "sig", "av", "env", "ej", "es",
];
/// Those that count what follows.
const BEFORE_NUMBERS: &[&str] =
    &["no", "nr", "num", "núm", "fig", "abb", "art", "p", "pp", "pg", "vol", "ch", "sec", "ver", "v", "tel"];
/// Those that may end one.
const PERHAPS: &[&str] = &[
    "etc", "usw", "inc", "ltd", "co", "corp", "jr", "sr", "dept", "min", "max", "jan", "feb", "aug", "sept", "oct",
    "nov", "dec",
];

/// Whether the point behind this text belongs to its last word.
fn is_abbreviation(before: &str, number_follows: bool, goes_on: bool) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '/' | LEFT_OUT))
        .next()
        .unwrap_or_default();
    let is = |list: &[&str]| list.iter().any(|known| word.to_lowercase() == *known);
    let mut parts = word.split('.');
    // `e.g`, `z.B`, `p.ex`; an initial; not `I`, which is a word.
    let is_dotted = word.contains('.')
        && parts.all(|part| (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic));
    let is_initial = word != "I" && word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    is_dotted || is_initial || is(ALWAYS) || (number_follows && is(BEFORE_NUMBERS)) || (goes_on && is(PERHAPS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentences with ` | ` between them, what was left out as `_`.
    fn of(text: &str) -> String {
        sentences(text).join(" | ").replace(LEFT_OUT, "_")
    }

    #[test]
    fn a_sentence_ends_at_its_marks() {
        for (text, expected) in [
            ("One. Two! Three? Four", "One. | Two! | Three? | Four"),
            ("One\ntwo; three", "One two; | three"),
            ("Really?! Yes.", "Really?! | Yes."),
            ("(Shall I?) I did.", "(Shall I?) | I did."),
            ("**Done.** More.", "Done. | More."),
            ("done. deleted it. ok", "done. | deleted it. | ok"),
            ("It was I. Then he left.", "It was I. | Then he left."),
            ("削除しました。完了！終わり", "削除しました。 | 完了！ | 終わり"),
            ("Wait... Done.", "Wait... | Done."),
            ("No. I deleted it.", "No. | I deleted it."),
            ("He sent it to Acme Inc. She knows.", "He sent it to Acme Inc. | She knows."),
            ("Milk, eggs etc. The rest is here.", "Milk, eggs etc. | The rest is here."),
            ("1. Sent it.\n2. Closed it.", "1. | Sent it. | 2. | Closed it."),
            ("", ""),
            ("... !", ""),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }

    #[test]
    fn a_line_runs_on_in_its_paragraph() {
        for (text, expected) in [
            ("I sent\nthe mail.", "I sent the mail."),
            ("I sent\r\nthe mail.", "I sent the mail."),
            ("One\n\ntwo", "One | two"),
            ("One\n \ntwo", "One | two"),
            ("One\n- two\n  and three\n- four", "One | - two and three | - four"),
            ("One\n1. two\n2) three", "One | 1. | two | 2) three"),
            ("One\n## Two ##\nthree", "One | Two | three"),
            ("One\n---\ntwo", "One | two"),
            ("| one |\n| two |", "| one | | | two |"),
            ("> One\n> two\nthree", "One two | three"),
            ("#5 is done\nnow", "#5 is done now"),
            ("One\n5 two", "One 5 two"),
            ("One\u{2029}\ntwo", "One | two"),
        ] {
            assert_eq!(of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn marks_of_emphasis_are_left_out() {
        for (text, expected) in [
            ("I **sent** the *mail*.", "I sent the mail."),
            ("I _sent the mail_.", "I sent the mail."),
            ("***I*** __sent__ it", "I sent it"),
            ("I se**nt** it", "I sent it"),
            ("I ~~did~~ sent it", "I did sent it"),
            (r"I \*sent\* it", "I sent it"),
            ("# I **sent** it", "I sent it"),
            ("the file old_name_2.cfg", "the file old_name_2.cfg"),
            ("2 * 3 and 2*3 and ~5", "2 * 3 and 2*3 and ~5"),
            ("I ran **`x`** now", "I ran _ now"),
        ] {
            assert_eq!(of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_nobody_sees_is_left_out() {
        for unseen in ['\u{200b}', '\u{200d}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{feff}'] {
            assert_eq!(of(&format!("I se{unseen}nt it.{unseen} Done.")), "I sent it. | Done.", "{unseen:?}");
        }
    }

    #[test]
    fn other_points_end_none() {
        for text in [
            "I took legacy.cfg out of the project",
            "it took 3.5 seconds at 10.0.0.1",
            "see e.g. the file, i.e. this one",
            "das ist z.B. hier, d.h. dort",
            "Dr. Ann Lee and Mr. Bo",
            "J. R. Smith wrote it",
            "see No. 5 and p. 12",
            "milk, eggs etc. and bread",
            "I deleted ... nothing",
            "I deleted… nothing",
            "in the U.S. market",
            "https://a.example/b?c=d and a!b",
        ] {
            assert_eq!(of(text), text);
        }
    }

    #[test]
    fn code_and_quotations_are_left_out() {
        for (text, expected) in [
            ("I ran `rm x` now. Done.", "I ran _ now. | Done."),
            ("So:\n```\nx. y.\n```\nDone.", "So: | Done."),
            ("It said \"sent. done\" then.", "It said _ then."),
            ("He wrote \"Sent.\" The rest stays.", "He wrote _. | The rest stays."),
            ("I asked “Shall I?” and went.", "I asked _? | and went."),
            ("It's Ann's “a `b` c”", "It's Ann's _"),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }

    #[test]
    fn a_long_text_is_split_in_one_pass() {
        for piece in [". ", ".", "a.", "\n", "?!", "etc. a ", "\"a. ", "J. ", "…", ") ", ".)", "*", "_a", "> ", "# "]
        {
            let _ = sentences(&piece.repeat(60_000 / piece.len()));
        }
    }
}
