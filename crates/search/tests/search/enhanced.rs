//! The symbolically enhanced fitness on small programs.

use crate::unit::{TestUnit, at, edge, ints, program};
use trine_coverage::Target;
use trine_search::Fitness;
use trine_search::enhanced::Settings;

/// The paper's Figure 1: `if (x == 0) if (y == z) if (x == z) target`.
const NESTED: (&str, &str) = (
    "(i32, i32, i32) -> (i32)",
    "site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.eq v0, 0:i32
    branch v3, block1, block4(0:i32), site0
block1:
    v4: i1 = icmp.eq v1, v2
    branch v4, block2, block4(0:i32), site1
block2:
    v5: i1 = icmp.eq v0, v2
    branch v5, block3, block4(0:i32), site2
block3:
    jump block4(1:i32)
block4(v6: i32):
    return v6",
);

/// The paper's Figure 2, with `b == s` as its target.
const LOOP: (&str, &str) = (
    "(i32, i32, i32) -> (i32)",
    "site0: branch
    site1: branch
    site2: branch
    site3: branch
    site4: branch
block0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.sgt v0, 0:i32
    branch v3, block1(0:i32, 0:i32), block6(0:i32), site0
block1(v4: i32, v5: i32):
    v6: i1 = icmp.slt v4, v0
    branch v6, block2, block3, site1
block2:
    v7: i32 = add v5, v4
    v8: i32 = add v4, 1:i32
    jump block1(v8, v7)
block3:
    v9: i1 = icmp.eq v1, v0
    branch v9, block4, block6(0:i32), site2
block4:
    v10: i1 = icmp.eq v5, 10:i32
    branch v10, block5, block6(0:i32), site3
block5:
    v11: i1 = icmp.eq v2, v5
    branch v11, block6(1:i32), block6(0:i32), site4
block6(v12: i32):
    return v12",
);

/// `t` counts which sides are equal, and the target depends on `t` alone.
const COUNTER: (&str, &str) = (
    "(i32, i32, i32) -> (i32)",
    "site0: branch
    site1: branch
    site2: branch
    site3: branch
block0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.eq v0, v1
    branch v3, block1(1:i32), block1(0:i32), site0
block1(v4: i32):
    v5: i1 = icmp.eq v0, v2
    branch v5, block2, block3(v4), site1
block2:
    v6: i32 = add v4, 2:i32
    jump block3(v6)
block3(v7: i32):
    v8: i1 = icmp.eq v1, v2
    branch v8, block4, block5(v7), site2
block4:
    v9: i32 = add v7, 3:i32
    jump block5(v9)
block5(v10: i32):
    v11: i1 = icmp.sgt v10, 3:i32
    branch v11, block6(1:i32), block6(0:i32), site3
block6(v12: i32):
    return v12",
);

fn aimed(body: (&str, &str), site: u32, outcome: u32) -> TestUnit {
    let mut unit = TestUnit::of(body.0, body.1);
    let analysis = unit.aim_enhanced(&edge(site, outcome), Settings::default());
    assert!(analysis.alternatives > 0, "{analysis:?}");
    unit
}

#[test]
fn a_run_that_leaves_early_is_measured_by_all_conditions_that_follow() {
    let mut unit = aimed(NESTED, 2, 0);
    // |5| + 1, |3 - 7| + 1, |5 - 7| + 1
    assert_eq!(unit.run(&ints(&[5, 3, 7])), at(0, 6.0 + 5.0 + 3.0));
    assert_eq!(unit.run(&ints(&[0, 3, 7])), at(0, 5.0 + 8.0));
    assert_eq!(unit.run(&ints(&[0, 7, 7])), at(0, 8.0));
    assert_eq!(unit.run(&ints(&[0, 0, 0])), Fitness::COVERED);
}

#[test]
fn what_a_loop_defines_is_dropped_and_counted_until_the_run_is_behind_it() {
    let mut unit = aimed(LOOP, 4, 0);
    // Left at n > 0: 1 >= n, s == 10 and b == s are dropped; n > 0 and a == n are left.
    assert_eq!(unit.run(&ints(&[-4, 7, 0])), at(3, 5.0 + 12.0));
    // Left at a == n, behind the loop, where s is 3: |7 - 3|, |3 - 10|, |0 - 3|. That s is not 10 is two
    // levels: no input but the number of rounds decides it.
    assert_eq!(unit.run(&ints(&[3, 7, 0])), at(2, 5.0 + 8.0 + 4.0));
    assert_eq!(unit.run(&ints(&[5, 7, 0])), at(0, 3.0 + 11.0));
    assert_eq!(unit.run(&ints(&[5, 5, 10])), Fitness::COVERED);
}

#[test]
fn more_rounds_leave_less_to_be_dropped() {
    let mut unit = TestUnit::of(LOOP.0, LOOP.1);
    unit.aim_enhanced(&edge(4, 0), Settings { iterations: 8, ..Settings::default() });
    // After one exact round n is 1, and s is 0: 0 is 10 away from 10, and 0 from b.
    assert_eq!(unit.run(&ints(&[0, 7, 0])).approach_level, 0);
}

