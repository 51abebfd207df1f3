//! Strings that a call of the library in the code would take apart as the code expects.
//!
//! A format of `scanf` says what its text looks like, and the option string of `getopt` which words begin a command
//! line. Neither stands in the code as a text that it would accept, so no edit of strings gets there soon:
//!
//! ```text
//! sscanf(line, " %15[a-z] = %31s", ...)      a=a    port=a    port=1    port=-2    port=99999
//! getopt(argc, argv, "vo:")                  -v   -vv   -o1   -oa   -o99   a
//! getopt_long(..., {"level", 1, 0, 'l'})     --level=1   --level=99   --level
//! ```
//!
//! where `port` is a literal of the code. Not handled: formats and tables that the code computes; wide formats.

use trine_ir::{Constant, Function, GlobalId, Program, RelocationTarget, Value};

/// Bytes of a `struct option`: name, whether it has an argument, flag, value.
const OPTION_BYTES: u64 = 32;
/// Keywords of the code that are put into one format, and how long they are at most.
const MAX_KEYWORDS: usize = 8;
const LONGEST_KEYWORD: usize = 15;

/// What conversions take: integers, other numbers, and words behind the first.
const FILLINGS: [Filling<'_>; 4] = [
    Filling { word: b"a", integer: b"1", float: b"1.5", later: b"a" },
    Filling { word: b"a", integer: b"1", float: b"1.5", later: b"1" },
    Filling { word: b"a", integer: b"-2", float: b"-2.5", later: b"-2" },
    Filling { word: b"a", integer: b"99999", float: b"1e9", later: b"99999" },
];

#[derive(Clone, Copy)]
struct Filling<'f> {
    /// The first word.
    word: &'f [u8],
    integer: &'f [u8],
    float: &'f [u8],
    /// Words behind it.
    later: &'f [u8],
}

/// What a call tells about strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentFormat {
    /// A format by which a text is taken apart.
    Format(Vec<u8>),
    /// Words of a command line.
    Words(Vec<Vec<u8>>),
}

/// What a call of the function `name` with `args` tells; `None` where it is none of the functions above.
#[must_use]
pub fn format_of_argument(
    program: &Program,
    function: &Function,
    name: &str,
    args: &[Value],
) -> Option<ArgumentFormat> {
    let literal = |at: usize| {
        let Constant::Global(global, offset) = function.constant(*args.get(at)?)? else { return None };
        literal_at(program, global, offset)
    };
    let format = |at: usize| literal(at).map(|format| ArgumentFormat::Format(format.to_vec()));
    match name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_") {
        "scanf" | "vscanf" => format(0),
        "sscanf" | "vsscanf" | "fscanf" | "vfscanf" => format(1),
        "getopt" | "__posix_getopt" => Some(ArgumentFormat::Words(short_options(literal(2)?))),
        "getopt_long" | "getopt_long_only" => {
            let mut words = short_options(literal(2).unwrap_or_default());
            let plain = words.pop();
            if let Some(Constant::Global(table, 0)) = function.constant(*args.get(3)?) {
                words.extend(long_options(program, table));
            }
            words.extend(plain);
            Some(ArgumentFormat::Words(words))
        }
        _ => None,
    }
}

/// The text at `offset` of a constant, without its NUL.
pub(crate) fn literal_at(program: &Program, global: GlobalId, offset: i64) -> Option<&[u8]> {
    let global = program.globals.get(global).filter(|global| global.constant)?;
    let from = global.bytes.get(usize::try_from(offset).ok()?..)?;
    from.split(|&byte| byte == 0).next()
}

