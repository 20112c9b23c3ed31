//! Repeated runs of one case: since one run proves nothing.

use std::collections::HashMap;
use std::sync::Arc;

/// Cases by what became of their runs. A run goes through where every verdict in it is `execute` or `pass`.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    cases: HashMap<Arc<str>, Case>,
    /// Conversations that name no case.
    pub nameless: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Case {
    runs: usize,
    through: usize,
}

/// How many cases there are of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCounts {
    /// Cases.
    pub cases: usize,
    /// Runs of them.
    pub runs: usize,
    /// Cases of which there is a single run, which tells little.
    pub single: usize,
    /// Cases of which every run goes through.
    pub all: usize,
    /// Cases of which some runs go through.
    pub some: usize,
    /// Cases of which none does.
    pub none: usize,
}

impl Runs {
    pub(super) fn add(&mut self, case: Option<&Arc<str>>, goes_through: bool) {
        let Some(case) = case else {
            self.nameless += 1;
            return;
        };
        let case = self.cases.entry(case.clone()).or_default();
        case.runs += 1;
        case.through += usize::from(goes_through);
    }

    /// What became of the cases.
    pub fn counts(&self) -> RunCounts {
        let mut counts = RunCounts::default();
        for case in self.cases.values() {
            counts.cases += 1;
            counts.runs += case.runs;
            counts.single += usize::from(case.runs == 1);
            counts.all += usize::from(case.through == case.runs);
            counts.none += usize::from(case.through == 0);
            counts.some += usize::from(case.through > 0 && case.through < case.runs);
        }
        counts
    }
}
