//! Lookups: which call measures a name, and how one is read.

use std::sync::Arc;

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::{Expr, Lookup, LookupArgument, LookupId, Owner, Tier, ToolId};
use crate::resolve::{duplicate, tool};
use crate::span::Span;
use crate::syntax::ast::{self, Argument, ItemKind, StepKind, ValueOrName};
use crate::value::Value;

use super::expr::Lowerer;
use super::render;
use super::session::Session;

/// Every lookup.
pub(super) fn lookups(session: &mut Session<'_, '_>) -> Vec<Lookup> {
    let model = session.model;
    model.lookups.iter().map(|lookup| one(session, lookup.tree, lookup.doc, lookup.section)).collect()
}

fn one(session: &mut Session<'_, '_>, tree: &ast::Lookup, doc: Option<&str>, section: usize) -> Lookup {
    let model = session.model;
    let name = tree.name.text.as_str();
    for (at, parameter) in tree.parameters.iter().enumerate() {
        if let Some(first) = tree.parameters.iter().take(at).find(|first| first.text == parameter.text) {
            session.findings.add(duplicate("parameter", &parameter.text, first.span, parameter.span));
        }
    }
    let host = tree.by.parts.len() == 1 && tree.by.parts.first().is_some_and(|part| part.text == "host");
    let tool = if host { None } else { measuring_tool(session, tree, section) };
    let mut arguments = Vec::new();
    for (argument, value) in &tree.arguments {
        if let Some(tool) = tool {
            known_argument(session, tool, argument);
        }
        let value = match value {
            ValueOrName::Literal(literal) => LookupArgument::Literal(literal.value.clone()),
            ValueOrName::Name(name) => match tree.parameters.iter().position(|known| known.text == name.text) {
                Some(at) => LookupArgument::Parameter(at),
                None => {
                    let known = tree.parameters.iter().map(|known| known.text.as_str());
                    let finding = words::unknown_name(
                        &format!("parameter of `{}`", tree.name.text),
                        &name.text,
                        name.span,
                        known,
                    );
                    session.findings.add(finding);
                    LookupArgument::Literal(Value::Null)
                }
            },
        };
        arguments.push((Arc::from(argument.text.as_str()), value));
    }
    // A misspelt parameter is one mistake, not also an unused one.
    let all_known = tree.arguments.iter().all(|(_, value)| match value {
        ValueOrName::Name(name) => tree.parameters.iter().any(|known| known.text == name.text),
        ValueOrName::Literal(_) => true,
    });
    if !host && all_known {
        for parameter in &tree.parameters {
            let used = tree
                .arguments
                .iter()
                .any(|(_, value)| matches!(value, ValueOrName::Name(name) if name.text == parameter.text));
            if !used {
                let message = format!("no argument of the call takes `{}`", parameter.text);
                session.findings.add(
                    Diagnostic::new(Code::LookupArguments, parameter.span, message)
                        .help(format!("say which one: `{{ ARGUMENT: {} }}`", parameter.text)),
                );
            }
        }
    }
    let within = tree.within.as_ref().and_then(|literal| match &literal.value {
        Value::Duration(duration) => Some(*duration),
        // A value that is no duration was reported where it was read.
        _ => None,
    });
    let owning = model.section(section);
    let qualifier = owning.map(|section| section.qualifier()).unwrap_or_default();
    Lookup {
        name: name.into(),
        id: format!("{qualifier}.{name}").into(),
        provider: owning.filter(|section| section.owner == Owner::Provider).map(|_| Arc::from(qualifier)),
        parameters: tree.parameters.iter().map(|parameter| Arc::from(parameter.text.as_str())).collect(),
        tool,
        arguments,
        within,
        outside: tree.outside,
        doc: doc.map(Arc::from),
        declared: tree.name.span,
    }
}

