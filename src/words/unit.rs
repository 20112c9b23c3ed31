//! Units of measurement: what they are called and how they convert, exactly.
//!
//! Factors are exact by definition: the International System of Units (BIPM, The International System of Units, 9th
//! edition, 2019) and, for the units of the United States and of Britain, NIST Handbook 44 (2024), Appendix C. A unit
//! without an exact factor to the others of its kind is a kind of its own: a month is no number of days. What it measures all
//! the same is its dimension: 3 years are no 3 days.
//!
//! Symbols are told apart by their case (`mH` and `MH`), names are not. Prefixes are put before the units that take them.

mod currency;

use std::sync::LazyLock;

use crate::value::Number;

use super::word_map::WordMap;
use currency::CURRENCIES;
pub(super) use currency::DOLLARS;

/// A unit, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(u16);

/// Names the kind, the factor to the first unit of the kind as a fraction, the symbols and the names.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

/// What has no prefixes. A name's plural in `s` goes without saying.
const PLAIN: &[Row] = &[
    ("length", "0.0254", "1", &["in", "″"], &["inch", "inches"]),
    ("length", "0.3048", "1", &["ft"], &["foot", "feet"]),
    ("length", "0.9144", "1", &["yd", "yds"], &["yard"]),
    ("length", "1609.344", "1", &["mi"], &["mile"]),
    ("length", "1852", "1", &["nmi", "NM"], &["nautical mile"]),
    ("area", "1", "1", &["m²", "m^2", "m2", "sqm"], &["square meter", "square metre", "sq m", "sq meter"]),
    ("area", "0.0001", "1", &["cm²", "cm^2", "cm2"], &["square centimeter", "square centimetre", "sq cm"]),
    ("area", "0.000001", "1", &["mm²", "mm^2", "mm2"], &["square millimeter", "square millimetre", "sq mm"]),
    ("area", "1000000", "1", &["km²", "km^2", "km2"], &["square kilometer", "square kilometre", "sq km"]),
    ("area", "10000", "1", &["ha"], &["hectare"]),
    ("area", "0.00064516", "1", &["in²", "in^2"], &["square inch", "square inches", "sq in"]),
    ("area", "0.09290304", "1", &["ft²", "ft^2", "sqft"], &["square foot", "square feet", "sq ft", "sq feet"]),
    ("area", "0.83612736", "1", &["yd²"], &["square yard", "sq yd"]),
    ("area", "4046.8564224", "1", &["ac"], &["acre"]),
    ("area", "2589988.110336", "1", &["mi²", "mi^2"], &["square mile", "sq mi"]),
    ("volume", "1", "1", &["m³", "m^3", "m3"], &["cubic meter", "cubic metre"]),
    ("volume", "0.000001", "1", &["cm³", "cm^3", "cc"], &["cubic centimeter", "cubic centimetre"]),
    ("volume", "0.028316846592", "1", &["ft³", "ft^3"], &["cubic foot", "cubic feet"]),
    ("volume", "0.000016387064", "1", &["in³", "in^3"], &["cubic inch", "cubic inches"]),
    ("volume", "0.003785411784", "1", &["gal"], &["gallon"]),
    ("volume", "0.000946352946", "1", &["qt"], &["quart"]),
    ("volume", "0.000473176473", "1", &["pt"], &["pint"]),
    ("volume", "0.0002365882365", "1", &[], &["cup"]),
    ("volume", "0.0000295735295625", "1", &["floz"], &["fluid ounce", "fl oz"]),
    ("volume", "0.00001478676478125", "1", &["tbsp"], &["tablespoon", "tbsp"]),
    ("volume", "0.00000492892159375", "1", &["tsp"], &["teaspoon", "tsp"]),
    ("mass", "1000", "1", &[], &["kilo"]),
    ("mass", "453.59237", "1", &["lb", "lbs"], &["pound", "lb", "lbs"]),
    ("mass", "28.349523125", "1", &["oz"], &["ounce", "oz"]),
    ("mass", "6350.29318", "1", &["st"], &["stone"]),
    ("mass", "1000000", "1", &["t"], &["tonne", "metric ton"]),
    ("mass", "907184.74", "1", &[], &["short ton"]),
    // Nobody can say which one.
    ("ton", "1", "1", &[], &["ton"]),
    ("time", "60", "1", &["min", "mins", "m"], &["minute", "min", "mins"]),
    ("time", "3600", "1", &["h", "hr", "hrs"], &["hour", "hr", "hrs"]),
    ("time", "86400", "1", &["d"], &["day"]),
    ("time", "604800", "1", &["wk", "wks"], &["week"]),
    ("time", "1209600", "1", &[], &["fortnight"]),
    ("months", "1", "1", &["mo", "mos"], &["month"]),
    ("months", "3", "1", &[], &["quarter year"]),
    ("months", "12", "1", &["yr", "yrs", "y"], &["year", "yr", "yrs"]),
    ("months", "120", "1", &[], &["decade"]),
    ("months", "1200", "1", &[], &["century", "centuries"]),
    ("speed", "1", "1", &["m/s"], &["meter per second", "meters per second", "metres per second"]),
    (
        "speed",
        "1",
        "3.6",
        &["km/h", "kph", "kmh", "km/hr", "kmph"],
        &[
            "kilometer per hour",
            "kilometers per hour",
            "kilometres per hour",
            "kilometers an hour",
            "kilometres an hour",
            "km an hour",
        ],
    ),
    ("speed", "0.44704", "1", &["mph", "mi/h", "miles/hour"], &["mile per hour", "miles per hour", "miles an hour"]),
    ("speed", "1852", "3600", &["kn", "kt", "kts"], &["knot"]),
    ("speed", "0.3048", "1", &["ft/s", "fps"], &["foot per second", "feet per second"]),
    ("pressure", "100000", "1", &["bar"], &["bar"]),
    ("pressure", "101325", "1", &["atm"], &["atmosphere"]),
    ("pressure", "4.4482216152605", "0.00064516", &["psi"], &["pound per square inch", "pounds per square inch"]),
    ("pressure", "133.322387415", "1", &["mmHg"], &["millimeters of mercury"]),
    ("horsepower", "1", "1", &["hp", "HP"], &["horsepower"]),
    ("resistance", "1000", "1", &[], &["kilohm"]),
    ("resistance", "1000000", "1", &[], &["megohm"]),
    ("energy", "3600000", "1", &["kWh"], &["kilowatt hour", "kilowatt-hour"]),
    ("energy", "3600", "1", &["Wh"], &["watt hour", "watt-hour"]),
    ("angle", "1", "1", &["°", "deg"], &["degree", "degrees"]),
    ("radian", "1", "1", &["rad"], &["radian"]),
    ("data", "1000000", "1", &[], &["meg"]),
    ("data", "1000000000", "1", &[], &["gig"]),
    ("data", "1024", "1", &["KiB"], &["kibibyte"]),
    ("data", "1048576", "1", &["MiB"], &["mebibyte"]),
    ("data", "1073741824", "1", &["GiB"], &["gibibyte"]),
    ("frequency", "1", "60", &["rpm"], &["revolution per minute", "revolutions per minute"]),
    // Pure numbers.
    ("share", "1", "100", &["%"], &["percent", "per cent", "percentage"]),
    ("hemisphere", "-1", "1", &["W", "S"], &[]),
];

