//! What case would show a side that none shows yet.

use crate::program::BudgetKind;
use crate::snapshot::Phase;
use crate::verdict::SourceKind;

use super::{Item, Side};

/// What an item is, more closely than its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `require ... else hold`
    Require,
    /// `require ... else ask`
    Ask,
    /// `forbid`
    Forbid,
    /// The `when` of a `confirm`.
    Confirm,
    /// The `when` of a `notice`.
    Notice,
    /// A part of a condition.
    Operand,
    /// A slot or a fact.
    Slot,
    /// An approval.
    Approval,
    /// That a notice was shown.
    Shown,
    /// A guard on this phase.
    Guard(Phase),
    /// A clause of a result.
    Result,
    /// `where` of a slot or a type.
    Where,
    /// `where` of rows.
    Rows,
    /// `optional when`
    Optional,
    /// A budget of this kind.
    Budget(BudgetKind),
    /// `once per`
    Once,
    /// `after timeout verify by`
    Verify,
}

impl Form {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Form::Require | Form::Ask => "require",
            Form::Forbid => "forbid",
            Form::Confirm | Form::Approval => "confirm",
            Form::Notice | Form::Shown => "notice",
            Form::Operand => "operand",
            Form::Slot => "slot",
            Form::Guard(_) => "guard",
            Form::Result => "result",
            Form::Where | Form::Rows => "where",
            Form::Optional => "optional when",
            Form::Budget(_) => "budget",
            Form::Once => "once per",
            Form::Verify => "after timeout",
        }
    }
}

impl Item {
    /// The last name of its id.
    pub fn name(&self) -> &str {
        self.id.rsplit('.').next().unwrap_or(&self.id)
    }

    /// What case would show a side: of which tool, and with what.
    pub fn hint(&self, side: &Side) -> String {
        let case = self.case(side);
        match (&self.tool, case.strip_prefix("a case ")) {
            (Some(tool), Some(rest)) => format!("a case of `{tool}` {rest}"),
            _ => case,
        }
    }

    fn case(&self, side: &Side) -> String {
        let name = self.name();
        match (self.form, side) {
            (_, Side::Known(source, lookup)) => known(name, *source, lookup.as_deref()),
            (Form::Require, Side::True) | (Form::Forbid, Side::False) => format!("a case in which `{name}` is met"),
            (Form::Require, Side::False) | (Form::Forbid, Side::True) => {
                format!("a case that breaks it: `unmet: [{name}]`")
            }
            (Form::Ask, Side::True) => format!("a case in which `{name}` is met"),
            (Form::Ask, Side::False) => "a case that breaks it: its slot is sent back with the question".to_owned(),
            (Form::Confirm | Form::Notice, Side::True) => format!("a case in which it is due: `questions: [{name}]`"),
            (Form::Confirm | Form::Notice, Side::False) => {
                format!("a case in which it is not due: `slots: {{ {name}: {{ state: not_due }} }}`")
            }
            (Form::Operand, Side::True | Side::False) => {
                format!("a case in which this part is {side} and no part before it decides")
            }
            (Form::Slot, Side::Unknown) => format!("a case in which no source bears `{name}` out"),
            (Form::Approval, Side::Given) => format!("a case with an approval of `{name}` in `approvals`"),
            (Form::Approval, _) => format!("a case in which `{name}` is due and not approved"),
            (Form::Shown, Side::Given) => format!("a case with the text of `{name}` in `shown`"),
            (Form::Shown, _) => format!("a case in which `{name}` is due and was not shown"),
            (Form::Where, Side::True) => format!("a case with a value of `{name}` that it accepts"),
            (Form::Where, _) => format!("a case with a value of `{name}` that it does not accept"),
            (Form::Rows, Side::True) => "a case with a row that it keeps".to_owned(),
            (Form::Rows, _) => "a case with a row that it drops".to_owned(),
            (Form::Optional, Side::True) => format!("a case without `{name}` in which it may be empty"),
            (Form::Optional, _) => format!("a case without `{name}` in which it may not be empty"),
            (Form::Budget(kind), side) => budget(kind, *side == Side::Applied),
            (Form::Once, Side::Applied) => {
                "a case in which `turn.calls` or `session.calls` has run the same call".to_owned()
            }
            (Form::Once, _) => "a case in which no call has run that is the same".to_owned(),
            (Form::Verify, Side::Applied) => {
                "a case in which the same call timed out and nothing tells whether it ran".to_owned()
            }
            (Form::Verify, _) => {
                "a case in which the same call timed out and the verifying tool was called since".to_owned()
            }
            (_, Side::Unknown) => self.left_open(),
            (Form::Guard(phase), Side::NotTaken) => {
                format!("a case with `phase: {}` in which its condition is false", phase.as_str())
            }
            (Form::Guard(phase), Side::Step(step)) if *step > 1 => format!(
                "a case with `phase: {}` and `{}#{}` in `turn.fired` as often as that step may act",
                phase.as_str(),
                self.id,
                step - 1
            ),
            (Form::Guard(phase), _) => {
                format!("a case with `phase: {}` in which its condition is true", phase.as_str())
            }
            (Form::Result, Side::NotTaken) => "a case with `phase: result` that it does not match".to_owned(),
            (Form::Result, _) => "a case with `phase: result` that it is the first to match".to_owned(),
            (_, side) => format!("a case in which it is {side}"),
        }
    }

    fn left_open(&self) -> String {
        let names: Vec<String> = self.reads.iter().map(|name| format!("`{name}`")).collect();
        match names.as_slice() {
            [] => "a case in which a part of what it reads is not there".to_owned(),
            [only] => format!("a case in which {only} is unknown"),
            several => format!("a case in which one of {} is unknown", several.join(", ")),
        }
    }
}

fn budget(kind: BudgetKind, is_reached: bool) -> String {
    let (held, has_left) = match kind {
        BudgetKind::Rounds => {
            ("`phase: request` in which `turn.rounds` is all of it", "`phase: request` and fewer `turn.rounds`")
        }
        BudgetKind::Calls => ("as many calls in `turn.calls`", "fewer calls in `turn.calls`"),
        BudgetKind::Cost => ("a cost of `turn` that uses it up", "a lower cost of `turn`"),
        BudgetKind::Asks => ("a question asked as often, in `asked`", "a question asked less often"),
        BudgetKind::Revisions => ("a slot sent back as often, in `revised`", "a slot sent back less often"),
    };
    format!("a case with {}", if is_reached { held } else { has_left })
}

fn known(name: &str, source: SourceKind, lookup: Option<&str>) -> String {
    match source {
        SourceKind::UserAnswer => format!("a case with `answers: {{ {name}: ... }}`"),
        SourceKind::Instruction => format!("a case in which the person's words bear `{name}` out"),
        SourceKind::Preset => format!("a case in which `preset` holds `{name}`"),
        SourceKind::Measured => match lookup {
            Some(lookup) => format!("a case in which an observation of `{lookup}` bears `{name}` out"),
            None => format!("a case in which an observation bears `{name}` out"),
        },
        SourceKind::PriorState => format!("a case in which a record in `prior` bears `{name}` out"),
        SourceKind::Computed => format!("a case in which all that `{name}` is computed from is known"),
        SourceKind::ModelDraft | SourceKind::Proposal => format!("a case in which the call has `{name}`"),
    }
}
