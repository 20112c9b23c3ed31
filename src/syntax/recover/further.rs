//! Further mistakes in a piece that has one. What is known to be wrong is blanked, and the piece is parsed again; what comes
//! to light next is a mistake of its own, unless it touches what was blanked.

use std::ops::Range;

use super::explain::Mistake;
use super::{Error, Place, Recovery, parse, rule};
use crate::diagnostic::Code;
use crate::syntax::grammar::Rule;
use crate::syntax::words::is_clause_word;

/// The most mistakes that are looked for in one piece.
const MAX_MISTAKES: usize = 64;

/// How much is taken out around a mistake, from little to much.
const EFFORTS: [Effort; 2] = [Effort::Entry, Effort::Clause];

#[derive(Clone, Copy, PartialEq)]
enum Effort {
    /// The entry of the innermost list.
    Entry,
    /// The clause, or the condition.
    Clause,
}

/// A stretch of tokens that is taken out.
struct Cut {
    tokens: Range<usize>,
    /// Whether a value has to stand in its place.
    value: bool,
}

/// Where a mistake was found.
#[derive(Clone, Copy)]
pub(super) struct Wrong {
    /// The token that could not stand there.
    pub(super) at: usize,
    /// The token that is to blame for it: the same, or the one behind which something is missing.
    pub(super) blamed: usize,
}

impl Recovery<'_, '_> {
    /// Reports the mistakes behind the first one of the piece `first..end`.
    pub(super) fn further(&mut self, mut first: usize, mut wrong: Wrong, end: usize, place: Place) {
        // An item that lacks its word is not what the piece says of itself.
        if self.row.is_first(wrong.at) && self.row.word(wrong.at + 1) == ":" {
            return;
        }
        let mut rule = rule(place);
        if let Some(clauses) = self.clauses_after(first, wrong.blamed, end) {
            // The head of a slot is wrong: its clauses can be read all the same.
            (first, rule) = (clauses, Rule::lone_clauses);
            let Err(error) = self.piece(rule, first, end, &[]) else { return };
            wrong = self.report_at(first, end, error);
        }
        let mut cuts: Vec<Cut> = Vec::new();
        for _ in 0..MAX_MISTAKES {
            let Some(error) = self.cut_around(rule, first, wrong, end, &mut cuts) else { return };
            wrong = self.report_at(first, end, error);
        }
    }

    fn report_at(&mut self, first: usize, end: usize, (byte, expected): Error) -> Wrong {
        let at = self.row.containing(byte).min(end);
        Wrong { at, blamed: self.report(Mistake { at, first, end, expected }) }
    }

    /// Takes out what is around a mistake, as little as will do, and finds the next one.
    fn cut_around(&mut self, rule: Rule, first: usize, wrong: Wrong, end: usize, cuts: &mut Vec<Cut>) -> Option<Error> {
        for effort in EFFORTS {
            let Some(cut) = self.cut(effort, first, wrong.blamed, end) else { continue };
            let known = wrong.at.max(cut.tokens.end);
            cuts.push(cut);
            let error = self.piece(rule, first, end, cuts).err()?;
            if self.row.containing(error.0).min(end) > known {
                return Some(error);
            }
            cuts.pop();
        }
        None
    }

    /// Parses the piece without what was taken out, and reports what is wrong with its values.
    fn piece(&mut self, rule: Rule, first: usize, end: usize, cuts: &[Cut]) -> Result<(), Error> {
        let (start, stop) = (self.row.token(first).start, self.row.token(end.saturating_sub(1)).end);
        let mut text = self.text.get(start..stop).unwrap_or("").to_owned();
        for cut in cuts {
            let from = self.row.token(cut.tokens.start).start - start;
            let to = self.row.token(cut.tokens.end.saturating_sub(1)).end - start;
            let mut blank = if cut.value { "0".to_owned() } else { String::new() };
            blank.extend(std::iter::repeat_n(' ', (to - from).saturating_sub(blank.len())));
            text.replace_range(from..to, &blank);
        }
        // What is cut out at the head of a line may have been an item, so that the clauses behind it are not this one's.
        let own = !cuts.iter().any(|cut| cut.tokens.clone().any(|index| self.row.is_first(index)));
        let node = parse(rule, &text).map_err(|(at, expected)| (start + at, expected))?;
        self.builder.start_at(start);
        let known = self.builder.diagnostics.len();
        match rule {
            Rule::lone_clauses => drop(self.builder.clauses(crate::syntax::grammar::Children::of(node))),
            Rule::lone_result_clause => drop(node.into_inner().next().map(|node| self.builder.result_clause(node))),
            _ => drop(node.into_inner().next().map(|node| self.builder.item(node))),
        }
        if !own {
            let mut found = self.builder.diagnostics.split_off(known);
            found.retain(|diagnostic| diagnostic.code() != Code::DuplicateClause);
            self.builder.diagnostics.append(&mut found);
        }
        Ok(())
    }

