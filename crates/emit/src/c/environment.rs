//! The environment of tests in C: statements that give input, files, failing allocations and the
//! time, and the calls of the unit that must not reach the user's system.
//!
//! A function of the library that is controlled keeps its name in the source and gets another in
//! the object file, by a declaration before the unit's own:
//!
//! ```c
//! struct _IO_FILE *fopen(const char *, const char *) __asm__("trine_external_fopen");
//! #include "unit.c"                          // its fopen() is ours, also through a pointer
//! ```
//!
//! A macro would rename members of the unit's structures as well, and a source that undefines it (`#undef malloc`)
//! would get past it. Other sources of the program are compiled with the same declarations, from a header that the
//! command line includes, for those functions that each refers to.
//!
//! Functions that name paths, ask for the time or look at settings are always controlled, those that
//! allocate only in files with a test that lets an allocation fail. The support code also sets the
//! local zone and the locale that the machine has. Not handled: a unit that gets at the library in other ways
//! (`dlsym`, system calls of its own).

use crate::c::body::Body;
use crate::c::literal;
use crate::c::scope::Unwritable;
use crate::c::{LinkedSource, TestedFile};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use trine_record::TestRecord;
use trine_testcase::{
    Callable, Content, File, LeafId, Linkage, Observed, Output, Statement, TypeKind, Variable,
};

/// The support code's header.
pub const HEADER: &str = "trine_environment.h";
/// The header that other sources of the program are compiled with.
pub const LINKED_HEADER: &str = "trine_linked.h";
/// The support code.
pub const SOURCE: &str = "trine_environment.c";

/// A function of the library that the support code stands in for.
struct Controlled {
    symbol: &'static str,
    /// Its declaration around the name.
    before: &'static str,
    parameters: &'static str,
    /// The function of the support code, without its prefix.
    by: &'static str,
    allocates: bool,
}

const fn path(
    symbol: &'static str,
    before: &'static str,
    parameters: &'static str,
    by: &'static str,
) -> Controlled {
    Controlled { symbol, before, parameters, by, allocates: false }
}

const fn allocator(symbol: &'static str, parameters: &'static str, by: &'static str) -> Controlled {
    Controlled { symbol, before: "void *", parameters, by, allocates: true }
}

/// Functions whose results depend on the local zone or the locale, which the support code sets.
const OF_SETTINGS: [&str; 10] = [
    "setlocale",
    "localeconv",
    "localtime",
    "localtime_r",
    "mktime",
    "timelocal",
    "ctime",
    "ctime_r",
    "strftime",
    "tzset",
];

const CONTROLLED: [Controlled; 35] = [
    path("fopen", "struct _IO_FILE *", "const char *, const char *", "fopen"),
    path("fopen64", "struct _IO_FILE *", "const char *, const char *", "fopen"),
    path("open", "int ", "const char *, int, ...", "open"),
    path("open64", "int ", "const char *, int, ...", "open"),
    path("creat", "int ", "const char *, unsigned", "creat"),
    path("access", "int ", "const char *, int", "access"),
    path("remove", "int ", "const char *", "remove"),
    path("unlink", "int ", "const char *", "remove"),
    path("rename", "int ", "const char *, const char *", "rename"),
    path("freopen", "struct _IO_FILE *", "const char *, const char *, struct _IO_FILE *", "freopen"),
    path("freopen64", "struct _IO_FILE *", "const char *, const char *, struct _IO_FILE *", "freopen"),
    path("stat", "int ", "const char *, struct stat *", "stat"),
    path("lstat", "int ", "const char *, struct stat *", "stat"),
    path("stat64", "int ", "const char *, struct stat64 *", "stat"),
    path("lstat64", "int ", "const char *, struct stat64 *", "stat"),
    path("fstat", "int ", "int, struct stat *", "fstat"),
    path("fstat64", "int ", "int, struct stat64 *", "fstat"),
    path("mkstemp", "int ", "char *", "mkstemp"),
    path("mkostemp", "int ", "char *, int", "mkostemp"),
    path("mkstemps", "int ", "char *, int", "mkstemps"),
    path("gettimeofday", "int ", "struct timeval *, void *", "gettimeofday"),
    path("clock_gettime", "int ", "int, struct timespec *", "clock_gettime"),
    path("clock_getres", "int ", "int, struct timespec *", "clock_getres"),
    path("timespec_get", "int ", "struct timespec *, int", "timespec_get"),
    allocator("malloc", "__SIZE_TYPE__", "malloc"),
    allocator("valloc", "__SIZE_TYPE__", "valloc"),
    allocator("calloc", "__SIZE_TYPE__, __SIZE_TYPE__", "calloc"),
    allocator("realloc", "void *, __SIZE_TYPE__", "realloc"),
    allocator("reallocarray", "void *, __SIZE_TYPE__, __SIZE_TYPE__", "reallocarray"),
    allocator("aligned_alloc", "__SIZE_TYPE__, __SIZE_TYPE__", "aligned_alloc"),
    allocator("memalign", "__SIZE_TYPE__, __SIZE_TYPE__", "memalign"),
    Controlled {
        symbol: "posix_memalign",
        before: "int ",
        parameters: "void **, __SIZE_TYPE__, __SIZE_TYPE__",
        by: "posix_memalign",
        allocates: true,
    },
    Controlled {
        symbol: "strdup",
        before: "char *",
        parameters: "const char *",
        by: "strdup",
        allocates: true,
    },
    Controlled {
        symbol: "__strdup",
        before: "char *",
        parameters: "const char *",
        by: "strdup",
        allocates: true,
    },
    Controlled {
        symbol: "strndup",
        before: "char *",
        parameters: "const char *, __SIZE_TYPE__",
        by: "strndup",
        allocates: true,
    },
];

