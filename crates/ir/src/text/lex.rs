//! Tokens of the text form, with their positions.

use std::fmt;

/// A text that is not in the form; lines and columns (in characters) count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
    /// What would have been right there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: expected {}, found {}", self.line, self.column, self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A keyword, name of an operation or typed index: letters, digits, `_` and `.`.
    Word(&'t str),
    /// A number as written: `-7`, `0x1f`, `1.5e-3`.
    Number(&'t str),
    /// A quoted string without its quotes and escapes.
    Text(String),
    /// Punctuation.
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// A token and where it starts.
#[derive(Clone, Debug)]
pub(super) struct Placed<'t> {
    pub(super) token: Token<'t>,
    pub(super) line: u32,
    pub(super) column: u32,
}

const MARKS: [&str; 18] =
    ["...", "->", "..", "(", ")", "{", "}", "[", "]", ":", ",", "=", "+", "*", "@", "!", "/", "-"];

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
    column: u32,
}

/// All tokens of `text`, then [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Placed<'_>>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blank();
        let (line, column) = (lexer.line, lexer.column);
        let token = lexer.token()?;
        let end = token == Token::End;
        tokens.push(Placed { token, line, column });
        if end {
            return Ok(tokens);
        }
    }
}

impl<'t> Lexer<'t> {
    /// Takes the first `bytes`, which end at a character boundary.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            (self.line, self.column) =
                if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        taken
    }

    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            if !self.rest.starts_with(';') {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn error(&self, expected: &str) -> ParseError {
        let found =
            self.rest.chars().next().map_or("the end".to_owned(), |c| format!("`{}`", c.escape_debug()));
        ParseError { line: self.line, column: self.column, expected: expected.to_owned(), found }
    }

    fn token(&mut self) -> Result<Token<'t>, ParseError> {
        let Some(first) = self.rest.chars().next() else { return Ok(Token::End) };
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if first.is_ascii_alphabetic() || first == '_' {
            let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            let end = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
            // A word does not end in dots: `a..b` is a range.
            let end = self.rest[..end].find("..").unwrap_or(end);
            return Ok(Token::Word(self.take(end)));
        }
        if first.is_ascii_digit() || (first == '-' && digit(self.rest.chars().nth(1))) {
            let end = number_len(self.rest.as_bytes());
            return Ok(Token::Number(self.take(end)));
        }
        if first == '"' {
            return self.quoted();
        }
        match MARKS.iter().find(|mark| self.rest.starts_with(**mark)) {
            Some(mark) => {
                self.take(mark.len());
                Ok(Token::Mark(mark))
            }
            None => Err(self.error("a word, a number, a string or punctuation")),
        }
    }

    fn quoted(&mut self) -> Result<Token<'t>, ParseError> {
        self.take(1);
        let mut text = String::new();
        loop {
            let plain = self.rest.find(['"', '\\']).unwrap_or(self.rest.len());
            text.push_str(self.take(plain));
            if self.rest.starts_with('"') {
                self.take(1);
                return Ok(Token::Text(text));
            }
            match self.rest.as_bytes().get(1) {
                Some(b'"' | b'\\') => text.push_str(&self.take(2)[1..]),
                Some(b'u') => text.push(self.escape()?),
                _ => return Err(self.error("a closing quote, or one of `\\\"`, `\\\\`, `\\u{…}`")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let digits =
            self.rest.strip_prefix("\\u{").and_then(|rest| rest.split_once('}')).map(|split| split.0);
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
        match (digits, code) {
            (Some(digits), Some(c)) => {
                self.take(digits.len() + 4);
                Ok(c)
            }
            _ => Err(self.error("a character code as `\\u{1f}`")),
        }
    }
}

/// Length of the number at the start of `text`. A point belongs to it before a digit only
/// (`5..7` is a range), a sign after a decimal exponent only.
fn number_len(text: &[u8]) -> usize {
    let start = usize::from(text[0] == b'-');
    let hex = text[start..].starts_with(b"0x");
    let mut end = start;
    while let Some(&byte) = text.get(end) {
        let next_digit = text.get(end + 1).is_some_and(u8::is_ascii_digit);
        let sign = !hex && matches!(byte, b'+' | b'-') && matches!(text[end - 1], b'e' | b'E');
        let belongs = byte.is_ascii_alphanumeric() || (next_digit && (byte == b'.' || (sign && end > start)));
        if !belongs {
            break;
        }
        end += 1;
    }
    end
}
