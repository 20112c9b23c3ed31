//! `chk check` beyond what is wrong: what is allowed, denied, mended and explained, and the formats for other programs.

use std::path::{Path, PathBuf};
use std::process::Command;

use chk::diagnostic::Severity;
use chk::{Code, Policy};
use serde_json::{Value as Json, json};

use crate::support::{chk, folder};

/// Two slots whose sources are written the other way round, in one tool.
const LAMP: &str = r#"language 1

provider lamp {
  tool dim {
    reversible
    slot level: integer from instruction, user_answer
    slot room: text from instruction, user_answer
  }
}
"#;

/// The same mended: `user_answer` is searched before `instruction`.
const MENDED: &str = r#"language 1

provider lamp {
  tool dim {
    reversible
    slot level: integer from user_answer, instruction
    slot room: text from user_answer, instruction
  }
}
"#;

fn codes(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let ran = chk(&[&["check"], arguments, &["--format", "json"]].concat()).within(folder).run();
    let list = ran.json()["diagnostics"].as_array().unwrap().clone();
    list.iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn advice_ends_with_one_only_where_it_is_denied() {
    let folder = folder("deny", &[("lamp.chk", LAMP)]);
    let code = |arguments: &[&str]| chk(&[&["check", "lamp.chk"], arguments].concat()).within(&folder).run().code;
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--deny", "warnings"]), 0, "advice is no warning");
    assert_eq!(code(&["--deny", "source-order"]), 1);
    assert_eq!(code(&["--deny", "source-order", "--allow", "source-order"]), 0, "what is allowed is not there");
    assert_eq!(codes(&folder, &["lamp.chk"]), ["source-order", "source-order"]);
    assert!(codes(&folder, &["lamp.chk", "--allow", "source-order"]).is_empty());
}

#[test]
fn what_cannot_be_allowed_is_said() {
    for (word, said) in [
        ("source-ordr", "error: `--allow`: no code is called `source-ordr`; did you mean `source-order`?"),
        ("unknown-name", "error: `--allow`: `unknown-name` is an error, and errors cannot be allowed"),
    ] {
        let ran = chk(&["check", "policies", "--allow", word]).run();
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.starts_with(said), "{}", ran.shown());
    }
}

#[test]
fn a_comment_allows_what_stands_below_it_and_nothing_else() {
    let allowed =
        LAMP.replace("    slot level", "    # chk-allow: source-order as the hand-book has it\n    slot level");
    let folder = folder("comment", &[("lamp.chk", &allowed)]);
    assert_eq!(codes(&folder, &["lamp.chk"]), ["source-order"]);
    // Above the tool it holds for all that the tool holds.
    let whole = LAMP.replace("  tool dim", "  # chk-allow: source-order as the hand-book has it\n  tool dim");
    std::fs::write(folder.join("lamp.chk"), whole).unwrap();
    assert!(codes(&folder, &["lamp.chk"]).is_empty());
}

#[test]
fn a_folder_allows_and_denies_for_all_below_it() {
    let toml = "deny = [\"source-order\"]\n";
    let folder = folder("toml", &[("chk.toml", toml), ("house/lamp.chk", LAMP), ("mended.chk", MENDED)]);
    assert_eq!(chk(&["check", "."]).within(&folder).run().code, 1);
    std::fs::write(folder.join("chk.toml"), "[allow]\nsource-order = \"as the hand-book has it\"\n").unwrap();
    assert!(codes(&folder, &["."]).is_empty());
    // The nearest one holds.
    std::fs::write(folder.join("house/chk.toml"), "").unwrap();
    assert_eq!(codes(&folder, &["house"]), ["source-order", "source-order"]);
}

#[test]
fn an_allowance_of_a_folder_that_nothing_matches_is_a_finding() {
    let toml = "[allow]\nsource-order = \"as the hand-book has it\"\n";
    let folder = folder("unmatched", &[("chk.toml", toml), ("mended.chk", MENDED), ("lamp.chk", LAMP)]);
    assert!(codes(&folder, &["."]).is_empty());
    // Of one policy alone nobody can say whether another needs it.
    assert!(codes(&folder, &["mended.chk"]).is_empty());
    std::fs::remove_file(folder.join("lamp.chk")).unwrap();
    assert_eq!(codes(&folder, &["."]), ["unmatched-allowance"]);
}

