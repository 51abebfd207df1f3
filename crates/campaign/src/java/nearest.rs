//! How near the finished tests of a class came to the goals that are open: the condition of the bytecode at which the nearest one went
//! another way, in words of the source, and the values there ([`trine_search::nearest`]).
//!
//! Where the way is left by an exception, it is told which one and out of what; where the tests say nothing at all, runs of the search do
//! ([`super::tries`]).

use super::classes::Classes;
use super::outcome::{ClassOutcome, GoalOutcome, NearGoal, Try};
use super::runner::UnitRunner;
use super::suite;
use super::written::written;
use trine_frontend_jvm::ClassFile;
use trine_frontend_jvm::cover::{ClassCover, Goal, MethodCall, MethodCover, ProbeSet, UnitCover};
use trine_frontend_jvm::lower::runtime::PREFIX;
use trine_harness_jvm::Frame;
use trine_ir::{FuncId, Function, Program, RegionId, SiteId, SiteKind};
use trine_record::{
    DecidedRecord, EndRecord, GoalId, NearestRecord, Needed, RaisedRecord, SequenceRecord, SourceSpan,
    ValueRecord,
};
use trine_search::nearest::{
    Calls, Decided, LastDecision, Nearby, NearestMiss, Raised, Wanted, named_values,
};
use trine_sequences::Runner;
use trine_testcase::objects::{ClassApi, Ended, MemberId, ObjectTest};

/// Runs of the search that are looked at for one class.
const MAX_TRIES: usize = 100;

/// Instructions that these may take in all, once for the unit and once for classes beyond it.
const MAX_TRY_STEPS: u64 = 40_000_000;

/// Classes beyond the unit whose conditions are told, where runs end in them.
const MAX_BEYOND: usize = 20;

/// What was seen of runs: those of the tests by their positions, and behind them those of `tries`.
struct Seen<'a> {
    nearby: &'a Nearby,
    cover: &'a UnitCover,
    /// The same of classes beyond the unit in which runs of the search end.
    beyond: Option<&'a (UnitCover, Nearby)>,
    /// The class under test.
    class: &'a str,
    tests: usize,
}

/// An observer of the code of `cover`.
fn observer(program: std::sync::Arc<Program>, cover: &UnitCover, calls: &[MethodCall]) -> Nearby {
    // Columns are positions, from one.
    let calls = calls.iter().map(|call| Calls {
        callee: call.callee.clone(),
        caller: call.caller.clone(),
        column: call.position + 1,
    });
    let methods = cover.classes.iter().flat_map(|class| class.methods.iter().map(move |of| (class, of)));
    let conditions = methods.map(|(class, method)| {
        let columns = method.condition_positions().into_iter().map(|position| position + 1);
        (method.function(&class.name), columns.collect())
    });
    let nearby = Nearby::new(program, cover.functions()).with_conditions(conditions.collect());
    nearby.with_exceptions(made).with_calls(calls)
}

/// The class of exceptions that a function is a constructor of, as sources write it.
fn made(program: &Program, function: FuncId) -> Option<String> {
    let (class, _) = program.callables[function].name.split_once(".<init>(")?;
    let mut above = program.class_named(class);
    while let Some(id) = above {
        let of = program.classes.get(id)?;
        if of.name == "java/lang/Throwable" {
            return Some(simple(class).to_owned());
        }
        above = of.superclass;
    }
    None
}

fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// `Integer.parseInt` of `java/lang/Integer.parseInt(Ljava/lang/String;)I`.
pub(super) fn called_as(function: &str) -> String {
    let head = function.split('(').next().unwrap_or(function);
    match head.rsplit_once('.') {
        Some((class, "<init>")) => format!("new {}", simple(class)),
        Some((class, name)) => format!("{}.{name}", simple(class)),
        None => head.to_owned(),
    }
}