/// Strings that `format` takes to its end, with words out of `literals` in the place of the first.
#[must_use]
pub fn of_format(format: &[u8], literals: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let is_keyword = |text: &&Vec<u8>| {
        text.len() <= LONGEST_KEYWORD
            && text.iter().all(|&byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    };
    let keywords = literals.iter().filter(is_keyword).take(MAX_KEYWORDS).map(Vec::as_slice);
    let mut strings: Vec<Vec<u8>> = Vec::new();
    for word in std::iter::once(FILLINGS[0].word).chain(keywords) {
        for filling in FILLINGS {
            let text = filled(format, Filling { word, ..filling });
            if !text.is_empty() && !strings.contains(&text) {
                strings.push(text);
            }
        }
    }
    strings
}

/// A text that `format` takes to its end.
fn filled(format: &[u8], filling: Filling<'_>) -> Vec<u8> {
    let mut writer = Writer { text: Vec::new(), filling, gap: false, ends_with_value: false };
    let mut rest = format;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = match byte {
            b'%' => writer.conversion(behind),
            _ => {
                writer.literal(byte);
                behind
            }
        };
    }
    writer.text
}

/// A sample at work.
struct Writer<'f> {
    text: Vec<u8>,
    filling: Filling<'f>,
    /// White space between this conversion and the next: elsewhere it may be missing.
    gap: bool,
    ends_with_value: bool,
}

impl<'f> Writer<'f> {
    fn literal(&mut self, byte: u8) {
        if byte.is_ascii_whitespace() {
            self.gap = self.ends_with_value;
        } else {
            self.text.push(byte);
            (self.gap, self.ends_with_value) = (false, false);
        }
    }

    /// Writes what the conversion at the start of `format`, behind its `%`, takes; gives what comes behind it.
    fn conversion<'r>(&mut self, format: &'r [u8]) -> &'r [u8] {
        let (width, after) = width_of(format);
        let Some((&conversion, rest)) = after.split_first() else { return &[] };
        if conversion == b'n' {
            return rest;
        }
        if std::mem::take(&mut self.gap) {
            self.text.push(b' ');
        }
        self.ends_with_value = conversion != b'%';
        let Filling { integer, float, .. } = self.filling;
        match conversion {
            b'd' | b'i' | b'u' => self.text.extend(cut(integer, width)),
            b'o' | b'x' | b'X' => self.text.push(b'1'),
            b'e' | b'f' | b'g' | b'a' | b'E' | b'F' | b'G' | b'A' => self.text.extend(cut(float, width)),
            b'c' => self.text.resize(self.text.len() + width.unwrap_or(1).min(16), b'a'),
            b'%' => self.text.push(b'%'),
            b's' => {
                let word = self.next_word(width);
                self.text.extend(word);
            }
            b'[' => return self.characters(rest, width),
            _ => {}
        }
        rest
    }

    /// Writes what the set at the start of `rest` takes; gives what comes behind it.
    fn characters<'r>(&mut self, rest: &'r [u8], width: Option<usize>) -> &'r [u8] {
        let (set, rest) = Set::read(rest);
        let word = self.next_word(width);
        if word.iter().all(|&byte| set.holds(byte)) {
            self.text.extend(word);
        } else {
            self.text.extend((b'!'..=b'~').find(|&byte| set.holds(byte)));
        }
        rest
    }

    fn next_word(&mut self, width: Option<usize>) -> &'f [u8] {
        cut(std::mem::replace(&mut self.filling.word, self.filling.later), width)
    }
}

/// The width of a conversion, and what comes behind it, `*` and the length of its type.
fn width_of(mut rest: &[u8]) -> (Option<usize>, &[u8]) {
    let mut width = None;
    while let Some((&byte, behind)) = rest.split_first() {
        match byte {
            b'0'..=b'9' => width = Some(width.unwrap_or(0) * 10 % 10_000 + usize::from(byte - b'0')),
            b'*' | b'h' | b'l' | b'L' | b'j' | b'z' | b't' | b'q' | b'm' => {}
            _ => break,
        }
        rest = behind;
    }
    (width, rest)
}

fn cut(value: &[u8], width: Option<usize>) -> &[u8] {
    &value[..value.len().min(width.unwrap_or(usize::MAX))]
}

