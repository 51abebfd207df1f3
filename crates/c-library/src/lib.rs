//! What is known of functions of the C library by their names: facts, no behaviour.
//!
//! Crates that serve no language in particular ask here what a call of a function without a body does, instead of naming functions
//! themselves; what such a function computes is the machine's affair (`machine/src/shims/libc`). A name that is not known gets the answer that
//! claims least.

/// Functions of the C library whose results differ from run to run, or that leave the process: they are stubs, and
/// what they return is an input of the test, in the machine and in the emitted test alike.
pub const CONTROLLED: [&str; 26] = [
    "time",
    "clock",
    "rand",
    "random",
    "drand48",
    "lrand48",
    "mrand48",
    "getenv",
    "secure_getenv",
    "getpid",
    "getppid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "isatty",
    "sleep",
    "usleep",
    "nanosleep",
    "alarm",
    "system",
    "popen",
    "pclose",
    "fork",
    "vfork",
    "kill",
];

/// Variables that the C library defines.
pub const LIBRARY_VARIABLES: [&str; 12] = [
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "__environ",
    "timezone",
    "daylight",
    "__progname",
];

/// The function that stores what it returns where its argument points, too.
pub const STORING: &str = "time";

/// Functions that make threads, whose calls come in the order of the schedule.
pub const MAKING_THREADS: [&str; 2] = ["pthread_create", "thrd_create"];

/// Functions that begin what they print with the name of the process, which differs from ours.
const NAMING_THE_PROGRAM: [&str; 9] =
    ["err", "errx", "verr", "verrx", "warn", "warnx", "vwarn", "vwarnx", "error"];

/// Whether `name` begins what it prints with the name of the process.
#[must_use]
pub fn prints_program_name(name: &str) -> bool {
    NAMING_THE_PROGRAM.contains(&name)
}

/// Functions whose first arguments must not be null, even where no byte is looked at, and how many these are.
const NEVER_NULL: [(&str, usize); 13] = [
    ("memcpy", 2),
    ("memmove", 2),
    ("mempcpy", 2),
    ("memcmp", 2),
    ("bcmp", 2),
    ("memset", 1),
    ("memchr", 1),
    ("memrchr", 1),
    ("strncmp", 2),
    ("strncasecmp", 2),
    ("strncpy", 2),
    ("strncat", 2),
    ("qsort", 1),
];

/// So many first arguments of `name` must not be null, even where no byte is looked at.
#[must_use]
pub fn arguments_never_null(name: &str) -> usize {
    NEVER_NULL.iter().find(|(never, _)| *never == name).map_or(0, |(_, count)| *count)
}

/// Whether `name` reads memory at most, and writes none: not even `errno`.
#[must_use]
pub fn writes_no_memory(name: &str) -> bool {
    const READERS: [&str; 12] = [
        "strlen", "strnlen", "strcmp", "strncmp", "strchr", "strrchr", "strstr", "memcmp", "memchr", "abs",
        "labs", "strspn",
    ];
    READERS.contains(&name)
}

/// Whether `name` allocates as many bytes as the product of its arguments says, and does nothing else.
#[must_use]
pub fn allocates_product(name: &str) -> bool {
    matches!(name, "malloc" | "calloc")
}

/// Whether `name` ends the object that its argument points to, and does nothing else.
#[must_use]
pub fn ends_object(name: &str) -> bool {
    name == "free"
}

/// Whether a call of `name` writes nothing that the program can see.
#[must_use]
pub fn has_no_effect(name: &str) -> bool {
    const READERS: [&str; 15] = [
        "strlen",
        "strcmp",
        "strncmp",
        "strchr",
        "strrchr",
        "strstr",
        "memcmp",
        "strcasecmp",
        "strncasecmp",
        "atoi",
        "atol",
        "atof",
        "abs",
        "labs",
        "getenv",
    ];
    READERS.contains(&name) || classifies_characters(name)
}

/// Whether `name` tells or changes the class of a character, by its value alone.
#[must_use]
pub fn classifies_characters(name: &str) -> bool {
    const CLASSES: [&str; 10] = [
        "isdigit", "isupper", "islower", "isalpha", "isalnum", "isspace", "isxdigit", "toupper", "tolower",
        "isprint",
    ];
    CLASSES.contains(&name)
}

/// What a result is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeOf {
    /// The values of the arguments.
    Arguments,
    /// A new block, whose size comes from this argument and those behind it.
    Block {
        /// Position of the first of them.
        first_size: usize,
    },
    /// Something that the arguments do not tell.
    Unknown,
}

