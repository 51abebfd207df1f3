//! Pointers, aliases, variables that survive a call.

use super::{Draft, Flavour, bits};
use crate::proofs::program::{Expr, Part, twin};

/// The flavours of this file.
pub const FLAVOURS: &[Flavour] = &[
    ("bit-fields", bit_fields),
    ("array", array),
    ("alias", alias),
    ("nullable", nullable),
    ("list", list),
    ("string", string),
    ("global", global),
    ("setter", setter),
    ("pointer-setter", pointer_setter),
    ("integer-as-pointer", integer_as_pointer),
    ("several-calls", several_calls),
    ("allocation", allocation),
];

/// `pointer[index]`, checked in the instrumented copy.
pub fn at(pointer: &str, index: &str) -> String {
    let plain = if index == "0" { format!("*{pointer}") } else { format!("{pointer}[{index}]") };
    twin(&plain, &format!("AT({pointer}, {index})"))
}

fn bit_fields(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (x, y, z) = (draft.digit("x", 8), draft.digit("y+2", 4), draft.digit("z", 2));
    let there = draft.digit("p is not null", 2);
    Part {
        declarations: format!("struct s_{t} {{ unsigned x : 3; int y : 2; unsigned z : 1; }};\n"),
        parameters: vec![(format!("struct s_{t} *p_{t}"), format!("{there} ? &o_{t} : 0"))],
        setup: format!(
            "static struct s_{t} o_{t}; memset(&o_{t}, 0, sizeof o_{t});\n\
             o_{t}.x = {x}; o_{t}.y = {y} - 2; o_{t}.z = {z};"
        ),
        atoms: vec![
            bits(format!("p_{t}->x"), 3),
            Expr::new(format!("p_{t}->y"), -2, 1),
            bits(format!("p_{t}->z"), 1),
        ],
        tests: vec![format!("p_{t} == 0"), format!("p_{t}")],
        effects: vec![format!("p_{t}->x = $;"), format!("p_{t}->z = $;")],
        ..draft.part("bit-fields")
    }
}

fn array(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let values = [draft.digit("p[0]", 4), draft.digit("p[1]", 4)];
    Part {
        parameters: vec![(format!("const unsigned char *p_{t}"), format!("object(o_{t}, 2)"))],
        setup: format!("static unsigned char o_{t}[2]; o_{t}[0] = {}; o_{t}[1] = {};", values[0], values[1]),
        atoms: vec![
            bits(format!("({} & 3)", at(&format!("p_{t}"), "0")), 2),
            bits(format!("({} & 3)", at(&format!("p_{t}"), "1")), 2),
        ],
        ..draft.part("array")
    }
}

/// Two pointers and a variable, of which any two may be the same.
fn alias(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let of = draft.one_of(&["unsigned char", "int"]);
    let (first, second, third) = (draft.digit("first", 4), draft.digit("second", 4), draft.digit("g", 4));
    let (p, q) = (draft.digit("p", 3), draft.digit("q", 3));
    let [p_at, q_at] = ["p", "q"].map(|name| at(&format!("{name}_{t}"), "0"));
    Part {
        declarations: format!("{of} g_{t};\n"),
        parameters: vec![
            (format!("{of} *p_{t}"), format!("places_{t}[{p}]")),
            (format!("{of} *q_{t}"), format!("places_{t}[{q}]")),
        ],
        setup: format!(
            "static {of} o_{t}[2]; o_{t}[0] = {first}; o_{t}[1] = {second}; g_{t} = {third};\n\
             {of} *places_{t}[] = {{ object(&g_{t}, sizeof g_{t}), object(&o_{t}[0], sizeof({of})), \
             object(&o_{t}[1], sizeof({of})) }};"
        ),
        atoms: vec![
            bits(format!("({p_at} & 3)"), 2),
            bits(format!("({q_at} & 3)"), 2),
            bits(format!("(g_{t} & 3)"), 2),
        ],
        tests: vec![format!("p_{t} == q_{t}"), format!("q_{t} != &g_{t}")],
        effects: vec![
            format!("{p_at} = ($) & 3;"),
            format!("{q_at} = ($) & 3;"),
            format!("g_{t} = ($) & 3;"),
        ],
        ..draft.part("alias")
    }
}

fn nullable(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (there, value) = (draft.digit("p is not null", 2), draft.digit("*p", 4));
    let target = at(&format!("p_{t}"), "0");
    Part {
        parameters: vec![(format!("int *p_{t}"), format!("{there} ? object(&o_{t}, sizeof o_{t}) : 0"))],
        setup: format!("static int o_{t}; o_{t} = {value};"),
        atoms: vec![bits(format!("({target} & 3)"), 2)],
        tests: vec![format!("p_{t} == 0"), format!("p_{t}"), format!("!p_{t}")],
        effects: vec![format!("{target} = ($) & 3;")],
        ..draft.part("nullable")
    }
}

/// Nodes that may point to themselves and to each other.
fn list(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (shape, first, second) = (draft.digit("shape", 8), draft.digit("v", 4), draft.digit("next v", 4));
    // None, one, itself, two, two in a ring, the second to itself, three.
    let setup = format!(
        "static struct n_{t} o_{t}[3]; memset(o_{t}, 0, sizeof o_{t});\n\
         o_{t}[0].v = {first}; o_{t}[1].v = {second};\n\
         static const signed char next_{t}[8][2] = {{ {{-1, -1}}, {{-1, -1}}, {{0, -1}}, {{1, -1}}, {{1, 0}}, {{1, 1}}, \
         {{1, 2}}, {{-1, -1}} }};\n\
         for (int i = 0; i < 2; i++) {{ int n = next_{t}[{shape}][i]; o_{t}[i].next = n < 0 ? 0 : &o_{t}[n]; }}"
    );
    Part {
        declarations: format!("struct n_{t} {{ struct n_{t} *next; unsigned char v; }};\n"),
        parameters: vec![(format!("struct n_{t} *p_{t}"), format!("{shape} ? &o_{t}[0] : 0"))],
        setup,
        atoms: vec![bits(format!("(p_{t}->v & 3)"), 2), bits(format!("(p_{t}->next->v & 3)"), 2)],
        tests: vec![
            format!("p_{t} == 0"),
            format!("p_{t}->next"),
            format!("p_{t}->next == p_{t}"),
            format!("p_{t}->next->next == p_{t}"),
        ],
        effects: vec![format!("p_{t}->v = ($) & 3;"), format!("p_{t}->next->v = ($) & 3;")],
        ..draft.part("list")
    }
}

