//! Compiling C for the tests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use trine_frontend_llvm::{LinkedProgram, load};
use trine_ir::{FuncId, Function};

const FLAGS: [&str; 13] = [
    "-S",
    "-emit-llvm",
    "-O0",
    "-g",
    "-w",
    "-std=gnu17",
    "-fno-discard-value-names",
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
    "-fcoverage-mcdc",
    "-Xclang",
    "-disable-llvm-passes",
    "-o-",
];

/// The versions of clang found here; at least one must be.
pub fn versions() -> Vec<u32> {
    let installed =
        |version: &u32| Command::new(format!("clang-{version}")).arg("--version").output().is_ok();
    let found: Vec<u32> = [19, 22].into_iter().filter(installed).collect();
    assert!(!found.is_empty(), "neither clang-19 nor clang-22 is installed: nothing to lower");
    found
}

/// The module clang writes for a C file.
pub fn compile_file(version: u32, path: &Path) -> String {
    let mut command = Command::new(format!("clang-{version}"));
    output(command.args(FLAGS).arg(path), "")
}

/// The module clang writes for C text.
pub fn compile(version: u32, source: &str) -> String {
    let mut command = Command::new(format!("clang-{version}"));
    output(command.args(FLAGS).args(["-x", "c", "-"]), source)
}

fn output(command: &mut Command, input: &str) -> String {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("clang runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("clang reads its input");
    let output = child.wait_with_output().expect("clang ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The program of some C texts.
pub fn unit(version: u32, sources: &[&str]) -> LinkedProgram {
    let modules = sources.iter().enumerate();
    let modules = modules.map(|(i, source)| (format!("{i}.ll"), compile(version, source))).collect();
    load(modules).unwrap_or_else(|error| panic!("clang {version}: {error}"))
}

/// The body of a function.
pub fn body<'u>(unit: &'u LinkedProgram, name: &str) -> &'u Arc<Function> {
    let id = unit.program.function_named(name).unwrap_or_else(|| panic!("no function `{name}`"));
    unit.program.body(id).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every defined function with its body, or the reason why there is none.
pub fn bodies(unit: &LinkedProgram) -> Vec<(String, Result<&Arc<Function>, String>)> {
    let callables = unit.program.callables.iter_enumerated();
    let defined = callables.filter(|(_, callable)| callable.defined);
    let body = |id: FuncId| unit.program.body(id).map_err(ToString::to_string);
    defined.map(|(id, callable)| (callable.name.clone(), body(id))).collect()
}

/// What the command line gives to a compiler, and these tests do not: the headers of harnesses, and a project's flags.
const HEADERS_OF_HARNESSES: [&str; 2] = ["<trine.h>", "klee/klee.h"];
const PROJECT: &str = "examples/project";

fn needs_a_header(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    HEADERS_OF_HARNESSES.iter().any(|header| text.contains(header))
}

/// All C files below a folder of this workspace that compile without further flags, sorted.
pub fn c_files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let (mut files, mut folders) = (Vec::new(), vec![root]);
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                // Programs for other targets need their flags.
                if !path.ends_with(PROJECT) && !path.ends_with("targets") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "c") && !needs_a_header(&path) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
