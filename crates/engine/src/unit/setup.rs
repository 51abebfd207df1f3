//! What every search of a unit starts from: the machine, what goes into its shapes, the constants of its code.

use super::UnitContext;
use crate::context::evaluator::Evaluator;
use crate::schedule::clock::Clock;
use crate::scope::ProgramScope;
use std::collections::BTreeSet;
use trine_coverage::{CoverageStructure, Members};
use trine_harness::Harness;
use trine_inputs_c::shape::{Callbacks, GlobalInput, ShapeLimits};
use trine_inputs_c::shapes::ShapeFactory;
use trine_ir::analysis::global_use::Access;
use trine_ir::analysis::{CallGraph, Closure, GlobalUse};
use trine_ir::{FuncId, GlobalId};
use trine_judge::layout_independence::LayoutChecker;
use trine_machine::Config;
use trine_record::Reach;
use trine_search::ConstantPool;
use trine_testcase::api::{Callable, Linkage};

/// What a function can see of its surroundings.
pub(super) struct Surroundings<'a> {
    /// Builds its shapes.
    pub factory: ShapeFactory<'a>,
    /// Whether nothing but its arguments decides what it does, and what else.
    pub closure: Closure,
    /// Whether it remembers something between calls that no test can set.
    pub remembers: bool,
    /// Who may call it, and whom it may call, of the functions of single files.
    pub reach: Reach,
}

impl UnitContext<'_> {
    /// How its machines are set up.
    pub(super) fn config(&self) -> Config {
        self.options.machine()
    }

    /// The functions whose goals are pursued.
    pub(super) fn members(&self, function: FuncId) -> Members {
        self.scope.map_or_else(|| Members::one(function), |scope| scope.merged.members.clone())
    }

    /// A machine for the unit's test cases.
    pub(super) fn harness(&self, config: Config) -> Result<Harness<'_>, String> {
        let mut harness = Harness::new(self.program, self.api, config).map_err(|error| error.to_string())?;
        if let Some(scope) = self.scope {
            harness.read_inputs_from(scope.stream());
        }
        Ok(harness)
    }

    /// Runs test cases of the unit, whose goals are those of `structure`.
    pub(super) fn evaluator<'s>(
        &'s self,
        id: FuncId,
        structure: &'s CoverageStructure,
        clock: Clock<'s>,
    ) -> Result<Evaluator<'s>, String> {
        let config = self.config();
        // Referees of whole programs count runs with undefined behaviour, too.
        let refuses_overflow = self.scope.is_none();
        let mut layout_checker = LayoutChecker::new(self.program, self.api, &config, refuses_overflow)
            .map_err(|error| error.to_string())?;
        if let Some(scope) = self.scope {
            layout_checker.read_inputs_from(&scope.stream());
        }
        let harness = self.harness(config)?;
        let mut evaluator = Evaluator::new(&self.members(id), structure, harness, layout_checker, clock);
        evaluator.every_ending_counts = self.scope.is_some();
        evaluator.memory = self.options.memory;
        Ok(evaluator)
    }

    /// Values that the code compares with.
    pub(super) fn constants(&self, id: FuncId) -> ConstantPool {
        match self.scope {
            Some(scope) => scope.constants(self.program),
            None => ConstantPool::mine(self.program, id),
        }
    }

    /// What the function `id` can see.
    pub(super) fn surroundings(&self, id: FuncId) -> Surroundings<'_> {
        let graph = CallGraph::new(self.program, &[id]);
        let touched = GlobalUse::new(self.program, &graph).of(id).clone();
        let read = &touched.reads;
        let closure = match self.scope {
            Some(scope) => Closure::of_program(self.program, &graph, (id, &scope.inputs), &touched),
            None => Closure::new(self.program, &graph, id, &touched),
        };
        let globals = if self.scope.is_none() { self.input_globals(read) } else { Vec::new() };
        let remembers = self.scope.is_none() && self.remembers(&touched, &globals);
        let factory = ShapeFactory {
            program: self.program,
            api: self.api,
            callable: self.callable,
            callbacks: Callbacks::new(self.program, self.api, id),
            globals,
            limits: self.scope.map_or_else(ShapeLimits::default, ProgramScope::limits),
            preconditions: self.preconditions,
            // A benchmark program takes nothing but its inputs: there is no saying that `malloc` fails.
            allocates: self.scope.is_none()
                && graph.missing_bodies().any(|id| allocates(&self.program.callables[id].name)),
        };
        Surroundings { factory, closure, remembers, reach: self.reach(&graph) }
    }

    /// Which functions of their files alone the function reaches.
    fn reach(&self, graph: &CallGraph) -> Reach {
        let name = |callable: &Callable| format!("{}:{}", callable.unit, callable.name);
        let own = &self.api.callables[self.callable];
        let is_internal = |callable: &&Callable| callable.linkage == Linkage::Internal;
        let reached: BTreeSet<&str> =
            graph.functions().map(|id| self.program.callables[id].name.as_str()).collect();
        let others = self.api.callables.iter().filter(|callable| callable.symbol != own.symbol);
        let callees =
            others.filter(is_internal).filter(|callable| reached.contains(callable.symbol.as_str()));
        Reach {
            internal: Some(own).filter(is_internal).map(name),
            internal_callees: callees.map(name).collect(),
        }
    }

    /// Whether a call leaves something behind for the next that no test can set: a static local.
    fn remembers(&self, touched: &Access, inputs: &[GlobalInput<'_>]) -> bool {
        let is_set = |id: GlobalId| {
            let symbol = &self.program.globals[id].name;
            inputs.iter().any(|input| self.api.globals[input.variable].symbol == *symbol)
        };
        touched.reads.intersection(&touched.writes).any(|&id| {
            let global = &self.program.globals[id];
            !global.constant && !global.undefined && !is_set(id)
        })
    }

    /// Globals that the function or its callees read and that a test can set.
    fn input_globals(&self, read: &BTreeSet<GlobalId>) -> Vec<GlobalInput<'_>> {
        let mut inputs = Vec::new();
        for (id, variable) in self.api.globals.iter_enumerated() {
            let Some(global) = self.program.global_named(&variable.symbol) else { continue };
            let data = &self.program.globals[global];
            if data.undefined && trine_c_library::LIBRARY_VARIABLES.contains(&variable.symbol.as_str()) {
                continue;
            }
            if read.contains(&global) && !data.constant && !self.api.types.is_const(variable.ty) {
                let (bytes, relocations) = (data.bytes.as_slice(), data.relocations.as_slice());
                inputs.push(GlobalInput { variable: id, bytes, relocations });
            }
        }
        inputs
    }
}

/// Whether the function of the library named `name` allocates memory, as the machine counts it.
fn allocates(name: &str) -> bool {
    trine_machine::shims::ALLOCATING.contains(&name)
}
