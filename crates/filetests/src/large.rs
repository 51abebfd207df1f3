//! Large C functions, written by a generator: what machine-written code looks like, at any size.
//!
//! Each kind has one function under test, [`ENTRY`], and grows in one respect only. They are there to see that the work on a
//! function is near-linear in its size and ends within its budget: small ones in the tests
//! (`crates/cli/tests/large_functions.rs`), large ones in `trine-study large`.

use std::fmt::Write as _;

/// The function under test of every kind.
pub const ENTRY: &str = "large";

/// A respect in which a function may be large; the number is that of its repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Large {
    /// Conditions one after the other, each on a parameter.
    Conditions(usize),
    /// Decisions of two conditions one after the other, each of which may return.
    Returns(usize),
    /// A chain of `else if`.
    Chain(usize),
    /// One decision of so many conditions; more than 32,767 are too many for clang.
    Decision(usize),
    /// Cases of one switch.
    Switch(usize),
    /// Bytes of a constant table that is looked up.
    Table(usize),
    /// Blocks of a generated parser: states that read a byte each and jump.
    Parser(usize),
    /// Loops one after the other.
    Loops(usize),
    /// Statements without a branch.
    Statements(usize),
    /// Functions with a condition each, called one after the other.
    Calls(usize),
}

impl Large {
    /// All kinds, at the sizes that a budget must hold for.
    pub const FULL: [Self; 12] = [
        Self::Conditions(1_000),
        Self::Conditions(10_000),
        Self::Conditions(20_000),
        Self::Returns(2_000),
        Self::Chain(1_000),
        Self::Decision(500),
        Self::Switch(5_000),
        Self::Table(2 << 20),
        Self::Parser(2_000),
        Self::Loops(1_000),
        Self::Statements(20_000),
        Self::Calls(1_000),
    ];

    /// The kind, in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Conditions(_) => "conditions",
            Self::Returns(_) => "returns",
            Self::Chain(_) => "chain",
            Self::Decision(_) => "decision",
            Self::Switch(_) => "switch",
            Self::Table(_) => "table",
            Self::Parser(_) => "parser",
            Self::Loops(_) => "loops",
            Self::Statements(_) => "statements",
            Self::Calls(_) => "calls",
        }
    }

    /// How often it repeats.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Conditions(n)
            | Self::Returns(n)
            | Self::Chain(n)
            | Self::Decision(n)
            | Self::Switch(n)
            | Self::Table(n)
            | Self::Parser(n)
            | Self::Loops(n)
            | Self::Statements(n)
            | Self::Calls(n) => n,
        }
    }

    /// The same kind with `size` repetitions, at least one.
    #[must_use]
    pub const fn of_size(self, size: usize) -> Self {
        let size = if size == 0 { 1 } else { size };
        match self {
            Self::Conditions(_) => Self::Conditions(size),
            Self::Returns(_) => Self::Returns(size),
            Self::Chain(_) => Self::Chain(size),
            Self::Decision(_) => Self::Decision(size),
            Self::Switch(_) => Self::Switch(size),
            Self::Table(_) => Self::Table(size),
            Self::Parser(_) => Self::Parser(size),
            Self::Loops(_) => Self::Loops(size),
            Self::Statements(_) => Self::Statements(size),
            Self::Calls(_) => Self::Calls(size),
        }
    }

    /// The C file.
    #[must_use]
    pub fn text(self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = match self {
            Self::Conditions(n) => conditions(&mut text, n),
            Self::Returns(n) => returns(&mut text, n),
            Self::Chain(n) => chain(&mut text, n),
            Self::Decision(n) => decision(&mut text, n),
            Self::Switch(n) => switch(&mut text, n),
            Self::Table(n) => table(&mut text, n),
            Self::Parser(n) => parser(&mut text, n),
            Self::Loops(n) => loops(&mut text, n),
            Self::Statements(n) => statements(&mut text, n),
            Self::Calls(n) => calls(&mut text, n),
        };
        text
    }
}

/// A number that looks random, the same for the same `seed`.
fn scatter(seed: usize) -> u32 {
    let mut x = (seed as u32).wrapping_add(1).wrapping_mul(0x9e37_79b9);
    x = (x ^ (x >> 16)).wrapping_mul(0x85eb_ca6b);
    x ^ (x >> 13)
}

fn conditions(text: &mut String, n: usize) -> std::fmt::Result {
    // Unsigned: a run in which signed numbers overflow is no test.
    writeln!(text, "unsigned {ENTRY}(unsigned a, unsigned b, unsigned c)\n{{\n    unsigned r = 0;")?;
    for i in 0..n {
        let bound = scatter(i) % 1_000;
        match i % 4 {
            0 => writeln!(text, "    if (a > {bound})\n        r += {i};")?,
            1 => writeln!(text, "    if (b == {bound})\n        r ^= {i};")?,
            2 => writeln!(text, "    if (c % {} == 1)\n        r--;", bound + 2)?,
            _ => writeln!(text, "    if (r < {bound})\n        r += a;\n    else\n        r -= b & 7;")?,
        }
    }
    writeln!(text, "    return r;\n}}")
}

