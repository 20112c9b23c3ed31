//! Messages and what they insert.

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::{Message, MessagePart};
use crate::resolve::dotted;
use crate::syntax::ast::{self, StepKind};

use super::expr::Lowerer;

impl Lowerer<'_, '_, '_> {
    /// A message; `{found}` only where something was found.
    pub(super) fn message(&mut self, tree: &ast::Message, found: bool) -> Message {
        let parts = tree.parts.iter().filter_map(|part| match part {
            ast::MessagePart::Literal(text) => Some(MessagePart::Literal(text.as_str().into())),
            ast::MessagePart::Insert(name) => self.insertion(name, found),
        });
        let mut parts: Vec<MessagePart> = parts.collect();
        parts.shrink_to_fit();
        Message { parts, declared: Some(tree.span) }
    }

    fn insertion(&mut self, name: &ast::DottedName, found: bool) -> Option<MessagePart> {
        let path = as_path(name)?;
        if path.steps.is_empty() {
            match path.head.text.as_str() {
                "found" if found => return Some(MessagePart::Found),
                "call" => return Some(MessagePart::Call),
                _ => {}
            }
        }
        if self.head(&path).is_none() {
            let text = dotted(name);
            if !self.session.model.bad_names.contains(&path.head.text) {
                let names = self.names_in_reach();
                let near = nearest(&path.head.text, names.iter().map(String::as_str));
                self.report(
                    Diagnostic::new(
                        Code::BadInsertion,
                        name.span,
                        format!("`{{{text}}}` inserts nothing that is in reach"),
                    )
                    .help(match near {
                        Some(near) => format!("did you mean `{{{near}}}`?"),
                        None => {
                            // What a person is told of is a slot before it is anything else.
                            let roots: Vec<&str> = self.reach.roots().into_iter().map(|(root, _)| root).collect();
                            let braced = |names: Vec<String>| -> Vec<String> {
                                names.into_iter().map(|name| format!("{{{name}}}")).collect()
                            };
                            let own: Vec<String> =
                                names.iter().filter(|name| !roots.contains(&name.as_str())).cloned().collect();
                            let own = braced(if own.is_empty() { names.clone() } else { own });
                            match words::several(&own) {
                                Some(known) => {
                                    format!(
                                        "in reach {} {known}; a brace that is meant as itself is written `{{{{`",
                                        if own.len() == 1 { "is" } else { "are" }
                                    )
                                }
                                None => "write `{{` for a brace that is meant as itself".to_owned(),
                            }
                        }
                    }),
                );
            }
            return None;
        }
        Some(MessagePart::Insert(Box::new(self.path(&path).expr)))
    }
}

/// A dotted name as a path.
pub(super) fn as_path(name: &ast::DottedName) -> Option<ast::Path> {
    let (head, rest) = name.parts.split_first()?;
    let steps = rest.iter().map(|part| ast::Step { kind: StepKind::Field(part.clone()), span: part.span }).collect();
    Some(ast::Path { head: head.clone(), arguments: None, free: Vec::new(), steps, span: name.span })
}
