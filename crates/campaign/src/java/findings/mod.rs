//! Findings for classes: faults that runs of the search came to, and contracts that objects break, each once and with a test that
//! shows it.
//!
//! ```text
//! faults.rs     what happened and where; the shortest sequence of each
//! blame.rs      whether the code or a value that the test invented is to blame
//! contracts.rs  equals, hashCode, compareTo
//! ```
//!
//! What a method refuses on purpose is no finding: exceptions that the code under test makes itself (but for `AssertionError`), those of
//! `Objects.requireNonNull` and the like, and those that the method declares.

mod blame;
mod contracts;
pub(super) mod faults;

use self::blame::shows;
use self::faults::{Fault, Happened};
use super::Classes;
use super::runner::UnitRunner;
use trine_frontend_jvm::class::Instruction;
use trine_record::FindingClass;
use trine_sequences::minimize::minimize;
use trine_testcase::objects::{ClassUse, Ended, Member, ObjectTest, Sequence, TypeUse};

/// Runs that making a sequence shorter may take, by what it shows.
const RUNS: usize = 200;
const LONG_RUNS: usize = 40;
/// What counts as endless takes so many times the instructions of a test.
const PATIENCE: u64 = 20;
/// Instructions that the findings of a class may take. Beyond them sequences stay as long as they are, objects are not compared any
/// more, and no more calls are looked at that do not end: each of those takes millions.
const MAX_INSTRUCTIONS: u64 = 100_000_000;

/// A finding, and the test that shows it.
#[derive(Clone, Debug)]
pub struct ClassFinding {
    /// Its kind in kebab case.
    pub kind: &'static str,
    /// Whom it blames.
    pub class: FindingClass,
    /// What happened, in a sentence.
    pub message: String,
    /// Source line of the place.
    pub line: u32,
    /// The method at the place, then its callers, in class files' terms.
    pub stack: Vec<String>,
    /// The class of the exception that the test ends with, in class files; empty where an assertion fails or the test does not end.
    pub thrown: String,
    /// The test: it fails as long as the fault is there.
    pub test: ObjectTest,
}

/// What the search came to in `unit`, judged; objects for contracts are those of `sequences`.
pub(super) fn findings(
    runner: &mut UnitRunner,
    classes: &Classes,
    unit: &[String],
    sequences: &[&Sequence],
) -> Vec<ClassFinding> {
    let until = runner.instructions.saturating_add(MAX_INSTRUCTIONS);
    let (mut findings, broken) = runner.as_in_search(|runner| {
        (of_faults(runner, classes, unit, until), contracts::violations(runner, sequences, until))
    });
    let api = std::sync::Arc::clone(runner.stage.api());
    findings.extend(broken.into_iter().map(|violation| {
        let member = &api.members[violation.member];
        let class = &api.classes[member.class].name;
        ClassFinding {
            kind: violation.kind,
            class: FindingClass::Code,
            message: violation.message,
            line: first_line(classes, class, member),
            stack: vec![format!("{class}.{}{}", member.name, member.descriptor)],
            thrown: String::new(),
            test: violation.test,
        }
    }));
    findings
}

/// The faults that the search came to in `unit`, those that are over soon first.
fn of_faults(runner: &mut UnitRunner, classes: &Classes, unit: &[String], until: u64) -> Vec<ClassFinding> {
    let mut faults = runner.faults.take();
    faults.retain(|(fault, _)| {
        unit.iter().any(|class| class == fault.place.class()) && !is_meant(classes, fault)
    });
    faults.sort_by_key(|(fault, _)| is_long(fault));
    faults.iter().filter_map(|(fault, sequence)| of_fault(runner, classes, fault, sequence, until)).collect()
}

fn is_long(fault: &Fault) -> bool {
    !matches!(fault.happened, Happened::Threw(_))
}

