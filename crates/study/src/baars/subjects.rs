//! The functions of C whose branches are searched for, and what stands for each input of the paper's.
//!
//! | function | from | inputs |
//! |---|---|---|
//! | `validate_ISBN`, `validate_ISSN` | bibclean, as its authors release it: Debian's patch rewrites the first | 14 characters |
//! | `TIFF_GetSourceSamples` | libtiff's `contrib` | format and size of any value, small images |
//! | `TIFF_SetSample` | libtiff's `contrib` | 128 bytes, format and size of any value |
//! | `PlaceImage` | tiff2ps of libtiff 3.8.2, where its source is at hand | all that it reads |
//! | `triangle`, `F2`, `Defroster_main` | written by us: Daimler's are not public | all |
//!
//! Deviation: an array of the paper's has elements that a search varies although the code only writes there; so have ours,
//! but for the results of `TIFF_GetSourceSamples`.

use super::paper::{self, Figures};
use super::subject::{Search, Subject};
use crate::corpus::choice::source;
use crate::corpus::fetch::Archive;
use crate::corpus::packages::PACKAGES;
use anyhow::{Context, Result, anyhow};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_coverage::Goal;
use trine_engine::{Attempt, BranchSearch, BranchSettings, Options, UnitContext, Variables};
use trine_inputs::ShapeEntry;
use trine_inputs_c::Preconditions;
use trine_inputs_c::preconditions::resolve::Resolver;
use trine_inputs_c::shape::{PointerShape, Shape};
use trine_ir::Program;
use trine_native::clang::Toolchain;
use trine_record::{GoalId, GoalKind};
use trine_search::enhanced::Analysis;
use trine_testcase::api::{ApiModel, CallableId};

/// Steps of one run, at most.
const STEPS: u64 = 20_000;

/// A function and its inputs.
pub struct BenchmarkFunction {
    function: &'static str,
    paper: Figures,
    program: Arc<Program>,
    api: ApiModel,
    callable: CallableId,
    shape: Shape,
    preconditions: Preconditions,
    sources: trine_engine::Sources,
    options: Options,
}

/// What a function's inputs are.
struct Inputs {
    function: &'static str,
    paper: Figures,
    /// Elements behind pointers.
    objects: &'static [(&'static str, u32)],
    /// Values that are not any of their type.
    ranges: &'static [(&'static str, &'static str)],
}

const TRIANGLE: Inputs = Inputs { function: "triangle", paper: paper::TRIANGLE, objects: &[], ranges: &[] };
const F2: Inputs = Inputs { function: "F2", paper: paper::F2, objects: &[], ranges: &[] };
const DEFROSTER: Inputs =
    Inputs { function: "Defroster_main", paper: paper::DEFROSTER, objects: &[], ranges: &[] };
const ISBN: Inputs = Inputs {
    function: "validate_ISBN",
    paper: paper::ISBN,
    objects: &[("the_ISBN", 15)],
    ranges: &[("the_ISBN[14]", "0"), ("n", "14")],
};
const ISSN: Inputs = Inputs {
    function: "validate_ISSN",
    paper: paper::ISSN,
    objects: &[("the_ISSN", 15)],
    ranges: &[("the_ISSN[14]", "0"), ("n", "14")],
};
const GET_SOURCE_SAMPLES: Inputs = Inputs {
    function: "TIFF_GetSourceSamples",
    paper: paper::GET_SOURCE_SAMPLES,
    objects: &[("padfSamples", 9), ("pabySrc", 14)],
    ranges: &[
        ("padfSamples[]", "0"),
        ("nXSize", "0..=3"),
        ("nYSize", "0..=3"),
        ("nPixelOffset", "0..=1"),
        ("nLineOffset", "0..=2"),
    ],
};
const SET_SAMPLE: Inputs = Inputs {
    function: "TIFF_SetSample",
    paper: paper::SET_SAMPLE,
    objects: &[("pabyData", 128)],
    ranges: &[],
};
const PLACE_IMAGE: Inputs =
    Inputs { function: "PlaceImage", paper: paper::PLACE_IMAGE, objects: &[], ranges: &[] };

