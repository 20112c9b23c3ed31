//! `chk fmt`: what the canonical form looks like, and what the command does with files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use chk::format::{FormatError, format};

use crate::support::chk;

const PLAIN: &str = "language 1\n\nfixed {\n  unlisted tools hold\n}\n";
const CROOKED: &str = "language 1 fixed{unlisted tools hold}\n";

/// `NAME.chk` becomes `NAME.formatted`. `CHK_BLESS=1` writes the latter, to be read before it is committed.
#[test]
fn texts_become_what_stands_beside_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/fmt");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "chk") {
            continue;
        }
        let formatted = format("case.chk", &std::fs::read_to_string(&path).unwrap()).unwrap();
        let expected = path.with_extension("formatted");
        if std::env::var_os("CHK_BLESS").is_some() {
            std::fs::write(&expected, &formatted).unwrap();
        }
        assert_eq!(formatted, std::fs::read_to_string(&expected).unwrap(), "{}", path.display());
        count += 1;
    }
    assert!(count >= 3, "{count}");
}

#[test]
fn the_page_shows_the_canonical_form() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/format.md");
    let page = std::fs::read_to_string(page).unwrap();
    let shown = page.split("```chk\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(format("page.chk", shown).unwrap(), shown);
}

#[test]
fn other_line_ends_and_byte_order_marks_are_left_out() {
    assert_eq!(format("a.chk", &PLAIN.replace('\n', "\r\n")).unwrap(), PLAIN);
    assert_eq!(format("a.chk", &format!("\u{feff}{PLAIN}")).unwrap(), PLAIN);
    assert_eq!(format("a.chk", PLAIN.trim_end()).unwrap(), PLAIN);
}

#[test]
fn what_is_no_policy_is_not_formatted() {
    for text in ["", "\n\n", "# only a comment\n", "language 1\nfixed {\n", "language 1\nuse use\n"] {
        assert!(matches!(format("a.chk", text), Err(FormatError::Mistakes { .. })), "{text}");
    }
    let deep = format!("language 1\nfixed {{ let a = {}1{} }}", "(".repeat(70), ")".repeat(70));
    assert!(matches!(format("a.chk", &deep), Err(FormatError::Mistakes { .. })));
    let large = format!("language 1\n{}", "# \n".repeat(2_000_000));
    assert!(matches!(format("a.chk", &large), Err(FormatError::Mistakes { .. })));
}

#[test]
fn warnings_keep_nothing_from_being_formatted() {
    let text = "language 1\nfixed { ## stray\n unlisted tools hold }\n";
    assert_eq!(format("a.chk", text).unwrap(), "language 1\n\nfixed {  ## stray\n  unlisted tools hold\n}\n");
}

/// A fresh folder with these files.
fn folder(files: &[(&str, &str)]) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let one = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fmt").join(one.to_string());
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    folder
}

fn text(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

#[test]
fn the_shipped_policies_are_in_their_canonical_form() {
    let policies = Path::new(env!("CARGO_MANIFEST_DIR")).join("policies");
    let ran = chk(&["fmt", "--check", policies.to_str().unwrap()]).run();
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "14 files: 14 in canonical form\n"), "{}", ran.stdout);
}

#[test]
fn files_below_a_folder_are_formatted_and_nothing_else_is_left_there() {
    let folder = folder(&[("a.chk", CROOKED), ("b.chk", PLAIN), ("notes.txt", "language 1 ")]);
    let ran = chk(&["fmt", folder.to_str().unwrap()]).env("COLUMNS", "1000").run();
    let expected = format!("formatted {}\n2 files: 1 formatted, 1 in canonical form\n", path(&folder, "a.chk"));
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, expected.as_str(), ""));
    assert_eq!((text(&folder, "a.chk").as_str(), text(&folder, "b.chk").as_str()), (PLAIN, PLAIN));
    assert_eq!(text(&folder, "notes.txt"), "language 1 ");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
    let ran = chk(&["fmt", "--check", folder.to_str().unwrap()]).run();
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "2 files: 2 in canonical form\n"));
}

