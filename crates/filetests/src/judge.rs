//! The judge: the output folder of a run, held against what the lines of its case say.

use crate::case::Case;
use crate::expectation::{Expectation, Item, Status};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use trine_record::{
    Criterion, Finding, FindingClass, GoalKind, GoalRecord, GoalStatus, RunRecord, UnitStatus,
};

/// How the reason of an open goal starts that crash reproducers reach.
const REACHED_BY_CRASHES: &str = "reached only by inputs that crash the code";

/// What is not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The line; 0 for the whole run.
    pub line: u32,
    /// What is expected there.
    pub expected: String,
    /// What the run shows.
    pub got: String,
}

/// What a run left behind.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// `run.json`.
    pub run: RunRecord,
    /// `goals.json`.
    pub units: Vec<UnitGoals>,
}

/// One entry of `goals.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct UnitGoals {
    /// Name of the function.
    pub function: String,
    /// Its goals.
    pub goals: Vec<GoalRecord>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}, got {}", self.line, self.expected, self.got)
    }
}

impl Outcome {
    /// Reads the output folder of a run.
    ///
    /// # Errors
    /// A sentence about the file that is missing or not what a run writes.
    pub fn read(folder: &Path) -> Result<Self, String> {
        fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
            let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
        }
        Ok(Self { run: json(&folder.join("run.json"))?, units: json(&folder.join("goals.json"))? })
    }

    /// All goals that stand on `line`, with the position of their unit.
    fn goals_on(&self, line: u32) -> impl Iterator<Item = (usize, &GoalRecord)> {
        let units = self.units.iter().enumerate();
        units
            .flat_map(|(at, unit)| unit.goals.iter().map(move |goal| (at, goal)))
            .filter(move |(_, goal)| goal.span.start.0 == line)
    }
}

/// Everything in which `outcome` differs from what `case` says.
#[must_use]
pub fn judge(case: &Case, outcome: &Outcome) -> Vec<Mismatch> {
    let mut mismatches = Vec::new();
    let tests: usize = outcome.run.units.iter().map(|unit| unit.tests).sum();
    if let Some(most) = case.max_tests.filter(|&most| most < tests) {
        mismatches.push(Mismatch {
            line: 0,
            expected: format!("at most {most} tests"),
            got: tests.to_string(),
        });
    }
    let pathwise = outcome.run.units.first().and_then(|unit| unit.pathwise.as_ref());
    if let (Some(expected), Some(pathwise)) = (&case.paths, pathwise)
        && *expected != pathwise.summary()
    {
        mismatches.push(Mismatch { line: 0, expected: expected.clone(), got: pathwise.summary() });
    }
    let decisions = decisions(outcome);
    unstated_pairs(case, &decisions, &mut mismatches);
    let mut lines: BTreeMap<u32, Vec<&Item>> = BTreeMap::new();
    for expectation in &case.expectations {
        lines.entry(expectation.line).or_default().push(&expectation.item);
    }
    for (&line, items) in &lines {
        match outcome.run.criterion {
            Criterion::Branch | Criterion::Condition => conditions(outcome, line, items, &mut mismatches),
            Criterion::Mcdc => pairs(&decisions, line, items, &mut mismatches),
            Criterion::Statement => statements(case, outcome, line, items, &mut mismatches),
            Criterion::ConditionDecision => {}
        }
    }
    faults(case, outcome, &mut mismatches);
    units(case, outcome, &mut mismatches);
    mismatches
}