fn string(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let mut values = vec!["\"\"".to_owned()];
    let letters = ["o", "k", "x"];
    for a in letters {
        values.push(format!("\"{a}\""));
        for b in letters {
            values.push(format!("\"{a}{b}\""));
            values.extend(letters.map(|c| format!("\"{a}{b}{c}\"")));
        }
    }
    let value = draft.valued("s", "char *", &values).replace("(const char *[])", "(const char *const[])");
    let tests = [
        "strcmp(s, \"ok\") == 0",
        "strlen(s) > 1",
        "strlen(s) == 2",
        "*s == 'o'",
        "strchr(s, 'k') != 0",
        "strncmp(s, \"ko\", 2) < 0",
    ];
    Part {
        parameters: vec![(format!("const char *s_{t}"), value)],
        tests: tests
            .iter()
            .map(|test| {
                test.replace("(s,", &format!("(s_{t},"))
                    .replace("(s)", &format!("(s_{t})"))
                    .replace("*s ", &format!("*s_{t} "))
            })
            .collect(),
        ..draft.part("string")
    }
}

fn global(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("g", 8);
    Part {
        declarations: format!("int g_{t};\n"),
        setup: format!("g_{t} = {value};"),
        atoms: vec![bits(format!("(g_{t} & 7)"), 3)],
        effects: vec![format!("g_{t} = $;")],
        ..draft.part("global")
    }
}

fn setter(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let value = draft.digit("g", 8);
    Part {
        declarations: format!(
            "static unsigned char g_{t};\nvoid set_{t}(unsigned char v) {{ g_{t} = v; }}\n"
        ),
        setup: format!("set_{t}({value});"),
        atoms: vec![bits(format!("(g_{t} & 7)"), 3)],
        effects: vec![format!("g_{t} = ($) & 7;")],
        ..draft.part("setter")
    }
}

fn pointer_setter(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (there, value) = (draft.digit("p is not null", 2), draft.digit("*p", 4));
    let target = at(&format!("gp_{t}"), "0");
    Part {
        declarations: format!(
            "static unsigned char *gp_{t};\nvoid set_{t}(unsigned char *p) {{ gp_{t} = p; }}\n"
        ),
        setup: format!(
            "static unsigned char o_{t}; o_{t} = {value}; set_{t}({there} ? object(&o_{t}, 1) : 0);"
        ),
        atoms: vec![bits(format!("({target} & 3)"), 2)],
        tests: vec![format!("gp_{t} == 0"), format!("gp_{t}")],
        effects: vec![format!("{target} = ($) & 3;")],
        ..draft.part("pointer-setter")
    }
}

fn integer_as_pointer(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (there, value) = (draft.digit("a is an address", 2), draft.digit("*a", 4));
    let target = at(&format!("((const unsigned char *)a_{t})"), "0");
    Part {
        parameters: vec![(
            format!("uintptr_t a_{t}"),
            format!("(uintptr_t)({there} ? object(&o_{t}, 1) : 0)"),
        )],
        setup: format!("static unsigned char o_{t}; o_{t} = {value};"),
        atoms: vec![bits(format!("({target} & 3)"), 2)],
        tests: vec![format!("a_{t} == 0")],
        ..draft.part("integer-as-pointer")
    }
}

/// State that only earlier calls change. The builder sees to as many calls as there are states.
fn several_calls(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let local = draft.chance(0.5);
    let declaration = format!("static int n_{t};\n");
    Part {
        // A `static` of the function cannot be reset from outside of it, so the instrumented copy has it outside.
        declarations: twin(if local { "" } else { &declaration }, &declaration),
        prologue: if local { twin(&declaration, "") } else { String::new() },
        reset: format!("n_{t} = 0;"),
        atoms: vec![Expr::new(format!("n_{t}"), 0, 1)],
        effects: vec![format!("n_{t} = ($) & 1;"), format!("n_{t} = !n_{t};"), format!("n_{t} = 1;")],
        // Tests set variables of the file to any value, also where nothing else does.
        complete: local,
        ..draft.part("several-calls")
    }
}

fn allocation(draft: &mut Draft<'_>) -> Part {
    let t = draft.tag.clone();
    let (there, value) = (draft.digit("malloc succeeds", 2), draft.digit("fresh byte", 4));
    let target = at(&format!("m_{t}"), "1");
    Part {
        declarations: twin("", &format!("static unsigned char o_{t}[4];\n")),
        setup: format!("o_{t}[1] = {value};"),
        prologue: format!(
            "unsigned char *m_{t} = {};\n",
            twin("malloc(4)", &format!("{there} ? object(o_{t}, 4) : 0"))
        ),
        atoms: vec![bits(format!("({target} & 3)"), 2)],
        tests: vec![format!("m_{t} == 0"), format!("m_{t}")],
        effects: vec![format!("{target} = ($) & 3;")],
        ..draft.part("allocation")
    }
}
