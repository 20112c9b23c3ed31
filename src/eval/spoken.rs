//! How the values of a type are spoken, beside their own names: by what the policy's comments say of them.

use crate::program::{EnumValue, Type};
use crate::value::Value;
use crate::words::{Amount, Family, Flag, Segment, Target};

/// The most words of a comment that are a phrase.
const MOST_WORDS: usize = 6;

/// Short words for long ones, as names of values have them, and comparisons as they are spoken.
const ABBREVIATIONS: &[(&str, &[&str])] = &[
    ("mid", &["medium", "middle"]),
    ("med", &["medium"]),
    ("max", &["maximum"]),
    ("min", &["minimum"]),
    ("avg", &["average"]),
    ("std", &["standard"]),
    ("asc", &["ascending"]),
    ("desc", &["descending"]),
    ("auto", &["automatic", "automatically"]),
    ("prod", &["production"]),
    ("dev", &["development"]),
    ("info", &["information"]),
    ("temp", &["temperature"]),
    ("qty", &["quantity"]),
    ("std_dev", &["standard deviation"]),
    ("stddev", &["standard deviation"]),
    (">", &["greater than", "more than", "larger than", "higher than", "over", "above", "older than"]),
    ("<", &["less than", "fewer than", "smaller than", "lower than", "under", "below", "younger than"]),
    (">=", &["at least", "no less than", "greater than or equal to", "or more"]),
    ("<=", &["at most", "no more than", "less than or equal to", "or less", "up to"]),
    ("=", &["equals", "equal to", "exactly", "is '", "is \"", "is “"]),
    ("==", &["equals", "equal to", "exactly"]),
    ("!=", &["not equal to", "different from"]),
];

/// Comparisons that say something else where no number follows: "over there", "more than welcome".
const OF_NUMBERS: &[&str] = &["over", "above", "under", "below", "more than", "less than"];

/// How often, and the stretch of time that a slot called a period or a time frame is set to by it: `monthly` by "this month".
const STRETCHES: &[(&str, &str)] = &[
    ("hourly", "hour"),
    ("daily", "day"),
    ("weekly", "week"),
    ("monthly", "month"),
    ("quarterly", "quarter"),
    ("yearly", "year"),
    ("annual", "year"),
    ("annually", "year"),
];
const PERIODS: &[&str] = &["period", "frame", "timeframe", "range", "timespan", "span", "window"];
const WHICH: &[&str] = &["this", "last", "next", "past", "current", "coming"];

/// The names of comparisons, with their signs.
const COMPARISONS: &[(&str, &str)] = &[
    ("gt", ">"),
    ("lt", "<"),
    ("gte", ">="),
    ("ge", ">="),
    ("lte", "<="),
    ("le", "<="),
    ("eq", "="),
    ("ne", "!="),
    ("neq", "!="),
];

/// What says each value of an enum: its phrases, or its own name where it declares none.
pub(crate) fn phrases(values: &[EnumValue]) -> Family {
    Family::new(values.iter().map(|value| match value.phrases.is_empty() {
        true => vec![value.value.to_string()],
        false => value.phrases.iter().map(|phrase| phrase.to_string()).collect(),
    }))
}

/// The same, and, for a value without phrases, the forms of the words of its name and what comments say of it. An author
/// who declares phrases says with them what counts.
pub(crate) fn family(values: &[EnumValue], slot: &str, doc: &str) -> Family {
    let mut family = phrases(values);
    let legend = crate::words::legend(doc);
    let names: Vec<String> = values.iter().map(|value| value.value.to_string()).collect();
    let is_scale = values.iter().all(|value| value.phrases.is_empty()) && crate::words::ends(&names).is_some();
    let is_unit = crate::words::words_of_name(slot).iter().any(|word| matches!(word.as_str(), "unit" | "units"))
        || names.iter().all(|name| crate::words::Unit::is_named(name));
    let is_period = crate::words::words_of_name(slot).iter().any(|word| PERIODS.contains(&word.as_str()));
    let units = if is_unit { crate::words::Unit::names(&names) } else { Vec::new() };
    if is_scale {
        family.add_degrees(&names, slot, doc);
    }
    for (index, each) in values.iter().enumerate().filter(|(_, each)| each.phrases.is_empty()) {
        let name = each.value.to_string();
        let words = crate::words::words_of_name(&name);
        if words.iter().any(|word| word.len() > 3) {
            family.add_words(index, &words);
        } else if name.len() == 3
            && name.bytes().all(|byte| byte.is_ascii_lowercase())
            && !crate::words::Unit::is_named(&name)
        {
            // "running", "he runs".
            family.add_phrase(index, &name, "inflected");
        }
        family.add_joined(index, &name);
        for (said, read_as) in explained(each, &legend) {
            family.add_phrase(index, &said, read_as);
        }
        for said in if is_period { stretches(&name) } else { Vec::new() } {
            family.add_phrase(index, &said, "derived");
        }
        for said in units.get(index).into_iter().flatten() {
            family.add_phrase(index, said, "unit");
        }
        // What the highest of a scale is, the scale says.
        if let Some(highest) = crate::words::superlative(&name).filter(|_| !is_scale) {
            family.add_phrase(index, &highest, "inflected");
        }
    }
    family
}

/// "this month" and the like for `monthly`.
fn stretches(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let row = STRETCHES.iter().find(|(often, _)| *often == name);
    row.iter().flat_map(|(_, stretch)| WHICH.iter().map(move |which| format!("{which} {stretch}"))).collect()
}

