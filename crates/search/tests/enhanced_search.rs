//! What the enhanced fitness is worth to a search: the alternating variable method as in Baars et al.
//! (2011), section V-A, without anything that ours adds to it, on programs of theirs or like them.

mod unit;

use trine_base::Stream;
use trine_search::Fitness;
use trine_search::enhanced::Settings;
use unit::{Unit, edge};

/// The triangle program that counts equal sides: validity first, then the kind.
const TRIANGLE: &str = "site0: branch
    site1: branch
    site2: branch
    site3: branch
    site4: branch
    site5: branch
    site6: branch
    site7: branch
    site8: branch
    site9: branch
    site10: branch
    site11: branch
    site12: branch
    site13: branch
    site14: branch
    site15: branch
    site16: branch
block0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.sle v0, 0:i32
    branch v3, block20(4:i32), block1, site0
block1:
    v4: i1 = icmp.sle v1, 0:i32
    branch v4, block20(4:i32), block2, site1
block2:
    v5: i1 = icmp.sle v2, 0:i32
    branch v5, block20(4:i32), block3, site2
block3:
    v6: i1 = icmp.eq v0, v1
    branch v6, block4(1:i32), block4(0:i32), site3
block4(v7: i32):
    v8: i1 = icmp.eq v0, v2
    branch v8, block5, block6(v7), site4
block5:
    v9: i32 = add v7, 2:i32
    jump block6(v9)
block6(v10: i32):
    v11: i1 = icmp.eq v1, v2
    branch v11, block7, block8(v10), site5
block7:
    v12: i32 = add v10, 3:i32
    jump block8(v12)
block8(v13: i32):
    v14: i1 = icmp.eq v13, 0:i32
    branch v14, block9, block12, site6
block9:
    v15: i32 = add v0, v1
    v16: i1 = icmp.sle v15, v2
    branch v16, block20(4:i32), block10, site7
block10:
    v17: i32 = add v1, v2
    v18: i1 = icmp.sle v17, v0
    branch v18, block20(4:i32), block11, site8
block11:
    v19: i32 = add v0, v2
    v20: i1 = icmp.sle v19, v1
    branch v20, block20(4:i32), block20(1:i32), site9
block12:
    v21: i1 = icmp.sgt v13, 3:i32
    branch v21, block20(3:i32), block13, site10
block13:
    v22: i1 = icmp.eq v13, 1:i32
    branch v22, block14, block15, site11
block14:
    v23: i32 = add v0, v1
    v24: i1 = icmp.sgt v23, v2
    branch v24, block20(2:i32), block15, site12
block15:
    v25: i1 = icmp.eq v13, 2:i32
    branch v25, block16, block17, site13
block16:
    v26: i32 = add v0, v2
    v27: i1 = icmp.sgt v26, v1
    branch v27, block20(2:i32), block17, site14
block17:
    v28: i1 = icmp.eq v13, 3:i32
    branch v28, block18, block20(4:i32), site15
block18:
    v29: i32 = add v1, v2
    v30: i1 = icmp.sgt v29, v0
    branch v30, block20(2:i32), block20(4:i32), site16
block20(v31: i32):
    return v31";

const BUDGET: u64 = 100_000;

/// Which fitness a search is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Standard,
    Enhanced,
}

/// Evaluations that the method needs from random starts over the whole domain, or `None` within the budget.
fn evaluations(unit: &mut Unit, (site, outcome): (u32, u32), kind: Kind, seed: u64) -> Option<u64> {
    match kind {
        Kind::Standard => unit.aim(&edge(site, outcome)),
        Kind::Enhanced => {
            unit.aim_enhanced(&edge(site, outcome), Settings::default());
        }
    }
    let mut search = Textbook { unit, left: BUDGET, best: None };
    let mut stream = Stream::new(seed, "textbook");
    loop {
        let start: Vec<i32> = (0..3).map(|_| stream.bits() as i32).collect();
        if search.climb(start)? {
            return Some(BUDGET - search.left);
        }
    }
}

struct Textbook<'u> {
    unit: &'u mut Unit,
    left: u64,
    best: Option<Fitness>,
}

impl Textbook<'_> {
    /// Evaluates; whether that is the best of this climb.
    fn improves(&mut self, values: &[i32]) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let fitness = self.unit.run(&unit::ints(values));
        let improves = self.best.is_none_or(|best| fitness < best);
        if improves {
            self.best = Some(fitness);
        }
        Some(improves)
    }

    fn solved(&self) -> bool {
        self.best.is_some_and(Fitness::is_covered)
    }

    /// Exploratory moves of 1, then pattern moves that double, one variable after the other, until all are
    /// stuck. Whether the target was reached; `None` when the budget is exhausted.
    fn climb(&mut self, mut values: Vec<i32>) -> Option<bool> {
        self.best = None;
        self.improves(&values)?;
        let (mut at, mut stuck) = (0, 0);
        while stuck < values.len() && !self.solved() {
            let mut improved = false;
            for direction in [-1i32, 1] {
                let mut step = direction;
                loop {
                    let from = values[at];
                    values[at] = from.saturating_add(step);
                    if values[at] == from || !self.improves(&values)? {
                        values[at] = from;
                        break;
                    }
                    improved = true;
                    step = step.saturating_mul(2);
                }
                if improved {
                    break;
                }
            }
            stuck = if improved { 0 } else { stuck + 1 };
            if !improved {
                at = (at + 1) % values.len();
            }
        }
        Some(self.solved())
    }
}

fn successes(unit: &mut Unit, target: (u32, u32), kind: Kind, seeds: u64) -> (u64, u64) {
    let runs: Vec<Option<u64>> = (1..=seeds).map(|seed| evaluations(unit, target, kind, seed)).collect();
    let solved = runs.iter().flatten().count() as u64;
    (solved, runs.iter().map(|run| run.unwrap_or(BUDGET)).sum::<u64>() / seeds)
}

/// Equilateral, each way of isosceles, and isosceles but no triangle.
const HARD: [(u32, u32); 7] = [(10, 0), (12, 0), (12, 1), (14, 0), (14, 1), (16, 0), (16, 1)];

#[test]
fn the_hard_branches_of_the_triangle_are_never_found_by_the_standard_fitness_and_always_by_the_enhanced() {
    let mut unit = Unit::of("(i32, i32, i32) -> (i32)", &TRIANGLE.replace("block20", "block19"));
    for target in HARD {
        let standard = successes(&mut unit, target, Kind::Standard, 3);
        let enhanced = successes(&mut unit, target, Kind::Enhanced, 10);
        println!("site{} {}: standard {standard:?} of 3, enhanced {enhanced:?} of 10", target.0, target.1);
        assert_eq!(standard.0, 0, "{target:?}");
        assert_eq!(enhanced.0, 10, "{target:?}");
    }
}
