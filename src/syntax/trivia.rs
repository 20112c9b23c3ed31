//! Comments: kept for whoever prints the text again, read where they mean something (`##`, `# chk-allow:`).

use super::token::{Token, TokenKind};
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

/// Reads the comments of a text while its tokens pass by.
#[derive(Debug)]
pub(super) struct TriviaReader<'t> {
    file: FileId,
    text: &'t str,
    trivia: Trivia,
    /// Comments since the last token: what they stand in front of comes next.
    pending: Vec<Comment>,
    /// Where the last token ends.
    seen: usize,
}

impl<'t> TriviaReader<'t> {
    pub(super) fn new(file: FileId, text: &'t str) -> TriviaReader<'t> {
        TriviaReader { file, text, trivia: Trivia::default(), pending: Vec::new(), seen: 0 }
    }

    /// Looks at the next token.
    pub(super) fn see(&mut self, token: Token) {
        if token.kind == TokenKind::Comment {
            let own_line =
                self.seen == 0 || self.text.get(self.seen..token.start).is_some_and(|gap| gap.contains('\n'));
            let written = token.text(self.text);
            let doc = written.starts_with("##") && !written.starts_with("###");
            self.pending.push(Comment { span: Span::new(self.file, token.start, token.end), doc, own_line });
        } else {
            let target = Span::new(self.file, token.start, token.start).start;
            for comment in self.pending.drain(..) {
                self.trivia.add(comment, self.text, target);
            }
        }
        self.seen = token.end;
    }

    /// What was read.
    pub(super) fn finish(mut self) -> Trivia {
        self.see(Token::end(self.text));
        self.trivia
    }
}

impl Trivia {
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

impl Block {
    /// By which the blocks are in order.
    fn key(&self) -> u32 {
        self.target.unwrap_or(self.span.start)
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
        let index = self.blocks.binary_search_by_key(&start, Block::key).ok()?;
        let block = self.blocks.get_mut(index).filter(|block| block.target.is_some())?;
        block.taken = true;
        Some(block.text.clone())
    }

    /// Counts what stands in front of anything in `span` as taken.
    pub(super) fn take_within(&mut self, span: Span) {
        let first = self.blocks.partition_point(|block| block.key() < span.start);
        let blocks = self.blocks.iter_mut().skip(first);
        blocks.take_while(|block| block.key() < span.end).for_each(|block| block.taken = true);
    }

    /// What belongs to nothing.
    pub(super) fn stray(&self) -> impl Iterator<Item = Diagnostic> {
        self.blocks.iter().filter(|block| !block.taken).map(|block| {
            Diagnostic::new(Code::StrayDocComment, block.span, "this doc comment belongs to nothing")
                .help("put it on its own line before an item, a clause or an enum value, or begin it with one `#`")
        })
    }
}