fn of_fault(
    runner: &mut UnitRunner,
    classes: &Classes,
    fault: &Fault,
    sequence: &Sequence,
    until: u64,
) -> Option<ClassFinding> {
    let api = std::sync::Arc::clone(runner.stage.api());
    let is_long = is_long(fault);
    if is_long && runner.instructions >= until || !shows(runner, sequence, fault) {
        return None;
    }
    let runs = if is_long { LONG_RUNS } else { RUNS };
    let mut holds = |candidate: &Sequence| runner.instructions < until && shows(runner, candidate, fault);
    let short = minimize(&api, sequence, runs, &mut holds);
    let last = short.steps.steps.iter().last().and_then(|step| step.action.member())?;
    if declares(&api.members[last], fault) {
        return None;
    }
    if fault.happened == Happened::Endless
        && !runner.with_patience(PATIENCE, |runner| shows(runner, &short, fault))
    {
        return None;
    }
    let (class, why) = blame::blame(runner, classes, &short, fault);
    runner.run_alone(&short);
    let mut stack: Vec<String> = runner
        .stage
        .trace(true)
        .unwrap_or_default()
        .into_iter()
        .filter(|frame| frame.is_own)
        .map(|frame| frame.method)
        .collect();
    stack.truncate(10);
    if stack.is_empty() {
        stack.push(fault.place.method.clone());
    }
    let member = &api.members[last];
    let line = match fault.place.line {
        0 => first_line(classes, fault.place.class(), member),
        line => line,
    };
    let (what, thrown) = match &fault.happened {
        Happened::Threw(class) => {
            let simple = class.rsplit('/').next().unwrap_or_default();
            let by = if fault.in_library { ", raised by the library that it calls" } else { "" };
            let place = match fault.place.name() {
                "<init>" => format!("new {}", simple_name(fault.place.class())),
                "<clinit>" => format!("static initializer of {}", simple_name(fault.place.class())),
                name => name.to_owned(),
            };
            (format!("{simple} in `{place}`{by}"), class.clone())
        }
        Happened::Endless => (format!("`{}` does not end", member.name), String::new()),
        Happened::Overflow => (
            format!("`{}` calls itself without an end", member.name),
            "java/lang/StackOverflowError".to_owned(),
        ),
    };
    let test = ObjectTest { sequence: short, ended: Ended::Returned, expectations: Vec::new(), about: last };
    Some(ClassFinding {
        kind: fault.happened.kind(),
        class,
        message: format!("{what}: {why}"),
        line,
        stack,
        thrown,
        test,
    })
}

/// Whether the code under test raises it on purpose: by making the exception, or by a check of the library.
fn is_meant(classes: &Classes, fault: &Fault) -> bool {
    if fault.happened.kind() == "assertion" || !matches!(fault.happened, Happened::Threw(_)) {
        return false;
    }
    let Ok(file) = classes.file(fault.place.class()) else { return true };
    let descriptor = fault.place.method.find('(').map_or("", |at| &fault.place.method[at..]);
    let code = file.method(fault.place.name(), descriptor).and_then(|at| file.code(at).ok().flatten());
    let Some(code) = code else { return true };
    let Some((_, instruction)) = code.index_of(fault.place.position).and_then(|at| code.instructions.get(at))
    else {
        return true;
    };
    match instruction {
        Instruction::Invoke { name, .. } if name == "<init>" && !fault.in_library => true,
        Instruction::Invoke { name, .. } => name.starts_with("require") || name.starts_with("check"),
        _ => false,
    }
}

/// Whether the method says that it may throw it.
fn declares(member: &Member, fault: &Fault) -> bool {
    let Happened::Threw(class) = &fault.happened else { return false };
    let above: &[&str] = match class.as_str() {
        "java/lang/NumberFormatException" => &["java/lang/IllegalArgumentException"],
        "java/lang/ArrayIndexOutOfBoundsException" | "java/lang/StringIndexOutOfBoundsException" => {
            &["java/lang/IndexOutOfBoundsException"]
        }
        "java/util/InputMismatchException" => &["java/util/NoSuchElementException"],
        _ => &[],
    };
    let all = ["java/lang/RuntimeException", "java/lang/Exception", "java/lang/Throwable"];
    member.throws.iter().any(|ty| match ty {
        TypeUse::Class(ClassUse { name, .. }) => {
            name == class || above.contains(&name.as_str()) || all.contains(&name.as_str())
        }
        _ => true,
    })
}

/// The first line of a method's code; 0 where there is none.
fn first_line(classes: &Classes, class: &str, member: &Member) -> u32 {
    let file = classes.file(class).ok();
    let code = file.and_then(|file| {
        let at = file.method(&member.name, &member.descriptor)?;
        file.code(at).ok().flatten()
    });
    code.and_then(|code| code.line_at(0)).map_or(0, u32::from)
}

/// The name of a class without its packages and the classes around it.
fn simple_name(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}
