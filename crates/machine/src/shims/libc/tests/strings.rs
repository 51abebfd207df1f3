//! String and memory functions against the native library.

use super::{Library, c_string, random_text};
use crate::fault::{Access, FaultKind};
use trine_base::Stream;

type P = *const u8;

unsafe extern "C" {
    fn strlen(a: P) -> usize;
    fn strcmp(a: P, b: P) -> i32;
    fn strncmp(a: P, b: P, n: usize) -> i32;
    fn strcasecmp(a: P, b: P) -> i32;
    fn strncasecmp(a: P, b: P, n: usize) -> i32;
    fn memcmp(a: P, b: P, n: usize) -> i32;
    fn memchr(a: P, c: i32, n: usize) -> P;
    fn memrchr(a: P, c: i32, n: usize) -> P;
    fn strchr(a: P, c: i32) -> P;
    fn strrchr(a: P, c: i32) -> P;
    fn strchrnul(a: P, c: i32) -> P;
    fn strstr(a: P, b: P) -> P;
    fn strcasestr(a: P, b: P) -> P;
    fn memmem(a: P, n: usize, b: P, m: usize) -> P;
    fn strspn(a: P, b: P) -> usize;
    fn strcspn(a: P, b: P) -> usize;
    fn strpbrk(a: P, b: P) -> P;
    fn strncpy(a: *mut u8, b: P, n: usize) -> *mut u8;
    fn stpncpy(a: *mut u8, b: P, n: usize) -> *mut u8;
    fn strncat(a: *mut u8, b: P, n: usize) -> *mut u8;
    fn strtok_r(a: *mut u8, b: P, place: *mut *mut u8) -> *mut u8;
    fn strsep(a: *mut *mut u8, b: P) -> *mut u8;
    fn strerror(number: i32) -> P;
    fn memccpy(a: *mut u8, b: P, c: i32, n: usize) -> *mut u8;
}

const ALPHABET: &[u8] = b"abAB\xE4z \x01";
const ROUNDS: usize = 4000;

/// Offset of a result from the start of the object; -1 for null.
fn offset(result: u64, start: u64) -> i64 {
    if result == 0 { -1 } else { (result - start) as i64 }
}

fn native_offset(result: P, start: &[u8]) -> i64 {
    if result.is_null() { -1 } else { result as i64 - start.as_ptr() as i64 }
}

#[test]
fn comparisons_give_the_native_differences() {
    let mut stream = Stream::new(1, "compare");
    let mut library = Library::new();
    for _ in 0..ROUNDS {
        library.reset();
        let (a, b) = (random_text(&mut stream, ALPHABET, 6), random_text(&mut stream, ALPHABET, 6));
        let (x, y, n) = (library.string(&a), library.string(&b), stream.below(8));
        let (p, q, m) = (c_string(&a), c_string(&b), n as usize);
        // SAFETY: both are strings.
        let native = unsafe {
            let (p, q) = (p.as_ptr(), q.as_ptr());
            [strcmp(p, q), strncmp(p, q, m), strcasecmp(p, q), strncasecmp(p, q, m)]
        };
        let ours = [
            library.int("strcmp", &[x, y]),
            library.int("strncmp", &[x, y, n]),
            library.int("strcasecmp", &[x, y]),
            library.int("strncasecmp", &[x, y, n]),
        ];
        assert_eq!(ours, native, "{a:?} {b:?} {n}");
        let length = a.len().min(b.len());
        // SAFETY: both are at least that long.
        let native = unsafe { memcmp(p.as_ptr(), q.as_ptr(), length) };
        assert_eq!(library.int("memcmp", &[x, y, length as u64]).signum(), native.signum(), "{a:?} {b:?}");
    }
}

