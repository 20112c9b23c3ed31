//! The documentation is executed. `CONTRIBUTING.md` says how the blocks of a page are marked; in short:
//!
//! - `chk` is a policy that is clean, `chk error CODE...` one with exactly these codes, `chk lint CODE...` one in which
//!   the lints find exactly these, `chk tool` items of a tool that are clean, `chk part` items that parse, `chk expressions` an expression on every line that parses;
//! - `yaml` is a snapshot, `yaml error CODE...` none, `yaml part` anything; `json` is JSON, `json part` is not read;
//! - `<!-- file: NAME -->` before a block writes it into the page's folder, where `console` blocks run;
//! - in `console`, `$ ` begins a command, what follows is its output, `...` stands for any lines, `[exit N]` for an exit
//!   code other than 0;
//! - `rust` stands in this file too, in a test.
//!
//! With `BLESS=1` the output of commands is written anew; read it before it is committed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chk::diagnostic::Diagnostic;
use chk::span::FileSet;
use chk::{Policy, PolicyErrors, Snapshot};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A fenced block of a page.
#[derive(Debug)]
struct Block {
    info: Vec<String>,
    text: String,
    /// The name it is written under.
    file: Option<String>,
    /// The lines of the page between the fences, from 0.
    lines: std::ops::Range<usize>,
}

impl Block {
    fn is(&self, word: &str) -> bool {
        self.info.iter().any(|each| each == word)
    }

    fn kind(&self) -> &str {
        self.info.first().map_or("", String::as_str)
    }

    /// The codes after `error` or `lint`.
    fn codes(&self) -> Option<BTreeSet<String>> {
        let at = self.info.iter().position(|word| word == "error" || word == "lint")?;
        Some(self.info[at + 1..].iter().cloned().collect())
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut found, mut file, mut at) = (Vec::new(), None, 0);
    while at < lines.len() {
        let line = lines[at];
        if let Some(name) = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")) {
            file = Some(name.to_owned());
        } else if let Some(info) = line.strip_prefix("```") {
            let end = (at + 1..lines.len()).find(|end| lines[*end] == "```").expect("a block that is not closed");
            found.push(Block {
                info: info.split_whitespace().map(str::to_owned).collect(),
                text: lines[at + 1..end].iter().map(|line| format!("{line}\n")).collect(),
                file: file.take(),
                lines: at + 1..end,
            });
            at = end;
        }
        at += 1;
    }
    found
}

