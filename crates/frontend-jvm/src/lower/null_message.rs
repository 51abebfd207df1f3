//! What was null: the text of a `NullPointerException`, found by looking at the code where it was thrown.
//!
//! ```text
//! Cannot invoke "String.length()" because the return value of "Node.name()" is null
//! Cannot load from int array because "this.data[i]" is null
//! ```
//!
//! The words and rules are those of the JDK (JEP 358): each entry of the operand stack is traced to the instruction that
//! pushed it; entries that several instructions push have no description.

use super::blocks::{Stretch, stretches};
use super::frames::{Frame, arrangement, handler_stretch, kind_of};
use super::method_named;
use crate::class::{
    ArrayKind, BadCode, Code, Constant, FieldAccess, Instruction, InvokeKind, Kind, Method, MethodType, flags,
};
use crate::hierarchy::Hierarchy;

/// How many nested expressions are described.
const MAX_DETAIL: usize = 5;

/// For each entry of the operand stack, the number of the instruction that pushed it.
type Sources = Vec<Option<usize>>;

/// The text for an exception that the instruction at `position` of the function `name` threw; `None` where the JDK
/// says nothing, either.
pub fn null_message(hierarchy: &mut Hierarchy, name: &str, position: u32) -> Option<String> {
    let id = method_named(hierarchy, name).ok()?;
    let file = &hierarchy.class(id.class).file;
    let code = file.code(id.position).ok()??;
    let at = code.index_of(position)?;
    let method = hierarchy.method(id);
    let (action, depth) = action(&code.instructions[at].1)?;
    let stacks = stacks(&code, method).ok()?;
    let description = Describer { code: &code, method, stacks: &stacks };
    let mut text = action;
    if let Some(cause) = description.cause(at, depth, MAX_DETAIL) {
        let is_result = description
            .source(at, depth)
            .is_some_and(|source| matches!(code.instructions[source].1, Instruction::Invoke { .. }));
        let of = if is_result { "the return value of " } else { "" };
        text.push_str(&format!(" because {of}\"{cause}\" is null"));
    }
    Some(text)
}

/// What cannot be done, and how many entries above the null reference stand on the stack.
fn action(instruction: &Instruction) -> Option<(String, usize)> {
    Some(match instruction {
        Instruction::ArrayLoad(kind) => (format!("Cannot load from {} array", element(*kind)), 1),
        Instruction::ArrayStore(kind) => (format!("Cannot store to {} array", element(*kind)), 2),
        Instruction::ArrayLength => ("Cannot read the array length".to_owned(), 0),
        Instruction::Throw => ("Cannot throw exception".to_owned(), 0),
        Instruction::MonitorEnter => ("Cannot enter synchronized block".to_owned(), 0),
        Instruction::MonitorExit => ("Cannot exit synchronized block".to_owned(), 0),
        Instruction::Field { access: FieldAccess::GetField, name, .. } => {
            (format!("Cannot read field \"{name}\""), 0)
        }
        Instruction::Field { access: FieldAccess::PutField, name, .. } => {
            (format!("Cannot assign field \"{name}\""), 1)
        }
        Instruction::Invoke { kind, class, name, ty, .. }
            if *kind != InvokeKind::Static && name != "<init>" =>
        {
            (format!("Cannot invoke \"{}\"", call(class, name, ty)), ty.parameters.len())
        }
        _ => return None,
    })
}

fn element(kind: ArrayKind) -> &'static str {
    match kind {
        ArrayKind::Byte => "byte/boolean",
        ArrayKind::Char => "char",
        ArrayKind::Short => "short",
        ArrayKind::Int => "int",
        ArrayKind::Long => "long",
        ArrayKind::Float => "float",
        ArrayKind::Double => "double",
        ArrayKind::Reference => "object",
    }
}

/// A class as such texts name it.
fn class_name(name: &str) -> String {
    match name {
        "java/lang/Object" => "Object".to_owned(),
        "java/lang/String" => "String".to_owned(),
        other => crate::class::FieldType::of_class_name(other)
            .map_or_else(|| other.replace('/', "."), |ty| ty.as_source()),
    }
}

fn call(class: &str, name: &str, ty: &MethodType) -> String {
    let parameters: Vec<String> = ty
        .parameters
        .iter()
        .map(|ty| ty.as_source().replace("java.lang.Object", "Object").replace("java.lang.String", "String"))
        .collect();
    format!("{}.{name}({})", class_name(class), parameters.join(", "))
}

/// Describes expressions of a method.
struct Describer<'a> {
    code: &'a Code,
    method: &'a Method,
    stacks: &'a [Option<Sources>],
}

