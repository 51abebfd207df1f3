//! Shapes built and compiled: what a test makes by default, what it makes when runs ask for more, and what the preconditions allow.

use trine_fixtures::Unit;
use trine_harness::{Harness, SourceTaint};
use trine_inputs::{LengthUnit, ShapeEntry, TracedRun};
use trine_inputs_c::preconditions::{AccessPath, Nullness, Preconditions, StatedLength};
use trine_inputs_c::shape::{Callbacks, PointerShape, Shape, ShapeLimits, Slot};
use trine_inputs_c::shapes::ShapeFactory;
use trine_inputs_c::{hints, words};
use trine_machine::{Config, Ignore};
use trine_testcase::LeafRange;

const LIST: &str = "struct node { int value; node* next; }\nint f(node* list, int key)";

/// The function does what `body` says; its parameters are `v0` and `v1`.
fn unit(declarations: &str, signature: &str, body: &str) -> Unit {
    let text = format!(
        "program\nfn0: \"f\"{signature} defined external\nbody fn0 = function \"f\"{signature} {{\n{body}\n}}\n"
    );
    Unit::new(declarations, &text)
}

fn list() -> Unit {
    unit(LIST, "(ptr, i32) -> (i32)", "block0(v0: ptr, v1: i32):\n    return v1")
}

fn factory<'a>(unit: &'a Unit, preconditions: &'a Preconditions) -> ShapeFactory<'a> {
    factory_of(unit, "f", preconditions)
}

fn factory_of<'a>(unit: &'a Unit, name: &str, preconditions: &'a Preconditions) -> ShapeFactory<'a> {
    ShapeFactory {
        program: &unit.program,
        api: &unit.api,
        callable: unit.callable(name),
        callbacks: Callbacks::new(&unit.program, &unit.api, unit.function_id(name)),
        globals: Vec::new(),
        limits: ShapeLimits::default(),
        preconditions,
        allocates: false,
    }
}

fn entry(factory: &ShapeFactory<'_>, shape: Shape) -> ShapeEntry {
    factory.entry(shape).unwrap_or_else(|error| panic!("{error}"))
}

fn slot<'e>(entry: &'e ShapeEntry, path: &str) -> &'e Slot {
    entry
        .slots
        .iter()
        .find(|slot| slot.path == path)
        .unwrap_or_else(|| panic!("no `{path}` in {:?}", entry.slots))
}

fn names(entry: &ShapeEntry) -> Vec<&str> {
    entry.skeleton.leaves.iter().map(|leaf| leaf.name.as_str()).collect()
}

fn path(text: &str) -> AccessPath {
    AccessPath::parse(text).unwrap_or_else(|mistake| panic!("{mistake}"))
}

#[test]
fn a_list_begins_as_one_node_that_ends_it() {
    let unit = list();
    let entry = entry(&factory(&unit, Preconditions::NONE), Shape::default());
    assert_eq!(slot(&entry, "list").chosen, PointerShape::Fresh(1));
    assert_eq!(slot(&entry, "list->next").chosen, PointerShape::Null);
    assert_eq!(names(&entry), ["list->value", "key"]);
}

#[test]
fn each_choice_of_a_shape_makes_the_objects_that_it_says() {
    let unit = list();
    let factory = factory(&unit, Preconditions::NONE);
    let longer = entry(&factory, Shape::default().with("list->next", PointerShape::Fresh(1)));
    assert_eq!(longer.plan.objects.len(), 2);
    assert!(names(&longer).contains(&"list->next->value"), "{:?}", names(&longer));
    let cycle = entry(&factory, Shape::default().with("list->next", PointerShape::Same("list".into())));
    assert_eq!((cycle.plan.objects.len(), names(&cycle)), (1, vec!["list->value", "key"]));
    let none = entry(&factory, Shape::default().with("list", PointerShape::Null));
    assert_eq!((none.plan.objects.len(), names(&none)), (0, vec!["key"]));
}

#[test]
fn values_go_from_shape_to_shape_by_name() {
    let unit = list();
    let factory = factory(&unit, Preconditions::NONE);
    let small = entry(&factory, Shape::default());
    let large = entry(&factory, Shape::default().with("list->next", PointerShape::Fresh(1)));
    let adopted = large.adopt(&small.test(&[11, 22]));
    let by_name: Vec<_> = names(&large).into_iter().zip(adopted).collect();
    for (name, value) in by_name {
        match name {
            "list->value" => assert_eq!(value, 11),
            "key" => assert_eq!(value, 22),
            other => assert_eq!(
                value,
                large.defaults[names(&large).iter().position(|name| *name == other).unwrap()]
            ),
        }
    }
}

