//! Whether a test does the same wherever its objects lie and whatever memory held before.
//!
//! A test is run again in machines that make the choices which C leaves open another way. When all
//! runs go the same way through every function and end alike, the native run will go that way
//! too. When they do not, the test shows nothing that can be relied on: it is not kept. If other
//! content in memory that was never written alone changes the way, a branch was decided by memory
//! that nobody set, which is a fault of the code.
//!
//! ```text
//! usual:      ascending addresses, memory of zeros
//! refilled:   ascending addresses, memory of negative numbers
//! moved:      descending addresses, memory of positive numbers; in many variations, because one
//!             other address falls into the same of eight hash buckets once in eight times
//! ```
//!
//! Distances of objects are the machine's in all of them; one more run looks for comparisons that the
//! distances in a real process would decide otherwise ([`trine_harness::provenance`]).
//!
//! A comparison with one particular number that none of the three fills makes true is not seen.
//!
//! Cost: up to 67 runs for each test that is about to be archived, fewer where runs are long or a budget of
//! time is used up; never fewer than four.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_harness::observe::forget_array;
use trine_harness::{Ending, Harness, InputStream, Plan, Provenances, RunResult};
use trine_ir::{FuncId, Program, SiteId};
use trine_machine::{
    BranchEvent, Concrete, Config, Domain, Fault, FaultKind, Layout, LoadError, Location, Observer,
};
use trine_testcase::test_case::{Observation, Observed, ObservedValue};
use trine_testcase::{ApiModel, Bytes};

/// Bytes whose words are positive and negative numbers.
const POSITIVE: u8 = 0x5A;
const NEGATIVE: u8 = 0xA5;
/// Runs at other addresses, and the instructions after which no further one is made.
const VARIATIONS: u32 = 64;
const VARIATION_STEPS: u64 = 1_000_000;
/// Blocks are compared in words.
const WORD_BYTES: usize = 8;
/// Branches remembered one by one; later ones only add to the checksum.
const PATH_LIMIT: usize = 1 << 16;
/// Refused tests from which on a unit's candidates are looked at only as long as no more were refused than one in
/// [`EVALS_PER_REFUSAL`] evaluations: each look costs as much as some three runs.
const FREE_REFUSALS: u64 = 2_000;
const EVALS_PER_REFUSAL: u64 = 16;

/// Machines that make open choices the other way.
pub struct LayoutChecker<'a> {
    moved: Harness<'a>,
    refilled: Harness<'a>,
    provenances: Provenances,
    refusals: u64,
    /// What the first run of the last test took that was looked at.
    pub run_time: Duration,
}

/// What a test depends on, beyond its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutDependence {
    /// Where objects lie.
    Addresses,
    /// What memory holds that was never written: the branch that it decides.
    UnsetBranch(Box<Fault>),
    /// The same, but through something else than a branch.
    UnsetPath,
    /// What comes of calculating with a null pointer.
    NullPointer,
    /// What comes of calculating with a pointer that left the address space.
    BeyondMemory,
}

/// Where checksums start.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// The way a run went: every branch of every function, in order; with threads, in the order of each call.
#[derive(Debug)]
struct Path {
    branches: Vec<(FuncId, SiteId, u32)>,
    checksum: u64,
    /// The checksum of each call, where there may be threads.
    calls: Option<BTreeMap<u64, u64>>,
}

impl Path {
    /// Whether the `other` run went the same way.
    fn is_same(&self, other: &Self) -> bool {
        match (&self.calls, &other.calls) {
            (Some(mine), Some(theirs)) => sum(mine) == sum(theirs),
            _ => self.checksum == other.checksum,
        }
    }
}

/// A sum in which the order of calls does not matter.
fn sum(calls: &BTreeMap<u64, u64>) -> u64 {
    calls.values().fold(0, |sum, checksum| sum.wrapping_add(*checksum))
}

/// FNV-1a (Fowler, Noll, Vo), on words.
fn mixed(checksum: u64, branch: (FuncId, SiteId, u32)) -> u64 {
    let words = [branch.0.0, branch.1.0, branch.2];
    words.into_iter().fold(checksum, |sum, word| (sum ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3))
}

impl<D: Domain> Observer<D> for Path {
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        let branch = (event.function, event.site, event.outcome);
        self.checksum = mixed(self.checksum, branch);
        if let Some(calls) = &mut self.calls {
            let call = calls.entry(event.activation.number).or_insert(START);
            *call = mixed(*call, branch);
        }
        if self.branches.len() < PATH_LIMIT {
            self.branches.push(branch);
        }
    }
}

