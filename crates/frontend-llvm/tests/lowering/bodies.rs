//! Bodies: every construct is lowered, and what is not supported costs one function only.

use crate::support::{bodies, body, c_files, compile, compile_file, unit, versions};
use std::path::Path;
use trine_frontend_llvm::load;
use trine_ir::text::print_function;
use trine_ir::{Intrinsic, Op, Terminator, Type};

/// The functions of a file that have no body, with the reason.
fn refused(version: u32, path: &Path) -> Vec<String> {
    let name = path.display().to_string();
    let unit =
        load(vec![(name.clone(), compile_file(version, path))]).unwrap_or_else(|error| panic!("{error}"));
    let reason = |(function, body): (String, Result<_, String>)| Some(format!("{function}: {}", body.err()?));
    let refused: Vec<String> = bodies(&unit).into_iter().filter_map(reason).collect();
    assert!(!refused.iter().any(|reason| reason.contains("our bug")), "{name}: {refused:?}");
    refused
}

#[test]
fn every_construct_of_c_is_lowered_except_those_named_as_unsupported() {
    for version in versions() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering/language.c");
        let refused = refused(version, &path);
        let functions: Vec<&str> = refused.iter().filter_map(|reason| reason.split(':').next()).collect();
        assert_eq!(functions, ["assembly"], "clang {version}: {refused:?}");
    }
}

#[test]
fn the_examples_and_the_filetests_are_lowered() {
    for version in versions() {
        for path in c_files("../../examples").into_iter().chain(c_files("../filetests/cases/c")) {
            let refused = refused(version, &path);
            let about_it = path.components().any(|part| part.as_os_str() == "unsupported");
            assert!(about_it || refused.is_empty(), "{} by clang {version}: {refused:?}", path.display());
        }
    }
}

#[test]
fn a_reason_names_the_construct_and_the_place() {
    for version in versions() {
        let unit = unit(
            version,
            &["int f(int x) {\n  __asm__(\"syscall\");\n  return x; }\nint g(void) { return 1; }"],
        );
        let bodies = bodies(&unit);
        assert_eq!(bodies[0].1.as_ref().unwrap_err(), "inline assembly at line 2:3");
        assert!(bodies[1].1.is_ok());
    }
}

#[test]
fn bit_fields_share_integers_of_more_than_128_bits() {
    let source = "
        #pragma pack(1)
        struct wide { long a : 61; unsigned b : 30; int c : 30; unsigned long d : 55; int e : 17; } w;
        void write(int x) { w.a = x; w.b = x; w.c = x; w.d = x; w.e = x; }
        long read(void) { return w.a + w.b + w.c + w.d + w.e; }
        unsigned _BitInt(300) sum(unsigned _BitInt(300) a) { return a * a + a - (a < 7); }
        unsigned _BitInt(300) share(unsigned _BitInt(300) a) { return a / 3; }";
    for version in versions() {
        let text = compile(version, source);
        assert!(text.contains("load i176"), "clang {version} no longer reads four fields at once");
        let unit = unit(version, &[source]);
        let bodies = bodies(&unit);
        let reasons: Vec<_> = bodies.iter().filter_map(|(_, body)| body.as_ref().err()).collect();
        assert_eq!(reasons.len(), 1, "{reasons:?}");
        assert!(reasons[0].starts_with("arithmetic on integers of 300 bits"), "{reasons:?}");
    }
}

#[test]
fn the_counters_and_the_bookkeeping_of_mcdc_leave_nothing_behind() {
    for version in versions() {
        let unit = unit(version, &["int f(int a, int b, int c) { return a && (b || c) ? 1 : 0; }"]);
        let function = body(&unit, "f");
        for data in &function.blocks {
            for inst in &data.insts {
                assert!(matches!(inst.op, Op::IntCompare(..)), "{}", print_function(function));
            }
        }
        assert_eq!(unit.program.globals.len(), 0);
    }
}

