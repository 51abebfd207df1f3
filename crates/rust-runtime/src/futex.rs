//! `syscall`: futexes, on which all of std's locks, condition variables, channels and parked threads rest, and the few other
//! calls that std makes by number.
//!
//! ```text
//! wait(word, expected):  word == expected?  no: EAGAIN   yes: the thread waits for a wake of that address, or for time
//! wake(word, n):         the first n that wait there, in the order in which they came, can go on
//! ```
//!
//! Source: futex(2), syscall(2). Not handled: priorities, requeueing, sets of bits (each wait takes every wake).

use crate::system::{failed, fill_with_random, int, word};
use crate::threads::{self, Status, threads};
use trine_machine::Stop;
use trine_machine::shims::{Shim, ShimContext, ShimResult};

pub(crate) const SHIMS: &[Shim] = &[Shim { name: "syscall", run: system_call }];

const FUTEX: u64 = 202;
const GETTID: u64 = 186;
const GETRANDOM: u64 = 318;
const SCHED_YIELD: u64 = 24;
/// Calls that newer kernels have: std asks, and does without.
const NEWER: [u64; 3] = [326, 332, 439];

const EAGAIN: i32 = 11;
const ENOSYS: i32 = 38;
const ETIMEDOUT: i32 = 110;

/// Bits of an operation that say how, not what.
const FLAGS: u32 = 128 | 256;
/// The clock of the wall, in place of the one that only goes on.
const REALTIME: u32 = 256;

/// `long syscall(long number, ...)`
fn system_call(context: &mut ShimContext<'_>) -> ShimResult {
    match context.word(0) {
        FUTEX => futex(context),
        GETTID => word(threads::identity(context)),
        GETRANDOM => {
            let (to, count) = (context.word(1), context.word(2));
            fill_with_random(context, to, count)
        }
        SCHED_YIELD => threads::give_way(context).map(|()| 0).map_or_else(Err, int),
        number if NEWER.contains(&number) => failed(context, ENOSYS),
        number => Err(Stop::Unsupported(format!("system call number {number}"))),
    }
}

/// `futex(word, operation, value, timeout, second word, value or bits)`
fn futex(context: &mut ShimContext<'_>) -> ShimResult {
    let (address, operation, value) = (context.word(1), context.bits(2) as u32, context.bits(3) as u32);
    match operation & !FLAGS {
        0 | 9 => wait(context, address, operation, value),
        1 | 10 => word(threads(context).wake(address, value as usize)),
        other => Err(Stop::Unsupported(format!("futex operation {other}"))),
    }
}

fn wait(context: &mut ShimContext<'_>, address: u64, operation: u32, expected: u32) -> ShimResult {
    if let Some(in_time) = threads(context).take_wake() {
        return if in_time { word(0) } else { failed(context, ETIMEDOUT) };
    }
    if context.read(address, 4)? as u32 != expected {
        return failed(context, EAGAIN);
    }
    let timeout = context.word(4);
    let until = match timeout {
        0 => None,
        _ => {
            let seconds = context.read(timeout, 8)? as u64;
            let nanoseconds = context.read(timeout.wrapping_add(8), 8)? as u64;
            let time = seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds);
            // A wait for bits names a point in time, a plain one a span.
            let is_span = operation & !FLAGS == 0 && operation & REALTIME == 0;
            let now = threads(context).nanoseconds;
            Some(if is_span { now.saturating_add(time) } else { time })
        }
    };
    Err(threads::pause(context, Status::Futex(address), until))
}