fn measuring_tool(session: &mut Session<'_, '_>, tree: &ast::Lookup, section: usize) -> Option<ToolId> {
    let model = session.model;
    match tool(model, section, &tree.by) {
        Ok(id) => {
            if let Some(found) = model.tool(id).filter(|tool| tool.tier != Tier::ReadOnly) {
                let place = found.items.iter().find_map(|item| match &item.kind {
                    ItemKind::Tier(name) => Some(name.span),
                    _ => None,
                });
                let message = format!("`{}` is not `read_only`: measuring would change something", found.full_name);
                session.findings.add(
                    Diagnostic::new(Code::LookupNotRead, tree.by.span, message)
                        .label(place.unwrap_or(found.name.span), "declared here")
                        .help("measure by a tool that changes nothing, or declare this one `read_only` where that is true"),
                );
            }
            Some(id)
        }
        Err(finding) => {
            let text = crate::resolve::dotted(&tree.by);
            if !model.bad_names.contains(&text) {
                let help = finding.help_text().map(str::to_owned);
                session.findings.add(
                    Diagnostic::new(Code::LookupNotRead, tree.by.span, format!("the tool `{text}` is not declared"))
                        .help(match help {
                            Some(meant) if meant.starts_with("did you mean") || meant.starts_with("outside") => meant,
                            Some(known) => format!("{known}; declare it with its arguments, or measure by `host`"),
                            None => "declare it with its arguments, or measure by `host`".to_owned(),
                        }),
                );
            }
            None
        }
    }
}

/// Checks that a tool has an argument of this name.
pub(super) fn known_argument(session: &mut Session<'_, '_>, id: ToolId, argument: &ast::Name) {
    let Some(tool) = session.model.tool(id) else { return };
    let passes =
        tool.items.iter().any(|item| matches!(&item.kind, ItemKind::OtherArguments(word) if word.text == "pass"));
    if !passes && !tool.slots.contains_key(argument.text.as_str()) {
        let what = format!("argument of `{}`", tool.full_name);
        let finding = words::unknown_name(&what, &argument.text, argument.span, tool.slots.keys().copied());
        session.findings.add(finding);
    }
}

