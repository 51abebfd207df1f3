//! Suite minimisation: few tests, no goal lost.
//!
//! Greedy set cover over the goals of one or more coverage structures (the criterion's own, and
//! `llvm-cov`'s rule of independence beside masking MC/DC). Independence goals need pairs, so the
//! gain of a test is counted over the union of traces. Ties go to the test with fewer leaves, then
//! to the earlier one. Where time is up before the cover is complete, the
//! rest is taken as it comes, in one pass: more tests than needed, and still no goal lost.
//!
//! Without pairs a test gains less and less, so only those are counted anew whose last count was the best (Minoux,
//! "Accelerated greedy algorithms for maximizing submodular set functions", 1978): about linear in the sum of the goals that
//! each test covers. With pairs all are counted each time: quadratic in the number of candidates.

use crate::context::archive::Candidate;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use trine_coverage::{CoverageStructure, Trace};
use trine_record::GoalKind;

/// Positions in `candidates` of a subset that covers what all of them cover beyond what `given` does; the smaller, the later `is_over`.
#[must_use]
pub fn minimal_subset(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    given: &Trace,
    is_over: &dyn Fn() -> bool,
) -> Vec<usize> {
    if structures.is_empty() {
        return Vec::new();
    }
    let mut all = given.clone();
    for candidate in candidates {
        all.merge(&candidate.trace);
    }
    let target = count(structures, &all);
    let has_pairs = structures.iter().any(|structure| {
        structure.goals.iter().any(|goal| matches!(goal.kind, GoalKind::Independence { .. }))
    });
    let (mut chosen, is_complete) = match has_pairs {
        true => cover_pairs(structures, candidates, (given, target), is_over),
        false => {
            let sets = goals_of_each(structures, candidates, is_over);
            cover_sets(&sets, &goals_of(structures, given), candidates, is_over)
        }
    };
    if !is_complete {
        let mut union = given.clone();
        chosen.iter().for_each(|&position| _ = union.merge(&candidates[position].trace));
        take_rest(candidates, &mut chosen, &mut union);
    }
    drop_redundant(structures, candidates, &mut chosen, (given, target), is_over);
    chosen.sort_unstable();
    chosen
}

/// The goals that each candidate covers by itself, numbered through all structures; none for those that time did not do for.
fn goals_of_each(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    is_over: &dyn Fn() -> bool,
) -> Vec<Vec<usize>> {
    let goals = |candidate: &Candidate| goals_of(structures, &candidate.trace);
    candidates.iter().take_while(|_| !is_over()).map(goals).collect()
}

/// The goals that `trace` covers, numbered through all structures.
fn goals_of(structures: &[&CoverageStructure], trace: &Trace) -> Vec<usize> {
    let mut first = 0;
    let mut goals = Vec::new();
    for structure in structures {
        goals.extend(structure.covered(trace).map(|goal| first + goal.0 as usize));
        first += structure.goals.len();
    }
    goals
}

/// A cover of all numbers in `sets` but for those `given` by some of them, the `sets` of the first of `candidates`; whether it is
/// complete.
fn cover_sets(
    sets: &[Vec<usize>],
    given: &[usize],
    candidates: &[Candidate],
    is_over: &dyn Fn() -> bool,
) -> (Vec<usize>, bool) {
    let size = sets.iter().flatten().chain(given).max().map_or(0, |last| last + 1);
    let mut covered = vec![false; size];
    given.iter().for_each(|&goal| covered[goal] = true);
    let mut chosen = Vec::new();
    let key = |gain: usize, position: usize| {
        (gain, Reverse(candidates[position].test.leaves.len()), Reverse(position))
    };
    // What a set gains is at most what it gained when it was counted last.
    let mut bounds: BinaryHeap<_> =
        sets.iter().enumerate().map(|(position, set)| key(set.len(), position)).collect();
    while let Some((bound, _, Reverse(position))) = bounds.pop() {
        if bound == 0 {
            break;
        }
        if is_over() {
            return (chosen, false);
        }
        let gain = sets[position].iter().filter(|&&goal| !covered[goal]).count();
        let now = key(gain, position);
        if bounds.peek().is_some_and(|next| *next > now) {
            bounds.push(now);
            continue;
        }
        if gain > 0 {
            chosen.push(position);
            sets[position].iter().for_each(|&goal| covered[goal] = true);
        }
    }
    (chosen, sets.len() == candidates.len())
}

