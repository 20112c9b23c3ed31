//! Cutting an input into documents: the lines of a file, the elements of a list, or the whole. One at a time, so that a
//! file may be larger than memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use crate::snapshot::limits::MAX_BYTES;
use crate::snapshot::read_json;

/// A part of an input.
#[derive(Debug)]
pub(super) enum Piece {
    /// A document, and the line that it begins in.
    Document { line: usize, text: String },
    /// What stands in the list so far belongs together, where it is messages.
    End,
    /// What could not be cut; the bytes are kept as they are.
    Unread { line: usize, what: Fault },
}

/// Why a part is no document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    NotUtf8,
    TooLong,
    /// A list that does not end.
    Open,
    /// Something behind the end of a list.
    Behind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Start,
    Lines,
    /// Between lists.
    Outside,
    /// In a list.
    Inside,
    Done,
}

/// The documents of an input.
pub(super) struct Documents<R> {
    input: R,
    mode: Mode,
    /// The line that comes next, from 1.
    line: usize,
    /// What was read ahead.
    ahead: VecDeque<Piece>,
}

impl<R: BufRead> Documents<R> {
    pub(super) fn new(input: R) -> Documents<R> {
        Documents { input, mode: Mode::Start, line: 1, ahead: VecDeque::new() }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Piece>> {
        loop {
            if let Some(piece) = self.ahead.pop_front() {
                return Ok(Some(piece));
            }
            match self.mode {
                Mode::Start => self.start()?,
                Mode::Lines => match self.next_line()? {
                    Some(piece) => self.ahead.push_back(piece),
                    None => self.mode = Mode::Done,
                },
                Mode::Outside => match self.skip_blanks()? {
                    None => self.mode = Mode::Done,
                    Some(b'[') => {
                        self.input.consume(1);
                        self.mode = Mode::Inside;
                    }
                    Some(_) => {
                        self.ahead.push_back(Piece::Unread { line: self.line, what: Fault::Behind });
                        self.mode = Mode::Done;
                    }
                },
                Mode::Inside => self.element()?,
                Mode::Done => return Ok(None),
            }
        }
    }

    /// Tells lists, lines and one document over several lines apart.
    fn start(&mut self) -> io::Result<()> {
        if self.input.fill_buf()?.starts_with(&[0xef, 0xbb, 0xbf]) {
            self.input.consume(3);
        }
        match self.skip_blanks()? {
            None => self.mode = Mode::Done,
            Some(b'[') => self.mode = Mode::Outside,
            Some(_) => {
                self.mode = Mode::Lines;
                match self.next_line()? {
                    Some(Piece::Document { line, text }) if read_json(&text).is_err() => self.whole(line, text)?,
                    first => self.ahead.extend(first),
                }
            }
        }
        Ok(())
    }

    /// The first line is no document. Either the whole is one, or the line is malformed.
    fn whole(&mut self, line: usize, first: String) -> io::Result<()> {
        let mut whole = first.clone();
        let mut lines = VecDeque::from([Piece::Document { line, text: first }]);
        while whole.len() <= MAX_BYTES {
            match self.next_line()? {
                None => break,
                Some(piece) => {
                    if let Piece::Document { text, line: at } = &piece {
                        // Blank lines were passed over; the places of what follows stay right.
                        let gap = (at - line).saturating_sub(whole.matches('\n').count());
                        whole.extend(std::iter::repeat_n('\n', gap));
                        whole.push_str(text);
                    }
                    let is_document = matches!(piece, Piece::Document { .. });
                    lines.push_back(piece);
                    if !is_document {
                        break;
                    }
                }
            }
        }
        // A document in a line of its own makes lines, whatever the first one is, unless it is a part of the whole.
        let is_lines = lines.iter().skip(1).any(
            |piece| matches!(piece, Piece::Document { text, .. } if text.starts_with('{') && read_json(text).is_ok()),
        );
        match is_lines && read_json(&whole).is_err() {
            true => self.ahead = lines,
            false => self.ahead.push_back(Piece::Document { line, text: whole }),
        }
        Ok(())
    }

    /// The next line that is not blank, without its end.
    fn next_line(&mut self) -> io::Result<Option<Piece>> {
        loop {
            let mut bytes = Vec::new();
            let is_whole = self.fill_line(&mut bytes)?;
            let line = self.line;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.line += 1;
            if !is_whole {
                return Ok(Some(Piece::Unread { line, what: Fault::TooLong }));
            }
            while matches!(bytes.last(), Some(b'\n' | b'\r')) {
                bytes.pop();
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => return Ok(Some(Piece::Document { line, text })),
                Err(_) => return Ok(Some(Piece::Unread { line, what: Fault::NotUtf8 })),
            }
        }
    }

    /// Reads to the end of the line. Of a line over the limit no more than that is kept.
    fn fill_line(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        self.input.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', bytes)?;
        let is_whole = bytes.len() <= MAX_BYTES;
        if !is_whole && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        Ok(is_whole)
    }

    /// The next element of a list, or its end.
    fn element(&mut self) -> io::Result<()> {
        self.skip_blanks()?;
        let line = self.line;
        let (mut bytes, mut depth, mut in_text, mut escaped, mut is_whole) = (Vec::new(), 0_usize, false, false, true);
        loop {
            let piece = self.input.fill_buf()?;
            if piece.is_empty() {
                self.ahead.push_back(Piece::Unread { line, what: Fault::Open });
                self.mode = Mode::Done;
                return Ok(());
            }
            let mut end = None;
            for (at, byte) in piece.iter().enumerate() {
                self.line += usize::from(*byte == b'\n');
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if in_text => escaped = true,
                    b'"' => in_text = !in_text,
                    _ if in_text => {}
                    b'[' | b'{' => depth += 1,
                    b',' if depth == 0 => end = Some((at, false)),
                    b']' if depth == 0 => end = Some((at, true)),
                    b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if end.is_some() {
                    break;
                }
            }
            let used = end.map_or(piece.len(), |(at, _)| at);
            is_whole &= bytes.len() + used <= MAX_BYTES;
            if is_whole {
                bytes.extend_from_slice(piece.get(..used).unwrap_or_default());
            }
            self.input.consume(used + usize::from(end.is_some()));
            let Some((_, is_last)) = end else { continue };
            match String::from_utf8(bytes) {
                _ if !is_whole => self.ahead.push_back(Piece::Unread { line, what: Fault::TooLong }),
                Err(_) => self.ahead.push_back(Piece::Unread { line, what: Fault::NotUtf8 }),
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => self.ahead.push_back(Piece::Document { line, text }),
            }
            if is_last {
                self.ahead.push_back(Piece::End);
                self.mode = Mode::Outside;
            }
            return Ok(());
        }
    }

    /// The next byte that is no blank.
    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            let piece = self.input.fill_buf()?;
            if piece.is_empty() {
                return Ok(None);
            }
            let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
            let end = piece.iter().position(|byte| !blank(byte));
            let used = end.unwrap_or(piece.len());
            let skipped = piece.get(..used).unwrap_or_default();
            self.line += skipped.iter().filter(|byte| **byte == b'\n').count();
            let found = end.and_then(|at| piece.get(at)).copied();
            self.input.consume(used);
            if found.is_some() {
                return Ok(found);
            }
        }
    }
}
