//! A function of numbers in the machine, as symbolic execution runs it: what the tests of the exploring loop start from.

#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeSet;
use std::sync::Arc;
use trine_dse::{Binding, Concolic, Likely, PathCondition, PathObserver, ProgramUnderTest, Run};
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::text::parse_program;
use trine_ir::{FuncId, Program};
use trine_machine::{Config, Machine, NoStubs, TerminationReason};

/// A function of numbers.
pub struct Function {
    pub program: Arc<Program>,
    machine: Machine,
    pub domain: Concolic,
    observer: PathObserver,
    function: FuncId,
    /// Its parameters as variables.
    pub inputs: Vec<Term>,
    /// What runs returned.
    pub returned: BTreeSet<u128>,
    pub runs: usize,
}

impl Function {
    /// The function `f` of a program, with inputs `arg0`, `arg1` and so on.
    pub fn new(text: &str) -> Self {
        Self::with_names(text, |at| format!("arg{at}"))
    }

    /// The same, whose inputs are called so.
    pub fn with_names(text: &str, name: impl Fn(usize) -> String) -> Self {
        let program = Arc::new(parse_program(text).unwrap_or_else(|error| panic!("{error:?}\n{text}")));
        let function = program.function_named("f").expect("a function f");
        let mut domain = Concolic::new();
        let params = &program.callables[function].signature.params;
        let inputs: Vec<_> = params
            .iter()
            .enumerate()
            .map(|(at, param)| domain.pool.variable(name(at), param.ty.bits()))
            .collect();
        Self {
            machine: Machine::new(Arc::clone(&program), Config::default()).expect("the globals fit"),
            observer: PathObserver::new(&domain),
            program,
            domain,
            function,
            inputs,
            returned: BTreeSet::new(),
            runs: 0,
        }
    }
}

impl ProgramUnderTest for Function {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.domain.pool
    }

    fn run(&mut self, inputs: &Assignment) -> Run {
        let args: Vec<u128> =
            self.inputs.iter().map(|&term| self.domain.pool.evaluate(term, inputs)).collect();
        self.machine.reset();
        self.observer.clear();
        let argument = |(index, &term)| Binding::Argument { call: 0, index, term };
        self.domain.bind(self.inputs.iter().enumerate().map(argument).collect());
        let outcome =
            self.machine.run(self.function, &args, &mut self.domain, &mut self.observer, &mut NoStubs);
        if outcome.reason == TerminationReason::Returned {
            self.returned.extend(outcome.returns.first());
        }
        self.runs += 1;
        if let TerminationReason::Fault(fault) = &outcome.reason {
            self.domain.ended_in(&fault.kind);
        }
        let path: PathCondition = self.observer.path(&mut self.domain, &self.program);
        for step in &path.steps {
            let value = self.domain.pool.evaluate(step.constraint, inputs);
            assert_eq!(value, 1, "{:?}: {}", step.kind, self.domain.pool.show(step.constraint));
        }
        let faulted = matches!(outcome.reason, TerminationReason::Fault(_));
        Run { path, covered: 0, faulted, misses: Vec::new(), likely: Likely::default() }
    }
}
