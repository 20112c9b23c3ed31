//! The places in the person's words that bear an argument of the call out: the 4 of "Mill Lane 4" is no weight that the
//! model missed.

use crate::program::{EntryId, Tool};
use crate::verdict::{Evidence, State};

use super::judge::Judged;
use super::said::Hit;
use super::search::At;

/// Every such place, with the argument or the part of one that it bears out.
pub(crate) struct Taken {
    places: Vec<Place>,
}

struct Place {
    entry: EntryId,
    suffix: String,
    segment: usize,
    span: (usize, usize),
}

impl Taken {
    /// The places of a judged call. A message that is taken as a whole says nothing of what its words are for.
    pub(crate) fn of(tool: &Tool, judged: &Judged) -> Taken {
        let mut places = Vec::new();
        for (entry, standing) in tool.arguments.iter().filter_map(|id| Some((*id, judged.standings.get(*id)?))) {
            let parts = standing.parts.iter().map(|part| (part.suffix.as_str(), &part.standing));
            for (suffix, standing) in [("", standing)].into_iter().chain(parts) {
                if let (State::Known, Some(Evidence::Words { segment, span, read_as, .. })) =
                    (standing.state, &standing.evidence)
                    && *read_as != "whole"
                {
                    places.push(Place { entry, suffix: suffix.to_owned(), segment: *segment, span: *span });
                }
            }
        }
        Taken { places }
    }

    /// Whether a place belongs to another slot than this one.
    pub(crate) fn covers(&self, at: &At<'_>, hit: &Hit) -> bool {
        self.places.iter().any(|place| {
            let is_own = place.entry == at.entry && place.suffix == at.suffix;
            let (start, end) = place.span;
            !is_own && place.segment == hit.segment && start <= hit.span.0 && hit.span.1 <= end
        })
    }
}
