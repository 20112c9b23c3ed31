//! Whether two texts say the same: the same tree, and the same comments in the same places.

use crate::syntax::{Form, Piece, TokenKind, tokens};

/// Whether two texts say the same. A comma behind the last entry of a list says nothing, and neither does the order of the
/// clauses of one slot, one lookup or one clause of a result.
pub(super) fn same(one: &str, other: &str) -> bool {
    let tree = |text| Piece::of(text).map(|piece| Tree::of(&piece));
    tree(one).is_some_and(|tree_of_one| tree(other).is_some_and(|other| tree_of_one == other))
        && comments(one) == comments(other)
}

/// What a piece says, wherever it stands.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tree<'t> {
    form: Form,
    /// Of a token.
    text: &'t str,
    inner: Vec<Tree<'t>>,
}

impl<'t> Tree<'t> {
    fn of(piece: &Piece<'t>) -> Tree<'t> {
        let mut inner = Vec::new();
        for (index, part) in piece.pieces.iter().enumerate() {
            let closes = piece.pieces.get(index + 1).is_some_and(|next| next.form == Form::Close);
            if !(part.form == Form::Comma && closes) {
                inner.push(Tree::of(part));
            }
        }
        // Each clause stands once, so that in their own order they are the same in whatever order they stood.
        for run in inner.chunk_by_mut(|one, next| one.is_clause() && next.is_clause()) {
            run.sort_by_key(|part| part.form);
        }
        if piece.form == Form::Tool {
            for run in inner.chunk_by_mut(|one, next| one.form != Form::Open && next.form != Form::Open) {
                run.sort_by_key(|part| part.form == Form::Tier);
            }
        }
        Tree { form: piece.form, text: if piece.pieces.is_empty() { piece.text } else { "" }, inner }
    }

    fn is_clause(&self) -> bool {
        self.form <= Form::Because
    }
}

/// The comments of a text: how many tokens stand in front of each, whether it begins a line, and what it says.
fn comments(text: &str) -> Vec<(usize, bool, &str)> {
    let (mut comments, mut count, mut end) = (Vec::new(), 0, 0);
    for token in tokens(text) {
        let written = token.text(text);
        let begins_line = count + comments.len() == 0 || text.get(end..token.start).unwrap_or("").contains('\n');
        end = token.end;
        if token.kind == TokenKind::Comment {
            comments.push((count, begins_line, written.trim_end()));
        } else if written != "," {
            count += 1;
        }
    }
    comments
}
