//! What the check says about a policy. The cases are policies whose comments say what is expected: under a faulty line
//!
//! ```text
//! #   ^^^^ error[code]: message
//! #   help: what to do
//! ```
//!
//! where the carets stand under the place to look at. A file without such comments must be clean. With `BLESS=1` the
//! comments are written anew from what is found; read them before they are committed.

use std::path::{Path, PathBuf};

use chk::diagnostic::{Code, Diagnostic, Severity};
use chk::span::FileSet;
use chk::{Policy, PolicyErrors};

/// A policy that is one text and uses only `std/...`, loaded or not, and what is said of it.
pub(crate) struct Checked {
    policy: Result<Policy, PolicyErrors>,
    findings: Vec<Diagnostic>,
}

impl Checked {
    pub(crate) fn loads(&self) -> bool {
        self.policy.is_ok()
    }

    pub(crate) fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    pub(crate) fn files(&self) -> &FileSet {
        self.policy.as_ref().map_or_else(PolicyErrors::files, Policy::files)
    }
}

/// What loading it finds.
pub(crate) fn check(name: &str, text: &str) -> Checked {
    let policy = Policy::from_text(name, text);
    let findings = policy.as_ref().map_or_else(PolicyErrors::diagnostics, Policy::warnings).to_vec();
    Checked { policy, findings }
}

/// What loading it and the lints find.
pub(crate) fn lint(name: &str, text: &str) -> Checked {
    let policy = Policy::from_text(name, text);
    let findings = policy.as_ref().map_or_else(|errors| errors.diagnostics().to_vec(), chk::lint::lint);
    Checked { policy, findings }
}

#[test]
fn every_case_has_exactly_its_findings() {
    exactly("tests/cases/check", check);
}

/// Holds that every policy of a folder has the findings that its comments say.
pub(crate) fn exactly(folder: &str, look: fn(&str, &str) -> Checked) {
    let mut wrong = String::new();
    for path in policies(folder) {
        let text = std::fs::read_to_string(&path).unwrap();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, blessed(&text, look)).unwrap();
            continue;
        }
        let checked = look("case.chk", &text);
        let expected = expectations(&text);
        let found: Vec<String> = checked.findings().iter().map(|finding| shown(finding, checked.files())).collect();
        let missing: Vec<&String> =
            expected.iter().filter(|expected| !found.iter().any(|found| is(expected, found))).collect();
        let surplus: Vec<&String> =
            found.iter().filter(|found| !expected.iter().any(|expected| is(expected, found))).collect();
        if !missing.is_empty() || !surplus.is_empty() {
            wrong.push_str(&format!("\n{}\n", path.display()));
            missing.iter().for_each(|line| wrong.push_str(&format!("  missing: {line}\n")));
            surplus.iter().for_each(|line| wrong.push_str(&format!("  surplus: {line}\n")));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn valid_policies_become_programs() {
    for path in cases("ok") {
        let text = std::fs::read_to_string(&path).unwrap();
        let checked = check("case.chk", &text);
        let found: Vec<String> = checked.findings().iter().map(|finding| shown(finding, checked.files())).collect();
        assert!(found.is_empty() && checked.loads(), "{}: {found:#?}", path.display());
    }
}

#[test]
fn a_circle_and_a_second_definition_are_shown_at_every_place() {
    let text = "language 1\nprovider p { tool t { reversible\n\
        slot a: decimal = b slot b: decimal = c slot c: decimal = a\n\
        slot d: text from user_answer slot d: text from user_answer } }\n";
    let checked = check("case.chk", text);
    let files = checked.files();
    let places: Vec<Vec<String>> = checked
        .findings()
        .iter()
        .map(|finding| {
            let labels = finding.labels().iter();
            labels.map(|label| format!("{}: {}", files.text(label.span), label.text)).collect()
        })
        .collect();
    let circle = ["a: reads `b`", "b: reads `c`", "c: reads `a`"].map(str::to_owned).to_vec();
    let second = ["d: defined again here", "d: defined first here"].map(str::to_owned).to_vec();
    assert_eq!(places, [circle, second]);
}

#[test]
fn nothing_follows_from_an_item_that_cannot_be_read() {
    let text = "language 1\nprovider p { tool t { reversible\n\
        slot a: = decimal\n\
        slot b: text from user_answer\n\
        require r: a > 5 and b == \"x\" else hold \"{a}\"\n\
        same by a } }\n";
    let checked = check("case.chk", text);
    let findings: Vec<String> = checked.findings().iter().map(|finding| shown(finding, checked.files())).collect();
    assert!(findings.len() == 1 && findings[0].contains("error[syntax-error]"), "{findings:#?}");
}

#[test]
fn a_policy_with_any_line_missing_is_still_judged() {
    for path in cases("").into_iter().chain(cases("ok")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        for left_out in 0..lines.len() {
            let rest = lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line);
            let rest = rest.collect::<Vec<_>>().join("\n");
            let (first, second) = (check("case.chk", &rest), check("case.chk", &rest));
            assert_eq!(
                first.findings(),
                second.findings(),
                "{}: the same text gives the same findings",
                path.display()
            );
        }
    }
}

