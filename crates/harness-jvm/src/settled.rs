//! Static initialisers run once: a second machine whose resets go to a state in which classes are initialised.
//!
//! A search runs a class thousands of times from a reset, and each run would initialise the same classes anew, which takes longer than
//! the test itself where an initialiser reads tables. The search may run in the state behind the initialisers. Whether a test sees the
//! difference (an initialiser that reads what a test writes before) is not asked here: what is claimed is replayed in the machine in
//! which nothing is initialised. Where the initialisers take seconds (a table of rules that is read and compiled), replays would take
//! minutes: there they begin behind the initialisers, too, and what these find in other worlds is left to the JVM that judges.

use crate::Stage;
use crate::variation::Variation;
use trine_ir::ClassId;
use trine_jdk::Launcher;
use trine_jdk::env::Env;
use trine_machine::{Concrete, Observer, TerminationReason};

/// Instructions that all initialisers together may take, for each that a run may take.
const STEPS_FACTOR: u64 = 1_000;
/// Initialisers that take more instructions together are run once only, also for replays.
const COSTLY_STEPS: u64 = 100_000_000;
/// A run in another world may take so many times the instructions of one in the usual world.
const PATIENCE_ELSEWHERE: u64 = 40;
/// The class of threads in which the class library clears up what nothing refers to any more: there is no such moment here, so that nobody
/// waits for them.
const CLEANERS: &str = "jdk/internal/misc/InnocuousThread";
/// Classes that may fail in one attempt before nothing is settled.
const MAX_FAILURES: usize = 16;

impl Stage {
    /// Makes later [`Stage::reset_settled`] go to a state in which `classes` (names as in class files) are initialised, in this order.
    /// Those whose initialiser throws, does not end, starts a thread or is not supported stay as they were. `observer` sees the initialisers run.
    ///
    /// Gives the classes that are initialised.
    pub fn settle<O: Observer<Concrete>>(&mut self, classes: &[String], observer: &mut O) -> Vec<String> {
        self.select(false);
        self.elsewhere.clear();
        let before = self.other.take().filter(|_| self.initialising_steps > COSTLY_STEPS);
        let steps_before = std::mem::take(&mut self.initialising_steps);
        let known = std::mem::take(&mut self.settled);
        let is_meant = |class: &&String| !self.unsettled.contains(*class);
        // Costly initialisers are not run again for the sake of some more classes.
        let before = before
            .filter(|_| known.iter().all(|class| classes.iter().filter(is_meant).any(|of| of == class)));
        // A class that fails leaves its traces, so that all begins anew without it; it is not tried again.
        for _ in 0..MAX_FAILURES {
            let wanted: Vec<&String> =
                classes.iter().filter(|class| !self.unsettled.contains(*class)).collect();
            let added: Vec<&String> = match before {
                Some(_) => wanted.iter().copied().filter(|class| !known.contains(class)).collect(),
                None => wanted.clone(),
            };
            let mut settled = before.as_ref().unwrap_or(&self.launcher).fork();
            match self.initialised(&mut settled, &added, observer) {
                Ok(steps) => {
                    settled.settle();
                    self.other = Some(settled);
                    self.initialising_steps = steps + if before.is_some() { steps_before } else { 0 };
                    self.apply_limit();
                    self.settled = wanted.into_iter().cloned().collect();
                    return self.settled.clone();
                }
                Err(at) => _ = self.unsettled.insert(added[at].clone()),
            }
        }
        self.apply_limit();
        Vec::new()
    }

    /// Initialises the classes; gives the instructions that it took, or the position of the class that failed.
    fn initialised<O: Observer<Concrete>>(
        &self,
        launcher: &mut Launcher,
        classes: &[&String],
        observer: &mut O,
    ) -> Result<u64, usize> {
        let mut left = self.steps.map_or(u64::MAX, |steps| steps.saturating_mul(STEPS_FACTOR));
        let mut taken = 0;
        launcher.keep_hashes(true);
        for (at, class) in classes.iter().enumerate() {
            launcher.parts().0.set_step_limit(left);
            let threads = launcher.parts().1.state.threads.all.len();
            let outcome = launcher.initialise_class(class, observer);
            // Threads end with the run that started them: who waits for one of an initialiser would wait for ever.
            if outcome.reason != TerminationReason::Returned || has_begun_threads(launcher, threads) {
                return Err(at);
            }
            taken += outcome.steps;
            left = left.saturating_sub(outcome.steps);
        }
        launcher.keep_hashes(false);
        Ok(taken)
    }

    /// Whether replays begin behind the initialisers of the settled classes, because these take so long.
    #[must_use]
    pub fn begins_initialised(&self) -> bool {
        self.other.is_some() && self.initialising_steps > COSTLY_STEPS
    }

    /// Forgets all that ran but for the initialisers of the settled classes.
    pub fn reset_settled(&mut self) {
        if self.other.is_none() {
            return self.reset();
        }
        self.select(true);
        self.restart();
    }

    /// Classes whose initialisation runs since the last reset began.
    pub fn begun(&mut self) -> Vec<String> {
        let (machine, vm) = self.launcher.parts();
        let classes = vm.program.classes.len() as u32;
        let begun = (0..classes).filter(|&class| machine.memory().class_begun(class));
        begun.filter_map(|class| Some(vm.program.classes.get(ClassId(class))?.name.to_string())).collect()
    }

    /// Makes the one or the other machine the one that runs.
    pub(crate) fn select(&mut self, settled: bool) {
        if let Some(other) = &mut self.other
            && self.is_settled != settled
        {
            std::mem::swap(&mut self.launcher, other);
            self.is_settled = settled;
        }
    }

    /// The limit of each machine: initialisers have theirs beside that of a run.
    pub(crate) fn apply_limit(&mut self) {
        let Some(steps) = self.steps else { return };
        // What initialisers find in another world may take them longer: a time zone whose rules are read, for one.
        let is_usual = self.variation == Variation::default();
        let steps = if is_usual { steps } else { steps.saturating_mul(PATIENCE_ELSEWHERE) };
        let of =
            |is_settled: bool| if is_settled { steps } else { steps.saturating_add(self.initialising_steps) };
        self.launcher.parts().0.set_step_limit(of(self.is_settled));
        if let Some(other) = &mut self.other {
            other.parts().0.set_step_limit(of(!self.is_settled));
        }
    }
}

/// Whether a thread was begun behind the first `count` that somebody may wait for. The first of all is the main thread, which is counted
/// once there is another one.
pub(crate) fn has_begun_threads(launcher: &mut Launcher, count: usize) -> bool {
    let all = &launcher.parts().1.state.threads.all;
    let threads: Vec<u64> = all.iter().skip(count.max(1)).map(|thread| thread.object).collect();
    let is_cleaner = |env: &mut Env<'_, '_>, thread: u64| Ok(env.class_name(thread)? == CLEANERS);
    !threads.iter().all(|&thread| launcher.in_env(|env| is_cleaner(env, thread)).unwrap_or(false))
}
