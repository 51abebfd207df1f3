//! A call replaced by its sibling: another member of its class that gives the same from the same arguments, and from constants. What a
//! sequence takes from where it runs (the time zone, the locale, the time) has a sibling that is told.
//!
//! ```text
//! new DateTime(5L)                      new DateTime(5L, DateTimeZone.UTC)
//! GregorianChronology.getInstance()     GregorianChronology.getInstanceUTC()
//! DateTimeZone.getDefault()             DateTimeZone.UTC
//! chronology.withZone(null)             chronology.withZone(DateTimeZone.UTC)
//! ```

use crate::check::check;
use crate::draft::{Draft, step_id};
use trine_testcase::objects::{
    Action, ClassApi, Member, MemberId, MemberKind, Operand, ParameterType, Sequence, TypeUse,
};

/// Constants that are tried in one place.
const MAX_CONSTANTS: usize = 2;
/// Siblings of one sequence.
const MAX_SIBLINGS: usize = 32;

/// The sequence with one call replaced by each of its siblings, and with one null replaced by constants.
#[must_use]
pub fn siblings(api: &ClassApi, sequence: &Sequence) -> Vec<Sequence> {
    let draft = Draft::new(sequence);
    let mut found = Vec::new();
    for at in 0..draft.steps.len() {
        for action in other_actions(api, &draft.steps[at].action) {
            let mut other = draft.clone();
            other.steps[at].action = action;
            found.push(other.finish());
        }
        found.extend(with_constant(api, &draft, at));
        if found.len() > MAX_SIBLINGS {
            break;
        }
    }
    found.retain(|sibling| check(api, sibling).is_ok());
    found.truncate(MAX_SIBLINGS);
    found
}

/// The action with another member, or with a constant for null.
fn other_actions(api: &ClassApi, action: &Action) -> Vec<Action> {
    let (Action::New { args, .. } | Action::Call { args, .. }, Some(id)) = (action, action.member()) else {
        return Vec::new();
    };
    let member = &api.members[id];
    let mut actions = Vec::new();
    let is_free =
        !matches!(action, Action::New { outer: Some(_), .. } | Action::Call { receiver: Some(_), .. });
    let others = api.classes[member.class].members.iter().filter(|&&other| is_free && other != id);
    for &other in others.filter(|&&other| is_alike(member, &api.members[other])) {
        let Some(args) = arguments(api, (&member.parameters, args), &api.members[other]) else { continue };
        actions.push(match action {
            Action::New { .. } => Action::New { constructor: other, outer: None, args },
            _ => Action::Call { method: other, receiver: None, args },
        });
    }
    for (at, formal) in member.parameters.iter().enumerate() {
        if args.get(at) != Some(&Operand::Null) {
            continue;
        }
        for constant in constants(api, &formal.ty) {
            let mut action = action.clone();
            if let Action::New { args, .. } | Action::Call { args, .. } = &mut action {
                args[at] = constant;
            }
            actions.push(action);
        }
    }
    actions
}

/// Whether two members of a class give the same, both without type parameters of their own.
fn is_alike(one: &Member, other: &Member) -> bool {
    let is_plain =
        |member: &Member| member.type_parameters.is_empty() && !member.is_varargs && !member.is_raw;
    let is_call = |member: &Member| matches!(member.kind, MemberKind::Constructor | MemberKind::Method);
    one.kind == other.kind
        && is_call(one)
        && one.is_static == other.is_static
        && one.result == other.result
        && is_plain(one)
        && is_plain(other)
}

/// Arguments for `other` from those of a call, in their order, and from constants.
fn arguments(
    api: &ClassApi,
    (formals, args): (&[ParameterType], &[Operand]),
    other: &Member,
) -> Option<Vec<Operand>> {
    let mut given = formals.iter().zip(args).peekable();
    let mut found = Vec::with_capacity(other.parameters.len());
    for wanted in &other.parameters {
        match given.next_if(|(formal, _)| formal.ty == wanted.ty) {
            Some((_, argument)) => found.push(argument.clone()),
            None => found.push(constants(api, &wanted.ty).into_iter().next()?),
        }
    }
    Some(found)
}

