//! The person's words: whether they say a value, and what they say of a type.

mod asked;
mod avoided;
mod choice;
mod moment;
mod several;
mod text;
mod typed;
mod vocabulary;

use std::cell::{OnceCell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;

use crate::program::{EntryKind, EnumValue, Program, Slot, Tool, Type, Words};
use crate::snapshot::{Snapshot, Trust};
use crate::value::{Date, DateTime, Value, Zone};
use crate::words::{Conversation, Family, Segment, TriggerKind};

use super::accept;
use super::documented::{numbered, retain_meant};
use super::expr::View;
use super::spent::Spent;
use super::spoken;
pub(crate) use asked::Asked;
use avoided::avoided;
use several::all_of;
pub(super) use text::Text;

/// A place in the conversation and the rule by which a value was read there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) segment: usize,
    /// Unicode scalars, half open.
    pub(crate) span: (usize, usize),
    pub(crate) read_as: &'static str,
}

impl Hit {
    /// The same place in the conversation.
    fn of(said: crate::words::Said) -> Hit {
        let [start, end] = said.mention.span;
        Hit { segment: said.segment, span: (start, end), read_as: said.mention.read_as }
    }
}

/// What the person said, indexed once for a snapshot, and only where somebody asks.
pub(crate) struct Said<'a> {
    program: &'a Program,
    tool: Option<&'a Tool>,
    snapshot: &'a Snapshot,
    conversation: OnceCell<Arc<Conversation>>,
    effects: OnceCell<Family>,
    /// The day that it is where the snapshot says when and where that is; relative words are read by it.
    today: OnceCell<Option<Date>>,
    /// The day that it is in whatever zone the snapshot's `now` is written in.
    any_today: Option<Date>,
    zone: Option<&'a Zone>,
    /// The text of which was asked last whether it is a phrase: of each it is asked several times in a row.
    asked: RefCell<(String, bool)>,
}

/// The words of a snapshot; those of an earlier one are not read again.
pub(crate) fn read(snapshot: &Snapshot, earlier: &Conversation) -> Conversation {
    earlier.with(snapshot.instruction.iter().map(|segment| (Arc::clone(&segment.text), segment.trust == Trust::User)))
}

