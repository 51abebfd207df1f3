//! Where the nearest of several runs left the way to what none of them covered.

use crate::unit::{ints, program};
use std::sync::Arc;
use trine_ir::text::parse_program;
use trine_ir::{Block, FuncId, SiteId};
use trine_machine::{Concrete, Config, FaultKind, Machine, NoStubs};
use trine_search::nearest::{Decided, Nearby, NearestMiss, Wanted};

/// `if (a == 7) if (b > 100) target`; the function `g` calls it when its argument is above 50.
const F: &str = "
    site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 7:i32
    branch v2, block1, block3, site0
block1:
    v3: i1 = icmp.sgt v1, 100:i32
    branch v3, block2, block3, site1
block2:
    return 1:i32
block3:
    return 0:i32";

const G: &str = "
    site0: branch
block0(v0: i32):
    v1: i1 = icmp.sgt v0, 50:i32
    branch v1, block1, block2, site0
block1:
    v2: i32 = call fn0(v0, v0)
    return v2
block2:
    return 0:i32";

struct Runs {
    machine: Machine,
    nearby: Nearby,
    count: u32,
}

impl Runs {
    fn new() -> Self {
        let text = program(&[("f", "(i32, i32) -> (i32)", F), ("g", "(i32) -> (i32)", G)]);
        let program = Arc::new(parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        let nearby = Nearby::new(Arc::clone(&program), ["f".to_owned(), "g".to_owned()]);
        Self { machine: Machine::new(program, Config::default()).unwrap(), nearby, count: 0 }
    }

    fn run(&mut self, function: u32, args: &[i32]) {
        self.machine.reset();
        self.nearby.begin(self.count);
        self.count += 1;
        self.machine.run(FuncId(function), &ints(args), &mut Concrete, &mut self.nearby, &mut NoStubs);
    }

    fn nearest(&self, function: u32, wanted: Wanted) -> Option<NearestMiss> {
        self.nearby.nearest(FuncId(function), &[wanted])
    }
}

#[test]
fn the_run_with_the_smallest_distance_is_nearest_with_its_values() {
    let mut runs = Runs::new();
    for args in [[0, 0], [5, 0], [30, 0]] {
        runs.run(0, &args);
    }
    let miss = runs.nearest(0, Wanted::Block(Block(2))).unwrap();
    assert_eq!((miss.block, miss.needs, miss.approach_level), (Block(0), Some((SiteId(0), 0)), 1));
    let evaluation = miss.evaluation.unwrap();
    assert_eq!((miss.run, evaluation.run, evaluation.number, evaluation.distance), (1, 1, 1, 3.0));
    assert!(matches!(evaluation.decided, Decided::Ints { a: 5, b: 7, width: 32, .. }), "{evaluation:?}");
}

#[test]
fn a_run_that_came_further_is_nearer_than_one_with_a_smaller_distance() {
    let mut runs = Runs::new();
    runs.run(0, &[6, 0]);
    runs.run(0, &[7, -1000]);
    let miss = runs.nearest(0, Wanted::Edge(SiteId(1), 0)).unwrap();
    assert_eq!((miss.run, miss.needs, miss.approach_level), (1, Some((SiteId(1), 0)), 0));
    assert_eq!(miss.evaluation.map(|evaluation| evaluation.distance), Some(1101.0));
}

#[test]
fn of_a_function_that_no_run_entered_the_nearest_call_counts() {
    let mut runs = Runs::new();
    assert_eq!(runs.nearest(0, Wanted::Block(Block(2))), None, "nothing ran");
    runs.run(1, &[48]);
    let miss = runs.nearest(0, Wanted::Block(Block(2))).unwrap();
    assert_eq!((miss.function, miss.needs, miss.approach_level), (FuncId(1), Some((SiteId(0), 0)), 2));
    runs.run(1, &[51]);
    let miss = runs.nearest(0, Wanted::Block(Block(2))).unwrap();
    assert_eq!((miss.function, miss.run, miss.approach_level), (FuncId(0), 1, 1));
}

#[test]
fn what_is_not_watched_is_not_told() {
    let mut runs = Runs::new();
    runs.nearby = Nearby::new(Arc::clone(runs.machine.program()), ["f".to_owned()]);
    runs.run(1, &[48]);
    assert_eq!(runs.nearest(0, Wanted::Block(Block(2))), None);
}

/// `if (a > 3) return 10 / b`.
const H: &str = "
    site0: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.sgt v0, 3:i32
    branch v2, block1, block2, site0
block1:
    v3: i32 = sdiv 10:i32, v1
    return v3
block2:
    return 0:i32";

#[test]
fn how_runs_ended_is_kept_with_the_last_branch_that_they_decided() {
    let text = program(&[("h", "(i32, i32) -> (i32)", H)]);
    let program = Arc::new(parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let nearby = Nearby::new(Arc::clone(&program), ["h".to_owned()]);
    let machine = Machine::new(program, Config::default()).unwrap();
    let mut runs = Runs { machine, nearby, count: 0 };
    runs.run(0, &[4, 0]);
    runs.run(0, &[2, 5]);
    let ended = runs.nearby.end(0).unwrap();
    assert_eq!(ended.fault.as_ref().map(|fault| &fault.kind), Some(&FaultKind::DivisionByZero));
    let last = ended.last.unwrap();
    assert_eq!((last.site, last.number), (SiteId(0), 1));
    assert!(matches!(last.decided, Decided::Ints { a: 4, b: 3, .. }), "{last:?}");
    let returned = runs.nearby.end(1).unwrap();
    assert!(returned.fault.is_none() && returned.last.is_some(), "of the run at hand as well: {returned:?}");
    assert_eq!(runs.nearby.end(2), None);
}