/// What takes the prefixes of the SI.
const PREFIXED: &[Row] = &[
    ("length", "1", "1", &["m"], &["meter", "metre"]),
    ("mass", "1", "1", &["g"], &["gram", "gramme"]),
    ("time", "1", "1", &["s", "sec", "secs"], &["second", "sec", "secs"]),
    ("volume", "0.001", "1", &["L", "l"], &["liter", "litre"]),
    ("current", "1", "1", &["A"], &["ampere", "amp"]),
    ("voltage", "1", "1", &["V"], &["volt"]),
    ("power", "1", "1", &["W"], &["watt"]),
    ("frequency", "1", "1", &["Hz"], &["hertz"]),
    ("force", "1", "1", &["N"], &["newton"]),
    ("pressure", "1", "1", &["Pa"], &["pascal"]),
    ("energy", "1", "1", &["J"], &["joule"]),
    ("energy", "4.184", "1", &["cal"], &["calorie"]),
    ("particle energy", "1", "1", &["eV"], &["electronvolt", "electron volt"]),
    ("capacitance", "1", "1", &["F"], &["farad"]),
    ("inductance", "1", "1", &["H"], &["henry", "henries"]),
    ("resistance", "1", "1", &["Ω", "ohm"], &["ohm"]),
    ("charge", "1", "1", &["C"], &["coulomb"]),
    ("flux density", "1", "1", &["T"], &["tesla"]),
    ("flux", "1", "1", &["Wb"], &["weber"]),
    ("amount", "1", "1", &["mol"], &["mole"]),
    (
        "concentration",
        "1",
        "1",
        &["mol/L", "mol/l"],
        &["molar", "mole per liter", "moles per liter", "moles per litre"],
    ),
    ("data", "1", "1", &["B"], &["byte"]),
    ("data", "1", "8", &["bit"], &["bit"]),
    ("data rate", "1", "1", &["bps", "bit/s"], &["bit per second", "bits per second"]),
];

