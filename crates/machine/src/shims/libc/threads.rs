//! `pthread.h`, `threads.h`, `sched.h`: threads that run to their end, one at a time.
//!
//! A new thread runs when it is made, or, where its maker holds a mutex, when the maker gives the last one back. In the
//! moved layout it runs as late as can be: when somebody joins it or waits for a condition. So there are two schedules,
//! the same in every run, and a test that holds under every layout does not depend on which of them is taken; nor on
//! others, as far as two can tell. Waiting for a condition lets the threads run that have not begun yet; it may return
//! though nobody signalled, as POSIX has it.
//!
//! Source: POSIX.1-2017; C11 7.26. Not handled, and unsupported: a thread that waits for one that has begun (for a mutex
//! that it holds, or a condition that only it can bring about), `pthread_exit`, cancellation, barriers, thread-local
//! variables of their own. Data races are not looked for.

use super::{Shim, ShimContext, ShimResult, int, misuse, nothing, shim, word};
use crate::fault::Stop;
use std::collections::BTreeMap;
use trine_ir::Type;

pub(super) const SHIMS: &[Shim] = &[
    shim("pthread_mutex_init", forget_mutex),
    shim("pthread_mutex_destroy", forget_mutex),
    shim("pthread_mutex_lock", lock),
    shim("pthread_mutex_trylock", try_to_lock),
    shim("pthread_mutex_timedlock", lock),
    shim("pthread_mutex_unlock", unlock),
    shim("pthread_mutexattr_init", |context| succeed(context, SMALL)),
    shim("pthread_mutexattr_destroy", |context| succeed(context, SMALL)),
    shim("pthread_mutexattr_settype", |context| succeed(context, SMALL)),
    shim("pthread_rwlock_init", |context| succeed(context, RWLOCK)),
    shim("pthread_rwlock_destroy", |context| succeed(context, RWLOCK)),
    shim("pthread_rwlock_rdlock", |context| succeed(context, RWLOCK)),
    shim("pthread_rwlock_wrlock", |context| succeed(context, RWLOCK)),
    shim("pthread_rwlock_unlock", |context| succeed(context, RWLOCK)),
    shim("pthread_spin_init", |context| succeed(context, SMALL)),
    shim("pthread_spin_lock", |context| succeed(context, SMALL)),
    shim("pthread_spin_unlock", |context| succeed(context, SMALL)),
    shim("pthread_spin_destroy", |context| succeed(context, SMALL)),
    shim("pthread_cond_init", |context| succeed(context, CONDITION)),
    shim("pthread_cond_destroy", |context| succeed(context, CONDITION)),
    shim("pthread_cond_signal", |context| succeed(context, CONDITION)),
    shim("pthread_cond_broadcast", |context| succeed(context, CONDITION)),
    shim("pthread_cond_wait", wait),
    shim("pthread_once", once),
    shim("pthread_attr_init", |context| succeed(context, ATTRIBUTES)),
    shim("pthread_attr_destroy", |context| succeed(context, ATTRIBUTES)),
    shim("pthread_attr_setdetachstate", |context| succeed(context, ATTRIBUTES)),
    shim("pthread_attr_setstacksize", |context| succeed(context, ATTRIBUTES)),
    shim("pthread_self", current),
    shim("pthread_equal", |context| int(i32::from(context.word(0) == context.word(1)))),
    shim("pthread_key_create", create_key),
    shim("pthread_key_delete", delete_key),
    shim("pthread_getspecific", get_value),
    shim("pthread_setspecific", set_value),
    shim("pthread_create", |context| create(context, context.word(2), context.word(3))),
    shim("pthread_join", |context| join(context, 8)),
    shim("pthread_detach", |_| int(0)),
    shim("pthread_exit", |_| unsupported("a thread that ends within a call")),
    shim("thrd_create", |context| create(context, context.word(1), context.word(2))),
    shim("thrd_join", |context| join(context, 4)),
    shim("thrd_detach", |_| int(0)),
    shim("thrd_current", current),
    shim("thrd_equal", |context| int(i32::from(context.word(0) == context.word(1)))),
    shim("thrd_yield", |_| nothing()),
    shim("thrd_sleep", |_| int(0)),
    shim("sched_yield", |_| int(0)),
    shim("mtx_init", forget_mutex),
    shim("mtx_destroy", |context| {
        forget_mutex(context)?;
        nothing()
    }),
    shim("mtx_lock", lock),
    shim("mtx_trylock", try_to_lock_c11),
    shim("mtx_unlock", unlock),
    shim("cnd_init", |context| succeed(context, CONDITION)),
    shim("cnd_destroy", |context| {
        succeed(context, CONDITION)?;
        nothing()
    }),
    shim("cnd_signal", |context| succeed(context, CONDITION)),
    shim("cnd_broadcast", |context| succeed(context, CONDITION)),
    shim("cnd_wait", wait),
    shim("call_once", |context| {
        once(context)?;
        nothing()
    }),
    shim("tss_create", create_key),
    shim("tss_delete", |context| {
        delete_key(context)?;
        nothing()
    }),
    shim("tss_get", get_value),
    shim("tss_set", set_value),
];

