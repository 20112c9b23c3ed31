//! The way on after a mistake: a text that the grammar does not take is read piece by piece, so that each of its mistakes is
//! found, and what is sound in it is kept. Here lines and indentation count, as they do for authors.

mod container;
mod explain;
mod further;
mod row;

use pest::Parser;

use self::explain::Mistake;
use self::further::Wrong;
use self::row::Row;
use super::ast::{Item, Name, ResultClause};
use super::build::{Builder, Opening};
use super::expect::Expected;
use super::grammar::{self, Grammar, Node, Rule};
use super::repair::MissingBrace;
use super::token::TokenKind;
use super::words::{ITEM_WORDS, RESULT_WORDS, is_item_word};
use crate::nearest::nearest;

/// Reads a text that has mistakes.
pub(super) struct Recovery<'t, 'd> {
    text: &'t str,
    row: Row<'t>,
    pub(super) builder: Builder<'d>,
    /// The names of what could not be read.
    pub(super) bad_names: Vec<Name>,
    /// Whether a confirm may be among them: what it shows nobody knows.
    pub(super) lost_confirm: bool,
    /// Whether a section or a tool has no brace: what stands in it seems to stand around it.
    pub(super) lost_head: bool,
    opening: Opening,
    /// The opening braces that are missing.
    pub(super) missing_braces: Vec<MissingBrace>,
    /// Whether the piece at hand stands at top level.
    top: bool,
}

/// What the pieces are pieces of.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    Section,
    Results,
}

/// The rule for a piece in this place.
fn rule(place: Place) -> Rule {
    match place {
        Place::Top => Rule::lone_top_item,
        Place::Section => Rule::lone_item,
        Place::Results => Rule::lone_result_clause,
    }
}

/// One piece that was understood.
enum Piece {
    Item(Item),
    Clause(ResultClause),
}

impl<'t, 'd> Recovery<'t, 'd> {
    pub(super) fn new(text: &'t str, builder: Builder<'d>) -> Recovery<'t, 'd> {
        Recovery {
            text,
            row: Row::of(text),
            builder,
            bad_names: Vec::new(),
            lost_confirm: false,
            lost_head: false,
            opening: Opening::default(),
            missing_braces: Vec::new(),
            top: true,
        }
    }

    /// Everything in the text that can be understood.
    pub(super) fn file(&mut self) -> Vec<Item> {
        let mut index = 0;
        let mut items = Vec::new();
        loop {
            let (more, end) = self.pieces(index, Place::Top);
            items.extend(more.into_iter().filter_map(Piece::item));
            // Brackets have been balanced; should a stray one be left, it is passed over.
            if self.row.kind(end) != TokenKind::Close {
                break;
            }
            index = end + 1;
        }
        self.builder.start_at(0);
        self.builder.opened(&self.opening, self.text.len());
        items
    }

    /// The pieces from `index` on, and where the bracket stands that ends them.
    fn pieces(&mut self, mut index: usize, place: Place) -> (Vec<Piece>, usize) {
        let mut pieces = Vec::new();
        while !matches!(self.row.kind(index), TokenKind::Close | TokenKind::End) {
            let next = match self.container(index, &mut pieces) {
                Some(next) => next,
                None => self.leaf(index, place, &mut pieces),
            };
            // Whatever happens, reading goes on.
            index = next.max(index + 1);
        }
        (pieces, index)
    }

    /// A piece that holds no others, or one that is not understood. Says where the next one begins.
    fn leaf(&mut self, index: usize, place: Place, pieces: &mut Vec<Piece>) -> usize {
        let start = self.row.token(index).start;
        let boundary = self.row.boundary(index, place == Place::Results);
        let error = match self.parse(rule(place), start, self.row.token(boundary - 1).end) {
            Ok(node) => {
                self.keep(node, start, pieces);
                return boundary;
            }
            Err(error) => error,
        };
        // Where a value is missing, the word of the next clause or item was taken for one.
        let stop = self.row.containing(error.0).min(boundary);
        let taken = stop.saturating_sub(1);
        let begins = self.row.is_first(taken) || !is_item_word(self.row.word(taken));
        if taken > index && begins && self.row.opens_something(taken) && self.row.is_outermost(taken, index) {
            match self.parse(rule(place), start, self.row.token(taken - 1).end) {
                Err(earlier) if self.row.containing(earlier.0) >= taken && earlier.1.takes_name() => {
                    return self.bad(index, boundary, earlier, place);
                }
                _ => {}
            }
        }
        // A word too many on a line of its own, no deeper than the piece itself, is a piece of its own; so is an item.
        let item = place != Place::Results && is_item_word(self.row.word(stop));
        if stop <= index || stop >= boundary || !(item || self.row.is_outdented(stop, index)) {
            return self.bad(index, boundary, error, place);
        }
        match self.parse(rule(place), start, self.row.token(stop - 1).end) {
            Ok(node) => {
                self.keep(node, start, pieces);
                if item {
                    return stop;
                }
                let end = self.row.token(boundary - 1).end;
                let error = match self.parse(rule(place), self.row.token(stop).start, end) {
                    Ok(_) => error,
                    Err((at, expected)) => (at, expected.with_words_of(error.1)),
                };
                self.bad(stop, boundary, error, place)
            }
            Err(error) => self.bad(index, boundary, error, place),
        }
    }

