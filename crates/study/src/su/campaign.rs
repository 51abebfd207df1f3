//! Many explorations on all cores. Results come back in the order of the jobs.

use super::units::ExploredFunction;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use trine_engine::techniques::symbolic::alone::Plan;
use trine_engine::unit::Trial;
use trine_engine::{Options, Sources};
use trine_record::Criterion;

/// IR instructions of one run, at most.
pub const STEPS: u64 = 20_000;
/// Conflicts of one question, at most: a tenth of what a search allows, because divisions of long words take minutes.
const CONFLICTS: u32 = 500;
/// Work of one question, and of one exploration: a second takes some hundred million.
const QUERY_EFFORT: u64 = 10_000_000;
const EFFORT: u64 = 100_000_000;
/// Lowering recurses in deeply nested code.
const STACK_BYTES: usize = 64 << 20;

/// A searcher, with or without path filtering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variant {
    /// Name of the searcher.
    pub search: &'static str,
    /// Whether candidates that can reach nothing new are left out.
    pub filters: bool,
}

impl Variant {
    /// Its name in tables: `*` marks a searcher without filtering.
    pub fn name(self) -> String {
        format!("{}{}", self.search, if self.filters { "" } else { "*" })
    }
}

/// An exploration to be made.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Position of the subject.
    pub subject: usize,
    /// The searcher.
    pub variant: Variant,
    /// Seed of the first input, and of the searcher.
    pub seed: u64,
    /// Runs, at most.
    pub iterations: usize,
}

impl Job {
    /// Explores; an error says why that cannot be done.
    pub fn run(&self, subjects: &[ExploredFunction], criterion: Criterion) -> Result<Trial, String> {
        let options = Options { seed: self.seed, steps: STEPS, criterion, ..Options::default() };
        let plan = Plan {
            search: self.variant.search,
            filters: self.variant.filters,
            iterations: self.iterations,
            // Loops can offer refuted candidates without end.
            queries: self.iterations * 20,
            conflicts: CONFLICTS,
            query_effort: QUERY_EFFORT,
            effort: EFFORT,
        };
        let subject = &subjects[self.subject];
        subject.context(&Sources::default(), &options).explore_alone(&subject.shape, &plan)
    }
}

/// Maps all of `items` on all cores, in order. What panics gives an error; what is done is told now and then.
pub fn on_all_cores<T: Sync, R: Send>(
    what: &str,
    items: &[T],
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Vec<Result<R, String>> {
    let results: Vec<Mutex<Option<Result<R, String>>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let (next, done, started) = (AtomicUsize::new(0), AtomicUsize::new(0), Instant::now());
    let worker = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return };
            let result = catch_unwind(AssertUnwindSafe(|| work(item)))
                .unwrap_or_else(|_| Err("a bug of Trine: it panicked".to_owned()));
            if let Ok(mut place) = results[at].lock() {
                *place = Some(result);
            }
            tell(what, done.fetch_add(1, Ordering::Relaxed) + 1, items.len(), started);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores {
            // Without a further thread the work takes longer; without any it is missing, and told.
            let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, worker);
        }
    });
    let missing = || Err("not run: no thread could be started".to_owned());
    results.into_iter().map(|place| place.into_inner().ok().flatten().unwrap_or_else(missing)).collect()
}

fn tell(what: &str, done: usize, all: usize, started: Instant) {
    let tenth = all.div_ceil(10).max(1);
    if done.is_multiple_of(tenth) || done == all {
        println!("{what}: {done} of {all}, {:.0} s", started.elapsed().as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        let results = on_all_cores("squares", &items, |item| match item {
            13 => Err("unlucky".to_owned()),
            item => Ok(item * item),
        });
        assert!(results.iter().enumerate().all(|(at, result)| match result {
            Ok(square) => *square == (at * at) as u64,
            Err(reason) => at == 13 && reason == "unlucky",
        }));
    }
}
