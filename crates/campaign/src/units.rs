//! All units of a run on all workers. Results come back in the order of the units, whatever
//! worker finished first; a unit's randomness depends on its name and the seed only.

use crate::c::loading::Loaded;
use crate::program_cache::ProgramCache;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use trine_base::AtWork;
use trine_engine::{Options, UnitContext, UnitOutcome};
use trine_ir::Program;
use trine_testcase::api::CallableId;

/// How often those who wait for events are told that time has passed.
const TICK: Duration = Duration::from_millis(250);

/// A unit of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Position of its job.
    pub job: usize,
    /// The callable.
    pub callable: CallableId,
}

/// What happens to a unit.
pub enum Event<T = UnitOutcome> {
    /// Work on it starts; what is at work is told there.
    Started(usize, Arc<AtWork>),
    /// It is done; whether the result is whole, and not what there was when the user asked to stop.
    Done(usize, Box<T>, bool),
    /// A worker failed in it: a bug of ours, with what the panic said.
    Failed(usize, String),
    /// Time has passed.
    Tick,
}

/// The units of `jobs`, in order.
#[must_use]
pub fn tasks(jobs: &[Loaded]) -> Vec<Task> {
    let of_job = |(job, loaded): (usize, &Loaded)| {
        loaded.callables.iter().map(move |&callable| Task { job, callable }).collect::<Vec<_>>()
    };
    jobs.iter().enumerate().flat_map(of_job).collect()
}

/// The context of a unit, in `program`: that of its job, or the same opened anew.
#[must_use]
pub fn context<'a>(
    jobs: &'a [Loaded],
    task: Task,
    program: &'a Arc<Program>,
    options: &'a Options,
) -> UnitContext<'a> {
    let job = &jobs[task.job];
    UnitContext {
        program,
        api: &job.api,
        sources: &job.sources,
        callable: task.callable,
        options,
        language: job.language(task.callable),
        scope: None,
        at_work: None,
        own_tests: job.own_tests.of(task.callable),
    }
}

/// The units of `jobs` before the search, without a body kept.
#[must_use]
pub fn pending(jobs: &[Loaded], tasks: &[Task], options: &Options) -> Vec<UnitOutcome> {
    let program_cache = ProgramCache::new(options.memory, 1);
    let mut program;
    let mut outcomes = Vec::with_capacity(tasks.len());
    for &task in tasks {
        program = program_cache.open(&jobs[task.job].program);
        outcomes.push(context(jobs, task, &program, options).pending());
    }
    outcomes
}

/// Runs the units at `positions` of `tasks` on `workers` threads; `on_event` is called on the calling
/// thread.
pub fn run(
    jobs: &[Loaded],
    tasks: &[Task],
    positions: &[usize],
    options: &Options,
    workers: usize,
    stop: &AtomicBool,
    on_event: impl FnMut(Event),
) {
    let program_cache = ProgramCache::new(options.memory, workers);
    let worker = |turns: &Turns<'_, UnitOutcome>| {
        // Kept until the next one is there, which may be the same.
        let mut program;
        while let Some((position, at_work)) = turns.next_unit() {
            program = program_cache.open(&jobs[tasks[position].job].program);
            let context = context(jobs, tasks[position], &program, options);
            let context = UnitContext { at_work: Some(&at_work), ..context };
            turns.work(position, || context.run(stop));
        }
    };
    on_workers(positions, workers, stop, worker, on_event);
}

/// Where a worker gets its units from, and tells what becomes of them.
pub struct Turns<'a, T> {
    positions: &'a [usize],
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    sender: mpsc::Sender<Event<T>>,
}

impl<T> Turns<'_, T> {
    /// The next unit, which no other worker gets, and where its work is told.
    pub fn next_unit(&self) -> Option<(usize, Arc<AtWork>)> {
        let position = *self.positions.get(self.next.fetch_add(1, Ordering::Relaxed))?;
        let at_work = Arc::new(AtWork::default());
        // The receiver lives until every worker is done.
        let _ = self.sender.send(Event::Started(position, Arc::clone(&at_work)));
        Some((position, at_work))
    }

    /// Works on the unit at `position`, and tells what came of it; a panic is told like anything else.
    pub fn work(&self, position: usize, work: impl FnOnce() -> T) {
        let outcome = catch_unwind(AssertUnwindSafe(work));
        let _ = self.sender.send(match outcome {
            // The flag is never taken back: if it is not set now, it was not set before.
            Ok(outcome) => Event::Done(position, Box::new(outcome), !self.stop.load(Ordering::Relaxed)),
            Err(panic) => Event::Failed(position, panic_text(&*panic)),
        });
    }
}

/// Has `workers` threads work on the units at `positions`, each as `worker` says; `on_event` is called on the calling thread.
pub fn on_workers<T: Send>(
    positions: &[usize],
    workers: usize,
    stop: &AtomicBool,
    worker: impl Fn(&Turns<'_, T>) + Sync,
    mut on_event: impl FnMut(Event<T>),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers.clamp(1, positions.len().max(1)) {
            let turns = Turns { positions, next: &next, stop, sender: sender.clone() };
            let worker = &worker;
            // Deeply nested types and expressions recurse in the lowering.
            let spawned =
                std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, move || worker(&turns));
            if spawned.is_err() {
                break;
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(event) => on_event(event),
                Err(mpsc::RecvTimeoutError::Timeout) => on_event(Event::Tick),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".to_owned())
}