fn path_of(harness: &mut Harness<'_>, plan: &Plan, leaves: &[u128]) -> (Path, RunResult) {
    let program = harness.program();
    let makes_threads =
        trine_c_library::MAKING_THREADS.iter().any(|name| program.function_named(name).is_some());
    let calls = makes_threads.then(BTreeMap::new);
    let mut path = Path { branches: Vec::new(), checksum: START, calls };
    let result = harness.run(plan, leaves, &mut Concrete, &mut path);
    (path, result)
}

impl<'a> LayoutChecker<'a> {
    /// Machines for `program` with the limits of `config`. Signed overflow, which compilers take for what cannot be, ends
    /// a run of the one if `refuses_overflow`, so that no test relies on it.
    ///
    /// # Errors
    /// When the globals do not fit the memory limit.
    pub fn new(
        program: &Arc<Program>,
        api: &'a ApiModel,
        config: &Config,
        refuses_overflow: bool,
    ) -> Result<Self, LoadError> {
        let with = |layout, faults: bool| {
            let signed_overflow_faults = config.signed_overflow_faults || faults;
            Harness::new(program, api, Config { layout, signed_overflow_faults, ..config.clone() })
        };
        let moved = with(Layout { moved: true, fill: POSITIVE }, refuses_overflow)?;
        let refilled = with(Layout { moved: false, fill: NEGATIVE }, false)?;
        Ok(Self {
            moved,
            refilled,
            provenances: Provenances::default(),
            refusals: 0,
            run_time: Duration::ZERO,
        })
    }

    /// Observes what each call returns from now on, not only the last one's.
    pub fn observe_every_call(&mut self) {
        self.moved.observe_every_call();
        self.refilled.observe_every_call();
    }

    /// Takes the inputs of later runs from `stream`.
    pub fn read_inputs_from(&mut self, stream: &InputStream) {
        self.moved.read_inputs_from(stream.clone());
        self.refilled.read_inputs_from(stream.clone());
    }

    /// What the test of `plan` with `leaves` depends on beyond these, if anything; `usual` is the
    /// machine of the search. After `deadline` no second variation of the addresses is tried. `evaluations` were made
    /// so far: where too many tests were refused, this one is refused without a look.
    pub fn dependence(
        &mut self,
        usual: &mut Harness<'_>,
        plan: &Plan,
        leaves: &[u128],
        evaluations: u64,
        deadline: Option<Instant>,
    ) -> Option<LayoutDependence> {
        if self.refusals >= FREE_REFUSALS.max(evaluations / EVALS_PER_REFUSAL) {
            return Some(LayoutDependence::Addresses);
        }
        let start = Instant::now();
        let (path, result) = path_of(usual, plan, leaves);
        self.run_time = start.elapsed();
        let (other, refilled) = path_of(&mut self.refilled, plan, leaves);
        if !path.is_same(&other) || !end_alike(&result.ending, &refilled.ending) {
            self.refusals += 1;
            let fault = unset_branch(usual.program(), plan.function, &path, &other);
            return Some(fault.map_or(LayoutDependence::UnsetPath, LayoutDependence::UnsetBranch));
        }
        // One run, before many that would not see it.
        let compares = self.compares_addresses(usual, plan, leaves);
        if self.provenances.calculates_with_null() {
            self.refusals += 1;
            return Some(LayoutDependence::NullPointer);
        }
        if self.provenances.calculates_beyond_memory() {
            self.refusals += 1;
            return Some(LayoutDependence::BeyondMemory);
        }
        let differs = compares
            || self.any_variation(result.steps, deadline, |harness| {
                let (other, moved) = path_of(harness, plan, leaves);
                !path.is_same(&other) || !end_alike(&result.ending, &moved.ending)
            });
        self.refusals += u64::from(differs);
        differs.then_some(LayoutDependence::Addresses)
    }

    /// Whether the test accesses words at places of their objects that words do not have. What its types allow (packed structures)
    /// only a compiler can say.
    pub fn accesses_unaligned(&mut self, usual: &mut Harness<'_>, plan: &Plan, leaves: &[u128]) -> bool {
        usual.run_for_provenance(plan, leaves, &mut self.provenances);
        self.provenances.accesses_unaligned_words()
    }

    /// Whether a comparison of the run would end otherwise in a real process.
    fn compares_addresses(&mut self, usual: &mut Harness<'_>, plan: &Plan, leaves: &[u128]) -> bool {
        usual.run_for_provenance(plan, leaves, &mut self.provenances);
        self.provenances.depends_on_addresses()
    }

