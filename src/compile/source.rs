//! Sources: the whitelist of a slot.

use std::sync::Arc;

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{LookupRead, PriorRead, Source, SourceSpec, Step, Words};
use crate::span::Span;
use crate::syntax::ast::{self, StepKind};
use crate::words::Listed;

use super::expr::Lowerer;
use super::render;

impl Source {
    /// What `supplied` means by itself: the setting of the slot's name.
    pub(super) fn preset_of(name: &Arc<str>, declared: Span) -> Source {
        Source { kind: SourceSpec::Preset([Step::Field(Arc::clone(name))].into()), unambiguous: false, declared }
    }
}

/// The place of `measured` in the search.
pub(super) const MEASURED: u8 = 3;

/// The place of a source in the search.
pub(super) fn rank(source: &SourceSpec) -> u8 {
    match source {
        SourceSpec::UserAnswer => 0,
        SourceSpec::Instruction(_) => 1,
        SourceSpec::Preset(_) => 2,
        SourceSpec::Measured { .. } => MEASURED,
        SourceSpec::PriorState(..) => 4,
    }
}

impl Lowerer<'_, '_, '_> {
    /// A whitelist in the order of the search.
    pub(super) fn sources(&mut self, trees: &[ast::Source], slot: &Arc<str>) -> Vec<Source> {
        let mut sources: Vec<Source> = trees.iter().filter_map(|tree| self.source(tree, slot)).collect();
        sources.sort_by_key(|source| rank(&source.kind));
        sources.shrink_to_fit();
        sources
    }

    /// One source.
    pub(super) fn source(&mut self, tree: &ast::Source, slot: &Arc<str>) -> Option<Source> {
        let word = tree.word.text.as_str();
        if matches!(word, "user_answer" | "instruction")
            && let Some(path) = &tree.path
        {
            self.report(
                Diagnostic::new(Code::MisplacedItem, path.span, format!("`{word}` takes no path"))
                    .help("take the brackets out; `preset`, `measured` and `prior_state` have them"),
            );
        }
        let words = self.modes(tree);
        let unambiguous = tree.modes.iter().any(|mode| mode.word.text == "unambiguous");
        let kind = match word {
            "user_answer" => SourceSpec::UserAnswer,
            "instruction" => SourceSpec::Instruction(Box::new(words)),
            "preset" => SourceSpec::Preset(match &tree.path {
                Some(path) => self.setting(path),
                None => [Step::Field(Arc::clone(slot))].into(),
            }),
            "measured" => {
                let Some(path) = &tree.path else {
                    self.report(
                        Diagnostic::new(
                            Code::LookupArguments,
                            tree.word.span,
                            "`measured` does not say what is looked up",
                        )
                        .help("name the lookup: `measured(LOOKUP.path)`"),
                    );
                    return None;
                };
                let text = tree.modes.iter().any(|mode| mode.word.text == "text").then(|| Box::new(words));
                SourceSpec::Measured { read: Box::new(self.lookup_read(path)?), text }
            }
            "prior_state" => match &tree.path {
                Some(path) => self.prior(path),
                None => SourceSpec::PriorState(Box::new(PriorRead { slot: Arc::clone(slot), steps: Box::default() })),
            },
            _ => {
                self.report(words::unknown(&tree.word, "source", words::SOURCES));
                return None;
            }
        };
        Some(Source { kind, unambiguous, declared: tree.span })
    }

    fn setting(&mut self, path: &ast::Path) -> Box<[Step]> {
        self.no_call(path, "preset");
        let mut steps = vec![Step::Field(self.session.name(&path.head.text))];
        steps.extend(self.steps(&path.steps));
        steps.into()
    }

    /// The slot of an earlier execution: by its last name, or by its full id.
    fn prior(&mut self, path: &ast::Path) -> SourceSpec {
        self.no_call(path, "prior_state");
        let full = match path.head.text.as_str() {
            "provider" => 3,
            "fixed" | "user" => 1,
            _ => 0,
        };
        let fields: Vec<&str> = path
            .steps
            .iter()
            .take(full)
            .filter_map(|step| match &step.kind {
                StepKind::Field(name) => Some(name.text.as_str()),
                _ => None,
            })
            .collect();
        let taken = if fields.len() == full { full } else { 0 };
        let mut id = path.head.text.clone();
        for field in fields.iter().take(taken) {
            id.push('.');
            id.push_str(field);
        }
        let steps = path.steps.get(taken..).unwrap_or_default();
        SourceSpec::PriorState(Box::new(PriorRead { slot: id.into(), steps: self.steps(steps).into() }))
    }

    fn no_call(&mut self, path: &ast::Path, source: &str) {
        if path.arguments.is_some() {
            self.report(
                Diagnostic::new(Code::MisplacedItem, path.head.span, format!("`{source}` takes a path, not a call"))
                    .help(format!("a lookup is read by `measured({})`", render::path(path))),
            );
        }
    }

    /// The words after a source.
    fn modes(&mut self, tree: &ast::Source) -> Words {
        let mut words = Words::default();
        let mut without: Vec<Arc<str>> = Vec::new();
        let source = tree.word.text.as_str();
        let in_text = tree.modes.iter().any(|mode| mode.word.text == "text");
        for mode in &tree.modes {
            let word = mode.word.text.as_str();
            let fits = match word {
                "unambiguous" => true,
                "text" => source == "measured",
                "quoted" | "whole" => source == "instruction",
                _ => source == "instruction" || (source == "measured" && in_text),
            };
            if !words::MODES.contains(&word) {
                self.report(words::unknown(&mode.word, "word after a source", words::MODES));
                continue;
            }
            if !fits && words::SOURCES.contains(&source) {
                let place = match word {
                    "text" => "`measured(...)`",
                    "quoted" | "whole" => "`instruction`",
                    _ => "`instruction` or `measured(...) text`",
                };
                self.report(
                    Diagnostic::new(
                        Code::MisplacedItem,
                        mode.word.span,
                        format!("`{word}` may not stand after `{source}`"),
                    )
                    .help(format!("it stands after {place}")),
                );
                continue;
            }
            match word {
                "quoted" => words.quoted = true,
                "whole" => words.whole = true,
                "soonest" => words.soonest = true,
                "via" => match mode.argument.as_ref().and_then(|name| Listed::named(&crate::resolve::dotted(name))) {
                    Some(listed) => words.shipped = Some(listed),
                    None => words.via = self.vocabulary(mode),
                },
                "without" => {
                    let rule = mode.argument.as_ref().and_then(|argument| argument.parts.first());
                    match rule {
                        Some(rule) if words::WITHOUT.contains(&rule.text.as_str()) => {
                            without.push(self.session.name(&rule.text));
                        }
                        Some(rule) => self.report(words::unknown(rule, "rule of `instruction`", words::WITHOUT)),
                        None => {}
                    }
                }
                "strip" => words.strip = mode.strip.as_ref().map(|pattern| self.pattern(pattern)),
                _ => {}
            }
        }
        words.without = without.into();
        words
    }

    fn vocabulary(&mut self, mode: &ast::Mode) -> Option<crate::program::VocabularyId> {
        let name = mode.argument.as_ref()?;
        let text = crate::resolve::dotted(name);
        let model = self.session.model;
        let id = model.vocabulary_id(&text);
        if id.is_none() && !model.bad_names.contains(&text) {
            let shipped: Vec<String> = Listed::names().collect();
            let known = model.vocabularies.keys().copied().chain(shipped.iter().map(String::as_str));
            self.report(words::unknown_name("vocabulary", &text, name.span, known));
        }
        id
    }

    /// A path that starts at a lookup.
    pub(super) fn lookup_read(&mut self, path: &ast::Path) -> Option<LookupRead> {
        let (name, arguments, free, taken) = self.lookup_head(path);
        let lookup = self.lookup(&name, path)?;
        let steps = self.steps(path.steps.get(taken..).unwrap_or_default()).into();
        let span = match (taken, path.steps.first()) {
            (1, Some(step)) => path.head.span.to(step.span),
            _ => path.head.span,
        };
        let arguments = self.lookup_arguments(lookup, arguments, span);
        let free = self.free(lookup, free);
        Some(LookupRead { lookup, arguments, free, steps })
    }
}
