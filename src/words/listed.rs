//! The shipped vocabularies: names and the codes that public standards give them.
//!
//! Each table stands in `tables/`, with its source and licence at its head. A row is codes, `=`, names; the first name is
//! the usual one. A name that two rows have stands for neither.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A shipped vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// ISO 3166-1: countries.
    Countries,
    /// USPS Publication 28, appendix B: the states of the USA.
    States,
    /// ISO 4217: currencies.
    Currencies,
    /// ISO 639-1: languages.
    Languages,
    /// Airports of large cities by their IATA codes.
    Airports,
    /// Companies by the symbols of their shares.
    Tickers,
}

/// One thing with its codes and names.
#[derive(Debug)]
pub struct Row {
    /// Its codes, in the case in which they are written.
    pub codes: Vec<&'static str>,
    /// Its names, the usual one first.
    pub names: Vec<&'static str>,
}

struct Table {
    rows: Vec<Row>,
    /// The row of each code and name, small; none for a name that several rows have.
    by_code: BTreeMap<String, usize>,
    by_name: BTreeMap<String, Option<usize>>,
}

/// Every shipped vocabulary with its name behind `std.`.
const ALL: [(&str, Listed); 6] = [
    ("countries", Listed::Countries),
    ("us_states", Listed::States),
    ("currencies", Listed::Currencies),
    ("languages", Listed::Languages),
    ("airports", Listed::Airports),
    ("tickers", Listed::Tickers),
];

static COUNTRIES: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/countries.txt")));
static STATES: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/us_states.txt")));
static CURRENCIES: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/currencies.txt")));
static LANGUAGES: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/languages.txt")));
static AIRPORTS: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/airports.txt")));
static TICKERS: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/tickers.txt")));

/// Codes that any text may hold as words.
static COMMON: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let rows = include_str!("tables/common_codes.txt").lines().filter(|line| !line.starts_with('#'));
    rows.flat_map(str::split_whitespace).collect()
});

impl Listed {
    /// The vocabulary that a policy calls `std.countries` and so on.
    pub fn named(name: &str) -> Option<Listed> {
        ALL.iter().find(|(own, _)| name.strip_prefix("std.") == Some(own)).map(|(_, listed)| *listed)
    }

    /// The names of all, as policies write them.
    pub fn names() -> impl Iterator<Item = String> {
        ALL.iter().map(|(name, _)| format!("std.{name}"))
    }

