//! Tests taken back: a finished unit without tests that turned out not to hold natively.
//!
//! Goals that other tests of the suite cover stay covered, by those; the rest are open again, and say why. So are paths
//! that were tested one by one: each has a test of its own.

use super::UnitContext;
use super::UnitOutcome;
use super::nearest::NearRuns;
use std::collections::{BTreeMap, BTreeSet};
use trine_coverage::Trace;
use trine_ir::FuncId;
use trine_record::{GoalCounts, GoalStatus, PathState};

impl UnitContext<'_> {
    /// Takes the tests of `outcome` that `dropped` names, each with the reason, out of it. `kept` holds, for each test
    /// that is left of the whole suite, its name and what its replay did in each function; `elsewhere` are names of
    /// tests of other units that were dropped too; `near` is how near those that are left came to what they do not cover.
    pub fn withdraw(
        &self,
        outcome: &mut UnitOutcome,
        dropped: &BTreeMap<String, String>,
        elsewhere: &BTreeSet<String>,
        kept: &[(&str, &BTreeMap<FuncId, Trace>)],
        near: Option<&NearRuns<'_>>,
    ) {
        outcome.tests.retain(|test| !dropped.contains_key(&test.name));
        outcome.record.tests = outcome.tests.len();
        let mutants = &mut outcome.record.mutant_list;
        for mutant in &mut *mutants {
            mutant.killed_by = mutant.killed_by.take().filter(|test| !dropped.contains_key(test));
        }
        outcome.record.killed = mutants.iter().filter(|mutant| mutant.killed_by.is_some()).count();
        let Ok((id, function)) = self.function() else { return };
        let structure = self.structure(function);
        let traces: Vec<(&str, &Trace)> =
            kept.iter().filter_map(|(name, traces)| Some((*name, traces.get(&id)?))).collect();
        for goal in &mut outcome.goals {
            let GoalStatus::Covered { tests } = &goal.status else { continue };
            let lost = tests.iter().find(|test| dropped.contains_key(*test) || elsewhere.contains(*test));
            let Some(lost) = lost else { continue };
            goal.status = match structure.covering(goal.id, &traces) {
                Some(tests) => GoalStatus::Covered { tests },
                None => {
                    let reason = dropped.get(lost).map_or("it does not hold natively", String::as_str);
                    let reason = format!("the test that covers it, `{lost}`, was dropped: {reason}");
                    GoalStatus::Unknown { reason }
                }
            };
        }
        for path in outcome.record.pathwise.iter_mut().flat_map(|pathwise| &mut pathwise.paths) {
            let PathState::Covered { test: Some(test), .. } = &path.state else { continue };
            if let Some(reason) = dropped.get(test) {
                let reason = format!("the test that follows it, `{test}`, was dropped: {reason}");
                path.state = PathState::Open { reason };
            }
        }
        let own = outcome.tests.iter().map(|test| test.name.as_str()).collect();
        let replays = Self::concerning(&own, &outcome.goals, traces.iter().copied());
        outcome.record.flow = self.flow(&structure, &outcome.goals, &replays, near);
        let covered_before = outcome.record.goals.covered;
        outcome.record.goals = GoalCounts::of(&outcome.goals);
        if outcome.record.goals.covered < covered_before {
            outcome.record.termination = "tests that do not hold natively were dropped".to_owned();
        }
    }
}
