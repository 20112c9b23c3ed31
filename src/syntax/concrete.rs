//! A text cut as the grammar cuts it, every token of it in order: for whoever prints the text again.

use pest::Parser;

use super::grammar::{Grammar, Node, Rule};

/// A token, or what several of them make.
#[derive(Debug)]
pub(crate) struct Piece<'t> {
    pub(crate) form: Form,
    /// What a token says.
    pub(crate) text: &'t str,
    /// Where it begins, in bytes.
    pub(crate) start: usize,
    /// What it is made of; nothing in a token.
    pub(crate) pieces: Vec<Piece<'t>>,
}

/// What a piece is, as far as its looks depend on that.
///
/// The clauses of a slot, a lookup and a result stand here in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    // clauses of a slot
    Where,
    Unit,
    Strip,
    Optional,
    Default,
    Required,
    Drafted,
    Supplied,
    Cosmetic,
    Secret,
    From,
    AtTrigger,
    Alias,
    Ask,
    // of a lookup
    Within,
    Outside,
    // of a result
    Retriable,
    Keep,
    Because,

    File,
    Language,
    Use,
    // what holds items
    Section,
    For,
    ForHead,
    Tool,
    Tier,
    Object,
    Result,
    Table,
    Row,
    // items
    Slot,
    Lookup,
    Effect,
    SaidAs,
    Assertion,
    Pattern,
    Require,
    Forbid,
    Asked,
    Guard,
    Step,
    AtMost,
    Group,
    ResultKind,
    ResultOther,
    /// Names, calls or selectors in a row.
    Listed,
    // lists in brackets
    /// Values that are kept in the author's lines.
    Rows,
    /// Entries that stand on a line each where they do not fit on one.
    Entries,
    /// Values that fill their lines.
    Values,
    // expressions
    Expr,
    Conditional,
    Quantifier,
    // tokens
    Open,
    Close,
    /// An opening bracket that stands directly behind the word in front of it.
    Tight,
    Paren,
    /// A closing bracket that is no brace.
    End,
    Comma,
    Colon,
    Dot,
    By,
    When,
    /// `where` within an expression.
    Filter,
    Else,
    Message,
    Unless,
    Or,
    And,
    Compare,
    Sum,
    /// Anything else.
    Plain,
}

impl<'t> Piece<'t> {
    /// The pieces of a text; nothing where the grammar does not take it.
    pub(crate) fn of(text: &'t str) -> Option<Piece<'t>> {
        Grammar::parse(Rule::file, text).ok()?.next().map(|node| Piece::new(node, Form::Plain))
    }

    fn new(node: Node<'t>, parent: Form) -> Piece<'t> {
        let form = Form::of(&node, parent);
        let (text, start) = (node.as_str(), node.as_span().start());
        let inside = if brackets_stick(node.as_rule()) { Form::Tight } else { form };
        let pieces = node.into_inner().map(|inner| Piece::new(inner, inside)).collect();
        Piece { form, text, start, pieces }
    }

    /// Its tokens, in order.
    pub(crate) fn tokens(&self) -> Vec<&Piece<'t>> {
        let mut tokens = Vec::new();
        self.add_tokens(&mut tokens);
        tokens
    }

    fn add_tokens<'p>(&'p self, tokens: &mut Vec<&'p Piece<'t>>) {
        if self.pieces.is_empty() {
            tokens.push(self);
        }
        self.pieces.iter().for_each(|piece| piece.add_tokens(tokens));
    }

    /// Where a token ends, in bytes.
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Its first token.
    pub(crate) fn first(&self) -> &Piece<'t> {
        self.pieces.first().map_or(self, Piece::first)
    }

    /// Its last token.
    pub(crate) fn last(&self) -> &Piece<'t> {
        self.pieces.last().map_or(self, Piece::last)
    }
}

/// Whether the bracket in it stands directly behind a word.
fn brackets_stick(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::parameters
            | Rule::arguments
            | Rule::find_arguments
            | Rule::lookup_call
            | Rule::source
            | Rule::quantifier
            | Rule::index_step
    )
}

