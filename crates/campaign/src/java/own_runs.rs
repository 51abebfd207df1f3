//! What the user's own tests cover of a class: each is run in a machine of its own, which the search never sees.
//!
//! A test is a sequence over a small API model that is made for it: a new object of its class, what comes before, the method, what comes
//! behind. Only tests that pass count. The goals that they cover are not searched for, and no test is kept for them. Their calls are carved,
//! and become sequences that the search begins with.

use super::Settings;
use super::classes::ClassFailure;
use super::own_tests::{Around, OwnTests, TestClass, TestMethod};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use trine_base::Budget;
use trine_frontend_jvm::Jdk;
use trine_frontend_jvm::cover::{Goal, UnitCover};
use trine_harness_jvm::{GoalObserver, Stage};
use trine_jdk::Launcher;
use trine_machine::Config;
use trine_record::{NotCountedRecord, OwnTestsRecord};
use trine_sequences::GoalId;
use trine_sequences::carve::Carving;
use trine_sequences::draft::Draft;
use trine_sequences::search::{GoalNode, Options};
use trine_testcase::objects::{
    Action, CarvedCall, ClassApi, ClassId, ClassType, ClassUse, Ended, Member, MemberId, MemberKind, Operand,
    Sequence, StepId, TypeUse,
};

/// The part of a budget of time until which tests are begun.
pub(super) const SHARE: f64 = 0.4;

/// Instructions that all tests of a class take together at most.
const MAX_STEPS: u64 = 2_000_000_000;

/// The part of a budget of evaluations that carved sequences take at most, and their number under a budget of time.
const SEEDS_SHARE: u64 = 4;
const MAX_SEEDS: usize = 500;

/// Reasons why tests are not counted that warnings name.
const MAX_REASONS: usize = 5;

/// What limits the runs.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    /// No test is begun after this.
    pub until: Option<Instant>,
    /// No test is begun once this is set.
    pub stop: &'a AtomicBool,
    /// A test may take so many times the instructions of a run of the search.
    pub patience: u64,
}

/// What the runs showed.
pub(super) struct OwnRuns {
    /// Goals that tests cover, with the first of these by name.
    pub covered: BTreeMap<GoalId, String>,
    pub record: OwnTestsRecord,
    /// The calls that each of the tests made that passed; those that cover goals first, each of which no test before it covers.
    pub carved: Vec<Vec<CarvedCall>>,
}

impl OwnRuns {
    /// What the user should know.
    pub fn remarks(&self) -> Vec<String> {
        let OwnTestsRecord { tests, not_counted, .. } = &self.record;
        if *tests == 0 {
            return vec!["none of the tests behind --seeds mentions it".to_owned()];
        }
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for one in not_counted {
            by_reason.entry(&one.reason).or_default().push(&one.name);
        }
        let mut remarks: Vec<String> = by_reason.iter().take(MAX_REASONS).map(remark).collect();
        if by_reason.len() > MAX_REASONS {
            let more: usize = by_reason.values().skip(MAX_REASONS).map(Vec::len).sum();
            remarks.push(format!(
                "{more} more of your tests are not counted: run.json lists them with the reasons"
            ));
        }
        remarks
    }
}

/// What is said of tests that are not counted for the same reason.
fn remark((reason, names): (&&str, &Vec<&str>)) -> String {
    let first = names.first().copied().unwrap_or_default();
    match names.len() {
        1 => format!("what your test `{first}` covers is not counted: {reason}"),
        all => format!("what your test `{first}` and {} more cover is not counted: {reason}", all - 1),
    }
}

