//! Files that hold LLVM IR already, and what they must hold so that tests can come of them.
//!
//! The emitted tests include the C file that the IR was made of, and the goals are those of clang's coverage
//! mapping. IR that was read from standard input, or lacks debug information or the mapping, would give tests that
//! do not compile or a run without goals: it is refused, with the command that writes it in full.
//!
//! Not handled: a C file that changed since the IR was written.

use crate::c::ir_store::IrStore;
use crate::failure::Failure;
use std::path::Path;
use std::sync::Arc;
use trine_frontend_llvm::Object;

/// Next step when IR cannot be read.
const IR_HELP: &str = "give C files, or what clang 15 or later writes with -S -emit-llvm for x86-64";

/// Next step when IR lacks something.
const COMMAND: &str = "give the C file itself, or write the IR with `clang -S -emit-llvm -O0 -g \
     -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc -Xclang -disable-llvm-passes FILE.c` \
     (-fcoverage-mcdc from clang 18 on)";

/// `text` as an object; `store` keep it.
///
/// # Errors
/// When it is no IR.
pub fn object(file: &Path, text: String, store: &Arc<IrStore>) -> Result<Object, Failure> {
    Object::read_from(file.display().to_string(), store.take(text))
        .map_err(|error| Failure::input(error.to_string(), "no test was written for this file", IR_HELP))
}

/// The object that `file` holds as IR.
///
/// # Errors
/// When it cannot be read, or no test could come of it.
pub fn read(file: &Path, store: &Arc<IrStore>) -> Result<Object, Failure> {
    let object = object(file, text(file)?, store)?;
    match missing(&object) {
        Some((what, consequence)) => {
            let note = format!("{consequence}; no test was written for this file");
            Err(Failure::input(format!("{}: {what}", file.display()), note, COMMAND))
        }
        None => Ok(object),
    }
}

fn text(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file).map_err(|error| {
        let what = format!("cannot read {}: {error}", file.display());
        Failure::input(what, "nothing was run", "check the path")
    })?;
    String::from_utf8(bytes).map_err(|error| {
        // The reader knows bitcode and object files by their first bytes.
        let name = file.display().to_string();
        let read = trine_llvm_text::Module::parse_bytes(error.into_bytes(), name);
        let what = read.err().map_or_else(|| "no text".to_owned(), |error| error.to_string());
        Failure::input(what, "no test was written for these files", IR_HELP)
    })
}

/// What the IR lacks, and what would come of it.
fn missing(object: &Object) -> Option<(String, &'static str)> {
    if !object.defines_functions() {
        return None;
    }
    let Some(source) = object.source_file() else {
        return Some(("IR without debug information".to_owned(), "tests could not name its source file"));
    };
    if !Path::new(source).is_file() {
        let shown = Path::new(source).file_name().map_or(source.into(), |name| name.to_string_lossy());
        let what = match &*shown {
            "-" | "<stdin>" => "IR of C that was read from standard input".to_owned(),
            _ => format!("IR of `{source}`, which is not there"),
        };
        return Some((what, "tests include the C file and could not be compiled"));
    }
    (!object.has_coverage_mapping())
        .then(|| ("IR without coverage mapping".to_owned(), "there would be no goal to cover"))
}
