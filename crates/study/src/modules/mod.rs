//! Modules of packages in three ways: through their public functions, function by function with objects made up by the tests, and
//! function by function with objects that the module's own functions make.
//!
//! ```text
//! trine c --module FILE          tests of several calls through public functions (--api where the package has a header)
//! trine c --no-construct FILE    every function by itself; states are invented
//! trine c FILE                   the same budget; what stays open is tried with constructed objects
//! ```
//!
//! Counted are goals that no test covers and no proof calls infeasible. A function counts as stateful when it takes a structure by its
//! address: an object that other functions made and changed. The budget is the same in all three; the sum over the functions of a
//! file is what a module has.

mod subjects;

use crate::Tally;
use crate::corpus::choice::source;
use crate::corpus::fetch::Archive;
use crate::corpus::unit::{Trine, UnitResult};
use crate::table::table;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use subjects::{SUBJECTS, Subject};
use trine_native::clang::Toolchain;
use trine_testcase::types::TypeKind;

/// Options of `trine-study modules`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Budget per function, as `trine c --budget` takes it.
    #[arg(long, default_value = "1s", value_name = "BUDGET")]
    budget: String,
    /// Only these modules, by the names in the first column.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    only: Vec<String>,
    /// Folder for sources and results.
    #[arg(long, default_value = "target/modules")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// The three ways, with the arguments that ask for them.
const WAYS: [(&str, &[&str]); 3] =
    [("module", &["--module"]), ("invented", &["--no-construct"]), ("constructed", &[])];

/// Runs each module in the three ways and prints the table.
///
/// # Errors
/// When there is no `trine`, or a package cannot be fetched or set up.
pub fn run(args: &Args) -> Result<Tally> {
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    if let Some(unknown) = args.only.iter().find(|name| !SUBJECTS.iter().any(|one| one.name == **name)) {
        let known: Vec<&str> = SUBJECTS.iter().map(|one| one.name).collect();
        bail!("no module `{unknown}`: there are {}", known.join(", "));
    }
    let program = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let program = program.canonicalize().with_context(|| format!("no `{}`", program.display()))?;
    let toolchain = Toolchain::find()?;
    let archive = Archive::new(folder.clone());
    let mut measured = Vec::new();
    let is_meant = |one: &&Subject| args.only.is_empty() || args.only.iter().any(|name| name == one.name);
    for subject in SUBJECTS.iter().filter(is_meant) {
        let source = source(&subject.package, &archive)?;
        let out = folder.join("out").join(subject.name);
        let trine = Trine {
            program: program.clone(),
            toolchain: &toolchain,
            budget: args.budget.clone(),
            functions: None,
            arguments: Vec::new(),
        };
        let one = Measured::of(subject, trine, &source, &out)?;
        println!("{}", one.row().join("  "));
        measured.push(one);
    }
    println!("\n{}", table(&HEADS, &measured.iter().map(Measured::row).collect::<Vec<_>>()));
    let passed = measured.iter().filter(|one| one.failures.is_empty()).count();
    for failure in measured.iter().flat_map(|one| &one.failures) {
        println!("{failure}");
    }
    Ok(Tally { passed, failed: measured.len() - passed })
}

const HEADS: [&str; 12] = [
    "module",
    "functions",
    "goals",
    "module mode",
    "invented",
    "constructed",
    "stateful",
    "goals of these",
    "module mode",
    "invented",
    "constructed",
    "tests",
];

/// Goals of some functions: all, and those that are open.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    functions: usize,
    goals: usize,
    open: usize,
}

/// What came of one module.
struct Measured {
    name: &'static str,
    /// By way: all functions, and the stateful ones.
    ways: Vec<(Counted, Counted)>,
    /// Tests that pass natively with constructed objects, of how many.
    tests: (usize, usize),
    failures: Vec<String>,
}

impl Measured {
    fn of(subject: &Subject, mut trine: Trine<'_>, source: &Path, out: &Path) -> Result<Self> {
        let unit = subject.package.units.first().context("a subject without a unit")?;
        let stateful = stateful(&trine, subject, unit, source)?;
        let mut measured = Self { name: subject.name, ways: Vec::new(), tests: (0, 0), failures: Vec::new() };
        for (way, asks) in WAYS {
            let others = subject.linked.iter().filter(|&file| file != unit);
            let mut arguments: Vec<String> = others.map(|&file| file.to_owned()).collect();
            arguments.extend(["--only".to_owned(), (*unit).to_owned(), "--jobs".to_owned(), "1".to_owned()]);
            let asks = match subject.header {
                Some(header) if way == WAYS[0].0 => vec!["--api", header],
                _ => asks.to_vec(),
            };
            arguments.extend(asks.into_iter().map(str::to_owned));
            trine.arguments = arguments;
            let result = trine.run(&subject.package, unit, source, &out.join(way));
            measured.note(way, &result, &stateful);
        }
        Ok(measured)
    }

    fn note(&mut self, way: &str, result: &UnitResult, stateful: &BTreeSet<String>) {
        let (mut all, mut of_stateful) = (Counted::default(), Counted::default());
        for unit in result.record.iter().flat_map(|record| &record.units) {
            let open = unit.goals.total - unit.goals.covered - unit.goals.infeasible;
            let counts = [Some(&mut all), stateful.contains(&unit.function).then_some(&mut of_stateful)];
            for counted in counts.into_iter().flatten() {
                counted.functions += 1;
                counted.goals += unit.goals.total;
                counted.open += open;
            }
        }
        self.ways.push((all, of_stateful));
        let name = self.name;
        self.failures.extend(result.failure.iter().map(|failure| format!("{name} ({way}): {failure}")));
        if let Some(native) = result.record.as_ref().and_then(|record| record.native.as_ref()) {
            self.tests = (native.passed, native.tests);
            if native.passed < native.tests {
                let failing = native.tests - native.passed;
                self.failures.push(format!("{name} ({way}): {failing} tests do not pass natively"));
            }
        }
    }

    fn row(&self) -> Vec<String> {
        let counted = self.ways.first().copied().unwrap_or_default();
        let mut row = vec![self.name.to_owned()];
        for is_whole in [true, false] {
            let half = |&(all, of_stateful): &(Counted, Counted)| if is_whole { all } else { of_stateful };
            let Counted { functions, goals, .. } = half(&counted);
            row.extend([functions.to_string(), goals.to_string()]);
            row.extend(self.ways.iter().map(|way| half(way).open.to_string()));
        }
        row.push(format!("{} of {}", self.tests.0, self.tests.1));
        row
    }
}

/// The functions of the unit that take a structure by its address.
fn stateful(trine: &Trine<'_>, subject: &Subject, unit: &str, source: &Path) -> Result<BTreeSet<String>> {
    let flags: Vec<String> = subject.package.flags.iter().map(|&flag| flag.to_owned()).collect();
    let text = trine.toolchain.compile_to_ir(Path::new(unit), &flags, Some(source))?;
    let loaded = trine_frontend_llvm::load(vec![(unit.to_owned(), text)])?;
    let types = &loaded.api.types;
    let is_object = |ty| match types.kind(ty) {
        TypeKind::Pointer(pointee) => matches!(types.kind(*pointee), TypeKind::Record { .. }),
        _ => false,
    };
    let callables = loaded.api.callables.iter();
    let stateful = callables.filter(|callable| callable.params.iter().any(|param| is_object(param.ty)));
    Ok(stateful.map(|callable| callable.name.clone()).collect())
}
