//! Transcripts out of an input, one at a time.

use std::io::BufRead;
use std::sync::Arc;

use super::document::{Documents, Fault, Piece};
use super::message::{Reading, time};
use super::{Event, Form, Step, Transcript, anthropic, mcp, openai, record};
use crate::SnapshotError;
use crate::diagnostic::Code;
use crate::snapshot::limits::MAX_BYTES;
use crate::snapshot::{Node, Problem, Problems, read_json};

/// Where conversations keep their messages.
const MESSAGES: [&str; 5] = ["messages", "traj", "trajectory", "conversation", "transcript"];

/// A log without an end is cut where its events have this many bytes, so that neither memory nor the work per call grows
/// with its length.
const MAX_LOG: usize = 1024 * 1024;

/// How transcripts are read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How they are written; recognised where it is not said.
    pub form: Option<Form>,
    /// The field that names the case of which a conversation is one run.
    pub runs: Option<String>,
    /// User messages that begin with one of these were written by a program.
    pub machine: Vec<String>,
}

/// What was not read.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The file.
    pub file: Arc<str>,
    /// The line that it begins in, from 1; 0 of the whole file.
    pub line: usize,
    /// Everything that is wrong with it, with its places from there on.
    pub error: SnapshotError,
}

/// The transcripts of an input.
pub struct Stream<'o, R> {
    documents: Documents<R>,
    file: Arc<str>,
    options: &'o Options,
    /// Messages or events that belong together, as the elements of a list, and the line of the first.
    open: Option<Open>,
    /// A document that was read and waits for what was open before it.
    next: Option<(usize, String)>,
    is_done: bool,
}

struct Open {
    line: usize,
    /// The line that its text has reached.
    end: usize,
    text: String,
    kind: Kind,
    /// What tells conversations whose messages stand in one file apart.
    of: Option<Arc<str>>,
}

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Conversation,
    Message,
    Event,
    Line,
}

impl<'o, R: BufRead> Stream<'o, R> {
    /// Reads an input of this name.
    pub fn new(file: &str, input: R, options: &'o Options) -> Stream<'o, R> {
        Stream { documents: Documents::new(input), file: file.into(), options, open: None, next: None, is_done: false }
    }

    /// Takes one document: a transcript of its own, or a part of one.
    fn document(&mut self, line: usize, text: String) -> Option<Result<Transcript, Unread>> {
        let root = match read_json(&text) {
            Ok(root) => root,
            Err(error) => return Some(Err(self.named(line, error))),
        };
        let Some(kind) = self.kind(&root) else { return Some(Err(self.no_transcript(line, &root, &text))) };
        let of = conversation(&root);
        let goes_on = self.open.as_ref().is_some_and(|open| {
            let is_new = kind == Kind::Event && mcp::is_first(&root);
            open.kind == kind && open.of == of && !is_new
        });
        if self.open.is_some() && !goes_on {
            self.next = Some((line, text));
            return self.flush(false);
        }
        match kind {
            Kind::Conversation => Some(self.conversation(line, &root, &text)),
            Kind::Line => match record::read(&root, &text)? {
                Ok(snapshot) => {
                    let at = snapshot.now;
                    let step = Step { message: 0, at, event: Event::Judged(Box::new(snapshot)) };
                    Some(Ok(self.transcript(line, vec![step])))
                }
                Err(error) => Some(Err(self.named(line, error))),
            },
            Kind::Message | Kind::Event => {
                let open = self.open.get_or_insert_with(|| Open { line, end: line, text: "[".into(), kind, of });
                if open.text.len() > 1 {
                    open.text.push(',');
                }
                // Its places are those of the file.
                open.text.extend(std::iter::repeat_n('\n', line.saturating_sub(open.end).min(MAX_BYTES)));
                open.text.push_str(&text);
                open.end = line + text.matches('\n').count();
                let is_full = open.text.len() > if kind == Kind::Event { MAX_LOG } else { MAX_BYTES };
                if is_full { self.flush(kind == Kind::Event) } else { None }
            }
        }
    }

    /// What was open is a transcript now.
    fn flush(&mut self, is_cut: bool) -> Option<Result<Transcript, Unread>> {
        let mut open = self.open.take()?;
        open.text.push(']');
        let root = match read_json(&open.text) {
            Ok(root) => root,
            Err(error) => return Some(Err(self.named(open.line, error))),
        };
        let done = self.conversation(open.line, &root, &open.text);
        Some(done.map(|transcript| Transcript { id: open.of.or(transcript.id), is_cut, ..transcript }))
    }

    /// What a document is, where it is anything; with `--from`, only that.
    fn kind(&self, root: &Node) -> Option<Kind> {
        let messages = messages(root);
        let is_event = mcp::message(root).is_some();
        let kind = match root {
            _ if messages.is_some() => Kind::Conversation,
            _ if is_event => Kind::Event,
            root if record::is_line(root) => Kind::Line,
            root if root.get("role").is_some() => Kind::Message,
            _ => return None,
        };
        let fits = match self.options.form {
            None => true,
            Some(Form::Record) => kind == Kind::Line,
            Some(Form::Mcp) => {
                kind == Kind::Event
                    || messages.is_some_and(|events| events.iter().all(|event| mcp::message(event).is_some()))
            }
            Some(Form::OpenAi | Form::Anthropic) => matches!(kind, Kind::Conversation | Kind::Message),
        };
        fits.then_some(kind)
    }

    /// A whole conversation.
    fn conversation(&self, line: usize, root: &Node, text: &str) -> Result<Transcript, Unread> {
        let mut problems = Problems::default();
        let mut reading = Reading::new(&mut problems);
        let list = messages(root).unwrap_or_default();
        let is_machine = |text: &str| self.options.machine.iter().any(|start| text.starts_with(start.as_str()));
        let mut tools = offered(root);
        let is_anthropic = match self.options.form {
            Some(form) => form == Form::Anthropic,
            None => list.iter().any(anthropic::is_told_by),
        };
        if list.first().is_some_and(|event| mcp::message(event).is_some()) {
            tools = mcp::read(list, &mut reading).or(tools);
        } else {
            if let Some(system) = super::message::text(root.get("system")) {
                reading.push(Event::Untrusted { text: system, origin: "system".into() });
            }
            match is_anthropic {
                true => anthropic::read(list, &mut reading, is_machine),
                false => openai::read(list, &mut reading, is_machine),
            }
        }
        let steps = reading.steps;
        if !problems.is_empty() {
            return Err(self.named(line, problems.into_error(text)));
        }
        let mut transcript = self.transcript(line, steps);
        transcript.id = name(root, "id");
        transcript.tools = tools;
        transcript.case = self.options.runs.as_deref().and_then(|field| {
            let name = name(root, field)?;
            Some(name.rsplit_once('#').map_or(name.clone(), |(case, _)| case.into()))
        });
        if let Some(at) = time(root)
            && let Some(first) = transcript.steps.first_mut()
        {
            first.at = first.at.or(Some(at));
        }
        Ok(transcript)
    }

    fn transcript(&self, line: usize, steps: Vec<Step>) -> Transcript {
        Transcript { file: self.file.clone(), line, id: None, case: None, tools: None, steps, is_cut: false }
    }

    fn no_transcript(&self, line: usize, root: &Node, text: &str) -> Unread {
        let (message, help) = match self.options.form {
            Some(form) => (
                format!("this is not of the form `{}`", form.as_str()),
                "leave out `--from` to have the form recognised".to_owned(),
            ),
            None => (
                "this is no transcript".to_owned(),
                "a conversation has `messages`, a message `role`, an event `jsonrpc`, a record's line `kind`"
                    .to_owned(),
            ),
        };
        let mut problems = Problems::default();
        problems.push(Problem::new(Code::MissingKey, root.span.clone(), message).help(help));
        self.named(line, problems.into_error(text))
    }

    fn uncut(&self, line: usize, what: Fault) -> Unread {
        let (code, message, help) = match what {
            Fault::NotUtf8 => (Code::NotUtf8, "this is not UTF-8".to_owned(), "write the text in UTF-8"),
            Fault::TooLong => {
                let message = format!("one conversation has more than {MAX_BYTES} bytes");
                (Code::OverLimit, message, "write it in several")
            }
            Fault::Open => (Code::NotADocument, "the list of transcripts does not end".to_owned(), "close it with `]`"),
            Fault::Behind => {
                let message = "something stands behind the list of transcripts".to_owned();
                (Code::NotADocument, message, "write one list, or a list a line")
            }
        };
        self.fault(line, code, message, help)
    }

    fn fault(&self, line: usize, code: Code, message: String, help: &str) -> Unread {
        let mut problems = Problems::default();
        problems.push(Problem::new(code, 0..0, message).maybe_help((!help.is_empty()).then(|| help.to_owned())));
        self.named(line, problems.into_error(""))
    }

    /// The name of a place: the file and the line that the conversation begins in.
    fn named(&self, line: usize, error: SnapshotError) -> Unread {
        let error = match line {
            0 => error.named(self.file.clone()),
            line => error.named(format!("{}:{line}", self.file)),
        };
        Unread { file: self.file.clone(), line, error }
    }
}

impl<R: BufRead> Iterator for Stream<'_, R> {
    type Item = Result<Transcript, Unread>;

