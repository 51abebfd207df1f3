//! Warm machines: what the class library does once and remembers is done before the runs of a search begin.
//!
//! A call site is linked when it is first reached, a table of a locale or a time zone is read when it is first asked for, reflection
//! looks members up once. From a reset each run would do this anew, and it often takes many times as long as what is tested.
//! So tests run one after the other in a copy of the settled machine, and resets go to what they leave, provided that nothing changed
//! that the classes under test could see: what their static fields lead to, defaults and properties of the system, files, threads. Of other
//! classes of the class path static fields may become known that were not: caches are in them. What is claimed of a test is found by
//! replays in a machine that is not warm.

use crate::Stage;
use crate::settled::has_begun_threads;
use crate::variation::Variation;
use std::collections::BTreeSet;
use trine_ir::ClassId;
use trine_jdk::env::Env;
use trine_machine::{Ignore, Stop};
use trine_testcase::objects::{Ended, Sequence};

/// Static fields of the class library that hold what tests can change and see: what they refer to may become known, but not another. The
/// time zone is the last; when it becomes known, a property of the system says so.
const SHARED: [(&str, &str); 8] = [
    ("java/lang/System", "in"),
    ("java/lang/System", "out"),
    ("java/lang/System", "err"),
    ("java/lang/System", "props"),
    ("java/util/Locale", "defaultLocale"),
    ("java/util/Locale", "defaultDisplayLocale"),
    ("java/util/Locale", "defaultFormatLocale"),
    ("java/util/TimeZone", "defaultTimeZone"),
];

/// Fields of the thread of the test that it can change and see.
const OF_THREAD: [(&str, u32); 4] =
    [("contextClassLoader", 8), ("uncaughtExceptionHandler", 8), ("name", 8), ("interrupted", 1)];

/// What code of the class path can see beside its own objects.
#[derive(PartialEq, Eq)]
struct Visible {
    shared: Vec<u64>,
    /// Static fields of classes that are not under test: references, and a digest of the others.
    others: (Vec<u64>, u64),
    of_thread: Vec<u64>,
    properties: u64,
    digest: u64,
    failed: usize,
}

impl Visible {
    /// Whether what is seen `later` is no different: what was not known before may be known.
    fn is_still(&self, later: &Self) -> bool {
        let zone_becomes_known = self.shared.last() == Some(&0) && later.shared.last() != Some(&0);
        self.digest == later.digest
            && (self.properties == later.properties || zone_becomes_known)
            && self.of_thread == later.of_thread
            && self.failed == later.failed
            && self.others.1 == later.others.1
            && is_no_less_known(&self.shared, &later.shared)
            && is_no_less_known(&self.others.0, &later.others.0)
    }
}

/// Whether references that were known are the same `later`.
fn is_no_less_known(before: &[u64], later: &[u64]) -> bool {
    before.iter().zip(later).all(|(before, later)| *before == 0 || before == later)
}

impl Stage {
    /// Runs `sequences` in the state that [`Stage::reset_settled`] goes to, and makes what they leave that state; those that do not end, or
    /// that leave something to be seen, are left out. So are those that begin to initialise a class for which `is_awaited` holds: runs
    /// are to show that. Gives how many were run.
    ///
    /// Nothing is done where no class is settled, or where replays begin there, too.
    pub fn warm(&mut self, sequences: &[Sequence], is_awaited: &dyn Fn(&str) -> bool) -> usize {
        if self.other.is_none() || self.begins_initialised() || self.variation != Variation::default() {
            return 0;
        }
        self.select(true);
        self.elsewhere.clear();
        let copy = self.launcher.fork();
        let cold = std::mem::replace(&mut self.launcher, copy);
        self.apply_limit();
        self.launcher.keep_hashes(true);
        let good: Vec<&Sequence> =
            sequences.iter().filter(|sequence| self.leaves_nothing(sequence, is_awaited)).collect();
        if good.len() < sequences.len() {
            // What the others left goes with the copy.
            self.launcher = cold.fork();
            self.apply_limit();
            self.launcher.keep_hashes(true);
        }
        if good.is_empty() || good.len() < sequences.len() && !self.leave_nothing(&good) {
            self.launcher = cold;
            return 0;
        }
        self.launcher.keep_hashes(false);
        self.launcher.settle_memory();
        good.len()
    }

