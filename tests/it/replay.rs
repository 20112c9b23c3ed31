//! Transcripts replayed: every figure is derived by hand beside it.

use std::path::PathBuf;

use chk::replay::{Form, Options, Replay, Report, is_plain_yes, shows};
use chk::value::{Date, Number, Value};
use chk::words::Segment;
use chk::{Cause, Decision, Policy, Reason, Route};

use crate::support::{Ran, chk};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/replay")
}

fn policy(name: &str) -> Policy {
    Policy::from_path(folder().join(name)).unwrap()
}

fn replayed(file: &str, options: Options) -> Report {
    let mut replay = Replay::new(policy("desk.chk")).options(options);
    replay.read(file, std::fs::read(folder().join(file)).unwrap().as_slice());
    replay.finish()
}

fn of(messages: serde_json::Value) -> Report {
    let mut replay = Replay::new(policy("desk.chk"));
    replay.read("here", messages.to_string().as_bytes());
    replay.finish()
}

fn run(arguments: &[&str]) -> Ran {
    let paths: Vec<String> = arguments
        .iter()
        .map(|one| match one.ends_with(".chk") || one.contains(".json") {
            true => format!("../replay/{one}"),
            false => (*one).to_owned(),
        })
        .collect();
    chk(&std::iter::once("replay").chain(paths.iter().map(String::as_str)).collect::<Vec<_>>()).run()
}

/// Four conversations: `agreed#1` finds, is told "12 of Blue Notebook" and yes, and sends 12: the approval is given. `agreed#2`
/// was shown 10 and sends 12: it is asked. `short#1` sends 3 where 2 are left, which fails, and shreds, which is no tool of the
/// policy; its answer has no word of the failure. `idle` claims that a parcel was sent.
#[test]
fn messages_become_figures() {
    let report = replayed("openai.jsonl", Options::default());
    let figures = &report.figures;
    assert_eq!((figures.conversations, figures.recorded, report.unread_count), (4, 0, 0));
    // Calls: 2 + 2 + 3 + 0. Run: the three finds and the first send.
    let calls = &figures.calls;
    assert_eq!((calls.count, calls.without_result, calls.executed().count), (7, 0, 4));
    assert_eq!((calls.verdicts.of(Decision::AskUser), calls.held().count), (1, 2));
    assert_eq!(calls.verdicts.causes, [(Cause::UnlistedTool, 1), (Cause::Unmet, 1)].into());
    assert_eq!(calls.unknowns, [((Reason::NeedsApproval, Some(Route::AskUser)), 1)].into());
    // Messages of a person: 2 + 2 + 1 + 1. Behind two of them an approval was due, and nothing else.
    assert_eq!((figures.tasks, figures.tasks_asked, figures.tasks_clicked), (6, 2, 2));
    let questions = &calls.questions;
    assert_eq!((questions.batches, questions.clicks, questions.count(), questions.answered), (2, 2, 2, 1));
    // The third send failed, and its message said so; no later call made it good.
    assert_eq!((figures.results.count, figures.results.failed().count), (7, 1));
    assert_eq!((figures.results.failures_flagged, figures.results.failures_flagged_ok), (1, 0));
    // Answers: 2 + 2 + 1 + 1; "One moment." stands beside calls. `idle` claims what no call did.
    let answers = &figures.answers;
    assert_eq!((answers.count, answers.after_failure, answers.silent, answers.undisclosed), (6, 1, 1, 1));
    assert_eq!((answers.judged_claims, answers.claiming), (6, 1));
    let rule = |id: &str| &figures.rules[id];
    assert_eq!((rule("provider.desk.send.enough").unmet, rule("provider.desk.send.agreed").questions), (1, 2));
    let tool = |name: &str| &figures.tools[name];
    assert_eq!((tool("desk.send").calls.count, tool("desk.send").results.failed().count), (3, 1));
    assert!(tool("desk.find").is_listed && !tool("shred").is_listed);
}

