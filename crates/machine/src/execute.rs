//! Around the step loop: what needs the machine as a whole. Decoding on first call, calls that
//! take more than moves, shims and stubs, callbacks, unwinding.

use crate::code::op::{Op, Register};
use crate::code::{CallSite, MUST_NOT_RETURN, NOWHERE};
use crate::domain::{BytesCompared, Domain, MemoryAccess, Operand};
use crate::fault::{FaultKind, JumpPlace, Returns, Stop};
use crate::machine::{Caller, Machine};
use crate::observer::Observer;
use crate::shims::libc::narrow;
use crate::shims::{Found, ShimCallbacks, ShimContext, misuse};
use crate::step::arith::wide;
use crate::step::call::{Argument, by_value, fill_constants};
use crate::step::session::{RunContext, write};
use crate::step::{FrameRecord, Pause, RAISED, reserve, run, window};
use crate::threads;
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, RaisedFault, Type};

/// Callbacks from shims nested deeper than this are a stack overflow: each takes a part of
/// our own stack.
const MAX_CALLBACKS: u32 = 64;
/// Calls beyond the limit of depth for making the exception of a stack overflow.
const DEPTH_RESERVE: u32 = 64;

/// Calls `function` from outside any frame.
pub(crate) fn run_from_outside<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    function: FuncId,
    args: &[u128],
) -> Result<Returns, Stop> {
    session.observer.edges(machine.code.edges.count());
    if starts_plainly(machine, function, args.len()) {
        enter_plainly(machine, session, function, args)?;
        execute(machine, session, 0)?;
        return Ok(returned(machine, function));
    }
    let types = argument_types(machine, function, args.len());
    let arguments: Vec<Operand<D::Shadow>> = if D::TRACKS {
        let operand = |(index, (&bits, ty)): (usize, (&u128, &Type))| Operand {
            bits,
            shadow: session.domain.argument(index, *ty, bits),
        };
        args.iter().zip(&types).enumerate().map(operand).collect()
    } else {
        Vec::new()
    };
    let shadow = |index: usize| arguments.get(index).map_or(D::Shadow::default(), |arg| arg.shadow);
    let operands: Vec<_> =
        args.iter().enumerate().map(|(index, &bits)| Operand { bits, shadow: shadow(index) }).collect();
    call_function(machine, session, function, &operands, &types, 0)
}

fn argument_types(machine: &Machine, function: FuncId, count: usize) -> Vec<Type> {
    let params = &machine.code.program.callables[function].signature.params;
    (0..count).map(|index| params.get(index).map_or(Type::Int(64), |param| param.ty)).collect()
}

/// Calls `function` with its frame at `base` and runs until it returned.
fn call_function<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    function: FuncId,
    args: &[Operand<D::Shadow>],
    types: &[Type],
    base: usize,
) -> Result<Returns, Stop> {
    let program = machine.code.program.clone();
    let signature = &program.callables[function].signature;
    if !signature_fits(signature, types) {
        return Err(FaultKind::SignatureMismatch { callee: function }.into());
    }
    if !decoded(machine, session, function)? {
        return match external(machine, session, function, args, types) {
            Ok((returns, _)) => Ok(returns),
            Err(Stop::Enter { function, args }) => {
                let types = argument_types(machine, function, args.len());
                let args: Vec<_> = args.into_iter().map(plain_operand).collect();
                call_function(machine, session, function, &args, &types, base)
            }
            Err(stop) => Err(stop),
        };
    }
    let arguments: Vec<Argument<D::Shadow>> = args
        .iter()
        .zip(types)
        .enumerate()
        .map(|(index, (&value, &ty))| {
            let by_val = signature.params.get(index).and_then(|param| param.by_val);
            (Register { slot: 0, ty }, value, by_val)
        })
        .collect();
    let floor = machine.state.frames.len();
    enter(machine, session, function, &arguments, base, NOWHERE)?;
    execute(machine, session, floor)?;
    Ok(returned(machine, function))
}

fn plain_operand<S: Default>(bits: u128) -> Operand<S> {
    Operand { bits, shadow: S::default() }
}

/// The results that `function` left when it returned to outside.
fn returned(machine: &Machine, function: FuncId) -> Returns {
    let mut slots = machine.state.returned.iter().copied();
    let mut next = || u128::from(slots.next().unwrap_or(0));
    let types = &machine.code.program.callables[function].signature.returns;
    let mut returns = Returns::none();
    for ty in types {
        let low = next();
        returns.push(if ty.is_wide() { low | next() << 64 } else { low });
    }
    returns
}

