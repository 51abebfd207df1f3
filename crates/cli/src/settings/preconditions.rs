//! Preconditions and stubs of `trine.toml`, held against the program.
//!
//! ```toml
//! [function.parse_header]
//! non-null = ["buffer", "out"]                 # never null
//! null = ["context"]                           # always null
//! lengths = { size = "buffer" }                # size is the number of elements of buffer; "bytes of buffer" and
//!                                              # "buffer - 1" are the other units
//! ranges = { mode = "0..=3", "packet->kind" = "1..=9", gain = "-1.5..=1.5" }
//!
//! [stub.read_sensor]                           # replaced by a stub, although it has a body or the library has it
//! returns = "0..=4095"
//! ```
//!
//! A stub stands for its function in every test of the run, because a program has one function of a name; the
//! function itself is then not tested. Every mistake names the file, the line and the next step.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use trine_campaign::c::loading::Loaded;
use trine_campaign::failure::Failure;
use trine_campaign::program_cache::ProgramCache;
use trine_engine::{Role, WorkerMemory};
use trine_inputs_c::preconditions::resolve::Resolver;
use trine_inputs_c::preconditions::{AccessPath, Mistake, Nullness, Preconditions};
use trine_ir::Program;
use trine_ir::analysis::CallGraph;
use trine_testcase::api::{ApiModel, CallableId, Linkage, RequestedStub};
use trine_testcase::{LeafKind, LeafRange, RegisterMap};

/// A name or value with its place in the file.
pub(super) type Text = Spanned<String>;

/// `[function.NAME]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FunctionTable {
    non_null: Vec<Text>,
    null: Vec<Text>,
    lengths: BTreeMap<Text, Text>,
    ranges: BTreeMap<Text, Text>,
    role: Option<StatedRole>,
}

/// What a function of a module is to the object that it takes or gives.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StatedRole {
    Makes,
    Fills,
    Ends,
    Uses,
}

impl FunctionTable {
    /// What it is to the object that it takes or gives, where that is stated.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        Some(match self.role? {
            StatedRole::Makes => Role::Makes,
            StatedRole::Fills => Role::Fills,
            StatedRole::Ends => Role::Ends,
            StatedRole::Uses => Role::Uses,
        })
    }
}

/// `[stub.NAME]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct StubTable {
    returns: Option<Text>,
}

/// What the file states of functions.
#[derive(Clone, Debug, Default)]
pub struct Stated {
    /// Path of the file, for messages.
    pub path: String,
    /// Its text: places are offsets in it.
    pub text: String,
    /// By function.
    pub functions: BTreeMap<Text, FunctionTable>,
    /// By function.
    pub stubs: BTreeMap<Text, StubTable>,
    /// Hardware registers.
    pub registers: RegisterMap,
}

impl Stated {
    /// Replaces functions by stubs, and gives each function of `jobs` its preconditions.
    ///
    /// In a project (`is_project`) functions may be missing, because their unit is left out or does not compile: that is
    /// a warning of the first job.
    ///
    /// # Errors
    /// For the first name, path or range that is wrong.
    pub fn apply(&self, jobs: &mut [Loaded], only: &[String], is_project: bool) -> Result<(), Failure> {
        jobs.iter_mut().for_each(|job| job.api.registers.clone_from(&self.registers));
        for (name, table) in &self.stubs {
            self.replace(jobs, name, table, only, is_project)?;
        }
        for (name, table) in &self.functions {
            let mut found = false;
            for job in jobs.iter_mut() {
                let own = |id: &CallableId| job.api.callables[*id].name == *name.get_ref();
                let own: Vec<CallableId> = job.callables.iter().copied().filter(own).collect();
                for callable in own {
                    found = true;
                    let preconditions = self.of_function(&job.api, callable, table)?;
                    job.preconditions.insert(callable, preconditions);
                }
            }
            if !found {
                self.unknown(jobs, name, is_project)?;
            }
        }
        self.restrict_stubs(jobs)
    }

