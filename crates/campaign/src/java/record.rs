//! What came of classes as records: units, goals and tests by name, as `run.json`, `goals.json` and `suite.json` hold them.

use super::unit::{ClassOutcome, GoalOutcome, Proposed};
use super::{ClassFailure, Criterion, Subject};
use std::collections::BTreeMap;
use trine_frontend_jvm::cover::{self, Asks};
use trine_record::{
    ClassCounters, GoalCounts, GoalId, GoalKind, GoalRecord, GoalStatus, LineCounters, MethodCounters,
    MutantRecord, Reach, SequenceRecord, SolverRecord, SourceSpan, StoredUnit, TechniqueRecord, TestRecord,
    UnitRecord, UnitStatus,
};
use trine_sequences::search::Proposer;
use trine_testcase::objects::ObjectTest;

/// The records of one class.
#[derive(Clone, Debug)]
pub struct UnitRecords {
    /// The class.
    pub unit: UnitRecord,
    /// Its goals.
    pub goals: Vec<GoalRecord>,
    /// Its tests.
    pub tests: Vec<TestRecord>,
}

/// The records of a class whose tests were written under these names; `None` for a test that was not written. `file` is the path of
/// its source.
#[must_use]
pub fn unit(outcome: &ClassOutcome, names: &[Option<String>], file: &str) -> UnitRecords {
    let class = outcome.class.replace(['/', '$'], ".");
    let goals = goals(outcome, names, file);
    let classes = counters(outcome);
    let tests: Vec<TestRecord> = outcome
        .tests
        .iter()
        .zip(names)
        .enumerate()
        .filter_map(|(at, (test, name))| Some((at, test, name.as_ref()?)))
        .map(|(at, test, name)| TestRecord {
            covers: covers(outcome, at),
            ..test_record(outcome, test, name)
        })
        .collect();
    let counts = GoalCounts::of(&goals);
    let line = classes.iter().flat_map(|class| &class.lines).map(|line| line.line).min().unwrap_or_default();
    let termination = match (counts.unknown, counts.infeasible) {
        (0, 0) => "all goals covered",
        (0, _) => "all goals covered or proved infeasible",
        _ => "budget used",
    };
    let unit = UnitRecord {
        status: UnitStatus::Done,
        goals: counts,
        tests: tests.len(),
        evaluations: outcome.evaluations,
        executions: outcome.evaluations,
        milliseconds: outcome.milliseconds,
        progress: outcome.progress.clone(),
        termination: termination.to_owned(),
        mutants: outcome.effect.mutants,
        killed: outcome.effect.killed,
        mutant_list: mutant_list(outcome, names),
        own_tests: outcome.own_tests.clone(),
        techniques: techniques(outcome),
        solver: solver(outcome),
        solver_calls: outcome.solving.map_or(0, |solving| solving.queries),
        classes,
        flow: super::flow::record(outcome, names, file),
        pathwise: outcome.pathwise(names),
        ..UnitRecord::new(&class, file, line)
    };
    UnitRecords { unit, goals, tests }
}

/// The mutants that were run, by line; that a test notices one whose name is not known is still said.
fn mutant_list(outcome: &ClassOutcome, names: &[Option<String>]) -> Vec<MutantRecord> {
    let mut list: Vec<MutantRecord> = outcome
        .effect
        .list
        .iter()
        .map(|mutant| MutantRecord {
            line: mutant.line,
            change: mutant.change.to_owned(),
            killed_by: mutant.killed_by.map(|test| names.get(test).cloned().flatten().unwrap_or_default()),
        })
        .collect();
    list.sort_by_key(|mutant| mutant.line);
    list
}