#[test]
fn ten_thousand_tools_load() {
    let mut text = String::from("language 1\nuse \"std/fixed.chk\"\neffect a.b { x: text }\nprovider p {\n");
    for at in 0..10_000 {
        text.push_str(&format!(
            "tool t{at} {{ reversible effect a.b {{ x: x }} slot x: text from user_answer, instruction\n\
             slot y: decimal where it > 0 from user_answer confirm c when y > 5 ask \"{{x}}?\" }}\n"
        ));
    }
    text.push_str("}\nuser { for effect a.b { forbid f when effect.x matches /bad/ because \"No.\" } }\n");
    let checked = check("case.chk", &text);
    assert!(checked.findings().is_empty(), "{:?}", checked.findings().first());
    assert_eq!(checked.policy.unwrap().tools().count(), 10_000);
}

#[test]
fn every_code_of_the_check_has_a_case() {
    let all: String = cases("").iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let first = Code::ALL.iter().position(|code| *code == Code::UnknownName).unwrap();
    let missing: Vec<&str> = Code::ALL
        .iter()
        .skip(first)
        .filter(|code| code.severity() == Severity::Error)
        .map(|code| code.as_str())
        .filter(|code| !all.contains(&format!("error[{code}]")))
        .collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

/// Line, underlined text, code and message; then the help, where the case says one.
fn is(expected: &str, found: &str) -> bool {
    found == expected || (!expected.contains("\n  help: ") && found.split("\n  help: ").next() == Some(expected))
}

pub(crate) fn shown(finding: &Diagnostic, files: &FileSet) -> String {
    let Some(span) = finding.span() else { return finding.message().to_owned() };
    let line = files.file(span.file).map_or(0, |file| file.location(span.start as usize).line);
    let text = files.text(span).lines().next().unwrap_or("");
    let help = finding.help_text().map(|help| format!("\n  help: {help}")).unwrap_or_default();
    format!("{line}: `{text}` {}[{}]: {}{help}", finding.severity().as_str(), finding.code(), finding.message())
}

/// What the comments of a case expect.
fn expectations(text: &str) -> Vec<String> {
    let mut expected: Vec<String> = Vec::new();
    let mut last: (usize, &str) = (0, "");
    for (number, line) in (1..).zip(text.lines()) {
        let comment = line.trim_start().strip_prefix('#').map(str::trim_start);
        match comment {
            Some(rest) if rest.starts_with('^') => {
                let width = rest.chars().take_while(|c| *c == '^').count();
                let start = line.find('^').map_or(0, |at| line[..at].chars().count());
                let under: String = last.1.chars().skip(start).take(width).collect();
                expected.push(format!("{}: `{under}` {}", last.0, rest.trim_start_matches('^').trim_start()));
            }
            Some(rest) if rest.starts_with("help: ") && !expected.is_empty() => {
                let help = rest.trim_start_matches("help: ");
                if let Some(entry) = expected.last_mut() {
                    entry.push_str(&format!("\n  help: {help}"));
                }
            }
            _ => last = (number, line),
        }
    }
    expected
}

/// A case with the comments that say what is found in it.
fn blessed(text: &str, look: fn(&str, &str) -> Checked) -> String {
    let is_expectation = |line: &&str| {
        let comment = line.trim_start().strip_prefix('#').map(str::trim_start);
        comment.is_some_and(|comment| comment.starts_with('^') || comment.starts_with("help: "))
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_expectation(line)).collect();
    let text = lines.join("\n") + "\n";
    let checked = look("case.chk", &text);
    let (findings, files) = (checked.findings(), checked.files());
    let mut blessed = String::new();
    for (number, line) in (1..).zip(lines) {
        blessed.push_str(&format!("{line}\n"));
        for finding in findings {
            let span = finding.span().unwrap();
            let place = files.file(span.file).unwrap().location(span.start as usize);
            if place.line != number {
                continue;
            }
            assert!(place.column > 1, "a `#` has to stand in front of the place: indent `{line}`");
            let blanks = " ".repeat(place.column - 2);
            let carets = "^".repeat(files.text(span).lines().next().map_or(1, |under| under.chars().count().max(1)));
            let (severity, code, message) = (finding.severity().as_str(), finding.code(), finding.message());
            blessed.push_str(&format!("#{blanks}{carets} {severity}[{code}]: {message}\n"));
            if let Some(help) = finding.help_text() {
                blessed.push_str(&format!("#{blanks}help: {help}\n"));
            }
        }
    }
    blessed
}

fn cases(folder: &str) -> Vec<PathBuf> {
    policies(&format!("tests/cases/check/{folder}"))
}

/// The policies of a folder, in order.
pub(crate) fn policies(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let entries = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|kind| kind == "chk")).collect();
    paths.sort();
    paths
}
