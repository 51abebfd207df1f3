//! A finished class once more, without tests that turned out not to hold: those that are left are replayed and judged again.
//!
//! Nothing is searched for. What the search did, and the findings, stay as they were recorded.

use super::Settings;
use super::classes::{ClassFailure, Classes};
use super::confirm;
use super::doubts::Passed;
use super::effect::Effect;
use super::finished::finished;
use super::judge::Judge;
use super::nearest;
use super::orders;
use super::outcome::{ClassOutcome, Proposed};
use super::prepared::{Prepared, object_test, prepared};
use super::runner::PATIENCE;
use super::subjects::Subject;
use super::suite::{self, Suite};
use super::unit::outcomes;
use std::collections::{BTreeMap, BTreeSet};
use trine_frontend_jvm::api::Library;
use trine_record::{GoalStatus, ModelRecord, StoredUnit, UnitRecord};
use trine_sequences::GoalId;

/// What classes are read and judged with.
pub(super) struct Tools<'a> {
    /// The class path.
    pub classes: &'a Classes,
    /// Its API models.
    pub library: &'a Library<'a>,
    /// What is to be done.
    pub settings: &'a Settings,
    /// JVMs that are kept from class to class.
    pub judge: &'a mut Judge,
}

/// `unit` without the tests of these names, which are recorded as taken out for the reasons beside them.
///
/// # Errors
/// When the class cannot be read any more, or its tests cannot be judged.
pub(super) fn without_tests(
    unit: &StoredUnit,
    subject: &Subject,
    bad: &BTreeMap<String, String>,
    tools: &mut Tools<'_>,
) -> Result<StoredUnit, ClassFailure> {
    let class = &subject.named.class;
    let failed = |what: String| ClassFailure::input(class, what, "run it again");
    let settings = tools.settings;
    let Prepared { api, cover, files, mut runner } =
        prepared(&subject.named, &unit.tests, tools.classes, tools.library, settings)?;
    runner.be_patient(PATIENCE);
    let kept = unit.tests.iter().filter(|test| !bad.contains_key(&test.name));
    let tests: Vec<_> = kept.map(|test| object_test(test, &api)).collect::<Result<_, _>>().map_err(failed)?;
    let mut suite = Suite {
        tests,
        covered: Vec::new(),
        passed: Passed::default(),
        unstable: covered_by(unit, bad),
        effect: Effect::default(),
    };
    suite::count_in_worlds(&mut runner, &mut suite);
    orders::settle(&mut runner, &mut suite, &settings.emission());
    runner.pairs.choose(&suite.covered.iter().flatten().copied().collect());
    let mut verdict = confirm::confirm(&mut runner, &mut suite, &cover, tools.classes, settings, tools.judge)
        .map_err(|error| failed(error.to_string()))?;
    verdict.dropped.splice(..0, bad.iter().map(|(name, reason)| (name.clone(), reason.clone())));
    let own = covered_by_the_users(unit);
    let goals = outcomes(&mut runner, &cover, &suite, &[], Some(&own));
    let counters = cover.classes.iter().map(|class| class.counters(&suite.passed.surely)).collect();
    let ways = suite::ways(&mut runner, &suite.tests);
    let (passed, near, tries) =
        nearest::of_tests(&mut runner, &suite.tests, (&cover, &files), &goals, (class, tools.classes));
    let outcome = ClassOutcome {
        class: class.clone(),
        api,
        cover,
        tests: suite.tests,
        goals,
        counters,
        ways,
        effect: suite.effect,
        own_tests: None,
        evaluations: 0,
        progress: Vec::new(),
        proposed: Proposed::default(),
        solving: None,
        models: ModelRecord::default(),
        milliseconds: 0,
        passed,
        near,
        tries,
        verdict: Some(verdict),
        remarks: Vec::new(),
        findings: Vec::new(),
        paths: None,
    };
    Ok(as_recorded(finished(&outcome, subject, settings), unit, bad))
}

/// Goals that one of the tests of these names covers.
fn covered_by(unit: &StoredUnit, bad: &BTreeMap<String, String>) -> BTreeSet<GoalId> {
    let is_bad = |status: &GoalStatus| matches!(status, GoalStatus::Covered { tests } if tests.iter().any(|test| bad.contains_key(test)));
    let goals = (0u32..).zip(&unit.goals).filter(|(_, goal)| is_bad(&goal.status));
    goals.map(|(at, _)| GoalId(at)).collect()
}

/// Goals that tests cover which the user has, with the name of one.
fn covered_by_the_users(unit: &StoredUnit) -> BTreeMap<GoalId, String> {
    let is_ours = |name: &String| unit.tests.iter().any(|test| test.name == *name);
    let covered = (0u32..).zip(&unit.goals).filter_map(|(at, goal)| match &goal.status {
        GoalStatus::Covered { tests } => {
            Some((GoalId(at), tests.iter().find(|name| !is_ours(name))?.clone()))
        }
        _ => None,
    });
    covered.collect()
}

/// `again` with what the search did and found as `before` has it.
fn as_recorded(mut again: StoredUnit, before: &StoredUnit, bad: &BTreeMap<String, String>) -> StoredUnit {
    let kept = before.tests.iter().map(|test| &test.name).filter(|name| !bad.contains_key(*name));
    // Names are given to a suite as a whole: without some tests others may be named otherwise. Where the judge took out more, what tests kill is
    // not told.
    let names: BTreeMap<&String, &String> = match again.tests.len() + bad.len() == before.tests.len() {
        true => kept.zip(again.tests.iter().map(|test| &test.name)).collect(),
        false => BTreeMap::new(),
    };
    let mut mutants = before.record.mutant_list.clone();
    for mutant in &mut mutants {
        mutant.killed_by =
            mutant.killed_by.take().and_then(|name| names.get(&name).map(|&name| name.clone()));
    }
    let now = again.record;
    again.record = UnitRecord {
        goals: now.goals,
        tests: now.tests,
        termination: now.termination,
        classes: now.classes,
        killed: mutants.iter().filter(|mutant| mutant.killed_by.is_some()).count(),
        mutant_list: mutants,
        ..before.record.clone()
    };
    again.crashes = before.crashes.clone();
    again.findings = before.findings.clone();
    if let (Some(class), Some(then)) = (&mut again.class, &before.class) {
        let crashes = then.files.iter().filter(|(path, _)| path.starts_with("crashes/"));
        class.files.extend(crashes.map(|(path, text)| (path.clone(), text.clone())));
        class.remarks.splice(..0, then.remarks.iter().cloned());
        let dropped = then.native.iter().flat_map(|native| native.dropped.iter().cloned());
        if let Some(native) = &mut class.native {
            native.dropped.splice(..0, dropped);
        }
    }
    again
}
