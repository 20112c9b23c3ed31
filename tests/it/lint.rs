//! What the lints say about a policy. `tests/cases/lint/CODE.chk` shows each lint where it speaks and where it is quiet,
//! with comments that say what is expected, as in `check.rs`.

use chk::diagnostic::{Code, Severity};

use crate::check::{exactly, lint, policies};

#[test]
fn every_case_has_exactly_its_findings() {
    exactly("tests/cases/lint", lint);
}

#[test]
fn every_lint_has_a_case_of_its_own() {
    let names: Vec<String> = policies("tests/cases/lint")
        .iter()
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let lints = Code::ALL.iter().filter(|code| code.severity() != Severity::Error && **code != Code::StrayDocComment);
    let missing: Vec<&Code> = lints.filter(|code| !names.iter().any(|name| name == code.as_str())).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
    for name in names {
        let text = std::fs::read_to_string(format!("tests/cases/lint/{name}.chk")).unwrap();
        assert!(text.contains(&format!("[{name}]: ")), "{name} is not found in its own case");
    }
}

#[test]
fn what_is_said_of_a_condition_names_values_for_which_it_is_so() {
    let text = "language 1\nprovider p { tool t { reversible\n\
        slot amount: decimal where it > 0 and it <= 100 from user_answer\n\
        require positive: amount > -1 else hold \"no\"\n\
        require small: amount < 10 else hold \"no\"\n\
        require large: amount > 50 else hold \"no\" } }\n";
    let checked = lint("case.chk", text);
    let told: Vec<String> = checked
        .findings()
        .iter()
        .map(|finding| {
            let labels = finding.labels().iter();
            let labels = labels.map(|label| format!("{}: {}", checked.files().text(label.span), label.text));
            format!("{}\n  {}", finding.code(), labels.collect::<Vec<_>>().join("\n  "))
        })
        .collect();
    assert_eq!(
        told,
        [
            "implied-condition\n  amount > -1: true with `amount` 1, and never false\n  \
                amount: `amount` is above 0 and at most 100",
            "contradicting-conditions\n  amount > 50: false with `amount` 1\n  amount < 10: true with `amount` 1\n  \
                amount: `amount` is above 0 and at most 100",
        ]
    );
}
