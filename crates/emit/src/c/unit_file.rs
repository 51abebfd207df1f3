//! The test file of one unit.

use crate::c::body::{self, Style};
use crate::c::call_order;
use crate::c::declarator::own_records;
use crate::c::framework::{ENDING_SUPPORT, Framework};
use crate::c::given::kept_arguments;
use crate::c::names::Names;
use crate::c::outputs;
use crate::c::own_names::{self, OwnNames};
use crate::c::runner::runner;
use crate::c::stubs::{answer, calls_name, linked_name, queue_length, returns_name};
use crate::c::{EmittedTest, SkippedTest, TestedFile, stand_ins, variable_arguments};
use std::fmt::Write as _;
use trine_record::TestRecord;
use trine_testcase::{CallableId, TypeKind};

/// Lines longer than this are broken.
pub const LINE_WIDTH: usize = 100;

/// Macros of CMocka under names that a unit may well have.
const CMOCKA_MACROS: [&str; 8] =
    ["fail", "fail_msg", "skip", "stop", "mock", "run_test", "run_tests", "will_return"];

/// A test file with the tests in it and those left out.
pub(crate) struct UnitFile {
    pub(crate) text: String,
    pub(crate) tests: Vec<EmittedTest>,
    pub(crate) skipped: Vec<SkippedTest>,
}

/// The test file of `unit`.
pub(crate) fn write(unit: &TestedFile<'_>, style: Style) -> UnitFile {
    let mut names = Names::of(unit.api);
    let table = names.take("tests");
    let mut file = UnitFile { text: String::new(), tests: Vec::new(), skipped: Vec::new() };
    let mut functions = String::new();
    let mut record_names = Names::default();
    for record in unit.tests {
        match body::lines(unit.api, unit.path, record, style) {
            Ok(lines) => {
                let name = record_names.take(&record.name);
                let stem = name.strip_prefix("test_").unwrap_or(&name);
                let function = names.take(&format!("test_{stem}"));
                functions.push_str(&test_function(record, &function, &lines, style.framework));
                file.tests.push(EmittedTest { record: record.name.clone(), name, function });
            }
            Err(reason) => {
                file.skipped.push(SkippedTest { record: record.name.clone(), reason: reason.to_string() });
            }
        }
    }
    let tests: Vec<&TestRecord> = unit.tests.iter().collect();
    file.text = head(unit, style.framework);
    file.text.push_str(&includes(unit, style.framework, &functions));
    file.text.push_str(&crate::c::heap::support(&functions));
    file.text.push_str(&crate::c::content::support(&functions));
    file.text.push_str(&undeclared_names(unit, &functions));
    file.text.push_str(&declarations(unit, &tests, &tests, &functions));
    if !style.framework.isolates_tests() {
        file.text.push_str(&reset(unit, &tests));
    }
    file.text.push_str(&functions);
    file.text.push_str(&runner(
        &file.tests,
        &table,
        style.framework,
        unit.shares_state(),
        &own_names::start(unit, "int argc, char **argv"),
    ));
    file
}

fn head(unit: &TestedFile<'_>, framework: Framework) -> String {
    let library = framework.library().map_or_else(String::new, |name| format!(" with {name}"));
    format!(
        "/*\n * Tests of {}, written by Trine{library}.\n * Build and run them with `make check` in this folder.\n */\n",
        unit.path
    )
}

/// The unit itself, so that its static functions can be called; its `main` gets out of the way.
pub(crate) fn include_unit(unit: &TestedFile<'_>) -> String {
    let OwnNames { before, after, macros: mut renames } = OwnNames::new(unit);
    renames.extend(external_renames(unit));
    let mut text = crate::c::environment::declarations(unit) + &before;
    for (&id, stub) in &unit.api.stubs {
        let callable = &unit.api.callables[id];
        if stub.replaces_body && callable.unit == unit.path {
            // The definition in the stub file takes its place.
            let _ = writeln!(text, "#pragma weak {}", linked_name(&callable.name));
        }
    }
    for (name, renamed) in &renames {
        let _ = writeln!(text, "#define {name} {renamed}");
    }
    let _ = writeln!(text, "#include \"{}\"", unit.include);
    for (name, _) in &renames {
        let _ = writeln!(text, "#undef {name}");
    }
    text + &after
}

/// Externals whose stubs are linked under another name.
pub(crate) fn external_renames(unit: &TestedFile<'_>) -> Vec<(String, String)> {
    let names = unit.stubs.iter().map(|&id| &unit.api.callables[id].name);
    names.map(|name| (name.clone(), linked_name(name))).filter(|(name, linked)| name != linked).collect()
}

/// As in `trine_test.h`: compilers do not see from a test into the unit, which may take an object of a test for a larger one.
const OPTIMIZED_NOT: &str = "#if defined __clang__\n#pragma clang optimize off\n#elif defined __GNUC__\n\
                             #pragma GCC optimize (\"O0\")\n#endif\n";

