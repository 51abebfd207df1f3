//! Each invariant broken once: what the verifier says and where.

use trine_ir::text::parse_function;
use trine_ir::verifier::{verify, verify_calls};
use trine_ir::{Block, Constant, DecisionId, FuncId, Function, Param, Signature, Terminator, Type, Value};

/// The violations of `function "f"` with this signature and body, one per line.
fn check(head: &str, body: &str, expected: &str) {
    let function = parse_function(&format!("function \"f\"{head} {{\n{body}\n}}\n")).unwrap();
    let violations: Vec<String> = verify(&function).iter().map(ToString::to_string).collect();
    assert_eq!(violations.join("\n"), expected, "{function}");
}

fn messages(function: &Function) -> Vec<String> {
    verify(function).iter().map(ToString::to_string).collect()
}

#[test]
fn the_entry_fits_the_signature_and_nothing_leads_back_to_it() {
    check("() -> ()", "", "the function has no entry block");
    check(
        "(i32) -> ()",
        "block0:\n jump block0",
        "block0: the entry has parameters [], the signature has [i32]\n\
         block0: an edge leads back to the entry",
    );
    check(
        "(i32 byval(4, 4)) -> ()",
        "block0(v0: i32):\n return",
        "block0: parameter 0 is passed by value but is no pointer",
    );
}

#[test]
fn what_is_referred_to_exists() {
    check(
        "() -> ()",
        "block0 unwind block7 regions(region2):\n branch 1:i1, block8, block0, site3",
        "block0: block8 does not exist\nblock0: block7 does not exist\nblock0: site3 does not exist\n\
         block0: region2 does not exist",
    );
}

#[test]
fn edges_give_what_blocks_take() {
    check(
        "() -> ()",
        "block0:\n jump block1\nblock1(v0: i8):\n jump block2(v0)\nblock2(v1: i9):\n return",
        "block0: the edge to block1 has 0 arguments for 1 parameters\n\
         block1: the edge to block2 gives v0: i8 for v1: i9",
    );
    check(
        "() -> ()",
        "block0 unwind block1(7:i8, 8:i8):\n return\nblock1(v0: i8):\n return",
        "block0: the unwind edge to block1 has 2 arguments for 1 parameters",
    );
    check(
        "() -> ()",
        "block0 unwind block1(7:i32):\n return\nblock1(v0: ptr, v1: i8):\n return",
        "block0: the unwind edge to block1 gives v2: i32 for v1: i8",
    );
}

#[test]
fn values_are_defined_once_and_before_their_uses() {
    check(
        "() -> (i32)",
        "block0:\n v0: i32 = add 1:i32, 1:i32\n v0: i32 = add v1, v2\n v1: i32 = add v0, v0\n return v1",
        "block0, instruction 1: v0 is defined twice\n\
         block0, instruction 1: the definition of v1 does not dominate this use\n\
         block0, instruction 1: v2 is used but never defined\n\
         block0, instruction 2: the definition of v0 does not dominate this use\n\
         block0, instruction 1: v1: i32 and v2: i1 must have one type"
            .replace("block0, instruction 2: the definition of v0 does not dominate this use\n", "")
            .as_str(),
    );
    check(
        "(i1) -> (i32)",
        "site0: branch\nblock0(v0: i1):\n branch v0, block1, block2, site0\nblock1:\n \
         v1: i32 = add 1:i32, 1:i32\n jump block2\nblock2:\n return v1",
        "block2: the definition of v1 does not dominate this use",
    );
}

#[test]
fn a_result_does_not_reach_the_unwind_block_of_its_own_block() {
    check(
        "() -> (i32)",
        "block0 unwind block2:\n v0: i32 = call fn0()\n jump block1\nblock1:\n return v0\nblock2:\n return v0",
        "block2: the definition of v0 does not dominate this use",
    );
    check(
        "() -> (i32)",
        "block0 unwind block2(v0):\n v0: i32 = call fn0()\n jump block1\nblock1:\n return v0\nblock2(v1: i32):\n \
         return v1",
        "block0: the definition of v0 does not dominate this use",
    );
}

