//! `printf` formats against the native library.

use super::{Library, c_string, native_errno, random_text};
use trine_base::Stream;
use trine_ir::Type;

const ROOM: usize = 20_000;

unsafe extern "C" {
    fn snprintf(to: *mut u8, room: usize, format: *const u8, ...) -> i32;
}

/// A value behind a format.
#[derive(Clone, Copy, Debug)]
enum Value {
    Word(u64),
    Double(f64),
}

/// What the native library makes of the format.
fn native(format: &[u8], stars: [i32; 2], star_count: usize, value: Value) -> (i32, Vec<u8>) {
    let mut buffer = vec![0_u8; ROOM];
    let format = c_string(format);
    let (p, f) = (buffer.as_mut_ptr(), format.as_ptr());
    let [w, q] = stars;
    // SAFETY: the format asks for these arguments, and there is room.
    let count = unsafe {
        match (star_count, value) {
            (0, Value::Word(x)) => snprintf(p, ROOM, f, x),
            (1, Value::Word(x)) => snprintf(p, ROOM, f, w, x),
            (_, Value::Word(x)) => snprintf(p, ROOM, f, w, q, x),
            (0, Value::Double(x)) => snprintf(p, ROOM, f, x),
            (1, Value::Double(x)) => snprintf(p, ROOM, f, w, x),
            (_, Value::Double(x)) => snprintf(p, ROOM, f, w, q, x),
        }
    };
    buffer.truncate(count.max(0) as usize);
    (count, buffer)
}

fn ours(
    library: &mut Library,
    format: &[u8],
    stars: [i32; 2],
    star_count: usize,
    value: Value,
) -> (i32, Vec<u8>) {
    library.reset();
    let f = library.string(format);
    let to = library.object(&vec![0; ROOM]);
    let word = |value: u64| (Type::Int(64), u128::from(value));
    let mut args = vec![word(to), word(ROOM as u64), word(f)];
    args.extend(stars[..star_count].iter().map(|&star| (Type::Int(32), u128::from(star as u32))));
    args.push(match value {
        Value::Word(value) => word(value),
        Value::Double(value) => (Type::F64, u128::from(value.to_bits())),
    });
    let count = library.call_typed("snprintf", &args, 3).unwrap_or_else(|stop| panic!("{format:?} {stop:?}"));
    let count = count as i32;
    (count, library.content(to, count.max(0) as usize))
}

/// A random directive of one of the conversions, and the number of its stars.
fn directive(stream: &mut Stream, conversions: &[&str]) -> (Vec<u8>, usize) {
    let mut text = String::from("<%");
    let mut stars = 0;
    for flag in ["-", "+", " ", "#", "0", "'"] {
        if stream.below(4) == 0 {
            text.push_str(flag);
        }
    }
    match stream.below(4) {
        0 => text.push_str(&stream.below(30).to_string()),
        1 => {
            text.push('*');
            stars += 1;
        }
        _ => {}
    }
    match stream.below(4) {
        0 => text.push_str(&format!(".{}", stream.below(25))),
        1 if stars == 1 => {
            text.push_str(".*");
            stars += 1;
        }
        2 => text.push('.'),
        _ => {}
    }
    text.push_str(conversions[stream.position(conversions.len())]);
    text.push('>');
    (text.into_bytes(), stars)
}

fn compare(library: &mut Library, stream: &mut Stream, conversions: &[&str], value: Value) {
    let (format, star_count) = directive(stream, conversions);
    let stars = [stream.below(40) as i32 - 20, stream.below(30) as i32 - 5];
    let expected = native(&format, stars, star_count, value);
    let found = ours(library, &format, stars, star_count, value);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if is_dropped_zeros(&text(&format), &text(&found.1), &text(&expected.1)) {
        return;
    }
    assert_eq!(
        (found.0, text(&found.1)),
        (expected.0, text(&expected.1)),
        "{} {stars:?} {value:?}",
        text(&format)
    );
}

/// glibc before 2.37 forgets zeros of `%#g` where rounding carries into the next power of ten:
/// it prints 999999.5 as `1.e+06`. We print `1.00000e+06`, as the standard says.
fn is_dropped_zeros(format: &str, found: &str, expected: &str) -> bool {
    let without = |text: &str| text.replace(['0', ' '], "");
    let carried = without(found).contains("1.") || without(found).contains("<1");
    let general = format.contains('#') && format.contains(['g', 'G']);
    general && carried && without(found) == without(expected)
}

#[test]
fn integers_print_like_natively() {
    let mut stream = Stream::new(10, "integers");
    let mut library = Library::new();
    let conversions = [
        "d", "i", "u", "o", "x", "X", "hhd", "hd", "ld", "lld", "jd", "zu", "td", "hhx", "hx", "lx", "llX",
        "hho", "c", "qd", "Ld",
    ];
    for _ in 0..20_000 {
        let shift = stream.below(64);
        let value = [0, 1, u64::MAX, 1 << 31, 1 << 63, stream.bits() >> shift][stream.position(6)];
        compare(&mut library, &mut stream, &conversions, Value::Word(value));
    }
}

