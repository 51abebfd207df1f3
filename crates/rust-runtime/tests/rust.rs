//! A whole program as rustc writes it, standard library included, prints and exits in the machine as natively.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use trine_rust_runtime::{Ending, Limits, Outcome, RustProgram};

const FLAGS: [&str; 8] = [
    "--edition=2024",
    "--crate-name=program",
    "-Copt-level=0",
    "-Cdebuginfo=line-tables-only",
    "-Clto=fat",
    "-Ccodegen-units=1",
    "-Coverflow-checks=on",
    "-Awarnings",
];

/// A folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Both runs of the program in the file at `path`, which is named from the folder of the crate.
fn both(path: &str) -> (Output, Outcome) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
    let folder = Folder(std::env::temp_dir().join(format!("trine-rust-{name}-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).expect("a temporary folder");
    std::fs::copy(source, folder.0.join("main.rs")).expect("the program");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .args(FLAGS)
        .args(["--emit=llvm-ir=program.ll,link=program", "main.rs"])
        .current_dir(&folder.0)
        .env_remove("RUSTFLAGS")
        .output()
        .expect("rustc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let native = Command::new(folder.0.join("program")).env_clear().output().expect("it runs");
    let text = std::fs::read_to_string(folder.0.join("program.ll")).expect("the module");
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(move || {
        let mut program = RustProgram::load("program.ll", text, Limits::default());
        let program = program.as_mut().unwrap_or_else(|error| panic!("{error}"));
        program.run(&["program"], b"")
    });
    (native, worker.expect("a thread").join().expect("no panic of ours"))
}

fn same(path: &str) -> Outcome {
    let (native, ours) = both(path);
    let code = native.status.code().and_then(|code| u8::try_from(code).ok()).expect("an exit code");
    assert_eq!(ours.ending, Ending::Exited(code), "{}", String::from_utf8_lossy(&ours.stderr));
    assert_eq!(String::from_utf8_lossy(&ours.stdout), String::from_utf8_lossy(&native.stdout));
    let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().count();
    assert_eq!(lines(&ours.stderr), lines(&native.stderr));
    ours
}

#[test]
fn the_program_of_the_readers_test_prints_what_it_prints_natively() {
    let ours = same("../frontend-llvm/tests/rust/subject.rs");
    assert_eq!(ours.ending, Ending::Exited(0));
    assert!(String::from_utf8_lossy(&ours.stderr).contains("PosOverflow"));
}

#[test]
fn panics_unwind_are_caught_and_end_the_process() {
    assert_eq!(same("tests/programs/panics.rs").ending, Ending::Exited(101));
}