    /// Builds what a sound piece says.
    fn keep(&mut self, node: Node<'t>, start: usize, pieces: &mut Vec<Piece>) {
        self.builder.start_at(start);
        let Some(node) = node.into_inner().next() else { return };
        if node.as_rule() != Rule::language_line {
            let place = self.builder.place(node.as_span().start(), grammar::end(&node));
            self.opening.saw_item(place);
        }
        match node.as_rule() {
            Rule::language_line => self.builder.language_line(&mut self.opening, node),
            Rule::kind_clause | Rule::parts_clause | Rule::data_clause | Rule::scope_clause => {
                pieces.extend(self.builder.result_clause(node).map(Piece::Clause));
            }
            _ => pieces.extend(self.builder.item(node).map(Piece::Item)),
        }
    }

    /// A piece with a mistake: says what is wrong, looks for further mistakes in it, and says where the next one begins.
    fn bad(&mut self, index: usize, boundary: usize, (at, expected): Error, place: Place) -> usize {
        let results = place == Place::Results;
        let at = self.row.containing(at).clamp(index, boundary);
        let word = self.row.word(index);
        let meant = if results { RESULT_WORDS } else { ITEM_WORDS };
        let meant = if meant.contains(&word) { Some(word) } else { nearest(word, meant.iter().copied()) };
        self.builder.start_at(0);
        let token = self.row.token(index);
        let span = self.builder.place(token.start, token.end);
        match meant {
            Some("language") => self.opening.saw_line(span),
            Some(_) => self.opening.saw_item(span),
            None if index == 0 && token.kind == TokenKind::Number => self.opening.saw_line(span),
            None => {}
        }
        self.lost_head |= expected.brace && at > index && place != Place::Results;
        self.lost_confirm |=
            meant == Some("confirm") || (index..boundary).any(|at| self.row.word(at) == "ask" && meant.is_none());
        let headless = expected.brace;
        self.top = place == Place::Top;
        let mistake = Mistake { at, first: index, end: boundary, expected };
        // A misspelt word is wrong in itself, and no brace is missing in front of it.
        let brace = headless && at > index && !self.is_misspelt(&mistake);
        let blamed = self.report(mistake);
        if let Some(diagnostic) = self.builder.diagnostics.last().filter(|_| brace).cloned() {
            let before = self.row.token(at - 1);
            let at = self.builder.place(before.start, before.end).end as usize;
            self.missing_braces.push(MissingBrace { at, diagnostic });
        }
        self.keep_name(index, meant.unwrap_or(""));
        // No clause of a result holds items but in an object, which ends in the midst of it.
        let brace = if results { None } else { self.opening_brace(index, at, boundary, meant) };
        let end = match brace {
            Some(brace) => self.inside(brace, meant.unwrap_or("")),
            // Without its brace, nothing behind a head can be told apart.
            None if headless => boundary,
            None => {
                self.further(index, Wrong { at, blamed }, boundary, place);
                boundary
            }
        };
        self.builder.start_at(0);
        let docs = self.builder.place(self.row.token(index).start, self.row.token(end).start);
        self.builder.take_docs(docs);
        end
    }

    /// The name of something that is not understood.
    fn keep_name(&mut self, index: usize, meant: &str) {
        let names =
            !matches!(meant, "use" | "budget" | "on" | "same" | "once" | "after" | "other" | "unlisted" | "for");
        let token = self.row.token(index + 1);
        if names && matches!(token.kind, TokenKind::Word | TokenKind::Quoted) {
            self.builder.start_at(0);
            let span = self.builder.place(token.start, token.end);
            let text = token.text(self.text);
            let bare = text.trim_matches('`');
            self.bad_names.push(Name { text: bare.to_owned(), span, quoted: bare != text });
        }
    }

    /// Parses a stretch of the text. An error says where in the whole text.
    fn parse(&self, rule: Rule, start: usize, end: usize) -> Result<Node<'t>, Error> {
        parse(rule, self.text.get(start..end).unwrap_or("")).map_err(|(at, expected)| (start + at, expected))
    }
}

/// Where the grammar could not go on, and what could have stood there.
type Error = (usize, Expected);

fn parse(rule: Rule, text: &str) -> Result<Node<'_>, Error> {
    let error = match Grammar::parse(rule, text) {
        Ok(mut nodes) => return nodes.next().ok_or_else(|| (0, Expected::default())),
        Err(error) => error,
    };
    Err(Expected::from_error(&error))
}

impl Piece {
    fn item(self) -> Option<Item> {
        match self {
            Piece::Item(item) => Some(item),
            Piece::Clause(_) => None,
        }
    }

    fn clause(self) -> Option<ResultClause> {
        match self {
            Piece::Clause(clause) => Some(clause),
            Piece::Item(_) => None,
        }
    }
}
