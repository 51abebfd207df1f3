//! The suite of a unit that was tested path by path: one test for each path, and what covers goals that these do not.

use crate::context::archive::Candidate;
use crate::suite::minimise::count;
use trine_coverage::CoverageStructure;

/// Those of `others` that the goals of `structures` need beside the tests in `kept`.
#[must_use]
pub fn beyond(
    structures: &[&CoverageStructure],
    kept: &[Candidate],
    others: impl Iterator<Item = Candidate>,
) -> Vec<Candidate> {
    let Some(structure) = structures.first() else { return Vec::new() };
    let mut more: Vec<Candidate> = others.collect();
    let covered = |more: &[Candidate], without: Option<usize>| {
        let mut union = structure.new_trace();
        kept.iter().for_each(|candidate| {
            union.merge(&candidate.trace);
        });
        for (_, candidate) in more.iter().enumerate().filter(|(at, _)| Some(*at) != without) {
            union.merge(&candidate.trace);
        }
        count(structures, &union)
    };
    let target = covered(&more, None);
    for at in (0..more.len()).rev() {
        if covered(&more, Some(at)) >= target {
            more.remove(at);
        }
    }
    more
}