#[test]
fn searches_find_what_the_native_ones_find() {
    let mut stream = Stream::new(2, "search");
    let mut library = Library::new();
    for _ in 0..ROUNDS {
        library.reset();
        let (a, b) = (random_text(&mut stream, ALPHABET, 9), random_text(&mut stream, ALPHABET, 3));
        let c = [0, b'a', b'A', 0xE4][stream.position(4)];
        let (x, y) = (library.string(&a), library.string(&b));
        let (p, q, n) = (c_string(&a), c_string(&b), stream.position(a.len() + 1));
        let (s, t, wanted) = (p.as_ptr(), q.as_ptr(), i32::from(c) - 256);
        let (c, n64) = (wanted as u32 as u64, n as u64);
        // SAFETY: both are strings, the first at least n long.
        let native = unsafe {
            [
                memchr(s, wanted, n),
                memrchr(s, wanted, n),
                strchr(s, wanted),
                strrchr(s, wanted),
                strchrnul(s, wanted),
                strstr(s, t),
                strcasestr(s, t),
                strpbrk(s, t),
                memmem(s, n, t, b.len()),
            ]
        };
        let ours = [
            library.word("memchr", &[x, c, n64]),
            library.word("memrchr", &[x, c, n64]),
            library.word("strchr", &[x, c]),
            library.word("strrchr", &[x, c]),
            library.word("strchrnul", &[x, c]),
            library.word("strstr", &[x, y]),
            library.word("strcasestr", &[x, y]),
            library.word("strpbrk", &[x, y]),
            library.word("memmem", &[x, n64, y, b.len() as u64]),
        ];
        assert_eq!(ours.map(|at| offset(at, x)), native.map(|at| native_offset(at, &p)), "{a:?} {b:?} {c}");
        // SAFETY: both are strings.
        let native = unsafe { [strspn(s, t), strcspn(s, t), strlen(s)].map(|length| length as u64) };
        let ours =
            [library.word("strspn", &[x, y]), library.word("strcspn", &[x, y]), library.word("strlen", &[x])];
        assert_eq!(ours, native, "{a:?} {b:?}");
    }
}

#[test]
fn bounded_copies_write_the_native_bytes() {
    let mut stream = Stream::new(3, "copy");
    let mut library = Library::new();
    for _ in 0..ROUNDS {
        library.reset();
        let (a, b) = (random_text(&mut stream, ALPHABET, 6), random_text(&mut stream, ALPHABET, 6));
        let n = stream.position(9);
        let q = c_string(&b);
        for name in ["strncpy", "stpncpy", "strncat", "memccpy", "strcpy", "strcat", "stpcpy"] {
            let mut native = a.clone();
            native.resize(16, 0);
            let y = library.string(&b);
            let x = library.object(&native);
            let p = native.as_mut_ptr();
            let n = if name == "memccpy" { n.min(b.len()) } else { n };
            // SAFETY: the target has room for both strings.
            let end = unsafe {
                match name {
                    "strncpy" => strncpy(p, q.as_ptr(), n),
                    "stpncpy" => stpncpy(p, q.as_ptr(), n),
                    "strncat" => strncat(p, q.as_ptr(), n),
                    "memccpy" => memccpy(p, q.as_ptr(), 97, n),
                    "strcpy" => strncpy(p, q.as_ptr(), b.len() + 1),
                    "stpcpy" => stpncpy(p, q.as_ptr(), b.len() + 1),
                    _ => strncat(p, q.as_ptr(), 16),
                }
            };
            let args = if name == "memccpy" { [x, y, 97, n as u64] } else { [x, y, n as u64, 0] };
            let ours = library.word(name, &args);
            assert_eq!(offset(ours, x), native_offset(end.cast_const(), &native), "{name} {a:?} {b:?} {n}");
            assert_eq!(library.content(x, 16), native, "{name} {a:?} {b:?} {n}");
        }
    }
}

