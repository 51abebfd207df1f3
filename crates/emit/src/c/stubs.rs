//! Stubs: definitions for the externals that have no body.
//!
//! They stand in a file of their own that does not include the unit, because the unit's
//! prototypes may use types that only its headers know. A stub is therefore written at the
//! level of the calling convention: integers by width, every pointer as `void *`, records with
//! the same layout under names of our own. The n-th call returns the n-th value the test has
//! set, later ones zero.

use crate::c::call_order;
use crate::c::given::{Given, given, given_name, keeps};
use crate::c::names::identifier;
use crate::c::outputs::{self, Output};
pub use crate::c::stub_names::{calls_name, returns_name};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use trine_record::TestRecord;
use trine_testcase::{
    ApiModel, Callable, CallableId, FloatFormat, GlobalVariableId, LeafKind, NO_RETURN_STATUS, RecordKind,
    Statement, TypeId, TypeKind, TypeTable,
};

/// Bytes given to an external array whose length the unit does not say.
const UNKNOWN_EXTENT_BYTES: u64 = 4096;

/// The function of the library that stores what it returns where its argument points, too.
const STORES_ITS_RESULT: &str = "time";

/// Externals that the test program itself calls, its runner or its coverage runtime: the unit's
/// calls go to stubs of another name, so that only the unit sees them.
const USED_BY_THE_RUNNER: &str = "\
    abort alarm atexit atoi close dprintf dup dup2 exit _exit fclose fcntl fdopen feof fflush fileno \
    flock fopen fork fprintf fread free fseek ftell ftruncate fwrite getegid getenv geteuid getgid \
    getpagesize getpid getppid getuid isatty kill \
    lseek madvise malloc calloc realloc memcmp memcpy memmove memset mkdir mmap msync munmap open perror pipe \
    prctl printf pselect putc putchar puts raise read rename setenv sigaction sigaltstack signal sleep snprintf stat usleep nanosleep \
    strcat strchr strcmp strcpy strdup strerror strlen strncmp strncpy strrchr strsignal strstr strtol \
    sysconf sprintf uname unlink vdprintf vsnprintf waitpid write";

/// Whether the test program itself calls the function of the library that is called `name`.
pub(crate) fn is_used_by_the_runner(name: &str) -> bool {
    USED_BY_THE_RUNNER.split_whitespace().any(|used| used == name)
}

/// The name under which the stub of `name` is linked.
#[must_use]
pub fn linked_name(name: &str) -> String {
    if is_used_by_the_runner(name) { format!("trine_external_{name}") } else { name.to_owned() }
}

/// Most values that one test sets for the stub `callable`; at least 1.
#[must_use]
pub fn queue_length(callable: CallableId, tests: &[&TestRecord]) -> usize {
    let count = |test: &&TestRecord| {
        let sets = |s: &&Statement| matches!(s, Statement::StubReturn { callable: c, .. } if *c == callable);
        test.statements.iter().filter(sets).count()
    };
    tests.iter().map(count).max().unwrap_or(0).max(1)
}

/// The stub file for `callables` and `variables`; the second of `callables` are those of the first that cannot be
/// written in C.
#[must_use]
pub fn file(
    api: &ApiModel,
    unit: &str,
    (callables, trapping): (&[CallableId], &[CallableId]),
    variables: &[GlobalVariableId],
    tests: &[&TestRecord],
) -> String {
    let mut writer = StubWriter { types: &api.types, records: BTreeSet::new(), text: String::new() };
    let _ = write!(
        writer.text,
        "/*\n * Stubs for what {unit} uses and does not define. The n-th call of a stub returns the n-th\n \
         * value that the test has set, later ones zero. Types are those of the calling convention.\n \
         * Compile with -fno-builtin.\n */\n"
    );
    writer.text.push_str(call_order::declaration(tests));
    if callables.iter().any(|&id| api.callables[id].no_return && !trapping.contains(&id)) {
        writer.text.push_str("\nvoid exit(int);\n");
    }
    for &id in variables {
        writer.variable(&api.globals[id].symbol, api.globals[id].ty);
    }
    for &id in callables {
        if trapping.contains(&id) {
            let name = linked_name(&api.callables[id].name);
            let _ = write!(
                writer.text,
                "\n/* It cannot be written in C. */\nvoid {name}(void)\n{{\n    __builtin_trap();\n}}\n"
            );
            continue;
        }
        let default = api.stubs.get(&id).map_or(0, |stub| stub.default);
        let outputs = outputs::outputs(id, tests);
        let kept = given(api, id, tests);
        let logged = call_order::entry(&api.callables[id].name, tests);
        writer.function(&api.callables[id], queue_length(id, tests), default, (&outputs, &kept, &logged));
    }
    writer.text
}

