//! Comments: kept for whoever prints the text again, read where they mean something (`##`, `# chk-allow:`).

use super::token::{Token, TokenKind, tokens};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{FileId, Span};

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// From its `#` to the end of its line.
    pub span: Span,
    /// Whether it is a doc comment.
    pub doc: bool,
    /// Whether nothing stands in front of it on its line.
    pub own_line: bool,
}

/// `# chk-allow: CODE reason`: a finding that is meant to be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The code's name, as written; empty where none stands.
    pub code: String,
    /// Why.
    pub reason: String,
    /// The whole comment.
    pub span: Span,
    /// Where the next token begins: the item for which it holds. The end of the text where none follows.
    pub target: u32,
}

/// Everything that white space and comments say.
#[derive(Debug, Default)]
pub(super) struct Trivia {
    pub(super) comments: Vec<Comment>,
    pub(super) allows: Vec<Allow>,
    pub(super) docs: Docs,
}

/// The doc comments of a text by what they stand in front of.
#[derive(Debug, Default)]
pub(super) struct Docs {
    /// In the order of the text.
    blocks: Vec<Block>,
}

#[derive(Debug)]
struct Block {
    /// Where the token begins in front of which the block stands; none where it shares its line with something.
    target: Option<u32>,
    text: String,
    span: Span,
    taken: bool,
}

impl Trivia {
    /// Reads the comments of a text.
    pub(super) fn read(file: FileId, text: &str) -> Trivia {
        let mut trivia = Trivia::default();
        // Comments since the last token: what they hold for comes next.
        let mut pending: Vec<Comment> = Vec::new();
        let mut line_is_blank = true;
        let mut seen = 0;
        for token in tokens(text).chain(std::iter::once(Token::end(text))) {
            let between = text.get(seen..token.start).unwrap_or("");
            line_is_blank |= between.contains('\n') || seen == 0;
            seen = token.end;
            if token.kind == TokenKind::Comment {
                let span = Span::new(file, token.start, token.end);
                let written = token.text(text);
                let doc = written.starts_with("##") && !written.starts_with("###");
                pending.push(Comment { span, doc, own_line: line_is_blank });
                continue;
            }
            line_is_blank = false;
            for comment in pending.drain(..) {
                trivia.add(comment, text, Span::new(file, token.start, token.start).start);
            }
        }
        trivia
    }

    fn add(&mut self, comment: Comment, text: &str, target: u32) {
        self.comments.push(comment);
        let written = text.get(comment.span.start as usize..comment.span.end as usize).unwrap_or("");
        if comment.doc {
            let line = written.trim_start_matches('#');
            self.docs.add(comment, line.strip_prefix(' ').unwrap_or(line).trim_end(), target);
        } else if let Some(rest) = written.trim_start_matches('#').trim().strip_prefix("chk-allow:") {
            let (code, reason) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
            let (code, reason) = (code.to_owned(), reason.trim().to_owned());
            self.allows.push(Allow { code, reason, span: comment.span, target });
        }
    }
}

impl Docs {
    fn add(&mut self, comment: Comment, line: &str, target: u32) {
        let target = comment.own_line.then_some(target);
        match self.blocks.last_mut() {
            Some(block) if block.target.is_some() && block.target == target => {
                block.text.push('\n');
                block.text.push_str(line);
                block.span = block.span.to(comment.span);
            }
            _ => self.blocks.push(Block { target, text: line.to_owned(), span: comment.span, taken: false }),
        }
    }

    /// The doc comment in front of what begins at `start`.
    pub(super) fn take(&mut self, start: u32) -> Option<String> {
        let block = self.blocks.iter_mut().find(|block| block.target == Some(start))?;
        block.taken = true;
        Some(block.text.clone())
    }

    /// Counts what stands in front of anything in `span` as taken.
    pub(super) fn take_within(&mut self, span: Span) {
        let within = |start: u32| span.start <= start && start < span.end;
        let blocks = self.blocks.iter_mut();
        blocks.filter(|block| within(block.target.unwrap_or(block.span.start))).for_each(|block| block.taken = true);
    }

    /// What belongs to nothing.
    pub(super) fn stray(&self) -> impl Iterator<Item = Diagnostic> {
        self.blocks.iter().filter(|block| !block.taken).map(|block| {
            Diagnostic::new(Code::StrayDocComment, block.span, "this doc comment belongs to nothing")
                .help("put it on its own line before an item, a clause or an enum value, or begin it with one `#`")
        })
    }
}
