//! The sentences of a text, as one speaks for itself: without code and quotations.
//!
//! A sentence ends at `.` `!` or `?` before a blank or the end, at `;`, at a line break, and at the full stops of other
//! scripts. The point of an abbreviation or an initial ends none, nor one inside a word (`legacy.cfg`, `3.5`), nor an
//! ellipsis after which the text goes on in lower case.

use super::code::code;
use super::quotation::quotations;

/// Stands where code or a quotation was left out: a mark, so that no phrase is found across it.
const LEFT_OUT: char = '\u{fffc}';

/// The sentences of a text in order, each with the marks that end it. In the place of code and of a quotation stands one
/// mark that is no blank and no letter, U+FFFC.
///
/// ```
/// use chk::words::sentences;
/// let text = "I took legacy.cfg out. Shall I delete `a.txt`, too? It said \"done\".";
/// assert_eq!(sentences(text), ["I took legacy.cfg out.", "Shall I delete \u{fffc}, too?", "It said \u{fffc}."]);
/// ```
pub fn sentences(text: &str) -> Vec<String> {
    let prose = prose(text);
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
        out.push((range.start, range.end, if is_block { "\n".to_owned() } else { LEFT_OUT.to_string() }));
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
            ("One\ntwo; three", "One | two; | three"),
            ("Really?! Yes.", "Really?! | Yes."),
            ("(Shall I?) I did.", "(Shall I?) | I did."),
            ("**Done.** More.", "**Done.** | More."),
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
        for piece in [". ", ".", "a.", "\n", "?!", "etc. a ", "\"a. ", "J. ", "…", ") ", ".)"] {
            let _ = sentences(&piece.repeat(60_000 / piece.len()));
        }
    }
}
