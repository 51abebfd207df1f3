//! Programs in IR text with managed objects: their runs in every domain, and the goals that each strategy reaches.

#[path = "support/ir.rs"]
mod ir;

use ir::{Case, cases};
use std::sync::atomic::AtomicBool;
use trine_base::Budget;
use trine_dse::Concolic;
use trine_engine::{Options, Strategy, UnitOutcome};
use trine_judge::faults::kind_name;
use trine_machine::{Concrete, Config, Domain, Ignore, Machine, NoStubs, TerminationReason};
use trine_record::{GoalKind, GoalStatus};
use trine_search::Distances;

/// What runs say in one domain: a result, or how it ended.
fn run<D: Domain>(case: &Case, domain: &mut D, args: &[u128]) -> Result<u128, String> {
    let program = std::sync::Arc::new(case.program.reopened());
    let mut machine = Machine::new(program, Config::default()).expect("the globals fit");
    let mut runs = (0..2).map(|_| {
        machine.reset();
        let outcome = machine.run(case.function, args, domain, &mut Ignore, &mut NoStubs);
        match outcome.reason {
            TerminationReason::Returned => Ok(outcome.returns.first().expect("a result")),
            TerminationReason::Fault(fault) => Err(kind_name(&fault.kind).to_owned()),
            other => Err(format!("{other:?}")),
        }
    });
    let (first, second) = (runs.next().expect("a run"), runs.next().expect("a run"));
    assert_eq!(first, second, "{}: f({args:?}) again after a reset", case.name);
    first
}

#[test]
fn programs_compute_the_same_in_every_domain() {
    let mut wrong = Vec::new();
    for case in cases() {
        for (args, expected) in &case.runs {
            let results = [
                run(&case, &mut Concrete, args),
                run(&case, &mut Distances::new(), args),
                run(&case, &mut Concolic::new(), args),
            ];
            if results.iter().any(|result| result != expected) {
                wrong.push(format!("{}: f({args:?}) gives {results:?}, not {expected:?}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn search(case: &Case, strategy: Strategy) -> UnitOutcome {
    let options = Options { strategy, budget: Budget::Evaluations(case.budget), ..Options::default() };
    let unit = case.unit();
    unit.context(&options).run(&AtomicBool::new(false))
}

/// What is wrong with the goals of `outcome`.
fn complaints(case: &Case, strategy: Strategy, outcome: &UnitOutcome) -> Vec<String> {
    let mut complaints = Vec::new();
    if outcome.goals.is_empty() && !case.open.is_empty() {
        complaints.push(format!("{}: no goals", case.name));
    }
    for goal in &outcome.goals {
        let GoalKind::Condition { condition, outcome } = goal.goal else { continue };
        let is_covered = matches!(goal.status, GoalStatus::Covered { .. });
        // Conditions are numbered by line, which is the site's number plus one.
        let site = goal.span.start.0 - 1;
        if is_covered == case.open.contains(&(site, outcome)) {
            let side = if outcome { 'T' } else { 'F' };
            complaints.push(format!(
                "{}, {}: site {site}{side} (condition {condition}) is {:?}",
                case.name,
                strategy.name(),
                goal.status
            ));
        }
    }
    complaints
}

#[test]
fn every_branch_is_reached_by_every_strategy_on_any_thread() {
    let cases = cases();
    assert!(cases.len() >= 60, "{} programs", cases.len());
    let strategies = [Strategy::Search, Strategy::Dse, Strategy::Hybrid];
    let jobs: Vec<(&Case, Strategy)> =
        cases.iter().flat_map(|case| strategies.map(|strategy| (case, strategy))).collect();
    let all = |workers: usize| -> Vec<UnitOutcome> {
        let next = std::sync::atomic::AtomicUsize::new(0);
        let mut found: Vec<(usize, UnitOutcome)> = std::thread::scope(|scope| {
            let work = || {
                let mut found = Vec::new();
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some((case, strategy)) = jobs.get(at) else { break found };
                    found.push((at, search(case, *strategy)));
                }
            };
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
        });
        found.sort_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, outcome)| outcome).collect()
    };
    let (two, four) = (all(2), all(4));
    let mut wrong = Vec::new();
    for (((case, strategy), outcome), again) in jobs.iter().zip(&two).zip(&four) {
        wrong.extend(complaints(case, *strategy, outcome));
        let bytes =
            |outcome: &UnitOutcome| format!("{:?}{:?}{:?}", outcome.goals, outcome.tests, outcome.crashes);
        if bytes(outcome) != bytes(again) {
            wrong.push(format!("{}, {}: two and four workers differ", case.name, strategy.name()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), jobs.len(), wrong.join("\n"));
}
