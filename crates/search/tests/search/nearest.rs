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

/// `if (a > 3) { make(); make(); } if (b == 1) target`, where `make` calls what makes an exception, and throws it when its argument is set.
const THROWS: &str = "
    site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.sgt v0, 3:i32
    branch v2, block1, block2, site0
block1:
    v3: i32 = call fn1(v1)
    v4: i1 = icmp.eq v3, 1:i32
    branch v4, block3, block2, site1
block2:
    return 0:i32
block3:
    return 1:i32";

/// `10 / b`, behind a call of the constructor.
const MAKES: &str = "
block0(v0: i32):
    v1: i32 = call fn2(v0)
    v2: i32 = sdiv 10:i32, v0
    return v2";

const CONSTRUCTOR: &str = "
block0(v0: i32):
    return v0";

fn is_exception(program: &trine_ir::Program, function: FuncId) -> Option<String> {
    (program.callables[function].name == "new").then(|| "Exception".to_owned())
}

#[test]
fn what_is_raised_is_kept_under_the_block_that_it_leaves_with_the_last_branch_before() {
    let one = "(i32) -> (i32)";
    let text =
        program(&[("f", "(i32, i32) -> (i32)", THROWS), ("make", one, MAKES), ("new", one, CONSTRUCTOR)]);
    let program = Arc::new(parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let nearby = Nearby::new(Arc::clone(&program), ["f".to_owned()]).with_exceptions(is_exception);
    let machine = Machine::new(program, Config::default()).unwrap();
    let mut runs = Runs { machine, nearby, count: 0 };
    runs.run(0, &[2, 0]);
    runs.run(0, &[7, 0]);
    let miss = runs.nearest(0, Wanted::Block(Block(3))).unwrap();
    assert_eq!((miss.block, miss.evaluation, miss.wants_exception, miss.run), (Block(1), None, false, 1));
    let raised = runs.nearby.raised_in(FuncId(0), Block(1)).unwrap();
    assert_eq!((raised.what.as_str(), raised.run, raised.function), ("Exception", 1, FuncId(0)));
    assert_eq!(raised.by, Some(FuncId(1)), "out of what it called");
    assert!(matches!(raised.last.unwrap().decided, Decided::Ints { a: 7, b: 3, .. }), "{raised:?}");
    assert_eq!(runs.nearby.raised_in(FuncId(0), Block(2)), None, "nothing was raised there");
    let (run, before) = runs.nearby.decided_before(FuncId(0), Block(1)).unwrap();
    assert_eq!((run, before.site, before.number), (1, SiteId(0), 1));
    assert_eq!(runs.nearby.decided_before(FuncId(0), Block(0)), None, "the entry");
}

#[test]
fn checks_that_are_no_conditions_are_passed_over() {
    let mut runs = Runs::new();
    runs.nearby = Nearby::new(Arc::clone(runs.machine.program()), ["f".to_owned()])
        .with_conditions([("f".to_owned(), std::collections::BTreeSet::new())].into());
    runs.run(0, &[7, 0]);
    assert!(runs.nearby.end(0).unwrap().last.is_none());
    assert_eq!(runs.nearby.decided_before(FuncId(0), Block(1)), None);
}

#[test]
fn calls_that_the_program_does_not_tell_lead_over_functions_that_never_ran() {
    use trine_search::nearest::Calls;
    let one = "(i32) -> (i32)";
    let inner = "
    site0: branch
block0(v0: i32):
    v1: i1 = icmp.sgt v0, 50:i32
    branch v1, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
    // The call stands at column 5 of `outer`; what it calls is not told.
    let inner = inner.replace("return 1:i32", "v2: i32 = add v0, 1:i32 !file0:1:5\n    return 1:i32");
    let text = program(&[("outer", one, &inner), ("middle", one, CONSTRUCTOR), ("target", one, CONSTRUCTOR)]);
    let text = text.replacen("program\n", "program\nfile0: \"f.java\"\n", 1);
    let program = Arc::new(parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let call = |caller: &str, callee: &str, column| Calls {
        caller: caller.to_owned(),
        callee: callee.to_owned(),
        column,
    };
    let names = ["outer", "middle", "target"].map(str::to_owned);
    let calls = [call("middle", "target", 9), call("outer", "middle", 5)];
    let nearby = Nearby::new(Arc::clone(&program), names).with_calls(calls);
    let machine = Machine::new(program, Config::default()).unwrap();
    let mut runs = Runs { machine, nearby, count: 0 };
    assert_eq!(runs.nearby.nearest_to_call("target"), None, "nothing ran");
    runs.run(0, &[48]);
    let miss = runs.nearby.nearest_to_call("target").unwrap();
    assert_eq!((miss.function, miss.needs, miss.block), (FuncId(0), Some((SiteId(0), 0)), Block(0)));
    assert!(matches!(miss.evaluation.unwrap().decided, Decided::Ints { a: 48, b: 50, .. }), "{miss:?}");
}

#[test]
fn values_that_the_same_run_elsewhere_does_not_have_are_marked() {
    let mut runs = Runs::new();
    runs.run(1, &[48]);
    let mut elsewhere = runs.nearby.asking();
    // As if the argument were a part of an address.
    elsewhere.begin(0);
    let machine = &mut runs.machine;
    machine.reset();
    machine.run(FuncId(1), &ints(&[49]), &mut Concrete, &mut elsewhere, &mut NoStubs);
    runs.nearby.compare_layouts(&elsewhere);
    let miss = runs.nearest(1, Wanted::Edge(SiteId(0), 0)).unwrap();
    assert_eq!(miss.evaluation.unwrap().addresses, [true, false], "{miss:?}");
    let last = runs.nearby.end(0).unwrap().last.unwrap();
    assert_eq!((last.addresses, last.number), ([true, false], 1));
    let mut same = runs.nearby.asking();
    same.begin(0);
    runs.machine.reset();
    runs.machine.run(FuncId(1), &ints(&[48]), &mut Concrete, &mut same, &mut NoStubs);
    runs.nearby.compare_layouts(&same);
    let miss = runs.nearest(1, Wanted::Edge(SiteId(0), 0)).unwrap();
    assert_eq!(miss.evaluation.unwrap().addresses, [false, false]);
}