const EINVAL: i32 = 22;
const EBUSY: i32 = 16;
/// `thrd_busy`.
const BUSY_C11: i32 = 1;
/// What glibc's flag of `pthread_once` holds once its function has run.
const ONCE_DONE: u128 = 2;

/// What names the first thread, in the usual layout and in the moved one: a process has it anywhere, so that what a test
/// does must not depend on it.
const THREADS: [u64; 2] = [0x7F31_5A04_2740, 0x7E8C_91D5_F740];
/// How far the names of threads are apart: a stack.
const THREAD_BYTES: u64 = 0x0080_1000;
/// Threads that a run may make.
const MAX_THREADS: usize = 1_000;

/// Threads, their values of keys, and mutexes.
#[derive(Debug, Default)]
pub(super) struct ThreadValues {
    /// By thread and key.
    values: BTreeMap<(usize, u32), u64>,
    /// What is called with a thread's value of a key when it ends, by key.
    destructors: BTreeMap<u32, u64>,
    made: u32,
    /// All but the first thread.
    threads: Vec<Thread>,
    /// The number of the thread that runs; the first is 0.
    current: usize,
    /// Mutexes by address: who holds them, how often.
    held: BTreeMap<u64, (usize, u32)>,
}

#[derive(Debug)]
struct Thread {
    function: u64,
    argument: u64,
    state: Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Waiting,
    Running,
    Ended(u64),
    /// Somebody has waited for its end: its name says nothing any more.
    Joined,
}

fn unsupported(what: &str) -> ShimResult {
    Err(Stop::Unsupported(what.to_owned()))
}

fn threads<'c>(context: &'c mut ShimContext<'_>) -> &'c mut ThreadValues {
    &mut context.state().library.thread_values
}

/// Bytes of the objects that the library keeps its state in: those of glibc on 64-bit machines.
const MUTEX: u64 = 40;
const CONDITION: u64 = 48;
const RWLOCK: u64 = 56;
const ATTRIBUTES: u64 = 56;
/// Those of all others, and of all that a 32-bit library has at least.
const SMALL: u64 = 4;

/// The library reads and writes the object of the first argument, whatever it keeps in its `bytes`: nothing may be passed
/// that is no such object.
fn is_object(context: &mut ShimContext<'_>, bytes: u64) -> Result<(), Stop> {
    let bytes = if context.word_bytes() == 8 { bytes } else { SMALL };
    context.bytes(context.word(0), bytes).map(|_| ())
}

/// A function that has nothing to do here but to look at its object.
fn succeed(context: &mut ShimContext<'_>, bytes: u64) -> ShimResult {
    is_object(context, bytes)?;
    int(0)
}

/// What names thread `number`.
fn name(context: &ShimContext<'_>, number: usize) -> u64 {
    THREADS[usize::from(context.machine.config.layout.moved)] - THREAD_BYTES * number as u64
}