struct StubWriter<'a> {
    types: &'a TypeTable,
    /// Records defined so far.
    records: BTreeSet<TypeId>,
    text: String,
}

impl StubWriter<'_> {
    fn variable(&mut self, name: &str, ty: TypeId) {
        let size = self.types.size_bytes(ty);
        let scalar = match self.types.kind(ty) {
            TypeKind::Record { .. } | TypeKind::Array { .. } | TypeKind::Void | TypeKind::Unsupported(_) => {
                None
            }
            _ => Some(self.scalar(ty)),
        };
        let _ = match scalar {
            Some(scalar) => writeln!(self.text, "\n{};", join(&scalar, name)),
            None => {
                let size = if size == 0 { UNKNOWN_EXTENT_BYTES } else { size };
                writeln!(self.text, "\nunsigned char {name}[{size}] __attribute__((aligned(16)));")
            }
        };
    }

    fn function(
        &mut self,
        callable: &Callable,
        length: usize,
        default: u128,
        (outputs, kept, logged): (&[Output], &[Given], &str),
    ) {
        let name = &callable.name;
        self.define_records(callable.returns);
        for param in &callable.params {
            self.define_records(param.ty);
        }
        let is_void = matches!(self.types.kind(callable.returns), TypeKind::Void);
        let returns = self.scalar(callable.returns);
        let (params, names) = self.parameters(callable);
        let (queue, calls) = (returns_name(name), calls_name(name));
        self.text.push('\n');
        if !is_void {
            let start = match answer(self.types, callable.returns, default) {
                Some(default) => format!(" = {{ [0 ... {}] = {default} }}", length - 1),
                None => String::new(),
            };
            let _ = writeln!(self.text, "{}{start};", join(&returns, &format!("{queue}[{length}]")));
        }
        self.text.push_str(&outputs::arrays(callable, outputs, ""));
        for one in kept {
            let Some(param) = callable.params.get(one.parameter as usize) else { continue };
            let array = format!("{}[{}]", given_name(callable, one.parameter), one.calls);
            let ty = if one.is_pointer { "const void *".to_owned() } else { self.scalar(param.ty) };
            let _ = writeln!(self.text, "{};", join(&ty, &array));
        }
        let _ =
            write!(self.text, "unsigned {calls};\n\n{}({params})\n{{\n", join(&returns, &linked_name(name)));
        for name in &names {
            let _ = writeln!(self.text, "    (void){name};");
        }
        self.text.push_str(logged);
        self.text.push_str(&outputs::copies(callable, outputs, &names));
        self.text.push_str(&keeps(callable, kept, &names));
        if callable.no_return {
            let _ = write!(
                self.text,
                "    {calls}++;\n    /* It never returns: the test ends. */\n    exit({NO_RETURN_STATUS});\n}}\n"
            );
            return;
        }
        if is_void {
            let _ = write!(self.text, "    {calls}++;\n}}\n");
            return;
        }
        if let (STORES_ITS_RESULT, Some(to)) = (callable.symbol.as_str(), names.first()) {
            let next = format!("{calls} < {length} ? {queue}[{calls}] : {default}");
            let _ = write!(self.text, "    if ({to})\n        *({returns} *){to} = {next};\n");
        }
        let _ = write!(
            self.text,
            "    if ({calls}++ < {length})\n        return {queue}[{calls} - 1];\n    {}\n}}\n",
            self.return_default(callable.returns, &returns, default)
        );
    }

    fn return_default(&self, ty: TypeId, spelled: &str, default: u128) -> String {
        match (self.types.kind(ty), answer(self.types, ty, default)) {
            (TypeKind::Record { .. }, _) => format!("return ({spelled}){{ 0 }};"),
            (_, Some(answer)) => format!("return {answer};"),
            (_, None) => "return 0;".to_owned(),
        }
    }

    /// Parameters as declared, and their names.
    fn parameters(&self, callable: &Callable) -> (String, Vec<String>) {
        let mut declared = Vec::new();
        let mut names = Vec::new();
        for (index, param) in callable.params.iter().enumerate() {
            let stem = if param.name.is_empty() { "argument".to_owned() } else { identifier(&param.name) };
            let name = format!("{stem}_{index}");
            declared.push(join(&self.scalar(param.ty), &name));
            names.push(name);
        }
        match (callable.variadic, declared.is_empty()) {
            (true, true) => {}
            (true, false) => declared.push("...".to_owned()),
            (false, true) => declared.push("void".to_owned()),
            (false, false) => {}
        }
        (declared.join(", "), names)
    }

    /// The type that travels as `ty` does.
    fn scalar(&self, ty: TypeId) -> String {
        let resolved = self.types.resolve(ty);
        let signed_name = |signed| integer(self.types.size_bytes(ty), signed);
        match &self.types.types[resolved].kind {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Bool => "_Bool".to_owned(),
            TypeKind::Char { signed, .. } | TypeKind::Int { signed, .. } | TypeKind::Enum { signed, .. } => {
                signed_name(*signed)
            }
            TypeKind::Float { format, .. } => float(*format).to_owned(),
            TypeKind::Complex { format, .. } => format!("_Complex {}", float(*format)),
            TypeKind::Record { kind, .. } => format!("{} trine_{resolved}", keyword(*kind)),
            _ => "void *".to_owned(),
        }
    }

    /// Defines the records that `ty` holds by value, inner ones first.
    fn define_records(&mut self, ty: TypeId) {
        let resolved = self.types.resolve(ty);
        let types = self.types;
        match &types.types[resolved].kind {
            TypeKind::Array { element, .. } => self.define_records(*element),
            TypeKind::Record { kind, fields, .. } if self.records.insert(resolved) => {
                let mut text = String::new();
                for (index, field) in fields.iter().enumerate() {
                    self.define_records(field.ty);
                    let width = field.bit_width.map_or_else(String::new, |width| format!(" : {width}"));
                    let _ = writeln!(text, "    {}{width};", self.member(field.ty, &format!("f{index}")));
                }
                let _ = writeln!(self.text, "\n{} trine_{resolved} {{\n{text}}};", keyword(*kind));
            }
            _ => {}
        }
    }

    fn member(&self, ty: TypeId, name: &str) -> String {
        match self.types.kind(ty) {
            TypeKind::Array { element, length } => {
                self.member(*element, &format!("{name}[{}]", length.unwrap_or(0)))
            }
            _ => join(&self.scalar(ty), name),
        }
    }
}