#[test]
fn operands_fit_their_operation() {
    let one = |line: &str, expected: &str| {
        let message = format!("block0, instruction 0: {expected}");
        let message = if expected.is_empty() { "" } else { &message };
        check(
            "(i32, ptr, f64, i1) -> ()",
            &format!("block0(v0: i32, v1: ptr, v2: f64, v3: i1):\n {line}\n return"),
            message,
        );
    };
    one("v9: i32 = add v0, v0", "");
    one("v9: i32 = add v0, 1:i8", "v0: i32 and v10: i8 must have one type");
    one("v9: i64 = add v0, v0", "the results are [i64] but must be [i32]");
    one("v9: f64 = add v2, v2", "v2 is f64 but must be an integer");
    one("v9: i32 = fadd v0, v0", "v0 is i32 but must be a float");
    one("v9: f64 = fadd.nsw v2, v2", "a float operation cannot be nsw");
    one("v9: i32 = icmp.eq v0, v0", "the results are [i32] but must be [i1]");
    one("v9: i1 = icmp.eq v2, v2", "v2 is f64 but must be an integer or pointer");
    one("v9: i1 = fcmp.oeq v0, v0", "v0 is i32 but must be a float");
    one("v9: f32 = fneg v2", "the results are [f32] but must be [f64]");
    one("v9: i64 = trunc v0", "trunc does not take i32 to i64");
    one("v9: ptr = bitcast v2", "bitcast does not take f64 to ptr");
    one("v9: i64 = bitcast v2", "");
    one("v9: i64 = ptrtoint v1", "");
    one("v9: i32 = select v0, v0, v0", "v0 is i32 but must be i1");
    one("v9: ptr = ptradd v0 + 1", "v0 is i32 but must be ptr");
    one("v9: ptr = ptradd v1 + 1:i128 * 2 + 0", "v10 is i128 but must be an integer of at most 64 bits");
    one("v9: i32, v8: i32 = load v1", "a load has one result, not 2");
    one("store v0 -> v0", "v0 is i32 but must be ptr");
    one("v9: ptr = stackalloc 4 align 3", "the alignment 3 is no power of two");
    one("call.indirect v1 (i32) -> () ()", "the call has 0 arguments for 1 parameters");
    one("call.indirect v1 (i32, ...) -> () (v0, v2)", "");
    one("call.indirect v1 (i32) -> () (v2)", "v2 is f64 but must be i32");
    one("v9: i1 = intrinsic.abs(v0)", "intrinsic.abs does not take [i32] to [i1]");
    one("v9: i32, v8: i1 = intrinsic.sadd_overflow(v0, v0)", "");
    one("intrinsic.mem_copy(v1, v1, v0)", "");
    one("v9: i32 = atomic.fadd v1, v0", "v0 is i32 but must be a float");
    one("v9: i32, v8: i1 = cmpxchg v1, v0, v0", "");
    one("v9: i32 = cmpxchg v1, v0, v0", "the results are [i32] but must be [i32, i1]");
}

#[test]
fn direct_calls_fit_what_the_program_says() {
    let function = parse_function("function \"f\"() -> () {\nblock0:\n call fn0(1:i8)\n return\n}").unwrap();
    let signature = Signature { params: vec![Param::from(Type::Ptr)], returns: vec![], variadic: false };
    assert_eq!(verify(&function), []);
    let violations = verify_calls(&function, |_| Some(&signature));
    assert_eq!(violations[0].to_string(), "block0, instruction 0: v0 is i8 but must be ptr");
}

#[test]
fn terminators_fit_their_sites_and_the_signature() {
    check("() -> (i32)", "block0:\n return", "block0: returns [], the signature has [i32]");
    check(
        "(i8) -> ()",
        "site0: switch 2\nblock0(v0: i8):\n switch v0 [1: 0, 1: 0, 256: 0, 3: 9] default 5 [block1, block1], site0\n\
         block1:\n branch v0, block2, block2, site0\nblock2:\n return",
        "block0: case 1 stands twice\n\
         block0: case 256 does not fit i8\n\
         block0: edge 9 of case 3 does not exist\n\
         block0: the default edge 5 does not exist\n\
         block1: the condition v0 is i8 not i1\n\
         block1: site0 is declared as Switch { outcomes: 2 } and used as Branch",
    );
}

