//! Analyses on random graphs against their definitions.

mod support;

use support::{Shape, random_graph};
use trine_base::Stream;
use trine_base::index::TypedIndex;
use trine_ir::analysis::{Cfg, ControlDependence, DominatorTree, LoopForest, PostDominatorTree};
use trine_ir::{Block, Function};

fn graphs() -> impl Iterator<Item = (u64, Function)> {
    (0..400).map(|seed| {
        let mut stream = Stream::new(seed, "graph");
        let blocks = 1 + stream.position(12);
        let shape = Shape { blocks, slots: 0, reach: 1 + stream.position(6) };
        (seed, random_graph(&mut stream, shape))
    })
}

/// Blocks reachable from `from` without entering `avoided`.
fn reach(function: &Function, from: Block, avoided: Option<Block>) -> Vec<bool> {
    let mut reached = vec![false; function.blocks.len()];
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        if Some(block) != avoided && !std::mem::replace(&mut reached[block.position()], true) {
            work.extend(function.successors(block));
        }
    }
    reached
}

fn leaves(function: &Function, block: Block) -> bool {
    function.successors(block).next().is_none()
}

/// Whether `from` can leave the function without entering `avoided`.
fn can_leave(function: &Function, from: Block, avoided: Option<Block>) -> bool {
    let reached = reach(function, from, avoided);
    function.blocks.indices().any(|block| reached[block.position()] && leaves(function, block))
}

#[test]
fn a_dominator_is_what_every_path_goes_through() {
    for (seed, function) in graphs() {
        let cfg = Cfg::new(&function);
        let tree = DominatorTree::new(&cfg);
        let reachable = reach(&function, Function::ENTRY, None);
        for a in function.blocks.indices() {
            let without = reach(&function, Function::ENTRY, Some(a));
            for b in function.blocks.indices() {
                let reached = reachable[a.position()] && reachable[b.position()];
                let expected = reached && (a == b || !without[b.position()]);
                assert_eq!(tree.dominates(a, b), expected, "seed {seed}: {a} {b}\n{function}");
            }
        }
    }
}

#[test]
fn dominance_frontiers_are_where_dominance_ends() {
    for (seed, function) in graphs() {
        let cfg = Cfg::new(&function);
        let tree = DominatorTree::new(&cfg);
        let frontiers = tree.frontiers(&cfg);
        for a in function.blocks.indices() {
            for b in cfg.reverse_postorder() {
                let enters = cfg.predecessors(*b).any(|from| tree.dominates(a, from));
                let expected = enters && (a == *b || !tree.dominates(a, *b));
                assert_eq!(frontiers[a.position()].contains(b), expected, "seed {seed}: {a} {b}\n{function}");
            }
        }
    }
}

/// Post-dominance by definition; only for functions in which every block can leave.
fn post_dominates(function: &Function, after: Block, before: Block) -> bool {
    after == before || !can_leave(function, before, Some(after))
}

fn terminating_graphs() -> impl Iterator<Item = (u64, Function)> {
    graphs().filter(|(_, function)| {
        let reachable = reach(function, Function::ENTRY, None);
        function.blocks.indices().all(|b| !reachable[b.position()] || can_leave(function, b, None))
    })
}

#[test]
fn post_dominance_and_control_dependence_are_as_defined() {
    let mut graphs = 0;
    for (seed, function) in terminating_graphs() {
        graphs += 1;
        let cfg = Cfg::new(&function);
        let tree = PostDominatorTree::new(&cfg);
        let dependence = ControlDependence::new(&function);
        for &x in cfg.reverse_postorder() {
            for &a in cfg.reverse_postorder() {
                let expected = post_dominates(&function, x, a);
                assert_eq!(tree.post_dominates(x, a), expected, "seed {seed}: {x} {a}\n{function}");
                let Some(site) = function.blocks[a].terminator.site() else { continue };
                for (outcome, b) in function.successors(a).enumerate() {
                    let strictly = x != a && post_dominates(&function, x, a);
                    let expected = post_dominates(&function, x, b) && !strictly;
                    let edge = Some((site, outcome as u32));
                    let found = dependence.of_block(x).iter().any(|d| d.block == a && d.edge == edge);
                    assert_eq!(found, expected, "seed {seed}: {x} on {a} -> {b}\n{function}");
                }
            }
        }
    }
    assert!(graphs > 100, "only {graphs} graphs terminate");
}

#[test]
fn every_block_of_an_infinite_loop_has_control_dependences_that_make_sense() {
    for (seed, function) in graphs() {
        let cfg = Cfg::new(&function);
        let dependence = ControlDependence::new(&function);
        for &x in cfg.reverse_postorder() {
            for d in dependence.of_block(x) {
                let (_, outcome) = d.edge.expect("there are no unwind edges");
                let to = function.successors(d.block).nth(outcome as usize).unwrap();
                assert!(reach(&function, to, None)[x.position()], "seed {seed}: {x} on {d:?}\n{function}");
            }
        }
    }
}

#[test]
fn approach_levels_are_shortest_distances_over_control_dependences() {
    for (seed, function) in graphs() {
        let dependence = ControlDependence::new(&function);
        for target in function.blocks.indices() {
            // Bellman-Ford on the definition: a block's level is one more than its dependent's.
            let mut level = vec![None; function.blocks.len()];
            level[target.position()] = Some(0u32);
            for _ in function.blocks.indices() {
                for x in function.blocks.indices() {
                    let Some(own) = level[x.position()] else { continue };
                    for d in dependence.of_block(x) {
                        let known = &mut level[d.block.position()];
                        *known = Some(known.map_or(own + 1, |old: u32| old.min(own + 1)));
                    }
                }
            }
            for approach in dependence.approach_to_block(target) {
                let expected = function
                    .blocks
                    .indices()
                    .filter(|x| {
                        let edge = Some((approach.site, approach.outcome));
                        dependence.of_block(*x).iter().any(|d| d.edge == edge)
                    })
                    .filter_map(|x| if x == target { Some(0) } else { level[x.position()] })
                    .min();
                assert_eq!(Some(approach.level), expected, "seed {seed}: {target} {approach:?}\n{function}");
            }
        }
    }
}

#[test]
fn loops_are_what_reaches_a_latch_without_the_header() {
    for (seed, function) in graphs() {
        let cfg = Cfg::new(&function);
        let tree = DominatorTree::new(&cfg);
        let forest = LoopForest::new(&cfg, &tree);
        for &header in cfg.reverse_postorder() {
            let latches: Vec<_> =
                cfg.predecessors(header).filter(|&from| tree.dominates(header, from)).collect();
            assert_eq!(forest.is_header(header), !latches.is_empty(), "seed {seed}: {header}\n{function}");
        }
        for (id, natural) in forest.loops().iter_enumerated() {
            for &block in cfg.reverse_postorder() {
                let reached = reach(&function, block, Some(natural.header));
                let body = natural.latches.iter().any(|latch| reached[latch.position()]);
                let expected = block == natural.header || (body && tree.dominates(natural.header, block));
                assert_eq!(
                    forest.contains(id, block),
                    expected,
                    "seed {seed}: {natural:?} {block}\n{function}"
                );
            }
            assert_eq!(natural.depth, 1 + natural.parent.map_or(0, |parent| forest.loops()[parent].depth));
        }
    }
}
