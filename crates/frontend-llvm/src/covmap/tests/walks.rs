//! Random graphs and random walks: what the algebra says of edges and blocks must hold of counted executions.
//!
//! Source: own; the generator is a linear congruential one, so that a failure repeats.
//! Not handled: nothing known. Cost: small.

use crate::covmap::Sum;
use crate::covmap::flow::{BranchMatch, CodeMatch, Count, FlowAlgebra, FlowGraph};

/// Knuth's MMIX generator; the high bits.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A graph whose blocks have 0 to 4 successors, none of them the entry; block `blocks - 1` has none.
fn random_graph(dice: &mut Dice, blocks: usize) -> FlowGraph {
    let mut edges = Vec::new();
    for from in 0..blocks - 1 {
        for _ in 0..=dice.below(3) + usize::from(from == 0) {
            let near = dice.below(3) > 0;
            let to = if near { from + 1 + dice.below(3) } else { 1 + dice.below(blocks - 1) };
            let edge = (from, to.min(blocks - 1));
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
    }
    let increments = (0..blocks).map(|b| (b, b as u32)).collect();
    FlowGraph { entry: 0, blocks, edges, increments }
}

/// Walks from the entry to an exit, counting edges and blocks; false when the exit was not reached in time
/// (the counts are then left alone).
fn walk(dice: &mut Dice, graph: &FlowGraph, edges: &mut [i64], blocks: &mut [i64]) -> bool {
    let (mut taken, mut visited) = (Vec::new(), vec![graph.entry]);
    for _ in 0..400 {
        let at = visited[visited.len() - 1];
        let out: Vec<usize> = (0..graph.edges.len()).filter(|e| graph.edges[*e].0 == at).collect();
        if out.is_empty() {
            taken.iter().for_each(|e: &usize| edges[*e] += 1);
            visited.iter().for_each(|b| blocks[*b] += 1);
            return true;
        }
        let edge = out[dice.below(out.len())];
        taken.push(edge);
        visited.push(graph.edges[edge].1);
    }
    false
}

/// Solves for nothing: compares all pairs of an edge and a block.
#[test]
fn equal_fingerprints_are_equal_counts_in_every_walk_and_unequal_ones_differ_somewhere() {
    let mut dice = Dice(7);
    for _ in 0..60 {
        let blocks = 4 + dice.below(14);
        let graph = random_graph(&mut dice, blocks);
        let algebra = FlowAlgebra::new(&graph).unwrap();
        let mut snapshots = Vec::new();
        let (mut edges, mut counts) = (vec![0; graph.edges.len()], vec![0; graph.blocks]);
        for _ in 0..400 {
            if walk(&mut dice, &graph, &mut edges, &mut counts) {
                snapshots.push((edges.clone(), counts.clone()));
            }
        }
        check_pairs(&graph, &algebra, &snapshots);
    }
}

fn check_pairs(graph: &FlowGraph, algebra: &FlowAlgebra, snapshots: &[(Vec<i64>, Vec<i64>)]) {
    let leaves = |edge: usize| !can_reach_exit(graph, graph.edges[edge].1);
    if (0..graph.edges.len()).any(leaves) {
        return;
    }
    for edge in 0..graph.edges.len() {
        for block in 0..graph.blocks {
            let equal = snapshots.iter().all(|(edges, blocks)| edges[edge] == blocks[block]);
            let claimed = algebra.count_of_edge(edge) == algebra.count_of_block(block);
            assert!(!claimed || equal, "edge {edge}, block {block} of {graph:?}");
            let often = snapshots.last().is_some_and(|(edges, _)| edges[edge] > 40);
            assert!(claimed || !equal || !often, "missed: edge {edge}, block {block} of {graph:?}");
        }
    }
}

fn can_reach_exit(graph: &FlowGraph, from: usize) -> bool {
    let (mut seen, mut open) = (vec![false; graph.blocks], vec![from]);
    while let Some(at) = open.pop() {
        let out: Vec<usize> = graph.edges.iter().filter(|e| e.0 == at).map(|e| e.1).collect();
        if out.is_empty() {
            return true;
        }
        open.extend(out.into_iter().filter(|to| !std::mem::replace(&mut seen[*to], true)));
    }
    false
}

/// The count of a sum of counters.
fn count(algebra: &FlowAlgebra, form: &[(u32, i64)]) -> Count {
    let term = |(counter, by): &(u32, i64)| {
        let one = algebra.count_of_counter(*counter);
        (0..by.abs()).fold(Count::ZERO, |sum, _| if *by < 0 { sum.minus(one) } else { sum.plus(one) })
    };
    form.iter().map(term).fold(Count::ZERO, Count::plus)
}

fn match_branch(algebra: &FlowAlgebra, on_true: &[(u32, i64)], on_false: &[(u32, i64)]) -> BranchMatch {
    let form = || Some(on_true.to_vec());
    algebra.match_branch(count(algebra, on_true), count(algebra, on_false), &form)
}

/// Random integer combinations of block counters that are zero by their fingerprint are zero in every walk.
#[test]
fn fingerprints_predict_the_counts_of_linear_forms() {
    let mut dice = Dice(11);
    for _ in 0..100 {
        let blocks = 5 + dice.below(10);
        let graph = random_graph(&mut dice, blocks);
        let algebra = FlowAlgebra::new(&graph).unwrap();
        let (mut edges, mut counts) = (vec![0; graph.edges.len()], vec![0; graph.blocks]);
        for _ in 0..50 {
            walk(&mut dice, &graph, &mut edges, &mut counts);
        }
        for (edge, &(from, _)) in graph.edges.iter().enumerate() {
            let others = graph.edges.iter().enumerate().filter(|(e, (f, _))| *f == from && *e != edge);
            let sum: i64 = others.map(|(e, _)| edges[e]).sum();
            assert_eq!(counts[from] - sum, edges[edge]);
        }
        let form: Vec<(u32, i64)> = (0..graph.blocks).map(|b| (b as u32, dice.below(3) as i64 - 1)).collect();
        if count(&algebra, &form) == Count::ZERO {
            let value: i64 = form.iter().map(|(b, by)| counts[*b as usize] * by).sum();
            assert_eq!(value, 0, "{graph:?} {form:?}");
        }
    }
}

fn diamond(edges: &[(usize, usize)], blocks: usize, increments: &[(usize, u32)]) -> FlowAlgebra {
    let graph = FlowGraph { entry: 0, blocks, edges: edges.to_vec(), increments: increments.to_vec() };
    FlowAlgebra::new(&graph).unwrap()
}

#[test]
fn a_diamond_is_matched_by_its_then_counter() {
    let algebra = diamond(&[(0, 1), (0, 2), (1, 3), (2, 3)], 4, &[(0, 0), (1, 1)]);
    let found = match_branch(&algebra, &[(1, 1)], &[(0, 1), (1, -1)]);
    assert_eq!(found, BranchMatch::Terminator { block: 0, true_edges: 0.into(), false_edges: 1.into() });
    assert_eq!(algebra.match_block(count(&algebra, &[(0, 1), (1, -1)])), Some(2));
    assert_eq!(algebra.match_block(count(&algebra, &[(0, 1)])), Some(0));
    assert_eq!(match_branch(&algebra, &[(9, 1)], &[]), BranchMatch::Dead);
    assert_eq!(
        match_branch(&algebra, &[(1, 1)], &[]),
        BranchMatch::OneSided { taken: true, at: CodeMatch::Block(1) }
    );
}

#[test]
fn several_edges_of_a_switch_may_form_one_side() {
    let edges: Vec<(usize, usize)> =
        (1..=300).map(|case| (0, case)).chain((1..=300).map(|case| (case, 301))).collect();
    let increments: Vec<(usize, u32)> = (0..302).map(|b| (b, b as u32)).collect();
    let algebra = diamond(&edges, 302, &increments);
    let odd: Vec<(u32, i64)> = (1..=300).filter(|c| c % 2 == 1).map(|c| (c, 1)).collect();
    let even: Vec<(u32, i64)> = (1..=300).filter(|c| c % 2 == 0).map(|c| (c, 1)).collect();
    let BranchMatch::Terminator { block: 0, true_edges, false_edges } = match_branch(&algebra, &odd, &even)
    else {
        panic!("not matched")
    };
    assert_eq!(true_edges, (0..300).step_by(2).collect());
    assert_eq!(false_edges, (1..300).step_by(2).collect());
}

/// `entry ─► loop ⇄ body`, never left: the entry must not be counted zero.
#[test]
fn a_loop_that_is_never_left_is_not_dead() {
    let edges = [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1)];
    let algebra = diamond(&edges, 5, &[(0, 0), (1, 1), (2, 2)]);
    assert!(count(&algebra, &[(0, 1)]) != Count::ZERO);
    assert_eq!(algebra.match_block(count(&algebra, &[(0, 1)])), Some(0));
    let found = match_branch(&algebra, &[(2, 1)], &[(1, 1), (2, -1)]);
    assert_eq!(found, BranchMatch::Terminator { block: 1, true_edges: 1.into(), false_edges: 2.into() });
}