/// The same for goals of which some need two tests.
fn cover_pairs(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    (given, target): (&Trace, usize),
    is_over: &dyn Fn() -> bool,
) -> (Vec<usize>, bool) {
    let mut left: Vec<usize> = (0..candidates.len()).collect();
    let mut chosen = Vec::new();
    let mut union = given.clone();
    let mut reached = count(structures, given);
    while reached < target {
        let Some(best) = best_next(structures, candidates, &mut left, (&union, reached), is_over) else {
            return (chosen, !is_over());
        };
        let (best, gain) = best;
        chosen.push(best);
        left.retain(|&position| position != best);
        union.merge(&candidates[best].trace);
        // A half of an independence pair gains nothing by itself: `best_next` then looks for the
        // test that adds a vector.
        reached += gain;
    }
    (chosen, true)
}

/// Takes every test that adds to `union`, in order.
fn take_rest(candidates: &[Candidate], chosen: &mut Vec<usize>, union: &mut Trace) {
    for (position, candidate) in candidates.iter().enumerate() {
        if union.merge(&candidate.trace) {
            chosen.push(position);
        }
    }
}

/// Number of goals of all `structures` that `trace` covers.
#[must_use]
pub fn count(structures: &[&CoverageStructure], trace: &Trace) -> usize {
    structures.iter().map(|structure| structure.covered(trace).count()).sum()
}

/// The best of the candidates that are `left`, and what it gains; none when nothing is left to gain or time is up. Those that
/// add nothing never will, and leave.
fn best_next(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    left: &mut Vec<usize>,
    (union, reached): (&Trace, usize),
    is_over: &dyn Fn() -> bool,
) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    let mut useful = Vec::with_capacity(left.len());
    for &position in left.iter() {
        if is_over() {
            return None;
        }
        let mut merged = union.clone();
        if !merged.merge(&candidates[position].trace) {
            continue;
        }
        useful.push(position);
        let gain = count(structures, &merged) - reached;
        let leaves = candidates[position].test.leaves.len();
        let better = best.is_none_or(|(best_gain, best_leaves, _)| {
            (gain, Reverse(leaves)) > (best_gain, Reverse(best_leaves))
        });
        if better {
            best = Some((gain, leaves, position));
        }
    }
    *left = useful;
    best.map(|(gain, _, position)| (position, gain))
}

/// Drops tests, latest first, that the others make up for.
fn drop_redundant(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    chosen: &mut Vec<usize>,
    (given, target): (&Trace, usize),
    is_over: &dyn Fn() -> bool,
) {
    for position in (0..chosen.len()).rev() {
        if is_over() {
            return;
        }
        let mut union = given.clone();
        for (other, &candidate) in chosen.iter().enumerate() {
            if other != position {
                union.merge(&candidates[candidate].trace);
            }
        }
        if count(structures, &union) >= target {
            chosen.remove(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use trine_base::IndexVec;
    use trine_inputs::Shape;
    use trine_testcase::TestCase;
    use trine_testcase::test_case::Skeleton;

    fn candidates(count: usize) -> Vec<Candidate> {
        let skeleton = Skeleton { statements: Vec::new(), leaves: IndexVec::new() };
        let test = TestCase { skeleton: skeleton.into(), leaves: Vec::new() };
        vec![Candidate { test, shape: Shape::default(), trace: Trace::default() }; count]
    }

    /// What is chosen, and how often time was looked at: once for each count.
    fn cover(sets: &[Vec<usize>], given: &[usize]) -> (Vec<usize>, usize) {
        let looks = Cell::new(0);
        let is_over = || {
            looks.set(looks.get() + 1);
            false
        };
        let (chosen, is_complete) = cover_sets(sets, given, &candidates(sets.len()), &is_over);
        assert!(is_complete);
        (chosen, looks.get())
    }

    #[test]
    fn the_set_that_gains_most_comes_first_and_the_earlier_of_two() {
        assert_eq!(cover(&[vec![0], vec![0, 1], vec![2, 3, 1], vec![4], vec![4]], &[]).0, [2, 0, 3]);
        assert!(cover(&[vec![], vec![]], &[]).0.is_empty());
    }

    #[test]
    fn what_is_given_needs_no_set() {
        assert_eq!(cover(&[vec![0], vec![0, 1], vec![2, 3, 1], vec![4], vec![4]], &[2, 3, 1, 9]).0, [0, 3]);
        assert!(cover(&[vec![0], vec![1, 0]], &[0, 1]).0.is_empty());
    }

    #[test]
    fn the_work_is_linear_in_the_number_of_tests() {
        for size in [100, 1_000, 10_000] {
            let chain: Vec<_> = (0..size).map(|at| vec![at, at + 1]).collect();
            let (chosen, looks) = cover(&chain, &[]);
            assert!(chosen.len() <= size && looks <= 4 * size, "{looks} counts for {size} tests");
        }
    }
}
