//! Plain values as arguments.

use super::{Draft, Flavour, bits};
use crate::proofs::program::{Expr, Part};

/// The flavours of this file.
pub const FLAVOURS: &[Flavour] = &[
    ("byte", byte),
    ("signed-byte", signed_byte),
    ("boolean", boolean),
    ("integer", integer),
    ("union", union),
    ("punning", punning),
    ("float", float),
    ("signed-zero", signed_zero),
];

fn byte(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let width = draft.one_of(&[2, 3, 4, 8]);
    let value = draft.digit("a", 1 << width);
    let view = if width == 8 { format!("a_{t}") } else { format!("(a_{t} & {})", (1 << width) - 1) };
    Part {
        parameters: vec![(format!("unsigned char a_{t}"), value)],
        atoms: vec![bits(view, width)],
        ..draft.part("byte")
    }
}

fn signed_byte(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("a+128", 256);
    let atoms = vec![Expr::new(format!("a_{t}"), -128, 127), Expr::new(format!("(a_{t} / 32)"), -4, 3)];
    Part {
        parameters: vec![(format!("signed char a_{t}"), format!("(signed char)({value} - 128)"))],
        atoms,
        ..draft.part("signed-byte")
    }
}

fn boolean(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("a", 2);
    Part {
        parameters: vec![(format!("_Bool a_{t}"), value)],
        atoms: vec![bits(format!("a_{t}"), 1)],
        tests: vec![format!("a_{t}"), format!("!a_{t}")],
        ..draft.part("boolean")
    }
}

/// An `int` that is only compared with constants: their neighbors stand for all values.
fn integer(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let constants = [draft.one_of(&[0, 7, 100]), draft.one_of(&[-5, 1000, 12345, 65536])];
    let mut values: Vec<String> =
        constants.iter().flat_map(|c| [c - 1, *c, c + 1]).map(|v| v.to_string()).collect();
    values.extend(["-2147483647 - 1".to_owned(), "2147483647".to_owned()]);
    let value = draft.valued("a", "int", &values);
    let tests = constants.iter().flat_map(|c| ["==", "<", ">", "!="].map(|op| format!("a_{t} {op} {c}")));
    Part { tests: tests.collect(), parameters: vec![(format!("int a_{t}"), value)], ..draft.part("integer") }
}

/// A union by value: nibbles of the same two bytes in both views.
fn union(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (low, high) = (draft.digit("low nibble", 16), draft.digit("high nibble", 16));
    Part {
        declarations: format!("union u_{t} {{ unsigned short h; unsigned char b[2]; }};\n"),
        parameters: vec![(
            format!("union u_{t} u_{t}"),
            format!("(union u_{t}){{ .h = {low} | {high} << 12 }}"),
        )],
        atoms: vec![
            bits(format!("(u_{t}.b[0] & 15)"), 4),
            bits(format!("(u_{t}.h & 15)"), 4),
            bits(format!("(u_{t}.h >> 12)"), 4),
            bits(format!("(u_{t}.b[1] >> 4)"), 4),
        ],
        effects: vec![format!("u_{t}.b[0] = ($) & 15;"), format!("u_{t}.b[1] = (($) & 15) << 4;")],
        ..draft.part("union")
    }
}

/// The bits of a float made from a small integer.
fn punning(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("a", 8);
    let sign = if draft.chance(0.5) { "-" } else { "" };
    Part {
        parameters: vec![(format!("unsigned char a_{t}"), value)],
        prologue: format!(
            "union {{ float f; unsigned w; }} z_{t};\nz_{t}.f = {sign}(float)(a_{t} & 7) * 0.5f;\n\
             unsigned w_{t};\nmemcpy(&w_{t}, &z_{t}.f, sizeof w_{t});\n"
        ),
        atoms: vec![
            bits(format!("(int)(z_{t}.w >> 23 & 255)"), 8),
            bits(format!("(int)(w_{t} >> 31)"), 1),
            bits(format!("(int)(w_{t} >> 20 & 7)"), 3),
        ],
        ..draft.part("punning")
    }
}

/// A float that is compared with a constant: one value for each class.
fn float(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let of = draft.one_of(&["double", "float"]);
    let values = ["NAN", "-INFINITY", "-3.0", "-0.0", "0.0", "1.0", "1.5", "2.0", "INFINITY"];
    let value = draft.valued("x", of, &values.map(str::to_owned));
    let tests = ["x < 1.5", "x == 1.5", "x != x", "x >= 0.0", "x * 0.0 != 0.0", "1.0 / x < 0.0", "x > 1.5"];
    Part {
        parameters: vec![(format!("{of} x_{t}"), value)],
        tests: tests.iter().map(|test| test.replace('x', &format!("x_{t}"))).collect(),
        ..draft.part("float")
    }
}

/// `fmin` and `fmax` of zeros of both signs may give either.
fn signed_zero(draft: &mut Draft<'_>) -> Part {
    use crate::proofs::program::twin;
    let t = draft.tag.clone();
    let values = ["-INFINITY", "-1.0", "-0.0", "0.0", "1.0", "INFINITY", "NAN"].map(str::to_owned);
    let (x, y) = (draft.valued("x", "double", &values), draft.valued("y", "double", &values));
    let first = draft.digit("takes the first zero", 2);
    let name = draft.one_of(&["fmin", "fmax"]);
    let plain = format!("{name}(x_{t}, y_{t})");
    let either = format!("(x_{t} == 0 && y_{t} == 0 ? ({first} ? x_{t} : y_{t}) : {name}(x_{t}, y_{t}))");
    let extreme = twin(&plain, &either);
    Part {
        parameters: vec![(format!("double x_{t}"), x), (format!("double y_{t}"), y)],
        tests: vec![
            format!("1.0 / {extreme} < 0.0"),
            format!("{extreme} == 0.0"),
            format!("1.0 / x_{t} < 0.0"),
        ],
        ..draft.part("signed-zero")
    }
}
