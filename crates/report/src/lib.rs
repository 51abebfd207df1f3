//! Reports: pure functions from the records of a run to text.
//!
//! | function | text |
//! |---|---|
//! | [`terminal::summary`] | the end-of-run summary |
//! | [`listing::goals`] | every goal with its status, for `trine dump goals` |
//! | [`lcov::tracefile`] | `lcov.info` |
//! | [`jacoco::document`] | `jacoco.xml`, of Java runs |
//! | [`html::Site`] | the pages of `report/` |
//! | [`cobertura::document`], [`test_run::document`] | `cobertura.xml`; `junit.xml`, the native run |
//! | [`traceability::table`], [`evidence::summary`] | `traceability.csv`; `evidence.md`, for a certification folder |
//! | [`explain::goal`] | what is known of one goal, for `trine explain` |
//! | [`difference::text`] | what two runs cover differently, for `trine diff` |
//!
//! All of them read a [`Report`], print nothing and touch no disk; the same records give the same
//! bytes. Knows nothing of IR, engines, front ends, terminals or files.

pub mod cobertura;
pub mod difference;
pub mod evidence;
pub mod explain;
pub mod html;
pub mod jacoco;
pub mod layered;
pub mod lcov;
pub mod listing;
pub mod nearest;
pub mod proof;
pub mod solver;
pub mod terminal;
pub mod test_run;
pub mod traceability;
mod vectors;
mod words;

use std::collections::BTreeMap;
use trine_record::{Finding, GoalCounts, GoalRecord, RunRecord, Suite, TestRecord, UnitRecord, UnitStatus};

/// Everything a report reads.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The run, with one record per unit.
    pub run: &'a RunRecord,
    /// Goals of each unit, in the order of [`RunRecord::units`]; a missing tail means no goals.
    pub goals: &'a [Vec<GoalRecord>],
    /// The finished tests.
    pub suite: &'a Suite,
    /// Text of the source files, by the path that units and goals name. A file that is missing
    /// here is reported without its listing.
    pub sources: &'a BTreeMap<String, String>,
}

impl<'a> Report<'a> {
    /// Units with their goals, in source order.
    pub fn units(&self) -> impl Iterator<Item = (&'a UnitRecord, &'a [GoalRecord])> + use<'a> {
        let goals = self.goals;
        self.run
            .units
            .iter()
            .enumerate()
            .map(move |(position, unit)| (unit, goals.get(position).map_or(&[][..], Vec::as_slice)))
    }

    /// Counts over all units.
    #[must_use]
    pub fn totals(&self) -> GoalCounts {
        let mut totals = GoalCounts::default();
        for unit in &self.run.units {
            totals.add(unit.goals);
        }
        totals
    }

    /// Tests of `unit` that end normally, in order.
    ///
    /// Tests name functions, and two files may each have a static function of one name: then a
    /// test belongs to the unit whose goals name it.
    pub fn tests_of<'r>(
        &'r self,
        unit: &'r UnitRecord,
        goals: &'r [GoalRecord],
    ) -> impl Iterator<Item = &'a TestRecord> + 'r {
        let namesakes = self.run.units.iter().filter(|other| other.function == unit.function).count();
        self.suite.tests.iter().filter(move |test| {
            test.function == unit.function
                && (namesakes == 1 || goals.iter().any(|goal| names(goal, &test.name)))
        })
    }

    /// Findings in `unit`, in order. A finding belongs to every unit of its function's name
    /// unless only one of them lies in the finding's file.
    pub fn findings_of<'r>(&'r self, unit: &'r UnitRecord) -> impl Iterator<Item = &'a Finding> + 'r {
        let same = |finding: &Finding, file: &str| {
            self.run.units.iter().any(|other| other.function == finding.function && other.file == file)
        };
        self.run.findings.iter().filter(move |finding| {
            finding.function == unit.function
                && (finding.place.file == unit.file || !same(finding, &finding.place.file))
        })
    }

    /// Units that could not be handled, with the reason.
    pub fn unsupported(&self) -> impl Iterator<Item = (&'a UnitRecord, &'a str)> + use<'a> {
        self.run.units.iter().filter_map(|unit| match &unit.status {
            UnitStatus::Unsupported { reason } => Some((unit, reason.as_str())),
            UnitStatus::Pending | UnitStatus::Done => None,
        })
    }
}

fn names(goal: &GoalRecord, test: &str) -> bool {
    matches!(&goal.status, trine_record::GoalStatus::Covered { tests } if tests.iter().any(|name| name == test))
}
