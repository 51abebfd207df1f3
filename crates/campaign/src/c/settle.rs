//! The tests of one source file compiled and run natively, without those that do not hold.
//!
//! ```text
//!  tests ──emit──► files ──compile──► program ──run──► verdicts
//!    ▲                        │                           │
//!    └── without the tests ◄──┴─ lines of errors          └─ failed, crashed, endless ──► without them
//! ```
//!
//! A compiler's error stands in the lines of a test or of a stub, and costs just that. Where no line tells whose
//! fault it is (the linker has none), halves of the tests are built until those are found that cannot be. A stub that
//! does not compile becomes one that traps, and takes with it the tests that set its answers or call it.
//!
//! What holds is built once more by gcc, where there is one, at `-O2`: it evaluates arguments in another order than clang, and takes
//! what C leaves undefined another way. A test whose only difference is the order of calls, or how wide the accesses to hardware
//! registers are, keeps all but that.
//!
//! Cost: a second build, and nothing beyond the one native run when all is well; else one more for each round in which something went. Tests
//! that fail are left out when the program runs again: only what does not compile has it built anew.

use crate::c::emission::{SourceFile, emit};
use crate::c::header::HeaderFolder;
use crate::c::loading::Loaded;
use crate::c::test_program::suite;
use std::collections::{BTreeMap, BTreeSet};
use trine_emit::c::registers::MACHINE_ONLY;
use trine_emit::c::stubs::{calls_name, linked_name, returns_name};
use trine_emit::c::{Emitted, EmittedUnit};
use trine_native::clang::confirm::{NO_VERDICT, SKIPPED};
use trine_native::clang::target::NO_LIBRARY;
use trine_native::clang::{
    BuiltSuite, CodeTarget, Confirmation, ConfirmationError, Limits, NativeTarget, SharedObjects, TestRun,
    TestVerdict, Toolchain,
};
use trine_testcase::{CallableId, Observed};

/// Native runs of one file at most.
const MAX_ITERATIONS: usize = 8;
/// Builds at most, of a file whose errors have no line, to find out which tests are at fault.
const MAX_BUILDS: usize = 64;
/// Longest reason kept of what a compiler said, in characters.
const REASON_LENGTH: usize = 200;

/// What natively became of the tests of a file.
pub struct Settled<'a> {
    /// The programs of the last native run.
    built: BuiltSuite<'a>,
    /// The tests that are left, by their names in the programs, and their positions among all.
    names: Vec<(usize, String)>,
    /// The last native run, of the tests that are left.
    pub confirmation: Confirmation,
    /// The positions of the tests that were dropped, and why.
    pub dropped: BTreeMap<usize, String>,
    /// The same of tests that stay, but cannot be run.
    pub machine_only: BTreeMap<usize, String>,
    /// The stubs that do not compile.
    pub trapping: Vec<CallableId>,
    /// The positions of tests that no longer say in which order stubs are called, and how registers are written: compilers differ.
    pub by_compiler: BTreeSet<usize>,
}

/// The tools and files that all native runs share.
pub struct Workshop<'a> {
    /// The compiler.
    pub toolchain: &'a Toolchain,
    /// The files under test.
    pub jobs: &'a [Loaded],
    /// The header of harnesses.
    pub header: &'a HeaderFolder,
    /// Objects of other files of the program.
    pub shared: &'a SharedObjects,
}

/// The beginning of what is said of tests that do not hold where the host runs them in the place of the target.
const ON_TARGET: &str = "it holds on the target";

/// One file at work.
struct Settling<'a> {
    workshop: &'a Workshop<'a>,
    /// What runs its tests.
    target: NativeTarget,
    /// The file with the tests that are left.
    file: SourceFile,
    /// Their positions among all.
    positions: Vec<usize>,
    dropped: BTreeMap<usize, String>,
    by_compiler: BTreeSet<usize>,
}

