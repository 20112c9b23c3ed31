//! What is wrong, where, and what to do about it: findings as data.

mod code;
mod findings;
mod fix;
mod report;
mod sanitise;
mod source;

use crate::span::Span;

pub use code::{Code, Severity};
pub(crate) use findings::Findings;
pub use fix::mended;
pub use report::{Report, reports};
pub(crate) use sanitise::is_unsafe;
pub use sanitise::{sanitise, sanitise_json};

/// One mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    code: Code,
    message: String,
    help: Option<String>,
    labels: Vec<Label>,
    fix: Vec<Edit>,
}

/// A part of a repair: what stands at a place gives way to a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What gives way; empty where the text is only put in.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// One place that a mistake involves. The first label of a diagnostic is where to look.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A mistake of the kind `code` at `span`, which the text says what is wrong with.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            help: None,
            labels: vec![Label { span, text: String::new() }],
            fix: Vec::new(),
        }
    }

    /// Says what is to be seen at the first place.
    pub fn here(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Adds a further place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Says what to do, where something can be said.
    pub fn maybe_help(mut self, help: Option<String>) -> Diagnostic {
        self.help = help.or(self.help);
        self
    }

    /// Adds a part of its repair. A finding has one only where the repair is certain.
    pub fn edit(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix.push(Edit { span, text: text.into() });
        self
    }

    /// Takes its repair back.
    pub(crate) fn leave_to_a_person(&mut self) {
        self.fix.clear();
    }

    /// Its row in the table of codes.
    pub fn code(&self) -> Code {
        self.code
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The places involved, the one to look at first in front.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// What mends it; empty where that is for a person to say.
    pub fn fix(&self) -> &[Edit] {
        &self.fix
    }

    /// Where to look first.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
