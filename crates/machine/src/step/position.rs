//! Where execution is, and what moves it: jumps, calls, returns and throws.
//!
//! Everything here that takes a [`Position`] or a [`Run`] by reference is inlined into the step loop, so that their
//! fields are the loop's own variables. What needs more than that stands out of line and takes and gives values.

use super::session::RunContext;
use super::{FrameRecord, Pause, State, WINDOW, reserve, window};
use crate::code::op::Slot;
use crate::code::{CallSite, Code, NOWHERE};
use crate::domain::Domain;
use crate::fault::{FaultKind, Stop};
use crate::memory::Memory;
use crate::observer::Observer;
use crate::step::call;
use trine_base::index::TypedIndex;
use trine_ir::FuncId;

/// The position behind the operation that was fetched last, the start of the current frame, and the steps left.
pub(super) struct Position {
    pub pc: usize,
    pub base: usize,
    pub fuel: i64,
}

impl Position {
    /// Pays for a block of `weight` instructions.
    #[inline(always)]
    pub fn pay(&mut self, weight: u32) -> Result<(), Stop> {
        self.fuel -= i64::from(weight);
        if self.fuel < 0 { Err(Stop::StepLimit) } else { Ok(()) }
    }

    /// Leaves a block of `weight` instructions for `target`. It is left even when that is more than there was to pay: another
    /// thread may have its turn then, and this one goes on there later.
    #[inline(always)]
    pub fn go(&mut self, (weight, target): (u32, u32)) -> Result<(), Stop> {
        self.pc = target as usize;
        self.pay(weight)
    }
}

/// What the step loop works with.
pub(super) struct Run<'a, 'r, D: Domain, O> {
    pub code: &'a Code,
    pub memory: &'a mut Memory,
    pub state: &'a mut State,
    pub session: &'a mut RunContext<'r, D, O>,
    /// The number of frames at which to pause.
    pub floor: usize,
    /// The largest number of frames.
    pub depth_limit: usize,
}

impl<D: Domain, O: Observer<D>> Run<'_, '_, D, O> {
    /// Notes where the loop pauses.
    #[inline(always)]
    pub fn pauses_at(&mut self, at: &Position) {
        self.state.fuel = at.fuel;
        self.state.pc = at.pc as u32;
        self.state.base = at.base;
    }

    /// Starts `callee`, or leaves that to the machine.
    #[inline(always)]
    pub fn enter(&mut self, at: &mut Position, call: u32, callee: FuncId) -> Result<(), Pause> {
        let site: &CallSite = &self.code.calls[call as usize];
        let entry = match self.code.entries.get(callee.position()) {
            Some(entry) if entry.plain_pc != NOWHERE => entry,
            _ => return Err(Pause::Call(call, callee)),
        };
        if self.state.frames.len() >= self.depth_limit {
            return Err(Pause::Stop(Stop::Fault(FaultKind::StackOverflow)));
        }
        let State { registers, frames, next_activation, .. } = &mut *self.state;
        let base = at.base + site.frame_size as usize;
        reserve(registers, base);
        call::pass(registers, at.base, site.frame_size as usize, &site.slots);
        self.session.pass(at.base, &site.slots, base);
        call::fill_constants(self.code, entry, registers, base);
        frames.push(FrameRecord {
            function: callee,
            return_pc: at.pc as u32,
            caller_base: at.base as u32,
            caller_activation: self.session.activation.number,
            call,
            result: site.first_result,
            stack_mark: self.memory.stack_mark(),
            varargs: 0,
        });
        self.session.begin(callee, entry, base, next_activation);
        if D::TRACKS {
            let (depth, end) = (self.session.activation.depth, base + entry.constant_slot as usize);
            let shadows = &self.session.shadows[base..end];
            self.session.domain.calls(callee, depth, &registers[base..end], shadows, self.memory);
        }
        at.base = base;
        at.pc = entry.plain_pc as usize;
        self.session.arrive(self.code, entry.plain_pc);
        Ok(())
    }

    /// Ends the current call of a block of `weight` instructions, which is one from inside; gives its record.
    #[inline(always)]
    fn leave(&mut self, at: &mut Position, weight: u64) -> Result<FrameRecord, Pause> {
        at.fuel -= weight as i64;
        let Some(record) = self.state.frames.pop() else { return Err(Pause::Done) };
        if self.memory.stack_mark() > record.stack_mark {
            self.memory.end_stack(record.stack_mark);
        }
        self.session.leave(&record);
        at.base = record.caller_base as usize;
        at.pc = record.return_pc as usize;
        Ok(record)
    }

    /// Whether the current call is the one from outside: a return from it ends the loop.
    #[inline(always)]
    fn is_outermost(&self) -> bool {
        self.state.frames.len() <= self.floor + 1
    }