/// `pthread_t pthread_self(void)`
fn current(context: &mut ShimContext<'_>) -> ShimResult {
    let number = threads(context).current;
    word(name(context, number))
}

/// Makes a thread whose name goes where the first argument points.
fn create(context: &mut ShimContext<'_>, function: u64, argument: u64) -> ShimResult {
    let all = threads(context);
    if all.threads.len() >= MAX_THREADS {
        return unsupported("more than a thousand threads");
    }
    all.threads.push(Thread { function, argument, state: Progress::Waiting });
    let number = all.threads.len();
    context.write(context.word(0), 8, u128::from(name(context, number)))?;
    run_early(context)?;
    int(0)
}

/// Runs the threads that have not begun, unless it is too early for that.
fn run_early(context: &mut ShimContext<'_>) -> Result<(), Stop> {
    let is_late = context.machine.config.layout.moved;
    let all = threads(context);
    let holds = all.held.values().any(|(holder, _)| *holder == all.current);
    if !is_late && !holds {
        run_waiting(context)?;
    }
    Ok(())
}

/// Runs all threads that have not begun; whether there was one.
fn run_waiting(context: &mut ShimContext<'_>) -> Result<bool, Stop> {
    let mut any = false;
    while let Some(next) =
        threads(context).threads.iter().position(|thread| thread.state == Progress::Waiting)
    {
        run(context, next + 1)?;
        any = true;
    }
    Ok(any)
}

/// Runs thread `number` to its end.
fn run(context: &mut ShimContext<'_>, number: usize) -> Result<(), Stop> {
    let all = threads(context);
    let outer = std::mem::replace(&mut all.current, number);
    let thread = &mut all.threads[number - 1];
    thread.state = Progress::Running;
    let (function, argument) = (thread.function, thread.argument);
    let returns = context.call_back(function, &[(Type::Ptr, u128::from(argument))])?;
    destroy_values(context, number)?;
    let all = threads(context);
    all.threads[number - 1].state = Progress::Ended(returns.first().unwrap_or(0) as u64);
    all.current = outer;
    Ok(())
}

/// Calls what is to be called with the values that thread `number` leaves.
fn destroy_values(context: &mut ShimContext<'_>, number: usize) -> Result<(), Stop> {
    let keys: Vec<(u32, u64)> =
        threads(context).destructors.iter().map(|(&key, &destructor)| (key, destructor)).collect();
    for (key, destructor) in keys {
        let value = threads(context).values.remove(&(number, key)).unwrap_or(0);
        if destructor != 0 && value != 0 {
            context.call_back(destructor, &[(Type::Ptr, u128::from(value))])?;
        }
    }
    Ok(())
}

/// `int pthread_join(pthread_t thread, void **result)`; the result has so many bytes. What the name of no thread does is
/// undefined: some libraries return an error, others read through it.
fn join(context: &mut ShimContext<'_>, bytes: u32) -> ShimResult {
    let (wanted, to) = (context.word(0), context.word(1));
    let count = threads(context).threads.len();
    let Some(number) = (1..=count).find(|&number| name(context, number) == wanted) else {
        return Err(misuse("a thread is joined that does not exist"));
    };
    if threads(context).threads[number - 1].state == Progress::Waiting {
        run_waiting(context)?;
    }
    let result = match threads(context).threads[number - 1].state {
        Progress::Ended(result) => result,
        Progress::Joined => return Err(misuse("a thread is joined twice")),
        Progress::Waiting | Progress::Running => {
            return unsupported("a thread that waits for one that waits for it");
        }
    };
    threads(context).threads[number - 1].state = Progress::Joined;
    if to != 0 {
        let mask = if bytes == 8 { u64::MAX } else { u64::from(u32::MAX) };
        context.write(to, bytes, u128::from(result & mask))?;
    }
    int(0)
}

/// `int pthread_mutex_init(…)`, `int pthread_mutex_destroy(…)`
fn forget_mutex(context: &mut ShimContext<'_>) -> ShimResult {
    is_object(context, MUTEX)?;
    let mutex = context.word(0);
    threads(context).held.remove(&mutex);
    int(0)
}

