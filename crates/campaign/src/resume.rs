//! Resuming: which results of an earlier run over the same output folder still hold.
//!
//! A result is stored under the fingerprint of everything that may change it: the version and build
//! of Trine, the options of the engine, the API model of the program, the function with its callees
//! and the globals that they refer to (see [`trine_ir::analysis::Dependencies`]), and the goals with
//! their places and texts. The same fingerprint, the same result: it is taken over as it is. Where
//! only lines moved, the unit is done again, because names and titles of tests say where their goals
//! are; so it is where a type or a function was added to the program, because stored tests name these
//! by their numbers.

use crate::c::loading::Loaded;
use crate::program_cache::ProgramCache;
use crate::units::{Task, context};
use trine_base::{Fingerprint, Fingerprinter};
use trine_engine::{Options, UnitContext, UnitOutcome};
use trine_ir::analysis::{Dependencies, Detail};
use trine_record::StoredUnit;
use trine_testcase::ApiModel;
use trine_testcase::objects::Sequence;

/// Which unit a result belongs to, whatever it depends on: folder, file and function.
pub type Identity = (String, String, String);

/// The identity of a stored unit.
#[must_use]
pub fn identity(unit: &StoredUnit) -> Identity {
    (unit.folder.clone(), unit.record.file.clone(), unit.record.function.clone())
}

/// What a run takes over from an earlier one.
pub struct Resume {
    /// Per unit: which it is, and the fingerprint of what its result depends on.
    pub units: Vec<(Identity, Fingerprint)>,
    /// Per unit: whether its result was taken over.
    pub taken: Vec<bool>,
    /// Per unit, where its open goals are tried by constructed objects: the fingerprint of what comes of that, which depends on all
    /// functions of its file.
    pub constructed: Vec<Fingerprint>,
}

impl Resume {
    /// Takes over into `outcomes`, which hold the units as they are before the search, the results that still hold:
    /// those that `stored` has under the units' fingerprints.
    #[must_use]
    pub fn new(
        jobs: &[Loaded],
        tasks: &[Task],
        options: &Options,
        outcomes: &mut [UnitOutcome],
        stored: impl Fn(Fingerprint) -> Option<StoredUnit>,
    ) -> Self {
        let fingerprints = fingerprints(jobs, tasks, options, outcomes);
        let constructed = match options.constructs && options.module.is_none() {
            true => constructed(tasks, &fingerprints),
            false => Vec::new(),
        };
        let identity = |at: usize, outcome: &UnitOutcome| {
            let folder = jobs[tasks[at].job].job.folder.display().to_string();
            (folder, outcome.record.file.clone(), outcome.record.function.clone())
        };
        let named = outcomes.iter().enumerate().map(|(at, outcome)| identity(at, outcome));
        let units = named.zip(fingerprints).collect();
        let resume = Self::of(units, stored, |at, unit| outcomes[at] = restored(unit));
        Self { constructed, ..resume }
    }

    /// All that the journal has of these units.
    #[must_use]
    pub fn journaled(&self) -> Vec<(Identity, Fingerprint)> {
        let constructed = self.units.iter().zip(&self.constructed);
        let constructed = constructed.map(|((identity, _), fingerprint)| (identity.clone(), *fingerprint));
        self.units.iter().cloned().chain(constructed).collect()
    }

    /// Takes over, with `take`, the results of `units` that `stored` has under their fingerprints.
    #[must_use]
    pub fn of(
        units: Vec<(Identity, Fingerprint)>,
        stored: impl Fn(Fingerprint) -> Option<StoredUnit>,
        mut take: impl FnMut(usize, StoredUnit),
    ) -> Self {
        let mut taken = vec![false; units.len()];
        for (at, (_, fingerprint)) in units.iter().enumerate() {
            if let Some(unit) = stored(*fingerprint) {
                take(at, unit);
                taken[at] = true;
            }
        }
        Self { units, taken, constructed: Vec::new() }
    }

    /// Number of units taken over.
    #[must_use]
    pub fn count(&self) -> usize {
        self.taken.iter().filter(|&&taken| taken).count()
    }

    /// What the user is told about it; `things` is what the units are called.
    #[must_use]
    pub fn note(&self, things: &str) -> Option<String> {
        let (count, all) = (self.count(), self.taken.len());
        (count > 0).then(|| {
            format!(
                "{count} of {all} {things}: results taken over from the earlier run (--fresh starts over)"
            )
        })
    }

    /// Positions of the units that are to be searched.
    #[must_use]
    pub fn open(&self) -> Vec<usize> {
        (0..self.taken.len()).filter(|&at| !self.taken[at]).collect()
    }

    /// The same of what came of it with constructed objects.
    #[must_use]
    pub fn stored_constructed(&self, position: usize, outcome: &UnitOutcome) -> (Fingerprint, StoredUnit) {
        (self.constructed[position], self.stored(position, outcome).1)
    }