#[test]
fn variants_differ_in_one_choice_each() {
    let unit = list();
    let factory = factory(&unit, Preconditions::NONE);
    let entry = entry(&factory, Shape::default());
    let variants = factory.variants(&entry);
    assert!(variants.iter().all(|shape| *shape != entry.shape && shape.pointers.len() <= 1), "{variants:?}");
    assert!(variants.contains(&Shape::default().with("list", PointerShape::Null)));
    assert!(variants.contains(&Shape::default().with("list->next", PointerShape::Fresh(1))));
}

#[test]
fn a_pointer_that_is_never_null_is_made_to_point_and_has_no_variant_that_does_not() {
    let unit = list();
    let mut preconditions = Preconditions::default();
    preconditions.add_pointer(path("list->next"), Nullness::NonNull).unwrap();
    let factory = factory(&unit, &preconditions);
    let entry = entry(&factory, Shape::default());
    assert_eq!(slot(&entry, "list->next").chosen, PointerShape::Fresh(1));
    let null = Shape::default().with("list->next", PointerShape::Null);
    assert!(!factory.variants(&entry).contains(&null));
    assert_eq!(factory.impossible_pointer(&entry), None);
}

#[test]
fn a_pointer_that_is_always_null_stays_so_whatever_a_shape_says() {
    let unit = list();
    let mut preconditions = Preconditions::default();
    preconditions.add_pointer(path("list"), Nullness::Null).unwrap();
    let factory = factory(&unit, &preconditions);
    let entry = entry(&factory, Shape::default().with("list", PointerShape::Fresh(1)));
    assert_eq!(slot(&entry, "list").chosen, PointerShape::Null);
}

#[test]
fn no_value_leaves_its_range_however_it_was_found() {
    let unit = list();
    let mut preconditions = Preconditions::default();
    preconditions.add_range(path("key"), LeafRange::Int { low: 3, high: 9 }).unwrap();
    let entry = entry(&factory(&unit, &preconditions), Shape::default());
    for bits in [0u128, 3, 9, 10, 0x8000_0000, 0xffff_ffff] {
        let key = entry.allowed(&[0, bits])[1];
        assert!((3..=9).contains(&key), "{bits} becomes {key}");
        assert_eq!(entry.test(&[0, bits]).leaves[1], key, "a test holds what is allowed");
    }
    assert_eq!(entry.nearest_allowed(&[0, 12])[1], 9);
    assert_eq!(entry.nearest_allowed(&[0, 4])[1], 4);
}

fn array() -> Unit {
    unit("int f(int* values, int n)", "(ptr, i32) -> (i32)", "block0(v0: ptr, v1: i32):\n    return v1")
}

fn stated(preconditions: &mut Preconditions) {
    let (length, pointer) = (path("n"), path("values"));
    preconditions.add_length(StatedLength { length, pointer, unit: LengthUnit::Elements }).unwrap();
}

#[test]
fn a_stated_length_has_the_one_value_that_the_shape_makes() {
    let unit = array();
    let mut preconditions = Preconditions::default();
    stated(&mut preconditions);
    let factory = factory(&unit, &preconditions);
    for count in [1, 4, 8] {
        let entry = entry(&factory, Shape::default().with("values", PointerShape::Fresh(count)));
        let n = names(&entry).iter().position(|name| *name == "n").unwrap();
        let mut leaves = entry.defaults.clone();
        leaves[n] = 1000;
        assert_eq!(entry.allowed(&leaves)[n], u128::from(count));
    }
    let object = entry(&factory, Shape::default().with("values", PointerShape::Fresh(4)));
    assert!(object.has_stated_length(0) && object.growth(0, 16, 4).is_none(), "the caller's length is exact");
}

