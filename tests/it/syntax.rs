//! What the syntax stage accepts and what it says about the rest.

use std::path::{Path, PathBuf};

use chk::span::FileSet;
use chk::syntax::{Parsed, parse};

#[test]
fn valid_files_have_no_diagnostics() {
    for path in cases("ok") {
        let parsed = read(&path);
        assert!(parsed.diagnostics.is_empty(), "{}: {:#?}", path.display(), parsed.diagnostics);
    }
}

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Parsed {
    let text = std::fs::read_to_string(path).unwrap();
    let mut files = FileSet::new();
    let id = files.add(path.display().to_string(), text.as_str());
    parse(id, &text)
}
