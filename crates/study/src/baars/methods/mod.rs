//! The functions of the study as static methods of a Java class (`Subjects.java`), and what stands for each input of the paper's.
//!
//! ```text
//! call      a sequence of one call of the method: its numbers and the elements of its arrays are what varies
//! branches  the branches of the method's code, in words
//! ```
//!
//! A search is that of the functions of C, down to its random streams: only what runs a function with values, and where its branches are,
//! differ. One evaluation is one run of the sequence, from the state after the boot of the class library.
//!
//! | method | instead of | inputs |
//! |---|---|---|
//! | `validateIsbn`, `validateIssn` | `validate_ISBN`, `validate_ISSN` of bibclean | 14 characters of 8 bits |
//! | `defroster`, `engine` | `Defroster_main`, `F2` | parameters in place of global variables, of the same sizes |
//! | `getSourceSamples` | `TIFF_GetSourceSamples` | format and size of any value, small images |
//! | `setSample` | `TIFF_SetSample` | 128 bytes, format and size of any value |
//! | `triangle` | `triangle` | all |
//!
//! Left out: `PlaceImage`, which prints a page from the state of its program. What the paper prints of a function stands beside the method
//! that does the same, whose number of branches is near the paper's but was never the same code.
//!
//! Deviation: what is written to before it is read is no input of `defroster` (the limit of its timer).

mod branches;
mod call;

use super::paper::{self, Figures};
use super::subject::{Search, Subject};
use anyhow::{Context, Result, anyhow, ensure};
use branches::{Branch, branches};
use call::{Call, Parameter};
use std::sync::Arc;
use trine_engine::{Attempt, BranchSettings, FitnessFunctions, Variables};
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::{ClassPath, Jdk};
use trine_harness_jvm::Stage;
use trine_jdk::Launcher;
use trine_machine::Ignore;
use trine_native::jdk::{JdkTools, Sources};
use trine_native::temporary::TemporaryFolder;
use trine_record::GoalId;
use trine_search::enhanced::Analysis;
use trine_testcase::objects::{ClassApi, Ended};

const SOURCE: &str = include_str!("../Subjects.java");
/// The class in it.
const CLASS: &str = "Subjects";
/// Instructions of one run, at most: what they are for functions of C.
const STEPS: u64 = 20_000;

/// A method and its inputs.
struct Inputs {
    /// Name of the function of C.
    name: &'static str,
    method: &'static str,
    paper: Figures,
    parameters: &'static [Parameter],
}

/// An unsigned number of 8 bits.
const BYTE: Parameter = Parameter::within(0, 255);
/// A text of 14 characters of 8 bits.
const TEXT: [Parameter; 1] = [Parameter::array(14, Some((0, 255)))];

/// All, in the order of the paper's tables.
static METHODS: [Inputs; 7] = [
    Inputs { name: "validate_ISBN", method: "validateIsbn", paper: paper::ISBN, parameters: &TEXT },
    Inputs { name: "validate_ISSN", method: "validateIssn", paper: paper::ISSN, parameters: &TEXT },
    Inputs {
        name: "Defroster_main",
        method: "defroster",
        paper: paper::DEFROSTER,
        parameters: &[
            BYTE,
            BYTE,
            BYTE,
            BYTE,
            BYTE,
            BYTE,
            BYTE,
            BYTE,
            BYTE,
            Parameter::ANY,
            Parameter::ANY,
            Parameter::within(0, 65535),
            BYTE,
        ],
    },
    Inputs { name: "F2", method: "engine", paper: paper::F2, parameters: &[Parameter::ANY; 17] },
    Inputs {
        name: "TIFF_GetSourceSamples",
        method: "getSourceSamples",
        paper: paper::GET_SOURCE_SAMPLES,
        parameters: &[
            Parameter::array(9, Some((0, 0))),
            Parameter::array(14, None),
            Parameter::ANY,
            Parameter::ANY,
            Parameter::within(0, 3),
            Parameter::within(0, 3),
            Parameter::within(0, 1),
            Parameter::within(0, 2),
        ],
    },
    Inputs {
        name: "TIFF_SetSample",
        method: "setSample",
        paper: paper::SET_SAMPLE,
        parameters: &[Parameter::array(128, None), Parameter::ANY, Parameter::ANY, Parameter::ANY],
    },
    Inputs { name: "triangle", method: "triangle", paper: paper::TRIANGLE, parameters: &[Parameter::ANY; 3] },
];

