//! Throwables: their stack traces, and the messages of exceptions that the machine raises.
//!
//! A new throwable keeps its trace as an `int[]`: function, line and position of each call, innermost first. It becomes
//! an array of `StackTraceElement` when it is read.

use super::Table;
use crate::env::{Answer, Env, int_at, reference, reference_at, void};
use trine_base::index::TypedIndex;
use trine_frontend_jvm::class::FieldType;
use trine_frontend_jvm::lower::declare;
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_ir::{ClassId, FuncId, Program};
use trine_machine::Stop;

const THROWABLE: &str = "java/lang/Throwable";
const ELEMENT: &str = "java/lang/StackTraceElement";
/// Calls that a trace has at most, as in the JDK.
const MAX_CALLS: usize = 1024;
/// Numbers of a trace for each call.
const NUMBERS: usize = 3;

/// What stands in traces for the calls below those of the program, where the host has some: a method that every program has, at a
/// position that no code has.
const OUTER: (&str, &str, &str) = ("java/lang/Thread", "run", "()V");
const OUTER_POSITION: u32 = u32::MAX;

pub const TABLE: Table = &[
    ("java/lang/Throwable.fillInStackTrace", fill),
    ("java/lang/StackTraceElement.initStackTraceElements", elements),
    ("java/lang/StackStreamFactory.checkStackWalkModes", |_, _| crate::env::boolean(true)),
];

pub const REPLACED: Table = &[
    // Whether module and loader are shown is decided when the elements are made.
    ("java/lang/StackTraceElement.computeFormat()V", |_, _| void()),
];

/// `(throwable, unused)`: the calls from the one on that made the throwable.
fn fill(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let throwable = reference_at(args, 0);
    env.vm.state.last_throwable = throwable;
    let class = env.class_of(throwable)?;
    let methods = env.methods();
    let made_here = |env: &mut Env<'_, '_>, function: FuncId| match env.vm.maker(function) {
        Maker::FillsIn => true,
        Maker::Constructor(declaring) => env.vm.program_is_subclass(class, declaring),
        Maker::Other => false,
    };
    let skipped = methods.iter().take_while(|&&(function, ..)| made_here(env, function)).count();
    let outer = match env.vm.state.host.outer_calls {
        0 => None,
        count => Some(std::iter::repeat_n((outer_method(env)?, 1, OUTER_POSITION), count as usize)),
    };
    let kept = methods[skipped..].iter().copied().chain(outer.into_iter().flatten());
    let kept: Vec<(FuncId, u32, u32)> = kept.take(MAX_CALLS).collect();
    let trace = env.new_array("[I", (kept.len() * NUMBERS) as i32)?;
    let numbers =
        kept.iter().flat_map(|&(function, line, position)| [function.position() as u32, line, position]);
    let bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
    env.caller.memory.write_bytes(trace + ELEMENTS_OFFSET, &bytes)?;
    env.set(throwable, THROWABLE, "backtrace", trace)?;
    env.set_small(throwable, THROWABLE, "depth", 4, kept.len() as u64)?;
    reference(throwable)
}

/// The method [`OUTER`].
fn outer_method(env: &mut Env<'_, '_>) -> Result<FuncId, Stop> {
    let (class, name, descriptor) = OUTER;
    let loaded = env.load(class)?;
    let hierarchy = env.vm.hierarchy();
    let method = hierarchy.resolve_method(loaded, name, descriptor);
    let method = method.map_err(|error| Stop::Unsupported(error.to_string()))?;
    Ok(declare::function(&hierarchy, &env.vm.program, method))
}

/// What a method has to do with the making of a throwable: which calls its trace leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// It fills the trace in.
    FillsIn,
    /// It is a constructor of this class.
    Constructor(ClassId),
    /// Nothing.
    Other,
}

impl Maker {
    /// What the function `name` is.
    pub fn of(program: &Program, name: &str) -> Self {
        let head = name.split('(').next().unwrap_or(name);
        match head.rsplit_once('.') {
            Some((_, "fillInStackTrace")) => Self::FillsIn,
            Some((class, "<init>")) => program.class_named(class).map_or(Self::Other, Self::Constructor),
            _ => Self::Other,
        }
    }
}

/// The calls of the program that the trace of `throwable` has: function, line, position in bytes plus one.
pub fn trace(env: &mut Env<'_, '_>, throwable: u64) -> Result<Vec<(FuncId, u32, u32)>, Stop> {
    let trace = env.get(throwable, THROWABLE, "backtrace")?;
    if trace == 0 {
        return Ok(Vec::new());
    }
    let number = |at: u64| env.read(trace, ELEMENTS_OFFSET + 4 * at, 4).map(|bits| bits as u32);
    let calls = u64::from(env.length(trace)?) / NUMBERS as u64;
    let all = (0..calls).map(|call| {
        let at = call * NUMBERS as u64;
        Ok((FuncId::from_position(number(at)? as usize), number(at + 1)?, number(at + 2)?))
    });
    all.filter(|call| !matches!(call, Ok((_, _, OUTER_POSITION)))).collect()
}