/// Whether a call from outside is decoded and takes its arguments by moves alone.
fn starts_plainly(machine: &Machine, function: FuncId, args: usize) -> bool {
    let entry = &machine.code.entries[function.position()];
    let params = &machine.code.program.callables[function].signature.params;
    entry.plain_pc != NOWHERE && params.len() == args
}

/// Starts `function` in the first frame without any detour: short runs depend on it.
fn enter_plainly<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    function: FuncId,
    args: &[u128],
) -> Result<(), Stop> {
    let Machine { code, memory, state, config, .. } = machine;
    if config.depth == 0 {
        return Err(FaultKind::StackOverflow.into());
    }
    reserve(&mut state.registers, 0);
    let frame = window(&mut state.registers, 0);
    if D::TRACKS {
        session.pass(0, &[], args.len() * 2);
    }
    let mut slot = 0;
    let params = &code.program.callables[function].signature.params;
    for (index, (param, &bits)) in params.iter().zip(args).enumerate() {
        write(frame, Register { slot, ty: param.ty }, bits);
        if D::TRACKS {
            session.shadows[slot as usize] = session.domain.argument(index, param.ty, bits);
        }
        slot += if param.ty.is_wide() { 2 } else { 1 };
    }
    let entry = code.entries[function.position()];
    fill_constants(code, &entry, &mut state.registers, 0);
    state.frames.push(FrameRecord {
        function,
        return_pc: state.pc,
        caller_base: 0,
        caller_activation: 0,
        call: NOWHERE,
        result: NOWHERE,
        stack_mark: memory.stack_mark(),
        varargs: 0,
    });
    session.begin(function, &entry, 0, &mut state.next_activation);
    state.base = 0;
    state.pc = entry.pc;
    session.arrive(code, entry.pc);
    Ok(())
}

fn signature_fits(signature: &trine_ir::Signature, types: &[Type]) -> bool {
    crate::code::fits(signature, types.iter().copied(), &[])
}

/// Decodes `function` if it has a body that no library replaces; whether it has.
fn decoded<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    function: FuncId,
) -> Result<bool, Stop> {
    if machine.code.entries.get(function.position()).is_some_and(|entry| entry.pc != NOWHERE) {
        return Ok(true);
    }
    machine.follow_growth();
    if !machine.code.program.callables[function].defined || machine.libraries.found(function).is_some() {
        return Ok(false);
    }
    machine.prepare(function).map_err(Stop::Unsupported)?;
    session.observer.edges(machine.code.edges.count());
    Ok(true)
}

/// Runs until the number of frames is back at `floor`.
fn execute<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
) -> Result<(), Stop> {
    loop {
        if (machine.state.frames.len() as u64) < u64::from(machine.config.depth) {
            machine.state.depth_reserve = 0;
        }
        let depth = machine.config.depth as usize + machine.state.depth_reserve as usize;
        let Machine { code, memory, state, .. } = machine;
        let result = match run(code, memory, state, session, floor, depth) {
            Pause::Done => return Ok(()),
            Pause::Call(call, callee) => call_from_inside(machine, session, call, callee),
            Pause::Initialise(class) => initialise(machine, session, class),
            Pause::Throw => Err(Stop::Throw(machine.state.thrown.clone())),
            Pause::Stop(Stop::StepLimit) if machine.state.beyond > 0 => {
                threads::turn_over(machine, session, floor)
            }
            Pause::Stop(stop) => Err(stop),
        };
        match result {
            Ok(()) => {}
            Err(Stop::Fault(kind)) => raise(machine, session, floor, kind)?,
            Err(Stop::MemoryLimit) => raise_out_of_memory(machine, session, floor)?,
            Err(Stop::Throw(values)) => unwind(machine, session, floor, values)?,
            Err(Stop::Switch(switch)) => threads::switch(machine, session, floor, *switch)?,
            Err(Stop::Held { object }) => threads::wait_for_monitor(machine, session, floor, object)?,
            Err(Stop::Jump { place, value }) => jump(machine, session, floor, place, value)?,
            // Frames stay as they are: the place of the fault is read from them.
            Err(stop) => return Err(stop),
        }
    }
}

