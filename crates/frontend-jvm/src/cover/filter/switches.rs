//! Switches over strings, and the default that a compiler adds to an exhaustive switch.

use super::Filtered;
use super::pattern::{IF_NOT_ZERO, IF_NULL, IF_ZERO, Pattern, is_goto, is_pooled};
use crate::class::{Constant, Instruction, InvokeKind, Kind};
use crate::cover::nodes::{Node, Nodes};

/// A string switch, by `javac` two switches: by hash code to a number, then by number. The first is left out. Other
/// compilers make one switch whose cases compare; its branches become those of the source.
pub fn over_strings(nodes: &Nodes<'_>, filtered: &mut Filtered) {
    for (index, (_, instruction)) in nodes.code.instructions.iter().enumerate() {
        if let Instruction::Switch { default, .. } = instruction
            && is_first_of_two(nodes, index, *default)
        {
            let behind = nodes.index_from(*default);
            if behind > index {
                filtered.ignore(index, behind - 1);
            }
        }
    }
    for index in 0..nodes.code.instructions.len() {
        comparing_cases(nodes, index, filtered);
    }
}

fn is_switch(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Switch { .. })
}

fn compares(pattern: &mut Pattern<'_>) {
    pattern.loads(Kind::Reference, "string");
    pattern.is(|instruction| matches!(instruction, Instruction::Constant(constant) if is_pooled(constant)));
    pattern.calls(InvokeKind::Virtual, "java/lang/String", "equals", "(Ljava/lang/Object;)Z");
}

/// Whether the nodes in front of the instruction `index` are instructions, `count` of them, with nothing between.
fn follows_at_once(nodes: &Nodes<'_>, index: usize, count: usize) -> bool {
    let place = nodes.places[index];
    place >= count && nodes.list[place - count..place].iter().all(|node| matches!(node, Node::Instruction(_)))
}

/// Whether the switch at `index` finds the number of a string: `c = -1; switch (s.hashCode()) …` up to `second`.
fn is_first_of_two(nodes: &Nodes<'_>, index: usize, second: u32) -> bool {
    // Only the first of the four may have a label in front.
    if index < 4 || !follows_at_once(nodes, index, 4) {
        return false;
    }
    let mut pattern = Pattern::at(nodes.code, index - 4);
    pattern.number(-1).stores(Kind::Int, "number").loads(Kind::Reference, "string");
    pattern.calls(InvokeKind::Virtual, "java/lang/String", "hashCode", "()I").any();
    loop {
        compares(&mut pattern);
        pattern.branches(IF_ZERO).any().stores(Kind::Int, "number");
        let Some(last) = pattern.last() else { return false };
        if is_label_behind(nodes, last, second) {
            break;
        }
        let Some(Instruction::Goto(target)) = pattern.peek() else { return false };
        if *target != second {
            return false;
        }
        pattern.any();
    }
    pattern.loads(Kind::Int, "number").is(is_switch).matches()
}

/// Whether the node behind the instruction `index` is the label of `position`.
fn is_label_behind(nodes: &Nodes<'_>, index: usize, position: u32) -> bool {
    nodes.labels.get(&position) == Some(&(nodes.places[index] + 1))
}

