//! Whom a fault blames: the code under test, or a value that the test invented.
//!
//! A value of the test is to blame when another one in its place does not lead to the fault. Where no value is to blame, the code is. Where
//! the code itself looks at each value to blame (it compares the parameter with null, or lets it decide a branch), and this one gets by,
//! the code is, too; what nobody looks at is a precondition that is not stated. What comes by way of objects of the test's own, elements
//! of arrays or fields is never looked at here: the lower class is the safe one.

use super::faults::{Fault, Happened};
use crate::java::Classes;
use crate::java::runner::UnitRunner;
use trine_frontend_jvm::class::{BranchTest, Code, Instruction, Kind, MethodType};
use trine_record::FindingClass;
use trine_sequences::draft::Draft;
use trine_testcase::LeafKind;
use trine_testcase::objects::{Action, ClassApi, MemberId, Operand, Sequence};

/// Instructions behind that which loads a parameter among which the branch is looked for.
const NEAR: usize = 7;

/// Whom the fault blames that `sequence` shows, and why in a sentence.
pub(super) fn blame(
    runner: &mut UnitRunner,
    classes: &Classes,
    sequence: &Sequence,
    fault: &Fault,
) -> (FindingClass, String) {
    let api = std::sync::Arc::clone(runner.stage.api());
    let culprits = culprits(runner, sequence, fault);
    let Some(first) = culprits.first() else {
        return (FindingClass::Code, "no value of the test is to blame".to_owned());
    };
    let unseen = culprits.iter().find(|culprit| !culprit.is_looked_at(&api, classes));
    match (unseen, &fault.happened) {
        // What decides how long a call takes may be meant so.
        (_, Happened::Endless | Happened::Overflow) => {
            (FindingClass::Precondition, format!("it depends on {}", first.described(&api)))
        }
        (None, _) => {
            let what = first.described(&api);
            (FindingClass::Code, format!("the code looks at {what}, and this value gets by"))
        }
        (Some(unseen), _) => {
            (FindingClass::Precondition, format!("nothing looks at {} before", unseen.described(&api)))
        }
    }
}

/// A value of the test that the fault depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Culprit {
    /// What it is passed to; nothing for elements of arrays and answers of mocks.
    member: Option<MemberId>,
    /// Which parameter.
    parameter: usize,
    is_null: bool,
}

fn culprits(runner: &mut UnitRunner, sequence: &Sequence, fault: &Fault) -> Vec<Culprit> {
    let mut culprits = Vec::new();
    let is_null_pointer = fault.happened.kind() == "null-pointer";
    for (at, step) in sequence.steps.steps.iter().enumerate() {
        let has_receiver = matches!(
            &step.action,
            Action::Call { receiver: Some(_), .. }
                | Action::New { outer: Some(_), .. }
                | Action::Set { receiver: Some(_), .. }
        );
        if matches!(step.action, Action::Mock { .. }) {
            culprits.push(Culprit { member: None, parameter: 0, is_null: true });
        }
        for (number, operand) in step.action.operands().into_iter().enumerate() {
            let member = match step.action {
                Action::Call { method: member, .. } | Action::New { constructor: member, .. } => Some(member),
                _ => None,
            };
            let parameter = number.checked_sub(usize::from(has_receiver));
            let culprit = Culprit {
                member: member.filter(|_| parameter.is_some()),
                parameter: parameter.unwrap_or(0),
                is_null: *operand == Operand::Null,
            };
            let is_to_blame = match operand {
                Operand::Null => is_null_pointer,
                Operand::Leaf(_) | Operand::Boxed(..) | Operand::Text(_) => {
                    others(sequence, at, number).iter().any(|other| !shows(runner, other, fault))
                }
                _ => false,
            };
            if is_to_blame && !culprits.contains(&culprit) {
                culprits.push(culprit);
            }
        }
    }
    culprits
}

