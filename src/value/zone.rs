//! The zone in which times without one are read.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::tz::TimeZone;

/// A zone with its rules. None is ever assumed: a time without a zone, where none is given, is not comparable.
///
/// Where a wall-clock time falls into the hour that the clocks skip, it is read as if they had not been put forward
/// yet; where it occurs twice, it is the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone(pub(crate) TimeZone);

/// What the tables sort cities by.
const AREAS: &[&str] = &["Africa", "America", "Asia", "Australia", "Europe", "Pacific"];

impl Zone {
    /// An IANA zone (`Asia/Seoul`) or `UTC`, from the tables that the library brings.
    pub fn parse(name: &str) -> Option<Zone> {
        // jiff has names of its own for "no idea"; a zone that is none must not pass for one.
        TimeZone::get(name).ok().filter(|zone| !zone.is_unknown()).map(Zone)
    }

    /// The zone that is called after a city: `New York`.
    ///
    /// ```
    /// use chk::value::Zone;
    /// assert_eq!(Zone::of_city("new york").map(|zone| zone.name().to_owned()).as_deref(), Some("America/New_York"));
    /// ```
    pub fn of_city(city: &str) -> Option<Zone> {
        static CITIES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
            let names = jiff::tz::db().available().map(|name| name.as_str().to_owned());
            let named = names.filter_map(|name| {
                let (area, city) = name.rsplit_once('/')?;
                let city = city.replace('_', " ").to_lowercase();
                AREAS.contains(&area).then_some((city, name.clone()))
            });
            named.collect()
        });
        Zone::parse(CITIES.get(&city.to_lowercase())?)
    }

    /// Its name, as the tables spell it.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_has_a_name_of_the_tables() {
        assert_eq!(Zone::parse("Asia/Seoul").map(|zone| zone.name().to_owned()), Some("Asia/Seoul".to_owned()));
        assert_eq!(Zone::parse("UTC").map(|zone| zone.name().to_owned()), Some("UTC".to_owned()));
        for name in ["", "Mars/Base", "Etc/Unknown", "local", "+09:00", "/etc/localtime"] {
            assert_eq!(Zone::parse(name), None, "{name}");
        }
    }
}
