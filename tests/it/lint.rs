//! What the lints say about a policy. `tests/cases/lint/CODE.chk` shows each lint where it speaks and where it is quiet,
//! with comments that say what is expected, as in `check.rs`.

use chk::Policy;
use chk::diagnostic::{Code, Severity};
use chk::load::Memory;

use crate::check::{exactly, lint, policies, shown};

#[test]
fn every_case_has_exactly_its_findings() {
    exactly("tests/cases/lint", lint);
}

#[test]
fn the_same_policy_has_the_same_findings() {
    for path in policies("tests/cases/lint") {
        let text = std::fs::read_to_string(&path).unwrap();
        let policy = Policy::from_text("case.chk", &text).unwrap();
        let first = chk::lint::lint(&policy);
        for _ in 0..4 {
            assert_eq!(chk::lint::lint(&policy), first, "{}", path.display());
        }
    }
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

/// The codes that the lints find in the first of these files.
fn codes_of(files: &[(&str, &str)]) -> Vec<&'static str> {
    let policy = Policy::from_files(files[0].0, &Memory::new(files.to_vec())).unwrap();
    chk::lint::lint(&policy).iter().map(|finding| finding.code().as_str()).collect()
}

#[test]
fn what_stands_there_for_other_policies_is_not_called_unused() {
    let shared = ("shared.chk", "language 1\npattern name = /^[A-Z]/\nfixed { let limit = 5 }\n");
    let policy = "language 1\nuse \"shared.chk\"\npattern own = /^[a-z]/\n\
        provider p { tool t { reversible slot x: text from user_answer } }\n";
    assert_eq!(codes_of(&[shared]), [""; 0], "a file without tools and guards is there for others");
    assert_eq!(codes_of(&[("main.chk", policy), shared]), ["unused-definition"], "only `own` stands in the first file");
}

#[test]
fn a_name_that_looks_like_one_of_the_library_is_shown_where_the_author_wrote_it() {
    let policy = "language 1\nuse \"std/fixed.chk\"\neffect a.b { x: text } said as \"do\"\n\
        provider p { tool t { reversible effect a.b { x: Intent } slot Intent: text from user_answer } }\n";
    let policy = Policy::from_text("main.chk", policy).unwrap();
    let findings = chk::lint::lint(&policy);
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(findings[0].code(), Code::LookAlikeNames);
    assert_eq!(policy.files().text(findings[0].span().unwrap()), "Intent");
}

#[test]
fn no_shipped_policy_has_a_finding() {
    for folder in ["agentdojo", "airline", "examples", "local-agent", "retail"] {
        for path in policies(&format!("policies/{folder}")) {
            let policy = Policy::from_path(&path).unwrap();
            let found: Vec<String> = chk::lint::lint(&policy).iter().map(|one| shown(one, policy.files())).collect();
            assert!(found.is_empty(), "{}: {found:#?}", path.display());
        }
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

#[test]
fn a_page_says_whether_its_findings_are_mended() {
    for code in Code::ALL.iter().filter(|code| code.severity() != Severity::Error && **code != Code::StrayDocComment) {
        let text = std::fs::read_to_string(format!("tests/cases/lint/{code}.chk")).unwrap();
        let policy = Policy::from_text("case.chk", &text).unwrap();
        let findings = chk::lint::lint(&policy);
        let is_mended = findings.iter().any(|finding| finding.code() == *code && !finding.fix().is_empty());
        let page = std::fs::read_to_string(format!("docs/rules/{code}.md")).unwrap();
        assert_eq!(page.contains("Mended by `chk check --fix`"), is_mended, "{code}");
    }
}

/// A policy with its repairs made, round after round, as `--fix` makes them.
fn mended(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..10 {
        let policy = Policy::from_text("case.chk", &text).unwrap();
        let texts = chk::diagnostic::mended(policy.files(), &chk::lint::lint(&policy));
        match texts.into_values().next() {
            Some(next) => text = next,
            None => return text,
        }
    }
    panic!("the repairs do not end:\n{text}");
}

/// A tool with this in it.
fn tool(items: &str) -> String {
    format!("language 1\nprovider p {{\n  tool t {{\n    reversible\n{items}\n  }}\n}}\n")
}

#[test]
fn a_repair_takes_no_comment_with_it() {
    for items in [
        "    slot x: text from instruction, # the words\n      user_answer",
        "    slot x: text from user_answer, # first\n      user_answer",
        "    slot x: text from instruction whole without # why\n      name",
    ] {
        let text = tool(items);
        let policy = Policy::from_text("case.chk", &text).unwrap();
        assert_eq!(chk::lint::lint(&policy).len(), 1, "{items}");
        assert_eq!(mended(&text), text, "{items}");
    }
}

#[test]
fn a_repair_leaves_the_lines_around_it_as_they_are() {
    let cases = [
        (
            "    slot x: text optional default \"a\" # why\n      from preset",
            "    slot x: text default \"a\" # why\n      from preset",
        ),
        (
            "    slot x: text default \"a\"\n      optional # why\n      from preset",
            "    slot x: text default \"a\"\n      # why\n      from preset",
        ),
        (
            "    slot x: text default \"a\"\n      optional\n      from preset",
            "    slot x: text default \"a\"\n      from preset",
        ),
        ("    slot x: text from preset # chk-allow: retry-last none", "    slot x: text from preset"),
        (
            "    # why\n    # chk-allow: retry-last none\n    slot x: text from preset",
            "    # why\n    slot x: text from preset",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(mended(&tool(before)), tool(after));
        assert_eq!(mended(&tool(before).replace('\n', "\r\n")), tool(after).replace('\n', "\r\n"));
    }
}
