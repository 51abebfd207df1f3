//! Calls: arguments and results of every size, variadic arguments, objects passed by value,
//! function pointers, stubs, unwinding.

mod common;

use common::{fault, function, machine, result, run};
use trine_ir::FuncId;
use trine_machine::{Concrete, FaultKind, Ignore, Memory, Returns, Stop, StubHandler, TerminationReason};

#[test]
fn arguments_and_results_of_two_slots_arrive_whole() {
    let text = r#"program
fn0: "swap"(i128, i8, f80) -> (f80, i128, i8) defined
fn1: "f"(i128, i8, f80) -> (i128, f80) defined
body fn0 = function "swap"(i128, i8, f80) -> (f80, i128, i8) {
block0(v0: i128, v1: i8, v2: f80):
    return v2, v0, v1
}
body fn1 = function "f"(i128, i8, f80) -> (i128, f80) {
block0(v0: i128, v1: i8, v2: f80):
    v3: f80, v4: i128, v5: i8 = call fn0(v0, v1, v2)
    v6: i128 = zext v5
    v7: i128 = add v4, v6
    return v7, v3
}
"#;
    let outcome = run(&mut machine(text), "f", &[1 << 100, 7, 0x4000_c000_0000_0000_0000]);
    let returns: Vec<u128> = outcome.returns.iter().collect();
    assert_eq!(returns, [(1 << 100) + 7, 0x4000_c000_0000_0000_0000]);
}

#[test]
fn block_parameters_are_assigned_at_once() {
    let text = common::function_text(
        "(i32, i32, i128, i128, i32) -> (i32, i32, i128, i128)",
        "site0: branch\nblock0(v0: i32, v1: i32, v2: i128, v3: i128, v4: i32):\n jump block1(v0, v1, v2, v3, v4)\n\
         block1(v5: i32, v6: i32, v7: i128, v8: i128, v9: i32):\n v10: i1 = icmp.eq v9, 0:i32\n \
         v11: i32 = add v9, -1:i32\n branch v10, block2, block1(v6, v5, v8, v7, v11), site0\n\
         block2:\n return v5, v6, v7, v8",
    );
    let mut machine = machine(&text);
    for count in 0..4 {
        let outcome = run(&mut machine, "f", &[1, 2, 3 << 64, 4 << 64, count]);
        let got: Vec<u128> = outcome.returns.iter().collect();
        let straight = [1, 2, 3 << 64, 4 << 64];
        let crossed = [2, 1, 4 << 64, 3 << 64];
        assert_eq!(got, if count % 2 == 0 { straight } else { crossed }, "{count}");
    }
}

/// Sums `count` variadic ints, walking the list as clang's own `va_arg` does, then reads a
/// double and a 16-byte integer.
const VARIADIC: &str = r#"program
fn0: "sum"(i32, ...) -> (i64, f64, i128) defined
fn1: "f"(i32, i32, f64, i128) -> (i64, f64, i128) defined
fn2: "too_many"(i32) -> (i64) defined
body fn0 = function "sum"(i32, ...) -> (i64, f64, i128) {
    site0: branch
    site1: branch
block0(v0: i32):
    v1: ptr = stackalloc 24 align 8
    intrinsic.va_start(v1)
    v2: i32 = load v1
    v3: i1 = icmp.ult v2, 41:i32
    branch v3, block4, block1, site0
block1:
    v4: ptr = ptradd v1 + 8
    jump block2(0:i64, v0)
block2(v5: i64, v6: i32):
    v7: i1 = icmp.eq v6, 0:i32
    branch v7, block5, block3, site1
block3:
    v8: ptr = load v4
    v9: i32 = load v8
    v10: ptr = ptradd v8 + 8
    store v10 -> v4
    v11: i64 = sext v9
    v12: i64 = add v5, v11
    v13: i32 = add v6, -1:i32
    jump block2(v12, v13)
block4:
    unreachable
block5:
    v14: ptr = load v4
    v15: f64 = load v14
    v16: ptr = ptradd v14 + 8
    v17: i64 = ptrtoint v16
    v18: i64 = add v17, 15:i64
    v19: i64 = and v18, -16:i64
    v20: ptr = inttoptr v19
    v21: i128 = load v20
    intrinsic.va_end(v1)
    return v5, v15, v21
}
body fn1 = function "f"(i32, i32, f64, i128) -> (i64, f64, i128) {
block0(v0: i32, v1: i32, v2: f64, v3: i128):
    v4: i64, v5: f64, v6: i128 = call fn0(2:i32, v0, v1, v2, v3)
    return v4, v5, v6
}
body fn2 = function "too_many"(i32) -> (i64) {
block0(v0: i32):
    v1: i64, v2: f64, v3: i128 = call fn0(v0, 1:i32, 2:i32)
    return v1
}
"#;