/// What the result of `name` is made of.
#[must_use]
pub fn made_of(name: &str) -> MadeOf {
    match name {
        "abs" | "labs" | "llabs" | "toupper" | "tolower" => MadeOf::Arguments,
        "malloc" | "calloc" | "aligned_alloc" => MadeOf::Block { first_size: 0 },
        "realloc" | "reallocarray" => MadeOf::Block { first_size: 1 },
        _ => MadeOf::Unknown,
    }
}

/// Whether `name` says that the function reports an error or ends the program, so that it may not return. Those that ask or set,
/// or only say whether there was an error, are none.
#[must_use]
pub fn reports_errors(name: &str) -> bool {
    const ANYWHERE: [&str; 9] =
        ["error", "errexit", "exit", "abort", "fatal", "panic", "throw", "out_of_memory", "overflow"];
    const AS_A_WORD: [&str; 9] = ["err", "die", "died", "fail", "trap", "oom", "bozo", "quit", "raise"];
    const ASKS: [&str; 12] =
        ["get", "set", "has", "is", "last", "clear", "on", "ferror", "strerror", "perror", "str", "string"];
    let name = name.to_ascii_lowercase();
    let is_word = |words: &[&str]| name.split('_').any(|word| words.contains(&word));
    (ANYWHERE.iter().any(|part| name.contains(part)) || is_word(&AS_A_WORD)) && !is_word(&ASKS)
}

/// Whether `name` notes a place to jump back to.
#[must_use]
pub fn sets_jump(name: &str) -> bool {
    name.ends_with("setjmp")
}

/// Whether `name` jumps to a place that was noted.
#[must_use]
pub fn jumps(name: &str) -> bool {
    name.contains("longjmp")
}

/// Which argument of `name` is a format, where what it asks for follows.
#[must_use]
pub fn format_position(name: &str) -> Option<usize> {
    match name.trim_start_matches('_') {
        "printf" | "scanf" => Some(0),
        "fprintf" | "sprintf" | "dprintf" | "fscanf" | "sscanf" | "asprintf" => Some(1),
        "snprintf" => Some(2),
        _ => None,
    }
}

/// Whether `name` takes what its format asks for from a list of arguments.
#[must_use]
pub fn takes_argument_list_of_format(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    name.starts_with('v') && (name.contains("printf") || name.contains("scanf"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reports_an_error_says_so_in_its_name() {
        for name in [
            "lua_error",
            "RE_error_trap",
            "mawk_exit",
            "qh_errexit",
            "yyerror",
            "bozo",
            "die",
            "bc_out_of_memory",
        ] {
            assert!(reports_errors(name), "{name}");
        }
        for name in [
            "SSL_get_error",
            "ferror",
            "diet",
            "terror_free_set",
            "transfer",
            "failsafe",
            "last_error",
            "log",
        ] {
            assert!(!reports_errors(name), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_not_known_gets_the_answer_that_claims_least() {
        for name in ["", "frobnicate", "strlen_of_ours"] {
            assert!(!writes_no_memory(name) && !has_no_effect(name) && !prints_program_name(name));
            assert_eq!((made_of(name), arguments_never_null(name)), (MadeOf::Unknown, 0));
        }
    }

    #[test]
    fn what_writes_through_a_pointer_or_sets_errno_is_no_reader() {
        for name in ["strtol", "strcpy", "memcpy", "sprintf", "strtok", "fopen", "malloc"] {
            assert!(!writes_no_memory(name), "{name}");
        }
    }

    #[test]
    fn lists_of_arguments_are_told_from_arguments_one_by_one() {
        for (name, takes) in [
            ("vprintf", true),
            ("__vsnprintf_chk", true),
            ("vfscanf", true),
            ("printf", false),
            ("valloc", false),
        ] {
            assert_eq!(takes_argument_list_of_format(name), takes, "{name}");
        }
    }

    #[test]
    fn jumps_are_known_by_all_their_names() {
        assert!(sets_jump("setjmp") && sets_jump("_setjmp") && sets_jump("__sigsetjmp"));
        assert!(jumps("longjmp") && jumps("siglongjmp") && !jumps("setjmp"));
    }

    #[test]
    fn the_size_of_a_block_does_not_come_from_the_block_before() {
        assert_eq!(made_of("calloc"), MadeOf::Block { first_size: 0 });
        assert_eq!(made_of("realloc"), MadeOf::Block { first_size: 1 });
    }
}