fn includes(unit: &TestedFile<'_>, framework: Framework, functions: &str) -> String {
    let mut text = format!("\n{}\n", include_unit(unit));
    match framework {
        Framework::Plain => text.push_str("#include \"trine_test.h\"\n"),
        Framework::Cmocka => text.push_str(
            "#include <limits.h>\n#include <stdarg.h>\n#include <stdbool.h>\n#include <stddef.h>\n\
             #include <setjmp.h>\n#include <stdint.h>\n#include <cmocka.h>\n",
        ),
        Framework::Unity => {
            text.push_str(
                "#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include \"unity.h\"\n",
            );
        }
    }
    if framework == Framework::Cmocka {
        let clashes =
            unit.api.callables.iter().filter(|callable| CMOCKA_MACROS.contains(&callable.name.as_str()));
        text.extend(clashes.map(|callable| format!("#undef {}\n", callable.name)));
    }
    if framework != Framework::Plain {
        text.push_str(OPTIMIZED_NOT);
        text.push_str(&float_names(functions));
        if functions.contains("TRINE_ENDS(") {
            text.push_str(ENDING_SUPPORT);
        }
    }
    text.push('\n');
    text
}

/// `NAN` and `INFINITY`, where used: `math.h` might collide with names of the unit.
pub(crate) fn float_names(functions: &str) -> String {
    let mut text = String::new();
    for (name, builtin) in [("NAN", "__builtin_nanf(\"\")"), ("INFINITY", "__builtin_inff()")] {
        if functions.contains(name) {
            let _ = write!(text, "#ifndef {name}\n#define {name} ({builtin})\n#endif\n");
        }
    }
    text
}

/// Variables and functions of other files that `functions` use and the source does not declare. Variables get names of our own for
/// their symbols, because a header may declare them all the same, in other words.
pub(crate) fn undeclared_names(unit: &TestedFile<'_>, functions: &str) -> String {
    let write = crate::c::declarator::Declarators::new(unit.api);
    let mut text = String::new();
    for (id, symbol) in unit.undeclared {
        let variable = &unit.api.globals[*id];
        if functions.contains(variable.name.as_str()) {
            let declared = write.declare(variable.ty, &variable.name);
            let _ = writeln!(text, "extern {declared} __asm__(\"{symbol}\");");
        }
    }
    if !text.is_empty() {
        text.insert_str(0, "/* Variables of other files. */\n");
        text.push('\n');
    }
    text + &undeclared_functions(unit, functions)
}

/// Functions of other files that `functions` call and the source does not declare.
fn undeclared_functions(unit: &TestedFile<'_>, functions: &str) -> String {
    let write = crate::c::declarator::Declarators::new(unit.api);
    let mut text = String::new();
    for &id in &unit.api.elsewhere {
        let callable = &unit.api.callables[id];
        if !functions.contains(&format!("{}(", callable.name)) {
            continue;
        }
        let params: Vec<String> =
            callable.params.iter().map(|param| write.declare(param.ty, &param.name)).collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        // In parentheses: a header may have a macro of that name.
        let declared = write.declare(callable.returns, &format!("({})({params})", callable.name));
        let _ = writeln!(text, "extern {declared};");
    }
    if !text.is_empty() {
        text.insert_str(0, "/* Functions of other files. */\n");
        text.push('\n');
    }
    text
}

/// What stands between the unit and `functions`, which are those of `own` tests: stubs, which `tests` share, stand-ins,
/// wrappers, and before them the records that these name.
pub(crate) fn declarations(
    unit: &TestedFile<'_>,
    tests: &[&TestRecord],
    own: &[&TestRecord],
    functions: &str,
) -> String {
    let text = stub_declarations(unit, tests)
        + &call_order::definition(tests)
        + &stand_ins::definitions(unit, own, tests)
        + &variable_arguments::wrappers(unit, functions);
    own_records(unit.api, &format!("{text}{functions}")) + &text
}

/// What the test file needs to know of the stub file.
fn stub_declarations(unit: &TestedFile<'_>, tests: &[&TestRecord]) -> String {
    if unit.answering_stubs().next().is_none() {
        return String::new();
    }
    let mut text =
        String::from("/* Stubs: what their n-th call returns, and how often they were called. */\n");
    for id in unit.answering_stubs() {
        let callable = &unit.api.callables[id];
        if returns_value(unit, id) {
            let queue = format!("{}[{}]", returns_name(&callable.name), queue_length(id, tests));
            let declared =
                crate::c::declarator::Declarators::new(unit.api).declare_writable(callable.returns, &queue);
            let _ = writeln!(text, "extern {declared};");
        }
        text.push_str(&outputs::arrays(callable, &outputs::outputs(id, tests), "extern "));
        text.push_str(&kept_arguments(unit, id, tests, "extern "));
        let _ = writeln!(text, "extern unsigned {};", calls_name(&callable.name));
    }
    text.push('\n');
    text
}