#[test]
fn variadic_arguments_are_walked_in_the_overflow_area() {
    let (a, b, c, d) = (10, u128::from(u32::MAX), u128::from(2.5f64.to_bits()), 5 << 90);
    let outcome = run(&mut machine(VARIADIC), "f", &[a, b, c, d]);
    let returns: Vec<u128> = outcome.returns.iter().collect();
    assert_eq!(returns, [9, c, d], "{outcome:?}");
}

#[test]
fn reading_more_variadic_arguments_than_were_passed_is_out_of_bounds() {
    let kind = fault(&mut machine(VARIADIC), "too_many", &[3]);
    assert!(matches!(kind, FaultKind::OutOfBounds { input: false, offset: 16, .. }), "{kind:?}");
}

#[test]
fn an_object_passed_by_value_is_copied() {
    let text = r#"program
global0: "g" size 8 align 8 = "0100000002000000"
fn0: "change"(ptr byval(8, 8)) -> (i32) defined
fn1: "f"() -> (i32, i32) defined
body fn0 = function "change"(ptr byval(8, 8)) -> (i32) {
block0(v0: ptr):
    v1: ptr = ptradd v0 + 4
    v2: i32 = load v1
    store 9:i32 -> v1
    return v2
}
body fn1 = function "f"() -> (i32, i32) {
block0:
    v0: i32 = call fn0(@global0)
    v1: ptr = ptradd @global0+0 + 4
    v2: i32 = load v1
    return v0, v2
}
"#;
    let outcome = run(&mut machine(text), "f", &[]);
    assert_eq!(outcome.returns.iter().collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn a_function_pointer_in_a_table_is_called() {
    let text = r#"program
global0: "table" size 16 align 8 constant relocations(0: @fn0, 8: @fn1)
fn0: "double"(i32) -> (i32) defined
fn1: "square"(i32) -> (i32) defined
fn2: "f"(i64, i32) -> (i32) defined
body fn0 = function "double"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = add v0, v0
    return v1
}
body fn1 = function "square"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = mul v0, v0
    return v1
}
body fn2 = function "f"(i64, i32) -> (i32) {
block0(v0: i64, v1: i32):
    v2: ptr = ptradd @global0+0 + v0 * 8 + 0
    v3: ptr = load v2
    v4: i32 = call.indirect v3 (i32) -> (i32) (v1)
    return v4
}
"#;
    let mut machine = machine(text);
    assert_eq!(result(&mut machine, "f", &[0, 7]), 14);
    assert_eq!(result(&mut machine, "f", &[1, 7]), 49);
    assert!(matches!(fault(&mut machine, "f", &[2, 7]), FaultKind::OutOfBounds { .. }));
}

#[test]
fn a_call_without_prototype_fits_a_function_of_those_parameters() {
    let text = r#"program
fn0: "callee"(i32) -> (i32) defined
fn1: "f"(i32) -> (i32) defined
body fn0 = function "callee"(i32) -> (i32) {
block0(v0: i32):
    return v0
}
body fn1 = function "f"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = call.indirect @fn0 (...) -> (i32) (v0)
    return v1
}
"#;
    assert_eq!(result(&mut machine(text), "f", &[5]), 5);
}

#[test]
fn computed_goto_goes_to_its_label() {
    let text = r#"program
global0: "labels" size 16 align 8 constant relocations(0: @fn0/block1, 8: @fn0/block2)
fn0: "f"(i64) -> (i32) defined
body fn0 = function "f"(i64) -> (i32) {
    site0: switch 2
block0(v0: i64):
    v1: ptr = ptradd @global0+0 + v0 * 8 + 0
    v2: ptr = load v1
    indirectjump v2 [block2, block1], site0
block1:
    return 10:i32
block2:
    return 20:i32
}
"#;
    let mut machine = machine(text);
    assert_eq!(result(&mut machine, "f", &[0]), 10);
    assert_eq!(result(&mut machine, "f", &[1]), 20);
}

