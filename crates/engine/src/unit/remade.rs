//! Tests of an earlier suite, made again in the code as it is now.
//!
//! A record names the objects of its test and the values in them as a programmer does ([`TestRecord::shape`], names of leaves), so that
//! it can be read when types and functions have other numbers.

use super::{UnitContext, UnitOutcome};
use crate::suite::finish::without_idle_statements;
use std::collections::BTreeSet;
use trine_inputs::{Shape, Shapes};
use trine_record::{GoalCounts, GoalStatus, TestRecord};
use trine_testcase::TestCase;

/// A test of an earlier suite, made again.
#[derive(Clone, Debug)]
pub struct Remade {
    /// What its inputs are made of.
    pub shape: Shape,
    /// The test.
    pub test: TestCase,
    /// What of the old one it is without, in words, if anything: then it is another test.
    pub lost: Option<String>,
}

impl UnitContext<'_> {
    /// The tests of `records`, which are about this function, in the code as it is now; or why one cannot be made.
    pub fn remade(&self, records: &[&TestRecord]) -> Vec<Result<Remade, String>> {
        let id = match self.function() {
            Ok((id, _)) => id,
            Err(reason) => return records.iter().map(|_| Err(reason.clone())).collect(),
        };
        let factory = self.surroundings(id).factory;
        records.iter().map(|record| remade(record, &*factory)).collect()
    }

    /// Marks the open goals of `outcome` that the user's own tests cover.
    pub fn mark_own(&self, outcome: &mut UnitOutcome) {
        let (Some(own), Ok((_, function))) = (self.own_tests, self.function()) else { return };
        let structure = self.structure(function);
        let traces: Vec<_> = own.reaching.iter().map(|(name, trace)| (name.as_str(), trace)).collect();
        for goal in &mut outcome.goals {
            if matches!(goal.status, GoalStatus::Unknown { .. })
                && let Some(tests) = structure.covering(goal.id, &traces)
            {
                goal.status = GoalStatus::Covered { tests };
            }
        }
        outcome.record.goals = GoalCounts::of(&outcome.goals);
        outcome.record.own_tests = Some(own.counted(&structure));
    }
}

fn remade(record: &TestRecord, factory: &dyn Shapes) -> Result<Remade, String> {
    let Some(shape) = &record.shape else {
        return Err("the suite does not say how its objects are made".to_owned());
    };
    let entry = factory.entry(shape.clone()).map_err(|error| error.to_string())?;
    let theirs = record.test_case();
    let leaves = entry.adopt(&theirs);
    let test = entry.test(&leaves);
    let known: BTreeSet<&str> = entry.skeleton.leaves.iter().map(|leaf| leaf.name.as_str()).collect();
    let gone = theirs.skeleton.leaves.iter().find(|leaf| !known.contains(leaf.name.as_str()));
    let lost = match gone {
        Some(leaf) => Some(format!("nothing is named `{}` any more", leaf.name)),
        None if entry.shape != *shape || test.leaves != leaves => {
            Some("its inputs are not among those that callers may pass".to_owned())
        }
        None => None,
    };
    let test = without_idle_statements(&test, &entry);
    Ok(Remade { shape: entry.shape, test, lost })
}