    /// Where the clauses of a slot begin, if the mistake is in front of them all.
    fn clauses_after(&self, first: usize, at: usize, end: usize) -> Option<usize> {
        if !matches!(self.row.word(first), "slot" | "fact") {
            return None;
        }
        let clause = self.outermost(first, end).find(|index| *index > first + 1 && self.is_clause(*index))?;
        (at < clause).then_some(clause)
    }

    /// The tokens of a piece that are in no brackets of it.
    fn outermost(&self, first: usize, end: usize) -> impl Iterator<Item = usize> {
        let mut depth = 0;
        (first..end).filter(move |index| {
            let outside = depth == 0;
            depth += self.row.bracket(*index);
            outside
        })
    }

    /// Whether a clause begins here: a word of one, where a line begins or something has ended.
    fn is_clause(&self, index: usize) -> bool {
        let open = matches!(
            self.row.word(index - 1),
            "," | ":" | "." | "=" | "==" | "<" | ">" | "+" | "-" | "*" | "/" | "and" | "or"
        );
        is_clause_word(self.row.word(index)) && !open
    }

    fn cut(&self, effort: Effort, first: usize, at: usize, end: usize) -> Option<Cut> {
        match effort {
            Effort::Entry => self.entry(first, at, end),
            Effort::Clause
                if matches!(self.row.word(first), "slot" | "fact") || is_clause_word(self.row.word(first)) =>
            {
                self.whole_clause(first, at, end)
            }
            Effort::Clause => self.condition(first, at, end),
        }
    }

    /// The clause of a slot, from its word to that of the next one.
    fn whole_clause(&self, first: usize, at: usize, end: usize) -> Option<Cut> {
        let (mut from, mut to) = (at, end);
        for index in self.outermost(first, end).filter(|index| self.is_clause_at(*index, first)) {
            if index > at {
                to = index;
                break;
            }
            // A clause that is nothing but its word waits for what was taken for the next one.
            from = if from + 1 == index && is_clause_word(self.row.word(from)) { from } else { index };
        }
        (from < to.max(at)).then_some(Cut { tokens: from..to.max(at), value: false })
    }

    /// The condition of an item, from the word in front of it to the word behind it.
    fn condition(&self, first: usize, at: usize, end: usize) -> Option<Cut> {
        let (mut from, mut to) = (None, end);
        // The `if`s whose `else` is still to come.
        let mut open = 0usize;
        for index in self.outermost(first, end) {
            let word = self.row.word(index);
            match word {
                "if" => open += 1,
                "then" if open > 0 => continue,
                "else" if open > 0 => {
                    open -= 1;
                    continue;
                }
                _ => {}
            }
            let opens = matches!(word, "when" | ":" | "=");
            let closes = matches!(word, "else" | "ask" | "show" | "because" | "then" | "retriable" | "keep");
            if index < at && opens {
                from = Some(index + 1);
            } else if index >= at && closes {
                to = index;
                break;
            } else if index < at && closes {
                from = None;
            }
        }
        from.filter(|from| *from < to).map(|from| Cut { tokens: from..to, value: true })
    }

    fn is_clause_at(&self, index: usize, first: usize) -> bool {
        let is_name = index == first + 1 && matches!(self.row.word(first), "slot" | "fact");
        if index == first { is_clause_word(self.row.word(index)) } else { !is_name && self.is_clause(index) }
    }

    /// The entry of the innermost brackets around the mistake.
    fn entry(&self, first: usize, at: usize, end: usize) -> Option<Cut> {
        let mut open: Vec<usize> = Vec::new();
        for index in first..at {
            match self.row.bracket(index) {
                1 => open.push(index),
                -1 => drop(open.pop()),
                _ => {}
            }
        }
        let open = open.pop()?;
        let braces = self.row.word(open) == "{";
        let (mut from, mut to, mut depth) = (open + 1, end, 0);
        for index in open + 1..end {
            let comma = depth == 0 && self.row.word(index) == ",";
            depth += self.row.bracket(index);
            if comma && index < at {
                from = index + 1;
            } else if depth < 0 || (comma && index >= at) {
                // In braces the comma goes with what is in front of it.
                to = index + usize::from(comma && braces);
                break;
            }
        }
        (from < to).then_some(Cut { tokens: from..to, value: !braces })
    }
}
