//! One instruction of the JVM as instructions of the IR.
//!
//! Arithmetic is that of Java: sums wrap, the least number by -1 is itself, shifts take the amount modulo the width,
//! conversions of floats to integers saturate and give 0 for what is not a number (JVMS 6.5).

use super::body::Builder;
use super::frames::{arrangement, element_kind, kind_of};
use super::refused::{Refused, unsupported};
use super::{register, runtime};
use crate::class::{
    ArithmeticOp, ArrayKind, BaseType, BranchTest, Comparison, Constant, FieldType, Instruction, IntTest,
    Kind, ShiftOp,
};
use trine_ir::objects::ObjectOp;
use trine_ir::{
    BinaryOp, Callee, CastOp, Edge, FloatPredicate, FuncId, IntPredicate, Intrinsic, Op, SiteKind,
    Terminator, Type, Value,
};

const INT: Type = Type::Int(32);
const LONG: Type = Type::Int(64);

impl Builder<'_> {
    /// Adds `instruction` of the stretch `stretch`; whether it ended the stretch.
    pub(super) fn operate(&mut self, stretch: usize, instruction: &Instruction) -> Result<bool, Refused> {
        use Instruction as I;
        match instruction {
            I::Nop => {}
            I::Constant(constant) => self.load_constant(constant)?,
            I::Load(kind, slot) => self.load(*slot, *kind),
            I::Store(_, slot) => {
                let value = self.pop()?;
                self.store(*slot, value);
            }
            I::Increment(slot, by) => {
                self.load(*slot, Kind::Int);
                let value = self.pop()?;
                let by = self.constant(INT, u128::from(i32::from(*by) as u32));
                let sum = self.binary(BinaryOp::Add, INT, value, by);
                self.store(*slot, sum);
            }
            I::Stack(op) => {
                let kinds: Vec<Kind> = self.stack.iter().map(|&(_, kind)| kind).collect();
                let found = arrangement(*op, &kinds)?;
                let base = self.stack.len() - found.taken;
                let taken: Vec<(Value, Kind)> = self.stack.drain(base..).collect();
                self.stack.extend(found.order.iter().map(|&at| taken[at]));
            }
            I::Arithmetic(op, kind) => self.arithmetic(*op, *kind)?,
            I::Negate(kind) => self.negate(*kind)?,
            I::Shift(op, kind) => self.shift(*op, *kind)?,
            I::Convert(from, to) => self.convert(*from, *to)?,
            I::Narrow(to) => {
                let value = self.pop()?;
                let (bits, extension) = narrow(*to);
                let cut = self.emit(Op::Cast(CastOp::Trunc, value), Type::Int(bits));
                let whole = self.emit(Op::Cast(extension, cut), INT);
                self.push(whole, Kind::Int);
            }
            I::Compare(comparison) => self.compare(*comparison)?,
            I::ArrayLength => {
                let array = self.pop()?;
                let length = self.emit(Op::Object(ObjectOp::ArrayLength, vec![array]), INT);
                self.push(length, Kind::Int);
            }
            I::ArrayLoad(kind) => self.array_load(*kind)?,
            I::ArrayStore(kind) => self.array_store(*kind)?,
            I::Branch(test, _) => {
                let condition = self.condition(*test)?;
                self.branch(stretch, condition);
                return Ok(true);
            }
            I::Goto(_) => {
                let target = self.successors(stretch)[0];
                let edge = self.edge(target);
                let edge = self.jumping(edge);
                self.terminate(Terminator::Jump(edge));
                return Ok(true);
            }
            I::Switch { cases, .. } => {
                self.switch(stretch, cases)?;
                return Ok(true);
            }
            I::Return(kind) => {
                let declared = self.hierarchy.method(self.method).ty.result.as_ref().map(kind_of);
                if declared != *kind {
                    return Err(unsupported("code that the JVM would refuse: a return of another type"));
                }
                let values = if kind.is_some() { vec![self.pop()?] } else { Vec::new() };
                self.unlock();
                self.terminate(Terminator::Return(values));
                return Ok(true);
            }
            I::Throw => {
                let exception = self.pop()?;
                self.emit_effect(Op::Object(ObjectOp::NullCheck, vec![exception]));
                self.terminate(Terminator::Throw(vec![exception]));
                return Ok(true);
            }
            I::JumpToSubroutine(_) | I::ReturnFromSubroutine(_) => {
                return Err(unsupported("subroutines (jsr, ret)"));
            }
            member => self.member(member)?,
        }
        Ok(false)
    }

    pub(super) fn load_constant(&mut self, constant: &Constant) -> Result<(), Refused> {
        let (value, kind) = match constant {
            Constant::Int(value) => (self.constant(INT, u128::from(*value as u32)), Kind::Int),
            Constant::Long(value) => (self.constant(LONG, u128::from(*value as u64)), Kind::Long),
            Constant::Float(value) => (self.constant(Type::F32, u128::from(value.to_bits())), Kind::Float),
            Constant::Double(value) => (self.constant(Type::F64, u128::from(value.to_bits())), Kind::Double),
            Constant::Null => (self.constant(Type::Ptr, 0), Kind::Reference),
            Constant::String(units) => {
                let function = runtime::string(self.tables, units);
                (self.object_of(function), Kind::Reference)
            }
            Constant::Class(ty) => {
                if let Some(name) = element_class(ty) {
                    self.hierarchy.load(name)?;
                }
                let function = runtime::class_object(self.tables, &ty.to_string());
                (self.object_of(function), Kind::Reference)
            }
            Constant::MethodType(_) | Constant::MethodHandle(_) | Constant::Dynamic { .. } => {
                return self.computed_constant(constant);
            }
        };
        self.push(value, kind);
        Ok(())
    }

    /// What a function of the runtime gives.
    pub(super) fn object_of(&mut self, function: FuncId) -> Value {
        self.emit(Op::Call { callee: Callee::Direct(function), args: Vec::new() }, Type::Ptr)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, ty: Type, a: Value, b: Value) -> Value {
        self.emit(Op::Binary { op, no_signed_wrap: false, a, b }, ty)
    }

    fn arithmetic(&mut self, op: ArithmeticOp, kind: Kind) -> Result<(), Refused> {
        let is_float = matches!(kind, Kind::Float | Kind::Double);
        let op = match (op, is_float) {
            (ArithmeticOp::Add, false) => BinaryOp::Add,
            (ArithmeticOp::Subtract, false) => BinaryOp::Sub,
            (ArithmeticOp::Multiply, false) => BinaryOp::Mul,
            (ArithmeticOp::Divide, false) => BinaryOp::SDivWrap,
            (ArithmeticOp::Remainder, false) => BinaryOp::SRemWrap,
            (ArithmeticOp::And, _) => BinaryOp::And,
            (ArithmeticOp::Or, _) => BinaryOp::Or,
            (ArithmeticOp::Xor, _) => BinaryOp::Xor,
            (ArithmeticOp::Add, true) => BinaryOp::FAdd,
            (ArithmeticOp::Subtract, true) => BinaryOp::FSub,
            (ArithmeticOp::Multiply, true) => BinaryOp::FMul,
            (ArithmeticOp::Divide, true) => BinaryOp::FDiv,
            (ArithmeticOp::Remainder, true) => BinaryOp::FRem,
        };
        let (b, a) = (self.pop()?, self.pop()?);
        let result = self.binary(op, register(kind), a, b);
        self.push(result, kind);
        Ok(())
    }

    fn negate(&mut self, kind: Kind) -> Result<(), Refused> {
        let value = self.pop()?;
        let ty = register(kind);
        let result = if ty.is_float() {
            self.emit(Op::FloatNeg(value), ty)
        } else {
            let zero = self.constant(ty, 0);
            self.binary(BinaryOp::Sub, ty, zero, value)
        };
        self.push(result, kind);
        Ok(())
    }

    fn shift(&mut self, op: ShiftOp, kind: Kind) -> Result<(), Refused> {
        let (mut amount, value) = (self.pop()?, self.pop()?);
        if kind == Kind::Long {
            amount = self.emit(Op::Cast(CastOp::ZExt, amount), LONG);
        }
        let op = match op {
            ShiftOp::Left => BinaryOp::ShlMask,
            ShiftOp::Right => BinaryOp::AShrMask,
            ShiftOp::RightUnsigned => BinaryOp::LShrMask,
        };
        let result = self.binary(op, register(kind), value, amount);
        self.push(result, kind);
        Ok(())
    }

    fn convert(&mut self, from: Kind, to: Kind) -> Result<(), Refused> {
        let value = self.pop()?;
        let op = match (from, to) {
            (Kind::Int, Kind::Long) => Op::Cast(CastOp::SExt, value),
            (Kind::Long, Kind::Int) => Op::Cast(CastOp::Trunc, value),
            (Kind::Int | Kind::Long, _) => Op::Cast(CastOp::SiToFp, value),
            (Kind::Float, Kind::Double) => Op::Cast(CastOp::FpExt, value),
            (Kind::Double, Kind::Float) => Op::Cast(CastOp::FpTrunc, value),
            _ => Op::Intrinsic(Intrinsic::FpToSiSat, vec![value]),
        };
        let result = self.emit(op, register(to));
        self.push(result, to);
        Ok(())
    }

    /// -1, 0 or 1, as the difference of "greater" and "less".
    fn compare(&mut self, comparison: Comparison) -> Result<(), Refused> {
        let (b, a) = (self.pop()?, self.pop()?);
        let [greater, less] = [IntTest::Greater, IntTest::Less].map(|test| {
            let holds = self.emit(compared(comparison, test, a, b), Type::BOOL);
            self.emit(Op::Cast(CastOp::ZExt, holds), INT)
        });
        let result = self.binary(BinaryOp::Sub, INT, greater, less);
        self.push(result, Kind::Int);
        Ok(())
    }

    /// Whether `comparison` of the two numbers on the stack gives what `test` asks of it against zero.
    pub(super) fn compare_directly(
        &mut self,
        comparison: Comparison,
        test: IntTest,
    ) -> Result<Value, Refused> {
        let (b, a) = (self.pop()?, self.pop()?);
        Ok(self.emit(compared(comparison, test, a, b), Type::BOOL))
    }

    fn condition(&mut self, test: BranchTest) -> Result<Value, Refused> {
        let b = match test {
            BranchTest::Ints(_) | BranchTest::Same(_) => self.pop()?,
            BranchTest::Zero(_) => self.constant(INT, 0),
            BranchTest::Null(_) => self.constant(Type::Ptr, 0),
        };
        let a = self.pop()?;
        let predicate = match test {
            BranchTest::Ints(test) | BranchTest::Zero(test) => predicate(test),
            BranchTest::Same(same) | BranchTest::Null(same) => {
                if same {
                    IntPredicate::Eq
                } else {
                    IntPredicate::Ne
                }
            }
        };
        Ok(self.emit(Op::IntCompare(predicate, a, b), Type::BOOL))
    }

    fn switch(&mut self, stretch: usize, cases: &[(i32, u32)]) -> Result<(), Refused> {
        let value = self.pop()?;
        // Successors are in the order of targets, the default first.
        let targets = self.successors(stretch).to_vec();
        let mut distinct: Vec<usize> = Vec::new();
        let mut positions = Vec::with_capacity(targets.len());
        for target in targets {
            let known = distinct.iter().position(|&other| other == target);
            positions.push(known.unwrap_or(distinct.len()) as u32);
            if known.is_none() {
                distinct.push(target);
            }
        }
        let edges: Vec<Edge> = distinct.iter().map(|&target| self.edge(target)).collect();
        let edges = self.switching(&distinct, edges);
        let site = self.site(SiteKind::Switch { outcomes: edges.len() as u32 });
        let default = positions[0];
        let cases =
            cases.iter().zip(&positions[1..]).map(|(&(key, _), &at)| (u128::from(key as u32), at)).collect();
        self.terminate(Terminator::Switch { value, cases, edges, default, site });
        Ok(())
    }

    fn array_load(&mut self, kind: ArrayKind) -> Result<(), Refused> {
        let (index, array) = (self.pop()?, self.pop()?);
        let (ty, extension) = element(kind);
        let loaded = self.emit(Op::Object(ObjectOp::ArrayLoad, vec![array, index]), ty);
        let value = match extension {
            Some(extension) => self.emit(Op::Cast(extension, loaded), INT),
            None => loaded,
        };
        self.push(value, element_kind(kind));
        Ok(())
    }

    fn array_store(&mut self, kind: ArrayKind) -> Result<(), Refused> {
        let (mut value, index, array) = (self.pop()?, self.pop()?, self.pop()?);
        let (ty, extension) = element(kind);
        if extension.is_some() {
            value = self.emit(Op::Cast(CastOp::Trunc, value), ty);
        }
        self.emit_effect(Op::Object(ObjectOp::ArrayStore, vec![array, index, value]));
        Ok(())
    }
}

