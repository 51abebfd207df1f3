//! What clang writes is read completely: every function, every instruction, every constant, every node.
//!
//! The counts are checked against the text itself, by a reader of lines that knows nothing of the grammar: one
//! instruction per line, except for what is known to go on over several. Where the tools of the same LLVM version are
//! installed, they count too.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use trine_llvm_text::debug::{DICompileUnit, DIType};
use trine_llvm_text::{AliasId, FuncId, GlobalId, MetadataId, Module, Op};

const COVERAGE: &[&str] = &["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
const PROJECT: &[&str] = &["-Xclang", "-disable-llvm-passes", "-fno-discard-value-names"];

/// The versions of clang found here; at least one must be.
fn versions() -> Vec<u32> {
    let found: Vec<u32> = [19, 22]
        .into_iter()
        .filter(|version| Command::new(format!("clang-{version}")).arg("--version").output().is_ok())
        .collect();
    assert!(!found.is_empty(), "neither clang-19 nor clang-22 is installed: nothing to compare with");
    found
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let mut sources: Vec<_> =
        std::fs::read_dir(folder).expect("tests/c").map(|entry| entry.expect("an entry").path()).collect();
    sources.sort();
    assert!(sources.len() >= 3);
    sources
}

/// The text clang writes for a source under these flags.
fn compile(version: u32, source: &Path, flags: &[&str]) -> String {
    let mut command = Command::new(format!("clang-{version}"));
    command.args(["-S", "-emit-llvm", "-g", "-w", "-std=gnu11", "-o", "-"]).args(flags).arg(source);
    let output = command.output().expect("clang runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Reads everything; the counts of functions and instructions.
fn read_all(module: &Module) -> (usize, usize) {
    let mut counts = (0, 0);
    for index in 0..module.functions().len() {
        let body = module.body(FuncId::from_index(index)).unwrap_or_else(|error| panic!("{error}"));
        if let Some(body) = body {
            counts.0 += 1;
            counts.1 += body.instruction_count();
        }
    }
    for (index, global) in module.globals().iter().enumerate() {
        let id = GlobalId::from_index(index);
        let initializer = module.initializer(id).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(initializer.is_some(), global.has_initializer, "{}", global.name);
        assert!(
            !global.has_initializer || module.layout().size_of(global.ty).is_some(),
            "{} has no size",
            global.name
        );
    }
    for index in 0..module.aliases().len() {
        module.alias_target(AliasId::from_index(index)).unwrap_or_else(|error| panic!("{error}"));
    }
    for index in 0..module.metadata_count() {
        module.metadata(MetadataId::from_index(index)).unwrap_or_else(|error| panic!("{error}"));
    }
    counts
}

fn count_blocks(module: &Module) -> usize {
    let bodies = (0..module.functions().len())
        .filter_map(|index| module.body(FuncId::from_index(index)).ok().flatten());
    bodies.map(|body| body.blocks.len()).sum()
}

/// Functions and instructions, counted by lines: inside a body, a line that is indented by two and starts with a lower
/// case letter or `%`. Cases of a switch, clauses and targets are indented further.
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

/// Blocks and instructions as LLVM itself counts them, if its `opt` is installed.
fn count_llvm(version: u32, text: &str) -> Option<(usize, usize)> {
    let mut opt = Command::new(format!("opt-{version}"))
        .args(["-passes=print<func-properties>", "-disable-output", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    opt.stdin.take().expect("piped").write_all(text.as_bytes()).expect("opt reads its input");
    let output = opt.wait_with_output().expect("opt runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let sum = |key: &str| {
        let numbers = printed.lines().filter_map(|line| line.strip_prefix(key)?.trim().parse::<usize>().ok());
        numbers.sum()
    };
    Some((sum("BasicBlockCount:"), sum("TotalInstructionCount:")))
}

fn check(version: u32, source: &Path, flags: &[&str]) -> Module {
    let text = compile(version, source, flags);
    let name = format!("{} by clang {version} {flags:?}", source.display());
    let module = Module::parse(text.as_str(), name.as_str()).unwrap_or_else(|error| panic!("{error}"));
    let counts = read_all(&module);
    assert_eq!(counts, count_lines(&text), "functions and instructions of {name}");
    if let Some(by_llvm) = count_llvm(version, &text) {
        assert_eq!(
            (count_blocks(&module), counts.1),
            by_llvm,
            "blocks and instructions of {name}, as LLVM counts them"
        );
    }
    assert!(counts.0 >= 7, "{name} has too few functions to mean anything");
    module
}

#[test]
fn everything_clang_writes_for_the_project_is_read() {
    for version in versions() {
        for source in sources() {
            check(version, &source, &[&["-O0"][..], COVERAGE, PROJECT].concat());
        }
    }
}

#[test]
fn everything_clang_writes_at_other_levels_is_read() {
    for version in versions() {
        for source in sources() {
            for flags in [
                &["-O0"][..],
                &["-O2", "-mavx2"],
                &["-O2", "-ffast-math", "-fno-inline"],
                &["-O1", "-fsanitize=undefined"],
            ] {
                check(version, &source, flags);
            }
        }
    }
}

#[test]
fn variables_types_and_locations_of_the_source_are_reached() {
    for version in versions() {
        for source in sources() {
            let module = check(version, &source, &[&["-O0"][..], COVERAGE, PROJECT].concat());
            let units = module.named_metadata("llvm.dbg.cu").unwrap_or_else(|error| panic!("{error}"));
            let unit: DICompileUnit = module.debug(units[0]).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(&*unit.language, "DW_LANG_C11");
            let (mut located, mut declared) = (0, 0);
            for (id, function) in module.function_ids() {
                let Some(body) = module.body(id).expect("read before") else { continue };
                for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
                    declared += usize::from(matches!(instruction.op, Op::Debug(_)));
                    let Some(location) = &instruction.dbg else { continue };
                    let frames = module.frames(location).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(
                        frames.last().and_then(|frame| frame.subprogram),
                        function.dbg,
                        "{}",
                        function.name
                    );
                    located += 1;
                }
            }
            assert!(located > 100 && declared > 10, "{located} locations, {declared} variables");
            let types = (0..module.metadata_count()).map(MetadataId::from_index);
            let types = types.filter(|&id| module.debug::<DIType>(id).is_ok()).count();
            assert!(types > 10, "{types} types");
        }
    }
}