/// Replays the finished `tests` of `class`; gives the probes that each passed, how near they came to open goals, and runs of the search that say
/// so where the tests do not. `files` are the class files of `cover`.
pub(super) fn of_tests(
    runner: &mut UnitRunner,
    tests: &[ObjectTest],
    (cover, files): (&UnitCover, &[ClassFile]),
    goals: &[GoalOutcome],
    (class, classes): (&str, &Classes),
) -> (Vec<ProbeSet>, Vec<NearGoal>, Vec<Try>) {
    runner.begin_replays();
    let nearby = observer(runner.program(), cover, &cover.calls(files));
    let (passed, nearby) = suite::passed(runner, tests, nearby);
    let (near, tries) = nearest(runner, nearby, cover, goals, (class, classes, tests.len()));
    (passed, near, tries)
}

/// How near the runs that `nearby` saw, those of the `tests` tests, came to the goals that no test covers; and the runs of the search that
/// say so where the tests do not.
fn nearest(
    runner: &mut UnitRunner,
    mut nearby: Nearby,
    cover: &UnitCover,
    goals: &[GoalOutcome],
    (class, classes, tests): (&str, &Classes, usize),
) -> (Vec<NearGoal>, Vec<Try>) {
    let open: Vec<usize> = (0..goals.len()).filter(|&at| is_open(&goals[at])).collect();
    let seen = Seen { nearby: &nearby, cover, beyond: None, class, tests };
    let mut near: Vec<NearGoal> = open.iter().filter_map(|&at| seen.near((at, &goals[at].goal))).collect();
    let is_told =
        |near: &[NearGoal], at: usize| near.iter().any(|of| of.goal == at && of.record.is_complete());
    let ids: Vec<trine_sequences::GoalId> = runner.reported().into_iter().map(|(id, _)| id).collect();
    let lacking: Vec<(usize, trine_sequences::GoalId)> =
        open.iter().filter(|&&at| !is_told(&near, at)).filter_map(|&at| Some((at, *ids.get(at)?))).collect();
    let with_members: Vec<(trine_sequences::GoalId, Option<MemberId>)> =
        lacking.iter().map(|&(_, id)| (id, runner.member(id))).collect();
    let tries = tried(runner, &with_members, &mut nearby, tests);
    let beyond = beyond(runner, cover, classes, &tries, tests);
    let seen = Seen { nearby: &nearby, cover, beyond: beyond.as_ref(), class, tests };
    for (at, id) in lacking {
        let member = runner.member(id);
        let of_run = || seen.never_called(runner.stage.api(), (at, &goals[at].goal), member, &tries);
        let Some(again) = seen.near((at, &goals[at].goal)).or_else(of_run) else { continue };
        match near.iter_mut().find(|known| known.goal == at) {
            Some(known) if again.record.is_complete() => *known = again,
            Some(_) => {}
            None => near.push(again),
        }
    }
    near.sort_by_key(|near| near.goal);
    kept(near, tries, tests)
}

fn is_open(goal: &GoalOutcome) -> bool {
    goal.tests.is_empty() && goal.own.is_none() && goal.proof.is_none()
}

/// Does the chosen runs of the search once more, each alone.
fn tried(
    runner: &mut UnitRunner,
    goals: &[(trine_sequences::GoalId, Option<MemberId>)],
    nearby: &mut Nearby,
    tests: usize,
) -> Vec<Try> {
    let api = std::sync::Arc::clone(runner.stage.api());
    let (mut tries, mut steps) = (Vec::new(), 0);
    for sequence in runner.tries.chosen(goals, MAX_TRIES) {
        let Some(about) = suite::about(&api, &sequence) else { continue };
        if steps >= MAX_TRY_STEPS {
            break;
        }
        nearby.begin(u32::try_from(tests + tries.len()).unwrap_or(u32::MAX));
        runner.stage.reset();
        let run = runner.as_in_search(|runner| runner.stage.run(&sequence, nearby));
        steps += run.steps;
        let frames = runner.stage.trace(false).unwrap_or_default();
        let place = frames.last().filter(|frame| frame.is_own).cloned();
        let by = frames.iter().rev().nth(1).map(|frame| called_as(&frame.method));
        let ended = run.ended;
        tries.push(Try { test: ObjectTest { sequence, ended, expectations: Vec::new(), about }, place, by });
    }
    // What runs from now on is no run of these.
    nearby.begin(u32::MAX);
    tries
}

