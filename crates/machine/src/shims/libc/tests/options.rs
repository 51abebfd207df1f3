//! Command lines read by `getopt` and its kin, against the native ones.

use super::{Library, c_string};
use crate::machine::Machine;
use std::ffi::{c_char, c_int};
use std::sync::Mutex;
use trine_base::Stream;

#[repr(C)]
struct NativeOption {
    name: *const c_char,
    has_arg: c_int,
    flag: *mut c_int,
    val: c_int,
}

unsafe extern "C" {
    fn getopt(count: c_int, words: *const *mut c_char, options: *const c_char) -> c_int;
    fn getopt_long(
        count: c_int,
        words: *const *mut c_char,
        options: *const c_char,
        long: *const NativeOption,
        index: *mut c_int,
    ) -> c_int;
    fn getopt_long_only(
        count: c_int,
        words: *const *mut c_char,
        options: *const c_char,
        long: *const NativeOption,
        index: *mut c_int,
    ) -> c_int;
    static mut optarg: *mut c_char;
    static mut optind: c_int;
    static mut opterr: c_int;
    static mut optopt: c_int;
}

/// The native functions share their variables.
static NATIVE: Mutex<()> = Mutex::new(());

const LONG: [(&str, i32, i32); 6] = [
    ("verbose", 0, 500),
    ("version", 0, 501),
    ("level", 1, 502),
    ("color", 2, 503),
    ("colour", 2, 503),
    ("b", 0, 504),
];
const WORDS: [&[u8]; 20] = [
    b"-a",
    b"-b",
    b"-abc",
    b"-c",
    b"-cfile",
    b"-d",
    b"-dx",
    b"-x",
    b"--",
    b"-",
    b"word",
    b"other",
    b"--verbose",
    b"--ver",
    b"--level",
    b"--level=3",
    b"--col",
    b"--color=red",
    b"--bad=1",
    b"-verbose",
];

/// What a call gives: the result, the position, the option complained of, and the argument.
type Step = (i32, i32, i32, Option<Vec<u8>>);

fn native(which: &str, words: &[&[u8]], options: &[u8]) -> (Vec<Step>, Vec<Vec<u8>>) {
    let texts: Vec<Vec<u8>> = words.iter().map(|word| c_string(word)).collect();
    let mut pointers: Vec<*mut c_char> = texts.iter().map(|text| text.as_ptr() as *mut c_char).collect();
    pointers.push(std::ptr::null_mut());
    let options = c_string(options);
    let names: Vec<Vec<u8>> = LONG.iter().map(|(name, ..)| c_string(name.as_bytes())).collect();
    let mut long: Vec<NativeOption> = LONG
        .iter()
        .zip(&names)
        .map(|((_, has_arg, val), name)| NativeOption {
            name: name.as_ptr().cast(),
            has_arg: *has_arg,
            flag: std::ptr::null_mut(),
            val: *val,
        })
        .collect();
    long.push(NativeOption { name: std::ptr::null(), has_arg: 0, flag: std::ptr::null_mut(), val: 0 });
    let (count, options, long) = (words.len() as c_int, options.as_ptr().cast(), long.as_ptr());
    let mut steps = Vec::new();
    // SAFETY: all strings end and live until the last call; the lock keeps others from the variables.
    unsafe {
        (optind, opterr, optopt) = (0, 0, 63);
        for _ in 0..40 {
            let mut index = -1;
            let result = match which {
                "getopt" => getopt(count, pointers.as_ptr(), options),
                "getopt_long" => getopt_long(count, pointers.as_ptr(), options, long, &raw mut index),
                _ => getopt_long_only(count, pointers.as_ptr(), options, long, &raw mut index),
            };
            let argument = optarg;
            let argument =
                (!argument.is_null()).then(|| std::ffi::CStr::from_ptr(argument).to_bytes().to_vec());
            let bad = if matches!(result, 58 | 63) { optopt } else { 0 };
            steps.push((result, optind, bad, argument));
            if result == -1 {
                break;
            }
        }
        let order = pointers[..words.len()]
            .iter()
            .map(|&word| std::ffi::CStr::from_ptr(word).to_bytes().to_vec())
            .collect();
        (steps, order)
    }
}