    /// Ends the current call, which has no result.
    #[inline(always)]
    pub fn return_nothing(&mut self, at: &mut Position, weight: u64) -> Result<(), Pause> {
        if self.is_outermost() {
            return self.finish(at, weight, &[]);
        }
        self.leave(at, weight)?;
        at.pay(0).map_err(Pause::Stop)
    }

    /// Ends the current call, which has one result: its bits and shadow.
    #[inline(always)]
    pub fn return_one(
        &mut self,
        at: &mut Position,
        weight: u64,
        (bits, shadow): (u64, D::Shadow),
    ) -> Result<(), Pause> {
        if self.is_outermost() {
            return self.finish(at, weight, &[bits]);
        }
        let record = self.leave(at, weight)?;
        if record.result != NOWHERE {
            window(&mut self.state.registers, at.base)[record.result as usize & (WINDOW - 1)] = bits;
            let shadow = if D::TRACKS { self.session.domain.gives(shadow) } else { shadow };
            self.session.set_shadow(record.result as u16, shadow);
        }
        at.pay(0).map_err(Pause::Stop)
    }

    /// Ends the current call with the results of the record numbered `returns`.
    #[inline(always)]
    pub fn return_all(&mut self, at: &mut Position, returns: u64) -> Result<(), Pause> {
        let (callee, values) = (at.base, &self.code.returns[returns as usize]);
        let weight = u64::from(values.weight);
        if self.is_outermost() {
            let registers = &self.state.registers;
            let results: Vec<u64> =
                values.slots.iter().map(|&slot| registers[callee + slot as usize]).collect();
            return self.finish(at, weight, &results);
        }
        let record = self.leave(at, weight)?;
        hand_over(self.code, &mut self.state.registers, self.session, &record, callee, &values.slots);
        at.pay(0).map_err(Pause::Stop)
    }

    /// Ends the call from outside.
    #[inline(always)]
    fn finish(&mut self, at: &mut Position, weight: u64, results: &[u64]) -> Result<(), Pause> {
        if self.leave(at, weight).is_ok() {
            self.state.returned.clear();
            self.state.returned.extend_from_slice(results);
        }
        Err(Pause::Done)
    }

    /// Goes to the handler of a throw, whose record is numbered `returns`.
    #[inline(always)]
    pub fn throw(&mut self, at: &mut Position, returns: u64) -> Result<(), Pause> {
        let record = &self.code.returns[returns as usize];
        let State { registers, thrown, .. } = &mut *self.state;
        self.session.throw(window(registers, at.base), &record.values, thrown);
        if record.unwind == NOWHERE {
            at.fuel -= i64::from(record.weight);
            return self.unwind(at);
        }
        at.go((record.weight, record.unwind)).map_err(Pause::Stop)
    }

    /// Goes to the handler of a throw whose own block has none.
    #[inline(always)]
    fn unwind(&mut self, at: &mut Position) -> Result<(), Pause> {
        let from = (at.base, at.pc as u32);
        let (base, pc, is_handled) =
            leave_frames(self.code, self.memory, self.state, self.session, self.floor, from);
        at.base = base;
        at.pc = pc as usize;
        if !is_handled {
            return Err(Pause::Throw);
        }
        at.pay(0).map_err(Pause::Stop)
    }
}

/// Copies the results in `slots` of the frame at `callee` to where the call of `record` wants them.
#[cold]
#[inline(never)]
fn hand_over<D: Domain, O: Observer<D>>(
    code: &Code,
    registers: &mut [u64],
    session: &mut RunContext<'_, D, O>,
    record: &FrameRecord,
    callee: usize,
    slots: &[Slot],
) {
    let base = record.caller_base as usize;
    let results = code.calls.get(record.call as usize).map_or(&[][..], |site| &site.result_slots);
    for (&dst, &src) in results.iter().zip(slots) {
        registers[base + dst as usize] = registers[callee + src as usize];
        if D::TRACKS {
            session.shadows[base + dst as usize] = session.shadows[callee + src as usize];
        }
    }
}

/// Leaves frames above the floor until a call has a handler; gives the frame's start, where to go on or where the
/// last call left was, and whether there is a handler.
#[cold]
#[inline(never)]
fn leave_frames<D: Domain, O: Observer<D>>(
    code: &Code,
    memory: &mut Memory,
    state: &mut State,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
    (mut base, mut pc): (usize, u32),
) -> (usize, u32, bool) {
    while state.frames.len() > floor + 1 {
        let Some(record) = state.frames.pop() else { break };
        if memory.stack_mark() > record.stack_mark {
            memory.end_stack(record.stack_mark);
        }
        session.leave(&record);
        base = record.caller_base as usize;
        let handler = record.handler(code);
        if handler != NOWHERE {
            return (base, handler, true);
        }
        pc = record.caller_pc();
    }
    (base, pc, false)
}