/// Symbols that stand in texts as something else.
const AMONG_WORDS: &[&str] = &["in", "st", "pt", "ha", "ac", "mo", "as", "am", "pm", "dB"];

/// Symbols as they are written without care for their case, where no other unit is written so.
const CARELESS: &[(&str, &str)] = &[
    ("KB", "kB"),
    ("kb", "kB"),
    ("mb", "MB"),
    ("gb", "GB"),
    ("tb", "TB"),
    ("KG", "kg"),
    ("Kg", "kg"),
    ("KM", "km"),
    ("Km", "km"),
    ("hz", "Hz"),
    ("khz", "kHz"),
    ("mhz", "MHz"),
    ("ghz", "GHz"),
    ("kw", "kW"),
    ("kwh", "kWh"),
    ("kpa", "kPa"),
    ("kms", "km"),
    ("kgs", "kg"),
    // Written so, either may be meant.
    ("Kb", "kB"),
    ("Kb", "kbit"),
    ("Mb", "MB"),
    ("Mb", "Mbit"),
    ("Gb", "GB"),
    ("Gb", "Gbit"),
];

const PREFIXES: &[(&str, &str, &str, &str)] = &[
    ("k", "kilo", "1000", "1"),
    ("M", "mega", "1000000", "1"),
    ("G", "giga", "1000000000", "1"),
    ("T", "tera", "1000000000000", "1"),
    ("h", "hecto", "100", "1"),
    ("d", "deci", "1", "10"),
    ("c", "centi", "1", "100"),
    ("m", "milli", "1", "1000"),
    ("µ", "micro", "1", "1000000"),
    ("μ", "micro", "1", "1000000"),
    ("u", "micro", "1", "1000000"),
    ("n", "nano", "1", "1000000000"),
    ("p", "pico", "1", "1000000000000"),
];

/// Scales of temperature: what is added to a reading to count from absolute zero, then a row of the same factors. So 0 °F
/// is 459.67 × 5/9 kelvins.
const TEMPERATURES: &[(&str, Row)] = &[
    ("0", ("temperature", "1", "1", &["K"], &["kelvin"])),
    (
        "273.15",
        (
            "temperature",
            "1",
            "1",
            &["°C", "℃", "C"],
            &[
                "celsius",
                "degrees celsius",
                "degree celsius",
                "degrees c",
                "degree c",
                "deg c",
                "centigrade",
                "degrees centigrade",
            ],
        ),
    ),
    (
        "459.67",
        (
            "temperature",
            "5",
            "9",
            &["°F", "℉", "F"],
            &["fahrenheit", "degrees fahrenheit", "degree fahrenheit", "degrees f", "degree f", "deg f"],
        ),
    ),
];

#[derive(Debug)]
struct Measure {
    kind: &'static str,
    dimension: &'static str,
    factor: Number,
    zero: Number,
}

#[derive(Default)]
struct Table {
    units: Vec<Measure>,
    symbols: WordMap<Vec<Unit>>,
    names: WordMap<Vec<Unit>>,
}

/// The first two words of the names that have several.
pub(super) fn long_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let words = |name: &'static str| {
        let mut words = name.split(' ');
        Some((words.next()?, words.next()?))
    };
    TABLE.names.words().filter_map(words)
}