/// The class that `ty` is, or is an array of.
fn element_class(ty: &FieldType) -> Option<&str> {
    match ty {
        FieldType::Base(_) => None,
        FieldType::Class(name) => Some(name),
        FieldType::Array(element) => element_class(element),
    }
}

/// Bits of a small type, and how it is extended to an `int`.
fn narrow(ty: BaseType) -> (u8, CastOp) {
    match ty {
        BaseType::Char => (16, CastOp::ZExt),
        BaseType::Short => (16, CastOp::SExt),
        _ => (8, CastOp::SExt),
    }
}

/// The type of an element in memory, and how it is extended to an `int` where it is smaller.
fn element(kind: ArrayKind) -> (Type, Option<CastOp>) {
    match kind {
        // A boolean is 0 or 1: extended by sign it is the same.
        ArrayKind::Byte => (Type::Int(8), Some(CastOp::SExt)),
        ArrayKind::Char => (Type::Int(16), Some(CastOp::ZExt)),
        ArrayKind::Short => (Type::Int(16), Some(CastOp::SExt)),
        other => (register(element_kind(other)), None),
    }
}

fn predicate(test: IntTest) -> IntPredicate {
    match test {
        IntTest::Equal => IntPredicate::Eq,
        IntTest::NotEqual => IntPredicate::Ne,
        IntTest::Less => IntPredicate::Slt,
        IntTest::GreaterOrEqual => IntPredicate::Sge,
        IntTest::Greater => IntPredicate::Sgt,
        IntTest::LessOrEqual => IntPredicate::Sle,
    }
}

