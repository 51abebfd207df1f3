//! What every search of a unit starts from: the machine, what goes into its shapes, the constants of its code.

use super::UnitContext;
use crate::context::effort::Effort;
use crate::context::evaluator::Evaluator;
use crate::schedule::clock::Clock;
use crate::scope::ProgramScope;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_coverage::{CoverageStructure, Members};
use trine_harness::Harness;
use trine_inputs::{Shapes, UnitSite};
use trine_ir::FuncId;
use trine_ir::analysis::global_use::Access;
use trine_ir::analysis::{CallGraph, Closure, GlobalUse};
use trine_judge::layout_independence::LayoutChecker;
use trine_machine::Config;
use trine_record::Reach;
use trine_search::ConstantPool;
use trine_testcase::api::{Callable, Linkage};

/// What a function can see of its surroundings.
pub(super) struct Surroundings<'a> {
    /// Builds its shapes.
    pub factory: Box<dyn Shapes + 'a>,
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
        let mut evaluator =
            Evaluator::new(&self.members(id), structure, harness, layout_checker, clock, self.language);
        evaluator.every_ending_counts = self.scope.is_some();
        evaluator.tells = self.options.tells_values && self.options.max_mutants > 0 && self.scope.is_none();
        evaluator.memory = self.options.memory;
        evaluator.effort = Effort::telling(self.at_work.map(Arc::clone));
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
        let closure = match self.scope {
            Some(scope) => Closure::of_program(self.program, &graph, (id, &scope.inputs), &touched),
            None => Closure::new(self.program, &graph, id, &touched),
        };
        let factory = self.language.shapes(&UnitSite {
            program: self.program,
            api: self.api,
            callable: self.callable,
            function: id,
            graph: &graph,
            reads: &touched.reads,
            whole_program: self.scope.map(ProgramScope::limits),
        });
        let remembers = self.scope.is_none() && self.remembers(&touched, &*factory);
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
    fn remembers(&self, touched: &Access, factory: &dyn Shapes) -> bool {
        touched.reads.intersection(&touched.writes).any(|&id| {
            let global = &self.program.globals[id];
            !global.constant && !global.undefined && !factory.sets(id)
        })
    }
}
