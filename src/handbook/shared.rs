//! The chapters that hold for several tools.

use std::sync::Arc;

use crate::program::{Lookup, LookupArgument, Pattern, Table, Vocabulary, Whitelist};
use crate::value::{Duration, Value};
use crate::verdict::{Layout, write_json};

use super::sentence::{Piece, Sentence, code, doc, listed, said, say};
use super::{Author, Chapter, Part, Point};

impl Author<'_> {
    /// What holds whatever the tool.
    pub(super) fn shared(self) -> Vec<Chapter> {
        let program = self.program;
        let everywhere = program.budgets.iter().map(|budget| self.budget(budget)).collect();
        let guards = program.guards.iter().filter(|guard| guard.tools.is_none());
        let mut names: Vec<Point> = program.whitelists.iter().map(whitelist).collect();
        names.extend(program.tables.iter().map(table_of));
        names.extend(program.vocabularies.iter().map(vocabulary));
        names.extend(program.patterns.iter().filter_map(|pattern| self.named_pattern(pattern)));
        let chapter = |title: &str, lead: Vec<Sentence>, points: Vec<Point>| {
            let parts = vec![Part { title: None, points }];
            Chapter { title: say![title], lead, parts }
        };
        let all = [
            chapter(
                "Lookups",
                vec![say![
                    "A lookup counts only while it is fresh. Of several that were made in the same way the newest counts."
                ]],
                program.lookups.iter().map(|lookup| self.lookup(lookup)).collect(),
            ),
            chapter(
                "Guards",
                vec![say![
                    "A guard whose condition cannot be decided does nothing, unless its next step holds: then it holds. No guard lets anything through."
                ]],
                guards.map(|guard| self.guard(guard)).collect(),
            ),
            chapter("Limits", Vec::new(), everywhere),
            chapter(
                "Results of every tool",
                vec![say!["What stands in a tool's chapter comes first. The first that applies decides."]],
                self.default_clauses(),
            ),
            chapter("Named values", Vec::new(), names),
            chapter(
                "Other tools",
                Vec::new(),
                vec![Point::new(say!["A tool that has no chapter here does not run: its calls are held."])],
            ),
        ];
        let is_said = |chapter: &Chapter| chapter.parts.iter().any(|part| !part.points.is_empty());
        all.into_iter().filter(is_said).collect()
    }

    fn lookup(self, lookup: &Lookup) -> Point {
        let text = say![code(&lookup.id), ".", remark(&lookup.doc)];
        let tool = lookup.tool.and_then(|tool| self.program.tools.get(tool.index()));
        let arguments = lookup.arguments.iter().map(|(name, value)| match value {
            LookupArgument::Parameter(at) => {
                let parameter = lookup.parameters.get(*at).map_or("", |parameter| parameter);
                Piece::from(say![code(name), " as ", code(parameter)])
            }
            LookupArgument::Literal(value) => say![code(name), " as ", literal(value)].into(),
        });
        let arguments: Vec<Piece> = arguments.collect();
        let by = match tool {
            Some(tool) if arguments.is_empty() => say!["It is what ", code(&tool.name), " returns."],
            Some(tool) => say!["It is what ", code(&tool.name), " returns, given ", listed(arguments, "and"), "."],
            None => say!["The application measures it."],
        };
        let fresh = match lookup.within {
            Some(within) => say!["It counts while it is at most ", length(within), " old."],
            None => say!["It counts however old it is, until a call changes it."],
        };
        let outside = lookup.outside.then(|| {
            say!["Others wrote what it holds: it bears a value out only where an approval that is due shows the value."]
        });
        let below = [Some(by), Some(fresh), outside].into_iter().flatten().map(Point::new).collect();
        Point { text, below }
    }

    /// A pattern that has a name and does not come with the library.
    fn named_pattern(self, pattern: &Pattern) -> Option<Point> {
        let name = pattern.name.as_ref()?;
        if self.quote.place(pattern.written).is_none_or(|(file, _)| file.starts_with("std/")) {
            return None;
        }
        let written = code(self.quote.span(pattern.written));
        Some(Point::new(say![code(name), " matches ", written, ".", remark(&pattern.doc)]))
    }
}

fn whitelist(set: &Whitelist) -> Point {
    let values = listed(set.values.iter().map(literal), "and");
    Point::new(say![code(&set.name), " holds ", values, ".", remark(&set.doc)])
}

fn vocabulary(vocabulary: &Vocabulary) -> Point {
    let entry = |(words, values): &(Arc<str>, Vec<Value>)| {
        Point::new(say![said(words), " may mean ", listed(values.iter().map(literal), "or"), "."])
    };
    let text = say![code(&vocabulary.name), ", other words for values.", remark(&vocabulary.doc)];
    Point { text, below: vocabulary.entries.iter().map(entry).collect() }
}

fn table_of(table: &Table) -> Point {
    let row = |(row, cells): (&Value, &Vec<Value>)| {
        let cells = table
            .columns
            .iter()
            .zip(cells)
            .map(|(column, cell)| Piece::from(say![literal(cell), " at ", literal(column)]));
        Point::new(say!["At ", literal(row), ": ", listed(cells, "and"), "."])
    };
    let text = say![code(&table.name), ", a table.", remark(&table.doc)];
    Point { text, below: table.rows.iter().zip(&table.cells).map(row).collect() }
}

/// A length of time as it is read: `30 minutes`.
fn length(of: Duration) -> String {
    let text = of.to_string();
    let number = text.trim_end_matches(char::is_alphabetic);
    let unit = match text.trim_start_matches(|letter: char| !letter.is_alphabetic()) {
        "ms" => "millisecond",
        "s" => "second",
        "m" => "minute",
        "h" => "hour",
        _ => "day",
    };
    format!("{number} {unit}{}", if number == "1" { "" } else { "s" })
}

/// A doc comment behind a sentence.
fn remark(text: &Option<Arc<str>>) -> Sentence {
    text.as_deref().map_or_else(Sentence::default, |text| say![" ", doc(text)])
}

fn literal(value: &Value) -> Piece {
    match value {
        Value::Text(text) => code(text),
        other => code(write_json(other, Layout::Line)),
    }
}
