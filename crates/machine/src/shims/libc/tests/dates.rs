//! Dates, wide characters and descriptors against the native library.

use super::Library;
use trine_base::Stream;

unsafe extern "C" {
    fn gmtime_r(time: *const i64, date: *mut [i32; 14]) -> *mut [i32; 14];
    fn timegm(date: *mut [i32; 14]) -> i64;
    fn strftime(to: *mut u8, room: usize, format: *const u8, date: *const [i32; 14]) -> usize;
    fn strptime(text: *const u8, format: *const u8, date: *mut [i32; 14]) -> *const u8;
    fn asctime_r(date: *const [i32; 14], to: *mut u8) -> *mut u8;
    fn iswalpha(c: u32) -> i32;
    fn iswspace(c: u32) -> i32;
    fn iswpunct(c: u32) -> i32;
    fn towupper(c: u32) -> u32;
}

/// The nine numbers of a date, without the zone behind them.
fn numbers(bytes: &[u8]) -> Vec<i32> {
    bytes[..36].chunks(4).map(|chunk| i32::from_le_bytes(chunk.try_into().unwrap())).collect()
}

const PADDED: &[u8] =
    b"%-d|%_d|%5d|%-5d|%05e|%-e|%^a|%10A|%010A|%#p|%#Z|%-H|%_H|%-I|%3m|%-m|%_j|%-y|%8Y|%_8Y|%^B|%#b|%12D|%-k|%5S\0";

/// What texts are read by, and how they are written for that.
const READ: [&[u8]; 10] = [
    b"%Y-%m-%d %H:%M:%S\0",
    b"%d/%b/%y\0",
    b"%A, %B %e %Y %I:%M %p\0",
    b"%j %Y\0",
    b"%D%n%T\0",
    b"%F %R\0",
    b"%a %b %e %H:%M:%S %Y\0",
    b"%C %y %m %d\0",
    b"%Y%m%d\0",
    b"%c\0",
];

#[test]
fn dates_are_read_as_natively() {
    let mut stream = Stream::new(42, "strptime");
    let mut library = Library::new();
    for _ in 0..4000 {
        library.reset();
        let time = stream.below(5_000_000_000) as i64 - 2_000_000_000;
        let (mut date, mut text) = ([0; 14], vec![0_u8; 200]);
        let format = READ[stream.position(READ.len())];
        // SAFETY: the objects are large enough, and the format ends.
        unsafe {
            gmtime_r(&raw const time, &raw mut date);
            strftime(text.as_mut_ptr(), 200, format.as_ptr(), &raw const date);
        }
        let length = text.iter().position(|&byte| byte == 0).unwrap();
        text.truncate(length + 1);
        if stream.below(4) == 0 && length > 0 {
            text[stream.position(length)] = b" 19xA"[stream.position(5)];
        }
        let mut expected = [0; 14];
        // SAFETY: text and format end, and the date is large enough.
        let end = unsafe { strptime(text.as_ptr(), format.as_ptr(), &raw mut expected) };
        let (to, from, format_at) = (library.object(&[0; 56]), library.object(&text), library.object(format));
        let ours = library.word("strptime", &[from, format_at, to]);
        let shown = (String::from_utf8_lossy(&text), String::from_utf8_lossy(format));
        if end.is_null() {
            assert_eq!(ours, 0, "{shown:?}");
        } else {
            assert_eq!(ours.wrapping_sub(from), end as u64 - text.as_ptr() as u64, "{shown:?}");
            assert_eq!(numbers(&library.content(to, 56)), expected[..9], "{shown:?}");
        }
    }
}

#[test]
fn flags_and_widths_of_dates_are_the_native_ones() {
    let mut stream = Stream::new(43, "padding");
    let mut library = Library::new();
    for _ in 0..500 {
        library.reset();
        let time = stream.below(4_000_000_000) as i64;
        let (mut date, mut native) = ([0; 14], vec![0; 600]);
        let zone_at = library.object(&time.to_le_bytes());
        let ours = library.word("gmtime", &[zone_at]);
        // SAFETY: there is room, and the format ends.
        let length = unsafe {
            gmtime_r(&raw const time, &raw mut date);
            strftime(native.as_mut_ptr(), 600, PADDED.as_ptr(), &raw const date)
        };
        let (to, format) = (library.object(&[0; 600]), library.object(PADDED));
        library.word("strftime", &[to, 600, format, ours]);
        let expected = String::from_utf8_lossy(&native[..length]).into_owned();
        assert_eq!(String::from_utf8_lossy(&library.text(to)), expected);
    }
}

