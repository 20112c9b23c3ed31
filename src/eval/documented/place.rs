//! Places: the names of countries, states, airports and time zones, and cities with what they lie in.

use crate::program::Words;
use crate::words::{Listed, Region, Row, is_in_long_name, is_long_name};

use super::super::said::{Hit, Text};

/// Between a place and what it lies in.
const JOINTS: [&str; 6] = [", ", " in the ", " in ", " (", ",", " "];

/// What everybody calls a city, and no other.
const SHORT_CITIES: [(&str, &str); 3] = [("New York", "NYC"), ("New York City", "NYC"), ("San Francisco", "SF")];

/// The most words that stand around a name in a longer one.
const MOST_AROUND: usize = 5;

/// The fewest figures of an amount of a currency whose name is also a verb.
const FEWEST_FIGURES: usize = 3;

/// Between a city and a street of it.
const BEFORE_STREET: [&str; 5] = [" at ", ", at ", ", ", " on ", ": "];

/// The most words that the name of a state or a country has.
const MOST_WORDS: usize = 6;

/// Where a place is said that the slot asks for in a way of its own.
pub(super) fn hits(text: Text<'_>, value: &str, words: &Words) -> Vec<Hit> {
    let mut hits = places(text, value, words);
    hits.extend(around(text, value, words));
    hits.extend(zone(text, value, words));
    hits.extend(address(text, value, words));
    hits
}

/// Where the names are said that one row alone has. A sign stands at its amount, so it need not stand alone.
pub(in crate::eval) fn by_names(text: Text<'_>, listed: Listed, row: &'static Row) -> Vec<Hit> {
    let is_sign = |name: &str| name.ends_with('$') || !name.chars().any(char::is_alphanumeric);
    let named = listed.own_names(row).flat_map(|name| match name {
        "won" => text.texts(name).into_iter().filter(|hit| is_counted(text, hit)).collect(),
        _ if is_sign(name) => text.signs(name),
        _ => text.texts(name),
    });
    named.filter(|hit| is_own(text, listed, row, hit)).map(|hit| Hit { read_as: "code", ..hit }).collect()
}

/// Whether a name that is also a verb stands behind an amount, and nothing follows that it could do: "5000 won".
fn is_counted(text: Text<'_>, hit: &Hit) -> bool {
    let before = text.before(hit).unwrap_or_default();
    let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
    let figures = word.chars().filter(char::is_ascii_digit).count();
    let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let behind = text.behind(hit).unwrap_or_default();
    let next = behind.split_whitespace().next().unwrap_or_default();
    let is_end = behind.trim_start().is_empty() || behind.starts_with(['.', ',', '?', '!', ')']);
    let goes_on = is_end || ["to", "into", "in", "for", "from", "and", "or"].contains(&next);
    figures >= FEWEST_FIGURES && word.chars().all(|c| c.is_ascii_digit() || c == ',' || c == '.') && !is_year && goes_on
}

/// Whether a name stands for its row where it is said: not in a longer name ("West Virginia"), and not for a place that what
/// stands around it names ("Portland, Maine", "Atlanta, Georgia").
pub(super) fn is_own(text: Text<'_>, listed: Listed, row: &'static Row, hit: &Hit) -> bool {
    let own = match listed {
        Listed::Airports => airport(row, text.slice(hit).unwrap_or_default()),
        Listed::Countries | Listed::States => Region::of(listed, row).into_iter().collect(),
        _ => return true,
    };
    if own.is_empty() || is_in_longer(text, hit, &own) || is_denied(text, hit, &own) {
        return own.is_empty();
    }
    let others = Region::named(text.slice(hit).unwrap_or_default());
    let is_other = |around: &[Region]| !meet(around, &own) && meet(around, &others);
    // Only a name that two have may be the other's.
    if others.len() > 1 && is_other(&city_before(text, hit)) {
        return false;
    }
    match lies_in(text, hit) {
        Some((around, _)) if meet(&around, &own) => true,
        Some((around, _)) if is_other(&around) => false,
        // "Canada, Mexico" are two.
        Some((around, place)) if listed == Listed::Countries => {
            !around.iter().all(|region| region.state.is_some()) || is_one_of_several(text, hit, &place)
        }
        Some((_, place)) => is_one_of_several(text, hit, &place),
        None => true,
    }
}

