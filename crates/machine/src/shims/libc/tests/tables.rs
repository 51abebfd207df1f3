//! Trees and hash tables against the native ones.

use super::Library;
use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use trine_base::Stream;

type Compare = extern "C" fn(*const c_void, *const c_void) -> c_int;

unsafe extern "C" {
    fn tsearch(key: *const c_void, root: *mut *mut c_void, compare: Compare) -> *mut c_void;
    fn tfind(key: *const c_void, root: *const *mut c_void, compare: Compare) -> *mut c_void;
    fn twalk(root: *const c_void, visit: extern "C" fn(*const c_void, c_int, c_int));
}

thread_local! {
    static VISITS: RefCell<Vec<(i64, i32, i32)>> = const { RefCell::new(Vec::new()) };
}

/// Keys are numbers in the place of pointers.
extern "C" fn by_number(a: *const c_void, b: *const c_void) -> c_int {
    (a as i64).cmp(&(b as i64)) as c_int
}

extern "C" fn visit(node: *const c_void, when: c_int, depth: c_int) {
    // SAFETY: a node starts with its key.
    let key = unsafe { *node.cast::<i64>() };
    VISITS.with_borrow_mut(|visits| visits.push((key, when, depth)));
}

/// What `twalk` visits in ours: key, kind, depth.
fn visits(library: &mut Library, root: u64) -> Vec<(i64, i32, i32)> {
    library.recorder.calls.clear();
    let function = library.machine.function_address(trine_ir::FuncId(0));
    library.call("twalk", &[root, function]).expect("a walk");
    let calls = std::mem::take(&mut library.recorder.calls);
    let key = |node: u128| library.pointer(node as u64) as i64;
    calls.iter().map(|args| (key(args[0]), args[1] as i32, args[2] as i32)).collect()
}

#[test]
fn trees_have_the_native_shape() {
    let mut stream = Stream::new(70, "trees");
    let mut library = Library::new();
    library.recorder.callback = Some(|_, args| (args[0] as i64).cmp(&(args[1] as i64)) as i32);
    let function = library.machine.function_address(trine_ir::FuncId(0));
    for round in 0..60 {
        library.reset();
        let root_at = library.object(&[0; 8]);
        let mut root: *mut c_void = std::ptr::null_mut();
        for _ in 0..round {
            let key = stream.below(100) + 1;
            // SAFETY: the keys are compared as numbers, never followed.
            let native = unsafe { *tsearch(key as *const c_void, &raw mut root, by_number).cast::<u64>() };
            let ours = library.word("tsearch", &[key, root_at, function]);
            assert_eq!(library.pointer(ours), native);
        }
        VISITS.with_borrow_mut(Vec::clear);
        // SAFETY: the tree is whole.
        unsafe { twalk(root, visit) };
        let top = library.pointer(root_at);
        assert_eq!(visits(&mut library, top), VISITS.with_borrow(Clone::clone));
        for key in 1..=100 {
            // SAFETY: the tree is whole.
            let native = unsafe { tfind(key as *const c_void, &raw const root, by_number) };
            assert_eq!(library.word("tfind", &[key, root_at, function]) == 0, native.is_null());
        }
    }
}

#[test]
fn what_is_deleted_from_a_tree_is_gone_and_the_rest_stays_in_order() {
    let mut stream = Stream::new(71, "deletions");
    let mut library = Library::new();
    library.recorder.callback = Some(|_, args| (args[0] as i64).cmp(&(args[1] as i64)) as i32);
    let function = library.machine.function_address(trine_ir::FuncId(0));
    let root_at = library.object(&[0; 8]);
    let mut keys = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let key = stream.below(40) + 1;
        if stream.below(2) == 0 {
            library.word("tsearch", &[key, root_at, function]);
            keys.insert(key as i64);
        } else {
            let found = library.word("tdelete", &[key, root_at, function]) != 0;
            assert_eq!(found, keys.remove(&(key as i64)));
        }
        let top = library.pointer(root_at);
        let walked = visits(&mut library, top);
        let in_order: Vec<i64> =
            walked.iter().filter(|visit| matches!(visit.1, 1 | 3)).map(|visit| visit.0).collect();
        assert_eq!(in_order, keys.iter().copied().collect::<Vec<_>>());
    }
}

#[test]
fn a_hash_table_finds_what_was_entered_until_it_is_full() {
    let mut library = Library::new();
    let (red, blue) = (library.string(b"red"), library.string(b"blue"));
    assert_eq!(library.word("hsearch", &[red, 1, 1]), 0);
    assert_eq!(library.int("hcreate", &[3]), 1);
    assert_eq!(library.int("hcreate", &[3]), 0);
    let entry = library.word("hsearch", &[red, 7, 1]);
    assert_eq!(library.pointer(entry + 8), 7);
    assert_eq!(library.word("hsearch", &[red, 9, 1]), entry);
    assert_eq!(library.word("hsearch", &[blue, 0, 0]), 0);
    assert_eq!(library.errno(), 3);
    library.call("hdestroy", &[]).expect("nothing to go wrong");
    assert_eq!(library.word("hsearch", &[red, 0, 0]), 0);
}
