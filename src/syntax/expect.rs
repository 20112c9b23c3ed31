//! What pest expected, in the words of authors.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::Rule;
use super::words::{CLAUSE_WORDS, ITEM_WORDS, MODE_WORDS, RESERVED_WORDS, RESULT_WORDS};
use crate::nearest::nearest;

/// What could have stood at the place where the grammar could not go on.
#[derive(Clone, Debug, Default)]
pub(super) struct Expected {
    /// The phrases, the most telling first.
    phrases: Vec<String>,
    /// The words that were possible.
    words: Vec<String>,
    /// The groups, so that help can tell.
    pub(super) operator: bool,
    pub(super) value: bool,
    pub(super) name: bool,
    pub(super) text: bool,
    pub(super) pattern: bool,
    pub(super) state: bool,
    pub(super) brace: bool,
    /// Whether a whole clause or item could have stood there.
    pub(super) part: bool,
}

/// Rules that are named together, once there are too many of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Mark,
    Type,
    Value,
    Operator,
    Mode,
    Clause,
    ResultClause,
    Item,
    Word,
}

impl Expected {
    /// What an error says, and where.
    pub(super) fn from_error(error: &Error<Rule>) -> (usize, Expected) {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => (at, Expected::of(positives)),
            ErrorVariant::CustomError { .. } => (at, Expected::default()),
        }
    }

    fn of(rules: &[Rule]) -> Expected {
        let mut expected = Expected::default();
        let mut found: Vec<(Group, String)> = Vec::new();
        for rule in rules {
            let word = word(*rule);
            if let Some(word) = &word {
                expected.words.push(word.clone());
            }
            found.extend(phrase(*rule, word.as_deref()).filter(|phrase| !found.contains(phrase)));
        }
        found.sort_by_key(|(group, _)| *group);
        for (group, (name, limit, words)) in GROUPS {
            let members = found.iter().filter(|(other, _)| other == group).count();
            let whole = found.iter().any(|(other, phrase)| other == group && phrase == name);
            if members > *limit || whole {
                let place = found.iter().position(|(other, _)| other == group).unwrap_or(0);
                found.retain(|(other, _)| other != group);
                found.insert(place, (*group, (*name).to_owned()));
                expected.words.extend(words.iter().map(|word| (*word).to_owned()));
            }
        }
        leave_out(&mut found);
        let group = |wanted| found.iter().any(|(group, _)| *group == wanted);
        let phrase = |wanted| found.iter().any(|(_, phrase)| phrase == wanted);
        expected.operator = group(Group::Operator);
        expected.value = group(Group::Value);
        expected.part = group(Group::Clause) || group(Group::Item) || group(Group::ResultClause);
        expected.name = phrase(NAME);
        expected.text = phrase(TEXT);
        expected.pattern = phrase(PATTERN);
        expected.state = phrase(STATE);
        expected.brace = phrase("`{`");
        expected.phrases = found.into_iter().map(|(_, phrase)| phrase).collect();
        expected
    }

    /// "a type", "`,` or `}`"; none where nothing is known.
    pub(super) fn phrase(&self) -> Option<String> {
        let (last, rest) = self.phrases.split_last()?;
        Some(match rest {
            [] => last.clone(),
            _ => format!("{} or {last}", rest.join(", ")),
        })
    }

    /// Whether a name could have stood there, whatever it would have been the name of.
    pub(super) fn takes_name(&self) -> bool {
        let names = [NAME, VALUE, TYPE, STATE, PATTERN, SOURCE];
        self.phrases.iter().any(|phrase| names.contains(&phrase.as_str()))
    }

    /// Takes the words that were possible in another reading into account as well.
    pub(super) fn with_words_of(mut self, other: Expected) -> Expected {
        self.words.extend(other.words);
        self
    }

    /// Whether one thing alone could have stood there.
    pub(super) fn is_single(&self) -> bool {
        self.phrases.len() == 1
    }

    /// Leaves out what belongs to the other kind of `effect`: with types at top level, with slots in a tool.
    pub(super) fn effect(&mut self, top: bool) {
        let other = |phrase: &String| if top { phrase == NAME || phrase == VALUE } else { phrase == TYPE };
        if self.phrases.iter().any(|phrase| phrase == TYPE) && self.phrases.iter().any(|phrase| phrase == VALUE) {
            self.phrases.retain(|phrase| !other(phrase));
        }
    }

    /// The word that was meant by a misspelt one.
    pub(super) fn nearest(&self, word: &str) -> Option<&str> {
        nearest(word, self.words.iter().map(String::as_str))
    }
}