/// Raises a fault as an exception where the program has a function for that: it is called as if the operation that
/// faulted were a call, makes the exception and throws it.
#[cold]
fn raise<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
    kind: FaultKind,
) -> Result<(), Stop> {
    let raised = kind.raised().filter(|_| machine.state.frames.len() > floor);
    let Some((fault, details)) = raised else { return Err(kind.into()) };
    let Some(raiser) = machine.code.program.raiser(fault) else { return Err(kind.into()) };
    if fault == RaisedFault::StackOverflow {
        let limit = machine.config.depth as usize + DEPTH_RESERVE as usize;
        if machine.state.frames.len() >= limit {
            return Err(kind.into());
        }
        machine.state.depth_reserve = DEPTH_RESERVE;
    }
    if !decoded(machine, session, raiser)? {
        return Err(kind.into());
    }
    let params: Vec<Type> =
        machine.code.program.callables[raiser].signature.params.iter().map(|param| param.ty).collect();
    let details = details.into_iter().chain(std::iter::repeat(0));
    let arguments: Vec<Argument<D::Shadow>> = params
        .into_iter()
        .zip(details)
        .map(|(ty, bits)| {
            let bits = u128::from(bits) & wide::mask(ty.bits());
            (Register { slot: 0, ty }, Operand { bits, shadow: D::Shadow::default() }, None)
        })
        .collect();
    let behind = machine.state.pc;
    enter_at_position(machine, session, raiser, &arguments, MUST_NOT_RETURN, behind)
}

fn raise_out_of_memory<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
) -> Result<(), Stop> {
    if machine.code.program.raiser(RaisedFault::OutOfMemory).is_none() {
        return Err(Stop::MemoryLimit);
    }
    raise(machine, session, floor, FaultKind::OutOfMemory)
}

/// Begins the initialisation of a class: calls the initialiser of the topmost class above it that was not begun. The
/// operation is then executed again.
#[cold]
fn initialise<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    class: u32,
) -> Result<(), Stop> {
    let chain = machine.code.classes.get(class as usize).map_or(Box::default(), |class| class.chain.clone());
    for (class, initialiser) in chain {
        if machine.memory.class_begun(class.0) {
            continue;
        }
        machine.memory.begin_class(class.0);
        let Some(initialiser) = initialiser else { continue };
        if !decoded(machine, session, initialiser)? {
            let name = &machine.code.program.classes[class].name;
            return Err(Stop::Unsupported(format!("the initialiser of `{name}`, which has no body")));
        }
        let behind = machine.state.pc;
        return enter_at_position(machine, session, initialiser, &[], behind - 1, behind);
    }
    // A number that no class has: nothing is there to be initialised.
    machine.memory.begin_class(class);
    Ok(())
}

/// Calls `callee` from the operation in front of `behind`, which is no call; it returns to `return_pc`.
fn enter_at_position<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    callee: FuncId,
    args: &[Argument<D::Shadow>],
    return_pc: u32,
    behind: u32,
) -> Result<(), Stop> {
    let caller = machine.state.frames.last().map_or(FuncId(0), |record| record.function);
    let base = machine.state.base + machine.code.entries[caller.position()].frame_size as usize;
    machine.state.pc = return_pc;
    let entered = enter(machine, session, callee, args, base, RAISED);
    match machine.state.frames.last_mut() {
        Some(record) if entered.is_ok() => record.result = behind,
        // The place of the fault is where it was.
        _ => machine.state.pc = behind,
    }
    entered
}

/// Leaves frames until a call has a handler.
fn unwind<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
    values: Vec<u128>,
) -> Result<(), Stop> {
    while machine.state.frames.len() > floor {
        let Some(record) = leave_frame(machine, session) else { break };
        let handler = record.handler(&machine.code);
        if handler != NOWHERE && machine.state.frames.len() > floor {
            machine.state.thrown = values;
            session.thrown.clear();
            machine.state.pc = handler;
            return Ok(());
        }
    }
    Err(Stop::Throw(values))
}

/// Leaves the innermost frame without a return.
fn leave_frame<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
) -> Option<FrameRecord> {
    let record = machine.state.frames.pop()?;
    machine.memory.end_stack(record.stack_mark);
    session.leave(&record);
    machine.state.base = record.caller_base as usize;
    machine.state.pc = record.caller_pc();
    Some(record)
}

