//! Cyclomatic complexity (McCabe, "A complexity measure", 1976), on the control-flow graph that is explored.
//!
//! Every condition of a decision has a branch of its own there, so this is what tools call the extended complexity:
//! one more than the branches, a switch counting for its cases. Equal to `edges - nodes + 2` when the graph has one
//! exit.

use trine_ir::Function;

/// The complexity of `function`: 1 when it does not branch.
pub fn complexity(function: &Function) -> usize {
    let out_edges = function.blocks.iter().map(|block| block.terminator.edges().count());
    1 + out_edges.map(|out_edges| out_edges.saturating_sub(1)).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::complexity;
    use trine_ir::text::parse_function;

    const TEXT: &str = r#"function "f"(i1, i32) -> () {
    site0: branch !file0:1:1
    site1: switch 3 !file0:2:1
block0(v0: i1, v1: i32):
    branch v0, block1, block4, site0 !file0:1:1
block1:
    switch v1 [1: 0, 2: 1] default 2 [block2, block3, block4], site1
block2:
    return
block3:
    return
block4:
    return
}
"#;

    #[test]
    fn a_branch_counts_one_and_a_switch_one_less_than_its_ways() {
        let function = parse_function(TEXT).unwrap();
        assert_eq!(complexity(&function), 1 + 1 + 2);
    }
}
