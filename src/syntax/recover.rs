//! The way on after a mistake: a text that the grammar does not take is read piece by piece, so that each of its mistakes is
//! found, and what is sound in it is kept. Here lines and indentation count, as they do for authors.

mod explain;
mod further;
mod row;

use pest::Parser;

use self::explain::Mistake;
use self::further::Wrong;
use self::row::Row;
use super::ast::{self, Item, ItemKind, Name, ResultBlock, ResultClause, Slot, Type, TypeKind};
use super::build::{Builder, Opening};
use super::expect::Expected;
use super::grammar::{self, Children, Grammar, Node, Rule};
use super::token::TokenKind;
use super::words::{ITEM_WORDS, RESULT_WORDS, is_clause_word, is_item_word};
use crate::nearest::nearest;
use crate::span::Span;

/// Reads a text that has mistakes.
pub(super) struct Recovery<'t, 'd> {
    text: &'t str,
    row: Row<'t>,
    pub(super) builder: Builder<'d>,
    /// The names of what could not be read.
    pub(super) bad_names: Vec<Name>,
    opening: Opening,
    /// How many opening braces are missing.
    pub(super) missing_braces: usize,
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

/// The most tokens of the head of what holds pieces.
const MAX_HEAD: usize = 256;

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
            opening: Opening::default(),
            missing_braces: 0,
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

    /// What holds other pieces, where its head is sound: read with what it holds. Says where it ends.
    fn container(&mut self, index: usize, pieces: &mut Vec<Piece>) -> Option<usize> {
        let rule = match self.row.word(index) {
            "fixed" | "provider" | "user" => Rule::section_head,
            "tool" => Rule::tool_head,
            "for" => Rule::for_head,
            "result" => Rule::result_head,
            "slot" | "fact" => Rule::object_head,
            _ => return None,
        };
        let start = self.row.token(index).start;
        let object = rule == Rule::object_head;
        // Pest looks at the whole of what it is given, so it is given no more than the head.
        let brace = (index..index + MAX_HEAD).find(|index| self.row.word(*index) == "{")?;
        let end = self.row.token(brace);
        let head = self.parse(rule, start, if object { end.end } else { end.start }).ok()?;
        if start + grammar::end(&head) != if object { end.end } else { self.row.token(brace - 1).end } {
            return None;
        }
        self.builder.start_at(start);
        let place = self.builder.place(0, grammar::end(&head));
        self.opening.saw_item(place);
        let doc = self.builder.doc(place);
        let kind_of = self.head(head);
        let (inside, mut end) = match rule {
            Rule::result_head => self.pieces(brace + 1, Place::Results),
            Rule::tool_head => self.tool_pieces(brace + 1),
            _ => self.pieces(brace + 1, Place::Section),
        };
        end += usize::from(self.row.kind(end) == TokenKind::Close);
        let mut sound = true;
        let kind = match kind_of? {
            Head::Object(slot) => {
                let (slot, rest) = self.object(*slot, inside, end);
                end = rest;
                sound = slot.is_some();
                slot.unwrap_or(ItemKind::UnlistedTools)
            }
            Head::Section(head) => head.with(inside.into_iter().filter_map(Piece::item).collect()),
            Head::Tool(name) => {
                ItemKind::Tool(ast::Tool { name, items: inside.into_iter().filter_map(Piece::item).collect() })
            }
            Head::For(selectors) => {
                ItemKind::For(ast::For { selectors, items: inside.into_iter().filter_map(Piece::item).collect() })
            }
            Head::Result => {
                ItemKind::Result(ResultBlock { clauses: inside.into_iter().filter_map(Piece::clause).collect() })
            }
        };
        self.builder.start_at(0);
        let span = self.builder.place(start, self.row.token(end.saturating_sub(1)).end);
        if sound {
            pieces.push(Piece::Item(Item { doc, kind, span }));
        }
        Some(end)
    }

    /// What stands in a tool: a tier first, or a word in its place.
    fn tool_pieces(&mut self, index: usize) -> (Vec<Piece>, usize) {
        let start = self.row.token(index).start;
        let next = self.row.token(index + 1).end;
        let Ok(tier) = self.parse(Rule::tier_name, start, next) else { return self.pieces(index, Place::Section) };
        let end = start + tier.as_span().end();
        self.builder.start_at(start);
        let tier = self.builder.item(tier).map(Piece::Item);
        let (pieces, end) = self.pieces(self.row.after(end), Place::Section);
        (tier.into_iter().chain(pieces).collect(), end)
    }

