//! Trees to a runnable policy: everything resolved, checked, ordered and lowered, tool by tool.

mod action;
mod budget;
mod checklist;
mod entry;
mod expr;
mod guard;
mod lookup;
mod message;
mod only;
mod pattern;
mod render;
mod result;
mod session;
mod slot;
mod source;
mod table;
mod tool;
mod types;

use std::collections::HashSet;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Findings};
use crate::program::{Names, Program, ToolId};
use crate::resolve::{self, to_u32};
use crate::span::FileId;
use crate::syntax::ast;

use self::checklist::Checklist;
use self::pattern::Patterns;
use self::session::Session;

/// Compiles the files of a policy, the main one first, and says everything that is wrong with it. `bad_names` are those
/// of items that could not be read: they count as declared, so that nothing follows from them. There is a program only
/// where nothing is an error. `shipped` are the files that the library brings.
pub fn compile(
    files: &[(FileId, &ast::File)],
    bad_names: &[ast::Name],
    shipped: HashSet<FileId>,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let bad_names = bad_names.iter().map(|name| name.text.clone()).collect();
    let model = resolve::resolve(files, bad_names, &mut findings);
    let patterns = Patterns::named(&model, shipped, &mut findings);
    let mut session = Session::new(&model, findings, patterns);
    let mut program = program(&mut session);
    let Session { findings, patterns, .. } = session;
    program.patterns = patterns.list;
    let failed = findings.has_errors();
    let rank = |span: crate::span::Span| model.position(span).0;
    ((!failed).then_some(program), findings.into_sorted(rank))
}

fn program(session: &mut Session<'_, '_>) -> Program {
    let model = session.model;
    let effects = table::effects(session);
    let lookups = lookup::lookups(session);
    let mut tools: Vec<_> =
        (0..to_u32(model.tools.len())).filter_map(|id| tool::tool(session, ToolId(id), &lookups)).collect();
    unused_sections(session);
    let budgets = budget::budgets(session);
    for (index, budget) in budgets.iter().enumerate() {
        match &budget.tools {
            None => tools.iter_mut().for_each(|tool| tool.budgets.push(index)),
            Some(counted) => {
                for id in counted {
                    tools.get_mut(id.index()).into_iter().for_each(|tool| tool.budgets.push(index));
                }
            }
        }
    }
    let guards = guard::guards(session);
    let (unlisted_result, unlisted_on_failure) = result::of_unlisted(session);
    let mut program = Program {
        tools,
        tools_by_name: model.tools_by_name.clone(),
        tools_by_bare_name: model
            .tools_by_bare_name
            .iter()
            .map(|(name, ids)| (Arc::from(*name), ids.clone()))
            .collect(),
        lookups,
        effects,
        patterns: Vec::new(),
        whitelists: table::whitelists(session),
        vocabularies: table::vocabularies(session),
        tables: table::tables(session),
        guards,
        budgets,
        unlisted_result,
        unlisted_on_failure,
        names: Names::default(),
    };
    program.names = Names::of(&program);
    program
}

/// Checks the unscoped rules of sections that concern no tool yet: what is wrong with them is wrong all the same.
fn unused_sections(session: &mut Session<'_, '_>) {
    let model = session.model;
    let any = model.tools.iter().any(|tool| tool.tier.is_gated());
    for (index, section) in model.sections.iter().enumerate() {
        let own = section.tools.values().any(|id| model.tool(*id).is_some_and(|tool| tool.tier.is_gated()));
        let concerned = if section.owner == crate::program::Owner::Provider { own } else { any };
        if !concerned {
            let list = Checklist::of_section(model, index, &mut session.findings);
            entry::entries(session, &list, &HashSet::new());
        }
    }
}
