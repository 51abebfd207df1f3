//! Streams and files in memory.

use super::Library;
use crate::fault::{FaultKind, Stop};

const EOF: i32 = -1;

fn open(library: &mut Library, name: &[u8], mode: &[u8]) -> u64 {
    let (name, mode) = (library.string(name), library.string(mode));
    library.word("fopen", &[name, mode])
}

#[test]
fn a_test_starts_without_files() {
    let mut library = Library::new();
    assert_eq!(open(&mut library, b"data.txt", b"r"), 0);
    assert_eq!(library.errno(), 2);
    assert_eq!(open(&mut library, b"data.txt", b"q"), 0);
    assert_eq!(library.errno(), 22);
}

#[test]
fn what_is_written_can_be_read_again() {
    let mut library = Library::new();
    let stream = open(&mut library, b"data.txt", b"w");
    let text = library.string(b"one\ntwo\nlast");
    assert_eq!(library.int("fputs", &[text, stream]), 1);
    assert_eq!(library.int("fgetc", &[stream]), EOF);
    assert_eq!(library.errno(), 9);
    assert_eq!(library.int("ferror", &[stream]), 1);
    assert_eq!(library.int("fclose", &[stream]), 0);
    assert!(matches!(library.fault("fgetc", &[stream]), FaultKind::UseAfterFree { .. }));

    let stream = open(&mut library, b"data.txt", b"r");
    let to = library.object(&[0; 16]);
    assert_eq!(library.word("fgets", &[to, 16, stream]), to);
    assert_eq!(library.text(to), b"one\n");
    assert_eq!(library.int("fgetc", &[stream]), i32::from(b't'));
    assert_eq!(library.int("ungetc", &[65, stream]), 65);
    assert_eq!(library.word("ftell", &[stream]), 4);
    assert_eq!(library.word("fgets", &[to, 3, stream]), to);
    assert_eq!(library.text(to), b"Aw");
    // The smallest int: no room, and nothing to count down from.
    assert_eq!(library.word("fgets", &[to, 0x8000_0000, stream]), 0);
    assert_eq!(library.word("fread", &[to, 2, 8, stream]), 3);
    assert_eq!(library.int("feof", &[stream]), 1);
    assert_eq!(library.word("fgets", &[to, 16, stream]), 0);
    assert_eq!(library.int("fseek", &[stream, (-4_i64) as u64, 2]), 0);
    assert_eq!(library.int("feof", &[stream]), 0);
    let (line, room) = (library.object(&[0; 8]), library.object(&[0; 8]));
    assert_eq!(library.word("getline", &[line, room, stream]), 4);
    assert_eq!(library.text(library.pointer(line)), b"last");
    assert_eq!(library.pointer(room), 120);
    assert_eq!(library.word("getline", &[line, room, stream]), u64::MAX);
}

#[test]
fn standard_input_is_what_the_state_holds() {
    let mut library = Library::new();
    library.machine.provide_input(b"ab".to_vec());
    let got: Vec<i32> = (0..3).map(|_| library.int("getchar", &[])).collect();
    assert_eq!(got, [97, 98, EOF]);
}

#[test]
fn standard_input_is_a_file_or_dev_null() {
    let mut library = Library::new();
    assert_eq!(library.word("lseek", &[0, 5, 0]), 0, "/dev/null is always at its start");
    assert_eq!(library.word("lseek", &[1, 0, 1]), u64::MAX, "standard output is none");
    library.reset();
    library.machine.provide_input(b"abc".to_vec());
    assert_eq!(library.word("lseek", &[0, (-1_i64) as u64, 2]), 2);
    assert_eq!(library.int("getchar", &[]), 99);
    assert_eq!(library.word("lseek", &[0, 0, 1]), 3);
}

#[test]
fn names_can_be_removed_and_changed() {
    let mut library = Library::new();
    let stream = open(&mut library, b"a", b"w");
    library.int("fclose", &[stream]);
    let (a, b) = (library.string(b"a"), library.string(b"b"));
    assert_eq!(library.int("rename", &[a, b]), 0);
    assert_eq!(library.int("remove", &[a]), -1);
    assert_eq!(library.int("remove", &[b]), 0);
    assert_eq!(open(&mut library, b"b", b"r"), 0);
}

#[test]
fn a_stream_that_the_library_did_not_make_is_not_supported() {
    let mut library = Library::new();
    let object = library.object(&[0; 216]);
    assert!(matches!(library.call("fgetc", &[object]), Err(Stop::Unsupported(_))));
    assert!(matches!(library.fault("fgetc", &[0]), FaultKind::NullDereference { .. }));
}

#[test]
fn a_file_does_not_grow_beyond_the_memory_of_the_run() {
    let mut library = Library::new();
    let stream = open(&mut library, b"far.bin", b"w");
    assert_eq!(library.int("fseek", &[stream, 1 << 40, 0]), 0);
    assert_eq!(library.int("fputc", &[65, stream]), EOF);
    assert_eq!(library.errno(), 28);
}
