//! Resetting returns memory to the snapshot, whatever was written, allocated and freed.

mod common;

use common::{global, machine, result};
use proptest::prelude::*;
use trine_machine::{Machine, Memory};

/// Globals small and large (tracked whole and by pages), one constant.
const GLOBALS: &str = r#"program
global0: "small" size 24 align 8 = "000102030405060708090a0b0c0d0e0f1011121314151617"
global1: "large" size 100000 align 16
global2: "constant" size 4 align 4 constant = "2a000000"
global3: "other" size 5000 align 16
fn0: "count"() -> (i32) defined
body fn0 = function "count"() -> (i32) {
block0:
    v0: i32 = load @global3
    v1: i32 = add v0, 1:i32
    store v1 -> @global3
    return v1
}
"#;

#[derive(Clone, Debug)]
enum Action {
    Write { target: usize, offset: u64, bytes: Vec<u8> },
    Allocate(u64),
    Free(usize),
    Reset,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        6 => (0usize..8, 0u64..100_000, prop::collection::vec(any::<u8>(), 1..5000))
            .prop_map(|(target, offset, bytes)| Action::Write { target, offset, bytes }),
        2 => (0u64..40_000).prop_map(Action::Allocate),
        2 => (0usize..8).prop_map(Action::Free),
        1 => Just(Action::Reset),
    ]
}

fn content(memory: &Memory, objects: &[u64]) -> Vec<Vec<u8>> {
    objects
        .iter()
        .map(|&address| {
            let (id, _) = memory.resolve(address).expect("it is alive");
            let (size, _) = memory.object(id).expect("it is alive");
            memory.read_bytes(address, size).expect("it is inside").to_vec()
        })
        .collect()
}

fn perform(machine: &mut Machine, objects: &mut Vec<u64>, base: usize, action: &Action) {
    let memory = machine.memory_mut();
    match action {
        Action::Write { target, offset, bytes } => {
            // Refused writes must leave no trace either.
            let _ = memory.write_bytes(objects[target % objects.len()] + offset, bytes);
        }
        Action::Allocate(size) => objects.push(memory.allocate_heap(*size).expect("it fits")),
        Action::Free(index) => {
            let address = objects[index % objects.len()];
            if memory.free(address).is_ok() && index % objects.len() >= base {
                let position = index % objects.len();
                objects.remove(position);
            }
        }
        Action::Reset => {
            machine.reset();
            objects.truncate(base);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn reset_returns_every_object_of_the_snapshot(actions in prop::collection::vec(action(), 1..40)) {
        let mut machine = machine(GLOBALS);
        let heap = machine.memory_mut().allocate_heap(300).unwrap();
        machine.memory_mut().write_bytes(heap, b"made by initialisation").unwrap();
        machine.snapshot();
        let mut objects: Vec<u64> = ["small", "large", "constant", "other"].map(|name| global(&machine, name)).into();
        objects.push(heap);
        let base = objects.len();
        let before = content(machine.memory(), &objects);
        let fresh = machine.memory_mut().allocate_heap(10).unwrap();
        machine.reset();
        for action in &actions {
            perform(&mut machine, &mut objects, base, action);
        }
        machine.reset();
        objects.truncate(base);
        prop_assert_eq!(content(machine.memory(), &objects), before);
        // The same addresses are given again, zeroed.
        let again = machine.memory_mut().allocate_heap(10).unwrap();
        prop_assert_eq!(again, fresh);
        prop_assert_eq!(machine.memory().read_bytes(again, 10).unwrap(), &[0; 10]);
    }
}

#[test]
fn runs_see_each_others_globals_until_a_reset() {
    let mut machine = machine(GLOBALS);
    assert_eq!(result(&mut machine, "count", &[]), 1);
    assert_eq!(result(&mut machine, "count", &[]), 2);
    machine.reset();
    assert_eq!(result(&mut machine, "count", &[]), 1);
}

#[test]
fn a_snapshot_keeps_what_initialisation_wrote() {
    let mut machine = machine(GLOBALS);
    result(&mut machine, "count", &[]);
    machine.snapshot();
    for _ in 0..3 {
        assert_eq!(result(&mut machine, "count", &[]), 2);
        machine.reset();
    }
}

#[test]
fn an_object_freed_and_made_again_is_zero_and_has_another_address() {
    let mut memory = Memory::new(1 << 16, 1 << 20);
    let first = memory.allocate_heap(64).unwrap();
    memory.fill(first, 0xFF, 64).unwrap();
    memory.free(first).unwrap();
    let second = memory.allocate_heap(64).unwrap();
    assert_ne!(first, second);
    assert_eq!(memory.read_bytes(second, 64).unwrap(), &[0; 64]);
    assert!(memory.read_bytes(first, 1).is_err());
}

#[test]
fn what_a_large_run_took_is_given_back_and_later_runs_do_not_notice() {
    let mut memory = Memory::new(1 << 16, 256 << 20);
    let kept = memory.allocate_input(24).unwrap();
    memory.write_uint(kept, 8, 7).unwrap();
    memory.snapshot();
    for size_bytes in [100 << 20, 30 << 20, 8, 200 << 20] {
        let block = memory.allocate_heap(size_bytes).unwrap();
        assert_eq!(memory.read_uint(block + size_bytes - 8, 8).unwrap(), 0);
        memory.write_uint(block + size_bytes - 8, 8, 9).unwrap();
        memory.write_uint(kept, 8, 8).unwrap();
        assert!(memory.grown_bytes() >= size_bytes);
        memory.reset();
        assert_eq!(memory.grown_bytes(), 0);
        assert_eq!(memory.read_uint(kept, 8).unwrap(), 7);
        assert!(memory.read_uint(block, 8).is_err());
    }
}

#[test]
fn objects_of_which_little_is_touched_cost_little() {
    let mut memory = Memory::new(1 << 16, 1 << 30);
    memory.snapshot();
    let begun = std::time::Instant::now();
    // All of them together are 480 GiB: to clear them takes minutes.
    for round in 0..1_000u64 {
        for size_bytes in [256 << 20, 224 << 20] {
            let large = memory.allocate_managed(size_bytes, 1).expect("it fits");
            let middle = large + (size_bytes >> 1) + 8 * (round % 100);
            assert_eq!(memory.read_uint(middle, 8), Ok(0));
            memory.write_uint(middle, 8, 9).expect("it is inside");
        }
        memory.reset();
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
