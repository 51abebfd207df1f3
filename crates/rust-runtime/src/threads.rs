//! `pthread.h`: threads as coroutines, of which one runs until it waits.
//!
//! A thread gives way when it waits for another (a futex, a join), sleeps or yields. Then the next one in the order of
//! their numbers goes on that can; when none can, virtual time goes on to the first that waits no longer than that. So a
//! program takes the same turns in every run. Where no thread can ever go on, the run ends and says so.
//!
//! ```text
//! thread 0  main ──create──────join ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒──► exit
//! thread 1         └ ready ▒▒▒▒▒▒ runs ── futex wait ▒▒ ── ends
//! ```
//!
//! A thread begins in `trine.thread` of `runtime.ll`, which calls the program's function, then the destructors of
//! thread-local values, then [`end`]. What waits is put aside by the machine, its local variables included.
//!
//! Not handled: data races (a thread is never interrupted between two instructions), cancellation, priorities.

use crate::system::{int, word};
use std::collections::BTreeMap;
use trine_base::Stream;
use trine_machine::shims::{LibraryState, Shim, ShimContext, ShimResult};
use trine_machine::{Stop, Switch};

pub(crate) const SHIMS: &[Shim] = &[
    Shim { name: "pthread_create", run: create },
    Shim { name: "pthread_join", run: join },
    Shim { name: "pthread_detach", run: |_| int(0) },
    Shim { name: "pthread_self", run: current },
    Shim { name: "pthread_setname_np", run: |_| int(0) },
    Shim { name: "pthread_key_create", run: create_key },
    Shim { name: "pthread_key_delete", run: delete_key },
    Shim { name: "pthread_getspecific", run: value_of_key },
    Shim { name: "pthread_setspecific", run: set_value_of_key },
    Shim { name: "gettid", run: |context| int(identity(context) as i32) },
    Shim { name: "sched_yield", run: |context| give_way(context).map(|()| 0).map_or_else(Err, int) },
    Shim { name: "clock_nanosleep", run: sleep },
    Shim { name: "nanosleep", run: sleep_for },
    Shim { name: "clock_gettime", run: time },
    Shim { name: "trine.add_destructor", run: add_destructor },
    Shim { name: "trine.next_destructor", run: next_destructor },
    Shim { name: "trine.end_thread", run: end },
];

/// Threads that a run may have.
const MAX_THREADS: usize = 4_000;
const EINVAL: i32 = 22;
const EAGAIN: i32 = 11;
const ESRCH: i32 = 3;
/// When the clocks start: 2020-01-01 00:00:00 UTC.
const START_NS: u64 = 1_577_836_800_000_000_000;
/// How far a look at a clock moves it.
const LOOK_NS: u64 = 1_000;
/// What names the first thread; the others follow, a stack apart.
const FIRST_NAME: u64 = 0x7F31_5A04_2740;
const NAME_STEP: u64 = 0x0020_1000;
/// `gettid` of the first thread.
const FIRST_IDENTITY: u64 = 1_000;

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing: it can run.
    Ready,
    /// A wake of the futex at this address.
    Futex(u64),
    /// The end of the thread with this number.
    Join(usize),
    /// For time to pass.
    Sleep,
    /// It has ended with this result.
    Ended(u64),
}

/// A thread.
#[derive(Clone, Debug)]
struct Thread {
    status: Status,
    /// When it waits no longer, in virtual nanoseconds.
    until: Option<u64>,
    /// Its place among those that wait.
    since: u64,
    /// That it goes on after waiting, and whether what it waited for came before its time was over.
    woken: Option<bool>,
    /// What it begins with, until it began.
    start: Option<(u64, u64)>,
    /// Values by key.
    values: BTreeMap<u32, u64>,
    /// What is called with which value at its end; the last one first.
    destructors: Vec<(u64, u64)>,
}

impl Thread {
    fn new(start: Option<(u64, u64)>) -> Self {
        Self {
            status: Status::Ready,
            until: None,
            since: 0,
            woken: None,
            start,
            values: BTreeMap::new(),
            destructors: Vec::new(),
        }
    }

    fn wake(&mut self, in_time: bool) {
        (self.status, self.until, self.woken) = (Status::Ready, None, Some(in_time));
    }
}

/// What the library remembers during a run: threads, time and randomness.
#[derive(Clone, Debug)]
pub struct RustState {
    threads: Vec<Thread>,
    current: usize,
    /// Waits so far.
    waits: u64,
    /// Virtual time.
    pub(crate) nanoseconds: u64,
    /// What `getrandom` gives.
    pub(crate) random: Stream,
    /// Destructors by key.
    keys: BTreeMap<u32, u64>,
    made_keys: u32,
    seed: u64,
}

