//! Selectors (`java.nio.channels.Selector`), as Linux has them: `epoll`, and the counters of events that wake who selects.
//!
//! There are no sockets, so that a selector watches nothing but its own counter: it waits until its time is over or another
//! thread wakes it.

use super::super::Table;
use super::{files, now};
use crate::env::{Answer, Env, boolean, int, int_at, long, long_at, void};
use crate::files::Access;
use crate::threads::{Status, Threads};
use std::collections::{BTreeMap, BTreeSet};
use trine_machine::Stop;

/// What selectors watch, and what has happened.
#[derive(Clone, Debug, Default)]
pub struct Selectors {
    /// Numbers of files by the number of the selector that watches them, with the events that are meant.
    watched: BTreeMap<i32, BTreeMap<i32, u32>>,
    /// Counters that are not zero, and pipes that are not empty.
    signalled: BTreeSet<i32>,
    /// The end of a pipe that is read, by the one that is written.
    pipes: BTreeMap<i32, i32>,
}

/// That something can be read.
const EPOLLIN: u32 = 1;
/// `struct epoll_event`, packed: the events that happened, then what the program knows the file by.
const EVENT_BYTES: u64 = 12;
const DATA_OFFSET: u64 = 4;

pub const TABLE: Table = &[
    ("sun/nio/ch/EPoll.eventSize", |_, _| int(EVENT_BYTES as i32)),
    ("sun/nio/ch/EPoll.eventsOffset", |_, _| int(0)),
    ("sun/nio/ch/EPoll.dataOffset", |_, _| int(DATA_OFFSET as i32)),
    ("sun/nio/ch/EPoll.create", |env, _| {
        let number = new_number(env)?;
        env.vm.state.selectors.watched.insert(number, BTreeMap::new());
        int(number)
    }),
    ("sun/nio/ch/EPoll.ctl", control),
    ("sun/nio/ch/EPoll.wait", wait),
    ("sun/nio/ch/EventFD.eventfd0", |env, _| int(new_number(env)?)),
    ("sun/nio/ch/EventFD.set0", set),
    // Release 11 wakes selectors by a pipe.
    ("sun/nio/ch/IOUtil.makePipe", |env, _| {
        let (from, to) = (new_number(env)?, new_number(env)?);
        env.vm.state.selectors.pipes.insert(to, from);
        long(i64::from(from) << 32 | i64::from(to))
    }),
    ("sun/nio/ch/IOUtil.write1", |env, args| {
        let to = int_at(args, 0);
        let from = env.vm.state.selectors.pipes.get(&to).copied().unwrap_or(to);
        signal(env, from);
        int(1)
    }),
    ("sun/nio/ch/IOUtil.configureBlocking", |_, _| void()),
    ("sun/nio/ch/IOUtil.drain", |env, args| {
        boolean(env.vm.state.selectors.signalled.remove(&int_at(args, 0)))
    }),
];

/// The number of an open file that is no file.
fn new_number(env: &mut Env<'_, '_>) -> Result<i32, Stop> {
    let now = now(env);
    let opened = files(env).open("/dev/null", Access::default(), now);
    opened.map_err(|error| env.throw("java/io/IOException", crate::files::text(error)))
}

/// `(selector, operation, file, events)`: 1 adds, 2 takes away, 3 changes.
fn control(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const TAKE_AWAY: i32 = 2;
    let (selector, operation, file) = (int_at(args, 0), int_at(args, 1), int_at(args, 2));
    let watched = env.vm.state.selectors.watched.entry(selector).or_default();
    match operation {
        TAKE_AWAY => watched.remove(&file),
        _ => watched.insert(file, int_at(args, 3) as u32),
    };
    int(0)
}

/// `(counter)`: whoever selects what it belongs to goes on.
fn set(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    signal(env, int_at(args, 0));
    // Bytes that were written.
    int(8)
}

/// Lets those go on who select what `counter` belongs to.
fn signal(env: &mut Env<'_, '_>, counter: i32) {
    let state = &mut env.vm.state;
    state.selectors.signalled.insert(counter);
    let watches = |selector: i32| {
        state.selectors.watched.get(&selector).is_some_and(|watched| watched.contains_key(&counter))
    };
    for thread in &mut state.threads.all {
        if matches!(thread.status, Status::Selecting(selector) if watches(selector)) {
            Threads::wake(thread);
        }
    }
}

/// `(selector, where events are written, how many at most, milliseconds)`: how many there are. -1 waits for ever.
fn wait(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (selector, events, most) = (int_at(args, 0), long_at(args, 1) as u64, int_at(args, 2));
    let milliseconds = int_at(args, 3);
    let resumed = std::mem::take(&mut env.vm.state.threads.running().resumed);
    let selectors = &env.vm.state.selectors;
    let watched = selectors.watched.get(&selector).into_iter().flatten();
    let ready: Vec<i32> = watched
        .filter(|&(file, events)| events & EPOLLIN != 0 && selectors.signalled.contains(file))
        .map(|(&file, _)| file)
        .take(usize::try_from(most).unwrap_or(0))
        .collect();
    if ready.is_empty() && !resumed && milliseconds != 0 {
        let nanoseconds = i64::from(milliseconds) * 1_000_000;
        let until = (milliseconds > 0).then(|| env.vm.state.nanoseconds.saturating_add(nanoseconds));
        return env.pause(Status::Selecting(selector), until);
    }
    for (place, &file) in (0..).map(|position: u64| events + position * EVENT_BYTES).zip(&ready) {
        env.write(place, 0, 4, u64::from(EPOLLIN))?;
        env.write(place, DATA_OFFSET, 4, u64::from(file as u32))?;
    }
    int(ready.len() as i32)
}
