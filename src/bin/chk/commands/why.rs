//! `chk why`: where each value of a recorded verdict came from, and what would have changed the decision.

use std::io::Write;

use chk::record::{Kind, Line, Log, Record, RecordError};
use chk::value::Value;
use chk::verdict::Layout;
use chk::why::{Chain, Why};

use crate::args::WhyArgs;
use crate::exit::{Exit, Stop};
use crate::output::human::{Page, Style};
use crate::output::json;
use crate::terminal::Terminal;

pub(crate) fn run(args: &WhyArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let file = args.file.display();
    let unread = |error: RecordError| Stop::Usage(error.to_string());
    let mut record = Record::over(Log::open_to_read(&args.file).map_err(unread)?);
    let line = match args.seq {
        Some(seq) => record.line(seq).map_err(unread)?,
        None => {
            let mut last = None;
            let keep = |line: Line| {
                if line.kind == Kind::Verdict {
                    last = Some(line);
                }
                true
            };
            record.lines(1, keep).map_err(unread)?;
            last
        }
    };
    let Some(line) = line else {
        let what = args.seq.map_or_else(|| "no verdict".to_owned(), |seq| format!("no line {seq}"));
        return Err(Stop::Usage(format!("`{file}` has {what}: `chk record show {file}` lists what it has")));
    };
    let (Some(verdict), Some(snapshot)) = (line.field("verdict"), line.field("snapshot")) else {
        let kind = line.kind.as_str();
        let message = format!("line {} of `{file}` is {kind}, and why is asked of a verdict", line.seq);
        return Err(Stop::Usage(message));
    };
    let why = Why::of(verdict, snapshot);
    let text = if args.format.is_json() {
        json::document(&form(&line, &why), Layout::Pretty)
    } else {
        people(&line, verdict, &why, terminal)
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}

fn form(line: &Line, why: &Why) -> Value {
    let mut form = why.to_value();
    if let Value::Map(map) = &mut form {
        let mut whole = chk::value::Map::default();
        whole.insert("seq".into(), Value::from(usize::try_from(line.seq).unwrap_or(usize::MAX)));
        whole.insert("at".into(), Value::text(line.at.to_string()));
        whole.extend(map.iter().map(|(key, value)| (key.clone(), value.clone())));
        form = Value::Map(std::sync::Arc::new(whole));
    }
    form
}

fn people(line: &Line, verdict: &Value, why: &Why, terminal: Terminal) -> String {
    let mut page = Page::new(terminal);
    let text = |name: &str| verdict.field(name).and_then(Value::as_text);
    let about = text("tool").or_else(|| text("phase")).unwrap_or_default();
    let cause = why.cause.as_ref().map_or_else(String::new, |cause| format!(" ({cause})"));
    let style = if matches!(&*why.decision, "execute" | "pass") { Style::Good } else { Style::Bad };
    let tail = format!("{cause} {about}, line {}, {}", line.seq, line.at);
    page.line(0, &[(style, &why.decision), (Style::Plain, &tail)]);
    if !why.chains.is_empty() {
        page.title("where each value came from");
    }
    for chain in &why.chains {
        trace(&mut page, chain, 2);
    }
    if !why.changes.is_empty() {
        page.title("what has to be another before it runs: all of it, and nothing of it can be left out");
    }
    for change in &why.changes {
        page.say(2, &change.to_string());
    }
    page.finish()
}

fn trace(page: &mut Page, chain: &Chain, indent: usize) {
    page.say(indent, &chain.to_string());
    for from in &chain.from {
        trace(page, from, indent + 2);
    }
}