impl<'a> Said<'a> {
    /// With the words as they were read for an earlier snapshot, where they were.
    pub(crate) fn new(
        program: &'a Program,
        tool: Option<&'a Tool>,
        snapshot: &'a Snapshot,
        words: Option<&Arc<Conversation>>,
    ) -> Said<'a> {
        let zone = snapshot.zone.as_ref();
        let any_today = snapshot.now.and_then(|now| Date::today(&now, zone));
        let conversation = words.map_or_else(OnceCell::new, |words| OnceCell::from(Arc::clone(words)));
        Said {
            program,
            tool,
            snapshot,
            conversation,
            effects: OnceCell::new(),
            today: OnceCell::new(),
            any_today,
            zone,
            asked: RefCell::default(),
        }
    }

    pub(super) fn today(&self) -> Option<Date> {
        let at_hand = self.any_today.filter(|_| self.zone.is_some());
        *self.today.get_or_init(|| self.conversation().today(at_hand))
    }

    /// The moment that it is, where the snapshot says it with its zone.
    pub(super) fn now(&self) -> Option<&DateTime> {
        self.snapshot.now.as_ref().filter(|now| now.has_zone())
    }

    pub(super) fn any_today(&self) -> Option<Date> {
        self.any_today
    }

    pub(super) fn conversation(&self) -> &Conversation {
        self.conversation.get_or_init(|| Arc::new(read(self.snapshot, &Conversation::default())))
    }

    pub(crate) fn latest(&self) -> Option<usize> {
        self.conversation().latest_user()
    }

    pub(crate) fn segment(&self, at: usize) -> Option<&Segment> {
        self.conversation().segment(at)
    }

    /// The person's segments.
    pub(crate) fn user_segments(&self) -> impl Iterator<Item = usize> + '_ {
        let last = self.latest().map_or(0, |latest| latest + 1);
        (0..last).filter(|at| self.segment(*at).is_some())
    }

    /// Where the words say the value.
    pub(crate) fn bears(
        &self,
        value: &Value,
        asked: Asked<'_>,
        words: &Words,
        spent: &Spent<'_>,
        view: &View<'_>,
    ) -> Option<Hit> {
        let text = Text::Conversation(self.conversation());
        let hits = self.hits(text, value, asked, words, Some(view));
        hits.into_iter().find(|hit| !spent.covers(hit, value))
    }

    /// The same, in one segment alone.
    pub(crate) fn bears_at(
        &self,
        segment: usize,
        value: &Value,
        asked: Asked<'_>,
        words: &Words,
        spent: &Spent<'_>,
    ) -> Option<Hit> {
        self.hits_at(segment, value, asked, words).into_iter().find(|hit| !spent.covers(hit, value))
    }

    /// Every place in one segment that says the value and still stands at the end of the conversation.
    pub(crate) fn hits_at(&self, segment: usize, value: &Value, asked: Asked<'_>, words: &Words) -> Vec<Hit> {
        let mut hits = self.hits(Text::Conversation(self.conversation()), value, asked, words, None);
        hits.retain(|hit| hit.segment == segment);
        hits
    }

    /// The same, in a text that is none of the conversation's segments.
    pub(crate) fn bears_in(
        &self,
        segment: &Segment,
        value: &Value,
        asked: Asked<'_>,
        words: &Words,
    ) -> Option<((usize, usize), &'static str)> {
        let hits = self.hits(Text::Segment(segment), value, asked, words, None);
        hits.into_iter().next().map(|hit| (hit.span, hit.read_as))
    }

    /// Whether the words say a value, whatever it is for.
    pub(crate) fn says(&self, value: &Value) -> bool {
        let text = Text::Conversation(self.conversation());
        !self.hits(text, value, Asked::of(&Type::Any), &Words::default(), None).is_empty()
    }

    /// Every place where a text says the value, as its type is said.
    fn hits(
        &self,
        text: Text<'_>,
        value: &Value,
        asked: Asked<'_>,
        words: &Words,
        view: Option<&View<'_>>,
    ) -> Vec<Hit> {
        let ty = asked.ty;
        let mut hits = match (ty.base(), value) {
            (Type::Enum(values) | Type::Boolean(Some(values)), _) => self.choice(text, values, value, asked),
            (Type::Boolean(None), Value::Bool(value)) => self.boolean(text, *value, asked),
            (Type::Effect, Value::Text(_)) | (Type::Trigger, Value::Text(_)) => {
                let phrases = self.phrases(text, ty, asked.slot).into_iter();
                phrases.filter(|(said, _)| said == value).map(|(_, hit)| hit).collect()
            }
            (Type::Union(types), _) => types
                .iter()
                .filter(|each| view.is_none_or(|view| accept::read(each, value, view).is_ok_and(|read| read == *value)))
                .flat_map(|each| self.hits(text, value, asked.as_type(each), words, view))
                .collect(),
            (_, Value::Number(number)) => {
                let mut hits = text.amounts_equal(number, asked.target());
                hits.extend(text.documented(&number.to_string(), asked.doc()));
                if words.asked.is_number && hits.is_empty() {
                    hits.extend(numbered(text, &number.to_string()));
                }
                if let Some(part) = words.asked.part.filter(|_| hits.is_empty()) {
                    hits.extend(self.part_of_day(text, &number.to_string(), part));
                }
                hits
            }
            (_, Value::Date(date)) => self.days_equal(text, *date, words),
            (_, Value::DateTime(at)) => {
                let mut hits = self.moments_equal(text, *at);
                hits.extend(self.days_around(text, *at, words));
                hits
            }
            (_, Value::Duration(length)) => {
                text.durations().into_iter().filter(|(said, _)| said == length).map(|(_, hit)| hit).collect()
            }
            (_, Value::Text(value)) if !self.is_phrase(value) => {
                let hits = self.text_hits(text, value, asked);
                // One of several things is no several.
                match words.asked.is_listed && hits.is_empty() && value.contains(',') {
                    true => {
                        let each = value.split(',').map(|part| Value::text(part.trim()));
                        let each = each.map(|part| self.hits(text, &part, asked, words, view));
                        all_of(each).into_iter().map(|hit| Hit { read_as: "listed", ..hit }).collect()
                    }
                    false => hits,
                }
            }
            (Type::List(inner), Value::List(list)) => {
                let each = list.iter().map(|item| self.hits(text, item, asked.as_type(inner), words, view));
                all_of(each)
            }
            (Type::Any, Value::List(list)) => {
                all_of(list.iter().map(|item| self.hits(text, item, asked.as_type(&Type::Any), words, view)))
            }
            (Type::Map(_) | Type::Any, Value::Map(map)) => {
                let inner = if let Type::Map(inner) = ty.base() { inner } else { &Type::Any };
                let keys = map.keys().map(|key| self.text_hits(text, key, Asked::of(&Type::Text)));
                all_of(keys.chain(map.values().map(|item| self.hits(text, item, asked.as_type(inner), words, view))))
            }
            _ => Vec::new(),
        };
        if let Some(vocabulary) = words.via.and_then(|id| self.program.vocabularies.get(id.index())) {
            hits.extend(vocabulary::phrased(text, vocabulary, value));
        }
        if let Value::Text(value) = value {
            hits.extend(self.documented(text, value, ty, words));
            retain_meant(text, value, words, &mut hits);
            avoided(text, value, asked, &mut hits);
        }
        hits.retain(|hit| is_allowed(hit, words));
        hits
    }

    /// Every place where a text says the text value: as it is, or, where it is not, in another form of it.
    fn text_hits(&self, text: Text<'_>, value: &str, asked: Asked<'_>) -> Vec<Hit> {
        let mut hits = text.texts(value);
        if !hits.is_empty() {
            moment::keep_whole_times(text, value, &mut hits);
            return hits;
        }
        let mut hits = text.forms(value);
        // The table `visits` is no `visit`, and what stands in quotation marks is meant as it stands.
        let is_name = asked.is_name();
        hits.retain(|hit| hit.read_as != "inflected" || !(is_name || text.is_quoted(hit)));
        hits.extend(text.documented(value, asked.doc()));
        if hits.is_empty() {
            let own = spoken::amount(value);
            hits =
                own.map(|own| text.amounts_by(|each, rule| own.reads(asked.target(), each, rule))).unwrap_or_default();
        }
        if hits.is_empty() {
            hits = self.serialised(text, value);
        }
        hits
    }

    /// A text that is JSON says what stands in it: every name and every value has to be said.
    fn serialised(&self, text: Text<'_>, value: &str) -> Vec<Hit> {
        if !value.trim_start().starts_with(['{', '[']) {
            return Vec::new();
        }
        let Some(opened) = crate::snapshot::parse_json(value) else { return Vec::new() };
        let hits = self.hits(text, &opened, Asked::of(&Type::Any), &Words::default(), None);
        hits.into_iter().map(|hit| Hit { read_as: "json", ..hit }).collect()
    }

    /// A name that is also a phrase of an effect, an enum or a trigger is not said by that phrase.
    pub(super) fn is_phrase(&self, value: &str) -> bool {
        let Some(tool) = self.tool else { return false };
        if self.asked.borrow().0 != value {
            let is_phrase = self.is_phrase_of(tool, value);
            self.asked.replace((value.to_owned(), is_phrase));
        }
        self.asked.borrow().1
    }

    fn is_phrase_of(&self, tool: &Tool, value: &str) -> bool {
        let said = Segment::new(value);
        let text = Text::Segment(&said);
        let length = value.chars().count();
        let is_whole = |hit: &Hit| hit.span == (0, length);
        slots(tool)
            .map(|slot| slot.ty.base())
            .filter(|ty| matches!(ty, Type::Effect | Type::Trigger))
            .any(|ty| self.of_type(text, ty).iter().any(|(_, hit)| is_whole(hit)))
            || tool.phrases.get_or_init(|| phrased(tool)).iter().any(|family| {
                let hits = text.family(family);
                hits.iter().any(|(_, hit)| is_whole(hit))
            })
    }
}

