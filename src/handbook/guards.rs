//! Guards and budgets in words.

use crate::program::{Action, Budget, BudgetKind, Guard, GuardStep, Limit, PatternId, Scope, ToolId};
use crate::snapshot::Phase;

use super::sentence::{Piece, Sentence, code, doc, listed, said, say, times};
use super::{Author, Point};

/// So many tools are named in a sentence.
const MOST_TOOLS: usize = 8;

impl Author<'_> {
    /// A guard with all that it does.
    pub(super) fn guard(self, guard: &Guard) -> Point {
        let name = guard.id.rsplit('.').next().unwrap_or(&guard.id);
        let mut text = say![code(name), ", on ", judged(guard.phase)];
        if let Some(tools) = &guard.tools {
            text.0.push(say![" of ", self.tools(tools)].into());
        }
        text.0.push(".".into());
        if let Some(found) = &guard.doc {
            text.0.push(" ".into());
            text.0.push(doc(found));
        }
        let mut below = vec![Point::new(say!["It acts if ", self.expr(&guard.when), "."])];
        let steps = guard.steps.iter().enumerate().map(|(at, step)| {
            let begin = if at == 0 { "Then " } else { "Once that is used up, " };
            Point::new(say![begin, self.step(step, guard.phase)].stop())
        });
        below.extend(steps);
        Point { text, below }
    }

    fn step(self, step: &GuardStep, phase: Phase) -> Sentence {
        let hidden: Vec<ToolId> = step.actions.iter().filter_map(hides).flatten().copied().collect();
        let others = step.actions.iter().filter(|action| hides(action).is_none());
        let mut actions: Vec<Piece> = others.map(|action| self.action(action, phase).into()).collect();
        if !hidden.is_empty() {
            actions.push(say!["these tools are withheld from the model: ", self.tools(&hidden)].into());
        }
        let actions = listed(actions, "and");
        let limit = step.limit.or_else(|| step.retries().then_some(Limit::OF_RETRY));
        match limit {
            Some(Limit { times: count, per }) => say!["at most ", times(count), " per ", scope(per), ", ", actions],
            None => say![actions],
        }
    }

    fn action(self, action: &Action, phase: Phase) -> Sentence {
        let message = |message| said(self.quote.message(message));
        match action {
            // What is withheld is said of a step as a whole.
            Action::Hide(_) => say![],
            Action::Append(text) => say![message(text), " is added"],
            Action::Attach { path, .. } => say![code(path), " is sent along"],
            Action::Reply(text) => say!["the turn ends with ", message(text)],
            Action::Hold(text) => say![held(phase), message(text)],
            Action::Retry(text) => say!["the model is asked once more: ", message(text)],
            Action::Replay => say!["the outcome of the same call in this message is given again"],
            Action::Escalate => say!["the host's fallback takes over"],
            Action::Strip(pattern) => say![self.pattern(*pattern), " is taken out"],
            Action::Record => say!["it is only noted"],
        }
    }

    /// A pattern by its name.
    pub(super) fn pattern(self, id: PatternId) -> Piece {
        match self.program.patterns.get(id.index()).and_then(|pattern| pattern.name.as_ref()) {
            Some(name) => say!["what matches ", code(name)].into(),
            None => "what its pattern matches".into(),
        }
    }

    /// Tools by their names; of many the first.
    pub(super) fn tools(self, tools: &[ToolId]) -> Piece {
        if tools.is_empty() {
            return "no tool".into();
        }
        if tools.len() == self.program.tools.len() {
            return "all tools".into();
        }
        let named = tools.iter().filter_map(|id| self.program.tools.get(id.index())).map(|tool| code(&tool.name));
        let more = tools.len().saturating_sub(MOST_TOOLS);
        let rest = (more > 0).then(|| Piece::from(format!("{more} more")));
        listed(named.take(MOST_TOOLS).chain(rest), "and")
    }

    /// What a budget allows.
    pub(super) fn budget(self, budget: &Budget) -> Point {
        let limit = &budget.limit;
        let mut text = match budget.what {
            BudgetKind::Rounds => say!["The model gets at most ", format!("{limit}"), " rounds per message"],
            BudgetKind::Calls => say!["At most ", format!("{limit}"), " calls run per message"],
            BudgetKind::Cost => say!["Calls cost at most ", format!("{limit}"), " per message"],
            BudgetKind::Asks => say!["The person is asked about the same thing at most ", times(limit)],
            BudgetKind::Revisions => say!["The same thing is sent back to the model at most ", times(limit)],
        };
        if let Some(tools) = &budget.tools {
            text.0.push(say![", counting ", self.tools(tools)].into());
        }
        text.0.push(".".into());
        Point::new(text)
    }
}

fn hides(action: &Action) -> Option<&Vec<ToolId>> {
    match action {
        Action::Hide(tools) => Some(tools),
        _ => None,
    }
}

fn judged(phase: Phase) -> &'static str {
    match phase {
        Phase::Request => "what is about to be sent to the model",
        Phase::Call => "each call",
        Phase::Result => "each result, before the model reads it",
        Phase::Answer => "each answer, before a person sees it",
        Phase::Memory => "each entry, before it is remembered",
    }
}

fn held(phase: Phase) -> &'static str {
    match phase {
        Phase::Request => "nothing is sent: ",
        Phase::Call => "the call is held: ",
        Phase::Result => "the model does not get it: ",
        Phase::Answer => "the answer is not shown: ",
        Phase::Memory => "it is not remembered: ",
    }
}

pub(super) fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Message => "message of the person",
        Scope::Session => "session",
    }
}