impl Describer<'_> {
    /// The instruction that pushed the entry below `depth` others, before instruction `at`.
    fn source(&self, at: usize, depth: usize) -> Option<usize> {
        let sources = self.stacks[at].as_ref()?;
        sources[sources.len().checked_sub(depth + 1)?]
    }

    /// The expression whose value that entry is.
    fn cause(&self, at: usize, depth: usize, detail: usize) -> Option<String> {
        if detail == 0 {
            return None;
        }
        let source = self.source(at, depth)?;
        let (position, instruction) = &self.code.instructions[source];
        Some(match instruction {
            Instruction::Load(Kind::Int | Kind::Reference, slot) => self.variable(*slot, *position),
            Instruction::Constant(Constant::Null) => "null".to_owned(),
            Instruction::Constant(Constant::Int(value)) => value.to_string(),
            Instruction::Field { access: FieldAccess::GetStatic, class, name, .. } => {
                format!("{}.{name}", class_name(class))
            }
            Instruction::Field { access: FieldAccess::GetField, name, .. } => {
                match self.cause(source, 0, detail - 1) {
                    Some(object) => format!("{object}.{name}"),
                    None => name.clone(),
                }
            }
            Instruction::Invoke { class, name, ty, .. } => call(class, name, ty),
            Instruction::ArrayLoad(_) => {
                let array = self.cause(source, 1, detail - 1);
                let index = self.cause(source, 0, detail);
                let array = array.unwrap_or_else(|| "<array>".to_owned());
                format!("{array}[{}]", index.unwrap_or_else(|| "...".to_owned()))
            }
            _ => return None,
        })
    }

    /// The name of a local variable.
    fn variable(&self, slot: u16, position: u32) -> String {
        let named = self
            .code
            .variables
            .iter()
            .find(|variable| variable.slot == slot && (variable.start..variable.end).contains(&position));
        if let Some(variable) = named {
            return variable.name.clone();
        }
        let is_static = self.method.is(flags::STATIC);
        if slot == 0 && !is_static {
            return "this".to_owned();
        }
        let mut next = u16::from(!is_static);
        for (number, ty) in self.method.ty.parameters.iter().enumerate() {
            if next == slot {
                return format!("<parameter{}>", number + 1);
            }
            next += ty.slots();
        }
        format!("<local{slot}>")
    }
}

/// Kinds and sources of the stack where a stretch begins.
type State = (Frame, Sources);

/// The sources of the operand stack before each instruction.
fn stacks(code: &Code, method: &Method) -> Result<Vec<Option<Sources>>, BadCode> {
    let receiver = (!method.is(flags::STATIC)).then_some(Kind::Reference);
    let parameters: Vec<Kind> =
        receiver.into_iter().chain(method.ty.parameters.iter().map(kind_of)).collect();
    let stretches = stretches(code);
    let mut states: Vec<Option<State>> = vec![None; stretches.len()];
    states[0] = Some((Frame::at_entry(&parameters, code.max_locals), Vec::new()));
    let mut found = vec![None; code.instructions.len()];
    let mut work = vec![0];
    while let Some(number) = work.pop() {
        let Some((mut frame, mut sources)) = states[number].clone() else { continue };
        let stretch: &Stretch = &stretches[number];
        for (at, found) in found.iter_mut().enumerate().take(stretch.end).skip(stretch.start) {
            for &handler in &stretch.handlers {
                let raised = Frame { stack: vec![Kind::Reference], locals: frame.locals.clone() };
                let target = handler_stretch(code, &stretches, handler);
                if join(&mut states[target], &raised, &vec![None])? {
                    work.push(target);
                }
            }
            *found = Some(sources.clone());
            step(&mut frame, &mut sources, at, &code.instructions[at].1)?;
        }
        for &target in &stretch.successors {
            if join(&mut states[target], &frame, &sources)? {
                work.push(target);
            }
        }
    }
    Ok(found)
}

fn join(state: &mut Option<State>, frame: &Frame, sources: &Sources) -> Result<bool, BadCode> {
    let Some((known, from)) = state else {
        *state = Some((frame.clone(), sources.clone()));
        return Ok(true);
    };
    let mut changed = known.join(frame)?;
    for (here, there) in from.iter_mut().zip(sources) {
        if here.is_some() && here != there {
            *here = None;
            changed = true;
        }
    }
    Ok(changed)
}

fn step(
    frame: &mut Frame,
    sources: &mut Sources,
    at: usize,
    instruction: &Instruction,
) -> Result<(), BadCode> {
    match instruction {
        Instruction::Stack(op) => {
            let found = arrangement(*op, &frame.stack)?;
            let taken = sources.split_off(sources.len() - found.taken);
            sources.extend(found.order.iter().map(|&at| taken[at]));
            frame.step(instruction)
        }
        // The reference is the same one.
        Instruction::CheckCast(_) => frame.step(instruction),
        _ => {
            frame.step(instruction)?;
            let pushes = usize::from(pushes(instruction));
            let kept = frame.stack.len() - pushes;
            sources.resize(kept, None);
            sources.extend((0..pushes).map(|_| Some(at)));
            Ok(())
        }
    }
}

/// Whether an instruction leaves a value of its own on the stack.
fn pushes(instruction: &Instruction) -> bool {
    use Instruction as I;
    match instruction {
        I::Invoke { ty, .. } | I::InvokeDynamic { ty, .. } => ty.result.is_some(),
        I::Field { access, .. } => matches!(access, FieldAccess::GetField | FieldAccess::GetStatic),
        I::Constant(_)
        | I::Load(..)
        | I::ArrayLoad(_)
        | I::Arithmetic(..)
        | I::Negate(_)
        | I::Shift(..)
        | I::Convert(..)
        | I::Narrow(_)
        | I::Compare(_)
        | I::New(_)
        | I::NewArray(_)
        | I::NewMultiArray(..)
        | I::ArrayLength
        | I::InstanceOf(_) => true,
        _ => false,
    }
}