/// `longjmp`: leaves frames up to the one that called `setjmp`, which returns `value` from there;
/// frames below `floor` are for the caller to leave.
fn jump<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    floor: usize,
    place: JumpPlace,
    value: i32,
) -> Result<(), Stop> {
    let gone = || misuse("longjmp: the function that called setjmp has returned");
    let JumpPlace { frames, activation, pc } = place;
    // While the frames are still there a fault is where `longjmp` was called.
    let alive = match machine.state.frames.get(frames) {
        Some(above) => above.caller_activation == activation,
        None => machine.state.frames.len() == frames && session.activation.number == activation,
    };
    if !alive {
        return Err(gone());
    }
    while machine.state.frames.len() > frames.max(floor) {
        leave_frame(machine, session);
    }
    if frames <= floor {
        return Err(Stop::Jump { place, value });
    }
    machine.state.pc = pc;
    let results = match machine.code.ops.get(pc as usize - 1) {
        Some(&Op::Call { call, .. }) => call,
        Some(&Op::CallDirect { direct }) => direct.call,
        _ => return Err(gone()),
    };
    let base = machine.state.base;
    let frame = window(&mut machine.state.registers, base);
    if let Some(&result) = machine.code.calls[results as usize].results.first() {
        write(frame, result, u128::from(value as u32));
        session.set_shadow(result.slot, D::Shadow::default());
    }
    Ok(())
}

/// A call that the step loop left to us.
fn call_from_inside<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    call: u32,
    callee: FuncId,
) -> Result<(), Stop> {
    let has_body = decoded(machine, session, callee)?;
    let entry = machine.code.entries[callee.position()];
    if has_body && entry.plain_pc != NOWHERE {
        // Now that it is decoded the step loop can do it.
        machine.state.pc -= 1;
        return Ok(());
    }
    let base = machine.state.base;
    reserve(&mut machine.state.registers, base);
    let site = &machine.code.calls[call as usize];
    let frame = window(&mut machine.state.registers, base);
    let values = session.arguments(frame, site);
    if has_body {
        let arguments = arguments(machine, site, callee, &values);
        let new_base = base + site.frame_size as usize;
        return enter(machine, session, callee, &arguments, new_base, call);
    }
    let types: Vec<Type> = site.args.iter().map(|arg| arg.ty).collect();
    let (returns, shadows) = match external(machine, session, callee, &values, &types) {
        // A handler of the calling block catches what the library throws.
        Err(Stop::Throw(values)) if machine.code.calls[call as usize].unwind != NOWHERE => {
            machine.state.thrown = values;
            session.thrown.clear();
            machine.state.pc = machine.code.calls[call as usize].unwind;
            return Ok(());
        }
        Err(Stop::Enter { function, args }) => {
            return enter_instead(machine, session, call, function, args);
        }
        other => other?,
    };
    let frame = window(&mut machine.state.registers, base);
    let mut bits = returns.iter();
    for (index, &result) in machine.code.calls[call as usize].results.iter().enumerate() {
        write(frame, result, bits.next().unwrap_or(0) & wide::mask(result.ty.bits()));
        session.set_shadow(result.slot, shadows.get(index).copied().unwrap_or_default());
    }
    Ok(())
}

/// Makes the call `call` one of `function` with these arguments.
fn enter_instead<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    call: u32,
    function: FuncId,
    args: Vec<u128>,
) -> Result<(), Stop> {
    if !decoded(machine, session, function)? {
        let name = &machine.code.program.callables[function].name;
        return Err(Stop::Unsupported(format!("`{name}`, called in place of another")));
    }
    let types = argument_types(machine, function, args.len());
    let arguments: Vec<Argument<D::Shadow>> = args
        .into_iter()
        .zip(types)
        .enumerate()
        .map(|(index, (bits, ty))| {
            let shadow =
                if D::TRACKS { session.domain.entered(index, ty, bits) } else { D::Shadow::default() };
            (Register { slot: 0, ty }, Operand { bits, shadow }, None)
        })
        .collect();
    let base = machine.state.base + machine.code.calls[call as usize].frame_size as usize;
    enter(machine, session, function, &arguments, base, call)
}

/// Begins a stack of calls with `function`.
pub(crate) fn enter_from_nowhere<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    function: FuncId,
    args: Vec<u128>,
) -> Result<(), Stop> {
    if !decoded(machine, session, function)? {
        return Err(Stop::Unsupported("a thread that begins with a function without a body".to_owned()));
    }
    let types = argument_types(machine, function, args.len());
    let arguments: Vec<Argument<D::Shadow>> = args
        .into_iter()
        .zip(types)
        .map(|(bits, ty)| (Register { slot: 0, ty }, plain_operand(bits), None))
        .collect();
    enter(machine, session, function, &arguments, 0, NOWHERE)
}

