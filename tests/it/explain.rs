//! `chk explain`: the pages of codes, and what the documentation says of words.

use std::path::Path;

use chk::{Cause, Code, Decision, Reason, Route};
use serde_json::{Value as Json, json};

use crate::support::chk;

#[test]
fn every_code_is_explained() {
    for code in Code::ALL {
        let ran = chk(&["explain", code.as_str()]).run();
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.shown());
        assert!(
            ran.stdout.starts_with(&format!("{code}  {}\n\nSummary\n", code.severity().as_str())),
            "{}",
            ran.shown()
        );
        assert!(!ran.stdout.contains("```") && ran.stdout.contains("\nAvoid\n"), "{}", ran.shown());
    }
    let ran = chk(&["explain"]).run();
    assert!(Code::ALL.iter().all(|code| ran.stdout.contains(&format!("{code} "))), "{}", ran.shown());
    let ran = chk(&["explain", "sorce-order"]).run();
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("did you mean `source-order`?"), "{}", ran.shown());
    let page = chk(&["explain", "source-order", "--format", "json"]).run().json();
    assert_eq!((&page["code"], &page["severity"]), (&json!("source-order"), &json!("advice")));
    assert!(page["page"].as_str().unwrap().contains("## Prefer"));
}

/// The strings of a table of words in the source.
fn table(file: &str, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let table = text.split_once(&format!("const {name}: &[&str]")).unwrap().1.split_once("];").unwrap().0;
    table.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_word_of_the_language_is_explained() {
    let of_syntax = ["ITEM_WORDS", "CLAUSE_WORDS", "RESULT_WORDS", "MODE_WORDS", "RESERVED_WORDS"];
    let of_check =
        ["TIERS", "SOURCES", "TYPES", "PHASES", "IS", "BUDGETS", "KINDS", "ON_FAILURE", "OTHER_ARGUMENTS", "SCOPES"];
    let mut words: Vec<String> = of_syntax.iter().flat_map(|name| table("src/syntax/words.rs", name)).collect();
    words.extend(of_check.iter().flat_map(|name| table("src/check/words.rs", name)));
    assert!(words.len() > 90);
    for word in &words {
        let ran = chk(&["explain", word]).run();
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.shown());
        assert!(ran.stdout.starts_with(&format!("{word}\n\n")) && ran.stdout.contains("  docs/"), "{}", ran.shown());
        assert!(!ran.stdout.contains("](") && !ran.stdout.contains("**"), "{}", ran.shown());
    }
}

#[test]
fn every_word_of_a_verdict_is_explained_in_the_page_of_verdicts() {
    fn all<W: Copy>(words: &[W], name: fn(W) -> &'static str) -> impl Iterator<Item = &'static str> {
        words.iter().map(move |word| name(*word))
    }
    let words = all(Decision::ALL, Decision::as_str).chain(all(Cause::ALL, Cause::as_str));
    let words = words.chain(all(Reason::ALL, Reason::as_str)).chain(all(Route::ALL, Route::as_str));
    for word in words {
        let explained = chk(&["explain", word, "--format", "json"]).run().json();
        let pages: Vec<&Json> = explained["passages"].as_array().unwrap().iter().map(|one| &one["page"]).collect();
        assert!(pages.contains(&&json!("docs/verdict.md")), "{word}: {explained}");
    }
}

#[test]
fn a_word_is_explained_with_what_uses_it() {
    let ran = chk(&["explain", "once", "per"]).run();
    assert!(ran.stdout.contains("the same call is not run again"), "{}", ran.shown());
    assert!(ran.stdout.ends_with("\nExample\n    once per message\n"), "{}", ran.shown());
    let explained = chk(&["explain", "result", "--format", "json"]).run().json();
    assert!(explained["example"].as_str().unwrap().starts_with("result {\n"), "{explained}");
    let all = chk(&["explain", "--format", "json"]).run().json();
    let has = |word: &str| {
        all["words"].as_array().unwrap().iter().any(|of| of["words"].as_array().unwrap().contains(&json!(word)))
    };
    assert!(has("soonest") && has("require") && has("not_borne_out") && !has("payees"), "{all}");
    for (word, near) in [("soonst", "soonest"), ("not_born_out", "not_borne_out"), ("sorce-order", "source-order")] {
        let ran = chk(&["explain", word]).run();
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{word}");
        assert!(ran.stderr.contains(&format!("did you mean `{near}`?")), "{}", ran.shown());
    }
}
