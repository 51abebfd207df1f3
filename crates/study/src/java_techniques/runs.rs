//! What the command covers with a technique and a seed, remembered between studies.

use super::command::{Subjects, units};
use super::{Args, subjects};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use trine_record::UnitRecord;

/// Which run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub technique: String,
    pub budget: String,
    pub seed: u64,
}

/// What a run came to on a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Covered {
    /// Goals that finished tests cover.
    pub goals: usize,
    /// All goals.
    pub all: usize,
    /// Goals that were proved infeasible.
    pub infeasible: usize,
    /// Milliseconds until 90 % of them were covered.
    pub to_90_percent: u64,
}

/// By class; `None` for one that cannot be tested.
type Classes = BTreeMap<String, Option<Covered>>;

/// The runs of a study.
pub(super) struct Runs {
    program: PathBuf,
    jobs: usize,
    subjects: Subjects,
    known: BTreeMap<Key, Classes>,
    log: Option<PathBuf>,
}

impl Runs {
    /// Those that `args` ask for; classes are drawn where none is named.
    pub fn new(args: &Args) -> Result<Self> {
        let program = match &args.trine {
            Some(path) => path.clone(),
            None => std::env::current_exe()?.with_file_name("trine"),
        };
        let subjects = match args.classes.is_empty() {
            true => subjects::drawn(args, &program)?,
            false => Subjects { class_path: args.class_path.clone(), classes: args.classes.clone() },
        };
        let log = args.keep.as_ref().map(|folder| folder.join("runs"));
        let known = log.as_deref().map(known).unwrap_or_default();
        Ok(Self { program, jobs: args.jobs, subjects, known, log })
    }

    /// The classes under study.
    pub fn classes(&self) -> &[String] {
        &self.subjects.classes
    }

    /// What a run covers of each class, in their order.
    pub fn covered(&mut self, key: &Key) -> Result<Vec<Option<Covered>>> {
        let known = self.known.get(key);
        let is_known =
            known.is_some_and(|known| self.classes().iter().all(|class| known.contains_key(class)));
        if !is_known {
            let found = self.run(key)?;
            if let Some(log) = &self.log {
                keep(log, key, &found)?;
            }
            self.known.insert(key.clone(), found);
        }
        let known = &self.known[key];
        Ok(self.classes().iter().map(|class| known.get(class).copied().flatten()).collect())
    }

    fn run(&self, key: &Key) -> Result<Classes> {
        let mut options = vec!["--mutants", "0", "--assertions", "none", "--budget", &key.budget];
        options.extend(match key.technique.as_str() {
            strategy @ ("search" | "dse" | "hybrid") => ["--strategy", strategy].to_vec(),
            algorithm => ["--strategy", "search", "--algorithm", algorithm].to_vec(),
        });
        let units = units(&self.program, &self.subjects, &options, key.seed, self.jobs)?;
        let covered = |class: &String| {
            let unit = units.iter().find(|unit| unit.function == class.replace('$', "."))?;
            (unit.goals.total > 0).then(|| Covered::of(unit))
        };
        Ok(self.classes().iter().map(|class| (class.clone(), covered(class))).collect())
    }
}

impl Covered {
    fn of(unit: &UnitRecord) -> Self {
        let enough = unit.progress.iter().map(|&(_, _, goals)| goals).max().unwrap_or(0) * 9;
        let first = unit.progress.iter().find(|&&(_, _, goals)| goals * 10 >= enough);
        Self {
            goals: unit.goals.covered,
            all: unit.goals.total,
            infeasible: unit.goals.infeasible,
            to_90_percent: first.map_or(0, |&(_, milliseconds, _)| milliseconds),
        }
    }
}

/// What earlier studies left in `log`; lines that were cut off are passed over.
fn known(log: &Path) -> BTreeMap<Key, Classes> {
    let mut known = BTreeMap::<Key, Classes>::new();
    for line in std::fs::read_to_string(log).unwrap_or_default().lines() {
        if let Some((key, class, covered)) = entry(line) {
            known.entry(key).or_default().insert(class, covered);
        }
    }
    known
}

/// A line of the log: technique, budget, seed, class, then `-`, or goals covered, all, infeasible ones and milliseconds.
fn entry(line: &str) -> Option<(Key, String, Option<Covered>)> {
    let cells: Vec<&str> = line.split('\t').collect();
    let &[technique, budget, seed, class, ref covered @ ..] = cells.as_slice() else { return None };
    let key = Key { technique: technique.to_owned(), budget: budget.to_owned(), seed: seed.parse().ok()? };
    let covered = match covered {
        ["-"] => None,
        [goals, all, infeasible, to_90_percent, "."] => Some(Covered {
            goals: goals.parse().ok()?,
            all: all.parse().ok()?,
            infeasible: infeasible.parse().ok()?,
            to_90_percent: to_90_percent.parse().ok()?,
        }),
        _ => return None,
    };
    Some((key, class.to_owned(), covered))
}

/// Adds what a run covered to the log.
fn keep(log: &Path, key: &Key, found: &Classes) -> Result<()> {
    let mut lines = String::new();
    for (class, covered) in found {
        let covered = covered.map_or_else(
            || "-".to_owned(),
            |c| format!("{}\t{}\t{}\t{}\t.", c.goals, c.all, c.infeasible, c.to_90_percent),
        );
        lines.push_str(&format!("{}\t{}\t{}\t{class}\t{covered}\n", key.technique, key.budget, key.seed));
    }
    let mut file = OpenOptions::new().create(true).append(true).open(log)?;
    file.write_all(lines.as_bytes()).with_context(|| format!("cannot write {}", log.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_native::temporary::TemporaryFolder;

    #[test]
    fn what_is_kept_is_known_again_but_for_a_line_that_was_cut_off() -> Result<()> {
        let folder = TemporaryFolder::new()?;
        let log = folder.path().join("runs");
        let key = Key { technique: "mio".to_owned(), budget: "2s".to_owned(), seed: 3 };
        let covered = Covered { goals: 5, all: 9, infeasible: 1, to_90_percent: 40 };
        let found = Classes::from([("a.B".to_owned(), Some(covered)), ("a.C".to_owned(), None)]);
        keep(&log, &key, &found)?;
        OpenOptions::new().append(true).open(&log)?.write_all(b"mio\t2s\t3\ta.D\t5\t9\t1\t4")?;
        assert_eq!(known(&log), BTreeMap::from([(key, found)]));
        Ok(())
    }
}
