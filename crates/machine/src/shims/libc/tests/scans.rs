//! `sscanf` against the native library, and `long double` in formats.

use super::{Library, c_string, native_errno, random_text};
use crate::float80;
use trine_base::Stream;
use trine_ir::Type;

unsafe extern "C" {
    #[link_name = "__isoc99_sscanf"]
    fn sscanf(text: *const u8, format: *const u8, ...) -> i32;
    fn sprintf();
}

const FORMATS: &[&str] = &[
    "%d", "%i", "%u", "%o", "%x", "%ld", "%hd", "%hhd", "%3d", "%1d", "%2i", "%d %d", "%d,%d", "%d%n",
    "%*d%d", "%s", "%3s", "%c", "%3c", "%s %c", "%[a-f]", "%[^,]", "%2[0-9]", "%[]x]", "%[^]]", "%[-a]",
    "%5[a-]%d", "%f", "%lf", "%g", "%3f", "%5lf", "%le%n", "%d%%%d", "x%d", " %d x", "%x%s", "%f%s",
    "%lf %s", "%i%n", "%p", "%zu", "%lli", "%jd", "%d:%d:%d",
];

#[test]
fn input_is_scanned_like_the_native_library_scans_it() {
    let mut stream = Stream::new(30, "scan");
    let mut library = Library::new();
    let alphabets: [&[u8]; 4] = [b"0123-+ ,x", b"abcdefx] ,-1", b"0.1eE+-xXpinfNa 2", b"12 :%x,"];
    for round in 0..30_000 {
        library.reset();
        let text = random_text(&mut stream, alphabets[round % 4], 10);
        let format = FORMATS[stream.position(FORMATS.len())].as_bytes();
        let (native_text, native_format) = (c_string(&text), c_string(format));
        let mut native = [[0x55_u8; 16]; 3];
        let [a, b, c] = &mut native;
        native_errno();
        // SAFETY: each target has room for what the formats store.
        let count = unsafe {
            sscanf(
                native_text.as_ptr(),
                native_format.as_ptr(),
                a.as_mut_ptr(),
                b.as_mut_ptr(),
                c.as_mut_ptr(),
            )
        };
        let error = native_errno();
        let (x, f) = (library.string(&text), library.string(format));
        let targets = [0; 3].map(|_: i32| library.object(&[0x55; 16]));
        let ours = library.int("sscanf", &[x, f, targets[0], targets[1], targets[2]]);
        let contents = targets.map(|target| library.content(target, 16));
        let shown = (String::from_utf8_lossy(&text), String::from_utf8_lossy(format));
        assert_eq!((ours, library.errno()), (count, error), "{shown:?}");
        assert_eq!(contents, native.map(|target| target.to_vec()), "{shown:?}");
    }
}

#[test]
fn streams_keep_what_a_scan_leaves() {
    let mut library = Library::new();
    library.machine.provide_input(b"12 abc\n".to_vec());
    let (format, number) = (library.string(b"%d"), library.object(&[0; 4]));
    assert_eq!(library.int("scanf", &[format, number]), 1);
    assert_eq!(library.content(number, 1), [12]);
    assert_eq!(library.int("scanf", &[format, number]), 0);
    assert_eq!(library.int("getchar", &[]), i32::from(b'a'));
    let (format, place) = (library.string(b"%ms"), library.object(&[0; 8]));
    assert_eq!(library.int("scanf", &[format, place]), 1);
    assert_eq!(library.text(library.pointer(place)), b"bc");
    let format = library.string(b"%d");
    assert_eq!(library.int("scanf", &[format, number]), -1);
}

/// What the native library prints for one `long double`.
fn native(format: &[u8], value: u128) -> Vec<u8> {
    let mut buffer = vec![0_u8; 20_000];
    let format = c_string(format);
    let count: i64;
    // SAFETY: the format asks for one long double, which lies on the stack.
    unsafe {
        std::arch::asm!(
            "mov r12, rsp",
            "sub rsp, 32",
            "and rsp, -16",
            "mov [rsp], r14",
            "mov [rsp + 8], r15",
            "call {function}",
            "mov rsp, r12",
            function = sym sprintf,
            in("rdi") buffer.as_mut_ptr(),
            in("rsi") format.as_ptr(),
            in("r14") value as u64,
            in("r15") (value >> 64) as u64,
            inlateout("rax") 0_i64 => count,
            out("r12") _,
            clobber_abi("C"),
        );
    }
    buffer.truncate(count as i32 as usize);
    buffer
}

#[test]
fn long_doubles_print_like_natively() {
    let mut stream = Stream::new(31, "long");
    let mut library = Library::new();
    let third = float80::binary(trine_ir::BinaryOp::FDiv, float80::from_f64(1.0), float80::from_f64(3.0));
    let edges = [
        0,
        1,
        1 << 79,
        0x7FFF << 64 | 1 << 63,
        0x7FFF << 64 | 3 << 62,
        (0x7FFF << 64) - 1,
        third,
        u64::MAX.into(),
    ];
    for round in 0..3000 {
        let value = match round % 4 {
            0 => edges[stream.position(edges.len())],
            1 => float80::from_f64((stream.below(2000) as f64 - 1000.0) / 8.0),
            2 => u128::from(stream.bits() | 1 << 63) | u128::from(0x3FFF - 70 + stream.below(140)) << 64,
            _ => u128::from(stream.bits() | 1 << 63) | u128::from(stream.below(0x7FFF)) << 64,
        };
        // No processor makes the numbers without a leading bit.
        let value = if value >> 64 & 0x7FFF == 0 { value & !(1 << 63) } else { value };
        let conversion = ["Lf", "Le", "Lg", "La", "LA", "LG"][stream.position(6)];
        let precision = ["", ".0", ".3", ".20", ".15", ".1"][stream.position(6)];
        let format = format!("%{}{precision}{conversion}", ["", "+", "#", "030"][stream.position(4)]);
        let expected = native(format.as_bytes(), value);
        library.reset();
        let (f, to) = (library.string(format.as_bytes()), library.object(&vec![0; 20_000]));
        let args = [(Type::Ptr, u128::from(to)), (Type::Ptr, u128::from(f)), (Type::F80, value)];
        let count = library.call_typed("sprintf", &args, 2).unwrap() as usize;
        let found = library.content(to, count);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let carried = format.contains('#') && conversion.contains(['g', 'G']) && text(&found).contains("1.0");
        if !carried {
            assert_eq!(text(&found), text(&expected), "{format} {value:x}");
        }
    }
}
