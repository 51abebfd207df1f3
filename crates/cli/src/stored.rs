//! An output folder, read back: the records of a run that ended, or of one that was stopped.
//!
//! Of a stopped run `run.json` says which units it had and under which fingerprints the journal
//! holds those that were finished; the other files may be older than either.

use crate::output::{Output, UnitGoals};
use trine_campaign::failure::Failure;
use trine_record::{FlowRecord, RunRecord, Suite};

/// The records of an output folder; they belong together.
pub struct Stored {
    /// The run.
    pub record: RunRecord,
    /// The goals of each unit.
    pub goals: Vec<UnitGoals>,
    /// The suite, in the order of the units.
    pub suite: Suite,
    /// For a run that was stopped: that it was, and how it goes on.
    pub note: Option<String>,
}

impl Stored {
    /// The records of `output`.
    ///
    /// # Errors
    /// When a file is missing or not what a run writes.
    pub fn read(output: &Output) -> Result<Self, Failure> {
        let mut record: RunRecord = output.read("run.json")?;
        if !record.unfinished.is_empty() {
            return Self::of_stopped(output, record);
        }
        let mut goals: Vec<UnitGoals> = output.read("goals.json")?;
        for (unit, goals) in record.units.iter_mut().zip(&mut goals) {
            unit.flow = std::mem::take(&mut goals.flow);
        }
        let suite = output.read("suite.json")?;
        Ok(Self { record, goals, suite, note: None })
    }

    fn of_stopped(output: &Output, mut record: RunRecord) -> Result<Self, Failure> {
        let journal = output.journal()?;
        // It may be missing, or that of an earlier run; what fits is used.
        let old: Vec<UnitGoals> = output.read("goals.json").unwrap_or_default();
        let mut old = old.into_iter().map(Some).collect::<Vec<_>>();
        let mut suite = Suite::default();
        let mut goals = Vec::new();
        let mut done = 0;
        record.findings.clear();
        for (at, unit) in record.units.iter_mut().enumerate() {
            let fingerprint = record.unfinished.get(at).and_then(|text| text.parse().ok());
            let mut of_unit = UnitGoals {
                function: unit.function.clone(),
                file: unit.file.clone(),
                goals: Vec::new(),
                flow: FlowRecord::default(),
            };
            if let Some(stored) = fingerprint.and_then(|fingerprint| journal.unit(fingerprint)) {
                of_unit.goals = stored.goals;
                *unit = stored.record;
                unit.flow = stored.class.map(|class| class.flow).unwrap_or_default();
                suite.tests.extend(stored.tests);
                suite.crashes.extend(stored.crashes);
                record.findings.extend(stored.findings);
                done += 1;
            } else {
                let fits = |old: &UnitGoals| (&old.function, &old.file) == (&unit.function, &unit.file);
                let fitting = old.get_mut(at).and_then(Option::take).filter(fits);
                of_unit.goals = fitting.map_or_else(Vec::new, |old| old.goals);
                (unit.tests, unit.crashes) = (0, 0);
            }
            goals.push(of_unit);
        }
        let note = format!(
            "note: the run was stopped: {done} of {} functions are done\n  = help: it goes on with `{}`\n",
            record.units.len(),
            record.replay
        );
        Ok(Self { record, goals, suite, note: Some(note) })
    }
}
