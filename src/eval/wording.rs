//! The question that nobody wrote: from a slot's name, its type and its doc comment.
//!
//! A name says little about its grammar. What reads as a noun is asked for as one, a few closed classes of words (prepositions, helping
//! verbs) are asked for in their own way, and anything else is put in quotation marks, where no word is wrong.

use std::fmt;

use crate::program::{Choice, EnumValue, Slot, Type};
use crate::words::words_of_name;

/// So many values are offered in a question.
const MOST_OPTIONS: usize = 8;

/// A longer comment is cut down to its first sentence.
const LONG_COMMENT: usize = 120;

const PREPOSITIONS: &[&str] = &[
    "about", "after", "as", "at", "before", "between", "by", "for", "from", "in", "into", "of", "on", "over", "per",
    "since", "to", "under", "until", "via", "with", "within", "without",
];

/// Begin what is no noun.
const OPENERS: &[&str] = &[
    "add", "allow", "apply", "are", "can", "convert", "did", "disable", "do", "does", "enable", "exclude", "get",
    "has", "have", "hide", "how", "if", "ignore", "include", "is", "keep", "make", "may", "must", "not", "remove",
    "shall", "should", "skip", "was", "what", "when", "where", "who", "why", "will",
];

/// End what is no noun.
const CLOSERS: &[&str] = &["BCC", "CC", "all", "and", "not", "only", "or", "out", "up"];

/// What is written in capitals.
const ACRONYMS: &[&str] = &[
    "api", "bic", "cc", "bcc", "cpu", "css", "csv", "dns", "faq", "gps", "gpu", "html", "http", "https", "iban", "id",
    "ip", "isbn", "iso", "json", "md5", "nfl", "npm", "pdf", "pr", "ram", "sha", "sku", "sms", "sql", "ssh", "ssl",
    "svg", "tls", "tv", "ui", "uri", "url", "usd", "utc", "uuid", "vat", "vpn", "xml", "yaml",
];

/// What is short for something.
const SHORT: &[(&str, &str)] = &[
    ("addr", "address"),
    ("args", "arguments"),
    ("avg", "average"),
    ("db", "database"),
    ("desc", "description"),
    ("dest", "destination"),
    ("idx", "index"),
    ("img", "image"),
    ("lang", "language"),
    ("lat", "latitude"),
    ("lng", "longitude"),
    ("lon", "longitude"),
    ("max", "maximum"),
    ("min", "minimum"),
    ("msg", "message"),
    ("num", "number"),
    ("param", "parameter"),
    ("params", "parameters"),
    ("pct", "percentage"),
    ("qty", "quantity"),
    ("ref", "reference"),
    ("repo", "repository"),
    ("src", "source"),
    ("temp", "temperature"),
];

/// Words in -s that are one thing.
const SINGULARS: &[&str] = &["alias", "atlas", "bias", "canvas", "gas", "lens", "news", "series", "species"];

/// Words in -ed that are nouns.
const NOUNS_IN_ED: &[&str] = &["bed", "embed", "feed", "need", "seed", "speed"];

/// What adjectives end in.
const OF_ADJECTIVES: &[&str] = &["able", "al", "ed", "ful", "ible", "ic", "ive", "less", "ous"];

/// What a slot is asked with, or the part of it that `suffix` names: `[0].sku`. `within` is the name of the whole.
pub(super) fn question(slot: &Slot, within: &str, suffix: &str) -> String {
    let (name, ty) = match but_for_null(&slot.ty) {
        Type::List(of) | Type::Map(of) if suffix.ends_with(']') => (Name(vec!["it".to_owned()]), but_for_null(of)),
        whole => (Name::of(&slot.name), whole),
    };
    let comment = slot.doc.as_deref().and_then(|doc| doc.lines().map(str::trim).find(|line| !line.is_empty()));
    let asked = match comment {
        Some(comment) if comment.ends_with('?') => comment.to_owned(),
        _ => asked(&name, ty, comment.map(plain), slot.unit.as_deref()),
    };
    match place(within, suffix) {
        Some(place) => format!("{place}: {}", with_first(&asked, char::to_ascii_lowercase)),
        None => asked,
    }
}

/// The type below its refinements; of `T or null`, T.
fn but_for_null(ty: &Type) -> &Type {
    match ty.base() {
        Type::Union(types) => {
            match types.iter().filter(|ty| !matches!(ty, Type::Null)).collect::<Vec<_>>().as_slice() {
                [only] => only.base(),
                _ => ty.base(),
            }
        }
        base => base,
    }
}