/// Where an airport lies, and the city that it is called by: Cincinnati's is in Kentucky.
fn airport(row: &Row, said: &str) -> Vec<Region> {
    let mut own: Vec<Region> = row.codes.iter().filter_map(|code| Region::of_airport(code)).collect();
    match Region::of_cities(said).as_slice() {
        [one] if !own.contains(one) => own.push(*one),
        _ => {}
    }
    own
}

fn meet(some: &[Region], others: &[Region]) -> bool {
    some.iter().any(|one| others.iter().any(|other| one.meets(*other)))
}

/// Whether a name is a part of a longer one that is of another place.
fn is_in_longer(text: Text<'_>, hit: &Hit, own: &[Region]) -> bool {
    let said = text.slice(hit).unwrap_or_default();
    let before = text.before(hit).unwrap_or_default();
    let behind = text.behind(hit).unwrap_or_default();
    let is_open = |word: &&str| !word.ends_with([',', ';', ':', '!', '?', ')']);
    let joined = before.ends_with(char::is_whitespace).then(|| before.split_whitespace().rev()).into_iter().flatten();
    let before: Vec<&str> = joined.take_while(is_open).take(MOST_AROUND).collect();
    let goes_on = behind.starts_with(|c: char| c.is_whitespace() || c == ',');
    let behind: Vec<&str> =
        behind.split_whitespace().filter(|word| goes_on && *word != ",").take(MOST_AROUND).collect();
    let before = if before.first().is_some_and(|word| is_in_long_name(word, said)) { before } else { Vec::new() };
    let behind = if behind.first().is_some_and(|word| is_in_long_name(said, word)) { behind } else { Vec::new() };
    let is_other = |name: &str| {
        let name = name.trim_end_matches([',', ';', ':', '!', '?', ')']);
        let is_own = || {
            let places = [Region::named(name), Region::of_cities(name)].concat();
            !places.is_empty() && places.iter().all(|place| meet(&[*place], own))
        };
        is_long_name(name) && !is_own()
    };
    (0..=before.len()).any(|first| {
        let mut name: Vec<&str> = before.iter().take(first).rev().copied().chain([said]).collect();
        (first > 0 && is_other(&name.join(" ")))
            || behind.iter().any(|word| {
                name.push(word);
                is_other(&name.join(" "))
            })
    })
}

/// Whether what stands behind a place denies that it lies there: "Dallas, not in Texas".
fn is_denied(text: Text<'_>, hit: &Hit, own: &[Region]) -> bool {
    let behind = text.behind(hit).unwrap_or_default().trim_start_matches([' ', ',', '(', '-', '–', '—']);
    let denied = ["not the one in ", "not in ", "not "].into_iter().find_map(|words| behind.strip_prefix(words));
    denied.is_some_and(|rest| first_names(rest).any(|named| meet(&named, own)))
}

/// What the first words of a text name.
fn first_names(text: &str) -> impl Iterator<Item = Vec<Region>> + '_ {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    let named = |count: usize| {
        let name = words.get(..count)?.join(" ");
        Some(Region::named(name.trim_end_matches([',', '.', ';', ')', '?', '!'])))
    };
    (1..=words.len()).filter_map(named).collect::<Vec<_>>().into_iter()
}

/// Whether a place and the one behind it are two of several: "Chicago, New York and Boston", "Ohio, Texas and Maine".
fn is_one_of_several(text: Text<'_>, hit: &Hit, place: &Hit) -> bool {
    let (said, next) = (text.slice(hit).unwrap_or_default(), text.slice(place).unwrap_or_default());
    let behind = text.behind(place).unwrap_or_default();
    let rest = [", and ", ", or ", " and ", " or ", " & ", ", "].into_iter().find_map(|word| behind.strip_prefix(word));
    let (cities, of_next) = (Region::of_cities(said), Region::named(next));
    let is_city_there = cities.iter().any(|city| of_next.contains(city));
    let is_region = !Region::named(said).is_empty();
    rest.is_some_and(|rest| match is_region {
        true => first_names(rest).any(|named| {
            named.iter().any(|third| of_next.iter().any(|second| third.state.is_some() == second.state.is_some()))
        }),
        false => !Region::of_cities(next).is_empty() && !is_city_there,
    })
}

