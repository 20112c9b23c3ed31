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
        // That a path may go on is true of every path, and says nothing.
        if found.len() > 2 && rules.contains(&Rule::dot) {
            found.retain(|(_, phrase)| !matches!(phrase.as_str(), "`.`" | "`[`" | "`(`"));
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
        let has = |group| found.iter().any(|(other, _)| *other == group);
        expected.operator = has(Group::Operator);
        expected.value = has(Group::Value);
        expected.name = found.iter().any(|(_, phrase)| phrase == NAME);
        expected.text = found.iter().any(|(_, phrase)| phrase == TEXT);
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

    /// The word that was meant by a misspelt one.
    pub(super) fn nearest(&self, word: &str) -> Option<&str> {
        nearest(word, self.words.iter().map(String::as_str))
    }
}

const NAME: &str = "a name";
const TEXT: &str = "a text in quotation marks";

/// How a group is called, how many members are named one by one at most, and the words in it.
type GroupName = (&'static str, usize, &'static [&'static str]);

const GROUPS: &[(Group, GroupName)] = &[
    (Group::Value, ("a value", 1, &[])),
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
        Rule::EOI | Rule::gap => return None,
        Rule::ty | Rule::named_type | Rule::list_type | Rule::map_type | Rule::enum_type | Rule::boolean_type => {
            (Type, "a type")
        }
        Rule::object_type | Rule::refined_type => (Type, "a type"),
        Rule::kw_list | Rule::kw_map | Rule::kw_enum | Rule::kw_boolean | Rule::kw_object => return None,
        Rule::expr | Rule::conditional | Rule::grouped | Rule::quantifier | Rule::find_call | Rule::literal => {
            (Value, "a value")
        }
        Rule::path | Rule::operand_name | Rule::number | Rule::date | Rule::datetime | Rule::list_operand => {
            (Value, "a value")
        }
        Rule::value_or_name | Rule::find_word | Rule::quantifier_word | Rule::argument => (Value, "a value"),
        Rule::kw_true | Rule::kw_false | Rule::kw_null | Rule::kw_if | Rule::not_op | Rule::quantified => {
            (Value, "a value")
        }
        Rule::string => (Value, TEXT),
        Rule::name | Rule::plain_name | Rule::bare_name | Rule::dotted_name => (Type, NAME),
        Rule::pattern | Rule::regex | Rule::words => (Type, "a pattern"),
        Rule::source => (Type, "a source"),
        Rule::selector => (Type, "a tool, a tier or `effect`"),
        Rule::action => (Type, "an action"),
        Rule::state_word => (Type, "`known`, `null`, `empty`, `failed` or `said`"),
        Rule::effect_field | Rule::mapping_entry | Rule::free_entry => (Type, NAME),
        Rule::enum_value | Rule::table_row => (Type, "a value"),
        Rule::boolean_value => (Type, "`true` or `false`"),
        Rule::vocabulary_entry => (Type, TEXT),
        Rule::empty_list => (Type, "`[]`"),
        Rule::every => (Mark, "`*`"),
        Rule::lookup_call => (Type, "a lookup"),
        Rule::infix | Rule::postfix | Rule::logic => (Operator, "an operator"),
        Rule::is_test | Rule::matches_test | Rule::in_list | Rule::in_op | Rule::not_in_op | Rule::subset_of => {
            (Operator, "an operator")
        }
        Rule::and_op | Rule::or_op | Rule::equal | Rule::not_equal | Rule::less | Rule::less_equal | Rule::greater => {
            (Operator, "an operator")
        }
        Rule::greater_equal | Rule::plus | Rule::minus | Rule::times | Rule::divide | Rule::contains_op => {
            (Operator, "an operator")
        }
        Rule::starts_with | Rule::ends_with | Rule::kw_is | Rule::kw_matches | Rule::kw_in | Rule::kw_subset => {
            (Operator, "an operator")
        }
        Rule::kw_starts | Rule::kw_ends | Rule::kw_not => (Operator, "an operator"),
        Rule::arguments | Rule::step | Rule::index_step | Rule::field_step | Rule::free | Rule::phrases => return None,
        Rule::mode | Rule::mode_word | Rule::kw_via | Rule::kw_without => (Mode, "a mode of the source"),
        Rule::computed => (Mark, "`=`"),
        Rule::clause | Rule::clause_word => (Clause, "a clause"),
        Rule::item | Rule::top_item | Rule::item_head | Rule::section_head | Rule::section => (Item, "an item"),
        Rule::tier | Rule::tier_name | Rule::language_line => (Item, "an item"),
        Rule::result_clause | Rule::result_kind | Rule::kind_clause => (ResultClause, "a clause of the result"),
        Rule::open_brace => (Mark, "`{`"),
        Rule::close_brace => (Mark, "`}`"),
        Rule::open_paren => (Mark, "`(`"),
        Rule::close_paren => (Mark, "`)`"),
        Rule::open_bracket => (Mark, "`[`"),
        Rule::close_bracket => (Mark, "`]`"),
        Rule::comma => (Mark, "`,`"),
        Rule::colon => (Mark, "`:`"),
        Rule::dot => (Mark, "`.`"),
        Rule::equals => (Mark, "`=`"),
        Rule::parameters | Rule::find_arguments => (Mark, "`(`"),
        Rule::mapping | Rule::cells => (Mark, "`{`"),
        Rule::guard_step => (Word, "`then`"),
        Rule::at_most => (Word, "`at most`"),
        Rule::said_as => (Word, "`said as`"),
        Rule::within => (Word, "`within`"),
        Rule::keep => (Word, "`keep`"),
        Rule::because => (Word, "`because`"),
        Rule::else_hold => (Word, "`hold`"),
        Rule::else_ask => (Word, "`ask`"),
        Rule::from_clause => (Word, "`from`"),
        _ => {
            let word = word?;
            let group = if CLAUSE_WORDS.contains(&word) {
                Clause
            } else if ITEM_WORDS.contains(&word) {
                Item
            } else {
                Word
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
