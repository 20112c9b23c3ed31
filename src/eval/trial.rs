//! Evaluating one expression on values that are given, outside of any judgement: what a lint says of a condition is tried
//! here before it is said.

use crate::program::{CompareOp, EntryId, Expr, PatternId, Program, Tool};
use crate::snapshot::Snapshot;
use crate::value::Value;
use crate::verdict::{Reason, SourceKind};

use super::expr::View;
use super::operate;
use super::outcome::truth;
use super::pattern;
use super::scene::Scene;
use super::standing::{Standing, Standings};

/// What an entry holds in a trial.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    /// This; null of an empty slot.
    Value(Value),
    /// Its path leads nowhere.
    Nowhere,
    /// It is not known.
    Unknown,
}

/// A place where expressions are tried.
pub(crate) struct Trial<'a> {
    scene: Scene<'a>,
    entries: usize,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(program: &'a Program, snapshot: &'a Snapshot, tool: Option<&'a Tool>) -> Trial<'a> {
        Trial { scene: Scene::new(program, snapshot, tool, None), entries: tool.map_or(0, |tool| tool.entries.len()) }
    }

    /// Whether the expression holds where the slots are as given; none where that is not known.
    pub(crate) fn holds(&self, expr: &Expr, slots: &[(EntryId, Given)]) -> Option<bool> {
        let mut standings = Standings::new(self.entries, &[]);
        for (id, given) in slots {
            let standing = match given {
                Given::Value(Value::Null) => Standing::empty(),
                Given::Value(value) => Standing::known(value.clone(), SourceKind::UserAnswer, None),
                Given::Nowhere | Given::Unknown => Standing::unknown(Reason::NoResult),
            };
            standings.set(*id, standing);
        }
        truth(View::new(&self.scene, &standings).evaluate(expr)).ok()
    }
}

/// Whether a pattern matches a text.
pub(crate) fn matches(program: &Program, id: PatternId, text: &str) -> bool {
    pattern::matches(program, id, text)
}

/// What a comparison of two values comes to; none where they cannot be compared.
pub(crate) fn compare(op: CompareOp, left: &Value, right: &Value) -> Option<bool> {
    operate::compare(op, left, right, None).ok()?.as_bool()
}
