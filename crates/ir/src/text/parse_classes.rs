//! Reads the class table and the raisers of a program.

use super::lex::Token;
use super::parse::{Parsed, Parser};
use crate::ids::ClassId;
use crate::ids::FuncId;
use crate::objects::{Class, ClassKind, Field, RaisedFault, Raiser};

impl Parser<'_> {
    /// `"Point" extends class0 size 16 fields("x": i32 at 8) implements(class3) vtable(fn0, none)
    /// itable class3(fn1) statics 8 init fn5`.
    pub(super) fn class(&mut self) -> Parsed<Class> {
        let name = self.text("the class's name in quotes")?;
        let mut class = Class::new(&name, ClassKind::Interface);
        if self.eat_word("extends") {
            class.superclass = Some(self.index("class")?);
        }
        class.kind = self.class_kind()?;
        if self.eat_word("fields") {
            class.fields = self.list("(", ")", Self::field)?;
        }
        if self.eat_word("implements") {
            class.interfaces = self.list("(", ")", |parser| parser.index("class"))?;
        }
        if self.eat_word("vtable") {
            class.vtable = self.list("(", ")", Self::method)?;
        }
        while self.eat_word("itable") {
            let interface: ClassId = self.index("class")?;
            class.itables.push((interface, self.list("(", ")", Self::method)?));
        }
        if self.eat_word("statics") {
            class.static_bytes = self.number("a size in bytes")?;
        }
        if self.eat_word("init") {
            class.initialiser = Some(self.index("fn")?);
        }
        Ok(class)
    }

    fn class_kind(&mut self) -> Parsed<ClassKind> {
        if self.eat_word("size") {
            return Ok(ClassKind::Instance { size_bytes: self.number("a size in bytes")? });
        }
        if self.eat_word("interface") {
            return Ok(ClassKind::Interface);
        }
        if !self.eat_word("array") {
            return self.error("`size 16`, `interface`, or `array i32`");
        }
        let element = self.type_()?;
        let class = if self.eat_word("of") { Some(self.index("class")?) } else { None };
        Ok(ClassKind::Array { element, class })
    }

    fn field(&mut self) -> Parsed<Field> {
        let name = self.text("the field's name in quotes")?;
        self.expect(":")?;
        let ty = self.type_()?;
        self.expect_word("at")?;
        Ok(Field { name, ty, offset: self.number("an offset in bytes")? })
    }

    /// A function, or `none` for an abstract method.
    fn method(&mut self) -> Parsed<Option<FuncId>> {
        if self.eat_word("none") {
            return Ok(None);
        }
        Ok(Some(self.index("fn")?))
    }

    /// `null_dereference = fn3`.
    pub(super) fn raiser(&mut self) -> Parsed<Raiser> {
        let expected = "a fault as `null_dereference`";
        let Token::Word(word) = *self.peek() else { return self.error(expected) };
        let Some(fault) = RaisedFault::named(word) else { return self.error(expected) };
        self.advance();
        self.expect("=")?;
        let function = self.index("fn")?;
        Ok(Raiser { fault, function })
    }
}
