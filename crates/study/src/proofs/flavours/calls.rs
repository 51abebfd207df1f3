//! Functions that the program does not define, that it is given, or that do not return.

use super::{Draft, Flavour, bits};
use crate::proofs::program::{Expr, Part, twin};

/// The flavours of this file.
pub const FLAVOURS: &[Flavour] = &[
    ("stub", stub),
    ("stub-writes-argument", stub_writes_argument),
    ("stub-writes-global", stub_writes_global),
    ("callback", callback),
    ("callback-setter", callback_setter),
    ("setjmp", setjmp),
    ("ends", ends),
];

fn stub(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let answer = draft.answers("stub", 2, 4);
    Part {
        declarations: twin(
            &format!("extern int stub_{t}(int);\n"),
            &format!("static int stub_{t}(int x) {{ (void)x; return {answer}; }}\n"),
        ),
        atoms: vec![bits(format!("(stub_{t}(1) & 3)"), 2)],
        uses: 2,
        ..draft.part("stub")
    }
}

fn stub_writes_argument(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let answer = draft.answers("fill", 2, 4);
    Part {
        declarations: twin(
            &format!("extern void fill_{t}(unsigned char *);\n"),
            &format!("static void fill_{t}(unsigned char *out) {{ *out = {answer}; }}\n"),
        ),
        prologue: format!("unsigned char b_{t} = 0;\nfill_{t}(&b_{t});\n"),
        atoms: vec![bits(format!("(b_{t} & 3)"), 2)],
        effects: vec![format!("b_{t} = ($) & 3;")],
        ..draft.part("stub-writes-argument")
    }
}

fn stub_writes_global(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let answer = draft.answers("poke", 1, 4);
    let start = draft.digit("g", 4);
    Part {
        declarations: format!(
            "int g_{t};\n{}",
            twin(
                &format!("extern void poke_{t}(void);\n"),
                &format!("static void poke_{t}(void) {{ g_{t} = {answer}; }}\n")
            )
        ),
        prologue: format!("g_{t} &= 1;\npoke_{t}();\n"),
        setup: format!("g_{t} = {start};"),
        atoms: vec![bits(format!("(g_{t} & 3)"), 2)],
        effects: vec![format!("g_{t} = ($) & 3;")],
        ..draft.part("stub-writes-global")
    }
}

fn callback(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let answer = draft.answers("callback", 2, 4);
    let there = draft.digit("callback is not null", 2);
    Part {
        declarations: twin("", &format!("static int answer_{t}(int x) {{ (void)x; return {answer}; }}\n")),
        parameters: vec![(format!("int (*cb_{t})(int)"), format!("{there} ? answer_{t} : 0"))],
        atoms: vec![bits(format!("({}(2) & 3)", twin(&format!("cb_{t}"), &format!("CALLABLE(cb_{t})"))), 2)],
        tests: vec![format!("cb_{t} != 0"), format!("!cb_{t}")],
        uses: 2,
        ..draft.part("callback")
    }
}

fn callback_setter(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let answer = draft.answers("hook", 2, 4);
    let there = draft.digit("hook is not null", 2);
    Part {
        declarations: format!(
            "static int (*hook_{t})(void);\nvoid set_{t}(int (*f)(void)) {{ hook_{t} = f; }}\n{}",
            twin("", &format!("static int answer_{t}(void) {{ return {answer}; }}\n"))
        ),
        setup: format!("set_{t}({there} ? answer_{t} : 0);"),
        atoms: vec![bits(
            format!("({}() & 3)", twin(&format!("hook_{t}"), &format!("CALLABLE(hook_{t})"))),
            2,
        )],
        tests: vec![format!("hook_{t} != 0"), format!("hook_{t}")],
        uses: 2,
        ..draft.part("callback-setter")
    }
}

/// A jump back to the beginning of the function: the builder puts the `setjmp` there. Locals that are changed in between have
/// no value afterwards, unless they are volatile or static. A volatile local may have any value at any time, which the
/// enumeration does not run.
fn setjmp(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let is_volatile = draft.chance(0.5);
    Part {
        declarations: format!(
            "static jmp_buf jb_{t};\nstatic void jump_{t}(int v) {{ if (v) longjmp(jb_{t}, 1); }}\n"
        ),
        prologue: kept_local(is_volatile, &format!("j_{t}"), "0"),
        atoms: vec![Expr::new(format!("j_{t}"), 0, 1)],
        effects: vec![format!("jump_{t}(($) & 1 & (j_{t} == 0));")],
        complete: !is_volatile,
        ..draft.part("setjmp")
    }
}

/// A variable that keeps its value when the function is jumped back to.
pub fn kept_local(is_volatile: bool, name: &str, start: &str) -> String {
    match is_volatile {
        true => format!("volatile int {name} = {start};\n"),
        false => format!("static int {name};\n{name} = {start};\n"),
    }
}

/// Statements that end the run, at the end of a block.
fn ends(draft: &mut Draft<'_>) -> Part {
    draft.part("ends")
}

/// The statements of [`ends`].
pub fn endings() -> [String; 6] {
    let crash = |text: &str| twin(text, "undefined_behavior();");
    [
        crash("__builtin_trap();"),
        crash("__builtin_unreachable();"),
        crash("*(volatile int *)0 = 1;"),
        twin("abort();", "ended();"),
        twin("exit(1);", "ended();"),
        "return 7;".to_owned(),
    ]
}
