//! The search loop allocates nothing per evaluation: ten times the evaluations, the same number of allocations.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};
use support::{TRIANGLE, Unit};
use trine_engine::{Algorithm, BranchSettings, FitnessKind};

/// Counts what is asked of the system's allocator.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn searches_allocate_nothing_per_evaluation() {
    let unit = Unit::new(TRIANGLE);
    let mut search = unit.branch_search();
    // The equality of all three: no search of this length covers it.
    let branches: Vec<_> = search.branches().map(|(id, _)| id).collect();
    let hard = branches[16];
    for algorithm in [Algorithm::Avm, Algorithm::Ga] {
        for (name, fitness) in FitnessKind::NAMES {
            let mut allocations = |budget_evals: u64| {
                let settings =
                    BranchSettings { algorithm, fitness, budget_evals, ..BranchSettings::default() };
                let before = ALLOCATIONS.load(Ordering::Relaxed);
                let attempt = search.search(hard, &settings);
                let count = ALLOCATIONS.load(Ordering::Relaxed) - before;
                assert_eq!(attempt.evaluations, budget_evals, "the search is as long as wanted");
                count
            };
            // Buffers find their sizes: of the machine, and of sub-populations that grow.
            allocations(2000);
            let (short, long) = (allocations(600), allocations(2000));
            assert!(long <= short + 20, "{algorithm:?}, {name}: {short}, then {long}");
        }
    }
}
