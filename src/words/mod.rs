//! What a person's words say: values found in a text by whole words and whole tokens, never by a substring.
//!
//! [`Segment`] is one text and [`Conversation`] all of them; each answers where a number, a text, a day or a phrase is
//! said, and by which named rule ([`Mention::read_as`]) it was read there. Rules are deterministic: no clock, no
//! environment, no dictionary but the tables in these files. Where a text is ambiguous nothing is read, so that the
//! person is asked.
//!
//! In reading order: `letter` (what a reader sees), `token` (words, marks, tokens) with `role` (what a word may do) and
//! `sketch` (which words may be there), `word_map` (words that lead to something) with `hash`, `lexicon` (where each word of
//! a long text stands), `overview` (which words many messages hold), `search` (finding a sequence of them) and `stem` (in any
//! form), `negation`, `reach`, `correction`, `retraction` and `withdrawal` (what takes a mention back) with the words of
//! `negator`, `reading` (what still stands), `date`, `calendar`, `relative`, `day`, `clock`, `moment`, `number`, `numeral` with
//! `scale` and `fraction`, `quantity` with `unit` and `amount`, `family` with `inflection`, `synonym` and `degree`, `flag` and
//! `thing` (switches), `subject` (what a slot is about), `trigger` (the kinds of values), `spelling`, `form` and `thinned`
//! (texts in other words), `segment` and `conversation` (the questions), `pattern` and `compare` (the language's own
//! `words { }` and `contains`).
//!
//! Of a model's text: `code` and `quotation` (what it only shows), `sentence` and `clause` (what it says), `written` (the calls that it
//! holds instead of making them).

mod ahead;
mod amount;
mod asked;
mod calendar;
mod clause;
mod clock;
mod code;
mod compare;
mod conversation;
mod correction;
mod date;
mod day;
mod degree;
mod duration;
mod family;
mod flag;
mod form;
mod formula;
mod fraction;
mod gazetteer;
mod hash;
mod identifier;
mod inflection;
mod legend;
mod letter;
mod lexicon;
mod listed;
mod moment;
mod moved;
mod negation;
mod negator;
mod number;
mod numeral;
mod overview;
mod particle;
mod pattern;
mod quantity;
mod quotation;
mod reach;
mod reading;
mod relative;
mod retraction;
mod role;
mod scale;
mod search;
mod segment;
mod sentence;
mod sketch;
mod spelling;
mod stem;
mod subject;
mod synonym;
mod thing;
mod thinned;
mod token;
mod trigger;
mod unit;
mod withdrawal;
mod word_map;
mod written;

pub use amount::{Amount, Target};
pub use asked::{Asked, Half, Part};
pub(crate) use clause::clauses;
pub use clock::Clock;
pub use compare::{contains_number, contains_words, ends_with, starts_with};
pub use conversation::{Conversation, Said};
pub(crate) use date::{month_names, names_of_month};
pub use day::{Edge, Settled, YearlessDay};
pub(crate) use degree::ends;
pub use family::Family;
pub use flag::Flag;
pub(crate) use gazetteer::{Region, is_in_long_name, is_long_name};
pub use inflection::{derived, inflected, superlative, words_of_name};
pub use legend::{legend, of_boolean};
pub use listed::{Listed, Row};
pub use pattern::WordsPattern;
pub use quotation::quotes;
pub use reading::Mention;
pub use segment::Segment;
pub use sentence::sentences;
pub use synonym::synonyms;
pub use thing::Thing;
pub use trigger::TriggerKind;
pub use unit::Unit;
pub use written::{Form, WrittenCall, written_calls};
