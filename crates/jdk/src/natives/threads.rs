//! `java.lang.Thread`. There is one thread: a second one that is started is not supported yet.

use super::Table;
use crate::env::{Answer, Env, boolean, int, long, long_at, reference, reference_at, void};
use trine_ir::objects::LOCK_OFFSET;
use trine_machine::Stop;

pub const TABLE: Table = &[
    ("java/lang/Thread.currentThread", |env, _| reference(env.vm.state.threads.current)),
    ("java/lang/Thread.currentCarrierThread", |env, _| reference(env.vm.state.threads.current)),
    ("java/lang/Thread.start0", |env, _| match env.vm.state.booted {
        false => void(),
        true => Err(Stop::Unsupported("a second thread".to_owned())),
    }),
    ("java/lang/Thread.setPriority0", |_, _| void()),
    ("java/lang/Thread.setNativeName", |_, _| void()),
    ("java/lang/Thread.interrupt0", |_, _| void()),
    ("java/lang/Thread.clearInterruptEvent", |_, _| void()),
    ("java/lang/Thread.ensureMaterializedForStackWalk", |_, _| void()),
    ("java/lang/Thread.scopedValueCache", |_, _| reference(0)),
    ("java/lang/Thread.setScopedValueCache", |_, _| void()),
    ("java/lang/Thread.findScopedValueBindings", |_, _| reference(0)),
    ("java/lang/Thread.yield", |_, _| void()),
    ("java/lang/Thread.yield0", |_, _| void()),
    ("java/lang/Thread.onSpinWait", |_, _| void()),
    ("java/lang/Thread.isAlive", |env, args| {
        boolean(env.get(reference_at(args, 0), "java/lang/Thread", "eetop")? != 0)
    }),
    ("java/lang/Thread.sleep", |env, args| sleep(env, long_at(args, 0).saturating_mul(1_000_000))),
    ("java/lang/Thread.sleep0", |env, args| sleep(env, long_at(args, 0))),
    ("java/lang/Thread.sleepNanos0", |env, args| sleep(env, long_at(args, 0))),
    ("java/lang/Thread.holdsLock", |env, args| {
        let object = reference_at(args, 0);
        boolean(env.read(object, LOCK_OFFSET, 4)? != 0)
    }),
    ("java/lang/Thread.getNextThreadIdOffset", |env, _| {
        // The counter of thread numbers is raw memory; numbers below are those of threads that the JVM starts.
        let counter = env.memory().allocate_heap(8).map_err(Stop::from)?;
        env.write(counter, 0, 8, 3)?;
        long(counter as i64)
    }),
    ("java/security/AccessController.getStackAccessControlContext", |_, _| reference(0)),
    ("java/security/AccessController.getInheritedAccessControlContext", |_, _| reference(0)),
    ("java/security/AccessController.getProtectionDomain", |_, _| reference(0)),
    ("java/security/AccessController.ensureMaterializedForStackWalk", |_, _| void()),
    ("jdk/internal/misc/Unsafe.unpark", |_, _| void()),
    ("java/lang/Thread.countStackFrames", |_, _| int(0)),
];

/// Virtual time goes on by so much.
fn sleep(env: &mut Env<'_, '_>, nanoseconds: i64) -> Answer {
    env.vm.state.nanoseconds = env.vm.state.nanoseconds.saturating_add(nanoseconds.max(0));
    void()
}