/// Locks the mutex of the first argument; whether it was free, or held by this thread.
fn takes(context: &mut ShimContext<'_>) -> Result<bool, Stop> {
    is_object(context, MUTEX)?;
    let mutex = context.word(0);
    let all = threads(context);
    let current = all.current;
    let (holder, times) = all.held.entry(mutex).or_insert((current, 0));
    let is_own = *holder == current;
    *times += u32::from(is_own);
    Ok(is_own)
}

/// `int pthread_mutex_lock(pthread_mutex_t *mutex)`
fn lock(context: &mut ShimContext<'_>) -> ShimResult {
    if takes(context)? { int(0) } else { unsupported("waiting for a mutex that another thread holds") }
}

/// `int pthread_mutex_trylock(pthread_mutex_t *mutex)`
fn try_to_lock(context: &mut ShimContext<'_>) -> ShimResult {
    int(if takes(context)? { 0 } else { EBUSY })
}

/// `int mtx_trylock(mtx_t *mutex)`
fn try_to_lock_c11(context: &mut ShimContext<'_>) -> ShimResult {
    int(if takes(context)? { 0 } else { BUSY_C11 })
}

/// `int pthread_mutex_unlock(pthread_mutex_t *mutex)`
fn unlock(context: &mut ShimContext<'_>) -> ShimResult {
    is_object(context, MUTEX)?;
    let mutex = context.word(0);
    let all = threads(context);
    if let Some((_, times)) = all.held.get_mut(&mutex) {
        *times -= 1;
        if *times == 0 {
            all.held.remove(&mutex);
        }
    }
    run_early(context)?;
    int(0)
}

/// `int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)`: threads that have not begun run, and the
/// caller looks at its condition again.
fn wait(context: &mut ShimContext<'_>) -> ShimResult {
    is_object(context, CONDITION)?;
    let mutex = context.word(1);
    let own = threads(context).held.remove(&mutex);
    if !run_waiting(context)? {
        return unsupported("waiting for a condition that no thread yet to begin can bring about");
    }
    if let Some(own) = own {
        threads(context).held.insert(mutex, own);
    }
    int(0)
}

/// `int pthread_once(pthread_once_t *flag, void (*function)(void))`
fn once(context: &mut ShimContext<'_>) -> ShimResult {
    let (flag, function) = (context.word(0), context.word(1));
    if context.read(flag, 4)? != ONCE_DONE {
        context.call_back(function, &[])?;
        context.write(flag, 4, ONCE_DONE)?;
    }
    int(0)
}

/// `int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))`; the first thread's
/// values are not destroyed at its end.
fn create_key(context: &mut ShimContext<'_>) -> ShimResult {
    let destructor = context.word(1);
    let all = threads(context);
    let key = all.made;
    all.made += 1;
    all.destructors.insert(key, destructor);
    context.write(context.word(0), 4, u128::from(key))?;
    int(0)
}

/// `int pthread_key_delete(pthread_key_t key)`
fn delete_key(context: &mut ShimContext<'_>) -> ShimResult {
    let key = context.int(0) as u32;
    let all = threads(context);
    all.values.retain(|(_, of), _| *of != key);
    let known = all.destructors.remove(&key).is_some();
    int(if known { 0 } else { EINVAL })
}

/// `void *pthread_getspecific(pthread_key_t key)`
fn get_value(context: &mut ShimContext<'_>) -> ShimResult {
    let key = context.int(0) as u32;
    let all = threads(context);
    word(all.values.get(&(all.current, key)).copied().unwrap_or(0))
}

/// `int pthread_setspecific(pthread_key_t key, const void *value)`
fn set_value(context: &mut ShimContext<'_>) -> ShimResult {
    let (key, value) = (context.int(0) as u32, context.word(1));
    let all = threads(context);
    if !all.destructors.contains_key(&key) {
        return int(EINVAL);
    }
    all.values.insert((all.current, key), value);
    int(0)
}
