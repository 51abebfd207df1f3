//! What a test provides: input, files, streams, failing allocations; and what runs ask for.

use super::Library;
use crate::shims::libc::{Clock, ProvidedFile, Source};

fn open(library: &mut Library, name: &[u8], mode: &[u8]) -> u64 {
    let (name, mode) = (library.string(name), library.string(mode));
    library.word("fopen", &[name, mode])
}

#[test]
fn files_go_to_paths_in_the_order_in_which_they_are_named() {
    let mut library = Library::new();
    library.machine.provide_file(ProvidedFile::Exists(b"one".to_vec()));
    library.machine.provide_file(ProvidedFile::Denied);
    library.machine.provide_file(ProvidedFile::Missing);
    let first = open(&mut library, b"b", b"r");
    assert_eq!(library.int("fgetc", &[first]), i32::from(b'o'));
    assert_eq!(open(&mut library, b"a", b"w"), 0);
    assert_eq!(library.errno(), 13);
    assert_eq!(open(&mut library, b"c", b"r"), 0);
    assert_eq!(library.errno(), 2);
    // A path that was named keeps what it got.
    assert_ne!(open(&mut library, b"b", b"r"), 0);
    assert_ne!(open(&mut library, b"c", b"w"), 0);
    assert_eq!(library.machine.requests().paths_named, 3);
}

#[test]
fn a_full_file_takes_no_bytes() {
    let mut library = Library::new();
    library.machine.provide_file(ProvidedFile::Full);
    let stream = open(&mut library, b"log", b"w");
    assert_eq!(library.int("fputc", &[65, stream]), -1);
    assert_eq!(library.errno(), 28);
    assert_eq!(library.int("ferror", &[stream]), 1);
    assert_eq!(library.int("fclose", &[stream]), 0);
}

#[test]
fn reads_past_the_end_say_how_much_would_have_served() {
    let mut library = Library::new();
    library.machine.provide_input(b"ab".to_vec());
    let stream = library.machine.provide_stream(b"xyz".to_vec()).unwrap();
    let to = library.object(&[0; 16]);
    assert_eq!(library.word("fread", &[to, 1, 16, stream]), 3);
    assert_eq!(library.word("read", &[0, to, 8]), 2);
    let shortages: Vec<_> = library.machine.requests().shortages.clone().into_iter().collect();
    assert_eq!(shortages, [(Source::Input, 8), (Source::Stream(0), 16)]);
}

#[test]
fn a_provided_stream_can_be_closed_once() {
    let mut library = Library::new();
    let stream = library.machine.provide_stream(Vec::new()).unwrap();
    assert_eq!(library.int("fclose", &[stream]), 0);
    assert!(matches!(library.fault("fclose", &[stream]), crate::fault::FaultKind::UseAfterFree { .. }));
}

#[test]
fn the_allocation_that_the_test_names_fails() {
    let mut library = Library::new();
    library.machine.fail_allocation(2);
    let text = library.string(b"text");
    let block = library.word("malloc", &[8]);
    assert_ne!(block, 0);
    assert_eq!(library.word("strdup", &[text]), 0);
    assert_eq!(library.errno(), 12);
    assert_ne!(library.word("realloc", &[block, 16]), 0);
    assert_eq!(library.machine.requests().allocations, 3);
    assert!(library.machine.requests().failed_allocation);
}

#[test]
fn clocks_show_what_the_test_sets_and_files_what_was_written() {
    let mut library = Library::new();
    library.machine.provide_clock(Clock { start_us: 5_000_000, step_us: 250_000 });
    library.machine.provide_file(ProvidedFile::Exists(b"old".to_vec()));
    let time = library.object(&[0; 16]);
    assert_eq!(library.int("gettimeofday", &[time, 0]), 0);
    assert_eq!((library.pointer(time), library.pointer(time + 8)), (5, 250_000));
    assert_eq!(library.int("clock_gettime", &[0, time]), 0);
    assert_eq!((library.pointer(time), library.pointer(time + 8)), (5, 500_000_000));
    assert!(library.machine.requests().looked_at_clock);
    let (name, append) = (library.string(b"log"), library.string(b"a"));
    let stream = library.word("fopen", &[name, append]);
    library.int("fputc", &[u64::from(b'!'), stream]);
    assert_eq!(library.machine.file_at_path(0), Some(&b"old!"[..]));
    assert_eq!(library.machine.file_at_path(1), None);
    library.int("unlink", &[name]);
    assert_eq!(library.machine.file_at_path(0), None);
}
