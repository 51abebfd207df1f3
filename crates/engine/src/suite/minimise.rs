//! Suite minimisation: few tests, no goal lost.
//!
//! Greedy set cover over the goals of one or more coverage structures (the criterion's own, and
//! `llvm-cov`'s rule of independence beside masking MC/DC). Independence goals need pairs, so the
//! gain of a test is counted over the union of traces. Ties go to the test with fewer leaves, then
//! to the earlier one. Quadratic in the number of candidates, which is at most the number of
//! edges, regions and vectors of one function. Where time is up before the cover is complete, the
//! rest is taken as it comes, in one pass: more tests than needed, and still no goal lost.

use crate::context::archive::Candidate;
use trine_coverage::{CoverageStructure, Trace};

/// Positions in `candidates` of a subset that covers what all of them cover; the smaller, the later `is_over`.
#[must_use]
pub fn minimal_subset(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    is_over: &dyn Fn() -> bool,
) -> Vec<usize> {
    let Some(structure) = structures.first() else { return Vec::new() };
    let mut all = structure.new_trace();
    for candidate in candidates {
        all.merge(&candidate.trace);
    }
    let target = count(structures, &all);
    let mut chosen = Vec::new();
    let mut union = structure.new_trace();
    let mut reached = 0;
    while reached < target {
        if is_over() {
            take_rest(candidates, &mut chosen, &mut union);
            break;
        }
        let Some((best, gain)) = best_next(structures, candidates, &chosen, &union, reached) else { break };
        chosen.push(best);
        union.merge(&candidates[best].trace);
        // A half of an independence pair gains nothing by itself: `best_next` then looks for the
        // test that adds a vector.
        reached += gain;
    }
    drop_redundant(structures, candidates, &mut chosen, target, is_over);
    chosen.sort_unstable();
    chosen
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

fn best_next(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    chosen: &[usize],
    union: &Trace,
    reached: usize,
) -> Option<(usize, usize)> {
    let mut best: Option<(usize, bool, usize, usize)> = None;
    for (position, candidate) in candidates.iter().enumerate() {
        if chosen.contains(&position) {
            continue;
        }
        let mut merged = union.clone();
        let adds = merged.merge(&candidate.trace);
        let gain = count(structures, &merged) - reached;
        let leaves = candidate.test.leaves.len();
        let better = match best {
            None => adds,
            Some((best_gain, best_adds, best_leaves, _)) => {
                (gain, adds, std::cmp::Reverse(leaves))
                    > (best_gain, best_adds, std::cmp::Reverse(best_leaves))
            }
        };
        if better {
            best = Some((gain, adds, leaves, position));
        }
    }
    best.map(|(gain, _, _, position)| (position, gain))
}

/// Drops tests, latest first, that the others make up for.
fn drop_redundant(
    structures: &[&CoverageStructure],
    candidates: &[Candidate],
    chosen: &mut Vec<usize>,
    target: usize,
    is_over: &dyn Fn() -> bool,
) {
    for position in (0..chosen.len()).rev() {
        if is_over() {
            return;
        }
        let mut union = structures[0].new_trace();
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