#[test]
fn a_counter_is_measured_where_it_is_counted() {
    let mut unit = aimed(COUNTER, 3, 0);
    // Sums over 3 take b == c and one of the others; with a = 1, b = 4, c = 9 the nearest is b = c, a = b.
    assert_eq!(unit.run(&ints(&[1, 4, 9])), at(0, 4.0 + 6.0));
    assert!(unit.run(&ints(&[4, 4, 9])) < unit.run(&ints(&[3, 4, 9])));
    assert_eq!(unit.run(&ints(&[4, 4, 4])), Fitness::COVERED);
}

#[test]
fn a_state_of_constants_and_an_input_is_measured_where_it_is_chosen() {
    let mut unit = aimed(
        (
            "(i32, i32, i32) -> (i32)",
            "site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.eq v0, 7:i32
    branch v3, block1, block2(0:i32), site0
block1:
    v4: i1 = icmp.sgt v1, 50:i32
    branch v4, block2(v2), block2(3:i32), site1
block2(v5: i32):
    v6: i1 = icmp.eq v5, 1234:i32
    branch v6, block3(1:i32), block3(0:i32), site2
block3(v7: i32):
    return v7",
        ),
        2,
        0,
    );
    // Left at a == 7, where the state becomes 0: |5 - 7|, 40 > 50, |100 - 1234|.
    assert_eq!(unit.run(&ints(&[5, 40, 100])), at(0, 3.0 + 11.0 + 1135.0));
    assert_eq!(unit.run(&ints(&[7, 51, 1200])), at(0, 35.0));
    assert_eq!(unit.run(&ints(&[7, 51, 1234])), Fitness::COVERED);
}

#[test]
fn a_helper_is_followed() {
    let f = "site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.sgt v0, 100:i32
    branch v2, block1, block2(0:i32), site0
block1:
    v3: i32 = call fn1(v0, v1)
    v4: i1 = icmp.eq v3, 7:i32
    branch v4, block2(1:i32), block2(0:i32), site1
block2(v5: i32):
    return v5";
    let least = "site0: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.slt v0, v1
    branch v2, block1(v0), block1(v1), site0
block1(v3: i32):
    return v3";
    let text = program(&[("f", "(i32, i32) -> (i32)", f), ("least", "(i32, i32) -> (i32)", least)]);
    let mut unit = TestUnit::new(&text);
    unit.aim_enhanced(&edge(1, 0), Settings::default());
    // a > 100 is 91 + 1 away; of the two ways through the helper, b <= a and b == 7 is the nearer: 3 + 1.
    assert_eq!(unit.run(&ints(&[9 + 1, 10])), at(0, 91.0 + 4.0));
    assert_eq!(unit.run(&ints(&[101, 7])), Fitness::COVERED);
}

#[test]
fn memory_is_read_where_the_run_left() {
    let body = "site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: ptr = stackalloc 4 align 4
    store v1 -> v2
    v3: i1 = icmp.eq v0, 5:i32
    branch v3, block1, block2(0:i32), site0
block1:
    v4: i32 = load v2
    v5: i32 = add v4, 1:i32
    store v5 -> v2
    v6: i32 = load v2
    v7: i1 = icmp.eq v6, 20:i32
    branch v7, block2(1:i32), block2(0:i32), site1
block2(v8: i32):
    return v8";
    let mut unit = aimed(("(i32, i32) -> (i32)", body), 1, 0);
    // |4 - 5| + 1, |(15 + 1) - 20| + 1
    assert_eq!(unit.run(&ints(&[4, 15])), at(0, 2.0 + 5.0));
    assert_eq!(unit.run(&ints(&[5, 19])), Fitness::COVERED);
}

#[test]
fn elements_and_lengths_of_arrays_are_memory() {
    let body = "site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: ptr = object.new_array class1(3:i32)
    object.array_store(v2, 1:i32, v1)
    v3: i1 = icmp.eq v0, 5:i32
    branch v3, block1, block2(0:i32), site0
block1:
    object.null_check(v2)
    v4: i32 = object.array_load(v2, 1:i32)
    v5: i32 = object.array_length(v2)
    v6: i32 = add v4, v5
    object.array_store(v2, 2:i32, v6)
    v7: i32 = object.array_load(v2, 2:i32)
    v8: i1 = icmp.eq v7, 20:i32
    branch v8, block2(1:i32), block2(0:i32), site1
block2(v9: i32):
    return v9";
    let classes = "class0: \"Object\" size 8\nclass1: \"int[]\" extends class0 array i32\n";
    let text = program(&[("f", "(i32, i32) -> (i32)", body)]);
    let mut unit = TestUnit::new(&text.replacen("body", &format!("{classes}body"), 1));
    unit.aim_enhanced(&edge(1, 0), Settings::default());
    // |4 - 5| + 1, |(15 + 3) - 20| + 1
    assert_eq!(unit.run(&ints(&[4, 15])), at(0, 2.0 + 3.0));
    assert_eq!(unit.run(&ints(&[5, 17])), Fitness::COVERED);
}

