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
