//! Every branch region and every code region of the corpus must be found in the control-flow graph.
//!
//! Source: own. Not handled: that the matched terminator is the right one of several is only checked by there
//! being no second one. Cost: small.

use super::for_each_sample;
use super::native::Sample;
use crate::covmap::flow::{BranchMatch, CodeMatch, Count, Edges, FlowAlgebra};
use crate::covmap::{Condition, CountingRules, FunctionModel, RegionOrigin, Sum};

fn models(sample: &Sample) -> impl Iterator<Item = (FunctionModel, FlowAlgebra)> {
    sample.module.records.iter().flat_map(|record| {
        let graphs = sample.module.graphs.get(&record.name_hash).into_iter().flatten();
        let model = FunctionModel::new(record, CountingRules::of_llvm(sample.version)).unwrap();
        graphs.map(move |graph| (model.clone(), FlowAlgebra::new(graph).unwrap()))
    })
}

fn check_sides(algebra: &FlowAlgebra, sides: [Count; 2], edges: [&Edges; 2]) {
    for (side, edges) in sides.into_iter().zip(edges) {
        let sum = edges.iter().map(|edge| algebra.count_of_edge(edge)).fold(Count::ZERO, Count::plus);
        assert_eq!(side, sum);
    }
}

/// Where a side never runs although no constant folds it: the only label of a switch, labels
/// of a switch on a constant, the operand of a `sizeof` inside `assert`, a comma with a constant.
const ONE_SIDED: [(&str, u32, u32); 6] = [
    ("control", 54, 40),
    ("macros", 44, 5),
    ("folded", 22, 9),
    ("folded", 42, 18),
    ("folded", 42, 38),
    ("folded", 43, 22),
];

/// Operands that a constant before them cuts off (beside the file `folded`, which is full of them).
const DEAD: [(&str, u32, u32); 1] = [("mcdc", 35, 20)];

/// The condition of a loop that is left through the clean-up of a variable-length array.
const INFERRED: [(&str, u32, u32); 1] = [("odd", 43, 21)];

/// That condition's code region, and the condition of a `while (1)` whose body is also its header.
const NO_CODE: [(&str, u32, u32); 2] = [("odd", 43, 21), ("odd", 35, 12)];

fn position(sample: &Sample, place: &RegionOrigin) -> (&'static str, u32, u32) {
    let (line, column) = place.spelling.span.start();
    (sample.stem, line, column)
}

fn check_branch(sample: &Sample, model: &FunctionModel, algebra: &FlowAlgebra, condition: &Condition) {
    let at = position(sample, &condition.place);
    let counts = model.expressions.values(|counter| algebra.count_of_counter(counter));
    let sides = [counts.of(condition.true_count), counts.of(condition.false_count)];
    let form = || model.expressions.form(condition.true_count);
    match algebra.match_branch(sides[0], sides[1], &form) {
        BranchMatch::Terminator { true_edges, false_edges, .. } => {
            check_sides(algebra, sides, [&true_edges, &false_edges]);
            assert_eq!(algebra.terminator_matches(sides[0], sides[1], &form), 1, "{at:?}");
        }
        BranchMatch::Spread { true_edges, false_edges, .. } => {
            check_sides(algebra, sides, [&true_edges, &false_edges]);
        }
        BranchMatch::OneSided { .. } => assert!(condition.is_folded() || ONE_SIDED.contains(&at), "{at:?}"),
        BranchMatch::Inferred { .. } => assert!(INFERRED.contains(&at), "{at:?}"),
        BranchMatch::Dead => {
            let known = ONE_SIDED.contains(&at) || DEAD.contains(&at);
            assert!(condition.is_folded() || known || sample.stem == "folded", "{at:?}")
        }
        unmatched => panic!("{at:?} by clang {}: {unmatched:?}\n{condition:?}", sample.version),
    }
}

#[test]
fn every_branch_region_is_found_and_only_once() {
    for_each_sample(|sample| {
        for (model, algebra) in models(sample) {
            model.conditions.iter().for_each(|condition| check_branch(sample, &model, &algebra, condition));
        }
    });
}

/// Clang 19 and 22 agree in all of this, so both are held to it.
#[test]
fn every_code_region_is_found() {
    for_each_sample(|sample| {
        for (model, algebra) in models(sample) {
            let counts = model.expressions.values(|counter| algebra.count_of_counter(counter));
            for code in &model.code {
                let found = algebra.match_code(counts.of(code.count)) != CodeMatch::Unmatched;
                let at = position(sample, &code.place);
                assert_eq!(found, !NO_CODE.contains(&at), "{at:?} by clang {}: {code:?}", sample.version);
            }
        }
    });
}
