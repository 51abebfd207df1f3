//! The standard fitness of runs in the machine.

use crate::unit::{TestUnit, at, edge, ints};
use trine_base::Stream;
use trine_coverage::{PathStep, Target};
use trine_ir::{Block, SiteId};
use trine_search::{ConstantPool, Fitness, RandomValues};
use trine_testcase::LeafKind;

/// `if (a == 7) if (b > 100) target`, and a loop that counts down.
const NESTED: &str = "
    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 7:i32
    branch v2, block1, block3(v1), site0
block1:
    v3: i1 = icmp.sgt v1, 100:i32
    branch v3, block2, block3(v1), site1
block2:
    return 1:i32
block3(v4: i32):
    v5: i1 = icmp.sgt v4, 0:i32
    branch v5, block4, block5, site2
block4:
    v6: i32 = sub v4, 3:i32
    jump block3(v6)
block5:
    return 0:i32";

const SWITCH: &str = "
    site0: switch 4
    site1: branch
block0(v0: i32, v1: i32):
    switch v0 [3: 0, 4: 0, 90: 1, 91: 2] default 3 [block1, block2, block3, block4], site0
block1:
    return 1:i32
block2:
    v2: i32 = sub v1, v0
    v3: i1 = icmp.ult v2, 8:i32
    branch v3, block1, block4, site1
block3:
    return 3:i32
block4:
    return 4:i32";

/// A flag by control flow, a stored flag, and the flag of a helper.
const FLAGS: &str = "
    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    v2: ptr = stackalloc 1 align 1
    v3: i1 = icmp.slt v0, 50:i32
    v4: i8 = zext v3
    store v4 -> v2
    branch v3, block1, block2(0:i32), site0
block1:
    jump block2(1:i32)
block2(v5: i32):
    v6: i1 = icmp.eq v5, 0:i32
    branch v6, block3, block4, site1
block3:
    return 0:i32
block4:
    v7: i8 = load v2
    v8: i1 = icmp.ne v7, 0:i8
    v9: i1 = icmp.eq v1, v0
    v10: i1 = and v8, v9
    branch v10, block3, block5, site2
block5:
    return 1:i32";

const SIGNATURE: &str = "(i32, i32) -> (i32)";

#[test]
fn levels_count_control_dependences_and_distances_are_those_of_the_nearest_site() {
    let mut unit = TestUnit::of(SIGNATURE, NESTED);
    unit.aim(&edge(1, 0));
    assert_eq!(unit.run(&ints(&[0, 0])), at(1, 8.0));
    assert_eq!(unit.run(&ints(&[7, 0])), at(0, 101.0));
    assert_eq!(unit.run(&ints(&[7, 101])), Fitness::COVERED);
    unit.aim(&edge(1, 1));
    assert_eq!(unit.run(&ints(&[7, 150])), at(0, 51.0));
}

#[test]
fn the_best_execution_of_a_site_in_a_loop_counts() {
    let mut unit = TestUnit::of(SIGNATURE, NESTED);
    unit.aim(&edge(2, 1));
    assert_eq!(unit.run(&ints(&[0, 10])), Fitness::COVERED);
    unit.aim(&edge(2, 0));
    assert_eq!(unit.run(&ints(&[0, -9])), at(0, 10.0));
}

#[test]
fn fitness_is_zero_exactly_when_the_edge_is_taken() {
    for body in [NESTED, SWITCH, FLAGS] {
        let mut unit = TestUnit::of(SIGNATURE, body);
        let mut pool = ConstantPool::default();
        [7, 100, 3, 90, 91, 50].iter().for_each(|&value| pool.add_integer(32, value));
        let values = RandomValues::new(pool.into());
        let kinds = vec![LeafKind::Int { bits: 32, signed: true }; 2];
        let mut stream = Stream::new(1, "law");
        let sites = unit.model().function().sites.clone();
        let mut covered = 0;
        for (site, data) in sites.iter_enumerated() {
            for outcome in 0..data.kind.outcomes() {
                unit.aim(&edge(site.0, outcome));
                let first: u32 = sites.iter().take(site.0 as usize).map(|site| site.kind.outcomes()).sum();
                for _ in 0..200 {
                    let mut args = vec![0; 2];
                    values.fill(&kinds, &mut stream, &mut args);
                    args[1] = if stream.chance(0.3) { args[0] } else { args[1] & 0xfff };
                    let fitness = unit.run(&args);
                    let taken = unit.trace().edges.contains((first + outcome) as usize);
                    assert_eq!(fitness.is_covered(), taken, "{site} {outcome} {args:?}: {fitness}");
                    assert_eq!(fitness.value() == 0.0, taken);
                    covered += u32::from(taken);
                }
            }
        }
        assert!(covered > 100, "{covered}");
    }
}

