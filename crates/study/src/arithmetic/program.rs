//! The C programs: one function per operation and pair of types, which loops over the operands.
//!
//! ```text
//! add_i8 3 00000008 00000009 - ...      operation, position of the first operand, results
//! ```

use super::types::{CType, Kind, TYPES};
use super::values::values;
use std::fmt::Write;

/// A program's share of the table; each prints less than what is kept of a native run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// `+ - * / %` and their assignments, on integers.
    Integers,
    /// `+ - * /` and their assignments, on floats.
    Floats,
    /// `& | ^`, `&& ||`, comparisons.
    Logic,
    /// `<< >>` between all integer types.
    Shifts,
    /// Unary operators, increments, conversions between all types.
    Conversions,
    /// Operators between operands of two types.
    Mixed,
    /// Bit-fields, written and read, in packed structs too.
    BitFields,
}

/// What every program starts with: output as hex into a line.
const PRELUDE: &str = r#"
extern int puts(const char *);
static char line[8192];
static unsigned long used;
static void text(const char *s) { while (*s) line[used++] = *s++; }
static void hex(const void *p, unsigned long n) {
    const unsigned char *bytes = p;
    line[used++] = ' ';
    while (n-- > 0) {
        line[used++] = "0123456789abcdef"[bytes[n] >> 4];
        line[used++] = "0123456789abcdef"[bytes[n] & 15];
    }
}
static void begin(const char *name, int i) {
    used = 0;
    text(name);
    line[used++] = ' ';
    if (i >= 100) line[used++] = '0' + i / 100;
    if (i >= 10) line[used++] = '0' + i / 10 % 10;
    line[used++] = '0' + i % 10;
}
static void end(void) { line[used] = 0; puts(line); }
#define COUNT(a) ((int)(sizeof (a) / sizeof *(a)))
#define SIZE(r) (__builtin_types_compatible_p(__typeof__(r), long double) ? 10 : sizeof (r))
#define SHOW(r) do { if ((r) != (r)) text(" nan"); else hex(&(r), SIZE(r)); } while (0)
#define SKIP() text(" -")
"#;

impl Section {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Integers,
        Self::Floats,
        Self::Logic,
        Self::Shifts,
        Self::Conversions,
        Self::Mixed,
        Self::BitFields,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integers => "integer arithmetic",
            Self::Floats => "float arithmetic",
            Self::Logic => "logic",
            Self::Shifts => "shifts",
            Self::Conversions => "conversions",
            Self::Mixed => "mixed",
            Self::BitFields => "bit-fields",
        }
    }

    /// The program.
    pub fn text(self, seed: u64) -> String {
        let mut text = Text::new(seed);
        match self {
            Self::Integers => of_kind(false).for_each(|of| text.arithmetic(of)),
            Self::Floats => of_kind(true).for_each(|of| text.arithmetic(of)),
            Self::Logic => TYPES.iter().for_each(|&of| text.logic(of)),
            Self::Shifts => text.shifts(),
            Self::Conversions => text.conversions(),
            Self::Mixed => text.mixed(),
            Self::BitFields => text.bit_fields(),
        }
        text.finish()
    }
}

/// A program in the making.
struct Text {
    text: String,
    calls: Vec<String>,
}

impl Text {
    fn new(seed: u64) -> Self {
        let mut text = PRELUDE.to_owned();
        for of in TYPES {
            let list = values(of, seed).join(", ");
            let _ = writeln!(text, "static {} v_{}[] = {{ {list} }};", of.c, of.name);
        }
        Self { text, calls: Vec::new() }
    }

    fn finish(mut self) -> String {
        let calls: String = self.calls.iter().map(|call| format!("    {call}();\n")).collect();
        let _ = write!(self.text, "int main(void) {{\n{calls}    return 0;\n}}\n");
        self.text
    }

