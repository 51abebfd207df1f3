//! Reads functions: a recursive-descent parser over tokens, one method per form.
//!
//! Reads what is well-formed as text even when it is not as IR (that is the verifier's to
//! say). Values that are used but never defined, and numbers left out, exist as `i1`.
//! Never panics; cost linear in the text.

use super::lex::{ParseError, Placed, Token, tokens};
use crate::coverage_model::RegionId;
use crate::function::{BlockData, Function, ValueData, ValueKind};
use crate::ids::{Block, Value};
use crate::types::{ByVal, Constant, Param, Signature, Type};
use std::collections::HashMap;
use std::str::FromStr;
use trine_base::index::TypedIndex;
use trine_base::{FileId, Position, Span};

/// Reads one function.
///
/// # Errors
/// Where the text departs from the form, and what would be right there.
pub fn parse_function(text: &str) -> Result<Function, ParseError> {
    let mut parser = Parser::new(text)?;
    let function = parser.function()?;
    parser.end()?;
    Ok(function)
}

impl FromStr for Function {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_function(text)
    }
}

pub(super) type Parsed<T> = Result<T, ParseError>;

/// Registers have numbers below this; constants get numbers from here until the function ends.
const FIRST_CONSTANT: u32 = 1 << 20;

/// The parser's place in the text, and the function it is reading.
pub(super) struct Parser<'t> {
    tokens: Vec<Placed<'t>>,
    next: usize,
    pub(super) function: Function,
    constants: Vec<(Type, Constant)>,
    numbers: HashMap<(Type, Constant), Value>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Parsed<Self> {
        let tokens = tokens(text)?;
        let function = Function::default();
        Ok(Self { tokens, next: 0, function, constants: Vec::new(), numbers: HashMap::new() })
    }

    pub(super) fn peek(&self) -> &Token<'t> {
        &self.tokens[self.next].token
    }

    /// Steps over a token; the end stays.
    pub(super) fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    /// One token back, for errors about what was just read.
    pub(super) fn back(&mut self) {
        self.next = self.next.saturating_sub(1);
    }

    pub(super) fn error<T>(&self, expected: &str) -> Parsed<T> {
        let Placed { token, line, column } = &self.tokens[self.next];
        let found = match token {
            Token::Word(text) | Token::Number(text) => format!("`{text}`"),
            Token::Text(text) => format!("{:?}", text),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::End => "the end".to_owned(),
        };
        Err(ParseError { line: *line, column: *column, expected: expected.to_owned(), found })
    }

    /// Steps over `mark` if it comes next.
    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let eaten = matches!(self.peek(), Token::Mark(next) if *next == mark);
        if eaten {
            self.advance();
        }
        eaten
    }

    /// Whether the next token stands right behind the word just read.
    pub(super) fn touches(&self) -> bool {
        let [.., before, next] = &self.tokens[..=self.next] else { return false };
        let Token::Word(word) = before.token else { return false };
        before.line == next.line && before.column + word.len() as u32 == next.column
    }

    /// Steps over `word` if it comes next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let eaten = *self.peek() == Token::Word(word);
        if eaten {
            self.advance();
        }
        eaten
    }

    pub(super) fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.eat(mark) { Ok(()) } else { self.error(&format!("`{mark}`")) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.error(&format!("`{word}`")) }
    }

    pub(super) fn end(&mut self) -> Parsed<()> {
        if *self.peek() == Token::End { Ok(()) } else { self.error("the end of the text") }
    }

    pub(super) fn word(&mut self, expected: &str) -> Parsed<&'t str> {
        let Token::Word(word) = *self.peek() else { return self.error(expected) };
        self.advance();
        Ok(word)
    }

    pub(super) fn number<T: FromStr>(&mut self, expected: &str) -> Parsed<T> {
        let Token::Number(text) = *self.peek() else { return self.error(expected) };
        let Ok(number) = text.parse() else { return self.error(expected) };
        self.advance();
        Ok(number)
    }

    pub(super) fn text(&mut self, expected: &str) -> Parsed<String> {
        let Token::Text(text) = self.peek() else { return self.error(expected) };
        let text = text.clone();
        self.advance();
        Ok(text)
    }

    /// The typed index that comes next, if it is one of `prefix`.
    pub(super) fn peek_index(&self, prefix: &str) -> Option<u32> {
        let Token::Word(word) = self.peek() else { return None };
        let digits = word.strip_prefix(prefix)?;
        // As it is printed: no sign, no leading zero.
        let number: u32 = digits.parse().ok()?;
        (number.to_string() == digits).then_some(number)
    }

    pub(super) fn index<I: TypedIndex>(&mut self, prefix: &str) -> Parsed<I> {
        let Some(number) = self.peek_index(prefix) else {
            return self.error(&format!("a name as `{prefix}0`"));
        };
        self.advance();
        Ok(I::from_position(number as usize))
    }

    /// Steps over the entry head `prefix`N and `:` when N is `next`, the number of the next
    /// entry of its table.
    pub(super) fn entry(&mut self, prefix: &str, next: usize) -> Parsed<bool> {
        match self.peek_index(prefix) {
            None => Ok(false),
            Some(number) if number as usize == next => {
                self.advance();
                self.expect(":")?;
                Ok(true)
            }
            Some(_) => self.error(&format!("`{prefix}{next}`: entries are numbered in order")),
        }
    }

    /// Items between `open` and `close`, with commas between them.
    pub(super) fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.eat(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    pub(super) fn type_(&mut self) -> Parsed<Type> {
        let expected = "a type: `i1` to `i128`, `f32`, `f64`, `f80`, `ptr`";
        let ty = match *self.peek() {
            Token::Word("f32") => Type::F32,
            Token::Word("f64") => Type::F64,
            Token::Word("f80") => Type::F80,
            Token::Word("ptr") => Type::Ptr,
            _ => match self.peek_index("i") {
                Some(bits @ 1..=128) => Type::Int(bits as u8),
                _ => return self.error(expected),
            },
        };
        self.advance();
        Ok(ty)
    }

    pub(super) fn span(&mut self) -> Parsed<Option<Span>> {
        if !self.eat("!") {
            return Ok(None);
        }
        let file: FileId = self.index("file")?;
        self.expect(":")?;
        let start = self.position()?;
        let end = if self.eat("..") { self.position()? } else { start };
        Ok(Some(Span { file, start, end }))
    }

    fn position(&mut self) -> Parsed<Position> {
        let line = self.number("a line")?;
        self.expect(":")?;
        Ok(Position { line, column: self.number("a column")? })
    }

    pub(super) fn signature(&mut self) -> Parsed<Signature> {
        let mut variadic = false;
        let params = self.list("(", ")", |parser| {
            if variadic {
                return parser.error("`)` after `...`");
            }
            variadic = parser.eat("...");
            if variadic { Ok(None) } else { parser.param().map(Some) }
        })?;
        self.expect("->")?;
        let returns = self.list("(", ")", Self::type_)?;
        Ok(Signature { params: params.into_iter().flatten().collect(), returns, variadic })
    }

    fn param(&mut self) -> Parsed<Param> {
        let ty = self.type_()?;
        let mut by_val = None;
        if self.eat_word("byval") {
            self.expect("(")?;
            let size_bytes = self.number("a size in bytes")?;
            self.expect(",")?;
            let align_bytes = self.number("an alignment in bytes")?;
            self.expect(")")?;
            by_val = Some(ByVal { size_bytes, align_bytes });
        }
        Ok(Param { ty, by_val })
    }

    pub(super) fn function(&mut self) -> Parsed<Function> {
        self.expect_word("function")?;
        self.function.name = self.text("the function's name in quotes")?;
        self.function.signature = self.signature()?;
        self.function.returns_twice = self.eat_word("returns_twice");
        self.function.span = self.span()?;
        self.expect("{")?;
        self.coverage()?;
        while !self.eat("}") {
            self.block()?;
        }
        Ok(self.finish())
    }

    fn block(&mut self) -> Parsed<()> {
        let next = self.function.blocks.next_index();
        match self.peek_index("block") {
            Some(number) if Block(number) == next => self.advance(),
            _ => return self.error(&format!("`{next}` or `}}`")),
        }
        let mut data = BlockData::new();
        if *self.peek() == Token::Mark("(") {
            data.params = self.list("(", ")", Self::definition)?;
        }
        if self.eat_word("unwind") {
            data.unwind = Some(self.edge()?);
        }
        if self.eat_word("regions") {
            data.regions = self.list("(", ")", |parser| parser.index::<RegionId>("region"))?;
        }
        self.expect(":")?;
        loop {
            if let Some(terminator) = self.terminator()? {
                data.terminator = terminator;
                data.terminator_span = self.span()?;
                break;
            }
            let inst = self.inst()?;
            data.insts.push(inst);
        }
        self.function.blocks.push(data);
        Ok(())
    }

    /// The register `v`N, which then exists.
    pub(super) fn register(&mut self) -> Parsed<Value> {
        match self.peek_index("v") {
            Some(number) if number < FIRST_CONSTANT => {
                self.advance();
                while self.function.values.len() <= number as usize {
                    self.function.new_value(Type::BOOL);
                }
                Ok(Value(number))
            }
            _ => self.error("a register as `v0`"),
        }
    }

    /// `v0 "name": i32`.
    pub(super) fn definition(&mut self) -> Parsed<Value> {
        let value = self.register()?;
        let name = match self.peek() {
            Token::Text(name) => Some(name.as_str().into()),
            _ => None,
        };
        if name.is_some() {
            self.advance();
        }
        self.expect(":")?;
        let ty = self.type_()?;
        self.function.values[value] = ValueData { ty, kind: ValueKind::Defined, name };
        Ok(value)
    }

    /// A number for `constant` until the function ends.
    pub(super) fn constant_value(&mut self, ty: Type, constant: Constant) -> Value {
        let fresh = Value(FIRST_CONSTANT + self.constants.len() as u32);
        let value = *self.numbers.entry((ty, constant)).or_insert(fresh);
        if value == fresh {
            self.constants.push((ty, constant));
        }
        value
    }

    /// Takes the function out, its constants numbered after its registers.
    fn finish(&mut self) -> Function {
        let mut function = std::mem::take(&mut self.function);
        let registers = function.values.len() as u32;
        for (ty, constant) in self.constants.drain(..) {
            function.new_constant(ty, constant);
        }
        self.numbers.clear();
        let place = |value: &mut Value| {
            if value.0 >= FIRST_CONSTANT {
                value.0 = value.0 - FIRST_CONSTANT + registers;
            }
        };
        for data in function.blocks.iter_mut() {
            data.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(place));
            data.for_each_leaving_operand_mut(place);
        }
        function
    }
}
