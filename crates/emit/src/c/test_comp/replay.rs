//! The native replay of a suite: a C file that is linked with the program and feeds it its inputs.
//!
//! The file gives each `__VERIFIER_nondet_*` its definition, reading the next `<input>` of the
//! test case, and a weak definition that returns nothing to every other function the program leaves
//! undefined. It speaks TAP on its standard output, like every test program of ours.

use super::type_name;
use std::fmt::Write;
use trine_testcase::LeafKind;

/// What all replays share.
const TEXT: &str = include_str!("replay.c");

/// A replay program's source.
///
/// `inputs` are the functions that give inputs, `others` further functions without a body, `tests` the names
/// of the files of the suite without their ending.
#[must_use]
pub fn source(inputs: &[(String, LeafKind)], others: &[String], tests: &[String]) -> String {
    let names: String = tests.iter().map(|test| format!("\"{test}\", ")).collect();
    let mut text =
        format!("/* The test cases. */\nstatic const char *const tests[] = {{{names}0}};\n\n{TEXT}\n");
    for (name, kind) in inputs {
        let reader = match kind {
            LeafKind::Float(_) => "next_float",
            LeafKind::Bool => "next_signed",
            _ if kind.is_signed() => "next_signed",
            _ => "next_unsigned",
        };
        let ty = type_name(kind);
        let _ = writeln!(text, "{ty} {name}(void) {{ return ({ty}){reader}(); }}");
    }
    for name in others {
        let _ = writeln!(text, "__attribute__((weak)) long {name}() {{ return 0; }}");
    }
    text
}
