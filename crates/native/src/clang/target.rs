//! Which machine flags compile for, and how test programs for it are built and run here.
//!
//! ```text
//! x86-64                       clang, run as it is, coverage measured
//! -m32                         clang -m32, run as it is, coverage measured; needs a 32-bit C library
//! --target=arm-none-eabi …     the host runs the tests, of which those hold that do not depend on the target; and, where these are
//!                              installed: clang --target=arm-linux-gnueabi, linked by that target's gcc, run by qemu-arm
//! ```
//!
//! Where a gcc is installed, tests that hold are built once more by it, optimized, and run: it orders what C leaves open another way.
//!
//! The 32-bit ARM programs that an emulator of Linux runs have the data model of the target's own (AAPCS): sizes, layouts, alignment and
//! `char` without sign. What differs is asked for (`-fshort-enums`).
//!
//! Not handled: coverage of emulated programs is not measured, as there is no profile runtime for them.

use crate::clang::target_flags::without_target;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The machine that code is compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CodeTarget {
    /// That of the host.
    #[default]
    Host,
    /// i386.
    Bits32,
    /// 32-bit ARM.
    Arm,
}

impl CodeTarget {
    /// The machine that `flags` for clang name.
    #[must_use]
    pub fn of(flags: &[String]) -> Self {
        let mut target = Self::Host;
        let mut rest = flags.iter();
        while let Some(flag) = rest.next() {
            let triple = match flag.as_str() {
                "-m32" => Some("i386"),
                "-target" | "--target" => rest.next().map(String::as_str),
                flag => flag.strip_prefix("--target="),
            };
            let Some(triple) = triple else { continue };
            let is_arm = triple.starts_with("arm") || triple.starts_with("thumb");
            target = match triple {
                _ if is_arm => Self::Arm,
                _ if ["i386", "i486", "i586", "i686"].iter().any(|name| triple.starts_with(name)) => {
                    Self::Bits32
                }
                _ => Self::Host,
            };
        }
        target
    }
}

/// How test programs are built and run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NativeTarget {
    /// The machine that the code is compiled for.
    pub code: CodeTarget,
    /// What builds and runs ARM programs, where it was found.
    pub emulator: Option<Emulator>,
    /// Whether gcc compiles and links, optimizing; nothing is measured then.
    pub by_gcc: bool,
}

/// The other compiler.
const GCC: &str = "gcc";
/// What it is asked for. Emitted build files have the second flag, too.
pub(crate) const GCC_FLAGS: [&str; 2] = ["-O2", "-fno-strict-aliasing"];

/// What runs programs for ARM.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Emulator {
    /// The emulator.
    pub program: PathBuf,
    /// The compiler that links.
    pub linker: PathBuf,
    /// The triple that it links for.
    pub triple: String,
    /// Folders of its headers.
    pub headers: Vec<String>,
}

/// Headers of the kernel that both sizes of a processor share; Debian has them below the wide one only.
const SHARED_HEADERS: &str = "/usr/include/x86_64-linux-gnu";

/// Why tests cannot be run natively.
pub const NO_LIBRARY: &str =
    "no 32-bit C library to link with is installed (Debian: libc6-dev-i386 and lib32gcc-12-dev)";

impl NativeTarget {
    /// What `flags` need, where tests run on the host.
    #[must_use]
    pub fn of(flags: &[String]) -> Self {
        Self { code: CodeTarget::of(flags), ..Self::default() }
    }

    /// The same with gcc as the compiler, where it is installed and programs run as they are.
    #[must_use]
    pub fn by_gcc(&self) -> Option<Self> {
        static IS_THERE: OnceLock<bool> = OnceLock::new();
        let is_wanted = self.code != CodeTarget::Arm && *IS_THERE.get_or_init(is_gcc);
        is_wanted.then(|| Self { by_gcc: true, ..self.clone() })
    }