/// `sequence` with other values in place of one operand.
fn others(sequence: &Sequence, step: usize, operand: usize) -> Vec<Sequence> {
    let mut others = Vec::new();
    let with = |change: &dyn Fn(&mut Draft, &Operand) -> Option<Operand>| {
        let mut draft = Draft::new(sequence);
        let old = draft.steps[step].action.operands()[operand].clone();
        let new = change(&mut draft, &old);
        if let (Some(new), Some(place)) =
            (new, draft.steps[step].action.operands_mut().into_iter().nth(operand))
        {
            *place = new;
        }
        draft.finish()
    };
    match sequence.steps.steps.iter().nth(step).map(|step| step.action.operands()[operand].clone()) {
        Some(Operand::Text(_)) => {
            for text in ["", "a", "1", "name"] {
                let units: Vec<u16> = text.encode_utf16().collect();
                others.push(with(&|draft, _| Some(draft.text("", &units))));
            }
        }
        Some(Operand::Leaf(leaf) | Operand::Boxed(_, leaf)) => {
            let kind = sequence.steps.leaves[leaf].kind.clone();
            for value in values(&kind) {
                others.push(with(&|draft, _| {
                    *draft.value(leaf) = value;
                    None
                }));
            }
        }
        _ => {}
    }
    others.retain(|other| other != sequence);
    others
}

/// Plain values of a kind.
fn values(kind: &LeafKind) -> Vec<u128> {
    let masked = |value: i128, bits: u32| value as u128 & (u128::MAX >> (128 - bits.clamp(1, 128)));
    match kind {
        LeafKind::Bool => vec![0, 1],
        LeafKind::Int { bits, .. } | LeafKind::Char { bits, .. } => {
            [0, 1, 2, 7, -1].map(|value| masked(value, *bits)).to_vec()
        }
        _ => Vec::new(),
    }
}

impl Culprit {
    /// Whether the code of what it is passed to lets it decide a branch.
    fn is_looked_at(&self, api: &ClassApi, classes: &Classes) -> bool {
        let Some(member) = self.member.map(|member| &api.members[member]) else { return false };
        let class = &api.classes[member.class].name;
        if !classes.has(class) {
            return false;
        }
        let Ok(file) = classes.file(class) else { return false };
        let code = file.method(&member.name, &member.descriptor).and_then(|at| file.code(at).ok().flatten());
        let (Some(code), Some(ty)) = (code, MethodType::parse(&member.descriptor)) else { return false };
        let before: u16 = ty.parameters.iter().take(self.parameter).map(|ty| ty.slots()).sum();
        let slot = before + u16::from(!member.is_static);
        if self.is_null { is_compared_with_null(&code, slot) } else { decides_a_branch(&code, slot) }
    }

    /// `` argument 2 of `withdraw` ``.
    fn described(&self, api: &ClassApi) -> String {
        let Some(member) = self.member.map(|member| &api.members[member]) else {
            return "what the test puts into an object of its own or an array".to_owned();
        };
        let name = match member.name.as_str() {
            "<init>" => api.classes[member.class].source_name.rsplit('.').next().unwrap_or_default(),
            name => name,
        };
        let what = if self.is_null { "null for " } else { "" };
        match member.parameters.get(self.parameter).and_then(|parameter| parameter.name.as_ref()) {
            Some(parameter) => format!("{what}`{parameter}` of `{name}`"),
            None => format!("{what}argument {} of `{name}`", self.parameter + 1),
        }
    }
}

fn is_compared_with_null(code: &Code, slot: u16) -> bool {
    code.instructions.windows(2).any(|two| {
        two[0].1 == Instruction::Load(Kind::Reference, slot)
            && matches!(two[1].1, Instruction::Branch(BranchTest::Null(_), _))
    })
}

/// Whether a branch stands close behind an instruction that loads the variable, with nothing stored in between.
fn decides_a_branch(code: &Code, slot: u16) -> bool {
    let loads = code.instructions.iter().enumerate().filter(
        |(_, (_, instruction))| matches!(instruction, Instruction::Load(_, loaded) if *loaded == slot),
    );
    let mut starts = loads.map(|(at, _)| at + 1);
    starts.any(|start| {
        let behind = code.instructions.iter().skip(start).take(NEAR).map(|(_, instruction)| instruction);
        let ends = |instruction: &&Instruction| {
            !matches!(
                instruction,
                Instruction::Store(..)
                    | Instruction::ArrayStore(_)
                    | Instruction::Return(_)
                    | Instruction::Throw
                    | Instruction::Goto(_)
            )
        };
        behind.take_while(ends).any(|instruction| match instruction {
            Instruction::Branch(test, _) => !matches!(test, BranchTest::Null(_)),
            Instruction::Switch { .. } => true,
            _ => false,
        })
    })
}

/// Whether `sequence`, alone, comes to `fault`.
pub(super) fn shows(runner: &mut UnitRunner, sequence: &Sequence, fault: &Fault) -> bool {
    let run = runner.run_alone(sequence);
    Fault::of(&mut runner.stage, &run, sequence).as_ref() == Some(fault)
}
