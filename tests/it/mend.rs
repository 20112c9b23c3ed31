//! Policies with the mistakes that a newcomer makes, and what became of them by following what `chk check` says alone:
//! `tests/cases/mend/NAME.chk`, whose first line names the codes of its first run, and `NAME.mended.chk`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::check::{lint, policies, shown};

/// Those before, or those after.
fn cases(mended: bool) -> Vec<(String, String)> {
    let all = policies("tests/cases/mend").into_iter().filter(|path| is_mended(path) == mended);
    all.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

fn is_mended(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".mended.chk")
}

#[test]
fn each_broken_policy_has_the_codes_of_its_first_line() {
    for (name, text) in cases(false) {
        let checked = lint("case.chk", &text);
        let found: BTreeSet<&str> = checked.findings().iter().map(|finding| finding.code().as_str()).collect();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
        assert_eq!(found, expected.split(", ").collect(), "{name}");
        assert!(!found.is_empty(), "{name}");
    }
}

#[test]
fn each_mended_policy_is_clean() {
    for (name, text) in cases(true) {
        let checked = lint("case.chk", &text);
        let found: Vec<String> = checked.findings().iter().map(|finding| shown(finding, checked.files())).collect();
        assert!(checked.loads() && found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn each_broken_policy_has_its_mended_one() {
    let broken: Vec<String> = cases(false).into_iter().map(|(name, _)| name.replace(".chk", ".mended.chk")).collect();
    let mended: Vec<String> = cases(true).into_iter().map(|(name, _)| name).collect();
    assert_eq!(broken, mended);
    assert_eq!(broken.len(), 10);
}
