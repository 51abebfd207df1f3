//! Several files as one program, and the initial content of globals.

use crate::support::{bodies, body, unit, versions};
use trine_frontend_llvm::{LinkedProgram, LoadError, load};
use trine_ir::{Callee, Global, Op, RelocationTarget};

fn global<'u>(unit: &'u LinkedProgram, name: &str) -> &'u Global {
    let id = unit.program.global_named(name).unwrap_or_else(|| panic!("no global `{name}`"));
    &unit.program.globals[id]
}

#[test]
fn initial_values_have_the_layout_of_the_compiler() {
    let source = r#"
        struct s { char c; short h; unsigned a : 3, b : 6; double d; char name[5]; };
        struct s one = {1, -2, 5, 33, 1.5, "abc"};
        int matrix[2][3] = {{1, 2}, {3}};
        long double extended = 1.0L;
        __int128 wide = -1;
        _Bool yes = 3;
        float complex_parts[2] = {1, -0.0f};
        struct s none;
        static union { int i; char c[4]; } u = {.c = "xy"}; int use(void) { return u.i; }
    "#;
    for version in versions() {
        let unit = unit(version, &[source]);
        let one = global(&unit, "one");
        let mut expected = vec![0; 24];
        expected[0] = 1;
        expected[2..4].copy_from_slice(&(-2i16).to_le_bytes());
        expected[4..6].copy_from_slice(&(5u16 | 33 << 3).to_le_bytes());
        expected[8..16].copy_from_slice(&1.5f64.to_le_bytes());
        expected[16..19].copy_from_slice(b"abc");
        assert_eq!((one.size_bytes, one.align_bytes, &one.bytes), (24, 8, &expected), "clang {version}");
        let ints: Vec<u8> = [1, 2, 0, 3, 0, 0].into_iter().flat_map(i32::to_le_bytes).collect();
        assert_eq!(global(&unit, "matrix").bytes, ints);
        let extended = global(&unit, "extended");
        assert_eq!((extended.size_bytes, &extended.bytes[6..12]), (16, &[0, 0x80, 0xff, 0x3f, 0, 0][..]));
        assert_eq!(global(&unit, "wide").bytes, [0xff; 16]);
        assert_eq!(global(&unit, "yes").bytes, [1]);
        assert_eq!(global(&unit, "complex_parts").bytes, [0, 0, 0x80, 0x3f, 0, 0, 0, 0x80]);
        let none = global(&unit, "none");
        assert_eq!((none.size_bytes, none.bytes.len(), none.undefined), (24, 0, false));
        assert_eq!(global(&unit, "u").bytes, *b"xy\0\0");
    }
}

#[test]
fn addresses_in_initial_values_are_relocations() {
    let source = r#"
        int array[10]; int g(void);
        static int f(void) { return 1; }
        struct { int *end; int (*call[2])(void); const char *text; void *null; } t = {array + 10, {f, g}, "hi" + 1, 0};
        long number = (long)&array[2];
    "#;
    for version in versions() {
        let unit = unit(version, &[source]);
        let (program, t) = (&unit.program, global(&unit, "t"));
        let array = program.global_named("array").unwrap();
        let target = |offset| {
            let found = t.relocations.iter().find(|relocation| relocation.offset == offset);
            found.unwrap_or_else(|| panic!("no address at {offset}")).target
        };
        assert_eq!(target(0), RelocationTarget::Global(array, 40));
        assert_eq!(target(8), RelocationTarget::Function(program.function_named("f").unwrap()));
        assert_eq!(target(16), RelocationTarget::Function(program.function_named("g").unwrap()));
        let RelocationTarget::Global(text, 1) = target(24) else { panic!("{:?}", target(24)) };
        assert_eq!(
            (program.globals[text].bytes.as_slice(), program.globals[text].constant),
            (&b"hi\0"[..], true)
        );
        assert_eq!(t.relocations.len(), 4);
        assert_eq!(global(&unit, "number").relocations[0].target, RelocationTarget::Global(array, 8));
    }
}

