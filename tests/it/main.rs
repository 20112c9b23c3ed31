//! Every integration test, in one binary.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may fail")]

mod agent_loop;
mod check;
mod cli;
mod codes;
mod coverage;
mod desk;
mod docs;
mod executor;
mod explain;
mod fmt;
mod graph;
mod handbook;
mod hostile;
mod lint;
mod load;
mod mend;
mod output;
mod properties;
mod record;
mod replay;
mod said;
mod snapshot;
mod support;
mod syntax;
mod testing;
mod unused;
mod why;