/// Constants of a class that are of its type.
fn constants(api: &ClassApi, ty: &TypeUse) -> Vec<Operand> {
    let TypeUse::Class(of) = ty else { return Vec::new() };
    let Some(class) = api.classes.iter().find(|class| class.name == of.name) else { return Vec::new() };
    let is_constant = |id: &&MemberId| {
        let member = &api.members[**id];
        let is_field = member.kind == MemberKind::EnumConstant
            || member.kind == MemberKind::Field && member.is_static && member.is_final_or_abstract;
        is_field && member.result.as_ref() == Some(ty)
    };
    class.members.iter().filter(is_constant).take(MAX_CONSTANTS).map(|&id| Operand::Constant(id)).collect()
}

/// The steps with a constant in place of what a static method without parameters gives.
fn with_constant(api: &ClassApi, draft: &Draft, at: usize) -> Vec<Sequence> {
    let step = &draft.steps[at];
    let (Action::Call { receiver: None, args, .. }, Some(ty)) = (&step.action, &step.ty) else {
        return Vec::new();
    };
    if !args.is_empty() {
        return Vec::new();
    }
    let replaced = |constant: Operand| {
        let mut other = draft.clone();
        for step in &mut other.steps {
            let operands = step.action.operands_mut().into_iter();
            operands
                .filter(|operand| **operand == Operand::Step(step_id(at)))
                .for_each(|operand| *operand = constant.clone());
        }
        let keep: Vec<bool> = (0..other.steps.len()).map(|other| other != at).collect();
        other.retain(&keep);
        other.finish()
    };
    let is_named = draft
        .steps
        .iter()
        .any(|step| matches!(step.action, Action::SetElement { array, .. } if array == step_id(at)));
    if is_named { Vec::new() } else { constants(api, ty).into_iter().map(replaced).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::objects::{ClassType, ClassUse, Primitive};

    #[test]
    fn what_is_taken_from_where_a_test_runs_has_siblings_that_are_told() {
        let mut api = ClassApi::default();
        let zone = TypeUse::Class(ClassUse { name: "a/Zone".to_owned(), arguments: Vec::new() });
        let (zones, dates) =
            (api.classes.push(ClassType::named("a/Zone")), api.classes.push(ClassType::named("a/Date")));
        let parameter = |ty: &TypeUse| ParameterType { name: None, ty: ty.clone() };
        let long = TypeUse::Primitive(Primitive::Long);
        let utc = Member {
            is_static: true,
            is_final_or_abstract: true,
            result: Some(zone.clone()),
            ..Member::named(MemberKind::Field, "UTC", "La/Zone;")
        };
        let utc = api.add_member(zones, utc);
        let of = |parameters: &[&TypeUse], descriptor: &str| Member {
            parameters: parameters.iter().map(|ty| parameter(ty)).collect(),
            ..Member::named(MemberKind::Constructor, "<init>", descriptor)
        };
        let now = api.add_member(dates, of(&[], "()V"));
        let plain = api.add_member(dates, of(&[&long], "(J)V"));
        let told = api.add_member(dates, of(&[&long, &zone], "(JLa/Zone;)V"));
        let date = TypeUse::Class(ClassUse { name: "a/Date".to_owned(), arguments: Vec::new() });
        let sequence = |constructor: MemberId, other: Option<Operand>| {
            let mut draft = Draft::default();
            let leaf = draft.leaf(Primitive::Long.leaf_kind(), "millis", 5);
            let args = std::iter::once(Operand::Leaf(leaf)).chain(other).collect();
            draft.push(Action::New { constructor, outer: None, args }, Some(date.clone()));
            draft.finish()
        };
        let used = |sequence: &Sequence| -> Vec<MemberId> { sequence.members().collect() };
        let made: Vec<_> = siblings(&api, &sequence(plain, None)).iter().map(used).collect();
        assert_eq!(made, [vec![now], vec![told, utc]]);
        let made: Vec<_> = siblings(&api, &sequence(told, Some(Operand::Null))).iter().map(used).collect();
        assert_eq!(made, [vec![now], vec![plain], vec![told, utc]]);
    }
}
