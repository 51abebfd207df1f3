//! A unit in IR text, run test case by test case.

#![allow(dead_code)] // each test file uses its part

use trine_fixtures::{Script, Unit};
use trine_harness::{Ending, Harness, Plan};
use trine_machine::{Concrete, Config, Ignore};
use trine_testcase::Observation;
use trine_testcase::leaf::LeafKind;
use trine_testcase::test_case::{Observed, ObservedValue};

/// A harness of `unit`.
pub fn harness(unit: &Unit) -> Harness<'_> {
    Harness::new(&unit.program, &unit.api, Config::default()).expect("the globals fit")
}

/// The plan of a test case.
pub fn plan(unit: &Unit, script: &Script<'_>) -> Plan {
    Plan::new(&script.test().skeleton, &unit.api, &unit.program).unwrap_or_else(|error| panic!("{error}"))
}

/// How the test case ends, run alone.
pub fn ending(unit: &Unit, script: &Script<'_>) -> Ending {
    harness(unit).run(&plan(unit, script), &script.test().leaves, &mut Concrete, &mut Ignore).ending
}

/// How the test case ends, and what it shows.
pub fn observed(unit: &Unit, script: &Script<'_>) -> (Ending, Vec<Observation>) {
    let mut harness = harness(unit);
    let (result, seen) = harness.run_and_observe(&plan(unit, script), &script.test().leaves, &mut Ignore);
    (result.ending, seen)
}

/// The number that the test case returns.
pub fn returned(unit: &Unit, script: &Script<'_>) -> i128 {
    let (ending, seen) = observed(unit, script);
    assert_eq!(ending, Ending::Returned);
    let result = seen.iter().find_map(|one| match (&one.place, &one.value) {
        (Observed::Result(steps), ObservedValue::Leaf(kind, bits)) if steps.is_empty() => {
            Some(kind.to_int(*bits))
        }
        _ => None,
    });
    result.unwrap_or_else(|| panic!("no number is returned: {seen:?}"))
}

/// What was seen at `place`.
pub fn at<'o>(seen: &'o [Observation], place: &Observed) -> Option<&'o ObservedValue> {
    seen.iter().find(|one| one.place == *place).map(|one| &one.value)
}

/// A signed number of so many bits.
pub fn number(bits: u32, value: i128) -> ObservedValue {
    let kind = LeafKind::Int { bits, signed: true };
    ObservedValue::Leaf(kind.clone(), kind.from_int(value))
}
