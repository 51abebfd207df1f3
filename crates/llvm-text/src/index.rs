//! One pass over the text that finds where everything at the top level lies, without reading it.
//!
//! Bodies and metadata, nine tenths of a file, are passed line by line: a body ends at the first line that starts with
//! `}`, a metadata node at the end of its line. Everything else, and hand-written text that does not keep to those
//! lines, goes through the lexer: an entity then ends at the first end of line outside brackets.
//!
//! Cost: about 2 ms per megabyte.

use super::error::{Fault, Reading, excerpt};
use super::lexer::{Kind, Lexer};

/// A byte range and the line it starts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub start: usize,
    pub end: usize,
    pub line: u32,
}

/// A function: its header, and its body from after `{` to past `}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionPiece {
    pub header: Piece,
    pub body: Option<Piece>,
}

/// Where everything lies.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pub types: Vec<Piece>,
    pub globals: Vec<Piece>,
    pub functions: Vec<FunctionPiece>,
    pub groups: Vec<Piece>,
    /// `source_filename`, `target …`, `module asm …`.
    pub strings: Vec<Piece>,
    /// Number, byte offset and line of every numbered node, sorted by number.
    pub nodes: Vec<(u32, u32, u32)>,
    /// `!llvm.dbg.cu = …`
    pub named_nodes: Vec<Piece>,
}

/// Finds everything at the top level of `text`.
pub(crate) fn index(text: &str) -> Reading<Index> {
    if u32::try_from(text.len()).is_err() {
        return Err(Fault { offset: 0, what: "the text is longer than 4 GiB".into() });
    }
    let mut indexer =
        Indexer { text, bytes: text.as_bytes(), at: 0, line: 1, index: Index::default(), entities: 0 };
    indexer.run()?;
    let mut index = indexer.index;
    if !index.nodes.is_sorted_by_key(|node| node.0) {
        index.nodes.sort_unstable();
    }
    if let Some(pair) = index.nodes.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let what = format!("the metadata node !{} is defined twice", pair[1].0);
        return Err(Fault { offset: pair[1].1 as usize, what });
    }
    Ok(index)
}

struct Indexer<'m> {
    text: &'m str,
    bytes: &'m [u8],
    at: usize,
    line: u32,
    index: Index,
    entities: usize,
}