fn arguments<S: Copy>(
    machine: &Machine,
    site: &CallSite,
    callee: FuncId,
    values: &[Operand<S>],
) -> Vec<Argument<S>> {
    let program = &machine.code.program;
    site.args
        .iter()
        .zip(values)
        .enumerate()
        .map(|(index, (&arg, &value))| (arg, value, by_value(program, callee, site, index)))
        .collect()
}

/// The first slot of the results of `call`.
fn machine_result(code: &crate::code::Code, call: u32) -> u32 {
    code.calls.get(call as usize).map_or(NOWHERE, |site| site.first_result)
}

/// Starts `callee` with its frame at `base`.
fn enter<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    callee: FuncId,
    args: &[Argument<D::Shadow>],
    base: usize,
    call: u32,
) -> Result<(), Stop> {
    let Machine { code, memory, state, config, .. } = machine;
    if state.frames.len() >= (config.depth + state.depth_reserve) as usize {
        return Err(FaultKind::StackOverflow.into());
    }
    let stack_mark = memory.stack_mark();
    let signature = &code.program.callables[callee].signature;
    let fixed = signature.params.len();
    let mut varargs = 0;
    reserve(&mut state.registers, base);
    if D::TRACKS {
        session.pass(0, &[], base + args.len() * 2);
    }
    let mut slot = 0;
    for (register, value, by_val) in &args[..fixed.min(args.len())] {
        let mut bits = value.bits;
        if let Some(by_val) = by_val {
            bits = u128::from(session.copy_object(memory, bits as u64, *by_val)?);
        }
        let frame = window(&mut state.registers, base);
        write(frame, Register { slot, ty: register.ty }, bits);
        if D::TRACKS {
            session.shadows[base + slot as usize] = value.shadow;
        }
        slot += if register.ty.is_wide() { 2 } else { 1 };
    }
    if signature.variadic {
        varargs = match state.variable_arguments.filter(|_| state.frames.is_empty()) {
            Some(area) => area,
            None => session.variadic_area(memory, args.get(fixed..).unwrap_or(&[]), code.program.target)?,
        };
    }
    let entry = code.entries[callee.position()];
    fill_constants(code, &entry, &mut state.registers, base);
    state.frames.push(FrameRecord {
        function: callee,
        return_pc: state.pc,
        caller_base: state.base as u32,
        caller_activation: session.activation.number,
        call,
        result: machine_result(code, call),
        stack_mark,
        varargs,
    });
    session.begin(callee, &entry, base, &mut state.next_activation);
    state.base = base;
    state.pc = entry.pc;
    session.arrive(code, entry.pc);
    Ok(())
}

/// Output takes memory and time: one step per KiB, as allocations do. `before` bytes had been written earlier.
fn pay_for_output(machine: &mut Machine, before: u64) -> Result<(), Stop> {
    let written = machine.libraries.written_bytes();
    machine.state.fuel -= (written.saturating_sub(before) >> 10).min(1 << 40) as i64;
    if written > machine.config.memory_bytes { Err(Stop::MemoryLimit) } else { Ok(()) }
}

