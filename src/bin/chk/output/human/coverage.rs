//! Coverage as people read it: a row a policy, and below only what no case shows.

use chk::testing::{Clause, Coverage, FileCoverage, Item, Share, SideCount};

use super::{Page, Style, table, width_of};
use crate::output::coverage::percent;
use crate::terminal::Terminal;

/// A kind of clauses of which less was seen than has to be.
pub(crate) struct Missed {
    pub(crate) clause: Clause,
    pub(crate) got: f64,
    pub(crate) wanted: f64,
}

/// The longest text of a clause that is repeated.
const MOST_TEXT: usize = 100;

/// What was reached: shares by policy, and below them what no case shows.
pub(crate) fn table(terminal: Terminal, coverage: &Coverage) -> String {
    let mut page = Page::new(terminal);
    page.title("coverage");
    if coverage.files.is_empty() {
        page.line(2, &[(Style::Bad, "no policy was reached")]);
        return page.finish();
    }
    let mut rows: Vec<Vec<String>> =
        coverage.files.iter().map(|file| row(&file.name, |clause| file.share(clause))).collect();
    if coverage.files.len() > 1 {
        rows.push(row("all", |clause| coverage.share(clause)));
    }
    let heads: Vec<&str> = std::iter::once("policy").chain(Clause::ALL.map(Clause::as_str)).collect();
    table::write(&mut page, terminal, &heads, &rows, true);
    coverage.files.iter().for_each(|one| file(&mut page, one));
    page.finish()
}

/// `95 %` for the kinds that there are.
fn row(name: &str, of: impl Fn(Clause) -> Share) -> Vec<String> {
    let cell = |clause| match of(clause) {
        Share { of: 0, exempt: 0, .. } => "-".to_owned(),
        share => format!("{} %", percent(share)),
    };
    std::iter::once(name.to_owned()).chain(Clause::ALL.map(cell)).collect()
}

fn file(page: &mut Page, file: &FileCoverage) {
    let is_worth_telling = |side: &SideCount| side.times == 0;
    if file.exemptions.is_empty() && !file.items.iter().flat_map(|item| &item.sides).any(is_worth_telling) {
        return;
    }
    page.title(&file.name);
    let mut open: Vec<&Item> = file.items.iter().filter(|item| item.sides.iter().any(SideCount::is_missing)).collect();
    // Conditions first: they are what has to be seen from every side.
    open.sort_by_key(|item| item.clause);
    open.into_iter().for_each(|item| missing(page, file, item));
    let mut exempt: Vec<(usize, &str, Vec<String>)> = Vec::new();
    for item in &file.items {
        for side in item.sides.iter().filter(|side| side.times == 0) {
            let Some(reason) = side.exempt.as_deref() else { continue };
            let word = side.side.to_string();
            match exempt.last_mut().filter(|(line, last, _)| *line == item.declared && *last == reason) {
                Some((_, _, words)) if words.contains(&word) => {}
                Some((_, _, words)) => words.push(word),
                None => exempt.push((item.declared, reason, vec![word])),
            }
        }
    }
    for (line, reason, words) in exempt {
        let what = format!("  exempt: {}: {reason}", words.join(", "));
        page.line(2, &[(Style::Plain, &format!("{}:{line}", file.name)), (Style::Faint, &what)]);
    }
    for wrong in &file.exemptions {
        let place = format!("{}:{}", file.name, wrong.line);
        page.line(2, &[(Style::Plain, &place), (Style::Bad, &format!("  {}", wrong.message))]);
    }
}

fn missing(page: &mut Page, file: &FileCoverage, item: &Item) {
    let text = if width_of(&item.text) > MOST_TEXT {
        format!("{}…", item.text.chars().take(MOST_TEXT).collect::<String>())
    } else {
        item.text.clone()
    };
    let place = format!("{}:{}", file.name, item.line);
    let what = match item.clause {
        // A limit has no name of its own, and its text begins with what it is.
        Clause::Limit => String::new(),
        _ if item.text == item.name() => format!("{}: ", item.form.as_str()),
        _ => format!("{} {}: ", item.form.as_str(), item.name()),
    };
    page.line(2, &[(Style::Strong, &place), (Style::Plain, &format!("  {what}")), (Style::Faint, &text)]);
    let sides = item.sides.iter();
    match sides.clone().all(|side| side.times == 0) {
        true => page.line(4, &[(Style::Bad, "not reached"), (Style::Plain, &first_hint(item))]),
        false => sides.filter(|side| side.is_missing()).for_each(|side| {
            page.line(
                4,
                &[
                    (Style::Bad, &format!("never {}", side.side)),
                    (Style::Plain, &format!(": {}", item.hint(&side.side))),
                ],
            );
        }),
    }
}

/// What would show the first side; the others are told of once one is reached.
fn first_hint(item: &Item) -> String {
    let missing: Vec<&SideCount> = item.sides.iter().filter(|side| side.is_missing()).collect();
    let sides: Vec<String> = missing.iter().map(|side| side.side.to_string()).collect();
    let hint = missing.first().map(|side| item.hint(&side.side)).unwrap_or_default();
    format!(" ({}): begin with {hint}", sides.join(", "))
}

/// Why the coverage is not enough.
pub(crate) fn missed(terminal: Terminal, missed: &[Missed], wrong: usize) -> String {
    let mut page = Page::new(terminal);
    page.empty_line();
    for one in missed {
        let got = (one.got * 10.0).floor() / 10.0;
        let what = format!("coverage of {} is {got} %, below the threshold of {} %", one.clause.as_str(), one.wanted);
        page.line(0, &[(Style::Bad, &what)]);
    }
    match wrong {
        0 => {}
        1 => page.line(0, &[(Style::Bad, "1 exemption is wrong")]),
        many => page.line(0, &[(Style::Bad, &format!("{many} exemptions are wrong"))]),
    }
    page.finish()
}
