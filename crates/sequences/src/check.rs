//! Whether a sequence is one that javac compiles without a warning: the invariant of every operator.
//!
//! - a step uses earlier steps that give a value; a leaf is used once, and its kind is that of its place;
//! - members are visible, receivers have them, static ones have none;
//! - operands are assignable by [`Types`], type arguments keep to their bounds, types can be written in a test;
//! - arrays have elements of a type that exists at run time; mocks stand for types that a test may extend.

use crate::cluster::{is_element, is_reifiable};
use crate::draft::Draft;
use crate::solve::{answer_type, field_type, formals, mentions_variable, operand_type, solve};
use trine_testcase::objects::{
    Action, ClassApi, ClassId, ClassType, MemberId, MemberKind, Operand, Sequence, Step, TypeArgument,
    TypeUse, Types, Visibility,
};

/// Says what is wrong with `sequence`.
///
/// # Errors
/// The first step that does not hold, and why.
pub fn check(api: &ClassApi, sequence: &Sequence) -> Result<(), String> {
    let types = Types::new(api);
    let mut used = vec![false; sequence.leaves.len()];
    if sequence.steps.leaves.len() != sequence.leaves.len() {
        return Err(format!("{} leaves and {} values", sequence.steps.leaves.len(), sequence.leaves.len()));
    }
    let draft = Draft::new(sequence);
    for (at, step) in draft.steps.iter().enumerate() {
        let wrong = |reason: String| format!("s{at}: {reason}: {step:?}");
        leaves(step, &mut used).map_err(wrong)?;
        check_step(&types, &draft, at).map_err(wrong)?;
    }
    match used.iter().position(|used| !used) {
        Some(unused) => Err(format!("nothing uses leaf{unused}")),
        None => Ok(()),
    }
}

fn leaves(step: &Step, used: &mut [bool]) -> Result<(), String> {
    for operand in step.action.operands() {
        let leaves = match operand {
            Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => std::slice::from_ref(leaf),
            Operand::Text(leaves) => leaves,
            _ => &[],
        };
        for leaf in leaves {
            match used.get_mut(leaf.0 as usize) {
                Some(used) if !*used => *used = true,
                Some(_) => return Err(format!("{leaf} is used twice")),
                None => return Err(format!("{leaf} has no value")),
            }
        }
    }
    Ok(())
}

/// Says what is wrong with the step at `at`.
///
/// # Errors
/// What does not hold.
pub fn check_step(types: &Types<'_>, draft: &Draft, at: usize) -> Result<(), String> {
    let step = &draft.steps[at];
    for operand in step.action.operands() {
        check_operand(types, draft, at, operand)?;
    }
    if let Some(ty) = &step.ty
        && (mentions_variable(ty) || !types.is_nameable(ty))
    {
        return Err("a test cannot write its type".to_owned());
    }
    if let Some(member) = step.action.member() {
        check_member(types, draft, &step.action, member)?;
    }
    let ty = step.ty.as_ref();
    check_action(types, draft, at, &step.action, ty)?;
    let formals = formals(types, draft, &step.action, ty).ok_or("no type arguments make it fit")?;
    for (operand, formal) in step.action.operands().into_iter().zip(formals) {
        match (operand_type(types, draft, operand), formal) {
            (None, Some(TypeUse::Primitive(_))) => {
                return Err("null for a primitive value".to_owned());
            }
            (None, Some(formal))
                if matches!(step.action, Action::Set { .. }) && !types.is_nameable(&formal) =>
            {
                return Err("a test cannot write the type of the field".to_owned());
            }
            (None, _) => {}
            (Some(given), Some(formal)) if types.is_subtype(&given, &formal) => {}
            (Some(given), formal) => return Err(format!("{given:?} is given for {formal:?}")),
        }
    }
    Ok(())
}

fn check_operand(types: &Types<'_>, draft: &Draft, at: usize, operand: &Operand) -> Result<(), String> {
    match operand {
        Operand::Step(id) if id.0 as usize >= at => Err(format!("{id} is not an earlier step")),
        Operand::Step(id) if draft.steps[id.0 as usize].ty.is_none() => Err(format!("{id} gives nothing")),
        Operand::Boxed(primitive, leaf) if *draft.kind(*leaf) != primitive.leaf_kind() => {
            Err(format!("{leaf} is no {primitive}"))
        }
        Operand::ClassObject(of) if !is_reifiable(of) || !types.is_nameable(of) => {
            Err("it has no class object".to_owned())
        }
        Operand::Constant(member) => {
            let Some(field) = types.api.members.get(*member) else {
                return Err("no such constant".to_owned());
            };
            let is_constant = field.kind == MemberKind::EnumConstant
                || (field.kind == MemberKind::Field && field.is_static && field.is_final_or_abstract);
            match is_constant && is_visible(types, *member) {
                true => Ok(()),
                false => Err("no constant that a test can name".to_owned()),
            }
        }
        _ => Ok(()),
    }
}

/// Whether a test can use a member, and name its class where it is static.
fn is_visible(types: &Types<'_>, member: MemberId) -> bool {
    let declared = &types.api.members[member];
    let by_name = declared.is_static || declared.kind == MemberKind::Constructor;
    declared.visibility != Visibility::Hidden
        && (!by_name || types.api.classes[declared.class].visibility != Visibility::Hidden)
}