fn conditions(outcome: &Outcome, line: u32, items: &[&Item], mismatches: &mut Vec<Mismatch>) {
    let stated: Vec<[Status; 2]> = items
        .iter()
        .filter_map(|item| match item {
            Item::Condition { sides, .. } => Some(*sides),
            _ => None,
        })
        .collect();
    if stated.is_empty() {
        return;
    }
    let found = conditions_on(outcome, line);
    // Folded conditions may be no goals: those with an infeasible side are left out where goals are too few.
    let foldable = |sides: &[Status; 2]| sides.contains(&Status::Infeasible);
    let required = stated.iter().filter(|sides| !foldable(sides)).count();
    let all_present = found.len() == stated.len();
    if !all_present && found.len() != required {
        mismatches.push(Mismatch {
            line,
            expected: format!("{} conditions", stated.len()),
            got: format!("{} conditions", found.len()),
        });
        return;
    }
    let mut present = found.iter();
    for (number, sides) in stated.iter().enumerate() {
        if !all_present && foldable(sides) {
            continue;
        }
        let Some(SeenCondition { sides: statuses, .. }) = present.next() else { continue };
        for ((expected, status), side) in sides.iter().zip(statuses).zip(["T", "F"]) {
            let is_fine = status.map_or(foldable(sides), |status| is(status, *expected));
            if !is_fine {
                mismatches.push(Mismatch {
                    line,
                    expected: format!("C{}: {side} {expected}", number + 1),
                    got: status.map_or_else(|| "no goal".to_owned(), shown),
                });
            }
        }
    }
}

/// A condition of a run.
struct SeenCondition<'a> {
    unit: usize,
    condition: u32,
    column: u32,
    /// Status of the true side, then of the false side, where they are goals.
    sides: [Option<&'a GoalStatus>; 2],
}

/// The conditions on `line` in the order of their columns, those out of one macro in the order of its expansion.
fn conditions_on(outcome: &Outcome, line: u32) -> Vec<SeenCondition<'_>> {
    let mut seen: Vec<SeenCondition<'_>> = Vec::new();
    for (unit, goal) in outcome.goals_on(line) {
        let GoalKind::Condition { condition, outcome } = goal.goal else { continue };
        let known = seen.iter().position(|seen| seen.unit == unit && seen.condition == condition);
        let at = known.unwrap_or_else(|| {
            seen.push(SeenCondition { unit, condition, column: goal.span.start.1, sides: [None; 2] });
            seen.len() - 1
        });
        seen[at].sides[usize::from(!outcome)] = Some(&goal.status);
    }
    seen.sort_by_key(|seen| seen.column);
    seen
}

/// The independence pairs of a decision.
#[derive(Clone, Copy, Debug, Default)]
struct Pairs {
    line: u32,
    covered: usize,
    infeasible: usize,
    total: usize,
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mcdc {}/{}", self.covered, self.total)?;
        match self.infeasible {
            0 => Ok(()),
            infeasible => write!(f, " ({infeasible} infeasible)"),
        }
    }
}

/// The pairs of each decision; it stands where the first of its conditions does.
fn decisions(outcome: &Outcome) -> Vec<Pairs> {
    let mut decisions: BTreeMap<(usize, u32), Pairs> = BTreeMap::new();
    for (at, unit) in outcome.units.iter().enumerate() {
        for goal in &unit.goals {
            if let GoalKind::Independence { decision, .. } = goal.goal {
                let entry =
                    decisions.entry((at, decision)).or_insert(Pairs { line: u32::MAX, ..Pairs::default() });
                entry.line = entry.line.min(goal.span.start.0);
                entry.covered += usize::from(goal.status.is_covered());
                entry.infeasible += usize::from(matches!(goal.status, GoalStatus::Infeasible { .. }));
                entry.total += 1;
            }
        }
    }
    decisions.into_values().collect()
}

/// A case that is run for MC/DC says of each decision of several conditions how many pairs are covered.
fn unstated_pairs(case: &Case, decisions: &[Pairs], mismatches: &mut Vec<Mismatch>) {
    for decision in decisions.iter().filter(|decision| decision.total > 1) {
        let states = |expectation: &Expectation| {
            expectation.line == decision.line && matches!(expectation.item, Item::Pairs { .. })
        };
        if !case.expectations.iter().any(states) {
            mismatches.push(Mismatch {
                line: decision.line,
                expected: "the pairs to be stated".to_owned(),
                got: decision.to_string(),
            });
        }
    }
}

fn pairs(decisions: &[Pairs], line: u32, items: &[&Item], mismatches: &mut Vec<Mismatch>) {
    for item in items {
        let Item::Pairs { covered, total, rest_infeasible } = item else { continue };
        let here: Vec<_> = decisions.iter().filter(|decision| decision.line == line).collect();
        let fits = |got: &&Pairs| {
            (got.covered, got.total) == (*covered, *total)
                && (!rest_infeasible || got.covered + got.infeasible == got.total)
        };
        if !here.iter().any(fits) {
            let got: Vec<String> = here.iter().map(ToString::to_string).collect();
            let got = if got.is_empty() { "no decision".to_owned() } else { got.join(" and ") };
            mismatches.push(Mismatch { line, expected: item.to_string(), got });
        }
    }
}

