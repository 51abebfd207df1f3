//! Sequences made of calls that the user's own tests made.

use trine_sequences::carve::Carving;
use trine_sequences::check;
use trine_testcase::objects::{
    Action, CarvedCall, CarvedValue, ClassApi, ClassId, ClassType, ClassUse, Member, MemberKind, Operand,
    ParameterType, Primitive, Sequence, StepId, TypeArgument, TypeParameter, TypeUse,
};

fn plain(name: &str) -> TypeUse {
    TypeUse::Class(ClassUse::plain(name))
}

fn of(name: &str, argument: TypeUse) -> TypeUse {
    TypeUse::Class(ClassUse { name: name.to_owned(), arguments: vec![TypeArgument::Exactly(argument)] })
}

fn class(api: &mut ClassApi, name: &str, parameters: &[&str]) -> ClassId {
    let parameter = |name: &&str| TypeParameter { name: (*name).to_owned(), bounds: Vec::new() };
    api.classes.push(ClassType {
        supertypes: vec![ClassUse::plain("java/lang/Object")],
        type_parameters: parameters.iter().map(parameter).collect(),
        ..ClassType::named(name)
    })
}

fn member(
    api: &mut ClassApi,
    class: ClassId,
    (name, descriptor): (&str, &str),
    parameters: &[TypeUse],
    result: Option<TypeUse>,
) {
    let kind = if name == "<init>" { MemberKind::Constructor } else { MemberKind::Method };
    let parameters = parameters.iter().map(|ty| ParameterType { name: None, ty: ty.clone() }).collect();
    api.add_member(class, Member { parameters, result, ..Member::named(kind, name, descriptor) });
}

/// `new Shelf(Box<String>)`, `new Box<T>()`, `Box.put(T)`, `Shelf.look(int)`, `Shelf.take(Visitor)` of an interface.
fn api() -> ClassApi {
    let mut api = ClassApi::default();
    class(&mut api, "java/lang/Object", &[]);
    class(&mut api, "java/lang/String", &[]);
    class(&mut api, "java/lang/Integer", &[]);
    let shelf = class(&mut api, "a/Shelf", &[]);
    let text = of("a/Box", plain("java/lang/String"));
    member(&mut api, shelf, ("<init>", "(La/Box;)V"), &[text], None);
    member(&mut api, shelf, ("look", "(I)V"), &[TypeUse::Primitive(Primitive::Int)], None);
    member(&mut api, shelf, ("take", "(La/Visitor;)V"), &[plain("a/Visitor")], None);
    let made = class(&mut api, "a/Box", &["T"]);
    member(&mut api, made, ("<init>", "()V"), &[], None);
    member(&mut api, made, ("put", "(Ljava/lang/Object;)V"), &[TypeUse::Variable("T".to_owned())], None);
    let visitor = class(&mut api, "a/Visitor", &[]);
    (api.classes[visitor].is_abstract, api.classes[visitor].is_extensible) = (true, true);
    api.subjects.push(shelf);
    api
}

fn call(
    class: &str,
    (name, descriptor): (&str, &str),
    receiver: Option<usize>,
    args: Vec<CarvedValue>,
) -> CarvedCall {
    CarvedCall {
        class: class.to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
        receiver: receiver.map(CarvedValue::Call),
        args,
        threw: false,
    }
}

fn text(text: &str) -> CarvedValue {
    CarvedValue::Text(text.encode_utf16().collect())
}

fn number(number: u128) -> CarvedValue {
    CarvedValue::Primitive(Primitive::Int, number)
}

/// A shelf with a box in it: calls 0 to 2.
fn shelf() -> Vec<CarvedCall> {
    vec![
        call("a/Box", ("<init>", "()V"), None, vec![]),
        call("a/Box", ("put", "(Ljava/lang/Object;)V"), Some(0), vec![text("lamp")]),
        call("a/Shelf", ("<init>", "(La/Box;)V"), None, vec![CarvedValue::Call(0)]),
    ]
}

