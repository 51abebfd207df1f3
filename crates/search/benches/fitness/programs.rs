//! What is measured: the triangle classification, and a function in the style of libtiff's `TIFF_SetSample`.

use std::fmt::Write;
use std::sync::Arc;
use trine_coverage::Target;
use trine_ir::text::parse_program;
use trine_ir::{Program, SiteId};

/// A function with the arguments of a run that is far from a target, and the target.
pub struct BenchFunction {
    /// Its name.
    pub name: &'static str,
    /// The program; the function is the first.
    pub program: Arc<Program>,
    /// Arguments of the run.
    pub args: [u128; 3],
    /// What is aimed at.
    pub target: Target,
}

/// All of them.
pub fn subjects() -> [BenchFunction; 2] {
    let parsed = |text: &str| Arc::new(parse_program(text).expect("the text is well formed"));
    let edge = |site| Target::Edges(vec![(SiteId(site), 0)]);
    let value = u128::from(17.5f64.to_bits());
    [
        BenchFunction { name: "triangle", program: parsed(&triangle()), args: [30, 40, 50], target: edge(6) },
        BenchFunction {
            name: "set_sample",
            program: parsed(&set_sample()),
            args: [9, 9, value],
            target: edge(27),
        },
    ]
}

/// `if (format == F && size == N) *sample = clamp(value)` for seven formats in turn.
fn set_sample() -> String {
    let formats = [(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 4), (3, 8)];
    let sites: String = (0..28).map(|site| format!("    site{site}: branch\n")).collect();
    let mut body = format!(
        "{sites}block0(v0: i32, v1: i32, v2: f64):\n    v3: ptr = stackalloc 8 align 8\n    jump block1\n"
    );
    for (at, (format, size)) in formats.iter().enumerate() {
        let (block, value, site) = (5 * at + 1, 10 * at + 4, 4 * at);
        let [size_is, high, low, store, next] = [block + 1, block + 2, block + 3, block + 4, block + 5];
        let last = 5 * formats.len() + 1;
        let next = next.min(last);
        let _ = write!(
            body,
            "block{block}:
    v{value}: i1 = icmp.eq v0, {format}:i32
    branch v{value}, block{size_is}, block{next}, site{site}
block{size_is}:
    v{}: i1 = icmp.eq v1, {size}:i32
    branch v{}, block{high}, block{next}, site{}
block{high}:
    v{}: i1 = fcmp.ogt v2, 0x406fe00000000000:f64
    branch v{}, block{store}(0x406fe00000000000:f64), block{low}, site{}
block{low}:
    v{}: i1 = fcmp.olt v2, 0x0:f64
    branch v{}, block{store}(0x0:f64), block{store}(v2), site{}
block{store}(v{}: f64):
    store v{} -> v3
    jump block{last}
",
            value + 1,
            value + 1,
            site + 1,
            value + 2,
            value + 2,
            site + 2,
            value + 3,
            value + 3,
            site + 3,
            value + 4,
            value + 4,
        );
    }
    let _ = write!(body, "block{}:\n    return 0:i32", 5 * formats.len() + 1);
    program("(i32, i32, f64) -> (i32)", &body)
}

fn triangle() -> String {
    let sites: String = (0..8).map(|site| format!("    site{site}: branch\n")).collect();
    let body = "block0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.sle v0, 0:i32
    branch v3, block8(4:i32), block1, site0
block1:
    v4: i1 = icmp.sle v1, 0:i32
    branch v4, block8(4:i32), block2, site1
block2:
    v5: i1 = icmp.sle v2, 0:i32
    branch v5, block8(4:i32), block3, site2
block3:
    v6: i32 = add v0, v1
    v7: i1 = icmp.sgt v6, v2
    branch v7, block4, block8(4:i32), site3
block4:
    v8: i32 = add v1, v2
    v9: i1 = icmp.sgt v8, v0
    branch v9, block5, block8(4:i32), site4
block5:
    v10: i1 = icmp.eq v0, v1
    branch v10, block6, block7, site5
block6:
    v11: i1 = icmp.eq v1, v2
    branch v11, block8(1:i32), block8(2:i32), site6
block7:
    v12: i1 = icmp.eq v1, v2
    branch v12, block8(2:i32), block8(3:i32), site7
block8(v13: i32):
    return v13";
    program("(i32, i32, i32) -> (i32)", &format!("{sites}{body}"))
}

fn program(signature: &str, body: &str) -> String {
    let head = format!("program\nfn0: \"f\"{signature} defined external\n");
    format!("{head}body fn0 = function \"f\"{signature} {{\n{body}\n}}\n")
}
