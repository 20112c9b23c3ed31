//! What holds other pieces: sections, tools, `for`, `result`, and slots whose fields are written out. A head is read for itself,
//! so that a mistake in what it holds costs no more than that.

use super::explain::Mistake;
use super::{Piece, Place, Recovery};
use crate::span::Span;
use crate::syntax::ast::{self, Item, ItemKind, Name, ResultBlock, Slot, Type, TypeKind};
use crate::syntax::build::SectionHead;
use crate::syntax::grammar::{self, Children, Node, Rule};
use crate::syntax::token::TokenKind;
use crate::syntax::words::is_clause_word;

/// The most tokens of the head of what holds pieces.
const MAX_HEAD: usize = 256;

/// What opens braces.
enum Head {
    Section(SectionHead),
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

impl<'t> Recovery<'t, '_> {
    /// What holds other pieces, where its head is sound: read with what it holds. Says where it ends.
    pub(super) fn container(&mut self, index: usize, pieces: &mut Vec<Piece>) -> Option<usize> {
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
                    self.report(Mistake { at, first: end, end: rest, expected });
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

    /// The brace of what holds other pieces, where its head alone is wrong.
    pub(super) fn opening_brace(&self, index: usize, at: usize, boundary: usize, meant: Option<&str>) -> Option<usize> {
        let brace = (index + 1..boundary).find(|index| self.row.word(*index) == "{")?;
        let object = self.row.word(brace - 1) == "object";
        let holds = match meant {
            Some("fixed" | "provider" | "user" | "tool" | "for" | "result") => true,
            Some("slot" | "fact") if object => true,
            // Whatever the head says, an item in the braces shows what they are.
            _ => !object && self.row.opens_item(brace + 1),
        };
        (at <= brace && holds).then_some(brace)
    }

    /// Reads what stands in the braces of something whose head is wrong; its names count as declared.
    pub(super) fn inside(&mut self, brace: usize, meant: &str) -> usize {
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
}
