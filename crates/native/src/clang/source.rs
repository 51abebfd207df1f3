//! A source file of a test program, compiled to an object, with coverage or under a sanitizer.

use crate::clang::compile::remove_unknown;
use crate::clang::flags::semantic_flags;
use crate::clang::target::{GCC_FLAGS, NativeTarget};
use crate::clang::toolchain::Toolchain;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A source of a test program.
#[derive(Clone, Debug, Default)]
pub struct SourceFile {
    /// Relative paths are files of the suite.
    pub path: PathBuf,
    /// Compiler flags; those that say what to produce are dropped.
    pub flags: Vec<String>,
    /// The folder to compile in.
    pub directory: Option<PathBuf>,
    /// Whether its coverage is measured.
    pub measured: bool,
    /// Whether other programs use it in the same way: it is compiled once. Not for files of the suite.
    pub shared: bool,
    /// The runtime that its accesses are checked by, if any.
    pub sanitizer: Option<Sanitizer>,
    /// Whether undefined behaviour that costs nothing to see ends the program with a signal, where no sanitizer looks on.
    pub stops_at_undefined: bool,
    /// Whether this includes accesses to words at addresses that words do not have.
    pub stops_at_unaligned: bool,
}

/// Which runtime looks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sanitizer {
    /// AddressSanitizer and UndefinedBehaviorSanitizer.
    AddressAndUndefined,
    /// MemorySanitizer.
    Memory,
}

impl Sanitizer {
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Self::AddressAndUndefined => {
                &["-fsanitize=address,undefined", "-fsanitize-address-use-after-scope"]
            }
            Self::Memory => &["-fsanitize=memory"],
        }
    }

    pub(crate) fn environment(self) -> [(&'static str, &'static str); 2] {
        match self {
            Self::AddressAndUndefined => [
                (
                    "ASAN_OPTIONS",
                    "detect_leaks=0:detect_stack_use_after_return=1:hard_rss_limit_mb=2048:\
                     allocator_may_return_null=1:handle_abort=0:symbolize=0",
                ),
                ("UBSAN_OPTIONS", "print_stacktrace=0:symbolize=0"),
            ],
            Self::Memory => [("MSAN_OPTIONS", "hard_rss_limit_mb=2048:symbolize=0"), ("LANG", "C")],
        }
    }
}

/// Undefined behaviour ends the program with an illegal instruction. It needs no runtime and changes nothing else, so
/// that the coverage of what goes on is what it was. Alignment is left out unless it is asked for: code that reads words out of byte
/// buffers is common, a test's buffer lies as the compiler pleases, and the targets at hand read words at any address.
const UNDEFINED: [&str; 2] = ["-fsanitize=undefined", "-fsanitize-trap=undefined"];
const WORDS_ANYWHERE: &str = "-fno-sanitize=alignment";

/// Compiles `source`, which stands at `path`, to `object`; the inner error is what the compiler said.
pub(crate) fn compile_to(
    toolchain: &Toolchain,
    source: &SourceFile,
    path: &Path,
    folder: &Path,
    (object, target): (&Path, &NativeTarget),
) -> io::Result<Result<(), String>> {
    let mut flags = target.flags(&semantic_flags(&source.flags));
    loop {
        let mut command = Command::new(target.compiler(&toolchain.clang));
        command.args(&flags);
        command.args(["-c", "-w"]);
        // Only the code of the user is worth an optimizer's time, and only the lines of sanitizers' reports are read.
        match target.by_gcc {
            true if source.measured || source.shared => command.args(GCC_FLAGS).env("LC_ALL", "C"),
            true => command.arg("-O0").env("LC_ALL", "C"),
            false => command.args(["-O0", "-Qunused-arguments"]),
        };
        if source.sanitizer.is_some() {
            command.arg("-gline-tables-only");
        }
        if source.measured && target.is_measured() {
            command.args(toolchain.coverage_flags());
        }
        command.args(source.sanitizer.map_or(&[][..], Sanitizer::flags));
        if source.stops_at_undefined && source.sanitizer.is_none() && !target.by_gcc {
            command.args(UNDEFINED);
            command.args((!source.stops_at_unaligned).then_some(WORDS_ANYWHERE));
        }
        command.arg(path).arg("-o").arg(object);
        command.current_dir(source.directory.as_deref().unwrap_or(folder));
        match diagnostics(&mut command)? {
            None => return Ok(Ok(())),
            Some(stderr) if !remove_unknown(&mut flags, &stderr) => return Ok(Err(stderr)),
            Some(_) => {}
        }
    }
}

/// What a tool said, if it failed.
pub(crate) fn diagnostics(command: &mut Command) -> io::Result<Option<String>> {
    let output = command.stdin(Stdio::null()).output()?;
    Ok((!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned()))
}
