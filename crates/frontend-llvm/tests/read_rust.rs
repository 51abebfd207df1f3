//! What rustc writes for a whole program, standard library included, is read completely, and fast.
//!
//! Run with `--nocapture` to see times and memory.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use trine_frontend_llvm::load;
use trine_llvm_text::debug::DISubprogram;
use trine_llvm_text::{FuncId, GlobalId, MetadataId, Module, Symbol};

const MANIFEST: &str = r#"[package]
name = "subject"
version = "0.1.0"
edition = "2024"

[[bin]]
name = "subject"
path = "main.rs"

[profile.trine]
inherits = "dev"
opt-level = 0
debug = 2
lto = "fat"
codegen-units = 1

[workspace]
"#;

/// A folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let folder = std::env::temp_dir().join(format!("trine-read-rust-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The text of the whole subject program.
fn compile(folder: &Path) -> String {
    let subject = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rust/subject.rs");
    std::fs::copy(subject, folder.join("main.rs")).expect("the subject");
    std::fs::write(folder.join("Cargo.toml"), MANIFEST).expect("the manifest");
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--offline", "--bin", "subject", "--profile", "trine", "--", "--emit=llvm-ir"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let artifacts = std::fs::read_dir(folder.join("target/trine/deps")).expect("artifacts");
    let texts: Vec<_> = artifacts
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ll"))
        .collect();
    assert_eq!(texts.len(), 1, "one .ll for the whole program: {texts:?}");
    std::fs::read_to_string(&texts[0]).expect("UTF-8")
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// Peak memory of this process in MiB, where the system tells.
fn peak_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Functions and instructions by lines; see `read_clang.rs`.
fn count_lines(text: &str) -> (usize, usize) {
    let (mut functions, mut instructions, mut inside) = (0, 0, false);
    for line in text.lines() {
        if line.starts_with("define ") {
            functions += 1;
            inside = true;
        } else if line == "}" {
            inside = false;
        } else if inside && line.starts_with("  ") {
            instructions +=
                usize::from(line.as_bytes()[2].is_ascii_lowercase() || line.as_bytes()[2] == b'%');
        }
    }
    (functions, instructions)
}

#[test]
fn a_whole_rust_program_is_read() {
    let folder = Folder::new();
    let text = compile(&folder.0);
    let expected = count_lines(&text);
    let megabytes = text.len() / 1_000_000;
    assert!(expected.0 > 1_000, "the standard library's bodies are missing: {} functions", expected.0);
    let before = peak_mib();
    let (module, indexing) = timed(|| Module::parse(text.clone(), "subject.ll"));
    let module = module.unwrap_or_else(|error| panic!("{error}"));
    let after = peak_mib();

    let (counts, reading) = timed(|| read_bodies(&module));
    let ((), constants) = timed(|| read_initializers(&module));
    let ((), nodes) = timed(|| read_nodes(&module));
    println!(
        "{megabytes} MB, {} functions, {} instructions, {} nodes",
        counts.0,
        counts.1,
        module.metadata_count()
    );
    println!(
        "top level {indexing:?}, all bodies {reading:?}, all initializers {constants:?}, all nodes {nodes:?}"
    );
    println!(
        "peak MiB: {before:?} with the text, {after:?} with the module, {:?} with all nodes",
        peak_mib()
    );
    assert_eq!(counts, expected, "functions and instructions, by lines");
    assert!(
        indexing < Duration::from_secs(3),
        "reading the top level took {indexing:?}: bodies must be left alone"
    );

    let Some(Symbol::Function(main)) = module.symbol("main") else { panic!("no main") };
    assert!(module.body(main).is_ok_and(|body| body.is_some()));
    let named = module.function_ids().filter_map(|(_, function)| function.dbg);
    let named = named.filter(|&id| {
        module.debug::<DISubprogram>(id).is_ok_and(|subprogram| &*subprogram.name == "checked")
    });
    assert_eq!(named.count(), 1, "the subject's function `checked` has its debug information");
    lower_all(text, expected.0);
}

/// Lowers every body: nearly all are supported, and those are well-formed.
fn lower_all(text: String, functions: usize) {
    let (unit, linking) = timed(|| load(vec![("subject.ll".into(), text)]));
    let unit = unit.unwrap_or_else(|error| panic!("{error}"));
    let program = &unit.program;
    let defined = || program.callables.indices().filter(|id| program.callables[*id].defined);
    let (refused, lowering) = timed(|| {
        defined().filter_map(|id| program.body(id).err()).map(ToString::to_string).collect::<Vec<_>>()
    });
    println!(
        "linked in {linking:?}, lowered and verified in {lowering:?}; {} refused, peak MiB {:?}",
        refused.len(),
        peak_mib()
    );
    assert_eq!(defined().count(), functions);
    assert!(!refused.iter().any(|reason| reason.contains("our bug")), "{refused:?}");
    assert!(refused.len() * 50 < functions, "too many are not supported: {refused:?}");
}

fn read_bodies(module: &Module) -> (usize, usize) {
    let mut counts = (0, 0);
    for index in 0..module.functions().len() {
        let body = module.body(FuncId::from_index(index)).unwrap_or_else(|error| panic!("{error}"));
        if let Some(body) = body {
            counts.0 += 1;
            counts.1 += body.instruction_count();
        }
    }
    counts
}

fn read_initializers(module: &Module) {
    for index in 0..module.globals().len() {
        module.initializer(GlobalId::from_index(index)).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn read_nodes(module: &Module) {
    let numbers = (0..u32::MAX).map(MetadataId).take_while(|&id| module.metadata(id).is_ok());
    assert_eq!(numbers.count(), module.metadata_count());
}
