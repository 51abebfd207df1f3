//! The reader proper: recursive descent over tokens, one file per kind of thing read.
//!
//! A [`Reader`] stands on one token of lookahead in a piece of the text. It never fails by panicking: recursion is
//! counted in [`Reader::nested`], and numbers are checked before they become sizes.

use std::borrow::Cow;

use crate::error::{Fault, Reading, excerpt};
use crate::lexer::{Kind, Lexer, Token, unescape};
use crate::tables::Tables;

mod attributes;
mod body;
mod call;
mod constant;
mod float;
mod header;
mod instruction;
mod memory;
mod metadata;
mod number;
mod scope;
mod terminator;
mod types;

pub(crate) use header::GlobalHeader;
use scope::Scope;

/// How deep types, constants and metadata may nest; compilers stay below 30.
const DEEPEST: u32 = 200;

/// A cursor of tokens over a piece of the text.
pub(crate) struct Reader<'m> {
    pub(crate) tables: &'m Tables,
    lexer: Lexer<'m>,
    token: Token,
    /// Line of `token`.
    line: u32,
    /// Line of the token before.
    previous_line: u32,
    /// Past the token before.
    previous_end: usize,
    depth: u32,
    /// Locals and blocks, when a body is read.
    scope: Option<Scope<'m>>,
}

impl<'m> Reader<'m> {
    /// A reader of `text[start..end]`, whose first byte is on line `line`.
    pub(crate) fn new(tables: &'m Tables, text: &'m str, start: usize, end: usize, line: u32) -> Self {
        let mut lexer = Lexer::new(text, start, end, line);
        let token = lexer.next();
        let line_of_token = lexer.token_line();
        Reader {
            tables,
            lexer,
            token,
            line: line_of_token,
            previous_line: line,
            previous_end: start,
            depth: 0,
            scope: None,
        }
    }

    /// Goes to the next token and returns the current one.
    fn advance(&mut self) -> Token {
        let token = self.token;
        self.previous_line = self.line;
        self.previous_end = token.end + usize::from(token.quoted);
        self.token = self.lexer.next();
        self.line = self.lexer.token_line();
        token
    }

    fn kind(&self) -> Kind {
        self.token.kind
    }

    /// Where the current token starts, its sigil or quote not counted.
    pub(crate) fn offset(&self) -> usize {
        self.token.start
    }

    /// The text of a token, escapes as written.
    fn raw(&self, token: Token) -> &'m str {
        self.lexer.slice(token.start, token.end)
    }

    /// The text of a token, escapes resolved if it was quoted.
    fn name(&self, token: Token) -> Cow<'m, str> {
        let raw = self.raw(token);
        if token.quoted { unescape(raw) } else { Cow::Borrowed(raw) }
    }

    /// The text of the current token if it is a word, else nothing.
    fn word(&self) -> &'m str {
        if self.token.kind == Kind::Word { self.raw(self.token) } else { "" }
    }

    /// A fault at the current token.
    fn fault<T>(&self, what: impl Into<String>) -> Reading<T> {
        Err(Fault { offset: self.token.start, what: what.into() })
    }

    /// A fault that says what was expected and what stands there.
    fn expected<T>(&self, what: &str) -> Reading<T> {
        if self.token.kind == Kind::Eof {
            return self.fault(format!("expected {what}, but the text ends here"));
        }
        let found = excerpt(self.raw(self.token));
        self.fault(format!("expected {what}, found `{found}`"))
    }

    fn at_punct(&self, punct: u8) -> bool {
        self.token.kind == Kind::Punct(punct)
    }

    fn eat_punct(&mut self, punct: u8) -> bool {
        let here = self.at_punct(punct);
        if here {
            self.advance();
        }
        here
    }

    fn expect_punct(&mut self, punct: u8) -> Reading<()> {
        if self.eat_punct(punct) { Ok(()) } else { self.expected(&format!("`{}`", char::from(punct))) }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let here = self.word() == word;
        if here {
            self.advance();
        }
        here
    }

    fn expect_word(&mut self, word: &str) -> Reading<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Takes the current token if it is of this kind.
    fn expect(&mut self, kind: Kind, what: &str) -> Reading<Token> {
        if self.token.kind == kind { Ok(self.advance()) } else { self.expected(what) }
    }

    /// A string in quotes, escapes resolved.
    fn string(&mut self) -> Reading<Box<str>> {
        let token = self.expect(Kind::Str, "a string")?;
        Ok(unescape(self.raw(token)).into())
    }

    /// Runs `read` one level deeper; a fault when the nesting is deeper than any compiler writes.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<T> {
        if self.depth >= DEEPEST {
            return self.fault(format!("nesting deeper than {DEEPEST} levels"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Skips a balanced group if the current token opens one.
    fn skip_group(&mut self) -> Reading<()> {
        let mut depth = 0_u64;
        loop {
            match self.kind() {
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => depth += 1,
                Kind::Punct(b')' | b']' | b'}' | b'>') if depth > 0 => depth -= 1,
                Kind::Eof | Kind::Bad => return self.expected("a closing bracket"),
                _ if depth == 0 => return Ok(()),
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips what follows a comma and is of no interest: up to the next comma or line at this level.
    fn skip_option(&mut self) -> Reading<()> {
        let line = self.previous_line;
        while self.line == line && !matches!(self.kind(), Kind::Punct(b',' | b'}' | b']' | b')') | Kind::Eof)
        {
            match self.kind() {
                Kind::Bad => return self.expected("an option"),
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => self.skip_group()?,
                _ => {
                    self.advance();
                }
            }
        }
        Ok(())
    }
}