#[test]
fn targets_are_chosen_by_integers_and_addresses() {
    check(
        "(ptr) -> ()",
        "site0: switch 1\nblock0(v0: ptr):\n switch v0 [] default 0 [block1], site0\nblock1:\n return",
        "block0: v0 is ptr not an integer",
    );
    let mut function = parse_function(
        "function \"f\"(ptr, i8) -> () {\nsite0: switch 1\nblock0(v0: ptr, v1: i8):\n \
         indirectjump v0 [block1], site0\nblock1:\n return\n}",
    )
    .unwrap();
    if let Terminator::IndirectJump { target, .. } = &mut function.blocks[Block(0)].terminator {
        *target = Value(1);
    }
    assert_eq!(messages(&function), ["block0: v1 is i8 not ptr"]);
}

#[test]
fn constants_fit_their_types_and_are_no_registers() {
    let broken = |change: &dyn Fn(&mut Function)| {
        let mut function = parse_function("function \"f\"() -> () {\nblock0:\n return\n}").unwrap();
        change(&mut function);
        messages(&function)
    };
    let wide = |function: &mut Function| _ = function.new_value(Type::Int(200));
    assert_eq!(broken(&wide), ["v0 has the type i200"]);
    let large = |function: &mut Function| _ = function.new_constant(Type::Int(8), Constant::Bits(0x100));
    assert_eq!(broken(&large), ["the constant 0x100 does not fit i8"]);
    let address =
        |function: &mut Function| _ = function.new_constant(Type::Int(64), Constant::Function(FuncId(0)));
    assert_eq!(broken(&address), ["the address Function(fn0) has the type i64"]);
    let again = |function: &mut Function| {
        let constant = function.new_constant(Type::Int(8), Constant::Bits(1));
        function.blocks[Block(0)].params.push(constant);
    };
    let expected = [
        "block0: the constant v0 is defined again",
        "block0: the entry has parameters [i8], the signature has []",
    ];
    let mut found = broken(&again);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_decision_says_of_each_condition_whether_it_is_negated() {
    let mut function = parse_function(
        "function \"f\"() -> () {\nsite0: branch\n\
         condition0: boolean !file0:1:1 true taken(site0/0) false taken(site0/1) decision0/0\n\
         decision0: !file0:1:1 conditions(condition0) next(end / end)\nblock0:\n return\n}",
    )
    .unwrap();
    assert_eq!(messages(&function), [""; 0]);
    function.coverage.decisions[DecisionId(0)].negated.clear();
    let expected = "decision0 has 1 conditions but says of 0 whether they are negated";
    assert_eq!(messages(&function), [expected]);
}

#[test]
fn several_blocks_may_end_in_one_site() {
    check(
        "(i1) -> ()",
        "site0: branch\nblock0(v0: i1):\n branch v0, block1, block2, site0\n\
         block1:\n branch v0, block2, block2, site0\nblock2:\n return",
        "",
    );
}

#[test]
fn the_coverage_model_refers_to_what_exists() {
    check(
        "() -> ()",
        "site0: branch\n\
         condition0: boolean !file0:1:1 true taken(site0/2) false taken(site7/0) decision0/1\n\
         condition1: boolean !file0:1:1 true taken() false folded\n\
         decision0: !file0:1:1 conditions(condition0, condition9) next(5 / end)\n\
         block0:\n return",
        "condition0 refers to outcome 2 of site0, which does not exist\n\
         condition0 refers to outcome 0 of site7, which does not exist\n\
         condition0 says it is condition 1 of decision0, which does not list it there\n\
         an outcome of condition1 is taken nowhere\n\
         decision0 lists condition0, which does not say it belongs there\n\
         decision0 lists condition9, which does not say it belongs there\n\
         decision0 has 2 conditions but 1 pairs of successors\n\
         decision0 continues with condition 5, which does not exist",
    );
}
