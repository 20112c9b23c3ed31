//! Items, as far as they are neither sections, slots nor guards.

use super::Builder;
use crate::span::Span;
use crate::syntax::ast::*;
use crate::syntax::grammar::{Children, Node, Rule};

impl Builder<'_> {
    /// An item; none for punctuation.
    pub(in crate::syntax) fn item(&mut self, node: Node<'_>) -> Option<Item> {
        let rule = node.as_rule();
        if matches!(rule, Rule::open_brace | Rule::close_brace | Rule::EOI) {
            return None;
        }
        let span = self.span(&node);
        let doc = self.doc(span);
        let kind = self.item_kind(node, span)?;
        Some(Item { doc, kind, span })
    }

    fn item_kind(&mut self, node: Node<'_>, span: Span) -> Option<ItemKind> {
        let rule = node.as_rule();
        match rule {
            Rule::slot => return self.slot(node).map(ItemKind::Slot),
            Rule::fact => return self.slot(node).map(ItemKind::Fact),
            Rule::tier | Rule::tier_name => return Some(ItemKind::Tier(self.name(&node))),
            _ => {}
        }
        let mut children = Children::of(node);
        let inner = &mut children;
        Some(match rule {
            Rule::section => self.section(children)?,
            Rule::tool => self.tool(children)?,
            Rule::for_block => self.for_block(children)?,
            Rule::guard => ItemKind::Guard(self.guard(children)?),
            Rule::result_block => ItemKind::Result(self.result_block(children)),
            Rule::lookup => ItemKind::Lookup(self.lookup(children)?),
            Rule::table => ItemKind::Table(self.table(children)?),
            Rule::effect_def => ItemKind::EffectDef(self.effect_def(children)?),
            Rule::require => ItemKind::Require(self.require(children)?),
            Rule::use_item => ItemKind::Use(self.next_text(inner)?),
            Rule::assertion => ItemKind::Assertion(Assertion {
                effect: self.next_dotted(inner)?,
                by: self.next_pattern(inner)?,
                unless: self.next_pattern(inner),
            }),
            Rule::whitelist => {
                let name = self.next_name(inner)?;
                let values = children.filter_map(|node| self.literal(&node)).collect();
                ItemKind::Whitelist(Whitelist { name, values })
            }
            Rule::vocabulary => {
                let name = self.next_name(inner)?;
                let entries = children.filter(|node| node.as_rule() == Rule::vocabulary_entry);
                let entries = entries.filter_map(|node| self.vocabulary_entry(Children::of(node))).collect();
                ItemKind::Vocabulary(Vocabulary { name, entries })
            }
            Rule::pattern_def => {
                let name = self.next_name(inner)?;
                let patterns = children.filter_map(|node| self.pattern(node)).collect();
                ItemKind::PatternDef(PatternDef { name, patterns })
            }
            Rule::unlisted_tools => ItemKind::UnlistedTools,
            Rule::let_item => ItemKind::Let(Let { name: self.next_name(inner)?, value: self.next_expr(inner)? }),
            Rule::forbid => ItemKind::Forbid(Forbid {
                name: self.next_name(inner)?,
                condition: self.next_expr(inner)?,
                because: self.next_message(inner)?,
            }),
            Rule::confirm => ItemKind::Confirm(Confirm {
                name: self.next_name(inner)?,
                when: self.when(inner)?,
                ask: self.next_message(inner)?,
            }),
            Rule::notice => ItemKind::Notice(Notice {
                name: self.next_name(inner)?,
                when: self.when(inner)?,
                show: self.next_message(inner)?,
            }),
            Rule::budget => ItemKind::Budget(Budget {
                what: self.next_name(inner)?,
                limit: inner.seek(Rule::number).and_then(|node| self.number_literal(&node))?,
                per: self.next_name(inner)?,
            }),
            Rule::tier_at_least => ItemKind::TierAtLeast(self.next_name(inner)?),
            Rule::only => ItemKind::Only(Only {
                slot: self.next_dotted(inner)?,
                sources: inner.seek(Rule::from_clause).map(|node| self.sources(node))?,
            }),
            Rule::produces => {
                ItemKind::Produces(Produces { effect: self.next_dotted(inner)?, fields: self.next_mapping(inner) })
            }
            Rule::group_item => self.group(children)?,
            Rule::on_failure => ItemKind::OnFailure(OnFailure {
                word: self.next_name(inner)?,
                times: inner.seek(Rule::number).and_then(|node| self.number_literal(&node)),
            }),
            Rule::same_by => ItemKind::SameBy(self.names(children)),
            Rule::once_per => ItemKind::OncePer(self.next_name(inner)?),
            Rule::after_timeout => ItemKind::AfterTimeout(AfterTimeout {
                tool: self.next_dotted(inner)?,
                arguments: self.next_mapping(inner),
            }),
            Rule::changes => ItemKind::Changes(self.changes(children)),
            Rule::other_arguments => ItemKind::OtherArguments(self.next_name(inner)?),
            _ => {
                debug_assert!(false, "no item at {span:?}: {rule:?}");
                return None;
            }
        })
    }

    /// `when EXPR`, where it stands; none where its expression could not be built.
    fn when(&mut self, children: &mut Children<'_>) -> Option<Option<Expr>> {
        match children.pass(Rule::kw_when) {
            true => self.next_expr(children).map(Some),
            false => Some(None),
        }
    }

    fn effect_def(&mut self, mut children: Children<'_>) -> Option<EffectDef> {
        let name = self.next_dotted(&mut children)?;
        let (mut fields, mut said_as) = (Vec::new(), Vec::new());
        for node in children {
            match node.as_rule() {
                Rule::effect_field => {
                    let mut field = Children::of(node);
                    fields.push((self.next_name(&mut field)?, self.next_type(&mut field)?));
                }
                Rule::said_as => said_as = self.texts(Children::of(node)),
                _ => {}
            }
        }
        Some(EffectDef { name, fields, said_as })
    }

    fn vocabulary_entry(&mut self, mut children: Children<'_>) -> Option<(Text, Vec<Literal>)> {
        let said = self.next_text(&mut children)?;
        Some((said, children.filter_map(|node| self.literal(&node)).collect()))
    }

    fn table(&mut self, mut children: Children<'_>) -> Option<Table> {
        let name = self.next_name(&mut children)?;
        let parameters = children.seek(Rule::parameters).map(|node| self.names(Children::of(node)))?;
        let mut head = Children::of(children.seek(Rule::table_head)?);
        let column_head = self.next_name(&mut head)?;
        let columns = self.cells(&mut head)?;
        let rows = children.filter(|node| node.as_rule() == Rule::table_row).filter_map(|node| {
            let span = self.span(&node);
            let mut row = Children::of(node);
            let value = row.next().and_then(|node| self.value_or_name(&node))?;
            Some((value, self.cells(&mut row)?, span))
        });
        let rows = rows.collect();
        Some(Table { name, parameters, column_head, columns, rows })
    }

    fn cells(&mut self, children: &mut Children<'_>) -> Option<Vec<ValueOrName>> {
        children.seek(Rule::cells).map(|node| self.values_or_names(Children::of(node)))
    }

    fn lookup(&mut self, mut children: Children<'_>) -> Option<Lookup> {
        let name = self.next_name(&mut children)?;
        let parameters = children.take_if(Rule::parameters).map(|node| self.names(Children::of(node)));
        let by = self.next_dotted(&mut children)?;
        let arguments = self.next_mapping(&mut children);
        let (mut within, mut outside) = (None, None);
        for node in children {
            let span = self.span(&node);
            match node.as_rule() {
                Rule::within => {
                    let number = Children::of(node).seek(Rule::number)?;
                    let duration = self.duration_literal(&number)?;
                    self.once("within", span, &mut within, duration);
                }
                _ => self.once("outside", span, &mut outside, ()),
            }
        }
        let within = within.map(|(duration, _)| duration);
        Some(Lookup {
            name,
            parameters: parameters.unwrap_or_default(),
            by,
            arguments,
            within,
            outside: outside.is_some(),
        })
    }

    /// `{ name: value, ... }`, where it stands.
    fn next_mapping(&mut self, children: &mut Children<'_>) -> Vec<(Name, ValueOrName)> {
        let Some(mapping) = children.take_if(Rule::mapping) else { return Vec::new() };
        let entries = mapping.into_inner().filter(|node| node.as_rule() == Rule::mapping_entry);
        let entry = |node| {
            let mut entry = Children::of(node);
            let name = self.next_name(&mut entry)?;
            Some((name, self.value_or_name(&entry.nth(1)?)?))
        };
        entries.filter_map(entry).collect()
    }

    fn require(&mut self, mut children: Children<'_>) -> Option<Require> {
        let name = self.next_name(&mut children)?;
        let condition = self.next_expr(&mut children)?;
        let node = children.nth(1)?;
        let hold = node.as_rule() == Rule::else_hold;
        let mut inner = Children::of(node);
        let otherwise = match hold {
            true => Otherwise::Hold(self.next_message(&mut inner)?),
            false => Otherwise::Ask(self.next_dotted(&mut inner)?, self.next_message(&mut inner)?),
        };
        Some(Require { name, condition, otherwise })
    }

    fn group(&mut self, mut children: Children<'_>) -> Option<ItemKind> {
        let name = self.next_name(&mut children)?;
        let (mut slots, mut sources) = (Vec::new(), Vec::new());
        for node in children {
            match node.as_rule() {
                Rule::name => slots.push(self.name(&node)),
                Rule::from_clause => sources = self.sources(node),
                _ => {}
            }
        }
        Some(ItemKind::Group(Group { name, slots, sources }))
    }

    fn changes(&mut self, children: Children<'_>) -> Vec<LookupCall> {
        let calls = children.filter(|node| node.as_rule() == Rule::lookup_call);
        let calls: Vec<LookupCall> = calls.filter_map(|node| self.lookup_call(node)).collect();
        let nothing = |call: &LookupCall| match call.lookup.parts.as_slice() {
            [name] => name.text == "nothing" && !name.quoted && call.arguments.is_none(),
            _ => false,
        };
        if calls.len() == 1 && calls.iter().all(nothing) { Vec::new() } else { calls }
    }

    fn lookup_call(&mut self, node: Node<'_>) -> Option<LookupCall> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let lookup = self.next_dotted(&mut children)?;
        let arguments = children.pass(Rule::open_paren).then(|| {
            let arguments = children.filter(|node| node.as_rule() == Rule::expr);
            arguments.filter_map(|node| self.expr(node)).collect()
        });
        Some(LookupCall { lookup, arguments, span })
    }
}