impl RustState {
    /// The state when a process starts.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            threads: vec![Thread::new(None)],
            current: 0,
            waits: 0,
            nanoseconds: START_NS,
            random: Stream::new(seed, "getrandom"),
            keys: BTreeMap::new(),
            // Some treat key 0 as none.
            made_keys: 1,
            seed,
        }
    }

    fn running(&mut self) -> &mut Thread {
        &mut self.threads[self.current]
    }

    /// Whether the running thread goes on after waiting, and then whether it was woken in time.
    pub(crate) fn take_wake(&mut self) -> Option<bool> {
        self.running().woken.take()
    }

    /// Wakes at most `count` threads that wait at `address`; how many there were.
    pub(crate) fn wake(&mut self, address: u64, count: usize) -> u64 {
        let mut waiting: Vec<&mut Thread> =
            self.threads.iter_mut().filter(|thread| thread.status == Status::Futex(address)).collect();
        waiting.sort_by_key(|thread| thread.since);
        let woken = waiting.len().min(count);
        waiting.into_iter().take(count).for_each(|thread| thread.wake(true));
        woken as u64
    }

    /// The number of the thread that goes on; where none can, time does. `None`: no thread can ever go on.
    fn next(&mut self) -> Option<usize> {
        let count = self.threads.len();
        loop {
            for distance in 1..=count {
                let number = (self.current + distance) % count;
                let ended = match self.threads[number].status {
                    Status::Join(other) => matches!(self.threads[other].status, Status::Ended(_)),
                    _ => false,
                };
                let thread = &mut self.threads[number];
                if ended {
                    thread.wake(true);
                } else if thread.until.is_some_and(|until| until <= self.nanoseconds) {
                    thread.wake(false);
                }
                if thread.status == Status::Ready {
                    return Some(number);
                }
            }
            let until = self.threads.iter().filter_map(|thread| thread.until).min()?;
            self.nanoseconds = self.nanoseconds.max(until);
        }
    }
}

impl LibraryState for RustState {
    fn reset(&mut self) {
        *self = Self::new(self.seed);
    }

    fn fork(&self) -> Box<dyn LibraryState> {
        Box::new(Self::new(self.seed))
    }
}

/// The threads of the run.
pub(crate) fn threads<'c>(context: &'c mut ShimContext<'_>) -> &'c mut RustState {
    context.own()
}

/// `gettid` of the running thread.
pub(crate) fn identity(context: &mut ShimContext<'_>) -> u64 {
    FIRST_IDENTITY + threads(context).current as u64
}

fn name(number: usize) -> u64 {
    FIRST_NAME - NAME_STEP * number as u64
}

/// `pthread_t pthread_self(void)`
fn current(context: &mut ShimContext<'_>) -> ShimResult {
    let number = threads(context).current;
    word(name(number))
}

/// Puts the running thread aside until what `status` says; the shim is called again when it goes on.
pub(crate) fn pause(context: &mut ShimContext<'_>, status: Status, until: Option<u64>) -> Stop {
    let state = threads(context);
    state.waits += 1;
    let since = state.waits;
    let running = state.running();
    (running.status, running.until, running.since, running.woken) = (status, until, since, None);
    switch(context, false)
}

/// Lets the other threads run that can, once each.
pub(crate) fn give_way(context: &mut ShimContext<'_>) -> Result<(), Stop> {
    if threads(context).take_wake().is_some() {
        return Ok(());
    }
    let state = threads(context);
    state.running().woken = Some(true);
    if state.threads.len() == 1 {
        state.running().woken = None;
        return Ok(());
    }
    Err(switch(context, false))
}

/// Goes on with the next thread; the present calls are put aside, or dropped.
fn switch(context: &mut ShimContext<'_>, drops: bool) -> Stop {
    let trampoline = context.program().function_named("trine.thread");
    let state = threads(context);
    let from = state.current;
    let Some(to) = state.next() else {
        return Stop::Unsupported("a deadlock: every thread waits for another, for ever".to_owned());
    };
    state.current = to;
    let start = match (state.threads[to].start.take(), trampoline) {
        (Some((function, argument)), Some(trampoline)) => {
            Some((trampoline, vec![u128::from(function), u128::from(argument)]))
        }
        _ => None,
    };
    let from = (!drops).then_some(from as u32);
    Stop::Switch(Box::new(Switch { from, again: true, to: to as u32, start }))
}

/// `int pthread_create(pthread_t *name, const pthread_attr_t *how, void *(*function)(void *), void *argument)`
fn create(context: &mut ShimContext<'_>) -> ShimResult {
    let (function, argument) = (context.word(2), context.word(3));
    let state = threads(context);
    if state.threads.len() >= MAX_THREADS {
        return int(EAGAIN);
    }
    state.threads.push(Thread::new(Some((function, argument))));
    let number = state.threads.len() - 1;
    context.write(context.word(0), 8, u128::from(name(number)))?;
    int(0)
}

