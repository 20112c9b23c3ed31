//! Questions that name a tool: a person knows what is done, not what it is called inside.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Message, MessagePart, Otherwise, Program};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for entry in desk.program.tools.iter().flat_map(|tool| &tool.entries) {
        let message = match &entry.kind {
            EntryKind::Slot(slot) => slot.ask.as_deref(),
            EntryKind::Confirm(confirm) => Some(&confirm.ask),
            EntryKind::Notice(notice) => Some(&notice.show),
            EntryKind::Condition(condition) => match &condition.otherwise {
                Otherwise::Ask(_, message) => Some(message),
                Otherwise::Hold(_) => None,
            },
            EntryKind::Let(_) => None,
        };
        findings.extend(message.and_then(|message| finding(message, desk.program)));
    }
}

fn finding(message: &Message, program: &Program) -> Option<Diagnostic> {
    let span = message.declared?;
    let literals = message.parts.iter().filter_map(|part| match part {
        MessagePart::Literal(text) => Some(&**text),
        _ => None,
    });
    let mut words = literals.flat_map(|text| text.split(|c: char| !(c.is_alphanumeric() || "_-.".contains(c))));
    let name = words.find_map(|word| Some(word.trim_matches('.')).filter(|word| is_tool(word, program)))?;
    Some(
        Diagnostic::new(Code::ToolInQuestion, span, format!("this tells a person about the tool `{name}`"))
            .help("say what is done in the person's words: a tool's name tells them nothing, and leads the answer"),
    )
}

/// Whether a word is a tool's name and no word of the language that people speak.
fn is_tool(word: &str, program: &Program) -> bool {
    let hump = word.chars().zip(word.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    program.tools_by_name.contains_key(word)
        || (word.contains('_') || hump) && program.tools_by_bare_name.contains_key(word)
}
