//! Which method a call means, and the casts that make it mean the right one (JLS 15.12.2, without inference).
//!
//! A call that could mean another method than the one that ran gets casts, all arguments whose type is not the parameter's already;
//! any other call gets none. Where the model does not know whether one class extends another, both answers are assumed.

use super::hierarchy::{OBJECT, as_super, is_subclass, lineage, stands_for, substitute, unwrapped, wrapper};
use trine_testcase::objects::{
    ClassApi, ClassId, ClassUse, Member, MemberId, Primitive, TypeArgument, TypeParameter, TypeUse,
    Visibility,
};

/// What a compiler knows of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Static {
    /// `null`.
    Null,
    /// A lambda.
    Function,
    /// An expression of this type.
    Is(TypeUse),
}

/// How far conversions must go for a call to be possible; a smaller one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// Subtyping and widening.
    Strict,
    /// Wrapping and unwrapping too.
    Loose,
    /// Arguments collected into an array.
    Collected,
}

/// Whether a call of `chosen` with these arguments needs casts, because it could mean something else; `on` is the class of the receiver.
#[must_use]
pub fn is_ambiguous(
    api: &ClassApi,
    chosen: MemberId,
    on: Option<ClassId>,
    arguments: &[Static],
    spread: bool,
) -> bool {
    let method = &api.members[chosen];
    if method.has_rivals && arguments.iter().any(|argument| !matches!(argument, Static::Is(_))) {
        return true;
    }
    let own = phase(api, method, arguments, spread);
    rivals(api, chosen, on).into_iter().any(|rival| {
        let best = [false, true].into_iter().filter_map(|spread| phase(api, rival, arguments, spread)).min();
        match (best, own) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(theirs), Some(own)) if theirs == own => {
                !is_more_specific(api, method, rival, arguments.len())
            }
            (Some(theirs), Some(own)) => theirs < own,
        }
    })
}

/// Other methods, or constructors, of the same name that the same source could mean.
fn rivals(api: &ClassApi, chosen: MemberId, on: Option<ClassId>) -> Vec<&Member> {
    let method = &api.members[chosen];
    let mut classes = lineage(api, on.unwrap_or(method.class));
    classes.extend(lineage(api, method.class));
    if method.name == "<init>" {
        classes = vec![method.class];
    }
    let mut members: Vec<MemberId> =
        classes.iter().flat_map(|&class| api.classes[class].members.iter().copied()).collect();
    members.sort_unstable();
    members.dedup();
    let parameters = |descriptor: &str| descriptor.split(')').next().map(str::to_owned);
    members
        .into_iter()
        .filter(|&id| id != chosen)
        .map(|id| &api.members[id])
        .filter(|other| {
            other.name == method.name
                && other.kind == method.kind
                && other.visibility != Visibility::Hidden
                && parameters(&other.descriptor) != parameters(&method.descriptor)
        })
        .collect()
}

/// Whether a source could mean another method, or constructor, by the name of `chosen` and so many arguments.
#[must_use]
pub fn has_namesake(api: &ClassApi, chosen: MemberId, on: ClassId, count: usize) -> bool {
    let takes_as_many = |other: &Member| other.parameters.len() == count || other.is_varargs;
    rivals(api, chosen, Some(on)).into_iter().any(takes_as_many)
}

/// The phase in which a member can be called with these arguments; `None` when it cannot.
fn phase(api: &ClassApi, member: &Member, arguments: &[Static], spread: bool) -> Option<Phase> {
    let wanted = parameter_types(api, member, arguments.len(), spread)?;
    let mut worst = if spread { Phase::Collected } else { Phase::Strict };
    for (argument, ty) in arguments.iter().zip(&wanted) {
        worst = worst.max(conversion(api, argument, ty)?);
    }
    Some(worst)
}

/// The types of the parameters for this many arguments, type variables replaced by what they extend.
fn parameter_types(api: &ClassApi, member: &Member, count: usize, spread: bool) -> Option<Vec<TypeUse>> {
    let mut types: Vec<TypeUse> =
        member.parameters.iter().map(|parameter| erased(api, member, &parameter.ty)).collect();
    if !spread {
        return (types.len() == count).then_some(types);
    }
    let Some(TypeUse::Array(element)) = types.pop().filter(|_| member.is_varargs) else { return None };
    if count < types.len() {
        return None;
    }
    types.resize(count, *element);
    Some(types)
}

/// The type without type variables at its top.
#[must_use]
pub fn erased(api: &ClassApi, member: &Member, ty: &TypeUse) -> TypeUse {
    match ty {
        TypeUse::Variable(name) => {
            let of_class = &api.classes[member.class].type_parameters;
            let declared =
                member.type_parameters.iter().chain(of_class).find(|parameter| parameter.name == *name);
            match declared.and_then(|parameter| parameter.bounds.first()) {
                Some(bound) if !matches!(bound, TypeUse::Variable(_)) => bound.clone(),
                _ => TypeUse::Class(ClassUse::plain(OBJECT)),
            }
        }
        TypeUse::Array(element) => TypeUse::Array(Box::new(erased(api, member, element))),
        _ => ty.clone(),
    }
}