fn check_member(types: &Types<'_>, draft: &Draft, action: &Action, member: MemberId) -> Result<(), String> {
    let declared = &types.api.members[member];
    if !is_visible(types, member) {
        return Err("its member is hidden".to_owned());
    }
    let (kind, receiver) = match action {
        Action::New { .. } => return Ok(()),
        Action::Call { receiver, .. } => (MemberKind::Method, receiver),
        Action::Get { receiver, .. } | Action::Set { receiver, .. } => (MemberKind::Field, receiver),
        _ => return Ok(()),
    };
    let is_kind =
        declared.kind == kind || (kind == MemberKind::Field && declared.kind == MemberKind::EnumConstant);
    if !is_kind || declared.is_static != receiver.is_none() {
        return Err("its member is of another kind".to_owned());
    }
    if let Some(Operand::Leaf(_) | Operand::Boxed(..)) = receiver {
        return Err("a literal has no members".to_owned());
    }
    match receiver.as_ref().map(|receiver| operand_type(types, draft, receiver)) {
        Some(None) => Err("no receiver".to_owned()),
        // Members are looked up in the class that is declared: nothing can be called on a constant of a hidden one.
        Some(Some(of)) if !types.is_nameable(&of) => Err("the class of its receiver is hidden".to_owned()),
        _ => Ok(()),
    }
}

fn check_action(
    types: &Types<'_>,
    draft: &Draft,
    at: usize,
    action: &Action,
    ty: Option<&TypeUse>,
) -> Result<(), String> {
    let api = types.api;
    match action {
        Action::New { constructor, outer, args } => {
            let declared = &api.members[*constructor];
            let class = &api.classes[declared.class];
            let Some(TypeUse::Class(made)) = ty else { return Err("a new object has a class".to_owned()) };
            let exact = made.arguments.iter().all(|argument| matches!(argument, TypeArgument::Exactly(_)));
            let good =
                declared.kind == MemberKind::Constructor && !class.is_abstract && made.name == class.name;
            let has_outer = outer.is_some() == class.is_inner && *outer != Some(Operand::Null);
            match good && exact && has_outer && args.len() == declared.parameters.len() {
                true => Ok(()),
                false => Err("no object is made so".to_owned()),
            }
        }
        Action::Call { method, receiver, args } => {
            let of = receiver.as_ref().and_then(|receiver| operand_type(types, draft, receiver));
            let of = match of {
                Some(TypeUse::Class(of)) => Some(of),
                _ => None,
            };
            let args: Vec<_> = args.iter().map(|arg| operand_type(types, draft, arg)).collect();
            let solved = solve(types, *method, of.as_ref(), &args, ty).is_some();
            let gives = api.members[*method].result.is_some() == ty.is_some();
            if solved && gives { Ok(()) } else { Err("the call does not fit".to_owned()) }
        }
        Action::Array { .. } => match ty {
            Some(TypeUse::Array(element)) if is_element(element) => Ok(()),
            _ => Err("no array is made so".to_owned()),
        },
        Action::Set { field, .. } if api.members[*field].is_final_or_abstract || ty.is_some() => {
            Err("the field cannot be assigned".to_owned())
        }
        Action::SetElement { array, index, .. } => {
            match draft.steps.get(array.0 as usize).map(|step| &step.action) {
                Some(Action::Array { elements })
                    if (array.0 as usize) < at && (*index as usize) < elements.len() && ty.is_none() =>
                {
                    Ok(())
                }
                // How long it is is known when it runs.
                Some(Action::Call { .. }) if (array.0 as usize) < at && ty.is_none() => {
                    match &draft.steps[array.0 as usize].ty {
                        Some(TypeUse::Array(_)) => Ok(()),
                        _ => Err("no array".to_owned()),
                    }
                }
                _ => Err("no such element".to_owned()),
            }
        }
        Action::Mock { constructed, answers } => {
            let Some(TypeUse::Class(of)) = ty else { return Err("a mock has a class".to_owned()) };
            let exact = of.arguments.iter().all(|argument| matches!(argument, TypeArgument::Exactly(_)));
            let is_open = |class: &ClassType| match constructed {
                Some((constructor, _)) => class.open_constructors.contains(constructor),
                None => class.is_extensible,
            };
            let is_it = |id: &ClassId| api.classes[*id].is_abstract && is_open(&api.classes[*id]);
            let Some(id) = types.id(&of.name).filter(is_it).filter(|_| exact) else {
                return Err("nothing can stand for its type".to_owned());
            };
            if let Some((constructor, args)) = constructed {
                let args: Vec<_> = args.iter().map(|arg| operand_type(types, draft, arg)).collect();
                if solve(types, *constructor, Some(of), &args, None).is_none() {
                    return Err("the class that it extends is not constructed so".to_owned());
                }
            }
            let methods = types.abstract_methods(id);
            let answered = answers.iter().all(|(method, values)| {
                methods.contains(method) && !values.is_empty() && answer_type(types, *method, of).is_some()
            });
            if answered { Ok(()) } else { Err("it answers what it does not implement".to_owned()) }
        }
        Action::Get { field, receiver } => {
            let given = field_type(types, draft, *field, receiver.as_ref());
            let wanted = ty.ok_or("a field gives a value")?;
            let gives = given
                .is_some_and(|given| *wanted == types.nameable(&given) || types.is_subtype(&given, wanted));
            if gives { Ok(()) } else { Err("the field has another type".to_owned()) }
        }
        Action::Set { .. } => Ok(()),
    }
}
