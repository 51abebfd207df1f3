//! Methods that are left out as a whole.

use super::Subject;
use super::pattern::Pattern;
use crate::class::{FieldAccess, Instruction, InvokeKind, Kind, flags};
use crate::cover::nodes::Nodes;

/// Whether nothing of the method is counted.
pub fn is_left_out(subject: Subject<'_>, nodes: &Nodes<'_>) -> bool {
    let method = subject.method;
    method.is(flags::BRIDGE)
        || (method.is(flags::SYNTHETIC) && !method.name.starts_with("lambda$"))
        || is_of_enum(subject)
        || is_empty_constructor(subject, nodes)
        || is_empty_constructor_of_enum(subject, nodes)
        || is_of_record(subject, nodes)
        || subject.class_annotations.iter().chain(subject.annotations).any(|ty| says_generated(ty))
}

/// Whether the simple name of an annotation has `Generated` in it.
fn says_generated(descriptor: &str) -> bool {
    let simple = descriptor.rfind(['/', '$']).map_or(descriptor, |at| &descriptor[at + 1..]);
    simple.contains("Generated")
}

/// `values()` and `valueOf(String)` of an enum.
fn is_of_enum(Subject { class, method, .. }: Subject<'_>) -> bool {
    class.superclass.as_deref() == Some("java/lang/Enum")
        && match method.name.as_str() {
            "values" => method.ty.descriptor() == format!("()[L{};", class.name),
            "valueOf" => method.ty.descriptor() == format!("(Ljava/lang/String;)L{};", class.name),
            _ => false,
        }
}

/// A private constructor that only calls that of the superclass: it is there so that nobody makes objects.
fn is_empty_constructor(Subject { class, method, .. }: Subject<'_>, nodes: &Nodes<'_>) -> bool {
    let Some(above) = &class.superclass else { return false };
    method.is(flags::PRIVATE)
        && method.name == "<init>"
        && method.ty.descriptor() == "()V"
        && this(nodes).calls(InvokeKind::Special, above, "<init>", "()V").returns(None).matches()
}

/// The constructor of an enum that has none in the source.
fn is_empty_constructor_of_enum(Subject { class, method, .. }: Subject<'_>, nodes: &Nodes<'_>) -> bool {
    const DESCRIPTOR: &str = "(Ljava/lang/String;I)V";
    class.superclass.as_deref() == Some("java/lang/Enum")
        && method.name == "<init>"
        && method.ty.descriptor() == DESCRIPTOR
        && this(nodes)
            .is(|instruction| matches!(instruction, Instruction::Load(Kind::Reference, _)))
            .is(|instruction| matches!(instruction, Instruction::Load(Kind::Int, _)))
            .calls(InvokeKind::Special, "java/lang/Enum", "<init>", DESCRIPTOR)
            .returns(None)
            .matches()
}

/// What a record has of itself: `equals`, `hashCode`, `toString`, and methods that give a component.
fn is_of_record(Subject { class, method, .. }: Subject<'_>, nodes: &Nodes<'_>) -> bool {
    if class.superclass.as_deref() != Some("java/lang/Record") {
        return false;
    }
    let descriptor = method.ty.descriptor();
    let linked = |instruction: &Instruction| match instruction {
        Instruction::InvokeDynamic { bootstrap, name, .. } => {
            let bootstrap = class.attributes.bootstraps.get(usize::from(*bootstrap));
            *name == method.name
                && bootstrap.is_some_and(|bootstrap| {
                    bootstrap.method.class == "java/lang/runtime/ObjectMethods"
                        && bootstrap.method.name == "bootstrap"
                })
        }
        _ => false,
    };
    match (method.name.as_str(), descriptor.as_str()) {
        ("toString", "()Ljava/lang/String;")
            if this(nodes).is(linked).returns(Some(Kind::Reference)).matches() =>
        {
            return true;
        }
        ("hashCode", "()I") if this(nodes).is(linked).returns(Some(Kind::Int)).matches() => {
            return true;
        }
        ("equals", "(Ljava/lang/Object;)Z") => {
            return this(nodes)
                .is(|instruction| matches!(instruction, Instruction::Load(Kind::Reference, _)))
                .is(linked)
                .returns(Some(Kind::Int))
                .matches();
        }
        _ => {}
    }
    let reads = |instruction: &Instruction| matches!(instruction, Instruction::Field { access: FieldAccess::GetField, name, .. } if *name == method.name);
    let returns = |instruction: &Instruction| matches!(instruction, Instruction::Return(Some(_)));
    method.ty.parameters.is_empty() && this(nodes).is(reads).is(returns).matches()
}

/// A method that begins with `this`.
fn this<'a>(nodes: &Nodes<'a>) -> Pattern<'a> {
    let mut pattern = Pattern::at(nodes.code, 0);
    pattern.is(|instruction| matches!(instruction, Instruction::Load(Kind::Reference, 0)));
    pattern
}
