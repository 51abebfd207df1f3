//! The class that Modonato (2020) motivates and evaluates the classifier with, in other words: five numbers, ten that are not negative.
//!
//! ```text
//! for each b: negative? leave                  the constructor: what objects of the class are like
//! for each a: beyond its bound?                32 ways
//!     for each b: less than the opposite of a?     never, and half of all candidates
//! ```
//!
//! The paper lets an evolutionary search look for each path, so that an infeasible one costs all its time; here what counts is how many
//! of the first attempts are feasible, with the classifier and first in, first out.

mod common;

use common::Function;
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;
use trine_base::Stream;
use trine_dse::searchers::{ClassifiedPaths, Evidence, Guide, NoGuide, Report, Searcher};
use trine_dse::{ExecutionTree, Explorer, NodeId, NodeState, Progress, Settings};
use trine_expr::Assignment;
use trine_solver::Solver;

const AS: usize = 5;
const BS: usize = 10;

/// The constructor and the method as one function of 15 numbers; it returns 3 where the constructor throws, 2 where the assertion fails,
/// 1 for "Yes", 0 for null.
fn sample_class() -> String {
    let params = vec!["i32"; AS + BS].join(", ");
    let mut sites = 0;
    let mut site = || {
        sites += 1;
        sites - 1
    };
    let mut next = AS + BS;
    let mut value = || {
        next += 1;
        next - 1
    };
    let mut body = String::new();
    let entry: Vec<String> = (0..AS + BS).map(|at| format!("v{at}: i32")).collect();
    writeln!(body, "block0({}):", entry.join(", ")).unwrap();
    // block100 + j: b[j] is looked at; block200 + 20 i: a[i]; the 10 behind it: b[j] beside it; block900: the end; block901: thrown.
    for j in 0..BS {
        let is_negative = value();
        let then =
            if j + 1 < BS { format!("block{}()", 101 + j) } else { "block200(1:i32, 0:i32)".to_owned() };
        writeln!(body, "    v{is_negative}: i1 = icmp.slt v{}, 0:i32", AS + j).unwrap();
        writeln!(body, "    branch v{is_negative}, block901(), {then}, site{}", site()).unwrap();
        if j + 1 < BS {
            writeln!(body, "block{}():", 101 + j).unwrap();
        }
    }
    for i in 0..AS {
        let at = 200 + 20 * i;
        let behind = if i + 1 < AS { at + 20 } else { 900 };
        let (flag, k, beyond) = (value(), value(), value());
        writeln!(body, "block{at}(v{flag}: i32, v{k}: i32):").unwrap();
        writeln!(body, "    v{beyond}: i1 = icmp.sgt v{i}, {}:i32", 1000 * i).unwrap();
        writeln!(
            body,
            "    branch v{beyond}, block{}(v{k}), block{behind}(0:i32, v{k}), site{}",
            at + 1,
            site()
        )
        .unwrap();
        for j in 0..BS {
            let (k, opposite, less) = (value(), value(), value());
            let (yes, no) = match j + 1 < BS {
                true => (format!("block{}(1:i32)", at + 2 + j), format!("block{}(v{k})", at + 2 + j)),
                false => (format!("block{behind}(v{flag}, 1:i32)"), format!("block{behind}(v{flag}, v{k})")),
            };
            writeln!(body, "block{}(v{k}: i32):", at + 1 + j).unwrap();
            writeln!(body, "    v{opposite}: i32 = sub 0:i32, v{i}").unwrap();
            writeln!(body, "    v{less}: i1 = icmp.slt v{}, v{opposite}", AS + j).unwrap();
            writeln!(body, "    branch v{less}, {yes}, {no}, site{}", site()).unwrap();
        }
    }
    let (flag, k, holds) = (value(), value(), value());
    writeln!(body, "block900(v{flag}: i32, v{k}: i32):").unwrap();
    writeln!(body, "    v{holds}: i1 = icmp.eq v{k}, 0:i32").unwrap();
    writeln!(body, "    branch v{holds}, block902(), block903(), site{}", site()).unwrap();
    writeln!(body, "block901():\n    return 3:i32").unwrap();
    writeln!(body, "block902():\n    return v{flag}").unwrap();
    writeln!(body, "block903():\n    return 2:i32").unwrap();
    let mut text = format!("program\nfn0: \"f\"({params}) -> (i32) defined\n");
    writeln!(text, "body fn0 = function \"f\"({params}) -> (i32) {{").unwrap();
    let sites = site();
    (0..sites).for_each(|site| writeln!(text, "    site{site}: branch").unwrap());
    text + &numbered(&body).replace("()", "") + "}\n"
}

