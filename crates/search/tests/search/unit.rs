//! A unit under test, given as IR text, run in the machine and searched.

use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::observer::TraceObserver;
use trine_coverage::recorder::{TraceLayout, TraceRecorder};
use trine_coverage::{Target, Trace};
use trine_ir::text::parse_program;
use trine_ir::{FuncId, IntPredicate, SiteId};
use trine_machine::{Both, Config, Machine, NoStubs};
use trine_search::distance::int;
use trine_search::enhanced::{Analysis, Settings};
use trine_search::{
    Avm, AvmConfig, ConstantPool, Distances, EnhancedFitness, EnhancedModel, Fitness, FitnessModel,
    FitnessObserver, Outcome, RandomValues,
};
use trine_testcase::{FloatFormat, LeafKind};

pub struct TestUnit {
    machine: Machine,
    domain: Distances,
    function: FuncId,
    model: Arc<FitnessModel>,
    observer: Both<TraceObserver, FitnessObserver>,
}

impl TestUnit {
    /// The program in `text`; the function under test is `fn0`.
    pub fn new(text: &str) -> Self {
        let program = Arc::new(parse_program(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        let function = FuncId(0);
        let body = Arc::clone(program.body(function).unwrap());
        let model = Arc::new(FitnessModel::with_helpers(&program, Arc::clone(&body)));
        let recorder = TraceRecorder::new(Arc::new(TraceLayout::new(&body)));
        let trace = TraceObserver::new(function, recorder);
        let fitness = FitnessObserver::new(Arc::clone(&model), function);
        let config = Config { steps: 100_000, ..Config::default() };
        let machine = Machine::new(program, config).unwrap();
        Self { machine, domain: Distances::new(), function, model, observer: Both(trace, fitness) }
    }

    /// A unit of one function with this signature and body.
    pub fn of(signature: &str, body: &str) -> Self {
        Self::new(&program(&[("f", signature, body)]))
    }

    pub fn aim(&mut self, target: &Target) {
        self.observer.1.aim(&[Arc::new(self.model.target(target))]);
    }

    /// Runs with these arguments; the fitness for what was aimed at.
    pub fn run(&mut self, args: &[u128]) -> Fitness {
        self.machine.reset();
        self.observer.0.recorder.clear();
        self.observer.1.clear();
        self.machine.run(self.function, args, &mut self.domain, &mut self.observer, &mut NoStubs);
        self.observer.1.fitness().unwrap()
    }

    /// Aims at `target` by the enhanced fitness.
    pub fn aim_enhanced(&mut self, target: &Target, settings: Settings) -> Analysis {
        let enhanced = self.enhanced(target, settings);
        self.aim(target);
        self.measure(Some(&enhanced));
        enhanced.analysis()
    }

    /// Measures by this enhanced fitness of what is aimed at, or by the standard one.
    pub fn measure(&mut self, enhanced: Option<&Arc<EnhancedFitness>>) {
        self.observer.1.enhance(enhanced.map(|enhanced| (0, Arc::clone(enhanced))));
    }

    pub fn enhanced(&self, target: &Target, settings: Settings) -> Arc<EnhancedFitness> {
        let program = Arc::clone(self.machine.program());
        let model = EnhancedModel::new(Some(program), Arc::clone(self.model.function()), settings);
        Arc::new(model.target(target).expect("no path through a decision"))
    }

    /// Whether the last run took `outcome` of `site`.
    pub fn covers(&self, site: u32, outcome: u32) -> bool {
        let edge = TraceLayout::new(self.model.function()).edge(SiteId(site), outcome);
        self.trace().edges.contains(edge)
    }

    pub fn trace(&self) -> &Trace {
        &self.observer.0.recorder.trace
    }

    pub fn model(&self) -> &FitnessModel {
        &self.model
    }

    /// Evaluations that the search from zeros needs to take `outcome` of `site`, at most `budget`
    /// and without mined constants.
    pub fn search(&mut self, site: u32, outcome: u32, budget: u64) -> Option<u64> {
        self.search_for(&edge(site, outcome), budget)
    }

    pub fn search_for(&mut self, target: &Target, budget: u64) -> Option<u64> {
        let params = self.model.function().signature.params.clone();
        let kinds: Vec<LeafKind> = params.iter().map(|param| kind(param.ty)).collect();
        self.aim(target);
        let mut left = budget;
        let mut objective = |leaves: &[u128]| {
            left = left.checked_sub(1)?;
            Some(self.run(leaves))
        };
        let values = RandomValues::new(Arc::new(ConstantPool::default()));
        let mut avm = Avm::new(&kinds, AvmConfig::default());
        let start = vec![0; kinds.len()];
        let outcome = avm.run(&start, &values, &mut Stream::new(1, "search"), &mut objective);
        (outcome == Outcome::Solved).then_some(avm.evaluations())
    }
}

pub fn edge(site: u32, outcome: u32) -> Target {
    Target::Edges(vec![(SiteId(site), outcome)])
}

fn kind(ty: trine_ir::Type) -> LeafKind {
    match ty {
        trine_ir::Type::F32 => LeafKind::Float(FloatFormat::F32),
        trine_ir::Type::F64 => LeafKind::Float(FloatFormat::F64),
        trine_ir::Type::F80 => LeafKind::Float(FloatFormat::F80),
        ty => LeafKind::Int { bits: ty.bits(), signed: true },
    }
}

/// A program of these functions: name, signature, sites and blocks.
pub fn program(functions: &[(&str, &str, &str)]) -> String {
    let mut text = String::from("program\n");
    for (id, (name, signature, _)) in functions.iter().enumerate() {
        text += &format!("fn{id}: \"{name}\"{signature} defined external\n");
    }
    for (id, (name, signature, body)) in functions.iter().enumerate() {
        text += &format!("body fn{id} = function \"{name}\"{signature} {{\n{body}\n}}\n");
    }
    text
}

/// 32-bit arguments.
pub fn ints(values: &[i32]) -> Vec<u128> {
    values.iter().map(|&value| u128::from(value as u32)).collect()
}

/// The fitness at this level and raw distance.
pub fn at(level: u32, distance: f64) -> Fitness {
    Fitness { approach_level: level, branch_distance: distance }
}

/// How far two integers of `width` bits are from being equal.
pub fn equal(width: u32, a: u128, b: u128) -> f64 {
    int::distance(IntPredicate::Eq, width, a, b, true)
}
