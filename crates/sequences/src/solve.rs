//! What stands for the type parameters of a call, and which types its operands must have.
//!
//! A step says its own type and uses operands that have types; type arguments of methods are not written down. They are found again
//! as javac does, simpler: from the receiver and the result, then from operands, invariant positions before bare variables (JLS 18.5.1
//! without its least upper bounds: a variable that several operands bind is the first one's type, or else its bound).

use crate::draft::Draft;
use trine_testcase::objects::types::{object, substitute};
use trine_testcase::objects::{
    Action, Bindings, ClassUse, Member, MemberId, MemberKind, Operand, Primitive, TypeArgument,
    TypeParameter, TypeUse, Types,
};

/// The class of class objects.
pub const CLASS: &str = "java/lang/Class";

/// The class of strings.
pub const STRING: &str = "java/lang/String";

/// The wrapper of a primitive type.
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

/// The primitive types with wrappers.
pub const PRIMITIVES: [Primitive; 8] = [
    Primitive::Int,
    Primitive::Long,
    Primitive::Double,
    Primitive::Boolean,
    Primitive::Char,
    Primitive::Float,
    Primitive::Short,
    Primitive::Byte,
];

/// A class without arguments, as a type.
#[must_use]
pub fn plain(name: &str) -> TypeUse {
    TypeUse::Class(ClassUse::plain(name))
}

/// The type of an operand; `None` for null.
#[must_use]
pub fn operand_type(types: &Types<'_>, draft: &Draft, operand: &Operand) -> Option<TypeUse> {
    Some(match operand {
        Operand::Leaf(leaf) => {
            let kind = draft.kind(*leaf);
            TypeUse::Primitive(PRIMITIVES.into_iter().find(|primitive| primitive.leaf_kind() == *kind)?)
        }
        Operand::Boxed(primitive, _) => plain(wrapper(*primitive)),
        Operand::Text(_) => plain(STRING),
        Operand::Step(id) => draft.steps.get(id.0 as usize)?.ty.clone()?,
        Operand::Constant(member) => types.api.members.get(*member)?.result.clone()?,
        Operand::ClassObject(of) => class_type(of),
        Operand::Null => return None,
    })
}

/// The type of the class object of `of`: `int.class` is a `Class<Integer>` (JLS 15.8.2).
#[must_use]
pub fn class_type(of: &TypeUse) -> TypeUse {
    let argument = match of {
        TypeUse::Primitive(primitive) => plain(wrapper(*primitive)),
        other => other.clone(),
    };
    TypeUse::Class(ClassUse { name: CLASS.to_owned(), arguments: vec![TypeArgument::Exactly(argument)] })
}

/// What stands for the type parameters of the class of `member`, seen from a receiver or a new object of type `of`.
#[must_use]
pub fn class_bindings(types: &Types<'_>, member: &Member, of: &ClassUse) -> Option<Bindings> {
    let class = &types.api.classes[member.class];
    let seen = types.as_super(of, &class.name)?;
    let mut bindings = types.bindings(&seen);
    bindings.retain(|name, _| !member.type_parameters.iter().any(|own| own.name == *name));
    Some(bindings)
}

/// A type parameter that nothing has bound, bound to what its bounds allow: the bound itself, or one of `choices`.
pub fn bind_rest(
    types: &Types<'_>,
    parameters: &[TypeParameter],
    bindings: &mut Bindings,
    choices: &[TypeUse],
) {
    for parameter in parameters {
        if bindings.contains_key(&parameter.name) {
            continue;
        }
        let bound = parameter.bounds.first().map(|bound| substitute(bound, bindings));
        let bound = bound.filter(|bound| !mentions_variable(bound) && types.is_nameable(bound));
        let mut tried = choices.iter().cloned().chain(bound).chain([object()]);
        let fits = tried.find(|choice| {
            let mut with = bindings.clone();
            with.insert(parameter.name.clone(), TypeArgument::Exactly(choice.clone()));
            types.within_bounds(std::slice::from_ref(parameter), &with)
        });
        if let Some(fits) = fits {
            bindings.insert(parameter.name.clone(), TypeArgument::Exactly(fits));
        }
    }
}

/// Whether a type parameter is left in a type.
#[must_use]
pub fn mentions_variable(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Primitive(_) => false,
        TypeUse::Variable(_) => true,
        TypeUse::Array(element) => mentions_variable(element),
        TypeUse::Class(class) => class.arguments.iter().any(|argument| match argument {
            TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                mentions_variable(ty)
            }
            TypeArgument::Any => false,
        }),
    }
}