impl<'a> Workshop<'a> {
    /// Runs the tests of `file` and drops what does not hold.
    ///
    /// # Errors
    /// When tools are missing or fail.
    pub fn settle(&'a self, file: &SourceFile) -> Result<Settled<'a>, ConfirmationError> {
        let positions = (0..file.tests.len()).collect();
        let target = NativeTarget::of(&self.jobs[file.job].job.flags);
        let mut settling = Settling {
            target,
            workshop: self,
            file: file.clone(),
            positions,
            dropped: BTreeMap::new(),
            by_compiler: BTreeSet::new(),
        };
        let mut other_compiler = settling.target.by_gcc();
        let mut emitted = settling.emit();
        let mut built = settling.build(&emitted)?;
        let mut names = settling.names(&emitted);
        let mut iteration = 1;
        loop {
            let mut confirmation = built.confirm()?;
            if iteration < MAX_ITERATIONS && settling.drop_failing(&emitted, &confirmation)? {
                iteration += 1;
                if confirmation.broken.is_empty() {
                    settling.take_out(&mut built, &mut names);
                } else {
                    emitted = settling.emit();
                    built = settling.build(&emitted)?;
                    names = settling.names(&emitted);
                }
                continue;
            }
            if let Some(target) = other_compiler.take()
                && confirmation.broken.is_empty()
                && settling.drop_where_compilers_differ(&target)?
            {
                settling.take_out(&mut built, &mut names);
                continue;
            }
            let is_machine_only = |reason: &String| reason.ends_with(MACHINE_ONLY);
            if settling.file.tests.is_empty() && settling.dropped.values().any(is_machine_only) {
                // Nothing is left that would have to build.
                confirmation.broken.clear();
            }
            if let Some(target) = settling.target.emulated() {
                settling.emulate(file, &target)?;
            }
            names.retain(|(position, _)| settling.positions.contains(position));
            let Settling { dropped, by_compiler, file: SourceFile { trapping, .. }, .. } = settling;
            let (machine_only, dropped) =
                dropped.into_iter().partition(|(_, reason)| reason.ends_with(MACHINE_ONLY));
            return Ok(Settled { built, names, confirmation, dropped, machine_only, trapping, by_compiler });
        }
    }
}

impl Settled<'_> {
    /// The positions of the tests that are left, in order.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        self.names.iter().map(|(position, _)| *position)
    }

    /// The positions of those tests that are left and take different ways in different native runs, though all of them pass,
    /// and what is wrong with that.
    ///
    /// # Errors
    /// When tools are missing or fail.
    pub fn unsteady(&self) -> Result<BTreeMap<usize, String>, ConfirmationError> {
        let names = self.built.unsteady_tests()?;
        let unsteady = self.names.iter().filter(|(_, name)| names.contains(name));
        let reason = "it takes another way in another native run: addresses or the system decide";
        Ok(unsteady.map(|&(at, _)| (at, reason.to_owned())).collect())
    }

    /// Runs the tests again without those at `positions`; those that fail now are dropped, too.
    ///
    /// # Errors
    /// When tools are missing or fail.
    pub fn without(&mut self, positions: &BTreeMap<usize, String>) -> Result<(), ConfirmationError> {
        self.drop(positions.clone());
        for _ in 0..MAX_ITERATIONS {
            self.confirmation = self.built.confirm()?;
            let failing = |(at, (position, _)): (usize, &(usize, String))| {
                Some((*position, failure(&self.confirmation, at)?))
            };
            let failing: BTreeMap<usize, String> =
                self.names.iter().enumerate().filter_map(failing).collect();
            if failing.is_empty() {
                break;
            }
            self.drop(failing);
        }
        Ok(())
    }

    fn drop(&mut self, reasons: BTreeMap<usize, String>) {
        let is_out = |(position, _): &(usize, String)| reasons.contains_key(position);
        let out: BTreeSet<&str> =
            self.names.iter().filter(|name| is_out(name)).map(|(_, name)| name.as_str()).collect();
        self.built.take_out(|name| out.contains(name));
        self.names.retain(|name| !is_out(name));
        self.dropped.extend(reasons);
    }
}