/// Blocks are numbered in the order in which they stand.
fn numbered(body: &str) -> String {
    let heads: Vec<&str> = body.lines().filter(|line| line.starts_with("block")).collect();
    let name = |head: &str| head.split('(').next().unwrap_or_default().to_owned();
    let mut numbered = body.to_owned();
    for (at, head) in heads.iter().enumerate() {
        numbered = numbered.replace(&format!("{}(", name(head)), &format!("block_{at}("));
    }
    numbered.replace("block_", "block")
}

/// The class in the machine.
fn sample() -> Function {
    let name = |at: usize| if at < AS { format!("a[{at}]") } else { format!("b[{}]", at - AS) };
    Function::with_names(&sample_class(), name)
}

/// First in, first out: what the paper compares the classifier with.
#[derive(Default)]
struct InOrder(VecDeque<NodeId>);

impl Searcher for InOrder {
    fn update(&mut self, _: &ExecutionTree, report: &Report<'_>) {
        self.0.extend(report.added);
    }

    fn select(&mut self, tree: &ExecutionTree, _: &dyn Guide) -> Option<NodeId> {
        std::iter::from_fn(|| self.0.pop_front()).find(|&id| tree.node(id).state == NodeState::Candidate)
    }

    fn is_empty(&self, _: &ExecutionTree) -> bool {
        self.0.is_empty()
    }
}

/// How many of the first `attempts` gave an input, and what the runs returned.
fn feasible(searcher: Box<dyn Searcher>, attempts: usize) -> (usize, BTreeSet<u128>) {
    let mut sample = sample();
    let mut explorer =
        Explorer::new(&mut sample.domain.pool, Solver::default(), searcher, Settings::default());
    let program = Arc::clone(&sample.program);
    explorer.start(&mut sample, &program, &Assignment::new());
    let mut feasible = 0;
    for _ in 0..attempts {
        match explorer.step(&mut sample, &program, &NoGuide) {
            Progress::Ran { .. } => feasible += 1,
            Progress::Finished => break,
            _ => {}
        }
    }
    (feasible, sample.returned)
}

#[test]
fn the_classifier_finds_more_feasible_paths_than_the_order_of_arrival() {
    const ATTEMPTS: usize = 120;
    let (in_order, _) = feasible(Box::new(InOrder::default()), ATTEMPTS);
    let mut total = 0;
    for seed in 1..=10 {
        let search = ClassifiedPaths::new(Stream::new(seed, "sample"), Evidence::Failures);
        let (classified, _) = feasible(Box::new(search), ATTEMPTS);
        total += classified;
        eprintln!("seed {seed}: {classified} of {ATTEMPTS}; in order {in_order}");
    }
    assert!(
        total > 10 * in_order,
        "{total} of {} by the classifier, {in_order} of {ATTEMPTS} in order",
        10 * ATTEMPTS
    );
}

#[test]
fn every_feasible_path_is_found_and_the_hard_branch_too() {
    let search = ClassifiedPaths::new(Stream::new(1, "sample"), Evidence::Proofs);
    let (feasible, returned) = feasible(Box::new(search), 10_000);
    // 32 ways of the method and 10 of the constructor, the first run not counted; 2, the assertion, cannot fail.
    assert_eq!(feasible, 32 + 10 - 1);
    assert_eq!(returned, BTreeSet::from([0, 1, 3]));
}
