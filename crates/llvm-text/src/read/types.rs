//! Types as LLVM writes them: `i32`, `ptr`, `{ i8, [4 x float] }`, `<4 x i32>`, function types.

use crate::ast::{Type, TypeId};
use crate::error::Reading;
use crate::lexer::Kind;
use crate::tables::TypeTable;

use super::Reader;

/// The type a word stands for on its own.
fn simple_type(word: &str) -> Option<TypeId> {
    Some(match word {
        "void" => TypeTable::VOID,
        "i1" => TypeTable::I1,
        "i8" => TypeTable::I8,
        "i16" => TypeTable::I16,
        "i32" => TypeTable::I32,
        "i64" => TypeTable::I64,
        "i128" => TypeTable::I128,
        "ptr" => TypeTable::PTR,
        "half" => TypeTable::HALF,
        "bfloat" => TypeTable::BFLOAT,
        "float" => TypeTable::FLOAT,
        "double" => TypeTable::DOUBLE,
        "x86_fp80" => TypeTable::X86_FP80,
        "fp128" => TypeTable::FP128,
        "ppc_fp128" => TypeTable::PPC_FP128,
        "label" => TypeTable::LABEL,
        "token" => TypeTable::TOKEN,
        "metadata" => TypeTable::METADATA,
        _ => return None,
    })
}

/// The width of `iN`.
fn int_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    let width = digits.parse::<u32>().ok()?;
    (digits.bytes().all(|byte| byte.is_ascii_digit()) && (1..=1 << 23).contains(&width)).then_some(width)
}

fn is_type_word(word: &str) -> bool {
    simple_type(word).is_some()
        || int_width(word).is_some()
        || matches!(word, "target" | "x86_amx" | "x86_mmx" | "opaque")
}

impl<'m> Reader<'m> {
    /// Whether a type starts at the current token.
    pub(super) fn at_type(&self) -> bool {
        match self.kind() {
            Kind::Word => is_type_word(self.raw(self.token)),
            Kind::Local | Kind::Punct(b'{' | b'[' | b'<') => true,
            _ => false,
        }
    }

    /// A type, function types included.
    pub(super) fn ty(&mut self) -> Reading<TypeId> {
        let mut ty = match self.kind() {
            Kind::Word => self.word_type()?,
            Kind::Local => self.named_type()?,
            Kind::Punct(b'[') => self.nested(Self::array_type)?,
            Kind::Punct(b'{') => self.nested(|r| r.struct_type(false))?,
            Kind::Punct(b'<') => self.nested(Self::vector_type)?,
            _ => return self.expected("a type"),
        };
        loop {
            match self.kind() {
                Kind::Punct(b'(') => ty = self.nested(|r| r.function_type(ty))?,
                // Typed pointers of LLVM 14 and before.
                Kind::Punct(b'*') => {
                    self.advance();
                    ty = TypeTable::PTR;
                }
                _ => return Ok(ty),
            }
        }
    }

    fn word_type(&mut self) -> Reading<TypeId> {
        let word = self.word();
        if let Some(ty) = simple_type(word) {
            self.advance();
            if ty == TypeTable::PTR && self.eat_word("addrspace") {
                self.skip_group()?;
            }
            return Ok(ty);
        }
        if let Some(width) = int_width(word) {
            self.advance();
            return Ok(self.tables.types.intern(Type::Int(width)));
        }
        if !is_type_word(word) {
            return self.expected("a type");
        }
        let start = self.advance().start;
        if word == "target" {
            self.skip_group()?;
        }
        Ok(self.tables.types.intern(Type::Opaque(self.lexer.slice(start, self.previous_end).into())))
    }

    fn named_type(&mut self) -> Reading<TypeId> {
        let name = self.name(self.token);
        match self.tables.struct_ids.get(&*name) {
            Some(&id) => {
                self.advance();
                Ok(self.tables.types.intern(Type::Named(id)))
            }
            None => self.fault(format!("the type `%{name}` is not defined in this file")),
        }
    }

    /// `N x T` up to the closing bracket.
    fn count_and_element(&mut self) -> Reading<(u64, TypeId)> {
        let len = self.u64()?;
        self.expect_word("x")?;
        Ok((len, self.ty()?))
    }

    fn array_type(&mut self) -> Reading<TypeId> {
        self.expect_punct(b'[')?;
        let (len, element) = self.count_and_element()?;
        self.expect_punct(b']')?;
        Ok(self.tables.types.intern(Type::Array { element, len }))
    }

    /// `<4 x T>`, `<vscale x 4 x T>`, or a packed struct.
    fn vector_type(&mut self) -> Reading<TypeId> {
        self.expect_punct(b'<')?;
        if self.at_punct(b'{') {
            let ty = self.struct_type(true)?;
            self.expect_punct(b'>')?;
            return Ok(ty);
        }
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let (len, element) = self.count_and_element()?;
        self.expect_punct(b'>')?;
        Ok(self.tables.types.intern(Type::Vector { element, len, scalable }))
    }

    fn struct_type(&mut self, packed: bool) -> Reading<TypeId> {
        self.expect_punct(b'{')?;
        let mut fields = Vec::new();
        while !self.eat_punct(b'}') {
            if !fields.is_empty() {
                self.expect_punct(b',')?;
            }
            fields.push(self.ty()?);
        }
        Ok(self.tables.types.intern(Type::Struct { fields: fields.into(), packed }))
    }

    /// The parameters of a function type whose result was read.
    fn function_type(&mut self, result: TypeId) -> Reading<TypeId> {
        self.expect_punct(b'(')?;
        let mut params = Vec::new();
        let mut vararg = false;
        while !self.eat_punct(b')') {
            if vararg {
                return self.expected("`)` after `...`");
            }
            if !params.is_empty() {
                self.expect_punct(b',')?;
            }
            if self.kind() == Kind::Ellipsis {
                self.advance();
                vararg = true;
            } else {
                params.push(self.ty()?);
            }
        }
        Ok(self.tables.types.intern(Type::Function { result, params: params.into(), vararg }))
    }
}