#[test]
fn what_is_wrong_with_a_folders_settings_is_said_with_its_place() {
    let toml =
        "deni = []\ndeny = [\"warnngs\", 5]\n[allow]\nsource-order = \"\"\nunknown-name = \"x\"\nsorce-order = \"x\"\n";
    let folder = folder("settings", &[("chk.toml", toml), ("lamp.chk", LAMP)]);
    let ran = chk(&["check", "lamp.chk", "--format", "json"]).within(&folder).run();
    assert_eq!(ran.code, 2);
    let found: Vec<(String, u64)> = ran.json()["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["code"].as_str().unwrap().to_owned(), one["labels"][0]["start"]["line"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("bad-allowance", 4),
        ("bad-allowance", 5),
        ("unknown-name", 2),
        ("unknown-name", 6),
        ("unknown-key", 1),
        ("wrong-type", 2),
    ];
    let mut found: Vec<(&str, u64)> = found.iter().map(|(code, line)| (code.as_str(), *line)).collect();
    let mut expected = expected.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    for broken in ["deny = [", "deny = \"warnings\"", "allow = 5", "\u{0}"] {
        std::fs::write(folder.join("chk.toml"), broken).unwrap();
        let ran = chk(&["check", "lamp.chk"]).within(&folder).run();
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{broken}: {}", ran.shown());
        assert!(ran.stderr.contains("chk.toml:1:"), "{broken}: {}", ran.shown());
    }
}

#[test]
fn settings_that_cannot_be_read_are_not_passed_over() {
    let folder = folder("settings-unread", &[("lamp.chk", MENDED)]);
    let settings = folder.join("chk.toml");
    let told = |format: &str| {
        let ran = chk(&["check", "lamp.chk", "--format", format]).within(&folder).run();
        assert_eq!((ran.code, ran.stderr.as_str()), (2, ""), "{}", ran.shown());
        ran
    };
    let code = || told("json").json()["diagnostics"][0]["code"].as_str().unwrap().to_owned();
    std::fs::create_dir(&settings).unwrap();
    assert_eq!(code(), "unreadable-file", "a folder of that name");
    std::fs::remove_dir(&settings).unwrap();
    std::fs::write(&settings, [0xff, 0xfe]).unwrap();
    assert_eq!(code(), "not-utf8");
    std::fs::write(&settings, "#".repeat(5 * 1024 * 1024)).unwrap();
    assert_eq!(code(), "over-limit");
    assert_eq!(told("sarif").json()["runs"][0]["results"][0]["ruleId"], "over-limit");
    assert!(told("github").stdout.starts_with("::error file=chk.toml,"));
}

#[test]
fn what_is_certain_is_mended_and_shown_first_where_that_is_asked_for() {
    let folder = folder("fix", &[("lamp.chk", LAMP)]);
    let ran = chk(&["check", "lamp.chk", "--fix", "--diff"]).within(&folder).run();
    assert_eq!((ran.code, read(folder.join("lamp.chk")).as_str()), (1, LAMP), "{}", ran.shown());
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with(['-', '+'])).collect();
    assert_eq!(
        lines,
        [
            "--- lamp.chk",
            "+++ lamp.chk",
            "-    slot level: integer from instruction, user_answer",
            "-    slot room: text from instruction, user_answer",
            "+    slot level: integer from user_answer, instruction",
            "+    slot room: text from user_answer, instruction",
        ]
    );
    let ran = chk(&["check", "lamp.chk", "--fix"]).within(&folder).run();
    assert_eq!((ran.code, read(folder.join("lamp.chk")).as_str()), (0, MENDED), "{}", ran.shown());
    assert_eq!(ran.stderr, "2 findings mended in 1 file\n");
    assert_eq!(ran.stdout, "1 policy checked: nothing is wrong\n");
    let ran = chk(&["check", "lamp.chk", "--fix", "--diff"]).within(&folder).run();
    assert_eq!(ran.shown(), "exit: 0\n--- stdout\nnothing that could be mended without a doubt\n--- stderr\n");
    assert_eq!(chk(&["check", "lamp.chk", "--diff"]).within(&folder).run().code, 2, "`--diff` belongs to `--fix`");
}

#[test]
fn a_look_at_repairs_ends_with_one_where_an_error_stays() {
    let folder =
        folder("fix-left", &[("lamp.chk", &LAMP.replace("text from instruction, user_answer", "text from nowhere"))]);
    let ran = chk(&["check", "lamp.chk", "--fix", "--diff"]).within(&folder).run();
    assert_eq!(ran.shown(), "exit: 1\n--- stdout\nnothing that could be mended without a doubt\n--- stderr\n");
}

