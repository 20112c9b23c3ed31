//! `chk record`: whether a record is as it was written, and what stands in it.

use std::io::Write;

use chk::record::{Digest, Kind, Line, Log, Record, RecordError, Verified, verify_file};
use chk::value::Value;
use chk::verdict::Layout;

use crate::args::{RecordArgs, RecordCommand, ShowArgs, VerifyArgs};
use crate::exit::{Exit, Stop};
use crate::output::human::{Page, Style};
use crate::output::json;
use crate::terminal::Terminal;

pub(crate) fn run(args: &RecordArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    match &args.command {
        RecordCommand::Verify(args) => verify(args, terminal, out),
        RecordCommand::Show(args) => show(args, terminal, out),
    }
}

fn unread(error: RecordError) -> Stop {
    Stop::Usage(error.to_string())
}

fn verify(args: &VerifyArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let head = match &args.head {
        None => None,
        Some(text) => Some(Digest::parse(text).ok_or_else(|| {
            Stop::Usage(format!(
                "`--head` takes `sha256:` and 64 digits or letters from `a` to `f`, and `{text}` is none"
            ))
        })?),
    };
    let found = verify_file(&args.file, head).map_err(unread)?;
    let file = args.file.display().to_string();
    if args.format.is_json() {
        out.write_all(json::document(&form(&file, &found), Layout::Pretty).as_bytes())?;
    } else {
        out.write_all(people(&file, &found, terminal).as_bytes())?;
    }
    Ok(if found.is_intact() { Exit::Clean } else { Exit::Findings })
}

fn form(file: &str, found: &Verified) -> Value {
    let kinds = found.kinds.iter().map(|(kind, count)| (kind.as_str(), number(*count)));
    let broken = found.broken.as_ref().map(|broken| {
        Value::map([
            ("line", number(broken.line)),
            ("fault", broken.fault.as_str().into()),
            ("message", Value::text(broken.fault.to_string())),
        ])
    });
    Value::map([
        ("file", Value::from(file)),
        ("intact", found.is_intact().into()),
        ("lines", number(found.head.lines)),
        ("head", found.head.last.map_or(Value::Null, |head| Value::text(head.to_string()))),
        ("kinds", Value::map(kinds)),
        ("unfinished", number(found.unfinished)),
        ("broken", broken.unwrap_or(Value::Null)),
    ])
}

fn people(file: &str, found: &Verified, terminal: Terminal) -> String {
    let mut page = Page::new(terminal);
    let lines = lines(found.head.lines);
    match &found.broken {
        None => page.line(0, &[(Style::Good, "intact "), (Style::Strong, file), (Style::Plain, &format!("  {lines}"))]),
        Some(broken) => {
            page.line(0, &[(Style::Bad, "broken "), (Style::Strong, file)]);
            page.say(2, &format!("line {} {}", broken.line, broken.fault));
            page.say(2, &format!("{lines} before it, as they were written"));
        }
    }
    let kinds: Vec<String> =
        found.kinds.iter().map(|(kind, count)| format!("{count} {kind}", kind = kind.as_str())).collect();
    if !kinds.is_empty() {
        page.say(2, &kinds.join(", "));
    }
    if let Some(torn) = found.kinds.get(&Kind::Torn) {
        page.say(
            2,
            &format!(
                "a writer was killed in the middle of a line {}; what it left is kept in `{file}.torn`",
                times(*torn)
            ),
        );
    }
    if found.unfinished > 0 && found.is_intact() {
        let bytes = found.unfinished;
        page.say(2, &format!("{bytes} bytes behind the last line are unfinished, which the next writer sets aside"));
    }
    if let Some(head) = found.head.last {
        page.say(2, &format!("head {head}"));
    }
    page.finish()
}

fn lines(count: u64) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{count} lines") }
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn number(count: u64) -> Value {
    Value::from(usize::try_from(count).unwrap_or(usize::MAX))
}

