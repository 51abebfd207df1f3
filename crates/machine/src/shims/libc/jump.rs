//! `setjmp.h`: jumps out of calls, as unwinding.
//!
//! `setjmp` notes the frame it was called from and where its call returns to, and writes the number of
//! the note into the buffer, so that a copy of the buffer serves as well. `longjmp` stops the run with
//! that number; the machine leaves frames up to the one noted, as for an exception, and goes on behind
//! the call of `setjmp` with its other result.
//!
//! ```text
//! jmp_buf: [ mark: 8 bytes | untouched ... ]     frames: [ main | parse (setjmp) | expr | fail (longjmp) ]
//!                                                                 ^ goes on here    <--- left --->
//! ```
//!
//! Source: C11 7.13. Locals of a function that calls `setjmp` stay in memory (`Function::returns_twice`),
//! so that they keep what was stored last, as they do natively without optimization; C leaves the value of
//! those that are not volatile open. A buffer whose function has returned is a fault. Signal masks are not
//! kept. Cost: linear in the frames left.

use super::{Shim, ShimContext, ShimResult, int, misuse, shim};
use crate::fault::{JumpPlace, Stop};

pub(super) const SHIMS: &[Shim] = &[
    shim("setjmp", set_jump),
    shim("_setjmp", set_jump),
    shim("sigsetjmp", set_jump),
    shim("__sigsetjmp", set_jump),
    shim("longjmp", long_jump),
    shim("_longjmp", long_jump),
    shim("siglongjmp", long_jump),
    shim("__longjmp_chk", long_jump),
];

/// What marks in buffers start with: no input looks like one by chance.
const MAGIC: u64 = 0x6A6D_7062 << 32;

/// The places of the calls of `setjmp` whose function may still run.
#[derive(Debug, Default)]
pub struct JumpMarks {
    /// Marks with their places; frames never decrease.
    marks: Vec<(u64, JumpPlace)>,
    /// Marks given since the test began.
    given: u64,
}

impl JumpMarks {
    /// A run begins: functions of earlier runs have returned.
    pub(super) fn forget(&mut self) {
        self.marks.clear();
    }

    /// The place of `mark`, unless its function has returned.
    fn get(&self, mark: u64) -> Option<JumpPlace> {
        self.marks.iter().rev().find(|(known, _)| *known == mark).map(|(_, place)| *place)
    }

    fn add(&mut self, place: JumpPlace) -> u64 {
        let ended = |last: &JumpPlace| {
            last.frames > place.frames || last.frames == place.frames && last.activation != place.activation
        };
        while self.marks.last().is_some_and(|(_, last)| ended(last)) {
            self.marks.pop();
        }
        if let Some((mark, _)) = self.marks.iter().rev().find(|(_, known)| *known == place) {
            return *mark;
        }
        self.given += 1;
        let mark = MAGIC | self.given;
        self.marks.push((mark, place));
        mark
    }
}

/// `int setjmp(jmp_buf buffer)`, `int sigsetjmp(sigjmp_buf buffer, int save_mask)`
fn set_jump(context: &mut ShimContext<'_>) -> ShimResult {
    let activation = context.session.activation();
    let state = &context.machine.state;
    let place = JumpPlace { frames: state.frames.len(), activation, pc: state.pc };
    let mark = context.state().library.jumps.add(place);
    context.write(context.word(0), 8, u128::from(mark))?;
    int(0)
}

/// `void longjmp(jmp_buf buffer, int value)`
fn long_jump(context: &mut ShimContext<'_>) -> ShimResult {
    let mark = context.read(context.word(0), 8)? as u64;
    let Some(place) = context.state().library.jumps.get(mark) else {
        return Err(misuse("longjmp: no setjmp filled the buffer, or its function has returned"));
    };
    let value = context.int(1);
    Err(Stop::Jump { place, value: if value == 0 { 1 } else { value } })
}
