//! The referee: all inputs of instrumented programs, run natively.
//!
//! A run ends at its first undefined behavior (checks of clang's sanitizer that trap, and checks of pointers against the
//! objects that there are), so what it reached before is reached by a well-defined run. The programs of a batch make
//! one executable.

use super::print::{HEADERS, Printed, Site, Sites};
use super::program::{Cond, Program};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;
use trine_native::TemporaryFolder;
use trine_native::clang::Toolchain;
use trine_native::process::{Ending, run_limited};
use trine_record::{GoalKind, McdcVariant};

/// What all instrumented programs share.
const RUNTIME: &str = include_str!("runtime.c");
/// Time to compile a batch.
const COMPILE_TIME: Duration = Duration::from_secs(120);
/// Time to run a batch.
const RUN_TIME: Duration = Duration::from_secs(120);
const MEMORY_BYTES: u64 = 4 << 30;

/// What the enumeration of a program reached.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Runs made.
    pub runs: u64,
    /// Runs that wanted more answers than there are: not all of them were enumerated.
    pub beyond: u64,
    /// Runs that ended in a fault that no check foresaw.
    pub wild: u64,
    /// For each key, the first run that reached it.
    any: BTreeMap<usize, u64>,
    /// The same among runs whose call returned.
    normal: BTreeMap<usize, u64>,
}

/// Whether a goal was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The runs that show it first, if any do: one, or two for a pair.
    pub runs: Option<Vec<u64>>,
    /// Whether runs whose call returned show it.
    pub normally: bool,
}

/// Runs all inputs of `programs`.
///
/// # Errors
/// When they do not compile or do not end: the generator is at fault.
pub fn enumerate(toolchain: &Toolchain, programs: &[(&Program, &Printed)]) -> Result<Vec<Reached>> {
    let folder = TemporaryFolder::new()?;
    folder.write("programs.c", &source(programs))?;
    let mut compile = Command::new(&toolchain.clang);
    compile.args(["-O1", "-w", "-std=gnu17", "-fsanitize=undefined", "-fsanitize-trap=undefined"]);
    compile.args(["-fno-sanitize=function", "programs.c", "-o", "programs", "-lm"]);
    compile.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let done = run_limited(compile, folder.path(), COMPILE_TIME, MEMORY_BYTES)?;
    if done.ending != Ending::Exited(0) {
        bail!("instrumented programs do not compile: {:?}\n{}", done.ending, done.stderr);
    }
    let run = Command::new(folder.path().join("programs"));
    let done = run_limited(run, folder.path(), RUN_TIME, MEMORY_BYTES)?;
    if done.ending != Ending::Exited(0) {
        bail!("the enumeration ended with {:?}", done.ending);
    }
    parse(&done.stdout, programs.len())
}

/// The source of the executable for `programs`.
pub fn source(programs: &[(&Program, &Printed)]) -> String {
    let mut text = format!("{RUNTIME}\n{HEADERS}\n");
    programs.iter().for_each(|(_, printed)| text += &printed.instrumented);
    text += "int main(void)\n{\n    watch_signals();\n";
    for (program, _) in programs {
        text += &format!("    drive_{}();\n", program.number);
    }
    text + "    return 0;\n}\n"
}

fn parse(output: &str, programs: usize) -> Result<Vec<Reached>> {
    let mut all: Vec<Reached> = Vec::new();
    for line in output.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| -> Result<u64> {
            words.get(at).and_then(|word| word.parse().ok()).with_context(|| format!("`{line}`"))
        };
        if words[0] == "program" {
            all.push(Reached {
                runs: number(3)?,
                beyond: number(5)?,
                wild: number(7)?,
                ..Reached::default()
            });
        } else if let Some(reached) = all.last_mut() {
            let key = number(1)? as usize;
            reached.any.insert(key, number(2)?);
            Some(number(3)?).filter(|&run| run > 0).map(|run| reached.normal.insert(key, run));
        }
    }
    match all.len() == programs {
        true => Ok(all),
        false => bail!("the enumeration told of {} programs instead of {programs}", all.len()),
    }
}

impl Reached {
    /// Whether a goal of kind `goal` at `site` was reached.
    pub fn reach(&self, sites: &Sites, site: &Site, goal: GoalKind, variant: McdcVariant) -> Option<Reach> {
        match goal {
            GoalKind::Condition { outcome, .. } => {
                let key = 2 * site.condition + usize::from(outcome);
                Some(Reach {
                    runs: self.any.get(&key).map(|&run| vec![run]),
                    normally: self.normal.contains_key(&key),
                })
            }
            GoalKind::Independence { .. } => {
                let (decision, position) = site.decision?;
                let decision = sites.decisions.get(decision)?;
                let pair =
                    |keys: &BTreeMap<usize, u64>| pair(&decision.cond, position, variant, decision.key, keys);
                Some(Reach { runs: pair(&self.any), normally: pair(&self.normal).is_some() })
            }
            GoalKind::Statement { .. }
            | GoalKind::Decision { .. }
            | GoalKind::Branch { .. }
            | GoalKind::Exception { .. } => None,
        }
    }
}