#[test]
fn findings_whose_repairs_touch_each_other_count_once() {
    // Out of order, and the third source stands there a second time.
    let text = LAMP.replace(
        "level: integer from instruction, user_answer",
        "level: integer from instruction, user_answer, instruction",
    );
    let folder = folder("fix-touching", &[("lamp.chk", &text)]);
    let found = codes(&folder, &["lamp.chk"]);
    assert_eq!(found, ["source-order", "idle-clause", "source-order"]);
    let ran = chk(&["check", "lamp.chk", "--fix"]).within(&folder).run();
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "3 findings mended in 1 file\n"), "{}", ran.shown());
    assert_eq!(read(folder.join("lamp.chk")), MENDED);
}

#[test]
fn what_is_allowed_is_not_mended() {
    let folder = folder("fix-allowed", &[("lamp.chk", LAMP)]);
    assert_eq!(chk(&["check", "lamp.chk", "--fix", "--allow", "source-order"]).within(&folder).run().code, 0);
    assert_eq!(read(folder.join("lamp.chk")), LAMP);
}

#[test]
fn a_comment_that_allows_nothing_goes_with_its_line() {
    let text = MENDED.replace("    slot room", "    # chk-allow: source-order as it was\n    slot room");
    let folder = folder("fix-comment", &[("lamp.chk", &text)]);
    assert_eq!(chk(&["check", "lamp.chk", "--fix"]).within(&folder).run().code, 0);
    assert_eq!(read(folder.join("lamp.chk")), MENDED);
}

#[test]
fn a_file_that_two_policies_use_is_mended_once() {
    let main = "language 1\nuse \"lamp.chk\"\n";
    let folder = folder("fix-shared", &[("one.chk", main), ("two.chk", main), ("lamp.chk", LAMP)]);
    let ran = chk(&["check", ".", "--fix"]).within(&folder).run();
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "2 findings mended in 1 file\n"), "{}", ran.shown());
    assert_eq!(read(folder.join("lamp.chk")), MENDED);
}

#[test]
fn a_finding_that_cannot_be_read_is_no_repair() {
    let folder = folder("fix-broken", &[("lamp.chk", &LAMP.replace("reversible", "reversibl"))]);
    let ran = chk(&["check", "lamp.chk", "--fix"]).within(&folder).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(read(folder.join("lamp.chk")).contains("reversibl\n"));
}

#[test]
fn a_policy_that_does_not_load_is_mended_where_that_is_certain() {
    let text = "language 1\n\nprovider lamp {\n  tool dim {\n    reversible\n    slot level: int from user_answer, instruction\n    \
                require low: level < 50 && level != nil\n      else hold 'Too bright.'\n  }\n}\n";
    let mended = text.replace("int ", "integer ").replace("&&", "and").replace("nil", "null").replace('\'', "\"");
    let folder = folder("fix-errors", &[("lamp.chk", text)]);
    let ran = chk(&["check", "lamp.chk", "--fix"]).within(&folder).run();
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert_eq!(read(folder.join("lamp.chk")), mended);
    assert!(ran.stderr.contains("findings mended in 1 file"), "{}", ran.shown());
}

#[test]
fn one_file_that_cannot_be_written_does_not_keep_the_others_from_being_mended() {
    let folder = folder("fix-read-only", &[("lamp.chk", LAMP), ("other.chk", &LAMP.replace("lamp", "other"))]);
    let path = folder.join("lamp.chk");
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let ran = chk(&["check", ".", "--fix"]).within(&folder).run();
    assert_eq!(ran.code, 2, "{}", ran.shown());
    assert_eq!(read(path), LAMP);
    assert_eq!(read(folder.join("other.chk")), MENDED.replace("lamp", "other"));
    assert!(ran.stderr.contains("2 findings mended in 1 file"), "{}", ran.shown());
    assert!(ran.stderr.contains("lamp.chk cannot be written: it is read-only"), "{}", ran.shown());
}

#[test]
fn a_folder_or_a_pipe_in_the_place_of_the_settings_is_told() {
    for make in ["mkdir", "mkfifo"] {
        let folder = folder(&format!("settings-{make}"), &[("lamp.chk", MENDED)]);
        if !Command::new(make).arg(folder.join("chk.toml")).status().is_ok_and(|status| status.success()) {
            continue;
        }
        let ran = chk(&["check", "lamp.chk"]).within(&folder).run();
        assert_eq!(ran.code, 2, "{}", ran.shown());
        assert!(ran.stderr.contains("`chk.toml` is no file"), "{}", ran.shown());
    }
}