/// The classes of the class path beyond the unit in which runs of the search end, with what these runs decide there.
fn beyond(
    runner: &mut UnitRunner,
    cover: &UnitCover,
    classes: &Classes,
    tries: &[Try],
    tests: usize,
) -> Option<(UnitCover, Nearby)> {
    let is_own = |name: &str| cover.classes.iter().any(|class| class.name == name);
    let places = tries.iter().filter_map(|run| run.place.as_ref()).map(Frame::class);
    let names: std::collections::BTreeSet<&str> =
        places.filter(|name| !is_own(name) && classes.has(name)).take(MAX_BEYOND).collect();
    let files: Vec<ClassFile> = names.into_iter().filter_map(|name| classes.file(name).ok()).collect();
    if files.is_empty() {
        return None;
    }
    let cover = UnitCover::new(&files).ok()?;
    runner.stage.reset();
    let mut nearby = observer(runner.program(), &cover, &[]);
    for (number, run) in tries.iter().enumerate() {
        nearby.begin(u32::try_from(tests + number).unwrap_or(u32::MAX));
        runner.stage.reset();
        runner.as_in_search(|runner| runner.stage.run(&run.test.sequence, &mut nearby));
    }
    nearby.begin(u32::MAX);
    Some((cover, nearby))
}

/// The runs that are named, numbered anew.
fn kept(mut near: Vec<NearGoal>, tries: Vec<Try>, tests: usize) -> (Vec<NearGoal>, Vec<Try>) {
    let mut numbers = std::collections::BTreeMap::new();
    for of in &mut near {
        if of.run >= tests {
            let next = tests + numbers.len();
            of.run = *numbers.entry(of.run).or_insert(next);
        }
    }
    let mut named: Vec<(usize, Try)> = tries
        .into_iter()
        .enumerate()
        .filter_map(|(at, run)| Some((*numbers.get(&(tests + at))?, run)))
        .collect();
    named.sort_by_key(|(number, _)| *number);
    (near, named.into_iter().map(|(_, run)| run).collect())
}

/// The records of `outcome`, whose tests were written under `names`; `file` is the path of the source.
pub(super) fn records(outcome: &ClassOutcome, names: &[Option<String>], file: &str) -> Vec<NearestRecord> {
    let record = |near: &NearGoal| {
        let mut record = near.record.clone();
        file.clone_into(&mut record.place.file);
        if let Some(last) = record.ended.as_mut().and_then(|ended| ended.last.as_mut())
            && last.place.file.is_empty()
        {
            file.clone_into(&mut last.place.file);
        }
        record.goal = GoalId(near.goal as u32);
        record.test = match near.run.checked_sub(names.len()) {
            Some(number) => try_name(number),
            None => names.get(near.run)?.clone()?,
        };
        Some(record)
    };
    outcome.near.iter().filter_map(record).collect()
}

/// The runs of the search that these name.
pub(super) fn tries(outcome: &ClassOutcome) -> Vec<trine_record::TryRecord> {
    let record = |(number, run): (usize, &Try)| trine_record::TryRecord {
        name: try_name(number),
        sequence: SequenceRecord::of(&run.test, &outcome.api),
        ends: ends(&run.test.ended),
    };
    outcome.tries.iter().enumerate().map(record).collect()
}

fn try_name(number: usize) -> String {
    format!("try {}", number + 1)
}

fn ends(ended: &Ended) -> String {
    match ended {
        Ended::Returned => "all steps return".to_owned(),
        Ended::Threw { step, class, .. } => format!("s{} throws {}", step.0, simple(class)),
        Ended::Limit { step, what } => format!("s{} comes to {what}", step.0),
        Ended::Unsupported { step, what } => format!("s{} needs {what}, which is not supported", step.0),
    }
}

