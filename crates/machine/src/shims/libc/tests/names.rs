//! Names of files, versions and signals against the native functions; temporary files; sets of signals.

use super::{Library, c_string, random_text};
use std::ffi::{CStr, c_char, c_int};
use trine_base::Stream;

unsafe extern "C" {
    fn strverscmp(a: *const u8, b: *const u8) -> c_int;
    fn __xpg_basename(path: *mut c_char) -> *mut c_char;
    fn dirname(path: *mut c_char) -> *mut c_char;
    fn strsignal(signal: c_int) -> *mut c_char;
}

#[test]
fn versions_are_ordered_as_natively() {
    let mut stream = Stream::new(80, "versions");
    let mut library = Library::new();
    for _ in 0..20_000 {
        library.reset();
        let (a, b) = (random_text(&mut stream, b"0019a.", 6), random_text(&mut stream, b"0019a.", 6));
        // SAFETY: both end.
        let native = unsafe { strverscmp(c_string(&a).as_ptr(), c_string(&b).as_ptr()) };
        let (x, y) = (library.string(&a), library.string(&b));
        let shown = (String::from_utf8_lossy(&a), String::from_utf8_lossy(&b));
        assert_eq!(library.int("strverscmp", &[x, y]).signum(), native.signum(), "{shown:?}");
    }
}

#[test]
fn paths_are_cut_as_natively() {
    let mut stream = Stream::new(81, "paths");
    let mut library = Library::new();
    for _ in 0..5000 {
        library.reset();
        let path = random_text(&mut stream, b"//ab.", 7);
        type Cut = unsafe extern "C" fn(*mut c_char) -> *mut c_char;
        for (name, native) in [("__xpg_basename", __xpg_basename as Cut), ("dirname", dirname as Cut)] {
            let mut text = c_string(&path);
            // SAFETY: the text ends, and the result is a text.
            let expected = unsafe { CStr::from_ptr(native(text.as_mut_ptr().cast())).to_bytes().to_vec() };
            let ours = library.string(&path);
            let found = library.word(name, &[ours]);
            let shown = String::from_utf8_lossy(&path);
            assert_eq!(library.text(found), expected, "{name} {shown}");
        }
    }
}

#[test]
fn signals_have_the_native_names() {
    let mut library = Library::new();
    for signal in (-1..32).chain([34, 40, 64, 65, 1000]) {
        // SAFETY: any number will do.
        let native = unsafe { CStr::from_ptr(strsignal(signal)) }.to_bytes();
        let ours = library.word("strsignal", &[signal as u64]);
        assert_eq!(library.text(ours), native, "{signal}");
    }
}

#[test]
fn sets_of_signals_are_sets() {
    let mut library = Library::new();
    let set = library.object(&[7; 128]);
    assert_eq!(library.int("sigemptyset", &[set]), 0);
    assert_eq!(library.int("sigaddset", &[set, 2]), 0);
    assert_eq!(library.int("sigismember", &[set, 2]), 1);
    assert_eq!(library.int("sigismember", &[set, 3]), 0);
    let old = library.object(&[0; 128]);
    assert_eq!(library.int("sigprocmask", &[0, set, 0]), 0);
    assert_eq!(library.int("sigprocmask", &[1, set, old]), 0);
    assert_eq!(library.int("sigismember", &[old, 2]), 1);
    assert_eq!(library.int("sigaddset", &[set, 65]), -1);
    assert_eq!(library.errno(), 22);
}

#[test]
fn temporary_files_get_names_of_their_own() {
    let mut library = Library::new();
    let (first, second) = (library.string(b"/tmp/xXXXXXX"), library.string(b"/tmp/xXXXXXX"));
    assert_eq!(library.int("mkstemp", &[first]), 100);
    assert_eq!(library.int("mkstemp", &[second]), 101);
    assert_ne!(library.text(first), library.text(second));
    let status = library.object(&[0; 144]);
    let text = library.string(b"hello");
    library.word("write", &[100, text, 5]);
    assert_eq!(library.int("stat", &[first, status]), 0);
    assert_eq!(library.pointer(status + 48), 5);
    assert_eq!(library.int("fstat", &[101, status]), 0);
    assert_eq!(library.pointer(status + 48), 0);
    let bad = library.string(b"noplace");
    assert_eq!(library.int("mkstemp", &[bad]), -1);
    assert_eq!(library.errno(), 22);
    assert_eq!(library.int("stat", &[bad, status]), -1);
    assert_eq!(library.errno(), 2);
}

#[test]
fn a_function_runs_once_and_keys_hold_values() {
    let mut library = Library::new();
    let function = library.machine.function_address(trine_ir::FuncId(0));
    let (flag, key) = (library.object(&[0; 4]), library.object(&[9; 4]));
    library.int("pthread_once", &[flag, function]);
    library.int("pthread_once", &[flag, function]);
    assert_eq!(library.recorder.calls.len(), 1);
    assert_eq!(library.int("pthread_key_create", &[key, 0]), 0);
    assert_eq!(library.word("pthread_getspecific", &[0]), 0);
    assert_eq!(library.int("pthread_setspecific", &[0, 77]), 0);
    assert_eq!(library.word("pthread_getspecific", &[0]), 77);
    assert_eq!(library.int("pthread_setspecific", &[5, 77]), 22);
}