#[test]
fn an_array_grows_to_hold_what_was_read_and_at_least_doubles() {
    let unit = array();
    let factory = factory(&unit, Preconditions::NONE);
    let entry = entry(&factory, Shape::default().with("values", PointerShape::Fresh(4)));
    let grown = |offset, length| {
        let shape = entry.grown(0, offset, length)?;
        match shape.pointers.get("values") {
            Some(&PointerShape::Fresh(count)) => Some(count),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(grown(16, 4), Some(8), "one element behind the end");
    assert_eq!(grown(100, 4), Some(32), "26 elements, rounded up");
    assert_eq!(grown(-4, 4), None, "in front of it nothing grows");
    assert_eq!(grown(1 << 20, 4), None, "a wild address is the code's own");
}

#[test]
fn a_stub_is_given_answers_for_the_calls_that_a_run_made_up_to_a_limit() {
    let declarations = "int f(int n)\nstub int get(void)\nstub void put(int n)";
    let unit = unit(declarations, "(i32) -> (i32)", "block0(v0: i32):\n    return v0");
    let factory = factory(&unit, Preconditions::NONE);
    let base = entry(&factory, Shape::default());
    let asked = |calls| factory.answered(&base, "get", calls).map(|shape| shape.stub_returns["get"]);
    assert_eq!(
        [asked(1), asked(3), asked(100)],
        [Some(1), Some(3), Some(ShapeLimits::default().stub_returns)]
    );
    assert_eq!(factory.answered(&base, "put", 1), None, "it returns nothing");
    assert_eq!(factory.answered(&base, "unknown", 1), None);
}

#[test]
fn what_is_freed_lies_on_the_heap_with_all_that_is_owned_alike() {
    let unit = list();
    let factory = factory(&unit, Preconditions::NONE);
    let two = Shape::default().with("list->next", PointerShape::Fresh(1));
    let entry = entry(&factory, two.clone());
    let head = (0..2).find(|&object| entry.made_for(object) == Some("list")).unwrap();
    let key = entry.heap_key(head).expect("a variable, so far");
    let mut shape = two;
    shape.heap.insert(key);
    let freed = factory.entry(shape).unwrap();
    assert_eq!(
        freed.plan.objects.iter().filter(|object| object.heap).count(),
        1,
        "the other is owned by `->next`"
    );
    assert_eq!(freed.heap_key(head), None, "it lies there already");
}

/// The shapes that a run of `entry`, with these values, suggests.
fn proposed(unit: &Unit, factory: &ShapeFactory<'_>, entry: &ShapeEntry, leaves: &[u128]) -> Vec<Shape> {
    let mut harness = Harness::new(&unit.program, &unit.api, Config::default()).expect("the globals fit");
    let mut taint = SourceTaint::default();
    let result = harness.run_traced(&entry.plan, leaves, &mut taint, &mut Ignore);
    let faulted = matches!(result.ending, trine_harness::Ending::Fault(_));
    let run = TracedRun { harness: &harness, origins: &taint, faulted, matters: &|_| true };
    hints::proposals(factory, entry, &run)
}

#[test]
fn a_run_that_stumbles_over_null_asks_for_an_object_there() {
    // `list->next->value`
    let body = "block0(v0: ptr, v1: i32):
    v2: ptr = ptradd v0 + 8
    v3: ptr = load v2
    v4: i32 = load v3
    return v4";
    let unit = unit(LIST, "(ptr, i32) -> (i32)", body);
    let factory = factory(&unit, Preconditions::NONE);
    let base = entry(&factory, Shape::default());
    let shapes = proposed(&unit, &factory, &base, &[1, 2]);
    assert_eq!(shapes[0], Shape::default().with("list->next", PointerShape::Fresh(1)), "{shapes:?}");
}

#[test]
fn pointers_that_are_compared_become_one_and_one_that_is_compared_with_null_becomes_null() {
    let body = |with: &str| {
        format!(
            "    site0: branch
block0(v0: ptr, v1: ptr):
    v2: i1 = icmp.eq v0, {with}
    branch v2, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32"
        )
    };
    let declarations = "struct node { int value; }\nint f(node* a, node* b)";
    let both = unit(declarations, "(ptr, ptr) -> (i32)", &body("v1"));
    let of_both = factory(&both, Preconditions::NONE);
    let base = entry(&of_both, Shape::default());
    let shapes = proposed(&both, &of_both, &base, &base.defaults);
    assert!(shapes.contains(&Shape::default().with("b", PointerShape::Same("a".into()))), "{shapes:?}");
    let one = unit(declarations, "(ptr, ptr) -> (i32)", &body("null"));
    let of_one = factory(&one, Preconditions::NONE);
    let base = entry(&of_one, Shape::default());
    let shapes = proposed(&one, &of_one, &base, &base.defaults);
    assert_eq!(shapes, [Shape::default().with("a", PointerShape::Null)]);
}

#[test]
fn the_words_of_a_command_line_are_found_and_written_whole() {
    let text = "program\nfn0: \"main\"(i32, ptr) -> (i32) defined external\nbody fn0 = function \"main\"(i32, ptr) -> (i32) {\nblock0(v0: i32, v1: ptr):\n    return v0\n}\n";
    let unit = Unit::new("int main(int argc, char** argv)", text);
    let factory = factory_of(&unit, "main", Preconditions::NONE);
    let entry = entry(&factory, Shape::default().with("argv", PointerShape::Fresh(4)));
    let arguments = words::arguments(&entry);
    assert!(!arguments.is_empty(), "{:?}", names(&entry));
    let mut leaves = entry.defaults.clone();
    leaves.iter_mut().for_each(|leaf| *leaf = 0xff);
    entry.write_text(&arguments[0], b"-x", &mut leaves);
    let written: Vec<u8> = arguments[0].clone().map(|leaf| leaves[leaf] as u8).collect();
    assert_eq!(&written[..2], b"-x");
    assert!(written[2..].iter().all(|&byte| byte == 0), "the rest of the word is gone: {written:?}");
}
