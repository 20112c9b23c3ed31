//! Following `use`: what is read, in which order, and what every bad use gets.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use chk::diagnostic::Diagnostic;
use chk::load::{Disk, Files, Loaded, Memory, Unread, load, shipped_paths};
use chk::syntax::limits::MAX_FILE_BYTES;

/// A policy that uses these files.
fn using(paths: &[&str]) -> String {
    paths.iter().fold("language 1\n".to_owned(), |text, path| text + &format!("use \"{path}\"\n"))
}

/// What loading `main.chk` of these files gives.
fn loaded(files: &[(&str, &[&str])]) -> Loaded {
    load("main.chk", &Memory::new(files.iter().map(|(path, uses)| (*path, using(uses)))))
}

/// `file:line underlined`, for each place of a diagnostic.
fn places(loaded: &Loaded, diagnostic: &Diagnostic) -> Vec<String> {
    let place = |label: &chk::diagnostic::Label| {
        let file = loaded.files.file(label.span.file).unwrap();
        let line = file.location(label.span.start as usize).line;
        format!("{}:{line} {} {}", file.name(), loaded.files.text(label.span), label.text).trim_end().to_owned()
    };
    diagnostic.labels().iter().map(place).collect()
}

/// `code message`, for each diagnostic.
fn told(loaded: &Loaded) -> Vec<String> {
    loaded.diagnostics.iter().map(|diagnostic| format!("{} {}", diagnostic.code(), diagnostic.message())).collect()
}

fn names(loaded: &Loaded) -> Vec<&str> {
    loaded.sources.iter().map(|(id, _)| loaded.files.file(*id).unwrap().name()).collect()
}

#[test]
fn a_file_stands_before_those_that_it_uses() {
    let loaded = loaded(&[
        ("main.chk", &["a/one.chk", "two.chk", "std/fixed.chk"]),
        ("a/one.chk", &["deep/three.chk", "../two.chk", "./four.chk"]),
        ("a/deep/three.chk", &["../../two.chk"]),
        ("a/four.chk", &[]),
        ("two.chk", &[]),
    ]);
    assert_eq!(told(&loaded), [""; 0]);
    assert_eq!(names(&loaded), ["main.chk", "a/one.chk", "a/deep/three.chk", "two.chk", "a/four.chk", "std/fixed.chk"]);
    assert_eq!(loaded.sources[0].1.file.items.len(), 3);
}

#[test]
fn a_file_that_two_files_use_is_loaded_once() {
    let loaded = loaded(&[
        ("main.chk", &["a.chk", "b.chk"]),
        ("a.chk", &["c.chk", "std/envelope.chk"]),
        ("b.chk", &["./c.chk", "std/envelope.chk"]),
        ("c.chk", &[]),
    ]);
    assert_eq!(told(&loaded), [""; 0]);
    assert_eq!(names(&loaded), ["main.chk", "a.chk", "c.chk", "std/envelope.chk", "std/patterns.chk", "b.chk"]);
}

#[test]
fn a_second_use_in_one_file_is_reported_with_both_places() {
    let loaded = loaded(&[("main.chk", &["a.chk", "./a.chk"]), ("a.chk", &[])]);
    assert_eq!(told(&loaded), ["duplicate-use `./a.chk` is used twice"]);
    assert_eq!(
        places(&loaded, &loaded.diagnostics[0]),
        ["main.chk:3 \"./a.chk\" used again", "main.chk:2 \"a.chk\" used first"]
    );
    assert_eq!(loaded.sources.len(), 2);
}

