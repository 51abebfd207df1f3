//! Wide strings against the native library.

use super::{Library, native_errno};
use std::ffi::{c_int, c_long, c_ulong};
use trine_base::Stream;

unsafe extern "C" {
    fn wcstol(text: *const i32, end: *mut *const i32, base: c_int) -> c_long;
    fn wcstoul(text: *const i32, end: *mut *const i32, base: c_int) -> c_ulong;
    fn wcstod(text: *const i32, end: *mut *const i32) -> f64;
    fn wcsstr(text: *const i32, wanted: *const i32) -> *const i32;
    fn wcsspn(text: *const i32, set: *const i32) -> usize;
    fn wcscspn(text: *const i32, set: *const i32) -> usize;
    fn wcsncat(to: *mut i32, from: *const i32, count: usize) -> *mut i32;
    fn wcstok(text: *mut i32, separators: *const i32, place: *mut *mut i32) -> *mut i32;
    fn wcscasecmp(a: *const i32, b: *const i32) -> c_int;
    fn swprintf(to: *mut i32, room: usize, format: *const i32, ...) -> c_int;
}

/// A random wide string over `alphabet` with its end.
fn wide(stream: &mut Stream, alphabet: &str, longest: usize) -> Vec<i32> {
    let letters: Vec<char> = alphabet.chars().collect();
    let length = stream.position(longest + 1);
    (0..length).map(|_| letters[stream.position(letters.len())] as i32).chain([0]).collect()
}

fn object(library: &mut Library, text: &[i32]) -> u64 {
    let bytes: Vec<u8> = text.iter().flat_map(|character| character.to_le_bytes()).collect();
    library.object(&bytes)
}

fn characters(library: &Library, address: u64, count: usize) -> Vec<i32> {
    let bytes = library.content(address, 4 * count);
    bytes.chunks(4).map(|chunk| i32::from_le_bytes(chunk.try_into().unwrap())).collect()
}

#[test]
fn numbers_in_wide_text_are_the_native_ones() {
    let mut stream = Stream::new(60, "wide numbers");
    let mut library = Library::new();
    for _ in 0..4000 {
        library.reset();
        let text = wide(&mut stream, " +-0x19af.e5\u{e4}", 12);
        let base = [0, 8, 10, 16, 36, 1][stream.position(6)];
        let (start, end_at) = (object(&mut library, &text), library.object(&[0; 8]));
        for name in ["wcstol", "wcstoul", "wcstod"] {
            let mut end: *const i32 = std::ptr::null();
            native_errno();
            // SAFETY: the text ends.
            let expected = unsafe {
                match name {
                    "wcstol" => wcstol(text.as_ptr(), &raw mut end, base) as u64,
                    "wcstoul" => wcstoul(text.as_ptr(), &raw mut end, base),
                    _ => wcstod(text.as_ptr(), &raw mut end).to_bits(),
                }
            };
            let error = native_errno();
            library.machine.memory_mut().write_uint(end_at, 8, 0).unwrap();
            assert_eq!(library.word(name, &[start, end_at, base as u64]), expected, "{name} {text:?} {base}");
            assert_eq!(library.errno(), error, "{name} {text:?} {base}");
            if !end.is_null() {
                let offset = end as u64 - text.as_ptr() as u64;
                assert_eq!(library.pointer(end_at) - start, offset, "{name} {text:?} {base}");
            }
        }
    }
}

#[test]
fn wide_strings_are_searched_as_natively() {
    let mut stream = Stream::new(61, "wide strings");
    let mut library = Library::new();
    for _ in 0..4000 {
        library.reset();
        let (text, set) = (wide(&mut stream, "abAB", 10), wide(&mut stream, "abA", 3));
        let (a, b) = (object(&mut library, &text), object(&mut library, &set));
        // SAFETY: both end.
        unsafe {
            let found = wcsstr(text.as_ptr(), set.as_ptr());
            let expected = if found.is_null() { 0 } else { a + (found as u64 - text.as_ptr() as u64) };
            assert_eq!(library.word("wcsstr", &[a, b]), expected, "{text:?} {set:?}");
            assert_eq!(library.word("wcsspn", &[a, b]), wcsspn(text.as_ptr(), set.as_ptr()) as u64);
            assert_eq!(library.word("wcscspn", &[a, b]), wcscspn(text.as_ptr(), set.as_ptr()) as u64);
            let order = wcscasecmp(text.as_ptr(), set.as_ptr()).signum();
            assert_eq!(library.int("wcscasecmp", &[a, b]), order);
            let mut joined = text.clone();
            joined.resize(32, 7);
            let to = object(&mut library, &joined);
            wcsncat(joined.as_mut_ptr(), set.as_ptr(), 2);
            library.word("wcsncat", &[to, b, 2]);
            assert_eq!(characters(&library, to, 32), joined);
        }
    }
}

#[test]
fn wide_tokens_are_the_native_ones() {
    let mut stream = Stream::new(62, "wide tokens");
    let mut library = Library::new();
    for _ in 0..2000 {
        library.reset();
        let (mut text, set) = (wide(&mut stream, "ab,;", 10), wide(&mut stream, ",;", 2));
        let (start, set_at) = (object(&mut library, &text), object(&mut library, &set));
        let place_at = library.object(&[0; 8]);
        let mut place: *mut i32 = std::ptr::null_mut();
        let (mut next, mut ours) = (text.as_mut_ptr(), start);
        for _ in 0..6 {
            // SAFETY: the text ends, and the place is one that the function gave.
            let token = unsafe { wcstok(next, set.as_ptr(), &raw mut place) };
            let found = library.word("wcstok", &[ours, set_at, place_at]);
            let expected = if token.is_null() { 0 } else { start + (token as u64 - text.as_ptr() as u64) };
            assert_eq!(found, expected);
            (next, ours) = (std::ptr::null_mut(), 0);
        }
        assert_eq!(characters(&library, start, text.len()), text);
    }
}

#[test]
fn wide_formats_give_wide_text() {
    let mut library = Library::new();
    let format: Vec<i32> = "%5d|%-4ls|%s|%x".chars().map(|c| c as i32).chain([0]).collect();
    let text: Vec<i32> = "ab".chars().map(|c| c as i32).chain([0]).collect();
    for room in [0u64, 5, 20, 64] {
        let mut expected = [9; 64];
        // SAFETY: there is room, and the texts end.
        let count = unsafe {
            let to = expected.as_mut_ptr();
            swprintf(to, room as usize, format.as_ptr(), 42, text.as_ptr(), c"xyz".as_ptr(), 255)
        };
        let (to, at) = (object(&mut library, &[9; 64]), object(&mut library, &format));
        let (wide, narrow) = (object(&mut library, &text), library.string(b"xyz"));
        assert_eq!(library.int("swprintf", &[to, room, at, 42, wide, narrow, 255]), count, "{room}");
        if count >= 0 {
            assert_eq!(characters(&library, to, 64), expected);
        }
    }
}

#[test]
fn conversions_move_their_source_pointer() {
    let mut library = Library::new();
    let text = library.string(b"abc");
    let (place, to) = (library.object(&text.to_le_bytes()), library.object(&[9; 16]));
    assert_eq!(library.word("mbsrtowcs", &[to, place, 2, 0]), 2);
    assert_eq!(library.pointer(place), text + 2);
    assert_eq!(library.word("mbsrtowcs", &[to, place, 4, 0]), 1);
    assert_eq!(library.pointer(place), 0);
    let back = library.object(&to.to_le_bytes());
    assert_eq!(library.word("wcsrtombs", &[0, back, 0, 0]), 1);
    assert_eq!(library.pointer(back), to);
}
