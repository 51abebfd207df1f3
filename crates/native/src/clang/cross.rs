//! Compile commands of cross compilers, as commands of clang for the same target or for the host.
//!
//! ```text
//! arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard --specs=nano.specs -Iinc -DSTM32F4 -c uart.c
//!   -> clang --target=arm-none-eabi -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -Iinc -DSTM32F4 -fshort-enums
//!            -isystem/. (the folders where that compiler looks for headers)
//!   -> clang -Iinc -DSTM32F4 -funsigned-char -fshort-enums       where the compiler is not installed
//! ```
//!
//! 32-bit ARM and i386 are modelled. Of other machines, and where the compiler and thus its headers are missing, the code is taken as the
//! host's: what says which machine it is for goes; what that promises about types and the host can keep is asked for instead. What the host
//! does otherwise (pointers and `long` have 64 bits, `size_t` too) is told with the command. Big-endian targets are refused: their tests would
//! be about other bytes.
//!
//! Not handled: assembly.

use crate::clang::target_flags::{HEADERS, OF_TARGET, without_target};
use std::path::Path;

/// Compilers whose targets store the most significant byte first.
const BIG_ENDIAN: [&str; 7] = ["armeb-", "aarch64_be-", "powerpc-", "powerpc64-", "mips-", "sparc-", "m68k-"];

/// How a cross compiler's command is used on the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostCommand {
    /// The flags for the host.
    pub flags: Vec<String>,
    /// What the code is compiled for.
    pub target: String,
}

/// The host's command for `flags` of `compiler`; `None` when it is none of a cross compiler.
///
/// # Errors
/// When the target is big-endian.
pub fn host_command(compiler: &str, flags: &[String]) -> Result<Option<HostCommand>, &'static str> {
    let name = Path::new(compiler).file_name().map_or(compiler.into(), |name| name.to_string_lossy());
    let named = flags.iter().find_map(|flag| flag.strip_prefix("--target="));
    let prefix = ["gcc", "cc", "g++", "clang"].iter().find_map(|end| prefix_of(&name, end));
    let is_big = |target: &str| BIG_ENDIAN.iter().any(|big| format!("{target}-").starts_with(big));
    if flags.iter().any(|flag| flag == "-mbig-endian" || flag == "-EB" || flag == "-meb")
        || named.or(prefix).is_some_and(is_big)
    {
        return Err(
            "it is compiled for a big-endian machine, which Trine does not model: leave the file out, or give \
                    a compilation database of a little-endian build",
        );
    }
    let is_host = |target: &str| target.starts_with("x86_64") && !flags.iter().any(|flag| flag == "-m32");
    let target = match named.or(prefix) {
        Some(target) if is_host(target) => return Ok(None),
        Some(target) => target.to_owned(),
        None if flags.iter().any(|flag| flag == "-m32") => "i386".to_owned(),
        None => return Ok(None),
    };
    let mut kept = without_target(flags);
    let says = |wanted: &str| flags.iter().any(|flag| flag.ends_with(wanted));
    if target.starts_with("arm") || target.starts_with("riscv") {
        if !says("signed-char") {
            kept.push("-funsigned-char".to_owned());
        }
        if target.contains("none-eabi") && !says("short-enums") {
            kept.push("-fshort-enums".to_owned());
        }
    }
    Ok(Some(HostCommand { flags: kept, target }))
}

/// Beginnings of flags that clang has for ARM as gcc has them.
const KEPT_FOR_ARM: [&str; 7] =
    ["-mcpu=", "-march=", "-mthumb", "-marm", "-mfloat-abi=", "-mfpu=", "-mno-unaligned-access"];

