//! Functions of the unit whose names the test program needs for itself: `main`, and those of the C library that its
//! runner or its coverage runtime call.
//!
//! They keep their names in the source and get others in the object file, so that `main` stays what the language
//! says of it (no `return` is `return 0`), and the runner's `alarm` stays the library's:
//!
//! ```c
//! int main(int, char **) __asm__("trine_unit_main");
//! unsigned alarm(unsigned) __asm__("trine_unit_alarm");
//! #include "unit.c"
//!
//! int trine_start(int argc, char **argv) __asm__("main");
//! ```
//!
//! Where a parameter of `main` has a type that only the unit's headers know, a macro renames it, and its value is
//! not defined when it does not return one. Of other functions with such a type a pragma gives the name, which gcc ignores on most systems.

use crate::c::TestedFile;
use crate::c::declarator::Declarators;
use crate::c::scope::RENAMED_MAIN;
use std::fmt::Write as _;
use trine_testcase::{Callable, Linkage, TypeKind};

/// Words of types that need no header.
const PLAIN: [&str; 10] =
    ["char", "const", "double", "float", "int", "long", "short", "signed", "unsigned", "void"];

/// The name of `callable`, a function of the unit under test, in the object file of its tests.
#[must_use]
pub fn native_name(callable: &Callable) -> String {
    match callable.name.as_str() {
        "main" => RENAMED_MAIN.to_owned(),
        name if is_taken(callable) => format!("trine_unit_{name}"),
        name => name.to_owned(),
    }
}

/// Whether the test program means another function by the name of `callable`.
fn is_taken(callable: &Callable) -> bool {
    callable.linkage == Linkage::External && crate::c::stubs::is_used_by_the_runner(&callable.name)
}

/// What gives the functions of `unit` their names, before its source, after it, and around it as macros.
pub(crate) struct OwnNames {
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) macros: Vec<(String, String)>,
}

impl OwnNames {
    pub(crate) fn new(unit: &TestedFile<'_>) -> Self {
        let mut names = Self { before: String::new(), after: String::new(), macros: Vec::new() };
        match main_as(unit, "main") {
            Some(declared) => {
                let again = main_as(unit, RENAMED_MAIN).unwrap_or_default();
                let _ = writeln!(names.before, "{declared} __asm__(\"{RENAMED_MAIN}\");");
                let _ = writeln!(names.after, "{again};");
            }
            None if unit.defines_main => names.macros.push(("main".to_owned(), RENAMED_MAIN.to_owned())),
            None => {}
        }
        let of_unit = |callable: &&Callable| callable.unit == unit.path && is_taken(callable);
        for callable in unit.api.callables.iter().filter(of_unit) {
            // Other files that call it mean this one.
            if !unit.linked.iter().any(|linked| linked.used.contains(&callable.symbol)) {
                let native = native_name(callable);
                let _ = match declared(unit, callable, &callable.name) {
                    Some(declared) => writeln!(names.before, "{declared} __asm__(\"{native}\");"),
                    None => {
                        writeln!(names.before, "#pragma redefine_extname {} {native}", callable.name)
                    }
                };
            }
        }
        names
    }
}

/// The declaration of the unit's `main` under this name, if it has one whose types need no header.
fn main_as(unit: &TestedFile<'_>, name: &str) -> Option<String> {
    let is_main = |callable: &&Callable| callable.name == "main" && callable.unit == unit.path;
    let main = unit.api.callables.iter().filter(|_| unit.defines_main).find(is_main)?;
    let is_int = matches!(unit.api.types.kind(main.returns), TypeKind::Int { .. });
    declared(unit, main, name).filter(|_| is_int)
}

/// The declaration of `function` under this name, if its types need no header.
fn declared(unit: &TestedFile<'_>, function: &Callable, name: &str) -> Option<String> {
    let write = Declarators::new(unit.api);
    let mut parameters: Vec<String> =
        function.params.iter().map(|param| write.declare(param.ty, "")).collect();
    if parameters.is_empty() {
        parameters.push("void".to_owned());
    }
    let returns = write.declare(function.returns, "");
    let mut words = parameters.iter().chain([&returns]).flat_map(|text| text.split([' ', '*', '[', ']']));
    let is_plain = words.all(|word| word.is_empty() || PLAIN.contains(&word));
    is_plain.then(|| format!("{} {name}({})", returns.trim(), parameters.join(", ")))
}

/// The head of the test program's own `main` with these parameters.
pub(crate) fn start(unit: &TestedFile<'_>, parameters: &str) -> String {
    match main_as(unit, "main") {
        Some(_) => format!("int trine_start({parameters}) __asm__(\"main\");\nint trine_start({parameters})"),
        None => format!("int main({parameters})"),
    }
}
