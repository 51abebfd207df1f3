//! Whether a test that ran against a mutant would fail: it ends in another way, or one of its checks does not hold.

use trine_harness::{Ending, STEP_LIMIT};
use trine_machine::FaultKind;
use trine_testcase::test_case::{Observation, Observed, ObservedValue, PlaceStep};

/// How a test notices a mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noticed {
    /// It ends in another way.
    pub by_ending: bool,
    /// Checks that fail, by position among the observations.
    pub by: Vec<usize>,
}

impl Noticed {
    /// Whether anything tells the mutant from the original.
    pub fn is_any(&self) -> bool {
        self.by_ending || !self.by.is_empty()
    }
}

/// What of `observations`, seen with `ending`, does not hold in a run that ended with `other` and was seen as `others`.
pub(crate) fn compare(
    (ending, observations): (&Ending, &[Observation]),
    (other, others): (&Ending, &[Observation]),
) -> Noticed {
    if !ends_alike(ending, other) {
        return Noticed { by_ending: shows_by_itself(other), by: Vec::new() };
    }
    let fails = |seen: &Observation| is_check(seen) && !seen.holds_in(others) && !is_within(seen, others);
    let by = observations.iter().enumerate().filter(|(_, seen)| fails(seen)).map(|(at, _)| at).collect();
    Noticed { by_ending: false, by }
}

fn ends_alike(a: &Ending, b: &Ending) -> bool {
    match (a, b) {
        (Ending::Exited(a), Ending::Exited(b)) => a & 0xff == b & 0xff,
        _ => a == b,
    }
}

/// Whether a native run that ends so is seen to fail, without a tool that watches memory.
fn shows_by_itself(ending: &Ending) -> bool {
    match ending {
        Ending::Returned | Ending::Exited(_) | Ending::Aborted => true,
        Ending::Limit(limit) => *limit == STEP_LIMIT,
        Ending::Fault(fault) => matches!(
            fault.kind,
            FaultKind::NullDereference { .. }
                | FaultKind::WriteToConstant { .. }
                | FaultKind::DivisionByZero
                | FaultKind::DivisionOverflow
                | FaultKind::Trap
                | FaultKind::Abort
                | FaultKind::AssertionFailed { .. }
                | FaultKind::DoubleFree { .. }
                | FaultKind::CallOfNonFunction { .. }
                | FaultKind::StackOverflow
                | FaultKind::StepLimit
        ),
        Ending::Discarded | Ending::Unsupported(_) => false,
    }
}

/// Whether an emitted test checks the observation exactly: what it frees afterwards is none, nor an address, and of the room in a
/// block only that it is large enough.
pub(crate) fn is_check(seen: &Observation) -> bool {
    let is_noted =
        matches!(seen.value, ObservedValue::Allocated | ObservedValue::Address | ObservedValue::Room(_));
    !is_noted && !matches!(seen.place, Observed::Alive(_))
}

/// Whether `others` show an array as a whole that `seen` is an element of: what its element holds there is not told.
fn is_within(seen: &Observation, others: &[Observation]) -> bool {
    let Observed::Place(place) = &seen.place else { return false };
    let Some((PlaceStep::Index(_), _)) = place.steps.split_last() else { return false };
    others.iter().any(|other| {
        let is_whole = matches!(other.value, ObservedValue::Bytes(_) | ObservedValue::Digests(..));
        let Observed::Place(whole) = &other.place else { return false };
        is_whole
            && whole.root == place.root
            && whole.steps.len() < place.steps.len()
            && place.steps.starts_with(&whole.steps)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::LeafKind;

    fn result(bits: u128) -> Observation {
        let value = ObservedValue::Leaf(LeafKind::Int { bits: 32, signed: true }, bits);
        Observation { place: Observed::Result(Vec::new()), value }
    }

    #[test]
    fn a_check_fails_where_the_same_is_not_seen() {
        let (returned, seen) = (Ending::Returned, [result(1)]);
        let with = |others: &[Observation]| compare((&returned, &seen), (&returned, others));
        assert!(!with(&[result(1)]).is_any());
        assert_eq!(with(&[result(2)]).by, [0]);
        assert_eq!(with(&[]).by, [0]);
    }

    #[test]
    fn another_end_is_noticed_unless_only_a_memory_checker_would() {
        let returned = Ending::Returned;
        let ends = |other: &Ending| compare((&returned, &[result(1)]), (other, &[])).is_any();
        assert!(ends(&Ending::Exited(1)) && ends(&Ending::Limit(STEP_LIMIT)));
        assert!(!ends(&Ending::Unsupported("inline assembly".to_owned())));
        assert!(!compare((&Ending::Exited(256), &[]), (&Ending::Exited(0), &[])).is_any());
    }
}
