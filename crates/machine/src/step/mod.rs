//! The step function: one flat match over the operations.
//!
//! [`run`] executes until the function it was started for returns ([`Pause::Done`]) or
//! something happens that needs the machine as a whole: a call that is not plain, a throw, a
//! stop. It borrows the code unchanged, so nothing is decoded inside the loop.
//!
//! ```text
//! registers: [ caller's frame | callee's frame | ... ]     frame = 64 Ki slots from base on,
//!                              ^ base                      so a 16-bit slot needs no check
//! ```
//!
//! On verified code nothing here panics: positions and slots come from the decoder, which
//! keeps every slot below a frame's size and every target inside the code.

pub(crate) mod arith;
mod branch;
pub(crate) mod call;
pub(crate) mod cast;
pub(crate) mod float;
mod intrinsic;
mod memory;
mod objects;
mod registers;
pub(crate) mod session;
mod slow;
mod values;

use crate::code::op::Op;
use crate::code::{CallSite, Code, NOWHERE};
use crate::domain::Domain;
use crate::fault::{FaultKind, Stop};
use crate::memory::Memory;
use crate::moment::Scene;
use crate::observer::Observer;
use session::Session;
use trine_base::index::TypedIndex;
use trine_ir::{BinaryOp, CastOp, FuncId};

/// In place of a call: the function was called by an operation that is no call, because it faulted or has to
/// initialise a class first.
pub(crate) const RAISED: u32 = u32::MAX - 1;

/// Slots that an operation can name.
pub(crate) const WINDOW: usize = 1 << 16;

/// The registers from the current frame's start on.
pub(crate) type Frame = [u64; WINDOW];

/// A call in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameRecord {
    pub function: FuncId,
    /// Where the caller goes on.
    pub return_pc: u32,
    pub caller_base: u32,
    pub caller_activation: u64,
    /// The call; `NOWHERE` for a call from outside, `RAISED` for that of a raiser.
    pub call: u32,
    /// The first slot of the result in the caller's frame, or `NOWHERE`. Of a raiser: the position behind the
    /// operation that faulted.
    pub result: u32,
    pub stack_mark: u32,
    /// The object of variadic arguments, or 0.
    pub varargs: u64,
}

impl FrameRecord {
    /// Where the caller stands: behind the operation that called.
    pub fn caller_pc(&self) -> u32 {
        if self.call == RAISED { self.result } else { self.return_pc }
    }

    /// Where the caller's handler for this call is entered, or `NOWHERE`.
    pub fn handler(&self, code: &Code) -> u32 {
        match code.calls.get(self.call as usize) {
            Some(call) => call.unwind,
            None if self.call == RAISED => code.handler_at(self.result.wrapping_sub(1)),
            None => NOWHERE,
        }
    }
}

/// The state of the interpreter between pauses.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub registers: Vec<u64>,
    pub frames: Vec<FrameRecord>,
    pub pc: u32,
    pub base: usize,
    /// Steps left.
    pub fuel: i64,
    /// Number of the next activation.
    pub next_activation: u64,
    /// Where the variable arguments of a call from outside lie.
    pub variable_arguments: Option<u64>,
    /// Slots of the results of the last return to outside.
    pub returned: Vec<u64>,
    /// What the last throw carried.
    pub thrown: Vec<u128>,
    /// What interface calls called last.
    pub caches: Vec<Cache>,
    /// Calls beyond the limit of depth that are granted while a stack overflow is raised as an exception.
    pub depth_reserve: u32,
}

/// What an interface call called for the last two classes it met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cache {
    classes: [u32; 2],
    callees: [FuncId; 2],
}

impl Cache {
    const EMPTY: Self = Self { classes: [NOWHERE; 2], callees: [FuncId(0); 2] };

    #[inline(always)]
    fn get(&self, class: u32) -> Option<FuncId> {
        if self.classes[0] == class {
            Some(self.callees[0])
        } else if self.classes[1] == class {
            Some(self.callees[1])
        } else {
            None
        }
    }

    #[cold]
    fn put(&mut self, class: u32, callee: FuncId) {
        *self = Self { classes: [class, self.classes[0]], callees: [callee, self.callees[0]] };
    }
}

