//! What a function of a module is for, told from its types and the words of its name: who makes an object, who ends it.
//!
//! C says neither. `struct s *s_new(void)` and `int s_open(struct s **out)` make an object by their types alone;
//! `void s_init(struct s *s)` differs from a mutator only in that it reads nothing before it has written it, and its
//! authors say so in its name. The words below are those that C libraries use; `trine.toml` overrules them.

/// Words that name a function which fills an object of its caller.
const INITIALISES: [&str; 9] =
    ["init", "initialize", "initialise", "create", "new", "construct", "ctor", "setup", "make"];

/// Words that name such a function where nothing else makes an object of the type.
const MAY_INITIALISE: [&str; 7] = ["open", "start", "begin", "reset", "clear", "load", "from"];

/// Words that name a function which ends an object.
const ENDS: [&str; 14] = [
    "free", "destroy", "dispose", "deinit", "fini", "finalize", "finish", "cleanup", "teardown", "uninit",
    "unref", "dtor", "delete", "close",
];

/// Words that do where the function takes nothing but the object.
const MAY_END: [&str; 8] = ["release", "drop", "end", "done", "term", "terminate", "kill", "shutdown"];

/// Words in the name of a parameter that says how long the one before it is.
const LENGTHS: [&str; 14] = [
    "len", "length", "size", "count", "num", "cap", "capacity", "bytes", "nbytes", "n", "sz", "max", "limit",
    "avail",
];

/// Words for any text or buffer: a length named after one of them is that of the text before it, whatever that is called.
const BUFFERS: [&str; 14] = [
    "buffer", "buf", "data", "string", "str", "text", "input", "in", "src", "source", "content", "message",
    "msg", "block",
];

/// The words of an identifier, in lower case: `cacheInit`, `cache_init`, `CACHE_Init` all give `cache`, `init`.
pub fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last_was_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() {
            words.push(String::new());
            last_was_lower = false;
            continue;
        }
        if c.is_ascii_uppercase() && last_was_lower || words.is_empty() {
            words.push(String::new());
        }
        last_was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        if let Some(word) = words.last_mut() {
            word.push(c.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words of a function's name that the name of its structure does not have, joined again; the whole name when there are none: in
/// `cdb_make_add` of `struct cdb_make` nothing says that it makes anything.
pub fn without_words_of(name: &str, structure: &str) -> String {
    let of_structure = words(structure);
    let own: Vec<String> = words(name).into_iter().filter(|word| !of_structure.contains(word)).collect();
    if own.is_empty() { name.to_owned() } else { own.join("_") }
}

fn says(name: &str, known: &[&str]) -> bool {
    // `deflateInit2_` is a second kind of `deflateInit`.
    words(name).iter().any(|word| known.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit())))
}

/// Whether a name has no words but those for functions that fill objects.
pub fn says_only_that_it_fills(name: &str) -> bool {
    words(name).iter().all(|word| says(word, &INITIALISES) || says(word, &MAY_INITIALISE))
}

/// Whether a name has no words but those for functions that end objects.
pub fn says_only_that_it_ends(name: &str) -> bool {
    words(name).iter().all(|word| says(word, &ENDS) || says(word, &MAY_END))
}

/// Whether the name says that the function fills an object of its caller; `is_only_maker` when nothing else makes one.
pub fn initialises(name: &str, is_only_maker: bool) -> bool {
    !says(name, &["deinit", "uninit"])
        && (says(name, &INITIALISES) || is_only_maker && says(name, &MAY_INITIALISE))
        || name.to_ascii_lowercase().ends_with("init") && !ends(name, true)
}

/// Whether the name says that the function ends the object it takes; `takes_nothing_else` when that is all it takes.
pub fn ends(name: &str, takes_nothing_else: bool) -> bool {
    let lower = name.to_ascii_lowercase();
    says(name, &ENDS)
        || takes_nothing_else && says(name, &MAY_END)
        || takes_nothing_else && ["free", "destroy", "deinit"].iter().any(|end| lower.ends_with(end))
}

/// Whether the name of a parameter says that it is a length.
pub fn is_length(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    says(name, &LENGTHS) || ["len", "size", "count", "length"].iter().any(|end| lower.ends_with(end))
}

/// Whether a parameter with the name of a length may be that of the text before it: `size`, `key_len` of `key`, but not `stream_size` of
/// `version`, which ends by itself.
pub fn is_length_of(name: &str, text: &str) -> bool {
    let of_text = words(text);
    let known = |word: &str| of_text.iter().any(|of| of.starts_with(word) || word.starts_with(of.as_str()));
    words(name).iter().all(|word| is_length(word) || BUFFERS.contains(&word.as_str()) || known(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words_whatever_their_style() {
        assert_eq!(words("cacheInit"), ["cache", "init"]);
        assert_eq!(words("LRU_cache_new2"), ["lru", "cache", "new2"]);
        assert!(initialises("queue_init", false) && initialises("queueInit", false));
        assert!(!initialises("queue_deinit", true) && !initialises("queue_push", true));
        assert!(initialises("tokenizer_reset", true) && !initialises("tokenizer_reset", false));
        assert!(ends("queue_free", false) && ends("list_delete", true) && !ends("queue_release", false));
        assert!(initialises("deflateInit2_", false) && !initialises("inflate2", true));
        assert_eq!(without_words_of("cdb_make_add", "struct cdb_make"), "add");
        assert_eq!(without_words_of("queueInit", "queue_t"), "init");
        assert_eq!(without_words_of("cdb_make", "struct cdb_make"), "cdb_make");
        assert!(is_length("buflen") && is_length("n") && !is_length("value"));
        assert!(says_only_that_it_ends("close") && !says_only_that_it_ends("e_free_ci"));
        assert!(says_only_that_it_fills("init2") && says_only_that_it_fills("init_from"));
        assert!(!says_only_that_it_fills("s_init"));
        assert!(is_length_of("size", "version") && is_length_of("key_len", "key"));
        assert!(is_length_of("dictLength", "dictionary") && is_length_of("keylen", "key"));
        assert!(is_length_of("buffer_length", "value") && !is_length_of("stream_size", "version"));
    }
}