#[test]
fn tokens_are_cut_where_the_native_ones_are() {
    let mut stream = Stream::new(4, "tokens");
    let mut library = Library::new();
    for _ in 0..ROUNDS / 4 {
        library.reset();
        let (text, set) = (random_text(&mut stream, b"ab,; ", 12), random_text(&mut stream, b",; a", 3));
        let (mut native, q) = (c_string(&text), c_string(&set));
        let (x, y, place) = (library.string(&text), library.string(&set), library.object(&[0; 8]));
        let z = library.string(&text);
        let mut at = std::ptr::null_mut();
        for round in 0..10 {
            let first = if round == 0 { native.as_mut_ptr() } else { std::ptr::null_mut() };
            // SAFETY: both are strings and the place is kept.
            let token = unsafe { strtok_r(first, q.as_ptr(), &raw mut at) };
            let token = native_offset(token.cast_const(), &native);
            let ours = library.word("strtok_r", &[if round == 0 { x } else { 0 }, y, place]);
            let global = library.word("strtok", &[if round == 0 { z } else { 0 }, y]);
            assert_eq!([offset(ours, x), offset(global, z)], [token; 2], "{text:?} {set:?}");
        }
        assert_eq!(library.content(x, native.len()), native);
        let mut native = c_string(&text);
        let x = library.string(&text);
        let list = library.object(&x.to_le_bytes());
        let mut at = native.as_mut_ptr();
        for _ in 0..10 {
            // SAFETY: both are strings and the place is kept.
            let token = unsafe { strsep(&raw mut at, q.as_ptr()) };
            let ours = library.word("strsep", &[list, y]);
            assert_eq!(offset(ours, x), native_offset(token.cast_const(), &native), "{text:?} {set:?}");
        }
        assert_eq!(library.content(x, native.len()), native);
    }
}

#[test]
fn error_numbers_have_the_native_texts() {
    let mut library = Library::new();
    for number in -2..140 {
        // SAFETY: the library gives a string.
        let native = unsafe { std::ffi::CStr::from_ptr(strerror(number).cast()) };
        let ours = library.word("strerror", &[number as u32 as u64]);
        assert_eq!(library.text(ours), native.to_bytes(), "{number}");
    }
}

#[test]
fn strings_without_an_end_are_read_only_as_far_as_needed() {
    let mut library = Library::new();
    let (a, b) = (library.object(b"abc"), library.object(b"abd"));
    assert_eq!(library.int("strcmp", &[a, b]), -1);
    assert_eq!(library.int("strncmp", &[a, a, 3]), 0);
    assert_eq!(library.word("memchr", &[a, 98, 100]), a + 1);
    assert_eq!(library.word("strnlen", &[a, 3]), 3);
    assert_eq!(library.word("strchr", &[a, 99]), a + 2);
    for (name, args) in [
        ("strcmp", vec![a, a]),
        ("strlen", vec![a]),
        ("strnlen", vec![a, 4]),
        ("memchr", vec![a, 120, 100]),
        ("strchr", vec![a, 120]),
        ("atoi", vec![library.object(b"123")]),
    ] {
        let fault = library.fault(name, &args);
        assert!(matches!(fault, FaultKind::OutOfBounds { offset: 3, length: 1, .. }), "{name}: {fault:?}");
    }
    let fault = library.fault("strcmp", &[0, a]);
    assert_eq!(fault, FaultKind::NullDereference { address: 0, access: Access::Read });
}

#[test]
fn the_domain_hears_what_was_compared() {
    let mut library = Library::new();
    let (a, b) = (library.string(b"hello"), library.string(b"help"));
    library.int("strcmp", &[a, b]);
    library.int("strncmp", &[a, b, 3]);
    library.int("memcmp", &[a, b, 4]);
    let expected = [
        (b"hello".to_vec(), b"help".to_vec(), -4),
        (b"hel".to_vec(), b"hel".to_vec(), 0),
        (b"hell".to_vec(), b"help".to_vec(), -4),
    ];
    assert_eq!(library.recorder.compared, expected);
}
