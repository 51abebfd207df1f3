//! Goals of the coverage criteria over bytecode, and the probes that tell that they were covered.
//!
//! | criterion | goals |
//! |---|---|
//! | statement | each stretch of instructions of one line that are executed together |
//! | branch | each branch that JaCoCo counts; for a method without branches that it is done |
//! | condition | both outcomes of each condition: these of branch, without those of switches |
//! | condition-decision | these, and both outcomes of each decision of several conditions |
//! | mcdc | these of branch, and the independence of each condition of a decision of several |
//!
//! A goal is covered exactly when one of its probes was passed; when all are covered, JaCoCo's counters of instructions
//! (statement) or branches (branch) miss nothing. Independence has no probes: two evaluations of its decision show it.
//!
//! To add a criterion: a variant of [`Criterion`], and a function here that gives its goals.

use super::decisions::Condition;
use super::graph::{End, Graph};
use super::{Counted, MethodCover, ProbeSet, UnitCover};
use crate::class::Instruction;

/// What is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// Every instruction.
    Statement,
    /// Every branch.
    Branch,
    /// Both outcomes of every condition.
    Condition,
    /// Both outcomes of every condition and decision.
    ConditionDecision,
    /// Every branch, and that every condition of a decision decides it alone (masking).
    Mcdc,
}

/// What kind of thing a goal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// That an instruction is executed.
    Statement,
    /// A branch of an instruction.
    Branch,
    /// An outcome of a condition, and the decision of several that it belongs to: number in the unit.
    Condition {
        /// The decision.
        decision: Option<u32>,
        /// Which way.
        outcome: bool,
    },
    /// An outcome of a decision.
    Decision {
        /// Its number in the unit.
        decision: u32,
        /// Which way.
        outcome: bool,
    },
    /// That a condition decides a decision alone.
    Independence {
        /// The number of the decision in the unit.
        decision: u32,
        /// The position of the condition.
        condition: u16,
    },
    /// That a method throws an exception: no structure tells, runs do.
    Exception,
}

/// Something to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What kind of thing it asks for.
    pub asks: Asks,
    /// The class, by its place in the unit.
    pub class: usize,
    /// The method, by its place in [`ClassCover::methods`](super::ClassCover::methods).
    pub method: usize,
    /// The source line, where the class file has it.
    pub line: Option<u16>,
    /// Position of the instruction in bytes.
    pub position: u32,
    /// The branch, from 0, and how many its instruction has; `None` when it is the instruction itself.
    pub branch: Option<(u32, u32)>,
    /// What it is, in words, without its line.
    pub text: String,
    /// Covered when one of these probes of the unit was passed; empty for independence and exceptions.
    pub probes: Vec<u32>,
}

impl Goal {
    /// Whether the probes of `passed` cover it.
    #[must_use]
    pub fn is_covered(&self, passed: &ProbeSet) -> bool {
        self.probes.iter().any(|&probe| passed.contains(probe))
    }
}

impl UnitCover {
    /// The goals of `criterion`, by class, method and position.
    #[must_use]
    pub fn goals(&self, criterion: Criterion) -> Vec<Goal> {
        let mut goals = Vec::new();
        for (class, cover) in self.classes.iter().enumerate() {
            for (method, cover) in cover.methods.iter().enumerate() {
                let place = (class, method);
                match criterion {
                    Criterion::Statement => cover.statements(place, &mut goals),
                    Criterion::Branch => cover.branches(place, &mut goals),
                    Criterion::Condition => cover.conditions(place, false, &mut goals),
                    Criterion::ConditionDecision => {
                        cover.conditions(place, false, &mut goals);
                        cover.decision_outcomes(place, &mut goals);
                    }
                    Criterion::Mcdc => {
                        cover.conditions(place, true, &mut goals);
                        cover.independence(place, &mut goals);
                    }
                }
            }
        }
        goals
    }

    /// Whether `passed` covers `goal`.
    #[must_use]
    pub fn covered(&self, goal: &Goal, passed: &ProbeSet) -> bool {
        goal.is_covered(passed)
    }
}

