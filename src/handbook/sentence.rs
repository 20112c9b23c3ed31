//! Sentences in which our words, the policy's names and its author's words are told apart.

use std::fmt;

/// A sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(pub Vec<Piece>);

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Our words.
    Words(String),
    /// A name or an expression of the policy.
    Code(String),
    /// What a person or a model is told, in the author's words.
    Said(String),
    /// What the author says of something: a doc comment.
    Doc(String),
    /// Several, one after another.
    All(Vec<Piece>),
}

/// A sentence of these pieces.
macro_rules! say {
    ($($piece:expr),* $(,)?) => {
        $crate::handbook::sentence::Sentence(vec![$($crate::handbook::sentence::Piece::from($piece)),*])
    };
}
pub(super) use say;

impl Sentence {
    /// With a full stop, unless words that are quoted end it.
    pub(super) fn stop(mut self) -> Sentence {
        if !self.to_string().ends_with(['”', '.']) {
            self.0.push(".".into());
        }
        self
    }
}

impl From<&str> for Piece {
    fn from(words: &str) -> Piece {
        Piece::Words(words.to_owned())
    }
}

impl From<String> for Piece {
    fn from(words: String) -> Piece {
        Piece::Words(words)
    }
}

impl From<Sentence> for Piece {
    fn from(sentence: Sentence) -> Piece {
        Piece::All(sentence.0)
    }
}

/// A name or an expression.
pub(super) fn code(text: impl fmt::Display) -> Piece {
    Piece::Code(text.to_string())
}

/// What is said to somebody.
pub(super) fn said(text: impl fmt::Display) -> Piece {
    Piece::Said(text.to_string())
}

/// A doc comment in one paragraph, with a full stop.
pub(super) fn doc(text: &str) -> Piece {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let stop = if text.ends_with(['.', '!', '?', ':', '"', ')', '”']) { "" } else { "." };
    Piece::Doc(format!("{text}{stop}"))
}

/// `a`; `a` and `b`; `a`, `b` and `c`.
pub(super) fn listed(pieces: impl IntoIterator<Item = Piece>, last: &str) -> Piece {
    let pieces: Vec<Piece> = pieces.into_iter().collect();
    let count = pieces.len();
    let mut all = Vec::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        match count - at {
            _ if at == 0 => {}
            1 => all.push(Piece::Words(format!(" {last} "))),
            _ => all.push(Piece::from(", ")),
        }
        all.push(piece);
    }
    Piece::All(all)
}

/// Names, one after another.
pub(super) fn names(names: impl IntoIterator<Item = impl fmt::Display>) -> Piece {
    listed(names.into_iter().map(code), "and")
}

/// `once`, `2 times`
pub(super) fn times(count: impl fmt::Display) -> String {
    match count.to_string().as_str() {
        "1" => "once".to_owned(),
        count => format!("{count} times"),
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| piece.fmt(f))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Words(words) | Piece::Doc(words) => f.write_str(words),
            Piece::Code(text) => write!(f, "`{text}`"),
            Piece::Said(text) => write!(f, "“{text}”"),
            Piece::All(pieces) => pieces.iter().try_for_each(|piece| piece.fmt(f)),
        }
    }
}