/// The first words of all names and symbols, small.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    static FIRST: LazyLock<Vec<String>> = LazyLock::new(|| {
        let all = TABLE.names.words().chain(TABLE.symbols.words());
        let first = |text: &str| text.split(|c: char| !c.is_alphanumeric()).next().map(str::to_lowercase);
        all.filter_map(first).collect()
    });
    FIRST.iter().map(String::as_str)
}

/// Whether a word is the code of a currency with figures behind it: `usd40`.
pub(super) fn is_coded(word: &str) -> bool {
    let is_figure = word.as_bytes().get(3).is_some_and(u8::is_ascii_digit);
    let code = word.get(..3).filter(|code| is_figure && code.bytes().all(|byte| byte.is_ascii_lowercase()));
    code.is_some_and(|code| Unit::by_name(code).iter().any(|unit| unit.is_currency()))
}

fn quotient(over: &str, under: &str) -> Number {
    let number = |text| Number::parse(text).unwrap_or_else(Number::zero);
    number(over).divide(&number(under)).unwrap_or_else(Number::zero)
}

impl Table {
    fn add(&mut self, kind: &'static str, factor: Number, zero: Number, symbols: &[String], names: &[String]) {
        let unit = Unit(u16::try_from(self.units.len()).unwrap_or(u16::MAX));
        let is_money = || CURRENCIES.iter().any(|(currency, ..)| *currency == kind);
        let dimension = match kind {
            "months" => "time",
            "radian" => "angle",
            "horsepower" => "power",
            "ton" => "mass",
            _ if is_money() => "money",
            _ => kind,
        };
        self.units.push(Measure { kind, dimension, factor, zero });
        for symbol in symbols {
            self.symbols.push(symbol.clone(), unit);
        }
        for name in names {
            for name in [name.clone(), format!("{name}s")] {
                if let Some(known) = self.names.entry(name, Vec::new).filter(|known| !known.contains(&unit)) {
                    known.push(unit);
                }
            }
        }
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    let texts = |texts: &[&str], prefix: &str| texts.iter().map(|text| format!("{prefix}{text}")).collect::<Vec<_>>();
    for (kind, over, under, symbols, names) in PLAIN.iter().chain(PREFIXED).chain(CURRENCIES) {
        table.add(kind, quotient(over, under), Number::zero(), &texts(symbols, ""), &texts(names, ""));
    }
    for (kind, over, under, symbols, names) in PREFIXED {
        for (symbol, name, by_over, by_under) in PREFIXES {
            let factor = quotient(over, under).multiply(&quotient(by_over, by_under));
            table.add(kind, factor, Number::zero(), &texts(symbols, symbol), &texts(names, name));
        }
    }
    for (zero, (kind, over, under, symbols, names)) in TEMPERATURES {
        let factor = quotient(over, under);
        let zero = quotient(zero, "1").multiply(&factor);
        table.add(kind, factor, zero, &texts(symbols, ""), &texts(names, ""));
    }
    for (careless, symbol) in CARELESS {
        if let Some(units) = table.symbols.get(symbol).cloned()
            && let Some(known) = table.symbols.entry(*careless, Vec::new)
        {
            known.extend(units);
        }
    }
    table
});

