//! The strongest action of a step decides; what a weaker one beside it would do comes to nothing.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::snapshot::Phase;
use crate::syntax::ast::{Action, Guard, ItemKind};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for item in desk.items() {
        if let ItemKind::Guard(guard) = &item.kind {
            findings.extend(of_guard(guard));
        }
    }
}

/// What does nothing beside an action, the strongest action of the phase first. A `replay` for which there is nothing
/// holds, so it counts beside all but a `hold`.
fn idle_beside(phase: Phase) -> &'static [(&'static str, &'static [&'static str])] {
    match phase {
        Phase::Request => &[("hold", &["hide", "append", "attach", "reply"]), ("reply", &["hide", "append", "attach"])],
        Phase::Call => &[("hold", &["retry", "reply", "replay"]), ("retry", &["reply"])],
        Phase::Result => &[("hold", &["strip", "append"])],
        Phase::Answer => &[
            ("hold", &["retry", "hide", "attach", "reply", "escalate", "strip", "append"]),
            ("retry", &["reply", "escalate", "strip", "append"]),
            ("reply", &["escalate"]),
            ("escalate", &["strip", "append"]),
        ],
        Phase::Memory => &[("hold", &["retry", "strip"]), ("retry", &["strip"])],
    }
}

fn of_guard(guard: &Guard) -> Vec<Diagnostic> {
    let Some(phase) = Phase::from_name(&guard.phase.text) else { return Vec::new() };
    let steps = guard.steps.iter().filter_map(|step| {
        let named = |word: &str| step.actions.iter().find(|action| action.word.text == word);
        let (strongest, idle) = idle_beside(phase).iter().find_map(|(word, idle)| Some((named(word)?, *idle)))?;
        let idle = step.actions.iter().filter(|action| idle.contains(&action.word.text.as_str()));
        Some(idle.map(|action| finding(action, strongest)).collect::<Vec<_>>())
    });
    steps.flatten().collect()
}

fn finding(idle: &Action, strongest: &Action) -> Diagnostic {
    let (idle_word, word) = (&idle.word.text, &strongest.word.text);
    let then = match word.as_str() {
        "hold" => "nothing goes through",
        "retry" => "the model is asked again",
        "reply" => "the turn ends with its text",
        _ => "the text is handed over",
    };
    Diagnostic::new(Code::IdleAction, idle.word.span, format!("`{idle_word}` does nothing beside `{word}`"))
        .label(strongest.word.span, then)
        .help(format!("take `{idle_word}` out, or give it a step of its own: `then {idle_word} ...`"))
}
