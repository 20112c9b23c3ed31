//! Where cities, airports and time zones lie, and the names that are longer than others: what is said of a place beside its
//! own name.
//!
//! Each table stands in `tables/`, with its source and licence at its head.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use super::listed::{Listed, Row, lines, plain};

/// Names, each with the codes of what has one.
type Places = BTreeMap<String, Vec<&'static str>>;

/// Cities of the USA and of the world, with the codes of the states or countries that have one.
static US_CITIES: LazyLock<Places> = LazyLock::new(|| places(include_str!("tables/us_cities.txt")));
/// Smaller towns of the USA whose name no other has there.
static US_TOWNS: LazyLock<Places> = LazyLock::new(|| places(include_str!("tables/us_towns.txt")));
static WORLD_CITIES: LazyLock<Places> = LazyLock::new(|| places(include_str!("tables/world_cities.txt")));
/// Names that a far larger city abroad has.
static NAMESAKES: LazyLock<Places> = LazyLock::new(|| places(include_str!("tables/namesakes.txt")));
/// Larger parts of countries, with those.
static PARTS: LazyLock<Places> = LazyLock::new(|| places(include_str!("tables/regions.txt")));
/// Airports, with a country and maybe a state.
static AIRPORTS: LazyLock<Places> = LazyLock::new(|| places(include_str!("tables/airport_places.txt")));
static ZONES: LazyLock<Places> = LazyLock::new(|| places(include_str!("tables/zones.txt")));

/// Names of several words, in which a shorter one may stand.
static LONG: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let listed = [Listed::Countries, Listed::States].into_iter().flat_map(Listed::all_names).map(spaced);
    let tables = [&*US_CITIES, &*US_TOWNS, &*WORLD_CITIES, &*PARTS];
    let cities = tables.into_iter().flat_map(BTreeMap::keys).map(|name| spaced(name));
    listed.chain(cities).filter(|name| name.contains(' ')).collect()
});

/// Two words that stand one behind the other in one of these.
static PAIRS: LazyLock<HashSet<(&str, &str)>> = LazyLock::new(|| {
    let pairs = |name: &'static String| name.split(' ').zip(name.split(' ').skip(1));
    LONG.iter().flat_map(pairs).collect()
});

/// Cities of the USA that are larger than every other of their name.
const LARGEST: &[&str] = &["san jose"];

/// The USA.
const USA: &str = "US";

/// A country, or a state of the USA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    /// USPS.
    pub state: Option<&'static str>,
}

impl Region {
    /// The region that a row of states or countries is.
    pub fn of(listed: Listed, row: &Row) -> Option<Region> {
        let code = *row.codes.first()?;
        match listed {
            Listed::States => Some(Region { country: USA, state: Some(code) }),
            Listed::Countries => Some(Region { country: code, state: None }),
            _ => None,
        }
    }

    /// What has a name, or a code as it is written: Georgia is a state and a country.
    pub fn named(name: &str) -> Vec<Region> {
        let listed = [Listed::States, Listed::Countries].into_iter().filter_map(|listed| {
            let is_code = |row: &&'static Row| row.codes.contains(&name);
            let row = listed.by_name(name).or_else(|| listed.by_code(name).filter(is_code))?;
            Region::of(listed, row)
        });
        let parts = PARTS.get(&plain(name)).into_iter().flatten();
        listed.chain(parts.map(|country| Region { country, state: None })).collect()
    }

    /// Where an airport lies, by its code, or a city that a time zone is called after.
    pub fn of_airport(code: &str) -> Option<Region> {
        match AIRPORTS.get(&plain(code))?.as_slice() {
            [country, rest @ ..] => Some(Region { country, state: rest.first().copied() }),
            [] => None,
        }
    }

    /// Where the city lies that a time zone is called after.
    pub fn of_zone(zone: &str) -> Option<Region> {
        ZONES.get(&plain(zone))?.first().map(|country| Region { country, state: None })
    }

    /// Where the cities and towns of a name lie that the tables know.
    pub fn of_cities(city: &str) -> Vec<Region> {
        let city = plain(city);
        let states = [US_CITIES.get(&city), US_TOWNS.get(&city)].into_iter().flatten().flatten();
        let countries = WORLD_CITIES.get(&city).into_iter().flatten();
        let states = states.map(|state| Region { country: USA, state: Some(state) });
        states.chain(countries.map(|country| Region { country, state: None })).collect()
    }

    /// Whether one of the two lies in the other, or they are the same.
    pub fn meets(self, other: Region) -> bool {
        self.country == other.country && (self.state == other.state || self.state.is_none() || other.state.is_none())
    }
}

/// Whether a name of several words is one of a country, a state, a city or a part of a country.
pub(crate) fn is_long_name(name: &str) -> bool {
    LONG.contains(&spaced(name))
}

