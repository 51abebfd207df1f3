//! Invariant 8: the coverage model refers to what exists.

use super::Report;
use crate::coverage_model::{ConditionId, Decision, DecisionId, Outcome};
use crate::function::Function;

/// Conditions, decisions and outcomes fit each other and the sites.
pub(super) fn check(function: &Function, report: &mut Report) {
    report.at_function();
    for (id, condition) in function.coverage.conditions.iter_enumerated() {
        for outcome in &condition.outcomes {
            check_outcome(function, id, outcome, report);
        }
        if let Some((decision, position)) = condition.decision {
            let known = function.coverage.decisions.get(decision);
            let named = known.and_then(|known| known.conditions.get(usize::from(position)));
            report.check(named == Some(&id), || {
                format!("{id} says it is condition {position} of {decision}, which does not list it there")
            });
        }
    }
    for (id, decision) in function.coverage.decisions.iter_enumerated() {
        check_decision(function, id, decision, report);
    }
}

fn check_outcome(function: &Function, id: ConditionId, outcome: &Outcome, report: &mut Report) {
    let Outcome::Taken(pairs) = outcome else { return };
    report.check(!pairs.is_empty(), || format!("an outcome of {id} is taken nowhere"));
    for (site, run) in pairs.runs() {
        let outcomes = function.sites.get(*site).map_or(0, |site| site.kind.outcomes());
        report.check(run.end <= outcomes, || {
            let outcome = run.start.max(outcomes);
            format!("{id} refers to outcome {outcome} of {site}, which does not exist")
        });
    }
}

fn check_decision(function: &Function, id: DecisionId, decision: &Decision, report: &mut Report) {
    let conditions = decision.conditions.len();
    for (position, condition) in decision.conditions.iter().enumerate() {
        let known = function.coverage.conditions.get(*condition);
        let agrees = known.is_some_and(|known| known.decision == Some((id, position as u16)));
        report.check(agrees, || format!("{id} lists {condition}, which does not say it belongs there"));
    }
    report.check(decision.next.len() == conditions, || {
        format!("{id} has {conditions} conditions but {} pairs of successors", decision.next.len())
    });
    report.check(decision.negated.len() == conditions, || {
        format!(
            "{id} has {conditions} conditions but says of {} whether they are negated",
            decision.negated.len()
        )
    });
    for next in decision.next.iter().flatten().flatten() {
        let exists = usize::from(*next) < conditions;
        report.check(exists, || format!("{id} continues with condition {next}, which does not exist"));
    }
}