#[test]
fn a_circle_is_reported_with_every_use_on_it() {
    let round =
        loaded(&[("main.chk", &["a.chk"]), ("a.chk", &["b.chk"]), ("b.chk", &["c.chk"]), ("c.chk", &["a.chk"])]);
    assert_eq!(told(&round), ["use-cycle files use each other in a circle: `a.chk`, `b.chk`, `c.chk`, `a.chk`"]);
    assert_eq!(
        places(&round, &round.diagnostics[0]),
        ["c.chk:2 \"a.chk\" back to `a.chk`", "a.chk:2 \"b.chk\" uses `b.chk`", "b.chk:2 \"c.chk\" uses `c.chk`"]
    );
    assert_eq!(round.sources.len(), 4);

    let own = loaded(&[("main.chk", &["main.chk"])]);
    assert_eq!(told(&own), ["use-cycle `main.chk` uses itself"]);
    assert_eq!(places(&own, &own.diagnostics[0]), ["main.chk:2 \"main.chk\" its own name"]);

    let both = loaded(&[("main.chk", &["a.chk", "b.chk"]), ("a.chk", &["main.chk"]), ("b.chk", &["main.chk"])]);
    assert_eq!(both.diagnostics.len(), 2);
}

#[test]
fn a_missing_file_gets_the_nearest_name() {
    let loaded = loaded(&[
        ("main.chk", &["limts.chk", "a/lmits.chk", "std/fxied.chk", "fixed.chk", "nothing.chk", "", "a/"]),
        ("limits.chk", &[]),
        ("a/limits.chk", &[]),
    ]);
    let helps: Vec<_> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.help_text().unwrap_or("")).collect();
    assert!(loaded.diagnostics.iter().all(|diagnostic| diagnostic.code().as_str() == "missing-file"));
    assert_eq!(
        helps,
        [
            "did you mean `limits.chk`?",
            "did you mean `a/limits.chk`?",
            "did you mean `std/fixed.chk`?",
            "did you mean `std/fixed.chk`?",
            "",
            "name a file beside this one, or `std/...`",
            "name a file beside this one, or `std/...`",
        ]
    );
    assert_eq!(places(&loaded, &loaded.diagnostics[0]), ["main.chk:2 \"limts.chk\""]);
}

#[test]
fn a_path_out_of_the_root_is_refused() {
    let out: &[&str] = &["../x.chk", "a/../../x.chk", "/etc/passwd", "C:/x.chk", "std/../x.chk", "std/../../x.chk"];
    let outside = loaded(&[("main.chk", out), ("x.chk", &[])]);
    assert_eq!(outside.diagnostics.len(), out.len());
    assert!(outside.diagnostics.iter().all(|diagnostic| diagnostic.code().as_str() == "outside-root"));
    assert_eq!(outside.sources.len(), 1);

    let inside = loaded(&[("main.chk", &["a/one.chk", "a\\\\one.chk"]), ("a/one.chk", &["../x.chk"]), ("x.chk", &[])]);
    assert_eq!(told(&inside), ["missing-file there is no file `a\\one.chk`"]);
    assert_eq!(inside.diagnostics[0].help_text(), Some("folders are separated by `/`"));
}

#[test]
fn a_missing_first_file_is_reported() {
    let loaded = load("bank.chk", &Memory::default());
    assert_eq!(told(&loaded), ["missing-file there is no file `bank.chk`"]);
    assert_eq!(loaded.files.iter().next().unwrap().1.name(), "bank.chk");
    assert!(loaded.sources.is_empty());
}

#[test]
fn a_file_that_is_no_utf8_is_reported_with_its_place() {
    let files =
        Memory::new([("main.chk", using(&["a.chk"]).into_bytes()), ("a.chk", b"language 1\n# caf\xe9\n".to_vec())]);
    let loaded = load("main.chk", &files);
    assert_eq!(told(&loaded), ["not-utf8 byte 16 is not UTF-8"]);
    assert_eq!(places(&loaded, &loaded.diagnostics[0]), ["a.chk:2 \u{fffd}", "main.chk:2 \"a.chk\" used here"]);
    assert_eq!(names(&loaded), ["main.chk"]);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let loaded = load("main.chk", &Memory::new([("main.chk", "\u{feff}language 1\nuse \"b.chk\"\n")]));
    assert_eq!(told(&loaded), ["missing-file there is no file `b.chk`"]);
    assert_eq!(places(&loaded, &loaded.diagnostics[0]), ["main.chk:2 \"b.chk\""]);
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    let large = format!("language 1\n{}", " ".repeat(MAX_FILE_BYTES));
    let loaded = load("main.chk", &Memory::new([("main.chk", using(&["a.chk"])), ("a.chk", large)]));
    assert_eq!(told(&loaded), [format!("over-limit `a.chk`: it has more than {MAX_FILE_BYTES} bytes")]);
}