    fn of_function(
        &self,
        api: &ApiModel,
        callable: CallableId,
        table: &FunctionTable,
    ) -> Result<Preconditions, Failure> {
        let resolver = Resolver { api, callable };
        let mut all = Preconditions::default();
        for (paths, nullness) in [(&table.non_null, Nullness::NonNull), (&table.null, Nullness::Null)] {
            for path in paths {
                let added = resolver.pointer(&mut all, path.get_ref(), nullness);
                added.map_err(|mistake| self.mistake(path.span(), mistake))?;
            }
        }
        for (length, pointer) in &table.lengths {
            let added = resolver.length(&mut all, length.get_ref(), pointer.get_ref());
            added.map_err(|mistake| self.mistake(length.span(), mistake))?;
        }
        for (path, range) in &table.ranges {
            let added = resolver.range(&mut all, path.get_ref(), range.get_ref());
            added.map_err(|mistake| self.mistake(path.span(), mistake))?;
        }
        Ok(all)
    }

    /// Makes an external function of the one named `name`.
    fn replace(
        &self,
        jobs: &mut [Loaded],
        name: &Text,
        table: &StubTable,
        only: &[String],
        is_project: bool,
    ) -> Result<(), Failure> {
        let wrong = |mistake| self.mistake(name.span(), mistake);
        if only.contains(name.get_ref()) {
            let what = format!("`{}` is replaced by a stub, and so cannot be tested itself", name.get_ref());
            return Err(wrong(Mistake {
                what,
                help: "remove its `[stub]` table, or do not name it after --function".into(),
            }));
        }
        let mut symbols = BTreeSet::new();
        for job in jobs.iter_mut() {
            let Some(id) = job.api.callable_named(name.get_ref()) else { continue };
            let default = match &table.returns {
                Some(range) => default_answer(&job.api, id, self.returned(&job.api, id, range)?),
                None => 0,
            };
            if job.api.callables[id].linkage == Linkage::Internal {
                let what = format!("`{}` is static, and so cannot be replaced by a stub", name.get_ref());
                let help = "replace a function that it calls, or give it external linkage".into();
                return Err(wrong(Mistake { what, help }));
            }
            symbols.insert(replace_by_stub(job, id, default));
        }
        if symbols.is_empty() {
            return self.unknown(jobs, name, is_project);
        }
        take_bodies(jobs, &symbols);
        Ok(())
    }

    fn returned(&self, api: &ApiModel, stub: CallableId, range: &Text) -> Result<LeafRange, Failure> {
        Resolver::returned(api, stub, range.get_ref()).map_err(|mistake| self.mistake(range.span(), mistake))
    }

    /// States what stubs return for every function that may call them.
    fn restrict_stubs(&self, jobs: &mut [Loaded]) -> Result<(), Failure> {
        let with_range = |(name, table): (&Text, &StubTable)| Some((name.clone(), table.returns.clone()?));
        let restricted: Vec<(Text, Text)> = self.stubs.iter().filter_map(with_range).collect();
        let program_cache = ProgramCache::new(WorkerMemory::default(), 1);
        let mut program;
        for job in jobs.iter_mut().filter(|_| !restricted.is_empty()) {
            program = program_cache.open(&job.program);
            for &callable in &job.callables {
                let Some(function) = job.program.function_named(&job.api.callables[callable].symbol) else {
                    continue;
                };
                let graph = CallGraph::new(&program, &[function]);
                let missing: Vec<_> = graph.missing_bodies().collect();
                for (name, range) in &restricted {
                    let Some(stub) = job.api.callable_named(name.get_ref()) else { continue };
                    let symbol = &job.api.callables[stub].symbol;
                    if !missing.iter().any(|&id| job.program.callables[id].name == *symbol) {
                        continue;
                    }
                    let path = AccessPath::parse(&format!("{}()", name.get_ref()));
                    let path = path
                        .map_err(|what| self.mistake(name.span(), Mistake { what, help: String::new() }))?;
                    let returned = self.returned(&job.api, stub, range)?;
                    let of_function = job.preconditions.entry(callable).or_default();
                    of_function
                        .add_range(path, returned)
                        .map_err(|mistake| self.mistake(range.span(), mistake))?;
                }
            }
        }
        Ok(())
    }