const NAME: &str = "a name";
const TEXT: &str = "a text in quotation marks";
const TYPE: &str = "a type";
const VALUE: &str = "a value";
const SOURCE: &str = "a source";
const STATE: &str = "a state";
const PATTERN: &str = "a pattern";

/// Leaves out what is true of every place of its kind and says nothing: that a path may go on, a type be one of several, a
/// value stand in brackets.
fn leave_out(found: &mut Vec<(Group, String)>) {
    for (telling, noise) in [
        (&[VALUE][..], &["`(`", "`*`", "`[`", PATTERN, "`words`", TEXT][..]),
        (&[TYPE], &["`(`"]),
        (&["a clause"], &["`(`", "`=`"]),
    ] {
        if found.iter().any(|(_, phrase)| telling.contains(&phrase.as_str())) {
            found.retain(|(_, phrase)| !noise.contains(&phrase.as_str()));
        }
    }
    let path = found.iter().any(|(_, phrase)| phrase == "`.`");
    for noise in ["`or`", "`.`", "`[`"].into_iter().chain(path.then_some("`(`")) {
        if found.len() > 1 {
            found.retain(|(_, phrase)| phrase != noise);
        }
    }
}

/// How a group is called, how many members are named one by one at most, and the words in it.
type GroupName = (&'static str, usize, &'static [&'static str]);

const GROUPS: &[(Group, GroupName)] = &[
    (Group::Value, (VALUE, 1, &[])),
    (Group::Operator, ("an operator", 2, OPERATOR_WORDS)),
    (Group::Mode, ("a mode of the source", 0, MODE_WORDS)),
    (Group::Clause, ("a clause", 2, CLAUSE_WORDS)),
    (Group::ResultClause, ("a clause of the result", 0, RESULT_WORDS)),
    (Group::Item, ("an item", 2, ITEM_WORDS)),
];

const OPERATOR_WORDS: &[&str] = &["and", "or", "is", "in", "not", "matches", "contains", "starts", "ends", "subset"];

/// The word that a keyword's rule stands for.
fn word(rule: Rule) -> Option<String> {
    let name = format!("{rule:?}");
    let word = match rule {
        Rule::and_op | Rule::or_op | Rule::not_op | Rule::contains_op => name.strip_suffix("_op")?,
        _ => name.strip_prefix("kw_")?,
    };
    Some(word.to_owned())
}

/// What a rule is called; nothing for what says nothing to an author.
fn phrase(rule: Rule, word: Option<&str>) -> Option<(Group, String)> {
    use Group::*;
    let (group, phrase) = match rule {
        Rule::ty | Rule::named_type | Rule::type_word | Rule::list_type | Rule::map_type | Rule::enum_type => {
            (Type, TYPE)
        }
        Rule::boolean_type | Rule::object_type | Rule::refined_type => (Type, TYPE),
        Rule::kw_list | Rule::kw_map | Rule::kw_enum | Rule::kw_boolean | Rule::kw_object => (Type, TYPE),
        Rule::name | Rule::plain_name | Rule::bare_name | Rule::dotted_name => (Type, NAME),
        Rule::effect_field | Rule::mapping_entry | Rule::free_entry => (Type, NAME),
        Rule::pattern | Rule::regex | Rule::words => (Type, PATTERN),
        Rule::source | Rule::source_word => (Type, SOURCE),
        Rule::selector => (Type, "a tool, a tier or `effect`"),
        Rule::action => (Type, "an action"),
        Rule::state_word => (Type, STATE),
        Rule::boolean_value => (Type, "`true` or `false`"),
        Rule::lookup_call => (Type, "a lookup"),
        Rule::string | Rule::vocabulary_entry => (Value, TEXT),
        Rule::number => (Value, "a number"),
        Rule::expr | Rule::conditional | Rule::quantifier | Rule::find_call | Rule::quantified => (Value, VALUE),
        Rule::path | Rule::operand_name | Rule::list_operand | Rule::date | Rule::datetime => (Value, VALUE),
        Rule::enum_value | Rule::table_row | Rule::find_word | Rule::quantifier_word => (Value, VALUE),
        Rule::kw_true | Rule::kw_false | Rule::kw_null | Rule::kw_if | Rule::not_op => (Value, VALUE),
        Rule::and_op => (Operator, "`and`"),
        Rule::or_op => (Operator, "`or`"),
        Rule::equal => (Operator, "`==`"),
        Rule::not_equal => (Operator, "`!=`"),
        Rule::less => (Operator, "`<`"),
        Rule::less_equal => (Operator, "`<=`"),
        Rule::greater => (Operator, "`>`"),
        Rule::greater_equal => (Operator, "`>=`"),
        Rule::plus => (Operator, "`+`"),
        Rule::minus => (Operator, "`-`"),
        Rule::times => (Operator, "`*`"),
        Rule::divide => (Operator, "`/`"),
        Rule::in_op | Rule::in_list | Rule::kw_in => (Operator, "`in`"),
        Rule::not_in_op | Rule::kw_not => (Operator, "`not`"),
        Rule::contains_op => (Operator, "`contains`"),
        Rule::subset_of | Rule::kw_subset => (Operator, "`subset of`"),
        Rule::starts_with | Rule::kw_starts => (Operator, "`starts with`"),
        Rule::ends_with | Rule::kw_ends => (Operator, "`ends with`"),
        Rule::is_test | Rule::kw_is => (Operator, "`is`"),
        Rule::matches_test | Rule::kw_matches => (Operator, "`matches`"),
        Rule::mode | Rule::mode_word | Rule::kw_via | Rule::kw_without => (Mode, "a mode of the source"),
        Rule::lone_clauses => (Clause, "a clause"),
        Rule::lone_item | Rule::lone_top_item | Rule::section_head | Rule::section | Rule::tier => (Item, "an item"),
        Rule::lone_result_clause | Rule::result_kind | Rule::kind_clause => (ResultClause, "a clause of the result"),
        Rule::every => (Mark, "`*`"),
        Rule::open_brace | Rule::mapping | Rule::cells => (Mark, "`{`"),
        Rule::close_brace => (Mark, "`}`"),
        Rule::open_paren | Rule::parameters | Rule::find_arguments => (Mark, "`(`"),
        Rule::close_paren => (Mark, "`)`"),
        Rule::open_bracket => (Mark, "`[`"),
        Rule::close_bracket => (Mark, "`]`"),
        Rule::comma => (Mark, "`,`"),
        Rule::colon => (Mark, "`:`"),
        Rule::dot => (Mark, "`.`"),
        Rule::equals | Rule::computed => (Mark, "`=`"),
        Rule::guard_step => (Word, "`then`"),
        _ => {
            let word = word?;
            let group = match word {
                _ if CLAUSE_WORDS.contains(&word) => Clause,
                _ if ITEM_WORDS.contains(&word) => Item,
                _ => Word,
            };
            return Some((group, format!("`{word}`")));
        }
    };
    Some((group, phrase.to_owned()))
}

/// Whether a word is never a name where a value is expected.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED_WORDS.contains(&word)
}
