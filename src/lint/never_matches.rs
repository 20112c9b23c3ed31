//! A text that what it is compared with never is: a tool that nobody declares, or one under the wrong one of its names.

use std::collections::HashSet;

use crate::check::words::{TIERS, tier_word};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::nearest::nearest;
use crate::program::{CompareOp, Expr, ExprKind, Program, ResultClauseKind, Root, Step, Tool, ToolId};
use crate::span::Span;
use crate::value::Value;

use super::desk::Desk;
use super::expressions::{Bound, of_entry, walk};

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let program = desk.program;
    let known = Known::of(desk);
    let mut seen: HashSet<Span> = HashSet::new();
    for guard in &program.guards {
        known.look(&guard.when, guard.tools.as_deref(), findings);
    }
    for tool in &program.tools {
        let results = tool.result.clauses.iter().map(|clause| match &clause.kind {
            ResultClauseKind::Failure { when, .. } => when,
            ResultClauseKind::Parts { ok_when, .. } => ok_when,
        });
        for expr in tool.entries.iter().flat_map(of_entry).chain(results) {
            // A rule is unfolded for each tool that it is for, and says the same of all.
            if desk.is_own(expr.span) && seen.insert(expr.span) {
                known.look(expr, None, findings);
            }
        }
    }
}

/// What a text is compared with.
#[derive(Clone, Copy, PartialEq)]
enum Subject {
    /// `call.tool`, and `tool` of a call that was made.
    FullName,
    /// `tool.name`
    BareName,
    /// `tool.provider`
    Provider,
    /// `tool.tier`
    Tier,
    /// An element of a list of tools.
    Listed,
    /// An element of `turn.fired`.
    Fired,
}

/// The names that there are.
struct Known<'a> {
    program: &'a Program,
    providers: Vec<&'a str>,
    /// `fixed.narrated#1`
    steps: Vec<String>,
}

