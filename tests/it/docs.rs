//! What the documents show is what happens: files are written, commands are run, policies are checked.

use std::path::{Path, PathBuf};

use chk::Policy;

use crate::support::chk;

#[test]
fn the_tutorial_shows_what_happens() {
    let folder = scratch("tutorial");
    follow(&root().join("docs/tutorial.md"), &folder);
}

#[test]
fn the_first_page_shows_what_happens() {
    follow(&root().join("README.md"), &root());
}

#[test]
fn whole_policies_in_the_documents_load() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for block in blocks(&text).iter().filter(|block| block.language == "chk" && block.file.is_none()) {
            if !block.text.starts_with("language 1") {
                continue;
            }
            if let Err(errors) = Policy::from_text("page.chk", &block.text) {
                panic!("{}: {errors}\n{}", page.display(), block.text);
            }
        }
    }
}

#[test]
fn every_path_in_the_documents_exists() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.starts_with('#') {
                continue;
            }
            let path = page.parent().unwrap().join(link.split('#').next().unwrap());
            assert!(path.exists(), "{} leads to {link}, which is not there", page.display());
        }
    }
}

/// Writes the page's files and runs its commands, one after the other.
fn follow(page: &Path, folder: &Path) {
    let text = std::fs::read_to_string(page).unwrap();
    let mut ran = 0;
    for block in blocks(&text) {
        if let Some(file) = &block.file {
            std::fs::write(folder.join(file), &block.text).unwrap();
        }
        if block.language != "console" {
            continue;
        }
        for (command, expected) in commands(&block.text) {
            let Some(arguments) = command.strip_prefix("chk ").or_else(|| command.strip_prefix("cargo run -- ")) else {
                continue;
            };
            if expected.is_empty() {
                continue;
            }
            let arguments: Vec<&str> = arguments.split(' ').collect();
            let output = chk(&arguments).within(folder).env("COLUMNS", "100").run();
            let shown = format!("{}{}", output.stdout, output.stderr);
            assert!(is_shown(&expected, &shown), "{}: `{command}` prints\n{shown}", page.display());
            ran += 1;
        }
    }
    assert!(ran > 0, "{} runs nothing", page.display());
}

/// Whether the output is what is shown, where `...` stands for any lines.
fn is_shown(expected: &[String], output: &str) -> bool {
    let lines: Vec<&str> = output.lines().collect();
    let mut at = 0;
    let mut pieces = expected.split(|line| line.trim() == "...").peekable();
    let mut is_first = true;
    while let Some(piece) = pieces.next() {
        let is_last = pieces.peek().is_none();
        let fits = |start: usize| {
            lines
                .get(start..start + piece.len())
                .is_some_and(|own| own.iter().zip(piece).all(|(own, shown)| own == shown))
        };
        let start = match (is_first, is_last) {
            (true, true) => Some(0).filter(|_| piece.len() == lines.len()),
            (true, false) => Some(0),
            (false, true) if piece.is_empty() => Some(lines.len()),
            (false, true) => lines.len().checked_sub(piece.len()).filter(|start| *start >= at),
            (false, false) => (at..lines.len()).find(|start| fits(*start)),
        };
        match start.filter(|start| fits(*start)) {
            Some(start) => at = start + piece.len(),
            None => return false,
        }
        is_first = false;
    }
    true
}

/// A fenced block, and the file that it is.
struct Block {
    language: String,
    file: Option<String>,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut file = None;
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Block { language: language.into(), file: file.take(), text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.push_str(&format!("{line}\n")),
            (None, None) => {
                if let Some(name) = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")) {
                    file = Some(name.to_owned());
                }
            }
        }
    }
    blocks
}

/// The commands of a console block with what each prints.
fn commands(block: &str) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), Vec::new())),
            (None, Some((_, output))) => output.push(line.to_owned()),
            (None, None) => {}
        }
    }
    commands
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|kind| kind == "md") {
                pages.push(entry);
            }
        }
    }
    pages.sort();
    pages
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder for one test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
