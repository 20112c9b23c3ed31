//! Test results as people read them: a line a file, and of a case that does not hold what differs.

use chk::testing::{CaseReport, Difference};
use chk::value::Value;
use chk::verdict::{CallVerdict, SlotReport, State};

use super::diagnostics::{draw, tally};
use super::verdict::short;
use super::{Page, Style, evidence, words};
use crate::commands::test::{Tested, Total};
use crate::terminal::Terminal;

pub(crate) struct People {
    terminal: Terminal,
}

impl People {
    pub(crate) fn new(terminal: Terminal) -> People {
        People { terminal }
    }

    /// One test file.
    pub(crate) fn file(&mut self, tested: &Tested) -> String {
        let mut page = Page::new(self.terminal);
        match &tested.outcome {
            Err(errors) => {
                let what = format!(" {errors}: {}", tally(errors.diagnostics()));
                page.line(0, &[(Style::Bad, "error "), (Style::Strong, &tested.file), (Style::Plain, &what)]);
                page.empty_line();
                page.finish() + &draw(self.terminal, errors.files(), errors.diagnostics())
            }
            Ok(report) => {
                let failed = report.cases.iter().filter(|case| !case.is_ok()).count();
                let is_ok = failed == 0 && !tested.is_empty;
                let (style, word) = if is_ok { (Style::Good, "ok   ") } else { (Style::Bad, "fail ") };
                let count = match (report.cases.len(), failed) {
                    (0, _) => " no case".to_owned(),
                    (all, 0) => format!(" {}", cases(all)),
                    (all, failed) => format!(" {failed} of {}", cases(all)),
                };
                page.line(0, &[(style, word), (Style::Strong, &tested.file), (Style::Plain, &count)]);
                for case in report.cases.iter().filter(|case| !case.is_ok()) {
                    self.case(&mut page, &tested.file, case);
                }
                page.finish()
            }
        }
    }

    /// What came of all files.
    pub(crate) fn summary(&self, total: Total) -> String {
        let mut page = Page::new(self.terminal);
        let broken = match total.broken {
            0 => String::new(),
            1 => ", 1 file could not be run".to_owned(),
            many => format!(", {many} files could not be run"),
        };
        page.empty_line();
        let passed = format!("{} passed", cases(total.passed));
        match total {
            Total { passed: 0, failed: 0, broken: 0, .. } => page.line(0, &[(Style::Bad, "no case was run")]),
            Total { failed: 0, broken: 0, empty: 1.., .. } => {
                page.line(0, &[(Style::Plain, &passed), (Style::Bad, ", a file has no case")]);
            }
            Total { failed: 0, broken: 0, .. } => page.line(0, &[(Style::Good, &passed)]),
            Total { passed: 0, failed: 0, .. } => page.line(0, &[(Style::Bad, broken.trim_start_matches(", "))]),
            Total { failed: 0, .. } => page.line(0, &[(Style::Plain, &passed), (Style::Bad, &broken)]),
            Total { failed, .. } => {
                let failed = format!("{} failed", cases(failed));
                page.line(0, &[(Style::Bad, &failed), (Style::Plain, &format!(", {} passed{broken}", total.passed))]);
            }
        }
        page.finish()
    }

    fn case(&self, page: &mut Page, file: &str, case: &CaseReport) {
        self.differences(page, file, case);
        if let Some(call) = case.verdict.call() {
            why(page, call);
        }
    }

    fn differences(&self, page: &mut Page, file: &str, case: &CaseReport) {
        page.empty_line();
        let place = format!("  {file}:{}", case.line);
        // A name is a line: what begins one of its own would be a command to some that run this.
        let name = case.name.replace('\n', " ");
        page.line(2, &[(Style::Strong, &name), (Style::Faint, &place)]);
        let rows: Vec<[String; 4]> = case.differences.iter().map(row).collect();
        let widest = |column: fn(&[String; 4]) -> &String| {
            rows.iter().map(|row| textwrap::core::display_width(column(row))).max().unwrap_or(0)
        };
        let (path, expected, got) = (widest(|row| &row[0]), widest(|row| &row[1]), widest(|row| &row[2]));
        if path + expected + got + "  expected  got".len() + "  line 12345".len() + 8 > self.terminal.width {
            for [path, expected, got, line] in &rows {
                page.line(4, &[(Style::Plain, path), (Style::Faint, &format!("  {line}"))]);
                page.line(6, &[(Style::Plain, "expected "), (Style::Good, expected)]);
                page.line(6, &[(Style::Plain, "got      "), (Style::Bad, got)]);
            }
            return;
        }
        for [at, wanted, found, line] in &rows {
            page.line(
                4,
                &[
                    (Style::Plain, &padded(at, path)),
                    (Style::Plain, "  expected "),
                    (Style::Good, &padded(wanted, expected)),
                    (Style::Plain, "  got "),
                    (Style::Bad, &padded(found, got)),
                    (Style::Faint, &format!("  {line}")),
                ],
            );
        }
    }
}

/// The most slots that are shown below a case.
const MOST_SLOTS: usize = 10;

/// Why the verdict is what it is: what does not hold, and each unknown slot with its reason and its note.
fn why(page: &mut Page, call: &CallVerdict) {
    for unmet in &call.unmet {
        let name = short(call, &unmet.slot);
        page.line(4, &[(Style::Strong, &name), (Style::Plain, &format!(" does not hold: {}", unmet.message))]);
    }
    let is_open = |slot: &&SlotReport| slot.state == State::Unknown && slot.needed && !slot.waits;
    let open: Vec<&SlotReport> = call.slots.iter().filter(is_open).collect();
    for slot in open.iter().take(MOST_SLOTS) {
        let blocked_by: Vec<String> = slot.blocked_by.iter().map(|id| short(call, id)).collect();
        let reason = match (slot.reason, blocked_by.is_empty()) {
            (_, false) => format!("waits for {}", blocked_by.join(", ")),
            (Some(reason), true) => words::reason(reason).to_owned(),
            (None, true) => String::new(),
        };
        let note = slot.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"));
        let route = slot.route.map_or_else(String::new, |route| format!("; {}", words::route(route)));
        page.line(
            4,
            &[(Style::Strong, &short(call, &slot.id)), (Style::Plain, &format!(" is unknown: {reason}{note}{route}"))],
        );
    }
    if let Some(more) = open.len().checked_sub(MOST_SLOTS).filter(|more| *more > 0) {
        page.line(4, &[(Style::Plain, &format!("and {more} more are unknown"))]);
    }
}

fn row(difference: &Difference) -> [String; 4] {
    let got = difference.got.as_ref().map_or_else(|| "nothing".to_owned(), evidence::value);
    let expected = match &difference.expected {
        Value::Null => "nothing".to_owned(),
        expected => evidence::value(expected),
    };
    [difference.path.clone(), expected, got, format!("line {}", difference.line)]
}

fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(textwrap::core::display_width(text));
    format!("{text}{}", " ".repeat(blanks))
}

fn cases(count: usize) -> String {
    if count == 1 { "1 case".to_owned() } else { format!("{count} cases") }
}
