//! What a campaign found, counted by strategy and by flavour.

use super::judge::{Comparison, Counts, Wrong};
use super::native::Reached;
use super::program::Program;
use super::trine::Run;
use crate::Tally;
use crate::table::table;
use std::collections::BTreeMap;
use std::time::Duration;
use trine_statistics::show::percent;

/// Counts of one row.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    counts: Counts,
    wrong: [usize; 3],
}

impl Row {
    fn add(&mut self, comparison: &Comparison) {
        self.counts.add(comparison.counts);
        for complaint in &comparison.complaints {
            self.wrong[complaint.wrong as usize] += 1;
        }
    }

    fn cells(&self) -> Vec<String> {
        let Counts { goals, covered, missed, infeasible, unreachable, unknown } = self.counts;
        let share = percent(unknown as f64 / unreachable.max(1) as f64);
        let [proofs, covers, unmatched] = self.wrong;
        let mut cells: Vec<String> = [goals, covered, infeasible, missed, unreachable, unknown]
            .map(|count| count.to_string())
            .to_vec();
        cells.push(share);
        cells.extend([proofs, covers, unmatched].map(|count| count.to_string()));
        cells
    }
}

/// The heads of [`Row::cells`].
const HEADS: [&str; 11] = [
    "",
    "goals",
    "covered",
    "proved",
    "missed",
    "never reached",
    "unknown",
    "share",
    "false proofs",
    "false covers",
    "unmatched",
];

/// All that a campaign found.
#[derive(Debug, Default)]
pub struct Results {
    /// Runs of Trine that failed.
    pub failures: Vec<String>,
    /// Complaints shrunk so far.
    pub shrunk: usize,
    programs: usize,
    exhaustive: usize,
    wild: Vec<u64>,
    runs: u64,
    by_run: BTreeMap<Run, Row>,
    by_flavour: BTreeMap<&'static str, (usize, Row)>,
}

impl Results {
    /// A program was enumerated.
    pub fn note(&mut self, program: &Program, reached: &Reached) {
        self.programs += 1;
        self.runs += reached.runs;
        self.exhaustive += usize::from(program.is_complete() && reached.beyond == 0);
        self.wild.extend((reached.wild > 0).then_some(program.number));
        for flavour in flavours(program) {
            self.by_flavour.entry(flavour).or_default().0 += 1;
        }
    }

    /// A program was judged.
    pub fn add(&mut self, program: &Program, run: Run, comparison: &Comparison) {
        self.by_run.entry(run).or_default().add(comparison);
        for flavour in flavours(program) {
            self.by_flavour.entry(flavour).or_default().1.add(comparison);
        }
    }

    /// Verdicts that were compared, and wrong ones with whatever failed.
    pub fn tally(&self) -> Tally {
        let rows = || self.by_run.values();
        let wrong: usize = rows().flat_map(|row| row.wrong).sum();
        let goals: usize = rows().map(|row| row.counts.goals).sum();
        let failed = wrong + self.failures.len() + self.wild.len();
        Tally { passed: goals.saturating_sub(wrong), failed }
    }

    /// The tables.
    pub fn text(&self, time: Duration) -> String {
        let by_run = self.by_run.iter().map(|(run, row)| {
            let name = format!("{:?} {:?}", run.strategy, run.asked).to_lowercase();
            std::iter::once(name).chain(row.cells()).collect()
        });
        let mut text = table(&HEADS, &by_run.collect::<Vec<Vec<String>>>());
        let by_flavour = self.by_flavour.iter().map(|(flavour, (programs, row))| {
            std::iter::once(format!("{flavour} ({programs})")).chain(row.cells()).collect()
        });
        text += "\nby flavour (programs that have it; all strategies and criteria together):\n";
        text += &table(&HEADS, &by_flavour.collect::<Vec<Vec<String>>>());
        for failure in &self.failures {
            text += &format!("failed: {failure}\n");
        }
        if !self.wild.is_empty() {
            text += &format!("programs with faults that the native run did not foresee: {:?}\n", self.wild);
        }
        let proofs: usize = self.by_run.values().map(|row| row.wrong[Wrong::FalseProof as usize]).sum();
        let proved: usize = self.by_run.values().map(|row| row.counts.infeasible).sum();
        text += &format!(
            "\n{} programs ({} enumerated exhaustively), {} native runs; {proved} proofs, {proofs} of them false; {} s\n",
            self.programs,
            self.exhaustive,
            self.runs,
            time.as_secs()
        );
        text
    }
}

/// The flavours of a program, each once.
fn flavours(program: &Program) -> Vec<&'static str> {
    let mut flavours: Vec<&str> =
        program.parts.iter().map(|part| part.flavour).filter(|flavour| !flavour.is_empty()).collect();
    flavours.sort_unstable();
    flavours.dedup();
    flavours
}