/// What is known of the conditions of a decision: none where one was not evaluated.
type Vector = Vec<Option<bool>>;

/// Two runs whose vectors of a decision show the independence of the condition at `position`.
fn pair(
    cond: &Cond,
    position: usize,
    variant: McdcVariant,
    base: usize,
    keys: &BTreeMap<usize, u64>,
) -> Option<Vec<u64>> {
    let size = cond.len();
    let seen: Vec<(Vector, u64)> = keys
        .range(base..base + 3usize.pow(size as u32))
        .map(|(&key, &run)| (vector(key - base, size), run))
        .collect();
    let of = |value: bool| seen.iter().filter(move |(vector, _)| vector[position] == Some(value));
    of(true)
        .flat_map(|a| of(false).map(move |b| (a, b)))
        .find(|((a, _), (b, _))| is_pair(cond, position, variant, a, b))
        .map(|((_, first), (_, second))| vec![*first, *second])
}

fn vector(mut number: usize, size: usize) -> Vector {
    (0..size)
        .map(|_| {
            let digit = number % 3;
            number /= 3;
            (digit > 0).then_some(digit == 2)
        })
        .collect()
}

fn outcome(cond: &Cond, vector: &Vector) -> bool {
    cond.evaluate(0, &mut |position| vector[position].unwrap_or(false))
}

/// By the definition: outcomes differ, and under unique cause no other condition that both evaluated differs, under
/// masking the condition alone decides in both.
fn is_pair(cond: &Cond, position: usize, variant: McdcVariant, a: &Vector, b: &Vector) -> bool {
    if outcome(cond, a) == outcome(cond, b) {
        return false;
    }
    let others = || (0..a.len()).filter(|&other| other != position);
    match variant {
        McdcVariant::UniqueCause => {
            others().all(|other| a[other].is_none() || b[other].is_none() || a[other] == b[other])
        }
        McdcVariant::Masking => decides(cond, position, a) && decides(cond, position, b),
    }
}

/// Whether for some values of the conditions that were not evaluated, the other value of one gives the other outcome.
fn decides(cond: &Cond, position: usize, vector: &Vector) -> bool {
    let expected = outcome(cond, vector);
    (0..1usize << vector.len()).any(|free| {
        let value = |at: usize| match vector[at] {
            Some(value) if at == position => !value,
            Some(value) => value,
            None => free >> at & 1 != 0,
        };
        cond.evaluate(0, &mut |at| value(at)) != expected
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Box<Cond> {
        Box::new(Cond::Test(String::new()))
    }

    #[test]
    fn a_pair_of_a_conjunction_needs_the_other_condition_true() {
        let and = Cond::And(test(), test());
        let seen = |vectors: &[usize]| vectors.iter().map(|&vector| (10 + vector, 1)).collect();
        // (F, -) is 1, (T, F) is 5, (T, T) is 8.
        let shows = |position, vectors: &[usize]| {
            pair(&and, position, McdcVariant::Masking, 10, &seen(vectors)).is_some()
        };
        assert!(shows(0, &[1, 8]) && shows(1, &[5, 8]));
        assert!(!shows(0, &[1, 5]) && !shows(1, &[1, 8]));
    }

    #[test]
    fn masking_lets_other_conditions_differ() {
        // (a && b) || (c && d): a decides in (T, T, -, -) and in (F, -, F, -), whatever c is elsewhere.
        let or = Cond::Or(Box::new(Cond::And(test(), test())), Box::new(Cond::And(test(), test())));
        let number = |vector: [usize; 4]| vector.iter().rev().fold(0, |number, digit| 3 * number + digit);
        let seen: BTreeMap<usize, u64> =
            [(number([2, 1, 1, 0]), 1), (number([2, 2, 0, 0]), 2), (number([1, 0, 2, 1]), 3)].into();
        assert!(pair(&or, 0, McdcVariant::Masking, 0, &seen).is_some());
        assert!(pair(&or, 1, McdcVariant::UniqueCause, 0, &seen).is_some());
        assert!(pair(&or, 2, McdcVariant::Masking, 0, &seen).is_none());
    }
}
