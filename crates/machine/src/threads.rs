//! Stacks of calls that take turns: threads of a program, one of which runs at a time.
//!
//! A stub decides when to switch and to whom ([`Switch`](crate::Switch)). What is put aside lives as long as the run.

use crate::activation::Activation;
use crate::domain::Domain;
use crate::execute::enter_from_nowhere;
use crate::fault::{Stop, Switch};
use crate::machine::{Caller, Machine};
use crate::memory::ThreadStack;
use crate::observer::Observer;
use crate::step::session::RunContext;
use crate::step::{FrameRecord, reserve};
use trine_base::index::TypedIndex;

/// Calls that were put aside.
pub(crate) struct Aside<S> {
    frames: Vec<FrameRecord>,
    registers: Vec<u64>,
    shadows: Vec<S>,
    stack: ThreadStack,
    pc: u32,
    base: usize,
    activation: Activation,
}

/// Puts the present calls aside and goes on with others.
pub(crate) fn switch<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
    switch: Switch,
) -> Result<(), Stop> {
    if floor != 0 || machine.callbacks != 0 {
        return Err(Stop::Unsupported("another thread while a library function calls back".to_owned()));
    }
    if switch.from.is_none() {
        machine.memory.end_thread();
    }
    let stack = machine.memory.replace_stack(ThreadStack::NEW);
    machine.memory.set_thread(switch.to);
    let state = &mut machine.state;
    let frame = state.frames.last().map_or(0, |top| machine.code.entries[top.function.position()].frame_size);
    let used = (state.base + frame as usize).min(state.registers.len());
    let present = Aside {
        frames: std::mem::take(&mut state.frames),
        // The window beyond is used again: a thread that waits keeps what its calls hold only.
        registers: state.registers[..used].to_vec(),
        shadows: std::mem::take(&mut session.shadows),
        stack,
        pc: if switch.again { state.pc - 1 } else { state.pc },
        base: state.base,
        activation: session.activation,
    };
    if let Some(from) = switch.from {
        session.aside.retain(|(thread, _)| *thread != from);
        session.aside.push((from, present));
    }
    state.begin_turn(machine.config.turn);
    if let Some(at) = session.aside.iter().position(|(thread, _)| *thread == switch.to) {
        let (_, next) = session.aside.swap_remove(at);
        reserve(&mut state.registers, next.base);
        state.registers[..next.registers.len()].copy_from_slice(&next.registers);
        (state.frames, state.pc, state.base) = (next.frames, next.pc, next.base);
        machine.memory.replace_stack(next.stack);
        (session.shadows, session.activation, session.base) = (next.shadows, next.activation, next.base);
        return Ok(());
    }
    let Some((function, args)) = switch.start else {
        return Err(Stop::Unsupported(format!("thread {} goes on, which has no calls", switch.to)));
    };
    (state.pc, state.base) = (0, 0);
    session.base = 0;
    session.activation.depth = u32::MAX;
    enter_from_nowhere(machine, session, function, args)
}

/// The thread that runs has had its turn: the stub says whether another one goes on.
pub(crate) fn turn_over<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
) -> Result<(), Stop> {
    // The block that was left last led here.
    session.arrive(&machine.code, machine.state.pc);
    machine.state.begin_turn(machine.config.turn);
    if machine.state.fuel < 0 {
        return Err(Stop::StepLimit);
    }
    if floor != 0 || machine.callbacks != 0 {
        return Ok(());
    }
    let mut caller =
        Caller { memory: &mut machine.memory, code: &machine.code, state: &machine.state, effects: None };
    session.stubs.turn_over(&mut caller).map_or(Ok(()), Err)
}

/// The monitor of `object` is held: the stub says who goes on, and the operation is executed again later.
pub(crate) fn wait_for_monitor<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
    object: u64,
) -> Result<(), Stop> {
    let mut caller =
        Caller { memory: &mut machine.memory, code: &machine.code, state: &machine.state, effects: None };
    match session.stubs.held(object, &mut caller) {
        Stop::Switch(next) => switch(machine, session, floor, *next),
        stop => Err(stop),
    }
}