impl Indexer<'_> {
    fn run(&mut self) -> Reading<()> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b';' => self.skip_line(),
                _ => {
                    self.entity(byte)?;
                    self.entities += 1;
                }
            }
        }
        if self.entities == 0 {
            return Err(Fault { offset: 0, what: "not LLVM IR text: there is nothing in it".into() });
        }
        Ok(())
    }

    fn entity(&mut self, byte: u8) -> Reading<()> {
        let rest = &self.bytes[self.at..];
        match byte {
            b'!' => self.metadata(),
            b'@' => self.simple(|index| &mut index.globals),
            b'%' => self.simple(|index| &mut index.types),
            b'$' | b'^' => self.lexed_entity().map(drop),
            b'd' if rest.starts_with(b"define") => self.define(),
            b'd' if rest.starts_with(b"declare") => {
                let header = self.lexed_entity()?;
                self.index.functions.push(FunctionPiece { header, body: None });
                Ok(())
            }
            b'a' if rest.starts_with(b"attributes") => self.simple(|index| &mut index.groups),
            b's' if rest.starts_with(b"source_filename") => self.simple(|index| &mut index.strings),
            b't' if rest.starts_with(b"target ") => self.simple(|index| &mut index.strings),
            b'm' if rest.starts_with(b"module asm") => self.simple(|index| &mut index.strings),
            b'u' if rest.starts_with(b"uselistorder") => self.lexed_entity().map(drop),
            _ => self.unknown(),
        }
    }

    fn unknown(&self) -> Reading<()> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let shown = excerpt(rest.lines().next().unwrap_or_default());
        let what = if self.entities == 0 {
            format!("not LLVM IR text: it starts with `{shown}`")
        } else {
            format!("no entity of LLVM IR starts with `{shown}`")
        };
        Err(Fault { offset: self.at, what })
    }

    /// The offset of the next end of line, or the end of the text.
    fn line_end(&self, from: usize) -> usize {
        match self.text.get(from..).and_then(|rest| rest.find('\n')) {
            Some(length) => from + length,
            None => self.text.len(),
        }
    }

    fn skip_line(&mut self) {
        self.at = self.line_end(self.at);
    }

    fn simple(&mut self, list: impl FnOnce(&mut Index) -> &mut Vec<Piece>) -> Reading<()> {
        let piece = self.lexed_entity()?;
        list(&mut self.index).push(piece);
        Ok(())
    }

    /// An entity that ends at the first end of line outside brackets.
    fn lexed_entity(&mut self) -> Reading<Piece> {
        let (start, line) = (self.at, self.line);
        let mut lexer = Lexer::new(self.text, start, self.text.len(), line);
        let mut depth = 0_u64;
        loop {
            let before = (lexer.position(), lexer.line());
            let token = lexer.next();
            if token.kind == Kind::Eof && depth > 0 {
                return Err(self.cut_short(start));
            }
            if token.kind == Kind::Eof || (depth == 0 && lexer.token_line() != before.1) {
                (self.at, self.line) = before;
                return Ok(Piece { start, end: before.0, line });
            }
            match token.kind {
                Kind::Bad => return Err(self.bad_token(token.start)),
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => depth += 1,
                Kind::Punct(b')' | b']' | b'}' | b'>') => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn cut_short(&self, start: usize) -> Fault {
        Fault { offset: start, what: "the text ends inside what starts here".into() }
    }

    fn bad_token(&self, offset: usize) -> Fault {
        let rest = self.text.get(offset..).unwrap_or_default();
        let shown = excerpt(rest.lines().next().unwrap_or_default());
        let prefix = if self.entities == 0 { "not LLVM IR text: " } else { "" };
        Fault { offset, what: format!("{prefix}`{shown}` is no token of LLVM IR") }
    }

    /// `!12 = …` or `!name = …`, normally one line.
    fn metadata(&mut self) -> Reading<()> {
        let (start, line) = (self.at, self.line);
        let digits = self.bytes[start + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = self.line_end(start);
        let continued = matches!(self.bytes.get(end + 1), Some(b' ' | b'\t' | b')' | b'}'));
        let last = self.text.get(start..end).unwrap_or_default().trim_end();
        if continued || end == self.text.len() || !last.ends_with([')', '}', '"']) {
            self.lexed_entity()?;
        } else {
            self.at = end;
        }
        if !self.text.get(start..self.at).unwrap_or_default().contains('=') {
            return Err(Fault { offset: start, what: "the text ends inside what starts here".into() });
        }
        if digits == 0 {
            self.index.named_nodes.push(Piece { start, end: self.at, line });
            return Ok(());
        }
        match self.text.get(start + 1..start + 1 + digits).and_then(|number| number.parse().ok()) {
            Some(number) => self.index.nodes.push((number, start as u32, line)),
            None => return Err(Fault { offset: start, what: "this metadata number is too large".into() }),
        }
        Ok(())
    }

    fn define(&mut self) -> Reading<()> {
        let (start, line) = (self.at, self.line);
        let first_end = self.line_end(start);
        let first_line = self.text.get(start..first_end).unwrap_or_default().trim_end();
        let fast = first_line.ends_with('{').then(|| self.body_by_lines(first_end)).flatten();
        let (brace, body_line, end, end_line) = match fast {
            Some((end, end_line)) => (start + first_line.len() - 1, line, end, end_line),
            None => self.body_by_tokens()?,
        };
        self.index.functions.push(FunctionPiece {
            header: Piece { start, end: brace, line },
            body: Some(Piece { start: brace + 1, end, line: body_line }),
        });
        self.at = end;
        self.line = end_line;
        Ok(())
    }

    /// The offset past the brace that starts a line, and its line; nothing if another entity starts before.
    fn body_by_lines(&self, first_end: usize) -> Option<(usize, u32)> {
        let mut newline = first_end;
        let mut line = self.line;
        loop {
            let start = newline + 1;
            line += 1;
            let rest = self.bytes.get(start..)?;
            match rest.first()? {
                b'}' => return Some((start + 1, line)),
                b'@' | b'!' => return None,
                b'd' if rest.starts_with(b"define ") || rest.starts_with(b"declare ") => return None,
                _ => newline = self.line_end(start),
            }
        }
    }

    /// Offset and line of the opening brace, offset and line past the closing one.
    fn body_by_tokens(&self) -> Reading<(usize, u32, usize, u32)> {
        let mut lexer = Lexer::new(self.text, self.at, self.text.len(), self.line);
        let mut depth = 0_u64;
        let mut named = false;
        let mut open = None;
        loop {
            let token = lexer.next();
            match token.kind {
                Kind::Eof => {
                    return Err(Fault {
                        offset: self.at,
                        what: "the text ends inside the function that starts here".into(),
                    });
                }
                Kind::Bad => return Err(self.bad_token(token.start)),
                Kind::Global => named = true,
                Kind::Punct(b'{') if depth == 0 && named && open.is_none() => {
                    open = Some((token.start, lexer.token_line()));
                    depth = 1;
                }
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => depth += 1,
                Kind::Punct(b')' | b']' | b'}' | b'>') => {
                    depth = depth.saturating_sub(1);
                    if let (0, Some((brace, line))) = (depth, open) {
                        return Ok((brace, line, token.end, lexer.line()));
                    }
                }
                _ => {}
            }
        }
    }
}