#[test]
fn unreachable_blocks_are_dead_and_blocks_out_of_range_refused() {
    let algebra = diamond(&[(0, 1), (2, 3), (3, 2), (2, 1)], 4, &[(2, 5)]);
    assert!(count(&algebra, &[(5, 1)]) == Count::ZERO);
    assert!(algebra.count_of_edge(1) == Count::ZERO && algebra.count_of_edge(99) == Count::ZERO);
    let graph = FlowGraph { entry: 0, blocks: 1, edges: vec![(0, 1)], increments: vec![] };
    assert!(FlowAlgebra::new(&graph).is_err());
    assert!(FlowAlgebra::new(&FlowGraph::default()).is_err());
}

/// 700 statements of the form `if (a && b) x;`, each jumping to one common exit in turn: 2,800 blocks.
#[test]
fn a_function_of_thousands_of_blocks_is_matched_in_no_time() {
    let n = 700;
    let exit = 4 * n;
    let (mut edges, mut increments) = (Vec::new(), Vec::new());
    for i in (0..exit).step_by(4) {
        edges.extend([(i, i + 1), (i, i + 3), (i + 1, i + 2), (i + 1, i + 3), (i + 2, exit), (i + 3, i + 4)]);
        increments.extend([(i + 1, 2 * (i / 4) as u32 + 1), (i + 2, 2 * (i / 4) as u32 + 2)]);
    }
    increments.push((0, 0));
    let started = std::time::Instant::now();
    let algebra = diamond(&edges, exit + 1, &increments);
    let mut parent = vec![(0, 1)];
    for i in 0..n {
        let (first, second) = (2 * i as u32 + 1, 2 * i as u32 + 2);
        let mut on_false = parent.clone();
        on_false.push((first, -1));
        let found = match_branch(&algebra, &[(first, 1)], &on_false);
        assert!(matches!(found, BranchMatch::Terminator { block, .. } if block == 4 * i), "{i}: {found:?}");
        let found = match_branch(&algebra, &[(second, 1)], &[(first, 1), (second, -1)]);
        assert!(
            matches!(found, BranchMatch::Terminator { block, .. } if block == 4 * i + 1),
            "{i}: {found:?}"
        );
        parent.push((second, -1));
    }
    eprintln!("{:?}", started.elapsed());
    assert!(started.elapsed().as_secs() < 5, "quadratic at most, with a small constant");
}
