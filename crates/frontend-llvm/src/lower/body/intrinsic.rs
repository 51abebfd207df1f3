//! LLVM's intrinsics: operations of the machine, small sequences, or nothing.
//!
//! Source: LangRef, "Intrinsic Functions". Deviation: `fmuladd` rounds twice, as x86-64 code without FMA does;
//! `minimum`/`maximum` do not order zeros.
//!
//! Steps to add an intrinsic: its name in [`Shape::of`] (or in `special`), and the machine's operation.

use super::{Lowerer, Lowering};
use crate::ll::Call;
use crate::lower::math;
use trine_ir::{
    BinaryOp, Callee, CastOp, FloatPredicate, IntPredicate, Intrinsic, Op, Terminator, Type, Value,
};

/// How an intrinsic maps to an operation of the machine.
enum Shape {
    /// Lane by lane on this many operands; the result has the type of the first one.
    Lanes(Intrinsic, usize),
    /// Two operands; a value and an overflow bit per lane.
    Overflow(Intrinsic),
    /// The operands as they are, at most this many; the results as declared.
    Plain(Intrinsic, usize),
    /// The first operand.
    Copy,
    /// Nothing.
    Nop,
}

impl Shape {
    fn of(base: &str) -> Option<Shape> {
        use Intrinsic as I;
        Some(match base {
            "ctpop" => Shape::Lanes(I::CountOnes, 1),
            "ctlz" => Shape::Lanes(I::LeadingZeros, 1),
            "cttz" => Shape::Lanes(I::TrailingZeros, 1),
            "bswap" => Shape::Lanes(I::ByteSwap, 1),
            "bitreverse" => Shape::Lanes(I::BitReverse, 1),
            "fshl" => Shape::Lanes(I::FunnelShl, 3),
            "fshr" => Shape::Lanes(I::FunnelShr, 3),
            "sadd.sat" => Shape::Lanes(I::SAddSat, 2),
            "ssub.sat" => Shape::Lanes(I::SSubSat, 2),
            "uadd.sat" => Shape::Lanes(I::UAddSat, 2),
            "usub.sat" => Shape::Lanes(I::USubSat, 2),
            "abs" => Shape::Lanes(I::Abs, 1),
            "smax" => Shape::Lanes(I::SMax, 2),
            "smin" => Shape::Lanes(I::SMin, 2),
            "umax" => Shape::Lanes(I::UMax, 2),
            "umin" => Shape::Lanes(I::UMin, 2),
            "fabs" => Shape::Lanes(I::FAbs, 1),
            "sqrt" => Shape::Lanes(I::Sqrt, 1),
            "floor" => Shape::Lanes(I::Floor, 1),
            "ceil" => Shape::Lanes(I::Ceil, 1),
            "trunc" => Shape::Lanes(I::FTrunc, 1),
            "round" => Shape::Lanes(I::Round, 1),
            "rint" | "nearbyint" | "roundeven" => Shape::Lanes(I::RoundEven, 1),
            "copysign" => Shape::Lanes(I::CopySign, 2),
            "fma" => Shape::Lanes(I::FusedMulAdd, 3),
            "minnum" | "minimumnum" => Shape::Lanes(I::FMin, 2),
            "maxnum" | "maximumnum" => Shape::Lanes(I::FMax, 2),
            "sadd.with.overflow" => Shape::Overflow(I::SAddOverflow),
            "ssub.with.overflow" => Shape::Overflow(I::SSubOverflow),
            "smul.with.overflow" => Shape::Overflow(I::SMulOverflow),
            "uadd.with.overflow" => Shape::Overflow(I::UAddOverflow),
            "usub.with.overflow" => Shape::Overflow(I::USubOverflow),
            "umul.with.overflow" => Shape::Overflow(I::UMulOverflow),
            "memcpy" | "memcpy.inline" => Shape::Plain(I::MemCopy, 3),
            "memmove" => Shape::Plain(I::MemMove, 3),
            "memset" | "memset.inline" => Shape::Plain(I::MemSet, 3),
            "va_start" => Shape::Plain(I::VaStart, 1),
            "va_end" => Shape::Plain(I::VaEnd, 1),
            "va_copy" => Shape::Plain(I::VaCopy, 2),
            "stacksave" => Shape::Plain(I::StackSave, 0),
            "stackrestore" => Shape::Plain(I::StackRestore, 1),
            "frameaddress" => Shape::Plain(I::FrameAddress, 1),
            "objectsize" => Shape::Plain(I::ObjectSize, 2),
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "annotation"
            | "ptr.annotation"
            | "arithmetic.fence"
            | "canonicalize"
            | "ssa.copy"
            | "threadlocal.address"
            | "preserve.array.access.index"
            | "preserve.union.access.index"
            | "preserve.struct.access.index" => Shape::Copy,
            "assume"
            | "lifetime.start"
            | "lifetime.end"
            | "invariant.start"
            | "invariant.end"
            | "donothing"
            | "var.annotation"
            | "sideeffect"
            | "prefetch"
            | "pseudoprobe"
            | "fake.use"
            | "clear_cache"
            | "experimental.noalias.scope.decl"
            | "codeview.annotation"
            | "x86.sse2.pause" => Shape::Nop,
            _ if base.starts_with("dbg.") => Shape::Nop,
            _ => return None,
        })
    }
}

