//! The search loop allocates nothing per evaluation: ten times the evaluations, the same number of allocations.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};
use support::TestUnit;
use trine_engine::{Algorithm, BranchSettings, FitnessKind};
use trine_record::GoalKind;

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

/// A branch that no input takes: 7 is no square, modulo any power of two; what stands before is taken by half of all.
const SQUARE: &str = r#"program
fn0: "square"(i32, i32) -> (i32) defined external
body fn0 = function "square"(i32, i32) -> (i32) {
    site0: branch
    site1: branch
    condition0: boolean !file0:1:1..1:2 true taken(site0/0) false taken(site0/1)
    condition1: boolean !file0:2:1..2:2 true taken(site1/0) false taken(site1/1)
block0(v0: i32, v1: i32):
    v2: i1 = icmp.slt v0, v1
    branch v2, block1, block3, site0
block1:
    v3: i32 = mul v0, v0
    v4: i1 = icmp.eq v3, 7:i32
    branch v4, block2, block3, site1
block2:
    return 1:i32
block3:
    return 0:i32
}
"#;

#[test]
fn searches_allocate_nothing_per_evaluation() {
    let unit = TestUnit::new(SQUARE);
    let mut search = unit.branch_search();
    let wanted = GoalKind::Condition { condition: 1, outcome: true };
    let (hard, _) =
        search.branches().find(|(_, goal)| goal.kind == wanted).expect("the function has the branch");
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
