//! Programs in IR text with expectations in their head. See `crates/filetests/cases/ir/README.md` for the form.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_base::IndexVec;
use trine_engine::{Options, Sources, UnitContext};
use trine_fixtures::unit::{Bodies, with_conditions};
use trine_inputs_c::Preconditions;
use trine_ir::text::parse_program;
use trine_ir::verifier::{verify_classes, verify_in};
use trine_ir::{FuncId, Function, Program, Type};
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::{CallAbi, Callable, Linkage, Parameter, Passing, Returning, TypeKind};

/// The folder of the programs.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../filetests/cases/ir")
}

/// A program with what is expected of it.
pub struct Case {
    pub name: String,
    pub program: Arc<Program>,
    pub function: FuncId,
    /// Arguments, and the result or the fault that ends the run.
    pub runs: Vec<(Vec<u128>, Result<u128, String>)>,
    /// Branches that no input takes: site and whether it is the true one.
    pub open: Vec<(u32, bool)>,
    pub budget: u64,
}

/// All programs below the folder, by name.
pub fn cases() -> Vec<Case> {
    let prelude = std::fs::read_to_string(folder().join("prelude.ir")).expect("the prelude is there");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "ir") && !path.ends_with("prelude.ir"))
        .collect();
    paths.sort();
    paths.iter().map(|path| case(&prelude, path)).collect()
}

/// The prelude's and the program's tables, then the bodies of both.
fn joined(prelude: &str, text: &str) -> String {
    let cut = |text: &str| {
        let at = text.find("\nbody ").map_or(text.len(), |at| at + 1);
        (text[..at].to_owned(), text[at..].to_owned())
    };
    let ((tables, bodies), (own_tables, own_bodies)) = (cut(prelude), cut(text));
    // Functions come before what refers to them by number only; the order of tables does not matter.
    format!("{tables}{own_tables}{bodies}{own_bodies}")
}

fn case(prelude: &str, path: &Path) -> Case {
    let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
    let text = std::fs::read_to_string(path).expect("it can be read");
    let joined = joined(prelude, &text);
    let parsed = parse_program(&joined).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut bodies = BTreeMap::new();
    for id in parsed.callables.indices() {
        if let Ok(body) = parsed.body(id) {
            bodies.insert(id, with_conditions(Function::clone(body)));
        }
    }
    let callables = parsed.callables.iter().cloned().collect();
    let globals = parsed.globals.iter().cloned().collect();
    let files = IndexVec::from_vec(vec![format!("{name}.ir")]);
    let classes = parsed.classes.iter().cloned().collect();
    let program = Program::new(callables, globals, files, Box::new(Bodies(bodies)))
        .with_objects(classes, parsed.raisers.to_vec());
    let complaints = verify_classes(&program);
    assert!(complaints.is_empty(), "{name}: {complaints:?}");
    for id in program.callables.indices().filter(|&id| program.callables[id].defined) {
        let body = program.body(id).unwrap_or_else(|error| panic!("{name}: {error}"));
        let violations = verify_in(body, &program);
        assert!(violations.is_empty(), "{name}, {}: {violations:?}", body.name);
    }
    let function = program.function_named("f").unwrap_or_else(|| panic!("{name}: no function \"f\""));
    let mut case = Case {
        name,
        program: Arc::new(program),
        function,
        runs: Vec::new(),
        open: Vec::new(),
        budget: 3_000,
    };
    for line in text.lines().filter_map(|line| line.strip_prefix("; ")) {
        case.read(line);
    }
    case
}

impl Case {
    fn read(&mut self, line: &str) {
        let Some((key, value)) = line.split_once(": ") else { return };
        let bad = format!("{}: `{line}`", self.name);
        match key {
            "run" => {
                let (call, expected) = match (value.split_once(" = "), value.split_once(" ! ")) {
                    (Some((call, result)), _) => (call, Ok(self.bits(self.returns(), result))),
                    (None, Some((call, fault))) => (call, Err(fault.trim().to_owned())),
                    _ => panic!("{bad}"),
                };
                let inner = call.trim().strip_prefix("f(").and_then(|rest| rest.strip_suffix(')'));
                let types = self.types();
                let words = inner.expect(&bad).split(',').map(str::trim).filter(|word| !word.is_empty());
                let args = words.zip(&types).map(|(word, ty)| self.bits(*ty, word)).collect();
                self.runs.push((args, expected));
            }
            "open" => {
                for word in value.split(',').map(str::trim) {
                    let (site, outcome) = word.split_at(word.len() - 1);
                    let site = site.parse().expect(&bad);
                    self.open.push((site, outcome == "T"));
                }
            }
            "budget" => self.budget = value.trim().parse().expect(&bad),
            _ => {}
        }
    }

    fn types(&self) -> Vec<Type> {
        self.program.callables[self.function].signature.params.iter().map(|param| param.ty).collect()
    }

    fn returns(&self) -> Type {
        self.program.callables[self.function].signature.returns[0]
    }

    fn bits(&self, ty: Type, word: &str) -> u128 {
        let number: i128 = word.trim().parse().unwrap_or_else(|_| panic!("{}: `{word}`", self.name));
        number as u128 & u128::MAX >> (128 - ty.bits())
    }

    /// The function with its API model.
    pub fn unit(&self) -> TestUnit {
        let mut api = ApiModel::default();
        let types = self.types();
        let params: Vec<Parameter> = types
            .iter()
            .enumerate()
            .map(|(at, ty)| {
                let name = format!("int{}", ty.bits());
                let kind = TypeKind::Int { name, signed: true };
                let ty = api.types.add(kind, u64::from(ty.store_size_bytes()));
                Parameter { name: format!("p{at}"), ty, points_to: None }
            })
            .collect();
        let returned = self.returns();
        let kind = TypeKind::Int { name: format!("int{}", returned.bits()), signed: true };
        let returns = api.types.add(kind, u64::from(returned.store_size_bytes()));
        api.callables.push(Callable {
            name: "f".into(),
            symbol: "f".into(),
            params,
            returns,
            variadic: false,
            no_return: false,
            linkage: Linkage::External,
            unit: format!("{}.ir", self.name),
            span: None,
            abi: CallAbi {
                params: (0..types.len() as u32).map(Passing::Direct).collect(),
                returns: Returning::Direct,
                unsupported: None,
            },
        });
        let program = Arc::new(self.program.reopened());
        TestUnit { program, api, sources: Sources::default() }
    }
}

/// What a [`UnitContext`] borrows.
pub struct TestUnit {
    pub program: Arc<Program>,
    api: ApiModel,
    sources: Sources,
}

impl TestUnit {
    pub fn context<'a>(&'a self, options: &'a Options) -> UnitContext<'a> {
        UnitContext {
            program: &self.program,
            api: &self.api,
            sources: &self.sources,
            callable: CallableId(0),
            options,
            language: Preconditions::NONE,
            scope: None,
            at_work: None,
            own_tests: None,
        }
    }
}
