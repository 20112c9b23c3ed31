//! How each entry of a checklist stands while it is judged.

use std::cell::RefCell;
use std::sync::Arc;

use crate::program::{EntryId, Type};
use crate::value::{Map, Value};
use crate::verdict::{Evidence, LookupRequest, Reason, SourceKind, State};

use super::outcome::{Outcome, Unknown};

/// How one slot, condition, approval or notice stands.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) state: State,
    /// Its value; of a condition whether `expr` holds.
    pub(crate) value: Option<Value>,
    /// The fields that an intent fixes.
    pub(crate) with: Map,
    pub(crate) source: Option<SourceKind>,
    pub(crate) origin_source: Option<SourceKind>,
    pub(crate) evidence: Option<Evidence>,
    pub(crate) reason: Option<Reason>,
    pub(crate) blocked_by: Vec<Arc<str>>,
    pub(crate) proposed: Option<Value>,
    pub(crate) found: Option<Value>,
    pub(crate) candidates: Vec<Value>,
    pub(crate) waits: bool,
    /// Lookups that would help and whose arguments are known.
    pub(crate) wants: Vec<LookupRequest>,
    /// A searched source holds a value of its type, so that the model can do better.
    pub(crate) holds_value: bool,
    /// The type of which the words were searched: they may say a value of it that the model missed, unless it stands in the
    /// place that bears another slot out.
    pub(crate) said: Option<Type>,
    /// Asked about in one question with these.
    pub(crate) together: Vec<EntryId>,
    /// The question of the requirement that sent it back.
    pub(crate) question: Option<String>,
    /// What is missing or wrong, for people.
    pub(crate) note: Option<String>,
    /// The parts of an object or a list, each with the rest of its id.
    pub(crate) parts: Vec<Part>,
}

/// A part of an object or a list.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// `[0].sku`, `.name`: what follows the id of the whole.
    pub(crate) suffix: String,
    pub(crate) standing: Standing,
    /// Who can be asked about it, and what is asked.
    pub(crate) asks: PartAsks,
}

/// What a report needs to know of a nested slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartAsks {
    pub(crate) answerable: bool,
    pub(crate) needs_source: bool,
    pub(crate) drafted: bool,
    /// It may stay empty: listed with its object, and not asked for by itself.
    pub(crate) optional: bool,
    pub(crate) secret: bool,
    pub(crate) declared: Option<crate::span::Span>,
    pub(crate) ask: Option<String>,
}

impl Standing {
    fn bare(state: State) -> Standing {
        Standing {
            state,
            value: None,
            with: Map::default(),
            source: None,
            origin_source: None,
            evidence: None,
            reason: None,
            blocked_by: Vec::new(),
            proposed: None,
            found: None,
            candidates: Vec::new(),
            waits: false,
            wants: Vec::new(),
            holds_value: false,
            said: None,
            together: Vec::new(),
            question: None,
            note: None,
            parts: Vec::new(),
        }
    }

    /// Borne out by a source.
    pub(crate) fn known(value: Value, source: SourceKind, evidence: Option<Evidence>) -> Standing {
        Standing {
            value: Some(value),
            source: Some(source),
            origin_source: Some(source),
            evidence,
            ..Standing::bare(State::Known)
        }
    }

    /// Known without a source of its own: a condition that is decided, an object whose parts are known.
    pub(crate) fn settled(value: Option<Value>) -> Standing {
        Standing { value, ..Standing::bare(State::Known) }
    }

    /// Looked up, and confirmed nothing.
    pub(crate) fn empty() -> Standing {
        Standing::bare(State::Empty)
    }

    /// A confirm or notice whose condition is false.
    pub(crate) fn not_due() -> Standing {
        Standing::bare(State::NotDue)
    }

    /// Unknown for a reason.
    pub(crate) fn unknown(reason: Reason) -> Standing {
        Standing { reason: Some(reason), ..Standing::bare(State::Unknown) }
    }

    /// Says what is missing or wrong.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Standing {
        self.note = Some(note.into());
        self
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.state == State::Unknown
    }
}

/// How every entry of one tool stands.
#[derive(Debug, Default)]
pub(crate) struct Standings {
    places: Vec<Place>,
    /// Confirms that were taken to be due for a slot that they show, since they hang on it themselves.
    assumed: RefCell<Vec<Assumed>>,
    /// Of these, the ones that turned out not to be due.
    refuted: Vec<Assumed>,
}

/// A confirm, and the slot that it shows.
pub(crate) type Assumed = (EntryId, EntryId);

#[derive(Debug, Default)]
enum Place {
    #[default]
    Pending,
    Derived(Outcome),
    Standing(Box<Standing>),
}

impl Standings {
    pub(crate) fn new(entries: usize, refuted: &[Assumed]) -> Standings {
        Standings {
            places: (0..entries).map(|_| Place::Pending).collect(),
            assumed: RefCell::default(),
            refuted: refuted.to_vec(),
        }
    }

    /// Takes a confirm to be due for a slot, unless it is known not to be.
    pub(crate) fn assume_due(&self, confirm: EntryId, slot: EntryId) -> bool {
        if self.refuted.contains(&(confirm, slot)) {
            return false;
        }
        self.assumed.borrow_mut().push((confirm, slot));
        true
    }

    /// What was assumed and is not so.
    pub(crate) fn wrongly_assumed(&self) -> Vec<Assumed> {
        let is_not_due = |confirm: EntryId| self.get(confirm).is_some_and(|standing| standing.state == State::NotDue);
        self.assumed.borrow().iter().copied().filter(|(confirm, _)| is_not_due(*confirm)).collect()
    }

    /// What an expression reads there: a value, null where it is empty, or why there is none.
    pub(crate) fn read(&self, id: EntryId) -> Outcome {
        match self.places.get(id.index()) {
            Some(Place::Derived(outcome)) => outcome.clone(),
            Some(Place::Standing(standing)) => match standing.state {
                State::Known => Ok(standing.value.clone().unwrap_or(Value::Null)),
                State::Empty | State::NotDue => Ok(Value::Null),
                State::Unknown => Err(Unknown::blocked_by(id, standing.waits)),
            },
            Some(Place::Pending) | None => Err(Unknown::blocked_by(id, false)),
        }
    }

    pub(crate) fn get(&self, id: EntryId) -> Option<&Standing> {
        match self.places.get(id.index()) {
            Some(Place::Standing(standing)) => Some(standing),
            _ => None,
        }
    }

    pub(crate) fn is_pending(&self, id: EntryId) -> bool {
        matches!(self.places.get(id.index()), Some(Place::Pending))
    }

    pub(crate) fn set(&mut self, id: EntryId, standing: Standing) {
        if let Some(place) = self.places.get_mut(id.index()) {
            *place = Place::Standing(Box::new(standing));
        }
    }

    pub(crate) fn derive(&mut self, id: EntryId, outcome: Outcome) {
        if let Some(place) = self.places.get_mut(id.index()) {
            *place = Place::Derived(outcome);
        }
    }
}