/// Names of the members that the steps use.
fn names(api: &ClassApi, sequence: &Sequence) -> Vec<String> {
    let name = |action: &Action| match action.member() {
        Some(member) => api.members[member].name.clone(),
        None => "mock".to_owned(),
    };
    sequence.steps.steps.iter().map(|step| name(&step.action)).collect()
}

fn carved(calls: &[CarvedCall], max_steps: usize) -> (ClassApi, Vec<Sequence>) {
    let api = api();
    let sequences = Carving::new(&api).sequences(calls, max_steps);
    for sequence in &sequences {
        check(&api, sequence).unwrap();
    }
    (api, sequences)
}

#[test]
fn objects_keep_their_state_and_have_the_type_arguments_that_later_steps_ask_for() {
    let mut calls = shelf();
    calls.push(call("a/Shelf", ("look", "(I)V"), Some(2), vec![number(7)]));
    // Nobody needs this one.
    calls.push(call("a/Box", ("<init>", "()V"), None, vec![]));
    let (api, sequences) = carved(&calls, 40);
    let [only] = sequences.as_slice() else { panic!("{sequences:?}") };
    assert_eq!(names(&api, only), ["<init>", "put", "<init>", "look"]);
    assert_eq!(only.steps.steps[StepId(0)].ty, Some(of("a/Box", plain("java/lang/String"))));
    assert_eq!(only.leaves.last(), Some(&7));
}

#[test]
fn a_call_that_throws_ends_a_sequence_and_is_left_out_of_the_others() {
    let mut calls = shelf();
    calls.push(CarvedCall { threw: true, ..call("a/Shelf", ("look", "(I)V"), Some(2), vec![number(1)]) });
    calls.push(call("a/Shelf", ("look", "(I)V"), Some(2), vec![number(2)]));
    let (api, sequences) = carved(&calls, 40);
    let made: Vec<_> =
        sequences.iter().map(|sequence| (names(&api, sequence).len(), sequence.leaves.last())).collect();
    assert_eq!(made, [(4, Some(&1)), (4, Some(&2))]);
}

#[test]
fn long_tests_are_split_and_each_part_has_what_it_needs() {
    let mut calls = Vec::new();
    for at in 0..4 {
        let first = calls.len();
        calls.push(call("a/Box", ("<init>", "()V"), None, vec![]));
        calls.push(call("a/Box", ("put", "(Ljava/lang/Object;)V"), Some(first), vec![text("lamp")]));
        calls.push(call("a/Shelf", ("<init>", "(La/Box;)V"), None, vec![CarvedValue::Call(first)]));
        calls.push(call("a/Shelf", ("look", "(I)V"), Some(first + 2), vec![number(at)]));
    }
    let (api, sequences) = carved(&calls, 9);
    assert_eq!(sequences.len(), 2, "{sequences:?}");
    for sequence in &sequences {
        let names = names(&api, sequence);
        assert_eq!(names, ["<init>", "put", "<init>", "look"].repeat(2));
    }
    // Of an object with a longer history, there is what fits.
    let mut calls = shelf();
    calls.extend((0..10).map(|at| call("a/Shelf", ("look", "(I)V"), Some(2), vec![number(at)])));
    let (_, sequences) = carved(&calls, 6);
    let lengths: Vec<usize> = sequences.iter().map(|sequence| sequence.steps.steps.len()).collect();
    assert_eq!(lengths, [6]);
}

#[test]
fn unknown_objects_become_mocks_or_leave_their_call_out() {
    let mut calls = shelf();
    calls.push(call("a/Shelf", ("take", "(La/Visitor;)V"), Some(2), vec![CarvedValue::Unknown]));
    calls.push(call("a/Box", ("put", "(Ljava/lang/Object;)V"), Some(0), vec![CarvedValue::Unknown]));
    calls.push(call("a/Shelf", ("missing", "()V"), Some(2), vec![]));
    let (api, sequences) = carved(&calls, 40);
    let [only] = sequences.as_slice() else { panic!("{sequences:?}") };
    assert_eq!(names(&api, only), ["<init>", "put", "<init>", "mock", "take"]);
    let takes = &only.steps.steps[StepId(4)].action;
    assert_eq!(takes.operands()[1], &Operand::Step(StepId(3)));
}
