//! The functions that benchmark programs expect to exist: C for those a program leaves undefined.
//!
//! The text is compiled with the program, in the machine and natively, so both give the names one
//! meaning. Everything is built on `__VERIFIER_nondet_*`, whose answers are the inputs of a test, and
//! on `abort`; so a failed assumption is a branch like any other, which a search can be led through.

use std::collections::BTreeSet;
use std::fmt::Write;

/// The header for programs written for KLEE, below an include folder.
pub const KLEE_HEADER: (&str, &str) = ("klee/klee.h", include_str!("klee.h"));

/// Start of the names whose answers are inputs.
pub const INPUT_PREFIX: &str = "__VERIFIER_nondet_";

/// The entry for programs whose `main` has parameters.
pub const ENTRY: &str = "__trine_entry";

/// Functions by name, each with the others it needs and its definition.
const DEFINITIONS: &[(&str, &[&str], &str)] = &[
    ("__VERIFIER_assume", &[], "void __VERIFIER_assume(int holds) { if (!holds) abort(); }"),
    ("assume_abort_if_not", &[], "void assume_abort_if_not(int holds) { if (!holds) abort(); }"),
    ("reach_error", &[], "void reach_error(void) { abort(); }"),
    ("__VERIFIER_error", &[], "void __VERIFIER_error(void) { abort(); }"),
    ("__VERIFIER_assert", &[], "void __VERIFIER_assert(int holds) { if (!holds) abort(); }"),
    ("__VERIFIER_atomic_begin", &[], "void __VERIFIER_atomic_begin(void) {}"),
    ("__VERIFIER_atomic_end", &[], "void __VERIFIER_atomic_end(void) {}"),
    (
        "__VERIFIER_nondet_pointer",
        &[],
        "void *__VERIFIER_nondet_pointer(void) { return (void *)__VERIFIER_nondet_ulong(); }",
    ),
    (
        "__VERIFIER_nondet_pchar",
        &[],
        "char *__VERIFIER_nondet_pchar(void) { return (char *)__VERIFIER_nondet_ulong(); }",
    ),
    (
        "__VERIFIER_nondet_charp",
        &[],
        "char *__VERIFIER_nondet_charp(void) { return (char *)__VERIFIER_nondet_ulong(); }",
    ),
    ("__trine_make_symbolic", &[], MAKE_SYMBOLIC),
    (
        "klee_make_symbolic",
        &["__trine_make_symbolic"],
        "void klee_make_symbolic(void *address, size_t size, const char *name) {\n    \
         __trine_make_symbolic(address, size, size == 2 || size == 4 || size == 8 ? size : 1);\n}",
    ),
    ("klee_assume", &[], "void klee_assume(uintptr_t holds) { if (!holds) abort(); }"),
    (
        "klee_range",
        &[],
        "int klee_range(int begin, int end, const char *name) {\n    \
         int value = __VERIFIER_nondet_int();\n    if (value < begin || value >= end) abort();\n    \
         return value;\n}",
    ),
    ("klee_int", &[], "int klee_int(const char *name) { return __VERIFIER_nondet_int(); }"),
    (
        "klee_choose",
        &[],
        "uintptr_t klee_choose(uintptr_t n) {\n    uintptr_t value = __VERIFIER_nondet_ulong();\n    \
         if (value >= n) abort();\n    return value;\n}",
    ),
    ("klee_silent_exit", &[], "void klee_silent_exit(int status) { exit(status); }"),
    ("klee_abort", &[], "void klee_abort(void) { abort(); }"),
    (
        "klee_report_error",
        &[],
        "void klee_report_error(const char *file, int line, const char *message, const char *suffix) { abort(); }",
    ),
    ("klee_prefer_cex", &[], "void klee_prefer_cex(void *object, uintptr_t condition) {}"),
    ("klee_posix_prefer_cex", &[], "void klee_posix_prefer_cex(void *object, uintptr_t condition) {}"),
    ("klee_is_symbolic", &[], "unsigned klee_is_symbolic(uintptr_t value) { return 0; }"),
    ("klee_is_replay", &[], "unsigned klee_is_replay(void) { return 1; }"),
    ("klee_warning", &[], "void klee_warning(const char *message) {}"),
    ("klee_warning_once", &[], "void klee_warning_once(const char *message) {}"),
    ("klee_print_expr", &[], "void klee_print_expr(const char *message, ...) {}"),
    ("klee_mark_global", &[], "void klee_mark_global(void *object) {}"),
    ("klee_check_memory_access", &[], "void klee_check_memory_access(const void *address, size_t size) {}"),
    ("klee_set_forking", &[], "void klee_set_forking(unsigned enable) {}"),
    ("klee_open_merge", &[], "void klee_open_merge(void) {}"),
    ("klee_close_merge", &[], "void klee_close_merge(void) {}"),
    ("klee_stack_trace", &[], "void klee_stack_trace(void) {}"),
    ("klee_get_value_i32", &[], "int32_t klee_get_value_i32(int32_t value) { return value; }"),
    ("klee_get_value_i64", &[], "int64_t klee_get_value_i64(int64_t value) { return value; }"),
];