/// The set of a conversion `%[...]`.
struct Set<'f> {
    members: &'f [u8],
    excludes: bool,
}

impl<'f> Set<'f> {
    /// The set at the start of `rest`, behind its `[`, and what comes behind it.
    fn read(rest: &'f [u8]) -> (Self, &'f [u8]) {
        let (excludes, set) = match rest.strip_prefix(b"^") {
            Some(set) => (true, set),
            None => (false, rest),
        };
        // A bracket right at the start is a member.
        let end = set.iter().skip(1).position(|&byte| byte == b']').map_or(set.len(), |at| at + 1);
        (Self { members: &set[..end], excludes }, set.get(end + 1..).unwrap_or_default())
    }

    fn holds(&self, byte: u8) -> bool {
        let is_member = self.members.contains(&byte)
            || self.members.windows(3).any(|range| range[1] == b'-' && (range[0]..=range[2]).contains(&byte));
        is_member != self.excludes
    }
}

/// Words for the options of a string like `vo:`, and one that is no option, last.
fn short_options(options: &[u8]) -> Vec<Vec<u8>> {
    let letters = options.iter().position(|byte| !b"+-:".contains(byte)).map_or(&[][..], |at| &options[at..]);
    let mut words = Vec::new();
    for (at, &letter) in letters.iter().enumerate().filter(|(_, letter)| letter.is_ascii_alphanumeric()) {
        let option = |behind: &[u8]| [&[b'-', letter][..], behind].concat();
        match letters.get(at + 1) {
            Some(b':') => words.extend([option(b"1"), option(b"a"), option(b"99")]),
            _ => words.extend([option(b""), option(&[letter])]),
        }
    }
    words.push(b"a".to_vec());
    words
}

/// Words for the options of a table of `struct option`.
fn long_options(program: &Program, table: GlobalId) -> Vec<Vec<u8>> {
    let Some(global) = program.globals.get(table) else { return Vec::new() };
    let names = global.relocations.iter().filter(|relocation| relocation.offset.is_multiple_of(OPTION_BYTES));
    let mut words = Vec::new();
    for relocation in names {
        let RelocationTarget::Global(name, offset) = relocation.target else { continue };
        let Some(name) = literal_at(program, name, offset) else { continue };
        let option = [b"--", name].concat();
        let takes_argument = global.bytes.get(relocation.offset as usize + 8).is_some_and(|&kind| kind != 0);
        if takes_argument {
            words.extend([[&option[..], b"=1"].concat(), [&option[..], b"=99"].concat()]);
        }
        words.push(option);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[Vec<u8>]) -> Vec<&str> {
        words.iter().map(|word| std::str::from_utf8(word).unwrap()).collect()
    }

    #[test]
    fn a_sample_of_a_format_is_taken_to_its_end() {
        let keywords = [b"port".to_vec(), b"no word".to_vec(), b"IP".to_vec()];
        let strings = |format: &str, keywords| of_format(format.as_bytes(), keywords);
        let expected = ["a=a", "a=1", "a=-2", "a=99999", "port=a", "port=1", "port=-2", "port=99999"];
        assert_eq!(words(&strings(" %15[a-z] = %31s%n", &keywords)[..8]), expected);
        assert_eq!(words(&strings("%d,%lf", &[])), ["1,1.5", "-2,-2.5", "99999,1e9"]);
        assert_eq!(words(&strings("%2d%%%[^]a]%3c", &[])), ["1%!aaa", "-2%!aaa", "99%!aaa"]);
        assert_eq!(words(&strings("%*d %x", &[])), ["1 1", "-2 1", "99999 1"]);
        assert!(strings("%n", &[]).is_empty());
    }

    #[test]
    fn option_strings_give_words_with_and_without_arguments() {
        assert_eq!(words(&short_options(b"+vo:")), ["-v", "-vv", "-o1", "-oa", "-o99", "a"]);
        assert_eq!(words(&short_options(b"")), ["a"]);
    }
}