fn returns(text: &mut String, n: usize) -> std::fmt::Result {
    writeln!(text, "int {ENTRY}(int a, int b)\n{{")?;
    for i in 0..n {
        let bound = scatter(i) % 100_000;
        writeln!(text, "    if (a == {bound} && b > {i})\n        return {i};")?;
    }
    writeln!(text, "    return -1;\n}}")
}

fn chain(text: &mut String, n: usize) -> std::fmt::Result {
    writeln!(text, "int {ENTRY}(int a, int b)\n{{")?;
    for i in 0..n {
        let start = if i == 0 { "    if" } else { "    else if" };
        writeln!(text, "{start} (a == {} || b == {i})\n        return {i};", scatter(i) % 100_000)?;
    }
    writeln!(text, "    return -1;\n}}")
}

fn decision(text: &mut String, n: usize) -> std::fmt::Result {
    writeln!(text, "int {ENTRY}(const unsigned char flags[{n}])\n{{\n    if (flags[0]")?;
    for i in 1..n {
        writeln!(text, "        {} flags[{i}] == {}", if i % 3 == 0 { "||" } else { "&&" }, scatter(i) % 4)?;
    }
    writeln!(text, "    )\n        return 1;\n    return 0;\n}}")
}

fn switch(text: &mut String, n: usize) -> std::fmt::Result {
    writeln!(text, "int {ENTRY}(unsigned a, int b)\n{{\n    switch (a) {{")?;
    for i in 0..n {
        let end = if i % 5 == 4 { "/* falls through */" } else { "break;" };
        writeln!(text, "    case {}: b += {i}; {end}", i * 3)?;
    }
    writeln!(text, "    default: b = -b;\n    }}\n    return b;\n}}")
}

fn table(text: &mut String, n: usize) -> std::fmt::Result {
    write!(text, "static const unsigned char bytes[{n}] = {{")?;
    for i in 0..n {
        write!(text, "{}{},", if i % 32 == 0 { "\n" } else { "" }, scatter(i) & 0xff)?;
    }
    writeln!(text, "\n}};")?;
    writeln!(
        text,
        "int {ENTRY}(unsigned a, unsigned b)\n{{\n    if (a >= {n} || b >= {n})\n        return -1;"
    )?;
    writeln!(
        text,
        "    if (bytes[a] == 77 && bytes[b] > bytes[a])\n        return 1;\n    return bytes[a] < 3;\n}}"
    )
}

fn parser(text: &mut String, n: usize) -> std::fmt::Result {
    writeln!(text, "int {ENTRY}(const unsigned char *p, const unsigned char *end)\n{{\n    int depth = 0;")?;
    for i in 0..n {
        let state = |k: usize| format!("state_{}", (i + 1 + scatter(i * 4 + k) as usize % 40) % n);
        writeln!(text, "state_{i}:\n    if (p == end)\n        return depth + {i};\n    switch (*p++) {{")?;
        writeln!(text, "    case '{}': goto {};", (b'a' + (i % 26) as u8) as char, state(0))?;
        writeln!(text, "    case '(': depth++; goto {};", state(1))?;
        writeln!(text, "    case ')': if (depth-- == 0) return -{i}; goto {};", state(2))?;
        writeln!(text, "    default: goto state_{};\n    }}", (i + 1) % n)?;
    }
    writeln!(text, "}}")
}

fn loops(text: &mut String, n: usize) -> std::fmt::Result {
    writeln!(text, "int {ENTRY}(int a, const int b[8])\n{{\n    int r = 0;")?;
    for i in 0..n {
        writeln!(text, "    for (int i = 0; i < (a & {}); i++)", 1 + i % 7)?;
        writeln!(text, "        if (b[i] == {})\n            r += i;", scatter(i) % 50)?;
    }
    writeln!(text, "    return r;\n}}")
}

fn statements(text: &mut String, n: usize) -> std::fmt::Result {
    writeln!(text, "unsigned {ENTRY}(unsigned a, unsigned b)\n{{\n    unsigned c = 1;")?;
    for i in 0..n {
        let [to, from] = [["a", "b", "c"][i % 3], ["b", "c", "a"][i % 3]];
        writeln!(text, "    {to} = ({to} << {}) ^ ({from} + {});", 1 + i % 5, scatter(i) % 1_000)?;
    }
    writeln!(text, "    if (a == b)\n        return 1;\n    return c;\n}}")
}

fn calls(text: &mut String, n: usize) -> std::fmt::Result {
    for i in 0..n {
        writeln!(text, "static int step_{i}(int a, int b)\n{{")?;
        writeln!(text, "    return a > {} ? a - b : a + {i};\n}}", scatter(i) % 1_000)?;
    }
    writeln!(text, "int {ENTRY}(int a, int b)\n{{")?;
    for i in 0..n {
        writeln!(text, "    a = step_{i}(a & 1023, b & 7);")?;
    }
    writeln!(text, "    if (a == 42)\n        return 1;\n    return 0;\n}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_defines_the_function_under_test_and_grows_with_its_size() {
        for large in Large::FULL {
            let text = large.text();
            assert!(text.contains(&format!(" {ENTRY}(")), "{large:?}");
            assert!(text.len() > 2 * large.size(), "{large:?}: {} bytes", text.len());
        }
    }
}
