//! Slots, their types and their sources.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::span::Span;
use crate::value::Value;
use crate::words::{Asked, Family, Listed, Target};

use super::{EntryId, Expr, GroupId, LookupId, Message, PatternId, VocabularyId};

/// A slot or a fact.
#[derive(Debug)]
pub struct Slot {
    /// Its own name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Whether it is a fact: needed only where a condition reads it, never passed on.
    pub is_fact: bool,
    /// `where`; `it` is the value.
    pub refinement: Option<Box<Expr>>,
    /// `= EXPR`
    pub computed: Option<Box<Expr>>,
    /// The whitelist, in the order of the search; of a `supplied` slot what the application supplies.
    pub sources: Vec<Source>,
    /// Whether anything must bear a proposal out: false for a read's slot without `from` and for cosmetic ones.
    pub needs_source: bool,
    /// The model writes it.
    pub drafted: bool,
    /// The application supplies it.
    pub supplied: bool,
    /// Shown to people only.
    pub cosmetic: bool,
    /// Whether it may stay empty.
    pub optional: Optional,
    /// The tool's own default.
    pub default: Option<Box<Value>>,
    /// (facts) counted even where no condition hangs on it.
    pub required: bool,
    /// Other names under which models send it.
    pub aliases: Box<[Arc<str>]>,
    /// The unit of a number.
    pub unit: Option<Arc<str>>,
    /// Taken out of a text before it is accepted.
    pub strip: Option<PatternId>,
    /// Masked in verdicts, records, messages and diagnostics.
    pub secret: bool,
    /// The question, where one is written.
    pub ask: Option<Box<Message>>,
    /// Its doc comment.
    pub doc: Option<Arc<str>>,
    /// What its name and its doc comment ask for.
    pub asked: Arc<Asked>,
    /// The units in which its numbers are taken, from the first time that somebody asks.
    pub(crate) target: OnceLock<Box<Target>>,
    /// Cannot exist yet when a deferred action is instructed.
    pub at_trigger: bool,
    /// The row that it belongs to.
    pub group: Option<GroupId>,
    /// The confirms whose question shows it.
    pub shown_by: Box<[EntryId]>,
    /// Where it is declared.
    pub declared: Span,
}

impl Slot {
    /// The units in which its numbers are taken.
    pub fn target(&self) -> &Target {
        let target = || Box::new(Target::new(self.unit.as_deref(), &self.name, self.doc.as_deref()));
        self.target.get_or_init(target)
    }

    /// The field that is declared there, at any depth, or the slot itself.
    pub(crate) fn part(&self, declared: Span) -> Option<&Slot> {
        if self.declared == declared { Some(self) } else { self.ty.field(declared) }
    }
}

/// Whether a slot may stay empty.
#[derive(Debug)]
pub enum Optional {
    /// It must be filled.
    No,
    /// It may stay empty.
    Always,
    /// It may stay empty where this holds.
    When(Box<Expr>),
}

/// A type.
#[derive(Clone, Debug)]
pub enum Type {
    /// Anything.
    Any,
    /// `text`
    Text,
    /// `integer`
    Integer,
    /// `decimal`
    Decimal,
    /// `boolean`, with the phrases for true and for false where they are declared.
    Boolean(Option<Arc<Choice>>),
    /// `date`
    Date,
    /// `datetime`
    DateTime,
    /// `duration`
    Duration,
    /// `null`
    Null,
    /// `enum { ... }`
    Enum(Arc<Choice>),
    /// `list of T`
    List(Box<Type>),
    /// `map of T`
    Map(Box<Type>),
    /// `object { slot ... }`
    Object(Arc<[Slot]>),
    /// `T or U`
    Union(Arc<[Type]>),
    /// `(T where EXPR)`
    Refined(Box<Type>, Arc<Expr>),
    /// An effect: what should be different afterwards.
    Effect,
    /// `immediate`, `scheduled`, `conditional`, `recurring`.
    Trigger,
}

impl Type {
    /// The type below its refinements.
    pub fn base(&self) -> &Type {
        match self {
            Type::Refined(inner, _) => inner.base(),
            other => other,
        }
    }

