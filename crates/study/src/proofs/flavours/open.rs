//! What C leaves open, or what others may change: symbols as linked, volatile and atomic objects, addresses, unset bytes.

use super::{Draft, Flavour, bits};
use crate::proofs::program::{Part, twin};

/// The flavours of this file.
pub const FLAVOURS: &[Flavour] = &[
    ("volatile", volatile),
    ("volatile-local", volatile_local),
    ("const-volatile", const_volatile),
    ("atomic", atomic),
    ("barrier", barrier),
    ("register", register),
    ("extern-const", extern_const),
    ("weak-undefined", weak_undefined),
    ("weak-function", weak_function),
    ("weak-constant", weak_constant),
    ("alignment", alignment),
    ("order", order),
    ("literal", literal),
    ("frame", frame),
    ("unset", unset),
    ("padding", padding),
];

/// An object whose every read may give something else.
fn read(draft: &mut Draft<'_>, flavour: &'static str, declaration: &str, name: &str) -> Part {
    let answer = draft.answers(name, 2, 4);
    let t = draft.tag.clone();
    Part {
        declarations: twin(&format!("{}\n", declaration.replace('@', &t)), ""),
        atoms: vec![bits(twin(&format!("({name}_{t} & 3)"), &format!("({answer} & 3)")), 2)],
        uses: 2,
        ..draft.part(flavour)
    }
}

fn volatile(draft: &mut Draft<'_>) -> Part {
    read(draft, "volatile", "volatile unsigned char v_@;", "v")
}

fn const_volatile(draft: &mut Draft<'_>) -> Part {
    read(draft, "const-volatile", "const volatile unsigned char k_@ = 3;", "k")
}

fn atomic(draft: &mut Draft<'_>) -> Part {
    read(draft, "atomic", "_Atomic unsigned char at_@;", "at")
}

fn volatile_local(draft: &mut Draft<'_>) -> Part {
    let answer = draft.answers("local", 2, 4);
    let t = draft.tag.clone();
    Part {
        prologue: twin(&format!("volatile unsigned char l_{t} = 1;\n"), ""),
        atoms: vec![bits(twin(&format!("(l_{t} & 3)"), &format!("({answer} & 3)")), 2)],
        uses: 2,
        ..draft.part("volatile-local")
    }
}

/// A variable that others may change at a barrier.
fn barrier(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (start, after) = (draft.digit("g", 4), draft.digit("g after the barrier", 4));
    let barrier =
        draft.one_of(&["__asm__ volatile(\"\" ::: \"memory\");", "__atomic_thread_fence(__ATOMIC_SEQ_CST);"]);
    Part {
        declarations: format!("int g_{t};\n"),
        setup: format!("g_{t} = {start};"),
        prologue: format!("g_{t} = g_{t} & 1;\n{}\n", twin(barrier, &format!("g_{t} = {after};"))),
        atoms: vec![bits(format!("(g_{t} & 3)"), 2)],
        ..draft.part("barrier")
    }
}

/// A register of the hardware at its address.
fn register(draft: &mut Draft<'_>) -> Part {
    let answer = draft.answers("register", 2, 4);
    let address = draft.one_of(&["0x40001000u", "0x20000000u", "0xfffff000u"]);
    Part {
        atoms: vec![bits(
            twin(&format!("(*(volatile unsigned char *){address} & 3)"), &format!("({answer} & 3)")),
            2,
        )],
        uses: 2,
        ..draft.part("register")
    }
}

/// A constant that the program knows, or that something else defines: any of its values.
fn constant(draft: &mut Draft<'_>, flavour: &'static str, declaration: &str) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("k", 4);
    Part {
        declarations: twin(&format!("{}\n", declaration.replace('@', &t)), &format!("static int k_{t};\n")),
        setup: format!("k_{t} = {value};"),
        atoms: vec![bits(format!("(k_{t} & 3)"), 2)],
        ..draft.part(flavour)
    }
}

fn extern_const(draft: &mut Draft<'_>) -> Part {
    constant(draft, "extern-const", "extern const int k_@;")
}

fn weak_constant(draft: &mut Draft<'_>) -> Part {
    constant(draft, "weak-constant", "__attribute__((weak)) const int k_@ = 3;")
}