impl MethodCover {
    fn branches(&self, place: (usize, usize), goals: &mut Vec<Goal>) {
        let first = goals.len();
        for counted in &self.counted {
            let count = counted.branches.len() as u32;
            if count < 2 {
                continue;
            }
            for (number, ways) in counted.branches.iter().enumerate() {
                let text = self.words(counted, number);
                goals.extend(self.goal(place, counted.index, Some((number as u32, count)), text, ways));
            }
        }
        // Copies of one block may come before their original.
        goals[first..].sort_by_key(|goal| (goal.position, goal.branch));
        if goals.len() == first
            && let Some(last) = self.counted.last()
        {
            let ways: Vec<usize> =
                self.counted.iter().flat_map(|counted| counted.branches.concat()).collect();
            let line = self.counted.first().map_or(last.index, |counted| counted.index);
            goals.extend(self.goal(place, line, None, "the method is done".to_owned(), &ways));
        }
    }

    /// The branches, those of jumps as outcomes of conditions; those of switches only where `all` are asked for.
    fn conditions(&self, place: (usize, usize), all: bool, goals: &mut Vec<Goal>) {
        let first = goals.len();
        self.branches(place, goals);
        for goal in &mut goals[first..] {
            if goal.branch.is_none() {
                continue;
            }
            let is_it = |(_, condition): &(Option<u32>, &Condition)| condition.jumps.contains(&goal.position);
            let jumps = goal.branch.is_some_and(|(branch, _)| branch == 1);
            if let Some((decision, condition)) = self.numbered_conditions().find(is_it) {
                goal.text.clone_from(&condition.text);
                goal.asks = Asks::Condition { decision, outcome: condition.when_jumping == jumps };
            } else if self.is_jump(goal.position) {
                goal.asks = Asks::Condition { decision: None, outcome: jumps };
            }
        }
        let stays = |goal: &Goal| all || goal.branch.is_none() || matches!(goal.asks, Asks::Condition { .. });
        let mut at = 0;
        goals.retain(|goal| {
            at += 1;
            at <= first || stays(goal)
        });
    }

    fn is_jump(&self, position: u32) -> bool {
        let index = self.code.index_of(position);
        index.is_some_and(|index| matches!(self.code.instructions[index].1, Instruction::Branch(..)))
    }

    /// All conditions, those of decisions of several with the numbers of these in the unit.
    fn numbered_conditions(&self) -> impl Iterator<Item = (Option<u32>, &Condition)> {
        let numbered = (self.first_decision..).zip(&self.decisions);
        let of_several = numbered
            .flat_map(|(number, decision)| decision.conditions.iter().map(move |of| (Some(number), of)));
        of_several.chain(self.singles.iter().map(|of| (None, of)))
    }

    /// Both outcomes of each decision: it comes out one way when one of its conditions ends it so.
    fn decision_outcomes(&self, place: (usize, usize), goals: &mut Vec<Goal>) {
        for (number, decision) in (self.first_decision..).zip(&self.decisions) {
            let Some(first) = decision.conditions.first() else { continue };
            for outcome in [true, false] {
                let mut ways = Vec::new();
                for (at, condition) in decision.conditions.iter().enumerate() {
                    for (value, next) in [true, false].into_iter().zip(decision.shape.next[at]) {
                        if next.is_none() && decision.shape.outcome(at as u16, value) == outcome {
                            ways.extend(self.ways_of(condition, value));
                        }
                    }
                }
                let last = decision.conditions.last().map_or("", |condition| condition.text.as_str());
                let text = format!("{} … {last}", first.text);
                if let Some(goal) = self.goal(place, first.index, None, text, &ways) {
                    goals.push(Goal { asks: Asks::Decision { decision: number, outcome }, ..goal });
                }
            }
        }
    }

