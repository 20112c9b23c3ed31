//! A text in its one canonical form.
//!
//! The words stay as they are written, and so do the comments and where they stand; the order of clauses that have none,
//! line ends, indentation and empty lines are set. Before a formatted text is given away it is read again, and what it says is
//! compared with what the text said: where that is not the same, there is no formatted text.

mod around;
mod block;
mod doc;
mod expr;
mod item;
mod layout;
mod list;
mod same;
#[cfg(test)]
mod tests;

use self::around::Around;
use self::layout::Layout;
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::FileSet;
use crate::syntax::{Piece, parse};

/// Why a text was not formatted.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// It has mistakes; what they mean is not guessed.
    #[error("the text has mistakes")]
    Mistakes {
        /// The text, under its name.
        files: FileSet,
        /// What is wrong with it.
        diagnostics: Vec<Diagnostic>,
    },
    /// The formatted text would not say the same. It is a fault of the formatter.
    #[error("the formatted text would not say the same as this one")]
    Differs,
}

/// The text of a policy in its canonical form. `name` is what diagnostics call it; nothing else is read.
///
/// What is formatted already comes back as it is. Lines end in line feeds, and a byte order mark is left out.
///
/// ```
/// let text = "language 1 fixed { slot to:text ask \"To whom?\" from user_answer # the person\n}";
/// let formatted = chk::format::format("mail.chk", text)?;
/// assert_eq!(formatted, "\
/// language 1
///
/// fixed {
///   slot to: text
///     from user_answer
///     ask \"To whom?\"  # the person
/// }
/// ");
/// assert_eq!(chk::format::format("mail.chk", &formatted)?, formatted);
/// # Ok::<(), chk::format::FormatError>(())
/// ```
///
/// # Errors
/// The text has mistakes, or its formatted text would not say the same.
pub fn format(name: &str, text: &str) -> Result<String, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    read(name, text)?;
    let formatted = written(text).ok_or(FormatError::Differs)?;
    match read(name, &formatted) {
        Ok(()) if same::same(text, &formatted) => Ok(formatted),
        _ => Err(FormatError::Differs),
    }
}

/// Reads a text that is to have no errors.
fn read(name: &str, text: &str) -> Result<(), FormatError> {
    let mut files = FileSet::new();
    let diagnostics = parse(files.add(name, text), text).diagnostics;
    match diagnostics.iter().any(|one| one.severity() == Severity::Error) {
        true => Err(FormatError::Mistakes { files, diagnostics }),
        false => Ok(()),
    }
}

fn written(text: &str) -> Option<String> {
    let file = Piece::of(text)?;
    let mut layout = Layout::new(Around::of(text));
    layout.piece(&file);
    Some(doc::write(&layout.docs))
}