/// What stands for the type parameters of a constructor or method call with these operand types (`None` for null), so that it gives
/// `result`; `None` when nothing does. `of` is the type of the receiver or of the new object.
#[must_use]
pub fn solve(
    types: &Types<'_>,
    member: MemberId,
    of: Option<&ClassUse>,
    args: &[Option<TypeUse>],
    result: Option<&TypeUse>,
) -> Option<Bindings> {
    let member = &types.api.members[member];
    let start = match of {
        Some(of) => class_bindings(types, member, of)?,
        None => Bindings::new(),
    };
    let own = &member.type_parameters;
    let known = |from_result: bool| {
        let mut bindings = start.clone();
        if let (Some(declared), Some(wanted), true) = (&member.result, result, from_result) {
            types.infer_from_result(declared, wanted, own, &mut bindings);
        }
        infer_from_arguments(types, member, args, &mut bindings);
        bind_rest(types, own, &mut bindings, &[]);
        bindings
    };
    let widest = || {
        let mut bindings = start.clone();
        infer_from_invariants(types, member, args, &mut bindings);
        bind_rest(types, own, &mut bindings, &[]);
        bindings
    };
    let holds = |bindings: &Bindings| {
        types.within_bounds(own, bindings) && fits(types, member, args, result, bindings)
    };
    let found = Some(known(true)).filter(holds);
    if own.is_empty() {
        return found;
    }
    found.or_else(|| Some(known(false)).filter(holds)).or_else(|| Some(widest()).filter(holds))
}

fn infer_from_arguments(
    types: &Types<'_>,
    member: &Member,
    args: &[Option<TypeUse>],
    bindings: &mut Bindings,
) {
    infer_from_invariants(types, member, args, bindings);
    for (parameter, arg) in member.parameters.iter().zip(args) {
        if let Some(arg) = arg {
            types.infer(&parameter.ty, arg, &member.type_parameters, bindings);
        }
    }
}

/// From parameters that mention a variable inside of type arguments.
fn infer_from_invariants(
    types: &Types<'_>,
    member: &Member,
    args: &[Option<TypeUse>],
    bindings: &mut Bindings,
) {
    for (parameter, arg) in member.parameters.iter().zip(args) {
        if let (TypeUse::Class(_), Some(arg)) = (&parameter.ty, arg) {
            types.infer(&parameter.ty, arg, &member.type_parameters, bindings);
        }
    }
}

/// Whether operands fit the parameters and the result fits what is wanted.
fn fits(
    types: &Types<'_>,
    member: &Member,
    args: &[Option<TypeUse>],
    result: Option<&TypeUse>,
    bindings: &Bindings,
) -> bool {
    let given = member.parameters.iter().zip(args).all(|(parameter, arg)| match arg {
        None => !matches!(parameter.ty, TypeUse::Primitive(_)),
        Some(arg) => types.accepts(&parameter.ty, bindings).is_some_and(|ty| types.is_subtype(arg, &ty)),
    });
    let gives = || match (&member.result, result) {
        (Some(declared), Some(wanted)) => {
            let gives = types.project(declared, bindings, &member.type_parameters);
            *wanted == gives || types.is_subtype(&gives, wanted) || types.nameable(&gives) == *wanted
        }
        (None, None) => true,
        _ => member.kind == MemberKind::Constructor,
    };
    given && member.parameters.len() == args.len() && gives()
}

