//! Parts of a text, cut out by their scalars.

use super::Segment;

/// How many scalars lie between two places that are kept.
pub(super) const STEP: usize = 64;

impl Segment {
    /// The text of a span; none where it reaches past the end or is turned around.
    pub fn slice(&self, span: [usize; 2]) -> Option<&str> {
        let [start, end] = span;
        (start <= end).then(|| self.text.get(self.byte(start)?..self.byte(end)?)).flatten()
    }

    /// Where a scalar begins, or the text ends.
    fn byte(&self, scalar: usize) -> Option<usize> {
        let places = self.places.get_or_init(|| self.text.char_indices().map(|(at, _)| at).step_by(STEP).collect());
        let from = places.get(scalar / STEP).copied().or_else(|| (scalar == 0).then_some(0));
        // The end of the text may be the place of a scalar that there is not.
        let (from, more) = match from {
            Some(from) => (from, scalar % STEP),
            None => (*places.last()?, scalar.checked_sub((places.len() - 1) * STEP)?),
        };
        let rest = self.text.get(from..)?;
        let places = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
        places.take(STEP + 1).nth(more).map(|at| from + at)
    }

    /// A part of the text, read by itself; its spans start anew. What stood around it is lost, so what negates or
    /// corrects it has to be asked of the whole: [`Segment::is_negated`], or whether a mention [is within] the span.
    ///
    /// [is within]: crate::words::Mention::is_within
    pub fn quote(&self, span: [usize; 2]) -> Option<Segment> {
        self.slice(span).map(Segment::new)
    }

    /// Whether a span is not empty, lies in the text and begins and ends inside no word.
    pub fn is_on_word_boundaries(&self, span: [usize; 2]) -> bool {
        span[0] < span[1]
            && self.slice(span).is_some_and(|text| !text.trim().is_empty())
            && span.iter().all(|scalar| self.tokens.is_boundary(*scalar))
    }
}
