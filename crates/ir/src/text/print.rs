//! Prints functions in the text form: see the module above for its grammar.

use super::pieces::{At, Commas};
use crate::function::{Function, ValueKind};
use crate::ids::{Block, Value};
use crate::instruction::Edge;
use crate::instruction::{Callee, Inst, Op, Terminator};
use crate::types::{Constant, Signature, Type};
use std::fmt::{self, Display, Formatter};

/// The text form of `function`.
#[must_use]
pub fn print_function(function: &Function) -> String {
    function.to_string()
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let twice = if self.returns_twice { " returns_twice" } else { "" };
        writeln!(f, "function {}{}{twice}{} {{", Quoted(&self.name), self.signature, At(self.span))?;
        super::print_coverage::print(f, self)?;
        for block in self.blocks.indices() {
            self.print_block(f, block)?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (position, param) in self.params.iter().enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            write!(f, "{comma}{}", param.ty)?;
            if let Some(by_val) = param.by_val {
                write!(f, " byval({}, {})", by_val.size_bytes, by_val.align_bytes)?;
            }
        }
        match (self.variadic, self.params.is_empty()) {
            (true, true) => f.write_str("...")?,
            (true, false) => f.write_str(", ...")?,
            (false, _) => {}
        }
        write!(f, ") -> ({})", Commas(&self.returns))
    }
}

/// A string in quotes, with control characters, quotes and backslashes escaped.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

/// A constant of a type.
struct Typed(Type, Constant);

impl Display for Typed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Typed(ty, constant) = *self;
        match constant {
            Constant::Undef => return write!(f, "undef:{ty}"),
            Constant::Bits(bits) => return print_bits(f, ty, bits),
            Constant::Global(global, 0) => write!(f, "@{global}")?,
            Constant::Global(global, offset) => write!(f, "@{global}{offset:+}")?,
            Constant::Function(function) => write!(f, "@{function}")?,
            Constant::BlockAddress(function, block) => write!(f, "@{function}/{block}")?,
        }
        if ty == Type::Ptr { Ok(()) } else { write!(f, ":{ty}") }
    }
}

fn print_bits(f: &mut Formatter<'_>, ty: Type, bits: u128) -> fmt::Result {
    let fits = ty.bits() >= 128 || bits >> ty.bits() == 0;
    match ty {
        Type::Ptr if bits == 0 => f.write_str("null"),
        Type::F32 if fits && f32::from_bits(bits as u32).is_finite() => {
            write!(f, "{:?}:f32", f32::from_bits(bits as u32))
        }
        Type::F64 if fits && f64::from_bits(bits as u64).is_finite() => {
            write!(f, "{:?}:f64", f64::from_bits(bits as u64))
        }
        Type::Int(width) if fits && width >= 8 && bits >> (width - 1) == 1 => {
            // The magnitude of a negative number, which may be 2^127.
            let magnitude = bits.wrapping_neg() & (u128::MAX >> (128 - u32::from(width)));
            write!(f, "-{magnitude}:{ty}")
        }
        Type::Int(_) => write!(f, "{bits}:{ty}"),
        _ => write!(f, "{bits:#x}:{ty}"),
    }
}

/// An operand: a register by its number, a constant in full.
#[derive(Clone, Copy)]
struct Operand<'f>(&'f Function, Value);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Operand(function, value) = *self;
        match function.values.get(value) {
            Some(data) => match data.kind {
                ValueKind::Constant(constant) => Typed(data.ty, constant).fmt(f),
                ValueKind::Defined => value.fmt(f),
            },
            None => value.fmt(f),
        }
    }
}

/// An edge with its arguments.
struct Target<'f>(&'f Function, &'f Edge);

impl Display for Target<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Target(function, edge) = *self;
        edge.block.fmt(f)?;
        if edge.args.is_empty() { Ok(()) } else { write!(f, "({})", function.operands(&edge.args)) }
    }
}

/// Operands with commas between them.
struct Operands<'f>(&'f Function, &'f [Value]);

impl Display for Operands<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, &value) in self.1.iter().enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            write!(f, "{comma}{}", Operand(self.0, value))?;
        }
        Ok(())
    }
}

impl Function {
    fn operands<'f>(&'f self, values: &'f [Value]) -> Operands<'f> {
        Operands(self, values)
    }

    fn print_definition(&self, f: &mut Formatter<'_>, value: Value) -> fmt::Result {
        value.fmt(f)?;
        let Some(data) = self.values.get(value) else { return Ok(()) };
        if let Some(name) = &data.name {
            write!(f, " {}", Quoted(name))?;
        }
        write!(f, ": {}", data.ty)
    }

