//! Integers from text, random numbers and sorting against the native library.

use super::{Library, c_string, native_errno, random_text};
use crate::machine::Machine;
use crate::memory::function_address;
use trine_base::Stream;
use trine_ir::FuncId;

type P = *const u8;

unsafe extern "C" {
    fn strtol(a: P, end: *mut P, base: i32) -> i64;
    fn strtoul(a: P, end: *mut P, base: i32) -> u64;
    fn atoi(a: P) -> i32;
    fn atol(a: P) -> i64;
    fn srand(seed: u32);
    fn rand() -> i32;
    fn rand_r(seed: *mut u32) -> i32;
    fn srand48(seed: i64);
    fn lrand48() -> i64;
    fn mrand48() -> i64;
    fn drand48() -> f64;
    fn qsort(base: *mut u8, count: usize, size: usize, order: extern "C" fn(P, P) -> i32);
}

const EDGES: &[&str] = &[
    "",
    " ",
    "+",
    "-",
    "0",
    "0x",
    "0x ",
    "0xg",
    "0X1F",
    "-0x1f",
    "08",
    "0b1",
    "0b",
    "+-1",
    "- 1",
    "\t\n 12z",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "-18446744073709551615",
    "-18446744073709551616",
    "2147483648",
    "-2147483649",
    "99999999999999999999999999",
    "zz",
    "ZZtop",
    "1_000",
    "0x0x1",
    "\u{b}\u{c}\r7",
];

#[test]
fn integers_are_read_like_the_native_library_reads_them() {
    let mut stream = Stream::new(5, "integers");
    let mut library = Library::new();
    let random = (0..3000).map(|_| random_text(&mut stream, b"0017x9fb- +zA8", 9)).collect::<Vec<_>>();
    let edges = EDGES.iter().map(|text| text.as_bytes().to_vec());
    for text in edges.chain(random) {
        library.reset();
        let (native, x, end) = (c_string(&text), library.string(&text), library.object(&[0; 8]));
        for base in [0, 2, 8, 10, 16, 36, 1, 37, -1] {
            for signed in [true, false] {
                let start = native.as_ptr();
                let mut behind = start;
                native_errno();
                // SAFETY: a string and a place for its end.
                let value = unsafe {
                    match signed {
                        true => strtol(start, &raw mut behind, base) as u64,
                        false => strtoul(start, &raw mut behind, base),
                    }
                };
                let expected = (value, behind as u64 - start as u64, native_errno());
                let name = if signed { "strtol" } else { "strtoul" };
                library.machine.memory_mut().write_uint(end, 8, u128::from(x)).unwrap();
                let value = library.word(name, &[x, end, base as u32 as u64]);
                let ours = (value, library.pointer(end) - x, library.errno());
                assert_eq!(ours, expected, "{name} {:?} {base}", String::from_utf8_lossy(&text));
            }
        }
        // SAFETY: a string.
        let expected = unsafe { (atoi(native.as_ptr()), atol(native.as_ptr()) as u64) };
        assert_eq!((library.int("atoi", &[x]), library.word("atol", &[x])), expected);
    }
}

#[test]
fn newer_names_read_binary_numbers() {
    let mut library = Library::new();
    let text = library.string(b"0b101");
    assert_eq!(library.word("__isoc23_strtol", &[text, 0, 0]), 5);
    assert_eq!(library.word("__isoc23_strtol", &[text, 0, 2]), 5);
    assert_eq!(library.word("strtol", &[text, 0, 0]), 0);
}

#[test]
fn random_numbers_are_the_native_sequences() {
    let mut library = Library::new();
    // SAFETY: no other test of this process uses these generators.
    unsafe {
        for seed in [1_u32, 0, 42, 0xFFFF_FFFF, 0x8000_0000, 123_456_789] {
            if seed != 1 {
                library.call("srand", &[u64::from(seed)]).unwrap();
                srand(seed);
            }
            for _ in 0..500 {
                assert_eq!(library.int("rand", &[]), rand(), "seed {seed}");
            }
            let mut native = seed;
            let place = library.object(&seed.to_le_bytes());
            for _ in 0..100 {
                assert_eq!(library.int("rand_r", &[place]), rand_r(&raw mut native));
            }
            for _ in 0..100 {
                assert_eq!(library.word("lrand48", &[]), lrand48() as u64);
                assert_eq!(library.word("mrand48", &[]), mrand48() as u64);
                assert_eq!(library.word("drand48", &[]), drand48().to_bits());
            }
            library.call("srand48", &[u64::from(seed)]).unwrap();
            srand48(i64::from(seed));
        }
    }
}