    /// A function that shows `compute`, statements that end in a `SHOW`, for all operands `a` and `b` that
    /// satisfy `guard`.
    fn binary(&mut self, name: &str, (a, b): (CType, CType), stride: usize, guard: &str, compute: &str) {
        let _ = write!(
            self.text,
            "static void {name}(void) {{
    for (int i = 0; i < COUNT(v_{0}); i += {stride}) {{
        begin(\"{name}\", i);
        for (int j = 0; j < COUNT(v_{1}); j += {stride}) {{
            {2} a = v_{0}[i];
            {3} b = v_{1}[j];
            if ({guard}) {{ {compute} }} else SKIP();
        }}
        end();
    }}
}}
",
            a.name, b.name, a.c, b.c
        );
        self.calls.push(name.to_owned());
    }

    fn operator(&mut self, name: &str, of: CType, guard: &str, operator: &str) {
        let compute = format!("__auto_type r = a {operator} b; SHOW(r);");
        self.binary(&format!("{name}_{}", of.name), (of, of), stride(of), guard, &compute);
        let compute = format!("{} r = a; r {operator}= b; SHOW(r);", of.c);
        self.binary(&format!("{name}_assign_{}", of.name), (of, of), stride(of), guard, &compute);
    }

    fn arithmetic(&mut self, of: CType) {
        for (name, operator) in [("add", "+"), ("sub", "-"), ("mul", "*")] {
            self.operator(name, of, "1", operator);
        }
        self.operator("div", of, &divides(of), "/");
        if !of.is_float() {
            self.operator("rem", of, &divides(of), "%");
        }
    }

    fn logic(&mut self, of: CType) {
        if !of.is_float() {
            for (name, operator) in [("and", "&"), ("or", "|"), ("xor", "^")] {
                self.operator(name, of, "1", operator);
            }
        }
        let tests = ["==", "!=", "<", "<=", ">", ">=", "&&", "||"];
        let bits: Vec<String> =
            tests.iter().enumerate().map(|(bit, test)| format!("(a {test} b) << {bit}")).collect();
        let compute = format!("unsigned char r = {}; SHOW(r);", bits.join(" | "));
        self.binary(&format!("compare_{}", of.name), (of, of), 1, "1", &compute);
        let compute = "__auto_type r = a < b ? a : b; SHOW(r);";
        self.binary(&format!("select_{}", of.name), (of, of), stride(of), "1", compute);
    }

    fn shifts(&mut self) {
        for a in of_kind(false) {
            for b in of_kind(false) {
                let guard = format!("b >= 0 && b < {}", a.promoted_bits());
                for (name, operator) in [("shl", "<<"), ("shr", ">>")] {
                    let compute = format!("__auto_type r = a {operator} b; SHOW(r);");
                    self.binary(&format!("{name}_{}_{}", a.name, b.name), (a, b), 1, &guard, &compute);
                }
            }
        }
    }

    /// A function that shows `compute` for all operands `a` that satisfy `guard`.
    fn unary(&mut self, name: &str, of: CType, guard: &str, compute: &str) {
        let _ = write!(
            self.text,
            "static void {name}(void) {{
    begin(\"{name}\", 0);
    for (int i = 0; i < COUNT(v_{0}); i++) {{
        {1} a = v_{0}[i];
        if ({guard}) {{ {compute} }} else SKIP();
    }}
    end();
}}
",
            of.name, of.c
        );
        self.calls.push(name.to_owned());
    }

    fn conversions(&mut self) {
        for of in TYPES {
            for (name, expression) in [("plus", "+a"), ("minus", "-a"), ("not", "!a"), ("truth", "a ? 1 : 0")]
            {
                self.unary(
                    &format!("{name}_{}", of.name),
                    of,
                    "1",
                    &format!("__auto_type r = {expression}; SHOW(r);"),
                );
            }
            if !of.is_float() {
                self.unary(&format!("complement_{}", of.name), of, "1", "__auto_type r = ~a; SHOW(r);");
            }
            for (name, statement) in [("inc", "a++"), ("dec", "--a")] {
                if of.kind != Kind::Bool {
                    self.unary(&format!("{name}_{}", of.name), of, "1", &format!("{statement}; SHOW(a);"));
                }
            }
            for to in TYPES {
                let guard = if of.is_float() { to.takes_float("(long double)a") } else { "1".to_owned() };
                let compute = format!("{} r = ({})a; SHOW(r);", to.c, to.c);
                self.unary(&format!("cast_{}_{}", of.name, to.name), of, &guard, &compute);
            }
        }
    }

    /// Every field is set to every value, in a struct of zeros and in one of ones; the struct and a sum of all
    /// fields are shown.
    fn bit_fields(&mut self) {
        for (name, fields) in BIT_FIELDS {
            for (attribute, packed) in [("", "loose"), (" __attribute__((packed))", "packed")] {
                let of = format!("struct {name}_{packed}");
                let _ = writeln!(self.text, "{of} {{ {fields} }}{attribute};");
                for field in ["a", "b", "c", "d", "e", "f"] {
                    self.bit_field(&format!("{name}_{packed}_{field}"), &of, field);
                }
            }
        }
    }

    fn bit_field(&mut self, name: &str, of: &str, field: &str) {
        let all = "long sum = (long)s.a + s.b * 3 + (long)s.c * 5 + s.d * 7 + (long)s.e * 11 + s.f * 13;";
        let body = format!(
            "{of} s; __builtin_memset(&s, fill ? 255 : 0, sizeof s); \
             s.{field} = v_i64[i]; s.{field} += fill; {all} hex(&s, sizeof s); SHOW(sum);"
        );
        let _ = write!(
            self.text,
            "static void {name}(void) {{
    for (int fill = 0; fill < 2; fill++) {{
        begin(\"{name}\", fill);
        for (int i = 0; i < COUNT(v_i64); i++) {{ {body} }}
        end();
    }}
}}
"
        );
        self.calls.push(name.to_owned());
    }

    fn mixed(&mut self) {
        for a in TYPES {
            for b in TYPES.into_iter().filter(|b| b.name != a.name) {
                let name = format!("{}_{}", a.name, b.name);
                for (word, operator) in [("sub", "-"), ("mul", "*"), ("less", "<"), ("equal", "==")] {
                    let compute = format!("__auto_type r = a {operator} b; SHOW(r);");
                    self.binary(&format!("{word}_{name}"), (a, b), 5, "1", &compute);
                }
            }
        }
    }
}

