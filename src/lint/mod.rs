//! What is probably not meant in a policy that loads: rules that never act, names that nothing uses, questions that nobody
//! can answer.
//!
//! A lint is one file here with one function, and a line in `LINTS`. It sees the policy as a `Desk`: the trees, the
//! names that they declare, and the program that is run.

mod allow;
mod desk;
mod source_order;

// What is never used, never settled, never shown, and names that mislead.
mod example_in_description;
mod look_alike_names;
mod meaning;
mod mention;
mod misleading_alias;
mod name_as_id;
mod never_settled;
mod self_attested;
mod tool_in_question;
mod two_names;
mod unanswerable_question;
mod unshown;
mod unused_definition;

// What can never happen: guards, steps, clauses and budgets without effect, words that nobody says.
mod alternatives;
mod blank_insertion;
mod expressions;
mod hidden_clause;
mod idle_action;
mod idle_budget;
mod idle_clause;
mod idle_guard;
mod never_matches;
mod phrases;
mod retry_asks_again;
mod retry_last;
mod shared_phrase;
mod table_gap;
mod unreachable_step;
mod unsayable_value;
mod zero_budget;

// What a condition can come to.
mod all_over_empty;
mod condition;
mod constant;
mod missing_unit;
mod pairs;
mod reason;
mod redundant;
mod tally;
mod tell;
mod vacuous_pattern;

use crate::diagnostic::{Diagnostic, Findings};
use crate::policy::Policy;

use allow::Allowances;
use desk::Desk;

/// Every lint, in the order of the table of codes but for the last, which builds on one in front of it.
const LINTS: &[fn(&Desk, &mut Findings)] = &[
    source_order::lint,
    // What is never used, never settled, never shown, and names that mislead.
    unused_definition::lint,
    never_settled::lint,
    unanswerable_question::lint,
    tool_in_question::lint,
    name_as_id::lint,
    unshown::lint,
    misleading_alias::lint,
    two_names::lint,
    look_alike_names::lint,
    example_in_description::lint,
    // What can never happen.
    unsayable_value::lint,
    shared_phrase::lint,
    never_matches::lint,
    idle_guard::lint,
    unreachable_step::lint,
    idle_action::lint,
    retry_last::lint,
    hidden_clause::lint,
    blank_insertion::lint,
    table_gap::lint,
    idle_clause::lint,
    retry_asks_again::lint,
    idle_budget::lint,
    zero_budget::lint,
    // What a condition can come to.
    constant::lint,
    redundant::lint,
    pairs::lint,
    all_over_empty::lint,
    vacuous_pattern::lint,
    missing_unit::lint,
    // Of a condition that can only be true it says nothing.
    self_attested::lint,
];

/// Everything worth saying about a policy that loads, in the order of the files and places: what loading it found, and
/// what the lints find. What a `# chk-allow: CODE reason` holds for is left out; one that nothing matches is a finding.
///
/// ```
/// let policy = chk::Policy::from_text("lamp.chk", r#"
/// language 1
/// provider lamp {
///   tool dim {
///     reversible
///     slot level: integer from instruction, user_answer
///   }
/// }
/// "#)?;
/// let findings = chk::lint::lint(&policy);
/// assert_eq!(findings[0].code().as_str(), "source-order");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lint(policy: &Policy) -> Vec<Diagnostic> {
    let parsed = desk::parsed(policy);
    let desk = Desk::new(policy, &parsed);
    let mut findings = Findings::default();
    findings.extend(policy.warnings().iter().cloned());
    LINTS.iter().for_each(|lint| lint(&desk, &mut findings));
    let mut found = findings.into_sorted(|span| span.file.0 as usize);
    found.retain(|finding| finding.span().is_none_or(|span| desk.is_own(span)));
    // What a comment says of is for whoever wrote it: no repair takes it out.
    for finding in &mut found {
        if finding.fix().iter().any(|edit| desk.is_commented(edit.span)) {
            finding.leave_to_a_person();
        }
    }
    Allowances::of(&desk).judge(found)
}