const MAKE_SYMBOLIC: &str = "void __trine_make_symbolic(void *address, size_t size, size_t element) {
    unsigned char *bytes = address;
    size_t at = 0;
    if (element == 8)
        for (; at + 8 <= size; at += 8) *(long *)(bytes + at) = __VERIFIER_nondet_long();
    else if (element == 4)
        for (; at + 4 <= size; at += 4) *(int *)(bytes + at) = __VERIFIER_nondet_int();
    else if (element == 2)
        for (; at + 2 <= size; at += 2) *(short *)(bytes + at) = __VERIFIER_nondet_short();
    for (; at < size; at++) bytes[at] = __VERIFIER_nondet_uchar();
}";

const HEAD: &str = "/* Functions that the program expects to exist. Written by Trine. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
";

/// What surrounds a program.
#[derive(Clone, Debug, Default)]
pub struct Support {
    /// The C text; `None` when the program needs nothing.
    pub source: Option<String>,
    /// Where execution starts.
    pub entry: String,
}

/// The support for a program that leaves `undefined` without a body; `main_has_parameters` asks for
/// an entry that passes it one argument, the name of the program.
#[must_use]
pub fn support<'a>(undefined: impl IntoIterator<Item = &'a str>, main_has_parameters: bool) -> Support {
    let mut wanted: Vec<&str> = undefined.into_iter().collect();
    let mut written = BTreeSet::new();
    let mut body = String::new();
    while let Some(name) = wanted.pop() {
        let Some((name, needs, text)) = DEFINITIONS.iter().find(|definition| definition.0 == name) else {
            continue;
        };
        if written.insert(*name) {
            wanted.extend(*needs);
            // Definitions may call each other: declared first, in whatever order they come.
            let declaration = text.split_once('{').map_or(*text, |(head, _)| head.trim_end());
            body.insert_str(0, &format!("{declaration};\n"));
            let _ = write!(body, "\n{text}\n");
        }
    }
    let mut entry = "main".to_owned();
    if main_has_parameters {
        ENTRY.clone_into(&mut entry);
        let _ = write!(
            body,
            "\nextern int main(int argc, char **argv);\n\nint {ENTRY}(void) {{\n    static char name[] = \
             \"program\";\n    static char *arguments[] = {{name, 0}};\n    return main(1, arguments);\n}}\n"
        );
    }
    let source = (!body.is_empty()).then(|| format!("{HEAD}\n{body}"));
    Support { source, entry }
}

#[cfg(test)]
mod tests {
    use super::support;

    #[test]
    fn only_what_is_missing_is_defined() {
        let nothing = support(["__VERIFIER_nondet_int", "printf"], false);
        assert_eq!((nothing.source, nothing.entry.as_str()), (None, "main"));
        let text = support(["klee_make_symbolic", "klee_assume"], true).source.unwrap_or_default();
        for part in ["void klee_assume(uintptr_t holds) {", "void __trine_make_symbolic(void", "main(1,"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("klee_range"));
    }
}