    /// Runs `sequences` in the present state; whether they leave nothing that can be seen.
    fn leave_nothing(&mut self, sequences: &[&Sequence]) -> bool {
        let Ok((classes, before)) = self.visible(None) else { return false };
        for sequence in sequences {
            self.run(sequence, &mut Ignore);
        }
        self.visible(Some(classes)).is_ok_and(|(_, after)| before.is_still(&after))
    }

    /// Runs `sequence` in the present state; whether it ends, and leaves nothing that can be seen.
    fn leaves_nothing(&mut self, sequence: &Sequence, is_awaited: &dyn Fn(&str) -> bool) -> bool {
        let begun: BTreeSet<String> = self.begun().into_iter().collect();
        let Ok((classes, before)) = self.visible(None) else { return false };
        let run = self.run(sequence, &mut Ignore);
        let has_ended = matches!(run.ended, Ended::Returned | Ended::Threw { .. });
        let has_files = self.launcher.parts().1.state.files.left().is_some();
        if !has_ended || has_files || has_begun_threads(&mut self.launcher, 1) {
            return false;
        }
        let Ok((_, after)) = self.visible(Some(classes)) else { return false };
        before.is_still(&after)
            && !self.begun().iter().any(|class| !begun.contains(class) && is_awaited(class))
    }

    /// What can be seen, of `classes` or of those of the class path that are initialised; with these.
    fn visible(&mut self, classes: Option<Vec<ClassId>>) -> Result<(Vec<ClassId>, Visible), Stop> {
        let (heap, api) = (&mut self.heap, &self.api);
        let subjects: Vec<&str> = api.subjects.iter().map(|&id| &*api.classes[id].name).collect();
        self.launcher.in_env(|env| {
            let classes = match classes {
                Some(classes) => classes,
                None => heap.initialised(env)?,
            };
            // What is nested in a class under test is under test, too.
            let is_subject = |class: &ClassId| {
                let name = &*env.vm.program.classes[*class].name;
                subjects.iter().any(|of| {
                    name.strip_prefix(*of).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
                })
            };
            let (own, others): (Vec<ClassId>, Vec<ClassId>) = classes.iter().copied().partition(is_subject);
            let shared = SHARED
                .iter()
                .map(|(class, field)| static_field(env, class, field))
                .collect::<Result<Vec<_>, _>>()?;
            let of_thread = OF_THREAD
                .iter()
                .map(|&(field, bytes)| thread_field(env, field, bytes))
                .collect::<Result<Vec<_>, _>>()?;
            let properties = static_field(env, "java/lang/System", "props")?;
            let properties = heap.digest(env, &[properties], &[])?;
            let digest = heap.digest(env, &[], &own)?;
            let others = heap.static_fields(env, &others)?;
            let failed = env.vm.state.failed.len();
            Ok((classes, Visible { shared, others, of_thread, properties, digest, failed }))
        })
    }
}

/// The reference in a static field; null where there is no such field, or where its class is not initialised.
fn static_field(env: &mut Env<'_, '_>, class: &str, field: &str) -> Result<u64, Stop> {
    if env.needs_initialising(class)? || !env.vm.has_field(class, field) {
        return Ok(0);
    }
    let (statics, offset) = (env.statics(class)?, env.vm.offset(class, field)?);
    env.read(statics, offset, 8)
}

/// A field of the thread that runs tests; 0 where there is none of that name.
fn thread_field(env: &mut Env<'_, '_>, field: &str, bytes: u32) -> Result<u64, Stop> {
    const THREAD: &str = "java/lang/Thread";
    let thread = env.vm.state.threads.current;
    if thread == 0 || !env.vm.has_field(THREAD, field) {
        return Ok(0);
    }
    let offset = env.vm.offset(THREAD, field)?;
    env.read(thread, offset, bytes)
}