    /// The ways that a condition and its copies take when it has this value.
    fn ways_of(&self, condition: &Condition, value: bool) -> Vec<usize> {
        let number = u32::from(condition.when_jumping == value);
        let indices = condition.jumps.iter().filter_map(|&position| self.code.index_of(position));
        let ways = indices.flat_map(|index| self.graph.of[index].clone());
        ways.filter(|&way| self.graph.ways[way].number == number).collect()
    }

    fn independence(&self, (class, method): (usize, usize), goals: &mut Vec<Goal>) {
        for (number, decision) in (self.first_decision..).zip(&self.decisions) {
            for (at, condition) in decision.conditions.iter().enumerate() {
                let (position, _) = self.code.instructions[condition.index];
                goals.push(Goal {
                    asks: Asks::Independence { decision: number, condition: at as u16 },
                    class,
                    method,
                    line: condition.line,
                    position,
                    branch: None,
                    text: condition.text.clone(),
                    probes: Vec::new(),
                });
            }
        }
    }

    /// Instructions of one line of which each but the last leads to the next by its only way are one goal: they were executed when
    /// the last one was.
    fn statements(&self, place: (usize, usize), goals: &mut Vec<Goal>) {
        let leads_on = |counted: &Counted, next: &Counted| {
            let ways = counted.branches.concat();
            let graph: &Graph = &self.graph;
            graph.lines[counted.index] == graph.lines[next.index]
                && matches!(ways[..], [way] if graph.ways[way].end == End::Instruction(next.index))
        };
        let mut begin = 0;
        for (at, counted) in self.counted.iter().enumerate() {
            if self.counted.get(at + 1).is_some_and(|next| leads_on(counted, next)) {
                continue;
            }
            let index = self.counted[begin].index;
            begin = at + 1;
            let text = "the statement is executed".to_owned();
            goals.extend(self.goal(place, index, None, text, &counted.branches.concat()));
        }
    }

    /// `None` when no probe tells it: code that no way leads out of.
    fn goal(
        &self,
        (class, method): (usize, usize),
        index: usize,
        branch: Option<(u32, u32)>,
        text: String,
        ways: &[usize],
    ) -> Option<Goal> {
        let mut probes: Vec<u32> = ways.iter().flat_map(|&way| self.graph.telling(way)).collect();
        probes.sort_unstable();
        probes.dedup();
        probes.iter_mut().for_each(|probe| *probe += self.first_probe);
        let (position, _) = self.code.instructions[index];
        let line = self.graph.lines[index];
        let asks = if branch.is_some() { Asks::Branch } else { Asks::Statement };
        (!probes.is_empty()).then_some(Goal { asks, class, method, line, position, branch, text, probes })
    }

    /// The branch `number` of an instruction, in words.
    fn words(&self, counted: &Counted, number: usize) -> String {
        let (_, instruction) = &self.code.instructions[counted.index];
        let way = counted.branches[number].first().map_or(number as u32, |&way| self.graph.ways[way].number);
        match instruction {
            Instruction::Branch(..) => {
                let (position, _) = self.code.instructions[counted.index];
                let is_it = |(_, condition): &(Option<u32>, &Condition)| condition.jumps.contains(&position);
                match self.numbered_conditions().find(is_it) {
                    Some((_, condition)) if condition.when_jumping == (way == 1) => condition.text.clone(),
                    Some((_, condition)) => condition.opposite.clone(),
                    None => format!("branch {} of {}", number + 1, counted.branches.len()),
                }
            }
            Instruction::Switch { default, cases } => {
                let mut targets = vec![*default];
                for &(_, target) in cases {
                    if !targets.contains(&target) {
                        targets.push(target);
                    }
                }
                let keys = cases.iter().filter(|(_, target)| targets.get(way as usize) == Some(target));
                let keys: Vec<String> = keys.map(|(key, _)| key.to_string()).collect();
                match way {
                    0 => "the switch goes to its default".to_owned(),
                    _ => format!("the switch goes to case {}", keys.join(", ")),
                }
            }
            _ => format!("branch {} of {}", number + 1, counted.branches.len()),
        }
    }
}
