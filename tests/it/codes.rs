//! The tables of words: every word of a verdict is produced by a case, and every diagnostic code by a case and by the
//! examples of its page.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use chk::diagnostic::Severity;
use chk::load::Memory;
use chk::snapshot::limits;
use chk::span::FileSet;
use chk::testing::{Report, run_file};
use chk::verdict::{ErrorKind, Kind, Part, SourceKind};
use chk::{Cause, Code, Decision, Policy, Reason, Route, Snapshot, SnapshotError, State, Verdict};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder whose names end in this, in order.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => walk(&path, end, found),
                false if path.to_string_lossy().ends_with(end) => found.push(path),
                false => {}
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), end, &mut found);
    found.sort();
    assert!(!found.is_empty(), "no `{end}` in {folder}");
    found
}

fn report(path: &Path) -> Report {
    run_file(path).unwrap_or_else(|errors| panic!("{}: {:#?}", path.display(), errors.diagnostics()))
}

#[test]
fn every_evaluation_case_holds() {
    let mut wrong = String::new();
    for path in files("tests/cases/eval", ".test.yaml").iter().chain(&files("tests/cases/field", ".test.yaml")) {
        for case in report(path).cases.iter().filter(|case| !case.is_ok()) {
            wrong.push_str(&format!("{}:{} {}\n", path.display(), case.line, case.name));
            for found in &case.differences {
                wrong.push_str(&format!("  {}: expected {}, got {:?}\n", found.path, found.expected, found.got));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_word_of_a_verdict_is_produced_by_a_case() {
    let mut produced = BTreeSet::new();
    for path in files("policies", ".test.yaml").iter().chain(&files("tests/cases/eval", ".test.yaml")) {
        report(path).cases.iter().for_each(|case| words(&case.verdict, &mut produced));
    }
    fn all<W: Debug + Copy>(kind: &'static str, words: &[W], name: fn(W) -> &'static str) -> Vec<Word> {
        words.iter().map(|word| (kind, name(*word))).collect()
    }
    let words = [
        all("decision", Decision::ALL, Decision::as_str),
        all("cause", Cause::ALL, Cause::as_str),
        all("kind", Kind::ALL, Kind::as_str),
        all("state", State::ALL, State::as_str),
        all("reason", Reason::ALL, Reason::as_str),
        all("route", Route::ALL, Route::as_str),
        all("source", SourceKind::ALL, SourceKind::as_str),
        all("error", ErrorKind::ALL, ErrorKind::as_str),
    ]
    .concat();
    let missing: Vec<&Word> = words.iter().filter(|word| !produced.contains(*word)).collect();
    assert!(missing.is_empty(), "no case produces {missing:?}");
}

type Word = (&'static str, &'static str);

/// Every word of a verdict.
fn words(verdict: &Verdict, words: &mut BTreeSet<Word>) {
    words.insert(("decision", verdict.decision.as_str()));
    words.extend(verdict.cause.map(|cause| ("cause", cause.as_str())));
    match &verdict.part {
        Part::Call(call) => {
            for slot in &call.slots {
                words.insert(("kind", slot.kind.as_str()));
                words.insert(("state", slot.state.as_str()));
                words.extend(slot.reason.map(|reason| ("reason", reason.as_str())));
                words.extend(slot.route.map(|route| ("route", route.as_str())));
                words.extend(slot.source.map(|source| ("source", source.as_str())));
            }
        }
        Part::Result { envelope, .. } => {
            let kind = envelope.as_ref().and_then(|envelope| envelope.error_kind);
            words.extend(kind.map(|kind| ("error", kind.as_str())));
        }
        _ => {}
    }
}

/// What is wrong with a policy that is one text, lints included.
fn of_policy(text: &str) -> Vec<Code> {
    match Policy::from_text("policy.chk", text) {
        Ok(policy) => chk::lint::lint(&policy).iter().map(|finding| finding.code()).collect(),
        errors => codes_of(errors),
    }
}

fn codes_of(policy: Result<Policy, chk::PolicyErrors>) -> Vec<Code> {
    match policy {
        Ok(policy) => policy.warnings().iter().map(|finding| finding.code()).collect(),
        Err(errors) => errors.diagnostics().iter().map(|finding| finding.code()).collect(),
    }
}

/// What is wrong with a snapshot.
fn of_snapshot(read: Result<Snapshot, SnapshotError>) -> Vec<Code> {
    read.err().map_or_else(Vec::new, |error| error.diagnostics(&mut FileSet::new()).iter().map(|d| d.code()).collect())
}

#[test]
fn every_code_is_produced_by_a_case() {
    let mut produced: BTreeSet<Code> = BTreeSet::new();
    for path in ["tests/cases/check", "tests/cases/lint", "tests/cases/syntax/err"]
        .iter()
        .flat_map(|folder| files(folder, ".chk"))
    {
        produced.extend(of_policy(&std::fs::read_to_string(path).unwrap()));
    }
    for (code, found) in loaded().into_iter().chain(snapshots()) {
        assert_eq!(found, [code]);
        produced.insert(code);
    }
    let missing: Vec<&Code> = Code::ALL.iter().filter(|code| !produced.contains(code)).collect();
    assert!(missing.is_empty(), "no case produces {missing:?}");
}

/// What only several files, or no text at all, can get wrong.
fn loaded() -> Vec<(Code, Vec<Code>)> {
    let main = |text: &str| -> (&'static str, Vec<u8>) { ("main.chk", text.as_bytes().to_vec()) };
    let of = |files: Vec<(&'static str, Vec<u8>)>| codes_of(Policy::from_files("main.chk", &Memory::new(files)));
    let using = |path: &str| main(&format!("language 1\nuse \"{path}\"\n"));
    vec![
        (Code::UnreadableFile, codes_of(Policy::from_path(root().join("tests/cases")))),
        (Code::NotUtf8, of(vec![using("a.chk"), ("a.chk", b"language 1 # caf\xe9".to_vec())])),
        (Code::OverLimit, of(vec![main(&format!("language 1\nfixed {{ let a = {}1 }}", "(".repeat(200)))])),
        (Code::MissingFile, of(vec![using("a.chk")])),
        (Code::OutsideRoot, of(vec![using("../a.chk")])),
        (Code::UseCycle, of(vec![using("a.chk"), ("a.chk", b"language 1\nuse \"main.chk\"\n".to_vec())])),
        (
            Code::DuplicateUse,
            of(vec![main("language 1\nuse \"a.chk\"\nuse \"a.chk\"\n"), ("a.chk", b"language 1\n".to_vec())]),
        ),
    ]
}

/// What a snapshot can get wrong.
fn snapshots() -> Vec<(Code, Vec<Code>)> {
    let of = |text: &str| of_snapshot(Snapshot::from_yaml(text));
    let with = |line: &str| of(&format!("chk: 1\ncall: {{ tool: t.x }}\n{line}\n"));
    vec![
        (Code::OverLimit, with(&format!("extra: {}", "[".repeat(limits::MAX_DEPTH + 1)))),
        (Code::NotADocument, of("chk: 1\ncall: {")),
        (Code::UnsupportedYaml, with("extra: !tag 5")),
        (Code::BadNumber, with("extra: .inf")),
        (Code::DuplicateKey, with("extra: { a: 1, a: 2 }")),
        (Code::UnknownKey, with("mesured: []")),
        (Code::MissingKey, of("chk: 1")),
        (Code::WrongType, with("instruction: 5")),
        (Code::BadValue, with("now: yesterday")),
        (Code::OtherVersion, of("chk: 2")),
    ]
}

/// The parts of a page, in order.
const PARTS: [&str; 5] = ["Summary", "Why", "Avoid", "Prefer", "Configuration"];

/// Codes that are no mistake of a text, so that their pages describe them.
const DESCRIBED: [Code; 3] = [Code::UnreadableFile, Code::NotUtf8, Code::OverLimit];

struct Page {
    code: Code,
    text: String,
}

fn pages() -> Vec<Page> {
    let page = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let code = Code::from_name(&name).unwrap_or_else(|| panic!("no code is called `{name}`"));
        Page { code, text: std::fs::read_to_string(path).unwrap() }
    };
    files("docs/rules", ".md").iter().map(page).collect()
}

impl Page {
    /// The text of one part.
    fn part(&self, name: &str) -> &str {
        let after =
            self.text.split_once(&format!("\n## {name}\n")).unwrap_or_else(|| panic!("{}: {name}", self.code)).1;
        after.split_once("\n## ").map_or(after, |(part, _)| part).trim()
    }

    /// The language and the text of the one block of a part.
    fn block(&self, name: &str) -> (&str, &str) {
        let part = self.part(name);
        let fenced = part.strip_prefix("```").and_then(|part| part.strip_suffix("\n```"));
        let fenced = fenced.unwrap_or_else(|| panic!("{}: {name} is no block", self.code));
        fenced.split_once('\n').unwrap()
    }
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages = pages();
    for code in Code::ALL {
        assert!(pages.iter().any(|page| page.code == *code), "`{code}` has no page in docs/rules");
    }
    for page in &pages {
        let code = page.code;
        assert_eq!(page.text.lines().next(), Some(format!("# {code}").as_str()));
        let parts: Vec<&str> = page.text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let inside = ["Avoid", "Prefer"].map(|name| page.block(name).1);
        let parts: Vec<&str> = parts
            .into_iter()
            .filter(|part| !inside.iter().any(|block| block.contains(&format!("## {part}"))))
            .collect();
        assert_eq!(parts, PARTS, "{code}");
        assert!(page.part("Summary").starts_with(&format!("{}.", code.summary())), "{code}: another summary");
        assert!(page.part("Why").len() > 20, "{code}");
        match code.severity() {
            Severity::Error => assert_eq!(page.part("Configuration"), "Nothing to set.", "{code}"),
            _ => {
                let ways = format!("`--allow {code}`, or in `chk.toml`.");
                let configuration = page.part("Configuration");
                assert!(configuration.ends_with(&ways), "{code}: how it is allowed");
                let fix = ["Mended by", "Not mended by"].iter().any(|words| configuration.contains(words));
                assert!(fix, "{code}: whether it is mended, or why not");
            }
        }
    }
}

#[test]
fn what_a_page_avoids_is_its_mistake_and_what_it_prefers_is_none() {
    for page in pages() {
        let code = page.code;
        let (language, avoided) = page.block("Avoid");
        let (other, preferred) = page.block("Prefer");
        assert_eq!(language, other, "{code}");
        let found = match language {
            "chk" => [avoided, preferred].map(of_policy),
            "yaml" => [avoided, preferred].map(|text| of_snapshot(Snapshot::from_yaml(text))),
            _ => {
                assert_eq!(language, "text", "{code}");
                assert!(DESCRIBED.contains(&code), "{code} can be shown");
                continue;
            }
        };
        assert!(found[0].contains(&code), "{code}: the first block has {:?}", found[0]);
        let others = found[0].iter().filter(|found| **found != code && found.severity() == Severity::Error).count();
        assert_eq!(others, 0, "{code}: the first block has {:?}", found[0]);
        assert!(found[1].is_empty(), "{code}: the second block has {:?}", found[1]);
    }
}