/// The flags by which clang compiles for `target` as `compiler` does with `flags`; `None` where the target is not modelled, or its headers
/// cannot be found because the compiler is not installed.
pub(crate) fn target_flags(compiler: &str, target: &str, flags: &[String]) -> Option<Vec<String>> {
    if ["i386", "i486", "i586", "i686"].iter().any(|name| target.starts_with(name)) {
        let mut kept = without_target(flags);
        kept.push("-m32".to_owned());
        return Some(kept);
    }
    if !(target.starts_with("arm") || target.starts_with("thumb")) {
        return None;
    }
    let is_clang =
        Path::new(compiler).file_name().is_some_and(|name| name.to_string_lossy().contains("clang"));
    let of_target = |flag: &&String| OF_TARGET.iter().any(|of_target| flag.starts_with(of_target));
    let headers = match is_clang {
        // It finds, or does not find, what we find.
        true => Vec::new(),
        false => {
            let asked: Vec<String> = flags.iter().filter(of_target).cloned().collect();
            crate::clang::target::header_folders(compiler, &asked)?
        }
    };
    let mut kept = vec![format!("--target={target}")];
    let is_kept = |flag: &&String| {
        KEPT_FOR_ARM.iter().any(|known| flag.starts_with(known)) || is_clang && flag.starts_with("--sysroot=")
    };
    kept.extend(flags.iter().filter(is_kept).cloned());
    kept.extend(without_target(flags));
    if target.contains("none-eabi") && !flags.iter().any(|flag| flag.ends_with("short-enums")) {
        kept.push("-fshort-enums".to_owned());
    }
    kept.extend(headers.into_iter().map(|folder| format!("{HEADERS}{folder}")));
    Some(kept)
}

/// `arm-none-eabi` of `arm-none-eabi-gcc-12`, for the compiler `gcc`.
fn prefix_of<'n>(name: &'n str, compiler: &str) -> Option<&'n str> {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    name.strip_suffix(compiler)?.strip_suffix('-').filter(|prefix| !prefix.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(flags: &[&str]) -> Vec<String> {
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }

    #[test]
    fn the_machine_goes_and_the_meaning_stays() {
        let flags = strings(&[
            "-mcpu=cortex-m4",
            "-mthumb",
            "-mfloat-abi=hard",
            "--specs=nano.specs",
            "--sysroot",
            "/sdk",
            "-Iinc",
            "-DSTM32F4",
            "-T",
            "flash.ld",
        ]);
        let host = host_command("/sdk/bin/arm-none-eabi-gcc-12", &flags).unwrap().unwrap();
        assert_eq!(host.target, "arm-none-eabi");
        assert_eq!(host.flags, strings(&["-Iinc", "-DSTM32F4", "-funsigned-char", "-fshort-enums"]));
    }

    #[test]
    fn commands_for_the_host_are_left_alone() {
        for compiler in ["gcc", "/usr/bin/cc", "clang-19", "x86_64-linux-gnu-gcc-12"] {
            assert_eq!(host_command(compiler, &strings(&["-O2", "-march=native"])), Ok(None), "{compiler}");
        }
        assert_eq!(host_command("gcc", &strings(&["-m32"])).unwrap().unwrap().target, "i386");
        assert!(host_command("clang", &strings(&["--target=thumbv7em-none-eabi"])).unwrap().is_some());
    }

    #[test]
    fn targets_that_are_modelled_keep_what_says_so() {
        let flags = strings(&["-m32", "-DX"]);
        assert_eq!(target_flags("gcc", "i386", &flags), Some(strings(&["-DX", "-m32"])));
        let flags =
            strings(&["--target=thumbv7em-none-eabi", "-mcpu=cortex-m4", "-mthumb", "-T", "a.ld", "-DX"]);
        let kept = target_flags("clang-22", "thumbv7em-none-eabi", &flags);
        let expected = ["--target=thumbv7em-none-eabi", "-mcpu=cortex-m4", "-mthumb", "-DX", "-fshort-enums"];
        assert_eq!(kept, Some(strings(&expected)));
        assert_eq!(target_flags("no-such-gcc", "arm-none-eabi", &flags), None);
        assert_eq!(target_flags("riscv64-unknown-elf-gcc", "riscv64-unknown-elf", &flags), None);
    }

    #[test]
    fn big_endian_is_refused() {
        assert!(host_command("arm-none-eabi-gcc", &strings(&["-mbig-endian"])).is_err());
        assert!(host_command("powerpc-linux-gnu-gcc", &[]).is_err());
        assert!(host_command("clang", &strings(&["--target=armeb-none-eabi"])).is_err());
    }
}
