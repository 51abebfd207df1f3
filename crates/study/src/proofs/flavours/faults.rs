//! Operations that some inputs make undefined, and runs that exceed the limits of a machine.

use super::memory::at;
use super::{Draft, Flavour, bits};
use crate::proofs::program::{Expr, Part};

/// The flavours of this file.
pub const FLAVOURS: &[Flavour] = &[
    ("division", division),
    ("index", index),
    ("index-of-rows", index_of_rows),
    ("index-of-argument", index_of_argument),
    ("shift", shift),
    ("recursion", recursion),
    ("long-loop", long_loop),
];

fn division(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let wide = draft.chance(0.25);
    let (a, b) = if wide {
        (draft.digit("a+128", 256), draft.digit("b+128", 256))
    } else {
        (draft.digit("a", 32), draft.digit("b", 8))
    };
    let (of, minus, x, y) = match wide {
        true => ("signed char", 128, format!("a_{t}"), format!("b_{t}")),
        false => ("unsigned char", 0, format!("(a_{t} & 31)"), format!("(b_{t} & 7)")),
    };
    let high = if wide { 128 } else { 31 };
    let low = if wide { -128 } else { 0 };
    Part {
        parameters: vec![
            (format!("{of} a_{t}"), format!("({of})({a} - {minus})")),
            (format!("{of} b_{t}"), format!("({of})({b} - {minus})")),
        ],
        atoms: vec![
            Expr::new(format!("({x} / {y})"), low, high),
            Expr::new(format!("({x} % {y})"), low.max(-127), if wide { 127 } else { 6 }),
            Expr::new(x, low, high.min(127)),
        ],
        ..draft.part("division")
    }
}

/// A table with an index that may lie outside.
fn index(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let start = draft.one_of(&[0, 3, 100]);
    let mut values: Vec<String> = (start - 2..start + 7).map(|v: i32| v.to_string()).collect();
    values.extend(["-2147483647 - 1", "2147483647", "12345"].map(str::to_owned));
    let value = draft.valued("i", "int", &values);
    let entry = format!("T_{t}[i_{t} - {start}]");
    let mut tests =
        vec![format!("i_{t} == {}", start + 2), format!("i_{t} > {start}"), format!("i_{t} == 12345")];
    tests.push(format!("{entry} == 3"));
    Part {
        declarations: format!("static const unsigned char T_{t}[5] = {{1, 3, 4, 7, 3}};\n"),
        parameters: vec![(format!("int i_{t}"), value)],
        atoms: vec![bits(entry, 3)],
        tests,
        ..draft.part("index")
    }
}

/// The second index stays in its row: the end of a row is no end of an object, and our machine checks objects.
fn index_of_rows(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (i, j) = (draft.digit("i", 4), draft.digit("j", 4));
    let entry = format!("names_{t}[i_{t} & 3][(j_{t} & 3) % 3]");
    let letters = ["s", "t", "n", "e"];
    Part {
        declarations: format!("static const char names_{t}[2][3] = {{\"st\", \"ne\"}};\n"),
        parameters: vec![(format!("unsigned char i_{t}"), i), (format!("unsigned char j_{t}"), j)],
        atoms: vec![bits(format!("(i_{t} & 3)"), 2), bits(format!("(j_{t} & 3)"), 2)],
        tests: letters.iter().map(|letter| format!("{entry} == '{letter}'")).collect(),
        ..draft.part("index-of-rows")
    }
}

fn index_of_argument(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let values = [draft.digit("p[0]", 4), draft.digit("p[1]", 4)];
    let (size, i) = (draft.digit("elements", 3), draft.digit("i", 2));
    let element = at(&format!("p_{t}"), &format!("(i_{t} & 1)"));
    Part {
        parameters: vec![
            (format!("const unsigned char *p_{t}"), format!("object(o_{t}, {size})")),
            (format!("unsigned char i_{t}"), i),
        ],
        setup: format!("static unsigned char o_{t}[2]; o_{t}[0] = {}; o_{t}[1] = {};", values[0], values[1]),
        atoms: vec![bits(format!("({element} & 3)"), 2), bits(format!("(i_{t} & 1)"), 1)],
        ..draft.part("index-of-argument")
    }
}

fn shift(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("a", 64);
    Part {
        parameters: vec![(format!("unsigned char a_{t}"), value)],
        atoms: vec![
            bits(format!("(int)(1u << (a_{t} & 63) & 15)"), 4),
            bits(format!("(int)(255u >> (a_{t} & 63))"), 8),
            bits(format!("(a_{t} & 63)"), 6),
        ],
        ..draft.part("shift")
    }
}

/// Recursion that goes deeper than a machine may follow.
fn recursion(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("a", 8);
    let depth = draft.one_of(&[1, 700]);
    Part {
        declarations: format!(
            "static unsigned down_{t}(unsigned n) {{ return n ? 1 + down_{t}(n - 1) : 0; }}\n"
        ),
        parameters: vec![(format!("unsigned char a_{t}"), value)],
        atoms: vec![
            bits(format!("(int)(down_{t}((a_{t} & 7) * {depth}u) / {depth}u)"), 3),
            bits(format!("(a_{t} & 7)"), 3),
        ],
        uses: 3,
        ..draft.part("recursion")
    }
}

/// A loop that takes more steps than a machine may make.
fn long_loop(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("a", 8);
    Part {
        declarations: format!(
            "static unsigned spin_{t}(unsigned n) {{ unsigned s = 0; for (unsigned i = 0; i < n; i++) s += i & 1; \
             return s; }}\n"
        ),
        parameters: vec![(format!("unsigned char a_{t}"), value)],
        atoms: vec![
            Expr::new(format!("(int)(spin_{t}((a_{t} & 7) * 2000u) / 1000u)"), 0, 7),
            bits(format!("(a_{t} & 7)"), 3),
        ],
        uses: 3,
        ..draft.part("long-loop")
    }
}
