//! Rules of one tool that cannot hold together, or of which one follows from the other.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Expr, Otherwise, Owner};
use crate::snapshot::Snapshot;
use crate::span::Span;

use super::condition::{each_place, is_due_for_drafts, makes_a_fact_needed};
use super::constant::only_truth;
use super::desk::Desk;
use super::reason::context::{Context, Shared};
use super::reason::replay::{Example, Replay};
use super::reason::state::State;
use super::tally::Tally;
use super::tell;

/// The most rules about the same thing that are held against each other.
const MAX_ALIKE: usize = 24;

/// A rule, and the situations in which it lets a call go on.
struct Rule<'p> {
    name: &'p str,
    owner: Owner,
    expr: &'p Expr,
    /// What its condition has to come to: for a `confirm` or a `notice`, to be due.
    wanted: bool,
    kind: Kind,
    states: Vec<State<'p>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `require`, `forbid`
    Holds,
    /// A `require` that asks.
    Asks,
    /// `confirm`, `notice`
    Due,
}

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let snapshot = Snapshot::default();
    let mut tally: Tally<(Span, Span)> = Tally::new();
    each_place(desk, &mut |shared| {
        let context = shared.context();
        let mut rules = rules(shared);
        rules.retain(|rule| desk.is_own(rule.expr.span));
        if rules.len() < 2 {
            return;
        }
        for rule in &mut rules {
            rule.states = context.assume(rule.expr, rule.wanted, vec![State::default()]);
        }
        rules.retain(|rule| !rule.states.is_empty() && only_truth(&context, rule.expr).is_none());
        for (one, other) in alike(&rules) {
            let comparison = Comparison { desk, context: &context, snapshot: &snapshot };
            tally.look((one.expr.span, other.expr.span), || Some((comparison.pair(one, other)?, 0)));
        }
    });
    tally.all(findings);
}

fn rules<'p>(shared: &Shared<'p>) -> Vec<Rule<'p>> {
    let mut rules = Vec::new();
    let Some(tool) = shared.tool else { return rules };
    for entry in &tool.entries {
        let mut add = |expr, wanted, kind| {
            let (name, owner) = (&*entry.name, entry.owner);
            rules.push(Rule { name, owner, expr, wanted, kind, states: Vec::new() });
        };
        match &entry.kind {
            EntryKind::Condition(condition) if !condition.speaks_of_tool => {
                let asks = matches!(condition.otherwise, Otherwise::Ask(..));
                add(&condition.expr, !condition.unmet_when, if asks { Kind::Asks } else { Kind::Holds });
            }
            EntryKind::Confirm(confirm) if is_due_for_drafts(shared, confirm) => {}
            EntryKind::Confirm(confirm) => confirm.when.iter().for_each(|when| add(when, true, Kind::Due)),
            EntryKind::Notice(notice) => notice.when.iter().for_each(|when| add(when, true, Kind::Due)),
            _ => {}
        }
    }
    rules
}