/// `(elements, throwable or its trace, depth)`: fills elements that are already made.
fn elements(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let mut trace_of = reference_at(args, 1);
    if env.class_name(trace_of)? != "[I" {
        trace_of = env.get(trace_of, THROWABLE, "backtrace")?;
    }
    let elements = env.references(reference_at(args, 0))?;
    for (call, element) in elements.into_iter().enumerate() {
        let number =
            |part: usize| env.read(trace_of, ELEMENTS_OFFSET + 4 * (call * NUMBERS + part) as u64, 4);
        let (function, line) = (FuncId::from_position(number(0)? as usize), number(1)? as u32);
        fill_element(env, element, function, line)?;
    }
    void()
}

/// Says in a `StackTraceElement` which method it is, and which line.
pub fn fill_element(env: &mut Env<'_, '_>, element: u64, function: FuncId, line: u32) -> Result<(), Stop> {
    let (class, method) = env.class_and_method(function);
    let file = env.file(&class)?;
    let declaring = env.intern_text(&class.replace('/', "."))?;
    env.set(element, ELEMENT, "declaringClass", declaring)?;
    let method = env.intern_text(&method)?;
    env.set(element, ELEMENT, "methodName", method)?;
    if let Some(source) = &file.attributes.source_file {
        let source = env.intern_text(source)?;
        env.set(element, ELEMENT, "fileName", source)?;
    }
    if let Some(module) = &file.module {
        let module = env.intern_text(module)?;
        env.set(element, ELEMENT, "moduleName", module)?;
    }
    let line = if line == 0 { -1 } else { line as i32 };
    env.set_small(element, ELEMENT, "lineNumber", 4, line as u32 as u64)
}

/// The message of an exception that the machine raises for the fault `name`.
pub fn message(env: &mut Env<'_, '_>, name: &str, args: &[u128]) -> Answer {
    let text = match name {
        "index" => format!("Index {} out of bounds for length {}", int_at(args, 0), int_at(args, 1) as u32),
        "length" => int_at(args, 0).to_string(),
        "element" => env.class_name(reference_at(args, 0))?.replace('/', "."),
        "abstract" => {
            let class = env.class_name(reference_at(args, 0))?.replace('/', ".");
            format!(
                "Receiver class {class} does not define or inherit an implementation of the method called."
            )
        }
        "cast" => {
            let from = env.class_name(reference_at(args, 0))?.to_owned();
            let to = env.vm.program.classes.get(ClassId(int_at(args, 1) as u32));
            let to = to.map_or_else(String::new, |class| class.name.clone());
            cast_message(env, &from, &to)?
        }
        _ => String::new(),
    };
    reference(env.new_string(&text)?)
}

/// As the JDK words it, with module and loader of both classes.
fn cast_message(env: &mut Env<'_, '_>, from: &str, to: &str) -> Result<String, Stop> {
    let (from_place, to_place) = (place(env, from)?, place(env, to)?);
    let (from, to) = (from.replace('/', "."), to.replace('/', "."));
    let places = match from_place == to_place {
        true => format!("{from} and {to} are in {from_place}"),
        false => format!("{from} is in {from_place}; {to} is in {to_place}"),
    };
    Ok(format!("class {from} cannot be cast to class {to} ({places})"))
}

fn place(env: &mut Env<'_, '_>, name: &str) -> Result<String, Stop> {
    let mut element = FieldType::of_class_name(name);
    while let Some(FieldType::Array(inner)) = element {
        element = Some(*inner);
    }
    let module = match element {
        Some(FieldType::Class(class)) => env.file(&class)?.module.clone(),
        _ => Some("java.base".to_owned()),
    };
    Ok(match module {
        Some(module) => format!("module {module} of loader 'bootstrap'"),
        None => "unnamed module of loader 'app'".to_owned(),
    })
}

/// The text that says what was null; null where it is not known.
pub fn null_message(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let Some(&(function, _, position)) = trace(env, reference_at(args, 0))?.first() else {
        return reference(0);
    };
    let name = env.vm.program.callables[function].name.clone();
    let Some(position) = position.checked_sub(1) else { return reference(0) };
    let text = trine_frontend_jvm::lower::null_message(&mut env.vm.hierarchy(), &name, position);
    super::class::optional_text(env, text)
}