    /// The slot whose fields were read, with its clauses behind the brace.
    fn object(&mut self, mut slot: ObjectHead, inside: Vec<Piece>, end: usize) -> (Option<ItemKind>, usize) {
        let items = inside.into_iter().filter_map(Piece::item).collect();
        let mut rest = end;
        let mut clauses = Vec::new();
        if is_clause_word(self.row.word(end)) || !self.row.is_first(end) {
            rest = self.row.boundary(end, false);
            let start = self.row.token(end).start;
            match self.parse(Rule::lone_clauses, start, self.row.token(rest.saturating_sub(1)).end) {
                Ok(node) => {
                    self.builder.start_at(start);
                    clauses = self.builder.clauses(Children::of(node));
                }
                Err((at, expected)) => {
                    let at = self.row.containing(at).min(rest);
                    self.report(Mistake { at, first: end, expected });
                    self.bad_names.push(slot.name);
                    return (None, rest);
                }
            }
        }
        let mut ty = Type { kind: TypeKind::Object(items), span: slot.span };
        for list in slot.wrappers.drain(..).rev() {
            let kind = if list { TypeKind::List(Box::new(ty)) } else { TypeKind::Map(Box::new(ty)) };
            ty = Type { kind, span: slot.span };
        }
        let slot_kind = if slot.fact { ItemKind::Fact } else { ItemKind::Slot };
        (Some(slot_kind(Slot { name: slot.name, ty, computed: None, clauses })), rest)
    }

    /// A head, its braces not yet read.
    fn head(&mut self, node: Node<'t>) -> Option<Head> {
        Some(match node.as_rule() {
            Rule::section_head => Head::Section(self.builder.section_head(node)?),
            Rule::tool_head => Head::Tool(self.builder.tool_head(node)?),
            Rule::for_head => Head::For(self.builder.for_head(node)),
            Rule::result_head => Head::Result,
            _ => {
                let fact = node.as_str().starts_with("fact");
                let span = self.builder.place(node.as_span().start(), grammar::end(&node));
                let mut children = Children::of(node);
                let name = self.builder.next_name(&mut children)?;
                let wrappers = children.filter(|node| node.as_rule() == Rule::list_of);
                let wrappers = wrappers.map(|node| node.as_str().starts_with("list")).collect();
                Head::Object(Box::new(ObjectHead { fact, name, wrappers, span }))
            }
        })
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
        if taken > index && self.row.opens_something(taken) && self.row.is_outermost(taken, index) {
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
        let headless = expected.brace;
        self.missing_braces += usize::from(headless);
        self.top = place == Place::Top;
        let blamed = self.report(Mistake { at, first: index, expected });
        self.keep_name(index, meant.unwrap_or(""));
        let end = match self.opening_brace(index, at, boundary, meant) {
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

    /// The brace of what holds other pieces, where its head alone is wrong.
    fn opening_brace(&self, index: usize, at: usize, boundary: usize, meant: Option<&str>) -> Option<usize> {
        if !matches!(meant, Some("fixed" | "provider" | "user" | "tool" | "for" | "result" | "slot" | "fact")) {
            return None;
        }
        let brace = (index..boundary).find(|index| self.row.word(*index) == "{")?;
        let object = self.row.word(brace - 1) == "object";
        (at <= brace && (object || !matches!(meant, Some("slot" | "fact")))).then_some(brace)
    }

    /// Reads what stands in the braces of something whose head is wrong; its names count as declared.
    fn inside(&mut self, brace: usize, meant: &str) -> usize {
        let (pieces, end) = match meant {
            "result" => self.pieces(brace + 1, Place::Results),
            "tool" => self.tool_pieces(brace + 1),
            _ => self.pieces(brace + 1, Place::Section),
        };
        for item in pieces.into_iter().filter_map(Piece::item) {
            self.bad_names.extend(item.kind.name().cloned());
        }
        let end = (end + 1).min(self.row.end());
        // The clauses of a slot go with its object.
        if matches!(meant, "slot" | "fact") && is_clause_word(self.row.word(end)) {
            self.row.boundary(end, false)
        } else {
            end
        }
    }

    /// The name of something that is not understood.
    fn keep_name(&mut self, index: usize, meant: &str) {
        let names =
            !matches!(meant, "" | "use" | "budget" | "on" | "same" | "once" | "after" | "other" | "unlisted" | "for");
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

/// What opens braces.
enum Head {
    Section(super::build::SectionHead),
    Tool(Name),
    For(Vec<ast::Selector>),
    Result,
    Object(Box<ObjectHead>),
}

/// `slot NAME: list of object {`
struct ObjectHead {
    fact: bool,
    name: Name,
    /// `list of` or `map of`, from the outside; true for lists.
    wrappers: Vec<bool>,
    span: Span,
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
