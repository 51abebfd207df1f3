//! Streams over memory, over descriptors, and streams opened anew.

use super::Library;

#[test]
fn a_growing_stream_gives_its_buffer_when_it_is_flushed_or_closed() {
    let mut library = Library::new();
    let (buffer_at, size_at) = (library.object(&[0; 8]), library.object(&[0; 8]));
    let stream = library.word("open_memstream", &[buffer_at, size_at]);
    let text = library.string(b"hello ");
    library.int("fputs", &[text, stream]);
    library.int("fflush", &[stream]);
    assert_eq!(library.text(library.pointer(buffer_at)), b"hello ");
    let format = library.string(b"%d!");
    library.int("fprintf", &[stream, format, 42]);
    assert_eq!(library.int("fclose", &[stream]), 0);
    let buffer = library.pointer(buffer_at);
    assert_eq!(library.text(buffer), b"hello 42!");
    assert_eq!(library.pointer(size_at), 9);
    library.call("free", &[buffer]).expect("the buffer is the program's");
}

#[test]
fn a_buffer_is_read_and_written_as_a_stream() {
    let mut library = Library::new();
    let (buffer, read, write) = (library.object(b"12 abc\0\0"), library.string(b"r"), library.string(b"w"));
    let stream = library.word("fmemopen", &[buffer, 8, read]);
    let (number, word) = (library.object(&[0; 4]), library.object(&[0; 8]));
    let format = library.string(b"%d %3s");
    assert_eq!(library.int("fscanf", &[stream, format, number, word]), 2);
    assert_eq!(library.content(number, 4), [12, 0, 0, 0]);
    assert_eq!(library.text(word), b"abc");
    assert_eq!(library.int("fclose", &[stream]), 0);
    let stream = library.word("fmemopen", &[buffer, 8, write]);
    assert_eq!(library.text(buffer), b"");
    library.int("fputc", &[u64::from(b'x'), stream]);
    assert_eq!(library.int("fclose", &[stream]), 0);
    assert_eq!(library.text(buffer), b"x");
}

#[test]
fn a_descriptor_becomes_a_stream_and_a_stream_another_file() {
    let mut library = Library::new();
    let (name, mode) = (library.string(b"log"), library.string(b"w"));
    let descriptor = library.int("open", &[name, 0o101, 0o644]);
    let stream = library.word("fdopen", &[descriptor as u64, mode]);
    library.int("fputc", &[u64::from(b'a'), stream]);
    let (other, read) = (library.string(b"other"), library.string(b"r"));
    assert_eq!(library.word("freopen", &[other, mode, stream]), stream);
    library.int("fputc", &[u64::from(b'b'), stream]);
    assert_eq!(library.int("fclose", &[stream]), 0);
    let stream = library.word("fopen", &[other, read]);
    assert_eq!(library.int("fgetc", &[stream]), i32::from(b'b'));
    let missing = library.string(b"missing");
    assert_eq!(library.word("freopen", &[missing, read, stream]), 0);
    assert_eq!(library.errno(), 2);
    assert_eq!(library.word("fdopen", &[77, read]), 0);
    assert_eq!(library.errno(), 9);
}
