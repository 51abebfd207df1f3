//! Tests are read back as they were.

use super::*;
use trine_testcase::objects::{ClassType, ClassUse, Member, MemberKind, TypeUse};

fn api() -> ClassApi {
    let mut api = ClassApi::default();
    let class = api.classes.push(ClassType { is_extensible: true, ..ClassType::named("com/acme/Account") });
    for (kind, name, descriptor) in [
        (MemberKind::Constructor, "<init>", "(Ljava/lang/String;J)V"),
        (MemberKind::Method, "withdraw", "(J)Z"),
        (MemberKind::Field, "owner", "Ljava/lang/String;"),
    ] {
        api.add_member(class, Member::named(kind, name, descriptor));
    }
    api
}

fn test() -> ObjectTest {
    let leaf = |kind: LeafKind| Leaf { kind, name: String::new() };
    let (char, long) = (Primitive::Char.leaf_kind(), Primitive::Long.leaf_kind());
    let leaves = [char.clone(), char, long.clone(), long].map(leaf).into_iter().collect();
    let account = TypeUse::Class(ClassUse::plain("com/acme/Account"));
    let new = Action::New {
        constructor: MemberId(0),
        outer: None,
        args: vec![Operand::Text(vec![LeafId(0), LeafId(1)]), Operand::Leaf(LeafId(2))],
    };
    let call = Action::Call {
        method: MemberId(1),
        receiver: Some(Operand::Step(StepId(0))),
        args: vec![Operand::Leaf(LeafId(3))],
    };
    let steps = [
        Step { action: new, ty: Some(account) },
        Step { action: call, ty: Some(TypeUse::Primitive(Primitive::Boolean)) },
    ];
    let steps = Steps { steps: steps.into_iter().collect(), leaves };
    ObjectTest {
        sequence: Sequence { steps: Arc::new(steps), leaves: vec![0x41, 0xd800, 100, u128::from(u64::MAX)] },
        ended: Ended::Returned,
        expectations: vec![
            Expectation { shown: Shown::Result(StepId(1)), seen: Seen::Leaf(LeafKind::Bool, 1) },
            Expectation {
                shown: Shown::Field(StepId(0), MemberId(2)),
                seen: Seen::Elements(vec![Seen::Null, Seen::Text(vec![0x42])]),
            },
        ],
        about: MemberId(1),
    }
}

#[test]
fn a_test_is_read_back_as_it_was() {
    let (api, mut test) = (api(), test());
    for ended in [
        Ended::Returned,
        Ended::Threw {
            step: StepId(1),
            class: "a/B".to_owned(),
            named: "a/A".to_owned(),
            thrown_in: String::new(),
        },
    ] {
        test.ended = ended;
        let text = serde_json::to_string(&SequenceRecord::of(&test, &api)).unwrap();
        let record: SequenceRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(record.test(&api).unwrap(), test, "{text}");
    }
}

#[test]
fn members_are_named_and_not_numbered() {
    let text = serde_json::to_string(&SequenceRecord::of(&test(), &api())).unwrap();
    assert!(text.contains("\"com/acme/Account.withdraw(J)Z\""), "{text}");
    assert!(text.contains("\"com/acme/Account.owner:Ljava/lang/String;\""), "{text}");
}

#[test]
fn what_the_classes_do_not_have_any_more_is_named() {
    let record = SequenceRecord::of(&test(), &api());
    let mut changed = api();
    changed.members[MemberId(1)].descriptor = "(I)Z".to_owned();
    assert_eq!(record.test(&changed).unwrap_err(), "there is no com/acme/Account.withdraw(J)Z any more");
}

#[test]
fn steps_out_of_order_are_refused() {
    let mut record = SequenceRecord::of(&test(), &api());
    record.steps.swap(0, 1);
    assert_eq!(record.test(&api()).unwrap_err(), "a step uses one that comes later");
}