/// `ty`, a type of a parameter of `method`, for a call with these arguments: type variables of the method are replaced by what the first
/// argument that tells it says they stand for, and by `Object` where none does and they may stand for anything.
#[must_use]
pub fn as_passed(method: &Member, arguments: &[Static], ty: &TypeUse) -> TypeUse {
    let told = |name: &str| {
        method.parameters.iter().zip(arguments).find_map(|(declared, argument)| match argument {
            Static::Is(TypeUse::Primitive(primitive)) => {
                stands_for(name, &declared.ty, &TypeUse::Class(ClassUse::plain(wrapper(*primitive))))
            }
            Static::Is(ty) => stands_for(name, &declared.ty, ty),
            Static::Null | Static::Function => None,
        })
    };
    let known = method.type_parameters.iter().filter_map(|parameter| {
        let any = || parameter.bounds.is_empty().then(|| TypeUse::Class(ClassUse::plain(OBJECT)));
        Some((parameter.clone(), TypeArgument::Exactly(told(&parameter.name).or_else(any)?)))
    });
    let (parameters, stand_for): (Vec<TypeParameter>, Vec<TypeArgument>) = known.unzip();
    substitute(ty, &parameters, &stand_for)
}

/// Whether two types are the same but for their type arguments, which do not decide what a call means.
#[must_use]
pub fn has_erasure_of(one: &TypeUse, other: &TypeUse) -> bool {
    match (one, other) {
        (TypeUse::Class(one), TypeUse::Class(other)) => one.name == other.name,
        (TypeUse::Array(one), TypeUse::Array(other)) => has_erasure_of(one, other),
        _ => one == other,
    }
}

/// What it takes to pass `from` where `to` is wanted; `None` when it cannot be. What is not known is assumed to be possible.
fn conversion(api: &ClassApi, from: &Static, to: &TypeUse) -> Option<Phase> {
    let from = match from {
        Static::Null => return (!matches!(to, TypeUse::Primitive(_))).then_some(Phase::Strict),
        Static::Function => {
            let TypeUse::Class(class) = to else { return None };
            let functional =
                api.class_named(&class.name).is_none_or(|id| api.classes[id].functional.is_some());
            return (functional && class.name != OBJECT).then_some(Phase::Strict);
        }
        Static::Is(ty) => ty,
    };
    match (from, to) {
        (TypeUse::Primitive(from), TypeUse::Primitive(to)) => widens(*from, *to).then_some(Phase::Strict),
        (TypeUse::Primitive(from), _) => {
            let wrapped = TypeUse::Class(ClassUse::plain(wrapper(*from)));
            is_subtype(api, &wrapped, to).unwrap_or(true).then_some(Phase::Loose)
        }
        (TypeUse::Class(class), TypeUse::Primitive(to)) => {
            unwrapped(&class.name).is_some_and(|from| widens(from, *to)).then_some(Phase::Loose)
        }
        _ => is_subtype(api, from, to).unwrap_or(true).then_some(Phase::Strict),
    }
}

/// Whether each of the first `count` parameters of one is below that of the other, so that the one is called where both could be.
fn is_more_specific(api: &ClassApi, one: &Member, other: &Member, count: usize) -> bool {
    // A call without arguments for `double...` and `float...` is told by these, too.
    let count = count.max(one.parameters.len()).max(other.parameters.len());
    let types = |member: &Member| {
        parameter_types(api, member, count, false).or_else(|| parameter_types(api, member, count, true))
    };
    let (Some(own), Some(theirs)) = (types(one), types(other)) else { return false };
    own.iter().zip(&theirs).all(|(own, theirs)| match (own, theirs) {
        (TypeUse::Primitive(own), TypeUse::Primitive(theirs)) => widens(*own, *theirs),
        (TypeUse::Primitive(_), _) | (_, TypeUse::Primitive(_)) => false,
        _ => is_subtype(api, own, theirs) == Some(true) && fits_arguments(api, own, theirs),
    })
}

/// Whether type arguments do not keep `own`, whose class is below that of `theirs`, from being below it: `Properties` is a `Map`, and no
/// `Map<String, V>`.
fn fits_arguments(api: &ClassApi, own: &TypeUse, theirs: &TypeUse) -> bool {
    let (TypeUse::Class(own), TypeUse::Class(theirs)) = (own, theirs) else { return true };
    let Some(target) = api.class_named(&theirs.name) else { return true };
    let Some(above) = as_super(api, own, target) else { return true };
    above.arguments.iter().zip(&theirs.arguments).all(|(own, theirs)| match (own, theirs) {
        (TypeArgument::Exactly(TypeUse::Variable(_)), _)
        | (_, TypeArgument::Exactly(TypeUse::Variable(_))) => true,
        (TypeArgument::Exactly(own), TypeArgument::Exactly(theirs)) => own == theirs,
        _ => true,
    })
}

/// Whether one reference type is below another, type arguments aside.
#[must_use]
pub fn is_subtype(api: &ClassApi, from: &TypeUse, to: &TypeUse) -> Option<bool> {
    match (from, to) {
        (TypeUse::Class(from), TypeUse::Class(to)) => is_subclass(api, &from.name, &to.name),
        (TypeUse::Array(_), TypeUse::Class(to)) => {
            Some([OBJECT, "java/lang/Cloneable", "java/io/Serializable"].contains(&to.name.as_str()))
        }
        (TypeUse::Array(from), TypeUse::Array(to)) => match (&**from, &**to) {
            (TypeUse::Primitive(from), TypeUse::Primitive(to)) => Some(from == to),
            (TypeUse::Primitive(_), _) | (_, TypeUse::Primitive(_)) => Some(false),
            (from, to) => is_subtype(api, from, to),
        },
        (TypeUse::Class(_), TypeUse::Array(_)) => Some(false),
        _ => None,
    }
}

/// Identity and widening of primitive types (JLS 5.1.2).
#[must_use]
pub fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let rank = |ty| match ty {
        Boolean => 0,
        Byte => 1,
        Short | Char => 2,
        Int => 3,
        Long => 4,
        Float => 5,
        Double => 6,
    };
    from == to || (from != Boolean && to != Boolean && to != Char && rank(from) < rank(to))
}