fn returns_value(unit: &TestedFile<'_>, callable: CallableId) -> bool {
    !matches!(unit.api.types.kind(unit.api.callables[callable].returns), TypeKind::Void)
}

/// Keeps tests independent where they share a process: what globals held at the start is saved
/// and put back before each test.
fn reset(unit: &TestedFile<'_>, tests: &[&TestRecord]) -> String {
    let mut saved = String::new();
    let mut save = String::new();
    let mut restore = String::new();
    for &id in unit.mutable_globals {
        let name = &unit.api.globals[id].name;
        let _ = writeln!(saved, "static unsigned char trine_saved_{name}[sizeof({name})];");
        let _ = writeln!(
            save,
            "    __builtin_memcpy(trine_saved_{name}, (const void *)&{name}, sizeof({name}));"
        );
        let _ =
            writeln!(restore, "    __builtin_memcpy((void *)&{name}, trine_saved_{name}, sizeof({name}));");
    }
    if crate::c::environment::is_needed(unit) {
        restore.push_str("    trine_reset_environment();\n");
    }
    for id in unit.answering_stubs().chain(stand_ins::used(unit, tests)) {
        let name = &unit.api.callables[id].name;
        if returns_value(unit, id) {
            let queue = returns_name(name);
            let _ = writeln!(restore, "    __builtin_memset({queue}, 0, sizeof({queue}));");
            let default = unit.api.stubs.get(&id).map_or(0, |stub| stub.default);
            if let Some(answer) = answer(&unit.api.types, unit.api.callables[id].returns, default) {
                let count = format!("sizeof({queue}) / sizeof({queue}[0])");
                let _ = writeln!(
                    restore,
                    "    for (unsigned long i = 0; i < {count}; i++)\n        {queue}[i] = {answer};"
                );
            }
        }
        restore.push_str(&outputs::forget(&unit.api.callables[id], &outputs::outputs(id, tests)));
        let _ = writeln!(restore, "    {} = 0;", calls_name(name));
    }
    restore.push_str(&call_order::reset(tests));
    format!(
        "/* Each test starts with the globals as they were before the first. */\n{saved}\n\
         static void trine_save_globals(void)\n{{\n{save}}}\n\nstatic void trine_reset_globals(void)\n{{\n{restore}}}\n\n"
    )
}

fn test_function(record: &TestRecord, function: &str, lines: &[String], framework: Framework) -> String {
    let (params, first) = match framework {
        Framework::Cmocka => ("void **cmocka_state", "    (void)cmocka_state;\n"),
        Framework::Plain | Framework::Unity => ("void", ""),
    };
    format!(
        "{}static void {function}({params})\n{{\n{first}{}}}\n\n",
        comment(&record.title),
        indented(lines)
    )
}

/// `text` as a comment of its own.
pub(crate) fn comment(text: &str) -> String {
    let safe = text.replace("*/", "* /").replace("/*", "/ *");
    let mut lines: Vec<String> = vec![String::new()];
    for word in safe.split_whitespace() {
        let last = lines.last_mut().expect("never empty");
        if !last.is_empty() && last.len() + word.len() > 90 {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    match lines.as_slice() {
        [one] if one.is_empty() => String::new(),
        _ => format!("/* {} */\n", lines.join("\n   ")),
    }
}

/// `lines` as the inside of a function.
pub(crate) fn indented(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        if line.is_empty() {
            text.push('\n');
        } else {
            wrap(line, &mut text);
        }
    }
    text
}

/// Writes `line`, broken after commas outside of literals when it is too long.
fn wrap(line: &str, text: &mut String) {
    let mut column = 4;
    text.push_str("    ");
    for piece in pieces(line) {
        if column + piece.trim_end().len() > LINE_WIDTH && column > 8 {
            while text.ends_with(' ') {
                text.pop();
            }
            text.push_str("\n        ");
            column = 8;
        }
        text.push_str(piece);
        column += piece.len();
    }
    text.push('\n');
}

/// `line` cut after each `, ` outside of quotes.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut quote, mut escaped, mut comma) = (0, None, false, false);
    for (index, c) in line.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if comma && c == ' ' => {
                pieces.push(&line[start..=index]);
                start = index + 1;
            }
            None if c == '"' || c == '\'' => quote = Some(c),
            None => {}
        }
        comma = c == ',';
    }
    pieces.push(&line[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_after_commas_outside_of_quotes() {
        let call = format!("f(\"{}, x\", {}, 'a', ',', 3);", "a".repeat(60), "b".repeat(30));
        let mut text = String::new();
        wrap(&call, &mut text);
        let expected =
            format!("    f(\"{}, x\",\n        {}, 'a', ',', 3);\n", "a".repeat(60), "b".repeat(30));
        assert_eq!(text, expected);
    }

    #[test]
    fn a_title_cannot_end_its_comment() {
        assert_eq!(comment("a */ b"), "/* a * / b */\n");
        assert_eq!(comment(""), "");
    }
}