impl Seen<'_> {
    fn near(&self, (at, goal): (usize, &Goal)) -> Option<NearGoal> {
        let (name, regions) = self.cover.regions(goal);
        // What was never called may not be in the program.
        let function = self.nearby.function(&name);
        let miss =
            match function.and_then(|function| Some((function, wanted(self.nearby, function, &regions)?))) {
                Some((function, wanted)) => self.nearby.nearest(function, &wanted)?,
                None => self.nearby.nearest_to_call(&name)?,
            };
        let body = self.nearby.body(miss.function)?;
        let (class, of) = place_of(self.cover, &body.name)?;
        let mut record = record(of, body, &miss);
        record.function = Some(written(&class.name, self.class, of));
        let mut run = miss.run;
        if record.needs == Needed::Passing {
            let goal_in = &self.cover.classes[goal.class];
            let goal_in = written(&goal_in.name, self.class, &goal_in.methods[goal.method]);
            run = self.passing(&mut record, &miss, (function, goal_in));
        }
        Some(NearGoal { goal: at, run: run as usize, record })
    }

    /// Where no condition is in the way: the exception by which the run leaves it, the one that it would need, or the call that is missing,
    /// with the last condition that it decides before. Gives the run.
    fn passing(
        &self,
        record: &mut NearestRecord,
        miss: &NearestMiss,
        (goal_in, name): (Option<FuncId>, String),
    ) -> u32 {
        let raised = match miss.wants_exception {
            true => None,
            false => self.nearby.raised_in(miss.function, miss.block),
        };
        let before = self.nearby.decided_before(miss.function, miss.block);
        let of_end = || Some((miss.run, self.nearby.end(miss.run)?.last?));
        let (run, last) = match raised {
            Some(raised) => (raised.run, raised.last),
            None => before.or_else(of_end).map_or((miss.run, None), |(run, last)| (run, Some(last))),
        };
        record.needs = match (miss.wants_exception, raised) {
            (true, _) => Needed::Exception,
            (false, None) if Some(miss.function) != goal_in => Needed::Call(name),
            _ => Needed::Passing,
        };
        if let Some(raised) = raised
            && let Some(line) = self.line_left(miss, raised)
        {
            record.place = SourceSpan { file: String::new(), start: (line, 0), end: (line, 0) };
        }
        let raised = raised.map(|raised| RaisedRecord {
            class: raised.what.clone(),
            by: raised.by.and_then(|by| self.library(by)),
            within: (raised.function != miss.function).then(|| self.name(raised.function)).flatten(),
            step: None,
        });
        let last = last.and_then(|last| self.decided(self.nearby, self.cover, &last));
        // A run that comes there covers it, and was not kept for another reason.
        let is_covered = raised.is_none() && !miss.wants_exception && Some(miss.function) == goal_in;
        if is_covered && miss.needs.is_none() {
            record.distance = Some("0".to_owned());
        }
        record.ended =
            (raised.is_some() || last.is_some()).then_some(EndRecord { fault: None, raised, last });
        run
    }

    /// The line at which a block is left by an exception: that of the call that raised it, as far as it is known, else where the block begins.
    fn line_left(&self, miss: &NearestMiss, raised: &Raised) -> Option<u32> {
        let callee = if raised.function == miss.function { raised.by } else { Some(raised.function) };
        // The end of the block may stand in another one, to which control goes in any case.
        let body = self.nearby.body(miss.function)?;
        let blocks: Vec<trine_ir::Block> = std::iter::once(miss.block).chain(body.blocks.indices()).collect();
        let place_in =
            |callee| blocks.iter().find_map(|&block| self.nearby.place_of_call(miss.function, block, callee));
        let of_call = callee.and_then(place_in);
        let insts = &body.blocks[miss.block].insts;
        let span = of_call.or_else(|| insts.iter().find_map(|inst| inst.span))?;
        Some(span.start.line)
    }

    /// What a run says of a method that it was to call and never came to.
    fn never_called(
        &self,
        api: &ClassApi,
        (at, goal): (usize, &Goal),
        member: Option<MemberId>,
        tries: &[Try],
    ) -> Option<NearGoal> {
        let last_step = |run: &Try| match run.test.ended {
            Ended::Threw { step, .. } | Ended::Limit { step, .. } | Ended::Unsupported { step, .. } => {
                Some(step.0 as usize)
            }
            Ended::Returned => None,
        };
        let ends_before = |run: &Try| {
            let steps = &run.test.sequence.steps.steps;
            let call =
                steps.iter().position(|step| step.action.member().is_some_and(|of| Some(of) == member))?;
            call.checked_sub(last_step(run)?)
        };
        let of_runs = tries.iter().enumerate().filter_map(|(number, run)| Some((ends_before(run)?, number)));
        let (_, number) = of_runs.min()?;
        let run = &tries[number];
        let sequence = SequenceRecord::of(&run.test, api);
        let place = run.place.as_ref();
        let line =
            place.filter(|frame| self.cover.method(&frame.method).is_some()).map_or(0, |frame| frame.line);
        let raised = RaisedRecord {
            class: match &run.test.ended {
                Ended::Threw { class, .. } => simple(class).to_owned(),
                Ended::Limit { what, .. } | Ended::Unsupported { what, .. } => what.clone(),
                Ended::Returned => return None,
            },
            by: run.by.clone(),
            within: place.map(|frame| called_as(&frame.method)),
            step: sequence.steps.get(last_step(run)?).map(|step| step.shown()),
        };
        let number = self.tests + number;
        let run_number = u32::try_from(number).ok()?;
        let last_of =
            |nearby: &Nearby, cover: &UnitCover| self.decided(nearby, cover, &nearby.end(run_number)?.last?);
        // What is decided in the class that raises it says more than what the unit decided before.
        let is_beyond = place.is_some_and(|frame| self.cover.method(&frame.method).is_none());
        let of_other = self.beyond.filter(|_| is_beyond).and_then(|(cover, nearby)| last_of(nearby, cover));
        let last = of_other.or_else(|| last_of(self.nearby, self.cover));
        let class = &self.cover.classes[goal.class];
        let record = NearestRecord {
            function: Some(written(&class.name, self.class, &class.methods[goal.method])),
            place: SourceSpan { file: String::new(), start: (line, 0), end: (line, 0) },
            needs: Needed::Passing,
            ended: Some(EndRecord { fault: None, raised: Some(raised), last }),
            ..NearestRecord::default()
        };
        Some(NearGoal { goal: at, run: number, record })
    }

    /// A decision of a run with the values of its condition; `None` where the source has no such condition.
    fn decided(&self, nearby: &Nearby, cover: &UnitCover, last: &LastDecision) -> Option<DecidedRecord> {
        let body = nearby.body(last.function)?;
        let (class, method) = place_of(cover, &body.name)?;
        let is_own = self.cover.classes.iter().any(|own| own.name == class.name);
        let (condition, values) = condition(method, body, last.site, &last.decided)?;
        let line = body.sites[last.site].span.map_or(0, |span| span.start.line);
        Some(DecidedRecord {
            function: Some(written(&class.name, self.class, method)),
            place: SourceSpan {
                file: if is_own { String::new() } else { source_of(class) },
                start: (line, 0),
                end: (line, 0),
            },
            condition,
            values,
            evaluation: last.number,
        })
    }

    /// A method of the unit as the report names it.
    fn name(&self, function: FuncId) -> Option<String> {
        let code = self.nearby.code(function)?;
        let (class, method) = place_of(self.cover, &code.name)?;
        Some(written(&class.name, self.class, method))
    }

    /// A method beyond the unit; nothing for what the machine adds.
    fn library(&self, function: FuncId) -> Option<String> {
        let name = &self.nearby.callable(function).name;
        (!name.starts_with(PREFIX)).then(|| called_as(name))
    }
}

