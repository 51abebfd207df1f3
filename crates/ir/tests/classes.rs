//! The class table in text, and each of its rules broken once.

use trine_ir::objects::Classes;
use trine_ir::text::{parse_program, print_program};
use trine_ir::verifier::{verify_classes, verify_in};
use trine_ir::{Callable, Class, ClassId, ClassKind, FuncId, Program, Signature};

/// Functions that the tables of these tests name.
const FUNCTIONS: &str = r#"program
fn0: "area"(ptr) -> (i32) defined
fn1: "other"(ptr) -> (i64) defined
fn2: "init"() -> () defined
fn3: "raise"(i32, ptr) -> () defined
fn4: "free"(i32) -> (i32) defined
"#;

fn program(tables: &str) -> Program {
    let text = format!("{FUNCTIONS}{tables}");
    parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What is wrong with these classes and raisers, one sentence per line.
fn check(tables: &str, expected: &str) {
    assert_eq!(verify_classes(&program(tables)).join("\n"), expected, "{tables}");
}

const GOOD: &str = r#"class0: "Object" size 8 vtable(fn0)
class1: "Shape" interface vtable(none, fn0)
class2: "Square" extends class0 size 24 fields("side": i32 at 8, "next": ptr at 16) implements(class1) vtable(fn0, none) itable class1(fn0, fn0) init fn2
class3: "Square[]" extends class0 array ptr of class2 vtable(fn0)
class4: "int[]" extends class0 array i32 vtable(fn0)
class5: "Big" extends class2 size 24 vtable(fn0, fn0) itable class1(fn0, fn0)
class6: "Shape[]" extends class0 array ptr of class1 vtable(fn0)
raiser null_dereference = fn2
raiser bad_cast = fn3
"#;

#[test]
fn tables_are_printed_as_they_are_read() {
    check(GOOD, "");
    let program = program(GOOD);
    let text = print_program(&program);
    assert!(text.contains(GOOD), "{text}");
    let again = parse_program(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print_program(&again), text);
}

#[test]
fn classes_know_what_is_above_them() {
    let program = program(GOOD);
    let [object, shape, square, squares, ints, big, shapes] = [0, 1, 2, 3, 4, 5, 6].map(ClassId);
    assert_eq!(program.supertypes(big), [object, shape, square, big]);
    assert!(program.is_subclass(big, shape) && !program.is_subclass(square, big));
    assert!(program.is_subclass(squares, shapes) && !program.is_subclass(shapes, squares));
    assert!(!program.is_subclass(ints, shapes) && program.is_subclass(ints, object));
    assert_eq!(program.steps_between(square, big), 1);
    assert_eq!(program.steps_between(ints, big), 3);
    assert_eq!(program.overriders(shape, 1).into_iter().collect::<Vec<_>>(), [FuncId(0)]);
    assert_eq!(program.class_named("Big"), Some(big));
}

#[test]
fn a_class_follows_what_it_extends() {
    check(
        "class0: \"A\" extends class1 size 8\nclass1: \"B\" size 8",
        "class0 stands before class1, which it extends",
    );
    check(
        "class0: \"I\" interface\nclass1: \"A\" extends class0 size 8",
        "class1 extends class0, which has no objects",
    );
    check(
        "class0: \"A\" size 8\nclass1: \"B\" size 8 implements(class0)",
        "class1 implements class0, which is no interface",
    );
}

#[test]
fn fields_lie_inside_of_an_object_and_apart() {
    check("class0: \"A\" size 4", "class0 has objects of 4 bytes, less than the 8 above it");
    check(
        "class0: \"A\" size 16\nclass1: \"B\" extends class0 size 24 fields(\"x\": i32 at 12)",
        "the field x of class1 lies at 12 to 16, outside of 16 to 24",
    );
    check(
        "class0: \"A\" size 16 fields(\"x\": i64 at 8, \"y\": i32 at 12)",
        "the fields x and y of class0 overlap",
    );
    check("class0: \"I\" interface fields(\"x\": i32 at 8)", "the interface class0 has fields");
}

#[test]
fn arrays_have_elements_of_whole_powers_of_two() {
    check("class0: \"A\" array i128", "class0 has elements of type i128");
    check(
        "class0: \"A\" size 8\nclass1: \"B\" array i32 of class0",
        "class1 has elements of type i32 and of a class",
    );
    check(
        "class0: \"A\" array ptr of class1\nclass1: \"B\" size 8",
        "class0 stands before class1, which its elements are",
    );
}

#[test]
fn methods_keep_their_positions_and_types() {
    check(
        "class0: \"A\" size 8 vtable(fn0, fn0)\nclass1: \"B\" extends class0 size 8 vtable(fn0)",
        "class1 has 1 virtual methods, its superclass 2",
    );
    check(
        "class0: \"A\" size 8 vtable(fn0)\nclass1: \"B\" extends class0 size 8 vtable(fn1)",
        "virtual method 0 of class1: fn1 is (ptr) -> (i64), what it overrides is (ptr) -> (i32)",
    );
    check(
        "class0: \"A\" size 8 vtable(fn4)",
        "virtual method 0 of class0: fn4 does not take an object first",
    );
    check("class0: \"A\" size 8 vtable(fn9)", "virtual method 0 of class0: fn9 does not exist");
}

#[test]
fn tables_of_interfaces_belong_to_interfaces_of_the_class() {
    check(
        "class0: \"I\" interface vtable(none)\nclass1: \"A\" size 8 itable class0(fn0)",
        "class1 has methods of class0, which it does not implement",
    );
    check(
        "class0: \"I\" interface vtable(none)\nclass1: \"A\" size 8 implements(class0) itable class0(fn0, fn0)",
        "class1 has 2 methods of class0, which has 1",
    );
    check(
        "class0: \"I\" interface vtable(fn0)\nclass1: \"A\" size 8 implements(class0) itable class0(fn1)",
        "method 0 of class0 in class1: fn1 is (ptr) -> (i64), what it overrides is (ptr) -> (i32)",
    );
    check(
        "class0: \"I\" interface vtable(none)\nclass1: \"A\" size 8 implements(class0)",
        "class1 has no methods of class0",
    );
}

#[test]
fn initialisers_and_raisers_are_functions_that_fit() {
    check("class0: \"A\" size 8 init fn0", "the initialiser fn0 of class0 is no function without parameters");
    check(
        "raiser bad_cast = fn0",
        "the raiser fn0 of bad_cast is no function of integers and pointers without result",
    );
    check("raiser bad_cast = fn3\nraiser bad_cast = fn2", "bad_cast has two raisers");
}

/// What is wrong with a function `f` of `(ptr, i32)` of this one line among the good classes.
fn check_use(line: &str, expected: &str) {
    let text = format!(
        "{FUNCTIONS}fn5: \"f\"(ptr, i32) -> () defined\n{GOOD}body fn5 = function \"f\"(ptr, i32) -> () {{\n\
         block0(v0: ptr, v1: i32):\n {line}\n return\n}}\n"
    );
    let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let body = program.body(FuncId(5)).expect("the body");
    let violations: Vec<String> = verify_in(body, &program).iter().map(ToString::to_string).collect();
    let expected =
        if expected.is_empty() { String::new() } else { format!("block0, instruction 0: {expected}") };
    assert_eq!(violations.join("\n"), expected, "{text}");
}

#[test]
fn operations_on_objects_fit_their_types_and_the_table() {
    check_use("v2: ptr = object.new class2()", "");
    check_use("v2: i32 = object.new class2()", "object.new does not take [] to [i32]");
    check_use("v2: ptr = object.new class1()", "object.new of class1, which is no class with objects");
    check_use("v2: ptr = object.new class9()", "class9 does not exist");
    check_use("v2: ptr = object.new_array class4(v1)", "");
    check_use(
        "v2: ptr = object.new_array class2(v1)",
        "object.new_array of class2, which is no class of arrays",
    );
    check_use("v2: i32 = object.array_length(v1)", "object.array_length does not take [i32] to [i32]");
    check_use("v2: i128 = object.array_load(v0, v1)", "object.array_load does not take [ptr, i32] to [i128]");
    check_use("object.array_store(v0, v1, v0)", "");
    check_use("object.array_store(v0, v0, v0)", "object.array_store does not take [ptr, ptr, ptr] to []");
    check_use("v2: i32 = object.type_test class2(v0)", "object.type_test does not take [ptr] to [i32]");
    check_use("object.check_cast class2(v1)", "object.check_cast does not take [i32] to []");
    check_use("object.ensure_init class2(v0)", "object.ensure_init does not take [ptr] to []");
    check_use("object.monitor_enter(v1)", "object.monitor_enter does not take [i32] to []");
    check_use(
        "v2: i24 = shl_mask 1:i24, 1:i24",
        "v3 is i24 but must be an integer whose width is a power of two",
    );
}

#[test]
fn methods_called_are_those_of_the_table() {
    check_use("v2: i32 = call.virtual class2 slot 0 (ptr) -> (i32) (v0)", "");
    check_use("v2: i32 = call.interface class1 method 0 (ptr) -> (i32) (v0)", "");
    check_use(
        "v2: i32 = call.virtual class1 slot 0 (ptr) -> (i32) (v0)",
        "a method of class1 is called, which is an interface",
    );
    check_use(
        "v2: i32 = call.interface class2 method 0 (ptr) -> (i32) (v0)",
        "a method of class2 is called, which is no interface",
    );
    check_use("v2: i32 = call.virtual class2 slot 7 (ptr) -> (i32) (v0)", "class2 has no method 7");
    check_use(
        "v2: i64 = call.virtual class2 slot 0 (ptr) -> (i64) (v0)",
        "method 0 of class2 is (ptr) -> (i32), not (ptr) -> (i64)",
    );
    check_use(
        "v2: i32 = call.virtual class2 slot 0 (i32) -> (i32) (v1)",
        "the method does not take its object first",
    );
    check_use("v2: i32 = call.virtual class2 slot 0 (ptr) -> (i32) (v1)", "v1 is i32 but must be ptr");
}

#[test]
fn what_is_added_belongs_to_one_opening_and_has_the_same_numbers_in_another() {
    let program = program(GOOD);
    let callable = |name: &str| Callable {
        name: name.to_owned(),
        signature: Signature::default(),
        defined: true,
        no_return: false,
        external: false,
        weak: false,
    };
    let class = |name: &str| Class::new(name, ClassKind::Instance { size_bytes: 8 });
    let grow = |program: &Program| {
        let functions = ["x", "y", "x", "area"].map(|name| program.declare(callable(name)));
        let classes = ["X", "Square", "Y", "X"].map(|name| program.declare_class(class(name)));
        (functions, classes)
    };
    let expected = ([5, 6, 5, 0].map(FuncId), [7, 2, 8, 7].map(ClassId));
    assert_eq!(grow(&program), expected);
    let again = program.reopened();
    assert_eq!((again.callables.len(), again.classes.len()), (5, 7));
    assert_eq!(grow(&again), expected);
    assert_eq!((program.callables.len(), program.class_named("Y")), (7, Some(ClassId(8))));
}