/// What a stub answers beyond the values of a test, where that is not zero.
#[must_use]
pub fn answer(types: &TypeTable, returns: TypeId, default: u128) -> Option<String> {
    match types.leaf_kind(returns, None)? {
        _ if default == 0 => None,
        LeafKind::Float(format) => Some(format!("{:?}", format.to_f64(default))),
        kind => Some(kind.to_int(default).to_string()),
    }
}

fn integer(size_bytes: u64, signed: bool) -> String {
    let name = match size_bytes {
        1 if signed => return "signed char".to_owned(),
        1 => "char",
        2 => "short",
        8 => "long long",
        16 => "__int128",
        _ => "int",
    };
    if signed { name.to_owned() } else { format!("unsigned {name}") }
}

fn float(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::F32 => "float",
        FloatFormat::F64 => "double",
        FloatFormat::F80 => "long double",
    }
}

fn keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

fn join(ty: &str, name: &str) -> String {
    if ty.ends_with('*') { format!("{ty}{name}") } else { format!("{ty} {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_coverage_runtime_calls_is_not_replaced() {
        // The undefined symbols of compiler-rt's profile library that a C file may call too, clang 19 and 22.
        let called = "atexit calloc fclose fcntl fdopen feof fflush fileno fopen fork fread free fseek ftell \
            ftruncate fwrite getenv getpagesize getpid madvise malloc memcpy memset mkdir mmap munmap open prctl \
            realloc setenv strchr strcmp strdup strerror strlen strncpy strrchr strtol uname";
        for name in called.split_whitespace() {
            assert_ne!(linked_name(name), name);
        }
        assert_eq!(linked_name("umask"), "umask");
    }
}