impl<'a> Settling<'a> {
    /// The files of the tests that are left; tests that cannot be written in C go at once.
    fn emit(&mut self) -> Emitted {
        loop {
            // The confirmation always uses our own framework: the others may not be installed.
            let files = std::slice::from_ref(&self.file);
            let (emitted, _) = emit(self.workshop.jobs, files, &[], "plain", None);
            let skipped = &emitted.units[0].skipped;
            if skipped.is_empty() {
                return emitted;
            }
            let reason = |name: &String| {
                let skipped = skipped.iter().find(|skipped| skipped.record == *name)?;
                Some(match skipped.reason.ends_with(MACHINE_ONLY) {
                    true => skipped.reason.clone(),
                    false => format!("it cannot be written in C: {}", skipped.reason),
                })
            };
            let names: Vec<String> = self.file.tests.iter().map(|test| test.name.clone()).collect();
            self.drop_where(|at| reason(&names[at]));
        }
    }

    /// Runs the tests of `file` under the emulator of `target`: what fails there is dropped, and of tests that the host cannot run it is said that they
    /// pass.
    fn emulate(&mut self, file: &SourceFile, target: &NativeTarget) -> Result<(), ConfirmationError> {
        let is_asked = |at: &usize| {
            let reason = self.dropped.get(at);
            reason.is_none_or(|reason| reason.ends_with(MACHINE_ONLY) && reason.contains(ON_TARGET))
        };
        let asked: Vec<usize> = (0..file.tests.len()).filter(is_asked).collect();
        if asked.is_empty() {
            return Ok(());
        }
        let trapping = self.file.trapping.clone();
        let tests = asked.iter().map(|&at| file.tests[at].clone()).collect();
        let file = SourceFile { tests, trapping, ..file.clone() };
        let Workshop { toolchain, jobs, header, shared } = self.workshop;
        let (emitted, _) = emit(jobs, std::slice::from_ref(&file), &[], "plain", None);
        let mut suite = suite(jobs, &file, &emitted.units[0], &emitted, header);
        suite.target = target.clone();
        let seen = Confirmation::run_sharing(toolchain, &suite, shared, Limits::default())?;
        for (at, run) in asked.into_iter().zip(&seen.tests) {
            match (run.verdict, self.dropped.get_mut(&at)) {
                (TestVerdict::Passed, Some(reason)) => {
                    *reason = reason.replace(ON_TARGET, "it passes under qemu-arm");
                }
                // That is the emulator's.
                (TestVerdict::Failed | TestVerdict::Crashed, _) if run.output.starts_with(NO_VERDICT) => {}
                (TestVerdict::Failed | TestVerdict::Crashed | TestVerdict::TimedOut, _) => {
                    let said = shortened(run.output.lines().next().unwrap_or_default());
                    self.dropped.insert(at, format!("it fails under qemu-arm: {said}"));
                    if let Some(place) = self.positions.iter().position(|&position| position == at) {
                        self.positions.remove(place);
                        self.file.tests.remove(place);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Builds the tests that are left for `target`, by another compiler, and drops those that do not hold; whether there were any.
    /// Where the file does not build so, nothing is concluded.
    fn drop_where_compilers_differ(&mut self, target: &NativeTarget) -> Result<bool, ConfirmationError> {
        let before = self.positions.len();
        let mut failing = self.failing_by(target)?;
        let tells_order = |said: &String| {
            let mut said = said.lines().filter(|line| !line.is_empty());
            said.all(|line| line.contains(": trine_calls: expected ") || line.contains("trine_register_writ"))
        };
        let by_compiler: Vec<usize> =
            failing.iter().filter(|(_, said)| tells_order(said)).map(|(at, _)| *at).collect();
        if !by_compiler.is_empty() {
            for at in by_compiler {
                self.file.tests[at].observations.retain(|seen| !is_by_compiler(&seen.place));
                self.by_compiler.insert(self.positions[at]);
            }
            failing = self.failing_by(target)?;
        }
        self.drop_where(|at| {
            let said = failing.get(&at)?;
            let first = shortened(said.lines().next().unwrap_or_default());
            Some(format!("compilers differ about it: built by gcc at -O2 it does not hold: {first}"))
        });
        Ok(self.positions.len() < before)
    }

    /// What is said of the tests that are left and fail when they are built for `target`, by their places.
    fn failing_by(&mut self, target: &NativeTarget) -> Result<BTreeMap<usize, String>, ConfirmationError> {
        let emitted = self.emit();
        let Workshop { toolchain, jobs, header, shared } = self.workshop;
        let mut suite = suite(jobs, &self.file, &emitted.units[0], &emitted, header);
        suite.target = target.clone();
        let seen = Confirmation::run_sharing(toolchain, &suite, shared, Limits::default())?;
        let failed = |(at, run): (usize, TestRun)| match run.verdict {
            TestVerdict::Failed | TestVerdict::Crashed if !run.output.starts_with(SKIPPED) => {
                Some((at, run.output))
            }
            _ => None,
        };
        Ok(seen.tests.into_iter().enumerate().filter_map(failed).collect())
    }

    /// The programs of the tests that are left.
    fn build(&self, emitted: &Emitted) -> Result<BuiltSuite<'a>, ConfirmationError> {
        let Workshop { toolchain, jobs, header, shared } = self.workshop;
        // One suite per source file: two files may each have a static function of one name.
        let suite = suite(jobs, &self.file, &emitted.units[0], emitted, header);
        BuiltSuite::new(toolchain, suite, shared, Limits::default())
    }

    /// The names of the tests that are left, as `emitted` has them, and their positions.
    fn names(&self, emitted: &Emitted) -> Vec<(usize, String)> {
        let names = emitted.units[0].tests.iter().map(|test| test.name.clone());
        self.positions.iter().copied().zip(names).collect()
    }

    /// Takes the tests that were dropped out of `built` and `names`.
    fn take_out(&self, built: &mut BuiltSuite<'_>, names: &mut Vec<(usize, String)>) {
        let is_left = |position: &usize| self.positions.binary_search(position).is_ok();
        let left: BTreeSet<&str> =
            names.iter().filter(|(position, _)| is_left(position)).map(|(_, name)| name.as_str()).collect();
        built.take_out(|name| !left.contains(name));
        names.retain(|(position, _)| is_left(position));
    }

    /// Whether something was dropped that `confirmation` shows not to hold.
    fn drop_failing(
        &mut self,
        emitted: &Emitted,
        confirmation: &Confirmation,
    ) -> Result<bool, ConfirmationError> {
        let before = (self.positions.len(), self.file.trapping.len());
        match confirmation.broken.first() {
            // What the host runs in the place of the target fails where the two differ.
            None if !self.target.is_faithful() => {
                let why = |said: String| format!("{ON_TARGET}, not here: {said}; {MACHINE_ONLY}");
                self.drop_where(|at| failure(confirmation, at).map(why));
            }
            None => self.drop_where(|at| failure(confirmation, at)),
            Some((_, said)) => {
                self.drop_blamed(emitted, said);
                if before == (self.positions.len(), self.file.trapping.len()) {
                    self.drop_unbuildable(said)?;
                }
            }
        }
        Ok(before != (self.positions.len(), self.file.trapping.len()))
    }

    /// Drops the tests that `reason` gives one for, by their places among those that are left.
    fn drop_where(&mut self, reason: impl Fn(usize) -> Option<String>) {
        for at in (0..self.positions.len()).rev() {
            if let Some(reason) = reason(at) {
                self.dropped.insert(self.positions.remove(at), reason);
                self.file.tests.remove(at);
            }
        }
    }

    /// Drops the tests and stubs in whose lines a compiler that `said` this found errors.
    fn drop_blamed(&mut self, emitted: &Emitted, said: &str) {
        let unit = &emitted.units[0];
        let text = |path: &String| emitted.files.get(path).map_or("", String::as_str);
        let tests = test_lines(text(&unit.test_file), unit);
        let mut reasons: BTreeMap<usize, String> = BTreeMap::new();
        for (line, message) in errors(said, &unit.test_file) {
            if let Some(at) = tests.iter().position(|(first, last)| (*first..=*last).contains(&line)) {
                reasons.entry(at).or_insert_with(|| shortened(message));
            } else if let Some(source) = text(&unit.test_file).lines().nth(line - 1) {
                self.trap(|name| source.contains(&returns_name(name)) || source.contains(&calls_name(name)));
            }
        }
        if let Some(stub_file) = &unit.stub_file {
            for (line, _) in errors(said, stub_file) {
                let stub = stub_at(text(stub_file), line);
                self.trap(|name| stub.as_deref() == Some(&*linked_name(name)));
            }
        }
        self.drop_where(|at| {
            reasons.get(&at).map(|reason| format!("it does not compile natively: {reason}"))
        });
    }

    /// Lets the stubs trap whose names `is_at_fault`.
    fn trap(&mut self, is_at_fault: impl Fn(&str) -> bool) {
        let api = &self.workshop.jobs[self.file.job].api;
        for &id in &self.file.stubs {
            if !self.file.trapping.contains(&id) && is_at_fault(&api.callables[id].name) {
                self.file.trapping.push(id);
            }
        }
    }

    /// Drops the tests without which the file builds; all, where it does not build without any either.
    fn drop_unbuildable(&mut self, said: &str) -> Result<(), ConfirmationError> {
        let first = said.lines().find(|line| line.contains("error") || line.contains("undefined"));
        let reason = shortened(first.or_else(|| said.lines().next()).unwrap_or_default());
        if !self.builds(&[])? {
            let reason = match self.target.code {
                CodeTarget::Host => format!("no test of this file can be built natively: {reason}"),
                CodeTarget::Bits32 if lacks_library(said) => format!("{NO_LIBRARY}; {MACHINE_ONLY}"),
                CodeTarget::Bits32 => format!("no test of this file can be built natively: {reason}"),
                CodeTarget::Arm => {
                    format!("no test of this file can be built here: {reason}; {MACHINE_ONLY}")
                }
            };
            self.drop_where(|_| Some(reason.clone()));
            return Ok(());
        }
        let mut builds = 0;
        let all: Vec<usize> = (0..self.positions.len()).collect();
        let mut parts = vec![all];
        let mut at_fault = Vec::new();
        while let Some(part) = parts.pop() {
            builds += 1;
            if builds > MAX_BUILDS {
                at_fault.extend(part);
            } else if self.builds(&part)? {
            } else if part.len() == 1 {
                at_fault.extend(part);
            } else {
                let (first, second) = part.split_at(part.len() / 2);
                parts.extend([second.to_vec(), first.to_vec()]);
            }
        }
        self.drop_where(|at| {
            at_fault.contains(&at).then(|| format!("it cannot be built natively: {reason}"))
        });
        Ok(())
    }

    /// Whether the tests at these places build together.
    fn builds(&self, places: &[usize]) -> Result<bool, ConfirmationError> {
        let mut file = self.file.clone();
        file.tests = places.iter().map(|&at| self.file.tests[at].clone()).collect();
        let Workshop { toolchain, jobs, header, shared } = self.workshop;
        let (emitted, _) = emit(jobs, std::slice::from_ref(&file), &[], "plain", None);
        let mut suite = suite(jobs, &file, &emitted.units[0], &emitted, header);
        suite.programs.iter_mut().for_each(|program| program.tests.clear());
        let built = BuiltSuite::new(toolchain, suite, shared, Limits::default())?;
        Ok(built.broken().is_empty())
    }
}

/// Whether a compiler decides about what is seen there, within what C allows.
pub(super) fn is_by_compiler(place: &Observed) -> bool {
    matches!(place, Observed::StubOrder | Observed::RegisterWrite { .. } | Observed::RegisterWrites)
}

/// Whether a linker that `said` this has no C library of 32 bits.
fn lacks_library(said: &str) -> bool {
    said.contains("crt1.o") || said.contains("stubs-32.h") || said.contains("skipping incompatible")
}

/// Why the test at this place does not hold, if it does not.
fn failure(confirmation: &Confirmation, at: usize) -> Option<String> {
    let run = confirmation.tests.get(at)?;
    if run.verdict == TestVerdict::NotRun && run.output.starts_with(SKIPPED) {
        return Some(format!("{}; {MACHINE_ONLY}", run.output.trim()));
    }
    let how = match run.verdict {
        TestVerdict::Passed => return None,
        TestVerdict::Failed => "a check fails natively",
        TestVerdict::Crashed if run.output.contains(": ended by signal 4 ") => {
            "its behaviour is undefined: a sanitizer stops it natively"
        }
        TestVerdict::Crashed => "it crashes natively",
        TestVerdict::TimedOut => "it does not end natively",
        TestVerdict::NotRun => "there was no time to run it natively",
    };
    // Of a failed check: what was expected and seen, without the file and line of a temporary folder.
    let said = run.output.lines().next().unwrap_or_default();
    let said = match said.split_once(": ") {
        Some((place, said)) if place.starts_with('/') => said,
        _ => said,
    };
    Some(match said.is_empty() {
        true => how.to_owned(),
        false => format!("{how}: {}", shortened(said)),
    })
}

/// Lines and messages of the errors that clang found in `file`.
fn errors<'s>(said: &'s str, file: &str) -> Vec<(usize, &'s str)> {
    let in_file = |line: &'s str| {
        let (place, message) = line.split_once(": error: ").or_else(|| line.split_once(": fatal error: "))?;
        let (place, _column) = place.rsplit_once(':')?;
        let (path, line) = place.rsplit_once(':')?;
        Some((path.ends_with(file).then(|| line.parse().ok())??, message))
    };
    said.lines().filter_map(in_file).filter(|(line, _)| *line > 0).collect()
}

/// First and last line of each test of `unit`, whose file has this text.
fn test_lines(text: &str, unit: &EmittedUnit) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let range = |function: &str| {
        let head = format!("static void {function}(");
        let first = lines.iter().position(|line| line.starts_with(&head))?;
        let length = lines[first..].iter().position(|line| *line == "}")?;
        Some((first + 1, first + length + 1))
    };
    // A test whose lines are not found has none.
    unit.tests.iter().map(|test| range(&test.function).unwrap_or((1, 0))).collect()
}

/// The function of a stub file with this text that `line` belongs to: the first that ends behind it.
fn stub_at(text: &str, line: usize) -> Option<String> {
    let mut last = None;
    for (at, content) in text.lines().enumerate() {
        let head = content.strip_suffix(')').filter(|head| !head.starts_with(' ') && !head.starts_with('/'));
        if let Some((before, _)) = head.and_then(|head| head.split_once('(')) {
            last = before.rsplit([' ', '*']).next().map(str::to_owned);
        }
        if content == "}" && at + 1 >= line {
            return last;
        }
    }
    None
}

fn shortened(message: &str) -> String {
    let message = message.trim();
    match message.char_indices().nth(REASON_LENGTH) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_with_their_lines() {
        let said = "/tmp/x/tests/test_a.c:17:26: error: no such member\n   17 | f(x.y);\n\
                    /src/a.c:3:1: note: here\n/tmp/x/tests/stubs_a.c:4:2: error: what\n2 errors generated.\n";
        assert_eq!(errors(said, "tests/test_a.c"), [(17, "no such member")]);
        assert_eq!(errors(said, "tests/stubs_a.c"), [(4, "what")]);
    }

    #[test]
    fn the_stub_of_a_line_is_found() {
        let text = "/* head\n * (of it)\n */\n\nint stub_f_returns[1];\nunsigned stub_f_calls;\n\nint f(int a_0)\n{\n    \
                    (void)a_0;\n    return 0;\n}\n\nunsigned stub_g_calls;\n\nvoid *g(void)\n{\n    return 0;\n}\n";
        for (line, stub) in [(5, "f"), (8, "f"), (11, "f"), (14, "g"), (16, "g")] {
            assert_eq!(stub_at(text, line).as_deref(), Some(stub), "{line}");
        }
        assert_eq!(stub_at(text, 40), None);
    }
}