/// What the search did, and what proposed sequences beside it.
fn techniques(outcome: &ClassOutcome) -> Vec<TechniqueRecord> {
    let Proposed { by, spent } = &outcome.proposed;
    let of = |proposer: Proposer, name: &str| {
        let at_work = (0..).zip(by).filter(|&(_, &other)| other == proposer);
        let progress: Vec<u32> = at_work.map(|(at, _)| at).collect();
        TechniqueRecord {
            name: name.to_owned(),
            evaluations: spent.evaluations(proposer),
            milliseconds: u64::try_from(spent.time(proposer).as_millis()).unwrap_or(u64::MAX),
            goals: progress.len() as u64,
            progress,
            ..TechniqueRecord::default()
        }
    };
    let search = of(Proposer::Search, "search for sequences of calls");
    if outcome.solving.is_none() {
        let (evaluations, milliseconds) = (outcome.evaluations, outcome.milliseconds);
        let goals = outcome.covered() as u64;
        return vec![TechniqueRecord { turns: 1, evaluations, milliseconds, goals, ..search }];
    }
    let objects = of(Proposer::Objects, "changes of objects that decided branches");
    let models = of(Proposer::Solver, "sequences with values that the solver gave");
    vec![TechniqueRecord { turns: 1, ..search }, objects, models]
}

/// What the solver did.
fn solver(outcome: &ClassOutcome) -> SolverRecord {
    let Some(solving) = outcome.solving else { return SolverRecord::default() };
    SolverRecord {
        queries: solving.queries,
        satisfiable: solving.satisfiable,
        unsatisfiable: solving.unsatisfiable,
        unknown: solving.queries.saturating_sub(solving.satisfiable + solving.unsatisfiable),
        models: Some(outcome.models),
        ..SolverRecord::default()
    }
}

/// The record of a test that is written under `name`, without what it covers.
#[must_use]
pub fn test_record(outcome: &ClassOutcome, test: &ObjectTest, name: &str) -> TestRecord {
    TestRecord {
        name: name.to_owned(),
        title: sentence(name),
        function: outcome.class.replace(['/', '$'], "."),
        sequence: Some(SequenceRecord::of(test, &outcome.api)),
        ..TestRecord::default()
    }
}

/// The record of a class that has no tests.
#[must_use]
pub fn unsupported(failure: &ClassFailure, subject: &Subject) -> UnitRecord {
    UnitRecord {
        status: UnitStatus::Unsupported { reason: failure.what.clone() },
        ..UnitRecord::new(&subject.name(), &subject.file, 0)
    }
}

/// A class on which no work has begun.
#[must_use]
pub fn pending(subject: &Subject) -> StoredUnit {
    StoredUnit {
        folder: String::new(),
        record: UnitRecord::new(&subject.name(), &subject.file, 0),
        goals: Vec::new(),
        tests: Vec::new(),
        crashes: Vec::new(),
        findings: Vec::new(),
        reach: Reach::default(),
        class: None,
    }
}

/// The criterion by its name in records.
#[must_use]
pub fn criterion(criterion: Criterion) -> trine_record::Criterion {
    match criterion {
        Criterion::Statement => trine_record::Criterion::Statement,
        Criterion::Branch => trine_record::Criterion::Branch,
        Criterion::Condition => trine_record::Criterion::Condition,
        Criterion::ConditionDecision => trine_record::Criterion::ConditionDecision,
        Criterion::Mcdc => trine_record::Criterion::Mcdc,
    }
}

fn covers(outcome: &ClassOutcome, test: usize) -> Vec<GoalId> {
    let goals = outcome.goals.iter().enumerate().filter(|(_, goal)| goal.tests.contains(&test));
    goals.map(|(at, _)| GoalId(at as u32)).collect()
}