    /// What compiles, where clang is `clang`.
    pub(crate) fn compiler<'a>(&self, clang: &'a Path) -> &'a Path {
        if self.by_gcc { Path::new(GCC) } else { clang }
    }

    /// What runs the programs of this target where the host cannot, if it is installed.
    #[must_use]
    pub fn emulated(&self) -> Option<Self> {
        let emulator = if self.code == CodeTarget::Arm { Emulator::find() } else { None };
        emulator.map(|emulator| Self { emulator: Some(emulator), ..self.clone() })
    }

    /// Whether what runs is measured by `llvm-cov`, so that it can be compared.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.code != CodeTarget::Arm && !self.by_gcc
    }

    /// Whether programs run on the machine that the code is for, or what emulates it.
    #[must_use]
    pub fn is_faithful(&self) -> bool {
        self.code != CodeTarget::Arm || self.emulator.is_some()
    }

    /// The flags by which a source with `flags` of its own is compiled for what runs it.
    #[must_use]
    pub fn flags(&self, flags: &[String]) -> Vec<String> {
        match (self.code, &self.emulator) {
            (CodeTarget::Host, _) => flags.to_vec(),
            (CodeTarget::Bits32, _) => {
                let mut all = flags.to_vec();
                if CodeTarget::of(flags) != CodeTarget::Bits32 {
                    all.push("-m32".to_owned());
                }
                all.extend(["-idirafter".to_owned(), SHARED_HEADERS.to_owned()]);
                all
            }
            (CodeTarget::Arm, Some(emulator)) => {
                let mut all = without_target(flags);
                all.extend([format!("--target={}", emulator.triple), "-march=armv7-a".to_owned()]);
                all.extend(
                    emulator.headers.iter().flat_map(|folder| ["-isystem".to_owned(), folder.clone()]),
                );
                all
            }
            (CodeTarget::Arm, None) => {
                let mut all = without_target(flags);
                all.push("-funsigned-char".to_owned());
                all
            }
        }
    }

    /// The command that links, without its objects: `clang` or the linker of the target.
    pub(crate) fn linker(&self, clang: &Path) -> Command {
        let compiler = self.compiler(clang);
        match (self.code, &self.emulator) {
            (CodeTarget::Bits32, _) => {
                let mut command = Command::new(compiler);
                command.arg("-m32");
                command
            }
            (CodeTarget::Arm, Some(emulator)) => {
                let mut command = Command::new(&emulator.linker);
                command.arg("-static");
                command
            }
            _ => Command::new(compiler),
        }
    }

    /// Address space that running a program takes besides its own: the emulator reserves that of its guest.
    pub(crate) fn reserved_bytes(&self) -> u64 {
        if self.emulator.is_some() { 6 << 30 } else { 0 }
    }

    /// The command that runs `program`.
    pub(crate) fn runner(&self, program: PathBuf) -> Command {
        match &self.emulator {
            Some(emulator) => {
                let mut command = Command::new(&emulator.program);
                command.arg(program);
                command
            }
            None => Command::new(program),
        }
    }
}

impl Emulator {
    /// The emulator and the compiler of this machine, if there are both.
    #[must_use]
    pub fn find() -> Option<Self> {
        let program = ["qemu-arm", "qemu-arm-static"].into_iter().find(|program| runs(program))?;
        let triples = ["arm-linux-gnueabi", "arm-linux-gnueabihf"];
        let (linker, triple) = triples.into_iter().find_map(|triple| {
            let linker = format!("{triple}-gcc");
            runs(&linker).then_some((linker, triple))
        })?;
        let headers = header_folders(&linker, &[])?;
        Some(Self { program: program.into(), linker: linker.into(), triple: triple.to_owned(), headers })
    }
}

/// Whether there is a gcc that is one: on some systems it is clang by another name.
fn is_gcc() -> bool {
    let output = Command::new(GCC).arg("--version").stdin(Stdio::null()).output();
    output.is_ok_and(|output| {
        output.status.success() && !String::from_utf8_lossy(&output.stdout).contains("clang")
    })
}

/// Whether `program` can be started.
pub(crate) fn runs(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Where `compiler` with `flags` looks for headers, but for those that come with every compiler; `None` when it cannot be asked.
pub(crate) fn header_folders(compiler: &str, flags: &[String]) -> Option<Vec<String>> {
    let mut command = Command::new(compiler);
    command.args(flags).args(["-E", "-Wp,-v", "-x", "c", "/dev/null"]).env("LC_ALL", "C");
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, list) = text.split_once("#include <...> search starts here:")?;
    let (list, _) = list.split_once("End of search list")?;
    let folders = list.lines().map(str::trim).filter(|line| !line.is_empty());
    // Those of its library may be named by way of the compiler's own: `/usr/lib/gcc/arm-none-eabi/12/../../../arm-none-eabi/include`.
    let is_of_compiler = |folder: &&str| {
        !folder.contains("/../") && (folder.contains("/gcc/") || folder.contains("/lib/clang/"))
    };
    Some(folders.filter(|folder| !is_of_compiler(folder)).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(flags: &[&str]) -> Vec<String> {
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }

    #[test]
    fn the_last_word_about_the_target_counts() {
        let of = |flags: &[&str]| CodeTarget::of(&strings(flags));
        assert_eq!(of(&["-O2"]), CodeTarget::Host);
        assert_eq!(of(&["-m32"]), CodeTarget::Bits32);
        assert_eq!(of(&["-m32", "--target=thumbv7m-none-eabi"]), CodeTarget::Arm);
        assert_eq!(of(&["-target", "armv7a-linux-gnueabihf"]), CodeTarget::Arm);
        assert_eq!(of(&["--target=x86_64-linux-gnu"]), CodeTarget::Host);
        assert_eq!(of(&["--target=i686-linux-gnu"]), CodeTarget::Bits32);
    }

    #[test]
    fn every_source_of_a_program_is_for_the_same_machine() {
        let narrow = NativeTarget { code: CodeTarget::Bits32, ..NativeTarget::default() };
        assert_eq!(narrow.flags(&strings(&["-DX"])), strings(&["-DX", "-m32", "-idirafter", SHARED_HEADERS]));
        assert_eq!(narrow.flags(&strings(&["-m32"])), strings(&["-m32", "-idirafter", SHARED_HEADERS]));
        let on_host = NativeTarget { code: CodeTarget::Arm, ..NativeTarget::default() };
        let flags =
            strings(&["--target=arm-none-eabi", "-mcpu=cortex-m4", "-mthumb", "-DX", "-fshort-enums"]);
        assert_eq!(on_host.flags(&flags), strings(&["-DX", "-fshort-enums", "-funsigned-char"]));
        assert!(!on_host.is_faithful() && narrow.is_measured());
    }
}
