//! Which of a project's compiler flags Trine keeps.
//!
//! Flags that say what the program means (macros, include folders, language standard, target)
//! stay; those that say what to produce or how well to optimise go, because we ask for IR at
//! `-O0` with debug information, and for coverage of our own.

/// Flags that are followed by an argument, and go with it.
const DROPPED_WITH_ARGUMENT: [&str; 7] = ["-o", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics", "-L"];

/// Flags that go.
const DROPPED: [&str; 13] = [
    "-c",
    "-S",
    "-E",
    "-emit-llvm",
    "--coverage",
    "-coverage",
    "-pipe",
    "-v",
    "-s",
    "-shared",
    "-static",
    "-pedantic-errors",
    "-fsyntax-only",
];

/// Beginnings of flags that go.
const DROPPED_PREFIXES: [&str; 16] = [
    "-o",
    "-O",
    "-M",
    "-g",
    "-flto",
    "-fno-lto",
    "-Werror",
    "-fsanitize",
    "-fprofile",
    "-fcoverage",
    "-ftest-coverage",
    "-fcrash-diagnostics",
    "-save-temps",
    "-Wl,",
    "-l",
    "-L",
];

/// The flags of a compile command that say what the program means, in order.
#[must_use]
pub fn semantic_flags(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if DROPPED_WITH_ARGUMENT.contains(&flag.as_str()) {
            rest.next();
        } else if !is_dropped(flag) {
            kept.push(flag.clone());
        }
    }
    kept
}

/// The flags that name libraries and where to find them, in order.
#[must_use]
pub fn link_flags(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if flag == "-L" || flag == "-l" {
            kept.push(flag.clone());
            kept.extend(rest.next().cloned());
        } else if flag.starts_with("-L") || flag.starts_with("-l") || flag == "-pthread" {
            kept.push(flag.clone());
        }
    }
    kept
}

fn is_dropped(flag: &str) -> bool {
    DROPPED.contains(&flag) || DROPPED_PREFIXES.iter().any(|prefix| flag.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(flags: &[&str]) -> Vec<String> {
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }

    #[test]
    fn meaning_stays_and_production_goes() {
        let flags = strings(&[
            "-Iinclude",
            "-c",
            "-o",
            "a.o",
            "-O2",
            "-MMD",
            "-MF",
            "a.d",
            "-flto=thin",
            "-g3",
            "-Werror=all",
            "-Wall",
            "-fsanitize=address",
            "--coverage",
            "-std=c99",
            "-DX=1",
            "-include",
            "config.h",
            "-lm",
            "-m32",
            "-ob.o",
        ]);
        let kept = strings(&["-Iinclude", "-Wall", "-std=c99", "-DX=1", "-include", "config.h", "-m32"]);
        assert_eq!(semantic_flags(&flags), kept);
        assert_eq!(link_flags(&flags), strings(&["-lm"]));
    }
}