    /// The result of the unit at `position` as it is stored, and its fingerprint.
    #[must_use]
    pub fn stored(&self, position: usize, outcome: &UnitOutcome) -> (Fingerprint, StoredUnit) {
        let ((folder, _, _), fingerprint) = &self.units[position];
        let unit = StoredUnit {
            folder: folder.clone(),
            record: outcome.record.clone(),
            goals: outcome.goals.clone(),
            tests: outcome.tests.clone(),
            crashes: outcome.crashes.clone(),
            findings: outcome.findings.clone(),
            reach: outcome.reach.clone(),
            class: None,
        };
        (*fingerprint, unit)
    }
}

/// What a stored result with constructed objects depends on: all functions of the file.
fn constructed(tasks: &[Task], fingerprints: &[Fingerprint]) -> Vec<Fingerprint> {
    let of_file = |job: usize| {
        let mut hash = Fingerprinter::default();
        hash.part("constructed");
        let own = tasks.iter().zip(fingerprints).filter(|(task, _)| task.job == job);
        own.for_each(|(_, one)| hash.bytes(&one.0.to_le_bytes()));
        hash.finish()
    };
    let both = |(task, one): (&Task, &Fingerprint)| {
        let mut hash = Fingerprinter::default();
        hash.bytes(&of_file(task.job).0.to_le_bytes());
        hash.bytes(&one.0.to_le_bytes());
        hash.finish()
    };
    tasks.iter().zip(fingerprints).map(both).collect()
}

/// The result that was stored.
#[must_use]
pub fn restored(unit: StoredUnit) -> UnitOutcome {
    let StoredUnit { record, goals, tests, crashes, findings, reach, .. } = unit;
    UnitOutcome { record, goals, tests, crashes, findings, reach }
}

/// The fingerprints of all units.
fn fingerprints(
    jobs: &[Loaded],
    tasks: &[Task],
    options: &Options,
    outcomes: &[UnitOutcome],
) -> Vec<Fingerprint> {
    let mut all = Vec::with_capacity(tasks.len());
    let program_cache = ProgramCache::new(options.memory, 1);
    let mut program;
    for (at, job) in jobs.iter().enumerate() {
        let api = of_api(&job.api, &job.own_tests.sequences);
        program = program_cache.open(&job.program);
        let mut dependencies = Dependencies::new(&program, Detail::Exact);
        // Tasks stand in the order of their jobs.
        let first = all.len();
        for (&task, outcome) in tasks.iter().zip(outcomes).filter(|(task, _)| task.job == at) {
            all.push(of_unit(context(jobs, task, &program, options), api, &mut dependencies, outcome));
        }
        if options.module.is_some() {
            // Tests of a module come of all its functions.
            let mut module = Fingerprinter::default();
            all[first..].iter().for_each(|one| module.bytes(&one.0.to_le_bytes()));
            let module = module.finish();
            for one in &mut all[first..] {
                let mut hash = Fingerprinter::default();
                hash.bytes(&one.0.to_le_bytes());
                hash.bytes(&module.0.to_le_bytes());
                *one = hash.finish();
            }
        }
    }
    all
}

fn of_unit(
    context: UnitContext<'_>,
    api_model: Fingerprint,
    dependencies: &mut Dependencies<'_>,
    pending: &UnitOutcome,
) -> Fingerprint {
    // Named one by one, so that whoever adds to the context is asked whether it belongs here.
    let UnitContext { program, api, sources: _, callable, options, language, scope, at_work: _, own_tests } =
        context;
    let mut hash = Fingerprinter::default();
    hash.part(env!("CARGO_PKG_VERSION"));
    hash.part(&build());
    hash.part(&format!("{options:?}"));
    hash.part(&format!("{language:?}"));
    hash.part(&format!("{own_tests:?}"));
    hash.bytes(&api_model.0.to_le_bytes());
    let symbol = &api.callables[callable].symbol;
    hash.part(symbol);
    hash.part(if scope.is_some() { "program" } else { "function" });
    if let Some(function) = program.function_named(symbol) {
        hash.bytes(&dependencies.fingerprint(function).0.to_le_bytes());
    }
    // Places and source texts of the goals, and why it cannot be handled if so.
    hash.part(&format!("{:?}{:?}", pending.record, pending.goals));
    hash.finish()
}

/// Types, functions and variables with their numbers, which stored tests name; not where they stand. And what a search over calls
/// begins with, `seeds`.
fn of_api(api: &ApiModel, seeds: &[Sequence]) -> Fingerprint {
    let mut hash = Fingerprinter::default();
    seeds.iter().for_each(|seed| hash.part(&format!("{seed:?}")));
    for ty in api.types.types.iter() {
        hash.part(&format!("{ty:?}"));
    }
    for callable in api.callables.iter() {
        let mut callable = callable.clone();
        callable.span = None;
        hash.part(&format!("{callable:?}"));
    }
    for global in api.globals.iter() {
        hash.part(&format!("{global:?}"));
    }
    hash.part(&format!("{:?}", api.stubs));
    hash.part(&format!("{:?}", api.registers));
    hash.finish()
}

/// Tells builds of one version apart: size and time of the executable file.
pub(crate) fn build() -> String {
    let data = std::env::current_exe().and_then(|path| path.metadata());
    let described = data.and_then(|data| Ok((data.len(), data.modified()?)));
    described.map_or_else(|_| String::new(), |(length, modified)| format!("{length} {modified:?}"))
}
