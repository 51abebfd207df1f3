//! Crash reproducers: one program per distinct fault, standing alone; and all of a unit in one
//! program, to be run under sanitizers.

use crate::c::TestedFile;
use crate::c::body::{self, Style};
use crate::c::build_files::{linked_flags, own_flags, shell_word};
use crate::c::names::identifier;
use crate::c::own_names;
use crate::c::scope::Unwritable;
use crate::c::unit_file::{comment, declarations, float_names, include_unit, indented, undeclared_names};
use trine_record::{Finding, FindingClass, TestRecord};

/// The reproducer of `finding`: a program whose `main` makes the crashing call.
///
/// # Errors
/// When the test cannot be written in C.
pub(crate) fn write(
    unit: &TestedFile<'_>,
    record: &TestRecord,
    finding: Option<&Finding>,
) -> Result<String, Unwritable> {
    let style = Style { without_checks: true, ..Style::default() };
    let lines = body::lines(unit.api, unit.path, record, style)?;
    let body = indented(&lines);
    let tests: Vec<&TestRecord> = unit.tests.iter().chain(unit.crashes).collect();
    Ok(format!(
        "{}\n{}\n#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n{}\n{}{}{}{}{}\n{{\n{body}    \
         return 0;\n}}\n",
        head(unit, record, finding),
        include_unit(unit),
        float_names(&body),
        crate::c::heap::support(&body),
        undeclared_names(unit, &body),
        declarations(unit, &tests, &[record], &body),
        comment(&record.title),
        own_names::start(unit, "void")
    ))
}

/// All reproducers of `unit` in one program, which runs the one whose position is its argument;
/// gives the program and the names of the records in it, in order. Compiled with [`ONLY`] it has one alone, for
/// when another does not compile.
pub(crate) fn runner(unit: &TestedFile<'_>) -> (String, Vec<String>) {
    let style = Style { without_checks: true, ..Style::default() };
    let mut names = Vec::new();
    let mut functions = String::new();
    for record in unit.crashes {
        let Ok(lines) = body::lines(unit.api, unit.path, record, style) else { continue };
        let number = names.len();
        let function = format!("static void trine_reproducer_{number}(void)\n{{\n{}}}\n", indented(&lines));
        functions += &guarded(number, &function);
        names.push(record.name.clone());
    }
    let tests: Vec<&TestRecord> = unit.tests.iter().chain(unit.crashes).collect();
    let cases: String = (0..names.len())
        .map(|case| guarded(case, &format!("    case {case}: trine_reproducer_{case}(); break;\n")))
        .collect();
    let text = format!(
        "{}\n#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n{}\n{}{}{}{functions}\
         {}\n{{\n    unsigned wanted = 0;\n    \
         for (const char *digit = argv[argc - 1]; *digit; digit++)\n        wanted = wanted * 10 + *digit - '0';\n    \
         switch (wanted) {{\n{cases}    }}\n    return 0;\n}}\n",
        include_unit(unit),
        float_names(&functions),
        crate::c::heap::support(&functions),
        undeclared_names(unit, &functions),
        declarations(unit, &tests, &unit.crashes.iter().collect::<Vec<_>>(), &functions),
        own_names::start(unit, "int argc, char **argv")
    );
    (text, names)
}

/// Defined to the position of the one reproducer that a program is to have.
pub const ONLY: &str = "TRINE_ONLY";

/// `text` for programs that have the reproducer `number`.
fn guarded(number: usize, text: &str) -> String {
    format!("#if !defined {ONLY} || {ONLY} == {number}\n{text}#endif\n")
}

fn head(unit: &TestedFile<'_>, record: &TestRecord, finding: Option<&Finding>) -> String {
    let mut lines = vec!["/*".to_owned()];
    match finding {
        Some(finding) => {
            let (line, column) = finding.place.start;
            lines.push(format!(" * {} in `{}`: {}", finding.kind, finding.function, finding.message));
            lines.push(format!(" *   at {}:{line}:{column}", finding.place.file));
            if finding.class == FindingClass::Precondition {
                lines.push(
                    " *   with an input that the test made up and that callers may never pass".to_owned(),
                );
            }
            if finding.stack.len() > 1 {
                lines.push(format!(" *   in {}", finding.stack.join(", called by ")));
            }
        }
        None => lines.push(format!(" * `{}` crashes", record.function)),
    }
    if let Some(evidence) = finding.and_then(|finding| finding.native.as_ref()) {
        lines.push(format!(" *   confirmed natively: {} ({})", evidence.confirmed, evidence.detail));
    }
    lines.push(" *".to_owned());
    lines.push(" * Reproduce it, in this folder:".to_owned());
    lines.push(format!(" *   {}", command(unit, record, finding)));
    lines.push(" */".to_owned());
    lines.iter().map(|line| line.replace("*/", if line == " */" { "*/" } else { "* /" }) + "\n").collect()
}

fn command(unit: &TestedFile<'_>, record: &TestRecord, finding: Option<&Finding>) -> String {
    // Memory that was never written is seen by MemorySanitizer only, which is clang's.
    let cc = match finding {
        Some(finding) if finding.kind == "uninitialized-read" => ["clang", "-g", "-fsanitize=memory"],
        _ => ["cc", "-g", "-fsanitize=address,undefined"],
    };
    let cc = cc.map(str::to_owned);
    let own = own_flags(unit);
    let mut commands: Vec<Vec<String>> = Vec::new();
    let mut objects = Vec::new();
    for linked in unit.linked {
        let flags = linked_flags(unit, linked);
        if flags == own {
            objects.push(linked.path.to_owned());
            continue;
        }
        // A file with flags of its own is compiled on its own.
        let object = format!("{}.o", identifier(linked.name));
        let place = ["-c".to_owned(), linked.path.to_owned(), "-o".to_owned(), object.clone()];
        commands.push(cc.iter().cloned().chain(flags).chain(place).collect());
        objects.push(object);
    }
    let name = identifier(&record.name);
    let mut words: Vec<String> = cc.iter().cloned().chain(own).collect();
    words.push(format!("{name}.c"));
    if unit.has_stubs() {
        words.extend(["-fno-builtin".to_owned(), format!("stubs_{}.c", unit.stem())]);
    }
    if crate::c::environment::is_needed(unit) {
        words.push(crate::c::environment::SOURCE.to_owned());
    }
    words.extend(objects);
    words.extend(["-lm".to_owned(), "-o".to_owned(), name.clone()]);
    commands.push(words);
    let line = |words: &Vec<String>| words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = commands.iter().map(line).collect();
    format!("{} && ./{name}", lines.join(" && "))
}