fn asked(name: &Name, ty: &Type, comment: Option<&str>, unit: Option<&str>) -> String {
    if let (Type::Boolean(_), Some(what)) = (ty, comment.and_then(|comment| comment.strip_prefix("Whether to "))) {
        return format!("Should it {}?", first_sentence(what));
    }
    let lead = match ty {
        Type::Boolean(choice) => name.yes_or_no(choice.as_deref()),
        Type::Enum(values) => name.which_of(values),
        Type::Integer | Type::Decimal => {
            let many = || {
                (matches!(ty, Type::Integer) && name.is_plural() && name.is_noun()).then(|| format!("How many {name}"))
            };
            name.counted().or_else(many).unwrap_or_else(|| name.what())
        }
        Type::Date => name.which_day(),
        Type::DateTime => name.when(),
        Type::List(of) => match but_for_null(of) {
            Type::Enum(values) => name.which_of(values),
            _ => name.which(),
        },
        Type::Effect => "What should be different afterwards".to_owned(),
        Type::Trigger => "When should it happen".to_owned(),
        _ => name.what(),
    };
    match (comment.filter(|comment| !name.is_all_of(comment)), unit) {
        (Some(comment), _) => format!("{lead}? ({})", brief(comment)),
        (None, Some(unit)) if !lead.starts_with("How") => format!("{lead} in {unit}?"),
        _ => format!("{lead}?"),
    }
}

/// `items` and `[0].sku`: "Items, number 1".
fn place(within: &str, suffix: &str) -> Option<String> {
    let whole = suffix.rsplit_once('.').map_or(suffix, |(whole, _)| whole);
    let steps = whole.split(['.', '[', ']']).filter(|step| !step.is_empty());
    let told = steps.map(|step| match step.parse::<usize>() {
        Ok(index) => format!("number {}", index.saturating_add(1)),
        Err(_) => Name::of(step).to_string(),
    });
    let told: Vec<String> = std::iter::once(Name::of(within).to_string()).chain(told).collect();
    (!suffix.is_empty()).then(|| with_first(&told.join(", "), char::to_ascii_uppercase))
}

/// A comment without what it says of the argument rather than of the value.
fn plain(comment: &str) -> &str {
    const OPTIONAL: [&str; 4] = ["(optional) ", "optional. ", "optional: ", "optional - "];
    let is_opening =
        |opening: &&&str| comment.get(..opening.len()).is_some_and(|own| own.eq_ignore_ascii_case(opening));
    let opening = OPTIONAL.iter().find(is_opening);
    opening.and_then(|opening| comment.get(opening.len()..)).map_or(comment, str::trim_start)
}

fn brief(comment: &str) -> &str {
    let is_long = comment.chars().count() > LONG_COMMENT;
    let brief = if is_long { first_sentence(comment) } else { comment };
    brief.trim_end_matches(['.', '。'])
}

/// Up to the first full stop in front of a capital, where it ends a word rather than an abbreviation ("e.g. Paris").
fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").find_map(|(at, stop)| {
        let (before, after) = (text.get(..at)?, text.get(at + stop.len()..)?);
        let word = before.rsplit(' ').next()?;
        (word.chars().count() > 2 && !word.contains('.') && after.starts_with(char::is_uppercase)).then_some(before)
    });
    ends.unwrap_or(text).trim_end_matches('.')
}

/// The text with another first letter.
fn with_first(text: &str, letter: fn(&char) -> char) -> String {
    let mut rest = text.chars();
    rest.next().iter().map(letter).chain(rest).collect()
}

/// The words of a name, as a person would write them.
struct Name(Vec<String>);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

impl Name {
    fn of(name: &str) -> Name {
        if name.chars().count() == 1 {
            return Name(vec![name.to_owned()]);
        }
        let mut words: Vec<String> = words_of_name(name).iter().map(|word| spelt(word)).collect();
        // `color1`: the first of several.
        if let Some(last) = words.pop() {
            let letters = last.trim_end_matches(|c: char| c.is_ascii_digit());
            let (letters, digits) = last.split_at(letters.len());
            words.extend([letters, digits].into_iter().filter(|part| !part.is_empty()).map(spelt));
        }
        if let [the, _, ..] = words.as_slice()
            && the == "the"
        {
            words.remove(0);
        }
        Name(words)
    }