fn show(args: &ShowArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let mut record = Record::over(Log::open_to_read(&args.file).map_err(unread)?);
    if let Some(seq) = args.seq {
        return match record.line(seq) {
            Ok(Some(line)) => {
                out.write_all(json::document(&line.value, Layout::Pretty).as_bytes())?;
                Ok(Exit::Clean)
            }
            Ok(None) => no(out, terminal, args, &format!("`{}` has no line {seq}", args.file.display())),
            Err(error @ RecordError::Broken { .. }) => no(out, terminal, args, &error.to_string()),
            Err(error) => Err(unread(error)),
        };
    }
    let is_json = args.format.is_json();
    let mut written = if is_json { out.write_all(b"{\"lines\":[") } else { Ok(()) };
    let mut is_first = true;
    let read = record.lines(1, |line| {
        if written.is_ok() {
            let text = if is_json {
                let comma = if is_first { "" } else { "," };
                format!("{comma}{}", json::document(&summary(&line), Layout::Line).trim_end())
            } else {
                row(&line, terminal)
            };
            is_first = false;
            written = out.write_all(text.as_bytes());
        }
        written.is_ok()
    });
    written?;
    if is_json {
        out.write_all(b"]}\n")?;
    }
    match read {
        Ok(()) => Ok(Exit::Clean),
        Err(error @ RecordError::Broken { .. }) if is_json => {
            // What was read stands there as a whole document; why it ends is for people.
            let mut page = Page::new(terminal);
            page.say(0, &error.to_string());
            std::io::stderr().write_all(page.finish().as_bytes())?;
            Ok(Exit::Findings)
        }
        Err(error @ RecordError::Broken { .. }) => no(out, terminal, args, &error.to_string()),
        Err(error) => Err(unread(error)),
    }
}

fn no(out: &mut impl Write, terminal: Terminal, args: &ShowArgs, why: &str) -> Result<Exit, Stop> {
    if args.format.is_json() {
        out.write_all(json::document(&Value::map([("error", Value::from(why))]), Layout::Pretty).as_bytes())?;
    } else {
        let mut page = Page::new(terminal);
        page.line(0, &[(Style::Bad, "error"), (Style::Plain, &format!(": {why}"))]);
        out.write_all(page.finish().as_bytes())?;
    }
    Ok(Exit::Findings)
}

/// What a line is about, in a few words.
fn outcome(line: &Line) -> String {
    let text = |name: &str| line.field(name).and_then(Value::as_text).unwrap_or_default().to_owned();
    match line.kind {
        Kind::Verdict => match line.field("enforcement").and_then(Value::as_text) {
            Some("shadow") => format!("{} (shadow)", text("decision")),
            _ => text("decision"),
        },
        Kind::Approval => text("confirm"),
        Kind::Execution => short(&text("nonce")),
        Kind::Result => match line.field("envelope").and_then(|envelope| envelope.field("ok")) {
            Some(Value::Bool(true)) => "ok".to_owned(),
            Some(_) => {
                let kind = line.field("envelope").and_then(|envelope| envelope.field("error_kind"));
                kind.and_then(Value::as_text).unwrap_or("not ok").to_owned()
            }
            None => "no envelope".to_owned(),
        },
        Kind::Refusal => text("reason"),
        Kind::Deferred => line.field("verdict").map(|seq| format!("of line {seq}")).unwrap_or_default(),
        Kind::Torn => line.field("bytes").map(|bytes| format!("{bytes} bytes")).unwrap_or_default(),
    }
}

/// Whose action it is, or what was judged.
fn about(line: &Line) -> String {
    let phase = || line.field("verdict").and_then(|verdict| verdict.field("phase")).and_then(Value::as_text);
    line.action_key
        .as_deref()
        .or_else(|| line.field("tool").and_then(Value::as_text))
        .or_else(phase)
        .unwrap_or_default()
        .to_owned()
}

fn short(digest: &str) -> String {
    digest.chars().take("sha256:".len() + 12).collect()
}

fn summary(line: &Line) -> Value {
    Value::map([
        ("seq", number(line.seq)),
        ("at", Value::text(line.at.to_string())),
        ("kind", line.kind.as_str().into()),
        ("about", Value::text(about(line))),
        ("outcome", Value::text(outcome(line))),
        ("digest", Value::text(line.digest.to_string())),
    ])
}

fn row(line: &Line, terminal: Terminal) -> String {
    let mut page = Page::new(terminal);
    let style = match outcome(line).as_str() {
        "execute" | "pass" | "ok" => Style::Good,
        _ if line.kind == Kind::Refusal => Style::Bad,
        _ => Style::Plain,
    };
    let head = format!("{:>6}  {}  {:9}  ", line.seq, line.at, line.kind.as_str());
    page.line(
        0,
        &[
            (Style::Plain, &head),
            (style, &format!("{:14}", outcome(line))),
            (Style::Plain, &format!("  {}", about(line))),
        ],
    );
    page.finish()
}