/// The types that the operands of an action must have, in the order of [`Action::operands`]; `None` where only null may stand.
///
/// Gives nothing when the action is not well typed.
#[must_use]
pub fn formals(
    types: &Types<'_>,
    draft: &Draft,
    action: &Action,
    ty: Option<&TypeUse>,
) -> Option<Vec<Option<TypeUse>>> {
    let typed = |operands: &[Operand]| -> Vec<Option<TypeUse>> {
        operands.iter().map(|operand| operand_type(types, draft, operand)).collect()
    };
    let class_of = |ty: Option<TypeUse>| match ty {
        Some(TypeUse::Class(class)) => Some(class),
        _ => None,
    };
    match action {
        Action::New { constructor, outer, args } => {
            let of = class_of(ty.cloned())?;
            let bindings = solve(types, *constructor, Some(&of), &typed(args), None)?;
            let enclosing = outer.as_ref().map(|_| enclosing_type(types, *constructor, &of));
            let outer = enclosing.into_iter();
            Some(outer.chain(parameters(types, *constructor, &bindings)).collect())
        }
        Action::Call { method, receiver, args } => {
            let of = match receiver {
                Some(receiver) => Some(class_of(operand_type(types, draft, receiver))?),
                None => None,
            };
            let bindings = solve(types, *method, of.as_ref(), &typed(args), ty)?;
            let receiver = of.map(|of| Some(receiver_type(types, *method, &of)));
            Some(receiver.into_iter().chain(parameters(types, *method, &bindings)).collect())
        }
        Action::Array { elements } => match ty {
            Some(TypeUse::Array(element)) => Some(vec![Some((**element).clone()); elements.len()]),
            _ => None,
        },
        Action::Get { field, receiver } | Action::Set { field, receiver, .. } => {
            let of = match receiver {
                Some(receiver) => Some(class_of(operand_type(types, draft, receiver))?),
                None => None,
            };
            let declared = &types.api.members[*field];
            let bindings = match &of {
                Some(of) => class_bindings(types, declared, of)?,
                None => Bindings::new(),
            };
            let receiver = of.map(|of| Some(receiver_type(types, *field, &of)));
            let value = match action {
                Action::Set { .. } => Some(types.accepts(declared.result.as_ref()?, &bindings)),
                _ => None,
            };
            Some(receiver.into_iter().chain(value).collect())
        }
        Action::SetElement { array, .. } => match draft.steps.get(array.0 as usize)?.ty.as_ref()? {
            TypeUse::Array(element) => Some(vec![Some((**element).clone())]),
            _ => None,
        },
        Action::Mock { constructed, answers } => {
            let of = class_of(ty.cloned())?;
            let mut all = Vec::new();
            if let Some((constructor, args)) = constructed {
                let bindings = solve(types, *constructor, Some(&of), &typed(args), None)?;
                all.extend(parameters(types, *constructor, &bindings));
            }
            for (method, values) in answers {
                let answer = answer_type(types, *method, &of)?;
                all.extend(values.iter().map(|_| Some(answer.clone())));
            }
            Some(all)
        }
    }
}

/// The type of the enclosing instance that a constructor of an object of the type `made` takes: the first arguments are those of the
/// class around it.
#[must_use]
pub fn enclosing_type(types: &Types<'_>, constructor: MemberId, made: &ClassUse) -> Option<TypeUse> {
    let class = &types.api.classes[types.api.members[constructor].class];
    let outer = &types.api.classes[class.enclosing?];
    let arguments = made.arguments.get(..outer.type_parameters.len()).unwrap_or_default().to_vec();
    Some(TypeUse::Class(ClassUse { name: outer.name.clone(), arguments }))
}

/// The type that the receiver of a member must have, where it is of type `of` now.
fn receiver_type(types: &Types<'_>, member: MemberId, of: &ClassUse) -> TypeUse {
    let class = &types.api.classes[types.api.members[member].class];
    TypeUse::Class(types.as_super(of, &class.name).unwrap_or_else(|| of.clone()))
}

fn parameters(types: &Types<'_>, member: MemberId, bindings: &Bindings) -> Vec<Option<TypeUse>> {
    let parameters = types.api.members[member].parameters.iter();
    parameters.map(|parameter| types.accepts(&parameter.ty, bindings)).collect()
}

/// The type of an answer of a mock of type `of` to `method`; `None` when it gives none that a test can choose.
#[must_use]
pub fn answer_type(types: &Types<'_>, method: MemberId, of: &ClassUse) -> Option<TypeUse> {
    let method = &types.api.members[method];
    if !method.type_parameters.is_empty() {
        return None;
    }
    let bindings = class_bindings(types, method, of)?;
    types.accepts(method.result.as_ref()?, &bindings)
}

/// The type of the value of a field, read from `receiver`.
#[must_use]
pub fn field_type(
    types: &Types<'_>,
    draft: &Draft,
    field: MemberId,
    receiver: Option<&Operand>,
) -> Option<TypeUse> {
    let declared = &types.api.members[field];
    let bindings = match receiver.map(|receiver| operand_type(types, draft, receiver)) {
        None => Bindings::new(),
        Some(Some(TypeUse::Class(of))) => class_bindings(types, declared, &of)?,
        Some(_) => return None,
    };
    Some(types.project(declared.result.as_ref()?, &bindings, &[]))
}