impl<'a> Known<'a> {
    fn of(desk: &Desk<'a>) -> Known<'a> {
        let program = desk.program;
        let steps = program
            .guards
            .iter()
            .flat_map(|guard| (1..=guard.steps.len()).map(|at| format!("{}#{at}", guard.id)).collect::<Vec<_>>());
        Known { program, providers: desk.model.providers.keys().copied().collect(), steps: steps.collect() }
    }

    /// Looks for texts in a condition that is judged for these tools.
    fn look(&self, expr: &Expr, tools: Option<&[ToolId]>, findings: &mut Findings) {
        walk(expr, &mut Vec::new(), &mut |expr, bound| match &expr.kind {
            ExprKind::Compare(CompareOp::Equal | CompareOp::NotEqual, left, right) => {
                for (subject, literal) in [(left, right), (right, left)] {
                    if let (Some(subject), ExprKind::Literal(Value::Text(text))) =
                        (subject_of(subject, bound), &literal.kind)
                    {
                        findings.extend(self.finding(subject, text, literal.span, tools));
                    }
                }
            }
            ExprKind::InLiterals { item, values, .. } => {
                if let Some(subject) = subject_of(item, bound) {
                    for text in values.iter().filter_map(Value::as_text) {
                        findings.extend(self.finding(subject, text, expr.span, tools));
                    }
                }
            }
            ExprKind::Compare(CompareOp::Contains, list, item) | ExprKind::In { item, set: list, .. } => {
                if let (Some(subject), ExprKind::Literal(Value::Text(text))) = (listed(list), &item.kind) {
                    findings.extend(self.finding(subject, text, item.span, tools));
                }
            }
            _ => {}
        });
    }

    fn finding(&self, subject: Subject, text: &str, span: Span, tools: Option<&[ToolId]>) -> Option<Diagnostic> {
        let help = match subject {
            Subject::FullName => self.full_name(text, tools)?,
            Subject::BareName => self.bare_name(text, tools)?,
            Subject::Provider => {
                if self.chosen(tools).any(|tool| *tool.provider == *text) {
                    return None;
                }
                let near = nearest(text, self.providers.iter().copied());
                near.map_or_else(|| "write the name of a provider".to_owned(), did_you_mean)
            }
            Subject::Tier => {
                // What no tool is today, one may be tomorrow; for these tools it is settled.
                if !TIERS.contains(&text) || tools.is_none() {
                    return None;
                }
                if self.chosen(tools).any(|tool| tier_word(tool.tier) == text) {
                    return None;
                }
                "the guard is for tools of another tier: take the comparison out, or select others".to_owned()
            }
            Subject::Listed => did_you_mean(self.by_bare_name(text)?),
            Subject::Fired => {
                if self.steps.iter().any(|step| step == text) {
                    return None;
                }
                let near = nearest(text, self.steps.iter().map(String::as_str));
                near.map_or_else(|| "a guard's step is `ID#STEP`, as `fixed.narrated#1`".to_owned(), did_you_mean)
            }
        };
        let what = match subject {
            Subject::FullName if self.program.tools_by_name.contains_key(text) => "no tool of this guard is",
            Subject::FullName | Subject::Listed => "a tool goes by its full name here, and none is",
            Subject::BareName => "a tool goes by its bare name here, and none of these is",
            Subject::Provider => "no provider of these tools is",
            Subject::Tier => "no tool of this guard is",
            Subject::Fired => "no step of a guard is",
        };
        Some(Diagnostic::new(Code::NeverMatches, span, format!("{what} `{text}`")).here("never so").help(help))
    }

    /// The tools that a guard is for; without a guard, or without `for`, all.
    fn chosen<'s>(&'s self, tools: Option<&'s [ToolId]>) -> impl Iterator<Item = &'s Tool> {
        let all = (0..).map(ToolId).zip(&self.program.tools);
        all.filter(move |(id, _)| tools.is_none_or(|tools| tools.contains(id))).map(|(_, tool)| tool)
    }

    fn by_bare_name(&self, text: &str) -> Option<&str> {
        if self.program.tools_by_name.contains_key(text) {
            return None;
        }
        let id = self.program.tools_by_bare_name.get(text)?.first()?;
        self.program.tools.get(id.index()).map(|tool| &*tool.name)
    }

    /// What to write instead of a full name that is none. The log of a host may hold tools that the policy does not
    /// declare, so a stranger that is near to nothing may be one.
    fn full_name(&self, text: &str, tools: Option<&[ToolId]>) -> Option<String> {
        if self.program.tools_by_name.contains_key(text) {
            let is_chosen = self.chosen(tools).any(|tool| *tool.name == *text);
            return (!is_chosen).then(|| "the guard is for other tools: select it too, or take it out".to_owned());
        }
        if let Some(full) = self.by_bare_name(text) {
            return Some(did_you_mean(full));
        }
        if let Some(near) = nearest(text, self.program.tools_by_name.keys().map(|name| &**name)) {
            return Some(did_you_mean(near));
        }
        let (provider, _) = text.split_once('.')?;
        let has_tools = self.program.tools.iter().any(|tool| *tool.provider == *provider);
        has_tools.then(|| format!("`{provider}` declares no such tool: declare it, or take the comparison out"))
    }

    fn bare_name(&self, text: &str, tools: Option<&[ToolId]>) -> Option<String> {
        if self.chosen(tools).any(|tool| *tool.bare_name == *text) || self.program.tools.is_empty() {
            return None;
        }
        if let Some(tool) = self.chosen(tools).find(|tool| *tool.name == *text) {
            return Some(format!("write `tool.name == \"{}\"` or `call.tool == \"{text}\"`", tool.bare_name));
        }
        let near = nearest(text, self.chosen(tools).map(|tool| &*tool.bare_name));
        Some(
            near.map_or_else(|| "name a tool that is judged here, or take the comparison out".to_owned(), did_you_mean),
        )
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

fn subject_of(expr: &Expr, bound: &[Bound]) -> Option<Subject> {
    let ExprKind::Path(head, steps) = &expr.kind else { return None };
    let fields: Vec<&str> = steps
        .iter()
        .map(|step| match step {
            Step::Field(name) => Some(&**name),
            _ => None,
        })
        .collect::<Option<_>>()?;
    match (&head.kind, fields.as_slice()) {
        (ExprKind::Root(Root::Call), ["tool"]) | (ExprKind::Root(Root::Turn | Root::Session), ["last", "tool"]) => {
            Some(Subject::FullName)
        }
        (ExprKind::Local(at), ["tool"]) => {
            let kind = bound.len().checked_sub(at + 1).and_then(|at| bound.get(at));
            (kind == Some(&Bound::Call)).then_some(Subject::FullName)
        }
        (ExprKind::Root(Root::Tool), ["name"]) => Some(Subject::BareName),
        (ExprKind::Root(Root::Tool), ["provider"]) => Some(Subject::Provider),
        (ExprKind::Root(Root::Tool), ["tier"]) => Some(Subject::Tier),
        _ => None,
    }
}

/// What the elements of a list are.
fn listed(list: &Expr) -> Option<Subject> {
    let ExprKind::Path(head, steps) = &list.kind else { return None };
    let [Step::Field(name)] = &**steps else { return None };
    match (&head.kind, &**name) {
        (ExprKind::Root(Root::Turn | Root::Session), "tools" | "hidden")
        | (ExprKind::Root(Root::Request | Root::Policy), "tools") => Some(Subject::Listed),
        (ExprKind::Root(Root::Turn | Root::Session), "fired") => Some(Subject::Fired),
        _ => None,
    }
}
