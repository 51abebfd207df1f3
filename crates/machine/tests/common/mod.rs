//! What the tests share: programs from IR text, verified, and their runs.
#![allow(dead_code)] // each test file uses a part

use std::sync::Arc;
use trine_ir::text::parse_program;
use trine_ir::{FuncId, GlobalId, Program};
use trine_machine::{Concrete, Config, FaultKind, Ignore, Machine, NoStubs, RunOutcome, TerminationReason};

/// The program `text`, verified.
pub fn program(text: &str) -> Arc<Program> {
    let program = parse_program(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    for (id, callable) in program.callables.iter_enumerated() {
        if callable.defined {
            let body = program.body(id).unwrap_or_else(|error| panic!("{error}"));
            let violations = trine_ir::verifier::verify(body);
            assert!(violations.is_empty(), "{violations:?}\n{text}");
        }
    }
    Arc::new(program)
}

/// A machine with `text` loaded.
pub fn machine(text: &str) -> Machine {
    machine_with(text, Config::default())
}

/// A machine with `text` loaded.
pub fn machine_with(text: &str, config: Config) -> Machine {
    Machine::new(program(text), config).expect("the globals fit")
}

/// Runs the function named `name`.
pub fn run(machine: &mut Machine, name: &str, args: &[u128]) -> RunOutcome {
    let function = function(machine, name);
    machine.run(function, args, &mut Concrete, &mut Ignore, &mut NoStubs)
}

/// The function named `name`.
pub fn function(machine: &Machine, name: &str) -> FuncId {
    machine.program().function_named(name).unwrap_or_else(|| panic!("no function {name}"))
}

/// The address of the global named `name`.
pub fn global(machine: &Machine, name: &str) -> u64 {
    let global: GlobalId = machine.program().global_named(name).unwrap_or_else(|| panic!("no global {name}"));
    machine.global_address(global)
}

/// The first result of running `name`, which must return.
pub fn result(machine: &mut Machine, name: &str, args: &[u128]) -> u128 {
    let outcome = run(machine, name, args);
    assert_eq!(outcome.reason, TerminationReason::Returned, "{name}({args:?})");
    outcome.returns.first().expect("it has a result")
}

/// The fault that running `name` ends with.
pub fn fault(machine: &mut Machine, name: &str, args: &[u128]) -> FaultKind {
    match run(machine, name, args).reason {
        TerminationReason::Fault(fault) => fault.kind,
        other => panic!("{name}({args:?}) ended with {other:?}"),
    }
}

/// A program of one function `f` with this head (`(i32, i32) -> (i32)`) and these lines.
pub fn function_text(signature: &str, body: &str) -> String {
    format!(
        "program\nfn0: \"f\"{signature} defined external\n\nbody fn0 = function \"f\"{signature} {{\n{body}\n}}\n"
    )
}
