//! Test suites in the exchange format of Test-Comp, the competition on software testing.
//!
//! ```text
//! test-suite/metadata.xml   who made the suite, for which property of which program
//! test-suite/test-1.xml     <testcase> with one <input> per value, in the order they are asked for
//! ```
//!
//! The format is that of the document type definitions `test-format testcase 1.1` and
//! `test-format test-metadata 1.1`: the elements of the metadata form a sequence; `coversError`
//! is `false` when it is not given. Validators (TestCov) read numbers in decimal, as `scanf` does.
//!
//! Also here: the C that stands around a benchmark program, in the machine and in the native replay alike
//! ([`support`], [`replay`]).

pub mod replay;
pub mod support;

use trine_testcase::LeafKind;

/// The folder of a suite, in the output folder.
pub const FOLDER: &str = "test-suite";

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>";
const TESTCASE_TYPE: &str = "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
     \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">";
const METADATA_TYPE: &str = "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
     \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">";

/// What `metadata.xml` says.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// The tool, with its version.
    pub producer: String,
    /// The property, as its file states it.
    pub specification: String,
    /// Path of the program.
    pub program_file: String,
    /// SHA-256 of the program, in hexadecimal digits.
    pub program_hash: String,
    /// Where the program starts.
    pub entry_function: String,
    /// `32bit` or `64bit`.
    pub architecture: String,
    /// Time of creation, ISO 8601.
    pub creation_time: String,
}

/// A value that a program was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// How its bits are read.
    pub kind: LeafKind,
    /// Its bits.
    pub bits: u128,
}

/// `metadata.xml`.
#[must_use]
pub fn metadata(metadata: &Metadata) -> String {
    let elements = [
        ("sourcecodelang", "C"),
        ("producer", &metadata.producer),
        ("specification", &metadata.specification),
        ("programfile", &metadata.program_file),
        ("programhash", &metadata.program_hash),
        ("entryfunction", &metadata.entry_function),
        ("architecture", &metadata.architecture),
        ("creationtime", &metadata.creation_time),
    ];
    let lines = elements.map(|(name, text)| format!("  <{name}>{}</{name}>\n", escaped(text)));
    format!("{DECLARATION}\n{METADATA_TYPE}\n<test-metadata>\n{}</test-metadata>\n", lines.concat())
}

/// A test case: `inputs` in the order the program asks for them.
#[must_use]
pub fn test_case(inputs: &[Input], covers_error: bool) -> String {
    let attribute = if covers_error { " coversError=\"true\"" } else { "" };
    let line = |input: &Input| {
        format!("  <input type=\"{}\">{}</input>\n", type_name(&input.kind), escaped(&value(input)))
    };
    let lines: String = inputs.iter().map(line).collect();
    format!("{DECLARATION}\n{TESTCASE_TYPE}\n<testcase{attribute}>\n{lines}</testcase>\n")
}

/// The value in decimal; floating-point numbers with the fewest digits that name them.
#[must_use]
pub fn value(input: &Input) -> String {
    let Input { kind, bits } = input;
    match kind {
        LeafKind::Float(format) => float_text(*format, *bits),
        _ if kind.is_signed() || kind.bits() < 128 => kind.to_int(*bits).to_string(),
        _ => bits.to_string(),
    }
}

fn float_text(format: trine_testcase::FloatFormat, bits: u128) -> String {
    let text = match format {
        trine_testcase::FloatFormat::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        _ => format!("{:?}", format.to_f64(bits)),
    };
    text.replace("NaN", "nan")
}

/// A C type of this kind on x86-64 Linux.
#[must_use]
pub fn type_name(kind: &LeafKind) -> &'static str {
    use trine_testcase::FloatFormat::{F32, F64, F80};
    match kind {
        LeafKind::Bool => "_Bool",
        LeafKind::Float(F32) => "float",
        LeafKind::Float(F64) => "double",
        LeafKind::Float(F80) => "long double",
        LeafKind::Char { bits: 8, signed: true } => "char",
        _ => match (kind.bits(), kind.is_signed()) {
            (0..=8, true) => "signed char",
            (0..=8, false) => "unsigned char",
            (9..=16, true) => "short",
            (9..=16, false) => "unsigned short",
            (17..=32, true) => "int",
            (17..=32, false) => "unsigned int",
            (33..=64, true) => "long",
            (33..=64, false) => "unsigned long",
            (_, true) => "__int128",
            (_, false) => "unsigned __int128",
        },
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // Control characters have no place in XML.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::FloatFormat;

    #[test]
    fn a_test_case_lists_its_inputs_in_decimal() {
        let int = LeafKind::Int { bits: 32, signed: true };
        let inputs = [
            Input { kind: int, bits: 0xffff_fffe },
            Input { kind: LeafKind::Char { bits: 8, signed: true }, bits: 0x41 },
            Input { kind: LeafKind::Float(FloatFormat::F64), bits: u128::from((-0.1f64).to_bits()) },
            Input { kind: LeafKind::Float(FloatFormat::F32), bits: u128::from(f32::NAN.to_bits()) },
            Input { kind: LeafKind::Int { bits: 64, signed: false }, bits: u128::from(u64::MAX) },
        ];
        let text = test_case(&inputs, true);
        assert!(text.ends_with(
            "<testcase coversError=\"true\">\n  <input type=\"int\">-2</input>\n  \
             <input type=\"char\">65</input>\n  <input type=\"double\">-0.1</input>\n  \
             <input type=\"float\">nan</input>\n  \
             <input type=\"unsigned long\">18446744073709551615</input>\n</testcase>\n"
        ));
        assert!(test_case(&[], false).ends_with("<testcase>\n</testcase>\n"));
    }

    #[test]
    fn metadata_is_escaped() {
        let text = metadata(&Metadata { program_file: "a&b<c>.c".to_owned(), ..Metadata::default() });
        assert!(text.contains("<programfile>a&amp;b&lt;c&gt;.c</programfile>"));
    }
}