#[test]
fn a_long_chain_of_files_costs_no_stack() {
    let name = |n: usize| if n == 0 { "main.chk".to_owned() } else { format!("f{n}.chk") };
    let files = Memory::new((0..1_100).map(|n| (name(n), using(&[name(n + 1).as_str()]))));
    let loaded = load("main.chk", &files);
    assert_eq!(told(&loaded), ["over-limit a policy has more than 1000 files"]);
    assert_eq!(loaded.sources.len(), 1_000);
}

#[test]
fn what_is_shipped_loads() {
    for path in shipped_paths() {
        let loaded = load("main.chk", &Memory::new([("main.chk", using(&[path]))]));
        assert_eq!(told(&loaded), [""; 0], "{path}");
        assert_eq!(names(&loaded)[1], path);
    }
}

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("chk-load-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder(std::env::temp_dir().join(name));
        for (path, text) in files {
            let path = folder.0.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_on_disk_are_read_below_the_folder_of_the_first() {
    let folder = Folder::new(&[
        ("x.chk", "language 1\n"),
        ("p/main.chk", "language 1\nuse \"a/one.chk\"\nuse \"../x.chk\"\nuse \"a\"\nuse \"a/on.chk\"\n"),
        ("p/a/one.chk", "language 1\n"),
    ]);
    let (disk, main) = Disk::around(folder.0.join("p/main.chk"));
    let loaded = load(&main, &disk);
    assert_eq!(
        told(&loaded),
        [
            "outside-root `../x.chk` lies outside the root",
            "unreadable-file `a`: it cannot be read: it is a folder",
            "missing-file there is no file `a/on.chk`",
        ]
    );
    assert_eq!(loaded.diagnostics[2].help_text(), Some("did you mean `a/one.chk`?"));
    let first = folder.0.join("p/main.chk");
    assert_eq!(names(&loaded)[0], first.to_str().unwrap());

    // With a root further up, the same file is inside.
    let disk = Disk::new(&folder.0);
    let main = disk.within(&first).unwrap();
    assert_eq!(main, "p/main.chk");
    assert!(!told(&load(&main, &disk)).iter().any(|told| told.starts_with("outside-root")));
    assert_eq!(disk.within(std::env::temp_dir()), Err(Unread::Outside));
    assert_eq!(disk.within(folder.0.join("nothing")), Err(Unread::Missing));
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_root_is_outside_and_a_link_inside_is_the_same_file() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new(&[
        ("secret.chk", "language 1\n"),
        ("p/main.chk", "language 1\nuse \"out.chk\"\nuse \"one.chk\"\nuse \"also.chk\"\nuse \"up/secret.chk\"\n"),
        ("p/one.chk", "language 1\n"),
    ]);
    symlink(folder.0.join("secret.chk"), folder.0.join("p/out.chk")).unwrap();
    symlink("one.chk", folder.0.join("p/also.chk")).unwrap();
    symlink("..", folder.0.join("p/up")).unwrap();
    let (disk, main) = Disk::around(folder.0.join("p/main.chk"));
    assert_eq!(disk.locate("also.chk").unwrap(), "one.chk");
    let loaded = load(&main, &disk);
    assert_eq!(
        told(&loaded),
        [
            "outside-root `out.chk` lies outside the root",
            "duplicate-use `also.chk` is used twice",
            "outside-root `up/secret.chk` lies outside the root",
        ]
    );
}