impl Lowerer<'_> {
    pub(super) fn intrinsic(&mut self, base: &str, call: &Call) -> Lowering<Vec<Value>> {
        if base.starts_with("instrprof.") {
            self.instrumentation(base, &call.args)?;
            return Ok(Vec::new());
        }
        if math::is_library(base) {
            return self.library_call(base, call);
        }
        if self.linked.has_threads {
            match base {
                "threadlocal.address" => return self.plain(Intrinsic::ThreadLocalAddress, 1, call),
                "x86.sse2.pause" => return self.pause(),
                _ => {}
            }
        }
        match Shape::of(base) {
            Some(Shape::Nop) => self.nothing(call),
            Some(Shape::Copy) => match call.args.first() {
                Some(argument) => self.operand(&argument.operand),
                None => self.unsupported(format!("intrinsic `llvm.{base}`")),
            },
            Some(Shape::Lanes(intrinsic, operands)) => {
                let intrinsic = self.of_nonzero(intrinsic, call)?;
                self.lane_wise_intrinsic(intrinsic, operands, call)
            }
            Some(Shape::Overflow(intrinsic)) => self.with_overflow(intrinsic, call),
            Some(Shape::Plain(intrinsic, operands)) => self.plain(intrinsic, operands, call),
            None => self.special(base, call),
        }
    }

    /// An intrinsic without effect; its result, where it has one, does not matter.
    fn nothing(&mut self, call: &Call) -> Lowering<Vec<Value>> {
        let lanes = self.lanes(call.result)?;
        Ok(lanes.iter().map(|lane| self.constant(lane.ty, trine_ir::Constant::Undef)).collect())
    }

    /// The lanes of each argument.
    fn operands(&mut self, call: &Call) -> Lowering<Vec<Vec<Value>>> {
        call.args.iter().map(|argument| self.operand(&argument.operand)).collect()
    }

    /// A hint that the thread waits for another one: that one is to run, where the program knows how.
    fn pause(&mut self) -> Lowering<Vec<Value>> {
        let yields = self.linked.function_named("sched_yield");
        let signature = yields.map(|function| self.linked.callables[function].signature.clone());
        if let (Some(function), Some(signature)) = (yields, signature.filter(|of| of.params.is_empty())) {
            self.emit_call(Callee::Direct(function), Vec::new(), &signature.returns);
        }
        Ok(Vec::new())
    }

    fn plain(&mut self, intrinsic: Intrinsic, operands: usize, call: &Call) -> Lowering<Vec<Value>> {
        let args: Vec<Value> = self.operands(call)?.into_iter().take(operands).flatten().collect();
        let types: Vec<Type> = self.lanes(call.result)?.iter().map(|lane| lane.ty).collect();
        let results: Vec<Value> = types.into_iter().map(|ty| self.function.new_value(ty)).collect();
        self.push(Op::Intrinsic(intrinsic, args), results.clone());
        Ok(results)
    }

    /// For each lane, its operands; scalars go with every lane.
    fn by_lane(&mut self, call: &Call, operands: usize) -> Lowering<Vec<Vec<Value>>> {
        let all = self.operands(call)?;
        let lanes = all.first().map_or(0, Vec::len);
        let pick = |values: &Vec<Value>, lane: usize| values.get(lane).or(values.first()).copied();
        Ok((0..lanes)
            .map(|lane| all.iter().take(operands).filter_map(|values| pick(values, lane)).collect())
            .collect())
    }

    /// `ctlz` and `cttz` whose second operand says that their result for 0 is poison.
    fn of_nonzero(&mut self, intrinsic: Intrinsic, call: &Call) -> Lowering<Intrinsic> {
        let strict = match intrinsic {
            Intrinsic::LeadingZeros => Intrinsic::LeadingZerosOfNonzero,
            Intrinsic::TrailingZeros => Intrinsic::TrailingZerosOfNonzero,
            other => return Ok(other),
        };
        let Some(flag) = call.args.get(1) else { return Ok(intrinsic) };
        let flag = self.operand(&flag.operand)?;
        let is_poison = flag.first().is_some_and(|&flag| self.function.constant_bits(flag) == Some(1));
        Ok(if is_poison { strict } else { intrinsic })
    }

    fn lane_wise_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        operands: usize,
        call: &Call,
    ) -> Lowering<Vec<Value>> {
        let lanes = self.by_lane(call, operands)?;
        if lanes.iter().any(|lane| lane.len() != operands) {
            return self.unsupported("damaged IR: intrinsic with too few operands");
        }
        Ok(lanes.into_iter().map(|args| self.machine(intrinsic, args)).collect())
    }

    /// An operation of the machine whose result has the type of its first operand.
    fn machine(&mut self, intrinsic: Intrinsic, args: Vec<Value>) -> Value {
        let ty = self.function.type_of(args[0]);
        self.emit_value(Op::Intrinsic(intrinsic, args), ty)
    }

    fn with_overflow(&mut self, intrinsic: Intrinsic, call: &Call) -> Lowering<Vec<Value>> {
        let (mut values, mut overflows) = (Vec::new(), Vec::new());
        for args in self.by_lane(call, 2)? {
            let value = self.function.new_value(self.function.type_of(args[0]));
            let overflow = self.function.new_value(Type::BOOL);
            self.push(Op::Intrinsic(intrinsic, args), vec![value, overflow]);
            values.push(value);
            overflows.push(overflow);
        }
        values.extend(overflows);
        Ok(values)
    }

    fn special(&mut self, base: &str, call: &Call) -> Lowering<Vec<Value>> {
        match base {
            "trap" | "ubsantrap" | "debugtrap" => {
                self.terminate(self.block, Terminator::Trap);
                self.block = self.new_block();
                Ok(Vec::new())
            }
            "is.constant" => Ok(vec![self.bits(Type::BOOL, 0)]),
            "get.rounding" | "flt.rounds" => Ok(vec![self.bits(Type::Int(32), 1)]),
            "returnaddress" => self.plain(Intrinsic::ReturnAddress, 0, call),
            "is.fpclass" => self.is_fp_class(call),
            "fptosi.sat" => self.saturating_conversion(Intrinsic::FpToSiSat, call),
            "fptoui.sat" => self.saturating_conversion(Intrinsic::FpToUiSat, call),
            "fmuladd" => self.each_lane(call, 3, |this, args| {
                let product = this.arith(BinaryOp::FMul, args[0], args[1]);
                this.arith(BinaryOp::FAdd, product, args[2])
            }),
            "minimum" => self.each_lane(call, 2, |this, args| this.nan_first(Intrinsic::FMin, args)),
            "maximum" => self.each_lane(call, 2, |this, args| this.nan_first(Intrinsic::FMax, args)),
            "scmp" => self.three_way(call, IntPredicate::Sgt, IntPredicate::Slt),
            "ucmp" => self.three_way(call, IntPredicate::Ugt, IntPredicate::Ult),
            "ptrmask" => self.pointer_mask(call),
            "load.relative" => self.unsupported("relative address table"),
            _ => match base.strip_prefix("vector.reduce.") {
                Some(operation) => self.reduce(operation, call),
                None => self.unsupported(format!("intrinsic `llvm.{base}`")),
            },
        }
    }

    fn each_lane(
        &mut self,
        call: &Call,
        operands: usize,
        op: impl Fn(&mut Self, Vec<Value>) -> Value,
    ) -> Lowering<Vec<Value>> {
        let lanes = self.by_lane(call, operands)?;
        if lanes.iter().any(|lane| lane.len() != operands) {
            return self.unsupported("damaged IR: intrinsic with too few operands");
        }
        Ok(lanes.into_iter().map(|args| op(self, args)).collect())
    }

    /// The sum, which is NaN, when an operand is; else the smaller or larger one.
    fn nan_first(&mut self, intrinsic: Intrinsic, args: Vec<Value>) -> Value {
        let unordered = self.emit_value(Op::FloatCompare(FloatPredicate::Uno, args[0], args[1]), Type::BOOL);
        let nan = self.arith(BinaryOp::FAdd, args[0], args[1]);
        let chosen = self.machine(intrinsic, args);
        self.select_value(unordered, nan, chosen)
    }

    /// 1, 0 or -1.
    fn three_way(&mut self, call: &Call, above: IntPredicate, below: IntPredicate) -> Lowering<Vec<Value>> {
        let ty = self.lanes(call.result)?.first().map_or(Type::Int(8), |lane| lane.ty);
        self.each_lane(call, 2, |this, args| {
            let (above, below) =
                (this.compare(above, args[0], args[1]), this.compare(below, args[0], args[1]));
            let above = this.emit_value(Op::Cast(CastOp::ZExt, above), ty);
            let below = this.emit_value(Op::Cast(CastOp::ZExt, below), ty);
            this.arith(BinaryOp::Sub, above, below)
        })
    }

    fn pointer_mask(&mut self, call: &Call) -> Lowering<Vec<Value>> {
        self.each_lane(call, 2, |this, args| {
            let address = this.emit_value(Op::Cast(CastOp::PtrToInt, args[0]), Type::Int(64));
            let mask = this.resize_with(args[1], Type::Int(64), CastOp::SExt);
            let masked = this.arith(BinaryOp::And, address, mask);
            this.emit_value(Op::Cast(CastOp::IntToPtr, masked), Type::Ptr)
        })
    }

    fn saturating_conversion(&mut self, intrinsic: Intrinsic, call: &Call) -> Lowering<Vec<Value>> {
        let ty = self.lanes(call.result)?.first().map_or(Type::Int(32), |lane| lane.ty);
        self.each_lane(call, 1, |this, args| this.emit_value(Op::Intrinsic(intrinsic, args), ty))
    }

    fn is_fp_class(&mut self, call: &Call) -> Lowering<Vec<Value>> {
        let op =
            |this: &mut Self, args| this.emit_value(Op::Intrinsic(Intrinsic::IsFpClass, args), Type::BOOL);
        self.each_lane(call, 2, op)
    }

    /// Folds the lanes of a vector, from the first to the last.
    fn reduce(&mut self, operation: &str, call: &Call) -> Lowering<Vec<Value>> {
        let lanes: Vec<Value> = self.operands(call)?.into_iter().flatten().collect();
        let Some((&first, rest)) = lanes.split_first() else {
            return self.unsupported(format!("intrinsic `llvm.vector.reduce.{operation}`"));
        };
        let mut result = first;
        for lane in rest {
            result = match reduction(operation) {
                Some(Reduction::Binary(op)) => self.arith(op, result, *lane),
                Some(Reduction::Machine(intrinsic)) => self.machine(intrinsic, vec![result, *lane]),
                None => return self.unsupported(format!("intrinsic `llvm.vector.reduce.{operation}`")),
            };
        }
        Ok(vec![result])
    }
}

enum Reduction {
    Binary(BinaryOp),
    Machine(Intrinsic),
}

fn reduction(operation: &str) -> Option<Reduction> {
    Some(match operation {
        "add" => Reduction::Binary(BinaryOp::Add),
        "mul" => Reduction::Binary(BinaryOp::Mul),
        "and" => Reduction::Binary(BinaryOp::And),
        "or" => Reduction::Binary(BinaryOp::Or),
        "xor" => Reduction::Binary(BinaryOp::Xor),
        "fadd" => Reduction::Binary(BinaryOp::FAdd),
        "fmul" => Reduction::Binary(BinaryOp::FMul),
        "smax" => Reduction::Machine(Intrinsic::SMax),
        "smin" => Reduction::Machine(Intrinsic::SMin),
        "umax" => Reduction::Machine(Intrinsic::UMax),
        "umin" => Reduction::Machine(Intrinsic::UMin),
        "fmax" => Reduction::Machine(Intrinsic::FMax),
        "fmin" => Reduction::Machine(Intrinsic::FMin),
        _ => return None,
    })
}
