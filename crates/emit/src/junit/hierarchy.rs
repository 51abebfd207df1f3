//! Who extends whom, as far as an API model knows, and what type arguments mean for members.

use std::collections::BTreeSet;
use trine_testcase::objects::{
    ClassApi, ClassId, ClassUse, Member, Primitive, TypeArgument, TypeParameter, TypeUse,
};

/// What every object is.
pub const OBJECT: &str = "java/lang/Object";
/// The class of strings.
pub const STRING: &str = "java/lang/String";

/// The class that wraps values of a primitive type, in class files.
#[must_use]
pub fn wrapper(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "java/lang/Boolean",
        Primitive::Byte => "java/lang/Byte",
        Primitive::Char => "java/lang/Character",
        Primitive::Short => "java/lang/Short",
        Primitive::Int => "java/lang/Integer",
        Primitive::Long => "java/lang/Long",
        Primitive::Float => "java/lang/Float",
        Primitive::Double => "java/lang/Double",
    }
}

/// The primitive type that a class wraps.
#[must_use]
pub fn unwrapped(class: &str) -> Option<Primitive> {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    [Boolean, Byte, Char, Short, Int, Long, Float, Double]
        .into_iter()
        .find(|&primitive| wrapper(primitive) == class)
}

/// Whether a type has neither variables nor wildcards, so that a compiler captures nothing in it.
#[must_use]
pub fn is_exact(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Primitive(_) => true,
        TypeUse::Variable(_) => false,
        TypeUse::Array(element) => is_exact(element),
        TypeUse::Class(class) => class
            .arguments
            .iter()
            .all(|argument| matches!(argument, TypeArgument::Exactly(ty) if is_exact(ty))),
    }
}

/// Whether `sub` is `sup` or below it; `None` where the model does not know.
#[must_use]
pub fn is_subclass(api: &ClassApi, sub: &str, sup: &str) -> Option<bool> {
    if sub == sup || sup == OBJECT {
        return Some(true);
    }
    if let Some(known) = of_the_language(sub, sup) {
        return Some(known);
    }
    let Some(class) = api.class_named(sub) else { return (sub == OBJECT).then_some(false) };
    let above: Vec<Option<bool>> =
        api.classes[class].supertypes.iter().map(|above| is_subclass(api, &above.name, sup)).collect();
    if above.contains(&Some(true)) {
        return Some(true);
    }
    if above.contains(&None) { None } else { Some(false) }
}

/// What is known of strings and wrappers without a model.
fn of_the_language(sub: &str, sup: &str) -> Option<bool> {
    let extends_number = match unwrapped(sub) {
        Some(primitive) => !matches!(primitive, Primitive::Boolean | Primitive::Char),
        None if sub == STRING => false,
        None => return None,
    };
    Some(match sup {
        "java/lang/Comparable" | "java/io/Serializable" | "java/lang/constant/Constable" => true,
        "java/lang/Number" => extends_number,
        "java/lang/CharSequence" => sub == STRING,
        "java/lang/constant/ConstantDesc" => sub == STRING || extends_number,
        _ => false,
    })
}

/// `class` as one of its supertypes, with the type arguments that it then has.
#[must_use]
pub fn as_super(api: &ClassApi, class: &ClassUse, target: ClassId) -> Option<ClassUse> {
    if api.classes[target].name == class.name {
        return Some(class.clone());
    }
    let declared = &api.classes[api.class_named(&class.name)?];
    let above = |above: &ClassUse| {
        as_super(api, &substituted(above, &declared.type_parameters, &class.arguments), target)
    };
    declared.supertypes.iter().find_map(above)
}

/// The class with its type variables replaced.
fn substituted(class: &ClassUse, parameters: &[TypeParameter], arguments: &[TypeArgument]) -> ClassUse {
    let replace = |argument: &TypeArgument| match argument {
        // One of a method stays.
        TypeArgument::Exactly(TypeUse::Variable(name)) if !is_named(name, parameters) => argument.clone(),
        TypeArgument::Exactly(TypeUse::Variable(name)) => {
            argument_of(name, parameters, arguments).cloned().unwrap_or(TypeArgument::Any)
        }
        TypeArgument::Exactly(ty) => TypeArgument::Exactly(substitute(ty, parameters, arguments)),
        TypeArgument::Extends(ty) => TypeArgument::Extends(substitute(ty, parameters, arguments)),
        TypeArgument::Super(ty) => TypeArgument::Super(substitute(ty, parameters, arguments)),
        TypeArgument::Any => TypeArgument::Any,
    };
    ClassUse { name: class.name.clone(), arguments: class.arguments.iter().map(replace).collect() }
}

