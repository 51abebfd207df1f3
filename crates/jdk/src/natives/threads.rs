//! `java.lang.Thread`, waiting and parking. See `crate::threads` for how threads take turns.
//!
//! A native that waits is called again when its thread goes on: `resumed` tells it so.

use super::Table;
use crate::env::{Answer, Env, boolean, int, int_at, long, long_at, null, reference, reference_at, void};
use crate::threads::{Status, Threads};
use trine_ir::objects::LOCK_OFFSET;
use trine_machine::Stop;
use trine_machine::memory::monitor;

const THREAD: &str = "java/lang/Thread";

pub const TABLE: Table = &[
    ("java/lang/Thread.currentThread", |env, _| reference(env.vm.state.threads.current)),
    ("java/lang/Thread.currentCarrierThread", |env, _| reference(env.vm.state.threads.current)),
    ("java/lang/Thread.start0", |env, args| match env.vm.state.booted {
        // Threads of the JDK's own, which would look after references.
        false => void(),
        true => env.start_thread(reference_at(args, 0)),
    }),
    ("java/lang/Thread.setPriority0", |_, _| void()),
    ("java/lang/Thread.setNativeName", |_, _| void()),
    ("java/lang/Thread.interrupt0", interrupt),
    ("java/lang/Thread.isInterrupted", tell_interrupted),
    ("java/lang/Thread.clearInterruptEvent", |_, _| void()),
    ("java/lang/Thread.ensureMaterializedForStackWalk", |_, _| void()),
    ("java/lang/Thread.scopedValueCache", |_, _| reference(0)),
    ("java/lang/Thread.setScopedValueCache", |_, _| void()),
    ("java/lang/Thread.findScopedValueBindings", |_, _| reference(0)),
    ("java/lang/Thread.yield", |env, _| env.give_way()),
    ("java/lang/Thread.yield0", |env, _| env.give_way()),
    ("java/lang/Thread.isAlive", |env, args| boolean(env.get(reference_at(args, 0), THREAD, "eetop")? != 0)),
    ("java/lang/Thread.sleep", |env, args| sleep(env, long_at(args, 0).saturating_mul(1_000_000))),
    ("java/lang/Thread.sleep0", |env, args| sleep(env, long_at(args, 0))),
    ("java/lang/Thread.sleepNanos0", |env, args| sleep(env, long_at(args, 0))),
    ("java/lang/Thread.holdsLock", |env, args| {
        let is_held = holds(env, reference_at(args, 0))?;
        boolean(is_held)
    }),
    ("java/lang/Thread.getNextThreadIdOffset", |env, _| {
        // The counter of thread numbers is raw memory; numbers below are those of threads that the JVM starts.
        let counter = env.memory().allocate_heap(8).map_err(Stop::from)?;
        env.write(counter, 0, 8, 3)?;
        long(counter as i64)
    }),
    ("java/lang/Thread.countStackFrames", |_, _| int(0)),
    ("java/lang/Thread.getThreads", alive),
    ("java/lang/Thread.getAllThreads", alive),
    ("java/lang/Object.wait", wait),
    ("java/lang/Object.wait0", wait),
    ("java/lang/Object.notify", |env, args| notify(env, args, false)),
    ("java/lang/Object.notifyAll", |env, args| notify(env, args, true)),
    ("jdk/internal/misc/Unsafe.park", park),
    ("jdk/internal/misc/Unsafe.unpark", unpark),
    ("java/security/AccessController.getStackAccessControlContext", |_, _| reference(0)),
    ("java/security/AccessController.getInheritedAccessControlContext", |_, _| reference(0)),
    ("java/security/AccessController.getProtectionDomain", |_, _| reference(0)),
    ("java/security/AccessController.ensureMaterializedForStackWalk", |_, _| void()),
];

/// Methods with code: a turn for others is what they mean here.
pub const REPLACED: Table = &[("java/lang/Thread.onSpinWait()V", |env, _| env.give_way())];

/// Whether the thread that runs is in the monitor of `object`.
fn holds(env: &mut Env<'_, '_>, object: u64) -> Result<bool, Stop> {
    if object == 0 {
        return Err(null());
    }
    let lock = env.read(object, LOCK_OFFSET, 4)? as u32;
    Ok(monitor::is_held_by(lock, env.memory().thread()))
}

fn not_owner(env: &mut Env<'_, '_>) -> Stop {
    if env.vm.release < 12 {
        return env.throw_with("java/lang/IllegalMonitorStateException", 0);
    }
    env.throw("java/lang/IllegalMonitorStateException", "current thread is not owner")
}

/// Whether the thread that runs goes on after it waited.
fn resumes(env: &mut Env<'_, '_>) -> bool {
    std::mem::take(&mut env.vm.state.threads.running().resumed)
}

/// Whether the thread that runs was interrupted. Its object says so, but for release 11.
fn is_interrupted(env: &mut Env<'_, '_>) -> Result<bool, Stop> {
    if !env.vm.has_field(THREAD, "interrupted") {
        return Ok(env.vm.state.threads.running().interrupted);
    }
    let object = env.vm.state.threads.current;
    let offset = env.vm.offset(THREAD, "interrupted")?;
    Ok(env.read(object, offset, 1)? != 0)
}

/// `(thread, whether it is interrupted no longer afterwards)`, in release 11.
fn tell_interrupted(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let clears = int_at(args, 1) != 0;
    let thread = env.vm.state.threads.of(reference_at(args, 0));
    let Some(thread) = thread.filter(|thread| thread.status != Status::Ended) else { return boolean(false) };
    let was = thread.interrupted;
    thread.interrupted &= !clears;
    boolean(was)
}

