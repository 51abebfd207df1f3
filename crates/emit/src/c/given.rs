//! The arguments that stubs and stand-ins are given, as far as tests look at them.
//!
//! ```c
//! const void *stub_log_line_given_text[1];        // per call
//!
//! int log_line(void *text_0)
//! {
//!     if (stub_log_line_calls < 1)
//!         stub_log_line_given_text[stub_log_line_calls] = text_0;
//! ```

use crate::c::TestedFile;
use crate::c::declarator::Declarators;
use crate::c::names::identifier;
use crate::c::stub_names::calls_name;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use trine_record::TestRecord;
use trine_testcase::{ApiModel, Callable, CallableId, Observed, TypeKind};

/// A parameter whose arguments are kept: its position, and for how many calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) parameter: u32,
    pub(crate) calls: u32,
    /// Whether it is a pointer: those are kept without their types, which are often guessed for want of a prototype.
    pub(crate) is_pointer: bool,
}

/// The array of arguments that `callable` got for its parameter at `position`.
#[must_use]
pub(crate) fn given_name(callable: &Callable, position: u32) -> String {
    let calls = calls_name(&callable.name);
    let stem = calls.strip_suffix("_calls").unwrap_or(&calls);
    match callable.params.get(position as usize).map(|param| param.name.as_str()) {
        None | Some("") => format!("{stem}_given_{position}"),
        Some(name) => format!("{stem}_given_{}", identifier(name)),
    }
}

/// The arguments of `callable` that `tests` look at.
#[must_use]
pub(crate) fn given(api: &ApiModel, callable: CallableId, tests: &[&TestRecord]) -> Vec<Given> {
    let mut calls: BTreeMap<u32, u32> = BTreeMap::new();
    for seen in tests.iter().flat_map(|test| &test.observations) {
        if let Observed::StubArgument(stub, call, parameter) = seen.place
            && stub == callable
        {
            let most = calls.entry(parameter).or_default();
            *most = (*most).max(call + 1);
        }
    }
    let is_pointer = |parameter: u32| {
        let param = api.callables[callable].params.get(parameter as usize);
        param.is_some_and(|param| matches!(api.types.kind(param.ty), TypeKind::Pointer(_)))
    };
    let given = calls.into_iter();
    given.map(|(parameter, calls)| Given { parameter, calls, is_pointer: is_pointer(parameter) }).collect()
}

/// Statements of the stub that keep its arguments, before it counts the call; `names` are those of its parameters.
#[must_use]
pub(crate) fn keeps(callable: &Callable, given: &[Given], names: &[String]) -> String {
    let mut text = String::new();
    let counter = calls_name(&callable.name);
    for one in given {
        let Some(parameter) = names.get(one.parameter as usize) else { continue };
        let array = given_name(callable, one.parameter);
        let calls = one.calls;
        let cast = if one.is_pointer { "(const void *)" } else { "" };
        let _ =
            write!(text, "    if ({counter} < {calls})\n        {array}[{counter}] = {cast}{parameter};\n");
    }
    text
}

/// The arrays of arguments that `tests` look at, each declaration behind `storage`.
pub(crate) fn kept_arguments(
    unit: &TestedFile<'_>,
    id: CallableId,
    tests: &[&TestRecord],
    storage: &str,
) -> String {
    let (callable, mut text) = (&unit.api.callables[id], String::new());
    let write = Declarators::new(unit.api);
    for one in given(unit.api, id, tests) {
        let Some(param) = callable.params.get(one.parameter as usize) else { continue };
        let array = format!("{}[{}]", given_name(callable, one.parameter), one.calls);
        let declared = match one.is_pointer {
            true => format!("const void *{array}"),
            false => write.declare_writable(param.ty, &array),
        };
        let _ = writeln!(text, "{storage}{declared};");
    }
    text
}
