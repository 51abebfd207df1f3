//! Exceptions as goals: each class of exceptions that comes out of a public method of a class under test, found by the runs themselves.
//!
//! Source: Rojas, Campos, Vivanti, Fraser and Arcuri, *Combining Multiple Coverage Criteria in Search-Based Unit Test Generation*, SSBSE 2015: an
//! exception is covered by the run that shows it first, and kept like any other goal. What is thrown cannot be known before: such goals have no distance.

use trine_frontend_jvm::cover::{Asks, Goal, UnitCover};
use trine_sequences::GoalId;
use trine_testcase::objects::{ClassApi, Ended, MemberId, MemberKind, Sequence, Visibility};

/// An exception out of a method.
#[derive(Clone, Debug)]
struct Thrown {
    member: MemberId,
    /// Class of the exception.
    class: String,
    goal: Goal,
    /// The shortest run that showed it.
    sequence: Sequence,
}

/// The exceptions that runs of a unit showed.
#[derive(Debug, Default)]
pub(super) struct Exceptions {
    /// Number of the first one among the goals.
    first: usize,
    known: Vec<Thrown>,
}

impl Exceptions {
    /// None yet; goals are numbered from `first` on.
    pub fn new(first: usize) -> Self {
        Self { first, known: Vec::new() }
    }

    /// The goal that a run covered by its end, where it is known.
    pub fn shown(&self, sequence: &Sequence, ended: &Ended) -> Option<GoalId> {
        let (member, class) = thrown(sequence, ended)?;
        let at = self.known.iter().position(|known| known.member == member && known.class == *class)?;
        Some(GoalId((self.first + at) as u32))
    }

    /// Takes note of a run of the search.
    pub fn learn(&mut self, cover: &UnitCover, api: &ClassApi, sequence: &Sequence, ended: &Ended) {
        let Some((member, class)) = thrown(sequence, ended) else { return };
        let length = |sequence: &Sequence| sequence.steps.steps.len();
        if let Some(at) = self.shown(sequence, ended) {
            let known = &mut self.known[at.0 as usize - self.first];
            if length(sequence) < length(&known.sequence) {
                known.sequence = sequence.clone();
            }
            return;
        }
        if let Some(goal) = goal(cover, api, member, class) {
            self.known.push(Thrown { member, class: class.clone(), goal, sequence: sequence.clone() });
        }
    }

    /// All goals so far, with a sequence for each.
    pub fn found(&self) -> impl Iterator<Item = (GoalId, &Goal, &Sequence)> {
        let numbered = (self.first as u32..).map(GoalId).zip(&self.known);
        numbered.map(|(id, thrown)| (id, &thrown.goal, &thrown.sequence))
    }
}

/// The member that the exception came out of, and its class.
fn thrown<'a>(sequence: &Sequence, ended: &'a Ended) -> Option<(MemberId, &'a String)> {
    let Ended::Threw { step, class, .. } = ended else { return None };
    let step = sequence.steps.steps.iter().nth(step.0 as usize)?;
    Some((step.action.member()?, class))
}

/// The goal that `member` throws the exception; `None` when it is no public method or constructor of a class under test.
fn goal(cover: &UnitCover, api: &ClassApi, member: MemberId, thrown: &str) -> Option<Goal> {
    let called = &api.members[member];
    let is_code = matches!(called.kind, MemberKind::Constructor | MemberKind::Method);
    if !is_code || called.visibility != Visibility::Everywhere || !api.subjects.contains(&called.class) {
        return None;
    }
    let (class, cover) =
        cover.classes.iter().enumerate().find(|(_, class)| class.name == api.classes[called.class].name)?;
    let is_it = |method: &&trine_frontend_jvm::cover::MethodCover| {
        method.name == called.name && method.descriptor == called.descriptor
    };
    let method = cover.methods.iter().position(|method| is_it(&method))?;
    let name = match called.kind {
        MemberKind::Constructor => "the constructor",
        _ => called.name.as_str(),
    };
    Some(Goal {
        asks: Asks::Exception,
        class,
        method,
        line: cover.methods[method].first_line(),
        position: 0,
        branch: None,
        text: format!("{name} throws {}", thrown.replace(['/', '$'], ".")),
        probes: Vec::new(),
    })
}