#[test]
fn check_and_diff_write_nothing_and_end_with_one() {
    let folder = folder(&[("a.chk", CROOKED)]);
    let file = path(&folder, "a.chk");
    let ran = chk(&["fmt", "--check", &file]).env("COLUMNS", "1000").run();
    assert_eq!((ran.code, ran.stdout), (1, format!("would change {file}\n1 file: 1 would change\n")));
    let ran = chk(&["fmt", "--diff", &file]).run();
    let lines =
        "@@ -1 +1,5 @@\n-language 1 fixed{unlisted tools hold}\n+language 1\n+\n+fixed {\n+  unlisted tools hold\n+}\n";
    assert_eq!((ran.code, ran.stdout), (1, format!("--- {file}\n+++ {file}\n{lines}")));
    let ran = chk(&["fmt", "--diff", &file, "--color", "always"]).run();
    assert!(ran.stdout.contains("\u{1b}[1;32m+fixed {\u{1b}[0m"), "{}", ran.stdout);
    assert_eq!(text(&folder, "a.chk"), CROOKED);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let ran = chk(&["fmt", "-"]).stdin(CROOKED).run();
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, PLAIN, ""));
    let ran = chk(&["fmt", "-", "--check"]).stdin(CROOKED).run();
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "would change stdin\n1 file: 1 would change\n"));
    let ran = chk(&["fmt", "-", "--format", "json"]).stdin(CROOKED).run();
    assert_eq!((ran.code, &ran.json()["files"][0]["text"]), (0, &PLAIN.into()));
    let ran = chk(&["fmt", "-"]).stdin("language 1\nfixd {}\n").run();
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("did you mean `fixed`?"), "{}", ran.stderr);
    let ran = chk(&["fmt", "-", "policies"]).run();
    assert_eq!((ran.code, ran.stderr.as_str()), (2, "error: `-` is standard input, and stands alone\n"));
}

#[test]
fn what_cannot_be_formatted_is_left_and_the_others_are_not() {
    let folder = folder(&[("a.chk", "language 1\nfixd {}\n"), ("b.chk", CROOKED)]);
    std::fs::write(folder.join("c.chk"), b"language 1 # caf\xe9").unwrap();
    let ran = chk(&["fmt", folder.to_str().unwrap(), "--format", "json"]).run();
    assert_eq!(ran.code, 2);
    let document = ran.json();
    let of = |index: usize, key: &str| document["files"][index][key].clone();
    assert_eq!([of(0, "outcome"), of(1, "outcome"), of(2, "outcome")], ["failed", "formatted", "failed"]);
    assert_eq!(of(2, "diagnostics")[0]["code"], "not-utf8");
    assert_eq!((text(&folder, "a.chk").as_str(), text(&folder, "b.chk").as_str()), ("language 1\nfixd {}\n", PLAIN));
    let ran = chk(&["fmt", "nowhere.chk"]).run();
    assert_eq!((ran.code, ran.stdout.as_str()), (2, "1 file: 1 left as they are\n"));
    assert!(ran.stderr.contains("there is no file `nowhere.chk`"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("a.chk", CROOKED), ("locked.chk", CROOKED)]);
    let mode = |name: &str| std::fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777;
    let set = |name: &str, mode| std::fs::set_permissions(folder.join(name), PermissionsExt::from_mode(mode)).unwrap();
    set("a.chk", 0o640);
    set("locked.chk", 0o440);
    symlink("a.chk", folder.join("link.chk")).unwrap();
    assert_eq!(chk(&["fmt", &path(&folder, "link.chk")]).run().code, 0);
    assert!(std::fs::symlink_metadata(folder.join("link.chk")).unwrap().is_symlink());
    assert_eq!((text(&folder, "a.chk").as_str(), mode("a.chk")), (PLAIN, 0o640));
    let ran = chk(&["fmt", &path(&folder, "locked.chk")]).env("COLUMNS", "1000").run();
    assert_eq!(ran.code, 2);
    assert!(ran.stdout.contains("it cannot be written: it is read-only"), "{}", ran.stdout);
    assert_eq!((text(&folder, "locked.chk").as_str(), mode("locked.chk")), (CROOKED, 0o440));
}

#[test]
fn nothing_that_a_policy_says_steers_the_terminal() {
    let ran = chk(&["fmt", "--diff", "-"]).stdin("language 1 # \u{1b}[2J\nfixed {}\n").run();
    assert!(!ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
}