/// A switch by hash code whose cases compare and jump to the case of the source.
fn comparing_cases(nodes: &Nodes<'_>, start: usize, filtered: &mut Filtered) {
    let mut pattern = Pattern::at(nodes.code, start);
    let mut null = None;
    pattern.stores(Kind::Reference, "string");
    if !pattern.matches() {
        return;
    }
    let next_to = |pattern: &Pattern<'_>| {
        pattern
            .last()
            .is_some_and(|last| matches!(nodes.list.get(nodes.places[last] + 1), Some(Node::Instruction(_))))
    };
    let null_test =
        |instruction: &Instruction| matches!(instruction, Instruction::Branch(test, _) if *test == IF_NULL);
    if next_to(&pattern) && matches!(pattern.peek(), Some(Instruction::Load(Kind::Reference, _))) {
        pattern.loads(Kind::Reference, "string");
        let duplicated = matches!(pattern.peek(), Some(Instruction::Stack(crate::class::StackOp::Dup)));
        if duplicated {
            pattern.duplicates();
        }
        if pattern.peek().is_some_and(null_test) {
            null = pattern.any().last();
            if !duplicated {
                pattern.loads(Kind::Reference, "string");
            }
        } else if duplicated {
            return;
        }
    }
    pattern.calls(InvokeKind::Virtual, "java/lang/String", "hashCode", "()I").is(is_switch);
    let Some(switch) = pattern.last() else { return };
    let Instruction::Switch { default, cases } = &nodes.code.instructions[switch].1 else { return };
    if cases.is_empty() {
        return;
    }
    let mut branches: Vec<(u32, Vec<(usize, u32)>)> = vec![(*default, vec![(switch, 0)])];
    let mut add =
        |target: u32, way: (usize, u32)| match branches.iter_mut().find(|(known, _)| *known == target) {
            Some((_, ways)) => ways.push(way),
            None => branches.push((target, vec![way])),
        };
    let hashes = hash_codes(&nodes.code.instructions[switch].1);
    for _ in 0..hashes {
        loop {
            compares(&mut pattern);
            pattern.branches(IF_NOT_ZERO);
            let Some(last) = pattern.last() else { return };
            if let Instruction::Branch(_, target) = &nodes.code.instructions[last].1 {
                add(*target, (last, 1));
            }
            if next_to(&pattern) && pattern.peek().is_some_and(is_goto) {
                add(*default, (last + 1, 1));
                pattern.any();
                break;
            }
            if is_label_behind(nodes, last, *default) {
                add(*default, (last, 0));
                break;
            }
        }
    }
    if let Some(null) = null
        && let Instruction::Branch(_, target) = &nodes.code.instructions[null].1
    {
        add(*target, (null, 1));
    }
    if let Some(last) = pattern.last() {
        filtered.ignore(start + 1, last);
        filtered.replaced.insert(start, branches.into_iter().map(|(_, ways)| ways).collect());
    }
}

/// How many values a switch tells apart that have a case of their own.
fn hash_codes(switch: &Instruction) -> usize {
    match switch {
        Instruction::Switch { cases, .. } => cases.len(),
        _ => 0,
    }
}

/// The default of a switch that has a case for every value: it only throws.
pub fn exhaustive(nodes: &Nodes<'_>, filtered: &mut Filtered) {
    for (index, (_, instruction)) in nodes.code.instructions.iter().enumerate() {
        let Instruction::Switch { default, cases } = instruction else { continue };
        if !is_on_line_of(nodes, *default, index) {
            continue;
        }
        let first = nodes.index_from(*default);
        let Some(last) = only_throws(nodes, first) else { continue };
        filtered.ignore(first, last);
        let mut ways: Vec<(u32, Vec<(usize, u32)>)> = Vec::new();
        for &(_, target) in cases {
            if target != *default && !ways.iter().any(|(known, _)| *known == target) {
                ways.push((target, vec![(index, ways.len() as u32 + 1)]));
            }
        }
        filtered.replaced.insert(index, ways.into_iter().map(|(_, ways)| ways).collect());
    }
}

/// Whether no other line than that of the instruction `index` begins at `position`.
fn is_on_line_of(nodes: &Nodes<'_>, position: u32, index: usize) -> bool {
    let Some(&label) = nodes.labels.get(&position) else { return false };
    let line_before = nodes.list[..nodes.places[index]].iter().rev().find_map(|node| match node {
        Node::Line(line) => Some(*line),
        _ => None,
    });
    match nodes.list[label..].iter().find(|node| !matches!(node, Node::Label)) {
        Some(Node::Line(line)) => Some(*line) == line_before,
        Some(_) => true,
        None => false,
    }
}

/// The last instruction of `throw new MatchException(null, null)`, or what Java before 21 throws.
fn only_throws(nodes: &Nodes<'_>, first: usize) -> Option<usize> {
    const NEW: &str = "java/lang/MatchException";
    const OLD: &str = "java/lang/IncompatibleClassChangeError";
    let null = |instruction: &Instruction| matches!(instruction, Instruction::Constant(Constant::Null));
    let mut since_21 = Pattern::at(nodes.code, first);
    since_21.makes(NEW).duplicates().is(null).is(null);
    since_21.calls(InvokeKind::Special, NEW, "<init>", "(Ljava/lang/String;Ljava/lang/Throwable;)V").throws();
    let mut before = Pattern::at(nodes.code, first);
    before.makes(OLD).duplicates().calls(InvokeKind::Special, OLD, "<init>", "()V").throws();
    since_21.last().or(before.last())
}