/// Runs the tests that mention classes of `unit`, and notes which of the `goals` they cover.
///
/// # Errors
/// When the machine does not start with their class path.
pub(super) fn run(
    tests: &OwnTests,
    unit: &[String],
    (cover, goals): (&Arc<UnitCover>, &Arc<[Goal]>),
    settings: &Settings,
    limits: Limits<'_>,
) -> Result<OwnRuns, ClassFailure> {
    let mut runs =
        OwnRuns { covered: BTreeMap::new(), record: OwnTestsRecord::default(), carved: Vec::new() };
    let classes: Vec<&TestClass> = tests.about(unit).collect();
    if classes.is_empty() {
        return Ok(runs);
    }
    let mut model = Model::default();
    let mut all = Vec::new();
    for class in &classes {
        for test in &class.tests {
            all.push((*class, test, model.sequence(class, test)));
        }
    }
    let mut stage = stage(tests, unit, model.api, settings)?;
    stage.limit_steps(settings.steps.saturating_mul(limits.patience));
    let mut observer = GoalObserver::new(stage.parts().1, cover, Arc::clone(goals));
    observer.measure(false);
    let mut steps = 0;
    let mut others = Vec::new();
    for (class, test, (sequence, at)) in all {
        let is_over = steps > MAX_STEPS
            || limits.stop.load(Ordering::Relaxed)
            || limits.until.is_some_and(|until| Instant::now() >= until);
        let name = class.name_of(test);
        let mut calls = Vec::new();
        let told = match test.not_run {
            Some(reason) => Err(reason.to_owned()),
            None if is_over => {
                Err("those before it took the instructions or the time that are for your tests".to_owned())
            }
            None => {
                observer.clear();
                stage.reset();
                let (run, carved) = stage.run_carving(&sequence, &mut observer);
                calls = carved;
                steps += run.steps;
                verdict(tests, test, at, &run.ended)
            }
        };
        runs.record.tests += 1;
        match told {
            Ok(()) => {
                runs.record.passed += 1;
                let before = runs.covered.len();
                for goal in observer.covered() {
                    runs.covered.entry(GoalId(goal as u32)).or_insert_with(|| name.clone());
                }
                match runs.covered.len() > before {
                    true => runs.carved.push(calls),
                    false => others.push(calls),
                }
            }
            Err(reason) => runs.record.not_counted.push(NotCountedRecord { name, reason }),
        }
    }
    runs.carved.extend(others);
    runs.record.goals = runs.covered.len();
    Ok(runs)
}

/// How many sequences a search begins with at most.
fn max_seeds(budget: Budget) -> usize {
    match budget {
        Budget::Evaluations(evals) => {
            usize::try_from(evals / SEEDS_SHARE).unwrap_or(MAX_SEEDS).min(MAX_SEEDS)
        }
        Budget::Time(_) => MAX_SEEDS,
    }
}

/// The sequences that a search begins with: those of the tests, in their order, as far as evaluations can be spared.
pub(super) fn seeds(api: &ClassApi, runs: &OwnRuns, budget: Budget) -> Vec<Sequence> {
    let max = max_seeds(budget);
    let carving = Carving::new(api);
    let mut seeds: Vec<Sequence> = Vec::new();
    for calls in &runs.carved {
        if seeds.len() >= max {
            break;
        }
        for sequence in carving.sequences(calls, Options::default().max_steps) {
            if !seeds.contains(&sequence) {
                seeds.push(sequence);
            }
        }
    }
    seeds.truncate(max);
    seeds
}

/// The goals that are left to search for. Those that depended on a covered one are in reach from the start.
pub(super) fn without(nodes: Vec<GoalNode>, runs: &OwnRuns) -> Vec<GoalNode> {
    let is_covered = |goal: &GoalId| runs.covered.contains_key(goal);
    let (covered, open): (Vec<GoalNode>, Vec<GoalNode>) =
        nodes.into_iter().partition(|node| is_covered(&node.id));
    let behind: BTreeSet<GoalId> = covered.into_iter().flat_map(|node| node.children).collect();
    let left = |node: GoalNode| GoalNode {
        is_root: node.is_root || behind.contains(&node.id),
        children: node.children.into_iter().filter(|child| !is_covered(child)).collect(),
        ..node
    };
    open.into_iter().map(left).collect()
}

/// Whether a test passed that ended so; `at` is its own step.
fn verdict(tests: &OwnTests, test: &TestMethod, at: StepId, ended: &Ended) -> Result<(), String> {
    match (ended, &test.expected) {
        (Ended::Returned, None) => Ok(()),
        (Ended::Returned, Some(expected)) => {
            Err(format!("it does not end with `{}` in our machine", expected.replace('/', ".")))
        }
        (Ended::Threw { step, class, .. }, Some(expected))
            if *step == at && tests.extends(class, expected) =>
        {
            Ok(())
        }
        (Ended::Threw { class, .. }, _)
            if class.ends_with("AssumptionViolatedException") || class.ends_with("TestAbortedException") =>
        {
            Err("one of its assumptions does not hold in our machine".to_owned())
        }
        (Ended::Threw { class, thrown_in, .. }, _) => {
            // Where an assertion is made says nothing.
            let method =
                thrown_in.split('(').next().filter(|name| !name.is_empty() && !name.contains("junit/"));
            let place =
                method.map_or_else(String::new, |name| format!(", out of `{}`", name.replace('/', ".")));
            Err(format!("it fails in our machine: `{}`{place}", class.replace('/', ".")))
        }
        (Ended::Limit { what, .. }, _) => Err(format!("it reached {what}")),
        (Ended::Unsupported { what, .. }, _) => {
            Err(format!("not supported in our machine: {}", what.lines().next().unwrap_or_default()))
        }
    }
}