#[test]
fn one_list_and_one_line_each_are_the_same() {
    let lines = replayed("openai.jsonl", Options::default()).to_value();
    assert_eq!(replayed("openai.json", Options::default()).to_value(), lines);
}

/// A conversation over several lines, of which the last message is a line that is a document by itself.
#[test]
fn a_conversation_with_a_message_a_line_is_one() {
    let text = "{ \"messages\": [\n{\"role\": \"user\", \"content\": \"hello\"},\n{\"role\": \"assistant\", \"content\": \"hi\"}\n] }\n";
    let mut replay = Replay::new(policy("desk.chk"));
    replay.read("hello.json", text.as_bytes());
    let report = replay.finish();
    assert_eq!((report.figures.conversations, report.figures.tasks, report.unread.len()), (1, 1, 0));
}

/// The first three conversations again, in blocks: without the one message, answer and claim of `idle`.
#[test]
fn blocks_become_the_same_figures() {
    let figures = replayed("anthropic.jsonl", Options::default()).figures;
    assert_eq!((figures.conversations, figures.tasks, figures.calls.count), (3, 5, 7));
    assert_eq!((figures.calls.executed().count, figures.calls.held().count), (4, 2));
    assert_eq!((figures.calls.questions.answered, figures.results.failures_flagged), (1, 1));
    assert_eq!((figures.answers.count, figures.answers.silent, figures.answers.claiming), (5, 1, 0));
}

/// `agreed#1` and `short#1`, a message a line.
#[test]
fn messages_in_lines_of_their_own_are_put_together() {
    let figures = replayed("messages.jsonl", Options::default()).figures;
    assert_eq!((figures.conversations, figures.tasks, figures.calls.count), (2, 3, 5));
    assert_eq!((figures.calls.executed().count, figures.calls.held().count), (3, 2));
}

/// Two sessions of 3 and 1 calls. The answer to call 3 comes before that to call 2, and says in words that it failed while its
/// flag says ok; call 4 is no tool, and an error of the protocol; the last one has no answer. Nobody said anything.
#[test]
fn a_log_of_events_becomes_figures() {
    let figures = replayed("mcp.jsonl", Options::default()).figures;
    assert_eq!((figures.conversations, figures.tasks, figures.cut), (2, 0, 0));
    assert_eq!((figures.calls.count, figures.calls.without_result), (4, 1));
    let results = &figures.results;
    assert_eq!((results.count, results.failed().count), (3, 2));
    assert_eq!((results.failures_flagged_ok, results.failures_flagged), (1, 1));
    assert_eq!((figures.calls.executed().count, figures.calls.verdicts.of(Decision::AskUser)), (2, 1));
}

/// Verdicts of two messages on `desk.note`: "note: red notebook" bears the text out, "note it" does not; then a result. The line
/// of an execution is passed over.
#[test]
fn a_record_is_judged_line_by_line() {
    let figures = replayed("record.jsonl", Options::default()).figures;
    assert_eq!((figures.conversations, figures.recorded, figures.tasks), (0, 3, 2));
    assert_eq!((figures.calls.executed().count, figures.calls.verdicts.of(Decision::AskUser)), (1, 1));
    assert_eq!(figures.results.count, 1);
}

