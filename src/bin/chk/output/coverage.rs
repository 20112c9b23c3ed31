//! Coverage for programs, and as a page.

use chk::testing::{Clause, Coverage, FileCoverage, Item, Share, SideCount};
use chk::value::Value;

use super::html::{head, put};
use super::xml::escape;

/// `{"shares": {"conditions": {"seen", "of", "exempt", "percent"}, ...}, "files": [{"file", "shares", "items": [{"kind", "form",
/// "id", "line", "text", "sides": [{"side", "times", "exempt", "hint"}]}], "exemptions": [{"line", "message"}]}]}`
pub(crate) fn value(coverage: &Coverage) -> Value {
    Value::map([
        ("shares", shares(|clause| coverage.share(clause))),
        ("files", Value::list(coverage.files.iter().map(file))),
    ])
}

fn shares(of: impl Fn(Clause) -> Share) -> Value {
    Value::map(Clause::ALL.map(|clause| {
        let share = of(clause);
        let parts = [
            ("seen", Value::from(share.seen)),
            ("of", share.of.into()),
            ("exempt", share.exempt.into()),
            ("percent", chk::value::Number::parse(&percent(share)).map_or(Value::Null, Value::Number)),
        ];
        (clause.as_str(), Value::map(parts))
    }))
}

fn file(file: &FileCoverage) -> Value {
    let exemption = |wrong: &chk::testing::Exemption| {
        Value::map([("line", Value::from(wrong.line)), ("message", wrong.message.as_str().into())])
    };
    Value::map([
        ("file", Value::from(file.name.as_str())),
        ("shares", shares(|clause| file.share(clause))),
        ("items", Value::list(file.items.iter().map(item))),
        ("exemptions", Value::list(file.exemptions.iter().map(exemption))),
    ])
}

fn item(item: &Item) -> Value {
    let side = |count: &SideCount| {
        Value::map([
            ("side", Value::from(count.side.to_string().as_str())),
            ("times", count.times.into()),
            ("exempt", count.exempt.as_deref().map_or(Value::Null, Value::from)),
            ("hint", if count.is_missing() { item.hint(&count.side).as_str().into() } else { Value::Null }),
        ])
    };
    Value::map([
        ("kind", Value::from(item.clause.as_str())),
        ("form", item.form.as_str().into()),
        ("id", (&*item.id).into()),
        ("line", item.line.into()),
        ("text", item.text.as_str().into()),
        ("sides", Value::list(item.sides.iter().map(side))),
    ])
}

/// `97.4`: cut off, never rounded up, so that 100 means all.
pub(crate) fn percent(share: Share) -> String {
    let tenths = (share.seen * 1000).checked_div(share.of).unwrap_or(1000);
    if tenths.is_multiple_of(10) { format!("{}", tenths / 10) } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

/// `57 of 60`, and how many need not be seen.
pub(crate) fn counted(share: Share) -> String {
    let exempt = if share.exempt == 0 { String::new() } else { format!(", {} exempt", share.exempt) };
    format!("{} of {}{exempt}", share.seen, share.of)
}

/// Every file with its lines; beside each line, in words, what of it was seen and what was not.
pub(crate) fn page(coverage: &Coverage) -> String {
    let mut page = head("chk test --coverage");
    page.push_str("<h1>What of the policies the cases show</h1>\n<div class=\"wide\"><table>\n<tr><th>file</th>");
    Clause::ALL.iter().for_each(|clause| put(&mut page, format_args!("<th class=\"number\">{}</th>", clause.as_str())));
    page.push_str("</tr>\n");
    for (at, file) in coverage.files.iter().enumerate() {
        put(&mut page, format_args!("<tr><td><a href=\"#f{at}\">{}</a></td>", escape(&file.name)));
        cells(&mut page, |clause| file.share(clause));
    }
    page.push_str("<tr><td>all</td>");
    cells(&mut page, |clause| coverage.share(clause));
    page.push_str("</table></div>\n");
    coverage.files.iter().enumerate().for_each(|(at, file)| lines(&mut page, at, file));
    page.push_str("</body>\n</html>\n");
    page
}

fn cells(page: &mut String, of: impl Fn(Clause) -> Share) {
    for share in Clause::ALL.map(of) {
        let told = match share {
            Share { of: 0, exempt: 0, .. } => "-".to_owned(),
            share => format!("{} %, {}", percent(share), counted(share)),
        };
        put(page, format_args!("<td class=\"number\">{told}</td>"));
    }
    page.push_str("</tr>\n");
}

fn lines(page: &mut String, at: usize, file: &FileCoverage) {
    put(page, format_args!("<h2 id=\"f{at}\">{}</h2>\n", escape(&file.name)));
    for wrong in &file.exemptions {
        put(page, format_args!("<p class=\"bad\">line {}: {}</p>\n", wrong.line, escape(&wrong.message)));
    }
    page.push_str("<div class=\"wide\"><table class=\"code\">\n");
    for (number, line) in (1..).zip(file.text.lines()) {
        let mut items = file.items.iter().filter(|item| item.line == number).peekable();
        let marks = items.clone().map(mark).collect::<Vec<_>>().join("<br>");
        let is_open = items.any(|item| item.sides.iter().any(SideCount::is_missing));
        let class = if is_open { "open" } else { "seen" };
        put(
            page,
            format_args!(
                "<tr><td class=\"number\">{number}</td><td>{}</td><td class=\"{class}\">{marks}</td></tr>\n",
                escape(line)
            ),
        );
    }
    page.push_str("</table></div>\n");
}

/// What of an item was seen, in words.
fn mark(item: &Item) -> String {
    let sides: Vec<String> = item
        .sides
        .iter()
        .map(|count| match (count.times, &count.exempt) {
            (0, Some(reason)) => format!("{} exempt: {reason}", count.side),
            (0, None) => format!("NOT {} ({})", count.side, item.hint(&count.side)),
            (times, _) => format!("{} {times}×", count.side),
        })
        .collect();
    // Of several in one line, what tells them apart.
    let what = match item.clause {
        Clause::Operand => format!("{} `{}`", item.form.as_str(), item.text),
        _ => item.form.as_str().to_owned(),
    };
    escape(&format!("{what}: {}", sides.join(", ")))
}