/// Pairs of rules that read the same, each pair once, in their order.
fn alike<'r, 'p>(rules: &'r [Rule<'p>]) -> Vec<(&'r Rule<'p>, &'r Rule<'p>)> {
    let mut by_key: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        for key in rule.states.iter().flat_map(|state| state.atoms.keys()) {
            let known = by_key.entry(key.as_str()).or_default();
            if known.last() != Some(&at) && known.len() < MAX_ALIKE {
                pairs.extend(known.iter().map(|other| (*other, at)));
                known.push(at);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().filter_map(|(one, other)| Some((rules.get(one)?, rules.get(other)?))).collect()
}

/// Two rules are held against each other in one tool.
struct Comparison<'d, 'c, 'p> {
    desk: &'d Desk<'p>,
    context: &'d Context<'c, 'p>,
    snapshot: &'d Snapshot,
}

impl<'p> Comparison<'_, '_, 'p> {
    fn pair(&self, one: &Rule<'p>, other: &Rule<'p>) -> Option<Diagnostic> {
        match (one.kind, other.kind) {
            (Kind::Due, Kind::Due) => None,
            // What a provider asks about, the policy's own rules may well rule out.
            (Kind::Due, _) | (_, Kind::Due) if one.owner != other.owner => None,
            (Kind::Due, _) => self.contradiction(one, other),
            (_, Kind::Due) => self.contradiction(other, one),
            _ => self.contradiction(other, one).or_else(|| {
                if one.owner != other.owner {
                    return None;
                }
                self.implied(other, one).or_else(|| self.implied(one, other))
            }),
        }
    }

    /// Both can never be as they are wanted; the finding stands at `one`.
    fn contradiction(&self, one: &Rule<'p>, other: &Rule<'p>) -> Option<Diagnostic> {
        if !self.context.assume(one.expr, one.wanted, other.states.clone()).is_empty() {
            return None;
        }
        let replay = Replay::new(self.context, self.snapshot);
        let mut states: Vec<State<'p>> = other.states.iter().chain(&one.states).take(16).cloned().collect();
        states.push(State::default());
        let mut shown: Option<Example<'p>> = None;
        for example in replay.examples(&[one.expr, other.expr], &states) {
            let of = |rule: &Rule<'p>| replay.holds(rule.expr, &example).map(|truth| truth == rule.wanted);
            match (of(one), of(other)) {
                (Some(true), Some(true)) => return None,
                (Some(false), Some(true)) if is_better(shown.as_ref(), &example) => shown = Some(example),
                _ => {}
            }
        }
        let with = tell::example(self.desk, &shown?);
        let message = match one.kind {
            Kind::Due => format!("`{}` is never due in a call that `{}` lets run", one.name, other.name),
            _ => format!("`{}` and `{}` cannot both be met: no call can run", other.name, one.name),
        };
        let says = |rule: &Rule<'p>, met: bool| match &with {
            Some(with) => format!("{} {with}", (rule.wanted == met)),
            None => "these contradict each other".to_owned(),
        };
        let finding = Diagnostic::new(Code::ContradictingConditions, one.expr.span, message)
            .here(says(one, false))
            .label(other.expr.span, says(other, true));
        Some(tell::declarations(self.context, &[one.expr, other.expr], finding).help(match one.kind {
            Kind::Due => "write a condition that can be true where the other rule is met, or take it out",
            _ => "change one of them so that there are values for which both are met",
        }))
    }

    /// Where `by` is as it is wanted, `one` is so as well.
    fn implied(&self, one: &Rule<'p>, by: &Rule<'p>) -> Option<Diagnostic> {
        let follows = |state: &State<'p>| {
            !self.context.may_be(one.expr, !one.wanted, state) && !self.context.may_be_unknown(one.expr, state)
        };
        let adds = one.kind == Kind::Asks || makes_a_fact_needed(self.context.shared, one.expr);
        if adds || !by.states.iter().all(follows) {
            return None;
        }
        let replay = Replay::new(self.context, self.snapshot);
        let mut states: Vec<State<'p>> = by.states.iter().take(16).cloned().collect();
        states.push(State::default());
        let mut shown: Option<Example<'p>> = None;
        for example in replay.examples(&[one.expr, by.expr], &states) {
            if replay.holds(by.expr, &example) == Some(by.wanted) {
                if replay.holds(one.expr, &example) != Some(one.wanted) {
                    return None;
                }
                if is_better(shown.as_ref(), &example) {
                    shown = Some(example);
                }
            }
        }
        let with = tell::example(self.desk, &shown?);
        let message = format!("`{}` keeps no call back that `{}` does not keep back", one.name, by.name);
        let says = |rule: &Rule<'p>| with.as_ref().map_or_else(String::new, |with| format!("{} {with}", rule.wanted));
        let finding = Diagnostic::new(Code::ImpliedCondition, one.expr.span, message)
            .here(says(one))
            .label(by.expr.span, says(by));
        let help = "take it out, or write what it is meant to keep back";
        Some(tell::declarations(self.context, &[one.expr], finding).help(help))
    }
}

fn is_better(shown: Option<&Example<'_>>, example: &Example<'_>) -> bool {
    shown.is_none_or(|shown| !tell::is_plain(shown) && tell::is_plain(example))
}