    fn first(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    fn last(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }

    /// The name without its first word.
    fn rest(&self) -> Name {
        Name(self.0.iter().skip(1).cloned().collect())
    }

    fn capitalised(&self) -> String {
        with_first(&self.to_string(), char::to_ascii_uppercase)
    }

    /// Whether it reads as a noun, which "the" and "which" go before.
    fn is_noun(&self) -> bool {
        let (first, last) = (self.first(), self.last());
        let is_participle = last.len() > 4 && last.ends_with("ed") && !NOUNS_IN_ED.contains(&last);
        let is_number = last.starts_with(|c: char| c.is_ascii_digit());
        let is_letter = last.chars().count() == 1 && !is_number;
        let opens = OPENERS.contains(&first) || PREPOSITIONS.contains(&first);
        let closes = CLOSERS.contains(&last) || PREPOSITIONS.contains(&last);
        !(is_participle || is_letter || opens || closes || last.is_empty())
    }

    /// Whether it is several: by the word in front of its first preposition, `hours_per_week`.
    fn is_plural(&self) -> bool {
        let head = self.0.iter().map(String::as_str).take_while(|word| !PREPOSITIONS.contains(word)).last();
        let head = head.unwrap_or_else(|| self.last());
        let is_one = ["ss", "us", "is"].iter().any(|end| head.ends_with(end)) || SINGULARS.contains(&head);
        head.len() > 3 && head.ends_with('s') && !is_one
    }

    /// A preposition and the noun behind it, `from_city`, or nothing behind it, `from`.
    fn after_preposition(&self) -> Option<(String, Name)> {
        let rest = self.rest();
        let is_preposition = PREPOSITIONS.contains(&self.first()) && (rest.0.is_empty() || rest.is_noun());
        is_preposition.then(|| (with_first(self.first(), char::to_ascii_uppercase), rest))
    }

    fn quoted(&self) -> String {
        format!("What should \"{self}\" be")
    }

    fn what(&self) -> String {
        if self.is_noun() {
            let is_numbered = self.last().starts_with(|c: char| c.is_ascii_digit());
            let be = if self.is_plural() { "are" } else { "is" };
            return format!("What {be} {}{self}", if is_numbered { "" } else { "the " });
        }
        self.which()
    }

    fn which(&self) -> String {
        match self.after_preposition() {
            Some((preposition, noun)) if !noun.0.is_empty() => format!("{preposition} which {noun}"),
            _ if self.is_noun() => format!("Which {self}"),
            _ => self.quoted(),
        }
    }

    fn which_of(&self, values: &[EnumValue]) -> String {
        let lead = self.counted().unwrap_or_else(|| self.which());
        if values.len() > MOST_OPTIONS {
            return lead;
        }
        let is_truth = values.iter().any(|value| value.value.to_string().eq_ignore_ascii_case("true"));
        let lead = if is_truth || lead == self.quoted() { self.capitalised() } else { lead };
        format!("{lead}: {}", one_of(values))
    }

    fn yes_or_no(&self, choice: Option<&Choice>) -> String {
        let said = choice.map(|values| {
            values.iter().filter_map(|value| Some(value.phrases.first()?.to_string())).collect::<Vec<_>>()
        });
        if let Some([yes, no]) = said.as_deref() {
            return format!("{}: {yes} or {no}", self.capitalised());
        }
        let rest = self.rest();
        match self.first() {
            "is" if OF_ADJECTIVES.iter().any(|end| rest.last().ends_with(end)) => format!("Is it {rest}"),
            "has" if rest.is_plural() => format!("Does it have {rest}"),
            "can" | "may" | "must" | "should" | "will" if !rest.0.is_empty() => {
                format!("{} it {rest}", with_first(self.first(), char::to_ascii_uppercase))
            }
            _ => format!("{}: yes or no", self.capitalised()),
        }
    }

    /// `num_passengers`, `number_of_passengers`, `max_results`.
    fn counted(&self) -> Option<String> {
        let rest = self.rest();
        let counted = if rest.first() == "of" { rest.rest() } else { rest };
        let end = match self.first() {
            "number" => "",
            "maximum" => " at most",
            "minimum" => " at least",
            _ => return None,
        };
        counted.is_plural().then(|| format!("How many {counted}{end}"))
    }

    fn which_day(&self) -> String {
        match self.after_preposition() {
            Some((preposition, noun)) if noun.0.is_empty() => format!("{preposition} which day"),
            None if self.is_noun() && !matches!(self.last(), "date" | "day") => format!("On which day is the {self}"),
            _ => self.what(),
        }
    }

    fn when(&self) -> String {
        match self.after_preposition() {
            Some((preposition, noun)) if noun.0.is_empty() => format!("{preposition} when"),
            None if self.is_noun() && !matches!(self.last(), "date" | "day" | "time") => format!("When is the {self}"),
            _ => self.what(),
        }
    }

    /// Whether a comment says no more than the name.
    fn is_all_of(&self, comment: &str) -> bool {
        let words = comment.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut words = words
            .map(str::to_lowercase)
            .filter(|word| !matches!(word.as_str(), "a" | "an" | "the"))
            .map(|word| spelt(&word));
        self.0.iter().all(|word| words.next().as_ref() == Some(word)) && words.next().is_none()
    }
}

/// A word as it is written: in full, or in capitals.
fn spelt(word: &str) -> String {
    let one = word.strip_suffix('s').filter(|one| one.len() > 1 && ACRONYMS.contains(one));
    match (SHORT.iter().find(|(short, _)| *short == word), one) {
        (Some((_, full)), _) => (*full).to_owned(),
        (None, Some(one)) if !ACRONYMS.contains(&word) => format!("{}s", one.to_uppercase()),
        _ if ACRONYMS.contains(&word) => word.to_uppercase(),
        _ => word.to_owned(),
    }
}

/// "A, B or C"; beside a name what a person calls it, where that is more than the name.
fn one_of(values: &[EnumValue]) -> String {
    let told = |value: &EnumValue| {
        let name = value.value.to_string();
        let phrase = value.phrases.first().filter(|phrase| words_of_name(phrase) != words_of_name(&name));
        phrase.map_or_else(|| name.clone(), |phrase| format!("{name} ({phrase})"))
    };
    match values {
        [] => String::new(),
        [only] => told(only),
        [all @ .., last] => format!("{} or {}", all.iter().map(told).collect::<Vec<_>>().join(", "), told(last)),
    }
}
