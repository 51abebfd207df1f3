//! What stubs write to where their parameters point.
//!
//! ```c
//! const void *stub_read_config_out[1];             // per call: what, where the test says so
//! unsigned long stub_read_config_out_bytes[1];
//!
//! int read_config(void *path_0, void *out_1)
//! {
//!     if (stub_read_config_calls < 1 && stub_read_config_out[stub_read_config_calls] && out_1)
//!         __builtin_memcpy(out_1, stub_read_config_out[stub_read_config_calls], ...);
//! ```

use crate::c::names::identifier;
use crate::c::stub_names::calls_name;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use trine_record::TestRecord;
use trine_testcase::{Callable, CallableId, Statement};

/// The array of objects that the stub `callable` writes through its parameter at `position`.
#[must_use]
pub(crate) fn output_name(callable: &Callable, position: u32) -> String {
    let calls = calls_name(&callable.name);
    let stem = calls.strip_suffix("_calls").unwrap_or(&calls);
    match callable.params.get(position as usize).map(|param| param.name.as_str()) {
        None | Some("") => format!("{stem}_argument_{position}"),
        Some(name) => format!("{stem}_{}", identifier(name)),
    }
}

/// An output of a stub: the position of its parameter, and for how many calls there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) parameter: u32,
    pub(crate) calls: usize,
}

/// The outputs that `tests` give the stub `callable`.
#[must_use]
pub(crate) fn outputs(callable: CallableId, tests: &[&TestRecord]) -> Vec<Output> {
    let parameter_of = |statement: &Statement| match statement {
        Statement::StubWrite { callable: stub, parameter, .. } if *stub == callable => Some(*parameter),
        _ => None,
    };
    let written = |test: &&TestRecord| test.statements.iter().filter_map(parameter_of).collect::<Vec<_>>();
    let all: Vec<Vec<u32>> = tests.iter().map(written).collect();
    let parameters: BTreeSet<u32> = all.iter().flatten().copied().collect();
    let calls = |parameter: u32| {
        let count = |test: &Vec<u32>| test.iter().filter(|&&one| one == parameter).count();
        all.iter().map(count).max().unwrap_or(0)
    };
    parameters.into_iter().map(|parameter| Output { parameter, calls: calls(parameter) }).collect()
}

/// The arrays of `outputs` of `callable`, each declaration behind `storage` ("extern ", "static ").
#[must_use]
pub(crate) fn arrays(callable: &Callable, outputs: &[Output], storage: &str) -> String {
    let mut text = String::new();
    for output in outputs {
        let (name, calls) = (output_name(callable, output.parameter), output.calls);
        let _ = write!(
            text,
            "{storage}const void *{name}[{calls}];\n{storage}unsigned long {name}_bytes[{calls}];\n"
        );
    }
    text
}

/// Statements of the stub that write its outputs, before it counts the call; `names` are those of its
/// parameters.
#[must_use]
pub(crate) fn copies(callable: &Callable, outputs: &[Output], names: &[String]) -> String {
    let mut text = String::new();
    let counter = calls_name(&callable.name);
    for output in outputs {
        let Some(parameter) = names.get(output.parameter as usize) else { continue };
        let (array, calls) = (output_name(callable, output.parameter), output.calls);
        let _ = write!(
            text,
            "    if ({counter} < {calls} && {array}[{counter}] && {parameter})\n        \
             __builtin_memcpy({parameter}, {array}[{counter}], {array}_bytes[{counter}]);\n"
        );
    }
    text
}

/// Statements that forget the outputs of the last test.
#[must_use]
pub(crate) fn forget(callable: &Callable, outputs: &[Output]) -> String {
    let arrays = outputs.iter().map(|output| output_name(callable, output.parameter));
    arrays.map(|array| format!("    __builtin_memset({array}, 0, sizeof({array}));\n")).collect()
}
