//! What is written: for people, and for programs.

pub(crate) mod diff;
pub(crate) mod github;
pub(crate) mod html;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod sarif;
pub(crate) mod sheet;
