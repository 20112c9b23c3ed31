//! Which moment is said, and when a time of the day is said by its figures.

use crate::value::{DateTime, Zone};

use super::{Hit, Said, Text};

impl Said<'_> {
    /// Where a moment is said: as it is written, or the same moment in the snapshot's zone. What the clocks of that zone
    /// never show, or show twice, is no moment.
    pub(in crate::eval) fn moments_equal(&self, text: Text<'_>, at: DateTime) -> Vec<Hit> {
        let is_same = |said: &DateTime| self.is_same(said, &at);
        let moments = text.moments(self.today(), self.now()).into_iter();
        // Who counts in hours and minutes says no seconds: the minute that it comes to is meant too.
        let is_said = |said: &DateTime, hit: &Hit| {
            is_same(said) || (hit.read_as == "relative-time" && said.to_the_minute().is_some_and(|said| is_same(&said)))
        };
        let is_here = |said: &DateTime, hit: &Hit| !at.has_zone() || !self.is_elsewhere(text, said, hit);
        let is_said = |(said, hit): &(Vec<DateTime>, Hit)| matches!(said.as_slice(), [one] if is_said(one, hit) && is_here(one, hit));
        moments.filter(is_said).map(|(_, hit)| hit).collect()
    }

    /// "tomorrow at 5 pm in New York", where the clocks there show it at another moment than those of the snapshot's zone.
    fn is_elsewhere(&self, text: Text<'_>, said: &DateTime, hit: &Hit) -> bool {
        let behind = text.behind(hit).unwrap_or_default();
        let mut words = behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let place: Vec<&str> = match words.next() {
            Some("in") if behind.starts_with(' ') => words.take(3).collect(),
            _ => return false,
        };
        let zones = (1..=place.len()).rev().filter_map(|length| Zone::of_city(&place.get(..length)?.join(" ")));
        zones.take(1).any(|there| said.instant(Some(&there)) != said.instant(self.zone))
    }

    /// Whether what is said is this moment, in the snapshot's zone where none is said.
    pub(in crate::eval) fn is_same(&self, said: &DateTime, at: &DateTime) -> bool {
        let is_unique = self.zone.is_none_or(|zone| said.is_unique_in(zone));
        said == at || (is_unique && said.compare(at, self.zone) == Some(std::cmp::Ordering::Equal))
    }
}

/// Takes out where "12:30" stands in "12:30 am" and "11:45" in "11:45 tonight": those say another time.
pub(super) fn keep_whole_times(text: Text<'_>, value: &str, hits: &mut Vec<Hit>) {
    let number = |part: &str| (part.len() <= 2).then(|| part.parse::<i8>().ok()).flatten();
    let Some(time) = value.split_once(':').and_then(|(hour, minute)| Some((number(hour)?, number(minute)?))) else {
        return;
    };
    let clocks = text.clocks();
    hits.retain(|hit| {
        let around = clocks
            .iter()
            .filter(|(_, of)| of.segment == hit.segment && of.span.0 <= hit.span.0 && hit.span.1 <= of.span.1);
        let mut times = around.map(|(clock, _)| (clock.hour, clock.minute)).peekable();
        times.peek().is_none() || times.any(|said| said == time)
    });
}
