//! Properties on random functions: passes keep what a run shows, the text form keeps
//! everything, results are verified.

mod support;

use std::collections::BTreeSet;
use support::{Event, Shape, random_function, run, watched};
use trine_base::Stream;
use trine_ir::passes::{self, clean, promote, thread};
use trine_ir::text::{parse_function, print_function};
use trine_ir::verifier::verify;
use trine_ir::{Function, Op, RegionId};

const SEEDS: u64 = 600;

fn functions() -> impl Iterator<Item = (u64, Function)> {
    (0..SEEDS).map(|seed| {
        let mut stream = Stream::new(seed, "function");
        let blocks = 2 + stream.position(14);
        let shape = Shape { blocks, slots: stream.position(4), reach: 1 + stream.position(6) };
        (seed, random_function(&mut stream, shape))
    })
}

fn assert_well_formed(function: &Function, when: &str) {
    let violations: Vec<String> = verify(function).iter().map(ToString::to_string).collect();
    assert!(violations.is_empty(), "{when}: {violations:#?}\n{function}");
}

/// Both show the same on some arguments. A run that is cut off shows a prefix.
fn assert_same_runs(before: &Function, after: &Function, when: &str) {
    let sites = watched(before);
    for args in [[0, 0], [1, 0], [0, 1], [1, 1], [5, 7]] {
        let (mut expected, ended) = run(before, &args, 300, &sites);
        let (mut shown, also_ended) = run(after, &args, 300, &sites);
        if !(ended && also_ended) {
            // The last event may miss regions that a cut-off run was still to enter.
            let common = expected.len().min(shown.len());
            expected.truncate(common);
            shown.truncate(common);
        }
        assert_eq!(expected, shown, "{when}, {args:?}:\n{before}\n{after}");
    }
}

#[test]
fn random_functions_are_well_formed_and_print_as_they_are_read() {
    for (seed, function) in functions() {
        assert_well_formed(&function, &format!("seed {seed}"));
        let text = print_function(&function);
        let read = parse_function(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(print_function(&read), text, "seed {seed}");
    }
}

#[test]
fn promotion_removes_all_plain_slots_and_keeps_what_runs_show() {
    for (seed, before) in functions() {
        let mut after = before.clone();
        promote::promote(&mut after);
        let when = format!("seed {seed}");
        assert_well_formed(&after, &when);
        let mut insts = after.blocks.iter().flat_map(|data| &data.insts);
        assert!(
            !insts.any(|inst| matches!(inst.op, Op::StackAlloc { .. } | Op::Load { .. })),
            "{when}\n{after}"
        );
        assert_same_runs(&before, &after, &when);
    }
}

#[test]
fn threading_keeps_what_runs_show() {
    let mut threaded = 0;
    for (seed, before) in functions() {
        let mut after = before.clone();
        thread::thread(&mut after);
        threaded += u32::from(print_function(&before) != print_function(&after));
        assert_well_formed(&after, &format!("seed {seed}"));
        assert_same_runs(&before, &after, &format!("seed {seed}"));
    }
    assert!(threaded > 100, "only {threaded} functions had anything to thread");
}

#[test]
fn cleaning_keeps_what_runs_show() {
    for (seed, before) in functions() {
        let mut after = before.clone();
        clean::clean(&mut after);
        assert_well_formed(&after, &format!("seed {seed}"));
        assert_same_runs(&before, &after, &format!("seed {seed}"));
    }
}

#[test]
fn all_passes_together_keep_what_runs_show_and_what_is_dead_is_never_shown() {
    for (seed, before) in functions() {
        let mut after = before.clone();
        passes::run(&mut after);
        assert_well_formed(&after, &format!("seed {seed}"));
        assert_same_runs(&before, &after, &format!("seed {seed}"));
        assert_dead_is_dead(&before, &after, seed);
    }
}

fn assert_dead_is_dead(before: &Function, after: &Function, seed: u64) {
    let sites = watched(before);
    let dead_outcomes: BTreeSet<_> = before
        .coverage
        .conditions
        .iter()
        .zip(&after.coverage.conditions)
        .flat_map(|(before, after)| before.outcomes.iter().zip(&after.outcomes))
        .filter(|(_, after)| **after == trine_ir::Outcome::Dead)
        .filter_map(|(before, _)| match before {
            trine_ir::Outcome::Taken(pairs) => Some(pairs.iter().collect::<Vec<_>>()),
            _ => None,
        })
        .flatten()
        .collect();
    let dead_regions: BTreeSet<RegionId> =
        after.coverage.regions.iter_enumerated().filter(|(_, r)| r.dead).map(|(id, _)| id).collect();
    for args in [[0, 0], [1, 0], [0, 1], [5, 7]] {
        for (regions, event) in run(before, &args, 300, &sites).0 {
            assert!(regions.is_disjoint(&dead_regions), "seed {seed}\n{before}\n{after}");
            if let Event::Site(site, outcome) = event {
                assert!(!dead_outcomes.contains(&(site, outcome)), "seed {seed}\n{before}\n{after}");
            }
        }
    }
}

#[test]
fn passes_are_deterministic_and_a_second_run_finds_little() {
    for (seed, function) in functions().take(100) {
        let (mut first, mut second) = (function.clone(), function);
        passes::run(&mut first);
        passes::run(&mut second);
        assert_eq!(print_function(&first), print_function(&second), "seed {seed}");
    }
}
