//! Costs on large functions: a bound wide enough for a slow machine without optimisation, so
//! that it is quadratic behaviour that fails, and the times with `--nocapture`.

mod support;

use std::time::Instant;
use support::Shape;
use trine_base::Stream;
use trine_ir::analysis::{Cfg, ControlDependence, DominatorTree, LoopForest};
use trine_ir::text::{parse_function, print_function};
use trine_ir::{passes, verifier};

#[test]
fn five_thousand_blocks_take_no_more_than_a_moment() {
    let shape = Shape { blocks: 5000, slots: 60, reach: 6 };
    let mut function = support::long_function(&mut Stream::new(1, "large"), shape);
    assert!(function.blocks.len() > 4000);
    let time = |what: &str, work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        let elapsed = start.elapsed();
        println!("{what:>20}: {:.2} ms", elapsed.as_secs_f64() * 1e3);
        assert!(elapsed.as_secs() < 10, "{what} took {elapsed:?}");
    };
    let original = function.clone();
    println!("{} blocks", function.blocks.len());
    time("remove_unreachable", &mut || passes::clean::remove_unreachable(&mut function));
    time("promote", &mut || passes::promote::promote(&mut function));
    time("thread", &mut || passes::thread::thread(&mut function));
    time("clean", &mut || passes::clean::clean(&mut function));
    function = original;
    let mut finished = function.clone();
    time("all passes", &mut || passes::run(&mut finished));
    println!("{} blocks left", finished.blocks.len());
    assert_eq!(verifier::verify(&finished), []);
    time("verify", &mut || assert_eq!(verifier::verify(&function), []));
    let mut text = String::new();
    time("print", &mut || text = print_function(&function));
    time("parse", &mut || drop(parse_function(&text).unwrap()));
    let cfg = Cfg::new(&function);
    time("cfg", &mut || drop(Cfg::new(&function)));
    time("dominators", &mut || drop(DominatorTree::new(&cfg)));
    let tree = DominatorTree::new(&cfg);
    time("loops", &mut || drop(LoopForest::new(&cfg, &tree)));
    time("control dependence", &mut || drop(ControlDependence::new(&function)));
    let dependence = ControlDependence::new(&function);
    let last = function.blocks.indices().next_back().unwrap();
    time("approach table", &mut || drop(dependence.approach_to_block(last)));
}
