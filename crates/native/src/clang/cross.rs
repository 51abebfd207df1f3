//! Compile commands of cross compilers, as commands for the host.
//!
//! ```text
//! arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard --specs=nano.specs -Iinc -DSTM32F4 -c uart.c
//!   -> clang -Iinc -DSTM32F4 -funsigned-char -fshort-enums
//! ```
//!
//! What says which machine the code is for goes; what it promises about types that the host can keep is asked for
//! instead. What the host does otherwise (pointers and `long` have 64 bits, `size_t` too) is told with the command, as
//! tests of it hold for the host. Big-endian targets are refused: their tests would be about other bytes.
//!
//! Not handled: headers that stand in the cross compiler's own folders only, and assembly.

use std::path::Path;

/// Beginnings of flags that say which machine the code is for, or how a C library for it is linked.
const OF_TARGET: [&str; 22] = [
    "-mcpu=",
    "-march=",
    "-mtune=",
    "-mthumb",
    "-marm",
    "-mfloat-abi=",
    "-mfpu=",
    "-mabi=",
    "-mlittle-endian",
    "-mno-unaligned-access",
    "-munaligned-access",
    "-mslow-flash-data",
    "-mapcs",
    "-mtp=",
    "-m32",
    "--specs=",
    "-specs=",
    "--sysroot",
    "--target=",
    "-nostartfiles",
    "-nodefaultlibs",
    "-T",
];

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
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        match flag.as_str() {
            // Their value is a word of its own.
            "-T" | "--sysroot" | "-Xlinker" | "-target" => drop(rest.next()),
            _ if OF_TARGET.iter().any(|of_target| flag.starts_with(of_target)) => {}
            _ => kept.push(flag.clone()),
        }
    }
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
    fn big_endian_is_refused() {
        assert!(host_command("arm-none-eabi-gcc", &strings(&["-mbig-endian"])).is_err());
        assert!(host_command("powerpc-linux-gnu-gcc", &[]).is_err());
        assert!(host_command("clang", &strings(&["--target=armeb-none-eabi"])).is_err());
    }
}