impl Unit {
    /// The units of this symbol, told apart by case, or of this name.
    pub(super) fn named(text: &str) -> &'static [Unit] {
        let table = &*TABLE;
        let by_symbol = table.symbols.get(text);
        let by_name = || match text.chars().any(char::is_uppercase) {
            true => table.names.get(&text.to_lowercase()),
            false => table.names.get(text),
        };
        by_symbol.or_else(by_name).map_or(&[], Vec::as_slice)
    }

    /// The units of this name, written out.
    pub(super) fn by_name(name: &str) -> &'static [Unit] {
        TABLE.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a text is the name or the symbol of a unit.
    pub fn is_named(text: &str) -> bool {
        !Unit::named(text).is_empty()
    }

    /// For each of several names or symbols of units everything else that its unit is called, but for single letters. Of a
    /// symbol that two units have that one is meant which measures what the others do: C beside F is a temperature.
    pub fn names(of: &[String]) -> Vec<Vec<&'static str>> {
        let table = &*TABLE;
        let named: Vec<&[Unit]> = of.iter().map(|name| Unit::named(name)).collect();
        let mut kinds = named.iter().flat_map(|units| units.iter()).map(|unit| unit.kind());
        let is_common =
            |kind: &&str| named.iter().all(|units| units.is_empty() || units.iter().any(|unit| unit.kind() == *kind));
        let kind = kinds.find(is_common);
        let names = |units: &&[Unit]| {
            // Of a currency a name may be that of several: which one, its code says.
            let is_meant = |unit: &&Unit| kind.is_none_or(|kind| unit.kind() == kind) && !unit.is_currency();
            let unit = units.iter().find(is_meant)?;
            let is_sure = |name: &str| name.chars().count() > 1 && !AMONG_WORDS.contains(&name);
            let all = table.names.iter().chain(table.symbols.iter()).filter(|(name, _)| is_sure(name));
            Some(all.filter(|(_, units)| units.contains(unit)).map(|(name, _)| name).collect())
        };
        named.iter().map(|units| names(units).unwrap_or_default()).collect()
    }

    /// What it measures. Units of one kind convert.
    pub(super) fn kind(self) -> &'static str {
        TABLE.units.get(usize::from(self.0)).map_or("", |unit| unit.kind)
    }

    /// What it measures, whether it converts or not.
    pub(super) fn dimension(self) -> &'static str {
        TABLE.units.get(usize::from(self.0)).map_or("", |unit| unit.dimension)
    }

    pub(super) fn is_currency(self) -> bool {
        self.dimension() == "money"
    }

    /// So much of this unit, in another of its kind; exactly.
    ///
    /// A point on a scale of temperature, not a difference of two.
    pub fn convert(self, number: &Number, to: Unit) -> Option<Number> {
        if self == to {
            return Some(number.clone());
        }
        let (from, into) = (TABLE.units.get(usize::from(self.0))?, TABLE.units.get(usize::from(to.0))?);
        if from.kind != into.kind {
            return None;
        }
        number.multiply(&from.factor).add(&from.zero).subtract(&into.zero).divide(&into.factor)
    }

    /// Whether this one is larger than another of its kind.
    pub(super) fn is_larger(self, than: Unit) -> bool {
        let one = Number::from(1i64);
        self.kind() == than.kind()
            && self.convert(&one, than).is_some_and(|many| !many.subtract(&one).is_negative() && many != one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(Number::zero)
    }

    fn convert(amount: &str, from: &str, to: &str) -> Option<Number> {
        Unit::named(from)
            .iter()
            .find_map(|from| Unit::named(to).iter().find_map(|to| from.convert(&number(amount), *to)))
    }

    #[test]
    fn conversions_are_exact() {
        for (amount, from, to, result) in [
            ("3", "minutes", "seconds", "180"),
            ("70", "in", "cm", "177.8"),
            ("100", "µF", "farads", "0.0001"),
            ("50", "mH", "H", "0.05"),
            ("1", "decade", "years", "10"),
            ("36", "km/h", "m/s", "10"),
            ("212", "°F", "celsius", "100"),
            ("2", "lbs", "kg", "0.90718474"),
            ("5", "dollars", "cents", "500"),
        ] {
            assert_eq!(convert(amount, from, to), Some(number(result)), "{amount} {from}");
        }
    }

    #[test]
    fn a_unit_has_names() {
        let names = |of: &[&str]| Unit::names(&of.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["inch", "cm"]).first().map(|names| names.contains(&"in")), Some(false));
        assert_eq!(names(&["in", "cm"]).first().map(|names| names.contains(&"inches")), Some(true));
        assert_eq!(names(&["C", "F"]).first().map(|names| names.contains(&"celsius")), Some(true));
        assert_eq!(names(&["C", "V"]).first().map(|names| names.contains(&"coulombs")), Some(true));
        assert_eq!(names(&["red"]), [[""; 0]]);
    }

    #[test]
    fn what_has_no_exact_factor_does_not_convert() {
        for (from, to) in [("month", "days"), ("dollar", "euro"), ("kg", "m"), ("year", "weeks")] {
            assert_eq!(convert("1", from, to), None, "{from}");
        }
    }
}