    fn field(&self, declared: Span) -> Option<&Slot> {
        match self {
            Type::Object(fields) => fields.iter().find_map(|field| field.part(declared)),
            Type::List(of) | Type::Map(of) | Type::Refined(of, _) => of.field(declared),
            Type::Union(types) => types.iter().find_map(|ty| ty.field(declared)),
            _ => None,
        }
    }
}

/// The values of an enum, or true and false with their phrases.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    values: Vec<EnumValue>,
    /// What says each of them, made once somebody asks.
    pub(crate) said: OnceLock<Family>,
}

impl Deref for Choice {
    type Target = [EnumValue];

    fn deref(&self) -> &[EnumValue] {
        &self.values
    }
}

impl FromIterator<EnumValue> for Choice {
    fn from_iter<I: IntoIterator<Item = EnumValue>>(values: I) -> Choice {
        Choice { values: values.into_iter().collect(), said: OnceLock::new() }
    }
}

/// One value of an enum.
#[derive(Clone, Debug)]
pub struct EnumValue {
    /// Text, a number or a boolean.
    pub value: Value,
    /// How a person says it.
    pub phrases: Vec<Arc<str>>,
    /// Its doc comment.
    pub doc: Option<String>,
}

/// One source of a whitelist.
#[derive(Debug)]
pub struct Source {
    /// Where to look.
    pub kind: SourceSpec,
    /// Other readings of the slot's type end the search.
    pub unambiguous: bool,
    /// As written, where.
    pub declared: Span,
}

/// Where a source looks.
#[derive(Debug)]
pub enum SourceSpec {
    /// The person's answer.
    UserAnswer,
    /// The person's words.
    Instruction(Box<Words>),
    /// A setting; the path's head and steps.
    Preset(Box<[Step]>),
    /// An observation.
    Measured {
        /// Which.
        read: Box<LookupRead>,
        /// `text`: look inside a running text by the rules of `instruction`.
        text: Option<Box<Words>>,
    },
    /// An earlier execution.
    PriorState(Box<PriorRead>),
}

/// A read of an earlier execution.
#[derive(Debug)]
pub struct PriorRead {
    /// The last name of its slot, or the id.
    pub slot: Arc<str>,
    /// The path into its value.
    pub steps: Box<[Step]>,
}

/// How words bear a value out.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Only with a quote in the snapshot.
    pub quoted: bool,
    /// The last user segment as it stands.
    pub whole: bool,
    /// A date without a year is the next one.
    pub soonest: bool,
    /// Through another's words.
    pub via: Option<VocabularyId>,
    /// Through a vocabulary that the library brings.
    pub shipped: Option<Listed>,
    /// What the slot's own name and doc comment ask for.
    pub asked: Arc<Asked>,
    /// Rules that are switched off.
    pub without: Box<[Arc<str>]>,
    /// Taken out of the text.
    pub strip: Option<PatternId>,
}

/// A read of a lookup.
#[derive(Debug)]
pub struct LookupRead {
    /// The lookup.
    pub lookup: LookupId,
    /// A value for each parameter; none for `(*)`: every observation of it.
    pub arguments: Option<Vec<Expr>>,
    /// Arguments of the tool that are left free.
    pub free: Vec<Arc<str>>,
    /// The path into what it holds.
    pub steps: Box<[Step]>,
}

impl LookupRead {
    /// Whether the path can yield more than one value.
    pub fn is_set(&self) -> bool {
        self.arguments.is_none()
            || !self.free.is_empty()
            || self.steps.iter().any(|step| matches!(step, Step::All | Step::Where(_)))
    }

    /// Whether the path may come down to one value all the same: `[where ...]` that leaves one.
    pub fn narrows(&self) -> bool {
        let has = |wanted: fn(&Step) -> bool| self.steps.iter().any(wanted);
        has(|step| matches!(step, Step::Where(_))) && !has(|step| matches!(step, Step::All))
    }

    /// Whether it only ever bears a proposal out.
    pub fn never_fills(&self) -> bool {
        self.is_set() && !self.narrows()
    }
}

/// One step of a path.
#[derive(Clone, Debug)]
pub enum Step {
    /// `.name`
    Field(Arc<str>),
    /// `[n]`, or a key or index that is looked up
    Key(Box<Expr>),
    /// `[*]`
    All,
    /// `[where EXPR]`; `it` is the row
    Where(Box<Expr>),
}
