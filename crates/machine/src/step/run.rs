//! The step loop: one flat match over the operations.
//!
//! One arm, one call; what the calls do stands in the files beside this one, by category. Calls that are not inlined take
//! and give values, so that the position stays in registers. An operation is read through its reference: a copy would be
//! cut into its bytes.

use super::call::callee;
use super::position::{Position, Run};
use super::session::RunContext;
use super::{Pause, State, slow, window};
use crate::code::Code;
use crate::code::op::Op;
use crate::domain::Domain;
use crate::fault::{FaultKind, Stop};
use crate::memory::Memory;
use crate::observer::Observer;
use crate::state_view::StepView;
use trine_ir::{BinaryOp, CastOp};

/// The value, or a stop of the loop.
macro_rules! check {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(stop) => break Pause::Stop(stop),
        }
    };
}

/// What may go on in another frame, or pauses the loop.
macro_rules! moved {
    ($run:ident, $frame:ident, $at:ident, $method:ident($($argument:expr),*)) => {
        match $run.$method(&mut $at, $($argument),*) {
            Ok(()) => $frame = window(&mut $run.state.registers, $at.base),
            Err(pause) => break pause,
        }
    };
}

/// Leaves a block: weight and target.
macro_rules! jump {
    ($run:ident, $at:ident, $weight_and_target:expr) => {{
        check!($at.go($weight_and_target));
        $run.session.arrive($run.code, $at.pc as u32);
    }};
}

/// Leaves a block by a method of the session.
macro_rules! branch {
    ($run:ident, $frame:ident, $at:ident, $branch:ident($($operand:expr),*)) => {{
        let view = StepView { code: $run.code, frame: &*$frame, memory: &*$run.memory };
        let leap = check!($run.session.$branch(view, $($operand),*));
        jump!($run, $at, leap);
    }};
}

/// Integer arithmetic.
macro_rules! int {
    ($run:ident, $frame:ident, $op:ident, $dst:ident, $a:ident, $b:ident, $width:ident) => {
        check!($run.session.int_binary($frame, BinaryOp::$op, [$dst, $a, $b], $width))
    };
}

/// Float arithmetic.
macro_rules! float {
    ($run:ident, $frame:ident, $op:ident, $dst:ident, $a:ident, $b:ident, $single:ident) => {
        $run.session.float_binary($frame, BinaryOp::$op, [$dst, $a, $b], $single)
    };
}

/// A load of so many bytes to a register, from the address that a method of the session gives.
macro_rules! load {
    ($run:ident, $frame:ident, $at:ident, $bytes:literal, $dst:ident, $address:ident($($part:expr),*), $ty:expr) => {{
        let address = $run.session.$address($frame, $($part),*);
        check!($run.session.load::<$bytes>($frame, $run.memory, ($run.code, $at.pc), $dst, address, $ty));
    }};
}

/// A store of so many bytes of a register, to the address that a method of the session gives.
macro_rules! store {
    ($run:ident, $frame:ident, $at:ident, $bytes:literal, $src:ident, $address:ident($($part:expr),*), $ty:expr) => {{
        let address = $run.session.$address($frame, $($part),*);
        check!($run.session.store::<$bytes>($frame, $run.memory, ($run.code, $at.pc), $src, address, $ty));
    }};
}

/// A load of an element of so many bytes: to which register, of which array, at which index, as what type.
macro_rules! get {
    ($run:ident, $frame:ident, $at:ident, $bytes:literal, $($part:ident),*) => {
        check!($run.session.array_load::<$bytes>(($run.code, $at.pc), $frame, $run.memory, ($($part),*)))
    };
}

/// A store of an element of so many bytes: of which register, to which array, at which index, as what type.
macro_rules! put {
    ($run:ident, $frame:ident, $at:ident, $bytes:literal, $($part:ident),*) => {
        check!($run.session.array_store::<$bytes>(($run.code, $at.pc), $frame, $run.memory, ($($part),*)))
    };
}

/// What stands out of line, so that the loop stays small for the operations that every program has.
macro_rules! managed {
    () => {
        Op::New { .. }
            | Op::TypeTest { .. }
            | Op::CheckCast { .. }
            | Op::NullCheck { .. }
            | Op::Statics { .. }
            | Op::ArrayStore64 { .. }
            | Op::SDivWrap { .. }
            | Op::SRemWrap { .. }
            | Op::ShlMask { .. }
            | Op::LShrMask { .. }
            | Op::AShrMask { .. }
    };
}