impl Form {
    fn of(node: &Node<'_>, parent: Form) -> Form {
        match node.as_rule() {
            Rule::where_clause => Form::Where,
            Rule::unit_clause => Form::Unit,
            Rule::strip_clause => Form::Strip,
            Rule::optional_clause => Form::Optional,
            Rule::default_clause => Form::Default,
            Rule::required => Form::Required,
            Rule::drafted => Form::Drafted,
            Rule::supplied => Form::Supplied,
            Rule::cosmetic => Form::Cosmetic,
            Rule::secret => Form::Secret,
            Rule::from_clause => Form::From,
            Rule::at_trigger => Form::AtTrigger,
            Rule::alias_clause => Form::Alias,
            Rule::ask_clause => Form::Ask,
            Rule::within => Form::Within,
            Rule::kw_outside => Form::Outside,
            Rule::kw_retriable => Form::Retriable,
            Rule::keep => Form::Keep,
            Rule::because | Rule::kw_because => Form::Because,
            Rule::file => Form::File,
            Rule::language_line => Form::Language,
            Rule::use_item => Form::Use,
            Rule::section => Form::Section,
            Rule::for_block => Form::For,
            Rule::for_head => Form::ForHead,
            Rule::tool => Form::Tool,
            Rule::tier | Rule::tier_name => Form::Tier,
            Rule::object_type => Form::Object,
            Rule::result_block => Form::Result,
            Rule::table => Form::Table,
            Rule::table_head | Rule::table_row => Form::Row,
            Rule::slot | Rule::fact => Form::Slot,
            Rule::lookup => Form::Lookup,
            Rule::effect_def => Form::Effect,
            Rule::said_as => Form::SaidAs,
            Rule::assertion => Form::Assertion,
            Rule::pattern_def => Form::Pattern,
            Rule::require => Form::Require,
            Rule::forbid => Form::Forbid,
            Rule::confirm | Rule::notice => Form::Asked,
            Rule::guard => Form::Guard,
            Rule::guard_step => Form::Step,
            Rule::at_most => Form::AtMost,
            Rule::group_item | Rule::only => Form::Group,
            Rule::kind_clause => Form::ResultKind,
            Rule::parts_clause | Rule::data_clause | Rule::scope_clause => Form::ResultOther,
            Rule::same_by | Rule::changes => Form::Listed,
            Rule::words | Rule::whitelist | Rule::vocabulary => Form::Rows,
            Rule::mapping | Rule::enum_type | Rule::boolean_type => Form::Entries,
            Rule::cells | Rule::phrases | Rule::in_list => Form::Values,
            Rule::expr => Form::Expr,
            Rule::conditional => Form::Conditional,
            Rule::quantifier => Form::Quantifier,
            Rule::open_brace => Form::Open,
            Rule::close_brace => Form::Close,
            Rule::open_paren | Rule::open_bracket if parent == Form::Tight => Form::Tight,
            Rule::open_paren | Rule::open_bracket => Form::Paren,
            Rule::close_paren | Rule::close_bracket => Form::End,
            Rule::comma => Form::Comma,
            Rule::colon => Form::Colon,
            Rule::dot => Form::Dot,
            Rule::kw_by => Form::By,
            Rule::kw_when => Form::When,
            Rule::kw_where => Form::Filter,
            Rule::kw_else => Form::Else,
            Rule::kw_ask | Rule::kw_show => Form::Message,
            Rule::kw_unless => Form::Unless,
            Rule::or_op => Form::Or,
            Rule::and_op => Form::And,
            Rule::equal
            | Rule::not_equal
            | Rule::less_equal
            | Rule::greater_equal
            | Rule::less
            | Rule::greater
            | Rule::in_op
            | Rule::not_in_op
            | Rule::contains_op
            | Rule::subset_of
            | Rule::starts_with
            | Rule::ends_with
            | Rule::is_test
            | Rule::matches_test => Form::Compare,
            Rule::plus | Rule::minus => Form::Sum,
            _ => Form::Plain,
        }
    }
}