#[test]
fn a_conditional_of_constants_is_a_branch() {
    for version in versions() {
        let unit = unit(version, &["int f(int a) { return a > 5 ? 7 : -7; }"]);
        let function = body(&unit, "f");
        let branches =
            function.blocks.iter().filter(|data| matches!(data.terminator, Terminator::Branch { .. }));
        assert_eq!(branches.count(), 1, "{}", print_function(function));
        let selects = function.blocks.iter().flat_map(|data| &data.insts);
        assert_eq!(selects.filter(|inst| matches!(inst.op, Op::Select { .. })).count(), 0);
    }
}

#[test]
fn structures_by_value_among_variadic_arguments_are_words_of_memory() {
    let source = "struct big { long v[3]; char c; }; int g(int, ...);
                  int f(struct big b) { return g(1, (char)2, b, 3.0L, b); }";
    for version in versions() {
        let unit = unit(version, &[source]);
        let function = body(&unit, "f");
        let mut insts = function.blocks.iter().flat_map(|data| &data.insts);
        let args = insts.find_map(|inst| match &inst.op {
            Op::Call { args, .. } => Some(args.clone()),
            _ => None,
        });
        let types: Vec<Type> = args.expect("a call").iter().map(|arg| function.type_of(*arg)).collect();
        let word = Type::Int(64);
        // The long double stands at a multiple of 16 bytes: a word is left free before it.
        let expected =
            [Type::Int(32), Type::Int(32), word, word, word, word, word, Type::F80, word, word, word, word];
        assert_eq!(types, expected, "clang {version}");
    }
}

#[test]
fn multiplication_and_addition_are_rounded_twice() {
    for version in versions() {
        let unit = unit(version, &["double f(double a, double b, double c) { return a * b + c; }"]);
        let function = body(&unit, "f");
        let fused = |op: &Op| matches!(op, Op::Intrinsic(Intrinsic::FusedMulAdd, _));
        assert!(!function.blocks.iter().flat_map(|data| &data.insts).any(|inst| fused(&inst.op)));
    }
}

#[test]
fn the_first_condition_of_an_endless_loop_is_compared_where_it_is_branched_on() {
    let source = "int f(int n) { while (1) { if (n > 20) return n; n += 3; } }";
    for version in versions() {
        let unit = unit(version, &[source]);
        let f = body(&unit, "f");
        let compares = |block: &trine_ir::BlockData| {
            let last = block.insts.last().filter(|inst| matches!(inst.op, Op::IntCompare(..)));
            let Terminator::Branch { cond, .. } = &block.terminator else { return false };
            last.is_some_and(|inst| inst.results[..] == [*cond])
        };
        let blocks = f.blocks.iter().filter(|block| compares(block)).count();
        assert_eq!(blocks, 1, "clang {version}: {}", print_function(f));
    }
}

#[test]
fn what_is_undefined_for_zero_and_for_overlap_is_told_apart() {
    let source = "
        #include <string.h>
        int clz(unsigned x) { return __builtin_clz(x); }
        int ctz(unsigned long x) { return __builtin_ctzl(x); }
        void copy(char *a, const char *b, unsigned long n) { memcpy(a, b, n); }
        void move(char *a, const char *b, unsigned long n) { memmove(a, b, n); }";
    let expected = [
        ("clz", Intrinsic::LeadingZerosOfNonzero),
        ("ctz", Intrinsic::TrailingZerosOfNonzero),
        ("copy", Intrinsic::MemCopy),
        ("move", Intrinsic::MemMove),
    ];
    for version in versions() {
        let unit = unit(version, &[source]);
        for (name, expected) in expected {
            let insts = body(&unit, name).blocks.iter().flat_map(|block| &block.insts);
            let found = insts.filter_map(|inst| match inst.op {
                Op::Intrinsic(intrinsic, _) => Some(intrinsic),
                _ => None,
            });
            assert_eq!(found.collect::<Vec<_>>(), [expected], "{name} by clang {version}");
        }
    }
}
