//! `signal.h`: handlers are kept, sets of signals are sets, nothing is ever delivered.
//!
//! `raise` calls a handler that the program set, which is no delivery but a call; without one, SIGABRT is
//! `abort` and other signals are not supported, because they end the process.
//!
//! Source: POSIX.1-2017. Not handled: alternate stacks, real-time signals with values, timers.

use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::{FaultKind, Stop};
use std::collections::BTreeMap;
use trine_ir::Type;

pub(super) const SHIMS: &[Shim] = &[
    shim("signal", set_handler),
    shim("sysv_signal", set_handler),
    shim("__sysv_signal", set_handler),
    shim("raise", raise),
    shim("sigaction", set_action),
    shim("sigemptyset", |context| fill_set(context, 0)),
    shim("sigfillset", |context| fill_set(context, !(3 << 31))),
    shim("sigaddset", |context| change_set(context, true)),
    shim("sigdelset", |context| change_set(context, false)),
    shim("sigismember", is_member),
    shim("sigprocmask", set_mask),
    shim("pthread_sigmask", set_mask),
    shim("siginterrupt", |_| int(0)),
    shim("alarm", |_| int(0)),
    shim("strsignal", text),
];

const SIGABRT: i32 = 6;
const EINVAL: i32 = 22;
const LAST_SIGNAL: i32 = 64;
/// Bytes of `sigset_t` and of `struct sigaction`.
const SET_BYTES: u64 = 128;
const ACTION_BYTES: u64 = 152;

const TEXTS: [&str; 32] = [
    "",
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
];

/// What the program wants done about signals.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// The bytes of each `struct sigaction` that was set.
    actions: BTreeMap<i32, Vec<u8>>,
    mask: u64,
}

fn invalid(context: &mut ShimContext<'_>, result: u64) -> ShimResult {
    context.set_errno(EINVAL)?;
    word(result)
}

/// SIGKILL and SIGSTOP cannot be handled.
fn may_be_handled(signal: i32) -> bool {
    (1..=LAST_SIGNAL).contains(&signal) && signal != 9 && signal != 19
}

fn handler_of(context: &mut ShimContext<'_>, signal: i32) -> u64 {
    let action = context.state().library.signals.actions.get(&signal);
    action.and_then(|bytes| bytes.first_chunk()).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// `void (*signal(int signal, void (*handler)(int)))(int)`
fn set_handler(context: &mut ShimContext<'_>) -> ShimResult {
    let (signal, handler) = (context.int(0), context.word(1));
    if !may_be_handled(signal) {
        return invalid(context, u64::MAX);
    }
    let old = handler_of(context, signal);
    let mut action = handler.to_le_bytes().to_vec();
    action.resize(ACTION_BYTES as usize, 0);
    context.state().library.signals.actions.insert(signal, action);
    word(old)
}

/// `int sigaction(int signal, const struct sigaction *new, struct sigaction *old)`
fn set_action(context: &mut ShimContext<'_>) -> ShimResult {
    let (signal, new, old) = (context.int(0), context.word(1), context.word(2));
    if !may_be_handled(signal) {
        return invalid(context, u64::MAX);
    }
    if old != 0 {
        let action = context.state().library.signals.actions.get(&signal).cloned();
        context.write_bytes(old, &action.unwrap_or_else(|| vec![0; ACTION_BYTES as usize]))?;
    }
    if new != 0 {
        let action = context.bytes(new, ACTION_BYTES)?.to_vec();
        context.state().library.signals.actions.insert(signal, action);
    }
    int(0)
}

/// `int raise(int signal)`
fn raise(context: &mut ShimContext<'_>) -> ShimResult {
    let signal = context.int(0);
    match (handler_of(context, signal), signal) {
        (0, SIGABRT) => Err(FaultKind::Abort.into()),
        (0, _) => Err(Stop::Unsupported("a signal that ends the process".into())),
        (1, _) => int(0),
        (handler, _) => {
            context.call_back(handler, &[(Type::Int(32), u128::from(signal as u32))])?;
            int(0)
        }
    }
}

fn fill_set(context: &mut ShimContext<'_>, first: u64) -> ShimResult {
    let place = context.word(0);
    context.write(place, 8, u128::from(first))?;
    context.fill(place + 8, if first == 0 { 0 } else { 0xFF }, SET_BYTES - 8)?;
    int(0)
}

/// `int sigaddset(sigset_t *set, int signal)`
fn change_set(context: &mut ShimContext<'_>, add: bool) -> ShimResult {
    let (place, signal) = (context.word(0), context.int(1));
    if !(1..=LAST_SIGNAL).contains(&signal) {
        return invalid(context, u64::MAX);
    }
    let (old, bit) = (context.read(place, 8)?, 1 << (signal - 1));
    context.write(place, 8, if add { old | bit } else { old & !bit })?;
    int(0)
}

/// `int sigismember(const sigset_t *set, int signal)`
fn is_member(context: &mut ShimContext<'_>) -> ShimResult {
    let (place, signal) = (context.word(0), context.int(1));
    if !(1..=LAST_SIGNAL).contains(&signal) {
        return invalid(context, u64::MAX);
    }
    int((context.read(place, 8)? >> (signal - 1)) as i32 & 1)
}

/// `int sigprocmask(int how, const sigset_t *new, sigset_t *old)`
fn set_mask(context: &mut ShimContext<'_>) -> ShimResult {
    let (how, new, old) = (context.int(0), context.word(1), context.word(2));
    let mask = context.state().library.signals.mask;
    if old != 0 {
        context.fill(old, 0, SET_BYTES)?;
        context.write(old, 8, u128::from(mask))?;
    }
    if new != 0 {
        let set = context.read(new, 8)? as u64;
        context.state().library.signals.mask = match how {
            0 => mask | set,
            1 => mask & !set,
            2 => set,
            _ => return invalid(context, u64::MAX),
        };
    }
    int(0)
}

/// `char *strsignal(int signal)`
fn text(context: &mut ShimContext<'_>) -> ShimResult {
    let signal = context.int(0);
    let text = match usize::try_from(signal).ok().and_then(|signal| TEXTS.get(signal)) {
        Some(text) if signal > 0 => (*text).to_owned(),
        _ if (34..=LAST_SIGNAL).contains(&signal) => format!("Real-time signal {}", signal - 34),
        _ => format!("Unknown signal {signal}"),
    };
    word(context.static_object(&[text.as_bytes(), b"\0"].concat())?)
}
