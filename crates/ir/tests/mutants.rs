//! Mutants of functions: which are made, and that each changes one thing and keeps the branches.

use trine_base::Stream;
use trine_ir::mutants::{Mutant, Operator, Selection, mutants};
use trine_ir::text::parse_program;
use trine_ir::{IntPredicate, Program};

const PROGRAM: &str = r#"program
fn0: "f"(i32, ptr) -> (i32) defined external
fn1: "note"(i32) -> () defined external
body fn0 = function "f"(i32, ptr) -> (i32) {
    site0: branch
    site1: switch 2
block0(v0: i32, v1: ptr):
    v2: i1 = icmp.ult v0, 10:i32 !file0:2:1
    branch v2, block1, block2, site0 !file0:2:1
block1:
    store 5:i32 -> v1 !file0:3:1
    call fn1(7:i32) !file0:4:1
    jump block3(1:i32) !file0:4:5
block2:
    v3: i32 = srem v0, 4:i32 !file0:5:1
    switch v3 [3: 0] default 1 [block1, block3(0:i32)], site1 !file0:6:1
block3(v4: i32):
    return v4 !file0:7:1
}
"#;

fn program() -> Program {
    parse_program(PROGRAM).unwrap_or_else(|error| panic!("{error}"))
}

fn all(program: &Program, as_written: bool, most: usize) -> Vec<Mutant> {
    let selection = Selection {
        is_meant: &|name| name == "f",
        is_covered: &|_, mutant| mutant.line != 6 || as_written,
        is_statement: &|_, _| true,
        as_written,
    };
    mutants(program, &selection, most, &mut Stream::new(1, "mutants"))
}

#[test]
fn what_stands_in_the_source_is_changed_and_what_a_compiler_made_is_not() {
    let program = program();
    let of = |as_written| -> Vec<(u32, Operator)> {
        all(&program, as_written, 100).iter().map(|mutant| (mutant.line, mutant.operator)).collect()
    };
    let (written, made) = (of(true), of(false));
    let boundary = (2, Operator::Relational(IntPredicate::Ule));
    assert!(written.contains(&boundary) && !made.contains(&boundary), "unsigned comparisons check bounds");
    for operator in [(2, Operator::Constant(1)), (3, Operator::Constant(1)), (4, Operator::Constant(0))] {
        assert!(written.contains(&operator) && !made.contains(&operator), "{operator:?} in {written:?}");
    }
    for operator in [(4, Operator::Passed(0, 0)), (6, Operator::Case(0))] {
        assert!(written.contains(&operator) && !made.contains(&operator), "{operator:?} in {written:?}");
    }
    for operator in [(3, Operator::Deletion), (4, Operator::Deletion), (7, Operator::Return)] {
        assert!(written.contains(&operator) && made.contains(&operator), "{operator:?} in {made:?}");
    }
}

#[test]
fn a_mutant_differs_from_its_function_and_has_its_branches() {
    let program = program();
    let original = program.body(trine_ir::FuncId(0)).unwrap();
    for mutant in all(&program, true, 100) {
        let body = mutant.body(&program).unwrap_or_else(|| panic!("{mutant:?} has a body"));
        assert_eq!(body.sites, original.sites, "{mutant:?}");
        let differs = body
            .blocks
            .iter()
            .zip(&original.blocks)
            .any(|(new, old)| new.insts != old.insts || new.terminator != old.terminator);
        assert!(differs, "{mutant:?}");
    }
}

#[test]
fn a_sample_is_drawn_by_the_stream_and_in_the_order_of_the_code() {
    let program = program();
    let whole = all(&program, true, 100);
    let sample = all(&program, true, 4);
    assert_eq!(sample, all(&program, true, 4));
    let positions: Vec<usize> =
        sample.iter().filter_map(|mutant| whole.iter().position(|one| one == mutant)).collect();
    assert!(positions.len() == 4 && positions.is_sorted(), "{positions:?}");
}