fn goals(outcome: &ClassOutcome, names: &[Option<String>], file: &str) -> Vec<GoalRecord> {
    let mut instructions: BTreeMap<(usize, usize, u32), u32> = BTreeMap::new();
    let mut records = Vec::new();
    let mut exceptions = 0..;
    for (at, of) in outcome.goals.iter().enumerate() {
        let goal = &of.goal;
        let next = instructions.len() as u32;
        let instruction = *instructions.entry((goal.class, goal.method, goal.position)).or_insert(next);
        let line = goal.line.map_or(0, u32::from);
        records.push(GoalRecord {
            id: GoalId(at as u32),
            goal: match goal.asks {
                Asks::Branch => {
                    GoalKind::Branch { instruction, branch: goal.branch.map_or(0, |(branch, _)| branch) }
                }
                Asks::Statement => GoalKind::Statement { region: instruction },
                Asks::Condition { outcome, .. } => GoalKind::Condition { condition: instruction, outcome },
                Asks::Decision { decision, outcome } => GoalKind::Decision { decision, outcome },
                Asks::Independence { decision, condition } => {
                    GoalKind::Independence { decision, condition: u32::from(condition) }
                }
                Asks::Exception => GoalKind::Exception { exception: exceptions.next().unwrap_or_default() },
            },
            span: SourceSpan { file: file.to_owned(), start: (line, 0), end: (line, 0) },
            text: Some(goal.text.clone()),
            decision: match goal.asks {
                Asks::Condition { decision, .. } => decision,
                Asks::Independence { decision, .. } => Some(decision),
                _ => None,
            },
            status: status(of, names),
        });
    }
    records
}

fn status(goal: &GoalOutcome, names: &[Option<String>]) -> GoalStatus {
    let tests: Vec<String> = goal.tests.iter().filter_map(|&test| names.get(test)?.clone()).collect();
    if let Some(proof) = &goal.proof {
        return GoalStatus::Infeasible(proof.clone());
    }
    match (tests.is_empty(), &goal.reason) {
        (true, _) if goal.own.is_some() => GoalStatus::Covered { tests: goal.own.iter().cloned().collect() },
        (false, _) => GoalStatus::Covered { tests },
        (true, Some(reason)) => GoalStatus::Unknown { reason: reason.clone() },
        (true, None) => {
            GoalStatus::Unknown { reason: "the test that covers it cannot be written as a source".to_owned() }
        }
    }
}

/// JaCoCo's counters of the classes that have any.
fn counters(outcome: &ClassOutcome) -> Vec<ClassCounters> {
    let mut first_lines: BTreeMap<(usize, &str, &str), u32> = BTreeMap::new();
    for goal in outcome.cover.goals(cover::Criterion::Statement) {
        let method = &outcome.cover.classes[goal.class].methods[goal.method];
        let key = (goal.class, method.name.as_str(), method.descriptor.as_str());
        if let Some(line) = goal.line.map(u32::from) {
            let first = first_lines.entry(key).or_insert(line);
            *first = line.min(*first);
        }
    }
    let classes = outcome.cover.classes.iter().zip(&outcome.counters).enumerate();
    let record =
        |(at, (class, counters)): (usize, (&cover::ClassCover, &cover::ClassCounters))| ClassCounters {
            name: class.name.clone(),
            source_file: class.source_file.clone(),
            total: counters.total,
            methods: counters
                .methods
                .iter()
                .map(|(name, descriptor, counters)| MethodCounters {
                    name: name.clone(),
                    descriptor: descriptor.clone(),
                    line: first_lines.get(&(at, name.as_str(), descriptor.as_str())).copied(),
                    counters: *counters,
                })
                .collect(),
            lines: counters
                .lines
                .iter()
                .map(|(&line, counters)| LineCounters {
                    line: u32::from(line),
                    instruction: counters.instruction,
                    branch: counters.branch,
                })
                .collect(),
        };
    classes.map(record).filter(|class| class.total.instruction.total() > 0).collect()
}

/// `withdrawReturnsFalse` as `withdraw returns false`.
fn sentence(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() || (c.is_ascii_digit() && !text.ends_with(|last: char| last.is_ascii_digit())) {
            text.push(' ');
        }
        text.extend(c.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tests_are_sentences() {
        assert_eq!(sentence("withdrawReturnsFalseFor10"), "withdraw returns false for 10");
    }
}
