//! Skeletons compiled to plans: where their parts lie, what is passed, and which of them are refused.

mod support;

use support::plan;
use trine_fixtures::script::{Arg, field, index, place};
use trine_fixtures::{Script, Unit};
use trine_harness::plan::{Register, Scalar, StubValue};
use trine_harness::{Plan, PlanError, Root, Source};
use trine_testcase::LeafId;
use trine_testcase::test_case::{Argument, Place, PlaceRoot, PointerValue, Statement, Variable};

/// A function that does nothing, with these declarations.
fn unit(declarations: &str, signature: &str) -> Unit {
    let params: Vec<String> = signature
        .split(',')
        .map(str::trim)
        .filter(|ty| !ty.is_empty())
        .enumerate()
        .map(|(at, ty)| format!("v{at}: {ty}"))
        .collect();
    let (globals, externals) = match declarations.contains("global") {
        true => ("global0: \"counter\" size 4 align 4\n", ""),
        false => {
            ("", if declarations.contains("stub") { "fn1: \"get\"(ptr) -> (i32) external\n" } else { "" })
        }
    };
    Unit::new(
        declarations,
        &format!(
            "program\n{globals}fn0: \"f\"({signature}) -> () defined external\n{externals}body fn0 = function \"f\"({signature}) -> () {{\nblock0({}):\n    return\n}}\n",
            params.join(", ")
        ),
    )
}

fn refusal(unit: &Unit, script: &Script<'_>) -> PlanError {
    Plan::new(&script.test().skeleton, &unit.api, &unit.program).expect_err("it does not fit")
}

#[test]
fn numbers_travel_in_the_registers_of_their_parameters() {
    let unit = unit("void f(int a, long b)", "i32, i64");
    let mut script = Script::new(&unit);
    script.call("f", &[Arg::Number(1), Arg::Number(2)]);
    let plan = plan(&unit, &script);
    let call = plan.last_call().expect("a call");
    let leaf = |at| Register::Scalar(Scalar::Leaf(LeafId(at)));
    assert_eq!(call.registers, [leaf(0), leaf(1)]);
    assert_eq!(call.sources, [Some(Source::Leaf(LeafId(0))), Some(Source::Leaf(LeafId(1)))]);
}

#[test]
fn a_field_is_written_where_the_layout_has_it() {
    let unit = unit("struct s { char c; int n; }\nvoid f(s* p)", "ptr");
    let mut script = Script::new(&unit);
    let object = script.object("s", Some(2));
    script.set(&place(object, &[index(1), field(1)]), 32, 7);
    script.call("f", &[Arg::To(object)]);
    let plan = plan(&unit, &script);
    // The second structure of 8 bytes, the field behind three bytes of padding.
    let [write] = plan.writes.as_slice() else { panic!("one write") };
    assert_eq!((write.root, write.offset_bits, write.width_bits), (Root::Object(0), 96, 32));
    assert_eq!(plan.objects[0].size_bytes, 16);
}

#[test]
fn a_bit_field_is_written_in_its_own_width() {
    let unit = unit("struct s { int a : 3; int b : 5; }\nvoid f(s* p)", "ptr");
    let mut script = Script::new(&unit);
    let object = script.object("s", None);
    script.set(&place(object, &[field(1)]), 5, 7);
    script.call("f", &[Arg::To(object)]);
    let [write] = plan(&unit, &script).writes.try_into().expect("one write");
    assert_eq!((write.offset_bits, write.width_bits), (3, 5));
}

#[test]
fn a_pointer_says_which_statement_it_comes_from() {
    let unit = unit("struct s { int n; s* next; }\nvoid f(int n, s* p)", "i32, ptr");
    let mut script = Script::new(&unit);
    let object = script.object("s", None);
    script.point(&place(object, &[field(1)]), PointerValue::Null);
    let call = script.call("f", &[Arg::Number(1), Arg::To(object)]);
    let plan = plan(&unit, &script);
    assert_eq!(plan.writes[0].source, Source::Pointer { statement: 1, argument: 0 });
    let passed = Source::Pointer { statement: call.0, argument: 1 };
    assert_eq!(plan.last_call().expect("a call").sources[1], Some(passed));
    assert_eq!(plan.writes[0].width_bits, 64, "a pointer has eight bytes");
}