impl<'m, 'a> Lowerer<'_, 'm, 'a> {
    /// What names the lookup at the head of a path: its dotted name, its arguments, and how many steps that took.
    pub(super) fn lookup_head<'p>(
        &self,
        path: &'p ast::Path,
    ) -> (String, Option<&'p [Argument]>, &'p [ast::Name], usize) {
        let head = path.head.text.as_str();
        let model = self.session.model;
        let own = model.section(self.stand.section).is_some_and(|section| section.lookups.contains_key(head));
        if !own && path.arguments.is_none() && model.section_named(head).is_some() {
            match path.steps.first().map(|step| &step.kind) {
                Some(StepKind::Field(name)) => return (format!("{head}.{}", name.text), None, &[], 1),
                Some(StepKind::Call(name, arguments, free)) => {
                    return (format!("{head}.{}", name.text), Some(arguments), free, 1);
                }
                _ => {}
            }
        }
        (head.to_owned(), path.arguments.as_deref(), &path.free, 0)
    }

    /// The lookup of this name, seen from here.
    pub(super) fn lookup(&mut self, name: &str, path: &ast::Path) -> Option<LookupId> {
        self.lookup_named(name, path.head.span)
    }

    /// The lookup of this name, bare in its own section or with its section in front.
    pub(super) fn lookup_named(&mut self, name: &str, span: Span) -> Option<LookupId> {
        let model = self.session.model;
        let own = model.section(self.stand.section);
        if let Some(id) = own.and_then(|section| section.lookups.get(name)) {
            return Some(*id);
        }
        if let Some((section, bare)) = name.split_once('.') {
            let section = model.section_named(section).and_then(|section| model.section(section));
            if let Some(id) = section.and_then(|section| section.lookups.get(bare)) {
                return Some(*id);
            }
        }
        if model.bad_names.contains(name) {
            return None;
        }
        let full = |lookup: &crate::resolve::Lookup<'_>| {
            let section = model.section(lookup.section).map(|section| section.qualifier()).unwrap_or_default();
            format!("{section}.{}", lookup.tree.name.text)
        };
        let elsewhere = model.lookups.iter().find(|lookup| lookup.tree.name.text == name);
        let help = match elsewhere {
            Some(lookup) => Some(format!("outside of its section it is `{}`", full(lookup))),
            None => {
                let own = own.map(|section| section.lookups.keys().copied().collect::<Vec<_>>()).unwrap_or_default();
                let all: Vec<String> = model.lookups.iter().map(full).collect();
                let near = nearest(name, own.iter().copied().chain(all.iter().map(String::as_str)));
                near.map(|near| format!("did you mean `{near}`?")).or_else(|| self.lookups_there_are(name, &own, &all))
            }
        };
        let message = format!("no lookup is called `{name}`");
        self.report(Diagnostic::new(Code::UnknownName, span, message).maybe_help(help));
        None
    }

    /// The lookups that could have been meant; where there are none, how one is declared.
    fn lookups_there_are(&self, name: &str, own: &[&str], all: &[String]) -> Option<String> {
        let tools: Vec<&str> = self
            .session
            .model
            .section(self.stand.section)
            .map(|section| section.tools.keys().copied().collect())
            .unwrap_or_default();
        if tools.contains(&name) {
            return Some(format!("a tool is looked up under a name of its own: `lookup NAME by {name}`"));
        }
        let known = words::several(own).or_else(|| words::several(all));
        let one = own.len() == 1 || (own.is_empty() && all.len() == 1);
        Some(match known {
            Some(known) => format!("there {} {known}", if one { "is" } else { "are" }),
            None => format!("declare it: `lookup {name} by TOOL`, or `by host` where the application measures it"),
        })
    }

    /// A value for each parameter; none for every observation.
    pub(super) fn lookup_arguments(
        &mut self,
        lookup: LookupId,
        arguments: Option<&[Argument]>,
        span: Span,
    ) -> Option<Vec<Expr>> {
        let model = self.session.model;
        let declared = model.lookups.get(lookup.index())?;
        if let Some([Argument::Any(_)]) = arguments {
            return None;
        }
        let wanted = declared.tree.parameters.len();
        let arguments = arguments.unwrap_or_default();
        if arguments.len() != wanted {
            let name = &declared.tree.name.text;
            let parameters: Vec<&str> = declared.tree.parameters.iter().map(|name| name.text.as_str()).collect();
            let message = format!("`{name}` takes {}, and has {}", render::count(wanted, "argument"), arguments.len());
            self.report(
                Diagnostic::new(Code::LookupArguments, span, message)
                    .label(declared.tree.name.span, "declared here")
                    .help(match wanted {
                        0 => format!("write `{name}` without brackets"),
                        _ => format!("write `{name}({})`, or `{name}(*)` for every observation", parameters.join(", ")),
                    }),
            );
        }
        let mut lowered = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Expr(tree) => {
                    if !matches!(tree.kind, ast::ExprKind::Path(_) | ast::ExprKind::Literal(_)) {
                        self.report(
                            Diagnostic::new(
                                Code::LookupArguments,
                                tree.span,
                                "an argument of a lookup is a path or a literal",
                            )
                            .help("give the value a name with `let`, and pass that"),
                        );
                    }
                    lowered.push(self.expr(tree).expr);
                }
                Argument::Any(span) => self.report(
                    Diagnostic::new(Code::LookupArguments, *span, "`*` stands alone")
                        .help("`(*)` is every observation; `{ NAME: * }` leaves one argument free"),
                ),
                Argument::Pattern(pattern) => self.report(Diagnostic::new(
                    Code::LookupArguments,
                    pattern.span,
                    "an argument of a lookup is a path or a literal",
                )),
            }
        }
        Some(lowered)
    }

    /// The arguments that are left free.
    pub(super) fn free(&mut self, lookup: LookupId, free: &[ast::Name]) -> Vec<Arc<str>> {
        // To look for a tool that is not there takes a look at all of them.
        if free.is_empty() {
            return Vec::new();
        }
        let model = self.session.model;
        if let Some(declared) = model.lookups.get(lookup.index())
            && let Ok(tool) = tool(model, declared.section, &declared.tree.by)
        {
            for name in free {
                known_argument(self.session, tool, name);
            }
        }
        free.iter().map(|name| Arc::from(name.text.as_str())).collect()
    }
}