    /// The next transcript, or what is wrong with what stands in its place; none at the end.
    fn next(&mut self) -> Option<Result<Transcript, Unread>> {
        while !self.is_done {
            let (line, text) = match self.next.take() {
                Some(next) => next,
                None => match self.documents.next() {
                    Err(error) => {
                        self.is_done = true;
                        let message = format!("the transcript cannot be read: {error}");
                        return Some(Err(self.fault(0, Code::UnreadableFile, message, "")));
                    }
                    Ok(Some(Piece::Unread { line, what })) => return Some(Err(self.uncut(line, what))),
                    Ok(Some(Piece::Document { line, text })) => (line, text),
                    Ok(Some(Piece::End)) => match self.flush(false) {
                        Some(done) => return Some(done),
                        None => continue,
                    },
                    Ok(None) => {
                        self.is_done = true;
                        return self.flush(false);
                    }
                },
            };
            if let Some(done) = self.document(line, text) {
                return Some(done);
            }
        }
        None
    }
}

/// The messages of a conversation: the document itself, or what stands under one of the usual keys.
fn messages(root: &Node) -> Option<&[Node]> {
    root.items().or_else(|| MESSAGES.iter().find_map(|key| root.get(key)?.items()))
}

/// Which conversation a message of a line of its own belongs to.
fn conversation(root: &Node) -> Option<Arc<str>> {
    ["conversation_id", "session_id", "thread_id"].iter().find_map(|key| root.get(key)?.as_text().cloned())
}

/// A text, or a number as a text.
fn name(root: &Node, key: &str) -> Option<Arc<str>> {
    let found = root.get(key).filter(|found| !found.is_null())?;
    Some(found.as_text().cloned().unwrap_or_else(|| found.to_value().to_string().into()))
}

/// The names of the tools that were offered.
fn offered(root: &Node) -> Option<Vec<Arc<str>>> {
    let tools = root.get("tools")?.items()?;
    let name = |tool: &Node| match tool.as_text() {
        Some(name) => Some(name.clone()),
        None => tool.get("function").unwrap_or(tool).get("name")?.as_text().cloned(),
    };
    Some(tools.iter().filter_map(name).collect())
}
