//! Tokens of textual LLVM IR, by bytes, without allocation.
//!
//! A token is a kind and a byte range; its text is looked up when needed. The lexer never fails: what is no token has
//! kind [`Kind::Bad`], and the end of the piece being read is [`Kind::Eof`] for ever.
//!
//! Source: `llvm/lib/AsmParser/LLLexer.cpp`. Deviation: keywords, types and opcodes are all [`Kind::Word`], so that
//! words of later versions need no change here.
//!
//! Cost: one pass over the bytes.

use std::borrow::Cow;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// End of the piece being read.
    Eof,
    /// A byte sequence that is no token, or an unterminated string.
    Bad,
    /// `define`, `i32`, `DW_TAG_member`, `true`.
    Word,
    /// `name:` or `"name":`, also field names of metadata; the range excludes the colon.
    Label,
    /// `%x` or `%12`; the range excludes the `%`.
    Local,
    /// `@f`; the range excludes the `@`.
    Global,
    /// `$c`; the range excludes the `$`.
    Comdat,
    /// `!12` or `!DILocation`; the range excludes the `!`, and is empty for `!{` and `!"…"`.
    Meta,
    /// `#12` or `#dbg_declare`; the range excludes the `#`.
    Hash,
    /// `^12`: module summary.
    Summary,
    /// Any number: `-5`, `1.5e+10`, `0xK…`, `u0x…`, `f0x…`, `+inf`.
    Number,
    /// `"…"`; the range excludes the quotes.
    Str,
    /// `c"…"`; the range excludes `c` and the quotes.
    Bytes,
    /// `...`.
    Ellipsis,
    /// `( ) { } [ ] < > , = * |`.
    Punct(u8),
}

/// A token: its kind and its byte range in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: Kind,
    /// Whether the name was written in quotes (and may contain escapes).
    pub quoted: bool,
    /// First byte of its text.
    pub start: usize,
    /// Past the last byte of its text.
    pub end: usize,
}

/// A cursor over a piece of text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'m> {
    text: &'m str,
    bytes: &'m [u8],
    position: usize,
    end: usize,
    /// Line of `position`.
    line: u32,
    /// Line of the first byte of the last token.
    token_line: u32,
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

impl<'m> Lexer<'m> {
    /// A lexer over `text[start..end]`, whose first byte is on line `line`.
    pub(crate) fn new(text: &'m str, start: usize, end: usize, line: u32) -> Self {
        Lexer {
            text,
            bytes: text.as_bytes(),
            position: start,
            end: end.min(text.len()),
            line,
            token_line: line,
        }
    }

    /// The text of a byte range; empty when the range is no text (garbage cut inside a character).
    pub(crate) fn slice(&self, start: usize, end: usize) -> &'m str {
        self.text.get(start..end).unwrap_or("")
    }

    /// Where the next token will be looked for.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The line the last token starts on.
    pub(crate) fn token_line(&self) -> u32 {
        self.token_line
    }

    /// The line of [`position`](Self::position); a string may span lines.
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.bytes[at] } else { 0 }
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) {
        while self.position < self.end {
            match self.bytes[self.position] {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    while self.position < self.end && self.bytes[self.position] != b'\n' {
                        self.position += 1;
                    }
                    continue;
                }
                _ => return,
            }
            self.position += 1;
        }
    }

    /// Reads the next token.
    pub(crate) fn next(&mut self) -> Token {
        self.skip_blanks();
        self.token_line = self.line;
        let start = self.position;
        if start >= self.end {
            return Token { kind: Kind::Eof, quoted: false, start, end: start };
        }
        match self.bytes[start] {
            b'%' => self.sigil(Kind::Local),
            b'@' => self.sigil(Kind::Global),
            b'$' => self.sigil(Kind::Comdat),
            b'#' => self.sigil(Kind::Hash),
            b'^' => self.sigil(Kind::Summary),
            b'!' => self.metadata(),
            b'"' => self.string_or_label(),
            b'c' if self.byte(start + 1) == b'"' => {
                self.position += 1;
                self.quoted(Kind::Bytes)
            }
            byte @ (b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'<' | b'>' | b',' | b'=' | b'*' | b'|') => {
                self.single(Kind::Punct(byte))
            }
            b'.' if self.byte(start + 1) == b'.' && self.byte(start + 2) == b'.' => self.ellipsis(),
            b'+' | b'-' | b'0'..=b'9' => self.number_or_label(),
            byte if is_word_byte(byte) => self.word(),
            _ => self.bad(),
        }
    }

    fn token(&mut self, kind: Kind, start: usize, end: usize) -> Token {
        Token { kind, quoted: false, start, end }
    }

    fn single(&mut self, kind: Kind) -> Token {
        let start = self.position;
        self.position += 1;
        self.token(kind, start, start + 1)
    }

    fn ellipsis(&mut self) -> Token {
        let start = self.position;
        self.position += 3;
        // `...` may be glued to nothing else in IR.
        self.token(Kind::Ellipsis, start, start + 3)
    }

    /// One character that starts no token; multi-byte characters are taken whole.
    fn bad(&mut self) -> Token {
        let start = self.position;
        self.position += 1;
        while self.position < self.end && !self.text.is_char_boundary(self.position) {
            self.position += 1;
        }
        self.token(Kind::Bad, start, self.position)
    }

    fn word_end(&self, mut at: usize) -> usize {
        while at < self.end && is_word_byte(self.bytes[at]) {
            at += 1;
        }
        at
    }

    /// `%name`, `%"name"`, `%12`.
    fn sigil(&mut self, kind: Kind) -> Token {
        let start = self.position;
        if self.byte(start + 1) == b'"' {
            self.position += 1;
            return self.quoted(kind);
        }
        let end = self.word_end(start + 1);
        if end == start + 1 {
            return self.bad();
        }
        self.position = end;
        self.token(kind, start + 1, end)
    }

    /// `!12`, `!name`, `!` before a brace or string. Names may hold escapes (`\2E`).
    fn metadata(&mut self) -> Token {
        let start = self.position + 1;
        let mut end = start;
        while end < self.end && (is_word_byte(self.bytes[end]) || self.bytes[end] == b'\\') {
            end += 1;
        }
        self.position = end;
        self.token(Kind::Meta, start, end)
    }

    /// The position stands on an opening quote.
    fn quoted(&mut self, kind: Kind) -> Token {
        let start = self.position + 1;
        let mut at = start;
        while at < self.end && self.bytes[at] != b'"' {
            if self.bytes[at] == b'\n' {
                self.line += 1;
            }
            at += 1;
        }
        if at >= self.end {
            self.position = self.end;
            return Token { kind: Kind::Bad, quoted: true, start: start - 1, end: self.end };
        }
        self.position = at + 1;
        Token { kind, quoted: true, start, end: at }
    }

    fn string_or_label(&mut self) -> Token {
        let mut token = self.quoted(Kind::Str);
        if token.kind == Kind::Str && self.byte(self.position) == b':' {
            self.position += 1;
            token.kind = Kind::Label;
        }
        token
    }

    fn word(&mut self) -> Token {
        let start = self.position;
        let end = self.word_end(start);
        self.position = end;
        if self.byte(end) == b':' {
            self.position += 1;
            return self.token(Kind::Label, start, end);
        }
        let text = &self.bytes[start..end];
        let hexadecimal = text.len() > 3 && text[1..3] == *b"0x" && matches!(text[0], b'u' | b's' | b'f');
        self.token(if hexadecimal { Kind::Number } else { Kind::Word }, start, end)
    }

    /// `-5`, `1.0e+10`, `0x7FF`, `+inf`, `12:`, `-foo:`.
    fn number_or_label(&mut self) -> Token {
        let start = self.position;
        let mut end = self.word_end(start + 1);
        if self.byte(end) == b':' {
            self.position = end + 1;
            return self.token(Kind::Label, start, end);
        }
        // The sign of an exponent: `1.0e+10`.
        if self.byte(end) == b'+' && matches!(self.bytes[end - 1], b'e' | b'E') && end > start + 1 {
            end = self.word_end(end + 1);
        }
        self.position = end;
        self.token(Kind::Number, start, end)
    }
}

