//! Constants and constant expressions.

use crate::ast::{
    BinaryOp, CastOp, ConstExpr, Constant, GepFlags, LocalName, Symbol, Type, TypeId, TypedConstant,
};
use crate::error::Reading;
use crate::lexer::{Kind, unescape_bytes};

use super::Reader;

impl<'m> Reader<'m> {
    /// `T c`.
    pub(crate) fn typed_constant(&mut self) -> Reading<TypedConstant> {
        let ty = self.ty()?;
        Ok(TypedConstant { ty, value: self.constant(ty)? })
    }

    /// A constant of a type already read.
    pub(crate) fn constant(&mut self, ty: TypeId) -> Reading<Constant> {
        self.nested(|r| match r.kind() {
            Kind::Number => r.number(ty),
            Kind::Word => r.word_constant(ty),
            Kind::Global => Ok(Constant::Symbol(r.symbol()?)),
            Kind::Bytes => {
                let token = r.advance();
                Ok(Constant::Bytes(unescape_bytes(r.raw(token)).into()))
            }
            Kind::Punct(b'[') => Ok(Constant::Array(r.constants(b'[', b']')?)),
            Kind::Punct(b'{') => Ok(Constant::Struct(r.constants(b'{', b'}')?)),
            Kind::Punct(b'<') => r.angle_constant(),
            _ => r.expected("a constant"),
        })
    }

    fn number(&mut self, ty: TypeId) -> Reading<Constant> {
        match *self.tables.resolved(ty) {
            Type::Int(width) => self.int(width),
            _ => self.float(ty),
        }
    }

    /// `open T c, T c close`.
    fn constants(&mut self, open: u8, close: u8) -> Reading<Vec<TypedConstant>> {
        self.expect_punct(open)?;
        let mut elements = Vec::new();
        while !self.eat_punct(close) {
            if !elements.is_empty() {
                self.expect_punct(b',')?;
            }
            elements.push(self.typed_constant()?);
        }
        Ok(elements)
    }

    /// A vector or a packed struct.
    fn angle_constant(&mut self) -> Reading<Constant> {
        self.expect_punct(b'<')?;
        if self.at_punct(b'{') {
            let fields = self.constants(b'{', b'}')?;
            self.expect_punct(b'>')?;
            return Ok(Constant::Struct(fields));
        }
        let mut lanes = vec![self.typed_constant()?];
        while self.eat_punct(b',') {
            lanes.push(self.typed_constant()?);
        }
        self.expect_punct(b'>')?;
        Ok(Constant::Vector(lanes))
    }

    /// `@x`, looked up.
    pub(super) fn symbol(&mut self) -> Reading<Symbol> {
        if self.kind() != Kind::Global {
            return self.expected("a global name");
        }
        let name = self.name(self.token);
        match self.tables.symbols.get(&*name) {
            Some(&symbol) => {
                self.advance();
                Ok(symbol)
            }
            None => self.fault(format!("`@{name}` is neither defined nor declared in this file")),
        }
    }

    fn word_constant(&mut self, ty: TypeId) -> Reading<Constant> {
        let simple = match self.word() {
            "true" => Constant::Int(1),
            "false" => Constant::Int(0),
            "null" => Constant::Null,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "none" => Constant::None,
            "inf" | "nan" | "qnan" | "snan" => return self.float(ty),
            "splat" => return self.splat(),
            "blockaddress" => return self.block_address(),
            "dso_local_equivalent" | "no_cfi" => {
                self.advance();
                return Ok(Constant::Symbol(self.symbol()?));
            }
            _ => return Ok(Constant::Expr(Box::new(self.expression()?))),
        };
        self.advance();
        Ok(simple)
    }

    fn splat(&mut self) -> Reading<Constant> {
        self.advance();
        self.expect_punct(b'(')?;
        let lane = self.typed_constant()?;
        self.expect_punct(b')')?;
        Ok(Constant::Splat(Box::new(lane)))
    }

    /// `blockaddress(@f, %bb)`.
    fn block_address(&mut self) -> Reading<Constant> {
        self.advance();
        self.expect_punct(b'(')?;
        let Symbol::Function(function) = self.symbol()? else {
            return self.fault("a blockaddress must name a function");
        };
        self.expect_punct(b',')?;
        let token = self.expect(Kind::Local, "a block")?;
        let block = self.local_name(token);
        self.expect_punct(b')')?;
        Ok(Constant::BlockAddress { function, block })
    }

    /// The name or number behind a sigil.
    pub(super) fn local_name(&self, token: crate::lexer::Token) -> LocalName {
        let name = self.name(token);
        match name.parse() {
            Ok(number) if !token.quoted && !name.starts_with('+') => LocalName::Number(number),
            _ => LocalName::Name(name.into()),
        }
    }

    /// A constant expression; unknown ones are kept as keyword and operands.
    fn expression(&mut self) -> Reading<ConstExpr> {
        let word = self.word();
        if word == "getelementptr" {
            return self.gep_expression();
        }
        let cast = CastOp::from_keyword(word);
        let binary = BinaryOp::from_keyword(word);
        let keyword = self.token;
        self.advance();
        // Flags: `nsw`, `nuw`, `exact`, the predicate of an old `icmp`.
        while self.kind() == Kind::Word {
            self.advance();
        }
        if !self.at_punct(b'(') {
            self.token = keyword;
            return self.expected("a constant");
        }
        self.advance();
        if let Some(op) = cast {
            return self.cast_expression(op);
        }
        let mut operands = Vec::new();
        while !self.eat_punct(b')') {
            if !operands.is_empty() {
                self.expect_punct(b',')?;
            }
            operands.push(self.typed_constant()?);
        }
        match (binary, operands.len()) {
            (Some(op), 2) => {
                let rhs = operands.remove(1);
                Ok(ConstExpr::Binary { op, lhs: operands.remove(0), rhs })
            }
            (Some(op), _) => self.fault(format!("`{}` takes two operands", op.keyword())),
            (None, _) => Ok(ConstExpr::Other { name: self.raw(keyword).into(), operands }),
        }
    }

    fn cast_expression(&mut self, op: CastOp) -> Reading<ConstExpr> {
        let operand = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect_punct(b')')?;
        Ok(ConstExpr::Cast { op, operand, to })
    }

    /// `inbounds nuw nusw inrange(…)` before a `getelementptr`'s operands.
    pub(super) fn gep_flags(&mut self) -> Reading<GepFlags> {
        let mut flags = GepFlags::default();
        loop {
            match self.word() {
                "inbounds" => flags.inbounds = true,
                "nuw" => flags.nuw = true,
                "nusw" => flags.nusw = true,
                "inrange" => {
                    self.advance();
                    if self.at_punct(b'(') {
                        self.skip_group()?;
                    }
                    continue;
                }
                _ => return Ok(flags),
            }
            self.advance();
        }
    }

    fn gep_expression(&mut self) -> Reading<ConstExpr> {
        self.advance();
        let flags = self.gep_flags()?;
        self.expect_punct(b'(')?;
        let source = self.ty()?;
        self.expect_punct(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat_punct(b',') {
            self.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect_punct(b')')?;
        Ok(ConstExpr::GetElementPtr { flags, source, base, indices })
    }
}