#[test]
fn an_address_that_cannot_be_read_drops_its_condition_in_that_run() {
    let body = "site0: branch
    site1: branch
block0(v0: ptr, v1: i32):
    v2: i1 = icmp.eq v1, 5:i32
    branch v2, block1, block2(0:i32), site0
block1:
    v3: i32 = load v0
    v4: i1 = icmp.eq v3, 20:i32
    branch v4, block2(1:i32), block2(0:i32), site1
block2(v5: i32):
    return v5";
    let mut unit = aimed(("(ptr, i32) -> (i32)", body), 1, 0);
    assert_eq!(unit.run(&[0, 9]), at(1, 5.0));
    // Towards the target, and a fault before the next branch: one condition was left.
    assert_eq!(unit.run(&[0, 5]), at(1, 0.0));
}

#[test]
fn floats_have_distances_too() {
    let body = "site0: branch
    site1: branch
block0(v0: f64, v1: f64):
    v2: i1 = fcmp.ogt v0, 0x3ff0000000000000:f64
    branch v2, block1, block2(0:i32), site0
block1:
    v3: f64 = fadd v0, v1
    v4: i1 = fcmp.oeq v3, 0x4024000000000000:f64
    branch v4, block2(1:i32), block2(0:i32), site1
block2(v5: i32):
    return v5";
    let mut unit = aimed(("(f64, f64) -> (i32)", body), 1, 0);
    let args = |a: f64, b: f64| [u128::from(a.to_bits()), u128::from(b.to_bits())];
    // 1 - 0.5 + K, |0.5 + 2 - 10|
    assert_eq!(unit.run(&args(0.5, 2.0)), at(0, 1.5 + 7.5));
    assert_eq!(unit.run(&args(4.0, 6.0)), Fitness::COVERED);
}

#[test]
fn switches_and_short_circuits_are_alternatives() {
    let body = "site0: switch 3
    site1: branch
    site2: branch
block0(v0: i32, v1: i32, v2: i32):
    switch v0 [1: 0, 2: 1] default 2 [block1, block2, block3(0:i32)], site0
block1:
    v3: i1 = icmp.eq v1, 10:i32
    branch v3, block3(1:i32), block2, site1
block2:
    v4: i1 = icmp.eq v2, 10:i32
    branch v4, block3(1:i32), block3(0:i32), site2
block3(v5: i32):
    return v5";
    let mut unit = aimed(("(i32, i32, i32) -> (i32)", body), 2, 0);
    // To case 2 |7 - 2| + 1 and |3 - 10| + 1; by case 1 one more condition holds, and it is a step farther.
    assert_eq!(unit.run(&ints(&[7, 0, 3])), at(0, 6.0 + 8.0));
    assert_eq!(unit.run(&ints(&[0, 10, 3])), at(0, 2.0 + 1.0 + 8.0));
}

#[test]
fn the_analysis_says_which_bound_cut_it_short() {
    let mut unit = TestUnit::of(COUNTER.0, COUNTER.1);
    let settings = Settings { max_alternatives: 1, ..Settings::default() };
    let analysis = unit.aim_enhanced(&edge(3, 0), settings);
    assert!(analysis.hit.alternatives, "{analysis:?}");
    let analysis = unit.aim_enhanced(&edge(3, 0), Settings::default());
    assert_eq!(analysis.hit, Default::default());
}

#[test]
fn the_fitness_is_zero_exactly_when_the_target_is_reached() {
    use trine_base::Stream;
    let mut stream = Stream::new(7, "law");
    for (signature, body) in [NESTED, LOOP, COUNTER] {
        let mut unit = TestUnit::of(signature, body);
        for site in 0..unit.model().function().sites.len() as u32 {
            for outcome in 0..2 {
                for iterations in [1, 2] {
                    let target: Target = edge(site, outcome);
                    unit.aim_enhanced(&target, Settings { iterations, ..Settings::default() });
                    let mut covered = 0;
                    for _ in 0..300 {
                        let args: Vec<i32> = (0..3).map(|_| stream.below(14) as i32 - 3).collect();
                        let fitness = unit.run(&ints(&args));
                        let slot = unit.covers(site, outcome);
                        covered += u32::from(slot);
                        assert_eq!(fitness.is_covered(), slot, "site{site} {outcome} {args:?}: {fitness}");
                        assert!(fitness.branch_distance.is_finite() && fitness.branch_distance >= 0.0);
                    }
                    assert!(covered > 0 || site >= 2, "site{site} {outcome} is reached by chance");
                }
            }
        }
    }
}

#[test]
fn a_sign_has_a_gradient_too() {
    let body = "site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v1, 5:i32
    branch v2, block1, block2(0:i32), site0
block1:
    v3: i1 = icmp.slt v0, 0:i32
    branch v3, block2(1:i32), block2(0:i32), site1
block2(v4: i32):
    return v4";
    let mut unit = aimed(("(i32, i32) -> (i32)", body), 1, 0);
    assert_eq!(unit.run(&ints(&[7, 9])), at(0, 5.0 + 8.0));
    let mut unit = aimed(("(i32, i32) -> (i32)", body), 1, 1);
    assert_eq!(unit.run(&ints(&[-7, 9])), at(0, 5.0 + 8.0));
}