const FORMAT: &[u8] =
    b"%a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %k %l %m %M %n %p %P %r %R %S %t %T %u %U %V \
    %w %W %x %X %y %Y %% %Ey %Od\0";

#[test]
fn dates_are_the_native_ones() {
    let mut stream = Stream::new(40, "dates");
    let mut library = Library::new();
    for round in 0..4000 {
        library.reset();
        let time = match round % 3 {
            0 => stream.below(4_000_000_000) as i64 - 1_000_000_000,
            1 => stream.below(500_000_000_000) as i64 - 62_000_000_000,
            _ => (stream.below(60_000) as i64 - 30_000) * 86_400,
        };
        let mut date = [0; 14];
        // SAFETY: the object is as large as a `struct tm`.
        unsafe { gmtime_r(&raw const time, &raw mut date) };
        let place = library.object(&time.to_le_bytes());
        let ours = library.word("gmtime", &[place]);
        assert_eq!(numbers(&library.content(ours, 56)), date[..9], "{time}");
        assert_eq!(library.word("mktime", &[ours]), time as u64);

        let mut native = vec![0; 600];
        // SAFETY: there is room, and the format ends.
        let length = unsafe { strftime(native.as_mut_ptr(), 600, FORMAT.as_ptr(), &raw const date) };
        let (to, format) = (library.object(&[0; 600]), library.object(FORMAT));
        assert_eq!(library.word("strftime", &[to, 600, format, ours]), length as u64);
        let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..length]).into_owned();
        assert_eq!(text(&library.content(to, 600)), text(&native), "{time}");
        if date[5] > 8099 {
            continue;
        }
        // SAFETY: there is room.
        unsafe { asctime_r(&raw const date, native.as_mut_ptr()) };
        let ours = library.word("asctime", &[ours]);
        assert_eq!(library.text(ours), native.split(|&byte| byte == 0).next().unwrap());
    }
}

#[test]
fn fields_out_of_range_are_brought_back_like_natively() {
    let mut stream = Stream::new(41, "fields");
    let mut library = Library::new();
    for _ in 0..2000 {
        library.reset();
        let mut date = [0; 14];
        date[..5].fill_with(|| stream.below(400) as i32 - 200);
        date[5] = stream.below(300) as i32 - 100;
        let content: Vec<u8> = date.iter().flat_map(|field| field.to_le_bytes()).collect();
        let place = library.object(&content);
        // SAFETY: the object is as large as a `struct tm`.
        let native = unsafe { timegm(&raw mut date) };
        assert_eq!(library.word("timegm", &[place]), native as u64);
        assert_eq!(numbers(&library.content(place, 56)), date[..9]);
    }
}

#[test]
fn clocks_start_at_the_same_time_in_every_test_and_advance() {
    let mut library = Library::new();
    assert_eq!(library.word("time", &[0]), 1_577_836_800);
    for _ in 0..1000 {
        library.word("clock", &[]);
    }
    assert_eq!(library.word("time", &[0]), 1_577_836_801);
    library.reset();
    assert_eq!(library.word("time", &[0]), 1_577_836_800);
}

#[test]
fn wide_characters_have_the_native_classes() {
    let mut library = Library::new();
    for c in (0..400).chain([0x20AC, 0x1_F600, u32::MAX]) {
        // SAFETY: these accept every character.
        let native = unsafe { [iswalpha(c), iswspace(c), iswpunct(c), towupper(c) as i32] };
        let ours =
            ["iswalpha", "iswspace", "iswpunct", "towupper"].map(|name| library.int(name, &[u64::from(c)]));
        assert_eq!(ours, native, "{c}");
    }
}

#[test]
fn multibyte_characters_are_ascii() {
    let mut library = Library::new();
    let (text, wide, back) = (library.string(b"abc"), library.object(&[9; 16]), library.object(&[9; 4]));
    assert_eq!(library.word("mbstowcs", &[wide, text, 4]), 3);
    assert_eq!(library.word("wcslen", &[wide]), 3);
    assert_eq!(library.word("wcstombs", &[back, wide, 4]), 3);
    assert_eq!(library.text(back), b"abc");
    let text = library.string(b"a\xE4");
    assert_eq!(library.word("mbstowcs", &[0, text, 0]), u64::MAX);
    assert_eq!(library.errno(), 84);
}