    /// Whether `differs` holds of a variation of the addresses; a run takes about `steps`. The first is always
    /// tried, the others until `deadline`.
    fn any_variation(
        &mut self,
        steps: u64,
        deadline: Option<Instant>,
        mut differs: impl FnMut(&mut Harness<'a>) -> bool,
    ) -> bool {
        let runs = (VARIATION_STEPS / steps.max(1)).clamp(1, u64::from(VARIATIONS)) as u32;
        let in_time = |variation| variation == 0 || deadline.is_none_or(|deadline| Instant::now() < deadline);
        (0..runs).take_while(|&variation| in_time(variation)).any(|variation| {
            self.moved.vary_addresses(variation);
            differs(&mut self.moved)
        })
    }

    /// Keeps those of `observations` that the test shows under the other layouts too, and says
    /// whether it ends alike. After `deadline` no second variation of the addresses is tried.
    pub fn confirms(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        result: &RunResult,
        observations: &mut Vec<Observation>,
        deadline: Option<Instant>,
    ) -> bool {
        let mut differs = |harness: &mut Harness<'a>| {
            let (other, others) = harness.run_and_observe(plan, leaves, &mut trine_machine::Ignore);
            let differing: Vec<Observation> =
                observations.iter().filter(|seen| !seen.holds_in(&others)).cloned().collect();
            for seen in differing {
                if let Some(value) = common_start(&seen, &others).or_else(|| common_sign(&seen, &others)) {
                    observations.iter_mut().filter(|other| **other == seen).for_each(|other| {
                        other.value = value.clone();
                    });
                    continue;
                }
                if let Observed::Place(place) = &seen.place {
                    forget_array(place, observations);
                }
                observations.retain(|other| *other != seen);
            }
            !end_alike(&other.ending, &result.ending)
        };
        !differs(&mut self.refilled) && !self.any_variation(result.steps, deadline, differs)
    }
}

/// The start of the block that `seen` shows as a whole, as far as another run shows it too: a block is often filled
/// from its start, and what follows was never set.
fn common_start(seen: &Observation, others: &[Observation]) -> Option<ObservedValue> {
    let (Observed::Behind(_, steps), ObservedValue::Bytes(bytes)) = (&seen.place, &seen.value) else {
        return None;
    };
    let other = others.iter().find_map(|other| match &other.value {
        ObservedValue::Bytes(bytes) if other.place == seen.place => Some(bytes),
        _ => None,
    });
    let alike = bytes.0.iter().zip(&other?.0).take_while(|(a, b)| a == b).count() / WORD_BYTES * WORD_BYTES;
    (steps.is_empty() && alike > 0).then(|| ObservedValue::Bytes(Bytes(bytes.0[..alike].to_vec())))
}

/// The sign of the integer that `seen` shows, where another run shows 1 or -1 of that sign: a comparison of strings, which
/// gives those in a moved layout, or what was copied from one.
fn common_sign(seen: &Observation, others: &[Observation]) -> Option<ObservedValue> {
    let number = |value: &ObservedValue| match value {
        ObservedValue::Leaf(kind, bits) if kind.is_signed() => Some(kind.to_int(*bits)),
        _ => None,
    };
    let usual = number(&seen.value)?;
    let other = others.iter().find(|other| other.place == seen.place)?;
    let agrees = usual != 0 && number(&other.value) == Some(usual.signum());
    agrees.then_some(ObservedValue::Sign(usual < 0))
}

/// Whether two runs ended alike; of faults, kind and innermost place count: the rest may name addresses.
fn end_alike(a: &Ending, b: &Ending) -> bool {
    match (a, b) {
        (Ending::Fault(a), Ending::Fault(b)) => {
            std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
                && a.stack.first() == b.stack.first()
        }
        _ => a == b,
    }
}

/// The branch at which the paths part, as a fault.
fn unset_branch(program: &Program, entry: FuncId, path: &Path, other: &Path) -> Option<Box<Fault>> {
    let parted = path.branches.iter().zip(&other.branches).position(|(a, b)| a != b)?;
    let (function, site, _) = path.branches[parted];
    if other.branches[parted].0 != function || other.branches[parted].1 != site {
        // They parted without a branch: through a pointer to a function, say.
        return None;
    }
    let span = program.body(function).ok().and_then(|body| body.sites[site].span);
    let mut stack = vec![Location { function, span }];
    if function != entry {
        stack.push(Location { function: entry, span: None });
    }
    Some(Box::new(Fault { kind: FaultKind::UnsetMemory, stack }))
}
