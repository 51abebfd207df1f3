//! The step function: the loop over the operations in `run`, what its arms call in the files beside it.
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
mod position;
mod registers;
mod run;
pub(crate) mod session;
mod slow;
mod values;

pub(crate) use run::run;

use crate::code::{Code, NOWHERE};
use crate::fault::Stop;
use trine_ir::FuncId;

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
    /// Steps left: in the turn of the thread that runs, where there are several.
    pub fuel: i64,
    /// Steps left beyond the turn of the thread that runs.
    pub beyond: i64,
    /// Turns that threads have begun in this run.
    pub turns: u32,
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

impl State {
    /// Steps left of the run.
    pub fn steps_left(&self) -> i64 {
        self.fuel.saturating_add(self.beyond)
    }

    /// Begins a turn of half as many to one and a half times as many steps as given, or of those that are left.
    ///
    /// The lengths of a run's turns follow no period: multiples of the golden ratio, the whole parts cut off, which are
    /// spread evenly (Knuth, *The Art of Computer Programming* 3, section 6.4). With turns of one length, a thread in
    /// a loop around a synchronized method could be interrupted inside of it each time, and who waits for the monitor
    /// would wait for ever.
    pub fn begin_turn(&mut self, steps: u32) {
        const GOLDEN_RATIO: u32 = 0x9e37_79b9;
        self.turns = self.turns.wrapping_add(1);
        let fraction = u64::from(self.turns.wrapping_mul(GOLDEN_RATIO));
        let steps = u64::from(steps);
        let length = steps / 2 + ((steps * fraction) >> u32::BITS);
        let left = self.steps_left();
        self.fuel = left.min(length.max(1).cast_signed());
        self.beyond = left - self.fuel;
    }

    /// Makes room for what `code` has.
    #[inline(always)]
    fn prepare(&mut self, code: &Code) {
        if self.caches.len() < code.caches as usize {
            self.add_caches(code.caches as usize);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_caches(&mut self, count: usize) {
        self.caches.resize(count, Cache::EMPTY);
    }
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