    /// The row with this code, whatever its case.
    pub fn by_code(self, code: &str) -> Option<&'static Row> {
        let table = self.table();
        table.by_code.get(&code.to_lowercase()).and_then(|at| table.rows.get(*at))
    }

    /// The row with this name, where no other has it.
    pub fn by_name(self, name: &str) -> Option<&'static Row> {
        let table = self.table();
        table.by_name.get(&plain(name)).copied().flatten().and_then(|at| table.rows.get(at))
    }

    /// The names of a row that no other has.
    pub fn own_names(self, row: &'static Row) -> impl Iterator<Item = &'static str> {
        row.names.iter().copied().filter(move |name| self.by_name(name).is_some_and(|other| std::ptr::eq(other, row)))
    }

    /// The names of all rows.
    pub(super) fn all_names(self) -> impl Iterator<Item = &'static str> {
        self.table().rows.iter().flat_map(|row| row.names.iter().copied())
    }

    #[cfg(test)]
    pub(super) fn all_codes(self) -> impl Iterator<Item = &'static str> {
        self.table().rows.iter().flat_map(|row| row.codes.iter().copied())
    }

    /// Whether a code is also an English word, a short form, a unit or a name, so that any text may hold it.
    pub fn is_common(code: &str) -> bool {
        let code = code.to_lowercase();
        code.len() == 1 || COMMON.contains(code.as_str())
    }

    /// The systems of codes that a documentation names; `low` is it in small letters, `names` the words of the slot's name.
    pub(super) fn named_in(low: &str, doc: &str, names: &[String]) -> Vec<Listed> {
        // A name alone names none.
        if doc.is_empty() {
            return Vec::new();
        }
        let has = |word: &str| low.contains(word);
        let is_about = |word: &str| has(word) || names.iter().any(|name| name == word);
        let is_code = has("code") || has("abbreviat");
        let is_short = |letters: [&str; 2]| {
            letters.iter().any(|count| has(&format!("{count}-letter")) || has(&format!("{count} letter")))
        };
        let (two, three) = (is_short(["two", "2"]), is_short(["three", "3"]));
        let shows = |listed: Listed| {
            doc.split(|c: char| !c.is_alphanumeric())
                .any(|word| word.len() == 3 && listed.by_code(word).is_some_and(|row| row.codes.first() == Some(&word)))
        };
        let mut named = Vec::new();
        if has("3166")
            || has("alpha-2")
            || has("alpha-3")
            || has("country code")
            || (is_about("country") && (two || three))
        {
            named.push(Listed::Countries);
        }
        if is_about("state") && (two || has("abbreviat") || has("state code") || has("postal code")) {
            named.push(Listed::States);
        }
        if has("4217") || has("currency code") || (has("currenc") && (is_code || three || shows(Listed::Currencies))) {
            named.push(Listed::Currencies);
        }
        if has("639") || has("language code") || (is_about("language") && (is_code || two)) {
            named.push(Listed::Languages);
        }
        if has("airport") && (is_code || has("iata")) {
            named.push(Listed::Airports);
        }
        if has("ticker") || has("stock symbol") || (is_about("symbol") && (has("stock") || has("company"))) {
            named.push(Listed::Tickers);
        }
        named
    }

    fn table(self) -> &'static Table {
        match self {
            Listed::Countries => &COUNTRIES,
            Listed::States => &STATES,
            Listed::Currencies => &CURRENCIES,
            Listed::Languages => &LANGUAGES,
            Listed::Airports => &AIRPORTS,
            Listed::Tickers => &TICKERS,
        }
    }
}

impl Table {
    fn new(text: &'static str) -> Table {
        let mut table = Table { rows: Vec::new(), by_code: BTreeMap::new(), by_name: BTreeMap::new() };
        for (codes, names) in lines(text) {
            let row = Row { codes: codes.split(' ').collect(), names: names.split("; ").collect() };
            let at = table.rows.len();
            for code in &row.codes {
                table.by_code.insert(code.to_lowercase(), at);
            }
            for name in &row.names {
                // Two spellings of a name may come to one.
                let own = table.by_name.entry(plain(name)).or_insert(Some(at));
                *own = own.filter(|row| *row == at);
            }
            table.rows.push(row);
        }
        table
    }
}

/// The rows of a table: what stands before and behind its `=`.
pub(super) fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

/// A name as it is compared: small, and without what people leave out.
pub(super) fn plain(name: &str) -> String {
    name.to_lowercase().replace(['.', '\''], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_codes_and_its_own_names() {
        for (name, listed) in ALL {
            let table = listed.table();
            assert!(table.rows.len() > 45, "{name}");
            for row in &table.rows {
                for code in &row.codes {
                    assert!(
                        listed.by_code(code).is_some_and(|found| std::ptr::eq(found, row)),
                        "{name}: {code} is of two"
                    );
                }
                assert!(row.names.iter().all(|name| !name.trim().is_empty()), "{row:?}");
            }
            let own = table.rows.iter().filter(|row| listed.own_names(row).next().is_some()).count();
            assert!(own * 10 > table.rows.len() * 7, "{name}: {own}");
        }
    }

    #[test]
    fn a_code_stands_for_its_name_where_the_documentation_names_the_system() {
        let named = |doc: &str| Listed::named_in(&doc.to_lowercase(), doc, &[]);
        assert_eq!(named("ISO 3166-1 alpha-2 code"), [Listed::Countries]);
        assert_eq!(named("The currency to convert to, e.g. USD"), [Listed::Currencies]);
        assert_eq!(named("The language code"), [Listed::Languages]);
        assert_eq!(named("The 3 letter code of the departing airport"), [Listed::Airports]);
        assert_eq!(named("Two-letter state abbreviation"), [Listed::States]);
        assert!(named("The state of the order").is_empty());
        assert!(named("The country").is_empty());
    }
}