/// The class and the method that the function of the IR with this name is.
pub(super) fn place_of<'a>(cover: &'a UnitCover, name: &str) -> Option<(&'a ClassCover, &'a MethodCover)> {
    cover.classes.iter().find_map(|class| {
        let method = class.methods.iter().find(|method| method.function(&class.name) == name)?;
        Some((class, method))
    })
}

/// The path of the source of a class, below the folder of its packages.
fn source_of(class: &ClassCover) -> String {
    let folder = class.name.rsplit_once('/').map_or(String::new(), |(package, _)| format!("{package}/"));
    folder + class.source_file.as_deref().unwrap_or_default()
}

/// The blocks that have one of the regions; the method need not have run.
fn wanted(nearby: &Nearby, function: FuncId, regions: &[u32]) -> Option<Vec<Wanted>> {
    let body = nearby.code(function)?;
    let blocks = body.blocks.iter_enumerated();
    let has =
        |data: &trine_ir::BlockData| regions.iter().any(|&region| data.regions.contains(&RegionId(region)));
    let wanted: Vec<Wanted> =
        blocks.filter(|(_, data)| has(data)).map(|(block, _)| Wanted::Block(block)).collect();
    (!wanted.is_empty()).then_some(wanted)
}

fn record(method: &MethodCover, body: &Function, miss: &NearestMiss) -> NearestRecord {
    let site = miss.needs.map(|(site, outcome)| (&body.sites[site], outcome));
    let span = site.and_then(|(site, _)| site.span).or_else(|| end_of(body, miss));
    let line = span.map_or(0, |span| span.start.line);
    let mut record = NearestRecord {
        place: SourceSpan { file: String::new(), start: (line, 0), end: (line, 0) },
        needs: Needed::Passing,
        evaluation: miss.evaluation.map_or(0, |evaluation| evaluation.number),
        distance: miss.evaluation.map(|evaluation| evaluation.distance.to_string()),
        approach_level: miss.approach_level,
        ..NearestRecord::default()
    };
    let (Some((site, outcome)), Some(evaluation)) = (miss.needs, miss.evaluation) else { return record };
    let Some(needs) = needed(method, body, site, outcome) else { return record };
    record.needs = needs;
    if let Some((text, values)) = condition(method, body, site, &evaluation.decided) {
        (record.condition, record.values) = (Some(text), values);
    }
    record
}