#[test]
fn switches_dense_sparse_and_wide_take_the_edge_of_their_case() {
    let cases = [
        ("i32", "[0: 0, 1: 1, 3: 0, 4294967295: 1]"),
        ("i32", "[0: 0, 1: 1, 3: 0, 5: 1]"),
        ("i128", "[0: 0, 1: 1, 3: 0, 340282366920938463463374607431768211455: 1]"),
    ];
    for (ty, cases) in cases {
        let text = common::function_text(
            &format!("({ty}) -> (i32)"),
            &format!(
                "site0: switch 3\nblock0(v0: {ty}):\n switch v0 {cases} default 2 \
                 [block1(5:i32), block1(6:i32), block2], site0\nblock1(v1: i32):\n return v1\n\
                 block2:\n return 7:i32"
            ),
        );
        let mut machine = machine(&text);
        for (value, expected) in [(0, 5), (1, 6), (2, 7), (3, 5), (4, 7)] {
            assert_eq!(result(&mut machine, "f", &[value]), expected, "{ty} {value}");
        }
        if ty == "i128" {
            assert_eq!(result(&mut machine, "f", &[u128::MAX]), 6);
            assert_eq!(result(&mut machine, "f", &[1 << 64]), 7);
        }
    }
}

struct Answers(u128);

impl StubHandler for Answers {
    fn call(&mut self, _: FuncId, args: &[u128], memory: &mut Memory) -> Result<Returns, Stop> {
        memory.write_uint(args[0] as u64, 4, self.0)?;
        Ok(Returns::one(self.0 + 1))
    }
}

#[test]
fn a_stub_answers_and_writes_its_out_parameter() {
    let text = r#"program
fn0: "sensor"(ptr) -> (i32) external
fn1: "f"() -> (i32, i32) defined
body fn1 = function "f"() -> (i32, i32) {
block0:
    v0: ptr = stackalloc 4 align 4
    v1: i32 = call fn0(v0)
    v2: i32 = load v0
    return v1, v2
}
"#;
    let mut machine = machine(text);
    let f = function(&machine, "f");
    let outcome = machine.run(f, &[], &mut Concrete, &mut Ignore, &mut Answers(41));
    assert_eq!(outcome.returns.iter().collect::<Vec<_>>(), [42, 41]);
}

const THROWS: &str = r#"program
fn0: "throw_if"(i32) -> (i32) defined
fn1: "middle"(i32) -> (i32) defined
fn2: "catch"(i32) -> (i32) defined
fn3: "catch_own"(i32) -> (i32) defined
body fn0 = function "throw_if"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: i1 = icmp.slt v0, 0:i32
    branch v1, block1, block2, site0
block1:
    throw 0x1234:ptr, v0
block2:
    return v0
}
body fn1 = function "middle"(i32) -> (i32) {
block0(v0: i32):
    v1: ptr = stackalloc 16 align 8
    v2: i32 = call fn0(v0)
    return v2
}
body fn2 = function "catch"(i32) -> (i32) {
block0(v0: i32) unwind block1:
    v1: i32 = call fn1(v0)
    return v1
block1:
    v2: ptr, v3: i32 = intrinsic.landing_pad()
    v4: i32 = sub 0:i32, v3
    return v4
}
body fn3 = function "catch_own"(i32) -> (i32) {
block0(v0: i32) unwind block1:
    throw null, v0
block1:
    v1: ptr, v2: i32 = intrinsic.landing_pad()
    return v2
}
"#;

#[test]
fn an_exception_unwinds_to_the_handler_of_a_call() {
    let mut machine = machine(THROWS);
    assert_eq!(result(&mut machine, "catch", &[5]), 5);
    assert_eq!(result(&mut machine, "catch", &[u128::from(-5i32 as u32)]), 5);
    assert_eq!(result(&mut machine, "catch_own", &[8]), 8);
}

#[test]
fn an_exception_without_handler_leaves_the_outermost_function() {
    let mut machine = machine(THROWS);
    assert_eq!(result(&mut machine, "middle", &[5]), 5);
    assert_eq!(fault(&mut machine, "middle", &[u128::from(-1i32 as u32)]), FaultKind::Uncaught);
    // The machine is as good as new afterwards.
    assert_eq!(result(&mut machine, "catch", &[6]), 6);
}

#[test]
fn exit_ends_the_run_with_its_code() {
    let text = "program\nfn0: \"exit\"(i32) -> () noreturn external\nfn1: \"f\"(i32) -> () defined\n\
                body fn1 = function \"f\"(i32) -> () {\nblock0(v0: i32):\n call fn0(v0)\n unreachable\n}";
    assert_eq!(run(&mut machine(text), "f", &[3]).reason, TerminationReason::Exited(3));
}