fn statements<'t>(unit: &TestedFile<'t>) -> impl Iterator<Item = &'t Statement> {
    unit.tests.iter().chain(unit.crashes).flat_map(|test: &TestRecord| &test.statements)
}

/// The controlled functions among what the unit leaves external: the name in the source, and what
/// stands in for it.
fn controlled(unit: &TestedFile<'_>) -> Vec<(String, &'static Controlled)> {
    let fails = statements(unit).any(|statement| matches!(statement, Statement::FailAllocation(_)));
    let mut found = Vec::new();
    for function in &CONTROLLED {
        let external =
            unit.api.callables.iter().find(|callable| {
                callable.linkage == Linkage::Undefined && callable.symbol == function.symbol
            });
        if let Some(callable) = external
            && (fails || !function.allocates)
        {
            found.push((callable.name.clone(), function));
        }
    }
    found.extend(folded_into(unit, &found));
    found
}

/// Functions that a compiler calls in the place of those `found`: gcc -O2 makes one `calloc` of a `malloc` and the zeros that are
/// written behind it, and that call must arrive where the other did.
fn folded_into(
    unit: &TestedFile<'_>,
    found: &[(String, &'static Controlled)],
) -> Option<(String, &'static Controlled)> {
    let has_malloc = found.iter().any(|(_, function)| function.symbol == "malloc");
    let is_known = unit.api.callables.iter().any(|callable| callable.symbol == "calloc");
    let calloc = CONTROLLED.iter().find(|function| function.symbol == "calloc")?;
    (has_malloc && !is_known).then(|| (calloc.symbol.to_owned(), calloc))
}

/// The support code's header for `unit`.
#[must_use]
pub(crate) fn header(unit: &TestedFile<'_>) -> String {
    let text = include_str!("harness/trine_environment.h");
    match (uses_registers(unit), text.rsplit_once("#endif")) {
        (true, Some((text, _))) => {
            format!("{}{}\n#endif\n", text.trim_end(), crate::c::registers::HEADER.replacen('\n', "\n\n", 1))
        }
        _ => text.to_owned(),
    }
}

/// The support code for `unit`.
#[must_use]
pub(crate) fn source(unit: &TestedFile<'_>) -> String {
    let text = include_str!("harness/trine_environment.c");
    match uses_registers(unit) {
        true => {
            let forgets = "void trine_reset_environment(void)\n{\n";
            let text = text.replacen(
                forgets,
                &format!(
                    "static void trine_forget_registers(void);\n\n{forgets}    trine_forget_registers();\n"
                ),
                1,
            );
            format!("{text}{}", crate::c::registers::SOURCE)
        }
        false => text.to_owned(),
    }
}

/// Whether the unit's tests need the support code.
#[must_use]
pub fn is_needed(unit: &TestedFile<'_>) -> bool {
    let gives = |statement: &Statement| {
        matches!(
            statement,
            Statement::StandardInput(_)
                | Statement::File(_)
                | Statement::Stream { .. }
                | Statement::FailAllocation(_)
                | Statement::Clock { .. }
                | Statement::Register(_)
                | Statement::Volatile { .. }
        )
    };
    let prints = |test: &trine_record::TestRecord| {
        let is_output = |seen: &trine_testcase::Observation| {
            matches!(seen.place, Observed::Written(Output::Standard | Output::Error))
        };
        test.observations.iter().any(is_output)
    };
    uses_registers(unit)
        || statements(unit).any(gives)
        || !controlled(unit).is_empty()
        || depends_on_settings(unit)
        || unit.tests.iter().any(prints)
}

/// Whether a test of the unit reads or writes hardware registers.
#[must_use]
pub(crate) fn uses_registers(unit: &TestedFile<'_>) -> bool {
    unit.tests.iter().chain(unit.crashes).any(crate::c::registers::is_used)
}

/// Whether the unit calls what shows the user's time zone or locale.
fn depends_on_settings(unit: &TestedFile<'_>) -> bool {
    let shows = |callable: &Callable| {
        callable.linkage == Linkage::Undefined && OF_SETTINGS.contains(&callable.symbol.as_str())
    };
    unit.api.callables.iter().any(shows)
}

/// What stands before the unit: the support code's header, and the other names of what the unit
/// calls.
#[must_use]
pub fn declarations(unit: &TestedFile<'_>) -> String {
    if !is_needed(unit) {
        return String::new();
    }
    let mut text = format!("#include \"{HEADER}\"\n");
    let all = controlled(unit);
    let by_name: Vec<_> = all.iter().filter(|(name, function)| name == function.symbol).collect();
    if !by_name.is_empty() {
        text.push_str("/* The unit's calls of these functions go to trine_environment.c. */\n");
    }
    if by_name.iter().any(|(name, _)| name == "fopen") {
        text.push_str(
            "#ifdef __clang__\n#pragma clang diagnostic ignored \"-Wbuiltin-requires-header\"\n#endif\n",
        );
    }
    text.push_str(&structures(all.iter().map(|(_, function)| function.parameters)));
    for (name, Controlled { before, parameters, by, .. }) in by_name {
        let _ = writeln!(text, "{before}{name}({parameters}) __asm__(\"trine_external_{by}\");");
    }
    // The headers give these a symbol of another name already (`_FILE_OFFSET_BITS`): a definition
    // of that symbol stands before the library's.
    for (_, Controlled { symbol, before, parameters, by, .. }) in
        all.iter().filter(|(name, function)| name != function.symbol)
    {
        text.push_str(&definition(symbol, before, parameters, by));
    }
    text.push('\n');
    text
}

/// Declarations of the structures that `parameters` point to: one first named in a list of parameters would end
/// with it.
fn structures(parameters: impl Iterator<Item = &'static str>) -> String {
    let of_list = |list: &'static str| list.split(", ").filter_map(|one| one.strip_suffix(" *"));
    let named: BTreeSet<&str> =
        parameters.flat_map(of_list).filter(|one| one.starts_with("struct ")).collect();
    named.into_iter().fold(String::new(), |text, name| text + name + ";\n")
}

/// A definition of `symbol` that calls what stands in for it.
fn definition(symbol: &str, before: &str, parameters: &str, by: &str) -> String {
    let fixed: Vec<&str> = parameters.split(", ").filter(|parameter| *parameter != "...").collect();
    let variadic = if fixed.len() < parameters.split(", ").count() { ", ..." } else { "" };
    let named: Vec<String> =
        fixed.iter().enumerate().map(|(at, parameter)| format!("{parameter} trine_{at}")).collect();
    let passed: Vec<String> = (0..fixed.len()).map(|at| format!("trine_{at}")).collect();
    format!(
        "{before}trine_external_{by}({parameters});\n{before}trine_symbol_{symbol}({parameters}) __asm__(\"{symbol}\");\n\
         {before}trine_symbol_{symbol}({}{variadic}) {{ return trine_external_{by}({}); }}\n",
        named.join(", "),
        passed.join(", ")
    )
}

/// The functions of the library that `unit`'s tests control, by their symbols.
fn controlled_symbols(unit: &TestedFile<'_>) -> impl Iterator<Item = &'static str> {
    let all = controlled(unit).into_iter().filter(|(name, function)| name == function.symbol);
    all.map(|(_, function)| function.symbol)
}

/// Flags for `linked`, another source of the program: what the unit's tests control has other symbols there too.
#[must_use]
pub(crate) fn flags_of_linked(unit: &TestedFile<'_>, linked: &LinkedSource<'_>) -> Vec<String> {
    let used = controlled_symbols(unit).filter(|symbol| linked.used.contains(*symbol));
    let defines: Vec<String> = used.map(|symbol| format!("-DTRINE_CONTROLS_{symbol}")).collect();
    match defines.is_empty() {
        true => defines,
        false => defines.into_iter().chain(["-include".to_owned(), LINKED_HEADER.to_owned()]).collect(),
    }
}

/// The header that other sources of a program are compiled with.
#[must_use]
pub fn linked_header() -> String {
    let mut text = String::from(
        "/*\n * Compiled before other files of the program under test: their calls of the functions that the tests\n \
         * control go to trine_environment.c.\n */\n\
         #ifdef __clang__\n#pragma clang diagnostic ignored \"-Wbuiltin-requires-header\"\n#endif\n",
    );
    text.push_str(&structures(CONTROLLED.iter().map(|function| function.parameters)));
    for Controlled { symbol, before, parameters, by, .. } in &CONTROLLED {
        let folded = if *symbol == "calloc" { " || defined TRINE_CONTROLS_malloc" } else { "" };
        let _ = writeln!(
            text,
            "#if defined TRINE_CONTROLS_{symbol}{folded}\n{before}{symbol}({parameters}) __asm__(\"trine_external_{by}\");\n#endif"
        );
    }
    text
}

impl Body<'_> {
    /// Names the streams of the test, and declares them: objects may point to them.
    pub(crate) fn declare_streams(&mut self, group: &[(Variable, &Statement)]) {
        for (variable, statement) in group {
            let Statement::Stream { content, name } = statement else { continue };
            let name = self.scope.names.take(name);
            let (array, size) = self.content(&format!("{name}_content"), content);
            let has_alias = self
                .scope
                .types()
                .types
                .iter()
                .any(|ty| matches!(&ty.kind, TypeKind::Alias { name, .. } if name == "FILE"));
            let ty = if has_alias { "FILE" } else { "struct _IO_FILE" };
            self.lines.push(format!("{ty} *{name} = trine_stream({array}, {size});"));
            self.scope.streams.insert(*variable, name);
        }
    }

    /// Writes what gives the code its environment.
    ///
    /// # Errors
    /// None today; statements of other kinds are left alone.
    pub(crate) fn give(&mut self, statement: &Statement) -> Result<(), Unwritable> {
        let line = match statement {
            Statement::StandardInput(content) if content.bytes(&self.record.leaves).is_empty() => {
                return Ok(());
            }
            Statement::StandardInput(content) => {
                let (array, size) = self.content("input", content);
                format!("trine_give_input({array}, {size});")
            }
            Statement::File(File::Exists(content)) => {
                let (array, size) = self.content("file", content);
                format!("trine_give_file({array}, {size});")
            }
            Statement::File(File::Missing) => "trine_give_missing_file();".to_owned(),
            Statement::File(File::Denied) => "trine_give_denied_file();".to_owned(),
            Statement::File(File::Full) => "trine_give_full_file();".to_owned(),
            Statement::FailAllocation(leaf) => match self.record.leaves.get(leaf.0 as usize) {
                None | Some(0) => return Ok(()),
                Some(number) => format!("trine_fail_allocation({number});"),
            },
            Statement::Clock { start, step } => {
                let value =
                    |leaf: &LeafId| self.record.leaves.get(leaf.0 as usize).map_or(0, |&bits| bits as u64);
                format!("trine_set_clock({}u, {}u);", value(start), value(step))
            }
            Statement::Volatile { place, read, value } => {
                let written = self.scope.place(place)?;
                if crate::c::registers::is_bit_field(&self.scope, place)? {
                    let why = "is a bit-field that changes between its reads";
                    let machine_only = crate::c::registers::MACHINE_ONLY;
                    return Err(Unwritable(format!("`{}` {why}; {machine_only}", written.text)));
                }
                let bits = self.record.leaves.get(value.0 as usize).copied().unwrap_or(0);
                let (text, value) = (&written.text, crate::c::registers::number(bits, 8));
                format!("trine_volatile_gives(&{text}, sizeof {text}, {read}, {value});")
            }
            Statement::Register(given) => {
                crate::c::registers::give(&self.scope.api.registers, self.record, given)
            }
            _ => return Ok(()),
        };
        self.lines.push(line);
        Ok(())
    }

    /// Declares the bytes of `content` as an array with a name like `wanted_name`; gives the array and
    /// its size as expressions.
    fn content(&mut self, wanted_name: &str, content: &Content) -> (String, String) {
        let bytes = content.bytes(&self.record.leaves);
        if bytes.is_empty() {
            return ("\"\"".to_owned(), "0".to_owned());
        }
        let name = self.scope.names.take(wanted_name);
        self.lines.push(format!("static const char {name}[] = {};", literal::string(&bytes)));
        let size = format!("sizeof {name} - 1");
        (name, size)
    }
}
