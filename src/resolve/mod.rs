//! Names to declarations: the files' items collected into one model, sections merged, selectors resolved.

mod collect;
mod model;
mod placement;
mod selector;

use crate::diagnostic::Findings;
use crate::span::FileId;
use crate::syntax::ast;

pub(crate) use model::*;
pub(crate) use placement::Place;

/// The model of all files; what is wrong with their names goes to `findings`.
pub(crate) fn resolve<'a>(files: &[(FileId, &'a ast::File)], findings: &mut Findings) -> Model<'a> {
    let mut model = collect::collect(files, findings);
    selector::select(&mut model, findings);
    model
}
