//! What std asks of the system besides threads: memory by pages, alternate stacks, descriptors, limits, random numbers.
//!
//! Signals are never delivered, so an alternate stack is as good as any; pages are heap objects; there is one processor.
//!
//! Source: POSIX.1-2017, getrandom(2), getauxval(3). Each shim gives what Linux gives a process that nobody disturbs.

use crate::threads::threads;
use trine_machine::shims::{Shim, ShimContext, ShimResult};
use trine_machine::{Returns, Stop};

pub(crate) const SHIMS: &[Shim] = &[
    Shim { name: "mmap", run: map },
    Shim { name: "mmap64", run: map },
    Shim { name: "munmap", run: unmap },
    Shim { name: "mprotect", run: |_| int(0) },
    Shim { name: "sigaltstack", run: alternate_stack },
    Shim { name: "poll", run: |_| int(0) },
    Shim { name: "fcntl", run: control_file },
    Shim { name: "fcntl64", run: control_file },
    Shim { name: "getcwd", run: current_folder },
    Shim { name: "sysconf", run: configuration },
    Shim { name: "getauxval", run: |_| word(0) },
    // Nothing is found: std then does without.
    Shim { name: "dlsym", run: |_| word(0) },
    Shim { name: "getrandom", run: random },
    Shim { name: "sched_getaffinity", run: processors },
    Shim { name: "pthread_getattr_np", run: |_| int(0) },
    Shim { name: "pthread_attr_getstack", run: place_of_stack },
    Shim { name: "pthread_attr_getguardsize", run: size_of_guard },
    Shim { name: "__xpg_strerror_r", run: message },
];

const EINVAL: i32 = 22;
const ERANGE: i32 = 34;
/// Operations of `fcntl`.
const F_GETFD: i32 = 1;
const F_SETFD: i32 = 2;
const F_GETFL: i32 = 3;
const F_SETFL: i32 = 4;
const O_RDWR: i32 = 2;
/// What the kernel gives in one piece.
const MAX_RANDOM_BYTES: u64 = 256;
const PAGE_BYTES: u64 = 4096;
/// The first thread's stack, as a process sees it.
const STACK: (u64, u64) = (0x7FFE_0000_0000, 8 << 20);
/// `sigaltstack`: there is none.
const SS_DISABLE: u128 = 2;

/// An `int` as result.
pub(crate) fn int(value: i32) -> ShimResult {
    Ok(Returns::one(u128::from(value as u32)))
}

/// A `long`, `size_t` or pointer as result.
pub(crate) fn word(value: u64) -> ShimResult {
    Ok(Returns::one(u128::from(value)))
}

/// -1, with `errno` set.
pub(crate) fn failed(context: &mut ShimContext<'_>, number: i32) -> ShimResult {
    context.set_errno(number)?;
    word(u64::MAX)
}

/// `void *mmap(void *wish, size_t bytes, int protection, int flags, int descriptor, off_t offset)`
fn map(context: &mut ShimContext<'_>) -> ShimResult {
    if context.int(4) != -1 {
        return Err(Stop::Unsupported("a file mapped into memory".to_owned()));
    }
    let bytes = context.word(1);
    let address = context.allocate(bytes)?;
    context.clear(address, bytes)?;
    word(address)
}

/// `int munmap(void *start, size_t bytes)`; a part of what was mapped stays.
fn unmap(context: &mut ShimContext<'_>) -> ShimResult {
    let start = context.word(0);
    if context.memory().check_free(start).is_ok() {
        context.free(start)?;
    }
    int(0)
}

/// `int sigaltstack(const stack_t *new, stack_t *old)`
fn alternate_stack(context: &mut ShimContext<'_>) -> ShimResult {
    let old = context.word(1);
    if old != 0 {
        context.write(old, 8, 0)?;
        context.write(old.wrapping_add(8), 4, SS_DISABLE)?;
        context.write(old.wrapping_add(16), 8, 0)?;
    }
    int(0)
}

/// `int fcntl(int descriptor, int operation, ...)`
fn control_file(context: &mut ShimContext<'_>) -> ShimResult {
    match context.int(1) {
        F_GETFD | F_SETFD | F_SETFL => int(0),
        F_GETFL => int(O_RDWR),
        operation => Err(Stop::Unsupported(format!("fcntl with operation {operation}"))),
    }
}

/// `char *getcwd(char *to, size_t bytes)`: the root, below which all files of the process are.
fn current_folder(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, bytes) = (context.word(0), context.word(1));
    if bytes < 2 {
        context.set_errno(ERANGE)?;
        return word(0);
    }
    context.write_bytes(to, b"/\0")?;
    word(to)
}

/// `long sysconf(int name)`
fn configuration(context: &mut ShimContext<'_>) -> ShimResult {
    match context.int(0) {
        30 => word(PAGE_BYTES),
        75 => word(16_384),
        83 | 84 => word(1),
        69 | 70 => word(1024),
        180 => word(64),
        name => Err(Stop::Unsupported(format!("sysconf({name})"))),
    }
}

/// Writes at most `count` random bytes; how many is the result.
pub(crate) fn fill_with_random(context: &mut ShimContext<'_>, to: u64, count: u64) -> ShimResult {
    let count = count.min(MAX_RANDOM_BYTES);
    let words = (0..count.div_ceil(8)).map(|_| threads(context).random.bits());
    let mut bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    bytes.truncate(count as usize);
    context.write_bytes(to, &bytes)?;
    word(count)
}

/// `ssize_t getrandom(void *to, size_t count, unsigned flags)`
fn random(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, count) = (context.word(0), context.word(1));
    fill_with_random(context, to, count)
}

/// `int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *set)`: the first processor.
fn processors(context: &mut ShimContext<'_>) -> ShimResult {
    let (bytes, set) = (context.word(1), context.word(2));
    context.fill(set, 0, bytes)?;
    context.write(set, 1, 1)?;
    int(0)
}

/// `int pthread_attr_getstack(const pthread_attr_t *of, void **start, size_t *bytes)`
fn place_of_stack(context: &mut ShimContext<'_>) -> ShimResult {
    context.write(context.word(1), 8, u128::from(STACK.0))?;
    context.write(context.word(2), 8, u128::from(STACK.1))?;
    int(0)
}

/// `int pthread_attr_getguardsize(const pthread_attr_t *of, size_t *bytes)`
fn size_of_guard(context: &mut ShimContext<'_>) -> ShimResult {
    context.write(context.word(1), 8, u128::from(PAGE_BYTES))?;
    int(0)
}

/// `int __xpg_strerror_r(int number, char *to, size_t bytes)`
fn message(context: &mut ShimContext<'_>) -> ShimResult {
    let Some(text) = trine_machine::shims::error_message(context.int(0)) else { return int(EINVAL) };
    let mut bytes = text.as_bytes().to_vec();
    bytes.truncate(context.word(2).saturating_sub(1) as usize);
    bytes.push(0);
    context.write_bytes(context.word(1), &bytes)?;
    int(0)
}