fn statements(case: &Case, outcome: &Outcome, line: u32, items: &[&Item], mismatches: &mut Vec<Mismatch>) {
    for item in items {
        let Item::Statement(expected) = item else { continue };
        let text = case.lines.get(line as usize - 1).map_or("", String::as_str);
        let column = (text.len() - text.trim_start().len()) as u32 + 1;
        let status = statement_at(outcome, (line, column));
        if !status.is_some_and(|status| is(status, *expected)) {
            let got = status.map_or_else(|| "no region".to_owned(), shown);
            mismatches.push(Mismatch { line, expected: item.to_string(), got });
        }
    }
}

/// Status of the innermost region that holds `place`: the one that starts last and ends first.
fn statement_at(outcome: &Outcome, place: (u32, u32)) -> Option<&GoalStatus> {
    let goals = outcome.units.iter().flat_map(|unit| &unit.goals);
    let holds = |goal: &&GoalRecord| {
        let is_statement = matches!(goal.goal, GoalKind::Statement { .. });
        is_statement && goal.span.start <= place && place < goal.span.end
    };
    let innermost =
        goals.filter(holds).max_by_key(|goal| (goal.span.start, std::cmp::Reverse(goal.span.end)));
    innermost.map(|goal| &goal.status)
}

fn faults(case: &Case, outcome: &Outcome, mismatches: &mut Vec<Mismatch>) {
    let stated: Vec<(u32, &str, Option<FindingClass>)> = case
        .expectations
        .iter()
        .filter_map(|expectation| match &expectation.item {
            Item::Fault { kind, class } => Some((expectation.line, kind.as_str(), *class)),
            _ => None,
        })
        .collect();
    let is_stated_by = |finding: &Finding, (line, kind, class): (u32, &str, Option<FindingClass>)| {
        let by_function = matches!(kind, "step-limit" | "stack-overflow");
        let place = finding.place.start.0;
        let same_place =
            place == line || (by_function && case.definition_of(place) == case.definition_of(line));
        finding.kind == kind && same_place && class.is_none_or(|class| class == finding.class)
    };
    let findings = &outcome.run.findings;
    // Only a search for branches is asked to find every fault: other criteria may be done without.
    if outcome.run.criterion == Criterion::Branch {
        for &(line, kind, class) in &stated {
            if !findings.iter().any(|finding| is_stated_by(finding, (line, kind, class))) {
                let on_line: Vec<String> = findings.iter().map(fault_shown).collect();
                let got = if on_line.is_empty() { "no fault".to_owned() } else { on_line.join(", ") };
                let expected = Item::Fault { kind: kind.to_owned(), class }.to_string();
                mismatches.push(Mismatch { line, expected, got });
            }
        }
    }
    for finding in findings {
        let is_fine = case.other_faults_allowed
            || finding.class == FindingClass::Precondition
            || stated.iter().any(|&stated| is_stated_by(finding, stated));
        if !is_fine {
            let got = format!("{} (test {}: {})", fault_shown(finding), finding.test, finding.message);
            mismatches.push(Mismatch { line: finding.place.start.0, expected: "no fault".to_owned(), got });
        }
    }
}

fn fault_shown(finding: &Finding) -> String {
    let class = match finding.class {
        FindingClass::Code => "",
        FindingClass::Precondition => " (of a precondition)",
    };
    format!("{} at line {}{class}", finding.kind, finding.place.start.0)
}