/// Whether the thread that runs was interrupted; it is not afterwards.
fn was_interrupted(env: &mut Env<'_, '_>) -> Result<bool, Stop> {
    let was = is_interrupted(env)?;
    if was && env.vm.has_field(THREAD, "interrupted") {
        let object = env.vm.state.threads.current;
        env.set_small(object, THREAD, "interrupted", 1, 0)?;
    }
    env.vm.state.threads.running().interrupted = false;
    Ok(was)
}

/// When a wait of so many nanoseconds ends.
fn deadline(env: &Env<'_, '_>, nanoseconds: i64) -> Option<i64> {
    Some(env.vm.state.nanoseconds.saturating_add(nanoseconds.max(1)))
}

fn sleep(env: &mut Env<'_, '_>, nanoseconds: i64) -> Answer {
    let resumed = resumes(env);
    if was_interrupted(env)? {
        return Err(env.throw("java/lang/InterruptedException", "sleep interrupted"));
    }
    if resumed || nanoseconds <= 0 {
        return void();
    }
    let until = deadline(env, nanoseconds);
    env.pause(Status::Sleeping, until)
}

/// `(object, milliseconds)`; 0 waits for ever.
fn wait(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (object, milliseconds) = (reference_at(args, 0), long_at(args, 1));
    if resumes(env) {
        // The monitor is entered as often as it was before.
        if env.read(object, LOCK_OFFSET, 4)? != 0 {
            env.vm.state.threads.running().resumed = true;
            return env.pause(Status::Blocked(object), None);
        }
        let lock = env.vm.state.threads.running().lock;
        env.write(object, LOCK_OFFSET, 4, lock)?;
        if was_interrupted(env)? {
            return Err(env.throw_with("java/lang/InterruptedException", 0));
        }
        return void();
    }
    if !holds(env, object)? {
        return Err(not_owner(env));
    }
    if was_interrupted(env)? {
        return Err(env.throw_with("java/lang/InterruptedException", 0));
    }
    let until = if milliseconds == 0 { None } else { deadline(env, milliseconds.saturating_mul(1_000_000)) };
    env.vm.state.threads.running().lock = env.read(object, LOCK_OFFSET, 4)?;
    env.write(object, LOCK_OFFSET, 4, 0)?;
    env.pause(Status::Waiting(object), until)
}

fn notify(env: &mut Env<'_, '_>, args: &[u128], all: bool) -> Answer {
    let object = reference_at(args, 0);
    if !holds(env, object)? {
        return Err(not_owner(env));
    }
    env.notify(object, all);
    void()
}

/// `(unsafe, whether the time is a date, time)`.
fn park(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (is_date, time) = (int_at(args, 1) != 0, long_at(args, 2));
    let resumed = resumes(env);
    let running = env.vm.state.threads.running();
    if resumed || std::mem::take(&mut running.permit) {
        return void();
    }
    if is_interrupted(env)? {
        return void();
    }
    let until = match (is_date, time) {
        (false, 0) => None,
        (false, nanoseconds) => deadline(env, nanoseconds),
        (true, date) => {
            let milliseconds = date.saturating_sub(super::system::START_MILLIS);
            Some(milliseconds.saturating_mul(1_000_000))
        }
    };
    env.pause(Status::Parked, until)
}

fn unpark(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    if let Some(thread) = env.vm.state.threads.of(reference_at(args, 1)) {
        if thread.status == Status::Parked { Threads::wake(thread) } else { thread.permit = true }
    }
    void()
}

fn interrupt(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    if let Some(thread) = env.vm.state.threads.of(reference_at(args, 0)) {
        match thread.status {
            Status::Waiting(_) | Status::Sleeping | Status::Parked => Threads::wake(thread),
            _ => thread.permit = true,
        }
        thread.interrupted = true;
    }
    void()
}

/// All threads that have not ended.
fn alive(env: &mut Env<'_, '_>, _: &[u128]) -> Answer {
    env.vm.state.threads.running();
    let all = env.vm.state.threads.all.iter().filter(|thread| thread.status != Status::Ended);
    let others = &env.vm.state.threads.others;
    let objects: Vec<u64> = all.map(|thread| thread.object).chain(others.iter().copied()).collect();
    let threads = env.new_references("[Ljava/lang/Thread;", &objects)?;
    reference(threads)
}

/// Waits until only threads are left that do not keep a program alive.
pub fn join_all(env: &mut Env<'_, '_>) -> Answer {
    resumes(env);
    env.vm.state.threads.running();
    let alive: Vec<u64> = env.vm.state.threads.all[1..]
        .iter()
        .filter(|thread| thread.status != Status::Ended)
        .map(|thread| thread.object)
        .collect();
    for object in alive {
        let is_daemon = match env.vm.has_field(THREAD, "daemon") {
            true => {
                let offset = env.vm.offset(THREAD, "daemon")?;
                env.read(object, offset, 1)?
            }
            false => {
                let holder = env.get(object, THREAD, "holder")?;
                let offset = env.vm.offset("java/lang/Thread$FieldHolder", "daemon")?;
                env.read(holder, offset, 1)?
            }
        };
        if is_daemon == 0 {
            // The end of a thread wakes who waits for a notification of its object.
            return env.pause(Status::Waiting(object), None);
        }
    }
    void()
}