/// Why [`run`] paused.
pub(crate) enum Pause {
    /// The frame count is back at the floor.
    Done,
    /// A call of a function that is not decoded, has no body, or takes more than moves.
    Call(u32, FuncId),
    /// A throw that no frame above the floor handles; what it carries is in [`State::thrown`].
    Throw,
    /// A class is to be initialised.
    Initialise(u32),
    /// Execution cannot go on.
    Stop(Stop),
}

/// The frame that starts at `base`; `registers` reach a window beyond every base.
#[inline(always)]
pub(crate) fn window(registers: &mut [u64], base: usize) -> &mut Frame {
    (&mut registers[base..base + WINDOW]).try_into().expect("a window has its own size")
}

/// Makes `registers` reach a window beyond the frame at `base`, and one more for arguments.
#[inline(always)]
pub(crate) fn reserve(registers: &mut Vec<u64>, base: usize) {
    if registers.len() < base + 2 * WINDOW {
        grow(registers, base + 2 * WINDOW);
    }
}

#[cold]
#[inline(never)]
fn grow(registers: &mut Vec<u64>, length: usize) {
    if registers.is_empty() {
        // Zeroed by the system, page by page, when used.
        *registers = vec![0; length];
    } else {
        registers.resize(length.max(registers.len() * 2), 0);
    }
}