/// The pages for readers; those of `docs/rules/` and `docs/decisions/` are held by others.
fn pages() -> Vec<PathBuf> {
    let beside = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = beside.filter(|path| path.extension().is_some_and(|kind| kind == "md")).collect();
    pages.extend(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    pages.sort();
    pages
}

fn name_of(page: &Path) -> String {
    page.strip_prefix(root()).unwrap().display().to_string().replace('\\', "/")
}

/// A fresh folder for a page, with the shipped policies in it.
fn folder(page: &Path, test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(name_of(page).replace(['/', '.'], "-"));
    let _ = fs::remove_dir_all(&folder);
    let examples = folder.join("policies/examples");
    fs::create_dir_all(&examples).unwrap();
    for entry in fs::read_dir(root().join("policies/examples")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, examples.join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn codes_of(found: &[Diagnostic]) -> BTreeSet<String> {
    found.iter().map(|one| one.code().to_string()).collect()
}

fn findings<'p>(block: &Block, policy: &'p Result<Policy, PolicyErrors>) -> (Vec<Diagnostic>, &'p FileSet) {
    match policy {
        Ok(policy) if block.is("lint") => (chk::lint::lint(policy), policy.files()),
        Ok(policy) => (policy.warnings().to_vec(), policy.files()),
        Err(errors) => (errors.diagnostics().to_vec(), errors.files()),
    }
}

/// Where the items of a tool are tried: `HERE` is their place.
const IN_A_TOOL: &str = r#"language 1
provider shop {
  lookup order(id) by shop.get_order { order_id: id } within 5m
  lookup payees by shop.list_payees within 1h
  lookup mails by shop.list_mails within 10m outside
  tool get_order { read_only  slot order_id: text }
  tool list_payees { read_only }
  tool list_mails { read_only }
  tool try {
    reversible
HERE
  }
}
"#;

/// What does not parse.
fn faults(text: &str) -> Vec<String> {
    let mut files = FileSet::new();
    let file = files.add("part.chk", text);
    chk::syntax::parse(file, text).diagnostics.iter().map(|one| format!("{}: {text}", one.message())).collect()
}

/// What is wrong with a block that says what it is.
fn judge(block: &Block, folder: &Path) -> Result<(), String> {
    let expected = block.codes().unwrap_or_default();
    let found = match block.kind() {
        "chk" if block.is("part") => faults(&format!("language 1\n{}", block.text)),
        "chk" if block.is("expressions") => {
            block.text.lines().flat_map(|line| faults(&format!("language 1\nuser {{ let one = {line}\n}}\n"))).collect()
        }
        "chk" => {
            let text = if block.is("tool") { IN_A_TOOL.replace("HERE\n", &block.text) } else { block.text.clone() };
            let policy = match &block.file {
                Some(name) => Policy::from_path(folder.join(name)),
                None => Policy::from_text("block.chk", &text),
            };
            let (found, files) = findings(block, &policy);
            let codes = codes_of(&found);
            if codes == expected {
                return Ok(());
            }
            let lines = found.iter().map(|one| {
                let place = one.span().and_then(|span| Some(files.file(span.file)?.location(span.start as usize).line));
                format!("{}[{}] {place:?}: {}", one.severity().as_str(), one.code(), one.message())
            });
            lines.chain([format!("expected {expected:?}")]).collect::<Vec<String>>()
        }
        "yaml" if block.is("part") || block.file.as_ref().is_some_and(|name| !name.ends_with("snapshot.yaml")) => {
            Vec::new()
        }
        "yaml" => match Snapshot::from_yaml(&block.text) {
            Ok(_) if expected.is_empty() => Vec::new(),
            Ok(_) => vec![format!("a snapshot, and expected {expected:?}")],
            Err(error) => {
                let codes: BTreeSet<String> = error.problems().iter().map(|one| one.code().to_string()).collect();
                if codes == expected { Vec::new() } else { vec![format!("{codes:?}: {error}")] }
            }
        },
        "json" if !block.is("part") => serde_json::from_str::<serde_json::Value>(&block.text)
            .err()
            .map(|error| error.to_string())
            .into_iter()
            .collect(),
        "rust" if !has_rust(&block.text) => vec!["stands in no test of `tests/it/docs.rs`".to_owned()],
        "rust" | "json" | "console" | "text" | "toml" | "sh" => Vec::new(),
        other => vec![format!("a block of an unknown kind: `{other}`")],
    };
    if found.is_empty() { Ok(()) } else { Err(found.join("\n    ")) }
}

/// A policy as `chk fmt` writes it, where it stands otherwise on the page: what is shown is what readers copy.
fn canonical(block: &Block) -> Option<String> {
    let is_whole = block.kind() == "chk" && !["part", "tool", "expressions", "error"].iter().any(|word| block.is(word));
    if !is_whole || block.is("unformatted") {
        return None;
    }
    chk::format::format("block.chk", &block.text).ok().filter(|canonical| *canonical != block.text)
}

/// Whether a piece of Rust stands in this file, paragraph by paragraph, whatever its indentation.
fn has_rust(text: &str) -> bool {
    let plain = |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let own = plain(include_str!("docs.rs"));
    text.split("\n\n").all(|paragraph| own.contains(&plain(paragraph)))
}

/// The words of a command line; `'...'` and `"..."` keep blanks.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Runs a command in a folder; what it writes, and its exit code where that is not 0.
fn run(command: &str, folder: &Path) -> String {
    let (line, input) = command.split_once(" < ").map_or((command, None), |(line, file)| (line, Some(file.trim())));
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let arguments = match words.as_slice() {
        ["chk", rest @ ..] | ["cargo", "run", "--", rest @ ..] | ["cargo", "run", "--quiet", "--", rest @ ..] => rest,
        _ => panic!("no command of the documentation: {command}"),
    };
    let mut run = Command::new(env!("CARGO_BIN_EXE_chk"));
    run.args(arguments).env_clear().current_dir(folder);
    if let Some(input) = input {
        run.stdin(fs::File::open(folder.join(input)).unwrap());
    }
    let output = run.output().unwrap();
    let mut shown = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    match output.status.code() {
        Some(0) => {}
        code => shown.push_str(&format!("[exit {}]\n", code.unwrap_or(-1))),
    }
    shown.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Whether an output is what a page shows; a line of `...` stands for any lines.
fn shows(expected: &[&str], got: &[&str]) -> bool {
    match expected {
        [] => got.is_empty(),
        ["...", rest @ ..] => (0..=got.len()).any(|skip| shows(rest, &got[skip..])),
        [line, rest @ ..] => got.split_first().is_some_and(|(first, after)| first == line && shows(rest, after)),
    }
}

/// Runs the commands of a console block; the block as it should be, and what differs.
fn console(block: &Block, folder: &Path) -> (String, Vec<String>) {
    let (mut fresh, mut wrong) = (String::new(), Vec::new());
    let lines: Vec<&str> = block.text.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("$ ")).collect();
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(lines.len());
        let got = run(&lines[*start][2..], folder);
        let expected: Vec<&str> = lines[*start + 1..end].to_vec();
        let trimmed = |lines: &[&str]| {
            let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |at| at + 1);
            lines[..last].iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
        };
        let (want, have) = (trimmed(&expected), trimmed(&got.lines().collect::<Vec<_>>()));
        let (want_lines, have_lines): (Vec<&str>, Vec<&str>) =
            (want.iter().map(String::as_str).collect(), have.iter().map(String::as_str).collect());
        fresh.push_str(&format!("{}\n", lines[*start]));
        let fits = shows(&want_lines, &have_lines);
        if !fits {
            wrong.push(format!("{}\n--- shown\n{}\n--- got\n{}", lines[*start], want.join("\n"), have.join("\n")));
        }
        for line in if fits { &want } else { &have } {
            fresh.push_str(&format!("{line}\n"));
        }
        if nth + 1 < starts.len() {
            fresh.push('\n');
        }
    }
    (fresh, wrong)
}

