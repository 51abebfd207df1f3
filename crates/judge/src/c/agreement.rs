//! The second opinion: our judge and `llvm-cov`, held against each other.
//!
//! The finished suite is replayed in the machine while every function with a coverage model
//! records its trace, because native counters do not care which test reached a function. Then
//! each counted branch side and each MC/DC condition is compared with what `llvm-cov` measured of
//! the emitted suite. A difference is a bug of ours, unless it is a known limit of the oracle:
//!
//! * a run that ends inside a call (`exit`, `abort`, a `longjmp` out of it) leaves counters half-way,
//!   and `llvm-cov` computes false sides as differences of counters; where `setjmp` returns twice,
//!   these differences may also be too small;
//! * a decision that stands wholly in a macro is exported without its file;
//! * `llvm-cov` takes the value of the last condition for a decision's outcome, which is wrong
//!   below a negated group. Independence is compared by that rule, and where the true outcomes
//!   say otherwise, the limit is noted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_base::FileId;
use trine_coverage::independence::{Vector, VectorSet};
use trine_coverage::recorder::TraceLayout;
use trine_coverage::{Trace, TraceRecorder};
use trine_ir::{Condition, ConditionId, Decision, Function, Outcome};
use trine_native::clang::{BranchCount, FunctionCoverage, McdcCoverage, SourceRange};
use trine_record::{McdcVariant, NativeVerdict};

/// What the judge knows of one function.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// The function.
    pub function: &'a Function,
    /// Its name in the source.
    pub name: &'a str,
    /// Union of what the suite did in it.
    pub trace: &'a Trace,
    /// Absolute path of a file of the program.
    pub path: &'a dyn Fn(FileId) -> PathBuf,
    /// Whether some test of the suite ends inside a call, or may jump out of one.
    pub ends_inside: bool,
}

/// Adds the comparison of one function to `verdict`.
pub fn compare(judged: &Judged<'_>, measured: Option<&FunctionCoverage>, verdict: &mut NativeVerdict) {
    let nothing = FunctionCoverage::default();
    let Some(measured) = measured.or((!was_entered(judged)).then_some(&nothing)) else {
        verdict.disagreements.push(format!("{}: llvm-cov did not see it, our judge did", judged.name));
        return;
    };
    compare_branches(judged, measured, verdict);
    compare_mcdc(judged, measured, verdict);
}

/// Adds the comparison of the branches of one function to `verdict`, and nothing else; a function that
/// `llvm-cov` did not see was not entered.
pub fn compare_branches_only(
    judged: &Judged<'_>,
    measured: Option<&FunctionCoverage>,
    verdict: &mut NativeVerdict,
) {
    compare_branches(judged, measured.unwrap_or(&FunctionCoverage::default()), verdict);
}

fn was_entered(judged: &Judged<'_>) -> bool {
    *judged.trace != TraceRecorder::new(Arc::new(TraceLayout::new(judged.function))).trace
}

fn range(judged: &Judged<'_>, span: trine_base::Span) -> SourceRange {
    SourceRange {
        file: (judged.path)(span.file).to_string_lossy().into_owned(),
        start: (span.start.line, span.start.column),
        end: (span.end.line, span.end.column),
    }
}

fn compare_branches(judged: &Judged<'_>, measured: &FunctionCoverage, verdict: &mut NativeVerdict) {
    let layout = TraceLayout::new(judged.function);
    let mut theirs: BTreeMap<SourceRange, Vec<&BranchCount>> = BTreeMap::new();
    for branch in &measured.branches {
        theirs.entry(normalized(&branch.range)).or_default().push(branch);
    }
    let mut taken: BTreeMap<SourceRange, usize> = BTreeMap::new();
    for condition in &judged.function.coverage.conditions {
        let range = normalized(&range(judged, condition.span));
        let position = taken.entry(range.clone()).or_default();
        let native = theirs.get(&range).and_then(|all| all.get(*position)).copied();
        *position += 1;
        compare_condition(judged, &layout, condition, native, verdict);
    }
}

/// Ranges without their file where `llvm-cov` may not say it, and paths by their canonical form.
fn normalized(range: &SourceRange) -> SourceRange {
    let path = Path::new(&range.file);
    let file =
        path.canonicalize().map_or_else(|_| range.file.clone(), |path| path.to_string_lossy().into_owned());
    SourceRange { file, start: range.start, end: range.end }
}