/// Where the city lies behind which a name stands: "Atlanta, Georgia".
fn city_before(text: Text<'_>, hit: &Hit) -> Vec<Region> {
    let before = text.before(hit).unwrap_or_default();
    let Some(before) = [", ", " in ", " (", " "].into_iter().find_map(|joint| before.strip_suffix(joint)) else {
        return Vec::new();
    };
    let words: Vec<&str> = before.split_whitespace().rev().take(3).collect();
    let city = |count: usize| Region::of_cities(&words.iter().take(count).rev().copied().collect::<Vec<_>>().join(" "));
    (1..=words.len()).rev().map(city).find(|found| !found.is_empty()).unwrap_or_default()
}

/// `San Jose, CA`: the city is said, and what it lies in is said with it, or in a sentence of its own, or a table of
/// larger cities knows one city of that name alone.
fn places(text: Text<'_>, value: &str, words: &Words) -> Vec<Hit> {
    let kinds = &words.asked.places;
    let Some((city, rest)) = value.rsplit_once(", ").filter(|_| !kinds.is_empty()) else { return Vec::new() };
    let row_of = |listed: &Listed| {
        let row = listed.by_code(rest).filter(|row| row.codes.contains(&rest)).or_else(|| listed.by_name(rest))?;
        Some((*listed, row))
    };
    let own: Vec<(Listed, &'static Row)> = kinds.iter().filter_map(row_of).collect();
    let mut said = text.texts(city);
    said.extend(text.spellings(city));
    said.extend(SHORT_CITIES.iter().filter(|(name, _)| *name == city).flat_map(|(_, short)| text.texts(short)));
    if said.is_empty() {
        return Vec::new();
    }
    let is_enough = own.iter().any(|(listed, row)| listed.has_only(city, row) || is_elsewhere(text, *listed, row));
    let is_town = own.iter().any(|(listed, row)| listed.has_town(city, row));
    // A town may be called like anything, so it has to be written like a name.
    let is_named = |hit: &Hit| text.slice(hit).is_some_and(|said| said.starts_with(char::is_uppercase));
    let regions: Vec<Region> = own.iter().filter_map(|(listed, row)| Region::of(*listed, row)).collect();
    let is_alone = |hit: &Hit| is_enough || (is_town && is_named(hit));
    let bears = |hit: &Hit| match lies_in(text, hit) {
        // "Austin, Texas, no, Portland": what follows the whole takes it back.
        Some((around, place)) if regions.iter().any(|region| around.contains(region)) => {
            !text.segment(hit.segment).is_some_and(|segment| segment.is_corrected_behind([hit.span.0, place.span.1]))
        }
        // "Austin, USA" says no more than "Austin".
        Some((around, _)) => meet(&around, &regions) && is_alone(hit),
        None => is_alone(hit) && !is_denied(text, hit, &regions),
    };
    said.into_iter().filter(bears).map(|hit| Hit { read_as: "place", ..hit }).collect()
}

/// The state or the country of a city that is said, where every larger city that is said lies there.
fn around(text: Text<'_>, value: &str, words: &Words) -> Vec<Hit> {
    let row_of = |listed: Listed| Some((listed, listed.by_name(value).or_else(|| listed.by_code(value))?));
    let Some((listed, row)) = words.asked.around.iter().find_map(|listed| row_of(*listed)) else { return Vec::new() };
    let mut hits = Vec::new();
    for (city, code) in listed.cities() {
        let said = text.texts(city);
        if !said.is_empty() && !row.codes.contains(&code) {
            return Vec::new();
        }
        hits.extend(said);
    }
    let own: Vec<Region> = Region::of(listed, row).into_iter().collect();
    // "San Jose in Costa Rica" is in no state.
    let is_here = |hit: &Hit| is_there(text, hit, &own);
    hits.into_iter().filter(is_here).map(place).collect()
}

/// `Asia/Tokyo`: the city that a time zone is called after is said.
fn zone(text: Text<'_>, value: &str, words: &Words) -> Vec<Hit> {
    let Some((_, city)) = value.rsplit_once('/').filter(|_| words.asked.is_zone) else { return Vec::new() };
    let own: Vec<Region> = Region::of_zone(value).into_iter().collect();
    let is_here = |hit: &Hit| own.is_empty() || is_there(text, hit, &own);
    let said = text.texts(&city.replace('_', " "));
    said.into_iter().filter(is_here).map(|hit| Hit { read_as: "code", ..hit }).collect()
}

/// `2020 Addison Street, Berkeley, CA`, said as "in Berkeley, CA at 2020 Addison Street": the parts in the other order, and
/// nothing but a small word between them.
fn address(text: Text<'_>, value: &str, words: &Words) -> Vec<Hit> {
    let is_house = |street: &str| street.starts_with(|c: char| c.is_ascii_digit());
    let parts = value.split_once(", ").filter(|(street, _)| words.asked.is_address && is_house(street));
    let Some((street, city)) = parts else { return Vec::new() };
    let mut cities = text.texts(city);
    cities.extend(text.spellings(city));
    let is_behind = |street: &&Hit| {
        let ends_before = |city: &Hit| {
            let between = Hit { span: (city.span.1, street.span.0), ..(*street).clone() };
            city.segment == street.segment
                && city.span.1 <= street.span.0
                && text.slice(&between).is_some_and(|between| BEFORE_STREET.contains(&between))
        };
        cities.iter().any(ends_before)
    };
    text.texts(street).iter().filter(is_behind).cloned().map(place).collect()
}

fn place(hit: Hit) -> Hit {
    Hit { read_as: "place", ..hit }
}

/// Whether nothing that stands around a city says that it lies elsewhere.
fn is_there(text: Text<'_>, hit: &Hit, own: &[Region]) -> bool {
    let agrees = |(around, place): (Vec<Region>, Hit)| meet(&around, own) || is_one_of_several(text, hit, &place);
    !is_in_longer(text, hit, own) && !is_denied(text, hit, own) && lies_in(text, hit).is_none_or(agrees)
}

/// What stands directly behind a place that it may lie in, and where.
fn lies_in(text: Text<'_>, hit: &Hit) -> Option<(Vec<Region>, Hit)> {
    let behind = text.behind(hit)?;
    let (joint, rest) = JOINTS.iter().find_map(|joint| Some((joint, behind.strip_prefix(joint)?)))?;
    let start = hit.span.1 + joint.chars().count();
    let is_end = |c: char| !c.is_alphanumeric() && !matches!(c, ' ' | '.' | '\'' | '-' | '&');
    let clause = rest.split(is_end).next().unwrap_or_default();
    let ends = clause.match_indices(' ').map(|(at, _)| at).chain([clause.len()]).take(MOST_WORDS);
    let mut found = None;
    for end in ends {
        let name = clause.get(..end).unwrap_or_default().trim_end_matches('.');
        let named = Some(Region::named(name)).filter(|named| !named.is_empty());
        let place = || Hit { span: (start, start + name.chars().count()), ..hit.clone() };
        found = named.map(|regions| (regions, place())).or(found);
    }
    found
}

/// Whether a state or country is said apart from any place: "in California".
fn is_elsewhere(text: Text<'_>, listed: Listed, row: &'static Row) -> bool {
    let said = listed.own_names(row).flat_map(|name| text.texts(name));
    said.into_iter().any(|hit| {
        let before = text.before(&hit).unwrap_or_default();
        // What follows a place belongs to that place: the word before "in" is none that begins with a capital letter.
        let place = before.strip_suffix("in ").map(|before| before.trim_end().rsplit(' ').next().unwrap_or_default());
        place.is_some_and(|word| !word.starts_with(char::is_uppercase) && !word.ends_with(','))
    })
}
