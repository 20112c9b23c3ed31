//! What an author's own phrases for a value say.

use crate::program::Vocabulary;
use crate::value::Value;

use super::super::operate;
use super::{Hit, Text};

/// Where a phrase of a value stands. "the capital" says nothing in "the capital of Spain": what "of" goes on with says which.
pub(super) fn phrased(text: Text<'_>, vocabulary: &Vocabulary, value: &Value) -> Vec<Hit> {
    let own = vocabulary.entries.iter().filter(|(_, values)| values.iter().any(|each| operate::same(each, value)));
    let said = own.flat_map(|(said, _)| {
        let is_definite = said.to_lowercase().starts_with("the ");
        let goes_on = |hit: &Hit| text.behind(hit).is_some_and(|behind| behind.to_lowercase().starts_with(" of "));
        text.texts(said).into_iter().filter(move |hit| !(is_definite && goes_on(hit)))
    });
    said.map(|hit| Hit { read_as: "vocabulary", ..hit }).collect()
}