/// A compiled class, and a machine that every search begins with a copy of.
struct Loaded {
    class: &'static str,
    launcher: Launcher,
    api: Arc<ClassApi>,
    /// Where the class file is.
    _folder: TemporaryFolder,
}

/// A method of the benchmark.
struct BenchmarkMethod {
    inputs: &'static Inputs,
    call: Call,
    loaded: Arc<Loaded>,
}

/// All methods.
///
/// # Errors
/// When there is no JDK, or the class cannot be compiled.
pub fn subjects() -> Result<Vec<Box<dyn Subject>>> {
    let loaded = Arc::new(Loaded::new(CLASS, SOURCE)?);
    let subject = |inputs| Ok(Box::new(BenchmarkMethod::new(&loaded, inputs)?) as Box<dyn Subject>);
    METHODS.iter().map(subject).collect()
}

impl Loaded {
    fn new(class: &'static str, text: &str) -> Result<Self> {
        let tools = JdkTools::find()?;
        let folder = TemporaryFolder::new()?;
        let source = folder.path().join(format!("{class}.java"));
        std::fs::write(&source, text)?;
        let classes = vec![folder.path().to_owned()];
        let sources = Sources { files: vec![source], into: folder.path().to_owned(), ..Sources::default() };
        let compiled = tools.compile(&sources, folder.path())?;
        ensure!(compiled.succeeded, "javac refuses the subjects:\n{}", compiled.messages.join("\n"));
        let path = ClassPath::open(Jdk::open(&tools.home)?, &classes)?;
        let api = Arc::new(Library::new(&path)?.model(class)?);
        let launcher = Launcher::new(Jdk::open(&tools.home)?, &classes, trine_jdk::config())?;
        Ok(Self { class, launcher, api, _folder: folder })
    }
}

impl BenchmarkMethod {
    fn new(loaded: &Arc<Loaded>, inputs: &'static Inputs) -> Result<Self> {
        let call = Call::new(&loaded.api, loaded.class, inputs.method, inputs.parameters);
        let call = call.with_context(|| inputs.method)?;
        Ok(Self { inputs, call, loaded: Arc::clone(loaded) })
    }
}

impl Subject for BenchmarkMethod {
    fn name(&self) -> &str {
        self.inputs.name
    }

    fn paper(&self) -> &Figures {
        &self.inputs.paper
    }

    fn search(&self) -> Result<Box<dyn Search + '_>, String> {
        Ok(Box::new(MethodSearch::new(self).map_err(|error| format!("{error:#}"))?))
    }
}

/// A search of the branches of a method.
struct MethodSearch<'m> {
    stage: Stage,
    call: &'m Call,
    branches: Vec<Branch>,
    fitness: FitnessFunctions,
}

impl<'m> MethodSearch<'m> {
    fn new(method: &'m BenchmarkMethod) -> Result<Self> {
        let Loaded { launcher, api, .. } = &*method.loaded;
        let mut stage = Stage::new(launcher.fork(), Arc::clone(api));
        stage.limit_steps(STEPS);
        stage.reset();
        let (call, observer) = (&method.call, &mut Ignore);
        match stage.run(&call.sequence, observer).ended {
            Ended::Returned | Ended::Threw { .. } => {}
            ended => return Err(anyhow!("it cannot be run: {ended:?}")),
        }
        let (_, vm) = stage.parts();
        let function = call.function(vm)?;
        let body = Arc::clone(vm.program.body(function).map_err(|error| anyhow!("{}", error.what))?);
        let branches = branches(vm, call, &body)?;
        let fitness = FitnessFunctions::new(&vm.program, function, &body);
        Ok(Self { stage, call, branches, fitness })
    }

    /// The branches by number.
    fn numbered(&self) -> impl Iterator<Item = (GoalId, &Branch)> {
        (0..).map(GoalId).zip(&self.branches)
    }
}

