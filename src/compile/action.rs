//! What a guard does: its steps and their actions.

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Action, GuardStep, Limit, Owner, Scope, Tier};
use crate::resolve::{dotted, select};
use crate::snapshot::Phase;
use crate::syntax::ast::{self, ActionArgument, SelectorKind};

use super::expr::Lowerer;
use super::render;

/// What a guard can do, and what follows each word.
const ACTIONS: &[(&str, &str)] = &[
    ("hide", "a selector"),
    ("append", "a message"),
    ("attach", "a path"),
    ("reply", "a message"),
    ("hold", "a message"),
    ("retry", "a message"),
    ("replay", "nothing"),
    ("escalate", "nothing"),
    ("strip", "a pattern"),
    ("record", "nothing"),
];

/// What a phase may do besides `record`.
fn actions(phase: Phase, owner: Owner) -> Vec<&'static str> {
    let all: &[&str] = match phase {
        Phase::Request => &["hide", "append", "attach", "reply", "hold"],
        Phase::Call => &["retry", "reply", "replay", "hold"],
        Phase::Result => &["strip", "append", "hold"],
        Phase::Answer => &["retry", "hide", "attach", "reply", "escalate", "strip", "append", "hold"],
        Phase::Memory => &["retry", "strip", "hold"],
    };
    let provider = ["hold", "retry", "replay", "append"];
    let allowed = all.iter().copied().filter(|word| owner != Owner::Provider || provider.contains(word));
    allowed.chain(["record"]).collect()
}

impl Lowerer<'_, '_, '_> {
    /// One `then` of a guard.
    pub(super) fn step_of_guard(&mut self, step: &ast::GuardStep, phase: Phase, owner: Owner) -> GuardStep {
        let retries = step.actions.iter().any(|action| action.word.text == "retry");
        let actions = step.actions.iter().filter_map(|action| self.action(action, phase, owner, retries)).collect();
        let limit = step.at_most.as_ref().and_then(|(times, per)| self.limit(times, per));
        GuardStep { actions, limit }
    }

    fn limit(&mut self, times: &ast::Literal, per: &ast::Name) -> Option<Limit> {
        let whole = times.value.as_number().and_then(|number| number.as_usize()).filter(|number| *number > 0);
        if whole.is_none() {
            self.report(
                Diagnostic::new(Code::TypeMismatch, times.span, "`at most` counts in whole numbers from 1")
                    .help("write how often it may act: `at most 2 per message`"),
            );
        }
        let scope = Scope::from_name(&per.text);
        if scope.is_none() {
            self.report(words::unknown(per, "span of time", words::SCOPES));
        }
        Some(Limit { times: whole?, per: scope? })
    }

    fn action(&mut self, action: &ast::Action, phase: Phase, owner: Owner, retries: bool) -> Option<Action> {
        let word = action.word.text.as_str();
        let Some((_, follows)) = ACTIONS.iter().find(|(known, _)| *known == word) else {
            let known: Vec<&str> = ACTIONS.iter().map(|(known, _)| *known).collect();
            self.report(words::unknown(&action.word, "action", &known));
            return None;
        };
        let allowed = actions(phase, owner);
        let place = match owner {
            Owner::Provider => format!("a provider's guard on `{}`", phase.as_str()),
            _ => format!("a guard on `{}`", phase.as_str()),
        };
        if !allowed.contains(&word) {
            self.report(
                Diagnostic::new(Code::WrongPhase, action.word.span, format!("{place} cannot `{word}`"))
                    .help(format!("it can {}", words::list(&allowed))),
            );
        } else if phase == Phase::Answer && matches!(word, "hide" | "attach") && !retries {
            self.report(
                Diagnostic::new(
                    Code::WrongPhase,
                    action.word.span,
                    format!("{place} can `{word}` only beside a `retry`"),
                )
                .help("it holds for the round that `retry` starts: add the `retry`"),
            );
        }
        let found = match &action.argument {
            ActionArgument::None => "nothing",
            ActionArgument::Message(_) => "a message",
            ActionArgument::Selector(_) => "a selector",
            ActionArgument::Path(_) => "a path",
            ActionArgument::Pattern(_) => "a pattern",
        };
        if found != *follows {
            let message = format!("`{word}` is followed by {follows}, and this is {found}");
            self.report(Diagnostic::new(Code::WrongArguments, action.word.span, message));
            return None;
        }
        Some(match &action.argument {
            ActionArgument::None => match word {
                "replay" => Action::Replay,
                "escalate" => Action::Escalate,
                _ => Action::Record,
            },
            ActionArgument::Message(message) => {
                let message = self.message(message, true);
                match word {
                    "append" => Action::Append(message),
                    "reply" => Action::Reply(message),
                    "retry" => Action::Retry(message),
                    _ => Action::Hold(message),
                }
            }
            ActionArgument::Selector(selector) => match select(self.session.model, self.stand.section, selector) {
                Ok(found) => Action::Hide(found.tools.into_iter().map(|(tool, _)| tool).collect()),
                // Whatever there is of a tier is withheld; there may be none.
                Err(_) if is_tier(selector) => Action::Hide(Vec::new()),
                Err(finding) => {
                    self.report(*finding);
                    return None;
                }
            },
            ActionArgument::Path(path) => {
                Action::Attach { path: render::path(path).into(), value: self.path(path).expr }
            }
            ActionArgument::Pattern(pattern) => Action::Strip(self.pattern(pattern)),
        })
    }
}

fn is_tier(selector: &ast::Selector) -> bool {
    matches!(&selector.kind, SelectorKind::Name(name) if Tier::from_name(&dotted(name)).is_some())
}