/// Resolves `\\` and `\XX` escapes.
pub(crate) fn unescape_bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'\\' {
            if bytes.get(at + 1) == Some(&b'\\') {
                out.push(b'\\');
                at += 2;
                continue;
            }
            let digit = |i: usize| bytes.get(i).and_then(|&byte| char::from(byte).to_digit(16));
            if let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) {
                out.push((high * 16 + low) as u8);
                at += 3;
                continue;
            }
        }
        out.push(bytes[at]);
        at += 1;
    }
    out
}

/// Resolves escapes in a name or string; bytes that are not UTF-8 become U+FFFD.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    match String::from_utf8(unescape_bytes(text)) {
        Ok(string) => Cow::Owned(string),
        Err(error) => Cow::Owned(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text, 0, text.len(), 1);
        let mut out = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == Kind::Eof {
                return out;
            }
            out.push((token.kind, &text[token.start..token.end]));
        }
    }

    #[test]
    fn names_lose_their_sigil() {
        assert_eq!(
            kinds("%x @\"a b\" $c !12 !DIFile #3 ^1"),
            [
                (Kind::Local, "x"),
                (Kind::Global, "a b"),
                (Kind::Comdat, "c"),
                (Kind::Meta, "12"),
                (Kind::Meta, "DIFile"),
                (Kind::Hash, "3"),
                (Kind::Summary, "1")
            ]
        );
    }

    #[test]
    fn numbers_of_every_form_are_one_token() {
        for text in [
            "-5",
            "1.000000e+00",
            "-1.5e-10",
            "0xK3FFF",
            "u0xFF",
            "s0x80",
            "f0x1.8p3",
            "+inf",
            "-nan",
            "0xH3C00",
        ] {
            assert_eq!(kinds(text), [(Kind::Number, text)], "{text}");
        }
    }

    #[test]
    fn labels_include_numbers_quotes_and_field_names() {
        assert_eq!(
            kinds("12: \"a b\": for.end: line:3"),
            [
                (Kind::Label, "12"),
                (Kind::Label, "a b"),
                (Kind::Label, "for.end"),
                (Kind::Label, "line"),
                (Kind::Number, "3")
            ]
        );
    }

    #[test]
    fn comments_are_blanks_and_lines_are_counted() {
        let text = "a ; b %c\n\n d";
        let mut lexer = Lexer::new(text, 0, text.len(), 7);
        lexer.next();
        let token = lexer.next();
        assert_eq!((token.start, lexer.token_line()), (11, 9));
    }

    #[test]
    fn unterminated_strings_are_bad() {
        assert_eq!(kinds("c\"ab").first().map(|t| t.0), Some(Kind::Bad));
    }

    #[test]
    fn escapes_are_two_hexadecimal_digits_or_a_backslash() {
        assert_eq!(unescape_bytes("a\\0A\\\\b\\C3"), b"a\n\\b\xC3");
        assert_eq!(unescape("caf\\C3\\A9"), "café");
    }
}