/// Whether two words stand one behind the other in a name of several.
pub(crate) fn is_in_long_name(one: &str, next: &str) -> bool {
    let bare = |word: &str| spaced(word.trim_matches(|c: char| !c.is_alphanumeric()));
    let (one, next) = (bare(one), bare(next));
    let one = one.rsplit(' ').next().unwrap_or_default();
    let next = next.split(' ').next().unwrap_or_default();
    PAIRS.contains(&(one, next))
}

impl Listed {
    /// Whether the tables of large cities know one place of this name alone, or one that is the largest by far, and it is in
    /// this row's state or country.
    pub fn has_only(self, city: &str, row: &Row) -> bool {
        let own = row.codes.get(..1).unwrap_or_default();
        let name = plain(city);
        let is = |places: &Places| places.get(&name).is_some_and(|codes| codes.as_slice() == own);
        match self {
            Listed::States => is(&US_CITIES) && !has_larger_abroad(&name),
            Listed::Countries => is(&WORLD_CITIES) && !US_CITIES.contains_key(&name),
            _ => false,
        }
    }

    /// Whether a smaller town of this name is in this row's state, and no other place has its name.
    pub fn has_town(self, town: &str, row: &Row) -> bool {
        let name = plain(town);
        self == Listed::States
            && US_TOWNS.get(&name).is_some_and(|codes| codes.as_slice() == row.codes.get(..1).unwrap_or_default())
            && !has_larger_abroad(&name)
    }

    /// The larger cities that lie in one state or country alone, each with the code of it.
    pub fn cities(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let table = match self {
            Listed::States => Some(&*US_CITIES),
            Listed::Countries => Some(&*WORLD_CITIES),
            _ => None,
        };
        table.into_iter().flatten().filter_map(move |(city, codes)| match codes.as_slice() {
            [code] if self == Listed::Countries || !has_larger_abroad(city) => Some((city.as_str(), *code)),
            _ => None,
        })
    }
}

fn has_larger_abroad(name: &str) -> bool {
    (WORLD_CITIES.contains_key(name) && !LARGEST.contains(&name)) || NAMESAKES.contains_key(name)
}

/// `OR ME = Portland`
fn places(text: &'static str) -> Places {
    let mut places = Places::new();
    for (codes, names) in lines(text) {
        for name in names.split("; ") {
            places.entry(plain(name)).or_default().extend(codes.split(' '));
        }
    }
    places
}

/// A name as it is compared where it may be written with or without its marks: "Washington, D.C.".
fn spaced(name: &str) -> String {
    plain(name).replace([',', '-'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_is_one_place_where_no_other_of_its_name_is_listed() {
        let only = |city, code| Listed::States.by_code(code).is_some_and(|row| Listed::States.has_only(city, row));
        assert!(only("San Jose", "CA") && only("new york", "NY"));
        assert!(
            !only("Portland", "OR")
                && !only("Springfield", "IL")
                && !only("San Jose", "NY")
                && !only("Corte Madera", "CA")
        );
    }

    #[test]
    fn a_name_that_a_larger_city_abroad_has_is_no_place_of_the_usa() {
        let only = |city, code| Listed::States.by_code(code).is_some_and(|row| Listed::States.has_only(city, row));
        assert!(only("Las Vegas", "NV"));
        for (city, code) in [("Naples", "FL"), ("Cambridge", "MA"), ("Reading", "PA"), ("St. Petersburg", "FL")] {
            assert!(!only(city, code), "{city}");
        }
    }

    #[test]
    fn every_airport_and_many_zones_lie_somewhere() {
        assert!(Listed::Airports.all_codes().all(|code| Region::of_airport(code).is_some()));
        assert_eq!(Region::of_airport("PDX"), Some(Region { country: "US", state: Some("OR") }));
        assert_eq!(Region::of_zone("Europe/Paris"), Some(Region { country: "FR", state: None }));
    }

    #[test]
    fn regions_meet_where_one_lies_in_the_other() {
        let named = |name: &str| Region::named(name);
        assert_eq!(named("Georgia").len(), 2);
        let (usa, ohio, england) = (named("USA"), named("Ohio"), named("England"));
        let meet = |a: &[Region], b: &[Region]| a.iter().any(|a| b.iter().any(|b| a.meets(*b)));
        assert!(meet(&usa, &ohio) && !meet(&ohio, &england) && meet(&england, &named("UK")));
        assert!(named("in").is_empty() && named("IN").len() == 2);
    }

    #[test]
    fn a_long_name_is_known_however_it_is_marked() {
        for name in ["Washington, D.C.", "West Virginia", "papua new guinea", "Guinea-Bissau", "Baja California"] {
            assert!(is_long_name(name), "{name}");
        }
        assert!(!is_long_name("Guinea") && !is_long_name("old Guinea"));
    }
}
