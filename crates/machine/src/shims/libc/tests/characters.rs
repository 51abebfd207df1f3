//! Character classes and tables against the native library.

use super::Library;

unsafe extern "C" {
    fn __ctype_b_loc() -> *const *const u16;
    fn __ctype_toupper_loc() -> *const *const i32;
    fn __ctype_tolower_loc() -> *const *const i32;
    fn toupper(c: i32) -> i32;
    fn tolower(c: i32) -> i32;
    fn isascii(c: i32) -> i32;
    fn toascii(c: i32) -> i32;
}

macro_rules! classes {
    ($($name:ident)*) => {
        unsafe extern "C" { $(fn $name(c: i32) -> i32;)* }
        const CLASSES: &[(&str, unsafe extern "C" fn(i32) -> i32)] = &[$((stringify!($name), $name)),*];
    };
}

classes!(isupper islower isalpha isdigit isxdigit isspace isprint isgraph isblank iscntrl ispunct isalnum);

#[test]
fn every_character_has_the_native_classes() {
    let mut library = Library::new();
    for c in -128..256 {
        for &(name, native) in CLASSES {
            // SAFETY: the character is in the range of the table.
            assert_eq!(library.int(name, &[c as u32 as u64]), unsafe { native(c) }, "{name}({c})");
        }
    }
    for c in -1000..1000 {
        // SAFETY: these accept every int.
        let native = unsafe { [toupper(c), tolower(c), isascii(c), toascii(c)] };
        let ours =
            ["toupper", "tolower", "isascii", "toascii"].map(|name| library.int(name, &[c as u32 as u64]));
        assert_eq!(ours, native, "{c}");
    }
}

#[test]
fn the_tables_of_the_macros_are_the_native_tables() {
    let mut library = Library::new();
    let places =
        ["__ctype_b_loc", "__ctype_toupper_loc", "__ctype_tolower_loc"].map(|n| library.word(n, &[]));
    let [classes, upper, lower] = places.map(|place| library.pointer(place));
    for c in -128_i64..256 {
        let entry = |start: u64, size: i64| {
            let at = start.wrapping_add_signed(c * size);
            library.machine.memory().read_uint(at, size as u32).unwrap()
        };
        // SAFETY: the tables reach from -128 to 255.
        let native = unsafe {
            let at = c as isize;
            (
                *(*__ctype_b_loc()).offset(at),
                *(*__ctype_toupper_loc()).offset(at),
                *(*__ctype_tolower_loc()).offset(at),
            )
        };
        let ours = (entry(classes, 2) as u16, entry(upper, 4) as i32, entry(lower, 4) as i32);
        assert_eq!(ours, native, "{c}");
    }
    assert_eq!(places[0], library.word("__ctype_b_loc", &[]));
}

#[test]
fn a_class_of_something_that_is_no_character_is_a_read_outside_the_table() {
    let mut library = Library::new();
    library.fault("isalpha", &[256]);
    library.fault("isdigit", &[(-129_i32) as u32 as u64]);
}
