//! Where a value may come from, in words.

use crate::program::{ExprKind, LookupRead, Slot, Source, SourceSpec, Step, Tier, Words};

use super::Author;
use super::sentence::{Piece, Sentence, code, listed, said, say};

impl Author<'_> {
    /// A source as a noun: `the person's own words`.
    pub(super) fn source(self, source: &Source, slot: Option<&Slot>, tier: Tier) -> Sentence {
        let mut noun = match &source.kind {
            SourceSpec::UserAnswer => match slot.and_then(|slot| slot.ask.as_ref()) {
                Some(ask) => say!["the person's answer to ", said(self.quote.message(ask))],
                None => say!["the person's answer, when asked for it"],
            },
            SourceSpec::Instruction(words) => self.instruction(words),
            SourceSpec::Preset(path) => {
                say!["the setting ", code(self.quote.steps(path)), ", where the person set it"]
            }
            SourceSpec::Measured { read, text } => self.measured(read, text.as_deref(), tier),
            SourceSpec::PriorState(read) => {
                let (name, path) = (&read.slot, self.quote.steps(&read.steps));
                let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
                say![code(format!("{name}{dot}{path}")), " of the newest earlier execution of the same action"]
            }
        };
        if source.unambiguous {
            noun.0.push(", if no other value could be meant".into());
        }
        noun
    }

    fn instruction(self, words: &Words) -> Sentence {
        let mut noun = match (words.whole, words.quoted) {
            (true, _) => say!["the person's latest message, as it stands"],
            (_, true) => say!["the person's own words, where the model quotes the place"],
            _ => say!["the person's own words"],
        };
        noun.0.extend(self.modes(words));
        noun
    }

    fn modes(self, words: &Words) -> Vec<Piece> {
        let mut modes: Vec<Sentence> = Vec::new();
        let vocabulary = words.via.and_then(|id| self.program.vocabularies.get(id.index()));
        modes.extend(vocabulary.map(|vocabulary| say![", also by the other words of ", code(&vocabulary.name)]));
        if words.shipped.is_some() {
            modes.push(say![", also by the names that a public standard gives its codes"]);
        }
        if words.soonest {
            modes.push(say![", a day without a year being the next such day"]);
        }
        if !words.without.is_empty() {
            let rules = listed(words.without.iter().map(code), "or");
            modes.push(say![", but not as read by the rule ", rules]);
        }
        if words.strip.is_some() {
            modes.push(say![", without what ", code("strip"), " takes out"]);
        }
        modes.into_iter().map(Piece::from).collect()
    }

    fn measured(self, read: &LookupRead, text: Option<&Words>, tier: Tier) -> Sentence {
        let path = self.path(read);
        let outside = self.program.lookups.get(read.lookup.index()).is_some_and(|lookup| lookup.outside);
        let has = |wanted: fn(&Step) -> bool| read.steps.iter().any(wanted);
        let narrows = has(|step| matches!(step, Step::Where(_))) && !has(|step| matches!(step, Step::All));
        let mut noun = match text {
            Some(words) => {
                let mut noun = say!["what the text says that stands in ", path];
                noun.0.extend(self.modes(words));
                noun
            }
            None => path,
        };
        let shown = match (outside, read.is_set(), narrows, tier) {
            (true, ..) => " (others wrote this: it counts only where an approval that is due shows the value)",
            (_, true, false, Tier::Irreversible) => {
                " (the value has to be one of these, and an approval that is due has to show it)"
            }
            (_, true, false, _) => " (the value has to be one of these)",
            (_, true, true, Tier::Irreversible) => {
                " (where that leaves several values, an approval that is due has to show which)"
            }
            (_, true, true, _) => " (where that leaves several values, the value has to be one of these)",
            (_, false, ..) => "",
        };
        noun.0.push(shown.into());
        noun
    }

    /// The path into a lookup: `` `account` in the entries of the lookup `payees` for which `it.name is said` ``.
    fn path(self, read: &LookupRead) -> Sentence {
        let lookup = self.program.lookups.get(read.lookup.index());
        let name = lookup.map_or("", |lookup| &*lookup.id);
        let mut noun = match &read.arguments {
            None => say!["any observation of the lookup ", code(name)],
            Some(arguments) if arguments.is_empty() => say!["the lookup ", code(name)],
            Some(arguments) => {
                let with = listed(arguments.iter().map(|argument| code(self.quote.span(argument.span))), "and");
                say!["the lookup ", code(name), " for ", with]
            }
        };
        if !read.free.is_empty() {
            noun.0.push(" with any ".into());
            noun.0.push(listed(read.free.iter().map(code), "and"));
        }
        let mut fields: Vec<String> = Vec::new();
        let flush = |noun: Sentence, fields: &mut Vec<String>| match fields.is_empty() {
            true => noun,
            false => say![code(std::mem::take(fields).join(".")), " in ", noun],
        };
        for step in &read.steps {
            match step {
                Step::Field(field) => fields.push(field.to_string()),
                Step::Key(key) => {
                    noun = flush(noun, &mut fields);
                    let written = self.quote.span(key.span);
                    noun = match key.kind {
                        ExprKind::Literal(_) => say!["entry ", code(written), " of ", noun],
                        _ => say!["what stands under ", code(written), " in ", noun],
                    };
                }
                Step::All => noun = say!["any entry of ", flush(noun, &mut fields)],
                Step::Where(condition) => {
                    noun = flush(noun, &mut fields);
                    noun = say!["those entries of ", noun, " for which ", code(self.quote.span(condition.span))];
                }
            }
        }
        flush(noun, &mut fields)
    }
}