#[test]
fn files_are_linked_by_name_and_keep_their_own_statics() {
    let first = "int tentative; extern int shared; static int count = 1; int second(int);
                 static int helper(void) { return count; }
                 int first(void) { return helper() + second(shared) + tentative; }";
    let second = "int tentative[4] __attribute__((common)); int shared = 7; static int count = 2;
                  static int helper(void) { return count; }
                  int second(int x) { return helper() + x; }";
    for version in versions() {
        let unit = unit(version, &[first, &second.replace("tentative[4] __attribute__((common))", "other")]);
        let program = &unit.program;
        assert_eq!(program.callables.len(), 4);
        assert!(program.callables.iter().all(|callable| callable.defined));
        let names: Vec<&str> = program.callables.iter().map(|callable| callable.name.as_str()).collect();
        assert_eq!(names.iter().filter(|name| name.starts_with("helper")).count(), 2);
        assert_eq!(global(&unit, "shared").bytes, 7i32.to_le_bytes());
        assert_eq!(global(&unit, "count").bytes, 1i32.to_le_bytes());
        assert_eq!(global(&unit, "count.1").bytes, 2i32.to_le_bytes());
        let called = |caller: &str| -> Vec<String> {
            let insts = body(&unit, caller).blocks.iter().flat_map(|data| data.insts.clone());
            insts
                .filter_map(|inst| match inst.op {
                    Op::Call { callee: Callee::Direct(id), .. } => Some(program.callables[id].name.clone()),
                    _ => None,
                })
                .collect()
        };
        assert_eq!(called("first"), ["helper", "second"]);
        assert_eq!(called("second"), ["helper.1"]);
        assert!(bodies(&unit).iter().all(|(_, body)| body.is_ok()));
        assert!(unit.warnings.is_empty(), "{:?}", unit.warnings);
    }
}

#[test]
fn weak_definitions_give_way_and_aliases_are_looked_through() {
    let first = "__attribute__((weak)) int f(void) { return 1; } int g(void) { return f(); }
                 int other(void) __attribute__((alias(\"g\"))); extern int missing(void) __attribute__((weak));
                 int h(void) { return missing ? missing() : other(); }";
    for version in versions() {
        let unit = unit(
            version,
            &[first, "int f(void) { return 2; } int other(void); int k(void) { return other(); }"],
        );
        let names: Vec<&str> = unit.program.callables.iter().map(|callable| callable.name.as_str()).collect();
        assert_eq!(names, ["g", "h", "f", "k"], "clang {version}");
        assert!(bodies(&unit).iter().all(|(_, body)| body.is_ok()), "{:?}", bodies(&unit));
        let f = unit.program.function_named("f").unwrap();
        assert!(unit.program.body(f).unwrap().coverage.regions.len() == 1);
    }
}

#[test]
fn a_second_definition_is_a_warning() {
    for version in versions() {
        let unit = unit(version, &["int main(void) { return 0; }", "int main(void) { return 1; }"]);
        assert_eq!(unit.program.callables.len(), 2);
        assert!(
            unit.warnings[0].starts_with("`main` is defined in 0.ll and again in 1.ll"),
            "{:?}",
            unit.warnings
        );
    }
}

#[test]
fn an_initial_value_that_is_not_supported_costs_the_functions_that_use_it() {
    let source =
        "extern int x; _Float16 half = 1; int f(void) { return x; } int g(void) { return half > 0; }";
    for version in versions() {
        let unit = unit(version, &[source]);
        assert!(body(&unit, "f").blocks.len() == 1);
        let g = unit.program.function_named("g").unwrap();
        assert!(unit.program.body(g).is_err());
        assert!(unit.warnings[0].contains("half"), "{:?}", unit.warnings);
    }
}

#[test]
fn constructors_are_listed_by_their_priorities() {
    for version in versions() {
        let source = "static int x; __attribute__((constructor)) static void setup(void) { x = 1; }";
        let later = "int y; __attribute__((constructor(300))) void b(void) { y++; }
            __attribute__((constructor(200))) void a(void) { y++; }";
        let both = unit(version, &[source, later]);
        let names = both.constructors.iter().map(|&id| both.program.callables[id].name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["a", "b", "setup"]);
        let unit = unit(version, &[source]);
        assert!(unit.warnings.is_empty(), "{:?}", unit.warnings);
        assert_eq!((unit.program.globals.len(), bodies(&unit).len()), (1, 1));
    }
}

#[test]
fn foreign_text_is_refused_with_its_place() {
    let error = load(vec![("x.ll".into(), "int main() {}\n".into())]).unwrap_err();
    assert!(error.to_string().starts_with("x.ll:1:1: "), "{error}");
    let arm = "target triple = \"aarch64-unknown-linux-gnu\"\n";
    let error = load(vec![("x.ll".into(), arm.into())]).unwrap_err();
    assert!(matches!(error, LoadError::Target { .. }));
    assert!(error.to_string().contains("--target"), "{error}");
}