/// Executes until a pause. See the head of [`super`].
pub(crate) fn run<D: Domain, O: Observer<D>>(
    code: &Code,
    memory: &mut Memory,
    state: &mut State,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
    depth_limit: usize,
) -> Pause {
    state.prepare(code);
    let ops = code.ops.as_slice();
    let mut at = Position { pc: state.pc as usize, base: state.base, fuel: state.fuel };
    let mut run = Run { code, memory, state, session, floor, depth_limit };
    let mut frame = window(&mut run.state.registers, at.base);
    let pause = loop {
        let op = &ops[at.pc];
        at.pc += 1;
        match *op {
            Op::Move { dst, src } => run.session.copy(frame, dst, src),
            Op::Move2 { dst, src, dst2, src2 } => run.session.copy_two(frame, [dst, src, dst2, src2]),
            Op::Jump { go } => jump!(run, at, (go.weight, go.target)),
            Op::MoveJump { dst, src, go } => {
                run.session.copy(frame, dst, src);
                jump!(run, at, (go.weight, go.target));
            }
            Op::Move2Jump { dst, src, dst2, src2, weight, target } => {
                run.session.copy_two(frame, [dst, src, dst2, src2]);
                jump!(run, at, (u32::from(weight), target));
            }
            Op::Branch { cond, branch } => branch!(run, frame, at, on_flag(branch, cond)),
            Op::BranchInt { a, b, test, branch } => branch!(run, frame, at, on_int(branch, test, a, b)),
            Op::BranchIntImm { a, imm, test, branch } => {
                branch!(run, frame, at, on_immediate(branch, test, a, imm))
            }
            Op::BranchFloat { a, b, test, branch } => branch!(run, frame, at, on_float(branch, test, a, b)),
            Op::Switch { value, width, switch } => branch!(run, frame, at, switch(switch, value, width)),
            Op::IndirectJump { target, switch } => branch!(run, frame, at, indirect_jump(switch, target)),
            Op::Unreachable => break Pause::Stop(Stop::Fault(FaultKind::Unreachable)),
            Op::Trap => break Pause::Stop(Stop::Fault(FaultKind::Trap)),
            Op::Return0 { weight } => moved!(run, frame, at, return_nothing(weight)),
            Op::Return1 { src, weight } => {
                let result = (frame[src as usize], run.session.shadow(src));
                moved!(run, frame, at, return_one(weight, result));
            }
            Op::Return { returns } => moved!(run, frame, at, return_all(returns)),
            Op::Throw { returns } => moved!(run, frame, at, throw(returns)),
            Op::Caught { dst, ty, index } => run.session.caught(frame, dst, ty, index, &run.state.thrown),
            Op::CallDirect { direct } => moved!(run, frame, at, enter(direct.call, direct.callee)),
            Op::Call { select, pointer, index, call } => {
                let how = (select, pointer, index, call);
                let callee = check!(callee(code, frame, run.memory, &mut run.state.caches, how));
                moved!(run, frame, at, enter(call, callee));
            }
            Op::EnsureInit { class } if run.memory.class_begun(class) => {}
            Op::EnsureInit { class } => break Pause::Initialise(class),
            Op::Add { dst, a, b, width } => int!(run, frame, Add, dst, a, b, width),
            Op::AddImm { dst, a, imm, width } => run.session.add_immediate(frame, dst, a, imm, width),
            Op::Sub { dst, a, b, width } => int!(run, frame, Sub, dst, a, b, width),
            Op::Mul { dst, a, b, width } => int!(run, frame, Mul, dst, a, b, width),
            Op::And { dst, a, b, width } => int!(run, frame, And, dst, a, b, width),
            Op::Or { dst, a, b, width } => int!(run, frame, Or, dst, a, b, width),
            Op::Xor { dst, a, b, width } => int!(run, frame, Xor, dst, a, b, width),
            Op::Shl { dst, a, b, width } => int!(run, frame, Shl, dst, a, b, width),
            Op::LShr { dst, a, b, width } => int!(run, frame, LShr, dst, a, b, width),
            Op::AShr { dst, a, b, width } => int!(run, frame, AShr, dst, a, b, width),
            Op::UDiv { dst, a, b, width } => int!(run, frame, UDiv, dst, a, b, width),
            Op::SDiv { dst, a, b, width } => int!(run, frame, SDiv, dst, a, b, width),
            Op::URem { dst, a, b, width } => int!(run, frame, URem, dst, a, b, width),
            Op::SRem { dst, a, b, width } => int!(run, frame, SRem, dst, a, b, width),
            Op::FAdd { dst, a, b, single } => float!(run, frame, FAdd, dst, a, b, single),
            Op::FSub { dst, a, b, single } => float!(run, frame, FSub, dst, a, b, single),
            Op::FMul { dst, a, b, single } => float!(run, frame, FMul, dst, a, b, single),
            Op::FDiv { dst, a, b, single } => float!(run, frame, FDiv, dst, a, b, single),
            Op::CompareInt { dst, a, b, test } => run.session.compare_int(frame, dst, test, a, b),
            Op::CompareFloat { dst, a, b, test } => run.session.compare_float(frame, dst, test, a, b),
            Op::Select { dst, cond, then, otherwise } => {
                run.session.select(frame, dst, [cond, then, otherwise])
            }
            Op::ZExt { dst, src, from, to } => run.session.resize(frame, CastOp::ZExt, dst, src, from, to),
            Op::SExt { dst, src, from, to } => run.session.resize(frame, CastOp::SExt, dst, src, from, to),
            Op::Trunc { dst, src, from, to } => run.session.resize(frame, CastOp::Trunc, dst, src, from, to),
            Op::Cast { dst, src, op, from, to } => run.session.other_cast(frame, op, dst, src, from, to),
            Op::PtrAdd { dst, base, offset } => run.session.ptr_add(frame, dst, base, offset),
            Op::PtrAddIndex { dst, base, index, width, scale, offset } => {
                run.session.ptr_add_index(frame, dst, base, (index, width), scale, offset);
            }
            Op::Load8 { dst, base, offset, ty } => load!(run, frame, at, 1, dst, beyond(base, offset), ty),
            Op::Load16 { dst, base, offset, ty } => load!(run, frame, at, 2, dst, beyond(base, offset), ty),
            Op::Load32 { dst, base, offset, ty } => load!(run, frame, at, 4, dst, beyond(base, offset), ty),
            Op::Load64 { dst, base, offset, ty } => load!(run, frame, at, 8, dst, beyond(base, offset), ty),
            Op::Load8Index { dst, at: place } => load!(run, frame, at, 1, dst, fused(place), place.ty()),
            Op::Load16Index { dst, at: place } => load!(run, frame, at, 2, dst, fused(place), place.ty()),
            Op::Load32Index { dst, at: place } => load!(run, frame, at, 4, dst, fused(place), place.ty()),
            Op::Load64Index { dst, at: place } => load!(run, frame, at, 8, dst, fused(place), place.ty()),
            Op::Store8 { src, base, offset, ty } => store!(run, frame, at, 1, src, beyond(base, offset), ty),
            Op::Store16 { src, base, offset, ty } => store!(run, frame, at, 2, src, beyond(base, offset), ty),
            Op::Store32 { src, base, offset, ty } => store!(run, frame, at, 4, src, beyond(base, offset), ty),
            Op::Store64 { src, base, offset, ty } => store!(run, frame, at, 8, src, beyond(base, offset), ty),
            Op::Store8Index { src, at: place } => store!(run, frame, at, 1, src, fused(place), place.ty()),
            Op::Store16Index { src, at: place } => store!(run, frame, at, 2, src, fused(place), place.ty()),
            Op::Store32Index { src, at: place } => store!(run, frame, at, 4, src, fused(place), place.ty()),
            Op::Store64Index { src, at: place } => store!(run, frame, at, 8, src, fused(place), place.ty()),
            Op::ArrayLoad8 { dst: x, array: a, index: i, ty } => get!(run, frame, at, 1, x, a, i, ty),
            Op::ArrayLoad16 { dst: x, array: a, index: i, ty } => get!(run, frame, at, 2, x, a, i, ty),
            Op::ArrayLoad32 { dst: x, array: a, index: i, ty } => get!(run, frame, at, 4, x, a, i, ty),
            Op::ArrayLoad64 { dst: x, array: a, index: i, ty } => get!(run, frame, at, 8, x, a, i, ty),
            Op::ArrayStore8 { src: x, array: a, index: i, ty } => put!(run, frame, at, 1, x, a, i, ty),
            Op::ArrayStore16 { src: x, array: a, index: i, ty } => put!(run, frame, at, 2, x, a, i, ty),
            Op::ArrayStore32 { src: x, array: a, index: i, ty } => put!(run, frame, at, 4, x, a, i, ty),
            Op::StackAlloc { dst, size } => check!(run.session.stack_variable(frame, run.memory, dst, size)),
            Op::Slow { slow } => {
                let context = slow::Context::new(code, at.pc, &run.state.frames, &run.state.thrown);
                check!(run.session.slow(frame, run.memory, &code.slow[slow as usize], &context));
            }
            managed!() => check!(run.session.managed(code, frame, run.memory, op, at.pc)),
        }
    };
    run.pauses_at(&at);
    pause
}
