//! What the enhanced fitness is worth to a search: the alternating variable method as in Baars et al.
//! (2011), section V-A, without anything that ours adds to it, on programs of theirs or like them.

use crate::unit::{TestUnit, edge};
use trine_base::Stream;
use trine_search::Fitness;
use trine_search::enhanced::Settings;
use trine_search::{FitnessKind, Portfolio};

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

/// A function of three arguments of so many bits, and one of its branches.
struct SearchedBranch<'u> {
    unit: &'u mut TestUnit,
    bits: u32,
    target: (u32, u32),
}

impl SearchedBranch<'_> {
    /// Evaluations that the method needs from random starts over the whole domain, or `None` within the
    /// budget.
    fn evaluations(&mut self, kind: FitnessKind, seed: u64) -> Option<u64> {
        let target = edge(self.target.0, self.target.1);
        self.unit.aim(&target);
        let enhanced = self.unit.enhanced(&target, Settings::default());
        let mut portfolio = Portfolio::new(kind, !enhanced.takes_overflow());
        let mut search = Textbook { unit: self.unit, bits: self.bits, left: BUDGET, best: None };
        let mut stream = Stream::new(seed, "textbook");
        loop {
            search.unit.measure(portfolio.is_enhanced().then_some(&enhanced));
            let shift = 64 - self.bits;
            let start: Vec<i64> = (0..3).map(|_| (stream.bits() << shift) as i64 >> shift).collect();
            let before = search.left;
            if search.descend(start)? {
                return Some(BUDGET - search.left);
            }
            portfolio.stagnated(before - search.left);
        }
    }

    /// Of runs with these seeds: how many reach the target, and their mean evaluations.
    fn successes(&mut self, kind: FitnessKind, seeds: u64) -> (u64, u64) {
        let runs: Vec<Option<u64>> = (1..=seeds).map(|seed| self.evaluations(kind, seed)).collect();
        let solved = runs.iter().flatten().count() as u64;
        (solved, runs.iter().map(|run| run.unwrap_or(BUDGET)).sum::<u64>() / seeds)
    }
}

struct Textbook<'u> {
    unit: &'u mut TestUnit,
    bits: u32,
    left: u64,
    best: Option<Fitness>,
}

impl Textbook<'_> {
    /// Evaluates; whether that is the best of this climb.
    fn improves(&mut self, values: &[i64]) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let mask = u64::MAX >> (64 - self.bits);
        let args: Vec<u128> = values.iter().map(|&value| u128::from(value as u64 & mask)).collect();
        let fitness = self.unit.run(&args);
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
    fn descend(&mut self, mut values: Vec<i64>) -> Option<bool> {
        self.best = None;
        self.improves(&values)?;
        let (mut at, mut stuck) = (0, 0);
        while stuck < values.len() && !self.solved() {
            let mut improved = false;
            let (least, most) = (-1i64 << (self.bits - 1), (1i64 << (self.bits - 1)) - 1);
            for direction in [-1i64, 1] {
                let mut step = direction;
                loop {
                    let from = values[at];
                    values[at] = from.saturating_add(step).clamp(least, most);
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

/// Equilateral, each way of isosceles, and isosceles but no triangle.
const HARD: [(u32, u32); 7] = [(10, 0), (12, 0), (12, 1), (14, 0), (14, 1), (16, 0), (16, 1)];

const ALL: [FitnessKind; 3] = [FitnessKind::Standard, FitnessKind::Enhanced, FitnessKind::Portfolio];

#[test]
fn the_hard_branches_of_the_triangle_are_never_found_by_the_standard_fitness_and_always_by_the_enhanced() {
    let mut unit = TestUnit::of("(i32, i32, i32) -> (i32)", &TRIANGLE.replace("block20", "block19"));
    for target in HARD {
        let mut subject = SearchedBranch { unit: &mut unit, bits: 32, target };
        let [standard, enhanced, portfolio] = ALL.map(|kind| subject.successes(kind, 5));
        println!("site{} {}: {standard:?} {enhanced:?} {portfolio:?}", target.0, target.1);
        assert_eq!((standard.0, enhanced.0, portfolio.0), (0, 5, 5), "{target:?}");
        assert!(10 * portfolio.1 <= 11 * enhanced.1 + 1_000, "{target:?}");
    }
}

/// Checks of 16-bit differences for overflow and underflow, nested as generated code has them.
const OVERFLOW: &str = "site0: branch
    site1: branch
    site2: branch
    site3: branch
block0(v0: i16, v1: i16, v2: i16):
    v3: i1 = icmp.sge v0, 0:i16
    branch v3, block1, block5(0:i32), site0
block1:
    v4: i1 = icmp.slt v1, 0:i16
    branch v4, block2, block5(0:i32), site1
block2:
    v5: i16 = sub v0, v1
    v6: i1 = icmp.slt v5, 0:i16
    branch v6, block3, block5(0:i32), site2
block3:
    v7: i1 = icmp.eq v2, 77:i16
    branch v7, block4, block5(0:i32), site3
block4:
    jump block5(1:i32)
block5(v8: i32):
    return v8";

#[test]
fn where_conditions_pull_in_opposite_directions_the_portfolio_is_near_the_better_fitness() {
    let mut unit = TestUnit::of("(i16, i16, i16) -> (i32)", OVERFLOW);
    for target in [(2, 0), (3, 0)] {
        let mut subject = SearchedBranch { unit: &mut unit, bits: 16, target };
        let [standard, enhanced, portfolio] = ALL.map(|kind| subject.successes(kind, 30));
        println!("site{} {}: {standard:?} {enhanced:?} {portfolio:?}", target.0, target.1);
        assert_eq!(portfolio.0, 30);
        assert!(10 * portfolio.1 <= 11 * standard.1.min(enhanced.1), "{portfolio:?}");
    }
}