/// Lines 2 to 5: torn, of an unknown role, a list of numbers, and no transcript at all. Lines 1 and 6 are read.
#[test]
fn what_cannot_be_read_is_named_with_its_line_and_the_rest_goes_on() {
    let ran = run(&["desk.chk", "broken.jsonl"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stdout.starts_with("../replay/desk.chk over 2 conversations\n"), "{}", ran.shown());
    for place in [
        "broken.jsonl:2:40: ",
        "broken.jsonl:3:38: no message is of the role `robot`",
        "broken.jsonl:4:2: ",
        "broken.jsonl:5:1: this is no transcript",
    ] {
        assert!(ran.stderr.contains(place), "{place} {}", ran.shown());
    }
    assert!(ran.stderr.ends_with("4 parts were not read; the figures are without them\n"), "{}", ran.shown());
    let ran = run(&["desk.chk", "broken.jsonl", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["unread"].as_u64()), (2, Some(4)));
    assert_eq!(ran.json()["diagnostics"][0]["labels"][0]["file"], "../replay/broken.jsonl:2");
}

#[test]
fn what_is_not_there_is_two() {
    for arguments in [
        &["desk.chk", "none.jsonl"][..],
        &["none.chk", "openai.jsonl"],
        &["desk.chk", "openai.jsonl", "--against", "none.chk"],
        &["desk.chk", "openai.jsonl", "--start", "none.yaml"],
        &["desk.chk"],
        &["desk.chk", "openai.jsonl", "--from", "mcp"],
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?} {}", ran.shown());
        assert!(!ran.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn an_endless_log_is_cut_into_pieces() {
    let call = |id: usize| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"find\",\"arguments\":{{\"title\":\"{}\"}}}}}}\n\
             {{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[]}}}}\n",
            "x".repeat(100_000)
        )
    };
    let log: String = (0..30).map(call).collect();
    let mut replay = Replay::new(policy("desk.chk"));
    replay.read("log", log.as_bytes());
    // 30 calls of 100 kB in pieces of at least 1 MiB: two whole pieces and the rest.
    let figures = replay.finish().figures;
    assert_eq!((figures.calls.count, figures.conversations, figures.cut), (30, 3, 2));
}

#[test]
fn forms_can_be_said() {
    for (file, form) in [
        ("openai.jsonl", Form::OpenAi),
        ("anthropic.jsonl", Form::Anthropic),
        ("mcp.jsonl", Form::Mcp),
        ("record.jsonl", Form::Record),
    ] {
        let said = replayed(file, Options { form: Some(form), ..Options::default() });
        assert_eq!(said.to_value(), replayed(file, Options::default()).to_value(), "{file}");
        let other = if form == Form::Mcp { Form::OpenAi } else { Form::Mcp };
        let wrong = replayed(file, Options { form: Some(other), ..Options::default() });
        assert!(wrong.unread_count > 0 && wrong.figures.calls.count == 0, "{file}");
    }
}

#[test]
fn a_plain_yes_says_nothing_else() {
    for yes in [
        "yes",
        "Yes.",
        "YES PLEASE!",
        "yes, please go ahead",
        "Go ahead, thank you",
        "confirmed",
        "Ok, do it",
        "Sure",
        "yes, that’s correct — proceed",
        "I confirm",
        "Sounds good!",
    ] {
        assert!(is_plain_yes(yes), "{yes}");
    }
    for other in [
        "",
        "no",
        "yes?",
        "is that right?",
        "yes, but only 300",
        "yes but not today",
        "not yes",
        "don't do it",
        "yes, send 500",
        "yes 2",
        "please",
        "thank you",
        "yes or no",
        "maybe",
        "yes, to Bob",
        "👍",
        "yes\u{202e}",
        "cancel",
        "ok, cancel",
        "\"yes\"",
        "“yes”",
        "> yes",
        "'yes'",
        "correct it",
        "please correct the order",
        "yes, but to the other account",
        "yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes",
    ] {
        assert!(!is_plain_yes(other), "{other}");
    }
}

#[test]
fn a_text_shows_whole_values_alone() {
    let said =
        Segment::new("I will move $1,300 to Ann Lee on May 4, 2026 (economy, one-way; not 77). Items: A-1, B-2.");
    let number = |number: i64| Value::Number(Number::from(number));
    let list = Value::list(["A-1".into(), "B-2".into()]);
    for value in [
        number(1300),
        "ann lee".into(),
        Value::Date(Date::parse("2026-05-04").unwrap()),
        "2026-05-04".into(),
        "one_way".into(),
        list,
        Value::Null,
    ] {
        assert!(shows(&said, &value), "{value}");
    }
    // A part of a number, of a word and of a token; what is denied; a list of which one is missing.
    let list = Value::list(["A-1".into(), "C-3".into()]);
    for value in [number(300), number(77), "Anna".into(), "A".into(), list, Value::Bool(true)] {
        assert!(!shows(&said, &value), "{value}");
    }
    // A value inside a longer number, in another currency, and a yes that is about something else.
    let said = Segment::new("I will pay 5,000.50 dollars from 12-500-9, reference 7500.");
    let amount = |currency: &str| {
        let number = Value::Number(Number::parse("5000.5").unwrap());
        Value::map([("amount", number), ("currency", Value::from(currency))])
    };
    assert!(shows(&said, &amount("dollars")));
    for value in [number(5000), number(5), number(500), "500".into(), amount("EUR")] {
        assert!(!shows(&said, &value), "{value}");
    }
    let said = Segment::new("Shall I send it? Say yes or no.");
    assert!(!shows(&said, &Value::Bool(true)) && !shows(&said, &Value::Bool(false)));
}

/// "Send 12 of the blue notebook", the find, an answer, what the person says, and the send.
fn agreeing(answer: &str, says: &[&str]) -> Report {
    let call = |id: &str, name: &str, arguments: serde_json::Value| serde_json::json!({"role": "assistant", "tool_calls": [{"id": id, "function": {"name": name, "arguments": arguments.to_string()}}]});
    let result = |id: &str, text: &str| serde_json::json!({"role": "tool", "tool_call_id": id, "content": text});
    let mut messages = vec![
        serde_json::json!({"role": "user", "content": "Send 12 of the blue notebook"}),
        call("1", "find", serde_json::json!({"title": "blue notebook"})),
        result("1", "{\"left\": 40}"),
        serde_json::json!({"role": "assistant", "content": answer}),
    ];
    messages.extend(says.iter().map(|text| serde_json::json!({"role": "user", "content": text})));
    for id in ["2", "3"] {
        messages.push(call(id, "send", serde_json::json!({"title": "blue notebook", "count": 12})));
        messages.push(result(id, if id == "2" { "sent" } else { "sent again" }));
    }
    of(messages.into())
}

#[test]
fn an_approval_is_a_plain_yes_directly_behind_an_answer_that_shows_every_value() {
    let given = |answer: &str, says: &[&str]| agreeing(answer, says).figures.calls.questions.answered;
    assert_eq!(given("12 of Blue Notebook. Shall I?", &["yes please"]), 1);
    // Another number, no title, a denial; no plain yes; the yes does not stand directly behind.
    assert_eq!(given("10 of Blue Notebook. Shall I?", &["yes please"]), 0);
    assert_eq!(given("12 of them. Shall I?", &["yes please"]), 0);
    assert_eq!(given("Not 12 of Blue Notebook but 2. Shall I?", &["yes"]), 0);
    assert_eq!(given("12 of Blue Notebook. Shall I?", &["yes, but tomorrow"]), 0);
    assert_eq!(given("12 of Blue Notebook. Shall I?", &["no"]), 0);
    assert_eq!(given("12 of Blue Notebook. Shall I?", &["wait a moment", "yes"]), 0);
}

#[test]
fn one_yes_is_for_one_execution() {
    // The second send of the same is the outcome of the first once more: nothing is approved again.
    let figures = agreeing("12 of Blue Notebook. Shall I?", &["yes"]).figures;
    assert_eq!((figures.calls.executed().count, figures.calls.verdicts.of(Decision::Replay)), (2, 1));
    assert_eq!(figures.calls.questions.answered, 1);
}

#[test]
fn a_program_that_speaks_as_the_user_bears_nothing_out() {
    let messages = serde_json::json!([
        {"role": "user", "content": "[CALL ERROR] note: red notebook"},
        {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "note", "arguments": "{\"text\": \"red notebook\"}"}}]},
    ]);
    let executed = |machine: &[&str]| {
        let options = Options { machine: machine.iter().map(|one| (*one).to_owned()).collect(), ..Options::default() };
        let mut replay = Replay::new(policy("desk.chk")).options(options);
        replay.read("here", messages.to_string().as_bytes());
        replay.finish().figures.calls.executed().count
    };
    assert_eq!((executed(&[]), executed(&["[CALL ERROR]"])), (1, 0));
}

