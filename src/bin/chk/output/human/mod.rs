//! What is written for people.

pub(crate) mod coverage;
pub(crate) mod diagnostics;
mod evidence;
pub(crate) mod formatted;
mod page;
pub(crate) mod replay;
mod table;
pub(crate) mod tests;
pub(crate) mod verdict;
mod words;

pub(crate) use page::{Page, Style, width_of};