extern "C" fn native_order(a: P, b: P) -> i32 {
    // SAFETY: the library passes pointers to elements.
    unsafe {
        CALLS.with_borrow_mut(|calls| calls.push((*a, *b)));
        i32::from(*a & 0xF0) - i32::from(*b & 0xF0)
    }
}

fn our_order(machine: &Machine, args: &[u128]) -> i32 {
    let key = |address: u128| machine.memory().read_uint(address as u64, 1).unwrap() as i32 & 0xF0;
    let element = |address: u128| machine.memory().read_uint(address as u64, 1).unwrap() as u8;
    OUR_CALLS.with_borrow_mut(|calls| calls.push((element(args[0]), element(args[1]))));
    key(args[0]) - key(args[1])
}

thread_local! {
    static CALLS: std::cell::RefCell<Vec<(u8, u8)>> = const { std::cell::RefCell::new(Vec::new()) };
    static OUR_CALLS: std::cell::RefCell<Vec<(u8, u8)>> = const { std::cell::RefCell::new(Vec::new()) };
}

#[test]
fn sorting_compares_and_orders_like_the_native_merge_sort() {
    let mut stream = Stream::new(6, "sort");
    let mut library = Library::new();
    library.recorder.callback = Some(our_order);
    let order = function_address(FuncId(0), crate::Layout::default());
    for size in [1, 3, 4, 8, 12, 32, 33, 40] {
        for count in 0..40 {
            library.reset();
            let mut native: Vec<u8> = (0..size * count).map(|_| stream.below(256) as u8).collect();
            let base = library.object(&native);
            CALLS.with_borrow_mut(Vec::clear);
            OUR_CALLS.with_borrow_mut(Vec::clear);
            // SAFETY: as many elements of this size.
            unsafe { qsort(native.as_mut_ptr(), count, size, native_order) };
            library.call("qsort", &[base, count as u64, size as u64, order]).unwrap();
            assert_eq!(library.content(base, size * count), native, "{count} elements of {size}");
            assert_eq!(OUR_CALLS.with_borrow(Vec::clone), CALLS.with_borrow(Vec::clone));
        }
    }
    library.reset();
    let short = library.object(&[1]);
    assert!(library.call("qsort", &[short, 1, 8, order]).is_err(), "the one element is not there");
}

#[test]
fn binary_search_finds_an_element_that_is_there() {
    let mut library = Library::new();
    library.recorder.callback = Some(our_order);
    let order = function_address(FuncId(0), crate::Layout::default());
    let base = library.object(&[0x10, 0x20, 0x30, 0x40, 0x50]);
    for (key, expected) in [(0x10, base), (0x30, base + 2), (0x50, base + 4), (0x35, base + 2), (0x60, 0)] {
        let key = library.object(&[key]);
        assert_eq!(library.word("bsearch", &[key, base, 5, 1, order]), expected);
    }
}

#[test]
fn allocation_follows_the_rules_of_the_native_library() {
    let mut library = Library::new();
    assert_ne!(library.word("malloc", &[0]), 0);
    assert_eq!(library.word("malloc", &[u64::MAX]), 0);
    assert_eq!(library.errno(), 12);
    assert_eq!(library.word("calloc", &[u64::MAX, 2]), 0);
    let old = library.word("malloc", &[4]);
    library.machine.memory_mut().write_bytes(old, b"abcd").unwrap();
    let new = library.word("realloc", &[old, 8]);
    assert_eq!(library.content(new, 8), b"abcd\0\0\0\0");
    assert_eq!(library.word("realloc", &[new, 0]), 0);
    library.fault("free", &[new]);
    let place = library.object(&[0; 8]);
    assert_eq!(library.int("posix_memalign", &[place, 3, 8]), 22);
    assert_eq!(library.int("posix_memalign", &[place, 64, 8]), 0);
    assert_eq!(library.pointer(place) % 64, 0);
}