/// `int pthread_join(pthread_t thread, void **result)`
fn join(context: &mut ShimContext<'_>) -> ShimResult {
    let (wanted, to) = (context.word(0), context.word(1));
    let state = threads(context);
    state.take_wake();
    let Some(number) = (0..state.threads.len()).find(|&number| name(number) == wanted) else {
        return int(ESRCH);
    };
    let Status::Ended(result) = state.threads[number].status else {
        return Err(pause(context, Status::Join(number), None));
    };
    if to != 0 {
        context.write(to, 8, u128::from(result))?;
    }
    int(0)
}

/// `void trine.end_thread(void *result)`
fn end(context: &mut ShimContext<'_>) -> ShimResult {
    let result = context.word(0);
    threads(context).running().status = Status::Ended(result);
    Err(switch(context, true))
}

/// `int trine.add_destructor(void (*destructor)(void *), void *value)`
fn add_destructor(context: &mut ShimContext<'_>) -> ShimResult {
    let pair = (context.word(0), context.word(1));
    threads(context).running().destructors.push(pair);
    int(0)
}

/// The next destructor of the running thread with its value, two nulls behind the last one; with an argument that is not 0,
/// those of keys follow.
fn next_destructor(context: &mut ShimContext<'_>) -> ShimResult {
    let with_keys = context.int(0) != 0;
    let state = threads(context);
    let of_keys = state.keys.clone();
    let running = state.running();
    let mut next = running.destructors.pop();
    while let (None, true, Some((key, value))) = (next, with_keys, running.values.pop_first()) {
        let destructor = of_keys.get(&key).copied().unwrap_or(0);
        next = (destructor != 0 && value != 0).then_some((destructor, value));
    }
    let (destructor, value) = next.unwrap_or((0, 0));
    Ok([destructor, value].into_iter().map(u128::from).collect())
}

/// `int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))`
fn create_key(context: &mut ShimContext<'_>) -> ShimResult {
    let destructor = context.word(1);
    let state = threads(context);
    let key = state.made_keys;
    state.made_keys += 1;
    state.keys.insert(key, destructor);
    context.write(context.word(0), 4, u128::from(key))?;
    int(0)
}

/// `int pthread_key_delete(pthread_key_t key)`
fn delete_key(context: &mut ShimContext<'_>) -> ShimResult {
    let key = context.int(0) as u32;
    let state = threads(context);
    state.threads.iter_mut().for_each(|thread| {
        thread.values.remove(&key);
    });
    int(if state.keys.remove(&key).is_some() { 0 } else { EINVAL })
}

/// `void *pthread_getspecific(pthread_key_t key)`
fn value_of_key(context: &mut ShimContext<'_>) -> ShimResult {
    let key = context.int(0) as u32;
    word(threads(context).running().values.get(&key).copied().unwrap_or(0))
}

/// `int pthread_setspecific(pthread_key_t key, const void *value)`
fn set_value_of_key(context: &mut ShimContext<'_>) -> ShimResult {
    let (key, value) = (context.int(0) as u32, context.word(1));
    let state = threads(context);
    if !state.keys.contains_key(&key) {
        return int(EINVAL);
    }
    state.running().values.insert(key, value);
    int(0)
}

/// The time in the `struct timespec` at `address`.
fn read_time(context: &ShimContext<'_>, address: u64) -> Result<u64, Stop> {
    let seconds = context.read(address, 8)? as u64;
    let nanoseconds = context.read(address.wrapping_add(8), 8)? as u64;
    Ok(seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds))
}

/// `int clock_nanosleep(clockid_t clock, int is_point, const struct timespec *time, struct timespec *left)`
fn sleep(context: &mut ShimContext<'_>) -> ShimResult {
    let time = read_time(context, context.word(2))?;
    let is_point = context.int(1) != 0;
    sleep_until(context, time, is_point)
}

/// `int nanosleep(const struct timespec *time, struct timespec *left)`
fn sleep_for(context: &mut ShimContext<'_>) -> ShimResult {
    let time = read_time(context, context.word(0))?;
    sleep_until(context, time, false)
}

fn sleep_until(context: &mut ShimContext<'_>, time: u64, is_point: bool) -> ShimResult {
    if threads(context).take_wake().is_some() {
        return int(0);
    }
    let now = threads(context).nanoseconds;
    let until = if is_point { time } else { now.saturating_add(time) };
    Err(pause(context, Status::Sleep, Some(until)))
}

/// `int clock_gettime(clockid_t clock, struct timespec *place)`
fn time(context: &mut ShimContext<'_>) -> ShimResult {
    let state = threads(context);
    state.nanoseconds += LOOK_NS;
    let now = state.nanoseconds;
    let place = context.word(1);
    context.write(place, 8, u128::from(now / 1_000_000_000))?;
    context.write(place.wrapping_add(8), 8, u128::from(now % 1_000_000_000))?;
    int(0)
}
