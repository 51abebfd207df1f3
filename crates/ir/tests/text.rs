//! The text form: what is printed can be read back and prints the same; errors say where.

use trine_ir::text::{parse_function, parse_program, print_function, print_program};
use trine_ir::{AtomicOp, BinaryOp, CastOp, FloatPredicate, IntPredicate, Intrinsic};

/// A function with every form of instruction, terminator and constant.
const EVERYTHING: &str = r#"function "every \"thing\"\u{a}"(i32, ptr byval(16, 8), ptr, i1, ...) -> (i32, f64) !file0:1:1..40:2 {
    site0: branch !file0:4:9
    site1: switch 3 !file0:5:1
    site2: switch 2
    region0: !file0:3:30..12:2
    region1: !file0:4:9..4:14 dead
    condition0: boolean !file0:4:9..4:10 true taken(site0/0, site1/2) false folded decision0/0
    condition1: case !file0:4:12..4:14 in !file0:1:2..1:3 true dead false unmatched
    decision0: !file0:4:9..4:14 in !file1:1:1 conditions(condition0, condition1) next(1 / end, end / end) negated(1)
block0(v0 "n": i32, v1: ptr, v2: ptr, v3: i1) unwind block6 regions(region0, region1):
    v4: i32 = add.nsw v0, -1:i32 !file0:4:9
    v5: f64 = fneg 1.5:f64
    v6: i1 = icmp.sgt v4, 2147483647:i32
    v7: i1 = fcmp.uno v5, 0x7ff8000000000000:f64
    v8: i64 = sext v4
    v9 "sel": i32 = select v6, v4, undef:i32
    v10: ptr = ptradd v1 + v8 * 4 + -8
    v11: ptr = ptradd v1 + 8
    v12: ptr = ptradd @global3+8 + 3:i64 * 2 + 0
    v28: ptr = ptradd @global3 + -8
    v29: ptr = ptradd @global3 + v8 * 1 + 0
    v30: ptr = ptradd @global3-8 + 8
    v13: i32 = load v10
    v31: i32 = load.volatile v10
    store v13 -> v11 !file0:5:2..5:9
    store.volatile v13 -> v11
    v14: ptr = stackalloc 4 align 4
    v15: ptr = stackalloc 8 * v8 align 16
    v16: i32, v17: f64 = call fn3(v0, null, @fn2, @global1-16, @fn2/block3, 0x1f:ptr)
    call.indirect v2 (i32, ...) -> () (v0, -0.0:f64, 1e-7:f32, 0x4000c000000000000000:f80)
    v18: i32, v19: i1 = intrinsic.sadd_overflow(v0, 7:i32) !file0:9:9
    v20: i32 = atomic.umax v14, v0
    v21: i32, v22: i1 = cmpxchg v14, v0, 1:i32
    v23: i128 = add -170141183460469231731687303715884105728:i128, 5:i128
    v24: i3 = add 7:i3, 1:i3
    branch v6, block1(v4), block2, site0 !file0:4:12
block1(v25: i32):
    switch v25 [1: 0, 340282366920938463463374607431768211455: 1] default 2 [block2, block3, block4], site1
block2:
    indirectjump v1 [block4, block5], site2
block3:
    return v0, 0.1:f64
block4:
    unreachable
block5:
    trap
block6:
    v26: ptr, v27: i32 = intrinsic.landing_pad()
    throw v26, v27
}
"#;

#[test]
fn every_form_prints_as_it_is_read() {
    let function = parse_function(EVERYTHING).unwrap();
    assert_eq!(print_function(&function), EVERYTHING);
    assert_eq!(function.name, "every \"thing\"\n");
}

#[test]
fn every_operation_name_reads_as_its_operation() {
    for &op in BinaryOp::ALL {
        assert_eq!(BinaryOp::named(op.name()), Some(op));
    }
    assert!(CastOp::ALL.iter().all(|&op| CastOp::named(op.name()) == Some(op)));
    assert!(AtomicOp::ALL.iter().all(|&op| AtomicOp::named(op.name()) == Some(op)));
    assert!(Intrinsic::ALL.iter().all(|&op| Intrinsic::named(op.name()) == Some(op)));
    assert!(IntPredicate::ALL.iter().all(|&op| IntPredicate::named(op.name()) == Some(op)));
    assert!(FloatPredicate::ALL.iter().all(|&op| FloatPredicate::named(op.name()) == Some(op)));
}

const PROGRAM: &str = r#"program
file0: "src/a.c"
global0: "table" size 16 align 8 constant = "00112233445566778899aabbccddeeff" relocations(0: @global1+4, 8: @fn1)
global1: "x" size 4 align 4
global2: "errno" size 4 align 4 undefined
global3: "labels" size 8 align 8 relocations(0: @fn0/block2)
fn0: "main"(i32, ptr) -> (i32) defined external
fn1: "exit"(i32) -> () noreturn external

body fn0 = function "main"(i32, ptr) -> (i32) {
block0(v0: i32, v1: ptr):
    return v0
}
"#;

#[test]
fn programs_print_as_they_are_read() {
    let program = parse_program(PROGRAM).unwrap();
    assert_eq!(print_program(&program), PROGRAM);
    assert_eq!(program.globals.len(), 4);
    let exit = program.function_named("exit").unwrap();
    assert!(program.body(exit).is_err());
}

#[test]
fn errors_say_where_and_what() {
    let check = |text: &str, message: &str| {
        assert_eq!(parse_function(text).map(drop).unwrap_err().to_string(), message, "{text}");
    };
    check("", "1:1: expected `function`, found the end");
    check("function f", "1:10: expected the function's name in quotes, found `f`");
    check(
        "function \"f\"(i129)",
        "1:14: expected a type: `i1` to `i128`, `f32`, `f64`, `f80`, `ptr`, found `i129`",
    );
    let body = |line: &str| format!("function \"f\"() -> () {{\nblock0:\n  {line}\n}}");
    check(&body("v0: i32 = frob v1"), "3:13: expected an instruction or a terminator, found `frob`");
    check(&body("v0: i8 = add 256:i8, 1:i8"), "3:20: expected a type that holds 256, found `i8`");
    check(&body("v0: i8 = add 1:i8"), "4:1: expected `,`, found `}`");
    check(&body("jump"), "4:1: expected a name as `block0`, found `}`");
    check(
        &body("return \"a"),
        "4:2: expected a closing quote, or one of `\\\"`, `\\\\`, `\\u{…}`, found the end",
    );
    check(&body("return\nblock2:"), "4:1: expected `block1` or `}`, found `block2`");
    check(
        &body("v99999999999: i1 = add"),
        "3:3: expected an instruction or a terminator, found `v99999999999`",
    );
    check(&body("return é"), "3:10: expected a word, a number, a string or punctuation, found `é`");
}

#[test]
fn broken_texts_give_errors_not_panics() {
    let whole = [EVERYTHING, PROGRAM];
    for text in whole {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for &at in &starts {
            let _ = parse_function(&text[..at]);
            let _ = parse_program(&text[..at]);
            // Without one character, and with one too many.
            let rest = &text[at + text[at..].chars().next().unwrap().len_utf8()..];
            let _ = parse_function(&format!("{}{rest}", &text[..at]));
            for c in ["-", ".", "9", "\"", "(", "v", "@"] {
                let _ = parse_function(&format!("{}{c}{rest}", &text[..at]));
                let _ = parse_program(&format!("{}{c}{rest}", &text[..at]));
            }
        }
    }
}
