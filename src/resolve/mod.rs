//! Names to declarations: the files' items collected into one model, sections merged, selectors resolved.

mod collect;
mod model;
mod placement;
mod selector;

use std::collections::HashSet;

use crate::diagnostic::Findings;
use crate::span::FileId;
use crate::syntax::ast;

pub(crate) use collect::{duplicate, effect};
pub(crate) use model::*;
pub(crate) use placement::{Place, misplaced};
pub(crate) use selector::{resolve as select, tool};

/// The model of all files; what is wrong with their names goes to `findings`.
pub(crate) fn resolve<'a>(
    files: &[(FileId, &'a ast::File)],
    bad_names: HashSet<String>,
    findings: &mut Findings,
) -> Model<'a> {
    let mut model = collect::collect(files, bad_names, findings);
    selector::select_all(&mut model, findings);
    model
}