fn units(case: &Case, outcome: &Outcome, mismatches: &mut Vec<Mismatch>) {
    let unit = |name: &String| outcome.run.units.iter().find(|unit| unit.function == *name);
    let mut expect = |name: &String, expected: &str, is_fine: fn(&UnitStatus) -> bool| {
        let unit = unit(name);
        if !unit.is_some_and(|unit| is_fine(&unit.status)) {
            let got = unit.map_or_else(|| "no such unit".to_owned(), |unit| format!("{:?}", unit.status));
            let line = unit.map_or(0, |unit| unit.line);
            mismatches.push(Mismatch { line, expected: format!("`{name}` {expected}"), got });
        }
    };
    for name in &case.entry {
        expect(name, "done", |status| *status == UnitStatus::Done);
    }
    for name in &case.unsupported {
        expect(name, "unsupported", |status| matches!(status, UnitStatus::Unsupported { .. }));
    }
}

fn is(status: &GoalStatus, expected: Status) -> bool {
    match expected {
        Status::Covered => status.is_covered() || is_reached_by_crashes(status),
        Status::Infeasible => status.is_infeasible(),
        Status::Unknown => matches!(status, GoalStatus::Unknown { .. }) && !is_reached_by_crashes(status),
        Status::Open => !status.is_covered() && !is_reached_by_crashes(status),
    }
}

fn is_reached_by_crashes(status: &GoalStatus) -> bool {
    matches!(status, GoalStatus::Unknown { reason } if reason.starts_with(REACHED_BY_CRASHES))
}