/// The slots among a tool's entries.
fn slots(tool: &Tool) -> impl Iterator<Item = &Slot> {
    tool.entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Slot(slot) => Some(&**slot),
        _ => None,
    })
}

/// The declared phrases of each of a tool's enums.
fn phrased(tool: &Tool) -> Vec<Family> {
    let families = slots(tool).filter_map(|slot| match slot.ty.base() {
        Type::Enum(values) | Type::Boolean(Some(values)) => {
            let phrased: Vec<EnumValue> = values.iter().filter(|value| !value.phrases.is_empty()).cloned().collect();
            (!phrased.is_empty()).then(|| spoken::phrases(&phrased))
        }
        _ => None,
    });
    families.collect()
}

fn is_allowed(hit: &Hit, words: &Words) -> bool {
    !words.without.iter().any(|rule| **rule == *hit.read_as)
}

pub(crate) fn distinct(said: Vec<(Value, Hit)>) -> Vec<(Value, Hit)> {
    let mut seen = HashSet::new();
    said.into_iter().filter(|(value, _)| seen.insert(value.clone())).collect()
}

/// The kind of trigger of this name.
pub(crate) fn trigger(name: &str) -> Option<TriggerKind> {
    use TriggerKind::{Conditional, Immediate, Recurring, Scheduled};
    [Immediate, Scheduled, Conditional, Recurring].into_iter().find(|kind| kind.name() == name)
}

/// The scalars `start..end` of a text.
pub(crate) fn scalars(text: &str, start: usize, end: usize) -> Option<String> {
    let length = end.checked_sub(start)?;
    let part: String = text.chars().skip(start).take(length).collect();
    (part.chars().count() == length).then_some(part)
}