fn ours(library: &mut Library, which: &str, words: &[&[u8]], options: &[u8]) -> (Vec<Step>, Vec<Vec<u8>>) {
    let mut table: Vec<u8> = Vec::new();
    for word in words {
        table.extend(library.string(word).to_le_bytes());
    }
    table.extend([0; 8]);
    let vector = library.object(&table);
    let mut long: Vec<u8> = Vec::new();
    for (name, has_arg, val) in LONG {
        long.extend(library.string(name.as_bytes()).to_le_bytes());
        long.extend(i64::from(has_arg).to_le_bytes());
        long.extend([0; 8]);
        long.extend(i64::from(val).to_le_bytes());
    }
    long.extend([0; 32]);
    let (long, options) = (library.object(&long), library.string(options));
    let variable = |machine: &Machine, name: &str| {
        let global = machine.program().global_named(name).expect("a variable of the test");
        machine.global_address(global)
    };
    let [argument_at, index_at, error_at, option_at] =
        ["optarg", "optind", "opterr", "optopt"].map(|name| variable(&library.machine, name));
    for (place, value) in [(index_at, 0), (error_at, 0), (option_at, 63)] {
        library.machine.memory_mut().write_uint(place, 4, value).expect("a variable");
    }
    let mut steps = Vec::new();
    for _ in 0..40 {
        let args = [words.len() as u64, vector, options, long, 0];
        let result = library.int(which, &args[..if which == "getopt" { 3 } else { 5 }]);
        let number = |library: &Library, place| library.machine.memory().read_uint(place, 4).unwrap() as i32;
        let argument = library.pointer(argument_at);
        let argument = (argument != 0).then(|| library.text(argument));
        // The native one keeps the last complaint of earlier rounds.
        let bad = if matches!(result, 58 | 63) { number(library, option_at) } else { 0 };
        steps.push((result, number(library, index_at), bad, argument));
        if result == -1 {
            break;
        }
    }
    let order =
        (0..words.len() as u64).map(|index| library.text(library.pointer(vector + 8 * index))).collect();
    (steps, order)
}

#[test]
fn command_lines_are_read_as_natively() {
    let _lock = NATIVE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut stream = Stream::new(50, "options");
    let variables = [("optarg", 8), ("optind", 4), ("opterr", 4), ("optopt", 4)];
    let mut library = Library::with_variables(&variables);
    for round in 0..3000 {
        library.reset();
        let which = ["getopt", "getopt_long", "getopt_long_only"][round % 3];
        let options: &[u8] =
            [b"abc:d::".as_slice(), b":abc:d::", b"+abc:d::", b"-abc:d::"][stream.position(4)];
        let mut words: Vec<&[u8]> = vec![b"prog"];
        words.extend((0..stream.position(7)).map(|_| WORDS[stream.position(WORDS.len())]));
        let expected = native(which, &words, options);
        let found = ours(&mut library, which, &words, options);
        let shown: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
        assert_eq!(found, expected, "{which} {} {shown:?}", String::from_utf8_lossy(options));
    }
}

#[test]
fn an_unknown_option_is_named_on_standard_error() {
    let mut library = Library::with_variables(&[]);
    let words: Vec<u64> = [b"prog".as_slice(), b"-x"].iter().map(|word| library.string(word)).collect();
    let vector = library.object(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>());
    let options = library.string(b"a");
    assert_eq!(library.int("getopt", &[2, vector, options]), i32::from(b'?'));
    assert_eq!(library.machine.shim_state().error_output, b"prog: invalid option -- 'x'\n");
}
