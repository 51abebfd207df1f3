//! Reads instructions, terminators and operands.

use super::lex::Token;
use super::parse::{Parsed, Parser};
use crate::ids::ClassId;
use crate::ids::{FuncId, GlobalId};
use crate::ids::{SiteId, Value};
use crate::instruction::Edge;
use crate::instruction::{
    AtomicOp, BinaryOp, Callee, CastOp, FloatPredicate, Inst, IntPredicate, Intrinsic, Op, Terminator,
};
use crate::objects::ObjectOp;
use crate::types::{Constant, Type};
use std::sync::Arc;

impl Parser<'_> {
    pub(super) fn inst(&mut self) -> Parsed<Inst> {
        let mut results = Vec::new();
        if self.peek_index("v").is_some() {
            results.push(self.definition()?);
            while self.eat(",") {
                results.push(self.definition()?);
            }
            self.expect("=")?;
        }
        let op = self.op()?;
        Ok(Inst { results, op, span: self.span()? })
    }

    fn op(&mut self) -> Parsed<Op> {
        let word = self.word("an instruction or a terminator")?;
        let (head, rest) = word.split_once('.').unwrap_or((word, ""));
        if let (Some(op), true) = (BinaryOp::named(head), matches!(rest, "" | "nsw")) {
            let [a, b] = self.operands()?;
            return Ok(Op::Binary { op, no_signed_wrap: rest == "nsw", a, b });
        }
        if let Some(cast) = CastOp::named(word) {
            return Ok(Op::Cast(cast, self.operand()?));
        }
        match (head, rest) {
            ("fneg", "") => Ok(Op::FloatNeg(self.operand()?)),
            ("icmp", _) => {
                let predicate = self.known(IntPredicate::named(rest), "a predicate as `icmp.eq`")?;
                let [a, b] = self.operands()?;
                Ok(Op::IntCompare(predicate, a, b))
            }
            ("fcmp", _) => {
                let predicate = self.known(FloatPredicate::named(rest), "a predicate as `fcmp.oeq`")?;
                let [a, b] = self.operands()?;
                Ok(Op::FloatCompare(predicate, a, b))
            }
            ("select", "") => {
                let [cond, then, otherwise] = self.operands()?;
                Ok(Op::Select { cond, then, otherwise })
            }
            ("ptradd", "") => self.ptr_add(),
            ("load", "" | "volatile") => Ok(Op::Load { ptr: self.operand()?, volatile: rest == "volatile" }),
            ("store", "" | "volatile") => {
                let value = self.operand()?;
                self.expect("->")?;
                Ok(Op::Store { ptr: self.operand()?, value, volatile: rest == "volatile" })
            }
            ("stackalloc", "") => self.stack_alloc(),
            ("call", "") => {
                let callee = Callee::Direct(self.index::<FuncId>("fn")?);
                Ok(Op::Call { callee, args: self.arguments()? })
            }
            ("call", "indirect") => {
                let target = self.operand()?;
                let callee = Callee::Indirect(target, Arc::new(self.signature()?));
                Ok(Op::Call { callee, args: self.arguments()? })
            }
            ("call", "virtual") => {
                let class = self.index::<ClassId>("class")?;
                self.expect_word("slot")?;
                let slot = self.number("the position of a virtual method")?;
                let callee = Callee::Virtual { class, slot, signature: Arc::new(self.signature()?) };
                Ok(Op::Call { callee, args: self.arguments()? })
            }
            ("call", "interface") => {
                let interface = self.index::<ClassId>("class")?;
                self.expect_word("method")?;
                let method = self.number("the position of a method of the interface")?;
                let callee = Callee::Interface { interface, method, signature: Arc::new(self.signature()?) };
                Ok(Op::Call { callee, args: self.arguments()? })
            }
            ("object", _) => {
                let takes_class = self.known(ObjectOp::takes_class(rest), "an operation as `object.new`")?;
                let class = if takes_class { self.index("class")? } else { ClassId(0) };
                let op = self.known(ObjectOp::named(rest, class), "an operation as `object.new`")?;
                Ok(Op::Object(op, self.arguments()?))
            }
            ("intrinsic", _) => {
                let intrinsic = self.known(Intrinsic::named(rest), "an intrinsic as `intrinsic.abs`")?;
                Ok(Op::Intrinsic(intrinsic, self.arguments()?))
            }
            ("atomic", _) => {
                let op = self.known(AtomicOp::named(rest), "an operation as `atomic.add`")?;
                let [ptr, value] = self.operands()?;
                Ok(Op::AtomicUpdate { op, ptr, value })
            }
            ("cmpxchg", "") => {
                let [ptr, expected, replacement] = self.operands()?;
                Ok(Op::CompareExchange { ptr, expected, replacement })
            }
            _ => self.known(None, "an instruction or a terminator"),
        }
    }

    /// What the word just read names, or an error at that word.
    fn known<T>(&mut self, named: Option<T>, expected: &str) -> Parsed<T> {
        match named {
            Some(named) => Ok(named),
            None => {
                self.back();
                self.error(expected)
            }
        }
    }

    fn ptr_add(&mut self) -> Parsed<Op> {
        let base = self.operand()?;
        self.expect("+")?;
        // The offset is a bare number; a constant index carries its type.
        if matches!(self.peek(), Token::Number(_)) && !self.number_is_operand() {
            let offset = self.number("an offset in bytes")?;
            return Ok(Op::PtrAdd { base, index: None, scale: 0, offset });
        }
        let index = Some(self.operand()?);
        self.expect("*")?;
        let scale = self.number("bytes per step of the index")?;
        self.expect("+")?;
        Ok(Op::PtrAdd { base, index, scale, offset: self.number("an offset in bytes")? })
    }

    /// Whether the number that comes next is followed by its type.
    fn number_is_operand(&mut self) -> bool {
        self.advance();
        let typed = *self.peek() == Token::Mark(":");
        self.back();
        typed
    }

    fn stack_alloc(&mut self) -> Parsed<Op> {
        let size_bytes = self.number("a size in bytes")?;
        let count = if self.eat("*") { Some(self.operand()?) } else { None };
        self.expect_word("align")?;
        Ok(Op::StackAlloc { size_bytes, count, align_bytes: self.number("an alignment in bytes")? })
    }

    fn arguments(&mut self) -> Parsed<Vec<Value>> {
        self.list("(", ")", Self::operand)
    }

    fn operands<const N: usize>(&mut self) -> Parsed<[Value; N]> {
        let mut values = [Value(0); N];
        for (position, value) in values.iter_mut().enumerate() {
            if position > 0 {
                self.expect(",")?;
            }
            *value = self.operand()?;
        }
        Ok(values)
    }

    /// A register or a constant.
    pub(super) fn operand(&mut self) -> Parsed<Value> {
        let (ty, constant) = match *self.peek() {
            Token::Word("null") => {
                self.advance();
                (Type::Ptr, Constant::Bits(0))
            }
            Token::Word("undef") => {
                self.advance();
                self.expect(":")?;
                (self.type_()?, Constant::Undef)
            }
            Token::Mark("@") => self.address()?,
            Token::Number(text) => {
                self.advance();
                self.expect(":")?;
                let ty = self.type_()?;
                match bits(text, ty) {
                    Some(bits) => (ty, Constant::Bits(bits)),
                    None => {
                        self.back();
                        return self.error(&format!("a type that holds {text}"));
                    }
                }
            }
            _ if self.peek_index("v").is_some() => return self.register(),
            _ => return self.error("an operand: `v0`, `7:i32`, `null`, `undef:i32`, `@global0`, `@fn0`"),
        };
        Ok(self.constant_value(ty, constant))
    }

    fn address(&mut self) -> Parsed<(Type, Constant)> {
        let target = self.address_target()?;
        let ty = if self.eat(":") { self.type_()? } else { Type::Ptr };
        Ok((ty, target))
    }

    /// `@global3+8`, `@fn2`, `@fn2/block3`.
    pub(super) fn address_target(&mut self) -> Parsed<Constant> {
        self.expect("@")?;
        if self.peek_index("global").is_some() {
            let global: GlobalId = self.index("global")?;
            // An offset follows without a blank: `@global3 + 8` is the operand, then a sum.
            let signed = self.touches()
                && (self.eat("+") || matches!(self.peek(), Token::Number(text) if text.starts_with('-')));
            let offset = if signed { self.number("an offset in bytes")? } else { 0 };
            return Ok(Constant::Global(global, offset));
        }
        let function: FuncId = self.index("fn")?;
        if self.eat("/") {
            return Ok(Constant::BlockAddress(function, self.index("block")?));
        }
        Ok(Constant::Function(function))
    }

    pub(super) fn edge(&mut self) -> Parsed<Edge> {
        let block = self.index("block")?;
        let args = if *self.peek() == Token::Mark("(") { self.arguments()? } else { Vec::new() };
        Ok(Edge { block, args })
    }

    /// `, site0`.
    fn site(&mut self) -> Parsed<SiteId> {
        self.expect(",")?;
        self.index("site")
    }

    /// A terminator, if one comes next.
    pub(super) fn terminator(&mut self) -> Parsed<Option<Terminator>> {
        let Token::Word(word) = *self.peek() else { return Ok(None) };
        if !matches!(
            word,
            "jump" | "branch" | "switch" | "indirectjump" | "return" | "throw" | "unreachable" | "trap"
        ) {
            return Ok(None);
        }
        self.advance();
        Ok(Some(match word {
            "jump" => Terminator::Jump(self.edge()?),
            "branch" => {
                let cond = self.operand()?;
                self.expect(",")?;
                let then = self.edge()?;
                self.expect(",")?;
                let otherwise = self.edge()?;
                Terminator::Branch { cond, then, otherwise, site: self.site()? }
            }
            "switch" => self.switch()?,
            "indirectjump" => {
                let target = self.operand()?;
                let edges = self.list("[", "]", Self::edge)?;
                Terminator::IndirectJump { target, edges, site: self.site()? }
            }
            "return" => Terminator::Return(self.values()?),
            "throw" => Terminator::Throw(self.values()?),
            "unreachable" => Terminator::Unreachable,
            _ => Terminator::Trap,
        }))
    }

    fn switch(&mut self) -> Parsed<Terminator> {
        let value = self.operand()?;
        let cases = self.list("[", "]", |parser| {
            let case = parser.number("a case value")?;
            parser.expect(":")?;
            Ok((case, parser.number("the position of an edge")?))
        })?;
        self.expect_word("default")?;
        let default = self.number("the position of an edge")?;
        let edges = self.list("[", "]", Self::edge)?;
        Ok(Terminator::Switch { value, cases, edges, default, site: self.site()? })
    }

    /// Operands up to something else.
    fn values(&mut self) -> Parsed<Vec<Value>> {
        let starts = match self.peek() {
            Token::Number(_) | Token::Mark("@") | Token::Word("null" | "undef") => true,
            _ => self.peek_index("v").is_some(),
        };
        let mut values = Vec::new();
        if starts {
            values.push(self.operand()?);
            while self.eat(",") {
                values.push(self.operand()?);
            }
        }
        Ok(values)
    }
}

/// The bits of the number `text` in type `ty`: decimal (signed or not) for integers, decimal
/// for `f32` and `f64`, `0x…` for all.
fn bits(text: &str, ty: Type) -> Option<u128> {
    let width = ty.bits();
    let fits = |bits: u128| (width >= 128 || bits >> width == 0).then_some(bits);
    if let Some(hex) = text.strip_prefix("0x") {
        return fits(u128::from_str_radix(hex, 16).ok()?);
    }
    match ty {
        Type::F32 => text.parse().ok().map(|float: f32| float.to_bits().into()),
        Type::F64 => text.parse().ok().map(|float: f64| float.to_bits().into()),
        Type::F80 | Type::Ptr => None,
        Type::Int(_) => match text.strip_prefix('-') {
            None => fits(text.parse().ok()?),
            Some(magnitude) => {
                let magnitude: u128 = magnitude.parse().ok()?;
                let mask = u128::MAX >> (128 - width);
                (magnitude <= 1 << (width - 1)).then_some(magnitude.wrapping_neg() & mask)
            }
        },
    }
}