/// A booted machine with the tests on its class path.
fn stage(
    tests: &OwnTests,
    unit: &[String],
    api: ClassApi,
    settings: &Settings,
) -> Result<Stage, ClassFailure> {
    let class = unit.first().map_or("", String::as_str);
    let jdk = Jdk::open(&settings.jdk)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let config = Config { memory_bytes: settings.memory_bytes, ..trine_jdk::config() };
    let launcher = Launcher::probing(jdk, &tests.class_path, config, unit.iter().cloned());
    let mut launcher = launcher.map_err(|error| {
        ClassFailure::input(
            class,
            error.to_string(),
            "check the paths behind --seeds, or name another JDK with --jdk",
        )
    })?;
    launcher.carve(tests.names.iter().filter(|name| !unit.contains(name)).cloned());
    Ok(Stage::new(launcher, Arc::new(api)))
}

/// An API model of tests while it is made.
#[derive(Default)]
struct Model {
    api: ClassApi,
    classes: BTreeMap<String, ClassId>,
    members: BTreeMap<(ClassId, String, String), MemberId>,
}

impl Model {
    /// A test as a sequence, with the step that is the test method.
    fn sequence(&mut self, class: &TestClass, test: &TestMethod) -> (Sequence, StepId) {
        let mut draft = Draft::default();
        let (before_all, before): (Vec<&Around>, Vec<&Around>) =
            class.before.iter().partition(|around| around.is_static);
        for around in before_all {
            self.call(&mut draft, &around.class, &around.name, None);
        }
        let takes_name = class.takes_name == Some(true);
        let descriptor = if takes_name { "(Ljava/lang/String;)V" } else { "()V" };
        let constructor = self.member(&class.name, "<init>", descriptor, false);
        let units: Vec<u16> = test.name.encode_utf16().collect();
        let args = if takes_name { vec![draft.text("name", &units)] } else { Vec::new() };
        let ty = TypeUse::Class(ClassUse::plain(&class.name));
        let object = draft.push(Action::New { constructor, outer: None, args }, Some(ty));
        for around in before {
            self.call(&mut draft, &around.class, &around.name, Some(object));
        }
        let at = self.call(&mut draft, &test.class, &test.name, Some(object));
        for around in &class.after {
            self.call(&mut draft, &around.class, &around.name, (!around.is_static).then_some(object));
        }
        (draft.finish(), at)
    }

    fn call(&mut self, draft: &mut Draft, class: &str, name: &str, receiver: Option<StepId>) -> StepId {
        let method = self.member(class, name, "()V", receiver.is_none());
        draft.push(Action::Call { method, receiver: receiver.map(Operand::Step), args: Vec::new() }, None)
    }

    fn class(&mut self, name: &str) -> ClassId {
        let api = &mut self.api;
        *self.classes.entry(name.to_owned()).or_insert_with(|| api.classes.push(ClassType::named(name)))
    }

    fn member(&mut self, class: &str, name: &str, descriptor: &str, is_static: bool) -> MemberId {
        let class = self.class(class);
        let api = &mut self.api;
        *self.members.entry((class, name.to_owned(), descriptor.to_owned())).or_insert_with(|| {
            let kind = if name == "<init>" { MemberKind::Constructor } else { MemberKind::Method };
            api.add_member(class, Member { is_static, ..Member::named(kind, name, descriptor) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_behind_covered_ones_are_in_reach_from_the_start() {
        let node = |id: u32, children: &[u32], is_root| GoalNode {
            id: GoalId(id),
            children: children.iter().map(|&child| GoalId(child)).collect(),
            is_root,
            waits: false,
        };
        let runs = OwnRuns {
            covered: BTreeMap::from([(GoalId(0), "T.a".to_owned()), (GoalId(3), "T.a".to_owned())]),
            record: OwnTestsRecord::default(),
            carved: Vec::new(),
        };
        let nodes = vec![
            node(0, &[1, 2], true),
            node(1, &[3, 4], false),
            node(2, &[], false),
            node(3, &[], false),
            node(4, &[], false),
        ];
        let left = without(nodes, &runs);
        assert_eq!(left, [node(1, &[4], true), node(2, &[], true), node(4, &[], false)]);
    }
}
