//! When a person's message counts as an approval: a rule that a reader can check, never a model.
//!
//! An approval is a plain yes directly behind an answer of the model that shows every value which the confirm binds.

use std::sync::{Arc, LazyLock};

use crate::turn::Conversation;
use crate::value::{Date, DateTime, Map, Value};
use crate::verdict::{CallVerdict, Kind, Question, SourceKind, State};
use crate::words::Segment;

/// The shipped words.
const WORDS: &str = include_str!("yes.txt");

/// Phrases as lists of words, the longest first.
#[derive(Default)]
struct Phrases {
    yes: Vec<Vec<&'static str>>,
    beside: Vec<Vec<&'static str>>,
    no: Vec<Vec<&'static str>>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut phrases = Phrases::default();
    let mut list = &mut phrases.yes;
    for line in WORDS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line {
            "[yes]" => list = &mut phrases.yes,
            "[beside]" => list = &mut phrases.beside,
            "[no]" => list = &mut phrases.no,
            phrase => list.push(phrase.split(' ').collect()),
        }
    }
    for list in [&mut phrases.yes, &mut phrases.beside] {
        list.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
    }
    phrases
});

/// The most words of a plain yes.
const MOST_WORDS: usize = 16;

/// Whether a message says yes and nothing else.
///
/// ```
/// use chk::replay::is_plain_yes;
/// assert!(is_plain_yes("Yes, please go ahead."));
/// for said in ["yes, but only 300", "yes?", "no", "don't go ahead", "yes, send 500", "please", "correct it", "\"yes\""] {
///     assert!(!is_plain_yes(said), "{said}");
/// }
/// ```
pub fn is_plain_yes(text: &str) -> bool {
    let is_mark = |c: char| matches!(c, '.' | ',' | '!' | ':' | ';' | '-' | '–' | '—' | '*');
    let is_known = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’') || c.is_whitespace() || is_mark(c);
    if !text.chars().all(is_known) {
        return false;
    }
    let text = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || is_mark(c)).filter(|w| !w.is_empty()).collect();
    if words.len() > MOST_WORDS {
        return false;
    }
    let (mut rest, mut is_yes) = (words.as_slice(), false);
    while !rest.is_empty() {
        let longest = |list: &[Vec<&str>]| list.iter().find(|phrase| rest.starts_with(phrase)).map_or(0, Vec::len);
        let (yes, beside) = (longest(&PHRASES.yes), longest(&PHRASES.beside));
        if longest(&PHRASES.no) > yes.max(beside) {
            return false;
        }
        is_yes |= yes > 0 && yes >= beside;
        match rest.get(yes.max(beside).max(1)..) {
            Some(after) if yes.max(beside) > 0 => rest = after,
            _ => return false,
        }
    }
    is_yes
}

/// Whether a text shows a value, by the search that the person's own words are read with: numbers by value, days by any
/// unambiguous way of writing them, texts as whole words; of a list or a map every part. An underscore may be a blank or
/// a hyphen there.
///
/// ```
/// use chk::replay::shows;
/// use chk::{value::Number, words::Segment};
/// let said = Segment::new("I will send $1,300 to Ann (account 77-1). Round trip, yes?");
/// assert!(shows(&said, &Number::from(1300_i64).into()) && shows(&said, &"Ann".into()) && shows(&said, &"round_trip".into()));
/// assert!(!shows(&said, &Number::from(300_i64).into()) && !shows(&said, &"An".into()));
/// ```
pub fn shows(said: &Segment, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Number(number) => !said.find_number(number).is_empty() || says(said, &number.to_string()),
        // A yes or a no stands in every other question, and is about something else.
        Value::Bool(truth) => says(said, if *truth { "true" } else { "false" }),
        Value::Text(text) if text.trim().is_empty() => true,
        Value::Text(text) => {
            says(said, text)
                || Date::parse(text).is_some_and(|date| !said.find_date(&date).is_empty())
                || DateTime::from_tool(text).is_some_and(|at| !said.find_datetime(&at).is_empty())
        }
        Value::Date(date) => !said.find_date(date).is_empty(),
        Value::DateTime(at) => !said.find_datetime(at).is_empty(),
        Value::Duration(length) => says(said, &length.to_string()),
        Value::List(items) => items.iter().all(|item| shows(said, item)),
        Value::Map(map) => map.values().all(|item| shows(said, item)),
    }
}

fn says(said: &Segment, text: &str) -> bool {
    let found = |text: &str| !said.find_text(text).is_empty();
    found(text) || (text.contains('_') && (found(&text.replace('_', " ")) || found(&text.replace('_', "-"))))
}

/// What the person agreed to last.
#[derive(Debug, Default)]
pub(super) struct Consent {
    /// The model's answer, where nothing was said since.
    shown: Option<Arc<str>>,
    /// The answer that the person's yes stands directly behind, read once it is asked for.
    given: Option<(Arc<str>, Option<Segment>)>,
    /// What this yes already was for: it is one yes, not many.
    used: Vec<(Arc<str>, Map)>,
}

impl Consent {
    /// The model answered.
    pub(super) fn answered(&mut self, text: &Arc<str>) {
        self.shown = Some(text.clone());
    }

    /// Something else happened between the answer and what the person says next.
    pub(super) fn interrupted(&mut self) {
        self.shown = None;
    }

    /// The person said something.
    pub(super) fn said(&mut self, text: &str) {
        let shown = self.shown.take();
        self.given = shown.filter(|_| is_plain_yes(text)).map(|shown| (shown, None));
        self.used.clear();
    }

    /// Answers the approvals and notices that the person's yes was for, and says how many.
    pub(super) fn answer(&mut self, call: &CallVerdict, conversation: &mut Conversation, at: DateTime) -> usize {
        let Some((shown, read)) = &mut self.given else { return 0 };
        let asked = call.questions.iter().filter(|question| matches!(question.kind, Kind::Approval | Kind::Notice));
        let mut answered = 0;
        for question in asked {
            let values = match &question.binds {
                Some(binds) => binds.clone(),
                None => arguments(call),
            };
            let said = read.get_or_insert_with(|| Segment::new(shown));
            let is_used = self.used.iter().any(|(id, bound)| *id == question.id && *bound == values);
            if is_used || !values.values().all(|value| shows(said, value)) {
                continue;
            }
            give(question, conversation, at);
            self.used.push((question.id.clone(), values));
            answered += 1;
        }
        answered
    }
}

fn give(question: &Question, conversation: &mut Conversation, at: DateTime) {
    match question.kind {
        Kind::Approval => conversation.approved_question(question, at, None),
        _ => {
            for notice in &question.slots {
                conversation.shown(notice.clone(), question.text.as_str());
            }
        }
    }
}

/// What a notice, which binds nothing of its own, is about: the known values of the call that the model or the person
/// gave.
fn arguments(call: &CallVerdict) -> Map {
    let is_given = |source: Option<SourceKind>| source != Some(SourceKind::Preset);
    let known = call.slots.iter().filter(|slot| {
        slot.kind == Kind::Value && slot.state == State::Known && !slot.secret && is_given(slot.origin_source)
    });
    let own = known.filter(|slot| slot.id.strip_prefix("provider.").is_some_and(|id| id.starts_with(&*call.tool)));
    own.filter_map(|slot| Some((slot.id.clone(), slot.value.clone()?))).collect()
}