fn compare_condition(
    judged: &Judged<'_>,
    layout: &TraceLayout,
    condition: &Condition,
    native: Option<&BranchCount>,
    verdict: &mut NativeVerdict,
) {
    for (side, outcome) in condition.outcomes.iter().enumerate() {
        let ours = match outcome {
            Outcome::Folded => continue,
            Outcome::Taken(edges) => layout.takes_any(edges, judged.trace),
            Outcome::Dead | Outcome::Unmatched => false,
        };
        let theirs = native.is_some_and(|count| [count.taken, count.not_taken][side] > 0);
        verdict.branches.0 += usize::from(ours);
        verdict.branches.1 += usize::from(theirs);
        verdict.branches.2 += 1;
        if ours == theirs {
            continue;
        }
        let place = condition.expansion.unwrap_or(condition.span).start;
        let what = format!(
            "{}:{place}: condition is {}: {} by our judge, {} by llvm-cov",
            judged.name,
            side == 0,
            covered(ours),
            covered(theirs)
        );
        if *outcome == Outcome::Unmatched {
            verdict.known_limits.push(format!("{what} (the mapping could not be matched to the graph)"));
        } else if judged.function.returns_twice {
            verdict.known_limits.push(format!(
                "{what} (setjmp returns twice here; llvm-cov computes the difference of counters)"
            ));
        } else if judged.ends_inside && theirs {
            verdict.known_limits.push(format!(
                "{what} (a test ends inside a call; llvm-cov computes the difference of counters)"
            ));
        } else {
            verdict.disagreements.push(what);
        }
    }
}

fn covered(yes: bool) -> &'static str {
    if yes { "covered" } else { "not covered" }
}

fn compare_mcdc(judged: &Judged<'_>, measured: &FunctionCoverage, verdict: &mut NativeVerdict) {
    let key = |range: &SourceRange| (range.start, range.end);
    let mut theirs: BTreeMap<_, Vec<&McdcCoverage>> = BTreeMap::new();
    for decision in &measured.mcdc {
        theirs.entry(key(&decision.range)).or_default().push(decision);
    }
    for (id, decision) in judged.function.coverage.decisions.iter_enumerated() {
        let at = key(&range(judged, decision.span));
        // Decisions that we leave out, because clang notes nothing of them, are listed all the same.
        let native = theirs.get(&at).and_then(|all| all.get(decision.twins_before as usize)).copied();
        let vectors = &judged.trace.vectors[id.0 as usize];
        let by_last_value = by_last_value(decision, vectors);
        let listed = as_listed(decision);
        for (number, condition) in decision.conditions.iter().enumerate() {
            let place = listed.iter().position(|other| other == condition).unwrap_or(number);
            let is_folded = |outcome: &Outcome| matches!(outcome, Outcome::Folded | Outcome::Unmatched);
            if judged.function.coverage.conditions[*condition].outcomes.iter().any(is_folded) {
                continue;
            }
            let shown = |vectors: &VectorSet| {
                vectors.pair(decision, number as u16, McdcVariant::UniqueCause).is_some()
            };
            let ours = shown(&by_last_value);
            let theirs = native.is_some_and(|native| native.covered.get(place) == Some(&true));
            verdict.mcdc.0 += usize::from(ours);
            verdict.mcdc.1 += usize::from(theirs);
            verdict.mcdc.2 += 1;
            let what = |ours: bool| {
                format!(
                    "{}:{}: independence of condition {}: {} by our judge, {} by llvm-cov",
                    judged.name,
                    decision.expansion.unwrap_or(decision.span).start,
                    place + 1,
                    covered(ours),
                    covered(theirs)
                )
            };
            if ours != theirs {
                verdict.disagreements.push(what(ours));
            } else if shown(vectors) != theirs {
                verdict.known_limits.push(format!(
                    "{} (llvm-cov takes the value of the last condition for the decision's outcome; \
                     under a negated group that is wrong)",
                    what(!theirs)
                ));
            }
        }
    }
}

/// The conditions of `decision` as `llvm-cov` lists them: the one evaluated first in front, then the others as the
/// mapping has them, which is in source order but for those out of macros, which come after all that are not.
/// (`MCDCDecisionRecorder` in LLVM's `CoverageMapping`.)
fn as_listed(decision: &Decision) -> Vec<ConditionId> {
    let mut listed = decision.conditions.clone();
    if let Some((_, others)) = listed.split_first_mut() {
        others.sort_unstable();
    }
    listed
}

/// `vectors` with the outcomes that `llvm-cov` takes them to have.
fn by_last_value(decision: &Decision, vectors: &VectorSet) -> VectorSet {
    let mut by_last_value = VectorSet::default();
    for vector in vectors.as_slice() {
        by_last_value.insert(Vector { outcome: vector.last_value(decision), ..*vector });
    }
    by_last_value
}