/// Calls a function without a body; gives its results and, if the domain tracks, their shadows.
fn external<D: Domain, O: Observer<D>>(
    machine: &mut Machine,
    session: &mut RunContext<'_, D, O>,
    callee: FuncId,
    values: &[Operand<D::Shadow>],
    types: &[Type],
) -> Result<(Returns, Vec<D::Shadow>), Stop> {
    let span = machine.code.spans.get(machine.state.pc.wrapping_sub(1) as usize).copied().flatten();
    session.observer.external(callee, span);
    let args: Vec<u128> = values.iter().map(|value| value.bits).collect();
    let mut shadows = Vec::new();
    if let Some(Found { library, shim }) = machine.libraries.found(callee) {
        let fixed = machine.code.program.callables[callee].signature.params.len();
        let is_narrow = machine.memory.pointer_bytes() == 4;
        if is_narrow && !narrow::is_same(&shim) {
            return Err(narrow::refusal(&shim));
        }
        let without_terms = if is_narrow { without_shadows::<D>(values) } else { Vec::new() };
        if D::TRACKS && is_narrow {
            // The path says less than it depends on.
            session.domain.register_read(0, 0, None);
        }
        let values = if is_narrow { &without_terms[..] } else { values };
        if D::TRACKS {
            session.domain.shim_called(shim.name, values, &machine.memory);
        }
        let mut host = Host { session, compared: None };
        let written = machine.libraries.written_bytes();
        let returned = (shim.run)(&mut ShimContext::new(machine, &mut host, library, &args, types, fixed));
        pay_for_output(machine, written)?;
        let returns = returned?;
        let Host { session, compared } = host;
        if D::TRACKS {
            let memory = &machine.memory;
            let mut shadow =
                |bits| compared.unwrap_or_else(|| session.domain.shim(shim.name, values, bits, memory));
            match is_narrow {
                true => shadows.extend(returns.iter().map(|_| D::Shadow::default())),
                false => shadows.extend(returns.iter().map(&mut shadow)),
            }
        }
        return Ok((returns, shadows));
    }
    let effects = D::TRACKS.then(Vec::new);
    let mut caller =
        Caller { memory: &mut machine.memory, code: &machine.code, state: &machine.state, effects };
    let answer = session.stubs.call_from(callee, &args, &mut caller);
    if let Some(effects) = caller.effects.take() {
        session.domain.native(values, &effects, &machine.memory);
    }
    if !machine.code.is_as_large_as_its_program() {
        machine.follow_growth();
    }
    let returns = answer?;
    if D::TRACKS {
        for &(to, from, length) in session.stubs.copied() {
            session.domain.copied(to, from, length);
        }
        session.domain.stub_called(callee);
        let types = &machine.code.program.callables[callee].signature.returns;
        let results = returns.iter().zip(types).enumerate();
        shadows.extend(results.map(|(index, (bits, &ty))| session.domain.stub(callee, index, ty, bits)));
        if let (Some(to), Some(bits), Some(&ty)) =
            (session.stubs.stored_result(), returns.first(), types.first())
        {
            let address = RunContext::<D, O>::immediate(to);
            let value = Operand { bits, shadow: shadows.first().copied().unwrap_or_default() };
            let bytes = machine.memory.size_of(ty);
            session.domain.store(&MemoryAccess { address, ty, bytes, value });
        }
    }
    Ok((returns, shadows))
}

/// The operands without what the domain attaches to them.
fn without_shadows<D: Domain>(values: &[Operand<D::Shadow>]) -> Vec<Operand<D::Shadow>> {
    values.iter().map(|value| Operand { bits: value.bits, shadow: D::Shadow::default() }).collect()
}

/// What a shim may ask of the run, with the types of domain and observer hidden.
struct Host<'a, 'r, D: Domain, O> {
    session: &'a mut RunContext<'r, D, O>,
    /// The shadow of the result, from the bytes that the shim compared.
    compared: Option<D::Shadow>,
}

impl<D: Domain, O: Observer<D>> ShimCallbacks for Host<'_, '_, D, O> {
    fn call_back(
        &mut self,
        machine: &mut Machine,
        function: FuncId,
        args: &[u128],
        types: &[Type],
    ) -> Result<Returns, Stop> {
        if machine.callbacks >= MAX_CALLBACKS {
            return Err(FaultKind::StackOverflow.into());
        }
        machine.callbacks += 1;
        let (pc, base) = (machine.state.pc, machine.state.base);
        let shadow = D::Shadow::default();
        let values: Vec<_> = args.iter().map(|&bits| Operand { bits, shadow }).collect();
        // The frame of the call that reached the shim is the last but its callee: leave room.
        let free =
            machine.state.frames.last().map_or(0, |record| {
                base + machine.code.entries[record.function.position()].frame_size as usize
            });
        let result = call_function(machine, self.session, function, &values, types, free);
        machine.callbacks -= 1;
        if result.is_ok() {
            machine.state.pc = pc;
            machine.state.base = base;
        }
        result
    }

    fn written(&mut self, address: u64, length: u64) {
        if D::TRACKS && length != 0 {
            self.session.domain.overwritten(address, length);
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        if D::TRACKS && length != 0 {
            self.session.domain.copied(to, from, length);
        }
    }

    fn allocated(&mut self, address: u64, length: u64) {
        self.session.observer.allocation(crate::observer::AllocationKind::Heap, address, length);
        if D::TRACKS {
            self.session.domain.allocated(address, length);
        }
    }

    fn tracks(&self) -> bool {
        D::TRACKS
    }

    fn compared(&mut self, event: &BytesCompared<'_>, memory: &crate::Memory) {
        self.compared = self.session.domain.bytes_compared(event, memory);
    }

    fn activation(&self) -> u64 {
        self.session.activation.number
    }
}