fn weak_undefined(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let answer = draft.answers("weak", 2, 4);
    let there = draft.digit("it is linked", 2);
    Part {
        declarations: twin(
            &format!("extern int w_{t}(int) __attribute__((weak));\n"),
            &format!(
                "static int other_{t}(int x) {{ (void)x; return {answer}; }}\nstatic int (*w_{t})(int);\n"
            ),
        ),
        setup: format!("w_{t} = {there} ? other_{t} : 0;"),
        atoms: vec![bits(format!("({}(1) & 3)", twin(&format!("w_{t}"), &format!("CALLABLE(w_{t})"))), 2)],
        tests: vec![format!("w_{t} != 0"), format!("w_{t} == 0")],
        uses: 2,
        ..draft.part("weak-undefined")
    }
}

fn weak_function(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let answer = draft.answers("other definition", 2, 4);
    let other = draft.digit("it is replaced", 2);
    let body = "return x & 1;";
    Part {
        declarations: twin(
            &format!("__attribute__((weak)) int w_{t}(int x) {{ {body} }}\n"),
            &format!("static int w_{t}(int x) {{ if ({other}) return {answer}; {body} }}\n"),
        ),
        atoms: vec![bits(format!("(w_{t}(1) & 3)"), 2)],
        uses: 2,
        ..draft.part("weak-function")
    }
}

fn alignment(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let offset = draft.digit("alignment", 8);
    Part {
        parameters: vec![(format!("const char *p_{t}"), format!("object(arena + {offset}, 8)"))],
        atoms: vec![bits(format!("(int)((uintptr_t)p_{t} & 7)"), 3)],
        ..draft.part("alignment")
    }
}

fn order(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (p, q) = (draft.digit("p", 2), draft.digit("q", 2));
    let locals = draft.digit("order of locals", 2);
    let of_locals = twin(&format!("(uintptr_t)&x_{t} < (uintptr_t)&y_{t}"), &locals);
    Part {
        parameters: vec![
            (format!("const char *p_{t}"), format!("object(arena + 32 * {p}, 8)")),
            (format!("const char *q_{t}"), format!("object(arena + 32 * {q}, 8)")),
        ],
        prologue: twin(&format!("int x_{t} = 0, y_{t} = 0;\n"), ""),
        tests: vec![format!("(uintptr_t)p_{t} < (uintptr_t)q_{t}"), format!("p_{t} == q_{t}"), of_locals],
        ..draft.part("order")
    }
}

/// Whether the end of one literal is another literal. Each part has literals of its own: those of equal text are one object
/// for every compiler of one file, so a second pair of them would have to agree with the first.
fn literal(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let same = draft.digit("they are one", 2);
    Part {
        prologue: twin(&format!("const char *l_{t} = \"x{t}\", *m_{t} = \"zx{t}\" + 1;\n"), ""),
        tests: vec![twin(&format!("l_{t} == m_{t}"), &format!("{same} == 1"))],
        ..draft.part("literal")
    }
}

/// Where the frame of the function lies.
fn frame(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("bit of the address", 2);
    Part {
        prologue: twin(&format!("char x_{t} = 0;\n"), ""),
        atoms: vec![bits(twin(&format!("(int)((uintptr_t)&x_{t} >> 5 & 1)"), &value), 1)],
        ..draft.part("frame")
    }
}

fn unset(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("unset byte", 4);
    Part {
        prologue: format!(
            "unsigned char b_{t}[4];\nb_{t}[0] = 1;\n{}",
            twin("", &format!("b_{t}[2] = {value};\n"))
        ),
        atoms: vec![bits(format!("(b_{t}[2] & 3)"), 2)],
        ..draft.part("unset")
    }
}

fn padding(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (byte, c) = (draft.digit("padding", 4), draft.digit("c", 2));
    Part {
        declarations: format!("struct s_{t} {{ unsigned char c; int i; }};\n"),
        parameters: vec![(format!("const struct s_{t} *p_{t}"), format!("&o_{t}"))],
        setup: format!("static struct s_{t} o_{t}; o_{t}.c = {c}; ((unsigned char *)&o_{t})[1] = {byte};"),
        atoms: vec![
            bits(format!("(((const unsigned char *)p_{t})[1] & 3)"), 2),
            bits(format!("(p_{t}->c & 1)"), 1),
        ],
        ..draft.part("padding")
    }
}