#[test]
fn doubles_print_like_natively() {
    let mut stream = Stream::new(11, "doubles");
    let mut library = Library::new();
    let edges = [
        0.0,
        -0.0,
        1.0,
        0.5,
        1.5,
        2.5,
        0.125,
        9.5,
        99.5,
        999999.5,
        1e5,
        1e6,
        123456.0,
        1e-4,
        1e-5,
        0.1,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        1e-310,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        -f64::NAN,
        1e15,
        1e22,
        1e23,
        0.999_999_9,
        1.999_999_999_999_999_8,
    ];
    for _ in 0..20_000 {
        let value = match stream.below(4) {
            0 => edges[stream.position(edges.len())],
            1 => f64::from_bits(stream.bits()),
            2 => (stream.below(2_000_000) as f64 - 1e6) / 64.0,
            _ => stream.below(100_000) as f64 / 1000.0,
        };
        let conversions = ["f", "F", "e", "E", "g", "G", "a", "A", "lf", "lg"];
        compare(&mut library, &mut stream, &conversions, Value::Double(value));
    }
}

#[test]
fn strings_and_pointers_print_like_natively() {
    let mut stream = Stream::new(12, "strings");
    let mut library = Library::new();
    for _ in 0..2000 {
        let text = random_text(&mut stream, b"abc %\xE4", 12);
        let native_text = c_string(&text);
        let (format, star_count) = directive(&mut stream, &["s"]);
        let stars = [stream.below(40) as i32 - 20, stream.below(15) as i32 - 5];
        let value = Value::Word(native_text.as_ptr() as u64);
        let expected = native(&format, stars, star_count, value);
        library.reset();
        // The object is made first, so that its address is that of the first object.
        let address = library.string(&text);
        let f = library.string(&format);
        let to = library.object(&[0; 100]);
        let mut args = vec![to, 100, f];
        args.extend(stars[..star_count].iter().map(|&star| star as u32 as u64));
        args.push(address);
        let count = library.int("snprintf", &args);
        assert_eq!((count, library.content(to, count as usize)), expected);
        let expected = native(&format, stars, star_count, Value::Word(0));
        assert_eq!(ours(&mut library, &format, stars, star_count, Value::Word(0)), expected);
        let (format, star_count) = directive(&mut stream, &["p"]);
        for value in [0, 1, 0x1234_5678_9ABC] {
            let expected = native(&format, stars, star_count, Value::Word(value));
            assert_eq!(ours(&mut library, &format, stars, star_count, Value::Word(value)), expected);
        }
    }
}

#[test]
fn a_buffer_that_is_too_small_holds_the_start() {
    let mut library = Library::new();
    let (format, to) = (library.string(b"%d-%s"), library.object(&[7; 8]));
    let text = library.string(b"abc");
    assert_eq!(library.int("snprintf", &[to, 4, format, 12, text]), 6);
    assert_eq!(library.content(to, 6), b"12-\0\x07\x07");
    assert_eq!(library.int("snprintf", &[0, 0, format, 12, text]), 6);
    assert_eq!(library.int("sprintf", &[to, format, 12, text]), 6);
    assert_eq!(library.text(to), b"12-abc");
    library.fault("__sprintf_chk", &[to, 0, 6, format, 12, text]);
    let short = library.object(&[0; 3]);
    library.fault("sprintf", &[short, format, 12, text]);
}

#[test]
fn a_format_that_does_not_fit_its_arguments_is_a_fault() {
    let mut library = Library::new();
    let format = library.string(b"%d %d");
    library.fault("printf", &[format, 1]);
    let format = library.string(b"%f");
    library.fault("printf", &[format, 1]);
    let format = library.string(b"%3$d");
    library.fault("printf", &[format, 1]);
    let format = library.string(b"50%");
    assert_eq!(library.int("printf", &[format]), -1);
}

#[test]
fn numbered_arguments_come_in_any_order() {
    let mut library = Library::new();
    let (text, to) = (library.string(b"abc"), library.object(&[0; 64]));
    let format = library.string(b"%2$s %1$d %1$*3$x|%2$.*4$s|%1$d");
    assert_eq!(library.int("sprintf", &[to, format, 255, text, 5, 2]), 20);
    assert_eq!(library.text(to), b"abc 255    ff|ab|255");
}

#[test]
fn output_goes_to_the_streams_of_the_state() {
    let mut library = Library::new();
    let format = library.string(b"checksum = %X\n");
    assert_eq!(library.int("printf", &[format, 0xBEEF]), 16);
    assert_eq!(library.int("dprintf", &[2, format, 1]), 13);
    assert_eq!(library.machine.shim_state().output, b"checksum = BEEF\n");
    assert_eq!(library.machine.shim_state().error_output, b"checksum = 1\n");
}

#[test]
fn a_list_of_arguments_is_walked() {
    let mut library = Library::new();
    let mut area = vec![0_u8; 64];
    area[0..8].copy_from_slice(&42_u64.to_le_bytes());
    area[8..16].copy_from_slice(&1.5_f64.to_le_bytes());
    area[16..26].copy_from_slice(&crate::float80::from_f64(2.25).to_le_bytes()[..10]);
    area[32..40].copy_from_slice(&7_u64.to_le_bytes());
    let area = library.object(&area);
    let list = [48_u32.to_le_bytes(), 176_u32.to_le_bytes()].concat();
    let list = library.object(&[list, area.to_le_bytes().to_vec(), area.to_le_bytes().to_vec()].concat());
    let (format, to) = (library.string(b"%d %.1f %.2Lf %d"), library.object(&[0; 32]));
    library.int("vsprintf", &[to, format, list]);
    assert_eq!(library.text(to), b"42 1.5 2.25 7");
    assert_eq!(library.pointer(list + 8), area + 40);
    native_errno();
}