/// Sites have the positions of their instructions for columns.
fn position(body: &Function, site: SiteId) -> u32 {
    body.sites[site].span.map_or(0, |span| span.start.column).wrapping_sub(1)
}

/// How the site has to be left; `None` where the source has no such condition.
fn needed(method: &MethodCover, body: &Function, site: SiteId, outcome: u32) -> Option<Needed> {
    let position = position(body, site);
    match body.sites[site].kind {
        SiteKind::Switch { .. } => Some(Needed::Case(
            method.switch_label(position, outcome).unwrap_or_else(|| format!("way {outcome}")),
        )),
        SiteKind::Branch => {
            let is_true = method.condition_at(position)?.when_jumping == (outcome == 0);
            Some(if is_true { Needed::True } else { Needed::False })
        }
    }
}

/// The text of the condition at a site, and its values when `decided` decided it.
fn condition(
    method: &MethodCover,
    body: &Function,
    site: SiteId,
    decided: &Decided,
) -> Option<(String, Vec<ValueRecord>)> {
    match body.sites[site].kind {
        SiteKind::Switch { .. } => {
            let Decided::Switch { value, .. } = decided else { return None };
            let value = (*value as u32 as i32).to_string();
            Some(("switch".to_owned(), vec![ValueRecord { of: "switch".to_owned(), value }]))
        }
        SiteKind::Branch => {
            let text = &method.condition_at(position(body, site))?.text;
            let named = named_values(text, decided, true).into_iter();
            let values = named.map(|operand| ValueRecord { of: operand.text, value: operand.value });
            Some((text.clone(), values.collect()))
        }
    }
}

/// Where control leaves the block, as far as the class file tells.
fn end_of(body: &Function, miss: &NearestMiss) -> Option<trine_base::Span> {
    let data = &body.blocks[miss.block];
    data.terminator_span.or_else(|| data.insts.iter().rev().find_map(|inst| inst.span)).or(body.span)
}

#[cfg(test)]
mod tests {
    use super::called_as;

    #[test]
    fn methods_beyond_the_unit_are_named_as_sources_call_them() {
        assert_eq!(called_as("java/lang/Integer.parseInt(Ljava/lang/String;)I"), "Integer.parseInt");
        assert_eq!(called_as("java/util/Map$Entry.<init>()V"), "new Entry");
    }
}