/// Whether what is said compares where a number stands behind it.
pub(crate) fn compares_number(said: &str, behind: &str) -> bool {
    if !OF_NUMBERS.contains(&&*said.to_lowercase()) {
        return true;
    }
    let number = Segment::new(behind).amounts().into_iter().map(|(_, mention)| mention.span[0]).min();
    let between = number.map(|start| behind.chars().take(start).collect::<String>());
    between
        .is_some_and(|between| between.split_whitespace().count() <= 1 && !between.contains(['.', ',', ';', '!', '?']))
}

/// The words for a value that are not those of its name, each with its rule: what the name is short for, and what the
/// legend of the slot's comment and the value's own comment say.
pub(crate) fn explained(each: &EnumValue, legend: &[(String, String)]) -> Vec<(String, &'static str)> {
    let name = each.value.to_string();
    let short = name.to_lowercase();
    let short = COMPARISONS.iter().find(|(name, _)| *name == short).map_or(&*short, |(_, sign)| sign);
    let long = ABBREVIATIONS.iter().filter(|(name, _)| *name == short).flat_map(|(_, long)| *long);
    let legend = legend.iter().filter(|(value, _)| *value == name).map(|(_, said)| said.clone());
    let own = each
        .doc
        .as_deref()
        .map(|doc| doc.trim().trim_end_matches('.'))
        .filter(|own| !own.contains(['\n', '.', ':', ';']) && own.split_whitespace().count() <= MOST_WORDS);
    let documented = legend.chain(own.map(str::to_owned));
    let alike = crate::words::synonyms(&name).map(|said| (said.to_owned(), "synonym"));
    let long = long.map(|long| ((*long).to_owned(), "abbreviated"));
    long.chain(alike).chain(documented.map(|said| (said, "documented"))).collect()
}

/// What turns something on, and what turns it off.
const SWITCHES: &[(&str, &str)] = &[
    ("on", "off"),
    ("start", "stop"),
    ("enable", "disable"),
    ("enabled", "disabled"),
    ("yes", "no"),
    ("true", "false"),
    ("active", "inactive"),
    ("activate", "deactivate"),
    ("activated", "deactivated"),
    ("run", "stop"),
    ("running", "stopped"),
    ("started", "stopped"),
];

/// Names of a value that says that there is none of it.
const NONE: &[&str] = &["none", "no", "off", "zero"];

/// A value without phrases that says of the slot's own subject whether it shall be, as a boolean does: `START` and `STOP` of
/// `air_cleaning_mode`, `none` of `sweetness_level`.
pub(crate) fn switch(values: &[EnumValue], value: &Value, slot: &str) -> Option<(Flag, bool)> {
    let each = values.iter().find(|each| each.value == *value && each.phrases.is_empty())?;
    let last = |each: &EnumValue| crate::words::words_of_name(&each.value.to_string()).pop().unwrap_or_default();
    let own = last(each);
    let said = match values {
        [one, other] => {
            let (one, other) = (last(one), last(other));
            let is_pair = |(on, off): &&(&str, &str)| (one == *on && other == *off) || (one == *off && other == *on);
            SWITCHES.iter().find(is_pair).map(|(on, _)| own == *on)
        }
        _ => NONE.contains(&own.as_str()).then_some(false),
    };
    Some((Flag::of_setting(slot)?, said?))
}

/// The names of all values of the enums that a type holds.
pub(crate) fn names(ty: &Type) -> Vec<String> {
    match ty.base() {
        Type::Enum(values) => values.iter().map(|each| each.value.to_string()).collect(),
        Type::List(inner) | Type::Map(inner) => names(inner),
        Type::Object(fields) => fields.iter().flat_map(|field| names(&field.ty)).collect(),
        Type::Union(types) => types.iter().flat_map(names).collect(),
        _ => Vec::new(),
    }
}

/// The phrases by which a comment explains values, and which of them are this value's.
pub(crate) fn legend(value: &str, doc: &str) -> Option<(Family, Vec<usize>)> {
    let legend = crate::words::legend(doc);
    let own: Vec<usize> =
        legend.iter().enumerate().filter(|(_, (each, _))| each == value).map(|(index, _)| index).collect();
    if own.is_empty() {
        return None;
    }
    let mut family = Family::new(Vec::<Vec<&str>>::new());
    for (index, (_, said)) in legend.iter().enumerate() {
        family.add_phrase(index, said, "documented");
    }
    Some((family, own))
}

/// The amount that a text is as a whole: "5 minutes" is said by "5 mins", "3" by "three".
pub(crate) fn amount(value: &str) -> Option<OwnAmount> {
    let own = Segment::new(value);
    let length = value.chars().count();
    let amounts = own.amounts();
    let starts = |start: usize| amounts.iter().all(|(_, mention)| mention.span[0] >= start);
    let (amount, _) = amounts.iter().rev().find(|(amount, mention)| {
        let is_whole = mention.span[1] == length || (!amount.units.is_empty() && !amount.needs_unit);
        mention.span[0] == 0 && is_whole && starts(0) && own.is_amount(&mention.span)
    })?;
    Some(OwnAmount(amount.clone()))
}

/// An amount that a text is.
pub(crate) struct OwnAmount(Amount);

impl OwnAmount {
    /// By which rule an amount that is said says this one.
    pub(crate) fn reads(&self, target: &Target, said: &Amount, read_as: &'static str) -> Option<&'static str> {
        let OwnAmount(own) = self;
        if own.units.is_empty() {
            return target.reads(said, read_as, &own.number);
        }
        let is_same = own
            .units
            .iter()
            .any(|unit| said.units.iter().any(|of| of.convert(&said.number, *unit).as_ref() == Some(&own.number)));
        is_same.then_some("unit")
    }
}
