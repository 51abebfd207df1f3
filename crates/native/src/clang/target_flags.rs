//! Flags of compilers that say which machine the code is for.

/// Beginnings of flags that say which machine the code is for, or how a C library for it is linked.
pub(crate) const OF_TARGET: [&str; 22] = [
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

/// Names a folder of headers of the target, an absolute path: the dot tells it from folders of the project.
pub(crate) const HEADERS: &str = "-isystem/.";

/// `flags` without those that say which machine the code is for.
pub(crate) fn without_target(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        match flag.as_str() {
            // Their value is a word of its own.
            "-T" | "--sysroot" | "-Xlinker" | "-target" => drop(rest.next()),
            flag if flag.starts_with(HEADERS) => {}
            _ if OF_TARGET.iter().any(|of_target| flag.starts_with(of_target)) => {}
            _ => kept.push(flag.clone()),
        }
    }
    kept
}