fn shown(status: &GoalStatus) -> String {
    match status {
        GoalStatus::Covered { tests } => format!("covered by {}", tests.join(", ")),
        GoalStatus::Infeasible(proof) => format!("infeasible ({proof})"),
        GoalStatus::Unknown { reason } => format!("unknown ({reason})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn case(body: &str) -> Case {
        Case::parse(Path::new("a.c"), &format!("//@ entry: f\n{body}")).unwrap()
    }

    /// A run with these goals, each as place, what it asks for, and status.
    fn run(criterion: &str, goals: &[(u32, u32, Value, &str)], findings: &[(&str, &str, u32)]) -> Outcome {
        let span = |line: u32, column: u32| json!({"file": "a.c", "start": [line, column], "end": [line, column + 5]});
        let goal = |(id, (line, column, kind, status)): (usize, &(u32, u32, Value, &str))| {
            let mut goal = kind.clone();
            goal["id"] = json!(id);
            goal["span"] = span(*line, *column);
            goal["status"] = json!({"status": status, "tests": [], "proof": "p", "reason": "r"});
            goal
        };
        let finding = |(kind, class, line): &(&str, &str, u32)| {
            json!({"kind": kind, "class": class, "message": "", "function": "f", "place": span(*line, 1),
                "stack": [], "test": "t"})
        };
        let run = json!({
            "version": "", "replay": "", "seed": 1, "criterion": criterion, "mcdc": "masking", "strategy": "search",
            "budget": "", "inputs": [], "flags": [], "compiler": "", "native": null,
            "findings": findings.iter().map(finding).collect::<Vec<_>>(),
            "units": [{"function": "f", "file": "a.c", "line": 2, "status": "done", "tests": 0, "evaluations": 0,
                "goals": {"total": 0, "covered": 0, "infeasible": 0, "unknown": 0}, "executions": 0,
                "solver_calls": 0, "milliseconds": 0, "termination": "", "crashes": 0, "progress": []}],
        });
        let units =
            json!([{"function": "f", "goals": goals.iter().enumerate().map(goal).collect::<Vec<_>>()}]);
        Outcome { run: serde_json::from_value(run).unwrap(), units: serde_json::from_value(units).unwrap() }
    }

    fn condition(condition: u32, outcome: bool) -> Value {
        json!({"kind": "condition", "condition": condition, "outcome": outcome})
    }

    fn texts(mismatches: &[Mismatch]) -> Vec<String> {
        mismatches.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn conditions_are_numbered_by_column() {
        let goals = [
            (2, 20, condition(0, true), "covered"),
            (2, 20, condition(0, false), "unknown"),
            (2, 8, condition(1, true), "covered"),
            (2, 8, condition(1, false), "covered"),
        ];
        let outcome = run("branch", &goals, &[]);
        let good = case("if (a && b) //~ C1: T covered, F covered; C2: T covered, F open\n");
        assert!(judge(&good, &outcome).is_empty());
        let bad = case("if (a && b) //~ C1: T covered, F covered; C2: T covered, F covered\n");
        assert_eq!(texts(&judge(&bad, &outcome)), ["line 2: expected C2: F covered, got unknown (r)"]);
        let short = case("if (a && b) //~ C1: T covered, F covered\n");
        assert_eq!(texts(&judge(&short, &outcome)), ["line 2: expected 1 conditions, got 2 conditions"]);
    }

    #[test]
    fn folded_conditions_may_be_no_goals() {
        let goals = [(2, 8, condition(0, true), "covered"), (2, 8, condition(0, false), "covered")];
        let case = case("if (1 && b) //~ C1: T covered, F infeasible; C2: T covered, F covered\n");
        assert!(judge(&case, &run("branch", &goals, &[])).is_empty());
    }

    #[test]
    fn pairs_count_where_their_decision_starts() {
        let pair = |condition: u32| json!({"kind": "independence", "decision": 0, "condition": condition});
        let goals = [(2, 8, pair(0), "covered"), (3, 8, pair(1), "unknown")];
        let outcome = run("mcdc", &goals, &[]);
        assert!(judge(&case("if (a && //~ mcdc 1/2\n"), &outcome).is_empty());
        let mismatches = judge(&case("if (a && //~ mcdc 2/2\n"), &outcome);
        assert_eq!(texts(&mismatches), ["line 2: expected mcdc 2/2, got mcdc 1/2"]);
    }

    #[test]
    fn a_decision_whose_pairs_nobody_states_is_named() {
        let pair = |condition: u32| json!({"kind": "independence", "decision": 0, "condition": condition});
        let two = run("mcdc", &[(2, 8, pair(0), "covered"), (2, 13, pair(1), "unknown")], &[]);
        let found = judge(&case("if (a && b)\n"), &two);
        assert_eq!(texts(&found), ["line 2: expected the pairs to be stated, got mcdc 1/2"]);
        let one = run("mcdc", &[(2, 8, pair(0), "unknown")], &[]);
        assert!(judge(&case("if (a)\n"), &one).is_empty(), "one condition is no decision of several");
    }

    #[test]
    fn statements_are_those_of_the_innermost_region() {
        let region = |region: u32| json!({"kind": "statement", "region": region});
        let mut outcome =
            run("statement", &[(2, 1, region(0), "covered"), (3, 5, region(1), "unknown")], &[]);
        outcome.units[0].goals[0].span.end = (9, 1);
        outcome.units[0].goals[1].span.end = (4, 1);
        let case = case("{\n    f(); //~ statement: unknown\n\n    g(); //~ statement: covered\n");
        assert!(judge(&case, &outcome).is_empty());
    }

    #[test]
    fn faults_must_be_stated_unless_they_blame_the_input() {
        let case = case("{\n    return a / b; //~ fault: division-by-zero\n}\n");
        assert!(judge(&case, &run("branch", &[], &[("division-by-zero", "code", 3)])).is_empty());
        let missing = judge(&case, &run("branch", &[], &[("null-dereference", "precondition", 2)]));
        assert_eq!(
            texts(&missing),
            ["line 3: expected fault: division-by-zero, got null-dereference at line 2 (of a precondition)"]
        );
        let more = [("division-by-zero", "code", 3), ("abort", "code", 3)];
        assert_eq!(judge(&case, &run("branch", &[], &more)).len(), 1);
    }

    #[test]
    fn an_endless_loop_may_be_found_anywhere_in_its_function() {
        let case = case("{\n    while (a) //~ fault: step-limit\n        a = b;\n}\n{\n}\n");
        assert!(judge(&case, &run("branch", &[], &[("step-limit", "code", 4)])).is_empty());
        assert_eq!(judge(&case, &run("branch", &[], &[("step-limit", "code", 6)])).len(), 2);
    }

    #[test]
    fn units_that_are_missing_are_named() {
        let case = Case::parse(Path::new("a.c"), "//@ entry: f\n//@ unsupported: f, g\n").unwrap();
        let mismatches = texts(&judge(&case, &run("branch", &[], &[])));
        assert_eq!(mismatches[0], "line 2: expected `f` unsupported, got Done");
        assert_eq!(mismatches[1], "line 0: expected `g` unsupported, got no such unit");
    }
}
