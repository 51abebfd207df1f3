//! Truth vectors of the decisions of a class as records: what the finished tests showed, and the pairs in it.
//!
//! A pair of a goal is the one that the goal names, so that goals and vectors tell the same. Decisions that no goal asks about have none.

use super::unit::{ClassOutcome, GoalOutcome};
use std::collections::BTreeSet;
use trine_coverage::Vector;
use trine_coverage::independence::{all_vectors, apart, is_pair};
use trine_frontend_jvm::cover::{Asks, Decision};
use trine_record::{
    ApartRecord, ConditionRecord, DecisionRecord, McdcVariant, PairRecord, SourceSpan, VectorRecord,
};

/// Ways through one decision that are looked at for vectors that would complete a pair.
const MAX_VECTORS: usize = 256;
/// Vectors that are named as wanted, at most.
const MAX_WANTED: usize = 3;

/// The decisions of `outcome` whose independence was asked for; `names` are those of its tests, `file` is the path of the source.
pub(super) fn records(outcome: &ClassOutcome, names: &[Option<String>], file: &str) -> Vec<DecisionRecord> {
    let asked: BTreeSet<u32> =
        outcome.goals.iter().filter_map(|of| asked(of).map(|(number, _)| number)).collect();
    let numbered = (0u32..).zip(outcome.cover.decisions());
    let of_goals = numbered.filter(|(number, _)| asked.contains(number));
    of_goals.map(|(number, (_, decision))| record(outcome, names, file, (number, decision))).collect()
}

/// The decision and condition whose independence the goal asks for.
fn asked(goal: &GoalOutcome) -> Option<(u32, u16)> {
    match goal.goal.asks {
        Asks::Independence { decision, condition } => Some((decision, condition)),
        _ => None,
    }
}

fn record(
    outcome: &ClassOutcome,
    names: &[Option<String>],
    file: &str,
    (number, decision): (u32, &Decision),
) -> DecisionRecord {
    let span = |line: Option<u16>| {
        let line = line.map_or(0, u32::from);
        SourceSpan { file: file.to_owned(), start: (line, 0), end: (line, 0) }
    };
    let vectors: Vec<Vector> = {
        let shown = outcome.ways.iter().flatten().filter(|way| way.decision == number);
        shown.map(|way| way.vector).collect::<BTreeSet<Vector>>().into_iter().collect()
    };
    let tests = |vector: &Vector| {
        let goes = |ways: &Vec<trine_harness_jvm::WantedVector>| {
            ways.iter().any(|way| way.decision == number && way.vector == *vector)
        };
        let of_suite = names.iter().zip(&outcome.ways).filter(|(_, ways)| goes(ways));
        of_suite.filter_map(|(name, _)| name.clone()).collect()
    };
    let condition = |of: &trine_frontend_jvm::cover::Condition| ConditionRecord {
        span: span(of.line),
        text: Some(of.text.clone()),
    };
    let pairs = (0..decision.conditions.len() as u16).map(|position| {
        let goal = outcome.goals.iter().find(|goal| asked(goal) == Some((number, position)));
        pair(decision, position, goal, &vectors)
    });
    DecisionRecord {
        decision: number,
        span: span(decision.conditions.first().and_then(|of| of.line)),
        text: None,
        conditions: decision.conditions.iter().map(condition).collect(),
        pairs: pairs.collect(),
        vectors: vectors
            .iter()
            .map(|vector| VectorRecord { tests: tests(vector), ..written(decision, *vector) })
            .collect(),
    }
}

/// What is known of the independence of a condition.
fn pair(decision: &Decision, condition: u16, goal: Option<&GoalOutcome>, vectors: &[Vector]) -> PairRecord {
    let place = |vector: Vector| vectors.iter().position(|&of| of == vector).map(|at| at as u32);
    let named = goal
        .and_then(|goal| goal.pair)
        .and_then(|pair| Some([place(pair.vectors[0])?, place(pair.vectors[1])?]));
    let is_one = |rule: McdcVariant, a: Vector, b: Vector| {
        a.outcome && is_pair(&decision.shape, condition, rule, a, b)
    };
    let first = |rule: McdcVariant| {
        let all = vectors.iter().flat_map(|&a| vectors.iter().map(move |&b| (a, b)));
        let (a, b) = { all }.find(|&(a, b)| is_one(rule, a, b))?;
        Some([place(a)?, place(b)?])
    };
    let masking = named.or_else(|| first(McdcVariant::Masking));
    let completes = |wanted: &Vector| {
        vectors.iter().any(|&seen| is_pair(&decision.shape, condition, McdcVariant::Masking, *wanted, seen))
    };
    let apart = match masking {
        Some(_) => None,
        None => apart(&decision.shape, condition, McdcVariant::Masking, vectors, MAX_VECTORS),
    };
    let apart = apart.and_then(|found| {
        let is_differing = |&position: &u32| found.differing >> position & 1 != 0;
        Some(ApartRecord {
            seen: [place(found.half)?, place(found.near)?],
            wanted: written(decision, found.wanted),
            differing: (0..decision.conditions.len() as u32).filter(is_differing).collect(),
        })
    });
    let mut wanted: Vec<Vector> = match masking {
        Some(_) => Vec::new(),
        None => all_vectors(&decision.shape, MAX_VECTORS).into_iter().filter(completes).collect(),
    };
    wanted.sort_by_key(|vector| (vector.evaluated.count_ones(), *vector));
    wanted.truncate(MAX_WANTED);
    let wanted = wanted.into_iter().map(|vector| written(decision, vector)).collect();
    PairRecord { masking, unique_cause: first(McdcVariant::UniqueCause), wanted, apart }
}

fn written(decision: &Decision, vector: Vector) -> VectorRecord {
    let letter = |position: usize| match (vector.evaluated >> position & 1, vector.values >> position & 1) {
        (0, _) => '-',
        (_, 1) => 'T',
        _ => 'F',
    };
    let values = (0..decision.conditions.len()).map(letter).collect();
    VectorRecord { values, outcome: vector.outcome, tests: Vec::new() }
}
