//! A crate that no language owns names no notion of one: it speaks of IR, API model and goals.
//!
//! Looked for are words of C and of LLVM in the code, strings included; comments may give examples. What a language owns
//! ([`OWNED`]) may say them. A file that has to name functions of the C library all the same stands in [`EXCEPTIONS`]
//! with the reason, and is to leave that list, not to be joined in it.

use crate::finding::Finding;

/// What a language owns: crates, and folders of crates.
const OWNED: [&str; 19] = [
    "crates/llvm-text/",
    "crates/c-library/",
    "crates/frontend-llvm/",
    "crates/rust-runtime/",
    "crates/inputs-c/",
    "crates/machine/src/shims/",
    "crates/dse/src/concolic/libc/",
    "crates/judge/src/c/",
    "crates/native/src/clang/",
    "crates/native/src/jdk/",
    "crates/emit/src/c/",
    "crates/campaign/src/c/",
    "crates/cli/src/c/",
    // Developers' own.
    "crates/filetests/",
    "crates/fixtures/",
    "crates/statistics/",
    "crates/study/",
    "crates/xtask/",
    "crates/jit/",
];

/// Words of C and of LLVM, in small letters; parts of names count, where no letter comes before.
const WORDS: [&str; 32] = [
    "clang",
    "llvm",
    "gcc",
    "gnu",
    "malloc",
    "calloc",
    "realloc",
    "errno",
    "va_list",
    "setjmp",
    "longjmp",
    "scanf",
    "printf",
    "getopt",
    "strlen",
    "strcmp",
    "strncmp",
    "strcpy",
    "strtol",
    "memcpy",
    "memcmp",
    "atoi",
    "qsort",
    "getenv",
    "fopen",
    "pthread",
    "ctype",
    "typedef",
    "__builtin",
    "cmocka",
    "ubsan",
    "asan",
];

/// Files that say such words, and why.
const EXCEPTIONS: [(&str, &str); 11] = [
    ("crates/ir/src/analysis/closed.rs", "the reason that a proof gives where `setjmp` is called"),
    ("crates/machine/src/execute.rs", "the message of a jump to a function that has returned"),
    ("crates/testcase/src/types.rs", "the type of a list of variable arguments"),
    ("crates/search/src/samples.rs", "formats and options as constants of the code"),
    ("crates/native/src/lib.rs", "the door of what C owns"),
    ("crates/report/src/html/native.rs", "the referee is named to the user"),
    ("crates/report/src/words.rs", "the referee is named to the user"),
    ("crates/jdk/src/natives/files/nio.rs", "a field of the JDK is named so"),
    ("crates/cli/src/args.rs", "the command for C takes flags of its compiler"),
    ("crates/cli/src/main.rs", "finds the compiler for replay and dump"),
    ("crates/cli/src/settings.rs", "the frameworks of tests that a user may name"),
];

/// Checks one file.
pub fn check(path: &str, text: &str) -> Vec<Finding> {
    let found = words(path, text);
    match EXCEPTIONS.iter().any(|(file, _)| *file == path) {
        false => found,
        true if found.is_empty() => vec![Finding::new(
            path,
            1,
            "the file names no notion of a language any more, and is still excepted from that rule",
            "take its row out of crates/xtask/src/languages.rs",
        )],
        true => Vec::new(),
    }
}

/// The words in one file, unless a language owns it.
fn words(path: &str, text: &str) -> Vec<Finding> {
    let in_product = path.starts_with("crates/") && path.contains("/src/");
    let is_free = OWNED.iter().any(|owned| path.starts_with(owned))
        || path.split('/').any(|part| part == "tests" || part == "tests.rs");
    if !in_product || is_free {
        return Vec::new();
    }
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let mut findings = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let line = without_comment(line).to_lowercase();
        if let Some(word) = WORDS.iter().find(|word| names(&line, word)) {
            findings.push(Finding::new(
                path,
                index + 1,
                format!("`{word}` is a notion of a language, and no language owns this file"),
                "move it to what the language owns, or pass it in as data",
            ));
        }
    }
    findings
}

/// Whether `line` has `word` as the beginning of a part of a name: not `calloc` in `physicallocation`.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_ascii_alphabetic()))
}

/// The part of a line before a comment; a `//` in a string is one with what follows it.
fn without_comment(line: &str) -> &str {
    line.find("//").map_or(line, |start| &line[..start])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_language_are_found_in_code_and_strings() {
        let text =
            "//! clang reads it.\nfn of(name: &str) -> bool {\n    name == \"malloc\" // as realloc\n}\n";
        let found = check("crates/engine/src/a.rs", text);
        assert_eq!(found.iter().map(|finding| finding.line).collect::<Vec<_>>(), [3]);
        assert_eq!(check("crates/engine/src/a.rs", "use trine_native::clang::Toolchain;").len(), 1);
    }

    #[test]
    fn what_a_language_owns_and_tests_may_say_them() {
        let text = "const NAME: &str = \"clang\";\n";
        for path in
            ["crates/emit/src/c/mod.rs", "crates/engine/tests/a.rs", "crates/study/src/main.rs", "docs/a.md"]
        {
            assert_eq!(check(path, text), [], "{path}");
        }
        assert_eq!(check("crates/engine/src/a.rs", &format!("#[cfg(test)]\nmod tests {{\n{text}}}\n")), []);
    }

    #[test]
    fn a_word_inside_of_another_is_none() {
        assert_eq!(check("crates/emit/src/sarif.rs", "\"physicalLocation\": 1"), []);
        assert_eq!(check("crates/emit/src/sarif.rs", "\"my_calloc\"").len(), 1);
    }

    #[test]
    fn an_exception_that_nothing_needs_any_more_is_found() {
        let (file, _) = EXCEPTIONS[0];
        assert_eq!(check(file, "const NAME: &str = \"setjmp\";\n"), []);
        let found = check(file, "const NAME: &str = \"\";\n");
        assert!(found.len() == 1 && found[0].message.contains("any more"), "{found:?}");
    }

    #[test]
    fn the_exceptions_are_files_that_no_language_owns() {
        for (file, reason) in EXCEPTIONS {
            assert!(!OWNED.iter().any(|owned| file.starts_with(owned)) && !reason.is_empty(), "{file}");
        }
    }
}