/// Whether `test` holds for what `comparison` of `a` and `b` gives. A comparison with what is not a number gives -1
/// or 1, so each test is ordered or unordered.
fn compared(comparison: Comparison, test: IntTest, a: Value, b: Value) -> Op {
    let less_if_unordered = match comparison {
        Comparison::Long => return Op::IntCompare(predicate(test), a, b),
        Comparison::FloatLess | Comparison::DoubleLess => true,
        Comparison::FloatGreater | Comparison::DoubleGreater => false,
    };
    let predicate = match (test, less_if_unordered) {
        (IntTest::Equal, _) => FloatPredicate::Oeq,
        (IntTest::NotEqual, _) => FloatPredicate::Une,
        (IntTest::Less, true) => FloatPredicate::Ult,
        (IntTest::Less, false) => FloatPredicate::Olt,
        (IntTest::LessOrEqual, true) => FloatPredicate::Ule,
        (IntTest::LessOrEqual, false) => FloatPredicate::Ole,
        (IntTest::Greater, true) => FloatPredicate::Ogt,
        (IntTest::Greater, false) => FloatPredicate::Ugt,
        (IntTest::GreaterOrEqual, true) => FloatPredicate::Oge,
        (IntTest::GreaterOrEqual, false) => FloatPredicate::Uge,
    };
    Op::FloatCompare(predicate, a, b)
}