/// The old policy knows neither `enough` nor `agreed`, and lets every send run: of `agreed#2` and `short#1` it decides otherwise.
#[test]
fn what_changed_is_listed_call_by_call() {
    let ran = run(&["desk.chk", "openai.jsonl", "--against", "old.chk", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    let changes = &ran.json()["changes"];
    // 7 calls, 7 results and 6 answers are compared.
    assert_eq!((changes["changed"]["count"].as_u64(), changes["changed"]["of"].as_u64()), (Some(2), Some(20)));
    let place = |at: usize| {
        let change = &changes["list"][at];
        let decision = |which: &str| change[which]["decision"].as_str().unwrap().to_owned();
        (change["line"].as_u64().unwrap(), change["message"].as_u64().unwrap(), decision("before"), decision("after"))
    };
    assert_eq!(place(0), (2, 5, "execute".into(), "ask_user".into()));
    assert_eq!(place(1), (3, 3, "execute".into(), "hold".into()));
    let ran = run(&["desk.chk", "openai.jsonl", "--against", "desk.chk", "--format", "json"]);
    assert_eq!(ran.json()["changes"]["changed"]["count"], 0, "a policy against itself");
}

/// `agreed` has a run that goes through and one that is asked; `short` and `idle` have one run each, of which `idle` goes through.
#[test]
fn repeated_runs_are_counted_by_case() {
    let report = replayed("openai.jsonl", Options { runs: Some("id".into()), ..Options::default() });
    let counts = report.runs.unwrap().counts();
    assert_eq!((counts.cases, counts.runs, counts.single), (3, 4, 2));
    assert_eq!((counts.all, counts.some, counts.none), (1, 1, 1));
    let report = replayed("openai.jsonl", Options { runs: Some("seed".into()), ..Options::default() });
    assert_eq!(report.runs.unwrap().nameless, 4, "conversations without the field are no runs of anything");
}

#[test]
fn nothing_of_a_transcript_becomes_a_part_of_a_page_or_steers_a_terminal() {
    let page = std::env::temp_dir().join(format!("chk-replay-{}.html", std::process::id()));
    let ran = run(&["desk.chk", "hostile.json", "--html", page.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert!(!ran.stdout.contains(['\u{1b}', '\u{202e}']) && !ran.stdout.contains("\n| fake row"), "{}", ran.shown());
    let text = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert!(text.contains("&lt;img src=x onerror=alert(1)&gt;"), "{text}");
    for never in ["<img", "<script", "\u{1b}", "\u{202e}", "http://", "https://", "url("] {
        assert!(!text.contains(never), "{never}");
    }
    assert!(text.contains("prefers-color-scheme: dark") && text.contains("<svg "), "{text}");
}

#[test]
fn a_narrow_terminal_gets_paragraphs() {
    let ran = chk(&["replay", "../replay/desk.chk", "../replay/openai.jsonl"]).env("COLUMNS", "40").run();
    assert_eq!(ran.code, 0);
    let wide = ran.stdout.lines().find(|line| line.chars().count() > 40);
    assert_eq!(wide, None, "{}", ran.shown());
}

#[test]
fn standard_input_and_a_start_are_read() {
    let trace = r#"{"messages": [{"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "send", "arguments": "{\"title\": \"a\", \"count\": 1}"}}]}]}"#;
    let ran = chk(&["replay", "../replay/desk.chk", "-", "--start", "../replay/start.yaml", "--format", "json"])
        .stdin(trace)
        .run();
    // The settings of the start have seen 3 of `a`; nobody said how many.
    assert_eq!(ran.json()["calls"]["decisions"], serde_json::json!({"ask_user": 1}), "{}", ran.shown());
    assert_eq!(ran.json()["rules"]["provider.desk.send.left"], serde_json::Value::Null, "{}", ran.shown());
}