impl Search for MethodSearch<'_> {
    fn branches(&self) -> Vec<(GoalId, String)> {
        self.numbered().map(|(id, branch)| (id, branch.name.clone())).collect()
    }

    fn variables(&self) -> Variables<'_> {
        self.call.variables()
    }

    fn analyse(&self) -> Vec<(GoalId, Analysis)> {
        self.fitness.analyse(self.numbered().map(|(id, branch)| (id, branch.target.clone())))
    }

    fn search(&mut self, branch: GoalId, settings: &BranchSettings) -> Attempt {
        let target = &self.branches[branch.0 as usize].target;
        let mut runs = self.call.on(&mut self.stage);
        self.fitness.search((branch, target), settings, self.call.variables(), &mut runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_engine::{Algorithm, FitnessKind};

    const BOUNDS: &str = "final class Bounds {
        static int between(int low, int[] values) {
            if (low > 10) {
                if (low < 5) return 1;
            }
            if (values[0] == 4711) {
                if (values[1] == values[2]) return 2;
            }
            return 0;
        }
    }";

    static BETWEEN: Inputs = Inputs {
        name: "between",
        method: "between",
        paper: paper::TRIANGLE,
        parameters: &[Parameter::ANY, Parameter::array(3, None)],
    };

    fn between() -> BenchmarkMethod {
        let loaded = Loaded::new("Bounds", BOUNDS).expect("the class can be compiled and loaded");
        BenchmarkMethod::new(&Arc::new(loaded), &BETWEEN).expect("it has the method")
    }

    /// The outcome `outcome` of the branch on the line `line`.
    fn branch(search: &dyn Search, line: u32, outcome: char) -> GoalId {
        let (start, all) = (format!("{line}:"), search.branches());
        let is_it = |name: &str| name.starts_with(&start) && name.ends_with(outcome);
        all.iter().find(|(_, name)| is_it(name)).expect("the method has the branch").0
    }

    fn settings(algorithm: Algorithm, fitness: FitnessKind, budget_evals: u64) -> BranchSettings {
        BranchSettings { algorithm, fitness, budget_evals, ..BranchSettings::default() }
    }

    #[test]
    fn a_feasible_branch_is_covered_and_an_infeasible_one_takes_the_whole_budget() {
        let method = between();
        let mut search = method.search().expect("it can be searched");
        assert_eq!(search.branches().len(), 8);
        let (feasible, infeasible) = (branch(&*search, 3, 'T'), branch(&*search, 4, 'T'));
        for algorithm in [Algorithm::Avm, Algorithm::Ga] {
            for fitness in [FitnessKind::Standard, FitnessKind::Enhanced, FitnessKind::Portfolio] {
                let settings = settings(algorithm, fitness, 500);
                let attempt = search.search(feasible, &settings);
                let low = attempt.covering.expect("half of all numbers do")[0] as u32 as i32;
                assert!(low > 10 && attempt.evaluations < 100);
                let attempt = search.search(infeasible, &settings);
                assert!(!attempt.is_success() && attempt.best > 0.0);
                assert_eq!(attempt.evaluations, 500);
            }
        }
    }

    #[test]
    fn the_enhanced_fitness_knows_elements_of_arrays_and_the_values_found_are_the_same_each_time() {
        let method = between();
        let mut search = method.search().expect("it can be searched");
        let equal = branch(&*search, 7, 'T');
        let settings = settings(Algorithm::Avm, FitnessKind::Enhanced, 5_000);
        let attempt = search.search(equal, &settings);
        let values = attempt.covering.clone().expect("a climb along the elements leads there");
        assert_eq!((values[1], values[2]), (4711, values[3]));
        // No condition is dropped: the first point is at approximation level 0, where the standard fitness is a level away.
        let first = [FitnessKind::Enhanced, FitnessKind::Standard]
            .map(|fitness| search.search(equal, &self::settings(Algorithm::Avm, fitness, 1)).best);
        assert!(first[0] < 1.0 && first[1] > 1.0, "{first:?}");
        let mut again = method.search().expect("it can be searched");
        let again = again.search(equal, &settings);
        assert_eq!((again.covering, again.evaluations), (attempt.covering, attempt.evaluations));
    }

    #[test]
    fn each_method_can_be_searched_and_has_as_many_branches_as_its_source_says() {
        let methods = subjects().expect("they can be compiled");
        let count = |at: usize| {
            let search = methods[at].search().expect("it can be searched");
            (methods[at].name(), search.branches().len())
        };
        let counts: Vec<(&str, usize)> = (0..methods.len()).map(count).collect();
        let wanted = [
            ("validate_ISBN", 54),
            ("validate_ISSN", 54),
            ("Defroster_main", 66),
            ("F2", 46),
            ("TIFF_GetSourceSamples", 32),
            ("TIFF_SetSample", 28),
            ("triangle", 28),
        ];
        assert_eq!(counts, wanted);
    }
}
