//! Library functions that mean the same where pointers, `long` and `size_t` have four bytes.
//!
//! Most of the library is written for the layouts of x86-64: its structures, and the words that it reads and writes in the program's memory. On a
//! target with pointers of four bytes only the functions listed here are run; of the others the run says that they are not modelled there.
//! Terms are those of x86-64, too: numbers that go into a function, or come out of it, have none there.

use crate::fault::Stop;
use crate::shims::{Shim, ShimContext};

/// Functions whose arguments, results and memory are bytes, `int`, `double`, pointers, and sizes that are passed in registers.
const SAME: [&str; 146] = [
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "memrchr",
    "mempcpy",
    "bcmp",
    "bcopy",
    "bzero",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "stpcpy",
    "stpncpy",
    "strcat",
    "strncat",
    "strlcpy",
    "strlcat",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "strchr",
    "strrchr",
    "strchrnul",
    "strstr",
    "strcasestr",
    "strspn",
    "strcspn",
    "strpbrk",
    "strdup",
    "strndup",
    "strtok",
    "strerror",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "reallocarray",
    "isalpha",
    "isdigit",
    "isalnum",
    "isspace",
    "isupper",
    "islower",
    "ispunct",
    "isprint",
    "iscntrl",
    "isgraph",
    "isxdigit",
    "isblank",
    "toupper",
    "tolower",
    "isascii",
    "toascii",
    "abs",
    "atoi",
    "atof",
    "exit",
    "_exit",
    "abort",
    "__assert_fail",
    "__assert_func",
    "atexit",
    "qsort",
    "bsearch",
    "putchar",
    "puts",
    "getchar",
    "printf",
    "sprintf",
    "snprintf",
    "__errno_location",
    "__errno",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "pow",
    "sqrt",
    "cbrt",
    "hypot",
    "floor",
    "ceil",
    "trunc",
    "round",
    "rint",
    "nearbyint",
    "fmod",
    "remainder",
    "fabs",
    "fmin",
    "fmax",
    "fdim",
    "copysign",
    "ldexp",
    "sinf",
    "cosf",
    "tanf",
    "asinf",
    "acosf",
    "atanf",
    "atan2f",
    "expf",
    "exp2f",
    "logf",
    "log2f",
    "log10f",
    "powf",
    "sqrtf",
    "cbrtf",
    "hypotf",
    "floorf",
    "ceilf",
    "truncf",
    "roundf",
    "rintf",
    "fmodf",
    "fabsf",
    "fminf",
    "fmaxf",
    "fdimf",
    "copysignf",
    "ldexpf",
    "__aeabi_memcpy",
    "__aeabi_memset",
    "rand_r",
    "strtol",
    "strtoul",
    "ffs",
    "getenv",
    "time",
];

/// Whether `shim` is modelled where pointers have four bytes.
pub(crate) fn is_same(shim: &Shim) -> bool {
    SAME.contains(&shim.name)
}

/// What is said of the others.
pub(crate) fn refusal(shim: &Shim) -> Stop {
    Stop::Unsupported(format!("`{}` of the C library on a target with pointers of 4 bytes", shim.name))
}

impl ShimContext<'_> {
    /// Bytes of a pointer, a `long` and a `size_t`.
    #[must_use]
    pub fn word_bytes(&self) -> u32 {
        self.memory().pointer_bytes()
    }

    /// Writes a pointer.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn write_pointer(&mut self, address: u64, pointer: u64) -> Result<(), Stop> {
        let image = self.machine.memory.image(pointer).ok_or(Stop::MemoryLimit)?;
        self.write(address, self.word_bytes(), u128::from(image))
    }
}