/// Our own programs: file and text.
const OURS: [(&str, &str, Inputs); 3] = [
    ("triangle.c", include_str!("programs/triangle.c"), TRIANGLE),
    ("f2.c", include_str!("programs/f2.c"), F2),
    ("defroster.c", include_str!("programs/defroster.c"), DEFROSTER),
];

/// Where sources are.
pub struct Sources {
    /// Folder of packages; absolute.
    pub folder: PathBuf,
    /// Source of libtiff 3.8.2.
    pub old_tiff: Option<PathBuf>,
}

impl Sources {
    /// All functions, in the order of the paper's tables.
    ///
    /// # Errors
    /// When a package cannot be fetched, or a unit not compiled.
    pub fn subjects(&self) -> Result<Vec<Box<dyn Subject>>> {
        let toolchain = Toolchain::find()?;
        let bibclean = self.package("bibclean")?;
        // The release as it was before Debian's patch, which dpkg keeps.
        let checks = Path::new(".pc/source.patch/chek.c");
        let mut subjects = units(&toolchain, &bibclean, checks, &[ISBN, ISSN])?;
        let ours = self.folder.join("baars");
        std::fs::create_dir_all(&ours)?;
        let [triangle, f2, defroster] = OURS.map(|program| own(&toolchain, &ours, program));
        subjects.extend(defroster?.into_iter().chain(f2?));
        let tiff = self.package("tiff")?;
        let overview = Path::new("contrib/addtiffo/tif_overview.c");
        subjects.extend(units(&toolchain, &tiff, overview, &[GET_SOURCE_SAMPLES, SET_SAMPLE])?);
        match &self.old_tiff {
            Some(folder) => subjects.extend(place_image(&toolchain, folder, &tiff)?),
            None => println!("PlaceImage is left out: --subjects DIR names the source of libtiff 3.8.2"),
        }
        subjects.extend(triangle?);
        Ok(subjects.into_iter().map(|subject| Box::new(subject) as Box<dyn Subject>).collect())
    }

    /// Folder and flags of a package.
    fn package(&self, name: &str) -> Result<(PathBuf, Vec<String>)> {
        let package = PACKAGES.iter().find(|package| package.name == name);
        let package = package.with_context(|| format!("no package {name}"))?;
        let folder = source(package, &Archive::new(self.folder.clone()))?;
        Ok((folder, package.flags.iter().map(|&flag| flag.to_owned()).collect()))
    }
}

/// The function of a program of ours, which is written to the folder.
fn own(
    toolchain: &Toolchain,
    folder: &Path,
    (file, text, inputs): (&str, &str, Inputs),
) -> Result<Vec<BenchmarkFunction>> {
    std::fs::write(folder.join(file), text)?;
    units(toolchain, &(folder.to_owned(), Vec::new()), Path::new(file), &[inputs])
}

/// tiff2ps of the folder, with today's configuration for what its `configure` would have written.
fn place_image(
    toolchain: &Toolchain,
    folder: &Path,
    tiff: &(PathBuf, Vec<String>),
) -> Result<Vec<BenchmarkFunction>> {
    let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
    let configuration = format!("-I{}", tiff.0.join("trine-config").display());
    let flags = vec!["-Ilibtiff".to_owned(), configuration];
    units(toolchain, &(folder, flags), Path::new("tools/tiff2ps.c"), &[PLACE_IMAGE])
}

/// The functions of one unit in a folder, compiled with flags.
fn units(
    toolchain: &Toolchain,
    (folder, flags): &(PathBuf, Vec<String>),
    unit: &Path,
    functions: &[Inputs],
) -> Result<Vec<BenchmarkFunction>> {
    let name = unit.display().to_string();
    let text = toolchain.compile_to_ir(unit, flags, Some(folder)).with_context(|| name.clone())?;
    let loaded = trine_frontend_llvm::load(vec![(name.clone(), text)])?;
    let program = Arc::new(loaded.program);
    let subject = |inputs: &Inputs| BenchmarkFunction::new(&program, &loaded.api, inputs);
    functions.iter().map(subject).collect::<Result<_>>().with_context(|| name.clone())
}

