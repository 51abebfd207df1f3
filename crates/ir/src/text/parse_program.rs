//! Reads programs; their bodies are then supplied from memory.

use super::lex::{ParseError, Token};
use super::parse::{Parsed, Parser};
use crate::function::Function;
use crate::ids::FuncId;
use crate::program::{BodyError, BodySource, Callable, Global, Program, Relocation, RelocationTarget};
use crate::types::Constant;
use std::collections::BTreeMap;
use trine_base::IndexVec;
use trine_base::index::TypedIndex;

/// Reads a program.
///
/// # Errors
/// Where the text departs from the form, and what would be right there.
pub fn parse_program(text: &str) -> Result<Program, ParseError> {
    let mut parser = Parser::new(text)?;
    parser.expect_word("program")?;
    let (mut files, mut globals, mut callables) = (IndexVec::new(), IndexVec::new(), IndexVec::new());
    let (mut classes, mut raisers) = (IndexVec::new(), Vec::new());
    loop {
        if parser.entry("file", files.len())? {
            files.push(parser.text("a path in quotes")?);
        } else if parser.entry("global", globals.len())? {
            globals.push(parser.global()?);
        } else if parser.entry("fn", callables.len())? {
            callables.push(parser.callable()?);
        } else if parser.entry("class", classes.len())? {
            classes.push(parser.class()?);
        } else if parser.eat_word("raiser") {
            raisers.push(parser.raiser()?);
        } else {
            break;
        }
    }
    let mut bodies = BTreeMap::new();
    while parser.eat_word("body") {
        let id: FuncId = parser.index("fn")?;
        if id.position() >= callables.len() || bodies.contains_key(&id) {
            parser.back();
            return parser.error("a function of this program that has no body yet");
        }
        parser.expect("=")?;
        bodies.insert(id, parser.function()?);
    }
    if *parser.peek() != Token::End {
        return parser.error("`file0:`, `global0:`, `fn0:`, `class0:` in order, then `body`, or the end");
    }
    Ok(Program::new(callables, globals, files, Box::new(Bodies(bodies))).with_objects(classes, raisers))
}

/// Bodies that were read with their program.
struct Bodies(BTreeMap<FuncId, Function>);

impl BodySource for Bodies {
    fn lower(&self, function: FuncId) -> Result<Function, BodyError> {
        let missing = || BodyError { what: format!("the text has no body for {function}"), span: None };
        self.0.get(&function).cloned().ok_or_else(missing)
    }
}

impl Parser<'_> {
    fn callable(&mut self) -> Parsed<Callable> {
        let name = self.text("the function's name in quotes")?;
        let signature = self.signature()?;
        let defined = self.eat_word("defined");
        let no_return = self.eat_word("noreturn");
        let external = self.eat_word("external");
        let weak = self.eat_word("weak");
        Ok(Callable { name, signature, defined, no_return, external, weak })
    }

    fn global(&mut self) -> Parsed<Global> {
        let name = self.text("the global's name in quotes")?;
        self.expect_word("size")?;
        let size_bytes = self.number("a size in bytes")?;
        self.expect_word("align")?;
        let align_bytes = self.number("an alignment in bytes")?;
        let constant = self.eat_word("constant");
        let undefined = self.eat_word("undefined");
        let weak = self.eat_word("weak");
        let bytes = if self.eat("=") { self.bytes()? } else { Vec::new() };
        let mut relocations = Vec::new();
        if self.eat_word("relocations") {
            relocations = self.list("(", ")", Self::relocation)?;
        }
        Ok(Global { name, size_bytes, align_bytes, bytes, relocations, constant, undefined, weak })
    }

    fn bytes(&mut self) -> Parsed<Vec<u8>> {
        let digits = self.text("bytes as `\"00ff\"`")?;
        let byte = |pair: &[u8]| {
            let digit = |&c: &u8| char::from(c).to_digit(16);
            let [high, low] = pair else { return None };
            Some((digit(high)? * 16 + digit(low)?) as u8)
        };
        match digits.as_bytes().chunks(2).map(byte).collect() {
            Some(bytes) => Ok(bytes),
            None => {
                self.back();
                self.error("two hex digits per byte")
            }
        }
    }

    fn relocation(&mut self) -> Parsed<Relocation> {
        let offset = self.number("an offset in bytes")?;
        self.expect(":")?;
        let target = match self.address_target()? {
            Constant::Global(global, offset) => RelocationTarget::Global(global, offset),
            Constant::BlockAddress(function, block) => RelocationTarget::Block(function, block),
            Constant::Function(function) => RelocationTarget::Function(function),
            Constant::Bits(_) | Constant::Undef => return self.error("an address as `@global0` or `@fn0`"),
        };
        Ok(Relocation { offset, target })
    }
}