    fn print_definitions(&self, f: &mut Formatter<'_>, values: &[Value]) -> fmt::Result {
        for (position, &value) in values.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            self.print_definition(f, value)?;
        }
        Ok(())
    }

    fn print_block(&self, f: &mut Formatter<'_>, block: Block) -> fmt::Result {
        let data = &self.blocks[block];
        block.fmt(f)?;
        if !data.params.is_empty() {
            f.write_str("(")?;
            self.print_definitions(f, &data.params)?;
            f.write_str(")")?;
        }
        if let Some(handler) = &data.unwind {
            write!(f, " unwind {}", Target(self, handler))?;
        }
        if !data.regions.is_empty() {
            write!(f, " regions({})", Commas(&data.regions))?;
        }
        writeln!(f, ":")?;
        for inst in &data.insts {
            self.print_inst(f, inst)?;
        }
        f.write_str("    ")?;
        self.print_terminator(f, &data.terminator)?;
        writeln!(f, "{}", At(data.terminator_span))
    }

    fn print_inst(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        f.write_str("    ")?;
        if !inst.results.is_empty() {
            self.print_definitions(f, &inst.results)?;
            f.write_str(" = ")?;
        }
        self.print_op(f, &inst.op)?;
        writeln!(f, "{}", At(inst.span))
    }

    fn print_op(&self, f: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        let v = |value: &Value| Operand(self, *value);
        match op {
            Op::Binary { op, no_signed_wrap, a, b } => {
                let nsw = if *no_signed_wrap { ".nsw" } else { "" };
                write!(f, "{}{nsw} {}, {}", op.name(), v(a), v(b))
            }
            Op::FloatNeg(a) => write!(f, "fneg {}", v(a)),
            Op::IntCompare(predicate, a, b) => write!(f, "icmp.{} {}, {}", predicate.name(), v(a), v(b)),
            Op::FloatCompare(predicate, a, b) => write!(f, "fcmp.{} {}, {}", predicate.name(), v(a), v(b)),
            Op::Cast(cast, a) => write!(f, "{} {}", cast.name(), v(a)),
            Op::Select { cond, then, otherwise } => {
                write!(f, "select {}, {}, {}", v(cond), v(then), v(otherwise))
            }
            Op::PtrAdd { base, index, scale, offset } => {
                write!(f, "ptradd {}", v(base))?;
                if let Some(index) = index {
                    write!(f, " + {} * {scale}", v(index))?;
                }
                write!(f, " + {offset}")
            }
            Op::Load { ptr, volatile } => {
                let volatile = if *volatile { ".volatile" } else { "" };
                write!(f, "load{volatile} {}", v(ptr))
            }
            Op::Store { ptr, value, volatile } => {
                let volatile = if *volatile { ".volatile" } else { "" };
                write!(f, "store{volatile} {} -> {}", v(value), v(ptr))
            }
            Op::StackAlloc { size_bytes, count, align_bytes } => {
                write!(f, "stackalloc {size_bytes}")?;
                if let Some(count) = count {
                    write!(f, " * {}", v(count))?;
                }
                write!(f, " align {align_bytes}")
            }
            Op::Call { callee: Callee::Direct(function), args } => {
                write!(f, "call {function}({})", self.operands(args))
            }
            Op::Call { callee: Callee::Indirect(target, signature), args } => {
                write!(f, "call.indirect {} {signature} ({})", v(target), self.operands(args))
            }
            Op::Call { callee: Callee::Virtual { class, slot, signature }, args } => {
                write!(f, "call.virtual {class} slot {slot} {signature} ({})", self.operands(args))
            }
            Op::Call { callee: Callee::Interface { interface, method, signature }, args } => {
                write!(f, "call.interface {interface} method {method} {signature} ({})", self.operands(args))
            }
            Op::Object(op, args) => {
                write!(f, "object.{}", op.name())?;
                if let Some(class) = op.class() {
                    write!(f, " {class}")?;
                }
                write!(f, "({})", self.operands(args))
            }
            Op::Intrinsic(intrinsic, args) => {
                write!(f, "intrinsic.{}({})", intrinsic.name(), self.operands(args))
            }
            Op::AtomicUpdate { op, ptr, value } => {
                write!(f, "atomic.{} {}, {}", op.name(), v(ptr), v(value))
            }
            Op::CompareExchange { ptr, expected, replacement } => {
                write!(f, "cmpxchg {}, {}, {}", v(ptr), v(expected), v(replacement))
            }
        }
    }

    fn print_terminator(&self, f: &mut Formatter<'_>, terminator: &Terminator) -> fmt::Result {
        let v = |value: &Value| Operand(self, *value);
        let keyword = |f: &mut Formatter<'_>, keyword: &str, values: &[Value]| {
            let space = if values.is_empty() { "" } else { " " };
            write!(f, "{keyword}{space}{}", self.operands(values))
        };
        let targets = |f: &mut Formatter<'_>, edges: &[Edge]| {
            let targets: Vec<_> = edges.iter().map(|edge| Target(self, edge)).collect();
            write!(f, "[{}]", Commas(&targets))
        };
        match terminator {
            Terminator::Jump(edge) => write!(f, "jump {}", Target(self, edge)),
            Terminator::Branch { cond, then, otherwise, site } => {
                let (then, otherwise) = (Target(self, then), Target(self, otherwise));
                write!(f, "branch {}, {then}, {otherwise}, {site}", v(cond))
            }
            Terminator::Switch { value, cases, edges, default, site } => {
                write!(f, "switch {} [", v(value))?;
                for (position, (case, edge)) in cases.iter().enumerate() {
                    let comma = if position > 0 { ", " } else { "" };
                    write!(f, "{comma}{case}: {edge}")?;
                }
                write!(f, "] default {default} ")?;
                targets(f, edges)?;
                write!(f, ", {site}")
            }
            Terminator::IndirectJump { target, edges, site } => {
                write!(f, "indirectjump {} ", v(target))?;
                targets(f, edges)?;
                write!(f, ", {site}")
            }
            Terminator::Return(values) => keyword(f, "return", values),
            Terminator::Throw(values) => keyword(f, "throw", values),
            Terminator::Unreachable => f.write_str("unreachable"),
            Terminator::Trap => f.write_str("trap"),
        }
    }
}
