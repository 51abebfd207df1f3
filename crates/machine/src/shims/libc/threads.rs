//! `pthread.h`, `threads.h`, `sched.h` for the one thread there is.
//!
//! Locks are always free, conditions have nobody to wake, keys hold one value each. A new thread, and waiting
//! for a condition that no other thread can bring about, are not supported.
//!
//! Source: POSIX.1-2017; C11 7.26. Not handled: cancellation, barriers, attributes beyond making them.

use super::{Shim, ShimContext, ShimResult, int, nothing, shim, word};
use crate::fault::Stop;
use std::collections::BTreeMap;

pub(super) const SHIMS: &[Shim] = &[
    shim("pthread_mutex_init", |_| int(0)),
    shim("pthread_mutex_destroy", |_| int(0)),
    shim("pthread_mutex_lock", |_| int(0)),
    shim("pthread_mutex_trylock", |_| int(0)),
    shim("pthread_mutex_timedlock", |_| int(0)),
    shim("pthread_mutex_unlock", |_| int(0)),
    shim("pthread_mutexattr_init", |_| int(0)),
    shim("pthread_mutexattr_destroy", |_| int(0)),
    shim("pthread_mutexattr_settype", |_| int(0)),
    shim("pthread_rwlock_init", |_| int(0)),
    shim("pthread_rwlock_destroy", |_| int(0)),
    shim("pthread_rwlock_rdlock", |_| int(0)),
    shim("pthread_rwlock_wrlock", |_| int(0)),
    shim("pthread_rwlock_unlock", |_| int(0)),
    shim("pthread_spin_init", |_| int(0)),
    shim("pthread_spin_lock", |_| int(0)),
    shim("pthread_spin_unlock", |_| int(0)),
    shim("pthread_spin_destroy", |_| int(0)),
    shim("pthread_cond_init", |_| int(0)),
    shim("pthread_cond_destroy", |_| int(0)),
    shim("pthread_cond_signal", |_| int(0)),
    shim("pthread_cond_broadcast", |_| int(0)),
    shim("pthread_cond_wait", |_| unsupported("waiting for another thread")),
    shim("pthread_once", once),
    shim("pthread_self", current),
    shim("pthread_equal", |context| int(i32::from(context.word(0) == context.word(1)))),
    shim("pthread_key_create", create_key),
    shim("pthread_key_delete", delete_key),
    shim("pthread_getspecific", get_value),
    shim("pthread_setspecific", set_value),
    shim("pthread_create", |_| unsupported("a second thread")),
    shim("thrd_create", |_| unsupported("a second thread")),
    shim("thrd_current", current),
    shim("thrd_equal", |context| int(i32::from(context.word(0) == context.word(1)))),
    shim("thrd_yield", |_| nothing()),
    shim("thrd_sleep", |_| int(0)),
    shim("sched_yield", |_| int(0)),
    shim("mtx_init", |_| int(0)),
    shim("mtx_destroy", |_| nothing()),
    shim("mtx_lock", |_| int(0)),
    shim("mtx_trylock", |_| int(0)),
    shim("mtx_unlock", |_| int(0)),
    shim("cnd_init", |_| int(0)),
    shim("cnd_destroy", |_| nothing()),
    shim("cnd_signal", |_| int(0)),
    shim("cnd_broadcast", |_| int(0)),
    shim("cnd_wait", |_| unsupported("waiting for another thread")),
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
/// What glibc's flag of `pthread_once` holds once its function has run.
const ONCE_DONE: u128 = 2;

/// What names the one thread, in the usual layout and in the moved one: a process has it anywhere, so that what a test
/// does must not depend on it.
const THREADS: [u64; 2] = [0x7F31_5A04_2740, 0x7E8C_91D5_F740];

/// The values of keys, by key.
#[derive(Debug, Default)]
pub(super) struct ThreadValues {
    values: BTreeMap<u32, u64>,
    made: u32,
}

fn unsupported(what: &str) -> ShimResult {
    Err(Stop::Unsupported(what.to_owned()))
}

/// `pthread_t pthread_self(void)`
fn current(context: &mut ShimContext<'_>) -> ShimResult {
    word(THREADS[usize::from(context.machine.config.layout.moved)])
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

/// `int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))`; the main thread's
/// values are not destroyed at its end.
fn create_key(context: &mut ShimContext<'_>) -> ShimResult {
    let values = &mut context.state().library.thread_values;
    let key = values.made;
    values.made += 1;
    values.values.insert(key, 0);
    context.write(context.word(0), 4, u128::from(key))?;
    int(0)
}

/// `int pthread_key_delete(pthread_key_t key)`
fn delete_key(context: &mut ShimContext<'_>) -> ShimResult {
    let key = context.int(0) as u32;
    let known = context.state().library.thread_values.values.remove(&key).is_some();
    int(if known { 0 } else { EINVAL })
}

/// `void *pthread_getspecific(pthread_key_t key)`
fn get_value(context: &mut ShimContext<'_>) -> ShimResult {
    let key = context.int(0) as u32;
    word(context.state().library.thread_values.values.get(&key).copied().unwrap_or(0))
}

/// `int pthread_setspecific(pthread_key_t key, const void *value)`
fn set_value(context: &mut ShimContext<'_>) -> ShimResult {
    let (key, value) = (context.int(0) as u32, context.word(1));
    match context.state().library.thread_values.values.get_mut(&key) {
        Some(place) => {
            *place = value;
            int(0)
        }
        None => int(EINVAL),
    }
}