#[test]
fn a_file_that_is_missing_is_not_counted() {
    let folder = folder("missing", &[("lamp.chk", MENDED)]);
    let ran = chk(&["check", "lamp.chk", "gone.chk"]).within(&folder).run();
    assert_eq!(ran.code, 2, "{}", ran.shown());
    assert!(ran.stdout.contains("1 policy checked: 1 error"), "{}", ran.shown());
}

/// The schema that the makers of a crate for this format generate their types from.
fn schema() -> Json {
    // Packages for other machines than this one need not be here.
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let run = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--offline", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let packages: Json = serde_json::from_slice(&run.stdout).unwrap();
    let is_sarif = |package: &&Json| package["name"] == "serde-sarif";
    let package = packages["packages"].as_array().unwrap().iter().find(is_sarif).unwrap();
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let text = std::fs::read(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: Json = serde_json::from_slice(&text).unwrap();
    // A bracket in it closes nothing, which the errata of the format mend like this.
    for part in ["run", "toolComponent"] {
        schema["definitions"][part]["properties"]["language"]["pattern"] = json!("^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    }
    schema
}

#[test]
fn findings_for_code_scanning_keep_to_the_schema() {
    let schema = schema();
    assert_eq!(schema["properties"]["version"]["enum"], json!(["2.1.0"]));
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(!validator.is_valid(&json!({ "version": "2.1.0" })), "the schema asks for nothing");
    let names = "language 1\nprovider p { tool t { reversible slot a: text from nowhere, user_answer } }\n";
    let folder = folder("sarif", &[("lamp.chk", LAMP), ("a b#ü.chk", names), ("empty.chk", "")]);
    let ran = chk(&["check", ".", "--format", "sarif"]).within(&folder).run();
    let log = ran.json();
    let wrong: Vec<String> =
        validator.iter_errors(&log).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results.len() >= 4, "{log:#}");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    let order = results.iter().find(|result| result["ruleId"] == "source-order").unwrap();
    let region = &order["locations"][0]["physicalLocation"]["region"];
    // `    slot level: integer from instruction, user_answer`: 29 signs stand before `instruction`, which has 11.
    assert_eq!(region, &json!({ "startLine": 6, "startColumn": 30, "endLine": 6, "endColumn": 41 }));
    assert_eq!(
        order["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"],
        "user_answer, instruction"
    );
    let odd = results.iter().map(|result| &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]);
    assert!(odd.into_iter().any(|uri| uri == "a%20b%23%C3%BC.chk"), "{log:#}");
}

#[test]
fn findings_for_a_workflow_are_a_line_each() {
    let odd = "language 1\nprovider p { tool t { reversible slot a: text from nowhere } }\n";
    let folder = folder("github", &[("lamp.chk", LAMP), ("a,b:100%.chk", odd)]);
    let ran = chk(&["check", ".", "--format", "github"]).within(&folder).run();
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.shown());
    // `provider p { tool t { reversible slot a: text from `: 51 signs stand before `nowhere`, which has 7.
    assert!(
        lines[0]
            .starts_with("::error file=a%2Cb%3A100%25.chk,line=2,endLine=2,col=52,endColumn=59,title=unknown-word::"),
        "{}",
        lines[0]
    );
    assert_eq!(
        lines[1],
        "::notice file=lamp.chk,line=6,endLine=6,col=30,endColumn=41,title=source-order::`user_answer` is searched before \
         `instruction`%0Ahelp: write `from user_answer, instruction`"
    );
}

#[test]
fn the_examples_of_every_page_differ_in_what_the_page_is_about() {
    for code in Code::ALL.iter().filter(|code| code.severity() != Severity::Error) {
        let page = code.page();
        let blocks: Vec<&str> = page.split("```chk\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        let [avoid, prefer] = blocks[..] else { panic!("{code} has no two examples") };
        let has = |text: &str| {
            let policy = Policy::from_text("page.chk", text).unwrap();
            chk::lint::lint(&policy).iter().any(|finding| finding.code() == *code)
        };
        assert_eq!((has(avoid), has(prefer)), (true, false), "{code}");
    }
}