#[test]
fn every_outcome_of_a_switch_has_a_distance() {
    let mut unit = TestUnit::of(SIGNATURE, SWITCH);
    unit.aim(&edge(0, 1));
    assert_eq!(unit.run(&ints(&[80, 0])), at(0, 11.0));
    unit.aim(&edge(0, 3));
    assert_eq!(unit.run(&ints(&[90, 0])), at(0, 2.0));
    for (site, outcome) in [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)] {
        assert!(unit.search(site, outcome, 1_500).is_some(), "site{site} {outcome}");
    }
}

#[test]
fn nothing_reached_is_the_height_of_the_chain() {
    let body = "
    site0: branch
block0(v0: i32, v1: i32):
    v2: i32 = sdiv v0, v1
    v3: i1 = icmp.eq v2, 3:i32
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 2:i32";
    let mut unit = TestUnit::of(SIGNATURE, body);
    unit.aim(&edge(0, 0));
    assert_eq!(unit.run(&ints(&[1, 0])), at(1, 0.0));
    assert_eq!(unit.run(&ints(&[8, 2])), at(0, 2.0));
    assert_eq!(unit.run(&ints(&[7, 2])), Fitness::COVERED);
}

/// The division stands between the decision and the region.
const FAULTY: &str = "
    site0: branch
    region0: !file0:1:1..9:9
    region1: !file0:2:1..2:9
block0(v0: i32, v1: i32) regions(region0):
    v2: i1 = icmp.sgt v0, 10:i32
    branch v2, block1, block3, site0
block1:
    v3: i32 = sdiv v0, v1
    jump block2
block2 regions(region1):
    return v3
block3:
    return 0:i32";

#[test]
fn a_block_kept_from_running_by_a_fault_is_near_but_not_covered() {
    let mut unit = TestUnit::of(SIGNATURE, FAULTY);
    unit.aim(&Target::Blocks(vec![Block(2)]));
    assert_eq!(unit.run(&ints(&[0, 1])), at(0, 11.0));
    let fault = unit.run(&ints(&[11, 0]));
    assert!(!fault.is_covered() && fault < at(0, 1.0), "{fault:?}");
    assert_eq!(unit.run(&ints(&[11, 1])), Fitness::COVERED);
    unit.aim(&Target::Blocks(vec![Block(0)]));
    assert_eq!(unit.run(&ints(&[11, 0])), Fitness::COVERED);
}

#[test]
fn several_edges_mean_any_of_them() {
    let mut unit = TestUnit::of(SIGNATURE, NESTED);
    unit.aim(&Target::Edges(vec![(SiteId(1), 0), (SiteId(2), 0)]));
    assert_eq!(unit.run(&ints(&[0, -4])), at(0, 5.0));
    assert_eq!(unit.run(&ints(&[0, 4])), Fitness::COVERED);
    assert_eq!(unit.run(&ints(&[7, 200])), Fitness::COVERED);
}

/// `for (i = 0; i < 3; i++) if (a > i && b == 40 + i) …`
const DECISION: &str = "
    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    jump block1(0:i32)
block1(v2: i32):
    v3: i1 = icmp.slt v2, 3:i32
    branch v3, block2, block5, site0
block2:
    v4: i1 = icmp.sgt v0, v2
    branch v4, block3, block4, site1
block3:
    v5: i32 = add v2, 40:i32
    v6: i1 = icmp.eq v1, v5
    branch v6, block4, block4, site2
block4:
    v7: i32 = add v2, 1:i32
    jump block1(v7)
block5:
    return 0:i32";

fn step(site: u32, outcome: u32) -> PathStep {
    PathStep { edges: vec![(SiteId(site), outcome)], misses: vec![(SiteId(site), 1 - outcome)] }
}

#[test]
fn a_path_belongs_to_one_evaluation_of_its_decision() {
    let mut unit = TestUnit::of(SIGNATURE, DECISION);
    unit.aim(&Target::Path(vec![step(1, 0), step(2, 0)]));
    assert_eq!(unit.run(&ints(&[-5, 0])), at(1, 6.0));
    assert_eq!(unit.run(&ints(&[9, 0])), at(0, 41.0));
    // b is 42, which the third evaluation wants; a is too small for it by then.
    assert_eq!(unit.run(&ints(&[1, 42])), at(0, 3.0));
    assert_eq!(unit.run(&ints(&[3, 42])), Fitness::COVERED);
    assert!(unit.search_for(&Target::Path(vec![step(1, 0), step(2, 0)]), 500).is_some());
}

#[test]
fn a_path_through_a_decision_that_did_not_run_is_approached_by_its_first_site() {
    let mut unit = TestUnit::of(SIGNATURE, NESTED);
    let target = Target::Path(vec![step(1, 0)]);
    unit.aim(&target);
    assert_eq!(unit.run(&ints(&[10, 0])), at(1, 4.0));
    assert_eq!(unit.run(&ints(&[7, 0])), at(0, 101.0));
    assert!(unit.search_for(&target, 200).is_some());
}