#[test]
fn a_global_is_written_as_itself() {
    let unit = unit("global int counter\nvoid f(int n)", "i32");
    let mut script = Script::new(&unit);
    script.set(&Place { root: PlaceRoot::Global(unit.global("counter")), steps: Vec::new() }, 32, 3);
    script.call("f", &[Arg::Number(1)]);
    let plan = plan(&unit, &script);
    assert_eq!(plan.writes[0].root, Root::Global(unit.program.global_named("counter").expect("a global")));
    assert!(plan.objects.is_empty());
}

#[test]
fn answers_of_a_stub_keep_the_order_of_its_calls() {
    let unit = unit("void f(int a)\nstub int get(int* out)", "i32");
    let mut script = Script::new(&unit);
    script.answer("get", 32, 5);
    script.answer("get", 32, 6);
    script.call("f", &[Arg::Number(1)]);
    let answers = &plan(&unit, &script).stubs[&unit.function_id("get")];
    let leaf = |at| StubValue::Scalar(Scalar::Leaf(LeafId(at)), Some(Source::Leaf(LeafId(at))));
    assert_eq!(answers.as_slice(), [leaf(0), leaf(1)]);
}

#[test]
fn what_a_stub_writes_belongs_to_one_call_each() {
    let unit = unit("void f(int a)\nstub int get(int* out)", "i32");
    let mut script = Script::new(&unit);
    let first = script.object("int", None);
    let second = script.object("int", None);
    script.output("get", 0, first);
    script.output("get", 0, second);
    script.call("f", &[Arg::Number(1)]);
    let plan = plan(&unit, &script);
    let writes = &plan.stub_writes[&unit.function_id("get")];
    let calls: Vec<_> = writes.iter().map(|write| (write.call, write.object)).collect();
    assert_eq!(calls, [(0, 0), (1, 1)]);
    assert!(plan.is_output(first) && plan.is_output(second) && !plan.is_output(Variable(9)));
}

#[test]
fn a_test_that_calls_nothing_is_refused() {
    let unit = unit("void f(int a)", "i32");
    let mut script = Script::new(&unit);
    script.object("int", None);
    assert_eq!(refusal(&unit, &script), PlanError::NoCall);
}

#[test]
fn a_function_that_is_gone_is_named() {
    // The suite is older than the source: the API model still has the function, the program has not.
    let unit = unit("void f(int a)\nvoid gone(int a)", "i32");
    let mut script = Script::new(&unit);
    script.call("gone", &[Arg::Number(1)]);
    let error = refusal(&unit, &script);
    assert_eq!(error, PlanError::UnknownSymbol("gone".to_owned()));
    assert!(error.to_string().contains("no `gone`; was the source changed"), "{error}");
}

#[test]
fn a_place_that_its_type_does_not_have_is_refused() {
    let unit = unit("struct s { int n; }\nvoid f(s* p)", "ptr");
    for steps in [vec![field(1)], vec![index(0)], vec![field(0), field(0)]] {
        let mut script = Script::new(&unit);
        let object = script.object("s", None);
        script.set(&place(object, &steps), 32, 7);
        script.call("f", &[Arg::To(object)]);
        assert_eq!(refusal(&unit, &script), PlanError::BadPlace, "{steps:?}");
    }
}

#[test]
fn an_object_is_not_passed_where_a_register_takes_a_number() {
    let unit = unit("struct s { int n; }\nvoid f(int a, s* p)", "i32, ptr");
    let mut script = Script::new(&unit);
    let object = script.object("s", None);
    let args = vec![Argument::Object(object), Argument::Pointer(PointerValue::Null)];
    script.statement(Statement::Call { callable: unit.callable("f"), args });
    let error = refusal(&unit, &script);
    assert_eq!(error.to_string(), "argument 1 of `f` cannot be passed by this version");
}