fn is_named(name: &str, parameters: &[TypeParameter]) -> bool {
    parameters.iter().any(|parameter| parameter.name == name)
}

fn argument_of<'a>(
    name: &str,
    parameters: &[TypeParameter],
    arguments: &'a [TypeArgument],
) -> Option<&'a TypeArgument> {
    parameters.iter().position(|parameter| parameter.name == name).and_then(|index| arguments.get(index))
}

/// The type with type variables replaced by what stands for them; others stay.
#[must_use]
pub fn substitute(ty: &TypeUse, parameters: &[TypeParameter], arguments: &[TypeArgument]) -> TypeUse {
    match ty {
        TypeUse::Primitive(_) => ty.clone(),
        TypeUse::Array(element) => TypeUse::Array(Box::new(substitute(element, parameters, arguments))),
        TypeUse::Class(class) => TypeUse::Class(substituted(class, parameters, arguments)),
        TypeUse::Variable(name) => match argument_of(name, parameters, arguments) {
            Some(TypeArgument::Exactly(ty) | TypeArgument::Extends(ty)) => ty.clone(),
            Some(TypeArgument::Super(_) | TypeArgument::Any) => TypeUse::Class(ClassUse::plain(OBJECT)),
            None => ty.clone(),
        },
    }
}

/// What `ty`, a type of `member`, is when the member is used on something of type `on`: a type variable that stays is one of a
/// method, or of a class whose arguments are not known.
#[must_use]
pub fn member_type(api: &ClassApi, member: &Member, on: Option<&TypeUse>, ty: &TypeUse) -> TypeUse {
    let parameters = &api.classes[member.class].type_parameters;
    let receiver = match on {
        Some(TypeUse::Class(class)) => as_super(api, class, member.class),
        _ => None,
    };
    match receiver {
        Some(receiver) => substitute(ty, parameters, &receiver.arguments),
        None => ty.clone(),
    }
}

/// `ty`, a type of a parameter of `method`, for a call that gives `made`: type variables of the method that its result tells are
/// replaced by what they stand for there.
#[must_use]
pub fn as_called(method: &Member, made: Option<&TypeUse>, ty: &TypeUse) -> TypeUse {
    let (Some(made), Some(declared)) = (made, &method.result) else { return ty.clone() };
    let known = method.type_parameters.iter().filter_map(|parameter| {
        let stands_for = stands_for(&parameter.name, declared, made)?;
        Some((parameter.clone(), TypeArgument::Exactly(stands_for)))
    });
    let (parameters, arguments): (Vec<TypeParameter>, Vec<TypeArgument>) = known.unzip();
    substitute(ty, &parameters, &arguments)
}

/// What the type variable `name`, which `declared` may mention, stands for where the type is `actual`.
#[must_use]
pub fn stands_for(name: &str, declared: &TypeUse, actual: &TypeUse) -> Option<TypeUse> {
    match (declared, actual) {
        (TypeUse::Variable(own), _) => (own == name).then(|| actual.clone()),
        (TypeUse::Array(declared), TypeUse::Array(actual)) => stands_for(name, declared, actual),
        (TypeUse::Class(declared), TypeUse::Class(actual)) if declared.name == actual.name => {
            let within = |argument: &TypeArgument| match argument {
                TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                    Some(ty.clone())
                }
                TypeArgument::Any => None,
            };
            let mut pairs = declared.arguments.iter().zip(&actual.arguments);
            pairs.find_map(|(declared, actual)| stands_for(name, &within(declared)?, &within(actual)?))
        }
        _ => None,
    }
}

/// Whether a type mentions one of these type parameters.
#[must_use]
pub fn mentions(ty: &TypeUse, parameters: &[TypeParameter]) -> bool {
    match ty {
        TypeUse::Primitive(_) => false,
        TypeUse::Array(element) => mentions(element, parameters),
        TypeUse::Variable(name) => parameters.iter().any(|parameter| parameter.name == *name),
        TypeUse::Class(class) => class.arguments.iter().any(|argument| match argument {
            TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                mentions(ty, parameters)
            }
            TypeArgument::Any => false,
        }),
    }
}

/// The classes from `class` upwards, each once, superclass before interfaces.
#[must_use]
pub fn lineage(api: &ClassApi, class: ClassId) -> Vec<ClassId> {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    let mut pending = vec![class];
    while let Some(next) = pending.pop() {
        if seen.insert(next) {
            order.push(next);
            pending.extend(
                api.classes[next].supertypes.iter().rev().filter_map(|above| api.class_named(&above.name)),
            );
        }
    }
    order
}