#[test]
fn every_block_of_every_page_is_what_it_says() {
    let mut wrong = String::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let folder = folder(&page, "docs");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut edits = Vec::new();
        for block in blocks(&text) {
            if let Some(name) = &block.file {
                let path = folder.join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, &block.text).unwrap();
            }
            let place = format!("{}:{}", name_of(&page), block.lines.start);
            if let Some(canonical) = canonical(&block) {
                wrong.push_str(&format!("\n{place}\n    not as `chk fmt` writes it\n"));
                edits.push((block.lines.clone(), canonical));
            }
            if let Err(why) = judge(&block, &folder) {
                wrong.push_str(&format!("\n{place}\n    {why}\n"));
            }
            if block.kind() == "console" {
                let (fresh, differs) = console(&block, &folder);
                differs.iter().for_each(|one| wrong.push_str(&format!("\n{place}\n{one}\n")));
                edits.push((block.lines.clone(), fresh));
            }
        }
        if std::env::var_os("BLESS").is_some() {
            for (range, fresh) in edits.into_iter().rev() {
                lines.splice(range, fresh.lines().map(str::to_owned));
            }
            let fresh: String = lines.iter().map(|line| format!("{line}\n")).collect();
            if fresh != text {
                fs::write(&page, fresh).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap();
            let path = target.split('#').next().unwrap();
            let is_rule = page.parent().unwrap().join(path).starts_with(root().join("docs/rules"));
            if path.is_empty() || target.contains("://") || (is_rule && !root().join("docs/rules").exists()) {
                continue;
            }
            if !page.parent().unwrap().join(path).exists() {
                wrong.push(format!("{}: {target}", name_of(&page)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_readme_stays_short_and_the_index_lists_every_page() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 180, "{} lines", readme.lines().count());
    let index = fs::read_to_string(root().join("docs/README.md")).unwrap();
    let names = pages().into_iter().filter(|page| page.parent() == Some(&root().join("docs")));
    let names = names.map(|page| page.file_name().unwrap().to_string_lossy().into_owned());
    let missing: Vec<String> =
        names.filter(|name| name != "README.md" && !index.contains(&format!("({name})"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The tables of `docs/words.md`: what the person says (`<br>` between messages), what is proposed, and whether the words
/// bear it out. `<!-- says: TYPE -->` before a table is the type of the slot, with the words behind `instruction` after a
/// first `;`, and after a second one the slot's name and its comment: `<!-- says: integer; ; wait: In seconds. -->`. Behind `doc` stands the comment alone.
#[test]
fn what_counts_as_said_is_what_the_tables_say() {
    let text = fs::read_to_string(root().join("docs/words.md")).unwrap();
    let (mut policy, mut rows, mut wrong, mut slot) = (None, 0, Vec::new(), "value");
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("<!-- says: ").and_then(|rest| rest.strip_suffix(" -->")) {
            let mut parts = kind.splitn(3, "; ");
            let (ty, modes) = (parts.next().unwrap(), parts.next().unwrap_or_default());
            let (name, comment) = parts.next().and_then(|part| part.split_once(": ")).unwrap_or(("value", ""));
            // `doc ...` is the comment of a slot without a name of its own.
            let (modes, comment) = match modes.strip_prefix("doc ") {
                Some(comment) => ("", comment),
                None => (modes, comment),
            };
            slot = name;
            let text = format!(
                "language 1\neffect money.moved {{}} said as \"send\", \"pay\"\neffect mail.sent {{}} said as \"mail\", \"write to\"\n\
                 vocabulary cities {{ \"the capital\" = \"Paris\" }}\n\
                 provider p {{ tool t {{ reversible\n## {comment}\nslot {name}: {ty} from instruction {modes} }} }}\n"
            );
            policy = Some(Policy::from_text("words.chk", &text).unwrap_or_else(|error| panic!("{kind}: {error}")));
        } else if line.trim().is_empty() || line.starts_with('#') {
            policy = None;
        } else if let (Some(policy), Some(cells)) = (&policy, line.strip_prefix("| ")) {
            let cells: Vec<&str> = cells.trim_end_matches('|').split(" | ").map(str::trim).collect();
            let [said, proposed, borne_out] = cells.as_slice() else { panic!("no row of three cells: {line}") };
            if *said == "the person says" {
                continue;
            }
            let messages = said.split("<br>").map(|text| serde_json::json!({"text": text, "trust": "user"}));
            let snapshot = format!(
                "{{chk: 1, now: 2026-03-11T09:24:07Z, zone: UTC, call: {{tool: p.t, arguments: {{{slot}: {}}}}}, instruction: {}}}",
                proposed.trim_matches('`'),
                serde_json::Value::Array(messages.collect())
            );
            let verdict = policy.evaluate(&Snapshot::from_yaml(&snapshot).unwrap());
            let slot = &verdict.call().unwrap().slots[0];
            let got = if slot.state.as_str() == "known" { "yes" } else { "no" };
            if got != *borne_out {
                wrong.push(format!("{line}\n    {got}: {:?} {:?}", slot.reason, slot.candidates));
            }
            rows += 1;
        }
    }
    assert!(wrong.is_empty() && rows > 0, "{rows} rows\n{}", wrong.join("\n"));
}

/// The table of `docs/language.md` behind `<!-- comes to -->`.
#[test]
fn expressions_come_to_what_the_table_says() {
    let text = fs::read_to_string(root().join("docs/language.md")).unwrap();
    let table = text.split("<!-- comes to -->\n").nth(1).unwrap();
    let rows =
        table.lines().skip(2).map_while(|line| line.strip_prefix("| `")?.strip_suffix("` |")?.split_once("` | `"));
    let (mut count, mut wrong) = (0, Vec::new());
    for (expression, value) in rows {
        count += 1;
        let policy = format!(
            "language 1\nwhitelist guests {{ \"Ann\", \"Cid\" }}\n\
             table fare(class, season) {{ season {{ low, high }} basic {{ 40, 60 }} first {{ 90, 140 }} }}\n\
             provider p {{ tool t {{ reversible\n slot names: list of text from user_answer\n \
             slot none: list of integer from user_answer\n slot gap: integer optional from user_answer\n \
             slot result: any = {expression}\n}} }}\n"
        );
        let policy = Policy::from_text("one.chk", &policy).unwrap_or_else(|error| panic!("{expression}: {error}"));
        let snapshot = "{chk: 1, now: 2026-03-11T10:00:00Z, zone: UTC, call: {tool: p.t, arguments: {}}, \
                        answers: {names: [Ann, Bob], none: []}}";
        let verdict = policy.evaluate(&Snapshot::from_yaml(snapshot).unwrap());
        let slots = &verdict.call().unwrap().slots;
        let result = slots.iter().find(|slot| slot.id.ends_with(".result")).unwrap();
        let got = result.value.as_ref().map(|value| chk::verdict::write_json(value, chk::verdict::Layout::Line));
        let bare = |text: &str| text.trim().trim_matches('"').to_owned();
        if got.as_deref().map(bare) != Some(bare(value)) {
            wrong.push(format!("`{expression}` comes to {got:?}, not `{value}`: {:?}", result.reason));
        }
    }
    assert!(wrong.is_empty() && count > 0, "{count} rows\n{}", wrong.join("\n"));
}

/// The Rust of the pages, which has to compile and to hold.
mod examples {
    use chk::{Decision, Policy, Snapshot};

    #[test]
    fn the_readme() -> Result<(), Box<dyn std::error::Error>> {
        let policy = Policy::from_path("policies/examples/bank.chk")?;
        let text = std::fs::read_to_string("policies/examples/bank.snapshot.yaml")?;
        let verdict = policy.evaluate(&Snapshot::from_yaml(&text)?);
        assert_eq!(verdict.decision, Decision::Execute);
        Ok(())
    }
}

/// What a policy that does not load says.
#[test]
fn an_error_says_everything_at_once() {
    let errors =
        Policy::from_text("lamp.chk", "language 1\nprovider lamp { tool dim { slot level: number } }").unwrap_err();
    let codes: Vec<&str> = errors.diagnostics().iter().map(|one| one.code().as_str()).collect();
    assert_eq!(codes, ["slot-without-source", "unknown-word"]);
}

#[test]
fn a_transcript_is_replayed_from_the_library() -> Result<(), Box<dyn std::error::Error>> {
    use chk::replay::Replay;

    let mut replay = Replay::new(Policy::from_path("policies/examples/bank.chk")?);
    replay.read("trace", r#"{"messages": [{"role": "user", "content": "hello"}]}"#.as_bytes());
    assert_eq!(replay.finish().figures.tasks, 1);
    Ok(())
}

/// The loop of `docs/library.md`, with a host that answers everything.
mod host {
    use std::sync::Arc;

    use chk::Policy;
    use chk::snapshot::{CallResult, SnapshotError};
    use chk::turn::Conversation;
    use chk::value::{DateTime, Map, Value};
    use chk::verdict::{Decision, Kind, Layout, write_json};

    /// What only the host can do.
    trait Host {
        fn now(&self) -> DateTime;
        fn call(&mut self, tool: &str, arguments: &Map) -> CallResult;
        fn look_up(&mut self, lookup: &str, tool: &str, arguments: &Map) -> Result<Value, Arc<str>>;
        fn ask(&mut self, question: &str) -> Value;
        fn agrees(&mut self, question: &str) -> bool;
        fn show(&mut self, text: &str);
    }

    /// Takes a proposal of the model as far as it goes, and says what the model is told.
    fn propose(
        policy: &Policy,
        conversation: &mut Conversation,
        host: &mut impl Host,
        tool: &str,
        arguments: Value,
    ) -> Result<String, SnapshotError> {
        let mut snapshot = conversation.proposed(tool, arguments, host.now())?;
        loop {
            let verdict = policy.evaluate(&snapshot);
            conversation.note(&verdict);
            let tell = verdict.tell.clone().unwrap_or_default();
            let Some(call) = verdict.call() else { return Ok(tell) };
            match verdict.decision {
                Decision::Lookup => {
                    for lookup in &call.lookups {
                        let outcome = host.look_up(&lookup.lookup, &lookup.tool, &lookup.arguments);
                        let arguments = lookup.arguments.clone();
                        match &*lookup.tool {
                            "host" => conversation.measured(lookup.lookup.clone(), arguments, host.now(), outcome),
                            _ => conversation.observed(lookup.tool.clone(), arguments, host.now(), outcome),
                        }
                    }
                }
                Decision::AskUser => {
                    for question in &call.questions {
                        match question.kind {
                            Kind::Approval if host.agrees(&question.text) => {
                                conversation.approved_question(question, host.now(), None);
                            }
                            Kind::Approval => {
                                conversation.refused(host.now());
                                return Ok("The person refused.".to_owned());
                            }
                            Kind::Notice => {
                                host.show(&question.text);
                                for notice in &question.slots {
                                    conversation.shown(notice.clone(), question.text.as_str());
                                }
                            }
                            _ => conversation.answered(question.id.clone(), host.ask(&question.text)),
                        }
                    }
                }
                Decision::Execute => {
                    let arguments = call.arguments.clone().unwrap_or_default();
                    let result = host.call(&call.tool, &arguments);
                    let text = result.text.clone();
                    let judged = policy.evaluate(&conversation.result(result, host.now())?);
                    let envelope = judged.envelope().map_or(Value::Null, |envelope| envelope.to_value());
                    conversation.executed(envelope.clone(), text.as_deref(), host.now());
                    return Ok(write_json(&envelope, Layout::Line));
                }
                Decision::Replay => {
                    let result = call.replay.as_ref().and_then(|replay| replay.result.clone());
                    conversation.replayed(result.clone(), host.now());
                    return Ok(result.map_or(tell, |result| write_json(&result, Layout::Line)));
                }
                // It waits for its time; `again` judges it anew.
                Decision::Deferred => return Ok(tell),
                // `revise` and `hold` go back to the model.
                _ => {
                    conversation.held(host.now());
                    return Ok(tell);
                }
            }
            snapshot = conversation.again(host.now())?;
        }
    }

    #[derive(Default)]
    struct Toy {
        did: Vec<String>,
    }

    impl Host for Toy {
        fn now(&self) -> DateTime {
            DateTime::parse("2026-03-11T09:24:07Z").unwrap()
        }
        fn call(&mut self, tool: &str, arguments: &Map) -> CallResult {
            let arguments = Value::Map(Arc::new(arguments.clone()));
            self.did.push(format!("call {tool} {}", write_json(&arguments, Layout::Line)));
            CallResult { body: Some(Value::text("P-1")), ..CallResult::default() }
        }
        fn look_up(&mut self, lookup: &str, _: &str, _: &Map) -> Result<Value, Arc<str>> {
            self.did.push(format!("look up {lookup}"));
            Ok(Value::map([("total", Value::from(8_i64))]))
        }
        fn ask(&mut self, question: &str) -> Value {
            self.did.push(format!("ask {question}"));
            Value::from(3_i64)
        }
        fn agrees(&mut self, question: &str) -> bool {
            self.did.push(format!("agree {question}"));
            true
        }
        fn show(&mut self, text: &str) {
            self.did.push(format!("show {text}"));
        }
    }

    #[test]
    fn a_proposal_is_taken_as_far_as_it_goes() {
        let policy = Policy::from_text("parcel.chk", POLICY).unwrap();
        let (mut host, mut conversation) = (Toy::default(), Conversation::new());
        conversation.user_said("Send the lamp to Ely", host.now());
        conversation.round_started(["parcel.send"]);
        let arguments = || Value::map([("address", Value::text("Ely"))]);
        let told = propose(&policy, &mut conversation, &mut host, "parcel.send", arguments()).unwrap();
        assert_eq!(
            host.did,
            [
                "ask How heavy is it, in kilograms?",
                "show It cannot be called back.",
                "look up prices",
                "agree Send 3 kg to Ely for 8?",
                r#"call parcel.send {"address":"Ely","weight":3}"#
            ]
        );
        assert!(told.contains(r#""data":"P-1""#), "{told}");
        let whole = Value::map([("address", Value::text("Ely")), ("weight", Value::from(3_i64))]);
        let again = propose(&policy, &mut conversation, &mut host, "parcel.send", whole).unwrap();
        assert_eq!((again, host.did.len()), (told, 5));
    }

    const POLICY: &str = r#"language 1
provider parcel {
  lookup prices(kilograms) by parcel.get_price { weight: kilograms } within 1h
  tool send {
    irreversible
    slot address: text from user_answer, instruction
    slot weight: decimal where it > 0 from user_answer, instruction
      ask "How heavy is it, in kilograms?"
    fact price: decimal from measured(prices(weight).total)
    confirm agreed ask "Send {weight} kg to {address} for {price}?"
    notice final show "It cannot be called back."
  }
  tool get_price { read_only  slot weight: decimal }
}
"#;
}

/// The companion of `docs/library.md`.
mod companion {
    use chk::turn::Companion;

    use chk::turn::Conversation;
    use chk::value::{DateTime, Value};
    use chk::{Decision, Policy};

    fn the_memory_is_guarded(now: DateTime) -> Result<(), Box<dyn std::error::Error>> {
        let policy = Policy::from_text(
            "memory.chk",
            r#"
language 1
fixed {
  guard keys on memory when entry.text matches /^\w+\s*[:=]/
    then retry "Write a sentence, not a key and a value."
    then hold "It is still no sentence."
}
"#,
        )?;
        let mut companion = Companion::new(policy, Conversation::new());
        companion.conversation().user_said("remember that I live in Oslo", now);
        let entry = |text: &str| Value::map([("text", Value::from(text))]);
        assert_eq!(companion.remembered(entry("city: Oslo"), now)?.decision, Decision::Retry);
        assert_eq!(companion.remembered(entry("city = Oslo"), now)?.decision, Decision::Hold);
        assert_eq!(companion.remembered(entry("I live in Oslo."), now)?.text(), Some("I live in Oslo."));
        Ok(())
    }

    #[test]
    fn an_entry_is_judged() {
        the_memory_is_guarded(DateTime::parse("2026-03-11T09:24:00Z").unwrap()).unwrap();
    }
}

/// The permit of `docs/record.md`.
mod permit {
    use std::path::Path;

    use chk::record::{Record, Redeemer, RefusalReason, Signer, verify_file};
    use chk::snapshot::CallResult;
    use chk::value::{DateTime, Duration};
    use chk::{Policy, Snapshot};

    fn a_parcel_is_sent(folder: &Path, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let policy = Policy::from_path(folder.join("parcel.chk"))?;
        let snapshot = Snapshot::from_bytes(&std::fs::read(folder.join("call.snapshot.yaml"))?)?;
        let now = DateTime::parse("2026-03-11T09:24:07Z").ok_or("no time")?;
        let signer = Signer::ed25519(&[7; 32]); // 32 bytes of the system's randomness

        // Here it is decided ...
        let recorded = Record::open(path)?.verdict(&policy, &snapshot, now)?;
        let permit = recorded.permit(&signer, Duration::parse("60s").ok_or("no duration")?)?.to_text();
        let call = recorded.verdict().call().ok_or("no call")?;
        let (tool, arguments) = (call.tool.clone(), call.arguments.clone().unwrap_or_default());

        // ... and there it is done, perhaps in another process.
        let redeemer = Redeemer::new(signer.verifier(), Record::open(path)?);
        let execution = redeemer.redeem(&permit, &tool, &arguments, now)?;
        let returned = execution.run(|_tool, arguments| {
            assert_eq!(arguments["door_code"].as_text(), Some("Zq81xx"));
            CallResult { text: Some("P-1".into()), ..CallResult::default() }
        });
        let judged = policy.evaluate(&Snapshot::from_yaml(
            "{ chk: 1, phase: result, call: { tool: post.send_parcel, arguments: {} }, result: { text: P-1 } }",
        )?);
        returned.judged(&judged, now)?;

        // Once.
        let refusal = redeemer.redeem(&permit, &tool, &arguments, now).unwrap_err();
        assert_eq!(refusal.reason, RefusalReason::Replayed);
        Ok(())
    }

    #[test]
    fn a_permit_is_redeemed_once() {
        let page = super::root().join("docs/record.md");
        let folder = super::folder(&page, "permit");
        for block in super::blocks(&std::fs::read_to_string(&page).unwrap()) {
            if let Some(name) = &block.file {
                std::fs::write(folder.join(name), &block.text).unwrap();
            }
        }
        let path = folder.join("record.jsonl");
        a_parcel_is_sent(&folder, &path).unwrap();
        let found = verify_file(&path, None).unwrap();
        assert!(found.is_intact() && found.head.lines == 4);
        assert!(!std::fs::read_to_string(&path).unwrap().contains("Zq81xx"));
    }
}