impl BenchmarkFunction {
    fn new(program: &Arc<Program>, api: &ApiModel, inputs: &Inputs) -> Result<Self> {
        let Inputs { function, paper, objects, ranges } = *inputs;
        let mut callables = api.callables.iter_enumerated();
        let found = callables.find(|(_, data)| data.name == function);
        let (callable, _) = found.with_context(|| format!("there is no function {function}"))?;
        let mut preconditions = Preconditions::default();
        for (path, range) in ranges {
            Resolver { api, callable }
                .range(&mut preconditions, path, range)
                .map_err(|mistake| anyhow!("{function}: {path}: {}", mistake.what))?;
        }
        let pointers = objects.iter().map(|&(path, count)| (path.to_owned(), PointerShape::Fresh(count)));
        let shape = Shape { pointers: pointers.collect(), ..Shape::default() };
        Ok(Self {
            function,
            paper,
            program: Arc::clone(program),
            api: api.clone(),
            callable,
            shape,
            preconditions,
            sources: trine_engine::Sources::default(),
            options: Options { steps: STEPS, signed_overflow_faults: false, ..Options::default() },
        })
    }
}

impl Subject for BenchmarkFunction {
    fn name(&self) -> &str {
        self.function
    }

    fn paper(&self) -> &Figures {
        &self.paper
    }

    fn search(&self) -> Result<Box<dyn Search + '_>, String> {
        let context = UnitContext {
            program: &self.program,
            api: &self.api,
            sources: &self.sources,
            callable: self.callable,
            options: &self.options,
            language: &self.preconditions,
            scope: None,
            at_work: None,
            own_tests: None,
        };
        Ok(Box::new(BranchSearch::new(&context, self.shape.clone())?))
    }
}

impl Search for BranchSearch<'_> {
    fn branches(&self) -> Vec<(GoalId, String)> {
        BranchSearch::branches(self).map(|(id, goal)| (id, name(goal))).collect()
    }

    fn variables(&self) -> Variables<'_> {
        let ShapeEntry { kinds, ranges, .. } = self.entry();
        Variables { kinds, ranges }
    }

    fn analyse(&self) -> Vec<(GoalId, Analysis)> {
        BranchSearch::analyse(self)
    }

    fn search(&mut self, branch: GoalId, settings: &BranchSettings) -> Attempt {
        BranchSearch::search(self, branch, settings)
    }
}

/// What a branch is called in tables: line, column and outcome.
fn name(goal: &Goal) -> String {
    let (line, column) = (goal.span.start.line, goal.span.start.column);
    let outcome = match goal.kind {
        GoalKind::Condition { outcome: false, .. } => 'F',
        _ => 'T',
    };
    // Conditions of a macro are told apart by where they stand in it.
    let used = goal.expansion.map_or_else(String::new, |used| format!("{}>", used.start.line));
    format!("{used}{line}:{column}{outcome}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_native::temporary::TemporaryFolder;

    fn branches(subject: &dyn Subject) -> usize {
        subject.search().expect("it can be searched").branches().len()
    }

    #[test]
    fn our_triangle_and_controller_have_as_many_branches_in_c_as_in_java() {
        let (toolchain, folder) = (Toolchain::find().unwrap(), TemporaryFolder::new().unwrap());
        let methods = crate::baars::methods::subjects().unwrap();
        let [triangle, f2, _] = OURS;
        for program in [triangle, f2] {
            let [function] = &own(&toolchain, folder.path(), program).unwrap()[..] else {
                panic!("one function")
            };
            let method = methods.iter().find(|method| method.name() == function.name());
            let method = method.expect("there is a method for it");
            assert_eq!(branches(function), branches(&**method), "{}", function.name());
        }
    }
}
