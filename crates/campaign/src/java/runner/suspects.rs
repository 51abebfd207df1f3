//! Which static fields have values that differ from world to world, told by the sequences that use them: a set of the class library whose order
//! is another one in each JVM, for one.

use std::collections::{BTreeMap, BTreeSet};
use trine_testcase::objects::{ClassApi, MemberId, MemberKind, Sequence};

/// A field is named when so many sequences that use it did not hold, and no more did.
const MIN_FAILURES: u32 = 3;

/// How many sequences that use a field held, and how many did not.
#[derive(Default)]
pub(super) struct Suspects(BTreeMap<MemberId, (u32, u32)>);

impl Suspects {
    /// Takes note of whether a sequence holds in another world.
    pub fn note(&mut self, api: &ClassApi, sequence: &Sequence, holds: bool) {
        let is_static_field = |member: &MemberId| {
            api.members[*member].kind == MemberKind::Field && api.members[*member].is_static
        };
        let used: BTreeSet<MemberId> = sequence.members().filter(is_static_field).collect();
        for member in used {
            let (held, failed) = self.0.entry(member).or_default();
            *(if holds { held } else { failed }) += 1;
        }
    }

    /// The fields that are to be avoided.
    pub fn named(&self) -> Vec<MemberId> {
        let is_named = |(held, failed): &(u32, u32)| *failed >= MIN_FAILURES && failed >= held;
        self.0.iter().filter(|(_, counts)| is_named(counts)).map(|(member, _)| *member).collect()
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