    fn unknown(&self, jobs: &mut [Loaded], name: &Text, is_project: bool) -> Result<(), Failure> {
        let names =
            jobs.iter().flat_map(|job| job.api.callables.iter().map(|callable| callable.name.as_str()));
        let nearest = trine_base::nearest(names, name.get_ref());
        let help = nearest.map_or_else(String::new, |name| format!("did you mean `{name}`?"));
        let what = format!("no function `{}` is defined in the given files", name.get_ref());
        if !is_project {
            return Err(self.mistake(name.span(), Mistake { what, help }));
        }
        if let Some(job) = jobs.first_mut() {
            let place = self.place(name.span());
            job.warnings.push(format!("{place}: {what}; its preconditions apply to nothing; {help}"));
        }
        Ok(())
    }

    fn mistake(&self, span: Range<usize>, mistake: Mistake) -> Failure {
        let help =
            if mistake.help.is_empty() { "see README.md for the settings".to_owned() } else { mistake.help };
        Failure::input(format!("{}: {}", self.place(span), mistake.what), "nothing was run", help)
    }

    fn place(&self, span: Range<usize>) -> String {
        let before = self.text.get(..span.start).unwrap_or_default();
        format!("{}:{}", self.path, 1 + before.matches('\n').count())
    }
}

/// The bits nearest to zero that a stub may return.
fn default_answer(api: &ApiModel, stub: CallableId, range: LeafRange) -> u128 {
    let kind: Option<LeafKind> = api.types.leaf_kind(api.callables[stub].returns, None);
    kind.map_or(0, |kind| range.nearest(&kind, 0))
}

/// Lets a stub stand for `callable` where the tests of `job` are made: the function is an external one then, and not one
/// to test. Its symbol in the program.
fn replace_by_stub(job: &mut Loaded, callable: CallableId, default: u128) -> String {
    let data = &mut job.api.callables[callable];
    let replaces_body = data.linkage != Linkage::Undefined;
    job.api.stubs.insert(callable, RequestedStub { default, replaces_body });
    job.callables.retain(|&id| id != callable);
    data.linkage = Linkage::Undefined;
    data.symbol.clone()
}

/// Takes the bodies of the functions with these symbols out of all programs, of which several files may share one.
fn take_bodies(jobs: &mut [Loaded], symbols: &BTreeSet<String>) {
    let mut changed: Vec<(Arc<Program>, Arc<Program>)> = Vec::new();
    for job in jobs {
        let known = changed.iter().find(|(was, _)| Arc::ptr_eq(was, &job.program));
        let now = match known {
            Some((_, now)) => Arc::clone(now),
            None => {
                let taken: Vec<_> =
                    symbols.iter().filter_map(|name| job.program.function_named(name)).collect();
                let now = Arc::new(job.program.without_bodies(&taken));
                changed.push((Arc::clone(&job.program), Arc::clone(&now)));
                now
            }
        };
        job.program = now;
    }
}

/// The stubs of a job as the record keeps them: names, and what they return by default.
#[must_use]
pub fn recorded_stubs(api: &ApiModel) -> Vec<(String, String)> {
    let name = |id: CallableId| api.callables[id].name.clone();
    api.stubs.iter().map(|(&id, stub)| (name(id), stub.default.to_string())).collect()
}

/// Replaces the functions that the recorded run replaced, job by job; those that are gone are left out.
pub fn replace_recorded(jobs: &mut [Loaded], recorded: &[&[(String, String)]]) {
    let mut symbols = BTreeSet::new();
    for (job, stubs) in jobs.iter_mut().zip(recorded) {
        for (name, default) in *stubs {
            if let (Some(id), Ok(default)) = (job.api.callable_named(name), default.parse()) {
                symbols.insert(replace_by_stub(job, id, default));
            }
        }
    }
    if !symbols.is_empty() {
        take_bodies(jobs, &symbols);
    }
}