/// Executes until a pause. See the module's head.
pub(crate) fn run<D: Domain, O: Observer<D>>(
    code: &Code,
    memory: &mut Memory,
    state: &mut State,
    session: &mut Session<'_, D, O>,
    floor: usize,
    depth_limit: usize,
) -> Pause {
    if state.caches.len() < code.caches as usize {
        state.caches.resize(code.caches as usize, Cache::EMPTY);
    }
    let State { registers, frames, fuel: state_fuel, next_activation, returned, thrown, caches, .. } = state;
    let ops = code.ops.as_slice();
    let mut fuel = *state_fuel;
    let mut pc = state.pc as usize;
    let mut base = state.base;
    let mut frame = window(registers, base);
    // Leaves a block of `weight` instructions for `target`.
    macro_rules! go {
        ($weight:expr, $target:expr) => {{
            let target: u32 = $target;
            fuel -= i64::from($weight);
            if fuel < 0 {
                break Pause::Stop(Stop::StepLimit);
            }
            pc = target as usize;
            session.arrive(code, target);
        }};
    }
    macro_rules! int {
        ($op:ident, $dst:ident, $a:ident, $b:ident, $width:ident) => {
            if session.int_binary(frame, BinaryOp::$op, $dst, $a, $b, $width).is_none() {
                let fault = arith::fault(BinaryOp::$op, u32::from($width), u128::from(frame[$b as usize]));
                break Pause::Stop(Stop::Fault(fault));
            }
        };
    }
    macro_rules! load {
        ($bytes:literal, $dst:ident, $address:expr, $ty:expr) => {{
            let address = $address;
            if session.load::<$bytes>(frame, memory, $dst, address, $ty).is_err()
                && let Err(stop) = session.load_register(frame, memory, (code, pc), $dst, address, $ty)
            {
                break Pause::Stop(stop);
            }
        }};
    }
    macro_rules! store {
        ($bytes:literal, $src:ident, $address:expr, $ty:expr) => {{
            let address = $address;
            if session.store::<$bytes>(frame, memory, $src, address, $ty).is_err()
                && let Err(stop) = session.store_register(frame, memory, (code, pc), $src, address, $ty)
            {
                break Pause::Stop(stop);
            }
        }};
    }
    // What observers may read.
    macro_rules! scene {
        () => {
            Scene { code, frame: &*frame, memory: &*memory }
        };
    }
    // Ends the current call; `$slots` are copied to the caller's results.
    macro_rules! leave {
        ($weight:expr, $slots:expr) => {{
            fuel -= $weight as i64;
            let slots: &[u16] = $slots;
            let Some(record) = frames.pop() else { break Pause::Done };
            if memory.stack_mark() > record.stack_mark {
                memory.end_stack(record.stack_mark);
            }
            let callee = base;
            session.leave(&record);
            base = record.caller_base as usize;
            pc = record.return_pc as usize;
            if frames.len() == floor {
                returned.clear();
                returned.extend(slots.iter().map(|&slot| registers[callee + slot as usize]));
                break Pause::Done;
            }
            let results = code.calls.get(record.call as usize).map_or(&[][..], |site| &site.result_slots);
            for (&dst, &src) in results.iter().zip(slots) {
                registers[base + dst as usize] = registers[callee + src as usize];
                if D::TRACKS {
                    session.shadows[base + dst as usize] = session.shadows[callee + src as usize];
                }
            }
            frame = window(registers, base);
            if fuel < 0 {
                break Pause::Stop(Stop::StepLimit);
            }
        }};
    }
    // Starts `$callee`, or leaves that to the machine.
    macro_rules! enter {
        ($call:expr, $site:expr, $callee:expr) => {{
            let (call, callee): (u32, FuncId) = ($call, $callee);
            let site: &CallSite = $site;
            let entry = match code.entries.get(callee.position()) {
                Some(entry) if entry.pc != NOWHERE && entry.plain => entry,
                _ => break Pause::Call(call, callee),
            };
            if frames.len() >= depth_limit {
                break Pause::Stop(Stop::Fault(FaultKind::StackOverflow));
            }
            let new_base = base + site.frame_size as usize;
            reserve(registers, new_base);
            call::pass(registers, base, &site.slots, new_base);
            session.pass(base, &site.slots, new_base);
            call::fill_constants(code, entry, registers, new_base);
            frames.push(FrameRecord {
                function: callee,
                return_pc: pc as u32,
                caller_base: base as u32,
                caller_activation: session.activation.number,
                call,
                result: site.first_result,
                stack_mark: memory.stack_mark(),
                varargs: 0,
            });
            session.begin(callee, entry, new_base, next_activation);
            base = new_base;
            pc = entry.pc as usize;
            frame = window(registers, base);
            session.arrive(code, entry.pc);
        }};
    }
    let pause = loop {
        // Through the reference: a copy of the operation would be cut into its bytes.
        let op = &ops[pc];
        pc += 1;
        match *op {
            Op::Move { dst, src } => session.copy(frame, dst, src),
            Op::Move2 { dst, src, dst2, src2 } => {
                session.copy(frame, dst, src);
                session.copy(frame, dst2, src2);
            }
            Op::Jump { go } => go!(go.weight, go.target),
            Op::MoveJump { dst, src, go } => {
                session.copy(frame, dst, src);
                go!(go.weight, go.target);
            }
            Op::Move2Jump { dst, src, dst2, src2, weight, target } => {
                session.copy(frame, dst, src);
                session.copy(frame, dst2, src2);
                go!(weight, target);
            }
            Op::Branch { cond, branch } => {
                let record = &code.branches[branch as usize];
                go!(record.weight, session.branch_flag(scene!(), record, cond));
            }
            Op::BranchInt { a, b, test, branch } => {
                let record = &code.branches[branch as usize];
                let (a, b) = (session.operand(frame, a), session.operand(frame, b));
                go!(record.weight, session.branch_int(scene!(), record, test, a, b));
            }
            Op::BranchIntImm { a, imm, test, branch } => {
                let record = &code.branches[branch as usize];
                let (a, b) = (session.operand(frame, a), Session::<D, O>::immediate(u64::from(imm)));
                go!(record.weight, session.branch_int(scene!(), record, test, a, b));
            }
            Op::BranchFloat { a, b, test, branch } => {
                let record = &code.branches[branch as usize];
                let (a, b) = (session.operand(frame, a), session.operand(frame, b));
                go!(record.weight, session.branch_float(scene!(), record, test, a, b));
            }
            Op::Switch { value, width, switch } => {
                let record = &code.switches[switch as usize];
                match session.switch(scene!(), record, value, width) {
                    Some(target) => go!(record.branch.weight, target),
                    None => break Pause::Stop(Stop::Fault(FaultKind::Unreachable)),
                }
            }
            Op::IndirectJump { target, switch } => {
                let record = &code.switches[switch as usize];
                match session.switch(scene!(), record, target, 64) {
                    Some(target) => go!(record.branch.weight, target),
                    None => {
                        let address = frame[target as usize];
                        break Pause::Stop(Stop::Fault(FaultKind::InvalidJump { address }));
                    }
                }
            }
            Op::Unreachable => break Pause::Stop(Stop::Fault(FaultKind::Unreachable)),
            Op::Trap => break Pause::Stop(Stop::Fault(FaultKind::Trap)),
            Op::Return0 { weight } => leave!(weight, &[]),
            Op::Return1 { src, weight } => {
                if frames.len() == floor + 1 {
                    leave!(weight, &[src]);
                    continue;
                }
                let (value, shadow) = (frame[src as usize], session.shadow(src));
                fuel -= weight as i64;
                let Some(record) = frames.pop() else { break Pause::Done };
                if memory.stack_mark() > record.stack_mark {
                    memory.end_stack(record.stack_mark);
                }
                session.leave(&record);
                base = record.caller_base as usize;
                pc = record.return_pc as usize;
                frame = window(registers, base);
                if record.result != NOWHERE {
                    frame[record.result as usize & (WINDOW - 1)] = value;
                    session.set_shadow(record.result as u16, shadow);
                }
                if fuel < 0 {
                    break Pause::Stop(Stop::StepLimit);
                }
            }
            Op::Return { returns } => {
                let record = &code.returns[returns as usize];
                leave!(u64::from(record.weight), &record.slots);
            }
            Op::Throw { returns } => {
                let record = &code.returns[returns as usize];
                fuel -= i64::from(record.weight);
                if fuel < 0 {
                    break Pause::Stop(Stop::StepLimit);
                }
                session.throw(frame, &record.values, thrown);
                let mut handler = record.unwind;
                while handler == NOWHERE && frames.len() > floor + 1 {
                    let Some(record) = frames.pop() else { break };
                    if memory.stack_mark() > record.stack_mark {
                        memory.end_stack(record.stack_mark);
                    }
                    session.leave(&record);
                    base = record.caller_base as usize;
                    handler = record.handler(code);
                    pc = record.caller_pc() as usize;
                }
                frame = window(registers, base);
                if handler == NOWHERE {
                    break Pause::Throw;
                }
                pc = handler as usize;
            }
            // Out of line: the loop stays small for the operations that every program has.
            Op::New { .. }
            | Op::ArrayLoad8 { .. }
            | Op::ArrayLoad16 { .. }
            | Op::ArrayLoad32 { .. }
            | Op::ArrayLoad64 { .. }
            | Op::ArrayStore8 { .. }
            | Op::ArrayStore16 { .. }
            | Op::ArrayStore32 { .. }
            | Op::ArrayStore64 { .. }
            | Op::TypeTest { .. }
            | Op::SDivWrap { .. }
            | Op::SRemWrap { .. }
            | Op::ShlMask { .. }
            | Op::LShrMask { .. }
            | Op::AShrMask { .. } => {
                if let Err(stop) = session.managed(code, frame, memory, op, pc) {
                    break Pause::Stop(stop);
                }
            }
            Op::EnsureInit { class } => {
                if !memory.class_begun(class) {
                    break Pause::Initialise(class);
                }
            }
            Op::Caught { dst, ty, index } => session.caught(frame, dst, ty, index, thrown),
            Op::Call { .. } | Op::CallVirtual { .. } | Op::CallInterface { .. } => {
                match call::callee(code, op, frame, memory, caches) {
                    Ok((call, callee)) => enter!(call, &code.calls[call as usize], callee),
                    Err(stop) => break Pause::Stop(stop),
                }
            }
            Op::CallDirect { direct } => {
                enter!(direct.call, &code.calls[direct.call as usize], direct.callee);
            }

            Op::Add { dst, a, b, width } => int!(Add, dst, a, b, width),
            Op::AddImm { dst, a, imm, width } => session.add_immediate(frame, dst, a, imm, width),
            Op::Sub { dst, a, b, width } => int!(Sub, dst, a, b, width),
            Op::Mul { dst, a, b, width } => int!(Mul, dst, a, b, width),
            Op::And { dst, a, b, width } => int!(And, dst, a, b, width),
            Op::Or { dst, a, b, width } => int!(Or, dst, a, b, width),
            Op::Xor { dst, a, b, width } => int!(Xor, dst, a, b, width),
            Op::Shl { dst, a, b, width } => int!(Shl, dst, a, b, width),
            Op::LShr { dst, a, b, width } => int!(LShr, dst, a, b, width),
            Op::AShr { dst, a, b, width } => int!(AShr, dst, a, b, width),
            Op::UDiv { dst, a, b, width } => int!(UDiv, dst, a, b, width),
            Op::SDiv { dst, a, b, width } => int!(SDiv, dst, a, b, width),
            Op::URem { dst, a, b, width } => int!(URem, dst, a, b, width),
            Op::SRem { dst, a, b, width } => int!(SRem, dst, a, b, width),
            Op::FAdd { dst, a, b, single } => session.float_binary(frame, BinaryOp::FAdd, dst, a, b, single),
            Op::FSub { dst, a, b, single } => session.float_binary(frame, BinaryOp::FSub, dst, a, b, single),
            Op::FMul { dst, a, b, single } => session.float_binary(frame, BinaryOp::FMul, dst, a, b, single),
            Op::FDiv { dst, a, b, single } => session.float_binary(frame, BinaryOp::FDiv, dst, a, b, single),

            Op::CompareInt { dst, a, b, test } => {
                let (a, b) = (session.operand(frame, a), session.operand(frame, b));
                let (result, shadow) = session.int_test(test, a, b);
                frame[dst as usize] = u64::from(result);
                session.set_shadow(dst, shadow);
            }
            Op::CompareFloat { dst, a, b, test } => {
                let (a, b) = (session.operand(frame, a), session.operand(frame, b));
                let (result, shadow) = session.float_test(test, a, b);
                frame[dst as usize] = u64::from(result);
                session.set_shadow(dst, shadow);
            }
            Op::Select { dst, cond, then, otherwise } => session.select(frame, dst, [cond, then, otherwise]),
            Op::ZExt { dst, src, from, to } => session.int_cast(frame, CastOp::ZExt, dst, src, from, to),
            Op::SExt { dst, src, from, to } => session.int_cast(frame, CastOp::SExt, dst, src, from, to),
            Op::Trunc { dst, src, from, to } => session.int_cast(frame, CastOp::Trunc, dst, src, from, to),
            Op::Cast { dst, src, op, from, to } => session.other_cast(frame, op, dst, src, from, to),

            Op::PtrAdd { dst, base, offset } => {
                let address = session.displaced(frame, base, offset);
                frame[dst as usize] = address.bits;
                session.set_shadow(dst, address.shadow);
            }
            Op::PtrAddIndex { dst, base, index, width, scale, offset } => {
                let (scale, offset) = (i64::from(scale), i64::from(offset));
                let address = session.indexed(frame, base, (index, width), scale, offset);
                frame[dst as usize] = address.bits;
                session.set_shadow(dst, address.shadow);
            }
            Op::Load8 { dst, base, offset, ty } => {
                load!(1, dst, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Load16 { dst, base, offset, ty } => {
                load!(2, dst, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Load32 { dst, base, offset, ty } => {
                load!(4, dst, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Load64 { dst, base, offset, ty } => {
                load!(8, dst, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Load8Index { dst, at } => load!(1, dst, session.fused(frame, at), at.ty()),
            Op::Load16Index { dst, at } => load!(2, dst, session.fused(frame, at), at.ty()),
            Op::Load32Index { dst, at } => load!(4, dst, session.fused(frame, at), at.ty()),
            Op::Load64Index { dst, at } => load!(8, dst, session.fused(frame, at), at.ty()),
            Op::Store8 { src, base, offset, ty } => {
                store!(1, src, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Store16 { src, base, offset, ty } => {
                store!(2, src, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Store32 { src, base, offset, ty } => {
                store!(4, src, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Store64 { src, base, offset, ty } => {
                store!(8, src, session.displaced(frame, base, i64::from(offset)), ty);
            }
            Op::Store8Index { src, at } => store!(1, src, session.fused(frame, at), at.ty()),
            Op::Store16Index { src, at } => store!(2, src, session.fused(frame, at), at.ty()),
            Op::Store32Index { src, at } => store!(4, src, session.fused(frame, at), at.ty()),
            Op::Store64Index { src, at } => store!(8, src, session.fused(frame, at), at.ty()),
            Op::StackAlloc { dst, size } => match session.stack_allocate(memory, size) {
                Ok(address) => {
                    frame[dst as usize] = address;
                    session.set_shadow(dst, D::Shadow::default());
                }
                Err(stop) => break Pause::Stop(stop),
            },
            Op::Slow { slow } => {
                let varargs = frames.last().map_or(0, |record| record.varargs);
                let function = frames.last().map_or(FuncId(0), |record| record.function);
                let context = slow::Context { code, pc, function, varargs, thrown };
                if let Err(stop) = session.slow(frame, memory, &code.slow[slow as usize], &context) {
                    break Pause::Stop(stop);
                }
            }
        }
    };
    *state_fuel = fuel;
    state.pc = pc as u32;
    state.base = base;
    pause
}
