//! Test results as people read them.
