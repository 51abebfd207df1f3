//! Which members give what differs from world to world, told by the sequences that use them: a static field with a set of the class library
//! whose order is another one in each JVM, a constructor that takes the time from the clock.

use std::collections::{BTreeMap, BTreeSet};
use trine_testcase::objects::{ClassApi, MemberId, MemberKind, Sequence};

/// A field is named when so many sequences that use it did not hold, and no more did.
const MIN_FAILURES: u32 = 3;

/// A constructor or a static method, which has more than one use, is named when so many times as many sequences did not hold as did.
const CALL_FAILURES: u32 = 6;

/// How many sequences that use a member held, and how many did not.
#[derive(Default)]
pub(super) struct Suspects(BTreeMap<MemberId, Uses>);

/// What came of sequences that use a member.
struct Uses {
    is_field: bool,
    held: u32,
    failed: u32,
}

impl Uses {
    fn are_named(&self) -> bool {
        match self.is_field {
            true => self.failed >= MIN_FAILURES && self.failed >= self.held,
            false => self.failed >= CALL_FAILURES * (self.held + 1),
        }
    }
}

impl Suspects {
    /// Takes note of whether a sequence holds in another world.
    pub fn note(&mut self, api: &ClassApi, sequence: &Sequence, holds: bool) {
        let gives = |id: &MemberId| {
            let member = &api.members[*id];
            match member.kind {
                MemberKind::Field => member.is_static,
                MemberKind::Constructor => !api.subjects.contains(&member.class),
                MemberKind::Method => member.is_static && !api.subjects.contains(&member.class),
                MemberKind::EnumConstant => false,
            }
        };
        let used: BTreeSet<MemberId> = sequence.members().filter(gives).collect();
        for member in used {
            let is_field = api.members[member].kind == MemberKind::Field;
            let uses = self.0.entry(member).or_insert(Uses { is_field, held: 0, failed: 0 });
            *(if holds { &mut uses.held } else { &mut uses.failed }) += 1;
        }
    }

    /// The members that are to be avoided.
    pub fn named(&self) -> Vec<MemberId> {
        self.0.iter().filter(|(_, uses)| uses.are_named()).map(|(member, _)| *member).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trine_testcase::objects::{Action, ClassType, Member, Operand, Step, Steps};

    #[test]
    fn a_field_is_named_when_most_that_uses_it_does_not_hold() {
        let mut api = ClassApi::default();
        let class = api.classes.push(ClassType::named("a/Bag"));
        let field = Member { is_static: true, ..Member::named(MemberKind::Field, "BAG", "La/Bag;") };
        let (field, other) = (api.add_member(class, field.clone()), api.add_member(class, field));
        let method = api.add_member(class, Member::named(MemberKind::Method, "take", "(La/Bag;La/Bag;)V"));
        let takes = |args: &[MemberId]| {
            let args = args.iter().copied().map(Operand::Constant).collect();
            let action = Action::Call { method, receiver: None, args };
            let steps =
                Steps { steps: [Step { action, ty: None }].into_iter().collect(), ..Steps::default() };
            Sequence { steps: Arc::new(steps), leaves: Vec::new() }
        };
        let mut suspects = Suspects::default();
        for _ in 0..MIN_FAILURES {
            assert_eq!(suspects.named(), []);
            suspects.note(&api, &takes(&[field, field]), false);
            suspects.note(&api, &takes(&[other]), true);
        }
        assert_eq!(suspects.named(), [field]);
        suspects.note(&api, &takes(&[field, other]), false);
        assert_eq!(suspects.named(), [field]);
        (0..2).for_each(|_| suspects.note(&api, &takes(&[field]), true));
        assert_eq!(suspects.named(), [field]);
    }
}