/// Runs of bit-fields: clang reads each through one integer, of 32 to 312 bits.
const BIT_FIELDS: [(&str, &str); 5] = [
    ("plain", "int a : 3; unsigned b : 17; int c : 12; unsigned d : 1; long e : 33; unsigned long f : 20;"),
    (
        "packed",
        "signed char a : 5; long b : 61; unsigned c : 29; int d : 30; unsigned long e : 56; int f : 17;",
    ),
    ("long", "long a : 63; unsigned long b : 64; long c : 2; unsigned long d : 62; long e : 64; int f : 31;"),
    ("mixed", "short a : 9; unsigned char b; int c : 31; int : 5; unsigned d : 2; _Bool e : 1; short f;"),
    (
        "union",
        "union { int x : 7; unsigned z : 28; }; int a : 4; int b : 4; int c : 5; int d : 4; int e : 4; int f : 4;",
    ),
];

fn of_kind(float: bool) -> impl Iterator<Item = CType> {
    TYPES.into_iter().filter(move |of| of.is_float() == float)
}

/// Large tables are thinned out, to keep the output small.
fn stride(of: CType) -> usize {
    if of.is_float() { 2 } else { 1 }
}

/// A C condition: `a / b` is defined.
fn divides(of: CType) -> String {
    match of.kind {
        Kind::Signed(bits) if bits >= 32 => {
            let minimum = format!("((unsigned __int128)1 << {})", bits - 1);
            format!("b != 0 && !(b == -1 && a == ({}){minimum})", of.c)
        }
        Kind::Float(_) => "1".to_owned(),
        _ => "b != 0".to_owned(),
    }
}
